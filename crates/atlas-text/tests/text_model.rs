//! Loading the text side of a checkpoint and lowering chat requests.

mod common;

use atlas_text::{
    ChatError, ChatRequest, Clock, DirFiles, FileSource, MemoryFiles, SpecialMode, StopIdError,
    TemplateError, TemplateSource, TextModel, TextModelError, TextOptions,
};
use common::{fixture, golden};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// Files of a checkpoint with the chatml tokenizer, changed by `edit`.
fn checkpoint(edit: impl Fn(&mut Vec<(&'static str, Value)>)) -> Vec<(&'static str, Vec<u8>)> {
    let mut config = golden("chatml")["config"].clone();
    config["chat_template"] = String::from_utf8(fixture("templates/chatml.jinja")).unwrap().into();
    let mut files = vec![
        ("tokenizer_config.json", config),
        ("config.json", json!({"eos_token_id": 1000, "max_position_embeddings": 512})),
        ("generation_config.json", json!({"eos_token_id": [1002, 1000]})),
    ];
    edit(&mut files);
    let mut files: Vec<_> =
        files.into_iter().map(|(n, v)| (n, v.to_string().into_bytes())).collect();
    files.push(("tokenizer.json", fixture("tokenizers/chatml.tokenizer.json")));
    files
}

fn load(files: &[(&'static str, Vec<u8>)]) -> Result<TextModel, TextModelError> {
    let files = MemoryFiles(files.iter().map(|(n, b)| (*n, b.as_slice())).collect());
    TextModel::load(&files, TextOptions::default())
}

/// The unchanged checkpoint, loaded once.
fn model() -> TextModel {
    static MODEL: OnceLock<TextModel> = OnceLock::new();
    MODEL.get_or_init(|| load(&checkpoint(|_| {})).unwrap()).clone()
}

fn request(value: Value) -> ChatRequest {
    serde_json::from_value(value).unwrap()
}

fn prompt(value: Value) -> String {
    model().lower_chat(&request(value)).unwrap().text
}

/// The files of a family whose text ends with one token and its turns with another, as Nemotron's
/// do: the tokenizer's own end of text and the end of a turn, whatever their ids are.
#[test]
fn turns_end_with_the_token_that_the_tokenizer_names() {
    let files = checkpoint(|files| {
        files[1].1 = json!({"eos_token_id": 1000, "max_position_embeddings": 64});
        files.remove(2);
    });
    let model = load(&files).unwrap();
    let stops: Vec<_> = model.stops().iter().map(|stop| stop.token.as_str()).collect();
    assert_eq!(stops, ["<|endoftext|>", "<|im_end|>"]);
}

/// A checkpoint whose files name the end of the text alone.
#[test]
fn stop_tokens_of_a_family_are_found_by_their_spelling() {
    let files = checkpoint(|files| {
        files[0].1["eos_token"] = Value::Null;
        files.remove(2);
    });
    let mut model = load(&files).unwrap();
    assert_eq!(model.stops().ids(), [1000]);
    let before = model.clone();
    let tokens = ["<|im_end|>", "</nowhere>", "<|endoftext|>"].map(str::to_owned);
    model.add_stop_tokens(&tokens, "family").unwrap();
    let stops: Vec<_> = model.stops().iter().map(|stop| (stop.id, stop.sources.clone())).collect();
    let sources = |list: &[&str]| list.iter().map(|&s| s.to_owned()).collect::<Vec<_>>();
    let config = sources(&["config.json eos_token_id", "family"]);
    assert_eq!(stops, [(1000, config), (1002, sources(&["family"]))]);
    assert_eq!(before.stops().ids(), [1000]);
}

#[test]
fn stop_tokens_are_the_union_of_the_files_with_their_origins() {
    let model = model();
    let stops: Vec<_> = model
        .stops()
        .iter()
        .map(|s| (s.id, s.token.as_str(), s.sources.iter().map(String::as_str).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        stops,
        [
            (
                1000,
                "<|endoftext|>",
                vec!["config.json eos_token_id", "generation_config.json eos_token_id"]
            ),
            (
                1002,
                "<|im_end|>",
                vec!["generation_config.json eos_token_id", "tokenizer_config.json eos_token"]
            ),
        ]
    );
    assert_eq!(model.stops().ids(), [1000, 1002]);
    assert!(model.stops().contains(1002) && !model.stops().contains(1001));

    let files = checkpoint(|files| {
        files[1].1 =
            json!({"text_config": {"eos_token_id": [1001], "max_position_embeddings": 64}});
        files.remove(2);
    });
    let wrapped = load(&files).unwrap();
    assert_eq!(wrapped.stops().ids(), [1001, 1002]);
    assert_eq!(wrapped.model_len().unwrap().tokens, 64);

    let files = checkpoint(|files| {
        files[0].1 = json!({});
        files.truncate(1);
    });
    let bare = load(&files).unwrap();
    assert!(bare.stops().is_empty() && bare.model_len().is_none() && bare.template().is_none());
}

#[test]
fn stop_tokens_outside_the_vocabulary_are_refused() {
    let fails = |name: usize, value: Value| match load(&checkpoint(|f| f[name].1 = value.clone())) {
        Err(TextModelError::StopId(e)) => e,
        other => panic!("{other:?}"),
    };
    let error = fails(2, json!({"eos_token_id": [1002, 151645]}));
    let StopIdError::IdNotInVocabulary { origin, id, vocab_size } = &error else {
        panic!("{error}");
    };
    assert_eq!(
        (origin.as_str(), *id, *vocab_size),
        ("generation_config.json eos_token_id", 151645, 1007)
    );
    for value in [json!(-1), json!("x"), json!([1.5]), json!({})] {
        assert!(matches!(fails(1, json!({ "eos_token_id": value })), StopIdError::NotAnId { .. }));
    }
}

#[test]
fn a_checkpoint_loads_the_same_from_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in checkpoint(|_| {}) {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    let from_dir = TextModel::from_dir(dir.path(), TextOptions::default()).unwrap();
    let chat = request(json!({"messages": [{"role": "user", "content": "Hi"}]}));
    assert_eq!(from_dir.lower_chat(&chat).unwrap(), model().lower_chat(&chat).unwrap());
    assert_eq!(from_dir.stops(), model().stops());
    assert_eq!(from_dir.template().unwrap().origin(), "tokenizer_config.json chat_template");
    assert_eq!(from_dir.model_len(), model().model_len());
    assert!(DirFiles::new(dir.path()).read("no such file").unwrap().is_none());

    // A template file of its own wins over the configuration, a given one over both.
    std::fs::write(dir.path().join("chat_template.jinja"), "file {{ tools is none }}").unwrap();
    std::fs::create_dir(dir.path().join("additional_chat_templates")).unwrap();
    let tool_use = dir.path().join("additional_chat_templates/tool_use.jinja");
    std::fs::write(tool_use, "tools {{ tools | length }}").unwrap();
    let render = |options: TextOptions, tools: Value| {
        let model = TextModel::from_dir(dir.path(), options).unwrap();
        let chat = json!({"messages": [{"role": "user", "content": "Hi"}], "tools": tools});
        model.lower_chat(&request(chat)).unwrap().text
    };
    assert_eq!(render(TextOptions::default(), json!(null)), "file True");
    assert_eq!(render(TextOptions::default(), json!([])), "file True");
    assert_eq!(render(TextOptions::default(), json!([{"type": "function"}])), "tools 1");
    let given = TextOptions {
        chat_template: Some(TemplateSource::from_text(
            "given {{ strftime_now('%Y') }}",
            "--chat-template",
        )),
        clock: Clock::Fixed("1999-12-31T00:00:00".parse().unwrap()),
    };
    assert_eq!(render(given, json!(null)), "given 1999");
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let message = |files: &[(&'static str, Vec<u8>)]| load(files).unwrap_err().to_string();
    assert!(message(&[]).contains("tokenizer.json"));
    let mut files = checkpoint(|_| {});
    files[1].1 = b"{\"eos_token_id\": ".to_vec();
    assert!(message(&files).contains("config.json"));
    let broken =
        |template: Value| message(&checkpoint(|f| f[0].1["chat_template"] = template.clone()));
    assert!(broken(json!("a\n{% if %}")).contains("line 2"));
    assert!(broken(json!(7)).contains("chat_template"));
    assert!(broken(json!([{"name": "x"}])).contains("chat_template"));
}

#[test]
fn named_templates_are_chosen_as_transformers_does() {
    let named =
        json!([{"name": "default", "template": "D"}, {"name": "tool_use", "template": "T"}]);
    let model = load(&checkpoint(|f| f[0].1["chat_template"] = named.clone())).unwrap();
    let text = |tools: Value| {
        let chat = json!({"messages": [{"role": "user", "content": "x"}], "tools": tools});
        model.lower_chat(&request(chat)).unwrap().text
    };
    assert_eq!(text(json!(null)), "D");
    assert_eq!(text(json!([{}])), "T");
    let other = json!([{"name": "rag", "template": "R"}]);
    let model = load(&checkpoint(|f| f[0].1["chat_template"] = other.clone())).unwrap();
    let chat = request(json!({"messages": [{"role": "user", "content": "x"}]}));
    let error = model.lower_chat(&chat).unwrap_err();
    assert!(
        matches!(&error, ChatError::Template(TemplateError::NoDefault { names }) if names == &["rag"])
    );
    assert!(!error.is_client_error());
}

#[test]
fn templates_are_found_in_all_files_that_hold_them() {
    let text = |files: &[(&'static str, Vec<u8>)], tools: Value| {
        let chat = json!({"messages": [{"role": "user", "content": "x"}], "tools": tools});
        load(files).unwrap().lower_chat(&request(chat)).unwrap().text
    };
    let mut files = checkpoint(|f| f[0].1["chat_template"] = "plain".into());
    let old = json!({"chat_template": "from json"}).to_string().into_bytes();
    files.push(("chat_template.json", old));
    assert_eq!(text(&files, json!(null)), "plain");
    files.push(("additional_chat_templates/tool_use.jinja", b"tools".to_vec()));
    assert_eq!(text(&files, json!(null)), "plain");
    assert_eq!(text(&files, json!([{}])), "tools");
    let mut files = checkpoint(|f| f[0].1["chat_template"] = Value::Null);
    files.push(("chat_template.json", br#"{"chat_template": "from json"}"#.to_vec()));
    assert_eq!(text(&files, json!(null)), "from json");
    let named = json!({"default": "D", "tool_use": "T"});
    let files = checkpoint(|f| f[0].1["chat_template"] = named.clone());
    assert_eq!((text(&files, json!(null)), text(&files, json!([{}]))), ("D".into(), "T".into()));
}

#[test]
fn the_prompt_is_what_the_template_writes() {
    let chat = json!({"messages": [
        {"role": "system", "content": [{"type": "text", "text": "Be "}, {"type": "text", "text": "brief."}]},
        {"role": "user", "content": "Hi", "name": null},
    ]});
    let lowered = model().lower_chat(&request(chat)).unwrap();
    assert_eq!(
        lowered.text,
        "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    );
    let model = model();
    assert_eq!(lowered.tokens[0], model.tokenizer().token_to_id("<|im_start|>").unwrap());
    assert_eq!(
        lowered.tokens,
        model.tokenizer().encode(&lowered.text, SpecialMode::Rendered).unwrap()
    );
    assert_eq!(model.tokenizer().decode(&lowered.tokens, false), lowered.text);
}

#[test]
fn messages_are_given_the_form_templates_read() {
    // Arguments as JSON text become the object, null fields are absent, empty lists too.
    let call = |arguments: Value| json!([{"id": "1", "type": "function", "function": {"name": "f", "arguments": arguments}}]);
    let with = |calls: Value| {
        prompt(json!({"messages": [
            {"role": "user", "content": "x", "tool_calls": null},
            {"role": "assistant", "content": null, "refusal": null, "audio": null, "tool_calls": calls},
        ], "add_generation_prompt": false}))
    };
    let object = with(call(json!({"b": 1.0, "a": "é"})));
    assert!(object.contains("<parameter=b>\n1.0\n</parameter>\n<parameter=a>\né\n"), "{object}");
    assert_eq!(with(call(json!("{\"b\": 1.0, \"a\": \"\\u00e9\"}"))), object);
    assert_eq!(with(call(json!(""))), with(call(json!({}))));
    assert_eq!(with(json!([])), with(json!(null)));

    let reasoned = prompt(json!({"messages": [{"role": "user", "content": "x"},
        {"role": "assistant", "content": "y", "reasoning_content": "because"}],
        "continue_final_message": true}));
    assert!(reasoned.ends_with("<think>\nbecause\n</think>\n\ny"), "{reasoned}");
}

#[test]
fn requests_that_have_no_prompt_name_the_field() {
    let fails = |value: Value| {
        let error = model().lower_chat(&request(value)).unwrap_err();
        assert!(error.is_client_error(), "{error}");
        (error.param().unwrap_or_default().to_owned(), error.to_string())
    };
    let message = |m: Value| fails(json!({"messages": [{"role": "user", "content": "x"}, m]})).0;
    assert_eq!(fails(json!({"messages": []})).0, "messages");
    assert_eq!(message(json!("x")), "messages[1]");
    assert_eq!(message(json!({"content": "x"})), "messages[1].role");
    assert_eq!(message(json!({"role": 1})), "messages[1].role");
    assert_eq!(message(json!({"role": "user", "content": 7})), "messages[1].content");
    assert_eq!(message(json!({"role": "user", "content": "x", "name": 7})), "messages[1].name");
    let part =
        |p: Value| message(json!({"role": "user", "content": [{"type": "text", "text": "a"}, p]}));
    assert_eq!(
        part(json!({"type": "image_url", "image_url": {"url": "x"}})),
        "messages[1].content[1].type"
    );
    assert_eq!(part(json!({"text": "x"})), "messages[1].content[1].type");
    assert_eq!(part(json!({"type": "text"})), "messages[1].content[1].text");
    assert_eq!(part(json!("x")), "messages[1].content[1].type");
    let calls = |c: Value| message(json!({"role": "assistant", "content": "", "tool_calls": c}));
    assert_eq!(calls(json!("x")), "messages[1].tool_calls");
    assert_eq!(calls(json!([{}])), "messages[1].tool_calls[0].function");
    assert_eq!(calls(json!([{"function": {}}])), "messages[1].tool_calls[0].function.name");

    let (param, text) = fails(json!({"messages": [{"role": "user", "content": [
        {"type": "image_url", "image_url": {"url": "x"}}]}]}));
    assert!(param == "messages[0].content[0].type" && text.contains("image_url"), "{text}");
    let (param, text) = fails(json!({"messages": [{"role": "narrator", "content": "x"}]}));
    assert!(param == "messages[0].role" && text.contains("`narrator`"), "{param}: {text}");
    let hi = json!([{"role": "user", "content": "x"}]);
    let kwargs = json!({"messages": hi, "chat_template_kwargs": {"messages": []}});
    assert_eq!(fails(kwargs).0, "chat_template_kwargs");
    let both =
        json!({"messages": hi, "continue_final_message": true, "add_generation_prompt": true});
    assert_eq!(fails(both).0, "continue_final_message");
    let nothing = json!({"messages": [{"role": "assistant", "content": null}], "continue_final_message": true});
    assert_eq!(fails(nothing).0, "continue_final_message");
}

#[test]
fn a_model_without_a_template_takes_text_only() {
    let model = load(&checkpoint(|f| f[0].1["chat_template"] = Value::Null)).unwrap();
    let chat = request(json!({"messages": [{"role": "user", "content": "x"}]}));
    let error = model.lower_chat(&chat).unwrap_err();
    assert!(matches!(error, ChatError::Template(TemplateError::Missing)));
    assert!(error.is_client_error());
    assert_eq!(
        model.lower_text("the").unwrap(),
        model.tokenizer().encode("the", SpecialMode::Plain).unwrap()
    );
}

#[test]
fn special_tokens_map_counts_only_without_added_tokens() {
    let files = checkpoint(|files| {
        files[0].1 = json!({});
        files.push(("special_tokens_map.json", json!({"eos_token": {"content": "<|im_start|>"}})));
    });
    assert_eq!(load(&files).unwrap().tokenizer().special_tokens()["eos_token"], "<|im_start|>");
    let files = checkpoint(|files| {
        files[0].1 = json!({"added_tokens_decoder": {}, "eos_token": "<|im_end|>"});
        files.push(("special_tokens_map.json", json!({"eos_token": {"content": "<|im_start|>"}})));
    });
    assert_eq!(load(&files).unwrap().tokenizer().special_tokens()["eos_token"], "<|im_end|>");
}
