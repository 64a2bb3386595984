//! Calls that wait for those behind them, to go in one launch with them.
//!
//! Layers compute several linears of one input, one after the other, and steps of few rows have
//! more launches than work. What waits is launched as soon as something else is queued or asked
//! for; the stream's order is the order of the calls, and every result is written to the same bits
//! as by launches of its own.

use crate::ops::elementwise::activation::SwigluParams;
use crate::ops::fused::{Fused, SwigluLinearParams, SwigluNarrowParams};
use crate::ops::gated_delta::conv1d::ConvCall;
use crate::ops::gated_delta::gates::GatesParams;
use crate::ops::gated_delta::recurrent::DeltaParams;
use crate::ops::gemm::LinearArgs;
use crate::ops::gemm::linears::LinearKernels;
use crate::ops::gemm::norm_gemv::NormGemv;
use crate::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use crate::ops::moe::router_topk::RouteParams;
use crate::ops::moe::shared_expert::SharedExpertAddParams;
use crate::ops::moe::tail::ExpertsTail;
use crate::ops::norm::rms_norm::RmsNormParams;
use crate::ops::rope::kv_store::KvStoreParams;
use crate::ops::rope::qk_norm_rope::QkNormRopeParams;
use crate::ops::rope::qkv_store;
use std::sync::{Mutex, MutexGuard, PoisonError};

use atlas_tensor::Compute;

use super::Shared;
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::Prepared;
use crate::stream::Stream;

/// What waits, and for what.
pub(super) enum Waiting {
    /// Linears, for more of the same rows.
    Linears(LinearGroup<'static>),
    /// A norm of one row, for linears of it.
    Norm(Box<Prepared<RmsNormParams>>),
    /// Both, for more linears of the same row.
    NormLinears(Box<(Prepared<RmsNormParams>, LinearGroup<'static>)>),
    /// An activation, for the linear of it.
    Swiglu(Prepared<SwigluParams>),
    /// Both, for the experts that the linear's results are added to.
    SwigluLinear(Box<Prepared<SwigluLinearParams>>),
    /// Gates, for the recurrence behind the convolution beside them.
    Gates(Prepared<GatesParams>),
    /// Queries to be normalised and turned, for the keys.
    Query(Box<Prepared<QkNormRopeParams>>),
    /// And the keys, for the way into their cache.
    Keys(Box<[Prepared<QkNormRopeParams>; 2]>),
    /// The last launch of experts, for the expert of every token.
    Experts(ExpertsTail),
}

/// What waits and the kernels that do it.
pub(super) struct Pending {
    linears: LinearKernels,
    fused: Fused,
    norm_linears: NormGemv,
    /// Whether linears have bits that do not depend on how many rows there are.
    invariant: bool,
    /// Whether calls are done in one kernel with others; linears of one input always are.
    fuse: bool,
    waits: Mutex<Waits>,
}

/// All that waits.
#[derive(Default)]
pub(super) struct Waits {
    /// A choice of experts, for those, over what comes in between and has nothing to do with it.
    route: Option<Box<Prepared<RouteParams>>>,
    /// What was called last. Behind a choice that is an activation or linears.
    last: Option<Waiting>,
}

/// What waits, held until what comes has been queued behind it.
type Held<'a> = MutexGuard<'a, Waits>;

impl Pending {
    /// # Errors
    /// The binary has no kernels.
    pub fn new(device: &Device, stream: &Stream, invariant: bool) -> Result<Self, CudaError> {
        let (linears, fused) = (LinearKernels::bind(device)?, Fused::bind(device)?);
        let norm_linears = NormGemv::bind(stream)?;
        let fuse = device.options().fuse;
        Ok(Self { linears, fused, norm_linears, invariant, fuse, waits: Mutex::default() })
    }

    /// An activation and the linear of it, where that alone would be served by the kernels of few
    /// rows.
    fn swiglu_narrow(
        &self,
        swiglu: &Prepared<SwigluParams>,
        args: &LinearArgs<'_>,
    ) -> Result<Option<Prepared<SwigluNarrowParams>>, CudaError> {
        let (rows, k) = (args.x.rows(), args.x.width());
        match self.linears.takes_narrow(rows, k, args.out.view().width()) {
            true => self.fused.swiglu_narrow(swiglu, args),
            false => Ok(None),
        }
    }

    fn held(&self) -> Held<'_> {
        self.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What waited for nothing, in launches of its own.
    fn launch(&self, stream: &Stream, waiting: &Waiting) -> Result<(), CudaError> {
        match waiting {
            Waiting::Linears(group) => self.linears.run(stream, group, self.invariant),
            Waiting::Norm(call) => call.run(stream),
            Waiting::NormLinears(both) => self.norm_linears.prepare(&both.0, &both.1).run(stream),
            Waiting::Swiglu(call) => call.run(stream),
            Waiting::SwigluLinear(call) => call.run(stream),
            Waiting::Gates(call) => call.run(stream),
            Waiting::Query(call) => call.run(stream),
            Waiting::Keys(calls) => calls.iter().try_for_each(|call| call.run(stream)),
            Waiting::Experts(tail) => tail.run(stream),
        }
    }
}

// What is to wait has been checked, and nothing that it reads or writes is freed before it is
// launched (`Allocation::drop`).
impl Shared {
    /// Lets a linear wait for others of its rows.
    pub(super) fn queue_linear(&self, args: Result<LinearArgs<'_>, CudaError>) {
        let mut held = self.pending.held();
        let args = match args {
            Ok(args) => args,
            Err(error) => return self.settle(&mut held, |_| Err(error)),
        };
        if held.route.as_ref().is_some_and(|route| !route.params.passes_linear(&args)) {
            self.settle(&mut held, |_| Ok(()));
        }
        // Its bits are those of the kernel that serves one row alone.
        if let Some(Waiting::Swiglu(swiglu)) = &held.last
            && !self.pending.invariant
        {
            match self.pending.fused.swiglu_linear(swiglu, &args) {
                Ok(Some(both)) => {
                    held.last = Some(Waiting::SwigluLinear(Box::new(both)));
                    return;
                }
                Ok(None) => {}
                Err(error) => return self.settle(&mut held, |_| Err(error)),
            }
            match self.pending.swiglu_narrow(swiglu, &args) {
                Ok(Some(both)) => {
                    held.last = None;
                    return self.queue_now(|stream| both.run(stream));
                }
                Ok(None) => {}
                Err(error) => return self.settle(&mut held, |_| Err(error)),
            }
        }
        let next = match CheckedLinear::of(&args).map(CheckedLinear::kept) {
            Ok(next) => next,
            Err(error) => return self.settle(&mut held, |_| Err(error)),
        };
        match held.last.take() {
            Some(Waiting::Linears(mut group)) => {
                let more = group.add(&next);
                held.last = Some(Waiting::Linears(group));
                if more {
                    return;
                }
            }
            Some(Waiting::NormLinears(both)) => {
                let (norm, mut group) = *both;
                // One that does not go with the norm would have to go behind it.
                let more = group.add(&next) && self.goes_with(&norm, &group);
                let group = if more { group } else { both.1 };
                held.last = Some(Waiting::NormLinears(Box::new((norm, group))));
                if more {
                    return;
                }
            }
            Some(Waiting::Norm(norm)) => {
                let group = LinearGroup::new(next);
                if self.goes_with(&norm, &group) {
                    held.last = Some(Waiting::NormLinears(Box::new((*norm, group))));
                    return;
                }
                held.last = Some(Waiting::Norm(norm));
            }
            other => held.last = other,
        }
        self.settle_last(&mut held);
        held.last = Some(Waiting::Linears(LinearGroup::new(next)));
    }

    /// Whether linears go in one kernel with a norm.
    fn goes_with(&self, norm: &Prepared<RmsNormParams>, group: &LinearGroup<'_>) -> bool {
        NormGemv::takes(norm, group) && self.pending.norm_linears.pays(group)
    }

    /// A norm of what a residual becomes; it waits for linears if it is of one row.
    pub(super) fn queue_norm(&self, call: Result<Prepared<RmsNormParams>, CudaError>) {
        match call {
            // Linears have the bits of the kernel that serves one row alone.
            Ok(call) if !self.pending.invariant && NormGemv::keeps(&call) => {
                self.queue_waiting(Ok(Waiting::Norm(Box::new(call))));
            }
            call => self.queue(|stream| call?.run(stream)),
        }
    }

    /// Lets a call wait for what may come behind it; with an error that is kept.
    pub(super) fn queue_waiting(&self, call: Result<Waiting, CudaError>) {
        let mut held = self.pending.held();
        match call {
            Ok(call) if self.pending.fuse => {
                match (&held.route, &call) {
                    (Some(route), Waiting::Swiglu(call)) if route.params.passes_swiglu(call) => {
                        self.settle_last(&mut held);
                    }
                    _ => self.settle(&mut held, |_| Ok(())),
                }
                held.last = Some(call);
            }
            call => self.settle(&mut held, |stream| self.pending.launch(stream, &call?)),
        }
    }

    /// A choice of experts; it waits for them if they are few.
    pub(super) fn queue_route(&self, call: Result<Prepared<RouteParams>, CudaError>) {
        let mut held = self.pending.held();
        match call {
            Ok(call) if self.pending.fuse && self.compute == Compute::Bf16 && call.keeps() => {
                self.settle(&mut held, |_| Ok(()));
                held.route = Some(Box::new(call));
            }
            call => self.settle(&mut held, |stream| call?.run(stream)),
        }
    }

    /// Experts, whose last launch waits, with the choice and a shared expert's last product if
    /// those wait.
    pub(super) fn queue_experts(
        &self,
        begin: impl FnOnce(&Stream, Option<&Prepared<RouteParams>>) -> Result<ExpertsTail, CudaError>,
    ) {
        let mut held = self.pending.held();
        let route = held.route.take();
        let shared = match held.last.take() {
            Some(Waiting::SwigluLinear(call)) => Some(call),
            other => {
                held.last = other;
                None
            }
        };
        let mut tail = ExpertsTail::Nothing;
        self.settle(&mut held, |stream| {
            tail = begin(stream, route.as_deref())?;
            Ok(())
        });
        if let Some(call) = shared
            && !tail.add_down(&call.params)
        {
            self.queue_now(|stream| call.run(stream));
        }
        if self.pending.fuse {
            held.last = Some(Waiting::Experts(tail));
        } else {
            self.queue_now(|stream| tail.run(stream));
        }
    }

    /// A convolution. Gates that wait go on waiting, if it writes nothing that they take.
    pub(super) fn queue_conv(&self, call: Result<ConvCall, CudaError>) {
        let mut held = self.pending.held();
        if let (Some(Waiting::Gates(gates)), Ok(conv)) = (&held.last, &call)
            && conv.stepwise
            && gates.params.is_apart(&conv.whole.params)
        {
            return self.queue_now(|stream| conv.run(stream));
        }
        self.settle(&mut held, |stream| call?.run(stream));
    }

    /// Queries or keys to be normalised and turned: queries wait for keys, both for their way into
    /// the cache.
    pub(super) fn queue_rope(&self, call: Result<Prepared<QkNormRopeParams>, CudaError>) {
        let mut held = self.pending.held();
        match (held.last.take(), call) {
            (Some(Waiting::Query(query)), Ok(keys)) => {
                held.last = Some(Waiting::Keys(Box::new([*query, keys])));
            }
            (before, Ok(call)) if self.pending.fuse => {
                held.last = before;
                self.settle(&mut held, |_| Ok(()));
                held.last = Some(Waiting::Query(Box::new(call)));
            }
            (before, call) => {
                held.last = before;
                self.settle(&mut held, |stream| call?.run(stream));
            }
        }
    }

    /// Keys and values on their way into the cache, with the norms that wait.
    pub(super) fn queue_kv_store(&self, call: Result<Prepared<KvStoreParams>, CudaError>) {
        let mut held = self.pending.held();
        if let (Some(Waiting::Keys(norms)), Ok(store)) = (&held.last, &call) {
            let [q, k] = &**norms;
            match qkv_store::together(&self.device, [q, k], store) {
                Ok(Some(all)) => {
                    self.queue_now(|stream| all.run(stream));
                    held.last = None;
                    return;
                }
                Ok(None) => {}
                Err(error) => return self.settle(&mut held, |_| Err(error)),
            }
        }
        self.settle(&mut held, |stream| call?.run(stream));
    }

    /// A recurrence, with the gates that wait.
    pub(super) fn queue_delta(&self, call: Result<Prepared<DeltaParams>, CudaError>) {
        let mut held = self.pending.held();
        if let (Some(Waiting::Gates(gates)), Ok(delta)) = (&held.last, &call) {
            match self.pending.fused.delta_step(gates, delta) {
                Ok(Some(step)) => {
                    self.queue_now(|stream| step.run(stream));
                    held.last = None;
                    return;
                }
                Ok(None) => {}
                Err(error) => return self.settle(&mut held, |_| Err(error)),
            }
        }
        self.settle(&mut held, |stream| call?.run(stream));
    }

    /// The expert of every token, with the experts' last launch if that waits.
    pub(super) fn queue_shared_add(
        &self,
        call: Result<Prepared<SharedExpertAddParams>, CudaError>,
    ) {
        let mut held = self.pending.held();
        if let (Some(Waiting::Experts(tail)), Ok(add)) = (&mut held.last, &call)
            && tail.add_shared(&add.params)
        {
            return self.settle(&mut held, |_| Ok(()));
        }
        self.settle(&mut held, |stream| call?.run(stream));
    }

    /// Launches what waits.
    pub(super) fn flush(&self) {
        self.settle(&mut self.pending.held(), |_| Ok(()));
    }

    /// Launches what waits, then this. What waits is held meanwhile, so that nobody comes between.
    fn settle(&self, held: &mut Held<'_>, then: impl FnOnce(&Stream) -> Result<(), CudaError>) {
        if let Some(route) = held.route.take() {
            self.queue_now(|stream| route.run(stream));
        }
        self.settle_last(held);
        self.queue_now(then);
    }

    /// Launches what was called last, also before a choice that it passed.
    fn settle_last(&self, held: &mut Held<'_>) {
        if let Some(waiting) = held.last.take() {
            self.queue_now(|stream| self.pending.launch(stream, &waiting));
        }
    }
}
