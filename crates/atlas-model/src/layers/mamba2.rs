//! Mamba-2 (Dao and Gu 2024, arXiv 2405.21060) as Nemotron-H has it: short convolution, selective
//! scan, group norm of the gated result.

use atlas_core::StateSpec;
use atlas_tensor::ops::{
    ConvScan, ConvScanArgs, GroupGatedRmsNorm, GroupGatedRmsNormArgs, PickRows, PickRowsArgs,
    ScanGateInputs, SelectiveScanNeed,
};
use atlas_tensor::{BindError, Binder, Kernel, LayerState, Slice, Spans, StepBounds, Vector};

use super::linear::{Linear, LinearWeight};
use super::mixer::Mixer;
use super::norm::{NormSpec, NormWeight};
use super::norm_linears::NormLinears;
use super::scratch::scratch_of;
use super::stream::Stream;
use crate::checkpoint::{Role, Weights};
use crate::model::{Cx, Rows};

/// One family's Mamba-2.
#[derive(Clone, Debug)]
pub struct Mamba2Spec {
    pub heads: usize,
    /// Elements of a head.
    pub head_dim: usize,
    /// Elements of the state of each element of a head, and groups of heads that share `B` and `C`.
    pub state: usize,
    pub groups: usize,
    pub conv_kernel: usize,
    pub conv_bias: bool,
    /// Biases of the input and output maps.
    pub bias: bool,
    /// Least and largest step size.
    pub limits: [f32; 2],
}

impl Mamba2Spec {
    /// Elements of all heads.
    pub fn inner(&self) -> usize {
        self.heads * self.head_dim
    }

    /// Channels of the convolution: `x`, `B` and `C`.
    pub fn channels(&self) -> usize {
        self.inner() + 2 * self.groups * self.state
    }
}

/// One Mamba-2 layer.
pub struct Mamba2 {
    spec: Mamba2Spec,
    hidden: usize,
    norm_eps: f32,
    /// `z`, `x B C`, `dt`.
    inputs: NormLinears<3>,
    out: Linear,
    conv: Vector,
    conv_bias: Option<Vector>,
    a_log: Vector,
    dt_bias: Vector,
    d: Vector,
    norm: Vector,
    scan: Kernel<ConvScan>,
    gated_norm: Kernel<GroupGatedRmsNorm>,
    pick: Kernel<PickRows>,
}

impl Mamba2 {
    /// Reads `in_proj` `[z | x | B | C | dt, H]`, `conv1d`, `A_log`, `dt_bias`, `D`, `norm` and
    /// `out_proj`.
    pub fn load(
        weights: &Weights<'_>,
        spec: &Mamba2Spec,
        norm: NormSpec,
        binder: &mut Binder,
    ) -> Result<Self, BindError> {
        let (hidden, heads) = (norm.width, spec.heads);
        let (inner, channels) = (spec.inner(), spec.channels());
        let at = weights.at("in_proj");
        let rows = inner + channels + heads;
        let matrix = at.matrix("weight", rows, hidden);
        let bias = spec.bias.then(|| at.vector("bias", rows, Role::Bias));
        let mut part = |from: usize, to: usize| {
            let bias = bias.as_ref().and_then(|bias| bias.get(from..to)).map(<[f32]>::to_vec);
            // A stand-in has fewer rows.
            let (from, to) = (from.min(matrix.n()), to.min(matrix.n()));
            LinearWeight::with_bias(matrix.slice_rows(from..to), bias, binder)
        };
        let inputs =
            [part(0, inner)?, part(inner, inner + channels)?, part(inner + channels, rows)?];
        let vector = |name: &str, role: Role, binder: &Binder| {
            binder.vector(weights.vector(name, heads, role))
        };
        let conv = weights.at("conv1d");
        let conv_bias = spec.conv_bias.then(|| conv.vector("bias", channels, Role::Bias));
        let (key_dim, value_dim) = (spec.state, spec.head_dim);
        Ok(Mamba2 {
            hidden,
            norm_eps: norm.eps,
            inputs: NormLinears::bind(inputs, binder)?,
            out: Linear::load(&weights.at("out_proj"), hidden, inner, spec.bias, binder)?,
            conv: binder.vector(conv.depthwise("weight", channels, spec.conv_kernel))?,
            conv_bias: conv_bias.map(|bias| binder.vector(bias)).transpose()?,
            a_log: vector("A_log", Role::DecayLog, binder)?,
            dt_bias: vector("dt_bias", Role::StepOffset, binder)?,
            d: vector("D", Role::Norm, binder)?,
            norm: binder.vector(weights.at("norm").vector("weight", inner, Role::Norm))?,
            scan: binder.bind_fused(SelectiveScanNeed { key_dim, value_dim })?,
            gated_norm: binder.bind(())?,
            pick: binder.bind(())?,
            spec: spec.clone(),
        })
    }

    /// Widths of the temporary tensors: the convolution's inputs and its result; `z`, the read-out
    /// and its norm; `dt`, and the gates.
    fn widths(&self) -> [usize; 3] {
        [self.spec.channels(), self.spec.inner(), self.spec.heads]
    }

    fn conv_bias(&self) -> Option<Slice<'_, f32>> {
        self.conv_bias.as_ref().map(Vector::view)
    }
}

impl Mixer for Mamba2 {
    fn state_spec(&self) -> StateSpec {
        StateSpec::Recurrent {
            heads: self.spec.heads as u32,
            key_dim: self.spec.state as u32,
            value_dim: self.spec.head_dim as u32,
            conv_channels: self.spec.channels() as u32,
            conv_kernel: self.spec.conv_kernel as u32,
        }
    }

    fn scratch_bytes(&self, rows: usize) -> usize {
        let [channels, values, heads] = self.widths();
        scratch_of(rows, &[channels; 2])
            + scratch_of(rows, &[values; 3])
            + scratch_of(rows, &[heads; 3])
    }

    fn workspace_bytes(&self, bounds: &StepBounds) -> usize {
        let Mamba2Spec { state, conv_kernel, .. } = self.spec;
        bounds
            .linear(self.hidden.max(self.out.k()))
            .max(bounds.conv1d_silu(self.spec.channels(), conv_kernel))
            .max(bounds.selective_scan(state))
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
        let &Mamba2Spec { heads, head_dim, groups, limits, .. } = &self.spec;
        let frame = cx.scratch.frame();
        let [channels, inner, _] = self.widths();
        let [mut u, mut mixed] = [channels; 2].map(|width| frame.alloc(&[rows, width]));
        let [mut z, mut y, mut normed] = [inner; 3].map(|width| frame.alloc(&[rows, width]));
        let mut dt = frame.alloc(&[rows, heads]);
        // The gates are f32 whatever the activations are.
        let [mut delta, mut g] = [heads; 2].map(|width| frame.alloc_f32(&[rows, width]));
        let outs = [z.reborrow(), u.reborrow(), dt.reborrow()];
        self.inputs.forward(cx, norm, s, outs);

        if batch.drafts
            && let Some(kept) = state.drafts_mut()
        {
            for (part, x) in [u.as_ref(), dt.as_ref()].into_iter().enumerate() {
                let out = kept.part_mut(part, batch.logit_rows.len());
                self.pick.run(cx.dev, PickRowsArgs { x, rows: Some(batch.logit_rows), out });
            }
        }
        let (a_log, dt_bias) = (self.a_log.view(), self.dt_bias.view());
        let mut gates = Some(ScanGateInputs { dt: dt.as_ref(), a_log, dt_bias, limits });
        for piece in batch.pieces {
            let args = ConvScanArgs {
                // Of all rows, with the first piece.
                gates: gates.take(),
                delta: delta.reborrow(),
                g: g.reborrow(),
                x: u.as_ref(),
                weight: self.conv.view(),
                bias: self.conv_bias(),
                d: self.d.view(),
                state,
                spans: piece.spans,
                mixed: mixed.reborrow(),
                out: y.reborrow().view(&[rows, heads, head_dim]),
            };
            self.scan.run(cx.dev, args);
            batch.keep(piece, state);
        }
        let shape = [rows, groups, inner / groups];
        let args = GroupGatedRmsNormArgs {
            y: y.as_ref().view(&shape),
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
        let [u, dt, _] = kept.parts(wanted);
        let frame = cx.scratch.frame();
        let [channels, inner, heads] = self.widths();
        let [mut mixed, mut out] = [channels, inner].map(|width| frame.alloc(&[wanted, width]));
        let [mut delta, mut g] = [heads; 2].map(|width| frame.alloc_f32(&[wanted, width]));
        let (a_log, dt_bias, limits) = (self.a_log.view(), self.dt_bias.view(), self.spec.limits);
        let args = ConvScanArgs {
            gates: Some(ScanGateInputs { dt, a_log, dt_bias, limits }),
            delta: delta.reborrow(),
            g: g.reborrow(),
            x: u,
            weight: self.conv.view(),
            bias: self.conv_bias(),
            d: self.d.view(),
            state,
            spans,
            mixed: mixed.reborrow(),
            out: out.reborrow().view(&[wanted, heads, self.spec.head_dim]),
        };
        self.scan.run(cx.dev, args);
        *state.drafts_mut() = Some(kept);
    }
}
