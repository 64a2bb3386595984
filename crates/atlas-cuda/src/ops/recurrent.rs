//! `conv1d_silu`, `gdn_gates`, `gated_delta`.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::step::Step;
use super::{Family, activation, expect, expect_len};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

const THREADS: u32 = 256;
/// Threads of `conv_step_four`.
const STEP_THREADS: u32 = 128;
/// Most taps of `conv_step`, as in the kernel's source.
const TAPS_MAX: usize = 8;
/// Taps, rows and threads of `conv_tile`, as in the kernel's source.
const TILE_TAPS: usize = 4;
const TILE_ROWS: usize = 32;
const TILE_THREADS: u32 = 128;
const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ConvParams {
    pub(super) x: u64,
    pub(super) weight: u64,
    pub(super) state: u64,
    pub(super) out: u64,
    pub(super) spans: u64,
    pub(super) row_span: u64,
    pub(super) x_row: i64,
    pub(super) out_row: i64,
    pub(super) rows: i64,
    pub(super) channels: i64,
    pub(super) taps: i64,
    pub(super) span_count: i64,
}
pub(super) const CONV: Family = Family::of::<ConvParams>(
    "recurrent",
    &[
        "conv_silu_f32",
        "conv_silu_bf16",
        "conv_tile_f32",
        "conv_tile_bf16",
        "conv_shift_f32",
        "conv_shift_bf16",
        "conv_step_f32",
        "conv_step_bf16",
        "conv_step_four_f32",
        "conv_step_four_bf16",
    ],
);

/// Depthwise causal convolution and SiLU.
pub struct Conv1dSilu {
    convolve: Kernel,
    /// The same for four taps and channels in eights.
    tile: Kernel,
    shift: Kernel,
    /// Both at once, for spans of one row each.
    step: Kernel,
    step_four: Kernel,
    dtype: DType,
}

impl Conv1dSilu {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("conv1d_silu", dtype)?;
        let kernel = |name: &str| device.kernel(&format!("{name}_{tag}"));
        let (convolve, shift) = (kernel("conv_silu")?, kernel("conv_shift")?);
        let (tile, step) = (kernel("conv_tile")?, kernel("conv_step")?);
        let step_four = kernel("conv_step_four")?;
        Ok(Self { convolve, tile, shift, step, step_four, dtype })
    }

    /// `x[T, 1, C]`, `weight[C * taps]`, every slot's history `[slots, taps - 1, C]` to `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &Step,
        x: View<'_>,
        weight: Slice<'_, f32>,
        state: SliceMut<'_, f32>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare(step, x, weight, state, out)?.run(stream)
    }

    /// The launches of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        step: &Step,
        x: View<'_>,
        weight: Slice<'_, f32>,
        state: SliceMut<'_, f32>,
        out: ViewMut<'_>,
    ) -> Result<ConvCall, CudaError> {
        let (op, out) = ("conv1d_silu", out.view());
        let [rows, _, channels] = x.shape;
        expect(op, "x", &x, self.dtype, [rows, 1, channels])?;
        expect(op, "out", &out, self.dtype, [rows, 1, channels])?;
        step.expect(op, rows, None)?;
        let taps = weight.len / channels.max(1);
        if taps == 0 || taps * channels != weight.len {
            let what = format!("{} weights for {channels} channels", weight.len);
            return Err(CudaError::bad(op, what));
        }
        if state.len < step.slots_max * (taps - 1) * channels {
            let what = format!("{} elements of history for {} slots", state.len, step.slots_max);
            return Err(CudaError::bad(op, what));
        }
        let params = ConvParams {
            x: x.ptr,
            weight: weight.ptr,
            state: state.ptr,
            out: out.ptr,
            spans: step.spans(),
            row_span: step.row_span(),
            x_row: x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            channels: channels as i64,
            taps: taps as i64,
            span_count: step.span_count as i64,
        };
        let info = self.convolve.device().info();
        let launch = Launch { op, shape: [rows, channels, taps, step.span_count] };
        let of = |kernel: &Kernel, grid| Prepared { kernel: kernel.clone(), launch, grid, params };
        let shift = of(&self.shift, Grid::over(step.span_count * channels, THREADS, info));
        let stepwise = step.shape.is_some() && taps <= TAPS_MAX;
        let tiled = taps == TILE_TAPS
            && channels.is_multiple_of(8)
            && x.is_aligned()
            && out.is_aligned()
            && [weight.ptr, state.ptr].iter().all(|address| address.is_multiple_of(16));
        let whole = if stepwise && tiled {
            let across = (channels / 4).div_ceil(STEP_THREADS as usize);
            of(&self.step_four, Grid::new([across, rows.min(GRID_Y_MAX), 1], STEP_THREADS))
        } else if stepwise {
            let blocks = [channels.div_ceil(THREADS as usize), rows.min(GRID_Y_MAX), 1];
            of(&self.step, Grid::new(blocks, THREADS))
        } else if tiled {
            let threads = channels.div_ceil(8).div_ceil(TILE_THREADS as usize);
            let blocks = [threads, rows.div_ceil(TILE_ROWS).min(GRID_Y_MAX), 1];
            of(&self.tile, Grid::new(blocks, TILE_THREADS))
        } else {
            of(&self.convolve, Grid::over(rows * channels, THREADS, info))
        };
        Ok(ConvCall { whole, shift, stepwise })
    }
}

/// A convolution that waits: `whole` computes it, and `shift` then brings the histories forward,
/// unless `stepwise` says that every span has one row and `whole` does both.
pub(crate) struct ConvCall {
    pub whole: Prepared<ConvParams>,
    pub shift: Prepared<ConvParams>,
    pub stepwise: bool,
}

impl ConvCall {
    /// Both, by themselves.
    pub fn run(&self, stream: &Stream) -> Result<(), CudaError> {
        self.whole.run(stream)?;
        if self.stepwise { Ok(()) } else { self.shift.run(stream) }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GatesParams {
    pub(super) a: u64,
    pub(super) b: u64,
    pub(super) a_log: u64,
    pub(super) dt_bias: u64,
    pub(super) g: u64,
    pub(super) beta: u64,
    pub(super) a_row: i64,
    pub(super) b_row: i64,
    pub(super) g_row: i64,
    pub(super) beta_row: i64,
    pub(super) rows: i64,
    pub(super) heads: i64,
}
pub(super) const GATES: Family =
    Family::of::<GatesParams>("recurrent", &["gdn_gates_f32", "gdn_gates_bf16"]);

impl GatesParams {
    /// Whether a convolution's results lie elsewhere than what the gates are made of.
    pub fn is_apart(&self, conv: &ConvParams) -> bool {
        // Whatever the activations are, no more than this.
        let bytes = |rows: i64, row: i64, width: i64| 4 * (rows.saturating_sub(1) * row + width);
        let out = conv.out..conv.out + bytes(conv.rows, conv.out_row, conv.channels) as u64;
        [(self.a, self.a_row), (self.b, self.b_row)].iter().all(|&(at, row)| {
            at + bytes(self.rows, row, self.heads) as u64 <= out.start || out.end <= at
        })
    }
}

/// Log decay and write strength, f32.
pub struct GdnGates {
    kernel: Kernel,
    dtype: DType,
}

impl GdnGates {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("gdn_gates", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("gdn_gates_{tag}"))?, dtype })
    }

    /// `a[T, 1, h]`, `b`, `a_log[h]`, `dt_bias[h]` to `g` and `beta`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        [a, b]: [View<'_>; 2],
        [a_log, dt_bias]: [Slice<'_, f32>; 2],
        g: ViewMut<'_>,
        beta: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare([a, b], [a_log, dt_bias], g, beta)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        [a, b]: [View<'_>; 2],
        [a_log, dt_bias]: [Slice<'_, f32>; 2],
        g: ViewMut<'_>,
        beta: ViewMut<'_>,
    ) -> Result<Prepared<GatesParams>, CudaError> {
        let (op, g, beta) = ("gdn_gates", g.view(), beta.view());
        let shape = [a.rows(), 1, a_log.len];
        let [rows, _, heads] = shape;
        expect(op, "a", &a, self.dtype, shape)?;
        expect(op, "b", &b, self.dtype, shape)?;
        expect(op, "g", &g, DType::F32, shape)?;
        expect(op, "beta", &beta, DType::F32, shape)?;
        expect_len(op, "dt_bias", dt_bias.len, heads)?;
        let params = GatesParams {
            a: a.ptr,
            b: b.ptr,
            a_log: a_log.ptr,
            dt_bias: dt_bias.ptr,
            g: g.ptr,
            beta: beta.ptr,
            a_row: a.strides[0] as i64,
            b_row: b.strides[0] as i64,
            g_row: g.strides[0] as i64,
            beta_row: beta.strides[0] as i64,
            rows: rows as i64,
            heads: heads as i64,
        };
        let grid = Grid::over(rows * heads, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, heads, 0, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}

/// Columns of a block, as in the kernel's source.
const DELTA_COLUMNS: usize = 32;
const DELTA_THREADS: u32 = 128;
/// Key widths that kernels hold in registers.
const KEY_DIMS: [usize; 3] = [64, 128, 256];
/// Widest key that a kernel serves.
pub(crate) const KEY_DIM_MAX: usize = KEY_DIMS[2];
const SPANS_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct DeltaParams {
    pub(super) q: u64,
    pub(super) k: u64,
    pub(super) v: u64,
    pub(super) g: u64,
    pub(super) beta: u64,
    pub(super) state: u64,
    pub(super) out: u64,
    pub(super) spans: u64,
    pub(super) q_row: i64,
    pub(super) q_head: i64,
    pub(super) k_row: i64,
    pub(super) k_head: i64,
    pub(super) v_row: i64,
    pub(super) v_head: i64,
    pub(super) g_row: i64,
    pub(super) beta_row: i64,
    pub(super) out_row: i64,
    pub(super) out_head: i64,
    pub(super) span_count: i64,
    pub(super) heads: i64,
    pub(super) key_heads: i64,
    pub(super) key_dim: i64,
    pub(super) value_dim: i64,
    pub(super) eps: f32,
    pub(super) unused: f32,
}
pub(super) const DELTA: Family = Family::of::<DeltaParams>(
    "recurrent",
    &[
        "gated_delta_f32_64",
        "gated_delta_f32_128",
        "gated_delta_f32_256",
        "gated_delta_f32_64_whole",
        "gated_delta_f32_128_whole",
        "gated_delta_bf16_64",
        "gated_delta_bf16_128",
        "gated_delta_bf16_256",
        "gated_delta_bf16_64_whole",
        "gated_delta_bf16_128_whole",
    ],
);

/// Arguments of one call; as in `atlas-tensor`.
pub struct GatedDeltaArgs<'a> {
    pub q: View<'a>,
    pub k: View<'a>,
    pub v: View<'a>,
    /// Log decay, f32.
    pub g: View<'a>,
    /// Write strength, f32.
    pub beta: View<'a>,
    /// Every slot's matrices, `[slots, Hv, dk, dv]`.
    pub state: SliceMut<'a, f32>,
    pub eps: f32,
    pub out: ViewMut<'a>,
}

/// Extents of a call.
pub(super) struct DeltaShape {
    pub rows: usize,
    pub key_heads: usize,
    pub key_dim: usize,
    pub heads: usize,
    pub value_dim: usize,
}

impl GatedDeltaArgs<'_> {
    /// An error unless types and shapes agree with each other and with the step.
    pub(super) fn check(
        &self,
        op: &'static str,
        dtype: DType,
        step: &Step,
    ) -> Result<DeltaShape, CudaError> {
        let ([rows, key_heads, key_dim], [_, heads, value_dim]) = (self.q.shape, self.v.shape);
        expect(op, "q", &self.q, dtype, [rows, key_heads, key_dim])?;
        expect(op, "k", &self.k, dtype, [rows, key_heads, key_dim])?;
        expect(op, "v", &self.v, dtype, [rows, heads, value_dim])?;
        expect(op, "out", &self.out.view(), dtype, [rows, heads, value_dim])?;
        expect(op, "g", &self.g, DType::F32, [rows, 1, heads])?;
        expect(op, "beta", &self.beta, DType::F32, [rows, 1, heads])?;
        step.expect(op, rows, None)?;
        if key_heads == 0 || !heads.is_multiple_of(key_heads) {
            return Err(CudaError::bad(op, format!("{heads} heads on {key_heads}")));
        }
        if self.state.len < step.slots_max * heads * key_dim * value_dim {
            let what = format!("{} elements of state for {} slots", self.state.len, step.slots_max);
            return Err(CudaError::bad(op, what));
        }
        Ok(DeltaShape { rows, key_heads, key_dim, heads, value_dim })
    }
}

/// The gated delta rule, the token recurrence.
pub struct GatedDelta {
    kernels: [Kernel; 3],
    /// For keys and values of just so many elements, of the first two.
    whole: [Kernel; 2],
    dtype: DType,
}

impl GatedDelta {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("gated_delta", dtype)?;
        let kernel = |name: &str| device.kernel(&format!("gated_delta_{tag}_{name}"));
        let kernels = [kernel("64")?, kernel("128")?, kernel("256")?];
        let whole = [kernel("64_whole")?, kernel("128_whole")?];
        Ok(Self { kernels, whole, dtype })
    }

    /// Every span, from its slot's state on.
    ///
    /// # Errors
    /// Shapes that disagree, keys wider than 256, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &Step,
        args: GatedDeltaArgs<'_>,
    ) -> Result<(), CudaError> {
        self.run_spans(stream, step, &args, (step.spans(), step.span_count))
    }

    /// `count` spans of the step that lie at `spans`.
    pub(super) fn run_spans(
        &self,
        stream: &Stream,
        step: &Step,
        args: &GatedDeltaArgs<'_>,
        spans: (u64, usize),
    ) -> Result<(), CudaError> {
        self.prepare(step, args, spans)?.run(stream)
    }

    /// The launch for `count` spans of the step that lie at `spans`.
    pub(crate) fn prepare(
        &self,
        step: &Step,
        args: &GatedDeltaArgs<'_>,
        (spans, count): (u64, usize),
    ) -> Result<Prepared<DeltaParams>, CudaError> {
        let op = "gated_delta";
        let DeltaShape { rows, key_heads, key_dim, heads, value_dim } =
            args.check(op, self.dtype, step)?;
        let Some(index) = KEY_DIMS.iter().position(|&dim| dim >= key_dim) else {
            return Err(CudaError::bad(op, format!("keys of {key_dim}, at most 256")));
        };
        let out = args.out.view();
        let params = DeltaParams {
            q: args.q.ptr,
            k: args.k.ptr,
            v: args.v.ptr,
            g: args.g.ptr,
            beta: args.beta.ptr,
            state: args.state.ptr,
            out: out.ptr,
            spans,
            q_row: args.q.strides[0] as i64,
            q_head: args.q.strides[1] as i64,
            k_row: args.k.strides[0] as i64,
            k_head: args.k.strides[1] as i64,
            v_row: args.v.strides[0] as i64,
            v_head: args.v.strides[1] as i64,
            g_row: args.g.strides[0] as i64,
            beta_row: args.beta.strides[0] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            span_count: count as i64,
            heads: heads as i64,
            key_heads: key_heads as i64,
            key_dim: key_dim as i64,
            value_dim: value_dim as i64,
            eps: args.eps,
            unused: 0.0,
        };
        let columns = value_dim.div_ceil(DELTA_COLUMNS);
        let grid = Grid::new([columns, heads, count.min(SPANS_MAX)], DELTA_THREADS);
        let launch = Launch { op, shape: [rows, heads, key_dim, value_dim] };
        let whole =
            self.whole.get(index).filter(|_| key_dim == KEY_DIMS[index] && value_dim == key_dim);
        let kernel = whole.unwrap_or(&self.kernels[index]).clone();
        Ok(Prepared { kernel, launch, grid, params })
    }
}
