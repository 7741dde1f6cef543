//! What is more than a function of numbers: earlier terms by computed index,
//! conditions, sums and the like, and floors of real expressions. `$0` stands
//! for the bound variable.

use crate::op::{Form, Level};
use crate::{Node, Op, Subtree};

pub(in crate::op) const PY_ROW: &str = "def row(n):
    return (math.isqrt(8 * n - 7) + 1) // 2";
pub(in crate::op) const SYMPY_ROW: &str = "def row(n):
    return (integer_nthroot(8 * n - 7, 2)[0] + 1) // 2";
pub(in crate::op) const PY_COL: &str = "def col(n):
    return n - row(n) * (row(n) - 1) // 2";
pub(in crate::op) const PY_LEAST: &str = "def least(after, condition):
    m = after + 1
    while not condition(m):
        m += 1
    return m";
pub(in crate::op) const JS_ROW: &str = "const row = (n) => (isqrt(8n * n - 7n) + 1n) / 2n;";
pub(in crate::op) const JS_COL: &str = "const col = (n) => n - (row(n) * (row(n) - 1n)) / 2n;";
pub(in crate::op) const JS_LEAST: &str = "const least = (after, condition) => {
  let m = after + 1n;
  while (!condition(m)) m++;
  return m;
};";
pub(in crate::op) const JS_SUM: &str = "const sum = (from, to, body) => {
  let total = 0n;
  for (let k = from; k <= to; k++) total += body(k);
  return total;
};";
pub(in crate::op) const JS_PRODUCT: &str = "const product = (from, to, body) => {
  let total = 1n;
  for (let k = from; k <= to; k++) total *= body(k);
  return total;
};";
pub(in crate::op) const JS_SUMDIV: &str =
    "const sumdiv = (n, body) => divisors(n).reduce((total, d) => total + body(d), 0n);";
pub(in crate::op) const JS_PRODDIV: &str =
    "const proddiv = (n, body) => divisors(n).reduce((total, d) => total * body(d), 1n);";
pub(in crate::op) const PARI_ROW: &str = "row(n) = (sqrtint(8*n - 7) + 1) \\ 2;";
pub(in crate::op) const PARI_COL: &str = "col(n) = n - row(n)*(row(n) - 1)/2;";
pub(in crate::op) const PARI_LEAST: &str = "least(a, P) = my(m = a + 1); while(!P(m), m++); m;";
pub(in crate::op) const RUST_ROW: &str = "fn row(n: i128) -> Option<i128> {
    Some((iroot(n.checked_mul(8)?.checked_sub(7)?, 2)? + 1) / 2)
}";
pub(in crate::op) const RUST_COL: &str = "fn col(n: i128) -> Option<i128> {
    let row = row(n)?;
    Some(n - row * (row - 1) / 2)
}";
pub(in crate::op) const RUST_LEAST: &str =
    "fn least(after: i128, condition: impl Fn(i128) -> Option<i128>) -> Option<i128> {
    let mut m = after.checked_add(1)?;
    while condition(m)? == 0 {
        m = m.checked_add(1)?;
    }
    Some(m)
}";
pub(in crate::op) const RUST_SUM: &str =
    "fn sum(from: i128, to: i128, body: impl Fn(i128) -> Option<i128>) -> Option<i128> {
    (from..=to).try_fold(0i128, |total, k| total.checked_add(body(k)?))
}";
pub(in crate::op) const RUST_PRODUCT: &str =
    "fn product(from: i128, to: i128, body: impl Fn(i128) -> Option<i128>) -> Option<i128> {
    (from..=to).try_fold(1i128, |total, k| total.checked_mul(body(k)?))
}";
pub(in crate::op) const RUST_SUMDIV: &str =
    "fn sumdiv(n: i128, body: impl Fn(i128) -> Option<i128>) -> Option<i128> {
    divisors(n)?.into_iter().try_fold(0i128, |total, d| total.checked_add(body(d)?))
}";
pub(in crate::op) const RUST_PRODDIV: &str =
    "fn proddiv(n: i128, body: impl Fn(i128) -> Option<i128>) -> Option<i128> {
    divisors(n)?.into_iter().try_fold(1i128, |total, d| total.checked_mul(body(d)?))
}";

pub(in crate::op) const PY_DECIMAL: &str = "from decimal import Decimal, getcontext
getcontext().prec = 300
def arctan_of_inverse(x):
    power, total, k = 1 / Decimal(x), Decimal(0), 1
    while power > Decimal(10) ** -310:
        total += power / k if k % 4 == 1 else -power / k
        power, k = power / (x * x), k + 2
    return total
PI = 16 * arctan_of_inverse(5) - 4 * arctan_of_inverse(239)";
pub(in crate::op) const PY_CFRAC: &str = "def cfrac(x, n):
    for _ in range(n - 1):
        x = 1 / (x - math.floor(x))
    return math.floor(x)";
pub(in crate::op) const SYMPY_CFRAC: &str = "def cfrac(x, n):
    for _ in range(n - 1):
        x = 1 / (x - floor(x))
    return floor(x)";
pub(in crate::op) const PARI_PRECISION: &str = "default(realprecision, 300);";
pub(in crate::op) const JS_FLOOR: &str = "// In doubles: right as long as 15 digits are enough.
const floor = (x) => BigInt(Math.floor(x));";
pub(in crate::op) const JS_CFRAC: &str = "const cfrac = (x, n) => {
  for (let k = 1n; k < n; k++) x = 1 / (x - Math.floor(x));
  return floor(x);
};";
pub(in crate::op) const RUST_FLOOR: &str = "// In doubles: right as long as 15 digits are enough.
fn floor(x: f64) -> i128 {
    x.floor() as i128
}
#[allow(dead_code)]
fn real(x: i128) -> f64 {
    x as f64
}";
pub(in crate::op) const RUST_CFRAC: &str = "fn cfrac(x: f64, n: i128) -> i128 {
    floor((1..n).fold(x, |x, _| 1.0 / (x - x.floor())))
}";

/// A sum whose body holds tighter than it does.
pub(in crate::op) const fn body(text: &'static str) -> Form {
    Form { operands: [Level::Loose, Level::Product, Level::Product], ..Form::text(text) }
}

/// `u(n - 3)` is read as the third term before: a computed index that looks
/// like it is in parentheses.
pub(in crate::op) fn apart_from_prev(operands: &[Subtree<'_>]) -> Form {
    let fixed = operands.first().is_some_and(|index| match index.nodes() {
        [Node::N] => true,
        [Node::Op(Op::Sub | Op::Add), Node::N, Node::Int(value)] => !value.is_negative(),
        _ => false,
    });
    if fixed { Form::text("u(($1))") } else { Form::call("u") }
}

/// `floor(a/b)` of integers is read as `a // b`: where the floor of a real
/// expression was meant, that is in parentheses.
pub(in crate::op) fn apart_from_idiv(operands: &[Subtree<'_>]) -> Form {
    let quotient = operands
        .first()
        .is_some_and(|tree| matches!(tree.nodes().first(), Some(Node::Op(Op::Div | Op::Inv))));
    if quotient { Form::text("floor(($1))") } else { Form::call("floor") }
}

macro_rules! constructs {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

// The row of the n-th place of a triangle with rows of 1, 2, 3, … places.
Row = "row", unary, Construct,
    integer: arith::triangle_row,
    row: Row {
        bits: 7,
        range: |_| Range::from(1.0),
        work: 5,
        python: Spelling::call("row").needs(&[constructs::PY_ROW]),
        sympy: Spelling::call("row").needs(&[constructs::SYMPY_ROW]),
        mathematica: Spelling::text("Quotient[Floor[Sqrt[8*($1) - 7]] + 1, 2]"),
        pari: Spelling::call("row").needs(&[constructs::PARI_ROW]),
        javascript: Spelling::call("row").needs(&[number::JS_IROOT, number::JS_ISQRT, constructs::JS_ROW]),
        rust: Spelling::text("row($1)?").needs(&[number::RUST_IROOT, constructs::RUST_ROW]),
        ..ROW
    };
// Its place in that row.
Col = "col", unary, Construct,
    integer: arith::triangle_column,
    row: Row {
        bits: 7,
        range: |_| Range::from(1.0),
        work: 5,
        python: Spelling::call("col").needs(&[constructs::PY_ROW, constructs::PY_COL]),
        sympy: Spelling::call("col").needs(&[constructs::SYMPY_ROW, constructs::PY_COL]),
        mathematica: Spelling::call("col").needs(&["col[n_] := With[{row = Quotient[Floor[Sqrt[8*n - 7]] + 1, 2]}, n - row*(row - 1)/2];"]),
        pari: Spelling::call("col").needs(&[constructs::PARI_ROW, constructs::PARI_COL]),
        javascript: Spelling::call("col").needs(&[number::JS_IROOT, number::JS_ISQRT, constructs::JS_ROW, constructs::JS_COL]),
        rust: Spelling::text("col($1)?").needs(&[number::RUST_IROOT, constructs::RUST_ROW, constructs::RUST_COL]),
        ..ROW
    };
// The term of that index, which is before this one.
At = "at", unary, Construct,
    row: Row {
        construct: Some(Construct::At),
        bits: 6,
        text: Spelling::By(|_, operands| constructs::apart_from_prev(operands)),
        latex: Spelling::text("u_{$1}"),
        python: Spelling::As(Form::text("u[$1 - 1]").operands(Level::Sum, Level::Sum)),
        sympy: Spelling::call("u"),
        mathematica: Spelling::call("u"),
        pari: Spelling::text("u[$1]"),
        javascript: Spelling::text("u[$1]"),
        rust: Spelling::call("u"),
        ..ROW
    };
// b where a is not 0, c elsewhere.
If = "if", ternary, Construct,
    row: Row {
        construct: Some(Construct::If),
        bits: 8,
        range: |operands| nth(operands, 1).or(nth(operands, 2)),
        latex: Spelling::text("\\begin{cases} $2 & $1 \\ne 0 \\\\ $3 & \\text{otherwise} \\end{cases}"),
        python: Spelling::text("($2 if $1 else $3)"),
        sympy: Spelling::text("($2 if $1 else $3)"),
        mathematica: Spelling::As(Form::text("If[$1 != 0, $2, $3]").operands(Level::Sum, Level::Loose)),
        javascript: Spelling::text("($1 ? $2 : $3)"),
        rust: Spelling::As(Form::text("if $1 != 0 { $2 } else { $3 }").operands(Level::Sum, Level::Loose).level(Level::Loose)),
        ..ROW
    };
// The least m > a for which the condition is not 0.
Least = "least", binary, Construct,
    row: Row {
        construct: Some(Construct::Least),
        bits: 8,
        text: Spelling::text("least($0 > $1: $2)"),
        latex: Spelling::text("\\min\\left\\{$0 > $1 : $2 \\ne 0\\right\\}"),
        python: Spelling::text("least($1, lambda $0: $2)").needs(&[constructs::PY_LEAST]),
        sympy: Spelling::text("least($1, lambda $0: $2)").needs(&[constructs::PY_LEAST]),
        mathematica: Spelling::As(Form::text("NestWhile[# + 1 &, $1 + 1, Function[$0, $2 == 0]]").operands(Level::Sum, Level::Sum)),
        pari: Spelling::text("least($1, $0 -> $2)").needs(&[constructs::PARI_LEAST]),
        javascript: Spelling::text("least($1, ($0) => $2)").needs(&[constructs::JS_LEAST]),
        rust: Spelling::text("least($1, |$0| Some($2))?").needs(&[constructs::RUST_LEAST]),
        ..ROW
    };
Sum = "sum", ternary, Construct,
    row: Row {
        construct: Some(Construct::Sum),
        bits: 8,
        text: Spelling::text("sum($0=$1..$2, $3)"),
        latex: Spelling::As(constructs::body("\\sum_{$0=$1}^{$2} $3").level(Level::Sum)),
        python: Spelling::As(Form::text("sum($3 for $0 in range($1, $2 + 1))").operands(Level::Loose, Level::Sum)),
        sympy: Spelling::As(Form::text("sum($3 for $0 in map(Integer, range($1, $2 + 1)))").operands(Level::Loose, Level::Sum)),
        mathematica: Spelling::text("Sum[$3, {$0, $1, $2}]"),
        pari: Spelling::text("sum($0 = $1, $2, $3)"),
        javascript: Spelling::text("sum($1, $2, ($0) => $3)").needs(&[constructs::JS_SUM]),
        rust: Spelling::text("sum($1, $2, |$0| Some($3))?").needs(&[constructs::RUST_SUM]),
        ..ROW
    };
Product = "product", ternary, Construct,
    row: Row {
        construct: Some(Construct::Product),
        bits: 8,
        text: Spelling::text("product($0=$1..$2, $3)"),
        latex: Spelling::As(constructs::body("\\prod_{$0=$1}^{$2} $3").level(Level::Sum)),
        python: Spelling::As(Form::text("math.prod($3 for $0 in range($1, $2 + 1))").operands(Level::Loose, Level::Sum)),
        sympy: Spelling::As(Form::text("prod($3 for $0 in map(Integer, range($1, $2 + 1)))").operands(Level::Loose, Level::Sum)),
        mathematica: Spelling::text("Product[$3, {$0, $1, $2}]"),
        pari: Spelling::text("prod($0 = $1, $2, $3)"),
        javascript: Spelling::text("product($1, $2, ($0) => $3)").needs(&[constructs::JS_PRODUCT]),
        rust: Spelling::text("product($1, $2, |$0| Some($3))?").needs(&[constructs::RUST_PRODUCT]),
        ..ROW
    };
// The sum over the divisors d of n.
SumDiv = "sumdiv", binary, Construct,
    row: Row {
        construct: Some(Construct::SumDivisors),
        bits: 8,
        work: 50,
        text: Spelling::text("sumdiv($0 | $1, $2)"),
        latex: Spelling::As(constructs::body("\\sum_{$0 \\mid $1} $2").level(Level::Sum)),
        python: Spelling::text("sum($2 for $0 in divisors($1))").needs(&[primes::PY_DIVISORS]),
        sympy: Spelling::text("sum($2 for $0 in map(Integer, divisors($1)))"),
        mathematica: Spelling::text("DivisorSum[$1, Function[$0, $2]]"),
        pari: Spelling::text("sumdiv($1, $0, $2)"),
        javascript: Spelling::text("sumdiv($1, ($0) => $2)").needs(&[primes::JS_DIVISORS, constructs::JS_SUMDIV]),
        rust: Spelling::text("sumdiv($1, |$0| Some($2))?").needs(&[primes::RUST_DIVISORS, constructs::RUST_SUMDIV]),
        ..ROW
    };
// The product over the divisors d of n.
ProdDiv = "proddiv", binary, Construct,
    row: Row {
        construct: Some(Construct::ProductDivisors),
        bits: 8,
        work: 50,
        text: Spelling::text("proddiv($0 | $1, $2)"),
        latex: Spelling::As(constructs::body("\\prod_{$0 \\mid $1} $2").level(Level::Sum)),
        python: Spelling::text("math.prod($2 for $0 in divisors($1))").needs(&[primes::PY_DIVISORS]),
        sympy: Spelling::text("prod($2 for $0 in map(Integer, divisors($1)))"),
        mathematica: Spelling::text("Product[$2, {$0, Divisors[$1]}]"),
        pari: Spelling::text("vecprod(apply($0 -> $2, divisors($1)))"),
        javascript: Spelling::text("proddiv($1, ($0) => $2)").needs(&[primes::JS_DIVISORS, constructs::JS_PRODDIV]),
        rust: Spelling::text("proddiv($1, |$0| Some($2))?").needs(&[primes::RUST_DIVISORS, constructs::RUST_PRODDIV]),
        ..ROW
    };
// Of a real expression, which is computed to as many digits as it takes.
Floor = "floor", unary, Construct,
    row: Row {
        construct: Some(Construct::Floor),
        bits: 6,
        work: 100,
        text: Spelling::By(|_, operands| constructs::apart_from_idiv(operands)),
        latex: Spelling::text("\\left\\lfloor $1 \\right\\rfloor"),
        python: Spelling::call("math.floor").needs(&[constructs::PY_DECIMAL]),
        mathematica: Spelling::call("Floor"),
        pari: Spelling::call("floor").needs(&[constructs::PARI_PRECISION]),
        javascript: Spelling::call("floor").needs(&[constructs::JS_FLOOR]),
        rust: Spelling::call("floor").needs(&[constructs::RUST_FLOOR]),
        ..ROW
    };
// The n-th partial quotient of a real expression, from 1: the floor.
CFrac = "cfrac", binary, Construct,
    row: Row {
        construct: Some(Construct::PartialQuotient),
        bits: 8,
        work: 200,
        latex: Spelling::call("\\operatorname{cfrac}"),
        python: Spelling::call("cfrac").needs(&[constructs::PY_DECIMAL, constructs::PY_CFRAC]),
        sympy: Spelling::call("cfrac").needs(&[constructs::SYMPY_CFRAC]),
        mathematica: Spelling::text("ContinuedFraction[$1, $2][[$2]]"),
        pari: Spelling::text("contfrac($1)[$2]").needs(&[constructs::PARI_PRECISION]),
        javascript: Spelling::call("cfrac").needs(&[constructs::JS_FLOOR, constructs::JS_CFRAC]),
        rust: Spelling::call("cfrac").needs(&[constructs::RUST_FLOOR, constructs::RUST_CFRAC]),
        ..ROW
    };

    } } };
}
