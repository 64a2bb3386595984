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
    /// Adds an event without a time.
    pub fn push(&mut self, sender: &StreamSender, event: TokenEvent) {
        self.0.push_back((sender.clone(), event, None));
    }

    /// Adds a token, whose time the observer is given before the reader has it.
    pub fn push_token(&mut self, sender: &StreamSender, token: TokenEvent, waited: Waited) {
        self.0.push_back((sender.clone(), token, Some(waited)));
    }

    /// Sends everything. An event leaves the box before the observer is called, so that after a
    /// panic none is sent twice and the rest are still there.
    pub fn send_all(&mut self, observer: &dyn EngineObserver) {
        while let Some((sender, event, waited)) = self.0.pop_front() {
            match waited {
                Some(Waited::First(seconds)) => observer.first_token(seconds),
                Some(Waited::Next(seconds)) => observer.inter_token(seconds),
                None => {}
            }
            // The loop learns of readers that have left through its departures.
            sender.send(event);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use atlas_core::{RequestId, token_stream};

    use super::*;

    fn token(token: u32) -> TokenEvent {
        TokenEvent::Token { token, logprobs: None }
    }

    /// Times in the order of the calls.
    #[derive(Default)]
    struct Times(Mutex<Vec<(&'static str, f64)>>);

    impl EngineObserver for Times {
        fn first_token(&self, seconds: f64) {
            self.0.lock().unwrap().push(("first", seconds));
        }

        fn inter_token(&self, seconds: f64) {
            self.0.lock().unwrap().push(("next", seconds));
        }
    }

    #[test]
    fn events_leave_in_order_with_their_times() {
        let (sender, mut stream) = token_stream(RequestId(1), None);
        let mut outbox = Outbox::default();
        outbox.push(&sender, TokenEvent::PromptLogprobs(Vec::new()));
        outbox.push_token(&sender, token(7), Waited::First(0.5));
        outbox.push_token(&sender, token(8), Waited::Next(0.25));
        let times = Times::default();
        outbox.send_all(&times);
        assert_eq!(*times.0.lock().unwrap(), [("first", 0.5), ("next", 0.25)]);
        assert!(matches!(stream.blocking_next(), Some(TokenEvent::PromptLogprobs(_))));
        for expected in [7, 8] {
            let event = stream.blocking_next();
            assert!(matches!(event, Some(TokenEvent::Token { token, .. }) if token == expected));
        }
        outbox.send_all(&times);
        assert_eq!(times.0.lock().unwrap().len(), 2, "nothing is sent twice");
    }

    #[test]
    fn readers_that_have_left_stop_no_other() {
        let (left, stream) = token_stream(RequestId(1), None);
        drop(stream);
        let (sender, mut stream) = token_stream(RequestId(2), None);
        let mut outbox = Outbox::default();
        outbox.push_token(&left, token(1), Waited::Next(0.1));
        outbox.push_token(&sender, token(2), Waited::Next(0.1));
        outbox.send_all(&Times::default());
        assert!(matches!(stream.blocking_next(), Some(TokenEvent::Token { token: 2, .. })));
    }
}
