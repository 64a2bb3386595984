//! Random bodies: never a 5xx, never a hang, nothing left running.

use crate::support::client::Server;
use crate::support::fake::{FakeEngine, babble};
use atlas_server::api::anthropic::fields::MESSAGES_TABLES;
use atlas_server::api::openai::fields::{CHAT_TABLES, COMPLETIONS_TABLES, DETOKENIZE, TOKENIZE};
use atlas_server::api::responses::fields::RESPONSES_TABLES;
use serde_json::{Map, Value, json};
use std::time::Duration;

const BODIES: u64 = 4000;

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn value(&mut self, depth: usize) -> Value {
        const STRINGS: [&str; 14] = [
            "",
            "user",
            "text",
            "hi",
            "\u{0}",
            "\u{1f600}",
            "<|im_end|>",
            "{{ x }}",
            "none",
            "json_object",
            "tool_use",
            "tool_result",
            "thinking",
            "enabled",
        ];
        match self.below(if depth == 0 { 8 } else { 10 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(5)),
            3 => json!(self.below(1000) as i64 - 500),
            4 => json!(self.below(400) as f64 / 100.0 - 1.0),
            5 => [
                json!(u64::MAX),
                json!(i64::MIN),
                json!(1e300),
                json!(-0.0),
                json!(4_294_967_296_u64),
            ][self.below(5)]
            .clone(),
            6 | 7 => json!(STRINGS[self.below(STRINGS.len())]),
            8 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object(
                (0..self.below(4)).map(|_| (self.key(), self.value(depth - 1))).collect(),
            ),
        }
    }

    fn key(&mut self) -> String {
        const KEYS: [&str; 11] = [
            "role",
            "content",
            "type",
            "text",
            "include_usage",
            "function",
            "name",
            "input_schema",
            "tool_use_id",
            "input",
            "7",
        ];
        KEYS[self.below(KEYS.len())].to_owned()
    }

    fn message(&mut self) -> Value {
        const ROLES: [&str; 4] = ["user", "assistant", "system", "tool"];
        let content = if self.below(4) == 0 { self.value(2) } else { json!("hi there") };
        let mut message = json!({"role": ROLES[self.below(4)], "content": content});
        if self.below(6) == 0 {
            message["tool_calls"] = self.value(3);
        }
        message
    }

    fn item(&mut self) -> Value {
        const KINDS: [&str; 5] =
            ["message", "reasoning", "function_call", "function_call_output", "item_reference"];
        let mut item = json!({"type": KINDS[self.below(5)], "role": "user", "content": "hi",
                              "call_id": "c", "name": "f", "arguments": "{}", "output": "x"});
        if item["type"] == "reasoning" {
            item["content"] = json!([{"type": "reasoning_text", "text": "hm"}]);
        }
        if self.below(4) == 0 {
            let key = ["type", "role", "content", "summary", "output", "id"][self.below(6)];
            item[key] = self.value(3);
        }
        item
    }

    /// A plausible body with some fields of the tables set to anything.
    fn body(&mut self) -> (&'static str, Value) {
        let mut body = Map::new();
        let (path, tables): (_, Vec<_>) = match self.below(10) {
            0 | 1 => ("/v1/chat/completions", CHAT_TABLES.to_vec()),
            2 | 3 => ("/v1/completions", COMPLETIONS_TABLES.to_vec()),
            4 => ("/tokenize", vec![TOKENIZE]),
            5 => ("/v1/messages", MESSAGES_TABLES.to_vec()),
            6 => ("/v1/messages/count_tokens", MESSAGES_TABLES.to_vec()),
            7 | 8 => ("/v1/responses", RESPONSES_TABLES.to_vec()),
            _ => ("/detokenize", vec![DETOKENIZE]),
        };
        match path {
            "/v1/chat/completions" | "/v1/messages" | "/v1/messages/count_tokens" => {
                body.insert("max_tokens".into(), json!(20));
                body.insert(
                    "messages".into(),
                    (0..self.below(4)).map(|_| self.message()).collect(),
                );
            }
            "/v1/responses" => {
                body.insert("input".into(), (0..self.below(4)).map(|_| self.item()).collect());
            }
            "/detokenize" => {
                body.insert(
                    "tokens".into(),
                    (0..self.below(9)).map(|_| json!(self.below(262))).collect(),
                );
            }
            _ => {
                body.insert("prompt".into(), json!("hello you"));
            }
        }
        let fields: Vec<_> = tables.iter().flat_map(|t| t.iter()).collect();
        for _ in 0..self.below(5) {
            let name = fields[self.below(fields.len())].name;
            body.insert(name.to_owned(), self.value(3));
        }
        if self.below(10) == 0 {
            body.insert(format!("unknown{}", self.below(100)), self.value(2));
        }
        (path, Value::Object(body))
    }
}

#[tokio::test]
async fn random_bodies_are_answered_or_refused() {
    let engine =
        FakeEngine::new(|r| babble(r.sampling.seed, r.sampling.max_tokens.min(40) as usize));
    let server = Server::new(engine);
    let mut random = Random(20_261_121);
    let (mut served, mut refused) = (0, 0);
    for i in 0..BODIES {
        let (path, body) = random.body();
        let mut text = body.to_string().into_bytes();
        // Some arrive damaged.
        if i % 10 == 0 && !text.is_empty() {
            let at = random.below(text.len());
            text[at] = random.below(256) as u8;
        }
        let shown = String::from_utf8_lossy(&text).into_owned();
        let answer =
            tokio::time::timeout(Duration::from_secs(10), server.post_bytes(path, text)).await;
        let answer = answer.unwrap_or_else(|_| panic!("hangs: {path} {shown}"));
        match answer.status.as_u16() {
            200 => served += 1,
            status @ (400 | 404) => {
                let error = answer.json()["error"].clone();
                let of_messages = status == 404 && path.starts_with("/v1/messages");
                let kind = if of_messages { "not_found_error" } else { "invalid_request_error" };
                assert_eq!(error["type"], kind, "{path} {shown}");
                refused += 1;
            }
            status => panic!("{status}: {path} {shown}\n{}", answer.text()),
        }
    }
    assert!(served > BODIES / 20 && refused > BODIES / 20, "{served} served, {refused} refused");
    server.settle().await;
}
