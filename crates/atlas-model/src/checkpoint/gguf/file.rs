//! A GGUF checkpoint: one file, or the parts of a split one.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

use atlas_tensor::WeightBytes;
use atlas_tensor::weights::ggml::dequantise;

use super::error::{GgufError, GgufProblem};
use super::header::{GgufHeader, GgufTensor};
use super::value::GgufMetadata;
use crate::checkpoint::CheckpointSource;

const SPLIT_NO: &str = "split.no";
const SPLIT_COUNT: &str = "split.count";
const SPLIT_TENSORS: &str = "split.tensors.count";
const ARCHITECTURE: &str = "general.architecture";
/// Most parts of a split checkpoint: the most that a name can say.
const PARTS_MAX: u64 = 99_999;

/// One mapped file.
struct Part {
    name: String,
    bytes: WeightBytes,
}

/// A GGUF checkpoint whose header has been checked: every tensor lies inside its file, overlaps no
/// other, and has a name of its own.
pub struct Gguf {
    parts: Vec<Part>,
    metadata: GgufMetadata,
    tensors: BTreeMap<String, GgufTensor>,
}

impl Gguf {
    /// Opens the file `name` of `source`, which is mapped. Of a split checkpoint any part will do;
    /// the others are the files `NAME-00001-of-00003.gguf` beside it.
    ///
    /// # Errors
    /// A file that cannot be read or is no GGUF file of version 3, a part that is missing or
    /// belongs elsewhere, with the name of the file.
    pub fn open(source: &dyn CheckpointSource, name: &str) -> Result<Self, GgufError> {
        let named = NameOfPart::parse(name);
        let (part, header) = open_part(source, name, 0).map_err(|error| match named {
            Some(_) => is_missing(error),
            None => error,
        })?;
        let of_split = |problem: String| GgufProblem::Split(problem).of(name);
        let split = Split::of(&header.metadata).map_err(|problem| problem.of(name))?;
        match (&split, &named) {
            (None, None) => Self::join(vec![(part, header)], None),
            (Some(split), Some(named))
                if (split.no + 1, split.count) == (named.number, named.count) =>
            {
                let mut opened = Vec::new();
                let mut first = Some((part, header));
                for index in 0..split.count {
                    let here = if index == split.no { first.take() } else { None };
                    let other = named.sibling(index + 1);
                    let (part, mut header) = match here {
                        Some(here) => here,
                        None => open_part(source, &other, index as usize).map_err(is_missing)?,
                    };
                    header.tensors.iter_mut().for_each(|t| t.part = index as usize);
                    split.check(index, &header.metadata).map_err(|problem| problem.of(&other))?;
                    opened.push((part, header));
                }
                Self::join(opened, split.tensors)
            }
            (Some(split), _) => Err(of_split(format!(
                "it is part {} of {} of a split model; name its parts as they were published, \
                 such as NAME-{:05}-of-{:05}.gguf",
                split.no + 1,
                split.count,
                split.no + 1,
                split.count
            ))),
            (None, Some(named)) => Err(of_split(format!(
                "its name says that it is part {} of {}, but it has no {SPLIT_COUNT} above 1; if \
                 it is whole, rename it, else join the parts again as they were cut",
                named.number, named.count
            ))),
        }
    }

    /// Puts the parts together. `stated`: the number of tensors that the first part says.
    fn join(parts: Vec<(Part, GgufHeader)>, stated: Option<u64>) -> Result<Self, GgufError> {
        let mut all = Self {
            parts: Vec::with_capacity(parts.len()),
            metadata: GgufMetadata::default(),
            tensors: BTreeMap::new(),
        };
        for (index, (part, header)) in parts.into_iter().enumerate() {
            if index == 0 {
                all.metadata = header.metadata;
            }
            for tensor in header.tensors {
                if let Some(first) = all.tensors.get(&tensor.name) {
                    let problem = format!("it is in {} too", all.parts[first.part].name);
                    let tensor = tensor.name;
                    return Err(GgufProblem::Tensor { tensor, problem }.of(&part.name));
                }
                all.tensors.insert(tensor.name.clone(), tensor);
            }
            all.parts.push(part);
        }
        let found = all.tensors.len() as u64;
        if let Some(stated) = stated.filter(|&stated| stated != found) {
            let problem = format!(
                "{SPLIT_TENSORS} says {stated} tensors, but the parts have {found}; \
                 download all parts of one release again"
            );
            return Err(GgufProblem::Split(problem).of(&all.parts[0].name));
        }
        Ok(all)
    }

    /// The first file's name, for messages.
    pub fn name(&self) -> &str {
        &self.parts[0].name
    }

    /// Names of the files, in order.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.name.as_str())
    }

    /// The metadata; of a split checkpoint that of its first part.
    pub fn metadata(&self) -> &GgufMetadata {
        &self.metadata
    }

    /// The tensor of that name.
    pub fn tensor(&self, name: &str) -> Option<&GgufTensor> {
        self.tensors.get(name)
    }

    /// Every tensor, in the order of names.
    pub fn tensors(&self) -> impl Iterator<Item = &GgufTensor> {
        self.tensors.values()
    }

    /// The mapped bytes of a tensor of this checkpoint; `None` for one of another.
    pub fn bytes(&self, tensor: &GgufTensor) -> Option<WeightBytes> {
        self.part_bytes(tensor.part, tensor.bytes.clone())
    }

    /// Bytes of the file `part`; `None` where they are not inside it.
    pub(super) fn part_bytes(&self, part: usize, bytes: Range<usize>) -> Option<WeightBytes> {
        self.parts.get(part)?.bytes.slice(bytes)
    }

    /// The values of a tensor, in the order of the file; `None` for one of another checkpoint. For
    /// vectors: it takes 4 bytes an element.
    pub fn values(&self, tensor: &GgufTensor) -> Option<Vec<f32>> {
        let bytes = self.bytes(tensor)?;
        let mut out = vec![0.0; tensor.elements()];
        dequantise(tensor.ty, bytes.as_slice(), &mut out).ok()?;
        Some(out)
    }
}

/// Says of a file that is not there that it is a part of a model.
fn is_missing(error: GgufError) -> GgufError {
    match &error.problem {
        GgufProblem::Io(cause) if cause.kind() == io::ErrorKind::NotFound => {
            let problem = "this part of a split model is missing; put all parts into one folder";
            GgufProblem::Split(problem.to_owned()).of(&error.file)
        }
        _ => error,
    }
}

fn open_part(
    source: &dyn CheckpointSource,
    name: &str,
    index: usize,
) -> Result<(Part, GgufHeader), GgufError> {
    let bytes = source.map(name).map_err(|error| GgufProblem::Io(error).of(name))?;
    let header = GgufHeader::read(bytes.as_slice(), index).map_err(|problem| problem.of(name))?;
    Ok((Part { name: name.to_owned(), bytes }, header))
}

/// A part's place in a split checkpoint, as its metadata says.
#[derive(Debug)]
struct Split {
    /// From 0.
    no: u64,
    count: u64,
    /// Tensors of all parts.
    tensors: Option<u64>,
    architecture: Option<String>,
}

impl Split {
    /// `None` for a whole file.
    fn of(metadata: &GgufMetadata) -> Result<Option<Self>, GgufProblem> {
        let count = metadata.integer(SPLIT_COUNT)?.unwrap_or(0);
        let no = metadata.integer(SPLIT_NO)?;
        let tensors = metadata.integer(SPLIT_TENSORS)?;
        if count <= 1 && no.unwrap_or(0) == 0 {
            return Ok(None);
        }
        let architecture = metadata.text(ARCHITECTURE)?.map(str::to_owned);
        match no {
            Some(no) if no < count && count <= PARTS_MAX => {
                Ok(Some(Self { no, count, tensors, architecture }))
            }
            _ => Err(GgufProblem::Split(format!(
                "{SPLIT_NO} is {} and {SPLIT_COUNT} {count}; the file is damaged",
                no.map_or("absent".to_owned(), |no| no.to_string())
            ))),
        }
    }

    /// Checks that `metadata` is that of part `index` of this checkpoint.
    fn check(&self, index: u64, metadata: &GgufMetadata) -> Result<(), GgufProblem> {
        let other = Self::of(metadata)?;
        let found = other.as_ref().map(|other| (other.no, other.count));
        if found != Some((index, self.count)) {
            let found = found.map_or("no part of a split model".to_owned(), |(no, count)| {
                format!("part {} of {count}", no + 1)
            });
            return Err(GgufProblem::Split(format!(
                "its metadata says that it is {found}, but part {} of {} is expected; \
                 download all parts of one release again",
                index + 1,
                self.count
            )));
        }
        let differs = |a: &Option<String>, b: &Option<String>| a.is_some() && b.is_some() && a != b;
        if let Some(other) = other
            && (differs(&self.architecture, &other.architecture)
                || self.tensors.zip(other.tensors).is_some_and(|(a, b)| a != b))
        {
            let problem = "it is a part of another model than the other parts; \
                           download all parts of one release again";
            return Err(GgufProblem::Split(problem.to_owned()));
        }
        Ok(())
    }
}

/// The name of a part, `PREFIX-00001-of-00003.gguf`.
#[derive(Debug, PartialEq, Eq)]
pub struct NameOfPart<'a> {
    pub prefix: &'a str,
    /// From 1.
    pub number: u64,
    /// Parts of the checkpoint, at most 99,999.
    pub count: u64,
}

impl<'a> NameOfPart<'a> {
    /// Reads the name of a file; `None` for that of a whole checkpoint.
    pub fn parse(name: &'a str) -> Option<Self> {
        let (rest, count) = name.strip_suffix(".gguf")?.rsplit_once("-of-")?;
        let (prefix, number) = rest.rsplit_once('-')?;
        let digits = |text: &str| {
            let is_number = text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        let (number, count) = (digits(number)?, digits(count)?);
        (count > 1).then_some(Self { prefix, number, count })
    }

    /// The name of another part.
    pub fn sibling(&self, number: u64) -> String {
        format!("{}-{number:05}-of-{:05}.gguf", self.prefix, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parts_are_told_from_others() {
        let part = NameOfPart::parse("a-of-b-00002-of-00003.gguf").expect("a part");
        assert_eq!(part, NameOfPart { prefix: "a-of-b", number: 2, count: 3 });
        assert_eq!(part.sibling(3), "a-of-b-00003-of-00003.gguf");
        for name in ["a.gguf", "a-00001-of-00001.gguf", "a-1-of-3.gguf", "a-00001-of-+0003.gguf"] {
            assert_eq!(NameOfPart::parse(name), None, "{name}");
        }
    }
}
