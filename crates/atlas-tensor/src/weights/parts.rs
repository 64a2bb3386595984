//! The parts of quantised weights, typed by their format: codes of one format and scales of
//! another, or scales of another grouping, do not compile.

use std::marker::PhantomData;

use super::format::{FP8_BLOCK, WeightFormat};
use super::pairs::{FormatType, formats};
use super::scales::Scales;
use super::source::Source;

/// A format of codes with scales.
pub trait QuantisedFormat: FormatType {
    /// The scales beside its codes.
    type Scales: FormatScales;
}

/// A quantised format with codes of block scales.
pub trait BlockScaled: QuantisedFormat {}

/// The scales of a format, taken apart for [`QuantisedParts`].
pub trait FormatScales {
    /// Codes of the block scales and the f32 scales.
    fn into_parts(self) -> (Option<Source>, Option<Scales>);
}

/// The codes of `n` rows, row by row.
pub struct Codes<F> {
    source: Source,
    format: PhantomData<F>,
}

impl<F: QuantisedFormat> Codes<F> {
    /// Bytes that are codes of `F`. Their number is checked with the weight's shape.
    pub fn new(source: impl Into<Source>) -> Self {
        Self { source: source.into(), format: PhantomData }
    }
}

/// The codes of the block scales of `n` rows, row by row: E4M3 for NVFP4, E8M0 for MXFP4.
pub struct BlockScales<F> {
    source: Source,
    format: PhantomData<F>,
}

impl<F: BlockScaled> BlockScales<F> {
    /// Bytes that are block scales of `F`. Their number is checked with the weight's shape.
    pub fn new(source: impl Into<Source>) -> Self {
        Self { source: source.into(), format: PhantomData }
    }
}

/// f32 scales of whole rows.
pub struct RowScales(Option<Scales>);

impl RowScales {
    /// `values` for `rows_per_scale` rows each: 1, or the rows of a matrix that has one scale.
    pub fn new(values: Vec<f32>, rows_per_scale: usize) -> Self {
        Self(Scales::new(values, 1, rows_per_scale.max(1)))
    }
}

/// f32 scales of blocks of 128 rows by 128 elements.
pub struct TileScales(Option<Scales>);

impl TileScales {
    /// A grid `[n / 128, k / 128]` of `values`, both rounded up, row-major.
    pub fn new(values: Vec<f32>, k: usize) -> Self {
        Self(Scales::new(values, k.div_ceil(FP8_BLOCK), FP8_BLOCK))
    }

    /// A grid `[n, k / 128]`: the rows of a stack of matrices whose last blocks are not whole.
    pub fn of_each_row(values: Vec<f32>, k: usize) -> Self {
        Self(Scales::new(values, k.div_ceil(FP8_BLOCK), 1))
    }
}

impl QuantisedFormat for formats::Fp8Row {
    type Scales = RowScales;
}

impl QuantisedFormat for formats::Fp8Block {
    type Scales = TileScales;
}

impl QuantisedFormat for formats::Nvfp4 {
    type Scales = (BlockScales<Self>, RowScales);
}

impl QuantisedFormat for formats::Mxfp4 {
    type Scales = BlockScales<Self>;
}

impl BlockScaled for formats::Nvfp4 {}
impl BlockScaled for formats::Mxfp4 {}

impl FormatScales for RowScales {
    fn into_parts(self) -> (Option<Source>, Option<Scales>) {
        (None, self.0)
    }
}

impl FormatScales for TileScales {
    fn into_parts(self) -> (Option<Source>, Option<Scales>) {
        (None, self.0)
    }
}

impl<F> FormatScales for BlockScales<F> {
    fn into_parts(self) -> (Option<Source>, Option<Scales>) {
        (Some(self.source), None)
    }
}

impl<F> FormatScales for (BlockScales<F>, RowScales) {
    fn into_parts(self) -> (Option<Source>, Option<Scales>) {
        (Some(self.0.source), self.1.0)
    }
}

/// Codes with the scales of their format.
pub struct QuantisedParts {
    pub(super) format: WeightFormat,
    pub(super) codes: Source,
    pub(super) blocks: Option<Source>,
    pub(super) scales: Option<Scales>,
}

impl QuantisedParts {
    pub fn new<F: QuantisedFormat>(codes: Codes<F>, scales: F::Scales) -> Self {
        let (blocks, scales) = scales.into_parts();
        Self { format: F::FORMAT, codes: codes.source, blocks, scales }
    }

    pub fn format(&self) -> WeightFormat {
        self.format
    }
}
