//! Every key of every family's config is reflected in the resolved settings, or refused.

mod common;

use atlas_model::checkpoint::{StoredType, main_type};
use atlas_model::config::{Origin, QuantRecipe, QuantizationError};
use atlas_model::{LoadError, LoadFormat, LoadOptions, LoadedModel, MemorySource, ResolvedConfig};
use atlas_tensor::Compute;
use common::{CASES, Checkpoint, Session, bits, device};
use serde_json::{Value, json};

fn load_shape(config: &Value, allow: &[&str]) -> Result<LoadedModel, LoadError> {
    let source = MemorySource::new("memory", [("config.json", config.to_string().into_bytes())]);
    let options = LoadOptions {
        allow_config_keys: allow.iter().map(|k| (*k).to_owned()).collect(),
        load_format: LoadFormat::Shape,
        ..LoadOptions::default()
    };
    atlas_model::load(&source, &device(Compute::F32, 1), &options)
}

fn resolve(config: &Value) -> Result<ResolvedConfig, LoadError> {
    load_shape(config, &[]).map(|loaded| loaded.config)
}

fn base(case: &str) -> Value {
    Checkpoint::of(case).config
}

/// Paths of all values that are not objects, and of vision configs as a whole.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    for (key, inner) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{key}");
        if inner.is_object() && !key.contains("vision") {
            leaves(inner, &path, found);
        } else {
            found.push(path);
        }
    }
}

/// Values of the same kind that differ from `value`.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(b) => vec![json!(!b)],
        Value::Number(n) if n.is_u64() => {
            let n = n.as_u64().unwrap_or(1);
            vec![json!(n + 1), json!(2 * n + 2), json!(n / 2)]
        }
        Value::Number(n) => vec![json!(n.as_f64().unwrap_or(1.0) * 1.5 + 0.25)],
        Value::String(s) => vec![json!(format!("{s}x"))],
        Value::Array(items) => {
            let longer = items.iter().cloned().chain([json!(0)]).collect();
            let reversed = items.iter().rev().cloned().collect::<Vec<_>>();
            vec![Value::Array(longer), Value::Array(reversed)]
        }
        Value::Object(_) => vec![json!({ "changed": 1 })],
        Value::Null => vec![json!(7)],
    }
}

#[test]
fn each_key_is_listed_or_refused() {
    for case in CASES {
        let base = base(case);
        let settings = resolve(&base).expect(case);
        let mut paths = vec![];
        leaves(&base, "", &mut paths);
        assert!(paths.len() > 15, "{case}");
        let (mut shown, mut refused) = (0, 0);
        for path in &paths {
            let old = base.pointer(path).expect("path").clone();
            let mut values = others(&old);
            values.push(json!("surprise"));
            values.push(json!({ "surprise": 1 }));
            for new in values.into_iter().filter(|new| *new != old) {
                let mut config = base.clone();
                *config.pointer_mut(path).expect("path") = new.clone();
                match resolve(&config) {
                    Ok(found) => {
                        assert_ne!(found, settings, "{case}: {path} = {new} leaves no trace");
                        shown += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
            let mut config = base.clone();
            let (parent, key) = path.rsplit_once('/').expect("path");
            let parent = config.pointer_mut(parent).and_then(Value::as_object_mut);
            parent.expect("an object").remove(key);
            if let Ok(found) = resolve(&config) {
                assert_ne!(found, settings, "{case}: {path} removed leaves no trace");
            }
        }
        assert!(shown > 10 && refused > 10, "{case}: {shown} shown, {refused} refused");
    }
}

/// A key that changes the results is not listed as inert.
#[test]
fn effective_keys_are_not_inert() {
    for case in CASES {
        let settings = resolve(&base(case)).expect(case).settings;
        let inert: Vec<&str> = settings
            .iter()
            .filter(|s| matches!(s.origin, Origin::Inert(_)))
            .map(|s| s.name.as_str())
            .collect();
        for key in ["hidden_size", "rms_norm_eps", "rope_theta", "tie_word_embeddings", "head_dim"]
        {
            assert!(!inert.contains(&key), "{case}: {key}");
        }
        for key in ["initializer_range", "attention_dropout"] {
            assert!(inert.contains(&key), "{case}: {key} in {inert:?}");
        }
    }
}

#[test]
fn unknown_keys_are_named_together_and_can_be_allowed() {
    for case in CASES {
        let mut config = base(case);
        config["zz_root"] = json!(1);
        let mut keys = vec!["zz_root"];
        if config.get("text_config").is_some() {
            config["text_config"]["zz_text"] = json!([1, 2]);
            keys.push("zz_text");
        }
        let at = if config.get("text_config").is_some() { "/text_config" } else { "" };
        for name in ["rope_parameters", "rope_scaling"] {
            if let Some(Value::Object(rope)) = config.pointer_mut(&format!("{at}/{name}")) {
                rope.insert("zz_rope".into(), json!(3));
                keys.push("zz_rope");
            }
        }
        let Err(error) = load_shape(&config, &[]) else { panic!("{case}: it loaded") };
        let text = error.to_string();
        for key in &keys {
            assert!(text.contains(key), "{case}: {key} in {text}");
        }
        let loaded = load_shape(&config, &keys).unwrap_or_else(|e| panic!("{case}: {e}"));
        for key in &keys {
            let setting = loaded.config.get(key).expect("the allowed key");
            assert!(matches!(setting.origin, Origin::Allowed(_)), "{setting:?}");
        }
    }
}

/// Keys that some released files carry and the fixtures do not.
#[test]
fn rare_keys_of_released_files_load_or_are_refused_by_name() {
    for (case, key, good, bad) in [
        ("qwen3_moe_top1", "use_qk_norm", json!(true), Some(json!(false))),
        ("qwen3_moe_top1", "qkv_bias", json!(false), Some(json!(true))),
        ("qwen3_moe_top1", "shared_expert_intermediate_size", json!(0), Some(json!(8))),
        ("qwen3_tied_f32", "hidden_act", json!("swish"), Some(json!("gelu"))),
        ("qwen3_tied_f32", "is_encoder_decoder", json!(false), Some(json!(true))),
        ("qwen3_tied_f32", "tokenizer_class", json!("Qwen2Tokenizer"), None),
        ("llama_tied_f16", "max_sequence_length", json!(512), None),
        ("qwen3_5_wrapper", "language_model_only", json!(false), None),
    ] {
        let mut config = base(case);
        config[key] = good;
        assert!(resolve(&config).expect(key).get(key).is_some(), "{case}: {key} leaves no trace");
        let Some(bad) = bad else { continue };
        config[key] = bad;
        let Err(error) = resolve(&config) else { panic!("{key}: it loaded") };
        assert!(error.to_string().contains(key), "{error}");
    }
}

/// Logits of 40 tokens with made-up weights, the same for every config of one shape.
fn logits(config: &Value, served_len: Option<u32>) -> Vec<u32> {
    let source = MemorySource::new("memory", [("config.json", config.to_string().into_bytes())]);
    let options = LoadOptions {
        load_format: LoadFormat::Dummy { seed: 1 },
        served_len,
        ..LoadOptions::default()
    };
    let dev = device(Compute::F32, 1);
    let loaded = atlas_model::load(&source, &dev, &options).expect("it loads");
    let tokens: Vec<u32> = (0..40).map(|i| i * 37 % 500).collect();
    let mut session = Session::new(&*loaded.model, &dev, 1, 64);
    bits(&session.feed_in_chunks(&tokens, 16))
}

/// Configs as people publish them, each with the settings that it must show, the keys that are
/// ignored with a word in the log, the change that must not change a bit, or the key that is
/// refused.
#[test]
fn published_configs_are_read_as_the_reference_library_reads_them() {
    let path = common::fixture("published_configs.json");
    let cases = std::fs::read(path).expect("cases");
    let cases: Vec<Value> = serde_json::from_slice(&cases).expect("cases");
    assert!(cases.len() > 35);
    for case in cases {
        let (id, config) = (&case["id"], &case["config"]);
        let served_len = case["served_len"].as_u64().map(|n| n as u32);
        let source =
            MemorySource::new("memory", [("config.json", config.to_string().into_bytes())]);
        let options =
            LoadOptions { load_format: LoadFormat::Shape, served_len, ..LoadOptions::default() };
        let loaded = atlas_model::load(&source, &device(Compute::F32, 1), &options);
        if let Some(word) = case["refused"].as_str() {
            let Err(error) = loaded else { panic!("{id}: it loaded") };
            assert!(error.to_string().contains(word), "{id}: {error}");
            continue;
        }
        let loaded = loaded.unwrap_or_else(|e| panic!("{id}: {e}"));
        for (name, value) in case["settings"].as_object().expect("settings") {
            // The last one of a name is in effect.
            let found = loaded.config.settings.iter().rfind(|s| s.name == *name);
            assert_eq!(found.map(|s| Value::from(&*s.value)).as_ref(), Some(value), "{id}: {name}");
        }
        let ignored = loaded.config.ignored().join(", ");
        for key in case["ignored"].as_array().expect("ignored").iter().filter_map(Value::as_str) {
            assert!(ignored.contains(key), "{id}: {ignored}");
        }
        if let Some(served_len) = served_len {
            assert!(loaded.model.info().position_limit >= served_len, "{id}");
        }
        let Some(changes) = case["same_as"].as_object() else { continue };
        let mut other = config.clone();
        for (key, value) in changes {
            other[key] = value.clone();
        }
        // A null stands for an absent key.
        let object = other.as_object_mut().expect("object");
        object.retain(|key, _| changes.get(key).is_none_or(|value| !value.is_null()));
        assert!(logits(config, served_len) == logits(&other, served_len), "{id}: bits differ");
    }
}

/// The type of most bytes of the weights, whatever config.json says.
#[test]
fn the_main_type_is_that_of_the_tensors() {
    for (case, expected) in
        [("llama_tied_f16", StoredType::F16), ("qwen3_tied_f32", StoredType::F32)]
    {
        let mut checkpoint = Checkpoint::of(case);
        checkpoint.config["torch_dtype"] = json!("bfloat16");
        assert_eq!(main_type(&checkpoint.source()), Some(expected), "{case}");
    }
    assert_eq!(main_type(&MemorySource::new("none", [("config.json", &b"{}"[..])])), None);
}

/// `rope_parameters` beats `rope_scaling` where they agree; where they do not, that is an error.
#[test]
fn two_rope_objects_must_agree() {
    let mut config = base("qwen3_yarn");
    config["rope_scaling"] = config["rope_parameters"].clone();
    assert!(resolve(&config).is_ok());
    config["rope_scaling"]["factor"] = json!(8.0);
    let Err(error) = resolve(&config) else { panic!("it loaded") };
    assert!(error.to_string().contains("contradicts"), "{error}");
}

/// Published configs, with the parameter counts that their model cards state.
#[test]
fn published_shapes_have_their_parameter_counts() {
    let llama = json!({
        "architectures": ["LlamaForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
        "bos_token_id": 128000, "eos_token_id": [128001, 128008, 128009], "hidden_act": "silu",
        "hidden_size": 4096, "initializer_range": 0.02, "intermediate_size": 14336,
        "max_position_embeddings": 131072, "mlp_bias": false, "model_type": "llama",
        "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
        "pretraining_tp": 1, "rms_norm_eps": 1e-5, "rope_scaling": {"factor": 8.0,
        "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192,
        "rope_type": "llama3"}, "rope_theta": 500000.0, "tie_word_embeddings": false,
        "torch_dtype": "bfloat16", "transformers_version": "4.42.3", "use_cache": true,
        "vocab_size": 128256
    });
    let qwen = |moe: bool| {
        let mut c = json!({
            "architectures": ["Qwen3ForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
            "bos_token_id": 151643, "eos_token_id": 151645, "head_dim": 128, "hidden_act": "silu",
            "hidden_size": 1024, "initializer_range": 0.02, "intermediate_size": 3072,
            "max_position_embeddings": 40960, "max_window_layers": 28, "model_type": "qwen3",
            "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8,
            "rms_norm_eps": 1e-6, "rope_scaling": null, "rope_theta": 1000000, "sliding_window": null,
            "tie_word_embeddings": true, "torch_dtype": "bfloat16", "use_cache": true,
            "transformers_version": "4.51.0", "use_sliding_window": false, "vocab_size": 151936
        });
        if moe {
            let changes = json!({
                "architectures": ["Qwen3MoeForCausalLM"], "model_type": "qwen3_moe",
                "hidden_size": 2048, "intermediate_size": 6144, "num_attention_heads": 32,
                "num_hidden_layers": 48, "num_key_value_heads": 4, "tie_word_embeddings": false,
                "decoder_sparse_step": 1, "mlp_only_layers": [], "moe_intermediate_size": 768,
                "norm_topk_prob": true, "num_experts": 128, "num_experts_per_tok": 8,
                "output_router_logits": false, "router_aux_loss_coef": 0.001
            });
            for (key, value) in changes.as_object().expect("object") {
                c[key] = value.clone();
            }
        }
        c
    };
    let next = json!({
        "architectures": ["Qwen3NextForCausalLM"], "attention_bias": false, "attention_dropout": 0.0,
        "bos_token_id": 151643, "decoder_sparse_step": 1, "eos_token_id": 151645,
        "full_attention_interval": 4, "head_dim": 256, "hidden_act": "silu", "hidden_size": 2048,
        "initializer_range": 0.02, "intermediate_size": 5120, "linear_conv_kernel_dim": 4,
        "linear_key_head_dim": 128, "linear_num_key_heads": 16, "linear_num_value_heads": 32,
        "linear_value_head_dim": 128, "max_position_embeddings": 262144, "mlp_only_layers": [],
        "model_type": "qwen3_next", "moe_intermediate_size": 512, "norm_topk_prob": true,
        "num_attention_heads": 16, "num_experts": 512, "num_experts_per_tok": 10,
        "num_hidden_layers": 48, "num_key_value_heads": 2, "output_router_logits": false,
        "partial_rotary_factor": 0.25, "rms_norm_eps": 1e-6, "rope_scaling": null,
        "rope_theta": 10000000, "router_aux_loss_coef": 0.001,
        "shared_expert_intermediate_size": 512, "tie_word_embeddings": false,
        "torch_dtype": "bfloat16", "transformers_version": "4.57.0.dev0", "use_cache": true,
        "use_sliding_window": false, "vocab_size": 151936
    });
    for (name, config, parameters) in [
        ("Llama-3.1-8B", llama, 8_030_261_248),
        ("Qwen3-0.6B", qwen(false), 596_049_920),
        ("Qwen3-30B-A3B", qwen(true), 30_532_122_624),
        ("Qwen3-Next-80B-A3B", next, 79_674_391_296),
    ] {
        let loaded = load_shape(&config, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
        let info = loaded.model.info();
        assert_eq!(info.parameter_count, parameters, "{name}");
        assert_eq!(info.weight_bytes, 2 * parameters, "{name}");
        println!("{name}: {:.2} GB a token", info.weight_bytes_per_token as f64 / 1e9);
    }
}

/// The file beside the config of a case, by the exporter's name in `file`.
fn beside_of(case: &Value) -> Option<(&'static str, &serde_json::Map<String, Value>)> {
    let object = case.get("beside").and_then(Value::as_object)?;
    let named = |file: &&str| case["file"].is_null() || case["file"] == **file;
    Some((QuantRecipe::FILES.into_iter().find(named).expect("a known file"), object))
}

fn recipe(case: &Value) -> Result<Option<QuantRecipe>, QuantizationError> {
    let root = case["config"].as_object().expect("config");
    QuantRecipe::read(root, beside_of(case), &[])
}

fn quantization_cases() -> Vec<Value> {
    let cases = std::fs::read(common::fixture("quantization_configs.json")).expect("cases");
    serde_json::from_slice(&cases).expect("cases")
}

/// Quantisation configs as exporters write them, with the format of some modules, or with the word
/// that the error must have.
#[test]
fn quantisation_configs_state_the_format_of_each_module() {
    let cases = quantization_cases();
    assert!(cases.len() > 90);
    for case in &cases {
        let id = &case["id"];
        let found = recipe(case);
        if let Some(word) = case["refused"].as_str() {
            let Err(error) = found else { panic!("{id}: it is read") };
            assert!(error.to_string().contains(word), "{id}: {error}");
            continue;
        }
        let found = found.unwrap_or_else(|error| panic!("{id}: {error}"));
        let modules = case["stated"].as_object().expect("stated");
        let Some(found) = found else {
            assert!(modules.is_empty(), "{id}: no recipe");
            continue;
        };
        for (module, stated) in modules {
            assert_eq!(
                found.stated(module).to_string(),
                stated.as_str().unwrap(),
                "{id}: {module}"
            );
        }
        let kv_cache = format!("{:?}", found.kv_cache());
        let expected = case["kv"].as_str().unwrap_or("Unstated");
        assert!(kv_cache.starts_with(expected), "{id}: {kv_cache}");
        let powers = case["power_of_two"].as_bool().unwrap_or(false);
        assert_eq!(found.power_of_two_scales(), powers, "{id}");
        for (key, value) in [("key", found.key()), ("scheme", found.scheme())] {
            let expected = case[key].as_str().unwrap_or(value);
            assert_eq!(value, expected, "{id}");
        }
    }
}

/// Every key of a quantisation config leaves a trace, and an unknown one is named, at any depth.
#[test]
fn keys_of_quantisation_configs_are_read_or_refused() {
    let (mut shown, mut refused) = (0, 0);
    for case in quantization_cases().iter().filter(|case| case["refused"].is_null()) {
        let id = &case["id"];
        let Some(before) = recipe(case).expect("a good config") else { continue };
        let mut paths = vec![];
        leaves(&json!({ "config": case["config"], "beside": case["beside"] }), "", &mut paths);
        let quantisation = |path: &&String| path.contains("_config/") || path.contains("beside/");
        for path in paths.iter().filter(quantisation) {
            let old = case.pointer(path).expect("path").clone();
            let new = others(&old).into_iter().chain([json!("surprise")]);
            for new in new.filter(|new| *new != old) {
                let mut changed = case.clone();
                *changed.pointer_mut(path).expect("path") = new.clone();
                match recipe(&changed) {
                    Ok(Some(found)) => {
                        assert_ne!(found.settings(), before.settings(), "{id}: {path} = {new}");
                        shown += 1;
                    }
                    Ok(None) => panic!("{id}: {path} = {new} is no quantised checkpoint"),
                    Err(_) => refused += 1,
                }
            }
            let (parent, _) = path.rsplit_once('/').expect("path");
            // The names of groups and layers are free.
            if ["config_groups", "quantized_layers", "dynamic"]
                .iter()
                .any(|free| parent.ends_with(free))
            {
                continue;
            }
            let mut changed = case.clone();
            changed.pointer_mut(parent).expect("path")["zz_unknown"] = json!(1);
            if parent.ends_with("producer") || parent.ends_with("observer_kwargs") {
                continue;
            }
            let Err(error) = recipe(&changed) else { panic!("{id}: {parent} takes any key") };
            assert!(error.to_string().contains("zz_unknown"), "{id}: {error}");
            let root = changed["config"].as_object().expect("config");
            let allowed = ["zz_unknown".to_owned()];
            let beside = beside_of(&changed);
            assert!(QuantRecipe::read(root, beside, &allowed).is_ok(), "{id}: {parent}");
        }
    }
    assert!(shown > 300 && refused > 300, "{shown} shown, {refused} refused");
}

/// The recipe of each quantised fixture states the format that its tensors have.
#[test]
fn recipes_of_quantised_fixtures_match_their_tensors() {
    let mut counts = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(common::fixture("../quantized")).expect("folder").flatten() {
        let file = |name: &str| std::fs::read(entry.path().join(name)).ok();
        let json = |name| file(name).map(|b| serde_json::from_slice::<Value>(&b).expect("JSON"));
        let case = json!({ "config": json("config.json"), "beside": json("hf_quant_config.json") });
        let found = recipe(&case).expect("a good config").expect("a recipe");
        let tensors = common::read_tensors(&file("model.safetensors").expect("weights"));
        for (name, tensor) in &tensors {
            let packed = [".weight", ".weight_packed", ".qweight"];
            let module = packed.iter().find_map(|ending| name.strip_suffix(ending));
            let Some(module) = module else { continue };
            // A rule by pattern may name the norm of a module whose linears it is for.
            if tensor.shape.len() == 1 && module.ends_with("_norm") {
                continue;
            }
            let beside = |suffix: &str| tensors.get(&format!("{module}.{suffix}"));
            let scale = beside("weight_scale");
            let expected = match (tensor.dtype.as_str(), scale) {
                ("F8_E4M3", None) => "fp8 by block of 128x128",
                ("F8_E4M3", Some(scale)) if scale.shape.len() == 2 => "fp8 by row",
                ("F8_E4M3", Some(_)) => "fp8 by tensor",
                ("I32", _) => "int",
                (_, Some(scale)) if scale.dtype == "U8" => "mxfp4 by group of 32",
                (_, Some(_)) => "nvfp4 by group of 16",
                (_, None) => "",
            };
            let stated = found.stated(module).to_string();
            let kept = ["full", "unstated"].contains(&stated.as_str());
            assert!(
                stated.starts_with(expected),
                "{}: {stated}",
                entry.path().join(name).display()
            );
            assert_eq!(
                kept,
                expected.is_empty(),
                "{}: {stated}",
                entry.path().join(name).display()
            );
            *counts.entry(expected).or_insert(0) += 1;
        }
    }
    assert!(counts.len() == 7 && counts.values().all(|count| *count >= 7), "{counts:?}");
}

/// A quantisation config that is null states nothing, and `explain` shows the key all the same.
#[test]
fn a_null_quantisation_config_is_listed() {
    let mut checkpoint = common::Checkpoint::of("qwen3_tied_f32");
    checkpoint.config["quantization_config"] = serde_json::Value::Null;
    let loaded = checkpoint.load().expect("loads");
    let setting = loaded.config.settings.iter().find(|s| s.name == "quantization_config");
    let setting = setting.expect("the key is listed");
    assert_eq!(setting.value, "null");
    assert!(setting.origin.to_string().contains("unset"), "{}", setting.origin);
}
