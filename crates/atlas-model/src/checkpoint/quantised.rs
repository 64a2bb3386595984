//! Quantised matrices of a checkpoint, recognised by the tensors that are there.
//!
//! | elements | scales beside them | format |
//! |---|---|---|
//! | `weight` E4M3 `[n, k]` | `weight_scale_inv`, `weight_scale` or `scale`, one | for the matrix |
//! | the same | of `[n]` or `[n, 1]` | for each row |
//! | `gate_up_proj` E4M3 `[n, k]` | of `[2, 1]` | for gates and for ups |
//! | the same | of `[n / 128, k / 128]`, rounded up | for each block |
//! | `weight` U8 `[n, k / 2]` | `weight_scale` E4M3 `[n, k / 16]`, `weight_scale_2` | NVFP4 |
//! | `weight_packed` U8 | `weight_scale` E4M3, `weight_global_scale` (divides) | NVFP4 |
//! | `weight_packed` or `weight` U8 | `weight_scale` or `scale`, E8M0 `[n, k / 32]` | MXFP4 |
//!
//! Integers with zeros are in [`super::integers`]. Every scale multiplies, whatever its name says,
//! but for `weight_global_scale`. A stack of matrices has a leading dimension in all of them.

use std::borrow::Cow;

use atlas_tensor::weights::pairs::formats;
use atlas_tensor::weights::{
    BlockScales, Codes, FP8_BLOCK, MXFP4_GROUP, NVFP4_GROUP, QuantisedParts, RowScales, TileScales,
};
use atlas_tensor::{Source, Weight, WeightFormat};

use super::dummy::DummyFill;
use super::header::StoredType;
use super::integers;
use super::problems::TensorProblem;
use super::role::Role;
use super::store::WeightStore;
use super::table::{StoredTensor, TensorBytes, TensorTable};
use crate::config::{Activations, Fp8Scale, Stated};

/// Scales of activations, which no kernel needs: activations stay in 16 bits, or get scales of each
/// step's own.
const ACTIVATION_SCALES: [&str; 3] = ["input_scale", "activation_scale", "input_global_scale"];

/// A matrix, or a stack of `count` of them, to be read.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Name of the elements' tensor in an unquantised checkpoint.
    pub name: &'a str,
    /// Number of matrices; `None` is one without a leading dimension.
    pub count: Option<usize>,
    pub n: usize,
    pub k: usize,
}

impl Wanted<'_> {
    fn matrices(&self) -> usize {
        self.count.unwrap_or(1)
    }

    /// Rows of all matrices.
    pub fn rows(&self) -> usize {
        self.matrices().saturating_mul(self.n)
    }

    /// `dims` of each matrix, behind the leading dimension of a stack.
    pub fn shape(&self, dims: &[usize]) -> Vec<usize> {
        self.count.iter().chain(dims).copied().collect()
    }

    /// The name with `suffix`, such as `weight_scale`.
    pub fn beside(&self, suffix: &str) -> String {
        format!("{}{suffix}", self.name)
    }

    /// The name of another tensor of the module.
    pub fn sibling(&self, name: &str) -> String {
        match self.name.rsplit_once('.') {
            Some((module, _)) => format!("{module}.{name}"),
            None => name.to_owned(),
        }
    }
}

impl WeightStore<'_> {
    /// A matrix, or a stack of them one under the other, in the format in which it is stored.
    pub(super) fn matrix(&self, wanted: Wanted<'_>) -> Option<Weight> {
        let rounds = |weight: Weight| {
            let rounds = weight.format().is_quantised() && self.rounds_inputs(wanted.name);
            weight.with_rounded_inputs(rounds)
        };
        if let Some(read) = self.integers(wanted) {
            return read;
        }
        if let Some(read) = self.quantised(wanted) {
            return read.map(rounds);
        }
        if let Some(weight) = self.made_up(wanted) {
            self.count_weight(wanted.name, &weight);
            return Some(rounds(weight));
        }
        let Wanted { n, k, .. } = wanted;
        let shape = wanted.shape(&[n, k]);
        let weight = self.fetch(wanted.name, &shape, wanted.rows(), k, Role::Matrix)?;
        let counted = weight.byte_len();
        let mut weight = self.in_order(wanted.name, weight)?;
        if self.widens(wanted.name) && weight.format().is_blocks() {
            weight = self.widened(weight, wanted).map_err(|problem| self.problem(problem)).ok()?;
        }
        if weight.byte_len() != counted {
            self.recount(wanted.name, counted, &weight);
        }
        Some(weight)
    }

    /// Whether the config states 8-bit inputs for the module of a weight. Scales that the file has
    /// for them are not used: each step's own fit its inputs better.
    fn rounds_inputs(&self, name: &str) -> bool {
        let Some(recipe) = self.recipe() else { return false };
        match recipe.stated(module_of(name)) {
            Stated::Fp8 { activations, .. } => activations != Activations::None,
            Stated::Full
            | Stated::Unstated
            | Stated::Nvfp4 { .. }
            | Stated::Mxfp4 { .. }
            | Stated::Integers { .. } => false,
        }
    }

    /// A dummy weight in the format that the config states for it; `None` for files, and where the
    /// config states none.
    fn made_up(&self, wanted: Wanted<'_>) -> Option<Weight> {
        let (fill, recipe) = (self.fill()?, self.recipe()?);
        let format = match recipe.stated(module_of(wanted.name)) {
            Stated::Full | Stated::Unstated => return None,
            Stated::Fp8 { scale: Fp8Scale::Block { .. }, .. } => WeightFormat::Fp8Block,
            Stated::Fp8 { .. } => WeightFormat::Fp8Row,
            Stated::Nvfp4 { .. } => WeightFormat::Nvfp4,
            Stated::Mxfp4 { .. } => WeightFormat::Mxfp4,
            Stated::Integers { bits, group } => integers::format_of(bits, group, wanted.k),
        };
        let weight = fill.quantised(wanted.name, format, wanted.rows(), wanted.k);
        weight.filter(|_| !self.widens(wanted.name))
    }

    /// The weight `wanted` if it is stored quantised; `None` for one that is not. The inner `None`
    /// is one that cannot be read, which has been reported.
    fn quantised(&self, wanted: Wanted<'_>) -> Option<Option<Weight>> {
        let table = self.table()?;
        let packed = wanted.beside("_packed");
        let plain = table.tensors.get(wanted.name);
        let (name, tensor) = match (plain, table.tensors.get(&packed)) {
            (None, Some(tensor)) => (packed.as_str(), tensor),
            (Some(tensor), _) => (wanted.name, tensor),
            (None, None) => return None,
        };
        let read = match tensor.dtype {
            StoredType::E4m3 => self.fp8(table, wanted, tensor),
            StoredType::U8 => self.fp4(table, wanted, tensor),
            _ => return None,
        };
        self.mark_read(name);
        let own = ACTIVATION_SCALES.map(|name| wanted.beside(&format!("_{name}")));
        for scale in ACTIVATION_SCALES.map(|name| wanted.sibling(name)).iter().chain(&own) {
            if table.tensors.contains_key(scale) {
                self.mark_read(scale);
            }
        }
        let weight = read.and_then(|parts| {
            self.agrees(tensor, parts.format(), wanted)?;
            let weight = weight_of(parts, wanted)?;
            if self.widens(wanted.name) { self.widened(weight, wanted) } else { Ok(weight) }
        });
        let weight = weight.map_err(|problem| self.problem(problem)).ok();
        if let Some(weight) = &weight {
            self.count_weight(wanted.name, weight);
        }
        Some(weight)
    }

    fn fp8(
        &self,
        table: &TensorTable,
        wanted: Wanted<'_>,
        tensor: &StoredTensor,
    ) -> Result<QuantisedParts, TensorProblem> {
        let Wanted { n, k, .. } = wanted;
        expect_shape(tensor, &wanted.shape(&[n, k]))?;
        let names = [wanted.beside("_scale_inv"), wanted.beside("_scale"), wanted.sibling("scale")];
        let mut found = names.iter().filter_map(|name| Some((name, table.tensors.get(name)?)));
        let Some((name, scale)) = found.next() else {
            return Err(no_scale(tensor, "weight_scale_inv or weight_scale"));
        };
        if let Some((_, second)) = found.next() {
            let problem = format!("{} is there as well; one of them is the scale", scale.published);
            return Err(bad_scale(second, problem));
        }
        self.mark_read(name);
        let columns = k.div_ceil(FP8_BLOCK);
        let blocks = [n.div_ceil(FP8_BLOCK), columns];
        let shape = scale.shape.as_slice();
        let is = |dims: &[usize]| shape == wanted.shape(dims);
        let stated = self.recipe().map(|recipe| recipe.stated(module_of(wanted.name)));
        let rows_stated =
            matches!(stated, Some(Stated::Fp8 { scale: Fp8Scale::Tensor | Fp8Scale::Row, .. }));
        let are = |dims: [usize; 2]| is(&dims) && (rows_stated || blocks != dims);
        // One scale for the only row, block or matrix is all of them.
        let whole = is(&[]) || is(&[1]) || are([1, 1]);
        let gates_and_ups = wanted.name.ends_with("gate_up_proj") && n.is_multiple_of(2);
        let halves = !whole && gates_and_ups && are([2, 1]);
        let tiles = !whole && !halves && is(&blocks);
        if !(whole || tiles || halves || is(&[n]) || is(&[n, 1])) {
            return Err(TensorProblem::Shape {
                name: scale.published.clone(),
                file: scale.file.clone(),
                expected: wanted.shape(&blocks),
                found: scale.shape.clone(),
            });
        }
        let values = self.scale_values(scale, whole || halves)?;
        let codes = source(tensor);
        if tiles {
            let scales = tile_scales(values, wanted);
            return Ok(QuantisedParts::new(Codes::<formats::Fp8Block>::new(codes), scales));
        }
        let shared_by = match (whole, halves) {
            (true, _) => n,
            (false, true) => n / 2,
            (false, false) => 1,
        };
        let scales = RowScales::new(values, shared_by);
        Ok(QuantisedParts::new(Codes::<formats::Fp8Row>::new(codes), scales))
    }

    fn fp4(
        &self,
        table: &TensorTable,
        wanted: Wanted<'_>,
        tensor: &StoredTensor,
    ) -> Result<QuantisedParts, TensorProblem> {
        let Wanted { n, k, .. } = wanted;
        expect_shape(tensor, &wanted.shape(&[n, k.div_ceil(2)]))?;
        let names = [wanted.beside("_scale"), wanted.sibling("scale")];
        let mut found = names.iter().filter_map(|name| Some((name, table.tensors.get(name)?)));
        let Some((name, blocks)) = found.next() else {
            return Err(no_scale(tensor, "weight_scale"));
        };
        self.mark_read(name);
        let width = match blocks.dtype {
            StoredType::E4m3 => NVFP4_GROUP,
            StoredType::U8 | StoredType::E8m0 => MXFP4_GROUP,
            _ => {
                let found = blocks.dtype.to_string();
                return Err(bad_scale(blocks, format!("it is {found}, not F8_E4M3 or F8_E8M0")));
            }
        };
        expect_shape(blocks, &wanted.shape(&[n, k.div_ceil(width)]))?;
        let (codes, blocks) = (source(tensor), source(blocks));
        if width == MXFP4_GROUP {
            let codes = Codes::<formats::Mxfp4>::new(codes);
            return Ok(QuantisedParts::new(codes, BlockScales::new(blocks)));
        }
        let (factor, divisor) = (wanted.beside("_scale_2"), wanted.beside("_global_scale"));
        let (name, divides) = match (table.tensors.get(&factor), table.tensors.get(&divisor)) {
            (Some(scale), None) => (scale, false),
            (None, Some(scale)) => (scale, true),
            (None, None) => {
                return Err(no_scale(tensor, "weight_scale_2 or weight_global_scale"));
            }
            (Some(scale), Some(_)) => {
                let problem = "weight_global_scale is there as well; one of them is the scale";
                return Err(bad_scale(scale, problem.into()));
            }
        };
        self.mark_read(if divides { &divisor } else { &factor });
        let mut values = self.scale_values(name, true)?;
        if values.len() != wanted.matrices() {
            return Err(TensorProblem::Shape {
                name: name.published.clone(),
                file: name.file.clone(),
                expected: wanted.shape(&[1]),
                found: name.shape.clone(),
            });
        }
        if divides {
            values.iter_mut().for_each(|scale| *scale = 1.0 / *scale);
            if values.iter().any(|scale| !scale.is_finite()) {
                return Err(bad_scale(name, "it is too small to divide by".into()));
            }
        }
        let scales = (BlockScales::new(blocks), RowScales::new(values, n));
        Ok(QuantisedParts::new(Codes::<formats::Nvfp4>::new(codes), scales))
    }

    /// Checks a format against what the config states. The draft modules of some files have another
    /// format than the config's rules say, so theirs is taken as it is stored.
    fn agrees(
        &self,
        tensor: &StoredTensor,
        found: WeightFormat,
        wanted: Wanted<'_>,
    ) -> Result<(), TensorProblem> {
        let name = tensor.published.as_str();
        let module =
            [".weight", ".weight_packed", "_packed"].iter().find_map(|s| name.strip_suffix(s));
        let Some(recipe) = self.recipe() else { return Ok(()) };
        let stated = recipe.stated(module.unwrap_or(name));
        // A matrix of one block has the same scales in three ways.
        let single = wanted.n <= FP8_BLOCK && wanted.k <= FP8_BLOCK;
        let fp8 = matches!(found, WeightFormat::Fp8Row | WeightFormat::Fp8Block);
        let agrees = match stated {
            Stated::Unstated => true,
            Stated::Full | Stated::Integers { .. } => false,
            Stated::Fp8 { scale: Fp8Scale::Block { rows, cols }, .. } => {
                (rows, cols) == (FP8_BLOCK, FP8_BLOCK)
                    && (found == WeightFormat::Fp8Block || (single && fp8))
            }
            Stated::Fp8 { .. } => found == WeightFormat::Fp8Row || (single && fp8),
            Stated::Nvfp4 { group, .. } => found == WeightFormat::Nvfp4 && group == NVFP4_GROUP,
            Stated::Mxfp4 { group, .. } => found == WeightFormat::Mxfp4 && group == MXFP4_GROUP,
        };
        if agrees || wanted.name.starts_with("mtp.") {
            return Ok(());
        }
        Err(TensorProblem::Stated {
            name: name.into(),
            file: tensor.file.clone(),
            found: found.name(),
            stated: stated.to_string(),
        })
    }

    /// The weight in bf16, its columns in the order of the inputs.
    pub(super) fn widened(
        &self,
        weight: Weight,
        wanted: Wanted<'_>,
    ) -> Result<Weight, TensorProblem> {
        if !self.is_resident() {
            // Of the right shape and format, which is all that is asked for.
            let fill = DummyFill::zeros();
            let (name, n, k) = (wanted.name, weight.n(), weight.k());
            return fill.weight(name, n, k, Role::Matrix).ok_or_else(|| TensorProblem::Memory {
                name: name.into(),
                bytes: n.saturating_mul(2 * k),
            });
        }
        let read = weight.read().map_err(|error| {
            let problem = format!("it could not be read: {}", error.error);
            self.could_not_read(error);
            TensorProblem::Scale { name: wanted.name.into(), problem }
        })?;
        let mut values = read.to_f32();
        if let Some(order) = read.input_order() {
            for row in values.chunks_exact_mut(read.k().max(1)) {
                let columns = row.to_vec();
                for (&input, column) in order.iter().zip(columns) {
                    row[input as usize] = column;
                }
            }
        }
        Ok(Weight::from_f32(WeightFormat::Bf16, read.n(), read.k(), &values))
    }

    /// The elements of a tensor of f32 scales, whichever type it is stored in; each must be
    /// finite, and above zero where it scales a whole matrix.
    fn scale_values(
        &self,
        tensor: &StoredTensor,
        is_whole: bool,
    ) -> Result<Vec<f32>, TensorProblem> {
        let values = self.numbers(tensor)?;
        // Blocks and rows of zeros may have a scale of zero; a whole matrix of them is a mistake.
        let least = if is_whole { f32::from_bits(1) } else { 0.0 };
        match values.iter().position(|&x| !x.is_finite() || x < least) {
            Some(at) => {
                let bound = if is_whole { "above zero" } else { "zero or above" };
                let problem = format!("element {at} is {}; a scale is {bound}", values[at]);
                Err(bad_scale(tensor, problem))
            }
            None => Ok(values),
        }
    }

    /// The elements of a tensor of scales, whichever type it is stored in; ones if weights are not
    /// read.
    pub(super) fn numbers(&self, tensor: &StoredTensor) -> Result<Vec<f32>, TensorProblem> {
        let elements = tensor.shape.iter().product();
        if !self.is_resident() {
            return Ok(vec![1.0; elements]);
        }
        self.stored_numbers(tensor)
    }

    /// The same, also if weights are not read.
    pub(super) fn stored_numbers(&self, tensor: &StoredTensor) -> Result<Vec<f32>, TensorProblem> {
        let bytes = self.content(tensor)?;
        tensor.dtype.widen(&bytes).ok_or_else(|| {
            bad_scale(tensor, format!("it is {}, not F32, BF16 or F16", tensor.dtype))
        })
    }

    /// The bytes of a tensor, read where they are in a file.
    pub(super) fn content<'t>(
        &self,
        tensor: &'t StoredTensor,
    ) -> Result<Cow<'t, [u8]>, TensorProblem> {
        match &tensor.bytes {
            TensorBytes::Mapped(bytes) => Ok(bytes.as_slice().into()),
            TensorBytes::Stored(bytes) => bytes.read().map(Cow::Owned).map_err(|error| {
                let problem = format!("it could not be read: {}", error.error);
                self.could_not_read(error);
                bad_scale(tensor, problem)
            }),
        }
    }
}

/// The module of a weight, as configs name it.
fn module_of(name: &str) -> &str {
    name.strip_suffix(".weight").unwrap_or(name)
}

fn weight_of(parts: QuantisedParts, wanted: Wanted<'_>) -> Result<Weight, TensorProblem> {
    let weight = Weight::quantised(wanted.rows(), wanted.k, parts);
    // Shapes were checked, and the header check compared them with the lengths.
    weight.map_err(|error| TensorProblem::Scale {
        name: wanted.name.into(),
        problem: error.to_string(),
    })
}

/// The scales of blocks of a stack of matrices; blocks of rows do not go on from one matrix to the
/// next.
fn tile_scales(values: Vec<f32>, wanted: Wanted<'_>) -> TileScales {
    let (each, n, k) = (wanted.matrices(), wanted.n, wanted.k);
    if n.is_multiple_of(FP8_BLOCK) || each == 1 {
        return TileScales::new(values, k);
    }
    let (rows, columns) = (n.div_ceil(FP8_BLOCK), k.div_ceil(FP8_BLOCK));
    let row = |matrix: usize, row: usize| (matrix * rows + row / FP8_BLOCK) * columns;
    let places = (0..each).flat_map(|matrix| (0..n).map(move |i| (matrix, i)));
    let rows = places.flat_map(|(matrix, i)| values[row(matrix, i)..][..columns].to_vec());
    TileScales::of_each_row(rows.collect(), k)
}

pub(super) fn source(tensor: &StoredTensor) -> Source {
    match &tensor.bytes {
        TensorBytes::Mapped(bytes) => bytes.clone().into(),
        TensorBytes::Stored(bytes) => bytes.clone().into(),
    }
}

pub(super) fn expect_shape(tensor: &StoredTensor, shape: &[usize]) -> Result<(), TensorProblem> {
    if tensor.shape == shape { Ok(()) } else { Err(misshapen(tensor, shape)) }
}

pub(super) fn misshapen(tensor: &StoredTensor, shape: &[usize]) -> TensorProblem {
    TensorProblem::Shape {
        name: tensor.published.clone(),
        file: tensor.file.clone(),
        expected: shape.into(),
        found: tensor.shape.clone(),
    }
}

fn no_scale(tensor: &StoredTensor, expected: &'static str) -> TensorProblem {
    TensorProblem::NoScale {
        name: tensor.published.clone(),
        file: tensor.file.clone(),
        found: tensor.dtype.to_string(),
        expected,
    }
}

pub(super) fn bad_scale(tensor: &StoredTensor, problem: String) -> TensorProblem {
    TensorProblem::Scale { name: format!("{} in {}", tensor.published, tensor.file), problem }
}
