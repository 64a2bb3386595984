//! Scales of an FP8 KV cache that a checkpoint holds.

use atlas_tensor::KvScales;

use super::problems::TensorProblem;
use super::weights::Weights;

/// Names of the scale of keys below an attention layer, as exporters write them: modelopt, vLLM,
/// older compressed-tensors, Mistral.
const KEY_NAMES: [&str; 5] = [
    "k_proj.k_scale",
    "k_scale",
    "attn.k_scale",
    "k_proj.output_scale",
    "k_fake_quantizer.qscale_act",
];
/// Those of values, in the same order.
const VALUE_NAMES: [&str; 5] = [
    "v_proj.v_scale",
    "v_scale",
    "attn.v_scale",
    "v_proj.output_scale",
    "v_fake_quantizer.qscale_act",
];
/// One scale of both.
const SHARED_NAMES: [&str; 2] = ["kv_scale", "attn.kv_scale"];

impl Weights<'_> {
    /// The scales of keys and values of the attention layer at this node, if the checkpoint has
    /// any: `number = code * scale`. One that is zero or negative was never calibrated and counts
    /// as absent; where only one of the two is there, the other is 1.
    pub fn kv_scales(&self) -> Option<KvScales> {
        let shared = self.first_scale(&SHARED_NAMES);
        let key = self.first_scale(&KEY_NAMES).or(shared);
        let value = self.first_scale(&VALUE_NAMES).or(shared);
        if key.is_none() && value.is_none() {
            return None;
        }
        Some(KvScales { key: key.unwrap_or(1.0), value: value.unwrap_or(1.0) })
    }

    /// The first usable scale under one of `names`; all that are there count as read.
    fn first_scale(&self, names: &[&str]) -> Option<f32> {
        let found: Vec<f32> = names.iter().filter_map(|name| self.kv_scale(name)).collect();
        found.into_iter().find(|scale| *scale > 0.0)
    }

    fn kv_scale(&self, name: &str) -> Option<f32> {
        let name = self.name(name);
        let tensor = self.store.table()?.tensors.get(&name)?;
        self.store.mark_read(&name);
        let problem = match self.store.numbers(tensor) {
            Ok(numbers) => match numbers[..] {
                // A subnormal one would divide by almost nothing.
                [scale] if scale.is_normal() || scale == 0.0 => return Some(scale),
                [scale] => format!("it is {scale}"),
                _ => format!("it has {} elements; a layer has one scale", numbers.len()),
            },
            Err(problem) => {
                self.store.problem(problem);
                return None;
            }
        };
        self.store.problem(TensorProblem::Scale { name, problem });
        None
    }
}
