//! The operator-precedence parser. Open parentheses and waiting operators are
//! on a stack of its own, not on the machine's: a hundred thousand `(` are an
//! error like any other.

use super::function::{Function, POWER_OF_POWER};
use super::lexer::{self, Kind, Lexeme};
use super::term::Index;
use crate::{Error, Expr, Family, Int, NamedConst, Node, Op};

const OPERAND: &str = "expected a number, n, u(n-k), a function or (";

/// What waits for an operand or a closing parenthesis.
#[derive(Clone, Copy)]
enum Pending<'a> {
    Binary(Op),
    /// `a > b`, which is `b < a`.
    Swapped(Op),
    Negative,
    Reciprocal,
    /// `(`, `|` or a call.
    Group(Group<'a>),
}

/// What is open.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub opener: Lexeme<'a>,
    pub function: Option<Function>,
    /// How many commas have been read in it, or what separates operands there.
    commas: usize,
    /// The variable that it binds.
    pub variable: Option<&'a str>,
    /// Whether its first operand is a bare number.
    pub first_is_bare: bool,
}

impl<'a> Group<'a> {
    fn new(opener: Lexeme<'a>, function: Option<Function>) -> Self {
        Group { opener, function, commas: 0, variable: None, first_is_bare: false }
    }

    /// Whether another operand is to come after the one being read.
    fn goes_on(&self) -> bool {
        self.function.is_some_and(|function| self.commas + 1 < function.arity())
    }

    /// The same, if it is separated like that.
    fn goes_on_after(&self, separator: Kind) -> bool {
        let expected = self.function.map(|function| function.separator(self.commas));
        self.goes_on() && expected == Some(separator)
    }
}

/// How tightly a waiting operator binds; groups never give way.
fn precedence(pending: &Pending<'_>) -> u8 {
    match pending {
        Pending::Group(_) => 0,
        Pending::Swapped(_) => COMPARISON,
        Pending::Binary(op) if op.family() == Family::Comparison => COMPARISON,
        Pending::Binary(Op::Add | Op::Sub) => SUM,
        Pending::Binary(Op::Pow) => PRODUCT + 2,
        Pending::Binary(_) | Pending::Reciprocal => PRODUCT,
        Pending::Negative => PRODUCT + 1,
    }
}

const COMPARISON: u8 = 1;
const SUM: u8 = 2;
const PRODUCT: u8 = 3;

pub(super) struct Parser<'a> {
    lexemes: Vec<Lexeme<'a>>,
    pub(super) position: usize,
    /// Complete operands, each in prefix order.
    pub(super) operands: Vec<Vec<Node>>,
    pending: Vec<Pending<'a>>,
    /// Whether the last operand is a bare number, which may multiply what
    /// follows it and is the 1 of a reciprocal.
    pub(super) bare_number: bool,
    /// Whether the last operand is in parentheses.
    pub(super) in_parentheses: bool,
    /// The bound variables that are known here, innermost last.
    variables: Vec<&'a str>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Result<Self, Error> {
        Ok(Parser {
            lexemes: lexer::lexemes(text)?,
            position: 0,
            operands: Vec::new(),
            pending: Vec::new(),
            bare_number: false,
            in_parentheses: false,
            variables: Vec::new(),
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
                if let Some(binder) = self.variables.iter().rev().position(|v| *v == lexeme.text) {
                    self.position += 1;
                    return self.push(vec![Node::Bound(binder.try_into().unwrap_or(u8::MAX))]);
                }
                let start = self.position;
                match self.term() {
                    Ok(Some(index)) => return self.earlier(lexeme, index),
                    Ok(None) => {}
                    Err(error) => {
                        // Not n-k: the index is computed.
                        self.position = start + 1;
                        if self.peek().kind != Kind::Open {
                            return Err(error);
                        }
                        let group = Group::new(self.advance(), Some(Function::Op(Op::At)));
                        self.pending.push(Pending::Group(group));
                        continue;
                    }
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
                let mut group = Group::new(opener, Some(function));
                group.variable = self.variable(function)?;
                self.pending.push(Pending::Group(group));
                continue;
            }
            match lexeme.kind {
                Kind::Plus => {}
                Kind::Minus => self.pending.push(Pending::Negative),
                Kind::Open => {
                    self.pending.push(Pending::Group(Group::new(lexeme, None)));
                }
                Kind::Bar => {
                    let function = Some(Function::Op(Op::Abs));
                    self.pending.push(Pending::Group(Group::new(lexeme, function)));
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
            Kind::Caret | Kind::Superscript => {
                if matches!(self.pending.last(), Some(Pending::Binary(Op::Pow))) {
                    return Err(lexeme.error(POWER_OF_POWER));
                }
                return self.power();
            }
            Kind::Close => return self.close(lexeme).map(|()| false),
            Kind::Bar if self.innermost_is_bar() => return self.close(lexeme).map(|()| false),
            Kind::Word | Kind::Open | Kind::Bar if self.bare_number => {
                return self.multiply_implicitly(lexeme).map(|()| true);
            }
            Kind::EqualEqual => return self.compare(Pending::Binary(Op::Eq)),
            Kind::NotEqual => return self.compare(Pending::Binary(Op::Ne)),
            Kind::Less => return self.compare(Pending::Binary(Op::Lt)),
            Kind::LessEqual => return self.compare(Pending::Binary(Op::Le)),
            Kind::Greater => return self.compare(Pending::Swapped(Op::Lt)),
            Kind::GreaterEqual => return self.compare(Pending::Swapped(Op::Le)),
            Kind::Comma | Kind::Colon | Kind::Range => return self.comma(),
            Kind::End => {
                self.reduce(COMPARISON)?;
                return match self.pending.last() {
                    Some(Pending::Group(group)) => Err(group.opener.error("this is never closed")),
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

    /// A power whose exponent is to come.
    pub(super) fn raise(&mut self) {
        self.pending.push(Pending::Binary(Op::Pow));
    }

    /// `2n`: but `6/2n` may mean `6/(2*n)` or `(6/2)*n`.
    fn multiply_implicitly(&mut self, lexeme: Lexeme<'a>) -> Result<(), Error> {
        if matches!(
            self.pending.last(),
            Some(Pending::Reciprocal | Pending::Binary(Op::Div | Op::Idiv | Op::Mod))
        ) {
            return Err(lexeme.error("write * and parentheses in a divisor: is it a/(2*n)"));
        }
        self.reduce(PRODUCT)?;
        self.pending.push(Pending::Binary(Op::Mul));
        Ok(())
    }

    /// Comparisons are not chained: `a < b < c` would compare 0 or 1 with c.
    fn compare(&mut self, comparison: Pending<'a>) -> Result<bool, Error> {
        let lexeme = self.advance();
        self.reduce(SUM)?;
        match self.pending.last() {
            Some(last) if precedence(last) == COMPARISON => {
                Err(lexeme.error("a comparison of a comparison needs parentheses"))
            }
            _ => {
                self.pending.push(comparison);
                Ok(true)
            }
        }
    }

    /// Applies what waits and binds at least as tightly.
    fn reduce(&mut self, least: u8) -> Result<(), Error> {
        while let Some(&top) = self.pending.last()
            && precedence(&top) >= least
        {
            self.pending.pop();
            match top {
                Pending::Binary(op) => self.apply(op)?,
                Pending::Swapped(op) => {
                    let operands = self.operands.len();
                    if let Some(last) = operands.checked_sub(2) {
                        self.operands.swap(last, last + 1);
                    }
                    self.apply(op)?;
                }
                Pending::Reciprocal => self.apply(Op::Inv)?,
                Pending::Negative => {
                    let operand = self.operands.pop().unwrap_or_default();
                    self.operands.push(vec![Node::Int(Int::from(-1i64))]);
                    self.operands.push(operand);
                    self.apply(Op::Mul)?;
                }
                Pending::Group(_) => {}
            }
        }
        Ok(())
    }

    /// Replaces the last operands by the operator applied to them. They are
    /// there: operators and operands alternate.
    pub(super) fn apply(&mut self, op: Op) -> Result<(), Error> {
        let first = self.operands.len().saturating_sub(op.arity());
        let operands = self.operands.split_off(first);
        let mut nodes = vec![Node::Op(op)];
        nodes.extend(operands.into_iter().flatten());
        self.push(nodes)
    }

    pub(super) fn push(&mut self, operand: Vec<Node>) -> Result<(), Error> {
        if operand.len() > Expr::MAX_NODES {
            return Err(Error::TooManyNodes { nodes: operand.len(), limit: Expr::MAX_NODES });
        }
        self.operands.push(operand);
        self.bare_number = false;
        self.in_parentheses = false;
        Ok(())
    }

    fn innermost_is_bar(&self) -> bool {
        let innermost =
            self.pending.iter().rev().find(|pending| matches!(pending, Pending::Group(_)));
        matches!(innermost, Some(Pending::Group(group)) if group.opener.kind == Kind::Bar)
    }

    /// A comma, or what stands for one between the operands of a binder.
    fn comma(&mut self) -> Result<bool, Error> {
        self.reduce(COMPARISON)?;
        let lexeme = self.peek();
        let bare = self.bare_number;
        match self.pending.last_mut() {
            None if lexeme.kind == Kind::Comma => Ok(false),
            Some(Pending::Group(group)) if group.goes_on_after(lexeme.kind) => {
                group.commas += 1;
                group.first_is_bare = bare;
                if !group.goes_on() {
                    self.variables.extend(group.variable);
                }
                self.position += 1;
                Ok(true)
            }
            _ => Err(lexeme.error("expected an operator or ) before this")),
        }
    }

    /// `)` or the second `|`.
    fn close(&mut self, lexeme: Lexeme<'a>) -> Result<(), Error> {
        self.reduce(COMPARISON)?;
        let Some(Pending::Group(group)) = self.pending.pop() else {
            return Err(lexeme.error("there is no ( for this"));
        };
        if (group.opener.kind == Kind::Bar) != (lexeme.kind == Kind::Bar) {
            return Err(group.opener.error("this is never closed"));
        }
        self.position += 1;
        let Some(function) = group.function else {
            self.bare_number = false;
            self.in_parentheses = true;
            return Ok(());
        };
        if group.goes_on() {
            return Err(lexeme.error("expected a comma and another operand"));
        }
        if group.variable.is_some() {
            self.variables.pop();
        }
        self.call(function, &group)?;
        self.bare_number = false;
        Ok(())
    }

    /// The variable of a binder with the sign after it: `m >`, `k =`, `d |`.
    fn variable(&mut self, function: Function) -> Result<Option<&'a str>, Error> {
        let Some(sign) = function.sign() else { return Ok(None) };
        let name = self.expect(Kind::Word, "expected the name of a variable")?;
        let word = name.text.to_ascii_lowercase();
        if leaf(&word).is_some() || matches!(word.as_str(), "u" | "a") {
            return Err(name.error("this name has a meaning already"));
        }
        self.expect(sign, "expected a variable as in least(m > a: …), sum(k=a..b, …)")?;
        Ok(Some(name.text))
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
