//! Where tensors live, by name.

use std::fmt;

use burn::tensor::Device;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// A device that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceName {
    /// burn's flex backend: pure Rust, nothing to install.
    Cpu,
    /// PyTorch's library on the CPU: the fast way without a GPU.
    Libtorch,
    /// An NVIDIA GPU.
    Cuda,
    /// Any GPU with a Vulkan driver.
    Vulkan,
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl DeviceName {
    fn name(self) -> &'static str {
        match self {
            DeviceName::Cpu => "cpu",
            DeviceName::Libtorch => "libtorch",
            DeviceName::Cuda => "cuda",
            DeviceName::Vulkan => "vulkan",
        }
    }

    /// The device with this index, without gradients.
    pub fn open(self, index: usize) -> Result<Device> {
        // CPU devices have no index: all of them are the same processor.
        let _ = index;
        match self {
            DeviceName::Cpu => Ok(Device::flex()),
            #[cfg(feature = "libtorch")]
            // burn means to drop libtorch one day; today nothing else is as fast here.
            #[allow(deprecated)]
            DeviceName::Libtorch => Ok(Device::libtorch()),
            #[cfg(feature = "cuda")]
            DeviceName::Cuda => Ok(Device::cuda(index)),
            #[cfg(feature = "vulkan")]
            DeviceName::Vulkan => Ok(Device::vulkan(burn::tensor::DeviceKind::DiscreteGpu(index))),
            #[allow(unreachable_patterns)]
            _ => Err(Error::NoDevice { device: self.name() }),
        }
    }
}
