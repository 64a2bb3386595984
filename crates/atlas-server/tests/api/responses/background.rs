//! Responses generated in the background: read, cancelled, deleted, failed.

use crate::support::client::Server;
use crate::support::fake::FakeEngine;
use crate::support::recorded::{Recorded, replay};
use crate::support::responses::{PATH, body, server};
use atlas_server::recording::Outcome;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn behind(extra: &Value) -> Value {
    let mut body = body(json!({"background": true, "input": "Go."}));
    body.as_object_mut().expect("object").extend(extra.as_object().expect("object").clone());
    body
}

/// Starts a response; its path.
async fn started(server: &Server) -> String {
    let queued = server.post(PATH, &behind(&json!({}))).await.ok();
    assert_eq!(queued["status"], "queued", "{queued}");
    assert_eq!((&queued["background"], &queued["output"]), (&json!(true), &json!([])));
    format!("{PATH}/{}", queued["id"].as_str().expect("an id"))
}

/// The response once it is neither queued nor in progress.
async fn ended(server: &Server, path: &str) -> Value {
    let start = Instant::now();
    loop {
        let response = server.get(path).await.ok();
        if response["status"] != "in_progress" {
            return response;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it does not end");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

async fn delete(server: &Server, path: &str) -> u16 {
    let request = Request::builder().method(Method::DELETE).uri(path).body(Body::empty());
    server.send(request.expect("request")).await.status.as_u16()
}

#[tokio::test]
async fn a_background_response_is_there_when_it_has_ended() {
    let server = server("All is well.");
    server.engine.set(|knobs| knobs.delay = Duration::from_millis(20));
    let path = started(&server).await;
    let running = server.get(&path).await.ok();
    assert_eq!(running["status"], "in_progress");
    let items = server.get(&format!("{path}/input_items")).await.ok();
    assert_eq!(items["data"][0]["content"][0]["text"], "Go.");
    let id = running["id"].as_str().expect("an id");
    let on = body(json!({"input": "On.", "previous_response_id": id}));
    let early = server.post(PATH, &on).await;
    assert_eq!(early.status, 400);
    assert_eq!(early.json()["error"]["param"], "previous_response_id");
    let response = ended(&server, &path).await;
    assert_eq!(response["status"], "completed");
    assert_eq!(response["output"][0]["content"][0]["text"], "All is well.");
    assert_eq!(response["background"], true);
    assert_eq!(server.get(&format!("{path}/input_items")).await.ok(), items);
    server.post(PATH, &on).await.ok();
    // It has ended: nothing to cancel, and it comes back as it is.
    assert_eq!(server.post(&format!("{path}/cancel"), &json!({})).await.ok(), response);
    assert!(server.state.responses().running().is_empty());
    let waited = server.post(PATH, &behind(&json!({"background": false}))).await.ok();
    assert_eq!(waited["output"][0]["content"], response["output"][0]["content"]);
}

#[tokio::test]
async fn cancelled_and_deleted_responses_end_in_the_engine() {
    let server = server(&"word ".repeat(400));
    server.engine.set(|knobs| knobs.delay = Duration::from_millis(10));
    for (round, remove) in [false, true].into_iter().enumerate() {
        let path = started(&server).await;
        if remove {
            assert_eq!(delete(&server, &path).await, 200);
            assert_eq!(server.get(&path).await.status, 404);
        } else {
            let cancel = format!("{path}/cancel");
            let response = server.post(&cancel, &json!({})).await.ok();
            assert_eq!(response["status"], "cancelled");
            assert_eq!(server.get(&path).await.ok(), response);
            assert_eq!(server.post(&cancel, &json!({})).await.ok(), response);
            assert_eq!(delete(&server, &path).await, 200);
        }
        assert!(server.state.responses().running().is_empty());
        server.settle().await;
        assert_eq!(server.engine.aborted(), round as u64 + 1, "the engine goes on");
    }
    assert!(server.state.responses().store().is_empty());
}

#[tokio::test]
async fn a_failed_response_reports_its_error() {
    for panics in [false, true] {
        let server = server("All is well.");
        server.engine.set(|knobs| match panics {
            true => knobs.die_after = Some(3),
            false => knobs.fail_after = Some(3),
        });
        let path = started(&server).await;
        let response = ended(&server, &path).await;
        assert_eq!(response["status"], "failed", "{response}");
        assert_eq!(response["error"]["code"], "server_error");
        assert!(response["error"]["message"].as_str().is_some_and(|m| !m.is_empty()));
        assert!(server.state.responses().running().is_empty());
    }
}

#[tokio::test]
async fn a_background_response_that_is_unstored_or_streamed_is_refused() {
    let server = server("Aye.");
    for (extra, param) in
        [(json!({"store": false}), "background"), (json!({"stream": true}), "stream")]
    {
        let answer = server.post(PATH, &behind(&extra)).await;
        assert_eq!(answer.status, 400, "{extra}");
        assert_eq!(answer.json()["error"]["param"], param);
    }
    server.engine.set(|knobs| knobs.capacity = Some(0));
    assert_eq!(server.post(PATH, &behind(&json!({}))).await.status, 429);
    assert!(server.state.responses().running().is_empty());
}

/// A recording of a background response runs again as one that is waited for; one that was
/// cancelled is like one whose client left.
#[tokio::test]
async fn recordings_run_again() {
    for cancel in [false, true] {
        let engine = || FakeEngine::says(&"word ".repeat(40));
        let played = engine();
        if cancel {
            played.set(|knobs| knobs.delay = Duration::from_millis(10));
        }
        let recorded = Recorded::new(played);
        let queued = recorded.post(PATH, &behind(&json!({}))).await.ok();
        let path = format!("{PATH}/{}", queued["id"].as_str().expect("an id"));
        if cancel {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let response = recorded.post(&format!("{path}/cancel"), &json!({})).await.ok();
            assert_eq!(response["status"], "cancelled");
        }
        let recordings = recorded.recordings().await;
        assert_eq!(recordings.len(), 1);
        assert_eq!(recordings[0].outcome == Outcome::Complete, !cancel);
        let differences = replay(engine(), &recordings[0]).await.expect("it runs");
        assert!(differences.is_empty(), "{differences:?}");
    }
}
