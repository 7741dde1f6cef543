//! How long a network takes natively, by tensors and directly: the least and
//! the median of many runs, by turns.
//!
//! ```sh
//! cargo run --release -p ansatz-model --features flex --example decode [weights file]
//! ```

use std::time::{Duration, Instant};

use ansatz_expr::Int;
use ansatz_model::vocab::BEGIN;
use ansatz_model::{Direct, EncodedInput, Error, InputBatch, TermSlice, weights};
use burn::tensor::Device;

const SHIPPED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/models/integer-symbolic.ansatz");
const TERMS: [i64; 12] = [1, 2, 4, 8, 16, 32, 64, 28, 56, 12, 24, 48];
const ROWS: usize = 10;
const STEPS: usize = 10;
const RUNS: usize = 101;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| SHIPPED.to_owned());
    let file = std::fs::read(path)?;
    let (model, _) = weights::load(&file, &Device::flex())?;
    let (direct, _) = Direct::load(&file)?;
    let config = model.config();
    let input = EncodedInput::new(TermSlice::Integers(&TERMS.map(Int::from)), config.encoding)?;
    let batch = InputBatch::new(config.input_kind(), &[&input])?;
    let parents = |step: usize| match step {
        0 => vec![0],
        1 => vec![0; ROWS],
        _ => (0..ROWS).map(|row| row / 2).collect(),
    };
    let tokens = |step: usize| match step {
        0 => vec![BEGIN],
        _ => (4..).take(ROWS).collect(),
    };
    let by_tensors = || -> Result<(), Error> {
        let mut state = model.start(&batch)?;
        for step in 0..STEPS {
            state.reorder(&parents(step))?;
            pollster::block_on(model.step_to_host(&mut state, &tokens(step)))?;
        }
        Ok(())
    };
    let directly = || -> Result<(), Error> {
        let mut state = direct.start(&input)?;
        for step in 0..STEPS {
            state.reorder(&parents(step))?;
            direct.step(&mut state, &tokens(step))?;
        }
        Ok(())
    };
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        times[0].push(timed(by_tensors)?);
        times[1].push(timed(directly)?);
    }
    for (name, times) in ["by tensors", "directly"].iter().zip(&mut times) {
        times.sort();
        println!("{name}: least {:?}, median {:?}", times[0], times[RUNS / 2]);
    }
    Ok(())
}

fn timed(run: impl Fn() -> Result<(), Error>) -> Result<Duration, Error> {
    let begin = Instant::now();
    run()?;
    Ok(begin.elapsed())
}
