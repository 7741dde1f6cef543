//! Famous sequences: a list of laws with the names that people know.
//!
//! No terms are kept: every entry is a law of the language, with the terms it
//! starts from. The list gives names to answers that others have found, and it
//! proposes its laws, which are verified and weighed like anybody's.

use std::sync::OnceLock;

use ansatz_expr::{Expr, Int, Node, Op, Recurrence};

use crate::{ByTerms, Group, Problem, Profile, Proposal, Sink};

/// One a line: A-number, name, law.
const LIST: &str = include_str!("famous.tsv");

/// What it takes to say which entry it is, in bits; that it is one is the law's shape.
const ENTRY_BITS: f64 = 8.0;

/// What it takes to say that the terms begin one later, in bits.
const SHIFT_BITS: f64 = 2.0;

/// How many of the first terms of an entry may be missing.
const MOST_SHIFTED: usize = 3;

/// How many terms of every entry are computed to look up by.
const HEAD: usize = 8;

/// An entry is named only if so many terms are alike.
const LEAST_ALIKE: usize = 8;

/// A famous sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number in the On-Line Encyclopedia of Integer Sequences.
    pub number: &'static str,
    /// Its usual name.
    pub name: &'static str,
    /// A law of it.
    pub law: Recurrence<Int>,
    head: Vec<Int>,
}

impl Entry {
    fn read(line: &'static str) -> Option<Entry> {
        let mut columns = line.split('\t');
        let (number, name) = (columns.next()?, columns.next()?);
        let law = Recurrence::<Int>::parse(columns.next()?).ok()?;
        let mut head = law.initial().to_vec();
        law.extend(&mut head, HEAD.saturating_sub(law.initial().len())).ok()?;
        Some(Entry { number, name, law, head })
    }

    /// All entries.
    ///
    /// ```
    /// use ansatz_search::Entry;
    /// let fibonacci = Entry::all().iter().find(|entry| entry.number == "A000045").unwrap();
    /// assert_eq!(fibonacci.name, "Fibonacci numbers");
    /// ```
    pub fn all() -> &'static [Entry] {
        static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
        ENTRIES.get_or_init(|| LIST.lines().filter_map(Entry::read).collect())
    }

    /// The entry that has these terms, all of them, from its first term or from
    /// one soon after.
    ///
    /// ```
    /// use ansatz_expr::Int;
    /// use ansatz_search::Entry;
    /// let terms = [1, 1, 2, 5, 14, 42, 132, 429, 1430].map(|term: i64| Int::from(term));
    /// assert_eq!(Entry::named(&terms).unwrap().name, "Catalan numbers");
    /// ```
    pub fn named(terms: &[Int]) -> Option<&'static Entry> {
        if terms.len() < LEAST_ALIKE {
            return None;
        }
        Entry::beginning(terms).map(|(entry, _)| entry).find(|entry| entry.has(terms, LEAST_ALIKE))
    }

    /// Entries that may have the terms, with how many of theirs come before.
    fn beginning(terms: &[Int]) -> impl Iterator<Item = (&'static Entry, usize)> {
        (0..=MOST_SHIFTED).flat_map(move |shift| {
            let alike = move |entry: &&'static Entry| {
                let head = entry.head.get(shift..).unwrap_or_default();
                head.iter().zip(terms).all(|(a, b)| a == b)
            };
            Entry::all().iter().filter(alike).map(move |entry| (entry, shift))
        })
    }

    /// Whether the terms are its own as far as it can be computed, at least so
    /// many of them.
    fn has(&self, terms: &[Int], least: usize) -> bool {
        let mut own = self.law.initial().to_vec();
        let wanted = (terms.len() + MOST_SHIFTED).saturating_sub(own.len());
        let _ = self.law.extend(&mut own, wanted);
        (0..=MOST_SHIFTED).any(|shift| {
            let own = own.get(shift..).unwrap_or_default();
            own.len().min(terms.len()) >= least && own.iter().zip(terms).all(|(a, b)| a == b)
        })
    }

    /// Its law for terms that begin so many later.
    fn shifted(&self, shift: usize) -> Option<Expr> {
        let nodes = self.law.expr().nodes();
        if shift == 0 {
            return Some(self.law.expr().clone());
        }
        // What says which term by number would have to count anew.
        if nodes.contains(&Node::Op(Op::At)) {
            return None;
        }
        let later = [Node::Op(Op::Add), Node::N, Node::Int(Int::from(shift as i64))];
        let write = |node: &Node| match node {
            Node::N => later.to_vec(),
            other => vec![*other],
        };
        Expr::from_prefix(nodes.iter().flat_map(write).collect()).ok()
    }
}

/// Proposes the laws of famous sequences.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue;

impl Catalogue {
    /// What [`Profile::id`] is.
    pub const ID: &'static str = "catalogue";
}

static PROFILE: Profile = Profile {
    id: Catalogue::ID,
    label: "famous sequences",
    group: Group::Classical,
    searches: false,
};

impl ByTerms for Catalogue {
    type Term = Int;

    fn profile(&self) -> &'static Profile {
        &PROFILE
    }

    fn propose(&self, problem: &Problem<'_, Int>, sink: &mut dyn Sink) {
        let terms = problem.terms();
        for (entry, shift) in Entry::beginning(terms) {
            let initial = entry.law.initial().len().saturating_sub(shift);
            let Some(expr) = entry.shifted(shift).filter(|_| initial < terms.len()) else {
                continue;
            };
            let known = Proposal::new(expr, &PROFILE);
            sink.propose(Proposal {
                skip: known.skip.max(initial),
                stated_bits: Some(ENTRY_BITS + SHIFT_BITS * shift as f64),
                ..known
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ranking;

    fn ints(values: impl IntoIterator<Item = i64>) -> Vec<Int> {
        values.into_iter().map(Int::from).collect()
    }

    #[test]
    fn every_line_is_a_law_with_terms() {
        assert_eq!(Entry::all().len(), LIST.lines().count());
        for entry in Entry::all() {
            assert_eq!(entry.head.len(), HEAD, "{}", entry.name);
        }
    }

    #[test]
    fn numbers_and_names_are_unique_and_in_order() {
        for pair in Entry::all().windows(2) {
            assert!(pair[0].number < pair[1].number, "{} {}", pair[0].number, pair[1].number);
        }
        let mut names: Vec<_> = Entry::all().iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn sequences_are_named_from_their_first_terms_or_soon_after() {
        let name = |terms: &[Int]| Entry::named(terms).map(|entry| entry.number);
        let squares = ints((0..20).map(|n| n * n));
        assert_eq!(name(&squares), Some("A000290"));
        assert_eq!(name(&squares[1..]), Some("A000290"));
        assert_eq!(name(&squares[9..]), None);
        assert_eq!(name(&squares[..5]), None);
        assert_eq!(name(&ints((0..20).map(|n| if n == 19 { 0 } else { n * n }))), None);
        let primes = ints((2..80).filter(|n| (2..*n).all(|d| n % d != 0)));
        assert_eq!(name(&primes), Some("A000040"));
    }

    #[test]
    fn laws_are_proposed_for_terms_that_begin_later() {
        // Recamán's sequence: back by n if that is new and positive, else on by n.
        let mut recaman = vec![0i64];
        for n in 1..30 {
            let last = recaman[recaman.len() - 1];
            let back = last - n;
            let new = back > 0 && !recaman.contains(&back);
            recaman.push(if new { back } else { last + n });
        }
        let squarefree = (2..200i64).filter(|n| (2..15).all(|d| n % (d * d) != 0)).take(30);
        for whole in [ints(recaman), ints(squarefree)] {
            let problem = Problem::new(&whole[..20]);
            let mut ranking = Ranking::new(&problem, 10);
            Catalogue.propose(&problem, &mut ranking);
            let best = ranking.best().expect("a law");
            assert_eq!(best.next, whole[20..30]);
        }
    }
}
