//! One pass for the most likely token.

use atlas_core::TokenId;

/// The largest logit and the lowest id that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArgMax {
    pub token: TokenId,
    pub logit: f32,
}

/// Logits compared at a time.
pub(super) const CHUNK: usize = 256;

/// The arg-max of a non-empty row, ties to the lowest id; `None` if any logit is NaN or +infinity
/// (a broken model: a softmax over such a row has no meaning). A row of -infinity yields id 0.
///
/// Reads the row once, except the few chunks that raise the maximum.
pub fn arg_max(logits: &[f32]) -> Option<ArgMax> {
    let mut best = ArgMax { token: 0, logit: f32::NEG_INFINITY };
    for (index, chunk) in logits.chunks(CHUNK).enumerate() {
        let (max, broken) = lane_max(chunk);
        if broken {
            return None;
        }
        if max > best.logit {
            let offset = chunk.iter().position(|&l| l == max).unwrap_or(0);
            best = ArgMax { token: (index * CHUNK + offset) as TokenId, logit: max };
        }
    }
    Some(best)
}

/// The maximum of a chunk and whether it holds a NaN or +infinity. Eight lanes vectorise.
pub(super) fn lane_max(chunk: &[f32]) -> (f32, bool) {
    let mut lanes = [f32::NEG_INFINITY; 8];
    let mut broken = [false; 8];
    let mut groups = chunk.chunks_exact(8);
    for group in &mut groups {
        for i in 0..8 {
            lanes[i] = if group[i] > lanes[i] { group[i] } else { lanes[i] };
            broken[i] |= group[i].is_nan() | (group[i] == f32::INFINITY);
        }
    }
    let mut max = f32::NEG_INFINITY;
    let mut any = broken.contains(&true);
    for &l in lanes.iter().chain(groups.remainder()) {
        max = if l > max { l } else { max };
        any |= l.is_nan() | (l == f32::INFINITY);
    }
    (max, any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_lowest_id_at_every_length() {
        for len in 1..1100usize {
            for first in [0, len / 3, len - 1] {
                let mut row = vec![-1.0f32; len];
                row[first] = 2.0;
                row[len - 1] = 2.0;
                assert_eq!(arg_max(&row), Some(ArgMax { token: first as u32, logit: 2.0 }));
            }
        }
    }

    #[test]
    fn a_row_with_nan_or_infinity_has_no_arg_max() {
        for len in [1usize, 7, 8, 300] {
            for at in 0..len {
                for bad in [f32::NAN, f32::INFINITY] {
                    let mut row = vec![0.5f32; len];
                    row[at] = bad;
                    assert_eq!(arg_max(&row), None, "length {len}, position {at}");
                }
            }
        }
        let banned = [f32::NEG_INFINITY; 9];
        assert_eq!(arg_max(&banned), Some(ArgMax { token: 0, logit: f32::NEG_INFINITY }));
    }
}
