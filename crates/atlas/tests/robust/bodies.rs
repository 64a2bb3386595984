//! Requests that the server answers, with every field of the document in one of them.

use crate::document::Document;
use serde_json::{Value, json};

/// A body that is answered, and the field whose insides it is for.
pub struct Body {
    pub path: String,
    pub field: String,
    pub value: Value,
}

/// Bounds whatever a wrong value makes of the other limits.
const DEADLINE_MS: u64 = 4000;

/// Id of an item that the server has kept.
const KEPT_ITEM: &str = "kept";

/// A request to `/v1/responses` after which there is an item to refer to.
pub fn keeps_an_item() -> Value {
    json!({"input": [{"type": "message", "id": KEPT_ITEM, "role": "user", "content": "a"}],
           "max_output_tokens": 1, "store": true})
}

/// The endpoint whose body another one takes too.
fn like(path: &str) -> &str {
    path.strip_suffix("/input_tokens").unwrap_or(path)
}

/// The least that an endpoint answers.
fn minimal(path: &str) -> Value {
    let atlas = json!({"deadline_ms": DEADLINE_MS});
    let hi = json!([{"role": "user", "content": "Hi"}]);
    match path {
        "/v1/chat/completions" => {
            json!({"messages": hi, "max_tokens": 1, "temperature": 0, "atlas": atlas})
        }
        "/v1/completions" => {
            json!({"prompt": "Hi", "max_tokens": 1, "temperature": 0, "atlas": atlas})
        }
        "/v1/responses" => {
            json!({"input": "Hi", "max_output_tokens": 1, "temperature": 0, "store": false,
                   "atlas": atlas})
        }
        "/v1/responses/input_tokens" => json!({"input": "Hi"}),
        "/v1/messages" | "/v1/messages/count_tokens" => {
            json!({"messages": hi, "max_tokens": 1, "temperature": 0, "atlas": atlas})
        }
        "/tokenize" => json!({"messages": hi}),
        "/detokenize" => json!({"tokens": [1, 2]}),
        "/api/chat" => {
            json!({"model": "atlas-mini", "messages": hi, "stream": false,
                   "options": {"num_predict": 1, "temperature": 0}})
        }
        "/api/generate" => {
            json!({"model": "atlas-mini", "prompt": "Hi", "stream": false,
                   "options": {"num_predict": 1, "temperature": 0}})
        }
        "/api/show" => json!({"model": "atlas-mini"}),
        other => panic!("{other} takes a body: add the least one that it answers"),
    }
}

/// Other fields that a field requires.
fn companions(path: &str, field: &str) -> Value {
    let function = json!({"name": "look_up", "parameters": {"type": "object"}});
    let tools = match like(path) {
        "/v1/responses" => json!([{"type": "function", "name": "look_up"}]),
        "/v1/messages" | "/v1/messages/count_tokens" => {
            json!([{"name": "look_up", "input_schema": {"type": "object"}}])
        }
        _ => json!([{"type": "function", "function": function}]),
    };
    match field {
        "stream_options" => json!({"stream": true}),
        "background" => json!({"store": true}),
        "top_logprobs" if path == "/v1/chat/completions" => json!({"logprobs": true}),
        // A forced call needs room.
        "tool_choice" => json!({"tools": tools, "max_tokens": 64, "max_output_tokens": 64}),
        "response_format" | "structured_outputs" | "text" | "output_config" => {
            json!({"max_tokens": 64, "max_output_tokens": 64})
        }
        "format" if path.starts_with("/api/") => {
            json!({"options": {"num_predict": 64, "temperature": 0}})
        }
        "name" if path == "/api/show" => json!({ "model": null }),
        "regex" | "json_schema" | "format" => json!({"max_tokens": 64, "max_output_tokens": 64}),
        name if name.starts_with("guided_") => json!({"max_tokens": 64, "max_output_tokens": 64}),
        "continue_final_message" => json!({"messages": [{"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "So"}]}),
        "prompt" if path == "/tokenize" => json!({ "messages": null }),
        _ => json!({}),
    }
}

/// Values of a field that the document's schema does not lead to by itself: conversations, whose
/// messages must fit one another, and what depends on the model.
// Long: a table of bodies, which reads best in one place.
fn examples(path: &str, field: &str) -> Option<Vec<Value>> {
    Some(match (like(path), field) {
        (_, "model") | ("/api/show", "name") => vec![json!("atlas-mini")],
        ("/api/chat", "messages") => vec![json!([
            {"role": "user", "content": "a"},
            {"role": "assistant", "thinking": "hm", "tool_calls": [
                {"function": {"name": "look_up", "arguments": {"word": "x"}}}]},
            {"role": "tool", "tool_name": "look_up", "content": "c"}
        ])],
        ("/api/chat", "tools") => vec![json!([{"type": "function", "function":
            {"name": "look_up", "parameters": {"type": "object"}}}])],
        ("/api/chat" | "/api/generate", "options") => vec![json!({"num_predict": 1,
            "temperature": 0, "top_k": 5, "top_p": 0.5, "min_p": 0.1, "seed": 1, "stop": "zz",
            "repeat_penalty": 1.1, "repeat_last_n": -1, "presence_penalty": 0.1,
            "frequency_penalty": 0.1, "num_ctx": 512})],
        (_, "n_predict" | "num_predict" | "max_new_tokens") => vec![json!(1)],
        (_, "think") => vec![json!(true), json!("low")],
        ("/v1/chat/completions", "thinking") => {
            vec![json!({"type": "enabled", "budget_tokens": 5})]
        }
        ("/v1/chat/completions", "reasoning") => {
            vec![json!({"effort": "low", "max_tokens": 5, "enabled": true, "exclude": false})]
        }
        ("/v1/messages" | "/v1/messages/count_tokens", "messages") => vec![json!([
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "a"}]},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "hm", "signature": "s"},
                {"type": "redacted_thinking", "data": "d"},
                {"type": "text", "text": "b"},
                {"type": "tool_use", "id": "t", "name": "look_up", "input": {"word": "x"}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "t", "is_error": false,
                 "content": [{"type": "text", "text": "c"}]},
                {"type": "tool_result", "tool_use_id": "t", "content": "d"}]}
        ])],
        ("/v1/messages" | "/v1/messages/count_tokens", "system") => {
            vec![json!("a"), json!([{"type": "text", "text": "b"}])]
        }
        (_, "messages") => vec![json!([
            {"role": "system", "content": "Be brief.", "name": "n"},
            {"role": "user", "content": [{"type": "text", "text": "a"}]},
            {"role": "assistant", "content": null, "reasoning_content": "hm", "tool_calls": [
                {"id": "t", "type": "function",
                 "function": {"name": "look_up", "arguments": "{\"word\": \"x\"}"}},
                {"id": "u", "type": "function",
                 "function": {"name": "look_up", "arguments": {"word": "y"}}}]},
            {"role": "tool", "tool_call_id": "t", "content": "c"},
            {"role": "tool", "tool_call_id": "u", "content": "d"},
            {"role": "assistant", "content": [{"type": "refusal", "refusal": "no"}],
             "refusal": "no"},
            {"role": "user", "content": "e"}
        ])],
        ("/v1/responses", "input") => vec![
            json!("a"),
            json!([
                {"type": "message", "id": "m", "status": "completed", "role": "user",
                 "content": [{"type": "input_text", "text": "a"}, {"type": "text", "text": "b"}]},
                {"type": "reasoning", "id": "r", "status": "completed", "encrypted_content": "e",
                 "summary": [{"type": "summary_text", "text": "s"}],
                 "content": [{"type": "reasoning_text", "text": "t"},
                             {"type": "text", "text": "t"}]},
                {"type": "message", "role": "assistant",
                 "content": [{"type": "output_text", "text": "c"},
                             {"type": "refusal", "refusal": "d"}]},
                {"type": "function_call", "id": "f", "status": "completed", "call_id": "c",
                 "name": "look_up", "arguments": "{}"},
                {"type": "function_call_output", "id": "g", "status": "completed",
                 "call_id": "c", "output": [{"type": "input_text", "text": "o"},
                    {"type": "output_text", "text": "o"}, {"type": "text", "text": "o"}]},
                {"type": "function_call_output", "call_id": "c", "output": "p"},
                {"role": "developer", "content": "q"}
            ]),
            json!([{"type": "item_reference", "id": KEPT_ITEM}]),
        ],
        ("/tokenize", "prompt") => vec![json!("a")],
        ("/v1/completions", "prompt") => {
            vec![json!("a"), json!(["a", "b"]), json!([1, 2]), json!([[1], [2]])]
        }
        ("/v1/messages" | "/v1/messages/count_tokens", "tool_choice") => {
            vec![json!({"type": "tool", "name": "look_up", "disable_parallel_tool_use": true})]
        }
        (_, "include") => vec![json!(["reasoning.encrypted_content"])],
        (_, "tool_call_parser") => vec![json!("hermes")],
        (_, "atlas") => vec![json!({"deadline_ms": DEADLINE_MS, "interventions": true,
            "guards": {"tool_body": 9, "prose_between_calls": 9, "post_thinking": 9, "held_back": 9,
                       "calls": 9, "repeated_calls": 9},
            "tool_call_parser": "hermes"})],
        (_, "text") => vec![
            json!({"format": {"type": "text"}, "verbosity": "medium"}),
            json!({"format": {"type": "json_object", "schema": {"type": "object"}}}),
            json!({"format": {"type": "json_schema", "name": "n", "description": "d",
                "strict": true, "schema": {"enum": [1]}}}),
        ],
        (_, "structured_outputs") => vec![
            json!({"json": {"enum": [1]}}),
            json!({"json": true}),
            json!({"json": "{\"enum\": [1]}"}),
            json!({"json_object": true}),
            json!({"regex": "a|b"}),
            json!({"grammar": "start: \"a\""}),
            json!({"choice": ["a", "b"]}),
        ],
        (_, "guided_grammar") => vec![json!("start: \"a\"")],
        _ => return None,
    })
}

/// Fields that the shared types have and this API calls otherwise or lacks.
const FOREIGN: [(&str, &str); 8] = [
    ("/v1/responses", "max_tokens"),
    ("/v1/responses", "max_new_tokens"),
    ("/v1/responses", "n_predict"),
    ("/v1/responses", "num_predict"),
    ("/v1/responses", "response_format"),
    ("/v1/responses", "prompt_logprobs"),
    ("/v1/responses", "return_token_ids"),
    ("/v1/responses", "previous_response_id"),
];

/// Endpoints that answer no body at all with these models.
const REFUSING: [&str; 1] = ["/v1/embeddings"];

/// Endpoints whose bodies name answers of the server they are sent to: `tests/sessions.rs` sends
/// them what they should not hold.
const OWN_TEST: [&str; 1] = ["/v1/sessions"];

/// Endpoints that take a body and may answer it, but for those of [`OWN_TEST`].
pub fn sent_to(document: &Document) -> Vec<&str> {
    let mut paths = document.paths();
    paths.retain(|path| !REFUSING.contains(path) && !OWN_TEST.contains(path));
    paths
}

/// For every endpoint the least body, and one for each sample of each field.
pub fn all(document: &Document) -> Vec<Body> {
    let mut bodies = Vec::new();
    for path in sent_to(document) {
        let schema = document.body(path).expect("a body");
        for property in document.properties(schema) {
            let samples = examples(path, property.name).filter(|_| !is_refused(property.schema));
            let mut samples = samples.unwrap_or_else(|| document.samples(property.schema));
            if samples.is_empty() {
                samples.push(Value::Null);
            }
            for sample in samples {
                let mut value = minimal(path);
                let known = document.properties(schema);
                for (name, companion) in companions(path, property.name).as_object().expect("map") {
                    if known.iter().any(|p| p.name == name && !is_refused(p.schema))
                        && !foreign(path, name)
                    {
                        value[name] = companion.clone();
                    }
                }
                value[property.name] = sample;
                let (path, field) = (path.to_owned(), property.name.to_owned());
                bodies.push(Body { path, field, value });
            }
        }
    }
    bodies
}

/// Whether the document says that a field takes its examples alone.
fn is_refused(schema: &Value) -> bool {
    schema["description"].as_str().is_some_and(|text| text.starts_with("Not supported"))
}

/// Whether a field is documented for this endpoint and yet may be refused whatever it holds.
pub fn foreign(path: &str, field: &str) -> bool {
    FOREIGN.contains(&(like(path), field))
}
