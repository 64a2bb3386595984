//! Steps with drafts: which tokens are proposed, and which of them are those that are picked.
//!
//! A row of a draft is picked from as any other, with the state of its position. A draft counts if
//! it is the token that was picked before it, so that the answer is the one without drafts: with a
//! temperature too, since the random number of a position does not depend on what was proposed. For
//! drafts that are one token with certainty, a draft is accepted as often as by rejection sampling.

use atlas_core::{EngineError, SlotId, StepPlan, TokenId};
use atlas_model::Accepted;
use rustc_hash::FxHashSet;

use super::Runner;
use super::drafting::Drafting;
use super::error::RunError;
use super::forward_pass::ForwardPass;
use super::inputs::{Drafts, Inputs, RowUse, wanted};
use super::launched::Launched;
use super::outcomes::Booking;
use super::picking::Picking;
use crate::draft::{Choice, Followed, Parts, Propose, Wanting};
use crate::engine::requests::{LiveRequest, LiveRequests};
use crate::sampling::Outcome;
use crate::state::sequences::SequenceState;

impl Runner {
    /// Proposes tokens for the spans of a plan that may have drafts.
    ///
    /// # Errors
    /// A proposer on the device that failed.
    pub(super) fn propose(
        &mut self,
        plan: &StepPlan,
        requests: &mut LiveRequests,
    ) -> Result<Drafts, RunError> {
        let mut drafts = Drafts::default();
        if !plan.spans.iter().any(|span| span.drafts > 0) {
            return Ok(drafts);
        }
        let mut wanting = Vec::new();
        for (index, span) in plan.spans.iter().enumerate().filter(|(_, span)| span.drafts > 0) {
            let Some(id) = self.state.slots.holder(span.slot, span.epoch) else { continue };
            if requests.contains_key(&id) {
                let (slot, epoch, most) = (span.slot, span.epoch, span.drafts);
                let last = span.known_end() - 1;
                wanting.push(Wanting { request: id, slot, epoch, span: index, most, last });
            }
        }
        let mut proposed: Vec<Vec<TokenId>> = match &mut self.drafting {
            Drafting::Off => Vec::new(),
            Drafting::Tokens(proposer) => {
                let propose = |of: &Wanting| {
                    let mut drafts = Vec::new();
                    if let Some(request) = requests.get_mut(&of.request) {
                        let (tokens, prompt) = (request.state.tokens(), request.state.prompt_len());
                        proposer.propose(tokens, prompt, of.most as usize, &mut drafts);
                        drafts.truncate(of.most as usize);
                        clip(request, &mut drafts, self.pass.vocab_size);
                    }
                    drafts
                };
                wanting.iter().map(propose).collect()
            }
            drafting => {
                let mut parts = parts(&self.pass, &mut self.picking, &mut self.state, requests);
                let proposed = match drafting {
                    Drafting::Steps(steps) => steps.propose(&mut parts, &wanting),
                    Drafting::Module(module) => module.propose(&mut parts, &wanting),
                    Drafting::Blocks(blocks) => blocks.propose(&mut parts, &wanting),
                    Drafting::Off | Drafting::Tokens(_) => Ok(Vec::new()),
                };
                proposed.map_err(|source| RunError::Forward { step: plan.step, source })?
            }
        };
        if let Some(script) = &self.script {
            replace(&**script, requests, &wanting, &mut proposed);
        }
        let proposed = wanting.iter().zip(proposed).filter(|(_, tokens)| !tokens.is_empty());
        drafts.extend(proposed.map(|(of, tokens)| (of.span, tokens)));
        Ok(drafts)
    }

    /// Picks from the rows of a step with drafts, and books what is picked: a row behind a draft
    /// once that draft is known to count.
    pub(super) fn pick_drafted(
        &mut self,
        inputs: &Inputs,
        booking: &mut Booking,
        requests: &mut LiveRequests,
    ) -> Result<(), RunError> {
        let seq_len_max = self.seq_len_max;
        let mut rows: Vec<usize> = (0..inputs.uses.len())
            .filter(|&row| {
                let of = &inputs.uses[row];
                of.score || of.behind == 0 || is_plain(requests, of)
            })
            .collect();
        let at_once: FxHashSet<usize> = rows.iter().copied().collect();
        while !rows.is_empty() {
            let outcomes = self.pick_rows(inputs, &rows, requests);
            let mut next = Vec::new();
            for (&row, outcome) in rows.iter().zip(outcomes) {
                let of = &inputs.uses[row];
                if of.behind > 0 && !booking.counts(of) {
                    continue;
                }
                let slots = &mut self.state.slots;
                booking.book(of, outcome, requests, slots, seq_len_max)?;
                let follows = inputs.uses.get(row + 1).filter(|next| next.behind == of.behind + 1);
                if let Some(follows) = follows
                    && !of.score
                    && booking.accepts(of, inputs.draft(follows))
                    && !at_once.contains(&(row + 1))
                {
                    next.push(row + 1);
                }
            }
            rows = next;
        }
        Ok(())
    }

    /// Outcomes of some rows, ascending.
    fn pick_rows(
        &mut self,
        inputs: &Inputs,
        rows: &[usize],
        requests: &mut LiveRequests,
    ) -> Vec<Result<Outcome, EngineError>> {
        let uses: Vec<RowUse> = rows.iter().map(|&row| inputs.uses[row]).collect();
        for of in uses.iter().filter(|of| !of.score) {
            if let Some(request) = requests.get_mut(&of.request) {
                if of.behind > 0 && self.state.faults.drafts_share_mask() {
                    request.state.keep_mask();
                }
                request.state.prepare_mask(self.pass.vocab_size);
            }
        }
        let mut outcomes = Vec::with_capacity(rows.len());
        let logits = self.pass.logits(inputs.uses.len());
        let mut done = 0;
        while done < rows.len() {
            // Rows that lie one behind the other go together.
            let first = rows[done];
            let count = (done..rows.len()).take_while(|&i| rows[i] - first == i - done).count();
            let part = &uses[done..done + count];
            let wants = wanted(part, requests);
            if wants.len() == count {
                self.picking.prepare(&[]);
                self.picking.run(&logits.slice_rows(first..first + count), &wants, &mut outcomes);
            } else {
                // Requests of some have ended: nothing is booked for them.
                for (i, of) in part.iter().enumerate() {
                    let want = wanted(std::slice::from_ref(of), requests);
                    match want.is_empty() {
                        true => outcomes.push(Err(EngineError::Internal("it has ended".into()))),
                        false => {
                            let row = logits.slice_rows(first + i..first + i + 1);
                            self.picking.prepare(&[]);
                            self.picking.run(&row, &want, &mut outcomes);
                        }
                    }
                }
            }
            done += count;
        }
        outcomes
    }

    /// Takes back what the rejected drafts of a step have done to the layers, lets recurrent ones
    /// go on past those that count, and has the module follow.
    pub(super) fn settle(
        &mut self,
        launched: &Launched,
        booking: &Booking,
        requests: &mut LiveRequests,
    ) -> Result<(), RunError> {
        let Launched { plan, inputs, .. } = launched;
        let step = plan.step;
        let layers = &mut self.state.layers;
        let mut accepted = Vec::new();
        for (live, &(index, _)) in inputs.live.iter().enumerate() {
            let (span, drafts) = (&plan.spans[index], inputs.drafts[live].len() as u32);
            if drafts == 0 {
                continue;
            }
            let count = booking.accepted_drafts(index).min(drafts);
            let slot = span.slot.index();
            let kept = self.state.faults.kept_drafts(count, drafts);
            let first = inputs.uses.iter().position(|of| of.span == index && !of.score);
            if let (Some(first), true) = (first, kept > 0) {
                let (at, start) = (first + 1, span.known_end());
                accepted.push(Accepted { slot, at, count: kept as usize, start });
            }
            if self.state.faults.penalties_count_rejected()
                && let Some(request) = requests.get_mut(&inputs.requests[live])
            {
                let rejected = &inputs.drafts[live][count as usize..];
                rejected.iter().for_each(|&token| request.state.count(token));
            }
            let end = span.known_end() + count;
            layers.iter_mut().for_each(|layer| layer.retract(slot, end));
        }
        let layers = self.pass.own_layers(layers);
        self.pass
            .settle(&accepted, inputs.uses.len(), layers)
            .map_err(|source| RunError::Forward { step, source })?;
        self.follow(launched, booking, requests)
    }

    /// Has the module follow a step, if there is one.
    pub(super) fn follow(
        &mut self,
        launched: &Launched,
        booking: &Booking,
        requests: &mut LiveRequests,
    ) -> Result<(), RunError> {
        let Launched { plan, inputs, choice, .. } = launched;
        match &mut self.drafting {
            Drafting::Module(module) if *choice == Choice::Asleep => {
                module.pass_over(&inputs.requests);
                return Ok(());
            }
            Drafting::Module(module) if self.state.faults.module_reads_other_type() => {
                // Halves of elements in each other's place.
                module.hidden.fill(0..module.hidden.bytes() / 2, 0x3f);
            }
            Drafting::Module(_) | Drafting::Blocks(_) => {}
            Drafting::Off | Drafting::Tokens(_) | Drafting::Steps(_) => return Ok(()),
        }
        let rejects = |(live, &(index, _)): (usize, &(usize, usize))| {
            booking.accepted_drafts(index) < inputs.drafts[live].len() as u32
        };
        let forgets = self.state.faults.module_forgets_rejection();
        if forgets && inputs.live.iter().enumerate().any(rejects) {
            return Ok(());
        }
        let mut followed = Vec::with_capacity(inputs.live.len());
        for (&(index, row), &request) in inputs.live.iter().zip(&inputs.requests) {
            let span = &plan.spans[index];
            let held = self.state.slots.holder(span.slot, span.epoch) == Some(request);
            if !held || !requests.contains_key(&request) || booking.has_ended(index) {
                continue;
            }
            let end = span.known_end() + booking.accepted_drafts(index);
            let (slot, start): (SlotId, u32) = (span.slot, span.start);
            let picked = span.sample && booking.has_picked(index);
            followed.push(Followed { request, slot, row, start, end, picked });
        }
        let mut parts = parts(&self.pass, &mut self.picking, &mut self.state, requests);
        match &mut self.drafting {
            Drafting::Module(module) => module.follow(&mut parts, inputs.tokens.len(), &followed),
            Drafting::Blocks(blocks) => blocks.follow(&mut parts, inputs.tokens.len(), &followed),
            Drafting::Off | Drafting::Tokens(_) | Drafting::Steps(_) => Ok(()),
        }
        .map_err(|source| RunError::Forward { step: plan.step, source })
    }
}

/// The parts of a runner that a proposer uses.
fn parts<'a>(
    pass: &'a ForwardPass,
    picking: &'a mut Picking,
    state: &'a mut SequenceState,
    requests: &'a mut LiveRequests,
) -> Parts<'a> {
    let (layers, own) = state.layers.split_at_mut(pass.layer_count());
    let (model, dev, scratch) = (&*pass.model, &pass.dev, &pass.scratch);
    let (slots, tier) = (&state.slots, state.tier.as_mut());
    Parts { model, dev, scratch, picking, layers, own, slots, tier, requests }
}

/// Puts the drafts of a script in the place of those that were proposed.
fn replace(
    script: &dyn Propose,
    requests: &LiveRequests,
    wanting: &[Wanting],
    proposed: &mut [Vec<TokenId>],
) {
    for (of, drafts) in wanting.iter().zip(proposed) {
        let Some(request) = requests.get(&of.request) else { continue };
        let (tokens, prompt) = (request.state.tokens(), request.state.prompt_len());
        drafts.clear();
        script.propose(tokens, prompt, of.most as usize, drafts);
    }
}

/// Whether nothing that picking from a row reads changes with the tokens before it.
fn is_plain(requests: &LiveRequests, of: &RowUse) -> bool {
    requests.get(&of.request).is_none_or(|request| request.state.is_plain())
}

/// Cuts drafts at the first that the vocabulary lacks, and behind the first that a constraint
/// forbids or that ends the answer.
fn clip(request: &mut LiveRequest, drafts: &mut Vec<TokenId>, vocab_size: usize) {
    let known = drafts.iter().take_while(|&&token| (token as usize) < vocab_size).count();
    drafts.truncate(known);
    if !request.state.is_constrained() {
        return;
    }
    let held = request.state.hold();
    let mut kept = 0;
    for &token in &*drafts {
        request.state.prepare_mask(vocab_size);
        let allowed = request.state.check_mask().is_ok()
            && request.state.allows(token)
            && request.state.redirect(token) == token;
        if !allowed {
            break;
        }
        match request.state.accept(token, usize::MAX) {
            Ok(None) => kept += 1,
            Ok(Some(_)) => {
                kept += 1;
                break;
            }
            Err(_) => break,
        }
    }
    drafts.truncate(kept);
    request.state.restore(held);
}
