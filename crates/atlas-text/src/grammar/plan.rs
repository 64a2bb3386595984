//! What all answers of a compiled form share.

use super::budget::{Witness, Zone};
use super::closers::{WITNESS_MAX, find};
use super::guided::Guided;
use super::heads::Heads;
use super::matcher::Matcher;
use super::scan::Pattern;
use super::vocab::Vocabulary;
use atlas_core::TokenId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Masks of free text kept per grammar; one is 19 KB for 151 000 tokens.
pub(super) const TEXT_MASKS_MAX: usize = 64;

/// The marks of reasoning.
#[derive(Debug)]
pub(super) struct Hidden {
    /// The token that opens reasoning, if the model may begin with it.
    pub open: Option<TokenId>,
    pub close: Pattern,
    /// The prompt has opened it already.
    pub starts_open: bool,
}

/// When the form begins.
#[derive(Debug)]
pub(super) enum Begin {
    /// At once, or after the reasoning.
    Now,
    /// Where this text appears; `again`: and wherever it appears later.
    At { trigger: Pattern, again: bool },
}

/// Parameter, matched bytes of its closing tag, whether the text is still empty, and what the call
/// has had: a token may end the text and begin another.
pub(super) type TextKey = (u16, u8, bool, u64);

/// A compiled form, shared by all its answers.
pub(super) struct Plan {
    pub vocabulary: Arc<Vocabulary>,
    pub hidden: Option<Hidden>,
    pub begin: Begin,
    /// Stands where the form begins: at its start, or after its trigger.
    pub start: Mutex<Matcher>,
    pub heads: Heads,
    /// Masks inside free text.
    pub text_masks: Mutex<HashMap<TextKey, Arc<[u32]>>>,
    /// What one token can add to the tokens that an answer needs.
    pub zone: Zone,
    /// Every part that may be opened has a witness, as far as that is known.
    pub closes: bool,
    /// A completion of the whole form; `None` inside if none is known.
    pub shortest: OnceLock<Option<Witness>>,
}

impl Plan {
    pub fn matcher(&self) -> Matcher {
        self.start.lock().unwrap_or_else(PoisonError::into_inner).fork()
    }

    /// A completion of the whole form, if one is known and each of its parts has one.
    pub fn shortest(self: &Arc<Self>) -> Option<&Witness> {
        let find = || find(&Guided::in_form(self.clone()), WITNESS_MAX).ok().flatten();
        let known = || self.closes.then(find).flatten().map(Witness::new);
        self.shortest.get_or_init(known).as_ref()
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("hidden", &self.hidden).finish_non_exhaustive()
    }
}
