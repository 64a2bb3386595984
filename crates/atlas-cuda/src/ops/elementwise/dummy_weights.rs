//! Made-up weights: elements that are computed where they are wanted.

use atlas_tensor::weights::draws::VALUE_COUNT;
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, expect_len};
use crate::stream::Stream;
use crate::view::{Slice, SliceMut};

const THREADS: u32 = 256;
/// Elements of a 16-byte piece, which one thread writes.
const PIECE: usize = 8;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct DummyWeightsParams {
    out: u64,
    values: u64,
    key: u64,
    first: i64,
    count: i64,
}
pub(crate) const FILL: Family =
    Family::of::<DummyWeightsParams>("elementwise/dummy_weights", &["fill_dummy_weights"]);

/// Elements of a stream, the bits of [`atlas_tensor::Draws::make`].
pub struct DummyWeights {
    kernel: Kernel,
}

impl DummyWeights {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel("fill_dummy_weights")? })
    }

    /// The elements from `first` on of the stream `key` over `values` to `out`.
    ///
    /// # Errors
    /// Values that are not 65,536, elements that have no number, memory off the boundary of an
    /// element, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        values: Slice<'_, u16>,
        key: u64,
        first: u64,
        out: SliceMut<'_, u16>,
    ) -> Result<(), CudaError> {
        let op = "fill";
        expect_len(op, "values", values.len, VALUE_COUNT)?;
        let (count, last) = (out.len as u64, first.checked_add(out.len as u64));
        if last.is_none_or(|last| i64::try_from(last).is_err()) {
            return Err(CudaError::bad(op, format!("{count} elements from {first} on")));
        }
        if !(out.ptr | values.ptr).is_multiple_of(size_of::<u16>() as u64) {
            return Err(CudaError::bad(op, "elements that do not lie on a boundary of theirs"));
        }
        let params = DummyWeightsParams {
            out: out.ptr,
            values: values.ptr,
            key,
            first: first.cast_signed(),
            count: count.cast_signed(),
        };
        // One more for pieces that `out` begins and ends inside of; nothing at all for nothing.
        let pieces = if out.len == 0 { 0 } else { out.len.div_ceil(PIECE) + 1 };
        let grid = Grid::over(pieces, THREADS, self.kernel.device().info());
        self.kernel.launch(stream, Launch { op, shape: [out.len, 0, 0, 0] }, grid, &params)
    }
}
