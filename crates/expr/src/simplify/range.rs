//! Bounds on the value of a form, wherever it is defined. They decide the
//! piecewise functions: `abs(x % 7)` is `x % 7`.

use super::ratio::Ratio;
use super::term::{Atom, Factor, Product, Sum};
use crate::op::EXACT;
pub(super) use crate::op::Range;

pub(super) fn of_sum(sum: &Sum) -> Range {
    let mut total = of_ratio(sum.constant);
    for entry in &sum.entries {
        if total == Range::ALL {
            break;
        }
        total = total.add(of_ratio(entry.coef).mul(of_product(&entry.product)));
    }
    total
}

fn of_ratio(value: Ratio) -> Range {
    Range::exactly(value.to_f64())
}

fn of_product(product: &Product) -> Range {
    product.iter().fold(Range::exactly(1.0), |total, factor| total.mul(of_factor(factor)))
}

fn of_factor(factor: &Factor) -> Range {
    of_atom(&factor.atom).pow(factor.power)
}

pub(super) fn of_atom(atom: &Atom) -> Range {
    match atom {
        Atom::Prev(_) => Range::ALL,
        Atom::N => Range::from(1.0),
        Atom::Const(constant) => Range::exactly(constant.value()),
        Atom::Real(bits) => Range::exactly(f64::from_bits(*bits)),
        Atom::Wide(value) if value.is_negative() => Range { lo: f64::NEG_INFINITY, hi: -EXACT },
        Atom::Wide(_) => Range::from(EXACT),
        Atom::Call(op, argument) => (op.row().range)(&[of_sum(argument)]),
        Atom::Call2(op, operands) => (op.row().range)(&[of_sum(&operands.0), of_sum(&operands.1)]),
        Atom::Construct(op, operands) => {
            (op.row().range)(&operands.iter().map(of_sum).collect::<Vec<Range>>())
        }
        Atom::Bound(_) => Range::ALL,
        Atom::Group(sum) => of_sum(sum),
    }
}
