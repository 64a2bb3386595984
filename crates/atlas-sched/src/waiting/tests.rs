use super::*;
use crate::lane::AGE_STARTS;
use atlas_core::{Priority, RequestId};

fn request(id: u64, client: u128, priority: i32, prompt_len: u32) -> SchedRequest {
    SchedRequest {
        id: RequestId(id),
        prompt_len,
        len_max: prompt_len + 1,
        priority: Priority(priority),
        client: ClientId(client),
        call: None,
        prompt_rows: false,
        drafts: 0,
        group: None,
        prefix: None,
    }
}

fn ids(waiting: &Waiting) -> Vec<u64> {
    waiting.iter().map(|request| request.id.0).collect()
}

/// Starts the next request of a scan in which none is passed.
fn start(waiting: &mut Waiting, runs: impl Fn(ClientId) -> bool) -> Option<Request> {
    let scan = Admission::new(0);
    let rank = waiting.next(&scan, &runs, |_| false)?.rank;
    waiting.start(rank, 0, runs(rank.client), true)
}

#[test]
fn a_preempted_request_returns_to_the_place_of_its_arrival() {
    let mut waiting = Waiting::new(8);
    let ranks: Vec<_> =
        [(1, 0), (2, 0), (3, 1)].map(|(id, p)| waiting.arrive(request(id, 0, p, 4), false)).into();
    assert_eq!(ids(&waiting), [3, 1, 2], "a higher priority comes first");
    let first = waiting.start(ranks[0], 0, false, true).unwrap();
    assert_eq!((ids(&waiting), first.started), (vec![3, 2], Some(1)));
    waiting.insert(first);
    assert_eq!(ids(&waiting), [3, 1, 2]);
    let again = waiting.start(ranks[0], 0, true, true).unwrap();
    assert_eq!((again.started, again.cost(4), waiting.len()), (Some(1), 0, 2));
}

#[test]
fn requests_are_passed_up_to_the_bounds() {
    let mut waiting = Waiting::new(8);
    let own = waiting.arrive(request(1, 1, 0, 4), false);
    let other = waiting.arrive(request(2, 2, 0, 4), false);
    let started = waiting.arrive(request(3, 1, 0, 4), false);
    let mut scan = Admission::new(0);
    scan.pass(own, false, false, false);
    scan.pass(other, false, false, false);
    waiting.overtake(&mut scan, started, 2, |_| true);
    assert!(!scan.has_ended && waiting.may_pass(own, 2) && waiting.may_pass(other, 2));
    waiting.overtake(&mut scan, started, 2, |_| false);
    assert_eq!((waiting.bounds(own, 2), waiting.bounds(other, 2)), ((true, false), (false, false)));
    assert!(scan.is_over(ClientId(1)) && !scan.has_ended);
    waiting.overtake(&mut scan, started, 2, |_| true);
    assert!(scan.has_ended && waiting.bounds(other, 2) == (false, true));
}

#[test]
fn clients_start_as_many_tokens_whatever_their_requests_are() {
    let mut waiting = Waiting::new(16);
    (0..40).for_each(|id| {
        let _ = waiting.arrive(request(id, 1, 0, 200), false);
    });
    (40..400).for_each(|id| {
        let _ = waiting.arrive(request(id, 2, 7, 20), false);
    });
    let mut tokens = [0, 0];
    for _ in 0..110 {
        let request = start(&mut waiting, |_| true).unwrap();
        tokens[request.rank.client.0 as usize - 1] += request.prompt_len;
    }
    assert!(tokens[0].abs_diff(tokens[1]) <= 216, "{tokens:?}");
}

#[test]
fn a_client_without_running_sequences_comes_first() {
    let mut waiting = Waiting::new(16);
    (0..50).for_each(|id| {
        let _ = waiting.arrive(request(id, 1, 100, 8), false);
    });
    waiting.arrive(request(50, 2, 0, 500), false);
    let request = start(&mut waiting, |client| client == ClientId(1)).unwrap();
    assert_eq!(request.id, RequestId(50));
}

#[test]
fn the_oldest_request_of_a_client_comes_first_after_some_starts_of_higher_priority() {
    let mut waiting = Waiting::new(16);
    waiting.arrive(request(0, 1, i32::MIN, 8), false);
    waiting.arrive(request(1, 1, -5, 8), false);
    let mut order = Vec::new();
    for id in 2..60 {
        waiting.arrive(request(id, 1, i32::MAX, 8), false);
        order.extend(start(&mut waiting, |_| true).map(|request| request.id.0));
    }
    let place = |id| order.iter().position(|&other| other == id).unwrap();
    assert_eq!([place(0), place(1)], [AGE_STARTS as usize, 2 * AGE_STARTS as usize + 1]);
}

#[test]
fn a_full_queue_has_places_for_clients_below_their_share() {
    let mut waiting = Waiting::new(16);
    let mut put = |id, client| {
        let place = waiting.has_place(ClientId(client), 12, 0);
        if place {
            waiting.arrive(request(id, client, 0, 8), false);
        }
        place
    };
    assert_eq!((0..20).filter(|&id| put(id, 1)).count(), 12, "one client has them all");
    assert_eq!((20..40).filter(|&id| put(id, 2)).count(), 6);
    assert_eq!((40..60).filter(|&id| put(id, 3)).count(), 4);
    assert!(!put(60, 1));
    let others = (61..90).filter(|&id| put(id, u128::from(id))).count();
    assert_eq!(others, 2, "never more than twice as many");
}
