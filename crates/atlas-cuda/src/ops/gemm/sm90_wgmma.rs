//! Products of many rows on `wgmma`, which Hopper alone has: linears of one input; and which tiles
//! serve experts.
//!
//! Their bits are not those of `mma.sync`, so they serve beside other rows only where bits may
//! depend on how many rows a step has.

use super::shared_input::{LinearGroup, LinearsParams};
use super::sm90_wgmma_warp_specialized::{LOW_AT, Sm90WarpSpecialized};
use super::small_m_mma::ROWS_MAX as ROWS_SMALL_M;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::stream::Stream;

const TARGET: &str = "sm_90a";
/// Rows from which linears are served here.
pub const ROWS_MIN: usize = 17;
/// Rows from which linears of [`OUTPUTS_MIN`] outputs and more are: others are faster in
/// `small_m_mma`.
pub const TILED_MIN: usize = 5;
const OUTPUTS_MIN: usize = 8192;
/// Shorter rows of x are faster in `small_m_mma`, which need not wait for tiles of them: 3.4 us
/// instead of 5.1 for 32 rows x 2,048 x 512 on one H200.
const K_MIN: usize = 1024;
/// Whether linears of so many rows, elements of a row of x, and outputs are faster here than
/// elsewhere.
pub(crate) fn serves(rows: usize, k: usize, outputs: usize) -> bool {
    let few = rows <= ROWS_SMALL_M && k < K_MIN && outputs < OUTPUTS_MIN;
    rows >= ROWS_MIN && !few || rows >= TILED_MIN && outputs >= OUTPUTS_MIN
}

/// Most rows of the tiles that wait for the weights alone.
const ROWS_FEW: usize = 64;
/// Outputs from which so few rows are served by the tile `64x256` of [`Sm90WarpSpecialized`], whose
/// blocks have most bytes on their way.
const LOW_MIN: usize = 65_536;

pub(crate) const SM90_WGMMA: Family = Family::of::<LinearsParams>(
    "gemm/sm90_wgmma",
    &[
        "sm90_wgmma_64x16",
        "sm90_wgmma_64x32",
        "sm90_wgmma_64x64",
        "sm90_wgmma_64x128",
        "sm90_wgmma_128x32",
        "sm90_wgmma_128x128",
        "sm90_wgmma_128x256",
    ],
)
.with_shared()
.only_for(TARGET);

/// A tile of rows and outputs, as in the kernel's source.
#[derive(Clone, Copy)]
pub(crate) struct WgmmaTile {
    pub name: &'static str,
    pub rows: usize,
    pub columns: usize,
    stages: usize,
    /// Panels of 64 elements of K in a stage.
    panels: usize,
    /// Blocks that share a multiprocessor.
    shared_by: usize,
    /// Clocks of a multiprocessor for 64 elements of K: 64 bytes a clock come from the
    /// second-level cache, and 2,048 products a clock are done. Tiles of few rows are chosen by
    /// [`clocks_of_few`].
    clocks: usize,
}

const fn tile(
    name: &'static str,
    [rows, columns, stages]: [usize; 3],
    [panels, shared_by]: [usize; 2],
    clocks: usize,
) -> WgmmaTile {
    WgmmaTile { name, rows, columns, stages, panels, shared_by, clocks }
}

const TILE_64X16: WgmmaTile = tile("64x16", [64, 16, 11], [2, 1], 0);
const TILE_64X32: WgmmaTile = tile("64x32", [64, 32, 6], [1, 3], 0);
const TILE_64X64: WgmmaTile = tile("64x64", [64, 64, 4], [1, 3], 0);
const TILE_64X128: WgmmaTile = tile("64x128", [64, 128, 4], [1, 2], 0);
const TILE_128X32: WgmmaTile = tile("128x32", [128, 32, 8], [1, 1], 320);
const TILE_128X128: WgmmaTile = tile("128x128", [128, 128, 6], [1, 1], 540);
const TILE_128X256: WgmmaTile = tile("128x256", [128, 256, 4], [1, 1], 1100);
/// Tiles of linears, the first [`TILINGS_OF_FEW`] of them for up to [`ROWS_FEW`] rows.
const LINEARS: [WgmmaTile; 7] =
    [TILE_64X16, TILE_64X32, TILE_64X64, TILE_64X128, TILE_128X32, TILE_128X128, TILE_128X256];
const TILINGS_OF_FEW: usize = 4;
/// The place of [`TILE_128X32`].
const TILE_128X32_AT: usize = 4;

impl WgmmaTile {
    /// A group of four warps for 64 rows.
    fn threads(self) -> u32 {
        (self.rows / 64 * 128) as u32
    }

    /// The stages of 64 elements of K, and room to begin on a boundary.
    fn shared_bytes(self) -> u32 {
        (self.stages * self.panels * (self.rows + self.columns) * 64 * 2 + 1024) as u32
    }

    /// Tiles of outputs of linears that go in one launch.
    fn blocks(self, outputs: impl Iterator<Item = usize>) -> usize {
        outputs.map(|n| n.div_ceil(self.columns)).sum()
    }

    /// Clocks of a linear of many rows.
    fn clocks_of_many(
        self,
        [rows, k, multiprocessors]: [usize; 3],
        outputs: impl Iterator<Item = usize>,
    ) -> usize {
        let tiles = self.blocks(outputs) * rows.div_ceil(self.rows);
        tiles.div_ceil(multiprocessors) * self.clocks * k.div_ceil(64)
    }

    pub fn grid(self, columns: usize, rows: usize) -> Grid {
        Grid::new([columns, rows, 1], self.threads()).shared(self.shared_bytes())
    }
}

/// Whether a device has the instructions, and the shared memory that the tiles take.
fn is_there(device: &Device) -> bool {
    let info = device.info();
    info.capability == (9, 0) && info.shared_bytes_max >= TILE_64X16.shared_bytes()
}

/// Clocks that a multiprocessor needs for a memory's answer.
const LATENCY: usize = 2150;
/// Tenths of a byte that the memory gives a multiprocessor in a clock, when all of them read.
const MEMORY_TENTHS: usize = 186;
/// Bytes that the second-level cache gives a multiprocessor in a clock.
const CACHE: usize = 64;

/// Clocks of the multiprocessor with most blocks, for up to [`ROWS_FEW`] rows: the weights as fast
/// as the memory gives them, or as the copies under way can cover its latency; weights and rows
/// from the cache; and the latency once for each time that its blocks are replaced.
fn clocks_of_few(tile: WgmmaTile, [rows, k, blocks, multiprocessors]: [usize; 4]) -> usize {
    let mine = blocks.div_ceil(multiprocessors);
    let line = 64 * 2;
    let weights = mine * tile.columns * line;
    let ahead = (tile.stages - 2) * tile.panels * tile.columns * line;
    let under_way = mine.clamp(1, tile.shared_by) * ahead;
    let memory = weights * 10 / MEMORY_TENTHS;
    let waiting = weights * LATENCY / under_way;
    let cache = mine * (tile.columns + rows) * line / CACHE;
    // While one block is replaced the others of its multiprocessor go on.
    let replaced = mine.div_ceil(tile.shared_by).saturating_sub(1) * LATENCY / tile.shared_by;
    k.div_ceil(64) * memory.max(waiting).max(cache) + LATENCY + replaced
}

/// The place among [`LINEARS`] of the tile that takes least time.
fn fastest(
    [rows, k, multiprocessors]: [usize; 3],
    outputs: impl Iterator<Item = usize> + Clone,
) -> usize {
    let clocks = |tile: WgmmaTile| {
        if rows <= ROWS_FEW {
            let blocks = tile.blocks(outputs.clone());
            return clocks_of_few(tile, [rows, k, blocks, multiprocessors]);
        }
        tile.clocks_of_many([rows, k, multiprocessors], outputs.clone())
    };
    let served = if rows <= ROWS_FEW { 0..TILINGS_OF_FEW } else { TILINGS_OF_FEW..LINEARS.len() };
    let first = served.start;
    served.min_by_key(|&i| clocks(LINEARS[i])).unwrap_or(first)
}

/// Linears of bf16 with outputs of bf16 or f32, those of one input in one launch.
pub struct Sm90Wgmma {
    kernels: Vec<Kernel>,
    warp_specialized: Sm90WarpSpecialized,
}

impl Sm90Wgmma {
    /// None where the device lacks the instructions.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if !is_there(device) {
            return Ok(None);
        }
        let Some(warp_specialized) = Sm90WarpSpecialized::bind(device)? else { return Ok(None) };
        let kernel = |tile: &WgmmaTile| device.kernel(&format!("sm90_wgmma_{}", tile.name));
        Ok(Some(Self {
            kernels: LINEARS.iter().map(kernel).collect::<Result<_, _>>()?,
            warp_specialized,
        }))
    }

    /// Launches all of a group, in the tiles that take least time.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn run(&self, stream: &Stream, group: &LinearGroup<'_>) -> Result<(), CudaError> {
        let (rows, k, outputs) = group.extents();
        if rows > ROWS_FEW && k > 0 {
            return self.run_warp_specialized(stream, group);
        }
        if rows <= ROWS_FEW && k > 0 && outputs.sum::<usize>() >= LOW_MIN {
            return self.warp_specialized.run(stream, group, LOW_AT);
        }
        self.run_wgmma(stream, group)
    }

    /// As [`Self::run`], in tiles in which all warps copy and multiply.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn run_wgmma(&self, stream: &Stream, group: &LinearGroup<'_>) -> Result<(), CudaError> {
        let (rows, k, outputs) = group.extents();
        let index = fastest([rows, k, self.multiprocessors()], outputs);
        self.run_in(stream, group, index)
    }

    /// As [`Self::run`], in tiles with warps that copy and warps that multiply where they take
    /// least time.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn run_warp_specialized(
        &self,
        stream: &Stream,
        group: &LinearGroup<'_>,
    ) -> Result<(), CudaError> {
        let (rows, k, outputs) = group.extents();
        let extents = [rows, k, self.multiprocessors()];
        let (index, clocks) = Sm90WarpSpecialized::fastest(extents, outputs.clone());
        // Few outputs give few tiles, and the narrowest are for those.
        if TILE_128X32.clocks_of_many(extents, outputs) < clocks {
            return self.run_in(stream, group, TILE_128X32_AT);
        }
        self.warp_specialized.run(stream, group, index)
    }

    fn multiprocessors(&self) -> usize {
        self.kernels[0].device().info().multiprocessors.max(1) as usize
    }

    /// The kinds of tiles, in the order in which [`Self::run_in`] counts them.
    pub fn tiles() -> impl Iterator<Item = &'static str> {
        LINEARS.iter().map(|tile| tile.name).chain(Sm90WarpSpecialized::tiles())
    }

    /// Launches all of a group in tiles of one kind.
    ///
    /// # Errors
    /// There is no such kind, or what the driver says.
    pub fn run_in(
        &self,
        stream: &Stream,
        group: &LinearGroup<'_>,
        index: usize,
    ) -> Result<(), CudaError> {
        if let Some(index) = index.checked_sub(LINEARS.len()) {
            return self.warp_specialized.run(stream, group, index);
        }
        let tile = LINEARS.get(index);
        let &tile = tile.ok_or_else(|| CudaError::bad("linear", format!("no tile {index}")))?;
        let (rows, k, outputs) = group.extents();
        let (params, blocks) = group.params(tile.columns);
        let launch = Launch { op: "linear", shape: [rows, outputs.sum(), k, 0] };
        let grid = tile.grid(blocks, rows.div_ceil(tile.rows));
        self.kernels[index].launch(stream, launch, grid, &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(rows: usize, k: usize, outputs: &[usize]) -> &'static str {
        LINEARS[fastest([rows, k, 132], outputs.iter().copied())].name
    }

    #[test]
    fn few_rows_take_the_tile_that_keeps_the_memory_busy() {
        for rows in [17, 32, 64] {
            assert_eq!(chosen(rows, 4096, &[2048]), "64x16", "every multiprocessor has a block");
            assert_eq!(
                chosen(rows, 2048, &[248_320]),
                "64x64",
                "blocks are replaced beside others"
            );
        }
        assert_eq!(chosen(32, 2048, &[12_288]), "64x32");
        assert_eq!(chosen(32, 2048, &[8192, 4096, 32, 32]), "64x32");
        assert_eq!(chosen(64, 8, &[1]), "64x16");
        assert_eq!(chosen(64, 0, &[]), "64x16");
    }

    #[test]
    fn more_rows_take_tiles_of_more() {
        assert_eq!(chosen(65, 4096, &[2048]), "128x32");
        assert_eq!(chosen(128, 2048, &[12_288]), "128x128");
        assert_eq!(chosen(8192, 2048, &[12_288]), "128x128");
        assert_eq!(LINEARS[TILE_128X32_AT].name, TILE_128X32.name);
    }

    #[test]
    fn blocks_that_share_a_multiprocessor_fit_into_its_memory() {
        // Hopper: 228 KiB, of which a block takes 1 KiB beside its own and can have 227 KiB.
        for tile in &LINEARS {
            let bytes = tile.shared_bytes() as usize;
            assert!(bytes <= 227 << 10, "{}", tile.name);
            assert!(tile.shared_by * (bytes + 1024) <= 228 << 10, "{}", tile.name);
        }
    }
}
