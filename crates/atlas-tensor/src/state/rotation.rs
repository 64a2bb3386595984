//! The rotation of heads in the turbo formats: signs, then a Walsh-Hadamard transform
//! (TurboQuant, arXiv 2504.19874). It makes the elements of a vector nearly independent and normal,
//! whatever the vector was, and keeps inner products.

/// The signs of up to 512 elements, a bit each: the first outputs of splitmix64 from zero.
pub const SIGNS: [u64; 8] = [
    0xE220A8397B1DCDAF,
    0x6E789E6AA1B965F4,
    0x06C45D188009454F,
    0xF88BB8A8724C81EC,
    0x1B39896A51A8749B,
    0x53CB9F0C747EA2EA,
    0x2C829ABE1F4532E1,
    0xC584133AC916AB3C,
];

/// Whether element `i` changes its sign.
fn negative(i: usize) -> bool {
    SIGNS[i / 64] >> (i % 64) & 1 == 1
}

fn change_signs(head: &mut [f32]) {
    for (i, x) in head.iter_mut().enumerate() {
        if negative(i) {
            *x = -*x;
        }
    }
}

/// The orthonormal Walsh-Hadamard transform in natural order; it is its own inverse.
fn transform(head: &mut [f32]) {
    let mut half = 1;
    while half < head.len() {
        for pair in head.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    let norm = 1.0 / (head.len() as f32).sqrt();
    head.iter_mut().for_each(|x| *x *= norm);
}

/// `head` in the basis of the cache. Panics on a width that is no power of two up to 512.
pub fn rotate(head: &mut [f32]) {
    assert!(head.len().is_power_of_two() && head.len() <= 64 * SIGNS.len(), "width of a head");
    change_signs(head);
    transform(head);
}

/// The inverse of [`rotate`], with its panics.
pub fn rotate_back(head: &mut [f32]) {
    assert!(head.len().is_power_of_two() && head.len() <= 64 * SIGNS.len(), "width of a head");
    transform(head);
    change_signs(head);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_keeps_lengths_and_products_and_has_an_inverse() {
        for width in [16, 64, 128, 256, 512] {
            let value = |i: usize, by: f32| ((i * i) as f32 * by).sin() + 0.1;
            let a: Vec<f32> = (0..width).map(|i| value(i, 0.37)).collect();
            let b: Vec<f32> = (0..width).map(|i| value(i, 1.1)).collect();
            let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
            let (mut ra, mut rb) = (a.clone(), b.clone());
            rotate(&mut ra);
            rotate(&mut rb);
            assert!(ra.iter().zip(&a).any(|(r, x)| (r - x).abs() > 0.1));
            assert!((dot(&ra, &rb) - dot(&a, &b)).abs() < 1e-3 * width as f32);
            assert!((dot(&ra, &ra) / dot(&a, &a) - 1.0).abs() < 1e-5);
            rotate_back(&mut ra);
            assert!(ra.iter().zip(&a).all(|(r, x)| (r - x).abs() < 1e-5), "{width}");
        }
    }

    /// One large element spreads over the whole head.
    #[test]
    fn an_outlier_spreads() {
        let mut head = [0.0; 128];
        head[77] = 16.0;
        rotate(&mut head);
        assert!(head.iter().all(|x| (x.abs() - 16.0 / 128f32.sqrt()).abs() < 1e-5));
    }
}
