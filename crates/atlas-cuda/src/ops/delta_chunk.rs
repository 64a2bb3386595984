//! `gated_delta` for long spans: whole chunks on tensor cores, the rows around them by the
//! recurrence.

use atlas_tensor::{DType, SpanRows};
use bytemuck::{Pod, Zeroable};

use super::Family;
use super::recurrent::{DeltaShape, GatedDelta, GatedDeltaArgs};
use super::step::Step;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;
use crate::view::SliceMut;

/// Tokens of a chunk, which begins at a multiple of this.
pub const CHUNK: usize = 64;
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
pub(super) struct ChunkParams {
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
pub(super) const CHUNK_FAMILY: Family = Family::of::<ChunkParams>(
    "delta_chunk",
    &["delta_factors_64", "delta_factors_128", "delta_scan_64", "delta_scan_128"],
)
.with_shared();

/// The whole chunks of a span, as the kernels read it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
pub(super) struct Piece {
    row: i64,
    chunks: i64,
    slot: i64,
    /// The first chunk's place among all of the step.
    first: i64,
}

/// The spans of a step, cut at the chunks that lie wholly in one.
#[derive(Default)]
pub(super) struct Cuts {
    /// (row, length, slot) of the rows before a span's whole chunks, all rows where it has none.
    pub first: Vec<[i64; 3]>,
    pub pieces: Vec<Piece>,
    /// The rows behind them.
    pub last: Vec<[i64; 3]>,
    /// First row of every chunk.
    pub chunk_rows: Vec<i64>,
}

/// Chunks begin at multiples of [`CHUNK`] from position 0 of a sequence.
pub(super) fn cut(spans: &[SpanRows<'_>]) -> Cuts {
    let mut cuts = Cuts::default();
    for span in spans.iter().filter(|span| span.len > 0) {
        let (start, end) = (span.start as usize, span.end());
        let (from, to) = (start.next_multiple_of(CHUNK), end / CHUNK * CHUNK);
        let rows = |from: usize, to: usize| {
            [(span.row + from - start) as i64, (to - from) as i64, span.slot as i64]
        };
        if from >= to {
            cuts.first.push(rows(start, end));
            continue;
        }
        if start < from {
            cuts.first.push(rows(start, from));
        }
        if to < end {
            cuts.last.push(rows(to, end));
        }
        let ([row, _, slot], chunks) = (rows(from, to), ((to - from) / CHUNK) as i64);
        cuts.pieces.push(Piece { row, chunks, slot, first: cuts.chunk_rows.len() as i64 });
        cuts.chunk_rows.extend((0..chunks).map(|i| row + i * CHUNK as i64));
    }
    cuts
}

/// The gated delta rule: chunks of 64 positions that lie wholly in a span on tensor cores, the rows
/// before and behind them by the token recurrence. The state is f32 between all of them.
///
/// Which of the two computes a row depends on whether its chunk lies wholly in its span. The bits
/// are the same for every cut of a span at multiples of 64, and for every cut of rows whose chunk
/// no call has whole.
pub struct GatedDeltaChunk {
    factors: Kernel,
    scan: Kernel,
    recurrence: GatedDelta,
    key_dim: usize,
    value_dim: usize,
    index: usize,
}

impl GatedDeltaChunk {
    /// For activations of `dtype`, keys of `key_dim` and values of `value_dim`.
    ///
    /// # Errors
    /// Activations that are not bf16, keys that are not 64 or 128 wide, values that are no multiple
    /// of 32, or a device with too little shared memory. [`GatedDelta`] serves all of these.
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
            factors: device.kernel(&format!("delta_factors_{key_dim}"))?,
            scan: device.kernel(&format!("delta_scan_{key_dim}"))?,
            recurrence: GatedDelta::bind(device, dtype)?,
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
        step: &Step,
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
        step: &Step,
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

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_tensor::testkit::Noise;

    fn span(slot: usize, row: usize, start: u32, len: usize) -> SpanRows<'static> {
        SpanRows { slot, row, len, start, blocks: &[] }
    }

    #[test]
    fn a_span_is_cut_where_its_whole_chunks_begin_and_end() {
        let cuts = cut(&[span(3, 5, 60, 200), span(1, 205, 0, 0), span(0, 210, 65, 126)]);
        assert_eq!(cuts.first, [[5, 4, 3], [210, 126, 0]]);
        assert_eq!(cuts.pieces, [Piece { row: 9, chunks: 3, slot: 3, first: 0 }]);
        assert_eq!(cuts.last, [[201, 4, 3]]);
        assert_eq!(cuts.chunk_rows, [9, 73, 137]);
        let whole = cut(&[span(0, 0, 128, 64)]);
        assert!(whole.first.is_empty() && whole.last.is_empty() && whole.chunk_rows == [0]);
    }

    #[test]
    fn every_row_has_one_place_whatever_the_spans() {
        let mut noise = Noise::new(51);
        let mut chunks = 0;
        for _ in 0..500 {
            let (mut spans, mut row) = (Vec::new(), 0);
            for slot in 0..1 + noise.below(4) {
                row += noise.below(3);
                let len = noise.below(300);
                spans.push(span(slot, row, noise.below(1000) as u32, len));
                row += len;
            }
            let cuts = cut(&spans);
            let mut seen = vec![0; row];
            let mut place = |row: i64, len: i64| {
                (row..row + len).for_each(|t| seen[t as usize] += 1);
            };
            cuts.first.iter().chain(&cuts.last).for_each(|&[row, len, _]| place(row, len));
            cuts.chunk_rows.iter().for_each(|&row| place(row, CHUNK as i64));
            for span in &spans {
                (span.row..span.row + span.len).for_each(|t| seen[t] -= 1);
                // A chunk is at its grid place, and no chunk that is whole is left to the
                // recurrence.
                let mine =
                    |&&row: &&i64| (span.row as i64..(span.row + span.len) as i64).contains(&row);
                let rows: Vec<i64> = cuts.chunk_rows.iter().filter(mine).copied().collect();
                let wanted = (0..span.len).filter(|i| {
                    (span.start as usize + i).is_multiple_of(CHUNK) && i + CHUNK <= span.len
                });
                assert_eq!(rows, wanted.map(|i| (span.row + i) as i64).collect::<Vec<_>>());
                chunks += rows.len();
            }
            assert!(seen.iter().all(|&n| n == 0), "{spans:?}", spans = spans.len());
        }
        assert!(chunks > 100, "{chunks}");
    }
}
