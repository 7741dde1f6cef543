//! Which positions of the input expressions are compared on.
//!
//! `u(n-6)` is unknown for the first six terms, so laws that look back
//! differently far are defined on different stretches. They are compared on
//! windows: the positions from 1, 3 or 6 on, whichever both have in full. What
//! is undefined anywhere in the last window is of no use and dropped.

use super::index::mix;
use super::pieces::BankValue;

/// At most so many windows.
pub(super) const MAX_WINDOWS: usize = 4;

/// More positions than this only cost time: the rest serves to confirm.
const MAX_POSITIONS: usize = 40;

/// The comfortable number of positions in the last window.
const COMFORTABLE: usize = 8;

/// The deepest look back.
pub(super) const MAX_BACK: usize = 6;

/// The stretch of the input that is computed on, and its windows.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// Index of the first term that is computed.
    first: usize,
    /// Number of terms that are computed.
    len: usize,
    /// Starts of the windows, from `first`, ascending; never empty.
    windows: Vec<usize>,
}

impl Frame {
    /// For terms of which `fits(i, bits)` says whether term i is small enough
    /// for words of so many bits. `None` if too few are left to search on.
    pub(super) fn new(terms: usize, fits: impl Fn(usize, u32) -> bool) -> Option<Frame> {
        let within =
            |bits: u32| (0..terms.min(MAX_POSITIONS)).take_while(|&i| fits(i, bits)).count();
        // Products of two terms must fit a word, or many laws are out of reach;
        // a growing sequence says enough in its first terms.
        let (narrow, wide) = (within(31), within(62));
        let end = narrow.max(wide.min(MAX_BACK + COMFORTABLE));
        let back = MAX_BACK.min((end / 2).max(end.saturating_sub(5)));
        if end < back + 2 {
            return None;
        }
        let first = back.min(1);
        let mut windows: Vec<usize> = [1, 3]
            .into_iter()
            .filter(|&start| start < back)
            .chain([back])
            .map(|start| start - first)
            .collect();
        windows.dedup();
        Some(Frame { first, len: end - first, windows })
    }

    /// One window alone, for values that say much each: floats.
    pub(super) fn single(terms: usize) -> Option<Frame> {
        let frame = Frame::new(terms, |_, _| true)?;
        let first = frame.max_back();
        Some(Frame { first, len: frame.positions().end - first, windows: vec![0] })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn windows(&self) -> &[usize] {
        &self.windows
    }

    /// Where the last, shortest window starts.
    pub(super) fn last_window(&self) -> usize {
        self.windows.last().copied().unwrap_or(0)
    }

    /// The furthest look back that the last window allows.
    pub(super) fn max_back(&self) -> usize {
        self.first + self.last_window()
    }

    /// The first window that starts at the term of this index or later.
    pub(super) fn window_from(&self, term: usize) -> Option<usize> {
        self.windows.iter().position(|start| start + self.first >= term)
    }

    /// Positions of the input that are computed, by index of the term.
    pub(super) fn positions(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// Fingerprints of a vector of values, one a window from `start` on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prints {
    prints: [u64; MAX_WINDOWS],
    /// The first window on which everything is defined.
    pub(super) start: usize,
}

impl Prints {
    pub(super) fn at(&self, window: usize) -> Option<u64> {
        self.prints.get(window).copied().filter(|_| window >= self.start)
    }

    pub(super) fn last(&self, frame: &Frame) -> u64 {
        self.prints.get(frame.windows.len() - 1).copied().unwrap_or(0)
    }
}

/// Computes `rule` position by position from the end, into `out`, as far as it
/// is defined but not before window `first`. `None` if undefined on the last
/// window.
#[inline(always)]
pub(super) fn trace<A: Copy, V: BankValue>(
    frame: &Frame,
    first: usize,
    a: &[A],
    b: &[A],
    out: &mut [V],
    rule: impl Fn(A, A) -> Option<V>,
) -> Option<Prints> {
    let windows = &frame.windows;
    let mut prints = Prints { prints: [0; MAX_WINDOWS], start: windows.len() };
    let mut print = 0;
    let mut end = frame.len;
    for (window, &start) in windows.iter().enumerate().skip(first).rev() {
        let (Some(a), Some(b), Some(out)) =
            (a.get(start..end), b.get(start..end), out.get_mut(start..end))
        else {
            break;
        };
        let mut defined = true;
        for ((a, b), out) in a.iter().zip(b).zip(out).rev() {
            match rule(*a, *b) {
                Some(value) => {
                    *out = value;
                    print = mix(print, value.digest());
                }
                None => {
                    defined = false;
                    break;
                }
            }
        }
        if !defined {
            break;
        }
        if let Some(slot) = prints.prints.get_mut(window) {
            *slot = print;
        }
        prints.start = window;
        end = start;
    }
    (prints.start < windows.len()).then_some(prints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_leave_terms_as_proof() {
        let frame = |terms| Frame::new(terms, |_, _| true);
        assert!(frame(0).is_none());
        assert!(frame(1).is_none());
        assert_eq!(frame(4).unwrap().max_back(), 2);
        assert_eq!(frame(11).unwrap().max_back(), 6);
        let long = frame(1000).unwrap();
        assert_eq!((long.positions(), long.windows()), (1..40, &[0usize, 2, 5][..]));
    }

    #[test]
    fn large_terms_are_left_to_confirmation() {
        // Doubling every term: 2^i.
        let frame = Frame::new(60, |i, bits| i < bits as usize).unwrap();
        assert_eq!(frame.positions(), 1..31);
        // Squaring every term: 2^(2^i).
        let frame = Frame::new(20, |i, bits| 1u64 << i < bits.into()).unwrap();
        assert_eq!(frame.positions(), 1..6);
    }

    #[test]
    fn undefined_positions_shorten_the_prints() {
        let frame = Frame::new(15, |_, _| true).unwrap();
        let values: Vec<i64> = (0..14).collect();
        let mut out = vec![0; 14];
        let rule = |least: i64| move |a: i64, _: i64| (a >= least).then_some(a);
        let starts: Vec<Option<usize>> = [0, 1, 2, 3, 5, 6]
            .map(|least| {
                trace(&frame, 0, &values, &values, &mut out, rule(least)).map(|prints| prints.start)
            })
            .to_vec();
        assert_eq!(starts, [Some(0), Some(1), Some(1), Some(2), Some(2), None]);
    }
}
