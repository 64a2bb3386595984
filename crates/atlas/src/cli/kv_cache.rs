//! Formats of the KV cache.

use std::fmt;
use std::str::FromStr;

use atlas_core::{KvFormat, KvFormats};
use atlas_model::HighPrecision;
use serde::{Deserialize, Serialize};

use super::layers::LayerList;

/// Layers at each end that `auto` keeps in bf16.
const AUTO_EDGES: usize = 2;

/// `auto`, a format, or one for keys and one for values (`k=fp8,v=turbo3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KvCacheDtype(pub Option<KvFormats>);

impl FromStr for KvCacheDtype {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self(None));
        }
        if !text.contains('=') {
            let both = format(text).map_err(|why| format!("{why}; auto is that of activations"))?;
            return Ok(Self(Some(KvFormats::both(both))));
        }
        let (mut key, mut value) = (None, None);
        for part in text.split(',') {
            let (half, name) = part.split_once('=').unwrap_or((part, ""));
            let half = match half.trim() {
                "k" => &mut key,
                "v" => &mut value,
                other => return Err(format!("`{other}` is neither k nor v; {EXAMPLES}")),
            };
            if half.replace(format(name.trim())?).is_some() {
                return Err(format!("`{part}` is given twice; {EXAMPLES}"));
            }
        }
        match (key, value) {
            (Some(key), Some(value)) => Ok(Self(Some(KvFormats { key, value }))),
            (None, _) => Err(format!("there is no format for keys; {EXAMPLES}")),
            (_, None) => Err(format!("there is no format for values; {EXAMPLES}")),
        }
    }
}

const EXAMPLES: &str = "formats are given as fp8 for both, or as k=fp8,v=turbo3";

/// A format by its name here or in other servers.
fn format(name: &str) -> Result<KvFormat, String> {
    match name {
        "bfloat16" => Ok(KvFormat::Bf16),
        "fp8_e4m3" => Ok(KvFormat::Fp8),
        "fp8_e5m2" => Err("e5m2 is not among the formats of the KV cache; fp8 is e4m3".into()),
        name => name.parse(),
    }
}

impl fmt::Display for KvCacheDtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(formats) => formats.fmt(f),
            None => f.write_str("auto"),
        }
    }
}

impl TryFrom<String> for KvCacheDtype {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<KvCacheDtype> for String {
    fn from(dtype: KvCacheDtype) -> Self {
        dtype.to_string()
    }
}

/// Layers whose KV cache is bf16 whatever the others have: `auto`, `max`, a number, or a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HighPrecisionLayers(pub HighPrecision);

impl FromStr for HighPrecisionLayers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(match text.trim() {
            "auto" => HighPrecision::Edges(AUTO_EDGES),
            "max" => HighPrecision::All,
            list if list.contains([',', '-']) => {
                HighPrecision::Layers(list.parse::<LayerList>()?.0)
            }
            number => HighPrecision::Edges(number.parse().map_err(|_| {
                format!("`{text}` is not auto, max, a number N, or a list of layers as 0-3,10")
            })?),
        }))
    }
}

impl fmt::Display for HighPrecisionLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            HighPrecision::Edges(count) => write!(f, "{count}"),
            HighPrecision::All => f.write_str("max"),
            // A comma behind the last layer tells a list of one from a number of layers.
            HighPrecision::Layers(layers) => write!(f, "{},", LayerList(layers.clone())),
        }
    }
}

impl TryFrom<String> for HighPrecisionLayers {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<HighPrecisionLayers> for String {
    fn from(layers: HighPrecisionLayers) -> Self {
        layers.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read_and_written() {
        for text in ["auto", "bf16", "fp8", "nvfp4", "turbo8", "turbo4", "turbo3", "k=fp8,v=turbo3"]
        {
            assert_eq!(text.parse::<KvCacheDtype>().unwrap().to_string(), text);
        }
        let swapped: KvCacheDtype = "v=turbo3, k=fp8".parse().unwrap();
        assert_eq!(swapped.to_string(), "k=fp8,v=turbo3");
        assert_eq!("fp8_e4m3".parse::<KvCacheDtype>().unwrap().to_string(), "fp8");
        for bad in
            ["", "int8", "k=fp8", "v=fp8", "k=fp8,k=fp8", "q=fp8,v=fp8", "k=,v=fp8", "fp8_e5m2"]
        {
            assert!(bad.parse::<KvCacheDtype>().is_err(), "{bad}");
        }
    }

    #[test]
    fn layers_are_read_and_written() {
        let read = |text: &str| text.parse::<HighPrecisionLayers>().map(|layers| layers.0);
        assert_eq!(read("auto"), Ok(HighPrecision::Edges(2)));
        assert_eq!(read("3"), Ok(HighPrecision::Edges(3)));
        assert_eq!(read("max"), Ok(HighPrecision::All));
        assert_eq!(read("0,31-33"), Ok(HighPrecision::Layers([0, 31, 32, 33].into())));
        assert_eq!(read("7,"), Ok(HighPrecision::Layers([7].into())));
        for text in ["0", "3", "max", "0,31-33", "7,"] {
            let layers: HighPrecisionLayers = text.parse().unwrap();
            assert_eq!(layers.to_string().parse(), Ok(layers));
        }
        for bad in ["", "-1", "few", "3-1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
