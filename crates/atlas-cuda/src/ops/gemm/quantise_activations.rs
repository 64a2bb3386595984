//! Rows of bf16 as codes of 8 bits with their scales, for linears and experts of 8-bit weights.

use std::marker::PhantomData;

use atlas_tensor::DType;
use atlas_tensor::ops::ScaleGroup;
use bytemuck::{Pod, Zeroable};

use super::sm90_warp_specialized::TARGET;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::memory::DeviceBuffer;
use crate::ops::Family;
use crate::stream::Stream;
use crate::view::View;

const THREADS: u32 = 256;
const WARPS: usize = 8;
/// Boundary of a part of memory, and rows whose scales are there at least.
const BOUNDARY: usize = 256;
const TILE_ROWS: usize = 128;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct QuantiseActivationsParams {
    x: u64,
    codes: u64,
    scales: u64,
    x_row: i64,
    rows: i64,
    k: i64,
    scale_row: i64,
}
pub(crate) const QUANTISE_ACTIVATIONS: Family = Family::of::<QuantiseActivationsParams>(
    "gemm/sm90_quantise_activations",
    &["sm90_quantise_activations_by_group", "sm90_quantise_activations_by_row"],
)
.only_for(TARGET);

/// Codes `[rows, k]` of E4M3 and their f32 scales, `[groups, scale_row]`: each group's scales of
/// all rows, then of rows that a last tile lacks.
#[derive(Clone, Copy, Debug)]
pub struct ActivationCodes<'a> {
    pub(crate) codes: u64,
    pub(crate) scales: u64,
    pub(crate) rows: usize,
    pub(crate) k: usize,
    pub(crate) group: ScaleGroup,
    life: PhantomData<&'a DeviceBuffer>,
}

/// Scales of inputs as kernels take them.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct InputScales {
    at: u64,
    step: i64,
    by_block: i64,
}

impl ActivationCodes<'_> {
    /// Elements from one group's scales to the next group's.
    pub fn scale_row(rows: usize) -> usize {
        rows.next_multiple_of(TILE_ROWS)
    }

    /// Bytes of the codes and of all of it.
    fn bytes([rows, k]: [usize; 2], group: ScaleGroup) -> [usize; 2] {
        let codes = (rows * k).next_multiple_of(BOUNDARY);
        [codes, codes + 4 * Self::scale_row(rows) * group.count(k)]
    }

    /// Bytes of memory for so many rows of `k` elements.
    pub fn memory_bytes(shape: [usize; 2], group: ScaleGroup) -> usize {
        Self::bytes(shape, group)[1].next_multiple_of(BOUNDARY)
    }

    /// Byte of the first scale, in memory that begins with the codes.
    pub fn scales_at(shape: [usize; 2], group: ScaleGroup) -> usize {
        Self::bytes(shape, group)[0]
    }

    /// In memory that [`QuantiseActivations::run`] wrote.
    ///
    /// # Errors
    /// Too little memory.
    pub fn there(
        memory: &DeviceBuffer,
        shape: [usize; 2],
        group: ScaleGroup,
    ) -> Result<ActivationCodes<'_>, CudaError> {
        memory.slice::<u8>(0, Self::memory_bytes(shape, group))?;
        Ok(ActivationCodes::at(memory.ptr(), shape, group))
    }

    /// At an address that the caller knows to have [`Self::memory_bytes`] for as long as it is
    /// used.
    pub(crate) fn at(address: u64, [rows, k]: [usize; 2], group: ScaleGroup) -> Self {
        let scales = address + Self::bytes([rows, k], group)[0] as u64;
        Self { codes: address, scales, rows, k, group, life: PhantomData }
    }

    pub(crate) fn scales(&self) -> InputScales {
        InputScales {
            at: self.scales,
            step: Self::scale_row(self.rows) as i64,
            by_block: i64::from(self.group == ScaleGroup::Block),
        }
    }
}

/// Writes rows of bf16 as codes.
pub struct QuantiseActivations {
    by_group: Kernel,
    by_row: Kernel,
}

impl QuantiseActivations {
    /// None where the device lacks the instructions.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if device.info().capability != (9, 0) {
            return Ok(None);
        }
        let kernel = |kind| device.kernel(&format!("sm90_quantise_activations_by_{kind}"));
        Ok(Some(Self { by_group: kernel("group")?, by_row: kernel("row")? }))
    }

    /// Codes and scales of `x[rows, 1, k]`, in `memory` from its first byte on.
    ///
    /// # Errors
    /// Rows of another type or with several heads, too little memory, or errors of the driver.
    pub fn run<'a>(
        &self,
        stream: &Stream,
        x: &View<'_>,
        group: ScaleGroup,
        memory: &'a mut DeviceBuffer,
    ) -> Result<ActivationCodes<'a>, CudaError> {
        let shape = [x.rows(), x.width()];
        let (needed, have) = (ActivationCodes::memory_bytes(shape, group), memory.bytes());
        if have < needed {
            let what = format!("{have} bytes of {needed} for the codes of {shape:?}");
            return Err(CudaError::bad("quantise_activations", what));
        }
        let codes = ActivationCodes::at(memory.ptr(), shape, group);
        self.run_to(stream, x, &codes)?;
        Ok(codes)
    }

    /// [`Self::run`] to memory that is there.
    pub(crate) fn run_to(
        &self,
        stream: &Stream,
        x: &View<'_>,
        to: &ActivationCodes<'_>,
    ) -> Result<(), CudaError> {
        let op = "quantise_activations";
        if x.dtype != DType::Bf16 || x.shape != [to.rows, 1, to.k] {
            let what = format!("rows of {:?} {:?} as {} of {}", x.dtype, x.shape, to.rows, to.k);
            return Err(CudaError::bad(op, what));
        }
        let (rows, groups) = (to.rows, to.group.count(to.k));
        let scale_row = ActivationCodes::scale_row(rows);
        if rows == 0 || groups == 0 {
            return Ok(());
        }
        let params = QuantiseActivationsParams {
            x: x.ptr,
            codes: to.codes,
            scales: to.scales,
            x_row: x.strides[0] as i64,
            rows: rows as i64,
            k: to.k as i64,
            scale_row: scale_row as i64,
        };
        let launch = Launch { op, shape: [rows, to.k, groups, 0] };
        let device = self.by_row.device().info();
        match to.group {
            ScaleGroup::Block => {
                let grid =
                    Grid::over(scale_row * groups * (THREADS as usize / WARPS), THREADS, device);
                self.by_group.launch(stream, launch, grid, &params)
            }
            ScaleGroup::Row => {
                let grid = Grid::over(rows * THREADS as usize, THREADS, device);
                self.by_row.launch(stream, launch, grid, &params)
            }
        }
    }
}
