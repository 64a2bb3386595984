//! All tensors of a checkpoint: which file, which bytes, which shape.

use std::collections::{BTreeMap, BTreeSet};

use std::sync::Arc;

use atlas_tensor::weights::ggml::GgmlType;
use atlas_tensor::{ReadError, StoredBytes, StoredFile, WeightBytes};
use serde_json::Value;

use super::gguf::{Change, GgufModel, Order};
use super::header::{
    HeaderEntry, HeaderError, StoredType, data_start, read_header, read_header_of,
};
use super::naming::{canonical, is_skipped, module_name, module_of, published_name};
use super::source::CheckpointSource;
use crate::error::LoadError;

const SINGLE_FILE: &str = "model.safetensors";
const INDEX_FILE: &str = "model.safetensors.index.json";

/// One tensor on disk.
pub struct StoredTensor {
    /// The name in the file.
    pub published: String,
    pub file: String,
    pub dtype: StoredType,
    pub shape: Vec<usize>,
    /// The tensor's data.
    pub bytes: TensorBytes,
    /// Place of its rows or columns among the data.
    pub order: Order,
    /// Difference of its values from those of the model.
    pub change: Change,
}

/// The bytes of a tensor in a checkpoint.
pub enum TensorBytes {
    /// In memory, or in the mapped file.
    Mapped(WeightBytes),
    /// In the file; they are read into other memory on demand.
    Stored(StoredBytes),
}

impl TensorBytes {
    /// Number of bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Mapped(bytes) => bytes.len(),
            Self::Stored(bytes) => bytes.len(),
        }
    }

    /// Whether the tensor has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Access to the tensors of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Files are mapped; tensors are used in place.
    Map,
    /// Files are read, for a device with its own memory.
    Read,
}

/// Tensors of up to so many bytes are read by the host one at a time, such as norms. They are
/// requested when a file is opened, ahead of the large reads.
const SMALL_BYTES: u64 = 128 << 10;

/// A weight file.
enum Opened {
    Mapped(WeightBytes),
    Stored(Arc<StoredFile>),
}

impl Opened {
    fn new(
        source: &dyn CheckpointSource,
        file: &str,
        access: Access,
    ) -> Result<(Self, Vec<HeaderEntry>), LoadError> {
        let io_error = |error| LoadError::Io { file: file.to_owned(), error };
        let bad = |error| LoadError::Header { file: file.to_owned(), error };
        let stored = match access {
            Access::Read => source.open(file).map_err(io_error)?,
            Access::Map => None,
        };
        let Some(stored) = stored else {
            let map = source.map(file).map_err(io_error)?;
            let entries = read_header(map.as_slice()).map_err(bad)?;
            return Ok((Self::Mapped(map), entries));
        };
        let mut head = vec![0; stored.bytes().min(8) as usize];
        stored.read_at(0, &mut head).map_err(io_error)?;
        head.resize(data_start(&head, stored.bytes()).map_err(bad)?, 0);
        stored.read_at(0, &mut head).map_err(io_error)?;
        let entries = read_header_of(&head, stored.bytes()).map_err(bad)?;
        for entry in entries.iter().filter(|e| e.bytes.len() as u64 <= SMALL_BYTES) {
            will_need(&stored, entry.bytes.start as u64, entry.bytes.len() as u64);
        }
        Ok((Self::Stored(Arc::new(stored)), entries))
    }

    fn tensor(&self, entry: &HeaderEntry) -> Option<TensorBytes> {
        let range = entry.bytes.clone();
        match self {
            Self::Mapped(map) => map.slice(range).map(TensorBytes::Mapped),
            Self::Stored(file) => {
                let range = range.start as u64..range.end as u64;
                StoredBytes::new(file.clone(), &entry.name, range).map(TensorBytes::Stored)
            }
        }
    }
}

/// Asks the operating system to read a tensor ahead. It may refuse, which only costs time.
fn will_need(file: &StoredFile, at: u64, len: u64) {
    #[cfg(target_os = "linux")]
    {
        let (len, advice) = (std::num::NonZeroU64::new(len), rustix::fs::Advice::WillNeed);
        let _ = rustix::fs::fadvise(file.file(), at, len, advice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, at, len);
}

/// Whether two tensors hold the same bytes.
pub fn same_bytes(a: &TensorBytes, b: &TensorBytes) -> Result<bool, ReadError> {
    const BLOCK: u64 = 4 << 20;
    let (TensorBytes::Stored(a), TensorBytes::Stored(b)) = (a, b) else {
        return Ok(match (a, b) {
            (TensorBytes::Mapped(a), TensorBytes::Mapped(b)) => a.as_slice() == b.as_slice(),
            // All tensors of a checkpoint have the same access.
            _ => false,
        });
    };
    if a.len() != b.len() {
        return Ok(false);
    }
    for at in (0..a.len() as u64).step_by(BLOCK as usize) {
        let block = || std::iter::once(at..at + BLOCK);
        if a.pick(block()).read()? != b.pick(block()).read()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The tensors of a checkpoint under their canonical names.
pub struct TensorTable {
    pub tensors: BTreeMap<String, StoredTensor>,
    /// Published names of the tensors left out on purpose.
    pub skipped: Vec<String>,
    /// Prefixes of the first and the last block of a multi-token-prediction module whose tensors
    /// have other names in the files.
    module: Option<[String; 2]>,
}

impl TensorTable {
    /// Opens every weight file and checks every header.
    pub fn open(
        source: &dyn CheckpointSource,
        multimodal: bool,
        access: Access,
    ) -> Result<Self, LoadError> {
        if let Some(model) = source.gguf() {
            return Self::of_gguf(source, model, access);
        }
        let mut table = TensorTable { tensors: BTreeMap::new(), skipped: vec![], module: None };
        let files = source.list();
        if files.iter().any(|f| f == SINGLE_FILE) {
            table.add_file(source, SINGLE_FILE, None, (multimodal, access))?;
        } else if let Some(index) = read(source, INDEX_FILE)? {
            let index = parse_index(&index)?;
            // A name with a path in it is reported when it is opened.
            let is_absent = |f: &&String| !f.contains(['/', '\\']) && !files.contains(f);
            let absent: Vec<&str> = index.keys().filter(is_absent).map(String::as_str).collect();
            if !absent.is_empty() {
                let problem = format!("it names files that are not there: {}", absent.join(", "));
                return Err(LoadError::Index { problem });
            }
            for (file, expected) in index {
                table.add_file(source, &file, Some(&expected), (multimodal, access))?;
            }
        } else {
            return Err(no_weights(source, &files));
        }
        table.skipped.sort();
        table.name_module();
        Ok(table)
    }

    /// Gives the tensors of a multi-token-prediction module the names of other modules.
    fn name_module(&mut self) {
        let Some(prefix) = module_of(self.tensors.keys().map(String::as_str)) else { return };
        let tensors = std::mem::take(&mut self.tensors);
        let named = |(name, tensor): (String, StoredTensor)| {
            (module_name(&name, &prefix).unwrap_or(name), tensor)
        };
        self.tensors = tensors.into_iter().map(named).collect();
        let blocks = self.tensors.keys().rev().find_map(|name| {
            let (block, _) = name.strip_prefix("mtp.layers.")?.split_once('.')?;
            Some(format!("mtp.layers.{block}."))
        });
        let last = blocks.filter(|_| prefix.starts_with("mtp."));
        self.module = Some([prefix.clone(), last.unwrap_or(prefix)]);
    }

    /// The name that a tensor which is not there would have in the files.
    pub fn missing_name(&self, name: &str) -> String {
        let published =
            self.module.as_ref().and_then(|[first, last]| published_name(name, first, last));
        published.unwrap_or_else(|| name.to_owned())
    }

    /// The tensors of a GGUF checkpoint, whose places were checked when it was opened.
    fn of_gguf(
        source: &dyn CheckpointSource,
        model: &GgufModel,
        access: Access,
    ) -> Result<Self, LoadError> {
        let parts: Vec<&str> = model.gguf().files().collect();
        let mut opened = Vec::new();
        for &file in parts.iter().filter(|_| access == Access::Read) {
            let io_error = |error| LoadError::Io { file: file.to_owned(), error };
            opened.push(source.open(file).map_err(io_error)?.map(Arc::new));
        }
        let mut tensors = BTreeMap::new();
        for (name, placed) in model.tensors() {
            let file = parts[placed.part].to_owned();
            let range = placed.bytes.start as u64..placed.bytes.end as u64;
            let stored = opened.get(placed.part).and_then(Option::as_ref);
            let bytes = match stored {
                Some(file) => {
                    let len = range.end - range.start;
                    if len <= SMALL_BYTES {
                        will_need(file, range.start, len);
                    }
                    StoredBytes::new(file.clone(), &placed.stored, range).map(TensorBytes::Stored)
                }
                None => model.bytes(placed).map(TensorBytes::Mapped),
            };
            // A file that was replaced since it was opened may be shorter.
            let Some(bytes) = bytes else {
                let error = HeaderError::DataLength { needed: placed.bytes.end as u64, found: 0 };
                return Err(LoadError::Header { file, error });
            };
            let tensor = StoredTensor {
                published: placed.stored.clone(),
                file,
                dtype: StoredType::of_ggml(placed.ty),
                shape: placed.shape.clone(),
                bytes,
                order: placed.order.clone(),
                change: placed.change,
            };
            tensors.insert(name.clone(), tensor);
        }
        Ok(TensorTable { tensors, skipped: vec![], module: None })
    }

    /// `expected`: the tensors that the index places in this file.
    fn add_file(
        &mut self,
        source: &dyn CheckpointSource,
        file: &str,
        expected: Option<&BTreeSet<String>>,
        (multimodal, access): (bool, Access),
    ) -> Result<(), LoadError> {
        let (opened, entries) = Opened::new(source, file, access)?;
        if let Some(expected) = expected {
            let found: BTreeSet<&str> = entries.iter().map(|e| e.name.as_str()).collect();
            if let Some(tensor) = expected.iter().find(|t| !found.contains(t.as_str())) {
                return Err(LoadError::Index {
                    problem: format!("it places tensor {tensor} in {file}, which does not hold it"),
                });
            }
            if let Some(tensor) = found.iter().find(|t| !expected.contains(**t)) {
                return Err(LoadError::Index {
                    problem: format!("{file} holds tensor {tensor}, which the index does not list"),
                });
            }
        }
        for entry in entries {
            self.add_entry(file, &opened, entry, multimodal)?;
        }
        Ok(())
    }

    fn add_entry(
        &mut self,
        file: &str,
        opened: &Opened,
        entry: HeaderEntry,
        multimodal: bool,
    ) -> Result<(), LoadError> {
        if is_skipped(&entry.name, multimodal) {
            self.skipped.push(entry.name);
            return Ok(());
        }
        let name = canonical(&entry.name).into_owned();
        // The header was checked against the length of the file.
        let Some(bytes) = opened.tensor(&entry) else {
            let error = HeaderError::DataLength { needed: entry.bytes.end as u64, found: 0 };
            return Err(LoadError::Header { file: file.to_owned(), error });
        };
        let tensor = StoredTensor {
            published: entry.name,
            file: file.to_owned(),
            dtype: entry.dtype,
            shape: entry.shape,
            bytes,
            order: Order::AsStored,
            change: Change::None,
        };
        if let Some(first) = self.tensors.get(&name) {
            return Err(LoadError::Duplicate {
                first: format!("{} in {}", first.published, first.file),
                second: format!("{} in {file}", tensor.published),
            });
        }
        self.tensors.insert(name, tensor);
        Ok(())
    }
}

/// Element type of most bytes of a checkpoint's weights, parts that are not loaded left out; None
/// where they cannot be read, which loading reports. Codes of quantised safetensors do not count:
/// their other tensors have the type of the activations. Those of GGUF files do.
pub fn main_type(source: &dyn CheckpointSource) -> Option<StoredType> {
    let table = TensorTable::open(source, true, Access::Map).ok()?;
    let blocks = GgmlType::ALL.map(StoredType::of_ggml).into_iter();
    let blocks = blocks.filter(|dtype| matches!(dtype, StoredType::Ggml(_)));
    let all = blocks.chain([StoredType::Bf16, StoredType::F16, StoredType::F32]);
    let bytes_of = |dtype: &StoredType| -> usize {
        table.tensors.values().filter(|t| t.dtype == *dtype).map(|t| t.bytes.len()).sum()
    };
    all.max_by_key(bytes_of).filter(|dtype| bytes_of(dtype) > 0)
}

/// Reads a small file whole; None when the source does not have it.
pub fn read<'a>(
    source: &'a dyn CheckpointSource,
    file: &str,
) -> Result<Option<std::borrow::Cow<'a, [u8]>>, LoadError> {
    source.read(file).map_err(|error| LoadError::Io { file: file.to_owned(), error })
}

/// Tensors that each file should hold, by file name.
fn parse_index(bytes: &[u8]) -> Result<BTreeMap<String, BTreeSet<String>>, LoadError> {
    let bad = |problem: &str| LoadError::Index { problem: problem.to_owned() };
    let value: Value = serde_json::from_slice(bytes).map_err(|e| bad(&e.to_string()))?;
    let map = value.get("weight_map").and_then(Value::as_object);
    let map = map.ok_or_else(|| bad("it has no weight_map object"))?;
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (tensor, file) in map {
        let file = file.as_str().ok_or_else(|| bad("a weight_map value is not a file name"))?;
        files.entry(file.to_owned()).or_default().insert(tensor.clone());
    }
    if files.is_empty() {
        return Err(bad("its weight_map is empty"));
    }
    Ok(files)
}

/// Error of a folder without readable weights, which names the files that it has instead.
fn no_weights(source: &dyn CheckpointSource, files: &[String]) -> LoadError {
    let has = |end: &str| files.iter().any(|f| f.ends_with(end));
    let reason = if has(".gguf") {
        "it holds GGUF files: give the path of the file that is meant, of a split model any part"
    } else if files.iter().any(|f| f == "adapter_config.json") {
        "it is a LoRA adapter (adapter_config.json); adapters are not supported, \
         merge it into its base model"
    } else if has(".onnx") {
        "it holds ONNX files; ONNX is not supported, \
         use the safetensors checkpoint of the same model"
    } else if files.iter().any(|f| f.starts_with("openvino_")) {
        "it holds OpenVINO files; OpenVINO is not supported, \
         use the safetensors checkpoint of the same model"
    } else if has(".mlmodel") || has(".engine") || has(".tflite") || has(".llamafile") {
        "its weights are compiled for another program (Core ML, TensorRT, TFLite, llamafile); \
         use the safetensors checkpoint of the same model"
    } else if has(".h5") || has(".msgpack") {
        "its weights are TensorFlow or Flax files; convert them to safetensors \
         (transformers' from_pretrained with from_tf or from_flax, then save_pretrained)"
    } else if has(".npz") {
        "its weights are NumPy files of an old MLX release; \
         use the safetensors checkpoint of the same model"
    } else if has(".bin") || has(".pth") || has(".pt") || has(".ckpt") {
        "its weights are pickled PyTorch files; convert them to safetensors \
         (transformers' from_pretrained, then save_pretrained)"
    } else if files.iter().any(|f| f.starts_with("consolidated") && f.ends_with(".safetensors")) {
        "its weights are in Mistral's own layout (consolidated*.safetensors); \
         use the Hugging Face layout"
    } else if has(".safetensors") {
        "it has .safetensors files but neither model.safetensors nor model.safetensors.index.json"
    } else {
        "it has no .safetensors file"
    };
    LoadError::NoWeights { place: source.describe(), reason: reason.to_owned() }
}
