//! Hugging Face `config.json`: reading, checking, and the origin of every value.

mod blocks;
mod error;
mod mla;
mod moe;
mod quantization;
mod reader;
mod resolved;
mod rope;
mod rope_keys;
mod rope_scaling;
mod shared;

pub use blocks::{Block, ignore_blocks_unused, read_mamba2};
pub use error::{ConfigProblem, ConfigProblems};
pub use mla::{MlaScale, read_indexer, read_mla};
pub use moe::{MoeConfig, SharedExpertConfig};
pub use quantization::{
    Activations, Fp8Scale, KvCacheStated, PackedLayout, QuantRecipe, QuantizationError, Stated,
    StoredZeros,
};
pub use reader::{ConfigReader, LoadFacts};
pub use resolved::{Origin, ResolvedConfig, ResolvedSetting};
pub use rope::{Partial, RopeConfig};
pub use rope_scaling::RopeScaling;
pub use shared::{
    Absent, DecoderConfig, GatedDeltaConfig, Heads, INERT, WRAPPER_INERT, dense_intermediate_size,
    full_attention_layers, ignore_unused_windows, layer_windows, used_window,
};
