//! Products of many rows on `wgmma`, which Hopper alone has: linears of one input, and experts.
//!
//! Their bits are not those of `mma.sync`, so they serve beside other rows only where bits may depend on how many
//! rows a step has.

use super::Family;
use super::linears::{Group, LinearsParams};
use super::moe::GroupedParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;

const TARGET: &str = "sm_90a";
/// Rows from which linears are faster here.
pub const ROWS_MIN: usize = 65;

pub(super) const WIDE_LINEARS: Family = Family::of::<LinearsParams>(
    "wide",
    &["wide_linears_slim", "wide_linears_deep", "wide_linears_broad"],
)
.with_shared()
.only_for(TARGET);
pub(super) const WIDE_EXPERTS: Family = Family::of::<GroupedParams>(
    "wide",
    &["wide_up_single", "wide_up_broad", "wide_down_single", "wide_down_broad"],
)
.with_shared()
.only_for(TARGET);

/// A tile of rows and outputs, as in the kernel's source.
#[derive(Clone, Copy)]
pub(super) struct WideTile {
    pub name: &'static str,
    pub rows: usize,
    pub columns: usize,
    stages: usize,
    /// What 64 elements of K take a multiprocessor, in clocks: 64 bytes a clock come from the second-level cache,
    /// and 2,048 products a clock are done.
    clocks: usize,
}

const SLIM: WideTile = WideTile { name: "slim", rows: 128, columns: 32, stages: 8, clocks: 320 };
const SINGLE: WideTile = WideTile { name: "single", rows: 64, columns: 128, stages: 4, clocks: 0 };
const DEEP: WideTile = WideTile { name: "deep", rows: 128, columns: 128, stages: 6, clocks: 540 };
const BROAD: WideTile =
    WideTile { name: "broad", rows: 128, columns: 256, stages: 4, clocks: 1100 };
/// Tiles of linears and of experts.
const LINEARS: [WideTile; 3] = [SLIM, DEEP, BROAD];
const EXPERTS: [WideTile; 2] = [SINGLE, BROAD];
/// Pairs of token and expert that an expert has, on average, from which each of [`EXPERTS`] is the fastest.
const EXPERTS_FROM: [usize; 2] = [12, 96];

impl WideTile {
    /// A group of four warps for 64 rows.
    fn threads(self) -> u32 {
        (self.rows / 64 * 128) as u32
    }

    /// The stages of 64 elements of K, and room to begin on a boundary.
    fn shared_bytes(self) -> u32 {
        (self.stages * (self.rows + self.columns) * 64 * 2 + 1024) as u32
    }

    pub fn grid(self, columns: usize, rows: usize) -> Grid {
        Grid::new([columns, rows, 1], self.threads()).shared(self.shared_bytes())
    }
}

/// Whether a device has the instructions, and the shared memory that the tiles take.
fn is_there(device: &Device) -> bool {
    let info = device.info();
    info.capability == (9, 0) && info.shared_bytes_max >= BROAD.shared_bytes()
}

/// Linears of bf16 with outputs of bf16 or f32, those of one input in one launch.
pub struct WideLinears {
    kernels: Vec<Kernel>,
}

impl WideLinears {
    /// None where the device lacks the instructions.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if !is_there(device) {
            return Ok(None);
        }
        let kernel = |tile: &WideTile| device.kernel(&format!("wide_linears_{}", tile.name));
        Ok(Some(Self { kernels: LINEARS.iter().map(kernel).collect::<Result<_, _>>()? }))
    }

    /// Launches all of a group, in the tiles that take least time.
    ///
    /// # Errors
    /// What the driver says.
    pub fn run(&self, stream: &Stream, group: &Group<'_>) -> Result<(), CudaError> {
        let (rows, _, outputs) = group.extents();
        let multiprocessors = self.kernels[0].device().info().multiprocessors.max(1) as usize;
        let clocks = |tile: &WideTile| {
            let columns: usize = outputs.clone().map(|n| n.div_ceil(tile.columns)).sum();
            (columns * rows.div_ceil(tile.rows)).div_ceil(multiprocessors) * tile.clocks
        };
        let index = (0..LINEARS.len()).min_by_key(|&i| clocks(&LINEARS[i])).unwrap_or(0);
        self.run_in(stream, group, index)
    }

    /// Launches all of a group in tiles of one kind, 0 to 2, from the smallest to the largest.
    ///
    /// # Errors
    /// There is no such kind, or what the driver says.
    pub fn run_in(
        &self,
        stream: &Stream,
        group: &Group<'_>,
        index: usize,
    ) -> Result<(), CudaError> {
        let tile = LINEARS.get(index);
        let &tile = tile.ok_or_else(|| CudaError::bad("linear", format!("no tile {index}")))?;
        let (rows, k, outputs) = group.extents();
        let (params, blocks) = group.params(tile.columns);
        let launch = Launch { op: "linear", shape: [rows, outputs.sum(), k, 0] };
        let grid = tile.grid(blocks, rows.div_ceil(tile.rows));
        self.kernels[index].launch(stream, launch, grid, &params)
    }
}

/// Which of the tiles for experts serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiles {
    /// Those on `mma.sync`, which every device has, for any number of pairs to the same bits.
    Common,
    /// Those of the device's own where they are faster.
    ByPairs,
    /// One of the device's own, 0 or 1, from the smaller to the larger.
    Own(usize),
}

/// Both products of experts over sorted pairs.
pub(super) struct WideExperts {
    up: [Kernel; 2],
    down: [Kernel; 2],
    /// The tile for any number of pairs, where one is.
    only: Option<usize>,
}

impl WideExperts {
    /// None where the device lacks the instructions.
    pub fn bind(device: &Device, only: Option<usize>) -> Result<Option<Self>, CudaError> {
        if !is_there(device) {
            return Ok(None);
        }
        let both = |way: &str| -> Result<[Kernel; 2], CudaError> {
            let [single, broad] = EXPERTS.map(|tile| format!("wide_{way}_{}", tile.name));
            Ok([device.kernel(&single)?, device.kernel(&broad)?])
        };
        Ok(Some(Self { up: both("up")?, down: both("down")?, only }))
    }

    /// The kernels and the tile for so many pairs, if these are the fastest for them.
    pub fn of(&self, pairs: usize, experts: usize) -> Option<(&Kernel, &Kernel, WideTile)> {
        let fastest = || EXPERTS_FROM.iter().rposition(|from| pairs >= from * experts);
        let index = self.only.map(|only| only.min(1)).or_else(fastest)?;
        Some((&self.up[index], &self.down[index], EXPERTS[index]))
    }
}
