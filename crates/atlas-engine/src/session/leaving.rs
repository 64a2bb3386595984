//! A session on its way to the disk.

use std::sync::Arc;

use atlas_core::{SessionDone, SessionError, SessionSave, SnapshotId, TokenId};
use atlas_disk::{ALIGN_BYTES, DiskError, Faults, Stored, place_bytes};
use atlas_sched::HeldPrefix;
use atlas_tensor::LayerState;

use super::files::{HeadFile, NewFolder, block_file, snapshot_file};
use super::{SessionForm, failed};
use crate::state::snapshots::SnapshotArena;
use crate::state::tier::disk::{DiskBlocks, OnTheirWay};
use crate::state::tier::evict::{TOGETHER, copy_out};
use crate::state::tier::{KvTier, keys};

/// A snapshot on its way, or back.
pub(super) const SNAPSHOTS: OnTheirWay = OnTheirWay { reads: 0, writes: 1, whole: 1 };

/// Memory for the jobs of one, and what was written, which keeps its place.
struct Writes {
    disk: DiskBlocks,
    kept: Vec<Stored>,
}

impl Writes {
    /// Keeps what the disk has.
    fn take_written(&mut self) -> Result<(), DiskError> {
        for written in self.disk.take_written() {
            self.kept.push(written.result?);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), DiskError> {
        self.disk.finish()?;
        self.take_written()
    }
}

/// Files of a session that is being written.
pub(crate) struct Leaving {
    save: SessionSave,
    folder: NewFolder,
    block_tokens: u32,
    blocks: Writes,
    snapshot: Option<Writes>,
    /// The prefix that is written, once it is known, and how many of its blocks are.
    held: Option<HeldPrefix>,
    next: usize,
    /// Chain of the tokens before the next place.
    chain: u128,
}

impl Leaving {
    /// Makes the files, for at most `blocks_max` blocks.
    ///
    /// # Errors
    /// The session is larger than it may be; the disk.
    pub fn new(
        save: SessionSave,
        form: &SessionForm,
        blocks_max: u32,
    ) -> Result<Self, SessionError> {
        let blocks = (save.head.tokens.len() as u32 / form.block_tokens).clamp(1, blocks_max);
        let file = |parts: &[usize], count: u32| {
            ALIGN_BYTES as u64 + u64::from(count) * place_bytes(parts) as u64
        };
        let snapshot_parts = [form.snapshot_bytes];
        let bytes = file(&form.parts, blocks);
        let snapshot_bytes = (form.snapshot_bytes > 0).then(|| file(&snapshot_parts, 1));
        let needed = bytes + snapshot_bytes.unwrap_or(0);
        if needed > save.bytes_max {
            return Err(SessionError::TooLarge { needed, allowed: save.bytes_max });
        }
        let made = NewFolder::new(&save.folder);
        let folder = made
            .map_err(|error| SessionError::Disk(format!("{}: {error}", save.folder.display())))?;
        let open = |path, bytes, parts: &[usize], memory| {
            let opened =
                DiskBlocks::open(path, bytes, parts, &form.identity, &Faults::default(), memory);
            opened.map(|(disk, _)| Writes { disk, kept: Vec::new() }).map_err(failed)
        };
        let path = folder.path();
        Ok(Self {
            blocks: open(
                &block_file(path),
                bytes,
                &form.parts,
                OnTheirWay::in_order(&form.parts, true),
            )?,
            snapshot: match snapshot_bytes {
                None => None,
                Some(bytes) => Some(open(&snapshot_file(path), bytes, &snapshot_parts, SNAPSHOTS)?),
            },
            block_tokens: form.block_tokens,
            save,
            folder,
            held: None,
            next: 0,
            chain: keys::START,
        })
    }

    pub fn save(&self) -> &SessionSave {
        &self.save
    }

    /// Whether it is known what is written.
    pub fn has_begun(&self) -> bool {
        self.held.is_some()
    }

    /// Sets what is written.
    pub fn begin(&mut self, held: HeldPrefix) {
        let tokens = &self.save.head.tokens;
        for place in 0..held.released {
            self.chain = keys::chain(self.chain, tokens_at(tokens, place, self.block_tokens));
        }
        self.held = Some(held);
    }

    /// Blocks that are left.
    pub fn left(&self) -> usize {
        self.held.as_ref().map_or(0, |held| held.blocks.len() - self.next)
    }

    /// Gives some blocks that are left to the disk.
    pub(crate) fn leave_some(
        &mut self,
        mut tier: Option<&mut KvTier>,
        layers: &[LayerState],
    ) -> Result<(), DiskError> {
        let Some(held) = &self.held else { return Ok(()) };
        let end = (self.next + TOGETHER).min(held.blocks.len());
        let group: Vec<u32> = held.blocks[self.next..end].iter().map(|block| block.0).collect();
        let first = held.released + self.next as u32;
        let frame = |block: u32| match &tier {
            Some(tier) => tier.frame_of(block),
            None => Some(block),
        };
        let there: Vec<_> =
            group.iter().filter_map(|&block| Some((block, frame(block)?))).collect();
        let parts = copy_out(&there, layers);
        let mut at = 0;
        for (place, block) in (first..).zip(group) {
            let key = self.next_key(place).ok_or_else(|| {
                DiskError::Stopped(format!("the block of place {place} has no key"))
            })?;
            if there.get(at).is_some_and(|(next, _)| *next == block) {
                self.blocks.disk.write(place, key, |part, bytes| {
                    bytes.copy_from_slice(&parts[part][at * bytes.len()..][..bytes.len()]);
                });
                at += 1;
            } else if let Some(tier) = &mut tier {
                let piece = tier.content(block)?;
                self.blocks.disk.write(place, key, |part, bytes| {
                    bytes.copy_from_slice(&piece.bytes()[tier.part(part)]);
                });
            }
            self.next += 1;
        }
        self.blocks.take_written()
    }

    /// The key of a place, which is the next one. Its namespace is empty: the reader of the session
    /// says whose it is.
    fn next_key(&mut self, place: u32) -> Option<Arc<[u8]>> {
        let tokens = tokens_at(&self.save.head.tokens, place, self.block_tokens);
        let key = keys::key(&Default::default(), place * self.block_tokens, self.chain, tokens);
        self.chain = keys::chain(self.chain, tokens);
        key
    }

    pub(crate) fn leave_snapshot(&mut self, arena: &SnapshotArena, from: SnapshotId) {
        if let Some(file) = &mut self.snapshot {
            file.disk.write(0, Arc::default(), |_, bytes| arena.read(from, bytes));
        }
    }

    /// Waits for the disk, and gives the folder its name.
    ///
    /// # Errors
    /// The disk.
    pub fn finish(self) -> Result<SessionDone, SessionError> {
        self.blocks.finish().map_err(failed)?;
        if let Some(snapshot) = self.snapshot {
            snapshot.finish().map_err(failed)?;
        }
        let (cached, released) = self.held.map_or((0, 0), |held| (held.position, held.released));
        let head = self.save.head;
        let written = HeadFile::new(cached, released, head.clone()).write(self.folder.path());
        let bytes = written.and_then(|()| self.folder.commit()).map_err(|error| {
            SessionError::Disk(format!("{}: {error}", self.save.folder.display()))
        })?;
        Ok(SessionDone { head, cached_tokens: cached, bytes })
    }
}

/// Tokens of the block at a place.
fn tokens_at(tokens: &[TokenId], place: u32, block_tokens: u32) -> &[TokenId] {
    let (place, size) = (place as usize, block_tokens as usize);
    tokens.get(place * size..(place + 1) * size).unwrap_or_default()
}
