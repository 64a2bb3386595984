//! One row added to its residual and normalised, with the linears of it: in one kernel and in two.

use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::dispatch::GemmDispatch;
use atlas_cuda::ops::gemm::norm_gemv::NormGemv;
use atlas_cuda::ops::gemm::shared_input::{CheckedLinear, LinearGroup};
use atlas_cuda::ops::norm::NormWeight;
use atlas_cuda::ops::norm::rms_norm::RmsNorm;
use atlas_cuda::view::View;
use atlas_cuda::{CudaError, DeviceBuffer};

use super::{BF16, Bench, Done, HIDDEN, POOL};

/// Outputs of a mixer's linears, and of a router's beside a shared expert's.
const GROUPS: [&[usize]; 3] = [&[8192, 4096, 32, 32], &[8192, 512, 512], &[256, 1, 512, 512]];

impl Bench<'_> {
    pub(super) fn normed(&mut self) -> Done {
        let norm = RmsNorm::bind(&self.rig.device, BF16)?;
        let linears = GemmDispatch::bind(&self.rig.device)?;
        let both = NormGemv::bind(&self.rig.stream)?;
        let mut residual = DeviceBuffer::new(&self.rig.device, 2 * HIDDEN)?;
        let mut normed = DeviceBuffer::new(&self.rig.device, 2 * HIDDEN)?;
        let mut outs: Vec<DeviceBuffer> = (0..4)
            .map(|_| DeviceBuffer::new(&self.rig.device, 2 * 8192))
            .collect::<Result<_, _>>()?;
        for outputs in GROUPS {
            let all: usize = outputs.iter().sum();
            let cost = (2 * all * HIDDEN, 2 * all * HIDDEN);
            for way in ["apart", "together"] {
                let name = format!("norm_linears/{way} {all} x {HIDDEN}");
                let (residual, normed, outs) = (&mut residual, &mut normed, &mut outs);
                self.time(&name, cost, |bench, i| {
                    let stream = &bench.rig.stream;
                    let (row, strides) = ([1, 1, HIDDEN], [HIDDEN, HIDDEN]);
                    let weight = bench.small.slice(0, HIDDEN)?;
                    let weight = NormWeight { weight, eps: 1e-6, offset: 1.0 };
                    let residual = residual.view_mut(BF16, 0, row, strides)?;
                    let x = bench.x.view(BF16, 0, row, strides)?;
                    let first = i % (POOL / (2 * all * HIDDEN)) * all;
                    let (pool, outs) = (&bench.pool, &mut *outs);
                    if way == "together" {
                        let (args, out) =
                            ((residual, x, weight), normed.view_mut(BF16, 0, row, strides)?);
                        return both
                            .run(stream, &norm, args, out, move |x| {
                                group(x, pool, first, outputs, outs)
                            })
                            .map(|_| ());
                    }
                    norm.run_add(
                        stream,
                        residual,
                        x,
                        weight,
                        normed.view_mut(BF16, 0, row, strides)?,
                    )?;
                    let x = normed.view(BF16, 0, row, strides)?;
                    linears.run(stream, &group(x, pool, first, outputs, outs)?, false)
                })?;
            }
        }
        Ok(())
    }
}

/// Linears of x whose weights are the pool's rows from `first` on.
fn group<'a>(
    x: View<'a>,
    pool: &'a DeviceBuffer,
    mut first: usize,
    outputs: &[usize],
    outs: &'a mut [DeviceBuffer],
) -> Result<LinearGroup<'a>, CudaError> {
    let mut group: Option<LinearGroup<'a>> = None;
    for (&n, out) in outputs.iter().zip(outs) {
        let weight = pool.view(BF16, 2 * first * HIDDEN, [n, 1, HIDDEN], [HIDDEN, HIDDEN])?;
        let out = out.view_mut(BF16, 0, [1, 1, n], [n, n])?;
        let linear = CheckedLinear::of(&LinearArgs { x, weight, bias: None, out })?;
        match &mut group {
            None => group = Some(LinearGroup::new(linear)),
            Some(group) => assert!(group.add(&linear), "outputs that lie apart"),
        }
        first += n;
    }
    group.ok_or(CudaError::NotBuilt)
}
