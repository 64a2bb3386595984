//! Drafts that are copied from where the last tokens of a sequence stood before (prompt lookup
//! decoding, Saxena 2023).

use atlas_core::TokenId;

use super::Propose;

/// Copies what followed the longest earlier occurrence of the sequence's last tokens, the latest of
/// several.
#[derive(Clone, Copy, Debug)]
pub struct Ngram {
    /// Tokens that must agree.
    pub least: usize,
    /// Tokens from which more agreement counts no further.
    pub most: usize,
}

impl Default for Ngram {
    fn default() -> Self {
        Self { least: 3, most: 8 }
    }
}

impl Ngram {
    /// Where the tokens behind the best occurrence begin.
    fn find(&self, tokens: &[TokenId]) -> Option<usize> {
        let last = *tokens.last()?;
        let (mut best, mut found) = (self.least.max(1) - 1, None);
        // Ends of occurrences, the latest first; the sequence's own end is none.
        for end in (1..tokens.len()).rev() {
            if tokens[end - 1] != last {
                continue;
            }
            let before = tokens[..end - 1].iter().rev();
            let own = tokens[..tokens.len() - 1].iter().rev();
            let alike = 1 + before.zip(own).take(self.most - 1).take_while(|(a, b)| a == b).count();
            if alike > best {
                (best, found) = (alike, Some(end));
                if alike >= self.most {
                    break;
                }
            }
        }
        found
    }
}

impl Propose for Ngram {
    fn propose(
        &self,
        tokens: &[TokenId],
        _prompt_len: usize,
        most: usize,
        drafts: &mut Vec<TokenId>,
    ) {
        let Some(from) = self.find(tokens) else { return };
        // Where the occurrence reaches the end, what was copied goes on.
        let first = drafts.len();
        for i in 0..most {
            let next = tokens.get(from + i).copied();
            let token = next.or_else(|| drafts.get(first + from + i - tokens.len()).copied());
            let Some(token) = token else { return };
            drafts.push(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drafts(tokens: &[TokenId], most: usize) -> Vec<TokenId> {
        let mut drafts = Vec::new();
        Ngram { least: 2, most: 4 }.propose(tokens, 0, most, &mut drafts);
        drafts
    }

    #[test]
    fn the_longest_and_latest_occurrence_is_copied_from() {
        assert_eq!(drafts(&[1, 2, 3, 4, 9, 2, 3, 5, 1, 2, 3], 3), [4, 9, 2], "longer wins");
        assert_eq!(drafts(&[2, 3, 4, 2, 3, 5, 2, 3], 2), [5, 2], "later wins");
        assert_eq!(drafts(&[7, 8, 7, 8], 5), [7, 8, 7, 8, 7], "a period goes on");
        assert_eq!(drafts(&[6, 6, 6], 4), [6; 4]);
        assert_eq!(drafts(&[1, 2, 3], 3), [0; 0]);
        assert_eq!(drafts(&[5, 1, 6, 1], 3), [0; 0], "one token alone is no occurrence");
        assert_eq!(drafts(&[], 3), [0; 0]);
    }
}
