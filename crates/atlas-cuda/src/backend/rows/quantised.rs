//! Rows of linears of quantised weights, alone and behind the norm that makes their input.

use std::ops::Range;
use std::sync::Arc;

use atlas_tensor::ops as op;
use atlas_tensor::ops::ScaleGroup;
use atlas_tensor::{DType, WeightFormat};

use super::gemm::{checked, on_tensor_cores, run_linears};
use super::norm::prepare_add;
use super::{Bound, kernel, text};
use crate::backend::Shared;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::gemm::LinearArgs;
use crate::ops::gemm::block_linears::BlockLinears;
use crate::ops::gemm::dequantise::Dequantise;
use crate::ops::gemm::dequantise_blocks::DequantiseBlocks;
use crate::ops::gemm::quantise_activations::{ActivationCodes, QuantiseActivations};
use crate::ops::gemm::quantised_gemv::{self, QuantisedGemv, RowLinear};
use crate::ops::gemm::quantised_small_m::{PARTS_MAX, QuantisedLinearArgs, QuantisedSmallM};
use crate::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use crate::ops::gemm::sm90_fp8::{self, Sm90Fp8};
use crate::ops::norm::rms_norm::{RmsNorm, RmsNormParams};
use crate::ops::norm::sm90_norm_codes::NormCodes;
use crate::quantised::{QuantisedView, WITH_8_BIT_INPUTS, kernel_tag, reads_blocks, whole_pieces};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

/// Rows from which it is faster to write a weight as bf16 than to decode its codes for each 32
/// rows again.
const DEQUANTISED_ROWS_MIN: usize = 129;
/// The same of weights in blocks.
const DEQUANTISED_BLOCKS_ROWS_MIN: usize = 33;
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

/// Reason of rows of 8-bit inputs not to serve a device.
pub(super) const NO_FP8: &str = "the device lacks the instructions for 8-bit inputs";

/// Groups of inputs that share a scale where they are rounded to 8 bits, else the reason.
pub(super) fn rounds(rounds_inputs: bool, format: WeightFormat) -> Result<ScaleGroup, String> {
    let other = || format!("serves 8-bit weights only, not {format}");
    let group = ScaleGroup::of(format).filter(|_| WITH_8_BIT_INPUTS.contains(&format));
    let group = group.ok_or_else(other)?;
    if !rounds_inputs {
        return Err("serves where the checkpoint states 8-bit inputs".into());
    }
    Ok(group)
}

/// Kernels of 8-bit weights with inputs that are rounded to 8 bits, for more than a few rows.
struct RoundedInputs {
    quantise: QuantiseActivations,
    linears: Sm90Fp8,
    group: ScaleGroup,
}

impl RoundedInputs {
    fn bind(shared: &Shared, need: &op::LinearNeed) -> Result<Self, String> {
        let group = rounds(need.rounds_inputs, need.format)?;
        sm90_fp8::serves(need.n, need.k)?;
        let quantise = QuantiseActivations::bind(&shared.device).map_err(text)?;
        let linears = Sm90Fp8::bind(&shared.device).map_err(text)?;
        let (quantise, linears) = quantise.zip(linears).ok_or(NO_FP8)?;
        Ok(Self { quantise, linears, group })
    }

    fn serves(&self, args: &QuantisedLinearArgs<'_>) -> bool {
        args.x.rows() >= sm90_fp8::ROWS_MIN && sm90_fp8::reads(&args.weight)
    }

    /// Linears of one x, which is rounded once.
    fn run(
        &self,
        shared: &Shared,
        stream: &Stream,
        linears: &[QuantisedLinearArgs<'_>],
    ) -> Result<(), CudaError> {
        let Some(first) = linears.first() else { return Ok(()) };
        let bytes = ActivationCodes::memory_bytes([first.x.rows(), first.x.width()], self.group);
        shared.with_workspace(bytes, |workspace| {
            let codes = self.quantise.run(stream, &first.x, self.group, workspace)?;
            self.linears.run(stream, &codes, linears)
        })
    }
}

/// Kernels of weights of one format for few rows, or for all.
enum FewRows {
    Codes(QuantisedSmallM),
    Blocks(BlockLinears),
}

impl FewRows {
    fn bind(shared: &Shared, need: &op::LinearNeed, invariant: bool) -> Result<Self, String> {
        if !need.format.is_blocks() {
            return QuantisedSmallM::bind(&shared.device, need.format)
                .map(Self::Codes)
                .map_err(text);
        }
        reads_blocks(need.format, need.k)?;
        BlockLinears::bind(&shared.device, need.format, invariant).map(Self::Blocks).map_err(text)
    }

    fn run(&self, stream: &Stream, linears: &[QuantisedLinearArgs<'_>]) -> Result<(), CudaError> {
        match self {
            Self::Codes(run) => run.run(stream, linears),
            Self::Blocks(run) => run.run(stream, linears),
        }
    }
}

/// Kernels that write rows of weights of one format as bf16.
enum AsBf16 {
    Codes(Dequantise),
    Blocks(DequantiseBlocks),
}

impl AsBf16 {
    fn bind(shared: &Shared, format: WeightFormat) -> Result<Self, String> {
        let device = &shared.device;
        match format.is_blocks() {
            false => Dequantise::bind(device, format).map(Self::Codes).map_err(text),
            true => DequantiseBlocks::bind(device, format).map(Self::Blocks).map_err(text),
        }
    }

    /// Rows from which they are faster than to decode a weight for each 32 rows again.
    fn rows_min(&self) -> usize {
        match self {
            Self::Codes(_) => DEQUANTISED_ROWS_MIN,
            Self::Blocks(_) => DEQUANTISED_BLOCKS_ROWS_MIN,
        }
    }

    fn reads(&self, weight: &QuantisedView<'_>) -> bool {
        matches!(self, Self::Blocks(_)) || weight.is_aligned()
    }

    fn run(
        &self,
        stream: &Stream,
        weight: &QuantisedView<'_>,
        rows: Range<usize>,
        out: SliceMut<'_, u16>,
    ) -> Result<(), CudaError> {
        match self {
            Self::Codes(run) => run.run(stream, weight, rows, out),
            Self::Blocks(run) => run.run(stream, weight, rows, out),
        }
    }
}

/// Kernels of weights of one format.
pub(super) struct QuantisedLinear {
    rounded: Option<RoundedInputs>,
    few: FewRows,
    /// For many rows, where bits may depend on how many there are.
    dequantise: Option<AsBf16>,
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
        Ok(Self {
            rounded: None,
            few: FewRows::bind(shared, need, invariant)?,
            dequantise: writes.then(|| AsBf16::bind(shared, need.format)).transpose()?,
        })
    }

    /// The same with 8-bit inputs.
    fn bind_rounded(shared: &Shared, need: &op::LinearNeed) -> Result<Self, String> {
        let rounded = RoundedInputs::bind(shared, need)?;
        Ok(Self { rounded: Some(rounded), ..Self::bind(shared, need, false)? })
    }

    /// The fastest kernels that the need and the row contract allow.
    pub(super) fn bind_fastest(shared: &Shared, need: &op::LinearNeed) -> Result<Self, String> {
        if !shared.batch_invariant
            && let Ok(run) = Self::bind_rounded(shared, need)
        {
            return Ok(run);
        }
        Self::bind(shared, need, shared.batch_invariant)
    }

    /// The kernels of 8-bit inputs, where they serve.
    fn rounded(&self, args: &QuantisedLinearArgs<'_>) -> Option<&RoundedInputs> {
        self.rounded.as_ref().filter(|rounded| rounded.serves(args))
    }

    /// The kernel that writes the weight as bf16, where that is faster.
    fn dequantise(&self, args: &QuantisedLinearArgs<'_>) -> Option<&AsBf16> {
        let serves = |run: &&AsBf16| args.x.rows() >= run.rows_min() && run.reads(&args.weight);
        self.dequantise.as_ref().filter(serves).filter(|_| args.x.is_aligned())
    }

    pub(super) fn run(
        &self,
        shared: &Shared,
        stream: &Stream,
        args: QuantisedLinearArgs<'_>,
    ) -> Result<(), CudaError> {
        if let Some(rounded) = self.rounded(&args) {
            return rounded.run(shared, stream, &[args]);
        }
        match self.dequantise(&args) {
            Some(dequantise) => run_dequantised(shared, stream, dequantise, &args),
            None => self.few.run(stream, &[args]),
        }
    }

    /// Bytes of workspace that [`Self::run_at`] needs.
    pub(super) fn workspace_bytes(&self, n: usize, k: usize) -> usize {
        self.dequantise.as_ref().map_or(0, |_| dequantised_bytes(n, k))
    }

    /// [`Self::run`] for inputs that are not rounded, with a workspace.
    pub(super) fn run_at(
        &self,
        shared: &Shared,
        stream: &Stream,
        args: QuantisedLinearArgs<'_>,
        workspace: u64,
    ) -> Result<(), CudaError> {
        match self.dequantise(&args) {
            Some(dequantise) => run_dequantised_at(shared, stream, dequantise, &args, workspace),
            None => self.few.run(stream, &[args]),
        }
    }
}

/// 8-bit weights with inputs rounded to 8 bits, but for few rows.
pub(super) fn fp8_inputs(shared: &Arc<Shared>, need: &op::LinearNeed) -> Bound<op::Linear> {
    reads_codes(shared, need.format)?;
    let run = QuantisedLinear::bind_rounded(shared, need)?;
    kernel::<op::Linear>(shared, move |shared, stream, args| run.run(shared, stream, views(&args)?))
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
    dequantise: &AsBf16,
    args: &QuantisedLinearArgs<'_>,
) -> Result<(), CudaError> {
    let bytes = dequantised_bytes(args.weight.n(), args.weight.k());
    shared.with_workspace(bytes, |workspace| {
        run_dequantised_at(shared, stream, dequantise, args, workspace.ptr())
    })
}

/// Outputs of a weight of rows of `k` elements that are written as bf16 at a time.
fn outputs_at_once(k: usize) -> usize {
    (DEQUANTISED_BYTES / (2 * k.max(1)) / PART_OUTPUTS * PART_OUTPUTS).max(1)
}

/// Bytes of workspace for them.
fn dequantised_bytes(n: usize, k: usize) -> usize {
    2 * outputs_at_once(k).min(n) * k
}

fn run_dequantised_at(
    shared: &Shared,
    stream: &Stream,
    dequantise: &AsBf16,
    args: &QuantisedLinearArgs<'_>,
    at: u64,
) -> Result<(), CudaError> {
    let (rows, n, k) = args.check("linear")?;
    let out = args.out.view();
    let most = outputs_at_once(k);
    for first in (0..n).step_by(most) {
        let count = most.min(n - first);
        let to = first..first + count;
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
        shared.linears.run(stream, &group, false)?;
    }
    Ok(())
}

/// A norm, then the linears of it, those of one kind of codes in one launch and those of bf16 in
/// another.
pub(super) fn norm_linears(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
) -> Bound<op::AddNormLinears> {
    let invariant = shared.batch_invariant;
    norm_linears_of(shared, need, |linear| QuantisedLinear::bind(shared, linear, invariant))
}

/// The same with inputs rounded to 8 bits where a linear's may be.
pub(super) fn fp8_norm_linears(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
) -> Bound<op::AddNormLinears> {
    let rounded = |linear| RoundedInputs::bind(shared, linear).map(|_| ());
    let reasons = need.linears.iter().map(rounded);
    // Of several reasons the last: the first linears are often of bf16.
    reasons.reduce(|before, next| before.or(next)).unwrap_or(Err("no linear".into()))?;
    norm_linears_of(shared, need, |linear| QuantisedLinear::bind_fastest(shared, linear))
}

fn norm_linears_of(
    shared: &Arc<Shared>,
    need: &op::AddNormLinearsNeed,
    bind: impl Fn(&op::LinearNeed) -> Result<QuantisedLinear, String>,
) -> Bound<op::AddNormLinears> {
    if !need.linears.iter().any(|linear| linear.format.is_quantised()) {
        return Err("serves where a linear has a quantised weight".into());
    }
    let bind = |linear: &op::LinearNeed| match linear.format.is_quantised() {
        true => {
            reads_codes(shared, linear.format)?;
            bind(linear).map(Some)
        }
        false => on_tensor_cores(shared, linear).map(|()| None),
    };
    let linears = need.linears.iter().map(bind).collect::<Result<Vec<_>, _>>()?;
    let formats: Vec<_> = need.linears.iter().map(|linear| linear.format).collect();
    let norm = RmsNorm::bind(&shared.device, shared.activation()).map_err(text)?;
    let codes = NormCodes::bind(&shared.device).map_err(text)?.filter(|_| shared.fuse);
    kernel::<op::AddNormLinears>(shared, move |shared, stream, mut args| {
        let norm = prepare_add(&norm, &args.norm())?;
        let done = match &codes {
            Some(codes) => norm_codes_linears(shared, stream, (codes, &norm), &linears, &mut args)?,
            None => Vec::new(),
        };
        let done = match done.is_empty() {
            true => one_row_linears(shared, stream, &norm, &formats, &mut args)?,
            false => done,
        };
        if done.is_empty() {
            norm.run(stream)?;
        }
        let left = |i: &usize| linears[*i].is_none() && !done.contains(i);
        let plain = (0..linears.len()).filter(left);
        let plain: Vec<_> = plain.map(|i| checked(&args.linear(i))).collect();
        run_linears(shared, stream, plain)?;
        let mut first = 0;
        while first < linears.len() {
            if done.contains(&first) {
                first += 1;
                continue;
            }
            // Neighbours with codes of one kind.
            let kind = |i: usize| {
                let rounded = linears[i].as_ref().is_some_and(|run| run.rounded.is_some());
                (formats[i], rounded)
            };
            let same = |&i: &usize| kind(i) == kind(first) && !done.contains(&i);
            let count = (first..linears.len()).take_while(same).take(PARTS_MAX).count();
            if let Some(run) = &linears[first] {
                run_group(shared, stream, run, &mut args, first..first + count)?;
            }
            first += count;
        }
        Ok(())
    })
}

/// A norm of one row and linears of it in one launch: those of bf16, all or none, and those with
/// codes of the first kind. Returns which they are; none where there are none, and the norm has not
/// been launched.
fn one_row_linears(
    shared: &Shared,
    stream: &Stream,
    norm: &Prepared<RmsNormParams>,
    formats: &[WeightFormat],
    args: &mut op::AddNormLinearsArgs<'_>,
) -> Result<Vec<usize>, CudaError> {
    if shared.batch_invariant || !shared.fuse || !QuantisedGemv::keeps(norm) {
        return Ok(Vec::new());
    }
    let all = 0..formats.len();
    let (codes, plain): (Vec<_>, Vec<_>) = all.partition(|&i| formats[i].is_quantised());
    if codes.iter().any(|&i| formats[i].is_blocks()) {
        return Ok(Vec::new());
    }
    let Some(&first) = codes.first() else { return Ok(Vec::new()) };
    let same = |i: &usize| kernel_tag(formats[*i]) == kernel_tag(formats[first]);
    let codes: Vec<_> = codes.into_iter().filter(same).collect();
    for plain in [&plain[..], &[]] {
        let room = quantised_gemv::PARTS_MAX.saturating_sub(plain.len());
        let which: Vec<usize> = plain.iter().chain(codes.iter().take(room)).copied().collect();
        let mut group = Vec::with_capacity(which.len());
        for &i in &which {
            let args = args.linear(i);
            // Launched before the arguments are given back.
            group.push(match formats[i].is_quantised() {
                true => RowLinear::Codes(views(&args)?.kept()),
                false => RowLinear::Bf16(checked(&args)?),
            });
        }
        if let Some(both) = shared.quantised_gemv.prepare_norm(norm, &group)? {
            return both.run(stream).map(|()| which);
        }
    }
    Ok(Vec::new())
}

/// A norm that makes codes of its results and the linears of these codes, of one kind of scales and
/// at most as many as a launch has; returns which they are. None where there are none, and the norm
/// has not been launched.
fn norm_codes_linears(
    shared: &Shared,
    stream: &Stream,
    (codes, norm): (&NormCodes, &Prepared<RmsNormParams>),
    linears: &[Option<QuantisedLinear>],
    args: &mut op::AddNormLinearsArgs<'_>,
) -> Result<Vec<usize>, CudaError> {
    if !NormCodes::takes(norm) {
        return Ok(Vec::new());
    }
    let mut kernels: Option<&RoundedInputs> = None;
    let (mut which, mut group) = (Vec::new(), Vec::new());
    for (i, run) in linears.iter().enumerate() {
        let args = args.linear(i);
        let Some(run) = run else { continue };
        let next = views(&args)?;
        let Some(rounded) = run.rounded(&next) else { continue };
        let first = *kernels.get_or_insert(rounded);
        if first.group == rounded.group && which.len() < PARTS_MAX {
            which.push(i);
            // Launched before the arguments are given back.
            group.push(next.kept());
        }
    }
    let (Some(kernels), Some(first)) = (kernels, group.first()) else { return Ok(which) };
    let shape = [first.x.rows(), first.x.width()];
    let bytes = ActivationCodes::memory_bytes(shape, kernels.group);
    shared.with_workspace(bytes, |workspace| {
        let to = ActivationCodes::at(workspace.ptr(), shape, kernels.group);
        codes.run(stream, norm, &to)?;
        kernels.linears.run(stream, &to, &group)
    })?;
    Ok(which)
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
    which: Range<usize>,
) -> Result<(), CudaError> {
    let mut group: Vec<QuantisedLinearArgs<'static>> = Vec::with_capacity(which.len());
    let mut rounded = Vec::new();
    for i in which {
        let args = args.linear(i);
        let next = views(&args)?;
        if run.rounded(&next).is_some() {
            rounded.push(next.kept());
        } else if run.dequantise(&next).is_some() {
            run.run(shared, stream, next)?;
        } else {
            // Launched before the arguments are given back.
            group.push(next.kept());
        }
    }
    if let Some(kernels) = &run.rounded {
        kernels.run(shared, stream, &rounded)?;
    }
    run.few.run(stream, &group)
}
