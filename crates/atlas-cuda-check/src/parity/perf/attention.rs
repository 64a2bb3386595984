//! Attention: rows of all lengths at the shape of the large mixture, long spans in every plan and
//! at other widths.

use atlas_cuda::DeviceBuffer;
use atlas_cuda::ops::attention::mma::SHORT_ROWS;
use atlas_cuda::ops::attention::mma::{MmaAttention, SpanMethod};
use atlas_cuda::ops::attention::simt::SimtAttention;
use atlas_cuda::ops::attention::split_kv_ranges::SplitRanges;
use atlas_cuda::ops::attention::{AttentionArgs, Cache};
use atlas_cuda::ops::kv_shape::KvShape;
use atlas_cuda::ops::step::StepTables;
use atlas_tensor::{KvFormat, KvFormats, KvScales, SpanRows};

use super::{BF16, Bench, Done, POOL};

const TOKENS: usize = 32;
/// Ranges that short spans are timed in beside those that serve: a block for every split, one for
/// all of them, and between.
const RANGES: [(&str, SplitRanges); 9] = [
    ("each", SplitRanges::Each),
    ("1", SplitRanges::Of(1)),
    ("2", SplitRanges::Of(2)),
    ("4", SplitRanges::Of(4)),
    ("8", SplitRanges::Of(8)),
    ("16", SplitRanges::Of(16)),
    ("32", SplitRanges::Of(32)),
    ("64", SplitRanges::Of(64)),
    ("128", SplitRanges::Of(128)),
];
/// Positions of the longest range that is timed, and ranges in all.
const RANGE_MAX: usize = 8192;
const RANGES_MAX: usize = 2048;

/// Query heads, KV heads, width.
type Heads = [usize; 3];
/// Spans of one length, which begin at one position.
type Spans = (usize, usize, usize);

/// A kernel of a line.
enum AttentionKernel {
    Plain { split: bool },
    Mma(Box<MmaAttention>),
}

/// Whether ranges of spans that know `end` positions are timed, in blocks times `tiles`: neither
/// one block for far too much nor far too many for nothing.
fn is_worth_it(ranges: SplitRanges, end: usize, tiles: usize) -> bool {
    match ranges {
        SplitRanges::Of(1) => end <= RANGE_MAX,
        SplitRanges::Of(count) => {
            end.div_ceil(count) <= RANGE_MAX && tiles * count <= RANGES_MAX && count <= end / 64
        }
        _ => true,
    }
}

impl Bench<'_> {
    pub(super) fn attention(&mut self) -> Done {
        let heads = [16, 2, 256];
        for spans in [
            (1, 255, 1),
            (1, 1023, 1),
            (1, 4095, 1),
            (8, 1023, 1),
            (32, 1023, 1),
            (64, 1023, 1),
            (128, 1023, 1),
            (160, 1023, 1),
            (256, 1023, 1),
            (32, 4095, 1),
            (128, 4095, 1),
            (1, 40_000, 1),
            (1, 65_535, 1),
            (1, 131_071, 1),
            (8, 32_767, 1),
            (1, 1023, 4),
            (1, 1023, 17),
            (8, 1023, 32),
            (1, 30_000, 64),
            (1, 32_736, 200),
            (1, 0, 2048),
            (1, 30_000, 2048),
            (4, 0, 2048),
            (1, 0, 8192),
        ] {
            self.attention_of(heads, spans, KvFormats::both(KvFormat::Bf16))?;
        }
        self.attention_of_codes()?;
        for heads in [[32, 8, 128], [32, 8, 64]] {
            for spans in [(64, 1023, 1), (1, 65_535, 1), (1, 30_000, 2048), (1, 0, 8192)] {
                self.attention_of(heads, spans, KvFormats::both(KvFormat::Bf16))?;
            }
        }
        Ok(())
    }

    /// Long histories, and spans of a prompt, in every format.
    fn attention_of_codes(&mut self) -> Done {
        let codes = KvFormat::ALL.into_iter().filter(|format| format.is_quantised());
        for formats in codes.map(KvFormats::both) {
            for heads in [[16, 2, 256], [32, 8, 128]] {
                for spans in [(1, 65_535, 1), (8, 32_767, 1), (1, 30_000, 2048)] {
                    self.attention_of(heads, spans, formats)?;
                }
            }
        }
        Ok(())
    }

    fn attention_of(
        &mut self,
        [heads, kv_heads, width]: Heads,
        (spans, start, len): Spans,
        formats: KvFormats,
    ) -> Done {
        // Long: one table of kernels, and the line printed for each.
        let codes = formats.is_quantised();
        let device = &self.rig.device;
        let op = SimtAttention::bind(device, BF16, formats)?;
        let bind = |method| {
            MmaAttention::bind(device, width, method, formats)
                .map(|tiles| AttentionKernel::Mma(Box::new(tiles)))
        };
        let mut ways = vec![
            ("mma".to_owned(), bind(SpanMethod::Mma)?),
            ("mma_by_split".to_owned(), bind(SpanMethod::BySplit)?),
        ];
        for (name, ranges) in RANGES.into_iter().filter(|(_, ranges)| {
            len <= SHORT_ROWS && is_worth_it(*ranges, start + len, spans * len * kv_heads)
        }) {
            let kernel = MmaAttention::bind(device, width, SpanMethod::Mma, formats)?;
            let kernel = kernel.in_ranges(ranges);
            ways.push((format!("mma/{name}"), AttentionKernel::Mma(Box::new(kernel))));
        }
        if len <= SHORT_ROWS && !codes {
            let kernel = MmaAttention::bind(device, width, SpanMethod::Mma, formats)?.without_tma();
            ways.push(("mma/plain".to_owned(), AttentionKernel::Mma(Box::new(kernel))));
        }
        // The kernel with one thread a row takes too long here.
        if (start + len) * len * spans <= 1 << 22 && width == 256 && !codes {
            ways.push(("simt_split".to_owned(), AttentionKernel::Plain { split: true }));
            ways.push(("simt_walk".to_owned(), AttentionKernel::Plain { split: false }));
        }
        if len > SHORT_ROWS && !codes && device.info().capability == (9, 0) {
            ways.push(("sm90_wgmma".to_owned(), bind(SpanMethod::Wgmma)?));
        }
        let block_bytes = TOKENS * 2 * kv_heads * width * 2;
        let row_bytes = formats.row_bytes(width);
        let (end, rows) = (start + len, spans * len);
        let each = end.div_ceil(TOKENS);
        let shape = KvShape {
            formats,
            scales: KvScales::ONE,
            block_count: POOL / block_bytes,
            block_tokens: TOKENS,
            kv_heads,
            head_dim: width,
            is_latent: false,
            index_dim: 0,
        };
        let block = |s: usize, b: usize| ((s * each + b) * 7 % shape.block_count) as u32;
        let tables: Vec<Vec<u32>> =
            (0..spans).map(|s| (0..each).map(|b| block(s, b)).collect()).collect();
        let list: Vec<SpanRows<'_>> = tables
            .iter()
            .enumerate()
            .map(|(slot, blocks)| SpanRows {
                slot,
                row: slot * len,
                len,
                start: start as u32,
                drafts: 0,
                blocks,
            })
            .collect();
        let step = StepTables::new(&self.rig.stream, rows, &list, Some(&shape))?;
        let seen: usize = (start + 1..end + 1).sum::<usize>() * spans;
        let cost = (
            spans * end * kv_heads * row_bytes + 4 * rows * heads * width,
            4 * heads * width * seen,
        );
        let partial_len = SimtAttention::partial_len(&step, heads, width)
            .max(MmaAttention::partial_len(&step, heads, width, None))
            .min(128 << 20);
        let mut partial = DeviceBuffer::new(device, 4 * partial_len)?;
        // Codes of no NaN, in memory of their own.
        let mut filled = DeviceBuffer::new(device, if codes { shape.bytes() } else { 1 })?;
        filled.fill(&self.rig.stream, 0x2a)?;
        let group = heads / kv_heads;
        let of =
            if width == 256 { String::new() } else { format!(" ({width} wide, {group} a group)") };
        let of = if codes { format!("{of} in {formats}") } else { of };
        for (way, kernel) in ways {
            let name = format!("attention/{way} {spans} x {len} at {start}{of}");
            self.time(&name, cost, |bench, _| {
                let strides = [heads * width, width];
                let args = AttentionArgs {
                    q: bench.x.view(BF16, 0, [rows, heads, width], strides)?,
                    cache: Cache {
                        memory: if codes { &filled } else { &bench.pool }
                            .slice(0, shape.bytes())?,
                        shape,
                    },
                    scale: 1.0 / (width as f32).sqrt(),
                    window: None,
                    part: None,
                    out: bench.out.view_mut(BF16, 0, [rows, heads, width], strides)?,
                    partial: match kernel {
                        AttentionKernel::Plain { split: false } => None,
                        _ => Some(partial.slice_mut(0, partial_len)?),
                    },
                };
                match &kernel {
                    AttentionKernel::Plain { .. } => op.run(&bench.rig.stream, &step, args),
                    AttentionKernel::Mma(tiles) => tiles.run(&bench.rig.stream, &step, args),
                }
            })?;
        }
        Ok(())
    }
}
