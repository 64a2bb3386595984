//! Readers of values with more than one JSON form. They are hand-written, since derived untagged
//! enums cannot report which form was wrong.

use crate::request::reasoning::Reasoning;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Deserializes an object, or `null` as `None`. Derived types would also accept an array of the
/// fields' values in order, which no client means.
///
/// # Errors
/// Other JSON types, and those of `T`.
pub fn object<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<T>, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map)).map(Some)
        }
    }

    deserializer.deserialize_any(Object(PhantomData))
}

/// `stop`: one string or a list of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopInput(pub Vec<String>);

struct StopVisitor;

impl<'de> Visitor<'de> for StopVisitor {
    type Value = StopInput;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a list of strings")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<StopInput, E> {
        Ok(StopInput(vec![text.to_owned()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<StopInput, A::Error> {
        let mut list = Vec::new();
        while let Some(text) = seq.next_element::<String>()? {
            list.push(text);
        }
        Ok(StopInput(list))
    }
}

impl<'de> Deserialize<'de> for StopInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StopVisitor)
    }
}

/// `think`: whether the model is to reason, or its reasoning effort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Think(pub Reasoning);

struct ThinkVisitor;

impl Visitor<'_> for ThinkVisitor {
    type Value = Think;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false or a reasoning effort")
    }

    fn visit_bool<E: de::Error>(self, enabled: bool) -> Result<Think, E> {
        Ok(Think(Reasoning { effort: None, enabled: Some(enabled) }))
    }

    fn visit_str<E: de::Error>(self, effort: &str) -> Result<Think, E> {
        Ok(Think(Reasoning { effort: Some(effort.to_owned()), enabled: None }))
    }
}

impl<'de> Deserialize<'de> for Think {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ThinkVisitor)
    }
}

/// `seed`: any 64-bit integer, signed or unsigned; negative ones wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = Seed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a 64-bit integer")
    }

    fn visit_u64<E: de::Error>(self, seed: u64) -> Result<Seed, E> {
        Ok(Seed(seed))
    }

    fn visit_i64<E: de::Error>(self, seed: i64) -> Result<Seed, E> {
        Ok(Seed(seed.cast_unsigned()))
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SeedVisitor)
    }
}

/// `speculate`: drafts in a step at most, `"off"` for none, `"auto"` for as many as the server
/// verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speculate(pub Option<u32>);

struct SpeculateVisitor;

impl Visitor<'_> for SpeculateVisitor {
    type Value = Speculate;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"off\", \"auto\" or a number of drafts")
    }

    fn visit_u64<E: de::Error>(self, drafts: u64) -> Result<Speculate, E> {
        Ok(Speculate(Some(u32::try_from(drafts).unwrap_or(u32::MAX))))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Speculate, E> {
        match name {
            "off" => Ok(Speculate(Some(0))),
            "auto" => Ok(Speculate(None)),
            other => Err(E::invalid_value(de::Unexpected::Str(other), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Speculate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SpeculateVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_a_number_or_a_name() {
        let drafts = |json: &str| serde_json::from_str::<Speculate>(json).ok().map(|s| s.0);
        assert_eq!(drafts("3"), Some(Some(3)));
        assert_eq!(drafts("\"off\""), Some(Some(0)));
        assert_eq!(drafts("\"auto\""), Some(None));
        for bad in ["-1", "1.5", "true", "\"on\"", "[]"] {
            assert_eq!(drafts(bad), None, "{bad}");
        }
    }

    #[test]
    fn seeds_wrap() {
        let seed = |json: &str| serde_json::from_str::<Seed>(json).ok().map(|s| s.0);
        assert_eq!(seed("-1"), Some(u64::MAX));
        assert_eq!(seed("18446744073709551615"), Some(u64::MAX));
        assert_eq!(seed("1.5"), None);
    }
}
