//! Tokens that bring an answer to its end.

use atlas_core::TokenId;
use llguidance::toktrie::{SimpleVob, TokTrie};

/// Tokens by what they are good for when an answer is to end.
pub(crate) struct ClosingTokens {
    /// Tokens that close something, the best first.
    closing: Vec<TokenId>,
    /// Tokens inside of texts that neither open nor close anything.
    inert: SimpleVob,
    /// Tokens of letters: all are legal inside a text without a form of its own.
    letters: SimpleVob,
}

impl ClosingTokens {
    pub fn new(trie: &TokTrie) -> Self {
        let mut closing: Vec<(usize, usize, usize, TokenId)> = Vec::new();
        let (mut inert, mut letters) = (trie.alloc_token_set(), trie.alloc_token_set());
        for token in 0..trie.vocab_size() as TokenId {
            let bytes = trie.token(token);
            if let Some(class) = closing_class(bytes) {
                // Line breaks close nothing.
                let breaks = bytes.iter().filter(|byte| **byte == b'\n').count();
                closing.push((class, usize::MAX - (bytes.len() - breaks), breaks, token));
            }
            let special = bytes.first() == Some(&TokTrie::SPECIAL_TOKEN_MARKER);
            if special || bytes.is_empty() || std::str::from_utf8(bytes).is_err() {
                continue;
            }
            if !bytes.iter().any(|b| b"\"\\<>{}[]".contains(b) || b.is_ascii_control()) {
                inert.allow_token(token);
            }
            if bytes.len() <= 8 && bytes.iter().all(u8::is_ascii_alphabetic) {
                letters.allow_token(token);
            }
        }
        closing.sort_unstable();
        Self { closing: closing.into_iter().map(|(.., token)| token).collect(), inert, letters }
    }

    /// Whether a token goes on with a plain text and changes nothing else.
    pub fn is_inert(&self, token: TokenId) -> bool {
        self.inert.is_allowed(token)
    }

    /// Whether any word may come next, as inside a text.
    pub fn is_text(&self, mask: &[u32]) -> bool {
        // By chunks, which are compared in wide registers.
        let letters = self.letters.as_slice().chunks(CHUNK).zip(mask.chunks(CHUNK));
        letters.into_iter().all(|(letters, mask)| {
            let missing = letters.iter().zip(mask).fold(0, |all, (word, mask)| all | word & !mask);
            missing == 0
        })
    }

    /// The token that brings an answer with this mask nearest to its end.
    /// `done`: the tokens before it.
    pub fn pick(&self, trie: &TokTrie, mask: &[u32], done: &[TokenId]) -> Option<TokenId> {
        let stuck = stuck(done);
        let allows = |t: TokenId| mask[t as usize / 32] & (1 << (t % 32)) != 0 && Some(t) != stuck;
        // A number between tags ends with its line; more digits bring it no further.
        let last = done.last().and_then(|t| trie.token(*t).last()).copied();
        let closes = |text: &str| trie.token_id(text.as_bytes()).is_some_and(allows);
        let in_json = closes("}") || closes("]");
        if last.is_some_and(|byte| byte.is_ascii_digit()) && !in_json {
            let ends = ["\n</parameter>", "\n</", "\n", "</parameter>", "</｜DSML｜", "</", "<"];
            let ends = ends.into_iter().filter_map(|end| trie.token_id(end.as_bytes()));
            let end = ends.into_iter().find(|t| allows(*t));
            if end.is_some() {
                return end;
            }
        }
        // Inside a text brackets are letters like others.
        let ends = |t: TokenId| !b"}]<,".contains(&trie.token(t)[0]);
        let in_text = self.is_text(mask);
        // A number begins with a digit as well as with a sign.
        let begins = last.is_none_or(|byte| b":[, \n>=".contains(&byte));
        let signs = |t: TokenId| begins && trie.token(t) == b"-";
        let closing = || self.closing.iter().filter(|t| allows(**t) && (!in_text || ends(**t)));
        let unsigned = closing().find(|token| !signs(**token));
        if let Some(&token) = unsigned.or_else(|| closing().next()) {
            return Some(token);
        }
        let all = bits(mask).filter(|t| Some(*t) != stuck);
        let few = all.clone().take(FEW + 1).count() <= FEW;
        // Blanks bring an answer no further.
        let blank = |t: &TokenId| trie.token(*t).iter().all(u8::is_ascii_whitespace);
        let len = |t: &TokenId| trie.token(*t).len();
        // Few tokens spell a fixed text, of which the longest piece is best; letters of a pattern
        // are better short.
        if few {
            // After an opening mark or a comma a value must follow. A token that goes on after
            // an opening mark may have opened a value that could have stayed empty.
            let opens = |t: &TokenId| {
                let bytes = trie.token(*t).trim_ascii();
                let ends = bytes.len() > 1 && bytes.last().is_some_and(|b| b"[{,".contains(b));
                let more = bytes.len() > 1 && !b"]}".contains(&bytes[1]);
                let before = done.last().and_then(|t| trie.token(*t).last());
                let tag = before.is_some_and(|b| opens_tag(&[*b, trie.token(*t)[0]]));
                let tag = tag || opens_tag(trie.token(*t));
                ends || (more && b"[{".contains(&bytes[0])) || tag
            };
            all.max_by_key(|t| (!blank(t), !opens(t), len(t)))
        } else {
            all.min_by_key(|t| (blank(t), len(t)))
        }
    }
}

/// Words of a mask that are compared at a time.
const CHUNK: usize = 64;

/// So many allowed tokens are few.
pub(crate) const FEW: usize = 64;

/// A token picked so often in a row leads nowhere.
const STUCK: usize = 16;

/// The last token, if it has been picked too often in a row.
fn stuck(tokens: &[TokenId]) -> Option<TokenId> {
    let last = *tokens.last()?;
    let run = tokens.iter().rev().take_while(|t| **t == last).count();
    (run >= STUCK).then_some(last)
}

/// Whether a tag opens in `bytes`, and does not close something.
fn opens_tag(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair[0] == b'<' && !b"/|".contains(&pair[1]))
}

/// Rank of a token as a closer; lower is better.
fn closing_class(bytes: &[u8]) -> Option<usize> {
    let rest_closes = |rest: &[u8]| rest.iter().all(|b| b"}]\n".contains(b));
    match bytes {
        [b'}' | b']', rest @ ..] if rest_closes(rest) => Some(0),
        [b'<', b'/' | b'|', rest @ ..] if !opens_tag(rest) => Some(1),
        [b'"', b'"', rest @ ..] if rest_closes(rest) => Some(3),
        [b'"', rest @ ..] if rest_closes(rest) => Some(2),
        // On to the next required part, or to the next part of a pattern.
        b"," | b", " => Some(4),
        b"@" | b":" => Some(5),
        b"." => Some(6),
        b"-" => Some(7),
        [b'0'..=b'9'] => Some(8),
        _ => None,
    }
}

/// The tokens of a mask.
pub(crate) fn bits(mask: &[u32]) -> impl Iterator<Item = TokenId> + Clone + '_ {
    let words = mask.iter().enumerate().filter(|(_, word)| **word != 0);
    words.flat_map(|(i, &word)| {
        (0..32).filter(move |bit| word & (1 << bit) != 0).map(move |bit| i as TokenId * 32 + bit)
    })
}
