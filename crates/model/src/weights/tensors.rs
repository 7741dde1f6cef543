//! Weights files and networks in burn's tensors.

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param};
use burn::tensor::{Device, Tensor, TensorData};

use super::{TrainingRecord, Values, WeightPrecision, read, write};
use crate::error::Result;
use crate::transformer::Transformer;

/// Writes a model as a weights file.
pub fn save(
    model: &Transformer,
    training: &TrainingRecord,
    precision: WeightPrecision,
) -> Result<Vec<u8>> {
    let mut values = values(model);
    let numbers = |entry: &super::TensorEntry| values.remove(&entry.name).unwrap_or_default();
    write(model.config(), training, precision, numbers)
}

/// Reads a model onto a device.
pub fn load(file: &[u8], device: &Device) -> Result<(Transformer, TrainingRecord)> {
    let (header, values) = read(file)?;
    let model = Transformer::new(&header.config, device)?;
    Ok((model.map(&mut Filler::new(values, &[])), header.training))
}

/// The numbers of a network by name: read back from the device, which is
/// waited for.
pub(crate) fn values(model: &Transformer) -> Values {
    let mut reader = Reader::default();
    model.visit(&mut reader);
    reader.values
}

#[derive(Default)]
struct Reader {
    path: Vec<String>,
    values: Values,
}

impl ModuleVisitor for Reader {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let values = param.val().into_data().iter::<f32>().collect();
        self.values.insert(self.path.join("."), values);
    }
}

/// Hands numbers to the parameters of their names.
pub(super) struct Filler {
    path: Vec<String>,
    values: Values,
    /// Ends of the names of those that become zeros where there are no numbers;
    /// others stay as they are.
    zeros: &'static [&'static str],
}

impl Filler {
    pub fn new(values: Values, zeros: &'static [&'static str]) -> Self {
        Filler { path: Vec::new(), values, zeros }
    }
}

impl ModuleMapper for Filler {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let name = self.path.join(".");
        let mut values = match self.values.remove(&name) {
            Some(values) => values,
            None if self.zeros.iter().any(|end| name.ends_with(end)) => Vec::new(),
            None => return param,
        };
        // Features that are new stand after those that were there, row by row.
        let shape = param.lazy_shape();
        values.resize(shape.num_elements(), 0.0);
        let tensor = Tensor::from_data(TensorData::new(values, shape), &param.lazy_device());
        let id = param.id;
        param.transform_for_load(tensor, id)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TensorEntry, layout};
    use super::*;
    use crate::config::{InputEncoding, ModelConfig, Preset, Task};

    /// Names and shapes as burn walks through the network.
    #[derive(Default)]
    struct Shapes {
        path: Vec<String>,
        entries: Vec<TensorEntry>,
    }

    impl ModuleVisitor for Shapes {
        fn enter_module(&mut self, name: &str, _container: &str) {
            self.path.push(name.to_owned());
        }

        fn exit_module(&mut self, _name: &str, _container: &str) {
            self.path.pop();
        }

        fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
            let shape = param.lazy_shape().to_vec();
            self.entries.push(TensorEntry { name: self.path.join("."), shape });
        }
    }

    #[test]
    fn the_layout_is_what_burn_sees() {
        for task in Task::ALL {
            for encoding in InputEncoding::ALL {
                for preset in [Preset::Tiny, Preset::Web, Preset::Paper] {
                    let config = ModelConfig::preset(preset, task, encoding);
                    let mut shapes = Shapes::default();
                    // Parameters are made when first used, so this is cheap.
                    Transformer::new(&config, &Device::default()).unwrap().visit(&mut shapes);
                    assert_eq!(layout(&config).unwrap(), shapes.entries, "{task} {encoding}");
                }
            }
        }
    }
}
