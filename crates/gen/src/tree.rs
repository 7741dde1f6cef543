//! Random unary-binary trees, each shape of a size equally likely.

use ansatz_expr::Node;
use rand::{Rng, RngExt};

/// How many ways there are to fill `empty` open places with trees of
/// `operators` operators in all: Lample and Charton's D.
#[derive(Debug, Clone)]
pub(crate) struct TreeCounts {
    /// `ways[operators][empty]`.
    ways: Vec<Vec<u64>>,
    /// Which arities there are operators of.
    unary: bool,
    binary: bool,
}

/// What the sampler asks its caller to write next.
pub(crate) enum Place {
    Leaf,
    Unary,
    Binary,
}

impl TreeCounts {
    /// Counts of larger trees leave 64 bits.
    pub(crate) const MAX_OPS: usize = 24;

    /// For trees of up to `max_ops` operators, at most [`TreeCounts::MAX_OPS`],
    /// of the arities that there are.
    pub(crate) fn new(max_ops: usize, unary: bool, binary: bool) -> TreeCounts {
        let max_ops = max_ops.min(TreeCounts::MAX_OPS);
        // With k operators placed at most k + 1 places are open.
        let width = max_ops + 2;
        let mut counts = TreeCounts { ways: vec![vec![1; width]], unary, binary };
        for operators in 1..=max_ops {
            let mut row = vec![0; width];
            for empty in 1..=width - 1 - operators {
                // The first place is a leaf, or has one or two children.
                row[empty] = row[empty - 1]
                    + counts.ways_after_unary(operators, empty)
                    + counts.ways_after_binary(operators, empty);
            }
            counts.ways.push(row);
        }
        counts
    }

    fn ways(&self, operators: usize, empty: usize) -> u64 {
        self.ways.get(operators).and_then(|row| row.get(empty)).copied().unwrap_or(0)
    }

    fn ways_after_unary(&self, operators: usize, empty: usize) -> u64 {
        if self.unary { self.ways(operators - 1, empty) } else { 0 }
    }

    fn ways_after_binary(&self, operators: usize, empty: usize) -> u64 {
        if self.binary { self.ways(operators - 1, empty + 1) } else { 0 }
    }

    /// Writes a random tree of exactly `operators` operators in prefix order.
    ///
    /// The first open place is decided at each step: leaf, unary or binary,
    /// in proportion to the trees that each leaves possible. That is the joint
    /// draw of the next operator's position and arity, one place at a time.
    pub(crate) fn sample<R: Rng>(
        &self,
        mut operators: usize,
        rng: &mut R,
        nodes: &mut Vec<Node>,
        mut node: impl FnMut(Place, &mut R) -> Node,
    ) {
        let mut empty = 1;
        while empty > 0 {
            let mut place = Place::Leaf;
            if operators > 0 {
                let unary = self.ways_after_unary(operators, empty);
                let binary = self.ways_after_binary(operators, empty);
                let draw = rng.random_range(0..self.ways(operators, empty).max(1));
                if draw < unary {
                    place = Place::Unary;
                } else if draw < unary + binary {
                    place = Place::Binary;
                }
            }
            match place {
                Place::Leaf => empty -= 1,
                Place::Unary => operators -= 1,
                Place::Binary => {
                    operators -= 1;
                    empty += 1;
                }
            }
            nodes.push(node(place, rng));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ansatz_expr::{Expr, Op};

    use super::*;
    use crate::seeding::rng_for;

    fn sample(counts: &TreeCounts, operators: usize, rng: &mut impl Rng) -> Expr {
        let mut nodes = Vec::new();
        counts.sample(operators, rng, &mut nodes, |place, _| match place {
            Place::Leaf => Node::N,
            Place::Unary => Node::Op(Op::Abs),
            Place::Binary => Node::Op(Op::Add),
        });
        Expr::from_prefix(nodes).unwrap()
    }

    #[test]
    fn counts_are_the_large_schroeder_numbers() {
        let counts = TreeCounts::new(TreeCounts::MAX_OPS, true, true);
        let shapes: Vec<u64> = (0..6).map(|operators| counts.ways(operators, 1)).collect();
        assert_eq!(shapes, [1, 2, 6, 22, 90, 394]);
        // The last one by the recurrence (n+1) s(n) = 3(2n-1) s(n-1) - (n-2) s(n-2).
        let s = |n: usize| u128::from(counts.ways(n, 1));
        for n in 2..=TreeCounts::MAX_OPS {
            let m = n as u128;
            assert_eq!((m + 1) * s(n), 3 * (2 * m - 1) * s(n - 1) - (m - 2) * s(n - 2), "{n}");
        }
    }

    #[test]
    fn every_shape_is_equally_likely() {
        let counts = TreeCounts::new(3, true, true);
        let mut rng = rng_for(1, 2);
        let mut seen: HashMap<Expr, u32> = HashMap::new();
        for _ in 0..22_000 {
            let expr = sample(&counts, 3, &mut rng);
            assert_eq!(expr.operators(), 3);
            *seen.entry(expr).or_default() += 1;
        }
        assert_eq!(seen.len(), 22);
        // Chi-square with 21 degrees of freedom is above 57 once in 30,000 runs.
        let chi2: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi2 < 57.0, "{chi2}");
    }

    #[test]
    fn one_arity_alone_suffices() {
        let mut rng = rng_for(3, 4);
        let unary = sample(&TreeCounts::new(5, true, false), 5, &mut rng);
        assert_eq!(unary.nodes().len(), 6);
        let binary = TreeCounts::new(5, false, true);
        assert_eq!(binary.ways(5, 1), 42); // Catalan
        assert_eq!(sample(&binary, 5, &mut rng).nodes().len(), 11);
    }

    #[test]
    fn a_tree_without_operators_is_a_leaf() {
        let mut rng = rng_for(0, 0);
        assert_eq!(sample(&TreeCounts::new(0, true, true), 0, &mut rng), Expr::n());
        assert_eq!(sample(&TreeCounts::new(24, true, true), 24, &mut rng).operators(), 24);
    }
}
