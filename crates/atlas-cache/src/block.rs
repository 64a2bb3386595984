//! KV blocks: one owner each, returned to the pool when the owner drops them.

use atlas_core::BlockId;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// State of a block that is still being written by its owner.
#[derive(Debug)]
pub enum Mutable {}

/// State of a block whose positions are all written and committed; its content never changes again.
#[derive(Debug)]
pub enum Complete {}

/// The only handle of one KV block in state `S`. Dropping it gives the block back.
#[derive(Debug)]
pub struct Block<S> {
    owned: Owned,
    state: PhantomData<S>,
}

impl<S> Block<S> {
    /// The block's index in every paged layer.
    pub fn id(&self) -> BlockId {
        self.owned.id
    }
}

impl Block<Mutable> {
    /// Declares every position of the block written and committed.
    pub fn complete(self) -> Block<Complete> {
        Block { owned: self.owned, state: PhantomData }
    }
}

#[derive(Debug)]
struct Owned {
    id: BlockId,
    home: Arc<Mutex<FreeList>>,
}

impl Drop for Owned {
    fn drop(&mut self) {
        lock(&self.home).put_back(self.id);
    }
}

#[derive(Debug)]
struct FreeList {
    /// Last in, first out: a block is reused as soon as possible, so that a stale reference to it
    /// is noticed early.
    ids: Vec<BlockId>,
    returned: u64,
    duplicate_every: Option<u64>,
}

impl FreeList {
    fn put_back(&mut self, id: BlockId) {
        self.ids.push(id);
        self.returned += 1;
        if self.duplicate_every.is_some_and(|every| self.returned.is_multiple_of(every)) {
            self.ids.push(id);
        }
    }
}

/// The list holds plain ids and each change to it is one push or pop, so a panic elsewhere cannot
/// leave it half changed.
fn lock(list: &Mutex<FreeList>) -> MutexGuard<'_, FreeList> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A free list that contradicts itself.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PoolError {
    #[error("block {} is in the free list twice: it was given back twice", .block.0)]
    FreedTwice { block: BlockId },
    #[error("block {} is in use and in the free list", .block.0)]
    FreeAndUsed { block: BlockId },
    #[error("block {} has two owners", .block.0)]
    TwoOwners { block: BlockId },
    #[error("block {} is outside the pool of {count}", .block.0)]
    OutOfRange { block: BlockId, count: u32 },
    #[error("{used} blocks are out but {owned} are owned by sequences: {} leaked", i64::from(*.used) - i64::from(*.owned))]
    Leak { used: u32, owned: u32 },
}

/// All KV blocks of an engine.
#[derive(Debug)]
pub struct BlockPool {
    home: Arc<Mutex<FreeList>>,
    count: u32,
}

impl BlockPool {
    /// A pool of blocks `0..count`, all free.
    pub fn new(count: u32) -> Self {
        let ids = (0..count).rev().map(BlockId).collect();
        let list = FreeList { ids, returned: 0, duplicate_every: None };
        Self { home: Arc::new(Mutex::new(list)), count }
    }

    /// A free block, or `None` when all are out.
    pub fn take(&self) -> Option<Block<Mutable>> {
        let id = lock(&self.home).ids.pop()?;
        Some(Block { owned: Owned { id, home: Arc::clone(&self.home) }, state: PhantomData })
    }

    /// Blocks in the pool, free or not.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Blocks that can be taken now.
    pub fn free(&self) -> u32 {
        lock(&self.home).ids.len() as u32
    }

    /// Blocks that are out.
    pub fn used(&self) -> u32 {
        self.count.saturating_sub(self.free())
    }

    /// Checks that the free list and `owned`, the ids of all blocks that somebody holds, together
    /// name every block of the pool exactly once.
    pub fn check(&self, owned: impl IntoIterator<Item = BlockId>) -> Result<(), PoolError> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            No,
            Free,
            Owned,
        }
        let mut seen = vec![Seen::No; self.count as usize];
        let list = lock(&self.home);
        for &block in &list.ids {
            let place = seen
                .get_mut(block.index())
                .ok_or(PoolError::OutOfRange { block, count: self.count })?;
            if *place == Seen::Free {
                return Err(PoolError::FreedTwice { block });
            }
            *place = Seen::Free;
        }
        let mut owned_count = 0;
        for block in owned {
            let place = seen
                .get_mut(block.index())
                .ok_or(PoolError::OutOfRange { block, count: self.count })?;
            match place {
                Seen::Free => return Err(PoolError::FreeAndUsed { block }),
                Seen::Owned => return Err(PoolError::TwoOwners { block }),
                Seen::No => *place = Seen::Owned,
            }
            owned_count += 1;
        }
        let used = self.count - list.ids.len() as u32;
        if used != owned_count {
            return Err(PoolError::Leak { used, owned: owned_count });
        }
        Ok(())
    }

    /// For tests of the checks only: from now on every `every`-th returned block enters the free
    /// list twice, which the handles themselves make impossible.
    pub fn inject_double_free(&self, every: u32) {
        lock(&self.home).duplicate_every = Some(u64::from(every.max(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_gives_back_in_any_state() {
        let pool = BlockPool::new(2);
        let a = pool.take().unwrap();
        let b = pool.take().unwrap().complete();
        assert!(pool.take().is_none());
        assert_ne!(a.id(), b.id());
        assert_eq!(pool.check([a.id(), b.id()]), Ok(()));
        drop(b);
        assert_eq!((pool.free(), pool.used()), (1, 1));
        drop(a);
        assert_eq!(pool.check([]), Ok(()));
    }

    #[test]
    fn a_lost_block_shows_in_the_counts() {
        let pool = BlockPool::new(3);
        std::mem::forget(pool.take());
        assert_eq!(pool.check([]), Err(PoolError::Leak { used: 1, owned: 0 }));
    }

    #[test]
    fn a_double_free_is_found() {
        let pool = BlockPool::new(3);
        pool.inject_double_free(1);
        let block = pool.take().unwrap();
        let id = block.id();
        drop(block);
        assert_eq!(pool.check([]), Err(PoolError::FreedTwice { block: id }));
        let first = pool.take().unwrap();
        assert_eq!(pool.check([first.id()]), Err(PoolError::FreeAndUsed { block: id }));
        let second = pool.take().unwrap();
        let owners = [first.id(), second.id()];
        assert_eq!(pool.check(owners), Err(PoolError::TwoOwners { block: id }));
    }
}
