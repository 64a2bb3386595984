//! Rows of linears of quantised weights, alone and behind the norm that makes their input.

use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::{DType, WeightFormat};

use super::gemm::{checked, on_tensor_cores, run_linears};
use super::norm::prepare_add;
use super::{Bound, kernel, text};
use crate::backend::Shared;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::ops::gemm::LinearArgs;
use crate::ops::gemm::dequantise::Dequantise;
use crate::ops::gemm::quantised_small_m::{PARTS_MAX, QuantisedLinearArgs, QuantisedSmallM};
use crate::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use crate::ops::norm::rms_norm::RmsNorm;
use crate::quantised::{QuantisedView, whole_pieces};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

/// Rows from which it is faster to write a weight as bf16 than to decode its codes for each 32
/// rows again.
const DEQUANTISED_ROWS_MIN: usize = 129;
/// Bytes of bf16 that are written before they are multiplied: they stay in the second-level cache.
const DEQUANTISED_BYTES: usize = 32 << 20;
/// Outputs that a part of a weight has a multiple of.
const PART_OUTPUTS: usize = 256;

/// Arguments in the device's views.
pub(super) fn views<'a>(
    args: &'a op::LinearArgs<'_>,
) -> Result<QuantisedLinearArgs<'a>, CudaError> {
    let op = "linear";
    Ok(QuantisedLinearArgs {
        x: of(op, &args.x)?,
        weight: QuantisedView::of(args.weight)?,
        bias: args.bias.as_ref().map(|bias| slice(op, bias)).transpose()?,
        out: exclusive(op, &args.out)?,
    })
}

/// Why no kernel of quantised weights serves a format, if so.
pub(super) fn reads_codes(shared: &Shared, format: WeightFormat) -> Result<(), String> {
    if !format.is_quantised() {
        return Err(format!("serves quantised weights only, not {format}"));
    }
    if shared.activation() != DType::Bf16 {
        return Err("serves bf16 activations only".into());
    }
    Ok(())
}

/// Kernels of weights of one format.
pub(super) struct QuantisedLinear {
    few: QuantisedSmallM,
    /// For many rows, where bits may depend on how many there are.
    dequantise: Option<Dequantise>,
}

impl QuantisedLinear {
    pub(super) fn bind(
        shared: &Shared,
        need: &op::LinearNeed,
        invariant: bool,
    ) -> Result<Self, String> {
        reads_codes(shared, need.format)?;
        let small = 2 * need.k * PART_OUTPUTS <= DEQUANTISED_BYTES;
        let writes = !invariant && small && whole_pieces(need.format, need.k);
        if writes {
            shared.wants_workspace(DEQUANTISED_BYTES);
        }
        let bind = || Dequantise::bind(&shared.device, need.format).map_err(text);
        Ok(Self {
            few: QuantisedSmallM::bind(&shared.device, need.format).map_err(text)?,
            dequantise: writes.then(bind).transpose()?,
        })
    }

    /// The kernel that writes the weight as bf16, where that is faster.
    fn dequantise(&self, args: &QuantisedLinearArgs<'_>) -> Option<&Dequantise> {
        let fits = args.x.is_aligned() && args.weight.is_aligned();
        let many = args.x.rows() >= DEQUANTISED_ROWS_MIN;
        self.dequantise.as_ref().filter(|_| fits && many)
    }

    pub(super) fn run(
        &self,
        shared: &Shared,
        stream: &Stream,
        args: QuantisedLinearArgs<'_>,
    ) -> Result<(), CudaError> {
        match self.dequantise(&args) {
            Some(dequantise) => run_dequantised(shared, stream, dequantise, &args),
            None => self.few.run(stream, &[args]),
        }
    }
}

/// Quantised weights by the number of rows: codes decoded in registers for few, else the weight as
/// bf16, a part at a time, for the kernels of bf16.
pub(super) fn by_rows(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    let run = QuantisedLinear::bind(shared, need, false)?;
    kernel::<op::Linear>(shared, move |shared, stream, args| run.run(shared, stream, views(&args)?))
}

/// Quantised weights, with the same kernel for all numbers of rows.
pub(super) fn small_m(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    let run = QuantisedLinear::bind(shared, need, true)?;
    kernel::<op::Linear>(shared, move |shared, stream, args| run.run(shared, stream, views(&args)?))
}

/// A linear of many rows, some outputs after the others.
fn run_dequantised(
    shared: &Shared,
    stream: &Stream,
    dequantise: &Dequantise,
    args: &QuantisedLinearArgs<'_>,
) -> Result<(), CudaError> {
    let (rows, n, k) = args.check("linear")?;
    let out = args.out.view();
    let most = (DEQUANTISED_BYTES / (2 * k.max(1)) / PART_OUTPUTS * PART_OUTPUTS).max(1);
    for first in (0..n).step_by(most) {
        let count = most.min(n - first);
        shared.with_workspace(2 * count * k, |workspace| {
            let (at, to) = (workspace.ptr(), first..first + count);
            dequantise.run(stream, &args.weight, to, SliceMut::new(at, count * k))?;
            let outputs = out.ptr + (first * out.dtype.bytes()) as u64;
            let shape = [rows, 1, count];
            let part = LinearArgs {
                x: args.x,
                weight: View::new(at, DType::Bf16, [count, 1, k], [k, k]),
                bias: args.bias.map(|bias| Slice::new(bias.ptr + 4 * first as u64, count)),
                out: ViewMut::of(View::new(outputs, out.dtype, shape, [out.strides[0], count])),
            };
            let group = LinearGroup::new(CheckedLinear::of(&part)?);
            shared.linears.run(stream, &group, false)
        })?;
    }
    Ok(())
}

/// A norm, then the linears of it, those of one kind of codes in one launch and those of bf16 in
/// another.
pub(super) fn norm_linears(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
) -> Bound<op::AddNormLinears> {
    if !need.linears.iter().any(|linear| linear.format.is_quantised()) {
        return Err("serves where a linear has a quantised weight".into());
    }
    let invariant = shared.batch_invariant;
    let bind = |linear: &op::LinearNeed| match linear.format.is_quantised() {
        true => QuantisedLinear::bind(shared, linear, invariant).map(Some),
        false => on_tensor_cores(shared, linear).map(|()| None),
    };
    let linears = need.linears.iter().map(bind).collect::<Result<Vec<_>, _>>()?;
    let formats: Vec<_> = need.linears.iter().map(|linear| linear.format).collect();
    let norm = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::AddNormLinears>(shared, move |shared, stream, mut args| {
        prepare_add(&norm, &args.norm())?.run(stream)?;
        let plain = (0..linears.len()).filter(|&i| linears[i].is_none());
        let plain: Vec<_> = plain.map(|i| checked(&args.linear(i))).collect();
        run_linears(shared, stream, plain)?;
        let mut first = 0;
        while first < linears.len() {
            // Neighbours with codes of one kind.
            let same = |&i: &usize| formats[i] == formats[first];
            let count = (first..linears.len()).take_while(same).take(PARTS_MAX).count();
            if let Some(run) = &linears[first] {
                run_group(shared, stream, run, &mut args, first..first + count)?;
            }
            first += count;
        }
        Ok(())
    })
}

/// The same with kernels that keep the row contract.
pub(super) fn shared_input(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
) -> Bound<op::AddNormLinears> {
    if !shared.batch_invariant {
        return Err(
            "serves under --batch-invariant; otherwise `quantised_norm_linears` does".into()
        );
    }
    norm_linears(shared, need)
}

/// Linears of one kind of codes: in one launch, or each by itself where it has many rows.
fn run_group(
    shared: &Shared,
    stream: &Stream,
    run: &QuantisedLinear,
    args: &mut op::AddNormLinearsArgs<'_>,
    which: std::ops::Range<usize>,
) -> Result<(), CudaError> {
    let mut group: Vec<QuantisedLinearArgs<'static>> = Vec::with_capacity(which.len());
    for i in which {
        let args = args.linear(i);
        let next = views(&args)?;
        if run.dequantise(&next).is_some() {
            run.run(shared, stream, next)?;
        } else {
            // Launched before the arguments are given back.
            group.push(next.kept());
        }
    }
    run.few.run(stream, &group)
}
