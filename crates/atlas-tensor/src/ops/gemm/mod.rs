//! Products with weights.

mod int8_activations;
mod linear;
mod quantise_activations;

pub use int8_activations::{INT8_GROUP, round_to_int8, rounded_to_int8};
pub(crate) use linear::inputs_of_row;
pub use linear::{Linear, LinearArgs, LinearNeed};
pub use quantise_activations::{QuantisedActivations, ScaleGroup, quantise_activations};
