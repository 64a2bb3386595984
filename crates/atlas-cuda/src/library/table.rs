//! The functions of cuBLASLt that this crate calls, and what they take.

use std::ffi::{c_int, c_void};

use libloading::Library;

use crate::driver::{DevicePtr, Handle};
use crate::error::CudaError;

/// Names under which the library is looked for.
pub(super) const LIBRARIES: [&str; 2] = ["libcublasLt.so.13", "libcublasLt.so"];
/// The library of CUDA 13.0.
pub(super) const VERSION_MIN: usize = 130_000;

/// `cudaDataType`
pub(super) const F32: c_int = 0;
pub(super) const BF16: c_int = 14;
/// `CUBLAS_COMPUTE_32F`
pub(super) const COMPUTE_F32: c_int = 68;
/// `CUBLASLT_MATMUL_DESC_TRANSA`, and the value for a transposed matrix.
pub(super) const TRANSPOSE_A: c_int = 3;
pub(super) const TRANSPOSED: c_int = 1;
/// `CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES`
pub(super) const WORKSPACE_BYTES_MAX: c_int = 1;
/// `CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES` and those of B, C and D.
pub(super) const ALIGNMENTS: [c_int; 4] = [5, 6, 7, 8];

/// `cublasLtMatmulAlgo_t`
pub(super) type Algorithm = [u64; 8];

/// `cublasLtMatmulHeuristicResult_t`
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(super) struct Proposal {
    pub algorithm: Algorithm,
    pub workspace_bytes: usize,
    pub status: c_int,
    pub waves: f32,
    reserved: [c_int; 4],
}

macro_rules! functions {
    ($($field:ident = $symbol:literal ($($arg:ident: $type:ty),* $(,)?) -> $result:ty;)*) => {
        /// The functions of one library. Pointers they are given must be valid for the call.
        pub(super) struct Functions {
            $(pub $field: extern "C" fn($($type),*) -> $result,)*
            /// Keeps the code mapped.
            _library: Library,
        }

        impl Functions {
            /// All functions of `library`, which was found as `name`.
            ///
            /// # Errors
            /// It lacks one.
            pub(super) fn of(library: Library, name: &str) -> Result<Self, CudaError> {
                Ok(Self {
                    $($field: {
                        // SAFETY: the library's interface gives the symbol this type.
                        let symbol = unsafe {
                            library.get::<extern "C" fn($($type),*) -> $result>(
                                concat!($symbol, "\0").as_bytes(),
                            )
                        };
                        *symbol.map_err(|_| CudaError::NoLibrary {
                            what: format!("{name} lacks {}", $symbol),
                        })?
                    },)*
                    _library: library,
                })
            }
        }
    };
}

functions! {
    version = "cublasLtGetVersion"() -> usize;
    create = "cublasLtCreate"(handle: *mut Handle) -> c_int;
    destroy = "cublasLtDestroy"(handle: Handle) -> c_int;
    product_create = "cublasLtMatmulDescCreate"(
        product: *mut Handle, compute: c_int, scale: c_int,
    ) -> c_int;
    product_set = "cublasLtMatmulDescSetAttribute"(
        product: Handle, attribute: c_int, value: *const c_void, bytes: usize,
    ) -> c_int;
    product_destroy = "cublasLtMatmulDescDestroy"(product: Handle) -> c_int;
    layout_create = "cublasLtMatrixLayoutCreate"(
        layout: *mut Handle, kind: c_int, rows: u64, columns: u64, apart: i64,
    ) -> c_int;
    layout_destroy = "cublasLtMatrixLayoutDestroy"(layout: Handle) -> c_int;
    wish_create = "cublasLtMatmulPreferenceCreate"(wish: *mut Handle) -> c_int;
    wish_set = "cublasLtMatmulPreferenceSetAttribute"(
        wish: Handle, attribute: c_int, value: *const c_void, bytes: usize,
    ) -> c_int;
    wish_destroy = "cublasLtMatmulPreferenceDestroy"(wish: Handle) -> c_int;
    propose = "cublasLtMatmulAlgoGetHeuristic"(
        handle: Handle, product: Handle, a: Handle, b: Handle, c: Handle, d: Handle, wish: Handle,
        wanted: c_int, proposals: *mut Proposal, found: *mut c_int,
    ) -> c_int;
    multiply = "cublasLtMatmul"(
        handle: Handle, product: Handle, alpha: *const c_void, a: DevicePtr, a_layout: Handle,
        b: DevicePtr, b_layout: Handle, beta: *const c_void, c: DevicePtr, c_layout: Handle,
        d: DevicePtr, d_layout: Handle, algorithm: *const Algorithm, workspace: DevicePtr,
        workspace_bytes: usize, stream: Handle,
    ) -> c_int;
}
