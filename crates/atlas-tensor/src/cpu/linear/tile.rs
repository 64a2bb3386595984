//! The inner loops: `T` rows by `O` outputs, and what is done with their sums.

use super::mac::{Mac, V};
use crate::cpu::simd::Simd;

/// Where the chunks of the weight rows of a tile lie.
#[derive(Clone, Copy)]
pub struct Weights<const O: usize> {
    pub rows: [*const u8; O],
    /// Bytes from chunk to chunk.
    pub step_bytes: usize,
    /// Bytes ahead of the current chunk to ask the cache for; 0 asks for nothing.
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
                    if w.ahead_bytes > 0 {
                        let line = w_at + w.ahead_bytes + phase * M::WIDTH * M::W_BYTES;
                        s.prefetch(w.rows[o].wrapping_add(line));
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

/// Reduces the sums, adds the bias and writes `out[t][o]`.
///
/// # Safety
/// `O` f32 are writable at every pointer of `out`; `bias` holds `O` values where given.
#[inline(always)]
pub unsafe fn finish<M: Mac, const T: usize, const O: usize>(
    s: M::S,
    acc: &[[V<M>; T]; O],
    bias: Option<*const f32>,
    out: [*mut f32; T],
) {
    let zero = s.splat(0.0);
    let mut i = 0;
    while i < T * O {
        let mut four = [zero; 4];
        for j in 0..4 {
            if i + j < T * O {
                four[j] = acc[(i + j) / T][(i + j) % T];
            }
        }
        let sums = s.sum4(four);
        for j in 0..4 {
            if i + j < T * O {
                let (o, t) = ((i + j) / T, (i + j) % T);
                // SAFETY: `o` is below `O`; the caller proves the memory.
                unsafe {
                    let value = match bias {
                        Some(bias) => sums[j] + *bias.add(o),
                        None => sums[j],
                    };
                    *out[t].add(o) = value;
                }
            }
        }
        i += 4;
    }
}
