//! The 8-bit and 4-bit floating-point numbers of quantised weights and caches.
//!
//! E4M3 is the OCP 8-bit format without infinities ("e4m3fn"), E2M1 the 4-bit element and E8M0 the
//! scale of the OCP Microscaling formats (OCP MX specification 1.0, sections 5.3 and 5.4). All
//! decode exactly to f32.

/// The largest finite E4M3.
pub const E4M3_MAX: f32 = 448.0;
/// The largest E2M1.
pub const E2M1_MAX: f32 = 6.0;

/// E4M3 codes as f32: sign, 4 bits of exponent (bias 7), 3 of fraction; `0x7F` and `0xFF` are NaN.
pub static E4M3: [f32; 256] = e4m3_table();

/// E2M1 codes as f32: sign, 2 bits of exponent (bias 1), 1 of fraction.
pub static E2M1: [f32; 16] = e2m1_table();

/// Values of the E2M1 codes 0 to 7; the others are their negatives.
const E2M1_POSITIVE: [f32; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

const fn e4m3_table() -> [f32; 256] {
    let mut table = [0.0; 256];
    let mut code = 0;
    while code < 256 {
        let (exponent, fraction) = ((code >> 3) & 15, code & 7);
        // 2^-9 is the step of the subnormals; every step above is twice the one below.
        let magnitude = if code & 0x7F == 0x7F {
            f32::NAN
        } else if exponent == 0 {
            fraction as f32 / 512.0
        } else {
            (8 + fraction) as f32 / 1024.0 * (1u32 << exponent) as f32
        };
        table[code] = if code < 128 { magnitude } else { -magnitude };
        code += 1;
    }
    table
}

const fn e2m1_table() -> [f32; 16] {
    let mut table = [0.0; 16];
    let mut code = 0;
    while code < 8 {
        table[code] = E2M1_POSITIVE[code];
        table[code + 8] = -E2M1_POSITIVE[code];
        code += 1;
    }
    table
}

/// An E8M0 code as f32: `2^(code - 127)`; `0xFF` is NaN.
pub fn e8m0(code: u8) -> f32 {
    match code {
        0xFF => f32::NAN,
        // 2^-127 is a subnormal f32.
        0 => f32::from_bits(1 << 22),
        code => f32::from_bits(u32::from(code) << 23),
    }
}

/// `x` rounded to the nearest E4M3, ties to even; larger magnitudes become the largest. NaN stays
/// NaN.
pub fn to_e4m3(x: f32) -> u8 {
    let sign = ((x.to_bits() >> 24) & 0x80) as u8;
    if x.is_nan() {
        return sign | 0x7F;
    }
    let magnitude = x.abs().min(E4M3_MAX);
    // Below 2^-6 the step is 2^-9: adding 2^14 leaves no bits of an f32 below that.
    if magnitude < 0.015625 {
        let steps = (magnitude + 16384.0).to_bits() - 16384f32.to_bits();
        return sign | steps as u8;
    }
    // Keeps 3 bits of the fraction, nearest even; a carry goes into the exponent.
    let bits = magnitude.to_bits();
    let rounded = (bits + 0x7_FFFF + ((bits >> 20) & 1)) >> 20;
    // Exponent bias 127 becomes 7.
    sign | (rounded - (120 << 3)) as u8
}

/// `x` rounded to the nearest E2M1, ties to the even code; larger magnitudes become 6. NaN, which
/// the format lacks, becomes 0.
pub fn to_e2m1(x: f32) -> u8 {
    let sign = ((x.to_bits() >> 28) & 8) as u8;
    // The middles between neighbours; one is taken up where the code below it is odd.
    const MIDDLES: [(f32, bool); 7] = [
        (0.25, false),
        (0.75, true),
        (1.25, false),
        (1.75, true),
        (2.5, false),
        (3.5, true),
        (5.0, false),
    ];
    let magnitude = x.abs();
    let above = |&&(middle, up): &&(f32, bool)| magnitude > middle || (up && magnitude == middle);
    sign | MIDDLES.iter().filter(above).count() as u8
}

/// The power of two that is `x` or the next above, as an E8M0 code; zero and less give the
/// smallest, values beyond the format the largest.
pub fn to_e8m0_up(x: f32) -> u8 {
    if x.is_nan() {
        return 0xFF;
    }
    // A subnormal f32 is at most 2^-126, the code 1; 2^-127 is the code 0.
    if x <= f32::from_bits(1 << 22) {
        return 0;
    }
    let bits = x.to_bits();
    let up = u32::from(bits & 0x7F_FFFF != 0);
    ((bits >> 23) + up).min(254) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_decodes_to_its_value_and_back() {
        for code in 0..=255u8 {
            let x = E4M3[usize::from(code)];
            assert_eq!(x.is_nan(), code & 0x7F == 0x7F, "{code:#x}");
            assert_eq!(to_e4m3(x) & 0x7F, code & 0x7F);
            assert_eq!(to_e4m3(x), code, "{x}");
            assert_eq!(e8m0(code).is_nan(), code == 255);
            assert_eq!(to_e8m0_up(e8m0(code)), code);
        }
        for code in 0..16u8 {
            assert_eq!(to_e2m1(E2M1[usize::from(code)]), code);
        }
        let known = [(0x01, 1.0 / 512.0), (0x08, 1.0 / 64.0), (0x38, 1.0), (0x7E, 448.0)];
        for (code, value) in known {
            assert_eq!(E4M3[code], value);
        }
        assert_eq!((e8m0(127), e8m0(0), e8m0(254)), (1.0, 2f32.powi(-127), 2f32.powi(127)));
    }

    /// The nearest of a table by search, ties to the even code.
    fn nearest(x: f32, values: &[f32]) -> u8 {
        let distance = |code: &u8| (f64::from(values[usize::from(*code)]) - f64::from(x)).abs();
        let codes = (0..values.len() as u8).filter(|&c| !values[usize::from(c)].is_nan());
        codes
            .min_by(|a, b| distance(a).total_cmp(&distance(b)).then((a % 2).cmp(&(b % 2))))
            .unwrap()
    }

    #[test]
    fn rounding_is_to_the_nearest_with_ties_to_even() {
        let mut bits = 1u32;
        for i in 0..20_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let x = f32::from_bits((bits >> 1) % 0x4480_0000);
            let middle = E4M3[i % 126].midpoint(E4M3[i % 126 + 1]);
            for x in [x, middle] {
                assert_eq!(to_e4m3(x), nearest(x, &E4M3[..127]), "{x}");
                assert_eq!(to_e4m3(-x), 0x80 | to_e4m3(x));
            }
            let (x, middle) = (x % 7.0, E2M1[i % 7].midpoint(E2M1[i % 7 + 1]));
            for x in [x, middle] {
                assert_eq!(to_e2m1(x), nearest(x, &E2M1[..8]), "{x}");
                assert_eq!(to_e2m1(-x), 8 | to_e2m1(x));
            }
            let scale = f32::from_bits(bits & 0x7EFF_FFFF);
            let code = to_e8m0_up(scale);
            assert!(e8m0(code) >= scale && (code == 0 || e8m0(code - 1) < scale), "{scale}");
        }
    }

    #[test]
    fn values_out_of_range_saturate() {
        for x in [449.0, 1e9, f32::INFINITY] {
            assert_eq!((to_e4m3(x), to_e4m3(-x)), (0x7E, 0xFE));
            assert_eq!((to_e2m1(x), to_e2m1(-x)), (7, 15));
        }
        assert_eq!((to_e4m3(f32::NAN) & 0x7F, to_e2m1(f32::NAN) & 7), (0x7F, 0));
        assert_eq!((to_e4m3(-0.0), to_e2m1(-0.0)), (0x80, 8));
        assert_eq!((to_e8m0_up(0.0), to_e8m0_up(-1.0), to_e8m0_up(f32::INFINITY)), (0, 0, 254));
    }
}
