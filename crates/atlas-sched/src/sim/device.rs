//! The fake runner: it holds the memory that plans name and executes them, no more.

use super::model::{self, ModelLayers};
use crate::faults::{Fault, FaultPlan};
use crate::rng::{SplitMix64, mix};
use atlas_core::{
    BlockId, ContentKey, Epoch, Limits, RequestId, SlotAssign, SlotDrop, SlotId, Span, StateFork,
    StateOp, StateRestore, StateSave, StepPlan, Tier, TierCopy, TierObject, TokenId, Want,
};

/// Tokens and state that a slot assignment begins with.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub tokens: Vec<TokenId>,
    pub start: u64,
    /// Changes each token that is picked: choices of one prompt have different answers.
    pub twist: TokenId,
}

/// The tables and states of one running sequence.
#[derive(Debug)]
struct Row {
    epoch: Epoch,
    request: RequestId,
    /// Tokens that the host knows, and those that the device fed to it before.
    tokens: Vec<TokenId>,
    /// Number of them that the host does not know yet.
    fed: u32,
    /// Which row of which launch picks its next token.
    next: Option<(u64, usize)>,
    /// Whether its request is over and a span of it did not run: none behind that does.
    skipped: bool,
    table: Vec<BlockId>,
    /// Positions consumed by the paged and by the recurrent layer.
    paged_consumed: u32,
    recurrent_consumed: u32,
    recurrent: u64,
    start: u64,
    twist: TokenId,
}

/// Result of a span.
#[derive(Debug)]
pub struct Ran {
    pub span: Span,
    pub request: RequestId,
    pub tokens: Vec<TokenId>,
    /// Positions of the span that count.
    pub accepted: u32,
    /// Whether the span ran: one of a request that was over when it was launched need not.
    pub ran: bool,
}

/// Object that was copied to the host.
#[derive(Clone, Debug)]
struct Stored<T> {
    content: ContentKey,
    what: T,
    damaged: bool,
}

impl<T> Stored<T> {
    /// Whether it is as it was stored; an error if it was stored for something else.
    fn intact(&self, content: ContentKey) -> Result<bool, String> {
        match self.damaged {
            true => Ok(false),
            false if self.content == content => Ok(true),
            false => Err(format!("{:?} is stored where {content:?} should be", self.content)),
        }
    }
}

/// The tier on the host. Some of what is stored there is damaged.
#[derive(Debug)]
struct Far {
    blocks: Vec<Option<Stored<Vec<u64>>>>,
    kept: Vec<Option<Stored<(u32, u64)>>>,
    rng: SplitMix64,
}

impl Far {
    fn new(limits: &Limits, seed: u64) -> Self {
        Self {
            blocks: vec![None; limits.host.blocks as usize],
            kept: vec![None; limits.host.snapshots as usize],
            rng: SplitMix64::new(mix(seed ^ 0xda4a)),
        }
    }

    fn store<T>(&mut self, content: ContentKey, what: T) -> Option<Stored<T>> {
        Some(Stored { content, what, damaged: self.rng.chance(50) })
    }
}

/// All memory.
#[derive(Debug)]
pub struct Device {
    rows: Vec<Option<Row>>,
    /// The entry of each position of each block of the paged layer.
    cells: Vec<u64>,
    /// Saved recurrent states with the positions they stand at.
    kept: Vec<Option<(u32, u64)>>,
    far: Far,
    /// The tokens that the last launch picked, and its number.
    picked: Vec<TokenId>,
    launches: u64,
    fault: FaultPlan,
    /// Says which drafts are right.
    rng: SplitMix64,
    block_tokens: u32,
    paged: bool,
    layers: ModelLayers,
}

/// The positions of a span before its drafts.
fn known_part(span: &Span) -> Span {
    Span { len: span.len - span.drafts, drafts: 0, ..*span }
}

impl Device {
    pub fn new(
        limits: &Limits,
        paged: bool,
        layers: ModelLayers,
        seed: u64,
        fault: FaultPlan,
    ) -> Self {
        let (block_count, block_tokens) = (limits.kv_block_count, limits.kv_block_tokens);
        let cells = if paged { block_count as usize * block_tokens as usize } else { 0 };
        Self {
            rows: (0..limits.slot_count).map(|_| None).collect(),
            cells: vec![0; cells],
            kept: vec![None; limits.snapshot_count as usize],
            far: Far::new(limits, seed),
            picked: Vec::new(),
            launches: 0,
            fault,
            rng: SplitMix64::new(mix(seed ^ 0xd4af)),
            block_tokens,
            paged,
            layers,
        }
    }

    /// Executes a plan behind everything that was launched before. `known`: for each slot
    /// assignment of the plan what was known of the request when the plan was made; `skips` says of
    /// which requests spans do not run. Everything that does not fit the tables is an error.
    pub fn launch(
        &mut self,
        plan: &StepPlan,
        known: &[Known],
        skips: &mut dyn FnMut(RequestId) -> bool,
    ) -> Result<Vec<Ran>, String> {
        if !plan.ops.is_sorted_by_key(StateOp::stage) {
            return Err("state operations are not in the order of their stages".into());
        }
        let mut known = known.iter();
        for op in &plan.ops {
            match op {
                // Copies were made before, by `copy_all`; saves happen inside of spans.
                StateOp::Copy(_) | StateOp::Save(_) => {}
                StateOp::Drop(drop) => self.drop_slot(drop)?,
                StateOp::Assign(assign) => {
                    let known = known.next().ok_or("a slot is assigned to an unknown request")?;
                    self.assign(assign, known)?;
                }
                StateOp::Replace(replace) => {
                    let row = self.row(replace.slot, replace.epoch)?;
                    let entry = row.table.get_mut(replace.at as usize);
                    *entry.ok_or("a block is replaced that is not there")? = replace.block;
                }
                StateOp::Release(release) => {
                    let table = &mut self.row(release.slot, release.epoch)?.table;
                    let until = release.until as usize;
                    table.resize(table.len().max(until), BlockId::NONE);
                    table[..until].fill(BlockId::NONE);
                }
                StateOp::Append(append) => {
                    self.row(append.slot, append.epoch)?.table.push(append.block);
                }
                StateOp::Restore(restore) => self.restore(restore)?,
                StateOp::Fork(fork) => self.fork(fork)?,
            }
        }
        let ran = self.run_spans(plan, skips)?;
        let saves = |span: &Span| {
            let of_it = |save: &&StateSave| (save.slot, save.epoch) == (span.slot, span.epoch);
            plan.saves().filter(of_it).count()
        };
        match plan.spans.iter().map(saves).sum::<usize>() < plan.saves().count() {
            true => Err("state is saved where no span runs".into()),
            false => Ok(ran),
        }
    }

    fn drop_slot(&mut self, drop: &SlotDrop) -> Result<(), String> {
        let row = self.row(drop.slot, drop.epoch)?;
        if row.request != drop.request {
            return Err(format!("slot {} holds {} on its drop", drop.slot.0, row.request));
        }
        self.rows[drop.slot.index()] = None;
        Ok(())
    }

    fn assign(&mut self, assign: &SlotAssign, known: &Known) -> Result<(), String> {
        let row = &mut self.rows[assign.slot.index()];
        if let Some(row) = row {
            return Err(format!("slot {} is assigned twice: {}", assign.slot.0, row.request));
        }
        *row = Some(Row {
            epoch: assign.epoch,
            request: assign.request,
            tokens: known.tokens.clone(),
            fed: 0,
            next: None,
            skipped: false,
            table: Vec::new(),
            paged_consumed: 0,
            recurrent_consumed: 0,
            recurrent: model::first_state(known.start, self.layers.recurrent),
            start: known.start,
            twist: known.twist,
        });
        Ok(())
    }

    /// Runs the spans of a plan. As in a layer of a model, what all of them store is there before
    /// any of them looks back at what is stored.
    fn run_spans(
        &mut self,
        plan: &StepPlan,
        skips: &mut dyn FnMut(RequestId) -> bool,
    ) -> Result<Vec<Ran>, String> {
        let mut all = Vec::with_capacity(plan.spans.len());
        for span in &plan.spans {
            let of_it = |save: &&StateSave| (save.slot, save.epoch) == (span.slot, span.epoch);
            let saves: Vec<_> = plan.saves().filter(of_it).copied().collect();
            let row = self.row(span.slot, span.epoch)?;
            let request = row.request;
            row.skipped |= skips(request);
            let ran = !row.skipped;
            if ran {
                self.feed(span)?;
                self.store_span(&known_part(span), &saves)?;
            }
            let accepted = if ran { span.len - span.drafts } else { 0 };
            all.push(Ran { span: *span, request, tokens: Vec::new(), accepted, ran });
        }
        let looks = self.layers.window.is_some();
        for ran in all.iter().filter(|ran| ran.ran && looks) {
            self.check_seen(&known_part(&ran.span))?;
        }
        let (mut picked, launch) = (Vec::new(), self.launches + 1);
        for ran in all.iter_mut().filter(|ran| ran.ran && ran.span.sample) {
            let token = self.sample(&known_part(&ran.span))?;
            ran.tokens.push(token);
            self.row(ran.span.slot, ran.span.epoch)?.next = Some((launch, picked.len()));
            picked.push(token);
            self.run_drafts(ran)?;
        }
        if !picked.is_empty() {
            (self.launches, self.picked) = (launch, picked);
        }
        Ok(all)
    }

    /// Runs the drafts of a span, some of which are the tokens that are picked before them. The
    /// others store wrong entries.
    fn run_drafts(&mut self, ran: &mut Ran) -> Result<(), String> {
        let span = ran.span;
        let first = span.end() - span.drafts;
        let known = self.row(span.slot, span.epoch)?.tokens.len();
        for position in first..span.end() {
            let Some(&token) = ran.tokens.last() else { break };
            if model::is_stop(token) || !self.rng.chance(650) {
                break;
            }
            self.row(span.slot, span.epoch)?.tokens.push(token);
            self.consume(&span, position)?;
            let one = Span { start: position, len: 1, drafts: 0, ..span };
            let next = self.sample(&one)?;
            ran.tokens.push(next);
            ran.accepted += 1;
        }
        let row = self.row(span.slot, span.epoch)?;
        row.tokens.truncate(known);
        let kept = row.paged_consumed;
        for position in kept..span.end() {
            let wrong = self.rng.next_u64();
            if let Some(cell) = self.cell(&span, position)? {
                *cell = wrong;
            }
        }
        Ok(())
    }

    /// Looks at all that the rows of a span see: most of them pick no token by which a wrong entry
    /// would show.
    fn check_seen(&mut self, span: &Span) -> Result<(), String> {
        let row = self.row(span.slot, span.epoch)?;
        let (known, start) = (row.tokens[..span.end() as usize].to_vec(), row.start);
        let (entries, _) = model::entries(start, &known, self.layers);
        for position in self.layers.first_seen(span.start)..span.end() {
            if self.entry(span, position)? != entries[position as usize] {
                let slot = span.slot.0;
                return Err(format!(
                    "slot {slot}: position {position} is another's while it is read"
                ));
            }
        }
        Ok(())
    }

    /// Takes the token of a position that the host does not know yet from the launch before.
    fn feed(&mut self, span: &Span) -> Result<(), String> {
        let (picked, launches) = (self.picked.len(), self.launches);
        let row = self.row(span.slot, span.epoch)?;
        if span.start < row.tokens.len() as u32 {
            return Ok(());
        }
        let Some((_, at)) = row.next.filter(|&(launch, _)| launch == launches) else {
            return Err(format!(
                "slot {}: no sampled token for position {}",
                span.slot.0, span.start
            ));
        };
        let other = picked > 1 && self.fault.strikes(Fault::FedFromOtherRow);
        let token = self.picked[if other { (at + 1) % picked } else { at }];
        let row = self.row(span.slot, span.epoch)?;
        row.tokens.push(token);
        row.fed += 1;
        Ok(())
    }

    /// The host has read what a span picked: the token is known, if its request still sits there.
    pub fn learn(&mut self, ran: &Ran) {
        let Ok(row) = self.row(ran.span.slot, ran.span.epoch) else { return };
        match row.fed {
            _ if ran.tokens.is_empty() => {}
            0 => row.tokens.extend(&ran.tokens),
            _ => row.fed -= 1,
        }
    }

    /// Makes the copies between the tiers; which of those to the device found damage. One that
    /// finds something else without damage is an error.
    pub fn copy_all<'a>(
        &mut self,
        copies: impl IntoIterator<Item = &'a TierCopy>,
    ) -> Result<Vec<u32>, String> {
        let block_tokens = self.block_tokens as usize;
        let mut broken = Vec::new();
        for (i, TierCopy { object, to, content }) in copies.into_iter().enumerate() {
            let intact = match (*object, *to) {
                (TierObject::Block { device, host }, Tier::Host) => {
                    let cells = &self.cells[device.index() * block_tokens..][..block_tokens];
                    self.far.blocks[host.index()] = self.far.store(*content, cells.to_vec());
                    continue;
                }
                (TierObject::Snapshot { device, host }, Tier::Host) => {
                    let kept = self.kept[device.index()].ok_or("nothing is kept there")?;
                    self.far.kept[host.index()] = self.far.store(*content, kept);
                    continue;
                }
                (TierObject::Block { device, host }, Tier::Device) => {
                    let stored = self.far.blocks[host.index()].as_ref();
                    let stored = stored.ok_or("nothing is stored there")?;
                    let cells = &mut self.cells[device.index() * block_tokens..][..block_tokens];
                    cells.copy_from_slice(&stored.what);
                    cells[0] ^= u64::from(stored.damaged);
                    stored.intact(*content)
                }
                (TierObject::Snapshot { device, host }, Tier::Device) => {
                    let stored = self.far.kept[host.index()].as_ref();
                    let stored = stored.ok_or("nothing is stored there")?;
                    let (position, state) = stored.what;
                    let state = state ^ u64::from(stored.damaged);
                    self.kept[device.index()] = Some((position, state));
                    stored.intact(*content)
                }
                (TierObject::SlotState { slot, epoch, host }, Tier::Host) => {
                    let row = self.row(slot, epoch)?;
                    let kept = (row.recurrent_consumed, row.recurrent);
                    self.far.kept[host.index()] = self.far.store(*content, kept);
                    continue;
                }
                (TierObject::SlotState { .. }, Tier::Device) => {
                    return Err("a slot is written".into());
                }
            };
            if !intact? {
                broken.push(i as u32);
            }
        }
        Ok(broken)
    }

    fn restore(&mut self, restore: &StateRestore) -> Result<(), String> {
        let &StateRestore { slot, epoch, position, from } = restore;
        let kept = from.map(|from| self.kept[from.index()].ok_or("an empty snapshot is restored"));
        let kept = kept.transpose()?;
        if kept.is_some() != self.layers.recurrent {
            return Err(format!("slot {}: a snapshot where there is no state for it", slot.0));
        }
        let block_tokens = self.block_tokens;
        let row = self.row(slot, epoch)?;
        if row.paged_consumed != 0 || (row.table.len() as u32) * block_tokens < position {
            return Err(format!("slot {} cannot resume at {position}", slot.0));
        }
        // Where a snapshot stands is not checked here: a wrong one must show in the tokens.
        row.recurrent = kept.map_or(row.recurrent, |(_, state)| state);
        (row.paged_consumed, row.recurrent_consumed) = (position, position);
        Ok(())
    }

    fn fork(&mut self, fork: &StateFork) -> Result<(), String> {
        let &StateFork { from, to, position, block } = fork;
        let other = self.rows.get(from.index()).and_then(Option::as_ref);
        let other = other.ok_or("a copy of an empty slot")?;
        if (other.paged_consumed, other.recurrent_consumed) != (position, position) {
            return Err(format!("slot {} is not at {position} to be copied", from.0));
        }
        let recurrent = other.recurrent;
        let row = self.rows.get_mut(to.index()).and_then(Option::as_mut);
        let row = row.ok_or("a copy to an empty slot")?;
        if row.paged_consumed != 0 {
            return Err(format!("slot {} has begun before its copy", to.0));
        }
        row.recurrent = recurrent;
        (row.paged_consumed, row.recurrent_consumed) = (position, position);
        if let Some((from, to)) = block {
            let len = self.block_tokens as usize;
            let (from, to) = (from.index() * len, to.index() * len);
            self.cells.copy_within(from..from + len, to);
        }
        Ok(())
    }

    fn row(&mut self, slot: SlotId, epoch: Epoch) -> Result<&mut Row, String> {
        match self.rows.get_mut(slot.index()).and_then(Option::as_mut) {
            None => Err(format!("slot {} is not assigned", slot.0)),
            Some(row) if row.epoch != epoch => Err(format!(
                "slot {} is at epoch {}, the plan says {}",
                slot.0, row.epoch.0, epoch.0
            )),
            Some(row) => Ok(row),
        }
    }

    /// Moves a sequence over a span, and keeps its state at each position of `saves`.
    fn store_span(&mut self, span: &Span, saves: &[StateSave]) -> Result<(), String> {
        let (block_tokens, paged) = (self.block_tokens, self.paged);
        let slot = span.slot;
        let row = self.row(slot, span.epoch)?;
        if (row.paged_consumed, row.recurrent_consumed) != (span.start, span.start) {
            return Err(format!(
                "slot {} has consumed {}, its span starts at {}",
                slot.0, row.paged_consumed, span.start
            ));
        }
        let known = row.tokens.len() as u32;
        if span.len == 0 || span.end() > known {
            return Err(format!("slot {}: [{}, {}) of {known}", slot.0, span.start, span.end()));
        }
        if span.sample != (span.end() == known) || (span.sample && span.want == Want::None) {
            return Err(format!("slot {}: sample is wrong at {} of {known}", slot.0, span.end()));
        }
        if paged && row.table.len() as u32 * block_tokens < span.end() {
            return Err(format!("slot {} has no block for position {}", slot.0, span.end() - 1));
        }
        let outside = |save: &&StateSave| save.position <= span.start || save.position > span.end();
        if let Some(save) = saves.iter().find(outside) {
            let (start, end) = (span.start, span.end());
            return Err(format!("slot {}: saved at {} of {start}..{end}", slot.0, save.position));
        }
        for position in span.start..span.end() {
            self.consume(span, position)?;
            for save in saves.iter().filter(|save| save.position == position + 1) {
                let recurrent = self.row(slot, span.epoch)?.recurrent;
                self.kept[save.to.index()] = Some((save.position, recurrent));
            }
        }
        Ok(())
    }

    /// Moves both layers of a sequence over one position.
    fn consume(&mut self, span: &Span, position: u32) -> Result<(), String> {
        let (first, bounded) = (self.layers.first_seen(position), self.layers.window.is_some());
        let mut seen = |at: Option<u32>| at.map(|at| self.entry(span, at)).transpose();
        let before = seen(position.checked_sub(1).filter(|&at| at >= first))?;
        let oldest = seen((first < position && bounded).then_some(first))?;
        let recurrent = self.layers.recurrent;
        let row = self.row(span.slot, span.epoch)?;
        let token = row.tokens[position as usize];
        if recurrent {
            row.recurrent = model::recur(row.recurrent, token);
        }
        row.recurrent_consumed += 1;
        row.paged_consumed += 1;
        let entry = model::entry(model::history(row.start, before, oldest), token, row.recurrent);
        if let Some(cell) = self.cell(span, position)? {
            *cell = entry;
        }
        Ok(())
    }

    /// Reads back through the block table what the last row of a span sees.
    fn sample(&mut self, span: &Span) -> Result<TokenId, String> {
        let mut sum = 0;
        for position in self.layers.first_seen(span.end() - 1)..span.end() {
            sum = model::attend(sum, self.entry(span, position)?);
        }
        let row = self.row(span.slot, span.epoch)?;
        Ok(model::pick(sum, row.recurrent) ^ row.twist)
    }

    fn cell(&mut self, span: &Span, position: u32) -> Result<Option<&mut u64>, String> {
        if !self.paged {
            return Ok(None);
        }
        let block_tokens = self.block_tokens;
        let block = self.row(span.slot, span.epoch)?.table[(position / block_tokens) as usize];
        if block == BlockId::NONE {
            return Err(format!(
                "slot {} reads position {position}, which has no block",
                span.slot.0
            ));
        }
        let index = block.0 * block_tokens + position % block_tokens;
        Ok(self.cells.get_mut(index as usize))
    }

    /// The entry of a position; without paged layers it is computed, since nothing stores it.
    fn entry(&mut self, span: &Span, position: u32) -> Result<u64, String> {
        if let Some(cell) = self.cell(span, position)? {
            return Ok(*cell);
        }
        let layers = self.layers;
        let row = self.row(span.slot, span.epoch)?;
        let known = &row.tokens[..=position as usize];
        model::entries(row.start, known, layers).0.pop().ok_or_else(|| "no token is known".into())
    }

    /// Checks that the positions `[0, complete)` in `blocks` hold what follows from these tokens,
    /// but for those that were given back.
    pub fn check_written(
        &self,
        blocks: &[BlockId],
        known: &Known,
        complete: u64,
    ) -> Result<(), String> {
        let tokens = &known.tokens[..known.tokens.len().min(complete as usize)];
        let block_tokens = self.block_tokens as usize;
        let (entries, _) = model::entries(known.start, tokens, self.layers);
        for (position, entry) in entries.iter().enumerate() {
            let block = blocks.get(position / block_tokens);
            if block == Some(&BlockId::NONE) {
                continue;
            }
            let cell = block.map(|b| b.index() * block_tokens + position % block_tokens);
            if cell.and_then(|i| self.cells.get(i)) != Some(entry) {
                return Err(format!(
                    "position {position} is said to be complete and is not written"
                ));
            }
        }
        Ok(())
    }
}
