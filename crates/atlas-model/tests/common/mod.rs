//! Fixtures, and a session that feeds spans to a model.
#![allow(dead_code)]

pub mod gguf;
pub mod gguf_fuzz;

use std::collections::BTreeMap;
use std::path::PathBuf;

use atlas_model::checkpoint::gguf::GgufSource;
use atlas_model::checkpoint::{CheckpointSource, HeaderEntry, read_header};
use atlas_model::verify::{BLOCK_TOKENS, TapRecorder, block_table, make_states};
use atlas_model::{
    Batch, Cx, DirSource, ForwardError, Keeps, LoadError, LoadOptions, LoadedModel, MemorySource,
    Model, TapSink,
};
use atlas_tensor::{
    Arena, Compute, CpuDevice, Device, Isa, LayerState, SpanRows, StepBounds, TensorMut,
};
use serde_json::{Value, json};

/// Every fixture.
pub const CASES: &[&str] = &[
    "deepseek_v3",
    "deepseek_v32",
    "deepseek_v3_plain",
    "llama_longrope",
    "llama_rope_llama3",
    "llama_tied_f16",
    "mistral3_wrapper",
    "mistral4",
    "mistral4_wrapper",
    "mistral_window",
    "nemotron_h",
    "nemotron_h_latent",
    "qwen2_bias",
    "qwen2_window",
    "qwen3_5_moe_text",
    "qwen3_5_moe_wrapper",
    "qwen3_5_text",
    "qwen3_5_wrapper",
    "qwen3_moe_mlp_only",
    "qwen3_moe_top1",
    "qwen3_next",
    "qwen3_next_layer_types",
    "qwen3_tied_f32",
    "qwen3_yarn",
];

/// Every quantised fixture, whose oracle has the dequantised weights.
pub const QUANTISED: &[&str] = &[
    "../quantized/awq_llama",
    "../quantized/fp8_block",
    "../quantized/fp8_row_moe",
    "../quantized/fp8_tensor_modelopt",
    "../quantized/fp8_tensor_static",
    "../quantized/gptq_act_order",
    "../quantized/gptq_dynamic",
    "../quantized/gptq_moe",
    "../quantized/mixed_modelopt_moe",
    "../quantized/mxfp4_ct",
    "../quantized/nvfp4_ct_hybrid",
    "../quantized/nvfp4_modelopt_moe",
    "../quantized/packed_ct",
];

/// GGUF files of every architecture, whose oracle has gguf-py's values of them.
pub const GGUF: &[&str] = &[
    "../gguf/llama",
    "../gguf/mistral",
    "../gguf/mistral3",
    "../gguf/qwen2",
    "../gguf/qwen3",
    "../gguf/qwen35",
    "../gguf/qwen35moe",
    "../gguf/qwen3moe",
    "../gguf/qwen3next",
];

pub fn fixture(case: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(case)
}

pub fn device(compute: Compute, threads: usize) -> Device {
    CpuDevice::new(threads, Isa::detect(), compute).expect("device").into()
}

/// The checkpoint of a fixture. A GGUF file lies beside the recorded taps, in the same file.
pub fn source(case: &str) -> Box<dyn CheckpointSource> {
    let folder = fixture(case);
    if !GGUF.contains(&case) {
        return Box::new(DirSource::new(folder).expect("fixture folder"));
    }
    let file = std::fs::read(folder.join("oracle.safetensors")).expect("fixture");
    let gguf = read_tensors(&file).remove("model.gguf").expect("a GGUF file").bytes;
    let files = Box::new(MemorySource::new("memory", [("model.gguf", gguf)]));
    match GgufSource::open(files, "model.gguf", &[]) {
        Ok(source) => Box::new(source),
        Err(error) => panic!("{case}: {error}"),
    }
}

pub fn load(case: &str, dev: &Device) -> LoadedModel {
    match atlas_model::load(&*source(case), dev, &LoadOptions::default()) {
        Ok(loaded) => loaded,
        Err(error) => panic!("{case}: {error}"),
    }
}

/// The files of a fixture in memory, to be changed.
pub struct Checkpoint {
    pub config: Value,
    pub files: Vec<(String, Vec<u8>)>,
}

/// One tensor of a file.
#[derive(Clone)]
pub struct StoredTensor {
    pub dtype: String,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

pub type Tensors = BTreeMap<String, StoredTensor>;

impl Checkpoint {
    pub fn of(case: &str) -> Self {
        let mut files = vec![];
        for entry in std::fs::read_dir(fixture(case)).expect("fixture folder").flatten() {
            let name = entry.file_name().into_string().expect("name");
            if name.starts_with("model") || name == "hf_quant_config.json" {
                files.push((name, std::fs::read(entry.path()).expect("file")));
            }
        }
        let config = std::fs::read(fixture(case).join("config.json")).expect("config");
        Checkpoint { config: serde_json::from_slice(&config).expect("config"), files }
    }

    pub fn source(&self) -> MemorySource {
        let config = ("config.json".to_owned(), self.config.to_string().into_bytes());
        MemorySource::new("memory", self.files.iter().cloned().chain([config]))
    }

    /// Loads it in f32.
    pub fn load(&self) -> Result<LoadedModel, LoadError> {
        atlas_model::load(&self.source(), &device(Compute::F32, 1), &LoadOptions::default())
    }

    /// Changes the tensors and writes them as one file.
    pub fn edit(&mut self, change: impl FnOnce(&mut Tensors)) {
        let mut tensors = Tensors::new();
        for (name, file) in &self.files {
            if name.ends_with(".safetensors") {
                tensors.extend(read_tensors(file));
            }
        }
        change(&mut tensors);
        self.files = vec![("model.safetensors".to_owned(), write_tensors(&tensors))];
    }
}

pub fn read_tensors(file: &[u8]) -> Tensors {
    let entries = read_header(file).expect("header");
    let tensor = |e: HeaderEntry| {
        let stored = StoredTensor {
            dtype: e.dtype.to_string(),
            shape: e.shape,
            bytes: file[e.bytes].to_vec(),
        };
        (e.name, stored)
    };
    entries.into_iter().map(tensor).collect()
}

pub fn write_tensors(tensors: &Tensors) -> Vec<u8> {
    let mut header = serde_json::Map::new();
    let mut data = vec![];
    for (name, t) in tensors {
        let start = data.len();
        data.extend_from_slice(&t.bytes);
        let entry =
            json!({ "dtype": t.dtype, "shape": t.shape, "data_offsets": [start, data.len()] });
        header.insert(name.clone(), entry);
    }
    let header = Value::Object(header).to_string().into_bytes();
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header);
    file.extend(data);
    file
}

impl StoredTensor {
    fn element_bytes(&self) -> usize {
        if self.dtype == "F32" { 4 } else { 2 }
    }

    /// Rows of the first dimension in a new order.
    pub fn reorder_rows(&mut self, order: impl Fn(usize) -> usize) {
        let row = self.shape[1..].iter().product::<usize>() * self.element_bytes();
        let rows = |i: usize| self.bytes[order(i) * row..][..row].to_vec();
        self.bytes = (0..self.shape[0]).flat_map(rows).collect();
    }

    /// Changes every value of a BF16 or F32 tensor.
    pub fn map(&mut self, change: impl Fn(f32) -> f32) {
        match self.dtype.as_str() {
            "BF16" => {
                for c in self.bytes.chunks_exact_mut(2) {
                    let value = change(half::bf16::from_le_bytes([c[0], c[1]]).to_f32());
                    c.copy_from_slice(&half::bf16::from_f32(value).to_le_bytes());
                }
            }
            "F32" => {
                for c in self.bytes.chunks_exact_mut(4) {
                    let value = change(f32::from_le_bytes([c[0], c[1], c[2], c[3]]));
                    c.copy_from_slice(&value.to_le_bytes());
                }
            }
            other => panic!("{other}"),
        }
    }
}

/// One stretch of a sequence to be fed.
#[derive(Clone, Copy)]
pub struct Feed<'a> {
    pub slot: usize,
    pub start: usize,
    pub tokens: &'a [u32],
}

/// A model with states for some slots.
pub struct Session<'a> {
    pub model: &'a dyn Model,
    pub dev: &'a Device,
    pub states: Vec<LayerState>,
    tokens_max: usize,
}

impl<'a> Session<'a> {
    pub fn new(model: &'a dyn Model, dev: &'a Device, slots: usize, tokens_max: usize) -> Self {
        let states = make_states(model.state_specs(), dev, slots, tokens_max);
        Session { model, dev, states: states.expect("states"), tokens_max }
    }

    /// Runs one step; gives the logits of every row, in row order.
    pub fn step(&mut self, feeds: &[Feed<'_>]) -> Result<Vec<f32>, ForwardError> {
        self.run(feeds, None, None)
    }

    /// The same, with state that is kept on the way.
    pub fn step_keeping(
        &mut self,
        feeds: &[Feed<'_>],
        keeps: Option<Keeps<'_>>,
    ) -> Result<Vec<f32>, ForwardError> {
        self.run(feeds, keeps, None)
    }

    /// The taps of a step.
    pub fn taps(&mut self, feed: Feed<'_>) -> TapRecorder {
        let mut recorder = TapRecorder::default();
        self.run(&[feed], None, Some(&mut recorder)).expect("a step");
        recorder
    }

    fn run(
        &mut self,
        feeds: &[Feed<'_>],
        keeps: Option<Keeps<'_>>,
        taps: Option<&mut TapRecorder>,
    ) -> Result<Vec<f32>, ForwardError> {
        let tokens: Vec<u32> = feeds.iter().flat_map(|f| f.tokens.iter().copied()).collect();
        let positions: Vec<u32> = feeds
            .iter()
            .flat_map(|f| (f.start..f.start + f.tokens.len()).map(|p| p as u32))
            .collect();
        let tables: Vec<Vec<u32>> =
            feeds.iter().map(|f| block_table(f.slot, self.tokens_max)).collect();
        let mut spans = vec![];
        let mut row = 0;
        for (feed, blocks) in feeds.iter().zip(&tables) {
            let len = feed.tokens.len();
            spans.push(SpanRows {
                slot: feed.slot,
                row,
                len,
                start: feed.start as u32,
                drafts: 0,
                blocks,
            });
            row += len;
        }
        let logit_rows: Vec<u32> = (0..row as u32).collect();
        let bound = self.model.scratch_bytes(row, row);
        let arena = Arena::on(self.dev, bound).expect("arena");
        // A kernel that needs more than the bound panics.
        let bounds = StepBounds {
            threads: self.dev.threads(),
            rows: row,
            logit_rows: row,
            positions: self.tokens_max,
            kv_block_tokens: BLOCK_TOKENS,
            on_device: false,
        };
        if let Some(dev) = self.dev.cpu() {
            dev.reserve_workspace(self.model.workspace_bytes(&bounds)).expect("workspace");
        }
        let shape = [row, self.model.info().vocab_size as usize];
        let mut logits = vec![0.0; shape[0] * shape[1]];
        let batch = Batch {
            fed: None,
            tokens: &tokens,
            positions: &positions,
            spans: &spans,
            logit_rows: &logit_rows,
            keeps,
        };
        let taps = taps.map(|recorder| recorder as &mut dyn TapSink);
        let mut cx = Cx { taps, ..Cx::new(self.dev, &arena) };
        self.model.forward(
            &mut cx,
            &batch,
            &mut self.states,
            TensorMut::from_f32(&mut logits, &shape),
        )?;
        // The bound is exact, not only safe.
        assert_eq!(arena.high_water(), bound, "scratch_bytes({row}, {row})");
        Ok(logits)
    }

    /// Feeds `tokens` to slot 0 in chunks; gives the logits of every row.
    pub fn feed_in_chunks(&mut self, tokens: &[u32], chunk: usize) -> Vec<f32> {
        let mut logits = vec![];
        for (i, part) in tokens.chunks(chunk).enumerate() {
            let feed = Feed { slot: 0, start: i * chunk, tokens: part };
            logits.extend(self.step(&[feed]).expect("a consecutive chunk"));
        }
        logits
    }
}

/// Index of the largest value, the first of equals.
pub fn argmax(row: &[f32]) -> u32 {
    let mut best = 0;
    for (i, v) in row.iter().enumerate() {
        if *v > row[best] {
            best = i;
        }
    }
    best as u32
}

pub fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}
