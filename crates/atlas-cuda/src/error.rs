//! Errors of the driver and of kernels.

use std::ffi::c_int;

/// Every error of the backend. Errors of the driver carry its status and its words.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CudaError {
    #[error("no NVIDIA driver on this machine ({tried})")]
    NoDriver { tried: String },
    #[error("the NVIDIA driver lacks {name}; the driver of CUDA 13.0 (580) or newer is needed")]
    MissingFunction { name: &'static str },
    #[error("the NVIDIA driver is of CUDA {}.{}, {}.{} or newer is needed",
        version / 1000, version % 1000 / 10, needed / 1000, needed % 1000 / 10)]
    OldDriver { version: c_int, needed: c_int },
    #[error(
        "cuBLASLt, which --allow-library-gemm asks for, cannot be used ({what}); install that of \
        CUDA 13 (libcublasLt.so.13) where the loader finds it, or leave the flag out"
    )]
    NoLibrary { what: String },
    #[error("no GPU {ordinal}: the driver sees {count}")]
    NoDevice { ordinal: u32, count: u32 },
    #[error("this binary was built without kernels (feature `cuda`)")]
    NotBuilt,
    #[error("no kernels for {device} (sm_{major}{minor}); this binary has {targets}")]
    NoKernels { device: String, major: i32, minor: i32, targets: String },
    #[error("the kernels do not fit this program: {what}")]
    BadKernels { what: String },
    #[error("{bytes} bytes of GPU memory are not to be had: {free} of {total} are free")]
    OutOfMemory { bytes: usize, free: usize, total: usize },
    /// A call that contradicts itself or the device; nothing was launched.
    #[error("{op}: {what}")]
    BadLaunch { op: &'static str, what: String },
    /// The driver refused, or reports what an earlier launch did. `launches` lists the last ones.
    #[error("{call} failed ({status} {name}): {text}{launches}")]
    Call { call: &'static str, status: c_int, name: String, text: String, launches: String },
}

impl CudaError {
    /// A refusal of a launch.
    pub fn bad(op: &'static str, what: impl Into<String>) -> Self {
        Self::BadLaunch { op, what: what.into() }
    }
}
