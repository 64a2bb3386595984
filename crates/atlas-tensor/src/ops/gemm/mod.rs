//! Products with weights.

mod linear;

pub use linear::{Linear, LinearArgs, LinearNeed};
