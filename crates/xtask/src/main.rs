//! `cargo xtask`: how everything is built and checked.

mod bench;
mod browser;
mod check;
mod fuzz;
mod licences;
mod package;
mod report;
mod run;
mod serve;
mod site;
mod test;
mod wasm;

use clap::{Parser, Subcommand};

/// Builds and checks Ansatz.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds everything and serves the page.
    Web {
        /// The port to serve on; 0 takes a free one.
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Builds into web/dist and stops there.
        #[arg(long)]
        build_only: bool,
    },
    /// Builds the npm package in `pkg`.
    Package,
    /// Runs every test, those in a browser included.
    Test {
        /// Leaves out the tests in a browser.
        #[arg(long)]
        no_browser: bool,
    },
    /// Checks formatting, lints, documentation and licences.
    Check,
    /// Copies the figures of pkg/models/report into the README.
    Report,
    /// Runs the benchmarks; further arguments go to criterion. `bench browser`
    /// measures the npm package in Chromium instead, beside onnxruntime-web;
    /// `bench builds`, what different ways to build it give.
    Bench {
        /// `browser`, `builds`, or passed on, for example a benchmark's name.
        #[arg(trailing_var_arg = true)]
        arguments: Vec<String>,
    },
    /// Feeds the readers random input for a while.
    Fuzz {
        /// How long, for each target.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Web { port, build_only } => {
            let site = site::build()?;
            if build_only {
                println!("built {}", site.display());
                return Ok(());
            }
            serve::serve(&site, port)
        }
        Command::Package => {
            println!("built {}", package::build()?.display());
            Ok(())
        }
        Command::Test { no_browser } => test::test(!no_browser),
        Command::Check => check::check(),
        Command::Report => report::write(),
        Command::Bench { arguments } if arguments == ["browser"] => bench::browser(),
        Command::Bench { arguments } if arguments == ["builds"] => bench::builds(),
        Command::Bench { arguments } => check::bench(&arguments),
        Command::Fuzz { seconds } => fuzz::fuzz(seconds),
    }
}
