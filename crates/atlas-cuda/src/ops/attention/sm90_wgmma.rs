//! `attention` of long spans on `wgmma`, which Hopper has: `attention_long` of
//! [`super::prefill_mma`] in tiles of 64 rows a group of four warps.

use super::tile_params::TileParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel};
use crate::ops::Family;

const TARGET: &str = "sm_90a";

pub(crate) const ATTENTION_WIDE: Family = Family::of::<TileParams>(
    "attention/sm90_wgmma",
    &[
        "attention_prefill_wgmma_64_three",
        "attention_prefill_wgmma_64_turns",
        "attention_prefill_wgmma_128_two",
        "attention_prefill_wgmma_128_turns",
        "attention_prefill_wgmma_256_64",
        "attention_prefill_wgmma_256_80",
        "attention_prefill_wgmma_256_96",
        "attention_prefill_wgmma_256_80_turns",
        "attention_prefill_wgmma_256_80_eager",
    ],
)
.with_shared()
.only_for(TARGET);

/// How a kernel goes through a span, as in its source.
#[derive(Clone, Copy)]
struct Plan {
    name: &'static str,
    width: usize,
    /// Groups of four warps with 64 rows each, positions of a unit, parts of the ring.
    groups: usize,
    unit: usize,
    ring: usize,
}

const fn plan(name: &'static str, width: usize, [groups, unit, ring]: [usize; 3]) -> Plan {
    Plan { name, width, groups, unit, ring }
}

const PLANS: [Plan; 9] = [
    plan("64_three", 64, [3, 96, 8]),
    plan("64_turns", 64, [3, 96, 8]),
    plan("128_two", 128, [2, 128, 4]),
    plan("128_turns", 128, [2, 128, 4]),
    plan("256_64", 256, [2, 64, 5]),
    plan("256_80", 256, [2, 80, 4]),
    plan("256_96", 256, [2, 96, 3]),
    plan("256_80_turns", 256, [2, 80, 4]),
    plan("256_80_eager", 256, [2, 80, 4]),
];

/// The plan that serves heads of a width; where there is none, the row of the table serves none.
pub const SERVED: [(usize, &str); 3] = [(64, "64_turns"), (128, "128_turns"), (256, "256_64")];

impl Plan {
    /// A group that brings parts beside those that compute.
    fn threads(self) -> u32 {
        (128 * (self.groups + 1)) as u32
    }

    /// Queries, parts, two barriers a part, and room to begin on a boundary.
    fn shared_bytes(self) -> usize {
        2 * self.width * (64 * self.groups + self.ring * self.unit) + 16 * self.ring + 1024
    }
}

/// All plans for heads of a width.
pub fn plans(width: usize) -> impl Iterator<Item = &'static str> {
    PLANS.iter().filter(move |plan| plan.width == width).map(|plan| plan.name)
}

/// An error unless the kernels count so many positions and rows of the cache, and know a scale of
/// this sign.
pub(crate) fn check(scale: f32, positions: usize, cache_rows: usize) -> Result<(), CudaError> {
    // Not `scale <= 0`: a NaN is not positive.
    if scale > 0.0 && positions <= i32::MAX as usize && cache_rows < u32::MAX as usize {
        return Ok(());
    }
    let what = format!("a scale of {scale}, {positions} positions, {cache_rows} rows of the cache");
    Err(CudaError::bad("attention/wide", what))
}

/// A kernel for long spans.
pub(crate) struct Sm90WgmmaAttention {
    pub kernel: Kernel,
    plan: Plan,
}

impl Sm90WgmmaAttention {
    /// In the plan of a name, or in the one that serves heads of a width.
    ///
    /// # Errors
    /// There is no such plan, or the device lacks the instructions or the shared memory.
    pub fn bind(device: &Device, width: usize, name: Option<&str>) -> Result<Self, CudaError> {
        let bad = |what: String| CudaError::bad("attention/wide", what);
        let served = SERVED.iter().find(|served| served.0 == width).map(|served| served.1);
        let plan = name.or(served).and_then(|name| {
            PLANS.iter().find(|plan| plan.name == name && plan.width == width).copied()
        });
        let plan = plan.ok_or_else(|| bad(format!("no plan for heads {width} wide")))?;
        let info = device.info();
        let (major, minor) = info.capability;
        if (major, minor) != (9, 0) {
            return Err(bad(format!("it takes Hopper (9.0), the device is of {major}.{minor}")));
        }
        let (want, have) = (plan.shared_bytes(), info.shared_bytes_max);
        if want > have as usize {
            return Err(bad(format!("it takes {want} bytes of shared memory, of {have}")));
        }
        let kernel = device.kernel(&format!("attention_prefill_wgmma_{}", plan.name))?;
        Ok(Self { kernel, plan })
    }

    /// For spans of these rows, with `group` query heads on each of the KV heads.
    pub fn grid(
        &self,
        spans: impl Iterator<Item = usize>,
        [kv_heads, group]: [usize; 2],
    ) -> Option<Grid> {
        let rows = 64 * self.plan.groups;
        let each = rows / group.min(rows);
        let tiles: usize = spans.map(|rows| rows.div_ceil(each)).sum();
        let blocks = tiles * kv_heads * group.div_ceil(rows);
        let grid = Grid::new([blocks, 1, 1], self.plan.threads());
        (blocks > 0).then(|| grid.shared(self.plan.shared_bytes() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plan_has_a_kernel_and_fits_into_a_multiprocessor() {
        // Hopper: a block can have 227 KiB of shared memory and 65,536 registers.
        for plan in PLANS {
            let kernel = format!("attention_prefill_wgmma_{}", plan.name);
            assert!(ATTENTION_WIDE.kernels.contains(&kernel.as_str()), "{kernel}");
            assert!(plan.shared_bytes() <= 227 << 10, "{kernel}");
            let registers = if plan.groups == 2 { [232, 40] } else { [152, 56] };
            assert!(128 * (plan.groups * registers[0] + registers[1]) <= 65_536, "{kernel}");
        }
        assert_eq!(PLANS.len(), ATTENTION_WIDE.kernels.len());
    }

    #[test]
    fn what_a_kernel_cannot_count_is_an_error() {
        assert!(check(0.0625, i32::MAX as usize, u32::MAX as usize - 1).is_ok());
        for scale in [0.0, -0.5, f32::NAN] {
            assert!(check(scale, 1, 1).is_err(), "{scale}");
        }
        assert!(check(1.0, i32::MAX as usize + 1, 1).is_err());
        assert!(check(1.0, 1, u32::MAX as usize).is_err());
    }

    #[test]
    fn what_serves_is_a_plan_of_that_width() {
        for (width, name) in SERVED {
            assert!(plans(width).any(|plan| plan == name), "{name}");
        }
    }
}
