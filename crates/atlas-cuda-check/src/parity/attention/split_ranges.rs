//! Short spans of `attention` with their splits in all kinds of ranges: near the reference, and to
//! the bits of a block for every split.

use atlas_cuda::ops::attention::mma::{MmaAttention, SpanMethod};
use atlas_cuda::ops::attention::split_kv_ranges::SplitRanges;
use atlas_tensor::DType;
use atlas_tensor::testkit::Output;

use crate::parity::attention::rows::ROUNDED_WEIGHTS;
use crate::parity::attention::spans::{Data, SpanShape, run};
use crate::parity::check::{Tally, distance, same};
use crate::parity::rig::Rig;

/// Spans of up to 16 rows, alone and beside others that know far less or far more: one split,
/// primes, rows that end one before, at and behind a border, in blocks of the cache of any size; a
/// window that begins within a split; heads that fill tiles and that do not; spans longer than 16
/// rows between.
const SHAPES: [SpanShape<'_>; 12] = [
    (&[(0, 1)], 16, [8, 1], None),
    (&[(62, 1), (63, 1), (64, 1), (191, 1), (1023, 1), (1024, 1)], 32, [16, 2], None),
    (&[(1151, 1), (0, 1), (430, 1), (6, 1), (829, 1)], 13, [3, 1], None),
    (&[(1020, 7), (1, 2), (61, 5), (0, 16), (300, 1)], 16, [8, 1], None),
    (&[(700, 1), (30, 19), (1290, 3)], 5, [5, 1], None),
    (&[(1500, 1), (40, 1), (90, 3)], 16, [4, 2], Some(70)),
    (&[(1430, 2), (333, 16)], 64, [16, 1], Some(647)),
    (&[(2047, 1), (3, 1)], 32, [20, 1], Some(1)),
    (&[(4095, 1), (4352, 1), (77, 1)], 32, [2, 1], None),
    (&[(130, 1), (129, 1), (128, 1), (127, 1), (60, 1), (2, 1), (640, 1)], 16, [1, 1], None),
    (&[(1030, 1), (7, 2), (71, 9)], 8, [6, 3], None),
    (&[(900, 2), (127, 1), (128, 1), (63, 5)], 128, [9, 3], Some(200)),
];
/// More splits than the merge finds factors of at once, for heads of 64 alone: an emulated device
/// takes its time.
const FAR: SpanShape<'_> = (&[(34_567, 1), (5, 1), (27_000, 2)], 32, [2, 1], None);
/// More splits than a merge of few rows has on their way at once, for wider heads, in each of its
/// pieces on a device of four multiprocessors; not in a short run.
const FARTHEST: [SpanShape<'_>; 2] =
    [(&[(106_000, 1)], 32, [2, 1], None), (&[(106_000, 1)], 32, [1, 1], None)];
/// More splits than a lane of a warp has one of, in the merge of many rows, for a device of 132
/// multiprocessors; not in a short run.
const MANY: SpanShape<'_> = (&[(4_400, 16), (77, 1)], 32, [20, 1], None);
/// Other ranges than a block for every split, the first of which is a block for all.
const RANGES: [SplitRanges; 8] = [
    SplitRanges::Of(1),
    SplitRanges::Of(2),
    SplitRanges::Of(3),
    SplitRanges::Of(5),
    SplitRanges::Of(7),
    SplitRanges::Of(13),
    SplitRanges::Of(31),
    SplitRanges::Chosen,
];

pub fn check(rig: &Rig, short: bool, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("attention_ranges") {
        return;
    }
    rig.aligned.set(true);
    for width in [64, 128, 256] {
        let far: &[SpanShape<'_>] = match (width, short) {
            (64, true) => &[FAR],
            (64, false) => &[FAR, MANY],
            (_, true) => &[],
            (_, false) => &[FARTHEST[0], FARTHEST[1], MANY],
        };
        for (index, &shape) in SHAPES.iter().chain(far).enumerate() {
            let name = format!("attention_ranges/{width} {index}");
            let result = || agree(rig, width, shape, seed);
            tally.case(&name, || result().map_err(|what| format!("{shape:?}: {what}")));
        }
    }
}

fn agree(rig: &Rig, width: usize, shape: SpanShape<'_>, seed: u64) -> Result<String, String> {
    let (spans, cache) = Data::cache(width, shape, seed)?;
    let data = Data::new(&cache, &spans, shape, seed);
    let whole = data.spans(&spans);
    let bind = |method, ranges| {
        let kernel = MmaAttention::bind(&rig.device, width, method, cache.formats);
        kernel.map(|kernel| kernel.in_ranges(ranges)).map_err(|error| error.to_string())
    };
    let each = bind(SpanMethod::BySplit, SplitRanges::Each)?;
    let got: [Output; 1] = [("out", run(rig, &each, true, &data, &whole)?)];
    let error = distance(&[("out", data.reference(&whole))], &got, ROUNDED_WEIGHTS)?;
    for ranges in RANGES {
        let other = bind(SpanMethod::BySplit, ranges)?;
        let other: [Output; 1] = [("out", run(rig, &other, true, &data, &whole)?)];
        same(&got, &other).map_err(|what| format!("{ranges:?}: {what}"))?;
    }
    // With the instructions of all devices, where this one has others.
    for ranges in [SplitRanges::Of(1), SplitRanges::Of(3), SplitRanges::Each] {
        let other = bind(SpanMethod::BySplit, ranges)?.without_tma();
        let other: [Output; 1] = [("out", run(rig, &other, true, &data, &whole)?)];
        same(&got, &other).map_err(|what| format!("without boxes, {ranges:?}: {what}"))?;
    }
    // In the way of longer spans.
    let walked: [Output; 1] = [("out", run(rig, &each, false, &data, &whole)?)];
    same(&got, &walked).map_err(|what| format!("as longer spans: {what}"))?;
    Ok(format!("the same bits, max error {:.1e}, norm {:.1e}", error.max, error.norm))
}
