//! The `ansatz` command.

mod calibrate;
mod error;
mod evaluate;
mod explain;
mod generate;
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
                  4  reading or writing failed"
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
    /// Measures accuracy on a test bed.
    Evaluate(evaluate::Evaluate),
    /// Fits the probabilities of answers to sequences whose further terms are known.
    Calibrate(calibrate::Calibrate),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Predict(predict) => predict.run(),
        Command::Explain(explain) => explain.run(),
        Command::Generate(generate) => generate.run(),
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Calibrate(calibrate) => calibrate.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe has had enough: `ansatz generate | head`.
        Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        // The answer has been printed, and it is that there is none.
        Err(error @ (Error::NoLaw | Error::DoesNotHold)) => ExitCode::from(error.exit_code()),
        Err(error) => {
            eprintln!("ansatz: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
