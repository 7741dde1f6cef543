//! The numbers that the members of a set are told from.

use ansatz_expr::arith;

/// The numbers among which the members are to be told from the others.
pub(crate) struct Universe<'a> {
    /// In increasing order.
    pub(crate) members: &'a [i64],
    /// Every number from here …
    pub(crate) low: i64,
    /// … to here is a member or is not.
    pub(crate) high: i64,
    /// Whether all members are prime: then only primes need be told from them.
    pub(crate) primes: bool,
}

impl<'a> Universe<'a> {
    /// The numbers from `low` to `high`, or the primes among them.
    pub(crate) fn new(members: &'a [i64], low: i64, high: i64) -> Self {
        let is_prime = |m: &i64| u64::try_from(*m).is_ok_and(arith::is_prime);
        Universe { members, low, high, primes: members.iter().all(is_prime) }
    }

    /// Whether a number is to be told from the members.
    pub(crate) fn is_other(&self, m: i64) -> bool {
        (!self.primes || u64::try_from(m).is_ok_and(arith::is_prime)) && !self.is_member(m)
    }

    pub(crate) fn is_member(&self, m: i64) -> bool {
        self.members.binary_search(&m).is_ok()
    }

    /// At most `count` numbers that are no members, spread evenly but not in a
    /// pattern.
    pub(crate) fn others(&self, count: usize) -> Vec<i64> {
        let width = self.high - self.low + 1;
        if width <= 16 * count as i64 {
            let mut others: Vec<i64> =
                (self.low..=self.high).filter(|&m| self.is_other(m)).collect();
            // Any few of the first ones are as good as all.
            let mut state = 1u64;
            for index in (1..others.len()).rev() {
                state = mix(state);
                others.swap(index, (state % (index as u64 + 1)) as usize);
            }
            others.truncate(count);
            return others;
        }
        let mut state = width as u64;
        let mut others = Vec::with_capacity(count);
        let stratum = width / count as i64;
        for index in 0..count as i64 {
            state = mix(state);
            let from = self.low + index * stratum;
            let start = from + (state % stratum as u64) as i64;
            // The first one after a place that has no pattern.
            if let Some(m) = (start..from + stratum).take(64).find(|&m| self.is_other(m)) {
                others.push(m);
            }
        }
        // Neighbours of the sample are far apart, in any part of it.
        for index in (1..others.len()).rev() {
            state = mix(state);
            others.swap(index, (state % (index as u64 + 1)) as usize);
        }
        others
    }
}

/// A step of a splittable generator: no randomness is wanted, only no pattern.
fn mix(state: u64) -> u64 {
    let mut x = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
