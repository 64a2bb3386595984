//! `gated_delta` as a token recurrence.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{DeltaShape, GatedDeltaArgs};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::step::StepTables;
use crate::ops::{Family, activation};
use crate::stream::Stream;

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
    pub(crate) q: u64,
    pub(crate) k: u64,
    pub(crate) v: u64,
    pub(crate) g: u64,
    pub(crate) beta: u64,
    pub(crate) state: u64,
    pub(crate) out: u64,
    pub(crate) spans: u64,
    pub(crate) q_row: i64,
    pub(crate) q_head: i64,
    pub(crate) k_row: i64,
    pub(crate) k_head: i64,
    pub(crate) v_row: i64,
    pub(crate) v_head: i64,
    pub(crate) g_row: i64,
    pub(crate) beta_row: i64,
    pub(crate) out_row: i64,
    pub(crate) out_head: i64,
    pub(crate) span_count: i64,
    pub(crate) heads: i64,
    pub(crate) key_heads: i64,
    pub(crate) key_dim: i64,
    pub(crate) value_dim: i64,
    pub(crate) eps: f32,
    pub(crate) unused: f32,
}
pub(crate) const DELTA: Family = Family::of::<DeltaParams>(
    "gated_delta/recurrent",
    &[
        "gated_delta_recurrent_f32_64",
        "gated_delta_recurrent_f32_128",
        "gated_delta_recurrent_f32_256",
        "gated_delta_recurrent_f32_64_whole",
        "gated_delta_recurrent_f32_128_whole",
        "gated_delta_recurrent_bf16_64",
        "gated_delta_recurrent_bf16_128",
        "gated_delta_recurrent_bf16_256",
        "gated_delta_recurrent_bf16_64_whole",
        "gated_delta_recurrent_bf16_128_whole",
    ],
);

/// The gated delta rule, the token recurrence.
pub struct RecurrentGatedDelta {
    kernels: [Kernel; 3],
    /// For keys and values of just so many elements, of the first two.
    whole: [Kernel; 2],
    dtype: DType,
}

impl RecurrentGatedDelta {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("gated_delta", dtype)?;
        let kernel = |name: &str| device.kernel(&format!("gated_delta_recurrent_{tag}_{name}"));
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
        step: &StepTables,
        args: GatedDeltaArgs<'_>,
    ) -> Result<(), CudaError> {
        self.run_spans(stream, step, &args, (step.spans(), step.span_count))
    }

    /// `count` spans of the step that lie at `spans`.
    pub(crate) fn run_spans(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &GatedDeltaArgs<'_>,
        spans: (u64, usize),
    ) -> Result<(), CudaError> {
        self.prepare(step, args, spans)?.run(stream)
    }

    /// The launch for `count` spans of the step that lie at `spans`.
    pub(crate) fn prepare(
        &self,
        step: &StepTables,
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
