//! A prompt begins with one BOS: that of the template in a chat, that of the tokenizer in a
//! completion.

use crate::support::client::{Answer, Server, config};
use crate::support::fake::{FakeEngine, IM_START, text_model_of};
use crate::support::{messages, responses};
use atlas_core::TokenId;
use atlas_text::TextModel;
use serde_json::{Value, json};
use std::sync::Arc;

const BOS: TokenId = IM_START;

/// Templates that begin with BOS as those of Mistral and of DeepSeek do, and as plain text.
const TEMPLATES: [&str; 3] = [
    "{{- bos_token }}{%- for m in messages %}{%- if m.role == 'user' %}[INST]{{ m.content }}[/INST]\
     {%- else %}{{ m.content }}{{ eos_token }}{%- endif %}{%- endfor %}",
    "{% set ns = namespace(system='') %}{{ bos_token }}{{ ns.system }}{%- for m in messages %}\
     <User>{{ m.content }}{%- endfor %}{% if add_generation_prompt %}<Assistant>{% endif %}",
    "<|im_start|>{% for m in messages %}{{ m.content }}{% endfor %}",
];

/// A tokenizer that adds BOS to every text, as `tokenizer.json` files of Llama and Mistral do: by a
/// template alone, or behind another post-processor. `add_bos_token` says the same once more.
fn adds_bos(template: &str, sequence: bool) -> Arc<TextModel> {
    text_model_of(template, |tokenizer, config| {
        let bos = json!({"SpecialToken": {"id": "<|im_start|>", "type_id": 0}});
        let text = |id: &str| json!({"Sequence": {"id": id, "type_id": 0}});
        let adds = json!({"type": "TemplateProcessing", "single": [bos, text("A")],
            "pair": [bos, text("A"), bos, text("B")], "special_tokens": {"<|im_start|>":
                {"id": "<|im_start|>", "ids": [BOS], "tokens": ["<|im_start|>"]}}});
        let bytes = json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": false,
            "use_regex": true});
        tokenizer["post_processor"] = match sequence {
            true => json!({"type": "Sequence", "processors": [bytes, adds]}),
            false => adds,
        };
        config["bos_token"] = json!("<|im_start|>");
        config["add_bos_token"] = json!(true);
    })
}

/// The prompt that reaches the engine, and the answer.
async fn prompt(text: &Arc<TextModel>, path: &str, body: &Value) -> (Vec<TokenId>, Answer) {
    let server = Server::with_text(FakeEngine::says("ok"), config(), text.clone());
    let answer = server.post(path, body).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    (server.engine.last_request().prompt.clone(), answer)
}

fn count(tokens: &[TokenId]) -> usize {
    tokens.iter().filter(|&&token| token == BOS).count()
}

#[tokio::test]
async fn a_chat_has_the_bos_of_its_template_alone() {
    let said = json!([{"role": "user", "content": "hello"}]);
    let bodies = [
        ("/v1/chat/completions", json!({"messages": said})),
        (messages::MESSAGES, messages::body(json!({"messages": said}))),
        (responses::PATH, responses::body(json!({"input": said}))),
        ("/api/chat", json!({"model": "tiny", "messages": said, "stream": false})),
    ];
    for (template, sequence) in TEMPLATES.into_iter().flat_map(|t| [(t, false), (t, true)]) {
        let text = adds_bos(template, sequence);
        for (path, body) in &bodies {
            let (tokens, _) = prompt(&text, path, body).await;
            assert_eq!((tokens[0], count(&tokens)), (BOS, 1), "{path} {template}: {tokens:?}");
        }
        // The tokenizer does add one where it is asked to.
        let body = json!({"messages": said, "add_special_tokens": true});
        let (tokens, _) = prompt(&text, "/v1/chat/completions", &body).await;
        assert_eq!((&tokens[..2], count(&tokens)), (&[BOS; 2][..], 2), "{template}");
    }
}

/// Prompts that are counted without being run are those that are run.
#[tokio::test]
async fn counted_prompts_have_one_bos_too() {
    let text = adds_bos(TEMPLATES[0], true);
    let said = json!([{"role": "user", "content": "hello"}]);
    let (tokens, _) = prompt(&text, "/v1/chat/completions", &json!({"messages": said})).await;
    let server = Server::with_text(FakeEngine::says("ok"), config(), text);
    let body = messages::body(json!({"messages": said}));
    let counted = server.post("/v1/messages/count_tokens", &body).await.ok();
    assert_eq!(counted["input_tokens"], tokens.len());
    let listed = server.post("/tokenize", &json!({"messages": said})).await.ok();
    assert_eq!(listed["tokens"], json!(tokens));
}

/// A completion gets BOS once, and none if the text is one that a client has rendered itself.
#[tokio::test]
async fn a_completion_has_the_bos_of_the_tokenizer_alone() {
    for sequence in [false, true] {
        let text = adds_bos(TEMPLATES[0], sequence);
        for (written, adds, expected) in [
            ("hello", None, 1),
            ("hello", Some(true), 1),
            ("hello", Some(false), 0),
            ("<|im_start|>hello", Some(false), 1),
        ] {
            let mut body = json!({"prompt": written});
            if let Some(adds) = adds {
                body["add_special_tokens"] = json!(adds);
            }
            let (tokens, _) = prompt(&text, "/v1/completions", &body).await;
            assert_eq!(count(&tokens), expected, "{body}: {tokens:?}");
            assert_eq!(tokens[0] == BOS, expected == 1, "{body}: {tokens:?}");
        }
    }
}
