//! `/v1/completions`: route, conversion and both forms of the answer.

use super::answer::{choice_tokens, ids_of, prompt_ids, stop_reason};
use super::fields::COMPLETIONS_TABLES;
use super::logprobs;
use super::types::prompt::PromptInput;
use super::types::request::{CompletionFields, CompletionRequest};
use super::types::response::{Completion, CompletionChoice, CompletionLogprobs};
use crate::api::answer::{OpenKeywords, log_end, whole_answer};
use crate::api::atlas::AtlasChoice;
use crate::api::body;
use crate::api::common::{CommonFields, FormFields};
use crate::api::form::answer_form;
use crate::api::stream::{self, EventWriter};
use crate::generation::events::{ChoiceEvent, Delta, End, TokenOut};
use crate::generation::job::{ChoiceTokens, Job, Prompt};
use crate::generation::prepare::{encode, grammar};
use crate::generation::stream::{self as generation, Collected};
use crate::generation::submit;
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::Incoming;
use crate::http::sse::{EventBuffer, StreamLimits};
use crate::ids::Origin;
use crate::request::sampling::logprobs_mode;
use crate::request::settings::Settings;
use crate::served_model::ServedModel;
use atlas_core::{LogprobsMode, PositionLogprobs, TokenId};
use atlas_text::Tokenizer;
use axum::extract::State;
use axum::response::Response;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

/// Default length of an answer in tokens, as in OpenAI's API.
const MAX_TOKENS_DEFAULT: u32 = 16;

/// Continue a text or a list of tokens.
#[utoipa::path(
    post,
    path = "/v1/completions",
    tag = "generation",
    request_body = CompletionRequest,
    responses(
        (status = 200, body = Completion,
         description = "The answer; with `stream` a sequence of such events and `[DONE]`"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field"),
        (status = 404, body = ErrorBody, description = "No such model"),
        (status = 413, body = ErrorBody, description = "The body is too large"),
        (status = 429, body = ErrorBody,
         description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 503, body = ErrorBody, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn completions(
    State(model): State<ServedModel>,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, trace) = incoming.read(&model).await?;
    let origin = trace.origin;
    let job =
        body::parsed(&model, bytes, false, move |model, bytes| job(model, bytes, origin)).await?;
    let job = Arc::new(job);
    let choices = submit::submit(&job, &model, &caller, &trace).await?;
    let open = OpenKeywords::of(&job);
    let on_end = log_end(&job, started);
    let writer = CompletionWriter {
        job: job.clone(),
        tokenizer: model.tokenizer().cloned(),
        ended: Vec::new(),
        prompt_sent: HashSet::new(),
    };
    if job.settings.stream {
        let limits = StreamLimits::new(model.config());
        return Ok(open.tell(stream::respond(choices, writer, limits, trace, on_end)));
    }
    let collected = generation::collect(choices).await.map_err(|e| trace.failed_whole(e))?;
    on_end(true);
    whole_answer(&trace, &writer.whole(collected)).map(|response| open.tell(response))
}

fn job(model: &ServedModel, bytes: &[u8], origin: Origin) -> Result<Job, ApiError> {
    let body = body::checked(model, bytes, COMPLETIONS_TABLES)?;
    let fields: CompletionFields = body.parse()?;
    let options = body.parse::<CommonFields>()?.into_options()?;
    let mut settings = Settings::new(options, model, &model.config().sampling, origin)?;
    if fields.best_of.is_some_and(|best_of| best_of != settings.n) {
        let message = "`best_of` is only supported equal to `n`";
        return Err(ApiError::unsupported("best_of", message));
    }
    let echo = fields.echo.unwrap_or(false);
    let prompt_only = echo && settings.max_tokens == Some(0);
    if prompt_only {
        settings.max_tokens = Some(1);
    }
    settings.sampling.logprobs = logprobs_mode("logprobs", fields.logprobs)?;
    let shown_prompt_logprobs = top_count(settings.sampling.prompt_logprobs);
    if echo {
        let both = shown_prompt_logprobs.max(top_count(settings.sampling.logprobs));
        settings.sampling.prompt_logprobs = both.map_or(LogprobsMode::Off, LogprobsMode::Top);
    }
    let form = answer_form(&body.parse::<FormFields>()?)?.form;
    let grammar = form.map(|form| grammar(model, &form, None, &settings)).transpose()?;
    let input = fields.prompt.ok_or_else(|| ApiError::param("prompt", "`prompt` is required"))?;
    let add_special = settings.add_special_tokens.unwrap_or(true);
    let prompts = encoded_prompts(model, input, add_special, echo)?
        .into_iter()
        .map(|(tokens, echo)| {
            let default = Some(MAX_TOKENS_DEFAULT);
            let seq_len_max = model.config().seq_len_max;
            let sampling = settings.resolve_length(tokens.len(), default, seq_len_max, "prompt")?;
            Ok(Prompt {
                tokens,
                resume_at: Vec::new(),
                echo,
                sampling,
                output: None,
                grammar: grammar.clone(),
                thinking: None,
            })
        })
        .collect::<Result<Vec<_>, ApiError>>()?;
    Ok(Job {
        id: origin.response_id("cmpl"),
        origin,
        settings,
        prompts,
        prompt_field: "prompt",
        prompt_only,
        prompt_logprobs: shown_prompt_logprobs,
    })
}

fn top_count(mode: LogprobsMode) -> Option<u32> {
    match mode {
        LogprobsMode::Off => None,
        LogprobsMode::Top(k) => Some(k),
    }
}

/// The tokens of a prompt, and its text if it is echoed.
type EncodedPrompt = (Vec<TokenId>, Option<String>);

/// Encodes the prompts of a request.
fn encoded_prompts(
    model: &ServedModel,
    input: PromptInput,
    add_special_tokens: bool,
    echo: bool,
) -> Result<Vec<EncodedPrompt>, ApiError> {
    let empty = || ApiError::param("prompt", "`prompt` is empty");
    let of_text = |text: String| {
        let tokens = encode(model, &text, add_special_tokens, "prompt")?;
        if tokens.is_empty() {
            return Err(empty());
        }
        Ok((tokens, echo.then_some(text)))
    };
    let of_tokens = |tokens: Vec<TokenId>| {
        let vocab_size = model.config().vocab_size;
        if tokens.is_empty() {
            return Err(empty());
        }
        if let Some(id) = tokens.iter().find(|id| **id >= vocab_size) {
            let message = format!("token id {id} is outside the vocabulary of {vocab_size}");
            return Err(ApiError::param("prompt", message));
        }
        let decode = |t: &Arc<Tokenizer>| t.decode(&tokens, true);
        let text = echo.then(|| model.tokenizer().map(decode).unwrap_or_default());
        Ok((tokens, text))
    };
    match input {
        PromptInput::Text(text) => Ok(vec![of_text(text)?]),
        PromptInput::Texts(texts) => texts.into_iter().map(of_text).collect(),
        PromptInput::Tokens(tokens) => Ok(vec![of_tokens(tokens)?]),
        PromptInput::TokenLists(lists) => lists.into_iter().map(of_tokens).collect(),
    }
}

/// Writes a completion, whole or in chunks.
struct CompletionWriter {
    job: Arc<Job>,
    tokenizer: Option<Arc<Tokenizer>>,
    ended: Vec<ChoiceTokens>,
    /// Choices whose prompt has been sent.
    prompt_sent: HashSet<u32>,
}

impl CompletionWriter {
    fn response(&self, choices: Vec<CompletionChoice>) -> Completion {
        Completion {
            id: self.job.id.clone(),
            object: "text_completion",
            created: self.job.origin.unix_seconds(),
            model: self.job.settings.model.clone(),
            choices,
            usage: self.job.settings.include_usage.then_some(None),
            prompt_token_ids: None,
        }
    }

    fn whole(mut self, collected: Vec<Collected>) -> Completion {
        let mut choices = Vec::with_capacity(collected.len());
        for c in collected {
            self.ended.push(choice_tokens(c.index, &c.end));
            let mut choice = self.choice(c.index);
            self.add_prompt(&mut choice, &c.prompt_logprobs);
            let shape = |k| logprobs::prompt(&c.prompt_logprobs, k, self.tokenizer.as_deref());
            choice.prompt_logprobs = self.job.prompt_logprobs.map(shape);
            let (text, tokens) = Delta { parts: c.parts, tokens: c.tokens }.into_text();
            self.add_answer(&mut choice, &text, &tokens);
            add_end(&mut choice, &c.end, self.job.settings.interventions);
            choices.push(choice);
        }
        let mut response = self.response(choices);
        response.usage = Some(Some(self.job.token_counts(&self.ended).into()));
        response.prompt_token_ids = prompt_ids(&self.job);
        response
    }

    fn choice(&self, index: u32) -> CompletionChoice {
        CompletionChoice {
            index,
            text: String::new(),
            logprobs: None,
            finish_reason: None,
            stop_reason: None,
            prompt_logprobs: None,
            prompt_token_ids: None,
            token_ids: self.job.settings.return_token_ids.then(Vec::new),
            atlas: None,
        }
    }

    /// Adds the echoed prompt and the prompt's ids.
    fn add_prompt(&self, choice: &mut CompletionChoice, positions: &[PositionLogprobs]) {
        let prompt = self.job.prompt_of(choice.index);
        if self.job.settings.return_token_ids {
            choice.prompt_token_ids = Some(prompt.tokens.clone());
        }
        let Some(text) = &prompt.echo else { return };
        choice.text.push_str(text);
        if let Some(k) = top_count(self.job.settings.sampling.logprobs) {
            let out = choice.logprobs.get_or_insert_default();
            logprobs::push_prompt(out, &prompt.tokens, positions, k, self.tokenizer.as_ref());
        }
    }

    fn add_answer(&self, choice: &mut CompletionChoice, text: &str, tokens: &[TokenOut]) {
        if self.job.prompt_only {
            return;
        }
        choice.text.push_str(text);
        if let Some(ids) = &mut choice.token_ids {
            ids.extend(ids_of(tokens));
        }
        if self.job.settings.sampling.logprobs != LogprobsMode::Off && !tokens.is_empty() {
            let echo = self.job.prompt_of(choice.index).echo.as_deref().unwrap_or_default();
            let start = echo.chars().count() as u64;
            let out: &mut CompletionLogprobs = choice.logprobs.get_or_insert_default();
            logprobs::push_completion(out, tokens, start, self.tokenizer.as_deref());
        }
    }
}

fn add_end(choice: &mut CompletionChoice, end: &End, listed: bool) {
    choice.finish_reason = Some(end.reason);
    choice.stop_reason = stop_reason(end);
    choice.atlas = Some(AtlasChoice::new(end, listed));
}

impl EventWriter for CompletionWriter {
    fn start(&mut self, _out: &mut EventBuffer) {}

    fn event(&mut self, index: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        let mut choice = self.choice(index);
        // The first chunk of a choice carries its prompt. Log-probabilities of the prompt, if
        // requested, are the first event.
        if self.prompt_sent.insert(index) {
            match &event {
                ChoiceEvent::PromptLogprobs(positions) => self.add_prompt(&mut choice, positions),
                _ => self.add_prompt(&mut choice, &[]),
            }
        }
        match event {
            ChoiceEvent::PromptLogprobs(_) => {}
            ChoiceEvent::Delta(delta) => {
                let (text, tokens) = delta.into_text();
                self.add_answer(&mut choice, &text, &tokens);
            }
            ChoiceEvent::End(end) => {
                self.ended.push(choice_tokens(index, &end));
                self.add_answer(&mut choice, "", &end.tokens);
                add_end(&mut choice, &end, self.job.settings.interventions);
            }
            ChoiceEvent::Failed(_) => return,
        }
        out.push(&self.response(vec![choice]));
    }

    fn finish(&mut self, out: &mut EventBuffer) {
        if self.job.settings.include_usage {
            let mut chunk = self.response(Vec::new());
            chunk.usage = Some(Some(self.job.token_counts(&self.ended).into()));
            out.push(&chunk);
        }
    }
}
