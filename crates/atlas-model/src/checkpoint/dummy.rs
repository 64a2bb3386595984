//! Random weights that need no file, for benchmarks: values depend on (seed, name, index) only.
//!
//! A tensor is a stream of [`Draws`], keyed by its name and the seed, over a table of normal
//! quantiles scaled for its role. An element follows from its index alone, so threads of the host
//! and a device make the same bits.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use atlas_tensor::numbers::{E2M1_MAX, E4M3_MAX, to_e2m1, to_e4m3, to_e8m0_up};
use atlas_tensor::weights::draws::VALUE_COUNT;
use atlas_tensor::weights::pairs::formats;
use atlas_tensor::weights::{
    BlockScales, Codes, FP8_BLOCK, GroupWord, QuantisedParts, RowScales, TileScales,
};
use atlas_tensor::{Buffer, Draws, Runs, Source, Values, Weight, WeightBytes, WeightFormat};
use half::bf16;

use super::role::Role;

/// Standard deviation of matrices, as initialised models have it.
const MATRIX_SPREAD: f32 = 0.02;

/// Fills tensors with random values.
pub struct DummyFill {
    seed: u64,
    threads: usize,
    /// Whether the device makes the weights.
    deferred: bool,
    /// Standard normal quantiles at `(i + 0.5) / VALUE_COUNT`; empty for zeros.
    normal: Vec<f32>,
    /// The quantiles scaled for each role, as bf16 bits.
    tables: RefCell<HashMap<Role, Arc<Values>>>,
    /// Codes of elements (false) and of block scales (true) of quantised formats, two or four a
    /// value.
    codes: RefCell<HashMap<(WeightFormat, bool), Arc<Values>>>,
    /// The one buffer under all zero weights.
    zeros: RefCell<Option<Arc<Buffer>>>,
}

impl DummyFill {
    /// `threads` is the number of threads that fill one tensor; the values do not depend on it.
    pub fn new(seed: u64, threads: usize) -> Self {
        DummyFill {
            seed,
            threads: threads.max(1),
            deferred: false,
            normal: normal_quantiles(),
            tables: RefCell::default(),
            codes: RefCell::default(),
            zeros: RefCell::default(),
        }
    }

    /// The same values, made by the device that the weights are loaded to instead of the host.
    pub fn deferred(self) -> Self {
        DummyFill { deferred: true, ..self }
    }

    /// All zeros, which take no memory until they are read: for models that are not run.
    pub fn zeros() -> Self {
        DummyFill {
            seed: 0,
            threads: 1,
            deferred: false,
            normal: vec![],
            tables: RefCell::default(),
            codes: RefCell::default(),
            zeros: RefCell::default(),
        }
    }

    /// A bf16 weight `[n, k]`. None when there is no memory for it.
    pub fn weight(&self, name: &str, n: usize, k: usize, role: Role) -> Option<Weight> {
        let elements = n.checked_mul(k)?;
        let bytes = elements.checked_mul(2)?;
        if self.normal.is_empty() {
            let bytes = WeightBytes::new(self.zero_buffer(bytes)?, 0..bytes)?;
            return Weight::new(WeightFormat::Bf16, n, k, bytes).ok();
        }
        let draws = self.draws(name, role);
        if self.deferred {
            return Weight::drawn(n, k, draws);
        }
        let mut buffer = Buffer::zeroed(bytes).ok()?;
        self.make(&draws, buffer.as_u16_mut());
        let bytes = WeightBytes::new(Arc::new(buffer), 0..bytes)?;
        Weight::new(WeightFormat::Bf16, n, k, bytes).ok()
    }

    /// A weight of `n` rows in a quantised format, with values as spread as those of
    /// [`Self::weight`] and the same scales everywhere. `None` when there is no memory for it.
    pub fn quantised(
        &self,
        name: &str,
        format: WeightFormat,
        n: usize,
        k: usize,
    ) -> Option<Weight> {
        if let WeightFormat::Int4 { .. } | WeightFormat::Int8 { .. } = format {
            return self.in_groups(name, format, n, k);
        }
        // So many spreads are the largest code, and those of the last quantile but few are above.
        const SPREADS: f32 = 4.0;
        let four_bits = matches!(format, WeightFormat::Nvfp4 | WeightFormat::Mxfp4);
        let largest = if four_bits { E2M1_MAX } else { E4M3_MAX };
        let code = |x: f32| match four_bits {
            true => to_e2m1(x / SPREADS * largest),
            false => to_e4m3(x / SPREADS * largest),
        };
        let quantile =
            |i: usize, of: usize| match self.normal.get((2 * i + 1) * VALUE_COUNT / 2 / of) {
                Some(x) => code(*x),
                None => 0,
            };
        let bits = if four_bits { 4 } else { 8 };
        let two_bytes = |word: usize| codes_of(word, bits, &|i| quantile(i, 1 << bits));
        let scale = MATRIX_SPREAD * SPREADS / largest;
        // Block scales are powers of two, so that the other scale makes up for the rest.
        let (block, rest) = match format {
            WeightFormat::Nvfp4 => (to_e4m3(1.0), scale),
            WeightFormat::Mxfp4 => (to_e8m0_up(scale), 1.0),
            _ => (0, scale),
        };
        let codes = self.plane(name, (n, format.row_bytes(k)), (format, false), &two_bytes)?;
        let block_bytes = format.block_scale_bytes(k);
        let same = |_| u16::from_le_bytes([block; 2]);
        let blocks = || self.plane(name, (n, block_bytes), (format, true), &same);
        let row_scales = || RowScales::new(vec![rest], n);
        let parts = match format {
            WeightFormat::Fp8Row => {
                QuantisedParts::new(Codes::<formats::Fp8Row>::new(codes), row_scales())
            }
            WeightFormat::Fp8Block => {
                let grid = vec![rest; n.div_ceil(FP8_BLOCK) * k.div_ceil(FP8_BLOCK)];
                let scales = TileScales::new(grid, k);
                QuantisedParts::new(Codes::<formats::Fp8Block>::new(codes), scales)
            }
            WeightFormat::Nvfp4 => {
                let scales = (BlockScales::new(blocks()?), row_scales());
                QuantisedParts::new(Codes::<formats::Nvfp4>::new(codes), scales)
            }
            WeightFormat::Mxfp4 => {
                let scales = BlockScales::new(blocks()?);
                QuantisedParts::new(Codes::<formats::Mxfp4>::new(codes), scales)
            }
            _ => return None,
        };
        Weight::quantised(n, k, parts).ok()
    }

    /// A weight of integers in groups, all with the same scale and with the middle of the range as
    /// their zero.
    fn in_groups(&self, name: &str, format: WeightFormat, n: usize, k: usize) -> Option<Weight> {
        // Both halves of a word, so that every draw of two bytes is the same: the zero, and a
        // number that is a scale of the size wanted.
        let (bits, half) = match format {
            WeightFormat::Int4 { .. } => (4, 0x3c08_u16),
            _ => (8, 0x3a80),
        };
        let [low, high] = half.to_le_bytes();
        let word = GroupWord::from_le_bytes([low, high, low, high]);
        let (zero, largest) = (word.zero() as f32, ((1 << bits) - 1) as f32);
        let code = |i: usize| match self.normal.get(((2 * i + 1) * VALUE_COUNT / 2) >> bits) {
            Some(x) => (zero + x * MATRIX_SPREAD / word.scale()).round().clamp(0.0, largest) as u8,
            None => 0,
        };
        let two_bytes = |word: usize| codes_of(word, bits, &code);
        let codes = self.plane(name, (n, format.row_bytes(k)), (format, false), &two_bytes)?;
        let words = (n, format.block_scale_bytes(k));
        let words = self.plane(name, words, (format, true), &|_| half)?;
        Weight::in_groups(format, [n, k], codes, words).ok()
    }

    /// `n` rows of `row_bytes`, two bytes a draw. Made on the host where a row has an odd number.
    /// `kind` tells the values from others.
    fn plane(
        &self,
        name: &str,
        (n, row_bytes): (usize, usize),
        kind: (WeightFormat, bool),
        value: &dyn Fn(usize) -> u16,
    ) -> Option<Source> {
        let bytes = n.checked_mul(row_bytes)?;
        if self.normal.is_empty() {
            return Some(WeightBytes::new(self.zero_buffer(bytes)?, 0..bytes)?.into());
        }
        let mut codes = self.codes.borrow_mut();
        let values = codes.entry(kind).or_insert_with(|| Arc::new(Values::from_fn(value)));
        let draws = Draws::new(self.key(name), Arc::clone(values));
        let elements = bytes.div_ceil(2);
        if self.deferred && row_bytes.is_multiple_of(2) {
            return Some(Source::Drawn(Runs::new(draws, 0..elements as u64)));
        }
        let mut buffer = Buffer::zeroed(elements * 2).ok()?;
        self.make(&draws, buffer.as_u16_mut());
        Some(WeightBytes::new(Arc::new(buffer), 0..bytes)?.into())
    }

    fn key(&self, name: &str) -> u64 {
        name_hash(name) ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// At least `bytes` zero bytes, shared by all zero weights.
    fn zero_buffer(&self, bytes: usize) -> Option<Arc<Buffer>> {
        let mut zeros = self.zeros.borrow_mut();
        match &*zeros {
            Some(buffer) if buffer.bytes() >= bytes => Some(Arc::clone(buffer)),
            _ => Some(Arc::clone(zeros.insert(Arc::new(Buffer::zeroed(bytes).ok()?)))),
        }
    }

    /// The stream whose first elements are those of a tensor.
    fn draws(&self, name: &str, role: Role) -> Draws {
        let (mean, spread) = match role {
            Role::Matrix => (0.0, MATRIX_SPREAD),
            Role::Norm => (1.0, 0.1),
            Role::ZeroCentredNorm => (0.0, 0.1),
            Role::Bias => (0.0, MATRIX_SPREAD),
            // exp(-1) a step at softplus(-0.5): memory of a few to a few dozen tokens.
            Role::DecayLog => (-1.0, 0.5),
            Role::StepOffset => (-0.5, 0.5),
        };
        let scaled = |x: f32| bf16::from_f32(mean + spread * x).to_bits();
        let mut tables = self.tables.borrow_mut();
        let values = tables
            .entry(role)
            .or_insert_with(|| Arc::new(Values::from_fn(|i| scaled(self.normal[i]))));
        Draws::new(self.key(name), Arc::clone(values))
    }

    fn make(&self, draws: &Draws, elements: &mut [u16]) {
        // Whole draws for each thread.
        let chunk = elements.len().div_ceil(self.threads).next_multiple_of(4).max(1 << 16);
        std::thread::scope(|scope| {
            for (i, part) in elements.chunks_mut(chunk).enumerate() {
                scope.spawn(move || draws.make((i * chunk) as u64, part));
            }
        });
    }
}

/// Two bytes of codes of so many bits, each as likely as its quantile: `code` of the bits of a
/// word.
fn codes_of(word: usize, bits: usize, code: &dyn Fn(usize) -> u8) -> u16 {
    let each = (0..16 / bits).map(|j| {
        let i = word >> (j * bits) & ((1 << bits) - 1);
        u16::from(code(i)) << (j * bits)
    });
    each.fold(0, |all, code| all | code)
}

/// FNV-1a, so that tensors of one model draw from streams far apart.
fn name_hash(name: &str) -> u64 {
    name.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01B3))
}

/// Quantiles of the standard normal, by integrating dx/dp = sqrt(2 pi) exp(x^2 / 2) outwards from
/// the median with the midpoint rule.
fn normal_quantiles() -> Vec<f32> {
    const SUBSTEPS: usize = 4;
    let slope = |x: f64| (2.0 * std::f64::consts::PI).sqrt() * (x * x / 2.0).exp();
    let mut table = vec![0.0; VALUE_COUNT];
    let step = 1.0 / (VALUE_COUNT * SUBSTEPS) as f64;
    let mut x = 0.0;
    // From p = 1/2 to the middle of the first cell above it is half a cell.
    for i in 0..VALUE_COUNT / 2 {
        let steps = if i == 0 { SUBSTEPS / 2 } else { SUBSTEPS };
        for _ in 0..steps {
            let middle = x + 0.5 * step * slope(x);
            x += step * slope(middle);
        }
        table[VALUE_COUNT / 2 + i] = x as f32;
        table[VALUE_COUNT / 2 - 1 - i] = -x as f32;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_are_normal_and_do_not_depend_on_threads() {
        let one = DummyFill::new(7, 1).weight("a.weight", 300, 1000, Role::Matrix).unwrap();
        let two = DummyFill::new(7, 2).weight("a.weight", 300, 1000, Role::Matrix).unwrap();
        assert_eq!(one.bytes(), two.bytes());
        let values = one.to_f32();
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        let moment = |p: i32| {
            values.iter().map(|v| f64::from(*v).powi(p)).sum::<f64>() / values.len() as f64
        };
        assert!(mean.abs() < 2e-4, "mean {mean}");
        assert!((moment(2).sqrt() - 0.02).abs() < 2e-4, "spread {}", moment(2).sqrt());
        // Kurtosis 3 tells a normal from a uniform (1.8).
        assert!((moment(4) / moment(2).powi(2) - 3.0).abs() < 0.1);
    }

    #[test]
    fn seed_and_name_matter_and_norms_are_not_default() {
        let fill = DummyFill::new(7, 1);
        let a = fill.weight("a", 1, 64, Role::Norm).unwrap();
        assert_ne!(a.bytes(), fill.weight("b", 1, 64, Role::Norm).unwrap().bytes());
        assert_ne!(a.bytes(), DummyFill::new(8, 1).weight("a", 1, 64, Role::Norm).unwrap().bytes());
        assert!(a.to_f32().iter().all(|v| (0.3..1.7).contains(v)));
        assert!(a.to_f32().iter().any(|v| *v != 1.0));
    }

    /// Recorded runs and benchmarks depend on these values.
    #[test]
    fn values_equal_the_recorded_ones() {
        let fill = DummyFill::new(1, 1);
        let bits = |role| {
            let weight = fill.weight("model.norm.weight", 1, 6, role).unwrap();
            let of = |two: &[u8]| u16::from_le_bytes([two[0], two[1]]);
            weight.bytes().chunks(2).map(of).collect::<Vec<_>>()
        };
        assert_eq!(bits(Role::Matrix), [0x3ca1, 0xbc79, 0xbc75, 0xbc82, 0x3c28, 0xbc3b]);
        assert_eq!(bits(Role::Norm), [0x3f8d, 0x3f6d, 0x3f6d, 0x3f6c, 0x3f87, 0x3f71]);
        assert_eq!(bits(Role::DecayLog), [0xbf03, 0xbfb1, 0xbfb0, 0xbfb3, 0xbf3e, 0xbfa4]);
    }

    #[test]
    fn quantised_weights_are_as_spread_as_others_and_may_be_deferred() {
        let (n, k) = (130, 320);
        let integers = [WeightFormat::Int4 { group: 128 }, WeightFormat::Int8 { group: 32 }];
        let formats = WeightFormat::MADE.into_iter().filter(|format| format.is_quantised());
        for format in formats.chain(integers) {
            let made = DummyFill::new(7, 2).quantised("a", format, n, k).unwrap();
            let values = made.to_f32();
            let square = values.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>();
            let spread = (square / values.len() as f64).sqrt();
            assert!((0.016..0.024).contains(&spread), "{format}: {spread}");
            let left = DummyFill::new(7, 2).deferred().quantised("a", format, n, k).unwrap();
            assert!(left.runs().is_some(), "{format}");
            let bits = |v: Vec<f32>| v.into_iter().map(f32::to_bits).collect::<Vec<_>>();
            assert_eq!(bits(left.to_f32()), bits(values), "{format}");
            let zeros = DummyFill::zeros().quantised("a", format, n, k).unwrap();
            assert!(zeros.to_f32().iter().all(|v| *v == 0.0), "{format}");
        }
    }

    #[test]
    fn deferred_weights_have_the_same_values_and_no_memory() {
        let made = DummyFill::new(7, 1);
        let left = DummyFill::new(7, 1).deferred();
        let roles = [
            Role::Matrix,
            Role::Norm,
            Role::ZeroCentredNorm,
            Role::Bias,
            Role::DecayLog,
            Role::StepOffset,
        ];
        for (i, role) in roles.into_iter().enumerate() {
            let (n, k) = (i + 1, 37);
            let (made, left) = (made.weight("a", n, k, role), left.weight("a", n, k, role));
            let (made, left) = (made.unwrap(), left.unwrap());
            let runs = left.runs().unwrap();
            assert_eq!(runs.each(), std::slice::from_ref(&(0..(n * k) as u64)));
            assert_eq!(bytemuck::cast_slice::<u16, u8>(&runs.make()), made.bytes());
            assert_eq!(left.to_f32(), made.to_f32());
        }
        // A terabyte.
        assert!(left.weight("a", 1 << 20, 1 << 19, Role::Matrix).is_some());
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(DummyFill::new(0, 1).weight("a", usize::MAX / 2, 8, Role::Matrix).is_none());
        let left = DummyFill::new(0, 1).deferred();
        assert!(left.weight("a", usize::MAX / 2, 8, Role::Matrix).is_none());
    }
}
