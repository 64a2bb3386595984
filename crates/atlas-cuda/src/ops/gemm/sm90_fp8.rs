//! Linears of 8-bit codes of inputs and of weights, on Hopper: those of one input in one launch.
//!
//! 128 elements of K are summed in the tensor cores; their sum times the scales of both is added to
//! an f32 sum. The bits of an output depend on the tile that serves so many rows.

use bytemuck::{Pod, Zeroable};

use super::quantise_activations::{ActivationCodes, InputScales};
use super::quantised_small_m::QuantisedLinearArgs;
use super::shared_input::{CheckedLinear, LinearGroup, LinearsParams, PARTS_MAX};
use super::sm90_warp_specialized::{TARGET, WarpSpecializedTile, tile};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::quantised::{OutputScales, QuantisedView};
use crate::stream::Stream;
use crate::tensor_map::TensorMap;
use atlas_tensor::ops::ScaleGroup;

/// Elements of K of a step, and outputs whose scales a step shares.
pub const BLOCK: usize = 128;
/// Rows from which these kernels are faster than those that decode weights for bf16 inputs.
pub const ROWS_MIN: usize = 17;
/// Outputs of a block that divides K, and blocks that are enough to keep the memory busy.
const SPLIT_OUTPUTS: usize = 64;
const SPLIT_BLOCKS: usize = 256;
/// Most rows of a tile that divides K; more are served by tiles of many rows, unless too few blocks
/// would have work.
const SPLIT_ROWS_MAX: usize = 128;

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Fp8LinearsParams {
    x: TensorMap,
    weights: [TensorMap; PARTS_MAX],
    linears: LinearsParams,
    blocks: i64,
    inputs: InputScales,
    outputs: [OutputScales; PARTS_MAX],
    unused: [i64; 7],
}
pub(crate) const FP8_WARP_SPECIALIZED: Family = Family::of::<Fp8LinearsParams>(
    "gemm/sm90_fp8_warp_specialized",
    &["sm90_fp8_ws_128x256", "sm90_fp8_ws_128x256_cluster2", "sm90_fp8_ws_128x128"],
)
.with_shared()
.only_for(TARGET);
pub(crate) const FP8_SPLIT: Family = Family::of::<Fp8LinearsParams>(
    "gemm/sm90_fp8_split_k",
    &[
        "sm90_fp8_split_k2_m32",
        "sm90_fp8_split_k2_m64",
        "sm90_fp8_split_k2_m128",
        "sm90_fp8_split_k4_m32",
        "sm90_fp8_split_k4_m64",
        "sm90_fp8_split_k4_m128",
        "sm90_fp8_split_k8_m32",
        "sm90_fp8_split_k8_m64",
    ],
)
.with_shared()
.only_for(TARGET);

/// Tiles of many rows, as in the kernel's source.
const MANY: [WarpSpecializedTile; 3] = [
    tile("128x256", [128, 256, 4], [1, 1120]),
    tile("128x256_cluster2", [128, 256, 4], [2, 1060]),
    tile("128x128", [128, 128, 6], [1, 600]),
];

/// A tile of 64 outputs that divides K, as in the kernel's source.
#[derive(Clone, Copy)]
struct SplitTile {
    name: &'static str,
    rows: usize,
    /// Parts of K, each of a block.
    parts: usize,
    /// Stages of the weights' ring and of the rows'.
    stages: [usize; 2],
}

const fn split(name: &'static str, [rows, parts]: [usize; 2], stages: [usize; 2]) -> SplitTile {
    SplitTile { name, rows, parts, stages }
}

/// By rows, then by parts.
const SPLIT: [SplitTile; 8] = [
    split("k2_m32", [32, 2], [6, 3]),
    split("k4_m32", [32, 4], [6, 3]),
    split("k8_m32", [32, 8], [6, 3]),
    split("k2_m64", [64, 2], [4, 2]),
    split("k4_m64", [64, 4], [4, 2]),
    split("k8_m64", [64, 8], [4, 2]),
    split("k2_m128", [128, 2], [5, 2]),
    split("k4_m128", [128, 4], [5, 2]),
];

impl SplitTile {
    /// Both rings, the sums, their barriers, and room to begin on a boundary.
    fn shared_bytes(self) -> u32 {
        let [weights, rows] = self.stages;
        let rings = (weights * SPLIT_OUTPUTS + rows * self.rows) * BLOCK;
        let sums = (self.rows * (SPLIT_OUTPUTS + 8) + 4 * self.parts) * 4;
        (rings + sums + (weights + 2 * rows + 1) * 8 + 1024) as u32
    }
}

/// Whether kernels serve weights of these extents.
///
/// # Errors
/// The extent that is none of the tiles'.
pub fn serves(n: usize, k: usize) -> Result<(), String> {
    for (what, extent) in [("outputs", n), ("inputs", k)] {
        if extent == 0 || !extent.is_multiple_of(BLOCK) {
            return Err(format!("8-bit inputs need {what} in multiples of {BLOCK}, not {extent}"));
        }
    }
    Ok(())
}

/// Whether kernels reach a weight's scales: those of blocks lie in whole blocks, as they do unless
/// matrices with other rows were joined.
pub(crate) fn reads(weight: &QuantisedView<'_>) -> bool {
    let by_block = ScaleGroup::of(weight.format()) == Some(ScaleGroup::Block);
    weight.is_aligned() && (!by_block || weight.outputs().rows_per_scale().is_multiple_of(BLOCK))
}

/// Kernels of 8-bit inputs and weights.
pub struct Sm90Fp8 {
    many: Vec<Kernel>,
    split: Vec<Kernel>,
}

impl Sm90Fp8 {
    /// None where the device lacks the instructions.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        let bytes = MANY.iter().map(|tile| tile.shared_bytes());
        let most = bytes.chain(SPLIT.iter().map(|tile| tile.shared_bytes())).max();
        let info = device.info();
        if info.capability != (9, 0) || Some(info.shared_bytes_max) < most {
            return Ok(None);
        }
        let many =
            |tile: &WarpSpecializedTile| device.kernel(&format!("sm90_fp8_ws_{}", tile.name));
        let split = |tile: &SplitTile| device.kernel(&format!("sm90_fp8_split_{}", tile.name));
        Ok(Some(Self {
            many: MANY.iter().map(many).collect::<Result<_, _>>()?,
            split: SPLIT.iter().map(split).collect::<Result<_, _>>()?,
        }))
    }

    /// The kinds of tiles: those of many rows, then those that divide K.
    pub fn tiles() -> impl Iterator<Item = &'static str> {
        MANY.iter().map(|tile| tile.name).chain(SPLIT.iter().map(|tile| tile.name))
    }

    /// The tile that serves so many rows of `k` elements and so many outputs together, on so many
    /// multiprocessors.
    pub fn serving([rows, k, outputs]: [usize; 3], multiprocessors: usize) -> &'static str {
        let tiles = outputs.div_ceil(BLOCK) * rows.div_ceil(BLOCK);
        if rows > SPLIT_ROWS_MAX && 2 * tiles > multiprocessors {
            return Self::fastest([rows, k, outputs], multiprocessors);
        }
        let fits = |tile: &&SplitTile| rows <= tile.rows || tile.rows == SPLIT_ROWS_MAX;
        let rows_of = SPLIT.iter().find(fits).map_or(SPLIT_ROWS_MAX, |tile| tile.rows);
        let blocks = |tile: &SplitTile| {
            outputs.div_ceil(SPLIT_OUTPUTS) * rows.div_ceil(tile.rows) * tile.parts
        };
        // A part of K is two steps at least.
        let serves = |tile: &&SplitTile| {
            tile.rows == rows_of && (tile.parts == 2 || k >= 2 * BLOCK * tile.parts)
        };
        let enough = SPLIT.iter().filter(serves).find(|tile| blocks(tile) >= SPLIT_BLOCKS);
        enough.or(SPLIT.iter().rfind(serves)).map_or(SPLIT[0].name, |tile| tile.name)
    }

    /// The tile of many rows with the fewest clocks.
    fn fastest([rows, _, outputs]: [usize; 3], multiprocessors: usize) -> &'static str {
        let clocks = |tile: &&WarpSpecializedTile| {
            let at_once = (multiprocessors / tile.cluster).max(1);
            (outputs.div_ceil(tile.columns) * tile.down(rows)).div_ceil(at_once) * tile.clocks
        };
        MANY.iter().min_by_key(clocks).map_or(MANY[0].name, |tile| tile.name)
    }

    /// `out = x weight^T + bias` of each of up to [`PARTS_MAX`] linears whose x is `codes`, in the
    /// tile that serves them. None of them may write what another reads or writes.
    ///
    /// # Errors
    /// As [`Self::run_in`].
    pub fn run(
        &self,
        stream: &Stream,
        codes: &ActivationCodes<'_>,
        linears: &[QuantisedLinearArgs<'_>],
    ) -> Result<(), CudaError> {
        let outputs = linears.iter().map(|linear| linear.weight.n()).sum();
        let multiprocessors = self.split[0].device().info().multiprocessors as usize;
        let kind = Self::serving([codes.rows, codes.k, outputs], multiprocessors);
        self.run_in(stream, codes, linears, kind)
    }

    /// [`Self::run`] in tiles of one kind.
    ///
    /// # Errors
    /// There is no such kind, shapes that disagree, weights that [`serves`] refuses or of other
    /// scales than the codes, too many linears, or what the driver says.
    pub fn run_in(
        &self,
        stream: &Stream,
        codes: &ActivationCodes<'_>,
        linears: &[QuantisedLinearArgs<'_>],
        kind: &str,
    ) -> Result<(), CudaError> {
        let op = "linear";
        let Some(first) = linears.first() else { return Ok(()) };
        let mut group = LinearGroup::new(of_codes(codes, first)?);
        for linear in &linears[1..] {
            if !group.add(&of_codes(codes, linear)?) {
                return Err(CudaError::bad(op, "linears that overlap, or too many"));
            }
        }
        let many = MANY.iter().position(|tile| tile.name == kind);
        let split = SPLIT.iter().position(|tile| tile.name == kind);
        let (outputs, boxed, rows) = match (many, split) {
            (Some(at), _) => {
                let tile = MANY[at];
                (tile.columns, tile.columns / tile.cluster, tile.rows)
            }
            (_, Some(at)) => (SPLIT_OUTPUTS, SPLIT_OUTPUTS, SPLIT[at].rows),
            _ => return Err(CudaError::bad(op, format!("no tile {kind}"))),
        };
        let (x_rows, half, _) = group.extents();
        if x_rows == 0 {
            return Ok(());
        }
        let (params, across) =
            params(self.split[0].device(), codes, linears, &group, [outputs, boxed, rows])?;
        let all = linears.iter().map(|linear| linear.weight.n()).sum();
        let launch = Launch { op, shape: [x_rows, all, 2 * half, linears.len()] };
        match (many, split) {
            (Some(at), _) => {
                let (tile, kernel) = (MANY[at], &self.many[at]);
                let grid = tile.grid(kernel.device(), across * tile.down(x_rows));
                kernel.launch(stream, launch, grid, &params)
            }
            (_, at) => {
                let at = at.unwrap_or(0);
                let tile = SPLIT[at];
                let blocks = [across * tile.parts, x_rows.div_ceil(tile.rows), 1];
                let grid = Grid::new(blocks, 160).shared(tile.shared_bytes());
                let grid = grid.clusters(tile.parts as u32);
                self.split[at].launch(stream, launch, grid, &params)
            }
        }
    }
}

/// A linear of codes, checked.
fn of_codes<'a>(
    codes: &ActivationCodes<'_>,
    args: &QuantisedLinearArgs<'a>,
) -> Result<CheckedLinear<'a>, CudaError> {
    let (op, weight) = ("linear", &args.weight);
    let (rows, n, k) = args.check(op)?;
    serves(n, k).map_err(|why| CudaError::bad(op, why))?;
    if ScaleGroup::of(weight.format()) != Some(codes.group) || !reads(weight) {
        return Err(CudaError::bad(op, format!("{} weights of other scales", weight.format())));
    }
    // The copy engine counts rows and elements in 32 bits.
    if [rows, k] != [codes.rows, codes.k] || n.max(rows) > i32::MAX as usize - 1024 {
        let what = format!("{rows} rows of {k}, with codes of {} of {}", codes.rows, codes.k);
        return Err(CudaError::bad(op, what));
    }
    Ok(CheckedLinear::of_codes(codes, args))
}

/// Parameters for tiles of `outputs` outputs, copied in boxes of `boxed`, and of `rows` rows; and
/// the number of tiles across.
fn params(
    device: &Device,
    codes: &ActivationCodes<'_>,
    args: &[QuantisedLinearArgs<'_>],
    group: &LinearGroup<'_>,
    [outputs, boxed, rows]: [usize; 3],
) -> Result<(Fp8LinearsParams, usize), CudaError> {
    let (x_rows, half, _) = group.extents();
    let (linears, blocks) = group.params(outputs);
    let mut params = Fp8LinearsParams {
        x: TensorMap::of_rows(device, codes.codes, [x_rows, half, half], rows)?,
        weights: Zeroable::zeroed(),
        linears,
        blocks: blocks as i64,
        inputs: codes.scales(),
        outputs: Zeroable::zeroed(),
        unused: [0; 7],
    };
    for (map, (weight, n)) in params.weights.iter_mut().zip(group.weights()) {
        *map = TensorMap::of_rows(device, weight, [n, half, half], boxed)?;
    }
    for (scales, linear) in params.outputs.iter_mut().zip(args) {
        *scales = linear.weight.outputs();
    }
    Ok((params, blocks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_share_a_multiprocessor_fit_into_its_memory() {
        for tile in SPLIT {
            let together = if tile.rows == 128 { 2 } else { 3 };
            assert!(together * (tile.shared_bytes() as usize + 1024) <= 228 << 10, "{}", tile.name);
        }
        for tile in &MANY {
            assert!(tile.shared_bytes() <= 227 << 10, "{}", tile.name);
        }
    }

    #[test]
    fn few_rows_divide_k_until_every_multiprocessor_has_work() {
        let chosen = |rows, n, k| Sm90Fp8::serving([rows, k, n], 132);
        assert_eq!(chosen(17, 12_288, 2048), "k2_m32");
        assert_eq!(chosen(64, 2048, 4096), "k8_m64");
        assert_eq!(chosen(33, 256, 512), "k2_m64", "a part is two steps at least");
        assert_eq!(chosen(128, 2048, 4096), "k4_m128");
        assert_eq!(chosen(256, 2048, 4096), "k4_m128");
        assert_eq!(chosen(8192, 12_288, 2048), "128x256_cluster2");
        assert!(serves(256, 2048).is_ok());
        assert!(serves(200, 2048).is_err_and(|why| why.contains("outputs")));
        assert!(serves(256, 2000).is_err_and(|why| why.contains("inputs")));
    }
}
