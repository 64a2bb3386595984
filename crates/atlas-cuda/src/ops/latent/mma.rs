//! `latent_attention` on tensor cores: bf16 activations on a cache of bf16.

use std::ops::Range;

use atlas_tensor::{DType, KvFormat};
use bytemuck::{Pod, Zeroable};

use super::{LatentArgs, check};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::ops::kv_part::PartParams;
use crate::ops::step::StepTables;
use crate::stream::Stream;

/// Elements of a vector and of its value that kernels are compiled for.
pub const WIDTHS: [[usize; 2]; 2] = [[576, 512], [320, 256]];
/// Positions of a unit, threads of a block and of one that merges, as in the kernel's source.
const UNIT: usize = 64;
const THREADS: u32 = 256;
const MERGERS: u32 = 512;
/// Columns of such a block, and most ranges of a row.
const MERGED: usize = 256;
const RANGES_MAX: usize = 512;

/// Times that ranges are chosen by, in ns: a block's first copies and its end, a launch of the
/// merge; a unit, for each element of a vector and each row of a tile; and bytes that the memory
/// gives in a ns. Of an H200, by the measurements in `docs/benchmarks`.
const START: usize = 4000;
const MERGE: usize = 3000;
const UNIT_ELEMENT: usize = 5;
const UNIT_ROW: usize = 32;
const MEMORY: usize = 4200;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct LatentTileParams {
    q: u64,
    cache: u64,
    out: u64,
    partial: u64,
    positions: u64,
    row_span: u64,
    spans: u64,
    block_base: u64,
    blocks: u64,
    q_row: i64,
    q_head: i64,
    out_row: i64,
    out_head: i64,
    rows: i64,
    heads: i64,
    block_tokens: i64,
    ranges: i64,
    scale: f32,
    unused: f32,
    part: PartParams,
}
pub(crate) const LATENT_MMA: Family = Family::of::<LatentTileParams>(
    "latent/mma",
    &[
        "latent_mma_576_2",
        "latent_mma_576_4",
        "latent_mma_320_2",
        "latent_mma_320_4",
        "latent_mma_merge_512",
        "latent_mma_merge_256",
    ],
)
.with_shared();

/// A kernel for tiles of so many times 16 rows, its shared memory, and the blocks of it that the
/// device has room for at once.
struct Tiles {
    kernel: Kernel,
    rows: usize,
    shared_bytes: usize,
    places: usize,
    /// Time of a unit, in ns.
    unit: usize,
}

impl Tiles {
    /// Tiles of 16 `count` rows, with `ring` units in shared memory.
    fn bind(device: &Device, width: usize, count: usize, ring: usize) -> Result<Self, CudaError> {
        let rows = 16 * count;
        let shared_bytes = 2 * (rows * width + ring * UNIT * width + rows * UNIT) + 16 * rows;
        let have = device.info().shared_bytes_max as usize;
        if shared_bytes > have {
            let what = format!("it takes {shared_bytes} bytes of shared memory of {have}");
            return Err(CudaError::bad("latent_attention/mma", what));
        }
        let places = device.info().multiprocessors as usize * (have / shared_bytes).clamp(1, 2);
        let kernel = device.kernel(&format!("latent_mma_{width}_{count}"))?;
        let unit = UNIT_ELEMENT * width + UNIT_ROW * rows;
        Ok(Self { kernel, rows, shared_bytes, places, unit })
    }

    /// Tiles of a step of `heads` heads.
    fn of_step(&self, step: &StepTables, heads: usize) -> usize {
        let each = self.rows / heads.min(self.rows);
        let tokens = step.extents.iter().map(|extent| extent[1].div_ceil(each));
        tokens.sum::<usize>() * heads.div_ceil(self.rows)
    }
}

/// Causal attention of all heads to one vector a token, on tensor cores. Weights of the softmax are
/// rounded to bf16. The bits of a row depend on the ranges of positions that a step is cut into.
pub struct MmaLatentAttention {
    /// For steps that fill no tile of the other, and for the others.
    few: Tiles,
    many: Tiles,
    merge: Kernel,
    widths: [usize; 2],
}

/// Ranges of the positions of `tiles` tiles, whose longest span knows `end`, where a range of all
/// of them takes `part_bytes` in memory, on so many places with so long a unit: those that take the
/// least time by estimate, up to `most`.
fn ranges_of(
    [tiles, end]: [usize; 2],
    part_bytes: usize,
    [places, unit]: [usize; 2],
    most: usize,
) -> usize {
    let units = end.div_ceil(UNIT).max(1);
    let time = |ranges: usize| {
        let waves = (tiles * ranges).div_ceil(places.max(1));
        let meet = if ranges > 1 { MERGE + 2 * ranges * part_bytes / MEMORY } else { 0 };
        waves * (START + units.div_ceil(ranges) * unit) + meet
    };
    (1..=units.min(most).clamp(1, RANGES_MAX)).min_by_key(|&ranges| time(ranges)).unwrap_or(1)
}

impl MmaLatentAttention {
    /// For vectors of a width whose first elements are values, as [`WIDTHS`] has them, in bf16.
    ///
    /// # Errors
    /// Other widths, or a device with too little shared memory.
    /// [`super::simt::SimtLatentAttention`] serves all of these.
    pub fn bind(device: &Device, widths: [usize; 2]) -> Result<Self, CudaError> {
        if !WIDTHS.contains(&widths) {
            let what = format!("vectors and values of {widths:?}, it takes {WIDTHS:?}");
            return Err(CudaError::bad("latent_attention/mma", what));
        }
        let [width, latent] = widths;
        // Places of the rings, as in the kernel's source.
        let ring = if width == 320 { 3 } else { 2 };
        Ok(Self {
            few: Tiles::bind(device, width, 2, 2)?,
            many: Tiles::bind(device, width, 4, ring)?,
            merge: device.kernel(&format!("latent_mma_merge_{latent}"))?,
            widths,
        })
    }

    fn tiles(&self, step: &StepTables, heads: usize) -> &Tiles {
        let longest = step.extents.iter().map(|extent| extent[1]).max().unwrap_or(0);
        if longest * heads <= self.few.rows { &self.few } else { &self.many }
    }

    /// f32 of one range of every row of a step.
    fn range_len(&self, step: &StepTables, heads: usize) -> usize {
        step.rows * heads * (self.widths[1] + 2)
    }

    /// Ranges of a step, or of a part of its positions, that have `room` f32 to meet in.
    fn ranges(
        &self,
        step: &StepTables,
        heads: usize,
        room: usize,
        part: Option<&Range<u32>>,
    ) -> usize {
        let (tiles, len) = (self.tiles(step, heads), self.range_len(step, heads));
        let end = step.end_max;
        let taken =
            part.map_or(end, |part| end.min(part.end as usize).saturating_sub(part.start as usize));
        let size = [tiles.of_step(step, heads), taken];
        ranges_of(size, 4 * len, [tiles.places, tiles.unit], room / len.max(1))
    }

    /// f32 that the ranges of a step, or of a part of its positions, take, of `room` that there
    /// are.
    pub fn partial_len(
        &self,
        step: &StepTables,
        heads: usize,
        room: usize,
        part: Option<&Range<u32>>,
    ) -> usize {
        match self.ranges(step, heads, room, part) {
            1 => 0,
            ranges => ranges * self.range_len(step, heads),
        }
    }

    /// `q[T, H, W]` of every span against its blocks to `out[T, H, R]`. Rows outside all spans are
    /// left alone.
    ///
    /// # Errors
    /// Shapes that disagree, rows off 16-byte boundaries, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: LatentArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, out, shape) = ("latent_attention", args.out.view(), &args.cache.shape);
        check(op, step, &args, DType::Bf16, KvFormat::Bf16)?;
        let [rows, heads, latent] = out.shape;
        if args.selection.is_some() || shape.index_dim > 0 {
            return Err(CudaError::bad(op, "selected positions, or blocks with index keys"));
        }
        if [shape.head_dim, latent] != self.widths {
            let what =
                format!("{:?} elements, bound for {:?}", [shape.head_dim, latent], self.widths);
            return Err(CudaError::bad(op, what));
        }
        let (room, partial) = args.partial.as_ref().map_or((0, 0), |p| (p.len, p.ptr));
        let aligned = args.q.is_aligned() && out.is_aligned();
        if !aligned || !partial.is_multiple_of(16) || !args.cache.memory.ptr.is_multiple_of(16) {
            let what = "rows of q, out or the cache, or `partial`, off 16-byte boundaries";
            return Err(CudaError::bad(op, what));
        }
        if rows == 0 || heads == 0 || step.end_max == 0 {
            return Ok(());
        }
        let part = args.part.as_ref().map(|part| &part.positions);
        let (tiles, ranges) = (self.tiles(step, heads), self.ranges(step, heads, room, part));
        let params = LatentTileParams {
            q: args.q.ptr,
            cache: args.cache.memory.ptr,
            out: out.ptr,
            partial,
            positions: step.positions(),
            row_span: step.row_span(),
            spans: step.spans(),
            block_base: step.block_base(),
            blocks: step.block_table(),
            q_row: args.q.strides[0] as i64,
            q_head: args.q.strides[1] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            rows: rows as i64,
            heads: heads as i64,
            block_tokens: shape.block_tokens as i64,
            ranges: ranges as i64,
            scale: args.scale * std::f32::consts::LOG2_E,
            unused: 0.0,
            part: PartParams::of(args.part.as_ref()),
        };
        let launch = Launch { op, shape: [rows, heads, shape.head_dim, step.end_max] };
        let grid = Grid::new([rows, heads.div_ceil(tiles.rows), ranges], THREADS);
        tiles.kernel.launch(stream, launch, grid.shared(tiles.shared_bytes as u32), &params)?;
        if ranges == 1 {
            return Ok(());
        }
        let grid = Grid::new([rows, heads, latent / MERGED], MERGERS);
        self.merge.launch(stream, launch, grid, &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_fill_the_device_go_whole_and_few_rows_are_cut() {
        // Parts of 64 heads of 512 a tile, on 132 multiprocessors.
        let ranges = |tiles, end, most| ranges_of([tiles, end], tiles * 131_584, [132, 2000], most);
        assert_eq!(ranges(132, 32_768, 1000), 1);
        assert_eq!(ranges(4096, 2048, 1000), 1);
        assert!((32..=66).contains(&ranges(2, 32_768, 1000)), "{}", ranges(2, 32_768, 1000));
        assert_eq!(ranges(32, 32_768, 1000), 4);
        // No more than there are units, or room.
        assert_eq!([ranges(1, 1, 1000), ranges(1, 0, 1000), ranges(2, 32_768, 0)], [1; 3]);
    }
}
