//! Sessions on their way between the prefix cache and the disk, some of one between two steps.
//!
//! While there are any, a step is launched only when none is on its way: what a session reads is
//! written by then, and what it writes is read by no step. The files are made, opened and closed
//! on threads of their own.

use atlas_cache::Namespace;
use atlas_core::{SessionError, SessionSave};
use atlas_disk::Piece;

use super::event_loop::Loop;
use super::session_jobs::{Reply, Saving, SessionJob, spawn};
use crate::session::Arriving;

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
        match (leaving.left() > 0, saving.reply.is_canceled()) {
            (true, false) => return self.sessions.push_front(SessionJob::Save(saving)),
            // A part of a session is none: its files go, and an older one of its name stays.
            (_, true) => return self.scheduler.let_go(),
            (false, false) => self.scheduler.let_go(),
        }
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
