//! The state, and what changes it from outside a step.

use crate::fault::Fault;
use crate::integrity::IntegrityError;
use crate::prefix::Prefix;
use crate::promote::Coming;
use crate::queue::Queue;
use crate::rng::SplitMix64;
use crate::sequence::{Rank, Request, Seated};
use crate::types::{CancelOutcome, Event, Refusal, SchedOptions, SchedRequest, SchedStats};
use atlas_cache::{BlockPool, Slots};
use atlas_core::{
    BlockId, BlockRelease, BlockReplace, CacheExplanation, DropReason, Limits, LimitsError,
    RequestId, SlotDrop, SlotId, Span, StepPlan,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Decides what every step does. See `docs/contracts/scheduler.md`.
#[derive(Debug)]
pub struct Scheduler {
    pub(crate) limits: Limits,
    /// Whether any layer keeps KV blocks; without, blocks bound nothing.
    pub(crate) paged: bool,
    pub(crate) options: SchedOptions,
    pub(crate) pool: BlockPool,
    pub(crate) prefix: Option<Prefix>,
    pub(crate) slots: Slots,
    /// Seated requests by slot.
    pub(crate) seats: Vec<Option<Seated>>,
    /// Seated slots by rank, the first to be served first.
    pub(crate) order: Vec<SlotId>,
    pub(crate) waiting: Queue,
    /// Where each live request is.
    pub(crate) places: FxHashMap<RequestId, Place>,
    /// Slots given up since the last plan.
    pub(crate) drops: Vec<SlotDrop>,
    /// Blocks that changed places since the last plan.
    pub(crate) swaps: Vec<BlockReplace>,
    /// Places whose blocks were given back since the last plan.
    pub(crate) releases: Vec<BlockRelease>,
    /// What the plan that is being made brings back from the host.
    pub(crate) coming: Vec<(RequestId, Coming)>,
    /// Plans with spans whose results are outstanding, oldest first.
    pub(crate) in_flight: VecDeque<InFlight>,
    pub(crate) step: u64,
    pub(crate) arrivals: u64,
    pub(crate) preemptions: u64,
    pub(crate) forks: u64,
    /// Of seats given since somebody asked last.
    pub(crate) explanations: Vec<(RequestId, CacheExplanation)>,
    pub(crate) chaos: SplitMix64,
    /// Whether the last plan had no place for anybody who waits, and nothing was given back since.
    pub(crate) turned_away: bool,
    /// The first contradiction in what the engine reported.
    pub(crate) broken: Option<IntegrityError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Waiting(Rank),
    Seated(SlotId),
}

/// A planned step whose result is outstanding.
#[derive(Debug)]
pub(crate) struct InFlight {
    pub step: u64,
    /// The spans of the plan and whose they are.
    pub spans: Vec<(Span, RequestId)>,
    /// What the plan brings back from the host, and for whom; nothing if it was let go since.
    pub coming: Vec<(RequestId, Coming)>,
}

impl Scheduler {
    /// A scheduler with nothing to do. `paged`: whether the model has layers with KV blocks.
    ///
    /// # Errors
    /// Limits that contradict each other; a depth of 0.
    pub fn new(limits: Limits, paged: bool, options: SchedOptions) -> Result<Self, LimitsError> {
        let window = options.window.filter(|_| paged);
        let options = SchedOptions { window, ..options };
        limits.check(paged, window)?;
        if options.depth == 0 {
            return Err(LimitsError::Zero { name: "depth" });
        }
        let pool = BlockPool::new(if paged { limits.kv_block_count } else { 0 });
        if let Some(every) = options.fault.interval(Fault::DoubleFree) {
            pool.inject_double_free(every as u32);
        }
        let prefix = options.prefix.filter(|_| paged);
        let mut prefix = prefix.map(|options| Prefix::new(options, &pool, &limits, window));
        if let (Some(fault), Some(prefix)) = (options.fault.of_index(), &mut prefix) {
            prefix.index.plant(fault);
        }
        Ok(Self {
            prefix,
            swaps: Vec::new(),
            releases: Vec::new(),
            coming: Vec::new(),
            slots: Slots::new(limits.slot_count),
            seats: (0..limits.slot_count).map(|_| None).collect(),
            order: Vec::with_capacity(limits.slot_count as usize),
            waiting: Queue::default(),
            places: FxHashMap::default(),
            drops: Vec::new(),
            in_flight: VecDeque::new(),
            step: 0,
            arrivals: 0,
            preemptions: 0,
            forks: 0,
            explanations: Vec::new(),
            chaos: SplitMix64::new(options.chaos.map_or(0, |c| c.seed)),
            turned_away: false,
            broken: None,
            limits,
            paged,
            options,
            pool,
        })
    }

    /// Takes a request or ends one.
    ///
    /// # Errors
    /// A request that is refused; a cancellation never is (see [`Self::cancel`] for its outcome).
    pub fn push(&mut self, event: Event) -> Result<(), Refusal> {
        match event {
            Event::Submit(request) => self.submit(request),
            Event::Cancel(id) => {
                self.cancel(id);
                Ok(())
            }
        }
    }

    fn submit(&mut self, request: SchedRequest) -> Result<(), Refusal> {
        let SchedRequest { id, prompt_len, len_max, .. } = request;
        let seq_len_max = self.limits.seq_len_max;
        if prompt_len == 0 {
            return Err(Refusal::EmptyPrompt);
        }
        if len_max > seq_len_max {
            return Err(Refusal::TooLong { len_max, seq_len_max });
        }
        if prompt_len >= len_max {
            return Err(Refusal::NoAnswerRoom { prompt_len, len_max });
        }
        if self.places.contains_key(&id) {
            return Err(Refusal::Duplicate { id });
        }
        // A request that a free slot is there for is not what the bound on waiting is about.
        let waiting = self.waiting.len();
        if waiting >= self.limits.queue_len_max.saturating_add(self.slots.free()) {
            return Err(Refusal::QueueFull { waiting });
        }
        self.arrivals += 1;
        let mut request = Request::new(request, self.arrivals);
        if self.prefix.is_none() {
            request.named = None;
        }
        self.places.insert(id, Place::Waiting(request.rank));
        self.waiting.insert(request);
        self.turned_away = false;
        Ok(())
    }

    /// Ends a request at once: its blocks and slot are free for the next plan, which says so to
    /// the runner. Results still outstanding for it will be ignored.
    pub fn cancel(&mut self, id: RequestId) -> CancelOutcome {
        match self.places.get(&id).copied() {
            None => CancelOutcome::Unknown,
            Some(Place::Waiting(rank)) => {
                self.places.remove(&id);
                self.waiting.remove(rank);
                CancelOutcome::Waiting
            }
            Some(Place::Seated(slot)) => {
                if !self.options.fault.strikes(Fault::LostCancel) {
                    self.end(slot);
                }
                CancelOutcome::Running
            }
        }
    }

    /// Frees a slot whose request has ended; the next plan reports it.
    pub(crate) fn end(&mut self, slot: SlotId) {
        if let Some((seated, dropped)) = self.unseat(slot, DropReason::Ended) {
            self.places.remove(&seated.request.id);
            self.drops.push(dropped);
            self.turned_away = false;
        }
    }

    /// Takes a sequence out of its slot. Dropping it gives slot and blocks back.
    pub(crate) fn unseat(
        &mut self,
        slot: SlotId,
        reason: DropReason,
    ) -> Option<(Seated, SlotDrop)> {
        let mut seated = self.seats.get_mut(slot.index())?.take()?;
        self.bequeath(&mut seated);
        self.order.retain(|&s| s != slot);
        let dropped =
            SlotDrop { slot, epoch: seated.slot.epoch(), request: seated.request.id, reason };
        Some((seated, dropped))
    }

    /// Whether there is nothing to plan, to commit or to report.
    pub fn is_idle(&self) -> bool {
        self.order.is_empty()
            && self.waiting.is_empty()
            && self.in_flight.is_empty()
            && self.drops.is_empty()
    }

    /// Whether a plan made now, before the results that are outstanding, is likely to go on with
    /// the seated sequences by one position each and to seat nobody: nobody waits for a free slot,
    /// or nobody who waited at the last plan had a place and nothing was given back since. Such
    /// plans are worth making ahead. Those with chunks keep a device busy for long, and whoever
    /// arrives meanwhile would come after them.
    pub fn goes_on(&self) -> bool {
        let seats_nobody = self.waiting.is_empty() || self.slots.free() == 0 || self.turned_away;
        let outstanding = !self.in_flight.is_empty();
        outstanding && seats_nobody && self.seated().all(|seated| seated.pending() <= 1)
    }

    /// Seated requests, by rank.
    pub fn seated_requests(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.seated().map(|seated| seated.request.id)
    }

    /// The gauges and counters now.
    pub fn stats(&self) -> SchedStats {
        SchedStats {
            running: self.order.len() as u32,
            waiting: self.waiting.len(),
            slots_used: self.slots.used(),
            blocks_used: self.pool.count().saturating_sub(self.pool.available()),
            preemptions: self.preemptions,
            forks: self.forks,
            prefix: self.prefix.as_ref().map(Prefix::counts).unwrap_or_default(),
        }
    }

    /// Seated requests and their slots, by rank.
    pub fn seats(&self) -> Vec<(RequestId, SlotId)> {
        self.seated().map(|s| (s.request.id, s.slot.id())).collect()
    }

    /// For each seated request its blocks, in the place of each that was given back
    /// [`BlockId::NONE`], and the number of positions in complete ones: those that whoever shares
    /// the blocks may rely on.
    pub fn complete_blocks(&self) -> impl Iterator<Item = (RequestId, Vec<BlockId>, u64)> + '_ {
        self.seated().map(|s| {
            let released = std::iter::repeat_n(BlockId::NONE, s.table.released() as usize);
            let blocks = released.chain(s.table.ids()).collect();
            (s.request.id, blocks, s.table.complete_tokens())
        })
    }

    /// Seated sequences by rank.
    pub(crate) fn seated(&self) -> impl Iterator<Item = &Seated> {
        self.order.iter().filter_map(|s| self.seats[s.index()].as_ref())
    }

    /// A plan with the next ordinal and nothing in it.
    pub(crate) fn blank_plan(&self) -> StepPlan {
        StepPlan { step: self.step + 1, ..StepPlan::default() }
    }
}
