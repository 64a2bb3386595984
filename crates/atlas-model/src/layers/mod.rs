//! The parts that model families are put together from. Kernels are bound once, at load.

mod attention;
mod decoder;
mod gated_delta;
mod linear;
mod mixer;
mod mlp;
mod moe;
mod mtp;
mod norm;

pub use attention::{Attention, AttentionParts};
pub use decoder::{Decoder, DecoderLayer, DecoderParts, Stream};
pub use gated_delta::{GatedDeltaNet, InputProjections};
pub use linear::Linear;
pub use mixer::{FeedForward, Mixer};
pub use mlp::Mlp;
pub use moe::Moe;
pub use mtp::MtpModule;
pub use norm::{Norm, NormKind};

use atlas_tensor::Arena;

/// Arena bytes of one tensor `[rows, width]` for each width.
pub(crate) fn scratch_of(rows: usize, widths: &[usize]) -> usize {
    widths.iter().map(|w| Arena::alloc_bytes(rows * w)).sum()
}
