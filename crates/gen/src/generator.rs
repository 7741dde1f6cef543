//! Drawing examples.

use ansatz_expr::{Domain, Expr, Int, NamedConst, Node, Op, Recurrence, Value};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::seeding::rng_for;
use crate::sequence::{unroll_floats, unroll_words};
use crate::tree::{Place, TreeCounts};
use crate::{Error, GenConfig, Rejection, Terms};

/// A law with the terms it makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The right-hand side.
    pub expr: Expr,
    /// How many operators it has.
    pub ops: usize,
    /// How far it looks back, which may be less than the degree drawn.
    pub degree: usize,
    /// The terms that are shown: `degree` first terms and what follows.
    pub terms: Terms,
    /// The terms after those, to be predicted.
    pub next: Terms,
}

impl Example {
    /// The same law with other terms shown, rounded or noisy ones, and what
    /// follows from those: who sees only them can know no better. `None` where
    /// the law has no value there.
    pub fn continued_from(&self, shown: Terms) -> Option<Example> {
        let count = self.next.len();
        let next: Terms = match &shown {
            Terms::Integers(terms) => continued(&self.expr, terms, count)?.into(),
            Terms::Floats(terms) => continued(&self.expr, terms, count)?.into(),
        };
        Some(Example { terms: shown, next, ..self.clone() })
    }
}

/// The terms after those shown.
fn continued<T: Value>(expr: &Expr, shown: &[T], count: usize) -> Option<Vec<T>> {
    let law = Recurrence::new(expr.clone(), shown.to_vec()).ok()?;
    let mut terms = shown.to_vec();
    law.extend(&mut terms, count).ok()?;
    Some(terms.split_off(shown.len()))
}

/// A source of examples, each determined by (seed, index).
#[derive(Debug, Clone)]
pub struct Generator {
    config: GenConfig,
    seed: u64,
    counts: TreeCounts,
    unary: Vec<Op>,
    binary: Vec<Op>,
    constants: Vec<Node>,
}

impl Generator {
    /// Draws in a row that may be rejected before the configuration counts as
    /// impossible. The paper's own accept about one integer
    /// draw in four.
    const MAX_ATTEMPTS: u32 = 1_000_000;

    /// Checks the configuration, by drawing a first example too: settings
    /// that reject everything are an error here.
    pub fn new(config: GenConfig, seed: u64) -> Result<Generator, Error> {
        config.check()?;
        let of_arity = |arity| {
            let chosen = |op: &Op| {
                op.arity() == arity
                    && op.exists_in(config.domain)
                    && config.families.contains(&op.family())
            };
            Op::ALL.iter().copied().filter(chosen).collect::<Vec<Op>>()
        };
        let (unary, binary) = (of_arity(1), of_arity(2));
        if config.max_ops > 0 && unary.is_empty() && binary.is_empty() {
            return Err(Error::NoOperators { families: config.families, domain: config.domain });
        }
        let most = i64::from(config.max_constant);
        let mut constants: Vec<Node> = (-most..=most)
            .filter(|&value| value != 0)
            .map(|value| Node::Int(Int::from(value)))
            .collect();
        if config.named_constants {
            constants.extend(NamedConst::ALL.map(Node::Const));
        }
        let counts = TreeCounts::new(config.max_ops, !unary.is_empty(), !binary.is_empty());
        let generator = Generator { config, seed, counts, unary, binary, constants };
        generator.example(0)?;
        Ok(generator)
    }

    /// The configuration it was made from.
    pub fn config(&self) -> &GenConfig {
        &self.config
    }

    /// The example of that index. An error only if a million draws in a row
    /// are rejected.
    pub fn example(&self, index: u64) -> Result<Example, Error> {
        let mut rng = rng_for(self.seed, index);
        let mut buffers = Buffers::default();
        let mut attempts = 1;
        loop {
            match self.draw(&mut rng, &mut buffers) {
                Ok(example) => return Ok(example),
                Err(last) if attempts == Generator::MAX_ATTEMPTS => {
                    return Err(Error::NothingAccepted { attempts, last });
                }
                Err(_) => attempts += 1,
            }
        }
    }

    /// The examples from index `start` on, without end.
    pub fn stream(&self, start: u64) -> impl Iterator<Item = Result<Example, Error>> + '_ {
        (start..).map(|index| self.example(index))
    }

    /// One draw, which may be rejected. Everything is drawn anew after a
    /// rejection, number of operators and degree included.
    fn draw(
        &self,
        rng: &mut Xoshiro256PlusPlus,
        buffers: &mut Buffers,
    ) -> Result<Example, Rejection> {
        let config = &self.config;
        let degree = rng.random_range(1..=config.max_degree);
        let ops = rng.random_range(config.min_ops..=config.max_ops);
        let expr = self.draw_tree(ops, degree, rng, &mut buffers.nodes)?;
        let degree = expr.degree();
        let length = rng.random_range(config.min_length..=config.max_length);
        let shown = degree + length;
        let (terms, next) = match config.domain {
            Domain::Integer => {
                let most = i64::from(config.max_first_term);
                let words = &mut buffers.words;
                words.clear();
                words.extend((0..degree).map(|_| rng.random_range(-most..=most)));
                let (terms, next) = unroll_words(&expr, words, shown, config)?;
                (Terms::Integers(terms), Terms::Integers(next))
            }
            Domain::Float => {
                let most = f64::from(config.max_first_term);
                let floats = &mut buffers.floats;
                floats.clear();
                floats.extend((0..degree).map(|_| rng.random_range(-most..=most)));
                let (terms, next) = unroll_floats(&expr, floats, shown, config)?;
                (Terms::Floats(terms), Terms::Floats(next))
            }
        };
        Ok(Example { expr, ops, degree, terms, next })
    }

    fn draw_tree(
        &self,
        ops: usize,
        degree: u16,
        rng: &mut Xoshiro256PlusPlus,
        nodes: &mut Vec<Node>,
    ) -> Result<Expr, Rejection> {
        nodes.clear();
        self.counts.sample(ops, rng, nodes, |place, rng| match place {
            Place::Leaf => self.draw_leaf(degree, rng),
            Place::Unary => pick(&self.unary, rng).map_or(Node::N, Node::Op),
            Place::Binary => pick(&self.binary, rng).map_or(Node::N, Node::Op),
        });
        if let Some(family) = self.config.required_family {
            let has = |node: &Node| matches!(node, Node::Op(op) if op.family() == family);
            if !nodes.iter().any(has) {
                return Err(Rejection::MissingFamily { family });
            }
        }
        Ok(Expr::from_prefix(nodes.clone())?)
    }

    fn draw_leaf(&self, degree: u16, rng: &mut Xoshiro256PlusPlus) -> Node {
        let config = &self.config;
        let draw: f64 = rng.random();
        if draw < config.p_const {
            if config.real_constants {
                let most = f64::from(config.max_constant);
                return Node::Real(rng.random_range(-most..most));
            }
            pick(&self.constants, rng).unwrap_or(Node::N)
        } else if draw < config.p_const + config.p_n {
            Node::N
        } else {
            Node::Prev(rng.random_range(1..=degree))
        }
    }
}

/// What one draw after the other is made in: most are rejected, and
/// allocating for each took a tenth of the time.
#[derive(Default)]
struct Buffers {
    nodes: Vec<Node>,
    words: Vec<i64>,
    floats: Vec<f64>,
}

fn pick<T: Copy>(choices: &[T], rng: &mut impl Rng) -> Option<T> {
    if choices.is_empty() {
        return None;
    }
    choices.get(rng.random_range(0..choices.len())).copied()
}

#[cfg(test)]
mod tests {
    use ansatz_expr::Family;

    use super::*;

    #[test]
    fn examples_depend_on_seed_and_index_alone() {
        for config in [GenConfig::integer(), GenConfig::float()] {
            let generator = Generator::new(config.clone(), 11).unwrap();
            let ahead: Vec<Example> =
                generator.stream(5).take(100).collect::<Result<_, _>>().unwrap();
            for index in (0..100).rev() {
                assert_eq!(generator.example(5 + index as u64).unwrap(), ahead[index]);
            }
            let other = Generator::new(config, 12).unwrap();
            assert_ne!(other.example(5).unwrap(), ahead[0]);
        }
    }

    #[test]
    fn threads_do_not_matter() {
        let generator = Generator::new(GenConfig::integer(), 3).unwrap();
        let alone: Vec<Example> = (0..400).map(|index| generator.example(index).unwrap()).collect();
        let shared: Vec<Example> = std::thread::scope(|scope| {
            let generator = &generator;
            let workers: Vec<_> = (0..4)
                .map(|worker| {
                    let slice = worker * 100..(worker + 1) * 100;
                    scope.spawn(move || {
                        slice.map(|index| generator.example(index).unwrap()).collect::<Vec<_>>()
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        assert_eq!(alone, shared);
    }

    #[test]
    fn bounds_of_the_configuration_hold() {
        for config in [GenConfig::integer(), GenConfig::float()] {
            let generator = Generator::new(config.clone(), 1).unwrap();
            for example in generator.stream(0).take(2000) {
                let example = example.unwrap();
                assert_eq!(example.ops, example.expr.operators());
                assert_eq!(example.degree, example.expr.degree());
                assert!((1..=10).contains(&example.ops));
                assert!(example.degree <= 6);
                assert!((5..=30).contains(&(example.terms.len() - example.degree)));
                assert_eq!(example.next.len(), 10);
                assert!(example.terms.token_length() <= 199);
                assert!(example.expr.exists_in(config.domain));
            }
        }
    }

    #[test]
    fn what_was_drawn_replays() {
        for config in [
            GenConfig::integer(),
            GenConfig { max_first_term: 100, ..GenConfig::integer() },
            GenConfig::float(),
            GenConfig { real_constants: true, ..GenConfig::float() },
            GenConfig::outside_vocabulary(Family::Hyperbolic),
            GenConfig::outside_vocabulary(Family::Bessel),
            GenConfig::outside_vocabulary(Family::Fresnel),
            GenConfig::outside_vocabulary(Family::Polynomial),
        ] {
            let generator = Generator::new(config.clone(), 9).unwrap();
            for example in generator.stream(0).take(300).map(Result::unwrap) {
                match (example.terms, example.next) {
                    (Terms::Integers(terms), Terms::Integers(next)) => {
                        let law = Recurrence::new(example.expr, terms[..example.degree].to_vec());
                        let replayed = law.unwrap().terms(terms.len() + next.len()).unwrap();
                        assert_eq!(replayed, [terms, next].concat());
                    }
                    (Terms::Floats(terms), Terms::Floats(next)) => {
                        // One by one in doubles, as they were drawn.
                        let mut replayed = terms[..example.degree].to_vec();
                        let missing = terms.len() + next.len() - example.degree;
                        example.expr.extend(&mut replayed, missing).unwrap();
                        assert_eq!(replayed, [terms, next].concat());
                    }
                    mixed => panic!("{mixed:?}"),
                }
            }
        }
    }

    #[test]
    fn examples_continue_from_what_is_shown() {
        let generator = Generator::new(GenConfig::integer(), 9).unwrap();
        for example in generator.stream(0).take(50).map(Result::unwrap) {
            assert_eq!(example.continued_from(example.terms.clone()), Some(example));
        }
        let halving = Example {
            expr: Expr::parse("u(n-1) / 2").unwrap(),
            ops: 1,
            degree: 1,
            terms: vec![2.0, 1.0].into(),
            next: vec![0.5, 0.25].into(),
        };
        let noisy = halving.continued_from(vec![2.0, 1.2].into()).unwrap();
        assert_eq!(noisy.next, vec![0.6, 0.3].into());
        let root = Example { expr: Expr::parse("sqrt(u(n-1))").unwrap(), ..halving };
        assert_eq!(root.continued_from(vec![2.0, -1.2].into()), None);
    }

    #[test]
    fn options_are_followed() {
        let real = GenConfig { real_constants: true, named_constants: false, ..GenConfig::float() };
        let generator = Generator::new(real, 4).unwrap();
        let nodes: Vec<Node> = generator
            .stream(0)
            .take(500)
            .flat_map(|example| example.unwrap().expr.nodes().to_vec())
            .collect();
        assert!(!nodes.iter().any(|node| matches!(node, Node::Int(_) | Node::Const(_))));
        let reals = nodes.iter().filter(|node| matches!(node, Node::Real(_)));
        assert!(reals.clone().count() > 500);
        assert!(reals.clone().all(|node| matches!(node, Node::Real(value) if value.abs() <= 10.0)));

        for family in [Family::Hyperbolic, Family::Bessel, Family::Fresnel, Family::Polynomial] {
            let generator = Generator::new(GenConfig::outside_vocabulary(family), 4).unwrap();
            for example in generator.stream(0).take(200).map(Result::unwrap) {
                let families: Vec<Family> = example
                    .expr
                    .nodes()
                    .iter()
                    .filter_map(|node| match node {
                        Node::Op(op) => Some(op.family()),
                        _ => None,
                    })
                    .collect();
                assert!(families.contains(&family));
                assert!(families.iter().all(|drawn| [Family::Base, family].contains(drawn)));
            }
        }

        let wide = GenConfig { max_first_term: 100, ..GenConfig::integer() };
        let generator = Generator::new(wide, 4).unwrap();
        let firsts: Vec<Int> = generator
            .stream(0)
            .take(500)
            .map(Result::unwrap)
            .filter_map(|example| match example.terms {
                Terms::Integers(terms) if example.degree > 0 => terms.first().copied(),
                _ => None,
            })
            .collect();
        assert!(firsts.iter().all(|term| term.abs() <= Int::from(100i64)));
        assert!(firsts.iter().filter(|term| term.abs() > Int::from(10i64)).count() > 300);
    }

    #[test]
    fn impossible_configurations_are_errors() {
        let nothing = GenConfig { families: vec![Family::Root], ..GenConfig::integer() };
        assert!(matches!(Generator::new(nothing, 0), Err(Error::NoOperators { .. })));
        // Constant laws only: every tail is constant.
        let constant = GenConfig { p_const: 1.0, p_n: 0.0, p_prev: 0.0, ..GenConfig::integer() };
        let error = Generator::new(constant, 0).unwrap_err();
        let Error::NothingAccepted { attempts: 1_000_000, .. } = error else {
            panic!("{error}");
        };
        let fields = [
            GenConfig { min_ops: 11, ..GenConfig::integer() },
            GenConfig { max_ops: 25, ..GenConfig::integer() },
            GenConfig { max_degree: 0, ..GenConfig::integer() },
            GenConfig { p_n: f64::NAN, ..GenConfig::integer() },
            GenConfig { p_n: 0.5, ..GenConfig::integer() },
            GenConfig { max_constant: 0, ..GenConfig::integer() },
            GenConfig { real_constants: true, ..GenConfig::integer() },
            GenConfig { min_length: 0, ..GenConfig::integer() },
            GenConfig { extra_terms: 1 << 40, ..GenConfig::integer() },
            GenConfig { max_abs: 1e103, ..GenConfig::integer() },
            GenConfig { max_abs: f64::NAN, ..GenConfig::float() },
            GenConfig { required_family: Some(Family::Root), ..GenConfig::integer() },
        ];
        for config in fields {
            let error = Generator::new(config, 0).unwrap_err();
            assert!(matches!(error, Error::BadConfig { .. }), "{error}");
        }
    }
}
