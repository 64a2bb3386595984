//! `linear` of few rows of bf16: the weight goes once from memory to the tensor cores' registers.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::tiled_mma::TiledMma;
use super::{LinearArgs, LinearTypes};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation};
use crate::stream::Stream;

/// Most rows that the kernels take; [`TiledMma`] serves more.
pub const ROWS_MAX: usize = 32;
const THREADS: u32 = 256;
/// (tiles of 16 rows, tiles of 8 outputs) of a block.
pub(crate) const TILES: [(usize, usize); 5] = [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2)];
/// Blocks that are enough to keep the memory busy.
const BLOCKS: usize = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SmallMMmaParams {
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
pub(crate) const SMALL_M_MMA: Family = Family::of::<SmallMMmaParams>(
    "gemm/small_m_mma",
    &[
        "small_m_mma_1_1_bf16",
        "small_m_mma_1_2_bf16",
        "small_m_mma_1_4_bf16",
        "small_m_mma_2_1_bf16",
        "small_m_mma_2_2_bf16",
        "small_m_mma_1_1_f32",
        "small_m_mma_1_2_f32",
        "small_m_mma_1_4_f32",
        "small_m_mma_2_1_f32",
        "small_m_mma_2_2_f32",
    ],
);

/// Which of [`TILES`] is for so many rows and outputs: the widest block of which there are enough.
pub(crate) fn tile_of(rows: usize, n: usize) -> usize {
    let fits = |&(m, columns): &(usize, usize)| {
        (rows <= 16) == (m == 1) && (columns == 1 || n >= 8 * columns * BLOCKS)
    };
    TILES.iter().rposition(fits).unwrap_or(0)
}

/// Products of up to [`ROWS_MAX`] rows, whose bits do not depend on how many there are;
/// [`TiledMma`], with bits of its own, where there are more. K is a multiple of 8 and rows lie on
/// 16-byte boundaries.
pub struct SmallMMma {
    kernels: Vec<Kernel>,
    many: TiledMma,
    types: LinearTypes,
}

impl SmallMMma {
    /// For outputs of type `out`.
    ///
    /// # Errors
    /// No kernel has it.
    pub fn bind(device: &Device, out: DType) -> Result<Self, CudaError> {
        let tag = activation("small_m_mma", out)?;
        let kernel =
            |&(m, n): &(usize, usize)| device.kernel(&format!("small_m_mma_{m}_{n}_{tag}"));
        let kernels = TILES.iter().map(kernel).collect::<Result<_, _>>()?;
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out };
        Ok(Self { kernels, many: TiledMma::bind(device, out)?, types })
    }

    /// `out = x weight^T + bias`.
    ///
    /// # Errors
    /// As [`TiledMma::run`].
    pub fn run(&self, stream: &Stream, args: LinearArgs<'_>) -> Result<(), CudaError> {
        let op = "linear/small_m_mma";
        if args.x.rows() > ROWS_MAX {
            return self.many.run(stream, args);
        }
        let (rows, n, _) = self.types.check(op, &args)?;
        if rows == 0 || n == 0 {
            return Ok(());
        }
        let (params, index, launch, grid) = params(op, self.types, &args)?;
        self.kernels[index].launch(stream, launch, grid, &params)
    }
}

/// Parameters of the kernels for up to [`ROWS_MAX`] rows, the tile, and the launch.
pub(crate) fn params(
    op: &'static str,
    types: LinearTypes,
    args: &LinearArgs<'_>,
) -> Result<(SmallMMmaParams, usize, Launch, Grid), CudaError> {
    let (rows, n, k) = types.check(op, args)?;
    if !k.is_multiple_of(8) || !args.x.is_aligned() || !args.weight.is_aligned() {
        let what = format!("rows of {k} that are not on 16-byte boundaries");
        return Err(CudaError::bad(op, what));
    }
    let index = tile_of(rows, n);
    let out = args.out.view();
    let params = SmallMMmaParams {
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
    let grid = Grid::new([n.div_ceil(8 * TILES[index].1), 1, 1], THREADS);
    Ok((params, index, Launch { op, shape: [rows, n, k, 0] }, grid))
}
