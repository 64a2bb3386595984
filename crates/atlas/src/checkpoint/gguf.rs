//! GGUF models among file names, and the one that a tag means.

use atlas_model::checkpoint::gguf::NameOfPart;
use std::collections::BTreeMap;

/// Tags that are taken, in this order, where none is given.
const USUAL_TAGS: [&str; 3] = ["Q4_K_M", "Q4_0", "Q8_0"];

/// Names listed at most in an error.
const LISTED_MAX: usize = 30;

/// A model in one GGUF file, or in the parts of a split one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GgufFiles {
    /// Path of each file, in the order of the parts; `/` stands between folders.
    pub files: Vec<String>,
}

impl GgufFiles {
    /// The files of the model that has the file `path`, whether the others are there or not.
    pub fn of(path: &str) -> Self {
        let files = match NameOfPart::parse(path) {
            None => vec![path.to_owned()],
            Some(part) => (1..=part.count).map(|number| part.sibling(number)).collect(),
        };
        Self { files }
    }

    /// The first file's path.
    pub fn path(&self) -> &str {
        self.files.first().map_or("", String::as_str)
    }

    /// The model's name: that of the first file without its ending and the number of the part.
    pub fn stem(&self) -> &str {
        let name = file_name(self.path());
        match NameOfPart::parse(name) {
            Some(part) => part.prefix,
            None if has_ending(name) => &name[..name.len() - ENDING.len()],
            None => name,
        }
    }

    /// The quantisation that the file's name ends in, else the name of its folder if that is one.
    pub fn tag(&self) -> Option<&str> {
        let stem = self.stem();
        let ends = stem.char_indices().filter(|(_, c)| "-._".contains(*c)).map(|(at, _)| at + 1);
        let of_name = std::iter::once(0).chain(ends).map(|at| &stem[at..]);
        let folder = self.path().rsplit('/').nth(1);
        of_name.chain(folder).find(|word| is_quantisation(word))
    }

    /// The tag, else the model's name: text by which [`choose`] finds this model.
    pub fn label(&self) -> &str {
        self.tag().unwrap_or(self.stem())
    }
}

const ENDING: &str = ".gguf";

/// Whether a file's name ends as those of GGUF files do.
pub fn has_ending(name: &str) -> bool {
    let start = name.len().checked_sub(ENDING.len());
    let end = start.and_then(|start| name.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(ENDING))
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether a word names a type of weights: `Q4_K_M`, `IQ4_XS`, `UD-Q4_K_XL`, `BF16`, `MXFP4_MOE`.
fn is_quantisation(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let word = word.strip_prefix("ud-").unwrap_or(&word);
    let (kind, rest) = word.split_once('_').unwrap_or((word, ""));
    let is_plain = rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let bits = kind.trim_start_matches(['i', 't']).strip_prefix('q');
    let has_bits = bits.is_some_and(|b| !b.is_empty() && b.bytes().all(|b| b.is_ascii_digit()));
    let is_float = ["f16", "fp16", "bf16", "f32", "fp32", "mxfp4", "nvfp4"].contains(&kind);
    is_plain && (has_bits || is_float)
}

/// The GGUF models among file names, by path. Projectors of multimodal models and importance
/// matrices are none.
pub fn models<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<GgufFiles> {
    let mut found = BTreeMap::new();
    for path in names.into_iter().filter(|path| has_ending(path)) {
        let is_plain = |part: &str| !["", ".", ".."].contains(&part) && !part.contains('\\');
        let files = GgufFiles::of(path);
        let stem = files.stem().to_lowercase();
        let is_model =
            !stem.contains("mmproj") && !stem.starts_with("imatrix") && !stem.ends_with(".imatrix");
        if is_model && path.split('/').all(is_plain) {
            found.insert(files.path().to_owned(), files);
        }
    }
    found.into_values().collect()
}

/// A model that was chosen.
#[derive(Debug, PartialEq)]
pub struct Choice<'a> {
    pub model: &'a GgufFiles,
    /// Whether no further model could be a better one.
    pub is_certain: bool,
}

/// The model that `wanted` means: a tag in any case, which is the model's own or the end of it
/// behind `-`, or the path or name of a file. Without it the first of [`USUAL_TAGS`] there is, else
/// the first model.
///
/// # Errors
/// No model, or several, as text that lists the tags or the files.
pub fn choose<'a>(models: &'a [GgufFiles], wanted: Option<&str>) -> Result<Choice<'a>, String> {
    let Some(wanted) = wanted else {
        for (rank, tag) in USUAL_TAGS.iter().enumerate() {
            let of_tag = with(models, |model| model.tag().is_some_and(|t| same(t, tag)));
            if !of_tag.is_empty() {
                return only(of_tag, tag, rank == 0);
            }
        }
        let first = models.first().ok_or("there is no GGUF model")?;
        return Ok(Choice { model: first, is_certain: false });
    };
    let is_file = |model: &GgufFiles| {
        let is_it = |path: &String| same(path, wanted) || same(file_name(path), wanted);
        model.files.iter().any(is_it) || same(model.stem(), wanted)
    };
    let is_exact = |model: &GgufFiles| model.tag().is_some_and(|tag| same(tag, wanted));
    let is_end = |model: &GgufFiles| {
        let tag = model.tag().unwrap_or(model.stem()).to_lowercase();
        tag.strip_suffix(&wanted.to_lowercase()).is_some_and(|rest| rest.ends_with('-'))
    };
    for found in [with(models, is_file), with(models, is_exact)] {
        if !found.is_empty() {
            return only(found, wanted, true);
        }
    }
    let found = with(models, is_end);
    if found.is_empty() {
        let there = listed(models.iter().map(GgufFiles::label));
        let text = format!("no GGUF model has the tag {wanted}");
        return Err(match models {
            [] => format!("{text}: there is none"),
            _ => format!("{text}; the tags there are: {there}"),
        });
    }
    only(found, wanted, false)
}

fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

fn with(models: &[GgufFiles], is_it: impl Fn(&GgufFiles) -> bool) -> Vec<&GgufFiles> {
    models.iter().filter(|model| is_it(model)).collect()
}

fn only<'a>(
    found: Vec<&'a GgufFiles>,
    wanted: &str,
    is_certain: bool,
) -> Result<Choice<'a>, String> {
    match found.as_slice() {
        [model] => Ok(Choice { model, is_certain }),
        several => {
            let files = listed(several.iter().map(|model| model.path()));
            Err(format!("the tag {wanted} is that of several models: {files}; give a file instead"))
        }
    }
}

/// Names in a list, each once.
pub fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let more = all.len().saturating_sub(LISTED_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    all.truncate(LISTED_MAX);
    all.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &[&str] = &[
        "README.md",
        "mmproj-F16.gguf",
        "tiny-Q8_0.gguf",
        "tiny.Q5_K_M.gguf",
        "tiny_iq4_xs.gguf",
        "tiny-UD-Q4_K_XL.gguf",
        "Q4_K_M/tiny-Q4_K_M-00001-of-00003.gguf",
        "Q4_K_M/tiny-Q4_K_M-00002-of-00003.gguf",
        "Q4_K_M/tiny-Q4_K_M-00003-of-00003.gguf",
        "BF16/tiny-00002-of-00002.gguf",
        "imatrix_all.gguf",
        "tiny-3B-base.gguf",
        "../tiny-Q2_K.gguf",
    ];

    #[test]
    fn models_have_their_files_names_and_tags() {
        let all = models(NAMES.iter().copied());
        let seen: Vec<_> = all.iter().map(|m| (m.stem(), m.tag(), m.files.len())).collect();
        let expected = [
            ("tiny", Some("BF16"), 2),
            ("tiny-Q4_K_M", Some("Q4_K_M"), 3),
            ("tiny-3B-base", None, 1),
            ("tiny-Q8_0", Some("Q8_0"), 1),
            ("tiny-UD-Q4_K_XL", Some("UD-Q4_K_XL"), 1),
            ("tiny.Q5_K_M", Some("Q5_K_M"), 1),
            ("tiny_iq4_xs", Some("iq4_xs"), 1),
        ];
        assert_eq!(seen, expected);
        for (word, is_one) in [
            ("Q4_0", true),
            ("TQ1_0", true),
            ("mxfp4_moe", true),
            ("Q", false),
            ("Qwen3", false),
            ("3B", false),
            ("Q4-K", false),
        ] {
            assert_eq!(is_quantisation(word), is_one, "{word}");
        }
    }

    #[test]
    fn a_tag_means_one_model() {
        let all = models(NAMES.iter().copied());
        let path = |wanted| choose(&all, wanted).map(|c| (c.model.path(), c.is_certain));
        let split = "Q4_K_M/tiny-Q4_K_M-00001-of-00003.gguf";
        for (wanted, found) in [
            (None, (split, true)),
            (Some("q4_k_m"), (split, true)),
            (Some("Q4_K_M/tiny-Q4_K_M-00002-of-00003.gguf"), (split, true)),
            (Some("tiny-Q4_K_M"), (split, true)),
            (Some("IQ4_XS"), ("tiny_iq4_xs.gguf", true)),
            (Some("bf16"), ("BF16/tiny-00001-of-00002.gguf", true)),
            (Some("Q4_K_XL"), ("tiny-UD-Q4_K_XL.gguf", false)),
            (Some("ud-q4_k_xl"), ("tiny-UD-Q4_K_XL.gguf", true)),
            (Some("tiny-Q8_0.gguf"), ("tiny-Q8_0.gguf", true)),
            (Some("base"), ("tiny-3B-base.gguf", false)),
        ] {
            assert_eq!(path(wanted), Ok(found), "{wanted:?}");
        }
        for (wanted, says) in [("Q4_K", "Q4_K_M, tiny-3B-base, Q8_0"), ("F16", "no GGUF model")] {
            let error = path(Some(wanted)).unwrap_err();
            assert!(error.contains(says) && error.contains(wanted), "{error}");
        }
        let two = models(["a-Q4_K_M.gguf", "b-Q4_K_M.gguf"]);
        for wanted in [None, Some("Q4_K_M")] {
            let error = choose(&two, wanted).unwrap_err();
            assert!(error.contains("a-Q4_K_M.gguf, b-Q4_K_M.gguf"), "{error}");
        }
        let plain = models(["z-Q8_0.gguf", "a-Q6_K.gguf"]);
        assert_eq!(choose(&plain, None).map(|c| c.model.path()), Ok("z-Q8_0.gguf"));
        assert!(choose(&[], None).is_err() && choose(&[], Some("Q8_0")).is_err());
    }
}
