//! What the bank is made of, in words: n is the argument of a function.

use ansatz_expr::{Expr, sort};

use super::bank::{FunctionBank, Id};

/// The arguments that every function is applied to.
const SHIFTS: [&str; 4] = ["n", "sub n 1", "add n 1", "add n 2"];

/// Further arguments.
const ARGUMENTS: [&str; 57] = [
    "add n 3",
    "mul 2 n",
    "sub mul 2 n 1",
    "add mul 2 n 1",
    "sub mul 2 n 2",
    "mul 3 n",
    "sub mul 3 n 1",
    "sub mul 3 n 2",
    "add mul 3 n 1",
    "mul 4 n",
    "sub mul 4 n 1",
    "sub mul 4 n 3",
    "mul 5 n",
    "sub mul 6 n 1",
    "add mul 6 n 1",
    "sqr n",
    "sqr sub n 1",
    "add sqr n 1",
    "sub sqr n 1",
    "add sqr sub n 1 1",
    "mul n sqr n",
    "add mul n sqr n 1",
    "mul n add n 1",
    "mul n sub n 1",
    "add mul n sub n 1 1",
    "idiv mul n add n 1 2",
    "idiv mul n sub n 1 2",
    "prime n",
    "prime add n 1",
    "sub prime n 1",
    "add prime n 1",
    "add prime n 2",
    "sub prime n 2",
    "add mul 2 prime n 1",
    "sub mul 2 prime n 1",
    "sqr prime n",
    "sub sqr prime n 1",
    "add sqr prime n 1",
    "add prime n prime add n 1",
    "sub prime add n 1 prime n",
    "factorial n",
    "factorial sub n 1",
    "add factorial n 1",
    "pow 2 n",
    "pow 2 sub n 1",
    "sub pow 2 n 1",
    "add pow 2 n 1",
    "pow 3 n",
    "pow 3 sub n 1",
    "pow 5 sub n 1",
    "pow 7 sub n 1",
    "pow 10 n",
    "pow n n",
    "binomial mul 2 n n",
    "idiv n 2",
    // The n-th composite number, and the n-th that is no prime.
    "least 0 le add n 1 sub b0 primepi b0",
    "least 0 le n sub b0 primepi b0",
];

/// Functions of the prime factors of a number, and of primes near it.
const ARITHMETIC: [&str; 40] = [
    "numdiv n",
    "sigma n 1",
    "phi n",
    "omega n",
    "bigomega n",
    "mobius n",
    "lpf n",
    "gpf n",
    "rad n",
    "isprime n",
    "issquarefree n",
    "issquare n",
    "primepi n",
    "prime n",
    "sigma n 2",
    "sigma n 3",
    "isqrt n",
    "sub n phi n",
    "sub sigma n 1 n",
    "idiv n rad n",
    "idiv n lpf n",
    "idiv n gpf n",
    "prime primepi n",
    "prime add 1 primepi n",
    "sub n prime primepi n",
    "sub prime add 1 primepi n n",
    "sub n sqr isqrt n",
    "pow -1 bigomega n",
    "pow 2 omega n",
    "abs mobius n",
    "row n",
    "col n",
    "factorial n",
    "valuation n 2",
    "sqr n",
    "iroot n 3",
    "mul n sqr n",
    "sqr sqr n",
    // Powers of 2, and powers of primes.
    "eq n pow 2 valuation n 2",
    "eq rad n lpf n",
];

/// Functions of digits in a base.
const DIGITS: [&str; 4] = ["digitsum n", "digitcount n", "reverse n", "valuation n"];

/// What is made of digits in a few bases.
const MADE_OF_DIGITS: [&str; 14] = [
    "sub n digitsum n 10",
    "add n digitsum n 10",
    "mul n digitsum n 10",
    "add n reverse n 10",
    "sub n reverse n 10",
    "mul n reverse n 10",
    "add n digitsum n 2",
    "mul n digitsum n 2",
    "xor n idiv n 2",
    "xor n mul 2 n",
    "bitand n mul 2 n",
    "bitor n idiv n 2",
    "xor n mul 3 n",
    "xor n reverse n 2",
];

/// Functions of two arguments, n and u(n-1).
const PAIRS: [&str; 15] = [
    "gcd n u1",
    "lcm n u1",
    "mod n u1",
    "idiv n u1",
    "xor n u1",
    "bitand n u1",
    "bitor n u1",
    "min n u1",
    "max n u1",
    "pow n u1",
    "binomial n u1",
    "kronecker n u1",
    "eq n u1",
    "lt n u1",
    "add mul n pow 10 digitcount u1 10 u1",
];

/// Functions that are tried on earlier terms.
pub(super) fn of_earlier_terms() -> Vec<String> {
    let digits = [2, 3, 10].iter().flat_map(|base| DIGITS.map(|f| format!("{f} {base}")));
    let more = MADE_OF_DIGITS.iter().chain(["mod n 10"].iter()).map(|words| words.to_string());
    ARITHMETIC.map(String::from).into_iter().chain(digits).chain(more).collect()
}

/// Fills the bank, what is short first.
pub(super) fn fill(bank: &mut FunctionBank) {
    let functions = parsed(ARITHMETIC);
    bank.n();
    let shifts = arguments(bank, &SHIFTS);
    let others = arguments(bank, &ARGUMENTS);
    let all: Vec<Id> = shifts.iter().chain(&others).copied().collect();
    let core = product(bank, &functions, &shifts);
    let outer = product(bank, &functions, &others);
    let sums: Vec<Expr> =
        (2..=16).flat_map(|base| parsed(DIGITS.map(|f| format!("{f} {base}")))).collect();
    let digits = product(bank, &sums, &all);
    let made = product(bank, &parsed(MADE_OF_DIGITS), &all);
    let readings =
        (2..=16).flat_map(|base| (2..=16).map(move |to| format!("rebase n {base} {to}")));
    let counts =
        (2..=16).flat_map(|base| (0..base).map(move |d| format!("countdigit n {d} {base}")));
    let few: Vec<Id> = shifts.iter().chain(others.get(..5).unwrap_or_default()).copied().collect();
    let readings = parsed(readings.chain(counts));
    product(bank, &readings, &few);
    let usual = parsed(
        ["rebase n 2 10", "rebase n 3 10", "rebase n 2 3", "rebase n 2 4", "rebase n 10 11"]
            .map(String::from)
            .into_iter()
            .chain(
                [2, 3, 10]
                    .iter()
                    .flat_map(|b| (0..*b).map(move |d| format!("countdigit n {d} {b}"))),
            ),
    );
    product(bank, &usual, &all);
    // Functions of functions.
    let inner: Vec<Id> = core.iter().chain(&outer).chain(&digits).chain(&made).copied().collect();
    let short = |bank: &FunctionBank, most| -> Vec<Id> {
        inner.iter().copied().filter(|&id| bank.bits(id) <= most).collect()
    };
    let digits_again = parsed([
        "digitsum n 10",
        "digitsum n 2",
        "reverse n 10",
        "reverse n 2",
        "digitcount n 10",
        "digitcount n 2",
        "rebase n 2 10",
    ]);
    let twice = short(bank, 20);
    product(bank, &functions, &twice);
    product(bank, &digits_again, &twice);
    // Remainders and quotients.
    let moduli = (2..=10).map(|m| format!("mod n {m}"));
    let quotients = (2..=6).map(|m| format!("idiv n {m}"));
    let reduced = parsed(moduli.chain(quotients));
    let less = short(bank, 19);
    product(bank, &reduced, &less);
    let symbols = (-12i64..=12)
        .filter(|m| m.abs() > 1)
        .flat_map(|m| [format!("kronecker {m} n"), format!("kronecker n {m}")]);
    product(bank, &parsed(symbols), &few);
    let classes = (2..=8).flat_map(|m| {
        (0..m).flat_map(move |r| [format!("eq mod n {m} {r}"), format!("eq mod sqr n {m} {r}")])
    });
    product(bank, &parsed(classes), shifts.get(..2).unwrap_or_default());
    // Pairs.
    let pairs = parsed(PAIRS);
    let mut near: Vec<Id> = all.iter().copied().chain(short(bank, 13)).collect();
    sort::by(&mut near, Ord::cmp);
    near.dedup();
    near.retain(|&id| bank.bits(id) <= 13);
    for &x in &near {
        for &y in &near {
            for pair in &pairs {
                bank.apply(pair, x, y);
            }
        }
    }
}

fn parsed<S: AsRef<str>>(functions: impl IntoIterator<Item = S>) -> Vec<Expr> {
    let parse = |words: S| Expr::from_words(words.as_ref().split_whitespace()).ok();
    functions.into_iter().filter_map(parse).collect()
}

fn arguments(bank: &mut FunctionBank, words: &[&'static str]) -> Vec<Id> {
    words.iter().filter_map(|words| bank.words(words)).collect()
}

/// Every function of every argument.
fn product(bank: &mut FunctionBank, functions: &[Expr], arguments: &[Id]) -> Vec<Id> {
    let mut made = Vec::new();
    for function in functions {
        made.extend(arguments.iter().filter_map(|&x| bank.apply(function, x, x)));
    }
    sort::by(&mut made, Ord::cmp);
    made.dedup();
    made
}
