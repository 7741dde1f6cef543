//! How many tests ran, and what those that did not run say for themselves.

use std::collections::BTreeMap;
use std::fmt;

/// How a part of the tests went.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failed: usize,
    /// How many were skipped, by the reason given.
    pub skipped: BTreeMap<String, usize>,
}

impl Tally {
    /// One thing that was tried.
    pub fn one(went_well: bool) -> Self {
        Self { passed: usize::from(went_well), failed: usize::from(!went_well), ..Self::default() }
    }

    /// Counts what `cargo test` printed. A test that cannot run where it is passes, and says
    /// `skipped: REASON` on standard error.
    pub fn of_cargo(output: &str, errors: &str) -> Self {
        let mut tally = Self::default();
        for line in output.lines() {
            // test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; …
            if let Some(result) = line.strip_prefix("test result: ") {
                tally.passed += count_before(result, " passed");
                tally.failed += count_before(result, " failed");
            }
            // test name ... ignored, reason
            if let Some((_, reason)) = line.split_once(" ... ignored") {
                tally.skip(reason.trim_start_matches(", "));
            }
        }
        for line in errors.lines() {
            if let Some(reason) = line.strip_prefix("skipped: ") {
                tally.skip(reason);
                tally.passed = tally.passed.saturating_sub(1);
            }
        }
        tally
    }

    /// Counts what the test runner of Node has written in TAP.
    pub fn of_tap(text: &str) -> Self {
        let mut tally = Self::default();
        // The sums come after the plan; before it, a test may print anything after `#`.
        let Some((tests, sums)) = text.rsplit_once("\n1..") else { return tally };
        for line in tests.lines().filter(|line| line.trim_start().starts_with("ok ")) {
            // ok 3 - name # SKIP reason
            if let Some((_, reason)) = line.split_once(" # SKIP") {
                tally.skip(reason.trim());
            }
        }
        for line in sums.lines() {
            // # pass 12
            let Some((word, count)) = line.trim_start_matches("# ").split_once(' ') else {
                continue;
            };
            let count = count.parse().unwrap_or(0);
            match word {
                "pass" => tally.passed += count,
                "fail" | "cancelled" => tally.failed += count,
                _ => {}
            }
        }
        tally
    }

    /// Adds another part.
    pub fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        for (reason, count) in &other.skipped {
            *self.skipped.entry(reason.clone()).or_default() += count;
        }
    }

    fn skip(&mut self, reason: &str) {
        let reason = if reason.is_empty() { "no reason given" } else { reason };
        *self.skipped.entry(reason.to_owned()).or_default() += 1;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped: usize = self.skipped.values().sum();
        write!(f, "{} passed, {} failed, {skipped} skipped", self.passed, self.failed)
    }
}

/// The number that stands before a word.
fn count_before(text: &str, word: &str) -> usize {
    let before = text.split_once(word).map(|(before, _)| before);
    before.and_then(|before| before.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: usize, failed: usize, skipped: &[(&str, usize)]) -> Tally {
        let skipped = skipped.iter().map(|(reason, count)| ((*reason).to_owned(), *count));
        Tally { passed, failed, skipped: skipped.collect() }
    }

    #[test]
    fn results_of_cargo_are_added_up() {
        let output = "running 4 tests\ntest a ... ok\ntest b ... ignored, takes a day\n\
                      test c - (line 3) ... ignored\ntest d ... FAILED\n\n\
                      test result: FAILED. 1 passed; 1 failed; 2 ignored; 0 measured; 0 filtered \
                      out; finished in 0.01s\n\
                      test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out\n";
        let errors = "   Compiling a v0.1.0\nskipped: no gp here\nskipped: no gp here\n";
        let expected = [("takes a day", 1), ("no reason given", 1), ("no gp here", 2)];
        assert_eq!(Tally::of_cargo(output, errors), tally(11, 1, &expected));
    }

    #[test]
    fn results_of_node_are_read_from_tap() {
        let text = "TAP version 13\n# pass 7\n# Subtest: works\nok 1 - works\n  ---\n  duration_ms: 3\n  ...\n\
                    # Subtest: is left out\nok 2 - is left out # SKIP no engine was built\n\
                    not ok 3 - fails\n1..3\n# tests 3\n# suites 0\n# pass 1\n# fail 1\n\
                    # cancelled 0\n# skipped 1\n# todo 0\n# duration_ms 76.2\n";
        assert_eq!(Tally::of_tap(text), tally(1, 1, &[("no engine was built", 1)]));
    }

    #[test]
    fn the_sum_is_said_in_one_line() {
        let mut sum = tally(1, 0, &[("a", 1)]);
        sum.add(&tally(2, 1, &[("a", 2), ("b", 1)]));
        assert_eq!(sum.to_string(), "3 passed, 1 failed, 4 skipped");
        assert_eq!(sum.skipped["a"], 3);
    }
}
