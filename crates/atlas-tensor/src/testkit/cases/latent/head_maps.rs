//! Cases of [`AbsorbQueries`] and [`LatentValues`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weights::{Weight, WeightFormat};
use std::ops::Range;

#[derive(Clone, Debug)]
pub struct HeadMapCase {
    rows: usize,
    heads: usize,
    /// Elements of a key and of a value, rotated ones, and those of the latent.
    dims: [usize; 4],
    format: WeightFormat,
}

impl HeadMapCase {
    fn all() -> Vec<Self> {
        let shapes = [
            (0, 2, [8, 8, 4, 16]),
            (1, 1, [1, 1, 1, 1]),
            (1, 3, [16, 20, 8, 32]),
            (7, 5, [13, 12, 6, 33]),
            (17, 4, [64, 128, 64, 256]),
            (3, 2, [128, 128, 64, 512]),
        ];
        let formats = [WeightFormat::Bf16, WeightFormat::F32];
        let case = |format| move |(rows, heads, dims)| Self { rows, heads, dims, format };
        formats.into_iter().flat_map(|format| shapes.map(case(format))).collect()
    }

    fn tall() -> Vec<Self> {
        vec![Self { rows: 65_539, heads: 1, dims: [3, 2, 1, 5], format: WeightFormat::Bf16 }]
    }

    fn perf() -> Vec<Self> {
        let case =
            |rows| Self { rows, heads: 128, dims: [128, 128, 64, 512], format: WeightFormat::Bf16 };
        [1, 64].map(case).to_vec()
    }

    fn weight(&self, noise: &mut Noise) -> Weight {
        let [keys, values, _, latent] = self.dims;
        let n = self.heads * (keys + values);
        Weight::from_f32(self.format, n, latent, &noise.fill(n * latent, 0.3))
    }
}

pub struct HeadMapData {
    x: Field,
    weight: Weight,
    out: Field,
    heads: usize,
}

impl HeadMapData {
    fn new(case: &HeadMapCase, [from, to]: [usize; 2]) -> Self {
        let mut noise = Noise::new(32);
        Self {
            x: Field::random(case.rows, case.heads * from, 2, &mut noise, 1.0),
            weight: case.weight(&mut noise),
            out: Field::poisoned(case.rows, case.heads * to, 5),
            heads: case.heads,
        }
    }
}

/// A test of one of the maps, from heads of `$from` elements to heads of `$to`.
macro_rules! testable {
    ($op:ident, $args:ident, $x:ident, $case:ident, $from:expr, $to:expr) => {
        impl Testable for $op {
            type Case = HeadMapCase;
            type Data = HeadMapData;
            const TOLERANCE: Tolerance = Tolerance { abs: 2e-5, rel: 2e-5 };

            fn cases() -> Vec<HeadMapCase> {
                HeadMapCase::all()
            }

            fn tall_cases() -> Vec<HeadMapCase> {
                HeadMapCase::tall()
            }

            fn perf_cases() -> Vec<HeadMapCase> {
                HeadMapCase::perf()
            }

            fn need(case: &HeadMapCase) -> HeadMapNeed {
                HeadMapNeed { format: case.format, latent: case.dims[3] }
            }

            fn rows(case: &HeadMapCase) -> usize {
                case.rows
            }

            fn data($case: &HeadMapCase, _compute: Compute) -> HeadMapData {
                HeadMapData::new($case, [$from, $to])
            }

            fn with_args(
                data: &mut HeadMapData,
                rows: Range<usize>,
                run: &mut dyn FnMut($args<'_>),
            ) {
                let (heads, weight) = (data.heads, &data.weight);
                let $x = data.x.tensor().slice_rows(rows.clone());
                let $x = $x.view(&[rows.len(), heads, $x.dim(1) / heads]);
                let out = data.out.tensor_mut().slice_rows(rows.clone());
                let width = out.dim(1) / heads;
                let out = out.view(&[rows.len(), heads, width]);
                run($args { $x, weight, out });
            }

            fn outputs(data: &HeadMapData) -> Vec<Output> {
                vec![("out", data.out.values())]
            }

            fn intact(data: &HeadMapData) -> bool {
                data.out.intact()
            }
        }
    };
}

testable!(
    AbsorbQueries,
    AbsorbQueriesArgs,
    q,
    case,
    case.dims[0] + case.dims[2],
    case.dims[3] + case.dims[2]
);
testable!(LatentValues, LatentValuesArgs, x, case, case.dims[3], case.dims[1]);
