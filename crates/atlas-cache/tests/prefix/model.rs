//! The naive model, and sequences that compute.

use atlas_cache::{BlockTable, Namespace};
use atlas_core::TokenId;

/// SplitMix64.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

pub fn mix(word: u64) -> u64 {
    let z = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The state after one more token.
pub fn recur(state: u64, token: TokenId) -> u64 {
    mix(state.rotate_left(23) ^ u64::from(token) ^ 0x5bd1_e995)
}

pub fn start(namespace: &Namespace) -> u64 {
    namespace.salt.iter().fold(u64::from(namespace.adapter), |s, &b| mix(s ^ u64::from(b) ^ 77))
}

pub fn state_of(namespace: &Namespace, tokens: &[TokenId]) -> u64 {
    tokens.iter().fold(start(namespace), |s, &t| recur(s, t))
}

/// A sequence that computes, token by token.
pub struct Sequence {
    pub namespace: Namespace,
    pub tokens: Vec<TokenId>,
    pub table: BlockTable,
    /// Tokens consumed and written.
    pub written: usize,
    pub state: u64,
}

/// The naive model: whole blocks that were published, and prefixes with a snapshot.
#[derive(Default)]
pub struct Model {
    pub published: Vec<(Namespace, Vec<TokenId>)>,
    pub snapshots: Vec<(Namespace, Vec<TokenId>)>,
}

impl Model {
    pub fn kv(&self, namespace: &Namespace, prompt: &[TokenId], block: usize) -> usize {
        let common = |tokens: &[TokenId]| {
            let same = tokens.iter().zip(prompt).take_while(|(a, b)| a == b).count();
            same / block * block
        };
        let own = self.published.iter().filter(|(ns, _)| ns == namespace);
        own.map(|(_, tokens)| common(tokens)).max().unwrap_or(0)
    }

    pub fn snapshot(&self, namespace: &Namespace, prompt: &[TokenId], most: usize) -> usize {
        let own = self.snapshots.iter().filter(|(ns, _)| ns == namespace);
        let usable = own.filter(|(_, tokens)| prompt.starts_with(tokens) && tokens.len() <= most);
        usable.map(|(_, tokens)| tokens.len()).max().unwrap_or(0)
    }
}
