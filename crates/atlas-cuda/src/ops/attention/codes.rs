//! `attention` on tensor cores over caches of codes with scales.

use atlas_tensor::{KvFormat, KvFormats};
use bytemuck::{Pod, Zeroable};

use super::decode_split_kv::rows_shared;
use super::prefill_mma::spans_shared;
use super::tile_params::TileParams;
use crate::error::CudaError;
use crate::ops::Family;
use crate::ops::kv_shape::KvLayout;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct CodesParams {
    pub(crate) tiles: TileParams,
    pub(crate) layout: KvLayout,
}

pub(crate) const DECODE_CODES: Family = Family::of::<CodesParams>(
    "attention/decode_codes",
    &[
        "attention_codes_split_64",
        "attention_codes_split_128",
        "attention_codes_split_256",
        "attention_codes_whole_64",
        "attention_codes_whole_128",
        "attention_codes_whole_256",
    ],
)
.with_shared();

pub(crate) const DECODE_FP8: Family = Family::of::<CodesParams>(
    "attention/decode_fp8",
    &[
        "attention_fp8_split_64",
        "attention_fp8_split_128",
        "attention_fp8_split_256",
        "attention_fp8_whole_64",
        "attention_fp8_whole_128",
        "attention_fp8_whole_256",
    ],
)
.with_shared();

pub(crate) const PREFILL_CODES: Family = Family::of::<CodesParams>(
    "attention/prefill_codes",
    &[
        "attention_codes_prefill_64",
        "attention_codes_prefill_128",
        "attention_codes_prefill_256",
        "attention_codes_prefill_by_split_64",
        "attention_codes_prefill_by_split_128",
        "attention_codes_prefill_by_split_256",
    ],
)
.with_shared();

/// Positions of a unit, places of the ring of short spans and of longer ones, as in the kernels'
/// sources.
const UNIT: usize = 64;
const RING: usize = 4;
const SPANS_RING: usize = 2;

/// An error where a half is f32, which the kernels do not read.
pub(crate) fn expect_codes(formats: KvFormats) -> Result<(), CudaError> {
    if [formats.key, formats.value].contains(&KvFormat::F32) {
        let what = format!("a cache in {formats}; it reads codes and bf16");
        return Err(CudaError::bad("attention/mma", what));
    }
    Ok(())
}

/// Bytes of `places` of a ring.
fn ring_bytes(formats: KvFormats, width: usize, places: usize) -> usize {
    places * UNIT * formats.key.row_bytes(width).max(formats.value.row_bytes(width))
}

/// Bytes of shared memory of a block of short spans.
pub(crate) fn codes_rows_shared(formats: KvFormats, width: usize) -> usize {
    // The tile that is computed with takes one place of a ring of bf16.
    ring_bytes(formats, width, RING) + rows_shared(width, 1)
}

/// Bytes of shared memory of a block of short spans whose codes go to registers.
pub(crate) fn fp8_rows_shared(width: usize) -> usize {
    ring_bytes(KvFormats::both(KvFormat::Fp8), width, RING) + rows_shared(width, 0)
}

/// Blocks of these that share a multiprocessor with memory for them, as the kernel's source has it.
pub(crate) fn fp8_blocks_at_once(width: usize) -> usize {
    if width == 256 { 3 } else { 4 }
}

/// Bytes of shared memory of a block of longer spans; `by_split` as [`spans_shared`].
pub(crate) fn codes_spans_shared(formats: KvFormats, width: usize, by_split: bool) -> usize {
    let two_tiles = spans_shared(width, by_split);
    ring_bytes(formats, width, SPANS_RING) + two_tiles - 2 * UNIT * (width + 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::attention::decode_split_kv::blocks_at_once;
    use crate::ops::attention::tile_params::WIDTHS;

    #[test]
    fn blocks_fit_into_the_memory_of_a_multiprocessor() {
        for width in WIDTHS {
            let fp8 = codes_rows_shared(KvFormats::both(KvFormat::Fp8), width) + 1024;
            assert!(blocks_at_once(width) * fp8 <= 228 << 10, "{width}: {fp8}");
            let fp8 = fp8_rows_shared(width) + 1024;
            assert!(fp8_blocks_at_once(width) * fp8 <= 228 << 10, "{width}: {fp8}");
            // A half of bf16 makes a place twice as large.
            let mixed = KvFormats { key: KvFormat::Bf16, value: KvFormat::Nvfp4 };
            for by_split in [false, true] {
                let most = codes_rows_shared(mixed, width);
                assert!(most.max(codes_spans_shared(mixed, width, by_split)) <= 227 << 10);
            }
        }
    }
}
