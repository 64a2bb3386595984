//! Contents of single plans.

use atlas_core::{
    BlockRelease, ClientId, DropReason, Limits, LimitsError, Priority, RequestId, SpanResult,
    StateOp, StepPlan, StepResult, Want,
};
use atlas_sched::{
    CancelOutcome, Chaos, Event, Refusal, SchedOptions, SchedRequest, SchedStats, Scheduler,
};

fn limits() -> Limits {
    Limits {
        slot_count: 4,
        step_tokens_max: 16,
        drafts_max: 0,
        seq_len_max: 40,
        kv_block_tokens: 4,
        kv_block_count: 40,
        chunk_tokens_max: 8,
        queue_len_max: 8,
        overtake_max: 2,
        snapshot_count: 0,
        host: atlas_core::HostPlaces::default(),
    }
}

fn scheduler(limits: Limits, depth: u32) -> Scheduler {
    Scheduler::new(limits, true, SchedOptions { depth, ..SchedOptions::default() }).unwrap()
}

fn request(id: u64, prompt_len: u32, len_max: u32) -> SchedRequest {
    let priority = Priority(0);
    SchedRequest {
        id: RequestId(id),
        prompt_len,
        len_max,
        priority,
        client: ClientId::default(),
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

/// The result in which every sampling span yields a token and nothing stops.
fn result(plan: &StepPlan) -> StepResult {
    let spans = plan.spans.iter().map(|s| SpanResult {
        slot: s.slot,
        epoch: s.epoch,
        accepted: s.len,
        sampled: u32::from(s.sample),
        ended: false,
        tokens: Vec::new(),
    });
    StepResult { step: plan.step, spans: spans.collect(), ..StepResult::default() }
}

/// Plans, runs and commits one step.
fn turn(sched: &mut Scheduler) -> StepPlan {
    let plan = sched.step();
    if !plan.spans.is_empty() {
        sched.commit(&result(&plan));
    }
    sched.check_integrity().unwrap();
    plan
}

/// Blocks that the plan appends to tables.
fn blocks(plan: &StepPlan) -> usize {
    plan.ops.iter().filter(|op| matches!(op, StateOp::Append(_))).count()
}

fn releases(plan: &StepPlan) -> impl Iterator<Item = &BlockRelease> {
    plan.ops.iter().filter_map(|op| match op {
        StateOp::Release(release) => Some(release),
        _ => None,
    })
}

/// `(start, len, want, sample)` of every span.
fn shape(plan: &StepPlan) -> Vec<(u32, u32, Want, bool)> {
    plan.spans.iter().map(|s| (s.start, s.len, s.want, s.sample)).collect()
}

#[test]
fn a_prompt_runs_in_chunks_and_then_token_by_token_to_its_longest_length() {
    let mut sched = scheduler(limits(), 1);
    assert!(sched.is_idle() && sched.step().is_empty());
    submit(&mut sched, request(1, 10, 13));
    let first = turn(&mut sched);
    assert_eq!(first.step, 1);
    assert_eq!((first.assignments().count(), blocks(&first)), (1, 2));
    assert_eq!(shape(&first), [(0, 8, Want::None, false)]);
    assert_eq!(shape(&turn(&mut sched)), [(8, 2, Want::Last, true)]);
    assert_eq!(shape(&turn(&mut sched)), [(10, 1, Want::Last, true)]);
    assert_eq!(shape(&turn(&mut sched)), [(11, 1, Want::Last, true)]);
    assert!(!sched.is_idle(), "the slot's end is still to be reported");
    let last = turn(&mut sched);
    assert!(last.spans.is_empty());
    let reasons: Vec<_> = last.drops().map(|drop| drop.reason).collect();
    assert_eq!(reasons, [DropReason::Ended]);
    assert!(sched.is_idle());
    assert_eq!(sched.stats(), SchedStats::default());
}

#[test]
fn single_tokens_come_before_chunks_and_all_share_the_rows() {
    let mut sched = scheduler(Limits { step_tokens_max: 9, ..limits() }, 1);
    submit(&mut sched, request(1, 12, 30));
    submit(&mut sched, request(2, 1, 30));
    assert_eq!(shape(&turn(&mut sched)), [(0, 8, Want::None, false), (0, 1, Want::Last, true)]);
    submit(&mut sched, request(3, 20, 30));
    let plan = turn(&mut sched);
    assert_eq!(
        shape(&plan),
        [(1, 1, Want::Last, true), (8, 4, Want::Last, true), (0, 4, Want::None, false)]
    );
    assert_eq!(plan.token_count(), 9);
    let plan = turn(&mut sched);
    assert_eq!(
        shape(&plan),
        [(12, 1, Want::Last, true), (2, 1, Want::Last, true), (4, 7, Want::None, false)]
    );
}

#[test]
fn every_prompt_row_is_wanted_once_even_across_preemptions() {
    let chaos = Some(Chaos { seed: 3, preempt_per_mille: 300, random_chunks: true });
    let options = SchedOptions { chaos, ..SchedOptions::default() };
    let mut sched = Scheduler::new(limits(), true, options).unwrap();
    submit(&mut sched, SchedRequest { prompt_rows: true, ..request(1, 30, 40) });
    let mut rows = vec![0; 30];
    let mut preempted_in_prompt = false;
    while !sched.is_idle() {
        let plan = turn(&mut sched);
        for span in &plan.spans {
            if span.want == Want::All {
                (span.start..span.end()).for_each(|p| rows[p as usize] += 1);
            }
        }
        preempted_in_prompt |=
            plan.drops().next().is_some() && rows.contains(&0) && rows.contains(&1);
    }
    assert_eq!(rows, [1; 30]);
    assert!(preempted_in_prompt, "the seed must preempt in the middle of the prompt");
}

#[test]
fn rows_that_score_prompts_are_bounded_apart_from_the_rest() {
    let wide = Limits {
        step_tokens_max: 256,
        chunk_tokens_max: 256,
        seq_len_max: 400,
        kv_block_count: 400,
        ..limits()
    };
    let mut sched = scheduler(wide.clone(), 1);
    let max = wide.score_rows_max();
    assert_eq!(max, 64);
    submit(&mut sched, SchedRequest { prompt_rows: true, ..request(1, 100, 120) });
    submit(&mut sched, SchedRequest { prompt_rows: true, ..request(2, 40, 120) });
    submit(&mut sched, request(3, 150, 200));
    // The second scored prompt has no rows of logits left; a request without logits is not held up.
    let plan = turn(&mut sched);
    assert_eq!(shape(&plan), [(0, 64, Want::All, false), (0, 150, Want::Last, true)]);
    let plan = turn(&mut sched);
    assert_eq!(
        shape(&plan),
        [(150, 1, Want::Last, true), (64, 36, Want::All, true), (0, 28, Want::All, false)]
    );
    let plan = turn(&mut sched);
    assert_eq!(shape(&plan)[2], (28, 12, Want::All, true));
}

#[test]
fn depth_two_plans_ahead_and_wastes_at_most_one_span_on_an_end() {
    let mut sched = scheduler(limits(), 2);
    submit(&mut sched, request(1, 3, 40));
    let first = sched.step();
    let second = sched.step();
    assert_eq!(shape(&second), [(3, 1, Want::Last, true)]);
    assert!(sched.step().is_empty(), "two steps are in flight");
    let mut stop = result(&first);
    stop.spans[0].ended = true;
    sched.commit(&stop);
    submit(&mut sched, request(2, 2, 40));
    let third = sched.step();
    assert_eq!(third.drops().count(), 1);
    let [old, new] = [&first, &third].map(|plan| *plan.assignments().next().unwrap());
    assert_eq!(new.slot, old.slot, "the slot is reused at once");
    assert_ne!(new.epoch, old.epoch);
    sched.commit(&result(&second));
    sched.check_integrity().unwrap();
    sched.commit(&result(&third));
    assert_eq!(shape(&turn(&mut sched)), [(2, 1, Want::Last, true)]);
}

#[test]
fn nothing_is_planned_past_the_longest_length() {
    for depth in [1, 2] {
        let mut sched = scheduler(limits(), depth);
        submit(&mut sched, request(1, 3, 5));
        let mut in_flight = std::collections::VecDeque::new();
        let mut last = 0;
        while !sched.is_idle() {
            let plan = sched.step();
            last = plan.spans.iter().map(|s| s.end()).fold(last, u32::max);
            if !plan.spans.is_empty() {
                in_flight.push_back(plan);
            } else if let Some(plan) = in_flight.pop_front() {
                sched.commit(&result(&plan));
            }
        }
        assert_eq!(last, 4, "the fifth token has no successor");
    }
}

#[test]
fn cancelling_works_in_every_state_and_frees_everything_in_the_next_plan() {
    let mut sched = scheduler(Limits { slot_count: 1, ..limits() }, 1);
    submit(&mut sched, request(1, 30, 40));
    submit(&mut sched, request(2, 3, 40));
    turn(&mut sched);
    assert_eq!(sched.cancel(RequestId(2)), CancelOutcome::Waiting);
    assert_eq!(sched.cancel(RequestId(1)), CancelOutcome::Running, "in the middle of its prompt");
    assert_eq!(sched.cancel(RequestId(1)), CancelOutcome::Unknown);
    assert_eq!(sched.stats().blocks_used, 0);
    let plan = sched.step();
    assert_eq!((plan.drops().count(), plan.spans.len()), (1, 0));
    assert!(sched.is_idle());
}

#[test]
fn cancelling_between_plan_and_commit_is_harmless() {
    let mut sched = scheduler(limits(), 1);
    submit(&mut sched, request(1, 3, 40));
    let plan = sched.step();
    sched.cancel(RequestId(1));
    sched.commit(&result(&plan));
    sched.check_integrity().unwrap();
    assert_eq!(sched.step().drops().count(), 1);
    assert!(sched.is_idle());
}

#[test]
fn refusals_name_their_reason_and_change_nothing() {
    let mut sched = scheduler(Limits { slot_count: 1, queue_len_max: 1, ..limits() }, 1);
    let mut push = |r| sched.push(Event::Submit(r));
    assert_eq!(push(request(1, 0, 4)), Err(Refusal::EmptyPrompt));
    let no_room = Refusal::NoAnswerRoom { prompt_len: 4, len_max: 4 };
    assert_eq!(push(request(1, 4, 4)), Err(no_room));
    assert_eq!(push(request(1, 4, 41)), Err(Refusal::TooLong { len_max: 41, seq_len_max: 40 }));
    assert_eq!(push(request(1, 4, 40)), Ok(()), "for the free slot");
    assert_eq!(push(request(1, 4, 40)), Err(Refusal::Duplicate { id: RequestId(1) }));
    assert_eq!(push(request(2, 4, 40)), Ok(()), "waits");
    assert_eq!(push(request(3, 4, 40)), Err(Refusal::QueueFull { waiting: 2 }));
    assert_eq!(sched.stats().waiting, 2);
    let none = SchedOptions { depth: 0, ..SchedOptions::default() };
    assert_eq!(
        Scheduler::new(limits(), true, none).err(),
        Some(LimitsError::Zero { name: "depth" })
    );
}

#[test]
fn a_result_that_does_not_answer_its_plan_is_reported() {
    let mut sched = scheduler(limits(), 1);
    submit(&mut sched, request(1, 3, 40));
    let mut wrong = result(&sched.step());
    wrong.spans[0].sampled = 0;
    sched.commit(&wrong);
    assert!(sched.check_integrity().is_err());
    assert_eq!(sched.stats().running, 0);
}

#[test]
fn without_paged_layers_blocks_bound_nothing() {
    let limits = Limits { kv_block_count: 0, ..limits() };
    let mut sched = Scheduler::new(limits, false, SchedOptions::default()).unwrap();
    for id in 0..4 {
        submit(&mut sched, request(id, 5, 40));
    }
    let mut steps = 0;
    while !sched.is_idle() {
        assert_eq!(blocks(&turn(&mut sched)), 0);
        steps += 1;
    }
    assert!(steps < 45 && sched.stats().preemptions == 0);
}

/// A sequence longer than all blocks together: it holds those of its window and what is planned
/// behind it.
#[test]
fn a_window_bounds_the_blocks_of_a_sequence() {
    let window = Some(8);
    let short = Limits { kv_block_count: 7, seq_len_max: 100, ..limits() };
    assert_eq!(short.blocks_held_max(window), 7);
    let options = || SchedOptions { window, ..SchedOptions::default() };
    let refused = Scheduler::new(Limits { kv_block_count: 6, ..short.clone() }, true, options());
    assert!(matches!(refused, Err(LimitsError::PoolBelowWindow { blocks: 7, .. })));
    let mut sched = Scheduler::new(short, true, options()).unwrap();
    submit(&mut sched, request(1, 60, 90));
    let (mut released, mut place, mut planned) = (0, 0, 0);
    while !sched.is_idle() {
        let plan = turn(&mut sched);
        for release in releases(&plan) {
            assert!(release.until > released, "places go once");
            released = release.until;
        }
        place += blocks(&plan) as u32;
        for span in &plan.spans {
            // The row at the start of the span sees 7 positions before it: none of them is given
            // back, and no block stays that it does not see.
            assert_eq!(released, span.start.saturating_sub(7) / 4);
            planned = span.end();
        }
        assert!(planned.div_ceil(4) <= place && sched.stats().blocks_used <= 5);
    }
    assert_eq!((planned, released, place), (89, 20, 23));
    assert_eq!(sched.stats(), SchedStats::default());
}

/// A waiting request starts beside a long prompt once the blocks that the prompt still needs at a
/// time are left.
#[test]
fn blocks_owed_to_a_window_are_fewer_than_those_of_the_prompt() {
    let beside = |window| {
        let wide = Limits { step_tokens_max: 24, seq_len_max: 200, ..limits() };
        let limits = Limits { kv_block_count: 50, ..wide };
        let options = SchedOptions { window, ..SchedOptions::default() };
        let mut sched = Scheduler::new(limits, true, options).unwrap();
        (1..=3).for_each(|id| submit(&mut sched, request(id, 150, 200)));
        let plan = turn(&mut sched);
        (plan.assignments().count(), sched.stats().running)
    };
    assert_eq!([beside(None), beside(Some(8))], [(2, 2), (3, 3)]);
}
