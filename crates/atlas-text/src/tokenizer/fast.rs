//! The fast tokenizer library, a release candidate.

use super::marks;
use super::stable::EncodeRules;
use atlas_core::TokenId;
use tokenizers::pipeline::{EncodeOptions, Override, PipelineTokenizer};

/// Result of loading a file with the fast library.
pub(crate) struct FastLoad {
    pub(crate) tokenizer: PipelineTokenizer,
    pub(crate) scope: Scope,
}

/// The texts for which the fast library stands for the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Any,
    /// Those without combining marks.
    MarkFree {
        /// A text with marks may be cut at lines, so that the fast library gets what it can.
        lines_apart: bool,
    },
}

/// Reads `json` (any version) with the fast library.
pub(crate) fn load_fast(json: &str) -> Result<FastLoad, String> {
    let read = |json: &str| {
        let canonical = tokenizers::canonicalize_str(json).map_err(|e| e.to_string())?;
        tokenizers::from_json(&canonical).map_err(|e| e.to_string())
    };
    // Some patterns that name combining marks (Tekken's, o200k's) are the library's own. Others it
    // loads as well, and fails when it encodes.
    let trial = EncodeRules { parse_special: true, post_process: false };
    let reason = match read(json) {
        Ok(tokenizer) => match encode_fast(&tokenizer, "a", trial) {
            Ok(_) => return Ok(FastLoad { tokenizer, scope: Scope::Any }),
            Err(reason) => reason,
        },
        Err(reason) => reason,
    };
    let free = marks::without_marks(json).ok_or(reason)?;
    let scope = Scope::MarkFree { lines_apart: free.lines_apart };
    Ok(FastLoad { tokenizer: read(&free.json)?, scope })
}

pub(crate) fn encode_fast(
    tokenizer: &PipelineTokenizer,
    text: &str,
    rules: EncodeRules,
) -> Result<Vec<TokenId>, String> {
    let options = EncodeOptions {
        add_special_tokens: rules.post_process,
        encode_special_tokens: !rules.parse_special,
        padding: Override::Off,
        truncation: Override::Off,
    };
    let mut out = Vec::with_capacity(text.len() / 3);
    tokenizer.encode_into(text, &options, &mut out).map_err(|e| e.to_string())?;
    Ok(out.into_iter().map(TokenId::from).collect())
}
