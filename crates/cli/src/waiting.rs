//! A line that says what is going on, for somebody who waits.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use ansatz::{Candidate, Group, Listener};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is done sooner needs no explanation.
const PATIENCE: Duration = Duration::from_millis(500);

/// Long laws would wrap, and wrapped lines are not erased.
const LONGEST_LAW: usize = 40;

/// Shows the stage and the best verified law so far, on a terminal only and
/// only after a while. Gone when it is dropped.
pub struct Waiting {
    bar: ProgressBar,
    stage: &'static str,
    best: String,
    /// Dropped to say that the work is done.
    done: Option<Sender<()>>,
    shower: Option<JoinHandle<()>>,
}

impl Waiting {
    /// Begins to wait.
    pub fn begin() -> Waiting {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
            bar.set_style(style);
        }
        let mut waiting = Waiting { bar, stage: "", best: String::new(), done: None, shower: None };
        if std::io::stderr().is_terminal() {
            let (done, is_done) = mpsc::channel::<()>();
            let bar = waiting.bar.clone();
            waiting.done = Some(done);
            // Where there are no threads, as in `npx ansatz`, nothing is shown.
            let show = std::thread::Builder::new().spawn(move || {
                if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(Duration::from_millis(100));
                }
            });
            waiting.shower = show.ok();
        }
        waiting
    }

    fn say(&self) {
        let best = if self.best.is_empty() { "" } else { "; so far u(n) = " };
        self.bar.set_message(format!("{}{best}{}", self.stage, self.best));
    }
}

impl Listener for Waiting {
    fn stage(&mut self, group: Group) {
        self.stage = group.label();
        self.say();
    }

    fn wants_candidates(&self) -> bool {
        self.shower.is_some()
    }

    fn improved(&mut self, best: &Candidate) {
        // What is not sure may not be given as the answer in the end.
        let sure = best.evidence.verdict.is_verified();
        let formula = best.formula().to_string();
        self.best = formula.chars().take(if sure { LONGEST_LAW } else { 0 }).collect();
        if sure && formula.chars().count() > LONGEST_LAW {
            self.best.push('…');
        }
        self.say();
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.done = None;
        // It must not draw after the line has been cleared.
        if let Some(shower) = self.shower.take() {
            let _ = shower.join();
        }
        self.bar.finish_and_clear();
    }
}
