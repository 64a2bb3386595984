//! Data of the sequence in each slot that a step needs: its tokens, its KV blocks, its
//! request. One array per field, sized once.

use atlas_core::{
    BlockAppend, BlockId, BlockRelease, BlockReplace, Epoch, Limits, RequestId, SlotAssign,
    SlotDrop, SlotId, TokenId,
};

/// A plan that does not fit the tables: a broken invariant, never a user's mistake.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SlotError {
    #[error("{slot:?} does not exist, there are {slots} slots")]
    NoSlot { slot: SlotId, slots: usize },
    #[error("{slot:?} holds {holder}, which must be dropped before {request} is assigned to it")]
    Taken { slot: SlotId, holder: RequestId, request: RequestId },
    #[error("{slot:?} is in {actual:?}, the plan means {planned:?}")]
    StaleEpoch { slot: SlotId, actual: Epoch, planned: Epoch },
    #[error("{slot:?} already has {blocks} KV blocks, as many as the longest sequence needs")]
    TableFull { slot: SlotId, blocks: usize },
    #[error("{slot:?} has {blocks} KV blocks, none in place {at}")]
    NoBlock { slot: SlotId, blocks: usize, at: usize },
    #[error("{request} has {tokens} tokens, more than the longest sequence of {seq_len_max}")]
    TooLong { request: RequestId, tokens: usize, seq_len_max: usize },
    #[error("{slot:?} knows {known} tokens, the span ends at {end}")]
    UnknownTokens { slot: SlotId, known: usize, end: usize },
    #[error("{slot:?}: no launch that is outstanding picks the token at {position}")]
    NoPickedToken { slot: SlotId, position: u32 },
    #[error("{slot:?} has {blocks} KV blocks of {block_tokens} tokens, the span ends at {end}")]
    MissingBlocks { slot: SlotId, blocks: usize, block_tokens: usize, end: usize },
}

/// A row of a launch that picks tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickedBy {
    pub launch: u64,
    pub row: u32,
}

/// Per-slot tables.
#[derive(Debug)]
pub struct SlotTable {
    seq_len_max: usize,
    blocks_max: usize,
    /// `[slot, seq_len_max]`
    tokens: Vec<TokenId>,
    known: Vec<u32>,
    /// `[slot, blocks_max]`, of the pool.
    blocks: Vec<u32>,
    /// The same as frames of the caches, where those have fewer; see [`crate::state::tier`].
    frames: Option<Vec<u32>>,
    /// Whether they are in use: not while all blocks are in frames of their own numbers.
    uses_frames: bool,
    block_len: Vec<u32>,
    epoch: Vec<Epoch>,
    request: Vec<Option<RequestId>>,
    /// Launch that picks the token behind the known ones, while that is outstanding.
    next: Vec<Option<PickedBy>>,
}

impl SlotTable {
    /// Empty tables for `limits`.
    pub fn new(limits: &Limits) -> Self {
        let slots = limits.slot_count as usize;
        let seq_len_max = limits.seq_len_max as usize;
        let blocks_max = limits.blocks_for(limits.seq_len_max) as usize;
        Self {
            seq_len_max,
            blocks_max,
            tokens: vec![0; slots * seq_len_max],
            known: vec![0; slots],
            blocks: vec![0; slots * blocks_max],
            frames: None,
            uses_frames: false,
            block_len: vec![0; slots],
            epoch: vec![Epoch::default(); slots],
            request: vec![None; slots],
            next: vec![None; slots],
        }
    }

    /// Bytes that [`Self::new`] allocates.
    pub fn bytes_for(limits: &Limits) -> usize {
        let per_slot = limits.seq_len_max as usize * size_of::<TokenId>()
            + limits.blocks_for(limits.seq_len_max) as usize * size_of::<u32>()
            + 2 * size_of::<u32>()
            + size_of::<Epoch>()
            + size_of::<Option<RequestId>>()
            + size_of::<Option<PickedBy>>();
        limits.slot_count as usize * per_slot
    }

    /// Bytes of the tables.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.tokens[..])
            + size_of_val(&self.known[..])
            + size_of_val(&self.blocks[..])
            + size_of_val(&self.block_len[..])
            + size_of_val(&self.epoch[..])
            + size_of_val(&self.request[..])
            + size_of_val(&self.next[..])
    }

    /// Assigns a slot to a request with its known tokens; its block table is empty.
    pub fn assign(&mut self, assign: &SlotAssign, tokens: &[TokenId]) -> Result<(), SlotError> {
        let (slot, i) = (assign.slot, self.index(assign.slot)?);
        if let Some(holder) = self.request[i] {
            return Err(SlotError::Taken { slot, holder, request: assign.request });
        }
        if tokens.len() > self.seq_len_max {
            return Err(SlotError::TooLong {
                request: assign.request,
                tokens: tokens.len(),
                seq_len_max: self.seq_len_max,
            });
        }
        self.tokens[i * self.seq_len_max..][..tokens.len()].copy_from_slice(tokens);
        self.known[i] = tokens.len() as u32;
        self.block_len[i] = 0;
        self.epoch[i] = assign.epoch;
        self.request[i] = Some(assign.request);
        self.next[i] = None;
        Ok(())
    }

    /// Number of slots.
    pub fn count(&self) -> usize {
        self.request.len()
    }

    /// Known tokens and blocks of a slot.
    pub fn lens(&self, slot: SlotId) -> (u32, u32) {
        (self.known[slot.index()], self.block_len[slot.index()])
    }

    /// Forgets the tokens and the blocks behind the first ones.
    #[cfg(test)]
    pub fn truncate(&mut self, slot: SlotId, known: Option<u32>, blocks: Option<u32>) {
        let i = slot.index();
        self.known[i] = self.known[i].min(known.unwrap_or(u32::MAX));
        self.block_len[i] = self.block_len[i].min(blocks.unwrap_or(u32::MAX));
    }

    /// Checks that a slot is in an epoch.
    pub fn check_epoch(&self, slot: SlotId, epoch: Epoch) -> Result<(), SlotError> {
        self.checked(slot, epoch).map(drop)
    }

    /// Clears a slot.
    pub fn drop_slot(&mut self, drop: &SlotDrop) -> Result<(), SlotError> {
        let i = self.checked(drop.slot, drop.epoch)?;
        self.request[i] = None;
        self.known[i] = 0;
        self.block_len[i] = 0;
        Ok(())
    }

    /// Appends a KV block to a slot's table.
    pub fn append_block(&mut self, append: &BlockAppend) -> Result<(), SlotError> {
        let i = self.checked(append.slot, append.epoch)?;
        let len = self.block_len[i] as usize;
        if len == self.blocks_max {
            return Err(SlotError::TableFull { slot: append.slot, blocks: len });
        }
        self.blocks[i * self.blocks_max + len] = append.block.0;
        self.block_len[i] += 1;
        Ok(())
    }

    /// Puts another KV block with the same content into a place of a slot's table.
    pub fn replace_block(&mut self, replace: &BlockReplace) -> Result<(), SlotError> {
        let i = self.checked(replace.slot, replace.epoch)?;
        let (at, blocks) = (replace.at as usize, self.block_len[i] as usize);
        if at >= blocks {
            return Err(SlotError::NoBlock { slot: replace.slot, blocks, at });
        }
        self.blocks[i * self.blocks_max + at] = replace.block.0;
        Ok(())
    }

    /// Takes the blocks away from the places at the start of a slot's table; of a new one it makes
    /// these places.
    pub fn release_blocks(&mut self, release: &BlockRelease) -> Result<(), SlotError> {
        let (slot, i) = (release.slot, self.checked(release.slot, release.epoch)?);
        let until = release.until as usize;
        if until > self.blocks_max {
            return Err(SlotError::TableFull { slot, blocks: self.blocks_max });
        }
        self.blocks[i * self.blocks_max..][..until].fill(BlockId::NONE.0);
        self.block_len[i] = self.block_len[i].max(release.until);
        Ok(())
    }

    /// Adds a picked token behind the known ones.
    pub fn push_token(&mut self, slot: SlotId, token: TokenId) -> Result<(), SlotError> {
        let i = self.index(slot)?;
        let known = self.known[i] as usize;
        if known == self.seq_len_max {
            return Err(SlotError::UnknownTokens { slot, known, end: known + 1 });
        }
        self.tokens[i * self.seq_len_max + known] = token;
        self.known[i] += 1;
        Ok(())
    }

    /// Notes what picks the next token of a slot, which is not known before that is read.
    pub fn expect_token(&mut self, slot: SlotId, from: PickedBy) {
        self.next[slot.index()] = Some(from);
    }

    /// Notes that what a launch picked has been read.
    pub fn settle(&mut self, slot: SlotId, launch: u64) {
        let next = &mut self.next[slot.index()];
        *next = next.filter(|next| next.launch != launch);
    }

    /// The row of the last launch, `launch`, that picks the token at `position` of a slot.
    ///
    /// # Errors
    /// It is not the one behind the known tokens, or no launch is about to pick it.
    pub fn picked_by(&self, slot: SlotId, position: u32, launch: u64) -> Result<u32, SlotError> {
        let i = self.index(slot)?;
        let next = self.next[i].filter(|next| next.launch == launch);
        match next.filter(|_| self.known[i] <= position) {
            Some(next) => Ok(next.row),
            None => Err(SlotError::NoPickedToken { slot, position }),
        }
    }

    /// Request in the slot, if the slot is still in `epoch`.
    pub fn holder(&self, slot: SlotId, epoch: Epoch) -> Option<RequestId> {
        let i = slot.index();
        if *self.epoch.get(i)? == epoch { self.request[i] } else { None }
    }

    /// Tokens at positions `[start, end)` of a slot, all of which must be known.
    pub fn tokens(&self, slot: SlotId, start: u32, end: u32) -> Result<&[TokenId], SlotError> {
        let i = self.index(slot)?;
        let (known, end) = (self.known[i] as usize, end as usize);
        if end > known {
            return Err(SlotError::UnknownTokens { slot, known, end });
        }
        Ok(&self.tokens[i * self.seq_len_max..][start as usize..end])
    }

    /// The block table of a slot as the caches have it; places whose blocks were given back have
    /// [`BlockId::NONE`], and so have places whose blocks are not in memory and those before them.
    pub fn blocks(&self, slot: SlotId) -> &[u32] {
        let i = slot.index();
        let frames = self.frames.as_ref().filter(|_| self.uses_frames);
        let blocks = frames.unwrap_or(&self.blocks);
        &blocks[i * self.blocks_max..][..self.block_len[i] as usize]
    }

    /// The block table of a slot in blocks of the pool.
    pub fn pool_blocks(&self, slot: SlotId) -> &[u32] {
        let i = slot.index();
        &self.blocks[i * self.blocks_max..][..self.block_len[i] as usize]
    }

    /// Slots that hold a sequence.
    pub fn held(&self) -> impl Iterator<Item = SlotId> {
        let held = self.request.iter().zip(0..).filter(|(request, _)| request.is_some());
        held.map(|(_, slot)| SlotId(slot))
    }

    /// Keeps tables of frames beside those of the pool's blocks.
    pub fn keep_frames(&mut self) {
        self.frames = Some(vec![BlockId::NONE.0; self.blocks.len()]);
    }

    /// Lets the tables of frames be those that the caches have.
    pub fn use_frames(&mut self) {
        self.uses_frames = self.frames.is_some();
    }

    /// Sets the frames of a slot's table. Panics without tables of frames.
    pub fn set_frames(&mut self, slot: SlotId, frames: &[u32]) {
        let Some(tables) = &mut self.frames else { panic!("no tables of frames") };
        tables[slot.index() * self.blocks_max..][..frames.len()].copy_from_slice(frames);
    }

    fn index(&self, slot: SlotId) -> Result<usize, SlotError> {
        let i = slot.index();
        let slots = self.request.len();
        if i < slots { Ok(i) } else { Err(SlotError::NoSlot { slot, slots }) }
    }

    fn checked(&self, slot: SlotId, planned: Epoch) -> Result<usize, SlotError> {
        let i = self.index(slot)?;
        match self.epoch[i] {
            actual if actual == planned => Ok(i),
            actual => Err(SlotError::StaleEpoch { slot, actual, planned }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::DropReason;

    fn table() -> SlotTable {
        SlotTable::new(&Limits {
            slot_count: 2,
            step_tokens_max: 8,
            drafts_max: 0,
            seq_len_max: 5,
            kv_block_tokens: 4,
            kv_block_count: 8,
            chunk_tokens_max: 8,
            queue_len_max: 1,
            overtake_max: 1,
            snapshot_count: 0,
            host: atlas_core::HostPlaces::default(),
        })
    }

    const SLOT: SlotId = SlotId(1);

    fn slot_assign(epoch: u32) -> SlotAssign {
        SlotAssign { slot: SLOT, epoch: Epoch(epoch), request: RequestId(u64::from(epoch)) }
    }

    #[test]
    fn a_slot_lives_from_seat_to_drop() {
        let mut t = table();
        t.assign(&slot_assign(1), &[7, 8, 9]).expect("free");
        let append = BlockAppend { slot: SLOT, epoch: Epoch(1), block: BlockId(6) };
        t.append_block(&append).expect("room");
        t.push_token(SLOT, 4).expect("room");
        let swap = |at| BlockReplace { slot: SLOT, epoch: Epoch(1), at, block: BlockId(3) };
        assert!(matches!(t.replace_block(&swap(1)), Err(SlotError::NoBlock { .. })));
        assert_eq!(t.blocks(SLOT), [6]);
        t.replace_block(&swap(0)).expect("there");
        assert_eq!(t.blocks(SLOT), [3]);
        t.replace_block(&BlockReplace { block: BlockId(6), ..swap(0) }).expect("there");
        assert_eq!(t.tokens(SLOT, 1, 4), Ok(&[8, 9, 4][..]));
        assert_eq!(t.blocks(SLOT), [6]);
        assert_eq!(t.holder(SLOT, Epoch(1)), Some(RequestId(1)));
        assert_eq!(t.holder(SLOT, Epoch(0)), None);
        let drop = SlotDrop {
            slot: SLOT,
            epoch: Epoch(1),
            request: RequestId(1),
            reason: DropReason::Ended,
        };
        t.drop_slot(&drop).expect("assigned");
        assert_eq!(t.holder(SLOT, Epoch(1)), None);
        t.assign(&slot_assign(2), &[1]).expect("free again");
        assert!(t.blocks(SLOT).is_empty());
    }

    #[test]
    fn places_whose_blocks_are_given_back_have_none() {
        let mut t = table();
        t.assign(&slot_assign(1), &[7, 8, 9]).expect("free");
        let release = |until| BlockRelease { slot: SLOT, epoch: Epoch(1), until };
        t.release_blocks(&release(1)).expect("a new table may begin so");
        let append = BlockAppend { slot: SLOT, epoch: Epoch(1), block: BlockId(6) };
        t.append_block(&append).expect("room");
        assert_eq!(t.blocks(SLOT), [BlockId::NONE.0, 6]);
        t.release_blocks(&release(2)).expect("there");
        assert_eq!(t.blocks(SLOT), [BlockId::NONE.0; 2]);
        assert!(matches!(t.release_blocks(&release(3)), Err(SlotError::TableFull { .. })));
        assert!(t.append_block(&append).is_err());
        let old = BlockRelease { epoch: Epoch(0), ..release(1) };
        assert!(matches!(t.release_blocks(&old), Err(SlotError::StaleEpoch { .. })));
    }

    #[test]
    fn broken_plans_are_refused() {
        let mut t = table();
        t.assign(&slot_assign(1), &[7]).expect("free");
        assert!(matches!(t.assign(&slot_assign(2), &[7]), Err(SlotError::Taken { .. })));
        assert!(matches!(t.tokens(SLOT, 0, 2), Err(SlotError::UnknownTokens { .. })));
        let append = |epoch, slot| BlockAppend { slot, epoch: Epoch(epoch), block: BlockId(0) };
        assert!(matches!(t.append_block(&append(2, SLOT)), Err(SlotError::StaleEpoch { .. })));
        assert!(matches!(t.append_block(&append(1, SlotId(2))), Err(SlotError::NoSlot { .. })));
        for _ in 0..2 {
            t.append_block(&append(1, SLOT)).expect("two blocks hold five tokens");
        }
        assert!(matches!(t.append_block(&append(1, SLOT)), Err(SlotError::TableFull { .. })));
        for _ in 0..4 {
            t.push_token(SLOT, 0).expect("room");
        }
        assert!(t.push_token(SLOT, 0).is_err());
    }
}
