//! All that is shown: the last state, its history of 15 minutes, and requests with their spans.

use super::feed::{News, Refusal};
use super::wire::{Hello, Running, Span, State, Step, Text, Tree};
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

/// Time that the plots reach back, and that spans do, in milliseconds.
pub const HISTORY_MS: u64 = 15 * 60_000;
pub const TRACK_MS: u64 = 30_000;

/// Least time between two samples of the plots.
const SAMPLE_MS: u64 = 1000;

/// Time over which reads of the disk are counted, in milliseconds.
const READS_MS: u64 = 2000;

/// Steps whose mean is shown.
const STEPS_KEPT: usize = 96;

/// Milliseconds between spans of a request that are one.
const GAP_MS: u64 = 300;

/// Most requests that ended and are still shown.
const ENDED_MAX: usize = 256;

/// State of the connection.
#[derive(Clone, Debug)]
pub enum Status {
    Connecting,
    Live,
    Lost {
        why: Refusal,
        again: Instant,
    },
    /// The server said that it stops.
    Ended {
        reason: Text,
        again: Option<Instant>,
    },
}

/// One second of the plots.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub time: u64,
    pub speed: f64,
    pub running: u64,
    pub waiting: u64,
}

/// Work of a request in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    Prefill,
    Decode,
    Verify,
}

/// Spans of one kind without a gap, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub from: u64,
    pub to: u64,
    pub kind: SpanKind,
}

/// A request with its spans.
#[derive(Clone, Debug)]
pub struct Track {
    pub info: Running,
    pub segments: Vec<Segment>,
    /// Time at which it was no longer there.
    pub ended: Option<u64>,
}

/// Mean times of the last steps, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepMeans {
    pub steps: usize,
    pub host: f64,
    pub forward: f64,
    pub sample: f64,
    pub rows: f64,
}

#[derive(Clone, Debug)]
pub struct Board {
    /// Address of the server.
    pub url: String,
    pub status: Status,
    pub hello: Option<Hello>,
    pub state: Option<State>,
    pub samples: VecDeque<Sample>,
    /// Requests that run, in the server's order, then those that ended, the last one first.
    pub tracks: Vec<Track>,
    /// The prefix tree, or why there is none; none of both before the first answer.
    pub tree: Option<Result<Tree, Text>>,
    steps: VecDeque<Step>,
    /// Times, and bytes that had been read from the disk by then.
    reads: VecDeque<(u64, u64)>,
}

impl Board {
    pub fn new(url: &str) -> Self {
        Self {
            url: Text::new(url).to_string(),
            status: Status::Connecting,
            hello: None,
            state: None,
            samples: VecDeque::new(),
            tracks: Vec::new(),
            tree: None,
            steps: VecDeque::new(),
            reads: VecDeque::new(),
        }
    }

    /// Takes news other than [`News::Stop`], which is not about the server.
    pub fn take(&mut self, news: News, now: Instant) {
        match news {
            News::Hello(hello) => self.hello = Some(hello),
            News::State(state) => {
                self.status = Status::Live;
                self.advance(*state);
            }
            News::Tree(tree) => self.tree = Some(tree),
            News::Ended(reason) => self.status = Status::Ended { reason, again: None },
            News::Lost { why, pause } => self.lose(why, now + pause),
            News::Stop => {}
        }
    }

    /// A server that said that it stops is not lost, unless it refuses.
    fn lose(&mut self, why: Refusal, next: Instant) {
        match &mut self.status {
            Status::Ended { again, .. } if !why.lasting => *again = Some(next),
            status => *status = Status::Lost { why, again: next },
        }
    }

    fn advance(&mut self, mut state: State) {
        // The clock of a server goes back where another one took its place.
        if self.state.as_ref().is_some_and(|old| state.time < old.time) {
            self.samples.clear();
            self.tracks.clear();
            self.steps.clear();
            self.reads.clear();
        }
        let steps = std::mem::take(&mut state.steps);
        self.sample(&state);
        self.count_reads(&state);
        self.track(&state, &steps);
        self.steps.extend(steps);
        let old = self.steps.len().saturating_sub(STEPS_KEPT);
        self.steps.drain(..old);
        self.state = Some(state);
    }

    fn sample(&mut self, state: &State) {
        let last = self.samples.back().map(|one| one.time);
        if last.is_some_and(|last| state.time - last.min(state.time) < SAMPLE_MS) {
            return;
        }
        let oldest = state.time.saturating_sub(HISTORY_MS);
        while self.samples.front().is_some_and(|one| one.time < oldest) {
            self.samples.pop_front();
        }
        self.samples.push_back(Sample {
            time: state.time,
            speed: state.tokens_per_second,
            running: state.running.len() as u64,
            waiting: state.waiting_count(),
        });
    }

    fn count_reads(&mut self, state: &State) {
        let Some(disk) = &state.disk else { return self.reads.clear() };
        let is_old = |at: &(u64, u64)| state.time.saturating_sub(at.0) >= READS_MS;
        // One look that old or older stays, from which the rate is counted.
        while self.reads.get(1).is_some_and(is_old) {
            self.reads.pop_front();
        }
        self.reads.push_back((state.time, disk.read_bytes));
    }

    /// Bytes that the disk reads in a second, over the last two seconds; `None` without a disk, and
    /// before there are two states.
    pub fn read_rate(&self) -> Option<f64> {
        let ((from, before), (to, now)) = (self.reads.front()?, self.reads.back()?);
        let seconds = to.saturating_sub(*from) as f64 / 1e3;
        (seconds > 0.0).then(|| now.saturating_sub(*before) as f64 / seconds)
    }

    fn track(&mut self, state: &State, steps: &[Step]) {
        let prompts: HashMap<Text, u64> = self
            .tracks
            .iter()
            .map(|track| &track.info)
            .chain(&state.running)
            .map(|info| (info.id.clone(), info.prompt))
            .collect();
        let mut fresh = segments(steps, &prompts);
        let mut old: HashMap<Text, Vec<Segment>> = HashMap::new();
        let live: HashSet<&Text> = state.running.iter().map(|one| &one.id).collect();
        let (mut justly, mut before) = (Vec::new(), Vec::new());
        for mut track in std::mem::take(&mut self.tracks) {
            if live.contains(&track.info.id) {
                old.insert(track.info.id, track.segments);
                continue;
            }
            let list = if track.ended.is_none() { &mut justly } else { &mut before };
            let ended = *track.ended.get_or_insert(state.time);
            if ended >= state.time.saturating_sub(TRACK_MS) {
                let more = fresh.remove(&track.info.id).unwrap_or_default();
                join(&mut track.segments, more, state.time);
                list.push(track);
            }
        }
        for info in &state.running {
            let mut all = old.remove(&info.id).unwrap_or_default();
            join(&mut all, fresh.remove(&info.id).unwrap_or_default(), state.time);
            self.tracks.push(Track { info: info.clone(), segments: all, ended: None });
        }
        self.tracks.extend(justly.into_iter().chain(before).take(ENDED_MAX));
    }

    /// Means of the last steps.
    pub fn step_means(&self) -> StepMeans {
        let steps = self.steps.len();
        if steps == 0 {
            return StepMeans::default();
        }
        let mean = |of: fn(&Step) -> f64| {
            self.steps.iter().map(|step| of(step).max(0.0)).sum::<f64>() / steps as f64
        };
        StepMeans {
            steps,
            host: mean(|step| step.host_ms),
            forward: mean(|step| step.forward_ms),
            sample: mean(|step| step.sample_ms),
            rows: mean(|step| step.rows as f64),
        }
    }

    /// Time until the next attempt to connect, where one is due.
    pub fn again_in(&self, now: Instant) -> Option<Duration> {
        match &self.status {
            Status::Lost { again, .. } | Status::Ended { again: Some(again), .. } => {
                Some(again.saturating_duration_since(now))
            }
            _ => None,
        }
    }
}

/// Spans of steps by request. A span belongs to the prompt while it starts within it; of unknown
/// requests, if it has several rows.
fn segments(steps: &[Step], prompts: &HashMap<Text, u64>) -> HashMap<Text, Vec<Segment>> {
    let mut all: HashMap<Text, Vec<Segment>> = HashMap::new();
    for step in steps {
        let took = step.host_ms + step.forward_ms + step.sample_ms;
        let from = step.time.saturating_sub(took.max(0.0) as u64);
        for span in &step.spans {
            let kind = kind(span, prompts.get(&span.id).copied());
            all.entry(span.id.clone()).or_default().push(Segment { from, to: step.time, kind });
        }
    }
    all
}

fn kind(span: &Span, prompt: Option<u64>) -> SpanKind {
    match prompt.map_or(span.rows > 1, |prompt| span.start < prompt) {
        true => SpanKind::Prefill,
        false if span.rows > 1 => SpanKind::Verify,
        false => SpanKind::Decode,
    }
}

/// Adds segments, forgets those that are too old.
fn join(all: &mut Vec<Segment>, fresh: Vec<Segment>, now: u64) {
    let oldest = now.saturating_sub(TRACK_MS);
    all.retain(|one| one.to > oldest);
    for segment in fresh {
        match all.last_mut() {
            Some(last)
                if last.kind == segment.kind && segment.from.saturating_sub(last.to) < GAP_MS =>
            {
                last.to = segment.to;
            }
            _ => all.push(segment),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(json: serde_json::Value) -> News {
        News::State(serde_json::from_value(json).unwrap())
    }

    fn board(states: impl IntoIterator<Item = serde_json::Value>) -> Board {
        let mut board = Board::new("http://h");
        for one in states {
            board.take(state(one), Instant::now());
        }
        board
    }

    #[test]
    fn the_history_has_a_sample_a_second_and_ends_after_15_minutes() {
        let all = board((0..4000_u64).map(|i| serde_json::json!({"time": 1_000_000 + 250 * i})));
        assert_eq!(all.samples.len(), 901);
        let mut all = all;
        // A server with an earlier clock begins anew.
        all.take(state(serde_json::json!({"time": 5})), Instant::now());
        assert_eq!(all.samples.len(), 1);
    }

    #[test]
    fn spans_are_joined_by_kind_and_requests_stay_for_a_while_after_their_end() {
        let step = |time: u64, start: u64, rows: u64| {
            serde_json::json!({"time": time, "forward_ms": 10.0, "host_ms": 1.0, "rows": rows,
                "spans": [{"id": "a", "start": start, "rows": rows}]})
        };
        let run = serde_json::json!([{"id": "a", "prompt": 8}]);
        let steps = [step(100, 0, 8), step(120, 8, 1), step(140, 9, 1), step(160, 10, 3)];
        let mut all = board([
            serde_json::json!({"time": 200, "running": run, "steps": steps}),
            serde_json::json!({"time": 300, "steps": [step(220, 13, 1)]}),
        ]);
        let kinds: Vec<SpanKind> = all.tracks[0].segments.iter().map(|one| one.kind).collect();
        use SpanKind::{Decode, Prefill, Verify};
        assert_eq!(kinds, [Prefill, Decode, Verify, Decode]);
        let joined = Segment { from: 109, to: 140, kind: Decode };
        assert_eq!(all.tracks[0].segments[1], joined);
        assert_eq!(all.tracks[0].ended, Some(300));
        assert_eq!((all.step_means().steps, all.step_means().forward), (5, 10.0));
        all.take(state(serde_json::json!({"time": 300 + TRACK_MS + 1})), Instant::now());
        assert!(all.tracks.is_empty());
    }

    #[test]
    fn a_server_that_stopped_stays_so_until_it_is_live_or_refuses() {
        let now = Instant::now();
        let lost = |lasting| News::Lost {
            why: Refusal { why: Text::new("gone"), lasting },
            pause: Duration::from_secs(2),
        };
        let mut all = board([serde_json::json!({"time": 1})]);
        all.take(News::Ended(Text::new("draining")), now);
        assert_eq!(all.again_in(now), None);
        all.take(lost(false), now);
        assert!(matches!(all.status, Status::Ended { .. }));
        assert_eq!(all.again_in(now), Some(Duration::from_secs(2)));
        all.take(lost(true), now);
        assert!(matches!(all.status, Status::Lost { .. }));
        all.take(state(serde_json::json!({"time": 2})), now);
        assert!(matches!(all.status, Status::Live));
    }

    #[test]
    fn reads_of_the_disk_are_those_of_the_last_two_seconds() {
        let at =
            |time: u64, read: u64| serde_json::json!({"time": time, "disk": {"read_bytes": read}});
        assert_eq!(board([at(1000, 50)]).read_rate(), None);
        let mut all = board([at(1000, 0), at(2000, 9000), at(3000, 9500)]);
        assert_eq!(all.read_rate(), Some(4750.0));
        all.take(state(at(4000, 9500)), Instant::now());
        assert_eq!(all.read_rate(), Some(250.0));
        // A server that counts anew took its place, or one without a disk.
        all.take(state(at(4500, 0)), Instant::now());
        assert_eq!(all.read_rate(), Some(0.0));
        all.take(state(serde_json::json!({"time": 5000})), Instant::now());
        assert_eq!(all.read_rate(), None);
    }

    #[test]
    fn figures_without_sense_do_no_harm() {
        let huge = serde_json::json!({"time": u64::MAX, "steps": [
            {"time": 0, "host_ms": 1e300, "forward_ms": -1e300, "spans": [{"rows": u64::MAX}]}]});
        let all = board([huge.clone(), huge, serde_json::json!({"time": 0})]);
        assert_eq!(all.samples.len(), 1);
    }
}
