//! Mixtures of experts of every kind against their formulas, written out here in f64.

mod common;

use atlas_model::Cx;
use atlas_model::checkpoint::{Access, TensorTable, WeightOrigin, WeightStore, Weights};
use atlas_model::config::{MoeConfig, SharedExpertConfig};
use atlas_model::layers::{FeedForward, Moe, NormKind, NormSpec, NormWeight, Stream};
use atlas_model::{MemorySource, TapSink};
use atlas_tensor::ops::{ExpertActivation, RouterRule, RouterScoring};
use atlas_tensor::{Arena, Binder, Compute, StepBounds, Tensor, TensorMut};
use common::{StoredTensor, Tensors, device, write_tensors};
use std::collections::BTreeMap;

const HIDDEN: usize = 13;
const INTER: usize = 7;
const EXPERTS: usize = 12;
const ROWS: usize = 9;
const EPS: f32 = 1e-5;
const LAYER: &str = "model.layers.0";

/// Numbers that spread over -1..1.
fn noise(seed: usize, len: usize) -> Vec<f32> {
    let at = |i: usize| ((seed * 7919 + i * 104_729 + 12_345) * 2_654_435_761 % 1_000_003) as f32;
    (0..len).map(|i| at(i) / 500_001.5 - 1.0).collect()
}

struct Checkpoint(Tensors);

impl Checkpoint {
    fn add(&mut self, name: &str, shape: &[usize]) {
        let values = noise(self.0.len() + 1, shape.iter().product());
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensor = StoredTensor { dtype: "F32".into(), shape: shape.to_vec(), bytes };
        self.0.insert(format!("{LAYER}.{name}"), tensor);
    }

    /// Tensors that a layer of this config reads, experts one by one or stacked.
    fn of(config: &MoeConfig, stacked: bool) -> Self {
        let mut all = Self(Tensors::new());
        let width = config.latent_size.unwrap_or(HIDDEN);
        all.add("norm.weight", &[HIDDEN]);
        all.add("mlp.gate.weight", &[EXPERTS, HIDDEN]);
        if config.correction_bias {
            all.add("mlp.gate.e_score_correction_bias", &[EXPERTS]);
        }
        let gated = config.activation == ExpertActivation::SwiGlu;
        if stacked {
            let (name, rows) = if gated { ("gate_up", 2 * INTER) } else { ("up", INTER) };
            all.add(&format!("mlp.experts.{name}_proj"), &[EXPERTS, rows, width]);
            all.add("mlp.experts.down_proj", &[EXPERTS, width, INTER]);
        }
        for e in (0..EXPERTS).filter(|_| !stacked) {
            all.add_expert(&format!("mlp.experts.{e}"), gated, [width, INTER]);
        }
        if let Some(shared) = config.shared {
            let gated = shared.activation == ExpertActivation::SwiGlu;
            let name = format!("mlp.{}", shared.name);
            all.add_expert(&name, gated, [HIDDEN, shared.intermediate_size]);
            if shared.gated {
                all.add(&format!("{name}_gate.weight"), &[1, HIDDEN]);
            }
        }
        if let Some(latent) = config.latent_size {
            all.add("mlp.fc1_latent_proj.weight", &[latent, HIDDEN]);
            all.add("mlp.fc2_latent_proj.weight", &[HIDDEN, latent]);
        }
        all
    }

    fn add_expert(&mut self, name: &str, gated: bool, [width, inter]: [usize; 2]) {
        if gated {
            self.add(&format!("{name}.gate_proj.weight"), &[inter, width]);
        }
        self.add(&format!("{name}.up_proj.weight"), &[inter, width]);
        self.add(&format!("{name}.down_proj.weight"), &[width, inter]);
    }

    fn values(&self, name: &str) -> Vec<f64> {
        let bytes = &self.0[&format!("{LAYER}.{name}")].bytes;
        let value = |c: &[u8]| f64::from(f32::from_le_bytes([c[0], c[1], c[2], c[3]]));
        bytes.chunks(4).map(value).collect()
    }

    fn linear(&self, name: &str, x: &[f64]) -> Vec<f64> {
        product(&self.values(name), x)
    }
}

fn product(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    matrix.chunks(x.len()).map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum()).collect()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The inner rows of an expert.
fn activated(gate: Option<Vec<f64>>, up: Vec<f64>) -> Vec<f64> {
    match gate {
        Some(gate) => gate.iter().zip(up).map(|(&g, u)| g * sigmoid(g) * u).collect(),
        None => up.into_iter().map(|u| u.max(0.0).powi(2)).collect(),
    }
}

/// The layer of a normed row: its result, its experts and their weights.
fn expected(c: &MoeConfig, w: &Checkpoint, x: &[f64]) -> (Vec<f64>, Vec<usize>, Vec<f64>) {
    let (ids, weights) = chosen(c, w, &w.linear("mlp.gate.weight", x));
    let latent = c.latent_size.map(|_| w.linear("mlp.fc1_latent_proj.weight", x));
    let input = latent.as_deref().unwrap_or(x);
    let gated = c.activation == ExpertActivation::SwiGlu;
    let mut sum = vec![0.0; input.len()];
    for (&e, weight) in ids.iter().zip(&weights) {
        let y = if w.0.contains_key(&format!("{LAYER}.mlp.experts.down_proj")) {
            let (name, rows) = if gated { ("gate_up", 2 * INTER) } else { ("up", INTER) };
            let of = |name: &str, rows: usize, k: usize| {
                w.values(&format!("mlp.experts.{name}_proj"))[e * rows * k..][..rows * k].to_vec()
            };
            let mut up = product(&of(name, rows, input.len()), input);
            let gate = gated.then(|| up.drain(..INTER).collect());
            product(&of("down", input.len(), INTER), &activated(gate, up))
        } else {
            expert(w, &format!("mlp.experts.{e}"), gated, input)
        };
        sum.iter_mut().zip(y).for_each(|(sum, y)| *sum += weight * y);
    }
    let mut out = match c.latent_size {
        Some(_) => w.linear("mlp.fc2_latent_proj.weight", &sum),
        None => sum,
    };
    if let Some(shared) = c.shared {
        let name = format!("mlp.{}", shared.name);
        let y = expert(w, &name, shared.activation == ExpertActivation::SwiGlu, x);
        let factor = match shared.gated {
            true => sigmoid(w.linear(&format!("{name}_gate.weight"), x)[0]),
            false => 1.0,
        };
        out.iter_mut().zip(y).for_each(|(out, y)| *out += factor * y);
    }
    (out, ids, weights)
}

fn expert(w: &Checkpoint, name: &str, gated: bool, x: &[f64]) -> Vec<f64> {
    let part = |part: &str| w.linear(&format!("{name}.{part}_proj.weight"), x);
    let inner = activated(gated.then(|| part("gate")), part("up"));
    w.linear(&format!("{name}.down_proj.weight"), &inner)
}

/// Experts and weights of a row.
fn chosen(c: &MoeConfig, w: &Checkpoint, logits: &[f64]) -> (Vec<usize>, Vec<f64>) {
    let rule = c.rule;
    let scores: Vec<f64> = match rule.scoring {
        RouterScoring::Sigmoid => logits.iter().map(|&l| sigmoid(l)).collect(),
        RouterScoring::Softmax => {
            let sum: f64 = logits.iter().map(|l| l.exp()).sum();
            logits.iter().map(|l| l.exp() / sum).collect()
        }
    };
    let bias = match c.correction_bias {
        true => w.values("mlp.gate.e_score_correction_bias"),
        false => vec![0.0; EXPERTS],
    };
    let keys: Vec<f64> = scores.iter().zip(&bias).map(|(s, b)| s + b).collect();
    let size = EXPERTS / rule.groups;
    let mut groups: Vec<(f64, usize)> = (0..rule.groups)
        .map(|g| {
            let mut of_group = keys[g * size..][..size].to_vec();
            of_group.sort_by(|a, b| b.total_cmp(a));
            (of_group.iter().take(2).sum(), g)
        })
        .collect();
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    let kept: Vec<usize> = groups[..rule.groups_kept].iter().map(|each| each.1).collect();
    let mut order: Vec<usize> = (0..EXPERTS).filter(|e| kept.contains(&(e / size))).collect();
    order.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]));
    order.truncate(c.experts_per_token);
    let sum: f64 = order.iter().map(|&e| scores[e]).sum();
    let divide = if rule.renormalise { sum + 1e-20 } else { 1.0 };
    let weight = |&e: &usize| scores[e] / divide * f64::from(rule.scale);
    (order.clone(), order.iter().map(weight).collect())
}

#[derive(Default)]
struct Sink(BTreeMap<String, Vec<f32>>);

impl TapSink for Sink {
    fn tap(&mut self, name: &str, value: &Tensor<'_>) {
        self.0.insert(name.to_owned(), value.to_vec());
    }
}

/// Runs the layer, and compares it; returns how many rows have other experts than the scores alone
/// would choose.
fn compare(config: MoeConfig, stacked: bool) -> usize {
    let w = Checkpoint::of(&config, stacked);
    let source = MemorySource::new("memory", [("model.safetensors", write_tensors(&w.0))]);
    let table = TensorTable::open(&source, false, Access::Map).expect("table");
    let store = WeightStore::new(WeightOrigin::Files(table), true, None);
    let dev = device(Compute::F32, 2);
    let mut binder = Binder::new(&dev);
    let root = Weights::root(&store).at(LAYER);
    let spec = NormSpec { width: HIDDEN, eps: EPS, kind: NormKind::Plain };
    let norm = NormWeight::load(&root.at("norm"), spec, &mut binder).expect("norm");
    let layer = Moe::load(&root.at("mlp"), HIDDEN, config, "layers.0".into(), &mut binder);
    let layer = layer.expect("kernels");
    store.finish().expect("every tensor is there, and read");

    let mut h = noise(999, ROWS * HIDDEN);
    let (mut delta, mut x) = (vec![0.0; ROWS * HIDDEN], vec![0.0; ROWS * HIDDEN]);
    let scratch = Arena::with_bytes(layer.scratch_bytes(ROWS)).expect("memory");
    let mut sink = Sink::default();
    let mut cx = Cx { taps: Some(&mut sink), ..Cx::new(&dev, &scratch) };
    let shape = [ROWS, HIDDEN];
    let mut stream = Stream {
        h: TensorMut::from_f32(&mut h, &shape),
        delta: TensorMut::from_f32(&mut delta, &shape),
        x: TensorMut::from_f32(&mut x, &shape),
    };
    layer.forward(&mut cx, &norm, &mut stream);
    assert_eq!(scratch.high_water(), layer.scratch_bytes(ROWS), "all of the scratch");

    let mut moved = 0;
    let (k, gain) = (config.experts_per_token, w.values("norm.weight"));
    for (t, h) in h.chunks(HIDDEN).enumerate() {
        let square = h.iter().map(|&h| f64::from(h).powi(2)).sum::<f64>() / HIDDEN as f64;
        let scale = 1.0 / (square + f64::from(EPS)).sqrt();
        let x: Vec<f64> = h.iter().zip(&gain).map(|(&h, g)| f64::from(h) * scale * g).collect();
        let (out, ids, weights) = expected(&config, &w, &x);
        let tap = |name: &str| &sink.0[&format!("layers.0.router_{name}")][t * k..][..k];
        let taken: Vec<usize> = tap("ids").iter().map(|&id| id as usize).collect();
        assert_eq!(taken, ids, "row {t} of {config:?}");
        let close = |got: &[f32], want: &[f64], what: &str| {
            for (got, want) in got.iter().zip(want) {
                let off = (f64::from(*got) - want).abs();
                assert!(off < 2e-5 * want.abs().max(1.0), "{what}: {got}, not {want}: {config:?}");
            }
        };
        close(tap("weights"), &weights, "weights");
        close(&delta[t * HIDDEN..][..HIDDEN], &out, "out");
        let rule = RouterRule { groups: 1, groups_kept: 1, ..config.rule };
        let free = MoeConfig { correction_bias: false, rule, ..config };
        moved += usize::from(expected(&free, &w, &x).1 != ids);
    }
    moved
}

fn sigmoid_rule((groups, groups_kept): (usize, usize), scale: f32) -> RouterRule {
    let scoring = RouterScoring::Sigmoid;
    RouterRule { scoring, groups, groups_kept, renormalise: true, scale }
}

/// Sigmoid scores, a bias of the choice, groups, a factor, a plain shared expert.
#[test]
fn experts_in_groups_with_a_bias() {
    let config = MoeConfig {
        rule: sigmoid_rule((4, 2), 2.5),
        correction_bias: true,
        shared: Some(SharedExpertConfig::plain(2 * INTER, ExpertActivation::SwiGlu)),
        ..MoeConfig::plain(EXPERTS, 4, INTER)
    };
    for stacked in [false, true] {
        assert!(compare(config, stacked) > 2, "the bias and the groups decide");
    }
    let no_bias = MoeConfig { correction_bias: false, ..config };
    assert!(compare(no_bias, false) > 0, "the groups decide");
}

/// Softmax scores with a factor, and a plain shared expert.
#[test]
fn a_softmax_with_a_factor() {
    let config = MoeConfig {
        rule: RouterRule { scale: 1.5, ..RouterRule::softmax(true) },
        shared: Some(SharedExpertConfig::plain(INTER, ExpertActivation::SwiGlu)),
        ..MoeConfig::plain(EXPERTS, 4, INTER)
    };
    for stacked in [false, true] {
        assert_eq!(compare(config, stacked), 0);
    }
    let gated = Some(SharedExpertConfig::gated(5));
    compare(MoeConfig { shared: gated, rule: RouterRule::softmax(false), ..config }, false);
    compare(MoeConfig { shared: None, ..config }, true);
}

/// Experts and a shared expert of squared rectifiers, on the stream and on a latent row.
#[test]
fn experts_without_gates() {
    let activation = ExpertActivation::ReluSquared;
    let config = MoeConfig {
        activation,
        rule: sigmoid_rule((1, 1), 5.0),
        correction_bias: true,
        shared: Some(SharedExpertConfig::plain(17, activation)),
        ..MoeConfig::plain(EXPERTS, 3, INTER)
    };
    for latent_size in [None, Some(6)] {
        for stacked in [false, true] {
            assert!(compare(MoeConfig { latent_size, ..config }, stacked) > 0);
        }
    }
    let gated = SharedExpertConfig { gated: true, ..SharedExpertConfig::plain(9, activation) };
    compare(MoeConfig { shared: Some(gated), latent_size: Some(20), ..config }, true);
    let swiglu = SharedExpertConfig::plain(9, ExpertActivation::SwiGlu);
    compare(MoeConfig { shared: Some(swiglu), latent_size: Some(6), ..config }, false);
    compare(MoeConfig { shared: None, latent_size: Some(6), ..config }, false);
}

/// A step within the bounds needs no more workspace than they say.
#[test]
fn the_workspace_covers_the_layer() {
    let config = MoeConfig { latent_size: Some(40), ..MoeConfig::plain(EXPERTS, 3, INTER) };
    let bounds = StepBounds {
        threads: 1,
        rows: ROWS,
        logit_rows: 1,
        positions: ROWS,
        kv_block_tokens: 32,
        on_device: false,
    };
    let dev = device(Compute::F32, 1);
    let w = Checkpoint::of(&config, false);
    let source = MemorySource::new("memory", [("model.safetensors", write_tensors(&w.0))]);
    let table = TensorTable::open(&source, false, Access::Map).expect("table");
    let store = WeightStore::new(WeightOrigin::Files(table), true, None);
    let root = Weights::root(&store).at(LAYER);
    let layer =
        Moe::load(&root.at("mlp"), HIDDEN, config, String::new(), &mut Binder::new(&dev)).unwrap();
    assert!(layer.workspace_bytes(&bounds) >= bounds.moe_experts(3, EXPERTS, 40, INTER));
}
