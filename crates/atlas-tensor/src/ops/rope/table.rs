//! Rotary position embedding: frequencies as the model's configuration gives them.

use crate::place::Slice;

/// Table of a rotary embedding: `rotary_dim / 2` inverse frequencies in radians a position, and a
/// factor on cos and sin (1 unless the scaling method sets one).
#[derive(Clone, Debug, PartialEq)]
pub struct RopeTable {
    pub inv_freq: Vec<f32>,
    pub attention_factor: f32,
    pub rotary_dim: usize,
}

/// A [`RopeTable`] where a kernel can read it.
#[derive(Clone, Copy, Debug)]
pub struct Rope<'a> {
    /// `[rotary_dim / 2]`
    pub inv_freq: Slice<'a, f32>,
    pub attention_factor: f32,
    pub rotary_dim: usize,
}

impl RopeTable {
    /// For a kernel of the CPU.
    pub fn view(&self) -> Rope<'_> {
        self.with(Slice::from(&self.inv_freq))
    }

    /// With frequencies that lie elsewhere.
    pub fn with<'a>(&self, inv_freq: Slice<'a, f32>) -> Rope<'a> {
        let &Self { attention_factor, rotary_dim, .. } = self;
        Rope { inv_freq, attention_factor, rotary_dim }
    }

    /// The unscaled table: `inv_freq[i] = theta^(-2 i / rotary_dim)`.
    pub fn plain(theta: f32, rotary_dim: usize) -> Self {
        let exponent = |i: usize| (2 * i) as f32 / rotary_dim as f32;
        let inv_freq = (0..rotary_dim / 2).map(|i| 1.0 / theta.powf(exponent(i))).collect();
        Self { inv_freq, attention_factor: 1.0, rotary_dim }
    }
}
