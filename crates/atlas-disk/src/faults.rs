//! Faults that tests plant in a queue: slow, broken and full disks, torn writes.

use crate::error::DiskError;
use crate::queue::Job;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A fault of one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It takes this much longer.
    Slow(Duration),
    /// It fails with this error of the system.
    Fails(i32),
    /// Of a write, these bytes alone reach the file, and success is told.
    Torn(usize),
    /// Of a read, this bit of what it brings is flipped; they are counted around.
    Flips(usize),
}

/// The fault of each job, if it has one.
type Choice = dyn Fn(&Job) -> Option<Fault> + Send + Sync;

/// Chooses the fault of each job; none without a planted choice.
#[derive(Clone, Default)]
pub struct Faults {
    choose: Option<Arc<Choice>>,
}

impl Faults {
    /// Plants `choose`.
    #[cfg(feature = "faults")]
    pub fn planted(choose: impl Fn(&Job) -> Option<Fault> + Send + Sync + 'static) -> Self {
        Self { choose: Some(Arc::new(choose)) }
    }

    /// The fault of a job that begins.
    pub(crate) fn of(&self, job: &Job) -> Option<Fault> {
        self.choose.as_ref().and_then(|choose| choose(job))
    }

    /// The error of a job that is made to fail.
    pub(crate) fn error(job: &Job, code: i32) -> DiskError {
        job.failed(&std::io::Error::from_raw_os_error(code))
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Faults({})", if self.choose.is_some() { "planted" } else { "none" })
    }
}
