//! The model families: a config reader, a list of layers and the parts in which the family differs.
//!
//! A new family is a file here, a line `mod` and an entry in [`FAMILIES`]; `CONTRIBUTING.md` has
//! the other steps.

mod deepseek_v3;
mod deepseek_v32;
mod family;
mod llama;
mod mistral;
mod mistral4;
mod nemotron_h;
mod qwen2;
mod qwen3;
mod qwen3_5;
mod qwen3_moe;
mod qwen3_next;
mod qwen_hybrid;

pub use family::Family;

/// Every supported family.
pub static FAMILIES: &[Family] = &[
    llama::FAMILY,
    mistral::FAMILY,
    qwen2::FAMILY,
    qwen3::FAMILY,
    qwen3_moe::FAMILY,
    qwen3_next::FAMILY,
    qwen3_5::DENSE_FAMILY,
    qwen3_5::MOE_FAMILY,
    deepseek_v3::FAMILY,
    deepseek_v32::FAMILY,
    mistral4::FAMILY,
    nemotron_h::FAMILY,
];
