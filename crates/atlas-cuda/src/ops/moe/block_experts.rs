//! `moe_experts` of weights in blocks: a pair of token and expert at a time for few tokens, tiles
//! over pairs sorted by expert for more, and tiles of bf16 for many.

use atlas_tensor::{DType, WeightFormat};
use bytemuck::Zeroable;

use super::combine::CombineParams;
use super::dequantised_experts::DequantisedExperts;
use super::grouped_gemm::{GroupedGemm, GroupedTiles, SortParams};
use super::quantised_args::QuantisedExpertsArgs;
use super::shared_expert::SharedAdd;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Launch};
use crate::ops::gemm::block_linears::{
    BlockKernels, BlockLinearsParams, BlockPairs, BlockTile, is_aligned,
};
use crate::ops::gemm::quantised_small_m::{QuantisedLinearsParams, QuantisedPart};
use crate::ops::{expect, expect_len};
use crate::quantised::QuantisedView;
use crate::stream::Stream;

/// Rows up to which pairs go by themselves: few of them share an expert.
const PAIRS_ROWS_MAX: usize = 8;
/// Pairs an expert on average from which tiles are those of many rows.
const WIDE_FROM: usize = 8;
/// Pairs an expert on average from which experts are written as bf16.
const DEQUANTISED_FROM: usize = 8;

/// Experts whose gates and ups have one format of blocks and whose second products another or the
/// same. An id that is no expert's is a caller's mistake that the kernels do not find.
pub struct BlockExperts {
    gate_up: BlockKernels,
    down: BlockKernels,
    sort: Kernel,
    combine: Kernel,
    /// For many pairs, where bits may depend on how many there are, with the pairs an expert on
    /// average from which it serves.
    dequantised: Option<(DequantisedExperts, usize)>,
}

/// A product of all pairs.
struct Product<'a> {
    weight: &'a QuantisedView<'a>,
    x: (u64, usize),
    /// Results of each expert's rows, and where they go.
    outputs: usize,
    out: u64,
    pairs: BlockPairs,
}

impl BlockExperts {
    /// For gates and ups of one format and a format of the second product. With `invariant`, bits
    /// of a token do not depend on how many there are.
    ///
    /// # Errors
    /// No kernel reads one of them.
    pub fn bind(
        device: &Device,
        [gate_up, down]: [WeightFormat; 2],
        invariant: bool,
    ) -> Result<Self, CudaError> {
        Ok(Self {
            gate_up: BlockKernels::bind(device, gate_up, invariant)?,
            down: BlockKernels::bind(device, down, invariant)?,
            sort: device.kernel("sort_pairs")?,
            combine: device.kernel("combine_f32_pairs")?,
            dequantised: match invariant {
                true => None,
                false => {
                    let formats = [gate_up, down];
                    let run = DequantisedExperts::bind(device, formats, GroupedTiles::ByPairs)?;
                    Some((run, DEQUANTISED_FROM))
                }
            },
        })
    }

    /// The same for tiles of bf16 for any number of pairs.
    ///
    /// # Errors
    /// No kernel reads one of the formats.
    pub fn all_dequantised(
        device: &Device,
        formats: [WeightFormat; 2],
        tiles: GroupedTiles,
    ) -> Result<Self, CudaError> {
        let dequantised = Some((DequantisedExperts::bind(device, formats, tiles)?, 0));
        Ok(Self { dequantised, ..Self::bind(device, formats, true)? })
    }

    /// Bytes of workspace for elements of `experts` experts as bf16.
    pub fn dequantised_bytes(experts: usize, inputs: usize, inner: usize) -> usize {
        2 * experts * DequantisedExperts::elements(inputs, inner)
    }

    /// The kernels that write experts as bf16 and how many they write at once, where they serve a
    /// call and the workspace has room for at least one.
    fn dequantised(&self, args: &QuantisedExpertsArgs<'_>) -> Option<(&DequantisedExperts, usize)> {
        let (run, from) = self.dequantised.as_ref()?;
        let (pairs, experts) = (args.ids.len, args.experts);
        let [inputs, inner] = [args.gate_up.k(), args.down.k()];
        let used = Self::workspace_bytes(pairs, experts, inputs, inner);
        let each = Self::dequantised_bytes(1, inputs, inner);
        let room = args.workspace.bytes().saturating_sub(used).checked_div(each)?;
        let serves = pairs >= from * experts && DequantisedExperts::reads(args) && room > 0;
        serves.then_some((run, room.min(experts)))
    }

    /// Bytes of workspace for `pairs` pairs of token and expert; where experts are written as bf16,
    /// as many as there are behind them are used.
    pub fn workspace_bytes(pairs: usize, experts: usize, inputs: usize, inner: usize) -> usize {
        GroupedGemm::workspace_bytes(pairs, experts, inputs, inner)
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order.
    ///
    /// # Errors
    /// Shapes that disagree, too little workspace, or what the driver says.
    pub fn run(&self, stream: &Stream, args: &QuantisedExpertsArgs<'_>) -> Result<(), CudaError> {
        let (op, [rows, _, inputs]) = ("moe_experts", args.x.shape);
        let (inner, experts, pairs) = (args.down.k(), args.experts, args.ids.len);
        self.check(args)?;
        if pairs == 0 {
            return Ok(());
        }
        let launch = Launch { op, shape: [rows, args.ranks, inputs, inner] };
        if let Some((dequantised, at_once)) = self.dequantised(args) {
            return dequantised.run(stream, args, launch, at_once);
        }
        let base = args.workspace.ptr();
        let (starts, _) = GroupedGemm::layout(pairs, experts, inputs, inner);
        let [offset, tile, order, hidden, results] = starts.map(|at| base + at as u64);
        let aligned = is_aligned(&args.gate_up) && is_aligned(&args.down);
        let fits = |kernels: &BlockKernels, k| kernels.tile(1, k, aligned).stays();
        let alone =
            rows <= PAIRS_ROWS_MAX && fits(&self.gate_up, inputs) && fits(&self.down, inner);
        let wanted = match alone {
            true => 1,
            false if pairs < WIDE_FROM * experts => 8,
            false => 32,
        };
        let mut of = BlockPairs { experts: experts as i64, ..BlockPairs::zeroed() };
        let tiles = match alone {
            true => {
                of.ids = args.ids.ptr;
                pairs
            }
            false => {
                let sort = SortParams {
                    ids: args.ids.ptr,
                    offset,
                    tile,
                    order,
                    pairs: pairs as i64,
                    experts: experts as i64,
                    tile_rows: wanted as i64,
                    first: 0,
                };
                self.sort.launch(stream, launch, sort.grid(), &sort)?;
                (of.order, of.offset, of.tile) = (order, offset, tile);
                // At most one tile of an expert is not full.
                pairs / wanted + experts.min(pairs)
            }
        };
        let first = Product {
            weight: &args.gate_up,
            x: (args.x.ptr, args.x.strides[0]),
            outputs: inner,
            out: hidden,
            pairs: BlockPairs { ranks: args.ranks as i64, gated: 1, ..of },
        };
        first.run(stream, launch, &self.gate_up.tile(wanted, inputs, aligned), (pairs, tiles))?;
        let second = Product {
            weight: &args.down,
            x: (hidden, inner),
            outputs: inputs,
            out: results,
            pairs: BlockPairs { by_pair: 1, ..of },
        };
        second.run(stream, launch, &self.down.tile(wanted, inner, aligned), (pairs, tiles))?;
        let add = SharedAdd::default();
        let (combine, grid) = CombineParams::of_quantised(args, launch, results, add);
        self.combine.launch(stream, launch, grid, &combine)
    }

    fn check(&self, args: &QuantisedExpertsArgs<'_>) -> Result<(), CudaError> {
        let (op, [rows, _, inputs]) = ("moe_experts", args.x.shape);
        let (inner, experts, pairs) = (args.down.k(), args.experts, args.ids.len);
        self.gate_up.check(op, &args.gate_up)?;
        self.down.check(op, &args.down)?;
        let [up, down] = [&args.gate_up, &args.down].map(|w| [w.n(), w.k()]);
        if up != [experts * 2 * inner, inputs] || down != [experts * inputs, inner] {
            let what = format!("{experts} experts of {up:?} and {down:?} for rows of {inputs}");
            return Err(CudaError::bad(op, what));
        }
        expect(op, "x", &args.x, DType::Bf16, [rows, 1, inputs])?;
        expect(op, "out", &args.out.view(), DType::Bf16, [rows, 1, inputs])?;
        expect_len(op, "ids", pairs, rows * args.ranks)?;
        expect_len(op, "weights", args.weights.len, rows * args.ranks)?;
        let needed = Self::workspace_bytes(pairs, experts, inputs, inner);
        let have = args.workspace.bytes();
        if have < needed || pairs > i32::MAX as usize {
            let what = format!("{pairs} pairs in a workspace of {have} bytes of {needed}");
            return Err(CudaError::bad(op, what));
        }
        Ok(())
    }
}

impl Product<'_> {
    fn run(
        &self,
        stream: &Stream,
        launch: Launch,
        tile: &BlockTile<'_>,
        (pairs, tiles): (usize, usize),
    ) -> Result<(), CudaError> {
        let mut linears = QuantisedLinearsParams {
            x: self.x.0,
            x_row: self.x.1 as i64,
            rows: pairs as i64,
            k: self.weight.k() as i64,
            count: 1,
            ..Zeroable::zeroed()
        };
        let gated = self.pairs.gated != 0;
        linears.parts[0] = QuantisedPart {
            weight: self.weight.params(),
            out: self.out,
            out_row: self.outputs as i64,
            n: self.outputs as i64,
            is_f32: i64::from(!gated),
            ..Zeroable::zeroed()
        };
        let outputs = if gated { tile.outputs / 2 } else { tile.outputs };
        let params = BlockLinearsParams { linears, pairs: self.pairs };
        tile.launch(stream, launch, [tiles, self.outputs.div_ceil(outputs)], &params)
    }
}
