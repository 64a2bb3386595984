//! Experts with few pairs each, by blocks that have weights on their way all the time. The bits are
//! those of the tiles in [`super::grouped_gemm`].

use atlas_tensor::ops::ExpertActivation;

use super::grouped_params::GroupedParams;
use crate::device::{Device, DeviceInfo};
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::stream::Stream;

pub(crate) const STREAM: Family = Family::of::<GroupedParams>(
    "moe/grouped_gemm_small_m",
    &[
        "grouped_gemm_small_m_up_16x64",
        "grouped_gemm_small_m_up_16x128",
        "grouped_gemm_small_m_relu_squared_16x64",
        "grouped_gemm_small_m_relu_squared_16x128",
        "grouped_gemm_small_m_down_16x64",
        "grouped_gemm_small_m_down_16x128",
    ],
)
.with_shared();

/// Pairs of a tile.
pub(crate) const ROWS: usize = 16;
/// Bytes that a block has beside those it asks for.
const RESERVED: usize = 1024;

/// A tile, as in the kernel's source.
#[derive(Clone, Copy)]
struct Tile {
    name: &'static str,
    columns: usize,
    stages: usize,
    /// Elements of K of a stage.
    depth: usize,
    threads: u32,
}
/// From the one that is served where it has room.
const TILES: [Tile; 2] = [
    Tile { name: "16x128", columns: 128, stages: 3, depth: 128, threads: 256 },
    Tile { name: "16x64", columns: 64, stages: 7, depth: 64, threads: 128 },
];

impl Tile {
    /// The stages, and eight bytes for each tile of pairs.
    fn shared_bytes(self, tiles: usize) -> usize {
        self.stages * (ROWS + self.columns) * self.depth * 2 + 8 * tiles
    }

    /// As many blocks as run at once, fewer where there are fewer tiles.
    fn grid(self, info: &DeviceInfo, tiles: usize, across: usize) -> Grid {
        let bytes = self.shared_bytes(tiles);
        let at_once = (info.shared_bytes_max as usize + RESERVED) / (bytes + RESERVED);
        let blocks = at_once.max(1) * info.multiprocessors as usize;
        let grid = Grid::new([blocks.min(tiles * across).max(1), 1, 1], self.threads);
        grid.shared(u32::try_from(bytes).unwrap_or(u32::MAX))
    }
}

/// Both products of experts over sorted pairs.
pub(crate) struct SmallMGroupedGemm {
    activation: ExpertActivation,
    up: [Kernel; 2],
    down: [Kernel; 2],
}

impl SmallMGroupedGemm {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device, activation: ExpertActivation) -> Result<Self, CudaError> {
        let both = |way: &str| -> Result<[Kernel; 2], CudaError> {
            let [deep, shallow] =
                TILES.map(|t| device.kernel(&format!("grouped_gemm_small_m_{way}_{}", t.name)));
            Ok([deep?, shallow?])
        };
        let up = both(super::way_of(activation))?;
        Ok(Self { activation, up, down: both("down")? })
    }

    /// Launches both products for at most so many tiles of [`ROWS`] pairs, in tiles of outputs of
    /// the kind `only` or else of the first kind that the device has room for.
    pub fn run(
        &self,
        stream: &Stream,
        launch: Launch,
        [up, down]: [&GroupedParams; 2],
        tiles: usize,
        only: Option<usize>,
    ) -> Result<(), CudaError> {
        let (_, inner, inputs) = up.extents();
        let info = self.up[0].device().info();
        let fits = |tile: &Tile| tile.shared_bytes(tiles) <= info.shared_bytes_max as usize;
        let first = only.or_else(|| TILES.iter().position(fits)).unwrap_or(1).min(1);
        let tile = TILES[first];
        let (first, second) = (&self.up[first], &self.down[first]);
        first.launch(
            stream,
            launch,
            tile.grid(
                info,
                tiles,
                inner.div_ceil(tile.columns / super::inputs_of(self.activation)),
            ),
            up,
        )?;
        second.launch(stream, launch, tile.grid(info, tiles, inputs.div_ceil(tile.columns)), down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_blocks_as_the_shared_memory_has_room_for() {
        let device = |shared_bytes_max| DeviceInfo {
            ordinal: 0,
            name: String::new(),
            capability: (9, 0),
            memory_bytes: 0,
            multiprocessors: 10,
            l2_bytes: 0,
            block_threads_max: 1024,
            shared_bytes_max,
        };
        let [deep, shallow] = TILES;
        let blocks = |tile: Tile, info, tiles, across| tile.grid(&info, tiles, across).blocks[0];
        assert_eq!(blocks(deep, device(227 << 10), 320, 8), 20);
        assert_eq!(blocks(deep, device(227 << 10), 2, 8), 16, "no more than there are tiles");
        assert_eq!(blocks(shallow, device(227 << 10), 64, 8), 30);
        assert_eq!(blocks(shallow, device(99 << 10), 64, 8), 10);
        assert!(deep.shared_bytes(1) > 99 << 10, "such a device takes the shallow one");
        assert!(shallow.shared_bytes(3 * 512) <= 99 << 10);
    }
}
