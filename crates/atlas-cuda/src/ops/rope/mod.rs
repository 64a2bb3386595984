//! `qk_norm_rope`, `kv_store`, and both in one launch.

pub mod kv_store;
pub mod qk_norm_rope;
pub mod qkv_store;

pub(crate) const FAMILIES: [&super::Family; 3] =
    [&qk_norm_rope::QK_NORM_ROPE, &kv_store::KV_STORE, &qkv_store::QKV_STORE];
