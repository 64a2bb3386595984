//! Replays of recordings, through the router like requests of clients.

use super::format::{Outcome, Prior, Recording};
use super::trace::Trace;
use crate::api::responses::input::items_of;
use crate::api::responses::store::{Finished, OwnedResponses, Owner};
use crate::api::responses::types::items::Item;
use crate::state::AppState;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::Value;
use std::convert::Infallible;
use std::sync::Arc;
use tower::ServiceExt;

/// Id of the stored response that holds the items a request refers to by id.
const REFERENCED: &str = "resp_referenced";

/// Runs a recorded request again and returns the new recording. `router` is that of `state`, which
/// has no keys and no rate limits.
///
/// # Errors
/// A message: the request was refused, or cannot be built.
pub async fn replay(
    state: &AppState,
    router: &Router,
    recording: &Arc<Recording>,
) -> Result<Recording, String> {
    let prior_responses = PriorResponses::new(
        state.responses().store().of(Owner::default()),
        recording.prior.as_ref(),
    )?;
    let trace = Trace::replaying(recording.clone());
    let body = Body::from(recording.request.get().to_owned());
    let mut request = Request::post(recording.route.as_str())
        .body(body)
        .map_err(|e| format!("{:?} is no route: {e}", recording.route))?;
    request.extensions_mut().insert(trace.clone());
    let run = run(router.clone(), request);
    let refused = if recording.outcome == Outcome::Cancelled {
        let recorded = recording.clone();
        let reached = trace.until(move |now| reaches(now, &recorded));
        // Dropping the request aborts it, as the client did.
        tokio::select! {
            biased;
            () = reached => None,
            answer = run => answer,
        }
    } else {
        run.await
    };
    drop(prior_responses);
    match (trace.noted(), refused) {
        (Some(now), None) => Ok(now),
        // The engine accepted the request and then failed, which can be compared.
        (Some(now), Some(_)) if now.outcome == Outcome::Failed => Ok(now),
        (_, Some(answer)) => Err(format!("the request is refused now: {answer}")),
        (None, None) => Err("nothing was noted".to_owned()),
    }
}

/// Sends the request and reads the whole answer; returns the body of an error.
async fn run(router: Router, request: Request<Body>) -> Option<String> {
    let answer: Result<Response, Infallible> = router.oneshot(request).await;
    let response = match answer {
        Ok(response) => response,
        Err(never) => match never {},
    };
    let success = response.status().is_success();
    let mut body = response.into_body();
    let mut text = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        if let (false, Some(data)) = (success, frame.data_ref()) {
            text.extend_from_slice(data);
        }
    }
    (!success).then(|| String::from_utf8_lossy(&text).into_owned())
}

/// Whether a replay has reached the point at which the recorded request was cancelled.
fn reaches(now: &Recording, recorded: &Recording) -> bool {
    let choice = |(index, then): (usize, &super::RecordedChoice)| {
        now.choices.get(index).is_some_and(|c| c.tokens.len() >= then.tokens.len())
    };
    let count = |events: &[super::RecordedEvent], of: Option<u32>| {
        events.iter().filter(|e| e.choice == of).count()
    };
    let events = |of: Option<u32>| count(&now.events, of) >= count(&recorded.events, of);
    recorded.choices.iter().enumerate().all(choice)
        && events(None)
        && (0..recorded.choices.len() as u32).all(|index| events(Some(index)))
        && now.choices.len() >= recorded.choices.len()
}

/// Earlier responses that are stored while the replay runs.
struct PriorResponses<'a> {
    store: OwnedResponses<'a>,
    ids: Vec<String>,
}

impl<'a> PriorResponses<'a> {
    fn new(store: OwnedResponses<'a>, prior: Option<&Prior>) -> Result<Self, String> {
        let mut prior_responses = Self { store, ids: Vec::new() };
        let Some(prior) = prior else { return Ok(prior_responses) };
        let items = |list: &[Value]| -> Result<Vec<Item>, String> {
            items_of(list).map_err(|e| format!("`prior` cannot be read: {}", e.object.message))
        };
        if let Some(id) = &prior.previous_response_id {
            prior_responses.insert(id, items(&prior.conversation)?);
        }
        if !prior.referenced.is_empty() {
            prior_responses.insert(REFERENCED, items(&prior.referenced)?);
        }
        Ok(prior_responses)
    }

    fn insert(&mut self, id: &str, input: Vec<Item>) {
        self.store.remove(id);
        let (id, body) = (id.to_owned(), Bytes::from_static(b"{}"));
        self.ids.push(id.clone());
        self.store.insert(Finished { id, body, history: Vec::new(), input, output: Vec::new() });
    }
}

impl Drop for PriorResponses<'_> {
    fn drop(&mut self) {
        for id in &self.ids {
            self.store.remove(id);
        }
    }
}
