//! Rows of linears, alone and behind the norm or the activation that makes their input.

use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{DType, WeightFormat};

use super::elementwise::prepare_swiglu;
use super::norm::prepare_add;
use super::{Bound, UNFUSED, kernel, text, weight};
use crate::backend::Shared;
use crate::backend::view::{dtype_of, exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::library::{self, LibraryLinears};
use crate::ops::elementwise::activation::{SwiGlu, SwigluParams};
use crate::ops::fused::SwigluLinearParams;
use crate::ops::gemm::gemv::Gemv;
use crate::ops::gemm::norm_gemv::NormGemv;
use crate::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use crate::ops::gemm::{LinearArgs, LinearTypes};
use crate::ops::norm::rms_norm::RmsNorm;
use crate::stream::Stream;

/// Arguments of a linear in the device's views.
pub(super) fn linear_args<'a>(args: &'a op::LinearArgs<'_>) -> Result<LinearArgs<'a>, CudaError> {
    let op = "linear";
    Ok(LinearArgs {
        x: of(op, &args.x)?,
        weight: weight(op, args.weight)?,
        bias: args.bias.as_ref().map(|bias| slice(op, bias)).transpose()?,
        out: exclusive(op, &args.out)?,
    })
}

/// Why a need is none of the tensor cores', if so.
pub(super) fn on_tensor_cores(shared: &Arc<Shared>, need: &op::LinearNeed) -> Result<(), String> {
    if shared.activation() != DType::Bf16 || need.format != WeightFormat::Bf16 {
        return Err("serves bf16 activations and bf16 weights only".into());
    }
    if !need.k.is_multiple_of(8) {
        return Err(format!("serves inputs in multiples of 8 only, not {}", need.k));
    }
    Ok(())
}

/// Rows from which a library may compute linears: fewer go in one launch with those beside them,
/// and in graphs.
pub(in crate::backend) const LIBRARY_ROWS_MIN: usize = 65;

/// Linears of many rows by the library that was asked for; few rows, and rows off the boundaries
/// that it needs, as [`by_rows`].
pub(super) fn cublaslt(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    if shared.library.is_none() {
        return Err("serves with --allow-library-gemm only".into());
    }
    on_device_kernels(shared, need)
}

/// On tensor cores with the same kernel for all numbers of rows.
pub(super) fn tiled_mma(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    if !shared.batch_invariant {
        return Err("serves under --batch-invariant; otherwise `by_rows` does".into());
    }
    on_device_kernels(shared, need)
}

/// The fastest kernel for the number of rows and outputs ([`GemmDispatch`]).
///
/// [`GemmDispatch`]: crate::ops::gemm::dispatch::GemmDispatch
pub(super) fn by_rows(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    on_device_kernels(shared, need)
}

fn on_device_kernels(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    on_tensor_cores(shared, need)?;
    kernel::<op::Linear>(shared, move |shared, stream, args| {
        run_linears(shared, stream, [checked(&args)])
    })
}

/// A warp for each output, to f32 or to the type of activations.
pub(super) struct GemvKernels {
    to_f32: Gemv,
    to_activation: Gemv,
}

impl GemvKernels {
    pub(super) fn bind(shared: &Shared, need: &op::LinearNeed) -> Result<Self, String> {
        let (x, weight) = (shared.activation(), dtype_of(need.format)?);
        let bind = |out| Gemv::bind(&shared.device, LinearTypes { x, weight, out }).map_err(text);
        Ok(Self { to_f32: bind(DType::F32)?, to_activation: bind(x)? })
    }

    pub(super) fn run(&self, stream: &Stream, args: &op::LinearArgs<'_>) -> Result<(), CudaError> {
        let to_f32 = args.out.as_ref().dtype() == DType::F32;
        let run = if to_f32 { &self.to_f32 } else { &self.to_activation };
        run.run(stream, linear_args(args)?)
    }
}

pub(super) fn gemv(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    let run = GemvKernels::bind(shared, need)?;
    kernel::<op::Linear>(shared, move |_, stream, args| run.run(stream, &args))
}

/// A linear on tensor cores, its arguments checked. It is launched before they are given back.
pub(super) fn checked(args: &op::LinearArgs<'_>) -> Result<CheckedLinear<'static>, CudaError> {
    CheckedLinear::of(&linear_args(args)?).map(CheckedLinear::kept)
}

/// Launches linears in their order: neighbours of the same rows together, up to
/// [`PARTS_MAX`](crate::ops::gemm::shared_input::PARTS_MAX) of them, and those that a library
/// serves each by itself.
pub(super) fn run_linears(
    shared: &Shared,
    stream: &Stream,
    linears: impl IntoIterator<Item = Result<CheckedLinear<'static>, CudaError>>,
) -> Result<(), CudaError> {
    let launch = |group: Option<LinearGroup<'_>>| match group {
        Some(group) => shared.linears.run(stream, &group, shared.batch_invariant),
        None => Ok(()),
    };
    let mut group: Option<LinearGroup<'_>> = None;
    for next in linears {
        let next = next?;
        let by_library = |_: &&LibraryLinears| {
            next.rows >= LIBRARY_ROWS_MIN && LibraryLinears::serves(&next.args())
        };
        if let Some(library) = shared.library.as_ref().filter(by_library) {
            launch(group.take())?;
            shared.with_workspace(library::WORKSPACE_BYTES, |workspace| {
                library.run(stream, &next.args(), workspace)
            })?;
        } else if !group.as_mut().is_some_and(|group| group.add(&next)) {
            launch(group.replace(LinearGroup::new(next)))?;
        }
    }
    launch(group)
}

/// A norm and the linears of it: in one kernel for one row where that is faster, else linears that
/// share launches behind the norm.
pub(super) fn norm_gemv(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
) -> Bound<op::AddNormLinears> {
    need.linears.iter().try_for_each(|linear| on_tensor_cores(shared, linear))?;
    let norm = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::AddNormLinears>(shared, move |shared, stream, mut args| {
        let norm = prepare_add(&norm, &args.norm())?;
        let count = args.linears.len();
        let mut linears = (0..count).map(|i| checked(&args.linear(i))).peekable();
        // Linears have the bits of the kernel that serves one row alone.
        let joins = !shared.batch_invariant && shared.fuse && NormGemv::keeps(&norm);
        let pays = |group: &LinearGroup<'_>| {
            joins && NormGemv::takes(&norm, group) && shared.norm_gemv.pays(group)
        };
        let mut group: Option<LinearGroup<'_>> = None;
        while let Some(Ok(next)) = linears.peek() {
            let mut more = group;
            let fits = match &mut more {
                Some(more) => more.add(next),
                None => {
                    more = Some(LinearGroup::new(*next));
                    true
                }
            };
            if !fits || !more.as_ref().is_some_and(pays) {
                break;
            }
            group = more;
            linears.next();
        }
        match group {
            Some(group) => shared.norm_gemv.prepare(&norm, &group).run(stream)?,
            None => norm.run(stream)?,
        }
        run_linears(shared, stream, linears)
    })
}

/// A norm, and linears that share launches, with the same kernel for all numbers of rows.
pub(super) fn shared_input(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
) -> Bound<op::AddNormLinears> {
    if !shared.batch_invariant {
        return Err("serves under --batch-invariant; otherwise `norm_gemv` does".into());
    }
    norm_gemv(shared, need)
}

/// Launches of an activation and the linear of it.
pub(super) enum SwigluLinear {
    /// Both in one kernel, for one row.
    Gemv(Box<Prepared<SwigluLinearParams>>),
    /// Both have been launched.
    Launched,
}

/// An activation and the linear of it, launched unless one kernel does both for one row.
pub(super) fn swiglu_then_linear(
    shared: &Shared,
    stream: &Stream,
    swiglu: &Prepared<SwigluParams>,
    linear: &op::LinearArgs<'_>,
) -> Result<SwigluLinear, CudaError> {
    let plain = linear_args(linear)?;
    // One kernel has the bits of the one that serves the same rows alone.
    if !shared.batch_invariant {
        if let Some(both) = shared.fused.swiglu_linear(swiglu, &plain)? {
            return Ok(SwigluLinear::Gemv(Box::new(both)));
        }
        let (rows, k, outputs) = (plain.x.rows(), plain.x.width(), plain.out.view().width());
        if shared.linears.takes_small_m(rows, k, outputs)
            && let Some(both) = shared.fused.swiglu_small_m(swiglu, &plain)?
        {
            return both.run(stream).map(|()| SwigluLinear::Launched);
        }
    }
    swiglu.run(stream)?;
    run_linears(shared, stream, [checked(linear)]).map(|()| SwigluLinear::Launched)
}

/// An activation and the linear of it, in one kernel for few rows.
pub(super) fn swiglu_gemv(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::SwiGluLinear> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    on_tensor_cores(shared, need)?;
    let swiglu = SwiGlu::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::SwiGluLinear>(shared, move |shared, stream, mut args| {
        let swiglu = prepare_swiglu(&swiglu, &args.swiglu())?;
        match swiglu_then_linear(shared, stream, &swiglu, &args.linear())? {
            SwigluLinear::Gemv(both) => both.run(stream),
            SwigluLinear::Launched => Ok(()),
        }
    })
}
