//! `absorb_queries` and `latent_values` on tensor cores, and by the number of rows.

use atlas_tensor::DType;

use super::head_maps::{HeadMap, HeadMapArgs, HeadMapParams, PlainHeadMap};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::stream::Stream;

/// Rows and outputs of a tile, threads of a block and its shared memory, as in the kernel's source.
const TILE: usize = 64;
const THREADS: u32 = 128;
const SHARED: u32 = 4 * 128 * 72 * 2;
const GRID_Z_MAX: usize = 65_535;
/// Rows from which tensor cores compute a map: fewer would leave most of a tile empty.
pub const ROWS_MIN: usize = 16;

pub(crate) const HEAD_MAPS_MMA: Family = Family::of::<HeadMapParams>(
    "latent/head_maps_mma",
    &["absorb_queries_mma", "latent_values_mma"],
)
.with_shared();

/// A map of bf16 weights to and from bf16 activations, whose elements come in eights.
pub struct MmaHeadMap {
    kernel: Kernel,
    map: HeadMap,
}

impl MmaHeadMap {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device, map: HeadMap) -> Result<Self, CudaError> {
        Ok(Self { kernel: device.kernel(&format!("{}_mma", map.op()))?, map })
    }

    /// Whether rows lie on the boundaries that it needs.
    pub fn takes(args: &HeadMapArgs<'_>) -> bool {
        let eights = [args.x.width(), args.weight.width(), args.out.view().width()];
        args.x.is_aligned()
            && args.weight.is_aligned()
            && eights.iter().all(|extent| extent.is_multiple_of(8))
    }

    /// # Errors
    /// Shapes that disagree, rows off 16-byte boundaries, or what the driver says.
    pub fn run(&self, stream: &Stream, args: &HeadMapArgs<'_>) -> Result<(), CudaError> {
        let op = self.map.op();
        let params = HeadMapParams::of(self.map, args, [DType::Bf16; 2])?;
        if !Self::takes(args) {
            return Err(CudaError::bad(op, "rows off 16-byte boundaries"));
        }
        if params.is_empty() {
            return Ok(());
        }
        let shape @ [rows, heads, dims, latent] = params.launch_shape();
        let outputs = if self.map == HeadMap::AbsorbQueries { latent } else { dims };
        let of_rows = rows.div_ceil(TILE).min(GRID_Z_MAX);
        let grid = Grid::new([outputs.div_ceil(TILE), heads, of_rows], THREADS).shared(SHARED);
        self.kernel.launch(stream, Launch { op, shape }, grid, &params)
    }
}

/// [`PlainHeadMap`] for few rows, [`MmaHeadMap`] for more.
pub struct HeadMapByRows {
    few: PlainHeadMap,
    many: MmaHeadMap,
}

impl HeadMapByRows {
    /// For bf16 activations and weights.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device, map: HeadMap) -> Result<Self, CudaError> {
        let few = PlainHeadMap::bind(device, map, DType::Bf16, DType::Bf16)?;
        Ok(Self { few, many: MmaHeadMap::bind(device, map)? })
    }

    /// # Errors
    /// Shapes that disagree, or what the driver says.
    pub fn run(&self, stream: &Stream, args: &HeadMapArgs<'_>) -> Result<(), CudaError> {
        match args.x.rows() >= ROWS_MIN && MmaHeadMap::takes(args) {
            true => self.many.run(stream, args),
            false => self.few.run(stream, args),
        }
    }
}
