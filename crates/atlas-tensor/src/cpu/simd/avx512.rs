//! Sixteen lanes with AVX-512 (F, BW, DQ, VL), alone and with the bf16 dot product.

use std::arch::x86_64::*;

use super::{Isa, Job, Simd};

/// Proof of AVX-512 F, BW, DQ and VL.
#[derive(Clone, Copy)]
pub struct Avx512(());

/// Proof of the same and of AVX-512 VNNI.
#[derive(Clone, Copy)]
pub struct Avx512Vnni(());

/// Proof of AVX-512 F, BW, DQ, VL, VBMI and BF16.
#[derive(Clone, Copy)]
pub struct Avx512Bf16(());

impl Avx512Bf16 {
    /// `acc` plus the products of pairs of bf16, two to a lane.
    #[inline(always)]
    pub fn dot(self, acc: __m512, x: __m512i, w: __m512i) -> __m512 {
        // SAFETY: `self` proves the instruction; the types have the same size and no invalid bits.
        unsafe {
            _mm512_dpbf16_ps(
                acc,
                std::mem::transmute::<__m512i, __m512bh>(x),
                std::mem::transmute::<__m512i, __m512bh>(w),
            )
        }
    }

    /// 32 bf16 at `p`.
    ///
    /// # Safety
    /// They are readable.
    #[inline(always)]
    pub unsafe fn load_pairs(self, p: *const u16) -> __m512i {
        // SAFETY: `self` proves the instruction, the caller the memory.
        unsafe { _mm512_loadu_si512(p.cast()) }
    }
}

/// Every method's body is intrinsics that `self` proves, on memory the caller proves.
macro_rules! avx512_simd {
    ($name:ident, $features:literal) => {
        impl Simd for $name {
            type V = __m512;
            const ISA: Isa = Isa::$name;
            const LANES: usize = 16;

            #[inline(always)]
            unsafe fn assume() -> Self {
                Self(())
            }

            #[inline(always)]
            fn vectorise<J: Job<Self>>(self, job: J) -> J::Output {
                #[target_feature(enable = $features)]
                fn with_features<J: Job<$name>>(s: $name, job: J) -> J::Output {
                    job.run(s)
                }
                // SAFETY: `self` proves the features.
                unsafe { with_features(self, job) }
            }

            avx512_simd!(@ops
                splat(x: f32) -> __m512 { _mm512_set1_ps(x) }
                add(a: __m512, b: __m512) -> __m512 { _mm512_add_ps(a, b) }
                sub(a: __m512, b: __m512) -> __m512 { _mm512_sub_ps(a, b) }
                mul(a: __m512, b: __m512) -> __m512 { _mm512_mul_ps(a, b) }
                div(a: __m512, b: __m512) -> __m512 { _mm512_div_ps(a, b) }
                fma(a: __m512, b: __m512, c: __m512) -> __m512 { _mm512_fmadd_ps(a, b, c) }
                min(a: __m512, b: __m512) -> __m512 { _mm512_min_ps(a, b) }
                max(a: __m512, b: __m512) -> __m512 { _mm512_max_ps(a, b) }
                round(a: __m512) -> __m512 { _mm512_roundscale_ps::<8>(a) }
                scale2(a: __m512, n: __m512) -> __m512 { _mm512_scalef_ps(a, n) }
                to_bf16(a: __m512) -> __m512 { round_to_bf16(a) }
                sum(a: __m512) -> f32 { sum(a) }
                sum4(a: [__m512; 4]) -> [f32; 4] { sum4(a) }
                max_lane(a: __m512) -> f32 { _mm512_reduce_max_ps(a) }
                deinterleave(a: __m512, b: __m512) -> (__m512, __m512) { deinterleave(a, b) }
                prefetch(p: *const u8) -> () { _mm_prefetch::<_MM_HINT_T0>(p.cast()) }
                prefetch_far(p: *const u8) -> () { _mm_prefetch::<_MM_HINT_T1>(p.cast()) }
            );
            avx512_simd!(@memory
                load(p: *const f32) -> __m512 { _mm512_loadu_ps(p) }
                load_part(p: *const f32, n: usize) -> __m512 {
                    _mm512_maskz_loadu_ps(lanes(n), p)
                }
                store(p: *mut f32, a: __m512) -> () { _mm512_storeu_ps(p, a) }
                store_part(p: *mut f32, n: usize, a: __m512) -> () {
                    _mm512_mask_storeu_ps(p, lanes(n), a)
                }
                load_bf16(p: *const u16) -> __m512 {
                    let wide = _mm512_cvtepu16_epi32(_mm256_loadu_si256(p.cast()));
                    _mm512_castsi512_ps(_mm512_slli_epi32::<16>(wide))
                }
                load_bf16_even(p: *const u16) -> __m512 {
                    let pairs = _mm512_loadu_si512(p.cast());
                    _mm512_castsi512_ps(_mm512_slli_epi32::<16>(pairs))
                }
                load_bf16_odd(p: *const u16) -> __m512 {
                    let pairs = _mm512_loadu_si512(p.cast());
                    let high = _mm512_set1_epi32(0xffff_0000_u32 as i32);
                    _mm512_castsi512_ps(_mm512_and_si512(pairs, high))
                }
                load_f16(p: *const u16) -> __m512 {
                    _mm512_cvtph_ps(_mm256_loadu_si256(p.cast()))
                }
                load_e4m3(p: *const u8) -> __m512 { e4m3(_mm_loadu_si128(p.cast())) }
                load_e2m1(p: *const u8, high: bool) -> __m512 {
                    let codes = _mm512_cvtepu8_epi32(_mm_loadu_si128(p.cast()));
                    e2m1(if high { _mm512_srli_epi32::<4>(codes) } else { codes })
                }
            );
        }
    };
    (@ops $($f:ident($($a:ident: $t:ty),*) -> $r:ty $body:block)*) => {$(
        #[inline(always)]
        fn $f(self, $($a: $t),*) -> $r {
            // SAFETY: `self` proves the instructions.
            unsafe { $body }
        }
    )*};
    (@memory $($f:ident($($a:ident: $t:ty),*) -> $r:ty $body:block)*) => {$(
        #[inline(always)]
        unsafe fn $f(self, $($a: $t),*) -> $r {
            // SAFETY: `self` proves the instructions, the caller the memory.
            unsafe { $body }
        }
    )*};
}

avx512_simd!(Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c");
avx512_simd!(Avx512Vnni, "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma,f16c");
avx512_simd!(Avx512Bf16, "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512bf16,avx2,fma,f16c");

/// E4M3 codes, widened: as f16 with the same fraction, whose exponents are 8 less, times 2^8.
///
/// # Safety
/// The CPU has AVX-512 F, BW and VL.
#[inline(always)]
unsafe fn e4m3(codes: __m128i) -> __m512 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let wide = _mm256_cvtepu8_epi16(codes);
        let magnitude = _mm256_and_si256(wide, _mm256_set1_epi16(0x7f));
        let sign = _mm256_slli_epi16::<8>(_mm256_and_si256(wide, _mm256_set1_epi16(0x80)));
        let half = _mm256_or_si256(sign, _mm256_slli_epi16::<7>(magnitude));
        let value = _mm512_mul_ps(_mm512_cvtph_ps(half), _mm512_set1_ps(256.0));
        let nan = _mm256_cmpeq_epi16_mask(magnitude, _mm256_set1_epi16(0x7f));
        _mm512_mask_mov_ps(value, nan, _mm512_set1_ps(f32::NAN))
    }
}

/// E8M0 codes, widened.
///
/// # Safety
/// The CPU has AVX-512 F and VL.
#[inline(always)]
unsafe fn e8m0(codes: __m128i) -> __m512 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let wide = _mm512_cvtepu8_epi32(codes);
        let value = _mm512_slli_epi32::<23>(wide);
        // 2^-127 is subnormal, and the last code is NaN.
        let least = _mm512_cmpeq_epi32_mask(wide, _mm512_setzero_si512());
        let nan = _mm512_cmpeq_epi32_mask(wide, _mm512_set1_epi32(0xff));
        let value = _mm512_mask_mov_epi32(value, least, _mm512_set1_epi32(1 << 22));
        let value = _mm512_mask_mov_epi32(value, nan, _mm512_set1_epi32(0x7fc0_0000));
        _mm512_castsi512_ps(value)
    }
}

/// The E2M1 codes in the low four bits of the lanes, widened.
///
/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
unsafe fn e2m1(codes: __m512i) -> __m512 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let table = _mm512_setr_ps(
            0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, -0.0, -0.5, -1.0, -1.5, -2.0, -3.0, -4.0, -6.0,
        );
        // The low four bits of a lane are its index.
        _mm512_permutexvar_ps(codes, table)
    }
}

/// The mask of the first `n` lanes.
#[inline(always)]
fn lanes(n: usize) -> __mmask16 {
    ((1u32 << n) - 1) as u16
}

/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
unsafe fn round_to_bf16(a: __m512) -> __m512 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let bits = _mm512_castps_si512(a);
        let odd = _mm512_and_si512(_mm512_srli_epi32::<16>(bits), _mm512_set1_epi32(1));
        let bias = _mm512_add_epi32(odd, _mm512_set1_epi32(0x7fff));
        let rounded = _mm512_add_epi32(bits, bias);
        let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(a, a);
        let quiet = _mm512_or_si512(bits, _mm512_set1_epi32(0x40_0000));
        let both = _mm512_mask_blend_epi32(nan, rounded, quiet);
        let high = _mm512_set1_epi32(0xffff_0000_u32 as i32);
        _mm512_castsi512_ps(_mm512_and_si512(both, high))
    }
}

/// # Safety
/// The CPU has AVX-512 F and DQ.
#[inline(always)]
unsafe fn sum(a: __m512) -> f32 {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let b = _mm256_add_ps(_mm512_castps512_ps256(a), _mm512_extractf32x8_ps::<1>(a));
        let c = _mm_add_ps(_mm256_castps256_ps128(b), _mm256_extractf128_ps::<1>(b));
        let d = _mm_add_ps(c, _mm_movehl_ps(c, c));
        _mm_cvtss_f32(_mm_add_ss(d, _mm_shuffle_ps::<1>(d, d)))
    }
}

/// The four sums share their shuffles; each lane pair is added as in [`sum`].
///
/// # Safety
/// The CPU has AVX-512 F and DQ.
#[inline(always)]
unsafe fn sum4(v: [__m512; 4]) -> [f32; 4] {
    // SAFETY: the caller proves the instructions.
    unsafe {
        // 16 lanes to 8: [v0 | v1] and [v2 | v3].
        let ab = _mm512_add_ps(
            _mm512_shuffle_f32x4::<0b01_00_01_00>(v[0], v[1]),
            _mm512_shuffle_f32x4::<0b11_10_11_10>(v[0], v[1]),
        );
        let cd = _mm512_add_ps(
            _mm512_shuffle_f32x4::<0b01_00_01_00>(v[2], v[3]),
            _mm512_shuffle_f32x4::<0b11_10_11_10>(v[2], v[3]),
        );
        // 8 to 4: [v0 | v1 | v2 | v3], a quarter each.
        let q = _mm512_add_ps(
            _mm512_shuffle_f32x4::<0b10_00_10_00>(ab, cd),
            _mm512_shuffle_f32x4::<0b11_01_11_01>(ab, cd),
        );
        // 4 to 2 to 1 inside each quarter.
        let d = _mm512_add_ps(q, _mm512_permute_ps::<0b01_00_11_10>(q));
        let e = _mm512_add_ps(d, _mm512_permute_ps::<0b10_11_00_01>(d));
        // Lane 0 of every quarter.
        let four = _mm512_castps512_ps128(_mm512_maskz_compress_ps(0x1111, e));
        let mut out = [0.0; 4];
        _mm_storeu_ps(out.as_mut_ptr(), four);
        out
    }
}

/// # Safety
/// The CPU has AVX-512 F.
#[inline(always)]
unsafe fn deinterleave(a: __m512, b: __m512) -> (__m512, __m512) {
    // SAFETY: the caller proves the instructions.
    unsafe {
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
        (_mm512_permutex2var_ps(a, even, b), _mm512_permutex2var_ps(a, odd, b))
    }
}

/// The low eight bytes as E4M3 codes, widened, each to two lanes and divided by 2^8: as f16 with
/// the same fraction, whose exponents are 8 less.
#[inline(always)]
pub fn twice_e4m3(_s: Avx512Bf16, codes: __m128i) -> __m512 {
    // SAFETY: `_s` proves the instructions.
    unsafe {
        // Each code twice in the high byte of a word; -1 is a zero.
        let places = _mm256_setr_epi64x(
            0x01ff_01ff_00ff_00ff,
            0x03ff_03ff_02ff_02ff,
            0x05ff_05ff_04ff_04ff,
            0x07ff_07ff_06ff_06ff,
        );
        let words = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(codes), places);
        // The shift leaves a second sign where f16 has the highest bit of its exponent.
        let low = _mm256_set1_epi16(0xbfff_u16 as i16);
        let half = _mm256_and_si256(_mm256_srai_epi16::<1>(words), low);
        // Adding a unit of the fraction carries into that bit for the NaN codes alone, and with it
        // the exponent is that of a NaN.
        let carried = _mm256_add_epi16(half, _mm256_set1_epi16(0x80));
        let top = _mm256_set1_epi16(0x4000);
        _mm512_cvtph_ps(_mm256_ternarylogic_epi64::<0xf8>(half, carried, top))
    }
}

/// Sixteen E8M0 codes, widened.
#[inline(always)]
pub fn widen_e8m0(_s: Avx512Bf16, codes: __m128i) -> __m512 {
    // SAFETY: `_s` proves the instructions.
    unsafe { e8m0(codes) }
}
