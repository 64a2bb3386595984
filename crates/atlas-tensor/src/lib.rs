//! Tensors, weight formats, the meaning of every op, and the CPU kernels.
//!
//! `docs/contracts/ops.md` says what an op means and what every kernel keeps. An op lives in
//! [`ops`], its kernels are rows of the table in [`cpu`], and [`Binder`] picks one at load.

mod arena;
mod bind_error;
mod binder;
mod buffer;
mod compute;
pub mod cpu;
pub mod device;
mod kernel;
mod layout;
pub mod measure;
pub mod numbers;
mod op;
pub mod ops;
mod place;
pub mod state;
mod tensor;
#[cfg(feature = "testkit")]
pub mod testkit;
pub mod weights;

pub use arena::{Arena, Frame};
pub use atlas_core::{KvFormat, KvFormats};
pub use bind_error::{BindError, Bound};
pub use binder::Binder;
pub use buffer::Buffer;
pub use compute::Compute;
pub use cpu::{CpuDevice, CpuOp, DeviceError, Isa, Row, StepBounds};
pub use device::{
    Backend, Device, DeviceFault, DeviceMemory, DeviceRef, Fed, KvFeed, Memory, NO_BLOCK, Picker,
    SampleError, SampleLimits, SampleNeed, SampleRequest, Sampled, SpanRows, Spans, Staged,
    StepInputs, StepSizes,
};
pub use kernel::{ComposedKernel, DeviceBind, DeviceKernel, DeviceRow, Kernel};
pub use op::{Cost, Op, RowInfo, RunsOn};
pub use ops::{Rope, RopeTable};
pub use place::{Place, Slice, SliceMut};
pub use state::{DraftInputs, KvCache, KvHalf, KvScales, LayerState, RecurrentState, StateError};
pub use tensor::{DType, Tensor, TensorMut};
pub use weights::{
    Draws, Fetch, FetchError, Fetched, LegalPair, Piece, PlainFetch, ReadError, Runs, Scales,
    Source, StoredBytes, StoredFile, Values, Vector, Weight, WeightBytes, WeightError,
    WeightFormat,
};
