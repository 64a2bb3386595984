//! Linears of bf16 that share an input, which go in one launch.

use std::marker::PhantomData;

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::quantise_activations::ActivationCodes;
use super::quantised_small_m::QuantisedLinearArgs;
use super::{LinearArgs, LinearTypes};
use crate::error::CudaError;
use crate::memory::DeviceBuffer;
use crate::ops::Family;
use crate::view::{Slice, View, ViewMut};

/// Linears of a launch, as in the kernel's source.
pub const PARTS_MAX: usize = 4;
/// Warps of a block of the kernel of one row, each with an output.
pub(crate) const WARPS: usize = 8;

#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct OutputPart {
    weight: u64,
    bias: u64,
    out: u64,
    out_row: i64,
    n: i64,
    block: i64,
    is_f32: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct LinearsParams {
    x: u64,
    x_row: i64,
    rows: i64,
    k: i64,
    count: i64,
    parts: [OutputPart; PARTS_MAX],
}

impl LinearsParams {
    /// The address of x, and how far apart its rows lie.
    pub(crate) fn x(&self) -> (u64, usize) {
        (self.x, self.x_row as usize)
    }
}
pub(crate) const LINEARS: Family = Family::of::<LinearsParams>(
    "gemm/shared_input",
    &[
        "shared_input_gemv",
        "shared_input_small_m_mma_1_1",
        "shared_input_small_m_mma_1_2",
        "shared_input_small_m_mma_1_4",
        "shared_input_small_m_mma_2_1",
        "shared_input_small_m_mma_2_2",
        "shared_input_tiled_mma_16x64",
        "shared_input_tiled_mma_64x64",
        "shared_input_tiled_mma_128x128",
        "shared_input_tiled_mma_128x256",
    ],
)
.with_shared();

/// A linear whose arguments were checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckedLinear<'a> {
    x: u64,
    x_row: usize,
    pub(crate) rows: usize,
    pub(crate) k: usize,
    weight: u64,
    bias: u64,
    out: u64,
    out_row: usize,
    pub(crate) n: usize,
    pub(crate) is_f32: bool,
    life: PhantomData<&'a DeviceBuffer>,
}

impl<'a> CheckedLinear<'a> {
    /// The same for a caller who sees to it that its memory is there until it is launched.
    pub(crate) fn kept(self) -> CheckedLinear<'static> {
        CheckedLinear { life: PhantomData, ..self }
    }

    /// # Errors
    /// Shapes that disagree, types that are not bf16 (outputs may be f32), or rows off their
    /// boundaries.
    pub fn of(args: &LinearArgs<'a>) -> Result<Self, CudaError> {
        let (op, out) = ("linear", args.out.view());
        let types = LinearTypes { x: DType::Bf16, weight: DType::Bf16, out: out.dtype };
        let (rows, n, k) = types.check(op, args)?;
        if !k.is_multiple_of(8) || !args.x.is_aligned() || !args.weight.is_aligned() {
            let what = format!("rows of {k} that are not on 16-byte boundaries");
            return Err(CudaError::bad(op, what));
        }
        if out.dtype == DType::F16 {
            return Err(CudaError::bad(op, "outputs are bf16 or f32"));
        }
        Ok(Self {
            x: args.x.ptr,
            x_row: args.x.strides[0],
            rows,
            k,
            weight: args.weight.ptr,
            bias: args.bias.as_ref().map_or(0, |bias| bias.ptr),
            out: out.ptr,
            out_row: out.strides[0],
            n,
            is_f32: out.dtype == DType::F32,
            life: PhantomData,
        })
    }

    /// A linear of 8-bit codes, whose arguments were checked. Lengths along K are of 16 bits, two
    /// codes each.
    pub(crate) fn of_codes(codes: &ActivationCodes<'_>, args: &QuantisedLinearArgs<'a>) -> Self {
        let (out, k) = (args.out.view(), codes.k / 2);
        Self {
            x: codes.codes,
            x_row: k,
            rows: codes.rows,
            k,
            weight: args.weight.params().codes,
            bias: args.bias.as_ref().map_or(0, |bias| bias.ptr),
            out: out.ptr,
            out_row: out.strides[0],
            n: args.weight.n(),
            is_f32: out.dtype == DType::F32,
            life: PhantomData,
        }
    }

    /// The bytes that it writes lie between these addresses.
    fn written(&self) -> std::ops::Range<u64> {
        let bytes = if self.is_f32 { 4 } else { 2 };
        let elements = self.rows.saturating_sub(1) * self.out_row + self.n;
        self.out..self.out + (elements * bytes) as u64
    }

    /// The bytes of x lie between these addresses.
    fn read(&self) -> std::ops::Range<u64> {
        let elements = self.rows.saturating_sub(1) * self.x_row + self.k;
        self.x..self.x + (elements * 2) as u64
    }

    /// Its arguments again.
    pub(crate) fn args(&self) -> LinearArgs<'_> {
        let Self { rows, k, n, .. } = *self;
        let out = if self.is_f32 { DType::F32 } else { DType::Bf16 };
        LinearArgs {
            x: View::new(self.x, DType::Bf16, [rows, 1, k], [self.x_row, k]),
            weight: View::new(self.weight, DType::Bf16, [n, 1, k], [k, k]),
            bias: (self.bias != 0).then(|| Slice::new(self.bias, n)),
            out: ViewMut::of(View::new(self.out, out, [rows, 1, n], [self.out_row, n])),
        }
    }
}

/// Linears that go in one launch.
#[derive(Clone, Copy, Debug)]
pub struct LinearGroup<'a> {
    linears: [CheckedLinear<'a>; PARTS_MAX],
    count: usize,
}

impl<'a> LinearGroup<'a> {
    pub fn new(first: CheckedLinear<'a>) -> Self {
        Self { linears: [first; PARTS_MAX], count: 1 }
    }

    /// Takes one more, if it is of the same rows, none of them writes what another reads or writes,
    /// and there is room.
    pub fn add(&mut self, next: &CheckedLinear<'a>) -> bool {
        let first = &self.linears[0];
        let rows = |q: &CheckedLinear<'_>| (q.x, q.x_row, q.rows, q.k);
        let apart =
            |a: std::ops::Range<u64>, b: std::ops::Range<u64>| a.end <= b.start || b.end <= a.start;
        let free = |q: &CheckedLinear<'_>| apart(q.written(), next.written());
        let fits = self.count < PARTS_MAX
            && rows(first) == rows(next)
            && apart(first.read(), next.written())
            && self.linears().iter().all(free);
        if fits {
            self.linears[self.count] = *next;
            self.count += 1;
        }
        fits
    }

    /// Parameters of the kernel of one row, and its number of blocks.
    pub(crate) fn params_of_warps(&self) -> (LinearsParams, usize) {
        self.params(WARPS)
    }

    pub(crate) fn linears(&self) -> &[CheckedLinear<'a>] {
        &self.linears[..self.count]
    }

    /// Rows, elements of a row of x, and outputs of each.
    pub(crate) fn extents(&self) -> (usize, usize, impl Iterator<Item = usize> + Clone) {
        let first = &self.linears[0];
        (first.rows, first.k, self.linears().iter().map(|linear| linear.n))
    }

    /// The address of x.
    pub(crate) fn x(&self) -> u64 {
        self.linears[0].x
    }

    /// Whether none of them writes these bytes.
    pub(crate) fn leaves(&self, bytes: &std::ops::Range<u64>) -> bool {
        let apart = |w: std::ops::Range<u64>| w.end <= bytes.start || bytes.end <= w.start;
        self.linears().iter().all(|linear| apart(linear.written()))
    }

    /// The address of each linear's weights, and their rows.
    pub(crate) fn weights(&self) -> impl Iterator<Item = (u64, usize)> {
        self.linears().iter().map(|linear| (linear.weight, linear.n))
    }

    /// Parameters of the kernels for blocks of `outputs` outputs, and the number of blocks.
    pub(crate) fn params(&self, outputs: usize) -> (LinearsParams, usize) {
        let first = &self.linears[0];
        let mut params = LinearsParams {
            x: first.x,
            x_row: first.x_row as i64,
            rows: first.rows as i64,
            k: first.k as i64,
            count: self.count as i64,
            parts: Zeroable::zeroed(),
        };
        let mut blocks = 0;
        for (part, linear) in params.parts.iter_mut().zip(self.linears()) {
            *part = OutputPart {
                weight: linear.weight,
                bias: linear.bias,
                out: linear.out,
                out_row: linear.out_row as i64,
                n: linear.n as i64,
                block: blocks as i64,
                is_f32: i64::from(linear.is_f32),
            };
            blocks += linear.n.div_ceil(outputs);
        }
        (params, blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(x: u64, out: u64, n: usize) -> CheckedLinear<'static> {
        let (x_row, rows, k) = (16, 3, 16);
        CheckedLinear {
            x,
            x_row,
            rows,
            k,
            weight: 1 << 20,
            bias: 0,
            out,
            out_row: n,
            n,
            is_f32: false,
            life: PhantomData,
        }
    }

    #[test]
    fn a_group_is_of_the_same_rows_and_of_outputs_apart() {
        let mut group = LinearGroup::new(linear(0x1000, 0x2000, 8));
        assert!(!group.add(&linear(0x1010, 0x3000, 8)), "other rows");
        assert!(!group.add(&linear(0x1000, 0x2000 + 2 * 23, 8)), "the last byte twice");
        assert!(!group.add(&linear(0x1000, 0x1000 + 2 * 47, 8)), "x is written");
        assert!(group.add(&linear(0x1000, 0x2000 + 2 * 24, 8)));
        assert!(!group.add(&linear(0x1000, 0x2000 + 2 * 24, 8)), "the second's output");
        let wide = CheckedLinear { is_f32: true, ..linear(0x1000, 0x1000 - 4 * 24, 8) };
        assert!(group.add(&wide), "up to x");
        assert!(group.add(&linear(0x1000, 0x9000, 1)));
        assert!(!group.add(&linear(0x1000, 0xa000, 1)), "no room");
        assert_eq!(group.linears().len(), PARTS_MAX);
    }
}
