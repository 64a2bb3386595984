//! Products with weights.

mod linear;
mod quantise_activations;

pub use linear::{Linear, LinearArgs, LinearNeed};
pub use quantise_activations::{QuantisedActivations, ScaleGroup, quantise_activations};
