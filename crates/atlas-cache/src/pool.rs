//! Pools of things that are handed out by number: KV blocks and state snapshots. Each is written by
//! one owner, then shared, and goes back to its pool when the last handle drops.
//!
//! | handle | meaning |
//! |---|---|
//! | [`Unit<Mutable>`] | the only handle of one that is being written |
//! | [`Unit<Complete>`] | the only handle of one that is written and committed |
//! | [`Shared`] | one user's references to complete ones, any number of users each |
//! | [`Cached`] | the prefix index's hold on a complete one; keeps it while it has no user |

use crate::faults::PoolFaults;
use atlas_core::{BlockId, SnapshotId};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// Number of a block or snapshot, under a type of its own for each kind.
pub trait PoolId: Copy + std::fmt::Debug + PartialEq {
    /// Name of the kind in messages.
    const KIND: &'static str;
    fn of(number: u32) -> Self;
    fn number(self) -> u32;
}

impl PoolId for BlockId {
    const KIND: &'static str = "block";
    fn of(number: u32) -> Self {
        Self(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

impl PoolId for SnapshotId {
    const KIND: &'static str = "snapshot";
    fn of(number: u32) -> Self {
        Self(number)
    }
    fn number(self) -> u32 {
        self.0
    }
}

/// State of a block or snapshot that is still being written by its owner.
#[derive(Debug)]
pub enum Mutable {}

/// State of one whose positions are all written and committed; its content never changes again.
#[derive(Debug)]
pub enum Complete {}

/// KV blocks.
pub type BlockPool = Pool<BlockId>;
/// One KV block in state `S`.
pub type Block<S> = Unit<S, BlockId>;
/// Places for snapshots.
pub type SnapshotPool = Pool<SnapshotId>;
/// One snapshot in state `S`.
pub type Snapshot<S> = Unit<S, SnapshotId>;

/// The only handle of one block or snapshot in state `S`. Dropping it gives it back.
#[derive(Debug)]
pub struct Unit<S, I: PoolId> {
    id: u32,
    /// `None` once its one reference is another handle's.
    home: Option<Arc<Mutex<Home>>>,
    state: PhantomData<(S, I)>,
}

impl<S, I: PoolId> Unit<S, I> {
    /// Its place in every layer's pool.
    pub fn id(&self) -> I {
        I::of(self.id)
    }
}

impl<S, I: PoolId> Drop for Unit<S, I> {
    fn drop(&mut self) {
        if let Some(home) = self.home.take() {
            lock(&home).release(self.id);
        }
    }
}

impl<I: PoolId> Unit<Mutable, I> {
    /// Declares all of it written and committed.
    pub fn complete(mut self) -> Unit<Complete, I> {
        Unit { id: self.id, home: self.home.take(), state: PhantomData }
    }
}

impl<I: PoolId> Unit<Complete, I> {
    /// Lets others use it too. From here on it is never written.
    pub fn share(mut self) -> Shared<I> {
        match self.home.take() {
            Some(home) => Shared { ids: vec![self.id], home, kind: PhantomData },
            None => unreachable!("taken by what consumes the handle alone"),
        }
    }
}

/// One user's references to complete blocks or snapshots, in the order of their positions.
#[derive(Debug)]
pub struct Shared<I: PoolId> {
    ids: Vec<u32>,
    home: Arc<Mutex<Home>>,
    kind: PhantomData<I>,
}

impl<I: PoolId> Shared<I> {
    /// The ids in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = I> + '_ {
        self.ids.iter().map(|&id| I::of(id))
    }

    /// The id at `at`.
    pub fn get(&self, at: usize) -> Option<I> {
        self.ids.get(at).map(|&id| I::of(id))
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Gives the first `count` references back.
    pub(crate) fn release_first(&mut self, count: usize) {
        let mut home = lock(&self.home);
        self.ids.drain(..count.min(self.ids.len())).for_each(|id| home.release(id));
    }

    /// Appends the references of `other`, which is of the same pool.
    pub fn append(&mut self, mut other: Self) {
        debug_assert!(Arc::ptr_eq(&self.home, &other.home));
        self.ids.append(&mut other.ids);
    }

    /// Appends units of the same pool, which others may use from now on.
    pub(crate) fn append_units(&mut self, units: impl Iterator<Item = Unit<Complete, I>>) {
        self.ids.reserve(units.size_hint().0);
        self.ids.extend(units.filter_map(|mut unit| {
            let home = unit.home.take()?;
            debug_assert!(Arc::ptr_eq(&self.home, &home));
            Some(unit.id)
        }));
    }

    /// References to nothing, of the same pool.
    pub(crate) fn none(&self) -> Self {
        Self { ids: Vec::new(), home: Arc::clone(&self.home), kind: PhantomData }
    }

    /// Another user's references to the same.
    pub(crate) fn again(&self) -> Self {
        let mut home = lock(&self.home);
        self.ids.iter().for_each(|&id| home.retain(id));
        Self { ids: self.ids.clone(), home: Arc::clone(&self.home), kind: PhantomData }
    }

    /// Becomes a user of what the index holds, all under one lock.
    pub(crate) fn use_all<'a>(&mut self, cached: impl Iterator<Item = &'a Cached<I>>)
    where
        I: 'a,
    {
        let mut home = lock(&self.home);
        for one in cached {
            home.retain(one.id);
            self.ids.push(one.id);
        }
    }

    /// Uses each of `cached` in the place of the one that stands there from `at` on, which is given
    /// back where it is another; the places and the new ids, all under one lock.
    pub(crate) fn replace_all<'a>(
        &mut self,
        at: usize,
        cached: impl Iterator<Item = &'a Cached<I>>,
    ) -> Vec<(u32, I)>
    where
        I: 'a,
    {
        let mut home = lock(&self.home);
        let mut replaced = Vec::new();
        for ((at, id), cached) in self.ids.iter_mut().enumerate().skip(at).zip(cached) {
            if *id != cached.id {
                home.retain(cached.id);
                home.release(std::mem::replace(id, cached.id));
                replaced.push((at as u32, I::of(cached.id)));
            }
        }
        replaced
    }

    /// The index's holds on a range, up to the first that it holds already; under one lock.
    pub(crate) fn cache_all(&self, range: std::ops::Range<usize>) -> Vec<Cached<I>> {
        let (ids, mut home) = (self.ids.get(range).unwrap_or_default(), lock(&self.home));
        let cached = |id: &u32| Cached { id: *id, home: Arc::clone(&self.home), kind: PhantomData };
        ids.iter().take_while(|&&id| home.cache(id)).map(cached).collect()
    }

    /// The index's hold on the one at `at`; `None` if it has one already.
    pub(crate) fn cache(&self, at: usize) -> Option<Cached<I>> {
        self.cache_all(at..at + 1).pop()
    }
}

impl<I: PoolId> Drop for Shared<I> {
    fn drop(&mut self) {
        if !self.ids.is_empty() {
            let mut home = lock(&self.home);
            self.ids.drain(..).for_each(|id| home.release(id));
        }
    }
}

/// The prefix index's hold on a complete one. Dropping it gives that back, with its last user.
#[derive(Debug)]
pub(crate) struct Cached<I: PoolId> {
    pub(crate) id: u32,
    pub(crate) home: Arc<Mutex<Home>>,
    kind: PhantomData<I>,
}

impl<I: PoolId> Cached<I> {
    pub fn id(&self) -> I {
        I::of(self.id)
    }

    /// Whether a holder other than the index has it.
    pub fn is_used(&self) -> bool {
        lock(&self.home).users[self.id as usize] > 0
    }

    /// Another user's reference.
    pub fn share(&self) -> Shared<I> {
        lock(&self.home).retain(self.id);
        Shared { ids: vec![self.id], home: Arc::clone(&self.home), kind: PhantomData }
    }
}

impl<I: PoolId> Drop for Cached<I> {
    fn drop(&mut self) {
        lock(&self.home).uncache(self.id);
    }
}

/// The books of a pool.
#[derive(Debug)]
pub(crate) struct Home {
    /// Last in, first out: a released id is reused as soon as possible, so that a stale reference
    /// to it shows early.
    free: Vec<u32>,
    /// References of users, each counted.
    pub(crate) users: Vec<u32>,
    /// By id: whether the index holds it.
    cached: Vec<bool>,
    /// Number of ids that the index holds and that have no user.
    idle: u32,
    pub(crate) faults: PoolFaults,
}

impl Home {
    fn retain(&mut self, id: u32) {
        let at = id as usize;
        if self.cached[at] && self.users[at] == 0 {
            self.idle = self.idle.saturating_sub(1);
        }
        self.users[at] += 1;
    }

    fn release(&mut self, id: u32) {
        let at = id as usize;
        self.users[at] = self.users[at].saturating_sub(1);
        match (self.users[at], self.cached[at]) {
            (0, true) => self.idle += 1,
            (0, false) => self.put_back(id),
            _ => {}
        }
    }

    fn cache(&mut self, id: u32) -> bool {
        !std::mem::replace(&mut self.cached[id as usize], true)
    }

    pub(crate) fn uncache(&mut self, id: u32) {
        self.cached[id as usize] = false;
        if self.users[id as usize] == 0 {
            self.idle = self.idle.saturating_sub(1);
            self.put_back(id);
        }
    }

    pub(crate) fn put_back(&mut self, id: u32) {
        self.free.push(id);
        if self.faults.frees_twice() {
            self.free.push(id);
        }
    }
}

/// The lists hold plain numbers and nothing between their changes can panic, so a panic elsewhere
/// cannot leave them half changed.
pub(crate) fn lock(home: &Mutex<Home>) -> MutexGuard<'_, Home> {
    home.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pool whose free list, users and index contradict each other.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PoolError {
    #[error("{kind} {id} is in the free list twice: it was given back twice")]
    FreedTwice { kind: &'static str, id: u32 },
    #[error("{kind} {id} is in use and in the free list")]
    FreeAndUsed { kind: &'static str, id: u32 },
    #[error("{kind} {id} has two owners")]
    TwoOwners { kind: &'static str, id: u32 },
    #[error("{kind} {id} is outside the pool of {count}")]
    OutOfRange { kind: &'static str, id: u32, count: u32 },
    #[error(
        "{used} of kind {kind} are out but {owned} have owners: {} leaked",
        i64::from(*.used) - i64::from(*.owned)
    )]
    Leak { kind: &'static str, used: u32, owned: u32 },
    #[error("{kind} {id}: {counted} users are counted, there are {users}")]
    Users { kind: &'static str, id: u32, counted: u32, users: u32 },
    #[error("{kind} {id}: the index and the pool disagree whether the index holds it")]
    Cached { kind: &'static str, id: u32 },
}

/// Ids of a pool by the kind of handle that holds them, for [`Pool::check`]. `shared` names an id
/// once for each reference.
#[derive(Debug)]
pub struct Holders<A, B, C> {
    pub exclusive: A,
    pub shared: B,
    pub cached: C,
}

/// All blocks or all snapshots of an engine.
#[derive(Debug)]
pub struct Pool<I: PoolId> {
    pub(crate) home: Arc<Mutex<Home>>,
    count: u32,
    kind: PhantomData<I>,
}

impl<I: PoolId> Pool<I> {
    /// A pool of `0..count`, all free.
    pub fn new(count: u32) -> Self {
        let home = Home {
            free: (0..count).rev().collect(),
            users: vec![0; count as usize],
            cached: vec![false; count as usize],
            idle: 0,
            faults: PoolFaults::default(),
        };
        Self { home: Arc::new(Mutex::new(home)), count, kind: PhantomData }
    }

    /// A free one, or `None` when all are out.
    pub fn take(&self) -> Option<Unit<Mutable, I>> {
        let mut home = lock(&self.home);
        let id = home.free.pop()?;
        home.retain(id);
        drop(home);
        Some(Unit { id, home: Some(Arc::clone(&self.home)), state: PhantomData })
    }

    /// References to nothing yet.
    pub fn none(&self) -> Shared<I> {
        Shared { ids: Vec::new(), home: Arc::clone(&self.home), kind: PhantomData }
    }

    /// Number of ids, free or not.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Number of ids that can be taken now.
    pub fn free(&self) -> u32 {
        lock(&self.home).free.len() as u32
    }

    /// Number of ids that only the prefix index holds: it can give them back.
    pub fn idle(&self) -> u32 {
        lock(&self.home).idle
    }

    /// Number of ids that are free or idle.
    pub fn available(&self) -> u32 {
        let home = lock(&self.home);
        (home.free.len() as u32).saturating_add(home.idle)
    }

    /// Number of ids that are not free.
    pub fn used(&self) -> u32 {
        self.count.saturating_sub(self.free())
    }

    /// Checks that the free list and the holders together name everything in the pool, and that the
    /// pool's counts of users and its list of cached ids agree with the holders.
    ///
    /// # Errors
    /// The first contradiction.
    pub fn check(
        &self,
        holders: Holders<
            impl IntoIterator<Item = I>,
            impl IntoIterator<Item = I>,
            impl IntoIterator<Item = I>,
        >,
    ) -> Result<(), PoolError> {
        let kind = I::KIND;
        let mut books = vec![Book::default(); self.count as usize];
        let home = lock(&self.home);
        for &id in &home.free {
            let book = book_of(&mut books, I::of(id))?;
            if std::mem::replace(&mut book.free, true) {
                return Err(PoolError::FreedTwice { kind, id });
            }
        }
        for id in holders.exclusive {
            let book = book_of(&mut books, id)?;
            if std::mem::replace(&mut book.exclusive, true) {
                return Err(PoolError::TwoOwners { kind, id: id.number() });
            }
            book.users += 1;
        }
        for id in holders.shared {
            book_of(&mut books, id)?.users += 1;
        }
        for id in holders.cached {
            let book = book_of(&mut books, id)?;
            if std::mem::replace(&mut book.cached, true) {
                return Err(PoolError::Cached { kind, id: id.number() });
            }
        }
        check_books(kind, &books, &home)
    }
}

/// Holders of one id of a pool, as counted by a check.
#[derive(Clone, Copy, Debug, Default)]
struct Book {
    free: bool,
    exclusive: bool,
    cached: bool,
    users: u32,
}

fn book_of<I: PoolId>(books: &mut [Book], id: I) -> Result<&mut Book, PoolError> {
    let count = books.len() as u32;
    let range = PoolError::OutOfRange { kind: I::KIND, id: id.number(), count };
    books.get_mut(id.number() as usize).ok_or(range)
}

fn check_books(kind: &'static str, books: &[Book], home: &Home) -> Result<(), PoolError> {
    let (mut owned, mut idle) = (0, 0);
    for (id, book) in books.iter().enumerate() {
        let (id, at) = (id as u32, id);
        let held = book.users > 0 || book.cached;
        if book.free && held {
            return Err(PoolError::FreeAndUsed { kind, id });
        }
        if book.exclusive && (book.users > 1 || book.cached) {
            return Err(PoolError::TwoOwners { kind, id });
        }
        if book.users != home.users[at] && held {
            let (counted, users) = (home.users[at], book.users);
            return Err(PoolError::Users { kind, id, counted, users });
        }
        if book.cached != home.cached[at] {
            return Err(PoolError::Cached { kind, id });
        }
        owned += u32::from(held);
        idle += u32::from(book.cached && book.users == 0);
    }
    let used = books.len() as u32 - home.free.len() as u32;
    if used != owned || idle != home.idle {
        return Err(PoolError::Leak { kind, used, owned });
    }
    Ok(())
}

#[cfg(test)]
#[path = "pool_tests.rs"]
mod tests;
