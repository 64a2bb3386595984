//! Calls that follow each other in one kernel, to the same bits and with every result written:
//! fewer launches for steps of few rows, in which a kernel takes less time than its launch.

use bytemuck::{Pod, Zeroable};

use super::Family;
use super::elementwise::activation::{SwiGlu, SwigluParams};
use super::gated_delta::gates::GatesParams;
use super::gated_delta::recurrent::DeltaParams;
use super::gemm::gemv::{self, LinearParams};
use super::gemm::small_m_mma::{self, SmallMMmaParams, TILES};
use super::gemm::{LinearArgs, LinearTypes};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch, Prepared};
use crate::stream::Stream;
use crate::view::{View, ViewMut};
use atlas_tensor::DType;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct StepParams {
    gates: GatesParams,
    delta: DeltaParams,
}
pub(crate) const STEP: Family = Family::of::<StepParams>(
    "gated_delta/recurrent",
    &[
        "gated_delta_with_gates_f32_64",
        "gated_delta_with_gates_f32_128",
        "gated_delta_with_gates_f32_256",
        "gated_delta_with_gates_f32_64_whole",
        "gated_delta_with_gates_f32_128_whole",
        "gated_delta_with_gates_bf16_64",
        "gated_delta_with_gates_bf16_128",
        "gated_delta_with_gates_bf16_256",
        "gated_delta_with_gates_bf16_64_whole",
        "gated_delta_with_gates_bf16_128_whole",
    ],
);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SwigluLinearParams {
    pub(crate) linear: LinearParams,
    pub(crate) swiglu: SwigluParams,
}
pub(crate) const SWIGLU_LINEAR: Family =
    Family::of::<SwigluLinearParams>("gemm/gemv", &["swiglu_gemv"]);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SwigluSmallMParams {
    linear: SmallMMmaParams,
    swiglu: SwigluParams,
}
pub(crate) const SWIGLU_SMALL_M: Family = Family::of::<SwigluSmallMParams>(
    "gemm/small_m_mma",
    &["swiglu_small_m_mma_1", "swiglu_small_m_mma_2", "swiglu_small_m_mma_4"],
);
/// Most rows of these: one tile.
const ACTIVE_ROWS: usize = 16;

/// The kernels that do several calls at once.
pub struct Fused {
    device: Device,
    /// By the tile's columns, as in [`TILES`].
    swiglu_small_m: [Kernel; 3],
    swiglu_linear: Kernel,
}

impl Fused {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let small_m = |n: usize| device.kernel(&format!("swiglu_small_m_mma_{n}"));
        Ok(Self {
            device: device.clone(),
            swiglu_small_m: [small_m(TILES[0].1)?, small_m(TILES[1].1)?, small_m(TILES[2].1)?],
            swiglu_linear: device.kernel("swiglu_gemv")?,
        })
    }

    /// A recurrence that computes its gates on the way; `None` where the gates are not its own.
    ///
    /// # Errors
    /// The binary has no kernel for the types.
    pub(crate) fn delta_step(
        &self,
        gates: &Prepared<GatesParams>,
        delta: &Prepared<DeltaParams>,
    ) -> Result<Option<Prepared<impl Pod>>, CudaError> {
        let (g, d) = (&gates.params, &delta.params);
        let Some(tag) = delta.kernel.name().strip_prefix("gated_delta_recurrent_") else {
            return Ok(None);
        };
        // One row has no way to the next.
        let rows = |a: &[i64], b: &[i64]| d.span_count == 1 || a == b;
        let own = (d.g, d.beta, d.heads, d.span_count) == (g.g, g.beta, g.heads, g.rows)
            && rows(&[d.g_row, d.beta_row], &[g.g_row, g.beta_row]);
        if !own {
            return Ok(None);
        }
        let kernel = self.device.kernel(&format!("gated_delta_with_gates_{tag}"))?;
        let launch = Launch { op: "delta_step", ..delta.launch };
        let params = StepParams { gates: *g, delta: *d };
        Ok(Some(Prepared { kernel, launch, grid: delta.grid, params }))
    }

    /// A linear of one row of bf16 and the activation before it; `None` where the linear is of
    /// something else.
    ///
    /// # Errors
    /// Arguments that disagree.
    pub(crate) fn swiglu_linear(
        &self,
        swiglu: &Prepared<SwigluParams>,
        args: &LinearArgs<'_>,
    ) -> Result<Option<Prepared<SwigluLinearParams>>, CudaError> {
        let s = &swiglu.params;
        if s.rows != 1 || !is_plain(swiglu, args) {
            return Ok(None);
        }
        let (linear, launch, grid) = gemv::params(TYPES, args)?;
        let params = SwigluLinearParams { linear, swiglu: *s };
        let launch = Launch { op: "swiglu_gemv", ..launch };
        Ok(Some(Prepared { kernel: self.swiglu_linear.clone(), launch, grid, params }))
    }

    /// `active = silu(gate) * up` and the linear of it in one launch, of 1 to 16 rows of bf16;
    /// false, and nothing is launched, for what is not served.
    ///
    /// # Errors
    /// Shapes that disagree, what `linear` says, or the driver.
    pub fn run_active<'a>(
        &self,
        stream: &Stream,
        swiglu: &SwiGlu,
        inputs: [View<'_>; 2],
        active: ViewMut<'a>,
        linear: impl FnOnce(View<'a>) -> Result<LinearArgs<'a>, CudaError>,
    ) -> Result<bool, CudaError> {
        let View { ptr, dtype, shape, strides, .. } = active.view();
        // `active` is only read behind the activation, which writes it.
        let linear = linear(View::new(ptr, dtype, shape, strides))?;
        let swiglu = swiglu.prepare(inputs, active)?;
        if let Some(one) = self.swiglu_linear(&swiglu, &linear)? {
            return one.run(stream).map(|()| true);
        }
        let few = self.swiglu_small_m(&swiglu, &linear)?;
        few.map_or(Ok(false), |few| few.run(stream).map(|()| true))
    }

    /// The same of 2 to 16 rows, for linears that [`small_m_mma::SmallMMma`] would serve.
    ///
    /// # Errors
    /// Arguments that disagree.
    pub(crate) fn swiglu_small_m(
        &self,
        swiglu: &Prepared<SwigluParams>,
        args: &LinearArgs<'_>,
    ) -> Result<Option<Prepared<SwigluSmallMParams>>, CudaError> {
        let s = &swiglu.params;
        if !(2..=ACTIVE_ROWS).contains(&(s.rows as usize)) || !is_plain(swiglu, args) {
            return Ok(None);
        }
        let (linear, index, launch, grid) = small_m_mma::params("swiglu_small_m", TYPES, args)?;
        let params = SwigluSmallMParams { linear, swiglu: *s };
        let kernel = self.swiglu_small_m.get(index).cloned();
        Ok(kernel.map(|kernel| Prepared { kernel, launch, grid, params }))
    }
}

const TYPES: LinearTypes = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out: DType::Bf16 };

/// Whether a linear is of the result of an activation of one row at least, all of it bf16 on
/// 16-byte boundaries, and writes nothing of what the activation takes.
fn is_plain(swiglu: &Prepared<SwigluParams>, args: &LinearArgs<'_>) -> bool {
    let (s, out) = (&swiglu.params, args.out.view());
    let of_it = (args.x.ptr, args.x.rows() as i64, args.x.width() as i64, args.x.strides[0] as i64)
        == (s.out, s.rows, s.width, s.out_row);
    let inputs = [(s.gate, s.gate_row), (s.up, s.up_row), (s.out, s.out_row)];
    let on_16 = |&(at, row): &(u64, i64)| at.is_multiple_of(16) && row % 8 == 0;
    let types = [args.x.dtype, args.weight.dtype, out.dtype].iter().all(|&t| t == DType::Bf16);
    let bytes = |at: u64, row: i64, width: i64| at..at + 2 * ((s.rows - 1) * row + width) as u64;
    let written = bytes(out.ptr, out.strides[0] as i64, out.width() as i64);
    let apart = |&(at, row): &(u64, i64)| {
        let read = bytes(at, row, s.width);
        read.end <= written.start || written.end <= read.start
    };
    of_it
        && types
        && swiglu.kernel.name().ends_with("bf16")
        && args.weight.is_aligned()
        && args.x.width().is_multiple_of(8)
        && inputs.iter().all(on_16)
        && inputs.iter().all(apart)
}
