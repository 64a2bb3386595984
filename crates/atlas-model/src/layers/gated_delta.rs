//! Gated DeltaNet: short convolution, gated delta rule, gated norm (Yang et al. 2024).

use atlas_core::StateSpec;
use atlas_tensor::ops::{
    ConvGatedDelta, ConvGatedDeltaArgs, GateInputs, GatedDeltaNeed, GatedRmsNorm, GatedRmsNormArgs,
    PickRows, PickRowsArgs,
};
use atlas_tensor::{BindError, Binder, Kernel, LayerState, Spans, StepBounds, Vector, Weight};

use super::linear::{Linear, LinearWeight};
use super::mixer::Mixer;
use super::norm::{NormSpec, NormWeight};
use super::norm_linears::NormLinears;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::{Role, Weights};
use crate::config::GatedDeltaConfig;
use crate::model::{Cx, Rows};

/// Added to the sum of squares when queries and keys are normalised.
const L2_EPS: f32 = 1e-6;

/// Input projections, rows in the order that the layer computes in.
pub struct InputProjections {
    /// `[2 Hk dk + Hv dv, H]`: all queries, all keys, all values.
    pub qkv: Weight,
    /// `[Hv dv, H]`: the gate of the output norm.
    pub z: Weight,
    /// `[Hv, H]`: write strength.
    pub b: Weight,
    /// `[Hv, H]`: decay.
    pub a: Weight,
}

/// Reads the input projections of the layer at the weights, of the given hidden size.
pub type InputReader = fn(&Weights<'_>, usize, &GatedDeltaConfig) -> InputProjections;

/// One family's linear attention.
#[derive(Clone, Copy)]
pub struct GatedDeltaSpec {
    pub config: GatedDeltaConfig,
    pub inputs: InputReader,
}

/// One linear-attention layer.
pub struct GatedDeltaNet {
    config: GatedDeltaConfig,
    norm_eps: f32,
    hidden: usize,
    /// qkv, z, b, a.
    inputs: NormLinears<4>,
    out: Linear,
    /// `[C, K]`, the newest input last.
    conv: Vector,
    a_log: Vector,
    dt_bias: Vector,
    norm: Vector,
    delta: Kernel<ConvGatedDelta>,
    gated_norm: Kernel<GatedRmsNorm>,
    pick: Kernel<PickRows>,
}

impl GatedDeltaNet {
    /// Reads the input projections as the family stores them, then `conv1d`, `A_log`, `dt_bias`,
    /// `norm` and `out_proj`.
    pub fn load(
        weights: &Weights<'_>,
        spec: &GatedDeltaSpec,
        norm: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (config, hidden) = (spec.config, norm.width);
        let inputs = (spec.inputs)(weights, hidden, &config);
        let (channels, heads) = (config.conv_channels(), config.value_heads);
        let (key_dim, value_dim) = (config.key_dim, config.value_dim);
        let out_norm = weights.at("norm").vector("weight", value_dim, Role::Norm);
        let conv = weights.at("conv1d").depthwise("weight", channels, config.conv_kernel);
        let InputProjections { qkv, z, b, a } = inputs;
        let mut input = |weight: Weight| LinearWeight::of(weight, binder);
        let inputs = [input(qkv)?, input(z)?, input(b)?, input(a)?];
        Ok(GatedDeltaNet {
            config,
            norm_eps: norm.eps,
            hidden,
            inputs: NormLinears::bind(inputs, binder)?,
            out: Linear::load(
                &weights.at("out_proj"),
                hidden,
                config.value_width(),
                false,
                binder,
            )?,
            conv: binder.vector(conv)?,
            a_log: binder.vector(weights.vector("A_log", heads, Role::DecayLog))?,
            dt_bias: binder.vector(weights.vector("dt_bias", heads, Role::StepOffset))?,
            norm: binder.vector(out_norm)?,
            delta: binder.bind_fused(GatedDeltaNeed { key_dim, value_dim })?,
            gated_norm: binder.bind(())?,
            pick: binder.bind(())?,
        })
    }

    /// Widths of the temporary tensors: qkv and its convolution; z, the read-out and its norm; b,
    /// a and the gates.
    fn widths(&self) -> [usize; 3] {
        [self.config.conv_channels(), self.config.value_width(), self.config.value_heads]
    }
}

impl Mixer for GatedDeltaNet {
    fn state_spec(&self) -> StateSpec {
        StateSpec::Recurrent {
            heads: self.config.value_heads as u32,
            key_dim: self.config.key_dim as u32,
            value_dim: self.config.value_dim as u32,
            conv_channels: self.config.conv_channels() as u32,
            conv_kernel: self.config.conv_kernel as u32,
        }
    }

    fn scratch_bytes(&self, rows: usize) -> usize {
        let [channels, values, heads] = self.widths();
        scratch_of(rows, &[channels; 2])
            + scratch_of(rows, &[values; 3])
            + scratch_of(rows, &[heads; 4])
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let GatedDeltaConfig { key_heads, value_heads, key_dim, conv_kernel, .. } = self.config;
        bounds
            .linear(self.hidden.max(self.out.k()))
            .max(bounds.conv1d_silu(self.config.conv_channels(), conv_kernel))
            .max(bounds.gated_delta(value_heads, key_heads, key_dim))
    }

    fn forward(
        &self,
        cx: &mut Cx<'_>,
        batch: &Rows<'_>,
        norm: &NormWeight,
        s: &mut Stream<'_>,
        state: &mut LayerState,
    ) {
        let LayerState::Recurrent(state) = state else {
            unreachable!("states were checked against the specs");
        };
        let rows = s.x.rows();
        let GatedDeltaConfig { value_heads, value_dim, .. } = self.config;
        let frame = cx.scratch.frame();
        let [channels, values, heads] = self.widths();
        let [mut u, mut c] = [channels; 2].map(|w| frame.alloc(&[rows, w]));
        let [mut z, mut o, mut normed] = [values; 3].map(|w| frame.alloc(&[rows, w]));
        let [mut b, mut a] = [heads; 2].map(|w| frame.alloc(&[rows, w]));
        // The gates are f32 whatever the activations are.
        let [mut g, mut beta] = [heads; 2].map(|w| frame.alloc_f32(&[rows, w]));
        let inputs = [u.reborrow(), z.reborrow(), b.reborrow(), a.reborrow()];
        self.inputs.forward(cx, norm, s, inputs);

        if batch.drafts
            && let Some(kept) = state.drafts_mut()
        {
            for (part, x) in [u.as_ref(), a.as_ref(), b.as_ref()].into_iter().enumerate() {
                let out = kept.part_mut(part, batch.logit_rows.len());
                self.pick.run(cx.dev, PickRowsArgs { x, rows: Some(batch.logit_rows), out });
            }
        }
        let (a, b) = (a.as_ref(), b.as_ref());
        let (a_log, dt_bias) = (self.a_log.view(), self.dt_bias.view());
        let mut gates = Some(GateInputs { a, b, a_log, dt_bias });
        let shape = [rows, value_heads, value_dim];
        for piece in batch.pieces {
            let args = ConvGatedDeltaArgs {
                // Of all rows, with the first piece.
                gates: gates.take(),
                g: g.reborrow(),
                beta: beta.reborrow(),
                x: u.as_ref(),
                weight: self.conv.view(),
                state,
                spans: piece.spans,
                mixed: c.reborrow(),
                out: o.reborrow().view(&shape),
                eps: L2_EPS,
            };
            self.delta.run(cx.dev, args);
            batch.keep(piece, state);
        }
        let args = GatedRmsNormArgs {
            x: o.as_ref().view(&shape),
            z: z.as_ref().view(&shape),
            weight: self.norm.view(),
            eps: self.norm_eps,
            out: normed.reborrow().view(&shape),
        };
        self.gated_norm.run(cx.dev, args);
        self.out.forward(cx, normed.as_ref(), s.delta.reborrow());
    }

    fn settle(&self, cx: &Cx<'_>, spans: Spans<'_>, wanted: usize, state: &mut LayerState) {
        let LayerState::Recurrent(state) = state else {
            unreachable!("states were checked against the specs");
        };
        let Some(kept) = state.drafts_mut().take() else { return };
        let [u, a, b] = kept.parts(wanted);
        let frame = cx.scratch.frame();
        let [channels, values, heads] = self.widths();
        let [mut mixed, mut out] = [channels, values].map(|w| frame.alloc(&[wanted, w]));
        let [mut g, mut beta] = [heads; 2].map(|w| frame.alloc_f32(&[wanted, w]));
        let (a_log, dt_bias) = (self.a_log.view(), self.dt_bias.view());
        let shape = [wanted, self.config.value_heads, self.config.value_dim];
        let args = ConvGatedDeltaArgs {
            gates: Some(GateInputs { a, b, a_log, dt_bias }),
            g: g.reborrow(),
            beta: beta.reborrow(),
            x: u,
            weight: self.conv.view(),
            state,
            spans,
            mixed: mixed.reborrow(),
            out: out.reborrow().view(&shape),
            eps: L2_EPS,
        };
        self.delta.run(cx.dev, args);
        *state.drafts_mut() = Some(kept);
    }
}
