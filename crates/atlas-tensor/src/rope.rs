//! Rotary position embedding: frequencies as the model's configuration gives them.

/// What a rotary embedding needs: `rotary_dim / 2` inverse frequencies in radians a position, and
/// a factor on cos and sin (1 unless the scaling method sets one).
#[derive(Clone, Debug, PartialEq)]
pub struct RopeTable {
    pub inv_freq: Vec<f32>,
    pub attention_factor: f32,
    pub rotary_dim: usize,
}

impl RopeTable {
    /// The unscaled table: `inv_freq[i] = theta^(-2 i / rotary_dim)`.
    pub fn plain(theta: f32, rotary_dim: usize) -> Self {
        let exponent = |i: usize| (2 * i) as f32 / rotary_dim as f32;
        let inv_freq = (0..rotary_dim / 2).map(|i| 1.0 / theta.powf(exponent(i))).collect();
        Self { inv_freq, attention_factor: 1.0, rotary_dim }
    }
}
