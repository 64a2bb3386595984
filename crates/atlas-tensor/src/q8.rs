//! 8-bit weights: groups of 32 inputs share a scale.

/// Inputs that share a scale.
pub const GROUP: usize = 32;

/// A matrix `[n, k]` of signed bytes; element `i` stands for `value * scale` of its group.
///
/// `k` is filled up with zeros to whole groups. Values lie in `-127..=127`.
#[derive(Clone, Debug)]
pub struct Q8Weight {
    n: usize,
    k: usize,
    /// `[n, groups, GROUP]`
    values: Vec<i8>,
    /// `[n, groups]`
    scales: Vec<f32>,
}

impl Q8Weight {
    /// Rounds `weights` (row-major `[n, k]`). Panics on a wrong length.
    pub fn from_f32(n: usize, k: usize, weights: &[f32]) -> Self {
        assert_eq!(weights.len(), n * k, "values of a [{n}, {k}] weight");
        let groups = k.div_ceil(GROUP);
        let mut values = vec![0; n * groups * GROUP];
        let mut scales = vec![0.0; n * groups];
        for row in 0..n {
            let weights = &weights[row * k..][..k];
            let values = &mut values[row * groups * GROUP..][..groups * GROUP];
            for (g, group) in weights.chunks(GROUP).enumerate() {
                scales[row * groups + g] = quantise(group, &mut values[g * GROUP..][..GROUP]);
            }
        }
        Self { n, k, values, scales }
    }

    /// Outputs.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Inputs.
    pub fn k(&self) -> usize {
        self.k
    }

    /// Groups of a row.
    pub fn groups(&self) -> usize {
        self.k.div_ceil(GROUP)
    }

    /// Row `n`: `groups * GROUP` values and `groups` scales.
    pub fn row(&self, n: usize) -> (&[i8], &[f32]) {
        let groups = self.groups();
        (&self.values[n * groups * GROUP..][..groups * GROUP], &self.scales[n * groups..][..groups])
    }

    /// Bytes of values and scales.
    pub fn bytes(&self) -> usize {
        self.values.len() + size_of_val(&self.scales[..])
    }
}

/// Writes the nearest bytes (ties to even) of up to [`GROUP`] values, zeros behind them, and gives
/// their scale: the largest magnitude over 127. A value that is not finite makes the scale NaN.
#[inline(always)]
pub(crate) fn quantise(values: &[f32], out: &mut [i8]) -> f32 {
    let mut largest = 0.0f32;
    // `x * 0` is NaN for every x that is not finite.
    let mut taint = 0.0f32;
    for &x in values {
        largest = largest.max(x.abs());
        taint += x * 0.0;
    }
    let scale = largest / 127.0;
    // Dividing a subnormal scale would overflow.
    let inverse = if scale >= f32::MIN_POSITIVE { 1.0 / scale } else { 0.0 };
    out.fill(0);
    for (out, &x) in out.iter_mut().zip(values) {
        *out = (x * inverse).round_ties_even() as i8;
    }
    scale + taint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_nearest_and_padded() {
        let mut out = [9; GROUP];
        let scale = quantise(&[127.0, -63.5, 0.4, -127.0, 62.5], &mut out);
        assert_eq!(scale, 1.0);
        assert_eq!(out[..6], [127, -64, 0, -127, 62, 0]);
        assert!(quantise(&[1.0, f32::INFINITY], &mut out).is_nan());
        assert!(quantise(&[f32::NAN, 3.0], &mut out).is_nan());
        assert_eq!(quantise(&[0.0; 3], &mut out), 0.0);
        assert_eq!(out, [0; GROUP]);
        assert!(quantise(&[1e-42, -1e-44], &mut out) >= 0.0);
        assert_eq!(out, [0; GROUP]);
    }

    #[test]
    fn a_row_is_within_half_a_step() {
        let weights: Vec<f32> =
            (0..3 * 40).map(|i| ((i * 37 % 101) as f32 - 50.0) / 13.0).collect();
        let q = Q8Weight::from_f32(3, 40, &weights);
        assert_eq!((q.groups(), q.bytes()), (2, 3 * (64 + 8)));
        for n in 0..3 {
            let (values, scales) = q.row(n);
            for (i, &w) in weights[n * 40..][..40].iter().enumerate() {
                let scale = scales[i / GROUP];
                assert!((f32::from(values[i]) * scale - w).abs() <= 0.5001 * scale);
            }
        }
    }
}
