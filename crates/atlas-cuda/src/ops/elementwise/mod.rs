//! Ops that read and write each element once.

pub mod activation;
pub mod dummy_weights;
pub mod embed;
pub mod gather_inputs;

pub(crate) const FAMILIES: [&super::Family; 6] = [
    &activation::SWIGLU,
    &activation::SIGMOID_MUL,
    &activation::RELU_SQUARED,
    &embed::EMBED,
    &gather_inputs::GATHER_INPUTS,
    &dummy_weights::FILL,
];
