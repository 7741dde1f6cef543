//! The `ansatz` command.

mod batch;
mod calibrate;
mod error;
mod evaluate;
mod explain;
mod generate;
mod input;
mod predict;
mod search;
mod waiting;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::Error;

/// Guesses the law behind a number sequence.
#[derive(Parser)]
#[command(
    name = "ansatz",
    version,
    after_help = "Exit codes:\n  \
                  0  done\n  \
                  1  no law reproduces the terms, or a law fails its check\n  \
                  2  the arguments or the input cannot be read\n  \
                  3  the law has no value where one was asked for\n  \
                  4  reading or writing failed\n  \
                  5  laws reproduce the terms, but none is more likely right than not"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Guesses the law behind a sequence and continues it.
    Predict(predict::Predict),
    /// Reads a law, simplifies it, continues it and prints it in other languages.
    Explain(explain::Explain),
    /// Prints random recurrences with their terms, as JSON lines.
    Generate(generate::Generate),
    /// Answers many sequences, one a line, as JSON lines.
    Batch(batch::Batch),
    /// Measures accuracy on a test bed.
    Evaluate(evaluate::Evaluate),
    /// Fits the probabilities of answers to sequences whose further terms are known.
    Calibrate(calibrate::Calibrate),
    /// Fits the probabilities of terms that are guessed without a law.
    CalibrateGuess(calibrate::CalibrateGuess),
}

fn main() -> ExitCode {
    go_where_the_caller_is();
    let result = match Arguments::parse().command {
        Command::Predict(predict) => predict.run(),
        Command::Explain(explain) => explain.run(),
        Command::Generate(generate) => generate.run(),
        Command::Batch(batch) => batch.run(),
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Calibrate(calibrate) => calibrate.run(),
        Command::CalibrateGuess(calibrate) => calibrate.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe has had enough: `ansatz generate | head`.
        Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        // The answer has been printed, and it is that there is none.
        Err(error @ (Error::NoLaw | Error::Unlikely | Error::DoesNotHold)) => {
            ExitCode::from(error.exit_code())
        }
        Err(error) => {
            eprintln!("ansatz: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// In WebAssembly, as in `npx ansatz`, a process starts at the top of what it may see; the
/// package says in a variable where it was called.
fn go_where_the_caller_is() {
    if cfg!(target_os = "wasi")
        && let Some(folder) = std::env::var_os("PWD")
    {
        // If that cannot be, files are not found, and that is said of them.
        let _ = std::env::set_current_dir(folder);
    }
}
