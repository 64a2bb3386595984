//! Calls that follow each other in one kernel, to the same bits and with every result written: fewer launches for
//! steps of few rows, in which a kernel takes less time than its launch.

use bytemuck::{Pod, Zeroable};

use super::Family;
use super::elementwise::SwigluParams;
use super::linear::{LinearArgs, LinearParams, LinearTypes};
use super::norm::GatedRmsNormParams;
use super::recurrent::{ConvCall, ConvParams, DeltaParams, GatesParams};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use atlas_tensor::DType;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct StepParams {
    gates: GatesParams,
    conv: ConvParams,
    delta: DeltaParams,
}
pub(super) const STEP: Family = Family::of::<StepParams>(
    "delta_step",
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
pub(super) struct NormShiftParams {
    norm: GatedRmsNormParams,
    conv: ConvParams,
    norm_blocks: i64,
}
pub(super) const NORM_SHIFT: Family =
    Family::of::<NormShiftParams>("delta_step", &["norm_shift_f32", "norm_shift_bf16"]);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SwigluLinearParams {
    pub(super) linear: LinearParams,
    pub(super) swiglu: SwigluParams,
}
pub(super) const SWIGLU_LINEAR: Family =
    Family::of::<SwigluLinearParams>("linear", &["swiglu_linear"]);

/// Most spans for which the convolution is computed by each block that needs a part of it: with more, the time
/// that this takes is longer than a launch.
const STEP_SPANS_MAX: i64 = 4;

/// Bytes of an element of the activations that a kernel's name says.
fn element(kernel: &str) -> Option<u64> {
    let typed = |tag: &str| kernel.split('_').any(|part| part == tag);
    [("bf16", 2), ("f32", 4)].into_iter().find_map(|(tag, bytes)| typed(tag).then_some(bytes))
}

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

    /// Gates, convolution and recurrence of a step whose spans have one row each, the convolution's histories left
    /// as they are. `None` where the calls are not of each other's results, all of them.
    ///
    /// # Errors
    /// The binary has no kernel for the types.
    pub fn delta_step(
        &self,
        gates: &Prepared<GatesParams>,
        conv: &ConvCall,
        delta: &Prepared<DeltaParams>,
    ) -> Result<Option<Prepared<impl Pod>>, CudaError> {
        let (g, c, d) = (&gates.params, &conv.whole.params, &delta.params);
        if d.span_count > STEP_SPANS_MAX {
            return Ok(None);
        }
        let Some(tag) = delta.kernel.name().strip_prefix("gated_delta_") else { return Ok(None) };
        let Some(bytes) = element(tag).map(|bytes| bytes as i64) else { return Ok(None) };
        let (keys, values) = (d.key_heads * d.key_dim, d.heads * d.value_dim);
        let at = |offset: i64| c.out.wrapping_add((offset * bytes) as u64);
        // One row has no way to the next.
        let rows = |a: &[i64], b: &[i64]| d.span_count == 1 || a == b;
        let of_gates = (d.g, d.beta, d.heads, d.span_count) == (g.g, g.beta, g.heads, g.rows)
            && rows(&[d.g_row, d.beta_row], &[g.g_row, g.beta_row]);
        let of_conv = (d.q, d.k, d.v, 2 * keys + values)
            == (at(0), at(keys), at(2 * keys), c.channels)
            && rows(&[d.q_row, d.k_row, d.v_row], &[c.out_row; 3])
            && [d.q_head, d.k_head, d.v_head] == [d.key_dim, d.key_dim, d.value_dim];
        let of_step = (d.spans, d.span_count, c.rows) == (c.spans, c.span_count, d.span_count);
        if !(conv.stepwise && of_gates && of_conv && of_step) {
            return Ok(None);
        }
        let kernel = self.device.kernel(&format!("delta_step_{tag}"))?;
        let launch = Launch { op: "delta_step", ..delta.launch };
        let params = StepParams { gates: *g, conv: *c, delta: *d };
        Ok(Some(Prepared { kernel, launch, grid: delta.grid, params }))
    }

    /// The gated norm, and the histories of a convolution brought forward by its rows.
    ///
    /// # Errors
    /// The binary has no kernel for the types.
    pub fn norm_shift(
        &self,
        norm: &Prepared<GatedRmsNormParams>,
        conv: &ConvCall,
    ) -> Result<Prepared<impl Pod>, CudaError> {
        let tag = norm.kernel.name().trim_start_matches("gated_rms_norm_");
        let kernel = self.device.kernel(&format!("norm_shift_{tag}"))?;
        let [norm_blocks, ..] = norm.grid.blocks;
        let [shift_blocks, ..] = conv.shift.grid.blocks;
        let params = NormShiftParams {
            norm: norm.params,
            conv: conv.shift.params,
            norm_blocks: norm_blocks as i64,
        };
        let grid = Grid::new([norm_blocks + shift_blocks, 1, 1], norm.grid.threads);
        Ok(Prepared { kernel, launch: Launch { op: "norm_shift", ..norm.launch }, grid, params })
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
