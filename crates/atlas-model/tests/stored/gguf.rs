//! GGUF files of `data/gguf_files.py`: the values of every format, and files of every family.

use crate::common::gguf::written;
use atlas_tensor::weights::ggml::{GgmlType, dequantise};

fn values(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect()
}

#[test]
fn blocks_of_every_type_have_the_values_of_gguf_py_to_the_bit() {
    let written = written();
    for ty in GgmlType::ALL {
        let blocks = &written[&format!("types.{ty}.blocks")].bytes;
        let expected = values(&written[&format!("types.{ty}.values")].bytes);
        assert!(expected.len() >= 8 * ty.block_elements(), "{ty}");
        let mut out = vec![f32::NAN; expected.len()];
        dequantise(ty, blocks, &mut out).expect("whole blocks");
        for (i, (ours, theirs)) in out.iter().zip(&expected).enumerate() {
            // Infinity times 0 is a NaN of any payload.
            let same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
            let block = i / ty.block_elements();
            assert!(same, "{ty}: element {i} in block {block} is {ours:?}, not {theirs:?}");
        }
        let finite = expected.iter().filter(|y| y.is_finite()).count();
        assert!(finite * 10 >= expected.len() * 8, "{ty}: {finite} of {}", expected.len());
    }
}
