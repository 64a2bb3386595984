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

/// `CU_TENSOR_MAP_DATA_TYPE_BFLOAT16`, `CU_TENSOR_MAP_SWIZZLE_128B`, and
/// `CU_TENSOR_MAP_L2_PROMOTION_NONE` and `.._L2_256B`.
const BF16: i32 = 9;
const SWIZZLE_128: i32 = 3;
const PROMOTION_NONE: i32 = 0;
const PROMOTION_256: i32 = 3;
/// Elements of a row of a box: 128 bytes.
const DEPTH: u32 = 64;

impl TensorMap {
    /// Rows of bf16 that lie `row` elements apart on 16-byte boundaries, copied in boxes of 64
    /// elements of `boxed` rows in the order of the 128-byte swizzle.
    ///
    /// # Errors
    /// Errors of the driver.
    pub(crate) fn of_rows(
        device: &Device,
        address: u64,
        [rows, width, row]: [usize; 3],
        boxed: usize,
    ) -> Result<Self, CudaError> {
        // A matrix without elements is copied nowhere; the driver refuses to encode it.
        let extents = [width.max(1) as u64, rows.max(1) as u64];
        // One row may have any distance to the next, and what an extent is rounded to must not be
        // 0.
        let strides = [(2 * row.max(8)) as u64];
        Self::encode(device, address, extents, &strides, [DEPTH, boxed as u32], PROMOTION_256)
    }

    /// Rows of bf16 that lie one after the other, all of `boxed` of them at a time, eights of rows
    /// in the kernel's order (`load_eights`). The width is a multiple of 64; what is left of the
    /// rows behind whole eights is not reached.
    ///
    /// # Errors
    /// Errors of the driver.
    pub(crate) fn of_eights(
        device: &Device,
        address: u64,
        [rows, width]: [usize; 2],
        boxed: usize,
    ) -> Result<Self, CudaError> {
        let (row, panels) = (2 * width as u64, width as u64 / u64::from(DEPTH));
        let extents = [u64::from(DEPTH), 8, panels, (rows as u64 / 8).max(1)];
        let strides = [row, 2 * u64::from(DEPTH), 8 * row];
        let boxes = [DEPTH, 8, panels as u32, boxed as u32 / 8];
        Self::encode(device, address, extents, &strides, boxes, PROMOTION_NONE)
    }

    fn encode<const RANK: usize>(
        device: &Device,
        address: u64,
        extents: [u64; RANK],
        strides: &[u64],
        boxes: [u32; RANK],
        promotion: i32,
    ) -> Result<Self, CudaError> {
        let mut map = Self::zeroed();
        let driver = device.current()?;
        let status = (driver.tensor_map_encode_tiled)(
            &mut map,
            BF16,
            RANK as u32,
            address,
            extents.as_ptr(),
            strides.as_ptr(),
            boxes.as_ptr(),
            [1; RANK].as_ptr(),
            0,
            SWIZZLE_128,
            promotion,
            0,
        );
        device.check("cuTensorMapEncodeTiled", status)?;
        Ok(map)
    }
}
