//! Mixture of experts: `out[t] = sum_r weights[t, r] * expert(ids[t, r], x[t])` in f32 and rank
//! order, with `expert(e, x) = down_e (silu(gate_e x) * up_e x)`, or `down_e relu(up_e x)^2` for
//! experts without a gate.

use crate::compute::Compute;
use crate::op::{Cost, Op};
use crate::ops::gemm::inputs_of_row;
use crate::ops::scalar::{dot, relu_squared, silu};
use crate::place::Slice;
use crate::tensor::{Tensor, TensorMut};
use crate::weights::{DeviceParts, Weight, WeightFormat};

pub struct MoeExperts;

/// The function between the products of an expert.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExpertActivation {
    /// `silu(gate) * up` (Shazeer 2020, eq. 6).
    #[default]
    SwiGlu,
    /// `relu(up)^2`, of experts without a gate (So et al. 2021, section 3.1).
    ReluSquared,
}

/// One expert: `gate[I, H]` where its activation is `SwiGlu`, `up[I, H]`, `down[H, I]`.
#[derive(Clone, Debug)]
pub struct Expert {
    pub gate: Option<Weight>,
    pub up: Weight,
    pub down: Weight,
}

impl Expert {
    /// Its matrices: gate, up, down.
    pub fn weights(&self) -> impl Iterator<Item = &Weight> {
        self.inputs().chain([&self.down])
    }

    /// The matrices that read `x`: gate, up.
    pub fn inputs(&self) -> impl Iterator<Item = &Weight> {
        self.gate.iter().chain([&self.up])
    }
}

/// The experts of a layer. On a device `gate_up[E, 2 I, H]` (a gate's rows first; `[E, I, H]`
/// without gates) and `down[E, H, I]` lie together and the experts' own weights are sizes only.
pub struct Experts {
    each: Vec<Expert>,
    device: Option<[Weight; 2]>,
}

impl Experts {
    /// The same experts in `gate_up` and `down`, which hold their bytes.
    pub(crate) fn moved_to(experts: Vec<Expert>, gate_up: DeviceParts, down: DeviceParts) -> Self {
        let whole = |of: fn(&Expert) -> Vec<&Weight>, parts: &DeviceParts| {
            let rows = experts.iter().flat_map(of).map(Weight::n).sum();
            experts.first().map(|first| of(first)[0].clone().stacked(rows, parts.clone()))
        };
        let stacks = whole(|e| e.inputs().collect(), &gate_up).zip(whole(|e| vec![&e.down], &down));
        let each = experts.into_iter().map(|e| Expert {
            gate: e.gate.map(|gate| gate.moved_to(gate_up.clone())),
            up: e.up.moved_to(gate_up.clone()),
            down: e.down.moved_to(down.clone()),
        });
        Self { each: each.collect(), device: stacks.map(|(gate_up, down)| [gate_up, down]) }
    }

    /// `gate_up` as a weight of `E * 2 I` rows (`E * I` without gates) and `down` as one of
    /// `E * H`, where they are a device's.
    pub fn on_device(&self) -> Option<&[Weight; 2]> {
        self.device.as_ref()
    }
}

impl Experts {
    /// Panics, naming the op, unless all experts have the same sizes and formats, for rows of
    /// `hidden` elements.
    pub(crate) fn check(&self, op: &str, hidden: usize) {
        let Some(first) = self.each.first() else { return };
        let (inter, formats) = (first.up.n(), ExpertFormats::of(first));
        for e in &self.each {
            let fits = e.inputs().all(|w| (w.n(), w.k()) == (inter, hidden));
            assert!(fits && (e.down.n(), e.down.k()) == (hidden, inter), "{op}: experts");
            assert_eq!(ExpertFormats::of(e), formats, "{op}: formats of experts");
            let ordered = e.weights().any(|w| w.input_order().is_some());
            assert!(!ordered, "{op}: experts with an order of inputs");
        }
    }
}

impl From<Vec<Expert>> for Experts {
    fn from(each: Vec<Expert>) -> Self {
        Self { each, device: None }
    }
}

impl std::ops::Deref for Experts {
    type Target = [Expert];

    fn deref(&self) -> &[Expert] {
        &self.each
    }
}

/// `x[T, H]`, `ids[T * k]`, `weights[T, k]` (from `route_topk`) to `out[T, H]`.
pub struct MoeExpertsArgs<'a> {
    pub x: Tensor<'a>,
    pub ids: Slice<'a, u32>,
    pub weights: Tensor<'a>,
    pub k: usize,
    pub experts: &'a Experts,
    pub out: TensorMut<'a>,
}

/// The formats of an expert's matrices. All experts of a layer have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpertFormats {
    /// None where experts have no gate.
    pub gate: Option<WeightFormat>,
    pub up: WeightFormat,
    pub down: WeightFormat,
}

impl ExpertFormats {
    /// Those of one expert.
    pub fn of(expert: &Expert) -> Self {
        let [up, down] = [&expert.up, &expert.down].map(Weight::format);
        Self { gate: expert.gate.as_ref().map(Weight::format), up, down }
    }

    /// One format of all matrices of an expert with this activation.
    pub fn all(format: WeightFormat, activation: ExpertActivation) -> Self {
        let gate = (activation == ExpertActivation::SwiGlu).then_some(format);
        Self { gate, up: format, down: format }
    }

    /// The one format of all matrices, if they have the same.
    pub fn one(self) -> Option<WeightFormat> {
        let same = self.gate.is_none_or(|gate| gate == self.up) && self.up == self.down;
        same.then_some(self.up)
    }

    /// The function between the products: only SwiGLU has a gate.
    pub fn activation(self) -> ExpertActivation {
        match self.gate {
            Some(_) => ExpertActivation::SwiGlu,
            None => ExpertActivation::ReluSquared,
        }
    }
}

/// That of experts with gates.
impl From<WeightFormat> for ExpertFormats {
    fn from(format: WeightFormat) -> Self {
        Self::all(format, ExpertActivation::SwiGlu)
    }
}

#[derive(Clone, Debug)]
pub struct MoeExpertsNeed {
    pub formats: ExpertFormats,
    pub hidden: usize,
    pub intermediate: usize,
    /// Whether a device may round the inputs of both products to codes of 8 bits
    /// ([`Weight::rounds_inputs`]).
    pub rounds_inputs: bool,
}

impl MoeExpertsNeed {
    /// The one format of all matrices.
    ///
    /// # Errors
    /// They have several.
    pub fn format(&self) -> Result<WeightFormat, String> {
        self.formats.one().ok_or_else(|| "serves experts of one format only".into())
    }

    /// For rows that multiply gates.
    ///
    /// # Errors
    /// The experts have none.
    pub fn gated(&self) -> Result<(), String> {
        match self.formats.activation() {
            ExpertActivation::SwiGlu => Ok(()),
            ExpertActivation::ReluSquared => Err("serves experts with gates only".into()),
        }
    }
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
        assert_eq!(args.weights.shape(), [shape[0], args.k], "moe_experts: weights");
        let count = args.experts.len();
        // Ids in device memory cannot be checked here; they come from `route_topk`.
        let ids = args.ids.on_host().unwrap_or_default();
        assert!(ids.iter().all(|&e| (e as usize) < count), "moe_experts: an id over {count}");
        args.experts.check(Self::NAME, shape[1]);
    }

    fn cost(args: &MoeExpertsArgs<'_>) -> Cost {
        let hidden = args.x.dim(1);
        let Some(first) = args.experts.first() else { return Cost::default() };
        let inter = first.up.n();
        let mut chosen: Vec<u32> = args.ids.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        let expert_bytes = first.weights().map(Weight::byte_len).sum::<usize>();
        let flops = 2 * first.weights().count() * args.ids.len() * hidden * inter;
        Cost::of(2 * args.x.rows() * hidden, flops).and_bytes(chosen.len() * expert_bytes)
    }

    fn reference(mut args: MoeExpertsArgs<'_>, compute: Compute) {
        for t in 0..args.x.rows() {
            let out = args.out.row_f32_mut(t);
            out.fill(0.0);
            for r in 0..args.k {
                let expert = &args.experts[args.ids[t * args.k + r] as usize];
                let up = product(&expert.up, args.x.row_f32(t), compute);
                let hidden: Vec<f32> = match &expert.gate {
                    Some(gate) => {
                        let gate = product(gate, args.x.row_f32(t), compute);
                        gate.iter().zip(&up).map(|(&g, &u)| silu(g) * u).collect()
                    }
                    None => up.into_iter().map(relu_squared).collect(),
                };
                let y = product(&expert.down, &hidden, compute);
                for (out, y) in out.iter_mut().zip(y) {
                    *out += args.weights.row_f32(t)[r] * y;
                }
            }
        }
    }
}

fn product(weight: &Weight, x: &[f32], compute: Compute) -> Vec<f32> {
    let mut w = vec![0.0; weight.k()];
    let x = inputs_of_row(weight, x, compute);
    (0..weight.n())
        .map(|n| {
            weight.row_f32(n, &mut w);
            dot(&x, &w, Compute::F32)
        })
        .collect()
}
