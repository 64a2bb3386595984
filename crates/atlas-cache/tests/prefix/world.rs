//! A memory whose every cell holds a hash of all tokens before it, and what scripts do with it.

use atlas_cache::{
    BlockPool, BlockTable, Holders, Match, Namespace, Pin, PrefixFault, PrefixIndex, Short,
    SnapshotPool, Stop,
};
use atlas_core::{ContentKey, HostPlaces, TokenId, first_block_seen};

use crate::model::{Model, Rng, Sequence, mix, recur, start, state_of};
use crate::moves::{give_up_blocks, give_up_snapshot};

pub struct World {
    pub rng: Rng,
    pub block: usize,
    pub blocks: BlockPool,
    pub snapshots: SnapshotPool,
    pub recurrent: bool,
    /// Positions that a row sees, if not all.
    pub window: Option<u32>,
    pub index: PrefixIndex,
    /// `[block][position in it]`: the state after the token there, if it is written.
    pub cells: Vec<Vec<Option<u64>>>,
    pub kept: Vec<u64>,
    pub host: HostPlaces,
    /// Cells copied to the host, with the key of their tokens, and whether they are damaged.
    pub far_blocks: Vec<(ContentKey, Vec<Option<u64>>, bool)>,
    pub far_kept: Vec<(ContentKey, u64, bool)>,
    pub live: Vec<Sequence>,
    pub pins: Vec<(Namespace, Vec<TokenId>, Pin)>,
    pub model: Model,
    pub seen: Seen,
}

/// Counts of the cases that a script met: a script that meets none shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub hits: u64,
    pub exact: u64,
    pub evicted: u64,
    pub short: u64,
    pub twins: u64,
    pub diverged: u64,
    pub promoted: u64,
    pub damaged: u64,
    /// Hits that need not all blocks before them, and such with places that have none; blocks that
    /// sequences gave back.
    pub windowed: u64,
    pub evicted_entries: u64,
    pub released: u64,
}

impl World {
    pub fn new(seed: u64, fault: Option<PrefixFault>) -> Self {
        let mut rng = Rng(mix(seed));
        let block = 1 + rng.below(4);
        let of_host = fault.is_some_and(|f| PrefixFault::OF_THE_HOST.contains(&f));
        let tight = rng.chance(60) || of_host;
        let block_count = if tight { 12 + rng.below(20) } else { 4000 };
        let snapshot_count = if tight { 1 + rng.below(5) } else { 4000 };
        let recurrent = rng.chance(70) || fault.is_some();
        let host = match rng.chance(60) || of_host {
            true => HostPlaces {
                blocks: 1 + rng.below(40) as u32,
                snapshots: rng.below(8) as u32 + u32::from(of_host),
            },
            false => HostPlaces::default(),
        };
        let blocks = BlockPool::new(block_count as u32);
        let snapshots = SnapshotPool::new(snapshot_count as u32);
        let mut index = PrefixIndex::new(&blocks, &snapshots, block as u32, recurrent);
        let mut windows = Rng(mix(seed ^ 0x51de));
        let window = 1 + windows.below(3 * block) as u32;
        let window = match fault {
            Some(PrefixFault::WindowOneBlockShort) => Some(window.max(2)),
            Some(_) => None,
            None => windows.chance(60).then_some(window),
        };
        index = index.with_host(host).with_window(window);
        if let Some(fault) = fault {
            index.plant(fault);
        }
        Self {
            rng,
            block,
            blocks,
            snapshots,
            recurrent,
            window,
            index,
            cells: vec![vec![None; block]; block_count],
            kept: vec![0; snapshot_count],
            host,
            far_blocks: vec![
                (ContentKey::default(), vec![None; block], false);
                host.blocks as usize
            ],
            far_kept: vec![(ContentKey::default(), 0, false); host.snapshots as usize],
            live: Vec::new(),
            pins: Vec::new(),
            model: Model::default(),
            seen: Seen::default(),
        }
    }

    pub fn run(&mut self, acts: usize) -> Result<(), String> {
        for act in 0..acts {
            match self.rng.below(100) {
                0..30 => self.arrive()?,
                30..80 => self.advance()?,
                80..88 => self.leave(),
                88..94 => self.pin()?,
                94..97 => self.unpin()?,
                _ => self.evict()?,
            }
            if self.rng.chance(40) {
                self.promote()?;
            }
            if act % 3 == 0 {
                self.check()?;
            }
        }
        self.live.clear();
        while !self.pins.is_empty() {
            self.unpin()?;
        }
        self.check()?;
        let held = (self.index.stats().blocks, self.index.stats().snapshots);
        if (self.blocks.idle(), self.snapshots.idle()) != held {
            return Err("blocks are in use without a user".into());
        }
        self.index.clear();
        if self.index.stats().evicted_entries > 0 {
            return Err("places without blocks are left".into());
        }
        let free = (self.blocks.free(), self.snapshots.free());
        if free != (self.blocks.count(), self.snapshots.count()) {
            return Err(format!("counts did not return to their start: {free:?} free"));
        }
        match self.index.host_free() == self.host {
            true => {}
            false => return Err("the host's counts did not return to their start".into()),
        }
        Ok(())
    }

    /// A prompt: something new, or something old cut, continued, or changed at one place.
    pub fn prompt(&mut self) -> (Namespace, Vec<TokenId>) {
        let salt = [&b""[..], b"one"][self.rng.below(2)].into();
        let namespace = Namespace { salt, adapter: self.rng.below(2) as u32 };
        let known = self.model.published.len();
        let mut tokens = match self.rng.below(10) {
            0 => Vec::new(),
            _ if known == 0 => Vec::new(),
            _ => self.model.published[self.rng.below(known)].1.clone(),
        };
        match self.rng.below(4) {
            0 => tokens.truncate(self.rng.below(tokens.len() + 1)),
            1 if !tokens.is_empty() => {
                let at = self.rng.below(tokens.len());
                tokens[at] ^= 1;
            }
            2 => {}
            _ => {
                let more = self.rng.below(3 * self.block + 1);
                tokens.extend((0..more).map(|_| self.rng.below(2) as TokenId));
            }
        }
        tokens.truncate(10 * self.block);
        if tokens.is_empty() {
            tokens.push(self.rng.below(2) as TokenId);
        }
        (namespace, tokens)
    }

    /// Matches a prompt and compares with the model and with memory.
    pub fn find(&mut self, namespace: &Namespace, prompt: &[TokenId]) -> Result<Match, String> {
        let found = self.index.match_longest(namespace, prompt);
        let (kv, usable) = (found.kv_tokens as usize, found.usable_tokens as usize);
        let model_kv = self.model.kv(namespace, prompt, self.block);
        let most = kv.min(prompt.len().saturating_sub(1) / self.block * self.block);
        let model_usable = match self.recurrent {
            true => self.model.snapshot(namespace, prompt, most),
            false => most,
        };
        let stats = self.index.stats();
        let untouched = stats.evicted_blocks + stats.evicted_snapshots == 0;
        if kv > model_kv || (untouched && kv != model_kv) {
            return Err(format!("{kv} tokens are said to be cached, the model knows {model_kv}"));
        }
        let kept = found.kept_tokens as usize;
        if kept < usable || kept > model_usable {
            return Err(format!("{kept} tokens are said to be kept, {model_usable} can be"));
        }
        if usable > model_usable || (untouched && usable != model_usable) {
            return Err(format!("{usable} tokens are said to be usable, not {model_usable}"));
        }
        let now = self.usable_now(namespace, prompt, most);
        if usable != now {
            return Err(format!(
                "{usable} tokens are said to be usable, by what is kept {now} are"
            ));
        }
        self.seen.windowed += u64::from(found.pin.released > 0);
        self.seen.evicted_entries += u64::from(found.pin.released > 0 && stats.evicted_entries > 0);
        if let Stop::Diverged { position, cached } = found.stop
            && (prompt[position as usize] == cached || (position as usize) < kv)
        {
            return Err(format!("position {position} does not differ"));
        }
        self.seen.hits += u64::from(usable > 0);
        self.seen.short += u64::from(found.short == Some(Short::NoSnapshot));
        self.seen.exact += u64::from(found.short == Some(Short::LastToken));
        self.seen.diverged += u64::from(matches!(found.stop, Stop::Diverged { .. }));
        self.check_pin(namespace, &prompt[..usable], &found.pin)?;
        Ok(found)
    }

    /// The place of the first block that is seen from `position`.
    pub fn first(&self, position: usize) -> usize {
        first_block_seen(self.window, position as u32, self.block as u32) as usize
    }

    /// After how many of the first `most` tokens a sequence can resume, by what the blocks and
    /// snapshots that the index keeps hold: the last place before which each block that is seen
    /// from there is one of them.
    pub fn usable_now(&self, namespace: &Namespace, prompt: &[TokenId], most: usize) -> usize {
        let last = |id: atlas_core::BlockId| self.cells[id.index()][self.block - 1];
        let blocks: Vec<_> = self.index.block_ids().map(last).collect();
        let snapshots: Vec<_> = self.index.snapshot_ids().map(|id| self.kept[id.index()]).collect();
        let mut state = start(namespace);
        let (mut usable, mut ends) = (0, Vec::new());
        for (at, &token) in prompt[..most].iter().enumerate() {
            state = recur(state, token);
            if !(at + 1).is_multiple_of(self.block) {
                continue;
            }
            ends.push(blocks.contains(&Some(state)));
            let seen = &ends[self.first(at + 1)..];
            if seen.iter().all(|&kept| kept) && (!self.recurrent || snapshots.contains(&state)) {
                usable = at + 1;
            }
        }
        usable
    }

    /// The state that a pin holds is that of these tokens and no others.
    pub fn check_pin(&self, ns: &Namespace, tokens: &[TokenId], pin: &Pin) -> Result<(), String> {
        let ids: Vec<_> = pin.blocks.ids().collect();
        let released = self.first(tokens.len());
        if pin.released as usize != released || (released + ids.len()) * self.block != tokens.len()
        {
            let (behind, ids) = (pin.released, ids.len());
            return Err(format!("{ids} blocks for {} tokens, {behind} behind", tokens.len()));
        }
        let mut state = start(ns);
        for (position, &token) in tokens.iter().enumerate() {
            state = recur(state, token);
            let Some(at) = (position / self.block).checked_sub(released) else { continue };
            let cell = self.cells[ids[at].index()][position % self.block];
            if cell != Some(state) {
                return Err(format!("position {position} of a cached prefix holds {cell:?}"));
            }
        }
        match pin.snapshot_id() {
            Some(id) if self.kept[id.index()] != state => {
                Err(format!("the snapshot for {} tokens is another's", tokens.len()))
            }
            None if self.recurrent && !tokens.is_empty() => Err("no snapshot".into()),
            _ => Ok(()),
        }
    }

    /// A new sequence takes over what is cached and runs at least its last token.
    pub fn arrive(&mut self) -> Result<(), String> {
        if self.live.len() >= 4 {
            self.live.remove(0);
        }
        let (namespace, tokens) = self.prompt();
        let found = self.find(&namespace, &tokens)?;
        let written = found.usable_tokens as usize;
        let mut state = match found.pin.snapshot_id() {
            Some(id) => self.kept[id.index()],
            None => state_of(&namespace, &tokens[..written]),
        };
        if let (true, Some(&last)) = (written == tokens.len(), tokens.last()) {
            // Without a token to run there are no logits: the sequence runs the last token again.
            state = recur(state, last);
            if state != state_of(&namespace, &tokens) {
                return Err("the last token was applied twice".into());
            }
        }
        let Pin { blocks, released, snapshot: _ } = found.pin;
        let table = BlockTable::after(&self.blocks, self.block as u32, released, blocks);
        self.live.push(Sequence { namespace, tokens, table, written, state });
        Ok(())
    }

    /// A sequence computes some tokens; what is complete is published, and now and then the state
    /// at the end of a block is kept.
    pub fn advance(&mut self) -> Result<(), String> {
        if self.live.is_empty() {
            return Ok(());
        }
        let at = self.rng.below(self.live.len());
        let mut sequence = self.live.swap_remove(at);
        if self.rng.chance(30) && sequence.written == sequence.tokens.len() {
            sequence.tokens.push(self.rng.below(2) as TokenId);
        }
        let len = self.rng.below(2 * self.block) + 1;
        let end = sequence.tokens.len().min(sequence.written + len);
        // Blocks are there before their positions are written, as in a step that is planned.
        while sequence.table.capacity_tokens() < end as u64 {
            let Some(block) = self.take_block() else { return Ok(()) };
            self.cells[block.id().index()].fill(None);
            sequence.table.push(block);
        }
        let ids: Vec<_> = sequence.table.ids().collect();
        let released = sequence.table.released() as usize;
        while sequence.written < end {
            let position = sequence.written;
            sequence.state = recur(sequence.state, sequence.tokens[position]);
            self.cells[ids[position / self.block - released].index()][position % self.block] =
                Some(sequence.state);
            sequence.written += 1;
            if sequence.written.is_multiple_of(self.block) {
                let keep = self.rng.chance(30);
                self.publish(&mut sequence, keep)?;
            }
        }
        self.publish(&mut sequence, false)?;
        let (held, first) = (sequence.table.held(), self.first(sequence.written) as u32);
        sequence.table.release_before(first);
        self.seen.released += u64::from(held - sequence.table.held());
        if sequence.table.released() != first {
            return Err(format!("{} places are given back of {first}", sequence.table.released()));
        }
        self.live.push(sequence);
        Ok(())
    }

    pub fn publish(&mut self, sequence: &mut Sequence, keep: bool) -> Result<(), String> {
        let Sequence { namespace, tokens, table, written, state } = sequence;
        table.complete_to(*written as u32);
        let before: Vec<_> = table.ids().collect();
        let replaced = self.index.publish(namespace, tokens, table);
        let mut after = before.clone();
        let released = table.released();
        replaced.iter().for_each(|&(at, block)| after[(at - released) as usize] = block);
        if !table.ids().eq(after) {
            return Err("blocks were replaced and the table does not say so".into());
        }
        let whole = *written / self.block * self.block;
        self.seen.twins += replaced.len() as u64;
        let known = |(ns, known): &(Namespace, Vec<_>)| {
            ns == namespace && known.starts_with(&tokens[..whole])
        };
        if !self.model.published.iter().any(known) {
            self.model.published.push((namespace.clone(), tokens[..whole].to_vec()));
        }
        if !keep {
            return Ok(());
        }
        if self.snapshots.free() == 0 {
            give_up_snapshot(&mut self.index);
        }
        self.copy()?;
        let Some(snapshot) = self.snapshots.take() else { return Ok(()) };
        self.kept[snapshot.id().index()] = *state;
        let attached = self.index.attach(namespace, tokens, *written as u32, snapshot.complete());
        self.model.snapshots.push((namespace.clone(), tokens[..*written].to_vec()));
        let resumes = self.index.can_resume(namespace, tokens, *written as u32);
        if self.recurrent && attached && !resumes {
            return Err("what was attached is not there".into());
        }
        Ok(())
    }

    pub fn take_block(&mut self) -> Option<atlas_cache::Block<atlas_cache::Mutable>> {
        if self.blocks.free() == 0 {
            self.seen.evicted += u64::from(give_up_blocks(&mut self.index, 1));
        }
        self.copy().ok()?;
        self.blocks.take()
    }

    pub fn leave(&mut self) {
        if !self.live.is_empty() {
            let at = self.rng.below(self.live.len());
            self.live.swap_remove(at);
        }
    }

    pub fn pin(&mut self) -> Result<(), String> {
        let (namespace, prompt) = self.prompt();
        let found = self.find(&namespace, &prompt)?;
        let tokens = prompt[..found.usable_tokens as usize].to_vec();
        self.pins.push((namespace, tokens, found.pin));
        if self.pins.len() > 3 {
            self.unpin()?;
        }
        Ok(())
    }

    /// Pinned state has not changed.
    pub fn unpin(&mut self) -> Result<(), String> {
        if self.pins.is_empty() {
            return Ok(());
        }
        let (namespace, tokens, pin) = self.pins.remove(0);
        self.check_pin(&namespace, &tokens, &pin)
    }

    /// Evicting gives exactly what can be given.
    pub fn evict(&mut self) -> Result<(), String> {
        if self.rng.chance(50) {
            let (idle, before) = (self.snapshots.idle(), self.snapshots.free());
            let given = give_up_snapshot(&mut self.index);
            self.copy()?;
            let more = self.snapshots.free() - before;
            if given != (idle > 0) || more != u32::from(given) {
                return Err(format!("of {idle} idle snapshots {more} came back"));
            }
            return Ok(());
        }
        let count = 1 + self.rng.below(6) as u32;
        let (idle, before) = (self.blocks.idle(), self.blocks.free());
        let given = give_up_blocks(&mut self.index, count);
        self.copy()?;
        self.seen.evicted += u64::from(given);
        if given != count.min(idle) || self.blocks.free() != before + given {
            return Err(format!("of {idle} idle blocks {given} came back, {count} were asked for"));
        }
        Ok(())
    }

    pub fn check(&self) -> Result<(), String> {
        let tables = self.live.iter().map(|s| &s.table);
        let pinned = self.pins.iter().flat_map(|(_, _, pin)| pin.blocks.ids());
        let blocks = Holders {
            exclusive: tables.clone().flat_map(BlockTable::exclusive_ids),
            shared: tables.flat_map(BlockTable::shared_ids).chain(pinned),
            cached: self.index.block_ids(),
        };
        self.blocks.check(blocks).map_err(|e| e.to_string())?;
        let snapshots = Holders {
            exclusive: [],
            shared: self.pins.iter().filter_map(|(_, _, pin)| pin.snapshot_id()),
            cached: self.index.snapshot_ids(),
        };
        self.snapshots.check(snapshots).map_err(|e| e.to_string())?;
        let none = (Vec::new(), Vec::new());
        self.index.check_host(none, (Vec::new(), Vec::new())).map_err(|e| e.to_string())?;
        self.index.check().map_err(|e| e.to_string())
    }
}
