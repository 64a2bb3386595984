//! `qk_norm_rope` of queries and keys and `kv_store` in one launch.

use atlas_tensor::{DType, KvFormats};
use bytemuck::{Pod, Zeroable};

use super::kv_store::{CacheMut, KvStoreParams, cache_tag, store_params};
use super::qk_norm_rope::{QkNormRopeParams, Rope, params};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::norm::NormWeight;
use crate::ops::step::StepTables;
use crate::ops::{Family, activation, expect};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QkvStoreParams {
    q: QkNormRopeParams,
    k: QkNormRopeParams,
    store: KvStoreParams,
    keys_too: i64,
}
pub(crate) const QKV_STORE: Family = Family::of::<QkvStoreParams>(
    "rope/qk_norm_rope",
    &["qkv_store_f32_f32", "qkv_store_f32_bf16", "qkv_store_bf16_bf16"],
);

/// `qk_norm_rope` of queries and keys and `kv_store` in one launch.
pub struct QkvStore {
    kernel: Kernel,
    dtype: DType,
    formats: KvFormats,
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
    /// For activations of `dtype` and a cache of numbers.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(device: &Device, dtype: DType, formats: KvFormats) -> Result<Self, CudaError> {
        let cache = cache_tag("qkv_store", formats)?;
        let name = format!("qkv_store_{}_{cache}", activation("qkv_store", dtype)?);
        Ok(Self { kernel: device.kernel(&name)?, dtype, formats })
    }

    /// Positions are the step's.
    ///
    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        step: &StepTables,
        args: QkvStoreArgs<'_>,
    ) -> Result<(), CudaError> {
        let (op, q) = ("qkv_store", args.q.view());
        let store = store_params(op, step, &args.k, &args.v, &args.cache, self.dtype)?;
        args.cache.shape.expect(op, self.formats)?;
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
