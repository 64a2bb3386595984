//! Comparison of two answers to one request: bit by bit, or within the bound that a backend's
//! fastest kernels keep.

use atlas_core::TokenId;

/// Required agreement of two runs of one request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alike {
    /// Every token and every bit of every row of logits are equal.
    #[default]
    Bits,
    /// Up to the first token that differs, every logit is within this share of its row's largest
    /// logit from the other run's. A greedy token then differs only if its margin is at most twice
    /// that.
    Within(f32),
}

/// A row of logits from which a token was picked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub position: u32,
    /// Hash of the row's bits.
    bits: u64,
    /// Logits; empty under [`Alike::Bits`].
    logits: Vec<f32>,
}

/// Tokens of an answer, and the row of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub tokens: Vec<TokenId>,
    pub rows: Vec<Row>,
}

/// Figures of successful comparisons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likeness {
    /// Rows that agree.
    pub rows: u64,
    /// Answers whose tokens differ after rows that agree.
    pub parted: u64,
    /// Largest difference of a logit, as a share of its row's largest logit.
    pub furthest: f32,
}

impl Likeness {
    pub fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.parted += other.parted;
        self.furthest = self.furthest.max(other.furthest);
    }
}

impl Alike {
    /// Keeps the part of a row that the comparison needs.
    pub fn row(self, position: u32, logits: &[f32]) -> Row {
        let mix = |hash: u64, l: &f32| {
            let hash = (hash ^ u64::from(l.to_bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^ (hash >> 32)
        };
        let bits = logits.iter().fold(0xCBF2_9CE4_8422_2325, mix);
        let logits = if self == Self::Bits { Vec::new() } else { logits.to_vec() };
        Row { position, bits, logits }
    }

    /// Compares two answers to one request.
    ///
    /// # Errors
    /// The first difference beyond the bound. A row with a NaN always differs.
    pub fn compare(self, expected: &Answer, got: &Answer) -> Result<Likeness, String> {
        let count = expected.rows.len();
        let mut likeness = Likeness::default();
        for (at, row) in expected.rows.iter().enumerate() {
            let Some(other) = got.rows.get(at) else {
                return Err(format!("{} rows instead of {count}", got.rows.len()));
            };
            let same = row.position == other.position;
            match self {
                Self::Bits if same && row.bits == other.bits => {}
                Self::Within(bound) if same => {
                    let apart = row.distance(other);
                    likeness.furthest = likeness.furthest.max(apart);
                    // A NaN distance is an error too.
                    if !apart.is_finite() || apart > bound {
                        return Err(format!(
                            "row {at} of {count} is {apart:e} apart, the bound is {bound:e}"
                        ));
                    }
                }
                _ => return Err(format!("row {at} of {count} differs")),
            }
            likeness.rows += 1;
            if self != Self::Bits && expected.tokens.get(at) != got.tokens.get(at) {
                likeness.parted += 1;
                return Ok(likeness);
            }
        }
        if got.rows.len() != count {
            return Err(format!("{} rows instead of {count}", got.rows.len()));
        }
        match expected.tokens == got.tokens {
            true => Ok(likeness),
            false => Err("equal rows, different tokens".to_owned()),
        }
    }
}

impl Row {
    /// Largest difference of two logits, as a share of this row's largest logit; NaN if any is.
    fn distance(&self, other: &Self) -> f32 {
        if self.logits.len() != other.logits.len() {
            return f32::NAN;
        }
        let larger = |most: f32, x: f32| if x.is_nan() || x > most { x } else { most };
        let pairs = self.logits.iter().zip(&other.logits);
        // Tokens that are banned in both rows are equal: infinity minus infinity is NaN.
        let apart = pairs.filter(|(a, b)| a != b).map(|(a, b)| (a - b).abs()).fold(0.0, larger);
        let finite = self.logits.iter().filter(|l| l.is_finite()).map(|l| l.abs());
        let scale = finite.fold(f32::MIN_POSITIVE, larger);
        apart / scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(alike: Alike, tokens: &[TokenId], rows: &[[f32; 3]]) -> Answer {
        let rows = rows.iter().enumerate().map(|(at, row)| alike.row(at as u32, row)).collect();
        Answer { tokens: tokens.to_vec(), rows }
    }

    #[test]
    fn one_different_bit_is_an_error() {
        let of = |tokens: &[TokenId], rows: &[[f32; 3]]| answer(Alike::Bits, tokens, rows);
        let one = of(&[2, 0], &[[1.0, 2.0, 4.0], [8.0, 0.0, 1.0]]);
        let same = Alike::Bits.compare(&one, &one.clone());
        assert_eq!(same, Ok(Likeness { rows: 2, ..Likeness::default() }));
        for other in [
            of(&[2, 0], &[[1.0, 2.0, 4.0], [8.0, -0.0, 1.0]]),
            of(&[2, 1], &[[1.0, 2.0, 4.0], [8.0, 0.0, 1.0]]),
            of(&[2], &[[1.0, 2.0, 4.0]]),
        ] {
            assert!(Alike::Bits.compare(&one, &other).is_err(), "{other:?}");
            assert!(Alike::Bits.compare(&other, &one).is_err(), "{other:?}");
        }
    }

    #[test]
    fn answers_may_differ_after_rows_within_the_bound() {
        let alike = Alike::Within(0.1);
        let one = answer(alike, &[2, 0], &[[1.0, 3.9, 4.0], [8.0, 0.0, 1.0]]);
        let near = answer(alike, &[2, 0], &[[1.0, 3.9, 4.2], [8.0, 0.5, 1.0]]);
        let likeness = alike.compare(&one, &near).unwrap();
        assert_eq!((likeness.rows, likeness.parted), (2, 0));
        assert!((likeness.furthest - 0.0625).abs() < 1e-6, "{likeness:?}");
        let parted = answer(alike, &[1], &[[1.0, 4.1, 4.0]]);
        let likeness = alike.compare(&one, &parted).unwrap();
        assert_eq!((likeness.rows, likeness.parted), (1, 1));
    }

    #[test]
    fn rows_beyond_the_bound_with_nan_or_at_other_positions_are_errors() {
        let alike = Alike::Within(0.1);
        let one = answer(alike, &[2], &[[1.0, 3.9, 4.0]]);
        for row in [[1.0, 3.9, 4.5], [f32::NAN, 3.9, 4.0], [1.0, 3.9, f32::INFINITY]] {
            let other = answer(alike, &[2], &[row]);
            assert!(alike.compare(&one, &other).is_err(), "{row:?}");
            assert!(alike.compare(&other, &one).is_err(), "{row:?}");
        }
        let mut moved = one.clone();
        moved.rows[0].position = 7;
        assert!(alike.compare(&one, &moved).is_err());
        // Equal tokens with more rows are a different answer.
        let more = answer(alike, &[2], &[[1.0, 3.9, 4.0], [1.0, 3.9, 4.0]]);
        assert!(alike.compare(&one, &more).is_err());
        // A token that is banned in both rows makes no difference.
        let ruled = answer(alike, &[2], &[[f32::NEG_INFINITY, 3.9, 4.0]]);
        assert_eq!(alike.compare(&ruled, &ruled.clone()).unwrap().furthest, 0.0);
    }
}
