//! What the renderers print, compared literally with `golden/renders.txt`.
//! After an intended change run with `UPDATE_GOLDEN=1` and read the diff.

use std::fmt::Write;
use std::path::Path;

use ansatz_expr::{Domain, Expr, Format, Int, Recurrence};

const LAWS: &[(Domain, &str)] = &[
    (Domain::Integer, "u(n-1) + n"),
    (Domain::Integer, "2*u(n-1) + n % 3"),
    (Domain::Integer, "u(n-1) + -3*u(n-2) - (n - 1)"),
    (Domain::Integer, "-u(n-1)^2 + 170141183460469231731687303715884105727"),
    (Domain::Integer, "(u(n-1) + n) // -3 * 2 % (n + 5)"),
    (Domain::Integer, "abs(n) - relu(n - u(n-3)) + sign(-2)*(-4)^2"),
    (Domain::Integer, "7 // 2 - sign(u(n-1) % 2)"),
    (Domain::Integer, "u(n-1) + gcd(n, u(n-1))"),
    (Domain::Float, "u(n-1)/n + 1/u(n-2)"),
    (Domain::Float, "sqrt(u(n-1)^2 + 0.5) - 1e-7*n"),
    (Domain::Float, "e*pi + euler_gamma*log(n)"),
    (Domain::Float, "sin(n)^2*arcsin(1/n) - cos(arccos(0.25)) - tan(arctan(n))"),
    (Domain::Float, "exp(-u(n-1))*abs(n - 2)/(3*n)"),
];

fn golden() -> String {
    let mut text = String::new();
    for (domain, law) in LAWS {
        let expr = Expr::parse(law).unwrap();
        writeln!(text, "## {domain}: {law}").unwrap();
        for format in Format::ALL {
            writeln!(text, "{:<12} {}", format.name(), expr.render(format, *domain)).unwrap();
        }
        text.push('\n');
    }
    let programs = [
        ("u(n) = u(n-1) // 2 - n % -3 + sign(n), u(1) = 1", Domain::Integer),
        ("u(n) = cos(u(n-1)) + euler_gamma*u(n-2), u(1) = 0.5, u(2) = -1e-9", Domain::Float),
        ("u(n) = 7", Domain::Integer),
    ];
    for (source, domain) in programs {
        for format in Format::ALL {
            let program = match domain {
                Domain::Integer => Recurrence::<Int>::parse(source).unwrap().render(format),
                Domain::Float => Recurrence::<f64>::parse(source).unwrap().render(format),
            };
            writeln!(text, "## {format}: {source}\n{}\n", program.trim_end()).unwrap();
        }
    }
    text
}

#[test]
fn the_renderers_print_what_they_printed() {
    let path = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo runs the tests"))
        .join("tests/golden/renders.txt");
    let printed = golden();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    for (number, (printed, expected)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(printed, expected, "line {}", number + 1);
    }
    assert_eq!(printed.lines().count(), expected.lines().count());
}
