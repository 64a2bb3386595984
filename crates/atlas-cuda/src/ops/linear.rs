//! `linear`: one kernel for any format and extent, one on tensor cores for bf16.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{Family, activation, expect, expect_len, tag};
use crate::device::{Device, DeviceInfo};
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const WARPS: usize = 8;
/// Rows that a warp takes together, for few rows and for many.
const ROWS: [usize; 2] = [1, 4];
const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct LinearParams {
    pub(super) x: u64,
    pub(super) weight: u64,
    pub(super) bias: u64,
    pub(super) out: u64,
    pub(super) x_row: i64,
    pub(super) out_row: i64,
    pub(super) rows: i64,
    pub(super) n: i64,
    pub(super) k: i64,
    pub(super) aligned: i64,
}
pub(super) const LINEAR: Family = Family::of::<LinearParams>(
    "linear",
    &[
        "linear_f32_bf16_f32_1",
        "linear_f32_f16_f32_1",
        "linear_f32_f32_f32_1",
        "linear_bf16_bf16_bf16_1",
        "linear_bf16_f16_bf16_1",
        "linear_bf16_f32_bf16_1",
        "linear_bf16_bf16_f32_1",
        "linear_bf16_f16_f32_1",
        "linear_bf16_f32_f32_1",
        "linear_f32_bf16_f32_4",
        "linear_f32_f16_f32_4",
        "linear_f32_f32_f32_4",
        "linear_bf16_bf16_bf16_4",
        "linear_bf16_f16_bf16_4",
        "linear_bf16_f32_bf16_4",
        "linear_bf16_bf16_f32_4",
        "linear_bf16_f16_f32_4",
        "linear_bf16_f32_f32_4",
        "linear_halves",
    ],
);

/// `x[T, 1, K]`, the contiguous `weight[N, 1, K]`, `bias[N]?`, `out[T, 1, N]`.
pub struct LinearArgs<'a> {
    pub x: View<'a>,
    pub weight: View<'a>,
    pub bias: Option<Slice<'a, f32>>,
    pub out: ViewMut<'a>,
}

/// Types of input, weight and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearTypes {
    pub x: DType,
    pub weight: DType,
    pub out: DType,
}

impl LinearTypes {
    /// Checks the arguments; returns rows, outputs and inputs.
    pub(crate) fn check(
        self,
        op: &'static str,
        args: &LinearArgs<'_>,
    ) -> Result<(usize, usize, usize), CudaError> {
        let ([rows, _, k], n) = (args.x.shape, args.weight.rows());
        expect(op, "x", &args.x, self.x, [rows, 1, k])?;
        expect(op, "weight", &args.weight, self.weight, [n, 1, k])?;
        expect(op, "out", &args.out.view(), self.out, [rows, 1, n])?;
        if n > 1 && args.weight.strides[0] != k {
            return Err(CudaError::bad(op, "the weight has gaps between its rows"));
        }
        if let Some(bias) = &args.bias {
            expect_len(op, "bias", bias.len, n)?;
        }
        Ok((rows, n, k))
    }

    /// What the kernels of a warp an output take.
    pub(super) fn params(
        self,
        args: &LinearArgs<'_>,
    ) -> Result<(LinearParams, Launch, Grid), CudaError> {
        let op = "linear";
        let (rows, n, k) = self.check(op, args)?;
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
}

/// A warp an output: any formats, any extents.
pub struct Linear {
    kernels: [Kernel; 2],
    types: LinearTypes,
}

impl Linear {
    /// For these types.
    ///
    /// # Errors
    /// No kernel has them.
    pub fn bind(device: &Device, types: LinearTypes) -> Result<Self, CudaError> {
        let [x, w, out] = [activation("linear", types.x)?, tag(types.weight), tag(types.out)];
        let kernel = |rows: usize| device.kernel(&format!("linear_{x}_{w}_{out}_{rows}"));
        Ok(Self { kernels: [kernel(ROWS[0])?, kernel(ROWS[1])?], types })
    }

    /// `out = x weight^T + bias`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, args: LinearArgs<'_>) -> Result<(), CudaError> {
        let (params, launch, grid) = self.types.params(&args)?;
        self.kernels[usize::from(params.rows > 1)].launch(stream, launch, grid, &params)
    }
}

/// K above which a lane of a warp would ask for its weights in more than one go.
const LONG_K: usize = 2048;

/// Two warps an output, for one row of bf16 with a long K: other bits than a warp's.
pub struct Halves {
    kernel: Kernel,
}

impl Halves {
    /// # Errors
    /// The binary has no kernel.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("linear_halves")? })
    }

    /// Whether a linear is served here.
    pub(super) fn serves(args: &LinearArgs<'_>) -> bool {
        let (rows, k) = (args.x.rows(), args.x.width());
        let plain = args.x.is_aligned() && args.weight.is_aligned() && k.is_multiple_of(8);
        rows == 1 && k > LONG_K && plain && args.out.view().dtype == DType::Bf16
    }

    /// # Errors
    /// What [`Linear::run`] says.
    pub fn run(&self, stream: &Stream, args: LinearArgs<'_>) -> Result<(), CudaError> {
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out: DType::Bf16 };
        let (params, launch, grid) = types.params(&args)?;
        if !Self::serves(&args) {
            return Err(CudaError::bad("linear", "halves are for one long row on its boundaries"));
        }
        let blocks = (params.n as usize).div_ceil(WARPS / 2);
        self.kernel.launch(stream, launch, Grid::new([blocks, 1, 1], grid.threads), &params)
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct GemmParams {
    x: u64,
    weight: u64,
    bias: u64,
    out: u64,
    x_row: i64,
    out_row: i64,
    rows: i64,
    n: i64,
    k: i64,
}
pub(super) const GEMM: Family = Family::of::<GemmParams>(
    "gemm",
    &[
        "gemm_small_bf16",
        "gemm_middle_bf16",
        "gemm_large_bf16",
        "gemm_huge_bf16",
        "gemm_small_f32",
        "gemm_middle_f32",
        "gemm_large_f32",
        "gemm_huge_f32",
    ],
)
.with_shared();

/// A tile of rows and outputs, and the threads that compute it, as in the kernel's source.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub name: &'static str,
    pub rows: usize,
    pub columns: usize,
    /// Elements of K of a stage.
    pub depth: usize,
    pub threads: u32,
}

pub(super) const SMALL: Tile =
    Tile { name: "small", rows: 16, columns: 64, depth: 64, threads: 128 };
pub(super) const MIDDLE: Tile =
    Tile { name: "middle", rows: 64, columns: 64, depth: 64, threads: 128 };
pub(super) const LARGE: Tile =
    Tile { name: "large", rows: 128, columns: 128, depth: 32, threads: 256 };
const HUGE: Tile = Tile { name: "huge", rows: 128, columns: 256, depth: 32, threads: 256 };
/// Tiles of the last size that a multiprocessor gets at least: with fewer, many of them idle at the
/// end.
const HUGE_WAVES: usize = 8;
/// Tiles of dense products.
pub(super) const TILES: [Tile; 4] = [SMALL, MIDDLE, LARGE, HUGE];

impl Tile {
    /// The tile for so many rows and outputs on a device and its place among [`TILES`].
    pub fn of(rows: usize, n: usize, device: &DeviceInfo) -> (usize, Self) {
        let huge = rows.div_ceil(HUGE.rows) * n.div_ceil(HUGE.columns);
        let fits = HUGE.shared_bytes() <= device.shared_bytes_max;
        let index = match rows {
            0..=16 => 0,
            17..=256 => 1,
            _ if fits && huge >= HUGE_WAVES * device.multiprocessors as usize => 3,
            _ => 2,
        };
        (index, TILES[index])
    }

    /// Four stages, 8 elements between rows.
    pub const fn shared_bytes(self) -> u32 {
        (4 * (self.rows + self.columns) * (self.depth + 8) * 2) as u32
    }
}

/// Tiles of bf16 on tensor cores, f32 sums. K is a multiple of 8 and rows lie on 16-byte
/// boundaries. The tile is chosen by the number of rows; it does not show in the bits.
pub struct Gemm {
    kernels: Vec<Kernel>,
    types: LinearTypes,
}

impl Gemm {
    /// For outputs of type `out`.
    ///
    /// # Errors
    /// No kernel has it.
    pub fn bind(device: &Device, out: DType) -> Result<Self, CudaError> {
        let tag = activation("gemm", out)?;
        let kernel = |tile: &Tile| device.kernel(&format!("gemm_{}_{tag}", tile.name));
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out };
        Ok(Self { kernels: TILES.iter().map(kernel).collect::<Result<_, _>>()?, types })
    }

    /// `out = x weight^T + bias`.
    ///
    /// # Errors
    /// Shapes that disagree, rows off their boundaries, or what the driver says.
    pub fn run(&self, stream: &Stream, args: LinearArgs<'_>) -> Result<(), CudaError> {
        let op = "gemm";
        let (rows, n, k) = self.types.check(op, &args)?;
        let aligned = args.x.is_aligned() && args.weight.is_aligned();
        if !k.is_multiple_of(8) || !aligned {
            return Err(CudaError::bad(
                op,
                format!("rows of {k} that are not on 16-byte boundaries"),
            ));
        }
        let out = args.out.view();
        let params = GemmParams {
            x: args.x.ptr,
            weight: args.weight.ptr,
            bias: args.bias.map_or(0, |bias| bias.ptr),
            out: out.ptr,
            x_row: args.x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            n: n as i64,
            k: k as i64,
        };
        let (index, tile) = Tile::of(rows, n, self.kernels[0].device().info());
        let blocks = [n.div_ceil(tile.columns), rows.div_ceil(tile.rows).min(GRID_Y_MAX), 1];
        let grid = Grid::new(blocks, tile.threads).shared(tile.shared_bytes());
        self.kernels[index].launch(stream, Launch { op, shape: [rows, n, k, 0] }, grid, &params)
    }
}
