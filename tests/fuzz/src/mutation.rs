//! Random changes to inputs that are known.

use std::fs;
use std::path::{Path, PathBuf};

/// No input grows beyond this: long ones find little that short ones do not.
const MAX_LEN: usize = 600;

/// Pieces that the readers treat in ways of their own.
const PIECES: &[&str] = &[
    "…",
    "...",
    "−",
    "–",
    "\u{2009}",
    "\u{202f}",
    "’",
    "'",
    "\"",
    "_",
    ",",
    ";",
    " ",
    "\n",
    "\t",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "/",
    ".",
    "e",
    "E-3",
    "*^",
    "×10^",
    "A000045",
    "%S A000045 ",
    "%V A000045 ",
    "# ",
    "a(n) = ",
    "n a(n)\n",
    "etc.",
    "and",
    "inf",
    "nan",
    "0",
    "1",
    "9",
    "10",
    "1e100",
    "99999999999999999999",
    "+",
    "-",
    "*",
    "%",
    "//",
    "^",
    "**",
    "u(n-1)",
    "u(n-2)",
    "n",
    "abs(",
    "sign(",
    "relu(",
    "sqrt(",
    "exp(",
    "pi",
    "euler_gamma",
    "🦀",
    "\u{feff}",
    "\0",
];

/// The inputs of a folder, in the order of their names.
pub fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return vec![];
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // Folders are listed in any order, and the run must not depend on it.
    files.sort();
    files.iter().filter_map(|file| fs::read(file).ok()).collect()
}

/// One to four changes to one of the pool.
pub fn mutated(pool: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut data = random.pick(pool).cloned().unwrap_or_default();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let to = (at + random.below(8)).min(data.len());
        match random.below(7) {
            0 => drop(data.drain(at..to)),
            1 => {
                let part = data[at..to].to_vec();
                data.splice(at..at, part.repeat(1 + random.below(4)));
            }
            2 => {
                if let Some(byte) = data.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            3 => data.insert(at, b"0123456789"[random.below(10)]),
            4 => {
                let other = random.pick(pool).cloned().unwrap_or_default();
                let from = random.below(other.len() + 1);
                data.truncate(at);
                data.extend(&other[from..]);
            }
            _ => {
                let piece = random.pick(PIECES).copied().unwrap_or_default();
                data.splice(at..at, piece.bytes());
            }
        }
    }
    data.truncate(MAX_LEN);
    data
}

/// SplitMix64: a few lines, and good enough to throw dice.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}
