//! Sessions on their way between the prefix cache and the disk, some of one between two steps.
//!
//! While there are any, a step is launched only when none is on its way: what a session reads is
//! written by then, and what it writes is read by no step. The files are made, opened and closed
//! on threads of their own.

use std::collections::VecDeque;
use std::sync::Arc;

use atlas_cache::Namespace;
use atlas_core::{SessionError, SessionRestore, SessionResult, SessionSave};
use atlas_disk::Piece;
use crossbeam_channel::Sender;
use futures_channel::oneshot;

use super::event_loop::Loop;
use super::handle::{Event, Shared};
use crate::session::{Arriving, Leaving, SessionForm};

/// Where the end of a session is told.
pub(crate) type Reply = oneshot::Sender<SessionResult>;

/// What engines without a prefix cache say.
const NO_CACHE: SessionError =
    SessionError::Unserved("sessions are kept from the prefix cache, which is off");

/// A session whose files are open.
pub(crate) enum SessionJob {
    Save(Box<Leaving>, Reply),
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

/// Makes the files of a session, and hands it to the engine.
pub(super) fn begin_save(
    shared: &Arc<Shared>,
    events: &Sender<Event>,
    save: SessionSave,
) -> oneshot::Receiver<SessionResult> {
    begin(shared, events, move |options| {
        let leaving = Leaving::new(save, &options.form, options.blocks_max)?;
        Ok(move |reply| SessionJob::Save(Box::new(leaving), reply))
    })
}

/// Opens the files of a session, and hands it to the engine.
pub(super) fn begin_restore(
    shared: &Arc<Shared>,
    events: &Sender<Event>,
    restore: SessionRestore,
) -> oneshot::Receiver<SessionResult> {
    begin(shared, events, move |options| {
        let arriving = Arriving::open(restore, &options.form, options.seq_len_max)?;
        Ok(move |reply| SessionJob::Restore(Box::new(arriving), reply))
    })
}

fn begin<Job: FnOnce(Reply) -> SessionJob>(
    shared: &Arc<Shared>,
    events: &Sender<Event>,
    open: impl FnOnce(&SessionOptions) -> Result<Job, SessionError> + Send + 'static,
) -> oneshot::Receiver<SessionResult> {
    let (reply, result) = oneshot::channel();
    let (shared, events) = (shared.clone(), events.clone());
    spawn(move || {
        let opened = shared.sessions.as_ref().ok_or(NO_CACHE).and_then(open);
        // Callers that have left want nothing, and an engine that has ended does nothing.
        match opened {
            Ok(job) => drop(events.send(Event::Session(job(reply)))),
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
        !self.sessions.is_empty() && self.in_flight.is_empty() && self.planned.is_none()
    }

    /// Does some of the first session.
    pub(super) fn do_session(&mut self) {
        match self.sessions.pop_front() {
            None => {}
            Some(SessionJob::Save(leaving, reply)) => self.leave(leaving, reply),
            Some(SessionJob::Restore(arriving, reply)) => self.arrive(arriving, reply),
        }
    }

    /// Gives up all sessions.
    pub(super) fn drop_sessions(&mut self) {
        self.sessions.clear();
        self.scheduler.let_go();
    }

    fn leave(&mut self, mut leaving: Box<Leaving>, reply: Reply) {
        if !leaving.has_begun() {
            let SessionSave { head, salt, adapter, .. } = leaving.save();
            let namespace = Namespace { salt: salt.clone(), adapter: *adapter };
            match self.scheduler.hold_prefix(&namespace, &head.tokens) {
                Some(held) => {
                    if let Some(snapshot) = held.snapshot {
                        self.runner.leave_snapshot(&mut leaving, snapshot);
                    }
                    leaving.begin(held);
                }
                // Of so few tokens nothing has to be cached.
                None if head.tokens.len() <= 2 * self.block_tokens as usize => {}
                None => return drop(reply.send(Err(SessionError::NotCached))),
            }
        }
        if let Err(error) = self.runner.leave_some(&mut leaving) {
            self.scheduler.let_go();
            return drop(reply.send(Err(SessionError::Disk(error.to_string()))));
        }
        if leaving.left() > 0 && !reply.is_canceled() {
            return self.sessions.push_front(SessionJob::Save(leaving, reply));
        }
        self.scheduler.let_go();
        // The disk may take long to have all of it.
        spawn(move || drop(reply.send(leaving.finish())));
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
