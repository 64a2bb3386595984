//! Sends the requests of a row and collects what comes of them.

use super::answer::Answer;
use super::arrivals::Arrivals;
use super::bodies::{Bodies, Conversation, route};
use super::client::{Failure, Target};
use super::prompts::key;
use super::samples::{Collected, Sample};
use super::workload::{Turn, Workload};
use hyper::body::Bytes;
use indicatif::ProgressBar;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;

/// Time before its arrival in which a request's prompt is made.
const LEAD: Duration = Duration::from_millis(200);

/// Time after a failure before its user goes on: a server that is gone is not asked in a busy loop.
const FAILURE_PAUSE: Duration = Duration::from_millis(50);

/// The numbers of arrivals' seeds, apart from those of prompts.
const ARRIVALS: u64 = 6;

/// Times at which requests are sent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "loop")]
pub enum Pace {
    /// So many in flight: each next one is sent when the one before has ended.
    Closed { concurrency: u32 },
    /// Arrivals a second; `None` for all at once.
    Open { rate: Option<f64>, burstiness: f64 },
    /// The times of a trace, so many times faster.
    Trace { speed: f64 },
}

/// One row: a pace and its end.
#[derive(Clone, Debug)]
pub struct Row {
    /// Number of the row, which keeps its prompts apart from those of others.
    pub number: u64,
    pub pace: Pace,
    /// Requests; `None` where a duration ends the row.
    pub requests: Option<u64>,
}

/// A run's server, requests and limits.
pub struct Driver {
    pub target: Target,
    pub bodies: Bodies,
    pub workload: Workload,
    pub seed: u64,
    pub think_time: Duration,
    pub duration: Option<Duration>,
    /// True when the run is interrupted.
    pub stop: watch::Receiver<bool>,
}

/// The end of one request.
enum Ended {
    Answered(Box<Sample>),
    Failed(Failure),
    /// In flight when the run was interrupted.
    Abandoned,
}

/// Conversations of a row that runs.
struct Running {
    driver: Arc<Driver>,
    row: Row,
    start: Instant,
    out: UnboundedSender<Ended>,
}

impl Driver {
    pub fn stopped(&self) -> bool {
        *self.stop.borrow()
    }

    /// Ends when the run is interrupted.
    pub async fn interrupted(&self) {
        let mut stop = self.stop.clone();
        if stop.wait_for(|stopped| *stopped).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Sends a request and reads its answer.
    pub async fn ask(&self, body: Bytes) -> Result<Answer, Failure> {
        let answer = self.target.ask(route(self.bodies.endpoint), body, self.bodies.stream).await;
        answer.map_err(|failure| explain(failure, self.bodies.ignore_eos))
    }

    /// Sends the requests of a row. `bar` counts those that have ended.
    pub async fn run(self: &Arc<Self>, row: &Row, bar: &ProgressBar) -> Collected {
        let (out, ended) = unbounded_channel();
        let start = match row.pace {
            Pace::Closed { .. } => Instant::now(),
            Pace::Open { .. } | Pace::Trace { .. } => Instant::now() + LEAD,
        };
        let running = Arc::new(Running { driver: self.clone(), row: row.clone(), start, out });
        let sending = match row.pace {
            Pace::Closed { concurrency } => {
                running.send_closed(concurrency);
                None
            }
            Pace::Open { .. } | Pace::Trace { .. } => Some(tokio::spawn(running.send_open())),
        };
        let collected = collect(ended, bar).await;
        if let Some(sending) = sending {
            // It has ended, since it held a sender of the channel.
            let _ = sending.await;
        }
        collected
    }
}

/// Takes ends of requests until no more can come.
async fn collect(mut ended: UnboundedReceiver<Ended>, bar: &ProgressBar) -> Collected {
    let mut collected = Collected::default();
    while let Some(end) = ended.recv().await {
        match end {
            Ended::Answered(sample) => collected.samples.push(*sample),
            Ended::Failed(failure) => collected.fail(&failure),
            Ended::Abandoned => collected.abandoned += 1,
        }
        bar.inc(1);
    }
    collected
}

impl Running {
    /// Turns of conversation `i`, cut where the row has no more requests.
    fn turns(&self, i: u64) -> Vec<Turn> {
        let before = i.saturating_mul(u64::from(self.driver.workload.turns));
        let left = self.row.requests.map_or(u64::MAX, |n| n.saturating_sub(before));
        if left == 0 {
            return Vec::new();
        }
        let mut turns = self.driver.workload.conversation(self.row.number, i);
        turns.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        turns
    }

    /// Whether no more may be sent.
    fn over(&self) -> bool {
        let late = |most: Duration| Instant::now().saturating_duration_since(self.start) >= most;
        self.driver.stopped() || self.driver.duration.is_some_and(late)
    }

    /// Starts `concurrency` users, each with one conversation after the other.
    fn send_closed(self: Arc<Self>, concurrency: u32) {
        let next = Arc::new(AtomicU64::new(0));
        for _ in 0..concurrency {
            let (running, next) = (self.clone(), next.clone());
            tokio::spawn(async move {
                while !running.over() {
                    let turns = running.turns(next.fetch_add(1, Ordering::Relaxed));
                    if turns.is_empty() {
                        break;
                    }
                    if !running.converse(turns, None).await {
                        tokio::time::sleep(FAILURE_PAUSE).await;
                    }
                }
            });
        }
    }

    /// Starts a conversation at each arrival.
    async fn send_open(self: Arc<Self>) {
        let driver = &self.driver;
        let mut arrivals: Box<dyn Iterator<Item = f64> + Send> = match self.row.pace {
            Pace::Open { rate, burstiness } => {
                let seed = key(&[driver.seed, ARRIVALS, self.row.number]);
                Box::new(Arrivals::new(rate.unwrap_or(f64::INFINITY), burstiness, seed))
            }
            Pace::Trace { speed } => {
                let lines = driver.workload.trace.as_deref().unwrap_or_default();
                let first = lines.first().map_or(0.0, |l| l.timestamp);
                let times: Vec<f64> =
                    lines.iter().map(|l| (l.timestamp - first) / 1e3 / speed).collect();
                Box::new(times.into_iter())
            }
            Pace::Closed { .. } => Box::new(std::iter::empty()),
        };
        for i in 0.. {
            let Some(seconds) = arrivals.next() else { return };
            let Ok(after) = Duration::try_from_secs_f64(seconds) else { return };
            let turns = self.turns(i);
            if turns.is_empty() || driver.duration.is_some_and(|most| after >= most) {
                return;
            }
            let Some(due) = self.start.checked_add(after) else { return };
            tokio::select! {
                () = tokio::time::sleep_until((due - LEAD).into()) => {}
                () = driver.interrupted() => return,
            }
            let running = self.clone();
            tokio::spawn(async move {
                running.converse(turns, Some(due)).await;
            });
        }
    }

    /// Sends the turns of a conversation, the first one at `due`, until one fails. Returns false if
    /// one did.
    async fn converse(&self, turns: Vec<Turn>, due: Option<Instant>) -> bool {
        let driver = &self.driver;
        let mut talk = Conversation::default();
        for (i, turn) in turns.iter().enumerate() {
            let due = due.filter(|_| i == 0);
            let body = driver.bodies.next(&mut talk, turn);
            let ready = match (i, due) {
                (0, Some(due)) => due,
                (0, None) => Instant::now(),
                _ => Instant::now() + driver.think_time,
            };
            tokio::select! {
                () = tokio::time::sleep_until(ready.into()) => {}
                () = driver.interrupted() => return true,
            }
            if self.over() {
                return true;
            }
            let ended = tokio::select! {
                answer = driver.ask(body) => match answer {
                    Ok(answer) => {
                        talk.answered(driver.bodies.endpoint, &answer.text, &answer.ids);
                        Ended::Answered(Box::new(Sample::new(&answer, due, turn.output_len)))
                    }
                    Err(failure) => Ended::Failed(failure),
                },
                () = driver.interrupted() => Ended::Abandoned,
            };
            let goes_on = matches!(ended, Ended::Answered(_));
            if self.out.send(ended).is_err() || !goes_on {
                return false;
            }
        }
        true
    }
}

/// Adds the flag that turns off fields that a server refuses.
fn explain(failure: Failure, ignore_eos: bool) -> Failure {
    match failure {
        Failure::Status(status @ (400 | 422), message)
            if ignore_eos
                && ["ignore_eos", "min_tokens"].iter().any(|name| message.contains(name)) =>
        {
            let fix = "--no-ignore-eos leaves ignore_eos and min_tokens out";
            Failure::Status(status, format!("{message} ({fix})"))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_field_names_the_flag_that_leaves_it_out() {
        let refused = Failure::Status(400, "unknown field ignore_eos".into());
        assert!(explain(refused.clone(), true).to_string().contains("--no-ignore-eos"));
        assert_eq!(explain(refused.clone(), false), refused);
        let other = Failure::Status(400, "too long".into());
        assert_eq!(explain(other.clone(), true), other);
    }
}
