//! Where the splits of short spans of [`super::decode_split_kv`] meet.

use super::tile_params::TileParams;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::Family;
use crate::stream::Stream;

pub(crate) const MERGE: Family = Family::of::<TileParams>(
    "attention/split_kv_merge",
    &[
        "attention_merge_splits_64",
        "attention_merge_splits_128",
        "attention_merge_splits_256",
        "attention_merge_splits_few_rows_64",
        "attention_merge_splits_few_rows_128",
        "attention_merge_splits_few_rows_256",
    ],
)
.with_shared();

/// Threads of a block where rows are many, each of up to so many columns, as in the kernel's
/// source.
const THREADS: u32 = 128;
const EACH: usize = 4;

/// Threads of a block where rows are few, its columns, and its stages of 16 KB, as in the kernel's
/// source.
const FEW_THREADS: u32 = 256;
const FEW_COLUMNS: usize = 64;
const STAGES: u32 = 2;
/// Bytes of shared memory of such a block: its stages, and factors of as many splits as it has
/// threads.
pub(crate) const FEW_SHARED: u32 = STAGES * (16 << 10) + 16 * FEW_THREADS;
/// Splits of a row up to which warps go alone where rows are many. (8 rows of 120 splits took 15 us
/// more so on an H100, 32 of 16 took 3 us less.)
const MANY_SPLITS: usize = 64;
/// Such blocks that a multiprocessor has registers for.
const FEW_AT_ONCE: usize = 2;

/// The merge for heads of one width.
pub(crate) struct SplitKvMerge {
    many: Kernel,
    few: Kernel,
    width: usize,
}

impl SplitKvMerge {
    /// # Errors
    /// Errors of the driver.
    pub fn bind(device: &Device, width: usize) -> Result<Self, CudaError> {
        let many = device.kernel(&format!("attention_merge_splits_{width}"))?;
        let few = device.kernel(&format!("attention_merge_splits_few_rows_{width}"))?;
        Ok(Self { many, few, width })
    }

    /// Launches the merge of the rows that `params` are of, with so many query heads each and up to
    /// so many splits.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn launch(
        &self,
        stream: &Stream,
        launch: Launch,
        [rows, heads, splits]: [usize; 3],
        params: &TileParams,
    ) -> Result<(), CudaError> {
        let multiprocessors = self.many.device().info().multiprocessors as usize;
        if are_few([rows * heads, splits], self.width, multiprocessors) {
            let grid = Grid::new([rows, heads, self.width / FEW_COLUMNS], FEW_THREADS);
            return self.few.launch(stream, launch, grid.shared(FEW_SHARED), params);
        }
        let columns = THREADS as usize * EACH.min(self.width / 32);
        let grid = Grid::new([rows, (heads * self.width).div_ceil(columns), 1], THREADS);
        self.many.launch(stream, launch, grid, params)
    }
}

/// Whether so many heads of rows, each of so many splits, go in pieces of [`FEW_COLUMNS`]: where
/// the device has room for all of them at once, and where a warp alone would take too long.
fn are_few([heads, splits]: [usize; 2], width: usize, multiprocessors: usize) -> bool {
    let blocks = heads * (width / FEW_COLUMNS);
    blocks <= FEW_AT_ONCE * multiprocessors || splits > MANY_SPLITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_are_merged_in_pieces() {
        // Rows of 16 heads of 256, and of 4 of 128, on 132 multiprocessors.
        let few = |heads, splits, width| are_few([heads, splits], width, 132);
        assert_eq!([1, 4, 5, 128].map(|n| few(16 * n, 64, 256)), [true, true, false, false]);
        assert_eq!([1, 33, 34].map(|n| few(4 * n, 17, 128)), [true, true, false]);
        assert!(few(16 * 128, 65, 256));
    }
}
