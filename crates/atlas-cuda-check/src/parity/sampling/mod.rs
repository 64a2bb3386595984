//! Checks of sampling on the device.

pub mod sample;
