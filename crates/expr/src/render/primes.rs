//! The least prime with a property, for languages that go from prime to prime by
//! themselves.

use crate::expr::{Operands, first_tree_len};
use crate::{Expr, Node, Op, Subtree, View};

/// The property of `least(m > a: isprime(m))`.
const IS_PRIME: [Node; 2] = [Node::Op(Op::IsPrime), Node::Bound(0)];

/// The law with `isprime(m)` before all other factors of what a least m must
/// be, where it is one of them.
pub(super) fn first(law: &Expr) -> Expr {
    let mut nodes = law.nodes().to_vec();
    let binders = nodes.iter().enumerate().filter(|(_, node)| **node == Node::Op(Op::Least));
    let binders: Vec<usize> = binders.map(|(place, _)| place).collect();
    // Inner ones last: what an outer one moves has not been looked at yet.
    for binder in binders {
        let after = nodes.get(binder + 1..).unwrap_or_default();
        let start = binder + 1 + first_tree_len(after);
        let body = nodes.get(start..).unwrap_or_default();
        let body = body.get(..first_tree_len(body)).unwrap_or_default();
        if let Some(sorted) = sorted(body)
            && let Some(place) = nodes.get_mut(start..start + sorted.len())
        {
            place.copy_from_slice(&sorted);
        }
    }
    // The same factors in another order.
    Expr::from_prefix(nodes).unwrap_or_else(|_| law.clone())
}

/// A product with `isprime(m)` as its first factor, if it is one of several.
fn sorted(body: &[Node]) -> Option<Vec<Node>> {
    let mut factors = Vec::new();
    let mut rest = body;
    while let Some((top, below)) = rest.split_first() {
        if *top == Node::Op(Op::Mul) {
            rest = below;
            continue;
        }
        let (factor, others) = rest.split_at(first_tree_len(rest));
        factors.push(factor);
        rest = others;
    }
    let place = factors.iter().position(|factor| *factor == IS_PRIME)?;
    let multiplications = factors.len().checked_sub(2)?;
    let mut nodes = vec![Node::Op(Op::Mul)];
    nodes.extend(IS_PRIME);
    nodes.extend(vec![Node::Op(Op::Mul); multiplications]);
    factors.remove(place);
    nodes.extend(factors.into_iter().flatten());
    Some(nodes)
}

/// For `least(m > a: isprime(m))` the operand a; for `least(m > a: isprime(m)*q)`
/// a and q; nothing for anything else.
pub(super) fn conditions(tree: Subtree<'_>) -> Option<Operands<'_>> {
    let View::Binary(Op::Least, after, body) = tree.view() else { return None };
    if body.nodes() == IS_PRIME {
        return Some(Operands::one(after));
    }
    match body.view() {
        View::Binary(Op::Mul, first, rest) if first.nodes() == IS_PRIME => {
            Some(Operands::two(after, rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Domain, Expr, Format};

    #[test]
    fn languages_that_know_primes_go_from_prime_to_prime() {
        let printed = |law: &str, format| Expr::parse(law).unwrap().render(format, Domain::Integer);
        for (law, pari, mathematica, sympy) in [
            (
                "least(m > u(n-1): isprime(m))",
                "nextprime(u[n-1] + 1)",
                "NextPrime[Max[u[n - 1], 1]]",
                "nextprime(u(n - 1))",
            ),
            (
                "2*least(m > n: (m % 4 == 1)*isprime(m)) + least(k > n: isprime(k)*isprime(k + 2))",
                "2*nextprimewith(n, m -> (m % 4 == 1)) + nextprimewith(n, m -> isprime(m + 2))",
                "2*NestWhile[NextPrime, NextPrime[Max[n, 1]], Function[m, Boole[Mod[m, 4] == 1] == 0]] \
                 + NestWhile[NextPrime, NextPrime[Max[n, 1]], Function[m, Boole[m + 2 > 1 && PrimeQ[m + 2]] == 0]]",
                "2*nextprimewith(n, lambda m: int(bool(Mod(m, 4) == 1))) + nextprimewith(n, lambda m: int(isprime(m + 2)))",
            ),
            (
                "least(m > n: isprime(m + 1))",
                "least(n, m -> isprime(m + 1))",
                "NestWhile[# + 1 &, n + 1, Function[m, Boole[m + 1 > 1 && PrimeQ[m + 1]] == 0]]",
                "least(n, lambda m: int(isprime(m + 1)))",
            ),
            (
                "least(m > n: sum(k=1..m, isprime(k))*isprime(m)*(m > 3))",
                "nextprimewith(n, m -> sum(k = 1, m, isprime(k))*(3 < m))",
                "NestWhile[NextPrime, NextPrime[Max[n, 1]], Function[m, Sum[Boole[k > 1 && PrimeQ[k]], {k, 1, m}]*Boole[3 < m] == 0]]",
                "nextprimewith(n, lambda m: sum(int(isprime(k)) for k in map(Integer, range(1, m + 1)))*int(bool(3 < m)))",
            ),
        ] {
            assert_eq!(printed(law, Format::Pari), pari);
            assert_eq!(printed(law, Format::Mathematica), mathematica);
            assert_eq!(printed(law, Format::Sympy), sympy);
            assert_eq!(Expr::parse(&printed(law, Format::Text)), Expr::parse(law));
        }
    }
}
