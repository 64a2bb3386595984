//! `attention` on `wgmma` at sizes around their edges: near the reference, and the same
//! bits of a row however its sequence is cut and whatever lies beside it.

use atlas_core::{BlockId, KvFormats, first_block_seen};
use atlas_cuda::ops::attention::mma::{MmaAttention, SpanMethod};
use atlas_cuda::ops::attention::{AttentionArgs as Args, Cache};
use atlas_tensor::ops::{Attention, AttentionArgs};
use atlas_tensor::testkit::{Noise, Output, OwnedSpan, poison};
use atlas_tensor::{Compute, DType, KvCache, KvHalf, Op, SpanRows};

use crate::parity::attention::rows::{BF16, ROUNDED_WEIGHTS};
use crate::parity::check::{Tally, distance, same};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// Spans as (start, length), tokens of a block, query heads, KV heads, window.
pub type SpanShape<'a> = (&'a [(usize, usize)], usize, [usize; 2], Option<u32>);

/// Query heads of a KV head that divide a tile's rows and that do not, one span and several, short
/// ones between, and tiles of one row.
const SHAPES: [SpanShape<'_>; 9] = [
    (&[(0, 17)], 16, [8, 1], None),
    (&[(0, 129)], 32, [2, 2], None),
    (&[(331, 33)], 32, [16, 2], None),
    (&[(97, 53), (0, 1), (5, 19), (0, 61), (200, 3)], 16, [5, 1], None),
    (&[(40, 67), (0, 193)], 13, [3, 1], None),
    (&[(300, 131)], 16, [4, 1], Some(70)),
    (&[(0, 97), (411, 18)], 5, [7, 1], Some(1)),
    (&[(63, 65)], 64, [20, 1], None),
    (&[(17, 18)], 16, [200, 1], Some(33)),
];
/// Where a sequence of a shape is cut too: both sides are long.
const CUT: usize = 20;

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("attention_spans") {
        return;
    }
    rig.aligned.set(true);
    for width in [64, 128, 256] {
        let name = format!("attention_spans/{width}");
        if let Err(why) = MmaAttention::bind(&rig.device, width, SpanMethod::Wgmma, BF16) {
            tally.leave_out(&name, &why.to_string());
            continue;
        }
        for (index, shape) in SHAPES.into_iter().enumerate() {
            tally.case(&format!("{name} {index}"), || match agree(rig, width, shape, seed) {
                Ok((max, norm)) => Ok(format!("max error {max:.1e}, norm {norm:.1e}")),
                Err(what) => Err(format!("{shape:?}: {what}")),
            });
        }
    }
    tally.case("attention_spans/heads of other widths", || refusals(rig, seed));
}

/// A kernel of one width of heads does not run on another, and none is bound for a width that has
/// no kernel.
fn refusals(rig: &Rig, seed: u64) -> Result<String, String> {
    let bind = |width| {
        let kernel = MmaAttention::bind(&rig.device, width, SpanMethod::Mma, BF16);
        kernel.map_err(|error| error.to_string())
    };
    let expect = |result: Result<(), String>, part: &str| match result {
        Err(what) if what.contains(part) => Ok(()),
        other => Err(format!("{other:?} does not say {part:?}")),
    };
    for (bound, width) in [(256, 128), (128, 256), (64, 128)] {
        let (spans, cache) = Data::cache(width, SHAPES[0], seed)?;
        let data = Data::new(&cache, &spans, SHAPES[0], seed);
        let result = run(rig, &bind(bound)?, true, &data, &data.spans(&spans));
        expect(result.map(drop), &format!("heads {width} wide, bound for {bound}"))?;
    }
    expect(bind(96).map(drop), "heads 96 wide, it takes")?;
    Ok("kernels of 256 for heads of 128, the reverse, and heads of 96".into())
}

/// Spans of a step, their query rows and their caches.
pub struct Data<'a> {
    pub(super) cache: &'a KvCache,
    pub(super) q: Vec<f32>,
    pub(super) shape: [usize; 3],
    pub(super) window: Option<u32>,
    pub(super) scale: f32,
}

impl<'a> Data<'a> {
    /// The spans of a shape, and a cache in bf16 of what they know.
    pub fn cache(
        width: usize,
        shape: SpanShape<'_>,
        seed: u64,
    ) -> Result<(Vec<OwnedSpan>, KvCache), String> {
        Self::cache_of(BF16, width, shape, seed)
    }

    /// The same in any formats.
    pub fn cache_of(
        formats: KvFormats,
        width: usize,
        (lens, tokens, [_, kv_heads], window): SpanShape<'_>,
        seed: u64,
    ) -> Result<(Vec<OwnedSpan>, KvCache), String> {
        let mut noise = Noise::new(seed ^ (51 + width as u64));
        let mut spans = OwnedSpan::scatter(lens, tokens, &mut noise);
        let blocks = OwnedSpan::blocks_needed(lens, tokens);
        let cache = KvCache::new(blocks, tokens, kv_heads, width, formats, 3);
        let mut cache = cache.map_err(|error| error.to_string())?;
        // Positions that no row sees are NaN, behind the last position of a block too.
        poison(&mut cache);
        for span in &spans {
            for p in 0..span.start as usize + span.len {
                for (head, half) in
                    (0..kv_heads).flat_map(|head| [(head, KvHalf::Key), (head, KvHalf::Value)])
                {
                    // Keys that grow, again and again, so that what weights are relative to rises
                    // on the way and much of a long history has a share.
                    let grown = 0.2 + (p % 300) as f32 / 100.0;
                    let size = if half == KvHalf::Key { grown } else { 1.0 };
                    let row = noise.fill(width, size);
                    cache.put_row(span.blocks[p / tokens], half, head, p % tokens, &row);
                }
            }
        }
        // Blocks that no row sees may have been freed.
        for span in &mut spans {
            let first = first_block_seen(window, span.start, tokens as u32) as usize;
            span.blocks[..first].fill(BlockId::NONE.0);
        }
        Ok((spans, cache))
    }

    /// Queries of these spans.
    pub fn new(
        cache: &'a KvCache,
        spans: &[OwnedSpan],
        (_, _, [heads, _], window): SpanShape<'_>,
        seed: u64,
    ) -> Self {
        let rows: usize = spans.iter().map(|span| span.len).sum();
        let shape = [rows, heads, cache.head_dim];
        let q = Noise::new(seed ^ 52).fill(rows * heads * cache.head_dim, 2.0);
        Self { cache, q, shape, window, scale: 1.0 / (cache.head_dim as f32).sqrt() }
    }

    /// All of the spans.
    pub fn spans<'b>(&self, spans: &'b [OwnedSpan]) -> Vec<SpanRows<'b>> {
        OwnedSpan::clip(spans, &(0..self.shape[0]))
    }

    pub fn reference(&self, spans: &[SpanRows<'_>]) -> Vec<f32> {
        let mut expected = vec![0.0; self.q.len()];
        Attention::reference(
            AttentionArgs {
                q: matrix(&self.q, self.shape),
                spans: spans.into(),
                cache: self.cache,
                scale: self.scale,
                window: self.window,
                part: None,
                out: matrix_mut(&mut expected, self.shape),
            },
            Compute::Bf16,
        );
        expected
    }
}

/// The largest error of an element and the error in norm.
fn agree(rig: &Rig, width: usize, shape: SpanShape<'_>, seed: u64) -> Result<(f64, f64), String> {
    let (spans, cache) = Data::cache(width, shape, seed)?;
    let data = Data::new(&cache, &spans, shape, seed);
    let heads = data.shape[1];
    let whole = data.spans(&spans);
    let kernel = MmaAttention::bind(&rig.device, width, SpanMethod::Wgmma, BF16);
    let kernel = kernel.map_err(|error| error.to_string())?;
    let got = run(rig, &kernel, true, &data, &whole)?;
    let expected = data.reference(&whole);
    let error = distance(&[("out", expected)], &[("out", got.clone())], ROUNDED_WEIGHTS)?;
    // Every span alone, and the long ones in two.
    for span in &spans {
        let cut = if span.len > 2 * CUT { CUT } else { 0 };
        for (from, to) in [(0, cut), (cut, span.len)].into_iter().filter(|(from, to)| from < to) {
            let rows = span.row + from..span.row + to;
            let one: Vec<SpanRows<'_>> = OwnedSpan::clip(&spans, &rows);
            let elements = rows.start * heads * width..rows.end * heads * width;
            let q = data.q[elements.clone()].to_vec();
            let alone = Data { q, shape: [rows.len(), heads, width], ..data };
            let alone: [Output; 1] = [("out", run(rig, &kernel, true, &alone, &one)?)];
            same(&[("out", got[elements].to_vec())], &alone)
                .map_err(|what| format!("rows {rows:?} alone: {what}"))?;
        }
    }
    Ok((error.max, error.norm))
}

/// A step of `spans` in a kernel, whose splits have memory to meet in or, without `partial`, go as
/// longer ones.
pub fn run(
    rig: &Rig,
    kernel: &MmaAttention,
    partial: bool,
    data: &Data<'_>,
    spans: &[SpanRows<'_>],
) -> Result<Vec<f32>, String> {
    let [rows, heads, width] = data.shape;
    let text = |error: atlas_cuda::CudaError| error.to_string();
    let mut result = vec![f32::NAN; rows * heads * width];
    let q = rig.tensor(matrix(&data.q, data.shape)).map_err(text)?;
    let mut out = rig.tensor(matrix(&result, data.shape)).map_err(text)?;
    let (memory, shape) = rig.cache(data.cache).map_err(text)?;
    let mut run = || {
        let step = rig.step(rows, spans, Some(&shape))?;
        let len = MmaAttention::partial_len(&step, heads, width, None);
        let mut room = rig.memory(4 * len)?;
        // The workspace is poisoned: results of an earlier launch would pass as well.
        room.get_mut().fill(&rig.stream, 0xff)?;
        let room = if partial { Some(room.get_mut().slice_mut(0, len)?) } else { None };
        let args = Args {
            q: q.view()?,
            cache: Cache { memory: memory.get().slice(0, data.cache.bytes())?, shape },
            scale: data.scale,
            window: data.window,
            part: None,
            out: out.view_mut()?,
            partial: room,
        };
        kernel.run(&rig.stream, &step, args)?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut matrix_mut(&mut result, data.shape))?;
    Ok(result)
}
