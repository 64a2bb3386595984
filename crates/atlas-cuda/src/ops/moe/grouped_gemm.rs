//! `moe_experts` for many tokens: tiles over pairs sorted by expert.

use atlas_tensor::DType;
use atlas_tensor::ops::ExpertActivation;
use bytemuck::{Pod, Zeroable};

use super::combine::CombineParams;
use super::grouped_gemm_small_m::{self, SmallMGroupedGemm};
use super::grouped_params::GroupedParams;
use super::sm90_grouped_gemm::Sm90GroupedGemm;
use super::tail::ExpertsTail;
use super::{ExpertsArgs, GRID_Y_MAX, inputs_of, parts, way_of};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::Family;
use crate::ops::gemm::tiled_mma::{TILE_64X64, TILE_128X128};
use crate::stream::Stream;
use crate::view::{Slice, View};

const THREADS: u32 = 256;
/// Pairs of token and expert that an expert has, on average, from which each tile of
/// `sm90_grouped_gemm` is the fastest.
const SPECIALIZED_FROM: [usize; 2] = [16, 128];
/// Whether results of pairs are rounded to bf16 before they are added up, where experts are served
/// by `sm90_grouped_gemm`.
pub const ROUNDED: bool = true;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SortParams {
    pub ids: u64,
    pub offset: u64,
    pub tile: u64,
    pub order: u64,
    pub pairs: i64,
    pub experts: i64,
    pub tile_rows: i64,
    /// Id of the first of the experts.
    pub first: i64,
}

impl SortParams {
    /// A block an expert, with a count of each in shared memory.
    pub(crate) fn grid(&self) -> Grid {
        let shared = u32::try_from(4 * self.experts).unwrap_or(u32::MAX);
        Grid::new([self.experts as usize, 1, 1], THREADS).shared(shared)
    }
}
pub(crate) const SORT: Family =
    Family::of::<SortParams>("moe/sort_pairs", &["sort_pairs"]).with_shared();

pub(crate) const GROUPED: Family = Family::of::<GroupedParams>(
    "moe/grouped_gemm_mma",
    &[
        "grouped_gemm_up_64x64",
        "grouped_gemm_up_128x128",
        "grouped_gemm_relu_squared_64x64",
        "grouped_gemm_relu_squared_128x128",
        "grouped_gemm_down_64x64",
        "grouped_gemm_down_128x128",
    ],
)
.with_shared();

/// Which of the tiles for experts serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupedTiles {
    /// Those on `mma.sync`, which every device has, for any number of pairs to the same bits.
    Common,
    /// As [`Self::Common`], with the tile for few pairs of the device with most shared memory, or
    /// of others.
    SmallM(usize),
    /// Those of the device's own where they are faster.
    ByPairs,
    /// One of those with warps that copy and warps that multiply, 0 or 1 or by the number of pairs,
    /// with the results of pairs rounded to bf16 or not.
    Specialized { index: Option<usize>, rounded: bool },
}

impl GroupedTiles {
    /// The tile of `sm90_grouped_gemm` for so many pairs, and whether results of pairs are rounded,
    /// if these serve them.
    pub(crate) fn specialized(self, pairs: usize, experts: usize) -> Option<(usize, bool)> {
        let by_pairs = || SPECIALIZED_FROM.iter().rposition(|from| pairs >= from * experts);
        match self {
            Self::Specialized { index, rounded } => Some((index.or_else(by_pairs)?, rounded)),
            Self::ByPairs => Some((by_pairs()?, ROUNDED)),
            Self::Common | Self::SmallM(_) => None,
        }
    }
}

/// Pairs sorted by expert, then tiles of bf16 on tensor cores: for many tokens. Widths are
/// multiples of 8. The tile is chosen by the number of pairs; it does not show in the bits, unless
/// those of Hopper serve too.
pub struct GroupedGemm {
    activation: ExpertActivation,
    sort: Kernel,
    /// For few pairs an expert, and from 32 on.
    stream: SmallMGroupedGemm,
    up: [Kernel; 2],
    down: [Kernel; 2],
    /// For results of pairs in f32, and in bf16.
    combine: [Kernel; 2],
    specialized: Option<Sm90GroupedGemm>,
    tiles: GroupedTiles,
}

impl GroupedGemm {
    /// With tiles of the device's own where it has them, if `tiles` says so.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(
        device: &Device,
        activation: ExpertActivation,
        tiles: GroupedTiles,
    ) -> Result<Self, CudaError> {
        let kernel = |name: &str| device.kernel(name);
        let up = |size: &str| kernel(&format!("grouped_gemm_{}_{size}", way_of(activation)));
        Ok(Self {
            activation,
            specialized: match tiles {
                GroupedTiles::ByPairs | GroupedTiles::Specialized { .. } => {
                    Sm90GroupedGemm::bind(device, activation)?
                }
                GroupedTiles::Common | GroupedTiles::SmallM(_) => None,
            },
            tiles,
            sort: kernel("sort_pairs")?,
            stream: SmallMGroupedGemm::bind(device, activation)?,
            up: [up("64x64")?, up("128x128")?],
            down: [kernel("grouped_gemm_down_64x64")?, kernel("grouped_gemm_down_128x128")?],
            combine: [kernel("combine_f32_pairs")?, kernel("combine_bf16_pairs")?],
        })
    }

    /// Bytes of workspace for `pairs` pairs of token and expert.
    pub fn workspace_bytes(pairs: usize, experts: usize, inputs: usize, inner: usize) -> usize {
        Self::layout(pairs, experts, inputs, inner).1
    }

    /// Offsets, tiles, order, hidden, results of pairs.
    pub(super) fn layout(
        pairs: usize,
        experts: usize,
        inputs: usize,
        inner: usize,
    ) -> ([usize; 5], usize) {
        let table = 4 * (experts + 1);
        parts([table, table, 4 * pairs, 2 * pairs * inner, 4 * pairs * inputs])
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order.
    ///
    /// # Errors
    /// Shapes that disagree, widths that are no multiples of 8, too little workspace, or errors of
    /// the driver.
    pub fn run(&self, stream: &Stream, args: ExpertsArgs<'_>) -> Result<(), CudaError> {
        self.begin(stream, args)?.run(stream)
    }

    /// [`Self::run`] but for its last launch.
    pub(crate) fn begin(
        &self,
        stream: &Stream,
        args: ExpertsArgs<'_>,
    ) -> Result<ExpertsTail, CudaError> {
        let (op, bf16) = ("moe_experts", DType::Bf16);
        let (pairs, experts) = (args.ids.len, args.gate_up.rows());
        let (starts, needed) = Self::layout(pairs, experts, args.x.width(), args.down.width());
        let e = args.check(op, (self.activation, bf16, bf16), needed)?;
        let aligned = [args.x, args.gate_up, args.down].iter().all(View::is_aligned);
        if !e.inputs.is_multiple_of(8) || !e.inner.is_multiple_of(8) || !aligned {
            let what = format!("rows of {} and {} off 16-byte boundaries", e.inputs, e.inner);
            return Err(CudaError::bad(op, what));
        }
        if pairs > i32::MAX as usize {
            return Err(CudaError::bad(op, format!("{pairs} pairs of tokens and experts")));
        }
        if pairs == 0 {
            return Ok(ExpertsTail::Nothing);
        }
        let starts = starts.map(|at| args.workspace.ptr() + at as u64);
        let launch = Launch { op, shape: [e.rows, e.ranks, e.inputs, e.inner] };
        let products = PairProducts {
            x: args.x,
            ids: args.ids,
            experts,
            first: 0,
            count: experts,
            weights: [args.gate_up.ptr, args.down.ptr],
            starts,
        };
        let rounded = self.products(stream, launch, &products)?;
        let combine = CombineParams::of(&args, e, starts[4]);
        let blocks = [e.inputs.div_ceil(4 * THREADS as usize), e.rows.min(GRID_Y_MAX), 1];
        let grid = Grid::new(blocks, THREADS);
        let kernel = self.combine_of(rounded).clone();
        Ok(ExpertsTail::Combine(Prepared { kernel, launch, grid, params: combine }))
    }

    /// The kernel that adds up results of pairs, which [`Self::products`] may have rounded.
    pub(super) fn combine_of(&self, rounded: bool) -> &Kernel {
        &self.combine[usize::from(rounded)]
    }

    /// Both products of the pairs of some experts, of which there is at least one; tells whether
    /// their results are of bf16. The arguments have been checked.
    pub(super) fn products(
        &self,
        stream: &Stream,
        launch: Launch,
        of: &PairProducts<'_>,
    ) -> Result<bool, CudaError> {
        let ([_, ranks, inputs, inner], pairs) = (launch.shape, of.ids.len);
        let [offset, tile_at, order, hidden, results] = of.starts;
        // An expert with few pairs wastes the rest of its tile.
        let small_m = pairs < 32 * of.experts;
        let index = usize::from(pairs >= 128 * of.experts);
        let tile = [TILE_64X64, TILE_128X128][index];
        let specialized = self.specialized.as_ref().and_then(|specialized| {
            let (index, rounded) = self.tiles.specialized(pairs, of.experts)?;
            Some((specialized, index, rounded))
        });
        let tile_rows = if small_m { grouped_gemm_small_m::ROWS } else { tile.rows };
        let sort = SortParams {
            ids: of.ids.ptr,
            offset,
            tile: tile_at,
            order,
            pairs: pairs as i64,
            experts: of.count as i64,
            tile_rows: specialized.map_or(tile_rows, |(_, index, _)| Sm90GroupedGemm::rows(index))
                as i64,
            first: of.first as i64,
        };
        self.sort.launch(stream, launch, sort.grid(), &sort)?;
        let up = GroupedParams {
            x: of.x.ptr,
            weight: of.weights[0],
            hidden,
            out: results,
            order,
            offset,
            tile: tile_at,
            x_row: of.x.strides[0] as i64,
            ranks: ranks as i64,
            experts: of.count as i64,
            n: inner as i64,
            k: inputs as i64,
        };
        let down = GroupedParams { weight: of.weights[1], n: inputs as i64, k: inner as i64, ..up };
        // At most one tile of an expert is not full.
        let tiles = pairs / sort.tile_rows as usize + of.count.min(pairs);
        let grid = |columns: usize| {
            Grid::new([columns, tiles, 1], tile.threads).shared(tile.shared_bytes())
        };
        if let Some((specialized, index, rounded)) = specialized {
            specialized.run(stream, launch, [&up, &down], [index, tiles, pairs], rounded)?;
        } else if small_m {
            let only = match self.tiles {
                GroupedTiles::SmallM(index) => Some(index),
                _ => None,
            };
            self.stream.run(stream, launch, [&up, &down], tiles, only)?;
        } else {
            let across = inner.div_ceil(tile.columns / inputs_of(self.activation));
            let (up_grid, down_grid) = (grid(across), grid(inputs.div_ceil(tile.columns)));
            self.up[index].launch(stream, launch, up_grid, &up)?;
            self.down[index].launch(stream, launch, down_grid, &down)?;
        }
        Ok(specialized.is_some_and(|(_, _, rounded)| rounded))
    }
}

/// Operands of [`GroupedGemm::products`]: the pairs whose experts are `count` from `first` on,
/// of `experts`, with gates and ups and second weights of those alone, and parts of a workspace as
/// [`GroupedGemm::layout`] has them.
pub(super) struct PairProducts<'a> {
    pub x: View<'a>,
    pub ids: Slice<'a, u32>,
    pub experts: usize,
    pub first: usize,
    pub count: usize,
    pub weights: [u64; 2],
    pub starts: [u64; 5],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experts_of_few_pairs_are_left_to_other_tiles() {
        // Tokens that choose 8 of 256 experts.
        let chosen = |tokens: usize| GroupedTiles::ByPairs.specialized(8 * tokens, 256);
        assert_eq!(chosen(128), None);
        assert_eq!(chosen(512), Some((0, true)));
        assert_eq!(chosen(1024), Some((0, true)));
        assert_eq!(chosen(4096), Some((1, true)));
        assert_eq!(chosen(8192), Some((1, true)));
        assert_eq!(GroupedTiles::Common.specialized(8 * 8192, 256), None);
        let every = GroupedTiles::Specialized { index: Some(0), rounded: false };
        assert_eq!(every.specialized(1, 256), Some((0, false)));
    }
}
