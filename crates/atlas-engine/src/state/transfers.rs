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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::host_tier::Identity;
    use atlas_core::HostPlaces;
    use atlas_tensor::{DeviceFault, DeviceMemory};
    use std::ops::Range;
    use std::sync::atomic::AtomicBool;

    /// Memory that is a device's for these tests.
    struct Fake(Mutex<Vec<u8>>);

    impl Fake {
        fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
            self.0.lock().unwrap()
        }
    }

    impl DeviceMemory for Fake {
        fn address(&self) -> u64 {
            64
        }
        fn bytes(&self) -> usize {
            Fake::bytes(self).len()
        }
        fn write(&self, at: usize, data: &[u8]) {
            Fake::bytes(self)[at..at + data.len()].copy_from_slice(data);
        }
        fn read(&self, at: usize, out: &mut [u8]) {
            out.copy_from_slice(&Fake::bytes(self)[at..at + out.len()]);
        }
        fn fill(&self, range: Range<usize>, byte: u8) {
            Fake::bytes(self)[range].fill(byte);
        }
        fn copy(&self, _: usize, _: &dyn DeviceMemory, _: usize, _: usize) {}
    }

    /// Copies at once, or fails.
    struct FakeQueue(Arc<AtomicBool>);

    impl FakeQueue {
        fn state(&self) -> Result<(), DeviceFault> {
            let fault = || DeviceFault { device: "fake".into(), what: "broken".into() };
            if self.0.load(Ordering::SeqCst) { Err(fault()) } else { Ok(()) }
        }
    }

    impl CopyQueue for FakeQueue {
        fn after(&mut self, _: &Mark) -> Result<(), DeviceFault> {
            Ok(())
        }
        fn read(&mut self, parts: &[Part], mut out: &mut [u8]) -> Result<(), DeviceFault> {
            for part in parts {
                let (here, rest) = out.split_at_mut(part.range.len());
                part.memory.read(part.range.start, here);
                out = rest;
            }
            self.state()
        }
        fn write(&mut self, parts: &[Part], mut data: &[u8]) -> Result<(), DeviceFault> {
            for part in parts {
                let (here, rest) = data.split_at(part.range.len());
                part.memory.write(part.range.start, here);
                data = rest;
            }
            self.state()
        }
        fn finish(&mut self) -> Result<(), DeviceFault> {
            self.state()
        }
    }

    const CONTENT: ContentKey = ContentKey { start: 0, end: 32, hash: 5 };

    #[test]
    fn transfers_are_made_in_order_and_a_failure_leaves_nothing_to_be_used() {
        let places = HostPlaces { blocks: 2, snapshots: 0 };
        let identity = Identity { layout: 1, model: 2 };
        let arena = SharedArena::new(HostArena::new(places, 100, 0, identity).unwrap());
        let broken = Arc::new(AtomicBool::new(false));
        let (made, received) = crossbeam_channel::unbounded();
        let queue = Box::new(FakeQueue(broken.clone()));
        let transfers = Transfers::start(queue, arena.clone(), made).unwrap();
        let memory: Arc<dyn DeviceMemory> = Arc::new(Fake(Mutex::new(vec![0; 300])));
        memory.fill(20..120, 7);
        let copy = |to, index, parts: &[Range<usize>]| PartsCopy {
            to,
            place: HostPlace { kind: Kind::Block, index },
            content: CONTENT,
            parts: parts
                .iter()
                .map(|r| Part { memory: memory.clone(), range: r.clone() })
                .collect(),
        };
        let run = |id, copies| {
            assert!(transfers.queue(id, Box::new(()), copies));
            let Transferred { id: ended, damaged } = received.recv().unwrap();
            assert_eq!(ended, id);
            damaged
        };
        // A block goes to the host and comes back to other places; another was never stored.
        assert!(run(1, vec![copy(Tier::Host, 0, &[20..80, 80..120])]).is_empty());
        let back = [200..260, 150..190];
        let damaged = run(2, vec![copy(Tier::Device, 1, &back), copy(Tier::Device, 0, &back)]);
        assert_eq!((damaged, arena.damaged()), (vec![0], 1));
        let mut found = [0; 300];
        memory.read(0, &mut found);
        let copied = |at: &usize| found[*at] == 7;
        assert!((200..260).chain(150..190).all(|at| copied(&at)) && !copied(&190));
        broken.store(true, Ordering::SeqCst);
        let copies = vec![copy(Tier::Host, 1, &[20..70, 70..120]), copy(Tier::Device, 0, &back)];
        assert_eq!(run(3, copies), [1], "a failed load may not be used");
        broken.store(false, Ordering::SeqCst);
        assert_eq!(
            run(4, vec![copy(Tier::Device, 1, &back)]),
            [0],
            "nor what was stored meanwhile"
        );
        drop(transfers);
        assert!(received.recv().is_err(), "the thread has ended");
    }
}
