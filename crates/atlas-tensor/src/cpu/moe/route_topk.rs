//! Top-k routing of tokens to experts.

use crate::cpu::CpuDevice;
use crate::cpu::scratch::{Address, PerThread};
use crate::cpu::simd::{Job, Simd, exp_in_place, load_at, max, sigmoid, store_at};
use crate::ops::{ROUTER_SUM_EPS, RouteTopkArgs, RouterRule, RouterScoring};
use crate::tensor::Tensor;

/// Floats of a thread for rows of so many experts: keys, scores, sums of groups.
pub(crate) const fn buffer_len(experts: usize) -> usize {
    3 * experts
}

pub fn route_topk<S: Simd>(dev: &CpuDevice, mut args: RouteTopkArgs<'_>) {
    let (rows, experts, k) = (args.logits.rows(), args.logits.dim(1), args.k);
    let len = buffer_len(experts);
    let mut scratch = dev.scratch(PerThread::bytes(dev.threads(), len));
    let buffers = scratch.take_each(dev.threads(), len);
    let by_logit = args.ranks_logits();
    let (ids, weights) =
        (Address(args.ids.as_mut_ptr()), Address(args.weights.f32_mut().as_mut_ptr()));
    let (logits, rule) = (args.logits, args.rule);
    let bias = args.bias.as_ref().map(|bias| bias.host());
    dev.parallel_indexed(rows, experts * (k + 4), &|thread, range| {
        // SAFETY: `parallel` gives disjoint row ranges, and buffers by thread.
        let job = unsafe {
            let (at, len) = (range.start * k, range.len() * k);
            RouteTopk {
                logits: logits.slice_rows(range),
                bias,
                rule,
                by_logit,
                ids: std::slice::from_raw_parts_mut(ids.get().add(at), len),
                weights: std::slice::from_raw_parts_mut(weights.get().add(at), len),
                buffer: std::slice::from_raw_parts_mut(buffers.of(thread), buffer_len(experts)),
            }
        };
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(job);
    });
}

struct RouteTopk<'a> {
    logits: Tensor<'a>,
    bias: Option<&'a [f32]>,
    rule: RouterRule,
    by_logit: bool,
    ids: &'a mut [u32],
    weights: &'a mut [f32],
    /// Ranking keys, then exponentials or scores, then sums of groups, of one row.
    buffer: &'a mut [f32],
}

impl<S: Simd> Job<S> for RouteTopk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let experts = self.logits.dim(1);
        let k = self.ids.len() / self.logits.rows();
        let (keys, rest) = self.buffer.split_at_mut(experts);
        let (scores, sums) = rest.split_at_mut(experts);
        for t in 0..self.logits.rows() {
            let logits = self.logits.row_f32(t);
            let all = score(s, logits, self.rule.scoring, keys, scores);
            if !self.by_logit {
                if self.rule.scoring == RouterScoring::Softmax {
                    for score in &mut *scores {
                        *score /= all;
                    }
                }
                biased_keys(scores, self.bias, keys);
                keep_groups(&self.rule, keys, sums);
            }
            let (ids, weights) = (&mut self.ids[t * k..][..k], &mut self.weights[t * k..][..k]);
            let mut chosen = 0.0;
            for r in 0..k {
                let e = first_largest(s, keys, &ids[..r]);
                keys[e] = f32::NEG_INFINITY;
                ids[r] = e as u32;
                weights[r] = scores[e];
                chosen += scores[e];
            }
            let sum = match (self.rule.renormalise, self.by_logit) {
                (true, true) => chosen,
                (true, false) => chosen + ROUTER_SUM_EPS,
                (false, true) => all,
                (false, false) => 1.0,
            };
            for weight in weights {
                *weight = *weight / sum * self.rule.scale;
            }
        }
    }
}

/// Logits as `keys`, NaN as minus infinity, and `scores`: exponentials of a softmax, whose sum is
/// returned, or sigmoids.
#[inline(always)]
fn score<S: Simd>(
    s: S,
    logits: &[f32],
    scoring: RouterScoring,
    keys: &mut [f32],
    scores: &mut [f32],
) -> f32 {
    for (key, &logit) in keys.iter_mut().zip(logits) {
        *key = ranked(logit);
    }
    match scoring {
        RouterScoring::Softmax => {
            scores.copy_from_slice(logits);
            let top = max(s, keys, f32::NEG_INFINITY);
            exp_in_place(s, scores, top)
        }
        RouterScoring::Sigmoid => {
            for i in (0..logits.len()).step_by(S::LANES) {
                store_at(s, scores, i, sigmoid(s, load_at(s, logits, i)));
            }
            1.0
        }
    }
}

#[inline(always)]
fn ranked(key: f32) -> f32 {
    if key.is_nan() { f32::NEG_INFINITY } else { key }
}

#[inline(always)]
fn biased_keys(scores: &[f32], bias: Option<&[f32]>, keys: &mut [f32]) {
    for (e, key) in keys.iter_mut().enumerate() {
        *key = ranked(scores[e] + bias.map_or(0.0, |bias| bias[e]));
    }
}

/// Keys of groups that are not kept become minus infinity. A group is kept where fewer than
/// `groups_kept` are better: a larger sum of their two best, or the same and a lower place.
#[inline(always)]
fn keep_groups(rule: &RouterRule, keys: &mut [f32], sums: &mut [f32]) {
    if rule.groups_kept == rule.groups {
        return;
    }
    let (sums, size) = (&mut sums[..rule.groups], keys.len() / rule.groups);
    for (sum, group) in sums.iter_mut().zip(keys.chunks(size)) {
        let (mut best, mut second) = (group[0], f32::NEG_INFINITY);
        for &key in &group[1..] {
            if key > best {
                (best, second) = (key, best);
            } else if key > second {
                second = key;
            }
        }
        *sum = if size == 1 { best } else { ranked(best + second) };
    }
    for (g, group) in keys.chunks_mut(size).enumerate() {
        let better = |(h, &sum): (usize, &f32)| sum > sums[g] || (sum == sums[g] && h < g);
        if sums.iter().enumerate().filter(|&each| better(each)).count() >= rule.groups_kept {
            group.fill(f32::NEG_INFINITY);
        }
    }
}

/// The first index of the largest key that is not taken.
#[inline(always)]
fn first_largest<S: Simd>(s: S, keys: &[f32], taken: &[u32]) -> usize {
    let best = max(s, keys, f32::NEG_INFINITY);
    for (e, &key) in keys.iter().enumerate() {
        // Taken keys read minus infinity, as other keys may.
        if key == best && (best > f32::NEG_INFINITY || !taken.contains(&(e as u32))) {
            return e;
        }
    }
    0
}
