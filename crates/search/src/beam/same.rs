//! Seeing that two hypotheses say the same in other words.

use std::collections::HashMap;

use ansatz_expr::{Expr, Token};
use ansatz_model::Vocabulary;
use ansatz_model::vocab::OutputToken;

use crate::verify::Term;

/// What is left of a hypothesis when each finished part is replaced by the
/// values that it computes on the terms shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Meaning(Vec<MeaningPart>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum MeaningPart {
    /// An operator that waits for operands, or an unfinished constant's token.
    Token(u32),
    /// A finished part, by the number of its values.
    Values(usize),
}

/// Knows every part that has been computed, by its tokens and by its values.
pub struct Meanings<'a, T: Term> {
    vocabulary: &'a Vocabulary,
    terms: &'a [T],
    by_tokens: HashMap<Vec<u32>, Option<usize>>,
    by_values: HashMap<Vec<Option<T::Key>>, usize>,
}

impl<'a, T: Term> Meanings<'a, T> {
    pub fn new(vocabulary: &'a Vocabulary, terms: &'a [T]) -> Self {
        Meanings { vocabulary, terms, by_tokens: HashMap::new(), by_values: HashMap::new() }
    }

    /// The meaning of tokens that the grammar has allowed; `None` if one of
    /// the finished parts has no value anywhere, so that the whole has none.
    pub fn of(&mut self, tokens: &[u32]) -> Option<Meaning> {
        let mut parts = Vec::new();
        let mut position = 0;
        while position < tokens.len() {
            match self.finished(tokens, position) {
                Some(end) => {
                    let values = self.values(&tokens[position..end])?;
                    parts.push(MeaningPart::Values(values));
                    position = end;
                }
                None => {
                    parts.push(MeaningPart::Token(tokens[position]));
                    position += 1;
                }
            }
        }
        Some(Meaning(parts))
    }

    /// Where the part that begins here ends; `None` if it is not finished. A
    /// constant that ends the tokens may still go on.
    fn finished(&self, tokens: &[u32], start: usize) -> Option<usize> {
        let mut missing = 1usize;
        let mut position = start;
        while missing > 0 {
            let token = self.token(*tokens.get(position)?)?;
            position += 1;
            match token {
                Token::Op(op) => missing = missing - 1 + op.arity(),
                Token::N | Token::Prev(_) | Token::Const(_) => missing -= 1,
                Token::Plus | Token::Minus => {
                    let digits = tokens[position..].iter().take_while(|id| self.is_digit(**id));
                    position += digits.count();
                    if position == tokens.len() {
                        return None;
                    }
                    missing -= 1;
                }
                Token::Digit(_) => return None,
            }
        }
        Some(position)
    }

    fn token(&self, id: u32) -> Option<Token> {
        match self.vocabulary.word(id) {
            Ok(OutputToken::Symbol(token)) => Some(token),
            _ => None,
        }
    }

    fn is_digit(&self, id: u32) -> bool {
        matches!(self.token(id), Some(Token::Digit(_)))
    }

    /// The number of a finished part's values; `None` if it has none.
    fn values(&mut self, tokens: &[u32]) -> Option<usize> {
        if let Some(known) = self.by_tokens.get(tokens) {
            return *known;
        }
        let number = self.vocabulary.decode_expr(tokens).and_then(|expr| self.compute(&expr));
        self.by_tokens.insert(tokens.to_vec(), number);
        number
    }

    /// The number of the values of a law, earlier terms being the true ones.
    pub fn compute(&mut self, expr: &Expr) -> Option<usize> {
        let values: Vec<Option<T::Key>> = (0..self.terms.len())
            .map(|place| expr.eval(&self.terms[..place]).ok().map(|value| value.key()))
            .collect();
        if values.iter().all(Option::is_none) {
            return None;
        }
        let next = self.by_values.len();
        Some(*self.by_values.entry(values).or_insert(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ansatz_expr::Int;
    use ansatz_model::Task;

    fn meanings<'a>(
        vocabulary: &'a Vocabulary,
        terms: &'a [Int],
        hypotheses: &[&str],
    ) -> Vec<Option<Meaning>> {
        let mut meanings = Meanings::new(vocabulary, terms);
        hypotheses
            .iter()
            .map(|words| {
                let ids: Vec<u32> = words
                    .split_whitespace()
                    .map(|word| OutputToken::Symbol(Token::from_word(word).unwrap()))
                    .map(|word| vocabulary.id(word).unwrap())
                    .collect();
                meanings.of(&ids)
            })
            .collect()
    }

    #[test]
    fn other_words_for_the_same_values_are_one_meaning() {
        let vocabulary = Vocabulary::new(Task::IntegerSymbolic);
        let terms = [1, 3, 4, 9, 2, 7].map(|term: i64| Int::from(term));
        let found = meanings(
            &vocabulary,
            &terms,
            &["add mul + 2 u1", "add add u1 u1", "sub add u1 u1", "add mul + 3 u1", "add mul + 2"],
        );
        assert_eq!(found[0], found[1]);
        assert!(found[1..].iter().all(Option::is_some));
        assert!(found[2..].iter().all(|other| *other != found[0]));
    }

    #[test]
    fn a_constant_that_may_go_on_is_not_finished() {
        let vocabulary = Vocabulary::new(Task::IntegerSymbolic);
        // 1 and n agree on one term; "+ 1" may still become 10.
        let terms = [5].map(|term: i64| Int::from(term));
        let found = meanings(&vocabulary, &terms, &["add n", "add + 1"]);
        assert_ne!(found[0], found[1]);
    }

    #[test]
    fn what_is_nowhere_defined_has_no_meaning() {
        let vocabulary = Vocabulary::new(Task::IntegerSymbolic);
        let terms = [1, 3, 4].map(|term: i64| Int::from(term));
        let found =
            meanings(&vocabulary, &terms, &["add idiv n + 0 n", "add u3 n", "add idiv n + 0"]);
        assert_eq!(found[0], None);
        assert_eq!(found[1], None);
        // The last zero ends its constant only when something follows.
        assert!(found[2].is_some());
    }
}
