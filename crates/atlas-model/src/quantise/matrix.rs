//! Rounding of one matrix, or of a few that share a scale, and copies of other tensors.

use atlas_tensor::weights::{FP8_BLOCK, MXFP4_GROUP, NVFP4_GROUP, Quantised};
use atlas_tensor::{Weight, WeightBytes, WeightFormat, weights};
use half::bf16;

use super::error::QuantiseError;
use super::shards::{NewTensor, Shards};
use super::staging::Staging;
use crate::checkpoint::{StoredTensor, StoredType, TensorBytes, TensorTable};

/// Bytes of a tensor that are copied at a time.
const PIECE_BYTES: usize = 16 << 20;

/// A matrix that is quantised: a linear, or a projection of one expert.
pub(super) struct Matrix {
    /// Name of its module in the result.
    pub module: String,
    /// Canonical name of the tensor that it is in.
    pub tensor: String,
    /// The first of its rows among those of the tensor.
    pub first_row: usize,
    pub n: usize,
    pub k: usize,
}

/// Where results go.
#[derive(Clone, Copy)]
pub(super) struct Sink<'a> {
    pub staging: &'a Staging,
    pub shards: &'a Shards,
    /// Called with the bytes read; its error ends the work.
    pub read: &'a dyn Fn(usize) -> Result<(), QuantiseError>,
}

impl Sink<'_> {
    fn write(&self, name: &str, from: usize, bytes: &[u8]) -> Result<(), QuantiseError> {
        self.shards.write(self.staging, name, from as u64, bytes)
    }
}

/// Names of the codes, the block scales and the f32 scales behind a module's name. FP8 has no block
/// scales, MXFP4 no f32 scales.
fn suffixes(format: WeightFormat) -> [&'static str; 3] {
    match format {
        WeightFormat::Fp8Block => ["weight", "", "weight_scale_inv"],
        WeightFormat::Fp8Row => ["weight", "", "weight_scale"],
        _ => ["weight_packed", "weight_scale", "weight_global_scale"],
    }
}

/// The tensors of a matrix in `format`.
pub(super) fn parts(format: WeightFormat, matrix: &Matrix) -> Vec<NewTensor> {
    let Matrix { module, n, k, .. } = matrix;
    let (n, k) = (*n, *k);
    let [codes, blocks, scales] = suffixes(format).map(|suffix| format!("{module}.{suffix}"));
    let part = NewTensor::new;
    match format {
        WeightFormat::Fp8Block => {
            let grid = vec![n.div_ceil(FP8_BLOCK), k.div_ceil(FP8_BLOCK)];
            let codes = part(codes, StoredType::E4m3, vec![n, k]);
            vec![codes, part(scales, StoredType::F32, grid)]
        }
        WeightFormat::Nvfp4 => {
            let grid = vec![n, k.div_ceil(NVFP4_GROUP)];
            let codes = part(codes, StoredType::U8, vec![n, k.div_ceil(2)]);
            let blocks = part(blocks, StoredType::E4m3, grid);
            vec![codes, blocks, part(scales, StoredType::F32, vec![1])]
        }
        WeightFormat::Mxfp4 => {
            let grid = vec![n, k.div_ceil(MXFP4_GROUP)];
            let codes = part(codes, StoredType::U8, vec![n, k.div_ceil(2)]);
            vec![codes, part(blocks, StoredType::U8, grid)]
        }
        _ => {
            let codes = part(codes, StoredType::E4m3, vec![n, k]);
            vec![codes, part(scales, StoredType::F32, vec![n, 1])]
        }
    }
}

/// Quantises `matrices`, which have one width, and writes their tensors. Returns the relative error
/// of each.
pub(super) fn quantise(
    table: &TensorTable,
    matrices: &[Matrix],
    format: WeightFormat,
    sink: Sink<'_>,
) -> Result<Vec<(f64, String)>, QuantiseError> {
    let Some(Matrix { k, .. }) = matrices.first() else { return Ok(vec![]) };
    let mut values = vec![];
    for matrix in matrices {
        values.extend(read_values(table, matrix, sink)?);
    }
    let (n, k) = (values.len() / k, *k);
    let no_memory =
        |problem: String| QuantiseError::Tensor { tensor: matrices[0].module.clone(), problem };
    let made = weights::quantise(format, n, k, &values).map_err(|e| no_memory(e.to_string()))?;
    let mut first = 0;
    for matrix in matrices {
        write_parts(format, matrix, first, &made, sink)?;
        first += matrix.n;
    }
    let made = made.weight(n, k).map_err(|error| no_memory(error.to_string()))?;
    let mut first = 0;
    let errors = matrices.iter().map(|matrix| {
        let rows = first..first + matrix.n;
        first = rows.end;
        let wanted = &values[rows.start * k..rows.end * k];
        (relative_error(wanted, &made.slice_rows(rows)), matrix.module.clone())
    });
    Ok(errors.collect())
}

/// The elements of a matrix, all of them finite.
fn read_values(
    table: &TensorTable,
    matrix: &Matrix,
    sink: Sink<'_>,
) -> Result<Vec<f32>, QuantiseError> {
    let Matrix { module, tensor, first_row, n, k } = matrix;
    let tensor = &table.tensors[tensor];
    let bad = |problem: String| QuantiseError::Tensor { tensor: module.clone(), problem };
    let row_bytes = k * tensor.dtype.bits().unwrap_or(8) as usize / 8;
    let bytes = piece(tensor, first_row * row_bytes, n * row_bytes)?;
    (sink.read)(bytes.len())?;
    let values = tensor.dtype.widen(bytes.as_slice());
    let values =
        values.ok_or_else(|| bad(format!("it is {}, not bf16, f16 or f32", tensor.dtype)))?;
    match values.iter().position(|x| !x.is_finite()) {
        Some(at) => Err(bad(format!(
            "element [{}, {}] is {}; only finite weights can be quantised",
            at / k,
            at % k,
            values[at]
        ))),
        None => Ok(values),
    }
}

/// Bytes of a tensor.
fn piece(tensor: &StoredTensor, from: usize, len: usize) -> Result<WeightBytes, QuantiseError> {
    let bytes = match &tensor.bytes {
        TensorBytes::Mapped(bytes) => bytes.slice(from..from + len),
        TensorBytes::Stored(bytes) => {
            let picked = bytes.pick(std::iter::once(from as u64..(from + len) as u64));
            Some(WeightBytes::from_vec(picked.read()?))
        }
    };
    // The header check compared the length with the shape.
    bytes.filter(|bytes| bytes.len() == len).ok_or_else(|| QuantiseError::Tensor {
        tensor: tensor.published.clone(),
        problem: "its data is shorter than its shape".into(),
    })
}

/// Writes the tensors of a matrix whose rows begin at `first` of those that were quantised.
fn write_parts(
    format: WeightFormat,
    matrix: &Matrix,
    first: usize,
    made: &Quantised,
    sink: Sink<'_>,
) -> Result<(), QuantiseError> {
    let Matrix { module, n, k, .. } = matrix;
    let [codes, blocks, scales] = suffixes(format).map(|suffix| format!("{module}.{suffix}"));
    let rows = |all: &WeightBytes, row_bytes: usize| {
        all.slice(first * row_bytes..(first + n) * row_bytes).unwrap_or_else(|| all.clone())
    };
    sink.write(&codes, 0, rows(&made.codes, format.row_bytes(*k)).as_slice())?;
    if let Some(all) = &made.blocks {
        sink.write(&blocks, 0, rows(all, format.block_scale_bytes(*k)).as_slice())?;
    }
    match (&made.scales, format) {
        (Some(all), WeightFormat::Nvfp4) => {
            // All rows have the same. It is a power of two, so that its reciprocal is exact.
            let global = 1.0 / all.of_row(first)[0];
            sink.write(&scales, 0, &global.to_le_bytes())
        }
        (Some(all), _) => sink.write(&scales, 0, bytemuck::cast_slice(all.host())),
        (None, _) => Ok(()),
    }
}

/// `|W - Q| / |W|` in the Frobenius norm; 0 for a matrix of zeros.
fn relative_error(wanted: &[f32], made: &Weight) -> f64 {
    let mut row = vec![0.0; made.k()];
    let (mut off, mut all) = (0.0, 0.0);
    for (i, wanted) in wanted.chunks_exact(made.k()).enumerate() {
        made.row_f32(i, &mut row);
        for (&x, &q) in wanted.iter().zip(&row) {
            let (x, q) = (f64::from(x), f64::from(q));
            off += (x - q) * (x - q);
            all += x * x;
        }
    }
    if all == 0.0 { 0.0 } else { (off / all).sqrt() }
}

/// Copies a tensor piece by piece. `in_bf16`: rounds its elements to the nearest bf16.
pub(super) fn copy(
    tensor: &StoredTensor,
    in_bf16: bool,
    sink: Sink<'_>,
) -> Result<(), QuantiseError> {
    let (len, mut at) = (tensor.bytes.len(), 0);
    while at < len {
        let bytes = piece(tensor, at, PIECE_BYTES.min(len - at))?;
        (sink.read)(bytes.len())?;
        let values = if in_bf16 { tensor.dtype.widen(bytes.as_slice()) } else { None };
        match values {
            Some(values) => {
                let from = at * 2 * 8 / tensor.dtype.bits().unwrap_or(16) as usize;
                let rounded: Vec<u8> =
                    values.iter().flat_map(|&x| bf16::from_f32(x).to_le_bytes()).collect();
                sink.write(&tensor.published, from, &rounded)?;
            }
            None => sink.write(&tensor.published, at, bytes.as_slice())?,
        }
        at += bytes.len();
    }
    Ok(())
}
