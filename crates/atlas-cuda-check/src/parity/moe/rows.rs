//! The rows of `moe_experts`: pairs one by one, and grouped products in several tiles.

use atlas_cuda::CudaError;
use atlas_cuda::ops::moe as moe_op;
use atlas_cuda::ops::moe::block_experts::BlockExperts;
use atlas_cuda::ops::moe::grouped_gemm::{GroupedGemm, GroupedTiles};
use atlas_cuda::ops::moe::pair_gemv::PairGemv;
use atlas_cuda::ops::moe::quantised_experts::{QuantisedExperts, QuantisedExpertsArgs};
use atlas_tensor::ops::{Expert, ExpertFormats, MoeExperts, MoeExpertsArgs, MoeExpertsNeed};
use atlas_tensor::{Compute, DType, Op, Weight, WeightFormat};

use crate::parity::gemm::rows::blocks as in_blocks;
use crate::parity::rig::{Rig, dtype_of};
use crate::parity::rows::{DeviceRow, OnDevice, Outcome, row, text, widened};

impl OnDevice for MoeExperts {
    fn device_reference(args: MoeExpertsArgs<'_>, compute: Compute) {
        let each = args.experts.iter().map(|e| Expert {
            gate: e.gate.as_ref().map(widened),
            up: widened(&e.up),
            down: widened(&e.down),
        });
        let experts: Vec<_> = each.collect();
        Self::reference(MoeExpertsArgs { experts: &experts.into(), ..args }, compute);
    }

    fn device_rows() -> Vec<DeviceRow<Self>> {
        let aligned = |row: DeviceRow<Self>| DeviceRow { aligned: true, ..row };
        let bf16 = Some(DType::Bf16);
        vec![
            row::<Self>("pair_gemv", None, plain, |rig, args| {
                moe_experts(rig, args, ExpertsKernel::Pairs)
            }),
            aligned(row("grouped_gemm", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, ExpertsKernel::Tiled(GroupedTiles::Common))
            })),
            aligned(row("grouped_gemm_16x64", bf16, tensor_cores, |rig, args| {
                moe_experts(rig, args, ExpertsKernel::Tiled(GroupedTiles::SmallM(1)))
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
            row::<Self>("block_experts", bf16, blocks, |rig, args| {
                block_experts(rig, args, 0, |formats| {
                    BlockExperts::bind(&rig.device, formats, true)
                })
            }),
            DeviceRow {
                kept_to: 0,
                ..row::<Self>("block_experts_alone", bf16, blocks, |rig, args| {
                    block_experts(rig, args, 0, |formats| {
                        BlockExperts::bind(&rig.device, formats, false)
                    })
                })
            },
            row::<Self>("quantised_experts", bf16, codes, |rig, args| quantised(rig, args, None)),
            aligned(row("sm90_fp4_experts_64x256", bf16, four_bits, |rig, args| {
                quantised(rig, args, Some(0))
            })),
            aligned(row("sm90_fp4_experts_128x256", bf16, four_bits, |rig, args| {
                quantised(rig, args, Some(1))
            })),
        ]
    }
}

/// bf16 in whole pieces.
fn tensor_cores(need: &MoeExpertsNeed) -> Outcome {
    let whole = need.hidden.is_multiple_of(8) && need.intermediate.is_multiple_of(8);
    let fits = whole && need.format()? == WeightFormat::Bf16;
    if fits { Ok(()) } else { Err("bf16 weights and widths of 8 only".to_owned()) }
}

/// Weights whose elements are numbers by themselves.
fn plain(need: &MoeExpertsNeed) -> Outcome {
    dtype_of(need.format()?).map(|_| ()).map_err(text)
}

/// Weights whose elements are codes.
fn codes(need: &MoeExpertsNeed) -> Outcome {
    let format = need.format()?;
    if format.is_quantised() && !format.is_blocks() {
        Ok(())
    } else {
        Err("quantised weights only".into())
    }
}

/// Gates and ups in blocks of one format, and any blocks.
fn blocks(need: &MoeExpertsNeed) -> Outcome {
    need.gated()?;
    in_blocks(need.formats.up, need.hidden)?;
    in_blocks(need.formats.down, need.intermediate)?;
    match need.formats.gate == Some(need.formats.up) {
        true => Ok(()),
        false => Err("gates and ups of one format only".into()),
    }
}

/// Weights of 4 bits.
fn four_bits(need: &MoeExpertsNeed) -> Outcome {
    let there = matches!(need.format()?, WeightFormat::Nvfp4 | WeightFormat::Mxfp4);
    let whole = need.hidden.is_multiple_of(32) && need.intermediate.is_multiple_of(32);
    if there && whole { Ok(()) } else { Err("weights of 4 bits, widths of 32 only".into()) }
}

/// With room for `at_once` experts of bf16.
fn block_experts(
    rig: &Rig,
    args: MoeExpertsArgs<'_>,
    at_once: usize,
    bind: impl Fn([WeightFormat; 2]) -> Result<BlockExperts, CudaError>,
) -> Outcome {
    let bytes = |pairs: usize, experts: usize, hidden: usize, inner: usize| {
        let parts = BlockExperts::workspace_bytes(pairs, experts, hidden, inner);
        parts + BlockExperts::dequantised_bytes(at_once, hidden, inner)
    };
    with_experts(rig, args, bytes, |formats, args| bind(formats)?.run(&rig.stream, args))
}

/// Written as bf16, `at_once` at a time, for any number of pairs.
pub(super) fn dequantised(
    rig: &Rig,
    args: MoeExpertsArgs<'_>,
    at_once: usize,
    tiles: GroupedTiles,
) -> Outcome {
    block_experts(rig, args, at_once, |formats| {
        BlockExperts::all_dequantised(&rig.device, formats, tiles)
    })
}

/// Without tiles of the device's own, or with one of them for all numbers of pairs.
fn quantised(rig: &Rig, args: MoeExpertsArgs<'_>, tile: Option<usize>) -> Outcome {
    let bytes = QuantisedExperts::workspace_bytes;
    let first = args.experts.first().map(ExpertFormats::of);
    let activation = first.map_or_else(Default::default, ExpertFormats::activation);
    with_experts(rig, args, bytes, |[format, _], args| {
        let mut kernels = QuantisedExperts::bind(&rig.device, activation, format)?;
        if tile.is_some() {
            kernels = kernels.with_tiles(&rig.device, tile)?;
        }
        kernels.run(&rig.stream, args)
    })
}

/// Calls `launch` with the formats of gates and of the second products and a workspace of so many
/// bytes.
fn with_experts(
    rig: &Rig,
    mut args: MoeExpertsArgs<'_>,
    bytes: impl Fn(usize, usize, usize, usize) -> usize,
    launch: impl Fn([WeightFormat; 2], &mut QuantisedExpertsArgs<'_>) -> Result<(), CudaError>,
) -> Outcome {
    let (experts, hidden) = (args.experts.len(), args.x.dim(1));
    let up: Vec<&Weight> = args.experts.iter().flat_map(Expert::inputs).collect();
    let down: Vec<&Weight> = args.experts.iter().map(|e| &e.down).collect();
    let (formats, inner) = ([up[0].format(), down[0].format()], up[0].n());
    let gate_up = rig.quantised(&up).map_err(text)?;
    let down = rig.quantised(&down).map_err(text)?;
    let x = rig.tensor(args.x).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let ids = rig.slice(&args.ids).map_err(text)?;
    let weights = rig.slice(args.weights.f32()).map_err(text)?;
    let mut run = || {
        let pairs = args.ids.len();
        let mut workspace = rig.memory(bytes(pairs, experts, hidden, inner))?;
        workspace.get_mut().fill(&rig.stream, 0xff)?;
        launch(
            formats,
            &mut QuantisedExpertsArgs {
                x: x.view()?,
                ids: ids.get().slice(0, pairs)?,
                weights: weights.get().slice(0, pairs)?,
                ranks: args.k,
                experts,
                gate_up: gate_up.view()?,
                down: down.view()?,
                out: out.view_mut()?,
                workspace: workspace.get_mut(),
            },
        )?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}

/// A kernel of `moe_experts`.
#[derive(Clone, Copy)]
pub(super) enum ExpertsKernel {
    Pairs,
    Tiled(GroupedTiles),
}

fn flow(index: usize, rounded: bool) -> ExpertsKernel {
    ExpertsKernel::Tiled(GroupedTiles::Specialized { index: Some(index), rounded })
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

pub(super) fn moe_experts(
    rig: &Rig,
    mut args: MoeExpertsArgs<'_>,
    kernel: ExpertsKernel,
) -> Outcome {
    let (experts, hidden) = (args.experts.len(), args.x.dim(1));
    let inner = args.experts.first().map_or(0, |e| e.up.n());
    let first = args.experts.first().map(ExpertFormats::of);
    let activation = first.map_or_else(Default::default, ExpertFormats::activation);
    let wide = moe_op::inputs_of(activation) * inner;
    let gate_up = stacked(args.experts.iter().flat_map(Expert::inputs), hidden);
    let down = stacked(args.experts.iter().map(|e| &e.down), inner);
    let (Some(gate_up), Some(down)) = (gate_up, down) else { return Err("weights".into()) };
    let dtype = dtype_of(gate_up.format()).map_err(text)?;
    let gate_up = rig.weight(&gate_up).map_err(text)?;
    let down = rig.weight(&down).map_err(text)?;
    let x = rig.tensor(args.x).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let ids = rig.slice(&args.ids).map_err(text)?;
    let weights = rig.slice(args.weights.f32()).map_err(text)?;
    let mut run = || {
        let pairs = args.ids.len();
        let tiles = match kernel {
            ExpertsKernel::Pairs => GroupedTiles::Common,
            ExpertsKernel::Tiled(tiles) => tiles,
        };
        let tiled = GroupedGemm::bind(&rig.device, activation, tiles)?;
        let single = PairGemv::bind(&rig.device, activation, [rig.dtype, dtype])?;
        let bytes = match kernel {
            ExpertsKernel::Pairs => single.workspace_bytes(pairs, inner),
            ExpertsKernel::Tiled(_) => GroupedGemm::workspace_bytes(pairs, experts, hidden, inner),
        };
        let mut workspace = rig.memory(bytes)?;
        workspace.get_mut().fill(&rig.stream, 0xff)?;
        let args = moe_op::ExpertsArgs {
            x: x.view()?,
            ids: ids.get().slice(0, pairs)?,
            weights: weights.get().slice(0, pairs)?,
            ranks: args.k,
            gate_up: gate_up.reshaped([experts, wide, hidden])?,
            down: down.reshaped([experts, hidden, inner])?,
            out: out.view_mut()?,
            workspace: workspace.get_mut(),
        };
        match kernel {
            ExpertsKernel::Pairs => single.run(&rig.stream, args),
            ExpertsKernel::Tiled(_) => tiled.run(&rig.stream, args),
        }?;
        rig.stream.synchronize()
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
}
