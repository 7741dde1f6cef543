//! How much a fit proves: the length of a law against the information in the
//! terms that it explains.
//!
//! A law that fits is either right or lucky. Laws that take B bits to state
//! number about 2^B, so one of them fits terms that carry I bits by luck with
//! a chance of about 2^(B−I). The margin between the two is what decides.

use std::fmt;

use ansatz_expr::{Expr, Node, Op, math};

use crate::price::{description_bits, exotic_bits};
use crate::verify::{Fit, Term};
use crate::{Measurement, Probability, Problem, Proposal};

/// What counts as evidence. The numbers are measured, not derived: the terms of
/// real sequences are less surprising than our code makes them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// How far the information in the explained terms must exceed the length of
    /// the law, in bits, for a law to count as verified. Fitted to the share of
    /// right answers among verified ones, 2,335 OEIS sequences of 25 terms that
    /// are in no test bed: 95.3 % with 14 bits, 97.3 % with 20 and the 80 below.
    pub margin: f64,
    /// How much further for a law that only a search has found. The enumerator
    /// covers about 2^33 laws (a bank of 100,000 expressions, and every pair of
    /// them), so among those some fit by luck; and of sequences that merely grow
    /// smoothly our code makes too much. Fitted to the same sequences: of ten laws
    /// that it alone called verified with 50 bits more four were right.
    pub search_bits: f64,
    /// What it takes to say which classical method and which shape of law found
    /// a fit, in bits. Fitted with `margin`.
    pub shape_bits: f64,
    /// How much of its writing a solved law costs besides, so that of two that
    /// the same terms state the shorter wins.
    pub writing_share: f64,
    /// What it takes to say that one more term is an exception than the law
    /// needs to begin, in bits: who excepted one may have to except the next.
    pub exception_bits: f64,
    /// What each term that the law looks back costs beyond its writing, in bits:
    /// a law that has begun to repeat late may be about to stop.
    pub lag_bits: f64,
    /// `margin` where terms are shown with few digits: forecasts have already
    /// told what is easy, and `lead_bits` asks for more. Fitted to generated
    /// float sequences of four digits.
    pub few_digits_margin: f64,
    /// `search_bits` where terms are shown with few digits, with
    /// `shortest_bits` besides.
    pub few_digits_search_bits: f64,
    /// A law longer than this that only the enumerator has found is at the edge
    /// of what it looks at, so that it need not be the shortest. Four digits are
    /// often met by another law than the true one, if that is longer still: on
    /// 200 generated sequences, about a third of the laws beyond it that passed
    /// all other tests were wrong.
    pub shortest_bits: f64,
    /// By how many bits the description with the best law must be shorter than
    /// with any other that continues differently, where terms are shown with few
    /// digits.
    pub lead_bits: f64,
    /// What it takes to say that terms shown with few digits are a law's values
    /// rounded, in bits. A law that gives the decimals themselves need not say
    /// so: 0.5 is 1/2 before it is cos(1).
    pub rounding_bits: f64,
    /// How many terms must be left as proof.
    pub least_spare: usize,
    /// How many terms must be left for each that was given or fitted. Of ten
    /// laws with fewer that passed all other tests two were wrong, on OEIS
    /// sequences of 25 terms; of those with more, two in a hundred.
    pub spare_per_freedom: f64,
    /// How many terms must be explained for each that the law looks back: what
    /// has come round once may do so differently the next time.
    pub explained_per_lag: f64,
    /// How many terms must be explained for each exception.
    pub explained_per_exception: f64,
    /// By how much a law may be longer than all the terms and still be proposed by
    /// families that make many. Of 123 laws beyond it one was right on the next
    /// ten terms.
    pub most_excess_bits: f64,
}

impl Thresholds {
    /// Those that predictions are made with.
    pub const FITTED: Thresholds = Thresholds {
        margin: 20.0,
        search_bits: 80.0,
        shape_bits: 14.0,
        writing_share: 0.02,
        exception_bits: 1.0,
        lag_bits: 0.25,
        few_digits_margin: 5.0,
        few_digits_search_bits: 20.0,
        shortest_bits: 33.0,
        lead_bits: 8.0,
        rounding_bits: 18.0,
        least_spare: 3,
        spare_per_freedom: 0.55,
        explained_per_lag: 1.5,
        explained_per_exception: 2.0,
        most_excess_bits: 15.0,
    };
}

/// What can be said for a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Every term fits, and enough of them are proof.
    Verified {
        /// How many terms were left after all that was given or fitted.
        spare: usize,
    },
    /// Every term fits, and the law is more likely right than not.
    Likely,
    /// Every term fits, but so would other laws as short.
    Weak,
    /// The terms are the law's values and noise: see [`Measurement`].
    Fits {
        /// The standard deviation of the noise in millionths of the terms.
        noise_ppm: u32,
    },
    /// Some terms are off.
    Approximate,
}

impl Verdict {
    /// The level of a law that fits, by how likely it is; `spare` terms are left as
    /// proof.
    pub fn of(probability: Probability, spare: usize) -> Verdict {
        match probability.ten {
            ten if ten >= Probability::VERIFIED && spare >= Probability::LEAST_SPARE => {
                Verdict::Verified { spare }
            }
            ten if ten >= Probability::LIKELY => Verdict::Likely,
            _ => Verdict::Weak,
        }
    }

    /// Whether the law is verified.
    pub fn is_verified(self) -> bool {
        matches!(self, Verdict::Verified { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Verified { spare } => write!(f, "verified on {spare} spare terms"),
            Verdict::Likely => f.write_str("likely"),
            Verdict::Weak => f.write_str("fits, weak evidence"),
            Verdict::Fits { noise_ppm } => {
                let percent = f64::from(*noise_ppm) / 1e4;
                // Two digits say enough of an estimate.
                let places = (1 - math::log10(percent).floor() as i32).clamp(0, 4) as usize;
                write!(f, "fits within {percent:.places$} % noise")
            }
            Verdict::Approximate => f.write_str("approximate"),
        }
    }
}

/// The evidence for a law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// How many terms were given to it.
    pub given: usize,
    /// How many terms it does not explain, beyond those it needs to begin: given ones,
    /// and such as it says one by one ([`exceptions`]).
    pub exceptions: usize,
    /// How many of the others it reproduces.
    pub reproduced: usize,
    /// How many of the others it misses.
    pub wrong: usize,
    /// Degrees of freedom used up: terms given, terms filled in, and numbers fitted.
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
    /// What it takes to say that its values were rounded.
    pub rounding_bits: f64,
    /// What it comes to.
    pub verdict: Verdict,
    /// What it would come to if no other law were as short.
    unrivalled: Verdict,
}

impl Evidence {
    /// Weighs a fit. `only_searched` says whether nobody but a search through
    /// many laws stands for this one.
    pub fn weigh<T: Term>(
        proposal: &Proposal,
        fit: &Fit<T>,
        problem: &Problem<'_, T>,
        only_searched: bool,
    ) -> Evidence {
        if let Some(measurement) = &proposal.measurement {
            return Evidence::of_noise(measurement, proposal, fit);
        }
        let (digits, limits) = (problem.digits(), problem.thresholds());
        // Decimals that a law gives to the last digit are integers in other units.
        let is_decimal = fit.exactly && digits.are_few();
        let term_bits = if is_decimal { problem.exact_bits() } else { problem.bits() };
        let given = fit.start;
        let shown = term_bits.len().max(given);
        let bits_of =
            |from: usize, to: usize| -> f64 { term_bits.iter().take(to).skip(from).sum() };
        // Terms that were filled in to fit are no proof, wherever they stand.
        let filled = problem.filled();
        let filled_bits: f64 = filled.iter().filter_map(|&index| term_bits.get(index)).sum();
        let freedom = given + proposal.fitted + filled.len();
        let spare = shown.saturating_sub(freedom);
        let reach = proposal.expr.degree().saturating_sub(proposal.lead).min(given);
        let exceptions = given - reach + exceptions(&proposal.expr).len();
        // What was solved for can be stated by the terms it was solved from.
        let exotic = if digits.are_few() { exotic_bits(&proposal.expr) } else { 0.0 };
        let written = description_bits(&proposal.expr) + exotic;
        let told = proposal.stated_bits.unwrap_or_else(|| bits_of(given, given + proposal.fitted));
        let stated = limits.shape_bits + limits.writing_share * written + told;
        let law_bits = match proposal.stated_bits {
            _ if proposal.solved => written.min(stated),
            Some(_) => stated,
            None => written,
        };
        let law_bits =
            law_bits + limits.exception_bits * exceptions as f64 + limits.lag_bits * reach as f64;
        // Whatever it begins with that was filled in had to be chosen.
        let chosen: f64 =
            filled.iter().filter(|index| **index < given).filter_map(|&at| term_bits.get(at)).sum();
        let law_bits = law_bits + chosen;
        // Laws are compared by these, so they are the same for all.
        let given_bits = problem.bits().iter().take(given).sum();
        let explained = term_bits.iter().skip(given);
        let open_bits: f64 = explained.zip(&fit.open).map(|(bits, open)| bits.min(*open)).sum();
        let computed = filled.iter().filter(|index| **index >= given).count();
        let explained_bits = (bits_of(given, shown) - open_bits - (filled_bits - chosen)).max(0.0);
        let explained_enough = spare as f64 >= limits.spare_per_freedom * freedom as f64
            && (shown - given - computed) as f64
                >= limits.explained_per_lag * reach as f64
                    + limits.explained_per_exception * exceptions as f64;
        let (margin, search) = match digits.are_few() {
            false => (limits.margin, limits.search_bits),
            true if is_decimal => (limits.margin, limits.few_digits_search_bits),
            true => (limits.few_digits_margin, limits.few_digits_search_bits),
        };
        let margin = margin + if only_searched { search } else { 0.0 };
        // A number that was measured on rounded terms is as good as those are.
        let is_measured = |node: &Node| matches!(node, Node::Real(_));
        let blurred = digits.are_few()
            && !is_decimal
            && (proposal.expr.nodes().iter().any(is_measured)
                || (only_searched && written > limits.shortest_bits));
        let verdict = if !fit.is_exact() {
            Verdict::Approximate
        } else if spare >= limits.least_spare
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
            exceptions,
            reproduced: (fit.errors.len() - fit.wrong).saturating_sub(computed),
            wrong: fit.wrong,
            freedom,
            spare,
            law_bits,
            given_bits,
            term_bits: explained_bits,
            open_bits,
            rounding_bits: if digits.are_few() && !is_decimal { limits.rounding_bits } else { 0.0 },
            verdict,
            unrivalled: verdict,
        }
    }

    /// Of a law that was fitted to terms with noise: it explains what a constant with
    /// noise does not.
    fn of_noise<T: Term>(measured: &Measurement, proposal: &Proposal, fit: &Fit<T>) -> Evidence {
        let freedom = fit.start + proposal.fitted;
        let shown = fit.start + fit.errors.len();
        let verdict = measured.verdict();
        Evidence {
            given: fit.start,
            exceptions: 0,
            reproduced: fit.errors.len() - fit.wrong,
            wrong: fit.wrong,
            freedom,
            spare: shown.saturating_sub(freedom),
            law_bits: measured.law_bits + measured.digit_bits,
            given_bits: 0.0,
            term_bits: measured.constant_bits - measured.rest_bits,
            open_bits: measured.rest_bits,
            rounding_bits: 0.0,
            verdict,
            unrivalled: verdict,
        }
    }

    /// What it takes to state all the terms with this law: the law, the terms
    /// given to it, what it leaves open of the others, and that it does. The
    /// shortest description wins.
    pub fn total_bits(&self) -> f64 {
        self.law_bits + self.given_bits + self.open_bits + self.rounding_bits
    }

    /// Takes into account by how many bits all other laws that fit are longer,
    /// in terms of [`Evidence::total_bits`].
    pub(crate) fn settle(&mut self, lead: f64, limits: &Thresholds) {
        self.verdict = match self.unrivalled {
            Verdict::Verified { .. } if lead < limits.lead_bits => Verdict::Weak,
            verdict => verdict,
        };
    }

    /// The same with the verdict that the probability of a law that fits makes.
    pub fn told(self, probability: Probability) -> Evidence {
        Evidence { verdict: Verdict::of(probability, self.spare), ..self }
    }

    /// The same where another writing of the law has so many exceptions.
    pub fn with_exceptions(self, exceptions: usize) -> Evidence {
        Evidence { exceptions, ..self }
    }

    /// By how many bits the law is shorter than what it explains.
    pub fn margin(&self) -> f64 {
        self.term_bits - self.law_bits
    }
}

/// The indices of the terms that a law says one by one before it says the others, as
/// `if(n == 5, 26, n^2)` does.
///
/// ```
/// use ansatz_expr::Expr;
/// let law = Expr::parse("if(n == 5, 26, n^2)")?;
/// assert_eq!(ansatz_search::exceptions(&law), [5]);
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
pub fn exceptions(law: &Expr) -> Vec<usize> {
    apart(law).0
}

/// The same, and the law without them.
pub(crate) fn apart(law: &Expr) -> (Vec<usize>, Expr) {
    let mut nodes = law.nodes();
    let mut indices = Vec::new();
    while let [Node::Op(Op::If), Node::Op(Op::Eq), sides @ ..] = nodes
        && let [Node::N, Node::Int(index), Node::Int(_), rest @ ..]
        | [Node::Int(index), Node::N, Node::Int(_), rest @ ..] = sides
        && let Some(index) = index.to_i128().and_then(|index| usize::try_from(index).ok())
    {
        indices.push(index);
        nodes = rest;
    }
    // What is left is the last operand, and a whole law.
    let regular = Expr::from_prefix(nodes.to_vec()).unwrap_or_else(|_| law.clone());
    (indices, regular)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposal::testing::{SEARCHER, WRITER};
    use ansatz_expr::Int;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    fn weigh<T: Term>(proposal: &Proposal, problem: &Problem<'_, T>) -> Evidence {
        let fit = Fit::of(proposal, problem);
        Evidence::weigh(proposal, &fit, problem, proposal.origin.searches)
    }

    fn weighed(words: &str, terms: &[i64]) -> Evidence {
        let expr = Expr::from_words(words.split_whitespace()).unwrap();
        let proposal = Proposal::new(expr, &SEARCHER);
        let terms = ints(terms);
        weigh(&proposal, &Problem::new(&terms))
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
        let often = [&terms[..8]; 6].concat();
        assert!(weighed("u8", &often).verdict.is_verified());
    }

    #[test]
    fn verdicts_read_as_sentences() {
        assert_eq!(Verdict::Verified { spare: 7 }.to_string(), "verified on 7 spare terms");
        assert_eq!(Verdict::Weak.to_string(), "fits, weak evidence");
        assert_eq!(Verdict::Approximate.to_string(), "approximate");
        let noise = |noise_ppm| Verdict::Fits { noise_ppm }.to_string();
        assert_eq!(noise(11_234), "fits within 1.1 % noise");
        assert_eq!(noise(340_000), "fits within 34 % noise");
        assert_eq!(noise(52), "fits within 0.0052 % noise");
    }

    fn rounded(law: &str, first: &[f64], count: usize) -> (Proposal, Vec<f64>) {
        let expr = Expr::from_words(law.split_whitespace()).unwrap();
        let mut terms = first.to_vec();
        while terms.len() < count {
            terms.push(expr.eval(&terms).unwrap());
        }
        let cut = |term: f64| format!("{term:.3e}").parse().unwrap();
        (Proposal::new(expr, &SEARCHER), terms.into_iter().map(cut).collect())
    }

    fn verdict(proposal: &Proposal, terms: &[f64]) -> Verdict {
        weigh(proposal, &Problem::new(terms)).verdict
    }

    #[test]
    fn a_family_may_have_a_code_of_its_own() {
        let terms = ints(&[1, 3, 9, 27, 81, 243, 729, 2187, 6561]);
        let expr = Expr::from_words(["mul", "3", "u1"]).unwrap();
        let law_bits = |stated_bits| {
            let proposal = Proposal { stated_bits, ..Proposal::new(expr.clone(), &WRITER) };
            weigh(&proposal, &Problem::new(&terms)).law_bits
        };
        let difference = law_bits(Some(50.0)) - law_bits(Some(10.0));
        assert!((difference - 40.0).abs() < 1e-9, "{difference}");
        assert!(law_bits(Some(10.0)) > 10.0 + Thresholds::FITTED.shape_bits);
        assert!(law_bits(None) < law_bits(Some(50.0)));
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
        law.origin = &WRITER;
        assert!(verdict(&law, &terms).is_verified());
    }

    #[test]
    fn exceptions_are_read_off_the_law() {
        let law = |text: &str| Expr::parse(text).unwrap();
        assert_eq!(exceptions(&law("if(n == 3, 7, if(n == 9, 1, 2*n))")), [3, 9]);
        assert!(exceptions(&law("if(n % 2 == 0, 7, n)")).is_empty());
        assert!(exceptions(&law("n + if(n == 3, 7, 0)")).is_empty());
    }
}
