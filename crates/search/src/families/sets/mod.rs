//! Numbers that have a property: sets of integers in increasing order.
//!
//! For the terms shown, [`find`] looks for properties P such that each term is the
//! least m above the one before with P(m). A property is a conjunction of few simple
//! ones, each of which all terms have: a function of m (of its divisors, its digits,
//! its residues …) has one value at all of them, or two functions are equal. Each
//! has a price in bits, about log2 of how many like it there are; a law is
//! believed if it costs less than the choice of the terms shown among all numbers
//! up to the last.

mod complement;
mod cover;
mod features;
mod forms;
mod functions;
mod law;
mod pairs;
mod predicates;
mod propose;
mod shapes;
mod steps;
mod term;
#[cfg(test)]
mod tests;
mod universe;

use ansatz_expr::{math, sort};
use complement::complements;
use cover::{Conjunction, conjunctions};
use functions::{Binary, Unary};
use law::Image;
pub use law::SetLaw;
use predicates::choose_bits;
pub use propose::Sets;
use term::MemberExpr;
use universe::Universe;

/// Larger terms are not looked at.
const LARGEST: i64 = 1 << 40;

/// Fewer terms cannot pay for any law.
const FEWEST: usize = 6;

/// Where no law saves so many bits, images of sets are looked for as well.
const DOUBTFUL: f64 = 12.0;

/// How many terms at the start may be exceptions.
const FREE: usize = 2;

/// The laws of this kind that explain the terms, best first.
pub fn find(terms: &[i64]) -> Vec<SetLaw> {
    let mut laws = Vec::new();
    if terms.len() < FEWEST + FREE {
        return laws;
    }
    if let Some((low, high)) = two_values(terms) {
        indicator(terms, low, high, &mut laws);
    } else if let Some((values, first)) = steps::two_valued(terms)
        && let Some((low, high)) = two_values(values.as_ref())
    {
        places(&values, first, low, high, &mut laws);
        for law in &mut laws {
            if let Image::Indicator { shift, no, yes } = law.image {
                law.image = Image::Counts { shift, no, yes };
                law.skip = 1;
            }
        }
    } else {
        let increasing = |terms: &[i64]| terms.windows(2).all(|pair| pair[0] < pair[1]);
        let skip = (0..=FREE).find(|&skip| increasing(terms.get(skip..).unwrap_or_default()));
        let Some(&last) = terms.last() else { return laws };
        let Some(skip) = skip else {
            steps::propose(terms, &mut laws);
            return sorted(laws);
        };
        if last > LARGEST || terms.get(skip).is_none_or(|&first| first < 0) {
            return laws;
        }
        for (property, explained, skip) in explain(terms, skip, 0.0) {
            let bits = property.bits;
            laws.push(SetLaw { image: Image::Itself, property, bits, explained, skip });
        }
        if laws.iter().all(|law| law.margin() < DOUBTFUL) {
            images(terms, skip, &mut laws);
        }
        if laws.is_empty() {
            steps::propose(terms, &mut laws);
        }
    }
    sorted(laws)
}

/// The cheapest first.
fn sorted(mut laws: Vec<SetLaw>) -> Vec<SetLaw> {
    sort::by(&mut laws, |a, b| a.bits.total_cmp(&b.bits));
    laws
}

/// The two values of a sequence that has no others.
fn two_values(terms: &[i64]) -> Option<(i64, i64)> {
    let (low, high) = (*terms.iter().min()?, *terms.iter().max()?);
    let both = low < high && terms.iter().all(|&term| term == low || term == high);
    both.then_some((low, high))
}

/// Properties of the numbers from the one at `skip` on, or from one or two later on,
/// with what each explains and from where on.
fn explain(numbers: &[i64], skip: usize, image_bits: f64) -> Vec<(Conjunction, f64, usize)> {
    let required = numbers.get(skip + FREE..).unwrap_or_default();
    let (Some(&first), Some(&last)) = (required.first(), required.last()) else {
        return Vec::new();
    };
    let members = numbers.get(skip..).unwrap_or_default();
    if members.windows(2).all(|pair| pair[0] + 1 == pair[1]) || required.len() < FEWEST {
        return Vec::new();
    }
    let limit = choose_bits((last - first + 1) as f64, required.len() as f64) - image_bits;
    let universe = Universe::new(required, first, last);
    let mut found = fitted(conjunctions(&universe, limit), numbers, skip, image_bits);
    // Where most numbers are in, what is not may be simpler to say.
    let is_dense = (last - first) / 2 < required.len() as i64;
    let is_doubtful = |(law, explained, _): &(Conjunction, f64, usize)| {
        law.margin.min(explained - law.bits) < DOUBTFUL
    };
    if is_dense || found.iter().all(is_doubtful) {
        found.extend(fitted(complements(&universe, limit), numbers, skip, image_bits));
    }
    found
}

/// Those of the properties that tell the numbers from all others, from some place
/// on, and are worth stating.
fn fitted(
    properties: Vec<Conjunction>,
    numbers: &[i64],
    skip: usize,
    image_bits: f64,
) -> Vec<(Conjunction, f64, usize)> {
    let members = numbers.get(skip..).unwrap_or_default();
    let Some(&last) = numbers.last() else { return Vec::new() };
    let mut found = Vec::new();
    for mut conjunction in properties {
        // Several residues and nothing else are a linear recurrence, which others
        // find, or the start of something that is not quite periodic.
        if let [only] = conjunction.predicates.as_slice()
            && only.term.is_long_sum()
        {
            continue;
        }
        // From where on it holds for all members and for nothing between them.
        let is_right = |m: i64| conjunction.holds(m) == members.binary_search(&m).is_ok();
        let mut from = skip + FREE;
        while from > skip
            && let (Some(&number), Some(&after)) = (numbers.get(from - 1), numbers.get(from))
            && (number..after).all(is_right)
        {
            from -= 1;
        }
        let before = from.checked_sub(1).and_then(|at| numbers.get(at)).copied();
        let start = numbers.get(from).copied().unwrap_or(last);
        let low = before.map_or(start.min(1), |before| before + 1).min(start);
        // Where to start must be said if the property does not say it.
        let earlier = (low..start).filter(|&m| conjunction.holds(m)).take(1_000).count();
        if earlier > 0 && before.is_some() {
            continue;
        }
        if earlier > 0 {
            conjunction.bits += 1.0 + 1.5 * math::log2(earlier as f64 + 1.0);
        }
        conjunction.bits += image_bits + 4.0 * (from - skip) as f64;
        let explained = choose_bits((last - low + 1) as f64, (numbers.len() - from) as f64);
        if conjunction.bits < explained {
            found.push((conjunction, explained, from));
        }
    }
    found
}

/// The places of one of two values.
fn indicator(terms: &[i64], low: i64, high: i64, laws: &mut Vec<SetLaw>) {
    places(terms, 1, low, high, laws);
}

/// The same where the first of the terms has this index.
fn places(terms: &[i64], first: i64, low: i64, high: i64, laws: &mut Vec<SetLaw>) {
    // What changes once or twice is told by the places of the changes.
    if terms.windows(2).filter(|pair| pair[0] != pair[1]).count() < 4 {
        return;
    }
    for shift in [0, -1, 1] {
        for (no, yes) in [(low, high), (high, low)] {
            let places: Vec<i64> = (first..)
                .zip(terms)
                .filter(|(_, term)| **term == yes)
                .map(|(n, _)| n + shift)
                .collect();
            let explained = choose_bits(terms.len() as f64, places.len() as f64) + 3.0;
            let limit = explained - 2.0 * shift.unsigned_abs() as f64;
            let (from, to) = (first + shift, first - 1 + terms.len() as i64 + shift);
            let universe = Universe::new(&places, from, to);
            for property in conjunctions(&universe, limit) {
                let bits = property.bits + 2.0 * shift.unsigned_abs() as f64;
                let image = Image::Indicator { shift, no, yes };
                laws.push(SetLaw { image, property, bits, explained, skip: 0 });
            }
        }
    }
}

/// Terms that are a function of the numbers with a property.
fn images(terms: &[i64], skip: usize, laws: &mut Vec<SetLaw>) {
    for (forward, backward, bits) in functions(terms.get(skip..).unwrap_or_default()) {
        let numbers: Option<Vec<i64>> = terms.iter().map(|&term| backward.value(term)).collect();
        let Some(numbers) = numbers else { continue };
        let mut pairs = terms.iter().zip(&numbers).skip(skip);
        if !pairs.all(|(&term, &number)| forward.value(number) == Some(term)) {
            continue;
        }
        let members = numbers.get(skip..).unwrap_or_default();
        if members.windows(2).any(|pair| pair[0] >= pair[1]) {
            continue;
        }
        for (property, explained, skip) in explain(&numbers, skip, bits) {
            let image = Image::Function { forward: forward.clone(), backward: backward.clone() };
            let bits = property.bits;
            laws.push(SetLaw { image, property, bits, explained, skip });
        }
    }
}

/// Functions with their inverses, and what they cost.
fn functions(members: &[i64]) -> Vec<(MemberExpr, MemberExpr, f64)> {
    let mut functions = Vec::new();
    let power = |k| MemberExpr::binary(Binary::Pow, MemberExpr::M, MemberExpr::Const(k));
    let root = || MemberExpr::unary(Unary::Isqrt, MemberExpr::M);
    if let Some(&first) = members.first() {
        let step = members
            .iter()
            .fold(0, |gcd, member| Binary::Gcd.apply(gcd, member - first).unwrap_or(1));
        if step > 1 {
            let rest = first.rem_euclid(step);
            let back = MemberExpr::M.plus(-rest);
            let backward = MemberExpr::binary(Binary::Idiv, back, MemberExpr::Const(step));
            let offset = if rest == 0 { 1.0 } else { math::log2(step as f64).max(1.0) + 1.0 };
            let bits = features::int_bits(step) + offset;
            functions.push((MemberExpr::linear(step, rest), backward, bits));
        }
    }
    functions.push((power(2), root(), 3.0));
    let cube_root = MemberExpr::binary(Binary::Iroot, MemberExpr::M, MemberExpr::Const(3));
    functions.push((power(3), cube_root, 4.0));
    // m(m + 2), which is one less than a square.
    let next = MemberExpr::binary(Binary::Add, power(2), MemberExpr::linear(2, 0));
    let back = MemberExpr::unary(Unary::Isqrt, MemberExpr::linear(1, 1)).plus(-1);
    functions.push((next, back, 6.0));
    for c in [-1, 1, 2, -2] {
        let back = MemberExpr::unary(Unary::Isqrt, MemberExpr::M.plus(-c));
        functions.push((power(2).plus(c), back, 6.0));
    }
    let oblong = MemberExpr::binary(Binary::Add, power(2), MemberExpr::M);
    functions.push((oblong.clone(), root(), 5.0));
    let half = MemberExpr::binary(Binary::Idiv, oblong, MemberExpr::Const(2));
    let back = MemberExpr::unary(Unary::Isqrt, MemberExpr::linear(2, 0));
    functions.push((half, back, 4.0));
    let prime = MemberExpr::unary(Unary::Prime, MemberExpr::M);
    functions.push((prime, MemberExpr::unary(Unary::PrimePi, MemberExpr::M), 4.0));
    functions
}
