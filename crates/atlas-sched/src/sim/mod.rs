//! The simulator: the scheduler against a fake model whose next token is a hash of the whole
//! prefix, read through block tables and recurrent states. A mistake in blocks, slots, preemption
//! or commit shows up as a wrong token, a plan that does not fit the tables, or a broken bound,
//! reproducible from a seed.

mod device;
mod digest;
mod host;
mod model;
mod traffic;

use crate::faults::{Fault, FaultPlan};
use crate::rng::{SplitMix64, mix};
use crate::scheduler::Scheduler;
use crate::types::{Event, Transfer};
use atlas_cache::PrefixFault;
use atlas_core::{
    Limits, PrefixCounts, RequestId, Span, SpanResult, StateOp, StepPlan, StepResult,
};
use device::{Device, Known, Ran};
pub use digest::Digest;
use host::Host;
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct SimConfig {
    /// Everything random follows from it.
    pub seed: u64,
    /// Steps to run. Steps with fewer than two live requests do not count.
    pub steps: u64,
    /// Steps that may be planned ahead, as in [`crate::SchedOptions`].
    pub depth: u32,
    /// Whether prefixes are cached. No token may depend on it.
    pub prefix_cache: bool,
    /// A defect to plant.
    pub fault: Option<Fault>,
}

/// Counts of a run without a failure.
#[derive(Clone, Debug, Default)]
pub struct SimReport {
    /// Steps with at least two live requests.
    pub steps: u64,
    pub steps_total: u64,
    pub submitted: u64,
    pub refused: u64,
    pub cancelled: u64,
    pub finished: u64,
    pub tokens: u64,
    pub preemptions: u64,
    /// Counts of the prefix cache.
    pub prefix: PrefixCounts,
    /// Requests that went on from the state of another of their group.
    pub forks: u64,
    /// Copies back from the host that found damage.
    pub damaged_moves: u64,
    /// Copies that were made beside the steps.
    pub moved: u64,
    /// Plans that were launched before the results of the plan before them were read, and spans of
    /// requests that were over when their results were.
    pub launched_ahead: u64,
    pub surplus: u64,
    /// Drafts that were accepted.
    pub drafts: u64,
    /// Blocks that were given back behind windows, and answers that ended longer than all blocks
    /// together.
    pub released: u64,
    pub beyond_pool: u64,
    /// Number of times the scheduler had no request left.
    pub idles: u64,
    /// The most often any request was overtaken by equals.
    pub overtaken_max: u32,
    /// A digest of every plan and result: equal for two versions of the scheduler that decide
    /// alike.
    pub digest: Digest,
    /// For each finished request a digest of its tokens.
    pub answers: BTreeMap<RequestId, u64>,
}

/// A failure, and where to see it again.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("seed {seed}, step {step}: {what}")]
pub struct SimFailure {
    pub seed: u64,
    /// Counted as in [`SimConfig::steps`].
    pub step: u64,
    pub what: String,
}

/// Runs the simulation with every check after every step.
///
/// # Errors
/// The first check that fails.
pub fn run(config: SimConfig) -> Result<SimReport, SimFailure> {
    Sim::new(config, true).run(config.steps)
}

/// As [`run`], without asking the scheduler whether its own books agree: only plans, tokens and
/// counts are looked at.
///
/// # Errors
/// The first check that fails.
pub fn run_from_outside(config: SimConfig) -> Result<SimReport, SimFailure> {
    Sim::new(config, false).run(config.steps)
}

/// Runs seeds from `first_seed` on, each at depth 1 and 2 with and without the prefix cache for
/// `steps` steps, until `go_on` says no
/// to the totals so far (their `answers` stay empty).
///
/// # Errors
/// The first check that fails; two runs of a seed giving a request different tokens is one of them.
pub fn soak(
    first_seed: u64,
    steps: u64,
    mut go_on: impl FnMut(u64, &SimReport) -> bool,
) -> Result<SimReport, SimFailure> {
    let mut total = SimReport::default();
    for seed in first_seed.. {
        let mut first: Option<SimReport> = None;
        for (depth, prefix_cache) in [(1, false), (2, false), (1, true), (2, true)] {
            let report = run(SimConfig { seed, steps, depth, prefix_cache, fault: None })?;
            total.add(&report);
            match &first {
                Some(first) => drop(compare_answers(seed, first, &report)?),
                None => first = Some(report),
            }
        }
        if !go_on(seed, &total) {
            break;
        }
    }
    Ok(total)
}

/// Checks that two runs of a seed gave each request that both finished the same tokens; returns
/// how many there were.
///
/// # Errors
/// The first request with different tokens.
pub fn compare_answers(seed: u64, a: &SimReport, b: &SimReport) -> Result<u64, SimFailure> {
    let mut both = 0;
    for (id, answer) in &a.answers {
        let Some(other) = b.answers.get(id) else { continue };
        both += 1;
        if answer != other {
            let what = format!("{id} has different tokens in two runs");
            return Err(SimFailure { seed, step: a.steps, what });
        }
    }
    Ok(both)
}

impl SimReport {
    fn add(&mut self, other: &Self) {
        self.steps += other.steps;
        self.steps_total += other.steps_total;
        self.submitted += other.submitted;
        self.refused += other.refused;
        self.cancelled += other.cancelled;
        self.finished += other.finished;
        self.tokens += other.tokens;
        self.preemptions += other.preemptions;
        self.idles += other.idles;
        self.forks += other.forks;
        self.prefix.add_done(&other.prefix);
        self.damaged_moves += other.damaged_moves;
        self.moved += other.moved;
        self.launched_ahead += other.launched_ahead;
        self.surplus += other.surplus;
        self.drafts += other.drafts;
        self.released += other.released;
        self.beyond_pool += other.beyond_pool;
        self.overtaken_max = self.overtaken_max.max(other.overtaken_max);
    }
}

/// A plan, and what came of it once it is launched.
struct Flight {
    plan: StepPlan,
    known: Vec<Known>,
    launched: Option<Launched>,
}

fn releases(plan: &StepPlan) -> usize {
    plan.ops.iter().filter(|op| matches!(op, StateOp::Release(_))).count()
}

struct Launched {
    damaged_copies: Vec<u32>,
    ran: Vec<Ran>,
}

struct Sim {
    seed: u64,
    depth: usize,
    /// Whether the scheduler's own books are checked too.
    inside: bool,
    limits: Limits,
    rng: SplitMix64,
    scheduler: Scheduler,
    device: Device,
    host: Host,
    model: model::ModelLayers,
    in_flight: VecDeque<Flight>,
    /// Transfers that are not made, with the number of plans made before the one that they were
    /// handed out with.
    transfers: VecDeque<(u64, Transfer)>,
    /// Plans made, and plans launched.
    made: u64,
    launched: u64,
    /// Whether many requests arrive now.
    busy: bool,
    requests: u64,
    report: SimReport,
}

impl Sim {
    fn new(config: SimConfig, inside: bool) -> Self {
        let mut rng = SplitMix64::new(mix(config.seed));
        let mut limits = traffic::limits(&mut rng, config.seed);
        // Some faults need blocks to show.
        let paged = !rng.chance(125) || config.fault.is_some();
        let mut options = traffic::options(&mut rng, config.depth, config.fault);
        // Some need snapshots.
        let recurrent = traffic::is_recurrent(config.seed) || config.fault.is_some();
        limits.snapshot_count = match config.fault {
            None => limits.snapshot_count,
            // Whole prompts are cached to the end of a block by chance only.
            Some(Fault::Prefix(PrefixFault::LastTokenTwice)) => 64,
            Some(_) => limits.snapshot_count.clamp(2, 4),
        };
        // In blocks of one token none is ever half written.
        if matches!(config.fault, Some(Fault::ForkSharesBlock | Fault::ForkForgetsBlock)) {
            limits.kv_block_tokens = limits.kv_block_tokens.max(4);
            // Forks need free slots, and choices that wait for them.
            limits.slot_count = limits.slot_count.max(4);
            limits.step_tokens_max = limits.step_tokens_max.max(limits.slot_count);
            limits.overtake_max = limits.overtake_max.max(2);
        }
        // Calls are short, and seldom wait beside other requests of their client.
        if config.fault == Some(Fault::CallKept) {
            limits.overtake_max = limits.overtake_max.min(1);
            options.call_width = 1;
        }
        let of_windows = config.fault.is_some_and(Fault::is_of_windows);
        let window = traffic::window(config.seed, &limits, of_windows);
        let window = window.filter(|_| paged && (config.fault.is_none() || of_windows));
        if window.is_some() {
            // Little more than one sequence holds at a time; many are longer.
            let most = limits.blocks_held_max(window);
            limits.kv_block_count = most + (limits.kv_block_count % most.div_ceil(2));
            options.window = window;
        }
        let of_host = config.fault.is_some_and(|f| Fault::OF_THE_HOST.contains(&f));
        limits.host = traffic::host(config.seed, of_host);
        let prefix = traffic::prefix(config.seed, recurrent);
        let model = model::ModelLayers { recurrent, window };
        options.prefix = config.prefix_cache.then_some(prefix);
        let (preempts_at_random, call_width) = (options.chaos.is_some(), options.call_width);
        let of_device = match config.fault {
            Some(Fault::FedFromOtherRow) => options.fault.clone(),
            _ => FaultPlan::default(),
        };
        let scheduler = Scheduler::new(limits.clone(), paged, options)
            .unwrap_or_else(|e| unreachable!("the simulator makes limits that hold together: {e}"));
        Self {
            seed: config.seed,
            depth: config.depth as usize,
            inside,
            rng,
            scheduler,
            device: Device::new(&limits, paged, model, config.seed, of_device),
            host: Host::new(limits.clone(), model, call_width, preempts_at_random),
            model,
            limits,
            in_flight: VecDeque::new(),
            transfers: VecDeque::new(),
            made: 0,
            launched: 0,
            busy: true,
            requests: 0,
            report: SimReport::default(),
        }
    }

    fn run(mut self, steps: u64) -> Result<SimReport, SimFailure> {
        while self.report.steps < steps {
            if let Err(what) = self.turn() {
                return Err(SimFailure { seed: self.seed, step: self.report.steps, what });
            }
        }
        self.report.tokens = self.host.tokens;
        self.report.finished = self.host.answers.len() as u64;
        self.report.beyond_pool = self.host.beyond_pool;
        self.report.preemptions = self.scheduler.stats().preemptions;
        self.report.prefix = self.scheduler.stats().prefix;
        self.report.forks = self.scheduler.stats().forks;
        self.report.overtaken_max = self.host.overtaken_max;
        self.report.answers = self.host.answers;
        Ok(self.report)
    }

    /// One turn of an engine loop: events, plans up to the depth, some of them launched ahead of
    /// the results before them, one result, one commit.
    fn turn(&mut self) -> Result<(), String> {
        self.events()?;
        self.plan()?;
        let mut moved = false;
        while self.rng.chance(650) && self.transfer()? {
            moved = true;
        }
        // The oldest runs now at the latest.
        if self.in_flight.front().is_some_and(|flight| flight.launched.is_none()) {
            self.launch(0)?;
        }
        let Some(Flight { plan, launched: Some(Launched { damaged_copies, ran }), .. }) =
            self.in_flight.pop_front()
        else {
            // State that a transfer brought may be planned with.
            return if moved { self.check() } else { self.rest() };
        };
        self.report.damaged_moves += damaged_copies.len() as u64;
        self.events()?;
        if plan.is_answered() {
            let result = self.collect(plan.step, &ran)?;
            let result = StepResult { damaged_copies, ..result };
            self.report.digest.result(&result);
            self.scheduler.commit(&result);
            self.report.steps_total += 1;
            self.report.steps += u64::from(self.host.requests.len() >= 2);
        }
        self.check()
    }

    /// Takes the transfers that the scheduler hands out. They are made once all plans before the
    /// last are launched.
    fn take_transfers(&mut self) {
        for transfer in self.scheduler.take_transfers() {
            transfer.copies.iter().for_each(|copy| self.report.digest.copy(copy));
            self.transfers.push_back((self.made, transfer));
        }
    }

    /// Makes the oldest transfer, if no plan is left to launch before it; returns whether it did.
    fn transfer(&mut self) -> Result<bool, String> {
        let launched = self.launched;
        let due = self.transfers.pop_front_if(|(behind, _)| *behind <= launched);
        let Some((_, Transfer { id, copies })) = due else { return Ok(false) };
        let damaged = self.device.copy_all(&copies)?;
        self.report.damaged_moves += damaged.len() as u64;
        self.report.moved += copies.len() as u64;
        self.scheduler.finish_transfer(id, &damaged);
        Ok(true)
    }

    /// Nothing is planned and nothing is outstanding: transfers under way end, and there may be
    /// more of them, before the scheduler is at rest.
    fn rest(&mut self) -> Result<(), String> {
        if self.rng.chance(500) {
            self.scheduler.spill_ahead();
            self.take_transfers();
        }
        if self.transfer()? {
            return self.check();
        }
        self.check_rest()
    }

    /// Launches a plan behind those before it, which are.
    fn launch(&mut self, index: usize) -> Result<(), String> {
        let Self { in_flight, device, host, rng, report, .. } = self;
        let flight = &mut in_flight[index];
        let mut skips = |id| !host.requests.contains_key(&id) && rng.chance(500);
        let damaged_copies = device.copy_all(flight.plan.tier_copies())?;
        let ran = device.launch(&flight.plan, &flight.known, &mut skips)?;
        flight.launched = Some(Launched { damaged_copies, ran });
        report.launched_ahead += u64::from(index > 0);
        self.launched += 1;
        Ok(())
    }

    fn plan(&mut self) -> Result<(), String> {
        while self.in_flight.len() < self.depth {
            let goes_on = self.scheduler.is_steady();
            let transfers = self.scheduler.has_transfers();
            let plan = self.scheduler.step();
            self.report.digest.plan(&plan);
            self.take_transfers();
            let is_new = |span: &Span| plan.assignments().any(|new| new.slot == span.slot);
            let chunk = |span: &Span| span.len - span.drafts > 1;
            if goes_on && plan.spans.iter().any(|span| chunk(span) && !is_new(span)) {
                return Err("a chunk is planned where single positions were announced".into());
            }
            self.host.planned(&plan, transfers)?;
            self.report.released += releases(&plan) as u64;
            if plan.is_empty() {
                break;
            }
            self.check_complete()?;
            let known = self.host.known(&plan);
            self.in_flight.push_back(Flight { plan, known, launched: None });
            self.made += 1;
            while self.rng.chance(300) && self.transfer()? {}
            self.events()?;
            let mut next = self.in_flight.iter().filter(|f| f.launched.is_some()).count();
            while next < self.in_flight.len() && self.rng.chance(700) {
                self.launch(next)?;
                self.events()?;
                next += 1;
            }
            // An engine may also find no time to plan ahead.
            if self.rng.chance(200) {
                break;
            }
        }
        Ok(())
    }

    /// The engine's result of a step. A span of a request that is over may have been skipped.
    fn collect(&mut self, step: u64, ran: &[Ran]) -> Result<StepResult, String> {
        let mut spans = Vec::with_capacity(ran.len());
        for ran in ran {
            let live = self.host.requests.contains_key(&ran.request);
            let skipped = !ran.ran || (!live && self.rng.chance(500));
            self.report.surplus += u64::from(ran.ran && !live);
            let ended = self.host.ran(ran)?;
            self.device.learn(ran);
            let tokens = if skipped { Vec::new() } else { ran.tokens.clone() };
            let accepted = if skipped { 0 } else { ran.accepted };
            let (slot, epoch, sampled) = (ran.span.slot, ran.span.epoch, tokens.len() as u32);
            let known = ran.span.len - ran.span.drafts;
            self.report.drafts += u64::from(accepted.saturating_sub(known));
            spans.push(SpanResult { slot, epoch, accepted, sampled, tokens, ended });
        }
        Ok(StepResult { step, spans, damaged_copies: Vec::new() })
    }

    /// Arrivals and cancellations at random; called between any two calls of the scheduler.
    fn events(&mut self) -> Result<(), String> {
        if self.rng.chance(4) {
            self.busy = !self.busy;
        }
        if self.rng.chance(if self.busy { 200 } else { 5 }) {
            self.arrive()?;
            // Those of one group come together.
            while !self.requests.is_multiple_of(4)
                && traffic::group(self.seed, self.requests).is_some()
            {
                self.arrive()?;
            }
        }
        if self.rng.chance(15) && !self.host.requests.is_empty() {
            let victim = self.rng.below(self.host.requests.len() as u32) as usize;
            let id = self.host.requests.keys().nth(victim).copied().ok_or("no such request")?;
            self.host.over(id);
            self.report.cancelled += 1;
            self.scheduler.push(Event::Cancel(id)).map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    /// The next request arrives.
    fn arrive(&mut self) -> Result<(), String> {
        let (request, prompt) =
            traffic::request(self.seed, self.requests, &self.limits, self.model);
        self.requests += 1;
        match self.scheduler.push(Event::Submit(request.clone())) {
            Ok(()) => {
                self.report.submitted += 1;
                self.host.submitted(request, prompt);
            }
            Err(_) => self.report.refused += 1,
        }
        Ok(())
    }

    /// Nothing was planned and nothing is outstanding.
    fn check_rest(&mut self) -> Result<(), String> {
        if !self.host.requests.is_empty() {
            return Err(format!("nothing is planned for {} requests", self.host.requests.len()));
        }
        if !self.scheduler.is_idle() {
            return Err("nothing is live and the scheduler is not idle".into());
        }
        let stats = self.scheduler.stats();
        if (stats.slots_used, stats.blocks_used) != (0, 0) {
            return Err(format!("leak: {stats:?} when idle"));
        }
        if self.rng.chance(100) {
            self.scheduler.clear_prefix_cache();
            let left = self.scheduler.stats().prefix;
            let (device, host) = (left.device, left.host);
            if (device.blocks, device.snapshots, host.blocks, host.snapshots) != (0, 0, 0, 0) {
                return Err(format!("leak: {left:?} after the last user of the cache"));
            }
        }
        self.report.idles += 1;
        self.busy = true;
        self.check()
    }

    fn check(&self) -> Result<(), String> {
        let stats = self.scheduler.stats();
        let running = self.host.running_count();
        if (stats.running, stats.slots_used) != (running, running)
            || stats.waiting != self.host.requests.len() as u32 - running
        {
            return Err(format!("counts: {stats:?} for {} live", self.host.requests.len()));
        }
        if self.inside {
            self.scheduler.check_integrity().map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Checks that complete blocks are written now, whatever is still in flight.
    fn check_complete(&self) -> Result<(), String> {
        for (id, blocks, complete) in self.scheduler.complete_blocks() {
            if let Some(live) = self.host.requests.get(&id) {
                self.device.check_written(&blocks, &live.known, complete)?;
            }
        }
        Ok(())
    }
}
