//! Hugging Face `config.json`: reading, checking, and the origin of every value.

mod error;
mod reader;
mod resolved;
mod rope;
mod shared;

pub use error::{ConfigProblem, ConfigProblems};
pub use reader::ConfigReader;
pub use resolved::{Origin, ResolvedConfig, ResolvedSetting};
pub use rope::{RopeConfig, RopeScaling};
pub use shared::{
    Absent, DecoderConfig, GatedDeltaConfig, Heads, INERT, MoeConfig, WRAPPER_INERT,
    dense_intermediate_size, full_attention_layers, layer_windows,
};
