//! A GPU, its kernels, and the log of what was launched on it.

use std::ffi::{c_char, c_int};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::driver::Driver;
use crate::error::CudaError;
use crate::launch::Ring;
use crate::module::Kernels;
use crate::stream::Stream;

/// Attributes of the driver's interface.
mod attribute {
    use std::ffi::c_int;
    pub const BLOCK_THREADS_MAX: c_int = 1;
    pub const MULTIPROCESSORS: c_int = 16;
    pub const L2_BYTES: c_int = 38;
    pub const MAJOR: c_int = 75;
    pub const MINOR: c_int = 76;
    pub const SHARED_BYTES_MAX: c_int = 97;
}

/// Properties of a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    pub ordinal: u32,
    pub name: String,
    /// Compute capability, major and minor.
    pub capability: (i32, i32),
    pub memory_bytes: usize,
    pub multiprocessors: u32,
    pub l2_bytes: usize,
    /// Threads of a block.
    pub block_threads_max: u32,
    /// Shared memory that a block may ask for.
    pub shared_bytes_max: u32,
}

/// Options with which a device is opened.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Wait for every launch, so that an error names the launch that caused it.
    pub debug_sync: bool,
    /// Capture steps of single rows and launch them whole.
    pub graphs: bool,
    /// Compare each graph with what its step would queue, before it is launched.
    pub check_graphs: bool,
    /// Do calls that follow each other in one kernel where there is one, to the same bits.
    pub fuse: bool,
    /// Let linears of many rows be computed by cuBLASLt, which then must be there.
    pub library_gemm: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            debug_sync: false,
            graphs: true,
            check_graphs: false,
            fuse: true,
            library_gemm: false,
        }
    }
}

/// A GPU opened by this process. Clones are handles of the same.
#[derive(Clone)]
pub struct Device {
    inner: Arc<Inner>,
}

struct Inner {
    driver: &'static Driver,
    device: c_int,
    context: usize,
    info: DeviceInfo,
    options: Options,
    ring: Mutex<Ring>,
    kernels: Kernels,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Another thread may have opened it.
        let _ = self.driver.check("current", (self.driver.ctx_set_current)(self.context as *mut _));
        self.kernels.unload(self.driver);
        let _ = self.driver.check("release", (self.driver.primary_ctx_release)(self.device));
    }
}

impl Device {
    /// Opens GPU `ordinal` and loads the kernels for it.
    ///
    /// # Errors
    /// No driver, no such GPU, no kernels for it, or kernels that do not fit this program.
    pub fn open(ordinal: u32, options: Options) -> Result<Self, CudaError> {
        Self::with_driver(Driver::get()?, ordinal, options)?.with_kernels()
    }

    /// Opens GPU `ordinal` of a given driver, without kernels.
    pub(crate) fn with_driver(
        driver: &'static Driver,
        ordinal: u32,
        options: Options,
    ) -> Result<Self, CudaError> {
        let mut count = 0;
        driver.check("cuDeviceGetCount", (driver.device_get_count)(&mut count))?;
        if i64::from(ordinal) >= i64::from(count) {
            return Err(CudaError::NoDevice { ordinal, count: count.max(0).cast_unsigned() });
        }
        let mut device = 0;
        driver.check("cuDeviceGet", (driver.device_get)(&mut device, ordinal.cast_signed()))?;
        let info = info(driver, device, ordinal)?;
        let mut context = std::ptr::null_mut();
        let retained = (driver.primary_ctx_retain)(&mut context, device);
        driver.check("cuDevicePrimaryCtxRetain", retained)?;
        let (ring, kernels) = (Mutex::new(Ring::new()), Kernels::default());
        let context = context as usize;
        let inner = Inner { driver, device, context, info, options, ring, kernels };
        Ok(Self { inner: Arc::new(inner) })
    }

    fn with_kernels(mut self) -> Result<Self, CudaError> {
        let kernels = Kernels::load(self.current()?, &self.inner.info)?;
        match Arc::get_mut(&mut self.inner) {
            Some(inner) => inner.kernels = kernels,
            None => return Err(CudaError::BadKernels { what: "the device is in use".into() }),
        }
        Ok(self)
    }

    pub fn info(&self) -> &DeviceInfo {
        &self.inner.info
    }

    pub fn options(&self) -> Options {
        self.inner.options
    }

    /// A new stream, which does not wait for the default one.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn stream(&self) -> Result<Stream, CudaError> {
        Stream::new(self)
    }

    /// Free and total memory in bytes, as the driver counts now.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn memory(&self) -> Result<(usize, usize), CudaError> {
        let (mut free, mut total) = (0, 0);
        let driver = self.current()?;
        self.check("cuMemGetInfo_v2", (driver.mem_get_info)(&mut free, &mut total))?;
        Ok((free, total))
    }

    /// The driver, with this device current on this thread.
    pub(crate) fn current(&self) -> Result<&'static Driver, CudaError> {
        let driver = self.inner.driver;
        let status = (driver.ctx_set_current)(self.inner.context as *mut _);
        driver.check("cuCtxSetCurrent", status)?;
        Ok(driver)
    }

    /// As [`Driver::check`], with the last launches in the error.
    pub(crate) fn check(&self, call: &'static str, status: c_int) -> Result<(), CudaError> {
        self.inner.driver.check(call, status).map_err(|mut error| {
            if let CudaError::Call { launches, .. } = &mut error {
                *launches = self.ring().to_string();
            }
            error
        })
    }

    pub(crate) fn ring(&self) -> MutexGuard<'_, Ring> {
        self.inner.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn kernels(&self) -> &Kernels {
        &self.inner.kernels
    }
}

fn info(driver: &Driver, device: c_int, ordinal: u32) -> Result<DeviceInfo, CudaError> {
    let get = |attribute: c_int| -> Result<c_int, CudaError> {
        let mut value = 0;
        let status = (driver.device_get_attribute)(&mut value, attribute, device);
        driver.check("cuDeviceGetAttribute", status)?;
        Ok(value)
    };
    let size = |attribute| get(attribute).map(|value| value.max(0).cast_unsigned());
    let mut name = [0u8; 256];
    let got = (driver.device_get_name)(name.as_mut_ptr().cast::<c_char>(), 255, device);
    driver.check("cuDeviceGetName", got)?;
    let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
    let mut memory_bytes = 0;
    driver.check("cuDeviceTotalMem_v2", (driver.device_total_mem)(&mut memory_bytes, device))?;
    Ok(DeviceInfo {
        ordinal,
        name: String::from_utf8_lossy(name).into_owned(),
        capability: (get(attribute::MAJOR)?, get(attribute::MINOR)?),
        memory_bytes,
        multiprocessors: size(attribute::MULTIPROCESSORS)?,
        l2_bytes: size(attribute::L2_BYTES)? as usize,
        block_threads_max: size(attribute::BLOCK_THREADS_MAX)?,
        shared_bytes_max: size(attribute::SHARED_BYTES_MAX)?,
    })
}
