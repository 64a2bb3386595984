//! The driver's functions, found in `libcuda.so.1` at run time.
//!
//! A missing library or symbol is an error that names it, never a panic.

mod table;

use std::ffi::c_int;
use std::sync::OnceLock;

use crate::error::CudaError;
pub use table::{DevicePtr, Driver, Handle, LaunchAttribute, LaunchConfig};

/// The driver of CUDA 13.0, which the kernels need.
pub const VERSION_MIN: c_int = 13_000;
/// Names under which the library is looked for.
const LIBRARIES: [&str; 2] = ["libcuda.so.1", "libcuda.so"];

impl Driver {
    /// The machine's driver, initialised once for the process.
    ///
    /// # Errors
    /// There is no driver, it is too old, or it refuses to start.
    pub fn get() -> Result<&'static Driver, CudaError> {
        static DRIVER: OnceLock<Result<Driver, CudaError>> = OnceLock::new();
        let driver = DRIVER.get_or_init(|| Self::load(&LIBRARIES)?.start());
        driver.as_ref().map_err(CudaError::clone)
    }

    /// The functions of the first of `names` that can be loaded.
    ///
    /// # Errors
    /// None can, or it lacks a function.
    pub fn load(names: &[&str]) -> Result<Driver, CudaError> {
        let mut tried = Vec::new();
        for name in names {
            // SAFETY: loading runs the library's initialisers; those of NVIDIA's driver ask nothing
            // of the program.
            match unsafe { libloading::Library::new(*name) } {
                Ok(library) => return Self::of_library(library),
                Err(error) => {
                    let why = std::error::Error::source(&error).map(ToString::to_string);
                    tried.push(why.unwrap_or_else(|| format!("{name}: {error}")));
                }
            }
        }
        Err(CudaError::NoDriver { tried: tried.join("; ") })
    }

    fn start(self) -> Result<Driver, CudaError> {
        self.check("cuInit", (self.init)(0))?;
        let mut version = 0;
        self.check("cuDriverGetVersion", (self.driver_get_version)(&mut version))?;
        if version < VERSION_MIN {
            return Err(CudaError::OldDriver { version, needed: VERSION_MIN });
        }
        Ok(self)
    }

    /// Turns the status of a call into an error with the driver's own words.
    ///
    /// # Errors
    /// Every status but success.
    pub fn check(&self, call: &'static str, status: c_int) -> Result<(), CudaError> {
        if status == 0 {
            return Ok(());
        }
        let text = |of: extern "C" fn(c_int, &mut *const std::ffi::c_char) -> c_int| {
            let mut text = std::ptr::null();
            if of(status, &mut text) != 0 || text.is_null() {
                return String::new();
            }
            // SAFETY: the driver gave a text that lives as long as it does.
            unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned()
        };
        let (name, text) = (text(self.get_error_name), text(self.get_error_string));
        Err(CudaError::Call { call, status, name, text, launches: String::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_is_an_error_that_says_so() {
        let error = Driver::load(&["libnone-of-this-name.so.1"]).err().unwrap();
        assert!(matches!(error, CudaError::NoDriver { .. }));
        let text = error.to_string();
        assert!(
            text.contains("no NVIDIA driver") && text.contains("libnone-of-this-name"),
            "{text}"
        );
    }

    #[test]
    fn a_library_without_a_function_is_an_error_that_names_it() {
        let error = Driver::load(&["libc.so.6"]).err().unwrap();
        let CudaError::MissingFunction { name } = &error else { panic!("{error}") };
        assert_eq!(*name, "cuInit");
    }

    #[test]
    fn a_failed_call_is_told_in_the_drivers_words() {
        let driver = Driver::fake();
        assert!(driver.check("cuInit", 0).is_ok());
        let error = driver.check("cuMemAlloc_v2", 719).unwrap_err();
        assert!(error.to_string().contains("cuMemAlloc_v2 failed (719"), "{error}");
    }
}
