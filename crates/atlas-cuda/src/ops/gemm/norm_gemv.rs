//! A row that is added to its residual and normalised, and the linears of it, in one kernel: to
//! the bits that `RmsNorm` and [`GemmDispatch`](super::dispatch::GemmDispatch) have for one row,
//! with every result written.
//!
//! Every block computes the norm, which takes less time than a launch of its own, and blocks take
//! several outputs a warp, so that there are few of them. The block that is the last to have read
//! the residual writes it.

use bytemuck::{Pod, Zeroable};

use super::shared_input::{LinearGroup, LinearsParams};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::memory::DeviceBuffer;
use crate::ops::Family;
use crate::ops::norm::NormWeight;
use crate::ops::norm::rms_norm::{RmsNorm, RmsNormParams};
use crate::stream::Stream;
use crate::view::{View, ViewMut};

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct NormGemvParams {
    linears: LinearsParams,
    norm: RmsNormParams,
    arrived: u64,
    blocks: i64,
}
pub(crate) const NORM_LINEARS: Family =
    Family::of::<NormGemvParams>("gemm/norm_gemv", &["add_norm_gemv"]);

/// Elements of a row that a block keeps.
const WIDTH_MAX: i64 = 2048;
/// Threads of a block, and blocks that a multiprocessor has room for.
const THREADS: u32 = 256;
const RESIDENT: usize = 3;

/// The kernel, and what its blocks count in.
pub struct NormGemv {
    kernel: Kernel,
    /// Blocks of the launch that runs which have read; zero between launches, which a stream keeps
    /// apart.
    arrived: DeviceBuffer,
}

impl NormGemv {
    /// For the launches of one stream.
    ///
    /// # Errors
    /// The binary has no kernel, or the device no memory.
    pub fn bind(stream: &Stream) -> Result<Self, CudaError> {
        let device: &Device = stream.device();
        let arrived = DeviceBuffer::of(stream, &[0u32; 4])?;
        Ok(Self { kernel: device.kernel("add_norm_gemv")?, arrived })
    }

    /// Blocks that the device has room for at once.
    fn room(&self) -> usize {
        self.kernel.device().info().multiprocessors.max(1) as usize * RESIDENT
    }

    /// `residual += x`, `out = norm(residual)` and the linears of `out`, all of one row of bf16;
    /// false, and nothing is launched, for what is not served: other rows, longer ones, or linears
    /// that write what the norm reads.
    ///
    /// # Errors
    /// Shapes that disagree, what `linears` says, or the driver.
    pub fn run<'a>(
        &self,
        stream: &Stream,
        norm: &RmsNorm,
        (residual, x, weight): (ViewMut<'_>, View<'_>, NormWeight<'_>),
        out: ViewMut<'a>,
        linears: impl FnOnce(View<'a>) -> Result<LinearGroup<'a>, CudaError>,
    ) -> Result<bool, CudaError> {
        let View { ptr, dtype, shape, strides, .. } = out.view();
        // `out` is only read behind the norm, which writes it.
        let linears = linears(View::new(ptr, dtype, shape, strides))?;
        let norm = norm.prepare_add(residual, x, weight, out)?;
        let serves = Self::keeps(&norm) && Self::takes(&norm, &linears);
        if serves {
            self.prepare(&norm, &linears).run(stream)?;
        }
        Ok(serves)
    }

    /// Whether a norm is one that can wait for the linears of its row: of one row of bf16, added to
    /// a residual.
    pub(crate) fn keeps(norm: &Prepared<RmsNormParams>) -> bool {
        let n = &norm.params;
        let fits = n.width <= WIDTH_MAX && n.width % 8 == 0 && n.aligned != 0;
        let own = n.x != n.residual && n.out != n.residual && n.out != n.x;
        norm.kernel.name() == "add_rms_norm_bf16" && n.rows == 1 && fits && own
    }

    /// Whether linears that it takes are faster so: there is a block for all of them at once. A
    /// block that takes several turns waits for weights in each, which blocks of linears alone ask
    /// for before the norm has ended: on one H200 30 of 12,352 outputs and 10 of 9,216 add 748 us
    /// to a step with their norms, and 680 apart.
    pub(crate) fn pays(&self, linears: &LinearGroup<'_>) -> bool {
        linears.params_of_warps().1 <= self.room()
    }

    /// Whether linears may be computed with the norm: it is of the row that they read, and they
    /// write nothing that it reads or writes.
    pub(crate) fn takes(norm: &Prepared<RmsNormParams>, linears: &LinearGroup<'_>) -> bool {
        let n = &norm.params;
        let (rows, k, _) = linears.extents();
        let row = |address: u64| address..address + 2 * n.width as u64;
        let of_it = (linears.x(), rows, k as i64) == (n.out, 1, n.width);
        of_it && [n.x, n.residual, n.out].into_iter().all(|at| linears.leaves(&row(at)))
    }

    /// A norm that it keeps and linears that it takes.
    pub(crate) fn prepare(
        &self,
        norm: &Prepared<RmsNormParams>,
        linears: &LinearGroup<'_>,
    ) -> Prepared<NormGemvParams> {
        let (params, blocks) = linears.params_of_warps();
        // As many turns as there must be, all alike.
        let turns = blocks.div_ceil(self.room()).max(1);
        let grid = Grid::new([blocks.div_ceil(turns), 1, 1], THREADS);
        let (_, k, outputs) = linears.extents();
        let launch = Launch { op: "add_norm_gemv", shape: [1, outputs.sum(), k, blocks] };
        let params = NormGemvParams {
            linears: params,
            norm: norm.params,
            arrived: self.arrived.ptr(),
            blocks: blocks as i64,
        };
        Prepared { kernel: self.kernel.clone(), launch, grid, params }
    }
}
