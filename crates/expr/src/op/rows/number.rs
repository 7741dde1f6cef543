//! Common divisors, powers, roots, bits and comparisons of integers.

use crate::op::{Form, Level, Spelling};
use crate::{Int, Node, Subtree};

pub(in crate::op) const JS_ABS: &str = "const abs = (x) => (x < 0n ? -x : x);";
pub(in crate::op) const JS_GCD: &str = "const gcd = (a, b) => {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
};";
pub(in crate::op) const JS_LCM: &str =
    "const lcm = (a, b) => (a && b ? abs((a / gcd(a, b)) * b) : 0n);";
pub(in crate::op) const JS_FACTORIAL: &str = "const factorial = (n) => {
  let product = 1n;
  for (let k = 2n; k <= n; k++) product *= k;
  return product;
};";
pub(in crate::op) const JS_BINOMIAL: &str = "const binomial = (n, k) => {
  if (k < 0n || k > n) return 0n;
  let chosen = 1n;
  for (let i = 0n; i < k; i++) chosen = (chosen * (n - i)) / (i + 1n);
  return chosen;
};";
pub(in crate::op) const JS_IROOT: &str = "const iroot = (n, k) => {
  let [low, high] = [0n, n + 1n]; // low**k <= n < high**k
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** k <= n) low = middle;
    else high = middle;
  }
  return low;
};";
pub(in crate::op) const JS_ISQRT: &str = "const isqrt = (n) => iroot(n, 2n);";
pub(in crate::op) const JS_POWMOD: &str = "const powmod = (base, exponent, modulus) => {
  let [result, square] = [1n % modulus, ((base % modulus) + modulus) % modulus];
  for (let rest = exponent; rest > 0n; rest /= 2n) {
    if (rest % 2n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
};";
pub(in crate::op) const JS_KRONECKER: &str = "const kronecker = (a, b) => {
  if (b === 0n) return a === 1n || a === -1n ? 1n : 0n;
  let sign = 1n;
  if (b < 0n) {
    b = -b;
    if (a < 0n) sign = -sign;
  }
  const odd = (x) => ((x % 8n) + 8n) % 8n;
  if (b % 2n === 0n && a % 2n === 0n) return 0n;
  for (; b % 2n === 0n; b /= 2n) if (odd(a) === 3n || odd(a) === 5n) sign = -sign;
  a = ((a % b) + b) % b;
  while (a) {
    for (; a % 2n === 0n; a /= 2n) if (odd(b) === 3n || odd(b) === 5n) sign = -sign;
    if (a % 4n === 3n && b % 4n === 3n) sign = -sign;
    [a, b] = [b % a, a];
  }
  return b === 1n ? sign : 0n;
};";
pub(in crate::op) const PY_KRONECKER: &str = "def kronecker(a, b):
    if b == 0:
        return int(abs(a) == 1)
    sign = -1 if b < 0 and a < 0 else 1
    b = abs(b)
    if b % 2 == 0 and a % 2 == 0:
        return 0
    while b % 2 == 0:
        b //= 2
        sign = -sign if a % 8 in (3, 5) else sign
    a %= b
    while a:
        while a % 2 == 0:
            a //= 2
            sign = -sign if b % 8 in (3, 5) else sign
        sign = -sign if a % 4 == 3 and b % 4 == 3 else sign
        a, b = b % a, a
    return sign if b == 1 else 0";
pub(in crate::op) const PY_IROOT: &str = "def iroot(n, k):
    low, high = 0, n + 1  # low**k <= n < high**k
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**k <= n else (low, middle)
    return low";
pub(in crate::op) const PY_BINOMIAL: &str = "def binomial(n, k):
    return math.comb(n, k) if k >= 0 else 0";
pub(in crate::op) const RUST_GCD: &str = "fn gcd(mut a: i128, mut b: i128) -> Option<i128> {
    while b != 0 {
        (a, b) = (b, a.checked_rem(b)?);
    }
    a.checked_abs()
}";
pub(in crate::op) const RUST_LCM: &str = "fn lcm(a: i128, b: i128) -> Option<i128> {
    let divisor = gcd(a, b)?;
    if divisor == 0 { Some(0) } else { (a / divisor).checked_mul(b)?.checked_abs() }
}";
pub(in crate::op) const RUST_FACTORIAL: &str = "fn factorial(n: i128) -> Option<i128> {
    if n < 0 { None } else { (2..=n).try_fold(1, i128::checked_mul) }
}";
pub(in crate::op) const RUST_BINOMIAL: &str = "fn binomial(n: i128, k: i128) -> Option<i128> {
    if n < 0 {
        return None;
    }
    if k < 0 || k > n {
        return Some(0);
    }
    (0..k.min(n - k)).try_fold(1i128, |chosen, i| Some(chosen.checked_mul(n - i)? / (i + 1)))
}";
pub(in crate::op) const RUST_POW: &str = "fn pow(base: i128, exponent: i128) -> Option<i128> {
    base.checked_pow(exponent.try_into().ok()?)
}";
pub(in crate::op) const RUST_IROOT: &str = "fn iroot(n: i128, k: i128) -> Option<i128> {
    if n < 0 || k < 1 {
        return None;
    }
    let fits = |root: i128| match u32::try_from(k).ok().and_then(|k| root.checked_pow(k)) {
        Some(power) => power <= n,
        None => root < 2,
    };
    let (mut low, mut high) = (0, n.checked_add(1)?);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    Some(low)
}";
pub(in crate::op) const RUST_POWMOD: &str =
    "fn powmod(base: i128, mut exponent: i128, modulus: i128) -> Option<i128> {
    if exponent < 0 || modulus < 1 {
        return None;
    }
    let (mut result, mut square) = (1 % modulus, base.rem_euclid(modulus));
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result.checked_mul(square)? % modulus;
        }
        square = square.checked_mul(square)? % modulus;
        exponent /= 2;
    }
    Some(result)
}";
pub(in crate::op) const RUST_BITS: &str =
    "fn bits(a: i128, b: i128, rule: fn(i128, i128) -> i128) -> i128 {
    rule(a, b)
}";
pub(in crate::op) const RUST_KRONECKER: &str =
    "fn kronecker(mut a: i128, b: i128) -> Option<i128> {
    let mut sign = if b < 0 && a < 0 { -1 } else { 1 };
    let mut b = b.checked_abs()?;
    if b == 0 {
        return Some(i128::from(a == 1 || a == -1));
    }
    if b % 2 == 0 && a % 2 == 0 {
        return Some(0);
    }
    while b % 2 == 0 {
        b /= 2;
        if matches!(a.rem_euclid(8), 3 | 5) {
            sign = -sign;
        }
    }
    a = a.rem_euclid(b);
    while a != 0 {
        while a % 2 == 0 {
            a /= 2;
            if matches!(b % 8, 3 | 5) {
                sign = -sign;
            }
        }
        if a % 4 == 3 && b % 4 == 3 {
            sign = -sign;
        }
        (a, b) = (b % a, a);
    }
    Some(if b == 1 { sign } else { 0 })
}";

/// A comparison whose operands hold tighter than it does.
pub(in crate::op) const fn compared(text: &'static str) -> Spelling {
    Spelling::As(Form::text(text).operands(Level::Sum, Level::Sum))
}

/// `x^3` is read as products: a power of that exponent is a call.
pub(in crate::op) fn power(operands: &[Subtree<'_>]) -> Form {
    match operands.get(1).map(|exponent| exponent.nodes()) {
        Some([Node::Int(_)]) => Form::call("pow"),
        _ => Form::text("$1^$2").operands(Level::Atom, Level::Atom).level(Level::Power),
    }
}

/// `max(0, x)` is read as relu: where a maximum was meant, 0 is in parentheses.
pub(in crate::op) fn apart_from_relu(operands: &[Subtree<'_>]) -> Form {
    let is_zero = |place: usize| {
        operands.get(place).is_some_and(|tree| tree.nodes() == [Node::Int(Int::ZERO)])
    };
    match (is_zero(0), is_zero(1)) {
        (false, false) => Form::call("max"),
        (true, false) => Form::text("max(($1), $2)"),
        (false, true) => Form::text("max($1, ($2))"),
        (true, true) => Form::text("max(($1), ($2))"),
    }
}

macro_rules! number {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

// gcd(0, 0) = 0; signs do not matter.
Gcd = "gcd", binary, NumberTheory,
    integer: arith::gcd,
    row: Row {
        commutative: true,
        range: |_| Range::from(0.0),
        latex: Spelling::call("\\gcd"),
        python: Spelling::call("math.gcd"),
        mathematica: Spelling::call("GCD"),
        javascript: Spelling::call("gcd").needs(&[number::JS_GCD]),
        rust: Spelling::text("gcd($1, $2)?").needs(&[number::RUST_GCD]),
        ..ROW
    };
Lcm = "lcm", binary, NumberTheory,
    integer: arith::lcm,
    row: Row {
        bits: 8,
        commutative: true,
        range: |_| Range::from(0.0),
        latex: Spelling::call("\\operatorname{lcm}"),
        python: Spelling::call("math.lcm"),
        mathematica: Spelling::call("LCM"),
        javascript: Spelling::call("lcm").needs(&[number::JS_ABS, number::JS_GCD, number::JS_LCM]),
        rust: Spelling::text("lcm($1, $2)?").needs(&[number::RUST_GCD, number::RUST_LCM]),
        ..ROW
    };
Binomial = "binomial", binary, NumberTheory,
    integer: arith::binomial,
    row: Row {
        range: |_| Range::from(0.0),
        work: 20,
        aliases: &["binom", "choose"],
        latex: Spelling::text("\\binom{$1}{$2}"),
        python: Spelling::call("binomial").needs(&[number::PY_BINOMIAL]),
        mathematica: Spelling::call("Binomial"),
        javascript: Spelling::call("binomial").needs(&[number::JS_BINOMIAL]),
        rust: Spelling::text("binomial($1, $2)?").needs(&[number::RUST_BINOMIAL]),
        ..ROW
    };
Factorial = "factorial", unary, NumberTheory,
    integer: arith::factorial,
    row: Row {
        range: |_| Range::from(1.0),
        work: 20,
        latex: Spelling::As(Form::postfix("$1!")),
        python: Spelling::call("math.factorial"),
        mathematica: Spelling::call("Factorial"),
        // By name it would be rounded.
        pari: Spelling::As(Form::postfix("$1!")),
        javascript: Spelling::call("factorial").needs(&[number::JS_FACTORIAL]),
        rust: Spelling::text("factorial($1)?").needs(&[number::RUST_FACTORIAL]),
        ..ROW
    };
// 0^0 = 1; exponents are not negative.
Pow = "pow", binary, NumberTheory,
    integer: arith::power,
    float: |a: f64, b: f64| {
        if a == 0.0 && b < 0.0 { Err(Fault::DivisionByZero) } else { defined(math::powf(a, b)) }
    },
    row: Row {
        bits: 6,
        work: 5,
        range: |operands| if nth(operands, 0).is_nonnegative() { Range::from(0.0) } else { Range::ALL },
        text: Spelling::By(|_, operands| number::power(operands)),
        latex: Spelling::As(Form::text("$1^{$2}").operands(Level::Atom, Level::Loose).level(Level::Power)),
        python: Spelling::As(Form::text("$1**$2").operands(Level::Atom, Level::Atom).level(Level::Power)),
        sympy: Spelling::As(Form::text("$1**$2").operands(Level::Atom, Level::Atom).level(Level::Power)),
        mathematica: Spelling::As(Form::text("$1^$2").operands(Level::Atom, Level::Atom).level(Level::Power)),
        pari: Spelling::As(Form::text("$1^$2").operands(Level::Atom, Level::Atom).level(Level::Power)),
        javascript: Spelling::As(Form::text("$1**$2").operands(Level::Atom, Level::Atom).level(Level::Power)),
        rust: Spelling::By(|domain, _| match domain {
            Domain::Integer => Form::text("pow($1, $2)?").needs(&[number::RUST_POW]),
            Domain::Float => Form::text("f64::powf($1, $2)"),
        }),
        ..ROW
    };
Powmod = "powmod", ternary, NumberTheory,
    integer: arith::power_mod,
    row: Row {
        bits: 8,
        range: |_| Range::from(0.0),
        work: 10,
        latex: Spelling::text("\\left($1^{$2} \\bmod $3\\right)"),
        python: Spelling::call("pow"),
        sympy: Spelling::text("pow(int($1), int($2), int($3))"),
        mathematica: Spelling::call("PowerMod"),
        pari: Spelling::text("lift(Mod($1, $3)^($2))"),
        javascript: Spelling::call("powmod").needs(&[number::JS_POWMOD]),
        rust: Spelling::text("powmod($1, $2, $3)?").needs(&[number::RUST_POWMOD]),
        ..ROW
    };
// The square root, rounded down.
Isqrt = "isqrt", unary, NumberTheory,
    integer: arith::square_root,
    row: Row {
        bits: 6,
        range: |_| Range::from(0.0),
        latex: Spelling::text("\\left\\lfloor \\sqrt{$1} \\right\\rfloor"),
        python: Spelling::call("math.isqrt"),
        sympy: Spelling::text("integer_nthroot($1, 2)[0]"),
        mathematica: Spelling::text("Floor[Sqrt[$1]]"),
        pari: Spelling::call("sqrtint"),
        javascript: Spelling::call("isqrt").needs(&[number::JS_IROOT, number::JS_ISQRT]),
        rust: Spelling::text("iroot($1, 2)?").needs(&[number::RUST_IROOT]),
        ..ROW
    };
// The k-th root, rounded down.
Iroot = "iroot", binary, NumberTheory,
    integer: arith::root,
    row: Row {
        range: |_| Range::from(0.0),
        latex: Spelling::text("\\left\\lfloor \\sqrt[$2]{$1} \\right\\rfloor"),
        python: Spelling::call("iroot").needs(&[number::PY_IROOT]),
        sympy: Spelling::text("integer_nthroot($1, $2)[0]"),
        mathematica: Spelling::text("Floor[Surd[$1, $2]]"),
        pari: Spelling::call("sqrtnint"),
        javascript: Spelling::call("iroot").needs(&[number::JS_IROOT]),
        rust: Spelling::text("iroot($1, $2)?").needs(&[number::RUST_IROOT]),
        ..ROW
    };
// The Kronecker symbol (a/b).
Kronecker = "kronecker", binary, NumberTheory,
    integer: arith::kronecker,
    row: Row {
        bits: 8,
        range: |_| Range::within(-1.0, 1.0),
        latex: Spelling::text("\\left(\\frac{$1}{$2}\\right)"),
        python: Spelling::call("kronecker").needs(&[number::PY_KRONECKER]),
        sympy: Spelling::call("kronecker").needs(&[number::PY_KRONECKER]),
        mathematica: Spelling::call("KroneckerSymbol"),
        javascript: Spelling::call("kronecker").needs(&[number::JS_KRONECKER]),
        rust: Spelling::text("kronecker($1, $2)?").needs(&[number::RUST_KRONECKER]),
        ..ROW
    };
// Bit by bit, negative numbers in two's complement.
Xor = "xor", binary, NumberTheory,
    integer: |a: T, b: T| bitwise(a, b, |a, b| a ^ b),
    row: Row {
        commutative: true,
        latex: Spelling::text("\\left($1 \\oplus $2\\right)"),
        python: number::compared("($1 ^ $2)"),
        sympy: Spelling::text("Integer(int($1) ^ int($2))"),
        mathematica: Spelling::call("BitXor"),
        pari: Spelling::call("bitxor"),
        javascript: number::compared("($1 ^ $2)"),
        rust: Spelling::text("bits($1, $2, |a, b| a ^ b)").needs(&[number::RUST_BITS]),
        ..ROW
    };
BitAnd = "bitand", binary, NumberTheory,
    integer: |a: T, b: T| bitwise(a, b, |a, b| a & b),
    row: Row {
        commutative: true,
        latex: Spelling::text("\\left($1 \\mathbin{\\&} $2\\right)"),
        python: number::compared("($1 & $2)"),
        sympy: Spelling::text("Integer(int($1) & int($2))"),
        mathematica: Spelling::call("BitAnd"),
        pari: Spelling::call("bitand"),
        javascript: number::compared("($1 & $2)"),
        rust: Spelling::text("bits($1, $2, |a, b| a & b)").needs(&[number::RUST_BITS]),
        ..ROW
    };
BitOr = "bitor", binary, NumberTheory,
    integer: |a: T, b: T| bitwise(a, b, |a, b| a | b),
    row: Row {
        commutative: true,
        latex: Spelling::text("\\left($1 \\mathbin{|} $2\\right)"),
        python: number::compared("($1 | $2)"),
        sympy: Spelling::text("Integer(int($1) | int($2))"),
        mathematica: Spelling::call("BitOr"),
        pari: Spelling::call("bitor"),
        javascript: number::compared("($1 | $2)"),
        rust: Spelling::text("bits($1, $2, |a, b| a | b)").needs(&[number::RUST_BITS]),
        ..ROW
    };
Min = "min", binary, NumberTheory,
    integer: |a: T, b: T| Ok(a.min(b)),
    row: Row {
        commutative: true,
        range: |operands| nth(operands, 0).min(nth(operands, 1)),
        latex: Spelling::call("\\min"),
        sympy: Spelling::call("Min"),
        mathematica: Spelling::call("Min"),
        javascript: Spelling::call("min").needs(&["const min = (a, b) => (a < b ? a : b);"]),
        rust: Spelling::call("i128::min"),
        ..ROW
    };
Max = "max", binary, NumberTheory,
    integer: |a: T, b: T| Ok(a.max(b)),
    row: Row {
        commutative: true,
        range: |operands| nth(operands, 0).max(nth(operands, 1)),
        text: Spelling::By(|_, operands| number::apart_from_relu(operands)),
        latex: Spelling::call("\\max"),
        sympy: Spelling::call("Max"),
        mathematica: Spelling::call("Max"),
        javascript: Spelling::call("max").needs(&["const max = (a, b) => (a > b ? a : b);"]),
        rust: Spelling::call("i128::max"),
        ..ROW
    };
Eq = "eq", binary, Comparison,
    integer: |a: T, b: T| indicator(a == b),
    row: Row {
        bits: 6,
        commutative: true,
        range: |_| Range::within(0.0, 1.0),
        text: Spelling::infix("$1 == $2", Level::Compare),
        latex: Spelling::text("\\left[$1 = $2\\right]"),
        python: number::compared("int($1 == $2)"),
        sympy: number::compared("int(bool($1 == $2))"),
        mathematica: number::compared("Boole[$1 == $2]"),
        pari: number::compared("($1 == $2)"),
        javascript: number::compared("BigInt($1 == $2)"),
        rust: number::compared("i128::from($1 == $2)"),
        ..ROW
    };
Ne = "ne", binary, Comparison,
    integer: |a: T, b: T| indicator(a != b),
    row: Row {
        bits: 6,
        commutative: true,
        range: |_| Range::within(0.0, 1.0),
        text: Spelling::infix("$1 != $2", Level::Compare),
        latex: Spelling::text("\\left[$1 \\ne $2\\right]"),
        python: number::compared("int($1 != $2)"),
        sympy: number::compared("int(bool($1 != $2))"),
        mathematica: number::compared("Boole[$1 != $2]"),
        pari: number::compared("($1 != $2)"),
        javascript: number::compared("BigInt($1 != $2)"),
        rust: number::compared("i128::from($1 != $2)"),
        ..ROW
    };
Lt = "lt", binary, Comparison,
    integer: |a: T, b: T| indicator(a < b),
    row: Row {
        bits: 6,
        range: |_| Range::within(0.0, 1.0),
        text: Spelling::infix("$1 < $2", Level::Compare),
        latex: Spelling::text("\\left[$1 < $2\\right]"),
        python: number::compared("int($1 < $2)"),
        sympy: number::compared("int(bool($1 < $2))"),
        mathematica: number::compared("Boole[$1 < $2]"),
        pari: number::compared("($1 < $2)"),
        javascript: number::compared("BigInt($1 < $2)"),
        rust: number::compared("i128::from($1 < $2)"),
        ..ROW
    };
Le = "le", binary, Comparison,
    integer: |a: T, b: T| indicator(a <= b),
    row: Row {
        bits: 6,
        range: |_| Range::within(0.0, 1.0),
        text: Spelling::infix("$1 <= $2", Level::Compare),
        latex: Spelling::text("\\left[$1 \\le $2\\right]"),
        python: number::compared("int($1 <= $2)"),
        sympy: number::compared("int(bool($1 <= $2))"),
        mathematica: number::compared("Boole[$1 <= $2]"),
        pari: number::compared("($1 <= $2)"),
        javascript: number::compared("BigInt($1 <= $2)"),
        rust: number::compared("i128::from($1 <= $2)"),
        ..ROW
    };

    } } };
}
