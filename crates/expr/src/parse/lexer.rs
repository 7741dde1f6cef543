//! Text to lexemes. Nothing fails here: what is no lexeme is
//! [`Kind::Unknown`], and the parser complains when it gets there, so that the
//! first mistake in the text is the one reported.

use crate::{Error, Expr};

/// What a lexeme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits only.
    Integer,
    /// A number with a point or an exponent.
    Real,
    /// A name.
    Word,
    Plus,
    Minus,
    Times,
    Slash,
    DoubleSlash,
    Percent,
    Caret,
    /// `²` or `³`: an exponent in itself.
    Superscript,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Bar,
    /// `,` or `;`
    Comma,
    Equals,
    EqualEqual,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// `:`
    Colon,
    /// `..`
    Range,
    Unknown,
    End,
}

/// A piece of the text; `start` counts characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexeme<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub start: usize,
}

impl Lexeme<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.chars().count()
    }

    pub fn error(&self, problem: impl Into<String>) -> Error {
        Error::BadFormula {
            token: self.text.to_owned(),
            span: self.start..self.end(),
            problem: problem.into(),
        }
    }
}

/// All lexemes, with an [`Kind::End`] behind the last.
pub(super) fn lexemes(text: &str) -> Result<Vec<Lexeme<'_>>, Error> {
    let length = text.chars().count();
    let limit = Expr::MAX_FORMULA_CHARS;
    if length > limit {
        return Err(Error::BadFormula {
            token: String::new(),
            span: limit..length,
            problem: format!("a formula may have {limit} characters, not {length}"),
        });
    }
    let mut lexemes = Vec::new();
    let mut rest = text;
    let mut start = 0;
    while let Some(first) = rest.chars().next() {
        let (kind, bytes) =
            if first.is_whitespace() { (None, first.len_utf8()) } else { measure(rest, first) };
        // A measure ends at a character's border; the fallback keeps moving.
        let (piece, remaining) =
            rest.split_at_checked(bytes).unwrap_or_else(|| rest.split_at(first.len_utf8()));
        if let Some(kind) = kind {
            lexemes.push(Lexeme { kind, text: piece, start });
        }
        start += piece.chars().count();
        rest = remaining;
    }
    lexemes.push(Lexeme { kind: Kind::End, text: "", start });
    Ok(lexemes)
}

/// The kind of the lexeme that `text` begins with, and its length in bytes.
fn measure(text: &str, first: char) -> (Option<Kind>, usize) {
    for (symbol, kind) in [
        ("**", Kind::Caret),
        ("//", Kind::DoubleSlash),
        ("==", Kind::EqualEqual),
        ("!=", Kind::NotEqual),
        ("<=", Kind::LessEqual),
        (">=", Kind::GreaterEqual),
        ("..", Kind::Range),
    ] {
        if text.starts_with(symbol) {
            return (Some(kind), symbol.len());
        }
    }
    let bytes = text.as_bytes();
    if first.is_ascii_digit() || (first == '.' && digits(bytes, 1) > 1) {
        let (kind, length) = number(text);
        return (Some(kind), length);
    }
    if first.is_ascii_alphabetic() {
        let length =
            bytes.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
        return (Some(Kind::Word), length);
    }
    let kind = match first {
        'π' | 'γ' => Kind::Word,
        '+' => Kind::Plus,
        _ if MINUS.contains(&first) => Kind::Minus,
        '*' | '×' | '·' | '⋅' | '∗' => Kind::Times,
        '/' | '÷' => Kind::Slash,
        '%' => Kind::Percent,
        '^' => Kind::Caret,
        '²' | '³' => Kind::Superscript,
        '(' => Kind::Open,
        ')' => Kind::Close,
        '[' => Kind::OpenBracket,
        ']' => Kind::CloseBracket,
        '{' => Kind::OpenBrace,
        '}' => Kind::CloseBrace,
        '|' => Kind::Bar,
        ',' | ';' => Kind::Comma,
        '=' => Kind::Equals,
        '≠' => Kind::NotEqual,
        '<' => Kind::Less,
        '≤' => Kind::LessEqual,
        '>' => Kind::Greater,
        '≥' => Kind::GreaterEqual,
        ':' => Kind::Colon,
        _ => Kind::Unknown,
    };
    (Some(kind), first.len_utf8())
}

/// Where the run of digits that begins at `from` ends.
fn digits(bytes: &[u8], from: usize) -> usize {
    let run = bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    from + run
}

/// The signs that are read as minus: hyphen, minus and dash.
pub(super) const MINUS: [char; 3] = ['-', '−', '–'];

/// `12`, `1.5`, `.5`, `2.`, `1e9`, `1.5e-3`. An `e` without digits behind it
/// is Euler's number.
fn number(text: &str) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let mut kind = Kind::Integer;
    let mut end = digits(bytes, 0);
    // `1..n` is a range.
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1) != Some(&b'.') {
        kind = Kind::Real;
        end = digits(bytes, end + 1);
    }
    if let Some(exponent) = text.get(end..).and_then(|rest| rest.strip_prefix(['e', 'E'])) {
        let unsigned = exponent.strip_prefix('+').or(exponent.strip_prefix(MINUS));
        let first = text.len() - unsigned.unwrap_or(exponent).len();
        let last = digits(bytes, first);
        if last > first {
            return (Kind::Real, last);
        }
    }
    (kind, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let lexemes = lexemes(text).unwrap();
        lexemes.iter().map(|lexeme| (lexeme.kind, lexeme.text)).collect()
    }

    #[test]
    fn numbers_end_where_they_should() {
        use Kind::{End, Integer, Real, Word};
        assert_eq!(kinds("12"), [(Integer, "12"), (End, "")]);
        assert_eq!(kinds(".5"), [(Real, ".5"), (End, "")]);
        assert_eq!(kinds("1.5e-3n"), [(Real, "1.5e-3"), (Word, "n"), (End, "")]);
        assert_eq!(kinds("1e−3"), [(Real, "1e−3"), (End, "")]);
        assert_eq!(kinds("2e"), [(Integer, "2"), (Word, "e"), (End, "")]);
        assert_eq!(kinds("2exp"), [(Integer, "2"), (Word, "exp"), (End, "")]);
    }

    #[test]
    fn positions_count_characters_not_bytes() {
        let lexemes = lexemes("π × γ − ?").unwrap();
        let starts: Vec<usize> = lexemes.iter().map(|lexeme| lexeme.start).collect();
        assert_eq!(starts, [0, 2, 4, 6, 8, 9]);
        assert_eq!(lexemes[4].kind, Kind::Unknown);
    }
}
