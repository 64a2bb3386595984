//! `/debug/engine`: one stream of what the engine does, for the page and `atlas top`.
//! `docs/contracts/engine-events.md` has its form.

use super::engine_state::{Hello, State, StateSource};
use crate::health::Readiness;
use crate::http::errors::ApiError;
use crate::http::sse::{self, ClientGone, EventBuffer, EventSender, StreamLimits};
use crate::served_model::ServedModel;
use atlas_core::{Activity, Watch};
use axum::extract::State as Extract;
use axum::response::Response;
use serde_json::json;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval};

/// Least and longest time between two events.
const TICK: Duration = Duration::from_millis(250);
const SILENCE_MAX: Duration = Duration::from_secs(2);

/// Most steps in an event.
const STEPS_MAX: usize = 64;

/// Requests, memory, prefix cache, drafts and steps of the engine, as server-sent events: `hello`
/// once, then `state` up to four times a second, and `end`.
#[utoipa::path(
    get,
    path = "/debug/engine",
    tag = "operations",
    responses(
        (status = 200, content_type = "text/event-stream", description = "The events"),
        (status = 404, body = crate::http::errors::ErrorBody, description = "Nothing is told"),
    )
)]
pub async fn debug_engine(Extract(model): Extract<ServedModel>) -> Result<Response, ApiError> {
    let watch = model.engine().watch();
    let watch = watch.ok_or_else(|| ApiError::not_found("this engine tells nothing"))?;
    let limits = StreamLimits::new(model.config());
    Ok(sse::respond(limits, "text/event-stream", |sender| async move {
        // A reader that has left wants no more.
        let _ = write(&model, watch, sender).await;
    }))
}

async fn write(
    model: &ServedModel,
    mut watch: Box<dyn Watch>,
    mut sender: EventSender,
) -> Result<(), ClientGone> {
    let busy = model.engine().stats().running > 0;
    let measured = model.clone();
    let ceiling = tokio::task::spawn_blocking(move || measured.facts().ceiling(busy)).await;
    let mut events = EventBuffer::default();
    events.push_named("hello", &Hello::of(model, ceiling.ok().flatten()));
    sender.send(events.take()).await?;
    let mut source = StateSource::new(model);
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent: Option<Instant> = None;
    let mut before: Option<Activity> = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = sender.closed() => return Err(ClientGone),
        }
        let activity = watch.look(STEPS_MAX);
        let due = sent.is_none_or(|at| at.elapsed() >= SILENCE_MAX);
        if due || before.as_ref() != Some(&activity) {
            events.push_named::<State>("state", &source.state(&activity));
            sent = Some(Instant::now());
        }
        before = Some(activity);
        let readiness = model.health().readiness();
        if readiness != Readiness::Ready {
            events.push_named("end", &json!({ "reason": readiness.as_str() }));
            sender.send(events.take()).await?;
            sender.finish();
            return Ok(());
        }
        sender.send(events.take()).await?;
    }
}
