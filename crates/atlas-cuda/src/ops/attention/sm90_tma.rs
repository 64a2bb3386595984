//! Short spans of `attention` in ranges, with keys and values brought by the copy engine, which
//! Hopper alone has. The bits are those of [`super::decode_split_kv`].

use bytemuck::{Pod, Zeroable};

use super::decode_split_kv::{RING_SHARED, ring_deep};
use super::tile_params::{TILE_ROWS, TileParams};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::ops::kv_shape::KvShape;
use crate::stream::Stream;
use crate::tensor_map::TensorMap;

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct TmaParams {
    cache: TensorMap,
    tiles: TileParams,
    /// To a whole multiple of the boundary.
    unused: [u64; 2],
}
pub(crate) const BOXES: Family = Family::of::<TmaParams>(
    "attention/sm90_tma",
    &[
        "attention_decode_tma_64",
        "attention_decode_tma_128",
        "attention_decode_tma_256",
        "attention_decode_tma_deep_64",
        "attention_decode_tma_deep_128",
        "attention_decode_tma_deep_256",
    ],
)
.with_shared()
.only_for("sm_90a");

/// Positions of a unit, as in the kernel's source.
const UNIT: usize = 64;

/// Threads of a block: four warps compute, one brings.
const THREADS: u32 = 160;

/// Bytes of shared memory of a block with so many places in its ring, which begins on a boundary
/// and has two gates for each.
fn shared_bytes(width: usize, ring: usize) -> usize {
    1024 + 8 * ring.next_multiple_of(2)
        + 2 * (ring * UNIT * width + TILE_ROWS * (width + 8) + TILE_ROWS * 72)
        + 4 * 4 * TILE_ROWS
}

/// The kernels of blocks that share a multiprocessor, and of those that have one to themselves.
pub(crate) struct Sm90TmaAttention {
    shared: Kernel,
    deep: Kernel,
    width: usize,
}

impl Sm90TmaAttention {
    /// None where the device lacks the instructions, or the shared memory.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn bind(device: &Device, width: usize) -> Result<Option<Self>, CudaError> {
        let info = device.info();
        let most = shared_bytes(width, ring_deep(width)) as u32;
        if info.capability != (9, 0) || info.shared_bytes_max < most {
            return Ok(None);
        }
        let shared = device.kernel(&format!("attention_decode_tma_{width}"))?;
        let deep = device.kernel(&format!("attention_decode_tma_deep_{width}"))?;
        Ok(Some(Self { shared, deep, width }))
    }

    /// Whether boxes of a cache's blocks make up units, and the copy engine counts its rows.
    pub fn takes(shape: &KvShape) -> bool {
        let tokens = shape.block_tokens;
        let fits = tokens.is_multiple_of(UNIT)
            || (tokens.is_multiple_of(8) && UNIT.is_multiple_of(tokens));
        fits && shape.vectors() <= i32::MAX as usize
    }

    /// Launches ranges of short spans on a grid of the tiles' kernels, the blocks of which are
    /// `alone` on their multiprocessors.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn launch(
        &self,
        stream: &Stream,
        launch: Launch,
        (grid, alone): (Grid, bool),
        (tiles, shape): (&TileParams, &KvShape),
    ) -> Result<(), CudaError> {
        let (kernel, ring) = match alone {
            true => (&self.deep, ring_deep(self.width)),
            false => (&self.shared, RING_SHARED),
        };
        let (width, boxed) = (self.width, shape.block_tokens.min(UNIT));
        let rows = [shape.vectors(), width];
        let params = TmaParams {
            cache: TensorMap::of_eights(kernel.device(), tiles.cache(), rows, boxed)?,
            tiles: *tiles,
            unused: [0; 2],
        };
        let grid = Grid { threads: THREADS, ..grid };
        kernel.launch(stream, launch, grid.shared(shared_bytes(width, ring) as u32), &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::attention::decode_split_kv::blocks_at_once;
    use crate::ops::attention::split_kv_merge::FEW_SHARED;
    use crate::ops::attention::tile_params::WIDTHS;
    use atlas_tensor::{KvFormat, KvFormats, KvScales};

    #[test]
    fn blocks_that_share_a_multiprocessor_fit_into_its_memory() {
        // Hopper: 228 KiB, of which a block takes one more than it asks for.
        for width in WIDTHS {
            let takes = |ring: usize| shared_bytes(width, ring) + 1024;
            assert!(blocks_at_once(width) * takes(RING_SHARED) <= 228 << 10, "{width}");
            // A deep ring leaves room for a block of the merge before.
            let merge = FEW_SHARED as usize + 1024;
            assert!(takes(ring_deep(width)) + merge <= 228 << 10, "{width}");
        }
    }

    #[test]
    fn blocks_of_the_cache_make_up_units_or_units_them() {
        let shape = |block_tokens, block_count| KvShape {
            formats: KvFormats::both(KvFormat::Bf16),
            scales: KvScales::ONE,
            block_count,
            block_tokens,
            kv_heads: 2,
            head_dim: 256,
            is_latent: false,
            index_dim: 0,
        };
        let takes = |tokens| Sm90TmaAttention::takes(&shape(tokens, 9));
        assert!([8, 16, 32, 64, 128, 192].into_iter().all(takes));
        assert!(![1, 4, 5, 12, 24, 48, 72, 96].into_iter().any(takes));
        assert!(
            !Sm90TmaAttention::takes(&shape(64, 1 << 24)),
            "more rows than the copy engine counts"
        );
    }
}
