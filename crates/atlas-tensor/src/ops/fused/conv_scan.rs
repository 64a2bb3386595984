//! The recurrence of a Mamba-2 layer with what feeds it: step sizes, short convolution, selective
//! scan.

use std::sync::Arc;

use super::FusedOp;
use crate::kernel::ComposedKernel;
use crate::ops::checks::{check_slots, check_spans};
use crate::ops::{
    Conv1dSilu, Conv1dSiluArgs, Mamba2Gates, Mamba2GatesArgs, SelectiveScan, SelectiveScanArgs,
    SelectiveScanNeed,
};
use crate::{
    BindError, Binder, Compute, Cost, Op, RecurrentState, Slice, Spans, Tensor, TensorMut,
};

pub struct ConvScan;

/// Inputs of the gates: `dt[T, h]`, `a_log[h]`, `dt_bias[h]`, least and largest step size.
#[derive(Clone, Copy)]
pub struct ScanGateInputs<'a> {
    pub dt: Tensor<'a>,
    pub a_log: Slice<'a, f32>,
    pub dt_bias: Slice<'a, f32>,
    pub limits: [f32; 2],
}

/// `x[T, C]` through the convolution `weight[C, K]`, `bias[C]?` to `mixed[T, C]`, whose channels
/// are all inputs `[h, p]`, then `B [G, n]`, then `C [G, n]` of the scan that writes
/// `out[T, h, p]`. `state` advances by the rows of the spans; rows outside all spans are left
/// alone.
pub struct ConvScanArgs<'a> {
    /// Computes the gates of all `T` rows first. None if an earlier call did: a step whose state
    /// is kept inside spans is several calls.
    pub gates: Option<ScanGateInputs<'a>>,
    /// Step size `[T, h]`, f32.
    pub delta: TensorMut<'a>,
    /// Log decay `[T, h]`, f32.
    pub g: TensorMut<'a>,
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub bias: Option<Slice<'a, f32>>,
    /// `[h]`: weight of the scan's input in its output.
    pub d: Slice<'a, f32>,
    pub state: &'a mut RecurrentState,
    pub spans: Spans<'a>,
    pub mixed: TensorMut<'a>,
    pub out: TensorMut<'a>,
}

impl ConvScanArgs<'_> {
    /// The arguments of the gates, if they are to be computed.
    pub fn gates(&mut self) -> Option<Mamba2GatesArgs<'_>> {
        let ScanGateInputs { dt, a_log, dt_bias, limits } = self.gates?;
        let (delta, g) = (self.delta.reborrow(), self.g.reborrow());
        Some(Mamba2GatesArgs { dt, a_log, dt_bias, limits, delta, g })
    }

    /// The arguments of the convolution.
    pub fn conv(&mut self) -> Conv1dSiluArgs<'_> {
        Conv1dSiluArgs {
            x: self.x,
            weight: self.weight,
            bias: self.bias,
            state: &mut *self.state,
            spans: self.spans,
            out: self.mixed.reborrow(),
        }
    }

    /// The arguments of the scan.
    pub fn scan(&mut self) -> SelectiveScanArgs<'_> {
        let state = &mut *self.state;
        let (rows, channels) = (self.x.rows(), self.mixed.dim(1));
        let keys = group_width(state, channels);
        let (key_dim, heads, value_dim) = (state.key_dim, state.heads, state.value_dim);
        let values = heads * value_dim;
        let mixed = self.mixed.as_ref();
        let heads_of = |from: usize, to: usize, width: usize| {
            mixed.slice_last(from..to).view(&[rows, (to - from) / width.max(1), width])
        };
        SelectiveScanArgs {
            x: heads_of(0, values, value_dim),
            b: heads_of(values, values + keys, key_dim),
            c: heads_of(values + keys, channels, key_dim),
            delta: self.delta.as_ref(),
            g: self.g.as_ref(),
            d: self.d,
            state,
            spans: self.spans,
            out: self.out.reborrow().view(&[rows, heads, value_dim]),
        }
    }
}

/// Channels of B, and of C.
fn group_width(state: &RecurrentState, channels: usize) -> usize {
    channels.saturating_sub(state.heads * state.value_dim) / 2
}

impl Op for ConvScan {
    const NAME: &'static str = "conv_scan";
    type Args<'a> = ConvScanArgs<'a>;
    type Need = SelectiveScanNeed;

    fn check(args: &ConvScanArgs<'_>) {
        let (state, rows) = (&args.state, args.x.rows());
        let channels = state.conv_channels;
        let (keys, values) = (group_width(state, channels), state.heads * state.value_dim);
        let whole = keys.is_multiple_of(state.key_dim.max(1)) && 2 * keys + values == channels;
        assert!(whole, "conv_scan: {channels} channels");
        assert_eq!(args.x.shape(), [rows, channels], "conv_scan: x");
        assert_eq!(args.mixed.shape(), args.x.shape(), "conv_scan: mixed");
        let gates = [rows, state.heads];
        assert_eq!(args.delta.shape(), gates, "conv_scan: delta");
        assert_eq!(args.g.shape(), gates, "conv_scan: g");
        if let Some(ScanGateInputs { dt, a_log, dt_bias, limits: [lo, hi] }) = &args.gates {
            assert_eq!(dt.shape(), gates, "conv_scan: dt");
            let lens = [a_log.len(), dt_bias.len()];
            assert_eq!(lens, [state.heads; 2], "conv_scan: a_log and dt_bias");
            assert!(lo <= hi, "conv_scan: limits {lo} and {hi}");
        }
        assert_eq!(args.d.len(), state.heads, "conv_scan: d");
        assert_eq!(args.weight.len(), channels * state.conv_kernel, "conv_scan: weight");
        let fits = args.bias.is_none_or(|bias| bias.len() == channels);
        assert!(fits, "conv_scan: bias for {channels} channels");
        let out = [rows, state.heads, state.value_dim];
        assert_eq!(args.out.shape(), out, "conv_scan: out");
        check_spans(Self::NAME, &args.spans, rows);
        check_slots(Self::NAME, &args.spans, state.slots);
    }

    fn cost(args: &ConvScanArgs<'_>) -> Cost {
        let state = &args.state;
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let (channels, taps) = (state.conv_channels, state.conv_kernel);
        let matrix = state.heads * state.key_dim * state.value_dim;
        let history = 2 * args.spans.len() * (matrix + taps.saturating_sub(1) * channels);
        let per_row = 2 * channels + state.heads * (state.value_dim + 3);
        Cost::of(
            history + rows * per_row + channels * (taps + 1),
            rows * (5 * matrix + 2 * channels * taps + 10 * state.heads),
        )
    }

    fn reference(mut args: ConvScanArgs<'_>, compute: Compute) {
        if let Some(gates) = args.gates() {
            Mamba2Gates::reference(gates, compute);
        }
        Conv1dSilu::reference(args.conv(), compute);
        SelectiveScan::reference(args.scan(), compute);
    }
}

impl FusedOp for ConvScan {
    const PARTS: &'static [&'static str] =
        &[Mamba2Gates::NAME, Conv1dSilu::NAME, SelectiveScan::NAME];

    fn compose(
        need: &SelectiveScanNeed,
        binder: &mut Binder,
    ) -> Result<ComposedKernel<Self>, BindError> {
        let gates = binder.bind::<Mamba2Gates>(())?;
        let conv = binder.bind::<Conv1dSilu>(())?;
        let scan = binder.bind::<SelectiveScan>(need.clone())?;
        Ok(Arc::new(move |dev, mut args| {
            if let Some(args) = args.gates() {
                gates.run(dev, args);
            }
            conv.run(dev, args.conv());
            scan.run(dev, args.scan());
        }))
    }
}
