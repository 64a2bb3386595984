//! Prompt tokens that agents' conversations compute again, by class of turn: the prefix cache
//! against an infinite one with a snapshot at every token, and fixed strides beside it.
//!
//! `cargo run --release -p atlas-sched --example prefix_traces -- [SEED] [CONVERSATIONS]
//! [SLOTS_PER_LIVE]`

mod trace;

use atlas_cache::Namespace;
use atlas_core::{
    ClientId, HostPlaces, Limits, Priority, RequestId, SpanResult, StepPlan, StepResult, TokenId,
};
use atlas_sched::rng::{SplitMix64, mix};
use atlas_sched::{Event, PrefixOptions, PrefixPrompt, SchedOptions, SchedRequest, Scheduler};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use trace::{Class, Conversation, Request, TraceShape};

/// Conversations that go on at the same time.
const LIVE: usize = 8;
const BLOCK_TOKENS: u32 = 32;
const SEQ_LEN_MAX: u32 = 400_000;

/// Tokens of one class of turns.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    requests: u64,
    prompt: u64,
    /// Computed by an infinite cache with a snapshot at every token, at every end of a block, and
    /// by this one.
    ideal: u64,
    ideal_blocks: u64,
    computed: u64,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.requests += other.requests;
        self.prompt += other.prompt;
        self.ideal += other.ideal;
        self.ideal_blocks += other.ideal_blocks;
        self.computed += other.computed;
    }
}

/// Every prefix that was ever computed, by a hash of its tokens.
#[derive(Default)]
struct Everything(FxHashSet<u64>);

impl Everything {
    fn hashes(tokens: &[TokenId]) -> Vec<u64> {
        let next = |hash: &mut u64, &token: &TokenId| {
            *hash = mix(hash.rotate_left(17) ^ u64::from(token));
            Some(*hash)
        };
        tokens.iter().scan(7, next).collect()
    }

    fn add(&mut self, tokens: &[TokenId]) {
        let hashes = Self::hashes(tokens);
        let known = hashes.partition_point(|hash| self.0.contains(hash));
        self.0.extend(&hashes[known..]);
    }

    /// Leading tokens that were computed before.
    fn longest(&self, tokens: &[TokenId]) -> u32 {
        Self::hashes(tokens).partition_point(|hash| self.0.contains(hash)) as u32
    }
}

struct Live {
    conversation: Conversation,
    request: Request,
    id: RequestId,
    answer: Vec<TokenId>,
}

struct Setup {
    seed: u64,
    conversations: u64,
    slots_per_live: u32,
    shape: TraceShape,
    blocks: u32,
    stride_tokens: u32,
    only_stride: bool,
}

fn limits(setup: &Setup) -> Limits {
    Limits {
        slot_count: LIVE as u32,
        step_tokens_max: 8192,
        drafts_max: 0,
        seq_len_max: SEQ_LEN_MAX,
        kv_block_tokens: BLOCK_TOKENS,
        kv_block_count: setup.blocks.max(SEQ_LEN_MAX.div_ceil(BLOCK_TOKENS)),
        chunk_tokens_max: 4096,
        queue_len_max: 64,
        overtake_max: 8,
        snapshot_count: setup.slots_per_live * LIVE as u32,
        host: HostPlaces::default(),
    }
}

/// Runs the trace through a scheduler whose steps compute nothing.
fn run(setup: &Setup) -> Result<(BTreeMap<Class, Sum>, u64), Box<dyn Error>> {
    let stride_tokens = setup.stride_tokens;
    let only_stride = setup.only_stride;
    let prefix = PrefixOptions {
        needs_snapshots: true,
        stride_tokens,
        tile_tokens: 1,
        only_stride,
        verify_per_million: 0,
    };
    let options = SchedOptions { prefix: Some(prefix), ..SchedOptions::default() };
    let mut sched = Scheduler::new(limits(setup), true, options)?;
    let mut everything = Everything::default();
    let mut live: Vec<Live> = Vec::new();
    let mut of: HashMap<RequestId, (Class, u32)> = HashMap::new();
    let mut sums: BTreeMap<Class, Sum> = BTreeMap::new();
    let (mut begun, mut ids) = (0, 0);
    let mut rng = SplitMix64::new(mix(setup.seed ^ 99));
    let mut waiting: Vec<(u64, Conversation)> = Vec::new();
    let mut step = 0u64;
    loop {
        step += 1;
        while live.len() + waiting.len() < LIVE && begun < setup.conversations {
            waiting.push((step, Conversation::new(setup.seed, begun, setup.shape)));
            begun += 1;
        }
        // Tools and people take their time.
        while let Some(at) = waiting.iter().position(|(from, _)| *from <= step || live.is_empty()) {
            let (_, mut conversation) = waiting.swap_remove(at);
            let Some(request) = conversation.next() else { continue };
            ids += 1;
            let id = RequestId(ids);
            let prompt_len = request.prompt.len() as u32;
            let known = everything.longest(&request.prompt[..prompt_len as usize - 1]);
            let sum = sums.entry(request.class).or_default();
            sum.requests += 1;
            sum.prompt += u64::from(prompt_len);
            sum.ideal += u64::from(prompt_len - known);
            sum.ideal_blocks += u64::from(prompt_len - known / BLOCK_TOKENS * BLOCK_TOKENS);
            of.insert(id, (request.class, prompt_len));
            sched.push(Event::Submit(submission(id, &request)))?;
            live.push(Live { conversation, request, id, answer: Vec::new() });
        }
        if live.is_empty() && waiting.is_empty() && begun == setup.conversations {
            return Ok((sums, sched.stats().preemptions));
        }
        let plan = sched.step();
        for (id, explanation) in sched.take_explanations() {
            if let Some((class, prompt_len)) = of.remove(&id) {
                let computed = prompt_len - explanation.usable_tokens;
                sums.entry(class).or_default().computed += u64::from(computed);
            }
        }
        commit(&mut sched, &plan, &mut live, &mut rng);
        let mut i = 0;
        while i < live.len() {
            if (live[i].answer.len() as u32) < live[i].request.answer_tokens {
                i += 1;
                continue;
            }
            let Live { mut conversation, request, answer, .. } = live.swap_remove(i);
            let mut all = request.prompt.clone();
            all.extend(&answer[..answer.len() - 1]);
            everything.add(&all);
            conversation.answered(request.prompt, &answer);
            waiting.push((step + 1 + u64::from(rng.below(400)), conversation));
        }
    }
}

/// A request of a conversation as the scheduler takes it.
fn submission(id: RequestId, request: &Request) -> SchedRequest {
    let prompt_len = request.prompt.len() as u32;
    SchedRequest {
        id,
        prompt_len,
        len_max: prompt_len + request.answer_tokens,
        priority: Priority(0),
        client: ClientId::default(),
        call: None,
        prompt_rows: false,
        drafts: 0,
        group: None,
        prefix: Some(PrefixPrompt {
            tokens: request.prompt.as_slice().into(),
            namespace: Namespace::default(),
            resume_hints: request.hints.clone(),
        }),
    }
}

/// The result of a plan: a token at random for each that is wanted.
fn commit(sched: &mut Scheduler, plan: &StepPlan, live: &mut [Live], rng: &mut SplitMix64) {
    let mut spans = Vec::new();
    for span in &plan.spans {
        let token = span.sample.then(|| 16 + rng.below(1 << 17));
        spans.push(SpanResult {
            slot: span.slot,
            epoch: span.epoch,
            accepted: span.len,
            sampled: u32::from(span.sample),
            tokens: token.into_iter().collect(),
            ended: false,
        });
    }
    let running = sched.running_slots();
    for (span, result) in plan.spans.iter().zip(&spans) {
        let owner = running.iter().find(|(_, slot)| *slot == span.slot);
        let one = owner.and_then(|(id, _)| live.iter_mut().find(|l| l.id == *id));
        if let (Some(one), Some(&token)) = (one, result.tokens.first()) {
            one.answer.push(token);
        }
    }
    if !plan.spans.is_empty() {
        sched.commit(&StepResult { step: plan.step, spans, damaged_copies: Vec::new() });
    }
}

/// Tokens that all conversations come to.
fn all_tokens(seed: u64, conversations: u64, shape: TraceShape) -> u64 {
    let mut sum = 0;
    for index in 0..conversations {
        let mut conversation = Conversation::new(seed, index, shape);
        let mut longest = 0;
        while let Some(request) = conversation.next() {
            let answer = vec![9; request.answer_tokens as usize];
            longest = longest.max(request.prompt.len() + answer.len());
            conversation.answered(request.prompt, &answer);
        }
        sum += longest as u64;
    }
    sum
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>());
    let seed = arguments.next().transpose()?.unwrap_or(1);
    let conversations = arguments.next().transpose()?.unwrap_or(40);
    let slots_per_live = arguments.next().transpose()?.unwrap_or(8) as u32;
    let only_own = arguments.next().transpose()?.is_some();
    let shape = TraceShape {
        system_tokens: (4_000, 16_000),
        systems: 4,
        turns: (5, 40),
        turn_tokens: (200, 8_000),
        answer_tokens: (40, 600),
        rewritten_per_mille: 200,
        branches: 3,
        back_max: 4,
        strip_every: 0,
    };
    for strip_every in [0, 6].into_iter().take(if only_own { 1 } else { 2 }) {
        let shape = TraceShape { strip_every, ..shape };
        let total = all_tokens(seed, conversations, shape);
        let blocks = (total / 2).div_ceil(u64::from(BLOCK_TOKENS)) as u32;
        println!(
            "seed {seed}: {conversations} conversations of {total} tokens, {LIVE} live at a time, \
             blocks for {} tokens, {} snapshots, reasoning {}",
            blocks * BLOCK_TOKENS,
            slots_per_live * LIVE as u32,
            if strip_every == 0 { "kept" } else { "left out once the user speaks again" },
        );
        println!(
            "{:24} {:>9} {:>9} {:>10} {:>10} {:>7}",
            "placement", "class", "requests", "ideal", "computed", "ratio"
        );
        let strides = [None, Some(512), Some(1024), Some(2048), Some(4096), Some(8192)];
        for stride in strides.into_iter().filter(|s| s.is_none() || !only_own) {
            let setup = Setup {
                seed,
                conversations,
                slots_per_live,
                shape,
                blocks,
                stride_tokens: stride.unwrap_or(8192),
                only_stride: stride.is_some(),
            };
            let (sums, preemptions) = run(&setup)?;
            let name = stride.map_or("this one".to_owned(), |s| format!("every {s} tokens"));
            let mut all = Sum::default();
            for class in Class::ALL {
                let Some(sum) = sums.get(&class) else { continue };
                all.add(sum);
                row(&name, &format!("{class:?}"), sum);
            }
            row(&name, "all", &all);
            if stride.is_none() {
                let of = Sum { computed: all.ideal_blocks, ..all };
                row("infinite, ends of blocks", "all", &of);
            }
            if preemptions > 0 {
                println!("{preemptions} preemptions");
            }
        }
    }
    Ok(())
}

fn row(name: &str, class: &str, sum: &Sum) {
    let ratio = sum.computed as f64 / sum.ideal.max(1) as f64;
    println!(
        "{name:24} {class:>9} {:>9} {:>10} {:>10} {ratio:>7.3}",
        sum.requests, sum.ideal, sum.computed
    );
}
