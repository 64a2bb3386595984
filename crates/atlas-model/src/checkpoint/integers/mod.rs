//! Matrices of integers in groups: GPTQ, AWQ and `pack-quantized` of compressed-tensors, as
//! [`WeightFormat::Int4`] and [`WeightFormat::Int8`].
//!
//! | method | codes, I32 | scales | zeros, I32 |
//! |---|---|---|---|
//! | GPTQ | `qweight` `[k / p, n]` | `scales` `[groups, n]` | `qzeros` `[groups, n / p]` |
//! | AWQ | `qweight` `[k, n / 8]` | the same | `qzeros` `[groups, n / 8]` |
//! | third | `weight_packed` `[n, k / p]` | `weight_scale` `[n, groups]` | `weight_zero_point` |
//!
//! `p` is the number of codes in a word; `weight_zero_point` is `[n / p, groups]`. An element is
//! `scale * (code - zero)`. `g_idx` and `weight_g_idx` `[k]` are the groups of the columns; columns
//! in another order are sorted, so that the inputs have to be too ([`Weight::with_input_order`]).
//! Scales that a [`GroupWord`](atlas_tensor::weights::GroupWord) cannot hold, and columns in groups
//! of other sizes, make the whole matrix one of [`WeightFormat::F32`].

mod columns;
mod packed;
mod qweight;
mod repack;

use std::borrow::Cow;

use atlas_tensor::weights::ZERO_MAX;
use atlas_tensor::{Source, Weight, WeightBytes, WeightFormat};

use super::dummy::DummyFill;
use super::header::StoredType;
use super::problems::TensorProblem;
use super::quantised::{Wanted, bad_scale, expect_shape, source};
use super::store::WeightStore;
use super::table::{StoredTensor, TensorTable};
use crate::config::Stated;
use columns::Columns;
use repack::{PackedCodes, Packing, by_rows, group_words, per_word};

/// The format of integers; `group` is none for rows with one scale.
pub(super) fn format_of(bits: u32, group: Option<usize>, k: usize) -> WeightFormat {
    let group = u32::try_from(group.unwrap_or(k).max(1)).unwrap_or(u32::MAX);
    match bits {
        4 => WeightFormat::Int4 { group },
        _ => WeightFormat::Int8 { group },
    }
}

/// A matrix of integers whose parts were checked.
struct Grouped<'t> {
    codes: &'t StoredTensor,
    packing: Packing,
    bits: u32,
    /// Elements of a group.
    group: usize,
    columns: Columns,
    /// `[n, groups]`; none where weights are not read and every scale of the type fits.
    scales: Option<Vec<f32>>,
    /// `[n, groups]`; none where weights are not read.
    zeros: Option<Vec<u16>>,
}

impl WeightStore<'_> {
    /// The weight `wanted` if it is stored as integers in groups; `None` for one that is not. The
    /// inner `None` is one that cannot be read, which has been reported.
    pub(super) fn integers(&self, wanted: Wanted<'_>) -> Option<Option<Weight>> {
        let table = self.table()?;
        if wanted.count.is_some() {
            return None;
        }
        let packed = wanted.beside("_packed");
        let read = match (table.tensors.get(&wanted.sibling("qweight")), table.tensors.get(&packed))
        {
            (Some(codes), _) => self.qweight(table, wanted, codes),
            (None, Some(codes)) if codes.dtype == StoredType::I32 => {
                self.packed(table, wanted, codes)
            }
            _ => return None,
        };
        let weight = read.and_then(|parts| {
            let weight = self.grouped(&parts, wanted)?;
            let narrow = weight.format().is_quantised();
            if narrow && self.widens(wanted.name) {
                self.widened(weight, wanted)
            } else {
                Ok(weight)
            }
        });
        let weight = weight.map_err(|problem| self.problem(problem)).ok();
        if let Some(weight) = &weight {
            self.count_weight(wanted.name, weight);
        }
        Some(weight)
    }

    /// Whether a tensor that nothing has read is the bias of zeros that exporters add to a linear
    /// without one.
    pub(super) fn is_empty_bias(
        &self,
        table: &TensorTable,
        name: &str,
        tensor: &StoredTensor,
    ) -> bool {
        let Some(module) = name.strip_suffix(".bias") else { return false };
        let parts = ["qweight", "weight_packed"];
        parts.iter().any(|part| table.tensors.contains_key(&format!("{module}.{part}")))
            && self.stored_numbers(tensor).is_ok_and(|values| values.iter().all(|v| *v == 0.0))
    }

    /// Another tensor of the module, marked as read.
    fn part<'t>(
        &self,
        table: &'t TensorTable,
        name: &str,
        expected: &[usize],
    ) -> Result<&'t StoredTensor, TensorProblem> {
        self.mark_read(name);
        table.tensors.get(name).ok_or_else(|| TensorProblem::Missing {
            name: name.to_owned(),
            expected: expected.into(),
        })
    }

    /// Elements of a group that the config states for a module of `bits`; the inner none is a whole
    /// row. The outer one: the config states nothing, or not reliably.
    fn stated_group(
        &self,
        wanted: Wanted<'_>,
        codes: &StoredTensor,
        bits: u32,
    ) -> Result<Option<Option<usize>>, TensorProblem> {
        let module = wanted.name.strip_suffix(".weight").unwrap_or(wanted.name);
        let Some(recipe) = self.recipe() else { return Ok(None) };
        match recipe.stated(module) {
            Stated::Unstated => Ok(None),
            _ if wanted.name.starts_with("mtp.") => Ok(None),
            Stated::Integers { bits: stated, group } if stated == bits => Ok(Some(group)),
            stated => Err(TensorProblem::Stated {
                name: codes.published.clone(),
                file: codes.file.clone(),
                found: format_of(bits, None, 1).name(),
                stated: stated.to_string(),
            }),
        }
    }

    /// Bits of the config for a module, 4 where it states none.
    fn stated_bits(&self, wanted: Wanted<'_>) -> u32 {
        let module = wanted.name.strip_suffix(".weight").unwrap_or(wanted.name);
        match self.recipe().map(|recipe| recipe.stated(module)) {
            Some(Stated::Integers { bits, .. }) => bits,
            _ => 4,
        }
    }

    /// The scales of a tensor, each a number; none if weights are not read and every scale of its
    /// type fits a word.
    fn group_scales(&self, tensor: &StoredTensor) -> Result<Option<Vec<f32>>, TensorProblem> {
        if !matches!(tensor.dtype, StoredType::F32 | StoredType::F16 | StoredType::Bf16) {
            let problem = format!("it is {}, not F32, BF16 or F16", tensor.dtype);
            return Err(bad_scale(tensor, problem));
        }
        if !self.is_resident() && tensor.dtype != StoredType::F32 {
            return Ok(None);
        }
        let values = self.stored_numbers(tensor)?;
        match values.iter().position(|scale| !scale.is_finite()) {
            Some(at) => Err(bad_scale(tensor, format!("element {at} is {}", values[at]))),
            None => Ok(Some(values)),
        }
    }

    /// The groups of columns that a tensor `[k]` states, where it is there.
    fn columns(
        &self,
        tensor: Option<&StoredTensor>,
        (k, group): (usize, usize),
    ) -> Result<Columns, TensorProblem> {
        let Some(tensor) = tensor else { return Ok(Columns::AsStored) };
        self.mark_read(&super::canonical(&tensor.published));
        expect_type(tensor)?;
        expect_shape(tensor, &[k])?;
        let bytes = self.content(tensor)?;
        let groups = k.div_ceil(group);
        let each: Vec<i32> = bytes.as_chunks().0.iter().map(|b| i32::from_le_bytes(*b)).collect();
        Columns::of(&each, group, groups).map_err(|(at, value)| {
            bad(tensor, format!("element {at} is {value}, and there are {groups} groups"))
        })
    }

    /// The weight of parts that fit together.
    fn grouped(&self, parts: &Grouped<'_>, wanted: Wanted<'_>) -> Result<Weight, TensorProblem> {
        let Wanted { name, n, k, .. } = wanted;
        if let Some(why) = parts.no_word() {
            if !self.widens(name) {
                self.holds_plainer(name, why);
            }
            return self.in_f32(parts, wanted);
        }
        let format = format_of(parts.bits, Some(parts.group), k);
        let no_memory = |bytes: usize| TensorProblem::Memory { name: name.into(), bytes };
        let ordered = |weight: Weight| match parts.columns.places() {
            Some(places) => weight.with_input_order(places),
            None => weight,
        };
        let (Some(scales), Some(zeros)) = (&parts.scales, &parts.zeros) else {
            let weight = DummyFill::zeros().quantised(name, format, n, k);
            return weight.map(ordered).ok_or_else(|| no_memory(n.saturating_mul(k)));
        };
        let (groups, row_bytes) = (k.div_ceil(parts.group), format.row_bytes(k));
        let threads = self.threads();
        let filled = |row_bytes: usize, fill: &dyn Fn(&mut [u8])| {
            let bytes = n.saturating_mul(row_bytes);
            WeightBytes::filled(bytes, fill).map_err(|_| no_memory(bytes))
        };
        let words = filled(4 * groups, &|out| group_words((scales, zeros), groups, threads, out))?;
        let in_place = parts.packing == Packing::Rows && k.is_multiple_of(per_word(parts.bits));
        let codes = match parts.columns.places() {
            None if in_place => source(parts.codes),
            places => {
                let content = self.content(parts.codes)?;
                let codes = parts.packed(&content, wanted);
                let unpack = |out: &mut [u8]| codes.unpack(places, row_bytes, threads, out);
                Source::Host(filled(row_bytes, &unpack)?)
            }
        };
        let weight = Weight::in_groups(format, [n, k], codes, words);
        weight.map(ordered).map_err(|error| bad(parts.codes, error.to_string()))
    }

    /// The weight as f32, element by element.
    fn in_f32(&self, parts: &Grouped<'_>, wanted: Wanted<'_>) -> Result<Weight, TensorProblem> {
        let Wanted { name, n, k, .. } = wanted;
        let bytes = n.saturating_mul(k).saturating_mul(4);
        let content = match self.is_resident() {
            true => self.content(parts.codes)?,
            false => Cow::Borrowed(&[][..]),
        };
        let codes = parts.packed(&content, wanted);
        let groups = k.div_ceil(parts.group);
        let filled = WeightBytes::filled(bytes, |out| {
            let (Some(scales), Some(zeros)) = (&parts.scales, &parts.zeros) else { return };
            by_rows(self.threads(), 4 * k, out, |first, rows| {
                for (at, element) in rows.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                    let (i, j) = (first + at / k, at % k);
                    let g = i * groups + parts.columns.group_of(j, parts.group);
                    let code = f32::from(codes.code(i, j)) - f32::from(zeros[g]);
                    *element = (scales[g] * code).to_le_bytes();
                }
            });
        });
        let filled = filled.map_err(|_| TensorProblem::Memory { name: name.into(), bytes })?;
        let weight = Weight::new(WeightFormat::F32, n, k, filled);
        weight.map_err(|error| bad(parts.codes, error.to_string()))
    }
}

impl Grouped<'_> {
    /// The reason why the groups are not [`WeightFormat::Int4`] or [`WeightFormat::Int8`], if there
    /// is one.
    fn no_word(&self) -> Option<&'static str> {
        let fits = |scale: &f32| scale.to_bits() & ZERO_MAX == 0;
        if matches!(self.columns, Columns::Scattered(_)) {
            return Some("g_idx puts its columns into groups of other sizes than group_size");
        }
        let is_finer = self.scales.as_ref().is_some_and(|scales| !scales.iter().all(fits));
        is_finer.then_some("its scales are F32 with more than 14 bits of fraction")
    }

    fn packed<'a>(&self, words: &'a [u8], wanted: Wanted<'_>) -> PackedCodes<'a> {
        let Wanted { n, k, .. } = wanted;
        PackedCodes { packing: self.packing, bits: self.bits, n, k, words }
    }
}

/// Elements of a group: the stated ones, or those that `groups` groups of a row have.
fn group_of(stated: Option<Option<usize>>, k: usize, groups: usize) -> usize {
    match stated {
        Some(group) => group.unwrap_or(k),
        None => k.div_ceil(groups.max(1)),
    }
    .max(1)
}

fn expect_type(tensor: &StoredTensor) -> Result<(), TensorProblem> {
    match tensor.dtype {
        StoredType::I32 => Ok(()),
        _ => Err(bad(tensor, format!("it is {}, not I32", tensor.dtype))),
    }
}

fn bad(tensor: &StoredTensor, problem: String) -> TensorProblem {
    let (name, file) = (tensor.published.clone(), tensor.file.clone());
    TensorProblem::Integers { name, file, problem }
}
