//! Linears of one input in tiles of warps that copy and warps that multiply, which Hopper alone
//! has.

use bytemuck::{Pod, Zeroable};

use super::shared_input::{LinearGroup, LinearsParams, PARTS_MAX};
use super::sm90_warp_specialized::{LOW, TARGET, WarpSpecializedTile, is_there, tile};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch};
use crate::ops::Family;
use crate::stream::Stream;
use crate::tensor_map::TensorMap;

#[repr(C, align(64))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct WarpSpecializedParams {
    x: TensorMap,
    weights: [TensorMap; PARTS_MAX],
    linears: LinearsParams,
    blocks: i64,
    unused: [i64; 6],
}
pub(crate) const SM90_WGMMA_WS: Family = Family::of::<WarpSpecializedParams>(
    "gemm/sm90_wgmma_warp_specialized",
    &[
        "sm90_wgmma_ws_128x256",
        "sm90_wgmma_ws_128x256_cluster2",
        "sm90_wgmma_ws_128x128",
        "sm90_wgmma_ws_128x128_cluster2",
        "sm90_wgmma_ws_128x96",
        "sm90_wgmma_ws_64x256",
    ],
)
.with_shared()
.only_for(TARGET);

/// Tiles of linears, from the smaller to the larger.
const LINEARS: [WarpSpecializedTile; 6] = [
    tile("128x256", [128, 256, 4], [1, 1120]),
    tile("128x256_cluster2", [128, 256, 4], [2, 1060]),
    tile("128x128", [128, 128, 7], [1, 580]),
    tile("128x128_cluster2", [128, 128, 7], [2, 640]),
    tile("128x96", [128, 96, 7], [1, 450]),
    LOW,
];
/// The place of [`LOW`], which serves fewer rows than the others.
pub(crate) const LOW_AT: usize = 5;

/// Linears of bf16 with outputs of bf16 or f32, those of one input in one launch.
pub(crate) struct Sm90WarpSpecialized {
    kernels: Vec<Kernel>,
}

impl Sm90WarpSpecialized {
    /// None where the device lacks the instructions.
    pub fn bind(device: &Device) -> Result<Option<Self>, CudaError> {
        if !is_there(device, &LINEARS) {
            return Ok(None);
        }
        let kernel =
            |tile: &WarpSpecializedTile| device.kernel(&format!("sm90_wgmma_ws_{}", tile.name));
        Ok(Some(Self { kernels: LINEARS.iter().map(kernel).collect::<Result<_, _>>()? }))
    }

    /// The kinds of tiles, in the order in which [`Self::run`] counts them.
    pub fn tiles() -> impl Iterator<Item = &'static str> {
        [
            "ws_128x256",
            "ws_128x256_cluster2",
            "ws_128x128",
            "ws_128x128_cluster2",
            "ws_128x96",
            "ws_64x256",
        ]
        .into_iter()
    }

    /// The tile with the fewest clocks, and how many those are.
    pub fn fastest(
        [rows, k, multiprocessors]: [usize; 3],
        outputs: impl Iterator<Item = usize> + Clone,
    ) -> (usize, usize) {
        let clocks = |tile: &WarpSpecializedTile| {
            let across: usize = outputs.clone().map(|n| n.div_ceil(tile.columns)).sum();
            let at_once = (multiprocessors / tile.cluster).max(1);
            (across * tile.down(rows)).div_ceil(at_once) * tile.clocks * k.div_ceil(64)
        };
        let all =
            LINEARS[..LOW_AT].iter().map(clocks).enumerate().map(|(index, clocks)| (clocks, index));
        let (clocks, index) = all.min().unwrap_or((usize::MAX, 0));
        (index, clocks)
    }

    /// Launches all of a group in tiles of one kind.
    ///
    /// # Errors
    /// There is no such kind, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        group: &LinearGroup<'_>,
        index: usize,
    ) -> Result<(), CudaError> {
        let (op, tile) = ("linear", LINEARS.get(index));
        let &tile = tile.ok_or_else(|| CudaError::bad(op, format!("no tile {index}")))?;
        let (rows, k, outputs) = group.extents();
        let (linears, blocks) = group.params(tile.columns);
        let tiles = blocks * tile.down(rows);
        if tiles == 0 {
            return Ok(());
        }
        if k == 0 || tiles > i32::MAX as usize {
            return Err(CudaError::bad(op, format!("{tiles} tiles of {k} elements a row")));
        }
        let kernel = &self.kernels[index];
        let device = kernel.device();
        let (x, x_row) = linears.x();
        let mut params = WarpSpecializedParams {
            x: TensorMap::of_rows(device, x, [rows, k, x_row], tile.rows)?,
            weights: Zeroable::zeroed(),
            linears,
            blocks: blocks as i64,
            unused: [0; 6],
        };
        let part = tile.columns / tile.cluster;
        for (map, (weight, n)) in params.weights.iter_mut().zip(group.weights()) {
            *map = TensorMap::of_rows(device, weight, [n, k, k], part)?;
        }
        let launch = Launch { op, shape: [rows, outputs.sum(), k, 0] };
        kernel.launch(stream, launch, tile.grid(device, tiles), &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(rows: usize, k: usize, n: usize) -> &'static str {
        LINEARS[Sm90WarpSpecialized::fastest([rows, k, 132], std::iter::once(n)).0].name
    }

    #[test]
    fn whole_waves_of_the_widest_tiles_are_taken_where_there_are_many() {
        assert_eq!(chosen(8192, 8192, 8192), "128x256_cluster2");
        assert_eq!(chosen(8192, 2048, 12_288), "128x256_cluster2");
        assert_eq!(chosen(8192, 4096, 2048), "128x256_cluster2");
        assert_eq!(chosen(1024, 2048, 12_288), "128x256_cluster2");
        assert_eq!(chosen(1024, 4096, 2048), "128x128", "every multiprocessor has a tile");
        assert_eq!(
            chosen(128, 2048, 248_320),
            "128x128",
            "a last wave of small tiles is soon over"
        );
        assert_eq!(chosen(100, 2048, 12_288), "128x96", "128 tiles, 128x128 has 96");
        assert_eq!(chosen(100, 2048, 16_384), "128x128", "128x96 would have a second wave");
    }

    #[test]
    fn tiles_fit_into_the_shared_memory() {
        for tile in &LINEARS {
            assert!(tile.shared_bytes() <= 227 << 10, "{}", tile.name);
        }
        assert!(Sm90WarpSpecialized::tiles().eq(LINEARS.iter().map(|t| format!("ws_{}", t.name))));
    }
}
