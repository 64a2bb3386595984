//! Random prompts, the same for the same seed.

use xxhash_rust::xxh3::xxh3_64;

/// Ids below this begin and end texts in many vocabularies.
const ORDINARY_ID_MIN: u32 = 3;

/// Common words, a token each in most vocabularies.
const WORDS: [&str; 64] = [
    "time", "year", "people", "way", "day", "man", "thing", "woman", "life", "child", "world",
    "school", "state", "family", "student", "group", "country", "problem", "hand", "part", "place",
    "case", "week", "company", "system", "program", "question", "work", "number", "night", "point",
    "home", "water", "room", "mother", "area", "money", "story", "fact", "month", "lot", "right",
    "study", "book", "eye", "job", "word", "business", "issue", "side", "kind", "head", "house",
    "service", "friend", "father", "power", "hour", "game", "line", "end", "member", "law", "car",
];

/// A part of a prompt. Parts with the same key begin alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub key: u64,
    pub tokens: u32,
}

/// The key of a part, from the numbers that decide it.
pub fn key(numbers: &[u64]) -> u64 {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
    xxh3_64(&bytes)
}

/// Token ids of a prompt, from 3 up to `vocab_size`, without it.
pub fn ids(pieces: &[Piece], vocab_size: u32) -> Vec<u32> {
    let mut out = Vec::with_capacity(pieces.iter().map(|p| p.tokens as usize).sum());
    for piece in pieces {
        let mut random = fastrand::Rng::with_seed(piece.key);
        out.extend((0..piece.tokens).map(|_| random.u32(ORDINARY_ID_MIN..vocab_size)));
    }
    out
}

/// Tokens that a server makes of words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordTokens {
    pub tokens_per_word: f64,
    /// Tokens of a prompt beside its words: the chat template's, or the one that begins a text.
    pub overhead: f64,
}

impl WordTokens {
    /// A token a word, where the server reports no counts.
    pub const UNKNOWN: Self = Self { tokens_per_word: 1.0, overhead: 0.0 };

    /// From the tokens of two prompts of different numbers of words.
    pub fn of((few, few_tokens): (u32, u64), (many, many_tokens): (u32, u64)) -> Self {
        let tokens_per_word =
            (many_tokens as f64 - few_tokens as f64) / (f64::from(many) - f64::from(few));
        if tokens_per_word < 0.1 {
            return Self::UNKNOWN;
        }
        let overhead = (few_tokens as f64 - f64::from(few) * tokens_per_word).max(0.0);
        Self { tokens_per_word, overhead }
    }
}

/// Words of a prompt. A first prompt has so many fewer that it comes to its length with the
/// overhead; a part has at least one word.
pub fn words(pieces: &[Piece], tokens: WordTokens, first: bool) -> String {
    let mut out = String::new();
    for (i, piece) in pieces.iter().enumerate() {
        let overhead = if first && i + 1 == pieces.len() { tokens.overhead } else { 0.0 };
        let wanted = (f64::from(piece.tokens) - overhead) / tokens.tokens_per_word;
        let mut random = fastrand::Rng::with_seed(piece.key);
        for _ in 0..wanted.round().max(1.0) as u64 {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(WORDS[random.usize(..WORDS.len())]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_gives_the_same_beginning() {
        let long = ids(&[Piece { key: 5, tokens: 40 }], 1000);
        let short = ids(&[Piece { key: 5, tokens: 10 }, Piece { key: 6, tokens: 10 }], 1000);
        assert_eq!((long.len(), short.len()), (40, 20));
        assert_eq!(long[..10], short[..10]);
        assert_ne!(long[10..20], short[10..]);
        assert!(long.iter().all(|id| (3..1000).contains(id)));
        assert_ne!(key(&[1, 2]), key(&[2, 1]));
    }

    #[test]
    fn words_come_to_the_wanted_tokens() {
        let tokens = WordTokens::of((32, 58), (96, 154));
        assert_eq!(tokens, WordTokens { tokens_per_word: 1.5, overhead: 10.0 });
        let pieces = [Piece { key: 1, tokens: 100 }];
        let count = |first| words(&pieces, tokens, first).split(' ').count();
        assert_eq!((count(true), count(false)), (60, 67));
        assert_eq!(words(&[Piece { key: 1, tokens: 1 }], tokens, true).split(' ').count(), 1);
        assert_eq!(WordTokens::of((32, 7), (96, 7)), WordTokens::UNKNOWN);
    }
}
