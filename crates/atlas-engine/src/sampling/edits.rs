//! Changes of a row of logits, as data.

use atlas_core::TokenId;
pub use atlas_tensor::device::sampling::Penalty;

/// One bit per token of the vocabulary; 1 means the token may be picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenMask {
    words: Vec<u32>,
    vocab_size: usize,
}

impl TokenMask {
    /// A mask that allows every token.
    pub fn all(vocab_size: usize) -> Self {
        let mut mask = Self::default();
        mask.allow_all(vocab_size);
        mask
    }

    /// Allows every token; reuses the memory.
    fn allow_all(&mut self, vocab_size: usize) {
        self.words.clear();
        self.words.resize(vocab_size.div_ceil(32), u32::MAX);
        self.vocab_size = vocab_size;
    }

    /// Forbids the tokens that have no bit in `words`; missing words forbid all of theirs.
    fn restrict(&mut self, words: &[u32]) {
        let all = words.iter().copied().chain(std::iter::repeat(0));
        for (word, allowed) in self.words.iter_mut().zip(all) {
            *word &= allowed;
        }
    }

    /// Forbids a token; ids outside the vocabulary are ignored.
    pub fn ban(&mut self, token: TokenId) {
        if (token as usize) < self.vocab_size {
            self.words[token as usize / 32] &= !(1 << (token % 32));
        }
    }

    /// The bits, 32 tokens a word.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Whether a token may be picked; ids outside the vocabulary may not.
    pub fn allows(&self, token: TokenId) -> bool {
        (token as usize) < self.vocab_size
            && self.words[token as usize / 32] & (1 << (token % 32)) != 0
    }

    /// Sets the logits of banned tokens to -infinity.
    fn apply(&self, logits: &mut [f32]) {
        for (word, chunk) in self.words.iter().zip(logits.chunks_mut(32)) {
            if *word == u32::MAX {
                continue;
            }
            for (bit, logit) in chunk.iter_mut().enumerate() {
                if word & (1 << bit) == 0 {
                    *logit = f32::NEG_INFINITY;
                }
            }
        }
    }
}

/// Edits of one row, applied in this order: `bias`, `penalties` in list order, `allowed`,
/// `forced`.
#[derive(Clone, Debug, Default)]
pub struct LogitEdits {
    /// Tokens that may be picked, if `masked`. [`Self::clear`] keeps its memory.
    mask: TokenMask,
    masked: bool,
    /// Numbers added to single logits.
    pub bias: Vec<(TokenId, f32)>,
    pub penalties: Vec<Penalty>,
    /// The only token that may be picked, if set.
    pub forced: Option<TokenId>,
}

impl LogitEdits {
    /// Edits whose mask is allocated now and never again for this vocabulary.
    pub fn with_capacity(vocab_size: usize) -> Self {
        Self { mask: TokenMask::all(vocab_size), ..Self::default() }
    }

    /// Bytes of the mask of a vocabulary.
    pub fn mask_bytes(vocab_size: usize) -> usize {
        vocab_size.div_ceil(32) * size_of::<u32>()
    }

    /// Bytes allocated for the mask.
    pub fn allocated_mask_bytes(&self) -> usize {
        self.mask.words.capacity() * size_of::<u32>()
    }

    /// Tokens that may be picked; `None` allows all.
    pub fn allowed(&self) -> Option<&TokenMask> {
        self.masked.then_some(&self.mask)
    }

    /// The mask, to be changed. A new one allows all tokens.
    pub fn allowed_mut(&mut self, vocab_size: usize) -> &mut TokenMask {
        if !self.masked {
            self.mask.allow_all(vocab_size);
            self.masked = true;
        }
        &mut self.mask
    }

    /// Forbids the tokens that have no bit in `words`.
    pub fn restrict(&mut self, vocab_size: usize, words: &[u32]) {
        self.allowed_mut(vocab_size).restrict(words);
    }

    /// Whether the row does not change.
    pub fn is_empty(&self) -> bool {
        !self.masked && self.bias.is_empty() && self.penalties.is_empty() && self.forced.is_none()
    }

    /// Removes all edits; keeps their memory.
    pub fn clear(&mut self) {
        self.masked = false;
        self.bias.clear();
        self.penalties.clear();
        self.forced = None;
    }

    /// Applies the edits. Ids outside the row are ignored. A logit of -infinity stays -infinity.
    pub fn apply(&self, logits: &mut [f32]) {
        for &(token, bias) in &self.bias {
            if let Some(logit) = logits.get_mut(token as usize) {
                *logit += bias;
            }
        }
        for penalty in &self.penalties {
            if let Some(logit) = logits.get_mut(penalty.token as usize) {
                let l = *logit;
                let l = if l > 0.0 { l / penalty.divide } else { l * penalty.divide };
                *logit = l - penalty.subtract;
            }
        }
        if let Some(mask) = self.allowed() {
            mask.apply(logits);
        }
        if let Some(forced) = self.forced {
            for (token, logit) in logits.iter_mut().enumerate() {
                if token != forced as usize {
                    *logit = f32::NEG_INFINITY;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_their_order() {
        let mut edits = LogitEdits {
            bias: vec![(0, 3.0), (77, 1.0)],
            penalties: vec![
                Penalty { token: 0, divide: 2.0, subtract: 0.5 },
                Penalty { token: 1, divide: 2.0, subtract: 0.0 },
                Penalty { token: 0, divide: 1.0, subtract: 1.0 },
            ],
            ..LogitEdits::default()
        };
        edits.allowed_mut(5).ban(3);
        edits.allowed_mut(5).ban(99);
        let mut row = [1.0, -1.0, 0.0, 9.0, 4.0];
        edits.apply(&mut row);
        assert_eq!(row, [0.5, -2.0, 0.0, f32::NEG_INFINITY, 4.0]);
        LogitEdits { forced: Some(2), ..LogitEdits::default() }.apply(&mut row);
        assert_eq!(row.iter().filter(|l| l.is_finite()).count(), 1);
        assert_eq!(row[2], 0.0);
    }

    #[test]
    fn masks_cover_partial_words() {
        for vocab in [1usize, 31, 32, 33, 70] {
            let mut mask = TokenMask::all(vocab);
            let last = vocab as u32 - 1;
            assert!(mask.allows(last) && !mask.allows(last + 1));
            mask.ban(last);
            let mut row = vec![0.0f32; vocab];
            mask.apply(&mut row);
            assert_eq!(row.iter().filter(|l| l.is_finite()).count(), vocab - 1);
            assert!(!mask.allows(last));
        }
    }

    #[test]
    fn clear_leaves_nothing_but_memory() {
        let mut edits = LogitEdits { forced: Some(1), bias: vec![(0, 1.0)], ..Default::default() };
        edits.restrict(70, &[0b1010, u32::MAX]);
        let at = edits.mask.words.as_ptr();
        assert!(!edits.is_empty());
        let allows = |e: &LogitEdits, t| e.allowed().is_some_and(|m| m.allows(t));
        assert_eq!([0, 1, 3, 40, 64].map(|t| allows(&edits, t)), [false, true, true, true, false]);
        edits.clear();
        assert!(edits.is_empty() && edits.allowed().is_none());
        assert!((0..70).all(|t| edits.allowed_mut(70).allows(t)));
        assert_eq!(edits.mask.words.as_ptr(), at, "the mask was allocated again");
    }
}
