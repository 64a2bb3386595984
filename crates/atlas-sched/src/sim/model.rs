//! The fake model: the next token is a hash of the whole prefix.

use crate::rng::mix;
use atlas_cache::Namespace;
use atlas_core::TokenId;

/// Tokens are below this.
const VOCAB_SIZE: u64 = 1 << 20;

/// One token in this many ends an answer.
const STOP_EVERY: u32 = 32;

/// What a sequence begins with: tenants and adapters have different states for the same tokens.
pub fn start(namespace: &Namespace) -> u64 {
    namespace.salt.iter().fold(u64::from(namespace.adapter), |s, &b| mix(s ^ u64::from(b) ^ 77))
}

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

/// What makes the answer of the `index`-th of a group another. It changes no stop token.
pub fn twist(index: u64) -> TokenId {
    (mix(index) % VOCAB_SIZE) as TokenId / STOP_EVERY * STOP_EVERY
}

/// The token that follows `prefix`, computed from nothing but the prefix and its start.
/// `is_recurrent`: whether the model has a recurrent layer.
pub fn next_token(start: u64, prefix: &[TokenId], is_recurrent: bool) -> TokenId {
    let (mut recurrent, mut before, mut sum) = (first_state(start, is_recurrent), start, 0);
    for &token in prefix {
        if is_recurrent {
            recurrent = recur(recurrent, token);
        }
        before = entry(before, token, recurrent);
        sum = attend(sum, before);
    }
    pick(sum, recurrent)
}

/// The recurrent state before the first token; 0, and never anything else, without such a layer.
pub fn first_state(start: u64, is_recurrent: bool) -> u64 {
    if is_recurrent { start } else { 0 }
}

/// Whether a token ends the answer.
pub fn is_stop(token: TokenId) -> bool {
    token.is_multiple_of(STOP_EVERY)
}
