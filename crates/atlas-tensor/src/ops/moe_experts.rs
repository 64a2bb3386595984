//! Mixture of experts: `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in f32 and rank
//! order, with `expert(e, x) = down_e (silu(gate_e x) * up_e x)`.

use super::linear::dot;
use super::{Compute, silu};
use crate::binder::{Op, Row};
use crate::cpu::table;
use crate::tensor::{Tensor, TensorMut};
use crate::weight::{Weight, WeightFormat};

pub struct MoeExperts;

/// One expert: `gate[I, H]`, `up[I, H]`, `down[H, I]`.
#[derive(Clone, Debug)]
pub struct Expert {
    pub gate: Weight,
    pub up: Weight,
    pub down: Weight,
}

/// `x[T, H]`, `ids[T * k]`, `weights[T * k]` (from `route_topk`) to `out[T, H]`.
pub struct MoeExpertsArgs<'a> {
    pub x: Tensor<'a>,
    pub ids: &'a [u32],
    pub weights: &'a [f32],
    pub k: usize,
    pub experts: &'a [Expert],
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct MoeExpertsNeed {
    pub format: WeightFormat,
    pub hidden: usize,
    pub intermediate: usize,
}

impl Op for MoeExperts {
    const NAME: &'static str = "moe_experts";
    type Args<'a> = MoeExpertsArgs<'a>;
    type Need = MoeExpertsNeed;

    fn check(args: &MoeExpertsArgs<'_>) {
        let shape = args.x.shape();
        assert_eq!(shape.len(), 2, "moe_experts: x {shape:?}");
        assert_eq!(args.out.shape(), shape, "moe_experts: out");
        assert_eq!(args.ids.len(), shape[0] * args.k, "moe_experts: ids");
        assert_eq!(args.weights.len(), shape[0] * args.k, "moe_experts: weights");
        let count = args.experts.len();
        assert!(args.ids.iter().all(|&e| (e as usize) < count), "moe_experts: an id over {count}");
        let Some(first) = args.experts.first() else { return };
        let (inter, format) = (first.gate.n(), first.gate.format());
        for e in args.experts {
            let shapes = [&e.gate, &e.up, &e.down].map(|w| (w.n(), w.k(), w.format()));
            let (h, wide) = (shape[1], (inter, shape[1], format));
            assert_eq!(shapes, [wide, wide, (h, inter, format)], "moe_experts: expert weights");
        }
    }

    fn reference(mut args: MoeExpertsArgs<'_>, compute: Compute) {
        for t in 0..args.x.rows() {
            let out = args.out.row_f32_mut(t);
            out.fill(0.0);
            for r in 0..args.k {
                let expert = &args.experts[args.ids[t * args.k + r] as usize];
                let gate = product(&expert.gate, args.x.row_f32(t), compute);
                let up = product(&expert.up, args.x.row_f32(t), compute);
                let hidden: Vec<f32> = gate.iter().zip(&up).map(|(&g, &u)| silu(g) * u).collect();
                let y = product(&expert.down, &hidden, compute);
                for (out, y) in out.iter_mut().zip(y) {
                    *out += args.weights[t * args.k + r] * y;
                }
            }
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::MOE_EXPERTS
    }
}

fn product(weight: &Weight, x: &[f32], compute: Compute) -> Vec<f32> {
    let mut w = vec![0.0; weight.k()];
    (0..weight.n())
        .map(|n| {
            weight.row_f32(n, &mut w);
            dot(x, &w, compute)
        })
        .collect()
}
