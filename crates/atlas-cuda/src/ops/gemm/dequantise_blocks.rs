//! Rows of weights in blocks as bf16: of an embedding by index, and in turn for kernels that
//! multiply many rows.

use std::ops::Range;

use atlas_tensor::{DType, WeightFormat};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, expect, expect_len};
use crate::quantised::{QuantisedParams, QuantisedView, block_tag, reads_blocks};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct DequantiseBlocksParams {
    weight: QuantisedParams,
    ids: u64,
    out: u64,
    out_row: i64,
    first: i64,
    rows: i64,
    k: i64,
    n: i64,
}
pub(crate) const DEQUANTISE_BLOCKS: Family = Family::of::<DequantiseBlocksParams>(
    "gemm/dequantise_blocks",
    &[
        "dequantise_blocks_q4_0",
        "dequantise_blocks_q4_1",
        "dequantise_blocks_q5_0",
        "dequantise_blocks_q5_1",
        "dequantise_blocks_q8_0",
        "dequantise_blocks_iq4_nl",
        "dequantise_blocks_ggml_mxfp4",
        "dequantise_blocks_q2_k",
        "dequantise_blocks_q3_k",
        "dequantise_blocks_q4_k",
        "dequantise_blocks_q5_k",
        "dequantise_blocks_q6_k",
        "dequantise_blocks_iq4_xs",
        "dequantise_blocks_int4",
        "dequantise_blocks_int8",
        "dequantised_blocks",
    ],
);

/// Writes rows of weights of one format as bf16, each element rounded once to the nearest.
pub struct DequantiseBlocks {
    kernel: Kernel,
    /// Comes between the rows and the kernels that read them: those read weights early.
    barrier: Kernel,
    format: WeightFormat,
}

impl DequantiseBlocks {
    /// For weights of `format`.
    ///
    /// # Errors
    /// No kernel reads it.
    pub fn bind(device: &Device, format: WeightFormat) -> Result<Self, CudaError> {
        let no_blocks = || CudaError::bad("dequantise", format!("{format} weights have no blocks"));
        let tag = block_tag(format).ok_or_else(no_blocks)?;
        let kernel = device.kernel(&format!("dequantise_blocks_{tag}"))?;
        Ok(Self { kernel, barrier: device.kernel("dequantised_blocks")?, format })
    }

    /// Rows `rows` of `weight` to `out`, row-major. Kernels launched next may read them as weights.
    ///
    /// # Errors
    /// A weight of another format, rows that are not there, another length of `out` (of elements of
    /// 16 bits), or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        weight: &QuantisedView<'_>,
        rows: Range<usize>,
        out: SliceMut<'_, u16>,
    ) -> Result<(), CudaError> {
        let k = weight.k();
        if rows.end > weight.n() || out.len != rows.len() * k {
            let what = format!("rows {rows:?} to {} elements", out.len);
            return Err(CudaError::bad("dequantise", what));
        }
        let to = (out.ptr, k);
        self.launch(stream, "dequantise", weight, (0, rows.start, rows.len()), to)
    }

    /// `ids[T]` and `table[V, H]` to `out[T, 1, H]` of bf16; NaN for an id that the table does not
    /// have.
    ///
    /// # Errors
    /// Shapes that disagree, a table of another format, or what the driver says.
    pub fn embed(
        &self,
        stream: &Stream,
        ids: Slice<'_, u32>,
        table: &QuantisedView<'_>,
        out: ViewMut<'_>,
    ) -> Result<(), CudaError> {
        let out = out.view();
        let rows = out.rows();
        expect("embed", "out", &out, DType::Bf16, [rows, 1, table.k()])?;
        expect_len("embed", "ids", ids.len, rows)?;
        let to = (out.ptr, out.strides[0]);
        self.launch(stream, "embed", table, (ids.ptr, 0, rows), to)
    }

    fn launch(
        &self,
        stream: &Stream,
        op: &'static str,
        weight: &QuantisedView<'_>,
        (ids, first, rows): (u64, usize, usize),
        (out, out_row): (u64, usize),
    ) -> Result<(), CudaError> {
        let k = weight.k();
        reads_blocks(weight.format(), k).map_err(|why| CudaError::bad(op, why))?;
        let other = weight.format().kind() != self.format.kind();
        if other || !weight.params().codes.is_multiple_of(4) {
            return Err(CudaError::bad(op, "a weight of another format, or off its boundaries"));
        }
        let params = DequantiseBlocksParams {
            weight: weight.params(),
            ids,
            out,
            out_row: out_row as i64,
            first: first as i64,
            rows: rows as i64,
            k: k as i64,
            n: weight.n() as i64,
        };
        let launch = Launch { op, shape: [rows, weight.n(), k, 0] };
        // Eight elements a thread.
        let grid = Grid::over(rows * k.div_ceil(256) * 32, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, launch, grid, &params)?;
        match ids {
            0 => self.barrier.launch(stream, launch, Grid::new([1, 1, 1], 32), &params),
            _ => Ok(()),
        }
    }
}
