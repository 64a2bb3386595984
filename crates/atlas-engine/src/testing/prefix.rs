//! The prefix cache changes no answer: seeded conversations with the cache on and off.
//!
//! A turn of a conversation repeats the prompt, continues from the answer, rewrites the last turn,
//! branches off earlier, edits a token in the middle or adds new text; some turns turn for several
//! choices. The caching engine has few blocks and snapshots, serves several conversations at once
//! and preempts at random. Some streams are dropped before, during and after their answers.

use super::alike::{Alike, Answer, Likeness, Row};
use super::invariants::Loader;
use crate::engine::Engine;
use crate::engine::config::EngineConfig;
use crate::engine::handle::EngineHandle;
use crate::engine::observer::NoObserver;
use atlas_core::{
    CacheHints, ClientId, GenerateRequest, HostPlaces, Limits, PrefixCounts, Priority, RequestId,
    SamplingParams, TokenEngine, TokenEvent, TokenId, TokenStream,
};
use atlas_sched::Chaos;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

type Rows = Arc<Mutex<FxHashMap<RequestId, Vec<Row>>>>;

/// Conversations of a soak run.
#[derive(Clone, Copy)]
pub struct SoakConfig<'a> {
    /// Loads the model onto its device.
    pub load: &'a Loader<'a>,
    pub conversations: u64,
    pub seed: u64,
    /// Host tier of the cache; without places there is none.
    pub host: HostPlaces,
    pub size: SoakSize,
    /// Required agreement of answers with and without the cache.
    pub alike: Alike,
}

/// Sizes of sequences and of the pool of blocks.
#[derive(Clone, Copy, Debug)]
pub struct SoakSize {
    pub seq_len_max: u32,
    /// Exclusive upper bound on the tokens of a turn.
    pub turn_max: u32,
    pub chunk_tokens_max: u32,
    /// Fewest blocks of 16 tokens; a seed adds up to `blocks_more - 1`.
    pub blocks_min: u32,
    pub blocks_more: u32,
}

impl SoakSize {
    /// Sizes for a model whose layers all have a window of 40 tokens. A sequence holds six blocks
    /// at a time, a fifth of the longest sequence; the whole pool is less than a third of it.
    pub const WINDOWED: Self = Self {
        seq_len_max: 480,
        turn_max: 160,
        chunk_tokens_max: 16,
        blocks_min: 6,
        blocks_more: 5,
    };
}

impl Default for SoakSize {
    /// The smallest pool holds nearly two of the longest sequences.
    fn default() -> Self {
        Self {
            seq_len_max: 256,
            turn_max: 40,
            chunk_tokens_max: 64,
            blocks_min: 30,
            blocks_more: 20,
        }
    }
}

/// Figures of a run without a difference.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrefixSoak {
    pub conversations: u64,
    pub requests: u64,
    /// Answers that were compared, and streams that were dropped.
    pub compared: u64,
    pub left: u64,
    pub forks: u64,
    pub preemptions: u64,
    pub prefix: PrefixCounts,
    pub likeness: Likeness,
}

/// Largest number of turns of a conversation.
const TURNS_MAX: usize = 6;
/// Conversations at the same time.
const LIVE: usize = 3;
/// Tokens that the longest prompt leaves for an answer.
const ANSWER_ROOM: u32 = 56;
/// One in this many tokens ends an answer.
const STOP_EVERY: usize = 40;

struct Server {
    engine: EngineHandle,
    rows: Rows,
    vocab_size: u32,
}

impl Server {
    fn start(config: &SoakConfig<'_>, cache: bool, seed: u64) -> Result<(Self, u32), String> {
        let (model, dev) = (config.load)(1);
        let vocab_size = model.info().vocab_size;
        let rows = Rows::default();
        let seen = rows.clone();
        // Few blocks and snapshots, so that many are evicted.
        let limits = Limits {
            slot_count: 4,
            step_tokens_max: 96,
            drafts_max: 0,
            seq_len_max: config.size.seq_len_max,
            kv_block_tokens: 16,
            kv_block_count: config.size.blocks_min
                + (seed % u64::from(config.size.blocks_more)) as u32,
            chunk_tokens_max: config.size.chunk_tokens_max,
            queue_len_max: 64,
            overtake_max: 4,
            snapshot_count: 4 + (seed % 7) as u32,
            host: config.host,
        };
        let alike = config.alike;
        let chaos = Chaos { seed, preempt_per_mille: 20, random_chunks: seed.is_multiple_of(2) };
        let config = EngineConfig {
            prefix_cache: cache,
            // Steps run ahead of ends that are not known in advance.
            depth: 1 + u32::from(cache),
            chaos: cache.then_some(chaos),
            row_hook: Some(Arc::new(move |request, position, logits: &[f32]| {
                let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.entry(request).or_default().push(alike.row(position, logits));
            })),
            ..EngineConfig::new(limits)
        };
        let engine = Engine::start(model, dev, config, Arc::new(NoObserver));
        Ok((Self { engine: engine.map_err(|e| e.to_string())?, rows, vocab_size }, vocab_size))
    }

    fn submit(&self, turn: &Turn, choice: u64) -> Result<TokenStream, String> {
        let sampling = SamplingParams {
            temperature: if choice == 0 { 0.0 } else { 1.0 },
            seed: choice,
            ..SamplingParams::greedy(turn.generated)
        };
        let request = GenerateRequest {
            prompt: turn.prompt.clone(),
            sampling,
            eos_token_ids: (0..self.vocab_size).step_by(STOP_EVERY).collect(),
            priority: Priority::default(),
            client: ClientId::default(),
            call: None,
            drafts: None,
            deadline: None,
            constraint: None,
            cache: CacheHints {
                salt: turn.salt.to_vec().into(),
                adapter: 0,
                resume_at: turn.resume_at.clone(),
                group: turn.group,
            },
        };
        self.engine.submit(request).map_err(|e| e.to_string())
    }

    fn collect(&self, mut stream: TokenStream) -> Result<Answer, String> {
        let mut tokens = Vec::new();
        while let Some(event) = stream.blocking_next() {
            match event {
                TokenEvent::Token { token, .. } => tokens.push(token),
                TokenEvent::Done(_) | TokenEvent::PromptLogprobs(_) => {}
                TokenEvent::Failed(error) => return Err(error.to_string()),
            }
        }
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Answer { tokens, rows: rows.remove(&stream.id()).unwrap_or_default() })
    }

    fn end(self) -> Result<(), String> {
        self.engine.drain();
        if !self.engine.join() {
            return Err(self.engine.failure().unwrap_or_default());
        }
        let stats = self.engine.stats();
        match (stats.running, stats.waiting, stats.slots_used, stats.kv_blocks_used) {
            (0, 0, 0, 0) => Ok(()),
            left => {
                Err(format!("counts after the end (running, waiting, slots, blocks): {left:?}"))
            }
        }
    }
}

/// A turn of a conversation.
#[derive(Clone, Debug, Default)]
struct Turn {
    prompt: Vec<TokenId>,
    generated: u32,
    resume_at: Vec<u32>,
    salt: &'static [u8],
    group: Option<u64>,
    choices: u64,
}

/// A conversation: prompts of its turns so far, with their answers.
struct Conversation {
    past: Vec<(Vec<TokenId>, Vec<TokenId>)>,
    salt: &'static [u8],
    turns: usize,
}

impl Conversation {
    fn new(rng: &mut fastrand::Rng, system: &[TokenId]) -> Self {
        let salt = if rng.u8(..) < 50 { &b"other"[..] } else { &b""[..] };
        let past = vec![(system.to_vec(), Vec::new())];
        Self { past, salt, turns: rng.usize(1..=TURNS_MAX) }
    }

    fn next(&self, rng: &mut fastrand::Rng, vocab_size: u32, size: SoakSize, group: u64) -> Turn {
        let most = self.past.len() - 1;
        let (prompt, answer) = &self.past[most];
        let mut next = prompt.clone();
        let mut turn = prompt.len();
        match rng.usize(0..8) {
            0 => {}
            1 | 2 => {
                // The last turn is rewritten.
                turn = prompt.len().saturating_sub(rng.usize(1..20));
                next.truncate(turn);
            }
            3 => {
                let (earlier, said) = &self.past[rng.usize(0..=most)];
                next = [earlier.as_slice(), said].concat();
                turn = next.len();
            }
            4 => {
                let at = rng.usize(0..next.len());
                next[at] = (next[at] + 1) % vocab_size;
            }
            _ => {
                next.extend(answer);
                turn = next.len();
            }
        }
        if turn == next.len() {
            let more = rng.usize(1..size.turn_max as usize);
            next.extend((0..more).map(|_| rng.u32(0..vocab_size)));
        }
        next.truncate((size.seq_len_max - ANSWER_ROOM) as usize);
        let generation = next.len().saturating_sub(2) as u32;
        let choices = if rng.u8(..) < 30 { rng.u64(2..5) } else { 1 };
        Turn {
            prompt: next,
            generated: rng.u32(1..=20),
            resume_at: vec![turn as u32, generation],
            salt: self.salt,
            group: (choices > 1).then_some(group),
            choices,
        }
    }
}

/// Runs conversations with an engine that caches and one that does not, and compares the answers.
///
/// # Errors
/// The first answer that differs, or counts that are not zero at the end.
pub fn soak(config: &SoakConfig<'_>, print: &mut dyn FnMut(&str)) -> Result<PrefixSoak, String> {
    let &SoakConfig { conversations, seed, .. } = config;
    let mut report = PrefixSoak::default();
    // New engines with other limits every so often.
    let each = 200;
    let mut round = seed;
    while report.conversations < conversations {
        let count = each.min(conversations - report.conversations);
        run(config, count, round, &mut report).map_err(|e| format!("seed {round}: {e}"))?;
        print(&format!("{} conversations, {} answers", report.conversations, report.compared));
        round += 1;
    }
    Ok(report)
}

fn run(
    config: &SoakConfig<'_>,
    count: u64,
    seed: u64,
    report: &mut PrefixSoak,
) -> Result<(), String> {
    let (plain, vocab_size) = Server::start(config, false, seed)?;
    let (caching, _) = Server::start(config, true, seed)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let systems: Vec<Vec<TokenId>> =
        (0..3).map(|_| (0..rng.usize(1..60)).map(|_| rng.u32(0..vocab_size)).collect()).collect();
    let (mut begun, mut groups) = (0, 0);
    let mut live: Vec<Conversation> = Vec::new();
    loop {
        live.retain(|conversation| conversation.past.len() <= conversation.turns);
        while live.len() < LIVE && begun < count {
            let system = &systems[rng.usize(0..systems.len())];
            live.push(Conversation::new(&mut rng, system));
            begun += 1;
        }
        if live.is_empty() {
            break;
        }
        let mut turns = Vec::new();
        for conversation in &live {
            groups += 1;
            turns.push(conversation.next(&mut rng, vocab_size, config.size, groups));
        }
        let servers = (&plain, &caching, config.alike);
        let answers = compare(servers, &turns, &mut rng, report)?;
        for ((conversation, turn), answer) in live.iter_mut().zip(turns).zip(answers) {
            conversation.past.push((turn.prompt, answer));
        }
    }
    let stats = caching.engine.stats();
    report.conversations += count;
    report.forks += stats.forks;
    report.preemptions += stats.preemptions;
    report.prefix.add_done(&stats.prefix);
    plain.end()?;
    caching.end()
}

/// Asks both engines, the caching one with all requests at once beside streams that are dropped.
/// Returns the first answer to each.
fn compare(
    (plain, caching, alike): (&Server, &Server, Alike),
    turns: &[Turn],
    rng: &mut fastrand::Rng,
    report: &mut PrefixSoak,
) -> Result<Vec<Vec<TokenId>>, String> {
    let mut expected = Vec::new();
    for turn in turns {
        let alone = Turn { group: None, ..turn.clone() };
        let choices = (0..turn.choices).map(|choice| plain.collect(plain.submit(&alone, choice)?));
        expected.push(choices.collect::<Result<Vec<_>, String>>()?);
    }
    let (mut streams, mut leaving) = (Vec::new(), Vec::new());
    for (at, turn) in turns.iter().enumerate() {
        for choice in 0..turn.choices {
            streams.push((at, choice, caching.submit(turn, choice)?));
            report.requests += 1;
            if rng.u8(..) < 80 {
                leaving.push((rng.usize(0..4), caching.submit(turn, choice)?));
                report.left += 1;
            }
        }
    }
    for (after, mut stream) in leaving {
        for _ in 0..after {
            let _ = stream.blocking_next();
        }
        drop(stream);
    }
    for (at, choice, stream) in streams {
        let answer = caching.collect(stream)?;
        report.compared += 1;
        let likeness = alike.compare(&expected[at][choice as usize], &answer);
        let differs = |what| format!("{what} in the answer to choice {choice} of {:?}", turns[at]);
        report.likeness.add(likeness.map_err(differs)?);
    }
    // Rows of dropped streams are not compared.
    caching.rows.lock().unwrap_or_else(PoisonError::into_inner).clear();
    Ok(expected.into_iter().map(|mut choices| choices.swap_remove(0).tokens).collect())
}
