//! Data of the events of `/debug/engine`.

use super::answer::reason;
use crate::facts::Ceiling;
use crate::metrics::kv_tier::hit_share;
use crate::served_model::ServedModel;
use atlas_core::{
    Activity, EngineStats, KvTierCounts, RequestId, SpanKind, StepRecord, WaitReason,
};
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
        let tiers = [(HOST, facts.host_bytes), (DISK, disk_bytes(&stats))];
        let tiers = tiers.into_iter().filter(|(_, bytes)| *bytes > 0);
        Self {
            version: env!("CARGO_PKG_VERSION"),
            model: model.config().model_name().to_owned(),
            device: facts.device.clone(),
            slots: stats.slots_total,
            kv_blocks: stats.kv_blocks_total,
            block_tokens: stats.kv_block_tokens,
            snapshots: facts.snapshots,
            tiers: tiers.map(|(name, bytes)| TierSize { name, bytes }).collect(),
            context: model.config().seq_len_max,
            ceiling,
        }
    }
}

const HOST: &str = "host";
const DISK: &str = "disk";

/// Bytes of the blocks that the file of the disk tier has places for, which are those of the whole
/// pool; 0 without that tier.
fn disk_bytes(stats: &EngineStats) -> u64 {
    stats.tier.map_or(0, |_| u64::from(stats.kv_blocks_total) * stats.block_bytes)
}

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
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<DiskState>,
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

/// Blocks that sequences use, and those that the prefix cache holds; some are both. With a disk
/// tier they are those of the whole pool, in memory or not.
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

/// The tier of KV blocks on the disk: what is in memory now, and counters since the start, so that
/// rates are differences of two states.
#[derive(Debug, Serialize)]
struct DiskState {
    resident_blocks: u32,
    resident_blocks_max: u32,
    queue_depth: u32,
    read_bytes: u64,
    written_bytes: u64,
    failed_jobs: u64,
    read_wait_seconds: f64,
    write_wait_seconds: f64,
    used_blocks: u64,
    brought_blocks: u64,
    hit_share: f64,
}

impl DiskState {
    fn of(tier: &KvTierCounts) -> Self {
        Self {
            resident_blocks: tier.resident_blocks,
            resident_blocks_max: tier.resident_blocks_max,
            queue_depth: tier.queue_depth,
            read_bytes: tier.read_bytes,
            written_bytes: tier.written_bytes,
            failed_jobs: tier.failed_jobs,
            read_wait_seconds: tier.read_wait_seconds,
            write_wait_seconds: tier.write_wait_seconds,
            used_blocks: tier.used_blocks,
            brought_blocks: tier.brought_blocks,
            hit_share: hit_share(tier),
        }
    }
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
            tiers: tiers_in_use(&stats, facts.host_bytes),
            disk: stats.tier.as_ref().map(DiskState::of),
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

/// The tiers behind the device's memory, those that there are.
fn tiers_in_use(stats: &EngineStats, host_bytes: u64) -> Vec<TierUse> {
    let host = &stats.prefix.host;
    let in_host = u64::from(host.blocks) * stats.block_bytes
        + u64::from(host.snapshots) * stats.snapshot_bytes;
    let stored = stats.tier.map_or(0, |tier| tier.stored_blocks);
    let on_disk = u64::from(stored) * stats.block_bytes;
    let all = [(HOST, in_host, host_bytes), (DISK, on_disk, disk_bytes(stats))];
    let present = all.into_iter().filter(|(.., total)| *total > 0);
    present.map(|(name, used, total)| TierUse { name, used, total }).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{PrefixCounts, TierCounts};
    use serde_json::{Value, json};

    fn tiers(stats: &EngineStats, host_bytes: u64) -> Value {
        serde_json::to_value(tiers_in_use(stats, host_bytes)).expect("JSON")
    }

    #[test]
    fn tiers_are_those_that_there_are_in_bytes() {
        let host = TierCounts { blocks: 2, snapshots: 1, ..TierCounts::default() };
        let mut stats = EngineStats {
            kv_blocks_total: 1000,
            block_bytes: 100,
            snapshot_bytes: 7,
            prefix: PrefixCounts { host, ..PrefixCounts::default() },
            ..EngineStats::default()
        };
        assert_eq!(tiers(&stats, 0), json!([]));
        let host = json!({"name": "host", "used": 207, "total": 5000});
        assert_eq!(tiers(&stats, 5000), json!([host]));
        stats.tier = Some(KvTierCounts { stored_blocks: 30, ..KvTierCounts::default() });
        let disk = json!({"name": "disk", "used": 3000, "total": 100_000});
        assert_eq!(tiers(&stats, 0), json!([disk]));
        assert_eq!(tiers(&stats, 5000), json!([host, disk]));
    }

    #[test]
    fn the_disk_tells_what_rates_are_counted_from() {
        let tier = KvTierCounts {
            resident_blocks: 40,
            resident_blocks_max: 51,
            stored_blocks: 700,
            read_bytes: 8192,
            written_bytes: 4096,
            failed_jobs: 2,
            read_wait_seconds: 1.5,
            write_wait_seconds: 0.25,
            used_blocks: 200,
            brought_blocks: 50,
            queue_depth: 3,
        };
        let told = serde_json::to_value(DiskState::of(&tier)).expect("JSON");
        let wanted = json!({
            "resident_blocks": 40, "resident_blocks_max": 51, "queue_depth": 3,
            "read_bytes": 8192, "written_bytes": 4096, "failed_jobs": 2,
            "read_wait_seconds": 1.5, "write_wait_seconds": 0.25,
            "used_blocks": 200, "brought_blocks": 50, "hit_share": 0.75,
        });
        assert_eq!(told, wanted);
    }
}
