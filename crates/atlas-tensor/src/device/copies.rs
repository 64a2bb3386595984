//! Copies between a device's memory and the host beside the device's other work.

use std::any::Any;

use super::fault::DeviceFault;
use super::memory::Part;

/// Place of a device's work in the order in which it was queued.
pub type Mark = Box<dyn Any + Send>;

/// A queue of copies, for a thread of its own.
pub trait CopyQueue: Send {
    /// Lets later copies begin when the device has come to `mark`.
    ///
    /// # Errors
    /// The device has failed.
    fn after(&mut self, mark: &Mark) -> Result<(), DeviceFault>;

    /// Copies `parts`, one after the other, to `out`, which is as long as they are together, and
    /// waits for them.
    ///
    /// # Errors
    /// The device has failed, or a part is not in its memory; `out` is undefined then.
    fn read(&mut self, parts: &[Part], out: &mut [u8]) -> Result<(), DeviceFault>;

    /// Copies `data` to `parts`, one after the other, which are as long as it together. Returns
    /// when all of it has been read.
    ///
    /// # Errors
    /// As [`Self::read`].
    fn write(&mut self, parts: &[Part], data: &[u8]) -> Result<(), DeviceFault>;

    /// Waits for all copies.
    ///
    /// # Errors
    /// The device has failed.
    fn finish(&mut self) -> Result<(), DeviceFault>;
}
