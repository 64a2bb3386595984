//! Mistakes that a model could make, planted in its weights or config. Each must turn the
//! comparison with the oracle red, at the tap where it was planted.

mod common;
#[path = "planted_faults/continued.rs"]
mod continued;

use atlas_model::checkpoint::Widen;
use atlas_model::verify::{Report, compare};
use atlas_tensor::numbers::E4M3;
use atlas_tensor::{Compute, SpanRows};
use common::{Checkpoint, Feed, Session, Tensors, bits, device, fixture, load};
use serde_json::{Value, json};

fn compared(checkpoint: &Checkpoint, case: &str) -> Report {
    let loaded = checkpoint.load().expect("a planted fault must load");
    let dev = device(Compute::F32, 1);
    let path = fixture(case).join("oracle.safetensors");
    compare(&*loaded.model, &dev, &path).expect("comparison")
}

fn assert_first_divergence(name: &str, report: &Report, tap: &str) {
    let found = report.first_divergence().map(|t| t.name.as_str());
    assert_eq!(found, Some(tap), "{name}");
}

fn weights(name: &str, case: &str, tap: &str, change: impl FnOnce(&mut Tensors)) {
    let mut checkpoint = Checkpoint::of(case);
    checkpoint.edit(|_| {});
    assert_eq!(compared(&checkpoint, case).first_divergence(), None, "{name}: before the fault");
    checkpoint.edit(change);
    assert_first_divergence(name, &compared(&checkpoint, case), tap);
}

fn config(name: &str, case: &str, tap: &str, change: impl FnOnce(&mut Value)) {
    let mut checkpoint = Checkpoint::of(case);
    change(&mut checkpoint.config);
    assert_first_divergence(name, &compared(&checkpoint, case), tap);
}

fn tensor<'a>(tensors: &'a mut Tensors, name: &str) -> &'a mut common::StoredTensor {
    tensors.get_mut(name).unwrap_or_else(|| panic!("{name}"))
}

fn swap(tensors: &mut Tensors, a: &str, b: &str) {
    let (one, two) = (tensors.remove(a).expect("tensor"), tensors.remove(b).expect("tensor"));
    tensors.insert(a.into(), two);
    tensors.insert(b.into(), one);
}

#[test]
fn attention_faults_are_found() {
    // Query and gate are halves of each head's rows, not of the matrix.
    let (heads, dim) = (3, 24);
    weights("gate before query", "qwen3_5_text", "layers.3.mixer_out", |t| {
        tensor(t, "model.layers.3.self_attn.q_proj.weight")
            .reorder_rows(|i| i / (2 * dim) * 2 * dim + (i + dim) % (2 * dim));
    });
    weights("all queries, then all gates", "qwen3_5_text", "layers.3.mixer_out", |t| {
        let order = |i: usize| (i / dim % 2) * heads * dim + i / (2 * dim) * dim + i % dim;
        tensor(t, "model.layers.3.self_attn.q_proj.weight").reorder_rows(order);
    });
    weights("query and key norms swapped", "qwen3_tied_f32", "layers.0.mixer_out", |t| {
        let at = "model.layers.0.self_attn";
        swap(t, &format!("{at}.q_norm.weight"), &format!("{at}.k_norm.weight"));
    });
    weights("no key bias", "qwen2_bias", "layers.1.mixer_out", |t| {
        tensor(t, "model.layers.1.self_attn.k_proj.bias").map(|_| 0.0);
    });
    weights("interleaved rotation", "llama_rope_llama3", "layers.0.mixer_out", |t| {
        // Rows paired as (2i, 2i+1) where the model pairs (i, i + 8).
        for part in ["q_proj.weight", "k_proj.weight"] {
            let order = |i: usize| i / 16 * 16 + (i % 2) * 8 + i % 16 / 2;
            tensor(t, &format!("model.layers.0.self_attn.{part}")).reorder_rows(order);
        }
    });
}

#[test]
fn latent_attention_faults_are_found() {
    let at = "model.layers.0.self_attn";
    // The scale of an unabsorbed head, of the latent, and without the magnitude.
    config("scale without the magnitude", "mistral4", "layers.0.mixer_out", |config| {
        config["mla_scale_mscale2"] = json!(false);
    });
    weights("scale of the latent", "deepseek_v3", "layers.0.mixer_out", |t| {
        let factor = (24.0f32 / 40.0).sqrt();
        tensor(t, &format!("{at}.q_a_layernorm.weight")).map(|w| w * factor);
    });
    config("pairs taken as halves", "deepseek_v3", "layers.0.mixer_out", |config| {
        config["rope_interleave"] = json!(false);
    });
    config("one temperature for all positions", "mistral4", "layers.0.mixer_out", |config| {
        config["rope_parameters"]["llama_4_scaling_beta"] = json!(1e-9);
    });
    weights("values before keys", "deepseek_v3", "layers.0.mixer_out", |t| {
        let (keys, values) = (16, 20);
        let head = keys + values;
        let order = |i: usize| i / head * head + (i % head + keys) % head;
        tensor(t, &format!("{at}.kv_b_proj.weight")).reorder_rows(order);
    });
    weights("bias of the choice in the weights", "deepseek_v3", "layers.1.router_ids", |t| {
        tensor(t, "model.layers.1.mlp.gate.e_score_correction_bias").map(|b| -b);
    });
    config("all groups kept", "deepseek_v3", "layers.1.router_ids", |config| {
        config["topk_group"] = json!(4);
    });
    config("weights without their factor", "deepseek_v3", "layers.1.router_weights", |config| {
        config["routed_scaling_factor"] = json!(1.0);
    });
}

#[test]
fn indexer_faults_are_found() {
    let at = "model.layers.0.self_attn.indexer";
    let rotated = ["wq_b.weight", "wk.weight", "k_norm.weight", "k_norm.bias"];
    let fault = |name: &str, change: &dyn Fn(&mut Tensors)| {
        weights(name, "deepseek_v32", "layers.0.indexer_ids", change);
    };
    fault("neighbours rotated as in the main attention", &|t| {
        // Of 12 elements the first 8 are rotated, in pairs (i, i + 4) and not (2i, 2i + 1).
        let order = |i: usize| match i % 12 {
            d if d < 4 => i + d,
            d if d < 8 => i + d - 7,
            _ => i,
        };
        rotated.iter().for_each(|part| tensor(t, &format!("{at}.{part}")).reorder_rows(order));
    });
    fault("the last elements rotated", &|t| {
        let order = |i: usize| i - i % 12 + (i % 12 + 4) % 12;
        rotated.iter().for_each(|part| tensor(t, &format!("{at}.{part}")).reorder_rows(order));
    });
    fault("keys without the bias of their norm", &|t| {
        tensor(t, &format!("{at}.k_norm.bias")).map(|_| 0.0);
    });
    fault("one weight for all heads", &|t| {
        tensor(t, &format!("{at}.weights_proj.weight")).reorder_rows(|_| 0);
    });
}

#[test]
fn mamba_faults_are_found() {
    let at = "backbone.layers.0.mixer";
    config("steps without their limits", "nemotron_h", "layers.0.mixer_out", |config| {
        config["time_step_limit"] = json!([0.0, 100.0]);
    });
    weights("gates and inputs swapped", "nemotron_h", "layers.0.mixer_out", |t| {
        let inner = 48;
        let order = |i: usize| if i < 2 * inner { (i + inner) % (2 * inner) } else { i };
        tensor(t, &format!("{at}.in_proj.weight")).reorder_rows(order);
    });
    weights("B and C swapped", "nemotron_h", "layers.0.mixer_out", |t| {
        let (from, width) = (2 * 48, 2 * 12);
        let order = |i: usize| match i.checked_sub(from) {
            Some(at) if at < 2 * width => from + (at + width) % (2 * width),
            _ => i,
        };
        tensor(t, &format!("{at}.in_proj.weight")).reorder_rows(order);
    });
    weights("no input in the output", "nemotron_h", "layers.0.mixer_out", |t| {
        tensor(t, &format!("{at}.D")).map(|_| 0.0);
    });
    weights("no bias of the convolution", "nemotron_h", "layers.0.mixer_out", |t| {
        tensor(t, &format!("{at}.conv1d.bias")).map(|_| 0.0);
    });
    weights("decay rate without its exponential", "nemotron_h", "layers.0.mixer_out", |t| {
        tensor(t, &format!("{at}.A_log")).map(|a| a.abs().ln());
    });
}

#[test]
fn norm_faults_are_found() {
    // w - 1 in a zero-centred norm multiplies by w, as a plain norm would.
    weights("zero-centred taken as plain", "qwen3_next", "layers.0.mixer_out", |t| {
        tensor(t, "model.layers.0.input_layernorm.weight").map(|w| w - 1.0);
    });
    weights("gated norm taken as zero-centred", "qwen3_next", "layers.0.mixer_out", |t| {
        tensor(t, "model.layers.0.linear_attn.norm.weight").map(|w| w + 1.0);
    });
    weights("plain taken as zero-centred", "qwen3_tied_f32", "final_norm", |t| {
        tensor(t, "model.norm.weight").map(|w| w + 1.0);
    });
}

#[test]
fn recurrent_faults_are_found() {
    let at = "model.layers.0.linear_attn";
    weights("convolution runs backwards", "qwen3_5_text", "layers.0.mixer_out", |t| {
        let conv = tensor(t, &format!("{at}.conv1d.weight"));
        let (channels, kernel) = (conv.shape[0], conv.shape[2]);
        conv.shape = vec![channels * kernel];
        conv.reorder_rows(|i| i / kernel * kernel + (kernel - 1 - i % kernel));
        conv.shape = vec![channels, 1, kernel];
    });
    weights("decay and write strength swapped", "qwen3_5_text", "layers.0.mixer_out", |t| {
        swap(t, &format!("{at}.in_proj_a.weight"), &format!("{at}.in_proj_b.weight"));
    });
    weights("decay rate without its exponential", "qwen3_5_text", "layers.0.mixer_out", |t| {
        tensor(t, &format!("{at}.A_log")).map(|a| a.abs().ln());
    });
    // Rows as all q | all k | all v | all z, where the file groups them by key head.
    weights("key-head groups ignored", "qwen3_next", "layers.0.mixer_out", |t| {
        let (groups, dk, values) = (2, 16, 48);
        let group = 2 * dk + 2 * values;
        let order = move |i: usize| {
            let (g, i) = (i / group, i % group);
            let (start, offset, width) = match i {
                i if i < dk => (0, i, dk),
                i if i < 2 * dk => (groups * dk, i - dk, dk),
                i if i < 2 * dk + values => (2 * groups * dk, i - 2 * dk, values),
                i => (groups * (2 * dk + values), i - 2 * dk - values, values),
            };
            start + g * width + offset
        };
        tensor(t, &format!("{at}.in_proj_qkvz.weight")).reorder_rows(order);
    });
}

#[test]
fn feed_forward_faults_are_found() {
    weights("gate and up swapped", "llama_rope_llama3", "layers.0.mlp_out", |t| {
        let at = "model.layers.0.mlp";
        swap(t, &format!("{at}.gate_proj.weight"), &format!("{at}.up_proj.weight"));
    });
    let fused = "model.language_model.layers.0.mlp.experts.gate_up_proj";
    weights("fused halves swapped", "qwen3_5_moe_wrapper", "layers.0.mlp_out", |t| {
        let experts = tensor(t, fused);
        let (shape, width) = (experts.shape.clone(), experts.shape[1] / 2);
        experts.shape = vec![shape[0] * 2, width, shape[2]];
        experts.reorder_rows(|i| i ^ 1);
        experts.shape = shape;
    });
    weights("fused rows interleaved", "qwen3_5_moe_wrapper", "layers.0.mlp_out", |t| {
        let experts = tensor(t, fused);
        let (shape, rows) = (experts.shape.clone(), experts.shape[1]);
        experts.shape = vec![shape[0] * rows, shape[2]];
        experts.reorder_rows(|i| {
            let (expert, row) = (i / rows, i % rows);
            expert * rows + (row % (rows / 2)) * 2 + row / (rows / 2)
        });
        experts.shape = shape;
    });
    weights("shared expert ungated", "qwen3_next", "layers.0.mlp_out", |t| {
        tensor(t, "model.layers.0.mlp.shared_expert_gate.weight").map(|_| 0.0);
    });
    weights("experts off by one", "qwen3_moe_mlp_only", "layers.0.mlp_out", |t| {
        for part in ["gate_proj", "up_proj", "down_proj"] {
            let name = |e: usize| format!("model.layers.0.mlp.experts.{e}.{part}.weight");
            (1..7).for_each(|e| swap(t, &name(0), &name(e)));
        }
    });
}

#[test]
fn config_faults_are_found() {
    let set = |key: &'static str, value: Value| move |c: &mut Value| c[key] = value;
    config(
        "window one longer",
        "mistral_window",
        "layers.0.mixer_out",
        set("sliding_window", json!(41)),
    );
    config(
        "window one shorter",
        "mistral_window",
        "layers.0.mixer_out",
        set("sliding_window", json!(39)),
    );
    config(
        "window a layer late",
        "qwen2_window",
        "layers.1.mixer_out",
        set("max_window_layers", json!(2)),
    );
    config(
        "no rope scaling",
        "llama_rope_llama3",
        "layers.0.mixer_out",
        set("rope_scaling", Value::Null),
    );
    config(
        "half the rotation",
        "qwen3_next",
        "layers.3.mixer_out",
        set("partial_rotary_factor", json!(0.125)),
    );
    config("another theta", "qwen2_bias", "layers.0.mixer_out", set("rope_theta", json!(10000.0)));
    config(
        "weights renormalised",
        "qwen3_moe_top1",
        "layers.1.router_weights",
        set("norm_topk_prob", json!(true)),
    );
    config(
        "weights not renormalised",
        "qwen3_moe_mlp_only",
        "layers.0.router_weights",
        set("norm_topk_prob", json!(false)),
    );
    config("longrope factors", "llama_longrope", "layers.0.mixer_out", |c| {
        c["rope_scaling"]["long_factor"] = c["rope_scaling"]["short_factor"].clone();
    });
    config("yarn factor", "qwen3_yarn", "layers.0.mixer_out", |c| {
        c["rope_parameters"]["factor"] = json!(2.0);
    });
}

/// From one token on, every position is one too high.
#[test]
fn a_skipped_position_changes_every_later_row() {
    let dev = device(Compute::F32, 1);
    for case in ["qwen3_tied_f32", "qwen3_next"] {
        let loaded = load(case, &dev);
        let ids: Vec<u32> = (20..60).collect();
        let vocab = loaded.model.info().vocab_size as usize;
        let mut right = Session::new(&*loaded.model, &dev, 1, 64);
        let expected = bits(&right.feed_in_chunks(&ids, ids.len()));
        let mut wrong = Session::new(&*loaded.model, &dev, 1, 64);
        wrong.feed_in_chunks(&ids[..30], 30);
        let skip = SpanRows { slot: 0, row: 0, len: 1, start: 30, drafts: 0, blocks: &[] };
        for state in &mut wrong.states {
            state.advance(&[skip]).expect("advance");
        }
        let feed = Feed { slot: 0, start: 31, tokens: &ids[30..] };
        let found = bits(&wrong.step(&[feed]).expect("step"));
        for (row, logits) in found.chunks(vocab).enumerate() {
            assert_ne!(logits, &expected[(30 + row) * vocab..][..vocab], "{case}: row {row}");
        }
    }
}

const BLOCKS: &str = "../quantized/fp8_block";
const ROWS: &str = "../quantized/fp8_row_moe";
const NVFP4: &str = "../quantized/nvfp4_modelopt_moe";
const MXFP4: &str = "../quantized/mxfp4_ct";
const Q: &str = "model.layers.0.self_attn.q_proj";

/// Elements of `bytes` bytes of a matrix of so many columns, in the order of `from`.
fn rearrange(t: &mut common::StoredTensor, bytes: usize, from: impl Fn(usize) -> usize) {
    let old = t.bytes.clone();
    for (i, to) in t.bytes.chunks_exact_mut(bytes).enumerate() {
        to.copy_from_slice(&old[from(i) * bytes..][..bytes]);
    }
}

/// Mistakes in reading scales: each changes the checkpoint into one that a right reader reads as
/// the faulty reader reads the unchanged one.
#[test]
fn faults_of_scales_are_found() {
    // Down has 2 by 2 blocks.
    let down = "model.layers.0.mlp.down_proj.weight_scale_inv";
    weights("scales transposed", BLOCKS, "layers.0.mlp_out", |t| {
        rearrange(tensor(t, down), 2, |i| i % 2 * 2 + i / 2);
    });
    weights("N and K of the scales swapped", BLOCKS, "layers.0.mlp_out", |t| {
        rearrange(tensor(t, down), 2, |i| 3 - i);
    });
    weights("scale applied twice", BLOCKS, "layers.0.mixer_out", |t| {
        tensor(t, &format!("{Q}.weight_scale_inv")).map(|s| s * s);
    });
    weights("scale left out", ROWS, "layers.0.mixer_out", |t| {
        tensor(t, &format!("{Q}.weight_scale")).map(|_| 1.0);
    });
    weights("one scale for all rows", ROWS, "layers.0.mixer_out", |t| {
        let scales = tensor(t, &format!("{Q}.weight_scale"));
        rearrange(scales, 4, |_| 0);
    });
    weights("global scale inverted", NVFP4, "layers.0.mixer_out", |t| {
        tensor(t, &format!("{Q}.weight_scale_2")).map(|s| 1.0 / s);
    });
    weights("one layer's scales taken for another's", BLOCKS, "layers.0.mixer_out", |t| {
        let v = "model.layers.0.self_attn.v_proj.weight_scale_inv";
        swap(t, &format!("{Q}.weight_scale_inv"), v);
        let shape = tensor(t, v).shape.clone();
        tensor(t, &format!("{Q}.weight_scale_inv")).shape = shape;
    });
}

/// Scale of an element `[row, column]` from a grid of so many columns.
type ScaleOf<'a> = &'a dyn Fn(&[f32], usize, [usize; 2]) -> f32;

/// The checkpoint of FP8 blocks with a module as a reader reads it: values in f32 with the scales
/// that it takes.
fn as_read(module: &str, scale: ScaleOf<'_>) -> Checkpoint {
    let mut checkpoint = Checkpoint::of(BLOCKS);
    checkpoint.config["quantization_config"]["modules_to_not_convert"] = json!([module]);
    checkpoint.edit(|t| {
        let scales = t.remove(&format!("{module}.weight_scale_inv")).expect("scales");
        let bf16 = |c: &[u8]| half::bf16::from_le_bytes([c[0], c[1]]).to_f32();
        let grid: Vec<f32> = scales.bytes.chunks_exact(2).map(bf16).collect();
        let weight = tensor(t, &format!("{module}.weight"));
        let k = weight.shape[1];
        let value = |(at, &code): (usize, &u8)| {
            E4M3[usize::from(code)] * scale(&grid, scales.shape[1], [at / k, at % k])
        };
        weight.bytes =
            weight.bytes.iter().enumerate().map(value).flat_map(f32::to_le_bytes).collect();
        weight.dtype = "F32".into();
    });
    checkpoint
}

/// Scales taken with another grouping than the format's.
#[test]
fn faults_of_groups_are_found() {
    let of_blocks = |of: usize| {
        move |grid: &[f32], columns: usize, [row, column]: [usize; 2]| {
            let last = grid.len() / columns - 1;
            grid[(row / of).min(last) * columns + (column / of).min(columns - 1)]
        }
    };
    let cases: [(&str, ScaleOf<'_>, Option<&str>); 4] = [
        ("blocks of 128", &of_blocks(128), None),
        ("block size 64 for 128", &of_blocks(64), Some("layers.0.mlp_out")),
        (
            "scales of blocks read as of rows",
            &|grid, _, [row, _]| grid[row.min(grid.len() - 1)],
            Some("layers.0.mlp_out"),
        ),
        (
            "scales of blocks read as of rows of blocks",
            &|grid, columns, [row, _]| grid[row / 128 * columns],
            Some("layers.0.mlp_out"),
        ),
    ];
    for (name, scale, tap) in cases {
        let report = compared(&as_read("model.layers.0.mlp.down_proj", scale), BLOCKS);
        assert_eq!(report.first_divergence().map(|t| t.name.as_str()), tap, "{name}");
    }
    for (case, fault) in [(NVFP4, "group of 32 for 16"), (MXFP4, "group of 64 for 32")] {
        weights(fault, case, "layers.0.mixer_out", |t| {
            let scales = tensor(t, &format!("{Q}.weight_scale"));
            let columns = scales.shape[1];
            rearrange(scales, 1, |i| i / columns * columns + i % columns / 2);
        });
        weights("block scales read as of rows", case, "layers.0.mixer_out", |t| {
            let scales = tensor(t, &format!("{Q}.weight_scale"));
            let columns = scales.shape[1];
            rearrange(scales, 1, |i| i / columns * columns);
        });
    }
}

#[test]
fn faults_of_codes_are_found() {
    let halves = |t: &mut common::StoredTensor| {
        t.bytes.iter_mut().for_each(|b| *b = b.rotate_left(4));
    };
    weights("nibbles swapped", NVFP4, "layers.0.mixer_out", |t| {
        halves(tensor(t, &format!("{Q}.weight")));
    });
    weights("nibbles swapped", MXFP4, "layers.0.mixer_out", |t| {
        halves(tensor(t, &format!("{Q}.weight_packed")));
    });
    weights("block scales shifted by one", MXFP4, "layers.0.mixer_out", |t| {
        let scales = tensor(t, &format!("{Q}.weight_scale"));
        let count = scales.bytes.len();
        rearrange(scales, 1, |i| (i + 1) % count);
    });
}

/// Contradictory checkpoints do not load, and the error names the tensor.
#[test]
fn contradictions_of_quantised_checkpoints_are_errors() {
    type Change =
        (&'static str, &'static str, fn(&mut Tensors, &mut Value), &'static [&'static str]);
    let cases: &[Change] = &[
        (
            "no scale",
            BLOCKS,
            |t, _| drop(t.remove(&format!("{Q}.weight_scale_inv"))),
            &["no scale", "q_proj.weight", "F8_E4M3"],
        ),
        (
            "scales of other blocks",
            BLOCKS,
            |t, _| tensor(t, &format!("{Q}.weight_scale_inv")).shape = vec![2, 1],
            &["misshapen", "q_proj.weight_scale_inv"],
        ),
        (
            "the config states another format",
            BLOCKS,
            |_, c| c["quantization_config"]["weight_block_size"] = json!([64, 64]),
            &["64"],
        ),
        (
            "a module is said to be whole",
            BLOCKS,
            |_, c| {
                c["quantization_config"]["modules_to_not_convert"] = json!([Q]);
            },
            &["contradiction", "q_proj.weight", "fp8-block"],
        ),
        (
            "a scale of zero",
            NVFP4,
            |t, _| tensor(t, &format!("{Q}.weight_scale_2")).map(|_| 0.0),
            &["bad scale", "weight_scale_2", "above zero"],
        ),
        (
            "a scale below zero",
            ROWS,
            |t, _| tensor(t, &format!("{Q}.weight_scale")).map(|s| -s),
            &["bad scale", "q_proj.weight_scale", "zero or above"],
        ),
        (
            "a scale that is no number",
            ROWS,
            |t, _| tensor(t, &format!("{Q}.weight_scale")).map(|_| f32::NAN),
            &["bad scale", "q_proj.weight_scale"],
        ),
        (
            "no global scale",
            NVFP4,
            |t, _| drop(t.remove(&format!("{Q}.weight_scale_2"))),
            &["no scale", "weight_scale_2 or weight_global_scale"],
        ),
    ];
    for (name, case, change, says) in cases {
        let mut checkpoint = Checkpoint::of(case);
        let mut config = checkpoint.config.clone();
        checkpoint.edit(|tensors| change(tensors, &mut config));
        checkpoint.config = config;
        let error = checkpoint.load().err().unwrap_or_else(|| panic!("{name}: it loads"));
        let text = error.to_string();
        assert!(says.iter().all(|word| text.contains(word)), "{name}: {text}");
    }
}

/// Rows of zeros may have a scale of zero, and scales may be subnormal.
#[test]
fn scales_at_the_end_of_their_range_load() {
    for least in [0.0, f32::from_bits(1), f32::MAX] {
        let mut checkpoint = Checkpoint::of(ROWS);
        checkpoint.edit(|t| tensor(t, &format!("{Q}.weight_scale")).map(|_| least));
        assert!(checkpoint.load().is_ok(), "{least}");
    }
}

/// Quantised layers that are widened give what the oracle has too.
#[test]
fn widened_layers_equal_the_oracle() {
    for case in common::QUANTISED.iter().chain(common::GGUF) {
        let dev = device(Compute::F32, 1);
        let options = atlas_model::LoadOptions {
            widen: Widen { layers: [0].into(), ..Widen::default() },
            ..atlas_model::LoadOptions::default()
        };
        let loaded = atlas_model::load(&*common::source(case), &dev, &options).expect("loads");
        let path = fixture(case).join("oracle.safetensors");
        let report = compare(&*loaded.model, &dev, &path).expect("comparison");
        // bf16 keeps eight bits of the products of codes and scales.
        let far = report.taps.iter().find(|tap| tap.cosine < 0.9995);
        assert!(far.is_none(), "{case}: {:?}", far.map(|tap| (&tap.name, tap.cosine)));
        let first = loaded.formats.iter().filter(|(name, _)| name.contains("layers.0."));
        assert!(first.into_iter().all(|(_, format)| !format.is_quantised()), "{case}");
    }
}
