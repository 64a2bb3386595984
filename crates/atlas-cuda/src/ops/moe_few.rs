//! `moe_experts` for few tokens of bf16: an expert's weights go once from memory to the tensor cores'
//! registers, for all tokens that chose it.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::Family;
use super::moe::{CombineParams, ExpertTiles, ExpertsArgs, parts};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::stream::Stream;
use crate::view::View;

/// Pairs of a tile, and outputs and threads of a block of `few_up` and `few_down`, as in the kernel's
/// source.
const TILE_ROWS: usize = 16;
const UP: (usize, u32) = (16, 256);
const DOWN: (usize, u32) = (64, 128);
const SORT_THREADS: usize = 1024;
/// Most pairs that an expert has on average; [`ExpertTiles`] serves more.
const PAIRS_PER_EXPERT: usize = 16;
const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct FewParams {
    x: u64,
    weight: u64,
    hidden: u64,
    out: u64,
    order: u64,
    offset: u64,
    tile_expert: u64,
    tile_first: u64,
    tiles: u64,
    x_row: i64,
    ranks: i64,
    n: i64,
    k: i64,
}
pub(super) const FEW: Family = Family::of::<FewParams>("narrow", &["few_up", "few_down"]);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct FewSortParams {
    ids: u64,
    order: u64,
    offset: u64,
    tile_expert: u64,
    tile_first: u64,
    tiles: u64,
    pairs: i64,
    experts: i64,
}
pub(super) const FEW_SORT: Family = Family::of::<FewSortParams>("narrow", &["few_sort"]);

/// Experts of few tokens: the bits of a row do not depend on which others there are. [`ExpertTiles`],
/// with bits of its own, where an expert has more than 16 on average.
pub struct ExpertFew {
    sort: Kernel,
    up: Kernel,
    down: Kernel,
    combine: Kernel,
    many: ExpertTiles,
}

impl ExpertFew {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        Ok(Self {
            sort: device.kernel("few_sort")?,
            up: device.kernel("few_up")?,
            down: device.kernel("few_down")?,
            combine: device.kernel("experts_combine_bf16")?,
            many: ExpertTiles::bind(device)?,
        })
    }

    fn is_few(pairs: usize, experts: usize) -> bool {
        experts <= SORT_THREADS
            && pairs <= PAIRS_PER_EXPERT * experts
            && Self::tiles(pairs, experts) <= GRID_Y_MAX
    }

    /// Most tiles: of each expert at most one is not full.
    fn tiles(pairs: usize, experts: usize) -> usize {
        pairs / TILE_ROWS + experts.min(pairs)
    }

    /// Bytes of workspace for `pairs` pairs of token and expert.
    pub fn workspace_bytes(pairs: usize, experts: usize, inputs: usize, inner: usize) -> usize {
        if !Self::is_few(pairs, experts) {
            return ExpertTiles::workspace_bytes(pairs, experts, inputs, inner);
        }
        Self::layout(pairs, experts, inputs, inner).1
    }

    /// Order, offsets, experts and first pairs of tiles, their count, hidden, results of pairs.
    fn layout(pairs: usize, experts: usize, inputs: usize, inner: usize) -> ([usize; 7], usize) {
        let tiles = 4 * Self::tiles(pairs, experts);
        let (hidden, results) = (2 * pairs * inner, 4 * pairs * inputs);
        parts([4 * pairs, 4 * (experts + 1), tiles, tiles, 4, hidden, results])
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order.
    ///
    /// # Errors
    /// As [`ExpertTiles::run`].
    pub fn run(&self, stream: &Stream, args: ExpertsArgs<'_>) -> Result<(), CudaError> {
        let (op, bf16) = ("moe_experts/few", DType::Bf16);
        let (pairs, experts) = (args.ids.len, args.gate_up.rows());
        if !Self::is_few(pairs, experts) {
            return self.many.run(stream, args);
        }
        let (starts, needed) = Self::layout(pairs, experts, args.x.width(), args.down.width());
        let e = args.check(op, bf16, bf16, needed)?;
        let aligned = [args.x, args.gate_up, args.down].iter().all(View::is_aligned);
        if !e.inputs.is_multiple_of(8) || !e.inner.is_multiple_of(8) || !aligned {
            let what = format!("rows of {} and {} off 16-byte boundaries", e.inputs, e.inner);
            return Err(CudaError::bad(op, what));
        }
        if pairs == 0 {
            return Ok(());
        }
        let base = args.workspace.ptr();
        let [order, offset, tile_expert, tile_first, tiles, hidden, results] =
            starts.map(|at| base + at as u64);
        let sort = FewSortParams {
            ids: args.ids.ptr,
            order,
            offset,
            tile_expert,
            tile_first,
            tiles,
            pairs: pairs as i64,
            experts: e.experts as i64,
        };
        let launch = Launch { op, shape: [e.rows, e.ranks, e.inputs, e.inner] };
        let one = Grid::new([1, 1, 1], SORT_THREADS as u32);
        self.sort.launch(stream, launch, one, &sort)?;
        let up = FewParams {
            x: args.x.ptr,
            weight: args.gate_up.ptr,
            hidden,
            out: results,
            order,
            offset,
            tile_expert,
            tile_first,
            tiles,
            x_row: args.x.strides[0] as i64,
            ranks: e.ranks as i64,
            n: e.inner as i64,
            k: e.inputs as i64,
        };
        let down = FewParams { weight: args.down.ptr, n: e.inputs as i64, k: e.inner as i64, ..up };
        let tiles = Self::tiles(pairs, e.experts);
        let grid = |n: usize, (columns, threads): (usize, u32)| {
            Grid::new([n.div_ceil(columns), tiles, 1], threads)
        };
        self.up.launch(stream, launch, grid(e.inner, UP), &up)?;
        self.down.launch(stream, launch, grid(e.inputs, DOWN), &down)?;
        let out = args.out.view();
        let combine = CombineParams {
            pairs: results,
            weights: args.weights.ptr,
            out: out.ptr,
            out_row: out.strides[0] as i64,
            rows: e.rows as i64,
            ranks: e.ranks as i64,
            width: e.inputs as i64,
        };
        let grid = Grid::over(e.rows * e.inputs, 256, self.combine.device().info());
        self.combine.launch(stream, launch, grid, &combine)
    }
}
