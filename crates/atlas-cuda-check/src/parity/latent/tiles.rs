//! `latent_attention` on tensor cores around the edges of its tiles and ranges, against the
//! reference.

use atlas_core::KvFormat;
use atlas_cuda::ops::attention::Cache;
use atlas_cuda::ops::latent::LatentArgs;
use atlas_cuda::ops::latent::mma::MmaLatentAttention;
use atlas_tensor::ops::{LatentAttention, LatentAttentionArgs};
use atlas_tensor::testkit::{Noise, OwnedSpan, poison};
use atlas_tensor::{Compute, DType, KvCache, KvHalf, Op};

use crate::parity::attention::rows::ROUNDED_WEIGHTS;
use crate::parity::check::{Tally, distance};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// Spans as (start, length), tokens of a block, heads, elements of a vector and of its value.
pub type Shape<'a> = (&'a [(usize, usize)], usize, usize, [usize; 2]);

/// Steps that fill half a tile and more, heads that divide a tile and that do not, rows of one
/// token in two tiles and of several in one, ranges that only some rows of a tile see.
const SHAPES: [Shape<'_>; 6] = [
    (&[(200, 1), (70, 1)], 32, 32, [320, 256]),
    (&[(130, 1)], 16, 16, [576, 512]),
    (&[(190, 2)], 16, 72, [576, 512]),
    (&[(511, 3), (5, 1)], 64, 32, [320, 256]),
    (&[(63, 4), (0, 7), (128, 1)], 13, 5, [320, 256]),
    (&[(0, 1), (64, 1), (63, 1)], 32, 64, [576, 512]),
];
/// Ranges of every row that have room.
const RANGES: [usize; 3] = [0, 2, 64];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("latent_attention_tiles") {
        return;
    }
    rig.aligned.set(true);
    for (index, shape) in SHAPES.into_iter().enumerate() {
        for ranges in RANGES {
            let name = format!("latent_attention_tiles/{index} in {ranges}");
            tally.case(&name, || match agree(rig, shape, shape.3, ranges, seed) {
                Ok((max, norm)) => Ok(format!("max error {max:.1e}, norm {norm:.1e}")),
                Err(what) => Err(format!("{shape:?}: {what}")),
            });
        }
    }
    tally.case("latent_attention_tiles/other widths", || refusals(rig, seed));
}

/// A kernel of one pair of widths does not run on vectors of another, and none is bound for a pair
/// that has no kernel.
fn refusals(rig: &Rig, seed: u64) -> Result<String, String> {
    for (shape, bound, part) in [
        (SHAPES[0], [576, 512], "[320, 256] elements, bound for [576, 512]"),
        (SHAPES[1], [320, 256], "[576, 512] elements, bound for [320, 256]"),
        (SHAPES[0], [320, 320], "vectors and values of [320, 320], it takes"),
        (SHAPES[0], [256, 128], "vectors and values of [256, 128], it takes"),
    ] {
        match agree(rig, shape, bound, 0, seed) {
            Err(what) if what.contains(part) => {}
            other => return Err(format!("{other:?} does not say {part:?}")),
        }
    }
    Ok("kernels of 576 for vectors of 320, the reverse, and widths without any".into())
}

/// A cache of what the spans know, whose other positions are NaN.
pub fn cache(
    format: KvFormat,
    spans: &[OwnedSpan],
    (lens, tokens, _, [width, _]): Shape<'_>,
    noise: &mut Noise,
) -> Result<KvCache, String> {
    let blocks = OwnedSpan::blocks_needed(lens, tokens);
    let cache = KvCache::latent(blocks, tokens, [width, 0], format, 3);
    let mut cache = cache.map_err(|error| error.to_string())?;
    poison(&mut cache);
    for span in spans {
        for p in 0..span.start as usize + span.len {
            // Vectors that grow, so that what weights are relative to rises on the way.
            let row = noise.fill(width, 0.2 + (p % 300) as f32 / 100.0);
            cache.put_row(span.blocks[p / tokens], KvHalf::Key, 0, p % tokens, &row);
        }
    }
    Ok(cache)
}

/// The largest error of an element and the error in norm, of the kernel for `bound`.
fn agree(
    rig: &Rig,
    shape: Shape<'_>,
    bound: [usize; 2],
    ranges: usize,
    seed: u64,
) -> Result<(f64, f64), String> {
    let (lens, tokens, heads, [width, latent]) = shape;
    let mut noise = Noise::new(seed ^ 61);
    let owned = OwnedSpan::scatter(lens, tokens, &mut noise);
    let cache = cache(KvFormat::Bf16, &owned, shape, &mut noise)?;
    let rows = owned.iter().map(|span| span.len).sum::<usize>();
    let spans = OwnedSpan::clip(&owned, &(0..rows));
    let (of_q, of_out) = ([rows, heads, width], [rows, heads, latent]);
    let q = noise.fill(rows * heads * width, 1.0);
    let scale = 1.0 / (width as f32).sqrt();
    let mut expected = vec![0.0; rows * heads * latent];
    let args = LatentAttentionArgs {
        q: matrix(&q, of_q),
        spans: (&spans).into(),
        cache: &cache,
        scale,
        selection: None,
        part: None,
        out: matrix_mut(&mut expected, of_out),
    };
    LatentAttention::reference(args, Compute::Bf16);
    let text = |error: atlas_cuda::CudaError| error.to_string();
    let mut got = vec![f32::NAN; rows * heads * latent];
    let x = rig.tensor(matrix(&q, of_q)).map_err(text)?;
    let mut out = rig.tensor(matrix(&got, of_out)).map_err(text)?;
    let (memory, shape) = rig.cache(&cache).map_err(text)?;
    let mut run = || {
        let kernel = MmaLatentAttention::bind(&rig.device, bound)?;
        let step = rig.step(rows, &spans, Some(&shape))?;
        let len = kernel.partial_len(&step, heads, ranges * rows * heads * (latent + 2), None);
        let mut partial = rig.memory(4 * len)?;
        partial.get_mut().fill(&rig.stream, 0xff)?;
        let partial = if len > 0 { Some(partial.get_mut().slice_mut(0, len)?) } else { None };
        let memory = memory.get().slice(0, cache.bytes())?;
        let (q, out) = (x.view()?, out.view_mut()?);
        let cache = Cache { memory, shape };
        let args = LatentArgs { q, cache, scale, selection: None, part: None, out, partial };
        kernel.run(&rig.stream, &step, args)?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut matrix_mut(&mut got, of_out))?;
    let error = distance(&[("out", expected)], &[("out", got)], ROUNDED_WEIGHTS)?;
    Ok((error.max, error.norm))
}
