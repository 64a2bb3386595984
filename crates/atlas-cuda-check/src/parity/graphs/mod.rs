//! Checks of graphs: capture and replay.

pub mod capture;
pub mod replay;
