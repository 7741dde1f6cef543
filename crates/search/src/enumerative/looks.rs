//! What a sequence looks like, and which words are worth having for it beside
//! the paper's: what a growing bank has no room for everywhere is cheap where it
//! is likely.

use std::sync::OnceLock;

use ansatz_expr::{Expr, Op};

use super::frame::Frame;
use super::pieces::Leaf;

/// A kind of sequence, and its words.
struct SequenceKind {
    is: fn(&[i64]) -> bool,
    leaves: &'static [&'static str],
    ops: &'static [Op],
}

/// The likeliest first: there is room for a few words only.
const LOOKS: [SequenceKind; 7] = [
    SequenceKind {
        is: is_two_valued,
        leaves: &["isprime n", "issquare n", "at idiv n 2", "mod digitsum n 2 2"],
        ops: &[Op::Eq, Op::Lt],
    },
    SequenceKind {
        is: |terms| has_small_alphabet(terms) && !is_two_valued(terms),
        leaves: &["at idiv n 2", "at idiv n 3", "digitsum n 2", "valuation n 2", "mobius n"],
        ops: &[Op::Max],
    },
    SequenceKind {
        is: |terms| is_bounded_by_index(terms) && !has_small_alphabet(terms),
        leaves: &["isqrt n", "at u1", "at sub n u1", "at idiv n 2", "gpf n", "valuation n 2"],
        ops: &[Op::Gcd],
    },
    SequenceKind {
        is: is_divisible_by_index,
        leaves: &["numdiv n", "phi n", "prime n", "factorial n"],
        ops: &[],
    },
    SequenceKind {
        is: |terms| is_increasing(terms) && !is_fast(terms),
        leaves: &["isqrt n", "prime n", "gcd n u1", "digitsum u1 10", "reverse u1 10"],
        ops: &[],
    },
    SequenceKind {
        is: is_fast,
        leaves: &["pow 2 n", "factorial n", "pow n n", "binomial mul 2 n n"],
        ops: &[],
    },
    SequenceKind { is: has_both_signs, leaves: &["pow -1 n", "mobius n"], ops: &[] },
];

/// How many leaves a sequence gets.
const MOST_LEAVES: usize = 8;

/// How many values make a small alphabet.
const SMALL_ALPHABET: usize = 5;

fn is_two_valued(terms: &[i64]) -> bool {
    alphabet(terms, 2)
}

fn has_small_alphabet(terms: &[i64]) -> bool {
    alphabet(terms, SMALL_ALPHABET)
}

/// Whether there are at most so many values, and far more terms.
fn alphabet(terms: &[i64], most: usize) -> bool {
    let mut values: Vec<i64> = Vec::new();
    for term in terms {
        if !values.contains(term) {
            values.push(*term);
            if values.len() > most {
                return false;
            }
        }
    }
    values.len() > 1 && 2 * values.len() < terms.len()
}

fn is_bounded_by_index(terms: &[i64]) -> bool {
    (1..).zip(terms).all(|(n, term)| (0..=n + 1).contains(term))
}

fn is_divisible_by_index(terms: &[i64]) -> bool {
    (1..).zip(terms).all(|(n, term)| term % n == 0) && terms.iter().any(|term| *term != 0)
}

fn is_increasing(terms: &[i64]) -> bool {
    terms.windows(2).all(|pair| pair.first() < pair.last())
}

/// Whether the terms more than double every other time.
fn is_fast(terms: &[i64]) -> bool {
    let half = (terms.len() / 2).min(40) as u32;
    terms.last().is_some_and(|last| last.unsigned_abs() >> half != 0)
}

fn has_both_signs(terms: &[i64]) -> bool {
    terms.iter().any(|term| *term < 0) && terms.iter().any(|term| *term > 0)
}

/// All that may be looked at, written out once.
fn written() -> &'static [Vec<Expr>] {
    static WRITTEN: OnceLock<Vec<Vec<Expr>>> = OnceLock::new();
    WRITTEN.get_or_init(|| {
        let read = |words: &&str| Expr::from_words(words.split_whitespace()).ok();
        LOOKS.iter().map(|look| look.leaves.iter().filter_map(read).collect()).collect()
    })
}

/// The leaves that suit the terms, with their values in the frame, and the
/// operators.
pub(super) fn words(terms: &[i64], frame: &Frame) -> (Vec<(Leaf, Vec<i64>)>, Vec<Op>) {
    let shown = terms.get(..frame.positions().end).unwrap_or_default();
    let (mut leaves, mut ops): (Vec<(Leaf, Vec<i64>)>, Vec<Op>) = (Vec::new(), Vec::new());
    for (look, written) in LOOKS.iter().zip(written()) {
        if !(look.is)(shown) {
            continue;
        }
        ops.extend(look.ops.iter().filter(|op| !ops.contains(op)).collect::<Vec<_>>());
        for expr in written {
            let is_known = leaves.iter().any(|(leaf, _)| leaf.is(expr));
            if leaves.len() < MOST_LEAVES && !is_known {
                leaves.push(leaf(expr, shown, frame));
            }
        }
    }
    (leaves, ops)
}

fn leaf(expr: &'static Expr, shown: &[i64], frame: &Frame) -> (Leaf, Vec<i64>) {
    let mut from = 0;
    let mut values = Vec::with_capacity(frame.len());
    for index in frame.positions() {
        let history = shown.get(..index).unwrap_or_default();
        let value = expr.eval_word(history).ok().flatten();
        if value.is_none() {
            from = index + 1;
        }
        values.push(value.unwrap_or(0));
    }
    (Leaf::Written(expr, u16::try_from(from).unwrap_or(u16::MAX)), values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(terms: &[i64]) -> Vec<String> {
        let frame = Frame::new(terms.len(), |_, _| true).unwrap();
        let (leaves, _) = words(terms, &frame);
        let text = |leaf: &Leaf| {
            let mut nodes = Vec::new();
            leaf.write(&mut nodes);
            Expr::from_prefix(nodes).unwrap().to_string()
        };
        leaves.iter().map(|(leaf, _)| text(leaf)).collect()
    }

    #[test]
    fn every_leaf_is_an_expression() {
        for (look, written) in LOOKS.iter().zip(written()) {
            assert_eq!(look.leaves.len(), written.len());
        }
    }

    #[test]
    fn sequences_get_words_by_their_looks() {
        let has = |terms: &[i64], word: &str| texts(terms).iter().any(|text| text == word);
        let bits: Vec<i64> = (1..20).map(|n| i64::from(n % 3 == 0)).collect();
        assert!(has(&bits, "isprime(n)") && !has(&bits, "isqrt(n)"));
        let squares: Vec<i64> = (1..20).map(|n| n * n).collect();
        assert!(has(&squares, "phi(n)") && has(&squares, "prime(n)") && !has(&squares, "2^n"));
        let halves: Vec<i64> = (1..20).map(|n| n / 2 + 1).collect();
        assert!(has(&halves, "u(u(n-1))") && has(&halves, "isqrt(n)"));
        let powers: Vec<i64> =
            (1..20).map(|n| 3i64.pow(n) * if n % 2 == 0 { 1 } else { -1 }).collect();
        assert!(has(&powers, "2^n") && has(&powers, "(-1)^n"));
        assert!(texts(&[5; 19]).is_empty());
    }

    #[test]
    fn what_is_undefined_at_first_starts_later() {
        let terms: Vec<i64> = (1..20).map(|n| n / 2 + 1).collect();
        let frame = Frame::new(terms.len(), |_, _| true).unwrap();
        let (leaves, _) = words(&terms, &frame);
        for (leaf, values) in leaves {
            let Leaf::Written(law, from) = leaf else { panic!("{leaf:?}") };
            let from = usize::from(from);
            for (index, value) in frame.positions().zip(values).skip_while(|(at, _)| *at < from) {
                assert_eq!(law.eval_word(&terms[..index]), Ok(Some(value)), "{law}");
            }
        }
    }
}
