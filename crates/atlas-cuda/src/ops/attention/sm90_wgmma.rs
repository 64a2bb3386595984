//! `attention` of long spans (prefill) on `wgmma`, which Hopper has: as [`super::prefill_mma`], in
//! tiles of 64 rows a warp group. The tiling is set in `kernels/attention/sm90_wgmma.cu`;
//! `TILINGS` below repeats it for the launch.

use super::tile_params::TileParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel};
use crate::ops::Family;

const TARGET: &str = "sm_90a";

pub(crate) const ATTENTION_WGMMA: Family = Family::of::<TileParams>(
    "attention/sm90_wgmma",
    &["attention_prefill_wgmma_64", "attention_prefill_wgmma_128", "attention_prefill_wgmma_256"],
)
.with_shared()
.only_for(TARGET);

/// Tiling of the kernel for heads of a width, as in its source.
#[derive(Clone, Copy)]
struct Tiling {
    width: usize,
    /// Groups of four warps with 64 rows each.
    groups: usize,
    /// Positions whose keys or values are one stage of the ring.
    unit: usize,
    /// Stages of the ring.
    ring: usize,
}

/// Widths that have a kernel; rows of the table serve no others.
const TILINGS: [Tiling; 3] = [
    Tiling { width: 64, groups: 3, unit: 96, ring: 8 },
    Tiling { width: 128, groups: 2, unit: 128, ring: 4 },
    Tiling { width: 256, groups: 2, unit: 64, ring: 5 },
];

impl Tiling {
    /// A group that copies stages beside those that compute.
    fn threads(self) -> u32 {
        (128 * (self.groups + 1)) as u32
    }

    /// Queries, stages, two barriers a stage, and room to begin on a boundary.
    fn shared_bytes(self) -> usize {
        2 * self.width * (64 * self.groups + self.ring * self.unit) + 16 * self.ring + 1024
    }
}

/// An error unless the kernels count so many positions and rows of the cache, and know a scale of
/// this sign.
pub(crate) fn check(scale: f32, positions: usize, cache_rows: usize) -> Result<(), CudaError> {
    // Not `scale <= 0`: a NaN is not positive.
    if scale > 0.0 && positions <= i32::MAX as usize && cache_rows < u32::MAX as usize {
        return Ok(());
    }
    let what = format!("a scale of {scale}, {positions} positions, {cache_rows} rows of the cache");
    Err(CudaError::bad("attention/sm90_wgmma", what))
}

/// A kernel for long spans.
pub(crate) struct Sm90WgmmaAttention {
    pub kernel: Kernel,
    tiling: Tiling,
}

impl Sm90WgmmaAttention {
    /// The kernel for heads of `width`.
    ///
    /// # Errors
    /// No kernel for the width, or the device lacks the instructions or the shared memory.
    pub fn bind(device: &Device, width: usize) -> Result<Self, CudaError> {
        let bad = |what: String| CudaError::bad("attention/sm90_wgmma", what);
        let tiling = TILINGS.iter().find(|tiling| tiling.width == width).copied();
        let tiling = tiling.ok_or_else(|| bad(format!("no kernel for heads {width} wide")))?;
        let info = device.info();
        let (major, minor) = info.capability;
        if (major, minor) != (9, 0) {
            return Err(bad(format!("it takes Hopper (9.0), the device is of {major}.{minor}")));
        }
        let (want, have) = (tiling.shared_bytes(), info.shared_bytes_max);
        if want > have as usize {
            return Err(bad(format!("it takes {want} bytes of shared memory, of {have}")));
        }
        let kernel = device.kernel(&format!("attention_prefill_wgmma_{width}"))?;
        Ok(Self { kernel, tiling })
    }

    /// For spans of these rows, with `group` query heads on each of the KV heads.
    pub fn grid(
        &self,
        spans: impl Iterator<Item = usize>,
        [kv_heads, group]: [usize; 2],
    ) -> Option<Grid> {
        let rows = 64 * self.tiling.groups;
        let each = rows / group.min(rows);
        let tiles: usize = spans.map(|rows| rows.div_ceil(each)).sum();
        let blocks = tiles * kv_heads * group.div_ceil(rows);
        let grid = Grid::new([blocks, 1, 1], self.tiling.threads());
        (blocks > 0).then(|| grid.shared(self.tiling.shared_bytes() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tiling_has_a_kernel_and_fits_into_a_multiprocessor() {
        // Hopper: a block can have 227 KiB of shared memory and 65,536 registers.
        for tiling in TILINGS {
            let kernel = format!("attention_prefill_wgmma_{}", tiling.width);
            assert!(ATTENTION_WGMMA.kernels.contains(&kernel.as_str()), "{kernel}");
            assert!(tiling.shared_bytes() <= 227 << 10, "{kernel}");
            let registers = if tiling.groups == 2 { [232, 40] } else { [152, 56] };
            assert!(128 * (tiling.groups * registers[0] + registers[1]) <= 65_536, "{kernel}");
        }
        assert_eq!(TILINGS.len(), ATTENTION_WGMMA.kernels.len());
    }

    #[test]
    fn positions_that_a_kernel_cannot_count_are_an_error() {
        assert!(check(0.0625, i32::MAX as usize, u32::MAX as usize - 1).is_ok());
        for scale in [0.0, -0.5, f32::NAN] {
            assert!(check(scale, 1, 1).is_err(), "{scale}");
        }
        assert!(check(1.0, i32::MAX as usize + 1, 1).is_err());
        assert!(check(1.0, 1, u32::MAX as usize).is_err());
    }
}
