//! Linears of few rows with few outputs, K divided among the blocks of a cluster, which Hopper
//! alone has: those of one input in one launch.
//!
//! The bits of an output depend on K and on how many parts it has, not on the rows; they are not
//! those of other kernels.

use bytemuck::{Pod, Zeroable};

use super::shared_input::{LinearGroup, LinearsParams, PARTS_MAX};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::stream::Stream;
use crate::tensor_map::TensorMap;

const TARGET: &str = "sm_90a";
/// Whether these tiles serve, within the bounds below.
pub const SPLITS: bool = true;
/// Rows that are served here: one row has kernels of its own.
const ROWS: std::ops::RangeInclusive<usize> = 2..=128;
/// Shortest K: a block's part of less is soon there, and an activation goes with its linear
/// elsewhere.
const K_MIN: usize = 1024;
/// Most outputs of a launch: with more every multiprocessor has work without dividing K.
const OUTPUTS_MAX: usize = 4096;
/// Most outputs of a launch whose eighths all run at once, two to a multiprocessor.
const OUTPUTS_FEW: usize = 1536;
/// Which tile of [`TILES`] serves up to so many rows, ascending: for few outputs and for more.
const SERVING: [(usize, [&str; 2]); 4] = [
    (16, ["k8_m16", "k8_m16_3_per_sm"]),
    (32, ["k8_m32", "k8_m32_3_per_sm"]),
    (64, ["k8_m64", "k8_m64_3_per_sm"]),
    (128, ["k4_m128", "k4_m128_2_per_sm"]),
];

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct SplitKParams {
    x: TensorMap,
    weights: [TensorMap; PARTS_MAX],
    linears: LinearsParams,
    unused: [i64; 7],
}
pub(crate) const SPLIT: Family = Family::of::<SplitKParams>(
    "gemm/sm90_split_k",
    &[
        "sm90_split_k8_m16",
        "sm90_split_k8_m32",
        "sm90_split_k8_m64",
        "sm90_split_k8_m16_3_per_sm",
        "sm90_split_k8_m32_3_per_sm",
        "sm90_split_k8_m64_3_per_sm",
        "sm90_split_k4_m128",
        "sm90_split_k4_m128_2_per_sm",
    ],
)
.with_shared()
.only_for(TARGET);

/// A tile of outputs and rows, as in the kernel's source.
#[derive(Clone, Copy)]
struct SplitKTile {
    name: &'static str,
    outputs: usize,
    rows: usize,
    /// Parts of K, each of a block.
    parts: usize,
    /// Stages of the weights' ring and of the rows'.
    stages: [usize; 2],
}

const fn tile(
    name: &'static str,
    [outputs, rows, parts]: [usize; 3],
    stages: [usize; 2],
) -> SplitKTile {
    SplitKTile { name, outputs, rows, parts, stages }
}

const TILES: [SplitKTile; 8] = [
    tile("k8_m16", [64, 16, 8], [8, 8]),
    tile("k8_m32", [64, 32, 8], [8, 8]),
    tile("k8_m64", [64, 64, 8], [8, 3]),
    tile("k8_m16_3_per_sm", [64, 16, 8], [7, 4]),
    tile("k8_m32_3_per_sm", [64, 32, 8], [6, 3]),
    tile("k8_m64_3_per_sm", [64, 64, 8], [4, 2]),
    tile("k4_m128", [64, 128, 4], [12, 5]),
    tile("k4_m128_2_per_sm", [64, 128, 4], [5, 2]),
];

impl SplitKTile {
    /// Four warps for 64 outputs, and one that copies.
    fn threads(self) -> u32 {
        (self.outputs / 64 * 128 + 32) as u32
    }

    /// Both rings, the sums, a barrier for each stage of the weights, two for each of the rows and
    /// one for the sums, and room to begin on a boundary.
    fn shared_bytes(self) -> u32 {
        let [weights, rows] = self.stages;
        let rings = (weights * self.outputs + rows * self.rows) * 64 * 2;
        let sums = (self.rows * (self.outputs + 8) + 4 * self.parts) * 4;
        (rings + sums + (weights + 2 * rows + 1) * 8 + 1024) as u32
    }
}

/// Whether a device has the instructions, and the shared memory that the tiles take.
fn is_there(device: &Device) -> bool {
    let info = device.info();
    let most = TILES.iter().map(|tile| tile.shared_bytes()).max();
    info.capability == (9, 0) && Some(info.shared_bytes_max) >= most
}

/// Whether linears of so many rows, of so many outputs together, are faster here than elsewhere.
pub(crate) fn serves(rows: usize, k: usize, outputs: usize) -> bool {
    SPLITS && ROWS.contains(&rows) && k >= K_MIN && (1..=OUTPUTS_MAX).contains(&outputs)
}

/// Linears of bf16 with outputs of bf16 or f32, those of one input in one launch.
pub struct Sm90SplitK {
    kernels: Vec<Kernel>,
}

impl Sm90SplitK {
    /// None where the device lacks the instructions.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if !is_there(device) {
            return Ok(None);
        }
        let kernel = |tile: &SplitKTile| device.kernel(&format!("sm90_split_{}", tile.name));
        Ok(Some(Self { kernels: TILES.iter().map(kernel).collect::<Result<_, _>>()? }))
    }

    /// The kinds of tiles, and the parts that each divides K into.
    pub fn tiles() -> impl Iterator<Item = (&'static str, usize)> {
        TILES.iter().map(|tile| (tile.name, tile.parts))
    }

    /// The tile that serves so many rows, of so many outputs together.
    pub fn serving(rows: usize, outputs: usize) -> &'static str {
        let last = SERVING[SERVING.len() - 1];
        let (_, tiles) = SERVING.iter().find(|(most, _)| rows <= *most).unwrap_or(&last);
        tiles[usize::from(outputs > OUTPUTS_FEW)]
    }

    /// Launches all of a group, in the tile that serves so many rows.
    ///
    /// # Errors
    /// As [`Self::run_in`].
    pub fn run(&self, stream: &Stream, group: &LinearGroup<'_>) -> Result<(), CudaError> {
        let (rows, _, outputs) = group.extents();
        self.run_in(stream, group, Self::serving(rows, outputs.sum()))
    }

    /// Launches all of a group in tiles of one kind.
    ///
    /// # Errors
    /// There is no such kind, rows without elements, or what the driver says.
    pub fn run_in(
        &self,
        stream: &Stream,
        group: &LinearGroup<'_>,
        kind: &str,
    ) -> Result<(), CudaError> {
        let op = "linear";
        let Some(index) = TILES.iter().position(|tile| tile.name == kind) else {
            return Err(CudaError::bad(op, format!("no tile {kind}")));
        };
        let (tile, kernel) = (TILES[index], &self.kernels[index]);
        let (rows, k, outputs) = group.extents();
        let (linears, across) = group.params(tile.outputs);
        if rows == 0 || across == 0 {
            return Ok(());
        }
        // The copy engine counts rows and elements in 32 bits.
        let most = outputs.clone().chain([rows, k]).max().unwrap_or(0);
        if k == 0 || most > i32::MAX as usize - 1024 {
            return Err(CudaError::bad(op, format!("{rows} rows of {k} elements")));
        }
        let device = kernel.device();
        let (x, x_row) = linears.x();
        let mut params = SplitKParams {
            x: TensorMap::of_rows(device, x, [rows, k, x_row], tile.rows)?,
            weights: Zeroable::zeroed(),
            linears,
            unused: [0; 7],
        };
        for (map, (weight, n)) in params.weights.iter_mut().zip(group.weights()) {
            *map = TensorMap::of_rows(device, weight, [n, k, k], tile.outputs)?;
        }
        let blocks = [across * tile.parts, rows.div_ceil(tile.rows), 1];
        let grid = Grid::new(blocks, tile.threads()).shared(tile.shared_bytes());
        let launch = Launch { op, shape: [rows, outputs.sum(), k, 0] };
        kernel.launch(stream, launch, grid.clusters(tile.parts as u32), &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_share_a_multiprocessor_fit_into_its_memory() {
        // Hopper: 228 KiB, of which a block takes 1 KiB beside its own and can have 227 KiB.
        for tile in TILES {
            let bytes = tile.shared_bytes() as usize;
            let together = match tile.name {
                name if name.contains("3_per_sm") => 3,
                name if name.contains("2_per_sm") || name.contains("k8") => 2,
                _ => 1,
            };
            assert!(bytes <= 227 << 10, "{}", tile.name);
            assert!(together * (bytes + 1024) <= 228 << 10, "{}", tile.name);
        }
    }

    #[test]
    fn every_number_of_rows_has_a_tile_that_holds_them() {
        for (rows, outputs) in ROWS.flat_map(|rows| [(rows, 256), (rows, 2048)]) {
            let name = Sm90SplitK::serving(rows, outputs);
            let tile = TILES.iter().find(|tile| tile.name == name).unwrap();
            assert!(rows <= tile.rows, "{rows} rows in {name}");
        }
        assert!(SERVING.is_sorted_by_key(|(most, _)| *most));
        assert_eq!(SERVING[SERVING.len() - 1].0, *ROWS.end());
    }

    #[test]
    fn up_to_64_rows_have_the_same_bits() {
        let parts = |rows: usize, outputs: usize| {
            let name = Sm90SplitK::serving(rows, outputs);
            Sm90SplitK::tiles().find(|(tile, _)| *tile == name).map(|(_, parts)| parts)
        };
        assert!((2..=64).all(|rows| [256, 2048].map(|n| parts(rows, n)) == [Some(8), Some(8)]));
        assert!((65..=128).all(|rows| [256, 2048].map(|n| parts(rows, n)) == [Some(4), Some(4)]));
    }

    #[test]
    fn the_mixers_outputs_are_served_and_short_or_wide_linears_are_not() {
        assert!(serves(8, 4096, 2048));
        assert!(serves(128, 2048, 256));
        assert!(!serves(1, 4096, 2048), "one row");
        assert!(!serves(129, 4096, 2048), "many rows");
        assert!(!serves(8, 512, 2048), "a short K");
        assert!(!serves(8, 2048, 12_288), "many outputs");
        assert!(!serves(8, 0, 2048), "nothing to add up");
    }
}
