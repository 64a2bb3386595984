//! A number that a flag gives, or `auto`.

use super::choices::meant;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::RangeInclusive;

/// `auto`, or a number. Recordings hold a number, `"auto"` or (older ones) null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoNumber {
    /// Chosen from the device, the model and the memory there is.
    #[default]
    Auto,
    Number(u32),
}

impl AutoNumber {
    /// The number, if one is given.
    pub fn given(self) -> Option<u32> {
        match self {
            Self::Auto => None,
            Self::Number(number) => Some(number),
        }
    }

    /// A reader of `auto` and the numbers of `range`.
    pub fn parser(
        range: RangeInclusive<u32>,
    ) -> impl Fn(&str) -> Result<Self, String> + Clone + Send + Sync + 'static {
        move |text| {
            if text == "auto" {
                return Ok(Self::Auto);
            }
            let number = text.parse().ok().filter(|number| range.contains(number));
            let (from, to) = (range.start(), range.end());
            number.map(Self::Number).ok_or_else(|| {
                let most = if *to == u32::MAX { String::new() } else { format!(" to {to}") };
                let hint = meant(text, &["auto"]);
                format!("{text} is neither auto nor a whole number from {from}{most}{hint}")
            })
        }
    }
}

impl fmt::Display for AutoNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => write!(f, "auto"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

impl Serialize for AutoNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Number(number) => serializer.serialize_u32(*number),
        }
    }
}

impl<'de> Deserialize<'de> for AutoNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            Number(u32),
            Text(String),
            None,
        }
        match Stored::deserialize(deserializer)? {
            Stored::Number(number) => Ok(Self::Number(number)),
            Stored::None => Ok(Self::Auto),
            Stored::Text(text) if text == "auto" => Ok(Self::Auto),
            Stored::Text(text) => Err(serde::de::Error::custom(format!("{text:?} is no number"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_auto_are_read() {
        let parse = AutoNumber::parser(1..=16);
        assert_eq!(parse("auto"), Ok(AutoNumber::Auto));
        assert_eq!(parse("16"), Ok(AutoNumber::Number(16)));
        for bad in ["", "0", "17", "-1", "1.5", "Auto", "4294967296"] {
            let error = parse(bad).unwrap_err();
            assert!(error.contains("auto") && error.contains("1 to 16"), "{error}");
        }
    }

    #[test]
    fn recordings_hold_a_number_auto_or_null() {
        let read = |text: &str| serde_json::from_str::<AutoNumber>(text).ok();
        assert_eq!(read("8"), Some(AutoNumber::Number(8)));
        assert_eq!(read("\"auto\""), Some(AutoNumber::Auto));
        assert_eq!(read("null"), Some(AutoNumber::Auto));
        assert_eq!([read("\"8\""), read("-1"), read("1.5")], [None; 3]);
        for number in [AutoNumber::Auto, AutoNumber::Number(7)] {
            let text = serde_json::to_string(&number).unwrap();
            assert_eq!(read(&text), Some(number));
        }
    }
}
