//! Per-sequence state of a layer.

use crate::kv_format::{KvFormat, KvFormats};

/// The state of one layer. A state is a function of the tokens it has consumed and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateSpec {
    /// Grouped-query K and V, paged in blocks: per token `kv_heads` keys and values of `head_dim`
    /// elements, in the formats of this layer.
    /// `window`: a row attends to at most this many positions, itself included.
    Paged { kv_heads: u32, head_dim: u32, window: Option<u32>, formats: KvFormats },
    /// Latents of multi-head latent attention, paged in blocks: a vector of `latent + rope`
    /// elements a token, the normed latent and the rotated key that all heads share. Layers that
    /// attend to some positions keep the keys of their indexer beside them, `index` elements a
    /// token in the same blocks; none if 0.
    Latent { latent: u32, rope: u32, index: u32, format: KvFormat },
    /// A gated linear-attention matrix and the causal convolution's last inputs, one row a slot:
    /// `heads * key_dim * value_dim` f32 and `conv_channels * (conv_kernel - 1)` f32.
    Recurrent { heads: u32, key_dim: u32, value_dim: u32, conv_channels: u32, conv_kernel: u32 },
    /// The layer keeps nothing between tokens.
    Stateless,
}

impl StateSpec {
    /// Bytes that one token takes in the blocks of the layer; 0 if it is not paged.
    pub fn token_bytes(&self) -> u64 {
        match *self {
            Self::Paged { kv_heads, head_dim, window: _, formats } => {
                u64::from(kv_heads).saturating_mul(formats.row_bytes(head_dim as usize) as u64)
            }
            Self::Latent { latent, rope, index, format } => {
                let [latent, rope, index] = [latent, rope, index].map(|n| n as usize);
                (format.row_bytes(latent + rope) + format.row_bytes(index)) as u64
            }
            Self::Recurrent { .. } | Self::Stateless => 0,
        }
    }
}

/// The place of the first block that a row at `position`, and every later row, can see, if rows see
/// at most `window` positions, their own included. Without a window the first of all.
pub fn first_block_seen(window: Option<u32>, position: u32, block_tokens: u32) -> u32 {
    let behind = |window: u32| position.saturating_sub(window.saturating_sub(1));
    window.map_or(0, |window| behind(window) / block_tokens.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_sees_its_window_and_itself() {
        let first = |window, position| first_block_seen(window, position, 4);
        assert_eq!([first(None, 100), first(Some(1000), 100)], [0, 0]);
        // The row at 7 sees 4 to 7, the one at 8 sees 5 to 8.
        assert_eq!([6, 7, 8, 10, 11].map(|p| first(Some(4), p)), [0, 1, 1, 1, 2]);
        assert_eq!([0, 3, 4].map(|p| first(Some(1), p)), [0, 0, 1]);
    }
}
