//! Limited reasoning and guards over real engines: batches, preemption, and the bundled model.

mod support;

use atlas_core::{
    ClientId, GenerateRequest, Limits, Priority, SamplingParams, TokenEngine, TokenId,
};
use atlas_engine::testing::{FakeModel, collect, fake_engine_with, small_limits};
use atlas_engine::{Chaos, EngineConfig};
use atlas_text::Tokenizer;
use atlas_text::grammar::{Compiler, ForbiddenTokens, Thinking, ThinkingStart, WORD_SLACK};
use serde_json::{Value, json};
use std::sync::Arc;
use support::{Served, atlas, events, stderr};

const CHAT: &str = "/v1/chat/completions";

fn tokenizer() -> Arc<Tokenizer> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini/tokenizer.json");
    Arc::new(Tokenizer::load(&std::fs::read(path).unwrap(), None).unwrap())
}

/// A token of the vocabulary that depends on the whole prefix; never a mark.
fn rambles(prefix: &[TokenId], vocab: u32, marks: [TokenId; 2]) -> TokenId {
    let hash = prefix.iter().fold(0xCBF2_9CE4_8422_2325u64, |h, t| {
        (h ^ u64::from(*t)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let token = 300 + ((hash >> 20) % u64::from(vocab - 300)) as u32;
    if marks.contains(&token) { 300 } else { token }
}

fn request(
    thinking: &Thinking,
    budget: u32,
    prompt: TokenId,
) -> (GenerateRequest, atlas_text::grammar::ThinkingWatch) {
    let (constraint, watch) = thinking
        .constraint(ThinkingStart::Open, Some(budget), None, (90, &ForbiddenTokens::default()))
        .unwrap();
    let prompt = (0..40).map(|i| prompt + i).collect();
    let request = GenerateRequest {
        prompt,
        sampling: SamplingParams::greedy(90),
        eos_token_ids: vec![],
        priority: Priority::default(),
        client: ClientId::default(),
        call: None,
        drafts: None,
        deadline: None,
        constraint: Some(constraint),
        cache: Default::default(),
    };
    (request, watch)
}

/// Alone, in a batch, in chunks and under preemption the reasoning is closed at the same token, and
/// what follows is the same.
#[test]
fn a_budget_holds_in_batches_and_under_preemption() {
    let tokenizer = tokenizer();
    let compiler = Compiler::new(tokenizer.clone()).unwrap();
    let thinking = compiler.thinking("<think>", "</think>").unwrap();
    let marks = ["<think>", "</think>"].map(|mark| tokenizer.token_to_id(mark).unwrap());
    let vocab = tokenizer.vocab_size() as u32;
    let engine = |chaos| {
        let model = FakeModel::scripted(vocab, move |prefix| rambles(prefix, vocab, marks));
        let limits = Limits { chunk_tokens_max: 16, ..small_limits() };
        fake_engine_with(model, EngineConfig { chaos, ..EngineConfig::new(limits) }).unwrap()
    };
    let budgets = [0, 1, 7, 20, 33, 60];
    let calm = engine(None);
    let want: Vec<Vec<TokenId>> = budgets
        .iter()
        .map(|&budget| {
            let (request, mut watch) = request(&thinking, budget, 400 + budget);
            let tokens = collect(calm.submit(request).unwrap()).tokens;
            let close = tokens.iter().position(|t| *t == marks[1]).unwrap() as u32;
            assert!((budget..=budget + WORD_SLACK).contains(&close), "{budget}: {close}");
            assert_eq!(tokens.iter().filter(|t| marks.contains(t)).count(), 1, "{tokens:?}");
            for token in &tokens {
                watch.push(*token);
            }
            assert_eq!(watch.forced().unwrap().tokens, close);
            tokens
        })
        .collect();
    let mut preemptions = 0;
    for seed in 0..5 {
        let wild = engine(Some(Chaos { seed, preempt_per_mille: 250, random_chunks: true }));
        let streams: Vec<_> = budgets
            .iter()
            .map(|&budget| wild.submit(request(&thinking, budget, 400 + budget).0).unwrap())
            .collect();
        for (stream, want) in streams.into_iter().zip(&want) {
            let got = collect(stream);
            preemptions += got.finished().usage.preemptions;
            assert_eq!(got.tokens, *want, "seed {seed}");
        }
    }
    assert!(preemptions > 10, "{preemptions}: the test proves nothing");
}

fn body(text: &str, extra: Value) -> Value {
    let mut body = json!({"messages": [{"role": "user", "content": text}], "max_tokens": 200,
        "temperature": 0, "atlas": {"interventions": true},
        "chat_template_kwargs": {"enable_thinking": true}});
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    body
}

fn ask(served: &Served, text: &str, extra: Value) -> Value {
    let (status, mut answer) = served.post(CHAT, &body(text, extra));
    assert_eq!(status, 200, "{answer}");
    for key in ["id", "created"] {
        answer[key].take();
    }
    for call in answer["choices"][0]["message"]["tool_calls"].as_array_mut().into_iter().flatten() {
        call["id"].take();
    }
    answer
}

fn sum(values: &[&str]) -> String {
    format!("What is {}?", values.join(" + "))
}

#[test]
fn the_bundled_model_is_held_to_its_budget() {
    let served = Served::start(&[]);
    let question = sum(&["17", "25"]);
    let free = ask(&served, &question, json!({"return_token_ids": true}));
    let whole = free["choices"][0]["message"]["reasoning_content"].as_str().unwrap().to_owned();
    let ids = free["choices"][0]["token_ids"].as_array().unwrap();
    let tokenizer = tokenizer();
    let close = json!(tokenizer.token_to_id("</think>").unwrap());
    let own = ids.iter().position(|id| *id == close).expect("the model closes its reasoning");
    assert!(own > 4, "{free}");
    for budget in 0..own {
        let extra = json!({"thinking_token_budget": budget, "return_token_ids": true});
        let answer = ask(&served, &question, extra);
        let choice = &answer["choices"][0];
        let ids = choice["token_ids"].as_array().unwrap();
        let at = ids.iter().position(|id| *id == close).unwrap();
        assert!((budget..=budget + WORD_SLACK as usize).contains(&at), "{budget}: {choice}");
        let kept = choice["message"]["reasoning_content"].as_str().unwrap_or_default();
        assert!(whole.starts_with(kept), "{kept:?} is not the beginning of {whole:?}");
        let cut = (kept.chars().next_back(), whole[kept.len()..].chars().next());
        let cuts = matches!(cut, (Some(a), Some(b)) if a.is_alphanumeric() && b.is_alphanumeric());
        assert!(!cuts, "budget {budget} cuts a word: {kept:?}");
        assert_eq!(answer["usage"]["completion_tokens"], json!(ids.len()));
        let listed = &choice["atlas"]["interventions"];
        assert_eq!(*listed, json!([{"kind": "thinking_budget", "tokens": at}]), "{budget}");
        let open = json!(tokenizer.token_to_id("<think>").unwrap());
        assert!(!ids[at..].contains(&open), "{choice}");
    }
    assert_eq!(
        ask(
            &served,
            &question,
            json!({"thinking_token_budget": own + 1, "return_token_ids": true})
        ),
        free
    );
    // A form after a reasoning that was cut.
    let schema =
        json!({"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]});
    let format = json!({"type": "json_schema", "json_schema": {"name": "x", "schema": schema}});
    for extra in [json!({"thinking_token_budget": 3}), json!({"max_tokens": 24})] {
        let mut extra = extra;
        extra["response_format"] = format.clone();
        let answer = ask(&served, &question, extra);
        let text = answer["choices"][0]["message"]["content"].as_str().unwrap().to_owned();
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {answer}"));
        assert!(value["sum"].is_number(), "{answer}");
    }
}

/// A profile with every limit set where it is never reached changes no answer, streamed or whole.
#[test]
fn limits_that_are_not_reached_change_no_answer_of_the_bundled_model() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("guarded.toml");
    let text = "source = \"a test\"\n[sampling]\ntemperature = 0.0\n[thinking]\nbudget = 190\n\
                [output]\ntool_call_parser = \"qwen3_coder\"\n[guards]\ntool_body = 190\n\
                prose_between_calls = 190\npost_thinking = 190\nheld_back = 190\n\
                calls = 5\nrepeated_calls = 5\n\
                repetition = { min_count = 20 }\n";
    std::fs::write(&file, text).unwrap();
    let (plain, guarded) =
        (Served::start(&[]), Served::start(&["--profile", file.to_str().unwrap()]));
    let properties = json!({"city": {"type": "string"}});
    let tool = json!({"type": "function", "function": {"name": "get_weather", "description": "Weather of a city",
        "parameters": {"type": "object", "properties": properties, "required": ["city"]}}});
    let mut reasoned = 0;
    for text in
        ["Hello!", "What is 17 + 25?", "What is the weather in Paris?", "Tell me about the sea."]
    {
        for extra in [
            json!({}),
            json!({"tools": [tool]}),
            json!({"tools": [tool], "tool_choice": "required"}),
            json!({"chat_template_kwargs": {"enable_thinking": false}}),
            json!({"temperature": 1.0, "seed": 5}),
        ] {
            let (want, got) =
                (ask(&plain, text, extra.clone()), ask(&guarded, text, extra.clone()));
            assert_eq!(got, want, "{text} {extra}");
            let choice = &want["choices"][0];
            let forced = |n: &Value| n["kind"].as_str().unwrap().starts_with("thinking");
            let listed = choice["atlas"]["interventions"].as_array().unwrap();
            assert!(!listed.iter().any(forced), "{choice}");
            reasoned += usize::from(choice["message"]["reasoning_content"].is_string());
            let mut stream = body(text, extra);
            stream["stream"] = json!(true);
            let pieces = |served: &Served| -> Vec<Value> {
                let (_, text) = served.request("POST", CHAT, &stream.to_string());
                let mut pieces: Vec<Value> =
                    events(&text).iter().map(|e| e["choices"][0].clone()).collect();
                for piece in &mut pieces {
                    if let Some(call) = piece.pointer_mut("/delta/tool_calls/0/id") {
                        call.take();
                    }
                }
                pieces
            };
            assert_eq!(pieces(&guarded), pieces(&plain), "{text}");
        }
    }
    assert!(reasoned > 5, "{reasoned}: the test proves little");
    for kind in [
        "thinking_budget",
        "thinking_room",
        "repetition",
        "tool_body",
        "post_thinking",
        "held_back",
        "calls",
        "repeated_calls",
    ] {
        let name = format!("atlas_interventions_total{{kind=\"{kind}\"}}");
        assert_eq!(guarded.metric(&name), 0.0, "{kind}");
    }
}

#[test]
fn a_profile_holds_the_model_and_a_wrong_one_stops_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("short.toml");
    let write = |text: &str| std::fs::write(&file, format!("source = \"a test\"\n{text}")).unwrap();
    let path = file.to_str().unwrap();
    write("[thinking]\nbudget = 4\n[template.kwargs]\nenable_thinking = true\n");
    let served = Served::start(&["--profile", path]);
    let question = json!({"messages": [{"role": "user", "content": "What is 17 + 25?"}],
                          "temperature": 0, "max_tokens": 100, "atlas": {"interventions": true}});
    let (_, answer) = served.post(CHAT, &question);
    let choice = &answer["choices"][0];
    assert_eq!(choice["atlas"]["interventions"][0]["kind"], "thinking_budget", "{answer}");
    assert!(choice["message"]["reasoning_content"].is_string(), "{answer}");
    drop(served);
    for (text, part) in [
        ("[guards]\ntool_boddy = 3\n", "tool_boddy"),
        ("[guards]\ntool_boddy = 3\n", "`tool_body`"),
        ("[guards.repetition]\nmin_count = 1\n", "guards.repetition.min_count"),
        ("[thinking\n", "short.toml"),
    ] {
        write(text);
        for verb in ["serve", "explain", "plan"] {
            let output = atlas(&[verb, "--profile", path]);
            assert!(!output.status.success(), "{verb} {text}");
            assert!(stderr(&output).contains(part), "{part} is not in {}", stderr(&output));
        }
    }
}
