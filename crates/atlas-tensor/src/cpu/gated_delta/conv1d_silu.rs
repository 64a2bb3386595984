//! Short causal convolution: channels over threads and lanes, tokens one after the other.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::scratch::Address;
use crate::cpu::simd::{Job, Simd, load_at, silu, store_at};
use crate::device::SpanRows;
use crate::ops::Conv1dSiluArgs;
use crate::tensor::{SharedRows, Tensor};

/// Taps that are added at once; released models have 4 in all.
const TAPS: usize = 8;
/// Channels are cut over threads in multiples of this.
const CHANNEL_GRAIN: usize = 64;

pub fn conv1d_silu<S: Simd>(dev: &CpuDevice, mut args: Conv1dSiluArgs<'_>) {
    let (channels, taps) = (args.state.conv_channels, args.state.conv_kernel);
    let mut scratch = dev.scratch(channels * taps * 4);
    let step = ConvStep {
        x: args.x,
        spans: args.spans.rows(),
        out: args.out.share(),
        weight: args.weight.host(),
        bias: args.bias.map(|bias| bias.host()),
        taps: Address(scratch.take(channels * taps * 4).cast()),
        history: Address(args.state.conv_ptr()),
        kernel: taps,
        channels,
    };
    let tokens: usize = args.spans.iter().map(|span| span.len).sum();
    let grains = channels.div_ceil(CHANNEL_GRAIN);
    dev.parallel(grains, CHANNEL_GRAIN * tokens * (taps + 2), &|range| {
        let first = range.start * CHANNEL_GRAIN;
        let channels = first..(range.end * CHANNEL_GRAIN).min(channels);
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(ConvChannels { step, channels });
    });
}

/// Operands of one convolution step.
#[derive(Clone, Copy)]
struct ConvStep<'a> {
    x: Tensor<'a>,
    spans: &'a [SpanRows<'a>],
    out: SharedRows<'a>,
    /// `[C, K]`
    weight: &'a [f32],
    /// `[C]`
    bias: Option<&'a [f32]>,
    /// The same as the weight, `[K, C]`.
    taps: Address<f32>,
    /// `[slot, K - 1, C]`
    history: Address<f32>,
    kernel: usize,
    channels: usize,
}

/// The channels of a step that one thread computes.
struct ConvChannels<'a> {
    step: ConvStep<'a>,
    channels: Range<usize>,
}

impl<S: Simd> Job<S> for ConvChannels<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        self.transpose();
        for span in self.step.spans {
            for i in 0..span.len {
                self.token(s, span, i);
            }
            self.keep(span);
        }
    }
}

impl ConvChannels<'_> {
    /// Tap `j` of this part's channels.
    #[inline(always)]
    fn tap(&self, j: usize) -> *mut f32 {
        self.step.taps.get().wrapping_add(j * self.step.channels + self.channels.start)
    }

    #[inline(always)]
    fn transpose(&self) {
        let kernel = self.step.kernel;
        let weight = &self.step.weight[self.channels.start * kernel..self.channels.end * kernel];
        for j in 0..kernel {
            let to = self.tap(j);
            for c in 0..self.channels.len() {
                // SAFETY: the scratch holds `[K, C]`; these channels are this part's own.
                unsafe { *to.add(c) = weight[c * kernel + j] };
            }
        }
    }

    /// Row `j` of the slot's history, this part's channels.
    #[inline(always)]
    fn past(&self, slot: usize, j: usize) -> *mut f32 {
        let row = slot * (self.step.kernel - 1) + j;
        self.step.history.get().wrapping_add(row * self.step.channels + self.channels.start)
    }

    /// Input `i - (K - 1) + j` of a span: of the history where that is before its first row.
    #[inline(always)]
    fn input(&self, span: &SpanRows<'_>, i: usize, j: usize) -> &[f32] {
        let before = self.step.kernel - 1;
        if i + j < before {
            let from = self.past(span.slot, i + j);
            // SAFETY: the history holds `K - 1` rows a slot; no thread writes these channels now.
            unsafe { std::slice::from_raw_parts(from, self.channels.len()) }
        } else {
            &self.step.x.row_f32(span.row + i + j - before)[self.channels.clone()]
        }
    }

    #[inline(always)]
    fn token<S: Simd>(&self, s: S, span: &SpanRows<'_>, i: usize) {
        let kernel = self.step.kernel;
        let bias = self.step.bias.map(|bias| &bias[self.channels.clone()]);
        // SAFETY: these channels of the row are this part's own.
        let out = unsafe { self.step.out.row(span.row + i, self.channels.clone()) };
        for first in (0..kernel).step_by(TAPS) {
            let count = TAPS.min(kernel - first);
            let mut inputs: [&[f32]; TAPS] = [&[]; TAPS];
            let mut taps: [&[f32]; TAPS] = [&[]; TAPS];
            for j in 0..count {
                inputs[j] = self.input(span, i, first + j);
                let tap = self.tap(first + j);
                // SAFETY: `transpose` has written the tap; no thread writes it any more.
                taps[j] = unsafe { std::slice::from_raw_parts(tap, self.channels.len()) };
            }
            for c in (0..out.len()).step_by(S::LANES) {
                let mut acc = match (first, bias) {
                    (0, None) => s.splat(0.0),
                    (0, Some(bias)) => load_at(s, bias, c),
                    _ => load_at(s, out, c),
                };
                for j in 0..count {
                    acc = s.fma(load_at(s, taps[j], c), load_at(s, inputs[j], c), acc);
                }
                let last = first + count == kernel;
                store_at(s, out, c, if last { silu(s, acc) } else { acc });
            }
        }
    }

    /// Leaves the last `K - 1` inputs before the drafts in the history, oldest first.
    #[inline(always)]
    fn keep(&self, span: &SpanRows<'_>) {
        let width = self.channels.len();
        for j in 0..self.step.kernel - 1 {
            // Input `stored - (K - 1) + j`: ascending, so a row is read before it is overwritten.
            let from = self.input(span, span.stored(), j).as_ptr();
            // SAFETY: source and target are rows of `width` f32, apart or the same; the target
            // belongs to this part.
            unsafe { std::ptr::copy(from, self.past(span.slot, j), width) };
        }
    }
}
