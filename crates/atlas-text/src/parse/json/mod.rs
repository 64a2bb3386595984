//! JSON as it arrives, character by character.

pub(crate) mod complete;
pub(crate) mod scan;
pub(crate) mod unescape;
pub(crate) mod write;
