//! Sets told by what is not in them: the numbers left out have a property.

use super::cover::{Conjunction, conjunctions};
use super::functions::{Binary, Unary};
use super::predicates::Predicate;
use super::term::MemberExpr;
use super::universe::Universe;

/// Fewer numbers left out prove no property of theirs.
const FEWEST: usize = 5;
/// How many times more numbers may be left out than are in the set: where most are,
/// what the set has in common is simpler to say.
const MOST_PER_MEMBER: usize = 3;
/// What it takes to say that the property is that of the others, in bits.
const NOT_BITS: f64 = 1.5;

/// Properties that the members do not have and every other number of the universe
/// has, as properties of the members.
pub(super) fn complements(universe: &Universe<'_>, limit: f64) -> Vec<Conjunction> {
    let most = MOST_PER_MEMBER * universe.members.len();
    let others: Vec<i64> = (universe.low..=universe.high)
        .take(20 * most)
        .filter(|&m| universe.is_other(m))
        .take(most + 1)
        .collect();
    let width = universe.high - universe.low;
    if !(FEWEST..=most).contains(&others.len()) || width >= 20 * most as i64 {
        return Vec::new();
    }
    let prime = MemberExpr::unary(Unary::IsPrime, MemberExpr::M);
    let is_prime = |predicate: &Predicate| predicate.term == prime;
    // Where all members are prime, so are the others that are looked at.
    let left_out = Universe { members: &others, ..*universe };
    let negated = conjunctions(&left_out, limit - NOT_BITS).into_iter().filter_map(|found| {
        let among_primes = universe.primes.then_some(Predicate { term: prime.clone(), bits: 2.5 });
        let mut parts = found.predicates;
        if universe.primes {
            parts.retain(|part| !is_prime(part));
        }
        let bits = found.bits + NOT_BITS;
        let whole = parts.into_iter().map(|part| part.term);
        let whole = whole.reduce(|a, b| MemberExpr::binary(Binary::Mul, a, b))?;
        let not = Predicate { term: negation(whole), bits };
        let predicates = among_primes.into_iter().chain([not]).collect();
        Some(Conjunction { predicates, bits, margin: found.margin - NOT_BITS })
    });
    negated.collect()
}

/// That a property does not hold.
fn negation(term: MemberExpr) -> MemberExpr {
    match term {
        MemberExpr::Binary(Binary::Eq, a, b) => MemberExpr::Binary(Binary::Ne, a, b),
        MemberExpr::Binary(Binary::Ne, a, b) => MemberExpr::Binary(Binary::Eq, a, b),
        MemberExpr::Binary(Binary::Lt, a, b) => MemberExpr::Binary(Binary::Le, b, a),
        MemberExpr::Binary(Binary::Le, a, b) => MemberExpr::Binary(Binary::Lt, b, a),
        other => other.equals(0),
    }
}
