//! A response on its way out: whole, or as events.

use super::answer::Output;
use super::background::Input;
use super::conversation::Tool;
use super::convert::Prepared;
use super::store::Finished;
use super::types::events::{Change, ResponseEvent};
use super::types::items::ItemIds;
use super::types::response::{
    IncompleteDetails, InputTokensDetails, OutputTokensDetails, ResponseBody, ResponseFailure,
    ResponseStatus, ResponseUsage,
};
use crate::generation::choice::{ChoiceEvent, End};
use crate::generation::job::Job;
use crate::http::errors::ApiError;
use crate::http::sse::{ChunkWriter, EventBuffer};
use crate::recording::Trace;
use crate::state::AppState;
use atlas_text::OutputEvent;
use axum::body::Bytes;
use std::sync::Arc;

/// Makes the response object out of the parts of one answer, and keeps it if it is to be stored.
pub struct Writer {
    job: Arc<Job>,
    state: AppState,
    prepared: Kept,
    output: Output,
    trace: Trace,
    sequence: u64,
}

/// What of a request is needed once its answer has ended.
struct Kept {
    owner: super::store::Owner,
    skeleton: ResponseBody,
    history: super::store::History,
    input: Vec<super::types::items::Item>,
}

impl Writer {
    pub fn new(prepared: Prepared, state: AppState, trace: Trace) -> Self {
        let Prepared { job, owner, skeleton, history, input, seal, .. } = prepared;
        let functions = skeleton.tools.iter().flat_map(Tool::functions);
        let namespaced = functions
            .filter_map(|f| Some((f.full_name(), (f.namespace.clone()?, f.name.clone()))))
            .collect();
        Self {
            job: Arc::new(job),
            state,
            prepared: Kept { owner, skeleton, history, input },
            output: Output::new(seal, ItemIds::of_output(trace.origin), namespaced),
            trace,
            sequence: 0,
        }
    }

    pub fn job(&self) -> &Arc<Job> {
        &self.job
    }

    pub fn id(&self) -> &str {
        &self.prepared.skeleton.id
    }

    /// What the response is generated from.
    pub fn input(&self) -> Input {
        (self.prepared.history.clone(), self.prepared.input.clone())
    }

    /// The response before it is generated in the background.
    pub fn queued(&self) -> ResponseBody {
        ResponseBody { status: ResponseStatus::Queued, ..self.prepared.skeleton.clone() }
    }

    /// The response while it is generated.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn under_way(&self) -> Result<Bytes, ApiError> {
        written(&self.prepared.skeleton)
    }

    /// The response if it was cancelled; stored.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn cancelled(mut self) -> Result<Bytes, ApiError> {
        let status = ResponseStatus::Cancelled;
        self.keep(&ResponseBody { status, ..self.prepared.skeleton.clone() })
    }

    /// The response if it failed; stored.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn failed_whole(mut self, error: &ApiError) -> Result<Bytes, ApiError> {
        self.keep(&self.failure(error))
    }

    fn failure(&self, error: &ApiError) -> ResponseBody {
        let message = error.object.message.clone();
        ResponseBody {
            status: ResponseStatus::Failed,
            error: Some(ResponseFailure { code: "server_error", message }),
            output: self.output.items().to_vec(),
            ..self.prepared.skeleton.clone()
        }
    }

    /// The response of a whole answer.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn whole(mut self, parts: Vec<OutputEvent>, end: &End) -> Result<Bytes, ApiError> {
        let mut silent = |_: Change| {};
        for part in parts {
            self.output.part(part, &mut silent);
        }
        self.output.end(end.reason == "length", &mut silent);
        let body = self.ended(end);
        self.keep(&body)
    }

    /// The response once its answer has ended.
    fn ended(&self, end: &End) -> ResponseBody {
        let usage = self.job.usage(&[(0, end.completion_tokens, end.cached_tokens)]);
        let cut = end.reason == "length";
        ResponseBody {
            status: if cut { ResponseStatus::Incomplete } else { ResponseStatus::Completed },
            completed_at: (!cut).then(|| self.trace.ended_unix_seconds()),
            incomplete_details: cut.then_some(IncompleteDetails { reason: "max_output_tokens" }),
            output: self.output.items().to_vec(),
            usage: Some(ResponseUsage {
                input_tokens: usage.prompt_tokens,
                input_tokens_details: InputTokensDetails {
                    cached_tokens: usage.prompt_tokens_details.cached_tokens,
                    cache_write_tokens: 0,
                },
                output_tokens: usage.completion_tokens,
                output_tokens_details: OutputTokensDetails { reasoning_tokens: 0 },
                total_tokens: usage.total_tokens,
            }),
            atlas: Some(end.atlas(self.job.settings.interventions)),
            ..self.prepared.skeleton.clone()
        }
    }

    /// The response as JSON, stored if it is to be.
    fn keep(&mut self, body: &ResponseBody) -> Result<Bytes, ApiError> {
        let json = written(body)?;
        if body.store {
            self.state.responses().of(self.prepared.owner).insert(Finished {
                id: body.id.clone(),
                body: json.clone(),
                history: std::mem::take(&mut self.prepared.history),
                input: std::mem::take(&mut self.prepared.input),
                output: std::mem::take(&mut self.output).into_items(),
            });
        }
        Ok(json)
    }
}

fn written(body: &ResponseBody) -> Result<Bytes, ApiError> {
    serde_json::to_vec(body).map(Bytes::from).map_err(|error| {
        tracing::error!(%error, "a response could not be written");
        ApiError::internal("the response could not be written")
    })
}

fn push(sequence: &mut u64, change: Change, out: &mut EventBuffer) {
    let kind = change.name();
    out.push_named(kind, &ResponseEvent { kind, sequence_number: *sequence, change });
    *sequence += 1;
}

impl ChunkWriter for Writer {
    fn start(&mut self, out: &mut EventBuffer) {
        let response = Box::new(self.prepared.skeleton.clone());
        push(&mut self.sequence, Change::Created { response: response.clone() }, out);
        push(&mut self.sequence, Change::InProgress { response }, out);
    }

    fn event(&mut self, _: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        let Self { output, sequence, .. } = self;
        let mut tell = |change: Change| push(sequence, change, out);
        match event {
            ChoiceEvent::Delta(delta) => {
                for part in delta.parts {
                    output.part(part, &mut tell);
                }
            }
            ChoiceEvent::End(end) => {
                output.end(end.reason == "length", &mut tell);
                let response = Box::new(self.ended(&end));
                // Before the client knows of the end: it may go on from here at once. That it
                // cannot be kept is logged there; the client has the answer.
                let _ = self.keep(&response);
                let change = match response.status {
                    ResponseStatus::Incomplete => Change::Incomplete { response },
                    _ => Change::Completed { response },
                };
                push(&mut self.sequence, change, out);
            }
            // Refused for this API when the request was read.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => {}
        }
    }

    fn finish(&mut self, _: &mut EventBuffer) {}

    fn failed(&mut self, error: &ApiError, out: &mut EventBuffer) {
        let response = Box::new(self.failure(error));
        push(&mut self.sequence, Change::Failed { response }, out);
    }

    // The terminal event is the last one; this API has no other mark.
    fn close(_: &mut EventBuffer) {}
}
