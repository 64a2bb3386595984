//! Products of many rows by warps that copy and warps that multiply, which Hopper alone has:
//! linears of one input, and experts. The bits are those of [`super::wide`].

use bytemuck::{Pod, Zeroable};

use super::Family;
use super::linears::{Group, LinearsParams, PARTS_MAX};
use super::moe::GroupedParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;
use crate::tensor_map::TensorMap;

const TARGET: &str = "sm_90a";

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct FlowLinearsParams {
    x: TensorMap,
    weights: [TensorMap; PARTS_MAX],
    linears: LinearsParams,
    blocks: i64,
    unused: [i64; 6],
}
pub(super) const FLOW_LINEARS: Family = Family::of::<FlowLinearsParams>(
    "flow",
    &[
        "flow_linears_broad",
        "flow_linears_broad_pair",
        "flow_linears_deep",
        "flow_linears_deep_pair",
        "flow_linears_slender",
        "flow_linears_low",
    ],
)
.with_shared()
.only_for(TARGET);

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct FlowExpertsParams {
    x: TensorMap,
    weight: TensorMap,
    grouped: GroupedParams,
    rounded: i64,
    unused: [i64; 3],
}
pub(super) const FLOW_EXPERTS: Family = Family::of::<FlowExpertsParams>(
    "flow",
    &["flow_up_low", "flow_up_tall", "flow_down_low", "flow_down_tall"],
)
.with_shared()
.only_for(TARGET);

/// A tile of rows and outputs, as in the kernel's source.
#[derive(Clone, Copy)]
pub(super) struct FlowTile {
    pub name: &'static str,
    pub rows: usize,
    pub columns: usize,
    stages: usize,
    /// Blocks of a cluster, each with so many rows.
    cluster: usize,
    /// What 64 elements of K take a multiprocessor, in clocks: by calculation, at 2,048 products a
    /// clock, and for `deep` from what was measured beside `broad` and `deep_pair`.
    clocks: usize,
}

const fn tile(
    name: &'static str,
    [rows, columns, stages]: [usize; 3],
    [cluster, clocks]: [usize; 2],
) -> FlowTile {
    FlowTile { name, rows, columns, stages, cluster, clocks }
}

/// Of linears, and of experts: from the smaller to the larger.
const LINEARS: [FlowTile; 6] = [
    tile("broad", [128, 256, 4], [1, 1120]),
    tile("broad_pair", [128, 256, 4], [2, 1060]),
    tile("deep", [128, 128, 7], [1, 580]),
    tile("deep_pair", [128, 128, 7], [2, 640]),
    tile("slender", [128, 96, 7], [1, 450]),
    LOW,
];
const LOW: FlowTile = tile("low", [64, 256, 5], [1, 0]);
/// The place of [`LOW`], which serves fewer rows than the others.
pub(super) const LOW_AT: usize = 5;
const EXPERTS: [FlowTile; 2] = [LOW, tile("tall", [128, 256, 4], [1, 0])];
/// Threads of a block: four warps copy, eight multiply.
const THREADS: u32 = 384;

impl FlowTile {
    /// The stages of 64 elements of K, two gates for each, and room to begin on a boundary.
    fn shared_bytes(self) -> u32 {
        (self.stages * ((self.rows + self.columns) * 64 * 2 + 16) + 1024) as u32
    }

    /// A block a multiprocessor goes through all tiles; fewer where there are fewer.
    fn grid(self, device: &Device, tiles: usize) -> Grid {
        let most = device.info().multiprocessors.max(1) as usize / self.cluster;
        let blocks = tiles.min(most.max(1)) * self.cluster;
        let grid = Grid::new([blocks, 1, 1], THREADS).shared(self.shared_bytes());
        grid.clusters(self.cluster as u32)
    }

    /// Tiles of a cluster's rows.
    fn down(self, rows: usize) -> usize {
        rows.div_ceil(self.rows * self.cluster)
    }
}

/// Whether a device has the instructions, and the shared memory that the tiles take.
fn is_there(device: &Device) -> bool {
    let info = device.info();
    let most = LINEARS.iter().chain(&EXPERTS).map(|tile| tile.shared_bytes()).max();
    info.capability == (9, 0) && Some(info.shared_bytes_max) >= most
}

/// Linears of bf16 with outputs of bf16 or f32, those of one input in one launch.
pub(super) struct FlowLinears {
    kernels: Vec<Kernel>,
}

impl FlowLinears {
    /// None where the device lacks the instructions.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if !is_there(device) {
            return Ok(None);
        }
        let kernel = |tile: &FlowTile| device.kernel(&format!("flow_linears_{}", tile.name));
        Ok(Some(Self { kernels: LINEARS.iter().map(kernel).collect::<Result<_, _>>()? }))
    }

    /// The kinds of tiles, in the order in which [`Self::run`] counts them.
    pub fn tiles() -> impl Iterator<Item = &'static str> {
        ["flow_broad", "flow_broad_pair", "flow_deep", "flow_deep_pair", "flow_slender", "flow_low"]
            .into_iter()
    }

    /// The tile with the fewest clocks, and how many those are.
    pub fn fastest(
        [rows, k, multiprocessors]: [usize; 3],
        outputs: impl Iterator<Item = usize> + Clone,
    ) -> (usize, usize) {
        let clocks = |tile: &FlowTile| {
            let across: usize = outputs.clone().map(|n| n.div_ceil(tile.columns)).sum();
            let at_once = (multiprocessors / tile.cluster).max(1);
            (across * tile.down(rows)).div_ceil(at_once) * tile.clocks * k.div_ceil(64)
        };
        let all =
            LINEARS[..LOW_AT].iter().map(clocks).enumerate().map(|(index, clocks)| (clocks, index));
        let (clocks, index) = all.min().unwrap_or((usize::MAX, 0));
        (index, clocks)
    }

    /// Launches all of a group in tiles of one kind.
    ///
    /// # Errors
    /// There is no such kind, or what the driver says.
    pub fn run(&self, stream: &Stream, group: &Group<'_>, index: usize) -> Result<(), CudaError> {
        let (op, tile) = ("linear", LINEARS.get(index));
        let &tile = tile.ok_or_else(|| CudaError::bad(op, format!("no tile {index}")))?;
        let (rows, k, outputs) = group.extents();
        let (linears, blocks) = group.params(tile.columns);
        let tiles = blocks * tile.down(rows);
        if tiles == 0 {
            return Ok(());
        }
        if k == 0 || tiles > i32::MAX as usize {
            return Err(CudaError::bad(op, format!("{tiles} tiles of {k} elements a row")));
        }
        let kernel = &self.kernels[index];
        let device = kernel.device();
        let (x, x_row) = linears.x();
        let mut params = FlowLinearsParams {
            x: TensorMap::of_rows(device, x, [rows, k, x_row], tile.rows)?,
            weights: Zeroable::zeroed(),
            linears,
            blocks: blocks as i64,
            unused: [0; 6],
        };
        let part = tile.columns / tile.cluster;
        for (map, (weight, n)) in params.weights.iter_mut().zip(group.weights()) {
            *map = TensorMap::of_rows(device, weight, [n, k, k], part)?;
        }
        let launch = Launch { op, shape: [rows, outputs.sum(), k, 0] };
        kernel.launch(stream, launch, tile.grid(device, tiles), &params)
    }
}

/// Both products of experts over sorted pairs.
pub(super) struct FlowExperts {
    up: Vec<Kernel>,
    down: Vec<Kernel>,
}

impl FlowExperts {
    /// None where the device lacks the instructions.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if !is_there(device) {
            return Ok(None);
        }
        let both = |way: &str| -> Result<Vec<Kernel>, CudaError> {
            let kernel = |tile: &FlowTile| device.kernel(&format!("flow_{way}_{}", tile.name));
            EXPERTS.iter().map(kernel).collect()
        };
        Ok(Some(Self { up: both("up")?, down: both("down")? }))
    }

    /// Rows of a tile of a kind.
    pub fn rows(index: usize) -> usize {
        EXPERTS[index.min(1)].rows
    }

    /// Launches both products for at most so many tiles of rows, of `pairs` pairs; with `rounded`
    /// the results of pairs are bf16.
    pub fn run(
        &self,
        stream: &Stream,
        launch: Launch,
        [up, down]: [&GroupedParams; 2],
        [index, tiles, pairs]: [usize; 3],
        rounded: bool,
    ) -> Result<(), CudaError> {
        let index = index.min(1);
        let (tile, first, second) = (EXPERTS[index], &self.up[index], &self.down[index]);
        let device = first.device();
        let (experts, inner, inputs) = up.extents();
        let most = experts * inputs.max(2 * inner);
        if most > i32::MAX as usize {
            return Err(CudaError::bad(launch.op, format!("{most} rows of weights")));
        }
        if inner == 0 || inputs == 0 {
            return Err(CudaError::bad(launch.op, "experts without weights"));
        }
        // Boxes have half of the columns that a group of warps multiplies, the gate's or the up's.
        let half = if tile.rows == 64 { tile.columns / 4 } else { tile.columns / 2 };
        let rows = [experts * 2 * inner, inputs, inputs];
        let params = FlowExpertsParams {
            x: Zeroable::zeroed(),
            weight: TensorMap::of_rows(device, up.weight(), rows, half)?,
            grouped: *up,
            rounded: 0,
            unused: [0; 3],
        };
        let across = inner.div_ceil(tile.columns / 2);
        first.launch(stream, launch, tile.grid(device, tiles * across), &params)?;
        let rows = [experts * inputs, inner, inner];
        let params = FlowExpertsParams {
            x: TensorMap::of_rows(device, down.hidden(), [pairs, inner, inner], tile.rows)?,
            weight: TensorMap::of_rows(device, down.weight(), rows, tile.columns)?,
            grouped: *down,
            rounded: i64::from(rounded),
            ..params
        };
        let across = inputs.div_ceil(tile.columns);
        second.launch(stream, launch, tile.grid(device, tiles * across), &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(rows: usize, k: usize, n: usize) -> &'static str {
        LINEARS[FlowLinears::fastest([rows, k, 132], std::iter::once(n)).0].name
    }

    #[test]
    fn whole_waves_of_the_widest_tiles_are_taken_where_there_are_many() {
        assert_eq!(chosen(8192, 8192, 8192), "broad_pair");
        assert_eq!(chosen(8192, 2048, 12_288), "broad_pair");
        assert_eq!(chosen(8192, 4096, 2048), "broad_pair");
        assert_eq!(chosen(1024, 2048, 12_288), "broad_pair");
        assert_eq!(chosen(1024, 4096, 2048), "deep", "every multiprocessor has a tile");
        assert_eq!(chosen(128, 2048, 248_320), "deep", "a last wave of small tiles is soon over");
        assert_eq!(chosen(100, 2048, 12_288), "slender", "128 tiles, deep has 96");
        assert_eq!(chosen(100, 2048, 16_384), "deep", "slender would have a second wave");
    }

    #[test]
    fn tiles_fit_into_the_shared_memory() {
        for tile in LINEARS.iter().chain(&EXPERTS) {
            assert!(tile.shared_bytes() <= 227 << 10, "{}", tile.name);
        }
        assert!(FlowLinears::tiles().eq(LINEARS.iter().map(|t| format!("flow_{}", t.name))));
    }
}
