//! How much a fit proves: the length of a law against the information in the
//! terms that it explains.
//!
//! A law that fits is either right or lucky. Laws that take B bits to state
//! number about 2^B, so one of them fits terms that carry I bits by luck with
//! a chance of about 2^(B−I). The margin between the two is what decides.

use std::fmt;

use ansatz_expr::{Expr, Family, Node};

use crate::Proposal;
use crate::verify::{Digits, Fit, Term};

// The constants below are measured, not derived: the terms of real sequences
// are less surprising than our code makes them.

/// How far the information in the explained terms must exceed the length of
/// the law, in bits, for a law to count as verified.
const MARGIN: f64 = 14.0;

/// How much further for a law that only the enumerator has found. It covers
/// about 2^33 laws (a bank of 100,000 expressions, and every pair of them), so
/// among those some fit by luck; and of sequences that merely grow smoothly
/// our code makes too much. Measured on 10,000 sequences of 15 terms, of 28
/// laws that it alone called verified with 33 bits more 10 were right, and of
/// those with 50 bits more nearly all.
const SEARCH_BITS: f64 = 50.0;

/// What it takes to say which classical method and which shape of law found
/// a fit, in bits.
const SHAPE_BITS: f64 = 14.0;

/// How much of its writing a solved law costs besides, so that of two that
/// the same terms state the shorter wins.
const WRITING_SHARE: f64 = 0.02;

/// What it takes to say that one more term is an exception than the law needs
/// to begin, in bits: who excepted one may have to except the next.
const EXCEPTION_BITS: f64 = 1.0;

/// What each term that the law looks back costs beyond its writing, in bits:
/// a law that has begun to repeat late may be about to stop.
const LAG_BITS: f64 = 0.25;

/// [`MARGIN`] where terms are shown with few digits: forecasts have already told
/// what is easy, and [`LEAD_BITS`] asks for more.
const FEW_DIGITS_MARGIN: f64 = 5.0;

/// [`SEARCH_BITS`] where terms are shown with few digits, with
/// [`SHORTEST_BITS`] besides.
const FEW_DIGITS_SEARCH_BITS: f64 = 20.0;

/// A law longer than this that only the enumerator has found is at the edge of
/// what it looks at, so that it need not be the shortest. Four digits are
/// often met by another law than the true one, if that is longer still:
/// on 200 sequences, about a third of the laws beyond it that passed all other
/// tests were wrong.
const SHORTEST_BITS: f64 = 33.0;

/// By how many bits the description with the best law must be shorter than with
/// any other that continues differently, where terms are shown with few
/// digits.
const LEAD_BITS: f64 = 8.0;

/// How many terms must be left as proof.
const LEAST_SPARE: usize = 3;

/// How many terms must be left for each that was given or fitted. Of ten laws
/// with fewer that passed all other tests two were wrong, on OEIS sequences of
/// 25 terms; of those with more, two in a hundred.
const SPARE_PER_FREEDOM: f64 = 0.55;

/// How many terms must be explained for each that the law looks back: what
/// has come round once may do so differently the next time.
const EXPLAINED_PER_LAG: f64 = 1.5;

/// How many terms must be explained for each exception.
const EXPLAINED_PER_EXCEPTION: f64 = 2.0;

/// What can be said for a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Every term fits, and enough of them are proof.
    Verified {
        /// How many terms were left after all that was given or fitted.
        spare: usize,
    },
    /// Every term fits, but so would other laws as short.
    Weak,
    /// Some terms are off.
    Approximate,
}

impl Verdict {
    /// Whether the law is verified.
    pub fn is_verified(self) -> bool {
        matches!(self, Verdict::Verified { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Verified { spare } => write!(f, "verified on {spare} spare terms"),
            Verdict::Weak => f.write_str("fits, weak evidence"),
            Verdict::Approximate => f.write_str("approximate"),
        }
    }
}

/// The evidence for a law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// How many terms were given to it.
    pub given: usize,
    /// How many of the others it reproduces.
    pub reproduced: usize,
    /// How many of the others it misses.
    pub wrong: usize,
    /// Degrees of freedom used up: terms given and numbers fitted.
    pub freedom: usize,
    /// Terms left as proof.
    pub spare: usize,
    /// The length of the law in bits.
    pub law_bits: f64,
    /// The information in the terms that were given.
    pub given_bits: f64,
    /// The information in the terms that it explains, as far as it does.
    pub term_bits: f64,
    /// What it leaves open of them.
    pub open_bits: f64,
    /// What it comes to.
    pub verdict: Verdict,
    /// What it would come to if no other law were as short.
    unrivalled: Verdict,
}

impl Evidence {
    /// Weighs a fit. `term_bits` are [`Term::bits`] of the terms shown, `digits`
    /// says how exactly they are known, and `only_searched` whether nobody but
    /// a search through many laws stands for this one.
    pub fn weigh<T: Term>(
        proposal: &Proposal,
        fit: &Fit<T>,
        term_bits: &[f64],
        digits: &Digits,
        only_searched: bool,
    ) -> Evidence {
        let given = fit.start;
        let shown = term_bits.len().max(given);
        let bits_of =
            |from: usize, to: usize| -> f64 { term_bits.iter().take(to).skip(from).sum() };
        let freedom = given + proposal.fitted;
        let spare = shown.saturating_sub(freedom);
        let reach = proposal.expr.degree().saturating_sub(proposal.lead).min(given);
        let exceptions = (given - reach) as f64;
        // What was solved for can be stated by the terms it was solved from.
        let written = description_bits(&proposal.expr);
        let solved = SHAPE_BITS + WRITING_SHARE * written + bits_of(given, freedom);
        let law_bits = if proposal.solved { written.min(solved) } else { written };
        let law_bits = law_bits + EXCEPTION_BITS * exceptions + LAG_BITS * reach as f64;
        let given_bits = bits_of(0, given);
        let explained = term_bits.iter().skip(given);
        let open_bits: f64 = explained.zip(&fit.open).map(|(bits, open)| bits.min(*open)).sum();
        let explained_bits = bits_of(given, shown) - open_bits;
        let explained_enough = spare as f64 >= SPARE_PER_FREEDOM * freedom as f64
            && (shown - given) as f64
                >= EXPLAINED_PER_LAG * reach as f64 + EXPLAINED_PER_EXCEPTION * exceptions;
        let (margin, search) = match digits.are_few() {
            false => (MARGIN, SEARCH_BITS),
            true => (FEW_DIGITS_MARGIN, FEW_DIGITS_SEARCH_BITS),
        };
        let margin = margin + if only_searched { search } else { 0.0 };
        // A number that was measured on rounded terms is as good as those are.
        let is_measured = |node: &Node| matches!(node, Node::Real(_));
        let blurred = digits.are_few()
            && (proposal.expr.nodes().iter().any(is_measured)
                || (only_searched && written > SHORTEST_BITS));
        let verdict = if !fit.is_exact() {
            Verdict::Approximate
        } else if spare >= LEAST_SPARE
            && explained_enough
            && !blurred
            && explained_bits - law_bits >= margin
        {
            Verdict::Verified { spare }
        } else {
            Verdict::Weak
        };
        Evidence {
            given,
            reproduced: fit.errors.len() - fit.wrong,
            wrong: fit.wrong,
            freedom,
            spare,
            law_bits,
            given_bits,
            term_bits: explained_bits,
            open_bits,
            verdict,
            unrivalled: verdict,
        }
    }

    /// What it takes to state all the terms with this law: the law, the terms
    /// given to it and what it leaves open of the others. The shortest
    /// description wins.
    pub fn total_bits(&self) -> f64 {
        self.law_bits + self.given_bits + self.open_bits
    }

    /// Takes into account by how many bits all other laws that fit are longer,
    /// in terms of [`Evidence::total_bits`].
    pub(crate) fn settle(&mut self, lead: f64) {
        self.verdict = match self.unrivalled {
            Verdict::Verified { .. } if lead < LEAD_BITS => Verdict::Weak,
            verdict => verdict,
        };
    }

    /// By how many bits the law is shorter than what it explains.
    pub fn margin(&self) -> f64 {
        self.term_bits - self.law_bits
    }
}

/// The length of an expression in bits: a prefix code over its nodes, in
/// which what is common is short.
pub fn description_bits(expr: &Expr) -> f64 {
    expr.nodes().iter().map(node_bits).sum()
}

fn node_bits(node: &Node) -> f64 {
    match node {
        Node::Op(op) => match op.family() {
            Family::Base => 3.0,
            family if family.in_vocabulary() => 4.5,
            _ => f64::from(op.bits()),
        },
        Node::N | Node::Bound(_) => 2.5,
        Node::Prev(back) => 2.5 + 1.5 * f64::from(*back).log2(),
        Node::Int(value) => {
            let sign = if value.is_negative() { 1.0 } else { 0.0 };
            2.5 + sign + 2.0 * (1.0 + value.to_f64().abs()).log2()
        }
        Node::Const(_) => 5.0,
        Node::Real(value) => {
            let digits = format!("{value:e}").bytes().filter(u8::is_ascii_digit).count();
            4.0 + 3.4 * digits as f64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;
    use ansatz_expr::Int;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    fn weighed(words: &str, terms: &[i64]) -> Evidence {
        let expr = Expr::from_words(words.split_whitespace()).unwrap();
        let proposal = Proposal::new(expr, Origin::Enumerative);
        let terms = ints(terms);
        Evidence::weigh(
            &proposal,
            &Fit::of(&proposal, &terms, 0.0),
            &Int::bits(&terms),
            &Digits::of(&terms),
            proposal.origin.is_search(),
        )
    }

    #[test]
    fn longer_laws_and_larger_constants_cost_more() {
        let bits =
            |words: &str| description_bits(&Expr::from_words(words.split_whitespace()).unwrap());
        assert!(bits("u1") < bits("u9"));
        assert!(bits("mul 2 u1") < bits("mul 1000 u1"));
        assert!(bits("add u1 u2") < bits("add u1 add u2 n"));
        assert!(bits("mul pi n") < bits("mul 3.14159 n"));
    }

    #[test]
    fn verdicts_follow_the_weight_of_the_terms() {
        let powers: Vec<i64> = (0..12).map(|k| 3i64.pow(k)).collect();
        let strong = weighed("mul 3 u1", &powers);
        assert_eq!(strong.verdict, Verdict::Verified { spare: 11 });
        assert_eq!((strong.given, strong.reproduced, strong.wrong), (1, 11, 0));
        assert_eq!(weighed("mul 3 u1", &powers[..4]).verdict, Verdict::Weak);
        assert_eq!(weighed("mul 3 u1", &[1, 3, 9, 26]).verdict, Verdict::Approximate);
        assert_eq!(weighed("u1", &[]).verdict, Verdict::Weak);
    }

    #[test]
    fn a_period_seen_once_is_not_proof() {
        let terms = [8, 3, 41, 19, 27, 65, 2, 50, 8, 3, 41, 19];
        assert_eq!(weighed("u8", &terms).verdict, Verdict::Weak);
        let often = [terms.as_slice(), &terms[4..8], &terms[..8], &terms[..8]].concat();
        assert!(weighed("u8", &often).verdict.is_verified());
    }

    #[test]
    fn verdicts_read_as_sentences() {
        assert_eq!(Verdict::Verified { spare: 7 }.to_string(), "verified on 7 spare terms");
        assert_eq!(Verdict::Weak.to_string(), "fits, weak evidence");
        assert_eq!(Verdict::Approximate.to_string(), "approximate");
    }

    fn rounded(law: &str, first: &[f64], count: usize) -> (Proposal, Vec<f64>) {
        let expr = Expr::from_words(law.split_whitespace()).unwrap();
        let mut terms = first.to_vec();
        while terms.len() < count {
            terms.push(expr.eval(&terms).unwrap());
        }
        let cut = |term: f64| format!("{term:.3e}").parse().unwrap();
        (Proposal::new(expr, Origin::Enumerative), terms.into_iter().map(cut).collect())
    }

    fn verdict(proposal: &Proposal, terms: &[f64]) -> Verdict {
        let fit = Fit::of(proposal, terms, f64::tolerance(terms));
        let digits = Digits::of(terms);
        Evidence::weigh(proposal, &fit, &f64::bits(terms), &digits, proposal.origin.is_search())
            .verdict
    }

    #[test]
    fn a_measured_number_is_not_verified_by_four_digits() {
        let (law, terms) = rounded("add sin u1 mul 1.234 n", &[0.3], 25);
        assert_eq!(verdict(&law, &terms), Verdict::Weak);
        let (law, terms) = rounded("add sin u1 n", &[0.3], 25);
        assert!(verdict(&law, &terms).is_verified());
    }

    #[test]
    fn long_laws_that_were_searched_for_are_not_verified_by_four_digits() {
        let long = "add sin u1 div mul n cos add n u2 add 7 abs u3";
        let (mut law, terms) = rounded(long, &[0.3, 1.7, -2.0], 30);
        assert_eq!(verdict(&law, &terms), Verdict::Weak);
        law.origin = Origin::Beam;
        assert!(verdict(&law, &terms).is_verified());
    }
}
