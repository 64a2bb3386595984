//! Calls that follow each other in one kernel, to the same bits and with every result written: fewer launches for
//! steps of few rows, in which a kernel takes less time than its launch.

use bytemuck::{Pod, Zeroable};

use super::Family;
use super::elementwise::SwigluParams;
use super::linear::{LinearArgs, LinearParams, LinearTypes};
use super::recurrent::{DeltaParams, GatesParams};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch, Prepared};
use atlas_tensor::DType;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct StepParams {
    gates: GatesParams,
    delta: DeltaParams,
}
pub(super) const STEP: Family = Family::of::<StepParams>(
    "recurrent",
    &[
        "delta_step_f32_64",
        "delta_step_f32_128",
        "delta_step_f32_256",
        "delta_step_bf16_64",
        "delta_step_bf16_128",
        "delta_step_bf16_256",
    ],
);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SwigluLinearParams {
    pub(super) linear: LinearParams,
    pub(super) swiglu: SwigluParams,
}
pub(super) const SWIGLU_LINEAR: Family =
    Family::of::<SwigluLinearParams>("linear", &["swiglu_linear"]);

/// The kernels that do several calls at once.
pub(crate) struct Fused {
    device: Device,
    swiglu_linear: Kernel,
}

impl Fused {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { device: device.clone(), swiglu_linear: device.kernel("swiglu_linear")? })
    }

    /// A recurrence that computes its gates on the way; `None` where the gates are not its own.
    ///
    /// # Errors
    /// The binary has no kernel for the types.
    pub fn delta_step(
        &self,
        gates: &Prepared<GatesParams>,
        delta: &Prepared<DeltaParams>,
    ) -> Result<Option<Prepared<impl Pod>>, CudaError> {
        let (g, d) = (&gates.params, &delta.params);
        let Some(tag) = delta.kernel.name().strip_prefix("gated_delta_") else { return Ok(None) };
        // One row has no way to the next.
        let rows = |a: &[i64], b: &[i64]| d.span_count == 1 || a == b;
        let own = (d.g, d.beta, d.heads, d.span_count) == (g.g, g.beta, g.heads, g.rows)
            && rows(&[d.g_row, d.beta_row], &[g.g_row, g.beta_row]);
        if !own {
            return Ok(None);
        }
        let kernel = self.device.kernel(&format!("delta_step_{tag}"))?;
        let launch = Launch { op: "delta_step", ..delta.launch };
        let params = StepParams { gates: *g, delta: *d };
        Ok(Some(Prepared { kernel, launch, grid: delta.grid, params }))
    }

    /// A linear of one row of bf16 and the activation before it; `None` where the linear is of something else.
    ///
    /// # Errors
    /// Arguments that disagree.
    pub fn swiglu_linear(
        &self,
        swiglu: &Prepared<SwigluParams>,
        args: &LinearArgs<'_>,
    ) -> Result<Option<Prepared<SwigluLinearParams>>, CudaError> {
        let s = &swiglu.params;
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out: DType::Bf16 };
        let of_it = args.x.ptr == s.out && (args.x.rows(), args.x.width() as i64) == (1, s.width);
        let on_16 = [s.gate, s.up, s.out].iter().all(|address| address.is_multiple_of(16));
        let plain = args.x.dtype == DType::Bf16
            && args.weight.dtype == DType::Bf16
            && args.out.view().dtype == DType::Bf16
            && swiglu.kernel.name().ends_with("bf16")
            && args.weight.is_aligned()
            && args.x.width().is_multiple_of(8);
        if !(of_it && on_16 && plain && s.rows == 1) {
            return Ok(None);
        }
        let (linear, launch, grid) = types.params(args)?;
        let params = SwigluLinearParams { linear, swiglu: *s };
        let launch = Launch { op: "swiglu_linear", ..launch };
        Ok(Some(Prepared { kernel: self.swiglu_linear.clone(), launch, grid, params }))
    }
}
