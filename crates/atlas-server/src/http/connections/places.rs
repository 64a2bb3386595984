//! Places for connections: a bounded number, of which those that are not busy can be given to
//! others, the oldest first.

use super::ConnectionLimits;
use super::conn::{Conn, Phase};
use crate::metrics::{Closed, EdgeCounts};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Most connections at a time that are only told that there is no place for them.
const REFUSALS_MAX: usize = 64;

/// A connection's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Served {
        id: u64,
    },
    /// It is only told that there is none.
    Refused,
}

/// The answer to a new connection.
pub enum Admission {
    Served(Arc<Conn>),
    Refused(Arc<Conn>),
    /// Not even that can be told.
    Closed,
}

/// Connections that are not busy, by the time since when, as a number that grows.
#[derive(Debug, Default)]
struct Waiting {
    by_age: BTreeMap<u64, (u64, Weak<Conn>)>,
    age_of: BTreeMap<u64, u64>,
}

impl Waiting {
    fn insert(&mut self, age: u64, id: u64, conn: &Arc<Conn>) {
        self.remove(id);
        self.by_age.insert(age, (id, Arc::downgrade(conn)));
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

    /// Takes out the oldest that still exists.
    fn pop(&mut self) -> Option<Arc<Conn>> {
        while let Some((_, (id, conn))) = self.by_age.pop_first() {
            self.age_of.remove(&id);
            if let Some(conn) = conn.upgrade() {
                return Some(conn);
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
    /// displaces it once the lock is released.
    fn take_oldest(&mut self) -> Option<Arc<Conn>> {
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

    pub fn limits(&self) -> &ConnectionLimits {
        &self.limits
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // A panic cannot have left the counts and lists at odds by more than one connection.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a new connection a place, if need be that of another one.
    pub fn admit(self: &Arc<Self>, handshake: bool) -> Admission {
        let phase = if handshake { Phase::Handshake } else { Phase::Head };
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
            let conn = Arc::new(Conn::new(Place::Served { id }, self.clone(), phase));
            let waiting = if handshake { &mut inner.handshakes } else { &mut inner.idle };
            waiting.insert(id, id, &conn);
            Admission::Served(conn)
        } else if inner.refused < REFUSALS_MAX {
            inner.refused += 1;
            Admission::Refused(Arc::new(Conn::new(Place::Refused, self.clone(), phase)))
        } else {
            Admission::Closed
        };
        self.counts.set_connections(inner.served);
        drop(inner);
        displaced.iter().for_each(|conn| conn.displace());
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
        displaced.iter().for_each(|conn| conn.displace());
    }

    /// Notes the new phase of a connection.
    pub fn moved(&self, conn: &Arc<Conn>, phase: Phase) {
        let Place::Served { id } = conn.place() else { return };
        let mut inner = self.inner();
        inner.handshakes.remove(id);
        match phase {
            Phase::Busy => inner.idle.remove(id),
            Phase::Handshake => {}
            // The head of a first request counts from the start of the connection.
            Phase::Head if inner.idle.age_of.contains_key(&id) => {}
            Phase::Head | Phase::Idle => {
                let age = inner.number();
                inner.idle.insert(age, id, conn);
            }
        }
    }

    /// Frees a place. That of a displaced connection is another's already.
    pub fn left(&self, place: Place, displaced: bool) {
        let mut inner = self.inner();
        match place {
            Place::Refused => inner.refused = inner.refused.saturating_sub(1),
            Place::Served { id } => {
                inner.handshakes.remove(id);
                inner.idle.remove(id);
                if !displaced {
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

    fn served(places: &Arc<Places>, handshake: bool) -> Arc<Conn> {
        match places.admit(handshake) {
            Admission::Served(conn) => conn,
            _ => panic!("refused"),
        }
    }

    async fn is_displaced(conn: &Arc<Conn>) -> bool {
        tokio::select! {
            biased;
            reason = conn.overdue() => reason == Closed::Displaced,
            () = std::future::ready(()) => false,
        }
    }

    #[tokio::test]
    async fn the_oldest_that_is_not_busy_makes_room_and_busy_ones_never_do() {
        let places = places(3, 3);
        let [a, b, c] = [(); 3].map(|()| served(&places, false));
        let busy = a.busy();
        let d = served(&places, false);
        assert!(is_displaced(&b).await && !is_displaced(&a).await && !is_displaced(&c).await);
        drop(b);
        let (busy_c, busy_d) = (c.busy(), d.busy());
        assert!(matches!(places.admit(false), Admission::Refused(_)));
        let refused: Vec<_> = (0..REFUSALS_MAX).map(|_| places.admit(false)).collect();
        assert!(matches!(places.admit(false), Admission::Closed));
        drop((refused, busy_c));
        // Idle since just now, it is the only one.
        let e = served(&places, false);
        assert!(is_displaced(&c).await && !is_displaced(&a).await);
        drop((busy, busy_d, a, c, d, e));
        let inner = places.inner();
        assert_eq!((inner.served, inner.refused), (0, 0));
        assert!(inner.idle.by_age.is_empty() && inner.idle.age_of.is_empty());
    }

    #[tokio::test]
    async fn handshakes_have_a_bound_of_their_own() {
        let places = places(100, 2);
        let [a, b] = [(); 2].map(|()| served(&places, true));
        a.await_head();
        let c = served(&places, true);
        assert!(!is_displaced(&b).await);
        let d = served(&places, true);
        assert!(is_displaced(&b).await && !is_displaced(&a).await && !is_displaced(&c).await);
        drop((a, b, c, d));
        assert_eq!(places.inner().served, 0);
    }
}
