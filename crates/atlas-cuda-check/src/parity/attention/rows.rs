//! The rows of `attention`: scalar, `mma.sync` and `wgmma` kernels, with and without splits.

use atlas_core::{KvFormat, KvFormats};
use atlas_cuda::ops::attention as attention_op;
use atlas_cuda::ops::attention::mma::{self, MmaAttention, SpanMethod};
use atlas_cuda::ops::attention::simt::SimtAttention;
use atlas_tensor::DType;
use atlas_tensor::ops::{Attention, AttentionArgs, AttentionNeed};
use atlas_tensor::testkit::Tolerance;

use crate::parity::rig::Rig;
use crate::parity::rows::{DeviceRow, OnDevice, Outcome, any, row, text};

/// The softmax's weights are rounded to bf16 before the values are summed.
pub const ROUNDED_WEIGHTS: Tolerance = Tolerance { abs: 1e-2, rel: 2e-2 };

/// Codes that bf16 does not hold exactly are rounded to it, so scores are off by some 3e-3.
pub const ROUNDED_KEYS: Tolerance = Tolerance { abs: 2.5e-2, rel: 3e-2 };

/// Names over a bf16 cache and over one of codes, the rows up to which bits are kept, and a kernel.
type TileRow = ([&'static str; 2], usize, fn(&Rig, AttentionArgs<'_>) -> Outcome);

pub const BF16: KvFormats = KvFormats::both(KvFormat::Bf16);

impl OnDevice for Attention {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let bf16: fn(&AttentionNeed) -> Outcome = |need| match need.cache == BF16 {
            true => Ok(()),
            false if need.cache.is_quantised() => Ok(()),
            false => Err("bf16 activations read no f32 cache".to_owned()),
        };
        let any: fn(&AttentionNeed) -> Outcome = any;
        let mut rows = Vec::new();
        for (dtype, meets) in [(DType::F32, any), (DType::Bf16, bf16)] {
            rows.push(row::<Self>("simt_walk", Some(dtype), meets, |rig, args| {
                attention(rig, args, AttentionKernel::Plain { split: false })
            }));
            rows.push(row::<Self>("simt_split", Some(dtype), meets, |rig, args| {
                attention(rig, args, AttentionKernel::Plain { split: true })
            }));
        }
        let bf16_tiles: fn(&AttentionNeed) -> Outcome = |need| match need.cache == BF16 {
            true if mma::WIDTHS.contains(&need.head_dim) => Ok(()),
            _ => Err("a bf16 cache and heads of certain widths only".to_owned()),
        };
        let code_tiles: fn(&AttentionNeed) -> Outcome = |need| match need.cache.is_quantised() {
            true if mma::WIDTHS.contains(&need.head_dim) => Ok(()),
            _ => Err("a cache of codes and heads of certain widths only".to_owned()),
        };
        let on_tiles = |name, kept_to, run| DeviceRow {
            aligned: true,
            kept_to,
            limit: Some(ROUNDED_WEIGHTS),
            ..row::<Self>(name, Some(DType::Bf16), bf16_tiles, run)
        };
        rows.push(on_tiles("sm90_wgmma", 0, |rig, args| {
            attention(rig, args, AttentionKernel::Mma { method: SpanMethod::Wgmma, split: true })
        }));
        rows.push(on_tiles("sm90_wgmma_walk", 0, |rig, args| {
            attention(rig, args, AttentionKernel::Mma { method: SpanMethod::Wgmma, split: false })
        }));
        let mma: [TileRow; 4] = [
            (["mma", "mma_codes"], 0, |rig, args| {
                attention(rig, args, AttentionKernel::Mma { method: SpanMethod::Mma, split: true })
            }),
            (["mma_walk", "mma_walk_codes"], 0, |rig, args| {
                attention(rig, args, AttentionKernel::Mma { method: SpanMethod::Mma, split: false })
            }),
            (["mma_by_split", "mma_by_split_codes"], usize::MAX, |rig, args| {
                let method = SpanMethod::BySplit;
                attention(rig, args, AttentionKernel::Mma { method, split: true })
            }),
            (["mma_by_split_walk", "mma_by_split_walk_codes"], usize::MAX, |rig, args| {
                let method = SpanMethod::BySplit;
                attention(rig, args, AttentionKernel::Mma { method, split: false })
            }),
        ];
        for ([name, of_codes], kept_to, run) in mma {
            rows.push(on_tiles(name, kept_to, run));
            let limit = Some(ROUNDED_KEYS);
            rows.push(DeviceRow { limit, meets: code_tiles, ..on_tiles(of_codes, kept_to, run) });
        }
        rows
    }
}

/// A kernel of `attention`, and whether its splits have memory to meet in.
#[derive(Clone, Copy)]
enum AttentionKernel {
    Plain { split: bool },
    Mma { method: SpanMethod, split: bool },
}

fn attention(rig: &Rig, mut args: AttentionArgs<'_>, kernel: AttentionKernel) -> Outcome {
    let q = rig.tensor(args.q).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let (memory, shape) = rig.cache(args.cache).map_err(text)?;
    let mut run = || {
        let step = rig.step(args.q.rows(), &args.spans, Some(&shape))?;
        let (heads, width) = (args.q.dim(1), args.q.dim(2));
        let (len, split) = match kernel {
            AttentionKernel::Plain { split } => {
                (SimtAttention::partial_len(&step, heads, width), split)
            }
            AttentionKernel::Mma { split, .. } => {
                (MmaAttention::partial_len(&step, heads, width, None), split)
            }
        };
        let mut partial = rig.memory(if split { 4 * len } else { 0 })?;
        partial.get_mut().fill(&rig.stream, 0xff)?;
        let partial = if split { Some(partial.get_mut().slice_mut(0, len)?) } else { None };
        let cache =
            attention_op::Cache { memory: memory.get().slice(0, args.cache.bytes())?, shape };
        let args = attention_op::AttentionArgs {
            q: q.view()?,
            cache,
            scale: args.scale,
            window: args.window,
            part: None,
            out: out.view_mut()?,
            partial,
        };
        match kernel {
            AttentionKernel::Plain { .. } => SimtAttention::bind(
                &rig.device,
                rig.dtype,
                shape.formats,
            )?
            .run(&rig.stream, &step, args)?,
            AttentionKernel::Mma { method, .. } => {
                let op = MmaAttention::bind(&rig.device, width, method, shape.formats)?;
                op.run(&rig.stream, &step, args)?;
            }
        }
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}
