//! Linears whose weight has its columns in another order than the inputs.

use std::sync::Arc;

use atlas_tensor::DType;
use atlas_tensor::ops as op;

use super::gemm::{linear_args, on_tensor_cores};
use super::quantised::{QuantisedLinear, reads_codes, views};
use super::{Bound, kernel, text};
use crate::backend::Shared;
use crate::backend::view::of;
use crate::error::CudaError;
use crate::ops::elementwise::gather_inputs::GatherInputs;
use crate::ops::gemm::LinearArgs;
use crate::ops::gemm::quantised_small_m::QuantisedLinearArgs;
use crate::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

/// Names of the rows: with bits that depend on the number of rows, and without.
pub(super) const NAMES: [&str; 2] = ["ordered_by_rows", "ordered"];

/// Bytes of inputs that are put in order before they are multiplied.
const GATHERED_BYTES: usize = 8 << 20;

pub(super) fn by_rows(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    linear(shared, need, false)
}

pub(super) fn invariant(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    if !shared.batch_invariant {
        return Err("serves under --batch-invariant; otherwise `ordered_by_rows` does".into());
    }
    linear(shared, need, true)
}

/// Inputs in the order of the columns, some rows at a time, then the linear.
fn linear(shared: &Arc<Shared>, need: &op::LinearNeed, invariant: bool) -> Bound<op::Linear> {
    if !need.reorders_inputs {
        return Err("serves weights whose columns have an order of their own".into());
    }
    let quantised = match need.format.is_blocks() {
        true => {
            reads_codes(shared, need.format)?;
            Some(QuantisedLinear::bind(shared, need, invariant)?)
        }
        false => on_tensor_cores(shared, need).map(|()| None)?,
    };
    let gather = GatherInputs::bind(&shared.device).map_err(text)?;
    let kept = quantised.as_ref().map_or(0, |run| run.workspace_bytes(need.n, need.k));
    let row = 2 * need.k.max(1);
    let most = (GATHERED_BYTES / row).max(1);
    shared.wants_workspace(most * row + kept);
    kernel::<op::Linear>(shared, move |shared, stream, args| {
        let (x, k) = (of("linear", &args.x)?, args.weight.k());
        let missing = || CudaError::bad("linear", "the order of a weight is in host memory");
        let order = Slice::new(args.weight.order_address().ok_or_else(missing)?, k);
        for first in (0..x.rows()).step_by(most) {
            let count = most.min(x.rows() - first);
            shared.with_workspace(most * row + kept, |workspace| {
                let at = workspace.ptr();
                gather.run(
                    stream,
                    &rows_of(&x, first, count),
                    order,
                    SliceMut::new(at, count * k),
                )?;
                let x = View::new(at, DType::Bf16, [count, 1, k], [k, k]);
                match &quantised {
                    Some(run) => {
                        let QuantisedLinearArgs { weight, bias, out, .. } = views(&args)?;
                        let out = ViewMut::of(rows_of(&out.view(), first, count));
                        let part = QuantisedLinearArgs { x, weight, bias, out };
                        run.run_at(shared, stream, part, at + (most * row) as u64)
                    }
                    None => {
                        let LinearArgs { weight, bias, out, .. } = linear_args(&args)?;
                        let out = ViewMut::of(rows_of(&out.view(), first, count));
                        plain(shared, stream, &LinearArgs { x, weight, bias, out })
                    }
                }
            })?;
        }
        Ok(())
    })
}

/// Rows `first` on of a view.
fn rows_of<'a>(view: &View<'a>, first: usize, count: usize) -> View<'a> {
    let [_, heads, width] = view.shape;
    let at = view.ptr + (first * view.strides[0] * view.dtype.bytes()) as u64;
    View::new(at, view.dtype, [count, heads, width], view.strides)
}

fn plain(shared: &Shared, stream: &Stream, args: &LinearArgs<'_>) -> Result<(), CudaError> {
    let group = LinearGroup::new(CheckedLinear::of(args)?);
    shared.linears.run(stream, &group, shared.batch_invariant)
}
