//! `qk_norm_rope`, `kv_store`, and both in one launch; the rotation that rotated caches take.

pub mod kv_store;
pub mod qk_norm_rope;
pub mod qkv_store;
pub mod quantised_kv_store;
pub mod rotate_heads;

pub(crate) const FAMILIES: [&super::Family; 5] = [
    &qk_norm_rope::QK_NORM_ROPE,
    &kv_store::KV_STORE,
    &qkv_store::QKV_STORE,
    &quantised_kv_store::QUANTISED_KV_STORE,
    &rotate_heads::ROTATE_HEADS,
];
