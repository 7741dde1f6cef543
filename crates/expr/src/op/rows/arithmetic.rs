//! The basic operations, and what is made of them.

macro_rules! arithmetic {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

Add = "add", binary, Base,
    integer: |a: T, b: T| fits(a.checked_add(b)),
    float: |a: f64, b: f64| defined(a + b),
    row: Row {
        bits: 3,
        commutative: true,
        solutions: [solved(Op::Sub), None],
        pari: Spelling::By(|_, operands| sums::after_minus(sums::ADD, operands)),
        rust: Spelling::By(|domain, operands| match domain {
            Domain::Integer if first_is_number(operands) => {
                Form::text("i128::checked_add($1, $2)?")
            }
            Domain::Integer => sums::method("$1.checked_add($2)?"),
            Domain::Float => sums::ADD,
        }),
        ..everywhere(sums::ADD)
    };
Sub = "sub", binary, Base,
    integer: |a: T, b: T| fits(a.checked_sub(b)),
    float: |a: f64, b: f64| defined(a - b),
    row: Row {
        bits: 3,
        solutions: [solved_from(Op::Sub), solved(Op::Add)],
        pari: Spelling::By(|_, operands| sums::after_minus(sums::SUB, operands)),
        rust: Spelling::By(|domain, operands| match domain {
            Domain::Integer if first_is_number(operands) => {
                Form::text("i128::checked_sub($1, $2)?")
            }
            Domain::Integer => sums::method("$1.checked_sub($2)?"),
            Domain::Float => sums::SUB,
        }),
        ..everywhere(sums::SUB)
    };
Mul = "mul", binary, Base,
    integer: |a: T, b: T| fits(a.checked_mul(b)),
    float: |a: f64, b: f64| defined(a * b),
    row: Row {
        bits: 3,
        commutative: true,
        solutions: [solved(Op::Div), None],
        latex: Spelling::By(|_, operands| {
            let dot = operands.get(1).is_some_and(|factor| sums::begins_with_number(*factor));
            Form::infix(if dot { "$1 \\cdot $2" } else { "$1 $2" }, Level::Product)
                .operands(Level::Product, Level::Power)
        }),
        rust: Spelling::By(|domain, operands| match domain {
            Domain::Integer if first_is_number(operands) => {
                Form::text("i128::checked_mul($1, $2)?")
            }
            Domain::Integer => sums::method("$1.checked_mul($2)?"),
            Domain::Float => sums::MUL,
        }),
        ..everywhere(sums::MUL)
    };
Idiv = "idiv", binary, IntegerDivision,
    integer: |a: T, b: T| over(a, b, T::checked_div_floor),
    row: Row {
        bits: 5,
        range: |operands| nth(operands, 0).idiv(nth(operands, 1)),
        text: Spelling::infix("$1 // $2", Level::Product),
        latex: Spelling::text("\\left\\lfloor \\frac{$1}{$2} \\right\\rfloor"),
        python: Spelling::infix("$1 // $2", Level::Product),
        sympy: Spelling::By(|_, operands| {
            if operands.iter().copied().all(sums::is_plain) {
                Form::text("floor(S($1)/$2)").operands(Level::Loose, Level::Sign)
            } else {
                Form::text("floor($1/$2)").operands(Level::Product, Level::Sign)
            }
        }),
        mathematica: Spelling::call("Quotient"),
        // PARI's own leaves a remainder that is never negative.
        pari: Spelling::By(|_, operands| {
            if second_is_positive(operands) {
                Form::infix("$1 \\ $2", Level::Product)
            } else {
                Form::call("floordiv").needs(&["floordiv(a, b) = floor(a/b);"])
            }
        }),
        // Division truncates there.
        javascript: Spelling::call("floorDiv").needs(&[sums::FLOOR_MOD, sums::FLOOR_DIV]),
        rust: Spelling::text("div_floor($1, $2)?").needs(&[sums::DIV_FLOOR]),
        ..ROW
    };
Mod = "mod", binary, IntegerDivision,
    integer: |a: T, b: T| over(a, b, T::checked_rem_floor),
    row: Row {
        bits: 5,
        range: |operands| nth(operands, 0).modulo(nth(operands, 1)),
        text: Spelling::infix("$1 % $2", Level::Product),
        // Readers disagree how far `mod` reaches, so it is always set apart.
        latex: Spelling::As(
            Form::infix("$1 \\bmod $2", Level::Loose).operands(Level::Product, Level::Power)
        ),
        python: Spelling::infix("$1 % $2", Level::Product),
        sympy: Spelling::call("Mod"),
        mathematica: Spelling::call("Mod"),
        pari: Spelling::By(|_, operands| {
            if second_is_positive(operands) {
                Form::infix("$1 % $2", Level::Product)
            } else {
                Form::call("floormod").needs(&["floormod(a, b) = a - b*floor(a/b);"])
            }
        }),
        javascript: Spelling::call("floorMod").needs(&[sums::FLOOR_MOD]),
        rust: Spelling::text("rem_floor($1, $2)?").needs(&[sums::REM_FLOOR]),
        ..ROW
    };
Div = "div", binary, Division,
    float: divide,
    row: Row {
        bits: 4,
        solutions: [solved_from(Op::Div), solved(Op::Mul)],
        // `1/x` is the reciprocal, an operator of its own.
        text: Spelling::By(|_, operands| {
            if operands.first().is_some_and(|tree| sums::is_one(*tree)) {
                Form::text("($1)/$2").operands(Level::Loose, Level::Sign).level(Level::Product)
            } else {
                sums::DIV
            }
        }),
        latex: Spelling::As(Form::text("\\frac{$1}{$2}").level(Level::Power)),
        // Numbers alone would be divided by Python, which rounds.
        sympy: Spelling::By(|_, operands| {
            if operands.iter().copied().all(sums::is_plain) {
                Form::text("S($1)/$2").operands(Level::Loose, Level::Sign).level(Level::Product)
            } else {
                sums::DIV
            }
        }),
        ..everywhere(sums::DIV)
    };
Abs = "abs", unary, Piecewise,
    integer: |a: T| fits(if a.is_negative() { a.checked_neg() } else { Some(a) }),
    float: |a: f64| defined(a.abs()),
    row: Row {
        bits: 6,
        range: |operands| nth(operands, 0).abs(),
        latex: Spelling::text("\\left|$1\\right|"),
        sympy: Spelling::call("Abs"),
        mathematica: Spelling::call("Abs"),
        javascript: Spelling::By(|domain, _| match domain {
            Domain::Integer => {
                Form::call("abs").needs(&["const abs = (x) => (x < 0n ? -x : x);"])
            }
            Domain::Float => Form::call("Math.abs"),
        }),
        rust: Spelling::By(|domain, _| match domain {
            Domain::Integer => Form::text("i128::checked_abs($1)?"),
            Domain::Float => Form::call("f64::abs"),
        }),
        ..ROW
    };
Sqr = "sqr", unary, Square,
    integer: |a: T| fits(a.checked_mul(a)),
    float: |a: f64| defined(a * a),
    row: Row {
        bits: 5,
        inverse: branch(Op::Sqrt),
        text: Spelling::As(Form::postfix("$1^2")),
        latex: Spelling::As(Form::postfix("$1^{2}")),
        python: Spelling::As(Form::postfix("$1**2")),
        sympy: Spelling::As(Form::postfix("$1**2")),
        mathematica: Spelling::As(Form::postfix("$1^2")),
        pari: Spelling::As(Form::postfix("$1^2")),
        javascript: Spelling::By(|domain, _| match domain {
            Domain::Integer => Form::postfix("$1**2n"),
            Domain::Float => Form::postfix("$1**2"),
        }),
        rust: Spelling::By(|domain, _| match domain {
            Domain::Integer => Form::text("i128::checked_pow($1, 2)?"),
            Domain::Float => Form::text("f64::powi($1, 2)"),
        }),
        ..ROW
    };
Relu = "relu", unary, Piecewise,
    integer: |a: T| Ok(if a.is_negative() { T::from_small(0) } else { a }),
    row: Row {
        range: |operands| nth(operands, 0).relu(),
        latex: Spelling::As(Form::text("\\max\\left(0, $1\\right)").level(Level::Power)),
        python: Spelling::text("max(0, $1)"),
        sympy: Spelling::text("Max(0, $1)"),
        mathematica: Spelling::text("Max[0, $1]"),
        pari: Spelling::text("max(0, $1)"),
        javascript: Spelling::call("relu").needs(&["const relu = (x) => (x < 0n ? 0n : x);"]),
        rust: Spelling::text("i128::max(0, $1)"),
        ..ROW
    };
// sign(0) is +1, as in the authors' code; in most languages it is 0.
Sign = "sign", unary, Piecewise,
    integer: |a: T| Ok(T::from_small(if a.is_negative() { -1 } else { 1 })),
    row: Row {
        range: |_| Range::within(-1.0, 1.0),
        aliases: &["sgn"],
        latex: Spelling::call("\\operatorname{sgn}")
            .needs(&[", \\quad \\operatorname{sgn}\\left(0\\right) = 1"]),
        python: Spelling::As(Form::prefix("-1 if $1 < 0 else 1", Level::Sum, Level::Loose)),
        sympy: sums::sign("Piecewise((-1, $1 < 0), (1, True))"),
        mathematica: sums::sign("If[$1 < 0, -1, 1]"),
        pari: sums::sign("if($1 < 0, -1, 1)"),
        javascript: Spelling::call("sign").needs(&["const sign = (x) => (x < 0n ? -1n : 1n);"]),
        rust: Spelling::call("sign").needs(&[sums::SIGN]),
        ..ROW
    };
Inv = "inv", unary, Division,
    float: |a: f64| divide(1.0, a),
    row: Row {
        bits: 5,
        inverse: inverse(Op::Inv),
        latex: Spelling::As(Form::text("\\frac{1}{$1}").level(Level::Power)),
        sympy: Spelling::By(|_, operands| {
            if operands.iter().copied().all(sums::is_plain) {
                Form::text("1/S($1)").level(Level::Product)
            } else {
                Form::reciprocal()
            }
        }),
        rust: Spelling::As(Form::prefix("1.0/$1", Level::Sign, Level::Product)),
        ..everywhere(Form::reciprocal())
    };

    } } };
}
