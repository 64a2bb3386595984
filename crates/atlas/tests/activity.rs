//! The engine at work as its readers see it: `/debug/engine`, `/debug/prefix` and `/debug/model`.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use support::{Served, atlas, exchange, stdout};

/// Reader of an event stream that is not over.
struct Events(BufReader<TcpStream>);

impl Events {
    fn open(served: &Served) -> Self {
        let stream = served.open("GET", "/debug/engine", "");
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self(BufReader::new(stream))
    }

    /// The next event, its name and its data.
    fn next(&mut self) -> Option<(String, Value)> {
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if self.0.read_line(&mut line).unwrap() == 0 {
                return None;
            }
            if let Some(of) = line.strip_prefix("event: ") {
                name = of.trim_end().to_owned();
            } else if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data).unwrap()));
            }
        }
    }

    /// The first state of which `is` is true.
    fn find(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < Duration::from_secs(30), "no such state");
            let (name, data) = self.next().expect("a stream without an end");
            if name == "state" && is(&data) {
                return data;
            }
        }
    }
}

fn chat(text: &str, tokens: u32, stream: bool) -> Value {
    json!({
        "messages": [{"role": "user", "content": text}], "max_tokens": tokens, "ignore_eos": true,
        "stream": stream,
    })
}

fn list<'v>(value: &'v Value, key: &str) -> &'v Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key}: {value}"))
}

#[test]
fn requests_steps_and_memory_are_told_while_they_run() {
    let served = Served::start(&["--max-batch-size", "1"]);
    let mut events = Events::open(&served);
    let (name, hello) = events.next().unwrap();
    assert_eq!((name.as_str(), &hello["slots"]), ("hello", &json!(1)));
    assert_eq!((&hello["device"], &hello["model"]), (&json!("cpu"), &json!("atlas-mini")));
    assert!(hello["ceiling"]["tokens_per_second"].as_f64().unwrap() > 10.0, "{hello}");
    let idle = events.find(|_| true);
    assert_eq!((list(&idle, "running").len(), list(&idle, "steps").len()), (0, 0));

    let bodies = ["Count to a hundred.", "Name all colours."].map(|t| chat(t, 300, true));
    let open = |body: &Value| served.open("POST", "/v1/chat/completions", &body.to_string());
    let first = open(&bodies[0]);
    let busy = events.find(|state| state["running"][0]["generated"].as_u64() > Some(0));
    let second = open(&bodies[1]);
    let one = &busy["running"][0];
    let id = one["id"].as_str().unwrap();
    assert!(id.starts_with("chatcmpl-") && one["api"] == "chat", "{one}");
    assert_eq!(
        (&one["state"], &one["max"], &one["slot"]),
        (&json!("decode"), &json!(300), &json!(0))
    );
    assert!(one["computed"].as_u64() >= one["prompt"].as_u64(), "{one}");
    assert_eq!(busy["slots"], json!({"used": 1, "total": 1}));
    assert!(busy["blocks"]["used"].as_u64().unwrap() > 0, "{busy}");

    let both = events.find(|state| !list(state, "waiting").is_empty());
    assert_eq!(both["waiting"][0]["reason"], "slots");
    let fast = events.find(|state| state["tokens_per_second"].as_f64() > Some(1.0));
    let step = list(&fast, "steps").last().unwrap();
    let ids = [id, both["waiting"][0]["id"].as_str().unwrap()];
    let times = ["host_ms", "forward_ms", "sample_ms"].map(|k| step[k].as_f64().unwrap());
    assert!(times.iter().all(|ms| (0.0..1e4).contains(ms)), "{step}");
    assert!(times[1] > 0.0 && times[2] > 0.0, "{step}");
    let span = step["spans"][0]["id"].as_str().unwrap();
    assert!(step["rows"] == 1 && ids.contains(&span), "{step} of {ids:?}");

    drop((first, second));
    let over = events.find(|state| list(state, "running").is_empty());
    assert!(list(&over, "waiting").is_empty() && over["slots"]["used"] == 0, "{over}");
    served.signal("-TERM");
    let last = std::iter::from_fn(|| events.next()).last();
    assert_eq!(last, Some(("end".to_owned(), json!({"reason": "draining"}))));
}

/// Every step of a request is told to a reader that looks often enough, in order.
#[test]
fn spans_of_a_request_are_whole() {
    let served = Served::start(&[]);
    let mut events = Events::open(&served);
    events.find(|_| true);
    let body = chat("Say something.", 40, false);
    let (status, answer) = served.post("/v1/chat/completions", &body);
    assert_eq!(status, 200, "{answer}");
    let prompt = answer["usage"]["prompt_tokens"].as_u64().unwrap();
    let (mut at, mut left_out) = (0, 0);
    while at < prompt + 39 {
        let state = events.find(|state| !list(state, "steps").is_empty());
        left_out += state["steps_left_out"].as_u64().unwrap();
        for span in list(&state, "steps").iter().flat_map(|step| list(step, "spans")) {
            assert_eq!(span["id"], answer["id"]);
            let start = span["start"].as_u64().unwrap();
            assert!(start == at || left_out > 0, "{span} behind {at}");
            at = start + span["rows"].as_u64().unwrap();
        }
    }
    assert_eq!(at, prompt + 39, "the last token has no step");
}

#[test]
fn the_tree_shows_a_tenant_its_own_text() {
    let served = Served::start(&["--api-key", "sk-a,sk-b"]);
    let ask = |key: &str, method: &str, path: &str, body: &str| {
        let header = format!("Bearer {key}");
        let headers = [("authorization", header.as_str())];
        let (status, text) = exchange(&served.address, method, path, &headers, body);
        (status, serde_json::from_str::<Value>(&text).unwrap())
    };
    let word = "Zanzibar";
    let long = format!("{word} {}", "is an island far away from here. ".repeat(8));
    let path = "/v1/completions";
    let body = json!({"prompt": long, "max_tokens": 2, "ignore_eos": true}).to_string();
    assert_eq!(ask("sk-a", "POST", path, &body).0, 200);
    let texts = |key: &str| {
        let (status, tree) = ask(key, "GET", "/debug/prefix", "");
        assert_eq!(status, 200, "{tree}");
        let nodes = list(&tree, "nodes");
        assert!(!nodes.is_empty() && nodes.iter().all(|n| n["tokens"].as_u64() > Some(0)));
        assert_eq!(tree["breaks"][0]["reason"], "end");
        nodes.iter().map(|n| n["text"].as_str().unwrap().to_owned()).collect::<String>()
    };
    assert!(texts("sk-a").contains(word), "{}", texts("sk-a"));
    assert_eq!(texts("sk-b"), "");
    for path in ["/debug/prefix", "/debug/engine", "/debug/model"] {
        assert_eq!(ask("sk-c", "GET", path, "").0, 401, "{path}");
    }
}

#[test]
fn the_model_is_told_as_the_verbs_do() {
    let served = Served::start(&[]);
    let (status, text) = served.get("/debug/model");
    let told: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(status, 200);
    let kernels = stdout(&atlas(&["kernels", "--explain", "--json", "--threads", "1"]));
    assert_eq!(told["kernels"], serde_json::from_str::<Value>(&kernels).unwrap());
    let plan: Value =
        serde_json::from_str(&stdout(&atlas(&["plan", "--json", "--threads", "1"]))).unwrap();
    assert_eq!(told["plan"]["pools"], plan["pools"]);
    let settings = told["explain"].as_array().unwrap();
    let of = |name: &str| settings.iter().find(|s| s["name"] == name).unwrap()["value"].clone();
    assert_eq!((of("threads"), of("device")), (json!("1"), json!("cpu")));
}

#[test]
fn beyond_loopback_nothing_is_told_unless_asked_for() {
    for (args, status) in [(&[][..], 404), (&["--debug-endpoints"], 200)] {
        let args = [&["--host", "0.0.0.0", "--api-key", "k"], args].concat();
        let served = Served::start(&args);
        let address = served.address.replace("0.0.0.0", "127.0.0.1");
        for path in ["/debug/prefix", "/debug/model"] {
            let (got, body) = exchange(&address, "GET", path, &[("x-api-key", "k")], "");
            assert_eq!(got, status, "{args:?} {path}: {body}");
        }
    }
}
