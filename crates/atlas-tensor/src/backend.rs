//! Devices other than the CPU: what the model and the engine ask of one.
//!
//! A backend owns its memory, its queue of kernels and the rows of the ops it has. Calls queue work
//! in order and return; what goes wrong is kept, nothing is computed after it, and
//! [`Backend::check`] says it. Whoever reads results asks before believing them.

use std::any::{Any, TypeId};
use std::ops::Range;
use std::sync::Arc;

use crate::binder::{Op, RowInfo};
use crate::buffer::Buffer;
use crate::cpu::CpuDevice;
use crate::ops::{Compute, SpanRows};
use crate::place::{Place, Slice};
use crate::sample::{Picker, SampleLimits};
use crate::stored::{Fetch, PlainFetch};
use crate::tensor::{DType, Tensor, TensorMut};

/// What a forward pass runs on. Clones are handles of the same device.
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

/// A failure of a device; its state is not to be trusted after it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{device} failed: {what}")]
pub struct DeviceFault {
    pub device: String,
    pub what: String,
}

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

/// The inputs of a step in device memory.
pub trait Staged: Send + Sync {
    fn tokens(&self) -> Slice<'_, u32>;

    fn positions(&self) -> Slice<'_, u32>;

    fn logit_rows(&self) -> Slice<'_, u32>;

    /// For the backend's own kernels.
    fn as_any(&self) -> &(dyn Any + Send + Sync);
}

/// Tokens that are on the device and not on the host yet: those that a step before has picked.
#[derive(Clone, Copy, Debug)]
pub struct Fed<'a> {
    /// Rows of the step, each with the index of its token in `tokens`.
    pub rows: &'a [[u32; 2]],
    pub tokens: Slice<'a, u32>,
}

/// The inputs of a step in host memory.
#[derive(Clone, Copy, Debug)]
pub struct StepInputs<'a> {
    /// Token id of each row; any for rows that are fed.
    pub tokens: &'a [u32],
    /// Rows whose tokens the device has.
    pub fed: Option<Fed<'a>>,
    /// Position of each row in its sequence.
    pub positions: &'a [u32],
    pub spans: &'a [SpanRows<'a>],
    /// Rows whose logits are wanted.
    pub logit_rows: &'a [u32],
    /// Blocks and tokens of a block of the KV caches, if there are any.
    pub blocks: Option<(usize, usize)>,
}

/// Extents of the largest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSizes {
    /// Token rows.
    pub rows: usize,
    pub spans: usize,
    /// Rows whose logits are wanted.
    pub logit_rows: usize,
    /// Blocks in the tables of all spans.
    pub blocks: usize,
}

/// A device other than the CPU.
pub trait Backend: Send + Sync {
    /// Its name and model, for messages.
    fn describe(&self) -> String;

    fn compute(&self) -> Compute;

    /// Bytes of its memory that are free now.
    fn free_bytes(&self) -> u64;

    /// `Vec<DeviceRow<O>>` of the op `O` with this id, fastest first.
    fn rows(&self, op: TypeId) -> Option<&(dyn Any + Send + Sync)>;

    /// Zeroed memory.
    ///
    /// # Errors
    /// The device's words where it has none to give.
    fn allocate(&self, bytes: usize) -> std::io::Result<Arc<dyn DeviceMemory>>;

    /// Sets 16-bit elements of `memory`, from byte `at` on, to the elements `run` of the stream
    /// `key` over `values`: the bits that [`crate::Draws::make`] writes. `values` are the
    /// [`crate::Values`] in memory of this device.
    ///
    /// Every backend has this. Weights that are left to a device ([`crate::Weight::drawn`]) are
    /// made by it or not at all: there is no way back to making them on the host and uploading
    /// them.
    fn draw(
        &self,
        memory: &dyn DeviceMemory,
        at: usize,
        key: u64,
        values: &dyn DeviceMemory,
        run: Range<u64>,
    );

    /// What brings weights from files to its memory.
    fn fetcher(&self) -> Box<dyn Fetch> {
        Box::new(PlainFetch::default())
    }

    /// Bytes that ops of this device take between their launches whatever the model is, beside
    /// those that follow from [`crate::StepBounds`]: the memory is the same, for one op after the
    /// other.
    fn workspace_bytes_min(&self) -> usize {
        0
    }

    /// Sets the memory that ops may use between their launches to `bytes`, once and for all: a call
    /// that needs more fails. `bytes` comes from [`crate::StepBounds`] and
    /// [`Self::workspace_bytes_min`].
    ///
    /// # Errors
    /// The device's words where it has none to give.
    fn reserve_workspace(&self, bytes: usize) -> std::io::Result<()>;

    /// Makes the memory for the inputs of steps up to `sizes`, which does not move from then on.
    ///
    /// # Errors
    /// The device's words where it has none to give.
    fn reserve_steps(&self, sizes: StepSizes) -> std::io::Result<()>;

    /// Bytes of device memory that [`Self::reserve_steps`] takes.
    fn step_bytes(&self, sizes: StepSizes) -> usize;

    /// Memory and kernels for picking tokens within `limits`.
    ///
    /// # Errors
    /// The device's words where it has no memory to give, or a vocabulary that no kernel serves.
    fn picker(&self, limits: SampleLimits) -> std::io::Result<Box<dyn Picker>>;

    /// Bytes of device memory that [`Self::picker`] takes.
    fn picker_bytes(&self, limits: SampleLimits) -> usize;

    /// Brings the inputs of a step to the device.
    ///
    /// # Errors
    /// Spans that contradict one another, or a failed device.
    fn stage(&self, inputs: &StepInputs<'_>) -> Result<Box<dyn Staged>, DeviceFault>;

    /// Queues the kernels of a step by calling `work`; or, where an earlier step of the same
    /// `owner` and of the same shape was recorded, by launching what `work` queued then.
    ///
    /// `owner` tells the model and the memory of the step from all others of this device that live:
    /// with equal owners `work` queues the same kernels on the same memory for inputs of one shape.
    /// `work` does nothing but queue kernels that read `staged` and no other step's inputs; it may
    /// be called to see what it would queue.
    fn replay(&self, owner: &[u64], staged: &dyn Staged, work: &mut dyn FnMut());

    /// Records ahead of the first step what [`Self::replay`] of this `owner` and a step of this
    /// shape launches: `work` is called, and nothing that it queues is done, now or later. False
    /// where nothing was recorded: the device has no graphs or no room for more, the step is none
    /// that it keeps one of, or it has it.
    ///
    /// # Errors
    /// The device refused. It has not failed by that: such steps are queued as if nobody had asked.
    fn record(
        &self,
        _owner: &[u64],
        _staged: &dyn Staged,
        _work: &mut dyn FnMut(),
    ) -> Result<bool, DeviceFault> {
        Ok(false)
    }

    /// The elements of a tensor of this device in row-major order, after all that was queued.
    fn read(&self, tensor: &Tensor<'_>) -> Vec<f32>;

    /// Words of this device, after all that was queued.
    fn read_words(&self, words: &Slice<'_, u32>) -> Vec<u32>;

    /// Waits for all that was queued.
    ///
    /// # Errors
    /// The first failure since the device was opened.
    fn check(&self) -> Result<(), DeviceFault>;

    /// Waits for nothing.
    ///
    /// # Errors
    /// The first failure that is known now. One of work whose results have been read is.
    fn failed(&self) -> Result<(), DeviceFault>;
}

/// A kernel of a device, bound to a need.
pub type DeviceKernel<O> = Arc<dyn for<'a> Fn(<O as Op>::Args<'a>) + Send + Sync>;

/// Makes the kernel of a row for a need, or says why the row does not serve it.
pub type DeviceBind<O> =
    Box<dyn Fn(&<O as Op>::Need) -> Result<DeviceKernel<O>, String> + Send + Sync>;

/// A kernel in a device's table of an op.
pub struct DeviceRow<O: Op> {
    pub info: RowInfo,
    pub bind: DeviceBind<O>,
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
                // SAFETY: inside the memory, which nobody writes to while it is borrowed.
                unsafe { Tensor::of_device(memory.address(), DType::F32, shape) }
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

/// The spans of a step, and what a backend made of them.
#[derive(Clone, Copy)]
pub struct Spans<'a> {
    rows: &'a [SpanRows<'a>],
    staged: Option<&'a dyn Staged>,
}

impl<'a> Spans<'a> {
    /// Spans that a device has been told.
    pub fn staged(rows: &'a [SpanRows<'a>], staged: &'a dyn Staged) -> Self {
        Self { rows, staged: Some(staged) }
    }

    pub fn rows(&self) -> &'a [SpanRows<'a>] {
        self.rows
    }

    /// What the backend made of them; `None` on the CPU.
    pub fn on_device(&self) -> Option<&'a dyn Staged> {
        self.staged
    }
}

impl<'a> From<&'a [SpanRows<'a>]> for Spans<'a> {
    fn from(rows: &'a [SpanRows<'a>]) -> Self {
        Self { rows, staged: None }
    }
}

impl<'a> From<&'a Vec<SpanRows<'a>>> for Spans<'a> {
    fn from(rows: &'a Vec<SpanRows<'a>>) -> Self {
        rows.as_slice().into()
    }
}

impl<'a> std::ops::Deref for Spans<'a> {
    type Target = [SpanRows<'a>];

    fn deref(&self) -> &[SpanRows<'a>] {
        self.rows
    }
}
