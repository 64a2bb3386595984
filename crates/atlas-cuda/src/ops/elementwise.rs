//! `swiglu`, `sigmoid_mul`, `shared_expert_add`, `embed` and picking rows.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::{Family, activation, expect, expect_len, tag};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SwigluParams {
    pub(super) gate: u64,
    pub(super) up: u64,
    pub(super) out: u64,
    pub(super) gate_row: i64,
    pub(super) up_row: i64,
    pub(super) out_row: i64,
    pub(super) rows: i64,
    pub(super) width: i64,
}
pub(super) const SWIGLU: Family =
    Family::of::<SwigluParams>("elementwise", &["swiglu_f32", "swiglu_bf16"]);

/// `out = silu(gate) * up`.
pub struct SwiGlu {
    kernel: Kernel,
    dtype: DType,
}

impl SwiGlu {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let kernel = device.kernel(&format!("swiglu_{}", activation("swiglu", dtype)?))?;
        Ok(Self { kernel, dtype })
    }

    /// `gate[T, 1, I]` and `up` to `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        gate: View<'_>,
        up: View<'_>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare([gate, up], out)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        [gate, up]: [View<'_>; 2],
        out: ViewMut<'_>,
    ) -> Result<Prepared<SwigluParams>, CudaError> {
        let ([rows, _, width], out) = (gate.shape, out.view());
        for (name, view) in [("gate", &gate), ("up", &up), ("out", &out)] {
            expect("swiglu", name, view, self.dtype, [rows, 1, width])?;
        }
        let params = SwigluParams {
            gate: gate.ptr,
            up: up.ptr,
            out: out.ptr,
            gate_row: gate.strides[0] as i64,
            up_row: up.strides[0] as i64,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
        };
        let grid = Grid::over(rows * width, THREADS, self.kernel.device().info());
        let launch = Launch { op: "swiglu", shape: [rows, width, 0, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct SigmoidMulParams {
    x: u64,
    gate: u64,
    x_row: i64,
    x_head: i64,
    gate_row: i64,
    gate_head: i64,
    rows: i64,
    heads: i64,
    width: i64,
}
pub(super) const SIGMOID_MUL: Family =
    Family::of::<SigmoidMulParams>("elementwise", &["sigmoid_mul_f32", "sigmoid_mul_bf16"]);

/// `x *= sigmoid(gate)`.
pub struct SigmoidMul {
    kernel: Kernel,
    dtype: DType,
}

impl SigmoidMul {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let kernel =
            device.kernel(&format!("sigmoid_mul_{}", activation("sigmoid_mul", dtype)?))?;
        Ok(Self { kernel, dtype })
    }

    /// `x[T, n, d]` in place, `gate[T, n, d]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, x: ViewMut<'_>, gate: View<'_>) -> Result<(), CudaError> {
        let x = x.view();
        expect("sigmoid_mul", "x", &x, self.dtype, gate.shape)?;
        expect("sigmoid_mul", "gate", &gate, self.dtype, gate.shape)?;
        let [rows, heads, width] = x.shape;
        let params = SigmoidMulParams {
            x: x.ptr,
            gate: gate.ptr,
            x_row: x.strides[0] as i64,
            x_head: x.strides[1] as i64,
            gate_row: gate.strides[0] as i64,
            gate_head: gate.strides[1] as i64,
            rows: rows as i64,
            heads: heads as i64,
            width: width as i64,
        };
        let grid = Grid::over(rows * heads * width, THREADS, self.kernel.device().info());
        let launch = Launch { op: "sigmoid_mul", shape: [rows, heads, width, 0] };
        self.kernel.launch(stream, launch, grid, &params)
    }
}

/// A shared expert's results and the logits of its gate; addresses of 0 where there are none.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
pub(crate) struct SharedAdd {
    shared: u64,
    gate: u64,
    shared_row: i64,
    gate_row: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SharedExpertAddParams {
    pub(super) out: u64,
    pub(super) out_row: i64,
    pub(super) rows: i64,
    pub(super) width: i64,
    pub(super) add: SharedAdd,
}
pub(super) const SHARED_EXPERT_ADD: Family = Family::of::<SharedExpertAddParams>(
    "elementwise",
    &["shared_expert_add_f32", "shared_expert_add_bf16"],
);

/// `out += sigmoid(gate) * shared`, or `out += shared`.
pub struct SharedExpertAdd {
    kernel: Kernel,
    dtype: DType,
}

impl SharedExpertAdd {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("shared_expert_add", dtype)?;
        let kernel = device.kernel(&format!("shared_expert_add_{tag}"))?;
        Ok(Self { kernel, dtype })
    }

    /// `out[T, 1, H]` in place, `shared`, and the gate's logits `[T, 1, 1]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        out: ViewMut<'_>,
        shared: View<'_>,
        gate: Option<View<'_>>,
    ) -> Result<(), CudaError> {
        self.prepare(out, shared, gate)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        out: ViewMut<'_>,
        shared: View<'_>,
        gate: Option<View<'_>>,
    ) -> Result<Prepared<SharedExpertAddParams>, CudaError> {
        let op = "shared_expert_add";
        let ([rows, _, width], out) = (shared.shape, out.view());
        expect(op, "shared", &shared, self.dtype, [rows, 1, width])?;
        expect(op, "out", &out, self.dtype, [rows, 1, width])?;
        if let Some(gate) = &gate {
            expect(op, "gate", gate, self.dtype, [rows, 1, 1])?;
        }
        let params = SharedExpertAddParams {
            out: out.ptr,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
            add: SharedAdd {
                shared: shared.ptr,
                gate: gate.map_or(0, |gate| gate.ptr),
                shared_row: shared.strides[0] as i64,
                gate_row: gate.map_or(0, |gate| gate.strides[0] as i64),
            },
        };
        let grid = Grid::over(rows * width, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, width, 0, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct EmbedParams {
    ids: u64,
    table: u64,
    out: u64,
    out_row: i64,
    rows: i64,
    width: i64,
    vocab: i64,
}
pub(super) const EMBED: Family = Family::of::<EmbedParams>(
    "elementwise",
    &[
        "embed_bf16_f32",
        "embed_f16_f32",
        "embed_f32_f32",
        "embed_bf16_bf16",
        "embed_f16_bf16",
        "embed_f32_bf16",
    ],
);

/// `out[t] = table[ids[t]]`; NaN for an id that the table does not have.
pub struct Embed {
    kernel: Kernel,
    table: DType,
    dtype: DType,
}

impl Embed {
    /// For a table of type `table` and activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(device: &Device, table: DType, dtype: DType) -> Result<Self, CudaError> {
        let to = activation("embed", dtype)?;
        let kernel = device.kernel(&format!("embed_{}_{to}", tag(table)))?;
        Ok(Self { kernel, table, dtype })
    }

    /// `ids[T]` and the contiguous `table[V, 1, H]` to `out[T, 1, H]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        ids: Slice<'_, u32>,
        table: View<'_>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        let ([vocab, _, width], out) = (table.shape, out.view());
        let rows = out.rows();
        expect("embed", "table", &table, self.table, [vocab, 1, width])?;
        expect("embed", "out", &out, self.dtype, [rows, 1, width])?;
        expect_len("embed", "ids", ids.len, rows)?;
        if vocab > 1 && table.strides[0] != width {
            return Err(CudaError::bad("embed", "the table has gaps between its rows"));
        }
        let params = EmbedParams {
            ids: ids.ptr,
            table: table.ptr,
            out: out.ptr,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
            vocab: vocab as i64,
        };
        let grid = Grid::over(rows * width, THREADS, self.kernel.device().info());
        let launch = Launch { op: "embed", shape: [rows, vocab, width, 0] };
        self.kernel.launch(stream, launch, grid, &params)
    }
}
