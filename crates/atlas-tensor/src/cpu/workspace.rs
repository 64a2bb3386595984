//! Workspace that the kernels of a step can take, known before the first step.
//!
//! The functions are upper bounds over all rows of an op; the kernels ask for what they need, and
//! a device whose workspace was reserved refuses to grow it.

use super::attention::attention_workspace_bytes;
use super::gemm::{MAX_PACK_FLOATS, panel_bytes, widest_row_bytes};
use super::latent::index_buffer_len;
use super::moe::route_buffer_len;
use super::scratch::PerThread;
use super::simd::MAX_LANES;

/// Bounds of a step, beside the shapes of its ops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepBounds {
    /// Threads of the device.
    pub threads: usize,
    /// Token rows.
    pub rows: usize,
    /// Rows whose logits are computed.
    pub logit_rows: usize,
    /// Positions of the longest sequence.
    pub positions: usize,
    /// Token positions in a KV block.
    pub kv_block_tokens: usize,
    /// Whether a device computes; its kernels need memory for other things.
    pub on_device: bool,
}

/// Bytes in which the splits of attention meet on a device. Steps that need more go in parts, or
/// walk their splits.
const DEVICE_PARTIAL_BYTES: usize = 64 << 20;
/// Bytes that a head of a chunk of 64 rows of the gated delta rule takes on a device.
const DEVICE_CHUNK_BYTES: usize = 22 << 10;
/// Rows of a tile whose scales a device has.
const DEVICE_TILE_ROWS: usize = 128;
/// Most bytes of experts that a device has as bf16 at a time.
const DEVICE_EXPERTS_BYTES: usize = 512 << 20;
/// Positions, and at most bytes, of keys and values of heads that a device makes from latents.
const DEVICE_EXPANDED_POSITIONS: usize = 32_768;
const DEVICE_EXPANDED_BYTES: usize = 768 << 20;
/// Parts of a device's workspace begin at multiples of this.
const DEVICE_PART_BYTES: usize = 256;

impl StepBounds {
    /// A linear of `k` inputs over all rows.
    pub fn linear(&self, k: usize) -> usize {
        self.linear_of(self.rows, k)
    }

    /// A linear of `k` inputs over the rows of logits.
    pub fn head(&self, k: usize) -> usize {
        self.linear_of(self.logit_rows, k)
    }

    fn linear_of(&self, rows: usize, k: usize) -> usize {
        if self.on_device {
            // Inputs as codes of 8 bits, and a scale for 128 of them of each row of whole tiles.
            let scales = rows.next_multiple_of(DEVICE_TILE_ROWS) * k.div_ceil(128) * 4;
            return rows * k + scales + 2 * DEVICE_PART_BYTES;
        }
        panel_bytes(rows, widest_row_bytes(k)) + self.packs(k)
    }

    /// Bytes in which a device writes experts in blocks as bf16 before they are multiplied, as many
    /// at a time as find room: nothing where not one does, whose rows are then decoded for each
    /// tile.
    pub fn dequantised_experts(experts: usize, hidden: usize, intermediate: usize) -> usize {
        let each = 2 * 3 * hidden * intermediate;
        let at_once = DEVICE_EXPERTS_BYTES.checked_div(each).unwrap_or(0);
        at_once.min(experts) * each
    }

    /// Routed experts, `k` of `experts` for each row.
    pub fn moe_experts(
        &self,
        k: usize,
        experts: usize,
        hidden: usize,
        intermediate: usize,
    ) -> usize {
        if self.on_device {
            // Tables of experts and tiles, the order of pairs, their hidden layer and results.
            let pairs = self.rows * k;
            let parts = 3 * 4 * (experts + 1) + 4 * pairs * (1 + intermediate + hidden);
            return parts + 7 * DEVICE_PART_BYTES;
        }
        let pair = widest_row_bytes(intermediate) + 2 * intermediate * 4 + hidden * 4 + 16;
        let packs = self.packs(hidden.max(intermediate));
        self.rows * (widest_row_bytes(hidden) + k * pair) + packs + 1024
    }

    /// Top-k routing.
    pub fn route_topk(&self, experts: usize) -> usize {
        if self.on_device { 0 } else { PerThread::bytes(self.threads, route_buffer_len(experts)) }
    }

    /// Attention over the paged cache.
    pub fn attention(&self, head_dim: usize) -> usize {
        if self.on_device {
            return DEVICE_PARTIAL_BYTES;
        }
        attention_workspace_bytes(self.threads, head_dim, self.kv_block_tokens)
    }

    /// Attention of heads to latents. With more positions or heads than these bytes are for, a
    /// device takes fewer heads at a time.
    pub fn latent_heads(&self, heads: usize, head_dim: usize, latent: usize) -> usize {
        if !self.on_device {
            return self.attention(latent);
        }
        let expanded = DEVICE_EXPANDED_POSITIONS * heads * head_dim.next_power_of_two() * 4;
        self.attention(latent).max(expanded.min(DEVICE_EXPANDED_BYTES))
    }

    /// Scores of index keys, and the positions of the best.
    pub fn index_topk(&self) -> usize {
        if self.on_device {
            return DEVICE_PARTIAL_BYTES.max(4 * self.positions.next_power_of_two());
        }
        PerThread::bytes(self.threads, index_buffer_len(self.positions))
    }

    /// Head norms and rotary embedding; at most all of the head is rotated.
    pub fn qk_norm_rope(&self, head_dim: usize) -> usize {
        if self.on_device { 0 } else { PerThread::bytes(self.threads, head_dim) }
    }

    /// The causal convolution.
    pub fn conv1d_silu(&self, channels: usize, taps: usize) -> usize {
        if self.on_device { 0 } else { channels * taps * 4 }
    }

    /// The gated delta rule.
    pub fn gated_delta(&self, heads: usize, key_heads: usize, key_dim: usize) -> usize {
        if self.on_device {
            return self.rows.div_ceil(64) * heads * DEVICE_CHUNK_BYTES;
        }
        let block = PerThread::bytes(self.threads, key_dim * 4 * MAX_LANES);
        self.rows * (2 * key_heads * key_dim + heads) * 4 + block
    }

    /// The selective scan, keys `key_dim` wide.
    pub fn selective_scan(&self, key_dim: usize) -> usize {
        if self.on_device { 0 } else { PerThread::bytes(self.threads, key_dim * 4 * MAX_LANES) }
    }

    fn packs(&self, k: usize) -> usize {
        PerThread::bytes(self.threads, MAX_PACK_FLOATS.max(widest_row_bytes(k) / size_of::<f32>()))
    }
}
