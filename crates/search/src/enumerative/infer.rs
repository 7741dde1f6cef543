//! Constants that are worked out rather than tried: given `a` and a target
//! `t`, the c with `a % c = t`, `a // c = t` or `(c·a + d) // e = t`.

/// Greatest common measure of the differences a − t: every modulus that works
/// divides it. `None` unless it is a modulus itself.
pub(super) fn modulus(t: &[i64], a: &[i64]) -> Option<i64> {
    let mut measure = 0i64;
    let mut largest = 0;
    for (&t, &a) in t.iter().zip(a).rev() {
        if t < 0 {
            return None;
        }
        largest = largest.max(t);
        measure = gcd(measure, a.checked_sub(t)?.checked_abs()?);
        if measure != 0 && measure <= largest {
            return None;
        }
    }
    (measure > largest).then_some(measure)
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a.wrapping_rem(b));
    }
    a
}

/// The smallest and largest divisor c > 1 with `a // c = t` everywhere.
pub(super) fn divisor(t: &[i64], a: &[i64]) -> Option<(i64, i64)> {
    let (mut least, mut most) = (2i64, i64::MAX);
    for (&t, &a) in t.iter().zip(a).rev() {
        // t·c <= a < (t + 1)·c, with c > 0.
        let above = t.checked_add(1)?;
        if t > 0 {
            most = most.min(a.div_euclid(t));
        } else if t == 0 && a < 0 {
            return None;
        } else if t < 0 {
            // a >= t·c: c >= a / t, rounded up.
            let magnitude = t.checked_neg()?;
            least = least.max(a.checked_neg()?.checked_add(magnitude - 1)?.div_euclid(magnitude));
        }
        if above > 0 {
            least = least.max(a.div_euclid(above).checked_add(1)?);
        } else if above == 0 && a >= 0 {
            return None;
        } else if above < 0 {
            // a < above·c: c < a / above.
            let magnitude = above.checked_neg()?;
            most = most.min(a.checked_neg()?.checked_sub(1)?.div_euclid(magnitude));
        }
        if least > most {
            return None;
        }
    }
    (most < i64::MAX).then_some((least, most))
}

/// `(scale·a + shift) / divisor = t` everywhere, in lowest terms.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct Affine {
    pub(super) scale: i64,
    pub(super) shift: i64,
    pub(super) divisor: i64,
}

/// The line through the points (a, t), if they are on one and not on a level.
pub(super) fn affine(t: &[i64], a: &[i64]) -> Option<Affine> {
    const LARGEST: i64 = 1 << 40;
    let (&t0, t_rest) = t.split_last()?;
    let (&a0, a_rest) = a.split_last()?;
    let (t1, a1) = t_rest.iter().zip(a_rest).rev().find(|(_, a)| **a != a0)?;
    let (rise, run) = (t0.checked_sub(*t1)?, a0.checked_sub(*a1)?);
    if rise == 0 {
        return None;
    }
    let common = gcd(rise, run).checked_abs()?;
    let sign = if run < 0 { -1 } else { 1 };
    let (scale, divisor) = (rise / common * sign, run / common * sign);
    if scale.abs() > LARGEST || divisor > LARGEST {
        return None;
    }
    let shift = divisor.checked_mul(t0)?.checked_sub(scale.checked_mul(a0)?)?;
    let on_line =
        |t: i64, a: i64| divisor.wrapping_mul(t) == scale.wrapping_mul(a).wrapping_add(shift);
    t_rest.iter().zip(a_rest).rev().all(|(&t, &a)| on_line(t, a)).then_some(Affine {
        scale,
        shift,
        divisor,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_modulus_that_made_the_terms() {
        let powers: Vec<i64> = (0..30).map(|i| 1 << i).collect();
        let digits: Vec<i64> = powers.iter().map(|power| power % 100).collect();
        assert_eq!(modulus(&digits, &powers), Some(100));
        assert_eq!(modulus(&powers, &digits), None);
        assert_eq!(modulus(&[1, -1], &[3, 3]), None);
        assert_eq!(modulus(&[i64::MAX], &[i64::MIN]), None);
    }

    #[test]
    fn finds_all_divisors_that_work() {
        let a: Vec<i64> = (-50..50).map(|i| i * 7).collect();
        for c in [2, 3, 11, 40, 100] {
            let t: Vec<i64> = a.iter().map(|a| a.div_euclid(c)).collect();
            let (least, most) = divisor(&t, &a).unwrap();
            assert!(least <= c && c <= most, "{least} {c} {most}");
            for works in [least, most] {
                assert!(t.iter().zip(&a).all(|(t, a)| a.div_euclid(works) == *t));
            }
            for fails in [least - 1, most + 1] {
                assert!(fails < 2 || t.iter().zip(&a).any(|(t, a)| a.div_euclid(fails) != *t));
            }
        }
        assert_eq!(divisor(&[1, 2], &[5, 5]), None);
        assert_eq!(divisor(&[i64::MAX], &[i64::MAX]), None);
        assert_eq!(divisor(&[i64::MIN], &[i64::MIN]), None);
    }

    #[test]
    fn lines_have_three_numbers() {
        let a = [1i64, 4, 9, 16];
        let t = a.map(|a| (3 * a - 1) / 2);
        assert_eq!(affine(&[1, 5, 13, 23], &[1, 4, 9, 16]), None);
        let odd = [1i64, 3, 5, 9];
        let line = affine(&odd.map(|a| (3 * a - 1) / 2), &odd);
        assert_eq!(line, Some(Affine { scale: 3, shift: -1, divisor: 2 }));
        assert_eq!(affine(&t, &[5; 4]), None);
        assert_eq!(affine(&[i64::MAX, i64::MIN], &[i64::MIN, i64::MAX]), None);
        assert_eq!(affine(&[], &[]), None);
    }
}
