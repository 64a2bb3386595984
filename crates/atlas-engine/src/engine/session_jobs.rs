//! Sessions that are on their way, as the handles and the loop of an engine know them.

use std::collections::VecDeque;

use atlas_core::{
    CacheHints, GenerateRequest, SamplingParams, SessionError, SessionResult, SessionSave,
    TokenStream,
};
use futures_channel::oneshot;

use crate::session::{Arriving, Leaving, SessionForm};

/// Where the end of a session is told.
pub(crate) type Reply = oneshot::Sender<SessionResult>;

/// The answer of engines without a prefix cache.
pub(super) const NO_CACHE: SessionError =
    SessionError::Unserved("sessions are kept from the prefix cache, which is off");

/// A session that is written, once the request has ended that caches its state.
pub(crate) struct Saving {
    pub leaving: Leaving,
    pub stream: TokenStream,
    pub reply: Reply,
}

/// A session whose files are open.
pub(crate) enum SessionJob {
    Save(Box<Saving>),
    Restore(Box<Arriving>, Reply),
}

impl std::fmt::Debug for SessionJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Save(..) => "Save",
            Self::Restore(..) => "Restore",
        })
    }
}

/// The engine as the threads of sessions know it.
#[derive(Debug)]
pub(crate) struct SessionOptions {
    pub form: SessionForm,
    /// Most blocks of one.
    pub blocks_max: u32,
    pub seq_len_max: u32,
}

/// Does `work` on a thread of its own. What it holds is dropped if there is none.
pub(super) fn spawn(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().name("session".to_owned());
    if let Err(error) = thread.spawn(work) {
        tracing::error!(%error, "no thread for the files of a session");
    }
}

/// A request of which nothing is wanted but that the state of the session is cached.
pub(super) fn caching_request(save: &SessionSave, seq_len_max: u32) -> GenerateRequest {
    let tokens = &save.head.tokens;
    let longest = (seq_len_max as usize).saturating_sub(1);
    let prompt = tokens[..tokens.len().min(longest)].to_vec();
    let (salt, adapter) = (save.salt.clone(), save.adapter);
    GenerateRequest {
        client: save.client,
        drafts: Some(0),
        cache: CacheHints { salt, adapter, ..CacheHints::default() },
        ..GenerateRequest::new(prompt, SamplingParams::greedy(1))
    }
}

/// Sessions whose files are open, the one at work first.
pub(super) type Sessions = VecDeque<SessionJob>;
