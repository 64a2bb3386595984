//! `gated_delta` for long spans: whole chunks on tensor cores, the rows around them by the
//! recurrence.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

pub use super::chunk_cuts::CHUNK;
use super::recurrent::RecurrentGatedDelta;
use super::{DeltaShape, GatedDeltaArgs};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::ops::step::StepTables;
use crate::stream::Stream;
use crate::view::SliceMut;

/// Key widths that kernels are compiled for.
const KEY_DIMS: [usize; 2] = [64, 128];
/// Columns of a block, as in the kernel's source.
const COLUMNS: usize = 32;
const THREADS: u32 = 128;
const SCAN_THREADS: u32 = 256;
const GRID_YZ_MAX: usize = 65_535;
/// Bytes of `Factors`, `FactorsShared` and `ScanShared` in the kernel's source.
const FACTORS_BYTES: usize = 4 * 10 * 512 + 784;
const FACTORS_SHARED: [u32; 2] = [37_120, 53_504];
const SCAN_SHARED: [u32; 2] = [144_944, 194_096];

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ChunkParams {
    q: u64,
    k: u64,
    v: u64,
    g: u64,
    beta: u64,
    state: u64,
    out: u64,
    factors: u64,
    pieces: u64,
    chunk_rows: u64,
    q_row: i64,
    q_head: i64,
    k_row: i64,
    k_head: i64,
    v_row: i64,
    v_head: i64,
    g_row: i64,
    beta_row: i64,
    out_row: i64,
    out_head: i64,
    piece_count: i64,
    chunk_count: i64,
    heads: i64,
    key_heads: i64,
    value_dim: i64,
    eps: f32,
    unused: f32,
}
pub(crate) const CHUNK_FAMILY: Family = Family::of::<ChunkParams>(
    "gated_delta/chunked",
    &[
        "gated_delta_chunk_factors_64",
        "gated_delta_chunk_factors_128",
        "gated_delta_chunk_scan_64",
        "gated_delta_chunk_scan_128",
    ],
)
.with_shared();

/// The gated delta rule: chunks of 64 positions that lie wholly in a span on tensor cores, the rows
/// before and behind them by the token recurrence. The state is f32 between all of them.
///
/// Which of the two computes a row depends on whether its chunk lies wholly in its span. The bits
/// are the same for every cut of a span at multiples of 64, and for every cut of rows whose chunk
/// no call has whole.
pub struct ChunkedGatedDelta {
    factors: Kernel,
    scan: Kernel,
    recurrence: RecurrentGatedDelta,
    key_dim: usize,
    value_dim: usize,
    index: usize,
}

impl ChunkedGatedDelta {
    /// For activations of `dtype`, keys of `key_dim` and values of `value_dim`.
    ///
    /// # Errors
    /// Activations that are not bf16, keys that are not 64 or 128 wide, values that are no multiple
    /// of 32, or a device with too little shared memory. [`RecurrentGatedDelta`] serves all of
    /// these.
    pub fn bind(
        device: &Device,
        dtype: DType,
        key_dim: usize,
        value_dim: usize,
    ) -> Result<Self, CudaError> {
        let bad = |what: String| Err(CudaError::bad("gated_delta/chunk", what));
        if dtype != DType::Bf16 {
            return bad(format!("activations of {dtype:?}, it takes bf16"));
        }
        let Some(index) = KEY_DIMS.iter().position(|&dim| dim == key_dim) else {
            return bad(format!("keys of {key_dim}, it takes 64 and 128"));
        };
        if value_dim == 0 || !value_dim.is_multiple_of(COLUMNS) {
            return bad(format!("values of {value_dim}, it takes multiples of {COLUMNS}"));
        }
        let (want, have) = (SCAN_SHARED[index], device.info().shared_bytes_max);
        if want > have {
            return bad(format!("it takes {want} bytes of shared memory, the device has {have}"));
        }
        Ok(Self {
            factors: device.kernel(&format!("gated_delta_chunk_factors_{key_dim}"))?,
            scan: device.kernel(&format!("gated_delta_chunk_scan_{key_dim}"))?,
            recurrence: RecurrentGatedDelta::bind(device, dtype)?,
            key_dim,
            value_dim,
            index,
        })
    }

    /// Bytes of workspace that any step of at most `rows` rows takes for `heads` value heads.
    pub fn workspace_bytes(rows: usize, heads: usize) -> usize {
        rows / CHUNK * heads * FACTORS_BYTES
    }

    /// Every span, from its slot's state on. `workspace` is written before it is read.
    ///
    /// # Errors
    /// Shapes that disagree or are not those bound, rows of q, k, v or out that are not on 16-byte
    /// boundaries, a workspace that is too small, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &GatedDeltaArgs<'_>,
        workspace: SliceMut<'_, u8>,
    ) -> Result<(), CudaError> {
        let op = "gated_delta/chunk";
        let shape = args.check(op, DType::Bf16, step)?;
        let bound = [self.key_dim, self.value_dim];
        if [shape.key_dim, shape.value_dim] != bound {
            let what = format!("heads of {} and {}", shape.key_dim, shape.value_dim);
            return Err(CudaError::bad(op, format!("{what}, bound for {bound:?}")));
        }
        let views = [("q", args.q), ("k", args.k), ("v", args.v), ("out", args.out.view())];
        if let Some((name, _)) = views.iter().find(|(_, view)| !view.is_aligned()) {
            return Err(CudaError::bad(op, format!("rows of {name} off 16-byte boundaries")));
        }
        let [first, pieces, last, chunks] = step.counts;
        let needed = chunks * shape.heads * FACTORS_BYTES;
        if workspace.len < needed || !workspace.ptr.is_multiple_of(16) {
            let what = format!("a workspace of {} bytes of {needed}, on 16", workspace.len);
            return Err(CudaError::bad(op, what));
        }
        if shape.heads > GRID_YZ_MAX {
            return Err(CudaError::bad(op, format!("{} heads", shape.heads)));
        }
        // A span's parts follow each other on the stream, its state from one to the next.
        if first > 0 {
            self.recurrence.run_spans(stream, step, args, (step.pieces(0), first))?;
        }
        if chunks > 0 {
            let params = self.params(step, args, &shape, workspace.ptr);
            let shape = [chunks * CHUNK, shape.heads, shape.key_dim, shape.value_dim];
            let launch = Launch { op, shape };
            let grid = Grid::new([chunks, shape[1], 1], THREADS).shared(FACTORS_SHARED[self.index]);
            self.factors.launch(stream, launch, grid, &params)?;
            let blocks = [self.value_dim / COLUMNS, shape[1], pieces.min(GRID_YZ_MAX)];
            let grid = Grid::new(blocks, SCAN_THREADS).shared(SCAN_SHARED[self.index]);
            self.scan.launch(stream, launch, grid, &params)?;
        }
        if last > 0 {
            self.recurrence.run_spans(stream, step, args, (step.pieces(2), last))?;
        }
        Ok(())
    }

    fn params(
        &self,
        step: &StepTables,
        args: &GatedDeltaArgs<'_>,
        shape: &DeltaShape,
        factors: u64,
    ) -> ChunkParams {
        let out = args.out.view();
        ChunkParams {
            q: args.q.ptr,
            k: args.k.ptr,
            v: args.v.ptr,
            g: args.g.ptr,
            beta: args.beta.ptr,
            state: args.state.ptr,
            out: out.ptr,
            factors,
            pieces: step.pieces(1),
            chunk_rows: step.pieces(3),
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
            piece_count: step.counts[1] as i64,
            chunk_count: step.counts[3] as i64,
            heads: shape.heads as i64,
            key_heads: shape.key_heads as i64,
            value_dim: self.value_dim as i64,
            eps: args.eps,
            unused: 0.0,
        }
    }
}
