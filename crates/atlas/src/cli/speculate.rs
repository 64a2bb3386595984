//! Where drafts come from (`--speculate`).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Drafts in a step unless their number is given.
const MTP_DRAFTS: u32 = 3;
const NGRAM_DRAFTS: u32 = 7;
/// Most drafts of a sequence in a step.
pub const DRAFTS_MAX: u32 = 15;

/// `off`, or a proposer with the drafts of a step: `mtp:3`, `ngram:7`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
}

impl Speculate {
    /// The proposer for a model that has a multi-token-prediction module or none.
    pub fn resolved(self, module: bool) -> Self {
        match self {
            Self::Auto if module => Self::Mtp(MTP_DRAFTS),
            Self::Auto => Self::Ngram(NGRAM_DRAFTS),
            other => other,
        }
    }

    /// Drafts of a sequence in a step.
    pub fn drafts(self) -> u32 {
        match self {
            // Until a model says which.
            Self::Off | Self::Auto => 0,
            Self::Mtp(drafts) | Self::Ngram(drafts) => drafts,
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
            ("mtp", _) => drafts(MTP_DRAFTS).map(Self::Mtp),
            ("ngram", _) => drafts(NGRAM_DRAFTS).map(Self::Ngram),
            ("self" | "draft" | "dflash", _) => {
                Err(format!("`{text}` is not available in this version; {EXAMPLES}"))
            }
            _ => Err(format!("`{text}` is no proposer of drafts; {EXAMPLES}")),
        }
    }
}

const EXAMPLES: &str = "there are auto, off, and mtp:K and ngram:K with K drafts a step";

impl fmt::Display for Speculate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Auto => f.write_str("auto"),
            Self::Mtp(drafts) => write!(f, "mtp:{drafts}"),
            Self::Ngram(drafts) => write!(f, "ngram:{drafts}"),
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
        for text in ["off", "auto", "mtp:1", "mtp:15", "ngram:7"] {
            assert_eq!(text.parse::<Speculate>().unwrap().to_string(), text);
        }
        assert_eq!("mtp".parse(), Ok(Speculate::Mtp(3)));
        for bad in
            ["", "on", "mtp:0", "mtp:16", "mtp:x", "off:2", "auto:3", "ngram:-1", "draft:folder"]
        {
            assert!(bad.parse::<Speculate>().is_err(), "{bad}");
        }
    }
}
