//! Digits of a number in a base.

pub(in crate::op) const PY_DIGITS: &str = "def digits(n, b):
    found = [n % b]
    while n >= b:
        n //= b
        found.append(n % b)
    return found[::-1]";
pub(in crate::op) const PY_READ: &str = "def read(digits, b):
    value = 0
    for digit in digits:
        value = value * b + digit
    return value";
pub(in crate::op) const PY_VALUATION: &str = "def valuation(n, p):
    count = 0
    while n % p == 0:
        n, count = n // p, count + 1
    return count";
pub(in crate::op) const JS_DIGITS: &str = "const digits = (n, b) => {
  const found = [n % b];
  for (n /= b; n > 0n; n /= b) found.unshift(n % b);
  return found;
};";
pub(in crate::op) const JS_READ: &str =
    "const read = (digits, b) => digits.reduce((value, digit) => value * b + digit, 0n);";
pub(in crate::op) const JS_VALUATION: &str = "const valuation = (n, p) => {
  let count = 0n;
  for (; n % p === 0n; n /= p) count++;
  return count;
};";
pub(in crate::op) const RUST_DIGITS: &str = "fn digits(mut n: i128, b: i128) -> Option<Vec<i128>> {
    if n < 0 || b < 2 {
        return None;
    }
    let mut found = vec![n % b];
    while n >= b {
        n /= b;
        found.insert(0, n % b);
    }
    Some(found)
}";
pub(in crate::op) const RUST_READ: &str =
    "fn read(digits: impl IntoIterator<Item = i128>, b: i128) -> Option<i128> {
    digits.into_iter().try_fold(0i128, |value, digit| value.checked_mul(b)?.checked_add(digit))
}";
pub(in crate::op) const RUST_VALUATION: &str =
    "fn valuation(mut n: i128, p: i128) -> Option<i128> {
    let mut count = 0;
    if n == 0 || p < 2 {
        return None;
    }
    while n % p == 0 {
        n /= p;
        count += 1;
    }
    Some(count)
}";

macro_rules! digits {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

// The sum of the digits in base b.
DigitSum = "digitsum", binary, Digits,
    integer: arith::digit_sum,
    row: Row {
        bits: 8,
        range: |_| Range::from(0.0),
        work: 10,
        latex: Spelling::text("s_{$2}\\left($1\\right)"),
        python: Spelling::text("sum(digits($1, $2))").needs(&[digits::PY_DIGITS]),
        sympy: Spelling::text("sum(digits($1, $2))").needs(&[digits::PY_DIGITS]),
        mathematica: Spelling::text("Total[IntegerDigits[$1, $2]]"),
        pari: Spelling::call("sumdigits"),
        javascript: Spelling::text("digits($1, $2).reduce((sum, digit) => sum + digit)").needs(&[digits::JS_DIGITS]),
        rust: Spelling::text("digits($1, $2)?.into_iter().sum::<i128>()").needs(&[digits::RUST_DIGITS]),
        ..ROW
    };
// The number of digits in base b; 0 has one.
DigitCount = "digitcount", binary, Digits,
    integer: arith::digit_count,
    row: Row {
        bits: 8,
        range: |_| Range::from(1.0),
        work: 10,
        latex: Spelling::call("\\operatorname{length}"),
        python: Spelling::text("len(digits($1, $2))").needs(&[digits::PY_DIGITS]),
        sympy: Spelling::text("len(digits($1, $2))").needs(&[digits::PY_DIGITS]),
        mathematica: Spelling::text("Length[IntegerDigits[$1, $2]]"),
        pari: Spelling::text("#digs($1, $2)").needs(&["digs(n, b) = if(n == 0, [0], digits(n, b));"]),
        javascript: Spelling::text("BigInt(digits($1, $2).length)").needs(&[digits::JS_DIGITS]),
        rust: Spelling::text("i128::try_from(digits($1, $2)?.len()).ok()?").needs(&[digits::RUST_DIGITS]),
        ..ROW
    };
// How often d is among the digits of n in base b.
CountDigit = "countdigit", ternary, Digits,
    integer: arith::count_digit,
    row: Row {
        bits: 8,
        range: |_| Range::from(0.0),
        work: 10,
        latex: Spelling::call("\\operatorname{countdigit}"),
        python: Spelling::text("digits($1, $3).count($2)").needs(&[digits::PY_DIGITS]),
        sympy: Spelling::text("digits($1, $3).count($2)").needs(&[digits::PY_DIGITS]),
        mathematica: Spelling::text("Count[IntegerDigits[$1, $3], $2]"),
        pari: Spelling::call("countdigit").needs(&["digs(n, b) = if(n == 0, [0], digits(n, b));", "countdigit(n, d, b) = sum(i = 1, #digs(n, b), digs(n, b)[i] == d);"]),
        javascript: Spelling::call("countdigit").needs(&[digits::JS_DIGITS, "const countdigit = (n, d, b) => BigInt(digits(n, b).filter((digit) => digit === d).length);"]),
        rust: Spelling::text("countdigit($1, $2, $3)?").needs(&[digits::RUST_DIGITS, "fn countdigit(n: i128, d: i128, b: i128) -> Option<i128> {\n    Some(digits(n, b)?.into_iter().filter(|&digit| digit == d).count() as i128)\n}\n"]),
        ..ROW
    };
// The digits in base b from back to front.
Reverse = "reverse", binary, Digits,
    integer: arith::reverse_digits,
    row: Row {
        bits: 8,
        range: |_| Range::from(0.0),
        work: 10,
        latex: Spelling::call("\\operatorname{reverse}"),
        python: Spelling::text("read(digits($1, $2)[::-1], $2)").needs(&[digits::PY_DIGITS, digits::PY_READ]),
        sympy: Spelling::text("read(digits($1, $2)[::-1], $2)").needs(&[digits::PY_DIGITS, digits::PY_READ]),
        mathematica: Spelling::call("IntegerReverse"),
        pari: Spelling::text("fromdigits(Vecrev(digs($1, $2)), $2)").needs(&["digs(n, b) = if(n == 0, [0], digits(n, b));"]),
        javascript: Spelling::text("read(digits($1, $2).reverse(), $2)").needs(&[digits::JS_DIGITS, digits::JS_READ]),
        rust: Spelling::text("read(digits($1, $2)?.into_iter().rev(), $2)?").needs(&[digits::RUST_DIGITS, digits::RUST_READ]),
        ..ROW
    };
// The digits of n in base b, read in base c.
Rebase = "rebase", ternary, Digits,
    integer: arith::read_in_base,
    row: Row {
        bits: 8,
        work: 10,
        latex: Spelling::call("\\operatorname{rebase}"),
        python: Spelling::text("read(digits($1, $2), $3)").needs(&[digits::PY_DIGITS, digits::PY_READ]),
        sympy: Spelling::text("read(digits($1, $2), $3)").needs(&[digits::PY_DIGITS, digits::PY_READ]),
        mathematica: Spelling::text("Fold[#1*($3) + #2 &, 0, IntegerDigits[$1, $2]]"),
        pari: Spelling::call("rebase").needs(&["digs(n, b) = if(n == 0, [0], digits(n, b));", "rebase(n, b, c) = subst(Pol(digs(n, b)), x, c);"]),
        javascript: Spelling::text("read(digits($1, $2), $3)").needs(&[digits::JS_DIGITS, digits::JS_READ]),
        rust: Spelling::text("read(digits($1, $2)?, $3)?").needs(&[digits::RUST_DIGITS, digits::RUST_READ]),
        ..ROW
    };
// How often p divides n.
Valuation = "valuation", binary, Digits,
    integer: arith::valuation,
    row: Row {
        bits: 8,
        range: |_| Range::from(0.0),
        work: 10,
        latex: Spelling::text("v_{$2}\\left($1\\right)"),
        python: Spelling::call("valuation").needs(&[digits::PY_VALUATION]),
        sympy: Spelling::call("valuation").needs(&[digits::PY_VALUATION]),
        mathematica: Spelling::call("IntegerExponent"),
        pari: Spelling::call("valuations").needs(&["valuations(n, p) = my(count = 0); while(n % p == 0, n = n/p; count++); count;"]),
        javascript: Spelling::call("valuation").needs(&[digits::JS_VALUATION]),
        rust: Spelling::text("valuation($1, $2)?").needs(&[digits::RUST_VALUATION]),
        ..ROW
    };

    } } };
}
