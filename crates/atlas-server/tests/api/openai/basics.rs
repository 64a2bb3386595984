//! Answers to a first request.

use crate::support::client::{Server, streamed};
use crate::support::fake::{self, FakeEngine};
use serde_json::json;

fn hello() -> serde_json::Value {
    json!({"messages": [{"role": "user", "content": "hi"}]})
}

#[tokio::test]
async fn a_chat_completion() {
    let server = Server::new(FakeEngine::says("hello w\u{f6}rld"));
    let answer = server.chat(&hello()).await.ok();
    assert_eq!(answer["object"], "chat.completion");
    assert_eq!(answer["model"], "tiny");
    assert_eq!(answer["choices"][0]["message"]["content"], "hello w\u{f6}rld");
    assert_eq!(answer["choices"][0]["finish_reason"], "stop");
    // The model's own stop token is no reason that the request named.
    assert!(answer["choices"][0]["stop_reason"].is_null());
    let prompt = "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n";
    let tokenizer = fake::text_model().tokenizer().clone();
    let seen = server.engine.last_request();
    assert_eq!(tokenizer.decode(&seen.prompt, false), prompt);
    let prompt_tokens = seen.prompt.len();
    assert_eq!(
        answer["usage"],
        json!({"prompt_tokens": prompt_tokens, "completion_tokens": 13,
               "total_tokens": prompt_tokens + 13,
               "prompt_tokens_details": {"cached_tokens": 0},
               "completion_tokens_details": {"reasoning_tokens": 0}})
    );
    // All that fits.
    assert_eq!(seen.sampling.max_tokens as usize, fake::SEQ_LEN_MAX as usize - prompt_tokens);
}

#[tokio::test]
async fn a_streamed_chat_completion() {
    let server = Server::new(FakeEngine::says("h\u{20ac} \n "));
    let mut body = hello();
    body["stream"] = json!(true);
    body["stream_options"] = json!({"include_usage": true});
    let events = server.chat(&body).await.events();
    assert_eq!(events[0]["choices"][0]["delta"], json!({"role": "assistant", "content": ""}));
    let (text, reasons) = streamed(&events, 0);
    assert_eq!((text.as_str(), reasons), ("h\u{20ac} \n ", vec!["stop".to_owned()]));
    let last = events.last().expect("events");
    assert_eq!(last["choices"], json!([]));
    assert_eq!(last["usage"]["completion_tokens"], 8);
    for event in &events[..events.len() - 1] {
        assert!(event["usage"].is_null() && event.get("usage").is_some());
    }
}

#[tokio::test]
async fn a_completion() {
    let server = Server::new(FakeEngine::says(" there"));
    let answer = server.complete(&json!({"prompt": "hello", "max_tokens": 3})).await.ok();
    assert_eq!(answer["object"], "text_completion");
    assert_eq!(answer["choices"][0]["text"], " th");
    assert_eq!(answer["choices"][0]["finish_reason"], "length");
    assert_eq!(answer["usage"]["prompt_tokens"], 1);
}
