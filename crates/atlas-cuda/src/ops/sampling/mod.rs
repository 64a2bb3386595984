//! Picking tokens from logits, and handing them to the next step.

pub mod arg_max;
pub(crate) mod copy_picked;
pub mod sample;

pub(crate) const FAMILIES: [&super::Family; 3] =
    [&sample::SAMPLE, &arg_max::ARG_MAX, &copy_picked::FEED];
