//! Random scripts of accepted and rejected drafts, forks, swaps, preemptions and restores against
//! the straight run of the same request: the same tokens and the same bits of every row of logits.

use atlas_core::{
    BlockAppend, BlockId, CacheHints, ClientId, ContentKey, DropReason, Epoch, GenerateRequest,
    HostBlockId, HostPlaces, HostSnapshotId, Limits, Priority, RequestId, SamplingParams,
    SlotAssign, SlotDrop, SlotId, SnapshotId, Span, StateFork, StateOp, StateRestore, StepPlan,
    Tier, TierCopy, TierObject, TokenId, Want, token_stream,
};
use atlas_tensor::Compute;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::engine::config::EngineConfig;
use crate::engine::queue::Queue;
use crate::engine::requests::{LiveRequest, Submission, Ticket};
use crate::faults::TestFault;
use crate::runner::Runner;
use crate::state::checkpoint::Checkpoint;
use crate::testing::ToyConstraint;
use crate::testing::invariants::checkpoint_loader;

const BLOCK: u32 = 16;
const ID: RequestId = RequestId(1);
const ANSWER: usize = 70;

/// The last row of logits that a token was picked from, by the token's position.
type Rows = Arc<Mutex<FxHashMap<u32, u64>>>;

/// One sequence on a runner.
struct World {
    runner: Runner,
    requests: crate::engine::requests::LiveRequests,
    rows: Rows,
    rng: fastrand::Rng,
    prompt_len: u32,
    vocab: u32,
    slot: u32,
    epochs: [u32; 3],
    table: Vec<u32>,
    free: VecDeque<u32>,
    consumed: u32,
    steps: u64,
    sets: Vec<Vec<TokenId>>,
    /// Plants two sequences that write to one block.
    shares: bool,
}

type Check = Result<(), String>;

impl World {
    fn new(seed: u64, constrained: bool, fault: Option<TestFault>) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../atlas-model/tests/fixtures/qwen3_5_moe_text");
        let (model, dev) = checkpoint_loader(&folder, Compute::F32)(1);
        let vocab = model.info().vocab_size;
        let rows = Rows::default();
        let seen = rows.clone();
        let limits = Limits {
            slot_count: 3,
            step_tokens_max: 64,
            drafts_max: 0,
            seq_len_max: 192,
            kv_block_tokens: BLOCK,
            kv_block_count: 40,
            chunk_tokens_max: 64,
            queue_len_max: 4,
            overtake_max: 4,
            snapshot_count: 3,
            host: HostPlaces { blocks: 16, snapshots: 2 },
        };
        let config = EngineConfig {
            test_fault: fault,
            row_hook: Some(Arc::new(move |_, position, logits: &[f32]| {
                let mix = |h: u64, l: &f32| {
                    (h ^ u64::from(l.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
                };
                seen.lock().expect("no panic").insert(position, logits.iter().fold(1, mix));
            })),
            ..EngineConfig::new(limits)
        };
        let runner = Runner::new(model, dev, &config).expect("memory");
        // Prompt and draws are the same for every seed of a script.
        let mut rng = fastrand::Rng::with_seed(11);
        let prompt: Vec<TokenId> = (0..37).map(|_| rng.u32(1..vocab)).collect();
        let set = |rng: &mut fastrand::Rng| (0..30).map(|_| rng.u32(1..vocab)).collect();
        let sets: Vec<Vec<TokenId>> =
            if constrained { (0..ANSWER + 40).map(|_| set(&mut rng)).collect() } else { vec![] };
        let mut world = Self {
            runner,
            requests: crate::engine::requests::LiveRequests::default(),
            rows,
            rng: fastrand::Rng::with_seed(seed),
            prompt_len: prompt.len() as u32,
            vocab,
            slot: 0,
            epochs: [1, 0, 0],
            table: Vec::new(),
            free: (0..40).collect(),
            consumed: 0,
            steps: 0,
            sets,
            shares: false,
        };
        world.requests.insert(ID, world.live_request(prompt));
        world
    }

    fn live_request(&self, prompt: Vec<TokenId>) -> Box<LiveRequest> {
        let (sender, stream) = token_stream(ID, None);
        drop(stream);
        let sampling = SamplingParams {
            temperature: 0.8,
            seed: 5,
            presence_penalty: 0.7,
            frequency_penalty: 0.9,
            repetition_penalty: 1.3,
            ignore_eos: true,
            ..SamplingParams::greedy(ANSWER as u32 + 40)
        };
        let toy = || Box::new(ToyConstraint::new(self.sets.clone())) as _;
        let constraint = (!self.sets.is_empty()).then(toy);
        LiveRequest::new(Submission {
            id: ID,
            request: GenerateRequest {
                prompt,
                sampling,
                eos_token_ids: vec![],
                priority: Priority::default(),
                client: ClientId::default(),
                call: None,
                drafts: None,
                deadline: None,
                constraint,
                cache: CacheHints::default(),
            },
            sender,
            submitted: Instant::now(),
            live: Ticket::take(&Arc::default()),
            queued: Arc::<Queue>::default().take(ClientId::default(), 1, 0).expect("a place"),
        })
    }

    fn tokens(&self) -> &[TokenId] {
        self.requests[&ID].state.tokens()
    }

    fn run(&mut self, plan: StepPlan) -> Check {
        self.steps += 1;
        let plan = StepPlan { step: self.steps, ..plan };
        let output = self.runner.execute(&plan, &mut self.requests).map_err(|e| e.to_string())?;
        for pick in output.picks {
            pick.outcome.map_err(|e| e.to_string())?;
        }
        match output.result.damaged_copies.is_empty() {
            true => Ok(()),
            false => Err("what was stored is not what came back".into()),
        }
    }

    fn epoch(&self) -> Epoch {
        Epoch(self.epochs[self.slot as usize])
    }

    fn assign(&mut self, slot: u32) -> StateOp {
        self.slot = slot;
        self.epochs[slot as usize] += 1;
        StateOp::Assign(SlotAssign { slot: SlotId(slot), epoch: self.epoch(), request: ID })
    }

    fn drop_of(&self) -> SlotDrop {
        let (slot, epoch) = (SlotId(self.slot), self.epoch());
        SlotDrop { slot, epoch, request: ID, reason: DropReason::Preempted }
    }

    fn append(&self, block: u32) -> StateOp {
        let (slot, epoch, block) = (SlotId(self.slot), self.epoch(), BlockId(block));
        StateOp::Append(BlockAppend { slot, epoch, block })
    }

    /// Blocks for positions below `end`.
    fn grow(&mut self, end: u32) -> Vec<StateOp> {
        let mut appends = Vec::new();
        while (self.table.len() as u32) * BLOCK < end {
            let Some(block) = self.free.pop_front() else { break };
            self.table.push(block);
            appends.push(self.append(block));
        }
        appends
    }

    fn give_back(&mut self, from: usize) {
        let blocks: Vec<u32> = self.table.drain(from..).collect();
        self.free.extend(blocks);
    }

    fn span(&self, end: u32, sample: bool) -> Span {
        let want = if sample { Want::Last } else { Want::None };
        let (slot, start) = (SlotId(self.slot), self.consumed);
        Span { slot, epoch: self.epoch(), start, len: end - start, want, sample, drafts: 0 }
    }

    /// Applies `ops` and runs the known tokens that are not consumed yet; picks a token.
    fn step(&mut self, mut ops: Vec<StateOp>) -> Check {
        let known = self.tokens().len() as u32;
        while self.consumed < known {
            let end = known.min(self.consumed + 64);
            ops.extend(self.grow(end));
            let spans = vec![self.span(end, end == known)];
            let ops = std::mem::take(&mut ops);
            self.run(StepPlan { ops, spans, ..StepPlan::default() })?;
            self.consumed = end;
        }
        Ok(())
    }

    fn draft(&mut self, token: TokenId) -> Check {
        let live = self.requests.get_mut(&ID).expect("it lives");
        live.state.accept(token, 192).map_err(|e| e.to_string())?;
        let slot = SlotId(self.slot);
        self.runner.state.slots.push_token(slot, token).map_err(|e| e.to_string())
    }

    /// Drafts that turn out right: one span over them.
    fn accept(&mut self, straight: &[TokenId]) -> Check {
        let known = self.tokens().len();
        for &token in straight[known..].iter().take(self.rng.usize(1..6)) {
            self.draft(token)?;
        }
        self.step(Vec::new())
    }

    /// Drafts that turn out wrong: nothing of them may be left.
    fn reject(&mut self) -> Check {
        let place = SnapshotId(0);
        let live = self.requests.get(&ID).expect("it lives");
        let checkpoint = Checkpoint::take(&mut self.runner.state, SlotId(self.slot), place, live);
        let (consumed, blocks) = (self.consumed, self.table.len());
        for _ in 0..self.rng.usize(1..24) {
            let at = self.tokens().len() - self.prompt_len as usize;
            let token = match self.sets.get(at) {
                Some(set) => set[self.rng.usize(0..set.len())],
                None => self.rng.u32(1..self.vocab),
            };
            self.draft(token)?;
        }
        let end = self.tokens().len() as u32;
        let ops = self.grow(end);
        let spans = vec![self.span(end, false)];
        self.run(StepPlan { ops, spans, ..StepPlan::default() })?;
        let live = self.requests.get_mut(&ID).expect("it lives");
        checkpoint.roll_back(&mut self.runner.state, live).map_err(|e| e.to_string())?;
        self.consumed = consumed;
        self.give_back(blocks);
        Ok(())
    }

    fn content(&self, at: usize) -> ContentKey {
        ContentKey { start: at as u32, end: self.consumed, hash: self.steps / 2 }
    }

    fn block_copy(&self, at: usize, device: u32, to: Tier) -> TierCopy {
        let object = TierObject::Block { device: BlockId(device), host: HostBlockId(at as u32) };
        TierCopy { object, to, content: self.content(at) }
    }

    /// A second slot goes on; then the first one writes nonsense and is dropped.
    fn fork(&mut self) -> Check {
        let (old, old_drop) = (self.slot, self.drop_of());
        let shared = (self.consumed / BLOCK) as usize;
        let mut table = self.table.clone();
        let mut copied = None;
        for at in (shared..table.len()).filter(|_| !self.shares) {
            let Some(own) = self.free.pop_front() else { return Err("no block".into()) };
            let written = std::mem::replace(&mut table[at], own);
            // Blocks behind the one in which the sequence stands hold nothing.
            let stands = at == shared && !self.consumed.is_multiple_of(BLOCK);
            copied = copied.or(stands.then_some((BlockId(written), BlockId(own))));
        }
        let mut ops = vec![self.assign((old + 1) % 3)];
        let before = std::mem::replace(&mut self.table, table);
        ops.extend(self.table.iter().map(|&block| self.append(block)));
        let (from, to) = (SlotId(old), SlotId(self.slot));
        ops.push(StateOp::Fork(StateFork { from, to, position: self.consumed, block: copied }));
        self.run(StepPlan { ops, ..StepPlan::default() })?;
        let (known, at) = (self.tokens().len() as u32, self.consumed);
        self.step(Vec::new())?;
        // Only then the old slot computes another token at the same position.
        if at < before.len() as u32 * BLOCK {
            self.runner.state.slots.truncate(SlotId(old), Some(known - 1), None);
            let wrong = self.rng.u32(1..self.vocab);
            self.runner.state.slots.push_token(SlotId(old), wrong).map_err(|e| e.to_string())?;
            let (slot, epoch) = (SlotId(old), old_drop.epoch);
            let span =
                Span { slot, epoch, start: at, len: 1, want: Want::None, sample: false, drafts: 0 };
            self.run(StepPlan { spans: vec![span], ..StepPlan::default() })?;
        }
        self.run(StepPlan { ops: vec![StateOp::Drop(old_drop)], ..StepPlan::default() })?;
        self.free.extend(before[shared..].iter().filter(|b| !self.table.contains(b)));
        Ok(())
    }

    /// To the host and back, into other blocks and another slot.
    fn swap(&mut self) -> Check {
        self.steps += self.steps % 2;
        let state = |s: &Self, object, to| TierCopy { object, to, content: s.content(99) };
        let (slot, epoch, host) = (SlotId(self.slot), self.epoch(), HostSnapshotId(1));
        let table = self.table.clone();
        let out = table.iter().enumerate();
        let mut copies: Vec<_> = out.map(|(i, &b)| self.block_copy(i, b, Tier::Host)).collect();
        copies.push(state(self, TierObject::SlotState { slot, epoch, host }, Tier::Host));
        let hash = self.steps;
        let copy = |c: TierCopy| {
            StateOp::Copy(TierCopy { content: ContentKey { hash, ..c.content }, ..c })
        };
        let mut ops: Vec<_> = copies.into_iter().map(copy).collect();
        ops.push(StateOp::Drop(self.drop_of()));
        self.run(StepPlan { ops, ..StepPlan::default() })?;
        self.give_back(0);
        let assign = self.assign((slot.0 + 1) % 3);
        let blocks = self.grow(table.len() as u32 * BLOCK);
        let back = self.table.iter().enumerate();
        let mut copies: Vec<_> = back.map(|(i, &b)| self.block_copy(i, b, Tier::Device)).collect();
        let device = SnapshotId(2);
        copies.push(state(self, TierObject::Snapshot { device, host }, Tier::Device));
        let mut ops: Vec<_> = copies.into_iter().map(copy).collect();
        ops.push(assign);
        ops.extend(blocks);
        let (slot, epoch, position) = (SlotId(self.slot), self.epoch(), self.consumed);
        let restore = StateRestore { slot, epoch, position, from: Some(device) };
        ops.push(StateOp::Restore(restore));
        self.run(StepPlan { ops, ..StepPlan::default() })
    }

    /// Everything is computed again.
    fn preempt(&mut self) -> Check {
        self.run(StepPlan { ops: vec![StateOp::Drop(self.drop_of())], ..StepPlan::default() })?;
        self.give_back(0);
        self.consumed = 0;
        let assign = self.assign((self.slot + 1) % 3);
        self.step(vec![assign])
    }

    /// A script; `straight` is what must come of it.
    fn script(&mut self, straight: &[TokenId], rows: &FxHashMap<u32, u64>) -> Check {
        let assign = self.assign(0);
        self.step(vec![assign])?;
        while self.tokens().len() < straight.len() {
            match self.rng.usize(0..8) {
                0 => self.accept(straight)?,
                1 | 2 => self.reject()?,
                3 => self.fork()?,
                4 => self.swap()?,
                5 => self.preempt()?,
                _ => self.step(Vec::new())?,
            }
            let len = self.tokens().len().min(straight.len());
            if self.tokens()[..len] != straight[..len] {
                return Err(format!("other tokens after {len}"));
            }
        }
        let seen = self.rows.lock().expect("no panic");
        let wrong = seen.iter().find(|(at, row)| rows.get(at).is_some_and(|r| r != *row));
        wrong.map_or(Ok(()), |(at, _)| Err(format!("other bits at {at}")))
    }
}

/// The answer without any of it, and its rows.
fn straight(constrained: bool) -> (Vec<TokenId>, FxHashMap<u32, u64>) {
    let mut world = World::new(0, constrained, None);
    let assign = world.assign(0);
    world.step(vec![assign]).expect("a sound plan");
    while world.tokens().len() < 37 + ANSWER {
        world.step(Vec::new()).expect("a sound plan");
    }
    let rows = world.rows.lock().expect("no panic").clone();
    (world.tokens().to_vec(), rows)
}

#[test]
fn any_script_equals_the_straight_run() {
    for constrained in [false, true] {
        let (tokens, rows) = straight(constrained);
        for seed in 0..40 {
            let done = World::new(seed, constrained, None).script(&tokens, &rows);
            assert_eq!(done, Ok(()), "seed {seed}, constrained {constrained}");
        }
    }
}

/// Each part of the state is needed, and so are blocks of one's own.
#[test]
fn any_part_that_is_forgotten_turns_the_scripts_red() {
    for constrained in [false, true] {
        let (tokens, rows) = straight(constrained);
        for fault in [
            TestFault::RollbackForgetsBlocks,
            TestFault::RollbackForgetsCounts,
            TestFault::RollbackForgetsMatrices,
            TestFault::RollbackForgetsConvolution,
            TestFault::RollbackForgetsTokens,
            TestFault::RollbackForgetsAnswer,
        ] {
            let fails = |&seed: &u64| {
                World::new(seed, constrained, Some(fault)).script(&tokens, &rows).is_err()
            };
            let failures = (0..6).filter(fails).count();
            println!("{fault:?}, constrained {constrained}: {failures} of 6 scripts");
            assert!(failures > 0, "{fault:?} is not found");
        }
        let shared = |&seed: &u64| {
            let mut world = World::new(seed, constrained, None);
            world.shares = true;
            world.script(&tokens, &rows).is_err()
        };
        let red = (0..6).filter(shared).count();
        println!("a shared block, constrained {constrained}: {red} of 6 scripts");
        assert!(red > 0, "two sequences can write to one block");
    }
}
