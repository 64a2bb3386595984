//! The rows of `linear`: one per kernel and tile.

use atlas_cuda::CudaError;
use atlas_cuda::ops::gemm as linear_op;
use atlas_cuda::ops::gemm::block_linears::BlockLinears;
use atlas_cuda::ops::gemm::gemv::Gemv;
use atlas_cuda::ops::gemm::quantised_small_m::{QuantisedLinearArgs, QuantisedSmallM};
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::gemm::sm90_split_k::Sm90SplitK;
use atlas_cuda::ops::gemm::sm90_wgmma::Sm90Wgmma;
use atlas_cuda::ops::gemm::small_m_mma::{self, SmallMMma};
use atlas_cuda::ops::gemm::tiled_mma::TiledMma;
use atlas_tensor::ops::{Linear, LinearArgs, LinearNeed};
use atlas_tensor::testkit::{Testable, Tolerance};
use atlas_tensor::{Compute, DType, Op, Tensor, TensorMut, WeightFormat};

use crate::parity::rig::{Rig, dtype_of};
use crate::parity::rows::{DeviceRow, OnDevice, Outcome, row, text, widened};

/// Tensor cores truncate their f32 sums after each step instead of rounding them.
pub const TENSOR_CORES: Tolerance = Tolerance { abs: 1e-4, rel: 1e-4 };

/// Inputs are integers of 15 bits: where elements cancel, 2^-15 of their sum stays. The norm of the
/// difference has the bound of the others.
const FIFTEEN_BITS: Tolerance = Tolerance { abs: 1e-3, rel: 1e-4 };

fn on_tensor_cores(need: &LinearNeed) -> Outcome {
    if need.format != WeightFormat::Bf16 {
        return Err("bf16 weights only".to_owned());
    }
    if need.k.is_multiple_of(8) { Ok(()) } else { Err("K off a multiple of 8".into()) }
}

impl OnDevice for Linear {
    fn device_reference(args: LinearArgs<'_>, compute: Compute) {
        if !args.weight.format().is_blocks() {
            return Self::reference(args, compute);
        }
        let LinearArgs { x, bias, mut out, .. } = args;
        let weight = &widened(args.weight);
        Self::reference(LinearArgs { x, weight, bias, out: out.reborrow() }, compute);
        without_infinities(x, out);
    }

    fn device_rows() -> Vec<DeviceRow<Self>> {
        // Long: the table of rows, one entry each.
        let tensor_cores = on_tensor_cores;
        let bf16 = Some(DType::Bf16);
        let aligned = |row: DeviceRow<Self>| DeviceRow { aligned: true, ..row };
        let few = |row: DeviceRow<Self>| DeviceRow { kept_to: small_m_mma::ROWS_MAX, ..row };
        let to_f32 = |row: DeviceRow<Self>, limit| DeviceRow { limit: Some(limit), ..row };
        let mut rows = vec![
            row::<Self>("gemv", None, plain, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Gemv)
            }),
            to_f32(
                row("gemv_to_f32", bf16, plain, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::Gemv)
                }),
                Self::TOLERANCE,
            ),
            aligned(row("tiled_mma", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::TiledMma)
            })),
            to_f32(
                aligned(row("tiled_mma_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::TiledMma)
                })),
                TENSOR_CORES,
            ),
            few(aligned(row("small_m_mma", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::SmallMMma)
            }))),
            to_f32(
                few(aligned(row("small_m_mma_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::SmallMMma)
                }))),
                TENSOR_CORES,
            ),
            to_f32(
                aligned(row("sm90_wgmma_64x16_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::Sm90Wgmma("64x16"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_64x32", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Sm90Wgmma("64x32"))
            })),
            to_f32(
                aligned(row("sm90_wgmma_64x64_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::Sm90Wgmma("64x64"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_64x128", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Sm90Wgmma("64x128"))
            })),
            aligned(row("sm90_wgmma_128x32", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Sm90Wgmma("128x32"))
            })),
            to_f32(
                aligned(row("sm90_wgmma_128x128_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::Sm90Wgmma("128x128"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_128x256", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Sm90Wgmma("128x256"))
            })),
            aligned(row("sm90_wgmma_ws_128x256", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Sm90Wgmma("ws_128x256"))
            })),
            to_f32(
                aligned(row(
                    "sm90_wgmma_ws_128x256_cluster2_to_f32",
                    bf16,
                    tensor_cores,
                    |rig, args| {
                        linear(
                            rig,
                            args,
                            DType::F32,
                            LinearKernel::Sm90Wgmma("ws_128x256_cluster2"),
                        )
                    },
                )),
                TENSOR_CORES,
            ),
            to_f32(
                aligned(row("sm90_wgmma_ws_128x128_to_f32", bf16, tensor_cores, |rig, args| {
                    linear(rig, args, DType::F32, LinearKernel::Sm90Wgmma("ws_128x128"))
                })),
                TENSOR_CORES,
            ),
            aligned(row("sm90_wgmma_ws_128x128_cluster2", bf16, tensor_cores, |rig, args| {
                linear(rig, args, rig.dtype, LinearKernel::Sm90Wgmma("ws_128x128_cluster2"))
            })),
        ];
        rows.extend(split_rows());
        rows.extend(quantised_rows());
        rows
    }
}

/// Weights whose elements are numbers by themselves.
fn plain(need: &LinearNeed) -> Outcome {
    dtype_of(need.format).map(|_| ()).map_err(text)
}

/// Weights whose elements are codes.
fn codes(need: &LinearNeed) -> Outcome {
    if need.format.is_quantised() && !need.format.is_blocks() {
        Ok(())
    } else {
        Err("quantised weights only".into())
    }
}

/// Weights in blocks whose steps of 32 elements have one scale.
pub fn blocks(format: WeightFormat, k: usize) -> Outcome {
    let group = format.group();
    match format.is_blocks() {
        false => Err("weights in blocks only".into()),
        true if !k.is_multiple_of(32) => Err("K off a multiple of 32".into()),
        true if group < k && !group.is_multiple_of(32) => Err("groups off a multiple of 32".into()),
        true => Ok(()),
    }
}

/// The same in whole pieces of 16 bytes; all others differ from bf16 outputs in the last rounding.
fn whole_codes(need: &LinearNeed) -> Outcome {
    codes(need)?;
    if need.k.is_multiple_of(32) { Ok(()) } else { Err("K off a multiple of 32".into()) }
}

/// Kernels that read codes.
fn quantised_rows() -> Vec<DeviceRow<Linear>> {
    vec![
        row("quantised_small_m", Some(DType::Bf16), codes, |rig, args| {
            quantised(rig, args, rig.dtype)
        }),
        DeviceRow {
            limit: Some(TENSOR_CORES),
            ..row("quantised_small_m_to_f32", Some(DType::Bf16), whole_codes, |rig, args| {
                quantised(rig, args, DType::F32)
            })
        },
        row("block_linears", Some(DType::Bf16), in_blocks, |rig, args| {
            quantised(rig, args, rig.dtype)
        }),
        DeviceRow {
            limit: Some(TENSOR_CORES),
            ..row("block_linears_to_f32", Some(DType::Bf16), in_blocks, |rig, args| {
                quantised(rig, args, DType::F32)
            })
        },
        // One row by the kernel of one row alone.
        DeviceRow {
            kept_to: 0,
            limit: Some(FIFTEEN_BITS),
            ..row("block_linears_alone_to_f32", Some(DType::Bf16), in_blocks, |rig, args| {
                by_blocks(rig, args, DType::F32, false)
            })
        },
    ]
}

fn in_blocks(need: &LinearNeed) -> Outcome {
    blocks(need.format, need.k)
}

fn quantised(rig: &Rig, args: LinearArgs<'_>, to: DType) -> Outcome {
    match args.weight.format().is_blocks() {
        true => by_blocks(rig, args, to, true),
        false => by_codes(rig, args, to),
    }
}

fn by_blocks(rig: &Rig, mut args: LinearArgs<'_>, to: DType, invariant: bool) -> Outcome {
    let LinearArgs { x, weight, bias, .. } = args;
    let out = args.out.reborrow();
    with_quantised(rig, LinearArgs { x, weight, bias, out }, to, |args| {
        BlockLinears::bind(&rig.device, args.weight.format(), invariant)?.run(&rig.stream, &[args])
    })?;
    without_infinities(x, args.out);
    Ok(())
}

/// NaN in place of infinite results of infinite inputs: sums of inputs make up for an excess of
/// codes, which leaves one or the other.
fn without_infinities(x: Tensor<'_>, mut out: TensorMut<'_>) {
    let infinite = |t: &usize| x.row_f32(*t).iter().any(|x| x.is_infinite());
    for t in (0..x.rows()).filter(infinite) {
        let all = out.row_f32_mut(t).iter_mut();
        all.filter(|x| x.is_infinite()).for_each(|x| *x = f32::NAN);
    }
}

fn by_codes(rig: &Rig, args: LinearArgs<'_>, to: DType) -> Outcome {
    with_quantised(rig, args, to, |args| {
        QuantisedSmallM::bind(&rig.device, args.weight.format())?.run(&rig.stream, &[args])
    })
}

fn with_quantised(
    rig: &Rig,
    mut args: LinearArgs<'_>,
    to: DType,
    launch: impl Fn(QuantisedLinearArgs<'_>) -> Result<(), CudaError>,
) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.quantised(&[args.weight]).map_err(text)?;
    let bias = args.bias.map(|bias| rig.slice(bias.host())).transpose().map_err(text)?;
    let mut out = rig.tensor_as(args.out.as_ref(), to).map_err(text)?;
    let mut run = || {
        let bias = bias.as_ref().map(|bias| bias.get().slice(0, args.weight.n())).transpose()?;
        let (x, weight, out) = (x.view()?, weight.view()?, out.view_mut()?);
        launch(QuantisedLinearArgs { x, weight, bias, out })
    };
    run().map_err(text)?;
    rig.fetch(&out, &mut args.out)
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
            linear(rig, args, rig.dtype, LinearKernel::Sm90SplitK("k8_m16"))
        }),
        own("sm90_split_k8_m32_to_f32", to_f32, |rig, args| {
            linear(rig, args, DType::F32, LinearKernel::Sm90SplitK("k8_m32"))
        }),
        own("sm90_split_k8_m64", None, |rig, args| {
            linear(rig, args, rig.dtype, LinearKernel::Sm90SplitK("k8_m64"))
        }),
        own("sm90_split_k8_m64_3_per_sm_to_f32", to_f32, |rig, args| {
            linear(rig, args, DType::F32, LinearKernel::Sm90SplitK("k8_m64_3_per_sm"))
        }),
        own("sm90_split_k4_m128_2_per_sm", None, |rig, args| {
            linear(rig, args, rig.dtype, LinearKernel::Sm90SplitK("k4_m128_2_per_sm"))
        }),
    ]
}

/// A kernel of `linear`.
#[derive(Clone, Copy)]
enum LinearKernel {
    Gemv,
    TiledMma,
    SmallMMma,
    /// In tiles of this kind.
    Sm90Wgmma(&'static str),
    Sm90SplitK(&'static str),
}

fn linear(rig: &Rig, mut args: LinearArgs<'_>, to: DType, kernel: LinearKernel) -> Outcome {
    let x = rig.tensor(args.x).map_err(text)?;
    let weight = rig.weight(args.weight).map_err(text)?;
    let bias = args.bias.map(|bias| rig.slice(bias.host())).transpose().map_err(text)?;
    let mut out = rig.tensor_as(args.out.as_ref(), to).map_err(text)?;
    let wide = Sm90Wgmma::bind(&rig.device).map_err(text)?;
    let split = Sm90SplitK::bind(&rig.device).map_err(text)?;
    let own = matches!(kernel, LinearKernel::Sm90Wgmma(_) | LinearKernel::Sm90SplitK(_));
    if own && (wide.is_none() || split.is_none()) {
        return Err("the device lacks the instructions".into());
    }
    let mut run = || {
        let types = linear_op::LinearTypes {
            x: rig.dtype,
            weight: dtype_of(args.weight.format())?,
            out: to,
        };
        let bias = bias.as_ref().map(|bias| bias.get().slice(0, args.weight.n())).transpose()?;
        let (x, weight, out) = (x.view()?, weight.view()?, out.view_mut()?);
        let args = linear_op::LinearArgs { x, weight, bias, out };
        match kernel {
            LinearKernel::Gemv => Gemv::bind(&rig.device, types)?.run(&rig.stream, args),
            LinearKernel::TiledMma => TiledMma::bind(&rig.device, to)?.run(&rig.stream, args),
            LinearKernel::SmallMMma => SmallMMma::bind(&rig.device, to)?.run(&rig.stream, args),
            LinearKernel::Sm90Wgmma(name) => match &wide {
                Some(run) => {
                    // A name that no tile has is one past the last, which is an error.
                    let tile = Sm90Wgmma::tiles().take_while(|tile| *tile != name).count();
                    run.run_in(&rig.stream, &LinearGroup::new(CheckedLinear::of(&args)?), tile)
                }
                None => Ok(()),
            },
            LinearKernel::Sm90SplitK(kind) => match &split {
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
