//! Calls by name (every operator of the table, and a few words people use)
//! and powers.

use super::formula::{Group, Parser};
use super::lexer::Kind;
use crate::{Domain, Error, Int, Node, Op};

/// The highest exponent that is written out as products.
const MAX_EXPONENT: usize = 64;

/// `a^b^c` is read in two ways.
pub(super) const POWER_OF_POWER: &str = "a power of a power needs parentheses";

/// What a name before a parenthesis calls.
#[derive(Clone, Copy)]
pub(super) enum Function {
    Op(Op),
    /// `max(0, x)` is relu.
    Max,
    /// `floor(a/b)` of integers is the floored quotient.
    Floor,
}

impl Function {
    /// The function of a name in lower case.
    pub fn from_name(name: &str) -> Option<Function> {
        Some(Function::Op(match name {
            "max" => return Some(Function::Max),
            "floor" => return Some(Function::Floor),
            _ => Op::ALL.iter().copied().find(|op| op.is_called(name))?,
        }))
    }

    pub fn arity(self) -> usize {
        match self {
            Function::Op(op) => op.arity(),
            Function::Max => 2,
            Function::Floor => 1,
        }
    }
}

impl Function {
    /// What a binder has after its variable.
    pub fn sign(self) -> Option<Kind> {
        match self {
            Function::Op(Op::Least) => Some(Kind::Greater),
            Function::Op(Op::Sum | Op::Product) => Some(Kind::Equals),
            Function::Op(Op::SumDiv | Op::ProdDiv) => Some(Kind::Bar),
            _ => None,
        }
    }

    /// What separates an operand from the next.
    pub fn separator(self, place: usize) -> Kind {
        match self {
            Function::Op(Op::Least) => Kind::Colon,
            Function::Op(Op::Sum | Op::Product) if place == 0 => Kind::Range,
            _ => Kind::Comma,
        }
    }
}

impl Parser<'_> {
    /// Replaces the last operands, which are there, by the function's value.
    pub(super) fn call(&mut self, function: Function, group: &Group<'_>) -> Result<(), Error> {
        match function {
            Function::Op(op) => self.apply(op),
            Function::Max => {
                // Of zeros only bare ones: `max((0), x)` is a maximum.
                let is_zero = |place: usize, bare: bool| {
                    let operand = self.operands.len().checked_sub(place);
                    let operand = operand.and_then(|index| self.operands.get(index));
                    bare && operand.is_some_and(|nodes| nodes == &[Node::Int(Int::ZERO)])
                };
                let (first, second) =
                    (is_zero(2, group.first_is_bare), is_zero(1, self.bare_number));
                if !first && !second {
                    return self.apply(Op::Max);
                }
                let last = self.operands.pop().unwrap_or_default();
                if second && let Some(operand) = self.operands.pop() {
                    self.operands.push(operand);
                } else if let Some(operand) = self.operands.last_mut() {
                    *operand = last;
                }
                self.apply(Op::Relu)
            }
            Function::Floor => {
                let real = self.in_parentheses;
                let Some(quotient) = self.operands.last_mut().filter(|_| !real) else {
                    return self.apply(Op::Floor);
                };
                let of_integers = quotient.iter().skip(1).all(|node| match node {
                    Node::Op(op) => op.exists_in(Domain::Integer),
                    Node::Const(_) | Node::Real(_) => false,
                    _ => true,
                });
                match quotient.first_mut() {
                    Some(top @ Node::Op(Op::Div)) if of_integers => *top = Node::Op(Op::Idiv),
                    Some(top @ Node::Op(Op::Inv)) if of_integers => {
                        *top = Node::Op(Op::Idiv);
                        quotient.insert(1, Node::Int(Int::ONE));
                    }
                    _ => return self.apply(Op::Floor),
                }
                Ok(())
            }
        }
    }

    /// `^2`, `**2`, `²`, `^(2)`, `^{2}` are written out as products; any other
    /// exponent is an operand that is still to come, and the answer is `true`.
    pub(super) fn power(&mut self) -> Result<bool, Error> {
        let caret = self.advance();
        let exponent = match caret.kind {
            Kind::Superscript if caret.text == "³" => Some(3),
            Kind::Superscript => Some(2),
            _ => self.small_exponent(),
        };
        let Some(exponent) = exponent else {
            self.raise();
            return Ok(true);
        };
        if matches!(self.peek().kind, Kind::Caret | Kind::Superscript) {
            return Err(self.peek().error(POWER_OF_POWER));
        }
        // Square and multiply, from the exponent's second bit down.
        let base = self.operands.last().cloned().unwrap_or_default();
        for bit in (0..exponent.ilog2()).rev() {
            self.apply(Op::Sqr)?;
            if exponent >> bit & 1 == 1 {
                self.operands.push(base.clone());
                self.apply(Op::Mul)?;
            }
        }
        self.bare_number = false;
        Ok(false)
    }

    /// A whole number that is small enough, alone or in parentheses or braces.
    fn small_exponent(&mut self) -> Option<usize> {
        let closer = match self.peek().kind {
            Kind::Open => Some(Kind::Close),
            Kind::OpenBrace => Some(Kind::CloseBrace),
            _ => None,
        };
        let place = usize::from(closer.is_some());
        let lexeme = self.ahead(place);
        let exponent = lexeme.text.parse().ok().filter(|_| lexeme.kind == Kind::Integer)?;
        let closed = closer.is_none_or(|closer| self.ahead(place + 1).kind == closer);
        if !closed || !(1..=MAX_EXPONENT).contains(&exponent) {
            return None;
        }
        self.position += 1 + 2 * place;
        Some(exponent)
    }
}
