//! Bodies of requests, and the conversations that they continue.

use super::prompts::{self, WordTokens};
use super::workload::Turn;
use crate::cli::{BenchServeArgs, EndpointChoice};
use hyper::body::Bytes;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Form of the prompts, resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PromptForm {
    Ids { vocab_size: u32 },
    Words(WordTokens),
}

impl Serialize for PromptForm {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = match self {
            Self::Ids { vocab_size } => json!({"form": "ids", "vocab_size": vocab_size}),
            Self::Words(tokens) => json!({
                "form": "words",
                "tokens_per_word": tokens.tokens_per_word,
                "overhead_tokens": tokens.overhead,
            }),
        };
        value.serialize(serializer)
    }
}

/// A conversation so far.
#[derive(Default)]
pub struct Conversation {
    messages: Vec<Value>,
    text: String,
    ids: Vec<u32>,
    turns: usize,
}

impl Conversation {
    /// Adds the answer of the last turn.
    pub fn answered(&mut self, endpoint: EndpointChoice, answer: &str, ids: &[u32]) {
        self.ids.extend_from_slice(ids);
        match endpoint {
            EndpointChoice::Chat => {
                self.messages.push(json!({"role": "assistant", "content": answer}));
            }
            EndpointChoice::Completions => self.text.push_str(answer),
        }
    }
}

/// Writes the bodies of a run.
pub struct Bodies {
    pub endpoint: EndpointChoice,
    pub model: String,
    pub stream: bool,
    pub ignore_eos: bool,
    temperature: f64,
    extra: Map<String, Value>,
    pub form: PromptForm,
}

impl Bodies {
    pub fn new(args: &BenchServeArgs, model: String, form: PromptForm) -> Self {
        Self {
            endpoint: args.endpoint,
            model,
            stream: !args.no_stream,
            ignore_eos: !args.no_ignore_eos,
            temperature: args.temperature,
            extra: args.extra_body.clone().unwrap_or_default(),
            form,
        }
    }

    /// The body of the next turn of `talk`.
    pub fn next(&self, talk: &mut Conversation, turn: &Turn) -> Bytes {
        let first = talk.turns == 0;
        talk.turns += 1;
        let (name, prompt) = match (self.form, self.endpoint) {
            (PromptForm::Words(tokens), EndpointChoice::Chat) => {
                let content = prompts::words(&turn.pieces, tokens, first);
                talk.messages.push(json!({"role": "user", "content": content}));
                ("messages", json!(talk.messages))
            }
            (PromptForm::Words(tokens), EndpointChoice::Completions) => {
                if !first {
                    talk.text.push(' ');
                }
                talk.text.push_str(&prompts::words(&turn.pieces, tokens, first));
                ("prompt", json!(talk.text))
            }
            (PromptForm::Ids { vocab_size }, _) => {
                talk.ids.extend(prompts::ids(&turn.pieces, vocab_size));
                ("prompt", json!(talk.ids))
            }
        };
        self.body(name, prompt, turn.output_len)
    }

    fn body(&self, name: &str, prompt: Value, output_len: u32) -> Bytes {
        let mut body = Map::new();
        body.insert("model".into(), json!(self.model));
        body.insert("max_tokens".into(), json!(output_len));
        body.insert("temperature".into(), json!(self.temperature));
        if self.ignore_eos {
            body.insert("ignore_eos".into(), json!(true));
            body.insert("min_tokens".into(), json!(output_len));
        }
        body.insert("stream".into(), json!(self.stream));
        if self.stream {
            body.insert("stream_options".into(), json!({"include_usage": true}));
            if matches!(self.form, PromptForm::Ids { .. }) {
                // A model without a tokenizer answers in ids alone, which are to be seen.
                body.insert("return_token_ids".into(), json!(true));
            }
        }
        body.extend(self.extra.clone());
        body.insert(name.into(), prompt);
        Value::Object(body).to_string().into()
    }
}

/// Route of an endpoint.
pub fn route(endpoint: EndpointChoice) -> &'static str {
    match endpoint {
        EndpointChoice::Chat => "/v1/chat/completions",
        EndpointChoice::Completions => "/v1/completions",
    }
}

/// The body of a request for one token, with no field that a server may refuse, but for the ids of
/// the answer if they are wanted.
pub fn probe(endpoint: EndpointChoice, model: &str, prompt: Value, wants_ids: bool) -> Bytes {
    let mut body = json!({"model": model, "max_tokens": 1, "stream": false});
    if wants_ids {
        body["return_token_ids"] = json!(true);
    }
    match endpoint {
        EndpointChoice::Chat => body["messages"] = json!([{"role": "user", "content": prompt}]),
        EndpointChoice::Completions => body["prompt"] = prompt,
    }
    body.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::serve::prompts::Piece;

    fn bodies(endpoint: EndpointChoice, form: PromptForm) -> Bodies {
        Bodies {
            endpoint,
            model: "m".into(),
            stream: true,
            ignore_eos: true,
            temperature: 0.0,
            extra: json!({"top_k": 1}).as_object().unwrap().clone(),
            form,
        }
    }

    fn turn(key: u64) -> Turn {
        Turn { pieces: vec![Piece { key, tokens: 3 }], output_len: 4 }
    }

    fn next(bodies: &Bodies, talk: &mut Conversation, key: u64) -> Value {
        serde_json::from_slice(&bodies.next(talk, &turn(key))).unwrap()
    }

    #[test]
    fn a_turn_holds_the_conversation_so_far() {
        let words = PromptForm::Words(WordTokens::UNKNOWN);
        for endpoint in [EndpointChoice::Chat, EndpointChoice::Completions] {
            let (of_words, mut talk) = (bodies(endpoint, words), Conversation::default());
            let first = next(&of_words, &mut talk, 1);
            talk.answered(endpoint, "An answer.", &[77, 78]);
            let second = next(&of_words, &mut talk, 2);
            match endpoint {
                EndpointChoice::Chat => {
                    assert_eq!(second["messages"][0], first["messages"][0]);
                    assert_eq!(second["messages"][1]["content"], "An answer.");
                    assert_eq!(second["messages"].as_array().unwrap().len(), 3);
                }
                EndpointChoice::Completions => {
                    let before = format!("{}An answer. ", first["prompt"].as_str().unwrap());
                    assert!(second["prompt"].as_str().unwrap().starts_with(&before));
                }
            }
        }
    }

    #[test]
    fn a_turn_in_ids_holds_those_of_the_answers() {
        let endpoint = EndpointChoice::Completions;
        let of_ids = bodies(endpoint, PromptForm::Ids { vocab_size: 100 });
        let mut talk = Conversation::default();
        let first = next(&of_ids, &mut talk, 1)["prompt"].clone();
        talk.answered(endpoint, "", &[77, 78]);
        let second = next(&of_ids, &mut talk, 2)["prompt"].clone();
        let (first, second) = (first.as_array().unwrap(), second.as_array().unwrap());
        let begins = [&first[..], &[json!(77), json!(78)]].concat();
        assert_eq!((&second[..5], second.len()), (&begins[..], 8));
    }

    #[test]
    fn full_answers_are_asked_for_unless_turned_off() {
        let ids = PromptForm::Ids { vocab_size: 100 };
        let mut bodies = bodies(EndpointChoice::Completions, ids);
        let body = next(&bodies, &mut Conversation::default(), 1);
        assert_eq!((&body["ignore_eos"], &body["min_tokens"]), (&json!(true), &json!(4)));
        assert_eq!(body["stream_options"]["include_usage"], true);
        assert_eq!(body["prompt"].as_array().unwrap().len(), 3);
        assert_eq!((&body["top_k"], &body["max_tokens"]), (&json!(1), &json!(4)));
        (bodies.ignore_eos, bodies.stream) = (false, false);
        let body = next(&bodies, &mut Conversation::default(), 1);
        for absent in ["ignore_eos", "min_tokens", "stream_options"] {
            assert!(body.get(absent).is_none(), "{absent}");
        }
    }
}
