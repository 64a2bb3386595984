//! The stable tokenizer library, and the rules of encoding that both libraries follow.

use super::config::AddedToken;
use super::error::TokenizerError;
use atlas_core::TokenId;
use std::sync::OnceLock;
use tokenizers_stable::models::bpe::BPE;
use tokenizers_stable::{
    DecoderWrapper, NormalizerWrapper, PostProcessorWrapper, PreTokenizerWrapper, TokenizerImpl,
};

/// A tokenizer of which the library knows before it reads the model that it is a BPE.
type OfBpe = TokenizerImpl<
    BPE,
    NormalizerWrapper,
    PreTokenizerWrapper,
    PostProcessorWrapper,
    DecoderWrapper,
>;

/// Options of an encoder: the text of special tokens, and its post-processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EncodeRules {
    /// Special tokens in the text become their ids; otherwise they are ordinary text.
    pub(crate) parse_special: bool,
    /// The post-processor adds its tokens (BOS and the like).
    pub(crate) post_process: bool,
}

/// The stable library; also the source of vocabulary facts at load.
pub(crate) struct Stable {
    parsing: tokenizers_stable::Tokenizer,
    /// The setting lives in the tokenizer itself there, so plain-text encoding needs a second one.
    literal: OnceLock<tokenizers_stable::Tokenizer>,
}

impl Stable {
    pub(crate) fn load(json: &str) -> Result<Self, TokenizerError> {
        // A model of any kind is held as a tree, twice, until its kind is known.
        let mut parsing = match serde_json::from_str::<OfBpe>(json) {
            Ok(tokenizer) => tokenizer.into(),
            Err(_) => tokenizers_stable::Tokenizer::from_bytes(json.as_bytes())
                .map_err(|e| TokenizerError::Load { reason: e.to_string() })?,
        };
        // Padding and truncation are per request in transformers and off for a server.
        parsing.with_padding(None);
        parsing
            .with_truncation(None)
            .map_err(|e| TokenizerError::Load { reason: e.to_string() })?;
        parsing.set_encode_special_tokens(false);
        Ok(Self { parsing, literal: OnceLock::new() })
    }

    pub(crate) fn add_tokens(&mut self, tokens: &[AddedToken]) -> Result<(), TokenizerError> {
        if tokens.is_empty() {
            return Ok(());
        }
        let tokens = tokens.iter().map(|t| {
            tokenizers_stable::AddedToken::from(t.content.as_str(), t.special)
                .single_word(t.single_word)
                .lstrip(t.lstrip)
                .rstrip(t.rstrip)
                .normalized(t.normalized.unwrap_or(!t.special))
        });
        self.parsing
            .add_tokens(tokens)
            .map(|_| ())
            .map_err(|e| TokenizerError::Load { reason: e.to_string() })
    }

    /// All added tokens with the ids they really have, ascending.
    pub(crate) fn added_tokens(&self) -> Vec<AddedToken> {
        let mut tokens: Vec<_> = self
            .parsing
            .get_added_tokens_decoder()
            .into_iter()
            .map(|(id, t)| AddedToken {
                id: Some(id),
                content: t.content,
                single_word: t.single_word,
                lstrip: t.lstrip,
                rstrip: t.rstrip,
                normalized: Some(t.normalized),
                special: t.special,
            })
            .collect();
        tokens.sort_by_key(|t| t.id);
        tokens
    }

    pub(crate) fn vocab(&self) -> std::collections::HashMap<String, TokenId> {
        self.parsing.get_vocab(true)
    }

    pub(crate) fn id_to_token(&self, id: TokenId) -> Option<String> {
        self.parsing.id_to_token(id)
    }

    /// As [`Self::encode`], without a second tokenizer.
    pub(crate) fn encode_alone(
        &mut self,
        text: &str,
        rules: EncodeRules,
    ) -> Result<Vec<TokenId>, TokenizerError> {
        self.parsing.set_encode_special_tokens(!rules.parse_special);
        let ids = ids(&self.parsing, text, rules);
        self.parsing.set_encode_special_tokens(false);
        ids
    }

    pub(crate) fn encode(
        &self,
        text: &str,
        rules: EncodeRules,
    ) -> Result<Vec<TokenId>, TokenizerError> {
        let tokenizer = if rules.parse_special {
            &self.parsing
        } else {
            self.literal.get_or_init(|| {
                let mut literal = self.parsing.clone();
                literal.set_encode_special_tokens(true);
                literal
            })
        };
        ids(tokenizer, text, rules)
    }
}

fn ids(
    tokenizer: &tokenizers_stable::Tokenizer,
    text: &str,
    rules: EncodeRules,
) -> Result<Vec<TokenId>, TokenizerError> {
    tokenizer
        .encode_fast(text, rules.post_process)
        .map(|encoding| encoding.get_ids().to_vec())
        .map_err(|e| TokenizerError::Encode { reason: e.to_string() })
}
