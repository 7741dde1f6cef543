//! `cargo xtask`: how everything is built and checked.

mod bench;
mod browser;
mod check;
mod docs;
mod fuzz;
mod licences;
mod metadata;
mod npm;
mod package;
mod release;
mod report;
mod run;
mod site;
mod soak;
mod tally;
mod test;
mod wasm;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use package::Engines;
use test::Part;

/// Builds and checks Ansatz.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds the page and serves it.
    Web {
        /// The port to serve on; 0 takes a free one.
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Builds into web/dist and stops there.
        #[arg(long)]
        build_only: bool,
        /// Builds the engine for WebGPU too, which takes much longer.
        #[arg(long)]
        gpu: bool,
    },
    /// Builds the npm package in `pkg`.
    Package {
        /// Leaves out the engine for WebGPU, which takes most of the time.
        #[arg(long)]
        no_gpu: bool,
    },
    /// Runs every test, those in a browser included; or only the parts named.
    Test {
        /// What to run. Without any: everything.
        parts: Vec<Part>,
        /// Leaves out the tests in a browser.
        #[arg(long)]
        no_browser: bool,
    },
    /// Checks formatting, lints, documentation and licences.
    Check,
    /// Formats Rust, TypeScript, JavaScript and style sheets.
    Format,
    /// Copies the figures of pkg/models/report into the README.
    Report,
    /// Runs the benchmarks; further arguments go to criterion. `bench browser`
    /// measures the npm package in Chromium instead, beside onnxruntime-web;
    /// `bench builds`, what different ways to build it give; `bench webgpu`
    /// counts what it asks of a GPU.
    Bench {
        /// `browser`, `builds`, `webgpu`, or passed on, for example a
        /// benchmark's name.
        #[arg(trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Builds the documentation, with the page, as one static site.
    Docs {
        /// Builds the page's engine for WebGPU too.
        #[arg(long)]
        gpu: bool,
    },
    /// Builds, tests and packs everything that a release would publish.
    Release(release::Release),
    /// Feeds whatever takes input from outside random input for a while.
    Fuzz {
        /// Only this target: a folder of tests/fuzz/corpus.
        target: Option<String>,
        /// How long, for each target.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Tries what takes hours: fuzzing, load, kills, other machines. Prints one
    /// table.
    Soak(soak::Plan),
}

fn main() -> anyhow::Result<ExitCode> {
    let outcome = match Arguments::parse().command {
        Command::Web { port, build_only, gpu } => {
            let engines = if gpu { Engines::CpuAndGpu } else { Engines::Cpu };
            let site = site::build(engines)?;
            if build_only {
                println!("built {}", site.display());
                Ok(())
            } else {
                site::serve(port)
            }
        }
        Command::Package { no_gpu } => {
            let engines = if no_gpu { Engines::Cpu } else { Engines::CpuAndGpu };
            println!("built {}", package::build(engines)?.display());
            Ok(())
        }
        Command::Test { parts, no_browser } => {
            // The count is the last thing said: no error after it.
            let is_well = test::test(&parts, !no_browser);
            return Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Soak(plan) => {
            let is_well = soak::soak(&plan)?;
            return Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Check => check::check(),
        Command::Format => check::format(),
        Command::Report => report::write(),
        Command::Bench { arguments } if arguments == ["browser"] => bench::browser(),
        Command::Bench { arguments } if arguments == ["builds"] => bench::builds(),
        Command::Bench { arguments } if arguments == ["webgpu"] => bench::webgpu(),
        Command::Bench { arguments } => check::bench(&arguments),
        Command::Docs { gpu } => {
            let engines = if gpu { Engines::CpuAndGpu } else { Engines::Cpu };
            println!("built {}", docs::build(engines)?.display());
            Ok(())
        }
        Command::Release(options) => release::release(&options),
        Command::Fuzz { target, seconds } => fuzz::fuzz(target.as_deref(), seconds),
    };
    outcome.map(|()| ExitCode::SUCCESS)
}
