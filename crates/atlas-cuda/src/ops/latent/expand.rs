//! `latent_heads` of long spans: the latents of all positions are mapped to keys and values of the
//! heads, whose attention costs fewer operations than that of absorbed queries.

use std::sync::{Mutex, PoisonError};

use atlas_tensor::{DType, KvFormat, KvFormats, KvScales, SpanRows};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::memory::DeviceBuffer;
use crate::ops::attention::mma::{MmaAttention, SpanMethod, WIDTHS};
use crate::ops::attention::{AttentionArgs, Cache};
use crate::ops::gemm::LinearArgs;
use crate::ops::gemm::dispatch::GemmDispatch;
use crate::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use crate::ops::kv_shape::KvShape;
use crate::ops::step::StepTables;
use crate::ops::{Family, expect, expect_len};
use crate::staging::Staging;
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;
/// Elements that a thread moves.
const EIGHT: usize = 8;
/// Positions whose latents are mapped at a time.
const PIECE: usize = 2048;
/// Rows of the longest span from which a step is looked at.
const ROWS_MIN: usize = 64;
/// Parts of the workspace begin at multiples of this.
const PART: usize = 256;

/// Operations in a ns: of absorbed attention, of expanded attention, of the maps; and bytes of
/// memory. Of an H200, from `docs/benchmarks`; they choose between two right forms.
const ABSORBED: f64 = 2e5;
const EXPANDED: f64 = 4e5;
const MAPS: f64 = 5e5;
const MEMORY: f64 = 3e3;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct GatherParams {
    cache: u64,
    out: u64,
    block_base: u64,
    blocks: u64,
    span: i64,
    first: i64,
    count: i64,
    width: i64,
    block_tokens: i64,
}
pub(crate) const GATHER: Family = Family::of::<GatherParams>("latent/expand", &["latent_gather"]);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct ExpandParams {
    heads: u64,
    vectors: u64,
    out: u64,
    first: i64,
    count: i64,
    width: i64,
    latent: i64,
    block_tokens: i64,
    block0: i64,
    head_count: i64,
    nope: i64,
    rope: i64,
    value: i64,
    dim: i64,
}
pub(crate) const EXPAND: Family = Family::of::<ExpandParams>("latent/expand", &["latent_expand"]);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct CopyHeadsParams {
    from: u64,
    to: u64,
    row_span: u64,
    rows: i64,
    heads: i64,
    from_row: i64,
    from_head: i64,
    from_width: i64,
    to_row: i64,
    to_head: i64,
    to_width: i64,
}
pub(crate) const COPY_HEADS: Family =
    Family::of::<CopyHeadsParams>("latent/expand", &["latent_copy_heads"]);

/// Heads over latents: how many, elements of a latent, and those of a head: not rotated, rotated,
/// of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatentHeadShape {
    pub heads: usize,
    pub latent: usize,
    pub nope: usize,
    pub rope: usize,
    pub value: usize,
}

/// `q[T, H, dn + dr]`, the maps `[H (dn + dv), 1, R]` and `out[T, H, dv]`.
pub struct LatentHeadsArgs<'a> {
    pub q: View<'a>,
    pub weight: View<'a>,
    pub cache: Cache<'a>,
    /// Factor of scores before the softmax.
    pub scale: f32,
    pub out: ViewMut<'a>,
}

/// Bytes of the parts of the workspace, in their order: keys and values of the heads at once,
/// gathered vectors, their maps, and queries and results where those are narrower than the heads
/// that have a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Plan {
    at_once: usize,
    parts: [usize; 5],
}

impl Plan {
    fn bytes(&self) -> usize {
        self.parts.iter().map(|bytes| bytes.next_multiple_of(PART)).sum()
    }

    fn addresses(&self, base: u64) -> [u64; 5] {
        let mut at = base;
        self.parts.map(|bytes| {
            let mine = at;
            at += bytes.next_multiple_of(PART) as u64;
            mine
        })
    }
}

/// The tables of a step whose spans have blocks of their own, one after the other, and what they
/// were made of.
struct Tables {
    extents: Vec<[usize; 3]>,
    rows: usize,
    block_tokens: usize,
    step: StepTables,
}

/// Attention of heads to the keys and values of a step's spans, made anew from latents in bf16.
/// Weights of the softmax are rounded to bf16. The bits of a row depend on how its span is cut.
pub struct ExpandedHeads {
    gather: Kernel,
    expand: Kernel,
    copy: Kernel,
    attention: MmaAttention,
    shape: LatentHeadShape,
    /// Width of the heads that attention has a kernel for.
    dim: usize,
    tables: Mutex<Option<Tables>>,
}

impl ExpandedHeads {
    /// # Errors
    /// Widths that are no multiples of 8, heads wider than those of attention, or a device without
    /// its kernels.
    pub fn bind(device: &Device, shape: LatentHeadShape) -> Result<Self, CudaError> {
        let bad = |what: String| CudaError::bad("latent_heads/expanded", what);
        let LatentHeadShape { latent, nope, rope, value, .. } = shape;
        if [latent, nope, rope, value].iter().any(|n| *n == 0 || !n.is_multiple_of(EIGHT)) {
            let what = format!("latents of {latent}, heads of {nope}, {rope} and {value}");
            return Err(bad(format!("{what}: it takes multiples of {EIGHT}")));
        }
        let wide = (nope + rope).max(value);
        let dim = WIDTHS.iter().copied().filter(|&dim| dim >= wide).min();
        let dim = dim.ok_or_else(|| bad(format!("heads {wide} wide, it takes {WIDTHS:?}")))?;
        let formats = KvFormats::both(KvFormat::Bf16);
        let attention = MmaAttention::bind(device, dim, SpanMethod::Wgmma, formats)
            .or_else(|_| MmaAttention::bind(device, dim, SpanMethod::Mma, formats))?;
        Ok(Self {
            gather: device.kernel("latent_gather")?,
            expand: device.kernel("latent_expand")?,
            copy: device.kernel("latent_copy_heads")?,
            attention,
            shape,
            dim,
            tables: Mutex::new(None),
        })
    }

    /// Whether the step is expected to take less time so than absorbed.
    pub fn pays(&self, step: &StepTables) -> bool {
        if step.extents.iter().all(|extent| extent[1] < ROWS_MIN) {
            return false;
        }
        let LatentHeadShape { heads, latent, nope, rope, value } = self.shape;
        let (mut pairs, mut rows, mut positions) = (0.0, 0.0, 0.0);
        for &[_, len, end] in step.extents.iter().filter(|extent| extent[1] > 0) {
            let (len, end) = (len as f64, end as f64);
            pairs += len * (end - len) + len * (len + 1.0) / 2.0;
            rows += len;
            positions += end;
        }
        let map = (2 * heads * latent * (nope + value)) as f64;
        let absorbed = 2.0 * heads as f64 * (2 * latent + rope) as f64;
        let (expanded, bytes) = ((4 * heads * self.dim) as f64, (8 * heads * self.dim) as f64);
        let absorbed = pairs * absorbed / ABSORBED + rows * map / MAPS;
        absorbed > pairs * expanded / EXPANDED + positions * (map / MAPS + bytes / MEMORY)
    }

    /// Bytes of workspace of a step, at most `room`; none if not even one head has room.
    pub fn workspace_bytes(&self, step: &StepTables, tokens: usize, room: usize) -> Option<usize> {
        self.plan(step, tokens, room).map(|plan| plan.bytes())
    }

    fn plan(&self, step: &StepTables, tokens: usize, room: usize) -> Option<Plan> {
        let LatentHeadShape { heads, latent, nope, rope, value } = self.shape;
        let blocks = step.extents.iter().map(|extent| extent[2].div_ceil(tokens.max(1)));
        let positions = blocks.sum::<usize>() * tokens;
        let piece = PIECE.min(step.end_max);
        let of = |at_once: usize| {
            let padded = |width: usize| {
                if width == self.dim { 0 } else { 2 * step.rows * at_once * self.dim }
            };
            let keys = 4 * positions * at_once * self.dim;
            let maps = 2 * piece * at_once * (nope + value);
            let vectors = 2 * piece * (latent + rope);
            let parts = [keys, vectors, maps, padded(nope + rope), padded(value)];
            Plan { at_once, parts }
        };
        // As few parts as have room, of equal numbers of heads.
        let fits = |parts: &usize| of(heads.div_ceil(*parts)).bytes() <= room;
        (1..=heads).find(fits).map(|parts| of(heads.div_ceil(parts)))
    }

    /// As absorbed: every span against its blocks. Rows outside all spans are left alone.
    ///
    /// # Errors
    /// Shapes that disagree, rows off 16-byte boundaries, a workspace that is too small, or what
    /// the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        linears: &GemmDispatch,
        args: LatentHeadsArgs<'_>,
        workspace: &mut DeviceBuffer,
    ) -> Result<(), CudaError> {
        let (op, tokens) = ("latent_heads", args.cache.shape.block_tokens);
        self.check(step, &args)?;
        if step.rows == 0 || self.shape.heads == 0 || step.end_max == 0 {
            return Ok(());
        }
        let short = || CudaError::bad(op, format!("a workspace of {} bytes", workspace.bytes()));
        let plan = self.plan(step, tokens, workspace.bytes()).ok_or_else(short)?;
        let at = plan.addresses(workspace.ptr());
        let mut held = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |held: &Tables| {
            (&held.extents, held.rows, held.block_tokens) == (&step.extents, step.rows, tokens)
        };
        if !held.as_ref().is_some_and(same) {
            let buffer = held.take().map(|held| held.step.into_buffer());
            let of_step = self.own_tables(stream, buffer, step, tokens)?;
            *held = Some(Tables {
                extents: step.extents.clone(),
                rows: step.rows,
                block_tokens: tokens,
                step: of_step,
            });
        }
        let Some(tables) = held.as_ref() else { return Ok(()) };
        for first in (0..self.shape.heads).step_by(plan.at_once) {
            let heads = first..(first + plan.at_once).min(self.shape.heads);
            self.expand(stream, step, (linears, &args), heads.clone(), at)?;
            self.attend(stream, &tables.step, &args, heads, at)?;
        }
        Ok(())
    }

    fn check(&self, step: &StepTables, args: &LatentHeadsArgs<'_>) -> Result<(), CudaError> {
        let LatentHeadShape { heads, latent, nope, rope, value } = self.shape;
        let (op, shape, out) = ("latent_heads", &args.cache.shape, args.out.view());
        expect(op, "q", &args.q, DType::Bf16, [step.rows, heads, nope + rope])?;
        expect(op, "weight", &args.weight, DType::Bf16, [heads * (nope + value), 1, latent])?;
        expect(op, "out", &out, DType::Bf16, [step.rows, heads, value])?;
        expect_len(op, "cache", args.cache.memory.len, shape.bytes())?;
        shape.expect_latent(op, KvFormat::Bf16)?;
        step.expect(op, step.rows, Some(shape))?;
        if shape.head_dim != latent + rope {
            return Err(CudaError::bad(op, format!("vectors of {} elements", shape.head_dim)));
        }
        let aligned = args.q.is_aligned() && args.weight.is_aligned() && out.is_aligned();
        if !aligned || !args.cache.memory.ptr.is_multiple_of(16) {
            return Err(CudaError::bad(op, "rows of q, out or the cache off 16-byte boundaries"));
        }
        step.expect_blocks(op, None, None)
    }

    /// The shape of the cache of keys and values.
    fn own_shape(&self, step: &StepTables, tokens: usize, heads: usize) -> KvShape {
        let blocks = step.extents.iter().map(|extent| extent[2].div_ceil(tokens));
        KvShape {
            formats: KvFormats::both(KvFormat::Bf16),
            scales: KvScales::ONE,
            block_count: blocks.sum(),
            block_tokens: tokens,
            kv_heads: heads,
            head_dim: self.dim,
            is_latent: false,
            index_dim: 0,
        }
    }

    /// Tables of the same spans, whose blocks follow each other, in the `buffer` of earlier ones.
    fn own_tables(
        &self,
        stream: &Stream,
        buffer: Option<Staging>,
        step: &StepTables,
        tokens: usize,
    ) -> Result<StepTables, CudaError> {
        let shape = self.own_shape(step, tokens, 1);
        let blocks: Vec<u32> = (0..shape.block_count as u32).collect();
        let mut next = 0;
        let spans = step.extents.iter().enumerate().map(|(slot, &[row, len, end])| {
            let first = next;
            next += end.div_ceil(tokens);
            let (start, blocks) = ((end - len) as u32, &blocks[first..next]);
            SpanRows { slot, row, len, start, drafts: 0, blocks }
        });
        let spans: Vec<SpanRows<'_>> = spans.collect();
        let cache = Some(&shape);
        StepTables::in_buffer(stream, buffer, step.rows, &spans, cache, [&[], &[]], &[])
    }

    /// Queues the keys and values of some heads of all spans.
    fn expand(
        &self,
        stream: &Stream,
        step: &StepTables,
        (linears, args): (&GemmDispatch, &LatentHeadsArgs<'_>),
        heads: std::ops::Range<usize>,
        [keys, vectors, maps, ..]: [u64; 5],
    ) -> Result<(), CudaError> {
        let LatentHeadShape { latent, nope, rope, value, .. } = self.shape;
        let (op, tokens) = ("latent_heads", args.cache.shape.block_tokens);
        let (width, row, count) = (latent + rope, nope + value, heads.len());
        let device = self.gather.device().info();
        let weight = args.weight.ptr + (2 * heads.start * row * args.weight.strides[0]) as u64;
        let mut block0 = 0;
        for (span, &[_, len, end]) in step.extents.iter().enumerate() {
            let known = if len > 0 { end } else { 0 };
            for first in (0..known).step_by(PIECE) {
                let piece = PIECE.min(known - first);
                let params = GatherParams {
                    cache: args.cache.memory.ptr,
                    out: vectors,
                    block_base: step.block_base(),
                    blocks: step.block_table(),
                    span: span as i64,
                    first: first as i64,
                    count: piece as i64,
                    width: width as i64,
                    block_tokens: tokens as i64,
                };
                let launch = Launch { op, shape: [piece, 1, width, end] };
                let grid = Grid::over(piece * width / EIGHT, THREADS, device);
                self.gather.launch(stream, launch, grid, &params)?;
                let linear = LinearArgs {
                    x: View::new(vectors, DType::Bf16, [piece, 1, latent], [width, width]),
                    weight: View::new(
                        weight,
                        DType::Bf16,
                        [count * row, 1, latent],
                        args.weight.strides,
                    ),
                    bias: None,
                    out: ViewMut::of(View::new(
                        maps,
                        DType::Bf16,
                        [piece, 1, count * row],
                        [count * row; 2],
                    )),
                };
                linears.run(stream, &LinearGroup::new(CheckedLinear::of(&linear)?), false)?;
                let params = ExpandParams {
                    heads: maps,
                    vectors,
                    out: keys,
                    first: first as i64,
                    count: piece as i64,
                    width: width as i64,
                    latent: latent as i64,
                    block_tokens: tokens as i64,
                    block0: block0 as i64,
                    head_count: count as i64,
                    nope: nope as i64,
                    rope: rope as i64,
                    value: value as i64,
                    dim: self.dim as i64,
                };
                let launch = Launch { op, shape: [piece, count, self.dim, end] };
                let grid = Grid::over(piece * count * 2 * self.dim / EIGHT, THREADS, device);
                self.expand.launch(stream, launch, grid, &params)?;
            }
            block0 += end.div_ceil(tokens);
        }
        Ok(())
    }

    /// Queues the attention of some heads to their keys and values.
    fn attend(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &LatentHeadsArgs<'_>,
        heads: std::ops::Range<usize>,
        [keys, _, _, queries, results]: [u64; 5],
    ) -> Result<(), CudaError> {
        let (rows, count, dim) = (step.rows, heads.len(), self.dim);
        let of_heads = |view: &View<'_>| {
            let ptr = view.ptr + (2 * heads.start * view.strides[1]) as u64;
            View::new(ptr, DType::Bf16, [rows, count, view.width()], view.strides)
        };
        let wide = |ptr| View::new(ptr, DType::Bf16, [rows, count, dim], [count * dim, dim]);
        let (q, out) = (of_heads(&args.q), of_heads(&args.out.view()));
        let [padded_q, padded_out] = [&q, &out].map(|view| view.width() != dim);
        if padded_q {
            self.copy_heads(stream, step, q, wide(queries))?;
        }
        let shape = self.own_shape(step, args.cache.shape.block_tokens, count);
        let call = AttentionArgs {
            q: if padded_q { wide(queries) } else { q },
            cache: Cache { memory: Slice::new(keys, shape.bytes()), shape },
            scale: args.scale,
            window: None,
            part: None,
            out: ViewMut::of(if padded_out { wide(results) } else { out }),
            partial: None,
        };
        self.attention.run(stream, step, call)?;
        if padded_out {
            self.copy_heads(stream, step, wide(results), out)?;
        }
        Ok(())
    }

    fn copy_heads(
        &self,
        stream: &Stream,
        step: &StepTables,
        from: View<'_>,
        to: View<'_>,
    ) -> Result<(), CudaError> {
        let [rows, heads, width] = to.shape;
        let params = CopyHeadsParams {
            from: from.ptr,
            to: to.ptr,
            row_span: step.row_span(),
            rows: rows as i64,
            heads: heads as i64,
            from_row: from.strides[0] as i64,
            from_head: from.strides[1] as i64,
            from_width: from.width() as i64,
            to_row: to.strides[0] as i64,
            to_head: to.strides[1] as i64,
            to_width: width as i64,
        };
        let grid = Grid::over(rows * heads * width / EIGHT, THREADS, self.copy.device().info());
        let launch = Launch { op: "latent_heads", shape: [rows, heads, width, 0] };
        self.copy.launch(stream, launch, grid, &params)
    }
}
