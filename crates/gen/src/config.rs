//! Every hyperparameter of the generator.

use ansatz_expr::{Domain, Expr, Family};
use serde::{Deserialize, Serialize};

use crate::{Error, tree::TreeCounts};

/// The hyperparameters: the paper's table of them and what its code adds.
///
/// [`GenConfig::integer`] and [`GenConfig::float`] are the paper's; change
/// single fields from there:
///
/// ```
/// use ansatz_gen::GenConfig;
/// let config = GenConfig { max_ops: 5, ..GenConfig::integer() };
/// # assert_eq!(config.max_degree, 6);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenConfig {
    /// Integers or floats.
    pub domain: Domain,
    /// The families whose operators trees are made of.
    pub families: Vec<Family>,
    /// If set, every law has at least one operator of this family, which must
    /// be among `families`.
    pub required_family: Option<Family>,
    /// The fewest operators of a tree.
    pub min_ops: usize,
    /// The most operators of a tree (the paper's o_max); their number is
    /// uniform between the two.
    pub max_ops: usize,
    /// The deepest `u(n-k)` (the paper's d_max): k is uniform up to a degree
    /// that is itself uniform in 1..=max_degree.
    pub max_degree: u16,
    /// Probability that a leaf is a constant.
    pub p_const: f64,
    /// Probability that a leaf is the index n.
    pub p_n: f64,
    /// Probability that a leaf is an earlier term. The three sum to 1.
    pub p_prev: f64,
    /// Constants are the integers from -max_constant to max_constant but 0.
    pub max_constant: u32,
    /// Floats: e, pi and euler_gamma are constants too, each as likely as any
    /// single integer.
    pub named_constants: bool,
    /// Floats: constants are instead uniform reals in ±max_constant.
    pub real_constants: bool,
    /// First terms are uniform in ±max_first_term: integers or reals.
    pub max_first_term: u32,
    /// The fewest terms that are computed and shown (the paper's l_min).
    pub min_length: usize,
    /// The most (l_max). As many first terms as the law looks back come on top.
    pub max_length: usize,
    /// How many further terms are computed and checked: the ones to predict.
    pub extra_terms: usize,
    /// Sequences with a term above this in magnitude are rejected.
    pub max_abs: f64,
    /// Sequences whose shown terms need more tokens are rejected.
    pub max_input_tokens: usize,
    /// Sequences are rejected if so many of the last shown terms have equal
    /// absolute gaps; 0 lets all pass.
    pub tail_terms: usize,
}

impl GenConfig {
    /// The paper's integer sequences, up to 10 operators.
    pub fn integer() -> GenConfig {
        GenConfig {
            domain: Domain::Integer,
            families: vec![
                Family::Base,
                Family::IntegerDivision,
                Family::Piecewise,
                Family::Square,
            ],
            required_family: None,
            min_ops: 1,
            max_ops: 10,
            max_degree: 6,
            p_const: 1.0 / 3.0,
            p_n: 1.0 / 3.0,
            p_prev: 1.0 / 3.0,
            max_constant: 10,
            named_constants: false,
            real_constants: false,
            max_first_term: 10,
            min_length: 5,
            max_length: 30,
            extra_terms: 10,
            max_abs: 1e100,
            max_input_tokens: 199,
            tail_terms: 5,
        }
    }

    /// The paper's float sequences, up to 10 operators.
    pub fn float() -> GenConfig {
        GenConfig {
            domain: Domain::Float,
            families: vec![
                Family::Base,
                Family::Piecewise,
                Family::Square,
                Family::Division,
                Family::Root,
                Family::Exponential,
                Family::Trigonometric,
            ],
            named_constants: true,
            max_abs: 1e103,
            ..GenConfig::integer()
        }
    }

    /// The paper's sets of functions outside the vocabulary: up to 5
    /// operators, of which at least one is of the family and the others are
    /// additions, subtractions and multiplications.
    pub fn outside_vocabulary(family: Family) -> GenConfig {
        GenConfig {
            families: vec![Family::Base, family],
            required_family: Some(family),
            max_ops: 5,
            ..GenConfig::float()
        }
    }

    /// The paper's groups of float operators: additions, subtractions,
    /// multiplications and one family.
    pub fn one_family(family: Family) -> GenConfig {
        let mut families = vec![Family::Base, family];
        families.dedup();
        GenConfig { families, ..GenConfig::float() }
    }

    /// The paper's sets of constants outside the vocabulary: reals instead of
    /// small integers and named constants.
    pub fn real_constants() -> GenConfig {
        GenConfig { named_constants: false, real_constants: true, ..GenConfig::float() }
    }

    /// Checks each field on its own and against the others.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let bad = |field, value: &dyn std::fmt::Display, problem| {
            Err(Error::BadConfig { field, value: value.to_string(), problem })
        };
        if self.min_ops > self.max_ops {
            return bad("min_ops", &self.min_ops, "must not be above max_ops");
        }
        if self.max_ops > TreeCounts::MAX_OPS {
            return bad("max_ops", &self.max_ops, "must be at most 24");
        }
        if self.max_degree == 0 {
            return bad("max_degree", &self.max_degree, "must be at least 1");
        }
        for (field, p) in [("p_const", self.p_const), ("p_n", self.p_n), ("p_prev", self.p_prev)] {
            if !(0.0..=1.0).contains(&p) {
                return bad(field, &p, "must be a probability");
            }
        }
        let sum = self.p_const + self.p_n + self.p_prev;
        if (sum - 1.0).abs() > 1e-9 {
            return bad("p_const + p_n + p_prev", &sum, "must sum to 1");
        }
        if self.max_constant == 0 && (self.real_constants || !self.named_constants) {
            return bad("max_constant", &self.max_constant, "leaves no constant to draw");
        }
        if self.domain == Domain::Integer && (self.named_constants || self.real_constants) {
            let problem = "named and real constants exist for floats only";
            return bad("domain", &self.domain, problem);
        }
        if self.min_length == 0 || self.min_length > self.max_length {
            return bad("min_length", &self.min_length, "must be between 1 and max_length");
        }
        if self.max_length > GenConfig::MAX_TERMS || self.extra_terms > GenConfig::MAX_TERMS {
            let most = self.max_length.max(self.extra_terms);
            return bad("max_length or extra_terms", &most, "must be at most 10000");
        }
        if self.max_abs.is_nan() || self.max_abs <= 0.0 {
            return bad("max_abs", &self.max_abs, "must be above 0");
        }
        if self.domain == Domain::Integer && self.max_abs > 1e100 {
            return bad("max_abs", &self.max_abs, "integers are exact up to 1e100 only");
        }
        if let Some(family) = self.required_family
            && !self.families.contains(&family)
        {
            return bad("required_family", &format!("{family:?}"), "must be among families");
        }
        Ok(())
    }

    /// Far above any use, far below what would exhaust the memory.
    const MAX_TERMS: usize = 10_000;
}

// The largest tree is 2·ops + 1 nodes.
const _: () = assert!(2 * TreeCounts::MAX_OPS < Expr::MAX_NODES);

#[cfg(test)]
mod tests {
    use ansatz_expr::Op;

    use super::*;

    #[test]
    fn json_leads_back() {
        for config in [
            GenConfig::integer(),
            GenConfig::float(),
            GenConfig { real_constants: true, ..GenConfig::float() },
            GenConfig::outside_vocabulary(Family::Polynomial),
        ] {
            let json = serde_json::to_string(&config).unwrap();
            assert_eq!(serde_json::from_str::<GenConfig>(&json).unwrap(), config);
        }
        let json = serde_json::to_string(&GenConfig::integer()).unwrap();
        let misspelt = json.replace("max_ops", "max_opps");
        assert!(serde_json::from_str::<GenConfig>(&misspelt).is_err());
    }

    #[test]
    fn the_defaults_use_the_whole_vocabulary() {
        for config in [GenConfig::integer(), GenConfig::float()] {
            let chosen: Vec<Op> = Op::ALL
                .iter()
                .copied()
                .filter(|op| op.exists_in(config.domain) && config.families.contains(&op.family()))
                .collect();
            assert_eq!(chosen, Op::vocabulary(config.domain).collect::<Vec<Op>>());
        }
    }
}
