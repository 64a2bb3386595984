//! The `n` most likely tokens of a row.

use atlas_core::TokenId;
use std::cmp::Ordering;

use super::argmax::{ArgMax, CHUNK, lane_max};

/// Order of likelihood: larger logit first, ties by lower id. Rows hold no NaN, and -0 must tie
/// with 0, which `total_cmp` would not do.
pub fn likelier_first(a: &ArgMax, b: &ArgMax) -> Ordering {
    let by_logit = b.logit.partial_cmp(&a.logit).unwrap_or(Ordering::Equal);
    by_logit.then(a.token.cmp(&b.token))
}

/// Puts the `n` most likely tokens into `top`, the most likely first.
///
/// One pass that skips chunks without a candidate. Candidates gather in a buffer of up to `2 n`,
/// which is cut back to the best `n` when it is full.
pub fn most_likely(logits: &[f32], n: usize, top: &mut Vec<ArgMax>) {
    top.clear();
    let n = n.min(logits.len());
    if n == 0 {
        return;
    }
    // Only a logit larger than the n-th best counts: an equal one has a higher id.
    let mut floor = None;
    for (index, chunk) in logits.chunks(CHUNK).enumerate() {
        if floor.is_some_and(|floor| lane_max(chunk).0 <= floor) {
            continue;
        }
        for (offset, &logit) in chunk.iter().enumerate() {
            if floor.is_some_and(|floor| logit <= floor) {
                continue;
            }
            top.push(ArgMax { token: (index * CHUNK + offset) as TokenId, logit });
            if top.len() == 2 * n {
                top.select_nth_unstable_by(n - 1, likelier_first);
                top.truncate(n);
                floor = top.last().map(|last| last.logit);
            }
        }
    }
    top.sort_unstable_by(likelier_first);
    top.truncate(n);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_likely_tokens_are_the_head_of_the_sorted_row() {
        let mut rng = fastrand::Rng::with_seed(17);
        for case in 0..400 {
            let len = rng.usize(1..2000);
            let coarse = rng.bool();
            let mut logit = || match (rng.u32(0..9), coarse) {
                (0, _) => -0.0,
                (_, true) => rng.i32(-3..3) as f32 * 0.5,
                (_, false) => rng.f32(),
            };
            let row: Vec<f32> = (0..len).map(|_| logit()).collect();
            let n = rng.usize(0..len + 5);
            let mut want: Vec<ArgMax> =
                (0..).zip(&row).map(|(token, &logit)| ArgMax { token, logit }).collect();
            want.sort_by(likelier_first);
            want.truncate(n);
            let mut got = Vec::new();
            most_likely(&row, n, &mut got);
            assert_eq!(got, want, "case {case}: {n} of {len}");
        }
    }
}
