//! Linear with 8-bit weights and inputs. Products are summed in integers within a group of 32, so
//! only the sum over groups is rounded; each output has one accumulator a lane, group after group,
//! and one fixed reduction, however many rows share a pass over the weights.

use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use super::lookup::Address;
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
/// Every function but `enter` is called from inside `enter`, which is called only where the CPU
/// has [`Self::ISA`]. Pointers are to whole groups.
pub unsafe trait Dot: Copy + Send + Sync + 'static {
    const ISA: Isa;
    /// Partial sums of one output.
    type Sum: Copy;
    /// A group of weights.
    type Group: Copy;

    /// Runs `work` compiled for the set.
    ///
    /// # Safety
    /// The CPU has [`Self::ISA`].
    unsafe fn enter(work: impl Work);
    /// # Safety
    /// As the trait says.
    unsafe fn zero() -> Self::Sum;
    /// # Safety
    /// As the trait says.
    unsafe fn load(w: *const i8) -> Self::Group;
    /// `sum + scale * (x . w)`.
    ///
    /// # Safety
    /// As the trait says.
    unsafe fn add(sum: Self::Sum, x: *const i8, w: Self::Group, scale: f32) -> Self::Sum;
    /// The lanes, added in halves.
    ///
    /// # Safety
    /// As the trait says.
    unsafe fn total(sum: Self::Sum) -> f32;
}

#[derive(Clone, Copy)]
pub struct Portable;

// SAFETY: needs no instructions.
unsafe impl Dot for Portable {
    const ISA: Isa = Isa::Portable;
    type Sum = f32;
    type Group = *const i8;

    unsafe fn enter(work: impl Work) {
        work.run::<Self>();
    }
    #[inline(always)]
    unsafe fn zero() -> f32 {
        0.0
    }
    #[inline(always)]
    unsafe fn load(w: *const i8) -> *const i8 {
        w
    }
    #[inline(always)]
    unsafe fn add(sum: f32, x: *const i8, w: *const i8, scale: f32) -> f32 {
        // SAFETY: whole groups.
        let (x, w) =
            unsafe { (std::slice::from_raw_parts(x, GROUP), std::slice::from_raw_parts(w, GROUP)) };
        let dot: i32 = x.iter().zip(w).map(|(&x, &w)| i32::from(x) * i32::from(w)).sum();
        sum + scale * dot as f32
    }
    #[inline(always)]
    unsafe fn total(sum: f32) -> f32 {
        sum
    }
}

/// Adds the upper half of 8 lanes to the lower, then halves again.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn total8(sum: __m256) -> f32 {
    // SAFETY: the caller's set includes AVX2.
    unsafe {
        let four = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx2;

#[cfg(target_arch = "x86_64")]
// SAFETY: `enter` enables what the others use.
unsafe impl Dot for Avx2 {
    const ISA: Isa = Isa::Avx2;
    type Sum = __m256;
    type Group = [__m256i; 2];

    unsafe fn enter(work: impl Work) {
        #[target_feature(enable = "avx2,fma")]
        unsafe fn inside(work: impl Work) {
            work.run::<Avx2>();
        }
        // SAFETY: the caller's promise.
        unsafe { inside(work) }
    }
    #[inline(always)]
    unsafe fn zero() -> __m256 {
        // SAFETY: as the trait says.
        unsafe { _mm256_setzero_ps() }
    }
    #[inline(always)]
    unsafe fn load(w: *const i8) -> [__m256i; 2] {
        // SAFETY: as the trait says.
        unsafe {
            [0, 16].map(|at| _mm256_cvtepi8_epi16(_mm_loadu_si128(w.wrapping_add(at).cast())))
        }
    }
    #[inline(always)]
    unsafe fn add(sum: __m256, x: *const i8, w: [__m256i; 2], scale: f32) -> __m256 {
        // SAFETY: as the trait says.
        unsafe {
            let x = Self::load(x);
            let low = _mm256_madd_epi16(x[0], w[0]);
            let dots = _mm256_add_epi32(low, _mm256_madd_epi16(x[1], w[1]));
            _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots), _mm256_set1_ps(scale), sum)
        }
    }
    #[inline(always)]
    unsafe fn total(sum: __m256) -> f32 {
        // SAFETY: as the trait says.
        unsafe { total8(sum) }
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx512;

#[cfg(target_arch = "x86_64")]
// SAFETY: `enter` enables what the others use.
unsafe impl Dot for Avx512 {
    const ISA: Isa = Isa::Avx512;
    type Sum = __m512;
    type Group = __m512i;

    unsafe fn enter(work: impl Work) {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
        unsafe fn inside(work: impl Work) {
            work.run::<Avx512>();
        }
        // SAFETY: the caller's promise.
        unsafe { inside(work) }
    }
    #[inline(always)]
    unsafe fn zero() -> __m512 {
        // SAFETY: as the trait says.
        unsafe { _mm512_setzero_ps() }
    }
    #[inline(always)]
    unsafe fn load(w: *const i8) -> __m512i {
        // SAFETY: as the trait says.
        unsafe { _mm512_cvtepi8_epi16(_mm256_loadu_si256(w.cast())) }
    }
    #[inline(always)]
    unsafe fn add(sum: __m512, x: *const i8, w: __m512i, scale: f32) -> __m512 {
        // SAFETY: as the trait says.
        unsafe {
            let dots = _mm512_cvtepi32_ps(_mm512_madd_epi16(Self::load(x), w));
            _mm512_fmadd_ps(dots, _mm512_set1_ps(scale), sum)
        }
    }
    #[inline(always)]
    unsafe fn total(sum: __m512) -> f32 {
        // SAFETY: as the trait says.
        unsafe {
            let (low, high) = (_mm512_castps512_ps256(sum), _mm512_extractf32x8_ps::<1>(sum));
            total8(_mm256_add_ps(low, high))
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Vnni;

#[cfg(target_arch = "x86_64")]
// SAFETY: `enter` enables what the others use.
unsafe impl Dot for Vnni {
    const ISA: Isa = Isa::Avx512Vnni;
    type Sum = __m256;
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
    unsafe fn zero() -> __m256 {
        // SAFETY: as the trait says.
        unsafe { _mm256_setzero_ps() }
    }
    #[inline(always)]
    unsafe fn load(w: *const i8) -> (__m256i, __m256i) {
        // SAFETY: as the trait says.
        unsafe {
            let w = _mm256_loadu_si256(w.cast());
            let zero = _mm256_setzero_si256();
            (w, _mm256_dpbusd_epi32(zero, _mm256_set1_epi8(-128), w))
        }
    }
    #[inline(always)]
    unsafe fn add(
        sum: __m256,
        x: *const i8,
        (w, offset): (__m256i, __m256i),
        scale: f32,
    ) -> __m256 {
        // SAFETY: as the trait says.
        unsafe {
            // `vpdpbusd` takes its first factor unsigned: x + 128, and 128 w is subtracted.
            let x = _mm256_xor_si256(_mm256_loadu_si256(x.cast()), _mm256_set1_epi8(-128));
            let dots = _mm256_dpbusd_epi32(_mm256_setzero_si256(), x, w);
            let dots = _mm256_cvtepi32_ps(_mm256_sub_epi32(dots, offset));
            _mm256_fmadd_ps(dots, _mm256_set1_ps(scale), sum)
        }
    }
    #[inline(always)]
    unsafe fn total(sum: __m256) -> f32 {
        // SAFETY: as the trait says.
        unsafe { total8(sum) }
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
                (t..end).for_each(|t| self.tile::<D, 1>(t, n));
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
            let mut sums = [D::zero(); R];
            for (g, w_scale) in w_scales.iter().enumerate() {
                let group = D::load(w.as_ptr().add(g * GROUP));
                for (r, sum) in sums.iter_mut().enumerate() {
                    let scale = *x_scales.add(r * groups + g) * w_scale;
                    *sum = D::add(*sum, x.add((r * groups + g) * GROUP), group, scale);
                }
            }
            for (r, &sum) in sums.iter().enumerate() {
                self.out.row(t + r, n..n + 1)[0] = D::total(sum);
            }
        }
    }
}
