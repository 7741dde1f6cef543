//! The numbers of a network by name.

use std::collections::HashMap;

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::Tensor;

use crate::error::{Error, Result};
use crate::transformer::Transformer;

/// All of them, by the names they have in a weights file: read back from the
/// device, which is waited for.
pub(crate) fn values(model: &Transformer) -> Result<HashMap<String, Vec<f32>>> {
    let mut reader = Reader::default();
    model.visit(&mut reader);
    match reader.failure {
        Some(failure) => Err(failure),
        None => Ok(reader.values),
    }
}

#[derive(Default)]
struct Reader {
    path: Vec<String>,
    values: HashMap<String, Vec<f32>>,
    failure: Option<Error>,
}

impl ModuleVisitor for Reader {
    fn enter_module(&mut self, name: &str, _container: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _name: &str, _container: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        match param.val().into_data().try_into_vec::<f32>() {
            Ok(values) => {
                self.values.insert(self.path.join("."), values);
            }
            Err(error) => self.failure = Some(Error::Device(format!("{error:?}"))),
        }
    }
}
