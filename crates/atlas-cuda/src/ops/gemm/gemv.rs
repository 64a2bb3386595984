//! `linear` by a warp for each output: any formats, any extents.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{LinearArgs, LinearTypes};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, tag};
use crate::stream::Stream;

const WARPS: usize = 8;
/// Rows that a warp takes together, for few rows and for many.
const ROWS: [usize; 2] = [1, 4];
const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct LinearParams {
    pub(crate) x: u64,
    pub(crate) weight: u64,
    pub(crate) bias: u64,
    pub(crate) out: u64,
    pub(crate) x_row: i64,
    pub(crate) out_row: i64,
    pub(crate) rows: i64,
    pub(crate) n: i64,
    pub(crate) k: i64,
    pub(crate) aligned: i64,
}
pub(crate) const LINEAR: Family = Family::of::<LinearParams>(
    "gemm/gemv",
    &[
        "gemv_f32_bf16_f32_1",
        "gemv_f32_f16_f32_1",
        "gemv_f32_f32_f32_1",
        "gemv_bf16_bf16_bf16_1",
        "gemv_bf16_f16_bf16_1",
        "gemv_bf16_f32_bf16_1",
        "gemv_bf16_bf16_f32_1",
        "gemv_bf16_f16_f32_1",
        "gemv_bf16_f32_f32_1",
        "gemv_f32_bf16_f32_4",
        "gemv_f32_f16_f32_4",
        "gemv_f32_f32_f32_4",
        "gemv_bf16_bf16_bf16_4",
        "gemv_bf16_f16_bf16_4",
        "gemv_bf16_f32_bf16_4",
        "gemv_bf16_bf16_f32_4",
        "gemv_bf16_f16_f32_4",
        "gemv_bf16_f32_f32_4",
        "gemv_two_warps",
    ],
);

/// Parameters of the kernels with one warp an output.
pub(crate) fn params(
    types: LinearTypes,
    args: &LinearArgs<'_>,
) -> Result<(LinearParams, Launch, Grid), CudaError> {
    let op = "linear";
    let (rows, n, k) = types.check(op, args)?;
    let out = args.out.view();
    let params = LinearParams {
        x: args.x.ptr,
        weight: args.weight.ptr,
        bias: args.bias.map_or(0, |bias| bias.ptr),
        out: out.ptr,
        x_row: args.x.strides[0] as i64,
        out_row: out.strides[0] as i64,
        rows: rows as i64,
        n: n as i64,
        k: k as i64,
        aligned: i64::from(args.x.is_aligned() && args.weight.is_aligned()),
    };
    let groups = rows.div_ceil(ROWS[usize::from(rows > 1)]).min(GRID_Y_MAX);
    let grid = Grid::new([n.div_ceil(WARPS), groups, 1], 32 * WARPS as u32);
    Ok((params, Launch { op, shape: [rows, n, k, 0] }, grid))
}

/// A warp an output: any formats, any extents.
pub struct Gemv {
    kernels: [Kernel; 2],
    types: LinearTypes,
}

impl Gemv {
    /// For these types.
    ///
    /// # Errors
    /// No kernel has them.
    pub fn bind(device: &Device, types: LinearTypes) -> Result<Self, CudaError> {
        let [x, w, out] = [activation("linear", types.x)?, tag(types.weight), tag(types.out)];
        let kernel = |rows: usize| device.kernel(&format!("gemv_{x}_{w}_{out}_{rows}"));
        Ok(Self { kernels: [kernel(ROWS[0])?, kernel(ROWS[1])?], types })
    }

    /// `out = x weight^T + bias`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, args: LinearArgs<'_>) -> Result<(), CudaError> {
        let (params, launch, grid) = params(self.types, &args)?;
        self.kernels[usize::from(params.rows > 1)].launch(stream, launch, grid, &params)
    }
}

/// K above which a lane of a warp would ask for its weights in more than one go.
const LONG_K: usize = 2048;

/// Two warps an output, for one row of bf16 with a long K: other bits than a warp's.
pub struct GemvTwoWarps {
    kernel: Kernel,
}

impl GemvTwoWarps {
    /// # Errors
    /// The binary has no kernel.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("gemv_two_warps")? })
    }

    /// Whether a linear is served here.
    pub(crate) fn serves(args: &LinearArgs<'_>) -> bool {
        let (rows, k) = (args.x.rows(), args.x.width());
        let plain = args.x.is_aligned() && args.weight.is_aligned() && k.is_multiple_of(8);
        rows == 1 && k > LONG_K && plain && args.out.view().dtype == DType::Bf16
    }

    /// # Errors
    /// Those of [`Gemv::run`].
    pub fn run(&self, stream: &Stream, args: LinearArgs<'_>) -> Result<(), CudaError> {
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out: DType::Bf16 };
        let (params, launch, grid) = params(types, &args)?;
        if !Self::serves(&args) {
            return Err(CudaError::bad("linear", "halves are for one long row on its boundaries"));
        }
        let blocks = (params.n as usize).div_ceil(WARPS / 2);
        self.kernel.launch(stream, launch, Grid::new([blocks, 1, 1], grid.threads), &params)
    }
}
