//! Checks of the dummy weights that a device makes.

pub mod dummy_weights;
