//! Jobs by blocking calls on a few threads.

use super::{Job, Op, QueueOptions, Task};
use crate::error::DiskError;
use crate::faults::Faults;
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// Threads that take jobs from one channel.
pub(super) struct Threads {
    inbox: Option<Sender<Task>>,
    stopping: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Threads {
    pub fn start(options: &QueueOptions) -> Result<Self, DiskError> {
        let (inbox, tasks) = unbounded();
        let stopping = Arc::new(AtomicBool::new(false));
        let mut started = Self { inbox: Some(inbox), stopping, threads: Vec::new() };
        for i in 0..options.threads.max(1) {
            let (tasks, faults) = (tasks.clone(), options.faults.clone());
            let stopping = started.stopping.clone();
            let name = format!("atlas-disk-{i}");
            let thread = std::thread::Builder::new().name(name);
            let thread = thread.spawn(move || work(&tasks, &stopping, &faults));
            started.threads.push(thread.map_err(|e| DiskError::Stopped(e.to_string()))?);
        }
        Ok(started)
    }

    /// # Errors
    /// The task, where no thread takes it.
    pub fn submit(&self, task: Task) -> Result<(), Task> {
        match &self.inbox {
            Some(inbox) => inbox.send(task).map_err(|refused| refused.0),
            None => Err(task),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::Release);
        self.inbox = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn work(tasks: &Receiver<Task>, stopping: &AtomicBool, faults: &Faults) {
    for task in tasks {
        if stopping.load(Ordering::Acquire) {
            task.end(Err(DiskError::Stopped("the queue is closed".to_owned())));
            continue;
        }
        let Some((mut task, delay)) = task.faulted(faults) else { continue };
        let result = transfer(&mut task.job).map_err(|error| task.job.failed(&error));
        task.end_after(delay, result);
    }
}

fn transfer(job: &mut Job) -> io::Result<()> {
    let (file, range) = (job.file.file(), job.range.clone());
    match (job.op, &mut job.piece) {
        (Op::Read, Some(piece)) => file.read_exact_at(&mut piece.bytes_mut()[range], job.offset),
        (Op::Write, Some(piece)) => file.write_all_at(&piece.bytes()[range], job.offset),
        _ => file.sync_data(),
    }
}
