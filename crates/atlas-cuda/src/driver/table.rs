//! The table of functions, and a fake one for tests.

use std::ffi::{c_char, c_int, c_uint, c_void};

use libloading::Library;

use crate::error::CudaError;
use crate::tensor_map::TensorMap;

/// Address of device memory.
pub type DevicePtr = u64;
/// Opaque objects of the driver.
pub type Handle = *mut c_void;

/// `CUlaunchConfig`
#[repr(C)]
pub struct LaunchConfig {
    pub grid: [c_uint; 3],
    pub block: [c_uint; 3],
    pub shared_bytes: c_uint,
    pub stream: Handle,
    pub attributes: *const LaunchAttribute,
    pub attribute_count: c_uint,
}

/// `CUlaunchAttribute`
#[repr(C)]
pub struct LaunchAttribute {
    id: c_int,
    padding: [u8; 4],
    value: [u32; 16],
}

impl LaunchAttribute {
    /// `CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION`: blocks may start before the kernels
    /// queued before are done; the kernel waits for them itself.
    pub const OVERLAP: Self = {
        let mut value = [0; 16];
        value[0] = 1;
        Self { id: 6, padding: [0; 4], value }
    };

    /// `CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION`: so many neighbours in x run beside each other and
    /// reach each other's shared memory.
    pub const fn cluster(blocks: u32) -> Self {
        let mut value = [0; 16];
        value[0] = blocks;
        value[1] = 1;
        value[2] = 1;
        Self { id: 4, padding: [0; 4], value }
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $field:ident = $symbol:literal ($($arg:ident: $type:ty),* $(,)?);)*) => {
        /// The functions this crate calls. Pointers they are given must be valid for the call.
        pub struct Driver {
            $($(#[$doc])* pub(crate) $field: extern "C" fn($($type),*) -> c_int,)*
            /// Keeps the code mapped.
            _library: Option<Library>,
        }

        impl Driver {
            /// All functions of one library.
            pub(super) fn of_library(library: Library) -> Result<Self, CudaError> {
                Ok(Self {
                    $($field: {
                        // SAFETY: the driver's interface gives the symbol this type.
                        let symbol = unsafe {
                            library.get::<extern "C" fn($($type),*) -> c_int>(
                                concat!($symbol, "\0").as_bytes(),
                            )
                        };
                        *symbol.map_err(|_| CudaError::MissingFunction { name: $symbol })?
                    },)*
                    _library: Some(library),
                })
            }

            /// A driver of which every call succeeds and does nothing, for tests to change.
            #[cfg(test)]
            pub(crate) fn fake() -> Self {
                $(extern "C" fn $field($(_: $type),*) -> c_int { 0 })*
                Self { $($field,)* _library: None }
            }
        }
    };
}

functions! {
    init = "cuInit"(flags: c_uint);
    driver_get_version = "cuDriverGetVersion"(version: &mut c_int);
    get_error_name = "cuGetErrorName"(status: c_int, text: &mut *const c_char);
    get_error_string = "cuGetErrorString"(status: c_int, text: &mut *const c_char);
    device_get_count = "cuDeviceGetCount"(count: &mut c_int);
    device_get = "cuDeviceGet"(device: &mut c_int, ordinal: c_int);
    device_get_name = "cuDeviceGetName"(name: *mut c_char, len: c_int, device: c_int);
    device_get_attribute = "cuDeviceGetAttribute"(
        value: &mut c_int, attribute: c_int, device: c_int,
    );
    device_total_mem = "cuDeviceTotalMem_v2"(bytes: &mut usize, device: c_int);
    primary_ctx_retain = "cuDevicePrimaryCtxRetain"(context: &mut Handle, device: c_int);
    primary_ctx_release = "cuDevicePrimaryCtxRelease_v2"(device: c_int);
    ctx_set_current = "cuCtxSetCurrent"(context: Handle);
    mem_get_info = "cuMemGetInfo_v2"(free: &mut usize, total: &mut usize);
    mem_alloc = "cuMemAlloc_v2"(ptr: &mut DevicePtr, bytes: usize);
    mem_free = "cuMemFree_v2"(ptr: DevicePtr);
    mem_alloc_host = "cuMemAllocHost_v2"(ptr: &mut Handle, bytes: usize);
    mem_free_host = "cuMemFreeHost"(ptr: Handle);
    memcpy_to_device = "cuMemcpyHtoDAsync_v2"(
        to: DevicePtr, from: *const c_void, bytes: usize, stream: Handle,
    );
    memcpy_to_host = "cuMemcpyDtoHAsync_v2"(
        to: *mut c_void, from: DevicePtr, bytes: usize, stream: Handle,
    );
    memcpy_on_device = "cuMemcpyDtoDAsync_v2"(
        to: DevicePtr, from: DevicePtr, bytes: usize, stream: Handle,
    );
    memset_u8 = "cuMemsetD8Async"(to: DevicePtr, value: u8, bytes: usize, stream: Handle);
    stream_create = "cuStreamCreate"(stream: &mut Handle, flags: c_uint);
    stream_destroy = "cuStreamDestroy_v2"(stream: Handle);
    stream_synchronize = "cuStreamSynchronize"(stream: Handle);
    stream_wait_event = "cuStreamWaitEvent"(stream: Handle, event: Handle, flags: c_uint);
    stream_begin_capture = "cuStreamBeginCapture_v2"(stream: Handle, mode: c_int);
    stream_end_capture = "cuStreamEndCapture"(stream: Handle, graph: &mut Handle);
    graph_get_nodes = "cuGraphGetNodes"(graph: Handle, nodes: *mut Handle, count: &mut usize);
    graph_instantiate = "cuGraphInstantiateWithFlags"(exec: &mut Handle, graph: Handle, flags: u64);
    graph_launch = "cuGraphLaunch"(exec: Handle, stream: Handle);
    graph_exec_destroy = "cuGraphExecDestroy"(exec: Handle);
    graph_destroy = "cuGraphDestroy"(graph: Handle);
    event_create = "cuEventCreate"(event: &mut Handle, flags: c_uint);
    event_destroy = "cuEventDestroy_v2"(event: Handle);
    event_record = "cuEventRecord"(event: Handle, stream: Handle);
    event_synchronize = "cuEventSynchronize"(event: Handle);
    event_elapsed_time = "cuEventElapsedTime"(milliseconds: &mut f32, from: Handle, to: Handle);
    module_load_data = "cuModuleLoadData"(module: &mut Handle, image: *const c_void);
    module_unload = "cuModuleUnload"(module: Handle);
    module_get_function = "cuModuleGetFunction"(
        function: &mut Handle, module: Handle, name: *const c_char,
    );
    func_get_attribute = "cuFuncGetAttribute"(
        value: &mut c_int, attribute: c_int, function: Handle,
    );
    func_set_attribute = "cuFuncSetAttribute"(function: Handle, attribute: c_int, value: c_int);
    func_get_param_info = "cuFuncGetParamInfo"(
        function: Handle, index: usize, offset: &mut usize, bytes: *mut usize,
    );
    tensor_map_encode_tiled = "cuTensorMapEncodeTiled"(
        map: &mut TensorMap, data_type: c_int, rank: c_uint, address: DevicePtr,
        extents: *const u64, strides: *const u64, boxes: *const c_uint, steps: *const c_uint,
        interleave: c_int, swizzle: c_int, promotion: c_int, fill: c_int,
    );
    launch_kernel = "cuLaunchKernelEx"(
        config: &LaunchConfig, function: Handle, params: *mut *mut c_void, extra: *mut *mut c_void,
    );
}

// SAFETY: the driver's functions may be called from any thread.
unsafe impl Send for Driver {}
// SAFETY: as above.
unsafe impl Sync for Driver {}
