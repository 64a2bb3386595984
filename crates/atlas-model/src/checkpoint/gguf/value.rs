//! Metadata of a GGUF file: typed values by key.

use std::collections::BTreeMap;

use super::cursor::Cursor;
use super::error::GgufProblem;

/// Most bytes of a key.
const KEY_BYTES_MAX: usize = 65_535;
/// Most arrays inside each other. Files in use have one.
const NESTING_MAX: usize = 4;
/// Bytes of the shortest entry: a key's length and one byte of it, a type, a value.
pub(super) const ENTRY_BYTES_MIN: usize = 14;

/// A metadata value.
#[derive(Clone, Debug, PartialEq)]
pub enum GgufValue {
    /// An unsigned integer of any width.
    Unsigned(u64),
    /// A signed integer of any width.
    Signed(i64),
    F32(f32),
    F64(f64),
    Bool(bool),
    String(String),
    Array(GgufArray),
}

/// Type of the numbers and booleans of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F32,
    Bool,
    U64,
    I64,
    F64,
}

impl Scalar {
    fn of_code(code: u32) -> Option<Self> {
        Some(match code {
            0 => Self::U8,
            1 => Self::I8,
            2 => Self::U16,
            3 => Self::I16,
            4 => Self::U32,
            5 => Self::I32,
            6 => Self::F32,
            7 => Self::Bool,
            10 => Self::U64,
            11 => Self::I64,
            12 => Self::F64,
            _ => return None,
        })
    }

    /// Bytes of one.
    const fn width(self) -> usize {
        match self {
            Self::U8 | Self::I8 | Self::Bool => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// The value of `width` bytes.
    fn value(self, bytes: &[u8]) -> Result<GgufValue, GgufProblem> {
        let mut low = [0; 8];
        low[..bytes.len()].copy_from_slice(bytes);
        let n = u64::from_le_bytes(low);
        Ok(match self {
            Self::U8 | Self::U16 | Self::U32 | Self::U64 => GgufValue::Unsigned(n),
            Self::I8 => GgufValue::Signed(i64::from(n as i8)),
            Self::I16 => GgufValue::Signed(i64::from(n as i16)),
            Self::I32 => GgufValue::Signed(i64::from(n as i32)),
            Self::I64 => GgufValue::Signed(n as i64),
            Self::F32 => GgufValue::F32(f32::from_bits(n as u32)),
            Self::F64 => GgufValue::F64(f64::from_bits(n)),
            Self::Bool if n < 2 => GgufValue::Bool(n == 1),
            Self::Bool => {
                return Err(bad(format!("a boolean is {n}, expected 0 or 1; the file is damaged")));
            }
        })
    }
}

/// An array of values of one type.
#[derive(Clone, Debug, PartialEq)]
pub enum GgufArray {
    /// Numbers or booleans as they are in the file, so that they take no more memory than there.
    Scalars(Scalar, Vec<u8>),
    /// Strings of tokenizers are text or bytes.
    Strings(Vec<Vec<u8>>),
    Arrays(Vec<GgufArray>),
}

impl GgufArray {
    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Scalars(ty, bytes) => bytes.len() / ty.width(),
            Self::Strings(list) => list.len(),
            Self::Arrays(list) => list.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every value by `of`; `None` for an array of other values.
    fn each<T>(&self, of: impl Fn(&GgufValue) -> Option<T>) -> Option<Vec<T>> {
        let Self::Scalars(ty, bytes) = self else { return None };
        bytes.chunks_exact(ty.width()).map(|b| of(&ty.value(b).ok()?)).collect()
    }

    /// The values of an array of integers that are not negative.
    pub fn integers(&self) -> Option<Vec<u64>> {
        self.each(GgufValue::integer)
    }

    /// The values of an array of numbers.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        self.each(GgufValue::number)
    }

    /// The values of an array of booleans.
    pub fn flags(&self) -> Option<Vec<bool>> {
        self.each(GgufValue::flag)
    }

    /// The texts of an array of strings that are all UTF-8.
    pub fn texts(&self) -> Option<Vec<&str>> {
        let Self::Strings(list) = self else { return None };
        list.iter().map(|bytes| std::str::from_utf8(bytes).ok()).collect()
    }
}

impl GgufValue {
    /// An integer that is not negative.
    pub fn integer(&self) -> Option<u64> {
        match self {
            Self::Unsigned(n) => Some(*n),
            Self::Signed(n) => u64::try_from(*n).ok(),
            _ => None,
        }
    }

    /// A number of any type.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Unsigned(n) => Some(*n as f64),
            Self::Signed(n) => Some(*n as f64),
            Self::F32(n) => Some(f64::from(*n)),
            Self::F64(n) => Some(*n),
            _ => None,
        }
    }

    pub fn flag(&self) -> Option<bool> {
        match self {
            Self::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn array(&self) -> Option<&GgufArray> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The value for messages: short, as JSON would have it; of an array the length alone.
    pub fn brief(&self) -> String {
        match self {
            Self::Unsigned(n) => n.to_string(),
            Self::Signed(n) => n.to_string(),
            Self::F32(n) => n.to_string(),
            Self::F64(n) => n.to_string(),
            Self::Bool(flag) => flag.to_string(),
            Self::String(text) => format!("{:?}", text.chars().take(60).collect::<String>()),
            Self::Array(array) => format!("an array of {}", array.len()),
        }
    }
}

/// The metadata of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GgufMetadata {
    values: BTreeMap<String, GgufValue>,
}

impl GgufMetadata {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&GgufValue> {
        self.values.get(key)
    }

    /// Every key with its value, in the order of keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &GgufValue)> {
        self.values.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// The text of a key; `None` where it is absent.
    ///
    /// # Errors
    /// A value of another type.
    pub fn text(&self, key: &str) -> Result<Option<&str>, GgufProblem> {
        self.typed(key, "a string", GgufValue::text)
    }

    /// The integer of a key; `None` where it is absent.
    ///
    /// # Errors
    /// A value of another type, or a negative one.
    pub fn integer(&self, key: &str) -> Result<Option<u64>, GgufProblem> {
        self.typed(key, "an integer of 0 or more", GgufValue::integer)
    }

    fn typed<'a, T>(
        &'a self,
        key: &str,
        expected: &str,
        of: impl Fn(&'a GgufValue) -> Option<T>,
    ) -> Result<Option<T>, GgufProblem> {
        let Some(value) = self.values.get(key) else { return Ok(None) };
        let found = of(value).ok_or_else(|| GgufProblem::Metadata {
            key: key.to_owned(),
            problem: format!("found {}, expected {expected}", value.brief()),
        });
        found.map(Some)
    }

    /// Reads `count` entries.
    pub(super) fn read(cursor: &mut Cursor<'_>, count: usize) -> Result<Self, GgufProblem> {
        let mut values = BTreeMap::new();
        for index in 0..count {
            let key = cursor.name(KEY_BYTES_MAX, &format!("the name of metadata key {index}"))?;
            let part = format!("the value of metadata key {key:?}");
            let ty = cursor.u32(&part)?;
            let value = read_value(cursor, ty, &part).map_err(|error| match error {
                GgufProblem::Metadata { problem, .. } => {
                    GgufProblem::Metadata { key: key.to_owned(), problem }
                }
                other => other,
            })?;
            if values.insert(key.to_owned(), value).is_some() {
                let problem = "the key is in the file twice; the file is damaged".to_owned();
                return Err(GgufProblem::Metadata { key: key.to_owned(), problem });
            }
        }
        Ok(Self { values })
    }
}

fn bad(problem: String) -> GgufProblem {
    // The caller puts the key in.
    GgufProblem::Metadata { key: String::new(), problem }
}

/// Reads a value of the type with that code.
fn read_value(cursor: &mut Cursor<'_>, ty: u32, part: &str) -> Result<GgufValue, GgufProblem> {
    if let Some(scalar) = Scalar::of_code(ty) {
        return scalar.value(cursor.take(scalar.width() as u64, part)?);
    }
    match ty {
        8 => {
            let bytes = cursor.string_bytes(part)?;
            let text = std::str::from_utf8(bytes)
                .map_err(|error| bad(format!("its text is not UTF-8: {error}")))?;
            Ok(GgufValue::String(text.to_owned()))
        }
        9 => read_array(cursor, part, 1).map(GgufValue::Array),
        other => Err(unknown_type(other)),
    }
}

fn unknown_type(code: u32) -> GgufProblem {
    bad(format!("its type is {code}, and GGUF has the types 0 to 12; the file is damaged"))
}

/// Reads an array that lies `depth` deep; an array that is a value itself lies 1 deep.
fn read_array(cursor: &mut Cursor<'_>, part: &str, depth: usize) -> Result<GgufArray, GgufProblem> {
    if depth > NESTING_MAX {
        return Err(bad(format!("arrays are nested deeper than {NESTING_MAX}")));
    }
    let ty = cursor.u32(part)?;
    let elements = format!("the elements of {part}");
    if let Some(scalar) = Scalar::of_code(ty) {
        let count = cursor.count(scalar.width(), &elements)?;
        let bytes = cursor.take((count * scalar.width()) as u64, &elements)?;
        if scalar == Scalar::Bool {
            bytes.iter().try_for_each(|b| scalar.value(&[*b]).map(|_| ()))?;
        }
        return Ok(GgufArray::Scalars(scalar, bytes.to_vec()));
    }
    match ty {
        // A length and any bytes.
        8 => {
            let count = cursor.count(8, &elements)?;
            let mut strings = Vec::new();
            for _ in 0..count {
                strings.push(cursor.string_bytes(&elements)?.to_vec());
            }
            Ok(GgufArray::Strings(strings))
        }
        // A type and a length.
        9 => {
            let count = cursor.count(12, &elements)?;
            let mut arrays = Vec::new();
            for _ in 0..count {
                arrays.push(read_array(cursor, part, depth + 1)?);
            }
            Ok(GgufArray::Arrays(arrays))
        }
        other => Err(unknown_type(other)),
    }
}
