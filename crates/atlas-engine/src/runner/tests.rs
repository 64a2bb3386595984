//! The runner on hand-made plans, over a model whose tokens are hashes of their prefixes.

use atlas_core::{
    BlockAppend, BlockId, ClientId, DropReason, Epoch, GenerateRequest, Limits, RequestId,
    SamplingParams, SlotAssign, SlotDrop, SlotId, Span, StateFork, StateOp, StepPlan, Want,
    token_stream,
};
use atlas_tensor::{Compute, CpuDevice, Isa};
use std::sync::Arc;
use std::time::Instant;

use crate::engine::config::EngineConfig;
use crate::engine::queue::Queue;
use crate::engine::requests::{LiveRequest, LiveRequests, Submission, Ticket};
use crate::runner::{RunError, Runner};
use crate::state::slots::SlotError;
use crate::testing::{FakeModel, hash_answer, small_limits};

const VOCAB: u32 = 100;

fn runner(limits: Limits) -> Runner {
    let dev = CpuDevice::new(1, Isa::Portable, Compute::F32).expect("one thread");
    Runner::new(Box::new(FakeModel::hash(VOCAB)), dev.into(), &EngineConfig::new(limits))
        .expect("memory")
}

fn live_request(prompt: &[u32]) -> Box<LiveRequest> {
    let (sender, stream) = token_stream(RequestId(1), None);
    drop(stream);
    LiveRequest::new(Submission {
        id: RequestId(1),
        request: GenerateRequest::new(prompt.to_vec(), SamplingParams::greedy(50)),
        sender,
        submitted: Instant::now(),
        live: Ticket::take(&Arc::default()),
        queued: Arc::<Queue>::default().take(ClientId::default(), 1, 0).expect("a place"),
    })
}

fn span(slot: u32, epoch: u32, start: u32, len: u32, sample: bool) -> Span {
    let want = if sample { Want::Last } else { Want::None };
    Span { slot: SlotId(slot), epoch: Epoch(epoch), start, len, want, sample, drafts: 0 }
}

fn assign(slot: u32, epoch: u32, request: u64) -> StateOp {
    let (slot, epoch, request) = (SlotId(slot), Epoch(epoch), RequestId(request));
    StateOp::Assign(SlotAssign { slot, epoch, request })
}

fn append(slot: u32, epoch: u32, block: u32) -> StateOp {
    let (slot, epoch, block) = (SlotId(slot), Epoch(epoch), BlockId(block));
    StateOp::Append(BlockAppend { slot, epoch, block })
}

/// A plan that assigns slot 0 to request 1 and runs its whole prompt.
fn first(prompt: &[u32]) -> StepPlan {
    StepPlan {
        step: 1,
        ops: vec![assign(0, 1, 1), append(0, 1, 9)],
        spans: vec![span(0, 1, 0, prompt.len() as u32, true)],
    }
}

#[test]
fn a_plan_becomes_tokens() {
    let prompt = [5, 6, 7];
    let mut runner = runner(small_limits());
    let mut requests = LiveRequests::default();
    requests.insert(RequestId(1), live_request(&prompt));
    let output = runner.execute(&first(&prompt), &mut requests).expect("a sound plan");
    assert_eq!((output.rows, output.spans, output.picks.len()), (3, 1, 1));
    let result = output.result.spans[0].clone();
    assert_eq!((result.accepted, result.sampled, result.ended), (3, 1, false));
    for step in 2..10 {
        let spans = vec![span(0, 1, step + 1, 1, true)];
        let plan = StepPlan { step: u64::from(step), spans, ..StepPlan::default() };
        runner.execute(&plan, &mut requests).expect("a sound plan");
    }
    assert_eq!(requests[&RequestId(1)].state.tokens()[3..], hash_answer(&prompt, 9, VOCAB));
}

/// A slot that gets another's recurrent state and block goes on where the other stood.
#[test]
fn copies_carry_the_state_of_a_sequence() {
    let prompt = [5, 6, 7, 8];
    let mut runner = runner(small_limits());
    let mut requests = LiveRequests::default();
    requests.insert(RequestId(1), live_request(&prompt));
    requests.insert(RequestId(2), live_request(&prompt));
    let mut plan = first(&prompt);
    plan.spans = vec![span(0, 1, 0, 3, false)];
    runner.execute(&plan, &mut requests).expect("a sound plan");
    let state = StateFork { from: SlotId(0), to: SlotId(1), position: 3, block: None };
    let fork = StepPlan {
        step: 2,
        ops: vec![assign(1, 1, 2), append(1, 1, 9), StateOp::Fork(state)],
        spans: vec![span(1, 1, 3, 1, true)],
    };
    runner.execute(&fork, &mut requests).expect("a sound plan");
    assert_eq!(requests[&RequestId(2)].state.tokens()[4..], hash_answer(&prompt, 1, VOCAB));
}

#[test]
fn spans_of_ended_requests_are_not_computed() {
    let mut runner = runner(small_limits());
    let mut requests = LiveRequests::default();
    let output = runner.execute(&first(&[1, 2]), &mut requests).expect("a sound plan");
    assert_eq!((output.rows, output.spans, output.picks.len()), (0, 0, 0));
    assert_eq!((output.result.spans[0].sampled, output.result.spans[0].ended), (0, true));
    let drop = SlotDrop {
        slot: SlotId(0),
        epoch: Epoch(1),
        request: RequestId(1),
        reason: DropReason::Ended,
    };
    let plan = StepPlan { step: 2, ops: vec![StateOp::Drop(drop)], ..StepPlan::default() };
    runner.execute(&plan, &mut requests).expect("the slot is given up");
}

#[test]
fn broken_plans_end_with_their_name() {
    let fails = |change: &dyn Fn(&mut StepPlan)| {
        let mut requests = LiveRequests::default();
        requests.insert(RequestId(1), live_request(&[1, 2, 3]));
        let mut plan = first(&[1, 2, 3]);
        change(&mut plan);
        match runner(small_limits()).execute(&plan, &mut requests) {
            Err(RunError::Slots { source, .. }) => source,
            other => panic!("{other:?}"),
        }
    };
    assert!(matches!(fails(&|p| p.ops.truncate(1)), SlotError::MissingBlocks { .. }));
    assert!(matches!(fails(&|p| p.spans[0].len = 4), SlotError::NoPickedToken { .. }));
    assert!(matches!(fails(&|p| p.spans[0].len = 5), SlotError::UnknownTokens { .. }));
    assert!(matches!(fails(&|p| p.ops[1] = append(0, 2, 9)), SlotError::StaleEpoch { .. }));
    assert!(matches!(fails(&|p| p.ops.push(assign(0, 2, 1))), SlotError::Taken { .. }));
    // A span that does not go on where the slot's state stands is refused by the layers.
    let mut requests = LiveRequests::default();
    requests.insert(RequestId(1), live_request(&[1, 2, 3]));
    let mut plan = first(&[1, 2, 3]);
    plan.spans = vec![span(0, 1, 1, 2, true)];
    let error = runner(small_limits()).execute(&plan, &mut requests).expect_err("a gap");
    assert!(matches!(error, RunError::Forward { step: 1, .. }), "{error}");
}
