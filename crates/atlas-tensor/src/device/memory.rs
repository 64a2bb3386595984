//! Memory of a device, and memory that lies on the host or on a device.

use std::ops::Range;
use std::sync::Arc;

use crate::buffer::Buffer;
use crate::place::Place;
use crate::tensor::{DType, Tensor, TensorMut};

/// Memory of a device, given back on drop. Copies are queued in the order of calls.
pub trait DeviceMemory: Send + Sync {
    /// Address of the first byte in the device's memory.
    fn address(&self) -> u64;

    fn bytes(&self) -> usize;

    /// Writes `data` from byte `at` on; `data` may be dropped afterwards.
    fn write(&self, at: usize, data: &[u8]);

    /// Reads from byte `at` on, after all that was queued. Zeros where the device has failed.
    fn read(&self, at: usize, out: &mut [u8]);

    /// Sets bytes.
    fn fill(&self, range: Range<usize>, byte: u8);

    /// Copies `len` bytes from byte `from_at` of `from`, memory of the same device, to byte `at`.
    fn copy(&self, at: usize, from: &dyn DeviceMemory, from_at: usize, len: usize);
}

/// A stretch of a device's memory.
#[derive(Clone)]
pub struct Part {
    pub memory: Arc<dyn DeviceMemory>,
    pub range: Range<usize>,
}

/// Zeroed memory with one owner, on the host or on a device.
pub enum Memory {
    Host(Buffer),
    Device(Arc<dyn DeviceMemory>),
}

impl Memory {
    pub fn bytes(&self) -> usize {
        match self {
            Self::Host(buffer) => buffer.bytes(),
            Self::Device(memory) => memory.bytes(),
        }
    }

    pub fn place(&self) -> Place {
        match self {
            Self::Host(_) => Place::Host,
            Self::Device(_) => Place::Device,
        }
    }

    /// Address of the first byte in the memory of [`Self::place`].
    pub fn address(&self) -> u64 {
        match self {
            Self::Host(buffer) => buffer.ptr() as u64,
            Self::Device(memory) => memory.address(),
        }
    }

    /// A stretch of a device's memory, to be copied beside its other work; `None` on the host.
    /// Panics where the range is not inside.
    pub fn part(&self, range: Range<usize>) -> Option<Part> {
        match self {
            Self::Host(_) => None,
            Self::Device(memory) => {
                let range = inside(range, memory.bytes());
                Some(Part { memory: Arc::clone(memory), range })
            }
        }
    }

    /// The buffer. Panics on device memory.
    pub fn host(&self) -> &Buffer {
        match self {
            Self::Host(buffer) => buffer,
            Self::Device(_) => panic!("device memory read on the host"),
        }
    }

    /// The buffer, to write to. Panics on device memory.
    pub fn host_mut(&mut self) -> &mut Buffer {
        match self {
            Self::Host(buffer) => buffer,
            Self::Device(_) => panic!("device memory written on the host"),
        }
    }

    /// The elements from the first on, as f32. Panics where `shape` does not fit.
    pub fn f32_mut(&mut self, shape: &[usize]) -> TensorMut<'_> {
        let elements: usize = shape.iter().product();
        match self {
            Self::Host(buffer) => TensorMut::from_f32(&mut buffer.as_f32_mut()[..elements], shape),
            Self::Device(memory) => {
                inside(0..elements * size_of::<f32>(), memory.bytes());
                // SAFETY: inside the memory, which is exclusively borrowed as long as the view.
                unsafe { TensorMut::of_device(memory.address(), DType::F32, shape) }
            }
        }
    }

    /// As [`Self::f32_mut`], to read.
    pub fn f32(&self, shape: &[usize]) -> Tensor<'_> {
        let elements: usize = shape.iter().product();
        match self {
            Self::Host(buffer) => Tensor::from_f32(&buffer.as_f32()[..elements], shape),
            Self::Device(memory) => {
                inside(0..elements * size_of::<f32>(), memory.bytes());
                // SAFETY: inside the memory, which is not written to while it is borrowed.
                unsafe { Tensor::of_device(memory.address(), DType::F32, shape) }
            }
        }
    }

    /// Elements from byte `at` on. Panics where `shape` does not fit, and on another type than f32
    /// on the host.
    pub fn tensor_mut(&mut self, dtype: DType, at: usize, shape: &[usize]) -> TensorMut<'_> {
        let elements: usize = shape.iter().product();
        match self {
            Self::Host(buffer) => {
                assert_eq!((dtype, at % 4), (DType::F32, 0), "activations on the host");
                TensorMut::from_f32(&mut buffer.as_f32_mut()[at / 4..][..elements], shape)
            }
            Self::Device(memory) => {
                inside(at..at + elements * dtype.bytes(), memory.bytes());
                // SAFETY: inside the memory, which is exclusively borrowed as long as the view.
                unsafe { TensorMut::of_device(memory.address() + at as u64, dtype, shape) }
            }
        }
    }

    /// As [`Self::tensor_mut`], to read.
    pub fn tensor(&self, dtype: DType, at: usize, shape: &[usize]) -> Tensor<'_> {
        let elements: usize = shape.iter().product();
        match self {
            Self::Host(buffer) => {
                assert_eq!((dtype, at % 4), (DType::F32, 0), "activations on the host");
                Tensor::from_f32(&buffer.as_f32()[at / 4..][..elements], shape)
            }
            Self::Device(memory) => {
                inside(at..at + elements * dtype.bytes(), memory.bytes());
                // SAFETY: inside the memory, which is not written to while it is borrowed.
                unsafe { Tensor::of_device(memory.address() + at as u64, dtype, shape) }
            }
        }
    }

    /// Sets bytes. Panics where the range is not inside.
    pub fn fill(&mut self, range: Range<usize>, byte: u8) {
        match self {
            Self::Host(buffer) => buffer.as_slice_mut()[range].fill(byte),
            Self::Device(memory) => memory.fill(inside(range, memory.bytes()), byte),
        }
    }

    /// Copies bytes out from `at` on. Panics where the range is not inside.
    pub fn read(&self, at: usize, out: &mut [u8]) {
        match self {
            Self::Host(buffer) => out.copy_from_slice(&buffer.as_slice()[at..][..out.len()]),
            Self::Device(memory) => {
                inside(at..at + out.len(), memory.bytes());
                memory.read(at, out);
            }
        }
    }

    /// Copies bytes in from `at` on. Panics where the range is not inside.
    pub fn write(&mut self, at: usize, data: &[u8]) {
        match self {
            Self::Host(buffer) => buffer.as_slice_mut()[at..][..data.len()].copy_from_slice(data),
            Self::Device(memory) => {
                inside(at..at + data.len(), memory.bytes());
                memory.write(at, data);
            }
        }
    }

    /// Copies bytes of this memory to another place in it; the ranges do not overlap, or are the
    /// same. Panics where one is not inside.
    pub fn copy_within(&mut self, from: Range<usize>, to: usize) {
        match self {
            Self::Host(buffer) => buffer.as_slice_mut().copy_within(from, to),
            Self::Device(memory) => {
                let from = inside(from, memory.bytes());
                inside(to..to + from.len(), memory.bytes());
                memory.copy(to, &**memory, from.start, from.len());
            }
        }
    }

    /// Copies `range` of `from`, which lies in the same place, to byte `at`. Panics where one is
    /// not inside, or they lie in different places.
    pub fn copy_from(&mut self, at: usize, from: &Memory, range: Range<usize>) {
        match (self, from) {
            (Self::Host(to), Self::Host(from)) => {
                to.as_slice_mut()[at..][..range.len()].copy_from_slice(&from.as_slice()[range]);
            }
            (Self::Device(to), Self::Device(from)) => {
                let range = inside(range, from.bytes());
                inside(at..at + range.len(), to.bytes());
                to.copy(at, &**from, range.start, range.len());
            }
            _ => panic!("a copy between the host and a device"),
        }
    }
}

/// The range. Panics unless it is inside `bytes`.
fn inside(range: Range<usize>, bytes: usize) -> Range<usize> {
    let fits = range.start <= range.end && range.end <= bytes;
    assert!(fits, "bytes {range:?} of {bytes}");
    range
}
