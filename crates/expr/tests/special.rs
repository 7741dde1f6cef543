//! The functions outside the vocabulary against `scipy.special` 1.17 and
//! numpy, whose values stand here as printed by them.
#![cfg(feature = "special")]

use ansatz_expr::{Domain, Error, Expr, Op};

/// (function, argument, value). Jacobi with α = 1 and β = 2, Gegenbauer with
/// α = 2, Chebyshev of the first kind, the physicists' Hermite, the real part
/// of the Faddeeva function, the Fresnel integral S.
#[rustfmt::skip]
const VALUES: &[(&str, f64, f64)] = &[
    ("sinh", -2.5, -6.0502044810397875),
    ("sinh", 0.3, 0.3045202934471426),
    ("cosh", -2.5, 6.132289479663686),
    ("cosh", 0.3, 1.0453385141288605),
    ("tanh", -2.5, -0.9866142981514303),
    ("tanh", 0.3, 0.2913126124515909),
    ("arcsinh", -1e-06, -9.999999999998333e-07),
    ("arcsinh", 7.0, 2.644120761058629),
    ("arccosh", 1.000001, 0.00141421344446382),
    ("arccosh", 7.0, 2.6339157938496336),
    ("arctanh", -0.9, -1.4722194895832204),
    ("arctanh", 1e-06, 1.0000000000003333e-06),
    ("j0", -3.7, -0.3992302033711912),
    ("j0", 0.5, 0.938469807240813),
    ("j0", 42.0, -0.11473949671358272),
    ("j1", -3.7, -0.05383398774546181),
    ("j1", 0.5, 0.24226845767487387),
    ("j1", 42.0, -0.04599388822188726),
    ("y0", 0.01, -3.005455637083646),
    ("y0", 3.7, 0.10607431532035433),
    ("y0", 42.0, -0.044624975655734145),
    ("y1", 0.01, -63.67859628206067),
    ("y1", 3.7, 0.41667437268380775),
    ("y1", 42.0, 0.11421644560895058),
    ("i0", -3.7, 8.738617524169396),
    ("i0", 0.5, 1.0634833707413234),
    ("i0", 42.0, 1.0738954136804509e+17),
    ("i1", -3.7, -7.435745796535337),
    ("i1", 0.5, 0.25789430539089636),
    ("i1", 42.0, 1.0610329636160638e+17),
    ("k0", 0.01, 4.721244730161095),
    ("k0", 3.7, 0.015630659921626655),
    ("k0", 42.0, 1.1086374104875188e-19),
    ("k1", 0.01, 99.97389411829623),
    ("k1", 3.7, 0.017628035102223265),
    ("k1", 42.0, 1.1217587191275844e-19),
    ("erf", -0.3, -0.3286267594591274),
    ("erf", 2.0, 0.9953222650189527),
    ("wofz", -0.3, 0.9139311852712282),
    ("wofz", 2.0, 0.01831563888873418),
    ("dawsn", -0.3, -0.282631665021312),
    ("dawsn", 2.0, 0.301340388923792),
    ("dawsn", 30.0, 0.016675941401059196),
    ("fresnel", -0.3, -0.014116998006576587),
    ("fresnel", 2.0, 0.34341567836369824),
    ("fresnel", 30.0, 0.4893896744421938),
    ("legendre1", -2.3, -2.3),
    ("legendre2", -2.3, 7.434999999999998),
    ("legendre3", -2.3, -26.96749999999999),
    ("legendre4", -2.3, 102.96793749999996),
    ("legendre5", -2.3, -404.7132612499998),
    ("chebyshev1", -2.3, -2.3),
    ("chebyshev2", -2.3, 9.579999999999998),
    ("chebyshev3", -2.3, -41.767999999999994),
    ("chebyshev4", -2.3, 182.55279999999993),
    ("chebyshev5", -2.3, -797.9748799999995),
    ("jacobi1", -2.3, -6.25),
    ("jacobi2", -2.3, 30.472500000000004),
    ("jacobi3", -2.3, -137.71849999999998),
    ("jacobi4", -2.3, 603.7870624999999),
    ("jacobi5", -2.3, -2610.6166846874994),
    ("laguerre1", -2.3, 3.3),
    ("laguerre2", -2.3, 8.245),
    ("laguerre3", -2.3, 17.86283333333333),
    ("laguerre4", -2.3, 35.347337499999995),
    ("laguerre5", -2.3, 65.59471608333332),
    ("hermite1", -2.3, -4.6),
    ("hermite2", -2.3, 19.159999999999997),
    ("hermite3", -2.3, -69.73599999999999),
    ("hermite4", -2.3, 205.82559999999992),
    ("hermite5", -2.3, -388.90975999999966),
    ("gegenbauer1", -2.3, -9.2),
    ("gegenbauer2", -2.3, 61.47999999999999),
    ("gegenbauer3", -2.3, -361.74399999999986),
    ("gegenbauer4", -2.3, 1987.807999999999),
    ("gegenbauer5", -2.3, -10466.258559999991),
];

fn value(name: &str, x: f64) -> Result<f64, Error> {
    let op = Op::from_name(name).unwrap_or_else(|| panic!("{name} is not in the table"));
    Expr::unary(op, &Expr::prev(1)?)?.eval(&[x])
}

#[test]
fn values_agree_with_scipy() {
    for &(name, x, expected) in VALUES {
        let ours = value(name, x).unwrap();
        let error = ((ours - expected) / expected).abs();
        assert!(error <= 1e-13, "{name}({x}) = {ours}, not {expected}: {error:.1e}");
    }
}

/// The operators that only the feature `special` has.
fn special() -> impl Iterator<Item = Op> {
    let outside = |op: &Op| {
        !op.family().in_vocabulary() && !op.exists_in(Domain::Integer) && *op != Op::Round
    };
    Op::ALL.iter().copied().filter(outside)
}

#[test]
fn every_function_outside_the_vocabulary_is_tested() {
    for op in special() {
        assert!(VALUES.iter().any(|(name, ..)| *name == op.name()), "{op}");
        assert!(op.exists_in(Domain::Float), "{op}");
        assert!(!Op::vocabulary(Domain::Float).any(|known| known == op), "{op}");
    }
}

#[test]
fn poles_and_beyond_are_out_of_the_domain() {
    for (name, x) in [
        ("arccosh", 0.999),
        ("arctanh", 1.0),
        ("arctanh", -1.0),
        ("arctanh", 2.0),
        ("y0", 0.0),
        ("y1", 0.0),
        ("k0", 0.0),
        ("k1", 0.0),
        ("y0", -1.0),
        ("y1", -1.0),
        ("k0", -1.0),
        ("k1", -1.0),
    ] {
        let error = value(name, x).unwrap_err();
        assert!(matches!(error, Error::OutOfDomain { operand, .. } if operand == x), "{error}");
    }
    for (name, x) in [("sinh", -800.0), ("cosh", 800.0), ("i0", 800.0), ("hermite5", 1e100)] {
        assert!(matches!(value(name, x), Err(Error::Overflow { .. })), "{name}({x})");
    }
}

#[test]
fn no_double_makes_a_function_panic_or_give_nan() {
    let magnitudes = (-1074..1024).map(|exponent| 2f64.powi(exponent) * 1.37);
    let edges = [0.0, -0.0, 0.5, 1.0, 2.0, 3.25, 5.0, 8.0, 18.0, 36_974.0, f64::MAX, f64::MIN];
    for op in special() {
        for x in magnitudes.clone().chain(edges) {
            for x in [x, -x, x.next_up(), x.next_down()] {
                if let Ok(value) = value(op.name(), x) {
                    assert!(value.is_finite(), "{op}({x})");
                }
            }
        }
    }
}

#[test]
fn decimals_are_rounded_with_ties_up() {
    let round = |value: &str| Expr::parse(&format!("round({value}, 2)")).unwrap().eval::<f64>(&[]);
    for (value, expected) in [("1.005", 1.01), ("2.344", 2.34), ("2.5", 2.5), ("0 - 0.125", -0.12)]
    {
        assert_eq!(round(value), Ok(expected), "{value}");
    }
}
