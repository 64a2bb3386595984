//! The "don't repeat yourself" penalty.

use atlas_core::{DryParams, TokenId};
use rustc_hash::FxHashMap;

use super::edits::Penalty;

/// Upper bound on a penalty: it bans a token in effect and keeps arithmetic finite.
const PENALTY_MAX: f64 = 1e30;

/// Penalties of every token that would continue a repetition, ascending by token:
/// `multiplier * base^(match - allowed_length)` is subtracted from its logit.
///
/// With the sequence `x[0..n)` (its last `range` tokens if `range > 0`), the match of a token `t`
/// is the longest `m` such that for some `i < n` with `x[i] = t` the `m` tokens before `i` equal
/// the last `m` tokens of the sequence and hold no breaker. Tokens with a match of at least
/// `max(allowed_length, 1)` are penalised; breakers never are.
///
/// Linear in the sequence: the matches at all positions are the Z-function of the reversed
/// sequence.
pub fn dry_penalties(tokens: &[TokenId], params: &DryParams) -> Vec<Penalty> {
    let range = if params.range == 0 { tokens.len() } else { params.range as usize };
    let x = &tokens[tokens.len().saturating_sub(range)..];
    let unbroken = x.iter().rev().take_while(|t| !params.breakers.contains(t)).count();
    let allowed_length = params.allowed_length.max(1) as usize;
    if params.multiplier == 0.0 || unbroken < allowed_length {
        return Vec::new();
    }
    let mut longest: FxHashMap<TokenId, usize> = FxHashMap::default();
    for (back, &common) in common_suffixes(x).iter().enumerate().skip(1) {
        // The token that followed the earlier occurrence ending `back` tokens from the end.
        let next = x[x.len() - back];
        let length = common.min(unbroken);
        if length >= allowed_length && !params.breakers.contains(&next) {
            let entry = longest.entry(next).or_default();
            *entry = length.max(*entry);
        }
    }
    let mut penalties: Vec<Penalty> = longest
        .into_iter()
        .map(|(token, length)| {
            let power = f64::from(params.base).powf((length - allowed_length) as f64);
            let subtract = (f64::from(params.multiplier) * power).min(PENALTY_MAX) as f32;
            Penalty { token, divide: 1.0, subtract }
        })
        .collect();
    penalties.sort_unstable_by_key(|p| p.token);
    penalties
}

/// Length of the common suffix of `x` and `x` without its last `back` tokens, for each `back`: the
/// Z-function of the reversed sequence.
fn common_suffixes(x: &[TokenId]) -> Vec<usize> {
    let n = x.len();
    let at = |i: usize| x[n - 1 - i];
    let mut z = vec![0usize; n];
    // [left, right) is the match with the largest right end so far.
    let (mut left, mut right) = (0, 0);
    for i in 1..n {
        let mut length = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + length < n && at(length) == at(i + length) {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = length;
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of the penalty, in quadratic time.
    fn definition(tokens: &[u32], p: &DryParams) -> Vec<(u32, f64)> {
        let start = if p.range == 0 { 0 } else { tokens.len().saturating_sub(p.range as usize) };
        let x = &tokens[start..];
        let mut out = Vec::new();
        let mut distinct = x.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        for t in distinct.into_iter().filter(|t| !p.breakers.contains(t)) {
            let mut longest = 0;
            for i in (0..x.len()).filter(|&i| x[i] == t) {
                for m in 0..=i {
                    let (a, b) = (&x[i - m..i], &x[x.len() - m..]);
                    if a == b && !a.iter().any(|t| p.breakers.contains(t)) {
                        longest = longest.max(m);
                    }
                }
            }
            if longest >= p.allowed_length.max(1) as usize {
                let exponent = longest as f64 - f64::from(p.allowed_length.max(1));
                out.push((t, f64::from(p.multiplier) * f64::from(p.base).powf(exponent)));
            }
        }
        out
    }

    #[test]
    fn equals_the_definition_on_random_sequences() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut penalised = 0;
        for case in 0..3000 {
            let vocab = rng.u32(2..6);
            let tokens: Vec<u32> = (0..rng.usize(0..40)).map(|_| rng.u32(0..vocab)).collect();
            let params = DryParams {
                multiplier: 0.8,
                base: 1.75,
                allowed_length: rng.u32(0..5),
                range: if rng.bool() { 0 } else { rng.u32(1..30) },
                breakers: if rng.bool() { vec![] } else { vec![0] },
            };
            let got = dry_penalties(&tokens, &params);
            let want = definition(&tokens, &params);
            assert_eq!(got.len(), want.len(), "case {case}: {tokens:?} {params:?}");
            for (g, (token, subtract)) in got.iter().zip(&want) {
                assert_eq!(g.token, *token, "case {case}: {tokens:?} {params:?}");
                assert!((f64::from(g.subtract) / subtract - 1.0).abs() < 1e-6);
            }
            penalised += got.len();
        }
        assert!(penalised > 1000, "the cases have too few penalties: {penalised}");
    }

    #[test]
    fn long_repetitions_stay_finite() {
        let params = DryParams { multiplier: 1.0, ..DryParams::default() };
        let got = dry_penalties(&[3; 5000], &params);
        assert_eq!(got.len(), 1);
        assert!(got[0].subtract.is_finite() && got[0].subtract > 1e29);
    }
}
