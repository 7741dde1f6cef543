//! The presets are the sizes they claim to be.

use ansatz_model::{Error, InputEncoding, ModelConfig, Preset, Task, weights};

fn parameters(preset: Preset, task: Task, encoding: InputEncoding) -> usize {
    let config = ModelConfig::preset(preset, task, encoding);
    let layout = weights::layout(&config).unwrap();
    layout.iter().map(|tensor| tensor.shape.iter().product::<usize>()).sum()
}

#[test]
fn sizes() {
    for task in [Task::IntegerSymbolic, Task::FloatSymbolic] {
        // The paper speaks of about 68 million.
        let paper = parameters(Preset::Paper, task, InputEncoding::Tokens);
        assert!((60_000_000..72_000_000).contains(&paper), "{paper}");
        let web = parameters(Preset::Web, task, InputEncoding::Steps);
        assert!((2_000_000..3_000_000).contains(&web), "{web}");
        let tiny = parameters(Preset::Tiny, task, InputEncoding::Terms);
        assert!(tiny < 300_000, "{tiny}");
    }
}

#[test]
fn sizes_that_are_none_are_refused() {
    let good = ModelConfig::preset(Preset::Tiny, Task::IntegerSymbolic, InputEncoding::Terms);
    good.validate().unwrap();
    let zero = ModelConfig { encoder_layers: 0, ..good.clone() };
    let huge = ModelConfig { width: 1 << 40, ..good.clone() };
    let uneven = ModelConfig { heads: 7, ..good };
    for (config, name) in [(zero, "encoder_layers"), (huge, "width"), (uneven, "heads")] {
        let error = config.validate().unwrap_err();
        assert!(matches!(error, Error::BadConfig { field, .. } if field == name), "{error}");
    }
}
