//! Matrices as the copy engine knows them.

use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;

/// `CUtensorMap`: an address, extents and the order of a copy, in the driver's own form.
#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
pub struct TensorMap {
    words: [u64; 16],
}

/// `CU_TENSOR_MAP_DATA_TYPE_BFLOAT16`, `CU_TENSOR_MAP_SWIZZLE_128B` and `CU_TENSOR_MAP_L2_PROMOTION_L2_256B`.
const BF16: i32 = 9;
const SWIZZLE_128: i32 = 3;
const PROMOTION_256: i32 = 3;
/// Elements of a row of a box: 128 bytes.
const DEPTH: u32 = 64;

impl TensorMap {
    /// Rows of bf16 that lie `row` elements apart on 16-byte boundaries, copied in boxes of 64 elements of `boxed`
    /// rows in the order of the 128-byte swizzle.
    ///
    /// # Errors
    /// What the driver says.
    pub(crate) fn of_rows(
        device: &Device,
        address: u64,
        [rows, width, row]: [usize; 3],
        boxed: usize,
    ) -> Result<Self, CudaError> {
        let mut map = Self::zeroed();
        // A matrix without elements is copied nowhere; the driver refuses to encode it.
        let extents = [width.max(1) as u64, rows.max(1) as u64];
        // One row may have any distance to the next, and what an extent is rounded to must not be 0.
        let strides = [(2 * row.max(8)) as u64];
        let boxes = [DEPTH, boxed as u32];
        let driver = device.current()?;
        let status = (driver.tensor_map_encode_tiled)(
            &mut map,
            BF16,
            2,
            address,
            extents.as_ptr(),
            strides.as_ptr(),
            boxes.as_ptr(),
            [1, 1].as_ptr(),
            0,
            SWIZZLE_128,
            PROMOTION_256,
            0,
        );
        device.check("cuTensorMapEncodeTiled", status)?;
        Ok(map)
    }
}
