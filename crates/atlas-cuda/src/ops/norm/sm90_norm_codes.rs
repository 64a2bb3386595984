//! A norm behind a residual whose results are rounded to codes of 8 bits in the same launch, on
//! Hopper.

use bytemuck::{Pod, Zeroable};

use super::rms_norm::RmsNormParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Prepared};
use crate::ops::Family;
use crate::ops::gemm::quantise_activations::ActivationCodes;
use crate::ops::gemm::sm90_warp_specialized::TARGET;
use crate::stream::Stream;
use atlas_tensor::ops::ScaleGroup;

/// Longest row that a block keeps in its registers.
const WIDTH_MAX: i64 = 8192;
/// Elements of a group.
const GROUP: i64 = 128;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct NormCodesParams {
    norm: RmsNormParams,
    codes: u64,
    scales: u64,
    scale_row: i64,
    by_block: i64,
}
pub(crate) const NORM_CODES: Family =
    Family::of::<NormCodesParams>("norm/sm90_norm_codes", &["sm90_norm_codes"]).only_for(TARGET);

/// `residual += x`, `out = norm(residual)` in bf16, and the codes of `out`.
pub(crate) struct NormCodes {
    kernel: Kernel,
}

impl NormCodes {
    /// None where the device lacks the instructions.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        let there = device.info().capability == (9, 0);
        Ok(there
            .then(|| device.kernel("sm90_norm_codes"))
            .transpose()?
            .map(|kernel| Self { kernel }))
    }

    /// Whether it computes a norm of bf16 rows, which was not launched.
    pub fn takes(norm: &Prepared<RmsNormParams>) -> bool {
        let p = &norm.params;
        let whole = p.width > 0 && p.width <= WIDTH_MAX && p.width % GROUP == 0;
        norm.kernel.name() == "add_rms_norm_bf16" && whole && p.aligned == 1
    }

    /// The norm and the codes of its results.
    ///
    /// # Errors
    /// Codes of other rows, a norm that it does not take, or errors of the driver.
    pub fn run(
        &self,
        stream: &Stream,
        norm: &Prepared<RmsNormParams>,
        codes: &ActivationCodes<'_>,
    ) -> Result<(), CudaError> {
        let shape = [norm.params.rows, norm.params.width];
        if !Self::takes(norm) || shape != [codes.rows, codes.k].map(|extent| extent as i64) {
            let what = format!("codes of {} rows of {} for {shape:?}", codes.rows, codes.k);
            return Err(CudaError::bad("add_rms_norm", what));
        }
        let params = NormCodesParams {
            norm: norm.params,
            codes: codes.codes,
            scales: codes.scales,
            scale_row: ActivationCodes::scale_row(codes.rows) as i64,
            by_block: i64::from(codes.group == ScaleGroup::Block),
        };
        self.kernel.launch(stream, norm.launch, norm.grid, &params)
    }
}
