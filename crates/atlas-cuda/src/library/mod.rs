//! Products by cuBLASLt, which is found at run time and only on request: a yardstick beside the
//! product's own kernels, and a row of `linear` under `--allow-library-gemm`.

mod table;

use crate::ops::gemm::{LinearArgs, LinearTypes};
use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use atlas_tensor::DType;
use libloading::Library;

use crate::device::Device;
use crate::driver::Handle;
use crate::error::CudaError;
use crate::launch::{Grid, Launch, Work};
use crate::memory::DeviceBuffer;
use crate::stream::Stream;
use crate::trace;
use table::{Functions, Proposal};

/// Memory that the library may use between its launches; it may be that of other ops of the stream.
pub const WORKSPACE_BYTES: usize = 32 << 20;
/// Boundary of rows and matrices, in bytes, for which algorithms are asked.
const ALIGNMENT: usize = 16;
/// Products whose algorithm is kept; with more, all are asked for again.
const PLANS_MAX: usize = 1024;

/// cuBLASLt with a handle of it.
struct Loaded {
    functions: Functions,
    handle: usize,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        (self.functions.destroy)(self.handle as Handle);
    }
}

impl Loaded {
    /// The first of `names` that can be loaded, with a handle for the device of this thread's
    /// context.
    fn of(names: &[&str]) -> Result<Self, CudaError> {
        let mut tried = Vec::new();
        for name in names {
            // SAFETY: loading runs the library's initialisers; those of cuBLASLt ask nothing of the
            // program.
            match unsafe { Library::new(*name) } {
                Ok(library) => return Self::with(Functions::of(library, name)?, name),
                Err(error) => {
                    let why = std::error::Error::source(&error).map(ToString::to_string);
                    tried.push(why.unwrap_or_else(|| format!("{name}: {error}")));
                }
            }
        }
        Err(CudaError::NoLibrary { what: tried.join("; ") })
    }

    fn with(functions: Functions, name: &str) -> Result<Self, CudaError> {
        let (version, needed) = ((functions.version)(), table::VERSION_MIN);
        if version < needed {
            let what = format!("{name} is of version {version}, {needed} or newer is needed");
            return Err(CudaError::NoLibrary { what });
        }
        let mut handle = ptr::null_mut();
        check("cublasLtCreate", (functions.create)(&mut handle))?;
        Ok(Self { functions, handle: handle as usize })
    }
}

/// An object of the library that is given back when it goes.
struct Object {
    handle: usize,
    destroy: extern "C" fn(Handle) -> c_int,
}

impl Object {
    fn new(
        call: &'static str,
        destroy: extern "C" fn(Handle) -> c_int,
        create: impl FnOnce(*mut Handle) -> c_int,
    ) -> Result<Self, CudaError> {
        let mut handle = ptr::null_mut();
        check(call, create(&mut handle))?;
        Ok(Self { handle: handle as usize, destroy })
    }

    fn handle(&self) -> Handle {
        self.handle as Handle
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        (self.destroy)(self.handle());
    }
}

/// Sizes that decide which algorithm computes a product: rows, outputs, K, elements from a row of x
/// and of the output to the next, and whether outputs are f32.
type Extents = ([usize; 5], bool);

/// A product that the library has chosen an algorithm for.
struct Plan {
    product: Object,
    weight: Object,
    x: Object,
    out: Object,
    algorithm: table::Algorithm,
}

/// Linears of bf16 by cuBLASLt.
pub struct LibraryLinears {
    plans: Mutex<HashMap<Extents, Arc<Plan>>>,
    /// After what was made by it.
    loaded: Loaded,
}

impl LibraryLinears {
    /// Looks for the library.
    ///
    /// # Errors
    /// There is no such library, or it is too old.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Self::of(device, &table::LIBRARIES)
    }

    fn of(device: &Device, names: &[&str]) -> Result<Self, CudaError> {
        device.current()?;
        let loaded = Loaded::of(names)?;
        Ok(Self { plans: Mutex::default(), loaded })
    }

    /// Whether a linear can be served: it has no bias, which the library knows in the type of the
    /// outputs only, and all rows lie on 16-byte boundaries.
    pub fn serves(args: &LinearArgs<'_>) -> bool {
        let (x, weight, out) = (args.x, args.weight, args.out.view());
        let whole =
            |elements: usize, dtype: DType| (elements * dtype.bytes()).is_multiple_of(ALIGNMENT);
        let bf16 = [x.dtype, weight.dtype] == [DType::Bf16; 2] && out.dtype != DType::F16;
        bf16 && args.bias.is_none()
            && x.rows() > 0
            && x.width() > 0
            && weight.shape[0] > 0
            && [x.ptr, weight.ptr, out.ptr].iter().all(|at| at.is_multiple_of(ALIGNMENT as u64))
            && whole(x.strides[0], DType::Bf16)
            && whole(x.width(), DType::Bf16)
            && whole(out.strides[0], out.dtype)
            && weight.strides[0] == x.width()
    }

    /// `out = x weight^T`, for `x[T, 1, K]` and `weight[N, 1, K]`. In the library's order, column
    /// after column, that is the weight transposed times x. `workspace` has [`WORKSPACE_BYTES`] at
    /// least.
    ///
    /// # Errors
    /// Arguments that [`Self::serves`] refuses, a workspace that is too small, or what the library
    /// says.
    pub fn run(
        &self,
        stream: &Stream,
        args: &LinearArgs<'_>,
        workspace: &mut DeviceBuffer,
    ) -> Result<(), CudaError> {
        let (op, out) = ("linear", args.out.view());
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out: out.dtype };
        let (rows, n, k) = types.check(op, args)?;
        if !Self::serves(args) {
            return Err(CudaError::bad(op, "the library has no such product"));
        }
        let have = workspace.bytes();
        if have < WORKSPACE_BYTES {
            let what =
                format!("a workspace of {have} bytes for a library that takes {WORKSPACE_BYTES}");
            return Err(CudaError::bad(op, what));
        }
        let extents = [rows, n, k, args.x.strides[0], out.strides[0]];
        let key = (extents, out.dtype == DType::F32);
        let places = [args.x.ptr, args.weight.ptr, out.ptr, workspace.ptr()];
        if trace::note(("library", key, places)) {
            return Ok(());
        }
        let device = stream.device();
        device.current()?;
        let plan = self.plan(key)?;
        let (launch, captured) = (Launch { op, shape: [rows, n, k, 0] }, stream.is_capturing());
        // The library's own grids are not known.
        let work = Work::Kernel("cublasLtMatmul", Grid::new([1, 1, 1], 1));
        match captured {
            true => device.ring().note_captured(launch, work),
            false => device.ring().push(launch, work),
        }
        let (one, zero) = (1.0f32, 0.0f32);
        let number = |value: &f32| ptr::from_ref(value).cast::<c_void>();
        let status = (self.loaded.functions.multiply)(
            self.loaded.handle as Handle,
            plan.product.handle(),
            number(&one),
            args.weight.ptr,
            plan.weight.handle(),
            args.x.ptr,
            plan.x.handle(),
            number(&zero),
            out.ptr,
            plan.out.handle(),
            out.ptr,
            plan.out.handle(),
            &raw const plan.algorithm,
            workspace.ptr(),
            WORKSPACE_BYTES,
            stream.handle(),
        );
        check("cublasLtMatmul", status)?;
        if device.options().debug_sync && !captured {
            stream.synchronize()?;
        }
        Ok(())
    }

    /// The kept plan of a product, or a new one.
    fn plan(&self, key: Extents) -> Result<Arc<Plan>, CudaError> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = plans.get(&key) {
            return Ok(Arc::clone(plan));
        }
        if plans.len() == PLANS_MAX {
            plans.clear();
        }
        let plan = Arc::new(self.new_plan(key)?);
        plans.insert(key, Arc::clone(&plan));
        Ok(plan)
    }

    fn new_plan(&self, ([rows, n, k, x_row, out_row], wide): Extents) -> Result<Plan, CudaError> {
        let f = &self.loaded.functions;
        let product = Object::new("cublasLtMatmulDescCreate", f.product_destroy, |handle| {
            (f.product_create)(handle, table::COMPUTE_F32, table::F32)
        })?;
        let transposed = ptr::from_ref(&table::TRANSPOSED).cast();
        let set = f.product_set;
        let status = set(product.handle(), table::TRANSPOSE_A, transposed, size_of::<c_int>());
        check("cublasLtMatmulDescSetAttribute", status)?;
        let layout = |kind: c_int, [rows, columns, apart]: [usize; 3]| {
            Object::new("cublasLtMatrixLayoutCreate", f.layout_destroy, |handle| {
                (f.layout_create)(handle, kind, rows as u64, columns as u64, apart as i64)
            })
        };
        let weight = layout(table::BF16, [k, n, k])?;
        let x = layout(table::BF16, [k, rows, x_row])?;
        let out = layout(if wide { table::F32 } else { table::BF16 }, [n, rows, out_row])?;
        let wish = Object::new("cublasLtMatmulPreferenceCreate", f.wish_destroy, |handle| {
            (f.wish_create)(handle)
        })?;
        let (bytes, boundary) = (WORKSPACE_BYTES as u64, ALIGNMENT as u32);
        let wishes = table::ALIGNMENTS
            .map(|attribute| (attribute, ptr::from_ref(&boundary).cast(), size_of::<u32>()))
            .into_iter()
            .chain([(table::WORKSPACE_BYTES_MAX, ptr::from_ref(&bytes).cast(), size_of::<u64>())]);
        for (attribute, value, bytes) in wishes {
            let status = (f.wish_set)(wish.handle(), attribute, value, bytes);
            check("cublasLtMatmulPreferenceSetAttribute", status)?;
        }
        let (mut proposal, mut found) = (Proposal::default(), 0);
        let status = (f.propose)(
            self.loaded.handle as Handle,
            product.handle(),
            weight.handle(),
            x.handle(),
            out.handle(),
            out.handle(),
            wish.handle(),
            1,
            &mut proposal,
            &mut found,
        );
        check("cublasLtMatmulAlgoGetHeuristic", status)?;
        if found < 1 || proposal.status != 0 {
            let what = format!("the library has no algorithm for {rows} x {n} x {k}");
            return Err(CudaError::bad("linear", what));
        }
        Ok(Plan { product, weight, x, out, algorithm: proposal.algorithm })
    }
}

/// Turns the library's status into an error.
fn check(call: &'static str, status: c_int) -> Result<(), CudaError> {
    let name = match status {
        0 => return Ok(()),
        1 => "CUBLAS_STATUS_NOT_INITIALIZED",
        3 => "CUBLAS_STATUS_ALLOC_FAILED",
        7 => "CUBLAS_STATUS_INVALID_VALUE",
        8 => "CUBLAS_STATUS_ARCH_MISMATCH",
        11 => "CUBLAS_STATUS_MAPPING_ERROR",
        13 => "CUBLAS_STATUS_EXECUTION_FAILED",
        14 => "CUBLAS_STATUS_INTERNAL_ERROR",
        15 => "CUBLAS_STATUS_NOT_SUPPORTED",
        _ => "CUBLAS_STATUS_UNKNOWN",
    };
    let (name, text) = (name.to_owned(), "cuBLASLt refused".to_owned());
    Err(CudaError::Call { call, status, name, text, launches: String::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_is_an_error_that_names_it() {
        let error = Loaded::of(&["libno_such_gemm.so.1"]).err().expect("it is not there");
        let text = error.to_string();
        assert!(text.contains("libno_such_gemm.so.1"), "{text}");
        assert!(text.contains("--allow-library-gemm"), "{text}");
    }

    #[test]
    fn a_library_without_the_functions_is_an_error_that_names_one() {
        let error = Loaded::of(&["libc.so.6"]).err().expect("it is no cuBLASLt");
        assert!(error.to_string().contains("libc.so.6 lacks cublasLtGetVersion"), "{error}");
    }

    #[test]
    fn structures_of_the_library_have_its_sizes() {
        assert_eq!(size_of::<Proposal>(), 64 + 8 + 4 + 4 + 16);
        assert!(check("x", 0).is_ok());
        let error = check("cublasLtMatmul", 15).expect_err("a status");
        assert!(error.to_string().contains("CUBLAS_STATUS_NOT_SUPPORTED"), "{error}");
    }
}
