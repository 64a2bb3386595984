//! `linear` of weights in blocks of ggml's types and of integers in groups: blocks go to shared
//! memory as they are and are decoded in registers, once for up to 32 rows.

use atlas_tensor::WeightFormat;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::ops::gemm::quantised_small_m::{
    QuantisedLinearArgs, QuantisedLinearsParams, quantised_linears,
};
use crate::quantised::{QuantisedView, block_tag, reads_blocks};
use crate::stream::Stream;

const WARPS: u32 = 8;
const THREADS: u32 = WARPS * 32;
/// Elements of a unit, and their steps.
const UNIT: usize = 256;
const STEPS: usize = 8;
/// Blocks of the kernel of one row that a multiprocessor has at most, as in the source.
const RESIDENT: u32 = 3;
/// Bytes of the barriers of the kernel of one row, as in the source.
const BARRIER_BYTES: usize = 384;
/// Bytes of a unit of inputs as integers, as in the source.
const INTEGER_UNIT_BYTES: usize = 544;
/// Rows of a weight in a tile.
const TILE: usize = 16;
/// Rows up to which each kernel serves, and its tiles of a weight.
const ONE: (usize, usize) = (1, 1);
const FEW: (usize, usize) = (8, 1);
const MORE: (usize, usize) = (32, 2);

/// Pairs of tokens and experts in the place of rows, as in the kernels' source; nothing for
/// linears.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct BlockPairs {
    pub ids: u64,
    pub order: u64,
    pub offset: u64,
    pub tile: u64,
    pub experts: i64,
    pub ranks: i64,
    pub by_pair: i64,
    pub gated: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct BlockLinearsParams {
    pub linears: QuantisedLinearsParams,
    pub pairs: BlockPairs,
}

/// Kernels of formats.
macro_rules! kernels {
    ($name:ident $module:literal $($tag:literal)*) => {
        pub(crate) const $name: Family = Family::of::<BlockLinearsParams>(
            $module,
            &[$(
                concat!("block_linears_", $tag, "_1"),
                concat!("block_linears_", $tag, "_8"),
                concat!("block_linears_", $tag, "_32"),
            )*],
        )
        .with_shared();
    };
}
kernels!(SMALL "gemm/block_linears_small"
    "q4_0" "q4_1" "q5_0" "q5_1" "q8_0" "iq4_nl" "ggml_mxfp4");
kernels!(OF_256 "gemm/block_linears_k" "q2_k" "q3_k" "q4_k" "q5_k" "q6_k" "iq4_xs");
kernels!(GROUPS "gemm/block_linears_groups" "int4" "int8");

/// The kernels of one format.
pub(crate) struct BlockKernels {
    /// For one row; none where that is to have the bits that it has among others.
    one: Option<Kernel>,
    few: Kernel,
    more: Kernel,
    pub format: WeightFormat,
}

/// A kernel with its rows, its outputs, and its shared memory.
pub(crate) struct BlockTile<'a> {
    kernel: &'a Kernel,
    pub rows: usize,
    pub outputs: usize,
    shared: u32,
    /// Whether blocks stay and go through the tiles.
    stays: bool,
}

impl BlockKernels {
    /// # Errors
    /// No kernel reads `format`.
    pub fn bind(device: &Device, format: WeightFormat, invariant: bool) -> Result<Self, CudaError> {
        let no_blocks = || CudaError::bad("linear", format!("{format} weights have no blocks"));
        let tag = block_tag(format).ok_or_else(no_blocks)?;
        let kernel = |rows: &str| device.kernel(&format!("block_linears_{tag}_{rows}"));
        let one = (!invariant).then(|| kernel("1")).transpose()?;
        Ok(Self { one, few: kernel("8")?, more: kernel("32")?, format })
    }

    /// The tile for so many rows of weights whose rows are `aligned` ([`is_aligned`]) and `k` long.
    pub fn tile(&self, rows: usize, k: usize, aligned: bool) -> BlockTile<'_> {
        let room = self.few.device().info().shared_bytes_max;
        let alone = one_row_bytes(self.format, k);
        let (kernel, (rows, tiles)) = match &self.one {
            Some(one) if rows == 1 && aligned && alone <= room => (one, ONE),
            _ if rows <= FEW.0 => (&self.few, FEW),
            _ => (&self.more, MORE),
        };
        let (outputs, stays) = (tiles * TILE, rows == ONE.0);
        let shared = if stays { alone } else { shared_bytes(self.format, outputs) };
        BlockTile { kernel, rows, outputs, shared, stays }
    }

    /// # Errors
    /// The weight has another format, or no kernel reads its rows.
    pub fn check(&self, op: &'static str, weight: &QuantisedView<'_>) -> Result<(), CudaError> {
        reads_blocks(weight.format(), weight.k()).map_err(|why| CudaError::bad(op, why))?;
        if weight.format().kind() != self.format.kind() {
            return Err(CudaError::bad(op, "a weight of another format"));
        }
        if !weight.params().codes.is_multiple_of(4) {
            return Err(CudaError::bad(op, "a weight off a boundary of 4 bytes"));
        }
        Ok(())
    }
}

impl BlockTile<'_> {
    /// Whether it is the one for a row by itself.
    pub fn stays(&self) -> bool {
        self.stays
    }

    /// # Errors
    /// As [`Kernel::launch`].
    pub fn launch(
        &self,
        stream: &Stream,
        launch: Launch,
        blocks: [usize; 2],
        params: &BlockLinearsParams,
    ) -> Result<(), CudaError> {
        let blocks = match self.stays {
            true => {
                let device = self.kernel.device().info();
                let room = (device.shared_bytes_max / self.shared.saturating_add(2 << 10))
                    .clamp(1, RESIDENT);
                let all = blocks[0].saturating_mul(blocks[1]);
                [all.min(room as usize * device.multiprocessors.max(1) as usize), 1, 1]
            }
            false => [blocks[0], blocks[1], 1],
        };
        let grid = Grid::new(blocks, THREADS).shared(self.shared);
        self.kernel.launch(stream, launch, grid, params)
    }
}

/// Products of any number of rows of bf16 with weights of one format. Bits of a row do not depend
/// on how many there are, but for one row alone, unless `invariant` says so.
pub struct BlockLinears {
    kernels: BlockKernels,
}

impl BlockLinears {
    /// For weights of `format`. With `invariant`, one row has the bits that it has among others.
    ///
    /// # Errors
    /// No kernel reads it.
    pub fn bind(device: &Device, format: WeightFormat, invariant: bool) -> Result<Self, CudaError> {
        Ok(Self { kernels: BlockKernels::bind(device, format, invariant)? })
    }

    /// `out = x weight^T + bias` of each of up to
    /// [`PARTS_MAX`](super::quantised_small_m::PARTS_MAX) linears of the same x, in one launch.
    /// None of them may write what another reads or writes.
    ///
    /// # Errors
    /// Shapes that disagree, rows of another x, no linear or too many, a weight of another format
    /// or off a boundary of its words, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        linears: &[QuantisedLinearArgs<'_>],
    ) -> Result<(), CudaError> {
        let op = "linear";
        let Some(first) = linears.first() else { return Ok(()) };
        let (rows, _, k) = first.check(op)?;
        for linear in linears {
            self.kernels.check(op, &linear.weight)?;
        }
        let aligned = linears.iter().all(|linear| is_aligned(&linear.weight));
        let tile = self.kernels.tile(rows, k, aligned);
        let (params, [tiles, outputs]) = quantised_linears(linears, tile.outputs, |_| true)?;
        let params = BlockLinearsParams { linears: params, pairs: Zeroable::zeroed() };
        let launch = Launch { op, shape: [rows, outputs, k, linears.len()] };
        tile.launch(stream, launch, [rows.div_ceil(tile.rows), tiles], &params)
    }
}

/// Bytes of a unit of so many rows of a weight in shared memory: `Slot` of the kernels' source.
fn slot_bytes(format: WeightFormat, rows: usize) -> usize {
    let pieces = (format.row_bytes(UNIT) + 15).div_ceil(16);
    let words = if format.group() > 0 { STEPS * 4 } else { 0 };
    rows * ((pieces + words / 16) / 2 * 32 + 16)
}

/// Shared memory of a block of `outputs`: `SHARED` of the kernels' source.
fn shared_bytes(format: WeightFormat, outputs: usize) -> u32 {
    let ring = slot_bytes(format, outputs) * WARPS as usize;
    let depth = if ring * 3 <= 76 << 10 { 3 } else { 2 };
    (ring * depth) as u32
}

/// Whether rows of a weight lie on boundaries of 16 bytes, as bulk copies need.
pub(crate) fn is_aligned(weight: &QuantisedView<'_>) -> bool {
    let row_bytes = weight.format().row_bytes(weight.k());
    weight.params().codes.is_multiple_of(16) && row_bytes.is_multiple_of(16)
}

/// Shared memory of a block of the kernel of one row: barriers, three stages of the tiles that are
/// under way at once, and their inputs.
fn one_row_bytes(format: WeightFormat, k: usize) -> u32 {
    let units = k.div_ceil(UNIT);
    let warps = units.clamp(1, WARPS as usize).next_power_of_two();
    let tiles = WARPS as usize / warps;
    let stride = (warps * format.row_bytes(UNIT) + 15) / 32 * 32 + 16;
    let bytes = BARRIER_BYTES + tiles * (3 * TILE * stride + units * INTEGER_UNIT_BYTES);
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
