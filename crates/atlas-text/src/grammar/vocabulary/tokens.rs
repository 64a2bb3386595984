//! The tokenizer's vocabulary in the form of the grammar library, built once per model.

use crate::grammar::error::GrammarError;
use crate::grammar::vocabulary::closing_tokens::ClosingTokens;
use crate::grammar::vocabulary::free_text::TextTries;
use crate::parse::{
    DEEPSEEK_CALL, DEEPSEEK_CALL_CLOSE, DEEPSEEK_CALLS, DEEPSEEK_CALLS_CLOSE, DEEPSEEK_SEPARATOR,
};
use crate::tokenizer::Tokenizer;
use atlas_core::TokenId;
use llguidance::api::ParserLimits;
use llguidance::toktrie::{
    INVALID_TOKEN, InferenceCapabilities, TokEnv, TokRxInfo, TokTrie, TokenizerEnv,
};
use llguidance::{ParserFactory, TokenParser, api::TopLevelGrammar};
use std::sync::Arc;

/// Special tokens that stand for a piece of a tool call or of a frame around text. They count as
/// the characters they are spelled with, so that one grammar serves tokenizers that have such a
/// token, those that have it as an ordinary one, and those that spell it out.
const MARKUP: &[&str] = &[
    "<tool_call>",
    "</tool_call>",
    "<minimax:tool_call>",
    "</minimax:tool_call>",
    "｜DSML｜",
    "<|python_tag|>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "<|tool_call>",
    "<tool_call|>",
    "<|\"|>",
    DEEPSEEK_CALLS,
    DEEPSEEK_CALL,
    DEEPSEEK_SEPARATOR,
    DEEPSEEK_CALL_CLOSE,
    DEEPSEEK_CALLS_CLOSE,
    "<think>",
    "</think>",
];

/// Longest token in bytes that takes part in masks. Longer ones (rows of a thousand spaces) are
/// left out: the library's stacks are sized for this.
const TOKEN_BYTES_MAX: usize = 250;

/// Bytes of all tokens as a trie.
struct Env {
    trie: TokTrie,
}

impl TokenizerEnv for Env {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, bytes: &[u8]) -> Vec<TokenId> {
        self.trie.greedy_tokenize(bytes)
    }

    /// Forced text is never turned into the one canonical tokenization: every token whose bytes
    /// fit is allowed, so a mask says exactly what the grammar says.
    fn tokenize_is_canonical(&self) -> bool {
        false
    }
}

/// Tokens by their bytes, the compiler of grammars over them, and what free text needs.
pub(crate) struct Vocabulary {
    env: TokEnv,
    factory: ParserFactory,
    pub text: TextTries,
    pub closers: ClosingTokens,
    /// Bytes of the longest token.
    pub token_bytes_max: usize,
}

impl Vocabulary {
    /// # Errors
    /// [`GrammarError::Internal`] if the library does not take the vocabulary.
    pub fn new(tokenizer: &Tokenizer, marks: &[&str]) -> Result<Self, GrammarError> {
        let ids = 0..tokenizer.vocab_size() as TokenId;
        let words: Vec<Vec<u8>> = ids.map(|id| word(tokenizer, id, marks)).collect();
        Self::from_words(&words)
    }

    /// From the bytes of every token; special ones begin with the marker byte 0xFF.
    pub fn from_words(words: &[Vec<u8>]) -> Result<Self, GrammarError> {
        let info = TokRxInfo::new(words.len() as u32, INVALID_TOKEN);
        let trie = TokTrie::from(&info, words);
        let (text, closers) = (TextTries::new(&trie), ClosingTokens::new(&trie));
        let env: TokEnv = Arc::new(Env { trie });
        let caps = InferenceCapabilities {
            ff_tokens: false,
            backtrack: false,
            conditional_ff_tokens: false,
            fork: false,
        };
        let slices = llguidance::earley::SlicedBiasComputer::json_slices();
        let mut factory = ParserFactory::new(&env, caps, &slices)
            .map_err(|e| GrammarError::Internal { reason: e.to_string() })?;
        factory.quiet();
        *factory.limits_mut() = ParserLimits { verbose_errors: false, ..ParserLimits::default() };
        let token_bytes_max = words.iter().map(Vec::len).max().unwrap_or(0);
        Ok(Self { env, factory, text, closers, token_bytes_max })
    }

    /// A parser at the start of `grammar`.
    pub fn parser(&self, grammar: TopLevelGrammar) -> Result<TokenParser, String> {
        let parser = self.factory.create_parser(grammar);
        let mut parser = parser.map_err(|e| format!("{e:#}"))?;
        parser.start_without_prompt();
        Ok(parser)
    }

    pub fn trie(&self) -> &TokTrie {
        self.env.tok_trie()
    }

    /// The characters of a token as they count in a text; empty for special tokens.
    pub fn text_bytes(&self, token: TokenId) -> &[u8] {
        let bytes = self.trie().token(token);
        if bytes.first() == Some(&TokTrie::SPECIAL_TOKEN_MARKER) { &[] } else { bytes }
    }

    /// The characters a token is spelled with, special or not; none for ids of no token.
    pub fn spelled(&self, token: TokenId) -> &[u8] {
        let bytes = self.trie().token(token);
        bytes.strip_prefix(&[TokTrie::SPECIAL_TOKEN_MARKER]).unwrap_or(bytes)
    }

    /// The one token that is spelled so.
    pub fn single(&self, text: &str) -> Option<TokenId> {
        let special = [&[TokTrie::SPECIAL_TOKEN_MARKER], text.as_bytes()].concat();
        let trie = self.trie();
        trie.token_id(text.as_bytes()).or_else(|| trie.token_id(&special))
    }

    /// The fewest tokens that spell `bytes`; `None` if some byte has no token.
    pub fn spell_short(&self, bytes: &[u8]) -> Option<Vec<TokenId>> {
        let trie = self.trie();
        // By the position they end at: the number of tokens up to there, and the last of them.
        let mut best: Vec<Option<(usize, TokenId)>> = vec![None; bytes.len() + 1];
        best[0] = Some((0, 0));
        for at in 0..bytes.len() {
            let Some((count, _)) = best[at] else { continue };
            for token in trie.all_prefixes(&bytes[at..]) {
                let end = at + trie.token(token).len();
                if best[end].is_none_or(|(known, _)| count + 1 < known) {
                    best[end] = Some((count + 1, token));
                }
            }
        }
        let (mut tokens, mut at) = (Vec::new(), bytes.len());
        while at > 0 {
            let (_, token) = best[at]?;
            tokens.push(token);
            at -= trie.token(token).len();
        }
        tokens.reverse();
        Some(tokens)
    }

    /// Tokens that spell `bytes`, not necessarily as the tokenizer would.
    pub fn spell(&self, bytes: &[u8]) -> Vec<TokenId> {
        self.trie().greedy_tokenize(bytes)
    }
}

impl std::fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vocabulary").field("tokens", &self.trie().vocab_size()).finish()
    }
}

/// The bytes of a token for the trie; empty for tokens that no grammar may use.
fn word(tokenizer: &Tokenizer, id: TokenId, marks: &[&str]) -> Vec<u8> {
    let bytes = tokenizer.token_bytes(id).unwrap_or_default();
    let spelling = tokenizer.id_to_token(id).unwrap_or_default();
    if bytes.len() > TOKEN_BYTES_MAX {
        Vec::new()
    } else if tokenizer.is_special(id) && !MARKUP.contains(&spelling) && !marks.contains(&spelling)
    {
        [&[TokTrie::SPECIAL_TOKEN_MARKER], spelling.as_bytes()].concat()
    } else {
        bytes.to_vec()
    }
}
