//! The number of drafts of the next steps, and what they gave.

use atlas_core::{DRAFT_PLACES, EngineStats};
use atlas_sched::Scheduler;

use crate::draft::{Adapt, Choice};
use crate::engine::config::EngineConfig;
use crate::runner::launched::StepOutput;

/// The drafts of the next step.
#[derive(Debug)]
pub(super) struct Speculation {
    most: u32,
    adapt: Option<Adapt>,
    /// For how many sequences the last step was chosen, and how.
    chosen: (u32, Choice),
}

impl Speculation {
    pub fn new(config: &EngineConfig) -> Self {
        let most = if config.proposer.is_some() { config.limits.drafts_max } else { 0 };
        let adapt = (config.adapts_drafts && most > 0).then(|| Adapt::new(most));
        let chosen = if most > 0 { Choice::Drafts(most) } else { Choice::Asleep };
        Self { most, adapt, chosen: (0, chosen) }
    }

    /// Chooses for a step that is planned now.
    pub fn choose(&mut self, scheduler: &mut Scheduler) -> Choice {
        if self.most == 0 {
            return Choice::Asleep;
        }
        let sequences = scheduler.running_requests().count() as u32;
        if let Some(adapt) = &mut self.adapt {
            self.chosen = (sequences, adapt.choose(sequences.max(1)));
            scheduler.set_drafts_max(self.drafts());
        }
        self.chosen.1
    }

    /// Learns from a step whose results came `seconds` behind those of the step before.
    pub fn learn(&mut self, output: &StepOutput, seconds: Option<f64>) {
        let spans = &output.plan.spans;
        let decodes = spans.iter().all(|span| span.sample && span.len - span.drafts == 1);
        let Some(adapt) = &mut self.adapt else { return };
        if let (true, Some(seconds)) = (decodes && !spans.is_empty(), seconds) {
            let tokens = output.result.spans.iter().map(|span| span.sampled).sum();
            let drafted = !output.drafts.is_empty();
            adapt.note(spans.len() as u32, output.choice, drafted, (tokens, seconds));
        }
    }

    /// The choice of the last plan.
    pub fn last(&self) -> Choice {
        self.chosen.1
    }

    /// Drafts of a sequence in the step that was chosen for last.
    pub fn drafts(&self) -> u32 {
        match self.chosen.1 {
            Choice::Drafts(drafts) => drafts,
            Choice::Asleep => 0,
        }
    }
}

/// Counts the drafts of a step.
pub(super) fn count_drafts(stats: &mut EngineStats, output: &StepOutput) {
    stats.draft_seconds += output.draft_seconds;
    for &[drafts, accepted] in &output.drafts {
        stats.verified_spans += 1;
        let count = |places: &mut [u64; DRAFT_PLACES], most: u32| {
            (0..most as usize).for_each(|at| places[at.min(DRAFT_PLACES - 1)] += 1);
        };
        count(&mut stats.drafted, drafts);
        count(&mut stats.accepted, accepted);
    }
}
