//! Terms with the digits that a model sees of them.

use crate::Terms;

/// Floats rounded to so many significant digits, at least one; integers are
/// shown in full.
pub fn rounded(terms: &Terms, digits: usize) -> Terms {
    match terms {
        Terms::Integers(_) => terms.clone(),
        Terms::Floats(floats) => {
            let digits = digits.max(1);
            // Formatting rounds correctly, which arithmetic on doubles does not.
            let round = |term: &f64| format!("{term:.*e}", digits - 1).parse().unwrap_or(*term);
            Terms::Floats(floats.iter().map(round).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significant_digits_are_kept() {
        let terms = Terms::Floats(vec![-1.0 / 3.0, 12345.6, 0.0, 9.99961e-80, 1e100]);
        let four = Terms::Floats(vec![-0.3333, 12350.0, 0.0, 1e-79, 1e100]);
        assert_eq!(rounded(&terms, 4), four);
        assert_eq!(rounded(&terms, 17), terms);
        let wide = Terms::Integers(vec![123_456_789_i128.into()]);
        assert_eq!(rounded(&wide, 4), wide);
    }
}
