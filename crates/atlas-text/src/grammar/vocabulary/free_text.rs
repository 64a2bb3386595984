//! Masks inside free text: text up to a closing tag.
//!
//! From a character boundary outside the tag every token that is whole characters without `<` is
//! legal, for every grammar. Only the others are checked one by one: tokens with `<`, tokens
//! that are not whole characters, and after a part of the tag those that may go on with it.

use atlas_core::TokenId;
use llguidance::earley::{BiasComputer, Parser, ParserRecognizer};
use llguidance::toktrie::{SimpleVob, TokTrie};

/// Position in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct TextPoint {
    /// Bytes of the closing tag that the text ends with.
    pub tag: u8,
    /// Bytes that are missing to the end of the last character.
    pub rest: u8,
}

impl TextPoint {
    /// Goes past a byte; true if it was the tag's last. The tag has `<` in front and nowhere else.
    pub fn push(&mut self, tag: &[u8], byte: u8) -> bool {
        self.rest = match byte {
            0x80..=0xBF => self.rest.saturating_sub(1),
            0xC0..=0xDF => 1,
            0xE0..=0xEF => 2,
            0xF0..=0xFF => 3,
            _ => 0,
        };
        self.tag = match byte {
            byte if byte == tag[self.tag as usize] => self.tag + 1,
            b'<' => 1,
            _ => 0,
        };
        let whole = self.tag as usize == tag.len();
        if whole {
            self.tag = 0;
        }
        whole
    }
}

/// The tokens of a vocabulary by what free text has to know of them.
pub(crate) struct TextTries {
    /// Tokens that are whole characters without `<`.
    plain: SimpleVob,
    /// All others but the special ones.
    hard: TokTrie,
    hard_set: SimpleVob,
    /// Plain tokens by first byte, for the bytes that closing tags consist of.
    by_first: Vec<(u8, SimpleVob, TokTrie)>,
    /// Tokens that begin inside a character.
    inside: TokTrie,
    /// Plain tokens with more characters than the place in the list, and the same where a line
    /// break at the end does not count.
    longer: [Vec<SimpleVob>; 2],
    /// Plain tokens with more characters than fit the lists above, and how many.
    long: Vec<([usize; 2], TokenId)>,
    words: usize,
}

/// Longer tokens are few enough to be checked one by one.
const CHARS_LISTED: usize = 32;

/// The bytes that follow `<` in closing tags.
const TAG_BYTES: &[u8] = "/parmetinvokfuc_l｜DSML:>|\"".as_bytes();

impl TextTries {
    pub fn new(trie: &TokTrie) -> Self {
        let mut plain = trie.alloc_token_set();
        let (mut hard, mut inside) = (plain.clone(), plain.clone());
        let mut by_first: Vec<(u8, SimpleVob)> = Vec::new();
        let lists = || (0..CHARS_LISTED).map(|_| trie.alloc_token_set()).collect();
        let mut longer: [Vec<SimpleVob>; 2] = [lists(), lists()];
        let mut long = Vec::new();
        for token in 0..trie.vocab_size() as u32 {
            let bytes = trie.token(token);
            let Some(&first) = bytes.first() else { continue };
            if first == TokTrie::SPECIAL_TOKEN_MARKER {
                continue;
            }
            if (0x80..0xC0).contains(&first) {
                inside.allow_token(token);
            }
            let text = match std::str::from_utf8(bytes) {
                Ok(text) if !text.contains('<') => text,
                _ => {
                    hard.allow_token(token);
                    continue;
                }
            };
            plain.allow_token(token);
            let chars = text.chars().count();
            let counted = [chars, chars - usize::from(text.ends_with('\n'))];
            for (lists, counted) in longer.iter_mut().zip(counted) {
                lists.iter_mut().take(counted).for_each(|list| list.allow_token(token));
            }
            if chars > CHARS_LISTED {
                long.push((counted, token));
            }
            if TAG_BYTES.contains(&first) {
                match by_first.iter_mut().find(|(byte, _)| *byte == first) {
                    Some((_, set)) => set.allow_token(token),
                    None => {
                        let mut set = trie.alloc_token_set();
                        set.allow_token(token);
                        by_first.push((first, set));
                    }
                }
            }
        }
        let by_first = by_first.into_iter().map(|(byte, set)| {
            let sub = trie.filter(&set);
            (byte, set, sub)
        });
        Self {
            by_first: by_first.collect(),
            hard: trie.filter(&hard),
            hard_set: hard,
            inside: trie.filter(&inside),
            longer,
            long,
            words: trie.vocab_size(),
            plain,
        }
    }

    /// Takes the plain tokens of more than `room` characters out of a mask, or all of them;
    /// `newline`: a line break at their end does not count.
    pub fn shorten(&self, mask: &mut [u32], room: Option<usize>, newline: bool) {
        let Some(room) = room else {
            mask.iter_mut().zip(self.plain.as_slice()).for_each(|(word, plain)| *word &= !plain);
            return;
        };
        if let Some(longer) = self.longer[usize::from(newline)].get(room) {
            mask.iter_mut().zip(longer.as_slice()).for_each(|(word, longer)| *word &= !longer);
            return;
        }
        for &(chars, token) in &self.long {
            if chars[usize::from(newline)] > room
                && let Some(word) = mask.get_mut(token as usize / 32)
            {
                *word &= !(1 << (token % 32));
            }
        }
    }

    /// Whether a token is whole characters without `<`.
    pub fn plain_word(&self, word: usize) -> u32 {
        self.hard_set.as_slice().get(word).map_or(u32::MAX, |hard| !hard)
    }

    /// The tokens that may come next, as `parser` stands inside a text at `point`.
    pub fn mask(&self, parser: &mut Parser, point: TextPoint, tag: &[u8]) -> SimpleVob {
        parser.compute_bias(&TextBias { tries: self, point, tag }, &[])
    }
}

impl std::fmt::Debug for TextTries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextTries").field("words", &self.words).finish()
    }
}

struct TextBias<'a> {
    tries: &'a TextTries,
    point: TextPoint,
    tag: &'a [u8],
}

impl BiasComputer for TextBias<'_> {
    fn compute_bias(&self, rec: &mut ParserRecognizer<'_>, _start: &[u8]) -> SimpleVob {
        let tries = self.tries;
        let mut set = tries.hard.alloc_token_set();
        if self.point.rest > 0 {
            tries.inside.add_bias(rec, &mut set, &[]);
            return set;
        }
        set.or(&tries.plain);
        tries.hard.add_bias(rec, &mut set, &[]);
        if self.point.tag > 0 {
            let next = self.tag[self.point.tag as usize];
            if let Some((_, tokens, trie)) = tries.by_first.iter().find(|(b, ..)| *b == next) {
                set.sub(tokens);
                trie.add_bias(rec, &mut set, &[]);
            }
        }
        set
    }

    fn trie(&self) -> &TokTrie {
        &self.tries.hard
    }
}
