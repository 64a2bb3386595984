//! The choice of a token's experts and their products: in kernels of its own and theirs, and with
//! the choice in the first product. In graphs, each behind the router's linear, which writes the
//! logits and whose time is taken alone too.

use atlas_cuda::DeviceBuffer;
use atlas_cuda::ops::gemm::gemv::Gemv;
use atlas_cuda::ops::gemm::{LinearArgs, LinearTypes};
use atlas_cuda::ops::moe::ExpertsArgs;
use atlas_cuda::ops::moe::pair_gemv::PairGemv;
use atlas_cuda::ops::moe::routed_pair_gemv::{Ahead, ROWS_MAX};
use atlas_cuda::ops::moe::router_topk::{RouteArgs, RouteTopk};
use atlas_tensor::DType;
use atlas_tensor::ops::{ExpertActivation, RouterRule};

use super::{BF16, Bench, Done, EXPERTS, HIDDEN, INNER, RANKS};

/// Calls of a graph, each of other rows, and so mostly of other experts.
const CALLS: usize = 24;
const GATE_UP: usize = EXPERTS * 2 * INNER * HIDDEN * 2;
const DOWN: usize = EXPERTS * HIDDEN * INNER * 2;

impl Bench<'_> {
    pub(super) fn routed(&mut self) -> Done {
        // Long: the launches apart and the fused ones, timed side by side.
        let device = &self.rig.device;
        let types = LinearTypes { x: BF16, weight: BF16, out: DType::F32 };
        let router = Gemv::bind(device, types)?;
        let route = RouteTopk::bind(device, DType::F32)?;
        let pairs = PairGemv::bind(device, ExpertActivation::SwiGlu, [BF16; 2])?;
        for rows in 1..=ROWS_MAX {
            let count = rows * RANKS;
            let buffer = |bytes: usize| DeviceBuffer::new(device, bytes);
            let mut logits = buffer(4 * rows * EXPERTS)?;
            let (mut ids, mut weights) = (buffer(4 * count)?, buffer(4 * count)?);
            let mut workspace = buffer(pairs.workspace_bytes(count, INNER))?;
            let expert = 3 * INNER * HIDDEN;
            // As if no two tokens shared an expert.
            let cost = (2 * (count * expert + EXPERTS * HIDDEN), 2 * count * expert);
            let ways = [
                ("before", None),
                ("apart", None),
                ("routed", Some(Ahead::Chosen)),
                ("routed_late", Some(Ahead::Nothing)),
            ];
            for (way, ahead) in ways {
                if way == "routed_late" && rows > 1 {
                    continue;
                }
                let name = format!("moe_experts/{way} {rows} tokens");
                let cost = if way == "before" { (2 * EXPERTS * HIDDEN, 0) } else { cost };
                self.time_graph(&name, cost, CALLS, |bench, i| {
                    let (shape, row) = ([rows, 1, HIDDEN], [HIDDEN, HIDDEN]);
                    let x = bench.x.view(BF16, i * 2 * rows * HIDDEN, shape, row)?;
                    let (pool, stream) = (&bench.pool, &bench.rig.stream);
                    let (scores, score) = ([rows, 1, EXPERTS], [EXPERTS, EXPERTS]);
                    let before = LinearArgs {
                        x,
                        weight: pool.view(BF16, GATE_UP + DOWN, [EXPERTS, 1, HIDDEN], row)?,
                        bias: None,
                        out: logits.view_mut(DType::F32, 0, scores, score)?,
                    };
                    router.run(stream, before)?;
                    if way == "before" {
                        return Ok(());
                    }
                    let logits = logits.view(DType::F32, 0, scores, score)?;
                    let up = [EXPERTS, 2 * INNER, HIDDEN];
                    let gate_up = pool.view(BF16, 0, up, [2 * INNER * HIDDEN, HIDDEN])?;
                    let down = [EXPERTS, HIDDEN, INNER];
                    let down = pool.view(BF16, GATE_UP, down, [HIDDEN * INNER, INNER])?;
                    let out = bench.out.view_mut(BF16, 0, shape, row)?;
                    let (ranks, workspace) = (RANKS, &mut workspace);
                    let all = |ids, weights| {
                        Ok(ExpertsArgs { x, ids, weights, ranks, gate_up, down, out, workspace })
                    };
                    let (k, rule) = (RANKS, RouterRule::softmax(true));
                    match ahead {
                        Some(ahead) => {
                            let ids = ids.slice_mut(0, count)?;
                            let weights = weights.slice_mut(0, count)?;
                            let args = RouteArgs { logits, bias: None, k, rule, ids, weights };
                            let served = pairs.run_routed(stream, (&route, args), all, ahead)?;
                            assert!(served, "the choice is not served with its experts");
                            Ok(())
                        }
                        None => {
                            let to = (ids.slice_mut(0, count)?, weights.slice_mut(0, count)?);
                            let args =
                                RouteArgs { logits, bias: None, k, rule, ids: to.0, weights: to.1 };
                            route.run(stream, &args)?;
                            let from = (ids.slice(0, count)?, weights.slice(0, count)?);
                            pairs.run(stream, all(from.0, from.1)?)
                        }
                    }
                })?;
            }
        }
        Ok(())
    }
}
