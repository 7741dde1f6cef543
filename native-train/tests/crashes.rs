//! What can happen to a run from outside: the process is killed, the disk is
//! full, somebody else trains in the same folder.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::Tensor;
use native_train::config::RunConfig;
use native_train::log::{self, Entry};
use native_train::{checkpoint, export};

/// Steps of the runs here.
const STEPS: u64 = 400;

const NEW: [&str; 11] = [
    "--preset",
    "tiny",
    "--batch",
    "8",
    "--max-ops",
    "2",
    "--validation-examples",
    "4",
    "--checkpoint-minutes",
    "0.001",
    "--steps",
];

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_native-train"));
    command.arg("train").stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn start(run: &Path) -> Child {
    program().args(NEW).arg(STEPS.to_string()).arg("--out").arg(run).spawn().unwrap()
}

fn resume(run: &Path, steps: u64) -> Child {
    program().args(["--steps", &steps.to_string()]).arg("--resume").arg(run).spawn().unwrap()
}

/// Waits for the end; gives what it said if it failed.
fn end(child: Child) -> Result<(), String> {
    let output = child.wait_with_output().unwrap();
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Where the newest checkpoint stands.
fn saved(run: &Path) -> Option<u64> {
    let newest = checkpoint::list(run).ok()?.pop()?;
    Some(checkpoint::read_progress(&newest).ok()?.step)
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(300), "not in five minutes: {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// All numbers of a network.
struct Bits(Vec<u32>);

impl ModuleVisitor for Bits {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let numbers = param.val().into_data().try_into_vec::<f32>().unwrap();
        self.0.extend(numbers.into_iter().map(f32::to_bits));
    }
}

/// The last words of a run: its weights, to the last bit, and the loss on examples
/// that it is not trained on. The checkpoint's own bytes would differ: burn gives
/// the parameters of each run random numbers as names.
fn outcome(run: &Path) -> (Vec<u32>, Entry) {
    let config = RunConfig::read(run).unwrap();
    let device = config.device.open(0).unwrap();
    let (model, progress) = export::network(run, &config, 1, &device.autodiff()).unwrap();
    assert_eq!(progress.step, STEPS);
    let mut weights = Bits(Vec::new());
    model.visit(&mut weights);
    let last = log::read(run).unwrap().pop().unwrap();
    match last {
        Entry::Validation { step, examples, loss, accuracy, by_operators, .. } => {
            // How long it took is another matter.
            let hours = 0.0;
            (weights.0, Entry::Validation { step, examples, hours, loss, accuracy, by_operators })
        }
        other => panic!("the last line is {other:?}"),
    }
}

/// Kills at random moments, as many as `ANSATZ_KILLS` says: `cargo xtask soak`
/// asks for fifty.
#[test]
fn killed_at_random_moments_a_run_ends_as_if_it_had_not_been() {
    let kills: u64 = std::env::var("ANSATZ_KILLS").map_or(3, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    end(start(&whole)).unwrap();

    let run = folder.path().join("killed");
    let mut child = start(&run);
    wait_until("the first checkpoint", || saved(&run).is_some());
    let (mut random, mut counted) = (21u64, 0);
    while counted < kills {
        // Mostly within the first steps after a beginning, where files are moved about.
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((random >> 33) % 400_000));
        let before = saved(&run);
        child.kill().unwrap();
        let finished = child.wait().unwrap().success();
        counted += 1;
        let after = saved(&run);
        assert!(after >= before, "kill {counted}: at {before:?}, then at {after:?}");
        if finished {
            // Nothing was left to kill: begin again.
            std::fs::remove_dir_all(&run).unwrap();
            child = start(&run);
            wait_until("the first checkpoint", || saved(&run).is_some());
        } else {
            child = resume(&run, STEPS);
        }
    }
    end(child).unwrap();
    assert!(outcome(&run) == outcome(&whole), "the runs differ");
    eprintln!("killed {counted} times");
}

#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (run, whole) = (folder.path().join("run"), folder.path().join("whole"));
    end(start(&whole)).unwrap();
    let mut child = start(&run);
    wait_until("a checkpoint", || saved(&run) > Some(0));
    child.kill().unwrap();
    child.wait().unwrap();
    let before = saved(&run);

    // No file may be larger than some kilobytes, and writing more is an error.
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\""]);
    limited.arg(env!("CARGO_BIN_EXE_native-train")).args(["train", "--steps"]);
    limited.arg(STEPS.to_string()).arg("--resume").arg(&run);
    let child = limited.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let error = end(child).unwrap_err();
    assert!(error.contains("native-train:") && error.contains("bpk"), "{error}");
    assert_eq!(saved(&run), before, "what was there is there");

    end(resume(&run, STEPS)).unwrap();
    assert!(outcome(&run) == outcome(&whole), "the runs differ");
}

#[test]
fn a_second_trainer_in_a_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut first = program().args(NEW).arg("1000000").arg("--out").arg(&run).spawn().unwrap();
    wait_until("a checkpoint", || saved(&run).is_some());
    let error = end(resume(&run, STEPS)).unwrap_err();
    assert!(error.contains("another process is training in"), "{error}");
    // The first one does not notice, and the folder is free once it has gone.
    assert!(first.try_wait().unwrap().is_none());
    first.kill().unwrap();
    first.wait().unwrap();
    let step = saved(&run).unwrap();
    end(resume(&run, step + 1)).unwrap();
}
