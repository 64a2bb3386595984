//! The choice of a kernel for linears of one input, by their rows, outputs and K.

use atlas_tensor::DType;

use super::LinearTypes;
use super::gemv::{Gemv, GemvTwoWarps};
use super::shared_input::{LinearGroup, WARPS};
use super::sm90_split_k::{self, Sm90SplitK};
use super::sm90_wgmma::{self, Sm90Wgmma};
use super::small_m_mma::{ROWS_MAX, SmallMMma, TILES, tile_of};
use super::tiled_mma::{self, Tile, TiledMma};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;

const THREADS: u32 = 256;
const GRID_Y_MAX: usize = 65_535;
/// Outputs of a linear alone from which tiles are faster than [`SmallMMma`] for few rows as well.
const MANY_OUTPUTS: usize = 65_536;

/// Linears as models bind them: a warp an output for one row, [`SmallMMma`] for few, [`TiledMma`]
/// for more and for heads of large vocabularies, [`Sm90Wgmma`] for many and [`Sm90SplitK`] for few
/// with few outputs and a long K where the device has them; or [`TiledMma`] for all, whose bits do
/// not depend on how many rows there are.
pub struct GemmDispatch {
    warp: Kernel,
    small_m: Vec<Kernel>,
    gemm: Vec<Kernel>,
    /// For one linear alone, by whether outputs are f32.
    one: [Gemv; 2],
    halves: GemvTwoWarps,
    few: [SmallMMma; 2],
    many: [TiledMma; 2],
    wgmma: Option<Sm90Wgmma>,
    split: Option<Sm90SplitK>,
}

impl GemmDispatch {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let kernel = |name: &str| device.kernel(&format!("shared_input_{name}"));
        let gemm = |tile: &Tile| kernel(&format!("tiled_mma_{}", tile.name));
        let types = |out| LinearTypes { x: DType::Bf16, weight: DType::Bf16, out };
        let [bf16, f32] = [DType::Bf16, DType::F32];
        Ok(Self {
            warp: kernel("gemv")?,
            small_m: (TILES.iter().map(|(m, n)| kernel(&format!("small_m_mma_{m}_{n}"))))
                .collect::<Result<_, _>>()?,
            gemm: tiled_mma::TILES.iter().map(gemm).collect::<Result<_, _>>()?,
            one: [Gemv::bind(device, types(bf16))?, Gemv::bind(device, types(f32))?],
            halves: GemvTwoWarps::bind(device)?,
            few: [SmallMMma::bind(device, bf16)?, SmallMMma::bind(device, f32)?],
            many: [TiledMma::bind(device, bf16)?, TiledMma::bind(device, f32)?],
            wgmma: Sm90Wgmma::bind(device)?,
            split: Sm90SplitK::bind(device)?,
        })
    }

    /// Whether one linear alone of so many rows, K and outputs, as models bind them, is served by
    /// [`SmallMMma`].
    pub(crate) fn takes_small_m(&self, rows: usize, k: usize, outputs: usize) -> bool {
        let wgmma = self.wgmma.is_some() && sm90_wgmma::serves(rows, k, outputs);
        let split = self.split.is_some() && sm90_split_k::serves(rows, k, outputs);
        (2..=ROWS_MAX).contains(&rows) && outputs < MANY_OUTPUTS && !wgmma && !split
    }

    /// Launches all of a group; with `invariant` to bits that do not depend on how many rows there
    /// are.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn run(
        &self,
        stream: &Stream,
        group: &LinearGroup<'_>,
        invariant: bool,
    ) -> Result<(), CudaError> {
        let (first, rows) = (&group.linears()[0], group.linears()[0].rows);
        let outputs = group.extents().2.sum();
        let serves = |_: &&Sm90SplitK| !invariant && sm90_split_k::serves(rows, first.k, outputs);
        if let Some(split) = self.split.as_ref().filter(serves) {
            return split.run(stream, group);
        }
        let serves = |_: &&Sm90Wgmma| !invariant && sm90_wgmma::serves(rows, first.k, outputs);
        if let Some(wgmma) = self.wgmma.as_ref().filter(serves) {
            return wgmma.run(stream, group);
        }
        if let [alone] = group.linears() {
            let out = usize::from(alone.is_f32);
            return match rows {
                _ if invariant => self.many[out].run(stream, alone.args()),
                1 if GemvTwoWarps::serves(&alone.args()) => self.halves.run(stream, alone.args()),
                1 => self.one[out].run(stream, alone.args()),
                _ if alone.n >= MANY_OUTPUTS => self.many[out].run(stream, alone.args()),
                _ => self.few[out].run(stream, alone.args()),
            };
        }
        if rows == 0 {
            return Ok(());
        }
        let columns = outputs;
        let (kernel, outputs, down, threads, shared) = match rows {
            1 if !invariant => (&self.warp, WARPS, 1, THREADS, 0),
            2..=ROWS_MAX if !invariant => {
                let index = tile_of(rows, columns);
                (&self.small_m[index], 8 * TILES[index].1, 1, THREADS, 0)
            }
            _ => {
                let (index, tile) = Tile::of(rows, columns, self.warp.device().info());
                let down = rows.div_ceil(tile.rows).min(GRID_Y_MAX);
                (&self.gemm[index], tile.columns, down, tile.threads, tile.shared_bytes())
            }
        };
        let (params, blocks) = group.params(outputs);
        let grid = Grid::new([blocks, down, 1], threads).shared(shared);
        let launch =
            Launch { op: "linear", shape: [rows, columns, first.k, group.linears().len()] };
        kernel.launch(stream, launch, grid, &params)
    }
}
