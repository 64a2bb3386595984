//! `selective_scan` as a token recurrence.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

/// Columns of a block, as in the kernel's source.
const COLUMNS: usize = 32;
const THREADS: u32 = 128;
/// State sizes that kernels hold in registers.
const KEY_DIMS: [usize; 3] = [64, 128, 256];
/// Largest state size that a kernel serves.
pub(crate) const KEY_DIM_MAX: usize = KEY_DIMS[2];
const SPANS_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ScanParams {
    x: u64,
    b: u64,
    c: u64,
    delta: u64,
    g: u64,
    d: u64,
    state: u64,
    out: u64,
    spans: u64,
    x_row: i64,
    x_head: i64,
    b_row: i64,
    b_head: i64,
    c_row: i64,
    c_head: i64,
    delta_row: i64,
    g_row: i64,
    out_row: i64,
    out_head: i64,
    span_count: i64,
    heads: i64,
    groups: i64,
    key_dim: i64,
    value_dim: i64,
}
pub(crate) const SCAN: Family = Family::of::<ScanParams>(
    "mamba2/selective_scan",
    &[
        "selective_scan_f32_64",
        "selective_scan_f32_128",
        "selective_scan_f32_256",
        "selective_scan_f32_64_whole",
        "selective_scan_f32_128_whole",
        "selective_scan_bf16_64",
        "selective_scan_bf16_128",
        "selective_scan_bf16_256",
        "selective_scan_bf16_64_whole",
        "selective_scan_bf16_128_whole",
    ],
);

/// Arguments of one call; as in `atlas-tensor`.
pub struct SelectiveScanArgs<'a> {
    /// `[T, h, p]`
    pub x: View<'a>,
    /// `[T, G, n]`
    pub b: View<'a>,
    pub c: View<'a>,
    /// Step size `[T, 1, h]`, f32.
    pub delta: View<'a>,
    /// Log decay `[T, 1, h]`, f32.
    pub g: View<'a>,
    /// `[h]`
    pub d: Slice<'a, f32>,
    /// Every slot's matrices, `[slots, h, n, p]`.
    pub state: SliceMut<'a, f32>,
    pub out: ViewMut<'a>,
}

/// The selective scan, the token recurrence.
pub struct SelectiveScan {
    kernels: [Kernel; 3],
    /// For states of just so many rows, of the first two, and columns in whole blocks.
    whole: [Kernel; 2],
    dtype: DType,
}

impl SelectiveScan {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("selective_scan", dtype)?;
        let kernel = |name: &str| device.kernel(&format!("selective_scan_{tag}_{name}"));
        let kernels = [kernel("64")?, kernel("128")?, kernel("256")?];
        Ok(Self { kernels, whole: [kernel("64_whole")?, kernel("128_whole")?], dtype })
    }

    /// Every span, from its slot's state on.
    ///
    /// # Errors
    /// Shapes that disagree, states larger than 256, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &SelectiveScanArgs<'_>,
    ) -> Result<(), CudaError> {
        self.run_spans(stream, step, args, (step.spans(), step.span_count))
    }

    /// `count` spans of the step that lie at `spans`.
    pub(crate) fn run_spans(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &SelectiveScanArgs<'_>,
        (spans, count): (u64, usize),
    ) -> Result<(), CudaError> {
        let op = "selective_scan";
        let ([rows, heads, value_dim], [_, groups, key_dim]) = (args.x.shape, args.b.shape);
        self.check(op, step, args)?;
        let Some(index) = KEY_DIMS.iter().position(|&dim| dim >= key_dim) else {
            return Err(CudaError::bad(op, format!("states of {key_dim}, at most {KEY_DIM_MAX}")));
        };
        let out = args.out.view();
        let params = ScanParams {
            x: args.x.ptr,
            b: args.b.ptr,
            c: args.c.ptr,
            delta: args.delta.ptr,
            g: args.g.ptr,
            d: args.d.ptr,
            state: args.state.ptr,
            out: out.ptr,
            spans,
            x_row: args.x.strides[0] as i64,
            x_head: args.x.strides[1] as i64,
            b_row: args.b.strides[0] as i64,
            b_head: args.b.strides[1] as i64,
            c_row: args.c.strides[0] as i64,
            c_head: args.c.strides[1] as i64,
            delta_row: args.delta.strides[0] as i64,
            g_row: args.g.strides[0] as i64,
            out_row: out.strides[0] as i64,
            out_head: out.strides[1] as i64,
            span_count: count as i64,
            heads: heads as i64,
            groups: groups as i64,
            key_dim: key_dim as i64,
            value_dim: value_dim as i64,
        };
        let blocks = [value_dim.div_ceil(COLUMNS), heads, count.min(SPANS_MAX)];
        let launch = Launch { op, shape: [rows, heads, key_dim, value_dim] };
        let fits = key_dim == KEY_DIMS[index] && value_dim.is_multiple_of(COLUMNS);
        let whole = self.whole.get(index).filter(|_| fits);
        whole.unwrap_or(&self.kernels[index]).launch(
            stream,
            launch,
            Grid::new(blocks, THREADS),
            &params,
        )
    }

    /// An error unless types and shapes agree with each other and with the step.
    pub(crate) fn check(
        &self,
        op: &'static str,
        step: &StepTables,
        args: &SelectiveScanArgs<'_>,
    ) -> Result<(), CudaError> {
        let ([rows, heads, value_dim], [_, groups, key_dim]) = (args.x.shape, args.b.shape);
        expect(op, "x", &args.x, self.dtype, [rows, heads, value_dim])?;
        expect(op, "b", &args.b, self.dtype, [rows, groups, key_dim])?;
        expect(op, "c", &args.c, self.dtype, [rows, groups, key_dim])?;
        expect(op, "out", &args.out.view(), self.dtype, [rows, heads, value_dim])?;
        expect(op, "delta", &args.delta, DType::F32, [rows, 1, heads])?;
        expect(op, "g", &args.g, DType::F32, [rows, 1, heads])?;
        expect_len(op, "d", args.d.len, heads)?;
        step.expect(op, rows, None)?;
        if groups == 0 || !heads.is_multiple_of(groups) {
            return Err(CudaError::bad(op, format!("{heads} heads in {groups} groups")));
        }
        if args.state.len < step.slots_max * heads * key_dim * value_dim {
            let what = format!("{} elements of state for {} slots", args.state.len, step.slots_max);
            return Err(CudaError::bad(op, what));
        }
        Ok(())
    }
}
