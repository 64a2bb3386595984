//! Random damage to GGUF files, and what must hold of any file.

use super::gguf::{Raw, families, tokenizer_of};
use super::{Feed, Session};
use atlas_model::checkpoint::gguf::{Gguf, GgufModel, GgufSource, tokenizer_files};
use atlas_model::{LoadFormat, LoadOptions, MemorySource};
use atlas_tensor::Device;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Longest time that a file may take. They have less than 200 kB.
const TIME_MAX: Duration = Duration::from_secs(5);
/// Largest number of a config that is tried on its family.
const SIZE_MAX: u64 = 256;
/// Tokenizers of each algorithm.
const TOKENIZERS: [&str; 3] = ["llama-bpe", "qwen2", "spm"];
/// Values at the ends of ranges and around them.
const VALUES: [u64; 14] = [
    0,
    1,
    2,
    3,
    31,
    32,
    255,
    1 << 14,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 62,
    1 << 63,
    u64::MAX,
];

/// The files of a checkpoint by name.
pub type Files = Vec<(String, Vec<u8>)>;

/// Checkpoints by the stage that they reach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub checkpoints: usize,
    /// Whole GGUF files.
    pub opened: usize,
    /// Models of a family, by metadata and names.
    pub models: usize,
    /// Models whose config a family takes.
    pub taken: usize,
    /// Models whose tensors load, and that computed a step.
    pub loaded: usize,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.checkpoints += other.checkpoints;
        self.opened += other.opened;
        self.models += other.models;
        self.taken += other.taken;
        self.loaded += other.loaded;
    }
}

/// Good checkpoints that damage begins with: those of the families, and tokenizers without a model.
pub fn corpus() -> Vec<Files> {
    let family = |files: BTreeMap<String, Vec<u8>>| {
        let files = files.into_iter().filter(|(name, _)| name.ends_with(".gguf"));
        let without_tokenizer = |(name, bytes): (String, Vec<u8>)| {
            let mut raw = Raw::of(&bytes);
            // A few words without merges, which no model could be served with.
            if raw.entries.iter().any(|(key, ..)| key == "tokenizer.ggml.model") {
                raw.set_text("tokenizer.ggml.model", "none");
            }
            (name, raw.bytes())
        };
        files.map(without_tokenizer).collect()
    };
    let tokenizer = |name| vec![("tokenizer.gguf".to_owned(), tokenizer_of(name))];
    families().into_values().map(family).chain(TOKENIZERS.map(tokenizer)).collect()
}

fn value(rng: &mut Rng) -> u64 {
    let value = VALUES[rng.usize(..VALUES.len())];
    if rng.bool() { value } else { value.wrapping_add(rng.u64(..8)).wrapping_sub(4) }
}

/// Damages one or more files of a checkpoint.
pub fn damage(rng: &mut Rng, corpus: &[Files]) -> Files {
    let mut files = corpus[rng.usize(..corpus.len())].clone();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..files.len());
        let other = &corpus[rng.usize(..corpus.len())];
        let other = &other[rng.usize(..other.len())].1;
        match rng.u8(..8) {
            0 => files[at].1 = other.clone(),
            1..4 => {
                // Only a file that is still whole has parts.
                let is_whole = corpus.iter().flatten().any(|(_, file)| *file == files[at].1);
                if is_whole {
                    let mut raw = Raw::of(&files[at].1);
                    (0..rng.usize(1..5)).for_each(|_| damage_parts(rng, &mut raw, other));
                    files[at].1 = raw.bytes();
                }
            }
            _ => (0..rng.usize(1..4)).for_each(|_| damage_bytes(rng, &mut files[at].1)),
        }
    }
    files
}

/// Changes one part of a file and leaves the others right.
fn damage_parts(rng: &mut Rng, raw: &mut Raw, other: &[u8]) {
    if raw.entries.is_empty() {
        return;
    }
    let (entry, tensor) = (rng.usize(..raw.entries.len()), rng.usize(..raw.tensors.len().max(1)));
    match rng.u8(..13) {
        0 => drop(raw.entries.remove(entry)),
        1 => raw.entries[entry].1 = rng.u32(..14),
        2 => {
            let (ty, size) = [(0, 1), (2, 2), (4, 4), (5, 4), (6, 4), (10, 8)][rng.usize(..6)];
            raw.entries[entry].1 = ty;
            raw.entries[entry].2 = value(rng).to_le_bytes()[..size].to_vec();
        }
        3 => {
            let other = Raw::of(other);
            let more = &other.entries[rng.usize(..other.entries.len())];
            raw.entries.push(more.clone());
        }
        4 => {
            let names = ["rope.scaling.type", "attention.sliding_window", "rope.scaling.factor"];
            let family = raw.entries[entry].0.split('.').next().unwrap_or("").to_owned();
            let key = format!("{family}.{}", names[rng.usize(..3)]);
            match rng.bool() {
                true => raw.set_text(&key, ["yarn", "longrope", "linear"][rng.usize(..3)]),
                false => raw.set_u32(&key, value(rng) as u32),
            }
        }
        5 => raw.set_u32("general.alignment", value(rng) as u32),
        6 => raw.tensor_count = Some(value(rng)),
        _ if raw.tensors.is_empty() => raw.entry_count = Some(value(rng)),
        7 => drop(raw.tensors.swap_remove(tensor)),
        8 => raw.tensors[tensor].ty = rng.u32(..44),
        9 => raw.tensors[tensor].offset = value(rng),
        10 => {
            let dims = &mut raw.tensors[tensor].dims;
            let at = rng.usize(..dims.len());
            dims[at] = if rng.bool() { value(rng) } else { dims[at].wrapping_add(rng.u64(..3)) };
        }
        11 => {
            let last = rng.usize(..raw.tensors.len());
            raw.tensors[tensor].name = raw.tensors[last].name.clone();
        }
        _ => {
            let name = &mut raw.tensors[tensor].name;
            let parts = ["blk.0.", "blk.1.", "blk.2.", "blk.99.", "nextn.", "ffn_gate.7."];
            let (from, to) = (parts[rng.usize(..6)], parts[rng.usize(..6)]);
            *name = name.replacen(from, to, 1);
        }
    }
}

/// Changes bytes, most often of the header.
fn damage_bytes(rng: &mut Rng, file: &mut Vec<u8>) {
    if file.is_empty() {
        return;
    }
    let len = file.len();
    let near = if rng.u8(..8) > 0 { len.min(3000) } else { len };
    let at = rng.usize(..near);
    match rng.u8(..6) {
        0 => file[at] ^= 1 << rng.u32(..8),
        1 | 2 => {
            let width = [1, 4, 8][rng.usize(..3)].min(len - at);
            let bytes = value(rng).to_le_bytes();
            file[at..at + width].copy_from_slice(&bytes[..width]);
        }
        3 => file.truncate(if rng.bool() { rng.usize(..len) } else { at }),
        4 => drop(file.drain(at..len.min(at + rng.usize(1..40)))),
        _ => {
            let piece = file[at..len.min(at + rng.usize(1..40))].to_vec();
            let to = rng.usize(..near);
            drop(file.splice(to..to, piece));
        }
    }
}

/// Opens a checkpoint from one of its files and checks what must hold, whatever it is.
pub fn check(files: &Files, name: &str, dev: &Device) -> Result<Count, String> {
    let mut times = vec![];
    // Other work on the machine may stop this process for seconds, but hardly three times.
    for _ in 0..3 {
        let begin = Instant::now();
        let mut count = Count { checkpoints: 1, ..Count::default() };
        walk(files, name, dev, &mut count)?;
        times.push(begin.elapsed());
        if begin.elapsed() <= TIME_MAX {
            return Ok(count);
        }
    }
    Err(format!("it took {times:?}"))
}

fn walk(files: &Files, name: &str, dev: &Device, count: &mut Count) -> Result<(), String> {
    let named = |error: String| {
        let known = files.iter().any(|(file, _)| error.starts_with(&format!("{file}: ")));
        if known || error.contains("is missing") { Ok(()) } else { Err(error) }
    };
    let gguf = match Gguf::open(&MemorySource::new("memory", files.clone()), name) {
        Ok(gguf) => gguf,
        Err(error) => return named(error.to_string()),
    };
    count.opened = 1;
    for tensor in gguf.tensors() {
        let bytes = gguf.bytes(tensor).ok_or("a tensor lies outside its file")?;
        if gguf.values(tensor).is_none_or(|values| values.len() != tensor.elements()) {
            return Err(format!("{tensor:?} has {} bytes and no values", bytes.len()));
        }
    }
    if let Err(problem) = tokenizer_files(gguf.metadata())
        && problem.to_string().is_empty()
    {
        return Err("an error of the tokenizer without words".to_owned());
    }
    let model = match GgufModel::new(gguf, &[]) {
        Ok(model) => model,
        Err(error) => return named(error.to_string()),
    };
    count.models = 1;
    for (name, tensor) in model.tensors() {
        let values = model.values(tensor).ok_or_else(|| format!("{name} has no values"))?;
        if values.len() != tensor.shape.iter().product::<usize>() {
            return Err(format!("{name} has {} values", values.len()));
        }
    }
    count.loaded = usize::from(runs(files, name, dev)?);
    // Without tensors beside it, a config alone decides what is allocated.
    let root = &model.config().root;
    let is_large = |(key, value): (&String, &serde_json::Value)| {
        key != "max_position_embeddings" && value.as_u64().is_some_and(|n| n > SIZE_MAX)
    };
    if root.iter().any(is_large) {
        return Ok(());
    }
    let config = serde_json::to_vec(root).map_err(|error| error.to_string())?;
    let source = MemorySource::new("memory", [("config.json", config)]);
    let options = LoadOptions { load_format: LoadFormat::Shape, ..LoadOptions::default() };
    count.taken = usize::from(atlas_model::load(&source, dev, &options).is_ok());
    Ok(())
}

/// Whether the model loads from its file; then a step of a few tokens must end.
fn runs(files: &Files, name: &str, dev: &Device) -> Result<bool, String> {
    let memory = Box::new(MemorySource::new("memory", files.clone()));
    let Ok(source) = GgufSource::open(memory, name, &[]) else { return Ok(false) };
    let Ok(loaded) = atlas_model::load(&source, dev, &LoadOptions::default()) else {
        return Ok(false);
    };
    let info = loaded.model.info();
    let tokens: Vec<u32> = (0..5).map(|i| i % info.vocab_size).collect();
    let mut session = Session::new(&*loaded.model, dev, 1, tokens.len());
    let logits = session.step(&[Feed { slot: 0, start: 0, tokens: &tokens }]);
    let logits = logits.map_err(|error| format!("a step: {error}"))?;
    match logits.len() == tokens.len() * info.vocab_size as usize {
        true => Ok(true),
        false => Err(format!("a step gave {} logits", logits.len())),
    }
}
