//! The operator-precedence parser. Open parentheses and waiting operators are
//! on a stack of its own, not on the machine's: a hundred thousand `(` are an
//! error like any other.

use super::function::Function;
use super::lexer::{self, Kind, Lexeme};
use super::term::Index;
use crate::{Error, Expr, Int, NamedConst, Node, Op};

const OPERAND: &str = "expected a number, n, u(n-k), a function or (";

/// What waits for an operand or a closing parenthesis.
#[derive(Clone, Copy)]
enum Pending<'a> {
    Binary(Op),
    Negative,
    Reciprocal,
    /// `(`, `|` or a call; `commas` have been read in it.
    Group {
        opener: Lexeme<'a>,
        function: Option<Function>,
        commas: usize,
    },
}

/// How tightly a waiting operator binds; groups never give way.
fn precedence(pending: &Pending<'_>) -> u8 {
    match pending {
        Pending::Group { .. } => 0,
        Pending::Binary(Op::Add | Op::Sub) => 1,
        Pending::Binary(_) | Pending::Reciprocal => 2,
        Pending::Negative => 3,
    }
}

pub(super) struct Parser<'a> {
    lexemes: Vec<Lexeme<'a>>,
    pub(super) position: usize,
    /// Complete operands, each in prefix order.
    pub(super) operands: Vec<Vec<Node>>,
    pending: Vec<Pending<'a>>,
    /// Whether the last operand is a bare number, which may multiply what
    /// follows it and is the 1 of a reciprocal.
    pub(super) bare_number: bool,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Result<Self, Error> {
        Ok(Parser {
            lexemes: lexer::lexemes(text)?,
            position: 0,
            operands: Vec::new(),
            pending: Vec::new(),
            bare_number: false,
        })
    }

    pub fn peek(&self) -> Lexeme<'a> {
        self.ahead(0)
    }

    pub(super) fn ahead(&self, distance: usize) -> Lexeme<'a> {
        let end = Lexeme { kind: Kind::End, text: "", start: 0 };
        let last = self.lexemes.last().copied().unwrap_or(end);
        self.lexemes.get(self.position + distance).copied().unwrap_or(last)
    }

    pub fn advance(&mut self) -> Lexeme<'a> {
        let lexeme = self.peek();
        self.position += 1;
        lexeme
    }

    pub fn expect(&mut self, kind: Kind, problem: &str) -> Result<Lexeme<'a>, Error> {
        if self.peek().kind == kind { Ok(self.advance()) } else { Err(self.peek().error(problem)) }
    }

    pub fn expect_end(&mut self, problem: &str) -> Result<(), Error> {
        self.expect(Kind::End, problem).map(|_| ())
    }

    /// `u(n) = …` or `…`, up to the end or a comma outside all parentheses.
    pub fn law(&mut self) -> Result<Expr, Error> {
        if let Ok(Some(index)) = self.term()
            && self.peek().kind == Kind::Equals
        {
            if index != Index::N {
                return Err(self.peek().error("the left side of a law is u(n), before this"));
            }
            self.position += 1;
        } else {
            self.position = 0;
        }
        loop {
            self.operand()?;
            while !self.operator()? {
                if matches!(self.peek().kind, Kind::End | Kind::Comma) && self.pending.is_empty() {
                    return Expr::from_prefix(self.operands.pop().unwrap_or_default());
                }
            }
        }
    }

    /// Reads signs and opening parentheses up to a leaf, and the leaf.
    fn operand(&mut self) -> Result<(), Error> {
        loop {
            let lexeme = self.peek();
            if lexeme.kind == Kind::Word {
                if let Some(index) = self.term()? {
                    return self.earlier(lexeme, index);
                }
                let name = lexeme.text.to_ascii_lowercase();
                if let Some(node) = leaf(&name) {
                    self.position += 1;
                    return self.push(vec![node]);
                }
                let function = Function::from_name(&name).ok_or_else(|| {
                    lexeme.error("this is no function, constant or term that is known")
                })?;
                self.position += 1;
                let opener = self.expect(Kind::Open, "expected ( after a function's name")?;
                self.pending.push(Pending::Group { opener, function: Some(function), commas: 0 });
                continue;
            }
            match lexeme.kind {
                Kind::Plus => {}
                Kind::Minus => self.pending.push(Pending::Negative),
                Kind::Open => {
                    self.pending.push(Pending::Group { opener: lexeme, function: None, commas: 0 });
                }
                Kind::Bar => {
                    let function = Some(Function::Op(Op::Abs));
                    self.pending.push(Pending::Group { opener: lexeme, function, commas: 0 });
                }
                Kind::Integer | Kind::Real => return self.number(),
                Kind::End => {
                    return Err(lexeme.error(format!("{OPERAND}, but the formula ends")));
                }
                _ => return Err(lexeme.error(OPERAND)),
            }
            self.position += 1;
        }
    }

    /// A number, with the sign directly before it: `-3` is a constant. Not so
    /// `-3^2`, where the power comes first.
    fn number(&mut self) -> Result<(), Error> {
        let lexeme = self.advance();
        let raised = matches!(self.peek().kind, Kind::Caret | Kind::Superscript);
        let negative = !raised && matches!(self.pending.last(), Some(Pending::Negative));
        if negative {
            self.pending.pop();
        }
        let node = constant(lexeme, negative)?;
        self.push(vec![node])?;
        self.bare_number = true;
        Ok(())
    }

    /// What may follow an operand. `true` if another operand is to come,
    /// `false` if this one may be complete.
    fn operator(&mut self) -> Result<bool, Error> {
        let lexeme = self.peek();
        let op = match lexeme.kind {
            Kind::Plus => Op::Add,
            Kind::Minus => Op::Sub,
            Kind::Times => Op::Mul,
            Kind::Slash => Op::Div,
            Kind::DoubleSlash => Op::Idiv,
            Kind::Percent => Op::Mod,
            Kind::Word if lexeme.text.eq_ignore_ascii_case("mod") => Op::Mod,
            Kind::Caret | Kind::Superscript => return self.power().map(|()| false),
            Kind::Close => return self.close(lexeme).map(|()| false),
            Kind::Bar if self.innermost_is_bar() => return self.close(lexeme).map(|()| false),
            Kind::Word | Kind::Open | Kind::Bar if self.bare_number => {
                return self.multiply_implicitly(lexeme).map(|()| true);
            }
            Kind::Comma => return self.comma(),
            Kind::End => {
                self.reduce(1)?;
                return match self.pending.last() {
                    Some(Pending::Group { opener, .. }) => {
                        Err(opener.error("this is never closed"))
                    }
                    _ => Ok(false),
                };
            }
            Kind::Word | Kind::Open | Kind::Integer | Kind::Real => {
                return Err(lexeme.error("expected an operator (a product is written with *)"));
            }
            _ => return Err(lexeme.error("expected an operator")),
        };
        self.position += 1;
        let waiting = self.pending.len();
        self.reduce(precedence(&Pending::Binary(op)))?;
        let untouched = self.pending.len() == waiting;
        if op == Op::Div
            && self.bare_number
            && untouched
            && matches!(self.operands.last().map(Vec::as_slice), Some([Node::Int(Int::ONE)]))
        {
            self.operands.pop();
            self.pending.push(Pending::Reciprocal);
        } else {
            self.pending.push(Pending::Binary(op));
        }
        Ok(true)
    }

    /// `2n`: but `6/2n` may mean `6/(2*n)` or `(6/2)*n`.
    fn multiply_implicitly(&mut self, lexeme: Lexeme<'a>) -> Result<(), Error> {
        if matches!(
            self.pending.last(),
            Some(Pending::Reciprocal | Pending::Binary(Op::Div | Op::Idiv | Op::Mod))
        ) {
            return Err(lexeme.error("write * and parentheses in a divisor: is it a/(2*n)"));
        }
        self.reduce(2)?;
        self.pending.push(Pending::Binary(Op::Mul));
        Ok(())
    }

    /// Applies what waits and binds at least as tightly.
    fn reduce(&mut self, least: u8) -> Result<(), Error> {
        while let Some(&top) = self.pending.last()
            && precedence(&top) >= least
        {
            self.pending.pop();
            match top {
                Pending::Binary(op) => self.apply(op)?,
                Pending::Reciprocal => self.apply(Op::Inv)?,
                Pending::Negative => {
                    let operand = self.operands.pop().unwrap_or_default();
                    self.operands.push(vec![Node::Int(Int::from(-1i64))]);
                    self.operands.push(operand);
                    self.apply(Op::Mul)?;
                }
                Pending::Group { .. } => {}
            }
        }
        Ok(())
    }

    /// Replaces the last operands by the operator applied to them. They are
    /// there: operators and operands alternate.
    pub(super) fn apply(&mut self, op: Op) -> Result<(), Error> {
        let second = if op.arity() == 2 { self.operands.pop() } else { None };
        let mut nodes = self.operands.pop().unwrap_or_default();
        nodes.insert(0, Node::Op(op));
        nodes.extend(second.unwrap_or_default());
        self.push(nodes)
    }

    pub(super) fn push(&mut self, operand: Vec<Node>) -> Result<(), Error> {
        if operand.len() > Expr::MAX_NODES {
            return Err(Error::TooManyNodes { nodes: operand.len(), limit: Expr::MAX_NODES });
        }
        self.operands.push(operand);
        self.bare_number = false;
        Ok(())
    }

    fn innermost_is_bar(&self) -> bool {
        let innermost =
            self.pending.iter().rev().find(|pending| matches!(pending, Pending::Group { .. }));
        matches!(innermost, Some(Pending::Group { opener, .. }) if opener.kind == Kind::Bar)
    }

    fn comma(&mut self) -> Result<bool, Error> {
        self.reduce(1)?;
        let lexeme = self.peek();
        match self.pending.last_mut() {
            None => Ok(false),
            Some(Pending::Group { function: Some(function), commas, .. })
                if *commas + 1 < function.arity() =>
            {
                *commas += 1;
                self.position += 1;
                Ok(true)
            }
            Some(_) => Err(lexeme.error("expected an operator or ) before this")),
        }
    }

    /// `)` or the second `|`.
    fn close(&mut self, lexeme: Lexeme<'a>) -> Result<(), Error> {
        self.reduce(1)?;
        let Some(Pending::Group { opener, function, commas }) = self.pending.pop() else {
            return Err(lexeme.error("there is no ( for this"));
        };
        if (opener.kind == Kind::Bar) != (lexeme.kind == Kind::Bar) {
            return Err(opener.error("this is never closed"));
        }
        self.position += 1;
        self.bare_number = false;
        let Some(function) = function else { return Ok(()) };
        if commas + 1 < function.arity() {
            return Err(lexeme.error("expected a comma and a second operand"));
        }
        self.call(function, opener)
    }
}

/// A name that stands for a value.
fn leaf(name: &str) -> Option<Node> {
    Some(match name {
        "n" => Node::N,
        "π" => Node::Const(NamedConst::Pi),
        "γ" => Node::Const(NamedConst::EulerGamma),
        _ => Node::Const(NamedConst::from_name(name)?),
    })
}

/// The constant that a number lexeme stands for.
pub(super) fn constant(lexeme: Lexeme<'_>, negative: bool) -> Result<Node, Error> {
    if lexeme.kind == Kind::Integer {
        let value: Int =
            lexeme.text.parse().map_err(|_| lexeme.error("this integer has too many digits"))?;
        return Ok(Node::Int(if negative { value.negated() } else { value }));
    }
    match lexeme.text.replace(lexer::MINUS, "-").parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Node::Real(if negative { -value } else { value })),
        _ => Err(lexeme.error("this number is too large")),
    }
}
