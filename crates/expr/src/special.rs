//! Functions outside the vocabulary: what the paper took from `scipy.special`
//! to see how a model copes with what it cannot write.
//!
//! Each takes and gives a double; NaN means "not defined there", which the
//! operator table turns into an error. The Bessel functions, the Fresnel
//! integral and the error function are Cephes' algorithms, Dawson's function is
//! the Faddeeva package's, as in the scipy that drew the published sets: laws
//! that amplify the last digit replay only with the same algorithms.

use crate::math;
use errorfunctions::RealErrorFunctions;
use spec_math::cephes64;

/// Beyond these the inverses have poles rather than values.
pub(crate) fn arctanh(x: f64) -> f64 {
    if x.abs() < 1.0 { libm::atanh(x) } else { f64::NAN }
}

/// Functions with a logarithmic or stronger singularity at 0, and no real
/// value before it.
fn positive(x: f64, function: fn(f64) -> f64) -> f64 {
    if x > 0.0 { function(x) } else { f64::NAN }
}

pub(crate) fn y0(x: f64) -> f64 {
    positive(x, cephes64::y0)
}

pub(crate) fn y1(x: f64) -> f64 {
    positive(x, cephes64::y1)
}

pub(crate) fn k0(x: f64) -> f64 {
    positive(x, cephes64::k0)
}

pub(crate) fn k1(x: f64) -> f64 {
    positive(x, cephes64::k1)
}

/// The Fresnel integral S(x), of sin(πt²/2) from 0 to x: the first of the two
/// that `scipy.special.fresnel` returns, which is what the authors' code kept.
pub(crate) fn fresnel(x: f64) -> f64 {
    cephes64::fresnl(x).0
}

/// Dawson's function, by the Faddeeva package's algorithm.
pub(crate) fn dawsn(x: f64) -> f64 {
    RealErrorFunctions::dawson(x)
}

/// The Faddeeva function w(x) is complex; on the real line its real part is
/// exp(-x²), and its imaginary part is Dawson's function times 2/√π, which
/// the family has already.
pub(crate) fn wofz(x: f64) -> f64 {
    math::exp(-x * x)
}

/// The polynomial of degree `N` of a family with p(0) = 1 and the given p(1),
/// where `step(k, p(k), p(k-1))` gives p(k+1).
fn by_recurrence<const N: u32>(first: f64, step: impl Fn(f64, f64, f64) -> f64) -> f64 {
    let (mut before, mut current) = (1.0, first);
    for k in 1..N {
        (before, current) = (current, step(f64::from(k), current, before));
    }
    current
}

/// Legendre, P.
pub(crate) fn legendre<const N: u32>(x: f64) -> f64 {
    by_recurrence::<N>(x, |k, p, q| ((2.0 * k + 1.0) * x * p - k * q) / (k + 1.0))
}

/// Chebyshev, of the first kind, T.
pub(crate) fn chebyshev<const N: u32>(x: f64) -> f64 {
    by_recurrence::<N>(x, |_, p, q| 2.0 * x * p - q)
}

/// Jacobi with α = 1 and β = 2: unequal, so that it is none of the others.
pub(crate) fn jacobi<const N: u32>(x: f64) -> f64 {
    const A: f64 = 1.0;
    const B: f64 = 2.0;
    by_recurrence::<N>(A + 1.0 + (A + B + 2.0) * (x - 1.0) / 2.0, |k, p, q| {
        let n = k + 1.0;
        let sum = 2.0 * n + A + B;
        let scale = 2.0 * n * (n + A + B) * (sum - 2.0);
        let slope = (sum - 1.0) * (sum * (sum - 2.0) * x + A * A - B * B);
        let back = 2.0 * (n + A - 1.0) * (n + B - 1.0) * sum;
        (slope * p - back * q) / scale
    })
}

/// Laguerre, L.
pub(crate) fn laguerre<const N: u32>(x: f64) -> f64 {
    by_recurrence::<N>(1.0 - x, |k, p, q| ((2.0 * k + 1.0 - x) * p - k * q) / (k + 1.0))
}

/// Hermite, the physicists' H.
pub(crate) fn hermite<const N: u32>(x: f64) -> f64 {
    by_recurrence::<N>(2.0 * x, |k, p, q| 2.0 * x * p - 2.0 * k * q)
}

/// Gegenbauer with α = 2: with 1/2 it is Legendre's, with 1 Chebyshev's
/// second kind.
pub(crate) fn gegenbauer<const N: u32>(x: f64) -> f64 {
    const A: f64 = 2.0;
    by_recurrence::<N>(2.0 * A * x, |k, p, q| {
        (2.0 * (k + A) * x * p - (k + 2.0 * A - 1.0) * q) / (k + 1.0)
    })
}
