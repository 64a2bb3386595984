//! Where drafts come from (`--speculate`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Drafts in a step unless their number is given.
const MODEL_DRAFTS: u32 = 3;
const NGRAM_DRAFTS: u32 = 7;
/// Most drafts of a sequence in a step.
pub const DRAFTS_MAX: u32 = 15;

/// `off`, or a proposer with the drafts of a step: `mtp:3`, `ngram:7`, `draft:folder:4`,
/// `dflash:folder`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Speculate {
    #[default]
    Off,
    /// The module where the checkpoint has one, else n-grams, as far as drafting pays.
    Auto,
    /// The checkpoint's multi-token-prediction module.
    Mtp(u32),
    /// Earlier places of the sequence's last tokens.
    Ngram(u32),
    /// The first half of the model's own layers.
    Layers(u32),
    /// Another model with the same tokens.
    Model { model: String, drafts: u32 },
    /// A DFlash drafter of the model, with the drafts that its blocks have unless told.
    Blocks { drafter: String, drafts: Option<u32> },
}

impl Speculate {
    /// The proposer for a model that has a multi-token-prediction module or none.
    pub fn resolved(&self, module: bool) -> Self {
        match self {
            Self::Auto if module => Self::Mtp(MODEL_DRAFTS),
            Self::Auto => Self::Ngram(NGRAM_DRAFTS),
            other => other.clone(),
        }
    }

    /// Drafts of a sequence in a step.
    pub fn drafts(&self) -> u32 {
        match self {
            // Until a model says which.
            Self::Off | Self::Auto => 0,
            Self::Mtp(drafts) | Self::Ngram(drafts) | Self::Layers(drafts) => *drafts,
            Self::Model { drafts, .. } => *drafts,
            // Until the drafter says how large its blocks are.
            Self::Blocks { drafts, .. } => drafts.unwrap_or(0),
        }
    }
}

impl FromStr for Speculate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, count) = match text.split_once(':') {
            Some((name, count)) => (name, Some(count)),
            None => (text, None),
        };
        let drafts = |usual: u32| match count.map(str::parse) {
            None => Ok(usual),
            Some(Ok(drafts)) if (1..=DRAFTS_MAX).contains(&drafts) => Ok(drafts),
            Some(_) => Err(format!("`{text}`: {name} takes 1 to {DRAFTS_MAX} drafts, as {name}:3")),
        };
        match (name, count) {
            ("off", None) => Ok(Self::Off),
            ("auto", None) => Ok(Self::Auto),
            ("mtp", _) => drafts(MODEL_DRAFTS).map(Self::Mtp),
            ("ngram", _) => drafts(NGRAM_DRAFTS).map(Self::Ngram),
            ("self", _) => drafts(MODEL_DRAFTS).map(Self::Layers),
            ("draft", Some(path)) => {
                let (model, drafts) = other_model(text, path)?;
                Ok(Self::Model { model, drafts: drafts.unwrap_or(MODEL_DRAFTS) })
            }
            ("dflash", Some(path)) => {
                let (drafter, drafts) = other_model(text, path)?;
                Ok(Self::Blocks { drafter, drafts })
            }
            ("draft" | "dflash", None) => Err(format!("`{text}` names no model; {EXAMPLES}")),
            _ => Err(format!("`{text}` is no proposer of drafts; {EXAMPLES}")),
        }
    }
}

const EXAMPLES: &str = "there are auto, off, and with K drafts a step mtp:K, ngram:K, self:K, \
                        draft:PATH:K and dflash:PATH:K";

/// The path of `draft:PATH` or `draft:PATH:K` and its drafts; a name after the last colon belongs
/// to the path.
fn other_model(text: &str, path: &str) -> Result<(String, Option<u32>), String> {
    let (path, drafts) = match path.rsplit_once(':') {
        Some((path, count)) if !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()) => {
            (path, Some(count.parse().unwrap_or(u32::MAX)))
        }
        _ => (path, None),
    };
    if path.is_empty() {
        return Err(format!("`{text}` names no model; {EXAMPLES}"));
    }
    if drafts.is_some_and(|drafts| !(1..=DRAFTS_MAX).contains(&drafts)) {
        return Err(format!("`{text}`: a model drafts 1 to {DRAFTS_MAX}, as draft:PATH:3"));
    }
    Ok((path.into(), drafts))
}

impl fmt::Display for Speculate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Auto => f.write_str("auto"),
            Self::Mtp(drafts) => write!(f, "mtp:{drafts}"),
            Self::Ngram(drafts) => write!(f, "ngram:{drafts}"),
            Self::Layers(drafts) => write!(f, "self:{drafts}"),
            Self::Model { model, drafts } => write!(f, "draft:{model}:{drafts}"),
            Self::Blocks { drafter, drafts: None } => write!(f, "dflash:{drafter}"),
            Self::Blocks { drafter, drafts: Some(drafts) } => {
                write!(f, "dflash:{drafter}:{drafts}")
            }
        }
    }
}

impl TryFrom<String> for Speculate {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Speculate> for String {
    fn from(speculate: Speculate) -> Self {
        speculate.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proposers_are_read_and_written() {
        for text in ["off", "auto", "mtp:1", "mtp:15", "ngram:7", "self:2", "draft:a/b:Q8_0:4"]
            .into_iter()
            .chain(["dflash:a/b", "dflash:a/b:7"])
        {
            assert_eq!(text.parse::<Speculate>().unwrap().to_string(), text);
        }
        assert_eq!("mtp".parse(), Ok(Speculate::Mtp(3)));
        let other = |model: &str| Ok(Speculate::Model { model: model.into(), drafts: 3 });
        assert_eq!("draft:folder".parse(), other("folder"));
        assert_eq!("draft:org/name:Q8_0".parse(), other("org/name:Q8_0"));
        let bad = ["", "on", "mtp:0", "mtp:16", "mtp:x", "off:2", "auto:3", "ngram:-1", "self:0"];
        for bad in
            bad.into_iter().chain(["draft", "draft:", "draft::3", "draft:folder:16", "dflash:"])
        {
            assert!(bad.parse::<Speculate>().is_err(), "{bad}");
        }
    }
}
