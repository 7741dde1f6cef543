//! Calls by name (every operator of the table, and a few words people use)
//! and powers.

use super::formula::Parser;
use super::lexer::{Kind, Lexeme};
use crate::{Error, Int, Node, Op};

/// The highest exponent that is written out as products.
const MAX_EXPONENT: usize = 64;

/// What a name before a parenthesis calls.
#[derive(Clone, Copy)]
pub(super) enum Function {
    Op(Op),
    /// `max(0, x)`
    Max,
    /// `floor(a/b)`
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

impl Parser<'_> {
    /// Replaces the last operands, which are there, by the function's value.
    pub(super) fn call(&mut self, function: Function, opener: Lexeme<'_>) -> Result<(), Error> {
        match function {
            Function::Op(op) => self.apply(op),
            Function::Max => {
                let b = self.operands.pop().unwrap_or_default();
                let a = self.operands.pop().unwrap_or_default();
                let zero = [Node::Int(Int::ZERO)];
                if a != zero && b != zero {
                    return Err(opener.error("of max only max(0, x) is known"));
                }
                self.operands.push(if a == zero { b } else { a });
                self.apply(Op::Relu)
            }
            Function::Floor => {
                let mut quotient = self.operands.pop().unwrap_or_default();
                match quotient.first_mut() {
                    Some(top @ Node::Op(Op::Div)) => *top = Node::Op(Op::Idiv),
                    Some(top @ Node::Op(Op::Inv)) => {
                        *top = Node::Op(Op::Idiv);
                        quotient.insert(1, Node::Int(Int::ONE));
                    }
                    _ => return Err(opener.error("of floor only floor(a/b) is known")),
                }
                self.push(quotient)
            }
        }
    }

    /// `^2`, `**2`, `²`, `^(2)`, `^{2}`.
    pub(super) fn power(&mut self) -> Result<(), Error> {
        let caret = self.advance();
        let exponent = if caret.kind == Kind::Superscript {
            if caret.text == "³" { 3 } else { 2 }
        } else {
            let closer = match self.peek().kind {
                Kind::Open => Some(Kind::Close),
                Kind::OpenBrace => Some(Kind::CloseBrace),
                _ => None,
            };
            self.position += usize::from(closer.is_some());
            let lexeme = self.advance();
            let exponent = match lexeme.kind {
                Kind::Integer => lexeme.text.parse().ok(),
                _ => None,
            };
            let problem = "an exponent is a whole number from 1 to 64";
            if let Some(closer) = closer {
                self.expect(closer, problem)?;
            }
            exponent
                .filter(|exponent| (1..=MAX_EXPONENT).contains(exponent))
                .ok_or_else(|| lexeme.error(problem))?
        };
        if matches!(self.peek().kind, Kind::Caret | Kind::Superscript) {
            return Err(self.peek().error("a power of a power needs parentheses"));
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
        Ok(())
    }
}
