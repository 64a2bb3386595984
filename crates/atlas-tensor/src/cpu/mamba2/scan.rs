//! The selective scan. Columns of a head's state do not mix, so a block of columns small enough for
//! the first-level cache goes through all tokens of a span before the next.

use std::ops::Range;

use crate::cpu::CpuDevice;
use crate::cpu::gated_delta::columns::{PHASES, Rows, Walk, columns, merge, walk};
use crate::cpu::scratch::{Address, PerThread};
use crate::cpu::simd::{Job, Simd, exp_scalar, load_at, store_at};
use crate::device::SpanRows;
use crate::ops::SelectiveScanArgs;
use crate::tensor::{SharedRows, Tensor};

pub fn selective_scan<S: Simd>(dev: &CpuDevice, mut args: SelectiveScanArgs<'_>) {
    let (heads, key_dim, value_dim) = (args.x.dim(1), args.b.dim(2), args.x.dim(2));
    let block_floats = key_dim * columns::<S>() * S::LANES;
    let mut scratch = dev.scratch(PerThread::bytes(dev.threads(), block_floats));
    let block_memory = scratch.take_each(dev.threads(), block_floats);
    let step = ScanStep {
        x: args.x,
        b: args.b,
        c: args.c,
        delta: args.delta,
        g: args.g,
        d: args.d.host(),
        spans: args.spans.rows(),
        out: args.out.share(),
        matrices: Address(args.state.matrices_ptr()),
    };
    let blocks = value_dim.div_ceil(columns::<S>() * S::LANES);
    let tokens: usize = args.spans.iter().map(|span| span.len).sum();
    dev.parallel_indexed(heads * blocks, tokens * block_floats, &|thread, units| {
        let block = block_memory.of(thread);
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(Scan { step, units, block });
    });
}

#[derive(Clone, Copy)]
struct ScanStep<'a> {
    x: Tensor<'a>,
    b: Tensor<'a>,
    c: Tensor<'a>,
    delta: Tensor<'a>,
    g: Tensor<'a>,
    /// `[h]`
    d: &'a [f32],
    spans: &'a [SpanRows<'a>],
    out: SharedRows<'a>,
    /// `[slot, h, n, p]`
    matrices: Address<f32>,
}

/// Units of (head, block of columns), head by head, over all spans in order.
struct Scan<'a> {
    step: ScanStep<'a>,
    units: Range<usize>,
    /// A block of columns side by side: in the matrix its rows lie on few cache sets.
    block: *mut f32,
}

impl<S: Simd> Job<S> for Scan<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        walk(s, &self, self.units.clone());
    }
}

impl Walk for Scan<'_> {
    fn spans(&self) -> &[SpanRows<'_>] {
        self.step.spans
    }

    fn dims(&self) -> [usize; 3] {
        [self.step.x.dim(1), self.step.b.dim(2), self.step.x.dim(2)]
    }

    fn matrices(&self) -> *mut f32 {
        self.step.matrices.get()
    }

    fn block(&self) -> *mut f32 {
        self.block
    }

    /// One token of one head on a block of columns.
    #[inline(always)]
    fn token<S: Simd, const C: usize, const WHOLE: bool>(
        &self,
        s: S,
        t: usize,
        head: usize,
        first: usize,
        rows: &Rows<C, WHOLE>,
    ) {
        let step = &self.step;
        let (heads, value_dim) = (step.x.dim(1), step.x.dim(2));
        let group = head / (heads / step.b.dim(1));
        let (b, c, x) =
            (step.b.head_f32(t, group), step.c.head_f32(t, group), step.x.head_f32(t, head));
        let decay = s.splat(exp_scalar(s, step.g.row_f32(t)[head]));
        let delta = s.splat(step.delta.row_f32(t)[head]);
        let mut write = [s.splat(0.0); C];
        for i in 0..C {
            write[i] = s.mul(delta, load_at(s, x, first + i * S::LANES));
        }
        let key_dim = b.len();
        let whole = key_dim - key_dim % PHASES;
        let mut read = [[s.splat(0.0); C]; PHASES];
        for i in (0..whole).step_by(PHASES) {
            for p in 0..PHASES {
                rows.write(s, i + p, b, c, decay, &write, &mut read[p]);
            }
        }
        for p in 0..PHASES {
            if whole + p < key_dim {
                rows.write(s, whole + p, b, c, decay, &write, &mut read[p]);
            }
        }
        let end = (first + C * S::LANES).min(value_dim);
        // SAFETY: these columns of the output belong to this unit alone.
        let out = unsafe { step.out.head_part(t, head, first..end) };
        let d = s.splat(step.d[head]);
        for i in 0..C {
            let x = load_at(s, x, first + i * S::LANES);
            store_at(s, out, i * S::LANES, s.fma(d, x, merge(s, &read, i)));
        }
    }
}
