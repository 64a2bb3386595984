//! Events of a step for the readers of its streams, until they are sent.

use atlas_core::{StreamSender, TokenEvent};
use std::collections::VecDeque;

use crate::engine::observer::EngineObserver;

/// Time that a reader waited for a token.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waited {
    /// Seconds since the request was submitted.
    First(f64),
    /// Seconds since the token before.
    Next(f64),
}

/// Events in the order in which they are sent.
#[derive(Debug, Default)]
pub(crate) struct Outbox(VecDeque<(StreamSender, TokenEvent, Option<Waited>)>);

impl Outbox {
    pub fn push(&mut self, sender: &StreamSender, event: TokenEvent) {
        self.0.push_back((sender.clone(), event, None));
    }

    /// A token, and what the observer is told before the reader has it.
    pub fn push_token(&mut self, sender: &StreamSender, token: TokenEvent, waited: Waited) {
        self.0.push_back((sender.clone(), token, Some(waited)));
    }

    /// Sends everything. An event leaves the box before anybody is told, so that after a panic none
    /// is sent twice and the rest are still there.
    pub fn send_all(&mut self, observer: &dyn EngineObserver) {
        while let Some((sender, event, waited)) = self.0.pop_front() {
            match waited {
                Some(Waited::First(seconds)) => observer.first_token(seconds),
                Some(Waited::Next(seconds)) => observer.inter_token(seconds),
                None => {}
            }
            // A reader that has left is told to the loop through its departures.
            sender.send(event);
        }
    }
}
