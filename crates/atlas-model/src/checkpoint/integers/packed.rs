//! `pack-quantized` of compressed-tensors: `weight_packed`, `weight_scale`, `weight_zero_point`,
//! `weight_shape` and `weight_g_idx`.

use super::super::header::StoredType;
use super::super::problems::TensorProblem;
use super::super::quantised::{Wanted, expect_shape, misshapen};
use super::super::store::WeightStore;
use super::super::table::{StoredTensor, TensorTable};
use super::repack::{Packing, field, per_word, word};
use super::{Grouped, bad, expect_type, group_of};

/// Endings of the tensors of a module.
const PARTS: [&str; 5] = ["_packed", "_scale", "_zero_point", "_shape", "_g_idx"];

impl WeightStore<'_> {
    /// The parts of a matrix whose codes are `codes`. They and the zeros are stored with an offset
    /// of half the range, which cancels; the zero of a symmetric matrix is the offset.
    pub(super) fn packed<'t>(
        &self,
        table: &'t TensorTable,
        wanted: Wanted<'_>,
        codes: &'t StoredTensor,
    ) -> Result<Grouped<'t>, TensorProblem> {
        for part in PARTS.map(|part| wanted.beside(part)) {
            if table.tensors.contains_key(&part) {
                self.mark_read(&part);
            }
        }
        let Wanted { n, k, .. } = wanted;
        let stated = self.stated_bits(wanted);
        let shape_of = |bits: u32| [n, k.div_ceil(per_word(bits))];
        let Some(bits) = [stated, 4, 8].into_iter().find(|bits| codes.shape == shape_of(*bits))
        else {
            return Err(misshapen(codes, &shape_of(stated)));
        };
        let of_config = self.stated_group(wanted, codes, bits)?;
        if let Some(shape) = table.tensors.get(&wanted.beside("_shape")) {
            self.check_shape(shape, [n, k])?;
        }
        let scales = self.part(table, &wanted.beside("_scale"), &[n, 1])?;
        let group = group_of(of_config, k, scales.shape.get(1).copied().unwrap_or(0));
        let groups = k.div_ceil(group);
        if !(groups == 1 && scales.shape == [n]) {
            expect_shape(scales, &[n, groups])?;
        }
        let g_idx = table.tensors.get(&wanted.beside("_g_idx"));
        let columns = self.columns(g_idx, (k, group))?;
        let scales = self.group_scales(scales)?;
        let zeros = match table.tensors.get(&wanted.beside("_zero_point")) {
            None => Some(vec![1 << (bits - 1); n * groups]),
            Some(tensor) => {
                let of = per_word(bits);
                expect_type(tensor)?;
                expect_shape(tensor, &[n.div_ceil(of), groups])?;
                match self.is_resident() {
                    true => {
                        let words = self.content(tensor)?;
                        let zero = |i: usize, g: usize| {
                            u16::from(field(word(&words, i / of * groups + g), bits, i % of))
                        };
                        let each = (0..n).flat_map(|i| (0..groups).map(move |g| (i, g)));
                        Some(each.map(|(i, g)| zero(i, g)).collect())
                    }
                    false => None,
                }
            }
        };
        let packing = Packing::Rows;
        let zeros = zeros.filter(|_| self.is_resident());
        Ok(Grouped { codes, packing, bits, group, columns, scales, zeros })
    }

    /// Checks the shape that a tensor of two numbers states.
    fn check_shape(&self, tensor: &StoredTensor, [n, k]: [usize; 2]) -> Result<(), TensorProblem> {
        expect_shape(tensor, &[2])?;
        let bytes = self.content(tensor)?;
        let found: Vec<i64> = match tensor.dtype {
            StoredType::I64 => bytes.as_chunks().0.iter().map(|b| i64::from_le_bytes(*b)).collect(),
            StoredType::I32 => {
                let four = |b: &[u8; 4]| i64::from(i32::from_le_bytes(*b));
                bytes.as_chunks().0.iter().map(four).collect()
            }
            _ => return Err(bad(tensor, format!("it is {}, not I64 or I32", tensor.dtype))),
        };
        let expected = [n, k].map(|size| i64::try_from(size).unwrap_or(i64::MAX));
        match found == expected {
            true => Ok(()),
            false => Err(bad(tensor, format!("it says {found:?}, and the matrix is {expected:?}"))),
        }
    }
}
