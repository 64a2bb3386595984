//! The sampler: temperature, filters and draw.

use atlas_core::{SamplingParams, TokenId};

use super::argmax::{ArgMax, CHUNK};
use super::exp::{exp_non_positive, sum_terms};
use super::top::{likelier_first, most_likely};

/// Histogram in which `top_p` first searches its boundary: buckets per unit of
/// `(max - logit) / temperature`, and their number. Beyond 87 units every weight is 0.
const BUCKETS_PER_UNIT: f32 = 16.0;
const BUCKETS: usize = 88 * 16;
const BUCKET_LAST: f32 = (BUCKETS - 1) as f32;

/// Draws tokens from edited rows. Its scratch is reused, so that a draw does not allocate.
#[derive(Debug, Default)]
pub struct Sampler {
    /// `exp((l - max) / temperature)`, 0 for a token that is filtered out.
    weights: Vec<f32>,
    /// Sums of the weights of each [`CHUNK`].
    sums: Vec<f64>,
    candidates: Vec<ArgMax>,
}

impl Sampler {
    /// A sampler whose scratch is allocated for `vocab_size` now and never again.
    pub fn with_capacity(vocab_size: usize) -> Self {
        Self {
            weights: Vec::with_capacity(vocab_size),
            sums: Vec::with_capacity(vocab_size.div_ceil(CHUNK)),
            candidates: Vec::with_capacity(vocab_size),
        }
    }

    /// Bytes of scratch that [`Self::with_capacity`] allocates.
    pub fn scratch_bytes(vocab_size: usize) -> usize {
        vocab_size * (size_of::<f32>() + size_of::<ArgMax>())
            + vocab_size.div_ceil(CHUNK) * size_of::<f64>()
    }

    /// Bytes of scratch allocated.
    pub fn allocated_bytes(&self) -> usize {
        self.weights.capacity() * size_of::<f32>()
            + self.sums.capacity() * size_of::<f64>()
            + self.candidates.capacity() * size_of::<ArgMax>()
    }

    #[cfg(test)]
    pub(super) fn is_cold(&self) -> bool {
        self.weights.is_empty() && self.candidates.is_empty()
    }

    /// Draws from `softmax(logits / temperature)` after `top_k`, `top_p` and `min_p`, in that
    /// order; `uniform` in `[0, 1)` decides. `max` is the largest of the (edited) logits.
    ///
    /// - `top_k`: the k most likely tokens, ties by lower id.
    /// - `top_p`: of those, renormalised, the most likely ones up to and including the one with
    ///   which their probability reaches `top_p`; at least one.
    /// - `min_p`: of those, the ones with at least `min_p` times the largest probability.
    ///
    /// Returns `None` if every logit is -infinity.
    pub fn draw(
        &mut self,
        logits: &[f32],
        max: f32,
        params: &SamplingParams,
        uniform: f64,
    ) -> Option<TokenId> {
        if max == f32::NEG_INFINITY {
            return None;
        }
        // The most likely token weighs 1 and is never filtered out.
        let min_weight = params.min_p.min(1.0);
        let scale = Scale { max, temperature: params.temperature };
        match params.top_k as usize {
            k if (1..logits.len()).contains(&k) => {
                most_likely(logits, k, &mut self.candidates);
                self.draw_few(scale, f64::from(params.top_p), min_weight, uniform)
            }
            _ => {
                self.weigh(logits, scale);
                if params.top_p < 1.0 {
                    let total = self.sum();
                    self.cut_top_p(logits, scale, f64::from(params.top_p) * total);
                }
                if min_weight > 0.0 {
                    for weight in &mut self.weights {
                        *weight = if *weight >= min_weight { *weight } else { 0.0 };
                    }
                }
                self.draw_by_id(uniform)
            }
        }
    }

    /// Draws from the sorted candidates that `top_k` left.
    fn draw_few(
        &mut self,
        scale: Scale,
        top_p: f64,
        min_weight: f32,
        uniform: f64,
    ) -> Option<TokenId> {
        self.weights.clear();
        self.weights.extend(self.candidates.iter().map(|c| scale.weight(c.logit)));
        let total: f64 = self.weights.iter().map(|&w| f64::from(w)).sum();
        let kept = prefix_len(&self.weights, top_p * total);
        let kept = self.weights[..kept].iter().take_while(|&&w| w >= min_weight).count();
        let total: f64 = self.weights[..kept].iter().map(|&w| f64::from(w)).sum();
        let at = walk(&self.weights[..kept], &mut 0.0, uniform * total);
        at.or(kept.checked_sub(1)).map(|at| self.candidates[at].token)
    }

    fn weigh(&mut self, logits: &[f32], scale: Scale) {
        self.weights.clear();
        self.weights.extend(logits.iter().map(|&l| scale.weight(l)));
    }

    /// Sum of the weights, chunk by chunk.
    fn sum(&mut self) -> f64 {
        self.sums.clear();
        self.sums.extend(self.weights.chunks(CHUNK).map(|chunk| sum_terms(chunk, |w| w)));
        self.sums.iter().sum()
    }

    /// Zeroes the weights of all but the most likely tokens that together weigh `needed`.
    ///
    /// A histogram over the logits finds the bucket in which the boundary lies, so only that
    /// bucket is sorted.
    fn cut_top_p(&mut self, logits: &[f32], scale: Scale, needed: f64) {
        let mut histogram = [0.0f64; BUCKETS];
        for (&l, &w) in logits.iter().zip(&self.weights) {
            histogram[scale.bucket(l)] += f64::from(w);
        }
        let mut before = 0.0;
        let inside = |&(_, &sum): &(usize, &f64)| {
            before += sum;
            before >= needed
        };
        let Some((boundary, &sum)) = histogram.iter().enumerate().find(inside) else { return };
        before -= sum;
        self.candidates.clear();
        for (token, &logit) in logits.iter().enumerate() {
            let bucket = scale.bucket(logit);
            if bucket == boundary {
                self.candidates.push(ArgMax { token: token as TokenId, logit });
            }
            if bucket >= boundary {
                self.weights[token] = 0.0;
            }
        }
        self.candidates.sort_unstable_by(likelier_first);
        for candidate in &self.candidates {
            let weight = scale.weight(candidate.logit);
            self.weights[candidate.token as usize] = weight;
            before += f64::from(weight);
            if before >= needed {
                return;
            }
        }
    }

    /// Draws from all weights, in the order of ids.
    fn draw_by_id(&mut self, uniform: f64) -> Option<TokenId> {
        let target = uniform * self.sum();
        let mut cumulative = 0.0;
        for (index, (chunk, &sum)) in self.weights.chunks(CHUNK).zip(&self.sums).enumerate() {
            if cumulative + sum > target {
                // The chunk's sum is rounded in another order than the walk inside it, so the walk
                // may end just below the target; then the next weight is drawn.
                if let Some(at) = walk(chunk, &mut { cumulative }, target) {
                    return Some((index * CHUNK + at) as TokenId);
                }
            }
            cumulative += sum;
        }
        self.weights.iter().rposition(|&w| w > 0.0).map(|at| at as TokenId)
    }
}

/// Mapping of logits to weights.
#[derive(Clone, Copy, Debug)]
struct Scale {
    max: f32,
    temperature: f32,
}

impl Scale {
    /// Weight of a logit, `exp((logit - max) / temperature)`. A division, not a multiplication: the
    /// inverse of a tiny temperature is infinite, and infinity times 0 is NaN.
    fn weight(self, logit: f32) -> f32 {
        exp_non_positive((logit - self.max) / self.temperature)
    }

    /// Bucket of a logit. Every operation is monotonic, so a smaller logit never has a smaller
    /// bucket. Adding 2^23 rounds to an integer in the low bits.
    fn bucket(self, logit: f32) -> usize {
        let distance = (self.max - logit) / self.temperature * BUCKETS_PER_UNIT;
        let distance = if distance < BUCKET_LAST { distance } else { BUCKET_LAST };
        ((distance + 8_388_608.0).to_bits() & 0x7F_FFFF) as usize
    }
}

/// Length of the shortest prefix that weighs at least `needed`.
fn prefix_len(weights: &[f32], needed: f64) -> usize {
    let mut cumulative = 0.0;
    let reached = |&w: &f32| {
        cumulative += f64::from(w);
        cumulative >= needed
    };
    weights.iter().position(reached).map_or(weights.len(), |at| at + 1)
}

/// Index at which the cumulative weight passes `target`.
fn walk(weights: &[f32], cumulative: &mut f64, target: f64) -> Option<usize> {
    weights.iter().position(|&w| {
        *cumulative += f64::from(w);
        w > 0.0 && *cumulative > target
    })
}

#[cfg(test)]
mod tests {
    use super::super::rng::uniform;
    use super::*;

    /// Distribution by its definition, in f64: softmax, sort, filter, renormalise.
    fn definition(logits: &[f32], p: &SamplingParams) -> Vec<f64> {
        let scaled: Vec<f64> =
            logits.iter().map(|&l| f64::from(l) / f64::from(p.temperature)).collect();
        let max = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = scaled.iter().map(|s| (s - max).exp()).collect();
        let mut order: Vec<usize> = (0..logits.len()).collect();
        order.sort_by(|&a, &b| scaled[b].total_cmp(&scaled[a]).then(a.cmp(&b)));
        if p.top_k > 0 {
            order.truncate(p.top_k as usize);
        }
        let total: f64 = order.iter().map(|&t| weights[t]).sum();
        let mut before = 0.0;
        let mut kept = Vec::new();
        for &t in &order {
            if kept.is_empty() || before < f64::from(p.top_p) * total {
                kept.push(t);
            }
            before += weights[t];
        }
        kept.retain(|&t| weights[t] >= f64::from(p.min_p) || t == order[0]);
        let total: f64 = kept.iter().map(|&t| weights[t]).sum();
        let mut out = vec![0.0; logits.len()];
        for t in kept {
            out[t] = weights[t] / total;
        }
        out
    }

    fn row(rng: &mut fastrand::Rng, vocab: usize) -> Vec<f32> {
        (0..vocab).map(|_| rng.f32() * 8.0 - 4.0).collect()
    }

    fn max_of(logits: &[f32]) -> f32 {
        logits.iter().copied().fold(f32::NEG_INFINITY, f32::max)
    }

    fn config(temperature: f32, top_k: u32, top_p: f32, min_p: f32) -> SamplingParams {
        SamplingParams { temperature, top_k, top_p, min_p, ..SamplingParams::default() }
    }

    /// Upper 0.1 % point of chi-square by Wilson and Hilferty.
    fn chi_square_limit(freedom: f64) -> f64 {
        let a = 2.0 / (9.0 * freedom);
        freedom * (1.0 - a + 3.09 * a.sqrt()).powi(3)
    }

    /// 10^5 draws by (seed, position) follow the definition.
    #[test]
    fn draws_follow_the_definition() {
        let configs = [
            config(1.0, 0, 1.0, 0.0),
            config(0.7, 0, 1.0, 0.0),
            config(1.5, 5, 1.0, 0.0),
            config(1.0, 0, 0.8, 0.0),
            config(1.0, 0, 1.0, 0.1),
            config(0.9, 20, 0.9, 0.05),
            config(2.0, 3, 0.5, 0.0),
        ];
        let mut rng = fastrand::Rng::with_seed(8);
        for (case, params) in configs.iter().enumerate() {
            let logits = row(&mut rng, 60);
            let want = definition(&logits, params);
            let mut counts = vec![0u32; logits.len()];
            let mut sampler = Sampler::default();
            for position in 0..100_000 {
                let u = uniform(1234 + case as u64, position);
                let token = sampler.draw(&logits, max_of(&logits), params, u);
                counts[token.expect("some token") as usize] += 1;
            }
            let (mut chi, mut cells, mut rare) = (0.0, 0.0, (0.0, 0.0));
            for (&n, &p) in counts.iter().zip(&want) {
                assert!(p > 0.0 || n == 0, "config {case} drew a token that is filtered out");
                let (n, expected) = (f64::from(n), p * 1e5);
                if expected >= 5.0 {
                    chi += (n - expected).powi(2) / expected;
                    cells += 1.0;
                } else {
                    rare = (rare.0 + n, rare.1 + expected);
                }
            }
            if rare.1 >= 5.0 {
                chi += (rare.0 - rare.1).powi(2) / rare.1;
                cells += 1.0;
            }
            if cells > 1.0 {
                let limit = chi_square_limit(cells - 1.0);
                assert!(chi < limit, "config {case}: chi-square {chi:.1} above {limit:.1}");
            }
        }
    }

    /// Tokens that can be drawn are those that the filters keep: a sweep of `uniform` finds the
    /// interval of each.
    #[test]
    fn filters_keep_exactly_the_defined_set() {
        let mut rng = fastrand::Rng::with_seed(21);
        let mut sampler = Sampler::default();
        for case in 0..200 {
            let vocab = rng.usize(1..400);
            let logits = if rng.bool() {
                row(&mut rng, vocab)
            } else {
                (0..vocab).map(|_| rng.i32(-3..3) as f32).collect()
            };
            let params = config(
                0.3 + rng.f32() * 2.0,
                if rng.bool() { rng.u32(1..40) } else { 0 },
                if rng.bool() { rng.f32() } else { 1.0 },
                if rng.bool() { rng.f32() * 0.5 } else { 0.0 },
            );
            let want = definition(&logits, &params);
            let mut drawn = vec![0u32; vocab];
            for i in 0..2000 {
                let u = f64::from(i) / 2000.0;
                let token = sampler.draw(&logits, max_of(&logits), &params, u).expect("a token");
                drawn[token as usize] += 1;
            }
            for (t, (&n, &p)) in drawn.iter().zip(&want).enumerate() {
                let share = f64::from(n) / 2000.0;
                assert!((share - p).abs() <= 1.1e-3, "case {case}, token {t}: {share} for {p}");
            }
        }
    }

    #[test]
    fn extreme_parameters_draw_a_token() {
        let mut sampler = Sampler::default();
        let logits = [1.0f32, 3.0, f32::NEG_INFINITY, 2.0];
        for params in
            [config(1e-42, 0, 1.0, 0.0), config(1.0, 1, 1.0, 0.0), config(1.0, 0, 0.0, 0.0)]
        {
            for u in [0.0, 0.5, 1.0 - f64::EPSILON] {
                assert_eq!(sampler.draw(&logits, 3.0, &params, u), Some(1));
            }
        }
        let all_min_p = config(1.0, 0, 1.0, 5.0);
        assert_eq!(sampler.draw(&logits, 3.0, &all_min_p, 0.5), Some(1));
        let banned = [f32::NEG_INFINITY; 3];
        assert_eq!(sampler.draw(&banned, f32::NEG_INFINITY, &config(1.0, 0, 1.0, 0.0), 0.5), None);
    }
}
