//! Experts of few tokens whose first product makes the choice, against `route_topk` and the experts
//! apart: ids, order, weights and results to the same bits. And calls as a layer makes them: how
//! many launches they become.

use atlas_cuda::ops::moe::ExpertsArgs;
use atlas_cuda::ops::moe::pair_gemv::PairGemv;
use atlas_cuda::ops::moe::routed_pair_gemv::{Ahead, ROWS_MAX};
use atlas_cuda::ops::moe::router_topk::{RouteArgs, RouteTopk};
use std::sync::Arc;

use atlas_cuda::{Cuda, CudaError, Options};
use atlas_tensor::ops as op;
use atlas_tensor::testkit::{Noise, Output};
use atlas_tensor::{
    Arena, Binder, Compute, DType, Device, Kernel, TensorMut, Weight, WeightFormat,
};

use crate::parity::check::{Tally, same};
use crate::parity::rig::{Matrix, Pooled, Rig};
use crate::parity::rows::{matrix, matrix_mut};

/// Experts of all, of a token, and the widths of rows and of hidden rows.
const CASES: [(usize, usize, [usize; 2]); 12] = [
    (1, 1, [40, 24]),
    (7, 1, [37, 19]),
    (7, 7, [40, 24]),
    (60, 4, [40, 24]),
    (60, 10, [72, 8]),
    (256, 1, [40, 24]),
    (256, 8, [40, 24]),
    (256, 10, [37, 9]),
    (257, 2, [40, 24]),
    (257, 8, [40, 8]),
    (512, 10, [8, 16]),
    (300, 32, [16, 8]),
];
/// Words behind an output that no kernel may write.
const BEHIND: usize = 16;

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("routed_experts") {
        return;
    }
    rig.aligned.set(true);
    for &case in &CASES {
        let (experts, ranks, _) = case;
        for rows in 1..=ROWS_MAX {
            let name = format!("routed_experts {rows} x {ranks} of {experts}");
            tally.case(&name, || agree(rig, case, rows, seed));
        }
    }
    for (name, experts, rows) in [("rows", 8, ROWS_MAX + 1), ("experts", 513, 1)] {
        let result = || {
            Case::new(rig, (experts, 2, [16, 8]), rows, true, seed)
                .and_then(|mut case| {
                    case.run(rig, op::RouterRule::softmax(true), Some(Ahead::Chosen))
                })
                .and_then(|(served, _)| match served {
                    true => Err("served".into()),
                    false => Ok("left to the kernels apart".into()),
                })
        };
        tally.case(&format!("routed_experts, too many {name}"), result);
    }
    let ordinal = rig.device.info().ordinal;
    for way in [LayerCalls::Plain, LayerCalls::Shared, LayerCalls::Read, LayerCalls::Overwritten] {
        tally.case(&format!("routed_experts, launches: {way:?}"), || launches(ordinal, way));
    }
}

fn agree(
    rig: &Rig,
    case: (usize, usize, [usize; 2]),
    rows: usize,
    seed: u64,
) -> Result<String, String> {
    for special in [false, true] {
        let mut case = Case::new(rig, case, rows, special, seed)?;
        for rule in [false, true].map(op::RouterRule::softmax) {
            let (_, apart) = case.run(rig, rule, None)?;
            for ahead in [Ahead::Chosen, Ahead::Nothing] {
                let (served, together) = case.run(rig, rule, Some(ahead))?;
                if !served {
                    return Err("not served".into());
                }
                same(&apart, &together)
                    .map_err(|what| format!("{ahead:?}, special {special}: {what}"))?;
            }
        }
    }
    Ok("the same bits".into())
}

/// A layer's inputs and where its results go.
struct Case {
    extents: (usize, usize, [usize; 2]),
    rows: usize,
    x: Matrix,
    logits: Matrix,
    gate_up: Matrix,
    down: Matrix,
    ids: Pooled,
    weights: Pooled,
    workspace: Pooled,
}

impl Case {
    /// With logits of few values, NaN and infinities among them, where `special`.
    fn new(
        rig: &Rig,
        extents: (usize, usize, [usize; 2]),
        rows: usize,
        special: bool,
        seed: u64,
    ) -> Result<Self, String> {
        let (experts, ranks, [inputs, inner]) = extents;
        let mut noise = Noise::new(seed ^ (experts * 64 + rows) as u64);
        let mut logits = noise.fill(rows * experts, 2.0);
        if special {
            logits.iter_mut().for_each(|logit| *logit = logit.round());
            for (t, row) in logits.chunks_mut(experts).enumerate() {
                match t % 4 {
                    0 if rows > 1 => row.fill(f32::NEG_INFINITY),
                    1 => row[experts / 2] = f32::NAN,
                    2 => row[0] = f32::NEG_INFINITY,
                    _ => row.iter_mut().step_by(3).for_each(|logit| *logit = -0.0),
                }
            }
        }
        let matrix_of = |noise: &mut Noise, n: usize, k: usize| {
            let values = noise.fill(n * k, 1.0 / (k as f32).sqrt());
            rig.weight(&Weight::from_f32(WeightFormat::Bf16, n, k, &values)).map_err(text)
        };
        let x = noise.fill(rows * inputs, 1.0);
        let words = |count: usize| rig.memory(4 * (count + BEHIND)).map_err(text);
        let logits = rig.tensor_as(matrix(&logits, [rows, 1, experts]), DType::F32);
        Ok(Self {
            extents,
            rows,
            x: rig.tensor(matrix(&x, [rows, 1, inputs])).map_err(text)?,
            logits: logits.map_err(text)?,
            gate_up: matrix_of(&mut noise, experts * 2 * inner, inputs)?,
            down: matrix_of(&mut noise, experts * inputs, inner)?,
            ids: words(rows * ranks)?,
            weights: words(rows * ranks)?,
            workspace: rig.memory(2 * rows * ranks * inner).map_err(text)?,
        })
    }

    /// With the choice in the experts' own kernels as `ahead` says, or apart; whether that is
    /// served, and ids, weights, and results.
    fn run(
        &mut self,
        rig: &Rig,
        rule: op::RouterRule,
        ahead: Option<Ahead>,
    ) -> Result<(bool, [Output; 3]), String> {
        let (rows, (experts, ranks, [inputs, inner])) = (self.rows, self.extents);
        let count = rows * ranks;
        let poison = vec![f32::NAN; rows * inputs];
        let mut out = rig.tensor(matrix(&poison, [rows, 1, inputs])).map_err(text)?;
        for memory in [&mut self.ids, &mut self.weights, &mut self.workspace] {
            memory.get_mut().fill(&rig.stream, 0xff).map_err(text)?;
        }
        let mut run = || {
            let route = RouteTopk::bind(&rig.device, DType::F32)?;
            let pairs =
                PairGemv::bind(&rig.device, op::ExpertActivation::SwiGlu, [DType::Bf16; 2])?;
            let logits = self.logits.view()?;
            if ahead.is_none() {
                let ids = self.ids.get_mut().slice_mut(0, count)?;
                let weights = self.weights.get_mut().slice_mut(0, count)?;
                let args = RouteArgs { logits, bias: None, k: ranks, rule, ids, weights };
                route.run(&rig.stream, &args)?;
            }
            let (x, out, workspace) = (self.x.view()?, out.view_mut()?, self.workspace.get_mut());
            let gate_up = self.gate_up.reshaped([experts, 2 * inner, inputs])?;
            let down = self.down.reshaped([experts, inputs, inner])?;
            let all = |ids, weights| {
                Ok(ExpertsArgs { x, ids, weights, ranks, gate_up, down, out, workspace })
            };
            let Some(ahead) = ahead else {
                let ids = self.ids.get().slice(0, count)?;
                pairs.run(&rig.stream, all(ids, self.weights.get().slice(0, count)?)?)?;
                return rig.stream.synchronize().map(|()| true);
            };
            let ids = self.ids.get_mut().slice_mut(0, count)?;
            let weights = self.weights.get_mut().slice_mut(0, count)?;
            let args = RouteArgs { logits, bias: None, k: ranks, rule, ids, weights };
            let served = pairs.run_routed(&rig.stream, (&route, args), all, ahead)?;
            rig.stream.synchronize().map(|()| served)
        };
        let served = run().map_err(text)?;
        let mut results = vec![f32::NAN; rows * inputs];
        rig.fetch(&out, &mut matrix_mut(&mut results, [rows, 1, inputs]))?;
        let mut words = [Vec::new(), Vec::new()];
        for (words, memory) in words.iter_mut().zip([&self.ids, &self.weights]) {
            *words = rig.values::<u32>(memory, 0, count + BEHIND).map_err(text)?;
            if words.split_off(count).iter().any(|&word| word != u32::MAX) {
                return Err("words behind an output were written".into());
            }
        }
        let [ids, weights] = words;
        if served && ids.iter().any(|&id| id as usize >= experts) {
            return Err(format!("an id that is none of {experts}: {ids:?}"));
        }
        let ids = ids.iter().map(|&id| id as f32).collect();
        let weights = weights.iter().map(|&bits| f32::from_bits(bits)).collect();
        Ok((served, [("ids", ids), ("weights", weights), ("out", results)]))
    }
}

const EXPERTS: usize = 60;
const RANKS: usize = 4;
const HIDDEN: usize = 40;
const INNER: usize = 24;

/// Calls of a layer from the routing to its experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LayerCalls {
    /// The fused op.
    Plain,
    /// The same with an expert of every token, as models have it.
    Shared,
    /// Op by op, and the ids are read in between.
    Read,
    /// Op by op, and a linear writes over the logits in between.
    Overwritten,
}

impl LayerCalls {
    /// Launches for so many rows with rows of fused ops.
    fn launches(self, rows: usize) -> u64 {
        match self {
            Self::Plain => 2,
            Self::Shared => [2, 3][usize::from(rows > 1)],
            Self::Read => 3,
            Self::Overwritten => 4,
        }
    }
}

/// Ops of a layer and their weights on a device.
struct Layer {
    dev: Device,
    cuda: Arc<Cuda>,
    embed: Kernel<op::Embed>,
    /// Without and with an expert of every token.
    routed: [Kernel<op::RoutedExperts>; 2],
    route: Kernel<op::RouteTopk>,
    router: Kernel<op::Linear>,
    experts: Kernel<op::MoeExperts>,
    table: Weight,
    down: Weight,
    again: Weight,
    all: op::Experts,
}

impl Layer {
    fn new(ordinal: u32, fuse: bool) -> Result<Self, Box<dyn std::error::Error>> {
        let options = Options { fuse, ..Options::default() };
        let cuda = Arc::new(Cuda::open(ordinal, Compute::Bf16, false, options)?);
        let dev = Device::Backend(cuda.clone());
        let (mut binder, mut noise, format) =
            (Binder::new(&dev), Noise::new(5), WeightFormat::Bf16);
        let mut weight = |n: usize, k: usize| {
            Weight::from_f32(format, n, k, &noise.fill(n * k, 1.0 / (k as f32).sqrt()))
        };
        let expert = |_| op::Expert {
            gate: Some(weight(INNER, HIDDEN)),
            up: weight(INNER, HIDDEN),
            down: weight(HIDDEN, INNER),
        };
        let all = binder.experts((0..EXPERTS).map(expert).collect())?;
        let [table, down, again] =
            [weight(1, HIDDEN), weight(HIDDEN, INNER), weight(EXPERTS, HIDDEN)];
        let need =
            |n, k| op::LinearNeed { format, n, k, rounds_inputs: false, reorders_inputs: false };
        let experts = op::MoeExpertsNeed {
            formats: format.into(),
            hidden: HIDDEN,
            intermediate: INNER,
            rounds_inputs: false,
        };
        let mut routed = |shared: Option<op::LinearNeed>| {
            binder.bind_fused(op::RoutedExpertsNeed { experts: experts.clone(), shared })
        };
        let routed = [routed(None)?, routed(Some(need(HIDDEN, INNER)))?];
        let layer = Self {
            embed: binder.bind(op::EmbedNeed { format })?,
            routed,
            route: binder.bind(())?,
            router: binder.bind(need(EXPERTS, HIDDEN))?,
            experts: binder.bind(experts)?,
            table: binder.weight(table)?,
            down: binder.weight(down)?,
            again: binder.weight(again)?,
            all,
            dev,
            cuda,
        };
        binder.finish(&|_| ())?;
        Ok(layer)
    }

    /// Its launches, and ids, weights and results.
    fn run(
        &self,
        way: LayerCalls,
        rows: usize,
    ) -> Result<(u64, [Output; 3]), Box<dyn std::error::Error>> {
        // Long: the arguments of all ops of one layer.
        let dev = &self.dev;
        let arena = Arena::on(dev, 1 << 20)?;
        let frame = arena.frame();
        let mut logits = dev.allocate(4 * rows * EXPERTS)?;
        let values = Noise::new(rows as u64).fill(rows * EXPERTS, 2.0);
        logits.write(0, bytemuck::cast_slice(&values));
        let shape = [rows, EXPERTS];
        let (mut ids, mut weights) =
            (frame.alloc_u32(rows * RANKS), frame.alloc_f32(&[rows, RANKS]));
        // All of them token 0.
        let tokens = frame.alloc_u32(rows);
        let embed = |mut out: TensorMut<'_>| {
            let args =
                op::EmbedArgs { ids: tokens.as_ref(), table: &self.table, out: out.reborrow() };
            self.embed.run(dev, args);
        };
        let [mut x, mut out, mut value] = [HIDDEN; 3].map(|width| frame.alloc(&[rows, width]));
        let [mut active, scale] = [INNER, 1].map(|width| frame.alloc(&[rows, width]));
        embed(x.reborrow());
        let before = self.cuda.launches();
        if let LayerCalls::Plain | LayerCalls::Shared = way {
            let part = x.as_ref().slice_last(8..8 + INNER);
            let shared = (way == LayerCalls::Shared).then(|| op::SharedExpert {
                gate: part,
                up: part,
                active: active.reborrow(),
                down: &self.down,
                value: value.reborrow(),
                scale: Some(scale.as_ref().view(&[rows])),
            });
            let args = op::RoutedExpertsArgs {
                logits: logits.f32(&shape),
                k: RANKS,
                bias: None,
                rule: op::RouterRule::softmax(true),
                ids: ids.reborrow(),
                weights: weights.reborrow(),
                x: x.as_ref(),
                experts: &self.all,
                shared,
                out: out.reborrow(),
            };
            self.routed[usize::from(way == LayerCalls::Shared)].run(dev, args);
        } else {
            let args = op::RouteTopkArgs {
                logits: logits.f32(&shape),
                k: RANKS,
                bias: None,
                rule: op::RouterRule::softmax(true),
                ids: ids.reborrow(),
                weights: weights.reborrow(),
            };
            self.route.run(dev, args);
            if way == LayerCalls::Read {
                dev.read_words(&ids.as_ref());
            } else {
                let (x, weight, out) = (x.as_ref(), &self.again, logits.f32_mut(&shape));
                self.router.run(dev, op::LinearArgs { x, weight, bias: None, out });
            }
            let args = op::MoeExpertsArgs {
                x: x.as_ref(),
                ids: ids.as_ref(),
                weights: weights.as_ref(),
                k: RANKS,
                experts: &self.all,
                out: out.reborrow(),
            };
            self.experts.run(dev, args);
        }
        let launches = self.cuda.launches() - before;
        let words = dev.read_words(&ids.as_ref()).iter().map(|&id| id as f32).collect();
        let outputs = [
            ("ids", words),
            ("weights", dev.read(&weights.as_ref())),
            ("out", dev.read(&out.as_ref())),
        ];
        dev.check()?;
        Ok((launches, outputs))
    }
}

fn launches(ordinal: u32, way: LayerCalls) -> Result<String, String> {
    let text = |error: Box<dyn std::error::Error>| error.to_string();
    let together = Layer::new(ordinal, true).map_err(text)?;
    let apart = Layer::new(ordinal, false).map_err(text)?;
    for rows in 1..=ROWS_MAX {
        let (few, got) = together.run(way, rows).map_err(text)?;
        let (many, expected) = apart.run(way, rows).map_err(text)?;
        if few != way.launches(rows) || many < 3 {
            return Err(format!("{rows} rows: {few} launches together, {many} apart"));
        }
        same(&expected, &got).map_err(|what| format!("{rows} rows: {what}"))?;
    }
    Ok("as expected, the same bits".into())
}

fn text(error: CudaError) -> String {
    error.to_string()
}
