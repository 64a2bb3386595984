//! Devices: the CPU or a backend, their memory, the inputs of a step and the picking of tokens.

mod backend;
mod copies;
mod fault;
mod feed;
mod handle;
mod memory;
pub mod sampling;
mod step;

pub use backend::Backend;
pub use copies::{CopyQueue, Mark};
pub use fault::DeviceFault;
pub use feed::KvFeed;
pub use handle::{Device, DeviceRef};
pub use memory::{DeviceMemory, Memory, Part};
pub use sampling::{Picker, SampleError, SampleLimits, SampleNeed, SampleRequest, Sampled};
pub use step::{Fed, NO_BLOCK, SpanRows, Spans, Staged, StepInputs, StepSizes};
