//! `qk_norm_rope`: the norm of heads and their rotary embedding.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::norm::NormWeight;
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QkNormRopeParams {
    pub(crate) heads: u64,
    pub(crate) norm: u64,
    pub(crate) inv_freq: u64,
    pub(crate) positions: u64,
    pub(crate) row: i64,
    pub(crate) head: i64,
    pub(crate) rows: i64,
    pub(crate) head_count: i64,
    pub(crate) width: i64,
    pub(crate) half: i64,
    pub(crate) eps: f32,
    pub(crate) offset: f32,
    pub(crate) attention_factor: f32,
    pub(crate) unused: f32,
}
pub(crate) const QK_NORM_ROPE: Family =
    Family::of::<QkNormRopeParams>("rope/qk_norm_rope", &["qk_norm_rope_f32", "qk_norm_rope_bf16"]);

/// `rotary_dim / 2` inverse frequencies and the factor on sine and cosine.
#[derive(Clone, Copy)]
pub struct Rope<'a> {
    pub inv_freq: Slice<'a, f32>,
    pub attention_factor: f32,
}

pub(crate) fn params(
    op: &'static str,
    heads: &View<'_>,
    norm: Option<NormWeight<'_>>,
    rope: Option<Rope<'_>>,
    positions: u64,
) -> Result<QkNormRopeParams, CudaError> {
    let [rows, head_count, width] = heads.shape;
    if let Some(norm) = &norm {
        expect_len(op, "norm weight", norm.weight.len, width)?;
    }
    let half = rope.map_or(0, |rope| rope.inv_freq.len);
    if 2 * half > width {
        return Err(CudaError::bad(op, format!("{half} frequencies for heads of {width}")));
    }
    Ok(QkNormRopeParams {
        heads: heads.ptr,
        norm: norm.map_or(0, |norm| norm.weight.ptr),
        inv_freq: rope.map_or(0, |rope| rope.inv_freq.ptr),
        positions,
        row: heads.strides[0] as i64,
        head: heads.strides[1] as i64,
        rows: rows as i64,
        head_count: head_count as i64,
        width: width as i64,
        half: half as i64,
        eps: norm.map_or(0.0, |norm| norm.eps),
        offset: norm.map_or(0.0, |norm| norm.offset),
        attention_factor: rope.map_or(1.0, |rope| rope.attention_factor),
        unused: 0.0,
    })
}

/// Norm per head, then the rotary embedding, in place.
pub struct QkNormRope {
    kernel: Kernel,
    dtype: DType,
}

impl QkNormRope {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("qk_norm_rope", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("qk_norm_rope_{tag}"))?, dtype })
    }

    /// `heads[T, n, hd]` in place, `positions[T]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        heads: ViewMut<'_>,
        norm: Option<NormWeight<'_>>,
        rope: Option<Rope<'_>>,
        positions: Slice<'_, u32>,
    ) -> Result<(), CudaError> {
        self.prepare(heads, norm, rope, positions)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        heads: ViewMut<'_>,
        norm: Option<NormWeight<'_>>,
        rope: Option<Rope<'_>>,
        positions: Slice<'_, u32>,
    ) -> Result<Prepared<QkNormRopeParams>, CudaError> {
        let (op, heads) = ("qk_norm_rope", heads.view());
        expect(op, "heads", &heads, self.dtype, heads.shape)?;
        let [rows, count, width] = heads.shape;
        expect_len(op, "positions", positions.len, rows)?;
        let params = params(op, &heads, norm, rope, positions.ptr)?;
        let items = if width == 0 { 0 } else { rows * count * 32 };
        let grid = Grid::over(items, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, count, width, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}
