//! The part of a GGUF file before its data, checked before any byte of a tensor is touched.
//!
//! Layout (GGUF version 3, little-endian): `GGUF`, a u32 version, u64 counts of tensors and of
//! metadata entries, the entries, a description of each tensor, padding to the alignment, the data.
//! Tensors lie in the data at multiples of the alignment and do not overlap.

use std::collections::HashSet;
use std::ops::Range;

use atlas_tensor::weights::ggml::GgmlType;

use super::cursor::Cursor;
use super::error::GgufProblem;
use super::value::{ENTRY_BYTES_MIN, GgufMetadata};

const VERSION: u32 = 3;
/// The least alignment of a file that says nothing.
const ALIGNMENT: u64 = 32;
const ALIGNMENT_KEY: &str = "general.alignment";
/// Largest accepted header, bytes. Those of vocabularies of 256k tokens have 15 MB.
const HEADER_BYTES_MAX: usize = 256 << 20;
/// Most bytes of a tensor's name (`GGML_MAX_NAME`).
const NAME_BYTES_MAX: usize = 64;
/// Most dimensions of a tensor (`GGML_MAX_DIMS`).
const DIMS_MAX: u32 = 4;
/// Bytes of the shortest description of a tensor.
const TENSOR_BYTES_MIN: usize = 25;
/// Magic numbers of older containers, as their bytes are in the file.
const OLDER: [&[u8; 4]; 4] = [b"lmgg", b"fmgg", b"tjgg", b"algg"];

/// One tensor of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgufTensor {
    pub name: String,
    pub ty: GgmlType,
    /// Sizes as in the file, the fastest first: a matrix of `n` outputs and `k` inputs has
    /// `[k, n]`. At least one, none of them 0.
    pub dims: Vec<usize>,
    /// Index of the file among the parts of the checkpoint.
    pub part: usize,
    /// Bytes of the tensor, counted from the start of its file.
    pub bytes: Range<usize>,
}

impl GgufTensor {
    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.dims.iter().product()
    }

    /// Length of a row.
    pub fn row(&self) -> usize {
        self.dims[0]
    }

    /// Number of rows, those of all matrices together.
    pub fn rows(&self) -> usize {
        self.dims[1..].iter().product()
    }
}

/// The header of one file.
#[derive(Debug)]
pub struct GgufHeader {
    pub metadata: GgufMetadata,
    /// The tensors in the order of their bytes.
    pub tensors: Vec<GgufTensor>,
}

impl GgufHeader {
    /// Parses and checks the header of a whole file, the part `part` of a checkpoint.
    ///
    /// # Errors
    /// Anything that is not a GGUF file of version 3 whose tensors lie inside it.
    pub fn read(file: &[u8], part: usize) -> Result<Self, GgufProblem> {
        let head = &file[..file.len().min(HEADER_BYTES_MAX)];
        Self::read_head(head, file.len(), part).map_err(|error| match error {
            GgufProblem::Truncated { .. } | GgufProblem::Count { .. }
                if head.len() < file.len() =>
            {
                let what = format!("a header of more than {} MiB", HEADER_BYTES_MAX >> 20);
                let hint = "the file is damaged, download it again".to_owned();
                GgufProblem::Refused { what, hint }
            }
            other => other,
        })
    }

    fn read_head(head: &[u8], file_bytes: usize, part: usize) -> Result<Self, GgufProblem> {
        let mut cursor = Cursor::new(head);
        check_version(&mut cursor)?;
        let tensor_count = cursor.u64("the number of tensors")?;
        let entries = cursor.u64("the number of metadata keys")?;
        let entries = cursor.fits(entries, ENTRY_BYTES_MIN, "the metadata keys")?;
        let metadata = GgufMetadata::read(&mut cursor, entries)?;
        let alignment = alignment(&metadata)?;
        let tensor_count = cursor.fits(tensor_count, TENSOR_BYTES_MIN, "the tensors")?;
        // Nothing is reserved for a number that only the length of the data bears out.
        let (mut described, mut names) = (Vec::new(), HashSet::new());
        for index in 0..tensor_count {
            let tensor = read_tensor(&mut cursor, index, alignment)?;
            if !names.insert(tensor.0.name.clone()) {
                let problem = "it is in the file twice; the file is damaged".to_owned();
                return Err(GgufProblem::Tensor { tensor: tensor.0.name, problem });
            }
            described.push(tensor);
        }
        let data_start = (cursor.at() as u64).checked_next_multiple_of(alignment);
        let mut tensors = Vec::with_capacity(described.len());
        for (mut tensor, offset, bytes) in described {
            tensor.bytes = place(data_start, offset, bytes, file_bytes)
                .map_err(|problem| GgufProblem::Tensor { tensor: tensor.name.clone(), problem })?;
            tensor.part = part;
            tensors.push(tensor);
        }
        tensors.sort_by_key(|tensor| tensor.bytes.start);
        for pair in tensors.windows(2) {
            if pair[0].bytes.end > pair[1].bytes.start {
                let [first, second] = [0, 1].map(|i: usize| pair[i].name.clone());
                return Err(GgufProblem::Overlap { first, second });
            }
        }
        Ok(Self { metadata, tensors })
    }
}

/// Reads magic number and version.
fn check_version(cursor: &mut Cursor<'_>) -> Result<(), GgufProblem> {
    let magic: [u8; 4] = cursor.array("the magic number")?;
    let found = || String::from_utf8_lossy(&magic).into_owned();
    match &magic {
        b"GGUF" => {}
        b"FUGG" => return Err(GgufProblem::BigEndian),
        older if OLDER.contains(&older) => {
            return Err(GgufProblem::BeforeGguf { found: found() });
        }
        _ => return Err(GgufProblem::NotGguf { found: found() }),
    }
    match cursor.u32("the version")? {
        VERSION => Ok(()),
        // A small number in the other byte order.
        swapped if swapped != 0 && swapped & 0xFFFF == 0 => Err(GgufProblem::BigEndian),
        version => Err(GgufProblem::Version { version }),
    }
}

fn alignment(metadata: &GgufMetadata) -> Result<u64, GgufProblem> {
    let Some(alignment) = metadata.integer(ALIGNMENT_KEY)? else { return Ok(ALIGNMENT) };
    if alignment.is_power_of_two() && alignment <= u64::from(u32::MAX) {
        return Ok(alignment);
    }
    Err(GgufProblem::Metadata {
        key: ALIGNMENT_KEY.to_owned(),
        problem: format!("found {alignment}, expected a power of 2; the file is damaged"),
    })
}

/// Reads the description of a tensor: the tensor without its place, its offset in the data, and
/// its bytes.
fn read_tensor(
    cursor: &mut Cursor<'_>,
    index: usize,
    alignment: u64,
) -> Result<(GgufTensor, u64, u64), GgufProblem> {
    let name = cursor.name(NAME_BYTES_MAX, &format!("the name of tensor {index}"))?.to_owned();
    let bad = |problem: String| GgufProblem::Tensor { tensor: name.clone(), problem };
    let part = format!("the description of tensor {name:?}");
    let count = cursor.u32(&part)?;
    if !(1..=DIMS_MAX).contains(&count) {
        let problem = format!("it has {count} dimensions, expected 1 to {DIMS_MAX}");
        return Err(bad(format!("{problem}; the file is damaged")));
    }
    let mut dims = Vec::with_capacity(count as usize);
    for _ in 0..count {
        dims.push(cursor.u64(&part)?);
    }
    let code = cursor.u32(&part)?;
    let offset = cursor.u64(&part)?;
    let ty = GgmlType::of_code(code).ok_or_else(|| GgufProblem::Type {
        tensor: name.clone(),
        found: type_name(code),
        supported: GgmlType::ALL.map(GgmlType::name).join(", "),
    })?;
    let sizes: Option<Vec<usize>> = dims.iter().map(|&n| usize::try_from(n).ok()).collect();
    let rows = dims[1..].iter().try_fold(1u64, |product, &n| product.checked_mul(n));
    let sizes = sizes.filter(|sizes| !sizes.contains(&0));
    let (Some(sizes), Some(rows)) = (sizes, rows) else {
        return Err(bad(format!("it is {dims:?} elements large; the file is damaged")));
    };
    let Some(row) = ty.row_bytes(sizes[0]) else {
        let block = ty.block_elements();
        let problem = format!("its rows of {} elements are no whole blocks of {block}", sizes[0]);
        return Err(bad(format!("{problem} as {ty} has; the file is damaged")));
    };
    // Elements are counted in `usize` elsewhere.
    let is_countable = rows.checked_mul(sizes[0] as u64).is_some_and(|n| n <= isize::MAX as u64);
    let bytes = rows.checked_mul(row as u64).filter(|_| is_countable);
    let bytes = bytes.ok_or_else(|| bad(format!("it is {dims:?} elements large")))?;
    if !offset.is_multiple_of(alignment) {
        let problem = format!("its offset {offset} is no multiple of the alignment {alignment}");
        return Err(bad(format!("{problem}; the file is damaged")));
    }
    Ok((GgufTensor { name, ty, dims: sizes, part: 0, bytes: 0..0 }, offset, bytes))
}

/// The bytes of a tensor in a file of `file_bytes`.
fn place(
    data_start: Option<u64>,
    offset: u64,
    bytes: u64,
    file_bytes: usize,
) -> Result<Range<usize>, String> {
    let start = data_start.and_then(|data| data.checked_add(offset));
    let end = start.and_then(|start| start.checked_add(bytes));
    match (start, end) {
        (Some(start), Some(end)) if end <= file_bytes as u64 => Ok(start as usize..end as usize),
        _ => Err(format!(
            "its {bytes} bytes at {offset} of the data lie past the end of the file, which has \
             {file_bytes} bytes; it is truncated or damaged, download it again"
        )),
    }
}

/// The name of an unsupported type.
fn type_name(code: u32) -> String {
    const NAMES: [(u32, &str); 26] = [
        (4, "Q4_2"),
        (5, "Q4_3"),
        (9, "Q8_1"),
        (15, "Q8_K"),
        (16, "IQ2_XXS"),
        (17, "IQ2_XS"),
        (18, "IQ3_XXS"),
        (19, "IQ1_S"),
        (21, "IQ3_S"),
        (22, "IQ2_S"),
        (24, "I8"),
        (25, "I16"),
        (26, "I32"),
        (27, "I64"),
        (28, "F64"),
        (29, "IQ1_M"),
        (31, "Q4_0_4_4"),
        (32, "Q4_0_4_8"),
        (33, "Q4_0_8_8"),
        (34, "TQ1_0"),
        (35, "TQ2_0"),
        (36, "IQ4_NL_4_4"),
        (37, "IQ4_NL_4_8"),
        (38, "IQ4_NL_8_8"),
        (40, "NVFP4"),
        (41, "Q1_0"),
    ];
    let name = NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| *name);
    name.map_or_else(|| format!("{code} (unknown)"), str::to_owned)
}
