//! Handles of the device that a forward pass runs on.

use std::sync::Arc;

use super::backend::Backend;
use super::fault::DeviceFault;
use super::memory::Memory;
use crate::buffer::Buffer;
use crate::compute::Compute;
use crate::cpu::CpuDevice;
use crate::place::{Place, Slice};
use crate::tensor::{DType, Tensor};

/// Device of a forward pass. Clones are handles of the same device.
#[derive(Clone)]
pub enum Device {
    Cpu(Arc<CpuDevice>),
    Backend(Arc<dyn Backend>),
}

/// A device to call kernels with.
#[derive(Clone, Copy)]
pub enum DeviceRef<'a> {
    Cpu(&'a CpuDevice),
    Backend(&'a Arc<dyn Backend>),
}

impl Device {
    pub fn as_ref(&self) -> DeviceRef<'_> {
        match self {
            Self::Cpu(dev) => DeviceRef::Cpu(dev),
            Self::Backend(dev) => DeviceRef::Backend(dev),
        }
    }

    pub fn compute(&self) -> Compute {
        match self {
            Self::Cpu(dev) => dev.compute(),
            Self::Backend(dev) => dev.compute(),
        }
    }

    pub fn place(&self) -> Place {
        match self {
            Self::Cpu(_) => Place::Host,
            Self::Backend(_) => Place::Device,
        }
    }

    /// The CPU device, where it is one.
    pub fn cpu(&self) -> Option<&CpuDevice> {
        match self {
            Self::Cpu(dev) => Some(dev),
            Self::Backend(_) => None,
        }
    }

    /// Type of activations in its memory: f32 on the CPU, what it computes in on a device.
    pub fn activations(&self) -> DType {
        match (self.place(), self.compute()) {
            (Place::Device, Compute::Bf16) => DType::Bf16,
            _ => DType::F32,
        }
    }

    /// Zeroed memory of the device.
    ///
    /// # Errors
    /// Where there is not as much.
    pub fn allocate(&self, bytes: usize) -> std::io::Result<Memory> {
        match self {
            Self::Cpu(_) => Buffer::zeroed(bytes).map(Memory::Host),
            Self::Backend(dev) => dev.allocate(bytes).map(Memory::Device),
        }
    }

    /// Waits for all that was queued.
    ///
    /// # Errors
    /// The first failure of the device.
    pub fn check(&self) -> Result<(), DeviceFault> {
        match self {
            Self::Cpu(_) => Ok(()),
            Self::Backend(dev) => dev.check(),
        }
    }

    /// Waits for nothing.
    ///
    /// # Errors
    /// The first failure that is known now.
    pub fn failed(&self) -> Result<(), DeviceFault> {
        match self {
            Self::Cpu(_) => Ok(()),
            Self::Backend(dev) => dev.failed(),
        }
    }

    /// Bytes of its own memory that are free now; `None` for the CPU, which has the machine's.
    pub fn free_bytes(&self) -> Option<u64> {
        match self {
            Self::Cpu(_) => None,
            Self::Backend(dev) => Some(dev.free_bytes()),
        }
    }

    /// Threads of the host that work for the device.
    pub fn threads(&self) -> usize {
        match self {
            Self::Cpu(dev) => dev.threads(),
            Self::Backend(_) => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// Its name, for messages.
    pub fn describe(&self) -> String {
        match self {
            Self::Cpu(dev) => format!("cpu ({})", dev.isa()),
            Self::Backend(dev) => dev.describe(),
        }
    }

    /// The words as the host sees them.
    pub fn read_words(&self, words: &Slice<'_, u32>) -> Vec<u32> {
        match (self, words.on_host()) {
            (Self::Backend(dev), None) => dev.read_words(words),
            _ => words.host().to_vec(),
        }
    }

    /// The elements of a tensor in row-major order.
    pub fn read(&self, tensor: &Tensor<'_>) -> Vec<f32> {
        match self {
            Self::Backend(dev) if tensor.place() == Place::Device => dev.read(tensor),
            _ => tensor.to_vec(),
        }
    }
}

impl From<CpuDevice> for Device {
    fn from(dev: CpuDevice) -> Self {
        Self::Cpu(Arc::new(dev))
    }
}

impl<'a> From<&'a CpuDevice> for DeviceRef<'a> {
    fn from(dev: &'a CpuDevice) -> Self {
        Self::Cpu(dev)
    }
}

impl<'a> From<&'a Device> for DeviceRef<'a> {
    fn from(dev: &'a Device) -> Self {
        dev.as_ref()
    }
}
