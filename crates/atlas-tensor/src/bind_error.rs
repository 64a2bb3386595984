//! Records of what was bound at load, and the error where nothing could be.

use std::fmt::{self, Display};

use crate::op::RowInfo;

/// A kernel chosen at load, for listings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub row: RowInfo,
    pub need: String,
    /// Number of times the same need was bound.
    pub count: usize,
    /// Names of the ops that a fused op is composed of, if no row serves it; else empty.
    pub parts: &'static [&'static str],
    /// The rows before it in the table of the op, and why each was not taken.
    pub rejected: Vec<(RowInfo, String)>,
}

/// No row serves a need, or the device has no memory for a weight.
#[derive(Debug, thiserror::Error)]
pub struct BindError {
    /// The op; empty where memory is missing.
    pub op: &'static str,
    /// The need to bind, or the memory to reserve.
    pub need: String,
    pub device: String,
    /// Every row of the op and why it was not taken.
    pub rejected: Vec<(RowInfo, String)>,
    /// The device's error if it has no memory.
    pub memory: Option<String>,
}

impl Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.memory {
            let (device, need) = (&self.device, &self.need);
            return write!(
                f,
                "{device} has no memory for {need}: {error}; `--device cpu` computes in the \
                 machine's memory"
            );
        }
        write!(f, "no kernel of `{}` serves {} on {}:", self.op, self.need, self.device)?;
        for (row, why) in &self.rejected {
            write!(f, "\n  {}: {why}", row.name)?;
        }
        if self.rejected.is_empty() {
            write!(f, "\n  it has none for this op")?;
        }
        Ok(())
    }
}
