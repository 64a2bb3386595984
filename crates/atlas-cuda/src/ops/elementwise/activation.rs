//! `swiglu`, `sigmoid_mul` and `relu_squared`.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SwigluParams {
    pub(crate) gate: u64,
    pub(crate) up: u64,
    pub(crate) out: u64,
    pub(crate) gate_row: i64,
    pub(crate) up_row: i64,
    pub(crate) out_row: i64,
    pub(crate) rows: i64,
    pub(crate) width: i64,
}
pub(crate) const SWIGLU: Family =
    Family::of::<SwigluParams>("elementwise/activation", &["swiglu_f32", "swiglu_bf16"]);

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
pub(crate) struct SigmoidMulParams {
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
pub(crate) const SIGMOID_MUL: Family = Family::of::<SigmoidMulParams>(
    "elementwise/activation",
    &["sigmoid_mul_f32", "sigmoid_mul_bf16"],
);

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

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ReluSquaredParams {
    x: u64,
    out: u64,
    x_row: i64,
    out_row: i64,
    rows: i64,
    width: i64,
}
pub(crate) const RELU_SQUARED: Family = Family::of::<ReluSquaredParams>(
    "elementwise/activation",
    &["relu_squared_f32", "relu_squared_bf16"],
);

/// `out = max(x, 0)^2`.
pub struct ReluSquared {
    kernel: Kernel,
    dtype: DType,
}

impl ReluSquared {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("relu_squared", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("relu_squared_{tag}"))?, dtype })
    }

    /// `x[T, 1, I]` to `out`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, x: View<'_>, out: ViewMut<'_>) -> Result<(), CudaError> {
        let ([rows, _, width], out) = (x.shape, out.view());
        for (name, view) in [("x", &x), ("out", &out)] {
            expect("relu_squared", name, view, self.dtype, [rows, 1, width])?;
        }
        let params = ReluSquaredParams {
            x: x.ptr,
            out: out.ptr,
            x_row: x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            width: width as i64,
        };
        let grid = Grid::over(rows * width, THREADS, self.kernel.device().info());
        let launch = Launch { op: "relu_squared", shape: [rows, width, 0, 0] };
        self.kernel.launch(stream, launch, grid, &params)
    }
}
