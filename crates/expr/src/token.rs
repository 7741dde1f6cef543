//! Prefix tokens: the words in which a model writes a law.
//!
//! Operators, `n`, `u1`, `u2`, …, the named constants, and integers as a sign
//! followed by base-10 digits, so that any integer can be written with twelve
//! words. [`Token::vocabulary`] is the list that a model's output is made of.

use std::fmt;

use crate::{Domain, Error, Expr, Int, NamedConst, Node, Op};

/// One prefix token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Token {
    /// An operator.
    Op(Op),
    /// The index `n`.
    N,
    /// `u(n-k)`.
    Prev(u16),
    /// Begins an integer that is not negative.
    Plus,
    /// Begins a negative integer.
    Minus,
    /// A base-10 digit of an integer, most significant first.
    Digit(u8),
    /// e, pi or euler_gamma.
    Const(NamedConst),
}

/// How far back the vocabulary reaches: `u1` to `u6`.
pub const MAX_DEGREE: u16 = 6;

impl Token {
    /// The tokens that laws of a domain are written in, in a fixed order.
    pub fn vocabulary(domain: Domain) -> Vec<Token> {
        let mut tokens: Vec<Token> = Op::vocabulary(domain).map(Token::Op).collect();
        tokens.push(Token::N);
        tokens.extend((1..=MAX_DEGREE).map(Token::Prev));
        tokens.extend([Token::Plus, Token::Minus]);
        tokens.extend((0..10).map(Token::Digit));
        if domain == Domain::Float {
            tokens.extend(NamedConst::ALL.map(Token::Const));
        }
        tokens
    }

    /// The token a word stands for: what `Display` prints.
    pub fn from_word(word: &str) -> Option<Token> {
        if let Some(op) = Op::from_name(word) {
            return Some(Token::Op(op));
        }
        if let Some(constant) = NamedConst::from_name(word) {
            return Some(Token::Const(constant));
        }
        match word {
            "n" => Some(Token::N),
            "+" => Some(Token::Plus),
            "-" => Some(Token::Minus),
            _ => match word.as_bytes() {
                [digit @ b'0'..=b'9'] => Some(Token::Digit(digit - b'0')),
                [b'u', b'1'..=b'9', ..] => word[1..].parse().ok().map(Token::Prev),
                _ => None,
            },
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Op(op) => f.write_str(op.name()),
            Token::N => f.write_str("n"),
            Token::Prev(back) => write!(f, "u{back}"),
            Token::Plus => f.write_str("+"),
            Token::Minus => f.write_str("-"),
            Token::Digit(digit) => digit.fmt(f),
            Token::Const(constant) => f.write_str(constant.name()),
        }
    }
}

impl Expr {
    /// The expression in prefix tokens. Real constants and bound variables have
    /// none.
    pub fn to_tokens(&self) -> Result<Vec<Token>, Error> {
        let mut tokens = Vec::with_capacity(self.nodes().len() * 2);
        for node in self.nodes() {
            match *node {
                Node::Op(op) => tokens.push(Token::Op(op)),
                Node::N => tokens.push(Token::N),
                Node::Prev(back) => tokens.push(Token::Prev(back)),
                Node::Const(constant) => tokens.push(Token::Const(constant)),
                Node::Int(value) => {
                    tokens.push(if value.is_negative() { Token::Minus } else { Token::Plus });
                    let digits = value.abs().to_string();
                    tokens.extend(digits.bytes().map(|digit| Token::Digit(digit - b'0')));
                }
                Node::Real(value) => return Err(Error::NoTokenFor { node: value.to_string() }),
                Node::Bound(binder) => {
                    return Err(Error::NoTokenFor { node: format!("b{binder}") });
                }
            }
        }
        Ok(tokens)
    }

    /// Reads prefix tokens; they must be exactly one tree.
    pub fn from_tokens(tokens: &[Token]) -> Result<Expr, Error> {
        let mut nodes = Vec::with_capacity(tokens.len());
        let mut position = 0;
        while let Some(&token) = tokens.get(position) {
            position += 1;
            nodes.push(match token {
                Token::Op(op) => Node::Op(op),
                Token::N => Node::N,
                Token::Prev(back) => Node::Prev(back),
                Token::Const(constant) => Node::Const(constant),
                Token::Plus | Token::Minus => {
                    let mut digits = String::from(if token == Token::Minus { "-" } else { "" });
                    while let Some(Token::Digit(digit)) = tokens.get(position) {
                        digits.push(char::from(b'0' + digit % 10));
                        position += 1;
                    }
                    if !digits.ends_with(|last: char| last.is_ascii_digit()) {
                        let problem = "a sign without digits";
                        return Err(Error::BadTokens { position, problem });
                    }
                    Node::Int(digits.parse()?)
                }
                Token::Digit(_) => {
                    let problem = "a digit without a sign before it";
                    return Err(Error::BadTokens { position: position - 1, problem });
                }
            });
        }
        Expr::from_prefix(nodes)
    }

    /// Reads prefix words in which a constant is one word: `mul 2 u1`. Besides
    /// the words of [`Token`] it takes whole integers, reals, `b0`, `b1`, … for
    /// bound variables, and the published code's `x_0_3` for `u3`.
    pub fn from_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Expr, Error> {
        let mut nodes = Vec::new();
        for (position, word) in words.into_iter().enumerate() {
            nodes.push(
                node_from_word(word)
                    .ok_or_else(|| Error::UnknownToken { word: word.to_owned(), position })?,
            );
        }
        Expr::from_prefix(nodes)
    }

    /// The prefix words that [`Expr::from_words`] reads.
    pub fn to_words(&self) -> Vec<String> {
        self.nodes()
            .iter()
            .map(|node| match node {
                Node::Op(op) => op.name().to_owned(),
                Node::Int(value) => value.to_string(),
                Node::Real(value) => format!("{value:?}"),
                Node::Const(constant) => constant.name().to_owned(),
                Node::N => "n".to_owned(),
                Node::Prev(back) => format!("u{back}"),
                Node::Bound(binder) => format!("b{binder}"),
            })
            .collect()
    }
}

fn node_from_word(word: &str) -> Option<Node> {
    if let Ok(value) = word.parse::<Int>() {
        return Some(Node::Int(value));
    }
    if let Some(binder) = word.strip_prefix('b').and_then(|rest| rest.parse().ok()) {
        return Some(Node::Bound(binder));
    }
    match Token::from_word(word) {
        Some(Token::Op(op)) => Some(Node::Op(op)),
        Some(Token::N) => Some(Node::N),
        Some(Token::Prev(back)) => Some(Node::Prev(back)),
        Some(Token::Const(constant)) => Some(Node::Const(constant)),
        Some(Token::Plus | Token::Minus | Token::Digit(_)) => None,
        None => match word.strip_prefix("x_0_") {
            Some(back) => back.parse().ok().map(Node::Prev),
            None if word.starts_with(|first: char| first.is_ascii_digit() || first == '-') => {
                word.parse().ok().filter(|value: &f64| value.is_finite()).map(Node::Real)
            }
            None => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Expr, Error> {
        Expr::from_words(text.split_whitespace())
    }

    #[test]
    fn integers_are_a_sign_and_digits() {
        let tokens = words("mod mul -2 u1 100").unwrap().to_tokens().unwrap();
        let text: Vec<String> = tokens.iter().map(Token::to_string).collect();
        assert_eq!(text.join(" "), "mod mul - 2 u1 + 1 0 0");
    }

    #[test]
    fn the_published_spelling_is_read() {
        assert_eq!(words("add x_0_2 2.5").unwrap(), words("add u2 2.5").unwrap());
        assert_eq!(
            words("x_0_0").unwrap_err(),
            Error::MalformedTree { nodes: 1, problem: "u(n-0) is the term itself" }
        );
        assert!(matches!(words("add n foo"), Err(Error::UnknownToken { position: 2, .. })));
    }

    #[test]
    fn broken_token_lists_are_errors() {
        use Token::{Digit, Plus};
        assert!(matches!(Expr::from_tokens(&[Plus]), Err(Error::BadTokens { position: 1, .. })));
        assert!(matches!(
            Expr::from_tokens(&[Digit(3)]),
            Err(Error::BadTokens { position: 0, .. })
        ));
        assert!(matches!(
            Expr::from_tokens(&[Token::Op(Op::Add), Token::N]),
            Err(Error::MalformedTree { .. })
        ));
        let long: Vec<Token> = [Plus].into_iter().chain([Digit(9); 300]).collect();
        assert!(matches!(Expr::from_tokens(&long), Err(Error::TooManyDigits { digits: 300, .. })));
    }

    #[test]
    fn every_word_of_the_vocabulary_leads_back() {
        for domain in [Domain::Integer, Domain::Float] {
            let vocabulary = Token::vocabulary(domain);
            for token in &vocabulary {
                assert_eq!(Token::from_word(&token.to_string()), Some(*token));
            }
        }
        assert_eq!(Token::vocabulary(Domain::Integer).len(), 28);
        assert_eq!(Token::vocabulary(Domain::Float).len(), 38);
    }

    #[test]
    fn reals_have_no_token() {
        let error = words("mul 0.5 n").unwrap().to_tokens().unwrap_err();
        assert_eq!(error, Error::NoTokenFor { node: "0.5".into() });
    }
}
