//! `absorb_queries` and `latent_values`: the maps of each head to latents and back.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, expect};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

const THREADS: u32 = 256;
const WARPS: usize = 8;
const LANES: usize = 32;
/// Outputs of a warp of `latent_values`, as in the kernel's source.
const OUTPUTS: usize = 4;
/// Rows that kernels are compiled for.
const ROWS: [usize; 3] = [1, 4, 8];
const GRID_Z_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct HeadMapParams {
    x: u64,
    weight: u64,
    out: u64,
    x_row: i64,
    x_head: i64,
    out_row: i64,
    out_head: i64,
    rows: i64,
    heads: i64,
    head_rows: i64,
    first: i64,
    dims: i64,
    latent: i64,
    rotated: i64,
    aligned: i64,
}
pub(crate) const HEAD_MAPS: Family = Family::of::<HeadMapParams>(
    "latent/head_maps",
    &[
        "absorb_queries_f32_f32_1",
        "absorb_queries_f32_f32_4",
        "absorb_queries_f32_f32_8",
        "absorb_queries_f32_bf16_1",
        "absorb_queries_f32_bf16_4",
        "absorb_queries_f32_bf16_8",
        "absorb_queries_bf16_f32_1",
        "absorb_queries_bf16_f32_4",
        "absorb_queries_bf16_f32_8",
        "absorb_queries_bf16_bf16_1",
        "absorb_queries_bf16_bf16_4",
        "absorb_queries_bf16_bf16_8",
        "latent_values_f32_f32_1",
        "latent_values_f32_f32_4",
        "latent_values_f32_f32_8",
        "latent_values_f32_bf16_1",
        "latent_values_f32_bf16_4",
        "latent_values_f32_bf16_8",
        "latent_values_bf16_f32_1",
        "latent_values_bf16_f32_4",
        "latent_values_bf16_f32_8",
        "latent_values_bf16_bf16_1",
        "latent_values_bf16_bf16_4",
        "latent_values_bf16_bf16_8",
    ],
);

/// One of the two maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadMap {
    /// `out_h = [K_h^T q_h | r_h]`.
    AbsorbQueries,
    /// `out_h = V_h x_h`.
    LatentValues,
}

impl HeadMap {
    pub(super) fn op(self) -> &'static str {
        match self {
            Self::AbsorbQueries => "absorb_queries",
            Self::LatentValues => "latent_values",
        }
    }
}

/// Arguments of one call. For `absorb_queries` they are `x[T, H, dn + dr]` and
/// `out[T, H, R + dr]`, for `latent_values` `x[T, H, R]` and `out[T, H, dv]`.
pub struct HeadMapArgs<'a> {
    pub x: View<'a>,
    /// `[H (dn + dv), 1, R]`.
    pub weight: View<'a>,
    pub out: ViewMut<'a>,
}

impl HeadMapParams {
    /// The arguments of a map, if they fit each other and these types.
    pub(super) fn of(
        map: HeadMap,
        args: &HeadMapArgs<'_>,
        [dtype, weight]: [DType; 2],
    ) -> Result<Self, CudaError> {
        let (op, x, w, out) = (map.op(), &args.x, &args.weight, args.out.view());
        let ([rows, heads, from], [n, _, latent], to) = (x.shape, w.shape, out.shape[2]);
        expect(op, "x", x, dtype, x.shape)?;
        expect(op, "weight", w, weight, [n, 1, latent])?;
        expect(op, "out", &out, dtype, [rows, heads, to])?;
        let head_rows = n / heads.max(1);
        let (rotated, dims) = match map {
            HeadMap::AbsorbQueries => {
                let rotated = to.saturating_sub(latent);
                (rotated, from.saturating_sub(rotated))
            }
            HeadMap::LatentValues => (0, to),
        };
        let is_fit = match map {
            HeadMap::AbsorbQueries => latent + rotated == to && rotated <= from,
            HeadMap::LatentValues => latent == from,
        };
        if !is_fit || head_rows * heads != n || dims > head_rows {
            let what = format!("x {:?} and a weight {:?} to {:?}", x.shape, w.shape, out.shape);
            return Err(CudaError::bad(op, what));
        }
        // Queries are read element by element.
        let wide = map == HeadMap::AbsorbQueries || x.is_aligned();
        let aligned = wide && w.ptr.is_multiple_of(16) && latent.is_multiple_of(8);
        Ok(Self {
            x: x.ptr,
            weight: w.ptr,
            out: out.ptr,
            x_row: x.strides[0] as i64,
            x_head: x.strides[1] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            rows: rows as i64,
            heads: heads as i64,
            head_rows: head_rows as i64,
            first: if map == HeadMap::LatentValues { head_rows - dims } else { 0 } as i64,
            dims: dims as i64,
            latent: latent as i64,
            rotated: rotated as i64,
            aligned: i64::from(aligned),
        })
    }

    /// Whether there is nothing to compute.
    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0 || self.heads == 0 || self.dims == 0 || self.latent == 0
    }

    pub(super) fn launch_shape(&self) -> [usize; 4] {
        [self.rows, self.heads, self.dims, self.latent].map(|extent| extent as usize)
    }
}

/// A map on plain arithmetic, whose weights are read once for up to 8 rows. The bits of a row do
/// not depend on the others.
pub struct PlainHeadMap {
    kernels: [Kernel; 3],
    map: HeadMap,
    types: [DType; 2],
}

impl PlainHeadMap {
    /// For activations of `dtype` and weights of `weight`.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(
        device: &Device,
        map: HeadMap,
        dtype: DType,
        weight: DType,
    ) -> Result<Self, CudaError> {
        let op = map.op();
        let (t, w) = (activation(op, dtype)?, activation(op, weight)?);
        let kernel = |rows: usize| device.kernel(&format!("{op}_{t}_{w}_{rows}"));
        let kernels = [kernel(ROWS[0])?, kernel(ROWS[1])?, kernel(ROWS[2])?];
        Ok(Self { kernels, map, types: [dtype, weight] })
    }

    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, args: &HeadMapArgs<'_>) -> Result<(), CudaError> {
        let params = HeadMapParams::of(self.map, args, self.types)?;
        if params.is_empty() {
            return Ok(());
        }
        let shape @ [rows, heads, dims, latent] = params.launch_shape();
        let index = ROWS.iter().position(|&most| rows <= most).unwrap_or(ROWS.len() - 1);
        let tiles = match self.map {
            HeadMap::AbsorbQueries if params.aligned == 1 => latent.div_ceil(8 * LANES),
            HeadMap::AbsorbQueries => latent.div_ceil(LANES),
            HeadMap::LatentValues => dims.div_ceil(WARPS * OUTPUTS),
        };
        let of_rows = rows.div_ceil(ROWS[index]).min(GRID_Z_MAX);
        let grid = Grid::new([tiles, heads, of_rows], THREADS);
        let launch = Launch { op: self.map.op(), shape };
        self.kernels[index].launch(stream, launch, grid, &params)
    }
}
