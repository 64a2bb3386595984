//! Products with weights: `linear`, and the parts of it that the experts use.

mod block;
mod blocks;
mod linear;
mod mac;
mod multiplier;
mod tile;

pub use block::{AHEAD_BYTES as PREFETCH_BYTES, MAX_PACK_FLOATS, Product, RowMap};
pub use blocks::Widened;
#[cfg(target_arch = "x86_64")]
pub use blocks::{Avx2Lanes, Blocks, VnniLanes};
#[cfg(target_arch = "aarch64")]
pub use blocks::{Blocks, NeonLanes};
pub use linear::{linear, pack_bytes, panel_bytes, prepare, share, take_packs, widest_row_bytes};
pub use mac::{Bf16, F16, F32, Format, Fp4, Fp8};
#[cfg(target_arch = "x86_64")]
pub use mac::{Bf16Dot, Fp4Dot, Fp8Dot};
pub use multiplier::Multiplier;
