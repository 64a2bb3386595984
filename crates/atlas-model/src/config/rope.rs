//! Rotary position settings: their config keys and the inverse frequencies that follow.

use std::f64::consts::PI;
use std::sync::Arc;

use atlas_tensor::RopeTable;
use serde_json::{Map, Value};

use super::reader::{ConfigReader, POSITIVE_TEXT, as_positive};
use super::resolved::Origin;

/// Rotary embedding of one model (rotate-half pairs).
#[derive(Clone, Debug, PartialEq)]
pub struct RopeConfig {
    pub theta: f64,
    /// Number of leading dims of a head that are rotated; even.
    pub rotary_dim: usize,
    pub scaling: RopeScaling,
}

/// Change of the frequencies that reaches past the trained length.
#[derive(Clone, Debug, PartialEq)]
pub enum RopeScaling {
    /// Unscaled. `dynamic` is this too: it scales only past `max_position_embeddings`, where no
    /// sequence is served.
    Default,
    /// All frequencies divided by `factor`.
    Linear { factor: f64 },
    /// Long wavelengths divided by `factor`, short ones kept, a ramp between (Llama 3.1).
    Llama3 { factor: f64, low_freq_factor: f64, high_freq_factor: f64, original_max_position: f64 },
    /// Interpolation by parts (YaRN, arXiv 2309.00071).
    Yarn {
        factor: f64,
        original_max_position: f64,
        beta_fast: f64,
        beta_slow: f64,
        truncate: bool,
        attention_factor: f64,
    },
}

const SUPPORTED: &str = "default, linear, dynamic, llama3, yarn";

impl RopeConfig {
    /// Reads `rope_parameters`, else `rope_scaling`, with `rope_theta` and `partial_rotary_factor`
    /// at the top level as the values of last resort.
    pub fn read(
        reader: &mut ConfigReader<'_>,
        head_dim: usize,
        default_partial: f64,
        max_position: usize,
    ) -> Self {
        let mut keys = RopeKeys::find(reader);
        let theta = keys.top_level(reader, "rope_theta", 10_000.0);
        let partial = keys.top_level(reader, "partial_rotary_factor", default_partial);
        let scaling = keys.scaling(reader, max_position as f64);
        keys.inert(reader, &["mrope_section", "mrope_interleaved"]);
        keys.finish(reader);
        // Truncation, as the reference library computes it.
        let rotary_dim = (head_dim as f64 * partial) as usize;
        if rotary_dim == 0 || !rotary_dim.is_multiple_of(2) || rotary_dim > head_dim {
            let value = format!("{rotary_dim} of {head_dim} dims per head");
            reader.unsupported(
                "partial_rotary_factor",
                &value,
                "an even number of dims, at least 2",
            );
        }
        reader.derived("rotary_dim", rotary_dim, "head_dim * partial_rotary_factor");
        RopeConfig { theta, rotary_dim, scaling }
    }

    /// Factor that multiplies cos and sin.
    pub fn attention_factor(&self) -> f32 {
        match self.scaling {
            RopeScaling::Yarn { attention_factor, .. } => attention_factor as f32,
            _ => 1.0,
        }
    }

    /// Table that attention layers rotate by.
    pub fn table(&self) -> Arc<RopeTable> {
        Arc::new(RopeTable {
            inv_freq: self.inv_freq(),
            attention_factor: self.attention_factor(),
            rotary_dim: self.rotary_dim,
        })
    }

    /// Inverse frequencies, `rotary_dim / 2` of them, computed in f64.
    pub fn inv_freq(&self) -> Vec<f32> {
        let dim = self.rotary_dim as f64;
        let half = self.rotary_dim / 2;
        (0..half)
            .map(|i| {
                let freq = self.theta.powf(-2.0 * i as f64 / dim);
                self.scaling.apply(freq, i as f64, dim, self.theta) as f32
            })
            .collect()
    }
}

impl RopeScaling {
    /// The scaled frequency of pair `i` out of `dim / 2`.
    fn apply(&self, freq: f64, i: f64, dim: f64, theta: f64) -> f64 {
        match *self {
            RopeScaling::Default => freq,
            RopeScaling::Linear { factor } => freq / factor,
            RopeScaling::Llama3 {
                factor,
                low_freq_factor,
                high_freq_factor,
                original_max_position,
            } => {
                let wavelength = 2.0 * PI / freq;
                if wavelength < original_max_position / high_freq_factor {
                    freq
                } else if wavelength > original_max_position / low_freq_factor {
                    freq / factor
                } else {
                    let t = (original_max_position / wavelength - low_freq_factor)
                        / (high_freq_factor - low_freq_factor);
                    (1.0 - t) * freq / factor + t * freq
                }
            }
            RopeScaling::Yarn {
                factor,
                original_max_position,
                beta_fast,
                beta_slow,
                truncate,
                ..
            } => {
                // The dim at which a wave turns `beta` times over the trained length.
                let turns = |beta: f64| {
                    dim * (original_max_position / (2.0 * PI * beta)).ln() / (2.0 * theta.ln())
                };
                let (mut low, mut high) = (turns(beta_fast), turns(beta_slow));
                if truncate {
                    (low, high) = (low.floor(), high.ceil());
                }
                (low, high) = (low.max(0.0), high.min(dim - 1.0));
                if low == high {
                    high += 0.001;
                }
                let ramp = ((i - low) / (high - low)).clamp(0.0, 1.0);
                (1.0 - ramp) * freq + ramp * freq / factor
            }
        }
    }
}

/// YaRN's magnitude correction: `0.1 * weight * ln(factor) + 1`.
fn yarn_magnitude(factor: f64, weight: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { 0.1 * weight * factor.ln() + 1.0 }
}

/// The rope object of a config, and those of its keys that were read.
struct RopeKeys<'a> {
    path: String,
    object: Option<&'a Map<String, Value>>,
    seen: Vec<&'static str>,
}

impl<'a> RopeKeys<'a> {
    fn find(reader: &mut ConfigReader<'a>) -> Self {
        let new = reader.find_set("rope_parameters");
        let old = reader.find_set("rope_scaling");
        if let (Some(new), Some(old)) = (&new, &old) {
            if new.value != old.value {
                reader.problem(super::error::ConfigProblem::Contradiction {
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
            let found = super::reader::Found { path: path.clone(), value };
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
            reader.problem(super::error::ConfigProblem::Missing {
                key: format!("{}.{key}", self.path),
                family: "this rope type".to_owned(),
                expected: POSITIVE_TEXT,
            });
            1.0
        })
    }

    /// A key of the rope object or, where that lacks it, of the top level.
    fn top_level(&mut self, reader: &mut ConfigReader<'a>, key: &'static str, default: f64) -> f64 {
        let inner = self.number(reader, key);
        let Some(inner) = inner else { return reader.positive_or(key, default) };
        if let Some(outer) = reader.find_set(key) {
            let origin =
                Origin::Shadowed { path: outer.path.clone(), by: format!("{}.{key}", self.path) };
            reader.record(key, outer.value.to_string(), origin);
        }
        inner
    }

    fn scaling(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> RopeScaling {
        let (new, old) = (self.get("rope_type"), self.get("type"));
        let chosen = new.or(old).filter(|v| !v.is_null());
        if let (Some(new), Some(old)) = (new, old)
            && new != old
        {
            reader.problem(super::error::ConfigProblem::Contradiction {
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
        match kind {
            "default" => RopeScaling::Default,
            "dynamic" => {
                self.required(reader, "factor");
                RopeScaling::Default
            }
            "linear" => RopeScaling::Linear { factor: self.required(reader, "factor") },
            "llama3" => self.llama3(reader),
            "yarn" => self.yarn(reader, max_position),
            other => {
                reader.unsupported(&format!("{}.rope_type", self.path), other, SUPPORTED);
                // The type is the problem; its keys are not reported as unknown.
                self.object = None;
                RopeScaling::Default
            }
        }
    }

    fn llama3(&mut self, reader: &mut ConfigReader<'a>) -> RopeScaling {
        RopeScaling::Llama3 {
            factor: self.required(reader, "factor"),
            low_freq_factor: self.required(reader, "low_freq_factor"),
            high_freq_factor: self.required(reader, "high_freq_factor"),
            original_max_position: self.required(reader, "original_max_position_embeddings"),
        }
    }

    fn yarn(&mut self, reader: &mut ConfigReader<'a>, max_position: f64) -> RopeScaling {
        let original_max_position =
            self.number(reader, "original_max_position_embeddings").unwrap_or_else(|| {
                reader.derived(
                    "original_max_position_embeddings",
                    max_position,
                    "max_position_embeddings",
                );
                max_position
            });
        let factor = self.number(reader, "factor").unwrap_or_else(|| {
            let factor = max_position / original_max_position;
            let how = "max_position_embeddings / original_max_position_embeddings";
            reader.derived("factor", factor, how);
            factor
        });
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
                    let found = super::reader::Found { path: path.clone(), value };
                    reader.wrong_type(&found, "true or false");
                }
                reader.record("truncate", value.to_string(), Origin::File(path));
                value.as_bool().unwrap_or(true)
            }
        };
        RopeScaling::Yarn {
            factor,
            original_max_position,
            beta_fast: self.number_or(reader, "beta_fast", 32.0),
            beta_slow: self.number_or(reader, "beta_slow", 1.0),
            truncate,
            attention_factor,
        }
    }

    fn inert(&mut self, reader: &mut ConfigReader<'a>, keys: &[&'static str]) {
        for key in keys {
            if let Some(value) = self.get(key) {
                let path = format!("{}.{key}", self.path);
                reader.record(key, value.to_string(), Origin::Inert(path));
            }
        }
    }

    fn finish(self, reader: &mut ConfigReader<'a>) {
        for (key, value) in self.object.into_iter().flatten() {
            if !self.seen.contains(&key.as_str()) {
                reader.unknown(format!("{}.{key}", self.path), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rope: &RopeConfig, expected: &[(usize, f64)]) {
        let freqs = rope.inv_freq();
        for &(i, value) in expected {
            let error = (f64::from(freqs[i]) - value).abs() / value;
            assert!(error < 1e-6, "pair {i}: {} instead of {value}", freqs[i]);
        }
    }

    fn read(
        scaling: Value,
    ) -> Result<(RopeConfig, crate::config::ResolvedConfig), super::super::error::ConfigProblems>
    {
        let root = serde_json::json!({ "rope_theta": 5e5, "rope_scaling": scaling });
        let mut reader = ConfigReader::new("llama", root.as_object().expect("object"), None, &[]);
        let rope = RopeConfig::read(&mut reader, 64, 1.0, 4096);
        reader.finish().map(|resolved| (rope, resolved))
    }

    /// Up to `max_position_embeddings`, where serving ends, the reference library's dynamic
    /// frequencies are the unscaled ones.
    #[test]
    fn dynamic_is_unscaled_within_the_trained_length() {
        let scaling = serde_json::json!({ "type": "dynamic", "factor": 2.0 });
        let (rope, resolved) = read(scaling).expect("dynamic");
        let plain = RopeConfig { theta: 5e5, rotary_dim: 64, scaling: RopeScaling::Default };
        assert_eq!(rope.inv_freq(), plain.inv_freq());
        assert_eq!(resolved.get("rope_type").expect("shown").value, "dynamic");
        assert_eq!(resolved.get("factor").expect("shown").value, "2.0");
    }

    #[test]
    fn an_unknown_type_is_named_without_its_keys() {
        let scaling = serde_json::json!({ "rope_type": "longrope", "short_factor": [1.0] });
        let text = read(scaling).expect_err("refused").to_string();
        assert!(text.contains("longrope") && !text.contains("short_factor"), "{text}");
    }

    #[test]
    fn default_frequencies() {
        let rope = RopeConfig { theta: 1e7, rotary_dim: 64, scaling: RopeScaling::Default };
        check(&rope, &[(0, 1.0), (1, 6.042964e-1), (16, 3.162278e-4), (31, 1.654817e-7)]);
    }

    #[test]
    fn llama3_frequencies() {
        let scaling = RopeScaling::Llama3 {
            factor: 8.0,
            low_freq_factor: 1.0,
            high_freq_factor: 4.0,
            original_max_position: 8192.0,
        };
        let rope = RopeConfig { theta: 5e5, rotary_dim: 128, scaling };
        check(
            &rope,
            &[(0, 1.0), (20, 1.656044e-2), (30, 1.371894e-3), (32, 5.248462e-4), (63, 3.068926e-7)],
        );
    }

    #[test]
    fn yarn_frequencies() {
        let yarn = |factor, original_max_position, truncate| RopeScaling::Yarn {
            factor,
            original_max_position,
            beta_fast: 32.0,
            beta_slow: 1.0,
            truncate,
            attention_factor: 1.0,
        };
        let v3 = RopeConfig { theta: 1e4, rotary_dim: 64, scaling: yarn(40.0, 4096.0, true) };
        check(
            &v3,
            &[(0, 1.0), (12, 2.687936e-2), (16, 5.5e-3), (20, 7.905694e-4), (31, 3.333804e-6)],
        );
        let untruncated =
            RopeConfig { theta: 1.5e5, rotary_dim: 64, scaling: yarn(32.0, 4096.0, false) };
        check(
            &untruncated,
            &[(8, 5.081327e-2), (10, 1.9335e-2), (13, 3.860359e-3), (31, 3.023511e-7)],
        );
    }
}
