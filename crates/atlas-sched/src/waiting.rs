//! Requests without a slot, by client: deficit round robin over clients, rank within one.

use crate::admission::Admission;
use crate::lane::Lane;
use crate::request::{Rank, Request};
use crate::running::Running;
use crate::types::SchedRequest;
use atlas_core::{ClientId, SlotId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Lengths of a queue when a client asks for a place in it.
#[derive(Clone, Copy, Debug)]
pub struct QueueCounts {
    /// Requests that wait.
    pub waiting: u32,
    /// Those of the client.
    pub own: u32,
    /// Clients of which requests wait.
    pub clients: u32,
}

impl QueueCounts {
    /// Whether the client may queue one more request. `queue_len_max` may wait beside those for
    /// which a slot is free; a client that has fewer than its equal share of them may go beyond, so
    /// that no client turns the others away, up to twice as many in all.
    pub fn has_place(self, queue_len_max: u32, slots_free: u32) -> bool {
        let limit = queue_len_max.saturating_add(slots_free);
        let clients = self.clients + u32::from(self.own == 0);
        let share = queue_len_max.div_ceil(clients.max(1));
        self.waiting < limit || (self.own < share && self.waiting < limit.saturating_mul(2))
    }
}

/// The waiting requests. A preempted request returns to the place of its arrival.
#[derive(Debug)]
pub(crate) struct Waiting {
    lanes: FxHashMap<ClientId, Lane>,
    /// Clients that have waiting requests, in the order of their turns.
    turns: VecDeque<ClientId>,
    /// Tokens that a turn adds to what a client may start.
    quantum: i64,
    len: u32,
    arrivals: u64,
    starts: u64,
}

impl Waiting {
    /// `quantum`: tokens that a turn of a client adds to what it may start, at least 1.
    pub fn new(quantum: u32) -> Self {
        Self {
            lanes: FxHashMap::default(),
            turns: VecDeque::new(),
            quantum: i64::from(quantum.max(1)),
            len: 0,
            arrivals: 0,
            starts: 0,
        }
    }

    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// As [`QueueCounts::has_place`].
    pub fn has_place(&self, client: ClientId, queue_len_max: u32, slots_free: u32) -> bool {
        let own = self.lanes.get(&client).map_or(0, |lane| lane.len() as u32);
        let counts = QueueCounts { waiting: self.len, own, clients: self.turns.len() as u32 };
        counts.has_place(queue_len_max, slots_free)
    }

    /// Queues a new request behind all earlier ones of its client and priority. `caches`: whether
    /// there is a prefix cache. Returns its rank.
    pub fn arrive(&mut self, request: SchedRequest, caches: bool) -> Rank {
        self.arrivals += 1;
        let mut request = Request::new(request, self.arrivals);
        if !caches {
            request.key = None;
        }
        let rank = request.rank;
        self.insert(request);
        rank
    }

    /// Queues a request at the place of its rank.
    pub fn insert(&mut self, request: Request) {
        let client = request.rank.client;
        let lane = self.lanes.entry(client).or_default();
        if lane.is_empty() {
            self.turns.push_back(client);
        }
        lane.insert(request);
        self.len += 1;
    }

    /// Takes a request out that is not started.
    pub fn remove(&mut self, rank: Rank) -> Option<Request> {
        let request = self.lanes.get_mut(&rank.client)?.remove(rank)?;
        self.len -= 1;
        self.leave_if_empty(rank.client);
        Some(request)
    }

    pub fn get(&self, rank: Rank) -> Option<&Request> {
        self.lanes.get(&rank.client)?.get(rank)
    }

    pub fn get_mut(&mut self, rank: Rank) -> Option<&mut Request> {
        self.lanes.get_mut(&rank.client)?.get_mut(rank)
    }

    /// Clients in the order of their turns, each with its requests.
    pub fn clients(&self) -> impl Iterator<Item = (ClientId, &Lane)> {
        self.turns.iter().filter_map(|&client| Some((client, self.lanes.get(&client)?)))
    }

    pub fn iter(&self) -> impl Iterator<Item = &Request> {
        self.clients().flat_map(|(_, lane)| lane.iter())
    }

    /// The request to look at next in a scan. Clients without running sequences come first; then
    /// those whose turn is nearer, by the quanta that they lack. Of each client one request is
    /// looked at before another of those that were passed, and those that are `wide` (so many of
    /// their call run) after its others of their priority.
    pub fn next(
        &self,
        scan: &Admission,
        runs: impl Fn(ClientId) -> bool,
        wide: impl Fn(&Request) -> bool,
    ) -> Option<&Request> {
        let clients = self.clients().enumerate().filter(|(_, (client, _))| !scan.is_over(*client));
        let next = clients.filter_map(|(place, (client, lane))| {
            let request = lane.next(|rank| scan.has_seen(rank), &wide)?;
            let rounds = lane.rounds(request.cost(request.known), self.quantum);
            Some(((runs(client), scan.passed_of(client).len(), rounds, place), request))
        });
        next.min_by_key(|(key, _)| *key).map(|(_, request)| request)
    }

    /// Takes a request out that starts with the state of `position` tokens. `in_turn`: its client
    /// runs sequences already, and the turns of all clients go on; else it is in debt.
    pub fn start(
        &mut self,
        rank: Rank,
        position: u32,
        in_turn: bool,
        ages: bool,
    ) -> Option<Request> {
        let lane = self.lanes.get_mut(&rank.client)?;
        let mut request = lane.remove(rank)?;
        self.len -= 1;
        let rounds = lane.rounds(request.cost(request.known), self.quantum);
        let earned = if in_turn { rounds * self.quantum } else { 0 };
        lane.spend(rank, earned, request.cost(request.known.saturating_sub(position)), ages);
        for (client, lane) in self.lanes.iter_mut().filter(|_| earned > 0) {
            if *client != rank.client {
                lane.earn(earned);
            }
        }
        self.turns.retain(|&client| client != rank.client);
        self.turns.push_back(rank.client);
        self.leave_if_empty(rank.client);
        self.starts += 1;
        request.started.get_or_insert(self.starts);
        Some(request)
    }

    /// Whether a request is the one of its client that comes first for its age.
    pub fn is_urgent(&self, rank: Rank) -> bool {
        let urgent = self.lanes.get(&rank.client).and_then(Lane::urgent);
        urgent.is_some_and(|request| request.rank == rank)
    }

    /// Whether a request, and whether its client, has been passed as often as it may.
    pub fn bounds(&self, rank: Rank, overtake_max: u32) -> (bool, bool) {
        let Some(lane) = self.lanes.get(&rank.client) else { return (false, false) };
        let overtaken = lane.get(rank).map_or(0, |request| request.overtaken);
        (overtaken >= overtake_max, lane.yielded >= overtake_max)
    }

    /// Whether neither has.
    pub fn may_pass(&self, rank: Rank, overtake_max: u32) -> bool {
        self.bounds(rank, overtake_max) == (false, false)
    }

    /// Counts that a request of `rank` was started past each of `passed`, and past clients of
    /// which `yields` says that it counts. Ends the scan where one may not be passed again.
    pub fn overtake(
        &mut self,
        scan: &mut Admission,
        rank: Rank,
        overtake_max: u32,
        yields: impl Fn(ClientId) -> bool,
    ) {
        for &passed in scan.passed_of(rank.client) {
            if let Some(request) = self.get_mut(passed) {
                request.overtaken += 1;
            }
        }
        let at_bound =
            |&passed: &Rank| self.get(passed).is_some_and(|r| r.overtaken >= overtake_max);
        if scan.passed_of(rank.client).iter().any(at_bound) {
            scan.end(rank.client);
        }
        let mut is_over = false;
        for client in scan.passed_clients().filter(|&c| c != rank.client && yields(c)) {
            if let Some(lane) = self.lanes.get_mut(&client) {
                lane.yielded += 1;
                is_over |= lane.yielded >= overtake_max;
            }
        }
        scan.has_ended |= is_over;
    }

    /// Counts a plan in which running sequences kept the first request of a client out.
    pub fn crowd(&mut self, client: ClientId) {
        if let Some(lane) = self.lanes.get_mut(&client) {
            lane.crowded += 1;
        }
    }

    /// Counts a plan without a free slot for each client whose first request `running` sequences
    /// should give one to, unless results of the request are outstanding.
    pub fn crowd_all(&mut self, running: &Running) {
        for lane in self.lanes.values_mut() {
            let first = lane.next(|_| false, |request| running.is_wide(request));
            let waits = first.is_some_and(|r| r.outstanding == 0 && running.yields_to(r));
            lane.crowded += u32::from(waits);
        }
    }

    /// The sequence that gives way to a client that was kept out of `plans`, for which counting
    /// begins again.
    pub fn take_crowded(&mut self, running: &Running, plans: u32) -> Option<SlotId> {
        self.lanes.values_mut().filter(|lane| lane.crowded >= plans).find_map(|lane| {
            let first = lane.next(|_| false, |request| running.is_wide(request))?;
            let slot = running.victim_for(first)?;
            lane.crowded = 0;
            Some(slot)
        })
    }

    fn leave_if_empty(&mut self, client: ClientId) {
        if self.lanes.get(&client).is_some_and(Lane::is_empty) {
            self.lanes.remove(&client);
            self.turns.retain(|&c| c != client);
        }
    }
}

#[cfg(test)]
mod tests;
