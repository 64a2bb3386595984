//! GPTQ and AWQ: `qweight`, `qzeros`, `scales` and `g_idx`.

use super::super::problems::TensorProblem;
use super::super::quantised::{Wanted, expect_shape, misshapen};
use super::super::store::WeightStore;
use super::super::table::{StoredTensor, TensorTable};
use super::columns::Columns;
use super::repack::{Packing, awq_field, field, per_word, word};
use super::{Grouped, expect_type, group_of};
use crate::config::{PackedLayout, StoredZeros};

impl WeightStore<'_> {
    /// The parts of a matrix whose codes are `codes`.
    pub(super) fn qweight<'t>(
        &self,
        table: &'t TensorTable,
        wanted: Wanted<'_>,
        codes: &'t StoredTensor,
    ) -> Result<Grouped<'t>, TensorProblem> {
        for part in ["qweight", "qzeros", "scales", "g_idx"].map(|part| wanted.sibling(part)) {
            if table.tensors.contains_key(&part) {
                self.mark_read(&part);
            }
        }
        let Some(layout) = self.recipe().and_then(|recipe| recipe.packed()) else {
            let (name, file) = (codes.published.clone(), codes.file.clone());
            return Err(TensorProblem::NoRecipe { name, file });
        };
        let Wanted { n, k, .. } = wanted;
        expect_type(codes)?;
        let stated = self.stated_bits(wanted);
        let shape_of = |bits: u32| match layout {
            PackedLayout::Gptq { .. } => [k.div_ceil(per_word(bits)), n],
            PackedLayout::Awq => [k, n.div_ceil(per_word(bits))],
        };
        let tried = match layout {
            PackedLayout::Gptq { .. } => [stated, 4, 8],
            PackedLayout::Awq => [4; 3],
        };
        let fitting = tried.iter().find(|bits| codes.shape == shape_of(**bits));
        let Some(&bits) = fitting else {
            return Err(misshapen(codes, &shape_of(tried[0])));
        };
        let of_config = self.stated_group(wanted, codes, bits)?;
        let scales = self.part(table, &wanted.sibling("scales"), &[1, n])?;
        let group = group_of(of_config, k, scales.shape.first().copied().unwrap_or(0));
        let groups = k.div_ceil(group);
        expect_shape(scales, &[groups, n])?;
        let line = n.div_ceil(per_word(bits));
        let zeros = self.part(table, &wanted.sibling("qzeros"), &[groups, line])?;
        expect_type(zeros)?;
        expect_shape(zeros, &[groups, line])?;
        let columns = match layout {
            PackedLayout::Gptq { ordered, .. } => {
                let name = wanted.sibling("g_idx");
                let g_idx = table.tensors.get(&name);
                if ordered {
                    self.part(table, &name, &[k])?;
                }
                self.columns(g_idx, (k, group))?
            }
            PackedLayout::Awq => Columns::AsStored,
        };
        let turned = |values: Vec<f32>| turned(&values, n, groups);
        let scales = self.group_scales(scales)?.map(turned);
        let zeros = match self.is_resident() {
            true => Some(zeros_of(&self.content(zeros)?, layout, bits, [n, groups])),
            false => None,
        };
        let packing = match layout {
            PackedLayout::Gptq { .. } => Packing::Inputs,
            PackedLayout::Awq => Packing::Outputs,
        };
        Ok(Grouped { codes, packing, bits, group, columns, scales, zeros })
    }
}

/// Values `[groups, n]` as `[n, groups]`.
fn turned<T: Copy>(values: &[T], n: usize, groups: usize) -> Vec<T> {
    (0..n).flat_map(|i| (0..groups).map(move |g| values[g * n + i])).collect()
}

/// Zeros `[n, groups]` of words `[groups, n / codes of a word]`.
fn zeros_of(words: &[u8], layout: PackedLayout, bits: u32, [n, groups]: [usize; 2]) -> Vec<u16> {
    let of = per_word(bits);
    let line = n.div_ceil(of);
    // A one in every place of a word.
    let ones = u32::MAX / ((1 << bits) - 1);
    let zero = |g: usize, i: usize| -> u16 {
        let word = || word(words, g * line + i / of);
        match layout {
            PackedLayout::Awq => awq_field(words, g * line, i).into(),
            PackedLayout::Gptq { zeros, .. } => match zeros {
                StoredZeros::Plain => field(word(), bits, i % of).into(),
                StoredZeros::LessOne => u16::from(field(word(), bits, i % of)) + 1,
                StoredZeros::WordsLessOnes => field(word().wrapping_add(ones), bits, i % of).into(),
            },
        }
    };
    (0..n).flat_map(|i| (0..groups).map(move |g| (g, i))).map(|(g, i)| zero(g, i)).collect()
}
