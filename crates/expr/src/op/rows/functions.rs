//! The elementary functions of floats.

macro_rules! functions {
    (($next:ident $($later:ident)*) { $($rows:tt)* }) => { $next! { ($($later)*) { $($rows)*

Sqrt = "sqrt", unary, Root,
    float: |a: f64| defined(a.sqrt()),
    row: Row {
        bits: 5,
        inverse: inverse(Op::Sqr),
        range: |_| Range::from(0.0),
        latex: Spelling::text("\\sqrt{$1}"),
        python: Spelling::call("math.sqrt"),
        decimal: Spelling::As(Form::text("$1.sqrt()").operands(Level::Atom, Level::Atom)),
        mathematica: Spelling::call("Sqrt"),
        javascript: Spelling::call("Math.sqrt"),
        rust: Spelling::call("f64::sqrt"),
        ..ROW
    };
Log = "log", unary, Exponential,
    float: |a: f64| if a > 0.0 { defined(math::ln(a)) } else { Err(Fault::OutOfDomain) },
    row: Row {
        bits: 5,
        inverse: inverse(Op::Exp),
        aliases: &["ln"],
        latex: Spelling::call("\\ln"),
        python: Spelling::call("math.log"),
        decimal: Spelling::As(Form::text("$1.ln()").operands(Level::Atom, Level::Atom)),
        mathematica: Spelling::call("Log"),
        javascript: Spelling::call("Math.log"),
        rust: Spelling::call("f64::ln"),
        ..ROW
    };
Exp = "exp", unary, Exponential,
    float: |a: f64| defined(math::exp(a)),
    row: Row {
        bits: 5,
        inverse: inverse(Op::Log),
        // It may round to 0.
        range: |_| Range::from(0.0),
        latex: Spelling::As(Form::text("e^{$1}").level(Level::Power)),
        python: Spelling::call("math.exp"),
        decimal: Spelling::As(Form::text("$1.exp()").operands(Level::Atom, Level::Atom)),
        mathematica: Spelling::call("Exp"),
        javascript: Spelling::call("Math.exp"),
        rust: Spelling::call("f64::exp"),
        ..ROW
    };
Sin = "sin", unary, Trigonometric,
    float: |a: f64| defined(math::sin(a)),
    row: Row {
        bits: 6,
        odd: true,
        inverse: branch(Op::Arcsin),
        range: |_| Range::within(-1.0, 1.0),
        latex: Spelling::call("\\sin"),
        python: Spelling::call("math.sin"),
        decimal: Spelling::text("Decimal(math.sin($1))"),
        mathematica: Spelling::call("Sin"),
        javascript: Spelling::call("Math.sin"),
        rust: Spelling::call("f64::sin"),
        ..ROW
    };
Arcsin = "arcsin", unary, Trigonometric,
    float: |a: f64| defined(math::asin(a)),
    row: Row {
        bits: 6,
        odd: true,
        inverse: inverse(Op::Sin),
        range: |_| Range::within(-2.0, 2.0),
        aliases: &["asin"],
        latex: Spelling::call("\\arcsin"),
        python: Spelling::call("math.asin"),
        decimal: Spelling::text("Decimal(math.asin($1))"),
        sympy: Spelling::call("asin"),
        mathematica: Spelling::call("ArcSin"),
        pari: Spelling::call("asin"),
        javascript: Spelling::call("Math.asin"),
        rust: Spelling::call("f64::asin"),
        ..ROW
    };
Cos = "cos", unary, Trigonometric,
    float: |a: f64| defined(math::cos(a)),
    row: Row {
        bits: 6,
        inverse: branch(Op::Arccos),
        range: |_| Range::within(-1.0, 1.0),
        latex: Spelling::call("\\cos"),
        python: Spelling::call("math.cos"),
        decimal: Spelling::text("Decimal(math.cos($1))"),
        mathematica: Spelling::call("Cos"),
        javascript: Spelling::call("Math.cos"),
        rust: Spelling::call("f64::cos"),
        ..ROW
    };
Arccos = "arccos", unary, Trigonometric,
    float: |a: f64| defined(math::acos(a)),
    row: Row {
        bits: 6,
        inverse: inverse(Op::Cos),
        range: |_| Range::within(0.0, 4.0),
        aliases: &["acos"],
        latex: Spelling::call("\\arccos"),
        python: Spelling::call("math.acos"),
        decimal: Spelling::text("Decimal(math.acos($1))"),
        sympy: Spelling::call("acos"),
        mathematica: Spelling::call("ArcCos"),
        pari: Spelling::call("acos"),
        javascript: Spelling::call("Math.acos"),
        rust: Spelling::call("f64::acos"),
        ..ROW
    };
// arctan is not noted as its inverse: the search would take every tangent off,
// and the terms of a law are hardly ever on its main branch alone.
Tan = "tan", unary, Trigonometric,
    float: |a: f64| defined(math::tan(a)),
    row: Row {
        bits: 6,
        odd: true,
        latex: Spelling::call("\\tan"),
        python: Spelling::call("math.tan"),
        decimal: Spelling::text("Decimal(math.tan($1))"),
        mathematica: Spelling::call("Tan"),
        javascript: Spelling::call("Math.tan"),
        rust: Spelling::call("f64::tan"),
        ..ROW
    };
Arctan = "arctan", unary, Trigonometric,
    float: |a: f64| defined(math::atan(a)),
    row: Row {
        bits: 6,
        odd: true,
        inverse: inverse(Op::Tan),
        range: |_| Range::within(-2.0, 2.0),
        aliases: &["atan"],
        latex: Spelling::call("\\arctan"),
        python: Spelling::call("math.atan"),
        decimal: Spelling::text("Decimal(math.atan($1))"),
        sympy: Spelling::call("atan"),
        mathematica: Spelling::call("ArcTan"),
        pari: Spelling::call("atan"),
        javascript: Spelling::call("Math.atan"),
        rust: Spelling::call("f64::atan"),
        ..ROW
    };

// To so many decimals, ties up: 2 for cents. What is half but for the rounding
// of doubles is half.
Round = "round", binary, Rounding,
    float: |a: f64, decimals: f64| {
        let power = math::powf(10f64, decimals);
        defined((a * power + a.abs() * power * 2f64.powi(-50) + 0.5).floor() / power)
    },
    row: Row {
        latex: Spelling::call("\\operatorname{round}"),
        python: Spelling::call("round_half_up").needs(&["def round_half_up(x, decimals):\n    return math.floor((x + abs(x)*2**-50)*10**decimals + 0.5)/10**decimals"]),
        sympy: Spelling::call("round_half_up").needs(&["round_half_up = lambda x, decimals: floor(x*10**decimals + Rational(1, 2))/10**decimals"]),
        mathematica: Spelling::call("roundHalfUp").needs(&["roundHalfUp[x_, decimals_] := Floor[x*10^decimals + 1/2]/10^decimals;"]),
        pari: Spelling::call("round_half_up").needs(&["round_half_up(x, decimals) = floor((x + abs(x)*2^-50)*10^decimals + 1/2)/10^decimals;"]),
        javascript: Spelling::call("roundHalfUp").needs(&["const roundHalfUp = (x, decimals) => Math.floor((x + Math.abs(x)*2**-50)*10**decimals + 0.5)/10**decimals;"]),
        rust: Spelling::call("round_half_up").needs(&["fn round_half_up(x: f64, decimals: f64) -> f64 {\n    let power = 10f64.powf(decimals);\n    (x * power + x.abs() * power * 2f64.powi(-50) + 0.5).floor() / power\n}"]),
        ..ROW
    };

    } } };
}
