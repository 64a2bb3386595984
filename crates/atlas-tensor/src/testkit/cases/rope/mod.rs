//! Cases of the ops of `ops/rope`.

mod qk_norm_rope;
