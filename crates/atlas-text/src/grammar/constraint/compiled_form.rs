//! State that all answers of a compiled form share.

use crate::grammar::calls::text_params::Heads;
use crate::grammar::constraint::matcher::Matcher;
use crate::grammar::constraint::pattern::Pattern;
use crate::grammar::constraint::witness::Witness;
use crate::grammar::vocabulary::tokens::Vocabulary;
use atlas_core::TokenId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Masks of free text kept per grammar; one is 19 KB for 151 000 tokens.
pub(crate) const TEXT_MASKS_MAX: usize = 64;

/// The marks of reasoning.
#[derive(Debug)]
pub(crate) struct ReasoningMarks {
    /// The token that opens reasoning, if the model may begin with it.
    pub open: Option<TokenId>,
    pub close: Pattern,
    /// The prompt has opened it already.
    pub starts_open: bool,
}

/// When the form begins.
#[derive(Debug)]
pub(crate) enum FormStart {
    /// At once, or after the reasoning.
    Now,
    /// At the first place of this text; `again`: at each later place too.
    At { trigger: Pattern, again: bool },
}

/// Parameter, matched bytes of its closing tag, whether the text is still empty, and what the call
/// has had: a token may end the text and begin another.
pub(crate) type TextKey = (u16, u8, bool, u64);

/// A compiled form, shared by all its answers.
pub(crate) struct CompiledForm {
    pub vocabulary: Arc<Vocabulary>,
    pub reasoning: Option<ReasoningMarks>,
    pub begin: FormStart,
    /// Stands where the form begins: at its start, or after its trigger.
    pub start: Mutex<Matcher>,
    pub heads: Heads,
    /// The end of calls, where the search for completions has to be told of it.
    pub ending: Option<&'static str>,
    /// Masks inside free text.
    pub text_masks: Mutex<HashMap<TextKey, Arc<[u32]>>>,
    /// A schema or calls: values end by marks that the vocabulary has tokens for.
    pub structured: bool,
    /// Some texts have a form of their own.
    pub shaped: bool,
    /// Every part that may be opened has a witness, as far as that is known.
    pub closes: bool,
    /// A completion of the whole form; `None` inside if none is known.
    pub shortest: OnceLock<Option<Witness>>,
}

impl CompiledForm {
    pub fn matcher(&self) -> Matcher {
        self.start.lock().unwrap_or_else(PoisonError::into_inner).fork()
    }
}

impl std::fmt::Debug for CompiledForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompiledForm").field("reasoning", &self.reasoning).finish_non_exhaustive()
    }
}
