//! What the renderers print is run by the real interpreters and gives the
//! terms that we compute: integers exactly, floats to 1e-12.
//!
//! Python and JavaScript are the promise; PARI/GP, SymPy and Rust are run too
//! where they are installed. A missing interpreter is said, not failed.

mod common;
#[path = "../../../tests/skipped.rs"]
mod skipped;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use ansatz_expr::{Domain, Expr, Format, Int, NamedConst, Node, Op, Recurrence};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use skipped::skipped;

/// Negative operands of every sign combination, values beyond 2^53, 2^64 and
/// 2^127, every operator, and what precedence could get wrong.
const INTEGERS: &[&str] = &[
    "u(n-1) + u(n-2), u(1) = 1, u(2) = 1",
    "7",
    "n*(n + 1) // 2",
    "(n - 6) // 3*100 + (n - 6) % 3",
    "(n - 6) // -3*100 + (n - 6) % -3",
    "(6 - n) // (2*(n % 2) - 1)",
    "(u(n-1) - 5) % (2*(n % 2) - 7), u(1) = 3",
    "-7 // 2 - -7 % 2 + 7 // -2 - 7 % -2",
    "u(n-1)*u(n-1) - 3, u(1) = 4",
    "3*u(n-1) - 10^17, u(1) = 9007199254740993",
    "-u(n-1) * 1000003 + n, u(1) = 18446744073709551617",
    "(u(n-1)^2 + n) % 170141183460469231731687303715884105999, u(1) = -99999999999",
    "u(n-1) // -12345678901, u(1) = 123456789012345678901234567890123456789012345678901234567890",
    "abs(u(n-1)) - relu(u(n-2)) + sign(u(n-3)), u(1) = -3, u(2) = 0, u(3) = 5",
    "sign(n - 5) + sign(0) + relu(n - 5) + abs(n - 5)",
    "u(n-1) - (u(n-2) - (n - 1)), u(1) = 0, u(2) = -4",
    "-u(n-1)^2 + (-3)^2 - (-n), u(1) = 1",
    "u(n-1) + -3*u(n-2) - -4 + -n, u(1) = 1, u(2) = 2",
    "n % 3 * n % 5 // 2 * 2",
    "n*(n % (n // (n + 3) + 2))",
    "-1*3 - -(-n)*-2",
    "sign(sign(u(n-1)) - n)*max(0, -n)^2 - |-n|, u(1) = 2",
    "least(m > u(n-1): isprime(m)*(m % 4 == 1)), u(1) = 5",
    "least(m > u(n-1): (m % 3 == 1)*isprime(m)*(m > 9)), u(1) = -4",
    "least(m > n - 6: isprime(m)) + 2*least(m > n*n: isprime(2*m + 1)*isprime(m))",
    "if(col(n) == 1, 1, if(col(n) == row(n), 1, u(n - row(n)) + u(n - row(n) + 1)))",
    "u(n - u(n-1)) + u(n - u(n-2)), u(1) = 1, u(2) = 1",
    "(sigma(n, 1) + sum(k=1..n - 1, sigma(k, 1)*u(n - k))) // n",
    "sumdiv(d | n, mobius(n // d)*pow(2, d)) // n",
    "proddiv(d | n, d + 1) - proddiv(t | n, sumdiv(d | t, d))",
    "sum(k=1..n, product(j=1..k, j - -1)*(k < 5)) - 3",
    "least(m > n: sum(k=1..m, m % k == 0) == 2)",
    "factorial(n + 30) + pow(-3, n + 80) - binomial(n + 130, 65)",
    "if(n < 4, -n, 2)*if(n % 2, 3, 4) - (n >= 6)",
    "-pow(n, 2) + (-3)*pow(2, n)*min(n, 4) - xor(n, -3) - -7",
    "floor(n*sqrt(2))*2 - floor((1 + sqrt(5))/2*n)",
    "floor(sqrt(2)*pow(10, n - 1)) % 10",
    "floor(-1*pi*n + log(n)) + floor(exp(1/(n + 1)) - e)",
    "cfrac(sqrt(7), n) + cfrac(pi, 2)",
    "u(n-2) + u(n-3), u(1) = 1, u(n) = 0 for n < 1",
    "u(n-1) - 2*u(n-4) % 7, u(1) = 3, u(2) = 5, u(n) = 0 for n < 1",
];

const FLOATS: &[&str] = &[
    "u(n-1)/n + 1/u(n-2), u(1) = 0.5, u(2) = -1.25",
    "sqrt(abs(u(n-1)) + n^2), u(1) = 0.1",
    "log(n) + exp(-n) + sin(n)*cos(n) - tan(n)",
    "arcsin(1/n) + arccos(1/n) - arctan(n)",
    "e*n + pi/n - euler_gamma^2",
    "-u(n-1)^2 + 0.3, u(1) = -0.123456789012345678",
    "1e-7*u(n-1) + 2.5e+20, u(1) = 1e300",
    "123456789012345678901234567890*u(n-1)/n, u(1) = 3",
    "1/(1/n) - (1)/n/2 - 3/2",
    "u(n-1) - (n - -0.5*u(n-1)), u(1) = 1",
    "0.5*u(n-1) - u(n-3)/3, u(1) = 1.5, u(n) = 0 for n < 1",
    "7",
];

struct Case<T> {
    recurrence: Recurrence<T>,
    /// All terms that a program is asked for, initial ones included.
    terms: Vec<T>,
}

fn cases<T: ansatz_expr::Value>(sources: &[&str]) -> Vec<Case<T>> {
    let read = |source: &&str| {
        let recurrence = Recurrence::<T>::parse(source).unwrap_or_else(|e| panic!("{source}: {e}"));
        // As many as stay defined and within 10^100.
        let given = recurrence.initial().len();
        let terms = (0..=10).rev().find_map(|more| recurrence.terms(given + more).ok());
        let terms = terms.unwrap_or_default();
        assert!(terms.len() >= recurrence.initial().len() + 3, "{source} ends too early");
        Case { recurrence, terms }
    };
    sources.iter().map(read).collect()
}

/// The same random values in every run: the test may not depend on luck.
fn samples<S: Strategy>(strategy: S, count: usize) -> Vec<S::Value> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn integer_cases(random: usize) -> Vec<Case<Int>> {
    let mut cases = cases(INTEGERS);
    cases.extend(table_cases());
    for law in samples(common::expr(Domain::Integer), random) {
        let initial = [-3i64, 7, 0, 12, -1, 5].map(Int::from).to_vec();
        let recurrence = Recurrence::new(law, initial.clone()).unwrap();
        let mut terms = initial;
        let _ = recurrence.extend(&mut terms, 6);
        if terms.len() > recurrence.initial().len() {
            cases.push(Case { recurrence, terms });
        }
    }
    cases
}

/// Every operator of integers in the table, applied to operands of every sign;
/// the bodies of binders have their variable for `n`, and floors are those of
/// real expressions. A new row is run by the interpreters without further ado.
fn table_cases() -> Vec<Case<Int>> {
    let read = |text: &str| Expr::parse(text).unwrap().nodes().to_vec();
    let operands = ["n", "n - 5", "24 - 2*n", "u(n-1)", "6"].map(read);
    let reals = ["n*sqrt(2)", "pi + 1/n", "e*e - n", "(n/7)", "log(n + 1)"].map(read);
    let bodies = ["n % 3 == 1", "n*n - 3*n + 2"].map(|text| common::bind(&read(text)));
    let mut cases = Vec::new();
    for &op in Op::ALL.iter().filter(|op| op.exists_in(Domain::Integer)) {
        let before = cases.len();
        let with_real: Vec<Node> = [Node::Op(op), Node::Const(NamedConst::Pi)]
            .into_iter()
            .chain(vec![Node::N; op.arity() - 1])
            .collect();
        let takes_real = Expr::from_prefix(with_real).unwrap().exists_in(Domain::Integer);
        // Every choice of operands, as the digits of a number.
        for mut choice in 0..operands.len().pow(op.arity() as u32) {
            let mut nodes = vec![Node::Op(op)];
            for place in 0..op.arity() {
                let is_body = op.is_binder() && place + 1 == op.arity();
                let operands = match place {
                    0 if takes_real => &reals[..],
                    _ if is_body => &bodies[..],
                    _ => &operands[..],
                };
                nodes.extend_from_slice(&operands[choice % operands.len()]);
                choice /= operands.len();
            }
            let law = Expr::from_prefix(nodes).unwrap();
            let initial = [4i64, 1, 3, 2, 6, 5].map(Int::from).to_vec();
            let recurrence = Recurrence::new(law, initial.clone()).unwrap();
            let mut terms = initial;
            let _ = recurrence.extend(&mut terms, 5);
            // Interpreters take their time to factor large numbers.
            let is_small = |term: &Int| term.bit_len() < 40;
            if terms.len() > 6 && terms.iter().all(is_small) {
                cases.push(Case { recurrence, terms });
            }
        }
        assert!(cases.len() > before, "{op} has no value on any of the operands");
    }
    cases
}

/// The tree with every value on the way changed by about 1e-13: where that
/// shows in the result, two correct libraries may differ there as well.
fn shaken(law: &Expr) -> Option<Expr> {
    let mut nodes = Vec::new();
    // Neighbours by different amounts, or a difference would not show it.
    let amounts = [1e-13, -2e-13, 3e-13, -1e-13, 2e-13];
    for (node, amount) in law.nodes().iter().zip(amounts.into_iter().cycle()) {
        let factor = 1.0 + amount;
        nodes.extend([Node::Op(Op::Mul), Node::Real(factor), *node]);
    }
    Expr::from_prefix(nodes).ok()
}

fn float_cases(random: usize) -> Vec<Case<f64>> {
    let mut cases = cases(FLOATS);
    for law in samples(common::expr(Domain::Float), random) {
        let initial = vec![0.75, -2.5, 1e-3, 41.0, 0.1, -0.2];
        let (Ok(next), Some(shaken)) = (law.eval(&initial), shaken(&law)) else { continue };
        match shaken.eval(&initial) {
            Ok(moved) if (moved - next).abs() <= 1e-10 * next.abs() => {}
            _ => continue,
        }
        let terms = [initial.as_slice(), &[next]].concat();
        cases.push(Case { recurrence: Recurrence::new(law, initial).unwrap(), terms });
    }
    cases
}

/// Whether a constant is far from the ends of the doubles.
fn is_moderate(node: &Node) -> bool {
    match node {
        Node::Int(value) => value.abs() < Int::from(1_000_000_000i64),
        Node::Real(value) => *value == 0.0 || (1e-9..1e9).contains(&value.abs()),
        _ => true,
    }
}

fn is_installed(program: &str, arguments: &[&str]) -> bool {
    let found = Command::new(program).args(arguments).output().is_ok_and(|o| o.status.success());
    if !found {
        skipped(&format!("`{program} {}` does not run here", arguments.join(" ")));
    }
    found
}

/// JavaScript and Rust have no real numbers of more digits than doubles, and say
/// so in the program. A tenth partial quotient takes more.
fn doubles_suffice(case: &Case<Int>) -> bool {
    !case.recurrence.expr().nodes().contains(&Node::Op(Op::CFrac))
}

/// Runs a program file and gives the lines it prints.
fn run(program: &str, arguments: &[&str], name: &str, source: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, source).unwrap();
    let output = Command::new(program).args(arguments).arg(&path).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} failed:\n{errors}");
    let printed = String::from_utf8(output.stdout).unwrap();
    printed.lines().map(str::to_owned).collect()
}

/// The terms on a printed line, whatever separates them.
fn split(line: &str) -> impl Iterator<Item = &str> {
    line.trim_matches(['[', ']']).split(", ").filter(|term| !term.is_empty())
}

fn check_integers(cases: &[Case<Int>], lines: &[String], name: &str) {
    assert_eq!(lines.len(), cases.len(), "{name} printed another number of lines");
    for (case, line) in cases.iter().zip(lines) {
        let terms: Vec<Int> = split(line)
            .map(|term| term.parse().unwrap_or_else(|e| panic!("{name}, {}: {e}", case.recurrence)))
            .collect();
        assert_eq!(terms, case.terms, "{name}: {}", case.recurrence);
    }
}

fn check_floats(cases: &[Case<f64>], lines: &[String], name: &str) {
    assert_eq!(lines.len(), cases.len(), "{name} printed another number of lines");
    for (case, line) in cases.iter().zip(lines) {
        let terms: Vec<f64> =
            split(line).map(|term| term.replace(' ', "").parse().unwrap_or(f64::NAN)).collect();
        let law = &case.recurrence;
        assert_eq!(terms.len(), case.terms.len(), "{name}: {law}");
        for (theirs, ours) in terms.iter().zip(&case.terms) {
            let near = (theirs - ours).abs() <= 1e-12 * ours.abs();
            assert!(near, "{name}: {law}: {theirs} is not {ours}");
        }
    }
}

/// Programs and how many terms each is asked for, as a JSON list.
fn listing<T: ansatz_expr::Value>(cases: &[Case<T>], format: Format) -> String {
    let list: Vec<(String, usize)> =
        cases.iter().map(|case| (case.recurrence.render(format), case.terms.len())).collect();
    serde_json::to_string(&list).unwrap()
}

/// Runs each program but for its last line, which shows more terms than may
/// be defined.
fn in_python<T: ansatz_expr::Value>(cases: &[Case<T>], format: Format) -> Vec<String> {
    // A string in JSON is one in Python as well.
    let text = serde_json::to_string(&listing(cases, format)).unwrap();
    let source = format!(
        "import json
for program, count in json.loads({text}):
    names = {{}}
    exec(program.rsplit('print(', 1)[0], names)
    print(', '.join(str(term) for term in names['terms'](count)))
"
    );
    run("python3", &[], &format!("{format}-{}.py", T::DOMAIN), &source)
}

fn in_node<T: ansatz_expr::Value>(cases: &[Case<T>]) -> Vec<String> {
    let source = format!(
        "for (const [program, count] of {list}) {{
  const [body] = program.split('console.log(');
  console.log(new Function(body + 'return terms;')()(count).join(', '));
}}
",
        list = listing(cases, Format::JavaScript)
    );
    run("node", &[], &format!("programs-{}.js", T::DOMAIN), &source)
}

fn in_pari<T: ansatz_expr::Value>(cases: &[Case<T>]) -> Vec<String> {
    let mut source = String::new();
    for case in cases {
        let program = case.recurrence.render(Format::Pari);
        let body = program.rsplit_once("print(terms(").unwrap().0;
        writeln!(source, "{body}print(terms({}))", case.terms.len()).unwrap();
    }
    source.push_str("quit\n");
    // One session for all of them needs more than the usual 8 MB.
    run("gp", &["-f", "-q", "-s", "64M"], &format!("programs-{}.gp", T::DOMAIN), &source)
}

fn in_rust<T: ansatz_expr::Value>(cases: &[Case<T>]) -> Vec<String> {
    let mut source = String::new();
    let mut calls = String::new();
    for (number, case) in cases.iter().enumerate() {
        let program = case.recurrence.render(Format::Rust);
        let count = case.terms.len();
        let asked = program.rsplit_once("terms(").unwrap().0;
        writeln!(source, "mod p{number} {{ {asked}terms({count})); }}").unwrap();
        writeln!(source, "pub fn run() {{ main() }} }}").unwrap();
        writeln!(calls, "p{number}::run();").unwrap();
    }
    writeln!(source, "fn main() {{ {calls} }}").unwrap();
    let executable =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("programs-{}.exe", T::DOMAIN));
    let path = executable.to_str().unwrap();
    let arguments = ["--edition=2024", "-Dwarnings", "-o", path];
    run("rustc", &arguments, &format!("programs-{}.rs", T::DOMAIN), &source);
    let printed = Command::new(&executable).output().unwrap();
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    String::from_utf8(printed.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn python_gives_the_same_terms() {
    if !is_installed("python3", &["--version"]) {
        return;
    }
    let integers = integer_cases(2000);
    check_integers(&integers, &in_python(&integers, Format::Python), "python");
    let floats = float_cases(2000);
    check_floats(&floats, &in_python(&floats, Format::Python), "python");
    println!("python: {} integer and {} float laws", integers.len(), floats.len());
}

#[test]
fn javascript_gives_the_same_terms() {
    if !is_installed("node", &["--version"]) {
        return;
    }
    let mut integers = integer_cases(2000);
    integers.retain(doubles_suffice);
    check_integers(&integers, &in_node(&integers), "javascript");
    let floats = float_cases(2000);
    check_floats(&floats, &in_node(&floats), "javascript");
    println!("javascript: {} integer and {} float laws", integers.len(), floats.len());
}

#[test]
fn pari_gives_the_same_terms() {
    if !is_installed("gp", &["--version"]) {
        return;
    }
    let integers = integer_cases(1000);
    check_integers(&integers, &in_pari(&integers), "pari");
    let mut floats = float_cases(1000);
    // Where a double underflows to 0, as exp(-10^18) does, GP gives up.
    floats.retain(|case| case.recurrence.expr().nodes().iter().all(is_moderate));
    check_floats(&floats, &in_pari(&floats), "pari");
    println!("pari: {} integer and {} float laws", integers.len(), floats.len());
}

#[test]
fn sympy_gives_the_same_terms() {
    if !is_installed("python3", &["-c", "import sympy"]) {
        return;
    }
    let integers = integer_cases(40);
    check_integers(&integers, &in_python(&integers, Format::Sympy), "sympy");
    let floats = float_cases(40);
    check_floats(&floats, &in_python(&floats, Format::Sympy), "sympy");
    println!("sympy: {} integer and {} float laws", integers.len(), floats.len());
}

#[test]
fn rust_gives_the_same_terms() {
    if !is_installed("rustc", &["--version"]) {
        return;
    }
    let fits = |node: &Node| !matches!(node, Node::Int(value) if value.to_i128().is_none());
    let mut integers = integer_cases(100);
    integers.retain(doubles_suffice);
    integers.retain(|case| {
        let initial = case.recurrence.initial().iter().all(|term| term.to_i128().is_some());
        initial && case.recurrence.expr().nodes().iter().all(fits)
    });
    let lines = in_rust(&integers);
    assert_eq!(lines.len(), integers.len());
    let mut complete = 0;
    for (case, line) in integers.iter().zip(&lines) {
        let terms: Vec<Int> = split(line).map(|term| term.parse().unwrap()).collect();
        // Beyond i128 the program ends early, and never with a wrong term.
        assert!(case.terms.starts_with(&terms), "rust: {}: {line}", case.recurrence);
        complete += usize::from(terms.len() == case.terms.len());
    }
    assert!(complete * 2 > integers.len(), "only {complete} of {} programs end", integers.len());
    let floats = float_cases(100);
    check_floats(&floats, &in_rust(&floats), "rust");
    println!("rust: {} integer and {} float laws", integers.len(), floats.len());
}
