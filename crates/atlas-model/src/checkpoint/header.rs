//! The header of a safetensors file, checked before any byte of a tensor is touched.
//!
//! Layout: a little-endian u64 length, that many bytes of JSON, then the data. The JSON maps each
//! tensor name to `dtype`, `shape` and `data_offsets` (half-open, relative to the data); tensors
//! fill the data without gap or overlap. `__metadata__` maps strings to strings.

use std::fmt;
use std::ops::Range;

use atlas_tensor::numbers::e8m0;
use atlas_tensor::weights::ggml::GgmlType;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;
use thiserror::Error;

const METADATA: &str = "__metadata__";
/// Largest accepted header, bytes.
const HEADER_BYTES_MAX: u64 = 100 << 20;

/// Errors in a safetensors header.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HeaderError {
    #[error("the file has {file_bytes} bytes; a safetensors file has at least 10")]
    TooShort { file_bytes: u64 },
    #[error(
        "the header length says {header_bytes} bytes but the file has {file_bytes}; \
         it is truncated or not a safetensors file"
    )]
    HeaderLength { header_bytes: u64, file_bytes: u64 },
    #[error("the header is not valid JSON for safetensors: {0}")]
    Json(String),
    #[error("tensor {tensor}: {problem}")]
    Tensor { tensor: String, problem: String },
    #[error(
        "tensor {tensor} starts at byte {found} of the data, expected {expected}: \
         tensors overlap or leave a gap"
    )]
    Layout { tensor: String, expected: u64, found: u64 },
    #[error(
        "the tensors need {needed} bytes of data but the file has {found}; \
         it is truncated or damaged"
    )]
    DataLength { needed: u64, found: u64 },
}

/// Element type of a stored tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredType {
    Bf16,
    F16,
    F32,
    /// `F8_E4M3`: elements or block scales of a quantised weight.
    E4m3,
    /// `F8_E8M0`: block scales of a quantised weight.
    E8m0,
    /// `U8`: packed elements or codes of block scales.
    U8,
    /// `I32`: packed integers of a quantised weight, and the groups of its columns.
    I32,
    /// `I64`: shapes.
    I64,
    /// Blocks of ggml, of a GGUF file.
    Ggml(GgmlType),
    /// A type that no family reads as a weight; its name and bits per element, where known.
    Other {
        name: String,
        bits: Option<u64>,
    },
}

impl StoredType {
    /// The type of a GGUF file's tensor.
    pub fn of_ggml(ty: GgmlType) -> Self {
        match ty {
            GgmlType::F32 => StoredType::F32,
            GgmlType::F16 => StoredType::F16,
            GgmlType::Bf16 => StoredType::Bf16,
            blocks => StoredType::Ggml(blocks),
        }
    }

    fn parse(name: &str) -> Self {
        let bits = match name {
            "BF16" => return StoredType::Bf16,
            "F16" => return StoredType::F16,
            "F32" => return StoredType::F32,
            "F8_E4M3" => return StoredType::E4m3,
            "F8_E8M0" => return StoredType::E8m0,
            "U8" => return StoredType::U8,
            "I32" => return StoredType::I32,
            "I64" => return StoredType::I64,
            "F4" => Some(4),
            "BOOL" | "I8" | "F8_E5M2" => Some(8),
            "U16" | "I16" => Some(16),
            "U32" => Some(32),
            "U64" | "F64" | "C64" => Some(64),
            _ => None,
        };
        StoredType::Other { name: name.to_owned(), bits }
    }

    /// Bits of one element, where known.
    pub fn bits(&self) -> Option<u64> {
        match self {
            StoredType::Bf16 | StoredType::F16 => Some(16),
            StoredType::F32 | StoredType::I32 => Some(32),
            StoredType::I64 => Some(64),
            StoredType::E4m3 | StoredType::E8m0 | StoredType::U8 => Some(8),
            StoredType::Ggml(_) => None,
            StoredType::Other { bits, .. } => *bits,
        }
    }

    /// Elements as f32, exactly; `None` for a type that is no number of a scale.
    pub(crate) fn widen(&self, bytes: &[u8]) -> Option<Vec<f32>> {
        let two =
            |of: fn([u8; 2]) -> f32| bytes.chunks_exact(2).map(|c| of([c[0], c[1]])).collect();
        Some(match self {
            StoredType::F32 => {
                let four = |c: &[u8]| f32::from_le_bytes([c[0], c[1], c[2], c[3]]);
                bytes.chunks_exact(4).map(four).collect()
            }
            StoredType::Bf16 => two(|c| half::bf16::from_le_bytes(c).to_f32()),
            StoredType::F16 => two(|c| half::f16::from_le_bytes(c).to_f32()),
            StoredType::E8m0 | StoredType::U8 => bytes.iter().map(|&c| e8m0(c)).collect(),
            StoredType::E4m3
            | StoredType::I32
            | StoredType::I64
            | StoredType::Ggml(_)
            | StoredType::Other { .. } => return None,
        })
    }
}

impl fmt::Display for StoredType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StoredType::Bf16 => "BF16",
            StoredType::F16 => "F16",
            StoredType::F32 => "F32",
            StoredType::E4m3 => "F8_E4M3",
            StoredType::E8m0 => "F8_E8M0",
            StoredType::U8 => "U8",
            StoredType::I32 => "I32",
            StoredType::I64 => "I64",
            StoredType::Ggml(ty) => ty.name(),
            StoredType::Other { name, .. } => name,
        })
    }
}

/// One tensor of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderEntry {
    pub name: String,
    pub dtype: StoredType,
    pub shape: Vec<usize>,
    /// Bytes of the tensor, counted from the start of the file.
    pub bytes: Range<usize>,
}

/// Parses and checks the header of a whole safetensors file. Entries come in file order.
pub fn read_header(file: &[u8]) -> Result<Vec<HeaderEntry>, HeaderError> {
    read_header_of(file, file.len() as u64)
}

/// Parses and checks the header of a file of `file_bytes`. `head` holds at least the bytes before
/// the data.
pub fn read_header_of(head: &[u8], file_bytes: u64) -> Result<Vec<HeaderEntry>, HeaderError> {
    let (header, data_start) = parse_header(head, file_bytes)?;
    let mut entries = header
        .into_iter()
        .filter(|(name, _)| name != METADATA)
        .map(|(name, value)| parse_entry(name, &value))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(|e| (e.bytes.start, e.bytes.end));
    check_layout(&entries, file_bytes as usize - data_start)?;
    for entry in &mut entries {
        entry.bytes = entry.bytes.start + data_start..entry.bytes.end + data_start;
    }
    Ok(entries)
}

/// The text that the file's metadata holds under `key`.
pub fn read_metadata(file: &[u8], key: &str) -> Result<Option<String>, HeaderError> {
    let (header, _) = parse_header(file, file.len() as u64)?;
    let metadata = header.iter().find(|(name, _)| name == METADATA);
    let text = metadata.and_then(|(_, value)| value.get(key)?.as_str().map(str::to_owned));
    Ok(text)
}

/// Offset of the data in a file of `file_bytes` that begins with `head`, its first 8 bytes or more.
pub fn data_start(head: &[u8], file_bytes: u64) -> Result<usize, HeaderError> {
    let Some(length) = head.first_chunk::<8>() else {
        return Err(HeaderError::TooShort { file_bytes });
    };
    if file_bytes < 10 {
        return Err(HeaderError::TooShort { file_bytes });
    }
    let header_bytes = u64::from_le_bytes(*length);
    if header_bytes > HEADER_BYTES_MAX || header_bytes > file_bytes - 8 {
        return Err(HeaderError::HeaderLength { header_bytes, file_bytes });
    }
    Ok(8 + header_bytes as usize)
}

/// The header's entries and the offset of the data.
fn parse_header(
    head: &[u8],
    file_bytes: u64,
) -> Result<(Vec<(String, Value)>, usize), HeaderError> {
    let data_start = data_start(head, file_bytes)?;
    let header: UniqueMap = serde_json::from_slice(&head[8..data_start])
        .map_err(|e| HeaderError::Json(e.to_string()))?;
    Ok((header.0, data_start))
}

/// One entry, its bytes still counted from the start of the data.
fn parse_entry(name: String, value: &Value) -> Result<HeaderEntry, HeaderError> {
    let bad = |problem: String| HeaderError::Tensor { tensor: name.clone(), problem };
    let dtype = value.get("dtype").and_then(Value::as_str).ok_or_else(|| bad("no dtype".into()))?;
    let dtype = StoredType::parse(dtype);
    let sizes = |key: &str| -> Option<Vec<usize>> {
        let list = value.get(key)?.as_array()?;
        list.iter().map(|n| usize::try_from(n.as_u64()?).ok()).collect()
    };
    let shape = sizes("shape").ok_or_else(|| bad("no shape, or not a list of sizes".into()))?;
    let offsets = sizes("data_offsets").ok_or_else(|| bad("no data_offsets".into()))?;
    let &[start, end] = offsets.as_slice() else {
        return Err(bad(format!("data_offsets has {} numbers, expected 2", offsets.len())));
    };
    if start > end {
        return Err(bad(format!("data_offsets run backwards, from {start} to {end}")));
    }
    if let Some(bits) = dtype.bits() {
        let need = shape
            .iter()
            .try_fold(bits, |product, &n| product.checked_mul(n as u64))
            .map(|bits| bits.div_ceil(8));
        if need != Some((end - start) as u64) {
            return Err(bad(format!(
                "{dtype} {shape:?} does not fit its {} bytes of data",
                end - start
            )));
        }
    }
    Ok(HeaderEntry { name, dtype, shape, bytes: start..end })
}

/// Tensors must fill the data exactly.
fn check_layout(entries: &[HeaderEntry], data_bytes: usize) -> Result<(), HeaderError> {
    let mut expected = 0;
    for entry in entries {
        if entry.bytes.start != expected {
            return Err(HeaderError::Layout {
                tensor: entry.name.clone(),
                expected: expected as u64,
                found: entry.bytes.start as u64,
            });
        }
        expected = entry.bytes.end;
    }
    if expected != data_bytes {
        return Err(HeaderError::DataLength { needed: expected as u64, found: data_bytes as u64 });
    }
    Ok(())
}

/// A JSON object that refuses a repeated key.
struct UniqueMap(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for UniqueMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = UniqueMap;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueMap, A::Error> {
                let mut entries = vec![];
                let mut names = std::collections::HashSet::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format!("tensor {name} is listed twice")));
                    }
                    entries.push((name, value));
                }
                Ok(UniqueMap(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}
