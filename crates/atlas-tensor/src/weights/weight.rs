//! Weight matrices as the checkpoint stores them: row-major `[n, k]`, never repacked.

use std::ops::Range;
use std::sync::Arc;

use half::{bf16, f16};

use super::bytes::WeightBytes;
use super::draws::{Draws, Runs};
use super::format::{FP8_BLOCK, MXFP4_GROUP, NVFP4_GROUP, WeightFormat};
use super::ggml;
use super::integers::Integers;
use super::parts::QuantisedParts;
use super::plane::Plane;
use super::quantise::{Quantised, quantise};
use super::scales::Scales;
use super::source::Source;
use super::stored::{ReadError, StoredBytes};
use crate::device::DeviceMemory;
use crate::numbers::{E2M1, E4M3, e8m0};

/// A matrix of the model, `n` output rows of `k` elements, in host memory or in a device's.
#[derive(Clone)]
pub struct Weight {
    format: WeightFormat,
    n: usize,
    k: usize,
    codes: Plane,
    block_scales: Option<Plane>,
    scales: Option<Scales>,
    rounds_inputs: bool,
    /// Input that each column multiplies.
    input_order: Option<Arc<[u32]>>,
    /// The same in a device's memory, once the weight is there.
    order_on_device: Option<Arc<dyn DeviceMemory>>,
}

/// A weight whose bytes or scales do not fit its shape.
#[derive(Debug, thiserror::Error)]
pub enum WeightError {
    /// Wrong number of bytes.
    #[error("the {part} of a {format} weight of shape [{n}, {k}] take {needed} bytes, not {given}")]
    Length {
        part: &'static str,
        format: WeightFormat,
        n: usize,
        k: usize,
        /// Saturates where the shape does not fit the address space.
        needed: usize,
        given: usize,
    },
    /// Rows that are no whole blocks.
    #[error("a row of a {format} weight of shape [{n}, {k}] is no multiple of {elements} elements")]
    Blocks { format: WeightFormat, n: usize, k: usize, elements: usize },
    /// Wrong scales.
    #[error("a {format} weight of shape [{n}, {k}] needs {needed} f32 scales for each row")]
    Scales { format: WeightFormat, n: usize, k: usize, needed: usize },
}

impl Weight {
    /// A weight over `elements` as they lie, in a format without scales.
    ///
    /// # Errors
    /// They are not exactly `n * k` elements, or the format has scales.
    pub fn new(
        format: WeightFormat,
        n: usize,
        k: usize,
        elements: impl Into<Source>,
    ) -> Result<Self, WeightError> {
        Self::of_parts(format, [n, k], elements.into(), None, None)
    }

    /// A weight over codes and their scales as they lie.
    ///
    /// # Errors
    /// A part of another length than the format and shape need.
    pub fn quantised(n: usize, k: usize, parts: QuantisedParts) -> Result<Self, WeightError> {
        let QuantisedParts { format, codes, blocks, scales } = parts;
        Self::of_parts(format, [n, k], codes, blocks, scales)
    }

    /// A weight of integers in groups over their codes and [`super::GroupWord`]s as they lie.
    ///
    /// # Errors
    /// A part of another length than the format and shape need.
    pub fn in_groups(
        format: WeightFormat,
        [n, k]: [usize; 2],
        codes: impl Into<Source>,
        words: impl Into<Source>,
    ) -> Result<Self, WeightError> {
        Self::of_parts(format, [n, k], codes.into(), Some(words.into()), None)
    }

    /// A weight of these parts, if they are all that the format and shape need.
    pub(super) fn of_parts(
        format: WeightFormat,
        [n, k]: [usize; 2],
        codes: Source,
        blocks: Option<Source>,
        scales: Option<Scales>,
    ) -> Result<Self, WeightError> {
        if let WeightFormat::Ggml(ty) = format
            && !k.is_multiple_of(ty.block_elements())
        {
            return Err(WeightError::Blocks { format, n, k, elements: ty.block_elements() });
        }
        let plane = |part, source: Source, row_bytes: usize| {
            let (needed, given) = (n.saturating_mul(row_bytes), source.len());
            let error = WeightError::Length { part, format, n, k, needed, given };
            if needed == given { Ok(source.into_plane(n, row_bytes)) } else { Err(error) }
        };
        let codes = plane("elements", codes, format.row_bytes(k))?;
        let row_bytes = format.block_scale_bytes(k);
        let block_scales = match blocks {
            Some(blocks) => Some(plane("block scales", blocks, row_bytes)?),
            None if row_bytes == 0 || n == 0 => None,
            None => {
                let needed = n.saturating_mul(row_bytes);
                let part = "block scales";
                return Err(WeightError::Length { part, format, n, k, needed, given: 0 });
            }
        };
        let needed = format.scale_columns(k);
        let fits = match &scales {
            Some(scales) => scales.columns() == needed && scales.serve(n),
            None => needed == 0 || n == 0,
        };
        if !fits {
            return Err(WeightError::Scales { format, n, k, needed });
        }
        Ok(Self {
            format,
            n,
            k,
            codes,
            block_scales,
            scales,
            rounds_inputs: false,
            input_order: None,
            order_on_device: None,
        })
    }

    /// A bf16 weight of the first elements of `draws`, which takes no memory before a
    /// [`crate::Binder`] brings it to its device. `None` where the shape has more elements than can
    /// be counted.
    pub fn drawn(n: usize, k: usize, draws: Draws) -> Option<Self> {
        let elements = n.checked_mul(k)?;
        elements.checked_mul(size_of::<u16>())?;
        let runs = Source::Drawn(Runs::new(draws, 0..elements as u64));
        Self::new(WeightFormat::Bf16, n, k, runs).ok()
    }

    /// Rounds `values` (row-major `[n, k]`) to `format`, nearest even. Quantised formats get the
    /// scales of [`quantise`]. Panics on a wrong length or without memory.
    pub fn from_f32(format: WeightFormat, n: usize, k: usize, values: &[f32]) -> Self {
        assert_eq!(values.len(), n * k, "values of a [{n}, {k}] weight");
        let plain = |fill: &dyn Fn(&mut [u8])| {
            let bytes = WeightBytes::filled(n * format.row_bytes(k), fill);
            bytes.map(|codes| Quantised { format, codes, blocks: None, scales: None })
        };
        let made = match format {
            WeightFormat::F32 => plain(&|out| out.copy_from_slice(bytemuck::cast_slice(values))),
            WeightFormat::Bf16 => plain(&|out| put(out, values, |x| bf16::from_f32(x).to_bits())),
            WeightFormat::F16 => plain(&|out| put(out, values, |x| f16::from_f32(x).to_bits())),
            _ => quantise(format, n, k, values),
        };
        let made = made.map_err(|error| format!("no memory for a [{n}, {k}] weight: {error}"));
        let weight = made.and_then(|made| made.weight(n, k).map_err(|e| e.to_string()));
        weight.unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same weight in host memory, read from its files.
    ///
    /// # Errors
    /// They could not be read.
    pub fn read(self) -> Result<Self, ReadError> {
        let blocks = self.block_scales.as_ref().map(Plane::read).transpose()?;
        Ok(Self { codes: self.codes.read()?, block_scales: blocks, ..self })
    }

    /// Number of rows: outputs of a linear, entries of a table.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Elements of a row: inputs of a linear.
    pub fn k(&self) -> usize {
        self.k
    }

    pub fn format(&self) -> WeightFormat {
        self.format
    }

    /// The same weight, of which the checkpoint says whether its inputs are to be rounded to 8 bits
    /// by scales of a step's own.
    pub fn with_rounded_inputs(self, rounds_inputs: bool) -> Self {
        Self { rounds_inputs, ..self }
    }

    /// Whether products may take inputs as codes of 8 bits
    /// ([`crate::ops::quantise_activations`]). References and CPU kernels take them as they are.
    pub fn rounds_inputs(&self) -> bool {
        self.rounds_inputs
    }

    /// The same weight, whose elements lie in another order: element `i` of a row of the model is
    /// column `places[i]`. [`crate::ops::Linear`] reads its inputs accordingly; no other operation
    /// does.
    pub fn with_input_order(self, places: &[usize]) -> Self {
        let mut order = vec![0; places.len()];
        for (input, &column) in (0..).zip(places) {
            order[column] = input;
        }
        Self { input_order: Some(order.into()), ..self }
    }

    /// The input that each column multiplies, where it is not that of its place.
    pub fn input_order(&self) -> Option<&Arc<[u32]>> {
        self.input_order.as_ref()
    }

    /// Address of the input that each column multiplies, as words in a device's memory.
    pub fn order_address(&self) -> Option<u64> {
        self.order_on_device.as_ref().map(|memory| memory.address())
    }

    /// The elements, row by row.
    pub fn codes(&self) -> &Plane {
        &self.codes
    }

    /// The codes of the block scales, row by row, where the format has them.
    pub fn block_scales(&self) -> Option<&Plane> {
        self.block_scales.as_ref()
    }

    /// The f32 scales, where the format has them.
    pub fn scales(&self) -> Option<&Scales> {
        self.scales.as_ref()
    }

    /// The stored elements, row-major, with no particular alignment. Panics where they are a
    /// device's, not made or not read yet.
    pub fn bytes(&self) -> &[u8] {
        self.codes.bytes()
    }

    /// The streams that its elements are drawn from, if they are not made yet.
    pub fn runs(&self) -> Option<&Runs> {
        self.codes.runs()
    }

    /// Place of its elements, if they are still in a file.
    pub fn stored_bytes(&self) -> Option<&StoredBytes> {
        self.codes.stored()
    }

    /// Size of the elements, their scales and the order of their inputs, wherever they are.
    pub fn byte_len(&self) -> usize {
        let blocks = self.block_scales.as_ref().map_or(0, Plane::len);
        let scales = self.scales.as_ref().map_or(0, |scales| scales.bytes(self.n));
        let order = self.input_order.as_ref().map_or(0, |order| size_of_val(&**order));
        self.codes.len() + blocks + scales + order
    }

    /// Address of the elements in the device's memory, where they are a device's.
    pub fn device_address(&self) -> Option<u64> {
        self.codes.device_address()
    }

    /// The same weight in a device's memory, each part from the first byte of its own on.
    pub(crate) fn moved_to(self, parts: DeviceParts) -> Self {
        let DeviceParts { codes, block_scales, scales, order } = parts;
        let blocks = self.block_scales.as_ref().zip(block_scales);
        Self {
            codes: self.codes.moved_to(codes),
            block_scales: blocks.map(|(plane, memory)| plane.moved_to(memory)),
            scales,
            order_on_device: order,
            ..self
        }
    }

    /// A weight of this format and width with `rows` rows, in a device's memory.
    pub(crate) fn stacked(self, rows: usize, parts: DeviceParts) -> Self {
        Self { n: rows, ..self.moved_to(parts) }
    }

    /// Row `i` dequantised, exactly but for the products with f32 scales; one that is not made yet
    /// is made here. Panics where `out` is not `k` long or `i` is not below `n`.
    pub fn row_f32(&self, i: usize, out: &mut [f32]) {
        assert!(i < self.n && out.len() == self.k, "row {i} of a [{}, {}] weight", self.n, self.k);
        let row = &*self.codes.row(i);
        let blocks = self.block_scales.as_ref().map(|plane| plane.row(i));
        let blocks = blocks.as_deref().unwrap_or_default();
        let scales = self.scales.as_ref().map_or(&[][..], |scales| scales.of_row(i));
        match self.format {
            WeightFormat::F32 => put_f32::<4>(row, out, f32::from_le_bytes),
            WeightFormat::Bf16 => put_f32::<2>(row, out, |c| bf16::from_le_bytes(c).to_f32()),
            WeightFormat::F16 => put_f32::<2>(row, out, |c| f16::from_le_bytes(c).to_f32()),
            WeightFormat::Fp8Row | WeightFormat::Fp8Block => {
                let width = if self.format == WeightFormat::Fp8Row { self.k } else { FP8_BLOCK };
                for ((to, codes), scale) in
                    out.chunks_mut(width.max(1)).zip(row.chunks(width.max(1))).zip(scales)
                {
                    put_f32::<1>(codes, to, |[code]| E4M3[usize::from(code)] * scale);
                }
            }
            WeightFormat::Nvfp4 => {
                let block = |code: u8| E4M3[usize::from(code)];
                let scale = scales.first().copied().unwrap_or(1.0);
                put_fp4(row, blocks, out, NVFP4_GROUP, |x, code| x * block(code) * scale);
            }
            WeightFormat::Mxfp4 => {
                put_fp4(row, blocks, out, MXFP4_GROUP, |x, code| x * e8m0(code));
            }
            WeightFormat::Int4 { group } | WeightFormat::Int8 { group } => {
                let bits = if matches!(self.format, WeightFormat::Int4 { .. }) { 4 } else { 8 };
                Integers { codes: row, words: blocks, bits, group: group as usize }.dequantise(out);
            }
            WeightFormat::Ggml(ty) => {
                // Rows are whole blocks, as `of_parts` has checked.
                let done = ggml::dequantise(ty, row, out);
                done.unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }

    /// Every element dequantised, row-major.
    pub fn to_f32(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.n * self.k];
        for i in 0..self.n {
            self.row_f32(i, &mut out[i * self.k..][..self.k]);
        }
        out
    }

    /// Rows `range` of the same memory. Panics where the range is not inside `0..n`.
    pub fn slice_rows(&self, range: Range<usize>) -> Weight {
        assert!(range.start <= range.end && range.end <= self.n, "rows {range:?} of {}", self.n);
        Self {
            n: range.len(),
            codes: self.codes.slice(range.clone()),
            block_scales: self.block_scales.as_ref().map(|plane| plane.slice(range.clone())),
            scales: self.scales.as_ref().map(|scales| scales.slice_rows(range.start)),
            ..self.clone()
        }
    }

    /// Returns the rows of `ranges`, range after range, if the weight is not made or not read yet.
    /// Panics if a range is not inside `0..n`.
    pub fn pick_rows(&self, ranges: impl Iterator<Item = Range<usize>>) -> Option<Weight> {
        let ranges: Vec<_> = ranges.collect();
        for rows in &ranges {
            assert!(rows.start <= rows.end && rows.end <= self.n, "rows {rows:?} of {}", self.n);
        }
        let codes = self.codes.pick(&ranges)?;
        let blocks = self.block_scales.as_ref().and_then(|plane| plane.pick(&ranges));
        Some(Self {
            n: ranges.iter().map(Range::len).sum(),
            codes,
            block_scales: blocks,
            scales: self.scales.as_ref().map(|scales| scales.pick_rows(&ranges)),
            ..self.clone()
        })
    }

    /// The rows `rows` in that order: as places where the weight is not made or not read yet, else
    /// copied. Panics if a row is not below `n`.
    ///
    /// # Errors
    /// There is no memory for the copy.
    pub fn reordered(&self, rows: &[usize]) -> std::io::Result<Weight> {
        let ranges: Vec<_> = rows.iter().map(|&row| row..row + 1).collect();
        if let Some(picked) = self.pick_rows(ranges.iter().cloned()) {
            return Ok(picked);
        }
        let blocks = self.block_scales.as_ref().map(|plane| plane.copy_rows(rows));
        Ok(Self {
            n: rows.len(),
            codes: self.codes.copy_rows(rows)?,
            block_scales: blocks.transpose()?,
            scales: self.scales.as_ref().map(|scales| scales.pick_rows(&ranges)),
            ..self.clone()
        })
    }
}

impl Quantised {
    /// The matrix `[n, k]` as a weight.
    ///
    /// # Errors
    /// Another shape than that of the values.
    pub fn weight(self, n: usize, k: usize) -> Result<Weight, WeightError> {
        let Self { format, codes, blocks, scales } = self;
        Weight::of_parts(format, [n, k], codes.into(), blocks.map(Source::Host), scales)
    }
}

/// A weight's parts in a device's memory.
#[derive(Clone)]
pub(crate) struct DeviceParts {
    pub codes: Arc<dyn DeviceMemory>,
    pub block_scales: Option<Arc<dyn DeviceMemory>>,
    pub scales: Option<Scales>,
    /// Words of [`Weight::input_order`].
    pub order: Option<Arc<dyn DeviceMemory>>,
}

fn put(out: &mut [u8], values: &[f32], bits: impl Fn(f32) -> u16) {
    for (to, &from) in out.chunks_exact_mut(2).zip(values) {
        to.copy_from_slice(&bits(from).to_le_bytes());
    }
}

/// Elements of `N` bytes.
fn put_f32<const N: usize>(row: &[u8], out: &mut [f32], value: impl Fn([u8; N]) -> f32) {
    for (to, bytes) in out.iter_mut().zip(row.chunks_exact(N)) {
        let mut element = [0; N];
        element.copy_from_slice(bytes);
        *to = value(element);
    }
}

/// E2M1 elements with the code of the scale of their group of `width`.
fn put_fp4(
    row: &[u8],
    blocks: &[u8],
    out: &mut [f32],
    width: usize,
    value: impl Fn(f32, u8) -> f32,
) {
    let groups = out.chunks_mut(width).zip(row.chunks(width / 2)).zip(blocks);
    for ((out, codes), &block) in groups {
        for (pair, &two) in out.chunks_mut(2).zip(codes) {
            let halves = [two & 15, two >> 4];
            for (to, code) in pair.iter_mut().zip(halves) {
                *to = value(E2M1[usize::from(code)], block);
            }
        }
    }
}

impl std::fmt::Debug for Weight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weight[{}, {}] {:?}", self.n, self.k, self.format)
    }
}

#[cfg(test)]
mod tests {
    use super::super::draws::Values;
    use super::*;

    #[test]
    fn rows_round_trip_in_every_format() {
        let values = [1.0, -2.5, 0.0, 3.140625, 65504.0, 6.103_515_6e-5];
        for format in [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32] {
            let w = Weight::from_f32(format, 3, 2, &values);
            let exact = format != WeightFormat::Bf16;
            let got = w.slice_rows(1..3).to_f32();
            assert_eq!(got[..2], values[2..4]);
            assert_eq!(got[2] == 65504.0, exact);
        }
    }

    #[test]
    fn rows_of_a_weight_not_made_are_those_of_the_same_made() {
        let draws = Draws::new(9, Arc::new(Values::from_fn(|i| i as u16)));
        let drawn = Weight::drawn(5, 3, draws.clone()).unwrap();
        let bytes = bytemuck::cast_slice(&drawn.runs().unwrap().make()).to_vec();
        let made = Weight::new(WeightFormat::Bf16, 5, 3, WeightBytes::from_vec(bytes)).unwrap();
        let bits = |w: &Weight| w.to_f32().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!((bits(&drawn), drawn.byte_len()), (bits(&made), 30));
        assert_eq!(bits(&drawn.slice_rows(1..4).slice_rows(1..3)), bits(&made.slice_rows(2..4)));
        let picked = drawn.pick_rows([3..5, 0..1].into_iter()).unwrap();
        let expected = [bits(&made.slice_rows(3..5)), bits(&made.slice_rows(0..1))].concat();
        assert_eq!((picked.n(), bits(&picked)), (3, expected));
        assert!(made.pick_rows(std::iter::once(0..1)).is_none());
        assert!(Weight::drawn(usize::MAX / 2, 8, draws).is_none());
    }

    #[test]
    #[should_panic(expected = "is not made yet")]
    fn bytes_of_a_weight_not_made_are_not_read() {
        let draws = Draws::new(9, Arc::new(Values::from_fn(|_| 0)));
        let _ = Weight::drawn(1, 1, draws).unwrap().bytes();
    }

    #[test]
    fn wrong_lengths_and_scales_are_refused() {
        let bytes = WeightBytes::from_vec(vec![0; 11]);
        let error = Weight::new(WeightFormat::Bf16, 2, 3, bytes.clone()).unwrap_err();
        assert!(matches!(error, WeightError::Length { needed: 12, given: 11, .. }), "{error}");
        let error = Weight::new(WeightFormat::Fp8Row, 11, 1, bytes.clone()).unwrap_err();
        assert!(matches!(error, WeightError::Scales { needed: 1, .. }), "{error}");
        let error = Weight::new(WeightFormat::Mxfp4, 11, 2, bytes.clone()).unwrap_err();
        assert!(matches!(error, WeightError::Length { needed: 11, given: 0, .. }), "{error}");
        // Ten rows of scales for eleven rows, and two columns for one.
        for (values, columns) in [(10, 1), (22, 2)] {
            let scales = Scales::new(vec![1.0; values], columns, 1);
            let codes = bytes.clone().into();
            let made = Weight::of_parts(WeightFormat::Fp8Row, [11, 1], codes, None, scales);
            assert!(made.is_err(), "{values} scales in {columns} columns");
        }
    }

    #[test]
    fn reordered_and_sliced_rows_keep_their_scales() {
        let (n, k) = (300, 161);
        let values: Vec<f32> =
            (0..n * k).map(|i| ((i * 37 % 1009) as f32 - 504.0) * 0.01).collect();
        let order: Vec<usize> = (0..n).map(|i| i * 7 % n).collect();
        for format in WeightFormat::MADE {
            let weight = Weight::from_f32(format, n, k, &values);
            let all = weight.to_f32();
            let moved = weight.reordered(&order).unwrap();
            let part = weight.slice_rows(100..200).slice_rows(50..100);
            for (i, &row) in order.iter().enumerate() {
                let mut got = vec![0.0; k];
                moved.row_f32(i, &mut got);
                assert_eq!(got, all[row * k..][..k], "{format}: row {row}");
            }
            assert_eq!(part.to_f32(), all[150 * k..200 * k], "{format}");
        }
    }
}
