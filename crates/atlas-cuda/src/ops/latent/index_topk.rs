//! `index_topk`: the positions that rows attend to.

use atlas_tensor::ops::CERTIFICATE_WORDS;
use atlas_tensor::{DType, KvFormat};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::attention::Cache;
use crate::ops::kv_shape::KvLayout;
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, expect, expect_len};
use crate::stream::Stream;
use crate::view::{SliceMut, View};

/// Positions of a block of scores, the widest key, and threads, as in the kernel's source.
const TILE: usize = 256;
pub(crate) const WIDTH_MAX: usize = 512;
const THREADS: u32 = 256;
const SELECT_THREADS: u32 = 512;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct IndexParams {
    q: u64,
    weights: u64,
    cache: u64,
    scores: u64,
    taken: u64,
    counts: u64,
    certificate: u64,
    positions: u64,
    row_span: u64,
    block_base: u64,
    blocks: u64,
    q_row: i64,
    q_head: i64,
    weights_row: i64,
    heads: i64,
    width: i64,
    k: i64,
    block_tokens: i64,
    first: i64,
    rows: i64,
    stride: i64,
    scale: f32,
    unused: f32,
    layout: KvLayout,
}
pub(crate) const INDEX_TOPK: Family = Family::of::<IndexParams>(
    "latent/index_topk",
    &[
        "index_scores_f32_f32",
        "index_scores_f32_bf16",
        "index_scores_f32_fp8",
        "index_scores_bf16_f32",
        "index_scores_bf16_bf16",
        "index_scores_bf16_fp8",
        "index_select",
        "index_certify",
    ],
)
.with_shared();

/// Arguments of one call: `q[T, H, D]` and f32 `weights[T, 1, H]` to `positions[T * k]` and
/// `counts[T]`.
pub struct IndexArgs<'a> {
    pub q: View<'a>,
    pub weights: View<'a>,
    pub cache: Cache<'a>,
    /// Factor of the products.
    pub scale: f32,
    pub k: usize,
    pub positions: SliceMut<'a, u32>,
    pub counts: SliceMut<'a, u32>,
    /// `[T * CERTIFICATE_WORDS]`
    pub certificate: Option<SliceMut<'a, u32>>,
    /// Scores of the rows of a part, at least [`IndexTopk::row_len`].
    pub scores: SliceMut<'a, f32>,
}

/// Scores of index keys, and the positions of the best.
pub struct IndexTopk {
    scores: Kernel,
    select: Kernel,
    certify: Kernel,
    dtype: DType,
    format: KvFormat,
}

impl IndexTopk {
    /// For activations of `dtype`, a cache of f32, bf16 or `fp8`, and queries of `heads` heads of
    /// `width` elements.
    ///
    /// # Errors
    /// No kernel has this type, format or width, or a block has no room for a query.
    pub fn bind(
        device: &Device,
        dtype: DType,
        format: KvFormat,
        [heads, width]: [usize; 2],
    ) -> Result<Self, CudaError> {
        let op = "index_topk";
        let (t, c) = (activation(op, dtype)?, super::simt::expect_format(op, format)?);
        let most = device.info().shared_bytes_max as usize;
        if width > WIDTH_MAX || shared_bytes(heads, width) > most {
            let what = format!("{heads} heads of {width}; keys have up to {WIDTH_MAX} elements");
            return Err(CudaError::bad(op, what));
        }
        Ok(Self {
            scores: device.kernel(&format!("index_scores_{t}_{c}"))?,
            select: device.kernel("index_select")?,
            certify: device.kernel("index_certify")?,
            dtype,
            format,
        })
    }

    /// f32 that the scores of a row take.
    pub fn row_len(step: &StepTables) -> usize {
        step.end_max
    }

    /// Selects for every row of a span; those outside of all spans are left alone. Rows go in parts
    /// of as many as `scores` has room for.
    ///
    /// # Errors
    /// Shapes that disagree, no room for the scores of a row, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: &IndexArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, shape, k) = ("index_topk", &args.cache.shape, args.k);
        let [rows, heads, width] = args.q.shape;
        expect(op, "q", &args.q, self.dtype, [rows, heads, shape.index_dim])?;
        expect(op, "weights", &args.weights, DType::F32, [rows, 1, heads])?;
        expect_len(op, "cache", args.cache.memory.len, shape.bytes())?;
        expect_len(op, "positions", args.positions.len, rows * k)?;
        expect_len(op, "counts", args.counts.len, rows)?;
        if let Some(certificate) = &args.certificate {
            expect_len(op, "certificate", certificate.len, rows * CERTIFICATE_WORDS)?;
        }
        shape.expect_latent(op, self.format)?;
        step.expect(op, rows, Some(shape))?;
        step.expect_blocks(op, None, None)?;
        if width == 0 || width > WIDTH_MAX || k == 0 {
            return Err(CudaError::bad(op, format!("the best {k} of keys of {width}")));
        }
        let stride = Self::row_len(step);
        if rows == 0 || heads == 0 || stride == 0 {
            return Ok(());
        }
        let part = args.scores.len / stride;
        if part == 0 {
            let what = format!("scores of {stride} positions in {} f32", args.scores.len);
            return Err(CudaError::bad(op, what));
        }
        let params = IndexParams {
            q: args.q.ptr,
            weights: args.weights.ptr,
            cache: args.cache.memory.ptr,
            scores: args.scores.ptr,
            taken: args.positions.ptr,
            counts: args.counts.ptr,
            certificate: args.certificate.as_ref().map_or(0, |words| words.ptr),
            positions: step.positions(),
            row_span: step.row_span(),
            block_base: step.block_base(),
            blocks: step.block_table(),
            q_row: args.q.strides[0] as i64,
            q_head: args.q.strides[1] as i64,
            weights_row: args.weights.strides[0] as i64,
            heads: heads as i64,
            width: width as i64,
            k: k as i64,
            block_tokens: shape.block_tokens as i64,
            first: 0,
            rows: rows as i64,
            stride: stride as i64,
            scale: args.scale,
            unused: 0.0,
            layout: shape.layout(),
        };
        let shared = shared_bytes(heads, width) as u32;
        for first in (0..rows).step_by(part) {
            let count = part.min(rows - first);
            let params = IndexParams { first: first as i64, rows: count as i64, ..params };
            let launch = Launch { op, shape: [count, heads, width, stride] };
            let grid = Grid::new([count, stride.div_ceil(TILE), 1], THREADS).shared(shared);
            self.scores.launch(stream, launch, grid, &params)?;
            let grid = Grid::new([count, 1, 1], SELECT_THREADS);
            self.select.launch(stream, launch, grid, &params)?;
            if args.certificate.is_some() {
                self.certify.launch(stream, launch, grid, &params)?;
            }
        }
        Ok(())
    }
}

/// Bytes of the query of a row and the weights of its heads.
fn shared_bytes(heads: usize, width: usize) -> usize {
    4 * heads * (width + 1)
}
