//! Linear with 8-bit weights and inputs. Products are summed in integers within a group of 32, so
//! only the sum over groups is rounded; each output has one accumulator a lane, group after group,
//! and one fixed reduction, however many rows share a pass over the weights.

use std::marker::PhantomData;
use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use super::lookup::Address;
use super::simd::{self, Job, Simd};
use super::{CpuDevice, Isa};
use crate::ops::LinearQ8Args;
use crate::q8::{GROUP, Q8Weight, quantise};
use crate::tensor::{SharedRows, Tensor};

/// Rows that share a pass over a row of weights.
const TILE: usize = 4;
/// Quantised bytes of rows that go through all outputs before the next rows.
const ROW_BLOCK_BYTES: usize = 256 << 10;

/// Work compiled for one instruction set; `run` must be `#[inline(always)]`.
pub trait Work {
    fn run<D: Dot>(self);
}

/// Dot products of groups on one instruction set.
///
/// # Safety
/// `weights` and `dots` are called from inside `enter`, which is called only where the CPU has
/// [`Self::ISA`]. Pointers are to whole groups.
pub unsafe trait Dot: Copy + Send + Sync + 'static {
    /// What sums over groups; included in [`Self::ISA`].
    type S: Simd;
    const ISA: Isa = <Self::S as Simd>::ISA;
    /// A group of weights.
    type Group: Copy;

    /// Runs `work` compiled for the set.
    ///
    /// # Safety
    /// The CPU has [`Self::ISA`].
    #[inline(always)]
    unsafe fn enter(work: impl Work) {
        // SAFETY: the caller's promise.
        unsafe { Self::S::assume() }.vectorise(Inside::<_, Self>(work, PhantomData));
    }
    /// # Safety
    /// As the trait says.
    unsafe fn weights(w: *const i8) -> Self::Group;
    /// `x . w` in parts, a lane each.
    ///
    /// # Safety
    /// As the trait says.
    unsafe fn dots(x: *const i8, w: Self::Group) -> <Self::S as Simd>::V;
}

struct Inside<W, D>(W, PhantomData<D>);

impl<W: Work, D: Dot> Job<D::S> for Inside<W, D> {
    type Output = ();

    #[inline(always)]
    fn run(self, _s: D::S) {
        self.0.run::<D>();
    }
}

// SAFETY: needs no instructions.
unsafe impl Dot for simd::Portable {
    type S = Self;
    type Group = *const i8;

    #[inline(always)]
    unsafe fn weights(w: *const i8) -> *const i8 {
        w
    }
    #[inline(always)]
    unsafe fn dots(x: *const i8, w: *const i8) -> [f32; 8] {
        // SAFETY: whole groups.
        let (x, w) =
            unsafe { (&*x.cast::<[[i8; 8]; GROUP / 8]>(), &*w.cast::<[[i8; 8]; GROUP / 8]>()) };
        let mut dots = [0i32; 8];
        for (x, w) in x.iter().zip(w) {
            for lane in 0..8 {
                dots[lane] += i32::from(x[lane]) * i32::from(w[lane]);
            }
        }
        dots.map(|dot| dot as f32)
    }
}

#[cfg(target_arch = "x86_64")]
// SAFETY: `simd::Avx2` compiles what the others use.
unsafe impl Dot for simd::Avx2 {
    type S = Self;
    type Group = [__m256i; 2];

    #[inline(always)]
    unsafe fn weights(w: *const i8) -> [__m256i; 2] {
        // SAFETY: as the trait says.
        unsafe {
            let [low, high] = [_mm_loadu_si128(w.cast()), _mm_loadu_si128(w.add(16).cast())];
            [_mm256_cvtepi8_epi16(low), _mm256_cvtepi8_epi16(high)]
        }
    }
    #[inline(always)]
    unsafe fn dots(x: *const i8, w: [__m256i; 2]) -> __m256 {
        // SAFETY: as the trait says.
        unsafe {
            let x = Self::weights(x);
            let low = _mm256_madd_epi16(x[0], w[0]);
            _mm256_cvtepi32_ps(_mm256_add_epi32(low, _mm256_madd_epi16(x[1], w[1])))
        }
    }
}

#[cfg(target_arch = "x86_64")]
// SAFETY: `simd::Avx512` compiles what the others use.
unsafe impl Dot for simd::Avx512 {
    type S = Self;
    type Group = __m512i;

    #[inline(always)]
    unsafe fn weights(w: *const i8) -> __m512i {
        // SAFETY: as the trait says.
        unsafe { _mm512_cvtepi8_epi16(_mm256_loadu_si256(w.cast())) }
    }
    #[inline(always)]
    unsafe fn dots(x: *const i8, w: __m512i) -> __m512 {
        // SAFETY: as the trait says.
        unsafe { _mm512_cvtepi32_ps(_mm512_madd_epi16(Self::weights(x), w)) }
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Vnni;

#[cfg(target_arch = "x86_64")]
// SAFETY: `enter` enables what the others use.
unsafe impl Dot for Vnni {
    type S = simd::Avx2;
    const ISA: Isa = Isa::Avx512Vnni;
    /// The weights, and four at a time their sum times 128.
    type Group = (__m256i, __m256i);

    unsafe fn enter(work: impl Work) {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")]
        unsafe fn inside(work: impl Work) {
            work.run::<Vnni>();
        }
        // SAFETY: the caller's promise.
        unsafe { inside(work) }
    }
    #[inline(always)]
    unsafe fn weights(w: *const i8) -> (__m256i, __m256i) {
        // SAFETY: as the trait says.
        unsafe {
            let w = _mm256_loadu_si256(w.cast());
            let zero = _mm256_setzero_si256();
            (w, _mm256_dpbusd_epi32(zero, _mm256_set1_epi8(-128), w))
        }
    }
    #[inline(always)]
    unsafe fn dots(x: *const i8, (w, offset): (__m256i, __m256i)) -> __m256 {
        // SAFETY: as the trait says.
        unsafe {
            // `vpdpbusd` takes its first factor unsigned: x + 128, and 128 w is subtracted.
            let x = _mm256_xor_si256(_mm256_loadu_si256(x.cast()), _mm256_set1_epi8(-128));
            let dots = _mm256_dpbusd_epi32(_mm256_setzero_si256(), x, w);
            _mm256_cvtepi32_ps(_mm256_sub_epi32(dots, offset))
        }
    }
}

/// Quantised rows: `[rows, groups, GROUP]` bytes and `[rows, groups]` scales.
#[derive(Clone, Copy)]
struct Panel {
    values: Address<i8>,
    scales: Address<f32>,
    groups: usize,
}

/// `out = x weight^T` by `D`.
pub fn linear_q8<D: Dot>(dev: &CpuDevice, mut args: LinearQ8Args<'_>) {
    let (rows, n, groups) = (args.x.rows(), args.weight.n(), args.weight.groups());
    if rows == 0 || n == 0 {
        return;
    }
    let (value_bytes, scale_bytes) = (rows * groups * GROUP, rows * groups * 4);
    let mut scratch = dev.scratch(value_bytes + scale_bytes);
    let panel = Panel {
        values: Address(scratch.take(value_bytes).cast()),
        scales: Address(scratch.take(scale_bytes).cast()),
        groups,
    };
    let (x, weight, out) = (args.x, args.weight, args.out.share());
    dev.parallel(rows, groups * GROUP * 2, &|rows| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { D::enter(Prepare { x, panel, rows }) };
    });
    dev.parallel(n, rows * groups * 4, &|outputs| {
        // SAFETY: as above.
        unsafe { D::enter(Multiply { panel, weight, out, rows, outputs }) };
    });
}

struct Prepare<'a> {
    x: Tensor<'a>,
    panel: Panel,
    rows: Range<usize>,
}

impl Work for Prepare<'_> {
    #[inline(always)]
    fn run<D: Dot>(self) {
        let groups = self.panel.groups;
        for t in self.rows {
            // SAFETY: rows of the panel are written by one part each, and read after all parts.
            let (values, scales) = unsafe {
                let values = self.panel.values.get().add(t * groups * GROUP);
                let scales = self.panel.scales.get().add(t * groups);
                (
                    std::slice::from_raw_parts_mut(values, groups * GROUP),
                    std::slice::from_raw_parts_mut(scales, groups),
                )
            };
            for (g, group) in self.x.row_f32(t).chunks(GROUP).enumerate() {
                scales[g] = quantise(group, &mut values[g * GROUP..][..GROUP]);
            }
        }
    }
}

struct Multiply<'a> {
    panel: Panel,
    weight: &'a Q8Weight,
    out: SharedRows<'a>,
    rows: usize,
    outputs: Range<usize>,
}

impl Work for Multiply<'_> {
    #[inline(always)]
    fn run<D: Dot>(self) {
        let block = (ROW_BLOCK_BYTES / (self.panel.groups * GROUP).max(1)).max(TILE) / TILE * TILE;
        for first in (0..self.rows).step_by(block) {
            let end = (first + block).min(self.rows);
            for n in self.outputs.clone() {
                let mut t = first;
                while t + TILE <= end {
                    self.tile::<D, TILE>(t, n);
                    t += TILE;
                }
                while t < end {
                    self.tile::<D, 1>(t, n);
                    t += 1;
                }
            }
        }
    }
}

impl Multiply<'_> {
    /// Output `n` of rows `t..t + R`.
    #[inline(always)]
    fn tile<D: Dot, const R: usize>(&self, t: usize, n: usize) {
        let (groups, (w, w_scales)) = (self.panel.groups, self.weight.row(n));
        // SAFETY: the panel and the weight's row hold `groups` whole groups; this runs inside
        // `D::enter`; elements `n` of these rows are this part's own.
        unsafe {
            let x = self.panel.values.get().add(t * groups * GROUP);
            let x_scales = self.panel.scales.get().add(t * groups);
            let s = D::S::assume();
            let mut sums = [s.splat(0.0); R];
            for (g, w_scale) in w_scales.iter().enumerate() {
                let group = D::weights(w.as_ptr().add(g * GROUP));
                for (r, sum) in sums.iter_mut().enumerate() {
                    let scale = s.splat(*x_scales.add(r * groups + g) * w_scale);
                    let dots = D::dots(x.add((r * groups + g) * GROUP), group);
                    *sum = s.fma(dots, scale, *sum);
                }
            }
            for (r, &sum) in sums.iter().enumerate() {
                self.out.row(t + r, n..n + 1)[0] = s.sum(sum);
            }
        }
    }
}
