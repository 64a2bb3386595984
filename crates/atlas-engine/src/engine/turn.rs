//! The steps of a turn of the loop: what is launched, and what is waited for.

use atlas_sched::StepShape;
use std::time::Instant;

use super::event_loop::Loop;
use super::speculation::count_drafts;
use crate::engine::observer::StepTiming;
use crate::runner::RunError;
use crate::runner::launched::{Launched, StepOutput};

impl Loop {
    /// Launches up to the depth and finishes the oldest step; `None` if there was nothing to do.
    pub(super) fn step(&mut self, now: Instant) -> Result<Option<StepOutput>, RunError> {
        self.launch(now)?;
        let Some(launched) = self.in_flight.pop_front() else { return Ok(None) };
        if self.runner.is_queued() {
            // The device works on this step, and maybe on the one behind it.
            self.deliver();
            self.runner.write_ahead();
        }
        let mut output = self.runner.finish(launched, &mut self.requests)?;
        output.records = self.noted_spans();
        for pick in std::mem::take(&mut output.picks) {
            self.emit(pick, output.ended);
        }
        if output.plan.is_answered() {
            for block in self.runner.lost_blocks() {
                self.scheduler.quarantine_block(block);
            }
            self.scheduler.commit(&output.result);
        }
        Ok(Some(output))
    }

    /// Plans and launches, until the depth is reached or what comes next needs the results of what
    /// is on its way.
    fn launch(&mut self, now: Instant) -> Result<(), RunError> {
        // Sessions go on when nothing is on its way.
        let depth = if self.session_waits() { 1 } else { self.depth };
        while self.in_flight.len() < depth {
            let ahead = !self.in_flight.is_empty();
            let mut choice = self.speculation.last();
            if ahead && !self.looks_ahead() {
                break;
            }
            let plan = match self.planned.take() {
                Some(plan) => plan,
                None => {
                    choice = self.speculation.choose(&mut self.scheduler);
                    self.scheduler.step()
                }
            };
            self.keep_explanations();
            // Before the plan is launched: they need not wait for it.
            self.transfer()?;
            if plan.is_empty() {
                break;
            }
            if ahead && !self.runner.may_follow(&plan, &self.requests) {
                self.planned = Some(plan);
                break;
            }
            self.note_plan(&plan, now);
            if plan.spans.is_empty() || plan.tier_copies().next().is_some() {
                // Nothing is launched, or not before state is swapped out, which may take long.
                self.deliver();
            }
            self.runner.measure_picking(self.shared.board.is_watched());
            let launched = self.runner.launch(plan, choice, &mut self.requests)?;
            self.note_launch(&launched.plan.spans);
            self.in_flight.push_back(launched);
        }
        Ok(())
    }

    /// Begins the transfers that the scheduler hands out, behind what is launched. Returns whether
    /// any was made at once.
    pub(super) fn transfer(&mut self) -> Result<bool, RunError> {
        let mut made = false;
        for transfer in self.scheduler.take_transfers() {
            if let Some(damaged) = self.runner.transfer(&transfer)? {
                self.scheduler.finish_transfer(transfer.id, &damaged);
                made = true;
            }
        }
        Ok(made)
    }

    /// Moves to the host what the next requests would evict; false if nothing was moved at once.
    pub(super) fn room_ahead(&mut self) -> Result<bool, RunError> {
        self.scheduler.spill_ahead();
        let made = self.transfer()?;
        if made {
            self.publish();
        }
        Ok(made)
    }

    /// Whether a step may be launched before the results of those that are on their way, as far as
    /// one can tell before it is planned. A plan made too early would put off requests that arrive
    /// until then.
    fn looks_ahead(&self) -> bool {
        let foreseen = |id| {
            let live = self.requests.get(&id);
            live.is_none_or(|live| live.state.foreseen_edits().is_some())
        };
        self.planned.is_none()
            // Drafts end somewhere that is not known before their results.
            && self.speculation.drafts() == 0
            // Tokens that are there would be sent late.
            && !self.runner.brings()
            && !self.in_flight.iter().any(Launched::is_held)
            && self.scheduler.is_steady()
            && self.scheduler.running_requests().all(foreseen)
    }

    fn keep_explanations(&mut self) {
        let explanations = self.scheduler.take_explanations();
        if !explanations.is_empty() {
            let mut kept = self.shared.explanations();
            explanations.into_iter().for_each(|(id, explanation)| kept.keep(id, explanation));
        }
    }

    /// Books how long a step took that was finished in the turn that began at `turn`.
    pub(super) fn time_step(&mut self, turn: Instant, mut output: StepOutput) {
        let StepOutput { begun, queued, ended, rows, spans, surplus_rows, .. } = output;
        if spans == 0 {
            return;
        }
        let before = self.ended.replace(ended);
        count_drafts(&mut self.stats, &output);
        self.speculation.learn(&output, before.map(|before| (ended - before).as_secs_f64()));
        let between = queued.zip(before).map(|(queued, before)| queued - before);
        let between_seconds = between.map(|between| between.as_secs_f64());
        // A step that ran ahead has waited for the step before.
        let begun = before.map_or(begun, |before| begun.max(before));
        let forward_seconds = (ended - begun).as_secs_f64();
        let beside = !self.in_flight.is_empty();
        let host_seconds = match beside {
            true => 0.0,
            false => (turn.elapsed() - (ended - begun.max(turn))).as_secs_f64(),
        };
        self.stats.steps += 1;
        self.stats.surplus_rows += surplus_rows as u64;
        self.stats.host_seconds += host_seconds;
        self.stats.forward_seconds += forward_seconds;
        let sample_seconds = output.sample_seconds.min(forward_seconds);
        let timing = StepTiming {
            host_seconds,
            forward_seconds,
            sample_seconds,
            between_seconds,
            rows,
            spans,
        };
        self.observer.step(&timing);
        self.show_step(&timing, std::mem::take(&mut output.records));
        self.scheduler.note_step(&StepShape::of(&output.plan.spans), forward_seconds);
    }
}
