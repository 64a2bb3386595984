//! Quantised weights in device memory, as kernels take them.

use std::marker::PhantomData;

use atlas_tensor::weights::pairs::{LegalOn, activations, devices, formats};
use atlas_tensor::{Weight, WeightFormat};
use bytemuck::{Pod, Zeroable};

use crate::error::CudaError;
use crate::memory::DeviceBuffer;
use crate::view::Slice;

/// Most elements of a row: kernels count them in 32 bits.
const K_MAX: usize = 1 << 30;

/// A weight of the kernels: addresses of its parts, bytes of a row of codes and of block scales,
/// f32 scales of a row (of integers in groups, elements of a group), and rows that share them.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedParams {
    pub codes: u64,
    blocks: u64,
    scales: u64,
    row_bytes: i64,
    block_bytes: i64,
    scale_columns: i64,
    scale_rows: i64,
}

/// The f32 scales of a weight's rows: the address of a grid, rows that share a row of it, and its
/// columns.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct OutputScales {
    at: u64,
    rows: i64,
    columns: i64,
}

impl OutputScales {
    pub(crate) fn rows_per_scale(&self) -> usize {
        self.rows as usize
    }
}

/// `n` rows of `k` codes with their scales.
#[derive(Clone, Copy)]
pub struct QuantisedView<'a> {
    format: WeightFormat,
    n: usize,
    k: usize,
    params: QuantisedParams,
    life: PhantomData<&'a DeviceBuffer>,
}

/// The f32 scales of a weight, row-major, and the rows that a row of them serves.
#[derive(Clone, Copy)]
pub struct ScaleGrid<'a> {
    pub values: Slice<'a, f32>,
    pub rows_per_scale: usize,
}

impl<'a> QuantisedView<'a> {
    /// A weight of these parts.
    ///
    /// # Errors
    /// A format without codes, or parts of other sizes than it needs.
    pub fn new(
        format: WeightFormat,
        [n, k]: [usize; 2],
        codes: Slice<'a, u8>,
        blocks: Option<Slice<'a, u8>>,
        scales: Option<ScaleGrid<'a>>,
    ) -> Result<Self, CudaError> {
        let bad = |what: &str| CudaError::bad("weight", format!("{what} of {format} [{n}, {k}]"));
        if kernel_tag(format).is_none() && block_tag(format).is_none() {
            return Err(bad("no codes in a weight"));
        }
        let (row_bytes, block_bytes) = (format.row_bytes(k), format.block_scale_bytes(k));
        if codes.len != n * row_bytes || blocks.map_or(0, |b| b.len) != n * block_bytes {
            return Err(bad("codes or block scales of another length than those"));
        }
        let columns = format.scale_columns(k);
        let rows_per_scale = scales.map_or(1, |grid| grid.rows_per_scale.max(1));
        let values = scales.map_or(0, |grid| grid.values.len);
        if k > K_MAX {
            return Err(bad("rows too long in a weight"));
        }
        if values < n.div_ceil(rows_per_scale) * columns || u32::try_from(n).is_err() {
            return Err(bad("fewer f32 scales than the rows"));
        }
        let params = QuantisedParams {
            codes: codes.ptr,
            blocks: blocks.map_or(0, |blocks| blocks.ptr),
            scales: scales.map_or(0, |grid| grid.values.ptr),
            row_bytes: row_bytes as i64,
            block_bytes: block_bytes as i64,
            scale_columns: columns.max(format.group()) as i64,
            scale_rows: rows_per_scale as i64,
        };
        Ok(Self { format, n, k, params, life: PhantomData })
    }

    /// The parts of a weight that a [`atlas_tensor::Binder`] brought to the device.
    ///
    /// # Errors
    /// Parts in host memory, or those of [`Self::new`].
    pub(crate) fn of(weight: &'a Weight) -> Result<Self, CudaError> {
        let missing = || CudaError::bad("weight", format!("{weight:?} is in host memory"));
        let (n, k) = (weight.n(), weight.k());
        let format = weight.format();
        // Stacked experts have planes of one expert's size.
        let codes = weight.device_address().ok_or_else(missing)?;
        let codes = Slice::new(codes, n * format.row_bytes(k));
        let blocks = match weight.block_scales() {
            Some(plane) => {
                let address = plane.device_address().ok_or_else(missing)?;
                Some(Slice::new(address, n * format.block_scale_bytes(k)))
            }
            None => None,
        };
        let scales = match weight.scales() {
            Some(scales) => {
                let address = scales.device_address().ok_or_else(missing)?;
                if scales.first_row() > 0 {
                    return Err(CudaError::bad("weight", "rows of another weight's scales"));
                }
                let values = Slice::new(address, scales.bytes(n) / size_of::<f32>());
                Some(ScaleGrid { values, rows_per_scale: scales.rows_per_scale() })
            }
            None => None,
        };
        Self::new(format, [n, k], codes, blocks, scales)
    }

    /// The same for a caller who sees to it that the parts are there until they are used.
    pub(crate) fn kept(self) -> QuantisedView<'static> {
        QuantisedView { life: PhantomData, ..self }
    }

    pub fn n(&self) -> usize {
        self.n
    }

    pub fn k(&self) -> usize {
        self.k
    }

    pub fn format(&self) -> WeightFormat {
        self.format
    }

    pub(crate) fn params(&self) -> QuantisedParams {
        self.params
    }

    /// The f32 scales of outputs.
    pub(crate) fn outputs(&self) -> OutputScales {
        let QuantisedParams { scales, scale_rows, scale_columns, .. } = self.params;
        OutputScales { at: scales, rows: scale_rows, columns: scale_columns }
    }

    /// Whether rows lie on 16-byte boundaries and end there.
    pub(crate) fn is_aligned(&self) -> bool {
        self.params.codes.is_multiple_of(16) && whole_pieces(self.format, self.k)
    }
}

/// Whether rows of `k` codes are whole pieces of 16 bytes.
pub(crate) fn whole_pieces(format: WeightFormat, k: usize) -> bool {
    match format {
        WeightFormat::Nvfp4 | WeightFormat::Mxfp4 => k.is_multiple_of(32),
        _ => k.is_multiple_of(16),
    }
}

/// A format of codes that kernels multiply with bf16 activations. One outside the table of legal
/// pairs does not compile.
trait KernelCodes: LegalOn<devices::Cuda, activations::Bf16> {
    /// The part of a kernel's name that says the codes.
    const TAG: &'static str;
}

impl KernelCodes for formats::Fp8Row {
    const TAG: &'static str = "fp8";
}

impl KernelCodes for formats::Fp8Block {
    const TAG: &'static str = "fp8";
}

impl KernelCodes for formats::Nvfp4 {
    const TAG: &'static str = "nvfp4";
}

impl KernelCodes for formats::Mxfp4 {
    const TAG: &'static str = "mxfp4";
}

/// Formats whose codes kernels multiply with those of inputs that are rounded to 8 bits. One
/// outside the table of legal pairs does not compile.
pub(crate) const WITH_8_BIT_INPUTS: [WeightFormat; 2] = {
    const fn served<F: LegalOn<devices::Cuda, activations::E4m3>>() -> WeightFormat {
        F::FORMAT
    }
    [served::<formats::Fp8Row>(), served::<formats::Fp8Block>()]
};

/// The part of a kernel's name that says the codes; `None` for formats without.
pub(crate) fn kernel_tag(format: WeightFormat) -> Option<&'static str> {
    const fn tag<F: KernelCodes>() -> (WeightFormat, &'static str) {
        (F::FORMAT, F::TAG)
    }
    let tags = [
        tag::<formats::Fp8Row>(),
        tag::<formats::Fp8Block>(),
        tag::<formats::Nvfp4>(),
        tag::<formats::Mxfp4>(),
    ];
    tags.into_iter().find(|(serves, _)| *serves == format).map(|(_, tag)| tag)
}

/// The part of a kernel's name that says the blocks; `None` for formats without. A format that is
/// multiplied with bf16 activations by no pair of the table does not compile.
pub(crate) fn block_tag(format: WeightFormat) -> Option<&'static str> {
    macro_rules! tags {
        ($($format:ident $tag:literal)*) => {{
            const fn served<F: LegalOn<devices::Cuda, activations::Bf16>>() -> WeightFormat {
                F::FORMAT
            }
            [$((served::<formats::$format>(), $tag)),*]
        }};
    }
    let tags = tags! {
        Q4_0 "q4_0" Q4_1 "q4_1" Q5_0 "q5_0" Q5_1 "q5_1" Q8_0 "q8_0" Iq4Nl "iq4_nl"
        GgmlMxfp4 "ggml_mxfp4" Q2K "q2_k" Q3K "q3_k" Q4K "q4_k" Q5K "q5_k" Q6K "q6_k"
        Iq4Xs "iq4_xs" Int4 "int4" Int8 "int8"
    };
    tags.into_iter().find(|(serves, _)| *serves == format.kind()).map(|(_, tag)| tag)
}

/// Why kernels of blocks do not read rows of `k` elements of a format, if so.
pub(crate) fn reads_blocks(format: WeightFormat, k: usize) -> Result<(), String> {
    if block_tag(format).is_none() {
        return Err(format!("serves weights in blocks only, not {format}"));
    }
    let (group, step) = (format.group(), BLOCK_STEP);
    if !k.is_multiple_of(step) {
        return Err(format!("serves rows of whole steps of {step} elements, not of {k}"));
    }
    if group > 0 && group < k && !group.is_multiple_of(step) {
        return Err(format!("serves groups of whole steps of {step} elements, not of {group}"));
    }
    Ok(())
}

/// Elements of a row that a quad of lanes has at a time.
const BLOCK_STEP: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_pair_of_codes_has_kernels() {
        use atlas_tensor::LegalPair;
        use atlas_tensor::weights::pairs::{Activation, DeviceKind};
        for format in WeightFormat::ALL.into_iter().filter(|format| format.is_quantised()) {
            let legal = LegalPair::find(format, Activation::Bf16, DeviceKind::Cuda);
            let tags = [kernel_tag(format), block_tag(format)];
            assert_eq!(legal.is_some(), tags.iter().flatten().count() == 1, "{format}");
            assert_eq!(block_tag(format).is_some(), format.is_blocks(), "{format}");
            let legal = LegalPair::find(format, Activation::E4m3, DeviceKind::Cuda);
            assert_eq!(legal.is_some(), WITH_8_BIT_INPUTS.contains(&format), "{format}");
        }
    }

    #[test]
    fn parts_of_another_size_are_refused() {
        let view = |format, n, codes, blocks: usize, scales: usize, rows_per_scale| {
            let values = Slice::new(4096, scales);
            let grid = (scales > 0).then_some(ScaleGrid { values, rows_per_scale });
            let blocks = (blocks > 0).then(|| Slice::new(512, blocks));
            QuantisedView::new(format, [n, 48], Slice::new(256, codes), blocks, grid).is_ok()
        };
        assert!(view(WeightFormat::Fp8Row, 3, 144, 0, 3, 1));
        assert!(view(WeightFormat::Fp8Row, 3, 144, 0, 1, 3), "one scale for all rows");
        assert!(!view(WeightFormat::Fp8Row, 3, 144, 0, 2, 1), "a row without a scale");
        assert!(!view(WeightFormat::Fp8Block, 129, 129 * 48, 0, 1, 128), "a block without one");
        assert!(view(WeightFormat::Nvfp4, 3, 72, 9, 3, 1));
        assert!(!view(WeightFormat::Nvfp4, 3, 72, 6, 3, 1), "block scales of 32");
        assert!(view(WeightFormat::Mxfp4, 3, 72, 6, 0, 1));
        assert!(!view(WeightFormat::Mxfp4, 3, 144, 6, 0, 1), "codes of 8 bits");
        assert!(!view(WeightFormat::Bf16, 3, 288, 0, 0, 1));
    }
}
