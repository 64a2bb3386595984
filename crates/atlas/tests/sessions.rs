//! `--session-dir` over HTTP: an agent's conversation goes on in another process without its
//! prefill, and nothing but what is meant comes back.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use support::{Served, atlas, exchange, stderr};

fn start(folder: &Path, more: &[&str]) -> Served {
    Served::start(&[&["--session-dir", folder.to_str().unwrap()], more].concat())
}

fn long_text() -> String {
    (0..60).map(|line| format!("Note {line}: box {line} holds {} nails. ", line * 7)).collect()
}

fn completion(prompt: &Value, max_tokens: u32, seed: u64) -> Value {
    json!({"prompt": prompt, "max_tokens": max_tokens, "seed": seed, "temperature": 0.8,
        "ignore_eos": true, "logprobs": 2, "return_token_ids": true})
}

fn ok((status, body): (u16, Value)) -> Value {
    assert_eq!(status, 200, "{body}");
    body
}

/// The body of an answer as JSON.
fn parsed((status, body): (u16, String)) -> (u16, Value) {
    (status, serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}")))
}

fn cached(answer: &Value) -> u64 {
    answer["usage"]["prompt_tokens_details"]["cached_tokens"].as_u64().unwrap()
}

#[test]
fn an_answer_goes_on_in_another_process_as_if_it_had_not_been_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let prompt = json!(long_text());
    let served = start(folder.path(), &[]);
    let whole = ok(served.post("/v1/completions", &completion(&prompt, 48, 11)));
    let half = ok(served.post("/v1/completions", &completion(&prompt, 20, 11)));
    let id = half["id"].as_str().unwrap();
    let saved = ok(served.post("/v1/sessions", &json!({"name": "notes", "answer": id})));
    assert_eq!(saved["object"], "session");
    assert!(saved["bytes"].as_u64().unwrap() > 10_000, "{saved}");
    drop(served);

    let served = start(folder.path(), &[]);
    let restored = ok(served.post("/v1/sessions/notes/restore", &json!({})));
    assert_eq!(restored, saved);
    let session = ok(parsed(served.get("/v1/sessions/notes")));
    let (tokens, seed) = (&session["token_ids"], session["seed"].as_u64().unwrap());
    assert_eq!(seed, 11);
    let rest = ok(served.post("/v1/completions", &completion(tokens, 28, seed)));
    let known = tokens.as_array().unwrap().len() as u64;
    assert!(cached(&rest) > known * 9 / 10, "{} of {known}", cached(&rest));
    let text = |answer: &Value| answer["choices"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(text(&half) + &text(&rest), text(&whole));
    let numbers = |answer: &Value| {
        answer["choices"][0]["logprobs"]["token_logprobs"].as_array().unwrap().clone()
    };
    assert_eq!(numbers(&rest)[..], numbers(&whole)[20..], "to the last bit");
    let list = ok(parsed(served.get("/v1/sessions")));
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["id"], "notes");
    let (status, gone) = parsed(served.request("DELETE", "/v1/sessions/notes", ""));
    assert_eq!((status, &gone["deleted"]), (200, &json!(true)));
    assert_eq!(served.post("/v1/sessions/notes/restore", &json!({})).0, 404);
}

#[test]
fn a_chat_hits_its_session_and_sessions_of_another_model_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let served = start(folder.path(), &[]);
    let mut messages = vec![json!({"role": "user", "content": long_text()})];
    let chat = |messages: &[Value]| {
        json!({"messages": messages, "max_tokens": 16, "n": 2,
        "temperature": 0.7, "seed": 3, "ignore_eos": true})
    };
    let answer = ok(served.post("/v1/chat/completions", &chat(&messages)));
    let id = answer["id"].as_str().unwrap();
    for choice in [0, 1] {
        let save = json!({"name": "chat", "answer": id, "choice": choice});
        ok(served.post("/v1/sessions", &save));
    }
    drop(served);
    let served = start(folder.path(), &[]);
    ok(served.post("/v1/sessions/chat/restore", &json!({})));
    messages.push(answer["choices"][1]["message"].clone());
    messages.push(json!({"role": "user", "content": "Go on."}));
    let next = ok(served.post("/v1/chat/completions", &chat(&messages)));
    let all = next["usage"]["prompt_tokens"].as_u64().unwrap();
    assert!(cached(&next) > all * 8 / 10, "{} of {all}", cached(&next));
    drop(served);
    let served = start(folder.path(), &["--kv-cache-dtype", "fp8"]);
    let (status, refused) = served.post("/v1/sessions/chat/restore", &json!({}));
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("session_foreign")));
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("KV format bf16 there, fp8 here"), "{message}");
}

#[test]
fn requests_that_cannot_be_served_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["--api-key", "sk-one,sk-two", "--session-gb", "0.0008"];
    let served = start(folder.path(), &flags);
    let [one, two] = ["sk-one", "sk-two"].map(|key| {
        let served = &served;
        move |method: &str, path: &str, body: &Value| {
            let authorization = format!("Bearer {key}");
            let headers = [("authorization", authorization.as_str())];
            parsed(exchange(&served.address, method, path, &headers, &body.to_string()))
        }
    });
    let answer = ok(one("POST", "/v1/completions", &completion(&json!("A short prompt"), 8, 1)));
    let id = answer["id"].as_str().unwrap();
    let save = |name: &str| json!({"name": name, "answer": id});
    let why = |(status, body): (u16, Value)| {
        let error = body["error"].clone();
        (status, error["param"].clone(), error["message"].as_str().unwrap_or("none").to_owned())
    };
    let long = "x".repeat(65);
    for name in ["", "../up", "a/b", ".hidden", &long, "ä"] {
        let (status, param, message) = why(one("POST", "/v1/sessions", &save(name)));
        assert_eq!((status, param), (400, json!("name")), "{name}: {message}");
    }
    let (status, param, _) = why(one("POST", "/v1/sessions", &json!({"answer": id})));
    assert_eq!((status, param), (400, json!("name")));
    let (status, param, _) =
        why(one("POST", "/v1/sessions", &json!({"name": "a", "answer": "chatcmpl-none"})));
    assert_eq!((status, param), (404, json!("answer")));
    // Another caller's answers and sessions are none.
    let (status, param, _) = why(two("POST", "/v1/sessions", &save("a")));
    assert_eq!((status, param), (404, json!("answer")));
    ok(one("POST", "/v1/sessions", &save("a")));
    for (method, path) in [
        ("POST", "/v1/sessions/a/restore"),
        ("GET", "/v1/sessions/a"),
        ("DELETE", "/v1/sessions/a"),
        ("GET", "/v1/sessions/..%2F..%2Fetc"),
    ] {
        let status = two(method, path, &json!({})).0;
        assert!(status == 404 || status == 400, "{method} {path}: {status}");
    }
    assert_eq!(ok(two("GET", "/v1/sessions", &json!({})))["data"], json!([]));
    ok(one("POST", "/v1/sessions/a/restore", &json!({})));
    let choice = json!({"name": "a", "answer": id, "choice": 3});
    let (status, param, _) = why(one("POST", "/v1/sessions", &choice));
    assert_eq!((status, param), (400, json!("choice")));
    // Larger than all may be together; the one that is there stays.
    let long = completion(&json!(long_text()), 8, 1);
    let answer = ok(one("POST", "/v1/completions", &long));
    let large = json!({"name": "a", "answer": answer["id"]});
    let (status, _, message) = why(one("POST", "/v1/sessions", &large));
    assert_eq!(status, 507, "{message}");
    assert!(message.contains("--session-gb"), "{message}");
    ok(one("POST", "/v1/sessions/a/restore", &json!({})));
    drop(served);

    let served = Served::start(&[]);
    let (status, _, message) = why(served.post("/v1/sessions/a/restore", &json!({})));
    assert_eq!(status, 404);
    assert!(message.contains("--session-dir"), "{message}");
    drop(served);
    let folder = folder.path().to_str().unwrap();
    let off = ["serve", "--port", "0", "--session-dir", folder, "--prefix-cache", "off"];
    let off = stderr(&atlas(&off));
    assert!(off.contains("--session-dir") && off.contains("--prefix-cache"), "{off}");
}

#[test]
fn wrong_values_of_fields_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let served = start(folder.path(), &[]);
    let answer = ok(served.post("/v1/completions", &completion(&json!("Short"), 2, 1)));
    let id = answer["id"].as_str().unwrap();
    // Anything but what a field takes is refused by its name.
    for field in ["name", "answer", "choice"] {
        for wrong in [json!(true), json!(-1), json!(1.5), json!([]), json!({}), json!(u64::MAX)] {
            let mut body = json!({"name": "wrong", "answer": id});
            body[field] = wrong;
            let (status, answer) = served.post("/v1/sessions", &body);
            let param = &answer["error"]["param"];
            assert_eq!((status, param), (400, &json!(field)), "{body}: {answer}");
        }
    }
    for body in [json!([]), json!("a"), json!(null)] {
        assert_eq!(served.post("/v1/sessions", &body).0, 400, "{body}");
    }
}
