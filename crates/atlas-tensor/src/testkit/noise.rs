//! Reproducible random test data.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

static SEED: AtomicU64 = AtomicU64::new(0);
static BF16: AtomicBool = AtomicBool::new(false);

/// Changes all noise of this process from now on: other numbers with another `seed` (0 until this
/// is called), and numbers that bf16 holds exactly with `bf16`, for devices that keep activations
/// so.
pub fn set_noise(seed: u64, bf16: bool) {
    SEED.store(seed, Ordering::Relaxed);
    BF16.store(bf16, Ordering::Relaxed);
}

/// A stream of random numbers (SplitMix64: Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Self {
        let salt = SEED.load(Ordering::Relaxed).wrapping_mul(0xD605_BBB5_8C8A_BC03);
        Self(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 0x9E37_79B9_7F4A_7C15 ^ salt)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n.max(1) as u64) as usize
    }

    /// Roughly normal with mean 0 and deviation 1 (the sum of four uniform numbers), |x| < 3.5.
    pub fn normal(&mut self) -> f32 {
        let bits = self.next_u64();
        let sum: u64 = (0..4).map(|i| (bits >> (16 * i)) & 0xffff).sum();
        (sum as f32 - 131_070.0) / 37_837.2
    }

    pub fn fill(&mut self, n: usize, scale: f32) -> Vec<f32> {
        let bf16 = BF16.load(Ordering::Relaxed);
        let round = |x: f32| if bf16 { half::bf16::from_f32(x).to_f32() } else { x };
        (0..n).map(|_| round(self.normal() * scale)).collect()
    }
}
