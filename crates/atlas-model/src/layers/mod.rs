//! The parts that model families are put together from. Kernels are bound once, at load.

mod attention;
mod decoder;
mod decoder_layer;
mod dflash;
mod drafting;
mod ends;
mod feed_forward;
mod gated_delta;
mod linear;
mod mixer;
mod mla;
mod mlp;
mod moe;
mod mtp;
mod norm;
mod norm_linears;
mod scratch;
mod spec;
mod stream;

pub use attention::{Attention, AttentionSpec};
pub use decoder::Decoder;
pub use decoder_layer::DecoderLayer;
pub use dflash::{BlockBatch, ContextBatch, Dflash, DflashSpec};
pub use ends::Ends;
pub use feed_forward::FeedForward;
pub use gated_delta::{GatedDeltaNet, GatedDeltaSpec, InputProjections, InputReader};
pub use linear::{Linear, LinearWeight};
pub use mixer::Mixer;
pub use mla::{Mla, MlaSpec};
pub use mlp::{Mlp, MlpWeights};
pub use moe::Moe;
pub use mtp::MtpModule;
pub use norm::{Norm, NormKind, NormSpec, NormWeight};
pub use norm_linears::NormLinears;
pub use spec::{DecoderSpec, FeedForwardSpec, LayerSpec, MixerSpec};
pub use stream::Stream;
