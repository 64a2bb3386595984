//! Every field that the document describes, holding everything that it should not.

use crate::bodies::{self, Body};
use crate::client::{Answer, Client};
use crate::document::Document;
use crate::support::Served;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Requests under way at once.
const CLIENTS: usize = 4;
/// Stands in a body where text is put that is no JSON value.
const PLACE: &str = "the place of a raw value";
const UNKNOWN_FIELD: &str = "a field of no schema";
/// Requests of the short form; the long form sends all.
const SHORT_MAX: usize = 5000;

#[derive(Clone, Debug, PartialEq)]
enum PathStep {
    Key(String),
    Index(usize),
}

/// A place in a body.
#[derive(Clone, Debug)]
struct BodyPlace {
    body: usize,
    steps: Vec<PathStep>,
}

/// A change at a place of a body.
#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    /// Text that a value cannot hold, or may not.
    Raw(String),
    Remove,
    /// A field that no schema defines.
    Add,
}

fn changes() -> Vec<Change> {
    let nested = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
    let objects = |n: usize| format!("{}1{}", "{\"a\":".repeat(n), "}".repeat(n));
    let mut all: Vec<Change> = [
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(7),
        json!(1.5),
        json!(-0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(""),
        json!("NaN"),
        json!("none of them"),
        json!("\u{0}\u{feff}\u{1f600}{{ x }}<|im_end|>"),
        json!("long ".repeat(20_000)),
        json!([]),
        json!([null]),
        json!([[]]),
        json!([{}]),
        json!(["a", 1]),
        json!(vec![1; 3000]),
        json!({}),
        json!({"a": {"type": "text"}}),
        json!({"type": "no such type"}),
    ]
    .map(Change::Put)
    .into();
    for raw in ["NaN", "-Infinity", "1e400", "-1e400", "18446744073709551616", "0x10", "'a'", "[1,"]
    {
        all.push(Change::Raw(raw.to_owned()));
    }
    all.extend([Change::Raw(nested(100)), Change::Raw(nested(5000)), Change::Raw(objects(5000))]);
    all.extend([Change::Remove, Change::Add]);
    all
}

/// The places inside one field of a body. Notes the schemas of the properties it comes by.
fn places<'d>(
    document: &'d Document,
    schema: &'d Value,
    value: &Value,
    place: &BodyPlace,
    seen: &mut HashSet<*const Value>,
    out: &mut Vec<BodyPlace>,
) {
    out.push(place.clone());
    let below = |step: PathStep| BodyPlace {
        body: place.body,
        steps: [&place.steps[..], &[step]].concat(),
    };
    let fits = document.alternatives(schema).into_iter().filter(|s| document.allows(s, value));
    for schema in fits {
        match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    let place = below(PathStep::Index(i));
                    places(document, &schema["items"], item, &place, seen, out);
                }
            }
            Value::Object(fields) => {
                for property in document.properties(schema) {
                    if let Some(value) = fields.get(property.name) {
                        seen.insert(std::ptr::from_ref(property.schema));
                        let place = below(PathStep::Key(property.name.to_owned()));
                        places(document, property.schema, value, &place, seen, out);
                    }
                }
                if schema["additionalProperties"].is_object() {
                    for (name, value) in fields {
                        let place = below(PathStep::Key(name.clone()));
                        let schema = &schema["additionalProperties"];
                        places(document, schema, value, &place, seen, out);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Every property that a schema leads to, with its name.
fn reachable<'d>(
    document: &'d Document,
    schema: &'d Value,
    out: &mut Vec<(*const Value, &'d str)>,
    seen: &mut HashSet<*const Value>,
) {
    for schema in document.alternatives(schema) {
        if !seen.insert(std::ptr::from_ref(schema)) {
            continue;
        }
        for property in document.properties(schema) {
            out.push((std::ptr::from_ref(property.schema), property.name));
            reachable(document, property.schema, out, seen);
        }
        for inner in ["items", "additionalProperties"] {
            if schema[inner].is_object() {
                reachable(document, &schema[inner], out, seen);
            }
        }
    }
}

fn at<'v>(mut value: &'v mut Value, steps: &[PathStep]) -> &'v mut Value {
    for step in steps {
        value = match step {
            PathStep::Key(key) => &mut value[key.as_str()],
            PathStep::Index(i) => &mut value[*i],
        };
    }
    value
}

/// As errors spell it.
fn path(steps: &[PathStep]) -> String {
    let mut path = String::new();
    for step in steps {
        match step {
            PathStep::Key(key) if path.is_empty() => path.push_str(key),
            PathStep::Key(key) => path.push_str(&format!(".{key}")),
            PathStep::Index(i) => path.push_str(&format!("[{i}]")),
        }
    }
    path
}

/// The changed body: as a value if it is JSON that any reader takes, and as it is sent. `None` if
/// the change does not apply.
fn changed(body: &Value, place: &BodyPlace, change: &Change) -> Option<(Option<Value>, String)> {
    let mut value = body.clone();
    let (last, parent) = place.steps.split_last()?;
    match change {
        Change::Put(new) => {
            let old = at(&mut value, &place.steps);
            if old == new {
                return None;
            }
            *old = new.clone();
        }
        Change::Raw(raw) => {
            *at(&mut value, &place.steps) = PLACE.into();
            let text = value.to_string().replace(&format!("\"{PLACE}\""), raw);
            return Some((serde_json::from_str(&text).ok(), text));
        }
        Change::Remove => match (at(&mut value, parent), last) {
            (Value::Object(fields), PathStep::Key(key)) => drop(fields.shift_remove(key)),
            _ => return None,
        },
        Change::Add => {
            at(&mut value, &place.steps).as_object_mut()?.insert(UNKNOWN_FIELD.into(), json!(1));
        }
    }
    let text = value.to_string();
    Some((Some(value), text))
}

struct Case<'a> {
    body: &'a Body,
    place: &'a BodyPlace,
    value: Option<Value>,
    text: String,
}

/// Checks an answer; the error says what is wrong with it.
fn judge(document: &Document, case: &Case<'_>, answer: &Answer) -> Result<(), String> {
    let schema = document.body(&case.body.path).ok_or("no schema")?;
    let field = &case.body.field;
    let anything = case.place.steps.len() == 1
        && document
            .properties(schema)
            .iter()
            .any(|p| p.name == field && p.schema["type"].is_null());
    let json = serde_json::from_str::<&serde_json::value::RawValue>(&case.text).is_ok();
    // Where the syntax is broken, there need not be a field. What some writers take for numbers
    // stands in one.
    let nameless = !json && !case.text.contains("NaN") && !case.text.contains("Infinity");
    let legal = match &case.value {
        Some(value) => document.allows(schema, value),
        None => json && anything,
    };
    match answer.status {
        200 if legal => well_formed(&answer.body),
        200 => Err("accepted".to_owned()),
        400 | 404 => {
            let named = error_of(&case.body.path, &answer.body)?;
            if legal || nameless {
                return Ok(());
            }
            let place = path(&case.place.steps);
            let parent = path(&case.place.steps[..case.place.steps.len() - 1]);
            let near = |param: &str| {
                param.starts_with(field.as_str())
                    && (!json || place.starts_with(param) || param.starts_with(&parent))
            };
            match &named {
                Named::Param(Some(param)) if near(param) => Ok(()),
                Named::Message(message) if message.contains(field.as_str()) => Ok(()),
                _ => Err("the error does not name the field".to_owned()),
            }
        }
        status => Err(format!("status {status}")),
    }
}

enum Named {
    Param(Option<String>),
    Message(String),
}

/// Checks that an error has the shape of its API.
fn error_of(path: &str, body: &str) -> Result<Named, String> {
    let value: Value = serde_json::from_str(body).map_err(|e| e.to_string())?;
    if path.starts_with("/api/") {
        let message = value["error"].as_str().filter(|text| !text.is_empty());
        return message.map(|m| Named::Message(m.to_owned())).ok_or("no error text".to_owned());
    }
    let error = value["error"].as_object().ok_or("no error object")?;
    let text = |key: &str| error.get(key).and_then(Value::as_str).filter(|t| !t.is_empty());
    let message = text("message").ok_or("no message")?.to_owned();
    text("type").ok_or("no type")?;
    if path.starts_with("/v1/messages") {
        let shape = value["type"] == "error" && error.len() == 2;
        return if shape { Ok(Named::Message(message)) } else { Err("wrong shape".to_owned()) };
    }
    let nullable = |key: &str| error.get(key).is_some_and(|v| v.is_null() || v.as_str().is_some());
    if error.len() != 4 || !nullable("param") || !nullable("code") {
        return Err("wrong shape".to_owned());
    }
    Ok(Named::Param(text("param").map(str::to_owned)))
}

/// Checks that an error has the shape of its API and speaks of `field`; of anything if empty. A
/// prompt that is too long is an error of the conversation, whatever made it long.
///
/// # Errors
/// The fault of the error, as text.
pub fn names(path: &str, body: &str, field: &str) -> Result<(), String> {
    let too_long = body.contains("longest sequence is");
    let named = match error_of(path, body)? {
        _ if too_long => true,
        Named::Param(param) => param.is_some_and(|p| p.starts_with(field)) || field.is_empty(),
        Named::Message(message) => message.contains(field),
    };
    if named { Ok(()) } else { Err("the error does not name the field".to_owned()) }
}

/// One JSON value, or events that each hold one.
fn well_formed(body: &str) -> Result<(), String> {
    let one = |text: &str| {
        serde_json::from_str::<Value>(text).map(drop).map_err(|e| format!("{e}: {text}"))
    };
    if !body.starts_with("data: ") && !body.starts_with("event: ") {
        // One value, or one a line.
        return one(body).or_else(|e| {
            if body.ends_with("}\n") { body.lines().try_for_each(one) } else { Err(e) }
        });
    }
    let data = body.lines().filter_map(|l| l.strip_prefix("data: "));
    data.filter(|d| *d != "[DONE]").try_for_each(one)
}

/// A small generator of numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Sends every body as it is: what the document says is possible must be possible.
fn check_samples(served: &Served, document: &Document, bodies: &[Body]) {
    let mut client = Client::new(&served.address);
    let mut wrong = Vec::new();
    for body in bodies {
        let schema = document.body(&body.path).expect("a schema");
        assert!(document.allows(schema, &body.value), "{}: {}", body.path, body.value);
        let answer = client.send("POST", &body.path, body.value.to_string().as_bytes());
        let answer = answer.unwrap_or_else(|e| panic!("{e}: {}", body.value));
        if answer.status != 200 && !bodies::foreign(&body.path, &body.field) {
            wrong.push(format!("{} {}\n  {}", body.path, body.value, answer.body));
        }
    }
    assert!(wrong.is_empty(), "{} samples:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every field, nested ones too, of every endpoint that takes a body.
pub fn every_field(served: &Served, seed: u64, long: bool) {
    let (_, text) = served.get("/openapi.json");
    let document = Document(serde_json::from_str(&text).expect("the document"));
    let bodies = bodies::all(&document);
    let (status, kept) = served.post("/v1/responses", &bodies::keeps_an_item());
    assert_eq!(status, 200, "{kept}");
    check_samples(served, &document, &bodies);

    let mut covered = HashSet::new();
    let mut all = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        let schema = document.body(&body.path).expect("a schema");
        let properties = document.properties(schema);
        let property = properties.iter().find(|p| p.name == body.field).expect("a property");
        covered.insert(std::ptr::from_ref(property.schema));
        let place = BodyPlace { body: i, steps: vec![PathStep::Key(body.field.clone())] };
        let value = &body.value[&body.field];
        places(&document, property.schema, value, &place, &mut covered, &mut all);
    }
    let mut properties = Vec::new();
    for path in bodies::sent_to(&document) {
        let schema = document.body(path).expect("a schema");
        reachable(&document, schema, &mut properties, &mut HashSet::new());
    }
    let missed: Vec<&str> =
        properties.iter().filter(|(p, _)| !covered.contains(p)).map(|(_, name)| *name).collect();
    assert!(missed.is_empty(), "no sample holds {missed:?}");

    let mut cases = Vec::new();
    for place in &all {
        let body = &bodies[place.body];
        for change in changes() {
            if let Some((value, text)) = changed(&body.value, place, &change) {
                cases.push(Case { body, place, value, text });
            }
        }
    }
    let mut random = Random(seed);
    for i in (1..cases.len()).rev() {
        cases.swap(i, random.below(i + 1));
    }
    let planned = cases.len();
    cases.truncate(if long { planned } else { SHORT_MAX });
    let wrong = send_all(served, &document, &cases);
    println!(
        "{} of {planned} requests at {} places of {} properties, seed {seed}: {} wrong",
        cases.len(),
        all.len(),
        properties.len(),
        wrong.len()
    );
    let shown = &wrong[..wrong.len().min(60)];
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), shown.join("\n"));
}

/// Whether a value of another type is taken at a place: histories hold what clients have, tools
/// that are not functions may be allowed, what merely counts tokens prescribes nothing, and an
/// empty `format` is none, as clients of Ollama send it.
fn forgiven(path: &str, place: &str, text: &str) -> bool {
    let counts = path.ends_with("/count_tokens") || path.ends_with("/input_tokens");
    place.ends_with(".arguments")
        || (place == "format" && text.contains("\"format\":\"\""))
        || (place.starts_with("messages[") && place.ends_with("].input"))
        || (place.starts_with("tool_choice.") && place.ends_with("tools[0].type"))
        || (place.starts_with("tool_choice.")
            && place.ends_with("tools[0]")
            && text.contains("no such type"))
        || (counts
            && [
                "guided_",
                "regex",
                "json_schema",
                "format",
                "structured_outputs",
                "repetition_detection",
                "text.format",
            ]
            .iter()
            .any(|start| place.starts_with(start)))
}

fn send_all(served: &Served, document: &Document, cases: &[Case<'_>]) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let mut client = Client::new(&served.address);
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let path = &case.body.path;
                    let answer = client.send("POST", path, case.text.as_bytes());
                    let verdict = match &answer {
                        Ok(answer) => judge(document, case, answer),
                        Err(error) => Err(format!("no answer: {error}")),
                    };
                    if let Err(problem) = verdict {
                        let place = super::fields::path(&case.place.steps);
                        if problem == "accepted" && forgiven(path, &place, &case.text) {
                            continue;
                        }
                        let body = answer.map(|a| a.body).unwrap_or_default();
                        let cut = |text: &str| text.chars().take(300).collect::<String>();
                        wrong.lock().expect("no panic").push(format!(
                            "{path} {place}: {problem}\n  {}\n  {}",
                            cut(&case.text),
                            cut(&body)
                        ));
                    }
                }
            });
        }
    });
    let mut wrong: Vec<String> = wrong.into_inner().expect("no panic");
    // One example of each problem.
    wrong.sort();
    wrong.dedup_by(|a, b| a.lines().next() == b.lines().next());
    wrong
}
