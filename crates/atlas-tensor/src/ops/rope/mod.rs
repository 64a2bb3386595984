//! Rotary position embedding.

mod qk_norm_rope;
mod table;

pub use qk_norm_rope::{QkNormRope, QkNormRopeArgs};
pub use table::{Rope, RopeTable};
