//! The inner loops: `T` rows by `O` outputs, and what is done with their sums.

use super::mac::{Mac, V};
use crate::cpu::simd::Simd;

const LINE_BYTES: usize = 64;

/// Addresses of the chunks of a tile's weight rows, and of their scales.
#[derive(Clone, Copy)]
pub struct Weights<const O: usize> {
    pub rows: [*const u8; O],
    /// Anything where a chunk has no scales.
    pub scales: [*const u8; O],
    /// Bytes ahead of the current chunk to prefetch; 0: no prefetch.
    pub ahead_bytes: usize,
}

/// Accumulates `chunks` chunks. Every (row, output) pair sees the same sequence of multiply-adds
/// whatever `T` and `O` are.
///
/// # Safety
/// `chunks` chunks are readable at every pointer of `x` and `w`, and so are their scales.
#[inline(always)]
pub unsafe fn accumulate<M: Mac, const T: usize, const O: usize>(
    s: M::S,
    acc: &mut [[V<M>; T]; O],
    x: [*const u8; T],
    w: Weights<O>,
    chunks: usize,
) {
    let mut sums = *acc;
    for c in 0..chunks {
        let x_at = c * M::CHUNK * M::X_BYTES;
        let w_at = c * M::W_BYTES;
        let mut part = if M::SCALES_SUMS { [[s.splat(0.0); T]; O] } else { sums };
        for phase in 0..M::PHASES {
            // SAFETY: chunk `c` of every row is readable; prefetching needs no valid address.
            unsafe {
                let mut xs = [M::x(s, x[0].add(x_at), phase); T];
                for t in 1..T {
                    xs[t] = M::x(s, x[t].add(x_at), phase);
                }
                for o in 0..O {
                    let line = phase * M::W_BYTES / M::PHASES;
                    if w.ahead_bytes > 0 && line % LINE_BYTES == 0 {
                        s.prefetch_far(w.rows[o].wrapping_add(w_at + w.ahead_bytes + line));
                    }
                    let scales = w.scales[o].wrapping_add(c * M::SCALE_BYTES);
                    let wo = M::w(s, w.rows[o].add(w_at), scales, phase);
                    for t in 0..T {
                        part[o][t] = M::mac(s, part[o][t], xs[t], wo);
                    }
                }
            }
        }
        if !M::SCALES_SUMS {
            sums = part;
            continue;
        }
        for o in 0..O {
            // SAFETY: the scales of chunk `c` of every row are readable.
            let factors = unsafe { M::factors(s, w.scales[o].add(c * M::SCALE_BYTES)) };
            for t in 0..T {
                sums[o][t] = s.fma(part[o][t], factors, sums[o][t]);
            }
        }
    }
    *acc = sums;
}

/// Writes accumulators away between two blocks of K.
///
/// # Safety
/// `T * O` vectors are writable at `to`.
#[inline(always)]
pub unsafe fn keep<S: Simd, const T: usize, const O: usize>(
    s: S,
    acc: &[[S::V; T]; O],
    to: *mut f32,
) {
    for o in 0..O {
        for t in 0..T {
            // SAFETY: the caller's promise.
            unsafe { s.store(to.add((o * T + t) * S::LANES), acc[o][t]) };
        }
    }
}

/// Reads them back.
///
/// # Safety
/// [`keep`] has written `T * O` vectors at `from`.
#[inline(always)]
pub unsafe fn restore<S: Simd, const T: usize, const O: usize>(
    s: S,
    acc: &mut [[S::V; T]; O],
    from: *const f32,
) {
    for o in 0..O {
        for t in 0..T {
            // SAFETY: the caller's promise.
            acc[o][t] = unsafe { s.load(from.add((o * T + t) * S::LANES)) };
        }
    }
}

/// Values of a tile's outputs that their sums meet at the end.
#[derive(Clone, Copy)]
pub struct Ends<const O: usize> {
    /// Factors, before the bias.
    pub scales: Option<[f32; O]>,
    pub bias: Option<[f32; O]>,
}

impl<const O: usize> Ends<O> {
    #[inline(always)]
    fn of(&self, o: usize, sum: f32) -> f32 {
        let scaled = self.scales.map_or(sum, |scales| sum * scales[o]);
        self.bias.map_or(scaled, |bias| scaled + bias[o])
    }
}

/// Reduces the sums, scales them, adds the bias and writes `out[t][o]`, four outputs of a row at a
/// time.
///
/// # Safety
/// `O` f32 are writable at every pointer of `out`.
#[inline(always)]
pub unsafe fn finish<S: Simd, const T: usize, const O: usize>(
    s: S,
    acc: &[[S::V; T]; O],
    ends: Ends<O>,
    out: [*mut f32; T],
) {
    let fours = O / 4 * 4;
    for o in (0..fours).step_by(4) {
        for t in 0..T {
            let mut sums = s.sum4([acc[o][t], acc[o + 1][t], acc[o + 2][t], acc[o + 3][t]]);
            for j in 0..4 {
                sums[j] = ends.of(o + j, sums[j]);
            }
            // SAFETY: outputs `o..o + 4` are below `O`; the caller proves the memory.
            unsafe { out[t].add(o).cast::<[f32; 4]>().write_unaligned(sums) };
        }
    }
    let rest = O - fours;
    let mut i = 0;
    while i < rest * T {
        let mut four = [s.splat(0.0); 4];
        for j in 0..4 {
            if i + j < rest * T {
                four[j] = acc[fours + (i + j) % rest][(i + j) / rest];
            }
        }
        let sums = s.sum4(four);
        for j in 0..4 {
            if i + j < rest * T {
                let (o, t) = (fours + (i + j) % rest, (i + j) / rest);
                // SAFETY: `o` is below `O`; the caller proves the memory.
                unsafe { *out[t].add(o) = ends.of(o, sums[j]) };
            }
        }
        i += 4;
    }
}
