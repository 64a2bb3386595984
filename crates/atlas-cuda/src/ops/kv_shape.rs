//! Extents of a KV cache, and where kernels find its vectors.

use atlas_tensor::{DType, KvFormat, KvFormats, KvHalf, KvScales};
use bytemuck::{Pod, Zeroable};

use crate::error::CudaError;

/// Extents of a KV cache. A block holds its keys, then its values; each half has its heads one
/// after another, and each head the codes of all tokens, then their scales. The first half of a
/// latent cache has vectors that are keys and, as far as values go, values; the second, if it has
/// elements, index keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KvShape {
    pub formats: KvFormats,
    /// Scales of the layer, for the formats that have one.
    pub scales: KvScales,
    pub block_count: usize,
    pub block_tokens: usize,
    pub kv_heads: usize,
    pub head_dim: usize,
    pub is_latent: bool,
    /// Elements of an index key; 0 without.
    pub index_dim: usize,
}

/// One half of the blocks as kernels read it, in bytes: where it begins in a block; what a head,
/// the codes of a vector and its scales take.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct KvHalfParams {
    first: i64,
    head: i64,
    codes: i64,
    scales: i64,
    scale: f32,
    format: i32,
}

/// The layout of a cache of blocks of so many bytes.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct KvLayout {
    block: i64,
    key: KvHalfParams,
    value: KvHalfParams,
}

impl KvShape {
    /// Bytes of a block.
    pub fn block_bytes(&self) -> usize {
        let (key, value) = (self.formats.key, self.formats.value);
        let row = key.row_bytes(self.head_dim) + value.row_bytes(self.second_width());
        self.block_tokens * self.kv_heads * row
    }

    /// Bytes of the cache.
    pub fn bytes(&self) -> usize {
        self.block_count * self.block_bytes()
    }

    /// Elements of a vector of the second half.
    fn second_width(&self) -> usize {
        if self.is_latent { self.index_dim } else { self.head_dim }
    }

    /// Vectors of the cache, keys and values.
    pub fn vectors(&self) -> usize {
        let halves = if self.second_width() == 0 { 1 } else { 2 };
        self.block_count * self.block_tokens * halves * self.kv_heads
    }

    /// The factor of all codes of a half, `Key` or the second; 1 in a format without.
    pub(crate) fn scale(&self, half: KvHalf) -> f32 {
        let (format, scale) = match half {
            KvHalf::Key => (self.formats.key, self.scales.key),
            KvHalf::Value | KvHalf::Index => (self.formats.value, self.scales.value),
        };
        if format.has_layer_scale() { scale } else { 1.0 }
    }

    /// An error unless the cache has keys and values of the formats that a kernel was bound to.
    pub(crate) fn expect(&self, op: &'static str, bound: KvFormats) -> Result<(), CudaError> {
        if self.is_latent {
            return Err(CudaError::bad(op, "a cache of latents"));
        }
        self.expect_formats(op, bound)
    }

    /// An error unless the cache has latents of the format that a kernel was bound to.
    pub(crate) fn expect_latent(&self, op: &'static str, bound: KvFormat) -> Result<(), CudaError> {
        if !self.is_latent || self.kv_heads != 1 {
            return Err(CudaError::bad(op, "a cache of keys and values"));
        }
        self.expect_formats(op, KvFormats::both(bound))
    }

    fn expect_formats(&self, op: &'static str, bound: KvFormats) -> Result<(), CudaError> {
        if self.formats == bound {
            return Ok(());
        }
        Err(CudaError::bad(op, format!("a cache in {}, bound to {bound}", self.formats)))
    }

    /// Where kernels find the vectors of both halves.
    pub(crate) fn layout(&self) -> KvLayout {
        let half = |half, first: usize| {
            let (format, width) = match half {
                KvHalf::Key => (self.formats.key, self.head_dim),
                KvHalf::Value | KvHalf::Index => (self.formats.value, self.second_width()),
            };
            let (codes, scales) = (format.code_bytes(width), format.scale_bytes(width));
            KvHalfParams {
                first: first as i64,
                head: (self.block_tokens * (codes + scales)) as i64,
                codes: codes as i64,
                scales: scales as i64,
                scale: self.scale(half),
                format: number(format),
            }
        };
        let keys = self.block_tokens * self.kv_heads * self.formats.key.row_bytes(self.head_dim);
        KvLayout {
            block: self.block_bytes() as i64,
            key: half(KvHalf::Key, 0),
            value: half(KvHalf::Value, keys),
        }
    }
}

/// The number of a format in the kernels' sources.
const fn number(format: KvFormat) -> i32 {
    match format {
        KvFormat::F32 => 0,
        KvFormat::Bf16 => 1,
        KvFormat::Fp8 => 2,
        KvFormat::Nvfp4 => 3,
        KvFormat::Turbo8 => 4,
        KvFormat::Turbo4 => 5,
        KvFormat::Turbo3 => 6,
    }
}

/// The type of a cache of numbers, if keys and values are numbers of one type.
pub(crate) fn numbers(formats: KvFormats) -> Option<DType> {
    match (formats.key, formats.value) {
        (KvFormat::F32, KvFormat::F32) => Some(DType::F32),
        (KvFormat::Bf16, KvFormat::Bf16) => Some(DType::Bf16),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_tensor::KvCache;

    /// Kernels find every vector where the host's cache has it.
    #[test]
    fn vectors_lie_where_the_host_has_them() {
        let formats = KvFormats { key: KvFormat::Turbo3, value: KvFormat::Nvfp4 };
        let cache = KvCache::new(3, 5, 2, 32, formats, 1).unwrap();
        let shape = KvShape {
            formats,
            scales: KvScales::ONE,
            block_count: 3,
            block_tokens: 5,
            kv_heads: 2,
            head_dim: 32,
            is_latent: false,
            index_dim: 0,
        };
        assert_eq!((shape.bytes(), shape.block_bytes()), (cache.bytes(), cache.block_len()));
        let layout = shape.layout();
        for (half, of) in [(KvHalf::Key, layout.key), (KvHalf::Value, layout.value)] {
            let [codes, scales] = cache.row_ranges(2, half, 1, 3);
            let head = 2 * layout.block + of.first + of.head;
            assert_eq!(codes.start as i64, head + 3 * of.codes);
            assert_eq!(scales.start as i64, head + 5 * of.codes + 3 * of.scales);
            assert_eq!(scales.len() as i64, of.scales);
        }
    }

    /// Latents and, if there are any, index keys behind them.
    #[test]
    fn latents_lie_where_the_host_has_them() {
        for (index_dim, halves) in [(0, 1), (12, 2)] {
            let cache = KvCache::latent(3, 5, [36, index_dim], KvFormat::Fp8, 1).unwrap();
            let shape = KvShape {
                formats: cache.formats,
                scales: KvScales::ONE,
                block_count: 3,
                block_tokens: 5,
                kv_heads: 1,
                head_dim: 36,
                is_latent: true,
                index_dim,
            };
            assert_eq!((shape.bytes(), shape.block_bytes()), (cache.bytes(), cache.block_len()));
            let layout = shape.layout();
            for (half, of) in
                cache.halves().into_iter().zip([layout.key, layout.value]).take(halves)
            {
                let [codes, _] = cache.row_ranges(2, half, 0, 3);
                assert_eq!(codes.start as i64, 2 * layout.block + of.first + 3 * of.codes);
            }
        }
    }

    /// The levels of the kernels are those of the host.
    #[test]
    fn kernels_have_the_levels_of_the_host() {
        let read = |text: &str, name: &str| -> Vec<f32> {
            let (_, list) = text.split_once(&format!("{name}[")).unwrap();
            let (_, list) = list.split_once('{').unwrap();
            let (list, _) = list.split_once('}').unwrap();
            let numbers = list.split(',').map(|x| x.trim().trim_end_matches('f'));
            numbers.filter(|x| !x.is_empty()).map(|x| x.parse().unwrap()).collect()
        };
        let text = include_str!("../../kernels/include/kv_levels.cuh");
        use atlas_tensor::state::levels::{LEVELS_3, LEVELS_4, LEVELS_8};
        assert_eq!(read(text, "LEVELS_3"), LEVELS_3);
        assert_eq!(read(text, "LEVELS_4"), LEVELS_4);
        assert_eq!(read(text, "LEVELS_8"), LEVELS_8);
    }
}
