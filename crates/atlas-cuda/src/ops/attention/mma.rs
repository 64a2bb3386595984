//! `attention` on tensor cores: bf16 activations on a cache of bf16 or of codes.

use std::ops::Range;

use atlas_tensor::{DType, KvFormat, KvFormats, KvHalf};

use super::codes::{
    CodesParams, codes_rows_shared, codes_spans_shared, expect_codes, fp8_blocks_at_once,
    fp8_rows_shared,
};
use super::decode_split_kv::{
    RING_SHARED, Short, ShortKernels, blocks_at_once, groups, ring_deep, rows_shared,
};
use super::prefill_mma::{TILES_PER_BLOCK, spans_shared};
use super::sm90_tma::Sm90TmaAttention;
use super::sm90_wgmma::{self, Sm90WgmmaAttention};
use super::split_kv_merge::SplitKvMerge;
use super::split_kv_ranges::{ALONE, SplitRanges, Work};
pub use super::tile_params::{SHORT_ROWS, WIDTHS};
use super::tile_params::{THREADS, TILE_ROWS, TileParams};
use super::{AttentionArgs, check};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::kv_part::PartParams;
use crate::ops::kv_shape::KvShape;
use crate::ops::step::StepTables;
use crate::stream::Stream;

/// Time of a unit of codes that go to registers for each column, in ns, where two or three blocks
/// share a multiprocessor: it is bound by instructions. (256 wide on an H100: 5.3 and 6.3 us.)
const FP8_UNIT: usize = 20;

/// Kernel of the spans of more than [`SHORT_ROWS`] rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanMethod {
    /// Split by split as the shorter ones: to the same bits.
    BySplit,
    /// In one softmax, with fewer operations.
    Mma,
    /// The same on the instructions of Hopper.
    Wgmma,
}

/// The kernel of a method.
enum Spans {
    Common { kernel: Kernel, shared_bytes: u32 },
    Wgmma(Sm90WgmmaAttention),
}

impl Spans {
    /// On the instructions of all devices.
    fn common(
        device: &Device,
        (formats, width): (KvFormats, usize),
        by_split: bool,
    ) -> Result<Self, CudaError> {
        let name = match (formats.is_quantised(), by_split) {
            (false, false) => "prefill",
            (false, true) => "prefill_by_split",
            (true, false) => "codes_prefill",
            (true, true) => "codes_prefill_by_split",
        };
        let kernel = device.kernel(&format!("attention_{name}_{width}"))?;
        let shared_bytes = common_shared(formats, width, by_split) as u32;
        Ok(Self::Common { kernel, shared_bytes })
    }
}

/// Bytes of shared memory of a block of [`Spans::Common`].
fn common_shared(formats: KvFormats, width: usize, by_split: bool) -> usize {
    match formats.is_quantised() {
        true => codes_spans_shared(formats, width, by_split),
        false => spans_shared(width, by_split),
    }
}

/// Causal attention with grouped queries on tensor cores. Weights of the softmax are rounded to
/// bf16.
///
/// Spans of up to [`SHORT_ROWS`] rows have a block for every range of splits of their positions, as
/// [`SplitRanges`] says. Longer ones go as [`SpanMethod`] says; those of a part split by split, if
/// the device has the memory, else as [`SpanMethod::Mma`].
pub struct MmaAttention {
    short: ShortKernels,
    /// The same for blocks that have a multiprocessor each, if it has the memory.
    deep: Option<ShortKernels>,
    /// Ranges with keys and values by the copy engine, if the device has one that can.
    tma: Option<Sm90TmaAttention>,
    merge: SplitKvMerge,
    spans: Spans,
    /// For calls that take a part.
    spans_of_part: Spans,
    width: usize,
    formats: KvFormats,
    ranges: SplitRanges,
    /// Blocks of short spans that the device has room for at once.
    places: usize,
    /// Whether short spans are those of codes that go to registers.
    fp8: bool,
}

impl MmaAttention {
    /// For heads of `width` and a cache of formats other than f32. Where the method is
    /// [`SpanMethod::BySplit`], the bits of a row depend on its position and history alone.
    ///
    /// # Errors
    /// A width other than [`WIDTHS`], an f32 cache, codes on [`SpanMethod::Wgmma`], or a device
    /// with too little shared memory or without the instructions.
    /// [`super::simt::SimtAttention`] serves all of these.
    pub fn bind(
        device: &Device,
        width: usize,
        method: SpanMethod,
        formats: KvFormats,
    ) -> Result<Self, CudaError> {
        // Long: one kernel after the other, each by its name.
        let bad = |what: String| Err(CudaError::bad("attention/mma", what));
        if !WIDTHS.contains(&width) {
            return bad(format!("heads {width} wide, it takes {WIDTHS:?}"));
        }
        expect_codes(formats)?;
        let (codes, by_split) = (formats.is_quantised(), method == SpanMethod::BySplit);
        let of_spans = match method {
            SpanMethod::Wgmma if codes => {
                return bad(format!("a cache in {formats}: `wgmma` reads bf16 caches only"));
            }
            SpanMethod::Wgmma => 0,
            _ => common_shared(formats, width, by_split),
        };
        // Codes that go to registers come in another order, so the bits are not those of longer
        // spans.
        let fp8 = !by_split && formats == KvFormats::both(KvFormat::Fp8);
        let of_rows = match codes {
            true if fp8 => fp8_rows_shared(width),
            true => codes_rows_shared(formats, width),
            false => rows_shared(width, RING_SHARED),
        };
        let want = of_rows.max(of_spans) as u32;
        let have = device.info().shared_bytes_max;
        if want > have {
            return bad(format!("it takes {want} bytes of shared memory, the device has {have}"));
        }
        let spans = match method {
            SpanMethod::Wgmma => Spans::Wgmma(Sm90WgmmaAttention::bind(device, width)?),
            _ => Spans::common(device, (formats, width), by_split)?,
        };
        let parts_by_split = common_shared(formats, width, true) <= have as usize;
        let spans_of_part = Spans::common(device, (formats, width), parts_by_split)?;
        let short = |of_rows: usize, kind: &str| -> Result<ShortKernels, CudaError> {
            let family = if fp8 {
                "fp8"
            } else if codes {
                "codes"
            } else {
                "decode"
            };
            let of =
                |name: &str| device.kernel(&format!("attention_{family}_{name}{kind}_{width}"));
            let shared_bytes = of_rows as u32;
            Ok(ShortKernels { rows: of("split")?, whole: of("whole")?, shared_bytes })
        };
        let most = if fp8 { fp8_blocks_at_once(width) } else { blocks_at_once(width) };
        let at_once = (have as usize / of_rows).min(most);
        let deep = rows_shared(width, ring_deep(width));
        let fits = !codes && deep <= have as usize;
        let tma = if codes { None } else { Sm90TmaAttention::bind(device, width)? };
        Ok(Self {
            short: short(of_rows, "")?,
            deep: fits.then(|| short(deep, "_deep")).transpose()?,
            tma,
            merge: SplitKvMerge::bind(device, width)?,
            spans,
            spans_of_part,
            width,
            formats,
            ranges: SplitRanges::Chosen,
            places: device.info().multiprocessors.max(1) as usize * at_once.max(1),
            fp8,
        })
    }

    /// The same with the instructions of all devices for short spans: to the same bits.
    #[must_use]
    pub fn without_tma(self) -> Self {
        Self { tma: None, ..self }
    }

    /// The same with the splits of short spans in other ranges: to the same bits.
    #[must_use]
    pub fn in_ranges(self, ranges: SplitRanges) -> Self {
        Self { ranges, ..self }
    }

    /// The same with parts of longer spans in one softmax, as devices do that lack the memory to go
    /// split by split.
    ///
    /// # Errors
    /// The driver refuses the launch.
    pub fn with_parts_in_one_softmax(self, device: &Device) -> Result<Self, CudaError> {
        let spans_of_part = Spans::common(device, (self.formats, self.width), false)?;
        Ok(Self { spans_of_part, ..self })
    }

    /// f32 that the splits of a step, or of a part of its positions, take at most, for rows of
    /// `heads` query heads of `width`. With less, the rows of a step go in groups.
    pub fn partial_len(
        step: &StepTables,
        heads: usize,
        width: usize,
        part: Option<&Range<u32>>,
    ) -> usize {
        let all = groups(&step.extents, [heads, width, usize::MAX], part);
        all.iter().flatten().map(|group| group.partial_len(heads, width)).sum()
    }

    /// As [`super::simt::SimtAttention::run`]. Without `partial`, or with too little for one of
    /// them, short spans go the way of longer ones.
    ///
    /// # Errors
    /// As there; also rows of q, out or the cache, or `partial`, off 16-byte boundaries, and a
    /// cache of more rows than 32 bits count. [`SpanMethod::Wgmma`] takes a positive scale, and
    /// counts positions in 31 bits.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: AttentionArgs<'_>,
    ) -> Result<(), CudaError> {
        // Long: checks of all arguments, and the parameters that all launches share.
        let (op, out) = ("attention/mma", args.out.view());
        let shape = &args.cache.shape;
        check(op, step, &args, DType::Bf16, self.formats)?;
        let [rows, heads, width] = args.q.shape;
        if width != self.width {
            return Err(CudaError::bad(
                op,
                format!("heads {width} wide, bound for {}", self.width),
            ));
        }
        let partial = args.partial.as_ref().map_or(0, |partial| partial.ptr);
        let part = args.part.as_ref().map(|part| &part.positions);
        let aligned = args.q.is_aligned() && out.is_aligned() && partial.is_multiple_of(16);
        if !aligned || !args.cache.memory.ptr.is_multiple_of(16) {
            let what = "rows of q, out or the cache, or `partial`, off 16-byte boundaries";
            return Err(CudaError::bad(op, what));
        }
        if shape.vectors() >= u32::MAX as usize {
            return Err(CudaError::bad(op, "more rows of the cache than 32 bits count"));
        }
        let spans = if part.is_some() { &self.spans_of_part } else { &self.spans };
        if let Spans::Wgmma(_) = spans {
            sm90_wgmma::check(args.scale, step.end_max, shape.vectors())?;
        }
        if rows == 0 || heads == 0 || step.end_max == 0 {
            return Ok(());
        }
        let group = heads / shape.kv_heads;
        let room = args.partial.as_ref().map_or(0, |partial| partial.len);
        let groups = groups(&step.extents, [heads, width, room], part);
        let short_rows = if groups.is_some() { SHORT_ROWS } else { 0 };
        let params = TileParams {
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
            scale: args.scale * shape.scale(KvHalf::Key) * std::f32::consts::LOG2_E,
            value_scale: shape.scale(KvHalf::Value),
            first_split: 0,
            part: PartParams::of(args.part.as_ref()),
        };
        let launch = Launch { op, shape: [rows, heads, width, step.end_max] };
        let chunks = shape.kv_heads * group.div_ceil(TILE_ROWS);
        for short in groups.iter().flatten() {
            self.short(stream, launch, (short, step), (&params, shape))?;
        }
        let long = step.extents.iter().map(|extent| extent[1]).filter(|&rows| rows > short_rows);
        match spans {
            Spans::Common { kernel, shared_bytes } => {
                let each = TILE_ROWS / group.min(TILE_ROWS) * TILES_PER_BLOCK;
                let blocks = long.map(|rows| rows.div_ceil(each)).sum();
                if blocks > 0 {
                    let grid = Grid::new([blocks, chunks, 1], THREADS).shared(*shared_bytes);
                    self.launch(kernel, (stream, launch, grid), &params, shape)?;
                }
            }
            Spans::Wgmma(wgmma) => {
                if let Some(grid) = wgmma.grid(long, [shape.kv_heads, group]) {
                    wgmma.kernel.launch(stream, launch, grid, &params)?;
                }
            }
        }
        Ok(())
    }

    /// Launches a kernel of the cache's kind.
    fn launch(
        &self,
        kernel: &Kernel,
        (stream, launch, grid): (&Stream, Launch, Grid),
        tiles: &TileParams,
        shape: &KvShape,
    ) -> Result<(), CudaError> {
        if !self.formats.is_quantised() {
            return kernel.launch(stream, launch, grid, tiles);
        }
        let params = CodesParams { tiles: *tiles, layout: shape.layout() };
        kernel.launch(stream, launch, grid, &params)
    }

    /// Queues short spans that go together, and their merge if a row has more ranges than one or
    /// goes on from what it carries.
    fn short(
        &self,
        stream: &Stream,
        launch: Launch,
        (short, step): (&Short, &StepTables),
        (params, shape): (&TileParams, &KvShape),
    ) -> Result<(), CudaError> {
        let [_, heads, width, _] = launch.shape;
        let (splits, is_part) = (short.splits(), short.part.is_some());
        if is_part && splits == 0 {
            return Ok(());
        }
        let group = params.group as usize;
        let chunks = heads / group * group.div_ceil(TILE_ROWS);
        let work = Work {
            tiles: short.tiles(&step.extents, group) * chunks,
            end: short.end - short.part.unwrap_or(0),
            position_bytes: self.formats.row_bytes(width),
            split_bytes: 4 * group.min(TILE_ROWS) * (width + 2),
            places: self.places,
            unit: if self.fp8 { FP8_UNIT * width } else { ALONE },
        };
        let ranges = self.ranges.count(work).min(splits.max(1));
        let params = TileParams {
            row: short.row as i64,
            rows: short.rows as i64,
            splits: splits as i64,
            ranges: ranges as i64,
            first_split: short.first_split() as i64,
            ..*params
        };
        let meet = ranges > 1 || is_part;
        let multiprocessors = self.short.rows.device().info().multiprocessors as usize;
        let alone = work.tiles * ranges <= multiprocessors;
        let grid = Grid::new([short.rows, chunks, ranges], THREADS);
        let tma = self.tma.as_ref().filter(|_| ranges > 1 && Sm90TmaAttention::takes(shape));
        if let Some(tma) = tma {
            tma.launch(stream, launch, (grid, alone), (&params, shape))?;
        } else {
            let kernels = self.deep.as_ref().filter(|_| alone).unwrap_or(&self.short);
            let kernel = if meet { &kernels.rows } else { &kernels.whole };
            let grid = grid.shared(kernels.shared_bytes);
            self.launch(kernel, (stream, launch, grid), &params, shape)?;
        }
        if meet {
            self.merge.launch(stream, launch, [short.rows, heads, splits], &params)?;
        }
        Ok(())
    }
}
