//! Streams and events.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::capture;
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
    /// Whether its work is captured instead of done.
    capturing: AtomicBool,
}

impl Stream {
    pub(crate) fn new(device: &Device) -> Result<Self, CudaError> {
        let driver = device.current()?;
        let mut handle = std::ptr::null_mut();
        let status = (driver.stream_create)(&mut handle, NON_BLOCKING);
        device.check("cuStreamCreate", status)?;
        let capturing = AtomicBool::new(false);
        Ok(Self { device: device.clone(), handle: handle as usize, capturing })
    }

    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Waits until all work is done.
    ///
    /// # Errors
    /// Errors of any launch before, with the last launches; or this thread captures a stream,
    /// or another one this stream.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        let what = "waiting for a stream";
        capture::refuse(what)?;
        self.not_captured(what)?;
        let driver = self.device.current()?;
        self.device.check("cuStreamSynchronize", (driver.stream_synchronize)(self.handle()))
    }

    /// A mark in the stream, now.
    ///
    /// # Errors
    /// The stream is captured, or what the driver says.
    pub fn record(&self) -> Result<Event, CudaError> {
        self.not_captured("a mark in the stream")?;
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
    /// As [`Self::record`].
    pub(crate) fn record_again(&self, event: &Event) -> Result<(), CudaError> {
        self.not_captured("a mark in the stream")?;
        let driver = self.device.current()?;
        let status = (driver.event_record)(event.handle(), self.handle());
        self.device.check("cuEventRecord", status)
    }

    /// Lets later work of this stream start after `event`.
    ///
    /// # Errors
    /// The stream is captured, or what the driver says.
    pub fn wait(&self, event: &Event) -> Result<(), CudaError> {
        self.not_captured("waiting for a mark of another stream")?;
        let driver = self.device.current()?;
        let status = (driver.stream_wait_event)(self.handle(), event.handle(), 0);
        self.device.check("cuStreamWaitEvent", status)
    }

    pub(crate) fn handle(&self) -> *mut std::ffi::c_void {
        self.handle as *mut _
    }

    pub(crate) fn is_capturing(&self) -> bool {
        self.capturing.load(Ordering::Acquire)
    }

    /// Notes whether the stream is captured; returns whether it was.
    pub(crate) fn set_capturing(&self, capturing: bool) -> bool {
        self.capturing.swap(capturing, Ordering::AcqRel)
    }

    /// Refuses what a stream cannot do while it is captured. The driver would refuse it too and
    /// give the capture up.
    pub(crate) fn not_captured(&self, what: &'static str) -> Result<(), CudaError> {
        if !self.is_capturing() {
            return Ok(());
        }
        capture::refuse(what)?;
        Err(CudaError::bad("stream", format!("{what} while another thread captures the stream")))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let handle = self.handle;
        release(&self.device, move |driver| {
            // Memory that its work uses may be freed next.
            (driver.stream_synchronize)(handle as *mut _);
            (driver.stream_destroy)(handle as *mut _);
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
    /// Errors of any launch before, with the last launches; or this thread captures a stream.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        capture::refuse("waiting for an event")?;
        let driver = self.device.current()?;
        self.device.check("cuEventSynchronize", (driver.event_synchronize)(self.handle()))
    }

    /// Seconds from `earlier` to this mark, once both are reached.
    ///
    /// # Errors
    /// One of them is not reached, or this thread captures a stream.
    pub fn seconds_since(&self, earlier: &Event) -> Result<f64, CudaError> {
        capture::refuse("the time between events")?;
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
        let handle = self.handle;
        release(&self.device, move |driver| {
            (driver.event_destroy)(handle as *mut _);
        });
    }
}

/// Runs a release, once this thread captures nothing: the driver refuses some in a capture and
/// gives it up. A context that a bad launch has broken refuses all, and then nothing is left to do.
pub(crate) fn release(device: &Device, run: impl FnOnce(&'static Driver) + 'static) {
    if capture::is_on() {
        let device = device.clone();
        return capture::postpone(Box::new(move || release(&device, run)));
    }
    if let Ok(driver) = device.current() {
        run(driver);
    }
}
