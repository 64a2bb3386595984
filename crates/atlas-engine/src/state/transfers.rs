//! Transfers between the tiers: made on the engine's thread, or, where the device has a queue of
//! copies, on a thread of their own while the device computes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use atlas_core::{ContentKey, Tier, TierCopy, TierObject};
use atlas_sched::Transfer;
use atlas_tensor::device::{CopyQueue, Mark, Part};
use crossbeam_channel::Sender;

use crate::state::host_tier::{Damage, HostArena, HostPlace, Kind};

/// The memory of the host tier, which the engine's thread and that of the transfers use.
#[derive(Clone)]
pub(crate) struct SharedArena {
    arena: Arc<Mutex<HostArena>>,
    damaged: Arc<AtomicU64>,
}

impl SharedArena {
    pub fn new(arena: HostArena) -> Self {
        let damaged = arena.damaged();
        Self { arena: Arc::new(Mutex::new(arena)), damaged }
    }

    /// Objects that were asked for and not used since the start. Waits for no copy.
    pub fn damaged(&self) -> u64 {
        self.damaged.load(Ordering::Relaxed)
    }

    /// After a panic objects are as good as their checksums say.
    pub fn lock(&self) -> MutexGuard<'_, HostArena> {
        self.arena.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy, with the stretches of device memory that it reads or writes.
pub(crate) struct PartsCopy {
    pub to: Tier,
    pub place: HostPlace,
    pub content: ContentKey,
    pub parts: Vec<Part>,
}

/// The place on the host of an object, and its kind.
pub(crate) fn host_place(copy: &TierCopy) -> HostPlace {
    match copy.object {
        TierObject::Block { host, .. } => HostPlace { kind: Kind::Block, index: host.index() },
        TierObject::Snapshot { host, .. } | TierObject::SlotState { host, .. } => {
            HostPlace { kind: Kind::Snapshot, index: host.index() }
        }
    }
}

/// A transfer that is made.
#[derive(Debug)]
pub(crate) struct Transferred {
    pub id: u64,
    /// Indices of its copies to the device that found damage.
    pub damaged: Vec<u32>,
}

struct Job {
    id: u64,
    mark: Mark,
    copies: Vec<PartsCopy>,
}

/// The thread that makes transfers. Dropping it waits for those that were given to it.
pub(crate) struct Transfers {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Transfers {
    /// Starts the thread, which tells `made` of each transfer, in their order.
    ///
    /// # Errors
    /// No thread.
    pub fn start(
        queue: Box<dyn CopyQueue>,
        arena: SharedArena,
        made: Sender<Transferred>,
    ) -> std::io::Result<Self> {
        let (jobs, received) = crossbeam_channel::unbounded::<Job>();
        let mut worker = Worker { queue, arena };
        let thread =
            std::thread::Builder::new().name("atlas-transfers".into()).spawn(move || {
                for job in received {
                    let (id, damaged) = (job.id, worker.run(&job));
                    // An engine that has ended needs no word of it.
                    let _ = made.send(Transferred { id, damaged });
                }
            })?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Queues a transfer behind those before it and, on the device, behind `mark`. False if the
    /// thread has ended.
    pub fn queue(&self, id: u64, mark: Mark, copies: Vec<PartsCopy>) -> bool {
        let job = Job { id, mark, copies };
        self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok())
    }
}

impl Drop for Transfers {
    fn drop(&mut self) {
        self.jobs.take();
        if let Some(thread) = self.thread.take() {
            // A panic there has been reported by its own message.
            let _ = thread.join();
        }
    }
}

struct Worker {
    queue: Box<dyn CopyQueue>,
    arena: SharedArena,
}

impl Worker {
    /// Makes the copies of a job. After a failure of the device nothing that was copied is used:
    /// what was to be stored is void, what was to be brought back counts as damaged.
    fn run(&mut self, job: &Job) -> Vec<u32> {
        let failed = self.queue.after(&job.mark).is_err();
        let copies = || job.copies.iter().enumerate();
        let mut damaged: Vec<u32> =
            copies().filter(|(_, copy)| !self.copy(copy, failed)).map(|(i, _)| i as u32).collect();
        if self.queue.finish().is_err() {
            let loads = copies().filter(|(_, copy)| copy.to == Tier::Device);
            damaged = loads.map(|(i, _)| i as u32).collect();
        }
        damaged
    }

    /// Makes a copy; false if it was to the device and there is nothing that may be used.
    fn copy(&mut self, copy: &PartsCopy, failed: bool) -> bool {
        let PartsCopy { to, place, content, parts } = copy;
        let Self { queue, arena } = self;
        let mut arena = arena.lock();
        match to {
            Tier::Host => {
                let mut stored = false;
                arena.store(*place, *content, |bytes| {
                    stored = !failed && queue.read(parts, bytes).is_ok();
                });
                if !stored {
                    arena.void(*place);
                }
                true
            }
            Tier::Device => {
                let loaded: Result<_, Damage> = arena.load(*place, *content);
                loaded.is_ok_and(|bytes| !failed && queue.write(parts, bytes).is_ok())
            }
        }
    }
}

/// Names a transfer and its copies, whose parts `parts` finds.
pub(crate) fn with_parts(
    transfer: &Transfer,
    mut parts: impl FnMut(&TierCopy) -> Option<Vec<Part>>,
) -> Option<Vec<PartsCopy>> {
    let of = |copy: &TierCopy| {
        let &TierCopy { to, content, .. } = copy;
        Some(PartsCopy { to, place: host_place(copy), content, parts: parts(copy)? })
    };
    transfer.copies.iter().map(of).collect()
}
