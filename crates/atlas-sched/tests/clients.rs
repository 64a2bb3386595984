//! Plans for several clients.

use atlas_core::{
    ClientId, DropReason, HostPlaces, Limits, Priority, RequestId, SpanResult, StepPlan, StepResult,
};
use atlas_sched::{Event, Refusal, SchedOptions, SchedRequest, Scheduler};

fn limits() -> Limits {
    Limits {
        slot_count: 4,
        step_tokens_max: 32,
        drafts_max: 0,
        seq_len_max: 400,
        kv_block_tokens: 4,
        kv_block_count: 400,
        chunk_tokens_max: 32,
        queue_len_max: 100,
        overtake_max: 2,
        snapshot_count: 0,
        host: HostPlaces::default(),
    }
}

fn scheduler(limits: Limits) -> Scheduler {
    Scheduler::new(limits, true, SchedOptions::default()).unwrap()
}

fn request(id: u64, client: u128, prompt_len: u32, answer: u32) -> SchedRequest {
    SchedRequest {
        id: RequestId(id),
        prompt_len,
        len_max: prompt_len + answer,
        priority: Priority(0),
        client: ClientId(client),
        call: None,
        prompt_rows: false,
        drafts: 0,
        group: None,
        prefix: None,
    }
}

fn submit(sched: &mut Scheduler, request: SchedRequest) {
    sched.push(Event::Submit(request)).unwrap();
}

/// Plans, runs and commits one step in which nothing stops.
fn turn(sched: &mut Scheduler) -> StepPlan {
    let plan = sched.step();
    let spans = plan.spans.iter().map(|s| SpanResult {
        slot: s.slot,
        epoch: s.epoch,
        accepted: s.len,
        sampled: u32::from(s.sample),
        ended: false,
        tokens: Vec::new(),
    });
    if !plan.spans.is_empty() {
        let spans = spans.collect();
        sched.commit(&StepResult { step: plan.step, spans, ..StepResult::default() });
    }
    sched.check_integrity().unwrap();
    plan
}

fn lens(plan: &StepPlan) -> Vec<u32> {
    plan.spans.iter().map(|span| span.len).collect()
}

fn started(plan: &StepPlan) -> Vec<u64> {
    plan.assignments().map(|new| new.request.0).collect()
}

#[test]
fn prompts_of_two_clients_share_the_rows_of_a_step() {
    let mut sched = scheduler(limits());
    submit(&mut sched, request(1, 1, 300, 10));
    assert_eq!(lens(&turn(&mut sched)), [32]);
    submit(&mut sched, request(2, 2, 5, 1));
    assert_eq!(lens(&turn(&mut sched)), [27, 5], "a short prompt has all its rows");
    submit(&mut sched, request(3, 3, 200, 10));
    assert_eq!(lens(&turn(&mut sched)), [16, 16]);
    submit(&mut sched, request(4, 3, 200, 10));
    assert_eq!(lens(&turn(&mut sched)), [16, 16], "however many requests a client has");
}

#[test]
fn a_client_that_slots_keep_out_gets_one_of_another_that_has_several() {
    let mut sched = scheduler(Limits { slot_count: 2, ..limits() });
    (1..=20).for_each(|id| submit(&mut sched, request(id, 1, 4, 300)));
    assert_eq!(started(&turn(&mut sched)), [1, 2]);
    submit(&mut sched, request(21, 2, 4, 1));
    let plans: Vec<_> = (0..4).map(|_| turn(&mut sched)).collect();
    let dropped: Vec<_> =
        plans.iter().flat_map(StepPlan::drops).map(|d| (d.request.0, d.reason)).collect();
    assert_eq!(dropped[0], (2, DropReason::Preempted), "the last of the client with the most");
    let all: Vec<u64> = plans.iter().flat_map(started).collect();
    assert_eq!(all, [21], "before the one that was preempted");
    assert_eq!(started(&turn(&mut sched)), [2], "which is before those that never ran");
}

#[test]
fn a_client_with_one_sequence_keeps_it() {
    let mut sched = scheduler(Limits { slot_count: 2, ..limits() });
    submit(&mut sched, request(1, 1, 4, 50));
    submit(&mut sched, request(2, 2, 4, 50));
    turn(&mut sched);
    submit(&mut sched, request(3, 3, 4, 50));
    submit(&mut sched, request(4, 1, 4, 50));
    (0..40).for_each(|_| drop(turn(&mut sched)));
    assert_eq!((sched.stats().preemptions, sched.stats().waiting), (0, 2));
}

#[test]
fn the_queue_has_a_share_for_each_client() {
    let mut sched = scheduler(Limits { slot_count: 1, queue_len_max: 4, ..limits() });
    let mut push = |id, client| sched.push(Event::Submit(request(id, client, 4, 4)));
    (1..=5).for_each(|id| push(id, 1).unwrap());
    assert_eq!(push(6, 1), Err(Refusal::QueueFull { waiting: 5 }));
    (7..=8).for_each(|id| push(id, 2).unwrap());
    assert_eq!(push(9, 2), Err(Refusal::QueueFull { waiting: 7 }));
}

#[test]
fn a_request_passes_the_choices_of_a_call_that_has_all_slots() {
    let mut sched = scheduler(Limits { slot_count: 8, step_tokens_max: 64, ..limits() });
    let choice = |id| SchedRequest { call: Some(1), ..request(id, 1, 4, 300) };
    (1..=20).for_each(|id| submit(&mut sched, choice(id)));
    assert_eq!(started(&turn(&mut sched)), [1, 2, 3, 4, 5, 6, 7, 8], "nothing else waits");
    submit(&mut sched, request(21, 1, 4, 1));
    let plans: Vec<_> = (0..4).map(|_| turn(&mut sched)).collect();
    let dropped: Vec<_> =
        plans.iter().flat_map(StepPlan::drops).map(|d| (d.request.0, d.reason)).collect();
    assert_eq!(dropped[0], (8, DropReason::Preempted));
    assert_eq!(plans.iter().flat_map(started).collect::<Vec<_>>(), [21], "before other choices");
    assert_eq!(started(&turn(&mut sched)), [8], "which go on when it is over");
    assert_eq!(sched.stats().preemptions, 1);
}

#[test]
fn two_calls_share_the_slots_down_to_the_width_of_a_call() {
    let mut sched = scheduler(Limits { slot_count: 8, step_tokens_max: 64, ..limits() });
    let of_call = |call, id| SchedRequest { call: Some(call), ..request(id, 1, 4, 300) };
    (1..=20).for_each(|id| submit(&mut sched, of_call(1, id)));
    turn(&mut sched);
    (21..=40).for_each(|id| submit(&mut sched, of_call(2, id)));
    let running: Vec<_> = (0..40).flat_map(|_| started(&turn(&mut sched))).collect();
    assert_eq!(running, [21, 22, 23, 24], "four of each, and no more is preempted for it");
    assert_eq!(sched.stats().preemptions, 4);
}

#[test]
fn a_call_of_higher_priority_keeps_its_slots() {
    let mut sched = scheduler(Limits { slot_count: 8, step_tokens_max: 64, ..limits() });
    let choice =
        |id| SchedRequest { call: Some(1), priority: Priority(1), ..request(id, 1, 4, 300) };
    (1..=8).for_each(|id| submit(&mut sched, choice(id)));
    turn(&mut sched);
    submit(&mut sched, request(9, 1, 4, 1));
    (0..40).for_each(|_| drop(turn(&mut sched)));
    assert_eq!((sched.stats().preemptions, sched.stats().waiting), (0, 1));
}
