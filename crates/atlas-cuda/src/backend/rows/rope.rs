//! Rows of queries and keys made ready for attention, and of keys and values written to their
//! cache.

use std::sync::Arc;

use atlas_tensor::KvCache;
use atlas_tensor::ops as op;

use super::{Bound, UNFUSED, kernel, shape_of, text};
use crate::backend::Shared;
use crate::backend::staged::StagedStep;
use crate::backend::view::{exclusive, of, slice};
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::norm::NormWeight;
use crate::ops::rope::kv_store::{CacheMut, KvStore, KvStoreParams};
use crate::ops::rope::qk_norm_rope::{QkNormRope, QkNormRopeParams, Rope};
use crate::ops::rope::qkv_store;
use crate::ops::rope::quantised_kv_store::QuantisedKvStore;
use crate::ops::rope::rotate_heads::{RotateHeads, WIDTH_MAX};
use crate::view::SliceMut;

pub(super) fn qk_norm_rope(shared: &Arc<Shared>, _: &()) -> Bound<op::QkNormRope> {
    let run = QkNormRope::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::QkNormRope>(shared, move |_, stream, args| prepare_rope(&run, &args)?.run(stream))
}

/// The launch of a norm and rotation.
pub(super) fn prepare_rope(
    run: &QkNormRope,
    args: &op::QkNormRopeArgs<'_>,
) -> Result<Prepared<QkNormRopeParams>, CudaError> {
    let op = "qk_norm_rope";
    let norm = match &args.norm {
        Some(norm) => {
            let weight = slice(op, norm)?;
            Some(NormWeight { weight, eps: args.eps, offset: args.offset })
        }
        None => None,
    };
    let rope = match &args.rope {
        Some(rope) => Some(Rope {
            inv_freq: slice(op, &rope.inv_freq)?,
            attention_factor: rope.attention_factor,
        }),
        None => None,
    };
    run.prepare(exclusive(op, &args.heads)?, norm, rope, slice(op, &args.positions)?)
}

pub(super) fn kv_store(shared: &Arc<Shared>, need: &op::KvStoreNeed) -> Bound<op::KvStore> {
    let run = KvStore::bind(&shared.device, shared.activation(), need.cache).map_err(text)?;
    kernel::<op::KvStore>(shared, move |_, stream, args| prepare_store(&run, &args)?.run(stream))
}

/// The launch of a write to the cache.
fn prepare_store(
    run: &KvStore,
    args: &op::KvStoreArgs<'_>,
) -> Result<Prepared<KvStoreParams>, CudaError> {
    let op = "kv_store";
    let step = StagedStep::of(op, &args.spans)?;
    run.prepare(step, of(op, &args.k)?, of(op, &args.v)?, cache_of(args.cache))
}

/// A cache to write to.
fn cache_of(cache: &KvCache) -> CacheMut<'_> {
    let memory = SliceMut::new(cache.address(), cache.bytes());
    CacheMut { memory, shape: shape_of(cache) }
}

pub(super) fn quantised_kv_store(
    shared: &Arc<Shared>,
    need: &op::KvStoreNeed,
) -> Bound<op::KvStore> {
    if let Some(why) = need.cache.refuses(need.head_dim) {
        return Err(why);
    }
    let run = QuantisedKvStore::bind(&shared.device, shared.activation(), need.cache);
    let run = run.map_err(text)?;
    kernel::<op::KvStore>(shared, move |_, stream, args| {
        let op = "kv_store";
        let step = StagedStep::of(op, &args.spans)?;
        let (k, v) = (of(op, &args.k)?, of(op, &args.v)?);
        run.run(stream, step, k, v, cache_of(args.cache))
    })
}

pub(super) fn rotate_heads(
    shared: &Arc<Shared>,
    need: &op::RotateHeadsNeed,
) -> Bound<op::RotateHeads> {
    let width = need.head_dim;
    if !width.is_power_of_two() || width > WIDTH_MAX {
        return Err(format!("serves heads of powers of two up to {WIDTH_MAX}, not {width}"));
    }
    let run = RotateHeads::bind(&shared.device, shared.activation()).map_err(text)?;
    kernel::<op::RotateHeads>(shared, move |_, stream, args| {
        run.run(stream, exclusive("rotate_heads", &args.heads)?, args.back)
    })
}

/// Both norms and the write in one launch.
pub(super) fn qkv_store(shared: &Arc<Shared>, need: &op::KvStoreNeed) -> Bound<op::QkvRopeWrite> {
    if !shared.fuse {
        return Err(UNFUSED.into());
    }
    let norm = QkNormRope::bind(&shared.device, shared.activation()).map_err(text)?;
    let store = KvStore::bind(&shared.device, shared.activation(), need.cache).map_err(text)?;
    kernel::<op::QkvRopeWrite>(shared, move |shared, stream, mut args| {
        let q = prepare_rope(&norm, &args.query())?;
        let k = prepare_rope(&norm, &args.key())?;
        let store = prepare_store(&store, &args.write())?;
        match qkv_store::together(&shared.device, [&q, &k], &store)? {
            Some(all) => all.run(stream),
            None => {
                q.run(stream)?;
                k.run(stream)?;
                store.run(stream)
            }
        }
    })
}
