//! The simplifier keeps values, shortens, and knows when to stop.

mod common;
mod enclosure;

use ansatz_expr::{Domain, Error, Expr, Int, NamedConst, Node, Op, Subtree};
use enclosure::{Enclosure, enclose};
use proptest::prelude::*;

fn words(text: &str) -> Expr {
    Expr::from_words(text.split_whitespace()).unwrap()
}

fn expect(domain: Domain, table: &[(&str, &str)]) {
    for (before, after) in table {
        let simplified = words(before).simplify(domain).to_words().join(" ");
        assert_eq!(&simplified, after, "from {before}");
    }
}

#[test]
fn sums_and_products() {
    expect(
        Domain::Integer,
        &[
            ("add u1 add u1 1", "add mul 2 u1 1"),
            ("add 0 u1", "u1"),
            ("mul 1 u1", "u1"),
            ("mul u1 0", "0"),
            ("sub u1 u1", "0"),
            ("sub 0 u1", "mul -1 u1"),
            ("mul 2 mul 3 u1", "mul 6 u1"),
            ("mul u1 u1", "sqr u1"),
            ("mul u1 mul u1 u1", "mul u1 sqr u1"),
            ("sqr mul -1 u1", "sqr u1"),
            ("add 7 mul 6 7", "49"),
            // The order people expect.
            ("add 3 add n add u2 u1", "add add add u1 u2 n 3"),
            ("add n sqr n", "add sqr n n"),
            ("add u1 mul n u1", "add mul n u1 u1"),
            ("mul u2 mul u1 mul n 3", "mul mul mul 3 n u1 u2"),
            // Signs.
            ("add u1 mul -1 n", "sub u1 n"),
            ("add mul -1 n 3", "sub 3 n"),
            ("add mul -1 u1 n", "sub n u1"),
            ("sub sub 0 u1 3", "sub -3 u1"),
            ("mul n sub 3 n", "mul n sub 3 n"),
            ("sub u1 sub n 3", "add sub u1 n 3"),
            // Brackets go where that is shorter.
            ("mul 3 add u1 5", "mul 3 add u1 5"),
            ("mul 3 add u1 2", "add mul 3 u1 6"),
            ("add mul 3 u1 mul 3 n", "mul 3 add u1 n"),
            ("add mul n u1 mul n u2", "mul n add u1 u2"),
            ("mul add n 1 sub n 1", "sub sqr n 1"),
            ("sub mul n add u1 1 mul n u1", "n"),
            (
                "add mul 7 add add mul 2 u1 mul 3 n mul 5 u2 1",
                "add mul 7 add add mul 2 u1 mul 5 u2 mul 3 n 1",
            ),
            ("sqr mul 10 n", "sqr mul 10 n"),
        ],
    );
}

#[test]
fn floored_division() {
    expect(
        Domain::Integer,
        &[
            ("idiv u1 1", "u1"),
            ("idiv u1 -1", "mul -1 u1"),
            ("idiv 0 u1", "0"),
            ("idiv u1 u1", "1"),
            ("idiv mul 3 u1 3", "u1"),
            ("idiv add mul 3 u1 n 3", "add u1 idiv n 3"),
            ("idiv mul n u1 n", "u1"),
            ("idiv idiv u1 2 3", "idiv u1 6"),
            ("idiv mul 6 u1 4", "idiv mul 3 u1 2"),
            ("idiv mod u1 3 5", "0"),
            ("idiv -7 3", "-3"),
            ("mul -1 idiv u1 2", "mul -1 idiv u1 2"),
            ("idiv mul -1 u1 2", "idiv mul -1 u1 2"),
            ("mod u1 1", "0"),
            ("mod u1 u1", "0"),
            ("mod -7 3", "2"),
            ("mod mod u1 7 7", "mod u1 7"),
            ("mod mod u1 10 5", "mod u1 5"),
            ("mod mod u1 5 10", "mod u1 5"),
            ("mod mod u1 n n", "mod u1 n"),
            ("mod add u1 mul 7 n 5", "mod add u1 mul 2 n 5"),
            ("mod add u1 mul n u2 n", "mod u1 n"),
            ("mod sqr mod u1 7 7", "mod sqr u1 7"),
            // Undefined stays undefined.
            ("mod 1 0", "mod 1 0"),
            ("idiv n 0", "idiv n 0"),
        ],
    );
}

#[test]
fn pieces_with_known_signs() {
    expect(
        Domain::Integer,
        &[
            ("abs abs u1", "abs u1"),
            ("abs sqr u1", "sqr u1"),
            ("abs mul -1 u1", "abs u1"),
            ("abs n", "n"),
            ("abs mod u1 7", "mod u1 7"),
            ("add n abs mod u1 -7", "sub n mod u1 -7"),
            ("sqr abs u1", "sqr u1"),
            ("mul abs u1 abs u2", "abs mul u1 u2"),
            ("relu relu u1", "relu u1"),
            ("relu abs u1", "abs u1"),
            ("relu n", "n"),
            ("relu sub 0 sqr u1", "0"),
            ("sign n", "1"),
            ("sign sign u1", "sign u1"),
            ("abs sign u1", "1"),
            ("sqr sign u1", "1"),
            ("sign mul n u1", "sign u1"),
            ("sign sub 0 n", "-1"),
            // sign(0) is 1: these must stay.
            ("sign mul -1 u1", "sign mul -1 u1"),
            ("sign sub 0 sqr u1", "sign mul -1 sqr u1"),
        ],
    );
}

#[test]
fn floats() {
    expect(
        Domain::Float,
        &[
            ("mul u1 inv u1", "1"),
            ("mul u1 inv u2", "div u1 u2"),
            ("inv inv u1", "u1"),
            ("mul inv u1 inv u2", "inv mul u1 u2"),
            ("sqr div u1 u2", "sqr div u1 u2"),
            ("add div u1 2 div u1 2", "u1"),
            ("div add mul 2 u1 2 add u1 1", "2"),
            ("exp log u1", "u1"),
            ("log exp u1", "u1"),
            ("exp 0", "1"),
            ("exp 1", "e"),
            ("log 1", "0"),
            ("log e", "1"),
            ("sqrt 9", "3"),
            ("sqrt 2", "sqrt 2"),
            ("log 3", "log 3"),
            ("add div 1 3 div 1 3", "div 2 3"),
            ("sqr sqrt u1", "u1"),
            ("sqrt sqr u1", "abs u1"),
            ("sqrt sqr n", "n"),
            ("sin arcsin u1", "u1"),
            ("cos arccos u1", "u1"),
            ("tan arctan u1", "u1"),
            ("arcsin sin u1", "arcsin sin u1"),
            ("cos mul -1 u1", "cos u1"),
            ("cos abs u1", "cos u1"),
            ("add n sin mul -1 u1", "sub n sin u1"),
            ("div abs u1 abs u2", "abs div u1 u2"),
            ("mul 0.5 mul 4 u1", "mul 2 u1"),
            ("add 0.5 add u1 0.25", "add u1 0.75"),
            ("inv 0", "inv 0"),
            ("mul n mul pi 2", "mul mul 2 pi n"),
        ],
    );
}

#[test]
fn equivalence_sees_through_brackets() {
    let same = |a: &str, b: &str| words(a).equivalent(&words(b), Domain::Integer);
    assert!(same("sqr add n 1", "add mul n add n 2 1"));
    assert!(same("add u1 u2", "add u2 u1"));
    assert!(!same("add u1 u2", "sub u1 u2"));
    assert!(!same("mul -1 idiv u1 2", "idiv mul -1 u1 2"));
    // Not of the domain: compared as written.
    assert!(same("exp n", "exp n") && !same("exp add n u1", "exp add u1 n"));
}

#[test]
fn extremes_neither_overflow_nor_crash() {
    let both = |expr: &Expr| {
        let simplified = expr.simplify(Domain::Integer);
        expr.simplify(Domain::Float);
        simplified
    };
    let towers = [
        ("sqr", 1, "n"),
        ("abs", 1, "u1"),
        ("add 1", 1, "u1"),
        ("add u1", 1, "n"),
        ("mul u1", 1, "n"),
        ("mul 10", 1, "n"),
        ("sqr add 1", 2, "n"),
        ("mod 7 sub 3", 2, "u1"),
        ("abs sub 1 mul 3", 3, "u1"),
        ("mul add 1 u1 add 2", 5, "u2"),
    ];
    // As little stack as a browser may have.
    let run = move || {
        for (layer, size, end) in towers {
            for depth in [50, 100, 1000 / layer.split(' ').count()] {
                let text = format!("{} {end}", vec![layer; depth].join(" "));
                let expr = words(&text);
                let simplified = both(&expr);
                assert!(simplified.complexity() <= expr.complexity(), "{size} {text}");
            }
        }
    };
    std::thread::Builder::new().stack_size(512 * 1024).spawn(run).unwrap().join().unwrap();
    let smallest = i128::MIN.to_string();
    let largest = "9".repeat(150);
    for op in Op::vocabulary(Domain::Integer).filter(|op| op.arity() == 2) {
        for (a, b) in
            [(&smallest[..], "-1"), ("-1", &smallest), (&largest, &smallest), ("u1", &smallest)]
        {
            let expr = words(&format!("{op} {a} {b}"));
            let simplified = both(&expr);
            let history = [Int::from(-3i64)];
            if let Ok(value) = expr.eval(&history) {
                assert_eq!(simplified.eval(&history), Ok(value), "{expr:?} -> {simplified:?}");
            }
        }
    }
}

/// Everything but values.
fn check_shape(expr: &Expr, domain: Domain) -> Expr {
    let simplified = expr.simplify(domain);
    let context = || format!("{expr:?} -> {simplified:?}");
    assert!(simplified.complexity() <= expr.complexity(), "longer: {}", context());
    assert!(simplified.degree() <= expr.degree(), "looks back further: {}", context());
    assert!(simplified.exists_in(domain), "left the domain: {}", context());
    let again = simplified.simplify(domain);
    assert_eq!(again, simplified, "not idempotent: {} -> {again:?}", context());
    simplified
}

/// Whether some subtree is above 10^100.
fn passes_through_large_values(tree: Subtree<'_>, history: &[Int]) -> bool {
    let operands = tree.operands();
    let inside = operands.iter().any(|tree| passes_through_large_values(*tree, history));
    inside || matches!(tree.to_expr().eval(history), Err(Error::TermTooLarge { .. }))
}

fn check_integer_value(expr: &Expr, simplified: &Expr, history: &[Int]) -> bool {
    let Ok(value) = expr.eval(history) else { return false };
    match simplified.eval(history) {
        Ok(other) => assert_eq!(other, value, "{expr:?} -> {simplified:?} at {history:?}"),
        // The documented limit.
        Err(Error::Overflow { .. }) if passes_through_large_values(expr.root(), history) => {}
        Err(error) => panic!("{expr:?} -> {simplified:?} at {history:?}: {error}"),
    }
    true
}

/// Says whether the comparison was sharp: to nine digits.
fn check_float_value(expr: &Expr, simplified: &Expr, history: &[f64]) -> bool {
    let Ok(value) = expr.eval(history) else { return false };
    let (before, largest) = enclose(expr, history);
    let Enclosure::Known(lo, hi) = before else { return false };
    let context = || format!("{expr:?} -> {simplified:?} at {history:?}");
    let (after, _) = enclose(simplified, history);
    let Enclosure::Known(lo2, hi2) = after else {
        // Unknown: near a pole or a border. Beyond doubles: the documented limit.
        assert!(after == Enclosure::Unknown || largest > 1e100, "{after:?}: {}", context());
        return false;
    };
    assert!(lo <= hi2 && lo2 <= hi, "{lo}..{hi} is not {lo2}..{hi2}: {}", context());
    let other = match simplified.eval(history) {
        Ok(other) => other,
        Err(error) => panic!("{error}: {}", context()),
    };
    let sharp = (hi - lo).max(hi2 - lo2) <= 1e-10 * value.abs();
    if sharp {
        assert!(
            (other - value).abs() <= 1e-9 * value.abs(),
            "{value} is not {other}: {}",
            context()
        );
    }
    sharp
}

fn integer_terms() -> impl Strategy<Value = Vec<Int>> {
    let term = prop_oneof![
        4 => -10i128..=10,
        1 => Just(0),
        1 => any::<i64>().prop_map(i128::from),
        1 => any::<i128>(),
    ];
    prop::collection::vec(term.prop_map(Int::from), 6..12)
}

fn float_terms() -> impl Strategy<Value = Vec<f64>> {
    let term = prop_oneof![4 => -10.0..10.0, 1 => Just(0.0), 1 => -1e6..1e6, 1 => -1e30..1e30];
    prop::collection::vec(term, 6..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integers_keep_their_value(
        expr in common::expr(Domain::Integer),
        histories in prop::collection::vec(integer_terms(), 4),
    ) {
        let simplified = check_shape(&expr, Domain::Integer);
        for history in histories {
            check_integer_value(&expr, &simplified, &history);
        }
    }

    #[test]
    fn constructs_keep_their_value(tree in common::integer_expr(), terms in integer_terms()) {
        let simplified = check_shape(&tree, Domain::Integer);
        if let Ok(value) = tree.eval(&terms) {
            match simplified.eval(&terms) {
                Ok(other) => assert_eq!(other, value, "{tree:?} -> {simplified:?} at {terms:?}"),
                Err(Error::Overflow { .. } | Error::TooMuchWork { .. }) => {}
                Err(error) => panic!("{tree:?} -> {simplified:?} at {terms:?}: {error}"),
            }
        }
    }

    #[test]
    fn floats_keep_their_value(
        expr in common::expr(Domain::Float),
        histories in prop::collection::vec(float_terms(), 4),
    ) {
        let simplified = check_shape(&expr, Domain::Float);
        for history in histories {
            check_float_value(&expr, &simplified, &history);
        }
    }
}

/// A small generator of the paper's kind, so that the bulk test sees what the
/// model is trained on.
struct Paper {
    state: u64,
    domain: Domain,
    /// `trees[n][e]`: how many ways to hang n operators on e open places.
    trees: Vec<Vec<f64>>,
}

impl Paper {
    fn new(seed: u64, domain: Domain) -> Self {
        let mut trees = vec![vec![1.0; 24]];
        for n in 1..=10 {
            let mut row = vec![0.0];
            for e in 1..24 - n {
                row.push(row[e - 1] + trees[n - 1][e] + trees[n - 1][e + 1]);
            }
            trees.push(row);
        }
        Paper { state: seed, domain, trees }
    }

    /// SplitMix64.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * bound as u128) >> 64) as usize
    }

    fn uniform(&mut self) -> f64 {
        self.below(1 << 53) as f64 / (1u64 << 53) as f64
    }

    fn leaf(&mut self) -> Node {
        match self.below(3) {
            0 if self.domain == Domain::Float && self.below(23) < 3 => {
                Node::Const(NamedConst::ALL[self.below(3)])
            }
            0 => {
                let magnitude = self.below(10) as i64 + 1;
                Node::Int(if self.below(2) == 0 { magnitude } else { -magnitude }.into())
            }
            1 => Node::N,
            _ => Node::Prev(self.below(6) as u16 + 1),
        }
    }

    fn op(&mut self, arity: usize) -> Node {
        let ops: Vec<Op> = Op::vocabulary(self.domain).filter(|op| op.arity() == arity).collect();
        Node::Op(ops[self.below(ops.len())])
    }

    fn tree(&mut self) -> Expr {
        let mut nodes = Vec::new();
        let mut open = 1;
        for left in (0..=self.below(10)).rev() {
            // The next operator goes to one of the open places; those before
            // it become leaves.
            let mut choice = self.uniform() * self.trees[left + 1][open];
            let arity = 'chosen: {
                while open > 0 {
                    for arity in [1, 2] {
                        choice -= self.trees[left][open + arity - 1];
                        if choice < 0.0 {
                            break 'chosen arity;
                        }
                    }
                    nodes.push(self.leaf());
                    open -= 1;
                }
                unreachable!("the shares add up")
            };
            nodes.push(self.op(arity));
            open = open + arity - 1;
        }
        for _ in 0..open {
            nodes.push(self.leaf());
        }
        Expr::from_prefix(nodes).unwrap()
    }
}

#[test]
fn twenty_thousand_integer_laws() {
    let mut paper = Paper::new(1, Domain::Integer);
    let (mut compared, mut shorter, mut before, mut after) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let expr = paper.tree();
        let simplified = check_shape(&expr, Domain::Integer);
        before += expr.complexity();
        after += simplified.complexity();
        shorter += u32::from(simplified.complexity() < expr.complexity());
        for bound in [3, 21, 2_000_000] {
            let history: Vec<Int> = (0..6 + paper.below(20))
                .map(|_| Int::from(paper.below(bound) as i64 - bound as i64 / 2))
                .collect();
            compared += u32::from(check_integer_value(&expr, &simplified, &history));
        }
    }
    println!("integer: {compared} values, {shorter} shorter, {before} -> {after} in all");
    assert!(compared > 40_000, "too few laws had a value: {compared}");
}

#[test]
fn twenty_thousand_float_laws() {
    let mut paper = Paper::new(2, Domain::Float);
    let (mut sharp, mut shorter, mut before, mut after) = (0, 0, 0, 0);
    for _ in 0..20_000 {
        let expr = paper.tree();
        let simplified = check_shape(&expr, Domain::Float);
        before += expr.complexity();
        after += simplified.complexity();
        shorter += u32::from(simplified.complexity() < expr.complexity());
        for bound in [2.0, 20.0, 2e6] {
            let history: Vec<f64> =
                (0..6 + paper.below(20)).map(|_| (paper.uniform() - 0.5) * bound).collect();
            sharp += u32::from(check_float_value(&expr, &simplified, &history));
        }
    }
    println!("float: {sharp} sharp comparisons, {shorter} shorter, {before} -> {after} in all");
    assert!(sharp > 15_000, "too few sharp comparisons: {sharp}");
}
