//! Conjunctions of properties that no number between the members has.

use ansatz_expr::{math, sort};

use super::functions::Unary;
use super::predicates::{Predicate, choose_bits, common_properties, is_chance};
use super::term::MemberExpr;
use super::universe::Universe;

/// How many numbers that are no members are looked at before all of them are.
const SAMPLE: usize = 256;
const WORDS: usize = SAMPLE / 64;
type Mask = [u64; WORDS];

/// Some properties, all of which hold for the members and for no other number of
/// the universe, as far as looked at.
#[derive(Debug, Clone)]
pub(crate) struct Conjunction {
    pub(crate) predicates: Vec<Predicate>,
    pub(crate) bits: f64,
    /// What the least useful of the properties saves, in bits: without it, so many
    /// other numbers would be there that to choose the members among them costs
    /// more than to state it.
    pub(crate) margin: f64,
}

impl Conjunction {
    /// Whether m has all the properties.
    pub(crate) fn holds(&self, m: i64) -> bool {
        self.predicates.iter().all(|predicate| predicate.term.holds(m) == Some(true))
    }
}

/// A property with the sampled numbers that have it though they are no members.
struct CandidateProperty<'a> {
    predicate: &'a Predicate,
    false_positives: Mask,
    count: u32,
}

/// How many other numbers are looked at first, to see what is true of most.
const FEW: usize = 12;
/// How many properties are looked into, the cheapest first.
const LOOKED_INTO: usize = 4_000;
/// How many properties are combined.
const KEPT: usize = 250;
/// How many numbers are looked at to be sure of a conjunction.
const LOOKED_AT: i64 = 40_000;
/// How many conjunctions are looked at closely.
const TRIED: usize = 60;

/// The cheapest conjunctions of properties that tell the members from all others.
pub(crate) fn conjunctions(universe: &Universe<'_>, limit: f64) -> Vec<Conjunction> {
    let others = universe.others(SAMPLE);
    let few = others.get(..FEW.min(others.len())).unwrap_or_default();
    let predicates = common_properties(universe.members, few, limit);
    let candidates = candidates(universe, &predicates, &others);
    let mut options = options(&candidates, limit);
    sort::by(&mut options, |a, b| a.0.total_cmp(&b.0));
    let mut found: Vec<Conjunction> = Vec::new();
    let mut budget = 3 * LOOKED_AT;
    // That members are prime is a property too, if it is used.
    let prime = Predicate { term: MemberExpr::unary(Unary::IsPrime, MemberExpr::M), bits: 2.5 };
    let base: Vec<Predicate> = universe.primes.then_some(prime).into_iter().collect();
    if universe.primes && others.is_empty() {
        options = vec![(0.0, Vec::new())];
    }
    for (bits, parts) in options.into_iter().take(TRIED) {
        if found.first().is_some_and(|best| bits > best.bits + 8.0) || found.len() >= 4 {
            break;
        }
        let mut parts: Vec<&CandidateProperty<'_>> =
            parts.iter().filter_map(|&part| candidates.get(part)).collect();
        // What most numbers fail comes first.
        sort::by_key(&mut parts, |part| part.count);
        let predicates = parts.iter().map(|part| part.predicate.clone()).collect();
        let mut conjunction = Conjunction { predicates, bits, margin: 0.0 };
        if let Some(margin) = exact_margin(universe, &conjunction, &mut budget) {
            conjunction.margin = margin;
            // What is true of primes only says so first.
            let implied = conjunction.predicates.iter().any(|predicate| {
                let numbers = universe.low..=universe.high;
                !numbers
                    .take(2_000)
                    .any(|m| !universe.is_member(m) && predicate.term.holds(m) != Some(false))
            });
            if !implied {
                let and = if conjunction.predicates.is_empty() { 0.0 } else { 1.0 };
                conjunction.bits += base.iter().map(|base| base.bits + and).sum::<f64>();
                conjunction.predicates.splice(0..0, base.iter().cloned());
            }
            found.push(conjunction);
        }
    }
    found
}

/// The properties that are not expected of so many members by chance.
fn candidates<'a>(
    universe: &Universe<'_>,
    predicates: &'a [Predicate],
    others: &[i64],
) -> Vec<CandidateProperty<'a>> {
    let mut candidates: Vec<CandidateProperty<'a>> = Vec::new();
    let members = universe.members.len() as f64;
    for predicate in predicates.iter().take(LOOKED_INTO) {
        if candidates.len() >= KEPT {
            break;
        }
        let mut false_positives = [0; WORDS];
        let mut count = 0u32;
        let mut useful = true;
        for (index, &m) in others.iter().enumerate() {
            match (predicate.term.holds(m), false_positives.get_mut(index / 64)) {
                (Some(true), Some(word)) => {
                    *word |= 1 << (index % 64);
                    count += 1;
                }
                // Whoever looks for the next member must be able to tell.
                (None, _) => useful = false,
                _ => {}
            }
            // Most are seen to be of no use soon: those that as many numbers have by
            // chance, and those that exclude no more than a cheaper property.
            let seen = index + 1;
            if useful && seen.is_multiple_of(16) {
                useful = !is_chance(members, predicate.bits, count as usize, seen)
                    && (seen != 128 || count == 0 || !is_weaker(&candidates, &false_positives, 2));
            }
            if !useful {
                break;
            }
        }
        // All that exclude everything are kept: they may differ at the start.
        if useful && (count == 0 || !is_weaker(&candidates, &false_positives, WORDS)) {
            candidates.push(CandidateProperty { predicate, false_positives, count });
        }
    }
    candidates
}

/// Whether one of the candidates excludes all that these exclude, as far as the
/// first words tell.
fn is_weaker(candidates: &[CandidateProperty<'_>], false_positives: &Mask, words: usize) -> bool {
    candidates.iter().any(|other| {
        let pairs = other.false_positives.iter().zip(false_positives).take(words);
        pairs.into_iter().all(|(a, b)| a & !b == 0)
    })
}

/// Sets of candidates that have no sampled number in common, with their prices.
fn options(candidates: &[CandidateProperty<'_>], limit: f64) -> Vec<(f64, Vec<usize>)> {
    let mut options = Vec::new();
    for (a, first) in candidates.iter().enumerate() {
        if first.count == 0 {
            options.push((first.predicate.bits, vec![a]));
            continue;
        }
        for (b, second) in candidates.iter().enumerate().take(a) {
            let bits = first.predicate.bits + second.predicate.bits + 1.0;
            if second.count > 0 && bits < limit {
                let both = and(&first.false_positives, &second.false_positives);
                if is_empty(&both) {
                    options.push((bits, vec![b, a]));
                }
            }
        }
    }
    if let Some(greedy) = greedy(candidates, limit) {
        options.push(greedy);
    }
    triples(candidates, limit, &mut options);
    options
}

/// Three at a time, of the cheapest.
fn triples(candidates: &[CandidateProperty<'_>], limit: f64, options: &mut Vec<(f64, Vec<usize>)>) {
    const CHEAPEST: usize = 100;
    let best = options.iter().map(|option| option.0).fold(limit, f64::min);
    for a in 0..candidates.len().min(CHEAPEST) {
        for b in 0..a {
            let (Some(first), Some(second)) = (candidates.get(a), candidates.get(b)) else {
                continue;
            };
            let both = and(&first.false_positives, &second.false_positives);
            let pair = first.predicate.bits + second.predicate.bits + 2.0;
            if is_empty(&both) {
                continue;
            }
            for c in 0..b {
                let Some(third) = candidates.get(c) else { continue };
                let bits = pair + third.predicate.bits;
                if bits < best && is_empty(&and(&both, &third.false_positives)) {
                    options.push((bits, vec![c, b, a]));
                }
            }
        }
    }
}

/// Adds, again and again, the property that excludes most for its price.
fn greedy(candidates: &[CandidateProperty<'_>], limit: f64) -> Option<(f64, Vec<usize>)> {
    let mut left: Mask = [u64::MAX; WORDS];
    let mut remaining = SAMPLE as f64;
    let (mut bits, mut parts) = (0.0, Vec::new());
    while !is_empty(&left) {
        let gain = |candidate: &CandidateProperty<'_>| {
            let after = count(&and(&left, &candidate.false_positives));
            (math::log2(remaining) + 1.0 - math::log2(after + 0.5))
                / (candidate.predicate.bits + 1.0)
        };
        let best = candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| count(&and(&left, &candidate.false_positives)) < remaining)
            .max_by(|a, b| gain(a.1).total_cmp(&gain(b.1)));
        let (index, candidate) = best?;
        left = and(&left, &candidate.false_positives);
        remaining = count(&left);
        bits += candidate.predicate.bits + 1.0;
        parts.push(index);
        if bits > limit || parts.len() > 6 {
            return None;
        }
    }
    (parts.len() > 2).then_some((bits - 1.0, parts))
}

fn and(a: &Mask, b: &Mask) -> Mask {
    std::array::from_fn(|word| {
        a.get(word).copied().unwrap_or(0) & b.get(word).copied().unwrap_or(0)
    })
}

fn is_empty(mask: &Mask) -> bool {
    mask.iter().all(|&word| word == 0)
}

fn count(mask: &Mask) -> f64 {
    mask.iter().map(|word| f64::from(word.count_ones())).sum()
}

/// What the least useful property saves, if no other number of the universe has all
/// of them. A universe too large to be looked at is looked at in part.
fn exact_margin(
    universe: &Universe<'_>,
    conjunction: &Conjunction,
    budget: &mut i64,
) -> Option<f64> {
    let width = universe.high - universe.low + 1;
    let mut excluded = vec![0u32; conjunction.predicates.len()];
    let mut is_right = |m: i64| {
        *budget -= 1;
        if *budget < 0 {
            return false;
        }
        if !universe.is_other(m) {
            return true;
        }
        let mut failing = None;
        for (predicate, count) in conjunction.predicates.iter().zip(&mut excluded) {
            match (predicate.term.holds(m), &failing) {
                (None, _) => return false,
                (Some(true), _) => {}
                (Some(false), None) => failing = Some(count),
                // Two exclude it: neither is needed for it.
                (Some(false), Some(_)) => return true,
            }
        }
        failing.is_some_and(|count| {
            *count += 1;
            true
        })
    };
    let all_right = if width <= LOOKED_AT {
        (universe.low..=universe.high).all(is_right)
    } else {
        (universe.low..universe.low + LOOKED_AT / 2).all(&mut is_right)
            && universe.others(LOOKED_AT as usize / 2).into_iter().all(is_right)
    };
    let members = universe.members.len() as f64;
    let saved = conjunction.predicates.iter().zip(&excluded).map(|(predicate, &others)| {
        choose_bits(members + f64::from(others), members) - predicate.bits
    });
    all_right.then(|| saved.fold(f64::INFINITY, f64::min))
}
