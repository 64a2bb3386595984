//! Cost of computing tokens, by which the eviction order is built.

/// Cost of a token at position 0, in units of 1/64 of it.
const TOKEN_COST: u64 = 64;

/// Positions after which attention over the past costs as much as the rest of a token, divided by
/// [`TOKEN_COST`].
const ATTENTION_TOKENS: u64 = 8192 / TOKEN_COST;

/// Cost of computing the tokens of `[from, to)`, in units of 1/64 of a token at position 0.
pub fn cost(from: u32, to: u32) -> u64 {
    let (from, to) = (u64::from(from), u64::from(to));
    (to - from.min(to)) * (TOKEN_COST + (from + to) / 2 / ATTENTION_TOKENS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_tokens_cost_more() {
        assert_eq!([cost(0, 0), cost(5, 5), cost(9, 3)], [0; 3]);
        assert_eq!(cost(0, 1), 64);
        assert!(cost(8192, 8193) >= 2 * cost(0, 1));
        assert!(cost(0, 100) < cost(100, 200));
    }
}
