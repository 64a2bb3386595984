//! Submission: the choices of a job are handed to the engine and charged to their caller.

use super::choice::{Choice, Watches};
use super::job::{Job, Prompt};
use super::rules::TextRules;
use crate::health::Readiness;
use crate::http::errors::ApiError;
use crate::http::rate_limits::{ANSWER_RESERVED_MAX, Caller, Reservation};
use crate::recording::{RecordedPrompt, Submitted, Trace};
use crate::request::form;
use crate::request::limits::PROMPTS_MAX;
use crate::served_model::ServedModel;
use crate::work;
use atlas_core::{CacheHints, Constraint, GenerateRequest, SubmitError};
use atlas_text::grammar::{ForbiddenTokens, Grammar};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Source of the numbers of calls with several choices, and of groups: the choices of one prompt.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// The constraint of an answer, and the watches over its reasoning and its length.
type Steering = (Option<Box<dyn Constraint>>, Watches);

/// Choices with a form that are submitted on a network thread.
const INLINE_FORMS_MAX: u32 = 4;

/// As [`Job::submit`], away from the network threads if many constraints have to be made.
///
/// # Errors
/// See [`Job::submit`].
pub async fn submit(
    job: &Arc<Job>,
    model: &ServedModel,
    caller: &Caller,
    trace: &Trace,
) -> Result<Vec<Choice>, ApiError> {
    let has_form = job.prompts.iter().any(|prompt| prompt.grammar.is_some());
    if !has_form || job.choice_count() <= INLINE_FORMS_MAX {
        return job.submit(model, caller, trace);
    }
    let (job, model) = (job.clone(), model.clone());
    let (caller, trace) = (caller.clone(), trace.clone());
    work::run(None, move || job.submit(&model, &caller, &trace)).await
}

impl Job {
    /// Submits all choices on the account of `caller`. If one is refused, none runs.
    ///
    /// # Errors
    /// The caller's rate limit; the engine's refusal.
    pub fn submit(
        &self,
        model: &ServedModel,
        caller: &Caller,
        trace: &Trace,
    ) -> Result<Vec<Choice>, ApiError> {
        let n = self.settings.n;
        if self.prompts.len() * n as usize > PROMPTS_MAX {
            let message = format!("prompts times `n` is above {PROMPTS_MAX}");
            return Err(ApiError::param("n", message));
        }
        if model.health().readiness() != Readiness::Ready {
            return Err(ApiError::unavailable(SubmitError::ShuttingDown.to_string()));
        }
        let mut reservation = self.reserve(model, caller)?;
        let salt: Arc<[u8]> = caller.tenant().salt(self.settings.cache_salt.as_deref()).into();
        let call = (self.choice_count() > 1).then(|| NUMBERS.fetch_add(1, Ordering::Relaxed));
        let mut choices = Vec::with_capacity(self.prompts.len() * n as usize);
        for prompt in &self.prompts {
            let rules = Arc::new(self.rules(prompt, model));
            let group = (n > 1).then(|| NUMBERS.fetch_add(1, Ordering::Relaxed));
            let hints = CacheHints {
                salt: salt.clone(),
                resume_at: prompt.resume_at.clone(),
                group,
                ..CacheHints::default()
            };
            for _ in 0..n {
                let index = choices.len() as u32;
                let (constraint, watches) = self.steering(prompt)?;
                let hints = hints.clone();
                let request = self.request(index, constraint, hints, model, caller, trace);
                let request = GenerateRequest { call, ..request };
                let stream = model.engine().submit(request).map_err(|e| self.refused(e, model))?;
                let meter = reservation.meter(reserved_for(prompt));
                let (rules, metrics) = (rules.clone(), model.metrics().clone());
                let trace = trace.clone();
                choices.push(Choice::new(index, stream, rules, watches, metrics, meter, trace));
            }
        }
        let ids = choices.iter().filter_map(Choice::request_id).collect();
        model.recent_answers().insert(&self.id, caller.tenant(), ids);
        reservation.spend();
        let lengths = self.prompts.iter().map(|prompt| prompt.sampling.max_tokens);
        lengths.for_each(|max_tokens| model.metrics().submitted(self.settings.n, max_tokens));
        trace.submitted(|| self.submitted());
        Ok(choices)
    }

    fn request(
        &self,
        index: u32,
        constraint: Option<Box<dyn Constraint>>,
        cache: CacheHints,
        model: &ServedModel,
        caller: &Caller,
        trace: &Trace,
    ) -> GenerateRequest {
        let prompt = self.prompt_of(index);
        let mut sampling = prompt.sampling.clone();
        sampling.seed = self.seed_of(index);
        GenerateRequest {
            prompt: prompt.tokens.clone(),
            sampling,
            eos_token_ids: model.config().eos_token_ids.clone(),
            priority: self.settings.priority,
            client: caller.client(),
            call: None,
            drafts: self.settings.drafts,
            // A replay ends the choice at the recorded token instead.
            deadline: self.settings.deadline.filter(|_| !trace.is_replay()),
            constraint,
            cache,
        }
    }

    /// The prompts and seeds for a recording.
    fn submitted(&self) -> Submitted {
        let prompt =
            |p: &Prompt| RecordedPrompt::new(p.tokens.clone(), &p.sampling, p.grammar.is_some());
        let choice = |index| (index / self.settings.n, self.seed_of(index));
        Submitted {
            prompts: self.prompts.iter().map(prompt).collect(),
            choices: (0..self.choice_count()).map(choice).collect(),
        }
    }

    /// Reserves the tokens of the prompts and a share of each answer.
    fn reserve(&self, model: &ServedModel, caller: &Caller) -> Result<Reservation, ApiError> {
        let answers: u64 = self.prompts.iter().map(reserved_for).sum();
        let tokens = self.prompt_tokens() + answers * u64::from(self.settings.n);
        caller.reserve(tokens).map_err(|reached| {
            model.metrics().rate_limited(reached.kind);
            reached.into()
        })
    }

    /// A constraint at the start of an answer: the grammar, which is led to its end within the
    /// answer's length, and the limit of the reasoning before it.
    fn steering(&self, prompt: &Prompt) -> Result<Steering, ApiError> {
        let (grammar, budget) = (prompt.grammar.as_ref(), prompt.sampling.max_tokens);
        let forbidden = ForbiddenTokens::default();
        let steering = match (&prompt.thinking, grammar) {
            (Some(rule), _) => rule
                .constraint(grammar, budget, &forbidden)
                .map(|(held, watch)| (Some(held), Some(watch))),
            (None, Some(grammar)) => grammar
                .constraint_within(budget as usize, &forbidden)
                .map(|held| (Some(held), None)),
            (None, None) => Ok((None, None)),
        };
        let steering = steering.map(|(held, thinking)| (held, Watches { thinking, forbidden }));
        let (form_field, length_field) =
            (&self.settings.form.field, self.settings.max_tokens_field);
        steering.map_err(|e| form::refused(e, form_field, length_field))
    }

    fn refused(&self, error: SubmitError, model: &ServedModel) -> ApiError {
        if error == SubmitError::ShuttingDown {
            model.health().advance(Readiness::Draining);
        }
        ApiError::from_submit(error, self.prompt_field)
    }

    fn rules(&self, prompt: &Prompt, model: &ServedModel) -> TextRules {
        let sampling = &prompt.sampling;
        let eos = &model.config().eos_token_ids;
        TextRules {
            tokenizer: model.tokenizer().cloned(),
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
                let constrained = prompt.grammar.as_ref().is_some_and(Grammar::must_come);
                self.settings.guards(model.config().guards, constrained)
            },
        }
    }
}

/// Tokens to reserve for one answer to a prompt.
fn reserved_for(prompt: &Prompt) -> u64 {
    u64::from(prompt.sampling.max_tokens.min(ANSWER_RESERVED_MAX))
}
