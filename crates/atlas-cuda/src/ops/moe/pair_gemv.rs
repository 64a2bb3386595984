//! `moe_experts` for few tokens: a warp for each output of a (token, expert).

use atlas_tensor::DType;
use atlas_tensor::ops::ExpertActivation;
use bytemuck::{Pod, Zeroable};

use super::routed_pair_gemv::{self, PairLaunches, RoutedPairGemv};
use super::shared_expert::SharedAdd;
use super::tail::ExpertsTail;
use super::{ExpertsArgs, Extents, GRID_Y_MAX, way_of};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch, Prepared};
use crate::ops::{Family, activation, tag};
use crate::stream::Stream;
use crate::view::View;

const WARPS: usize = 8;
const THREADS: u32 = 256;

/// The last product of the expert of every token; address 0 of `value` where it is not done.
#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
pub(crate) struct SharedDown {
    pub(crate) gate: u64,
    pub(crate) up: u64,
    pub(crate) active: u64,
    pub(crate) weight: u64,
    pub(crate) value: u64,
    pub(crate) inner: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct ExpertsParams {
    pub(crate) x: u64,
    pub(crate) gate_up: u64,
    pub(crate) down: u64,
    pub(crate) hidden: u64,
    pub(crate) out: u64,
    pub(crate) ids: u64,
    pub(crate) weights: u64,
    pub(crate) x_row: i64,
    pub(crate) out_row: i64,
    pub(crate) rows: i64,
    pub(crate) ranks: i64,
    pub(crate) inputs: i64,
    pub(crate) inner: i64,
    pub(crate) experts: i64,
    pub(crate) aligned: i64,
    pub(crate) add: SharedAdd,
    pub(crate) down_of: SharedDown,
}
pub(crate) const PAIRS: Family = Family::of::<ExpertsParams>(
    "moe/pair_gemv",
    &[
        "pair_gemv_up_f32_bf16",
        "pair_gemv_up_f32_f16",
        "pair_gemv_up_f32_f32",
        "pair_gemv_up_bf16_bf16",
        "pair_gemv_up_bf16_f16",
        "pair_gemv_up_bf16_f32",
        "pair_gemv_relu_squared_f32_bf16",
        "pair_gemv_relu_squared_f32_f16",
        "pair_gemv_relu_squared_f32_f32",
        "pair_gemv_relu_squared_bf16_bf16",
        "pair_gemv_relu_squared_bf16_f16",
        "pair_gemv_relu_squared_bf16_f32",
        "pair_gemv_down_f32_bf16",
        "pair_gemv_down_f32_f16",
        "pair_gemv_down_f32_f32",
        "pair_gemv_down_bf16_bf16",
        "pair_gemv_down_bf16_f16",
        "pair_gemv_down_bf16_f32",
        ONE_DOWN,
        routed_pair_gemv::ONE_DOWN_LATE,
    ],
);
/// The last launch of a token of bf16.
pub(crate) const ONE_DOWN: &str = "pair_gemv_down_one_row";

/// A warp an output, straight from the weights: for few tokens, and for any format and extent.
/// An id that is no expert's is a caller's mistake that the kernel does not find.
pub struct PairGemv {
    up: Kernel,
    down: Kernel,
    /// Down for one token, where both types are bf16.
    one: Option<Kernel>,
    /// With the choice before them, for the same.
    pub(crate) routed: Option<RoutedPairGemv>,
    activation: ExpertActivation,
    dtype: DType,
    weight: DType,
}

impl PairGemv {
    /// For activations of `dtype` and weights of type `weight`, of experts with such activations
    /// between their products.
    ///
    /// # Errors
    /// No kernel has these types.
    pub fn bind(
        device: &Device,
        between: ExpertActivation,
        [dtype, weight]: [DType; 2],
    ) -> Result<Self, CudaError> {
        let name = format!("{}_{}", activation("moe_experts", dtype)?, tag(weight));
        let up = device.kernel(&format!("pair_gemv_{}_{name}", way_of(between)))?;
        let down = device.kernel(&format!("pair_gemv_down_{name}"))?;
        let bf16 = [dtype, weight] == [DType::Bf16; 2];
        let one = bf16.then(|| device.kernel(ONE_DOWN)).transpose()?;
        // The kernel that chooses multiplies gates.
        let chooses = bf16 && between == ExpertActivation::SwiGlu;
        let routed = chooses.then(|| RoutedPairGemv::bind(device)).transpose()?;
        Ok(Self { up, down, one, routed, activation: between, dtype, weight })
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
    pub(crate) fn prepare(&self, args: &ExpertsArgs<'_>) -> Result<PairLaunches, CudaError> {
        let op = "moe_experts";
        let needed = self.workspace_bytes(args.ids.len, args.down.width());
        let Extents { rows, ranks, experts, inputs, inner } =
            args.check(op, (self.activation, self.dtype, self.weight), needed)?;
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
