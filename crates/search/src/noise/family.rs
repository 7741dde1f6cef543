//! The families of laws that everybody knows: values, derivatives and writings.

use ansatz_expr::{Expr, math};

use super::squares::{MOST, Model, Row};

/// A family of laws. The letters of its constants are in the order in which they
/// are fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Curve {
    /// a
    Constant,
    /// a + b n
    Line,
    /// a + b n + c n²
    Parabola,
    /// a + b n + c n² + d n³
    Cubic,
    /// a + b log n
    Logarithm,
    /// a + b √n
    Root,
    /// a + b / n
    Reciprocal,
    /// a exp(b n)
    Growth,
    /// a + b exp(c n)
    Saturation,
    /// a + b n + c exp(d n)
    SaturationTrend,
    /// a n^b
    Power,
    /// a + b n^c
    PowerOffset,
    /// a / (1 + exp(b - c n))
    Logistic,
    /// a + b sin(c n + d)
    Sinusoid,
    /// a + b n + c sin(d n + e)
    SinusoidTrend,
    /// a + b exp(c n) sin(d n + e)
    Damped,
    /// u(n-1)
    Walk,
    /// u(n-1) + a
    Drift,
    /// a u(n-1)
    Ratio,
    /// a + b u(n-1)
    Regression,
    /// a + b n + c u(n-1)
    RegressionTrend,
    /// a + b u(n-1) + c u(n-2)
    Regression2,
    /// a u(n-1) (1 - u(n-1))
    LogisticMap,
    /// a u(n-1) + b u(n-1)²
    QuadraticMap,
    /// (u(n-1) + a / u(n-1)) / 2
    Newton,
}

impl Curve {
    /// All of them.
    pub(super) const ALL: [Curve; 25] = [
        Curve::Constant,
        Curve::Line,
        Curve::Parabola,
        Curve::Cubic,
        Curve::Logarithm,
        Curve::Root,
        Curve::Reciprocal,
        Curve::Growth,
        Curve::Saturation,
        Curve::SaturationTrend,
        Curve::Power,
        Curve::PowerOffset,
        Curve::Logistic,
        Curve::Sinusoid,
        Curve::SinusoidTrend,
        Curve::Damped,
        Curve::Walk,
        Curve::Drift,
        Curve::Ratio,
        Curve::Regression,
        Curve::RegressionTrend,
        Curve::Regression2,
        Curve::LogisticMap,
        Curve::QuadraticMap,
        Curve::Newton,
    ];

    /// How many constants it has.
    pub(super) fn count(self) -> usize {
        match self {
            Curve::Walk => 0,
            Curve::Constant | Curve::Drift | Curve::Ratio | Curve::LogisticMap | Curve::Newton => 1,
            Curve::Line
            | Curve::Logarithm
            | Curve::Root
            | Curve::Reciprocal
            | Curve::Growth
            | Curve::Power
            | Curve::Regression
            | Curve::QuadraticMap => 2,
            Curve::Parabola
            | Curve::Saturation
            | Curve::PowerOffset
            | Curve::Logistic
            | Curve::RegressionTrend
            | Curve::Regression2 => 3,
            Curve::Cubic | Curve::SaturationTrend | Curve::Sinusoid => 4,
            Curve::SinusoidTrend | Curve::Damped => 5,
        }
    }

    /// How many terms it looks back.
    pub(super) fn reach(self) -> usize {
        match self {
            Curve::Regression2 => 2,
            Curve::Walk
            | Curve::Drift
            | Curve::Ratio
            | Curve::Regression
            | Curve::RegressionTrend
            | Curve::LogisticMap
            | Curve::QuadraticMap
            | Curve::Newton => 1,
            _ => 0,
        }
    }

    /// Whether it swings: its frequency is looked for among as many as there are
    /// terms.
    pub(super) fn swings(self) -> bool {
        matches!(self, Curve::Sinusoid | Curve::SinusoidTrend | Curve::Damped)
    }

    /// The constant that is no part of the law's shape: what is left if all others
    /// are zero.
    pub(super) fn has_offset(self) -> bool {
        !matches!(
            self,
            Curve::Growth
                | Curve::Power
                | Curve::Logistic
                | Curve::Walk
                | Curve::Drift
                | Curve::Ratio
                | Curve::LogisticMap
                | Curve::QuadraticMap
                | Curve::Newton
        )
    }

    /// The functions whose multiples it adds up, where it is linear in its
    /// constants, of n and the terms before.
    pub(super) fn functions(self, n: f64, before: [f64; 2]) -> Option<Row> {
        let [u, v] = before;
        let list: &[f64] = match self {
            Curve::Constant | Curve::Drift => &[1.0],
            Curve::Line => &[1.0, n],
            Curve::Parabola => &[1.0, n, n * n],
            Curve::Cubic => &[1.0, n, n * n, n * n * n],
            Curve::Logarithm => &[1.0, math::ln(n)],
            Curve::Root => &[1.0, n.sqrt()],
            Curve::Reciprocal => &[1.0, 1.0 / n],
            Curve::Ratio => &[u],
            Curve::Regression => &[1.0, u],
            Curve::RegressionTrend => &[1.0, n, u],
            Curve::Regression2 => &[1.0, u, v],
            Curve::LogisticMap => &[u * (1.0 - u)],
            Curve::QuadraticMap => &[u, u * u],
            Curve::Newton => &[0.5 / u],
            Curve::Walk => &[],
            _ => return None,
        };
        let mut row = [0.0; MOST];
        row.iter_mut().zip(list).for_each(|(place, value)| *place = *value);
        Some(row)
    }

    /// What a law that is linear in its constants has besides them.
    pub(super) fn fixed(self, before: [f64; 2]) -> f64 {
        match self {
            Curve::Walk | Curve::Drift => before[0],
            Curve::Newton => 0.5 * before[0],
            _ => 0.0,
        }
    }

    /// The value and its derivatives by the constants.
    pub(super) fn gradient(self, c: &Row, n: f64, before: [f64; 2]) -> (f64, Row) {
        if let Some(row) = self.functions(n, before) {
            let sum: f64 = row.iter().zip(c).map(|(function, factor)| function * factor).sum();
            return (sum + self.fixed(before), row);
        }
        match self {
            Curve::Growth => {
                let e = math::exp(c[1] * n);
                (c[0] * e, [e, c[0] * n * e, 0.0, 0.0, 0.0, 0.0])
            }
            Curve::Saturation => {
                let e = math::exp(c[2] * n);
                (c[0] + c[1] * e, [1.0, e, c[1] * n * e, 0.0, 0.0, 0.0])
            }
            Curve::SaturationTrend => {
                let e = math::exp(c[3] * n);
                (c[0] + c[1] * n + c[2] * e, [1.0, n, e, c[2] * n * e, 0.0, 0.0])
            }
            Curve::Power => {
                let power = math::powf(n, c[1]);
                (c[0] * power, [power, c[0] * power * math::ln(n), 0.0, 0.0, 0.0, 0.0])
            }
            Curve::PowerOffset => {
                let power = math::powf(n, c[2]);
                (c[0] + c[1] * power, [1.0, power, c[1] * power * math::ln(n), 0.0, 0.0, 0.0])
            }
            Curve::Logistic => {
                let e = math::exp(c[1] - c[2] * n);
                let share = 1.0 / (1.0 + e);
                // e·share² without e growing beyond all bounds.
                let slope = c[0] * share * (1.0 - share);
                (c[0] * share, [share, -slope, slope * n, 0.0, 0.0, 0.0])
            }
            Curve::Sinusoid => {
                let (sin, cos) = math::sin_cos(c[2] * n + c[3]);
                (c[0] + c[1] * sin, [1.0, sin, c[1] * n * cos, c[1] * cos, 0.0, 0.0])
            }
            Curve::SinusoidTrend => {
                let (sin, cos) = math::sin_cos(c[3] * n + c[4]);
                let row = [1.0, n, sin, c[2] * n * cos, c[2] * cos, 0.0];
                (c[0] + c[1] * n + c[2] * sin, row)
            }
            Curve::Damped => {
                let e = math::exp(c[2] * n);
                let (sin, cos) = math::sin_cos(c[3] * n + c[4]);
                let turn = c[1] * e * cos;
                let row = [1.0, e * sin, n * c[1] * e * sin, n * turn, turn, 0.0];
                (c[0] + c[1] * e * sin, row)
            }
            _ => (f64::NAN, [0.0; MOST]),
        }
    }

    /// The derivatives by the two terms before.
    pub(super) fn slopes(self, c: &Row, before: [f64; 2]) -> [f64; 2] {
        let u = before[0];
        match self {
            Curve::Walk | Curve::Drift => [1.0, 0.0],
            Curve::Ratio => [c[0], 0.0],
            Curve::Regression => [c[1], 0.0],
            Curve::RegressionTrend => [c[2], 0.0],
            Curve::Regression2 => [c[1], c[2]],
            Curve::LogisticMap => [c[0] * (1.0 - 2.0 * u), 0.0],
            Curve::QuadraticMap => [c[0] + 2.0 * c[1] * u, 0.0],
            Curve::Newton => [0.5 - 0.5 * c[0] / (u * u), 0.0],
            _ => [0.0, 0.0],
        }
    }

    /// The law in prefix words, its constants as letters.
    fn template(self) -> &'static str {
        match self {
            Curve::Constant => "a",
            Curve::Line => "add a mul b n",
            Curve::Parabola => "add a add mul b n mul c sqr n",
            Curve::Cubic => "add a add mul b n add mul c sqr n mul d mul n sqr n",
            Curve::Logarithm => "add a mul b log n",
            Curve::Root => "add a mul b sqrt n",
            Curve::Reciprocal => "add a div b n",
            Curve::Growth => "mul a exp mul b n",
            Curve::Saturation => "add a mul b exp mul c n",
            Curve::SaturationTrend => "add a add mul b n mul c exp mul d n",
            Curve::Power => "mul a exp mul b log n",
            Curve::PowerOffset => "add a mul b exp mul c log n",
            Curve::Logistic => "div a add 1 exp sub b mul c n",
            Curve::Sinusoid => "add a mul b sin add mul c n d",
            Curve::SinusoidTrend => "add a add mul b n mul c sin add mul d n e",
            Curve::Damped => "add a mul b mul exp mul c n sin add mul d n e",
            Curve::Walk => "u1",
            Curve::Drift => "add u1 a",
            Curve::Ratio => "mul a u1",
            Curve::Regression => "add a mul b u1",
            Curve::RegressionTrend => "add a add mul b n mul c u1",
            Curve::Regression2 => "add a add mul b u1 mul c u2",
            Curve::LogisticMap => "mul a mul u1 sub 1 u1",
            Curve::QuadraticMap => "add mul a u1 mul b sqr u1",
            Curve::Newton => "div add u1 div a u1 2",
        }
    }

    /// The law with these constants, each in prefix words.
    pub(super) fn write(self, constants: &[String]) -> Option<Expr> {
        let words = self.template().split(' ').flat_map(|word| {
            let letter = word.as_bytes()[0].wrapping_sub(b'a');
            let constant = (word.len() == 1).then(|| constants.get(usize::from(letter))).flatten();
            constant.map_or(word, String::as_str).split(' ')
        });
        Expr::from_words(words).ok()
    }

    /// The law with a power where prefix words have an exponential of a logarithm;
    /// `None` where that says no more.
    pub(super) fn form(self, c: &Row, digits: impl Fn(f64, usize) -> String) -> Option<String> {
        let text = |index: usize| digits(c[index], index);
        let base = |index: usize| digits(math::exp(c[index]), index);
        Some(match self {
            Curve::Growth => format!("{} * {}^n", text(0), base(1)),
            Curve::Saturation => format!("{} + {} * {}^n", text(0), text(1), base(2)),
            Curve::SaturationTrend => {
                format!("{} + {} * n + {} * {}^n", text(0), text(1), text(2), base(3))
            }
            Curve::Power => format!("{} * n^{}", text(0), text(1)),
            Curve::PowerOffset => format!("{} + {} * n^{}", text(0), text(1), text(2)),
            _ => return None,
        })
    }
}

/// A family over a series: what was before each term is known.
pub(super) struct Over<'a> {
    /// The family.
    pub family: Curve,
    /// The series.
    pub terms: &'a [f64],
}

impl Over<'_> {
    /// The two terms before a place.
    pub(super) fn before(&self, at: usize) -> [f64; 2] {
        let back = |steps: usize| at.checked_sub(steps).and_then(|at| self.terms.get(at)).copied();
        [back(1).unwrap_or(0.0), back(2).unwrap_or(0.0)]
    }
}

impl Model for Over<'_> {
    fn count(&self) -> usize {
        self.family.count()
    }

    fn gradient(&self, constants: &Row, at: usize) -> (f64, Row) {
        self.family.gradient(constants, at as f64 + 1.0, self.before(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values as they are computed for the fit and as the written law gives them,
    /// and derivatives beside differences.
    #[test]
    fn values_derivatives_and_writings_agree() {
        let terms = [0.6, 0.3, 0.8, 0.5, 0.7];
        let c = [0.7, 0.4, 0.3, 0.2, 0.9, 0.0];
        for family in Curve::ALL {
            let over = Over { family, terms: &terms };
            let (value, row) = over.gradient(&c, 4);
            let constants = c.map(|value| value.to_string());
            let law = family.write(&constants).unwrap();
            let written: f64 = law.eval(&terms[..4]).unwrap();
            assert!((written - value).abs() < 1e-12, "{family:?} {written} {value}");
            assert_eq!(law.degree(), family.reach(), "{family:?}");
            for index in 0..MOST {
                let [up, down] = [1e-6, -1e-6].map(|step| {
                    let mut moved = c;
                    moved[index] += step;
                    over.value(&moved, 4)
                });
                let slope = (up - down) / 2e-6;
                assert!((slope - row[index]).abs() < 1e-6, "{family:?} {index} {slope} {row:?}");
                assert!(index < family.count() || slope == 0.0, "{family:?}");
            }
            let before = over.before(4);
            for back in 0..2 {
                let [up, down] = [1e-6, -1e-6].map(|step| {
                    let mut moved = before;
                    moved[back] += step;
                    family.gradient(&c, 5.0, moved).0
                });
                let slope = family.slopes(&c, before)[back];
                assert!(((up - down) / 2e-6 - slope).abs() < 1e-6, "{family:?}");
            }
        }
    }
}
