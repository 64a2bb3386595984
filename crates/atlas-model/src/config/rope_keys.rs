//! The rope object of a `config.json`: its keys, by type.

use serde_json::{Map, Value};

use super::error::ConfigProblem;
use super::reader::{ConfigReader, Found, POSITIVE_TEXT, SIZE_MAX, as_positive};
use super::resolved::Origin;
use super::rope_scaling::RopeScaling;

const SUPPORTED: &str = "default, linear, dynamic, llama3, longrope, yarn";
const ORIGINAL: &str = "original_max_position_embeddings";

/// Keys that only some types use; the reference library warns of them elsewhere and goes on.
const KEYS_OF_TYPES: &[&str] = &[
    ORIGINAL,
    "attention_factor",
    "beta_fast",
    "beta_slow",
    "finetuned",
    "high_freq_factor",
    "long_factor",
    "low_freq_factor",
    "mscale",
    "mscale_all_dim",
    "short_factor",
    "truncate",
];

/// YaRN's magnitude correction: `0.1 * weight * ln(factor) + 1`.
fn yarn_magnitude(factor: f64, weight: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { 0.1 * weight * factor.ln() + 1.0 }
}

/// The rope object of a config, and those of its keys that were read.
pub(super) struct RopeKeys<'a> {
    path: String,
    object: Option<&'a Map<String, Value>>,
    seen: Vec<&'static str>,
}

impl<'a> RopeKeys<'a> {
    pub(super) fn find(reader: &mut ConfigReader<'a>) -> Self {
        let new = reader.find_set("rope_parameters");
        let old = reader.find_set("rope_scaling");
        if let (Some(new), Some(old)) = (&new, &old) {
            if new.value != old.value {
                reader.problem(ConfigProblem::Contradiction {
                    path: old.path.clone(),
                    value: old.value.to_string(),
                    other: format!("{} = {}", new.path, new.value),
                });
            }
            let origin = Origin::Shadowed { path: old.path.clone(), by: new.path.clone() };
            reader.record("rope_scaling", old.value.to_string(), origin);
        }
        let Some(found) = new.or(old) else {
            return RopeKeys { path: String::new(), object: None, seen: vec![] };
        };
        let object = found.value.as_object();
        if object.is_none() {
            reader.wrong_type(&found, "an object");
        }
        RopeKeys { path: found.path, object, seen: vec![] }
    }

    fn get(&mut self, key: &'static str) -> Option<&'a Value> {
        self.seen.push(key);
        self.object.and_then(|o| o.get(key))
    }

    /// A number above zero in the rope object; None when absent or null.
    fn number(&mut self, reader: &mut ConfigReader<'a>, key: &'static str) -> Option<f64> {
        let value = self.get(key)?;
        let path = format!("{}.{key}", self.path);
        let number = as_positive(value);
        if number.is_none() && !value.is_null() {
            let found = Found { path: path.clone(), value };
            reader.wrong_type(&found, POSITIVE_TEXT);
        }
        reader.record(key, value.to_string(), Origin::File(path));
        number
    }

    fn number_or(&mut self, reader: &mut ConfigReader<'a>, key: &'static str, default: f64) -> f64 {
        self.number(reader, key).unwrap_or_else(|| {
            reader.record(key, default.to_string(), Origin::Default);
            default
        })
    }

    fn required(&mut self, reader: &mut ConfigReader<'a>, key: &'static str) -> f64 {
        self.number(reader, key).unwrap_or_else(|| {
            reader.problem(ConfigProblem::Missing {
                key: format!("{}.{key}", self.path),
                family: "this rope type".to_owned(),
                expected: POSITIVE_TEXT,
            });
            1.0
        })
    }

    /// A key of the rope object or, where that lacks it, of the top level.
    pub(super) fn top_level(
        &mut self,
        reader: &mut ConfigReader<'a>,
        key: &'static str,
        default: f64,
    ) -> f64 {
        let inner = self.number(reader, key);
        let Some(inner) = inner else { return reader.positive_or(key, default) };
        if let Some(outer) = reader.find_set(key) {
            let origin =
                Origin::Shadowed { path: outer.path.clone(), by: format!("{}.{key}", self.path) };
            reader.record(key, outer.value.to_string(), origin);
        }
        inner
    }

    /// Factor of `partial_rotary_factor` for a family that rotates whole heads: 1.
    pub(super) fn whole_head(
        &mut self,
        reader: &mut ConfigReader<'a>,
        scaling: &RopeScaling,
    ) -> f64 {
        let key = "partial_rotary_factor";
        let inner = self.get(key).filter(|v| !v.is_null());
        let value = inner.or(reader.peek(key)).filter(|v| !v.is_null());
        let unread = "the family rotates whole heads";
        if let Some(value) = value
            && *scaling != RopeScaling::Default
            && value.as_f64() != Some(1.0)
        {
            reader.unsupported(key, &value.to_string(), "1 with scaled frequencies");
        }
        if let Some(inner) = inner {
            let path = format!("{}.{key}", self.path);
            reader.record(key, inner.to_string(), Origin::Ignored { path, reason: unread });
        }
        reader.ignore(&[key], unread);
        1.0
    }

    /// The scaling, and the longest sequence in tokens that it reaches.
    pub(super) fn scaling(
        &mut self,
        reader: &mut ConfigReader<'a>,
        max_position: f64,
    ) -> (RopeScaling, f64) {
        let kind = self.kind(reader);
        let (scaling, reach) = match kind {
            "default" => (RopeScaling::Default, max_position),
            "dynamic" => self.dynamic(reader, max_position),
            "linear" => {
                let factor = self.required(reader, "factor");
                (RopeScaling::Linear { factor }, factor * max_position)
            }
            "llama3" => self.llama3(reader, max_position),
            "longrope" => self.longrope(reader, max_position),
            "yarn" => self.yarn(reader, max_position),
            other => {
                reader.unsupported(&format!("{}.rope_type", self.path), other, SUPPORTED);
                // The type is the problem; its keys are not reported as unknown.
                self.object = None;
                (RopeScaling::Default, max_position)
            }
        };
        self.ignore_unused(reader);
        (scaling, reach)
    }

    /// Takes the keys of other rope types as read; null ones are left to [`Self::finish`].
    fn ignore_unused(&mut self, reader: &mut ConfigReader<'a>) {
        let reason = "this rope type does not use it";
        for key in KEYS_OF_TYPES {
            let value = self.object.and_then(|o| o.get(*key)).filter(|v| !v.is_null());
            if let Some(value) = value
                && !self.seen.contains(key)
            {
                self.seen.push(key);
                let path = format!("{}.{key}", self.path);
                reader.record(key, value.to_string(), Origin::Ignored { path, reason });
            }
        }
        reader.ignore(&[ORIGINAL], reason);
    }

    /// The word of `rope_type` or `type`.
    fn kind(&mut self, reader: &mut ConfigReader<'a>) -> &'a str {
        let new = self.get("rope_type").filter(|v| !v.is_null());
        let old = self.get("type").filter(|v| !v.is_null());
        let chosen = new.or(old);
        if let (Some(new), Some(old)) = (new, old)
            && new != old
        {
            reader.problem(ConfigProblem::Contradiction {
                path: format!("{}.type", self.path),
                value: old.to_string(),
                other: format!("{}.rope_type = {new}", self.path),
            });
        }
        let kind = match chosen.map(|v| v.as_str().ok_or(v)) {
            None => "default",
            Some(Ok(kind)) => kind,
            Some(Err(value)) => {
                reader.unsupported(
                    &format!("{}.rope_type", self.path),
                    &value.to_string(),
                    SUPPORTED,
                );
                "default"
            }
        };
        let origin = match (chosen, new) {
            (None, _) => Origin::Default,
            (Some(_), Some(_)) => Origin::File(format!("{}.rope_type", self.path)),
            (Some(_), None) => Origin::File(format!("{}.type", self.path)),
        };
        reader.record("rope_type", kind, origin);
        if let (Some(_), Some(old)) = (new, old) {
            let [path, by] = ["type", "rope_type"].map(|key| format!("{}.{key}", self.path));
            reader.record("type", old.to_string(), Origin::Shadowed { path, by });
        }
        kind
    }

    /// Length that the frequencies were trained with: in the rope object, at the top level of the
    /// config or, without either, `max_position_embeddings`.
    fn original(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> f64 {
        let inner = self.number(reader, ORIGINAL);
        let outer = reader.size_or_none(ORIGINAL).map(|n| n as f64);
        if let (Some(inner), Some(outer)) = (inner, outer)
            && inner != outer
        {
            reader.problem(ConfigProblem::Contradiction {
                path: ORIGINAL.to_owned(),
                value: outer.to_string(),
                other: format!("{}.{ORIGINAL} = {inner}", self.path),
            });
        }
        inner.or(outer).unwrap_or_else(|| {
            reader.derived(ORIGINAL, max_position, "max_position_embeddings");
            max_position
        })
    }

    /// `factor`, or the ratio of the lengths.
    fn factor(&mut self, reader: &mut ConfigReader<'a>, max_position: f64, original: f64) -> f64 {
        self.number(reader, "factor").unwrap_or_else(|| {
            let factor = max_position / original;
            let how = "max_position_embeddings / original_max_position_embeddings";
            reader.derived("factor", factor, how);
            factor
        })
    }

    fn dynamic(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> (RopeScaling, f64) {
        let factor = self.required(reader, "factor");
        let served = reader.facts().served_len.map_or(max_position, f64::from);
        let scaling =
            RopeScaling::Dynamic { factor, max_position, served_len: served.max(max_position) };
        (scaling, factor * max_position)
    }

    fn llama3(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> (RopeScaling, f64) {
        let factor = self.required(reader, "factor");
        let original_max_position = self.original(reader, max_position);
        let scaling = RopeScaling::Llama3 {
            factor,
            low_freq_factor: self.required(reader, "low_freq_factor"),
            high_freq_factor: self.required(reader, "high_freq_factor"),
            original_max_position,
        };
        (scaling, factor * original_max_position)
    }

    fn longrope(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> (RopeScaling, f64) {
        let original = self.original(reader, max_position);
        let factor = self.factor(reader, max_position, original);
        let attention_factor = self.number(reader, "attention_factor").unwrap_or_else(|| {
            let value = match factor > 1.0 {
                true => (1.0 + factor.ln() / original.ln()).sqrt(),
                false => 1.0,
            };
            let how = "sqrt(1 + ln(factor) / ln(original_max_position_embeddings))";
            reader.derived("attention_factor", value, how);
            value
        });
        let (short, long) =
            (self.numbers(reader, "short_factor"), self.numbers(reader, "long_factor"));
        let served = reader.facts().served_len.map_or(max_position, f64::from);
        let is_long = served > original;
        let (word, factors) = if is_long { ("long", long) } else { ("short", short) };
        let how = format!(
            "one list for every position: the served length {served} is {} the original {original}",
            if is_long { "above" } else { "within" }
        );
        reader.derived("rope_factors", word, &how);
        let scaling = RopeScaling::LongRope { factors, long: is_long, attention_factor };
        (scaling, factor * original)
    }

    /// A required list of numbers above zero.
    fn numbers(&mut self, reader: &mut ConfigReader<'a>, key: &'static str) -> Vec<f64> {
        let expected = "a list of numbers above 0";
        let path = format!("{}.{key}", self.path);
        let Some(value) = self.get(key) else {
            let family = "this rope type".to_owned();
            reader.problem(ConfigProblem::Missing { key: path, family, expected });
            return vec![];
        };
        let list = value.as_array().map(|list| list.iter().map(as_positive).collect());
        let list: Option<Vec<f64>> = list.flatten();
        if list.is_none() {
            reader.wrong_type(&Found { path: path.clone(), value }, expected);
        }
        reader.record(key, value.to_string(), Origin::File(path));
        list.unwrap_or_default()
    }

    fn yarn(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> (RopeScaling, f64) {
        let original_max_position = self.original(reader, max_position);
        let factor = self.factor(reader, max_position, original_max_position);
        let explicit = self.number(reader, "attention_factor");
        let mscale = self.number(reader, "mscale");
        let mscale_all_dim = self.number(reader, "mscale_all_dim");
        let attention_factor = explicit.unwrap_or_else(|| {
            let value = match (mscale, mscale_all_dim) {
                (Some(a), Some(b)) => yarn_magnitude(factor, a) / yarn_magnitude(factor, b),
                _ => yarn_magnitude(factor, 1.0),
            };
            reader.derived("attention_factor", value, "YaRN magnitude correction of factor");
            value
        });
        let truncate = match self.get("truncate") {
            None => true,
            Some(value) => {
                let path = format!("{}.truncate", self.path);
                if !value.is_boolean() {
                    let found = Found { path: path.clone(), value };
                    reader.wrong_type(&found, "true or false");
                }
                reader.record("truncate", value.to_string(), Origin::File(path));
                value.as_bool().unwrap_or(true)
            }
        };
        let scaling = RopeScaling::Yarn {
            factor,
            original_max_position,
            beta_fast: self.number_or(reader, "beta_fast", 32.0),
            beta_slow: self.number_or(reader, "beta_slow", 1.0),
            truncate,
            attention_factor,
            magnitude: mscale_all_dim.map_or(1.0, |weight| yarn_magnitude(factor, weight)),
        };
        (scaling, factor * original_max_position)
    }

    /// `llama_4_scaling_beta` with the positions that share a factor, for a family that reads it.
    pub(super) fn temperature(&mut self, reader: &mut ConfigReader<'a>) -> Option<(f32, u32)> {
        let beta = self.number(reader, "llama_4_scaling_beta")?;
        let period = self.get(ORIGINAL).and_then(Value::as_u64).filter(|n| *n <= SIZE_MAX);
        if period.is_none_or(|period| period == 0) {
            reader.unsupported(
                "llama_4_scaling_beta",
                &beta.to_string(),
                "original_max_position_embeddings beside it",
            );
        }
        Some((beta as f32, period.unwrap_or(1).max(1) as u32))
    }

    pub(super) fn inert(&mut self, reader: &mut ConfigReader<'a>, keys: &[&'static str]) {
        for key in keys {
            if let Some(value) = self.get(key) {
                let path = format!("{}.{key}", self.path);
                reader.record(key, value.to_string(), Origin::Inert(path));
            }
        }
    }

    pub(super) fn finish(self, reader: &mut ConfigReader<'a>) {
        for (key, value) in self.object.into_iter().flatten() {
            if !self.seen.contains(&key.as_str()) {
                reader.unknown(format!("{}.{key}", self.path), value);
            }
        }
    }
}
