//! Experts with few pairs each, by blocks that have weights on their way all the time. The bits are those of the tiles
//! in [`super::linear`].

use super::Family;
use super::moe::GroupedParams;
use crate::device::{Device, DeviceInfo};
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;

pub(super) const STREAM: Family = Family::of::<GroupedParams>(
    "stream",
    &[
        "stream_up_narrow",
        "stream_up_deep",
        "stream_up_deeper",
        "stream_up_vast",
        "stream_down_narrow",
        "stream_down_deep",
        "stream_down_deeper",
        "stream_down_vast",
    ],
)
.with_shared();

/// Pairs of a tile.
pub(super) const ROWS: usize = 16;
/// Bytes that a block has beside those it asks for.
const RESERVED: usize = 1024;

/// A tile, as in the kernel's source.
#[derive(Clone, Copy)]
struct Tile {
    name: &'static str,
    columns: usize,
    stages: usize,
    depth: usize,
    threads: u32,
}
const NARROW: Tile = Tile { name: "narrow", columns: 64, stages: 7, depth: 64, threads: 128 };
const TILES: [Tile; 4] = [
    NARROW,
    Tile { name: "deep", columns: 128, stages: 3, depth: 128, threads: 256 },
    Tile { name: "deeper", columns: 128, stages: 6, depth: 128, threads: 256 },
    Tile { name: "vast", columns: 256, stages: 3, depth: 128, threads: 256 },
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
pub(super) struct StreamExperts {
    up: Vec<Kernel>,
    down: Vec<Kernel>,
}

impl StreamExperts {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let all = |way: &str| -> Result<Vec<Kernel>, CudaError> {
            TILES.iter().map(|t| device.kernel(&format!("stream_{way}_{}", t.name))).collect()
        };
        Ok(Self { up: all("up")?, down: all("down")? })
    }

    /// Launches both products for at most so many tiles of [`ROWS`] pairs.
    pub fn run(
        &self,
        stream: &Stream,
        launch: Launch,
        [up, down]: [&GroupedParams; 2],
        tiles: usize,
        of: [usize; 2],
    ) -> Result<(), CudaError> {
        let (_, inner, inputs) = up.extents();
        let [first, second] = of.map(|i| TILES[i]);
        let info = self.up[0].device().info();
        let grid = first.grid(info, tiles, inner.div_ceil(first.columns / 2));
        self.up[of[0]].launch(stream, launch, grid, up)?;
        let grid = second.grid(info, tiles, inputs.div_ceil(second.columns));
        self.down[of[1]].launch(stream, launch, grid, down)
    }
}
