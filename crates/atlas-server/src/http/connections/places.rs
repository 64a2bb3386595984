//! Places for connections: a bounded number, of which those that are not busy can be given to
//! others, the oldest first.

use super::ConnectionLimits;
use crate::metrics::{Closed, EdgeCounts};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Most connections at a time that are only told that there is no place for them.
const REFUSALS_MAX: usize = 64;

/// The phases of a connection. In all but `Busy` another connection may take its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Handshake,
    /// A head is expected or has begun.
    Head,
    /// An answer is finished and no byte of a next request has arrived.
    Idle,
    /// A request is being answered. Its body and its answer have limits of their own.
    Busy,
}

/// Wakes the task that watches a connection's limits.
#[derive(Debug, Default)]
pub struct Signal {
    displaced: AtomicBool,
    changed: Notify,
}

impl Signal {
    /// A limit has come nearer.
    pub fn wake(&self) {
        self.changed.notify_one();
    }

    /// Ready after the next [`Self::wake`].
    pub fn changed(&self) -> Notified<'_> {
        self.changed.notified()
    }

    /// Whether the place belongs to another connection, so that this one must be closed.
    pub fn is_displaced(&self) -> bool {
        self.displaced.load(Ordering::Acquire)
    }
}

/// A connection's place, free again when it is dropped.
#[derive(Debug)]
pub struct Place {
    /// `None` for a connection that is only told that there is no place.
    id: Option<u64>,
    signal: Arc<Signal>,
    places: Arc<Places>,
}

impl Place {
    fn new(id: Option<u64>, places: &Arc<Places>) -> Self {
        Self { id, signal: Arc::default(), places: places.clone() }
    }

    pub fn signal(&self) -> &Signal {
        &self.signal
    }

    pub fn limits(&self) -> &ConnectionLimits {
        &self.places.limits
    }

    /// Notes the connection's new phase.
    pub fn moved(&self, phase: Phase) {
        if let Some(id) = self.id.filter(|_| !self.signal.is_displaced()) {
            self.places.moved(id, &self.signal, phase);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.left(self.id, &self.signal);
    }
}

/// The answer to a new connection.
pub enum Admission {
    Served(Place),
    Refused(Place),
    /// Not even that can be told.
    Closed,
}

/// Connections that are not busy, by the time since when, as a number that grows.
#[derive(Debug, Default)]
struct Waiting {
    by_age: BTreeMap<u64, (u64, Weak<Signal>)>,
    age_of: BTreeMap<u64, u64>,
}

impl Waiting {
    fn insert(&mut self, age: u64, id: u64, signal: &Arc<Signal>) {
        self.remove(id);
        self.by_age.insert(age, (id, Arc::downgrade(signal)));
        self.age_of.insert(id, age);
    }

    fn remove(&mut self, id: u64) {
        if let Some(age) = self.age_of.remove(&id) {
            self.by_age.remove(&age);
        }
    }

    fn oldest(&self) -> Option<u64> {
        self.by_age.keys().next().copied()
    }

    /// Takes out the oldest that still exists and marks it as displaced.
    fn pop(&mut self) -> Option<Arc<Signal>> {
        while let Some((_, (id, conn))) = self.by_age.pop_first() {
            self.age_of.remove(&id);
            if let Some(signal) = conn.upgrade() {
                // Under the lock, so that a place that is left at this moment is freed once.
                signal.displaced.store(true, Ordering::Release);
                return Some(signal);
            }
        }
        None
    }
}

#[derive(Debug, Default)]
struct Inner {
    served: usize,
    refused: usize,
    /// The next id or age.
    next: u64,
    handshakes: Waiting,
    /// Idle, or in the middle of a head.
    idle: Waiting,
}

impl Inner {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Takes the place of the connection that has not been busy for the longest. The caller
    /// wakes it once the lock is released.
    fn take_oldest(&mut self) -> Option<Arc<Signal>> {
        let handshake = self.handshakes.oldest().unwrap_or(u64::MAX);
        let idle = self.idle.oldest().unwrap_or(u64::MAX);
        let (first, second) = match handshake < idle {
            true => (&mut self.handshakes, &mut self.idle),
            false => (&mut self.idle, &mut self.handshakes),
        };
        let conn = first.pop().or_else(|| second.pop())?;
        self.served = self.served.saturating_sub(1);
        Some(conn)
    }
}

/// All places of a server.
#[derive(Debug)]
pub struct Places {
    limits: ConnectionLimits,
    counts: EdgeCounts,
    inner: Mutex<Inner>,
}

impl Places {
    pub fn new(limits: ConnectionLimits, counts: EdgeCounts) -> Arc<Self> {
        Arc::new(Self { limits, counts, inner: Mutex::default() })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic cannot have left the counts and lists at odds by more than one connection.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a new connection a place, if need be that of another one.
    pub fn admit(self: &Arc<Self>, handshake: bool) -> Admission {
        let mut displaced = Vec::new();
        let mut inner = self.inner();
        if inner.served >= self.limits.connections_max {
            displaced.extend(inner.take_oldest());
        }
        if handshake
            && inner.handshakes.by_age.len() >= self.limits.handshakes_max
            && let Some(conn) = inner.handshakes.pop()
        {
            inner.served = inner.served.saturating_sub(1);
            displaced.push(conn);
        }
        let admission = if inner.served < self.limits.connections_max {
            inner.served += 1;
            let id = inner.number();
            let place = Place::new(Some(id), self);
            let waiting = if handshake { &mut inner.handshakes } else { &mut inner.idle };
            waiting.insert(id, id, &place.signal);
            Admission::Served(place)
        } else if inner.refused < REFUSALS_MAX {
            inner.refused += 1;
            Admission::Refused(Place::new(None, self))
        } else {
            Admission::Closed
        };
        self.counts.set_connections(inner.served);
        drop(inner);
        displaced.iter().for_each(|signal| signal.wake());
        if !matches!(admission, Admission::Served(_)) {
            self.counts.closed(Closed::Refused);
        }
        admission
    }

    /// Closes up to `count` connections that are not busy.
    pub fn give_up(&self, count: usize) {
        let mut inner = self.inner();
        let displaced: Vec<_> = (0..count).map_while(|_| inner.take_oldest()).collect();
        self.counts.set_connections(inner.served);
        drop(inner);
        displaced.iter().for_each(|signal| signal.wake());
    }

    /// Notes the new phase of a connection.
    fn moved(&self, id: u64, signal: &Arc<Signal>, phase: Phase) {
        let mut inner = self.inner();
        inner.handshakes.remove(id);
        match phase {
            Phase::Busy => inner.idle.remove(id),
            Phase::Handshake => {}
            // The head of a first request counts from the start of the connection.
            Phase::Head if inner.idle.age_of.contains_key(&id) => {}
            Phase::Head | Phase::Idle => {
                let age = inner.number();
                inner.idle.insert(age, id, signal);
            }
        }
    }

    /// Frees a place. That of a displaced connection is another's already.
    fn left(&self, id: Option<u64>, signal: &Signal) {
        let mut inner = self.inner();
        match id {
            None => inner.refused = inner.refused.saturating_sub(1),
            Some(id) => {
                inner.handshakes.remove(id);
                inner.idle.remove(id);
                if !signal.is_displaced() {
                    inner.served = inner.served.saturating_sub(1);
                }
            }
        }
        self.counts.set_connections(inner.served);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(connections_max: usize, handshakes_max: usize) -> Arc<Places> {
        let limits =
            ConnectionLimits { connections_max, handshakes_max, ..ConnectionLimits::default() };
        Places::new(limits, EdgeCounts::default())
    }

    fn served(places: &Arc<Places>, handshake: bool) -> Place {
        match places.admit(handshake) {
            Admission::Served(place) => place,
            _ => panic!("refused"),
        }
    }

    fn is_displaced(place: &Place) -> bool {
        place.signal().is_displaced()
    }

    #[test]
    fn the_oldest_that_is_not_busy_makes_room_and_busy_ones_never_do() {
        let places = places(3, 3);
        let [a, b, c] = [(); 3].map(|()| served(&places, false));
        a.moved(Phase::Busy);
        let d = served(&places, false);
        assert!(is_displaced(&b) && !is_displaced(&a) && !is_displaced(&c));
        drop(b);
        c.moved(Phase::Busy);
        d.moved(Phase::Busy);
        assert!(matches!(places.admit(false), Admission::Refused(_)));
        let refused: Vec<_> = (0..REFUSALS_MAX).map(|_| places.admit(false)).collect();
        assert!(matches!(places.admit(false), Admission::Closed));
        drop(refused);
        c.moved(Phase::Idle);
        // Idle since just now, it is the only one.
        let e = served(&places, false);
        assert!(is_displaced(&c) && !is_displaced(&a));
        drop((a, c, d, e));
        let inner = places.inner();
        assert_eq!((inner.served, inner.refused), (0, 0));
        assert!(inner.idle.by_age.is_empty() && inner.idle.age_of.is_empty());
    }

    #[test]
    fn handshakes_have_a_bound_of_their_own() {
        let places = places(100, 2);
        let [a, b] = [(); 2].map(|()| served(&places, true));
        a.moved(Phase::Head);
        let c = served(&places, true);
        assert!(!is_displaced(&b));
        let d = served(&places, true);
        assert!(is_displaced(&b) && !is_displaced(&a) && !is_displaced(&c));
        drop((a, b, c, d));
        assert_eq!(places.inner().served, 0);
    }
}
