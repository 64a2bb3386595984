//! Inputs of linears as signed bytes: what products with weights of blocks read on CPUs.

/// Inputs that share a scale.
pub const INT8_GROUP: usize = 32;

/// Largest magnitude of a code.
const MOST: f32 = 127.0;
/// Inputs whose largest magnitude is below this become zeros, since its reciprocal may not be a
/// number.
const LEAST: f32 = 1e-34;

/// 32 inputs as codes and their scale, the largest magnitude over 127. Inputs are multiplied by the
/// reciprocal in f32 and rounded to the nearest integer, ties to even. With a NaN or an infinity
/// among them the scale is NaN, and so is whatever they are multiplied into.
#[inline(always)]
pub fn round_to_int8(x: &[f32; INT8_GROUP]) -> ([i8; INT8_GROUP], f32) {
    // The bits of magnitudes are in the order of magnitudes, NaN above all.
    let most = x.iter().fold(0, |most: u32, x| most.max(x.to_bits() & !(1 << 31)));
    let most = f32::from_bits(most);
    if !most.is_finite() {
        return ([0; INT8_GROUP], f32::NAN);
    }
    if most < LEAST {
        return ([0; INT8_GROUP], 0.0);
    }
    let inverse = MOST / most;
    // The sum with 1.5 * 2^23 is rounded to an integer, nearest even, which its low bits are.
    let shift = 12_582_912.0;
    let mut codes = [0; INT8_GROUP];
    for (code, x) in codes.iter_mut().zip(x) {
        *code = (x * inverse + shift).to_bits() as i8;
    }
    (codes, most / MOST)
}

/// `x` as products with weights of blocks read it.
pub fn rounded_to_int8(x: &[f32]) -> Vec<f32> {
    let group = |x: &[f32]| {
        let mut padded = [0.0; INT8_GROUP];
        padded[..x.len()].copy_from_slice(x);
        let (codes, scale) = round_to_int8(&padded);
        codes[..x.len()].iter().map(|&code| f32::from(code) * scale).collect::<Vec<_>>()
    };
    x.chunks(INT8_GROUP).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_127_and_others_round_to_even() {
        let mut x = [0.0; INT8_GROUP];
        x[..6].copy_from_slice(&[-254.0, 254.0, 1.0, 3.0, -5.0, 0.9]);
        let (codes, scale) = round_to_int8(&x);
        assert_eq!((&codes[..6], scale), (&[-127, 127, 0, 2, -2, 0][..], 2.0));
    }

    #[test]
    fn nothing_is_not_divided_by_and_no_number_is_kept() {
        assert_eq!(rounded_to_int8(&[0.0, -0.0, 1e-40, -1e-35]), [0.0; 4]);
        let mixed = [[1.0; INT8_GROUP], [2.0; INT8_GROUP]].concat();
        for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut x = mixed.clone();
            x[3] = bad;
            let rounded = rounded_to_int8(&x);
            assert!(rounded[..INT8_GROUP].iter().all(|x| x.is_nan()), "{bad}");
            assert_eq!(rounded[INT8_GROUP..], mixed[INT8_GROUP..]);
        }
    }
}
