//! All small expressions with different values on the input, by price.

use ansatz_expr::{Domain, Expr, Node, Op};

use super::frame::{Frame, MAX_WINDOWS, Prints, trace};
use super::index::{Filter, Index, key};
use super::pieces::{BankValue, Leaf, Origin, Piece};
use crate::price::{self, Bits};

#[derive(Debug, Clone, Copy)]
pub(super) struct BankEntry {
    pub(super) shape: Origin,
    pub(super) bits: Bits,
    /// The first window on which it is defined.
    pub(super) start: u8,
}

/// Expressions by price, each with its values; none computes the same as a
/// cheaper one.
pub(super) struct Bank<V> {
    pub(super) frame: Frame,
    entries: Vec<BankEntry>,
    /// `frame.len()` values an entry.
    values: Vec<V>,
    /// For every price, how many entries cost that or less.
    levels: Vec<u32>,
    index: Index,
    filter: Filter,
    scratch: Vec<V>,
    capacity: usize,
    /// Tokens that others wrote: parts of laws, complete or not.
    written: Vec<Vec<Node>>,
    /// Expressions computed, duplicates included.
    pub(super) generated: u64,
}

/// What growing by one price came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Growth {
    /// All expressions of the price are in.
    Complete,
    /// The budget of expressions or of memory is spent.
    Exhausted,
}

impl<V: BankValue> Bank<V> {
    /// Bytes of the filter an entry: 32 bits, or up to 63 by rounding up.
    const FILTER_BYTES: usize = 8;

    pub(super) fn new(frame: Frame, capacity: usize) -> Bank<V> {
        let scratch = vec![V::default(); frame.len()];
        let log2_bits = (capacity.max(1) as u32).ilog2() + 5;
        Bank {
            frame,
            entries: Vec::new(),
            values: Vec::new(),
            levels: vec![0],
            index: Index::new(),
            filter: Filter::new(log2_bits.clamp(12, 21)),
            scratch,
            capacity,
            written: Vec::new(),
            generated: 0,
        }
    }

    /// How many expressions fit into so many bytes.
    pub(super) fn capacity_for(bytes: usize, frame: &Frame) -> usize {
        /// Beyond this the numbers of entries would need more than 32 bits.
        const MOST_BYTES: usize = 1 << 30;
        let bytes = bytes.min(MOST_BYTES);
        // Vectors grow by doubling: while one is copied, the old and the new
        // are both there.
        let entry =
            (size_of::<BankEntry>() + frame.len() * size_of::<V>()) * 2 + Self::FILTER_BYTES;
        let mut capacity = bytes / (entry + 1);
        while capacity > 0
            && capacity * entry + Index::peak_bytes(capacity * frame.windows().len()) > bytes
        {
            capacity -= capacity / 16 + 1;
        }
        capacity
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<BankEntry>()
            + self.values.capacity() * size_of::<V>()
            + self.index.bytes()
            + self.filter.bytes()
    }

    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    pub(super) fn entry(&self, id: u32) -> Option<&BankEntry> {
        self.entries.get(id as usize)
    }

    pub(super) fn bits(&self, id: u32) -> Bits {
        self.entry(id).map_or(Bits::MAX, |entry| entry.bits)
    }

    pub(super) fn start(&self, id: u32) -> usize {
        self.entry(id).map_or(0, |entry| entry.start.into())
    }

    pub(super) fn is_constant(&self, id: u32) -> bool {
        matches!(
            self.entry(id),
            Some(BankEntry { shape: Origin::Leaf(Leaf::Int(_) | Leaf::Named(_)), .. })
        )
    }

    /// Values on all positions of the frame; those before its start mean nothing.
    pub(super) fn values(&self, id: u32) -> &[V] {
        let stride = self.frame.len();
        let from = id as usize * stride;
        self.values.get(from..from + stride).unwrap_or_default()
    }

    /// How many entries cost `bits` or less: their numbers are below this.
    pub(super) fn up_to(&self, bits: u32) -> u32 {
        self.levels.get(bits as usize).copied().unwrap_or(self.len())
    }

    /// The highest price that was begun.
    pub(super) fn level(&self) -> Bits {
        (self.levels.len() as Bits).saturating_sub(1)
    }

    /// Whether an entry may have this print on the last window.
    #[inline(always)]
    pub(super) fn may_know(&self, print: u64) -> bool {
        self.filter.may_contain(print)
    }

    /// The cheapest entry with this print on a window.
    pub(super) fn find(&self, window: usize, print: u64) -> Option<u32> {
        self.index.get(key(window, print))
    }

    /// Adds all expressions that cost exactly the next price, as long as
    /// `expressions` may still be computed.
    pub(super) fn grow(
        &mut self,
        leaves: &[(Leaf, Vec<V>)],
        ops: &[Op],
        expressions: u64,
    ) -> Growth {
        let bits = self.levels.len() as Bits;
        self.levels.push(self.len());
        let result = self.grow_to(bits, leaves, ops, expressions);
        // Entries of this price go up to here; the next call starts from it.
        if let Some(last) = self.levels.last_mut() {
            *last = self.entries.len() as u32;
        }
        result
    }

    /// Entries of exactly this price.
    pub(super) fn of_price(&self, bits: Bits) -> std::ops::Range<u32> {
        let at = |price: Bits| self.levels.get(usize::from(price)).copied().unwrap_or(0);
        match bits.checked_sub(1) {
            Some(before) => at(before)..at(bits),
            None => 0..0,
        }
    }

    fn grow_to(
        &mut self,
        bits: Bits,
        leaves: &[(Leaf, Vec<V>)],
        ops: &[Op],
        expressions: u64,
    ) -> Growth {
        for (leaf, values) in leaves {
            if leaf.bits() == bits && !self.add_leaf(*leaf, values, bits) {
                return Growth::Exhausted;
            }
        }
        for &op in ops {
            let Some(rest) = bits.checked_sub(op.bits()) else { continue };
            if op.arity() == 1 {
                for a in self.of_price(rest) {
                    if self.is_constant(a) && V::DOMAIN == Domain::Integer {
                        continue;
                    }
                    if !self.add(op, a, a, bits, expressions) {
                        return Growth::Exhausted;
                    }
                }
                continue;
            }
            let commutative = op.is_commutative();
            for left in 1..rest {
                let right = rest - left;
                if commutative && left > right {
                    break;
                }
                for a in self.of_price(left) {
                    let fixed = self.is_constant(a);
                    for b in self.of_price(right) {
                        if (commutative && left == right && b < a)
                            || (a == b && op != Op::Add)
                            || (fixed && self.is_constant(b) && V::DOMAIN == Domain::Integer)
                        {
                            continue;
                        }
                        if !self.add(op, a, b, bits, expressions) {
                            return Growth::Exhausted;
                        }
                    }
                }
            }
        }
        Growth::Complete
    }

    fn add_leaf(&mut self, leaf: Leaf, values: &[V], bits: Bits) -> bool {
        if self.entries.len() >= self.capacity {
            return false;
        }
        let first = match leaf {
            Leaf::Prev(back) => self.frame.window_from(back.into()),
            Leaf::Written(_, from) => self.frame.window_from(from.into()),
            _ => Some(0),
        };
        let Some(first) = first else { return true };
        self.generated += 1;
        let mut scratch = std::mem::take(&mut self.scratch);
        let prints = trace(&self.frame, first, values, values, &mut scratch, |a, _| Some(a));
        self.scratch = scratch;
        if let Some(prints) = prints {
            self.keep(Origin::Leaf(leaf), bits, &prints);
        }
        true
    }

    /// Computes and keeps `op(a, b)` unless it is known; `false` if the budget
    /// is spent.
    fn add(&mut self, op: Op, a: u32, b: u32, bits: Bits, expressions: u64) -> bool {
        if self.generated >= expressions || self.entries.len() >= self.capacity {
            return false;
        }
        self.generated += 1;
        let mut scratch = std::mem::take(&mut self.scratch);
        let prints = self.compute(op, a, b, &mut scratch);
        self.scratch = scratch;
        if let Some(prints) = prints {
            let shape = match op.arity() {
                1 => Origin::Unary(op, a),
                _ => Origin::Binary(op, a, b),
            };
            self.keep(shape, bits, &prints);
        }
        true
    }

    /// The values of `op(a, b)`, unless they are undefined on the last window.
    pub(super) fn compute(&self, op: Op, a: u32, b: u32, out: &mut [V]) -> Option<Prints> {
        let first = self.start(a).max(self.start(b));
        let (a, b) = (self.values(a), self.values(b));
        // One loop an operator: the operator is a constant in it.
        macro_rules! unrolled {
            ($($hot:ident),*) => {
                match op {
                    $(Op::$hot => trace(&self.frame, first, a, b, out, |a, b| V::apply(Op::$hot, a, b)),)*
                    other => trace(&self.frame, first, a, b, out, |a, b| V::apply(other, a, b)),
                }
            };
        }
        unrolled!(Add, Sub, Mul, Idiv, Mod, Div)
    }

    /// Stores what is in the scratch vector, unless an entry computes the same.
    fn keep(&mut self, shape: Origin, bits: Bits, prints: &Prints) {
        if prints.at(prints.start).is_some_and(|print| self.find(prints.start, print).is_some()) {
            return;
        }
        let id = self.len();
        for window in prints.start..self.frame.windows().len().min(MAX_WINDOWS) {
            if let Some(print) = prints.at(window) {
                self.index.insert(key(window, print), id);
            }
        }
        self.filter.insert(prints.last(&self.frame));
        self.values.extend_from_slice(&self.scratch);
        self.entries.push(BankEntry { shape, bits, start: prints.start as u8 });
    }

    /// The price of a law in pieces.
    pub(super) fn price(&self, pieces: &[Piece]) -> u32 {
        pieces
            .iter()
            .map(|piece| {
                u32::from(match *piece {
                    Piece::Op(op) => op.bits(),
                    Piece::Int(value) => price::int_bits(value.into()),
                    Piece::Known(id) => self.bits(id),
                    Piece::Written(id) => {
                        let nodes = self.written.get(id as usize).into_iter().flatten();
                        return nodes.map(|node| u32::from(price::node_bits(node))).sum();
                    }
                })
            })
            .sum()
    }

    /// Takes tokens that are to be part of laws.
    pub(super) fn write(&mut self, nodes: &[Node]) -> Piece {
        self.written.push(nodes.to_vec());
        Piece::Written(self.written.len() as u32 - 1)
    }

    /// The law in full.
    pub(super) fn expr(&self, pieces: &[Piece]) -> Option<Expr> {
        let mut nodes = Vec::new();
        for piece in pieces {
            match *piece {
                Piece::Op(op) => nodes.push(Node::Op(op)),
                Piece::Int(value) => nodes.push(Node::Int(value.into())),
                Piece::Known(id) => self.spell(id, &mut nodes)?,
                Piece::Written(id) => nodes.extend(self.written.get(id as usize)?),
            }
        }
        Expr::from_prefix(nodes).ok()
    }

    fn spell(&self, id: u32, nodes: &mut Vec<Node>) -> Option<()> {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match self.entry(id)?.shape {
                Origin::Leaf(leaf) => leaf.write(nodes),
                Origin::Unary(op, a) => {
                    nodes.push(Node::Op(op));
                    waiting.push(a);
                }
                Origin::Binary(op, a, b) => {
                    nodes.push(Node::Op(op));
                    waiting.push(b);
                    waiting.push(a);
                }
            }
            // The empty node lists of a damaged bank must not loop for ever.
            if nodes.len() > Expr::MAX_NODES {
                return None;
            }
        }
        Some(())
    }
}
