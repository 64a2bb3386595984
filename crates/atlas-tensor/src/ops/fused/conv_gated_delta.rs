//! The recurrence of a Gated DeltaNet layer with what feeds it: gates, short convolution, gated
//! delta rule.

use std::sync::Arc;

use super::FusedOp;
use crate::kernel::ComposedKernel;
use crate::ops::checks::{check_slots, check_spans};
use crate::ops::{
    Conv1dSilu, Conv1dSiluArgs, GatedDelta, GatedDeltaArgs, GatedDeltaNeed, GdnGates, GdnGatesArgs,
};
use crate::{
    BindError, Binder, Compute, Cost, Op, RecurrentState, Slice, Spans, Tensor, TensorMut,
};

pub struct ConvGatedDelta;

/// Inputs of the gates: `a[T, Hv]`, `b[T, Hv]`, `a_log[Hv]`, `dt_bias[Hv]`.
#[derive(Clone, Copy)]
pub struct GateInputs<'a> {
    pub a: Tensor<'a>,
    pub b: Tensor<'a>,
    pub a_log: Slice<'a, f32>,
    pub dt_bias: Slice<'a, f32>,
}

/// `x[T, C]` through the convolution `weight[C, K]` to `mixed[T, C]`, whose channels are all
/// queries, all keys, all values of the recurrence that writes `out[T, Hv, dv]`. `state` advances
/// by the rows of the spans; rows outside all spans are left alone.
pub struct ConvGatedDeltaArgs<'a> {
    /// Computes the gates of all `T` rows first. None if an earlier call did: a step whose state
    /// is kept inside spans is several calls.
    pub gates: Option<GateInputs<'a>>,
    /// Log decay `[T, Hv]`.
    pub g: TensorMut<'a>,
    /// Write strength `[T, Hv]`.
    pub beta: TensorMut<'a>,
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub state: &'a mut RecurrentState,
    pub spans: Spans<'a>,
    pub mixed: TensorMut<'a>,
    pub out: TensorMut<'a>,
    /// Added to the sum of squares of queries and keys.
    pub eps: f32,
}

impl ConvGatedDeltaArgs<'_> {
    /// The arguments of the gates, if they are to be computed.
    pub fn gates(&mut self) -> Option<GdnGatesArgs<'_>> {
        let GateInputs { a, b, a_log, dt_bias } = self.gates?;
        let (g, beta) = (self.g.reborrow(), self.beta.reborrow());
        Some(GdnGatesArgs { a, b, a_log, dt_bias, g, beta })
    }

    /// The arguments of the convolution.
    pub fn conv(&mut self) -> Conv1dSiluArgs<'_> {
        Conv1dSiluArgs {
            x: self.x,
            weight: self.weight,
            bias: None,
            state: &mut *self.state,
            spans: self.spans,
            out: self.mixed.reborrow(),
        }
    }

    /// The arguments of the recurrence.
    pub fn delta(&mut self) -> GatedDeltaArgs<'_> {
        let state = &mut *self.state;
        let (rows, channels) = (self.x.rows(), self.mixed.dim(1));
        let keys = key_width(state, channels);
        let (key_dim, heads, value_dim) = (state.key_dim, state.heads, state.value_dim);
        let mixed = self.mixed.as_ref();
        let heads_of = |from: usize, to: usize, width: usize| {
            mixed.slice_last(from..to).view(&[rows, (to - from) / width.max(1), width])
        };
        GatedDeltaArgs {
            q: heads_of(0, keys, key_dim),
            k: heads_of(keys, 2 * keys, key_dim),
            v: heads_of(2 * keys, channels, value_dim),
            g: self.g.as_ref(),
            beta: self.beta.as_ref(),
            state,
            spans: self.spans,
            out: self.out.reborrow().view(&[rows, heads, value_dim]),
            eps: self.eps,
        }
    }
}

/// Channels of all queries, and of all keys.
fn key_width(state: &RecurrentState, channels: usize) -> usize {
    channels.saturating_sub(state.heads * state.value_dim) / 2
}

impl Op for ConvGatedDelta {
    const NAME: &'static str = "conv_gated_delta";
    type Args<'a> = ConvGatedDeltaArgs<'a>;
    type Need = GatedDeltaNeed;

    fn check(args: &ConvGatedDeltaArgs<'_>) {
        let (state, rows) = (&args.state, args.x.rows());
        let channels = state.conv_channels;
        let (keys, values) = (key_width(state, channels), state.heads * state.value_dim);
        let whole = keys.is_multiple_of(state.key_dim.max(1)) && 2 * keys + values == channels;
        assert!(whole, "conv_gated_delta: {channels} channels");
        assert_eq!(args.x.shape(), [rows, channels], "conv_gated_delta: x");
        assert_eq!(args.mixed.shape(), args.x.shape(), "conv_gated_delta: mixed");
        let gates = [rows, state.heads];
        assert_eq!(args.g.shape(), gates, "conv_gated_delta: g");
        assert_eq!(args.beta.shape(), gates, "conv_gated_delta: beta");
        if let Some(GateInputs { a, b, a_log, dt_bias }) = &args.gates {
            assert_eq!([a.shape(), b.shape()], [gates; 2], "conv_gated_delta: a and b");
            let lens = [a_log.len(), dt_bias.len()];
            assert_eq!(lens, [state.heads; 2], "conv_gated_delta: a_log and dt_bias");
        }
        let taps = channels * state.conv_kernel;
        assert_eq!(args.weight.len(), taps, "conv_gated_delta: weight");
        let out = [rows, state.heads, state.value_dim];
        assert_eq!(args.out.shape(), out, "conv_gated_delta: out");
        check_spans(Self::NAME, &args.spans, rows);
        check_slots(Self::NAME, &args.spans, state.slots);
    }

    fn cost(args: &ConvGatedDeltaArgs<'_>) -> Cost {
        let state = &args.state;
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let (channels, taps) = (state.conv_channels, state.conv_kernel);
        let matrix = state.heads * state.key_dim * state.value_dim;
        let history = 2 * args.spans.len() * (matrix + taps.saturating_sub(1) * channels);
        let per_row = 2 * channels + state.heads * (state.value_dim + 4);
        Cost::of(
            history + rows * per_row + channels * taps,
            rows * (7 * matrix + 2 * channels * taps + 10 * state.heads),
        )
    }

    fn reference(mut args: ConvGatedDeltaArgs<'_>, compute: Compute) {
        if let Some(gates) = args.gates() {
            GdnGates::reference(gates, compute);
        }
        Conv1dSilu::reference(args.conv(), compute);
        GatedDelta::reference(args.delta(), compute);
    }
}

impl FusedOp for ConvGatedDelta {
    const PARTS: &'static [&'static str] = &[GdnGates::NAME, Conv1dSilu::NAME, GatedDelta::NAME];

    fn compose(
        need: &GatedDeltaNeed,
        binder: &mut Binder,
    ) -> Result<ComposedKernel<Self>, BindError> {
        let gates = binder.bind::<GdnGates>(())?;
        let conv = binder.bind::<Conv1dSilu>(())?;
        let delta = binder.bind::<GatedDelta>(need.clone())?;
        Ok(Arc::new(move |dev, mut args| {
            if let Some(args) = args.gates() {
                gates.run(dev, args);
            }
            conv.run(dev, args.conv());
            delta.run(dev, args.delta());
        }))
    }
}
