//! Latent attention: the resolved scale of its scores; the default format of its cache, those that
//! are refused, and the error of fp8; widths that no kernel serves.

mod common;

use atlas_core::{KvFormat, KvFormats, StateSpec};
use atlas_model::verify::{Recorded, compare, distance};
use atlas_model::{
    DirSource, KvRequest, LoadError, LoadFormat, LoadOptions, LoadedModel, MemorySource,
};
use atlas_tensor::ops::{LatentAttention, LatentAttentionArgs, LatentAttentionNeed};
use atlas_tensor::{
    Binder, Compute, Device, KvCache, KvHalf, KvScales, LayerState, SpanRows, StepBounds, Tensor,
    TensorMut,
};
use common::{Checkpoint, Feed, Session, device, fixture};
use serde_json::{Value, json};

const CASES: [&str; 4] = ["deepseek_v3", "deepseek_v3_plain", "mistral4", "mistral4_wrapper"];

fn load(
    case: &str,
    dev: &Device,
    formats: Option<KvFormats>,
) -> Result<LoadedModel, Box<LoadError>> {
    let source = DirSource::new(fixture(case)).expect("fixture folder");
    let kv = KvRequest { formats, ..KvRequest::default() };
    let options = LoadOptions { kv, ..LoadOptions::default() };
    atlas_model::load(&source, dev, &options).map_err(Box::new)
}

/// Without a request latents are kept as the activations are: fp8 is never the default, and with it
/// the comparison with the oracle names the first layer's attention.
#[test]
fn latents_are_kept_as_activations_unless_fp8_is_asked_for() {
    for (compute, own) in [(Compute::F32, KvFormat::F32), (Compute::Bf16, KvFormat::Bf16)] {
        let dev = device(compute, 1);
        for case in CASES {
            let format = |loaded: &LoadedModel| {
                let of = |spec: &StateSpec| match *spec {
                    StateSpec::Latent { format, .. } => format,
                    _ => panic!("{case}: a layer without latents"),
                };
                let mut all: Vec<KvFormat> = loaded.model.state_specs().iter().map(of).collect();
                all.extend(loaded.model.draft_spec().iter().map(of));
                all.dedup();
                all
            };
            let loaded = load(case, &dev, None).expect("a model");
            assert_eq!(format(&loaded), [own], "{case}");
            let path = fixture(case).join("oracle.safetensors");
            let asked = load(case, &dev, Some(KvFormats::both(KvFormat::Fp8))).expect("a model");
            assert_eq!(format(&asked)[0], KvFormat::Fp8, "{case}");
            let report = compare(&*asked.model, &dev, &path).expect("a comparison");
            let first = report.first_divergence().map(|tap| tap.name.as_str());
            assert_eq!(first, Some("layers.0.mixer_out"), "{case} in {compute:?}");
        }
    }
}

/// Every other format is refused with the layer, the reason and what to use instead.
#[test]
fn other_formats_of_latents_are_refused_with_the_reason() {
    let dev = device(Compute::Bf16, 1);
    for case in CASES {
        let refused = |formats: KvFormats| match load(case, &dev, Some(formats)) {
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        for format in KvFormat::ALL {
            let reason = match format {
                KvFormat::F32 | KvFormat::Bf16 | KvFormat::Fp8 => None,
                KvFormat::Nvfp4 => Some("key and value of all heads at once and lose too much"),
                _ => Some("rotates whole heads"),
            };
            let text = refused(KvFormats::both(format));
            assert_eq!(text.is_some(), reason.is_some(), "{case}: {text:?}");
            let (Some(text), Some(reason)) = (text, reason) else { continue };
            for part in ["layer 0", format.name(), reason, "use bf16 or fp8"] {
                assert!(text.contains(part), "{case}: {text} does not say {part}");
            }
        }
        let apart = KvFormats { key: KvFormat::Fp8, value: KvFormat::Bf16 };
        let text = refused(apart).expect("two formats");
        assert!(text.contains("which has one format: use bf16 or fp8"), "{case}: {text}");
    }
}

/// The scale that the start finds for these latents: the largest is at most 112 of E4M3's 448.
fn calibrated(cache: &KvCache, tokens: usize) -> KvScales {
    let scale = (cache.largest(KvHalf::Key, tokens) / 112.0).log2().ceil().exp2();
    KvScales { key: scale, value: scale }
}

/// Outputs of the attention of every layer over the prompt of a case, and its logits.
fn outputs(case: &str, dev: &Device, format: KvFormat) -> Vec<(String, Vec<f32>)> {
    let loaded = load(case, dev, Some(KvFormats::both(format))).expect("a model");
    let recorded = Recorded::open(&fixture(case).join("oracle.safetensors")).expect("an oracle");
    let ids = recorded.ids("input_ids").expect("ids");
    let mut session = Session::new(&*loaded.model, dev, 1, ids.len());
    let feed = Feed { slot: 0, start: 0, tokens: &ids };
    if format == KvFormat::Fp8 {
        let mut first = Session::new(&*loaded.model, dev, 1, ids.len());
        first.step(&[feed]).expect("a step");
        for (state, found) in session.states.iter_mut().zip(&first.states) {
            let (LayerState::Paged(cache), LayerState::Paged(found)) = (state, found) else {
                panic!("{case}: a layer without latents")
            };
            cache.set_scales(calibrated(found, ids.len()));
        }
    }
    let taps = session.taps(feed).taps.into_iter();
    let wanted = |name: &str| name.ends_with("mixer_out") || name == "logits";
    taps.filter(|(name, ..)| wanted(name)).map(|(name, _, values)| (name, values)).collect()
}

/// Relative errors that a cache of latents in fp8 and in bf16 adds, on the fixtures; all else is
/// f32. `docs/benchmarks/log/2026-11-28-fp8-latents.md` has the figures.
#[test]
fn fp8_adds_a_bounded_error_to_attention_over_latents() {
    let dev = device(Compute::F32, 2);
    for case in CASES {
        let [exact, bf16, fp8] = [KvFormat::F32, KvFormat::Bf16, KvFormat::Fp8]
            .map(|format| outputs(case, &dev, format));
        for ((name, exact), ((_, bf16), (_, fp8))) in exact.iter().zip(bf16.iter().zip(&fp8)) {
            let [bf16, fp8] = [bf16, fp8].map(|found| distance(found, exact).0);
            println!("{case}: {name} bf16 {bf16:.1e}, fp8 {fp8:.1e}");
            assert!(bf16 > 0.0 && bf16 <= 0.0055, "{case}: {name} bf16 {bf16:.1e}");
            // Below that it would not be in fp8.
            assert!(fp8 > 4.0 * bf16 && fp8 <= 0.075, "{case}: {name} fp8 {fp8:.1e}");
        }
    }
}

/// Positions, heads, and elements of a vector and of its value: a decode step of DeepSeek-V3, with
/// fewer heads.
const SYNTHETIC: [usize; 4] = [4096, 16, 576, 512];

/// Normal numbers (Box and Muller 1958).
fn normal(rng: &mut fastrand::Rng, count: usize, deviation: f32) -> Vec<f32> {
    let one = |_| {
        let (radius, turn) = ((-2.0 * rng.f32().max(1e-30).ln()).sqrt(), rng.f32());
        deviation * radius * (turn * std::f32::consts::TAU).cos()
    };
    (0..count).map(one).collect()
}

/// One query against `vectors[N, W]` kept in `format`, to `[H, R]`.
fn attended(dev: &Device, format: KvFormat, vectors: &[f32], q: &[f32], scale: f32) -> Vec<f32> {
    let [positions, heads, width, latent] = SYNTHETIC;
    let block_tokens = 32;
    let blocks: Vec<u32> = (0..(positions / block_tokens) as u32).collect();
    let mut cache =
        KvCache::latent(blocks.len(), block_tokens, [width, 0], format, 1).expect("a cache");
    let fill = |cache: &mut KvCache| {
        for (at, vector) in vectors.chunks(width).enumerate() {
            let (block, token) = ((at / block_tokens) as u32, at % block_tokens);
            cache.put_row(block, KvHalf::Key, 0, token, vector);
        }
    };
    fill(&mut cache);
    if format == KvFormat::Fp8 {
        cache.set_scales(calibrated(&cache, 256));
        fill(&mut cache);
    }
    let start = positions as u32 - 1;
    let spans = [SpanRows { slot: 0, row: 0, len: 1, start, drafts: 0, blocks: &blocks }];
    let bounds = StepBounds {
        threads: dev.threads(),
        rows: 1,
        logit_rows: 1,
        positions,
        kv_block_tokens: block_tokens,
        on_device: false,
    };
    dev.cpu().expect("a CPU").reserve_workspace(bounds.attention(width)).expect("workspace");
    let kernel = Binder::new(dev).bind::<LatentAttention>(LatentAttentionNeed {
        format,
        width,
        latent,
        selected: false,
    });
    let mut out = vec![f32::NAN; heads * latent];
    let args = LatentAttentionArgs {
        q: Tensor::from_f32(q, &[1, heads, width]),
        spans: (&spans[..]).into(),
        cache: &cache,
        scale,
        selection: None,
        part: None,
        out: TensorMut::from_f32(&mut out, &[1, heads, latent]),
    };
    kernel.expect("a kernel").run(dev, args);
    out
}

/// The same on normal latents of the size of a norm's output, at 4,096 positions: scores of a
/// deviation of 1, which weigh thousands of positions, and of 4, which weigh a few.
#[test]
fn fp8_adds_a_bounded_error_at_4096_positions() {
    let dev = device(Compute::F32, 2);
    let [positions, heads, width, latent] = SYNTHETIC;
    for (deviation, bounds) in [(1.0, [0.0016, 0.026]), (4.0, [0.0065, 0.1])] {
        let mut rng = fastrand::Rng::with_seed(7);
        let vectors = normal(&mut rng, positions * width, 1.0);
        // DeepSeek-V3's scale; queries that give scores of the deviation.
        let scale = 0.135_233_8;
        let size = deviation / (scale * (width as f32).sqrt());
        let q = normal(&mut rng, heads * width, size);
        let [exact, bf16, fp8] = [KvFormat::F32, KvFormat::Bf16, KvFormat::Fp8]
            .map(|format| attended(&dev, format, &vectors, &q, scale));
        let of = |found: &[f32]| -> [f64; 2] {
            let heads = found.chunks(latent).zip(exact.chunks(latent));
            let worst = heads.map(|(a, b)| distance(a, b).0).fold(0.0, f64::max);
            [distance(found, &exact).0, worst]
        };
        for (name, [error, worst], bound) in
            [("bf16", of(&bf16), bounds[0]), ("fp8", of(&fp8), bounds[1])]
        {
            println!("scores of {deviation}: {name} {error:.1e}, worst head {worst:.1e}");
            assert!(error > 0.0 && error <= bound, "{name} {error:.1e} over {bound}");
        }
        assert!(of(&fp8)[0] > 4.0 * of(&bf16)[0], "not in fp8");
    }
}

/// Sizes and settings of a config.
fn shape(config: &Value) -> Result<LoadedModel, LoadError> {
    let files = [("config.json", config.to_string().into_bytes())];
    let options = LoadOptions { load_format: LoadFormat::Shape, ..LoadOptions::default() };
    atlas_model::load(&MemorySource::new("memory", files), &device(Compute::Bf16, 1), &options)
}

/// Latents wider than every kernel's limit are refused when the model is loaded, with the ops, the
/// need and each kernel's reason.
#[test]
fn widths_without_a_kernel_are_refused_at_load() {
    for (latent, loads) in [(1024, true), (1025, false)] {
        let mut config = Checkpoint::of("deepseek_v3").config;
        config["kv_lora_rank"] = json!(latent);
        let Err(error) = shape(&config) else {
            assert!(loads, "latents of {latent}");
            continue;
        };
        let text = error.to_string();
        assert!(!loads && matches!(error, LoadError::Kernels(_)), "{text}");
        for part in ["absorb_queries", "latent_values", "latent: 1025", "up to 1024 wide"] {
            assert!(text.contains(part), "{text} does not say {part}");
        }
    }
}

/// `explain` shows one scale of scores, with the numbers and the switch that it comes from, the
/// temperature of queries and every number of YaRN. Published sizes give the published scales.
#[test]
fn the_scale_of_scores_is_one_resolved_setting() {
    let magnitude = |factor: f64, weight: f64| 0.1 * weight * factor.ln() + 1.0;
    let fixture = |case: &str| Checkpoint::of(case).config;
    let mut v3 = fixture("deepseek_v3");
    v3["qk_nope_head_dim"] = json!(128);
    v3["qk_rope_head_dim"] = json!(64);
    v3["rope_scaling"]["mscale_all_dim"] = json!(1.0);
    let mut small4 = fixture("mistral4");
    small4["qk_nope_head_dim"] = json!(64);
    small4["qk_rope_head_dim"] = json!(64);
    small4["rope_parameters"]["factor"] = json!(128);
    let mut native = small4.clone();
    native["mla_scale_mscale2"] = json!(false);
    let mut unsaid = small4.clone();
    unsaid.as_object_mut().expect("an object").remove("mla_scale_mscale2");
    let plain = 24f64.powf(-0.5);
    for (config, scale, says) in [
        (v3, 0.135_233_8, "times 1.873854, YaRN's magnitude squared"),
        (small4, 0.194_969, "; mla_scale_mscale2 is true"),
        (native, 0.088_388_3, "^-0.5; mla_scale_mscale2 is false"),
        (unsaid, 0.088_388_3, "^-0.5; mla_scale_mscale2 is false"),
        (fixture("deepseek_v3"), plain * magnitude(40.0, 0.8).powi(2), "magnitude squared"),
        (fixture("mistral4"), plain * magnitude(16.0, 1.0).powi(2), "mla_scale_mscale2 is true"),
        (fixture("deepseek_v3_plain"), plain, "(qk_nope_head_dim + qk_rope_head_dim)^-0.5"),
    ] {
        let loaded = shape(&config).expect("a config");
        let all = loaded.config.settings.iter().filter(|s| s.name == "softmax_scale");
        let all: Vec<_> = all.collect();
        let [setting] = all[..] else { panic!("{all:?}") };
        let value: f64 = setting.value.parse().expect("a number");
        assert!((value / scale - 1.0).abs() < 3e-6, "{value}, not {scale}");
        assert_eq!(loaded.model.info().softmax_scale, value as f32, "another scale");
        let origin = setting.origin.to_string();
        assert!(origin.contains(says) && origin.starts_with("derived"), "{origin}, not {says}");
        let rope = ["rope_parameters", "rope_scaling"].map(|key| &config[key]);
        for (key, value) in rope.into_iter().filter_map(Value::as_object).flatten() {
            // `type` is shown under its newer name, and the length is that of the model.
            if !value.is_number() || key == "max_position_embeddings" {
                continue;
            }
            let shown = loaded.config.get(key).unwrap_or_else(|| panic!("{key} is not shown"));
            let number = shown.value.parse::<f64>().ok();
            assert_eq!(number, value.as_f64(), "{key} is shown as {}", shown.value);
        }
        let temperature = loaded.config.get("query_temperature").map(|s| s.value.as_str());
        let is_mistral = config["model_type"] == "mistral4";
        let expected = is_mistral.then_some("1 + 0.3 ln(1 + floor(position / 16))");
        assert_eq!(temperature, expected);
        let factor = loaded.config.get("attention_factor").map(|s| s.value.clone());
        assert_eq!(factor.is_some(), rope.iter().any(|rope| rope.is_object()), "{factor:?}");
    }
}
