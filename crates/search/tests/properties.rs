//! What must hold for every sequence.

use ansatz_expr::{Expr, Int, Node, Op};
use ansatz_search::classical::{self, Method};
use ansatz_search::{Candidate, Problem, Proposal, Ranking, Sink, Verdict};
use proptest::collection::vec;
use proptest::prelude::*;

const PREDICT: usize = 10;

fn answers(terms: &[Int]) -> Vec<Candidate<Int>> {
    let problem = Problem::new(terms);
    let mut ranking = Ranking::new(&problem, PREDICT);
    classical::propose(&problem, &mut ranking);
    ranking.into_candidates()
}

/// A law and the terms it makes; fewer where it leaves the range.
fn run(nodes: Vec<Node>, first: &[i64], count: usize) -> Vec<Int> {
    let mut terms: Vec<Int> = first.iter().map(|&term| Int::from(term)).collect();
    if let Ok(expr) = Expr::from_prefix(nodes) {
        while terms.len() < count {
            match expr.eval(&terms) {
                Ok(next) => terms.push(next),
                Err(_) => break,
            }
        }
    }
    terms
}

/// Prefix nodes of a random small tree.
fn tree() -> impl Strategy<Value = Vec<Node>> {
    let leaf = prop_oneof![
        (-9i64..10).prop_map(|value| vec![Node::Int(Int::from(value))]),
        Just(vec![Node::N]),
        (1u16..5).prop_map(|back| vec![Node::Prev(back)]),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        let binary = prop::sample::select(vec![Op::Add, Op::Sub, Op::Mul, Op::Idiv, Op::Mod]);
        prop_oneof![
            4 => (binary, inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| [vec![Node::Op(op)], a, b].concat()),
            1 => (prop::sample::select(vec![Op::Sqr, Op::Abs]), inner)
                .prop_map(|(op, a)| [vec![Node::Op(op)], a].concat()),
        ]
    })
}

/// Sequences of every kind that the classical methods know, and others.
fn sequence() -> impl Strategy<Value = Vec<Int>> {
    let linear = (vec(-3i64..4, 1..5), vec(-5i64..6, 4), -4i64..5).prop_map(|(c, first, added)| {
        let mut terms = first;
        while terms.len() < 40 {
            let sum: i128 = c
                .iter()
                .enumerate()
                .map(|(lag, c)| i128::from(*c) * i128::from(terms[terms.len() - 1 - lag]))
                .sum();
            match i64::try_from(sum + i128::from(added)) {
                Ok(next) => terms.push(next),
                Err(_) => break,
            }
        }
        terms.into_iter().map(Int::from).collect::<Vec<Int>>()
    });
    let polynomial = (vec(-9i64..10, 1..5), 1i64..9).prop_map(|(c, divisor)| {
        (1..41)
            .map(|n| Int::from(c.iter().fold(0, |sum, c| sum * n + c).div_euclid(divisor)))
            .collect()
    });
    let periodic = (vec(-5i64..20, 1..8), -3i64..4).prop_map(|(period, step)| {
        let count = period.len() as i64;
        (0..40i64).map(|k| Int::from(period[(k % count) as usize] + step * (k / count))).collect()
    });
    let any_law = (tree(), vec(-5i64..6, 4)).prop_map(|(nodes, first)| run(nodes, &first, 40));
    prop_oneof![2 => linear, 2 => polynomial, 2 => periodic, 4 => any_law]
}

/// Anything that can be shown, up to the largest terms there are.
fn anything() -> impl Strategy<Value = Vec<Int>> {
    let huge = (any::<bool>(), 0usize..101, any::<u32>()).prop_map(|(negative, zeros, digits)| {
        let sign = if negative { "-" } else { "" };
        let text = format!("{sign}{digits}{}", "0".repeat(zeros));
        text.parse::<Int>().ok().filter(|term| term.in_range()).unwrap_or(Int::ONE)
    });
    let term = prop_oneof![
        (-2i64..3).prop_map(Int::from),
        any::<i64>().prop_map(Int::from),
        any::<i128>().prop_map(Int::from),
        huge,
    ];
    vec(term, 0..32)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_more_correct_term_never_spoils_a_verified_answer(terms in sequence()) {
        let mut verified: Option<Candidate<Int>> = None;
        for shown in 6..terms.len().saturating_sub(PREDICT).min(27) {
            let truth = &terms[shown..shown + PREDICT];
            let best = answers(&terms[..shown]).into_iter().next();
            let right = best.as_ref().is_some_and(|best| best.next == truth);
            if let Some(before) = verified {
                // The sequence itself may change after ten terms: not our fault
                // as long as we stay with what we said.
                let same = best.as_ref().is_some_and(|best| {
                    best.next.iter().zip(before.next.iter().skip(1)).all(|(a, b)| a == b)
                });
                prop_assert!(right || same, "{:?} was right and verified on {} terms of {terms:?}; \
                    then came {best:?}", before.proposal.expr, shown - 1);
            }
            verified = best.filter(|best| right && best.evidence.verdict.is_verified());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_input_gives_consistent_candidates(terms in anything()) {
        for candidate in answers(&terms) {
            prop_assert_eq!(candidate.evidence.wrong, 0);
            prop_assert!(candidate.next.len() <= PREDICT);
            prop_assert!(candidate.evidence.given + candidate.evidence.reproduced == terms.len());
        }
    }

    #[test]
    fn any_floats_give_finite_evidence(terms in vec(any::<f64>(), 0..24)) {
        let problem = Problem::new(&terms);
        let mut ranking = Ranking::new(&problem, PREDICT);
        classical::propose_floats(&problem, &mut ranking);
        for candidate in ranking.into_candidates() {
            prop_assert!(candidate.evidence.law_bits.is_finite());
        }
    }

    #[test]
    fn mere_interpolation_is_never_verified(terms in vec(-1000i64..1000, 1..7)) {
        // Random terms obey no law, so none that fits may count as proven.
        let terms: Vec<Int> = terms.into_iter().map(Int::from).collect();
        for candidate in answers(&terms) {
            let constant = terms.windows(2).all(|pair| pair[0] == pair[1]);
            let verified = candidate.evidence.verdict.is_verified();
            prop_assert!(!verified || constant, "{:?}", candidate);
        }
    }
}

#[test]
fn every_small_law_with_no_term_to_spare_is_weak() {
    // A law that needs all the terms it is shown.
    let terms: Vec<Int> = [3, 1, 4, 11].map(|term: i64| Int::from(term)).into();
    let law = Expr::from_words("add mul 2 u1 u3".split(' ')).unwrap();
    let problem = Problem::new(&terms);
    let mut ranking = Ranking::new(&problem, 2);
    let mut proposal = Proposal::new(law, Method::Linear.profile());
    (proposal.fitted, proposal.solved) = (3, true);
    ranking.propose(proposal);
    let list = ranking.candidates();
    assert_eq!(list.len(), 1);
    assert_eq!((list[0].evidence.spare, list[0].evidence.verdict), (0, Verdict::Weak));
}

#[test]
fn the_shortest_inputs_are_answered() {
    for terms in [&[][..], &[0], &[7], &[0, 0], &[0, 0, 0], &[1, 2, 3], &[0; 40]] {
        let terms: Vec<Int> = terms.iter().map(|&term: &i64| Int::from(term)).collect();
        assert!(answers(&terms).iter().all(|candidate| candidate.evidence.wrong == 0));
    }
    let googol: Int = format!("1{}", "0".repeat(100)).parse().unwrap();
    assert!(!answers(&[googol; 12]).is_empty());
}

#[test]
fn long_inputs_are_answered() {
    let noise = (1..400i64).map(|n| Int::from(n * n * 7919 % 1009)).collect::<Vec<Int>>();
    answers(&noise);
    let squares = (1..400i64).map(|n| Int::from(n * n)).collect::<Vec<Int>>();
    assert_eq!(answers(&squares)[0].next[0], Int::from(160_000i64));
}

#[test]
fn results_are_reproducible() {
    let terms: Vec<Int> = (1..20i64).map(|n| Int::from(n * n / 3 + n % 4)).collect();
    assert_eq!(answers(&terms), answers(&terms));
}
