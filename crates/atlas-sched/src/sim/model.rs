//! The fake model: the next token is a hash of the whole prefix.

use crate::rng::mix;
use atlas_core::TokenId;

/// Tokens are below this.
const VOCAB_SIZE: u64 = 1 << 20;

/// One token in this many ends an answer.
const STOP_EVERY: u32 = 32;

/// What the recurrent layer holds after one more token.
pub fn recur(state: u64, token: TokenId) -> u64 {
    mix(state.rotate_left(23) ^ u64::from(token))
}

/// What the paged layer stores at a position, from the entry before it (0 at the start), the token
/// and the recurrent state there: like a deep layer's K and V it depends on the whole prefix.
pub fn entry(before: u64, token: TokenId, recurrent: u64) -> u64 {
    mix(before.rotate_left(17) ^ mix(u64::from(token) ^ recurrent))
}

/// Attention over one more entry.
pub fn attend(sum: u64, entry: u64) -> u64 {
    mix(sum.rotate_left(11) ^ entry)
}

/// The token picked from what attention gathered and the recurrent state.
pub fn pick(sum: u64, recurrent: u64) -> TokenId {
    (mix(sum ^ recurrent.rotate_left(32)) % VOCAB_SIZE) as TokenId
}

/// The token that follows `prefix`, computed from nothing but the prefix.
pub fn next_token(prefix: &[TokenId]) -> TokenId {
    let (mut recurrent, mut before, mut sum) = (0, 0, 0);
    for &token in prefix {
        recurrent = recur(recurrent, token);
        before = entry(before, token, recurrent);
        sum = attend(sum, before);
    }
    pick(sum, recurrent)
}

/// Whether a token ends the answer.
pub fn is_stop(token: TokenId) -> bool {
    token.is_multiple_of(STOP_EVERY)
}
