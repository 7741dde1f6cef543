//! Sums, products and powers of [`Sum`]s.

use super::ratio::Ratio;
use super::term::{Atom, Entry, Factor, Product, Sum, merge};
use super::{Builder, Style};
use crate::Op;

/// A product of sums is multiplied out up to this size. Beyond it the result
/// would hardly be shorter, and towers of powers would grow without bound.
const MAX_EXPANDED: usize = 150;

/// The highest power of a sum that is multiplied out.
const MAX_EXPANDED_POWER: i32 = 4;

impl Builder {
    pub fn add(&self, a: Sum, b: Sum) -> Option<Sum> {
        let constant = a.constant.add(b.constant)?;
        let entries = merge(
            a.entries,
            b.entries,
            |left, right| left.product.cmp(&right.product),
            |left, right| {
                let coef = left.coef.add(right.coef)?;
                Some((!coef.is_zero()).then_some(Entry { product: left.product, coef }))
            },
        )?;
        self.settle(Sum { entries, constant })
    }

    pub fn negate(&self, sum: Sum) -> Option<Sum> {
        self.scale(sum, Ratio::MINUS_ONE)
    }

    /// Every coefficient times `by`.
    pub fn scale(&self, mut sum: Sum, by: Ratio) -> Option<Sum> {
        if by.is_one() {
            return Some(sum);
        }
        if by.is_zero() {
            return Some(Sum::constant(Ratio::ZERO));
        }
        sum.constant = sum.constant.mul(by)?;
        let mut refolded = false;
        for entry in &mut sum.entries {
            entry.coef = entry.coef.mul(by)?;
            refolded |= fold_reals(&mut entry.coef, &mut entry.product)?;
        }
        if !refolded {
            return self.settle(sum);
        }
        // Products with reals have changed, and with them order and likeness.
        let mut total = Sum::constant(sum.constant);
        for entry in sum.entries {
            let summand = if entry.product.is_empty() {
                Sum::constant(entry.coef)
            } else {
                Sum::entry(entry.coef, entry.product)
            };
            total = self.add(total, summand)?;
        }
        Some(total)
    }

    /// Restores the invariants that merging or scaling may have broken: real
    /// summands are added up, and brackets with coefficient 1 or -1 opened.
    fn settle(&self, mut sum: Sum) -> Option<Sum> {
        let is_real = |entry: &Entry| {
            matches!(entry.product.as_slice(), [Factor { atom: Atom::Real(_), power: 1 }])
        };
        let reals = sum.entries.iter().filter(|entry| is_real(entry)).count();
        if reals > 1 || (reals == 1 && !sum.constant.is_zero()) {
            let mut total = sum.constant.to_f64();
            for entry in sum.entries.iter().filter(|entry| is_real(entry)) {
                if let [Factor { atom: Atom::Real(bits), .. }] = entry.product.as_slice() {
                    total += entry.coef.to_f64() * f64::from_bits(*bits);
                }
            }
            sum.entries.retain(|entry| !is_real(entry));
            sum.constant = Ratio::ZERO;
            return self.add(sum, real(total)?);
        }
        let is_open = |entry: &Entry| {
            entry.coef.is_unit()
                && matches!(entry.product.as_slice(), [Factor { atom: Atom::Group(_), power: 1 }])
        };
        if let Some(position) = sum.entries.iter().position(is_open) {
            let Entry { mut product, coef } = sum.entries.remove(position);
            if let Some(Factor { atom: Atom::Group(inner), .. }) = product.pop() {
                let inner = self.scale(*inner, coef)?;
                return self.add(sum, inner);
            }
        }
        Some(sum)
    }

    pub fn mul(&self, a: Sum, b: Sum) -> Option<Sum> {
        if let Some(by) = a.as_constant() {
            return self.multiple(b, by);
        }
        if let Some(by) = b.as_constant() {
            return self.multiple(a, by);
        }
        if a.parts() > 1 || b.parts() > 1 {
            self.note_brackets();
            if self.style == Style::Expanded
                && a.parts() * b.size() + b.parts() * a.size() <= MAX_EXPANDED
            {
                return self.mul_out(&a, &b);
            }
        }
        let (left, mut product) = self.monomial(a)?;
        let (right, other) = self.monomial(b)?;
        product = merge_products(product, other)?;
        self.product(left.mul(right)?, product)
    }

    /// A constant times a sum.
    fn multiple(&self, sum: Sum, by: Ratio) -> Option<Sum> {
        if by.is_zero() || by.is_unit() || sum.parts() < 2 {
            return self.scale(sum, by);
        }
        if self.style != Style::Bracketed {
            self.note_distributed();
            return self.scale(sum, by);
        }
        let (content, product) = self.monomial(sum)?;
        self.product(content.mul(by)?, product)
    }

    /// Every part of one times every part of the other.
    fn mul_out(&self, a: &Sum, b: &Sum) -> Option<Sum> {
        let mut total = self.scale(b.clone(), a.constant)?;
        for left in &a.entries {
            let left = Sum::entry(left.coef, left.product.clone());
            if !b.constant.is_zero() {
                total = self.add(total, self.scale(left.clone(), b.constant)?)?;
            }
            for right in &b.entries {
                let right = Sum::entry(right.coef, right.product.clone());
                total = self.add(total, self.mul(left.clone(), right)?)?;
            }
        }
        Some(total)
    }

    /// An integer power, positive or (for floats) negative.
    pub fn pow(&self, sum: Sum, power: i32) -> Option<Sum> {
        if sum.parts() > 1 && (2..=MAX_EXPANDED_POWER).contains(&power) {
            self.note_brackets();
            if self.style == Style::Expanded {
                let mut total = sum.clone();
                for _ in 1..power {
                    total = self.mul(total, sum.clone())?;
                }
                return Some(total);
            }
        }
        if let Some(value) = sum.as_constant() {
            if value.is_zero() && power < 0 {
                // Undefined: stays as it is written.
                let inverse = Atom::Call(Op::Inv, Box::new(sum));
                let product = vec![Factor { atom: inverse, power: power.checked_neg()? }];
                return Some(Sum::entry(Ratio::ONE, product));
            }
            return Some(Sum::constant(value.pow(power)?));
        }
        let (coef, mut product) = self.monomial(sum)?;
        for factor in &mut product {
            factor.power = factor.power.checked_mul(power)?;
        }
        self.product(coef.pow(power)?, product)
    }

    /// The sum as a coefficient times a product: if it has several parts, its
    /// content times one bracket.
    pub fn monomial(&self, sum: Sum) -> Option<(Ratio, Product)> {
        if sum.parts() < 2 {
            let Sum { mut entries, constant } = sum;
            return Some(match entries.pop() {
                Some(entry) => (entry.coef, entry.product),
                None => (constant, Product::new()),
            });
        }
        let mut content = sum.content()?;
        if sum.leads_negative() {
            content = content.mul(Ratio::MINUS_ONE)?;
        }
        if content.is_one() {
            return Some((content, vec![Factor { atom: Atom::Group(Box::new(sum)), power: 1 }]));
        }
        // Opening brackets may have changed the content: look again.
        let (rest, product) = self.monomial(self.scale(sum, content.inverse()?)?)?;
        Some((content.mul(rest)?, product))
    }

    /// A coefficient times a product whose factors may still react.
    pub fn product(&self, mut coef: Ratio, mut product: Product) -> Option<Sum> {
        if coef.is_zero() {
            return Some(Sum::constant(Ratio::ZERO));
        }
        let reacting = self.take_reacting(&mut product);
        fold_reals(&mut coef, &mut product)?;
        let mut sum = match product.as_mut_slice() {
            [] => Sum::constant(coef),
            [Factor { atom: Atom::Group(inner), power: 1 }]
                if coef.is_unit() || self.style != Style::Bracketed =>
            {
                if !coef.is_unit() {
                    self.note_distributed();
                }
                let inner = std::mem::replace(inner.as_mut(), Sum::constant(Ratio::ZERO));
                self.scale(inner, coef)?
            }
            _ => Sum::entry(coef, product),
        };
        for (base, power) in reacting {
            let factor = if power == 1 { base } else { self.pow(base, power)? };
            sum = self.mul(sum, factor)?;
        }
        Some(sum)
    }

    /// Removes the factors that are something simpler at their power, and
    /// gives them back as bases and powers.
    fn take_reacting(&self, product: &mut Product) -> Vec<(Sum, i32)> {
        let mut reacting = Vec::new();
        for factor in product.iter_mut() {
            let Atom::Call(op, argument) = &factor.atom else { continue };
            let odd = factor.power % 2;
            match op {
                // sqrt(x)^2 = x, where sqrt(x) is defined.
                Op::Sqrt if factor.power / 2 != 0 => {
                    reacting.push((argument.as_ref().clone(), factor.power / 2));
                }
                // |x|^2 = x^2.
                Op::Abs if factor.power / 2 != 0 => {
                    reacting.push((argument.as_ref().clone(), factor.power - odd));
                }
                // sign(x) is 1 or -1.
                Op::Sign => {}
                _ => continue,
            }
            factor.power = odd;
        }
        product.retain(|factor| factor.power != 0);
        reacting
    }
}

/// Multiplies two products; powers that cancel vanish.
pub(super) fn merge_products(a: Product, b: Product) -> Option<Product> {
    merge(
        a,
        b,
        |left, right| left.atom.cmp(&right.atom),
        |left, right| {
            let power = left.power.checked_add(right.power)?;
            Some((power != 0).then_some(Factor { atom: left.atom, power }))
        },
    )
}

/// A real constant: an integer if it is one, so that `2.0 * n` is `2 * n`.
pub(super) fn real(value: f64) -> Option<Sum> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !value.is_finite() {
        return None;
    }
    if value.fract() == 0.0 && value.abs() < EXACT {
        return Some(Sum::int(value as i128));
    }
    let sign = if value < 0.0 { Ratio::MINUS_ONE } else { Ratio::ONE };
    let atom = Atom::Real(value.abs().to_bits());
    Some(Sum::entry(sign, vec![Factor { atom, power: 1 }]))
}

/// Multiplies the real factors and the coefficient into one real, since reals
/// are rounded already. Says whether anything changed; `None` if the result
/// is beyond doubles.
fn fold_reals(coef: &mut Ratio, product: &mut Product) -> Option<bool> {
    let reals = product.iter().filter(|factor| matches!(factor.atom, Atom::Real(_)));
    let settled = match reals.clone().count() {
        0 => true,
        1 => coef.is_unit() && reals.clone().all(|factor| factor.power == 1),
        _ => false,
    };
    if settled {
        return Some(false);
    }
    let mut value = coef.to_f64();
    for factor in reals {
        if let Atom::Real(bits) = factor.atom {
            value *= f64::from_bits(bits).powi(factor.power);
        }
    }
    if value == 0.0 {
        return None;
    }
    product.retain(|factor| !matches!(factor.atom, Atom::Real(_)));
    let folded = real(value)?;
    match folded.as_constant() {
        Some(constant) => *coef = constant,
        None => {
            let entry = folded.entries.into_iter().next()?;
            *coef = entry.coef;
            *product = merge_products(std::mem::take(product), entry.product)?;
        }
    }
    Some(true)
}
