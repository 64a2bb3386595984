//! Rotary position settings: their config keys and the inverse frequencies that follow.

use std::sync::Arc;

use atlas_tensor::RopeTable;

use super::reader::{ConfigReader, SIZE_MAX};
use super::rope_keys::RopeKeys;
use super::rope_scaling::RopeScaling;
use super::shared::DecoderConfig;

/// Rotary embedding of one model (rotate-half pairs).
#[derive(Clone, Debug, PartialEq)]
pub struct RopeConfig {
    pub theta: f64,
    /// Number of leading dims of a head that are rotated; even.
    pub rotary_dim: usize,
    pub scaling: RopeScaling,
    /// Scaling of queries by their position, of a family that has it: `beta`, and the positions
    /// that share a factor.
    pub temperature: Option<(f32, u32)>,
}

/// Part of a head that is rotated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Partial {
    /// The whole head. The reference library does not read `partial_rotary_factor` for unscaled
    /// frequencies, and fails with it for others.
    Whole,
    /// `partial_rotary_factor` of it, with this default.
    Of(f64),
    /// The whole of what another key says is rotated; queries may be scaled by position.
    Stated,
}

impl RopeConfig {
    /// Reads `rope_parameters`, else `rope_scaling`, with `rope_theta` and `partial_rotary_factor`
    /// at the top level as the values of last resort.
    pub fn read(
        reader: &mut ConfigReader<'_>,
        head_dim: usize,
        default_partial: Partial,
        decoder: &mut DecoderConfig,
    ) -> Self {
        let mut keys = RopeKeys::find(reader);
        let theta = keys.top_level(reader, "rope_theta", 10_000.0);
        let (scaling, reach) = keys.scaling(reader, decoder.max_position as f64);
        decoder.position_limit = (reach as usize).clamp(decoder.max_position, SIZE_MAX as usize);
        let partial = match default_partial {
            Partial::Of(default) => keys.top_level(reader, "partial_rotary_factor", default),
            Partial::Whole => keys.whole_head(reader, &scaling),
            Partial::Stated => {
                keys.inert(reader, &["partial_rotary_factor", "max_position_embeddings"]);
                reader.ignore(&["partial_rotary_factor"], "qk_rope_head_dim says what is rotated");
                1.0
            }
        };
        let temperature = match default_partial {
            Partial::Stated => keys.temperature(reader),
            Partial::Whole | Partial::Of(_) => None,
        };
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
        // A table of as many frequencies is made below, of a refused value too.
        let rotary_dim = rotary_dim.min(head_dim);
        reader.derived("rotary_dim", rotary_dim, "head_dim * partial_rotary_factor");
        let rope = RopeConfig { theta, rotary_dim, scaling, temperature };
        rope.check(reader);
        rope
    }

    /// Checks what depends on the number of rotated dims, and records what the served length made.
    fn check(&self, reader: &mut ConfigReader<'_>) {
        let half = self.rotary_dim / 2;
        match &self.scaling {
            RopeScaling::LongRope { factors, long, .. } if factors.len() != half => {
                let key = if *long { "long_factor" } else { "short_factor" };
                let value = format!("a list of {}", factors.len());
                reader.unsupported(key, &value, &format!("rotary_dim / 2 = {half} numbers"));
            }
            RopeScaling::Dynamic { served_len, max_position, .. } if served_len > max_position => {
                if self.rotary_dim <= 2 {
                    let value = format!("dynamic with {} rotated dims", self.rotary_dim);
                    reader.unsupported("rope_type", &value, "4 dims or more");
                }
                let how = format!(
                    "dynamic scaling, one base for every position of the served length {served_len}"
                );
                reader.derived("rope_base", self.base(), &how);
            }
            _ => {}
        }
    }

    /// Base of the frequencies.
    fn base(&self) -> f64 {
        match self.scaling {
            RopeScaling::Dynamic { factor, max_position, served_len }
                if served_len > max_position =>
            {
                let dim = self.rotary_dim as f64;
                let stretch = factor * served_len / max_position - (factor - 1.0);
                self.theta * stretch.powf(dim / (dim - 2.0))
            }
            _ => self.theta,
        }
    }

    /// Square of YaRN's magnitude by `mscale_all_dim`, by which some families scale scores.
    pub fn score_factor(&self) -> f64 {
        match self.scaling {
            RopeScaling::Yarn { magnitude, .. } => magnitude * magnitude,
            _ => 1.0,
        }
    }

    /// Factor that multiplies cos and sin.
    pub fn attention_factor(&self) -> f32 {
        match self.scaling {
            RopeScaling::Yarn { attention_factor, .. }
            | RopeScaling::LongRope { attention_factor, .. } => attention_factor as f32,
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
        let base = self.base();
        (0..half)
            .map(|i| {
                let freq = base.powf(-2.0 * i as f64 / dim);
                self.scaling.apply(freq, i, dim, base) as f32
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{ConfigProblems, LoadFacts, ResolvedConfig};
    use serde_json::Value;

    fn check(rope: &RopeConfig, expected: &[(usize, f64)]) {
        let freqs = rope.inv_freq();
        for &(i, value) in expected {
            let error = (f64::from(freqs[i]) - value).abs() / value;
            assert!(error < 1e-6, "pair {i}: {} instead of {value}", freqs[i]);
        }
    }

    fn read_served(
        scaling: Value,
        served_len: Option<u32>,
    ) -> Result<(RopeConfig, DecoderConfig, ResolvedConfig), ConfigProblems> {
        let root = serde_json::json!({ "rope_theta": 5e5, "rope_scaling": scaling });
        let facts = LoadFacts { served_len, has_head: None };
        let reader = ConfigReader::new("llama", root.as_object().expect("object"), None, &[]);
        let mut reader = reader.with_facts(facts);
        let mut decoder = DecoderConfig { max_position: 4096, ..DecoderConfig::default() };
        let rope = RopeConfig::read(&mut reader, 64, Partial::Whole, &mut decoder);
        reader.finish().map(|resolved| (rope, decoder, resolved))
    }

    fn read(scaling: Value) -> Result<(RopeConfig, ResolvedConfig), ConfigProblems> {
        read_served(scaling, None).map(|(rope, _, resolved)| (rope, resolved))
    }

    /// Up to `max_position_embeddings` the reference library's dynamic frequencies are the unscaled
    /// ones; beyond, one base holds for the served length.
    #[test]
    fn dynamic_has_one_base_for_the_served_length() {
        let scaling = serde_json::json!({ "type": "dynamic", "factor": 2.0 });
        let plain = RopeConfig {
            theta: 5e5,
            rotary_dim: 64,
            scaling: RopeScaling::Default,
            temperature: None,
        };
        for served in [None, Some(100), Some(4096)] {
            let (rope, decoder, resolved) = read_served(scaling.clone(), served).expect("dynamic");
            assert_eq!(rope.inv_freq(), plain.inv_freq());
            assert_eq!(decoder.position_limit, 8192);
            assert_eq!(resolved.get("rope_type").expect("shown").value, "dynamic");
            assert_eq!(resolved.get("factor").expect("shown").value, "2.0");
            assert!(resolved.get("rope_base").is_none());
        }
        let (rope, _, resolved) = read_served(scaling, Some(8192)).expect("dynamic");
        let shown = resolved.get("rope_base").expect("shown");
        assert!(shown.origin.to_string().contains("8192"), "{}", shown.origin);
        // 5e5 * (2 * 2 - 1)^(64 / 62)
        let base = 5e5 * 3f64.powf(64.0 / 62.0);
        check(&rope, &[(0, 1.0), (1, base.powf(-2.0 / 64.0)), (31, base.powf(-62.0 / 64.0))]);
    }

    #[test]
    fn longrope_takes_the_factors_of_the_served_length() {
        let scaling = serde_json::json!({
            "rope_type": "longrope", "short_factor": vec![1.5; 32], "long_factor": vec![6.0; 32],
            "original_max_position_embeddings": 1024,
        });
        // sqrt(1 + ln 4 / ln 1024) of transformers, as max / original = 4.
        let attention_factor = 1.095_445_1;
        for (served, factor, word) in
            [(Some(1024), 1.5, "short"), (Some(1025), 6.0, "long"), (None, 6.0, "long")]
        {
            let (rope, decoder, resolved) = read_served(scaling.clone(), served).expect("longrope");
            check(&rope, &[(0, 1.0 / factor), (16, 5e5f64.powf(-0.5) / factor)]);
            assert!((rope.attention_factor() - attention_factor).abs() < 1e-6);
            assert_eq!(decoder.position_limit, 4096);
            assert_eq!(resolved.get("rope_factors").expect("shown").value, word);
        }
        let mut short = scaling.clone();
        short["long_factor"] = serde_json::json!([1.0, 2.0]);
        let error = read(short).expect_err("refused").to_string();
        assert!(error.contains("long_factor") && error.contains("32"), "{error}");
        let mut named = scaling;
        named["long_factor"][3] = serde_json::json!("x");
        assert!(read(named).expect_err("refused").to_string().contains("long_factor"));
    }

    #[test]
    fn scaling_says_how_far_it_reaches() {
        for (scaling, limit) in [
            (serde_json::json!(null), 4096),
            (serde_json::json!({"type": "linear", "factor": 4.0}), 16384),
            (serde_json::json!({"type": "yarn", "factor": 4.0}), 16384),
            (
                serde_json::json!({"type": "yarn", "factor": 4.0,
                "original_max_position_embeddings": 2048}),
                8192,
            ),
            (
                serde_json::json!({"type": "yarn", "factor": 2.0,
                "original_max_position_embeddings": 1024}),
                4096,
            ),
            (
                serde_json::json!({"type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                "high_freq_factor": 4.0, "original_max_position_embeddings": 1024}),
                8192,
            ),
        ] {
            let (_, decoder, _) = read_served(scaling.clone(), None).expect("read");
            assert_eq!(decoder.position_limit, limit, "{scaling}");
        }
    }

    #[test]
    fn a_share_of_more_than_a_head_is_refused_and_makes_no_table() {
        let root = serde_json::json!({ "partial_rotary_factor": 1e12 });
        let mut reader = ConfigReader::new("m", root.as_object().expect("object"), None, &[]);
        let mut decoder = DecoderConfig { max_position: 4096, ..DecoderConfig::default() };
        let rope = RopeConfig::read(&mut reader, 64, Partial::Of(0.25), &mut decoder);
        assert_eq!(rope.inv_freq().len(), 32);
        let error = reader.finish().expect_err("refused").to_string();
        assert!(error.contains("64000000000000 of 64 dims"), "{error}");
    }

    #[test]
    fn an_unknown_type_is_named_without_its_keys() {
        let scaling = serde_json::json!({ "rope_type": "spiral", "short_factor": [1.0] });
        let text = read(scaling).expect_err("refused").to_string();
        assert!(text.contains("spiral") && !text.contains("short_factor"), "{text}");
    }

    #[test]
    fn default_frequencies() {
        let rope = RopeConfig {
            theta: 1e7,
            rotary_dim: 64,
            scaling: RopeScaling::Default,
            temperature: None,
        };
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
        let rope = RopeConfig { theta: 5e5, rotary_dim: 128, scaling, temperature: None };
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
            magnitude: 1.0,
        };
        let v3 = RopeConfig {
            theta: 1e4,
            rotary_dim: 64,
            scaling: yarn(40.0, 4096.0, true),
            temperature: None,
        };
        check(
            &v3,
            &[(0, 1.0), (12, 2.687936e-2), (16, 5.5e-3), (20, 7.905694e-4), (31, 3.333804e-6)],
        );
        let untruncated = RopeConfig {
            theta: 1.5e5,
            rotary_dim: 64,
            scaling: yarn(32.0, 4096.0, false),
            temperature: None,
        };
        check(
            &untruncated,
            &[(8, 5.081327e-2), (10, 1.9335e-2), (13, 3.860359e-3), (31, 3.023511e-7)],
        );
    }
}
