//! The engine's side of the simulation: requests, answers and promises. All checks here see only
//! calls of the scheduler and their results.

use super::device::{Known, Ran};
use super::model;
use crate::lane::AGE_STARTS;
use crate::types::SchedRequest;
use atlas_core::{
    ClientId, DropReason, Epoch, Limits, RequestId, SlotDrop, SlotId, Span, StepPlan, TokenId, Want,
};
use std::collections::{BTreeMap, BTreeSet};

/// A live request.
#[derive(Debug)]
pub struct SimRequest {
    pub request: SchedRequest,
    pub known: Known,
    arrival: u64,
    /// Its slot assignment in the plans made so far.
    assigned: Option<(SlotId, Epoch)>,
    overtaken: u32,
    /// Starts of later requests of its client with a higher priority while it was the oldest of
    /// those that wait.
    passed: u32,
    /// Ordinal of its first slot.
    started: Option<u64>,
    /// Sampling spans planned whose tokens are not known yet.
    sampling: u32,
    /// Whether one of them has drafts.
    drafting: bool,
    prompt_rows_seen: u32,
    /// Steps it has waited without a slot while no live request ranked before it.
    first_waits: u32,
    /// Plans in which it was first, had a slot and did not move.
    pauses: u32,
}

/// All live requests, and the drops that are due.
#[derive(Debug)]
pub struct Host {
    limits: Limits,
    call_width: u32,
    model: model::ModelLayers,
    pub requests: BTreeMap<RequestId, SimRequest>,
    /// Slots of ended requests that the next plan must drop.
    due: Vec<(SlotId, Epoch)>,
    /// The longest a request may wait at the front, in steps.
    first_waits_max: u32,
    arrivals: u64,
    starts: u64,
    /// For each client that waits without a running request, the starts of clients that have some
    /// since it last had one.
    kept_out: BTreeMap<ClientId, u32>,
    pub overtaken_max: u32,
    /// A digest of the answer of each request that was not cancelled.
    pub answers: BTreeMap<RequestId, u64>,
    pub tokens: u64,
    /// Answers that ended longer than all blocks together are.
    pub beyond_pool: u64,
}

impl Host {
    /// `preempts_at_random`: whether the first in rank may be preempted as well, which slows it.
    pub fn new(
        limits: Limits,
        model: model::ModelLayers,
        call_width: u32,
        preempts_at_random: bool,
    ) -> Self {
        // Without random preemption the first running sequence moves in every step, so that each of
        // those before a waiting one is over in `seq_len_max` steps of computing and as many of
        // waiting for results.
        let ahead = limits.slot_count + limits.overtake_max + AGE_STARTS + 1;
        let slack = if preempts_at_random { 8 } else { 2 };
        Self {
            first_waits_max: slack * ahead * limits.seq_len_max,
            limits,
            call_width,
            model,
            requests: BTreeMap::new(),
            due: Vec::new(),
            arrivals: 0,
            starts: 0,
            kept_out: BTreeMap::new(),
            overtaken_max: 0,
            answers: BTreeMap::new(),
            tokens: 0,
            beyond_pool: 0,
        }
    }

    pub fn submitted(&mut self, request: SchedRequest, tokens: Vec<TokenId>) {
        self.arrivals += 1;
        let id = request.id;
        let start = request.prefix.as_ref().map_or(0, |p| model::start(&p.namespace));
        let twist = request.group.map_or(0, |first| model::twist(id.0 - first));
        let live = SimRequest {
            request,
            known: Known { tokens, start, twist },
            arrival: self.arrivals,
            assigned: None,
            overtaken: 0,
            passed: 0,
            started: None,
            sampling: 0,
            drafting: false,
            prompt_rows_seen: 0,
            first_waits: 0,
            pauses: 0,
        };
        self.requests.insert(id, live);
    }

    /// Books that a request is over. If it has a slot, the next plan must drop it.
    pub fn over(&mut self, id: RequestId) -> Option<SimRequest> {
        let live = self.requests.remove(&id)?;
        self.due.extend(live.assigned);
        Some(live)
    }

    /// Requests with a slot.
    pub fn running_count(&self) -> u32 {
        self.requests.values().filter(|r| r.assigned.is_some()).count() as u32
    }

    /// Tokens of each request that `plan` assigns a slot to.
    pub fn known(&self, plan: &StepPlan) -> Vec<Known> {
        let known = |id| self.requests.get(id).map(|r| r.known.clone()).unwrap_or_default();
        plan.assignments().map(|s| known(&s.request)).collect()
    }

    /// Checks a new plan and books its drops, slot assignments and spans. `transfers`: whether
    /// blocks may be held by copies.
    pub fn planned(&mut self, plan: &StepPlan, transfers: bool) -> Result<(), String> {
        self.book_drops(plan.drops())?;
        for new in plan.assignments() {
            self.book_assignment(new.request, (new.slot, new.epoch))?;
        }
        self.book_spans(plan)?;
        self.check_first(plan, transfers)
    }

    fn book_drops<'a>(&mut self, drops: impl Iterator<Item = &'a SlotDrop>) -> Result<(), String> {
        let mut due = std::mem::take(&mut self.due);
        for drop in drops {
            let slot = (drop.slot, drop.epoch);
            match drop.reason {
                DropReason::Ended => match due.iter().position(|d| *d == slot) {
                    Some(at) => drop_at(&mut due, at),
                    None => return Err(format!("{} is dropped and has not ended", drop.request)),
                },
                DropReason::Preempted => match self.requests.get_mut(&drop.request) {
                    Some(live) if live.assigned == Some(slot) => live.assigned = None,
                    _ => return Err(format!("{} is preempted without a slot", drop.request)),
                },
            }
        }
        match due.first() {
            Some((slot, _)) => Err(format!("slot {} has ended and is not dropped", slot.0)),
            None => Ok(()),
        }
    }

    fn book_assignment(&mut self, id: RequestId, slot: (SlotId, Epoch)) -> Result<(), String> {
        let Some(live) = self.requests.get_mut(&id) else {
            return Err(format!("{id} gets a slot and is not live"));
        };
        if live.assigned.replace(slot).is_some() {
            return Err(format!("{id} gets two slots"));
        }
        if live.sampling > 0 {
            return Err(format!("{id} gets a slot before its tokens are known"));
        }
        if live.started.is_none() {
            self.starts += 1;
            live.started = Some(self.starts);
        }
        self.check_order(id)?;
        self.check_clients(id)
    }

    /// Checks a start against the requests of its client that wait.
    fn check_order(&mut self, id: RequestId) -> Result<(), String> {
        let Some(live) = self.requests.get(&id) else { return Ok(()) };
        let (priority, arrival, passed) = (live.request.priority, live.arrival, live.passed);
        let order = self.order(live, id);
        let client = live.request.client;
        let waiting = |r: &SimRequest| r.assigned.is_none() && r.request.client == client;
        let oldest = self.requests.iter().filter(|(_, r)| waiting(r)).map(|(_, r)| r.arrival).min();
        let is_urgent = passed >= AGE_STARTS && oldest.is_none_or(|oldest| arrival < oldest);
        if is_urgent {
            return Ok(());
        }
        let orders: Vec<_> = self.requests.values().map(|r| self.order(r, id)).collect();
        let others = self.requests.iter_mut().zip(orders).filter(|((_, r), _)| waiting(r));
        for ((other, waiting), other_order) in others {
            if waiting.request.priority > priority {
                return Err(format!("{id} gets a slot before {other} of higher priority"));
            }
            if waiting.request.priority == priority && other_order < order {
                waiting.overtaken += 1;
                self.overtaken_max = self.overtaken_max.max(waiting.overtaken);
                if waiting.overtaken > self.limits.overtake_max {
                    return Err(format!("{other} was overtaken {} times", waiting.overtaken));
                }
            } else if waiting.request.priority < priority
                && waiting.arrival < arrival
                && oldest == Some(waiting.arrival)
            {
                waiting.passed += 1;
                if waiting.passed > AGE_STARTS + self.limits.overtake_max {
                    return Err(format!("{other} was passed {} times", waiting.passed));
                }
            }
        }
        Ok(())
    }

    /// Place of a request among the equals of its client when `starts` has no slot yet: those of
    /// which others of their call have as many slots as a call is wide come last, then earlier
    /// arrivals first.
    fn order(&self, live: &SimRequest, starts: RequestId) -> (bool, u64) {
        let call = live.request.call;
        let others = self.requests.iter().filter(|(other, r)| {
            **other != starts && r.assigned.is_some() && call.is_some() && r.request.call == call
        });
        (others.count() as u32 >= self.call_width, live.arrival)
    }

    /// Checks a start against other clients: one that runs requests passes one that waits and runs
    /// none no more often than requests may be overtaken.
    fn check_clients(&mut self, id: RequestId) -> Result<(), String> {
        let Some(client) = self.requests.get(&id).map(|live| live.request.client) else {
            return Ok(());
        };
        let of =
            |client: ClientId| self.requests.values().filter(move |r| r.request.client == client);
        let has_run = of(client).filter(|r| r.assigned.is_some()).count() > 1;
        self.kept_out.retain(|&other, _| {
            other != client && of(other).all(|r| r.assigned.is_none()) && of(other).next().is_some()
        });
        let waiting: BTreeSet<ClientId> =
            self.requests.values().map(|r| r.request.client).collect();
        for other in waiting.into_iter().filter(|_| has_run) {
            if self.requests.values().any(|r| r.request.client == other && r.assigned.is_some()) {
                continue;
            }
            let times = self.kept_out.entry(other).or_default();
            *times += 1;
            if *times > self.limits.overtake_max {
                return Err(format!("client {} was kept out by {times} starts", other.0));
            }
        }
        Ok(())
    }

    fn book_spans(&mut self, plan: &StepPlan) -> Result<(), String> {
        if plan.token_count() > self.limits.step_tokens_max as usize {
            return Err(format!("{} rows in one step", plan.token_count()));
        }
        let mut logit_rows = 0;
        let mut slots: Vec<_> = plan.spans.iter().map(|s| s.slot).collect();
        slots.sort_unstable();
        if slots.windows(2).any(|w| w[0] == w[1]) {
            return Err("two spans of one slot in one step".into());
        }
        for span in &plan.spans {
            let slot = Some((span.slot, span.epoch));
            let Some(live) = self.requests.values_mut().find(|r| r.assigned == slot) else {
                return Err(format!("a span for slot {}, whose request is over", span.slot.0));
            };
            if span.len - span.drafts > self.limits.chunk_tokens_max {
                return Err(format!("a span of {} positions", span.len));
            }
            logit_rows += logit_rows_of(span, live.request.prompt_len);
            if span.end() >= live.request.len_max {
                return Err(format!("position {} is past the longest length", span.end() - 1));
            }
            live.sampling += u32::from(span.sample);
            live.drafting |= span.drafts > 0;
        }
        if logit_rows > self.limits.logit_rows_max() {
            return Err(format!("{logit_rows} rows of logits in one step"));
        }
        Ok(())
    }

    /// The first of the live requests that had a slot moves in every plan, or gets one again before
    /// long.
    fn check_first(&mut self, plan: &StepPlan, transfers: bool) -> Result<(), String> {
        let had_slot = self.requests.iter_mut().filter(|(_, r)| r.started.is_some());
        let Some((id, first)) = had_slot.min_by_key(|(_, r)| r.started) else {
            return Ok(());
        };
        match first.assigned {
            Some((slot, _)) => {
                let projected = first.known.tokens.len() as u32 + first.sampling;
                let moves = plan.spans.iter().any(|s| s.slot == slot);
                // With others of its group behind it it waits once for the results of its prompt.
                first.pauses = if moves { 0 } else { first.pauses + 1 };
                let pauses = first.request.group.is_some() && first.pauses == 1;
                // Positions behind drafts are planned after their result.
                let pauses = pauses || first.drafting;
                if !(moves || pauses || transfers) && projected < first.request.len_max {
                    return Err(format!("{id} is first and does not move"));
                }
            }
            None => {
                first.first_waits += 1;
                if first.first_waits > self.first_waits_max {
                    return Err(format!("{id} waits at the front for {} steps", first.first_waits));
                }
            }
        }
        Ok(())
    }

    /// Books the result of a span; true if its request is over. Results of requests that were over
    /// before are ignored.
    pub fn ran(&mut self, ran: &Ran) -> Result<bool, String> {
        let Some(live) = self.requests.get_mut(&ran.request) else { return Ok(true) };
        if ran.span.want == Want::All && ran.span.start < live.request.prompt_len {
            let rows = ran.span.start..ran.span.end().min(live.request.prompt_len);
            if rows.start != live.prompt_rows_seen {
                return Err(format!("{}: prompt rows {rows:?} out of order", ran.request));
            }
            live.prompt_rows_seen = rows.end;
        }
        if ran.tokens.is_empty() {
            return Ok(false);
        }
        let wants_rows = live.request.prompt_rows;
        if wants_rows && live.prompt_rows_seen != live.request.prompt_len {
            return Err(format!("{}: prompt rows are missing", ran.request));
        }
        live.sampling -= 1;
        live.drafting = false;
        for (i, &token) in ran.tokens.iter().enumerate() {
            if self.picked(ran.request, token)? {
                return match i + 1 == ran.tokens.len() {
                    true => Ok(true),
                    false => Err(format!("{}: tokens behind its last one", ran.request)),
                };
            }
        }
        Ok(false)
    }

    /// Books a token; true if its request is over.
    fn picked(&mut self, id: RequestId, token: TokenId) -> Result<bool, String> {
        let Some(live) = self.requests.get_mut(&id) else { return Ok(true) };
        let Known { start, tokens, twist } = &live.known;
        let expected = model::next_token(*start, tokens, self.model) ^ twist;
        if token != expected {
            let at = live.known.tokens.len();
            return Err(format!("{id}: token {at} is {token}, not {expected}"));
        }
        live.known.tokens.push(token);
        self.tokens += 1;
        let over = model::is_stop(token) || live.known.tokens.len() as u32 == live.request.len_max;
        if over {
            let digest = live.known.tokens.iter().fold(0, |d, &t| model::recur(d, t));
            self.answers.insert(id, digest);
            let pool = self.limits.kv_block_count * self.limits.kv_block_tokens;
            let longer = live.known.tokens.len() as u32 > pool;
            self.beyond_pool += u64::from(longer && self.model.window.is_some());
            self.over(id);
        }
        Ok(over)
    }
}

fn drop_at(due: &mut Vec<(SlotId, Epoch)>, at: usize) {
    due.swap_remove(at);
}

/// Rows of logits that a span needs: those that score a prompt token, and the sampled one.
fn logit_rows_of(span: &Span, prompt_len: u32) -> u32 {
    let scored = match span.want {
        Want::All => span.end().min(prompt_len.saturating_sub(1)).saturating_sub(span.start),
        Want::Last | Want::None => 0,
    };
    scored + u32::from(span.sample) + span.drafts
}
