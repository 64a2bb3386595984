//! Requests to the engine.

use crate::constraint::Constraint;
use crate::ids::TokenId;
use crate::sampling::SamplingParams;
use std::sync::Arc;
use std::time::Instant;

/// Order among the requests of one client: larger starts first, and equals in the order of their
/// arrival. A lower one is passed a bounded number of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Priority(pub i32);

/// Source of requests that share what there is with other sources: slots, rows and places in the
/// queue. Requests without one have the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientId(pub u128);

/// One choice to generate. A chat request with `n` choices becomes `n` of these.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// At least one token, below the engine's longest sequence.
    pub prompt: Vec<TokenId>,
    pub sampling: SamplingParams,
    /// Token ids that end the answer unless `sampling.ignore_eos`: the model's own stop set.
    pub eos_token_ids: Vec<TokenId>,
    pub priority: Priority,
    /// Changes when the request runs, never its tokens.
    pub client: ClientId,
    /// Number of the call that asked for this request and others (choices, prompts); `None` if it
    /// asked for this one alone. Numbers are not used twice. More than a few of one call run beside
    /// each other only as far as no other request of their client waits.
    pub call: Option<u64>,
    /// Drafts that are verified in one step at most, where the engine drafts; `None`: as many as it
    /// does. Changes the work and never the answer.
    pub drafts: Option<u32>,
    /// The answer ends with [`crate::FinishDetail::Deadline`] at the first step after this time.
    pub deadline: Option<Instant>,
    /// The form the answer must have. It stands before the first token of the answer.
    pub constraint: Option<Box<dyn Constraint>>,
    /// Hints for the prefix cache. They change the work and never the answer.
    pub cache: CacheHints,
}

impl GenerateRequest {
    /// A request of no client in particular, without a form, a deadline and hints.
    pub fn new(prompt: Vec<TokenId>, sampling: SamplingParams) -> Self {
        Self {
            prompt,
            sampling,
            eos_token_ids: Vec::new(),
            priority: Priority::default(),
            client: ClientId::default(),
            call: None,
            drafts: None,
            deadline: None,
            constraint: None,
            cache: CacheHints::default(),
        }
    }
}

/// Key by which a request shares cached prefixes, and positions where later requests may part from
/// it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CacheHints {
    /// State is shared only among requests with equal salts; compared whole.
    pub salt: Arc<[u8]>,
    /// The adapter that computes the state; 0 for none. State is never shared between two.
    pub adapter: u32,
    /// Positions of the prompt from which later prompts are likely to go on with other tokens:
    /// where its last turn begins, where its generation prompt begins. Any order; those outside the
    /// prompt are ignored.
    pub resume_at: Vec<u32>,
    /// Requests of one group have the same prompt and come one after the other: the first of them
    /// computes it and the others go on from its state. Numbers are not used twice.
    pub group: Option<u64>,
}
