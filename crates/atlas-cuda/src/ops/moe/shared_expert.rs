//! `shared_expert_add`: the expert of every token.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, expect};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

const THREADS: u32 = 256;

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
    pub(crate) out: u64,
    pub(crate) out_row: i64,
    pub(crate) rows: i64,
    pub(crate) width: i64,
    pub(crate) add: SharedAdd,
}
pub(crate) const SHARED_EXPERT_ADD: Family = Family::of::<SharedExpertAddParams>(
    "moe/combine",
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
