//! Norm of every query or key head, then the rotary embedding.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::norm::NormScale;
use crate::cpu::scratch::PerThread;
use crate::cpu::simd::{Job, Simd, load_at, store_at};
use crate::ops::{QkNormRopeArgs, Rope};
use crate::tensor::SharedRows;

pub fn qk_norm_rope<S: Simd>(dev: &CpuDevice, mut args: QkNormRopeArgs<'_>) {
    let scale = args.norm.map(|weight| NormScale {
        weight: weight.host(),
        eps: args.eps,
        offset: args.offset,
    });
    let (tokens, heads, width) = (args.heads.dim(0), args.heads.dim(1), args.heads.dim(2));
    let half = args.rope.map_or(0, |rope| rope.rotary_dim / 2);
    let mut scratch = dev.scratch(PerThread::bytes(dev.threads(), 2 * half));
    let angles = scratch.take_each(dev.threads(), 2 * half);
    let (positions, rope, heads_out) = (args.positions.host(), args.rope, args.heads.share());
    dev.parallel_indexed(tokens, heads * width * 2, &|thread, rows| {
        // SAFETY: the stretch belongs to this thread alone.
        let angles = unsafe { std::slice::from_raw_parts_mut(angles.of(thread), 2 * half) };
        let (cos, sin) = angles.split_at_mut(half);
        let job =
            QkNormRope { heads: heads_out, count: heads, scale, rope, positions, rows, cos, sin };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(job);
    });
}

struct QkNormRope<'a> {
    heads: SharedRows<'a>,
    count: usize,
    scale: Option<NormScale<'a>>,
    rope: Option<Rope<'a>>,
    positions: &'a [u32],
    rows: Range<usize>,
    cos: &'a mut [f32],
    sin: &'a mut [f32],
}

impl<S: Simd> Job<S> for QkNormRope<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        for t in self.rows.clone() {
            if let Some(rope) = self.rope {
                cos_sin(rope, self.positions[t], self.cos, self.sin);
            }
            for j in 0..self.count {
                // SAFETY: row `t` is this part's own.
                let x = unsafe { self.heads.head(t, j) };
                if let Some(scale) = self.scale {
                    let inverse = scale.inverse(s, x);
                    for i in (0..x.len()).step_by(S::LANES) {
                        let y = scale.apply(s, load_at(s, x, i), inverse, i);
                        store_at(s, x, i, y);
                    }
                }
                if self.rope.is_some() {
                    rotate(s, x, self.cos, self.sin);
                }
            }
        }
    }
}

/// Rotates the pairs `(i, i + half)` of `x`.
#[inline(always)]
fn rotate<S: Simd>(s: S, x: &mut [f32], cos: &[f32], sin: &[f32]) {
    let (left, right) = x.split_at_mut(cos.len());
    let right = &mut right[..cos.len()];
    for i in (0..cos.len()).step_by(S::LANES) {
        let (a, b) = (load_at(s, left, i), load_at(s, right, i));
        let (c, d) = (load_at(s, cos, i), load_at(s, sin, i));
        store_at(s, left, i, s.sub(s.mul(a, c), s.mul(b, d)));
        store_at(s, right, i, s.add(s.mul(b, c), s.mul(a, d)));
    }
}

/// Cosine and sine of `position * inv_freq` (rounded to f32, as the models were trained with),
/// times the attention factor. The angle is reduced by multiples of pi / 2 in f64, which is exact
/// enough for positions below 2^24, and the series are cut where their remainder is under 1e-9.
#[inline(always)]
fn cos_sin(rope: Rope<'_>, position: u32, cos: &mut [f32], sin: &mut [f32]) {
    /// pi / 2 in two parts; the first has 32 bits, so that its multiples are exact.
    const HIGH: f64 = 1.570_796_326_734_125_6;
    const LOW: f64 = 6.077_100_506_506_192e-11;
    /// Adding it rounds an f64 below 2^51 to an integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let position = position as f32;
    let factor = rope.attention_factor;
    let n = cos.len().min(sin.len()).min(rope.inv_freq.len());
    let (freq, cos, sin) = (&rope.inv_freq.host()[..n], &mut cos[..n], &mut sin[..n]);
    for i in 0..n {
        let angle = f64::from(position * freq[i]);
        let turns = (angle * std::f64::consts::FRAC_2_PI) + ROUND;
        let quadrant = turns.to_bits();
        let turns = turns - ROUND;
        let r = (angle - turns * HIGH) - turns * LOW;
        let r2 = r * r;
        let s = r
            * (1.0
                + r2 * (-1.0 / 6.0 + r2 * (1.0 / 120.0 + r2 * (-1.0 / 5040.0 + r2 / 362_880.0))));
        let c = 1.0
            + r2 * (-0.5
                + r2 * (1.0 / 24.0
                    + r2 * (-1.0 / 720.0 + r2 * (1.0 / 40_320.0 - r2 / 3_628_800.0))));
        let swap = quadrant & 1 != 0;
        let (s, c) = if swap { (c, s) } else { (s, c) };
        // Quadrants 2 and 3 have a negative sine, 1 and 2 a negative cosine.
        let s = if quadrant & 2 != 0 { -s } else { s };
        let c = if (quadrant + 1) & 2 != 0 { -c } else { c };
        sin[i] = s as f32 * factor;
        cos[i] = c as f32 * factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_agree_with_f64_at_any_position() {
        let table = crate::ops::RopeTable::plain(10_000.0, 128);
        let (mut cos, mut sin) = (vec![0.0; 64], vec![0.0; 64]);
        for position in [0, 1, 2, 3, 17, 1000, 4095, 262_143, 1_048_575, 16_777_215] {
            let rope = table.view();
            cos_sin(rope, position, &mut cos, &mut sin);
            for i in 0..64 {
                let angle = f64::from(position as f32 * rope.inv_freq[i]);
                assert!((f64::from(cos[i]) - angle.cos()).abs() < 1e-7, "cos at {position}, {i}");
                assert!((f64::from(sin[i]) - angle.sin()).abs() < 1e-7, "sin at {position}, {i}");
            }
        }
    }
}
