//! The fast tokenizer library, a release candidate.

use super::stable::EncodeRules;
use super::{alphabet, canonical::canonical, marks};
use atlas_core::TokenId;
use std::borrow::Cow;
use tokenizers::pipeline::{EncodeOptions, Override, PipelineTokenizer};

/// The fast library with a file, and the texts for which it stands for that file.
pub(crate) struct Fast {
    tokenizer: PipelineTokenizer,
    pub(crate) scope: Scope,
    /// Ids from here on stand for bytes that the file has no token for.
    stand_ins_from: Option<TokenId>,
}

/// The texts for which the fast library stands for the file, as far as their characters say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Any,
    /// Those without combining marks.
    MarkFree {
        /// A text with marks may be cut at lines, so that the fast library gets what it can.
        lines_apart: bool,
    },
}

impl Fast {
    /// Reads `json` (any version).
    pub(crate) fn load(json: &str) -> Result<Self, String> {
        // The library refuses a file without tokens for some bytes, after it has read all of it.
        let completed = alphabet::with_all_bytes(json);
        let stand_ins_from = completed.as_ref().map(|completed| completed.stand_ins_from);
        if let Some(completed) = &completed
            && let Ok(fast) = Self::read(&completed.json, Scope::Any, stand_ins_from)
        {
            return Ok(fast);
        }
        let reason = match Self::read(json, Scope::Any, None) {
            Ok(fast) => return Ok(fast),
            Err(reason) => reason,
        };
        let json = completed.map_or(Cow::Borrowed(json), |completed| Cow::Owned(completed.json));
        let free = marks::without_marks(&json).ok_or(reason)?;
        let scope = Scope::MarkFree { lines_apart: free.lines_apart };
        Self::read(&free.json, scope, stand_ins_from)
    }

    fn read(json: &str, scope: Scope, stand_ins_from: Option<TokenId>) -> Result<Self, String> {
        let tokenizer = tokenizers::from_json(&canonical(json)?).map_err(|e| e.to_string())?;
        let fast = Self { tokenizer, scope, stand_ins_from };
        // Some patterns that name combining marks (Tekken's, o200k's) are the library's own. Others
        // it loads as well, and fails when it encodes.
        let trial = EncodeRules { parse_special: true, post_process: false };
        fast.encode("a", trial).map(|_| fast)
    }

    /// Whether it stands for the file on every text.
    pub(crate) fn is_exact_everywhere(&self) -> bool {
        self.scope == Scope::Any && self.stand_ins_from.is_none()
    }

    /// Ids of `text`; `None` if it has a byte that the file has no token for.
    pub(crate) fn encode(
        &self,
        text: &str,
        rules: EncodeRules,
    ) -> Result<Option<Vec<TokenId>>, String> {
        let options = EncodeOptions {
            add_special_tokens: rules.post_process,
            encode_special_tokens: !rules.parse_special,
            padding: Override::Off,
            truncation: Override::Off,
        };
        let mut out = Vec::with_capacity(text.len() / 3);
        self.tokenizer.encode_into(text, &options, &mut out).map_err(|e| e.to_string())?;
        let ids: Vec<TokenId> = out.into_iter().map(TokenId::from).collect();
        let exact = self.stand_ins_from.is_none_or(|from| ids.iter().all(|id| *id < from));
        Ok(exact.then_some(ids))
    }
}
