//! Attention that goes through positions in parts leaves the bits of attention that does not, with
//! every row of the table and on every case of its op, and reads no block outside of its part.

use std::ops::Range;

use atlas_tensor::ops::{Attention, AttentionArgs, KvPart, LatentAttention, LatentAttentionArgs};
use atlas_tensor::testkit::{Noise, Output, Testable};
use atlas_tensor::{
    Binder, Compute, CpuDevice, CpuOp, Device, Isa, KvCache, NO_BLOCK, SpanRows, Spans, Tensor,
    TensorMut,
};

/// Borders of parts of the positions that some spans see: random whole blocks, and every block.
fn cuts(spans: &[SpanRows<'_>], cache: &KvCache, noise: &mut Noise) -> Vec<Vec<Range<u32>>> {
    let tokens = cache.block_tokens;
    let blocks = spans.iter().map(SpanRows::end).max().unwrap_or(0).div_ceil(tokens);
    let parts = |borders: Vec<usize>| -> Vec<Range<u32>> {
        let at = |block: usize| (block * tokens) as u32;
        borders.windows(2).map(|pair| at(pair[0])..at(pair[1])).collect()
    };
    let mut some: Vec<usize> =
        (0..4).map(|_| noise.below(blocks.max(1))).chain([0, blocks]).collect();
    some.sort_unstable();
    some.dedup();
    let each = (0..=blocks).step_by(blocks.div_ceil(40).max(1)).chain([blocks + 3]).collect();
    vec![parts(some), parts(each)]
}

/// The spans with blocks where a part has positions, and none elsewhere.
fn tables(spans: &[SpanRows<'_>], cache: &KvCache, part: &Range<u32>) -> Vec<Vec<u32>> {
    let tokens = cache.block_tokens as u32;
    let of = |span: &SpanRows<'_>| {
        let there = |at: u32| at * tokens < part.end && (at + 1) * tokens > part.start;
        let blocks = (0..).zip(span.blocks);
        blocks.map(|(at, &block)| if there(at) { block } else { NO_BLOCK }).collect()
    };
    spans.iter().map(of).collect()
}

/// Calls `run` with the spans of each part and the part itself, whose carry is poisoned at first.
fn in_parts(
    (spans, cache): (Spans<'_>, &KvCache),
    parts: &[Range<u32>],
    q: &Tensor<'_>,
    mut run: impl FnMut(Spans<'_>, KvPart<'_>),
) {
    let shape = [q.dim(0), q.dim(1), KvPart::carry_len(q.dim(2))];
    let mut carry = vec![f32::NAN; shape.iter().product()];
    for positions in parts {
        let tables = tables(spans.rows(), cache, positions);
        let cut: Vec<SpanRows<'_>> = (spans.rows().iter().zip(&tables))
            .map(|(span, table)| SpanRows { blocks: table, ..*span })
            .collect();
        let carry = TensorMut::from_f32(&mut carry, &shape);
        run((&cut).into(), KvPart { positions: positions.clone(), carry });
    }
}

/// Runs every case whole and in parts, on every instruction set.
fn check<O: Testable + CpuOp>(
    run: impl Fn(&Device, &atlas_tensor::Kernel<O>, O::Args<'_>, Option<&mut Noise>),
) where
    O::Need: Clone,
{
    let mut noise = Noise::new(1);
    let mut compared = 0;
    for isa in Isa::available() {
        let dev: Device = CpuDevice::new(3, isa, Compute::F32).unwrap().into();
        for case in O::cases().iter().chain(&O::tall_cases()) {
            let kernel = Binder::new(&dev).bind::<O>(O::need(case)).unwrap();
            let values = |parts: Option<&mut Noise>| -> Vec<Output> {
                let mut data = O::data(case, Compute::F32);
                let (mut parts, rows) = (parts, O::rows(case));
                O::with_args(&mut data, 0..rows, &mut |args| {
                    run(&dev, &kernel, args, parts.as_deref_mut());
                });
                O::outputs(&data)
            };
            let whole = values(None);
            for (one, other) in whole.iter().zip(values(Some(&mut noise))) {
                let bits = |x: &[f32]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert!(bits(&one.1) == bits(&other.1), "{} {isa} {case:?}", one.0);
            }
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} cases");
}

#[test]
fn attention_in_parts_leaves_the_same_bits() {
    check::<Attention>(|dev, kernel, mut args, noise| {
        let Some(noise) = noise else { return kernel.run(dev, args) };
        let AttentionArgs { q, spans, cache, scale, window, .. } = args;
        for parts in cuts(spans.rows(), cache, noise) {
            in_parts((spans, cache), &parts, &q, |spans, part| {
                let (part, out) = (Some(part), args.out.reborrow());
                kernel.run(dev, AttentionArgs { q, spans, cache, scale, window, part, out });
            });
        }
    });
}

#[test]
fn latent_attention_in_parts_leaves_the_same_bits() {
    check::<LatentAttention>(|dev, kernel, mut args, noise| {
        let noise = noise.filter(|_| args.selection.is_none());
        let Some(noise) = noise else { return kernel.run(dev, args) };
        let LatentAttentionArgs { q, spans, cache, scale, .. } = args;
        for parts in cuts(spans.rows(), cache, noise) {
            in_parts((spans, cache), &parts, &q, |spans, part| {
                let (selection, part, out) = (None, Some(part), args.out.reborrow());
                let args = LatentAttentionArgs { q, spans, cache, scale, selection, part, out };
                kernel.run(dev, args);
            });
        }
    });
}

/// A kernel that forgets what earlier parts have left is found by the same comparison.
#[test]
fn a_forgotten_carry_shows() {
    let dev: Device = CpuDevice::new(1, Isa::detect(), Compute::F32).unwrap().into();
    let case = Attention::cases().into_iter().max_by_key(Attention::rows).unwrap();
    let kernel = Binder::new(&dev).bind::<Attention>(Attention::need(&case)).unwrap();
    let out = |forgets: bool| {
        let mut data = Attention::data(&case, Compute::F32);
        Attention::with_args(&mut data, 0..Attention::rows(&case), &mut |mut args| {
            let AttentionArgs { q, spans, cache, scale, window, .. } = args;
            let end = spans.rows().iter().map(SpanRows::end).max().unwrap_or(0);
            let parts: Vec<Range<u32>> = (0..end.div_ceil(cache.block_tokens))
                .map(|block| block * cache.block_tokens)
                .map(|at| at as u32..(at + cache.block_tokens) as u32)
                .collect();
            in_parts((spans, cache), &parts, &q, |spans, mut part| {
                let heads = (0..part.carry.dim(0) * part.carry.dim(1)).filter(|_| forgets);
                for head in heads {
                    let (row, head) = (head / part.carry.dim(1), head % part.carry.dim(1));
                    part.carry.head_f32_mut(row, head).fill(0.0);
                }
                let (part, out) = (Some(part), args.out.reborrow());
                kernel.run(&dev, AttentionArgs { q, spans, cache, scale, window, part, out });
            });
        });
        Attention::outputs(&data).remove(0).1
    };
    assert!(out(false) != out(true));
}
