//! Conversations of many users, more of whose state is on the host than on the device: a model of a
//! device with its times, that computes nothing.

use atlas_cache::Namespace;
use atlas_core::{
    ClientId, HostPlaces, Limits, Priority, RequestId, SpanResult, StepPlan, StepResult,
    TierObject, TokenId,
};
use atlas_sched::{
    CopyCost, Event, PrefixOptions, PrefixPrompt, SchedOptions, SchedRequest, Scheduler, StepShape,
    Transfer,
};
use std::collections::{BTreeMap, VecDeque};

const TURNS: usize = 5;
const ANSWER_TOKENS: u32 = 32;
const BLOCK_TOKENS: u32 = 32;
/// Bytes of a snapshot and of a block of a model of 35 billion parameters, and the time that a copy
/// of them takes.
const SNAPSHOT_BYTES: u64 = 63 << 20;
const BLOCK_BYTES: u64 = 655_360;
const COPIED_PER_SECOND: f64 = 20e9;

/// Users, the tokens that each adds in a turn, and whether it goes on from its last turn.
#[derive(Clone, Copy)]
struct Traffic {
    users: u64,
    new_tokens: u32,
    goes_on: bool,
}

/// Places for snapshots and blocks on the device and on the host.
#[derive(Clone, Copy)]
struct Memory {
    snapshots: u32,
    blocks: u32,
    host: HostPlaces,
}

fn scheduler(memory: Memory) -> Scheduler {
    let limits = Limits {
        slot_count: 128,
        step_tokens_max: 8192,
        drafts_max: 0,
        seq_len_max: 32_768,
        kv_block_tokens: BLOCK_TOKENS,
        kv_block_count: memory.blocks,
        chunk_tokens_max: 8192,
        queue_len_max: 1024,
        overtake_max: 16,
        snapshot_count: memory.snapshots,
        host: memory.host,
    };
    let prefix = PrefixOptions {
        needs_snapshots: true,
        stride_tokens: 2048,
        tile_tokens: 64,
        only_stride: false,
        verify_per_million: 0,
    };
    let copy_cost = CopyCost {
        block_bytes: BLOCK_BYTES,
        snapshot_bytes: SNAPSHOT_BYTES,
        bytes_per_token: 375_000,
        saved_bytes_per_token: 6_300_000,
    };
    let options = SchedOptions {
        depth: 2,
        prefix: Some(prefix),
        step_seconds_max: Some(0.05),
        copy_cost,
        ..SchedOptions::default()
    };
    Scheduler::new(limits, true, options).unwrap()
}

fn step_seconds(plan: &StepPlan) -> f64 {
    let rows = plan.token_count() as f64;
    let attended: f64 = plan.spans.iter().map(|s| f64::from(s.start) * f64::from(s.len)).sum();
    6e-3 + 1.7e-5 * rows + 2e-10 * attended
}

fn transfer_seconds(transfer: &Transfer) -> f64 {
    let bytes: u64 = transfer
        .copies
        .iter()
        .map(|copy| match copy.object {
            TierObject::Block { .. } => BLOCK_BYTES,
            _ => SNAPSHOT_BYTES,
        })
        .sum();
    2e-4 + bytes as f64 / COPIED_PER_SECOND
}

/// A turn of all users.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Mean time to the first token.
    seconds: f64,
    /// Share of the prompts' tokens that were cached.
    cached: f64,
}

struct World {
    sched: Scheduler,
    now: f64,
    /// Plans under way with the time at which they end.
    steps: VecDeque<(StepPlan, Vec<Option<RequestId>>, f64)>,
    transfers: VecDeque<(Transfer, f64)>,
    device_free: f64,
    copies_free: f64,
    tokens: u32,
    new_tokens: u32,
}

impl World {
    fn new(memory: Memory, new_tokens: u32) -> Self {
        Self {
            new_tokens,
            sched: scheduler(memory),
            now: 0.0,
            steps: VecDeque::new(),
            transfers: VecDeque::new(),
            device_free: 0.0,
            copies_free: 0.0,
            tokens: 1,
        }
    }

    fn token(&mut self) -> TokenId {
        self.tokens += 1;
        self.tokens
    }

    fn submit(&mut self, id: u64, tokens: &[TokenId]) {
        let len = tokens.len() as u32;
        let request = SchedRequest {
            id: RequestId(id),
            prompt_len: len,
            len_max: len + ANSWER_TOKENS,
            priority: Priority(0),
            client: ClientId::default(),
            call: None,
            prompt_rows: false,
            drafts: 0,
            group: None,
            prefix: Some(PrefixPrompt {
                tokens: tokens.into(),
                namespace: Namespace::default(),
                resume_hints: vec![len - self.new_tokens],
            }),
        };
        self.sched.push(Event::Submit(request)).unwrap();
    }

    /// Plans as many steps as may be under way, and books the next event.
    fn advance(
        &mut self,
        talks: &mut BTreeMap<u64, Vec<TokenId>>,
        firsts: &mut BTreeMap<u64, f64>,
    ) {
        while self.steps.is_empty() || (self.steps.len() < 2 && self.sched.is_steady()) {
            let before = self.device_free;
            let plan = self.sched.step();
            let answered = plan.is_answered();
            if answered {
                let start = self.device_free.max(self.now);
                self.device_free = start + step_seconds(&plan);
                let slots = self.sched.running_slots();
                let owner = |slot| slots.iter().find(|(_, at)| *at == slot).map(|(id, _)| *id);
                let owners = plan.spans.iter().map(|span| owner(span.slot)).collect();
                self.steps.push_back((plan, owners, self.device_free));
            }
            for transfer in self.sched.take_transfers() {
                // Behind what was launched before.
                let start = self.copies_free.max(before).max(self.now);
                self.copies_free = start + transfer_seconds(&transfer);
                self.transfers.push_back((transfer, self.copies_free));
            }
            if !answered {
                break;
            }
        }
        let step = self.steps.front().map_or(f64::INFINITY, |(_, _, end)| *end);
        let transfer = self.transfers.front().map_or(f64::INFINITY, |(_, end)| *end);
        assert!(step.min(transfer).is_finite(), "nothing is under way and requests wait");
        self.now = step.min(transfer).max(self.now);
        if transfer < step {
            let (transfer, _) = self.transfers.pop_front().unwrap();
            self.sched.finish_transfer(transfer.id, &[]);
            return;
        }
        let (plan, owners, _) = self.steps.pop_front().unwrap();
        let mut spans = Vec::new();
        for (span, owner) in plan.spans.iter().zip(owners) {
            let token = span.sample.then(|| self.token());
            let mut ended = false;
            if let Some((id, token)) = owner.map(|id| id.0).zip(token) {
                firsts.entry(id).or_insert(self.now);
                let talk = talks.get_mut(&id).unwrap();
                talk.push(token);
                ended = (talk.len() as u32).is_multiple_of(self.new_tokens + ANSWER_TOKENS);
            }
            spans.push(SpanResult {
                slot: span.slot,
                epoch: span.epoch,
                accepted: span.len,
                sampled: u32::from(span.sample),
                ended,
                tokens: token.into_iter().collect(),
            });
        }
        self.sched.commit(&StepResult { step: plan.step, spans, ..StepResult::default() });
        self.sched.note_step(&StepShape::of(&plan.spans), step_seconds(&plan));
        self.sched.check_integrity().unwrap();
    }
}

/// All users ask at once, turn after turn.
fn talk(memory: Memory, traffic: Traffic) -> Vec<Turn> {
    let Traffic { users, new_tokens, goes_on } = traffic;
    let mut world = World::new(memory, new_tokens);
    let mut talks: BTreeMap<u64, Vec<TokenId>> = BTreeMap::new();
    let mut turns = Vec::new();
    for turn in 0..TURNS as u64 {
        let mut next = BTreeMap::new();
        for user in 0..users {
            let id = turn * users + user;
            let before = id.checked_sub(users).and_then(|last| talks.remove(&last));
            let mut tokens = before.filter(|_| goes_on).unwrap_or_default();
            tokens.extend((0..new_tokens).map(|_| world.token()));
            world.submit(id, &tokens);
            next.insert(id, tokens);
        }
        talks = next;
        let prompts: u32 = talks.values().map(|tokens| tokens.len() as u32).sum();
        let (start, mut firsts) = (world.now, BTreeMap::new());
        let hits = world.sched.stats().prefix.hit_tokens;
        while world.sched.stats().running + world.sched.stats().waiting > 0 {
            world.advance(&mut talks, &mut firsts);
        }
        let seconds = firsts.values().map(|first| first - start).sum::<f64>() / users as f64;
        let hits = world.sched.stats().prefix.hit_tokens - hits;
        turns.push(Turn { seconds, cached: hits as f64 / f64::from(prompts) });
    }
    turns
}

const HOST: HostPlaces = HostPlaces { blocks: 16_384, snapshots: 200 };

#[test]
fn conversations_with_a_third_of_their_state_on_the_device_resume() {
    for (users, new_tokens) in [(64, 600), (40, 800), (100, 400)] {
        let traffic = Traffic { users, new_tokens, goes_on: true };
        let third = Memory { snapshots: users as u32 / 3, blocks: 3_800, host: HOST };
        let all = talk(Memory { snapshots: 600, blocks: 12_000, ..third }, traffic);
        let tier = talk(third, traffic);
        let off = talk(Memory { host: HostPlaces::default(), ..third }, traffic);
        println!("{all:.3?}\n{tier:.3?}\n{off:.3?}");
        let last = TURNS - 1;
        assert!(tier[last].cached > 0.8 * all[last].cached, "{tier:?} {all:?}");
        assert!(2.0 * tier[last].seconds < off[last].seconds, "{tier:?} {off:?}");
    }
}

#[test]
fn prompts_that_are_never_sent_again_take_as_long_as_without_the_host() {
    let traffic = Traffic { users: 64, new_tokens: 1000, goes_on: false };
    let memory = Memory { snapshots: 21, blocks: 3_800, host: HOST };
    let tier = talk(memory, traffic);
    let off = talk(Memory { host: HostPlaces::default(), ..memory }, traffic);
    println!("{tier:.3?}\n{off:.3?}");
    for (tier, off) in tier.iter().zip(&off) {
        assert!(tier.seconds < 1.02 * off.seconds, "{tier:?} {off:?}");
    }
}
