//! Tensors, formats, the meaning of every op, and the CPU kernels.
//!
//! `docs/contracts/ops.md` says what an op means and what every kernel keeps. An op lives in
//! [`ops`], its kernels are rows of the table in [`cpu`], and [`binder`] picks one at load.

pub mod arena;
pub mod backend;
pub mod binder;
pub mod buffer;
pub mod cpu;
pub mod draws;
mod layout;
pub mod measure;
pub mod ops;
pub mod place;
pub mod q8;
pub mod rope;
pub mod sample;
pub mod state;
pub mod stored;
pub mod tensor;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod weight;

pub use arena::{Arena, Frame};
pub use backend::{
    Backend, Device, DeviceFault, DeviceKernel, DeviceMemory, DeviceRef, DeviceRow, Fed, Memory,
    Spans, Staged, StepInputs, StepSizes,
};
pub use binder::{BindError, Binder, Cost, Kernel, Op, Row, RowInfo, RunsOn};
pub use buffer::Buffer;
pub use cpu::{CpuDevice, DeviceError, Isa, StepBounds};
pub use draws::{Draws, Runs, Values};
pub use ops::{Compute, NO_BLOCK, SpanRows};
pub use place::{Place, Slice, SliceMut};
pub use q8::Q8Weight;
pub use rope::{Rope, RopeTable};
pub use sample::{Picker, SampleError, SampleLimits, SampleNeed, SampleRequest, Sampled};
pub use state::{KvCache, KvHalf, LayerState, RecurrentState, StateError};
pub use stored::{
    Fetch, FetchError, Fetched, Piece, PlainFetch, ReadError, StoredBytes, StoredFile,
};
pub use tensor::{DType, Tensor, TensorMut};
pub use weight::{Vector, Weight, WeightBytes, WeightError, WeightFormat};
