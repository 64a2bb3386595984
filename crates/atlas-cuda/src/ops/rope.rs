//! `qk_norm_rope`, `kv_store`, and both fused.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::norm::NormWeight;
use super::step::{KvShape, Step};
use super::{Family, activation, expect, expect_len, tag};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QkNormRopeParams {
    pub(super) heads: u64,
    pub(super) norm: u64,
    pub(super) inv_freq: u64,
    pub(super) positions: u64,
    pub(super) row: i64,
    pub(super) head: i64,
    pub(super) rows: i64,
    pub(super) head_count: i64,
    pub(super) width: i64,
    pub(super) half: i64,
    pub(super) eps: f32,
    pub(super) offset: f32,
    pub(super) attention_factor: f32,
    pub(super) unused: f32,
}
pub(super) const QK_NORM_ROPE: Family =
    Family::of::<QkNormRopeParams>("rope", &["qk_norm_rope_f32", "qk_norm_rope_bf16"]);

/// `rotary_dim / 2` inverse frequencies and the factor on sine and cosine.
#[derive(Clone, Copy)]
pub struct Rope<'a> {
    pub inv_freq: Slice<'a, f32>,
    pub attention_factor: f32,
}

fn params(
    op: &'static str,
    heads: &View<'_>,
    norm: Option<NormWeight<'_>>,
    rope: Option<Rope<'_>>,
    positions: u64,
) -> Result<QkNormRopeParams, CudaError> {
    let [rows, head_count, width] = heads.shape;
    if let Some(norm) = &norm {
        expect_len(op, "norm weight", norm.weight.len, width)?;
    }
    let half = rope.map_or(0, |rope| rope.inv_freq.len);
    if 2 * half > width {
        return Err(CudaError::bad(op, format!("{half} frequencies for heads of {width}")));
    }
    Ok(QkNormRopeParams {
        heads: heads.ptr,
        norm: norm.map_or(0, |norm| norm.weight.ptr),
        inv_freq: rope.map_or(0, |rope| rope.inv_freq.ptr),
        positions,
        row: heads.strides[0] as i64,
        head: heads.strides[1] as i64,
        rows: rows as i64,
        head_count: head_count as i64,
        width: width as i64,
        half: half as i64,
        eps: norm.map_or(0.0, |norm| norm.eps),
        offset: norm.map_or(0.0, |norm| norm.offset),
        attention_factor: rope.map_or(1.0, |rope| rope.attention_factor),
        unused: 0.0,
    })
}

/// Norm per head, then the rotary embedding, in place.
pub struct QkNormRope {
    kernel: Kernel,
    dtype: DType,
}

impl QkNormRope {
    /// For activations of `dtype`.
    ///
    /// # Errors
    /// No kernel has this type.
    pub fn bind(device: &Device, dtype: DType) -> Result<Self, CudaError> {
        let tag = activation("qk_norm_rope", dtype)?;
        Ok(Self { kernel: device.kernel(&format!("qk_norm_rope_{tag}"))?, dtype })
    }

    /// `heads[T, n, hd]` in place, `positions[T]`.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        heads: ViewMut<'_>,
        norm: Option<NormWeight<'_>>,
        rope: Option<Rope<'_>>,
        positions: Slice<'_, u32>,
    ) -> Result<(), CudaError> {
        self.prepare(heads, norm, rope, positions)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        heads: ViewMut<'_>,
        norm: Option<NormWeight<'_>>,
        rope: Option<Rope<'_>>,
        positions: Slice<'_, u32>,
    ) -> Result<Prepared<QkNormRopeParams>, CudaError> {
        let (op, heads) = ("qk_norm_rope", heads.view());
        expect(op, "heads", &heads, self.dtype, heads.shape)?;
        let [rows, count, width] = heads.shape;
        expect_len(op, "positions", positions.len, rows)?;
        let params = params(op, &heads, norm, rope, positions.ptr)?;
        let items = if width == 0 { 0 } else { rows * count * 32 };
        let grid = Grid::over(items, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, count, width, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct KvStoreParams {
    pub(super) k: u64,
    pub(super) v: u64,
    pub(super) cache: u64,
    pub(super) positions: u64,
    pub(super) row_span: u64,
    pub(super) block_base: u64,
    pub(super) blocks: u64,
    pub(super) k_row: i64,
    pub(super) k_head: i64,
    pub(super) v_row: i64,
    pub(super) v_head: i64,
    pub(super) rows: i64,
    pub(super) heads: i64,
    pub(super) width: i64,
    pub(super) block_tokens: i64,
}
pub(super) const KV_STORE: Family = Family::of::<KvStoreParams>(
    "rope",
    &["kv_store_f32_f32", "kv_store_f32_bf16", "kv_store_bf16_bf16"],
);

/// A cache and its extents. `cache` is as long as the shape says.
pub struct CacheMut<'a> {
    /// Bytes of the cache.
    pub memory: SliceMut<'a, u8>,
    pub shape: KvShape,
}

fn store_params(
    op: &'static str,
    step: &Step,
    k: &View<'_>,
    v: &View<'_>,
    cache: &CacheMut<'_>,
    dtype: DType,
) -> Result<KvStoreParams, CudaError> {
    let shape = &cache.shape;
    let rows = k.rows();
    expect(op, "k", k, dtype, [rows, shape.kv_heads, shape.head_dim])?;
    expect(op, "v", v, dtype, [rows, shape.kv_heads, shape.head_dim])?;
    expect_len(op, "cache", cache.memory.len, shape.elements() * shape.dtype.bytes())?;
    step.expect(op, rows, Some(shape))?;
    Ok(KvStoreParams {
        k: k.ptr,
        v: v.ptr,
        cache: cache.memory.ptr,
        positions: step.positions(),
        row_span: step.row_span(),
        block_base: step.block_base(),
        blocks: step.block_table(),
        k_row: k.strides[0] as i64,
        k_head: k.strides[1] as i64,
        v_row: v.strides[0] as i64,
        v_head: v.strides[1] as i64,
        rows: rows as i64,
        heads: shape.kv_heads as i64,
        width: shape.head_dim as i64,
        block_tokens: shape.block_tokens as i64,
    })
}

/// Keys and values of a step into their blocks.
pub struct KvStore {
    kernel: Kernel,
    dtype: DType,
    cache: DType,
}

impl KvStore {
    /// For activations of `dtype` and a cache of type `cache`.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(device: &Device, dtype: DType, cache: DType) -> Result<Self, CudaError> {
        let name = format!("kv_store_{}_{}", activation("kv_store", dtype)?, tag(cache));
        Ok(Self { kernel: device.kernel(&name)?, dtype, cache })
    }

    /// `k[T, n, hd]` and `v` of every span to the cache.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &Step,
        k: View<'_>,
        v: View<'_>,
        cache: CacheMut<'_>,
    ) -> Result<(), CudaError> {
        self.prepare(step, k, v, cache)?.run(stream)
    }

    /// The launch of [`Self::run`].
    pub(crate) fn prepare(
        &self,
        step: &Step,
        k: View<'_>,
        v: View<'_>,
        cache: CacheMut<'_>,
    ) -> Result<Prepared<KvStoreParams>, CudaError> {
        let op = "kv_store";
        let params = store_params(op, step, &k, &v, &cache, self.dtype)?;
        cache_type(op, &cache.shape, self.cache)?;
        let [rows, heads, width] = k.shape;
        let grid = Grid::over(rows * heads * width, THREADS, self.kernel.device().info());
        let launch = Launch { op, shape: [rows, heads, width, 0] };
        Ok(Prepared { kernel: self.kernel.clone(), launch, grid, params })
    }
}

pub(super) fn cache_type(op: &'static str, shape: &KvShape, bound: DType) -> Result<(), CudaError> {
    if shape.dtype == bound {
        return Ok(());
    }
    Err(CudaError::bad(op, format!("a {:?} cache, bound to {bound:?}", shape.dtype)))
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct QkvStoreParams {
    q: QkNormRopeParams,
    k: QkNormRopeParams,
    store: KvStoreParams,
    keys_too: i64,
}
pub(super) const QKV_STORE: Family = Family::of::<QkvStoreParams>(
    "rope",
    &["qkv_store_f32_f32", "qkv_store_f32_bf16", "qkv_store_bf16_bf16"],
);

/// `qk_norm_rope` of queries and keys and `kv_store` in one launch.
pub struct QkvStore {
    kernel: Kernel,
    dtype: DType,
    cache: DType,
}

/// Queries are changed in place; keys and values go to the cache and stay as they are.
pub struct QkvStoreArgs<'a> {
    pub q: ViewMut<'a>,
    pub k: View<'a>,
    pub v: View<'a>,
    pub q_norm: Option<NormWeight<'a>>,
    pub k_norm: Option<NormWeight<'a>>,
    pub rope: Option<Rope<'a>>,
    pub cache: CacheMut<'a>,
}

impl QkvStore {
    /// For activations of `dtype` and a cache of type `cache`.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(device: &Device, dtype: DType, cache: DType) -> Result<Self, CudaError> {
        let name = format!("qkv_store_{}_{}", activation("qkv_store", dtype)?, tag(cache));
        Ok(Self { kernel: device.kernel(&name)?, dtype, cache })
    }

    /// Positions are the step's.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &Step,
        args: QkvStoreArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, q) = ("qkv_store", args.q.view());
        let store = store_params(op, step, &args.k, &args.v, &args.cache, self.dtype)?;
        cache_type(op, &args.cache.shape, self.cache)?;
        let ([_, heads, width], rows) = (q.shape, args.k.rows());
        expect(op, "q", &q, self.dtype, [rows, heads, args.k.width()])?;
        let positions = step.positions();
        let params = QkvStoreParams {
            q: params(op, &q, args.q_norm, args.rope, positions)?,
            k: params(op, &args.k, args.k_norm, args.rope, positions)?,
            store,
            keys_too: 0,
        };
        let wide = heads + 2 * args.k.heads();
        let grid = Grid::over(rows * wide * 32, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [rows, wide, width, 0] }, grid, &params)
    }
}

/// Both norms and the store in one launch, keys in place too; `None` where they are not of the same
/// rows and keys.
///
/// # Errors
/// The binary has no kernel for the types.
pub(crate) fn together(
    device: &Device,
    [q, k]: [&Prepared<QkNormRopeParams>; 2],
    store: &Prepared<KvStoreParams>,
) -> Result<Option<Prepared<impl Pod>>, CudaError> {
    let (of_q, of_k, s) = (&q.params, &k.params, &store.params);
    let keys = (of_k.heads, of_k.head, of_k.rows, of_k.head_count, of_k.width)
        == (s.k, s.k_head, s.rows, s.heads, s.width);
    // One row has no way to the next.
    let keys = keys && (s.rows == 1 || of_k.row == s.k_row);
    if !keys || (of_q.rows, of_q.width) != (of_k.rows, of_k.width) || s.rows == 0 {
        return Ok(None);
    }
    let Some(types) = store.kernel.name().strip_prefix("kv_store_") else { return Ok(None) };
    let kernel = device.kernel(&format!("qkv_store_{types}"))?;
    let params = QkvStoreParams { q: *of_q, k: *of_k, store: *s, keys_too: 1 };
    let wide = (of_q.head_count + 2 * s.heads) as usize;
    let grid = Grid::over(s.rows as usize * wide * 32, THREADS, device.info());
    let launch = Launch { op: "qkv_store", shape: [s.rows as usize, wide, s.width as usize, 0] };
    Ok(Some(Prepared { kernel, launch, grid, params }))
}
