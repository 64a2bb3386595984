//! Devices other than the CPU: what the model and the engine ask of one.
//!
//! A backend owns its memory, its queue of kernels and the rows of the ops it has. Calls queue work
//! in order and return. A failure is kept: nothing is computed after it, and [`Backend::check`]
//! returns it, so results are read only after a check.

use std::any::{Any, TypeId};
use std::ops::Range;
use std::sync::Arc;

use super::copies::{CopyQueue, Mark};
use super::fault::DeviceFault;
use super::memory::DeviceMemory;
use super::sampling::{Picker, SampleLimits};
use super::step::{Staged, StepInputs, StepSizes};
use crate::compute::Compute;
use crate::place::Slice;
use crate::tensor::Tensor;
use crate::weights::{Fetch, PlainFetch};

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

    /// A queue of copies beside the device's other work; `None` if it has none, and copies are
    /// made in the order of its work.
    ///
    /// # Errors
    /// The device's words where it cannot be made.
    fn copy_queue(&self) -> std::io::Result<Option<Box<dyn CopyQueue>>> {
        Ok(None)
    }

    /// A mark behind all work that was queued so far, for [`CopyQueue::after`].
    ///
    /// # Errors
    /// The device has failed.
    fn mark(&self) -> Result<Mark, DeviceFault> {
        Ok(Box::new(()))
    }

    /// Returns the reader that brings weights from files to its memory.
    fn fetcher(&self) -> Box<dyn Fetch> {
        Box::new(PlainFetch::default())
    }

    /// Bytes that ops of this device take between their launches whatever a step's rows are, for
    /// the kernels bound so far, beside those that follow from [`crate::StepBounds`]: the memory is
    /// the same, for one op after the other.
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

    /// Bytes of device memory that [`Self::stage_part`] takes beside that.
    fn part_bytes(&self, _sizes: StepSizes) -> usize {
        0
    }

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

    /// As [`Self::stage`], for one of many parts of a step that is staged: where a device is told
    /// inputs in its order, later parts do not wait for it to come to earlier ones.
    ///
    /// # Errors
    /// As [`Self::stage`].
    fn stage_part(&self, inputs: &StepInputs<'_>) -> Result<Box<dyn Staged>, DeviceFault> {
        self.stage(inputs)
    }

    /// Queues the kernels of a step by calling `work`; or, where an earlier step of the same
    /// `owner` and of the same shape was captured, by launching what `work` queued then.
    ///
    /// `owner` tells the model and the memory of the step from all others of this device that live:
    /// with equal owners `work` queues the same kernels on the same memory for inputs of one shape.
    /// `work` does nothing but queue kernels that read `staged` and no other step's inputs; it may
    /// be called to see what it would queue.
    fn replay(&self, owner: &[u64], staged: &dyn Staged, work: &mut dyn FnMut());

    /// Captures the graph that [`Self::replay`] launches for this `owner` and a step of this shape,
    /// ahead of the first such step. `work` is called, and the kernels that it queues never run.
    /// Returns false if nothing was captured: the device has no graphs, has no room for more,
    /// keeps no graph of such a step, or already has this one.
    ///
    /// # Errors
    /// The device refused. It has not failed by that: later steps run as without the call.
    fn capture_graph(
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
