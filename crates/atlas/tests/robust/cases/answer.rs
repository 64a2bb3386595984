//! Answers of all APIs, whole or streamed, as one document.

use crate::client::Answer;
use serde_json::{Map, Value, json};

/// The document that expectations point into; see the module above for its fields.
///
/// # Errors
/// An answer that does not have the form of its API.
pub fn document(path: &str, streamed: bool, answer: &Answer) -> Result<Value, String> {
    let seconds = answer.took.as_secs_f64();
    let headers: Map<String, Value> =
        answer.headers.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    let mut out = json!({"status": answer.status, "seconds": seconds, "headers": headers});
    let fields = if answer.status != 200 {
        error(path, &answer.body)?
    } else {
        let whole = if streamed { folded(path, &answer.body)? } else { parsed(&answer.body)? };
        whole_answer(path, &whole)?
    };
    out.as_object_mut().expect("an object").extend(fields);
    Ok(out)
}

fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|e| format!("{e}: {}", super::brief(text)))
}

fn text_of(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("a text is {value}"))
}

/// Texts joined; null where there is none.
fn joined(texts: Vec<String>) -> Value {
    let text = texts.concat();
    if text.is_empty() { Value::Null } else { text.into() }
}

/// The error of an answer that is none. Its type and its message are never empty.
fn error(path: &str, body: &str) -> Result<Map<String, Value>, String> {
    let body = parsed(body)?;
    let error = &body["error"];
    for key in ["type", "message"] {
        if error[key].as_str().is_none_or(str::is_empty) {
            return Err(format!("an error without a {key}: {body}"));
        }
    }
    if path.starts_with("/v1/messages") && body["type"] != "error" {
        return Err(format!("no error of the Messages API: {body}"));
    }
    Ok(Map::from_iter([("error".to_owned(), error.clone())]))
}

fn whole_answer(path: &str, body: &Value) -> Result<Map<String, Value>, String> {
    let mut out = Map::new();
    match path {
        "/v1/chat/completions" | "/v1/completions" => chat(body, &mut out)?,
        "/v1/messages" => message(body, &mut out)?,
        "/v1/responses" => response(body, &mut out)?,
        _ => {}
    }
    if let Some(Ok(value)) = out.get("text").and_then(Value::as_str).map(serde_json::from_str) {
        out.insert("answer".to_owned(), value);
    }
    out.insert("body".to_owned(), body.clone());
    Ok(out)
}

fn put(
    out: &mut Map<String, Value>,
    text: Value,
    reasoning: Value,
    finish: &Value,
    calls: Vec<Value>,
) {
    if let Some(call) = calls.first() {
        out.insert("call".to_owned(), call.clone());
    }
    // Some streams send an empty text where whole answers have none.
    let [text, reasoning] = [text, reasoning].map(|t| if t == "" { Value::Null } else { t });
    let fields = [("text", text), ("reasoning", reasoning), ("finish", finish.clone())];
    out.extend(fields.map(|(key, value)| (key.to_owned(), value)));
    out.insert("calls".to_owned(), calls.into());
}

/// A call whose arguments came as JSON text.
fn call(name: &Value, arguments: &Value) -> Result<Value, String> {
    let arguments = parsed(&text_of(arguments)?)?;
    Ok(json!({"name": text_of(name)?, "arguments": arguments}))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn chat(body: &Value, out: &mut Map<String, Value>) -> Result<(), String> {
    let choice = &body["choices"][0];
    let message = &choice["message"];
    let functions = list(&message["tool_calls"]).iter().map(|c| &c["function"]);
    let calls = functions.map(|f| call(&f["name"], &f["arguments"])).collect::<Result<_, _>>()?;
    let text = if message.is_null() { &choice["text"] } else { &message["content"] };
    let reasoning = message["reasoning_content"].clone();
    put(out, text.clone(), reasoning, &choice["finish_reason"], calls);
    Ok(())
}

fn message(body: &Value, out: &mut Map<String, Value>) -> Result<(), String> {
    let (mut texts, mut thoughts, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for block in list(&body["content"]) {
        match block["type"].as_str() {
            Some("text") => texts.push(text_of(&block["text"])?),
            Some("thinking") => thoughts.push(text_of(&block["thinking"])?),
            Some("tool_use") => {
                calls.push(json!({"name": block["name"], "arguments": block["input"]}));
            }
            _ => return Err(format!("an unknown block: {block}")),
        }
    }
    put(out, joined(texts), joined(thoughts), &body["stop_reason"], calls);
    Ok(())
}

fn response(body: &Value, out: &mut Map<String, Value>) -> Result<(), String> {
    let (mut texts, mut thoughts, mut calls) = (Vec::new(), Vec::new(), Vec::new());
    for item in list(&body["output"]) {
        let parts = || list(&item["content"]).iter().map(|part| text_of(&part["text"]));
        match item["type"].as_str() {
            Some("message") => texts.extend(parts().collect::<Result<Vec<_>, _>>()?),
            Some("reasoning") => thoughts.extend(parts().collect::<Result<Vec<_>, _>>()?),
            Some("function_call") => calls.push(call(&item["name"], &item["arguments"])?),
            _ => return Err(format!("an unknown item: {item}")),
        }
    }
    put(out, joined(texts), joined(thoughts), &body["status"], calls);
    Ok(())
}

/// A streamed answer as the whole one of its API; it ends as the API says.
fn folded(path: &str, stream: &str) -> Result<Value, String> {
    let mut data: Vec<&str> = stream.lines().filter_map(|l| l.strip_prefix("data: ")).collect();
    if path.starts_with("/v1/chat") || path == "/v1/completions" {
        let last = data.pop();
        if last != Some("[DONE]") {
            return Err(format!("the stream ends with {last:?}"));
        }
    }
    let events: Vec<Value> = data.into_iter().map(parsed).collect::<Result<_, _>>()?;
    if let Some(event) = events.iter().find(|e| e["error"].is_object()) {
        return Err(format!("an error in the stream: {event}"));
    }
    match path {
        "/v1/messages" => folded_message(&events),
        "/v1/responses" => folded_response(&events),
        _ => folded_chat(&events),
    }
}

fn append(to: &mut Value, more: &Value) {
    if let Some(more) = more.as_str() {
        *to = (to.as_str().unwrap_or_default().to_owned() + more).into();
    }
}

fn folded_chat(events: &[Value]) -> Result<Value, String> {
    let mut choice = json!({"message": {"tool_calls": []}, "finish_reason": null});
    for part in events.iter().flat_map(|e| list(&e["choices"])).filter(|c| c["index"] == 0) {
        append(&mut choice["text"], &part["text"]);
        for key in ["content", "reasoning_content"] {
            append(&mut choice["message"][key], &part["delta"][key]);
        }
        for more in list(&part["delta"]["tool_calls"]) {
            let calls = choice["message"]["tool_calls"].as_array_mut().expect("a list");
            let index = more["index"].as_u64().ok_or("a call without an index")? as usize;
            if index == calls.len() {
                calls.push(json!({"function": {}}));
            }
            let call = calls.get_mut(index).ok_or("calls are not in order")?;
            for key in ["name", "arguments"] {
                append(&mut call["function"][key], &more["function"][key]);
            }
        }
        if !part["finish_reason"].is_null() {
            if !choice["finish_reason"].is_null() {
                return Err("two finish reasons".to_owned());
            }
            choice["finish_reason"] = part["finish_reason"].clone();
        }
    }
    if choice["finish_reason"].is_null() {
        return Err("no finish reason".to_owned());
    }
    if choice["text"].is_string() {
        choice["message"] = Value::Null;
    }
    Ok(json!({"choices": [choice]}))
}

fn folded_message(events: &[Value]) -> Result<Value, String> {
    let (mut blocks, mut reason) = (Vec::<Value>::new(), Value::Null);
    for event in events {
        match event["type"].as_str() {
            Some("content_block_start") => {
                if event["index"] != blocks.len() {
                    return Err(format!("blocks are not in order: {event}"));
                }
                blocks.push(event["content_block"].clone());
            }
            Some("content_block_delta") => {
                let index = event["index"].as_u64().ok_or("no index")? as usize;
                let block = blocks.get_mut(index).ok_or("a part of no block")?;
                for key in ["text", "thinking", "partial_json"] {
                    append(&mut block[key], &event["delta"][key]);
                }
            }
            Some("message_delta") => reason = event["delta"]["stop_reason"].clone(),
            _ => {}
        }
    }
    if events.last().is_none_or(|e| e["type"] != "message_stop") {
        return Err(format!("the stream ends with {:?}", events.last()));
    }
    for block in blocks.iter_mut().filter(|b| b["type"] == "tool_use") {
        let text = block["partial_json"].as_str().filter(|t| !t.is_empty()).unwrap_or("{}");
        block["input"] = parsed(text)?;
    }
    Ok(json!({"content": blocks, "stop_reason": reason}))
}

/// The last event has the whole response; its texts are those of the events before it.
fn folded_response(events: &[Value]) -> Result<Value, String> {
    let last = events.last().ok_or("no events")?;
    if !["response.completed", "response.incomplete"].iter().any(|t| last["type"] == *t) {
        return Err(format!("the stream ends with {last}"));
    }
    let (mut streamed, mut whole) = (Map::new(), Map::new());
    for (kind, item, part) in [
        ("response.output_text.delta", "message", "text"),
        ("response.function_call_arguments.delta", "function_call", "arguments"),
    ] {
        let deltas = events.iter().filter(|e| e["type"] == kind);
        let text: String = deltas.filter_map(|e| e["delta"].as_str()).collect();
        streamed.insert(item.to_owned(), text.into());
        let items = list(&last["response"]["output"]).iter().filter(|i| i["type"] == item);
        let texts = items.flat_map(|i| match part {
            "text" => list(&i["content"]).iter().map(|p| &p["text"]).collect(),
            _ => vec![&i[part]],
        });
        let text: String = texts.filter_map(Value::as_str).collect();
        whole.insert(item.to_owned(), text.into());
    }
    match streamed == whole {
        true => Ok(last["response"].clone()),
        false => Err(format!("the events have {streamed:?}, the response {whole:?}")),
    }
}
