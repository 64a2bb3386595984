//! `selective_scan` for long spans: whole chunks on tensor cores, the rows around them by the
//! recurrence.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::selective_scan::{SelectiveScan, SelectiveScanArgs};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::ops::gated_delta::chunk_cuts::CHUNK;
use crate::ops::step::StepTables;
use crate::stream::Stream;

/// State sizes that kernels are compiled for.
const KEY_DIMS: [usize; 2] = [64, 128];
/// Columns of a block, as in the kernel's source.
const COLUMNS: usize = 32;
const THREADS: u32 = 128;
const GRID_YZ_MAX: usize = 65_535;
/// Bytes of `ScanChunkShared` in the kernel's source.
const SHARED: [u32; 2] = [81_168, 113_936];

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ScanChunkParams {
    x: u64,
    b: u64,
    c: u64,
    delta: u64,
    g: u64,
    d: u64,
    state: u64,
    out: u64,
    pieces: u64,
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
    piece_count: i64,
    heads: i64,
    groups: i64,
    value_dim: i64,
}
pub(crate) const CHUNKS: Family = Family::of::<ScanChunkParams>(
    "mamba2/chunked",
    &["selective_scan_chunked_64", "selective_scan_chunked_128"],
)
.with_shared();

/// The selective scan: chunks of 64 positions that lie wholly in a span on tensor cores, the rows
/// before and behind them by the token recurrence. The state is f32 between all of them.
///
/// Which of the two computes a row depends on whether its chunk lies wholly in its span. The bits
/// are the same for every cut of a span at multiples of 64, and for every cut of rows whose chunk
/// no call has whole.
pub struct ChunkedScan {
    chunks: Kernel,
    recurrence: SelectiveScan,
    key_dim: usize,
    value_dim: usize,
    shared_bytes: u32,
}

impl ChunkedScan {
    /// For activations of `dtype`, states of `key_dim` rows and `value_dim` columns a head.
    ///
    /// # Errors
    /// Activations that are not bf16, states that are not 64 or 128 rows high, columns that are no
    /// multiple of 32, or a device with too little shared memory. [`SelectiveScan`] serves all of
    /// these.
    pub fn bind(
        device: &Device,
        dtype: DType,
        key_dim: usize,
        value_dim: usize,
    ) -> Result<Self, CudaError> {
        let bad = |what: String| Err(CudaError::bad("selective_scan/chunk", what));
        if dtype != DType::Bf16 {
            return bad(format!("activations of {dtype:?}, it takes bf16"));
        }
        let Some(index) = KEY_DIMS.iter().position(|&dim| dim == key_dim) else {
            return bad(format!("states of {key_dim}, it takes 64 and 128"));
        };
        if value_dim == 0 || !value_dim.is_multiple_of(COLUMNS) {
            return bad(format!("heads of {value_dim}, it takes multiples of {COLUMNS}"));
        }
        let (want, have) = (SHARED[index], device.info().shared_bytes_max);
        if want > have {
            return bad(format!("it takes {want} bytes of shared memory, the device has {have}"));
        }
        Ok(Self {
            chunks: device.kernel(&format!("selective_scan_chunked_{key_dim}"))?,
            recurrence: SelectiveScan::bind(device, dtype)?,
            key_dim,
            value_dim,
            shared_bytes: want,
        })
    }

    /// Every span, from its slot's state on.
    ///
    /// # Errors
    /// Shapes that disagree or are not those bound, rows of x, b, c or out that are not on 16-byte
    /// boundaries, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &SelectiveScanArgs<'_>,
    ) -> Result<(), CudaError> {
        let op = "selective_scan/chunk";
        self.recurrence.check(op, step, args)?;
        let ([_, heads, value_dim], [_, groups, key_dim]) = (args.x.shape, args.b.shape);
        let bound = [self.key_dim, self.value_dim];
        if [key_dim, value_dim] != bound {
            let what = format!("heads of {key_dim} and {value_dim}, bound for {bound:?}");
            return Err(CudaError::bad(op, what));
        }
        if heads > GRID_YZ_MAX {
            return Err(CudaError::bad(op, format!("{heads} heads")));
        }
        let views = [("x", args.x), ("b", args.b), ("c", args.c), ("out", args.out.view())];
        if let Some((name, _)) = views.iter().find(|(_, view)| !view.is_aligned()) {
            return Err(CudaError::bad(op, format!("rows of {name} off 16-byte boundaries")));
        }
        let [first, pieces, last, chunks] = step.counts;
        // A span's parts follow each other on the stream, its state from one to the next.
        if first > 0 {
            self.recurrence.run_spans(stream, step, args, (step.pieces(0), first))?;
        }
        if chunks > 0 {
            let params = params(step, args, groups);
            let launch = Launch { op, shape: [chunks * CHUNK, heads, key_dim, value_dim] };
            let blocks = [value_dim / COLUMNS, heads, pieces.min(GRID_YZ_MAX)];
            let grid = Grid::new(blocks, THREADS).shared(self.shared_bytes);
            self.chunks.launch(stream, launch, grid, &params)?;
        }
        if last > 0 {
            self.recurrence.run_spans(stream, step, args, (step.pieces(2), last))?;
        }
        Ok(())
    }
}

fn params(step: &StepTables, args: &SelectiveScanArgs<'_>, groups: usize) -> ScanChunkParams {
    let out = args.out.view();
    ScanChunkParams {
        x: args.x.ptr,
        b: args.b.ptr,
        c: args.c.ptr,
        delta: args.delta.ptr,
        g: args.g.ptr,
        d: args.d.ptr,
        state: args.state.ptr,
        out: out.ptr,
        pieces: step.pieces(1),
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
        piece_count: step.counts[1] as i64,
        heads: args.x.shape[1] as i64,
        groups: groups as i64,
        value_dim: args.x.shape[2] as i64,
    }
}
