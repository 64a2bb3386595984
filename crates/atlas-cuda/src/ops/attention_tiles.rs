//! `attention` on tensor cores: bf16 activations on a bf16 cache.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::Family;
use super::attention::{AttentionArgs, check};
use super::attention_boxes::AttentionBoxes;
use super::attention_merge::AttentionMerge;
use super::attention_ranges::{Ranges, Work, splits};
use super::attention_wide::{self, AttentionWide};
use super::step::{KvShape, Step};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;

/// Query rows of a tile and tiles of a block, as in the kernel's source.
pub(super) const TILE_ROWS: usize = 16;
const TILES_PER_BLOCK: usize = 4;
const THREADS: u32 = 128;
/// Head widths that kernels are compiled for.
pub const WIDTHS: [usize; 3] = [64, 128, 256];
/// Rows of the longest span whose splits are computed by blocks of their own.
pub const SHORT_ROWS: usize = 16;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct TilesParams {
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
    row: i64,
    rows: i64,
    span_count: i64,
    kv_heads: i64,
    group: i64,
    block_tokens: i64,
    window: i64,
    splits: i64,
    ranges: i64,
    short_rows: i64,
    scale: f32,
    unused: f32,
}
pub(super) const TILES: Family = Family::of::<TilesParams>(
    "attention_tiles",
    &[
        "attention_rows_64",
        "attention_rows_128",
        "attention_rows_256",
        "attention_whole_64",
        "attention_whole_128",
        "attention_whole_256",
        "attention_rows_deep_64",
        "attention_rows_deep_128",
        "attention_rows_deep_256",
        "attention_whole_deep_64",
        "attention_whole_deep_128",
        "attention_whole_deep_256",
        "attention_long_64",
        "attention_long_128",
        "attention_long_256",
        "attention_exact_64",
        "attention_exact_128",
        "attention_exact_256",
    ],
)
.with_shared();

/// Blocks of `attention_rows` that share a multiprocessor with memory for them, as the kernel's
/// source has it.
pub(super) fn blocks_at_once(width: usize) -> usize {
    match width {
        64 => 4,
        128 => 3,
        _ => 2,
    }
}

/// Places of the ring of a block that shares a multiprocessor, and of one that has it to itself, as
/// in the kernel's source.
pub(super) const RING_SHARED: usize = 3;
pub(super) fn ring_deep(width: usize) -> usize {
    match width {
        64 => 18,
        128 => 10,
        _ => 5,
    }
}

/// Bytes of shared memory of `attention_rows` with so many places in its ring, and of the two for
/// longer spans.
fn rows_shared(width: usize, ring: usize) -> usize {
    2 * ((ring * 64 + TILE_ROWS) * (width + 8) + TILE_ROWS * 72) + 4 * 4 * TILE_ROWS
}

fn spans_shared(width: usize, exact: bool) -> usize {
    let total = if exact { 4 * TILES_PER_BLOCK * TILE_ROWS * width } else { 0 };
    2 * (2 * 64 + TILES_PER_BLOCK * TILE_ROWS) * (width + 8) + total
}

/// Short spans that follow each other: their rows, from the first to the last, and the most
/// positions that one of them knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Short {
    row: usize,
    rows: usize,
    end: usize,
}

impl Short {
    fn with(self, [row, len, end]: [usize; 3]) -> Self {
        Self { rows: row + len - self.row, end: self.end.max(end), ..self }
    }

    fn splits(&self) -> usize {
        splits(self.end)
    }

    /// Tiles of their rows, with `group` query heads on each KV head.
    fn tiles(&self, extents: &[[usize; 3]], group: usize) -> usize {
        let rows = self.row..self.row + self.rows;
        let mine = extents.iter().filter(|extent| rows.contains(&extent[0]));
        let short = mine.map(|extent| extent[1]).filter(|&len| len <= SHORT_ROWS);
        short.map(|len| len.div_ceil(TILE_ROWS / group.clamp(1, TILE_ROWS))).sum()
    }

    /// f32 in which their splits meet; none where each row has one.
    fn partial_len(&self, heads: usize, width: usize) -> usize {
        if self.splits() > 1 { self.rows * heads * self.splits() * (width + 2) } else { 0 }
    }
}

/// Groups of short spans, each with no more than `room` f32 in which its splits meet; `None` if one
/// span takes more.
fn groups(extents: &[[usize; 3]], [heads, width, room]: [usize; 3]) -> Option<Vec<Short>> {
    let mut groups: Vec<Short> = Vec::new();
    for &extent in extents.iter().filter(|extent| (1..=SHORT_ROWS).contains(&extent[1])) {
        let fits = |group: &Short| group.partial_len(heads, width) <= room;
        if let Some(last) = groups.last_mut()
            && fits(&last.with(extent))
        {
            *last = last.with(extent);
            continue;
        }
        let [row, rows, end] = extent;
        groups.push(Some(Short { row, rows, end }).filter(fits)?);
    }
    Some(groups)
}

/// How spans of more than [`SHORT_ROWS`] rows go through their positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Split by split as the shorter ones: to the same bits.
    Exact,
    /// In one softmax, with fewer operations.
    Long,
    /// The same on the instructions of Hopper, in the plan that serves or in one of
    /// [`super::attention_wide::plans`].
    Wide(Option<&'static str>),
}

/// The kernel of a walk.
enum Spans {
    Common { kernel: Kernel, shared_bytes: u32 },
    Wide(AttentionWide),
}

/// The kernels of short spans: with a range of a tile's splits, and with all of them.
struct ShortKernels {
    rows: Kernel,
    whole: Kernel,
    shared_bytes: u32,
}

/// Causal attention with grouped queries on tensor cores. Weights of the softmax are rounded to
/// bf16.
///
/// Spans of up to [`SHORT_ROWS`] rows have a block for every range of splits of their positions, as
/// [`Ranges`] says. Longer ones go as [`Walk`] says.
pub struct AttentionTiles {
    short: ShortKernels,
    /// The same for blocks that have a multiprocessor each, if it has the memory.
    deep: Option<ShortKernels>,
    /// Ranges with keys and values by the copy engine, if the device has one that can.
    boxes: Option<AttentionBoxes>,
    merge: AttentionMerge,
    spans: Spans,
    width: usize,
    ranges: Ranges,
    /// Blocks of short spans that the device has room for at once.
    places: usize,
}

impl TilesParams {
    /// The address of the cache.
    pub(super) fn cache(&self) -> u64 {
        self.cache
    }
}

impl AttentionTiles {
    /// For heads of `width`. Where the walk is [`Walk::Exact`], the bits of a row depend on its
    /// position and history alone.
    ///
    /// # Errors
    /// A width other than [`WIDTHS`], or a device with too little shared memory or without the
    /// instructions. [`super::attention::Attention`] serves all of these.
    pub fn bind(device: &Device, width: usize, walk: Walk) -> Result<Self, CudaError> {
        let bad = |what: String| Err(CudaError::bad("attention/tiles", what));
        if !WIDTHS.contains(&width) {
            return bad(format!("heads {width} wide, it takes {WIDTHS:?}"));
        }
        let of_spans = match walk {
            Walk::Wide(_) => 0,
            _ => spans_shared(width, walk == Walk::Exact),
        };
        let want = rows_shared(width, RING_SHARED).max(of_spans) as u32;
        let have = device.info().shared_bytes_max;
        if want > have {
            return bad(format!("it takes {want} bytes of shared memory, the device has {have}"));
        }
        let common = |name: &str| -> Result<Spans, CudaError> {
            let kernel = device.kernel(&format!("attention_{name}_{width}"))?;
            Ok(Spans::Common { kernel, shared_bytes: of_spans as u32 })
        };
        let spans = match walk {
            Walk::Exact => common("exact")?,
            Walk::Long => common("long")?,
            Walk::Wide(plan) => Spans::Wide(AttentionWide::bind(device, width, plan)?),
        };
        let kernel = |name: &str| device.kernel(&format!("attention_{name}_{width}"));
        let short = |ring: usize, kind: &str| -> Result<ShortKernels, CudaError> {
            let of = |name: &str| kernel(&format!("{name}{kind}"));
            let shared_bytes = rows_shared(width, ring) as u32;
            Ok(ShortKernels { rows: of("rows")?, whole: of("whole")?, shared_bytes })
        };
        let at_once = (have as usize / rows_shared(width, RING_SHARED)).min(blocks_at_once(width));
        let fits = rows_shared(width, ring_deep(width)) <= have as usize;
        Ok(Self {
            short: short(RING_SHARED, "")?,
            deep: fits.then(|| short(ring_deep(width), "_deep")).transpose()?,
            boxes: AttentionBoxes::bind(device, width)?,
            merge: AttentionMerge::bind(device, width)?,
            spans,
            width,
            ranges: Ranges::Chosen,
            places: device.info().multiprocessors.max(1) as usize * at_once.max(1),
        })
    }

    /// The same with the instructions of all devices for short spans: to the same bits.
    #[must_use]
    pub fn without_boxes(self) -> Self {
        Self { boxes: None, ..self }
    }

    /// The same with the splits of short spans in other ranges: to the same bits.
    #[must_use]
    pub fn in_ranges(self, ranges: Ranges) -> Self {
        Self { ranges, ..self }
    }

    /// f32 that the splits of a step take at most, for rows of `heads` query heads of `width`. With
    /// less, the rows of a step go in parts.
    pub fn partial_len(step: &Step, heads: usize, width: usize) -> usize {
        let all = groups(&step.extents, [heads, width, usize::MAX]);
        all.iter().flatten().map(|group| group.partial_len(heads, width)).sum()
    }

    /// As [`super::attention::Attention::run`]. Without `partial`, or with too little for one of
    /// them, short spans go the way of longer ones.
    ///
    /// # Errors
    /// As there; also rows of q, out or the cache, or `partial`, off 16-byte boundaries, and a
    /// cache of more rows than 32 bits count. [`Walk::Wide`] takes a positive scale, and counts
    /// positions in 31 bits.
    pub fn run(
        &self,
        stream: &Stream,
        step: &Step,
        args: AttentionArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, out) = ("attention/tiles", args.out.view());
        let shape = &args.cache.shape;
        check(op, step, &args, [DType::Bf16; 2])?;
        let [rows, heads, width] = args.q.shape;
        if width != self.width {
            return Err(CudaError::bad(
                op,
                format!("heads {width} wide, bound for {}", self.width),
            ));
        }
        let partial = args.partial.as_ref().map_or(0, |partial| partial.ptr);
        let aligned = args.q.is_aligned() && out.is_aligned() && partial.is_multiple_of(16);
        if !aligned || !args.cache.memory.ptr.is_multiple_of(16) {
            let what = "rows of q, out or the cache, or `partial`, off 16-byte boundaries";
            return Err(CudaError::bad(op, what));
        }
        if shape.elements() / width.max(1) >= u32::MAX as usize {
            return Err(CudaError::bad(op, "more rows of the cache than 32 bits count"));
        }
        if let Spans::Wide(_) = self.spans {
            attention_wide::check(args.scale, step.end_max, shape.elements() / width.max(1))?;
        }
        if rows == 0 || heads == 0 || step.end_max == 0 {
            return Ok(());
        }
        let group = heads / shape.kv_heads;
        let room = args.partial.as_ref().map_or(0, |partial| partial.len);
        let groups = groups(&step.extents, [heads, width, room]);
        let short_rows = if groups.is_some() { SHORT_ROWS } else { 0 };
        let params = TilesParams {
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
            row: 0,
            rows: 0,
            span_count: step.span_count as i64,
            kv_heads: shape.kv_heads as i64,
            group: group as i64,
            block_tokens: shape.block_tokens as i64,
            window: args.window.map_or(0, i64::from),
            splits: 0,
            ranges: 0,
            short_rows: short_rows as i64,
            scale: args.scale * std::f32::consts::LOG2_E,
            unused: 0.0,
        };
        let launch = Launch { op, shape: [rows, heads, width, step.end_max] };
        let chunks = shape.kv_heads * group.div_ceil(TILE_ROWS);
        for short in groups.iter().flatten() {
            self.short(stream, launch, (short, step), (&params, shape))?;
        }
        let long = step.extents.iter().map(|extent| extent[1]).filter(|&rows| rows > short_rows);
        match &self.spans {
            Spans::Common { kernel, shared_bytes } => {
                let each = TILE_ROWS / group.min(TILE_ROWS) * TILES_PER_BLOCK;
                let blocks = long.map(|rows| rows.div_ceil(each)).sum();
                if blocks > 0 {
                    let grid = Grid::new([blocks, chunks, 1], THREADS).shared(*shared_bytes);
                    kernel.launch(stream, launch, grid, &params)?;
                }
            }
            Spans::Wide(wide) => {
                if let Some(grid) = wide.grid(long, [shape.kv_heads, group]) {
                    wide.kernel.launch(stream, launch, grid, &params)?;
                }
            }
        }
        Ok(())
    }

    /// Queues short spans that go together, and their merge if a row has more ranges than one.
    fn short(
        &self,
        stream: &Stream,
        launch: Launch,
        (short, step): (&Short, &Step),
        (params, shape): (&TilesParams, &KvShape),
    ) -> Result<(), CudaError> {
        let [_, heads, width, _] = launch.shape;
        let group = params.group as usize;
        let chunks = heads / group * group.div_ceil(TILE_ROWS);
        let work = Work {
            tiles: short.tiles(&step.extents, group) * chunks,
            end: short.end,
            position_bytes: 4 * width,
            split_bytes: 4 * group.min(TILE_ROWS) * (width + 2),
            places: self.places,
        };
        let ranges = self.ranges.count(work);
        let (row, rows, splits) = (short.row as i64, short.rows as i64, short.splits() as i64);
        let params = TilesParams { row, rows, splits, ranges: ranges as i64, ..*params };
        let multiprocessors = self.short.rows.device().info().multiprocessors as usize;
        let alone = work.tiles * ranges <= multiprocessors;
        let grid = Grid::new([short.rows, chunks, ranges], THREADS);
        let boxes = self.boxes.as_ref().filter(|_| ranges > 1 && AttentionBoxes::takes(shape));
        if let Some(boxes) = boxes {
            boxes.launch(stream, launch, (grid, alone), (&params, shape))?;
        } else {
            let kernels = self.deep.as_ref().filter(|_| alone).unwrap_or(&self.short);
            let kernel = if ranges > 1 { &kernels.rows } else { &kernels.whole };
            kernel.launch(stream, launch, grid.shared(kernels.shared_bytes), &params)?;
        }
        if ranges > 1 {
            self.merge.launch(stream, launch, [short.rows, heads, short.splits()], &params)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::attention_merge::FEW_SHARED;

    #[test]
    fn short_spans_go_together_as_far_as_their_splits_have_room() {
        let spans = [[0, 1, 900], [1, 40, 40], [41, 2, 300], [43, 1, 5], [44, 0, 7], [44, 16, 257]];
        let short = |row, rows, end| Short { row, rows, end };
        let all = groups(&spans, [2, 64, usize::MAX]).unwrap();
        assert_eq!(all, [short(0, 60, 900)]);
        // Row 0 has 15 splits of two heads; the others five at most.
        let apart = groups(&spans, [2, 64, 19 * 5 * 2 * 66]).unwrap();
        assert_eq!(apart, [short(0, 1, 900), short(41, 19, 300)]);
        assert_eq!(groups(&spans, [2, 64, 16 * 5 * 2 * 66]).unwrap().len(), 3);
        assert_eq!(groups(&spans, [2, 64, 16 * 5 * 2 * 66 - 1]), None);
        assert_eq!(groups(&[[0, 1, 64]], [2, 64, 0]).unwrap(), [short(0, 1, 64)]);
    }

    #[test]
    fn tiles_are_of_one_span_each() {
        let spans = [[0, 1, 900], [1, 40, 40], [41, 3, 300], [44, 0, 7], [44, 16, 257], [60, 2, 2]];
        let short = Short { row: 0, rows: 60, end: 900 };
        assert_eq!([1, 8, 16, 200].map(|group| short.tiles(&spans, group)), [3, 11, 20, 20]);
    }

    #[test]
    fn blocks_that_share_a_multiprocessor_fit_into_its_memory() {
        // Hopper: 228 KiB, of which a block takes one more than it asks for.
        for width in WIDTHS {
            let fit = |blocks, ring| blocks * (rows_shared(width, ring) + 1024) <= 228 << 10;
            assert!(fit(blocks_at_once(width), RING_SHARED), "{width}");
            // A deep ring leaves room for a block of the merge before.
            let merge = FEW_SHARED as usize + 1024;
            let beside = |ring| rows_shared(width, ring) + 1024 + merge <= 228 << 10;
            assert!(beside(ring_deep(width)) && !beside(ring_deep(width) + 3), "{width}");
        }
    }
}
