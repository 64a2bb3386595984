//! From the tensors of models to views that kernels take, and back to the host.

use atlas_tensor::{DType, Place, Slice, SliceMut, Tensor, TensorMut, WeightFormat};
use half::bf16;

use super::Shared;
use crate::error::CudaError;
use crate::memory::read_at;
use crate::view::{self, View, ViewMut};

/// A matrix has one head, a vector one head of one element.
pub(super) fn of<'a>(op: &'static str, tensor: &Tensor<'a>) -> Result<View<'a>, CudaError> {
    if tensor.place() != Place::Device {
        return Err(CudaError::bad(op, "a tensor in host memory"));
    }
    let last = tensor.rank().checked_sub(1);
    let contiguous = |i: usize| tensor.stride(i) == 1 || tensor.dim(i) <= 1;
    let (shape, strides) = match *tensor.shape() {
        [rows] => ([rows, 1, 1], [tensor.stride(0), 1]),
        [rows, width] => ([rows, 1, width], [tensor.stride(0), width]),
        [rows, heads, width] => ([rows, heads, width], [tensor.stride(0), tensor.stride(1)]),
        _ => return Err(CudaError::bad(op, format!("a tensor of shape {:?}", tensor.shape()))),
    };
    if tensor.rank() > 1 && !last.is_none_or(contiguous) {
        return Err(CudaError::bad(op, "a tensor whose last dimension has gaps"));
    }
    Ok(View::new(tensor.address(), tensor.dtype(), shape, strides))
}

/// As [`of`], exclusive.
pub(super) fn exclusive<'a>(
    op: &'static str,
    tensor: &'a TensorMut<'_>,
) -> Result<ViewMut<'a>, CudaError> {
    of(op, &tensor.as_ref()).map(ViewMut::of)
}

pub(super) fn slice<'a, T>(
    op: &'static str,
    slice: &Slice<'a, T>,
) -> Result<view::Slice<'a, T>, CudaError> {
    match slice.place() {
        Place::Device => Ok(view::Slice::new(slice.address(), slice.len())),
        Place::Host => Err(CudaError::bad(op, "parameters in host memory")),
    }
}

pub(super) fn slice_mut<'a, T>(
    op: &'static str,
    of: &'a SliceMut<'_, T>,
) -> Result<view::SliceMut<'a, T>, CudaError> {
    let shared = slice(op, &of.as_ref())?;
    Ok(view::SliceMut::new(shared.ptr, shared.len))
}

/// Type of a weight's elements, or why no kernel reads them.
pub(super) fn dtype_of(format: WeightFormat) -> Result<DType, String> {
    format.dtype().ok_or_else(|| format!("reads no {format} weights"))
}

/// Every element in row-major order; zeros where the device has failed.
pub(super) fn read(shared: &Shared, tensor: &Tensor<'_>) -> Vec<f32> {
    let (shape, rank, size) = (tensor.shape(), tensor.rank(), tensor.dtype().bytes());
    let count: usize = shape.iter().product();
    let mut out = vec![0.0; count];
    if count == 0 {
        return out;
    }
    let extent: usize = (0..rank).map(|d| (shape[d] - 1) * tensor.stride(d)).sum::<usize>() + 1;
    let mut bytes = vec![0u8; extent * size];
    shared.queue(|stream| read_at(stream, tensor.address(), &mut bytes));
    let element = |offset: usize| {
        let b = &bytes[offset * size..][..size];
        match tensor.dtype() {
            DType::F32 => f32::from_le_bytes([b[0], b[1], b[2], b[3]]),
            DType::Bf16 => bf16::from_le_bytes([b[0], b[1]]).to_f32(),
            DType::F16 => half::f16::from_le_bytes([b[0], b[1]]).to_f32(),
        }
    };
    for (i, out) in out.iter_mut().enumerate() {
        let (mut rest, mut offset) = (i, 0);
        for d in (0..rank).rev() {
            offset += rest % shape[d] * tensor.stride(d);
            rest /= shape[d];
        }
        *out = element(offset);
    }
    out
}
