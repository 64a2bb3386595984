//! Recordings: what they hold, that a replay gives the same to the last bit, and where it says it
//! differs when it does.

use crate::support::client::{Server, config};
use crate::support::fake::{self, FakeEngine};
use crate::support::recorded::{FLUSH_MAX, Recorded, chat, recorder, replay, speech, talks, tools};
use atlas_server::recording::{self, Outcome, Place, Recording, compare};
use atlas_server::{AppState, Metrics};
use http_body_util::BodyExt;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

/// Requests of every kind: route and body.
fn requests() -> Vec<(&'static str, Value)> {
    let chats = "/v1/chat/completions";
    let message_tools =
        json!([{"name": "look", "input_schema": tools()[0]["function"]["parameters"]}]);
    let response_tools = json!([{"type": "function", "name": "look",
        "parameters": tools()[0]["function"]["parameters"]}]);
    let schema =
        json!({"type": "json_schema", "json_schema": {"name": "s", "schema": {"type": "object"}}});
    let mut all = Vec::new();
    for stream in [false, true] {
        all.extend([
            (chats, chat(json!({"stream": stream}))),
            (
                chats,
                chat(json!({"stream": stream, "n": 3, "temperature": 0.5, "seed": 7,
                "logprobs": true, "top_logprobs": 2, "return_token_ids": true})),
            ),
            (chats, chat(json!({"stream": stream, "n": 2, "tools": tools()}))),
            (chats, chat(json!({"stream": stream, "stop": ["st", "op"], "n": 4}))),
            (chats, chat(json!({"stream": stream, "response_format": schema, "max_tokens": 90}))),
            (
                "/v1/completions",
                json!({"prompt": ["ab", "c"], "n": 2, "stream": stream,
                "echo": true, "logprobs": 1, "max_tokens": 30}),
            ),
            ("/v1/messages", chat(json!({"stream": stream}))),
            (
                "/v1/messages",
                chat(json!({"stream": stream, "tools": message_tools,
                "stop_sequences": ["nothing"]})),
            ),
            ("/v1/responses", json!({"input": "hi", "stream": stream, "max_output_tokens": 40})),
            ("/v1/responses", json!({"input": "hi", "stream": stream, "tools": response_tools})),
        ]);
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_request_is_the_same_again() {
    let recorded = Recorded::new(talks());
    recorded.server.engine.set(|k| k.cached_tokens = 3);
    let requests = requests();
    for (path, body) in &requests {
        let answer = recorded.post(path, body).await;
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
    }
    let recordings = recorded.recordings().await;
    assert_eq!(recordings.len(), requests.len());
    for recording in &recordings {
        assert_eq!(recording.outcome, Outcome::Complete);
        // An engine that reuses nothing and works at another pace.
        let engine = talks();
        engine.set(|k| k.delay = Duration::from_micros(50));
        let differences = replay(engine, recording).await.expect("it runs");
        assert_eq!(differences, [], "{} {}", recording.route, recording.request);
    }
    let calls = recordings.iter().filter(|r| r.events.iter().any(|e| e.data.contains("look")));
    assert!(calls.count() >= 6, "calls were among them");
}

#[tokio::test]
async fn a_recording_holds_the_whole_request() {
    let recorded = Recorded::new(talks());
    let body = chat(json!({"n": 2, "temperature": 0.5, "stream": true}));
    let sent = recorded.post("/v1/chat/completions", &body).await;
    let files = recorded.files().await;
    assert_eq!(files.len(), 1);
    let text = std::fs::read_to_string(&files[0]).expect("read");
    assert!(!text.contains("secret") && !text.contains("very-private"), "no header is kept");
    let recording = recording::read(&files[0]).expect("a recording");
    assert_eq!(recording.route, "/v1/chat/completions");
    assert_eq!(recording.request.get(), body.to_string());
    assert_eq!(recording.setup.get(), r#"{"any": "setup"}"#);
    let seen = recorded.server.engine.seen.lock().expect("seen").clone();
    assert_eq!(recording.prompts[0].tokens, seen[0].prompt);
    assert_eq!(recording.prompts[0].sampling["temperature"], 0.5);
    for (choice, request) in recording.choices.iter().zip(&seen) {
        assert_eq!(choice.seed, request.sampling.seed);
        assert_eq!(choice.tokens, speech(request));
        assert_eq!(choice.end.as_ref().map(|e| e.reason.as_str()), Some("length"));
    }
    let events: String = recording.events.iter().map(|e| e.data.as_str()).collect();
    assert_eq!(events, sent.text(), "all that was sent, in the order of that day");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&files[0]).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "for its owner alone");
    }
    let left = std::fs::read_dir(recorded.folder.path()).expect("folder").count();
    assert_eq!(left, 1, "nothing half-written stays");
    // A request that never reached the engine is not kept.
    recorded.post("/v1/completions", &json!({"prompt": 7})).await;
    recorded.server.engine.set(|k| k.capacity = Some(0));
    recorded.post("/v1/completions", &json!({"prompt": "a"})).await;
    assert_eq!(recorded.files().await.len(), 1);
}

/// Each fault is found, and only there.
#[tokio::test]
async fn planted_faults_are_found_where_they_are() {
    // Long: one recording, and the table of its faults.
    let recorded = Recorded::new(talks());
    let body = chat(json!({"n": 2, "stream": true, "return_token_ids": true}));
    recorded.post("/v1/chat/completions", &body).await;
    recorded.post("/v1/completions", &json!({"prompt": "ab", "max_tokens": 20})).await;
    let recordings = recorded.recordings().await;
    let [chat, whole] = &recordings[..] else { panic!("two recordings") };
    let faulty = async |from: &Recording, plant: &dyn Fn(&mut Recording)| {
        let mut recording = from.clone();
        plant(&mut recording);
        let found = replay(talks(), &recording).await.expect("it runs");
        (found.iter().map(|d| d.place.clone()).collect::<Vec<_>>(), found)
    };
    let (places, found) = faulty(chat, &|r| r.choices[1].tokens[17] = 65).await;
    assert_eq!(places, [Place::Token { choice: 1, position: 17 }]);
    let now = chat.choices[1].tokens[17];
    let spelled = char::from_u32(now).expect("a character").to_string();
    assert_eq!(found[0].recorded, "65 \"A\"");
    assert_eq!(found[0].now, format!("{now} {spelled:?}"));
    assert!(found[0].to_string().starts_with("choice 1, token 17: recorded 65 \"A\", now "));
    let (places, _) = faulty(chat, &|r| {
        r.choices[0].tokens.pop();
    })
    .await;
    assert_eq!(places, [Place::Token { choice: 0, position: 59 }]);
    let (places, _) = faulty(chat, &|r| r.prompts[0].tokens[3] = 65).await;
    assert_eq!(places, [Place::PromptToken { prompt: 0, position: 3 }]);
    let (places, _) = faulty(chat, &|r| r.choices[1].seed ^= 1).await;
    assert_eq!(places, [Place::Seed { choice: 1 }]);
    let (places, _) = faulty(chat, &|r| {
        r.prompts[0].sampling["top_p"] = json!(0.25);
    })
    .await;
    assert_eq!(places, [Place::Parameter { prompt: 0, name: "top_p".to_owned() }]);
    // One letter of the eleventh event of a choice.
    let letter = |r: &mut Recording, with: &str| {
        let own = r.events.iter_mut().filter(|e| e.choice == Some(1)).nth(10).expect("events");
        let at = own.data.find("\"delta\"").expect("a delta");
        own.data.replace_range(at + 1..at + 2, with);
        at + 1
    };
    let byte = letter(&mut chat.clone(), "D");
    let (places, _) = faulty(chat, &|r| {
        letter(r, "D");
    })
    .await;
    assert_eq!(places, [Place::Event { choice: Some(1), number: 10, byte }]);
    let (places, _) = faulty(chat, &|r| {
        r.events.pop();
    })
    .await;
    assert_eq!(places, [Place::Event { choice: None, number: 1, byte: 0 }]);
    let (places, _) = faulty(whole, &|r| {
        r.choices[0].end.as_mut().expect("an end").reason = "stop".to_owned();
    })
    .await;
    assert_eq!(places, [Place::End { choice: 0 }]);
    // Another seed in the request itself: nothing but the seed's own place and all that follows.
    let (places, _) = faulty(whole, &|r| {
        let body = json!({"prompt": "ab", "max_tokens": 20, "seed": 12345});
        r.request = RawValue::from_string(body.to_string()).expect("JSON");
    })
    .await;
    assert_eq!(places[0], Place::Seed { choice: 0 });
    let expected = fake::babble(12345, 20);
    let common = whole.choices[0].tokens.iter().zip(&expected).take_while(|(a, b)| a == b).count();
    assert_eq!(places[1], Place::Token { choice: 0, position: common });
    assert!(matches!(places[2], Place::Event { choice: None, number: 0, .. }), "{places:?}");
    // A body that is refused now is no difference but a failure.
    let mut refused = whole.clone();
    refused.request = RawValue::from_string("{\"prompt\": 7}".to_owned()).expect("JSON");
    let why = replay(talks(), &refused).await.expect_err("refused");
    assert!(why.contains("refused") && why.contains("prompt"), "{why}");
}

/// An engine that answers otherwise: the recording is right and the replay is not.
#[tokio::test]
async fn an_engine_that_errs_is_found() {
    let recorded = Recorded::new(talks());
    let body = chat(json!({"n": 2, "stream": true}));
    recorded.post("/v1/chat/completions", &body).await;
    let recording = &recorded.recordings().await[0];
    let faulty = FakeEngine::new(|request| {
        let mut tokens = speech(request);
        if request.sampling.seed % 2 == 0 {
            tokens[31] ^= 1;
        }
        tokens
    });
    let found = replay(faulty, recording).await.expect("it runs");
    let choice = recording.choices.iter().position(|c| c.seed % 2 == 0).expect("one is even");
    assert_eq!(found[0].place, Place::Token { choice, position: 31 });
    let expected = recording.choices[choice].tokens[31];
    assert!(found[0].recorded.starts_with(&format!("{expected} ")), "{}", found[0]);
    assert!(found[0].now.starts_with(&format!("{} ", expected ^ 1)), "{}", found[0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelled_requests_are_compared_as_far_as_they_came() {
    let recorded = Recorded::new(talks());
    recorded.server.engine.set(|k| k.delay = Duration::from_millis(2));
    for stream in [true, false] {
        let body = json!({"prompt": "abc", "n": 2, "max_tokens": 400, "stream": stream});
        let request = Recorded::request("/v1/completions", &body);
        let (router, before) = (recorded.server.router(), recorded.server.engine.generated());
        let task = tokio::spawn(async move {
            let response = router.oneshot(request).await.expect("infallible");
            let mut body = response.into_body();
            while body.frame().await.is_some() {}
        });
        while recorded.server.engine.generated() < before + 40 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        task.abort();
        recorded.server.settle().await;
    }
    let recordings = recorded.recordings().await;
    assert_eq!(recordings.len(), 2);
    for recording in &recordings {
        assert_eq!(recording.outcome, Outcome::Cancelled);
        let tokens: usize = recording.choices.iter().map(|c| c.tokens.len()).sum();
        assert!((20..400).contains(&tokens), "{tokens}");
        let engine = talks();
        engine.set(|k| k.delay = Duration::from_micros(200));
        let found = replay(engine.clone(), recording).await.expect("it runs");
        assert_eq!(found, []);
        // It was cut again, and did not run to its end.
        while engine.running() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(engine.generated() < 800, "{}", engine.generated());
        let mut faulty = recording.clone();
        faulty.choices[1].tokens[5] ^= 1;
        let found = replay(talks(), &faulty).await.expect("it runs");
        assert_eq!(found[0].place, Place::Token { choice: 1, position: 5 });
    }
}

#[tokio::test]
async fn deadlines_are_met_where_they_were() {
    let recorded = Recorded::new(talks());
    recorded.server.engine.set(|k| k.delay = Duration::from_millis(3));
    for stream in [false, true] {
        let atlas = json!({"deadline_ms": 60});
        let body = json!({"prompt": "a", "max_tokens": 400, "stream": stream, "atlas": atlas});
        assert_eq!(recorded.post("/v1/completions", &body).await.status, 200);
    }
    for recording in recorded.recordings().await {
        let end = recording.choices[0].end.as_ref().expect("an end");
        assert_eq!((end.detail.as_str(), recording.outcome), ("deadline", Outcome::Complete));
        assert_eq!(replay(talks(), &recording).await, Ok(Vec::new()));
    }
}

#[tokio::test]
async fn failures_fail_again() {
    let recorded = Recorded::new(talks());
    recorded.server.engine.set(|k| k.fail_after = Some(7));
    for stream in [false, true] {
        recorded.post("/v1/completions", &json!({"prompt": "a", "stream": stream})).await;
        recorded.post("/v1/messages", &chat(json!({"stream": stream}))).await;
    }
    let recordings = recorded.recordings().await;
    assert_eq!(recordings.len(), 4);
    for recording in recordings {
        assert_eq!(recording.outcome, Outcome::Failed);
        let engine = talks();
        engine.set(|k| k.fail_after = Some(7));
        assert_eq!(replay(engine, &recording).await, Ok(Vec::new()), "{}", recording.route);
        let found = replay(talks(), &recording).await.expect("it runs");
        assert!(found.iter().any(|d| d.place == Place::Outcome), "{found:?}");
    }
}

#[tokio::test]
async fn responses_bring_what_they_go_on_from() {
    let recorded = Recorded::new(talks());
    let post = async |body: Value| recorded.post("/v1/responses", &body).await.ok();
    let first = post(json!({"input": "one", "max_output_tokens": 20})).await;
    let second = post(json!({"input": "two", "previous_response_id": first["id"],
        "max_output_tokens": 20}))
    .await;
    let item = json!({"type": "item_reference", "id": first["output"][0]["id"]});
    post(json!({"input": [item, {"role": "user", "content": "three"}], "max_output_tokens": 9}))
        .await;
    assert!(second["id"] != first["id"]);
    let recordings = recorded.recordings().await;
    assert_eq!(recordings.len(), 3);
    // Each by itself, on a server that has seen nothing.
    for recording in recordings.iter().rev() {
        assert_eq!(replay(talks(), recording).await, Ok(Vec::new()), "{}", recording.request);
    }
    // Recordings of one millisecond lie in any order.
    let second = recordings.iter().find(|r| r.request.to_string().contains("two"));
    let mut faulty = second.expect("the second request").clone();
    faulty.prior.as_mut().expect("prior").conversation.pop();
    let found = replay(talks(), &faulty).await.expect("it runs");
    assert!(matches!(found[0].place, Place::PromptToken { prompt: 0, .. }), "{found:?}");
}

/// A template may write the time of day into the prompt; a replay takes that of the recording.
#[tokio::test]
async fn the_time_in_a_prompt_is_that_of_the_recording() {
    let template = "{{ strftime_now('%s') }} {{ messages[0].content }}";
    let text = fake::text_model_with(template);
    let server = Server::with_text(talks(), config(), text.clone());
    let folder = tempfile::tempdir().expect("folder");
    server.state.record_with(recorder(&server.state, folder.path(), 1 << 30));
    server.chat(&chat(json!({}))).await.ok();
    server.settle().await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(server.state.recorder().expect("recorder").flush(FLUSH_MAX));
    let path = &recording::find(folder.path()).expect("files")[0];
    let mut recording = recording::read(path).expect("a recording");
    let seconds = recording.origin.unix_seconds().to_string();
    assert!(recording.prompts[0].tokens.starts_with(&fake::bytes(&seconds)));
    // The clock goes on.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let metrics = Arc::new(Metrics::new("tiny"));
    let state = AppState::new(talks(), Some(text), config(), metrics);
    let router = atlas_server::router(state.clone());
    let again =
        recording::replay(&state, &router, &Arc::new(recording.clone())).await.expect("runs");
    assert_eq!(compare(&recording, &again, &|t| t.to_string()), []);
    recording.origin.unix_millis += 5000;
    let again =
        recording::replay(&state, &router, &Arc::new(recording.clone())).await.expect("runs");
    let found = compare(&recording, &again, &|t| t.to_string());
    assert!(matches!(found[0].place, Place::PromptToken { prompt: 0, .. }), "{found:?}");
}
