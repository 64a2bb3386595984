//! Bringing cached prefixes back from the host before their sequences are seated.
//!
//! A waiting request of which the host keeps more than the first tier waits one step longer: that
//! step copies, and what was not damaged is there for the next one. Nothing that comes back keeps
//! blocks from a seated sequence.

use crate::scheduler::{Place, Scheduler};
use crate::sequence::Rank;
use crate::swap::Returning;
use atlas_cache::{Match, Promotion, cost};
use atlas_core::RequestId;

/// What a plan brings back from the host for one request.
#[derive(Debug, Default)]
pub(crate) struct Coming {
    /// Of the cache.
    pub promotion: Option<Promotion>,
    /// Of its own, if it was swapped out.
    pub back: Option<Returning>,
}

impl Scheduler {
    /// Begins to bring back what the host keeps of a waiting request, if it is more than what was
    /// `found` in the first tier, worth the copies, and there is room. True if the request has to
    /// wait for it; else it is seated with what was found. It is tried once a seating.
    pub(crate) fn bring_back(&mut self, rank: Rank, found: &mut Option<Match>, owed: u32) -> bool {
        let Some(before) = found.as_ref() else { return false };
        let Some(request) = self.waiting.get_mut(rank) else { return false };
        let more = request.swapped.is_some() || before.kept_tokens > before.usable_tokens;
        if !more || request.asked_host.replace(before.usable_tokens).is_some() {
            return false;
        }
        let id = request.id;
        let swapped = self.swap_in(rank, before, owed);
        let coming = swapped.or_else(|| self.promote(rank, before, owed));
        let Some(coming) = coming else { return false };
        *found = None;
        self.coming.push((id, coming));
        if let Some(request) = self.waiting.get_mut(rank) {
            request.outstanding += 1;
        }
        true
    }

    fn promote(&mut self, rank: Rank, found: &Match, owed: u32) -> Option<Coming> {
        let (kept, usable) = (found.kept_tokens, found.usable_tokens);
        let lacks = found.lacks_blocks;
        let bytes = self.options.move_cost.bytes(lacks, 1);
        let room = self.pool.available() >= lacks.saturating_add(owed);
        if kept <= usable || !room || !self.options.move_cost.pays(bytes, cost(usable, kept)) {
            return None;
        }
        let named = self.waiting.get(rank)?.named.as_ref()?;
        let index = &mut self.prefix.as_mut()?.index;
        let promotion = index.promote(&named.namespace, &named.tokens, kept)?;
        let mut promotion = self.fill(promotion)?;
        self.prefix.as_mut()?.index.start_promotion(&mut promotion);
        Some(Coming { promotion: Some(promotion), back: None })
    }

    /// Gives a promotion what it lacks.
    pub(crate) fn fill(&mut self, mut promotion: Promotion) -> Option<Promotion> {
        while promotion.lacks_blocks() > 0 {
            promotion.give_block(self.take_block()?);
        }
        if promotion.lacks_place() {
            promotion.give_place(self.prefix.as_mut()?.place()?);
        }
        Some(promotion)
    }

    /// Books what came back; `broken` are the moves that found something else than was stored.
    pub(crate) fn commit_coming(&mut self, id: RequestId, coming: Coming, broken: &[u32]) {
        let Coming { promotion, back } = coming;
        if let (Some(promotion), Some(prefix)) = (promotion, self.prefix.as_mut()) {
            let is_broken = |copy: usize| broken.contains(&(copy as u32));
            prefix.index.finish_promotion(promotion, is_broken);
        }
        if let Some(&Place::Waiting(rank)) = self.places.get(&id)
            && let Some(request) = self.waiting.get_mut(rank)
        {
            request.outstanding = request.outstanding.saturating_sub(1);
            request.returned = back.and_then(|back| back.land(broken));
        }
    }

    /// Lets go of all that is on its way back or waits in the first tier, but for that of `spared`;
    /// true if there was anything. Their requests are seated with what they find.
    pub(crate) fn release_coming(&mut self, spared: Option<Rank>) -> bool {
        let flights = self.in_flight.iter_mut().flat_map(|f| &mut f.coming);
        let all = flights.chain(&mut self.coming).map(|(_, coming)| std::mem::take(coming));
        let moving = all.filter(|c| c.promotion.is_some() || c.back.is_some()).count();
        let waiting = self.waiting.iter_mut().filter(|r| Some(r.rank) != spared);
        let landed = waiting.filter_map(|r| r.returned.take()).count();
        moving + landed > 0
    }
}
