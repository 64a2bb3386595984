//! Depthwise causal convolution and SiLU: `out[t, c] = silu(bias[c] + sum_j weight[c, j] * u[t - K
//! + 1 + j, c])` where `u` is the slot's last `K - 1` inputs followed by this span's rows of `x`.

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_slots, check_spans};
use crate::ops::scalar::silu;
use crate::place::Slice;
use crate::state::RecurrentState;
use crate::tensor::{Tensor, TensorMut};

pub struct Conv1dSilu;

/// `x[T, C]`, `weight[C * K]` row-major `[C, K]` (the last tap is the newest input), `bias[C]?` to
/// `out[T, C]`. The state keeps each slot's last `K - 1` inputs before the drafts of its span. Rows
/// outside all spans are left alone.
pub struct Conv1dSiluArgs<'a> {
    pub x: Tensor<'a>,
    pub weight: Slice<'a, f32>,
    pub bias: Option<Slice<'a, f32>>,
    pub state: &'a mut RecurrentState,
    pub spans: Spans<'a>,
    pub out: TensorMut<'a>,
}

impl Op for Conv1dSilu {
    const NAME: &'static str = "conv1d_silu";
    type Args<'a> = Conv1dSiluArgs<'a>;
    type Need = ();

    fn check(args: &Conv1dSiluArgs<'_>) {
        let (channels, kernel) = (args.state.conv_channels, args.state.conv_kernel);
        assert_eq!(args.x.shape(), [args.out.rows(), channels], "conv1d_silu: x");
        assert_eq!(args.x.shape(), args.out.shape(), "conv1d_silu: out");
        assert_eq!(args.weight.len(), channels * kernel, "conv1d_silu: weight");
        let fits = args.bias.is_none_or(|bias| bias.len() == channels);
        assert!(fits, "conv1d_silu: bias for {channels} channels");
        check_spans("conv1d_silu", &args.spans, args.x.rows());
        check_slots("conv1d_silu", &args.spans, args.state.slots);
    }

    fn cost(args: &Conv1dSiluArgs<'_>) -> Cost {
        let (channels, kernel) = (args.state.conv_channels, args.state.conv_kernel);
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let history = 2 * args.spans.len() * channels * (kernel - 1);
        let bias = args.bias.map_or(0, |bias| bias.len());
        Cost::of(
            2 * rows * channels + channels * kernel + bias + history,
            rows * channels * (2 * kernel + 4),
        )
    }

    fn reference(mut args: Conv1dSiluArgs<'_>, _compute: Compute) {
        let (channels, kernel) = (args.state.conv_channels, args.state.conv_kernel);
        for span in args.spans.rows() {
            let mut history = args.state.conv_mut(span.slot).to_vec();
            for t in span.row..span.row + span.len {
                if t == span.row + span.stored() {
                    args.state.conv_mut(span.slot).copy_from_slice(&history);
                }
                let x = args.x.row_f32(t);
                for (c, out) in args.out.row_f32_mut(t).iter_mut().enumerate() {
                    let taps = &args.weight[c * kernel..][..kernel];
                    let past: f32 =
                        (0..kernel - 1).map(|j| taps[j] * history[j * channels + c]).sum();
                    let bias = args.bias.map_or(0.0, |bias| bias[c]);
                    *out = silu(bias + past + taps[kernel - 1] * x[c]);
                }
                if kernel > 1 {
                    history.copy_within(channels.., 0);
                    history[(kernel - 2) * channels..].copy_from_slice(x);
                }
            }
            if span.drafts == 0 {
                args.state.conv_mut(span.slot).copy_from_slice(&history);
            }
        }
    }
}
