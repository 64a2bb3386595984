//! The positions that rows attend to (DeepSeek-V3.2, sparse attention): the `k` of the best scores
//! `sum_h w_h relu(scale q_h . k_j)` against the index keys of the cache.

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_blocks, check_spans};
use crate::place::{Slice, SliceMut};
use crate::state::{KvCache, KvHalf};
use crate::tensor::Tensor;

pub struct IndexTopk;

/// `q[T, H, D]` and `weights[T, H]` against the index keys of each span's slot, of which a row sees
/// the positions up to its own. `positions[T * k]` gets those of the `k` best scores, ascending,
/// ties to the lower position, or all that are seen; places of a row behind its count, and rows
/// outside of all spans, are left as they are. A score that is NaN counts as minus infinity.
pub struct IndexTopkArgs<'a> {
    pub q: Tensor<'a>,
    /// f32.
    pub weights: Tensor<'a>,
    pub spans: Spans<'a>,
    pub cache: &'a KvCache,
    /// Positive factor of the products.
    pub scale: f32,
    /// At least 1.
    pub k: usize,
    pub positions: SliceMut<'a, u32>,
    /// `[T]`: positions that each row attends to.
    pub counts: SliceMut<'a, u32>,
    /// `[T * CERTIFICATE_WORDS]`: the words of each row's [`IndexCertificate`].
    pub certificate: Option<SliceMut<'a, u32>>,
}

#[derive(Clone, Debug)]
pub struct IndexTopkNeed {
    pub format: KvFormat,
    /// Heads of a query, and elements of a key.
    pub heads: usize,
    pub width: usize,
}

/// Positions that rows attend to, from [`IndexTopk`]: `positions[T * k]` and `counts[T]`.
#[derive(Clone, Copy)]
pub struct Selection<'a> {
    pub positions: Slice<'a, u32>,
    pub counts: Slice<'a, u32>,
    pub k: usize,
}

impl<'a> Selection<'a> {
    /// Positions of row `t`. Panics on a device's memory.
    pub fn of_row(&self, t: usize) -> &'a [u32] {
        &self.positions.host()[t * self.k..][..self.counts.host()[t] as usize]
    }
}

/// Words of an [`IndexCertificate`].
pub const CERTIFICATE_WORDS: usize = 6;

/// Facts of one row's selection, counted from all of its scores and the positions that were
/// written, apart from how they were found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndexCertificate {
    /// The lowest score that is taken.
    pub threshold: f32,
    /// Positions that the row sees.
    pub seen: u32,
    /// Scores above the threshold, and at it.
    pub above: u32,
    pub at: u32,
    /// Positions at the threshold that are taken.
    pub taken: u32,
    /// Positions that are not taken and come before one that is: by score, then by position.
    pub missed: u32,
}

impl IndexCertificate {
    /// That of positions, ascending, which are taken of `scores`.
    pub fn of(scores: &[f32], positions: &[u32]) -> Self {
        let key = |j: usize| rank(scores[j]);
        let taken = || positions.iter().map(|&j| j as usize).filter(|&j| j < scores.len());
        let threshold = taken().map(key).min().unwrap_or(u32::MAX);
        let last_tie = taken().filter(|&j| key(j) == threshold).max().unwrap_or(0);
        let count = |is: &dyn Fn(usize) -> bool| (0..scores.len()).filter(|&j| is(j)).count();
        let is_taken = |j: usize| positions.binary_search(&(j as u32)).is_ok();
        let comes_first = |j| key(j) > threshold || (key(j) == threshold && j < last_tie);
        Self {
            threshold: taken().find(|&j| key(j) == threshold).map_or(f32::NAN, |j| scores[j]),
            seen: scores.len() as u32,
            above: count(&|j| key(j) > threshold) as u32,
            at: count(&|j| key(j) == threshold) as u32,
            taken: taken().filter(|&j| key(j) == threshold).count() as u32,
            missed: count(&|j| comes_first(j) && !is_taken(j)) as u32,
        }
    }

    /// As [`IndexTopkArgs::certificate`] holds it.
    pub fn to_words(self) -> [u32; CERTIFICATE_WORDS] {
        [self.threshold.to_bits(), self.seen, self.above, self.at, self.taken, self.missed]
    }

    /// The inverse of [`Self::to_words`].
    pub fn from_words(words: [u32; CERTIFICATE_WORDS]) -> Self {
        let [threshold, seen, above, at, taken, missed] = words;
        Self { threshold: f32::from_bits(threshold), seen, above, at, taken, missed }
    }

    /// Says which rule of a selection of `k` the row breaks, if it breaks one; `count` positions
    /// were reported.
    pub fn fault(&self, k: usize, count: u32) -> Option<String> {
        let &Self { threshold, seen, above, at, taken, missed } = self;
        let wanted = (k as u64).min(u64::from(seen));
        if u64::from(count) != wanted {
            return Some(format!("{count} positions are taken where {wanted} are to be"));
        }
        if u64::from(above) + u64::from(taken) != wanted || taken > at {
            return Some(format!(
                "{above} scores above the threshold {threshold} and {taken} of {at} at it are \
                 taken where {wanted} are to be"
            ));
        }
        (missed > 0)
            .then(|| format!("{missed} positions are left out that come before the last one taken"))
    }
}

/// A score as an integer of the same order; NaN is minus infinity, and both zeros are one.
pub(crate) fn rank(score: f32) -> u32 {
    let bits = if score.is_nan() { f32::NEG_INFINITY } else { score + 0.0 }.to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

impl Op for IndexTopk {
    const NAME: &'static str = "index_topk";
    type Args<'a> = IndexTopkArgs<'a>;
    type Need = IndexTopkNeed;

    fn check(args: &IndexTopkArgs<'_>) {
        let (q, weights, cache) = (args.q.shape(), args.weights.shape(), args.cache);
        assert!(cache.is_latent && cache.index_dim > 0, "index_topk: a cache without index keys");
        assert!(q.len() == 3 && q[2] == cache.index_dim, "index_topk: q {q:?}");
        assert_eq!(weights, &q[..2], "index_topk: weights");
        assert!(args.k > 0, "index_topk: the best 0");
        assert!(args.scale > 0.0, "index_topk: a factor of {}", args.scale);
        assert_eq!(args.positions.len(), q[0] * args.k, "index_topk: positions");
        assert_eq!(args.counts.len(), q[0], "index_topk: counts");
        if let Some(certificate) = &args.certificate {
            assert_eq!(certificate.len(), q[0] * CERTIFICATE_WORDS, "index_topk: certificate");
        }
        check_spans("index_topk", &args.spans, q[0]);
        check_blocks("index_topk", &args.spans, cache, None);
    }

    fn cost(args: &IndexTopkArgs<'_>) -> Cost {
        let (heads, width) = (args.q.dim(1), args.q.dim(2));
        let (mut seen, mut read) = (0, 0);
        for span in args.spans.rows() {
            seen += (span.start as usize + 1..span.end() + 1).sum::<usize>();
            read += span.end();
        }
        let elements = args.q.dim(0) * (heads * (width + 1) + args.k + 1);
        Cost::of(elements, 2 * heads * (width + 1) * seen)
            .and_bytes(read * args.cache.formats.value.row_bytes(width))
    }

    fn reference(mut args: IndexTopkArgs<'_>, _compute: Compute) {
        let (cache, k, scale) = (args.cache, args.k, f64::from(args.scale));
        let mut key = vec![0.0; cache.index_dim];
        for span in args.spans.rows() {
            for (t, position) in span.places() {
                let seen = position as usize + 1;
                let mut score = |position: usize| {
                    let block = span.blocks[position / cache.block_tokens];
                    let token = position % cache.block_tokens;
                    cache.row(block, KvHalf::Index, 0, token, &mut key);
                    let of_head = |h: usize| {
                        let products = args.q.head_f32(t, h).iter().zip(&key);
                        let dot: f64 = products.map(|(q, k)| f64::from(*q) * f64::from(*k)).sum();
                        // NaN stays NaN.
                        let kept = if dot < 0.0 { 0.0 } else { scale * dot };
                        f64::from(args.weights.row_f32(t)[h]) * kept
                    };
                    (0..args.q.dim(1)).map(of_head).sum::<f64>() as f32
                };
                let scores: Vec<f32> = (0..seen).map(&mut score).collect();
                let mut order: Vec<u32> = (0..seen as u32).collect();
                // A stable sort keeps equals by position.
                order.sort_by_key(|&j| std::cmp::Reverse(rank(scores[j as usize])));
                order.truncate(k);
                order.sort_unstable();
                args.positions[t * k..][..order.len()].copy_from_slice(&order);
                args.counts[t] = order.len() as u32;
                if let Some(certificate) = &mut args.certificate {
                    let words = IndexCertificate::of(&scores, &order).to_words();
                    certificate[t * CERTIFICATE_WORDS..][..CERTIFICATE_WORDS]
                        .copy_from_slice(&words);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Selections that break a rule are told apart, each by its own words.
    #[test]
    fn certificates_find_what_is_wrong() {
        let scores = [1.0, 3.0, 2.0, 2.0, f32::NAN, 2.0];
        let fault = |k, positions: &[u32]| {
            let certificate = IndexCertificate::of(&scores, positions);
            let words = certificate.to_words();
            assert_eq!(IndexCertificate::from_words(words).to_words(), words);
            certificate.fault(k, positions.len() as u32).unwrap_or_default()
        };
        assert_eq!(fault(3, &[1, 2, 3]), "");
        assert_eq!(fault(1, &[1]), "");
        assert_eq!(fault(9, &[0, 1, 2, 3, 4, 5]).as_str(), "");
        assert!(fault(3, &[1, 2, 5]).starts_with("1 positions are left out"), "a higher tie");
        assert!(fault(3, &[0, 1, 2]).starts_with("4 scores above"), "a lower score");
        assert!(fault(3, &[1, 2]).starts_with("2 positions are taken where 3"), "too few");
        assert!(fault(2, &[1, 7]).contains("are taken where 2"), "a position that is not seen");
        let of = IndexCertificate::of(&scores, &[1, 2]);
        assert_eq!((of.threshold, of.seen, of.above, of.at, of.taken), (2.0, 6, 1, 3, 1));
    }

    #[test]
    fn ranks_order_as_scores_do() {
        let scores = [f32::NEG_INFINITY, -2.0, -1e-40, 0.0, 1e-40, 1.0, f32::INFINITY];
        assert!(scores.windows(2).all(|pair| rank(pair[0]) < rank(pair[1])));
        assert_eq!([rank(-0.0), rank(f32::NAN)], [rank(0.0), rank(scores[0])]);
    }
}
