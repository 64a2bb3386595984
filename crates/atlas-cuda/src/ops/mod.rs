//! The ops on the device: arguments are checked, then kernels of `kernels/` are launched.
//!
//! An op is bound once to the formats it will see and run many times. What it means is said by the
//! op of the same name in `atlas-tensor`.

pub mod attention;
pub mod elementwise;
pub mod fused;
pub mod gated_delta;
pub mod gemm;
pub mod kv_part;
pub mod kv_shape;
pub mod latent;
pub mod mamba2;
pub mod moe;
pub mod norm;
pub mod rope;
pub mod sampling;
pub mod step;

use atlas_tensor::DType;

use crate::error::CudaError;
use crate::view::View;

/// Kernels of one source that take the same parameters.
pub struct Family {
    /// The source below `kernels/`, without its ending.
    pub module: &'static str,
    pub kernels: &'static [&'static str],
    /// Size of the parameter struct, which is the kernel's only parameter.
    pub param_bytes: usize,
    /// Whether launches ask for shared memory.
    pub dynamic_shared: bool,
    /// The one target that has it, where not all have.
    pub target: Option<&'static str>,
}

impl Family {
    const fn of<P>(module: &'static str, kernels: &'static [&'static str]) -> Self {
        let param_bytes = std::mem::size_of::<P>();
        Self { module, kernels, param_bytes, dynamic_shared: false, target: None }
    }

    const fn with_shared(self) -> Self {
        Self { dynamic_shared: true, ..self }
    }

    const fn only_for(self, target: &'static str) -> Self {
        Self { target: Some(target), ..self }
    }

    /// Whether a target has it.
    pub fn is_for(&self, target: &str) -> bool {
        self.target.is_none_or(|only| only == target)
    }
}

/// Every kernel of the binary.
pub fn families() -> impl Iterator<Item = &'static Family> {
    let fused = [&fused::STEP, &fused::SWIGLU_LINEAR, &fused::SWIGLU_SMALL_M];
    (attention::FAMILIES.into_iter())
        .chain(gemm::FAMILIES)
        .chain(moe::FAMILIES)
        .chain(gated_delta::FAMILIES)
        .chain(latent::FAMILIES)
        .chain(mamba2::FAMILIES)
        .chain(norm::FAMILIES)
        .chain(rope::FAMILIES)
        .chain(sampling::FAMILIES)
        .chain(elementwise::FAMILIES)
        .chain(fused)
}

/// The part of a kernel's name that says a type.
pub(crate) fn tag(dtype: DType) -> &'static str {
    match dtype {
        DType::F32 => "f32",
        DType::Bf16 => "bf16",
        DType::F16 => "f16",
    }
}

/// An error unless activations may have this type.
pub(crate) fn activation(op: &'static str, dtype: DType) -> Result<&'static str, CudaError> {
    match dtype {
        DType::F16 => Err(CudaError::bad(op, "activations are f32 or bf16")),
        _ => Ok(tag(dtype)),
    }
}

/// An error unless `view` is of `dtype` and `shape`.
pub(crate) fn expect(
    op: &'static str,
    name: &str,
    view: &View<'_>,
    dtype: DType,
    shape: [usize; 3],
) -> Result<(), CudaError> {
    if view.dtype == dtype && view.shape == shape {
        return Ok(());
    }
    let (got, have) = (view.dtype, view.shape);
    Err(CudaError::bad(op, format!("{name} is {got:?} {have:?}, not {dtype:?} {shape:?}")))
}

/// An error unless `given` elements are `wanted`.
pub(crate) fn expect_len(
    op: &'static str,
    name: &str,
    given: usize,
    wanted: usize,
) -> Result<(), CudaError> {
    if given == wanted {
        return Ok(());
    }
    Err(CudaError::bad(op, format!("{name} has {given} elements, not {wanted}")))
}
