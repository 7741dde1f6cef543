//! Running other programs, and where things are.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The top of the checkout.
pub fn root() -> PathBuf {
    // Asked for at run time: checkouts that share a target folder share the
    // binary too, and the path compiled into it may be another checkout's.
    let here = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.ancestors().nth(2).map_or(here.clone(), PathBuf::from)
}

/// The cargo that started us.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// A program run at the top of the checkout.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Shows the command, runs it, and fails if it does.
pub fn run(command: &mut Command) -> Result<()> {
    eprintln!("$ {}", shown(command));
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// Runs two things side by side; fails if either does, when both are over.
pub fn both<A: Send, B: Send>(
    first: impl FnOnce() -> Result<A> + Send,
    second: impl FnOnce() -> Result<B> + Send,
) -> Result<A> {
    std::thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        match second.join() {
            Ok(second) => second.and(first),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Runs the command, passes on what it prints, and gives it back: its standard output, its
/// standard error, and whether it succeeded.
pub fn run_and_read(command: &mut Command) -> Result<(String, String, bool)> {
    eprintln!("$ {}", shown(command));
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", shown(command)))?;
    let (output, errors) = (child.stdout.take(), child.stderr.take());
    let (output, errors) = std::thread::scope(|scope| {
        let errors = scope.spawn(|| pass_on(errors, std::io::stderr()));
        (pass_on(output, std::io::stdout()), errors.join().unwrap_or_default())
    });
    Ok((output, errors, child.wait()?.success()))
}

/// Copies line by line until the end, and gives all of it.
fn pass_on(from: Option<impl Read>, mut to: impl Write) -> String {
    let mut all = String::new();
    let mut line = Vec::new();
    let Some(mut from) = from.map(BufReader::new) else { return all };
    while from.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        // Whoever reads it may have gone.
        let _ = to.write_all(&line);
        all.push_str(&String::from_utf8_lossy(&line));
        line.clear();
    }
    all
}

/// Whether a program can be started at all.
pub fn exists(name: &str) -> bool {
    Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn shown(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or(command.get_program());
    std::iter::once(name)
        .chain(command.get_args())
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
