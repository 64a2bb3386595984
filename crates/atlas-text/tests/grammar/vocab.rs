//! Vocabularies for tests, and constraints looked at from outside.

use atlas_core::{Allowed, Constraint, TokenId};
use atlas_text::Tokenizer;
use atlas_text::grammar::{Compiler, ForbiddenTokens, Form, Grammar, ReasoningFrame};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A compiler with the bytes of its tokens; special tokens have none.
pub struct Vocab {
    pub compiler: Compiler,
    pub words: Vec<Vec<u8>>,
}

impl Vocab {
    fn from_words(words: Vec<Vec<u8>>) -> Self {
        let compiler = Compiler::from_token_bytes(&words).expect("a sound vocabulary");
        let words = words
            .into_iter()
            .map(|word| if word.first() == Some(&0xFF) { Vec::new() } else { word });
        Self { compiler, words: words.collect() }
    }

    /// The 256 bytes, then one special token.
    pub fn bytes() -> &'static Self {
        static BYTES: OnceLock<Vocab> = OnceLock::new();
        BYTES.get_or_init(|| {
            let mut words: Vec<Vec<u8>> = (0..=255).map(|byte| vec![byte]).collect();
            words[255] = b"\xFF<end>".to_vec();
            Self::from_words(words)
        })
    }

    /// The bundled model's tokenizer.
    pub fn mini() -> &'static Self {
        static MINI: OnceLock<Vocab> = OnceLock::new();
        MINI.get_or_init(|| {
            let path =
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini/tokenizer.json");
            let json = std::fs::read(path).expect("the bundled tokenizer");
            let tokenizer = Arc::new(Tokenizer::load(&json, None).expect("a tokenizer"));
            let words = (0..tokenizer.vocab_size() as TokenId).map(|id| {
                let bytes = tokenizer.token_bytes(id).unwrap_or_default().to_vec();
                if tokenizer.is_special(id) && !is_markup(&bytes) { Vec::new() } else { bytes }
            });
            let words = words.collect();
            Self { compiler: Compiler::new(tokenizer).expect("a sound vocabulary"), words }
        })
    }

    /// Bytes and random pieces of `texts`, whatever borders they cross.
    pub fn pieces(texts: &[&str], count: usize, seed: u64) -> Self {
        let mut words: Vec<Vec<u8>> = (0..=255u8).map(|byte| vec![byte]).collect();
        words[255] = b"\xFF<end>".to_vec();
        let mut rng = Rng(seed);
        while words.len() < 256 + count {
            let text = texts[rng.below(texts.len())].as_bytes();
            let start = rng.below(text.len());
            let len = 2 + rng.below(10);
            let word = text[start..text.len().min(start + len)].to_vec();
            if word.len() > 1 && !words.contains(&word) {
                words.push(word);
            }
        }
        Self::from_words(words)
    }

    /// The same with these tokens too.
    pub fn with(mut self, more: &[&str]) -> Self {
        self.words.extend(more.iter().map(|word| word.as_bytes().to_vec()));
        self.words[255] = b"\xFF<end>".to_vec();
        Self::from_words(self.words)
    }

    pub fn grammar(&self, form: &Form) -> Grammar {
        self.compiler.compile(form, None).unwrap_or_else(|e| panic!("{form:?}: {e}"))
    }

    pub fn start(&self, form: &Form) -> Box<dyn Constraint> {
        self.grammar(form).constraint()
    }

    pub fn framed(&self, form: &Form, frame: &ReasoningFrame) -> Box<dyn Constraint> {
        let grammar = self.compiler.compile(form, Some(frame));
        grammar.unwrap_or_else(|e| panic!("{form:?}: {e}")).constraint()
    }

    /// Tokens that may come next; `None` for any.
    pub fn allowed(&self, constraint: &mut dyn Constraint) -> Option<Vec<bool>> {
        let mut mask = vec![0xAAAA_AAAA; self.words.len().div_ceil(32) + 1];
        match constraint.mask_into(&mut mask).expect("a mask") {
            Allowed::Any => None,
            Allowed::Instead(token) => panic!("{token} instead of something"),
            Allowed::Masked => {
                let bit = |token: usize| mask[token / 32] & (1 << (token % 32)) != 0;
                assert!((self.words.len()..mask.len() * 32).all(|t| !bit(t)) || all_ones(&mask));
                Some((0..self.words.len()).map(bit).collect())
            }
        }
    }

    /// `text` in tokens: at each place a random one of those that fit.
    pub fn spell(&self, text: &[u8], rng: &mut Rng) -> Vec<TokenId> {
        let mut by_first: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for (token, word) in self.words.iter().enumerate() {
            if let Some(&first) = word.first() {
                by_first.entry(first).or_default().push(token);
            }
        }
        let (mut at, mut tokens) = (0, Vec::new());
        while at < text.len() {
            let all = by_first.get(&text[at]).map_or(&[][..], Vec::as_slice);
            let fits = |t: &&usize| text[at..].starts_with(&self.words[**t]);
            let fitting: Vec<&usize> = all.iter().filter(fits).collect();
            assert!(!fitting.is_empty(), "no token begins with {:?}", text[at] as char);
            let token = *fitting[rng.below(fitting.len())];
            at += self.words[token].len();
            tokens.push(token as TokenId);
        }
        tokens
    }

    /// Spells `text` at random. Returns whether the form takes all of it, and whether it may end
    /// there.
    pub fn takes(&self, form: &Form, text: &str, seed: u64) -> (bool, bool) {
        let mut constraint = self.start(form);
        feed(self, &mut *constraint, text, seed)
    }
}

/// Feeds `text`, each token only if the mask allows it; whether all went in and may end.
pub fn feed(vocab: &Vocab, constraint: &mut dyn Constraint, text: &str, seed: u64) -> (bool, bool) {
    for token in vocab.spell(text.as_bytes(), &mut Rng(seed)) {
        let allowed = vocab.allowed(constraint).is_none_or(|mask| mask[token as usize]);
        let accepted = constraint.accept(token).is_ok();
        assert_eq!(allowed, accepted, "mask and accept differ at token {token} of {text:?}");
        if !accepted {
            return (false, constraint.may_stop());
        }
    }
    (true, constraint.may_stop())
}

fn is_markup(bytes: &[u8]) -> bool {
    [&b"<tool_call>"[..], b"</tool_call>", b"<think>", b"</think>"].contains(&bytes)
}

fn all_ones(mask: &[u32]) -> bool {
    mask.last() == Some(&u32::MAX)
}

/// A small generator (SplitMix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// For a constraint whose forbidden tokens are not looked at.
pub fn unread() -> ForbiddenTokens {
    ForbiddenTokens::default()
}
