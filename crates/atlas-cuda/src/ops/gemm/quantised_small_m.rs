//! `linear` of quantised weights: the codes go from memory to the tensor cores' registers as they
//! are, once for up to 32 rows.

use atlas_tensor::{DType, WeightFormat};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::ops::{Family, expect, expect_len};
use crate::quantised::{QuantisedParams, QuantisedView, kernel_tag};
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

const THREADS: u32 = 256;
/// Rows and outputs of a block of each kernel of aligned rows.
const TILES: [(usize, usize); 3] = [(8, 16), (16, 16), (32, 32)];
/// Those of the kernel for any rows.
const ANY: (usize, usize) = (8, 16);

/// Linears of a launch, as in the kernel's source.
pub const PARTS_MAX: usize = 4;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedPart {
    pub weight: QuantisedParams,
    pub bias: u64,
    pub out: u64,
    pub out_row: i64,
    pub n: i64,
    pub tile: i64,
    pub is_f32: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct QuantisedLinearsParams {
    pub x: u64,
    pub x_row: i64,
    pub rows: i64,
    pub k: i64,
    pub count: i64,
    pub parts: [QuantisedPart; PARTS_MAX],
}
pub(crate) const QUANTISED_SMALL_M: Family = Family::of::<QuantisedLinearsParams>(
    "gemm/quantised_small_m",
    &[
        "quantised_small_m_fp8_8",
        "quantised_small_m_fp8_16",
        "quantised_small_m_fp8_32",
        "quantised_small_m_fp8_any",
        "quantised_small_m_nvfp4_8",
        "quantised_small_m_nvfp4_16",
        "quantised_small_m_nvfp4_32",
        "quantised_small_m_nvfp4_any",
        "quantised_small_m_mxfp4_8",
        "quantised_small_m_mxfp4_16",
        "quantised_small_m_mxfp4_32",
        "quantised_small_m_mxfp4_any",
    ],
);

/// `x[T, 1, K]` of bf16, `weight[N, K]`, `bias[N]?`, `out[T, 1, N]` of bf16 or f32.
pub struct QuantisedLinearArgs<'a> {
    pub x: View<'a>,
    pub weight: QuantisedView<'a>,
    pub bias: Option<Slice<'a, f32>>,
    pub out: ViewMut<'a>,
}

impl QuantisedLinearArgs<'_> {
    /// The same for a caller who sees to it that its memory is there until it is launched.
    pub(crate) fn kept(self) -> QuantisedLinearArgs<'static> {
        let kept = |view: View<'_>| View::new(view.ptr, view.dtype, view.shape, view.strides);
        QuantisedLinearArgs {
            x: kept(self.x),
            weight: self.weight.kept(),
            bias: self.bias.map(|bias| Slice::new(bias.ptr, bias.len)),
            out: ViewMut::of(kept(self.out.view())),
        }
    }

    /// Checks the arguments; returns rows, outputs and inputs.
    pub(crate) fn check(&self, op: &'static str) -> Result<(usize, usize, usize), CudaError> {
        let ([rows, _, k], n) = (self.x.shape, self.weight.n());
        let out = self.out.view();
        expect(op, "x", &self.x, DType::Bf16, [rows, 1, self.weight.k()])?;
        expect(op, "out", &out, out.dtype, [rows, 1, n])?;
        if out.dtype == DType::F16 {
            return Err(CudaError::bad(op, "outputs are bf16 or f32"));
        }
        if let Some(bias) = &self.bias {
            expect_len(op, "bias", bias.len, n)?;
        }
        Ok((rows, n, k))
    }
}

/// Products of any number of rows of bf16 with weights of one format. The bits of a row do not
/// depend on how many there are, nor on how rows lie in memory.
pub struct QuantisedSmallM {
    tiles: [Kernel; 3],
    any: Kernel,
    format: WeightFormat,
}

impl QuantisedSmallM {
    /// For weights of `format`.
    ///
    /// # Errors
    /// No kernel reads it.
    pub fn bind(device: &Device, format: WeightFormat) -> Result<Self, CudaError> {
        let no_codes = || CudaError::bad("linear", format!("{format} weights have no codes"));
        let tag = kernel_tag(format).ok_or_else(no_codes)?;
        let kernel = |tile: &str| device.kernel(&format!("quantised_small_m_{tag}_{tile}"));
        let tiles = [kernel("8")?, kernel("16")?, kernel("32")?];
        Ok(Self { tiles, any: kernel("any")?, format })
    }

    /// `out = x weight^T + bias` of each of up to [`PARTS_MAX`] linears of the same x, in one
    /// launch. None of them may write what another reads or writes.
    ///
    /// # Errors
    /// Shapes that disagree, rows of another x, no linear or too many, a weight of another format,
    /// or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        linears: &[QuantisedLinearArgs<'_>],
    ) -> Result<(), CudaError> {
        let op = "linear";
        let Some(first) = linears.first() else { return Ok(()) };
        let (rows, _, k) = first.check(op)?;
        let aligned = linears.iter().all(|l| l.x.is_aligned() && l.weight.is_aligned());
        let (kernel, (tile_rows, tile_outputs)) = self.kernel(rows, aligned);
        let same = |format| kernel_tag(format) == kernel_tag(self.format);
        let (params, [tiles, outputs]) = quantised_linears(linears, tile_outputs, same)?;
        let grid = Grid::new([rows.div_ceil(tile_rows), tiles, 1], THREADS);
        let launch = Launch { op, shape: [rows, outputs, k, linears.len()] };
        kernel.launch(stream, launch, grid, &params)
    }

    fn kernel(&self, rows: usize, aligned: bool) -> (&Kernel, (usize, usize)) {
        if !aligned {
            return (&self.any, ANY);
        }
        let index = TILES.iter().position(|(most, _)| rows <= *most).unwrap_or(TILES.len() - 1);
        (&self.tiles[index], TILES[index])
    }
}

/// The parameters of linears of one x, and the tiles and outputs of all; `same` says which formats
/// a kernel reads.
pub(crate) fn quantised_linears(
    linears: &[QuantisedLinearArgs<'_>],
    tile_outputs: usize,
    same: impl Fn(WeightFormat) -> bool,
) -> Result<(QuantisedLinearsParams, [usize; 2]), CudaError> {
    let op = "linear";
    if linears.is_empty() || linears.len() > PARTS_MAX {
        return Err(CudaError::bad(op, format!("{} linears in a launch", linears.len())));
    }
    let first = &linears[0];
    let (rows, _, k) = first.check(op)?;
    let mut params = QuantisedLinearsParams {
        x: first.x.ptr,
        x_row: first.x.strides[0] as i64,
        rows: rows as i64,
        k: k as i64,
        count: linears.len() as i64,
        parts: Zeroable::zeroed(),
    };
    let (mut tiles, mut outputs) = (0, 0);
    for (part, linear) in params.parts.iter_mut().zip(linears) {
        let (_, n, _) = linear.check(op)?;
        let x = |l: &QuantisedLinearArgs<'_>| (l.x.ptr, l.x.shape, l.x.strides[0]);
        if !same(linear.weight.format()) || x(linear) != x(first) {
            return Err(CudaError::bad(op, "a weight of another format, or rows of another x"));
        }
        let out = linear.out.view();
        *part = QuantisedPart {
            weight: linear.weight.params(),
            bias: linear.bias.map_or(0, |bias| bias.ptr),
            out: out.ptr,
            out_row: out.strides[0] as i64,
            n: n as i64,
            tile: tiles as i64,
            is_f32: i64::from(out.dtype == DType::F32),
        };
        tiles += n.div_ceil(tile_outputs);
        outputs += n;
    }
    Ok((params, [tiles, outputs]))
}
