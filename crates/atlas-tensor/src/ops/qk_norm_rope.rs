//! Norm per head (if the model has one), then rotary position embedding (Su et al. 2021) over the
//! first `rotary_dim` elements: the pair `(x, y) = (i, i + rotary_dim / 2)` becomes
//! `(x cos - y sin, y cos + x sin)` at angle `position * inv_freq[i]`.

use super::Compute;
use super::rms_norm::inverse_rms;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::Slice;
use crate::rope::{Rope, RopeTable};
use crate::tensor::TensorMut;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use std::ops::Range;

pub struct QkNormRope;

/// `heads[T, n, hd]` in place, `norm[hd]?` with `eps` and `offset` as in `rms_norm`, `rope`, and
/// `positions[T]`.
pub struct QkNormRopeArgs<'a> {
    pub heads: TensorMut<'a>,
    pub norm: Option<Slice<'a, f32>>,
    pub eps: f32,
    pub offset: f32,
    pub rope: Option<Rope<'a>>,
    pub positions: Slice<'a, u32>,
}

impl Op for QkNormRope {
    const NAME: &'static str = "qk_norm_rope";
    type Args<'a> = QkNormRopeArgs<'a>;
    type Need = ();

    fn check(args: &QkNormRopeArgs<'_>) {
        let shape = args.heads.shape();
        assert_eq!(shape.len(), 3, "qk_norm_rope: heads {shape:?}");
        assert!(args.norm.is_none_or(|w| w.len() == shape[2]), "qk_norm_rope: norm weight");
        assert_eq!(args.positions.len(), shape[0], "qk_norm_rope: positions");
        if let Some(rope) = args.rope {
            let dim = rope.rotary_dim;
            assert!(dim <= shape[2] && dim.is_multiple_of(2), "qk_norm_rope: rotary_dim {dim}");
            assert_eq!(rope.inv_freq.len(), dim / 2, "qk_norm_rope: inv_freq");
        }
    }

    fn cost(args: &QkNormRopeArgs<'_>) -> Cost {
        let elements: usize = args.heads.shape().iter().product();
        let per_element =
            4 * usize::from(args.norm.is_some()) + 3 * usize::from(args.rope.is_some());
        Cost::of(2 * elements, per_element * elements)
    }

    fn reference(mut args: QkNormRopeArgs<'_>, _compute: Compute) {
        let (rows, heads) = (args.heads.dim(0), args.heads.dim(1));
        for (t, j) in (0..rows).flat_map(|t| (0..heads).map(move |j| (t, j))) {
            let x = args.heads.head_f32_mut(t, j);
            if let Some(weight) = args.norm {
                let scale = inverse_rms(x, args.eps);
                for (x, w) in x.iter_mut().zip(weight.host()) {
                    *x = *x * scale * (args.offset + w);
                }
            }
            if let Some(rope) = args.rope {
                rotate(x, rope, args.positions[t]);
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::QK_NORM_ROPE
    }
}

fn rotate(x: &mut [f32], rope: Rope<'_>, position: u32) {
    let half = rope.rotary_dim / 2;
    for i in 0..half {
        // The angle is rounded to f32, as the models were trained with; its sine is not.
        let angle = f64::from(position as f32 * rope.inv_freq[i]);
        let sin = angle.sin() as f32 * rope.attention_factor;
        let cos = angle.cos() as f32 * rope.attention_factor;
        let (a, b) = (x[i], x[i + half]);
        x[i] = a * cos - b * sin;
        x[i + half] = b * cos + a * sin;
    }
}

#[derive(Clone, Debug)]
pub struct QkNormRopeCase {
    rows: usize,
    heads: usize,
    width: usize,
    rotary_dim: Option<usize>,
    norm: bool,
    start: u32,
}

pub struct QkNormRopeData {
    heads: Field,
    shape: [usize; 2],
    norm: Option<Vec<f32>>,
    rope: Option<RopeTable>,
    positions: Vec<u32>,
}

impl Testable for QkNormRope {
    type Case = QkNormRopeCase;
    type Data = QkNormRopeData;
    const TOLERANCE: Tolerance = Tolerance { abs: 2e-6, rel: 4e-6 };

    fn cases() -> Vec<QkNormRopeCase> {
        let case = |rows, heads, width, rotary_dim, norm, start| QkNormRopeCase {
            rows,
            heads,
            width,
            rotary_dim,
            norm,
            start,
        };
        vec![
            case(0, 2, 8, Some(8), true, 0),
            case(1, 1, 2, Some(2), false, 5),
            case(3, 3, 20, Some(20), true, 1000),
            case(5, 2, 64, Some(16), true, 0),
            case(4, 1, 33, Some(10), true, 77),
            case(9, 4, 128, Some(128), false, 262_000),
            case(7, 3, 24, None, true, 3),
            case(2, 2, 16, None, false, 3),
            case(70, 8, 128, Some(64), true, 40_000),
        ]
    }

    fn tall_cases() -> Vec<QkNormRopeCase> {
        let (rotary_dim, norm) = (Some(4), true);
        vec![QkNormRopeCase { rows: 65_539, heads: 2, width: 6, rotary_dim, norm, start: 9 }]
    }

    fn perf_cases() -> Vec<QkNormRopeCase> {
        let case = |rows| QkNormRopeCase {
            rows,
            heads: 16,
            width: 128,
            rotary_dim: Some(128),
            norm: true,
            start: 100,
        };
        [1, 8, 512].map(case).to_vec()
    }

    fn need(_case: &QkNormRopeCase) {}

    fn rows(case: &QkNormRopeCase) -> usize {
        case.rows
    }

    fn data(case: &QkNormRopeCase, _compute: Compute) -> QkNormRopeData {
        let mut noise = Noise::new(5);
        let rope = |dim| RopeTable { attention_factor: 1.25, ..RopeTable::plain(10_000.0, dim) };
        QkNormRopeData {
            heads: Field::random(case.rows, case.heads * case.width, 3, &mut noise, 1.0),
            shape: [case.heads, case.width],
            norm: case.norm.then(|| noise.fill(case.width, 1.0)),
            rope: case.rotary_dim.map(rope),
            positions: (0..case.rows as u32).map(|i| case.start + i * 3).collect(),
        }
    }

    fn with_args(
        data: &mut QkNormRopeData,
        rows: Range<usize>,
        run: &mut dyn FnMut(QkNormRopeArgs<'_>),
    ) {
        let [heads, width] = data.shape;
        run(QkNormRopeArgs {
            heads: data.heads.tensor_mut().slice_rows(rows.clone()).view(&[
                rows.len(),
                heads,
                width,
            ]),
            norm: data.norm.as_ref().map(Slice::from),
            eps: 1e-6,
            offset: 1.0,
            rope: data.rope.as_ref().map(RopeTable::view),
            positions: data.positions[rows].into(),
        });
    }

    fn outputs(data: &QkNormRopeData) -> Vec<Output> {
        vec![("heads", data.heads.values())]
    }

    fn intact(data: &QkNormRopeData) -> bool {
        data.heads.intact()
    }
}
