//! What a law costs to write down, and what terms cost without one, in bits.
//!
//! The enumeration goes by these prices, so the first law found is the one
//! with the shortest description. They are also the defence against chance:
//! there are at most 2^c laws of c bits, so a law that explains many more bits
//! than it costs is unlikely to fit by luck, however many were tried.

use ansatz_expr::{Expr, Int, NamedConst, Node};

/// A price in whole bits.
pub(super) type Bits = u16;

pub(super) const N_BITS: Bits = 3;

pub(super) fn prev_bits(back: u16) -> Bits {
    match back {
        0..=4 => 2 + back,
        _ => 7,
    }
}

pub(super) fn named_bits(_: NamedConst) -> Bits {
    7
}

/// Small constants are leaves of the enumeration; the price of larger ones,
/// which are inferred, grows with their length.
pub(super) fn int_bits(value: i128) -> Bits {
    let magnitude = value.unsigned_abs();
    let size = match magnitude {
        1 | 2 => 4,
        3 | 4 => 5,
        0 | 5..=10 => 6,
        _ => 5 + (u128::BITS - magnitude.leading_zeros()) as Bits * 5 / 4,
    };
    size + if value < 0 { 2 } else { 0 }
}

/// How long the description of a law is, in bits.
///
/// A proper code would charge a little more or less; what matters is that the
/// number of laws within c bits stays below 2^c.
pub fn law_bits(expr: &Expr) -> u32 {
    expr.nodes()
        .iter()
        .map(|node| {
            u32::from(match node {
                Node::Op(op) => op.bits(),
                Node::N | Node::Bound(_) => N_BITS,
                Node::Prev(back) => prev_bits(*back),
                Node::Const(constant) => named_bits(*constant),
                Node::Real(_) => 53,
                Node::Int(value) => match value.to_i128() {
                    Some(value) => int_bits(value),
                    None => 5 + value.bit_len() as Bits * 5 / 4,
                },
            })
        })
        .sum()
}

/// What each integer term would cost without a law, in bits: the best of a few
/// simple codes for the sequence as a whole, chosen once for all terms.
///
/// ```
/// # use ansatz_expr::Int;
/// # use ansatz_search::enumerative::term_bits;
/// let coin = [0, 1, 1, 0, 1, 0, 0, 1].map(|term: i64| Int::from(term));
/// let primes = [2, 3, 5, 7, 11, 13, 17, 19].map(|term: i64| Int::from(term));
/// let sum = |terms: &[Int]| term_bits(terms).iter().sum::<f64>();
/// assert!(sum(&coin) < 24.0);
/// assert!(sum(&primes) > sum(&coin));
/// ```
pub fn term_bits(terms: &[Int]) -> Vec<f64> {
    let plain: Vec<f64> = terms.iter().map(|&term| magnitude_bits(term)).collect();
    let differences: Vec<Int> = terms
        .iter()
        .enumerate()
        .map(|(index, &term)| {
            let before = index.checked_sub(1).and_then(|before| terms.get(before));
            before.and_then(|&before| term.checked_sub(before)).unwrap_or(term)
        })
        .collect();
    let steps: Vec<f64> = differences.iter().map(|&step| magnitude_bits(step)).collect();
    let symbols = symbol_bits(terms, &plain, false);
    let after_symbol = symbol_bits(terms, &plain, true);
    let step_symbols = symbol_bits(&differences, &steps, false);
    [plain, steps, symbols, after_symbol, step_symbols]
        .into_iter()
        .min_by(|a, b| a.iter().sum::<f64>().total_cmp(&b.iter().sum::<f64>()))
        .unwrap_or_default()
}

/// A sign where it is needed, the number of bits, the bits.
pub(super) fn magnitude_bits(value: Int) -> f64 {
    let bits = f64::from(value.bit_len());
    let sign = if value.is_zero() { 0.0 } else { 1.0 };
    1.0 + sign + (bits - 1.0).max(0.0) + 2.0 * (1.0 + bits).log2()
}

/// Terms as symbols whose frequencies are learnt on the way, each symbol
/// spelled out at its first use; with `context` one table a preceding term.
fn symbol_bits(terms: &[Int], plain: &[f64], context: bool) -> Vec<f64> {
    let mut known: Vec<Int> = Vec::new();
    let mut bits = Vec::with_capacity(terms.len());
    for (index, (&term, &spelled)) in terms.iter().zip(plain).enumerate() {
        let before = index.checked_sub(1).and_then(|before| terms.get(before));
        let past = terms.get(..index).unwrap_or_default();
        let in_context = |position: usize| {
            !context || position.checked_sub(1).and_then(|before| terms.get(before)) == before
        };
        let mut seen = 0.0f64;
        let mut same = 0.0f64;
        for (position, &earlier) in past.iter().enumerate() {
            if in_context(position) {
                seen += 1.0;
                same += f64::from(earlier == term);
            }
        }
        let symbols = known.len() as f64;
        let is_known = known.contains(&term);
        // Half a count for every known symbol and for "a new one".
        let total = seen + 0.5 * (symbols + 1.0);
        bits.push(if is_known {
            (total / (same + 0.5)).log2()
        } else {
            (total / 0.5).log2() + spelled
        });
        if !is_known {
            known.push(term);
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    #[test]
    fn longer_laws_cost_more() {
        let law = |text: &str| law_bits(&Expr::from_words(text.split_whitespace()).unwrap());
        assert!(law("add u1 n") < law("add u1 add n u2"));
        assert!(law("mod mul 2 u1 100") < law("mod mul 2 u1 1000"));
        assert!(law("u1") < law("u6"));
    }

    #[test]
    fn predictable_terms_carry_little() {
        let constant: f64 = term_bits(&ints(&[7; 20])).iter().sum();
        assert!(constant < 16.0, "{constant}");
        let alternating: f64 = term_bits(&ints(&[0, 1].repeat(10))).iter().sum();
        let mixed: f64 =
            term_bits(&ints(&[0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1]))
                .iter()
                .sum();
        assert!(alternating < mixed);
        assert!(term_bits(&[]).is_empty());
    }
}
