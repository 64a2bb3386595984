//! Executing plans: the loop, the runner, memory and the logits pipeline.

pub mod logits;
