//! Plans whose results are outstanding.

use atlas_core::{RequestId, Span, StepPlan};
use std::collections::VecDeque;

/// A planned step without a result.
#[derive(Debug)]
pub(crate) struct Flight {
    pub step: u64,
    /// The spans of the plan and their requests.
    pub spans: Vec<(Span, RequestId)>,
}

/// Plans that are answered by a result and have none yet, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Outstanding {
    flights: VecDeque<Flight>,
}

impl Outstanding {
    pub fn len(&self) -> usize {
        self.flights.len()
    }

    pub fn is_empty(&self) -> bool {
        self.flights.is_empty()
    }

    /// Expects a result of `plan`. `owner`: the request of a span.
    pub fn expect(&mut self, plan: &StepPlan, owner: impl Fn(&Span) -> Option<RequestId>) {
        let spans = plan.spans.iter().filter_map(|span| Some((*span, owner(span)?))).collect();
        self.flights.push_back(Flight { step: plan.step, spans });
    }

    /// Takes the oldest plan.
    pub fn pop(&mut self) -> Option<Flight> {
        self.flights.pop_front()
    }

    /// All spans without a result, with their requests.
    pub fn spans(&self) -> impl Iterator<Item = &(Span, RequestId)> {
        self.flights.iter().flat_map(|flight| &flight.spans)
    }
}
