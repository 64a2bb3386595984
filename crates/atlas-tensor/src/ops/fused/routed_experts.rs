//! The end of a mixture-of-experts layer: the choice of experts, the shared expert's last product,
//! the chosen experts, and their sum.

use std::sync::Arc;

use super::{FusedOp, SwiGluLinear, SwiGluLinearArgs};
use crate::kernel::ComposedKernel;
use crate::ops::{
    Experts, LinearNeed, MoeExperts, MoeExpertsArgs, MoeExpertsNeed, RouteTopk, RouteTopkArgs,
    RouterRule, SharedExpertAdd, SharedExpertAddArgs, check_rule,
};
use crate::{BindError, Binder, Compute, Cost, Op, Slice, SliceMut, Tensor, TensorMut, Weight};

pub struct RoutedExperts;

/// Router `logits[T, E]` and `bias[E]?` to `ids[T * k]` and `weights[T, k]` as in `route_topk`,
/// then `x[T, H]` through the chosen experts to `out[T, H]`, and the shared expert added.
pub struct RoutedExpertsArgs<'a> {
    pub logits: Tensor<'a>,
    pub bias: Option<Slice<'a, f32>>,
    pub k: usize,
    pub rule: RouterRule,
    pub ids: SliceMut<'a, u32>,
    pub weights: TensorMut<'a>,
    pub x: Tensor<'a>,
    pub experts: &'a Experts,
    pub shared: Option<SharedExpert<'a>>,
    pub out: TensorMut<'a>,
}

/// The expert of every token, from its `gate[T, I]` and `up[T, I]` on: `active[T, I] = silu(gate) *
/// up`, `value[T, H] = active down^T`, added to `out` with the factor `sigmoid(scale[T])`, or 1.
pub struct SharedExpert<'a> {
    pub gate: Tensor<'a>,
    pub up: Tensor<'a>,
    pub active: TensorMut<'a>,
    /// `[H, I]`.
    pub down: &'a Weight,
    pub value: TensorMut<'a>,
    pub scale: Option<Tensor<'a>>,
}

/// Formats and extents of the experts, and of the shared expert's `down`.
#[derive(Clone, Debug)]
pub struct RoutedExpertsNeed {
    pub experts: MoeExpertsNeed,
    pub shared: Option<LinearNeed>,
}

impl SharedExpert<'_> {
    /// The arguments of the last product.
    pub fn product(&mut self) -> SwiGluLinearArgs<'_> {
        SwiGluLinearArgs {
            gate: self.gate,
            up: self.up,
            active: self.active.reborrow(),
            weight: self.down,
            bias: None,
            out: self.value.reborrow(),
        }
    }
}

impl RoutedExpertsArgs<'_> {
    /// The arguments of the choice.
    pub fn route(&mut self) -> RouteTopkArgs<'_> {
        RouteTopkArgs {
            logits: self.logits,
            bias: self.bias,
            k: self.k,
            rule: self.rule,
            ids: self.ids.reborrow(),
            weights: self.weights.reborrow(),
        }
    }

    /// The arguments of the chosen experts.
    pub fn chosen(&mut self) -> MoeExpertsArgs<'_> {
        MoeExpertsArgs {
            x: self.x,
            ids: self.ids.as_ref(),
            weights: self.weights.as_ref(),
            k: self.k,
            experts: self.experts,
            out: self.out.reborrow(),
        }
    }

    /// The arguments of the sum, if there is a shared expert.
    pub fn add(&mut self) -> Option<SharedExpertAddArgs<'_>> {
        let SharedExpert { value, scale, .. } = self.shared.as_ref()?;
        let (out, shared) = (self.out.reborrow(), value.as_ref());
        Some(SharedExpertAddArgs { out, shared, gate: *scale })
    }
}

impl Op for RoutedExperts {
    const NAME: &'static str = "routed_experts";
    type Args<'a> = RoutedExpertsArgs<'a>;
    type Need = RoutedExpertsNeed;

    fn reorders_inputs(need: &Self::Need) -> bool {
        need.shared.as_ref().is_some_and(|down| down.reorders_inputs)
    }

    fn check(args: &RoutedExpertsArgs<'_>) {
        let (rows, count) = (args.x.rows(), args.experts.len());
        assert_eq!(args.x.rank(), 2, "routed_experts: x {:?}", args.x.shape());
        assert_eq!(args.logits.shape(), [rows, count], "routed_experts: logits");
        check_rule(Self::NAME, (args.k, count), &args.rule, args.bias);
        assert_eq!(args.ids.len(), rows * args.k, "routed_experts: ids");
        assert_eq!(args.weights.shape(), [rows, args.k], "routed_experts: weights");
        assert_eq!(args.out.shape(), args.x.shape(), "routed_experts: out");
        args.experts.check(Self::NAME, args.x.dim(1));
        if let Some(shared) = &args.shared {
            let w = shared.down;
            assert_eq!(shared.gate.shape(), [rows, w.k()], "routed_experts: gate against {w:?}");
            assert_eq!(shared.up.shape(), shared.gate.shape(), "routed_experts: up");
            assert_eq!(shared.active.shape(), shared.gate.shape(), "routed_experts: active");
            assert_eq!(shared.value.shape(), args.x.shape(), "routed_experts: value");
            assert_eq!(w.n(), args.x.dim(1), "routed_experts: {w:?}");
            let fits = shared.scale.is_none_or(|scale| *scale.shape() == [rows]);
            assert!(fits, "routed_experts: scale");
        }
    }

    fn cost(args: &RoutedExpertsArgs<'_>) -> Cost {
        let (rows, hidden) = (args.x.rows(), args.x.dim(1));
        let (count, pairs) = (args.experts.len(), args.ids.len());
        let Some(first) = args.experts.first() else { return Cost::default() };
        let (inner, matrices) = (first.up.n(), first.weights().count());
        // Which experts are chosen is not known before: as many as there can be.
        let bytes = first.weights().map(Weight::byte_len).sum::<usize>() * pairs.min(count);
        let shared = args.shared.as_ref().map_or((0, 0, 0), |s| {
            let inner = s.down.k();
            (rows * (3 * inner + hidden), rows * inner * (5 + 2 * hidden), s.down.byte_len())
        });
        Cost::of(
            rows * (count + 2 * hidden) + 2 * pairs + shared.0,
            3 * rows * count + 2 * matrices * pairs * hidden * inner + shared.1,
        )
        .and_bytes(bytes + shared.2)
    }

    fn reference(mut args: RoutedExpertsArgs<'_>, compute: Compute) {
        RouteTopk::reference(args.route(), compute);
        if let Some(shared) = &mut args.shared {
            SwiGluLinear::reference(shared.product(), compute);
        }
        MoeExperts::reference(args.chosen(), compute);
        if let Some(add) = args.add() {
            SharedExpertAdd::reference(add, compute);
        }
    }
}

impl FusedOp for RoutedExperts {
    const PARTS: &'static [&'static str] =
        &[RouteTopk::NAME, SwiGluLinear::NAME, MoeExperts::NAME, SharedExpertAdd::NAME];

    fn compose(
        need: &RoutedExpertsNeed,
        binder: &mut Binder,
    ) -> Result<ComposedKernel<Self>, BindError> {
        let route = binder.bind::<RouteTopk>(())?;
        let experts = binder.bind::<MoeExperts>(need.experts.clone())?;
        let shared = match &need.shared {
            Some(down) => Some((
                binder.bind_fused::<SwiGluLinear>(down.clone())?,
                binder.bind::<SharedExpertAdd>(())?,
            )),
            None => None,
        };
        Ok(Arc::new(move |dev, mut args| {
            route.run(dev, args.route());
            if let (Some((product, _)), Some(expert)) = (&shared, &mut args.shared) {
                product.run(dev, expert.product());
            }
            experts.run(dev, args.chosen());
            if let (Some((_, sum)), Some(add)) = (&shared, args.add()) {
                sum.run(dev, add);
            }
        }))
    }
}
