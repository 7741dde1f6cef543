//! Enumeration from outside: terms in, laws out.

use ansatz_expr::{Expr, Int, Recurrence, Value};
use ansatz_search::enumerative::{Budget, propose_floats, propose_integers};
use ansatz_search::{Fit, Problem, Proposal, description_bits};

fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Int> {
    values.into_iter().map(Int::from).collect()
}

fn proposals(terms: &[Int], budget: &Budget) -> Vec<Proposal> {
    let mut found = Vec::new();
    let report = propose_integers(&Problem::new(terms), budget, &mut found);
    assert!(report.bytes <= budget.bytes, "{report:?}");
    found
}

fn continues<T: Value>(proposal: &Proposal, shown: &[T], next: &[T]) -> bool {
    let law = Recurrence::new(proposal.expr.clone(), shown.to_vec()).unwrap();
    law.continue_from(shown, next.len()).is_ok_and(|terms| terms == next)
}

/// Shows 25 terms and requires the first answer to give the next ten.
#[track_caller]
fn first_answer_is_right(terms: &[i64]) -> Proposal {
    let terms = ints(terms.iter().copied());
    let (shown, next) = terms.split_at(25);
    let found = proposals(shown, &Budget::NORMAL);
    let best = found.first().expect("an answer");
    assert!(continues(best, shown, &next[..10]), "{:?}", best.expr);
    best.clone()
}

// The sequences of the paper's Table 1, from their definitions. The law that is
// found may be another than the paper's, if it is right.

#[test]
fn a000792_largest_product_of_parts() {
    let mut terms = vec![1i64];
    for n in 1..36 {
        terms.push((0..n).map(|i| (n - i) as i64 * terms[i]).max().unwrap());
    }
    first_answer_is_right(&terms);
}

#[test]
fn a000855_last_two_digits_of_powers_of_two() {
    let mut terms = vec![1i64];
    for n in 1..36 {
        terms.push(terms[n - 1] * 2 % 100);
    }
    let best = first_answer_is_right(&terms);
    assert!(format!("{:?}", best.expr).contains("100"), "{:?}", best.expr);
}

#[test]
fn a006257_josephus() {
    let mut terms = vec![0i64, 1];
    for n in 2..36 {
        terms.push(if n % 2 == 0 { 2 * terms[n / 2] - 1 } else { 2 * terms[n / 2] + 1 });
    }
    first_answer_is_right(&terms);
}

#[test]
fn a008954_last_digit_of_triangular_numbers() {
    first_answer_is_right(&(0..36).map(|n| n * (n + 1) / 2 % 10).collect::<Vec<_>>());
}

#[test]
fn a026741_numbers_with_the_even_ones_halved() {
    first_answer_is_right(&(0..36).map(|n| if n % 2 == 0 { n / 2 } else { n }).collect::<Vec<_>>());
}

#[test]
fn a035327_binary_complement() {
    let complement =
        |n: i64| (0..).map(|bits| (1i64 << bits) - 1).find(|&ones| ones >= n.max(1)).unwrap() - n;
    first_answer_is_right(&(0..36).map(complement).collect::<Vec<_>>());
}

#[test]
fn a062050_distance_from_the_power_of_two_below() {
    first_answer_is_right(&(1..37).map(|n: i64| n - (1 << n.ilog2()) + 1).collect::<Vec<_>>());
}

#[test]
fn a074062_reflected_pentanacci() {
    let mut terms = vec![5i64, -1, -1, -1, -1];
    for n in 5..36 {
        let sum: i64 = terms[n - 4..].iter().sum();
        terms.push(terms[n - 5] - sum);
    }
    first_answer_is_right(&terms);
}

#[test]
fn constants_are_worked_out_not_tried() {
    for (law, start) in [
        ("add mul 37 u1 n", vec![1]),
        ("idiv mul n n 91", vec![]),
        ("mod mul 7 u1 1009", vec![3]),
        ("sub 1234 u1", vec![2]),
        ("add u2 mod sqr n 57", vec![1, 5]),
    ] {
        let expr = Expr::from_words(law.split_whitespace()).unwrap();
        let terms = Recurrence::new(expr, ints(start)).unwrap().terms(30).unwrap();
        let (shown, next) = terms.split_at(20);
        let found = proposals(shown, &Budget::NORMAL);
        assert!(continues(found.first().expect(law), shown, next), "{law}: {:?}", found[0].expr);
    }
}

#[test]
fn an_offset_start_is_skipped_not_explained() {
    // Powers of three after two terms that are none of its business.
    let terms = ints([17, 5].into_iter().chain((0..15).map(|n| 3i64.pow(n))));
    let found = proposals(&terms, &Budget::QUICK);
    let best = found.first().unwrap();
    assert_eq!(format!("{:?}", best.expr), "mul(u1, 3)");
    assert_eq!((best.skip, best.fitted), (3, 1));
}

#[test]
fn the_same_answers_every_time_and_no_two_alike() {
    let terms = ints([0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1]);
    let (first, second) = (proposals(&terms, &Budget::QUICK), proposals(&terms, &Budget::QUICK));
    assert_eq!(first, second);
    assert!(first.len() <= 32);
    let next = |proposal: &Proposal| {
        let law = Recurrence::new(proposal.expr.clone(), terms.clone()).unwrap();
        let mut continued = terms.clone();
        let _ = law.extend(&mut continued, 10);
        continued
    };
    for (index, one) in first.iter().enumerate() {
        assert!(first[..index].iter().all(|other| next(other) != next(one)), "{:?}", one.expr);
    }
}

#[test]
fn every_proposal_reproduces_the_terms_it_claims() {
    let terms = ints((1..20).map(|n: i64| n * n % 7 + n / 3));
    let found = proposals(&terms, &Budget::QUICK);
    assert!(!found.is_empty());
    for proposal in found {
        assert!(proposal.skip >= proposal.expr.degree());
        for index in proposal.skip..terms.len() {
            assert_eq!(proposal.expr.eval(&terms[..index]).as_ref(), Ok(&terms[index]));
        }
    }
}

/// A law of floats is proposed for terms that are numbers, and meets them or
/// leaves some to somebody who refines it.
fn float_laws_hold(terms: &[f64]) {
    let mut found = Vec::<Proposal>::new();
    propose_floats(&Problem::new(terms), &Budget::QUICK, &mut found);
    for law in found {
        let fit = Fit::of(&law, &Problem::new(terms));
        assert!(fit.wrong < fit.errors.len(), "{law:?} meets none of {terms:?}");
    }
}

#[test]
fn degenerate_inputs_are_answered_by_laws_that_hold() {
    let googol: Int = format!("1{}", "0".repeat(100)).parse().unwrap();
    let extremes = ints([i64::MAX, i64::MIN, 0, -1, 1, i64::MIN, i64::MAX, 0, 0, 3, 4, 5]);
    for terms in [
        vec![],
        ints([5]),
        ints([5, 5]),
        ints([1, 2, 3]),
        ints([0; 30]),
        ints([-7; 12]),
        ints(0..1000),
        vec![googol; 20],
        vec![googol.negated(), Int::ONE, googol, Int::ZERO, googol, Int::ONE, Int::ONE],
        extremes,
    ] {
        let found = proposals(&terms, &Budget::QUICK);
        for law in &found {
            assert!(Fit::of(law, &Problem::new(&terms)).is_exact(), "{law:?} of {terms:?}");
        }
        // What is always the same has a law, if it is no wider than the bank's words.
        let is_constant = terms.windows(2).all(|pair| pair[0] == pair[1])
            && terms.iter().all(|term| term.to_i128().is_some());
        assert!(terms.len() < 12 || !is_constant || !found.is_empty(), "{terms:?}");
        float_laws_hold(&terms.iter().map(|term| term.to_f64()).collect::<Vec<_>>());
    }
    for strange in [f64::NAN, f64::INFINITY, 1e300, 0.0, -0.0, f64::MIN_POSITIVE] {
        float_laws_hold(&[strange; 12]);
        float_laws_hold(&[1.0, 2.0, strange, 4.0, 5.0, 6.5, 7.0, 8.0]);
    }
}

#[test]
fn nothing_is_said_of_nothing() {
    assert!(proposals(&[], &Budget::QUICK).is_empty());
    assert!(proposals(&ints([3, 1]), &Budget::QUICK).is_empty());
}

#[test]
fn memory_stays_within_the_budget() {
    let terms = ints((0..40).map(|n: i64| (n * n * n + 11 * n) % 101));
    for bytes in [1 << 18, 1 << 20, 4 << 20] {
        let budget = Budget { expressions: 60_000, joins: 10_000, bytes, ..Budget::NORMAL };
        let report = propose_integers(&Problem::new(&terms), &budget, &mut Vec::new());
        assert!(report.bytes <= bytes, "{report:?}");
        assert!(report.expressions <= budget.expressions);
        let floats: Vec<f64> = terms.iter().map(|term| term.to_f64() + 0.25).collect();
        let report = propose_floats(&Problem::new(&floats), &budget, &mut Vec::new());
        assert!(report.bytes <= bytes, "{report:?}");
    }
}

#[test]
fn floats_are_found_from_all_digits_and_from_four() {
    for (law, start) in [
        ("add sqrt abs u1 n", vec![2.5]),
        ("sub u1 div u2 n", vec![1.25, -3.5]),
        ("mul cos u1 add n pi", vec![0.7]),
        ("div add u1 exp sin n 3", vec![4.0]),
    ] {
        let expr = Expr::from_words(law.split_whitespace()).unwrap();
        let exact = Recurrence::new(expr, start).unwrap().terms(18).unwrap();
        let rounded: Vec<f64> =
            exact.iter().map(|term| format!("{term:.3e}").parse().unwrap()).collect();
        for shown in [&exact, &rounded] {
            let mut found: Vec<Proposal> = Vec::new();
            propose_floats(&Problem::new(shown), &Budget::NORMAL, &mut found);
            let best = found.first().expect(law);
            // The same function of the same history, whatever it looks like.
            let original = Expr::from_words(law.split_whitespace()).unwrap();
            for length in 6..18 {
                let (a, b) = (
                    best.expr.eval(&exact[..length]).unwrap(),
                    original.eval(&exact[..length]).unwrap(),
                );
                assert!((a - b).abs() <= 1e-9 * b.abs(), "{law}: {:?}", best.expr);
            }
        }
    }
}

/// A small generator of its own (splitmix64), so that the test stands alone.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % sides
    }

    fn tree(&mut self, operators: u64, degree: u64, words: &mut Vec<String>) {
        if operators == 0 {
            words.push(match self.below(3) {
                0 => "n".to_owned(),
                1 => format!("u{}", 1 + self.below(degree)),
                _ => match self.below(20) as i64 - 10 {
                    0 => "10".to_owned(),
                    value => value.to_string(),
                },
            });
        } else if self.below(3) == 0 {
            words.push(["abs", "sqr", "relu", "sign"][self.below(4) as usize].to_owned());
            self.tree(operators - 1, degree, words);
        } else {
            words.push(["add", "sub", "mul", "idiv", "mod"][self.below(5) as usize].to_owned());
            let left = self.below(operators);
            self.tree(left, degree, words);
            self.tree(operators - 1 - left, degree, words);
        }
    }
}

#[test]
fn random_laws_of_up_to_three_operators_are_found() {
    let mut dice = Dice(1);
    let (mut laws, mut right) = (0, 0);
    while laws < 60 {
        let (operators, degree) = (1 + dice.below(3), 1 + dice.below(6));
        let mut words = Vec::new();
        dice.tree(operators, degree, &mut words);
        let expr = Expr::from_words(words.iter().map(String::as_str)).unwrap();
        let start = ints((0..expr.degree()).map(|_| dice.below(21) as i64 - 10));
        let shown = expr.degree() + 5 + dice.below(26) as usize;
        let law = Recurrence::new(expr, start).unwrap();
        let Ok(terms) = law.terms(shown + 10) else { continue };
        // As in the paper, no constant or arithmetic tails.
        let tail: Vec<Int> = terms
            .windows(2)
            .rev()
            .take(4)
            .map(|pair| pair[1].checked_sub(pair[0]).unwrap().abs())
            .collect();
        if tail.windows(2).all(|pair| pair[0] == pair[1]) {
            continue;
        }
        laws += 1;
        let (shown, next) = terms.split_at(shown);
        let found = proposals(shown, &Budget::QUICK);
        right += usize::from(found.first().is_some_and(|best| continues(best, shown, next)));
    }
    println!("{right} of {laws}");
    assert!(right * 100 >= laws * 90, "{right} of {laws}");
}

#[test]
fn shorter_laws_come_first() {
    let terms = ints([1, 2, 4, 8, 16, 32, 64, 128]);
    let found = proposals(&terms, &Budget::QUICK);
    assert_eq!(format!("{:?}", found[0].expr), "add(u1, u1)");
    assert!(
        found.iter().all(|other| description_bits(&found[0].expr) <= description_bits(&other.expr))
    );
}
