//! Cases of the ops of `ops/attention`.

mod kv_store;
mod paged;
mod rotate_heads;
