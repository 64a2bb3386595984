//! From a checked request to running choices.

use super::choice::{Choice, ChoiceEvent, End, OutputRules, TextRules, TokenOut};
use crate::api::openai::types::response::{PromptTokensDetails, UsageBody};
use crate::config::PROMPTS_MAX;
use crate::health::Readiness;
use crate::http::errors::ApiError;
use crate::http::rate_limits::{ANSWER_RESERVED_MAX, Caller, Reservation};
use crate::ids::Origin;
use crate::recording::Trace;
use crate::request::form;
use crate::request::limits::ThinkingRule;
use crate::request::settings::Settings;
use crate::state::AppState;
use atlas_core::{
    CacheHints, Constraint, GenerateRequest, PositionLogprobs, SamplingParams, SubmitError, TokenId,
};
use atlas_text::OutputEvent;
use atlas_text::grammar::{Grammar, ThinkingWatch};
use futures_util::future::try_join_all;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Groups of choices so far.
static GROUPS: AtomicU64 = AtomicU64::new(1);

/// A prompt ready for the engine.
#[derive(Clone, Debug)]
pub struct Prompt {
    pub tokens: Vec<TokenId>,
    /// Where later prompts are likely to part from it.
    pub resume_at: Vec<u32>,
    /// Sent before the answer (`echo`).
    pub echo: Option<String>,
    pub sampling: SamplingParams,
    /// How the answer is read; `None`: as text.
    pub output: Option<OutputRules>,
    /// The form of the answer, if it is prescribed.
    pub grammar: Option<Grammar>,
    /// How its reasoning is limited, if it is.
    pub thinking: Option<ThinkingRule>,
}

/// What holds an answer to its form, and what follows its reasoning.
type Steering = (Option<Box<dyn Constraint>>, Option<ThinkingWatch>);

/// A request ready for the engine: `n` choices for each prompt, choice `i` of prompt `p` with
/// index `p * n + i`.
#[derive(Debug)]
pub struct Job {
    pub id: String,
    /// What ids, times and the seed are made of.
    pub origin: Origin,
    pub settings: Settings,
    pub prompts: Vec<Prompt>,
    /// The field the prompts came from.
    pub prompt_field: &'static str,
    /// Only the prompt is wanted: the one token the engine must generate is not shown.
    pub prompt_only: bool,
    /// Alternatives a prompt token in the response's own `prompt_logprobs`, if it has that.
    pub prompt_logprobs: Option<u32>,
}

impl Job {
    /// Prompt of a choice.
    pub fn prompt_of(&self, index: u32) -> &Prompt {
        // Indexes come from `submit`, which counts the prompts.
        &self.prompts[(index / self.settings.n) as usize]
    }

    /// Choices of all prompts.
    pub fn choice_count(&self) -> u32 {
        // `submit` has bounded them.
        self.prompts.len() as u32 * self.settings.n
    }

    /// The seed of a choice: those of one prompt count up.
    pub fn seed_of(&self, index: u32) -> u64 {
        let first = self.prompt_of(index).sampling.seed;
        first.wrapping_add(u64::from(index % self.settings.n))
    }

    /// Tokens of all prompts.
    pub fn prompt_tokens(&self) -> u64 {
        self.prompts.iter().map(|p| p.tokens.len() as u64).sum()
    }

    /// Token counts, given how each choice ended.
    pub fn usage(&self, ends: &[(u32, u64, u64)]) -> UsageBody {
        let prompt_tokens = self.prompt_tokens();
        let completion_tokens = if self.prompt_only {
            0
        } else {
            ends.iter().map(|(_, completion, _)| completion).sum()
        };
        // A prompt is counted once, however many choices it has.
        let first = |(index, _, _): &&(u32, u64, u64)| index % self.settings.n == 0;
        let cached_tokens = ends.iter().filter(first).map(|(_, _, cached)| cached).sum();
        UsageBody {
            prompt_tokens,
            completion_tokens,
            total_tokens: prompt_tokens + completion_tokens,
            prompt_tokens_details: PromptTokensDetails { cached_tokens },
        }
    }

    /// Hands all choices to the engine on account of `caller`; if one is refused, none runs.
    ///
    /// # Errors
    /// The caller's rate limit; the engine's refusal.
    pub fn submit(
        &self,
        state: &AppState,
        caller: &Caller,
        trace: &Trace,
    ) -> Result<Vec<Choice>, ApiError> {
        let n = self.settings.n;
        if self.prompts.len() * n as usize > PROMPTS_MAX {
            let message = format!("prompts times `n` is above {PROMPTS_MAX}");
            return Err(ApiError::param("n", message));
        }
        if state.health().readiness() != Readiness::Ready {
            return Err(ApiError::unavailable(SubmitError::ShuttingDown.to_string()));
        }
        let mut reservation = self.reserve(state, caller)?;
        let salt: Arc<[u8]> = caller.tenant().salt(self.settings.cache_salt.as_deref()).into();
        let mut choices = Vec::with_capacity(self.prompts.len() * n as usize);
        for prompt in &self.prompts {
            let rules = Arc::new(self.rules(prompt, state));
            let group = (n > 1).then(|| GROUPS.fetch_add(1, Ordering::Relaxed));
            for _ in 0..n {
                let index = choices.len() as u32;
                let (constraint, thinking) = self.constraint(prompt)?;
                let mut sampling = prompt.sampling.clone();
                sampling.seed = self.seed_of(index);
                let stream = state
                    .engine()
                    .submit(GenerateRequest {
                        prompt: prompt.tokens.clone(),
                        sampling,
                        eos_token_ids: state.config().eos_token_ids.clone(),
                        priority: self.settings.priority,
                        // In a replay it is kept where it was met.
                        deadline: self.settings.deadline.filter(|_| !trace.is_replay()),
                        constraint,
                        cache: CacheHints {
                            salt: salt.clone(),
                            resume_at: prompt.resume_at.clone(),
                            group,
                            ..CacheHints::default()
                        },
                    })
                    .map_err(|e| self.refused(e, state))?;
                let meter = reservation.meter(reserved_for(prompt));
                let (rules, metrics) = (rules.clone(), state.metrics().clone());
                let trace = trace.clone();
                choices.push(Choice::new(index, stream, rules, thinking, metrics, meter, trace));
            }
        }
        let ids = choices.iter().filter_map(Choice::request).collect();
        state.answers().keep(&self.id, caller.tenant(), ids);
        reservation.spend();
        trace.submitted(self);
        Ok(choices)
    }

    /// Sets aside the tokens of the prompts and a share of each answer.
    fn reserve(&self, state: &AppState, caller: &Caller) -> Result<Reservation, ApiError> {
        let answers: u64 = self.prompts.iter().map(reserved_for).sum();
        let tokens = self.prompt_tokens() + answers * u64::from(self.settings.n);
        caller.reserve(tokens).map_err(|reached| {
            state.metrics().rate_limited(reached.kind);
            reached.into()
        })
    }

    /// The prescribed form at the start of an answer, led to its end within the answer's length,
    /// and the limit of the reasoning before it.
    fn constraint(&self, prompt: &Prompt) -> Result<Steering, ApiError> {
        let (grammar, budget) = (prompt.grammar.as_ref(), prompt.sampling.max_tokens);
        let steering = match (&prompt.thinking, grammar) {
            (Some(rule), _) => {
                rule.constraint(grammar, budget).map(|(held, watch)| (Some(held), Some(watch)))
            }
            (None, Some(grammar)) => {
                grammar.constraint_within(budget as usize).map(|held| (Some(held), None))
            }
            (None, None) => Ok((None, None)),
        };
        let Settings { prescribed, max_tokens_field, .. } = &self.settings;
        steering.map_err(|e| form::refused(e, &prescribed.place, max_tokens_field))
    }

    fn refused(&self, error: SubmitError, state: &AppState) -> ApiError {
        if error == SubmitError::ShuttingDown {
            state.health().advance(Readiness::Draining);
        }
        ApiError::from_submit(error, self.prompt_field)
    }

    fn rules(&self, prompt: &Prompt, state: &AppState) -> TextRules {
        let sampling = &prompt.sampling;
        let eos = &state.config().eos_token_ids;
        TextRules {
            tokenizer: state.tokenizer().cloned(),
            stops: self.settings.stops.clone(),
            include_stop: self.settings.include_stop,
            skip_special: self.settings.skip_special,
            min_tokens: sampling.min_tokens,
            stop_tokens: sampling.stop_token_ids.clone(),
            eos_tokens: if sampling.ignore_eos { Vec::new() } else { eos.clone() },
            output: prompt.output.clone(),
            calls_max: self.settings.calls_max,
            unpromised: prompt.grammar.as_ref().is_some_and(|grammar| !grammar.is_promised()),
            guards: {
                let held = prompt.grammar.as_ref().is_some_and(Grammar::must_come);
                self.settings.guards(state.config().guards, held)
            },
        }
    }
}

/// Tokens set aside for one answer to a prompt.
fn reserved_for(prompt: &Prompt) -> u64 {
    u64::from(prompt.sampling.max_tokens.min(ANSWER_RESERVED_MAX))
}

/// A choice that has ended.
#[derive(Debug)]
pub struct Collected {
    pub index: u32,
    pub parts: Vec<OutputEvent>,
    pub tokens: Vec<TokenOut>,
    /// From the prompt's second token on; empty unless asked for.
    pub prompt_logprobs: Vec<PositionLogprobs>,
    pub end: End,
}

/// Runs all choices to their ends.
///
/// # Errors
/// The first failure; the other choices are aborted.
pub async fn collect(choices: Vec<Choice>) -> Result<Vec<Collected>, ApiError> {
    try_join_all(choices.into_iter().map(collect_one)).await
}

async fn collect_one(mut choice: Choice) -> Result<Collected, ApiError> {
    let (mut parts, mut tokens, mut prompt_logprobs) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(event) = choice.next().await {
        match event {
            ChoiceEvent::PromptLogprobs(list) => prompt_logprobs = list,
            ChoiceEvent::Delta(delta) => {
                parts.extend(delta.parts);
                tokens.extend(delta.tokens);
            }
            ChoiceEvent::End(mut end) => {
                tokens.append(&mut end.tokens);
                let index = choice.index;
                return Ok(Collected { index, parts, tokens, prompt_logprobs, end });
            }
            ChoiceEvent::Failed(error) => return Err(error),
        }
    }
    Err(ApiError::internal("a choice ended without saying why"))
}
