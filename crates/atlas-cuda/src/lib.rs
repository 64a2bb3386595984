//! The CUDA backend: the driver, loaded at run time, safe handles on it, and the kernels.
//!
//! `docs/contracts/cuda.md` says what holds. The crate builds and its tests run with no GPU, no
//! driver and no compiler; with the feature `cuda` it embeds the kernels of `kernels/`.

pub mod backend;
mod capture;
pub mod device;
pub mod driver;
pub mod error;
mod fetch;
pub mod graph;
pub mod launch;
pub mod library;
pub mod memory;
pub mod module;
pub mod ops;
pub mod quantised;
mod readback;
mod staging;
pub mod stream;
mod tensor_map;
mod trace;
pub mod upload;
pub mod view;

pub use backend::{Cuda, ReplayCounts};
pub use device::{Device, DeviceInfo, Options};
pub use error::CudaError;
pub use graph::Graph;
pub use launch::{Grid, Kernel, Launch};
pub use memory::{DeviceBuffer, PinnedBuffer};
pub use stream::{Event, Stream};
pub use view::{View, ViewMut};
