//! Jobs through `io_uring`: one thread has the ring, a channel brings jobs, and an event wakes it.

use super::{Op, QueueOptions, Task};
use crate::error::DiskError;
use crate::faults::Faults;
use crate::memory::Arena;
use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};
use io_uring::{IoUring, Probe, opcode, squeue, types};
use rustix::event::{EventfdFlags, eventfd};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// `user_data` of the read that wakes the thread; places of jobs are below it.
const WAKE: u64 = u64::MAX;

/// Most jobs that the kernel has at a time.
const DEPTH_MAX: u32 = 1024;

/// Most bytes of one operation; the kernel takes less than 2 GiB.
const CALL_BYTES_MAX: usize = 1 << 30;

/// The thread with the ring, from outside.
pub(super) struct Ring {
    inbox: Option<Sender<Task>>,
    wake: Arc<OwnedFd>,
    stopping: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ring {
    /// Also why the memory of `arenas` is not registered, where it is not.
    pub fn start(
        options: &QueueOptions,
        arenas: &[Arc<Arena>],
    ) -> Result<(Self, Option<String>), DiskError> {
        let none = |error: io::Error| DiskError::NoUring(error.to_string());
        let depth = options.depth.clamp(1, DEPTH_MAX);
        // One more for the read that wakes the thread.
        let ring = IoUring::new(depth + 1).map_err(none)?;
        let mut probe = Probe::new();
        ring.submitter().register_probe(&mut probe).map_err(none)?;
        let needed = [opcode::Read::CODE, opcode::Write::CODE, opcode::Fsync::CODE];
        if !needed.iter().all(|&code| probe.is_supported(code)) {
            return Err(DiskError::NoUring("the kernel has too few of its operations".to_owned()));
        }
        let stretches: Vec<libc::iovec> = arenas
            .iter()
            .map(|arena| {
                let (base, bytes) = arena.whole();
                libc::iovec { iov_base: base.cast(), iov_len: bytes }
            })
            .collect();
        // SAFETY: the thread holds the arenas for as long as the ring.
        let registered = unsafe { ring.submitter().register_buffers(&stretches) };
        let refused = match (&registered, arenas.is_empty()) {
            (_, true) => Some("there is no memory to register".to_owned()),
            (Ok(()), false) => None,
            (Err(error), false) => Some(format!("memory is not registered: {error}")),
        };
        let wake = eventfd(0, EventfdFlags::CLOEXEC).map_err(|e| none(e.into()))?;
        let (wake, stopping) = (Arc::new(wake), Arc::new(AtomicBool::new(false)));
        let (inbox, tasks) = unbounded();
        let worker = Worker {
            ring,
            tasks,
            wake: wake.clone(),
            woken: Box::new([0; 8]),
            flying: (0..depth).map(|_| None).collect(),
            free: (0..depth as usize).rev().collect(),
            arenas: if refused.is_none() { arenas.to_vec() } else { Vec::new() },
            stopping: stopping.clone(),
            faults: options.faults.clone(),
        };
        let thread = std::thread::Builder::new().name("atlas-disk-ring".to_owned());
        let thread = thread.spawn(move || worker.run());
        let thread = Some(thread.map_err(|e| DiskError::Stopped(e.to_string()))?);
        Ok((Self { inbox: Some(inbox), wake, stopping, thread }, refused))
    }

    /// # Errors
    /// The task, where the thread has ended.
    pub fn submit(&self, task: Task) -> Result<(), Task> {
        match &self.inbox {
            Some(inbox) => inbox.send(task).map_err(|refused| refused.0)?,
            None => return Err(task),
        }
        self.wake();
        Ok(())
    }

    fn wake(&self) {
        // It fails only where the count is at its end, and then the thread is woken already.
        let _ = rustix::io::write(&*self.wake, &1u64.to_ne_bytes());
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::Release);
        self.inbox = None;
        self.wake();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A job that the kernel has.
struct Flying {
    task: Task,
    /// Bytes that are transferred.
    done: usize,
    delay: Option<Duration>,
}

struct Worker {
    /// Before what the kernel may still read and write: it is closed first.
    ring: IoUring,
    tasks: Receiver<Task>,
    wake: Arc<OwnedFd>,
    woken: Box<[u8; 8]>,
    /// The job of each place.
    flying: Vec<Option<Flying>>,
    free: Vec<usize>,
    /// Those whose memory is registered, in their order.
    arenas: Vec<Arc<Arena>>,
    stopping: Arc<AtomicBool>,
    faults: Faults,
}

impl Worker {
    fn run(mut self) {
        if let Err(error) = self.serve() {
            tracing::error!(%error, "the ring of the disk has failed");
            self.give_up(&error);
        }
    }

    /// Until the queue is dropped.
    fn serve(&mut self) -> io::Result<()> {
        self.await_wake()?;
        let mut open = true;
        loop {
            while open && !self.free.is_empty() {
                match self.tasks.try_recv() {
                    Ok(task) => self.begin(task)?,
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => open = false,
                }
            }
            if !open && self.free.len() == self.flying.len() {
                return Ok(());
            }
            match self.ring.submit_and_wait(1) {
                Ok(_) => {}
                // Completions make room, or the call is made again.
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
            self.reap()?;
        }
    }

    fn begin(&mut self, task: Task) -> io::Result<()> {
        if self.stopping.load(Ordering::Acquire) {
            task.end(Err(DiskError::Stopped("the queue is closed".to_owned())));
            return Ok(());
        }
        let Some((task, delay)) = task.faulted(&self.faults) else { return Ok(()) };
        // The caller has seen a free place.
        let Some(place) = self.free.pop() else { return Ok(()) };
        self.flying[place] = Some(Flying { task, done: 0, delay });
        self.queue(place)
    }

    /// Queues what is left of the job at `place`.
    fn queue(&mut self, place: usize) -> io::Result<()> {
        let Some(flying) = &self.flying[place] else { return Ok(()) };
        let job = &flying.task.job;
        let fd = types::Fd(job.file.as_raw_fd());
        let entry = match &job.piece {
            None => opcode::Fsync::new(fd).flags(types::FsyncFlags::DATASYNC).build(),
            Some(piece) => {
                // SAFETY: the range lies within the piece, as `submit` has checked.
                let start = unsafe { piece.start().add(job.range.start + flying.done) };
                let bytes = (job.range.len() - flying.done).min(CALL_BYTES_MAX) as u32;
                let offset = job.offset + flying.done as u64;
                let registered =
                    self.arenas.iter().position(|arena| Arc::ptr_eq(arena, piece.arena()));
                let registered = registered.map(|index| index as u16);
                match (job.op, registered) {
                    (Op::Read, None) => opcode::Read::new(fd, start, bytes).offset(offset).build(),
                    (Op::Read, Some(index)) => {
                        opcode::ReadFixed::new(fd, start, bytes, index).offset(offset).build()
                    }
                    (_, None) => opcode::Write::new(fd, start, bytes).offset(offset).build(),
                    (_, Some(index)) => {
                        opcode::WriteFixed::new(fd, start, bytes, index).offset(offset).build()
                    }
                }
            }
        };
        self.push(entry.user_data(place as u64))
    }

    /// Queues the read that a submission ends.
    fn await_wake(&mut self) -> io::Result<()> {
        let fd = types::Fd(self.wake.as_raw_fd());
        let entry = opcode::Read::new(fd, self.woken.as_mut_ptr(), 8).build();
        self.push(entry.user_data(WAKE))
    }

    fn push(&mut self, entry: squeue::Entry) -> io::Result<()> {
        loop {
            // SAFETY: what the entry names, the file and the memory, is held by `flying` or by this
            // worker until its completion is read; otherwise `drop` leaks it.
            if unsafe { self.ring.submission().push(&entry) }.is_ok() {
                return Ok(());
            }
            match self.ring.submit() {
                Ok(_) => {}
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn reap(&mut self) -> io::Result<()> {
        loop {
            let Some(entry) = self.ring.completion().next() else { return Ok(()) };
            match entry.user_data() {
                WAKE => self.await_wake()?,
                place => self.completed(place as usize, entry.result())?,
            }
        }
    }

    fn completed(&mut self, place: usize, result: i32) -> io::Result<()> {
        let Some(flying) = self.flying.get_mut(place).and_then(Option::as_mut) else {
            return Ok(());
        };
        let passing = [-libc::EINTR, -libc::EAGAIN].contains(&result);
        let end = match (passing, usize::try_from(result)) {
            (true, _) => return self.queue(place),
            (_, Err(_)) => Err(io::Error::from_raw_os_error(-result)),
            (_, Ok(bytes)) => {
                flying.done += bytes;
                match (bytes, flying.done < flying.task.job.range.len()) {
                    (_, false) => Ok(()),
                    (0, true) => Err(io::ErrorKind::UnexpectedEof.into()),
                    (_, true) => return self.queue(place),
                }
            }
        };
        let Some(Flying { task, delay, .. }) = self.flying[place].take() else { return Ok(()) };
        self.free.push(place);
        let result = end.map_err(|error| task.job.failed(&error));
        task.end_after(delay, result);
        Ok(())
    }

    /// Ends every job that comes, after the ring has failed. The kernel may still have the memory
    /// of those that were on their way, so it is not given back.
    fn give_up(&mut self, error: &io::Error) {
        let stopped = || DiskError::Stopped(error.to_string());
        for flying in self.flying.iter_mut().filter_map(Option::take) {
            let Task { job, done } = flying.task;
            let tag = job.tag;
            std::mem::forget(job);
            let _ = done.send(super::Done { tag, piece: None, result: Err(stopped()) });
        }
        for task in &self.tasks {
            task.end(Err(stopped()));
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // After a panic the kernel may still write to the memory of these jobs.
        for flying in self.flying.iter_mut().filter_map(Option::take) {
            std::mem::forget(flying);
        }
        // The read that wakes the thread is never over.
        std::mem::forget(std::mem::replace(&mut self.woken, Box::new([0; 8])));
    }
}

/// Whether a call is to be made again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EINTR | libc::EAGAIN | libc::EBUSY))
}
