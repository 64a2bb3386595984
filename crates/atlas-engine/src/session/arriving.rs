//! A session on its way from the disk to the prefix cache.

use std::collections::VecDeque;

use atlas_cache::Namespace;
use atlas_core::{BlockId, SessionDone, SessionError, SessionRestore, TokenId};
use atlas_disk::{Faults, Found, Piece};
use atlas_tensor::LayerState;

use super::files::{HeadFile, block_file, bytes_of, snapshot_file};
use super::{SessionForm, failed};
use crate::state::slots::SlotTable;
use crate::state::tier::bring::copy_in;
use crate::state::tier::disk::{DiskBlocks, OnTheirWay, Tag};
use crate::state::tier::evict::TOGETHER;
use crate::state::tier::keys::FoundBlock;
use crate::state::tier::{KvTier, TierError};

/// Files of a session that is being read.
pub(crate) struct Arriving {
    namespace: Namespace,
    head: HeadFile,
    bytes: u64,
    block_tokens: u32,
    disk: DiskBlocks,
    /// Blocks that are not asked for yet, and those on their way.
    found: VecDeque<FoundBlock>,
    coming: VecDeque<(FoundBlock, Tag)>,
    /// Blocks that have come and are not taken in, from the place `first` on.
    come: Vec<(FoundBlock, Piece)>,
    first: u32,
    snapshot: Option<Piece>,
}

/// The session in a folder, by its head.
///
/// # Errors
/// There is none, it has another version, it is damaged, or the disk.
pub(crate) fn session_in(folder: &std::path::Path) -> Result<SessionDone, SessionError> {
    let HeadFile { head, cached_tokens, .. } = HeadFile::read(folder)?;
    Ok(SessionDone { head, cached_tokens, bytes: bytes_of(folder) })
}

/// The blocks of a session in the order of their places.
///
/// # Errors
/// One of them is missing, or the head holds numbers that no session has.
fn in_order(
    head: &HeadFile,
    found: Vec<Found>,
    block_tokens: u32,
) -> Result<VecDeque<FoundBlock>, SessionError> {
    let (tokens, size) = (&head.head.tokens, block_tokens as usize);
    let (cached, released) = (head.cached_tokens as usize, head.released as usize);
    if cached > tokens.len() || !cached.is_multiple_of(size) || released * size > cached {
        let what = format!("it says that it holds the state of {cached} tokens");
        return Err(SessionError::Damaged(what));
    }
    let mut by_place: Vec<Option<FoundBlock>> = Vec::new();
    by_place.resize_with(cached / size, || None);
    for found in found {
        let block = FoundBlock::read(found.key, found.stored, block_tokens);
        let Some(block) = block else { continue };
        let start = block.start() as usize;
        if tokens.get(start..start + size) == Some(block.tokens())
            && let Some(place) = by_place.get_mut(start / size)
        {
            *place = Some(block);
        }
    }
    let missing = |place: usize| {
        let what = format!("the block of tokens {} to {}", place * size, (place + 1) * size);
        SessionError::Damaged(format!("{what} is missing"))
    };
    let places = by_place.into_iter().enumerate().skip(released);
    places.map(|(place, block)| block.ok_or_else(|| missing(place))).collect()
}

impl Arriving {
    /// Opens the files of a session.
    ///
    /// # Errors
    /// There is none; it is of something else; it is damaged; the disk.
    pub fn open(
        restore: SessionRestore,
        form: &SessionForm,
        seq_len_max: u32,
    ) -> Result<Self, SessionError> {
        let head = HeadFile::read(&restore.folder)?;
        let open = |path: std::path::PathBuf, parts: &[usize], memory| {
            let missing = |error: std::io::Error| {
                let name = path.file_name().unwrap_or_default();
                SessionError::Damaged(format!("{}: {error}", name.display()))
            };
            // As long as it is: what it lacks is seen by the blocks.
            let bytes = std::fs::metadata(&path).map_err(missing)?.len();
            let identity = &form.identity;
            DiskBlocks::open(&path, bytes, parts, identity, &Faults::default(), memory)
                .map_err(failed)
        };
        let (disk, found) = open(
            block_file(&restore.folder),
            &form.parts,
            OnTheirWay::in_order(&form.parts, false),
        )?;
        let tokens = head.head.tokens.len() as u32;
        if tokens >= seq_len_max {
            return Err(SessionError::TooLong { tokens, seq_len_max });
        }
        let blocks = in_order(&head, found, form.block_tokens)?;
        let snapshot = match form.snapshot_bytes {
            bytes if bytes > 0 && head.cached_tokens > 0 => {
                let file = snapshot_file(&restore.folder);
                let (mut disk, found) = open(file, &[bytes], super::leaving::SNAPSHOTS)?;
                let lacks = || SessionError::Damaged("its snapshot is missing".to_owned());
                let found = found.first().ok_or_else(lacks)?;
                let tag = disk.read_whole(&found.stored, &found.key).ok_or_else(lacks)?;
                Some(disk.wait(tag).map_err(failed)?)
            }
            _ => None,
        };
        Ok(Self {
            bytes: bytes_of(&restore.folder),
            first: head.released,
            block_tokens: form.block_tokens,
            namespace: Namespace { salt: restore.salt, adapter: restore.adapter },
            head,
            disk,
            found: blocks,
            coming: VecDeque::new(),
            come: Vec::new(),
            snapshot,
        })
    }

    /// Whose the state is.
    pub fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// Whether nothing was brought yet.
    pub fn begins(&self) -> bool {
        self.first == self.head.released && self.come.is_empty() && self.coming.is_empty()
    }

    /// Blocks at the start that it is without.
    pub fn released(&self) -> u32 {
        self.head.released
    }

    /// Tokens whose state it holds.
    pub fn tokens(&self) -> &[TokenId] {
        &self.head.head.tokens[..self.head.cached_tokens as usize]
    }

    /// Whether blocks are left.
    pub fn has_more(&self) -> bool {
        !(self.found.is_empty() && self.coming.is_empty())
    }

    /// Waits for the next blocks, and asks for those behind them. Returns the position at their
    /// end.
    ///
    /// # Errors
    /// The disk, or what it brought is not what was written.
    pub fn bring_some(&mut self) -> Result<u32, SessionError> {
        self.first += self.come.len() as u32;
        // Their memory is for those behind them.
        self.come.clear();
        while self.come.len() < TOGETHER {
            while let Some(next) = self.found.pop_front() {
                let Some(tag) = self.disk.read_whole(&next.stored, &next.key) else {
                    self.found.push_front(next);
                    break;
                };
                self.coming.push_back((next, tag));
            }
            let Some((block, tag)) = self.coming.pop_front() else { break };
            self.come.push((block, self.disk.wait(tag).map_err(failed)?));
        }
        Ok((self.first + self.come.len() as u32) * self.block_tokens)
    }

    /// Writes blocks that have come to blocks of the pool, given with their places.
    pub(crate) fn take_in(
        &mut self,
        to: &[(u32, BlockId)],
        mut tier: Option<&mut KvTier>,
        slots: &SlotTable,
        layers: &mut [LayerState],
    ) -> Result<(), TierError> {
        if let Some(tier) = &mut tier {
            tier.begin_outside_step();
        }
        let (mut there, mut pieces, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        for &(place, block) in to {
            let at = place.checked_sub(self.first).map(|at| at as usize);
            let Some((found, piece)) = at.and_then(|at| self.come.get(at)) else { continue };
            let frame = match &mut tier {
                Some(tier) => tier.renew(block.0, slots, layers)?,
                None => block.0,
            };
            there.push((block.0, frame));
            pieces.push(piece);
            keys.push((block.0, found.key_in(&self.namespace)));
        }
        copy_in(&there, &pieces, |part| self.disk.part(part), layers);
        if let Some(tier) = &mut tier {
            keys.into_iter().for_each(|(block, key)| tier.take_whole(block, key));
        }
        Ok(())
    }

    /// The snapshot at its end, where it has one.
    pub fn take_snapshot(&mut self) -> Option<Piece> {
        self.snapshot.take()
    }

    /// The account of it.
    pub fn done(self) -> SessionDone {
        let HeadFile { head, cached_tokens, .. } = self.head;
        SessionDone { head, cached_tokens, bytes: self.bytes }
    }
}
