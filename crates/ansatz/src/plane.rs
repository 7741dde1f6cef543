//! Vectors as points of the plane in which they differ most.

/// How often the direction is refined: the first axes of a few dozen points
/// are settled long before.
const ROUNDS: usize = 200;

/// The two principal components of the vectors, centred. All zeros where
/// there is nothing to tell them apart by.
pub fn project(vectors: &[Vec<f32>]) -> Vec<[f64; 2]> {
    let mut centred = centred(vectors);
    let mut points = vec![[0.0; 2]; vectors.len()];
    for axis in 0..2 {
        let direction = principal_direction(&centred);
        for (point, vector) in points.iter_mut().zip(&mut centred) {
            let along = dot(vector, &direction);
            point[axis] = along;
            // What is left differs in other directions only.
            for (value, part) in vector.iter_mut().zip(&direction) {
                *value -= along * part;
            }
        }
    }
    points
}

/// The cosine of the angle between any two vectors; 0 with a zero vector.
pub fn similarity(vectors: &[Vec<f32>]) -> Vec<Vec<f64>> {
    let units: Vec<Vec<f64>> = vectors
        .iter()
        .map(|vector| unit(vector.iter().map(|value| f64::from(*value)).collect()))
        .collect();
    units.iter().map(|one| units.iter().map(|other| dot(one, other)).collect()).collect()
}

fn centred(vectors: &[Vec<f32>]) -> Vec<Vec<f64>> {
    let width = vectors.first().map_or(0, Vec::len);
    let mut mean = vec![0.0; width];
    for vector in vectors {
        for (sum, value) in mean.iter_mut().zip(vector) {
            *sum += f64::from(*value) / vectors.len() as f64;
        }
    }
    let centre = |vector: &Vec<f32>| {
        vector.iter().zip(&mean).map(|(value, mean)| f64::from(*value) - mean).collect()
    };
    vectors.iter().map(centre).collect()
}

/// The direction of the greatest variance, by power iteration from the longest
/// vector: the covariance matrix is never made.
fn principal_direction(vectors: &[Vec<f64>]) -> Vec<f64> {
    let longest = vectors.iter().max_by(|a, b| dot(a, a).total_cmp(&dot(b, b)));
    let mut direction = unit(longest.cloned().unwrap_or_default());
    for _ in 0..ROUNDS {
        let mut next = vec![0.0; direction.len()];
        for vector in vectors {
            let along = dot(vector, &direction);
            for (sum, value) in next.iter_mut().zip(vector) {
                *sum += along * value;
            }
        }
        direction = unit(next);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn unit(mut vector: Vec<f64>) -> Vec<f64> {
    let length = dot(&vector, &vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    vector
}

#[cfg(test)]
mod tests {
    use ansatz_expr::math;

    use super::*;

    #[test]
    fn points_of_a_tilted_plane_keep_their_distances() {
        // Coordinates (a, b) along two orthonormal directions of five.
        let (first, second) = ([0.6, 0.0, 0.8, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0]);
        let flat = [(0.0_f64, 0.0), (4.0, 1.0), (-3.0, 2.0), (7.0, -1.0), (1.0, 0.5)];
        let vectors: Vec<Vec<f32>> = flat
            .iter()
            .map(|(a, b)| (0..5).map(|i| (a * first[i] + b * second[i] + 9.0) as f32).collect())
            .collect();
        let points = project(&vectors);
        for (one, p) in flat.iter().zip(&points) {
            for (other, q) in flat.iter().zip(&points) {
                let true_distance = math::hypot(one.0 - other.0, one.1 - other.1);
                let distance = math::hypot(p[0] - q[0], p[1] - q[1]);
                assert!((true_distance - distance).abs() < 1e-4, "{true_distance} {distance}");
            }
        }
        let spread = |axis: usize| points.iter().map(|point| point[axis].powi(2)).sum::<f64>();
        assert!(spread(0) > spread(1));
    }

    #[test]
    fn equal_vectors_are_one_point_and_nothing_is_nothing() {
        assert_eq!(project(&[vec![1.0, 2.0], vec![1.0, 2.0]]), [[0.0; 2]; 2]);
        assert!(project(&[]).is_empty());
        assert_eq!(
            similarity(&[vec![3.0, 0.0], vec![0.0, 2.0], vec![0.0, 0.0]]),
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
        );
    }
}
