//! The words a decoder writes: three marks, then tokens of formulas or of numbers.
//!
//! A network's own list of formula tokens is in its weights file, by name. So
//! operators that are added to the language change nothing for a network that
//! was trained before them.

use std::collections::HashMap;
use std::fmt;

use ansatz_expr::{Expr, Int, Token};
use sha2::{Digest, Sha256};

use crate::config::{NextTerm, Task};
use crate::error::{Error, Result};
use crate::numbers::{self, NumberToken};

/// Fills short rows of a batch; never predicted.
pub const PAD: u32 = 0;
/// Stands before the first token.
pub const BEGIN: u32 = 1;
/// Stands after the last token.
pub const END: u32 = 2;

/// One word of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutputToken {
    /// See [`PAD`].
    Pad,
    /// See [`BEGIN`].
    Begin,
    /// See [`END`].
    End,
    /// A token of a formula.
    Symbol(Token),
    /// A token of a number.
    Number(NumberToken),
}

impl fmt::Display for OutputToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutputToken::Pad => f.write_str("<pad>"),
            OutputToken::Begin => f.write_str("<begin>"),
            OutputToken::End => f.write_str("<end>"),
            OutputToken::Symbol(token) => token.fmt(f),
            OutputToken::Number(token) => token.fmt(f),
        }
    }
}

/// The tokens of formulas that these names stand for.
pub(crate) fn tokens(names: &[String]) -> Result<Vec<Token>> {
    let token = |name: &String| {
        Token::from_word(name).ok_or_else(|| Error::BadWord {
            word: name.clone(),
            problem: "this build does not know that word",
        })
    };
    names.iter().map(token).collect()
}

/// The words of one task and their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    words: Vec<OutputToken>,
    ids: HashMap<OutputToken, u32>,
}

impl Vocabulary {
    /// The paper's words of a task: [`PAD`], [`BEGIN`], [`END`], then the
    /// domain's formula tokens or number tokens.
    pub fn new(task: Task) -> Self {
        if task.is_symbolic() {
            return Self::of_formulas(&Token::vocabulary(task.domain()));
        }
        Self::after_marks(
            NumberToken::vocabulary(task.domain()).into_iter().map(OutputToken::Number),
        )
    }

    /// The marks, then the tokens of one term.
    pub fn of_next_term(task: Task, format: NextTerm) -> Self {
        let tokens = NumberToken::of_next_term(task.domain(), format);
        Self::after_marks(tokens.into_iter().map(OutputToken::Number))
    }

    /// The marks, then these tokens of formulas.
    pub fn of_formulas(tokens: &[Token]) -> Self {
        Self::after_marks(tokens.iter().copied().map(OutputToken::Symbol))
    }

    fn after_marks(others: impl Iterator<Item = OutputToken>) -> Self {
        let words: Vec<OutputToken> = [OutputToken::Pad, OutputToken::Begin, OutputToken::End]
            .into_iter()
            .chain(others)
            .collect();
        let ids = words.iter().zip(0..).map(|(word, id)| (*word, id)).collect();
        Self { words, ids }
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Never: there are always the three marks.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words in the order of their ids.
    pub fn words(&self) -> &[OutputToken] {
        &self.words
    }

    /// The word an id stands for.
    pub fn word(&self, id: u32) -> Result<OutputToken> {
        let size = self.words.len();
        self.words.get(id as usize).copied().ok_or(Error::UnknownId { id, size })
    }

    /// The id of a word.
    pub fn id(&self, word: OutputToken) -> Result<u32> {
        self.ids.get(&word).copied().ok_or_else(|| Error::UnknownToken { token: word.to_string() })
    }

    /// Sixteen hexadecimal digits that change when any word, or the order, does.
    /// A weights file carries it, so that a model never speaks with another
    /// version's words.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for word in &self.words {
            hasher.update(word.to_string());
            hasher.update([0]);
        }
        hasher.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Ids of a formula, without the marks.
    pub fn encode_expr(&self, expr: &Expr) -> Result<Vec<u32>> {
        let tokens =
            expr.to_tokens().map_err(|error| Error::UnknownToken { token: error.to_string() })?;
        tokens.into_iter().map(|token| self.id(OutputToken::Symbol(token))).collect()
    }

    /// Ids of integers, without the marks.
    pub fn encode_integers(&self, values: &[Int]) -> Result<Vec<u32>> {
        let mut tokens = Vec::new();
        for value in values {
            numbers::push_integer(*value, &mut tokens);
        }
        tokens.into_iter().map(|token| self.id(OutputToken::Number(token))).collect()
    }

    /// Ids of floats, without the marks.
    pub fn encode_floats(&self, values: &[f64]) -> Result<Vec<u32>> {
        let mut tokens = Vec::new();
        for value in values {
            numbers::push_float(*value, &mut tokens);
        }
        tokens.into_iter().map(|token| self.id(OutputToken::Number(token))).collect()
    }

    /// Ids of the tokens of a number, without the marks.
    pub fn encode_number(&self, tokens: &[NumberToken]) -> Result<Vec<u32>> {
        tokens.iter().map(|token| self.id(OutputToken::Number(*token))).collect()
    }

    /// The formula that ids stand for, up to the end mark; `None` if they are
    /// not exactly one tree.
    pub fn decode_expr(&self, ids: &[u32]) -> Option<Expr> {
        let tokens: Option<Vec<Token>> = self
            .until_end(ids)
            .map(|word| match word {
                Ok(OutputToken::Symbol(token)) => Some(token),
                _ => None,
            })
            .collect();
        Expr::from_tokens(&tokens?).ok()
    }

    /// The numbers that ids stand for, up to the end mark or the first that is
    /// not a number's token.
    pub fn decode_numbers(&self, ids: &[u32]) -> Vec<NumberToken> {
        self.until_end(ids)
            .map_while(|word| match word {
                Ok(OutputToken::Number(token)) => Some(token),
                _ => None,
            })
            .collect()
    }

    fn until_end(&self, ids: &[u32]) -> impl Iterator<Item = Result<OutputToken>> {
        ids.iter().take_while(|id| **id != END).map(|id| self.word(*id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_survive_the_round_trip() {
        let expr = Expr::from_words("mod mul -2 u1 add n 1234".split(' ')).unwrap();
        let vocabulary = Vocabulary::new(Task::IntegerSymbolic);
        let mut ids = vocabulary.encode_expr(&expr).unwrap();
        assert_eq!(vocabulary.decode_expr(&ids), Some(expr));
        ids.extend([END, PAD]);
        assert!(vocabulary.decode_expr(&ids).is_some());
        ids[0] = BEGIN;
        assert_eq!(vocabulary.decode_expr(&ids), None);
    }

    #[test]
    fn numbers_survive_the_round_trip() {
        let integers: Vec<Int> = ["-1", "0", "123456789"].map(|t| t.parse().unwrap()).into();
        let vocabulary = Vocabulary::new(Task::IntegerNumeric);
        let ids = vocabulary.encode_integers(&integers).unwrap();
        assert_eq!(numbers::read_integers(&vocabulary.decode_numbers(&ids)), integers);

        let vocabulary = Vocabulary::new(Task::FloatNumeric);
        let ids = vocabulary.encode_floats(&[-2.5, 1e-9]).unwrap();
        assert_eq!(numbers::read_floats(&vocabulary.decode_numbers(&ids)), [-2.5, 1e-9]);
    }

    #[test]
    fn tokens_of_another_domain_are_unknown() {
        let expr = Expr::from_words(["sin", "n"]).unwrap();
        let error = Vocabulary::new(Task::IntegerSymbolic).encode_expr(&expr);
        assert!(matches!(error, Err(Error::UnknownToken { token }) if token == "sin"));
    }

    #[test]
    fn the_paper_s_words_never_change() {
        // What files of the formats 1 and 2 were written with. Operators that
        // are added to the language belong to families outside of it.
        for (task, hash) in
            [(Task::IntegerSymbolic, "0e678e3e084bc8ae"), (Task::FloatSymbolic, "b64212f932c35021")]
        {
            assert_eq!(Vocabulary::new(task).hash(), hash, "{task}");
        }
    }

    #[test]
    fn every_task_has_its_own_hash() {
        let mut hashes: Vec<String> = Task::ALL.map(|task| Vocabulary::new(task).hash()).into();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), 4);
    }
}
