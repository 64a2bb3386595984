//! GGUF files for tests: those of `data/gguf_files.py`, and files put together by hand.

use super::{Tensors, read_tensors};
use std::collections::BTreeMap;
use std::path::Path;

/// Everything that the script wrote.
pub fn written() -> Tensors {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gguf_files.safetensors");
    read_tensors(&std::fs::read(path).expect("fixture"))
}

/// The files of each family by name.
pub fn families() -> BTreeMap<String, BTreeMap<String, Vec<u8>>> {
    let mut families = BTreeMap::<String, BTreeMap<String, Vec<u8>>>::new();
    for (name, tensor) in written() {
        let Some(rest) = name.strip_prefix("families.") else { continue };
        let (family, file) = rest.split_once('.').expect("a family and a file");
        families.entry(family.into()).or_default().insert(file.into(), tensor.bytes);
    }
    families
}

/// The file of a family that has one.
pub fn file_of(family: &str) -> Vec<u8> {
    written().remove(&format!("families.{family}.tiny.gguf")).expect("a family of one file").bytes
}

/// A file to be written as it is, right or wrong.
pub struct Raw {
    pub version: u32,
    /// A count other than that of `tensors`.
    pub tensor_count: Option<u64>,
    /// A count other than that of `entries`.
    pub entry_count: Option<u64>,
    /// Key, type, bytes of the value.
    pub entries: Vec<(String, u32, Vec<u8>)>,
    pub tensors: Vec<RawTensor>,
    pub data: Vec<u8>,
}

/// The description of a tensor.
pub struct RawTensor {
    pub name: String,
    pub dims: Vec<u64>,
    pub ty: u32,
    pub offset: u64,
}

impl Default for Raw {
    fn default() -> Self {
        let (entries, tensors, data) = (vec![], vec![], vec![]);
        Self { version: 3, tensor_count: None, entry_count: None, entries, tensors, data }
    }
}

impl Raw {
    /// A string with its length before it.
    pub fn string(text: &[u8]) -> Vec<u8> {
        [&(text.len() as u64).to_le_bytes()[..], text].concat()
    }

    /// An array of values of type `ty`.
    pub fn array(ty: u32, values: &[Vec<u8>]) -> Vec<u8> {
        let count = (values.len() as u64).to_le_bytes();
        [&ty.to_le_bytes()[..], &count, &values.concat()].concat()
    }

    pub fn text(&mut self, key: &str, text: &str) {
        self.entries.push((key.to_owned(), 8, Self::string(text.as_bytes())));
    }

    /// The file, its data at a multiple of 32.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(self.version.to_le_bytes());
        out.extend(self.tensor_count.unwrap_or(self.tensors.len() as u64).to_le_bytes());
        out.extend(self.entry_count.unwrap_or(self.entries.len() as u64).to_le_bytes());
        for (key, ty, value) in &self.entries {
            out.extend(Self::string(key.as_bytes()));
            out.extend(ty.to_le_bytes());
            out.extend(value);
        }
        for tensor in &self.tensors {
            out.extend(Self::string(tensor.name.as_bytes()));
            out.extend((tensor.dims.len() as u32).to_le_bytes());
            tensor.dims.iter().for_each(|n| out.extend(n.to_le_bytes()));
            out.extend(tensor.ty.to_le_bytes());
            out.extend(tensor.offset.to_le_bytes());
        }
        out.resize(out.len().next_multiple_of(32), 0);
        out.extend(&self.data);
        out
    }
}
