//! A failure of a device.

/// A failure of a device; its state is not to be trusted after it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{device} failed: {what}")]
pub struct DeviceFault {
    pub device: String,
    pub what: String,
}
