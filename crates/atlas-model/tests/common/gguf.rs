//! GGUF files for tests: those of `data/gguf_files.py`, and files put together by hand.

use super::{Tensors, read_tensors};
use std::collections::BTreeMap;
use std::path::Path;

/// Everything that the script wrote.
pub fn written() -> Tensors {
    // From any crate beside this one.
    let file = "../atlas-model/tests/data/gguf_files.safetensors";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
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

/// The metadata of a tokenizer, which `data/gguf_tokenizers.py` wrote.
pub fn tokenizer_of(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gguf_tokenizers.safetensors");
    let mut files = read_tensors(&std::fs::read(path).expect("fixture"));
    files.remove(&format!("{name}.gguf")).expect("a tokenizer").bytes
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

    /// The content of a right file, to be changed.
    pub fn of(file: &[u8]) -> Self {
        let mut rest = &file[8..];
        let (tensors, entries) = (take_u64(&mut rest), take_u64(&mut rest));
        let mut raw = Self::default();
        for _ in 0..entries {
            let key = take_string(&mut rest);
            let ty = take_u32(&mut rest);
            let before = rest;
            skip(&mut rest, ty);
            raw.entries.push((key, ty, before[..before.len() - rest.len()].to_vec()));
        }
        for _ in 0..tensors {
            let name = take_string(&mut rest);
            let dims = (0..take_u32(&mut rest)).map(|_| take_u64(&mut rest)).collect();
            let (ty, offset) = (take_u32(&mut rest), take_u64(&mut rest));
            raw.tensors.push(RawTensor { name, dims, ty, offset });
        }
        // A file without tensors ends before its data would begin.
        let begin = (file.len() - rest.len()).next_multiple_of(32);
        raw.data = file.get(begin..).unwrap_or_default().to_vec();
        raw
    }

    /// Sets a value, or takes it away.
    pub fn set(&mut self, key: &str, value: Option<(u32, Vec<u8>)>) {
        self.entries.retain(|(known, ..)| known != key);
        self.entries.extend(value.map(|(ty, bytes)| (key.to_owned(), ty, bytes)));
    }

    pub fn set_u32(&mut self, key: &str, value: u32) {
        self.set(key, Some((4, value.to_le_bytes().to_vec())));
    }

    pub fn set_f32(&mut self, key: &str, value: f32) {
        self.set(key, Some((6, value.to_le_bytes().to_vec())));
    }

    pub fn set_text(&mut self, key: &str, text: &str) {
        self.set(key, Some((8, Self::string(text.as_bytes()))));
    }

    pub fn tensor(&mut self, name: &str) -> &mut RawTensor {
        self.tensors.iter_mut().find(|t| t.name == name).expect("a tensor")
    }

    /// Adds a tensor with data of its own.
    pub fn add(&mut self, name: &str, dims: &[u64], ty: u32, data: &[u8]) {
        self.data.resize(self.data.len().next_multiple_of(32), 0);
        let offset = self.data.len() as u64;
        self.tensors.push(RawTensor { name: name.into(), dims: dims.to_vec(), ty, offset });
        self.data.extend(data);
    }

    /// Adds a tensor in F32.
    pub fn add_f32(&mut self, name: &str, dims: &[u64], values: &[f32]) {
        let data: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.add(name, dims, 0, &data);
    }

    pub fn remove(&mut self, name: &str) {
        let before = self.tensors.len();
        self.tensors.retain(|t| t.name != name);
        assert_eq!(self.tensors.len() + 1, before, "{name}");
    }
}

fn take<'a>(rest: &mut &'a [u8], len: usize) -> &'a [u8] {
    let (taken, behind) = rest.split_at(len);
    *rest = behind;
    taken
}

fn take_u32(rest: &mut &[u8]) -> u32 {
    u32::from_le_bytes(take(rest, 4).try_into().expect("4 bytes"))
}

fn take_u64(rest: &mut &[u8]) -> u64 {
    u64::from_le_bytes(take(rest, 8).try_into().expect("8 bytes"))
}

fn take_string(rest: &mut &[u8]) -> String {
    let len = take_u64(rest) as usize;
    String::from_utf8(take(rest, len).to_vec()).expect("text")
}

/// Passes over a value of type `ty`.
fn skip(rest: &mut &[u8], ty: u32) {
    match ty {
        8 => drop(take_string(rest)),
        9 => {
            let ty = take_u32(rest);
            (0..take_u64(rest)).for_each(|_| skip(rest, ty));
        }
        _ => drop(take(rest, [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8][ty as usize])),
    }
}
