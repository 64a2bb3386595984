//! Experts with few pairs each, by blocks that have weights on their way all the time. The bits are those of the tiles
//! in [`super::linear`].

use super::Family;
use super::moe::GroupedParams;
use crate::device::{Device, DeviceInfo};
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;

pub(super) const STREAM: Family =
    Family::of::<GroupedParams>("stream", &["stream_up_narrow", "stream_down_narrow"])
        .with_shared();

/// Pairs and outputs of a tile, stages of 64 elements of K, and threads, as in the kernel's source.
pub(super) const ROWS: usize = 16;
const COLUMNS: usize = 64;
const STAGES: usize = 7;
const THREADS: u32 = 128;
/// Bytes that a block has beside those it asks for.
const RESERVED: usize = 1024;

/// The stages, and eight bytes for each tile of pairs.
fn shared_bytes(tiles: usize) -> usize {
    STAGES * (ROWS + COLUMNS) * 64 * 2 + 8 * tiles
}

/// As many blocks as run at once, fewer where there are fewer tiles.
fn grid(info: &DeviceInfo, tiles: usize, across: usize) -> Grid {
    let bytes = shared_bytes(tiles);
    let at_once = (info.shared_bytes_max as usize + RESERVED) / (bytes + RESERVED);
    let blocks = (at_once.max(1) * info.multiprocessors as usize).min(tiles * across).max(1);
    Grid::new([blocks, 1, 1], THREADS).shared(u32::try_from(bytes).unwrap_or(u32::MAX))
}

/// Both products of experts over sorted pairs.
pub(super) struct StreamExperts {
    up: Kernel,
    down: Kernel,
}

impl StreamExperts {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let [up, down] = ["stream_up_narrow", "stream_down_narrow"].map(|name| device.kernel(name));
        Ok(Self { up: up?, down: down? })
    }

    /// Launches both products for at most so many tiles of [`ROWS`] pairs.
    pub fn run(
        &self,
        stream: &Stream,
        launch: Launch,
        [up, down]: [&GroupedParams; 2],
        tiles: usize,
    ) -> Result<(), CudaError> {
        let info = self.up.device().info();
        let (_, inner, inputs) = up.extents();
        let first = grid(info, tiles, inner.div_ceil(COLUMNS / 2));
        self.up.launch(stream, launch, first, up)?;
        self.down.launch(stream, launch, grid(info, tiles, inputs.div_ceil(COLUMNS)), down)
    }
}
