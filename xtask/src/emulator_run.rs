//! One planted kernel on the emulated device, by the driver's own functions. The only unsafe code
//! here.

use std::ffi::{CString, c_int, c_uint, c_void};
use std::path::Path;

use anyhow::{Result, bail, ensure};

#[repr(C)]
struct Reverse {
    input: u64,
    output: u64,
    n: i64,
}

/// Runs one planted kernel on 64 values and checks that they are reversed.
///
/// # Errors
/// The library refuses a call or the values are wrong.
pub fn run_kernel(library: &Path, kernel: &str, blocks: u32) -> Result<()> {
    const N: usize = 64;
    // SAFETY: the library is the emulated device, whose initialisers put kernels on a list.
    let library = unsafe { libloading::Library::new(library) }?;
    macro_rules! call {
        ($name:literal, ($($type:ty),*), $($arg:expr),*) => {{
            // SAFETY: `driver.cpp` gives the symbol this type, and the arguments live for the call.
            let status = unsafe {
                library.get::<extern "C" fn($($type),*) -> c_int>($name)?($($arg),*)
            };
            if status != 0 {
                bail!("{} gives {status}", String::from_utf8_lossy($name));
            }
        }};
    }
    call!(b"cuInit", (c_uint), 0);
    let mut params = Reverse { input: 0, output: 0, n: 64 };
    for ptr in [&mut params.input, &mut params.output] {
        call!(b"cuMemAlloc_v2", (&mut u64, usize), ptr, N * 4);
    }
    let values: Vec<f32> = (0..N).map(|i| i as f32).collect();
    type Copy = *mut c_void;
    call!(
        b"cuMemcpyHtoDAsync_v2",
        (u64, *const f32, usize, Copy),
        params.input,
        values.as_ptr(),
        N * 4,
        std::ptr::null_mut()
    );
    let name = CString::new(kernel)?;
    let mut function = std::ptr::null_mut();
    call!(
        b"cuModuleGetFunction",
        (&mut Copy, Copy, *const std::ffi::c_char),
        &mut function,
        std::ptr::null_mut(),
        name.as_ptr()
    );
    let mut pointers = [std::ptr::from_mut(&mut params).cast::<c_void>()];
    type U = c_uint;
    call!(
        b"cuLaunchKernel",
        (Copy, U, U, U, U, U, U, U, Copy, *mut Copy, *mut Copy),
        function,
        blocks,
        1,
        1,
        N as u32,
        1,
        1,
        N as u32 * 4,
        std::ptr::null_mut(),
        pointers.as_mut_ptr(),
        std::ptr::null_mut()
    );
    let mut got = vec![0f32; N];
    call!(
        b"cuMemcpyDtoHAsync_v2",
        (*mut f32, u64, usize, Copy),
        got.as_mut_ptr(),
        params.output,
        N * 4,
        std::ptr::null_mut()
    );
    let right = got.iter().eq(values.iter().rev());
    ensure!(right, "not the reversed values: {got:?}");
    Ok(())
}
