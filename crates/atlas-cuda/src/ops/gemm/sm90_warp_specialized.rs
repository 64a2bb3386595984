//! Tiles of warps that copy and warps that multiply, on `wgmma` and the copy engine, which Hopper
//! alone has.

use crate::device::Device;
use crate::launch::Grid;

pub(crate) const TARGET: &str = "sm_90a";

/// A tile of rows and outputs, as in the kernel's source.
#[derive(Clone, Copy)]
pub(crate) struct WarpSpecializedTile {
    pub name: &'static str,
    pub rows: usize,
    pub columns: usize,
    pub stages: usize,
    /// Blocks of a cluster, each with so many rows.
    pub cluster: usize,
    /// Clocks of a multiprocessor for 64 elements of K: by calculation, at 2,048 products a
    /// clock, and for `128x128` from what was measured beside `128x256` and `128x128_cluster2`.
    pub clocks: usize,
}

pub(crate) const fn tile(
    name: &'static str,
    [rows, columns, stages]: [usize; 3],
    [cluster, clocks]: [usize; 2],
) -> WarpSpecializedTile {
    WarpSpecializedTile { name, rows, columns, stages, cluster, clocks }
}

pub(crate) const LOW: WarpSpecializedTile = tile("64x256", [64, 256, 5], [1, 0]);
/// Threads of a block: four warps copy, eight multiply.
const THREADS: u32 = 384;

impl WarpSpecializedTile {
    /// The stages of 64 elements of K, two barriers for each, and room to begin on a boundary.
    pub(crate) fn shared_bytes(self) -> u32 {
        (self.stages * ((self.rows + self.columns) * 64 * 2 + 16) + 1024) as u32
    }

    /// A block a multiprocessor goes through all tiles; fewer where there are fewer.
    pub(crate) fn grid(self, device: &Device, tiles: usize) -> Grid {
        let most = device.info().multiprocessors.max(1) as usize / self.cluster;
        let blocks = tiles.min(most.max(1)) * self.cluster;
        let grid = Grid::new([blocks, 1, 1], THREADS).shared(self.shared_bytes());
        grid.clusters(self.cluster as u32)
    }

    /// Tiles of a cluster's rows.
    pub(crate) fn down(self, rows: usize) -> usize {
        rows.div_ceil(self.rows * self.cluster)
    }
}

/// Whether a device has the instructions, and the shared memory that tiles take.
pub(crate) fn is_there(device: &Device, tiles: &[WarpSpecializedTile]) -> bool {
    let info = device.info();
    let most = tiles.iter().map(|tile| tile.shared_bytes()).max();
    info.capability == (9, 0) && Some(info.shared_bytes_max) >= most
}
