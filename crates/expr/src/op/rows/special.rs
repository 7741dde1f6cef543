//! Functions of one float outside the vocabulary, which give NaN where they are
//! not defined: only with the feature `special`.

macro_rules! special {
    ($chain:tt $rows:tt) => {
        special_rows! { $chain $rows
            Sinh = "sinh", Hyperbolic, math::sinh;
            Cosh = "cosh", Hyperbolic, math::cosh;
            Tanh = "tanh", Hyperbolic, math::tanh;
            Arcsinh = "arcsinh", Hyperbolic, libm::asinh;
            Arccosh = "arccosh", Hyperbolic, libm::acosh;
            Arctanh = "arctanh", Hyperbolic, special::arctanh;
            J0 = "j0", Bessel, cephes64::j0;
            J1 = "j1", Bessel, cephes64::j1;
            Y0 = "y0", Bessel, special::y0;
            Y1 = "y1", Bessel, special::y1;
            I0 = "i0", Bessel, cephes64::i0;
            I1 = "i1", Bessel, cephes64::i1;
            K0 = "k0", Bessel, special::k0;
            K1 = "k1", Bessel, special::k1;
            Erf = "erf", Fresnel, cephes64::erf;
            Wofz = "wofz", Fresnel, special::wofz;
            Dawsn = "dawsn", Fresnel, special::dawsn;
            Fresnel = "fresnel", Fresnel, special::fresnel;
            Legendre1 = "legendre1", Polynomial, special::legendre::<1>;
            Legendre2 = "legendre2", Polynomial, special::legendre::<2>;
            Legendre3 = "legendre3", Polynomial, special::legendre::<3>;
            Legendre4 = "legendre4", Polynomial, special::legendre::<4>;
            Legendre5 = "legendre5", Polynomial, special::legendre::<5>;
            Chebyshev1 = "chebyshev1", Polynomial, special::chebyshev::<1>;
            Chebyshev2 = "chebyshev2", Polynomial, special::chebyshev::<2>;
            Chebyshev3 = "chebyshev3", Polynomial, special::chebyshev::<3>;
            Chebyshev4 = "chebyshev4", Polynomial, special::chebyshev::<4>;
            Chebyshev5 = "chebyshev5", Polynomial, special::chebyshev::<5>;
            Jacobi1 = "jacobi1", Polynomial, special::jacobi::<1>;
            Jacobi2 = "jacobi2", Polynomial, special::jacobi::<2>;
            Jacobi3 = "jacobi3", Polynomial, special::jacobi::<3>;
            Jacobi4 = "jacobi4", Polynomial, special::jacobi::<4>;
            Jacobi5 = "jacobi5", Polynomial, special::jacobi::<5>;
            Laguerre1 = "laguerre1", Polynomial, special::laguerre::<1>;
            Laguerre2 = "laguerre2", Polynomial, special::laguerre::<2>;
            Laguerre3 = "laguerre3", Polynomial, special::laguerre::<3>;
            Laguerre4 = "laguerre4", Polynomial, special::laguerre::<4>;
            Laguerre5 = "laguerre5", Polynomial, special::laguerre::<5>;
            Hermite1 = "hermite1", Polynomial, special::hermite::<1>;
            Hermite2 = "hermite2", Polynomial, special::hermite::<2>;
            Hermite3 = "hermite3", Polynomial, special::hermite::<3>;
            Hermite4 = "hermite4", Polynomial, special::hermite::<4>;
            Hermite5 = "hermite5", Polynomial, special::hermite::<5>;
            Gegenbauer1 = "gegenbauer1", Polynomial, special::gegenbauer::<1>;
            Gegenbauer2 = "gegenbauer2", Polynomial, special::gegenbauer::<2>;
            Gegenbauer3 = "gegenbauer3", Polynomial, special::gegenbauer::<3>;
            Gegenbauer4 = "gegenbauer4", Polynomial, special::gegenbauer::<4>;
            Gegenbauer5 = "gegenbauer5", Polynomial, special::gegenbauer::<5>;
        }
    };
}

macro_rules! special_rows {
    (
        ($next:ident $($later:ident)*) { $($rows:tt)* }
        $($variant:ident = $name:literal, $family:ident, $function:expr;)*
    ) => {
        $next! { ($($later)*) { $($rows)*
            $(
                #[cfg(feature = "special")]
                $variant = $name, unary, $family, float: |a: f64| defined($function(a));
            )*
        } }
    };
}
