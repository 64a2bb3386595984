//! `embed` and picking rows.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, activation, expect, expect_len, tag};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct EmbedParams {
    ids: u64,
    table: u64,
    out: u64,
    table_row: i64,
    out_row: i64,
    rows: i64,
    width: i64,
    vocab: i64,
}
pub(crate) const EMBED: Family = Family::of::<EmbedParams>(
    "elementwise/embed",
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

    /// `ids[T]` and `table[V, 1, H]` to `out[T, 1, H]`; without ids all rows in
    /// order.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        ids: Option<Slice<'_, u32>>,
        table: View<'_>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        let ([vocab, _, width], out) = (table.shape, out.view());
        let rows = out.rows();
        expect("embed", "table", &table, self.table, [vocab, 1, width])?;
        expect("embed", "out", &out, self.dtype, [rows, 1, width])?;
        expect_len("embed", "ids", ids.as_ref().map_or(vocab, |ids| ids.len), rows)?;
        let params = EmbedParams {
            ids: ids.map_or(0, |ids| ids.ptr),
            table: table.ptr,
            out: out.ptr,
            table_row: table.strides[0] as i64,
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
