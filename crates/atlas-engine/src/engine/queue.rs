//! Places of requests that have never had a slot.

use atlas_core::ClientId;
use atlas_sched::QueueCounts;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts of the requests that have never had a slot, on their way to the engine thread or there.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: u32,
    of_clients: FxHashMap<ClientId, u32>,
}

impl Queue {
    /// Takes a place for a request of `client`, by the rule of [`QueueCounts::has_place`].
    ///
    /// # Errors
    /// The number of requests that wait, if there is none for this client.
    pub fn take(
        self: &Arc<Self>,
        client: ClientId,
        queue_len_max: u32,
        slots_free: u32,
    ) -> Result<QueuePlace, u32> {
        let mut counts = self.counts();
        let own = counts.of_clients.get(&client).copied().unwrap_or(0);
        let (waiting, clients) = (counts.all, counts.of_clients.len() as u32);
        if !(QueueCounts { waiting, own, clients }).has_place(queue_len_max, slots_free) {
            return Err(waiting);
        }
        counts.all += 1;
        counts.of_clients.insert(client, own + 1);
        Ok(QueuePlace { queue: self.clone(), client })
    }

    /// Nothing panics while the lock is held, so a poisoned one still holds whole numbers.
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue, given back when dropped.
#[derive(Debug)]
pub(crate) struct QueuePlace {
    queue: Arc<Queue>,
    client: ClientId,
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut counts = self.queue.counts();
        counts.all -= 1;
        if let Some(own) = counts.of_clients.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                counts.of_clients.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_fills_the_queue_leaves_places_for_others() {
        let queue = Arc::<Queue>::default();
        let fill = |client, slots_free| {
            let take = || queue.take(ClientId(client), 8, slots_free).ok();
            std::iter::from_fn(take).collect::<Vec<_>>()
        };
        let first = fill(1, 2);
        assert_eq!(first.len(), 10, "beside two free slots");
        let second = fill(2, 0);
        assert_eq!(second.len(), 4, "an equal share");
        assert_eq!(queue.take(ClientId(1), 8, 0).err(), Some(14));
        drop((first, second));
        assert_eq!(fill(1, 0).len(), 8);
        assert!(queue.counts().of_clients.is_empty());
    }
}
