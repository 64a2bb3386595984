//! The results of a token's experts added up.

use bytemuck::{Pod, Zeroable};

use super::quantised_args::QuantisedExpertsArgs;
use super::shared_expert::SharedAdd;
use super::{ExpertsArgs, Extents, GRID_Y_MAX};
use crate::launch::{Grid, Launch};
use crate::ops::Family;

const THREADS: u32 = 256;

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
    /// Parameters of the sum over the pairs of a token, without a shared expert.
    pub(crate) fn of(args: &ExpertsArgs<'_>, e: Extents, results: u64) -> Self {
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

    /// The same for quantised experts, with a shared expert, and its grid. The launch's shape is
    /// rows, ranks, inputs and inner width.
    pub(crate) fn of_quantised(
        args: &QuantisedExpertsArgs<'_>,
        launch: Launch,
        results: u64,
        add: SharedAdd,
    ) -> (Self, Grid) {
        let ([rows, ranks, inputs, _], out) = (launch.shape, args.out.view());
        let params = Self {
            pairs: results,
            weights: args.weights.ptr,
            out: out.ptr,
            out_row: out.strides[0] as i64,
            rows: rows as i64,
            ranks: ranks as i64,
            width: inputs as i64,
            add,
        };
        let blocks = [inputs.div_ceil(4 * THREADS as usize), rows.min(GRID_Y_MAX), 1];
        (params, Grid::new(blocks, THREADS))
    }
}
pub(crate) const COMBINE: Family =
    Family::of::<CombineParams>("moe/combine", &["combine_f32_pairs", "combine_bf16_pairs"]);
