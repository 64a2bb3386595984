//! Data of the events of `/debug/engine`.

use super::answer::reason;
use crate::facts::Ceiling;
use crate::served_model::ServedModel;
use atlas_core::{Activity, RequestId, SpanKind, StepRecord, WaitReason};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Time over which the rate of tokens is counted.
const RATE_OVER: Duration = Duration::from_secs(2);

/// The first event.
#[derive(Debug, Serialize)]
pub struct Hello {
    version: &'static str,
    model: String,
    device: String,
    slots: u32,
    kv_blocks: u32,
    block_tokens: u32,
    snapshots: u32,
    tiers: Vec<TierSize>,
    context: u32,
    ceiling: Option<Ceiling>,
}

#[derive(Debug, Serialize)]
struct TierSize {
    name: &'static str,
    bytes: u64,
}

impl Hello {
    pub fn of(model: &ServedModel, ceiling: Option<Ceiling>) -> Self {
        let (stats, facts) = (model.engine().stats(), model.facts());
        let tiers =
            (facts.host_bytes > 0).then_some(TierSize { name: HOST, bytes: facts.host_bytes });
        Self {
            version: env!("CARGO_PKG_VERSION"),
            model: model.config().model_name().to_owned(),
            device: facts.device.clone(),
            slots: stats.slots_total,
            kv_blocks: stats.kv_blocks_total,
            block_tokens: stats.kv_block_tokens,
            snapshots: facts.snapshots,
            tiers: tiers.into_iter().collect(),
            context: model.config().seq_len_max,
            ceiling,
        }
    }
}

const HOST: &str = "host";

/// The engine at one moment.
#[derive(Debug, Serialize)]
pub struct State {
    time: u64,
    running: Vec<Running>,
    waiting: Vec<Waiting>,
    waiting_left_out: u32,
    slots: Use,
    blocks: BlockUse,
    snapshots: Use,
    tiers: Vec<TierUse>,
    prefix: PrefixState,
    drafts: Drafts,
    steps: Vec<Step>,
    steps_left_out: u64,
    tokens_per_second: f64,
}

#[derive(Debug, Serialize)]
struct Running {
    id: String,
    api: &'static str,
    slot: u32,
    state: &'static str,
    prompt: u32,
    cached: u32,
    computed: u32,
    generated: u32,
    max: u32,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Waiting {
    id: String,
    api: &'static str,
    prompt: u32,
    seconds: f64,
    reason: &'static str,
}

#[derive(Debug, Serialize)]
struct Use {
    used: u64,
    total: u64,
}

/// Blocks that sequences use, and those that the prefix cache holds; some are both.
#[derive(Debug, Serialize)]
struct BlockUse {
    used: u32,
    cached: u32,
    total: u32,
}

#[derive(Debug, Serialize)]
struct TierUse {
    name: &'static str,
    used: u64,
    total: u64,
}

#[derive(Debug, Serialize)]
struct PrefixState {
    hit_tokens: u64,
    computed_tokens: u64,
    breaks: BTreeMap<&'static str, u64>,
}

#[derive(Debug, Serialize)]
struct Drafts {
    proposed: u64,
    accepted: u64,
}

#[derive(Debug, Serialize)]
struct Step {
    time: u64,
    host_ms: f64,
    forward_ms: f64,
    sample_ms: f64,
    rows: u32,
    spans: Vec<SpanState>,
}

#[derive(Debug, Serialize)]
struct SpanState {
    id: String,
    start: u32,
    rows: u32,
}

/// Makes the states of one stream.
pub struct StateSource<'a> {
    model: &'a ServedModel,
    /// Tokens that had been generated, some moments back.
    generated: Vec<(Instant, u64)>,
}

impl<'a> StateSource<'a> {
    pub fn new(model: &'a ServedModel) -> Self {
        Self { model, generated: Vec::new() }
    }

    pub fn state(&mut self, activity: &Activity) -> State {
        let model = self.model;
        let stats = model.engine().stats();
        let rate = self.rate(stats.generated_tokens);
        let names = Names(model);
        let prefix = &stats.prefix;
        let (_, breaks) = model.engine().explanations(0);
        let facts = model.facts();
        let host_used = u64::from(prefix.host.blocks) * stats.block_bytes
            + u64::from(prefix.host.snapshots) * stats.snapshot_bytes;
        let host = TierUse { name: HOST, used: host_used, total: facts.host_bytes };
        let host = (facts.host_bytes > 0).then_some(host);
        State {
            time: millis(SystemTime::now()),
            running: activity.running.iter().map(|one| names.running(one)).collect(),
            waiting: activity.waiting.iter().map(|one| names.waiting(one)).collect(),
            waiting_left_out: stats.waiting.saturating_sub(activity.waiting.len() as u32),
            slots: Use { used: stats.slots_used.into(), total: stats.slots_total.into() },
            blocks: BlockUse {
                used: stats.kv_blocks_used,
                cached: prefix.device.blocks,
                total: stats.kv_blocks_total,
            },
            snapshots: Use { used: prefix.device.snapshots.into(), total: facts.snapshots.into() },
            tiers: host.into_iter().collect(),
            prefix: PrefixState {
                hit_tokens: prefix.hit_tokens,
                computed_tokens: prefix.query_tokens.saturating_sub(prefix.hit_tokens),
                breaks: breaks.into_iter().map(|(why, count)| (reason(why), count)).collect(),
            },
            drafts: Drafts {
                proposed: stats.drafted.iter().sum(),
                accepted: stats.accepted.iter().sum(),
            },
            steps: activity.steps.iter().map(|one| names.step(one)).collect(),
            steps_left_out: activity.steps_left_out,
            tokens_per_second: rate,
        }
    }

    /// Tokens a second over the last two seconds, or as long as the stream is open.
    fn rate(&mut self, generated: u64) -> f64 {
        let now = Instant::now();
        // One look that old or older stays, from which the rate is counted.
        while self.generated.get(1).is_some_and(|(at, _)| now - *at >= RATE_OVER) {
            self.generated.remove(0);
        }
        self.generated.push((now, generated));
        let (at, before) = self.generated[0];
        let seconds = (now - at).as_secs_f64();
        if seconds > 0.0 { generated.saturating_sub(before) as f64 / seconds } else { 0.0 }
    }
}

/// Names of requests as clients know them.
struct Names<'a>(&'a ServedModel);

impl Names<'_> {
    /// The id of the request's answer, and the API of such ids.
    fn of(&self, request: RequestId) -> (String, &'static str) {
        let Some(id) = self.0.recent_answers().name_of(request) else {
            return (request.to_string(), "");
        };
        let api = match id.split(['-', '_']).next() {
            Some("chatcmpl") => "chat",
            Some("cmpl") => "completions",
            Some("msg") => "messages",
            Some("resp") => "responses",
            _ => "",
        };
        (id, api)
    }

    fn running(&self, one: &atlas_core::RunningRequest) -> Running {
        let (id, api) = self.of(one.request);
        Running {
            id,
            api,
            slot: one.slot.0,
            state: match one.kind {
                SpanKind::Prefill => "prefill",
                SpanKind::Decode => "decode",
                SpanKind::Verify => "verify",
            },
            prompt: one.prompt_tokens,
            cached: one.cached_tokens,
            computed: one.computed_tokens,
            generated: one.generated_tokens,
            max: one.tokens_max,
            seconds: one.submitted.elapsed().as_secs_f64(),
        }
    }

    fn waiting(&self, one: &atlas_core::WaitingRequest) -> Waiting {
        let (id, api) = self.of(one.request);
        let reason = match one.reason {
            WaitReason::Slots => "slots",
            WaitReason::Blocks => "blocks",
            WaitReason::Preempted => "preempted",
        };
        let seconds = one.submitted.elapsed().as_secs_f64();
        Waiting { id, api, prompt: one.prompt_tokens, seconds, reason }
    }

    fn step(&self, step: &StepRecord) -> Step {
        let spans = step.spans.iter().map(|span| SpanState {
            id: self.of(span.request).0,
            start: span.start,
            rows: span.rows,
        });
        Step {
            time: millis(step.ended),
            host_ms: 1e3 * step.host_seconds,
            forward_ms: 1e3 * step.forward_seconds,
            sample_ms: 1e3 * step.sample_seconds,
            rows: step.rows,
            spans: spans.collect(),
        }
    }
}

/// Milliseconds since 1970.
pub fn millis(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
