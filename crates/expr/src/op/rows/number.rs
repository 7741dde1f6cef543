//! Functions of integers outside the paper's vocabulary.

macro_rules! number {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

// gcd(0, 0) = 0; signs do not matter.
Gcd = "gcd", binary, NumberTheory,
    integer: crate::arith::gcd,
    row: Row {
        bits: 7,
        commutative: true,
        range: |_| Range::from(0.0),
        latex: Spelling::call("\\gcd"),
        python: Spelling::call("math.gcd"),
        mathematica: Spelling::call("GCD"),
        javascript: Spelling::call("gcd").needs(&[
            "const gcd = (a, b) => {\n  while (b) [a, b] = [b, a % b];\n  return a < 0n ? -a : a;\n};"
        ]),
        rust: Spelling::text("gcd($1, $2)?").needs(&["fn gcd(mut a: i128, mut b: i128) -> Option<i128> {
    while b != 0 {
        (a, b) = (b, a.checked_rem(b)?);
    }
    a.checked_abs()
}
"]),
        ..ROW
    };

    } } };
}
