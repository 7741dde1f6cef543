//! Terms of the sequence: `u(n-1)`, `u[n-1]`, `u_{n-1}`, `u_n`, `u(1)`.

use super::formula::Parser;
use super::lexer::{Kind, Lexeme};
use crate::{Error, Int, Node, Op};

/// The index in `u(…)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Index {
    /// `n`
    N,
    /// `n-k`
    Back(usize),
    /// `n+k`
    Ahead,
    /// A number
    Fixed(usize),
}

impl<'a> Parser<'a> {
    /// `u(n-1)` and its like, if one comes next.
    pub fn term(&mut self) -> Result<Option<Index>, Error> {
        let word = self.peek().text.to_ascii_lowercase();
        let Some(rest) = word.strip_prefix(['u', 'a']) else { return Ok(None) };
        if let Some(subscript) = rest.strip_prefix('_').filter(|rest| !rest.is_empty()) {
            let index = match subscript {
                "n" => Index::N,
                _ => match subscript.parse() {
                    Ok(position) => Index::Fixed(position),
                    Err(_) => return Ok(None),
                },
            };
            self.position += 1;
            return Ok(Some(index));
        }
        let closer = match (rest, self.ahead(1).kind) {
            ("" | "_", Kind::Open) => Kind::Close,
            ("", Kind::OpenBracket) => Kind::CloseBracket,
            ("_", Kind::OpenBrace) => Kind::CloseBrace,
            ("" | "_", _) => return Err(self.peek().error("an earlier term is written u(n-k)")),
            _ => return Ok(None),
        };
        self.position += 2;
        let problem = "expected n-k, as in u(n-1)";
        let index = match self.peek().kind {
            Kind::Integer => Index::Fixed(self.count()?),
            _ if self.peek().text.eq_ignore_ascii_case("n") => {
                self.position += 1;
                match self.peek().kind {
                    Kind::Minus => {
                        self.position += 1;
                        Index::Back(self.count()?)
                    }
                    Kind::Plus => {
                        self.position += 1;
                        self.count()?;
                        Index::Ahead
                    }
                    _ => Index::N,
                }
            }
            _ => return Err(self.peek().error(problem)),
        };
        self.expect(closer, problem)?;
        Ok(Some(index))
    }

    /// A small number in an index.
    fn count(&mut self) -> Result<usize, Error> {
        let lexeme = self.expect(Kind::Integer, "expected a whole number, as in u(n-1)")?;
        lexeme.text.parse().map_err(|_| lexeme.error("this index is too large"))
    }

    /// The term as an operand, if it is an earlier one.
    pub(super) fn earlier(&mut self, lexeme: Lexeme<'a>, index: Index) -> Result<(), Error> {
        let problem = match index {
            Index::Back(back) => match u16::try_from(back) {
                Ok(back) if back > 0 => return self.push(vec![Node::Prev(back)]),
                Ok(_) => "u(n-0) is the term being defined",
                Err(_) => "this term is too far back",
            },
            Index::N => "u(n) is the term being defined; earlier terms are u(n-1), u(n-2), …",
            Index::Ahead => "write the law for u(n), from u(n-1), u(n-2), …",
            Index::Fixed(index) => {
                let index = Node::Int(Int::from(index as i128));
                return self.push(vec![Node::Op(Op::At), index]);
            }
        };
        Err(lexeme.error(problem))
    }
}
