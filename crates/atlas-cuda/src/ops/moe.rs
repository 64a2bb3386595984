//! `moe_experts`: a warp an output for few tokens, tiles over sorted pairs for many.

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::elementwise::{SharedAdd, SharedExpertAddParams};
use super::flow::FlowExperts;
use super::fused::SwigluLinearParams;
use super::linear::{LARGE, MIDDLE};
use super::routed::{self, PairLaunches, Routed, RoutedParams};
use super::stream::{self, StreamExperts};
use super::wide::Tiles;
use super::{Family, activation, expect, expect_len, tag};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::memory::DeviceBuffer;
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const WARPS: usize = 8;
const THREADS: u32 = 256;
const GRID_Y_MAX: usize = 65_535;
/// Boundary of the parts of a workspace, in bytes.
const PART: usize = 256;

/// The last product of the expert of every token; address 0 of `value` where it is not done.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
pub(crate) struct SharedDown {
    gate: u64,
    up: u64,
    active: u64,
    weight: u64,
    value: u64,
    inner: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ExpertsParams {
    x: u64,
    gate_up: u64,
    down: u64,
    hidden: u64,
    out: u64,
    pub(super) ids: u64,
    pub(super) weights: u64,
    x_row: i64,
    out_row: i64,
    pub(super) rows: i64,
    pub(super) ranks: i64,
    inputs: i64,
    pub(super) inner: i64,
    pub(super) experts: i64,
    aligned: i64,
    add: SharedAdd,
    down_of: SharedDown,
}
pub(super) const PAIRS: Family = Family::of::<ExpertsParams>(
    "moe",
    &[
        "pairs_up_f32_bf16",
        "pairs_up_f32_f16",
        "pairs_up_f32_f32",
        "pairs_up_bf16_bf16",
        "pairs_up_bf16_f16",
        "pairs_up_bf16_f32",
        "pairs_down_f32_bf16",
        "pairs_down_f32_f16",
        "pairs_down_f32_f32",
        "pairs_down_bf16_bf16",
        "pairs_down_bf16_f16",
        "pairs_down_bf16_f32",
        ONE_DOWN,
        routed::ONE_DOWN_LATE,
    ],
);
/// The last launch of a token of bf16.
const ONE_DOWN: &str = "one_down_bf16_bf16";

/// `x[T, 1, H]`, the choice of `route_topk`, and every expert's weights, contiguous:
/// `gate_up[E, 2 I, H]` with the gate's rows first, `down[E, H, I]`; `out[T, 1, H]`.
pub struct ExpertsArgs<'a> {
    pub x: View<'a>,
    pub ids: Slice<'a, u32>,
    pub weights: Slice<'a, f32>,
    /// Experts of a token.
    pub ranks: usize,
    pub gate_up: View<'a>,
    pub down: View<'a>,
    pub out: ViewMut<'a>,
    /// At least as long as the kernel's `workspace_bytes` says.
    pub workspace: &'a mut DeviceBuffer,
}

/// Extents of a call.
#[derive(Clone, Copy)]
pub(super) struct Extents {
    pub rows: usize,
    pub ranks: usize,
    pub experts: usize,
    pub inputs: usize,
    pub inner: usize,
}

impl ExpertsArgs<'_> {
    pub(super) fn check(
        &self,
        op: &'static str,
        dtype: DType,
        weight: DType,
        workspace_bytes: usize,
    ) -> Result<Extents, CudaError> {
        let ([rows, _, inputs], [experts, wide, _]) = (self.x.shape, self.gate_up.shape);
        let inner = wide / 2;
        expect(op, "x", &self.x, dtype, [rows, 1, inputs])?;
        expect(op, "out", &self.out.view(), dtype, [rows, 1, inputs])?;
        expect(op, "gate_up", &self.gate_up, weight, [experts, 2 * inner, inputs])?;
        expect(op, "down", &self.down, weight, [experts, inputs, inner])?;
        expect_len(op, "ids", self.ids.len, rows * self.ranks)?;
        expect_len(op, "weights", self.weights.len, rows * self.ranks)?;
        let dense = |view: &View<'_>| {
            let [_, heads, width] = view.shape;
            view.strides == [heads * width, width]
        };
        if !dense(&self.gate_up) || !dense(&self.down) {
            return Err(CudaError::bad(op, "the experts' weights have gaps"));
        }
        if self.workspace.bytes() < workspace_bytes {
            let have = self.workspace.bytes();
            let what = format!("a workspace of {have} bytes, {workspace_bytes} are needed");
            return Err(CudaError::bad(op, what));
        }
        Ok(Extents { rows, ranks: self.ranks, experts, inputs, inner })
    }
}

/// Bytes of parts of the given sizes, each on its own boundary, and where they begin.
pub(super) fn parts<const N: usize>(bytes: [usize; N]) -> ([usize; N], usize) {
    let mut at = 0;
    let starts = bytes.map(|bytes| {
        let start = at;
        at += bytes.next_multiple_of(PART);
        start
    });
    (starts, at)
}

/// A warp an output, straight from the weights: for few tokens, and for any format and extent.
/// An id that is no expert's is a caller's mistake that the kernel does not find.
pub struct ExpertPairs {
    up: Kernel,
    down: Kernel,
    /// Down for one token, where both types are bf16.
    one: Option<Kernel>,
    /// With the choice before them, for the same.
    pub(super) routed: Option<Routed>,
    dtype: DType,
    weight: DType,
}

impl ExpertPairs {
    /// For activations of `dtype` and weights of type `weight`.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(device: &Device, dtype: DType, weight: DType) -> Result<Self, CudaError> {
        let name = format!("{}_{}", activation("moe_experts", dtype)?, tag(weight));
        let up = device.kernel(&format!("pairs_up_{name}"))?;
        let down = device.kernel(&format!("pairs_down_{name}"))?;
        let bf16 = [dtype, weight] == [DType::Bf16; 2];
        let one = bf16.then(|| device.kernel(ONE_DOWN)).transpose()?;
        let routed = bf16.then(|| Routed::bind(device)).transpose()?;
        Ok(Self { up, down, one, routed, dtype, weight })
    }

    /// Bytes of workspace for `pairs` pairs of token and expert.
    pub fn workspace_bytes(&self, pairs: usize, inner: usize) -> usize {
        pairs * inner * self.dtype.bytes()
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order.
    ///
    /// # Errors
    /// Shapes that disagree, too little workspace, or what the driver says.
    pub fn run(&self, stream: &Stream, args: ExpertsArgs<'_>) -> Result<(), CudaError> {
        self.begin(stream, args)?.run(stream)
    }

    /// [`Self::run`] but for its last launch.
    pub(crate) fn begin(
        &self,
        stream: &Stream,
        args: ExpertsArgs<'_>,
    ) -> Result<ExpertsTail, CudaError> {
        self.prepare(&args)?.begin(stream)
    }

    /// The launches of [`Self::run`].
    pub(super) fn prepare(&self, args: &ExpertsArgs<'_>) -> Result<PairLaunches, CudaError> {
        let op = "moe_experts";
        let needed = self.workspace_bytes(args.ids.len, args.down.width());
        let Extents { rows, ranks, experts, inputs, inner } =
            args.check(op, self.dtype, self.weight, needed)?;
        let whole = |width: usize, dtype: DType| (width * dtype.bytes()).is_multiple_of(16);
        let aligned = [args.x, args.gate_up, args.down].iter().all(View::is_aligned)
            && whole(inner, self.dtype)
            && whole(inputs, self.dtype);
        let out = args.out.view();
        let params = ExpertsParams {
            x: args.x.ptr,
            gate_up: args.gate_up.ptr,
            down: args.down.ptr,
            hidden: args.workspace.ptr(),
            out: out.ptr,
            ids: args.ids.ptr,
            weights: args.weights.ptr,
            x_row: args.x.strides[0] as i64,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            ranks: ranks as i64,
            inputs: inputs as i64,
            inner: inner as i64,
            experts: experts as i64,
            aligned: i64::from(aligned),
            add: SharedAdd::default(),
            down_of: SharedDown::default(),
        };
        let launch = Launch { op, shape: [rows, ranks, inputs, inner] };
        let grid = |of: usize, outputs: usize| {
            let blocks = outputs.div_ceil(WARPS);
            match blocks <= GRID_Y_MAX {
                true => Ok(Grid::new([of, blocks, 1], THREADS)),
                false => Err(CudaError::bad(op, format!("{outputs} outputs of a row"))),
            }
        };
        let call =
            |kernel: &Kernel, grid| Prepared { kernel: kernel.clone(), launch, grid, params };
        let second = self.one.as_ref().filter(|_| rows == 1).unwrap_or(&self.down);
        let up = call(&self.up, grid(rows * ranks, inner)?);
        Ok(PairLaunches { up, down: call(second, grid(rows, inputs)?) })
    }
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct SortParams {
    ids: u64,
    offset: u64,
    tile: u64,
    order: u64,
    pairs: i64,
    experts: i64,
    tile_rows: i64,
}
pub(super) const SORT: Family = Family::of::<SortParams>("moe", &["experts_sort"]).with_shared();

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct GroupedParams {
    x: u64,
    weight: u64,
    hidden: u64,
    out: u64,
    order: u64,
    offset: u64,
    tile: u64,
    x_row: i64,
    ranks: i64,
    experts: i64,
    n: i64,
    k: i64,
}

impl GroupedParams {
    /// Experts, outputs and elements of K.
    pub(super) fn extents(&self) -> (usize, usize, usize) {
        (self.experts as usize, self.n as usize, self.k as usize)
    }

    pub(super) fn weight(&self) -> u64 {
        self.weight
    }

    pub(super) fn hidden(&self) -> u64 {
        self.hidden
    }
}
pub(super) const GROUPED: Family = Family::of::<GroupedParams>(
    "gemm",
    &["experts_up_middle", "experts_up_large", "experts_down_middle", "experts_down_large"],
)
.with_shared();

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct CombineParams {
    pub pairs: u64,
    pub weights: u64,
    pub out: u64,
    pub out_row: i64,
    pub rows: i64,
    pub ranks: i64,
    pub width: i64,
    pub add: SharedAdd,
}

impl CombineParams {
    /// What adds up the results of pairs, without a shared expert.
    fn of(args: &ExpertsArgs<'_>, e: Extents, results: u64) -> Self {
        let out = args.out.view();
        Self {
            pairs: results,
            weights: args.weights.ptr,
            out: out.ptr,
            out_row: out.strides[0] as i64,
            rows: e.rows as i64,
            ranks: e.ranks as i64,
            width: e.inputs as i64,
            add: SharedAdd::default(),
        }
    }
}
pub(super) const COMBINE: Family =
    Family::of::<CombineParams>("moe", &["experts_combine_bf16", "experts_combine_rounded"]);

/// The last launch of experts, which writes `out`.
pub(crate) enum ExpertsTail {
    Nothing,
    Pairs(Prepared<ExpertsParams>),
    Routed(Prepared<RoutedParams>),
    Combine(Prepared<CombineParams>),
}

impl ExpertsTail {
    pub fn run(&self, stream: &Stream) -> Result<(), CudaError> {
        match self {
            Self::Nothing => Ok(()),
            Self::Pairs(call) => call.run(stream),
            Self::Routed(call) => call.run(stream),
            Self::Combine(call) => call.run(stream),
        }
    }

    /// Lets it compute the shared expert's last product beside its own, for one token; false where
    /// it can't, or where one of them writes what the other takes.
    pub fn add_down(&mut self, down: &SwigluLinearParams) -> bool {
        let (kernel, p) = match self {
            Self::Pairs(call) => (&call.kernel, &mut call.params),
            Self::Routed(call) => (&call.kernel, &mut call.params.of),
            Self::Nothing | Self::Combine(_) => return false,
        };
        let of_one = [ONE_DOWN, routed::ONE_DOWN, routed::ONE_DOWN_LATE].contains(&kernel.name());
        let (linear, swiglu) = (&down.linear, &down.swiglu);
        let bytes = |address: u64, elements: i64| address..address + 2 * elements as u64;
        let (out, k) = (bytes(p.out, p.inputs), linear.k);
        let apart = [(swiglu.gate, k), (swiglu.up, k), (swiglu.out, k), (linear.out, linear.n)]
            .iter()
            .map(|&(address, elements)| bytes(address, elements))
            .all(|other| other.end <= out.start || out.end <= other.start);
        let same = (p.rows, p.inputs, linear.rows, linear.bias) == (1, linear.n, 1, 0);
        if !of_one || !apart || !same {
            return false;
        }
        p.down_of = SharedDown {
            gate: swiglu.gate,
            up: swiglu.up,
            active: swiglu.out,
            weight: linear.weight,
            value: linear.out,
            inner: k,
        };
        true
    }

    /// Lets it add a shared expert to what it writes; false where that is other memory, or nothing.
    pub fn add_shared(&mut self, add: &SharedExpertAddParams) -> bool {
        let (written, params) = match self {
            Self::Nothing => return false,
            Self::Pairs(Prepared { params: p, .. })
            | Self::Routed(Prepared { params: RoutedParams { of: p, .. }, .. }) => {
                ((p.out, p.out_row, p.rows, p.inputs), &mut p.add)
            }
            Self::Combine(Prepared { params: p, .. }) => {
                ((p.out, p.out_row, p.rows, p.width), &mut p.add)
            }
        };
        let same = written == (add.out, add.out_row, add.rows, add.width);
        if same {
            *params = add.add;
        }
        same
    }
}

/// Pairs sorted by expert, then tiles of bf16 on tensor cores: for many tokens. Widths are
/// multiples of 8. The tile is chosen by the number of pairs; it does not show in the bits, unless
/// `wide` ones serve too.
pub struct ExpertTiles {
    sort: Kernel,
    /// For few pairs an expert, and from 32 on.
    stream: StreamExperts,
    up: [Kernel; 2],
    down: [Kernel; 2],
    /// For results of pairs in f32, and in bf16.
    combine: [Kernel; 2],
    flow: Option<FlowExperts>,
    tiles: Tiles,
}

impl ExpertTiles {
    /// With tiles of the device's own where it has them, if `tiles` says so.
    ///
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device, tiles: Tiles) -> Result<Self, CudaError> {
        let kernel = |name: &str| device.kernel(name);
        Ok(Self {
            flow: match tiles {
                Tiles::ByPairs | Tiles::Flow { .. } => FlowExperts::bind(device)?,
                Tiles::Common | Tiles::Few(_) => None,
            },
            tiles,
            sort: kernel("experts_sort")?,
            stream: StreamExperts::bind(device)?,
            up: [kernel("experts_up_middle")?, kernel("experts_up_large")?],
            down: [kernel("experts_down_middle")?, kernel("experts_down_large")?],
            combine: [kernel("experts_combine_bf16")?, kernel("experts_combine_rounded")?],
        })
    }

    /// Bytes of workspace for `pairs` pairs of token and expert.
    pub fn workspace_bytes(pairs: usize, experts: usize, inputs: usize, inner: usize) -> usize {
        Self::layout(pairs, experts, inputs, inner).1
    }

    /// Offsets, tiles, order, hidden, results of pairs.
    fn layout(pairs: usize, experts: usize, inputs: usize, inner: usize) -> ([usize; 5], usize) {
        let table = 4 * (experts + 1);
        parts([table, table, 4 * pairs, 2 * pairs * inner, 4 * pairs * inputs])
    }

    /// `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in rank order.
    ///
    /// # Errors
    /// Shapes that disagree, widths that are no multiples of 8, too little workspace, or what the
    /// driver says.
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
        let e = args.check(op, bf16, bf16, needed)?;
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
        let base = args.workspace.ptr();
        let [offset, tile_at, order, hidden, results] = starts.map(|at| base + at as u64);
        // An expert with few pairs wastes the rest of its tile.
        let few = pairs < 32 * experts;
        let index = usize::from(pairs >= 128 * experts);
        let tile = [MIDDLE, LARGE][index];
        let flow = self.flow.as_ref().and_then(|flow| {
            let (index, rounded) = self.tiles.flow(pairs, e.experts)?;
            Some((flow, index, rounded))
        });
        let tile_rows = if few { stream::ROWS } else { tile.rows };
        let sort = SortParams {
            ids: args.ids.ptr,
            offset,
            tile: tile_at,
            order,
            pairs: pairs as i64,
            experts: e.experts as i64,
            tile_rows: flow.map_or(tile_rows, |(_, index, _)| FlowExperts::rows(index)) as i64,
        };
        let launch = Launch { op, shape: [e.rows, e.ranks, e.inputs, e.inner] };
        let shared = u32::try_from(4 * e.experts).unwrap_or(u32::MAX);
        let grid = Grid::new([e.experts, 1, 1], THREADS).shared(shared);
        self.sort.launch(stream, launch, grid, &sort)?;
        let up = GroupedParams {
            x: args.x.ptr,
            weight: args.gate_up.ptr,
            hidden,
            out: results,
            order,
            offset,
            tile: tile_at,
            x_row: args.x.strides[0] as i64,
            ranks: e.ranks as i64,
            experts: e.experts as i64,
            n: e.inner as i64,
            k: e.inputs as i64,
        };
        let down =
            GroupedParams { weight: args.down.ptr, n: e.inputs as i64, k: e.inner as i64, ..up };
        // At most one tile of an expert is not full.
        let tiles = pairs / sort.tile_rows as usize + e.experts.min(pairs);
        let grid = |columns: usize| {
            Grid::new([columns, tiles, 1], tile.threads).shared(tile.shared_bytes())
        };
        if let Some((flow, index, rounded)) = flow {
            flow.run(stream, launch, [&up, &down], [index, tiles, pairs], rounded)?;
        } else if few {
            let only = match self.tiles {
                Tiles::Few(index) => Some(index),
                _ => None,
            };
            self.stream.run(stream, launch, [&up, &down], tiles, only)?;
        } else {
            let (up_grid, down_grid) =
                (grid(e.inner.div_ceil(tile.columns / 2)), grid(e.inputs.div_ceil(tile.columns)));
            self.up[index].launch(stream, launch, up_grid, &up)?;
            self.down[index].launch(stream, launch, down_grid, &down)?;
        }
        let rounded = flow.is_some_and(|(_, _, rounded)| rounded);
        let combine = CombineParams::of(&args, e, results);
        let blocks = [e.inputs.div_ceil(4 * THREADS as usize), e.rows.min(GRID_Y_MAX), 1];
        let grid = Grid::new(blocks, THREADS);
        let kernel = self.combine[usize::from(rounded)].clone();
        Ok(ExpertsTail::Combine(Prepared { kernel, launch, grid, params: combine }))
    }
}
