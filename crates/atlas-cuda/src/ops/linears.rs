//! Linears of bf16 on tensor cores, those of the same rows in one launch.

use std::marker::PhantomData;

use atlas_tensor::DType;
use bytemuck::{Pod, Zeroable};

use super::Family;
use super::linear::{self, Gemm, Halves, Linear, LinearArgs, LinearTypes, Tile};
use super::narrow::{Narrow, ROWS_MAX, TILES, tile_of};
use super::split::{self, SplitLinears};
use super::wide::{self, WideLinears};
use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::memory::DeviceBuffer;
use crate::stream::Stream;
use crate::view::{Slice, View, ViewMut};

/// Linears of a launch, as in the kernel's source.
pub const PARTS_MAX: usize = 4;
const WARPS: usize = 8;
const THREADS: u32 = 256;
const GRID_Y_MAX: usize = 65_535;
/// Outputs of a linear alone from which tiles are faster than [`Narrow`] for few rows as well.
const WIDE_OUTPUTS: usize = 65_536;

#[repr(C)]
#[derive(Clone, Copy, Default, Pod, Zeroable)]
struct Part {
    weight: u64,
    bias: u64,
    out: u64,
    out_row: i64,
    n: i64,
    block: i64,
    wide: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(super) struct LinearsParams {
    x: u64,
    x_row: i64,
    rows: i64,
    k: i64,
    count: i64,
    parts: [Part; PARTS_MAX],
}

impl LinearsParams {
    /// The address of x, and how far apart its rows lie.
    pub(super) fn x(&self) -> (u64, usize) {
        (self.x, self.x_row as usize)
    }
}
pub(super) const LINEARS: Family = Family::of::<LinearsParams>(
    "linears",
    &[
        "linears_warp",
        "linears_narrow_1_1",
        "linears_narrow_1_2",
        "linears_narrow_1_4",
        "linears_narrow_2_1",
        "linears_narrow_2_2",
        "linears_gemm_small",
        "linears_gemm_middle",
        "linears_gemm_large",
        "linears_gemm_huge",
    ],
)
.with_shared();

/// A linear whose arguments were checked.
#[derive(Clone, Copy, Debug)]
pub struct Queued<'a> {
    x: u64,
    x_row: usize,
    rows: usize,
    k: usize,
    weight: u64,
    bias: u64,
    out: u64,
    out_row: usize,
    n: usize,
    wide: bool,
    life: PhantomData<&'a DeviceBuffer>,
}

impl<'a> Queued<'a> {
    /// The same for a caller who sees to it that its memory is there until it is launched.
    pub(crate) fn kept(self) -> Queued<'static> {
        Queued { life: PhantomData, ..self }
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
            wide: out.dtype == DType::F32,
            life: PhantomData,
        })
    }

    /// The bytes that it writes lie between these addresses.
    fn written(&self) -> std::ops::Range<u64> {
        let bytes = if self.wide { 4 } else { 2 };
        let elements = self.rows.saturating_sub(1) * self.out_row + self.n;
        self.out..self.out + (elements * bytes) as u64
    }

    /// The bytes of x lie between these addresses.
    fn read(&self) -> std::ops::Range<u64> {
        let elements = self.rows.saturating_sub(1) * self.x_row + self.k;
        self.x..self.x + (elements * 2) as u64
    }

    /// Its arguments again.
    fn args(&self) -> LinearArgs<'_> {
        let Self { rows, k, n, .. } = *self;
        let out = if self.wide { DType::F32 } else { DType::Bf16 };
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
pub struct Group<'a> {
    linears: [Queued<'a>; PARTS_MAX],
    count: usize,
}

impl<'a> Group<'a> {
    pub fn new(first: Queued<'a>) -> Self {
        Self { linears: [first; PARTS_MAX], count: 1 }
    }

    /// Takes one more, if it is of the same rows, none of them writes what another reads or writes,
    /// and there is room.
    pub fn add(&mut self, next: &Queued<'a>) -> bool {
        let first = &self.linears[0];
        let rows = |q: &Queued<'_>| (q.x, q.x_row, q.rows, q.k);
        let apart =
            |a: std::ops::Range<u64>, b: std::ops::Range<u64>| a.end <= b.start || b.end <= a.start;
        let free = |q: &Queued<'_>| apart(q.written(), next.written());
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

    /// What the kernel of one row takes, and how many blocks it has.
    pub(super) fn params_of_warps(&self) -> (LinearsParams, usize) {
        self.params(WARPS)
    }

    fn linears(&self) -> &[Queued<'a>] {
        &self.linears[..self.count]
    }

    /// Rows, elements of a row of x, and outputs of each.
    pub(super) fn extents(&self) -> (usize, usize, impl Iterator<Item = usize> + Clone) {
        let first = &self.linears[0];
        (first.rows, first.k, self.linears().iter().map(|linear| linear.n))
    }

    /// The address of x.
    pub(super) fn x(&self) -> u64 {
        self.linears[0].x
    }

    /// Whether none of them writes these bytes.
    pub(super) fn leaves(&self, bytes: &std::ops::Range<u64>) -> bool {
        let apart = |w: std::ops::Range<u64>| w.end <= bytes.start || bytes.end <= w.start;
        self.linears().iter().all(|linear| apart(linear.written()))
    }

    /// The address of each linear's weights, and their rows.
    pub(super) fn weights(&self) -> impl Iterator<Item = (u64, usize)> {
        self.linears().iter().map(|linear| (linear.weight, linear.n))
    }

    /// What the kernels take, with blocks of so many outputs, and how many blocks there are.
    pub(super) fn params(&self, outputs: usize) -> (LinearsParams, usize) {
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
            *part = Part {
                weight: linear.weight,
                bias: linear.bias,
                out: linear.out,
                out_row: linear.out_row as i64,
                n: linear.n as i64,
                block: blocks as i64,
                wide: i64::from(linear.wide),
            };
            blocks += linear.n.div_ceil(outputs);
        }
        (params, blocks)
    }
}

/// Linears as models bind them: a warp an output for one row, [`Narrow`] for few, [`Gemm`] for more
/// and for heads of large vocabularies, [`WideLinears`] for many and [`SplitLinears`] for few with
/// few outputs and a long K where the device has them; or [`Gemm`] for all, whose bits do not
/// depend on how many rows there are.
pub struct Linears {
    warp: Kernel,
    narrow: Vec<Kernel>,
    gemm: Vec<Kernel>,
    /// For one linear alone, by whether outputs are f32.
    one: [Linear; 2],
    halves: Halves,
    few: [Narrow; 2],
    many: [Gemm; 2],
    wide: Option<WideLinears>,
    split: Option<SplitLinears>,
}

impl Linears {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let kernel = |name: &str| device.kernel(&format!("linears_{name}"));
        let gemm = |tile: &Tile| kernel(&format!("gemm_{}", tile.name));
        let types = |out| LinearTypes { x: DType::Bf16, weight: DType::Bf16, out };
        let [bf16, wide] = [DType::Bf16, DType::F32];
        Ok(Self {
            warp: kernel("warp")?,
            narrow: (TILES.iter().map(|(m, n)| kernel(&format!("narrow_{m}_{n}"))))
                .collect::<Result<_, _>>()?,
            gemm: linear::TILES.iter().map(gemm).collect::<Result<_, _>>()?,
            one: [Linear::bind(device, types(bf16))?, Linear::bind(device, types(wide))?],
            halves: Halves::bind(device)?,
            few: [Narrow::bind(device, bf16)?, Narrow::bind(device, wide)?],
            many: [Gemm::bind(device, bf16)?, Gemm::bind(device, wide)?],
            wide: WideLinears::bind(device)?,
            split: SplitLinears::bind(device)?,
        })
    }

    /// Whether one linear alone of so many rows, K and outputs, as models bind them, is served by
    /// [`Narrow`].
    pub(crate) fn takes_narrow(&self, rows: usize, k: usize, outputs: usize) -> bool {
        let wide = self.wide.is_some() && wide::serves(rows, k, outputs);
        let split = self.split.is_some() && split::serves(rows, k, outputs);
        (2..=ROWS_MAX).contains(&rows) && outputs < WIDE_OUTPUTS && !wide && !split
    }

    /// Launches all of a group; with `invariant` to bits that do not depend on how many rows there
    /// are.
    ///
    /// # Errors
    /// What the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        group: &Group<'_>,
        invariant: bool,
    ) -> Result<(), CudaError> {
        let (first, rows) = (&group.linears[0], group.linears[0].rows);
        let outputs = group.extents().2.sum();
        let serves = |_: &&SplitLinears| !invariant && split::serves(rows, first.k, outputs);
        if let Some(split) = self.split.as_ref().filter(serves) {
            return split.run(stream, group);
        }
        let serves = |_: &&WideLinears| !invariant && wide::serves(rows, first.k, outputs);
        if let Some(wide) = self.wide.as_ref().filter(serves) {
            return wide.run(stream, group);
        }
        if let [alone] = group.linears() {
            let wide = usize::from(alone.wide);
            return match rows {
                _ if invariant => self.many[wide].run(stream, alone.args()),
                1 if Halves::serves(&alone.args()) => self.halves.run(stream, alone.args()),
                1 => self.one[wide].run(stream, alone.args()),
                _ if alone.n >= WIDE_OUTPUTS => self.many[wide].run(stream, alone.args()),
                _ => self.few[wide].run(stream, alone.args()),
            };
        }
        if rows == 0 {
            return Ok(());
        }
        let columns = outputs;
        let (kernel, outputs, down, threads, shared) = match rows {
            1 if !invariant => (&self.warp, WARPS, 1, THREADS, 0),
            2..=ROWS_MAX if !invariant => {
                let index = tile_of(rows, columns);
                (&self.narrow[index], 8 * TILES[index].1, 1, THREADS, 0)
            }
            _ => {
                let (index, tile) = Tile::of(rows, columns, self.warp.device().info());
                let down = rows.div_ceil(tile.rows).min(GRID_Y_MAX);
                (&self.gemm[index], tile.columns, down, tile.threads, tile.shared_bytes())
            }
        };
        let (params, blocks) = group.params(outputs);
        let grid = Grid::new([blocks, down, 1], threads).shared(shared);
        let launch = Launch { op: "linear", shape: [rows, columns, first.k, group.count] };
        kernel.launch(stream, launch, grid, &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(x: u64, out: u64, n: usize) -> Queued<'static> {
        let (x_row, rows, k) = (16, 3, 16);
        Queued {
            x,
            x_row,
            rows,
            k,
            weight: 1 << 20,
            bias: 0,
            out,
            out_row: n,
            n,
            wide: false,
            life: PhantomData,
        }
    }

    #[test]
    fn a_group_is_of_the_same_rows_and_of_outputs_apart() {
        let mut group = Group::new(linear(0x1000, 0x2000, 8));
        assert!(!group.add(&linear(0x1010, 0x3000, 8)), "other rows");
        assert!(!group.add(&linear(0x1000, 0x2000 + 2 * 23, 8)), "the last byte twice");
        assert!(!group.add(&linear(0x1000, 0x1000 + 2 * 47, 8)), "x is written");
        assert!(group.add(&linear(0x1000, 0x2000 + 2 * 24, 8)));
        assert!(!group.add(&linear(0x1000, 0x2000 + 2 * 24, 8)), "the second's output");
        let wide = Queued { wide: true, ..linear(0x1000, 0x1000 - 4 * 24, 8) };
        assert!(group.add(&wide), "up to x");
        assert!(group.add(&linear(0x1000, 0x9000, 1)));
        assert!(!group.add(&linear(0x1000, 0xa000, 1)), "no room");
        assert_eq!(group.linears().len(), PARTS_MAX);
    }
}
