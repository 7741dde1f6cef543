//! The search over exact integers.

use ansatz_expr::{Domain, Expr, Int, Op};

use super::bank::{Bank, Growth};
use super::collect::Collector;
use super::completion::{FORWARD, PREFIX, Prior};
use super::context::{Draft, places};
use super::frame::{Frame, MAX_BACK, trace};
use super::joins::Joiner;
use super::looks;
use super::pieces::{Leaf, Piece};
use super::targets::{Around, Target, Targets};
use super::{Budget, SearchStats};
use crate::{Problem, Sink};

/// Constants among the leaves; larger ones are worked out.
const CONSTANTS: std::ops::RangeInclusive<i64> = -2..=10;

/// Prices beyond this are out of reach of any budget.
const HIGHEST_PRICE: u16 = 64;

/// Looks for laws of integer terms, and hands the best few dozen on, shortest
/// description first; each reproduces all terms after its `skip`, and no two
/// continue them alike.
///
/// ```
/// use ansatz_expr::Int;
/// use ansatz_search::Problem;
/// use ansatz_search::enumerative::{Budget, propose_integers};
/// // The last two digits of 2^n: 100 is worked out, not tried.
/// let terms: Vec<Int> = (0..15).map(|n| Int::from((1i64 << n) % 100)).collect();
/// let mut proposals = Vec::new();
/// propose_integers(&Problem::new(&terms), &Budget::QUICK, &mut proposals);
/// assert_eq!(format!("{:?}", proposals[0].expr), "mod(add(u1, u1), 100)");
/// ```
pub fn propose_integers(
    problem: &Problem<'_, Int>,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> SearchStats {
    let Some((words, frame)) = words(problem.terms()) else { return SearchStats::default() };
    let mut collector = Collector::new(problem, budget.confirmations);
    let (bank, targets) = grow(&words, &frame, budget, &mut collector, sink);
    let mut joiner = Joiner::new(&bank, &targets, &mut collector);
    join(&mut joiner, budget, sink);
    let report = SearchStats {
        expressions: bank.generated,
        distinct: bank.len().into(),
        joins: joiner.joins,
        bytes: bank.bytes() + targets.bytes() + joiner.table_bytes,
        gain: collector.gain(),
        lead: collector.lead(),
    };
    collector.finish(&super::ENUMERATION, sink);
    report
}

/// A word for every term that is computed on, and which those are.
fn words(terms: &[Int]) -> Option<(Vec<i64>, Frame)> {
    let words: Vec<Option<i64>> = terms
        .iter()
        .map(|term| term.to_i128().and_then(|value| i64::try_from(value).ok()))
        .collect();
    let fits = |index: usize, bits: u32| {
        words.get(index).copied().flatten().is_some_and(|word| word.unsigned_abs() >> bits == 0)
    };
    let frame = Frame::new(terms.len(), fits)?;
    // None is missing where it is computed on.
    Some((words.into_iter().map(|word| word.unwrap_or(0)).collect(), frame))
}

/// Looks for what may stand in the open places of drafts.
pub(super) fn complete_integers(
    problem: &Problem<'_, Int>,
    laws: &[(f64, Expr)],
    budget: &Budget,
    sink: &mut dyn Sink,
) {
    let Some((words, frame)) = words(problem.terms()) else { return };
    let shown = words.get(frame.positions()).unwrap_or_default();
    let drafts: Vec<Draft<i64>> =
        laws.iter().filter_map(|(_, law)| Draft::of(law, &words, shown, &frame)).collect();
    let places = places(&drafts, &frame);
    if places.is_empty() {
        return;
    }
    let prior = Prior::of(laws);
    let ops: Vec<Op> = Op::vocabulary(Domain::Integer).filter(|op| prior.has_op(*op)).collect();
    let mut leaves = leaves(&words, &frame);
    leaves.retain(|(leaf, _)| leaf.node().is_some_and(|node| prior.has(&node)));
    for value in prior.integers().filter(|value| !CONSTANTS.contains(value)) {
        leaves.push((Leaf::Int(value), vec![value; frame.len()]));
    }
    let bytes = budget.bytes / PARTS * (PARTS - 2);
    let mut bank = Bank::new(frame.clone(), Bank::<i64>::capacity_for(bytes, &frame));
    for _ in 1..HIGHEST_PRICE {
        let growth = bank.grow(&leaves, &ops, budget.expressions);
        if growth == Growth::Exhausted || sink.is_cancelled() {
            break;
        }
    }
    let mut targets = Targets::new(&bank, shown, 1);
    let mut scratch = vec![0; frame.len()];
    let mut hidden = Vec::new();
    for place in &places {
        let (before, after) = place.around(&drafts);
        let (before, after) = (bank.write(before), bank.write(after));
        let (around, bits) = (Around::Written(before, after), place.bits);
        if let Some(wanted) = place.values(&drafts)
            && let Some(prints) = trace(&frame, 0, &wanted, &wanted, &mut scratch, |t, _| t)
        {
            let target = Target { around, bits, start: prints.start };
            targets.add(&bank, target, &prints, &scratch);
        }
        if let Some(path) = place.path(&drafts, &frame) {
            hidden.push((Target { around, bits, start: 0 }, path));
        }
    }
    let mut collector = Collector::new(problem, budget.confirmations);
    for id in 0..targets.all().len() as u32 {
        let Some(target) = targets.get(id) else { continue };
        let last = targets.values(id).get(frame.last_window()..).unwrap_or_default();
        // A constant is looked up in no bank.
        if let Some(&value) = last.first()
            && last.iter().all(|other| *other == value)
        {
            collector.offer(&bank, &target.law(&[Piece::Int(value)]));
        }
    }
    let mut left = FORWARD;
    for (target, path) in &hidden {
        for id in 0..bank.len().min(PREFIX) {
            if left == 0 || sink.is_cancelled() {
                break;
            }
            left -= 1;
            if path.leads(bank.values(id)) {
                collector.offer(&bank, &target.law(&[Piece::Known(id)]));
            }
        }
    }
    let mut joiner = Joiner::new(&bank, &targets, &mut collector);
    join_places(&mut joiner, budget, sink);
    collector.finish(&super::COMPLETION, sink);
}

/// Spends the joins on open places.
fn join_places(joiner: &mut Joiner<'_, '_>, budget: &Budget, sink: &dyn Sink) {
    join_targets(joiner, 0, [15, 60], budget, sink);
}

/// Looks the targets from `first` on up, each with the part of the bank that keeps the
/// sum of the prices within bounds: for constants and for rings, which may take so many
/// percent of the joins. Then quotients and remainders beyond the bank.
fn join_targets(
    joiner: &mut Joiner<'_, '_>,
    first: u32,
    [constants, rings]: [u64; 2],
    budget: &Budget,
    sink: &dyn Sink,
) {
    let targets = joiner.targets.all().len() as u32;
    (first..targets).for_each(|target| joiner.known(target));
    let share = |percent: u64| budget.joins / 100 * percent;
    for (percent, weight, constants) in [(constants, 1, true), (rings, 4, false)] {
        let limit = price_limit(joiner, share(percent) / weight);
        for target in first..targets {
            if sink.is_cancelled() {
                return;
            }
            let bits = joiner.targets.get(target).map_or(u32::MAX, |target| target.bits);
            let prefix = limit.checked_sub(bits).map_or(0, |room| joiner.bank.up_to(room));
            if constants {
                joiner.constants(target, prefix);
            } else {
                joiner.ring(target, prefix);
            }
        }
    }
    let start = joiner.joins;
    for price in joiner.bank.level()..HIGHEST_PRICE {
        let spent = joiner.joins - start;
        if spent >= share(25) || f64::from(price) > joiner.collector.limit() || sink.is_cancelled()
        {
            break;
        }
        joiner.beyond(&[Op::Mod, Op::Idiv, Op::Abs, Op::Relu, Op::Sign], price, share(25) - spent);
    }
}

/// How the memory is shared: one part for targets, one for the tables of
/// single joins, the rest for the bank.
const PARTS: usize = 8;

/// Fills the bank price by price. Laws in the bank itself are hits already.
fn grow(
    words: &[i64],
    frame: &Frame,
    budget: &Budget,
    collector: &mut Collector<'_, Int>,
    sink: &dyn Sink,
) -> (Bank<i64>, Targets) {
    let mut leaves = leaves(words, frame);
    let (likely, functions) = looks::words(words, frame);
    leaves.extend(likely);
    let ops: Vec<Op> = Op::vocabulary(Domain::Integer).chain(functions).collect();
    let bytes = budget.bytes / PARTS * (PARTS - 2);
    let mut bank = Bank::new(frame.clone(), Bank::<i64>::capacity_for(bytes, frame));
    let shown = words.get(frame.positions()).unwrap_or_default();
    for price in 1..HIGHEST_PRICE {
        if f64::from(price) > collector.limit() || sink.is_cancelled() {
            break;
        }
        let growth = bank.grow(&leaves, &ops, budget.expressions);
        // Again at every price: what is found on the last window may fail before
        // it, and a dearer one hold.
        let targets = Targets::new(&bank, shown, 1);
        Joiner::new(&bank, &targets, collector).known(0);
        if growth == Growth::Exhausted {
            break;
        }
    }
    let most = budget.bytes / PARTS / Targets::bytes_each(&bank);
    let targets = Targets::new(&bank, shown, most.min(MOST_TARGETS));
    (bank, targets)
}

/// More targets than this have prices at which little can be added.
const MOST_TARGETS: usize = 4096;

fn leaves(words: &[i64], frame: &Frame) -> Vec<(Leaf, Vec<i64>)> {
    let positions = || frame.positions();
    let mut leaves = vec![(Leaf::N, positions().map(|index| index as i64 + 1).collect())];
    for value in CONSTANTS.filter(|&value| value != 0) {
        leaves.push((Leaf::Int(value), vec![value; frame.len()]));
    }
    for back in 1..=frame.max_back().min(MAX_BACK) {
        let earlier = |index: usize| index.checked_sub(back).and_then(|at| words.get(at)).copied();
        let values = positions().map(|index| earlier(index).unwrap_or(0)).collect();
        leaves.push((Leaf::Prev(back as u16), values));
    }
    leaves
}

/// Spends the joins: a fixed share on each kind, cheap targets first.
fn join(joiner: &mut Joiner<'_, '_>, budget: &Budget, sink: &dyn Sink) {
    let everything = u64::from(joiner.bank.len());
    let share = |percent: u64| budget.joins / 100 * percent;

    // The terms themselves, with all of the bank.
    joiner.constants(0, everything.min(share(20)) as u32);
    joiner.ring(0, everything.min(share(20) / 4) as u32);

    join_targets(joiner, 1, [15, 35], budget, sink);
    if sink.is_cancelled() {
        return;
    }

    // Sums modulo something.
    let prefix = (share(5) / 12 / 3).min((budget.bytes / PARTS / 128) as u64);
    for modulus in moduli(joiner) {
        joiner.modular(modulus, prefix as u32);
    }
}

/// The largest sum of prices at which the pairs of a target and an expression
/// are at most `pairs`.
fn price_limit(joiner: &Joiner<'_, '_>, pairs: u64) -> u32 {
    let count = |limit: u32| -> u64 {
        joiner
            .targets
            .all()
            .iter()
            .skip(1)
            .filter_map(|target| limit.checked_sub(target.bits))
            .map(|room| u64::from(joiner.bank.up_to(room)))
            .sum()
    };
    (1..2 * u32::from(HIGHEST_PRICE)).take_while(|&limit| count(limit) <= pairs).last().unwrap_or(0)
}

/// What sums are tried modulo: the numbers just above all terms, round ones,
/// and the cheapest expressions that are above the terms everywhere.
fn moduli(joiner: &Joiner<'_, '_>) -> Vec<Piece> {
    let last = joiner.bank.frame.last_window();
    let t = joiner.targets.values(0).get(last..).unwrap_or_default();
    let Some(largest) = t.iter().copied().max().filter(|&largest| largest > 0 && largest < 1000)
    else {
        return Vec::new();
    };
    let mut constants = vec![largest + 1, largest + 2];
    constants
        .extend([10, 100, 1000, 16, 256].into_iter().filter(|&round| round > largest + 2).take(2));
    let above = |id: &u32| {
        let x = joiner.bank.values(*id).get(last..).unwrap_or_default();
        !joiner.bank.is_constant(*id) && t.iter().zip(x).all(|(t, x)| t < x)
    };
    let expressions = (0..joiner.bank.up_to(12)).filter(above).take(8).map(Piece::Known);
    constants.into_iter().map(Piece::Int).chain(expressions).collect()
}
