//! Latent attention and its maps at the shapes of DeepSeek-V3 and Mistral Small 4.

use atlas_cuda::DeviceBuffer;
use atlas_cuda::ops::attention::Cache;
use atlas_cuda::ops::gemm::dispatch::GemmDispatch;
use atlas_cuda::ops::kv_shape::KvShape;
use atlas_cuda::ops::latent::LatentArgs;
use atlas_cuda::ops::latent::expand::{ExpandedHeads, LatentHeadShape, LatentHeadsArgs};
use atlas_cuda::ops::latent::head_maps::{HeadMap, HeadMapArgs, PlainHeadMap};
use atlas_cuda::ops::latent::head_maps_mma::MmaHeadMap;
use atlas_cuda::ops::latent::mma::MmaLatentAttention;
use atlas_cuda::ops::step::StepTables;
use atlas_tensor::{KvFormat, KvFormats, KvScales, SpanRows};

use super::{BF16, Bench, Done, POOL};

const TOKENS: usize = 32;
/// Heads of Mistral Small 4 and DeepSeek-V3.
const HEADS: [LatentHeadShape; 2] = [
    LatentHeadShape { heads: 32, latent: 256, nope: 64, rope: 64, value: 128 },
    LatentHeadShape { heads: 128, latent: 512, nope: 128, rope: 64, value: 128 },
];
/// Most f32 in which ranges meet.
const ROOM: usize = 64 << 20;

impl Bench<'_> {
    pub(super) fn latent(&mut self) -> Done {
        for shape in [[128, 576, 512], [32, 320, 256]] {
            for spans in [1, 16] {
                self.latent_attention(shape, (spans, 32_767, 1))?;
            }
            self.latent_attention(shape, (1, 32_764, 4))?;
            self.latent_attention(shape, (1, 4096, 512))?;
        }
        for heads in HEADS {
            for start in [0, 4096, 14_336] {
                self.expanded_heads(heads, (start, 2048))?;
            }
        }
        for (heads, dims) in [(128, [128, 128, 64, 512]), (32, [64, 128, 64, 256])] {
            for rows in [1, 4, 8, 16, 64, 512] {
                self.head_map(HeadMap::AbsorbQueries, (rows, heads), dims)?;
                self.head_map(HeadMap::LatentValues, (rows, heads), dims)?;
            }
        }
        Ok(())
    }

    /// Spans of one length, which begin at one position.
    fn latent_attention(
        &mut self,
        [heads, width, latent]: [usize; 3],
        (spans, start, len): (usize, usize, usize),
    ) -> Done {
        let device = &self.rig.device;
        let Ok(kernel) = MmaLatentAttention::bind(device, [width, latent]) else { return Ok(()) };
        let (end, rows) = (start + len, spans * len);
        let each = end.div_ceil(TOKENS);
        let shape = KvShape {
            formats: KvFormats::both(KvFormat::Bf16),
            scales: KvScales::ONE,
            block_count: POOL / (TOKENS * width * 2),
            block_tokens: TOKENS,
            kv_heads: 1,
            head_dim: width,
            is_latent: true,
            index_dim: 0,
        };
        let block = |s: usize, b: usize| ((s * each + b) * 7 % shape.block_count) as u32;
        let tables: Vec<Vec<u32>> =
            (0..spans).map(|s| (0..each).map(|b| block(s, b)).collect()).collect();
        let span = |(slot, blocks)| SpanRows {
            slot,
            row: slot * len,
            len,
            start: start as u32,
            drafts: 0,
            blocks,
        };
        let list: Vec<SpanRows<'_>> =
            tables.iter().map(Vec::as_slice).enumerate().map(span).collect();
        let step = StepTables::new(&self.rig.stream, rows, &list, Some(&shape))?;
        let seen = (start + 1..end + 1).sum::<usize>() * spans;
        let bytes = 2 * (spans * end * width + rows * heads * (width + latent));
        let partial_len = kernel.partial_len(&step, heads, ROOM, None);
        let mut partial = DeviceBuffer::new(device, 4 * partial_len.max(1))?;
        let name = format!("latent_attention {heads} of {width}, {spans} x {len} at {start}");
        self.time(&name, (bytes, 2 * heads * (width + latent) * seen), |bench, _| {
            let (q, out) = ([rows, heads, width], [rows, heads, latent]);
            let args = LatentArgs {
                q: bench.x.view(BF16, 0, q, [heads * width, width])?,
                cache: Cache { memory: bench.pool.slice(0, shape.bytes())?, shape },
                scale: 1.0 / (width as f32).sqrt(),
                selection: None,
                part: None,
                out: bench.out.view_mut(BF16, 0, out, [heads * latent, latent])?,
                partial: match partial_len {
                    0 => None,
                    len => Some(partial.slice_mut(0, len)?),
                },
            };
            kernel.run(&bench.rig.stream, &step, args)
        })
    }

    /// A span by keys and values made of latents; operations are counted as those of its heads.
    fn expanded_heads(&mut self, of_heads: LatentHeadShape, (start, len): (usize, usize)) -> Done {
        let (rig, end) = (self.rig, start + len);
        let LatentHeadShape { heads, latent, nope, rope, value } = of_heads;
        let Ok(kernel) = ExpandedHeads::bind(&rig.device, of_heads) else { return Ok(()) };
        let linears = GemmDispatch::bind(&rig.device)?;
        let blocks: Vec<u32> = (0..end.div_ceil(TOKENS) as u32).collect();
        let shape = KvShape {
            formats: KvFormats::both(KvFormat::Bf16),
            scales: KvScales::ONE,
            block_count: blocks.len(),
            block_tokens: TOKENS,
            kv_heads: 1,
            head_dim: latent + rope,
            is_latent: true,
            index_dim: 0,
        };
        let span =
            SpanRows { slot: 0, row: 0, len, start: start as u32, drafts: 0, blocks: &blocks };
        let step = StepTables::new(&rig.stream, len, &[span], Some(&shape))?;
        let bytes = kernel.workspace_bytes(&step, TOKENS, 1 << 30).unwrap_or(1 << 30);
        let mut workspace = DeviceBuffer::new(&rig.device, bytes)?;
        let seen = (start + 1..end + 1).sum::<usize>();
        let (n, head) = (heads * (nope + value), nope + rope);
        let cost = 2 * heads * (head + value) * seen;
        let moved = 2 * (end * (latent + rope) + n * latent + len * heads * (head + value));
        let pays = if kernel.pays(&step) { "taken" } else { "not taken" };
        let name = format!("latent_heads/expanded {heads} of {head}, {len} at {start} ({pays})");
        self.time(&name, (moved, cost), |bench, _| {
            let map = shape.bytes().next_multiple_of(256);
            let args = LatentHeadsArgs {
                q: bench.x.view(BF16, 0, [len, heads, head], [heads * head, head])?,
                weight: bench.pool.view(BF16, map, [n, 1, latent], [latent, latent])?,
                cache: Cache { memory: bench.pool.slice(0, shape.bytes())?, shape },
                scale: 1.0 / (head as f32).sqrt(),
                out: bench.out.view_mut(BF16, 0, [len, heads, value], [heads * value, value])?,
            };
            kernel.run(&rig.stream, &step, &linears, args, &mut workspace)
        })
    }

    /// A map with `dims` of keys, values, rotated elements and latents.
    fn head_map(
        &mut self,
        map: HeadMap,
        (rows, heads): (usize, usize),
        [keys, values, rotated, latent]: [usize; 4],
    ) -> Done {
        let device = &self.rig.device;
        let plain = PlainHeadMap::bind(device, map, BF16, BF16)?;
        let tiles = MmaHeadMap::bind(device, map)?;
        let (name, dims, from, to) = match map {
            HeadMap::AbsorbQueries => ("absorb_queries", keys, keys + rotated, latent + rotated),
            HeadMap::LatentValues => ("latent_values", values, latent, values),
        };
        let n = heads * (keys + values);
        let cost =
            (2 * heads * (dims * latent + rows * (from + to)), 2 * rows * heads * dims * latent);
        // Weights that no cache holds from one call to the next.
        let copies = (POOL / (2 * n * latent)).clamp(1, 16);
        for on_tiles in [false, true] {
            let way = if on_tiles { "mma" } else { "plain" };
            let name = format!("{name}/{way} {rows} x {heads} of {latent}");
            self.time(&name, cost, |bench, i| {
                let at = 2 * n * latent * (i % copies);
                let args = HeadMapArgs {
                    x: bench.x.view(BF16, 0, [rows, heads, from], [heads * from, from])?,
                    weight: bench.pool.view(BF16, at, [n, 1, latent], [latent, latent])?,
                    out: bench.out.view_mut(BF16, 0, [rows, heads, to], [heads * to, to])?,
                };
                match on_tiles {
                    true => tiles.run(&bench.rig.stream, &args),
                    false => plain.run(&bench.rig.stream, &args),
                }
            })?;
        }
        Ok(())
    }
}
