//! Counter-based random numbers: Philox 4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw,
//! "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
//!
//! A draw is a pure function of (seed, position), so neither the order of a batch nor a
//! preemption can change it.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// The 10-round Philox bijection of a 128-bit counter under a 64-bit key.
pub fn philox4x32_10(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for round in 0..10 {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let a = u64::from(MULTIPLIERS[0]) * u64::from(counter[0]);
        let b = u64::from(MULTIPLIERS[1]) * u64::from(counter[2]);
        counter = [
            (b >> 32) as u32 ^ counter[1] ^ key[0],
            b as u32,
            (a >> 32) as u32 ^ counter[3] ^ key[1],
            a as u32,
        ];
    }
    counter
}

/// Uniform number in `[0, 1)` with 53 random bits for the token at `position` of a sequence.
pub fn uniform(seed: u64, position: u32) -> f64 {
    let words = philox4x32_10([position, 0, 0, 0], [seed as u32, (seed >> 32) as u32]);
    let bits = (u64::from(words[0]) << 32 | u64::from(words[1])) >> 11;
    bits as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known answers published with the Random123 library.
    #[test]
    fn known_answers() {
        let cases = [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([!0; 4], [!0; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ];
        for (counter, key, want) in cases {
            assert_eq!(philox4x32_10(counter, key), want);
        }
    }

    #[test]
    fn draws_are_uniform_over_positions_and_over_seeds() {
        for by_seed in [false, true] {
            let mut bins = [0u32; 16];
            for i in 0..160_000u32 {
                let u = if by_seed { uniform(u64::from(i), 9) } else { uniform(9, i) };
                assert!((0.0..1.0).contains(&u));
                bins[(u * 16.0) as usize] += 1;
            }
            let chi: f64 = bins.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
            // 15 degrees of freedom: 37.7 is exceeded with probability 0.001.
            assert!(chi < 37.7, "chi-square {chi}, by seed {by_seed}");
        }
    }
}
