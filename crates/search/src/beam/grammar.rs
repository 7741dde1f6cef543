//! Which token may come next, so that the whole becomes exactly one tree.

use ansatz_expr::Token;
use ansatz_model::Vocabulary;
use ansatz_model::vocab::{END, OutputToken};

use super::StepModel;

/// Longer constants are not laws but lists.
const MOST_DIGITS: usize = 18;

/// The rules for one vocabulary and one sequence.
#[derive(Debug)]
pub struct Grammar {
    kinds: Vec<Kind>,
    /// Most tokens of a law.
    limit: usize,
}

/// What a token does to an unfinished tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Never written: marks, words of numbers, terms before the first one.
    Never,
    End,
    Operator(usize),
    Leaf,
    Sign {
        negative: bool,
    },
    Digit(u8),
}

/// How far a tree has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Operands that are still missing.
    open: usize,
    number: Number,
    length: usize,
}

/// The constant that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    No,
    /// A sign, which needs a digit.
    Signed {
        negative: bool,
    },
    /// So many digits, none of which must follow.
    Digits(usize),
}

impl Progress {
    /// Nothing is written yet.
    pub const START: Progress = Progress { open: 1, number: Number::No, length: 0 };

    /// How many tokens are written.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether it is a tree; another digit may still change its last constant.
    fn is_tree(&self) -> bool {
        self.open == 0 && !matches!(self.number, Number::Signed { .. })
    }
}

impl Grammar {
    /// Laws of at most `limit` tokens that look back at most `most_back` terms.
    pub fn new(vocabulary: &Vocabulary, limit: usize, most_back: usize) -> Self {
        let kind = |word: &OutputToken| match word {
            OutputToken::End => Kind::End,
            OutputToken::Pad | OutputToken::Begin | OutputToken::Number(_) => Kind::Never,
            OutputToken::Symbol(token) => match token {
                Token::Op(op) => Kind::Operator(op.arity()),
                Token::N | Token::Const(_) => Kind::Leaf,
                Token::Prev(back) if usize::from(*back) > most_back => Kind::Never,
                Token::Prev(_) => Kind::Leaf,
                Token::Plus => Kind::Sign { negative: false },
                Token::Minus => Kind::Sign { negative: true },
                Token::Digit(digit) => Kind::Digit(*digit),
            },
        };
        Grammar { kinds: vocabulary.words().iter().map(kind).collect(), limit }
    }

    /// The laws that a model can write for so many terms, in at most
    /// `max_tokens`: one term at least is left to explain.
    pub fn of<M: StepModel>(model: &M, max_tokens: usize, terms: usize) -> Self {
        let limit = max_tokens.min(model.max_tokens());
        Grammar::new(model.vocabulary(), limit, terms.saturating_sub(1))
    }

    /// The tree after one more token; `None` if the token may not come here,
    /// or the tree could not be finished within the limit.
    pub fn after(&self, progress: Progress, id: u32) -> Option<Progress> {
        let kind = self.kinds.get(id as usize).copied().unwrap_or(Kind::Never);
        let Progress { open, number, length } = progress;
        let (open, number) = match (kind, number) {
            (Kind::Never, _) => return None,
            // The end mark is no part of the tree.
            (Kind::End, _) => return progress.is_tree().then_some(progress),
            (Kind::Digit(0), Number::Signed { negative: true }) => return None,
            // Nothing follows a leading zero.
            (Kind::Digit(0), Number::Signed { negative: false }) => (open, Number::No),
            (Kind::Digit(_), Number::Signed { .. }) => (open, Number::Digits(1)),
            (Kind::Digit(_), Number::Digits(count)) if count < MOST_DIGITS => {
                (open, Number::Digits(count + 1))
            }
            (Kind::Digit(_), _) | (_, Number::Signed { .. }) => return None,
            (Kind::Operator(arity), _) => (open.checked_sub(1)? + arity, Number::No),
            (Kind::Leaf, _) => (open.checked_sub(1)?, Number::No),
            (Kind::Sign { negative }, _) => (open.checked_sub(1)?, Number::Signed { negative }),
        };
        let length = length + 1;
        // Every missing operand takes a token at least, and so does a digit.
        let missing = open + usize::from(matches!(number, Number::Signed { .. }));
        (length + missing <= self.limit).then_some(Progress { open, number, length })
    }

    /// Whether nothing but the end mark can follow.
    pub fn is_over(&self, progress: Progress) -> bool {
        let extensible = match progress.number {
            Number::Digits(count) => count < MOST_DIGITS && progress.length < self.limit,
            Number::No | Number::Signed { .. } => false,
        };
        progress.is_tree() && !extensible
    }

    /// Whether a token ends a law.
    pub fn is_end(id: u32) -> bool {
        id == END
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ansatz_model::Task;
    use proptest::prelude::*;

    fn ids(words: &str) -> Vec<u32> {
        let vocabulary = Vocabulary::new(Task::FloatSymbolic);
        words
            .split_whitespace()
            .map(|word| {
                vocabulary.id(OutputToken::Symbol(Token::from_word(word).unwrap())).unwrap()
            })
            .collect()
    }

    fn walk(limit: usize, back: usize, words: &str) -> Option<Progress> {
        let grammar = Grammar::new(&Vocabulary::new(Task::FloatSymbolic), limit, back);
        ids(words).into_iter().try_fold(Progress::START, |progress, id| grammar.after(progress, id))
    }

    #[test]
    fn only_trees_pass() {
        for whole in ["n", "add u1 n", "mul + 1 2 u1", "abs - 3", "+ 0", "mul u1 pi"] {
            assert!(walk(20, 6, whole).is_some_and(|progress| progress.is_tree()), "{whole}");
        }
        for part in ["add", "add n", "+", "mul + 1 2", "abs -"] {
            assert!(walk(20, 6, part).is_some_and(|progress| !progress.is_tree()), "{part}");
        }
        for bad in ["n n", "3", "+ 0 1", "- 0", "+ n", "add + + n", "n 3", "+ 1 n"] {
            assert!(walk(20, 6, bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn the_limit_leaves_room_to_finish() {
        assert!(walk(3, 6, "add n n").is_some());
        assert!(walk(3, 6, "add add").is_none());
        assert!(walk(3, 6, "abs abs n").is_some());
        assert!(walk(2, 6, "abs +").is_none());
    }

    #[test]
    fn no_law_looks_back_further_than_it_may() {
        assert!(walk(5, 2, "u2").is_some());
        assert!(walk(5, 2, "u3").is_none());
    }

    #[test]
    fn a_constant_may_go_on_but_a_leaf_ends() {
        let vocabulary = Vocabulary::new(Task::FloatSymbolic);
        let grammar = Grammar::new(&vocabulary, 9, 6);
        assert!(grammar.is_over(walk(9, 6, "n").unwrap()));
        assert!(grammar.is_over(walk(9, 6, "+ 0").unwrap()));
        assert!(!grammar.is_over(walk(9, 6, "+ 1").unwrap()));
        assert!(grammar.after(walk(9, 6, "+ 1").unwrap(), END).is_some());
        assert!(grammar.after(walk(9, 6, "+").unwrap(), END).is_none());
    }

    proptest! {
        /// However a model chooses among what is allowed, the end is a law.
        #[test]
        fn every_allowed_walk_ends_in_a_law(
            choices in proptest::collection::vec(any::<u16>(), 64),
            limit in 1usize..40,
            float: bool,
        ) {
            let task = if float { Task::FloatSymbolic } else { Task::IntegerSymbolic };
            let vocabulary = Vocabulary::new(task);
            let grammar = Grammar::new(&vocabulary, limit, 4);
            let mut progress = Progress::START;
            let mut written = Vec::new();
            for choice in choices {
                let allowed: Vec<u32> = (0..vocabulary.len() as u32)
                    .filter(|&id| grammar.after(progress, id).is_some())
                    .collect();
                prop_assert!(!allowed.is_empty());
                let id = allowed[usize::from(choice) % allowed.len()];
                if id == END {
                    break;
                }
                written.push(id);
                progress = grammar.after(progress, id).unwrap();
                if grammar.is_over(progress) {
                    break;
                }
            }
            prop_assert!(written.len() <= limit);
            let law = vocabulary.decode_expr(&written);
            prop_assert!(law.is_some_and(|law| law.degree() <= 4));
        }
    }
}
