//! Eight lanes with AVX2, FMA and F16C.

use std::arch::x86_64::*;

use super::{Isa, Job, Simd};

/// Proof of AVX2, FMA and F16C.
#[derive(Clone, Copy)]
pub struct Avx2(());

/// Every method's body is intrinsics that `self` proves, on memory the caller proves.
macro_rules! methods {
    (arithmetic $($f:ident($($a:ident: $t:ty),*) -> $r:ty $body:block)*) => {$(
        #[inline(always)]
        fn $f(self, $($a: $t),*) -> $r {
            // SAFETY: `self` proves the instructions.
            unsafe { $body }
        }
    )*};
    (memory $($f:ident($($a:ident: $t:ty),*) -> $r:ty $body:block)*) => {$(
        #[inline(always)]
        unsafe fn $f(self, $($a: $t),*) -> $r {
            // SAFETY: `self` proves the instructions, the caller the memory.
            unsafe { $body }
        }
    )*};
}

impl Simd for Avx2 {
    type V = __m256;
    const ISA: Isa = Isa::Avx2;
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn assume() -> Self {
        Self(())
    }

    #[inline(always)]
    fn vectorise<J: Job<Self>>(self, job: J) -> J::Output {
        #[target_feature(enable = "avx2,fma,f16c")]
        fn with_features<J: Job<Avx2>>(s: Avx2, job: J) -> J::Output {
            job.run(s)
        }
        // SAFETY: `self` proves the features.
        unsafe { with_features(self, job) }
    }

    methods!(arithmetic
        splat(x: f32) -> __m256 { _mm256_set1_ps(x) }
        add(a: __m256, b: __m256) -> __m256 { _mm256_add_ps(a, b) }
        sub(a: __m256, b: __m256) -> __m256 { _mm256_sub_ps(a, b) }
        mul(a: __m256, b: __m256) -> __m256 { _mm256_mul_ps(a, b) }
        div(a: __m256, b: __m256) -> __m256 { _mm256_div_ps(a, b) }
        fma(a: __m256, b: __m256, c: __m256) -> __m256 { _mm256_fmadd_ps(a, b, c) }
        min(a: __m256, b: __m256) -> __m256 { _mm256_min_ps(a, b) }
        max(a: __m256, b: __m256) -> __m256 { _mm256_max_ps(a, b) }
        round(a: __m256) -> __m256 { _mm256_round_ps::<8>(a) }
        scale2(a: __m256, n: __m256) -> __m256 { scale2(a, n) }
        to_bf16(a: __m256) -> __m256 { round_to_bf16(a) }
        sum(a: __m256) -> f32 { sum(a) }
        sum4(a: [__m256; 4]) -> [f32; 4] { sum4(a) }
        max_lane(a: __m256) -> f32 { max_lane(a) }
        deinterleave(a: __m256, b: __m256) -> (__m256, __m256) { deinterleave(a, b) }
        prefetch(p: *const u8) -> () { _mm_prefetch::<_MM_HINT_T0>(p.cast()) }
        prefetch_far(p: *const u8) -> () { _mm_prefetch::<_MM_HINT_T1>(p.cast()) }
    );

    methods!(memory
        load(p: *const f32) -> __m256 { _mm256_loadu_ps(p) }
        load_part(p: *const f32, n: usize) -> __m256 { _mm256_maskload_ps(p, lanes(n)) }
        store(p: *mut f32, a: __m256) -> () { _mm256_storeu_ps(p, a) }
        store_part(p: *mut f32, n: usize, a: __m256) -> () {
            _mm256_maskstore_ps(p, lanes(n), a)
        }
        load_bf16(p: *const u16) -> __m256 {
            let wide = _mm256_cvtepu16_epi32(_mm_loadu_si128(p.cast()));
            _mm256_castsi256_ps(_mm256_slli_epi32::<16>(wide))
        }
        load_bf16_even(p: *const u16) -> __m256 {
            let pairs = _mm256_loadu_si256(p.cast());
            _mm256_castsi256_ps(_mm256_slli_epi32::<16>(pairs))
        }
        load_bf16_odd(p: *const u16) -> __m256 {
            let pairs = _mm256_loadu_si256(p.cast());
            let high = _mm256_set1_epi32(0xffff_0000_u32 as i32);
            _mm256_castsi256_ps(_mm256_and_si256(pairs, high))
        }
        load_f16(p: *const u16) -> __m256 { _mm256_cvtph_ps(_mm_loadu_si128(p.cast())) }
        load_e4m3(p: *const u8) -> __m256 { e4m3(_mm_loadl_epi64(p.cast())) }
        load_e2m1(p: *const u8, high: bool) -> __m256 {
            let codes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(p.cast()));
            e2m1(if high { _mm256_srli_epi32::<4>(codes) } else { codes })
        }
    );
}

/// The E4M3 codes in the low eight bytes, widened: as f16 with the same fraction, whose exponents
/// are 8 less, times 2^8.
///
/// # Safety
/// The CPU has AVX2 and F16C.
#[inline(always)]
unsafe fn e4m3(codes: __m128i) -> __m256 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let wide = _mm_cvtepu8_epi16(codes);
        let magnitude = _mm_and_si128(wide, _mm_set1_epi16(0x7f));
        let sign = _mm_slli_epi16::<8>(_mm_and_si128(wide, _mm_set1_epi16(0x80)));
        let half = _mm_or_si128(sign, _mm_slli_epi16::<7>(magnitude));
        let value = _mm256_mul_ps(_mm256_cvtph_ps(half), _mm256_set1_ps(256.0));
        let nan = _mm256_cvtepi16_epi32(_mm_cmpeq_epi16(magnitude, _mm_set1_epi16(0x7f)));
        _mm256_or_ps(value, _mm256_castsi256_ps(nan))
    }
}

/// The E2M1 codes in the low four bits of the lanes, widened.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn e2m1(codes: __m256i) -> __m256 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let table = _mm256_setr_ps(0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0);
        // The low three bits of a lane are its index.
        let magnitude = _mm256_permutevar8x32_ps(table, codes);
        let sign = _mm256_slli_epi32::<28>(_mm256_and_si256(codes, _mm256_set1_epi32(8)));
        _mm256_xor_ps(magnitude, _mm256_castsi256_ps(sign))
    }
}

/// All bits set in the first `n` lanes.
///
/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn lanes(n: usize) -> __m256i {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let index = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        _mm256_cmpgt_epi32(_mm256_set1_epi32(n as i32), index)
    }
}

/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn scale2(a: __m256, n: __m256) -> __m256 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let n = _mm256_cvtps_epi32(n);
        let first = _mm256_srai_epi32::<1>(n);
        let second = _mm256_sub_epi32(n, first);
        let bias = _mm256_set1_epi32(127);
        let power = [first, second]
            .map(|n| _mm256_castsi256_ps(_mm256_slli_epi32::<23>(_mm256_add_epi32(n, bias))));
        _mm256_mul_ps(_mm256_mul_ps(a, power[0]), power[1])
    }
}

/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn round_to_bf16(a: __m256) -> __m256 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let bits = _mm256_castps_si256(a);
        let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1));
        let bias = _mm256_add_epi32(odd, _mm256_set1_epi32(0x7fff));
        let rounded = _mm256_castsi256_ps(_mm256_add_epi32(bits, bias));
        let quiet = _mm256_castsi256_ps(_mm256_or_si256(bits, _mm256_set1_epi32(0x40_0000)));
        let both = _mm256_blendv_ps(rounded, quiet, _mm256_cmp_ps::<_CMP_UNORD_Q>(a, a));
        let high = _mm256_castsi256_ps(_mm256_set1_epi32(0xffff_0000_u32 as i32));
        _mm256_and_ps(both, high)
    }
}

/// # Safety
/// The CPU has AVX.
#[inline(always)]
unsafe fn sum(a: __m256) -> f32 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let c = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps::<1>(a));
        let d = _mm_add_ps(c, _mm_movehl_ps(c, c));
        _mm_cvtss_f32(_mm_add_ss(d, _mm_shuffle_ps::<1>(d, d)))
    }
}

/// The four sums share their shuffles; each lane pair is added as in [`sum`].
///
/// # Safety
/// The CPU has AVX.
#[inline(always)]
unsafe fn sum4(v: [__m256; 4]) -> [f32; 4] {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let ab = _mm256_add_ps(
            _mm256_permute2f128_ps::<0x20>(v[0], v[1]),
            _mm256_permute2f128_ps::<0x31>(v[0], v[1]),
        );
        let cd = _mm256_add_ps(
            _mm256_permute2f128_ps::<0x20>(v[2], v[3]),
            _mm256_permute2f128_ps::<0x31>(v[2], v[3]),
        );
        // Halves hold [v0 | v1] and [v2 | v3]; 4 lanes to 2: [v0 v0 v2 v2 | v1 v1 v3 v3].
        let q = _mm256_add_ps(
            _mm256_shuffle_ps::<0b01_00_01_00>(ab, cd),
            _mm256_shuffle_ps::<0b11_10_11_10>(ab, cd),
        );
        let e = _mm256_add_ps(q, _mm256_permute_ps::<0b10_11_00_01>(q));
        let mut out = [0.0f32; 8];
        _mm256_storeu_ps(out.as_mut_ptr(), e);
        [out[0], out[4], out[2], out[6]]
    }
}

/// # Safety
/// The CPU has AVX.
#[inline(always)]
unsafe fn max_lane(a: __m256) -> f32 {
    let mut out = [0.0f32; 8];
    // SAFETY: the caller proves the instructions, `out` is as wide as the vector.
    unsafe { _mm256_storeu_ps(out.as_mut_ptr(), a) };
    out.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

/// # Safety
/// The CPU has AVX2.
#[inline(always)]
unsafe fn deinterleave(a: __m256, b: __m256) -> (__m256, __m256) {
    // SAFETY: the caller proves the instructions.
    unsafe {
        // Per half: a0 a2 b0 b2 | a4 a6 b4 b6, then 64-bit pieces into order.
        let even = _mm256_castps_pd(_mm256_shuffle_ps::<0b10_00_10_00>(a, b));
        let odd = _mm256_castps_pd(_mm256_shuffle_ps::<0b11_01_11_01>(a, b));
        (
            _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(even)),
            _mm256_castpd_ps(_mm256_permute4x64_pd::<0b11_01_10_00>(odd)),
        )
    }
}
