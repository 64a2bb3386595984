//! Lists of layers, such as `0-3,10`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Most layers of a model.
const LAYERS_MAX: usize = 1 << 14;

/// Layers by their numbers, which count from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LayerList(pub BTreeSet<usize>);

impl FromStr for LayerList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| match part.trim().parse::<usize>() {
            Ok(n) if n < LAYERS_MAX => Ok(n),
            _ => Err(format!("`{part}` is no number of a layer; layers are given as 0-3,10")),
        };
        let mut layers = BTreeSet::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!("`{part}` ends before it begins"));
            }
            layers.extend(first..=last);
        }
        Ok(Self(layers))
    }
}

impl fmt::Display for LayerList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&each.join(","))
    }
}

impl TryFrom<String> for LayerList {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<LayerList> for String {
    fn from(list: LayerList) -> Self {
        list.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_numbers_are_read() {
        let list: LayerList = "0-2, 5,1".parse().unwrap();
        assert_eq!((list.0.len(), list.to_string().as_str()), (4, "0,1,2,5"));
        assert!("".parse::<LayerList>().unwrap().0.is_empty());
        for bad in ["a", "3-1", "-1", "1-", "99999"] {
            assert!(bad.parse::<LayerList>().is_err(), "{bad}");
        }
    }
}
