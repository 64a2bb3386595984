//! A response on its way out: whole, or as events.

use super::answer::Output;
use super::convert::PreparedResponse;
use super::store::{Finished, History, Owner, ResponseInput, ResponseStore};
use super::tools::Tool;
use super::types::events::{Change, ResponseEvent};
use super::types::items::{Item, ItemIds};
use super::types::response::{
    IncompleteDetails, InputTokensDetails, OutputTokensDetails, ResponseBody, ResponseFailure,
    ResponseStatus, ResponseUsage,
};
use crate::api::atlas::AtlasChoice;
use crate::api::stream::EventWriter;
use crate::generation::events::{ChoiceEvent, End};
use crate::generation::job::{ChoiceTokens, Job};
use crate::http::errors::ApiError;
use crate::http::sse::EventBuffer;
use crate::recording::Trace;
use atlas_text::OutputEvent;
use axum::body::Bytes;
use std::sync::Arc;

/// Builds the response object from the parts of one answer, whole or as events, and stores it if
/// the request asks for that.
pub struct ResponseWriter {
    job: Arc<Job>,
    store: Arc<ResponseStore>,
    context: ResponseContext,
    output: Output,
    trace: Trace,
    sequence: u64,
}

/// The parts of a request that its response needs.
struct ResponseContext {
    owner: Owner,
    /// The response before its output.
    skeleton: ResponseBody,
    history: History,
    input: Vec<Item>,
}

impl ResponseWriter {
    pub fn new(prepared: PreparedResponse, store: Arc<ResponseStore>, trace: Trace) -> Self {
        let PreparedResponse { job, owner, skeleton, history, input, seal, .. } = prepared;
        let functions = skeleton.tools.iter().flat_map(Tool::functions);
        let namespaced = functions
            .filter_map(|f| Some((f.full_name(), (f.namespace.clone()?, f.name.clone()))))
            .collect();
        Self {
            job,
            store,
            context: ResponseContext { owner, skeleton, history, input },
            output: Output::new(seal, ItemIds::of_output(trace.origin), namespaced),
            trace,
            sequence: 0,
        }
    }

    pub fn job(&self) -> &Arc<Job> {
        &self.job
    }

    pub fn id(&self) -> &str {
        &self.context.skeleton.id
    }

    /// The input of the response.
    pub fn input(&self) -> ResponseInput {
        (self.context.history.clone(), self.context.input.clone())
    }

    /// The response as it is answered when it is generated in the background.
    pub fn queued(&self) -> ResponseBody {
        ResponseBody { status: ResponseStatus::Queued, ..self.context.skeleton.clone() }
    }

    /// The response while it is generated.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn in_progress(&self) -> Result<Bytes, ApiError> {
        written(&self.context.skeleton)
    }

    /// Stores the response as cancelled.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn cancelled(mut self) -> Result<Bytes, ApiError> {
        let status = ResponseStatus::Cancelled;
        self.store(&ResponseBody { status, ..self.context.skeleton.clone() })
    }

    /// Stores the response as failed.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn failed_whole(mut self, error: &ApiError) -> Result<Bytes, ApiError> {
        self.store(&self.failure(error))
    }

    fn failure(&self, error: &ApiError) -> ResponseBody {
        let message = error.object.message.clone();
        ResponseBody {
            status: ResponseStatus::Failed,
            error: Some(ResponseFailure { code: "server_error", message }),
            output: self.output.items().to_vec(),
            ..self.context.skeleton.clone()
        }
    }

    /// Builds the response of a whole answer, and stores it if requested.
    ///
    /// # Errors
    /// 500 if it cannot be written.
    pub fn whole(mut self, parts: Vec<OutputEvent>, end: &End) -> Result<Bytes, ApiError> {
        let mut discard = |_: Change| {};
        for part in parts {
            self.output.part(part, &mut discard);
        }
        self.output.end(end.reason == "length", &mut discard);
        let body = self.ended(end);
        self.store(&body)
    }

    /// The response after the end of its answer.
    fn ended(&self, end: &End) -> ResponseBody {
        let counts = self.job.token_counts(&[ChoiceTokens {
            index: 0,
            completion: end.completion_tokens,
            reasoning: end.reasoning_tokens,
            cached: end.cached_tokens,
        }]);
        let cut = end.reason == "length";
        ResponseBody {
            status: if cut { ResponseStatus::Incomplete } else { ResponseStatus::Completed },
            completed_at: (!cut).then(|| self.trace.ended_unix_seconds()),
            incomplete_details: cut.then_some(IncompleteDetails { reason: "max_output_tokens" }),
            output: self.output.items().to_vec(),
            usage: Some(ResponseUsage {
                input_tokens: counts.prompt,
                input_tokens_details: InputTokensDetails {
                    cached_tokens: counts.cached,
                    cache_write_tokens: 0,
                },
                output_tokens: counts.completion,
                output_tokens_details: OutputTokensDetails { reasoning_tokens: counts.reasoning },
                total_tokens: counts.prompt + counts.completion,
            }),
            atlas: Some(AtlasChoice::new(end, self.job.settings.interventions)),
            ..self.context.skeleton.clone()
        }
    }

    /// Writes the response as JSON, and stores it if requested.
    fn store(&mut self, body: &ResponseBody) -> Result<Bytes, ApiError> {
        let json = written(body)?;
        if body.store {
            self.store.of(self.context.owner).insert(Finished {
                id: body.id.clone(),
                body: json.clone(),
                history: std::mem::take(&mut self.context.history),
                input: std::mem::take(&mut self.context.input),
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

impl EventWriter for ResponseWriter {
    fn start(&mut self, out: &mut EventBuffer) {
        let response = Box::new(self.context.skeleton.clone());
        push(&mut self.sequence, Change::Created { response: response.clone() }, out);
        push(&mut self.sequence, Change::InProgress { response }, out);
    }

    fn event(&mut self, _: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        let Self { output, sequence, .. } = self;
        let mut emit = |change: Change| push(sequence, change, out);
        match event {
            ChoiceEvent::Delta(delta) => {
                for part in delta.parts {
                    output.part(part, &mut emit);
                }
            }
            ChoiceEvent::End(end) => {
                output.end(end.reason == "length", &mut emit);
                let response = Box::new(self.ended(&end));
                // Stored before the client sees the end, since its next request may refer to it.
                // A failure is logged; the client has the answer anyway.
                let _ = self.store(&response);
                let change = match response.status {
                    ResponseStatus::Incomplete => Change::Incomplete { response },
                    _ => Change::Completed { response },
                };
                push(&mut self.sequence, change, out);
            }
            // `prompt_logprobs` is refused in this API.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => {}
        }
    }

    fn finish(&mut self, _: &mut EventBuffer) {}

    fn failed(&mut self, error: &ApiError, out: &mut EventBuffer) {
        let response = Box::new(self.failure(error));
        push(&mut self.sequence, Change::Failed { response }, out);
    }

    // The terminal event is the last one; the API has no `[DONE]`.
    fn close(_: &mut EventBuffer) {}
}
