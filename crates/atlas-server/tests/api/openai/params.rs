//! Request fields reach the engine as they should, and the answer has what they ask for.

use crate::support::client::{Server, config};
use crate::support::fake::{self, FakeEngine, IM_END, bytes};
use atlas_core::{LogprobsMode, Priority};
use serde_json::{Value, json};
use std::time::Instant;

fn chat(fields: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": "hi"}]});
    body.as_object_mut().expect("object").extend(fields.as_object().expect("object").clone());
    body
}

#[tokio::test]
async fn sampling_fields_reach_the_engine() {
    let server = Server::new(FakeEngine::says("x"));
    let before = Instant::now();
    server
        .chat(&chat(json!({
            "temperature": 0.25, "top_k": 7, "top_p": 0.5, "min_p": 0.125,
            "presence_penalty": 0.5, "frequency_penalty": -0.5, "repetition_penalty": 1.5,
            "dry_multiplier": 0.75, "dry_base": 2, "dry_allowed_length": 3, "dry_range": 64,
            "dry_sequence_breakers": ["\n", "he"],
            "logit_bias": {"5": -100, "7": 1.5}, "seed": 42, "stop_token_ids": [65],
            "ignore_eos": true, "min_tokens": 2, "max_tokens": 9, "priority": -3,
            "logprobs": true, "top_logprobs": 4, "prompt_logprobs": 0,
            "atlas": {"deadline_ms": 60000}
        })))
        .await
        .ok();
    let seen = server.engine.last_request();
    let s = &seen.sampling;
    assert_eq!((s.temperature, s.top_k, s.top_p, s.min_p), (0.25, 7, 0.5, 0.125));
    let penalties = (s.presence_penalty, s.frequency_penalty, s.repetition_penalty);
    assert_eq!(penalties, (0.5, -0.5, 1.5));
    assert_eq!((s.dry.multiplier, s.dry.base), (0.75, 2.0));
    assert_eq!((s.dry.allowed_length, s.dry.range), (3, 64));
    // The byte 10, and the merged tokens that contain "he".
    assert_eq!(s.dry.breakers, [10, 256, 258, 259]);
    assert_eq!(s.logit_bias, [(5, -100.0), (7, 1.5)]);
    assert_eq!((s.seed, s.min_tokens, s.max_tokens, s.ignore_eos), (42, 2, 9, true));
    assert_eq!(s.stop_token_ids, [65]);
    assert_eq!((s.logprobs, s.prompt_logprobs), (LogprobsMode::Top(4), LogprobsMode::Top(0)));
    assert_eq!(seen.priority, Priority(-3));
    assert_eq!(seen.eos_token_ids, [IM_END]);
    let deadline = seen.deadline.expect("deadline").duration_since(before).as_secs();
    assert!((59..=60).contains(&deadline));
}

#[tokio::test]
async fn presets_hold_unless_a_request_says_otherwise() {
    let mut config = config();
    config.sampling.temperature = 0.625;
    config.sampling.top_k = 20;
    config.sampling.top_p = 0.75;
    config.sampling.max_tokens = Some(33);
    let server = Server::with_config(FakeEngine::says("x"), config);
    server.chat(&chat(json!({}))).await.ok();
    let s = server.engine.last_request().sampling;
    assert_eq!((s.temperature, s.top_k, s.top_p), (0.625, 20, 0.75));
    assert_eq!((s.repetition_penalty, s.min_p, s.dry.multiplier), (1.0, 0.0, 0.0));
    assert_eq!((s.max_tokens, s.logprobs), (33, LogprobsMode::Off));
    let first_seed = s.seed;
    let fields = json!({"temperature": 0, "top_k": -1, "top_p": 1, "max_tokens": 100});
    server.chat(&chat(fields)).await.ok();
    let s = server.engine.last_request().sampling;
    assert_eq!((s.temperature, s.top_k, s.top_p, s.max_tokens), (0.0, 0, 1.0, 100));
    assert_ne!(s.seed, first_seed, "seeds differ unless given");
    server.complete(&json!({"prompt": "a"})).await.ok();
    assert_eq!(server.engine.last_request().sampling.max_tokens, 16);
    // Values that would divide by almost nothing.
    server.complete(&json!({"prompt": "a", "temperature": 1e-30, "top_p": 0})).await.ok();
    let s = server.engine.last_request().sampling;
    assert_eq!(s.temperature, 0.0);
    assert!(s.top_p > 0.0);
}

#[tokio::test]
async fn dry_conventions() {
    let server = Server::new(FakeEngine::says("x"));
    let dry = |fields: Value| {
        let server = &server;
        async move {
            server.chat(&chat(fields)).await.ok();
            server.engine.last_request().sampling.dry
        }
    };
    let on = dry(json!({"dry_multiplier": 1})).await;
    assert_eq!((on.range, on.breakers), (0, vec![10, 34, 42, 58]));
    assert_eq!(dry(json!({"dry_multiplier": 1, "dry_penalty_last_n": -1})).await.range, 0);
    assert_eq!(dry(json!({"dry_multiplier": 1, "dry_penalty_last_n": 0})).await.multiplier, 0.0);
    assert_eq!(dry(json!({"dry_multiplier": 1, "dry_penalty_last_n": 9})).await.range, 9);
    let none = dry(json!({"dry_multiplier": 1, "dry_sequence_breakers": []})).await;
    assert!(none.breakers.is_empty());
}

#[tokio::test]
async fn choices_use_consecutive_seeds() {
    let server = Server::new(FakeEngine::babbles());
    let body = chat(json!({"n": 3, "seed": -1, "max_tokens": 20}));
    let answer = server.chat(&body).await.ok();
    let seeds: Vec<u64> =
        server.engine.seen.lock().expect("seen").iter().map(|r| r.sampling.seed).collect();
    assert_eq!(seeds, [u64::MAX, 0, 1]);
    let choices = answer["choices"].as_array().expect("choices");
    assert_eq!(
        choices.iter().map(|c| c["index"].as_u64()).collect::<Vec<_>>(),
        [Some(0), Some(1), Some(2)]
    );
    assert_eq!(answer["usage"]["completion_tokens"], 60);
    // The prompt is counted once.
    assert_eq!(answer["usage"]["prompt_tokens"], server.engine.last_request().prompt.len());
    let alone = server.chat(&chat(json!({"seed": 1, "max_tokens": 20}))).await.ok();
    assert_eq!(alone["choices"][0]["message"], choices[2]["message"]);
}

#[tokio::test]
async fn max_completion_tokens_goes_first() {
    let server = Server::new(FakeEngine::babbles());
    let body = chat(json!({"max_tokens": 9, "max_completion_tokens": 4}));
    let answer = server.chat(&body).await.ok();
    assert_eq!(answer["usage"]["completion_tokens"], 4);
    assert_eq!(answer["choices"][0]["finish_reason"], "length");
    assert_eq!(answer["choices"][0]["atlas"], json!({"finish_detail": "max_tokens"}));
}

#[tokio::test]
async fn a_deadline_ends_the_answer() {
    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| k.delay = std::time::Duration::from_millis(5));
    let body = chat(json!({"atlas": {"deadline_ms": 40}}));
    let answer = server.chat(&body).await.ok();
    assert_eq!(answer["choices"][0]["finish_reason"], "length");
    assert_eq!(answer["choices"][0]["atlas"], json!({"finish_detail": "deadline"}));
    let tokens = answer["usage"]["completion_tokens"].as_u64().expect("count");
    assert!((1..20).contains(&tokens), "{tokens}");
}

#[tokio::test]
async fn chat_logprobs() {
    let server = Server::new(FakeEngine::says("h\u{e9}"));
    let body = chat(json!({"logprobs": true, "top_logprobs": 2, "return_token_ids": true}));
    let answer = server.chat(&body).await.ok();
    let content = answer["choices"][0]["logprobs"]["content"].as_array().expect("content");
    // One entry a token, the stop token included, aligned with the ids.
    assert_eq!(answer["choices"][0]["token_ids"], json!([104, 0xc3, 0xa9, IM_END]));
    assert_eq!(content.len(), 4);
    assert_eq!(
        content[0],
        json!({"token": "h", "logprob": -0.5, "bytes": [104], "top_logprobs": [
            {"token": "h", "logprob": -0.5, "bytes": [104]},
            {"token": "i", "logprob": -1.0, "bytes": [105]}]})
    );
    assert_eq!(content[1]["token"], "\u{fffd}");
    assert_eq!(content[1]["bytes"], json!([0xc3]));
    assert_eq!(content[3]["token"], "<|im_end|>");
    let prompt = answer["prompt_token_ids"].as_array().expect("prompt ids");
    assert_eq!(prompt.len() as u64, answer["usage"]["prompt_tokens"].as_u64().expect("count"));
    let without = server.chat(&chat(json!({}))).await.ok();
    assert!(without["choices"][0]["logprobs"].is_null());
    assert!(without["choices"][0].get("token_ids").is_none());
    assert!(without.get("prompt_token_ids").is_none());
    // Zero alternatives are legal.
    let zero = server.chat(&chat(json!({"logprobs": true}))).await.ok();
    assert_eq!(zero["choices"][0]["logprobs"]["content"][0]["top_logprobs"], json!([]));
}

#[tokio::test]
async fn completion_logprobs_and_echo() {
    let server = Server::new(FakeEngine::says("\u{e9}b"));
    let body = json!({"prompt": "ab", "logprobs": 1, "max_tokens": 2, "echo": true});
    let answer = server.complete(&body).await.ok();
    let choice = &answer["choices"][0];
    assert_eq!(choice["text"], "ab\u{e9}");
    assert_eq!(
        choice["logprobs"],
        json!({"text_offset": [0, 1, 2, 2],
               "token_logprobs": [null, -0.5, -0.5, -0.5],
               "tokens": ["a", "b", "bytes:\\xc3", "bytes:\\xa9"],
               "top_logprobs": [null, {"b": -0.5}, {"bytes:\\xc3": -0.5}, {"bytes:\\xa9": -0.5}]})
    );
    assert!(choice.get("prompt_logprobs").is_none());
    // The same as a stream.
    let mut body = body;
    body["stream"] = json!(true);
    let events = server.complete(&body).await.events();
    let mut joined =
        json!({"text_offset": [], "token_logprobs": [], "tokens": [], "top_logprobs": []});
    for event in &events {
        for (key, list) in event["choices"][0]["logprobs"].as_object().into_iter().flatten() {
            let list = list.as_array().expect("list").clone();
            joined[key].as_array_mut().expect("list").extend(list);
        }
    }
    assert_eq!(joined, choice["logprobs"]);
}

#[tokio::test]
async fn an_echo_without_an_answer() {
    let server = Server::new(FakeEngine::says("zzz"));
    for stream in [false, true] {
        let body = json!({"prompt": [[97, 98], [99]], "logprobs": 0, "max_tokens": 0,
                          "echo": true, "stream": stream, "return_token_ids": true});
        let answer = server.complete(&body).await;
        let choices: Vec<Value> = if stream {
            answer.events().iter().map(|e| e["choices"][0].clone()).collect()
        } else {
            let whole = answer.ok();
            assert_eq!(whole["usage"]["completion_tokens"], 0);
            assert_eq!(whole["usage"]["prompt_tokens"], 3);
            whole["choices"].as_array().expect("choices").clone()
        };
        for (index, text, ids) in [(0, "ab", json!([97, 98])), (1, "c", json!([99]))] {
            let mine: Vec<_> = choices.iter().filter(|c| c["index"] == index).collect();
            let said: String = mine.iter().map(|c| c["text"].as_str().expect("text")).collect();
            assert_eq!(said, text);
            assert_eq!(mine[0]["prompt_token_ids"], ids);
            assert!(mine.iter().all(|c| c["token_ids"] == json!([])), "{mine:?}");
            assert_eq!(mine[0]["logprobs"]["tokens"][0], text[..1]);
            assert_eq!(mine.iter().filter(|c| !c["finish_reason"].is_null()).count(), 1);
        }
    }
}

#[tokio::test]
async fn prompt_logprobs_in_vllms_shape() {
    let server = Server::new(FakeEngine::says("x"));
    let expected = json!([
        null,
        {"98": {"logprob": -0.5, "rank": 1, "decoded_token": "b"},
         "99": {"logprob": -1.0, "rank": 2, "decoded_token": "c"}}
    ]);
    let answer = server.complete(&json!({"prompt": "ab", "prompt_logprobs": 2})).await.ok();
    assert_eq!(answer["choices"][0]["prompt_logprobs"], expected);
    assert!(answer["choices"][0]["logprobs"].is_null());
    let answer = server.complete(&json!({"prompt": "a", "prompt_logprobs": 2})).await.ok();
    assert_eq!(answer["choices"][0]["prompt_logprobs"], json!([null]));
    // Each list has its own number of alternatives.
    let body = json!({"prompt": "ab", "prompt_logprobs": 1, "logprobs": 2, "echo": true});
    let choice = server.complete(&body).await.ok()["choices"][0].clone();
    assert_eq!(choice["prompt_logprobs"][1].as_object().expect("map").len(), 1);
    assert_eq!(choice["logprobs"]["top_logprobs"][1].as_object().expect("map").len(), 2);
    let answer = server.chat(&chat(json!({"prompt_logprobs": 0}))).await.ok();
    let list = answer["prompt_logprobs"].as_array().expect("list");
    assert_eq!(list.len() as u64, answer["usage"]["prompt_tokens"].as_u64().expect("count"));
}

#[tokio::test]
async fn many_prompts() {
    let server = Server::new(FakeEngine::new(|r| {
        let mut tokens = r.prompt.clone();
        tokens.push(r.sampling.seed as u32 + 48);
        tokens
    }));
    for prompt in [json!(["ab", "c"]), json!([[97, 98], [99]])] {
        let body =
            json!({"prompt": prompt, "n": 2, "seed": 3, "max_tokens": 3, "return_token_ids": true});
        let answer = server.complete(&body).await.ok();
        let texts: Vec<_> =
            answer["choices"].as_array().expect("choices").iter().map(|c| &c["text"]).collect();
        assert_eq!(texts, ["ab3", "ab4", "c3", "c4"]);
        assert_eq!(answer["usage"]["prompt_tokens"], 3);
        assert!(answer.get("prompt_token_ids").is_none());
        assert_eq!(answer["choices"][3]["prompt_token_ids"], json!([99]));
    }
    let answer =
        server.complete(&json!({"prompt": [97], "return_token_ids": true, "seed": 1})).await.ok();
    assert_eq!(answer["prompt_token_ids"], json!([97]));
}

#[tokio::test]
async fn cached_tokens_are_reported_once_a_prompt() {
    let server = Server::new(FakeEngine::says("x"));
    server.engine.set(|k| k.cached_tokens = 5);
    let answer =
        server.complete(&json!({"prompt": ["hello there", "hello you"], "n": 2})).await.ok();
    assert_eq!(answer["usage"]["prompt_tokens_details"]["cached_tokens"], 10);
}

#[tokio::test]
async fn templates_get_their_variables() {
    let server = Server::new(FakeEngine::says("x"));
    let prompt = |fields: Value| {
        let server = &server;
        async move {
            server.chat(&chat(fields)).await.ok();
            let tokens = server.engine.last_request().prompt;
            fake::text_model().tokenizer().decode(&tokens, false)
        }
    };
    let plain = "<|im_start|>user\nhi<|im_end|>\n";
    let header = "<|im_start|>assistant\n";
    assert_eq!(prompt(json!({})).await, format!("{plain}{header}"));
    assert_eq!(prompt(json!({"add_generation_prompt": false})).await, plain);
    let shout = json!({"chat_template_kwargs": {"shout": true}});
    assert_eq!(prompt(shout).await, format!("{plain}{header}LOUD "));
    let tool =
        json!({"type": "function", "function": {"name": "f", "parameters": {"z": 1, "a": 2}}});
    let with_tools = prompt(json!({"tools": [tool]})).await;
    let rendered = "{\"type\": \"function\", \"function\": {\"name\": \"f\", \"parameters\": {\"z\": 1, \"a\": 2}}}";
    assert_eq!(with_tools, format!("<|im_start|>tools\n[{rendered}]<|im_end|>\n{plain}{header}"));
    assert_eq!(prompt(json!({"tools": [tool], "tool_choice": "auto"})).await, with_tools);
    assert_eq!(
        prompt(json!({"tools": [tool], "tool_choice": "none"})).await,
        format!("{plain}{header}")
    );
    let open = json!({"continue_final_message": true, "messages": [
        {"role": "user", "content": "hi"}, {"role": "assistant", "content": "I say"}]});
    assert_eq!(prompt(open).await, format!("{plain}{header}I say"));
    let parts =
        json!({"messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]});
    assert_eq!(prompt(parts).await, format!("{plain}{header}"));
}

#[tokio::test]
async fn special_tokens_are_text_only_when_asked() {
    let server = Server::new(FakeEngine::new(|_| vec![97, fake::IM_START, 98, IM_END]));
    let text = |fields: Value| {
        let server = &server;
        async move { server.chat(&chat(fields)).await.ok()["choices"][0]["message"]["content"].clone() }
    };
    assert_eq!(text(json!({})).await, "ab");
    assert_eq!(text(json!({"skip_special_tokens": false})).await, "a<|im_start|>b");
    let include = json!({"skip_special_tokens": false, "include_stop_str_in_output": true});
    assert_eq!(text(include).await, "a<|im_start|>b<|im_end|>");
    assert_eq!(
        text(json!({"skip_special_tokens": false, "ignore_eos": true})).await,
        "a<|im_start|>b<|im_end|>"
    );
}

#[tokio::test]
async fn served_names() {
    let server = Server::new(FakeEngine::says("x"));
    let answer = server.chat(&chat(json!({"model": "org/tiny-alias"}))).await.ok();
    assert_eq!(answer["model"], "org/tiny-alias");
    let answer = server.chat(&chat(json!({"model": null}))).await.ok();
    assert_eq!(answer["model"], "tiny");
}

#[tokio::test]
async fn a_model_without_a_tokenizer_serves_token_ids() {
    let server = Server::without_text(FakeEngine::new(|_| bytes("abcd")));
    let body = json!({"prompt": [1, 2], "return_token_ids": true, "max_tokens": 3, "logprobs": 1});
    let answer = server.complete(&body).await.ok();
    assert_eq!(answer["choices"][0]["token_ids"], json!([97, 98, 99]));
    assert_eq!(answer["choices"][0]["text"], "");
    // In a stream each token is shown when it is there.
    let body = json!({"prompt": [1, 2], "return_token_ids": true, "max_tokens": 3, "stream": true});
    let events = server.complete(&body).await.events();
    let ids: Vec<_> = events
        .iter()
        .map(|event| event["choices"][0]["token_ids"].clone())
        .filter(|ids| ids.as_array().is_some_and(|ids| !ids.is_empty()))
        .collect();
    assert_eq!(ids, [json!([97]), json!([98]), json!([99])], "{events:?}");
    for (path, body, param) in [
        ("/v1/completions", json!({"prompt": "a"}), "prompt"),
        ("/v1/chat/completions", chat(json!({})), "messages"),
        ("/tokenize", json!({"prompt": "a"}), "prompt"),
        ("/detokenize", json!({"tokens": [1]}), "tokens"),
    ] {
        let answer = server.post(path, &body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["error"]["param"].as_str()),
            (400, Some(param))
        );
    }
}
