//! The inner loops: `T` rows by `O` outputs, and what is done with their sums.

use super::mac::{Mac, V};
use crate::cpu::simd::Simd;

const LINE_BYTES: usize = 64;

/// Addresses of the chunks of a tile's weight rows.
#[derive(Clone, Copy)]
pub struct Weights<const O: usize> {
    pub rows: [*const u8; O],
    /// Bytes from chunk to chunk.
    pub step_bytes: usize,
    /// Bytes ahead of the current chunk to prefetch; 0: no prefetch.
    pub ahead_bytes: usize,
}

/// Accumulates `chunks` chunks. Every (row, output) pair sees the same sequence of multiply-adds
/// whatever `T` and `O` are.
///
/// # Safety
/// `chunks` chunks are readable at every pointer of `x` and `w`.
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
        let w_at = c * w.step_bytes;
        for phase in 0..M::PHASES {
            // SAFETY: chunk `c` of every row is readable; prefetching needs no valid address.
            unsafe {
                let mut xs = [M::x(s, x[0].add(x_at), phase); T];
                for t in 1..T {
                    xs[t] = M::x(s, x[t].add(x_at), phase);
                }
                for o in 0..O {
                    let line = phase * M::WIDTH * M::W_BYTES;
                    if w.ahead_bytes > 0 && line % LINE_BYTES == 0 {
                        s.prefetch_far(w.rows[o].wrapping_add(w_at + w.ahead_bytes + line));
                    }
                    let wo = M::w(s, w.rows[o].add(w_at), phase);
                    for t in 0..T {
                        sums[o][t] = M::mac(s, sums[o][t], xs[t], wo);
                    }
                }
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

/// Reduces the sums, adds the bias and writes `out[t][o]`, four outputs of a row at a time.
///
/// # Safety
/// `O` f32 are writable at every pointer of `out`; `bias` holds `O` values where given.
#[inline(always)]
pub unsafe fn finish<S: Simd, const T: usize, const O: usize>(
    s: S,
    acc: &[[S::V; T]; O],
    bias: Option<*const f32>,
    out: [*mut f32; T],
) {
    let fours = O / 4 * 4;
    for o in (0..fours).step_by(4) {
        for t in 0..T {
            let mut sums = s.sum4([acc[o][t], acc[o + 1][t], acc[o + 2][t], acc[o + 3][t]]);
            // SAFETY: outputs `o..o + 4` are below `O`; the caller proves the memory.
            unsafe {
                if let Some(bias) = bias {
                    for j in 0..4 {
                        sums[j] += *bias.add(o + j);
                    }
                }
                out[t].add(o).cast::<[f32; 4]>().write_unaligned(sums);
            }
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
                unsafe {
                    *out[t].add(o) = match bias {
                        Some(bias) => sums[j] + *bias.add(o),
                        None => sums[j],
                    };
                }
            }
        }
        i += 4;
    }
}
