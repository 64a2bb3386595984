//! Checkpoints that were written quantised: they read back as the rounded weights, and a failed
//! run leaves nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use atlas_model::checkpoint::{
    Access, CheckpointSource, DummyFill, TensorBytes, TensorTable, WeightOrigin, WeightStore,
    Weights, Widen, read_header, read_metadata,
};
use atlas_model::config::QuantRecipe;
use atlas_model::quantise::{
    KeepPattern, QuantiseError, QuantiseOptions, QuantiseReport, SHARD_BYTES, quantise_checkpoint,
};
use atlas_model::{DirSource, LoadOptions, MemorySource, Progress};
use atlas_tensor::{Compute, Weight, WeightFormat};
use half::bf16;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Checkpoint, StoredTensor, device, fixture, read_tensors, write_tensors};

const FORMATS: [WeightFormat; 4] =
    [WeightFormat::Fp8Block, WeightFormat::Fp8Row, WeightFormat::Nvfp4, WeightFormat::Mxfp4];
const FUSED: [&[&str]; 3] =
    [&["q_proj", "k_proj", "v_proj"], &["gate_proj", "up_proj"], &["in_proj_qkv", "in_proj_z"]];

/// Name, rows, columns and values of a linear.
type Linears = BTreeMap<String, (usize, usize, Vec<f32>)>;

struct Run<'a> {
    format: WeightFormat,
    keep: &'a [&'a str],
    threads: usize,
    shard_bytes: u64,
    /// The bytes read after which the run is cancelled.
    cancel_after: u64,
}

impl Run<'_> {
    fn new(format: WeightFormat) -> Self {
        Self { format, keep: &[], threads: 1, shard_bytes: SHARD_BYTES, cancel_after: u64::MAX }
    }

    fn of(
        self,
        source: &dyn CheckpointSource,
        out: &Path,
    ) -> Result<QuantiseReport, QuantiseError> {
        let cancelled = AtomicBool::new(false);
        let options = QuantiseOptions {
            format: self.format,
            keep: self.keep.iter().map(|p| KeepPattern::new(p)).collect::<Result<_, _>>()?,
            threads: self.threads,
            shard_bytes: self.shard_bytes,
            progress: &|p: Progress| {
                cancelled.fetch_or(p.done_bytes >= self.cancel_after, Ordering::Relaxed);
            },
            cancelled: &cancelled,
        };
        quantise_checkpoint(source, out, &options)
    }
}

fn dir(case: &str) -> DirSource {
    DirSource::new(fixture(case)).unwrap()
}

fn table(source: &dyn CheckpointSource) -> TensorTable {
    TensorTable::open(source, false, Access::Map).unwrap_or_else(|e| panic!("{e}"))
}

fn store(source: &dyn CheckpointSource) -> WeightStore<'static> {
    WeightStore::new(WeightOrigin::Files(table(source)), true, None)
}

fn bytes(bytes: &TensorBytes) -> &[u8] {
    match bytes {
        TensorBytes::Mapped(bytes) => bytes.as_slice(),
        TensorBytes::Stored(_) => panic!("the files are mapped"),
    }
}

/// The projections of the layers of an unquantised checkpoint, those of stacked experts one by one.
fn linears(source: &dyn CheckpointSource) -> Linears {
    let (store, mut all) = (store(source), Linears::new());
    for (name, tensor) in &table(source).tensors {
        if !name.starts_with("model.layers.") && !name.starts_with("mtp.layers.") {
            continue;
        }
        let (path, last) = name.rsplit_once('.').unwrap();
        let mut add = |name: String, w: Weight| all.insert(name, (w.n(), w.k(), w.to_f32()));
        match (&*tensor.shape, last) {
            (&[n, k], "weight") => {
                let module = path.rsplit('.').next().unwrap();
                let is_gate = ["in_proj_a", "in_proj_b", "in_proj_ba"].contains(&module);
                if module.contains("_proj") && !is_gate {
                    add(path.to_owned(), Weights::root(&store).at(path).matrix("weight", n, k));
                }
            }
            (&[count, n, k], "gate_up_proj" | "down_proj") => {
                let stack = Weights::root(&store).at(path).stack(last, count, n, k);
                for (e, w) in stack.into_iter().enumerate() {
                    if last == "down_proj" {
                        add(format!("{path}.{e}.{last}"), w);
                    } else {
                        add(format!("{path}.{e}.gate_proj"), w.slice_rows(0..n / 2));
                        add(format!("{path}.{e}.up_proj"), w.slice_rows(n / 2..n));
                    }
                }
            }
            _ => {}
        }
    }
    all
}

/// The linear rounded; in NVFP4 projections that are multiplied as one share the global scale.
fn rounded(linears: &Linears, name: &str, format: WeightFormat) -> Vec<f32> {
    let (path, last) = name.rsplit_once('.').unwrap();
    let list = FUSED.iter().find(|list| list.contains(&last));
    let list = list.filter(|_| format == WeightFormat::Nvfp4);
    let (mut values, mut own) = (vec![], 0..0);
    for part in list.map_or(&[last][..], |list| list) {
        if let Some((n, k, more)) = linears.get(&format!("{path}.{part}")) {
            let rows = values.len() / k;
            own = if *part == last { rows..rows + n } else { own };
            values.extend(more);
        }
    }
    let k = linears[name].1;
    Weight::from_f32(format, values.len() / k, k, &values).slice_rows(own).to_f32()
}

/// Loads the model: every tensor is read, and its format is the one that the config states. Gives
/// the elements and the bytes of weights that a token passes.
fn loads(source: &DirSource) -> [u64; 2] {
    let model = atlas_model::load(source, &device(Compute::F32, 1), &LoadOptions::default());
    let model = model.unwrap_or_else(|error| panic!("{error}"));
    let info = model.model.info();
    [info.parameters_per_token, info.weight_bytes_per_token]
}

#[test]
fn written_checkpoints_read_back_as_the_rounded_weights() {
    let cases =
        ["qwen3_5_moe_wrapper", "qwen3_next", "qwen2_bias", "llama_tied_f16", "qwen3_tied_f32"];
    for case in cases {
        let (source, parent) = (dir(case), tempfile::tempdir().unwrap());
        let (wanted, before) = (linears(&source), table(&source));
        for format in FORMATS {
            let out = parent.path().join(format.name());
            let report = Run::new(format).of(&source, &out).unwrap();
            assert_eq!(report.modules, BTreeMap::from([(format.name(), wanted.len())]));
            let written = DirSource::new(&out).unwrap();
            let (after, read) = (table(&written), store(&written));
            for (name, (n, k, _)) in &wanted {
                let got = Weights::root(&read).at(name).matrix("weight", *n, *k);
                assert_eq!(got.n(), *n, "{case} {format}: {name} was not read");
                // A single row or block may be either.
                let formats = [format, WeightFormat::Fp8Block, WeightFormat::Fp8Row];
                assert!(formats.contains(&got.format()), "{case}: {name} is {}", got.format());
                let bits = |x: Vec<f32>| x.into_iter().map(f32::to_bits).collect::<Vec<_>>();
                let expected = bits(rounded(&wanted, name, format));
                assert!(bits(got.to_f32()) == expected, "{case} {format}: {name}");
            }
            // All others are there as they were, and nothing else is.
            let others: BTreeSet<_> =
                before.tensors.keys().filter(|name| after.tensors.contains_key(*name)).collect();
            for name in &others {
                let (a, b) = (&before.tensors[*name], &after.tensors[*name]);
                let is_linear =
                    name.strip_suffix(".weight").is_some_and(|m| wanted.contains_key(m));
                assert_eq!(a.published, b.published);
                assert!(is_linear || (a.dtype == b.dtype && bytes(&a.bytes) == bytes(&b.bytes)));
            }
            let gone = before.tensors.len() - others.len();
            let parts = after.tensors.keys().filter(|n| !others.contains(n)).count();
            assert!(parts > gone, "{case} {format}: {parts} new tensors, {gone} are gone");
            let total = after.tensors.values().map(|t| t.bytes.len() as u64).sum::<u64>();
            assert_eq!((report.bytes_after, report.weight_files), (total, 1));
            let (error, module) = report.largest_error.unwrap();
            let most = if format.row_bytes(2) == 1 { 0.15 } else { 0.04 };
            assert!(error > 0.01 && error < most, "{case} {format}: {error} of {module}");
            let [plain, quantised] = [&source, &written].map(loads);
            assert_eq!(plain[0], quantised[0], "{case} {format}: elements a token passes");
            assert!(quantised[1] < plain[1], "{case} {format}: bytes a token reads");
        }
    }
}

#[test]
fn shards_hold_every_tensor_once_and_threads_change_no_byte() {
    let (source, parent) = (dir("qwen3_5_moe_wrapper"), tempfile::tempdir().unwrap());
    let (one, many) = (parent.path().join("one"), parent.path().join("many"));
    Run::new(WeightFormat::Nvfp4).of(&source, &one).unwrap();
    let run = Run { threads: 3, shard_bytes: 50_000, ..Run::new(WeightFormat::Nvfp4) };
    let report = run.of(&source, &many).unwrap();
    let (whole, split) = (DirSource::new(&one).unwrap(), DirSource::new(&many).unwrap());
    let files = split.list().into_iter().filter(|f| f.ends_with(".safetensors"));
    let sizes: Vec<u64> = files.map(|f| std::fs::metadata(many.join(f)).unwrap().len()).collect();
    assert!(sizes.len() > 2 && sizes.len() == report.weight_files, "{sizes:?}");
    let (whole, split) = (table(&whole), table(&split));
    assert_eq!(whole.tensors.len(), split.tensors.len());
    for (name, tensor) in &whole.tensors {
        let other = &split.tensors[name];
        assert_eq!((&tensor.dtype, &tensor.shape), (&other.dtype, &other.shape), "{name}");
        assert!(bytes(&tensor.bytes) == bytes(&other.bytes), "{name}");
        // Aligned to its elements, so that it is used in place.
        let width = tensor.dtype.bits().unwrap() as usize / 8;
        let file = std::fs::read(many.join(&other.file)).unwrap();
        let entries = read_header(&file).unwrap();
        let at = entries.iter().find(|e| e.name == other.published).unwrap().bytes.start;
        assert_eq!(at % width, 0, "{name}");
    }
}

#[test]
fn kept_modules_stay_in_bf16_and_are_listed() {
    let parent = tempfile::tempdir().unwrap();
    let config = |out: &Path| -> Value {
        serde_json::from_slice(&std::fs::read(out.join("config.json")).unwrap()).unwrap()
    };
    let out = parent.path().join("moe");
    let keep = ["*.layers.1.mlp.experts", "model.layers.3.self_attn.o_proj", "lm_head"];
    let run = Run { keep: &keep, ..Run::new(WeightFormat::Fp8Block) };
    let (source, experts) = (dir("qwen3_5_moe_wrapper"), "layers.1.mlp.experts");
    let report = run.of(&source, &out).unwrap();
    // Gate, up and down of eight experts, and the output projection.
    assert_eq!(report.modules["bf16"], 3 * 8 + 1);
    let config = config(&out)["quantization_config"].clone();
    let listed: Vec<&str> = config["modules_to_not_convert"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    for name in [
        &format!("model.language_model.{experts}"),
        "model.language_model.layers.3.self_attn.o_proj",
        "model.language_model.layers.0.mlp.gate",
        "model.language_model.layers.0.mlp.shared_expert_gate",
        "model.language_model.layers.0.linear_attn.in_proj_a",
        "model.visual.blocks.0.attn.qkv",
        "mtp.fc",
        "lm_head",
    ] {
        assert!(listed.contains(&name), "{name} is not in {listed:?}");
    }
    assert!(!listed.iter().any(|name| name.contains("embed_tokens") || name.contains("norm")));
    let (before, after) = (table(&source), table(&DirSource::new(&out).unwrap()));
    for name in ["gate_up_proj", "down_proj"].map(|part| format!("model.{experts}.{part}")) {
        assert!(bytes(&before.tensors[&name].bytes) == bytes(&after.tensors[&name].bytes));
    }
    loads(&DirSource::new(&out).unwrap());
    // Experts have one format: one projection or one expert keeps all of its layer.
    for (at, pattern) in ["*.layers.1.*.down_proj", "*.layers.1.mlp.experts.3"].iter().enumerate() {
        let out = parent.path().join(at.to_string());
        let run = Run { keep: &[pattern], ..Run::new(WeightFormat::Fp8Row) };
        let report = run.of(&source, &out).unwrap();
        assert_eq!(report.widened, [format!("model.{experts}")]);
        assert_eq!(report.modules["bf16"], 3 * 8 + usize::from(at == 0), "{pattern}");
        loads(&DirSource::new(&out).unwrap());
    }
    // Other types are rounded.
    let out = parent.path().join("f16");
    let source = dir("llama_tied_f16");
    Run { keep: &["*.down_proj"], ..Run::new(WeightFormat::Mxfp4) }.of(&source, &out).unwrap();
    let (wanted, after) = (linears(&source), table(&DirSource::new(&out).unwrap()));
    let (name, (.., values)) = wanted.iter().find(|(name, _)| name.ends_with("down_proj")).unwrap();
    let kept = &after.tensors[&format!("{name}.weight")];
    let expected: Vec<u8> = values.iter().flat_map(|&x| bf16::from_f32(x).to_le_bytes()).collect();
    assert_eq!(kept.dtype.to_string(), "BF16");
    assert!(bytes(&kept.bytes) == expected);
}

/// A checkpoint whose layer 0 has a weight that is no number.
fn with_nan() -> Checkpoint {
    let mut checkpoint = Checkpoint::of("qwen2_bias");
    checkpoint.edit(|tensors| {
        let tensor = tensors.get_mut("model.layers.0.mlp.up_proj.weight").unwrap();
        tensor.bytes[2..4].copy_from_slice(&bf16::NAN.to_le_bytes());
    });
    checkpoint
}

#[test]
fn refused_checkpoints_and_patterns_are_named_and_leave_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let (moe, bias) = ("qwen3_5_moe_wrapper", "qwen2_bias");
    let format = WeightFormat::Nvfp4;
    let done = tempfile::tempdir().unwrap();
    Run::new(format).of(&dir(bias), done.path()).unwrap();
    let quantised = DirSource::new(done.path()).unwrap();
    let nan = with_nan().source();
    let none = MemorySource::new("empty", [("config.json", b"{}".to_vec())]);
    let cases: [(&dyn CheckpointSource, Run, &str); 7] = [
        (&quantised, Run::new(format), "is quantised already (quantization_config in config.json"),
        (&nan, Run::new(format), "model.layers.0.mlp.up_proj: element [0, 1] is NaN"),
        (&none, Run::new(format), "a config without model_type"),
        (
            &dir(moe),
            Run { keep: &["*.self_atn.q_proj"], ..Run::new(format) },
            "model.layers.*.self_attn.q_proj, mtp.layers.*.self_attn.q_proj",
        ),
        (&dir(bias), Run { keep: &["*"], ..Run::new(format) }, "no linear is left to quantise"),
        (&dir(bias), Run { keep: &["[a"], ..Run::new(format) }, "--keep [a: it is no glob"),
        (&dir(moe), Run { cancel_after: 9000, ..Run::new(format) }, "interrupted"),
    ];
    for (source, run, said) in cases {
        let error = run.of(source, &out).unwrap_err().to_string();
        assert!(error.contains(said), "{said}: {error}");
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 0, "{said}");
    }
    let full = done.path();
    let error = Run::new(format).of(&dir(bias), full).unwrap_err().to_string();
    assert_eq!(error, format!("{}: the folder is not empty; give one that is new", full.display()));
    let error = Run::new(format).of(&dir(bias), &out.join("a/b")).unwrap_err().to_string();
    assert!(error.contains("there is no folder"), "{error}");
}

/// The formula of the checkpoint that `tests/data/dequantised.py` quantises: each element has at
/// most 8 significant bits.
fn element(seed: usize, i: usize, k: usize) -> f32 {
    let value = (i * 7919 + seed * 104_729) % 509;
    (value as f32 - 254.0) / (128 << (i / k % 4)) as f32
}

/// Rows that libraries read, and the config of their checkpoint.
const THEIRS: &[u8] = include_bytes!("../data/dequantised.safetensors");
/// Every so many rows are in the file.
const ROW_STEP: usize = 43;

/// The checkpoint of that script: a mixture of two experts in its layer.
fn library_checkpoint(folder: &TempDir) -> DirSource {
    let config = read_metadata(THEIRS, "config").unwrap().unwrap();
    std::fs::write(folder.path().join("config.json"), config).unwrap();
    let mut tensors = BTreeMap::new();
    let mut seed = 0;
    let mut add = |name: &str, shape: &[usize]| {
        let k = *shape.last().unwrap();
        let elements = (0..shape.iter().product()).map(|i| bf16::from_f32(element(seed, i, k)));
        let bytes = elements.flat_map(bf16::to_le_bytes).collect();
        let stored = StoredTensor { dtype: "BF16".into(), shape: shape.to_vec(), bytes };
        tensors.insert(format!("model.{name}"), stored);
        seed += 1;
    };
    add("embed_tokens.weight", &[64, 256]);
    for (name, n, k) in [("q", 128, 256), ("k", 64, 256), ("v", 64, 256), ("o", 256, 128)] {
        add(&format!("layers.0.self_attn.{name}_proj.weight"), &[n, k]);
    }
    for name in ["q_norm", "k_norm"] {
        add(&format!("layers.0.self_attn.{name}.weight"), &[32]);
    }
    add("layers.0.mlp.gate.weight", &[2, 256]);
    for expert in 0..2 {
        for (name, n, k) in [("gate", 128, 256), ("up", 128, 256), ("down", 256, 128)] {
            add(&format!("layers.0.mlp.experts.{expert}.{name}_proj.weight"), &[n, k]);
        }
    }
    for name in ["layers.0.input_layernorm", "layers.0.post_attention_layernorm", "norm"] {
        add(&format!("{name}.weight"), &[256]);
    }
    std::fs::write(folder.path().join("model.safetensors"), write_tensors(&tensors)).unwrap();
    DirSource::new(folder.path()).unwrap()
}

#[test]
fn libraries_dequantise_written_weights_to_the_same_bits() {
    let (folder, parent) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let source = library_checkpoint(&folder);
    let theirs = read_tensors(THEIRS);
    let mut compared = BTreeMap::<&str, usize>::new();
    for format in FORMATS {
        let out = parent.path().join(format.name());
        Run::new(format).of(&source, &out).unwrap();
        let read = store(&DirSource::new(&out).unwrap());
        for (name, (n, k, _)) in linears(&source) {
            let Some(wanted) = theirs.get(&format!("{format}.{name}")) else { continue };
            let ours = Weights::root(&read).at(&name).matrix("weight", n, k);
            assert_eq!(wanted.shape, [n.div_ceil(ROW_STEP), k]);
            for (wanted, i) in wanted.bytes.chunks_exact(k * 4).zip((0..n).step_by(ROW_STEP)) {
                let mut row = vec![f32::NAN; k];
                ours.row_f32(i, &mut row);
                let same = bytemuck::cast_slice::<f32, u8>(&row) == wanted;
                assert!(same, "{format}: row {i} of {name}");
            }
            *compared.entry(format.name()).or_default() += 1;
        }
    }
    let all = FORMATS.map(|format| (format.name(), 10));
    assert_eq!(compared, BTreeMap::from(all));
}

/// Whether the first query projection may have inputs of 8 bits, as loaded and with its layer
/// widened, and as a dummy.
fn rounds_inputs(folder: &Path) -> [bool; 3] {
    let source = DirSource::new(folder).unwrap();
    let config = source.read("config.json").unwrap().unwrap();
    let config: Value = serde_json::from_slice(&config).unwrap();
    let recipe = QuantRecipe::read(config.as_object().unwrap(), None, &[]).unwrap().map(Arc::new);
    let shape = &table(&source).tensors["model.layers.0.self_attn.q_proj.weight"].shape;
    let (n, k) = (shape[0], shape[1]);
    let files = || WeightOrigin::Files(table(&source));
    let dummies = || WeightOrigin::Dummy(DummyFill::new(1, 1));
    let layers = [BTreeSet::new(), BTreeSet::from([0]), BTreeSet::new()];
    let origins = [files(), files(), dummies()];
    let each = origins.into_iter().zip(layers).map(|(origin, widened)| {
        let store = WeightStore::new(origin, true, None)
            .quantised_by((recipe.clone(), Widen { layers: widened, ..Widen::default() }));
        let weights = Weights::root(&store).at("model.layers.0.self_attn.q_proj");
        weights.matrix("weight", n, k).rounds_inputs()
    });
    each.collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn inputs_are_rounded_where_the_config_states_it() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quantized");
    for case in ["fp8_block", "fp8_row_moe", "fp8_tensor_static"] {
        assert_eq!(rounds_inputs(&stored.join(case)), [true, false, true], "{case}");
    }
    assert_eq!(rounds_inputs(&fixture("qwen3_tied_f32")), [false; 3]);
}
