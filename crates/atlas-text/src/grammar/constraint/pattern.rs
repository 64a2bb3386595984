//! A text looked for in the bytes of tokens.

use crate::grammar::constraint::matcher::Matcher;
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::{ConstraintError, TokenId};

/// State of a scan: the number of bytes of the pattern that the text ends with.
pub(crate) type ScanState = u16;

/// A pattern and, for each state, the tokens that would complete it and go on with bytes that
/// must not follow it.
#[derive(Debug)]
pub(crate) struct Pattern {
    bytes: Vec<u8>,
    /// The state after a mismatch, for each number of matched bytes (Knuth, Morris, Pratt).
    fail: Vec<ScanState>,
    /// Sorted; empty for most.
    banned: Vec<Vec<TokenId>>,
}

impl Pattern {
    /// The pattern without forbidden tokens; `text` must not be empty.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes().to_vec();
        let mut fail = vec![0; bytes.len()];
        let mut k = 0usize;
        for i in 1..bytes.len() {
            while k > 0 && bytes[i] != bytes[k] {
                k = fail[k - 1] as usize;
            }
            k += usize::from(bytes[i] == bytes[k]);
            fail[i] = k as ScanState;
        }
        let banned = vec![Vec::new(); bytes.len()];
        Self { bytes, fail, banned }
    }

    /// The same where the pattern must be followed by what `after` takes.
    pub fn followed_by(
        mut self,
        vocabulary: &Vocabulary,
        after: &Matcher,
    ) -> Result<Self, ConstraintError> {
        let mut after = after.fork();
        for token in 0..vocabulary.trie().vocab_size() as TokenId {
            let bytes = vocabulary.text_bytes(token);
            for state in 0..self.bytes.len() {
                // From a state other than 0 only tokens that go on with the pattern are new.
                if state > 0 && bytes.first() != Some(&self.bytes[state]) {
                    continue;
                }
                if let Found::At(end) = self.feed(state as ScanState, bytes)
                    && end < bytes.len()
                {
                    let rest = vocabulary.spell(&bytes[end..]);
                    if after.fitting(&rest)? < rest.len() {
                        self.banned[state].push(token);
                    }
                }
            }
        }
        // A token that completes the pattern from the start does so from every state.
        let (first, rest) = self.banned.split_at_mut(1);
        for banned in rest {
            banned.extend_from_slice(&first[0]);
            banned.sort_unstable();
            banned.dedup();
        }
        Ok(self)
    }

    /// Reads `bytes` up to the end of the first match.
    pub fn feed(&self, mut state: ScanState, bytes: &[u8]) -> Found {
        for (i, &byte) in bytes.iter().enumerate() {
            while state > 0 && self.bytes[state as usize] != byte {
                state = self.fail[state as usize - 1];
            }
            state += u16::from(self.bytes[state as usize] == byte);
            if state as usize == self.bytes.len() {
                return Found::At(i + 1);
            }
        }
        Found::Not(state)
    }

    pub fn banned(&self, state: ScanState) -> &[TokenId] {
        &self.banned[state as usize]
    }
}

/// Result of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Not(ScanState),
    /// The pattern ends here in the bytes.
    At(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_end_where_a_search_says() {
        let mut rng = 12345u64;
        let mut random = |n: u64| {
            rng = rng.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (rng >> 33) % n
        };
        let mut found = 0;
        for _ in 0..3000 {
            let mut text = |len: u64| -> String {
                (0..len).map(|_| if random(3) == 0 { 'a' } else { 'b' }).collect()
            };
            let (needle, hay) = (text(4), text(16));
            let pattern = Pattern::new(&needle);
            let want = hay.find(&needle).map(|at| at + needle.len());
            // Whole, and byte by byte.
            let mut state = 0;
            let mut split = None;
            for (i, byte) in hay.bytes().enumerate() {
                match pattern.feed(state, &[byte]) {
                    Found::Not(next) => state = next,
                    Found::At(_) => {
                        split = Some(i + 1);
                        break;
                    }
                }
            }
            let whole = match pattern.feed(0, hay.as_bytes()) {
                Found::At(end) => Some(end),
                Found::Not(_) => None,
            };
            assert_eq!((whole, split), (want, want), "{needle} in {hay}");
            found += usize::from(want.is_some());
        }
        assert!(found > 100);
    }
}
