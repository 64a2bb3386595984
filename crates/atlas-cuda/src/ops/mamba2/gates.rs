//! `mamba2_gates`: step sizes and decays of the selective scan.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GatesParams {
    dt: u64,
    a_log: u64,
    dt_bias: u64,
    delta: u64,
    g: u64,
    dt_row: i64,
    delta_row: i64,
    g_row: i64,
    rows: i64,
    heads: i64,
    lo: f32,
    hi: f32,
}
pub(crate) const GATES: Family =
    Family::of::<GatesParams>("mamba2/selective_scan", &["mamba2_gates_f32", "mamba2_gates_bf16"]);

/// Step size and log decay, f32.
pub struct Mamba2Gates {
    kernel: Kernel,
    dtype: DType,
}

impl Mamba2Gates {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("mamba2_gates", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("mamba2_gates_{tag}"))?, dtype })
    }

    /// `dt[T, 1, h]`, `a_log[h]`, `dt_bias[h]`, least and largest step size to `delta` and `g`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        dt: View<'_>,
        [a_log, dt_bias]: [Slice<'_, f32>; 2],
        [lo, hi]: [f32; 2],
        [delta, g]: [ViewMut<'_>; 2],
    ) -> Result<(), CudaError> {
        let (op, delta, g) = ("mamba2_gates", delta.view(), g.view());
        let shape = [dt.rows(), 1, a_log.len];
        let [rows, _, heads] = shape;
        expect(op, "dt", &dt, self.dtype, shape)?;
        expect(op, "delta", &delta, DType::F32, shape)?;
        expect(op, "g", &g, DType::F32, shape)?;
        expect_len(op, "dt_bias", dt_bias.len, heads)?;
        let params = GatesParams {
            dt: dt.ptr,
            a_log: a_log.ptr,
            dt_bias: dt_bias.ptr,
            delta: delta.ptr,
            g: g.ptr,
            dt_row: dt.strides[0] as i64,
            delta_row: delta.strides[0] as i64,
            g_row: g.strides[0] as i64,
            rows: rows as i64,
            heads: heads as i64,
            lo,
            hi,
        };
        let grid = Grid::over(rows * heads, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, heads, 0, 0] }, grid, &params)
    }
}
