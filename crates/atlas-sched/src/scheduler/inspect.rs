//! Gauges, explanations and checks of a scheduler, and work for idle time.

use super::Scheduler;
use crate::cache::audit::Audit;
use crate::cache::held::{Held, HeldPrefix};
use crate::cache::prefix::Prefix;
use crate::integrity::{self, IntegrityError};
use crate::types::SchedStats;
use atlas_cache::Namespace;
use atlas_core::{
    BlockId, CacheExplanation, OutlineQuery, PrefixOutline, RequestId, SlotId, SnapshotId, TokenId,
};

impl Scheduler {
    /// Whether there is nothing to plan, to commit or to report.
    pub fn is_idle(&self) -> bool {
        self.running.is_empty()
            && self.waiting.is_empty()
            && self.outstanding.is_empty()
            && self.plan.has_no_drops()
    }

    /// Whether a plan made now, before the outstanding results, is likely to advance each running
    /// sequence by one position and to start no request: none waits for a free slot, or none of
    /// those that waited at the last plan could start and nothing was given back since. Such plans
    /// are worth making ahead. A plan with chunks keeps a device busy for long, and requests that
    /// arrive meanwhile would come after it.
    pub fn is_steady(&self) -> bool {
        let starts_none =
            self.waiting.is_empty() || self.cache.slots.free() == 0 || self.turned_away;
        let decodes = || self.running.iter().all(|sequence| sequence.pending() <= 1);
        !self.outstanding.is_empty() && starts_none && decodes()
    }

    /// Running requests, by rank.
    pub fn running_requests(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.running.iter().map(|sequence| sequence.request.id)
    }

    /// Running requests and their slots, by rank.
    pub fn running_slots(&self) -> Vec<(RequestId, SlotId)> {
        self.running.iter().map(|sequence| (sequence.request.id, sequence.slot_id())).collect()
    }

    /// For each running request its blocks, with [`BlockId::NONE`] in the place of each that was
    /// given back, and the number of positions in complete blocks: other sequences may rely on
    /// them.
    #[cfg(feature = "testkit")]
    pub fn complete_blocks(&self) -> impl Iterator<Item = (RequestId, Vec<BlockId>, u64)> + '_ {
        self.running.iter().map(|sequence| {
            let table = &sequence.table;
            let released = std::iter::repeat_n(BlockId::NONE, table.released() as usize);
            let blocks = released.chain(table.ids()).collect();
            (sequence.request.id, blocks, table.complete_tokens())
        })
    }

    /// The gauges and counters now.
    pub fn stats(&self) -> SchedStats {
        let pool = &self.cache.blocks.pool;
        SchedStats {
            running: self.running.len() as u32,
            waiting: self.waiting.len(),
            slots_used: self.cache.slots.used(),
            blocks_used: pool.count().saturating_sub(pool.available()),
            preemptions: self.preemptions,
            forks: self.forks,
            prefix: self.cache.prefix.as_ref().map(Prefix::counts).unwrap_or_default(),
        }
    }

    /// Results of the prefix cache for the requests started since the last call, in the order of
    /// their starts.
    pub fn take_explanations(&mut self) -> Vec<(RequestId, CacheExplanation)> {
        std::mem::take(&mut self.explanations)
    }

    /// The tree of cached prefixes; empty without a cache.
    pub fn outline(&self, query: &OutlineQuery) -> PrefixOutline {
        let prefix = self.cache.prefix.as_ref();
        prefix.map(|prefix| prefix.index.outline(query)).unwrap_or_default()
    }

    /// Positions of each running request whose results are there, with its slot, by rank.
    pub fn computed(&self) -> impl Iterator<Item = (RequestId, SlotId, u32)> + '_ {
        self.running.iter().map(|s| (s.request.id, s.slot_id(), s.committed))
    }

    /// Whether transfers are under way.
    pub fn has_transfers(&self) -> bool {
        !self.cache.transfers.is_empty()
    }

    /// While there is nothing to plan: begins to move to the host what the next requests would
    /// evict. [`Self::take_transfers`] has what is to be copied.
    pub fn spill_ahead(&mut self) {
        self.cache.spill_ahead();
    }

    /// Gives back everything that only the prefix cache holds.
    pub fn clear_prefix_cache(&mut self) {
        if let Some(prefix) = &mut self.cache.prefix {
            prefix.index.clear();
        }
    }

    /// A hit of the prefix cache to check, if one is queued and the scheduler is idle. The audit
    /// must be dropped before the next [`Self::step`].
    pub fn begin_audit(&mut self) -> Option<Audit> {
        let spare_max = self.cache.blocks.count_for(self.limits.chunk_tokens_max);
        if self.is_idle() { self.cache.begin_audit(spare_max) } else { None }
    }

    /// Queues an audit again that was not finished.
    pub fn defer_audit(&mut self, audit: Audit) {
        if let Some(prefix) = &mut self.cache.prefix {
            prefix.audits.defer(audit);
        }
    }

    /// Books that an audit found a difference in the block `at`, or in the snapshot at the end: it
    /// is taken out of the cache with everything that was computed from it.
    pub fn quarantine(&mut self, audit: Audit, at: Option<u32>) {
        if let Some(prefix) = &mut self.cache.prefix {
            audit.quarantine(at, &mut prefix.index, self.limits.kv_block_tokens);
        }
    }

    /// Takes cached state from elsewhere into the prefix cache: whole blocks of `tokens`, complete
    /// and of no sequence. Returns the blocks of the pool that stand for it, each with its place;
    /// places that the cache had already are not among them. None without a cache, and where the
    /// pool has too few free blocks.
    pub fn adopt(&mut self, namespace: &Namespace, tokens: &[TokenId]) -> Vec<(u32, BlockId)> {
        let Some(prefix) = &mut self.cache.prefix else { return Vec::new() };
        let blocks = &self.cache.blocks;
        let mut table = blocks.table();
        for _ in 0..tokens.len() as u32 / blocks.block_tokens {
            let Some(block) = blocks.take() else { return Vec::new() };
            table.push(block);
        }
        table.complete_to(tokens.len() as u32);
        let own: Vec<BlockId> = table.ids().collect();
        let replaced = prefix.index.publish(namespace, tokens, &mut table);
        let is_own = |(place, _): &(u32, BlockId)| replaced.iter().all(|(at, _)| at != place);
        (0..).zip(own).filter(is_own).collect()
    }

    /// Takes a snapshot of the state behind `tokens` from elsewhere into the prefix cache, which
    /// has their blocks, in a free place or, if `evicts`, in that of another one. Returns the place
    /// where its content belongs; `None` where there is none, or the cache has such a snapshot.
    pub fn adopt_snapshot(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
        evicts: bool,
    ) -> Option<SnapshotId> {
        let prefix = self.cache.prefix.as_mut()?;
        let place = if evicts { prefix.take_place()? } else { prefix.snapshots.take()? };
        let id = place.id();
        let position = tokens.len() as u32;
        let attached = prefix.index.attach(namespace, tokens, position, place.complete());
        attached.then_some(id)
    }

    /// Tokens of a prompt after which a sequence can resume, and those whose blocks are cached.
    pub fn cached_tokens(&mut self, namespace: &Namespace, tokens: &[TokenId]) -> [u32; 2] {
        let Some(prefix) = &mut self.cache.prefix else { return [0; 2] };
        let found = prefix.index.match_longest(namespace, tokens);
        [found.usable_tokens, found.kv_tokens]
    }

    /// Holds the longest cached prefix of `tokens`, all of them included, until [`Self::let_go`];
    /// `None` if there is none.
    pub fn hold_prefix(&mut self, namespace: &Namespace, tokens: &[TokenId]) -> Option<HeldPrefix> {
        self.cache.hold(namespace, tokens)
    }

    /// Begins to take cached state from elsewhere, without its first `released` blocks, which no
    /// later row sees. What has come is held until [`Self::let_go`].
    pub fn begin_adoption(&mut self, released: u32) {
        self.cache.begin_adoption(released);
    }

    /// Takes the next whole blocks, up to the end of `tokens`, evicting others for them. Returns
    /// the blocks of the pool whose content is to be written before the next step, each with its
    /// place; places that the cache had already are not among them. `None` if not enough can be
    /// had: then nothing is held any more.
    pub fn adopt_more(
        &mut self,
        namespace: &Namespace,
        tokens: &[TokenId],
    ) -> Option<Vec<(u32, BlockId)>> {
        self.cache.adopt_more(namespace, tokens)
    }

    /// Ends what [`Self::hold_prefix`] or [`Self::begin_adoption`] began; the cache keeps it as
    /// anything else.
    pub fn let_go(&mut self) {
        self.cache.held = Held::default();
    }

    /// Books that a block cannot be read: it is taken out of the cache with everything that was
    /// computed from it.
    pub fn quarantine_block(&mut self, block: BlockId) {
        if let Some(prefix) = &mut self.cache.prefix {
            prefix.index.quarantine_block(block);
        }
    }

    /// Checks every relation between the counts, tables and indices. The cost is a pass over all
    /// blocks and live requests: for tests and debug builds.
    ///
    /// # Errors
    /// The first contradiction found, or the first one in a result.
    pub fn check_integrity(&self) -> Result<(), IntegrityError> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        integrity::check_memory(&self.cache, &self.running)?;
        let slots_used = self.cache.slots.used();
        integrity::check_places(&self.places, &self.waiting, &self.running, slots_used)?;
        for sequence in self.running.iter() {
            integrity::check_sequence(sequence, &self.cache.blocks, &self.outstanding)?;
        }
        for request in self.waiting.iter() {
            integrity::check_waiting(
                request,
                &self.cache.transfers,
                &self.outstanding,
                &self.limits,
            )?;
        }
        Ok(())
    }
}
