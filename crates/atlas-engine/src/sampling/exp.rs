//! `exp` of non-positive numbers, written so that the compiler vectorises it: full-vocabulary
//! softmax is the only heavy arithmetic of sampling.

/// Below this the result is 0 (`exp(-87.3)` is the smallest normal f32).
const UNDERFLOW: f32 = -87.0;
/// Adding and subtracting 1.5 * 2^23 rounds to the nearest integer without an SSE4 instruction.
const ROUND: f32 = 12_582_912.0;

/// `exp(x)` for `x <= 0` to 2 units in the last place; 0 below -87.
///
/// Cody-Waite reduction `x = n ln 2 + r`, then a degree-6 Taylor polynomial on `|r| <= ln 2 / 2`.
#[inline]
pub fn exp_non_positive(x: f32) -> f32 {
    let clamped = if x > UNDERFLOW { x } else { UNDERFLOW };
    let shifted = clamped * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    // ln 2 in two parts, the first exact in few bits so that n * LN2_HIGH is exact.
    let r = (clamped - n * 0.693_359_4) + n * 2.121_944_4e-4;
    let p = 1.0 / 720.0;
    let p = p * r + 1.0 / 120.0;
    let p = p * r + 1.0 / 24.0;
    let p = p * r + 1.0 / 6.0;
    let p = p * r + 0.5;
    let p = p * r + 1.0;
    let p = p * r + 1.0;
    // The low bits of `shifted` are n: a float-to-int conversion, which saturates and therefore
    // does not vectorise well, is not needed.
    let n_bits = shifted.to_bits().wrapping_sub(ROUND.to_bits());
    let scale = f32::from_bits(n_bits.wrapping_add(127) << 23);
    if x > UNDERFLOW { p * scale } else { 0.0 }
}

/// Sum of `term(x)` over a row in f64, in one fixed order that vectorises.
#[inline]
pub fn sum_terms(row: &[f32], term: impl Fn(f32) -> f32) -> f64 {
    let mut lanes = [0.0f64; 8];
    let (groups, rest) = row.as_chunks::<8>();
    for group in groups {
        for i in 0..8 {
            lanes[i] += f64::from(term(group[i]));
        }
    }
    let rest: f64 = rest.iter().map(|&x| f64::from(term(x))).sum();
    lanes.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_f64() {
        let mut worst = 0.0f64;
        for i in 0..870_000 {
            let x = -(i as f32) * 1e-4;
            let want = f64::from(x).exp();
            worst = worst.max((f64::from(exp_non_positive(x)) / want - 1.0).abs());
        }
        assert!(worst < 2.5e-7, "relative error {worst}");
        assert_eq!(exp_non_positive(0.0), 1.0);
        assert_eq!(exp_non_positive(f32::NEG_INFINITY), 0.0);
        assert_eq!(exp_non_positive(-1e30), 0.0);
    }
}
