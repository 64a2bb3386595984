//! Products with weights: `linear`, and the parts of it that the experts use.

mod block;
mod linear;
mod mac;
mod tile;

pub use block::{MAX_PACK_FLOATS, Product, RowMap, outputs_a_group};
pub use linear::{
    linear, pack_bytes, panel_bytes, panel_row_bytes, prepare, share, take_packs, widest_row_bytes,
};
pub use mac::{Bf16, F16, F32, Format, Fp4, Fp8};
#[cfg(target_arch = "x86_64")]
pub use mac::{Bf16Dot, Fp4Dot, Fp8Dot};
