//! A digest of every plan and result of a run, by which two versions of the scheduler are compared.

use crate::rng::mix;
use atlas_core::{
    BlockId, DropReason, SlotId, Span, StateOp, StepPlan, StepResult, Tier, TierCopy, TierObject,
    Want,
};

/// A hash over a sequence of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Digest {
    fn words(&mut self, tag: u64, words: &[u64]) {
        self.0 = mix(self.0.rotate_left(7) ^ tag);
        for &word in words {
            self.0 = mix(self.0.rotate_left(7) ^ mix(word));
        }
    }

    /// Adds a plan: its state operations in their order, then its spans.
    pub fn plan(&mut self, plan: &StepPlan) {
        self.words(1, &[plan.step]);
        plan.ops.iter().for_each(|op| self.op(op));
        plan.spans.iter().for_each(|s| self.span(s));
    }

    fn op(&mut self, op: &StateOp) {
        match *op {
            StateOp::Copy(ref copy) => self.copy(copy),
            StateOp::Drop(d) => {
                let reason = match d.reason {
                    DropReason::Ended => 0,
                    DropReason::Preempted => 1,
                };
                self.words(3, &[slot(d.slot), d.epoch.0.into(), d.request.0, reason]);
            }
            StateOp::Assign(a) => self.words(4, &[slot(a.slot), a.epoch.0.into(), a.request.0]),
            StateOp::Replace(r) => {
                self.words(5, &[slot(r.slot), r.epoch.0.into(), r.at.into(), block(r.block)]);
            }
            StateOp::Release(r) => self.words(6, &[slot(r.slot), r.epoch.0.into(), r.until.into()]),
            StateOp::Append(a) => self.words(7, &[slot(a.slot), a.epoch.0.into(), block(a.block)]),
            StateOp::Restore(r) => {
                let from = r.from.map_or(u64::MAX, |from| from.0.into());
                self.words(8, &[slot(r.slot), r.epoch.0.into(), r.position.into(), from]);
            }
            StateOp::Fork(f) => {
                let (from, to) = f.block.map_or((u64::MAX, 0), |(a, b)| (block(a), block(b)));
                self.words(9, &[slot(f.from), slot(f.to), f.position.into(), from, to]);
            }
            StateOp::Save(s) => {
                self.words(10, &[slot(s.slot), s.epoch.0.into(), s.position.into(), s.to.0.into()]);
            }
        }
    }

    /// Adds a copy between the tiers.
    pub fn copy(&mut self, copy: &TierCopy) {
        let TierCopy { object, to, content } = copy;
        let (kind, a, b, c) = match *object {
            TierObject::Block { device, host } => (0, block(device), 0, host.0),
            TierObject::Snapshot { device, host } => (1, device.0.into(), 0, host.0),
            TierObject::SlotState { slot: s, epoch, host } => (2, slot(s), epoch.0.into(), host.0),
        };
        let to = u64::from(*to == Tier::Host);
        let (start, end) = (content.start.into(), content.end.into());
        self.words(2, &[kind, a, b, c.into(), to, start, end, content.hash]);
    }

    fn span(&mut self, s: &Span) {
        let want = match s.want {
            Want::None => 0,
            Want::Last => 1,
            Want::All => 2,
        };
        let sample = u64::from(s.sample);
        self.words(
            11,
            &[slot(s.slot), s.epoch.0.into(), s.start.into(), s.len.into(), want, sample],
        );
        if s.drafts > 0 {
            self.words(17, &[s.drafts.into()]);
        }
    }

    /// Adds a result.
    pub fn result(&mut self, result: &StepResult) {
        self.words(12, &[result.step]);
        result.damaged_copies.iter().for_each(|&m| self.words(13, &[m.into()]));
        for s in &result.spans {
            let token = s.tokens.first().map_or(u64::MAX, |&token| u64::from(token));
            let counts = [s.accepted.into(), s.sampled.into(), token, s.ended.into()];
            s.tokens.iter().skip(1).for_each(|&token| self.words(16, &[token.into()]));
            self.words(14, &[slot(s.slot), s.epoch.0.into()]);
            self.words(15, &counts);
        }
    }
}

fn slot(slot: SlotId) -> u64 {
    slot.0.into()
}

fn block(block: BlockId) -> u64 {
    block.0.into()
}
