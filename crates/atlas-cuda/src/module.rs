//! The embedded kernels, and those of a device.

use std::collections::HashMap;
use std::ffi::CString;
use std::io::Read;

use crate::device::{Device, DeviceInfo};
use crate::driver::Driver;
use crate::error::CudaError;
use crate::launch::{Kernel, SHARED_DEFAULT_MAX};
use crate::ops::{Family, families};

/// One source compiled for one target.
pub struct Module {
    /// The source without its ending.
    pub name: &'static str,
    /// Such as `sm_90a`.
    pub target: &'static str,
    /// The machine code, as an xz file.
    pub packed: &'static [u8],
}

/// All embedded kernels; none in a build without the feature `cuda`.
pub static MODULES: &[Module] = include!(concat!(env!("OUT_DIR"), "/modules.rs"));

impl Module {
    /// The machine code.
    ///
    /// # Errors
    /// The embedded bytes are damaged.
    pub fn cubin(&self) -> Result<Vec<u8>, CudaError> {
        let mut bytes = Vec::new();
        lzma_rust2::XzReader::new(self.packed, false)
            .read_to_end(&mut bytes)
            .map_err(|e| CudaError::BadKernels { what: format!("{}: {e}", self.name) })?;
        Ok(bytes)
    }
}

/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES` and `.._SHARED_SIZE_BYTES`.
const DYNAMIC_SHARED_MAX: i32 = 8;
const STATIC_SHARED: i32 = 1;

/// The kernels of a device, by name.
#[derive(Default)]
pub(crate) struct Kernels {
    modules: Vec<usize>,
    functions: HashMap<&'static str, (usize, usize)>,
}

impl Kernels {
    /// Loads every family for the device, whose context is current.
    pub fn load(driver: &'static Driver, info: &DeviceInfo) -> Result<Self, CudaError> {
        if MODULES.is_empty() {
            return Err(CudaError::NotBuilt);
        }
        let (major, minor) = info.capability;
        // Machine code with the instructions of a generation runs on that generation alone.
        let target = format!("sm_{major}{minor}a");
        let mut kernels = Self::default();
        for family in families().filter(|family| family.is_for(&target)) {
            let found = MODULES.iter().find(|m| m.name == family.module && m.target == target);
            let loaded = match found {
                Some(module) => kernels.load_family(driver, info, family, module),
                None => {
                    let mut targets: Vec<_> = MODULES.iter().map(|m| m.target).collect();
                    targets.sort_unstable();
                    targets.dedup();
                    let (device, targets) = (info.name.clone(), targets.join(", "));
                    Err(CudaError::NoKernels { device, major, minor, targets })
                }
            };
            if let Err(error) = loaded {
                kernels.unload(driver);
                return Err(error);
            }
        }
        Ok(kernels)
    }

    fn load_family(
        &mut self,
        driver: &'static Driver,
        info: &DeviceInfo,
        family: &Family,
        module: &Module,
    ) -> Result<(), CudaError> {
        let cubin = module.cubin()?;
        let mut handle = std::ptr::null_mut();
        let status = (driver.module_load_data)(&mut handle, cubin.as_ptr().cast());
        driver.check("cuModuleLoadData", status)?;
        self.modules.push(handle as usize);
        for &name in family.kernels {
            let symbol = CString::new(name)
                .map_err(|e| CudaError::BadKernels { what: format!("{name}: {e}") })?;
            let mut function = std::ptr::null_mut();
            let status = (driver.module_get_function)(&mut function, handle, symbol.as_ptr());
            driver.check("cuModuleGetFunction", status)?;
            let (mut offset, mut bytes) = (0, 0);
            let status = (driver.func_get_param_info)(function, 0, &mut offset, &mut bytes);
            driver.check("cuFuncGetParamInfo", status)?;
            if bytes != family.param_bytes {
                let want = family.param_bytes;
                let what = format!("{name} takes {bytes} bytes of parameters, not {want}");
                return Err(CudaError::BadKernels { what });
            }
            let mut fixed = 0;
            let status = (driver.func_get_attribute)(&mut fixed, STATIC_SHARED, function);
            driver.check("cuFuncGetAttribute", status)?;
            let most = info.shared_bytes_max.cast_signed() - fixed;
            if family.dynamic_shared && most > SHARED_DEFAULT_MAX.cast_signed() {
                let status = (driver.func_set_attribute)(function, DYNAMIC_SHARED_MAX, most);
                driver.check("cuFuncSetAttribute", status)?;
            }
            self.functions.insert(name, (function as usize, bytes));
        }
        Ok(())
    }

    /// Gives the modules back; their context is current.
    pub fn unload(&mut self, driver: &Driver) {
        self.functions.clear();
        for module in self.modules.drain(..) {
            let _ = driver.check("cuModuleUnload", (driver.module_unload)(module as *mut _));
        }
    }
}

impl Device {
    /// A kernel by its name.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn kernel(&self, name: &str) -> Result<Kernel, CudaError> {
        match self.kernels().functions.get_key_value(name) {
            Some((&name, &(function, bytes))) => Ok(Kernel::new(self, function, name, bytes)),
            None => Err(CudaError::BadKernels { what: format!("no kernel is called {name}") }),
        }
    }
}
