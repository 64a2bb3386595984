//! Logs name requests and count tokens; they hold no text of prompts or answers.

use crate::support::client::Server;
use crate::support::fake::FakeEngine;
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("log").clone()).expect("UTF-8")
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("log").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn logs_hold_no_text() {
    let log = Captured::default();
    let writer = log.clone();
    // For the whole process: what a callsite caches about a subscriber of one thread depends on
    // which thread comes first. The other tests' lines are told apart by their request ids.
    tracing_subscriber::fmt()
        .with_env_filter("atlas_server=trace,atlas_text=trace")
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();
    let server = Server::new(FakeEngine::says("ANSWERTEXT"));
    let secret = json!([{"role": "user", "content": "PROMPTTEXT"}]);
    let chat = "/v1/chat/completions";
    let completions = "/v1/completions";
    for (i, (path, body, status)) in [
        (chat, json!({"messages": secret, "stop": "STOPTEXT", "wobble": "VALUETEXT"}), 200),
        (chat, json!({"messages": secret, "stream": true, "wobble": 1}), 200),
        (chat, json!({"messages": secret, "temperature": "VALUETEXT"}), 400),
        (chat, json!({"messages": secret, "chat_template_kwargs": {"messages": "VALUETEXT"}}), 400),
        (chat, json!({"messages": [{"role": "user", "content": [{"type": "VALUETEXT"}]}]}), 400),
        (completions, json!({"prompt": "PROMPTTEXT", "echo": true, "logprobs": 1}), 200),
        (completions, json!({"prompt": "PROMPTTEXT"}), 500),
    ]
    .into_iter()
    .enumerate()
    {
        server.engine.set(|k| k.fail_after = (status == 500).then_some(2));
        let request = Request::post(path).header("x-request-id", format!("log-test-{i}"));
        let request = request.body(Body::from(body.to_string())).expect("request");
        assert_eq!(server.send(request).await.status, status);
        // The end of a stream is logged by its writer, after the answer began.
        let text = log.text();
        let lines: Vec<_> =
            text.lines().filter(|l| l.contains(&format!("id=\"log-test-{i}\""))).collect();
        let answered: Vec<_> = lines.iter().filter(|l| l.contains("answered")).collect();
        assert_eq!(answered.len(), 1, "{lines:?}");
        assert!(answered[0].contains(&format!("status={status}")), "{lines:?}");
        assert!(answered[0].contains(&format!("route=\"{path}\"")), "{lines:?}");
        let ended = lines.iter().filter(|l| l.contains("generation ended")).count();
        assert_eq!(ended, usize::from(status == 200), "{lines:?}");
    }
    let log = log.text();
    for text in ["PROMPTTEXT", "ANSWERTEXT", "STOPTEXT", "VALUETEXT"] {
        assert!(!log.contains(text), "{text} in\n{log}");
    }
    assert!(log.contains("prompt_tokens="));
    assert_eq!(log.matches("field=wobble").count(), 1);
}
