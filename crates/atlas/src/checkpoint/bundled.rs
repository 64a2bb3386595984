//! The checkpoint inside the binary: `models/atlas-mini`.

/// Keeps embedded bytes at an address that every weight format can be read from.
#[repr(C, align(64))]
struct Aligned<T>(T);

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_aligned_and_small_enough() {
        let (_, weights) = FILES.iter().find(|(n, _)| *n == "model.safetensors").unwrap();
        assert_eq!(weights.as_ptr() as usize % 64, 0);
        assert!(weights.len() <= 15 << 20, "{} bytes", weights.len());
    }
}
