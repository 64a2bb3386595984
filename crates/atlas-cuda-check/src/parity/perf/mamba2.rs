//! The selective scan of long spans at the shape of Nemotron 3 Nano.

use atlas_cuda::ops::mamba2::chunked::ChunkedScan;
use atlas_cuda::ops::mamba2::selective_scan::SelectiveScanArgs;
use atlas_cuda::ops::step::StepTables;
use atlas_tensor::testkit::Noise;
use atlas_tensor::{DType, SpanRows};

use super::{BF16, Bench, Done};

const HEADS: usize = 64;
const GROUPS: usize = 8;
const VALUE: usize = 64;
const KEY: usize = 128;

impl Bench<'_> {
    pub(super) fn mamba2(&mut self) -> Done {
        for (spans, len) in [(1, 4096), (1, 2048), (8, 2048)] {
            self.selective_scan(spans, len)?;
        }
        Ok(())
    }

    fn selective_scan(&mut self, spans: usize, len: usize) -> Done {
        let (rig, rows) = (self.rig, spans * len);
        let Ok(kernel) = ChunkedScan::bind(&rig.device, BF16, KEY, VALUE) else { return Ok(()) };
        let span = |slot| SpanRows { slot, row: slot * len, len, start: 0, drafts: 0, blocks: &[] };
        let list: Vec<SpanRows<'_>> = (0..spans).map(span).collect();
        let step = StepTables::new(&rig.stream, rows, &list, None)?;
        // Step sizes and decays as a layer has them.
        let mut noise = Noise::new(77);
        let sizes: Vec<f32> = noise.fill(rows * HEADS, 0.1).iter().map(|x| x.abs()).collect();
        let decays: Vec<f32> = sizes.iter().map(|size| -4.0 * size).collect();
        let (delta, g) = (rig.slice(&sizes)?, rig.slice(&decays)?);
        let d = rig.slice(&noise.fill(HEADS, 1.0))?;
        let mut state = rig.slice(&vec![0.0f32; spans * HEADS * KEY * VALUE])?;
        let state_len = spans * HEADS * KEY * VALUE;
        let channels = HEADS * VALUE + 2 * GROUPS * KEY;
        let moved = 2 * rows * (channels + HEADS * VALUE) + 8 * rows * HEADS + 8 * state_len;
        // As the recurrence counts: the state's decay, its update and the product with it.
        let flops = 5 * rows * HEADS * KEY * VALUE;
        let name = format!("selective_scan/chunked {spans} x {len}");
        self.time(&name, (moved, flops), |bench, _| {
            let heads_of = |at: usize, count: usize, width: usize| {
                bench.x.view(BF16, 2 * at, [rows, count, width], [channels, width])
            };
            let gates = [rows, 1, HEADS];
            let args = SelectiveScanArgs {
                x: heads_of(0, HEADS, VALUE)?,
                b: heads_of(HEADS * VALUE, GROUPS, KEY)?,
                c: heads_of(HEADS * VALUE + GROUPS * KEY, GROUPS, KEY)?,
                delta: delta.get().view(DType::F32, 0, gates, [HEADS; 2])?,
                g: g.get().view(DType::F32, 0, gates, [HEADS; 2])?,
                d: d.get().slice(0, HEADS)?,
                state: state.get_mut().slice_mut(0, state_len)?,
                out: bench.out.view_mut(BF16, 0, [rows, HEADS, VALUE], [HEADS * VALUE, VALUE])?,
            };
            kernel.run(&rig.stream, &step, &args)
        })
    }
}
