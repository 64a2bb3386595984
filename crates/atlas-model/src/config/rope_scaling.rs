//! Scalings of the rotary frequencies.

use std::f64::consts::PI;

/// Change of the frequencies that reaches past the trained length.
#[derive(Clone, Debug, PartialEq)]
pub enum RopeScaling {
    /// Unscaled.
    Default,
    /// The base raised for sequences of `served_len`, which is at least `max_position`. One base
    /// holds for every position, so that chunks and cached prefixes stay what they are; the
    /// reference library changes it as a sequence grows.
    Dynamic { factor: f64, max_position: f64, served_len: f64 },
    /// Each frequency divided by a factor of its own. `long`: those for sequences longer than the
    /// trained length.
    LongRope { factors: Vec<f64>, long: bool, attention_factor: f64 },
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
        /// Magnitude of all elements of a head, whose square some families scale scores by.
        magnitude: f64,
    },
}

impl RopeScaling {
    /// The scaled frequency of pair `i` out of `dim / 2`.
    pub(super) fn apply(&self, freq: f64, i: usize, dim: f64, theta: f64) -> f64 {
        match *self {
            RopeScaling::Default | RopeScaling::Dynamic { .. } => freq,
            RopeScaling::Linear { factor } => freq / factor,
            RopeScaling::LongRope { ref factors, .. } => {
                freq / factors.get(i).copied().unwrap_or(1.0)
            }
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
                let ramp = ((i as f64 - low) / (high - low)).clamp(0.0, 1.0);
                (1.0 - ramp) * freq + ramp * freq / factor
            }
        }
    }
}
