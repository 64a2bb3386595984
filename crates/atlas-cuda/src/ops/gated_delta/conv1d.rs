//! `conv1d_silu`: the short convolution before the delta rule.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

const THREADS: u32 = 256;
/// Threads of `conv1d_one_row_x4`.
const STEP_THREADS: u32 = 128;
/// Most taps of `conv1d_one_row`, as in the kernel's source.
const TAPS_MAX: usize = 8;
/// Taps, rows and threads of `conv1d_tile`, as in the kernel's source.
const TILE_TAPS: usize = 4;
const TILE_ROWS: usize = 32;
const TILE_THREADS: u32 = 128;
const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ConvParams {
    pub(crate) x: u64,
    pub(crate) weight: u64,
    pub(crate) bias: u64,
    pub(crate) state: u64,
    pub(crate) out: u64,
    pub(crate) spans: u64,
    pub(crate) row_span: u64,
    pub(crate) x_row: i64,
    pub(crate) out_row: i64,
    pub(crate) rows: i64,
    pub(crate) channels: i64,
    pub(crate) taps: i64,
    pub(crate) span_count: i64,
}
pub(crate) const CONV: Family = Family::of::<ConvParams>(
    "gated_delta/conv1d",
    &[
        "conv1d_f32",
        "conv1d_bf16",
        "conv1d_tile_f32",
        "conv1d_tile_bf16",
        "conv1d_shift_f32",
        "conv1d_shift_bf16",
        "conv1d_one_row_f32",
        "conv1d_one_row_bf16",
        "conv1d_one_row_x4_f32",
        "conv1d_one_row_x4_bf16",
    ],
);

/// Weights `[C, taps]`, the newest input last, and `bias[C]`.
#[derive(Clone, Copy)]
pub struct Taps<'a> {
    pub weight: Slice<'a, f32>,
    pub bias: Option<Slice<'a, f32>>,
}

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
        let (convolve, shift) = (kernel("conv1d")?, kernel("conv1d_shift")?);
        let (tile, step) = (kernel("conv1d_tile")?, kernel("conv1d_one_row")?);
        let step_four = kernel("conv1d_one_row_x4")?;
        Ok(Self { convolve, tile, shift, step, step_four, dtype })
    }

    /// `x[T, 1, C]`, `weight[C * taps]`, `bias[C]?`, every slot's history `[slots, taps - 1, C]` to
    /// `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        x: View<'_>,
        taps: Taps<'_>,
        state: SliceMut<'_, f32>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare(step, x, taps, state, out)?.run(stream)
    }

    /// The launches of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        step: &StepTables,
        x: View<'_>,
        Taps { weight, bias }: Taps<'_>,
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
        if let Some(bias) = bias {
            expect_len(op, "bias", bias.len, channels)?;
        }
        if state.len < step.slots_max * (taps - 1) * channels {
            let what = format!("{} elements of history for {} slots", state.len, step.slots_max);
            return Err(CudaError::bad(op, what));
        }
        let params = ConvParams {
            x: x.ptr,
            weight: weight.ptr,
            bias: bias.map_or(0, |bias| bias.ptr),
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
        let stepwise = step.is_single && taps <= TAPS_MAX;
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
