//! Golden transcripts: what goes over the wire, byte for byte.

use crate::support::client::Server;
use crate::support::fake::FakeEngine;
use serde_json::{Value, json};

/// Replaces what differs from run to run: ids and times.
fn normalised(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\"id\":\"") {
        let (head, tail) = rest.split_at(at + 6);
        out.push_str(head);
        let end = tail.find('"').expect("closing quote");
        let prefix = tail[..end].split('-').next().expect("prefix");
        out.push_str(&format!("{prefix}-ID"));
        rest = &tail[end..];
    }
    out.push_str(rest);
    let mut lines = Vec::new();
    for line in out.lines() {
        let mut line = line.to_owned();
        if let Some(at) = line.find("\"created\":") {
            let digits = line[at + 10..].bytes().take_while(u8::is_ascii_digit).count();
            line.replace_range(at + 10..at + 10 + digits, "0");
        }
        lines.push(line);
    }
    lines.join("\n")
}

async fn transcript(server: &Server, path: &str, body: Value) -> String {
    normalised(server.post(path, &body).await.text())
}

#[tokio::test]
async fn chat_transcripts() {
    let server = Server::new(FakeEngine::says("hi\u{20ac}"));
    let messages = json!([{"role": "user", "content": "hello"}]);
    let chat = |fields: Value| {
        let mut body = json!({"messages": messages, "model": "tiny"});
        body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
        transcript(&server, "/v1/chat/completions", body)
    };
    insta::assert_snapshot!("chat", chat(json!({})).await);
    insta::assert_snapshot!("chat_stream", chat(json!({"stream": true})).await);
    let everything = json!({"stream": true, "stream_options": {"include_usage": true},
        "logprobs": true, "top_logprobs": 1, "return_token_ids": true});
    insta::assert_snapshot!("chat_stream_everything", chat(everything).await);
    let stop = json!({"stream": true, "stop": "i", "n": 1});
    insta::assert_snapshot!("chat_stream_stop", chat(stop).await);
    server.engine.set(|k| k.fail_after = Some(1));
    insta::assert_snapshot!("chat_stream_failed", chat(json!({"stream": true})).await);
    insta::assert_snapshot!("chat_failed", chat(json!({})).await);
}

#[tokio::test]
async fn completion_transcripts() {
    let server = Server::new(FakeEngine::says("hi\u{20ac}"));
    let complete = |fields: Value| {
        let mut body = json!({"prompt": "hello"});
        body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
        transcript(&server, "/v1/completions", body)
    };
    insta::assert_snapshot!("completion", complete(json!({})).await);
    insta::assert_snapshot!("completion_stream", complete(json!({"stream": true})).await);
    let everything = json!({"stream": true, "stream_options": {"include_usage": true},
        "logprobs": 1, "return_token_ids": true, "echo": true});
    insta::assert_snapshot!("completion_stream_everything", complete(everything).await);
    insta::assert_snapshot!("error", complete(json!({"temperature": "hot"})).await);
}
