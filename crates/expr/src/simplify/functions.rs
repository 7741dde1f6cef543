//! Rules for the functions of one argument, and what holds for any operator.

use super::Builder;
use super::range;
use super::ratio::Ratio;
use super::term::{Atom, Factor, Product, Sum};
use crate::{Int, Inverse, NamedConst, Op};

impl Builder {
    pub fn unary(&self, op: Op, argument: Sum) -> Option<Sum> {
        match op {
            Op::Sqr => self.pow(argument, 2),
            Op::Inv => self.pow(argument, -1),
            Op::Abs => self.abs(argument),
            Op::Relu => self.relu(argument),
            Op::Sign => self.sign(argument),
            Op::Sqrt => self.sqrt(argument),
            Op::Exp => self.exp(argument),
            Op::Log => self.log(argument),
            Op::Cos => self.cos(argument),
            // arccos(1) = 0.
            Op::Arccos if argument.as_int() == Some(1) => Some(Sum::int(0)),
            _ if op.is_odd() => self.odd(op, argument),
            _ => self.call(op, argument),
        }
    }

    /// `op(argument)`, for which no rule is left.
    fn call(&self, op: Op, argument: Sum) -> Option<Sum> {
        match folded(op, &[&argument]) {
            Some(value) => Some(value),
            None => self.scaled_call(Ratio::ONE, op, argument),
        }
    }

    /// A function of two operands for which no rule is left.
    pub fn call2(&self, op: Op, a: Sum, b: Sum) -> Option<Sum> {
        if let Some(value) = folded(op, &[&a, &b]) {
            return Some(value);
        }
        // In one order, constants last.
        let key = |sum: &Sum| (sum.as_constant().is_some(), sum.clone());
        let exchange = op.is_commutative() && key(&b) < key(&a);
        let operands = if exchange { (b, a) } else { (a, b) };
        Some(Sum::atom(Atom::Call2(op, Box::new(operands))))
    }

    fn scaled_call(&self, coef: Ratio, op: Op, argument: Sum) -> Option<Sum> {
        let atom = Atom::Call(op, Box::new(argument));
        self.product(coef, vec![Factor { atom, power: 1 }])
    }

    /// A function of three operands, or a construct.
    pub fn construct(&self, op: Op, operands: Vec<Sum>) -> Option<Sum> {
        let constant = |place: usize| operands.get(place).and_then(Sum::as_int);
        if op == Op::If
            && let Some(condition) = constant(0)
        {
            let chosen = if condition == 0 { 2 } else { 1 };
            return operands.into_iter().nth(chosen);
        }
        if op == Op::Floor
            && let Some(value) = operands.first().and_then(Sum::as_constant)
        {
            let floor = Int::from(value.num).div_floor(value.den.into())?;
            return Some(Sum::int(floor.to_i128()?));
        }
        if op.construct().is_none()
            && let (Some(a), Some(b), Some(c)) = (constant(0), constant(1), constant(2))
            && let Some(Ok(value)) = op.apply_three(a, b, c)
        {
            return Some(Sum::int(value));
        }
        Some(Sum::atom(Atom::Construct(op, operands)))
    }

    pub fn abs(&self, argument: Sum) -> Option<Sum> {
        let bounds = range::of_sum(&argument);
        if bounds.is_nonnegative() {
            return Some(argument);
        }
        if bounds.is_nonpositive() {
            return self.negate(argument);
        }
        // |c x y| = |c| |x| |y|, each decided on its own.
        let (coef, product) = self.monomial(argument)?;
        let mut result = Sum::constant(coef.abs()?);
        for factor in product {
            let magnitude = abs_factor(factor);
            result = self.mul(result, self.product(Ratio::ONE, magnitude)?)?;
        }
        Some(result)
    }

    fn relu(&self, argument: Sum) -> Option<Sum> {
        let bounds = range::of_sum(&argument);
        if bounds.is_nonnegative() {
            return Some(argument);
        }
        if bounds.is_nonpositive() {
            return Some(Sum::int(0));
        }
        // relu(c x) = c relu(x) for positive c.
        let content = argument.content()?;
        let argument = self.scale(argument, content.inverse()?)?;
        self.scaled_call(content, Op::Relu, argument)
    }

    fn sign(&self, argument: Sum) -> Option<Sum> {
        let bounds = range::of_sum(&argument);
        if bounds.is_nonnegative() {
            // sign(0) is 1 too.
            return Some(Sum::int(1));
        }
        if bounds.is_negative() {
            return Some(Sum::int(-1));
        }
        // A positive coefficient does not change the sign.
        let content = argument.content()?;
        let mut argument = self.scale(argument, content.inverse()?)?;
        if let Some((coef, Atom::Call(Op::Sign, _))) = argument.as_scaled_atom()
            && coef.is_unit()
        {
            // sign(sign(x)) = sign(x), and a sign is never 0.
            return Some(argument);
        }
        if argument.parts() == 1
            && let Some(entry) = argument.entries.first_mut()
        {
            // Nor do positive factors; and x^3 has the sign of x.
            entry.product.retain(|factor| !range::of_atom(&factor.atom).is_positive());
            for factor in &mut entry.product {
                factor.power = 2 - factor.power % 2;
            }
            if entry.product.is_empty() {
                return Some(Sum::constant(entry.coef));
            }
        }
        self.call(Op::Sign, argument)
    }

    fn sqrt(&self, argument: Sum) -> Option<Sum> {
        // sqrt of an exact square, constant or not: sqrt(9) = 3, sqrt(x^2) = |x|.
        let root = if let Some(value) = argument.as_constant() {
            value.exact_sqrt().map(Sum::constant)
        } else if let Some(entry) = argument.as_entry()
            && entry.product.iter().all(|factor| factor.power % 2 == 0)
            && let Some(coef) = entry.coef.exact_sqrt()
        {
            let halved =
                |factor: &Factor| Factor { atom: factor.atom.clone(), power: factor.power / 2 };
            Some(self.product(coef, entry.product.iter().map(halved).collect())?)
        } else {
            None
        };
        match root {
            Some(root) => self.abs(root),
            None => self.call(Op::Sqrt, argument),
        }
    }

    fn exp(&self, argument: Sum) -> Option<Sum> {
        match argument.as_int() {
            Some(0) => return Some(Sum::int(1)),
            Some(1) => return Some(Sum::atom(Atom::Const(NamedConst::E))),
            _ => {}
        }
        // exp(log(x)) = x, where log(x) is defined.
        match undone(Op::Exp, &argument) {
            Some(inner) => Some(inner.clone()),
            None => self.call(Op::Exp, argument),
        }
    }

    fn log(&self, argument: Sum) -> Option<Sum> {
        if argument.as_int() == Some(1) {
            return Some(Sum::int(0));
        }
        if matches!(argument.as_scaled_atom(), Some((Ratio::ONE, Atom::Const(NamedConst::E)))) {
            return Some(Sum::int(1));
        }
        // log(exp(x)) = x, where exp(x) does not overflow.
        match undone(Op::Log, &argument) {
            Some(inner) => Some(inner.clone()),
            None => self.call(Op::Log, argument),
        }
    }

    /// Functions with f(-x) = -f(x).
    fn odd(&self, op: Op, argument: Sum) -> Option<Sum> {
        if argument.as_int() == Some(0) {
            return Some(argument);
        }
        // sin(arcsin(x)) = x and tan(arctan(x)) = x; not the other way round.
        if let Some(inner) = undone(op, &argument) {
            return Some(inner.clone());
        }
        if argument.leads_negative() {
            let argument = self.negate(argument)?;
            let positive = self.odd(op, argument)?;
            return self.negate(positive);
        }
        self.call(op, argument)
    }

    fn cos(&self, argument: Sum) -> Option<Sum> {
        if argument.as_int() == Some(0) {
            return Some(Sum::int(1));
        }
        // cos(-x) = cos(x).
        let argument = if argument.leads_negative() { self.negate(argument)? } else { argument };
        // cos(arccos(x)) = x.
        if let Some(inner) = undone(Op::Cos, &argument) {
            return Some(inner.clone());
        }
        match argument.as_scaled_atom() {
            Some((Ratio::ONE, Atom::Const(NamedConst::Pi))) => Some(Sum::int(-1)),
            // cos(|x|) = cos(x).
            Some((coef, Atom::Call(Op::Abs, inner))) => {
                let inner = self.scale(inner.as_ref().clone(), coef)?;
                self.cos(inner)
            }
            _ => self.call(Op::Cos, argument),
        }
    }
}

/// The x of `op(inner(x))` where `op` leads back from `inner` everywhere.
fn undone(op: Op, argument: &Sum) -> Option<&Sum> {
    match argument.as_scaled_atom()? {
        (Ratio::ONE, Atom::Call(inner, x))
            if inner.inverse() == Some(Inverse { op, everywhere: true }) =>
        {
            Some(x)
        }
        _ => None,
    }
}

/// The value of an integer operator on constants, where it has one.
fn folded(op: Op, operands: &[&Sum]) -> Option<Sum> {
    let first = operands.first()?.as_int()?;
    let last = operands.last()?.as_int()?;
    Some(Sum::int(op.apply_integer(first, last)?.ok()?))
}

/// The magnitude of one factor.
fn abs_factor(factor: Factor) -> Product {
    if factor.power % 2 == 0 || range::of_atom(&factor.atom).is_nonnegative() {
        return vec![factor];
    }
    if matches!(factor.atom, Atom::Call(Op::Sign, _)) {
        return Product::new();
    }
    let argument = match factor.atom {
        Atom::Group(sum) => sum,
        atom => Box::new(Sum::atom(atom)),
    };
    vec![Factor { atom: Atom::Call(Op::Abs, argument), power: factor.power }]
}
