//! Requests with the answers that they must get: those of `tests/data/requests.jsonl`, one a line,
//! and those of [`heavy`], which are too large to write down.
//!
//! A line is `{"id", "why", "path", "body", "expect", "same_as", "streams"}`. A request for text is
//! sent twice, whole and with `"stream": true` (unless the line has `"streams": false`), and the
//! two answers are equal. `expect` maps JSON pointers into this document of an answer to wants:
//!
//! | field | content |
//! |---|---|
//! | `status`, `seconds`, `headers` | of the answer; names of headers in small letters |
//! | `error` | `type`, `message` and `param` of an error; type and message are never empty |
//! | `text`, `reasoning`, `finish` | of the first choice, in all APIs; null if there is none |
//! | `answer` | the text read as JSON; absent if it is none |
//! | `call`, `calls` | the first call, `{"name", "arguments"}`, absent without one; all of them |
//! | `body` | the whole answer as it came; not looked at in streams |
//!
//! A want is a JSON Schema if it is an object, `false` for what must be absent, and else the value
//! itself. Without a want for it, the status is 200. `same_as` is `{"with", "at"}`: a second
//! request, with the fields of `with` in place of the body's, gets an answer that is equal at all
//! pointers of `at`.
//!
//! Every want is tried a second time on the same answer, negated, and must fail.

mod answer;
pub mod heavy;
mod planted;

use crate::client::Client;
use crate::support::Served;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Requests under way at once.
const CLIENTS: usize = 4;
/// Longest time for one answer in an unoptimised build, beside others.
const ANSWER_MAX: Duration = Duration::from_secs(90);
/// Longest time for a small request of another client meanwhile.
const OTHERS_MAX: Duration = Duration::from_secs(10);
/// Time between those.
const OTHERS_PAUSE: Duration = Duration::from_millis(200);
/// Characters of an answer in a message.
const BRIEF_CHARS: usize = 300;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    id: String,
    #[serde(rename = "why")]
    _reason: String,
    path: String,
    /// A text is sent as it is.
    body: Value,
    expect: Map<String, Value>,
    same_as: Option<SameAs>,
    #[serde(default = "yes")]
    streams: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SameAs {
    with: Map<String, Value>,
    at: Vec<String>,
}

fn yes() -> bool {
    true
}

fn brief(text: &str) -> String {
    text.chars().take(BRIEF_CHARS).collect()
}

/// The lines of the file.
pub fn lines() -> Vec<Case> {
    let text = include_str!("../../data/requests.jsonl");
    let line = |l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {}", brief(l)));
    text.lines().map(line).collect()
}

/// The want as a schema.
fn schema(want: &Value) -> Value {
    match want {
        Value::Object(_) | Value::Bool(_) => want.clone(),
        value => json!({ "const": value }),
    }
}

/// The wants, with that of the status.
fn wants(expect: &Map<String, Value>) -> Map<String, Value> {
    let mut wants = expect.clone();
    wants.entry("/status").or_insert(json!(200));
    wants
}

/// A message if the value at `pointer` of an answer is not as wanted.
fn misfit(document: &Value, pointer: &str, want: &Value) -> Option<String> {
    let Some(value) = document.pointer(pointer) else {
        return (*want != json!(false)).then(|| format!("nothing at {pointer}"));
    };
    let schema = schema(want);
    let options = jsonschema::draft202012::options().should_validate_formats(true);
    let validator = options.build(&schema).unwrap_or_else(|e| panic!("{schema}: {e}"));
    let error = validator.validate(value).err()?;
    Some(format!("{pointer}{}: {}", error.instance_path(), brief(&error.to_string())))
}

/// All that is not as wanted.
fn misfits(document: &Value, expect: &Map<String, Value>) -> Vec<String> {
    wants(expect).iter().filter_map(|(at, want)| misfit(document, at, want)).collect()
}

/// Wants that hold also when they are negated.
fn vacuous(document: &Value, expect: &Map<String, Value>) -> Vec<String> {
    let holds = |(at, want): (&String, &Value)| {
        misfit(document, at, &json!({"not": schema(want)})).is_none()
    };
    let wants = wants(expect);
    let both = wants.iter().filter(|want| holds(*want));
    both.map(|(at, _)| format!("{at} is as wanted, and also if the opposite is wanted")).collect()
}

/// The pointers of `at` at which two answers differ.
fn differences<'a>(at: impl Iterator<Item = &'a str>, one: &Value, two: &Value) -> Vec<String> {
    let differs = |at: &&str| one.pointer(at) != two.pointer(at);
    let shown = |value: Option<&Value>| brief(&value.unwrap_or(&Value::Null).to_string());
    let message =
        |at: &str| format!("{at}: {}, then {}", shown(one.pointer(at)), shown(two.pointer(at)));
    at.filter(differs).map(message).collect()
}

impl Case {
    /// Sends the request and reads the answer.
    fn answered(&self, client: &mut Client, body: &Value) -> Result<Value, String> {
        let text = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
        let answer = client.send("POST", &self.path, text.as_bytes())?;
        answer::document(&self.path, body["stream"] == true, &answer)
    }

    /// The body with other fields.
    fn with(&self, fields: &Map<String, Value>) -> Value {
        let mut body = self.body.clone();
        body.as_object_mut().expect("a body with fields").extend(fields.clone());
        body
    }

    /// All that is wrong with the answers.
    fn wrong(&self, client: &mut Client) -> Result<Vec<String>, String> {
        let whole = self.answered(client, &self.body)?;
        let mut wrong = misfits(&whole, &self.expect);
        if wrong.is_empty() {
            wrong = vacuous(&whole, &self.expect);
        }
        if let Some(same) = &self.same_as {
            let other = self.answered(client, &self.with(&same.with))?;
            wrong.extend(differences(same.at.iter().map(String::as_str), &whole, &other));
        }
        if self.streams && whole.get("finish").is_some() {
            let stream = Map::from_iter([("stream".to_owned(), json!(true))]);
            let streamed = self.answered(client, &self.with(&stream))?;
            let fields = ["/text", "/reasoning", "/finish", "/calls"];
            wrong.extend(differences(fields.into_iter(), &whole, &streamed));
            let mut expect = self.expect.clone();
            expect.retain(|at, _| !at.starts_with("/body"));
            wrong.extend(misfits(&streamed, &expect).into_iter().map(|w| format!("stream: {w}")));
        }
        Ok(wrong)
    }
}

/// Sends all cases, some at once, and reports everything that is wrong at the end.
pub fn run(served: &Served, cases: &[Case]) {
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        let mut client = Client::patient(&served.address, ANSWER_MAX);
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let found = case.wrong(&mut client).unwrap_or_else(|e| vec![e]);
            println!("{}: {:.1} s", case.id, start.elapsed().as_secs_f64());
            if !found.is_empty() {
                wrong.lock().unwrap().push(format!("{}: {}", case.id, found.join("; ")));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Another client that asks for little while cases run.
pub struct Bystander {
    over: Arc<AtomicBool>,
    thread: JoinHandle<Result<(), String>>,
}

impl Bystander {
    pub fn start(address: &str) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let (stop, address) = (over.clone(), address.to_owned());
        let thread = std::thread::spawn(move || {
            let mut client = Client::patient(&address, OTHERS_MAX);
            let token = json!({"prompt": "Hi", "max_tokens": 1}).to_string();
            let requests = [("GET", "/health", ""), ("POST", "/v1/completions", token.as_str())];
            let mut slowest = Duration::ZERO;
            while !stop.load(Ordering::Relaxed) {
                for (method, path, body) in requests {
                    let answer = client.send(method, path, body.as_bytes())?;
                    slowest = slowest.max(answer.took);
                    if answer.status != 200 || answer.took > OTHERS_MAX {
                        return Err(format!("{path}: {answer:?}"));
                    }
                }
                std::thread::sleep(OTHERS_PAUSE);
            }
            println!("small requests meanwhile: {slowest:?} at most");
            Ok(())
        });
        Self { over, thread }
    }

    /// Ends the client.
    ///
    /// # Panics
    /// If one of its requests was refused or took longer than [`OTHERS_MAX`].
    pub fn end(self) {
        self.over.store(true, Ordering::Relaxed);
        let result = self.thread.join().expect("the thread of another client");
        assert_eq!(result, Ok(()), "a small request of another client");
    }
}
