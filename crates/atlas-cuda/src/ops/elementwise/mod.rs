//! Ops that read and write each element once.

pub mod activation;
pub mod dummy_weights;
pub mod embed;

pub(crate) const FAMILIES: [&super::Family; 4] =
    [&activation::SWIGLU, &activation::SIGMOID_MUL, &embed::EMBED, &dummy_weights::FILL];
