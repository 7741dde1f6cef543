//! k-regular sequences: v(k·m + r) from v(m), v(m+1), m and 1, where v counts
//! the terms from 0 or from 1.

use ansatz_expr::{Error, Expr, Int, Op};

use super::IndexedLaw;
use crate::classical::write::{self, Summand};
use crate::families::system::{self, Solution};

/// What a term is combined of, i = k·m + r being its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SectionFeature {
    /// v(m + shift).
    Term(i64),
    /// v(i // 2), where k is 4.
    Half,
    /// v(i - 1).
    Last,
    One,
    /// m.
    Quotient,
    /// r.
    Residue,
    /// r · v(m).
    ResidueTerm,
}

use SectionFeature::{Half, Last, One, Quotient, Residue, ResidueTerm, Term};

/// For all residues at once.
const JOINT: [&[SectionFeature]; 9] = [
    &[Term(0), One],
    &[Term(0), Residue],
    &[Term(0), Quotient],
    &[Term(0), ResidueTerm],
    &[Term(0), Residue, One],
    &[Term(0), Quotient, Residue],
    &[Term(0), Quotient, One],
    &[Term(0), Residue, ResidueTerm],
    &[Term(0), Quotient, Residue, One],
];

/// For one residue.
const SINGLE: [&[SectionFeature]; 22] = [
    &[],
    &[One],
    &[Term(0)],
    &[Half],
    &[Term(1)],
    &[Quotient],
    &[Last],
    &[Term(0), One],
    &[Half, One],
    &[Term(1), One],
    &[Quotient, One],
    &[Term(0), Quotient],
    &[Term(0), Term(1)],
    &[Term(0), Term(-1)],
    &[Half, Term(0)],
    &[Last, Term(0)],
    &[Last, One],
    &[Term(0), Quotient, One],
    &[Term(0), Term(1), One],
    &[Term(0), Term(1), Quotient],
    &[Term(0), Term(-1), Quotient],
    &[Half, Term(0), One],
];

const BASES: [i64; 5] = [2, 3, 4, 5, 10];
/// Larger bases leave too few terms to a residue.
const LARGEST_SINGLE: i64 = 4;

/// The terms with the index of the first.
#[derive(Clone, Copy)]
struct Section<'a> {
    terms: &'a [i128],
    offset: i64,
    base: i64,
}

/// A combination of features.
#[derive(Debug, Clone, PartialEq)]
struct SectionCombination {
    features: Vec<(SectionFeature, i128)>,
    denominator: i128,
    fitted: usize,
    /// The first index that it holds from.
    start: i64,
}

/// The laws of all bases.
pub(super) fn laws(terms: &[i128]) -> Vec<IndexedLaw> {
    let mut laws = Vec::new();
    for base in BASES {
        for offset in [0, 1] {
            let section = Section { terms, offset, base };
            let joint = JOINT.into_iter().find_map(|features| section.solve(features, None));
            laws.extend(joint.and_then(|law| section.join(&[law])));
            if base <= LARGEST_SINGLE {
                let single: Option<Vec<SectionCombination>> =
                    (0..base).map(|residue| section.residue_law(residue)).collect();
                laws.extend(single.and_then(|single| section.join(&single)));
            }
        }
    }
    laws
}

impl Section<'_> {
    fn term(&self, index: i64) -> Option<i128> {
        usize::try_from(index - self.offset).ok().and_then(|at| self.terms.get(at)).copied()
    }

    /// The value of a feature at an index; nothing where it needs a term that is
    /// not there yet.
    fn value(&self, feature: SectionFeature, index: i64) -> Option<i128> {
        let (quotient, residue) = (index / self.base, index % self.base);
        let earlier = |at: i64| if at < index { self.term(at) } else { None };
        match feature {
            Term(shift) => earlier(quotient + shift),
            Half => earlier(index / 2),
            Last => earlier(index - 1),
            One => Some(1),
            Quotient => Some(quotient.into()),
            Residue => Some(residue.into()),
            ResidueTerm => earlier(quotient)?.checked_mul(residue.into()),
        }
    }

    fn residue_law(&self, residue: i64) -> Option<SectionCombination> {
        SINGLE
            .into_iter()
            .filter(|features| self.base == 4 || !features.contains(&Half))
            .find_map(|features| self.solve(features, Some(residue)))
    }

    /// The law of a residue, or of all, where the terms follow from these
    /// features.
    fn solve(
        &self,
        features: &[SectionFeature],
        residue: Option<i64>,
    ) -> Option<SectionCombination> {
        let end = self.offset + i64::try_from(self.terms.len()).ok()?;
        let mut start = self.offset;
        let mut rows: Vec<Vec<i128>> = Vec::new();
        for index in self.offset..end {
            if residue.is_some_and(|residue| index % self.base != residue) {
                continue;
            }
            let values = features.iter().map(|feature| self.value(*feature, index));
            match values.chain([self.term(index)]).collect() {
                Some(row) => rows.push(row),
                None => {
                    // It holds for what comes after.
                    rows.clear();
                    start = index + 1;
                }
            }
        }
        let Solution { numerators, denominator } = system::solve(&rows)?;
        if residue.is_none() && (denominator > 1 || !self.shows_enough(features, start)) {
            return None;
        }
        let fitted = features.len().max(1);
        let features = features.iter().copied().zip(numerators).filter(|(_, c)| *c != 0).collect();
        Some(SectionCombination { features, denominator, fitted, start })
    }

    /// Whether there are more values of m than a law of all residues can meet
    /// whatever they are: with few of them it is an arithmetic progression that
    /// jumps once or twice.
    fn shows_enough(&self, features: &[SectionFeature], start: i64) -> bool {
        let unknown = features.iter().filter(|feature| !matches!(feature, Residue)).count();
        let end = self.offset + i64::try_from(self.terms.len()).unwrap_or(0);
        let quotients = (end - 1) / self.base - start / self.base + 1;
        let spare = if unknown < 2 { 2 } else { 4 };
        usize::try_from(quotients).is_ok_and(|quotients| quotients >= unknown + spare)
    }

    /// One law of the laws of all residues, or of the one that all have.
    fn join(&self, laws: &[SectionCombination]) -> Option<IndexedLaw> {
        let start = laws.iter().map(|law| law.start).max()?;
        let skip = usize::try_from(start - self.offset).ok()?;
        let fitted = laws.iter().map(|law| law.fitted).sum();
        // Without an earlier term it is periodic or a quasi-polynomial.
        let looks_back = |law: &SectionCombination| {
            law.features.iter().any(|(f, _)| matches!(f, Term(_) | Half | ResidueTerm))
        };
        if !laws.iter().any(looks_back) {
            return None;
        }
        let expr = self.write_all(laws).ok()?;
        Some(IndexedLaw { expr, skip, fitted })
    }

    fn write_all(&self, laws: &[SectionCombination]) -> Result<Expr, Error> {
        let Some((last, before)) = laws.split_last() else { return Ok(Expr::int(0i64)) };
        let mut law = self.write(last)?;
        let residue_of_n = Expr::binary(Op::Mod, &Expr::n(), &Expr::int(self.base))?;
        for (other, residue) in before.iter().rev().zip((0..self.base - 1).rev()) {
            if other.features == last.features && other.denominator == last.denominator {
                continue;
            }
            // n is the index, or one more.
            let wanted = (residue + 1 - self.offset) % self.base;
            let other = self.write(other)?;
            law = match (self.base, wanted) {
                (2, 1) => Expr::call(Op::If, &[&residue_of_n, &other, &law])?,
                (2, _) => Expr::call(Op::If, &[&residue_of_n, &law, &other])?,
                _ => {
                    let here = Expr::binary(Op::Eq, &residue_of_n, &Expr::int(wanted))?;
                    Expr::call(Op::If, &[&here, &other, &law])?
                }
            };
        }
        Ok(law)
    }

    fn write(&self, law: &SectionCombination) -> Result<Expr, Error> {
        let mut summands: Vec<Summand> = Vec::new();
        for (feature, coefficient) in &law.features {
            summands.push((*coefficient, self.write_feature(*feature)?));
        }
        write::quotient(&write::sum(summands)?, &Expr::int(Int::from(law.denominator)))
    }

    fn write_feature(&self, feature: SectionFeature) -> Result<Option<Expr>, Error> {
        let base = Expr::int(self.base);
        // (n + shift) // base
        let divided = |shift: i64, base: &Expr| {
            let dividend = write::sum(vec![(1, Some(Expr::n())), (shift.into(), None)])?;
            Expr::binary(Op::Idiv, &dividend, base)
        };
        let before = self.offset - 1;
        let term = |shift: i64, base: i64| {
            let index = divided(before + base * (shift - before), &Expr::int(base))?;
            Expr::unary(Op::At, &index)
        };
        let residue = || {
            let index = write::sum(vec![(1, Some(Expr::n())), (before.into(), None)])?;
            Expr::binary(Op::Mod, &index, &base)
        };
        Ok(match feature {
            One => None,
            Term(shift) => Some(term(shift, self.base)?),
            Half => Some(term(0, 2)?),
            Last => Some(Expr::prev(1)?),
            Quotient => Some(divided(before, &base)?),
            Residue => Some(residue()?),
            ResidueTerm => Some(Expr::binary(Op::Mul, &residue()?, &term(0, self.base)?)?),
        })
    }
}
