//! `attention` to positions in parts: the bits of attention to all of them split by split, near the
//! reference, with tables that have the blocks of a part alone.

use std::ops::Range;

use atlas_core::{KvFormat, KvFormats};
use atlas_cuda::CudaError;
use atlas_cuda::ops::attention::mma::{MmaAttention, SHORT_ROWS, SpanMethod};
use atlas_cuda::ops::attention::simt::SimtAttention;
use atlas_cuda::ops::attention::split_kv_ranges::SplitRanges;
use atlas_cuda::ops::attention::{AttentionArgs as Args, Cache};
use atlas_cuda::ops::kv_part::Part;
use atlas_cuda::ops::kv_shape::KvShape;
use atlas_cuda::ops::rope::kv_store::{CacheMut, KvStore};
use atlas_tensor::ops::KvPart;
use atlas_tensor::testkit::{Noise, Tolerance};
use atlas_tensor::{DType, KvCache, NO_BLOCK, SpanRows};

use crate::parity::attention::rows::{BF16, ROUNDED_KEYS, ROUNDED_WEIGHTS};
use crate::parity::attention::spans::{Data, SpanShape};
use crate::parity::check::{Tally, distance, same, tolerance};
use crate::parity::rig::{Matrix, Pooled, Rig};
use crate::parity::rows::{matrix, matrix_mut};

const BORDER: usize = KvPart::BORDER_TOKENS as usize;

/// Rows that know less than the first border, as much, one more, and more than the second; drafts
/// and longer spans across borders; few rows and many; windows that begin before a border, at it,
/// and behind it, of which some rows see three parts.
const SHAPES: [SpanShape<'_>; 8] = [
    (&[(1022, 1), (1023, 1), (1024, 1), (2048, 1), (5, 1)], 16, [4, 2], None),
    (&[(1018, 8), (2040, 16), (1023, 2), (30, 3)], 32, [3, 1], None),
    (&[(1010, 21), (2043, 17)], 16, [2, 1], None),
    (&[(1100, 18), (2040, 12), (1023, 1), (2047, 1)], 64, [2, 2], Some(300)),
    (&[(2046, 3), (1024, 17), (1500, 1)], 32, [1, 1], Some(1030)),
    (&[(2070, 1)], 16, [2, 1], None),
    (&[(1017, 8), (1023, 1)], 8, [20, 1], None),
    (&[(1023, 3), (1100, 1)], 128, [5, 1], Some(77)),
];

/// Scores of larger queries and keys than those of the op's cases are off by more.
const SCALAR: Tolerance = Tolerance { abs: 1e-5, rel: 2e-5 };

/// A kernel of `attention`.
enum Kernel {
    Simt(Box<SimtAttention>),
    /// And whether splits have room to meet in.
    Mma(Box<MmaAttention>, bool),
}

/// A way to attend to parts on tensor cores.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    method: SpanMethod,
    ranges: SplitRanges,
    tma: bool,
    /// Whether splits have room to meet in.
    room: bool,
    /// Whether longer spans have one softmax, as [`SpanMethod::Mma`] without parts.
    one_softmax: bool,
}

const BY_SPLIT: Way = Way {
    name: "by split",
    method: SpanMethod::BySplit,
    ranges: SplitRanges::Chosen,
    tma: true,
    room: true,
    one_softmax: false,
};
const WALK: Way = Way { name: "walk", room: false, ..BY_SPLIT };
const MMA: Way = Way { name: "mma", method: SpanMethod::Mma, ..BY_SPLIT };
const ONE_SOFTMAX: Way = Way { name: "one softmax", one_softmax: true, ..MMA };
/// All ranges, instructions and methods.
const WAYS: [Way; 8] = [
    BY_SPLIT,
    Way { name: "one range", ranges: SplitRanges::Of(1), ..BY_SPLIT },
    Way { name: "each split", ranges: SplitRanges::Each, tma: false, ..BY_SPLIT },
    Way { name: "three ranges", ranges: SplitRanges::Of(3), ..BY_SPLIT },
    WALK,
    MMA,
    ONE_SOFTMAX,
    Way { name: "wgmma", method: SpanMethod::Wgmma, ..BY_SPLIT },
];

impl Way {
    fn bind(self, rig: &Rig, width: usize, formats: KvFormats) -> Result<Kernel, CudaError> {
        let kernel = MmaAttention::bind(&rig.device, width, self.method, formats)?;
        let kernel = kernel.in_ranges(self.ranges);
        let kernel = if self.tma { kernel } else { kernel.without_tma() };
        let kernel = match self.one_softmax {
            true => kernel.with_parts_in_one_softmax(&rig.device)?,
            false => kernel,
        };
        Ok(Kernel::Mma(Box::new(kernel), self.room))
    }
}

/// A way, or plain arithmetic.
fn bind(rig: &Rig, way: Option<Way>, width: usize, formats: KvFormats) -> Result<Kernel, String> {
    let simt = || SimtAttention::bind(&rig.device, rig.dtype, formats);
    let kernel = match way {
        Some(way) => way.bind(rig, width, formats),
        None => simt().map(|kernel| Kernel::Simt(Box::new(kernel))),
    };
    kernel.map_err(text)
}

/// In a `short` run a third of the ways of each case, and every second case; the seed says which.
pub fn check(rig: &Rig, short: bool, seed: u64, tally: &mut Tally) {
    if !tally.wants("attention_parts") {
        return;
    }
    rig.aligned.set(true);
    let codes = KvFormats { key: KvFormat::Fp8, value: KvFormat::Turbo4 };
    let f32 = KvFormats::both(KvFormat::F32);
    let (formats, kind): ([KvFormats; 3], _) = match rig.dtype {
        DType::F32 => ([f32, BF16, codes], "f32"),
        _ => ([BF16, KvFormats::both(KvFormat::Fp8), codes], "bf16"),
    };
    let mut noise = Noise::new(seed ^ 71);
    let (lens, tokens) = (random(&mut noise), [8, 16, 32][noise.below(3)]);
    let heads = [[1, 1], [2, 1], [4, 2]][noise.below(3)];
    let window = (noise.below(2) == 0).then(|| 1 + noise.below(1500) as u32);
    let shapes = SHAPES.into_iter().chain([(&lens[..], tokens, heads, window)]);
    for (index, shape) in shapes.enumerate() {
        // A width of tiles and one of none, in another format for every shape.
        for (place, width) in [64, [32, 128, 256][index % 3]].into_iter().enumerate() {
            let draw = index + seed as usize;
            if short && draw % 2 != place {
                continue;
            }
            let formats = formats[(index + place) % 3];
            let name = format!("attention_parts/{kind} {index} of {width} in {formats}");
            let third = short.then_some(draw % 3);
            let run = || agree(rig, (formats, width), shape, third, seed);
            tally.case(&name, || run().map_err(|what| format!("{shape:?}: {what}")));
        }
    }
    tally.case(&format!("attention_parts/{kind} a forgotten carry"), || forgets(rig, seed));
    if rig.dtype == DType::Bf16 {
        tally.case("attention_parts/refusals", || refusals(rig, seed));
    }
}

/// Spans around the borders.
fn random(noise: &mut Noise) -> Vec<(usize, usize)> {
    let mut span = || {
        let border = BORDER * (1 + noise.below(2));
        let len = [1, 2 + noise.below(15), 17 + noise.below(9)][noise.below(3)];
        (border + 3 - noise.below(len + 6), len)
    };
    vec![span(), span(), span()]
}

/// Borders of parts of positions up to `end`: some of all there may be, and the last part to where
/// a row ends, to a border, or past all rows.
pub fn cuts(end: usize, noise: &mut Noise) -> Vec<Range<u32>> {
    let last = [end, end.next_multiple_of(BORDER), end + 5000][noise.below(3)];
    let borders = (1..end.div_ceil(BORDER)).filter(|_| noise.below(4) > 0);
    let borders: Vec<usize> = borders.map(|at| at * BORDER).collect();
    let borders = [vec![0], borders, vec![last]].concat();
    borders.windows(2).map(|pair| pair[0] as u32..pair[1] as u32).collect()
}

/// The spans' tables with the blocks of a part, and none elsewhere.
pub fn tables(spans: &[SpanRows<'_>], tokens: usize, part: &Range<u32>) -> Vec<Vec<u32>> {
    let part = part.start as usize..part.end as usize;
    let there = |at: usize| at * tokens < part.end && (at + 1) * tokens > part.start;
    let of = |span: &SpanRows<'_>| {
        let blocks = span.blocks.iter().enumerate();
        blocks.map(|(at, &block)| if there(at) { block } else { NO_BLOCK }).collect()
    };
    spans.iter().map(of).collect()
}

/// The spans with these tables.
pub fn with_tables<'a>(spans: &[SpanRows<'_>], tables: &'a [Vec<u32>]) -> Vec<SpanRows<'a>> {
    let with = |(span, blocks): (&SpanRows<'_>, &'a Vec<u32>)| {
        let &SpanRows { slot, row, len, start, drafts, .. } = span;
        SpanRows { slot, row, len, start, drafts, blocks }
    };
    spans.iter().zip(tables).map(with).collect()
}

/// Every way, or a `third` of them, against the whole to the bit and against the reference.
fn agree(
    rig: &Rig,
    (formats, width): (KvFormats, usize),
    shape: SpanShape<'_>,
    third: Option<usize>,
    seed: u64,
) -> Result<String, String> {
    // Long: what each way is compared with.
    let (owned, cache) = Data::cache_of(formats, width, shape, seed)?;
    let data = Data::new(&cache, &owned, shape, seed);
    let spans = data.spans(&owned);
    let run = Run::new(rig, &data)?;
    let whole = |way| run.call(&bind(rig, way, width, formats)?, &spans, None);
    let reference = data.reference(&spans);
    let (mut ways, mut max, mut norm) = (0, 0.0f64, 0.0f64);
    let mut noise = Noise::new(seed ^ 72);
    let mut near = |way: Option<Way>, expected: &[f32], limit| -> Result<(), String> {
        let kernel = bind(rig, way, width, formats)?;
        let parts = cuts(spans.iter().map(SpanRows::end).max().unwrap_or(0), &mut noise);
        let got = run.in_parts(&kernel, &spans, &parts, false)?;
        let name = way.map_or("simt", |way| way.name);
        let told = |what: String| format!("{name} in {parts:?}: {what}");
        same(&[("out", expected.to_vec())], &[("out", got.clone())]).map_err(told)?;
        let expected = [("out", reference.clone())];
        let error = distance(&expected, &[("out", got)], limit).map_err(told)?;
        (ways, max, norm) = (ways + 1, max.max(error.max), norm.max(error.norm));
        Ok(())
    };
    let on_tiles = rig.dtype == DType::Bf16 && width >= 64;
    if !on_tiles || third.is_none_or(|third| third == 0) {
        near(None, &whole(None)?, tolerance("attention", SCALAR, rig.dtype))?;
    }
    if on_tiles {
        let limit = if formats.is_quantised() { ROUNDED_KEYS } else { ROUNDED_WEIGHTS };
        let (by_split, mma) = (whole(Some(BY_SPLIT))?, whole(Some(MMA))?);
        for (index, way) in WAYS.into_iter().enumerate() {
            let left_out = third.is_some_and(|third| index % 3 != third);
            let is_wgmma = way.method == SpanMethod::Wgmma;
            if left_out || (is_wgmma && way.bind(rig, width, formats).is_err()) {
                continue;
            }
            // Short spans of codes may go another way than longer ones.
            let mut expected = by_split.clone();
            let row = data.shape[1] * width;
            for span in &spans {
                let rows = span.row * row..(span.row + span.len) * row;
                let is_mma = match span.len > SHORT_ROWS {
                    true => way.one_softmax,
                    false => way.method != SpanMethod::BySplit,
                };
                if is_mma {
                    expected[rows.clone()].copy_from_slice(&mma[rows]);
                }
            }
            near(Some(way), &expected, limit)?;
        }
    }
    Ok(format!("{ways} ways, the same bits, max error {max:.1e}, norm {norm:.1e}"))
}

/// A step on the device.
struct Run<'a> {
    rig: &'a Rig,
    data: &'a Data<'a>,
    q: Matrix,
    memory: Pooled,
    shape: KvShape,
}

impl<'a> Run<'a> {
    fn new(rig: &'a Rig, data: &'a Data<'a>) -> Result<Self, String> {
        let q = rig.tensor(matrix(&data.q, data.shape)).map_err(text)?;
        let (memory, shape) = rig.cache(data.cache).map_err(text)?;
        Ok(Self { rig, data, q, memory, shape })
    }

    /// All positions in one call, or some.
    fn call(
        &self,
        kernel: &Kernel,
        spans: &[SpanRows<'_>],
        part: Option<(Range<u32>, &mut Matrix)>,
    ) -> Result<Vec<f32>, String> {
        let poison = vec![f32::NAN; self.data.q.len()];
        let mut out = self.rig.tensor(matrix(&poison, self.data.shape)).map_err(text)?;
        self.attend(kernel, spans, part, &mut out)?;
        self.fetch(&out)
    }

    fn fetch(&self, out: &Matrix) -> Result<Vec<f32>, String> {
        let mut result = vec![f32::NAN; self.data.q.len()];
        self.rig.fetch(out, &mut matrix_mut(&mut result, self.data.shape))?;
        Ok(result)
    }

    fn attend(
        &self,
        kernel: &Kernel,
        spans: &[SpanRows<'_>],
        part: Option<(Range<u32>, &mut Matrix)>,
        out: &mut Matrix,
    ) -> Result<(), String> {
        let (rig, [rows, heads, width]) = (self.rig, self.data.shape);
        let run = || {
            let step = rig.step(rows, spans, Some(&self.shape))?;
            let positions = part.as_ref().map(|(positions, _)| positions);
            let len = match kernel {
                Kernel::Mma(_, true) => MmaAttention::partial_len(&step, heads, width, positions),
                _ => 0,
            };
            let mut room = rig.memory(4 * len)?;
            room.get_mut().fill(&rig.stream, 0xff)?;
            let part = match part {
                Some((positions, carry)) => Some(Part { positions, carry: carry.view_mut()? }),
                None => None,
            };
            let memory = self.memory.get().slice(0, self.data.cache.bytes())?;
            let args = Args {
                q: self.q.view()?,
                cache: Cache { memory, shape: self.shape },
                scale: self.data.scale,
                window: self.data.window,
                part,
                out: out.view_mut()?,
                partial: if len > 0 { Some(room.get_mut().slice_mut(0, len)?) } else { None },
            };
            match kernel {
                Kernel::Simt(kernel) => kernel.run(&rig.stream, &step, args)?,
                Kernel::Mma(kernel, _) => kernel.run(&rig.stream, &step, args)?,
            }
            rig.stream.synchronize()
        };
        run().map_err(text)
    }

    /// The carry of all rows, amid canaries.
    fn carry(&self, value: f32) -> Result<Matrix, String> {
        let shape = self.carry_shape();
        let values = vec![value; shape.iter().product()];
        self.rig.tensor_as(matrix(&values, shape), DType::F32).map_err(text)
    }

    fn carry_shape(&self) -> [usize; 3] {
        let [rows, heads, width] = self.data.shape;
        [rows, heads, KvPart::carry_len(width)]
    }

    /// Parts one after the other. One that `forgets` leaves nothing to the next.
    fn in_parts(
        &self,
        kernel: &Kernel,
        spans: &[SpanRows<'_>],
        parts: &[Range<u32>],
        forgets: bool,
    ) -> Result<Vec<f32>, String> {
        let poison = vec![f32::NAN; self.data.q.len()];
        let mut out = self.rig.tensor(matrix(&poison, self.data.shape)).map_err(text)?;
        let mut carry = self.carry(f32::NAN)?;
        for part in parts {
            let tables = tables(spans, self.data.cache.block_tokens, part);
            let spans = with_tables(spans, &tables);
            self.attend(kernel, &spans, Some((part.clone(), &mut carry)), &mut out)?;
            let so_far = self.fetch(&out)?;
            let row = self.data.shape[1] * self.data.shape[2];
            for (span, i) in spans.iter().flat_map(|s| (0..s.len).map(move |i| (s, i))) {
                let goes_on = span.start as usize + i + 1 > part.end as usize;
                let mine = &so_far[(span.row + i) * row..][..row];
                if mine.iter().any(|x| x.is_nan() != goes_on) {
                    return Err(format!("{part:?}: the output of row {}", span.row + i));
                }
            }
            let shape = self.carry_shape();
            let mut left = vec![0.0; shape.iter().product()];
            self.rig.fetch(&carry, &mut matrix_mut(&mut left, shape))?;
            if forgets {
                carry = self.carry(0.0)?;
            }
        }
        self.fetch(&out)
    }
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// Parts that leave nothing to the next are found by the same comparison.
fn forgets(rig: &Rig, seed: u64) -> Result<String, String> {
    let formats = if rig.dtype == DType::F32 { KvFormats::both(KvFormat::F32) } else { BF16 };
    let ways: &[Option<Way>] = match rig.dtype {
        DType::F32 => &[None],
        _ => &[None, Some(BY_SPLIT), Some(WALK), Some(ONE_SOFTMAX)],
    };
    for shape in [SHAPES[2], SHAPES[5]] {
        let (owned, cache) = Data::cache_of(formats, 64, shape, seed)?;
        let data = Data::new(&cache, &owned, shape, seed);
        let (run, spans) = (Run::new(rig, &data)?, data.spans(&owned));
        for &way in ways {
            let kernel = bind(rig, way, 64, formats)?;
            let [kept, forgotten] =
                [false, true].map(|f| run.in_parts(&kernel, &spans, &[0..1024, 1024..3072], f));
            if same(&[("out", kept?)], &[("out", forgotten?)]).is_ok() {
                return Err(format!("{}: not found", way.map_or("simt", |way| way.name)));
            }
        }
    }
    Ok(format!("found in {} ways", ways.len()))
}

/// Parts that begin within splits, calls that lack a block, carries of other sizes, writes to
/// places without a block.
fn refusals(rig: &Rig, seed: u64) -> Result<String, String> {
    let (owned, cache) = Data::cache(64, SHAPES[5], seed)?;
    let data = Data::new(&cache, &owned, SHAPES[5], seed);
    let (run, spans) = (Run::new(rig, &data)?, data.spans(&owned));
    let tables = tables(&spans, cache.block_tokens, &(1024..2048));
    let cut = with_tables(&spans, &tables);
    let small = vec![0.0; 2 * 64];
    for way in [None, Some(BY_SPLIT)] {
        let kernel = bind(rig, way, 64, BF16)?;
        let expect = |spans: &[SpanRows<'_>], part: Option<Range<u32>>, says: &str| {
            let mut carry = match says {
                "carry" => rig.tensor_as(matrix(&small, [1, 2, 64]), DType::F32).map_err(text)?,
                _ => run.carry(0.0)?,
            };
            match run.call(&kernel, spans, part.map(|part| (part, &mut carry))) {
                Err(what) if what.contains(says) => Ok(()),
                other => Err(format!("{:?} does not say {says:?}", other.map(drop))),
            }
        };
        expect(&spans, Some(512..1024), "512..1024; it begins at a multiple of 1024")?;
        expect(&spans, Some(1024..1024), "a part of positions 1024..1024")?;
        expect(&spans, Some(1024..2048), "carry")?;
        expect(&cut, None, "no block for position 0, which rows see")?;
        expect(&cut, Some(0..2048), "no block for position 0, of 0..2048")?;
        expect(&cut, Some(1024..4096), "no block for position 2048, of 1024..4096")?;
        let mut carry = run.carry(0.0)?;
        run.call(&kernel, &cut, Some((1024..2048, &mut carry)))?;
    }
    store_refused(rig, &cut, &cache)?;
    Ok("borders, blocks and carries".into())
}

fn store_refused(rig: &Rig, spans: &[SpanRows<'_>], cache: &KvCache) -> Result<(), String> {
    let (mut memory, shape) = rig.cache(cache).map_err(text)?;
    let k = rig.tensor(matrix(&[0.0; 64], [1, 1, 64])).map_err(text)?;
    let mut run = || {
        let step = rig.step(1, spans, Some(&shape))?;
        let memory = memory.get_mut().slice_mut(0, cache.bytes())?;
        let store = KvStore::bind(&rig.device, rig.dtype, BF16)?;
        store.run(&rig.stream, &step, k.view()?, k.view()?, CacheMut { memory, shape })
    };
    match run().map_err(text) {
        Err(what) if what.contains("no block for position 2070, which is written") => Ok(()),
        other => Err(format!("{other:?} says nothing of a place that is written")),
    }
}
