//! Primes, divisors and prime factors.

pub(in crate::op) const PY_FACTORS: &str = "def factors(n):
    found, p = [], 2
    while p * p <= n:
        if n % p == 0:
            found.append(p)
            n //= p
        else:
            p += 1
    return found + [n] if n > 1 else found";
pub(in crate::op) const PY_DIVISORS: &str = "def divisors(n):
    small = [d for d in range(1, math.isqrt(n) + 1) if n % d == 0]
    return small + [n // d for d in reversed(small) if d * d != n]";
pub(in crate::op) const PY_ISPRIME: &str = "def isprime(n):
    return int(n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)))";
pub(in crate::op) const PY_PRIME: &str = "def prime(n):
    p = 1
    for _ in range(n):
        p += 1
        while not isprime(p):
            p += 1
    return p";
pub(in crate::op) const PY_PRIMEPI: &str = "def primepi(n):
    return sum(isprime(k) for k in range(2, n + 1))";
pub(in crate::op) const PY_PHI: &str = "def phi(n):
    for p in set(factors(n)):
        n = n // p * (p - 1)
    return n";
pub(in crate::op) const PY_MOBIUS: &str = "def mobius(n):
    found = factors(n)
    return 0 if len(set(found)) < len(found) else (-1) ** len(found)";
pub(in crate::op) const JS_FACTORS: &str = "const factors = (n) => {
  const found = [];
  for (let p = 2n; p * p <= n; ) {
    if (n % p) p++;
    else {
      found.push(p);
      n /= p;
    }
  }
  return n > 1n ? [...found, n] : found;
};";
pub(in crate::op) const JS_DISTINCT: &str = "const distinct = (n) => [...new Set(factors(n))];";
pub(in crate::op) const JS_DIVISORS: &str = "const divisors = (n) => {
  const found = [];
  for (let d = 1n; d * d <= n; d++) {
    if (n % d === 0n) found.push(...(d * d === n ? [d] : [d, n / d]));
  }
  return found;
};";
pub(in crate::op) const JS_ISPRIME: &str = "const isprime = (n) => {
  for (let d = 2n; d * d <= n; d++) if (n % d === 0n) return 0n;
  return n > 1n ? 1n : 0n;
};";
pub(in crate::op) const JS_PRIME: &str = "const prime = (n) => {
  let p = 1n;
  for (let found = 0n; found < n; ) if (isprime(++p)) found++;
  return p;
};";
pub(in crate::op) const JS_PRIMEPI: &str = "const primepi = (n) => {
  let count = 0n;
  for (let p = 2n; p <= n; p++) count += isprime(p);
  return count;
};";
pub(in crate::op) const RUST_FACTORS: &str = "fn factors(mut n: i128) -> Option<Vec<i128>> {
    let (mut found, mut p) = (Vec::new(), 2);
    if n < 1 {
        return None;
    }
    while p * p <= n {
        if n % p == 0 {
            found.push(p);
            n /= p;
        } else {
            p += 1;
        }
    }
    if n > 1 {
        found.push(n);
    }
    Some(found)
}";
pub(in crate::op) const RUST_DISTINCT: &str = "fn distinct(n: i128) -> Option<Vec<i128>> {
    let mut found = factors(n)?;
    found.dedup();
    Some(found)
}";
pub(in crate::op) const RUST_DIVISORS: &str = "fn divisors(n: i128) -> Option<Vec<i128>> {
    let mut found = Vec::new();
    let mut d = 1;
    if n < 1 {
        return None;
    }
    while d * d <= n {
        if n % d == 0 {
            found.push(d);
            if d * d != n {
                found.push(n / d);
            }
        }
        d += 1;
    }
    Some(found)
}";
pub(in crate::op) const RUST_ISPRIME: &str = "fn isprime(n: i128) -> i128 {
    let mut d = 2;
    while d * d <= n {
        if n % d == 0 {
            return 0;
        }
        d += 1;
    }
    i128::from(n > 1)
}";
pub(in crate::op) const RUST_PRIME: &str = "fn prime(n: i128) -> Option<i128> {
    let place = usize::try_from(n.checked_sub(1)?).ok()?;
    (2..).filter(|&p| isprime(p) == 1).nth(place)
}";
pub(in crate::op) const RUST_PRIMEPI: &str = "fn primepi(n: i128) -> i128 {
    (2..=n).map(isprime).sum()
}";
pub(in crate::op) const RUST_SIGMA: &str = "fn sigma(n: i128, k: i128) -> Option<i128> {
    let k = u32::try_from(k).ok()?;
    divisors(n)?.into_iter().try_fold(0i128, |sum, d| sum.checked_add(d.checked_pow(k)?))
}";
pub(in crate::op) const RUST_PHI: &str = "fn phi(n: i128) -> Option<i128> {
    Some(distinct(n)?.into_iter().fold(n, |phi, p| phi / p * (p - 1)))
}";
pub(in crate::op) const RUST_MOBIUS: &str = "fn mobius(n: i128) -> Option<i128> {
    let (all, distinct) = (factors(n)?.len(), distinct(n)?.len());
    Some(if all > distinct { 0 } else if all % 2 == 0 { 1 } else { -1 })
}";

macro_rules! primes {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

// The n-th prime, from prime(1) = 2.
Prime = "prime", unary, NumberTheory,
    integer: arith::nth_prime,
    row: Row {
        range: |_| Range::from(2.0),
        work: 100,
        latex: Spelling::call("p"),
        python: Spelling::call("prime").needs(&[primes::PY_ISPRIME, primes::PY_PRIME]),
        mathematica: Spelling::call("Prime"),
        javascript: Spelling::call("prime").needs(&[primes::JS_ISPRIME, primes::JS_PRIME]),
        rust: Spelling::text("prime($1)?").needs(&[primes::RUST_ISPRIME, primes::RUST_PRIME]),
        ..ROW
    };
// 1 for primes, 0 for everything else.
IsPrime = "isprime", unary, NumberTheory,
    integer: arith::prime_indicator,
    row: Row {
        range: |_| Range::within(0.0, 1.0),
        work: 20,
        latex: Spelling::call("\\operatorname{isprime}"),
        python: Spelling::call("isprime").needs(&[primes::PY_ISPRIME]),
        sympy: Spelling::text("int(isprime($1))"),
        mathematica: Spelling::text("Boole[$1 > 1 && PrimeQ[$1]]"),
        javascript: Spelling::call("isprime").needs(&[primes::JS_ISPRIME]),
        rust: Spelling::call("isprime").needs(&[primes::RUST_ISPRIME]),
        ..ROW
    };
// The number of primes up to n.
PrimePi = "primepi", unary, NumberTheory,
    integer: arith::prime_pi,
    row: Row {
        range: |_| Range::from(0.0),
        work: 100,
        latex: Spelling::call("\\pi"),
        python: Spelling::call("primepi").needs(&[primes::PY_ISPRIME, primes::PY_PRIMEPI]),
        mathematica: Spelling::call("PrimePi"),
        javascript: Spelling::call("primepi").needs(&[primes::JS_ISPRIME, primes::JS_PRIMEPI]),
        rust: Spelling::call("primepi").needs(&[primes::RUST_ISPRIME, primes::RUST_PRIMEPI]),
        ..ROW
    };
// The number of divisors.
NumDiv = "numdiv", unary, NumberTheory,
    integer: arith::number_of_divisors,
    row: Row {
        range: |_| Range::from(1.0),
        work: 50,
        aliases: &["tau"],
        latex: Spelling::call("\\tau"),
        python: Spelling::text("len(divisors($1))").needs(&[primes::PY_DIVISORS]),
        sympy: Spelling::call("divisor_count"),
        mathematica: Spelling::text("DivisorSigma[0, $1]"),
        javascript: Spelling::text("BigInt(divisors($1).length)").needs(&[primes::JS_DIVISORS]),
        rust: Spelling::text("i128::try_from(divisors($1)?.len()).ok()?").needs(&[primes::RUST_DIVISORS]),
        ..ROW
    };
// The sum of the k-th powers of the divisors.
Sigma = "sigma", binary, NumberTheory,
    integer: arith::sigma,
    row: Row {
        range: |_| Range::from(1.0),
        work: 60,
        latex: Spelling::text("\\sigma_{$2}\\left($1\\right)"),
        python: Spelling::As(Form::text("sum(d**$2 for d in divisors($1))").operands(Level::Loose, Level::Atom)).needs(&[primes::PY_DIVISORS]),
        sympy: Spelling::call("divisor_sigma"),
        mathematica: Spelling::text("DivisorSigma[$2, $1]"),
        javascript: Spelling::As(Form::text("divisors($1).reduce((sum, d) => sum + d**$2, 0n)").operands(Level::Loose, Level::Atom)).needs(&[primes::JS_DIVISORS]),
        rust: Spelling::text("sigma($1, $2)?").needs(&[primes::RUST_DIVISORS, primes::RUST_SIGMA]),
        ..ROW
    };
Phi = "phi", unary, NumberTheory,
    integer: arith::euler_phi,
    row: Row {
        range: |_| Range::from(1.0),
        work: 50,
        aliases: &["totient", "eulerphi"],
        latex: Spelling::call("\\varphi"),
        python: Spelling::call("phi").needs(&[primes::PY_FACTORS, primes::PY_PHI]),
        sympy: Spelling::call("totient"),
        mathematica: Spelling::call("EulerPhi"),
        pari: Spelling::call("eulerphi"),
        javascript: Spelling::text("distinct($1).reduce((phi, p) => (phi / p) * (p - 1n), $1)").needs(&[primes::JS_FACTORS, primes::JS_DISTINCT]),
        rust: Spelling::text("phi($1)?").needs(&[primes::RUST_FACTORS, primes::RUST_DISTINCT, primes::RUST_PHI]),
        ..ROW
    };
Mobius = "mobius", unary, NumberTheory,
    integer: arith::moebius,
    row: Row {
        range: |_| Range::within(-1.0, 1.0),
        work: 50,
        aliases: &["moebius"],
        latex: Spelling::call("\\mu"),
        python: Spelling::call("mobius").needs(&[primes::PY_FACTORS, primes::PY_MOBIUS]),
        mathematica: Spelling::call("MoebiusMu"),
        pari: Spelling::call("moebius"),
        javascript: Spelling::text("(factors($1).length > distinct($1).length ? 0n : (-1n) ** BigInt(distinct($1).length))").needs(&[primes::JS_FACTORS, primes::JS_DISTINCT]),
        rust: Spelling::text("mobius($1)?").needs(&[primes::RUST_FACTORS, primes::RUST_DISTINCT, primes::RUST_MOBIUS]),
        ..ROW
    };
// The number of distinct prime factors.
Omega = "omega", unary, NumberTheory,
    integer: arith::omega,
    row: Row {
        range: |_| Range::from(0.0),
        work: 50,
        latex: Spelling::call("\\omega"),
        python: Spelling::text("len(set(factors($1)))").needs(&[primes::PY_FACTORS]),
        sympy: Spelling::call("primenu"),
        mathematica: Spelling::call("PrimeNu"),
        javascript: Spelling::text("BigInt(distinct($1).length)").needs(&[primes::JS_FACTORS, primes::JS_DISTINCT]),
        rust: Spelling::text("i128::try_from(distinct($1)?.len()).ok()?").needs(&[primes::RUST_FACTORS, primes::RUST_DISTINCT]),
        ..ROW
    };
// The number of prime factors with multiplicity.
BigOmega = "bigomega", unary, NumberTheory,
    integer: arith::big_omega,
    row: Row {
        range: |_| Range::from(0.0),
        work: 50,
        latex: Spelling::call("\\Omega"),
        python: Spelling::text("len(factors($1))").needs(&[primes::PY_FACTORS]),
        sympy: Spelling::call("primeomega"),
        mathematica: Spelling::call("PrimeOmega"),
        javascript: Spelling::text("BigInt(factors($1).length)").needs(&[primes::JS_FACTORS]),
        rust: Spelling::text("i128::try_from(factors($1)?.len()).ok()?").needs(&[primes::RUST_FACTORS]),
        ..ROW
    };
// The least prime factor; 1 for 1.
Lpf = "lpf", unary, NumberTheory,
    integer: arith::least_prime_factor,
    row: Row {
        range: |_| Range::from(1.0),
        work: 50,
        latex: Spelling::call("\\operatorname{lpf}"),
        python: Spelling::text("min(factors($1), default=1)").needs(&[primes::PY_FACTORS]),
        sympy: Spelling::text("min(primefactors($1), default=1)"),
        mathematica: Spelling::text("FactorInteger[$1][[1, 1]]"),
        pari: Spelling::call("lpf").needs(&["lpf(n) = if(n == 1, 1, factor(n)[1, 1]);"]),
        javascript: Spelling::text("[...factors($1), 1n][0]").needs(&[primes::JS_FACTORS]),
        rust: Spelling::text("factors($1)?.first().copied().unwrap_or(1)").needs(&[primes::RUST_FACTORS]),
        ..ROW
    };
// The greatest prime factor; 1 for 1.
Gpf = "gpf", unary, NumberTheory,
    integer: arith::greatest_prime_factor,
    row: Row {
        range: |_| Range::from(1.0),
        work: 50,
        latex: Spelling::call("\\operatorname{gpf}"),
        python: Spelling::text("max(factors($1), default=1)").needs(&[primes::PY_FACTORS]),
        sympy: Spelling::text("max(primefactors($1), default=1)"),
        mathematica: Spelling::text("FactorInteger[$1][[-1, 1]]"),
        pari: Spelling::call("gpf").needs(&["gpf(n) = if(n == 1, 1, vecmax(factor(n)[, 1]));"]),
        javascript: Spelling::text("[1n, ...factors($1)].at(-1)").needs(&[primes::JS_FACTORS]),
        rust: Spelling::text("factors($1)?.last().copied().unwrap_or(1)").needs(&[primes::RUST_FACTORS]),
        ..ROW
    };
// The product of the distinct prime factors.
Rad = "rad", unary, NumberTheory,
    integer: arith::radical,
    row: Row {
        range: |_| Range::from(1.0),
        work: 50,
        latex: Spelling::call("\\operatorname{rad}"),
        python: Spelling::text("math.prod(set(factors($1)))").needs(&[primes::PY_FACTORS]),
        sympy: Spelling::text("prod(primefactors($1))"),
        mathematica: Spelling::text("(Times @@ FactorInteger[$1][[All, 1]])"),
        pari: Spelling::text("vecprod(factor($1)[, 1])"),
        javascript: Spelling::text("distinct($1).reduce((product, p) => product * p, 1n)").needs(&[primes::JS_FACTORS, primes::JS_DISTINCT]),
        rust: Spelling::text("distinct($1)?.into_iter().product::<i128>()").needs(&[primes::RUST_FACTORS, primes::RUST_DISTINCT]),
        ..ROW
    };
// 1 where no square above 1 divides n, else 0.
IsSquarefree = "issquarefree", unary, NumberTheory,
    integer: arith::is_squarefree,
    row: Row {
        range: |_| Range::within(0.0, 1.0),
        work: 50,
        latex: Spelling::call("\\operatorname{issquarefree}"),
        python: Spelling::call("issquarefree").needs(&[primes::PY_FACTORS, "def issquarefree(n):\n    return int(n > 0 and len(set(factors(n))) == len(factors(n)))\n"]),
        sympy: Spelling::call("issquarefree").needs(&["def issquarefree(n):\n    return int(n > 0 and primenu(n) == primeomega(n))\n"]),
        mathematica: Spelling::text("Boole[$1 > 0 && SquareFreeQ[$1]]"),
        pari: Spelling::text("($1 > 0 && issquarefree($1))"),
        javascript: Spelling::call("issquarefree").needs(&[primes::JS_FACTORS, primes::JS_DISTINCT, "const issquarefree = (n) => BigInt(n > 0n && factors(n).length === distinct(n).length);"]),
        rust: Spelling::call("issquarefree").needs(&[primes::RUST_FACTORS, primes::RUST_DISTINCT, "fn issquarefree(n: i128) -> i128 {\n    i128::from(n > 0 && factors(n).map(|all| all.len()) == distinct(n).map(|all| all.len()))\n}\n"]),
        ..ROW
    };
IsSquare = "issquare", unary, NumberTheory,
    integer: arith::is_square,
    row: Row {
        range: |_| Range::within(0.0, 1.0),
        work: 5,
        latex: Spelling::call("\\operatorname{issquare}"),
        python: Spelling::call("issquare").needs(&["def issquare(n):\n    return int(n >= 0 and math.isqrt(n) ** 2 == n)\n"]),
        sympy: Spelling::call("issquare").needs(&["def issquare(n):\n    return int(n >= 0 and integer_nthroot(n, 2)[1])\n"]),
        mathematica: Spelling::text("Boole[$1 >= 0 && IntegerQ[Sqrt[$1]]]"),
        pari: Spelling::call("issquare"),
        javascript: Spelling::call("issquare").needs(&[number::JS_IROOT, "const issquare = (n) => BigInt(n >= 0n && iroot(n, 2n) ** 2n === n);"]),
        rust: Spelling::call("issquare").needs(&[number::RUST_IROOT, "fn issquare(n: i128) -> i128 {\n    i128::from(iroot(n, 2).is_some_and(|root| root * root == n))\n}\n"]),
        ..ROW
    };

    } } };
}
