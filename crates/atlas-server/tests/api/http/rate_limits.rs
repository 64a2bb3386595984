//! Rate limits: who is refused, in which words, and that nothing reserved is lost.

use crate::support::client::{Answer, Server, config, streamed};
use crate::support::fake::FakeEngine;
use atlas_server::{ApiKeys, ClientAddress, RateLimits};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower::ServiceExt;

fn limited(engine: Arc<FakeEngine>, requests: u32, tokens: u32, keys: &[&str]) -> Server {
    let mut config = config();
    config.rate_limits =
        RateLimits { requests: NonZeroU32::new(requests), tokens: NonZeroU32::new(tokens) };
    config.api_keys = ApiKeys::new(keys.iter().map(|k| (*k).to_owned()).collect());
    Server::with_config(engine, config)
}

fn request(path: &str, key: &str, body: &Value) -> Request<Body> {
    let request = Request::post(path).header("authorization", format!("Bearer {key}"));
    request.body(Body::from(body.to_string())).expect("request")
}

fn from(address: &str, path: &str, body: &Value) -> Request<Body> {
    let mut request = Request::post(path).body(Body::from(body.to_string())).expect("request");
    let address = ClientAddress(address.parse().expect("an address"));
    request.extensions_mut().insert(ConnectInfo(address));
    request
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).unwrap_or_else(|| panic!("{name}")).to_str().expect("text")
}

fn number(answer: &Answer, name: &str) -> u32 {
    header(answer, name).parse().expect("a number")
}

/// `expected`, or as much more as has flowed in since `started`.
fn is_about(value: u32, expected: u32, per_minute: u32, started: Instant) -> bool {
    let flowed = started.elapsed().as_secs_f64() * f64::from(per_minute) / 60.0;
    (expected..=expected + flowed.ceil() as u32).contains(&value)
}

/// `expected` seconds, or as many fewer as have passed since `started`.
fn is_wait(answer: &Answer, expected: u32, started: Instant) -> bool {
    let passed = started.elapsed().as_secs_f64().ceil() as u32;
    (expected.saturating_sub(passed)..=expected).contains(&number(answer, "retry-after"))
}

async fn refusals(server: &Server, limit: &str) -> String {
    let text = server.get("/metrics").await.text().to_owned();
    let start = format!("atlas_rate_limited_total{{limit=\"{limit}\"}} ");
    text.lines().find_map(|l| l.strip_prefix(&start)).expect("counted").to_owned()
}

const ANSWER: &str = "Hello.";

fn complete() -> Value {
    json!({"prompt": "abc", "max_tokens": 20})
}

fn message() -> Value {
    json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 20})
}

#[tokio::test]
async fn requests_are_counted_for_each_key() {
    let server = limited(FakeEngine::says(ANSWER), 3, 0, &["one", "two"]);
    let started = Instant::now();
    for left in [2, 1, 0] {
        let answer = server.send(request("/v1/completions", "one", &complete())).await;
        assert_eq!(answer.status, 200);
        assert_eq!(number(&answer, "x-ratelimit-limit-requests"), 3);
        assert_eq!(number(&answer, "x-ratelimit-remaining-requests"), left);
        assert!(header(&answer, "x-ratelimit-reset-requests").ends_with('s'));
        assert!(!answer.headers.contains_key("x-ratelimit-limit-tokens"), "there is no such limit");
    }
    // Every API that this key uses, in its own format; refused without looking at the body.
    for path in ["/v1/chat/completions", "/v1/responses", "/v1/embeddings", "/tokenize"] {
        let answer = server.send(request(path, "one", &json!("no object"))).await;
        assert_eq!(answer.status, 429, "{path}");
        let error = &answer.json()["error"];
        assert_eq!(error["type"], "rate_limit_error");
        assert_eq!(error["code"], "rate_limit_exceeded");
        assert!(error["message"].as_str().expect("text").contains("3 requests a minute"));
        assert!(is_wait(&answer, 20, started), "a third of a minute");
        assert_eq!(number(&answer, "x-ratelimit-remaining-requests"), 0);
    }
    let answer = server.send(request("/v1/messages", "one", &message())).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["type"]), (429, &json!("error")));
    assert_eq!(answer.json()["error"]["type"], "rate_limit_error");
    assert!(is_wait(&answer, 20, started));
    assert_eq!(number(&answer, "anthropic-ratelimit-requests-limit"), 3);
    assert_eq!(number(&answer, "anthropic-ratelimit-requests-remaining"), 0);
    let reset = header(&answer, "anthropic-ratelimit-requests-reset");
    assert!(reset.contains('T') && reset.ends_with('Z'), "{reset}");
    assert!(!answer.headers.contains_key("x-ratelimit-limit-requests"));
    assert_eq!(refusals(&server, "requests").await, "5");
    // Others are not held up, and what does not use the model is not counted.
    let answer = server.send(request("/v1/messages", "two", &message())).await;
    assert_eq!(answer.status, 200);
    assert_eq!(number(&answer, "anthropic-ratelimit-requests-remaining"), 2);
    assert_eq!(server.send(request("/v1/nothing", "one", &json!({}))).await.status, 404);
    assert_eq!(server.get("/health").await.status, 200);
    assert_eq!(server.send(request("/v1/completions", "wrong", &complete())).await.status, 401);
}

#[tokio::test]
async fn without_keys_each_address_has_its_own() {
    let server = limited(FakeEngine::says(ANSWER), 1, 0, &[]);
    let send = async |address: &str| {
        server.send(from(address, "/v1/completions", &complete())).await.status.as_u16()
    };
    assert_eq!(send("10.0.0.1:1000").await, 200);
    assert_eq!(send("10.0.0.1:2000").await, 429, "another port is the same client");
    assert_eq!(send("10.0.0.2:1000").await, 200);
    assert_eq!(send("[2001:db8::1]:1").await, 200);
    assert_eq!(send("[2001:db8::2]:1").await, 429, "one network");
}

/// A request is charged its tokens, however it ended.
#[tokio::test]
async fn tokens_are_those_of_prompt_and_answer() {
    let tokens = 1_000_000;
    let server = limited(FakeEngine::says(ANSWER), 0, tokens, &["k"]);
    let mut used = 0;
    let left = async || {
        let answer = server.send(request("/tokenize", "k", &json!({"prompt": "a"}))).await;
        number(&answer, "x-ratelimit-remaining-tokens")
    };
    for (path, body) in [
        ("/v1/completions", complete()),
        ("/v1/completions", json!({"prompt": ["abc", "de"], "n": 3, "max_tokens": 20})),
        ("/v1/completions", json!({"prompt": "abc", "stream": true, "max_tokens": 4})),
        ("/v1/chat/completions", message()),
        ("/v1/chat/completions", json!({"messages": message()["messages"], "stop": "lo"})),
    ] {
        let mut body = body;
        if body["stream"] == true {
            body["stream_options"] = json!({"include_usage": true});
        }
        let answer = server.send(request(path, "k", &body)).await;
        let usage = match body["stream"] == true {
            true => {
                assert_eq!(streamed(&answer.events(), 0).0, "Hell");
                answer.events().last().expect("usage")["usage"].clone()
            }
            false => answer.ok()["usage"].clone(),
        };
        used += usage["total_tokens"].as_u64().expect("usage") as u32;
        // The bucket is filled meanwhile, at 17 tokens a millisecond.
        let remaining = left().await;
        assert!(remaining >= tokens - used, "{path}: {remaining} after {used}");
    }
    // Nothing at all for what never ran.
    let before = left().await;
    server.send(request("/v1/completions", "k", &json!({"prompt": 7}))).await;
    server.engine.set(|k| k.capacity = Some(0));
    let refused = server.send(request("/v1/completions", "k", &complete())).await;
    assert_eq!(refused.json()["error"]["code"], "queue_full");
    assert!(left().await >= before);
}

/// With a bucket that hardly fills: exact counts.
#[tokio::test]
async fn exact_counts_and_refusals_for_tokens() {
    // One token a second flows in.
    let started = Instant::now();
    let server = limited(FakeEngine::says(ANSWER), 0, 60, &["k"]);
    let send = async |body: &Value| server.send(request("/v1/completions", "k", body)).await;
    let answer = send(&complete()).await;
    // 3 of prompt and 7 of answer, its stop token too; 13 of 20 came back.
    assert_eq!(answer.ok()["usage"]["total_tokens"], 10);
    let settled = send(&json!({"prompt": "a", "max_tokens": 1})).await;
    let left = |answer: &Answer| number(answer, "x-ratelimit-remaining-tokens");
    assert!(is_about(left(&settled), 48, 60, started), "60 - 10 - 2: {settled:?}");
    // 55 are reserved for this one: not there.
    let refused = send(&json!({"prompt": "abc", "max_tokens": 52})).await;
    assert_eq!(refused.status, 429);
    let error = refused.json()["error"].clone();
    assert_eq!(error["code"], "rate_limit_exceeded");
    assert!(error["message"].as_str().expect("text").contains("60 tokens a minute"), "{error}");
    assert!(is_wait(&refused, 7, started), "{refused:?}");
    assert!(is_about(left(&refused), 48, 60, started), "{refused:?}");
    assert_eq!(refusals(&server, "tokens").await, "1");
    // The engine's refusal gives everything back, and so do clients that leave.
    server.engine.set(|k| k.capacity = Some(0));
    let busy = send(&json!({"prompt": "abc", "n": 2, "max_tokens": 20})).await;
    assert_eq!(busy.json()["error"]["code"], "queue_full");
    assert!(is_about(left(&busy), 48, 60, started), "{busy:?}");
}

#[tokio::test]
async fn a_client_that_leaves_pays_for_what_it_got() {
    let started = Instant::now();
    let server = limited(FakeEngine::babbles(), 0, 600, &["k"]);
    server.engine.set(|k| k.delay = Duration::from_millis(5));
    for stream in [true, false] {
        let body = json!({"prompt": "abc", "max_tokens": 100, "n": 2, "stream": stream});
        let router = server.router();
        let task = tokio::spawn(async move {
            let response = router.oneshot(request("/v1/completions", "k", &body)).await;
            let mut body = response.expect("infallible").into_body();
            while body.frame().await.is_some() {}
        });
        let before = server.engine.generated();
        while server.engine.generated() < before + 20 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let during = server.send(request("/tokenize", "k", &json!({"prompt": "a"}))).await;
        let during = number(&during, "x-ratelimit-remaining-tokens");
        let flowed = (started.elapsed().as_secs_f64() * 10.0).ceil() as u32;
        assert!(during <= 600 - 203 + flowed, "203 are set aside: {during}");
        task.abort();
        server.settle().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let generated = server.engine.generated() as u32;
    assert!(generated < 400, "the clients left: {generated}");
    let after = server.send(request("/tokenize", "k", &json!({"prompt": "a"}))).await;
    let after = number(&after, "x-ratelimit-remaining-tokens");
    // 6 of prompts and what was read of the answers; 10 tokens flow in each second.
    assert!(after >= 600 - 6 - generated, "{after} after {generated}");
    let flowed = (started.elapsed().as_secs_f64() * 10.0).ceil() as u32;
    assert!(after <= 600 - 6 - 20 + flowed, "{after} after {generated}");
}

#[tokio::test]
async fn a_long_answer_is_not_cut_and_the_next_one_waits() {
    let engine = FakeEngine::new(|r| vec![65; r.sampling.max_tokens as usize]);
    let mut config = config();
    config.seq_len_max = 5000;
    config.rate_limits = RateLimits { requests: None, tokens: NonZeroU32::new(1200) };
    let server = Server::with_config(engine, config);
    // 1024 of 3000 are set aside.
    let started = Instant::now();
    let answer = server.complete(&json!({"prompt": "abc", "max_tokens": 3000})).await;
    assert_eq!(answer.ok()["usage"]["completion_tokens"], 3000);
    let refused = server.complete(&json!({"prompt": "abc", "max_tokens": 1})).await;
    assert_eq!(refused.status, 429);
    // 1803 below zero and 4 wanted, at 20 a second.
    assert!(is_wait(&refused, 91, started), "{refused:?}");
    assert_eq!(number(&refused, "x-ratelimit-remaining-tokens"), 0);
}

#[tokio::test]
async fn a_request_above_the_limit_has_its_turn_with_a_full_bucket() {
    let server = limited(FakeEngine::says(ANSWER), 0, 10, &[]);
    let body = json!({"prompt": "a".repeat(50), "max_tokens": 20});
    assert_eq!(server.complete(&body).await.status, 200);
    assert_eq!(server.complete(&body).await.status, 429);
}

#[tokio::test]
async fn without_limits_there_are_no_headers() {
    let answer = Server::new(FakeEngine::says(ANSWER)).complete(&complete()).await;
    assert!(answer.headers.keys().all(|name| !name.as_str().contains("ratelimit")));
}

/// The engine shares its slots and rows among clients: tenants, or without keys addresses.
#[tokio::test]
async fn requests_carry_their_client() {
    let keyed = limited(FakeEngine::says("Hello."), 0, 0, &["one", "two"]);
    let open = Server::new(FakeEngine::says("Hello."));
    for (path, body) in [
        ("/v1/chat/completions", json!({"messages": [{"role": "user", "content": "hi"}]})),
        ("/v1/completions", json!({"prompt": "hi"})),
        ("/v1/responses", json!({"input": "hi"})),
        ("/v1/messages", json!({"messages": [{"role": "user", "content": "hi"}], "max_tokens": 5})),
    ] {
        let mut clients = Vec::new();
        for key in ["one", "two", "one"] {
            assert_eq!(keyed.send(request(path, key, &body)).await.status, 200, "{path}");
            clients.push(keyed.engine.last_request().client);
        }
        assert!(clients[0] != clients[1] && clients[0] == clients[2], "{path}: {clients:?}");
        clients.clear();
        for address in ["10.0.0.1:1000", "10.0.0.2:1000", "10.0.0.1:2000"] {
            assert_eq!(open.send(from(address, path, &body)).await.status, 200, "{path}");
            clients.push(open.engine.last_request().client);
        }
        assert!(clients[0] != clients[1] && clients[0] == clients[2], "{path}: {clients:?}");
    }
}
