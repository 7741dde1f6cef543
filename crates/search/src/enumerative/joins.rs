//! Laws that meet in the middle.

use ansatz_expr::{Int, Op};

use super::bank::Bank;
use super::collect::Collector;
use super::frame::trace;
use super::index::{Filter, Index, key, mix};
use super::infer::{self, Affine};
use super::pieces::Piece;
use super::targets::{Target, Targets};

/// Everything that joins read, and what they fill.
pub(super) struct Joiner<'a, 'b> {
    pub(super) bank: &'a Bank<i64>,
    pub(super) targets: &'a Targets,
    pub(super) collector: &'a mut Collector<'b, Int>,
    /// Pairs looked at.
    pub(super) joins: u64,
    /// Bytes of the largest table that a join made for itself.
    pub(super) table_bytes: usize,
    scratch: Vec<i64>,
}

impl<'a, 'b> Joiner<'a, 'b> {
    pub(super) fn new(
        bank: &'a Bank<i64>,
        targets: &'a Targets,
        collector: &'a mut Collector<'b, Int>,
    ) -> Self {
        let scratch = vec![0; bank.frame.len()];
        Joiner { bank, targets, collector, joins: 0, table_bytes: 0, scratch }
    }

    /// How many entries of the bank may stand beside something of so many bits
    /// without the law growing too long.
    fn affordable(&self, bits: u32, prefix: u32) -> u32 {
        let room = self.collector.limit() - f64::from(bits);
        match room {
            room if room < 0.0 => 0,
            room if room > 1000.0 => prefix,
            room => self.bank.up_to(room as u32).min(prefix),
        }
    }

    /// The target itself as an expression of the bank.
    pub(super) fn known(&mut self, target: u32) {
        let Some(&goal) = self.targets.get(target) else { return };
        let t = self.targets.values(target);
        self.resolve(&goal, goal.start, t, t, |t, _| Some(t), |b| [Piece::Known(b)]);
    }

    /// Looks `rule(t, a)` up in the bank on every window, and offers what is
    /// made of what is found.
    fn resolve<const PIECES: usize>(
        &mut self,
        goal: &Target,
        first: usize,
        t: &[i64],
        a: &[i64],
        rule: impl Fn(i64, i64) -> Option<i64>,
        rest: impl Fn(u32) -> [Piece; PIECES],
    ) {
        let Some(prints) = trace(&self.bank.frame, first, t, a, &mut self.scratch, rule) else {
            return;
        };
        let mut before = None;
        for window in prints.start..self.bank.frame.windows().len() {
            let found = prints.at(window).and_then(|print| self.bank.find(window, print));
            if let Some(b) = found
                && found != before
            {
                self.collector.offer(self.bank, &goal.law(&rest(b)));
                before = found;
            }
        }
    }

    /// `a + b`, `a - b`, `b - a` and `a · b` for the first `prefix` of the bank
    /// as a, and all of it as b.
    pub(super) fn ring(&mut self, target: u32, prefix: u32) {
        let Some(&goal) = self.targets.get(target) else { return };
        let t = self.targets.values(target);
        let last = self.bank.frame.last_window();
        let t_last = t.get(last..).unwrap_or_default();
        for id in 0..self.affordable(goal.bits + 3, prefix) {
            self.joins += 4;
            let a = self.bank.values(id);
            let a_last = a.get(last..).unwrap_or_default();
            let (mut rest, mut negated, mut sum) = (0, 0, 0);
            for (&t, &a) in t_last.iter().zip(a_last).rev() {
                let difference = t.wrapping_sub(a);
                rest = mix(rest, difference as u64);
                negated = mix(negated, difference.wrapping_neg() as u64);
                sum = mix(sum, t.wrapping_add(a) as u64);
            }
            let first = goal.start.max(self.bank.start(id));
            let known = Piece::Known(id);
            if self.bank.may_know(rest) {
                let make = |b| [Piece::Op(Op::Add), known, Piece::Known(b)];
                self.resolve(&goal, first, t, a, |t, a| t.checked_sub(a), make);
            }
            if self.bank.may_know(negated) {
                let make = |b| [Piece::Op(Op::Sub), known, Piece::Known(b)];
                self.resolve(&goal, first, t, a, |t, a| a.checked_sub(t), make);
            }
            if self.bank.may_know(sum) {
                let make = |b| [Piece::Op(Op::Sub), Piece::Known(b), known];
                self.resolve(&goal, first, t, a, |t, a| t.checked_add(a), make);
            }
            if let Some(quotient) = quotient_print(t_last, a_last)
                && self.bank.may_know(quotient)
            {
                let make = |b| [Piece::Op(Op::Mul), known, Piece::Known(b)];
                let rule =
                    |t: i64, a: i64| t.checked_rem(a).filter(|&r| r == 0).and(t.checked_div(a));
                self.resolve(&goal, first, t, a, rule, make);
            }
        }
    }

    /// `a % c`, `a // c` and `(c·a + d) // e` with constants that are worked
    /// out, for the first `prefix` of the bank as a.
    pub(super) fn constants(&mut self, target: u32, prefix: u32) {
        let Some(&goal) = self.targets.get(target) else { return };
        let last = self.bank.frame.last_window();
        let t = self.targets.values(target).get(last..).unwrap_or_default();
        for id in 0..self.affordable(goal.bits + 9, prefix) {
            if self.bank.is_constant(id) {
                continue;
            }
            self.joins += 1;
            let a = self.bank.values(id).get(last..).unwrap_or_default();
            let known = Piece::Known(id);
            if let Some(line) = infer::affine(t, a) {
                self.offer_line(&goal, known, line);
            }
            if let Some(modulus) = infer::modulus(t, a) {
                let rest = [Piece::Op(Op::Mod), known, Piece::Int(modulus)];
                self.collector.offer(self.bank, &goal.law(&rest));
            }
            if let Some((least, most)) = infer::divisor(t, a) {
                for divisor in [least, round_between(least, most)] {
                    let rest = [Piece::Op(Op::Idiv), known, Piece::Int(divisor)];
                    self.collector.offer(self.bank, &goal.law(&rest));
                }
            }
        }
    }

    fn offer_line(&mut self, goal: &Target, a: Piece, line: Affine) {
        let Affine { scale, shift, divisor } = line;
        let mut rest = Vec::with_capacity(7);
        if divisor != 1 {
            rest.push(Piece::Op(Op::Idiv));
        }
        match (scale, shift) {
            (_, 0) => {}
            (-1, _) => rest.extend([Piece::Op(Op::Sub), Piece::Int(shift)]),
            _ if shift < 0 => rest.push(Piece::Op(Op::Sub)),
            _ => rest.push(Piece::Op(Op::Add)),
        }
        match scale {
            -1 if shift != 0 => rest.push(a),
            1 => rest.push(a),
            _ => rest.extend([Piece::Op(Op::Mul), Piece::Int(scale), a]),
        }
        if scale != -1 && shift != 0 {
            rest.push(Piece::Int(shift.saturating_abs()));
        }
        if divisor != 1 {
            rest.push(Piece::Int(divisor));
        }
        self.collector.offer(self.bank, &goal.law(&rest));
    }

    /// Expressions beyond the bank, computed but not kept, that are one of the
    /// targets: `op(a, b)` of exactly this price, up to `limit` of them.
    pub(super) fn beyond(&mut self, ops: &[Op], price: u16, limit: u64) {
        let most = self.joins.saturating_add(limit);
        for &op in ops {
            let Some(rest) = price.checked_sub(op.bits()) else { continue };
            if op.arity() == 1 {
                for a in self.bank.of_price(rest) {
                    self.probe(op, a, a);
                }
                continue;
            }
            for left in 1..rest {
                for a in self.bank.of_price(left) {
                    for b in self.bank.of_price(rest - left) {
                        if self.joins >= most {
                            return;
                        }
                        if a != b && !(op.is_commutative() && b < a) {
                            self.probe(op, a, b);
                        }
                    }
                }
            }
        }
    }

    fn probe(&mut self, op: Op, a: u32, b: u32) {
        self.joins += 1;
        let Some(prints) = self.bank.compute(op, a, b, &mut self.scratch) else { return };
        if !self.targets.may_know(prints.last(&self.bank.frame)) {
            return;
        }
        let mut before = None;
        for window in prints.start..self.bank.frame.windows().len() {
            let found = prints.at(window).and_then(|print| self.targets.find(window, print));
            if let Some(goal) = found.and_then(|id| self.targets.get(id))
                && found != before
            {
                let law = match op.arity() {
                    1 => goal.law(&[Piece::Op(op), Piece::Known(a)]),
                    _ => goal.law(&[Piece::Op(op), Piece::Known(a), Piece::Known(b)]),
                };
                self.collector.offer(self.bank, &law);
                before = found;
            }
        }
    }

    /// `(a + b) % m` and `(b - a) % m` for the first `prefix` of the bank as a
    /// and b, on the last window.
    pub(super) fn modular(&mut self, modulus: Piece, prefix: u32) {
        let last = self.bank.frame.last_window();
        let Some(t) = self.targets.values(0).get(last..) else { return };
        let moduli: Vec<i64> = match modulus {
            Piece::Int(value) => vec![value; t.len()],
            Piece::Known(id) => self.bank.values(id).get(last..).unwrap_or_default().to_vec(),
            Piece::Op(_) | Piece::Written(_) => return,
        };
        if moduli.len() != t.len() || t.iter().zip(&moduli).any(|(&t, &m)| t < 0 || t >= m) {
            return;
        }
        let prefix = self.affordable(16, prefix);
        let (mut index, mut filter) = (Index::new(), Filter::new(16));
        for id in 0..prefix {
            let a = self.bank.values(id).get(last..).unwrap_or_default();
            let print = residues(a, &moduli);
            index.insert(key(0, print), id);
            filter.insert(print);
        }
        self.table_bytes = self.table_bytes.max(index.bytes() + filter.bytes());
        for id in 0..prefix {
            self.joins += 3;
            let a = self.bank.values(id).get(last..).unwrap_or_default();
            let offset = |sign: i64| {
                let pairs = t.iter().zip(a).zip(&moduli).rev();
                pairs.fold(0, |print, ((&t, &a), &m)| {
                    let shifted = t.wrapping_add(sign * a.rem_euclid(m));
                    mix(print, shifted.rem_euclid(m) as u64)
                })
            };
            for (sign, op) in [(-1, Op::Add), (1, Op::Sub)] {
                let print = offset(sign);
                if filter.may_contain(print)
                    && let Some(b) = index.get(key(0, print))
                {
                    let law = [
                        Piece::Op(Op::Mod),
                        Piece::Op(op),
                        Piece::Known(b),
                        Piece::Known(id),
                        modulus,
                    ];
                    self.collector.offer(self.bank, &law);
                }
            }
        }
    }
}

/// Print of t / a, if a divides t everywhere.
#[inline(always)]
fn quotient_print(t: &[i64], a: &[i64]) -> Option<u64> {
    let mut print = 0;
    for (&t, &a) in t.iter().zip(a).rev() {
        if t.checked_rem(a)? != 0 {
            return None;
        }
        print = mix(print, t.wrapping_div(a) as u64);
    }
    Some(print)
}

/// Print of a modulo m.
fn residues(a: &[i64], moduli: &[i64]) -> u64 {
    a.iter()
        .zip(moduli)
        .rev()
        .fold(0, |print, (&a, &m)| mix(print, a.checked_rem_euclid(m).unwrap_or(-1) as u64))
}

/// The number with the most trailing zeros in a range.
fn round_between(least: i64, most: i64) -> i64 {
    let mut best = least;
    let mut unit = 10i64;
    while let Some(multiple) = least
        .checked_add(unit - 1)
        .map(|above| above / unit * unit)
        .filter(|&multiple| multiple >= least && multiple <= most)
    {
        best = multiple;
        match unit.checked_mul(10) {
            Some(next) => unit = next,
            None => break,
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_preferred() {
        assert_eq!(round_between(97, 104), 100);
        assert_eq!(round_between(3, 8), 3);
        assert_eq!(round_between(15, 25), 20);
        assert_eq!(round_between(2, i64::MAX - 1), 1_000_000_000_000_000_000);
    }
}
