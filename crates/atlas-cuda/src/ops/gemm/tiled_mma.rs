//! `linear` in tiles on the tensor cores of any device.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{LinearArgs, LinearTypes};
use crate::device::{Device, DeviceInfo};
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation};
use crate::stream::Stream;

const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GemmParams {
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
pub(crate) const GEMM: Family = Family::of::<GemmParams>(
    "gemm/tiled_mma",
    &[
        "tiled_mma_16x64_bf16",
        "tiled_mma_64x64_bf16",
        "tiled_mma_128x128_bf16",
        "tiled_mma_128x256_bf16",
        "tiled_mma_16x64_f32",
        "tiled_mma_64x64_f32",
        "tiled_mma_128x128_f32",
        "tiled_mma_128x256_f32",
    ],
)
.with_shared();

/// A tile of rows and outputs, and the threads that compute it, as in the kernel's source.
#[derive(Clone, Copy)]
pub(crate) struct Tile {
    pub name: &'static str,
    pub rows: usize,
    pub columns: usize,
    /// Elements of K of a stage.
    pub depth: usize,
    pub threads: u32,
}

pub(crate) const TILE_16X64: Tile =
    Tile { name: "16x64", rows: 16, columns: 64, depth: 64, threads: 128 };
pub(crate) const TILE_64X64: Tile =
    Tile { name: "64x64", rows: 64, columns: 64, depth: 64, threads: 128 };
pub(crate) const TILE_128X128: Tile =
    Tile { name: "128x128", rows: 128, columns: 128, depth: 32, threads: 256 };
const TILE_128X256: Tile =
    Tile { name: "128x256", rows: 128, columns: 256, depth: 32, threads: 256 };
/// Tiles of the last size that a multiprocessor gets at least: with fewer, many of them idle at the
/// end.
const WAVES_MIN: usize = 8;
/// Tiles of dense products.
pub(crate) const TILES: [Tile; 4] = [TILE_16X64, TILE_64X64, TILE_128X128, TILE_128X256];

impl Tile {
    /// The tile for so many rows and outputs on a device and its place among [`TILES`].
    pub fn of(rows: usize, n: usize, device: &DeviceInfo) -> (usize, Self) {
        let largest = rows.div_ceil(TILE_128X256.rows) * n.div_ceil(TILE_128X256.columns);
        let fits = TILE_128X256.shared_bytes() <= device.shared_bytes_max;
        let index = match rows {
            0..=16 => 0,
            17..=256 => 1,
            _ if fits && largest >= WAVES_MIN * device.multiprocessors as usize => 3,
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
pub struct TiledMma {
    kernels: Vec<Kernel>,
    types: LinearTypes,
}

impl TiledMma {
    /// For outputs of type `out`.
    ///
    /// # Errors
    /// No kernel has it.
    pub fn bind(device: &Device, out: DType) -> Result<Self, CudaError> {
        let tag = activation("gemm", out)?;
        let kernel = |tile: &Tile| device.kernel(&format!("tiled_mma_{}_{tag}", tile.name));
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
