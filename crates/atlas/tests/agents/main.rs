//! Requests of coding agents, replayed: Claude Code, Codex and opencode as `tools/agents` recorded
//! them, against the scripted model and the bundled one.

mod configs;
mod guides;
mod open_webui;
#[path = "../../examples/scripted_server/script.rs"]
mod script;
#[path = "../../examples/scripted_server/server.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;
mod wire;

use atlas_engine::EngineHandle;
use atlas_text::{TemplateSource, TextOptions};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use support::{Served, exchange};
use wire::Answer;

const MODELS: [&str; 2] = ["scripted", "served"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A recorded request; its answer, where a script gave one.
struct Recorded {
    task: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Value,
    answer: Option<Answer>,
}

/// Requests of a client, its own texts in the lengths that they had.
fn recorded(client: &str) -> Vec<Recorded> {
    recorded_with(client, usize::MAX)
}

/// As [`recorded`], with `text_chars_max` characters of each of the client's texts.
fn recorded_with(client: &str, text_chars_max: usize) -> Vec<Recorded> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/agents/requests/{client}.json"));
    let text = std::fs::read_to_string(&path).unwrap();
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!entries.is_empty());
    let pairs = |v: &Value| {
        let pairs = v.as_object().unwrap().iter();
        pairs.map(|(k, v)| (k.clone(), v.as_str().unwrap().to_owned())).collect()
    };
    let read = |e: &Value| Recorded {
        task: e["task"].as_str().unwrap().to_owned(),
        path: e["path"].as_str().unwrap().to_owned(),
        headers: pairs(&e["headers"]),
        body: filled(&e["body"], text_chars_max),
        answer: e.get("answer").map(|a| Answer {
            text: a["text"].as_str().unwrap().to_owned(),
            calls: a["calls"].as_array().unwrap().iter().map(call).collect(),
        }),
    };
    entries.iter().map(read).collect()
}

fn call(call: &Value) -> (String, Value) {
    (call[0].as_str().unwrap().to_owned(), call[1].clone())
}

/// `<N characters>` stands for a client's text of that length.
fn filled(value: &Value, most: usize) -> Value {
    match value {
        Value::String(text) => fill(text, most).unwrap_or_else(|| text.clone()).into(),
        Value::Array(list) => list.iter().map(|v| filled(v, most)).collect(),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), filled(v, most))).collect(),
        other => other.clone(),
    }
}

fn fill(text: &str, most: usize) -> Option<String> {
    let (count, rest) = text.strip_prefix('<')?.split_once(" characters>")?;
    let count: usize = count.parse::<usize>().ok()?.min(most);
    let words = "Work in small steps, look at every result, and keep the files in order.\n";
    Some(words.chars().cycle().take(count).chain(rest.chars()).collect())
}

/// A server with the script of a client; it ends with this value.
struct Running {
    address: String,
    engine: EngineHandle,
    _runtime: tokio::runtime::Runtime,
}

impl Running {
    fn start(client: &str, options: server::Options) -> Self {
        let text = std::fs::read_to_string(
            repository().join(format!("tools/agents/scripts/{client}.toml")),
        );
        let values = HashMap::from([("workspace".to_owned(), "/workspace".to_owned())]);
        let script = script::Script::parse(&text.unwrap(), &values).unwrap();
        let options = server::Options { names: MODELS.map(str::to_owned).to_vec(), ..options };
        let folder = repository().join("models/atlas-mini");
        let scripted = server::start(&folder, script, options).unwrap();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let router = atlas_server::router(scripted.state);
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self { address, engine: scripted.engine, _runtime: runtime }
    }

    fn send(&self, request: &Recorded, path: &str, body: &Value) -> (u16, String) {
        let headers: Vec<(&str, &str)> =
            request.headers.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        exchange(&self.address, "POST", path, &headers, &body.to_string())
    }

    /// The answer to a request, which must be in its API's form.
    fn answer(&self, request: &Recorded) -> Answer {
        let (status, text) = self.send(request, &request.path, &request.body);
        assert_eq!(status, 200, "{}: {text}", request.task);
        wire::read(&request.path, &text)
    }

    /// Names of what was ignored in requests.
    fn ignored(&self) -> BTreeSet<String> {
        let (_, text) = exchange(&self.address, "GET", "/metrics", &[], "");
        let lines = text.lines().filter(|l| l.starts_with("atlas_ignored_fields_total{"));
        lines.map(|l| l.split('"').nth(1).unwrap().to_owned()).collect()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.engine.shutdown();
    }
}

/// Tools that run elsewhere; Atlas leaves them out and counts them.
const LEFT_OUT: [(&str, &[&str]); 3] =
    [("claude", &[]), ("codex", &["tools.web_search"]), ("opencode", &[])];

#[test]
fn every_request_is_answered_as_the_script_says() {
    for (client, left_out) in LEFT_OUT {
        let running = Running::start(client, server::Options::default());
        let requests = recorded(client);
        let mut calls = 0;
        for request in &requests {
            let answer = running.answer(request);
            calls += answer.calls.len();
            assert_eq!(Some(&answer), request.answer.as_ref(), "{client}, {}", request.task);
        }
        assert!(calls > 0, "no request of {client} is answered with a call");
        let left_out = left_out.iter().map(|s| (*s).to_owned()).collect();
        assert_eq!(running.ignored(), left_out, "{client}");
    }
}

#[test]
fn strict_servers_know_every_field() {
    for (client, left_out) in LEFT_OUT {
        let running =
            Running::start(client, server::Options { strict: true, ..server::Options::default() });
        let request = recorded(client).pop().unwrap();
        if left_out.is_empty() {
            running.answer(&request);
            continue;
        }
        let (status, text) = running.send(&request, &request.path, &request.body);
        assert_eq!(status, 400, "{text}");
        let mut body = request.body.clone();
        body["tools"].as_array_mut().unwrap().retain(|t| t["type"] != "web_search");
        running.answer(&Recorded { body, ..request });
    }
}

/// The template of the bundled model, made to refuse what many templates refuse.
fn strict_template() -> TextOptions {
    let text = std::fs::read_to_string(repository().join("models/atlas-mini/chat_template.jinja"));
    let refusal = "{%- for m in messages %}\
        {%- if m.role == 'developer' or m.role == 'system' and not loop.first %}\
        {{- raise_exception('System message must be at the beginning.') }}{%- endif %}{%- endfor %}";
    let text = format!("{refusal}{}", text.unwrap());
    let chat_template = Some(TemplateSource::from_text(text, "test"));
    TextOptions { chat_template, ..TextOptions::default() }
}

#[test]
fn one_place_for_a_system_message_is_enough() {
    for (client, _) in LEFT_OUT {
        let options = server::Options { text: strict_template(), ..server::Options::default() };
        let running = Running::start(client, options);
        for request in recorded(client) {
            let answer = running.answer(&request);
            assert_eq!(Some(answer), request.answer, "{client}, {}", request.task);
        }
    }
}

#[test]
fn counted_tokens_are_those_of_the_prompt() {
    let running = Running::start("claude", server::Options::default());
    for request in recorded("claude") {
        let (status, text) =
            running.send(&request, "/v1/messages/count_tokens?beta=true", &request.body);
        assert_eq!(status, 200, "{text}");
        let counted: Value = serde_json::from_str(&text).unwrap();
        let (_, text) = running.send(&request, &request.path, &request.body);
        let start = wire::named_events(&text).remove(0).1;
        assert_eq!(counted["input_tokens"], start["message"]["usage"]["input_tokens"]);
        assert!(counted["input_tokens"].as_u64().unwrap() > 400);
    }
}

#[test]
fn the_bundled_model_answers_opencode() {
    let served = Served::start(&["--served-model-name", MODELS[1]]);
    for request in recorded("small") {
        let mut body = request.body;
        // Only the form of the answer is tested, so a short one is enough.
        body["max_tokens"] = json!(64);
        let (status, text) = served.request("POST", &request.path, &body.to_string());
        assert_eq!(status, 200, "{text}");
        wire::read(&request.path, &text);
    }
}
