//! Experts of few tokens whose first product makes the choice of `route_topk` itself, to the same
//! bits and with ids and weights written.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

use super::ExpertsArgs;
use super::pair_gemv::{ExpertsParams, PairGemv};
use super::router_topk::{RouteArgs, RouteParams, RouteTopk};
use super::tail::ExpertsTail;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Kernel, Prepared};
use crate::ops::Family;
use crate::ops::elementwise::activation::SwigluParams;
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

/// Most tokens whose choice waits for their experts. With more, what every block spends on the
/// choice is more than a launch (on an H200 4 rows are 3 % slower, 8 rows 5 %).
pub const ROWS_MAX: usize = 2;
/// Most experts, and most of a token, as in the kernels' source: what a warp keeps in registers.
const EXPERTS_MAX: i64 = 512;
const RANKS_MAX: i64 = 32;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct RoutedParams {
    pub(crate) of: ExpertsParams,
    pub(crate) route: RouteParams,
}
pub(crate) const ROUTED: Family = Family::of::<RoutedParams>("moe/pair_gemv", &[UP, ONE_DOWN]);
const UP: &str = "routed_pair_gemv_up";
/// The last launch of one token, which finds the experts again to ask for their weights ahead.
pub(crate) const ONE_DOWN: &str = "routed_pair_gemv_down_one_row";
/// The same that asks for nothing of the experts: they are written by the kernel right before it.
pub(crate) const ONE_DOWN_LATE: &str = "pair_gemv_down_one_row_late";

/// Prefetch of the second product of one token, before the first one has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// The experts' rows, which it finds by a choice of its own.
    Chosen,
    /// Nothing of the experts.
    Nothing,
}

/// The launches of experts a pair at a time, none of them made.
pub(crate) struct PairLaunches {
    pub up: Prepared<ExpertsParams>,
    pub down: Prepared<ExpertsParams>,
}

impl PairLaunches {
    /// Launches the first one.
    pub fn begin(self, stream: &Stream) -> Result<ExpertsTail, CudaError> {
        self.up.run(stream)?;
        Ok(ExpertsTail::Pairs(self.down))
    }
}

/// The kernels of a choice and its experts, bf16.
pub(crate) struct RoutedPairGemv {
    up: Kernel,
    one: Kernel,
    late: Kernel,
}

impl RoutedPairGemv {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let kernel = |name: &str| device.kernel(name);
        Ok(Self { up: kernel(UP)?, one: kernel(ONE_DOWN)?, late: kernel(ONE_DOWN_LATE)? })
    }

    /// Launches the first product with the choice; `pairs` are the launches without it.
    fn begin(
        &self,
        stream: &Stream,
        pairs: PairLaunches,
        route: &RouteParams,
        ahead: Ahead,
    ) -> Result<ExpertsTail, CudaError> {
        let PairLaunches { up, down } = pairs;
        let params = RoutedParams { of: up.params, route: *route };
        let first = Prepared { kernel: self.up.clone(), launch: up.launch, grid: up.grid, params };
        first.run(stream)?;
        Ok(match (route.rows, ahead) {
            (1, Ahead::Chosen) => {
                let (launch, grid) = (down.launch, down.grid);
                ExpertsTail::RoutedPairGemv(Prepared {
                    kernel: self.one.clone(),
                    launch,
                    grid,
                    params,
                })
            }
            (1, Ahead::Nothing) => {
                ExpertsTail::Pairs(Prepared { kernel: self.late.clone(), ..down })
            }
            // It asks for nothing ahead anyway.
            _ => ExpertsTail::Pairs(down),
        })
    }
}

pub(super) fn apart(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.end <= b.start || b.end <= a.start
}

impl RouteParams {
    /// The bytes of the logits.
    pub(super) fn read(&self) -> Range<u64> {
        let elements = self.rows.saturating_sub(1) * self.logits_row + self.experts;
        self.logits..self.logits + 4 * elements as u64
    }

    /// The bytes of ids, and of weights.
    pub(super) fn written(&self) -> [Range<u64>; 2] {
        let bytes = 4 * (self.rows * self.k) as u64;
        [self.ids, self.weights].map(|at| at..at + bytes)
    }

    /// Whether it is the same before and after what reads and writes these bytes.
    pub(super) fn passes(&self, reads: &[Range<u64>], writes: &[Range<u64>]) -> bool {
        let written = self.written();
        let free = |other: &Range<u64>| written.iter().all(|mine| apart(mine, other));
        reads.iter().all(free) && writes.iter().all(|w| free(w) && apart(w, &self.read()))
    }

    /// Whether the choice may be made behind an activation that was queued after it.
    pub fn passes_swiglu(&self, swiglu: &Prepared<SwigluParams>) -> bool {
        let s = &swiglu.params;
        let size = if swiglu.kernel.name().ends_with("bf16") { 2 } else { 4 };
        let bytes =
            |at: u64, row: i64| at..at + size * (s.rows.saturating_sub(1) * row + s.width) as u64;
        let reads = [bytes(s.gate, s.gate_row), bytes(s.up, s.up_row)];
        self.passes(&reads, &[bytes(s.out, s.out_row)])
    }

    /// Whether the choice may be made behind a linear from `x` to `out` that was queued after it.
    pub fn passes_linear(&self, x: &View<'_>, out: &ViewMut<'_>) -> bool {
        self.passes(&[x.range()], &[out.view().range()])
    }
}

impl Prepared<RouteParams> {
    /// Whether the choice may wait for the experts that read it: one by logits, of as many as a
    /// warp keeps.
    pub fn keeps(&self) -> bool {
        let p = &self.params;
        self.kernel.name() == "route_topk_f32"
            && (1..=ROWS_MAX as i64).contains(&p.rows)
            && p.experts <= EXPERTS_MAX
            && p.k <= RANKS_MAX
            && p.by_logit()
    }

    /// Whether these experts are those that it chooses, and nothing that they write or read is in
    /// the way of a choice that blocks make at different times.
    fn is_for(&self, args: &ExpertsArgs<'_>, e: &ExpertsParams) -> bool {
        let p = &self.params;
        let chosen = (p.ids, p.weights, p.rows, p.k, p.experts);
        let [ids, weights] = p.written();
        self.keeps()
            && chosen == (e.ids, e.weights, e.rows, e.ranks, e.experts)
            && e.inner > 0
            && apart(&ids, &weights)
            && p.passes(&[args.x.range(), p.read()], &[args.out.view().range()])
    }
}

impl PairGemv {
    /// A choice and its experts, `x[T, 1, H]` with T from 1 to [`ROWS_MAX`] and all of it bf16, in
    /// two launches; false, and nothing is launched, for what is not served. `experts` has the
    /// arguments with the ids and weights that are chosen.
    ///
    /// # Errors
    /// Shapes that disagree, too little workspace, or what the driver says.
    pub fn run_routed<'a>(
        &self,
        stream: &Stream,
        (route, args): (&RouteTopk, RouteArgs<'a>),
        experts: impl FnOnce(Slice<'a, u32>, Slice<'a, f32>) -> Result<ExpertsArgs<'a>, CudaError>,
        ahead: Ahead,
    ) -> Result<bool, CudaError> {
        let call = route.prepare(&args)?;
        // These are only read behind the routing, which writes them.
        let ids = Slice::new(args.ids.ptr, args.ids.len);
        let weights = Slice::new(args.weights.ptr, args.weights.len);
        let experts = experts(ids, weights)?;
        let pairs = self.prepare(&experts)?;
        match &self.routed {
            Some(routed) if call.is_for(&experts, &pairs.up.params) => {
                routed.begin(stream, pairs, &call.params, ahead)?.run(stream).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// Experts but for their last launch, behind a choice that has not been launched: with it where
    /// it is theirs.
    pub(crate) fn begin_behind(
        &self,
        stream: &Stream,
        route: &Prepared<RouteParams>,
        args: &ExpertsArgs<'_>,
    ) -> Result<ExpertsTail, CudaError> {
        let pairs = self.prepare(args)?;
        match &self.routed {
            Some(routed) if route.is_for(args, &pairs.up.params) => {
                routed.begin(stream, pairs, &route.params, Ahead::Chosen)
            }
            _ => {
                route.run(stream)?;
                pairs.begin(stream)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_stays_before_what_writes_its_logits_or_uses_what_it_writes() {
        let (logits_row, experts, k) = (64, 60, 4);
        let (logits, ids, weights) = (0x1000, 0x2000, 0x3000);
        let route = RouteParams {
            logits,
            ids,
            weights,
            logits_row,
            rows: 2,
            experts,
            k,
            renormalise: 1,
            scale: 1.0,
            ..Zeroable::zeroed()
        };
        let (read, [ids, weights]) = (route.read(), route.written());
        assert_eq!((read.clone(), ids.clone()), (0x1000..0x1000 + 4 * 124, 0x2000..0x2020));
        let other = 0x4000..0x5000;
        let beside = [0x1000 + 4 * 124..0x2000, 0x2020..0x3000, 0x3020..0x4000];
        assert!(
            route.passes(&beside, &beside) && route.passes(std::slice::from_ref(&read), &[other])
        );
        for last in [&read, &ids, &weights].map(|range| range.end - 1..range.end) {
            assert!(!route.passes(&[], &[last]));
        }
        assert!(!route.passes(&[ids], &[]) && !route.passes(&[weights], &[]));
    }
}
