//! What per-sequence state a layer keeps.

/// The state of one layer. A state is a function of the tokens it has consumed and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateSpec {
    /// Grouped-query K and V, paged in blocks: per token `2 * kv_heads * head_dim` elements.
    /// `window`: a row attends to at most this many positions, itself included.
    Paged { kv_heads: u32, head_dim: u32, window: Option<u32> },
    /// A gated linear-attention matrix and the causal convolution's last inputs, one row a slot:
    /// `heads * key_dim * value_dim` f32 and `conv_channels * (conv_kernel - 1)` f32.
    Recurrent { heads: u32, key_dim: u32, value_dim: u32, conv_channels: u32, conv_kernel: u32 },
    /// The layer keeps nothing between tokens.
    Stateless,
}
