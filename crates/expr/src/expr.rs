//! Expressions: trees stored flat, in prefix order.
//!
//! A boxed tree would overflow the stack when a hostile formula is dropped or
//! evaluated, and costs an allocation a node. Prefix order is also what the
//! model writes, so turning a hypothesis into an [`Expr`] is a check, not a
//! conversion.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use crate::op::Construct;
use crate::{Domain, Error, Int, Op};

/// A constant with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NamedConst {
    /// Euler's number.
    E,
    /// The ratio of a circle's circumference to its diameter.
    Pi,
    /// The Euler–Mascheroni constant.
    EulerGamma,
}

impl NamedConst {
    /// All of them, in the order of the vocabulary.
    pub const ALL: [NamedConst; 3] = [NamedConst::E, NamedConst::Pi, NamedConst::EulerGamma];

    /// The name in prefix notation and in formulas.
    pub fn name(self) -> &'static str {
        match self {
            NamedConst::E => "e",
            NamedConst::Pi => "pi",
            NamedConst::EulerGamma => "euler_gamma",
        }
    }

    /// The value as a double.
    pub fn value(self) -> f64 {
        match self {
            NamedConst::E => std::f64::consts::E,
            NamedConst::Pi => std::f64::consts::PI,
            NamedConst::EulerGamma => 0.577_215_664_901_532_9,
        }
    }

    /// The constant of that name.
    pub fn from_name(name: &str) -> Option<NamedConst> {
        NamedConst::ALL.into_iter().find(|constant| constant.name() == name)
    }
}

/// One node of a tree.
#[derive(Debug, Clone, Copy)]
pub enum Node {
    /// An operator; its operands follow.
    Op(Op),
    /// An integer constant.
    Int(Int),
    /// A real constant: not in the vocabulary, but fits and tests have them.
    Real(f64),
    /// e, pi or euler_gamma.
    Const(NamedConst),
    /// The index of the term being computed, from 1.
    N,
    /// `u(n-k)`, with k at least 1.
    Prev(u16),
    /// The variable of a binder around it: 0 is the innermost one's.
    Bound(u8),
}

impl Node {
    /// How many operands follow the node.
    pub fn arity(&self) -> usize {
        match self {
            Node::Op(op) => op.arity(),
            _ => 0,
        }
    }
}

// Reals are compared by bits: a tree is a key in hash maps, and only finite
// reals other than -0.0 get into one.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Node::Op(a), Node::Op(b)) => a == b,
            (Node::Int(a), Node::Int(b)) => a == b,
            (Node::Real(a), Node::Real(b)) => a.to_bits() == b.to_bits(),
            (Node::Const(a), Node::Const(b)) => a == b,
            (Node::N, Node::N) => true,
            (Node::Prev(a), Node::Prev(b)) => a == b,
            (Node::Bound(a), Node::Bound(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Node::Op(op) => op.hash(state),
            Node::Int(value) => value.hash(state),
            Node::Real(value) => value.to_bits().hash(state),
            Node::Const(constant) => constant.hash(state),
            Node::N => {}
            Node::Prev(back) => back.hash(state),
            Node::Bound(binder) => binder.hash(state),
        }
    }
}

/// An expression: the right-hand side of `u(n) = …`.
///
/// Always one complete tree of at most [`Expr::MAX_NODES`] nodes.
///
/// ```
/// use ansatz_expr::{Expr, Int, Op};
/// // u(n-1) + n
/// let law = Expr::binary(Op::Add, &Expr::prev(1)?, &Expr::n())?;
/// let history = [1, 2, 4, 7].map(|term: i64| Int::from(term));
/// assert_eq!(law.eval(&history)?, Int::from(12i64));
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Expr {
    nodes: Box<[Node]>,
    /// Whether there are only functions of at most two numbers in it: nearly
    /// always, and then the value is computed without further ado.
    plain: bool,
}

/// How deep constructs may be nested: evaluating them is recursive.
pub(crate) const MAX_CONSTRUCTS: usize = 32;

/// How deep binders may be nested: each has a variable with a name of its own.
pub(crate) const MAX_BINDERS: usize = 8;

impl Expr {
    /// No tree is larger. Recursive walks (simplifying, printing) are at most
    /// this deep, which the one-megabyte stack of a browser's wasm bears.
    pub const MAX_NODES: usize = 1024;

    /// Checks that the nodes are exactly one tree, in which every bound variable
    /// has its binder.
    pub fn from_prefix(nodes: Vec<Node>) -> Result<Expr, Error> {
        Expr::checked(nodes, false)
    }

    /// The same; variables of an open tree may have their binders around it.
    fn checked(nodes: Vec<Node>, open: bool) -> Result<Expr, Error> {
        if nodes.len() > Expr::MAX_NODES {
            return Err(Error::TooManyNodes { nodes: nodes.len(), limit: Expr::MAX_NODES });
        }
        let malformed = |problem| Error::MalformedTree { nodes: nodes.len(), problem };
        // How many subtrees are still to come.
        let mut missing = 1usize;
        for node in &nodes {
            if missing == 0 {
                return Err(malformed("nodes are left over"));
            }
            missing = missing - 1 + node.arity();
            match node {
                Node::Prev(0) => return Err(malformed("u(n-0) is the term itself")),
                Node::Real(value) if !value.is_finite() => {
                    return Err(malformed("a real constant is not finite"));
                }
                _ => {}
            }
        }
        if missing > 0 {
            return Err(malformed("operands are missing"));
        }
        if !is_plain(&nodes)
            && let Err(problem) = check_scopes(&nodes, open)
        {
            return Err(malformed(problem));
        }
        let mut nodes = nodes;
        for node in &mut nodes {
            if let Node::Real(value) = node {
                *value += 0.0; // -0.0 becomes 0.0
            }
        }
        Ok(Expr::unchecked(nodes.into()))
    }

    /// Nodes that are known to be one tree. It may be a part of another, with
    /// variables whose binders are not in it.
    pub(crate) fn unchecked(nodes: Box<[Node]>) -> Expr {
        let plain = is_plain(&nodes);
        Expr { nodes, plain }
    }

    /// A single leaf that is valid whatever its value.
    pub(crate) fn leaf(node: Node) -> Expr {
        Expr { nodes: Box::new([node]), plain: true }
    }

    /// An integer constant.
    pub fn int(value: impl Into<Int>) -> Expr {
        Expr::leaf(Node::Int(value.into()))
    }

    /// A real constant; it must be finite.
    pub fn real(value: f64) -> Result<Expr, Error> {
        Expr::from_prefix(vec![Node::Real(value)])
    }

    /// e, pi or euler_gamma.
    pub fn constant(constant: NamedConst) -> Expr {
        Expr::leaf(Node::Const(constant))
    }

    /// The index `n`.
    pub fn n() -> Expr {
        Expr::leaf(Node::N)
    }

    /// `u(n-back)`; `back` is at least 1.
    pub fn prev(back: u16) -> Result<Expr, Error> {
        Expr::from_prefix(vec![Node::Prev(back)])
    }

    /// `op(a)`.
    pub fn unary(op: Op, a: &Expr) -> Result<Expr, Error> {
        if op.arity() != 1 {
            return Err(Error::WrongArity { op, given: 1 });
        }
        Expr::checked([&[Node::Op(op)], &*a.nodes].concat(), true)
    }

    /// `a op b`.
    pub fn binary(op: Op, a: &Expr, b: &Expr) -> Result<Expr, Error> {
        if op.arity() != 2 {
            return Err(Error::WrongArity { op, given: 2 });
        }
        Expr::checked([&[Node::Op(op)], &*a.nodes, &*b.nodes].concat(), true)
    }

    /// `op(operands)`, with as many operands as it takes.
    ///
    /// ```
    /// use ansatz_expr::{Expr, Int, Op};
    /// // The number of divisors of n, as a sum over them: the 1 does not use d.
    /// let law = Expr::call(Op::SumDiv, &[&Expr::n(), &Expr::int(1i64)])?;
    /// assert_eq!(law.to_string(), "sumdiv(d | n, 1)");
    /// assert_eq!(law.eval(&[Int::ZERO; 11])?, Int::from(6i64));
    /// # Ok::<(), ansatz_expr::Error>(())
    /// ```
    pub fn call(op: Op, operands: &[&Expr]) -> Result<Expr, Error> {
        if op.arity() != operands.len() {
            return Err(Error::WrongArity { op, given: operands.len() });
        }
        let mut nodes = vec![Node::Op(op)];
        for operand in operands {
            nodes.extend_from_slice(&operand.nodes);
        }
        Expr::checked(nodes, true)
    }

    /// The variable of a binder that will be around it, 0 for the innermost. A
    /// tree has no value until all its variables have their binders.
    ///
    /// ```
    /// use ansatz_expr::{Expr, Op};
    /// let multiple = Expr::binary(Op::Mul, &Expr::bound(0), &Expr::n())?;
    /// let law = Expr::call(Op::Sum, &[&Expr::int(1i64), &Expr::n(), &multiple])?;
    /// assert_eq!(law.to_string(), "sum(k=1..n, k*n)");
    /// # Ok::<(), ansatz_expr::Error>(())
    /// ```
    pub fn bound(binder: u8) -> Expr {
        Expr::unchecked(Box::new([Node::Bound(binder)]))
    }

    /// The nodes in prefix order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether every operator in it is a function of at most two numbers:
    /// there are no constructs and no bound variables.
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// The whole tree as a [`Subtree`], to walk it.
    pub fn root(&self) -> Subtree<'_> {
        Subtree { nodes: &self.nodes }
    }

    /// How far the expression looks back: the deepest `u(n-k)`, or 0. How far
    /// a computed index looks back is not known: who uses one decides how many
    /// initial terms there are.
    pub fn degree(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| match node {
                Node::Prev(back) => usize::from(*back),
                _ => 0,
            })
            .max()
            .unwrap_or(0)
    }

    /// How many operators it has: the paper's measure of difficulty.
    pub fn operators(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Op(_))).count()
    }

    /// How long its description is: one a node, and one more for every digit
    /// of a constant beyond its first (a real counts as 17 digits).
    pub fn complexity(&self) -> usize {
        self.nodes
            .iter()
            .map(|node| match node {
                Node::Int(value) => value.abs().to_string().len(),
                Node::Real(_) => 17,
                _ => 1,
            })
            .sum()
    }

    /// Whether every operator and constant exists in the domain. Below `floor`
    /// and `cfrac` integer laws have the operators of floats, and the named
    /// constants.
    pub fn exists_in(&self, domain: Domain) -> bool {
        if self.plain || domain == Domain::Float {
            return self.nodes.iter().all(|node| exists_in(node, domain));
        }
        // For each subtree still to come: whether it is a real expression.
        let mut pending = vec![false];
        for node in &self.nodes {
            let real = pending.pop().unwrap_or(false);
            match node {
                Node::Op(op) => {
                    let stays_real = real && op.exists_in(Domain::Float);
                    if !stays_real && !op.exists_in(Domain::Integer) {
                        return false;
                    }
                    let enters = op.construct().is_some_and(Construct::is_real);
                    for place in (0..op.arity()).rev() {
                        pending.push(stays_real || (enters && place == 0));
                    }
                }
                Node::Const(_) if real => {}
                Node::Bound(_) => {}
                leaf if exists_in(leaf, domain) => {}
                _ => return false,
            }
        }
        true
    }
}

fn exists_in(node: &Node, domain: Domain) -> bool {
    match node {
        Node::Op(op) => op.exists_in(domain),
        Node::Real(_) | Node::Const(_) => domain == Domain::Float,
        Node::Bound(_) => domain == Domain::Integer,
        Node::Int(_) | Node::N | Node::Prev(_) => true,
    }
}

/// Whether the fast evaluation knows all nodes.
fn is_plain(nodes: &[Node]) -> bool {
    nodes.iter().all(|node| match node {
        Node::Op(op) => op.arity() < 3 && op.construct().is_none(),
        Node::Bound(_) => false,
        _ => true,
    })
}

/// Whether every bound variable has its binder, unless the tree is open, and
/// constructs are not nested too deep.
fn check_scopes(nodes: &[Node], open: bool) -> Result<(), &'static str> {
    // For each subtree still to come: the binders and the constructs around it.
    let mut pending = vec![(0, 0)];
    for node in nodes {
        let (binders, constructs) = pending.pop().unwrap_or_default();
        match node {
            Node::Bound(binder) if !open && usize::from(*binder) >= binders => {
                return Err("a bound variable has no binder");
            }
            Node::Op(op) => {
                let constructs = constructs + usize::from(op.construct().is_some());
                let inner = binders + usize::from(op.is_binder());
                if constructs > MAX_CONSTRUCTS || inner > MAX_BINDERS {
                    return Err("constructs are nested too deep");
                }
                for place in (0..op.arity()).rev() {
                    let is_body = op.is_binder() && place + 1 == op.arity();
                    pending.push((if is_body { inner } else { binders }, constructs));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().fmt(f)
    }
}

/// A view of a tree or of one of its subtrees.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subtree<'a> {
    nodes: &'a [Node],
}

/// A node with its operands.
#[derive(Clone, Copy, Debug)]
pub enum View<'a> {
    /// A constant, `n` or an earlier term.
    Leaf(Node),
    /// A function of one operand.
    Unary(Op, Subtree<'a>),
    /// A function of two operands.
    Binary(Op, Subtree<'a>, Subtree<'a>),
    /// A function of three operands.
    Ternary(Op, [Subtree<'a>; 3]),
}

impl<'a> Subtree<'a> {
    /// The top node and its operands.
    pub fn view(self) -> View<'a> {
        let (top, rest) = match self.nodes {
            [top, rest @ ..] => (*top, rest),
            // Unreachable: a subtree is never empty. Zero rather than a trap.
            [] => return View::Leaf(Node::Int(Int::ZERO)),
        };
        match top {
            Node::Op(op) if op.arity() == 1 => View::Unary(op, Subtree { nodes: rest }),
            Node::Op(op) => {
                let (a, b) = rest.split_at(first_tree_len(rest));
                if op.arity() == 2 {
                    return View::Binary(op, Subtree { nodes: a }, Subtree { nodes: b });
                }
                let (b, c) = b.split_at(first_tree_len(b));
                View::Ternary(op, [a, b, c].map(|nodes| Subtree { nodes }))
            }
            leaf => View::Leaf(leaf),
        }
    }

    /// The operands of the top node, first to last.
    pub fn operands(self) -> Operands<'a> {
        let mut operands = Operands { trees: [self; 3], count: 0 };
        let (top, mut rest) = match self.nodes {
            [top, rest @ ..] => (top, rest),
            [] => return operands,
        };
        for slot in operands.trees.iter_mut().take(top.arity()) {
            let (tree, others) = rest.split_at(first_tree_len(rest));
            *slot = Subtree { nodes: tree };
            operands.count += 1;
            rest = others;
        }
        operands
    }

    /// The nodes in prefix order.
    pub fn nodes(self) -> &'a [Node] {
        self.nodes
    }

    /// A copy as an expression of its own.
    pub fn to_expr(self) -> Expr {
        Expr::unchecked(self.nodes.into())
    }
}

/// The operands of a node: at most three.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    trees: [Subtree<'a>; 3],
    count: usize,
}

impl<'a> Operands<'a> {
    /// A single one.
    pub(crate) fn one(tree: Subtree<'a>) -> Operands<'a> {
        Operands { trees: [tree; 3], count: 1 }
    }

    /// Two of them.
    pub(crate) fn two(first: Subtree<'a>, second: Subtree<'a>) -> Operands<'a> {
        Operands { trees: [first, second, second], count: 2 }
    }
}

impl<'a> Deref for Operands<'a> {
    type Target = [Subtree<'a>];

    fn deref(&self) -> &[Subtree<'a>] {
        self.trees.get(..self.count).unwrap_or_default()
    }
}

impl fmt::Debug for Subtree<'_> {
    /// Functional notation: `add(u1, 3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view() {
            View::Leaf(Node::Int(value)) => write!(f, "{value}"),
            View::Leaf(Node::Real(value)) => write!(f, "{value:?}"),
            View::Leaf(Node::Const(constant)) => f.write_str(constant.name()),
            View::Leaf(Node::Prev(back)) => write!(f, "u{back}"),
            View::Leaf(Node::Bound(binder)) => write!(f, "b{binder}"),
            View::Leaf(Node::N | Node::Op(_)) => f.write_str("n"),
            View::Unary(op, a) => write!(f, "{op}({a:?})"),
            View::Binary(op, a, b) => write!(f, "{op}({a:?}, {b:?})"),
            View::Ternary(op, [a, b, c]) => write!(f, "{op}({a:?}, {b:?}, {c:?})"),
        }
    }
}

/// How many nodes the first complete tree of a prefix list has.
pub(crate) fn first_tree_len(nodes: &[Node]) -> usize {
    let mut missing = 1;
    for (index, node) in nodes.iter().enumerate() {
        missing = missing - 1 + node.arity();
        if missing == 0 {
            return index + 1;
        }
    }
    nodes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_trees_are_expressions() {
        let add = Node::Op(Op::Add);
        assert!(Expr::from_prefix(vec![add, Node::N, Node::Prev(1)]).is_ok());
        for broken in [
            vec![],
            vec![add],
            vec![add, Node::N],
            vec![Node::N, Node::N],
            vec![Node::Prev(0)],
            vec![Node::Real(f64::NAN)],
        ] {
            assert!(matches!(Expr::from_prefix(broken), Err(Error::MalformedTree { .. })));
        }
        let mut deep = vec![Node::Op(Op::Abs); Expr::MAX_NODES];
        deep.push(Node::N);
        assert!(matches!(Expr::from_prefix(deep), Err(Error::TooManyNodes { nodes: 1025, .. })));
    }

    #[test]
    fn builders_check_arity() {
        let n = Expr::n();
        assert!(matches!(Expr::unary(Op::Add, &n), Err(Error::WrongArity { given: 1, .. })));
        assert!(matches!(Expr::binary(Op::Abs, &n, &n), Err(Error::WrongArity { given: 2, .. })));
    }

    #[test]
    fn measures_count_what_they_say() {
        // abs(u3) * 120 - n
        let product = Expr::binary(
            Op::Mul,
            &Expr::unary(Op::Abs, &Expr::prev(3).unwrap()).unwrap(),
            &Expr::int(-120i64),
        )
        .unwrap();
        let expr = Expr::binary(Op::Sub, &product, &Expr::n()).unwrap();
        assert_eq!(expr.degree(), 3);
        assert_eq!(expr.operators(), 3);
        assert_eq!(expr.complexity(), 8);
        assert_eq!(format!("{expr:?}"), "sub(mul(abs(u3), -120), n)");
    }

    #[test]
    fn equality_is_structural_and_minus_zero_is_zero() {
        assert_eq!(Expr::real(-0.0).unwrap(), Expr::real(0.0).unwrap());
        assert_ne!(Expr::real(0.0).unwrap(), Expr::int(0i64));
    }
}
