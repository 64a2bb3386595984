//! `latent_attention` to positions in parts: near the reference, on plain arithmetic to the bits of
//! attention to all of them, with tables that have the blocks of a part alone.

use std::ops::Range;

use atlas_core::KvFormat;
use atlas_cuda::CudaError;
use atlas_cuda::ops::attention::Cache;
use atlas_cuda::ops::kv_part::Part;
use atlas_cuda::ops::kv_shape::KvShape;
use atlas_cuda::ops::latent::mma::{MmaLatentAttention, WIDTHS};
use atlas_cuda::ops::latent::simt::SimtLatentAttention;
use atlas_cuda::ops::latent::{LatentArgs, Selected};
use atlas_tensor::ops::{KvPart, LatentAttention, LatentAttentionArgs};
use atlas_tensor::testkit::{Noise, OwnedSpan, Testable};
use atlas_tensor::{Compute, DType, KvCache, Op, SpanRows};

use crate::parity::attention::parts::{cuts, tables, with_tables};
use crate::parity::attention::rows::ROUNDED_WEIGHTS;
use crate::parity::check::{Tally, distance, same, tolerance};
use crate::parity::latent::tiles::{Shape, cache};
use crate::parity::rig::{Matrix, Pooled, Rig};
use crate::parity::rows::{matrix, matrix_mut};

/// Rows that know less than the first border, as much, one more, and more than the second; drafts
/// and longer spans across borders; one token in two tiles, and several in one.
const SHAPES: [Shape<'_>; 6] = [
    (&[(1022, 1), (1023, 1), (1024, 1), (2048, 1), (5, 1)], 16, 5, [40, 32]),
    (&[(1019, 9), (2047, 18)], 32, 3, [24, 24]),
    (&[(1020, 7), (1100, 1)], 16, 6, [320, 256]),
    (&[(2045, 18)], 64, 3, [320, 256]),
    (&[(1023, 2), (7, 1)], 16, 66, [320, 256]),
    (&[(2049, 1), (1023, 1), (1024, 1)], 32, 17, [576, 512]),
];
/// Ranges of every row that have room, on tensor cores.
const RANGES: [usize; 3] = [0, 2, 64];

/// A kernel of `latent_attention`.
enum Kernel {
    Simt(SimtLatentAttention),
    /// With room for so many ranges of every row.
    Mma(MmaLatentAttention, usize),
}

/// In a `short` run with a third of the ranges, which the seed says, and a planted fault for the
/// first case of each kind of kernel alone.
pub fn check(rig: &Rig, short: bool, seed: u64, tally: &mut Tally) {
    if !tally.wants("latent_attention_parts") {
        return;
    }
    rig.aligned.set(true);
    let formats = match rig.dtype {
        DType::F32 => [KvFormat::F32, KvFormat::Bf16, KvFormat::Fp8],
        _ => [KvFormat::Bf16, KvFormat::Fp8, KvFormat::F32],
    };
    for (index, shape) in SHAPES.into_iter().enumerate() {
        let on_tiles = WIDTHS.contains(&shape.3);
        if on_tiles && rig.dtype != DType::Bf16 {
            continue;
        }
        let format = if on_tiles { KvFormat::Bf16 } else { formats[index % 3] };
        let name = format!("latent_attention_parts/{:?} {index} in {format}", rig.dtype);
        let third = short.then_some((index + seed as usize) % 3);
        let is_planted = !short || [0, 2].contains(&index);
        let run = || agree(rig, format, shape, (third, is_planted), seed);
        tally.case(&name.to_lowercase(), || run().map_err(|what| format!("{shape:?}: {what}")));
    }
    let name = format!("latent_attention_parts/{:?} refusals", rig.dtype).to_lowercase();
    tally.case(&name, || refusals(rig, seed));
}

/// A step's data, there and on the device.
struct Run<'a> {
    rig: &'a Rig,
    cache: &'a KvCache,
    spans: Vec<SpanRows<'a>>,
    q: Vec<f32>,
    of_q: [usize; 3],
    of_out: [usize; 3],
    scale: f32,
    on_device: (Matrix, Pooled, KvShape),
}

impl<'a> Run<'a> {
    fn new(
        rig: &'a Rig,
        (owned, cache): (&'a [OwnedSpan], &'a KvCache),
        (_, _, heads, [width, latent]): Shape<'_>,
        noise: &mut Noise,
    ) -> Result<Self, String> {
        let rows = owned.iter().map(|span| span.len).sum::<usize>();
        let (of_q, of_out) = ([rows, heads, width], [rows, heads, latent]);
        let q = noise.fill(rows * heads * width, 1.0);
        let (memory, shape) = rig.cache(cache).map_err(text)?;
        let on_device = (rig.tensor(matrix(&q, of_q)).map_err(text)?, memory, shape);
        let (spans, scale) = (OwnedSpan::clip(owned, &(0..rows)), 1.0 / (width as f32).sqrt());
        Ok(Self { rig, cache, spans, q, of_q, of_out, scale, on_device })
    }

    fn end(&self) -> usize {
        self.spans.iter().map(SpanRows::end).max().unwrap_or(0)
    }

    fn reference(&self) -> Vec<f32> {
        let mut expected = vec![0.0; self.of_out.iter().product()];
        let args = LatentAttentionArgs {
            q: matrix(&self.q, self.of_q),
            spans: (&self.spans).into(),
            cache: self.cache,
            scale: self.scale,
            selection: None,
            part: None,
            out: matrix_mut(&mut expected, self.of_out),
        };
        let compute = if self.rig.dtype == DType::F32 { Compute::F32 } else { Compute::Bf16 };
        LatentAttention::reference(args, compute);
        expected
    }

    /// A poisoned tensor of f32, or of activations.
    fn poisoned(&self, shape: [usize; 3], dtype: DType) -> Result<Matrix, String> {
        let poison = vec![f32::NAN; shape.iter().product()];
        self.rig.tensor_as(matrix(&poison, shape), dtype).map_err(text)
    }

    fn carry_shape(&self) -> [usize; 3] {
        let [rows, heads, width] = self.of_q;
        [rows, heads, KvPart::carry_len(width)]
    }

    fn fetch(&self, from: &Matrix, shape: [usize; 3]) -> Result<Vec<f32>, String> {
        let mut result = vec![f32::NAN; shape.iter().product()];
        self.rig.fetch(from, &mut matrix_mut(&mut result, shape))?;
        Ok(result)
    }

    /// All positions in one call, or some, of a selection if that is asked for.
    fn attend(
        &self,
        kernel: &Kernel,
        spans: &[SpanRows<'_>],
        part: Option<(Range<u32>, &mut Matrix)>,
        out: &mut Matrix,
        selected: bool,
    ) -> Result<(), String> {
        let (rig, [rows, heads, latent]) = (self.rig, self.of_out);
        let (q, memory, shape) = &self.on_device;
        let words = rig.slice(&vec![0u32; rows]).map_err(text)?;
        let run = || {
            let step = rig.step(rows, spans, Some(shape))?;
            let positions = part.as_ref().map(|(positions, _)| positions);
            let len = match kernel {
                Kernel::Simt(_) => SimtLatentAttention::partial_len(&step, heads, latent),
                Kernel::Mma(kernel, ranges) => {
                    let room = ranges * rows * heads * (latent + 2);
                    kernel.partial_len(&step, heads, room, positions)
                }
            };
            let mut room = rig.memory(4 * len)?;
            room.get_mut().fill(&rig.stream, 0xff)?;
            let part = match part {
                Some((positions, carry)) => Some(Part { positions, carry: carry.view_mut()? }),
                None => None,
            };
            let words = words.get().slice(0, rows)?;
            let args = LatentArgs {
                q: q.view()?,
                cache: Cache { memory: memory.get().slice(0, self.cache.bytes())?, shape: *shape },
                scale: self.scale,
                selection: selected.then_some(Selected { positions: words, counts: words, k: 1 }),
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

    fn whole(&self, kernel: &Kernel) -> Result<Vec<f32>, String> {
        let mut out = self.poisoned(self.of_out, self.rig.dtype)?;
        self.attend(kernel, &self.spans, None, &mut out, false)?;
        self.fetch(&out, self.of_out)
    }

    /// Parts one after the other. One that `forgets` leaves nothing to the next.
    fn in_parts(
        &self,
        kernel: &Kernel,
        parts: &[Range<u32>],
        forgets: bool,
    ) -> Result<Vec<f32>, String> {
        let mut out = self.poisoned(self.of_out, self.rig.dtype)?;
        let mut carry = self.poisoned(self.carry_shape(), DType::F32)?;
        for part in parts {
            let tables = tables(&self.spans, self.cache.block_tokens, part);
            let spans = with_tables(&self.spans, &tables);
            self.attend(kernel, &spans, Some((part.clone(), &mut carry)), &mut out, false)?;
            let so_far = self.fetch(&out, self.of_out)?;
            let row = self.of_out[1] * self.of_out[2];
            for (span, i) in spans.iter().flat_map(|s| (0..s.len).map(move |i| (s, i))) {
                let goes_on = span.start as usize + i + 1 > part.end as usize;
                let mine = &so_far[(span.row + i) * row..][..row];
                if mine.iter().any(|x| x.is_nan() != goes_on) {
                    return Err(format!("{part:?}: the output of row {}", span.row + i));
                }
            }
            self.fetch(&carry, self.carry_shape())?;
            if forgets {
                let zeros = vec![0.0; self.carry_shape().iter().product()];
                let zeros = matrix(&zeros, self.carry_shape());
                carry = self.rig.tensor_as(zeros, DType::F32).map_err(text)?;
            }
        }
        self.fetch(&out, self.of_out)
    }
}

fn text(error: CudaError) -> String {
    error.to_string()
}

/// With all of [`RANGES`], or a `third` of them.
fn agree(
    rig: &Rig,
    format: KvFormat,
    shape: Shape<'_>,
    (third, is_planted): (Option<usize>, bool),
    seed: u64,
) -> Result<String, String> {
    // Long: kernels of one kind and of the other, and what must be found of both.
    let (lens, tokens, _, widths) = shape;
    let mut noise = Noise::new(seed ^ 73);
    let owned = OwnedSpan::scatter(lens, tokens, &mut noise);
    let cache = cache(format, &owned, shape, &mut noise)?;
    let run = Run::new(rig, (&owned, &cache), shape, &mut noise)?;
    let expected = run.reference();
    let (mut max, mut norm) = (0.0f64, 0.0f64);
    let mut parts = cuts(run.end(), &mut noise);
    let mut near = |got: Vec<f32>, limit| -> Result<(), String> {
        let error = distance(&[("out", expected.clone())], &[("out", got)], limit)?;
        (max, norm) = (max.max(error.max), norm.max(error.norm));
        Ok(())
    };
    let simt = SimtLatentAttention::bind(&rig.device, rig.dtype, format).map_err(text)?;
    let simt = Kernel::Simt(simt);
    let mut forgets = Vec::new();
    if !WIDTHS.contains(&widths) {
        let got = run.in_parts(&simt, &parts, false)?;
        let whole = [("out", run.whole(&simt)?)];
        same(&whole, &[("out", got.clone())]).map_err(|what| format!("{parts:?}: {what}"))?;
        let usual = tolerance("latent_attention", LatentAttention::TOLERANCE, rig.dtype);
        near(got, usual).map_err(|what| format!("{parts:?}: {what}"))?;
        forgets.push(simt);
    } else {
        for (index, ranges) in RANGES.into_iter().enumerate() {
            if third.is_some_and(|third| third != index) {
                continue;
            }
            let kernel = MmaLatentAttention::bind(&rig.device, widths).map_err(text)?;
            let kernel = Kernel::Mma(kernel, ranges);
            parts = cuts(run.end(), &mut noise);
            let got = run.in_parts(&kernel, &parts, false)?;
            near(got, ROUNDED_WEIGHTS).map_err(|what| format!("{ranges} in {parts:?}: {what}"))?;
            forgets.push(kernel);
        }
    }
    // Parts that leave nothing to the next are found.
    for kernel in forgets.into_iter().filter(|_| is_planted) {
        let got = [("out", run.in_parts(&kernel, &[0..1024, 1024..4096], true)?)];
        if distance(&[("out", expected.clone())], &got, ROUNDED_WEIGHTS).is_ok() {
            return Err("a forgotten carry is not found".into());
        }
    }
    Ok(format!("max error {max:.1e}, norm {norm:.1e}"))
}

/// Parts that begin within splits, of selections, and calls that lack a block.
fn refusals(rig: &Rig, seed: u64) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ 74);
    let shape: Shape<'_> = (&[(2070, 1)], 16, 2, [320, 256]);
    let owned = OwnedSpan::scatter(shape.0, shape.1, &mut noise);
    let cache = cache(KvFormat::Bf16, &owned, shape, &mut noise)?;
    let run = Run::new(rig, (&owned, &cache), shape, &mut noise)?;
    let tables = tables(&run.spans, cache.block_tokens, &(1024..2048));
    let cut = with_tables(&run.spans, &tables);
    let simt = SimtLatentAttention::bind(&rig.device, rig.dtype, KvFormat::Bf16).map_err(text)?;
    let mut kernels = vec![Kernel::Simt(simt)];
    if rig.dtype == DType::Bf16 {
        let mma = MmaLatentAttention::bind(&rig.device, [320, 256]).map_err(text)?;
        kernels.push(Kernel::Mma(mma, 2));
    }
    for kernel in &kernels {
        let call = |spans: &[SpanRows<'_>], part: Option<Range<u32>>, selected| {
            let mut carry = run.poisoned(run.carry_shape(), DType::F32)?;
            let mut out = run.poisoned(run.of_out, rig.dtype)?;
            run.attend(kernel, spans, part.map(|part| (part, &mut carry)), &mut out, selected)
        };
        for (spans, part, selected, says) in [
            (&run.spans, Some(512..1024), false, "512..1024; it begins at a multiple of 1024"),
            (&run.spans, Some(1024..2048), true, "a part of a selection"),
            (&cut, None, false, "no block for position 0, which rows see"),
            (&cut, Some(0..2048), false, "no block for position 0, of 0..2048"),
            (&cut, Some(1024..4096), false, "no block for position 2048, of 1024..4096"),
        ] {
            match call(spans, part, selected) {
                Err(what) if what.contains(says) => {}
                other => return Err(format!("{other:?} does not say {says:?}")),
            }
        }
        call(&cut, Some(1024..2048), false)?;
    }
    Ok("borders, selections and blocks".into())
}
