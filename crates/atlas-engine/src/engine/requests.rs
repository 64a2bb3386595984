//! State of a request, from submission to the terminal item. Survives preemption.

use atlas_cache::Namespace;
use atlas_core::{
    ClientId, EndedRequest, FinishDetail, FinishReason, Finished, GenerateRequest, LogprobsMode,
    PositionLogprobs, Priority, RequestId, RequestTimes, StreamSender, Usage,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use super::queue::QueuePlace;
use crate::sampling::DecodeState;

/// Counts something for as long as it lives.
#[derive(Debug)]
pub(crate) struct Ticket(Arc<AtomicU32>);

impl Ticket {
    /// Counts one more.
    pub fn take(counter: &Arc<AtomicU32>) -> Self {
        counter.fetch_add(1, Ordering::AcqRel);
        Self(counter.clone())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A request on its way to the engine thread.
#[derive(Debug)]
pub(crate) struct Submission {
    pub id: RequestId,
    pub request: GenerateRequest,
    pub sender: StreamSender,
    pub submitted: Instant,
    /// Held until the request has ended.
    pub live: Ticket,
    /// Held until the request first has a slot.
    pub queued: QueuePlace,
}

/// A request that the engine works on.
#[derive(Debug)]
pub(crate) struct LiveRequest {
    pub state: DecodeState,
    pub sender: StreamSender,
    pub priority: Priority,
    pub client: ClientId,
    pub call: Option<u64>,
    /// Drafts in one step at most; `None`: as many as the engine verifies.
    pub drafts: Option<u32>,
    pub submitted: Instant,
    /// When the first step that worked on it began.
    pub started: Option<Instant>,
    pub last_token: Option<Instant>,
    pub first_token: Option<Instant>,
    pub preemptions: u32,
    /// Prompt tokens that were cached when it first got a slot.
    pub cached_tokens: u32,
    /// Scores of the prompt's tokens from the second on, as far as they have been computed.
    pub prompt_scores: Vec<PositionLogprobs>,
    pub queued: Option<QueuePlace>,
    /// With whom it shares its prompt, and under which adapter.
    pub group: Option<(u64, u32)>,
    /// Whose its cached state is, if prefixes are cached.
    pub namespace: Option<Arc<Namespace>>,
    _live: Ticket,
}

/// All live requests. Boxed: half of a table's places are empty.
pub(crate) type LiveRequests = FxHashMap<RequestId, Box<LiveRequest>>;

/// Whether a request may share state with those of its group that are there: only the same prompt
/// under the same adapter has the same state.
pub(crate) fn is_of_group(
    requests: &LiveRequests,
    group: u64,
    adapter: u32,
    submission: &Submission,
) -> bool {
    let prompt = &submission.request.prompt;
    let mut others = requests.values().filter(|r| r.group.is_some_and(|g| g.0 == group));
    others.all(|other| {
        let tokens = &other.state.tokens()[..other.state.prompt_len()];
        other.group == Some((group, adapter)) && tokens == prompt
    })
}

/// The reason that goes with what a pick ended a request for.
pub(crate) fn reason_of(detail: FinishDetail) -> FinishReason {
    match detail {
        FinishDetail::StopToken(_) | FinishDetail::ConstraintComplete => FinishReason::Stop,
        FinishDetail::MaxTokens | FinishDetail::SeqLen | FinishDetail::Deadline => {
            FinishReason::Length
        }
        FinishDetail::Cancelled => FinishReason::Abort,
    }
}

impl LiveRequest {
    pub fn new(submission: Submission) -> Box<Self> {
        let Submission { id: _, request, sender, submitted, live, queued } = submission;
        let mut state = DecodeState::new(request.prompt, request.sampling, &request.eos_token_ids);
        if let Some(constraint) = request.constraint {
            state = state.with_constraint(constraint, &request.eos_token_ids);
        }
        Box::new(Self {
            state,
            sender,
            priority: request.priority,
            client: request.client,
            call: request.call,
            drafts: request.drafts,
            submitted,
            started: None,
            last_token: None,
            first_token: None,
            preemptions: 0,
            cached_tokens: 0,
            prompt_scores: Vec::new(),
            queued: Some(queued),
            group: None,
            namespace: None,
            _live: live,
        })
    }

    /// The part of it that a session keeps, if its prefix is cached.
    pub fn ended(&self) -> Option<EndedRequest> {
        let namespace = self.namespace.as_ref()?;
        Some(EndedRequest {
            tokens: self.state.tokens().into(),
            prompt_len: self.state.prompt_len() as u32,
            seed: self.state.params().seed,
            salt: namespace.salt.clone(),
            adapter: namespace.adapter,
        })
    }

    /// Terminal item for its reader.
    pub fn finished(&self, reason: FinishReason, detail: FinishDetail, now: Instant) -> Finished {
        Finished {
            reason,
            detail,
            usage: Usage {
                prompt_tokens: self.state.prompt_len() as u32,
                completion_tokens: self.state.generated_len() as u32,
                cached_tokens: self.cached_tokens,
                preemptions: self.preemptions,
            },
            queue_seconds: (self.started.unwrap_or(now) - self.submitted).as_secs_f64(),
        }
    }

    /// Seconds of its parts, if it ends now.
    pub fn times(&self, now: Instant) -> RequestTimes {
        let between = |from: Option<Instant>, to: Option<Instant>| {
            from.zip(to).map(|(from, to)| (to - from).as_secs_f64())
        };
        RequestTimes {
            e2e_seconds: (now - self.submitted).as_secs_f64(),
            prefill_seconds: between(self.started, self.first_token),
            decode_seconds: between(self.first_token, self.last_token),
        }
    }

    /// Number of alternatives in prompt scores; `None` if they are not wanted.
    pub fn prompt_top_n(&self) -> Option<u32> {
        match self.state.params().prompt_logprobs {
            LogprobsMode::Off => None,
            LogprobsMode::Top(n) => Some(n),
        }
    }

    /// The position of the next prompt token to be scored, if any is left. With the first token
    /// the scores have left for the stream.
    pub fn next_score(&self) -> Option<u32> {
        self.prompt_top_n()?;
        let position = self.prompt_scores.len() + 1;
        let left = self.state.generated_len() == 0 && position < self.state.prompt_len();
        left.then_some(position as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_count_what_lives() {
        let counter = Arc::new(AtomicU32::new(0));
        let a = Ticket::take(&counter);
        let b = Ticket::take(&counter);
        assert_eq!(counter.load(Ordering::Acquire), 2);
        drop((a, b));
        assert_eq!(counter.load(Ordering::Acquire), 0);
    }
}
