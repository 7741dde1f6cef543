//! The search over floats.

use ansatz_expr::{Domain, Expr, NamedConst, Op, Solution};

use super::bank::{Bank, Growth};
use super::collect::Collector;
use super::completion::{FORWARD, PREFIX, Prior};
use super::context::{Draft, places};
use super::dual::Dual;
use super::float_targets::{FloatTarget, float_targets};
use super::frame::{Frame, MAX_BACK};
use super::pieces::{BankValue, Leaf, Piece};
use super::{Budget, SearchStats};
use crate::{Problem, Sink};

/// Prices beyond this are out of reach of any budget.
const HIGHEST_PRICE: u16 = 64;

/// Floats take longer than words, so the same budget buys fewer of them.
const COSTLIER: u64 = 4;

/// Looks for laws of float terms, as [`super::propose_integers`] does for
/// integers. How many digits the terms are known to is read off the terms, and
/// a law fits where it agrees within what that leaves open.
pub fn propose_floats(
    problem: &Problem<'_, f64>,
    budget: &Budget,
    sink: &mut dyn Sink,
) -> SearchStats {
    let terms = problem.terms();
    let finite = terms.iter().take_while(|term| term.abs() < 1e110).count();
    let Some(frame) = Frame::single(finite) else { return SearchStats::default() };
    if finite < terms.len() {
        return SearchStats::default();
    }
    let precision = problem.digits().precision();
    let mut collector = Collector::new(problem, budget.confirmations);
    let duals: Vec<Dual> = terms.iter().map(|&term| precision.dual(term)).collect();
    let leaves = leaves(&duals, &frame);
    let ops: Vec<Op> = Op::vocabulary(Domain::Float).collect();
    let shown = duals.get(frame.positions()).unwrap_or_default();
    let capacity = Bank::<Dual>::capacity_for(budget.bytes / 2, &frame);
    let mut bank = Bank::new(frame, capacity);
    let mut checked = 0;
    for price in 1..HIGHEST_PRICE {
        if f64::from(price) > collector.limit() || sink.is_cancelled() {
            break;
        }
        let growth = bank.grow(&leaves, &ops, budget.expressions / COSTLIER);
        for id in checked..bank.len() {
            if meets(bank.values(id), shown) {
                collector.offer(&bank, &[Piece::Known(id)]);
            }
        }
        checked = bank.len();
        if growth == Growth::Exhausted {
            break;
        }
    }
    // A target is a vector like an entry of the bank, and some pieces.
    let target_bytes = 2 * (size_of::<FloatTarget>() + size_of_val(shown) + 64);
    let most = (budget.bytes / 4 / target_bytes).min((budget.joins / 400) as usize + 1);
    let targets = float_targets(&bank, shown, most);
    let index = AnchorIndex::new(&bank, shown);
    let joins = join(&bank, &targets, &index, budget, &mut collector, sink);
    let report = SearchStats {
        expressions: bank.generated,
        distinct: bank.len().into(),
        joins,
        bytes: bank.bytes() + index.bytes() + targets.len() * target_bytes,
        gain: collector.gain(),
        lead: collector.lead(),
    };
    collector.finish(&super::ENUMERATION, sink);
    report
}

/// Looks for what may stand in the open places of drafts.
pub(super) fn complete_floats(
    problem: &Problem<'_, f64>,
    laws: &[(f64, Expr)],
    budget: &Budget,
    sink: &mut dyn Sink,
) {
    let terms = problem.terms();
    let Some(frame) = Frame::single(terms.len()) else { return };
    if terms.iter().any(|term| term.is_nan() || term.abs() >= 1e110) {
        return;
    }
    let precision = problem.digits().precision();
    let duals: Vec<Dual> = terms.iter().map(|&term| precision.dual(term)).collect();
    let shown = duals.get(frame.positions()).unwrap_or_default();
    let drafts: Vec<Draft<Dual>> =
        laws.iter().filter_map(|(_, law)| Draft::of(law, &duals, shown, &frame)).collect();
    let places = places(&drafts, &frame);
    if places.is_empty() {
        return;
    }
    let prior = Prior::of(laws);
    let ops: Vec<Op> = Op::vocabulary(Domain::Float).filter(|op| prior.has_op(*op)).collect();
    let mut leaves = leaves(&duals, &frame);
    leaves.retain(|(leaf, _)| leaf.node().is_some_and(|node| prior.has(&node)));
    for value in prior.integers().filter(|value| !(-10..=10).contains(value)) {
        leaves
            .push((Leaf::Int(value), vec![Dual { value: value as f64, error: 0.0 }; frame.len()]));
    }
    let capacity = Bank::<Dual>::capacity_for(budget.bytes / 2, &frame);
    let mut bank = Bank::new(frame.clone(), capacity);
    for _ in 1..HIGHEST_PRICE {
        let growth = bank.grow(&leaves, &ops, budget.expressions / COSTLIER);
        if growth == Growth::Exhausted || sink.is_cancelled() {
            break;
        }
    }
    let mut collector = Collector::new(problem, budget.confirmations);
    let mut targets = Vec::new();
    let mut left = FORWARD / COSTLIER;
    for place in &places {
        let (before, after) = place.around(&drafts);
        let (before, after) = (bank.write(before), bank.write(after));
        if let Some(wanted) = place.values(&drafts)
            && let Some(wanted) = wanted.into_iter().collect::<Option<Vec<Dual>>>()
        {
            targets.push(FloatTarget::written(before, after, place.bits, wanted));
        }
        let Some(path) = place.path(&drafts, &frame) else { continue };
        for id in 0..bank.len().min(PREFIX) {
            if left == 0 || sink.is_cancelled() {
                break;
            }
            left -= 1;
            if path.leads(bank.values(id)) {
                collector.offer(&bank, &[before, Piece::Known(id), after]);
            }
        }
    }
    let index = AnchorIndex::new(&bank, shown);
    join(&bank, &targets, &index, budget, &mut collector, sink);
    collector.finish(&super::COMPLETION, sink);
}

fn leaves(terms: &[Dual], frame: &Frame) -> Vec<(Leaf, Vec<Dual>)> {
    let constant = |value: f64| vec![Dual { value, error: 0.0 }; frame.len()];
    let index = |index: usize| Dual { value: index as f64 + 1.0, error: 0.0 };
    let mut leaves = vec![(Leaf::N, frame.positions().map(index).collect())];
    for value in (-10..=10).filter(|&value| value != 0) {
        leaves.push((Leaf::Int(value), constant(value as f64)));
    }
    for named in NamedConst::ALL {
        leaves.push((Leaf::Named(named), constant(named.value())));
    }
    for back in 1..=frame.max_back().min(MAX_BACK) {
        let earlier = |index: usize| index.checked_sub(back).and_then(|at| terms.get(at)).copied();
        let values = frame.positions().map(|index| earlier(index).unwrap_or_default()).collect();
        leaves.push((Leaf::Prev(back as u16), values));
    }
    leaves
}

/// Whether all values may be the same, and enough of them are known well
/// enough for that to mean something.
fn meet(pairs: impl Iterator<Item = Option<(Dual, Dual)>>) -> bool {
    let (mut all, mut telling) = (0, 0);
    for pair in pairs {
        let Some((made, wanted)) = pair.filter(|(made, wanted)| made.meets(*wanted)) else {
            return false;
        };
        all += 1;
        telling += u32::from(made.error + wanted.error < 0.1 * wanted.value.abs());
    }
    telling * 2 > all
}

fn meets(a: &[Dual], b: &[Dual]) -> bool {
    meet(a.iter().zip(b).rev().map(|(a, b)| Some((*a, *b))))
}

/// The bank sorted by its values at one position; at another one they are
/// compared before the rest.
struct AnchorIndex {
    anchors: [usize; 2],
    sorted: Vec<([f64; 2], u32)>,
}

impl AnchorIndex {
    fn new(bank: &Bank<Dual>, shown: &[Dual]) -> AnchorIndex {
        let last = shown.len().saturating_sub(1);
        let anchors = [last, last / 2];
        let at =
            |id: u32, anchor: usize| bank.values(id).get(anchor).map_or(0.0, |dual| dual.value);
        let mut sorted: Vec<([f64; 2], u32)> =
            (0..bank.len()).map(|id| (anchors.map(|anchor| at(id, anchor)), id)).collect();
        sorted.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]).then(a.1.cmp(&b.1)));
        AnchorIndex { anchors, sorted }
    }

    fn bytes(&self) -> usize {
        self.sorted.capacity() * size_of::<([f64; 2], u32)>()
    }

    /// Entries whose values at the anchors are as `wanted`, at most a few.
    fn near(&self, wanted: [Dual; 2]) -> impl Iterator<Item = u32> {
        /// The entry itself is uncertain too, by how much is not known yet.
        const SLACK: f64 = 3.0;
        /// More would only be the like of these.
        const MOST: usize = 24;
        /// What is less certain than this is near to anything.
        const VAGUE: f64 = 0.05;
        let radius = |dual: Dual| SLACK * (dual.error + 4.0 * f64::EPSILON * dual.value.abs());
        let most = if wanted[0].error < VAGUE * wanted[0].value.abs() { MOST } else { 0 };
        let (low, high) =
            (wanted[0].value - radius(wanted[0]), wanted[0].value + radius(wanted[0]));
        let from = self.sorted.partition_point(|(values, _)| values[0] < low);
        self.sorted
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(move |(values, _)| values[0] <= high)
            .take(most)
            .filter(move |(values, _)| (values[1] - wanted[1].value).abs() <= radius(wanted[1]))
            .map(|(_, id)| *id)
    }
}

/// How two expressions a and b may make a target t: the operator, whether a is
/// its left operand, how b follows from t and a.
fn joins() -> Vec<(Op, bool, Solution)> {
    Op::vocabulary(Domain::Float)
        .flat_map(|op| [(op, 0), (op, 1)])
        .filter_map(|(op, known)| Some((op, known == 0, op.solution(known)?)))
        .collect()
}

fn join(
    bank: &Bank<Dual>,
    targets: &[FloatTarget],
    index: &AnchorIndex,
    budget: &Budget,
    collector: &mut Collector<'_, f64>,
    sink: &dyn Sink,
) -> u64 {
    let most = budget.joins / COSTLIER;
    let ways = joins();
    let pairs = most / ways.len().max(1) as u64;
    let count = |limit: u32| -> u64 {
        let room = targets.iter().filter_map(|target| limit.checked_sub(target.bits));
        room.map(|room| u64::from(bank.up_to(room))).sum()
    };
    let limit = (1..2 * u32::from(HIGHEST_PRICE))
        .take_while(|&limit| count(limit) <= pairs)
        .last()
        .unwrap_or(0);
    let mut joins = 0;
    for target in targets {
        if sink.is_cancelled() {
            break;
        }
        let anchor =
            |values: &[Dual]| index.anchors.map(|at| values.get(at).copied().unwrap_or_default());
        let t = anchor(&target.values);
        for id in index.near(t) {
            if meets(bank.values(id), &target.values) {
                collector.offer(bank, &target.law(&[Piece::Known(id)]));
            }
        }
        for id in 0..limit.checked_sub(target.bits).map_or(0, |room| bank.up_to(room)) {
            if f64::from(target.bits + 3 + u32::from(bank.bits(id))) > collector.limit() {
                break;
            }
            let values = bank.values(id);
            let a = anchor(values);
            for &(op, a_left, Solution { op: inverse, known_first: a_first }) in &ways {
                joins += 1;
                let other = |t: Dual, a: Dual| {
                    if a_first { Dual::apply(inverse, a, t) } else { Dual::apply(inverse, t, a) }
                };
                let (Some(first), Some(second)) = (other(t[0], a[0]), other(t[1], a[1])) else {
                    continue;
                };
                let price = target.bits + u32::from(op.bits()) + u32::from(bank.bits(id));
                for b in index.near([first, second]) {
                    if f64::from(price + u32::from(bank.bits(b))) > collector.limit() {
                        continue;
                    }
                    let triples = target.values.iter().zip(values).zip(bank.values(b)).rev();
                    let fits = meet(triples.map(|((&t, &a), &b)| {
                        let (left, right) = if a_left { (a, b) } else { (b, a) };
                        Dual::apply(op, left, right).map(|made| (made, t))
                    }));
                    if fits {
                        let (left, right) = if a_left { (id, b) } else { (b, id) };
                        let rest = [Piece::Op(op), Piece::Known(left), Piece::Known(right)];
                        collector.offer(bank, &target.law(&rest));
                    }
                }
            }
        }
    }
    joins
}
