//! `native-train`: see `--help`.

mod cli;

use std::path::Path;
use std::process::ExitCode;

use ansatz_model::weights;
use burn::tensor::Device;
use clap::Parser;
use indicatif::ProgressBar;
use native_train::checkpoint::State;
use native_train::config::{Origin, RunConfig};
use native_train::evaluate::{self, Report};
use native_train::train::{self, Limits};
use native_train::{Error, Result, bench, export, files, plot, score};

use cli::{BenchArgs, Cli, Command, EvaluateArgs, ExportArgs, TrainArgs};

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Train(args) => run_train(&args),
        Command::Plot { run } => run_plot(&run),
        Command::Export(args) => run_export(&args),
        Command::Inspect { file } => run_inspect(&file),
        Command::Evaluate(args) => run_evaluate(&args),
        Command::Bench(args) => run_bench(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("native-train: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_train(args: &TrainArgs) -> Result<()> {
    match (&args.resume, &args.out) {
        (Some(folder), _) => resume(args, folder),
        (None, Some(folder)) => start(args, folder),
        (None, None) => Err(Error::BadOption {
            option: "--out",
            problem: "a new run needs a folder".to_owned(),
        }),
    }
}

fn start(args: &TrainArgs, folder: &Path) -> Result<()> {
    if folder.join(files::CONFIG).exists() {
        return Err(Error::RunExists { path: folder.to_owned() });
    }
    let mut config = args.config()?;
    let device = config.device.open(0)?.autodiff();
    let state = match &args.from {
        Some(path) => {
            let file = read(path)?;
            let training = weights::inspect(&file)?.training;
            config.from = Some(Origin { sha256: export::sha256(&file), training });
            State::from_weights(&config, &file, &device)?
        }
        None => State::new(&config, &device)?,
    };
    let checkpoints = folder.join(files::CHECKPOINTS);
    std::fs::create_dir_all(&checkpoints)
        .map_err(|source| Error::File { path: checkpoints, source })?;
    let _occupied = files::occupy(folder)?;
    // Somebody may have begun here since we looked.
    if folder.join(files::CONFIG).exists() {
        return Err(Error::RunExists { path: folder.to_owned() });
    }
    config.write(folder)?;
    go(args, &config, state, folder)
}

fn resume(args: &TrainArgs, folder: &Path) -> Result<()> {
    let mut config = RunConfig::read(folder)?;
    let _occupied = files::occupy(folder)?;
    if let Some(device) = args.device {
        config.device = device;
    }
    let device = config.device.open(0)?.autodiff();
    let state = State::load(folder, &config, &device)?;
    if let Some(steps) = args.anneal_steps {
        config.schedule.anneal = Some((state.progress.step, steps));
    }
    config.write(folder)?;
    go(args, &config, state, folder)
}

fn go(args: &TrainArgs, config: &RunConfig, state: State, folder: &Path) -> Result<()> {
    let limits = Limits { hours: args.hours, steps: args.steps.or(config.schedule.end()) };
    println!(
        "{} · {} · {} input · {} parameters · {} · step {}",
        config.model.task,
        config.device,
        config.model.encoding,
        burn::module::Module::num_params(&state.model),
        folder.display(),
        state.progress.step,
    );
    train::train(config, state, folder, limits).map(|_| ())
}

fn run_plot(run: &Path) -> Result<()> {
    for path in plot::plot(run)? {
        println!("{}", path.display());
    }
    Ok(())
}

fn run_export(args: &ExportArgs) -> Result<()> {
    let config = RunConfig::read(&args.run)?;
    let device = args.device.open(0)?;
    let (model, progress) = export::network(&args.run, &config, args.average, &device)?;
    let mut training = export::training(&config, &progress);
    // What is measured is what is shipped: the weights as they are in the file.
    let file = weights::save(&model, &training, args.precision)?;
    let (model, _) = weights::load(&file, &device)?;
    for path in &args.test {
        let report = measure(&model, path, usize::MAX, score::TOLERANCE)?;
        let name = format!("greedy/{}", test_name(path));
        training.metrics.insert(name, report.all.percent());
    }
    let entry = export::write(&model, &training, args.precision, &args.out)?;
    println!(
        "{}: {} bytes, {} parameters, SHA-256 {}",
        args.out.display(),
        entry.bytes,
        entry.parameters,
        entry.sha256
    );
    Ok(())
}

fn run_inspect(path: &Path) -> Result<()> {
    let header = weights::inspect(&read(path)?)?;
    println!("task        {}", header.config.task);
    println!("encoding    {}", header.config.encoding);
    println!(
        "size        width {}, {} heads, {}+{} layers, feed-forward {}",
        header.config.width,
        header.config.heads,
        header.config.encoder_layers,
        header.config.decoder_layers,
        header.config.feed_forward
    );
    println!("parameters  {}, {}", header.parameters(), header.precision);
    println!("vocabulary  {}", header.vocabulary);
    println!(
        "training    {} examples, {} steps, {:.2} hours, seed {}",
        header.training.examples,
        header.training.steps,
        header.training.hours,
        header.training.seed
    );
    for (name, value) in &header.training.metrics {
        println!("metric      {name} {value:.2}");
    }
    for tensor in &header.tensors {
        println!("tensor      {} {:?}", tensor.name, tensor.shape);
    }
    Ok(())
}

fn run_evaluate(args: &EvaluateArgs) -> Result<()> {
    let device: Device = args.device.open(0)?;
    let model = if args.model.is_dir() {
        let config = RunConfig::read(&args.model)?;
        export::network(&args.model, &config, 1, &device)?.0
    } else {
        weights::load(&read(&args.model)?, &device)?.0
    };
    for path in &args.test {
        measure(&model, path, args.limit, args.tolerance)?;
    }
    Ok(())
}

fn run_bench(args: &BenchArgs) -> Result<()> {
    let config = args.train.config()?;
    let device = config.device.open(0)?.autodiff();
    let shape = bench::Shape { terms: args.terms, tokens: args.tokens, seconds: args.seconds };
    let profile = bench::bench(&config, shape, &device)?;
    println!(
        "{:.1} examples/s · {:.1} ms a step: forward {:.1}, backward {:.1}, clip {:.1}, optimizer {:.1}",
        1000.0 * config.batch as f64 / profile.total(),
        profile.total(),
        profile.forward,
        profile.backward,
        profile.clip,
        profile.optimizer
    );
    Ok(())
}

/// Measures on one test file and prints the result.
fn measure(
    model: &ansatz_model::Transformer,
    path: &Path,
    limit: usize,
    tolerance: f64,
) -> Result<Report> {
    let cases = evaluate::read(path, model.config().task.domain(), limit)?;
    let bar = ProgressBar::new(cases.len() as u64);
    let report = evaluate::evaluate(model, &cases, tolerance, &bar)?;
    bar.finish_and_clear();
    println!(
        "{}: {:.2}% ({} of {})",
        test_name(path),
        report.all.percent(),
        report.all.right,
        report.all.cases
    );
    for (what, counts) in [("operators", &report.by_operators), ("degree", &report.by_degree)] {
        let parts: Vec<String> =
            counts.iter().map(|(key, count)| format!("{key}: {:.1}", count.percent())).collect();
        println!("  by {what:<9} {}", parts.join("  "));
    }
    Ok(report)
}

/// `int_ops5` of `…/int_ops5.jsonl.gz`.
fn test_name(path: &Path) -> String {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("?");
    name.split('.').next().unwrap_or(name).to_owned()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|source| Error::File { path: path.to_owned(), source })
}
