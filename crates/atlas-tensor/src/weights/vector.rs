//! Vectors of f32 parameters.

use std::sync::Arc;

use crate::device::DeviceMemory;
use crate::place::Slice;

/// A vector of f32 parameters, in host memory or in a device's.
#[derive(Clone)]
pub struct Vector {
    len: usize,
    /// Empty once the values are a device's.
    host: Vec<f32>,
    device: Option<Arc<dyn DeviceMemory>>,
}

impl Vector {
    /// `len` values that `memory` holds.
    pub fn moved_to(len: usize, memory: Arc<dyn DeviceMemory>) -> Self {
        Self { len, host: Vec::new(), device: Some(memory) }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values for a kernel.
    pub fn view(&self) -> Slice<'_, f32> {
        match &self.device {
            None => (&self.host).into(),
            // SAFETY: the memory holds the values and is not written to.
            Some(memory) => unsafe { Slice::of_device(memory.address(), self.len) },
        }
    }
}

impl From<Vec<f32>> for Vector {
    fn from(host: Vec<f32>) -> Self {
        Self { len: host.len(), host, device: None }
    }
}
