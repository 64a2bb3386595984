//! Rotary embedding.

mod qk_norm_rope;

pub use qk_norm_rope::qk_norm_rope;
