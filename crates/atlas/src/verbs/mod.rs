//! One module for each verb of the binary.

pub mod bench;
pub mod chat;
pub mod doctor;
pub mod explain;
pub mod kernels;
pub mod manual;
pub mod plan;
pub mod quantize;
pub mod reference;
pub mod replay;
pub mod serve;
pub mod top;
pub mod verify;
