//! Streams and events.

use crate::device::Device;
use crate::driver::Driver;
use crate::error::CudaError;

/// `CU_STREAM_NON_BLOCKING`.
const NON_BLOCKING: u32 = 1;
/// `CU_EVENT_DEFAULT`: with times.
const WITH_TIMES: u32 = 0;

/// Work of a device in order.
pub struct Stream {
    device: Device,
    handle: usize,
}

impl Stream {
    pub(crate) fn new(device: &Device) -> Result<Self, CudaError> {
        let driver = device.current()?;
        let mut handle = std::ptr::null_mut();
        let status = (driver.stream_create)(&mut handle, NON_BLOCKING);
        device.check("cuStreamCreate", status)?;
        Ok(Self { device: device.clone(), handle: handle as usize })
    }

    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Waits until all work is done.
    ///
    /// # Errors
    /// What any launch before did wrong, with the last launches.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        let driver = self.device.current()?;
        self.device.check("cuStreamSynchronize", (driver.stream_synchronize)(self.handle()))
    }

    /// A mark in the stream, now.
    ///
    /// # Errors
    /// What the driver says.
    pub fn record(&self) -> Result<Event, CudaError> {
        let driver = self.device.current()?;
        let mut handle = std::ptr::null_mut();
        self.device.check("cuEventCreate", (driver.event_create)(&mut handle, WITH_TIMES))?;
        let event = Event { device: self.device.clone(), handle: handle as usize };
        let status = (driver.event_record)(event.handle(), self.handle());
        self.device.check("cuEventRecord", status)?;
        Ok(event)
    }

    /// Moves a mark that was reached to now.
    ///
    /// # Errors
    /// What the driver says.
    pub(crate) fn record_again(&self, event: &Event) -> Result<(), CudaError> {
        let driver = self.device.current()?;
        let status = (driver.event_record)(event.handle(), self.handle());
        self.device.check("cuEventRecord", status)
    }

    /// Lets later work of this stream start after `event`.
    ///
    /// # Errors
    /// What the driver says.
    pub fn wait(&self, event: &Event) -> Result<(), CudaError> {
        let driver = self.device.current()?;
        let status = (driver.stream_wait_event)(self.handle(), event.handle(), 0);
        self.device.check("cuStreamWaitEvent", status)
    }

    pub(crate) fn handle(&self) -> *mut std::ffi::c_void {
        self.handle as *mut _
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        release(&self.device, |driver| {
            // Memory that its work uses may be freed next.
            (driver.stream_synchronize)(self.handle());
            (driver.stream_destroy)(self.handle());
        });
    }
}

/// A mark in a stream.
pub struct Event {
    device: Device,
    handle: usize,
}

impl Event {
    /// Waits until the stream has come to the mark.
    ///
    /// # Errors
    /// What any launch before did wrong, with the last launches.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        let driver = self.device.current()?;
        self.device.check("cuEventSynchronize", (driver.event_synchronize)(self.handle()))
    }

    /// Seconds from `earlier` to this mark, once both are reached.
    ///
    /// # Errors
    /// One of them is not reached.
    pub fn seconds_since(&self, earlier: &Event) -> Result<f64, CudaError> {
        let driver = self.device.current()?;
        let mut milliseconds = 0.0;
        let status =
            (driver.event_elapsed_time)(&mut milliseconds, earlier.handle(), self.handle());
        self.device.check("cuEventElapsedTime", status)?;
        Ok(f64::from(milliseconds) / 1e3)
    }

    fn handle(&self) -> *mut std::ffi::c_void {
        self.handle as *mut _
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        release(&self.device, |driver| {
            (driver.event_destroy)(self.handle());
        });
    }
}

/// Runs a release. A context that a bad launch has broken refuses it, and then nothing is left to do.
pub(crate) fn release(device: &Device, run: impl FnOnce(&'static Driver)) {
    if let Ok(driver) = device.current() {
        run(driver);
    }
}
