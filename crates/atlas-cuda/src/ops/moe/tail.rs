//! The last launch of experts, which may take the shared expert along.

use super::combine::CombineParams;
use super::pair_gemv::{ExpertsParams, ONE_DOWN, SharedDown};
use super::routed_pair_gemv::{self, RoutedParams};
use super::shared_expert::SharedExpertAddParams;
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::ops::fused::SwigluLinearParams;
use crate::stream::Stream;

/// The last launch of experts, which writes `out`.
pub(crate) enum ExpertsTail {
    Nothing,
    Pairs(Prepared<ExpertsParams>),
    RoutedPairGemv(Prepared<RoutedParams>),
    Combine(Prepared<CombineParams>),
}

impl ExpertsTail {
    pub fn run(&self, stream: &Stream) -> Result<(), CudaError> {
        match self {
            Self::Nothing => Ok(()),
            Self::Pairs(call) => call.run(stream),
            Self::RoutedPairGemv(call) => call.run(stream),
            Self::Combine(call) => call.run(stream),
        }
    }

    /// Lets it compute the shared expert's last product beside its own, for one token; false where
    /// it can't, or where one of them writes what the other takes.
    pub fn add_down(&mut self, down: &SwigluLinearParams) -> bool {
        let (kernel, p) = match self {
            Self::Pairs(call) => (&call.kernel, &mut call.params),
            Self::RoutedPairGemv(call) => (&call.kernel, &mut call.params.of),
            Self::Nothing | Self::Combine(_) => return false,
        };
        let of_one = [ONE_DOWN, routed_pair_gemv::ONE_DOWN, routed_pair_gemv::ONE_DOWN_LATE]
            .contains(&kernel.name());
        let (linear, swiglu) = (&down.linear, &down.swiglu);
        let bytes = |address: u64, elements: i64| address..address + 2 * elements as u64;
        let (out, k) = (bytes(p.out, p.inputs), linear.k);
        let apart = [(swiglu.gate, k), (swiglu.up, k), (swiglu.out, k), (linear.out, linear.n)]
            .iter()
            .map(|&(address, elements)| bytes(address, elements))
            .all(|other| other.end <= out.start || out.end <= other.start);
        let same = (p.rows, p.inputs, linear.rows, linear.bias) == (1, linear.n, 1, 0);
        if !of_one || !apart || !same {
            return false;
        }
        p.down_of = SharedDown {
            gate: swiglu.gate,
            up: swiglu.up,
            active: swiglu.out,
            weight: linear.weight,
            value: linear.out,
            inner: k,
        };
        true
    }

    /// Lets it add a shared expert to what it writes; false where that is other memory, or nothing.
    pub fn add_shared(&mut self, add: &SharedExpertAddParams) -> bool {
        let (written, params) = match self {
            Self::Nothing => return false,
            Self::Pairs(Prepared { params: p, .. })
            | Self::RoutedPairGemv(Prepared { params: RoutedParams { of: p, .. }, .. }) => {
                ((p.out, p.out_row, p.rows, p.inputs), &mut p.add)
            }
            Self::Combine(Prepared { params: p, .. }) => {
                ((p.out, p.out_row, p.rows, p.width), &mut p.add)
            }
        };
        let same = written == (add.out, add.out_row, add.rows, add.width);
        if same {
            *params = add.add;
        }
        same
    }
}
