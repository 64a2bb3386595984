//! The rows of `linear`, `attention` and `moe_experts`, which have several each.

use atlas_cuda::ops::attention as attention_op;
use atlas_cuda::ops::attention::mma::{self, MmaAttention, Walk};
use atlas_cuda::ops::attention::simt::SimtAttention;
use atlas_cuda::ops::gemm as linear_op;
use atlas_cuda::ops::gemm::gemv::Gemv;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_split_k::Sm90SplitK;
use atlas_cuda::ops::gemm::sm90_wgmma::Sm90Wgmma;
use atlas_cuda::ops::gemm::small_m_mma::{self, SmallMMma};
use atlas_cuda::ops::gemm::tiled_mma::TiledMma;
use atlas_cuda::ops::moe as moe_op;
use atlas_cuda::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use atlas_cuda::ops::moe::pair_gemv::PairGemv;
use atlas_tensor::ops::*;
use atlas_tensor::testkit::{Testable, Tolerance};
use atlas_tensor::{DType, Weight, WeightFormat};

use crate::rig::{Rig, dtype_of};
use crate::rows::{DeviceRow, OnDevice, Outcome, any, row, text};

/// Sums of tensor cores are f32 that are cut, not rounded, after each step.
pub const TENSOR_CORES: Tolerance = Tolerance { abs: 1e-4, rel: 1e-4 };

/// Weights of the softmax are rounded to bf16 before values are added up.
pub const ROUNDED_WEIGHTS: Tolerance = Tolerance { abs: 1e-2, rel: 2e-2 };

impl OnDevice for Attention {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let bf16: fn(&AttentionNeed) -> Outcome = |need| match need.cache {
            DType::Bf16 => Ok(()),
            _ => Err("bf16 activations read a bf16 cache".to_owned()),
        };
        let any: fn(&AttentionNeed) -> Outcome = any;
        let mut rows = Vec::new();
        for (dtype, meets) in [(DType::F32, any), (DType::Bf16, bf16)] {
            rows.push(row::<Self>("simt_walk", Some(dtype), meets, |rig, args| {
                attention(rig, args, Way::Plain { split: false })
            }));
            rows.push(row::<Self>("simt_split", Some(dtype), meets, |rig, args| {
                attention(rig, args, Way::Plain { split: true })
            }));
        }
        let tiles: fn(&AttentionNeed) -> Outcome = |need| match need.cache {
            DType::Bf16 if mma::WIDTHS.contains(&need.head_dim) => Ok(()),
            _ => Err("a bf16 cache and heads of certain widths only".to_owned()),
        };
        let on_tiles = |name, kept_to, run| DeviceRow {
            aligned: true,
            kept_to,
            limit: Some(ROUNDED_WEIGHTS),
            ..row::<Self>(name, Some(DType::Bf16), tiles, run)
        };
        rows.push(on_tiles("sm90_wgmma", 0, |rig, args| {
            attention(rig, args, Way::Mma { walk: Walk::Wide(None), split: true })
        }));
        rows.push(on_tiles("sm90_wgmma_walk", 0, |rig, args| {
            attention(rig, args, Way::Mma { walk: Walk::Wide(None), split: false })
        }));
        rows.push(on_tiles("mma", 0, |rig, args| {
            attention(rig, args, Way::Mma { walk: Walk::Long, split: true })
        }));
        rows.push(on_tiles("mma_walk", 0, |rig, args| {
            attention(rig, args, Way::Mma { walk: Walk::Long, split: false })
        }));
        rows.push(on_tiles("mma_by_split", usize::MAX, |rig, args| {
            attention(rig, args, Way::Mma { walk: Walk::Exact, split: true })
        }));
        rows.push(on_tiles("mma_by_split_walk", usize::MAX, |rig, args| {
            attention(rig, args, Way::Mma { walk: Walk::Exact, split: false })
        }));
        rows
    }
}

/// A kernel of `attention`, and whether its splits have memory to meet in.
#[derive(Clone, Copy)]
enum Way {
    Plain { split: bool },
    Mma { walk: Walk, split: bool },
}

fn attention(rig: &Rig, mut args: AttentionArgs<'_>, way: Way) -> Outcome {
    let q = rig.tensor(args.q).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let (memory, shape) = rig.cache(args.cache).map_err(text)?;
    let mut run =
        || {
            let step = rig.step(args.q.rows(), &args.spans, Some(&shape))?;
            let (heads, width) = (args.q.dim(1), args.q.dim(2));
            let (len, split) = match way {
                Way::Plain { split } => (SimtAttention::partial_len(&step, heads, width), split),
                Way::Mma { split, .. } => (MmaAttention::partial_len(&step, heads, width), split),
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
                out: out.view_mut()?,
                partial,
            };
            match way {
                Way::Plain { .. } => SimtAttention::bind(&rig.device, rig.dtype, shape.dtype)?
                    .run(&rig.stream, &step, args)?,
                Way::Mma { walk, .. } => {
                    MmaAttention::bind(&rig.device, width, walk)?.run(&rig.stream, &step, args)?;
                }
            }
            rig.stream.synchronize()
        };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

fn on_tensor_cores(need: &LinearNeed) -> Outcome {
    if need.format != WeightFormat::Bf16 {
        return Err("bf16 weights only".to_owned());
    }
    if need.k.is_multiple_of(8) { Ok(()) } else { Err("K off a multiple of 8".into()) }
}

impl OnDevice for Linear {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let tensor_cores = on_tensor_cores;
        let bf16 = Some(DType::Bf16);
        let aligned = |row: DeviceRow<Self>| DeviceRow { aligned: true, ..row };
        let few = |row: DeviceRow<Self>| DeviceRow { kept_to: small_m_mma::ROWS_MAX, ..row };
        let to_f32 = |row: DeviceRow<Self>, limit| DeviceRow { limit: Some(limit), ..row };
        let mut rows = vec![
            row::<Self>("gemv", None, any, |rig, args| linear(rig, args, rig.dtype, Product::Gemv)),
            to_f32(
                row("gemv_to_f32", bf16, any, |rig, args| {
                    linear(rig, args, DType::F32, Product::Gemv)
                }),
                Self::TOLERANCE,
            ),
            aligned(row("tiled_mma", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::TiledMma)
            })),
            to_f32(
                aligned(row("tiled_mma_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, Product::TiledMma)
                })),
                TENSOR_CORES,
            ),
            few(aligned(row("small_m_mma", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::SmallMMma)
            }))),
            to_f32(
                few(aligned(row("small_m_mma_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, Product::SmallMMma)
                }))),
                TENSOR_CORES,
            ),
            to_f32(
                aligned(row("sm90_wgmma_64x16_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, Product::Sm90Wgmma("64x16"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_64x32", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::Sm90Wgmma("64x32"))
            })),
            to_f32(
                aligned(row("sm90_wgmma_64x64_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, Product::Sm90Wgmma("64x64"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_64x128", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::Sm90Wgmma("64x128"))
            })),
            aligned(row("sm90_wgmma_128x32", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::Sm90Wgmma("128x32"))
            })),
            to_f32(
                aligned(row("sm90_wgmma_128x128_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, Product::Sm90Wgmma("128x128"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_128x256", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::Sm90Wgmma("128x256"))
            })),
            aligned(row("sm90_wgmma_ws_128x256", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::Sm90Wgmma("ws_128x256"))
            })),
            to_f32(
                aligned(row(
                    "sm90_wgmma_ws_128x256_cluster2_to_f32",
                    bf16,
                    tensor_cores,
                    |rig, args| {
                        linear(rig, args, DType::F32, Product::Sm90Wgmma("ws_128x256_cluster2"))
                    },
                )),
                TENSOR_CORES,
            ),
            to_f32(
                aligned(row("sm90_wgmma_ws_128x128_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, Product::Sm90Wgmma("ws_128x128"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_ws_128x128_cluster2", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, Product::Sm90Wgmma("ws_128x128_cluster2"))
            })),
        ];
        rows.extend(split_rows());
        rows
    }
}

/// Tiles that divide K among blocks.
fn split_rows() -> Vec<DeviceRow<Linear>> {
    let own = |name, limit, run| DeviceRow {
        aligned: true,
        limit,
        ..row::<Linear>(name, Some(DType::Bf16), on_tensor_cores, run)
    };
    let to_f32 = Some(TENSOR_CORES);
    vec![
        own("sm90_split_k8_m16", None, |rig, args| {
            linear(rig, args, rig.dtype, Product::Sm90SplitK("k8_m16"))
        }),
        own("sm90_split_k8_m32_to_f32", to_f32, |rig, args| {
            linear(rig, args, DType::F32, Product::Sm90SplitK("k8_m32"))
        }),
        own("sm90_split_k8_m64", None, |rig, args| {
            linear(rig, args, rig.dtype, Product::Sm90SplitK("k8_m64"))
        }),
        own("sm90_split_k8_m64_3_per_sm_to_f32", to_f32, |rig, args| {
            linear(rig, args, DType::F32, Product::Sm90SplitK("k8_m64_3_per_sm"))
        }),
        own("sm90_split_k4_m128_2_per_sm", None, |rig, args| {
            linear(rig, args, rig.dtype, Product::Sm90SplitK("k4_m128_2_per_sm"))
        }),
    ]
}

/// A kernel of `linear`.
#[derive(Clone, Copy)]
enum Product {
    Gemv,
    TiledMma,
    SmallMMma,
    /// In tiles of this kind.
    Sm90Wgmma(&'static str),
    Sm90SplitK(&'static str),
}

fn linear(rig: &Rig, mut args: LinearArgs<'_>, to: DType, product: Product) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.weight(args.weight).map_err(text)?;
    let bias = args.bias.map(|bias| rig.slice(bias.host())).transpose().map_err(text)?;
    let mut out = rig.tensor_as(args.out.as_ref(), to).map_err(text)?;
    let wide = Sm90Wgmma::bind(&rig.device).map_err(text)?;
    let split = Sm90SplitK::bind(&rig.device).map_err(text)?;
    let own = matches!(product, Product::Sm90Wgmma(_) | Product::Sm90SplitK(_));
    if own && (wide.is_none() || split.is_none()) {
        return Err("the device lacks the instructions".into());
    }
    let mut run = || {
        let types = linear_op::LinearTypes {
            x: rig.dtype,
            weight: dtype_of(args.weight.format()),
            out: to,
        };
        let bias = bias.as_ref().map(|bias| bias.get().slice(0, args.weight.n())).transpose()?;
        let (x, weight, out) = (x.view()?, weight.view()?, out.view_mut()?);
        let args = linear_op::LinearArgs { x, weight, bias, out };
        match product {
            Product::Gemv => Gemv::bind(&rig.device, types)?.run(&rig.stream, args),
            Product::TiledMma => TiledMma::bind(&rig.device, to)?.run(&rig.stream, args),
            Product::SmallMMma => SmallMMma::bind(&rig.device, to)?.run(&rig.stream, args),
            Product::Sm90Wgmma(name) => match &wide {
                Some(run) => {
                    // A name that no tile has is one past the last, which is an error.
                    let tile = Sm90Wgmma::tiles().take_while(|tile| *tile != name).count();
                    run.run_in(&rig.stream, &LinearGroup::new(CheckedLinear::of(&args)?), tile)
                }
                None => Ok(()),
            },
            Product::Sm90SplitK(kind) => match &split {
                // One without elements is served by others.
                Some(split) if args.x.width() > 0 => {
                    split.run_in(&rig.stream, &LinearGroup::new(CheckedLinear::of(&args)?), kind)
                }
                _ => Gemv::bind(&rig.device, types)?.run(&rig.stream, args),
            },
        }
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

impl OnDevice for MoeExperts {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        let tensor_cores = |need: &MoeExpertsNeed| {
            let whole = need.hidden.is_multiple_of(8) && need.intermediate.is_multiple_of(8);
            let fits = whole && need.format == WeightFormat::Bf16;
            if fits { Ok(()) } else { Err("bf16 weights and widths of 8 only".to_owned()) }
        };
        let aligned = |row: DeviceRow<Self>| DeviceRow { aligned: true, ..row };
        let bf16 = Some(DType::Bf16);
        vec![
            row::<Self>("pair_gemv", None, any, |rig, args| moe_experts(rig, args, Experts::Pairs)),
            aligned(row("grouped_gemm", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, Experts::Tiled(GroupedTiles::Common))
            })),
            aligned(row("grouped_gemm_16x64", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, Experts::Tiled(GroupedTiles::Few(1)))
            })),
            aligned(row("sm90_grouped_gemm_64x256", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, flow(0, false))
            })),
            aligned(row("sm90_grouped_gemm_64x256_rounded", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, flow(0, true))
            })),
            aligned(row("sm90_grouped_gemm_128x256", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, flow(1, false))
            })),
            aligned(row("sm90_grouped_gemm_128x256_rounded", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, flow(1, true))
            })),
        ]
    }
}

/// A kernel of `moe_experts`.
#[derive(Clone, Copy)]
enum Experts {
    Pairs,
    Tiled(GroupedTiles),
}

fn flow(index: usize, rounded: bool) -> Experts {
    Experts::Tiled(GroupedTiles::Flow { index: Some(index), rounded })
}

/// The experts' matrices one after the other.
fn stacked<'a>(weights: impl Iterator<Item = &'a Weight>, k: usize) -> Option<Weight> {
    let (mut bytes, mut n, mut format) = (Vec::new(), 0, WeightFormat::Bf16);
    for weight in weights {
        bytes.extend(weight.bytes());
        n += weight.n();
        format = weight.format();
    }
    Weight::new(format, n, k, atlas_tensor::WeightBytes::from_vec(bytes)).ok()
}

fn moe_experts(rig: &Rig, mut args: MoeExpertsArgs<'_>, kernel: Experts) -> Outcome {
    let (experts, hidden) = (args.experts.len(), args.x.dim(1));
    let inner = args.experts.first().map_or(0, |e| e.gate.n());
    let gate_up = stacked(args.experts.iter().flat_map(|e| [&e.gate, &e.up]), hidden);
    let down = stacked(args.experts.iter().map(|e| &e.down), inner);
    let (Some(gate_up), Some(down)) = (gate_up, down) else { return Err("weights".into()) };
    let dtype = dtype_of(gate_up.format());
    let gate_up = rig.weight(&gate_up).map_err(text)?;
    let down = rig.weight(&down).map_err(text)?;
    let x = rig.tensor(args.x).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let ids = rig.slice(&args.ids).map_err(text)?;
    let weights = rig.slice(args.weights.f32()).map_err(text)?;
    let mut run = || {
        let pairs = args.ids.len();
        let tiles = match kernel {
            Experts::Pairs => GroupedTiles::Common,
            Experts::Tiled(tiles) => tiles,
        };
        let tiled = GroupedGemm::bind(&rig.device, tiles)?;
        let single = PairGemv::bind(&rig.device, rig.dtype, dtype)?;
        let bytes = match kernel {
            Experts::Pairs => single.workspace_bytes(pairs, inner),
            Experts::Tiled(_) => GroupedGemm::workspace_bytes(pairs, experts, hidden, inner),
        };
        let mut workspace = rig.memory(bytes)?;
        workspace.get_mut().fill(&rig.stream, 0xff)?;
        let args = moe_op::ExpertsArgs {
            x: x.view()?,
            ids: ids.get().slice(0, pairs)?,
            weights: weights.get().slice(0, pairs)?,
            ranks: args.k,
            gate_up: gate_up.reshaped([experts, 2 * inner, hidden])?,
            down: down.reshaped([experts, hidden, inner])?,
            out: out.view_mut()?,
            workspace: workspace.get_mut(),
        };
        match kernel {
            Experts::Pairs => single.run(&rig.stream, args),
            Experts::Tiled(_) => tiled.run(&rig.stream, args),
        }?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}
