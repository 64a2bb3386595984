//! Sessions on their way between the prefix cache and the disk, some of one between two steps.
//!
//! While there are any, a step is launched only when none is on its way: what a session reads is
//! written by then, and what it writes is read by no step. The files are made, opened and closed
//! on threads of their own.

use std::collections::VecDeque;

use atlas_cache::Namespace;
use atlas_core::{
    CacheHints, GenerateRequest, Priority, SamplingParams, SessionError, SessionRestore,
    SessionResult, SessionSave, TokenStream,
};
use atlas_disk::Piece;
use futures_channel::oneshot;

use super::event_loop::Loop;
use super::handle::{EngineHandle, Event};
use super::requests::Submission;
use crate::session::{Arriving, Leaving, SessionForm};

/// Where the end of a session is told.
pub(crate) type Reply = oneshot::Sender<SessionResult>;

/// What engines without a prefix cache say.
const NO_CACHE: SessionError =
    SessionError::Unserved("sessions are kept from the prefix cache, which is off");

/// A session that is written, once the request has ended that caches its state.
pub(crate) struct Saving {
    leaving: Leaving,
    stream: TokenStream,
    reply: Reply,
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

/// What the threads of sessions know of the engine.
#[derive(Debug)]
pub(crate) struct SessionOptions {
    pub form: SessionForm,
    /// Most blocks of one.
    pub blocks_max: u32,
    pub seq_len_max: u32,
}

/// Does `work` on a thread of its own. What it holds is dropped if there is none.
fn spawn(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().name("session".to_owned());
    if let Err(error) = thread.spawn(work) {
        tracing::error!(%error, "no thread for the files of a session");
    }
}

/// What is opened on a thread of its own: the job, and the request before it.
type Opened<Job> = (Job, Option<Box<Submission>>);

/// Makes the files of a session, and hands it to the engine behind a request that caches its state.
pub(super) fn begin_save(
    engine: &EngineHandle,
    save: SessionSave,
) -> oneshot::Receiver<SessionResult> {
    let own = engine.clone();
    begin(engine, move |options| {
        let request = caching_request(&save, options.seq_len_max);
        let leaving = Leaving::new(save, &options.form, options.blocks_max)?;
        let (submission, stream) = own.submission(request).map_err(SessionError::Refused)?;
        let job = |reply| SessionJob::Save(Box::new(Saving { leaving, stream, reply }));
        Ok((job, Some(submission)))
    })
}

/// A request of which nothing is wanted but that the state of the session is cached.
fn caching_request(save: &SessionSave, seq_len_max: u32) -> GenerateRequest {
    let tokens = &save.head.tokens;
    let longest = (seq_len_max as usize).saturating_sub(1);
    GenerateRequest {
        prompt: tokens[..tokens.len().min(longest)].to_vec(),
        sampling: SamplingParams::greedy(1),
        eos_token_ids: Vec::new(),
        priority: Priority::default(),
        client: save.client,
        call: None,
        drafts: Some(0),
        deadline: None,
        constraint: None,
        cache: CacheHints {
            salt: save.salt.clone(),
            adapter: save.adapter,
            ..CacheHints::default()
        },
    }
}

/// Opens the files of a session, and hands it to the engine.
pub(super) fn begin_restore(
    engine: &EngineHandle,
    restore: SessionRestore,
) -> oneshot::Receiver<SessionResult> {
    begin(engine, move |options| {
        let arriving = Arriving::open(restore, &options.form, options.seq_len_max)?;
        Ok((move |reply| SessionJob::Restore(Box::new(arriving), reply), None))
    })
}

fn begin<Job: FnOnce(Reply) -> SessionJob>(
    engine: &EngineHandle,
    open: impl FnOnce(&SessionOptions) -> Result<Opened<Job>, SessionError> + Send + 'static,
) -> oneshot::Receiver<SessionResult> {
    let (reply, result) = oneshot::channel();
    let engine = engine.clone();
    spawn(move || {
        let opened = engine.shared().sessions.as_ref().ok_or(NO_CACHE).and_then(open);
        // Callers that have left want nothing, and an engine that has ended does nothing.
        match opened {
            Ok((job, request)) => drop(engine.send(Event::Session(job(reply), request))),
            Err(error) => drop(reply.send(Err(error))),
        }
    });
    result
}

/// Sessions whose files are open, the one at work first.
pub(super) type Sessions = VecDeque<SessionJob>;

impl Loop {
    /// Whether some of a session can be done now: nothing is on its way.
    pub(super) fn may_do_session(&self) -> bool {
        self.session_waits() && self.in_flight.is_empty() && self.planned.is_none()
    }

    /// Whether the first session waits for nothing but that.
    pub(super) fn session_waits(&self) -> bool {
        match self.sessions.front() {
            None => false,
            Some(SessionJob::Save(saving)) => !self.requests.contains_key(&saving.stream.id()),
            Some(SessionJob::Restore(..)) => true,
        }
    }

    /// Does some of the first session.
    pub(super) fn do_session(&mut self) {
        match self.sessions.pop_front() {
            None => {}
            Some(SessionJob::Save(saving)) => self.leave(saving),
            Some(SessionJob::Restore(arriving, reply)) => self.arrive(arriving, reply),
        }
    }

    /// Gives up all sessions.
    pub(super) fn drop_sessions(&mut self) {
        self.sessions.clear();
        self.scheduler.let_go();
    }

    fn leave(&mut self, mut saving: Box<Saving>) {
        let leaving = &mut saving.leaving;
        if !leaving.has_begun() {
            let SessionSave { head, salt, adapter, .. } = leaving.save();
            let namespace = Namespace { salt: salt.clone(), adapter: *adapter };
            match self.scheduler.hold_prefix(&namespace, &head.tokens) {
                Some(held) => {
                    if let Some(snapshot) = held.snapshot {
                        self.runner.leave_snapshot(leaving, snapshot);
                    }
                    leaving.begin(held);
                }
                // Of so few tokens nothing has to be cached.
                None if head.tokens.len() <= 2 * self.block_tokens as usize => {}
                None => return drop(saving.reply.send(Err(SessionError::NotCached))),
            }
        }
        if let Err(error) = self.runner.leave_some(leaving) {
            self.scheduler.let_go();
            return drop(saving.reply.send(Err(SessionError::Disk(error.to_string()))));
        }
        if leaving.left() > 0 && !saving.reply.is_canceled() {
            return self.sessions.push_front(SessionJob::Save(saving));
        }
        self.scheduler.let_go();
        // The disk may take long to have all of it.
        spawn(move || drop(saving.reply.send(saving.leaving.finish())));
    }

    fn arrive(&mut self, mut arriving: Box<Arriving>, reply: Reply) {
        match self.take_in_some(&mut arriving) {
            Ok(()) if arriving.has_more() && !reply.is_canceled() => {
                self.sessions.push_front(SessionJob::Restore(arriving, reply));
            }
            Ok(()) => {
                self.scheduler.let_go();
                // Closing the files may take long.
                spawn(move || drop(reply.send(Ok(arriving.done()))));
            }
            Err(error) => {
                self.scheduler.let_go();
                drop(reply.send(Err(error)));
            }
        }
    }

    fn take_in_some(&mut self, arriving: &mut Arriving) -> Result<(), SessionError> {
        if arriving.begins() {
            self.scheduler.begin_adoption(arriving.released());
        }
        let end = arriving.bring_some()?;
        let namespace = arriving.namespace().clone();
        let tokens = &arriving.tokens()[..end as usize];
        let to = self.scheduler.adopt_more(&namespace, tokens).ok_or(SessionError::NoRoom)?;
        if let Err(error) = self.runner.take_in(arriving, &to) {
            // None of them holds what it stands for.
            to.iter().for_each(|&(_, block)| self.scheduler.quarantine_block(block));
            return Err(SessionError::Disk(error.to_string()));
        }
        if !arriving.has_more()
            && let Some(snapshot) = arriving.take_snapshot()
        {
            self.take_in_snapshot(&namespace, arriving, &snapshot)?;
        }
        Ok(())
    }

    fn take_in_snapshot(
        &mut self,
        namespace: &Namespace,
        arriving: &Arriving,
        snapshot: &Piece,
    ) -> Result<(), SessionError> {
        let tokens = arriving.tokens();
        if let Some(place) = self.scheduler.adopt_snapshot(namespace, tokens, true) {
            self.runner.take_in_snapshot(snapshot.bytes(), place);
        } else if self.scheduler.hold_prefix(namespace, tokens).is_none_or(|held| {
            // The cache had one already, or there is no place for it.
            (held.position as usize) < tokens.len()
        }) {
            return Err(SessionError::NoRoom);
        }
        Ok(())
    }
}
