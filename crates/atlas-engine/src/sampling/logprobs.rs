//! Log-probabilities of the raw model distribution: before edits and temperature.

use atlas_core::{PositionLogprobs, TokenId, TokenLogprob};

use super::argmax::ArgMax;
use super::exp::{exp_non_positive, sum_terms};
use super::top::most_likely;

/// Log-probability and rank of `chosen` and of the `top_n` most likely tokens of a row without
/// NaN, whose maximum is `max`. Ranks count from 1, ties by lower id.
pub fn position_logprobs(
    logits: &[f32],
    max: ArgMax,
    chosen: TokenId,
    top_n: u32,
) -> PositionLogprobs {
    let total = sum_terms(logits, |l| exp_non_positive(l - max.logit));
    let normaliser = f64::from(max.logit) + total.ln();
    let logprob = |logit: f32| (f64::from(logit) - normaliser) as f32;
    let mut top = Vec::new();
    match top_n {
        0 => {}
        1 => top.push(max),
        n => most_likely(logits, n as usize, &mut top),
    }
    let chosen_logit = logits.get(chosen as usize).copied().unwrap_or(f32::NEG_INFINITY);
    PositionLogprobs {
        chosen: TokenLogprob {
            token: chosen,
            logprob: logprob(chosen_logit),
            rank: rank(logits, chosen, chosen_logit),
        },
        top: (1..)
            .zip(top)
            .map(|(rank, p)| TokenLogprob { token: p.token, logprob: logprob(p.logit), rank })
            .collect(),
    }
}

/// Rank of `chosen` in the order of likelihood, from 1.
fn rank(logits: &[f32], chosen: TokenId, chosen_logit: f32) -> u32 {
    let lower_ids = chosen as usize;
    let before: u32 = logits.iter().map(|&l| u32::from(l > chosen_logit)).sum();
    let ties: u32 = logits.iter().take(lower_ids).map(|&l| u32::from(l == chosen_logit)).sum();
    1 + before + ties
}

#[cfg(test)]
mod tests {
    use super::super::argmax::arg_max;
    use super::*;

    /// Log-softmax, sort, number: in f64.
    fn definition(logits: &[f32]) -> Vec<(u32, f64)> {
        let total: f64 = logits.iter().map(|&l| f64::from(l).exp()).sum();
        let mut all: Vec<(u32, f64)> =
            (0..).zip(logits).map(|(t, &l)| (t, f64::from(l) - total.ln())).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        all
    }

    #[test]
    fn equal_the_definition_with_ties() {
        let mut rng = fastrand::Rng::with_seed(3);
        for case in 0..600 {
            let vocab = rng.usize(1..300);
            // A coarse grid makes ties common.
            let logits: Vec<f32> = (0..vocab).map(|_| rng.i32(-20..20) as f32 / 4.0).collect();
            let chosen = rng.u32(0..vocab as u32);
            let n = rng.u32(0..25);
            let max = arg_max(&logits).expect("no NaN");
            let got = position_logprobs(&logits, max, chosen, n);
            let want = definition(&logits);
            assert_eq!(got.top.len(), (n as usize).min(vocab), "case {case}");
            for (i, t) in got.top.iter().enumerate() {
                assert_eq!((t.token, t.rank), (want[i].0, i as u32 + 1), "case {case}");
                assert!((f64::from(t.logprob) - want[i].1).abs() < 2e-6, "case {case}");
            }
            let rank = want.iter().position(|w| w.0 == chosen).expect("every token has a rank");
            assert_eq!(got.chosen.rank as usize, rank + 1, "case {case}");
            assert!((f64::from(got.chosen.logprob) - want[rank].1).abs() < 2e-6);
        }
    }

    #[test]
    fn forbidden_tokens_have_probability_zero() {
        let logits = [0.0, f32::NEG_INFINITY];
        let max = arg_max(&logits).expect("no NaN");
        let got = position_logprobs(&logits, max, 1, 2);
        assert_eq!(got.chosen.logprob, f32::NEG_INFINITY);
        assert_eq!(got.top[0].logprob, 0.0);
    }
}
