//! A proposer of which anything may come.

use atlas_core::TokenId;

use crate::draft::Propose;

/// Knows some texts by heart. It proposes what comes next in them, and of that nothing, a part, or
/// with a wrong token somewhere; of other texts and now and then it proposes at random, tokens
/// that are none, the same one again and again, or more than was asked for. All of it follows from
/// the tokens that it is given.
#[derive(Debug)]
pub struct Unreliable {
    /// Lengths of prompts, and prompts with answers.
    texts: Vec<(usize, Vec<TokenId>)>,
    vocab_size: u32,
}

impl Unreliable {
    pub fn new(texts: Vec<(usize, Vec<TokenId>)>, vocab_size: u32) -> Self {
        Self { texts, vocab_size }
    }

    /// Tokens that are known to come behind `tokens`.
    fn known(&self, tokens: &[TokenId], prompt_len: usize) -> Option<&[TokenId]> {
        let is_prefix = |(prompt, text): &&(usize, Vec<TokenId>)| {
            *prompt == prompt_len && text.starts_with(tokens)
        };
        self.texts.iter().find(is_prefix).map(|(_, text)| &text[tokens.len()..])
    }
}

impl Propose for Unreliable {
    fn propose(
        &self,
        tokens: &[TokenId],
        prompt_len: usize,
        most: usize,
        drafts: &mut Vec<TokenId>,
    ) {
        let seed = tokens.iter().fold(tokens.len() as u64, |seed, &token| {
            (seed ^ u64::from(token)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
        });
        let mut rng = fastrand::Rng::with_seed(seed);
        let known = self.known(tokens, prompt_len).unwrap_or_default();
        let right = &known[..most.min(known.len())];
        match rng.u32(0..10) {
            0..=3 => drafts.extend(right),
            4 | 5 => {
                drafts.extend(right);
                if !right.is_empty() {
                    let at = rng.usize(0..right.len());
                    drafts[at] = rng.u32(0..self.vocab_size);
                }
            }
            6 => drafts.extend(&right[..rng.usize(0..=right.len())]),
            7 => drafts.extend((0..most).map(|_| rng.u32(0..self.vocab_size))),
            8 => drafts.extend([self.vocab_size + rng.u32(0..100), u32::MAX]),
            _ => drafts.resize(most + 3, tokens.last().copied().unwrap_or(0)),
        }
    }
}
