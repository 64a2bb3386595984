//! Linears that wait for others of the same rows, to go in one launch with them.
//!
//! Layers compute several linears of one input, one after the other. Each waits until something else is queued
//! or asked for; the stream's order is the order of the calls.

use std::sync::{Mutex, PoisonError};

use super::Shared;
use crate::error::CudaError;
use crate::ops::linear::LinearArgs;
use crate::ops::linears::{Group, Linears, Queued};

/// What waits.
pub(super) struct Pending {
    kernels: Linears,
    group: Mutex<Option<Group<'static>>>,
}

impl Pending {
    pub fn new(kernels: Linears) -> Self {
        Self { kernels, group: Mutex::default() }
    }

    fn take(&self) -> Option<Group<'static>> {
        self.group.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Shared {
    /// Lets a linear wait for others of its rows.
    pub(super) fn queue_linear(&self, args: Result<LinearArgs<'_>, CudaError>) {
        // Nothing that it reads or writes is freed before what waits is launched (`Allocation::drop`).
        let next = match args.and_then(|args| Queued::of(&args).map(Queued::kept)) {
            Ok(next) => next,
            Err(error) => return self.queue(|_| Err(error)),
        };
        let mut group = self.pending.group.lock().unwrap_or_else(PoisonError::into_inner);
        if group.as_mut().is_some_and(|group| group.add(&next)) {
            return;
        }
        // Launched before anybody can take what waits behind it.
        if let Some(before) = group.replace(Group::new(next)) {
            self.queue_now(|stream| {
                self.pending.kernels.run(stream, &before, self.batch_invariant)
            });
        }
    }

    /// Launches what waits.
    pub(super) fn flush(&self) {
        if let Some(group) = self.pending.take() {
            self.queue_now(|stream| self.pending.kernels.run(stream, &group, self.batch_invariant));
        }
    }
}
