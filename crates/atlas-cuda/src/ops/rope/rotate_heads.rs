//! `rotate_heads`: heads into the basis of a rotated cache and out of it.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, expect};
use crate::stream::Stream;
use crate::view::ViewMut;

const THREADS: u32 = 256;
/// Widest head, as in the kernel's source.
pub(crate) const WIDTH_MAX: usize = 512;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RotateHeadsParams {
    heads: u64,
    row: i64,
    head: i64,
    rows: i64,
    head_count: i64,
    width: i64,
    back: i64,
}
pub(crate) const ROTATE_HEADS: Family = Family::of::<RotateHeadsParams>(
    "rope/rotate_heads",
    &["rotate_heads_f32", "rotate_heads_bf16"],
);

/// The rotation of heads, in place.
pub struct RotateHeads {
    kernel: Kernel,
    dtype: DType,
}

impl RotateHeads {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("rotate_heads", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("rotate_heads_{tag}"))?, dtype })
    }

    /// `heads[T, n, hd]` in place: into the basis of the cache, or with `back` out of it.
    ///
    /// # Errors
    /// A width that is no power of two up to 512, another type, or what the driver says.
    pub fn run(&self, stream: &Stream, heads: ViewMut<'_>, back: bool) -> Result<(), CudaError> {
        let (op, heads) = ("rotate_heads", heads.view());
        expect(op, "heads", &heads, self.dtype, heads.shape)?;
        let [rows, count, width] = heads.shape;
        if !width.is_power_of_two() || width > WIDTH_MAX {
            return Err(CudaError::bad(op, format!("heads of {width}, no power of two to 512")));
        }
        let params = RotateHeadsParams {
            heads: heads.ptr,
            row: heads.strides[0] as i64,
            head: heads.strides[1] as i64,
            rows: rows as i64,
            head_count: count as i64,
            width: width as i64,
            back: i64::from(back),
        };
        let grid = Grid::over(rows * count * 32, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, count, width, 0] }, grid, &params)
    }
}
