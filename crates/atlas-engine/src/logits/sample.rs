//! Temperature, the filters and the draw.

use atlas_core::{SamplingParams, TokenId};
use std::cmp::Ordering;

use super::exp::exp_non_positive;

/// First size of the sorted prefix that `top_p` looks for its set in; it grows fourfold.
const PREFIX: usize = 64;

/// Draws tokens from edited rows. Holds scratch, so that a draw allocates nothing once warm.
#[derive(Debug, Default)]
pub struct Sampler {
    weights: Vec<f32>,
    order: Vec<TokenId>,
}

impl Sampler {
    /// A sampler whose scratch is allocated for `vocab_size` now and never again.
    pub fn with_capacity(vocab_size: usize) -> Self {
        Self { weights: Vec::with_capacity(vocab_size), order: Vec::with_capacity(vocab_size) }
    }

    /// Bytes of scratch that [`Self::with_capacity`] allocates.
    pub fn scratch_bytes(vocab_size: usize) -> usize {
        vocab_size * (size_of::<f32>() + size_of::<TokenId>())
    }

    #[cfg(test)]
    pub(super) fn is_cold(&self) -> bool {
        self.weights.is_empty() && self.order.is_empty()
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
        // Division, not multiplication with an inverse: the inverse of a tiny temperature is
        // infinite, and infinity times 0 is NaN.
        let weight = |l: &f32| exp_non_positive((l - max) / params.temperature);
        self.weights.clear();
        self.weights.extend(logits.iter().map(weight));
        let top_k = match params.top_k as usize {
            0 => logits.len(),
            k => k.min(logits.len()),
        };
        if top_k == logits.len() && params.top_p >= 1.0 {
            return self.draw_unsorted(params.min_p, uniform);
        }
        self.order.clear();
        self.order.extend(0..logits.len() as TokenId);
        let mut sorted_len = 0;
        if top_k < logits.len() {
            sort_prefix(&mut self.order, logits, 0, top_k);
            self.order.truncate(top_k);
            sorted_len = top_k;
        }
        let total: f64 = self.order.iter().map(|&t| self.weight(t)).sum();
        let kept = self.top_p_len(logits, sorted_len, f64::from(params.top_p) * total);
        let kept = self.min_p_len(kept, params.min_p);
        self.draw_sorted(kept, uniform)
    }

    fn weight(&self, token: TokenId) -> f64 {
        f64::from(self.weights[token as usize])
    }

    /// Without a filter that needs an order the walk goes by id.
    fn draw_unsorted(&self, min_p: f32, uniform: f64) -> Option<TokenId> {
        // The most likely token weighs 1 and stays even when asked for more than that.
        let floor = min_p.min(1.0);
        let kept = |&w: &f32| if w >= floor { f64::from(w) } else { 0.0 };
        let total: f64 = self.weights.iter().map(kept).sum();
        walk((0..).zip(self.weights.iter().map(kept)), uniform * total)
    }

    /// Length of the shortest most likely prefix of `order` that weighs at least `needed`; sorts
    /// beyond the first `sorted_len` entries only as far as it must.
    fn top_p_len(&mut self, logits: &[f32], mut sorted_len: usize, needed: f64) -> usize {
        let mut cumulative = 0.0;
        for index in 0..self.order.len() {
            if index == sorted_len {
                let longer = (sorted_len * 4).max(PREFIX).min(self.order.len());
                sort_prefix(&mut self.order, logits, sorted_len, longer);
                sorted_len = longer;
            }
            cumulative += self.weight(self.order[index]);
            if cumulative >= needed {
                return index + 1;
            }
        }
        self.order.len()
    }

    fn min_p_len(&self, kept: usize, min_p: f32) -> usize {
        // The most likely token weighs 1 and stays even when asked for more than that.
        let passes = |&&t: &&TokenId| self.weights[t as usize] >= min_p.min(1.0);
        self.order[..kept].iter().take_while(passes).count()
    }

    fn draw_sorted(&self, kept: usize, uniform: f64) -> Option<TokenId> {
        let order = &self.order[..kept];
        let total: f64 = order.iter().map(|&t| self.weight(t)).sum();
        walk(order.iter().map(|&t| (t, self.weight(t))), uniform * total)
    }
}

/// Brings the most likely of `order[from..]` to `order[from..to]`, sorted; `order[..from]` is
/// already so.
fn sort_prefix(order: &mut [TokenId], logits: &[f32], from: usize, to: usize) {
    let likelier = |a: &TokenId, b: &TokenId| {
        let (la, lb) = (logits[*a as usize], logits[*b as usize]);
        // Rows hold no NaN here, and -0 must tie with 0, which `total_cmp` would not do.
        lb.partial_cmp(&la).unwrap_or(Ordering::Equal).then(a.cmp(b))
    };
    let rest = &mut order[from..];
    let count = to - from;
    if count < rest.len() && count > 0 {
        rest.select_nth_unstable_by(count - 1, likelier);
    }
    rest[..count].sort_unstable_by(likelier);
}

/// The token at which the running weight passes `target`; rounding at the end picks the last
/// token with any weight.
fn walk(weighted: impl Iterator<Item = (TokenId, f64)>, target: f64) -> Option<TokenId> {
    let mut cumulative = 0.0;
    let mut last = None;
    for (token, weight) in weighted {
        if weight > 0.0 {
            cumulative += weight;
            last = Some(token);
            if cumulative > target {
                break;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::rng::uniform;
    use super::*;

    /// The distribution by its definition, in f64: softmax, sort, filter, renormalise.
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

    /// 10^5 draws by (seed, position) against the definition.
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

    /// The set that can be drawn at all, filter by filter, on many rows: sweeping `uniform` finds
    /// each kept token's interval.
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
    fn extremes_stay_defined() {
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
