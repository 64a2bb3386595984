//! The limit on the time of a step: how many prompt tokens a step takes while others generate.

use atlas_core::{
    ClientId, HostPlaces, Limits, Priority, RequestId, SpanResult, StepPlan, StepResult,
};
use atlas_sched::{Event, SchedOptions, SchedRequest, Scheduler, StepShape};

const SECONDS_MAX: f64 = 0.05;

fn scheduler(step_seconds_max: Option<f64>) -> Scheduler {
    let limits = Limits {
        slot_count: 40,
        step_tokens_max: 8192,
        drafts_max: 0,
        seq_len_max: 40_000,
        kv_block_tokens: 32,
        kv_block_count: 4000,
        chunk_tokens_max: 8192,
        queue_len_max: 64,
        overtake_max: 2,
        snapshot_count: 0,
        host: HostPlaces::default(),
    };
    let options = SchedOptions { step_seconds_max, ..SchedOptions::default() };
    Scheduler::new(limits, true, options).unwrap()
}

fn submit(sched: &mut Scheduler, id: u64, prompt_len: u32, answer_len: u32) {
    let request = SchedRequest {
        id: RequestId(id),
        prompt_len,
        len_max: prompt_len + answer_len,
        priority: Priority(0),
        client: ClientId::default(),
        call: None,
        prompt_rows: false,
        drafts: 0,
        group: None,
        prefix: None,
    };
    sched.push(Event::Submit(request)).unwrap();
}

/// Seconds of a step on a machine that the scheduler does not know.
fn seconds(plan: &StepPlan) -> f64 {
    let rows = plan.token_count() as f64;
    let attended: f64 = plan.spans.iter().map(|s| f64::from(s.start) * f64::from(s.len)).sum();
    8e-3 + 1.4e-5 * rows + 2e-10 * attended
}

/// Plans, runs, times and commits one step.
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
    let result = StepResult { step: plan.step, spans: spans.collect(), ..StepResult::default() };
    if !plan.spans.is_empty() {
        sched.commit(&result);
        sched.note_step(&StepShape::of(&plan.spans), seconds(&plan));
    }
    sched.check_integrity().unwrap();
    plan
}

fn prompt_rows(plan: &StepPlan) -> u32 {
    plan.spans.iter().map(|s| s.len).filter(|&len| len > 1).sum()
}

#[test]
fn a_long_prompt_does_not_stop_those_that_generate() {
    let mut sched = scheduler(Some(SECONDS_MAX));
    (0..16).for_each(|id| submit(&mut sched, id, 1000, 2000));
    (0..60).for_each(|_| drop(turn(&mut sched)));
    submit(&mut sched, 99, 32_000, 10);
    let (mut done, mut steps, mut total) = (0, 0, 0.0);
    while done < 32_000 {
        let plan = turn(&mut sched);
        let rows = prompt_rows(&plan);
        assert!(rows > 0, "the prompt gets on in every step");
        (done, steps, total) = (done + rows, steps + 1, total + seconds(&plan));
        assert!(seconds(&plan) < SECONDS_MAX * 1.1, "{rows} rows take {} s", seconds(&plan));
        let generated = plan.spans.iter().filter(|s| s.len == 1).count();
        assert_eq!(generated, 16, "each of the others has its token in every step");
    }
    let mean = total / f64::from(steps);
    assert!(mean > SECONDS_MAX * 0.85, "steps of {mean} s leave time unused");
}

#[test]
fn a_burst_starts_in_whole_steps() {
    let mut sched = scheduler(Some(SECONDS_MAX));
    (0..4).for_each(|id| submit(&mut sched, id, 500, 4));
    (0..6).for_each(|_| drop(turn(&mut sched)));
    assert_eq!(sched.stats().running, 0);
    (10..42).for_each(|id| submit(&mut sched, id, 1024, 100));
    let rows: Vec<u32> = (0..4).map(|_| prompt_rows(&turn(&mut sched))).collect();
    assert!(rows.iter().all(|&rows| rows > 8000), "{rows:?}");
}

#[test]
fn without_a_limit_and_alone_a_prompt_has_the_whole_step() {
    for limit in [None, Some(SECONDS_MAX)] {
        let mut sched = scheduler(limit);
        let others = if limit.is_none() { 16 } else { 0 };
        (0..others).for_each(|id| submit(&mut sched, id, 1000, 2000));
        (0..60).for_each(|_| drop(turn(&mut sched)));
        submit(&mut sched, 99, 32_000, 10);
        assert_eq!(turn(&mut sched).token_count(), 8192);
    }
}

#[test]
fn prompts_get_on_even_where_generating_takes_all_the_time() {
    let mut sched = scheduler(Some(1e-3));
    (0..16).for_each(|id| submit(&mut sched, id, 1000, 2000));
    (0..60).for_each(|_| drop(turn(&mut sched)));
    submit(&mut sched, 99, 1280, 10);
    let rows: Vec<u32> = (0..10).map(|_| prompt_rows(&turn(&mut sched))).collect();
    assert_eq!(rows, [128; 10]);
    let last = turn(&mut sched);
    assert_eq!((last.token_count(), prompt_rows(&last)), (17, 0));
}
