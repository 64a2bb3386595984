//! `moe_experts` of quantised weights: a pair of token and expert at a time for few tokens, tiles
//! over pairs sorted by expert for more, to the same bits.

use atlas_tensor::ops::{ExpertActivation, ScaleGroup};
use atlas_tensor::{DType, WeightFormat};
use bytemuck::{Pod, Zeroable};

use super::combine::CombineParams;
use super::grouped_gemm::{GroupedGemm, SortParams};
pub use super::quantised_args::QuantisedExpertsArgs;
use super::routed_pair_gemv::apart;
use super::router_topk::RouteParams;
use super::shared_expert::{SharedAdd, SharedExpertAddParams};
use super::sm90_fp4_experts::Sm90Fp4Experts;
use super::sm90_fp8_experts::Sm90Fp8Experts;
use super::{inputs_of, way_of};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, expect, expect_len};
use crate::quantised::{QuantisedParams, kernel_tag};
use crate::stream::Stream;

const THREADS: u32 = 256;
/// Rows up to which pairs go by themselves: few of them share an expert.
const PAIRS_ROWS_MAX: usize = 8;
/// Outputs of a block of pairs, and of one of the grouped down product, with its threads.
const OUTPUTS: usize = 16;
/// Warps of a block of pairs.
const WARPS: usize = 8;
const DOWN_OUTPUTS: usize = 128;
const DOWN_THREADS: u32 = 128;
/// Pairs of a tile where experts have few, and of others, which serve from so many pairs an expert
/// on average.
const FEW_PAIRS: usize = 8;
const TILE_PAIRS: usize = 32;
const WIDE_FROM: usize = 8;
/// Blocks of the products of few pairs that a multiprocessor has at most, their threads, and bytes
/// of shared memory that they take beside those that a launch asks for, as in the kernels' source.
const FEW_BLOCKS: [usize; 2] = [2, 4];
const FEW_THREADS: [u32; 2] = [THREADS, DOWN_THREADS];
const FEW_STATIC: usize = 20 << 10;
const GRID_Y_MAX: usize = 65_535;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedPairsParams {
    x: u64,
    gate_up: QuantisedParams,
    down: QuantisedParams,
    hidden: u64,
    out: u64,
    ids: u64,
    weights: u64,
    x_row: i64,
    out_row: i64,
    ranks: i64,
    inputs: i64,
    inner: i64,
    add: SharedAdd,
    route: RouteParams,
    early: i64,
}
pub(crate) const QUANTISED_PAIRS: Family = Family::of::<QuantisedPairsParams>(
    "moe/quantised_pairs",
    &[
        "quantised_pairs_up_fp8",
        "quantised_pairs_up_fp8_any",
        "quantised_pairs_up_nvfp4",
        "quantised_pairs_up_nvfp4_any",
        "quantised_pairs_up_mxfp4",
        "quantised_pairs_up_mxfp4_any",
        "quantised_pairs_relu_squared_fp8",
        "quantised_pairs_relu_squared_fp8_any",
        "quantised_pairs_relu_squared_nvfp4",
        "quantised_pairs_relu_squared_nvfp4_any",
        "quantised_pairs_relu_squared_mxfp4",
        "quantised_pairs_relu_squared_mxfp4_any",
        "quantised_pairs_down_fp8",
        "quantised_pairs_down_fp8_any",
        "quantised_pairs_down_nvfp4",
        "quantised_pairs_down_nvfp4_any",
        "quantised_pairs_down_mxfp4",
        "quantised_pairs_down_mxfp4_any",
    ],
);

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedGroupedParams {
    x: u64,
    gate_up: QuantisedParams,
    down: QuantisedParams,
    hidden: u64,
    out: u64,
    order: u64,
    offset: u64,
    tile: u64,
    x_row: i64,
    ranks: i64,
    experts: i64,
    inputs: i64,
    inner: i64,
}
pub(crate) const QUANTISED_GROUPED: Family = Family::of::<QuantisedGroupedParams>(
    "moe/quantised_grouped",
    &[
        "quantised_grouped_up_fp8_8",
        "quantised_grouped_up_fp8_32",
        "quantised_grouped_up_nvfp4_32",
        "quantised_grouped_up_mxfp4_32",
        "quantised_grouped_relu_squared_fp8_8",
        "quantised_grouped_relu_squared_fp8_32",
        "quantised_grouped_relu_squared_nvfp4_32",
        "quantised_grouped_relu_squared_mxfp4_32",
        "quantised_grouped_down_fp8_8",
        "quantised_grouped_down_fp8_32",
        "quantised_grouped_down_nvfp4_32",
        "quantised_grouped_down_mxfp4_32",
    ],
);

pub(crate) const QUANTISED_FEW: Family = Family::of::<QuantisedGroupedParams>(
    "moe/quantised_few_pairs",
    &[
        "quantised_few_up_nvfp4",
        "quantised_few_up_mxfp4",
        "quantised_few_relu_squared_nvfp4",
        "quantised_few_relu_squared_mxfp4",
        "quantised_few_down_nvfp4",
        "quantised_few_down_mxfp4",
    ],
)
.with_shared();

/// Experts of one format, for any number of tokens and any widths. An id that is no expert's is a
/// caller's mistake that the kernels do not find.
pub struct QuantisedExperts {
    /// Up and down for rows on their boundaries, and for others.
    pairs_up: [Kernel; 2],
    pairs_down: [Kernel; 2],
    /// Both products of few pairs an expert, and of more.
    few: [Kernel; 2],
    grouped: [Kernel; 2],
    sort: Kernel,
    combine: Kernel,
    activation: ExpertActivation,
    format: WeightFormat,
    /// For many pairs, where inputs may be rounded to 8 bits.
    rounded: Option<Sm90Fp8Experts>,
    /// For many pairs of 4-bit weights, where bits may depend on how many there are.
    tiles: Option<Sm90Fp4Experts>,
}

/// Work right before and right behind experts: a choice that has not been launched, whose results
/// are the arguments' ids and weights, and a shared expert's sum.
#[derive(Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    pub route: Option<&'a Prepared<RouteParams>>,
    pub add: Option<&'a Prepared<SharedExpertAddParams>>,
    /// Whether a kernel that writes nothing of what the choice and the first product read is right
    /// before them, so that they may read that before it has ended.
    pub early: bool,
}

/// Whether the first product may make a choice: it is the one of these experts, and nothing that
/// they write or read is in the way of blocks that choose at different times.
fn chooses(route: &Prepared<RouteParams>, args: &QuantisedExpertsArgs<'_>) -> bool {
    let p = &route.params;
    let (rows, ranks, experts) = (args.x.rows() as i64, args.ranks as i64, args.experts as i64);
    let chosen = (p.ids, p.weights, p.rows, p.k, p.experts);
    let [ids, weights] = p.written();
    route.keeps()
        && chosen == (args.ids.ptr, args.weights.ptr, rows, ranks, experts)
        && args.down.k() > 0
        && apart(&ids, &weights)
        && p.passes(&[args.x.range(), p.read()], &[args.out.view().range()])
}

/// Whether blocks go through several tiles of few pairs. Those of 8-bit codes take too many
/// registers to have the next tile's codes under way.
fn stays(format: WeightFormat) -> bool {
    matches!(format, WeightFormat::Nvfp4 | WeightFormat::Mxfp4)
}

/// Extents of a call.
#[derive(Clone, Copy)]
struct Call {
    launch: Launch,
    rows: usize,
    inputs: usize,
    inner: usize,
}

impl QuantisedExperts {
    /// For experts of `format` with such activations between their products.
    ///
    /// # Errors
    /// No kernel reads it.
    pub fn bind(
        device: &Device,
        activation: ExpertActivation,
        format: WeightFormat,
    ) -> Result<Self, CudaError> {
        let no_codes = || CudaError::bad("moe_experts", format!("{format} weights have no codes"));
        let tag = kernel_tag(format).ok_or_else(no_codes)?;
        let kernel =
            |kind: &str, ending: &str| device.kernel(&format!("quantised_{kind}_{tag}{ending}"));
        let both = |kind: &str, [first, second]: [&str; 2]| -> Result<[Kernel; 2], CudaError> {
            Ok([kernel(kind, first)?, kernel(kind, second)?])
        };
        let [pairs, few, grouped] =
            ["pairs", "few", "grouped"].map(|kind| format!("{kind}_{}", way_of(activation)));
        Ok(Self {
            pairs_up: both(&pairs, ["", "_any"])?,
            pairs_down: both("pairs_down", ["", "_any"])?,
            few: if stays(format) {
                [kernel(&few, "")?, kernel("few_down", "")?]
            } else {
                [kernel(&grouped, "_8")?, kernel("grouped_down", "_8")?]
            },
            grouped: [kernel(&grouped, "_32")?, kernel("grouped_down", "_32")?],
            sort: device.kernel("sort_pairs")?,
            combine: device.kernel("combine_f32_pairs")?,
            activation,
            format,
            rounded: None,
            tiles: None,
        })
    }

    /// The same with inputs rounded to codes of 8 bits for many pairs; none where the device lacks
    /// the instructions. The bits of a row then depend on how many there are.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn with_rounded_inputs(self, device: &Device) -> Result<Option<Self>, CudaError> {
        let rounded = Sm90Fp8Experts::bind(device, self.activation, self.format)?;
        Ok(rounded.map(|rounded| Self { rounded: Some(rounded), ..self }))
    }

    /// The same with the device's own tiles for many pairs of 4-bit weights, where it has them:
    /// chosen by the number of pairs, or `only` one. The bits of a row then depend on how many
    /// there are.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn with_tiles(self, device: &Device, only: Option<usize>) -> Result<Self, CudaError> {
        let of = (self.activation, self.format);
        Ok(Self { tiles: Sm90Fp4Experts::bind(device, of, only)?, ..self })
    }

    /// Whether [`Self::with_tiles`] found some.
    pub fn has_tiles(&self) -> bool {
        self.tiles.is_some()
    }

    /// The kernels of rounded inputs, where they serve a call.
    fn rounded(&self, args: &QuantisedExpertsArgs<'_>, call: Call) -> Option<&Sm90Fp8Experts> {
        let served = Sm90Fp8Experts::serves(call.inputs, call.inner).is_ok();
        let pays = Sm90Fp8Experts::pays(args.ids.len, args.experts);
        let serves = |_: &&Sm90Fp8Experts| served && pays && Sm90Fp8Experts::reads(args);
        self.rounded.as_ref().filter(serves)
    }

    /// Bytes of workspace for `pairs` pairs of token and expert.
    pub fn workspace_bytes(pairs: usize, experts: usize, inputs: usize, inner: usize) -> usize {
        GroupedGemm::workspace_bytes(pairs, experts, inputs, inner)
    }

    /// Bytes of workspace of a call, by these kernels and by those of rounded inputs.
    pub fn call_bytes(&self, rows: [usize; 3], widths: [usize; 2]) -> usize {
        let ([tokens, ranks, experts], [inputs, inner]) = (rows, widths);
        let bytes = Self::workspace_bytes(tokens * ranks, experts, inputs, inner);
        match ScaleGroup::of(self.format).filter(|_| self.rounded.is_some()) {
            Some(group) => bytes.max(Sm90Fp8Experts::workspace_bytes(rows, widths, group)),
            None => bytes,
        }
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order.
    ///
    /// # Errors
    /// Shapes that disagree, too little workspace, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        args: &mut QuantisedExpertsArgs<'_>,
    ) -> Result<(), CudaError> {
        self.run_around(stream, args, Around::default())
    }

    /// [`Self::run`] with what comes before and behind it, in the same launches where they take it.
    pub(crate) fn run_around(
        &self,
        stream: &Stream,
        args: &mut QuantisedExpertsArgs<'_>,
        around: Around<'_>,
    ) -> Result<(), CudaError> {
        let call = self.check(args)?;
        let whole = args.x.is_aligned() && args.gate_up.is_aligned() && args.down.is_aligned();
        let by_tiles = self.tiles.as_ref().is_some_and(Sm90Fp4Experts::serves_all);
        let grouped = whole && (call.rows > PAIRS_ROWS_MAX || by_tiles);
        let own = |route: &&Prepared<RouteParams>| !grouped && chooses(route, args);
        let route = around.route.filter(own);
        if let (Some(before), None) = (around.route, route) {
            before.run(stream)?;
        }
        let out = args.out.view();
        let written = (out.ptr, out.strides[0] as i64, call.rows as i64, call.inputs as i64);
        let added = |add: &&Prepared<SharedExpertAddParams>| {
            let p = &add.params;
            args.ids.len > 0 && written == (p.out, p.out_row, p.rows, p.width)
        };
        let add = around.add.filter(added);
        let add_params = add.map_or(SharedAdd::default(), |add| add.params.add);
        match grouped {
            _ if args.ids.len == 0 => {}
            true => match self.rounded(args, call) {
                Some(rounded) => rounded.run(stream, args, call.launch, add_params)?,
                None => self.run_sorted(stream, args, call, add_params)?,
            },
            false => {
                let route = route.map_or_else(Zeroable::zeroed, |route| route.params);
                let early = around.early && route.logits != 0;
                self.run_pairs(stream, args, call, (add_params, route, early))?;
            }
        }
        match (around.add, add) {
            (Some(behind), None) => behind.run(stream),
            _ => Ok(()),
        }
    }

    fn check(&self, args: &QuantisedExpertsArgs<'_>) -> Result<Call, CudaError> {
        let (op, [rows, _, inputs]) = ("moe_experts", args.x.shape);
        let inner = args.down.k();
        let format = kernel_tag(self.format);
        let same = [&args.gate_up, &args.down].iter().all(|w| kernel_tag(w.format()) == format);
        let [up, down] = [&args.gate_up, &args.down].map(|w| [w.n(), w.k()]);
        let experts = args.experts;
        if !same
            || up != [experts * inputs_of(self.activation) * inner, inputs]
            || down != [experts * inputs, inner]
        {
            let what = format!("{experts} experts of {up:?} and {down:?} for rows of {inputs}");
            return Err(CudaError::bad(op, what));
        }
        expect(op, "x", &args.x, DType::Bf16, [rows, 1, inputs])?;
        expect(op, "out", &args.out.view(), DType::Bf16, [rows, 1, inputs])?;
        expect_len(op, "ids", args.ids.len, rows * args.ranks)?;
        expect_len(op, "weights", args.weights.len, rows * args.ranks)?;
        let (have, pairs) = (args.workspace.bytes(), args.ids.len);
        let needed = Self::workspace_bytes(pairs, experts, inputs, inner);
        if have < needed || pairs > i32::MAX as usize {
            let what = format!("{pairs} pairs in a workspace of {have} bytes of {needed}");
            return Err(CudaError::bad(op, what));
        }
        if inner.max(inputs).div_ceil(OUTPUTS) > GRID_Y_MAX {
            return Err(CudaError::bad(op, format!("widths of {inputs} and {inner}")));
        }
        let launch = Launch { op, shape: [rows, args.ranks, inputs, inner] };
        Ok(Call { launch, rows, inputs, inner })
    }

    fn run_pairs(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        Call { launch, rows, inputs, inner }: Call,
        (add, route, early): (SharedAdd, RouteParams, bool),
    ) -> Result<(), CudaError> {
        let out = args.out.view();
        let params = QuantisedPairsParams {
            x: args.x.ptr,
            gate_up: args.gate_up.params(),
            down: args.down.params(),
            hidden: args.workspace.ptr(),
            out: out.ptr,
            ids: args.ids.ptr,
            weights: args.weights.ptr,
            x_row: args.x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            ranks: args.ranks as i64,
            inputs: inputs as i64,
            inner: inner as i64,
            add,
            route,
            early: i64::from(early),
        };
        let grid =
            |of: usize, outputs: usize| Grid::new([of, outputs.div_ceil(OUTPUTS), 1], THREADS);
        let up = usize::from(!(args.x.is_aligned() && args.gate_up.is_aligned()));
        let down = usize::from(!args.down.is_aligned());
        self.pairs_up[up].launch(stream, launch, grid(args.ids.len, inner), &params)?;
        // The first product waited for the logits before it let the second one start.
        let again = route.logits != 0 && rows == 1 && args.ranks <= WARPS;
        let params = QuantisedPairsParams { early: i64::from(again), ..params };
        self.pairs_down[down].launch(stream, launch, grid(rows, inputs), &params)
    }

    fn run_sorted(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        call: Call,
        add: SharedAdd,
    ) -> Result<(), CudaError> {
        let tiles = self.tiles.as_ref();
        match tiles.and_then(|tiles| Some((tiles, tiles.tile_for(args)?))) {
            Some((tiles, index)) => tiles.run(stream, args, call.launch, (index, add)),
            None => self.run_grouped(stream, args, call, add),
        }
    }

    /// Grids of both products of few pairs: as many blocks as the device has room for at once.
    /// None where the rows of a tile do not fit into a multiprocessor.
    fn few_grids(&self, experts: usize, widths: [usize; 2]) -> Option<[Grid; 2]> {
        let device = self.sort.device().info();
        let have = device.shared_bytes_max as usize;
        let grid = |i: usize| {
            let shared = FEW_PAIRS * (2 * widths[i] + 16) + 8 * (experts + 1);
            let blocks = (have / (shared + FEW_STATIC)).min(FEW_BLOCKS[i]);
            let all = blocks * device.multiprocessors.max(1) as usize;
            (blocks > 0).then(|| Grid::new([all, 1, 1], FEW_THREADS[i]).shared(shared as u32))
        };
        Some([grid(0)?, grid(1)?])
    }

    fn run_grouped(
        &self,
        stream: &Stream,
        args: &QuantisedExpertsArgs<'_>,
        Call { launch, inputs, inner, .. }: Call,
        add: SharedAdd,
    ) -> Result<(), CudaError> {
        let (pairs, experts) = (args.ids.len, args.experts);
        let mut few = pairs < WIDE_FROM * experts;
        let resident = match few && stays(self.format) {
            true => self.few_grids(experts, [inputs, inner]),
            false => None,
        };
        few &= resident.is_some() || !stays(self.format);
        let tile_pairs = if few { FEW_PAIRS } else { TILE_PAIRS };
        let base = args.workspace.ptr();
        let (starts, _) = GroupedGemm::layout(pairs, experts, inputs, inner);
        let [offset, tile, order, hidden, results] = starts.map(|at| base + at as u64);
        let sort = SortParams {
            ids: args.ids.ptr,
            offset,
            tile,
            order,
            pairs: pairs as i64,
            experts: experts as i64,
            tile_rows: tile_pairs as i64,
            first: 0,
        };
        self.sort.launch(stream, launch, sort.grid(), &sort)?;
        let params = QuantisedGroupedParams {
            x: args.x.ptr,
            gate_up: args.gate_up.params(),
            down: args.down.params(),
            hidden,
            out: results,
            order,
            offset,
            tile,
            x_row: args.x.strides[0] as i64,
            ranks: args.ranks as i64,
            experts: experts as i64,
            inputs: inputs as i64,
            inner: inner as i64,
        };
        // At most one tile of an expert is not full.
        let tiles = pairs / tile_pairs + experts.min(pairs);
        let all = || {
            let up = Grid::new([tiles, inner.div_ceil(OUTPUTS), 1], THREADS);
            [up, Grid::new([tiles, inputs.div_ceil(DOWN_OUTPUTS), 1], DOWN_THREADS)]
        };
        let kernels = if few { &self.few } else { &self.grouped };
        for (kernel, grid) in kernels.iter().zip(resident.unwrap_or_else(all)) {
            kernel.launch(stream, launch, grid, &params)?;
        }
        let (combine, grid) = CombineParams::of_quantised(args, launch, results, add);
        self.combine.launch(stream, launch, grid, &combine)
    }
}
