//! One row that a norm or an activation makes, and linears of it, some of quantised weights, in one
//! kernel: to the bits that [`RmsNorm`] or `SwiGlu`, [`GemmDispatch`] and [`QuantisedSmallM`] have
//! for one row, with every result written.
//!
//! Every block makes the row, which takes less time than a launch of its own, and takes outputs in
//! turns, so that there are few blocks and the weights of the next turn are on their way.
//!
//! [`GemmDispatch`]: super::dispatch::GemmDispatch
//! [`QuantisedSmallM`]: super::quantised_small_m::QuantisedSmallM

use std::ops::Range;

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::gemv::GemvTwoWarps;
use super::quantised_small_m::QuantisedLinearArgs;
use super::shared_input::{CheckedLinear, WARPS};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::memory::DeviceBuffer;
use crate::ops::Family;
use crate::ops::elementwise::activation::{SwiGlu, SwigluParams};
use crate::ops::norm::NormWeight;
use crate::ops::norm::rms_norm::{RmsNorm, RmsNormParams};
use crate::quantised::{QuantisedParams, kernel_tag};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

/// Linears of a launch, as in the kernel's source.
pub const PARTS_MAX: usize = 4;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct RowPart {
    /// Of a linear of bf16 the address alone.
    weight: QuantisedParams,
    bias: u64,
    out: u64,
    n: i64,
    block: i64,
    is_f32: i64,
    is_bf16: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct RowLinearsParams {
    k: i64,
    count: i64,
    blocks: i64,
    parts: [RowPart; PARTS_MAX],
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedNormGemvParams {
    linears: RowLinearsParams,
    norm: RmsNormParams,
    arrived: u64,
}
pub(crate) const QUANTISED_NORM_GEMV: Family = Family::of::<QuantisedNormGemvParams>(
    "gemm/quantised_gemv",
    &[
        "add_norm_quantised_gemv_fp8",
        "add_norm_quantised_gemv_nvfp4",
        "add_norm_quantised_gemv_mxfp4",
    ],
);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedSwigluGemvParams {
    linears: RowLinearsParams,
    swiglu: SwigluParams,
}
pub(crate) const QUANTISED_SWIGLU_GEMV: Family = Family::of::<QuantisedSwigluGemvParams>(
    "gemm/quantised_gemv",
    &["swiglu_quantised_gemv_fp8", "swiglu_quantised_gemv_nvfp4", "swiglu_quantised_gemv_mxfp4"],
);

/// Kinds of codes, and outputs of a block.
const CODES: [(&str, usize); 3] = [("fp8", 16), ("nvfp4", 32), ("mxfp4", 32)];
/// Elements of a row that a block keeps, of a norm and of an activation.
const WIDTH_MAX: i64 = 4096;
const ACTIVE_MAX: i64 = 8192;
/// Threads of a block, and blocks that a multiprocessor has room for.
const THREADS: u32 = 256;
const RESIDENT: usize = 2;

/// A linear of one row.
pub enum RowLinear<'a> {
    Bf16(CheckedLinear<'a>),
    Codes(QuantisedLinearArgs<'a>),
}

/// The launch of linears, without what makes their row.
struct Linears {
    params: RowLinearsParams,
    /// Which kind of codes they have.
    codes: usize,
    launch: Launch,
}

/// The row that linears read, and memory that they may not write.
struct OneRow<'a> {
    at: u64,
    k: i64,
    kept: &'a [Range<u64>],
}

fn apart(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.end <= b.start || b.end <= a.start
}

/// The kernels, and the counter of their blocks.
pub struct QuantisedGemv {
    /// By kind of codes.
    norm: [Kernel; 3],
    swiglu: [Kernel; 3],
    /// Blocks of the launch that runs which have read; zero between launches, which a stream keeps
    /// apart.
    arrived: DeviceBuffer,
}

impl QuantisedGemv {
    /// For the launches of one stream.
    ///
    /// # Errors
    /// The binary has no kernel, or the device no memory.
    pub fn bind(stream: &Stream) -> Result<Self, CudaError> {
        let device: &Device = stream.device();
        let bind = |what: &str| -> Result<[Kernel; 3], CudaError> {
            let [fp8, nvfp4, mxfp4] =
                CODES.map(|(tag, _)| device.kernel(&format!("{what}_quantised_gemv_{tag}")));
            Ok([fp8?, nvfp4?, mxfp4?])
        };
        let arrived = DeviceBuffer::of(stream, &[0u32; 4])?;
        Ok(Self { norm: bind("add_norm")?, swiglu: bind("swiglu")?, arrived })
    }

    /// `residual += x`, `out = norm(residual)` and the linears of `out`, all of one row; false, and
    /// nothing is launched, for what is not served: other rows, longer ones, codes of several kinds
    /// or off their boundaries, none at all, or linears that write what the norm reads.
    ///
    /// # Errors
    /// Shapes that disagree, what `linears` says, or the driver.
    pub fn run_norm<'a>(
        &self,
        stream: &Stream,
        norm: &RmsNorm,
        (residual, x, weight): (ViewMut<'_>, View<'_>, NormWeight<'_>),
        out: ViewMut<'a>,
        linears: impl FnOnce(View<'a>) -> Result<Vec<RowLinear<'a>>, CudaError>,
    ) -> Result<bool, CudaError> {
        // `out` is only read behind the norm, which writes it.
        let linears = linears(again(&out))?;
        let norm = norm.prepare_add(residual, x, weight, out)?;
        let both = match Self::keeps(&norm) {
            true => self.prepare_norm(&norm, &linears)?,
            false => None,
        };
        both.map_or(Ok(false), |both| both.run(stream).map(|()| true))
    }

    /// `active = silu(gate) * up` and the linear of it, of one row; false, and nothing is launched,
    /// for what is not served.
    ///
    /// # Errors
    /// Shapes that disagree, what `linear` says, or the driver.
    pub fn run_active<'a>(
        &self,
        stream: &Stream,
        swiglu: &SwiGlu,
        inputs: [View<'_>; 2],
        active: ViewMut<'a>,
        linear: impl FnOnce(View<'a>) -> Result<QuantisedLinearArgs<'a>, CudaError>,
    ) -> Result<bool, CudaError> {
        // `active` is only read behind the activation, which writes it.
        let linear = linear(again(&active))?;
        let swiglu = swiglu.prepare(inputs, active)?;
        let both = self.prepare_active(&swiglu, linear)?;
        both.map_or(Ok(false), |both| both.run(stream).map(|()| true))
    }

    /// Whether a norm is one that can be computed with the linears of its row: of one row of bf16,
    /// added to a residual.
    pub(crate) fn keeps(norm: &Prepared<RmsNormParams>) -> bool {
        let n = &norm.params;
        let fits = (1..=WIDTH_MAX).contains(&n.width) && n.width % 8 == 0 && n.aligned != 0;
        let own = n.x != n.residual && n.out != n.residual && n.out != n.x;
        norm.kernel.name() == "add_rms_norm_bf16" && n.rows == 1 && fits && own
    }

    /// A norm that it keeps and linears of its row, if they are served.
    ///
    /// # Errors
    /// Shapes that disagree.
    pub(crate) fn prepare_norm(
        &self,
        norm: &Prepared<RmsNormParams>,
        linears: &[RowLinear<'_>],
    ) -> Result<Option<Prepared<QuantisedNormGemvParams>>, CudaError> {
        let n = &norm.params;
        let kept = [n.x, n.residual, n.out].map(|at| at..at + 2 * n.width as u64);
        let row = OneRow { at: n.out, k: n.width, kept: &kept };
        let Some(linears) = prepare("add_norm_quantised_gemv", &row, linears)? else {
            return Ok(None);
        };
        let Linears { params, codes, launch } = linears;
        let params = QuantisedNormGemvParams {
            linears: params,
            norm: norm.params,
            arrived: self.arrived.ptr(),
        };
        let grid = self.grid(&params.linears);
        Ok(Some(Prepared { kernel: self.norm[codes].clone(), launch, grid, params }))
    }

    /// An activation and the linear of it, if both are served.
    ///
    /// # Errors
    /// Shapes that disagree.
    pub(crate) fn prepare_active(
        &self,
        swiglu: &Prepared<SwigluParams>,
        linear: QuantisedLinearArgs<'_>,
    ) -> Result<Option<Prepared<QuantisedSwigluGemvParams>>, CudaError> {
        let s = &swiglu.params;
        let kept = [s.gate, s.up, s.out].map(|at| at..at + 2 * s.width as u64);
        let plain = kept.iter().all(|bytes| bytes.start.is_multiple_of(16));
        let own = apart(&kept[0], &kept[2]) && apart(&kept[1], &kept[2]);
        let fits = (1..=ACTIVE_MAX).contains(&s.width) && s.width % 8 == 0 && s.rows == 1;
        if !(plain && own && fits && swiglu.kernel.name() == "swiglu_bf16") {
            return Ok(None);
        }
        let row = OneRow { at: s.out, k: s.width, kept: &kept };
        let linear = [RowLinear::Codes(linear)];
        let Some(linears) = prepare("swiglu_quantised_gemv", &row, &linear)? else {
            return Ok(None);
        };
        let Linears { params, codes, launch } = linears;
        let params = QuantisedSwigluGemvParams { linears: params, swiglu: *s };
        let grid = self.grid(&params.linears);
        Ok(Some(Prepared { kernel: self.swiglu[codes].clone(), launch, grid, params }))
    }

    /// As many turns as there must be, all alike.
    fn grid(&self, linears: &RowLinearsParams) -> Grid {
        let device = self.norm[0].device().info();
        let room = device.multiprocessors.max(1) as usize * RESIDENT;
        let blocks = linears.blocks as usize;
        let turns = blocks.div_ceil(room).max(1);
        Grid::new([blocks.div_ceil(turns), 1, 1], THREADS)
    }
}

/// The same memory for reading, of which the caller knows that it is written before.
fn again<'a>(out: &ViewMut<'a>) -> View<'a> {
    let View { ptr, dtype, shape, strides, .. } = out.view();
    View::new(ptr, dtype, shape, strides)
}

/// The launch of linears of one row; none where they are not served.
fn prepare(
    op: &'static str,
    row: &OneRow<'_>,
    linears: &[RowLinear<'_>],
) -> Result<Option<Linears>, CudaError> {
    let tag_of = |linear: &RowLinear<'_>| match linear {
        RowLinear::Codes(args) => kernel_tag(args.weight.format()),
        RowLinear::Bf16(_) => None,
    };
    let kind = linears.iter().find_map(tag_of);
    let kind = kind.and_then(|tag| CODES.iter().position(|(name, _)| *name == tag));
    let Some(codes) = kind.filter(|_| linears.len() <= PARTS_MAX) else { return Ok(None) };
    let (tag, tile) = CODES[codes];
    let plain = linears.iter().filter(|linear| matches!(linear, RowLinear::Bf16(_))).count();
    let mut params = RowLinearsParams {
        k: row.k,
        count: linears.len() as i64,
        blocks: 0,
        parts: Zeroable::zeroed(),
    };
    let (mut outputs, mut written) = (0, Vec::<Range<u64>>::with_capacity(linears.len()));
    for (part, linear) in params.parts.iter_mut().zip(linears) {
        let (args_of_row, out, bias, weight, per_block) = match linear {
            RowLinear::Bf16(linear) => {
                let args = linear.args();
                // Alone it is served by a kernel that has other bits.
                if plain == 1 && GemvTwoWarps::serves(&args) {
                    return Ok(None);
                }
                let mut weight = QuantisedParams::zeroed();
                weight.codes = args.weight.ptr;
                let of = (args.x.ptr, args.x.rows(), args.x.width() as i64);
                let View { ptr, dtype, shape, strides, .. } = args.out.view();
                let out = View::new(ptr, dtype, shape, strides);
                (of, out, args.bias.map(|bias| bias.ptr), weight, WARPS)
            }
            RowLinear::Codes(args) => {
                args.check(op)?;
                if tag_of(linear) != Some(tag) || !args.weight.is_aligned() {
                    return Ok(None);
                }
                let of = (args.x.ptr, args.x.rows(), args.x.width() as i64);
                (of, args.out.view(), args.bias.map(|b| b.ptr), args.weight.params(), tile)
            }
        };
        let (n, bytes) = (out.width(), out.range());
        let free = row.kept.iter().chain(&written).all(|other| apart(other, &bytes));
        if args_of_row != (row.at, 1, row.k) || !free {
            return Ok(None);
        }
        *part = RowPart {
            weight,
            bias: bias.unwrap_or(0),
            out: out.ptr,
            n: n as i64,
            block: params.blocks,
            is_f32: i64::from(out.dtype == DType::F32),
            is_bf16: i64::from(matches!(linear, RowLinear::Bf16(_))),
        };
        params.blocks += n.div_ceil(per_block) as i64;
        outputs += n;
        written.push(bytes);
    }
    let launch = Launch { op, shape: [1, outputs, row.k as usize, linears.len()] };
    Ok((params.blocks > 0).then_some(Linears { params, codes, launch }))
}
