//! Cases and states that several ops share.

use atlas_core::{KvFormat, KvFormats};

use crate::state::{KvCache, KvHalf, KvScales, RecurrentState};
use crate::testkit::{Field, Noise};

/// Rows and width of an op on elements; with `special` the gates hold NaN, infinities and numbers
/// whose exponential overflows.
#[derive(Clone, Debug)]
pub struct ElementsCase {
    pub(crate) rows: usize,
    pub(crate) width: usize,
    pub(crate) special: bool,
}

impl ElementsCase {
    pub(crate) fn all() -> Vec<Self> {
        let shapes = [(0, 4), (1, 1), (1, 15), (3, 16), (2, 17), (5, 33), (67, 96), (9, 1001)];
        let mut cases: Vec<Self> =
            shapes.map(|(rows, width)| Self { rows, width, special: false }).to_vec();
        cases.push(Self { rows: 3, width: 24, special: true });
        cases
    }

    pub(crate) fn tall() -> Vec<Self> {
        vec![Self { rows: 65_539, width: 7, special: false }]
    }

    pub(crate) fn perf() -> Vec<Self> {
        [1, 8, 512].map(|rows| Self { rows, width: 3072, special: false }).to_vec()
    }

    /// Gates of deviation 3.
    pub(crate) fn gates(&self, width: usize, noise: &mut Noise) -> Field {
        let mut gates = Field::random(self.rows, width, 7, noise, 3.0);
        if self.special {
            let values = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 200.0, -200.0, 0.0, -88.5];
            for (i, value) in values.into_iter().enumerate().take(width) {
                gates.set(1, i, value);
            }
        }
        gates
    }
}

/// Shapes of the norms that take `[T, H]`.
#[derive(Clone, Debug)]
pub struct NormCase {
    pub(crate) rows: usize,
    pub(crate) hidden: usize,
    pub(crate) offset: f32,
    /// Elements between the rows of x.
    pub(crate) gap: usize,
    pub(crate) special: bool,
}

impl NormCase {
    pub(crate) fn all() -> Vec<Self> {
        let shapes =
            [(0, 8, 0), (1, 1, 0), (1, 15, 1), (2, 16, 0), (3, 17, 5), (5, 64, 0), (7, 65, 2)];
        let large = [(33, 128, 0), (67, 1000, 3), (2, 4097, 0)];
        let mut cases: Vec<Self> = shapes
            .into_iter()
            .chain(large)
            .map(|(rows, hidden, gap)| {
                let offset = (rows % 2) as f32;
                Self { rows, hidden, offset, gap, special: false }
            })
            .collect();
        cases.push(Self { rows: 4, hidden: 33, offset: 1.0, gap: 0, special: true });
        cases
    }

    pub(crate) fn tall() -> Vec<Self> {
        vec![Self { rows: 65_539, hidden: 11, offset: 1.0, gap: 0, special: false }]
    }

    pub(crate) fn perf() -> Vec<Self> {
        let case = |rows| Self { rows, hidden: 1024, offset: 0.0, gap: 0, special: false };
        [1, 8, 512].map(case).to_vec()
    }

    /// Inputs; with `special`, row 0 is zero, row 1 holds a NaN and row 2 an infinity.
    pub(crate) fn x(&self, noise: &mut Noise) -> Field {
        let mut x = Field::random(self.rows, self.hidden, self.gap, noise, 1.5);
        if self.special {
            (0..self.hidden).for_each(|i| x.set(0, i, 0.0));
            x.set(1, 3, f32::NAN);
            x.set(2, 5, f32::INFINITY);
        }
        x
    }
}

/// A zeroed state of `[heads, key_dim, value_dim]` matrices and a convolution history.
pub(crate) fn test_state(
    slots: usize,
    [heads, key_dim, value_dim]: [usize; 3],
    channels: usize,
    kernel: usize,
) -> RecurrentState {
    match RecurrentState::new(slots, heads, key_dim, value_dim, channels, kernel) {
        Ok(state) => state,
        Err(error) => panic!("no memory for a test state: {error}"),
    }
}

/// Scales of keys and values that a mistake would confuse.
pub(crate) const TEST_SCALES: KvScales = KvScales { key: 0.0371, value: 0.5 };

/// Both halves of a cache.
pub(crate) const HALVES: [KvHalf; 2] = [KvHalf::Key, KvHalf::Value];

/// Every vector of a cache as it holds them, the keys of a block before its values.
pub fn all_rows(cache: &KvCache) -> Vec<f32> {
    let mut values = Vec::new();
    for (block, half) in (0..cache.block_count as u32).flat_map(|b| cache.halves().map(|h| (b, h)))
    {
        let mut row = vec![0.0; cache.width(half)];
        for (head, token) in
            (0..cache.kv_heads).flat_map(|h| (0..cache.block_tokens).map(move |t| (h, t)))
        {
            cache.row(block, half, head, token, &mut row);
            values.extend_from_slice(&row);
        }
    }
    values
}

/// Pairs of formats that a width of heads allows: each with itself, and some with others.
pub(crate) fn format_pairs(width: usize) -> Vec<KvFormats> {
    let mixed = [
        (KvFormat::Fp8, KvFormat::Turbo3),
        (KvFormat::Bf16, KvFormat::Nvfp4),
        (KvFormat::Turbo4, KvFormat::Bf16),
    ];
    let mixed = mixed.map(|(key, value)| KvFormats { key, value });
    let pairs = KvFormat::ALL.map(KvFormats::both).into_iter().chain(mixed);
    pairs.filter(|pair| pair.refuses(width).is_none()).collect()
}

/// A cache full of NaN, so that reading what was never written shows.
pub(crate) fn poisoned_cache(
    blocks: usize,
    block_tokens: usize,
    heads: usize,
    width: usize,
    formats: KvFormats,
) -> KvCache {
    let mut cache = match KvCache::new(blocks, block_tokens, heads, width, formats, 1) {
        Ok(cache) => cache,
        Err(error) => panic!("no memory for a test cache: {error}"),
    };
    poison(&mut cache);
    cache
}

/// Fills a cache with NaN.
pub fn poison(cache: &mut KvCache) {
    let (blocks, heads) = (cache.block_count as u32, cache.kv_heads);
    for half in cache.halves() {
        let nan = vec![f32::NAN; cache.width(half)];
        for (block, head) in (0..blocks).flat_map(|b| (0..heads).map(move |h| (b, h))) {
            (0..cache.block_tokens).for_each(|t| cache.put_row(block, half, head, t, &nan));
        }
    }
}
