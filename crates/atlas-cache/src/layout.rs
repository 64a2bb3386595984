//! Sizes and offsets of the state of every layer.

use atlas_core::{Limits, StateSpec};

/// Bytes of an element of recurrent state, which is always f32.
const RECURRENT_ELEMENT_BYTES: u64 = 4;

/// Every layer's region starts at a multiple of this.
pub const REGION_ALIGN_BYTES: u64 = 4096;

/// The state of one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerLayout {
    pub kind: StateSpec,
    /// Bytes of all blocks and slots of this layer.
    pub bytes: u64,
    /// First byte in one region that holds all layers in order, each aligned to
    /// [`REGION_ALIGN_BYTES`].
    pub offset_bytes: u64,
    /// Bytes of one KV block: K and V of `kv_block_tokens` positions; 0 if the layer is not paged.
    pub block_bytes: u64,
    /// Bytes of one slot; 0 if the layer is not recurrent.
    pub slot_bytes: u64,
}

/// The state of all layers. Sizes saturate at `u64::MAX` instead of wrapping, so that a nonsensical
/// configuration is refused as too large and never looks small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateLayout {
    pub layers: Vec<LayerLayout>,
    /// Bytes of one KV block over all paged layers.
    pub block_bytes: u64,
    /// Bytes of one slot over all recurrent layers.
    pub slot_bytes: u64,
    /// Bytes of all KV blocks of all layers.
    pub kv_bytes: u64,
    /// Bytes of all recurrent slots of all layers.
    pub recurrent_bytes: u64,
    /// `kv_bytes + recurrent_bytes`: bytes of the layers' buffers, without alignment.
    pub bytes: u64,
    /// Bytes of the region with every layer aligned.
    pub region_bytes: u64,
}

impl StateLayout {
    /// The layout of `specs`, one a layer.
    ///
    /// - paged: `kv_block_count * kv_block_tokens * kv_heads` times the bytes of a key and a value
    ///   of `head_dim` elements in the layer's formats
    /// - recurrent: `slot_count * (heads * key_dim * value_dim + conv_channels * (conv_kernel - 1))
    ///   * 4`
    pub fn new(specs: &[StateSpec], limits: &Limits) -> Self {
        let mut layout = Self {
            layers: Vec::with_capacity(specs.len()),
            block_bytes: 0,
            slot_bytes: 0,
            kv_bytes: 0,
            recurrent_bytes: 0,
            bytes: 0,
            region_bytes: 0,
        };
        for &kind in specs {
            let block_bytes = block_bytes(kind, limits.kv_block_tokens);
            let slot_bytes = slot_bytes(kind);
            let kv_bytes = block_bytes.saturating_mul(u64::from(limits.kv_block_count));
            let recurrent_bytes = slot_bytes.saturating_mul(u64::from(limits.slot_count));
            let bytes = kv_bytes.saturating_add(recurrent_bytes);
            let offset_bytes = align_up(layout.region_bytes);
            layout.layers.push(LayerLayout { kind, bytes, offset_bytes, block_bytes, slot_bytes });
            layout.region_bytes = offset_bytes.saturating_add(bytes);
            layout.block_bytes = layout.block_bytes.saturating_add(block_bytes);
            layout.slot_bytes = layout.slot_bytes.saturating_add(slot_bytes);
            layout.kv_bytes = layout.kv_bytes.saturating_add(kv_bytes);
            layout.recurrent_bytes = layout.recurrent_bytes.saturating_add(recurrent_bytes);
            layout.bytes = layout.bytes.saturating_add(bytes);
        }
        layout
    }

    /// Whether any layer keeps KV blocks. `Limits::check` and the scheduler depend on it.
    pub fn is_paged(&self) -> bool {
        let is_paged = |kind| matches!(kind, StateSpec::Paged { .. } | StateSpec::Latent { .. });
        self.layers.iter().any(|layer| is_paged(layer.kind))
    }

    /// Positions that a row sees at most, if every layer that keeps KV blocks has a window. No row
    /// reads a block behind the widest window. A block is of all layers at once, so one layer
    /// without a window keeps all of them.
    pub fn window(&self) -> Option<u32> {
        let windows = self.layers.iter().filter_map(|layer| match layer.kind {
            StateSpec::Paged { window, .. } => Some(window),
            StateSpec::Latent { .. } => Some(None),
            StateSpec::Recurrent { .. } | StateSpec::Stateless => None,
        });
        windows.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten()
    }

    /// KV blocks that fit in `budget_bytes`, at most `u32::MAX`; 0 if no layer is paged.
    pub fn blocks_within(&self, budget_bytes: u64) -> u32 {
        if self.block_bytes == 0 {
            return 0;
        }
        u32::try_from(budget_bytes / self.block_bytes).unwrap_or(u32::MAX)
    }
}

fn product(factors: &[u64]) -> u64 {
    // A zero anywhere makes the product zero even if the others overflow.
    if factors.contains(&0) {
        return 0;
    }
    factors.iter().fold(1, |a, &f| a.saturating_mul(f))
}

fn block_bytes(kind: StateSpec, block_tokens: u32) -> u64 {
    product(&[u64::from(block_tokens), kind.token_bytes()])
}

fn slot_bytes(kind: StateSpec) -> u64 {
    match kind {
        StateSpec::Recurrent { heads, key_dim, value_dim, conv_channels, conv_kernel } => {
            let matrix = product(&[heads, key_dim, value_dim].map(u64::from));
            let conv = product(&[conv_channels, conv_kernel.saturating_sub(1)].map(u64::from));
            matrix.saturating_add(conv).saturating_mul(RECURRENT_ELEMENT_BYTES)
        }
        StateSpec::Paged { .. } | StateSpec::Latent { .. } | StateSpec::Stateless => 0,
    }
}

fn align_up(bytes: u64) -> u64 {
    bytes.checked_next_multiple_of(REGION_ALIGN_BYTES).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use atlas_core::{KvFormat, KvFormats};

    use super::*;

    fn limits() -> Limits {
        Limits {
            slot_count: 3,
            step_tokens_max: 64,
            drafts_max: 0,
            seq_len_max: 100,
            kv_block_tokens: 32,
            kv_block_count: 5,
            chunk_tokens_max: 64,
            queue_len_max: 8,
            overtake_max: 4,
            snapshot_count: 0,
            host: atlas_core::HostPlaces::default(),
        }
    }

    const BF16: KvFormats = KvFormats::both(KvFormat::Bf16);
    const PAGED: StateSpec =
        StateSpec::Paged { kv_heads: 2, head_dim: 16, window: None, formats: BF16 };
    const RECURRENT: StateSpec = StateSpec::Recurrent {
        heads: 4,
        key_dim: 8,
        value_dim: 16,
        conv_channels: 96,
        conv_kernel: 4,
    };

    #[test]
    fn sizes_follow_the_formulas() {
        let layout = StateLayout::new(&[RECURRENT, PAGED, StateSpec::Stateless], &limits());
        assert_eq!(layout.layers[0].slot_bytes, (4 * 8 * 16 + 96 * 3) * 4);
        assert_eq!(layout.layers[0].bytes, 3 * 3200);
        assert_eq!(layout.layers[1].block_bytes, 2 * 32 * 2 * 16 * 2);
        assert_eq!(layout.layers[1].bytes, 5 * 4096);
        assert_eq!(layout.layers[1].offset_bytes, 12288);
        assert_eq!(layout.layers[2].bytes, 0);
        assert_eq!(layout.bytes, 9600 + 20480);
        assert_eq!(layout.region_bytes, 12288 + 20480);
        assert!(layout.is_paged());
        assert_eq!(layout.blocks_within(3 * 4096 + 4095), 3);
        assert!(!StateLayout::new(&[RECURRENT], &limits()).is_paged());
    }

    #[test]
    fn a_layer_without_a_window_keeps_all_blocks() {
        let paged = |window| StateSpec::Paged { kv_heads: 2, head_dim: 16, window, formats: BF16 };
        let window = |specs: &[StateSpec]| StateLayout::new(specs, &limits()).window();
        assert_eq!(window(&[paged(Some(8)), RECURRENT, paged(Some(40))]), Some(40));
        assert_eq!(window(&[paged(Some(8)), paged(None), paged(Some(40))]), None);
        assert_eq!([window(&[PAGED]), window(&[RECURRENT]), window(&[])], [None; 3]);
    }

    #[test]
    fn absurd_sizes_saturate() {
        let huge = StateSpec::Paged {
            kv_heads: u32::MAX,
            head_dim: u32::MAX,
            window: None,
            formats: KvFormats::both(KvFormat::F32),
        };
        let layout = StateLayout::new(&[huge, PAGED], &limits());
        assert_eq!(layout.bytes, u64::MAX);
        assert_eq!(layout.blocks_within(1 << 40), 0);
    }
}
