//! Threads that compile grammars. The grammar library recurses deeply and cannot be stopped, so it
//! runs on threads of its own with large stacks, and a request waits for it for a bounded time.

use crate::grammar::error::GrammarError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between looks at whether a caller has left.
const PATIENCE: Duration = Duration::from_millis(20);
/// Threads that may be busy beyond their time, for each of the pool.
const OVERDUE_MAX: usize = 4;

/// Limits of compiling grammars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompileLimits {
    /// Threads that compile.
    pub threads: usize,
    /// Bytes of each thread's stack. Only what is used is taken.
    pub stack_bytes: usize,
    /// Time from the request for a grammar to the error that it takes too long.
    pub time: Duration,
    /// Bytes of all grammars that are kept for later requests, as estimated.
    pub cache_bytes: usize,
}

impl Default for CompileLimits {
    fn default() -> Self {
        let (time, cache_bytes) = (Duration::from_secs(5), 256 << 20);
        Self { threads: 2, stack_bytes: 256 << 20, time, cache_bytes }
    }
}

/// Tells a compilation that its caller has left.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// The caller has left.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Work = Box<dyn FnOnce() + Send>;

/// Shared by the threads.
struct Shared {
    queue: Mutex<Receiver<Work>>,
    alive: AtomicUsize,
    limits: CompileLimits,
}

/// Threads that compile. They end when it is dropped.
pub(crate) struct CompilePool {
    work: Mutex<Sender<Work>>,
    shared: Arc<Shared>,
}

impl CompilePool {
    pub fn new(limits: CompileLimits) -> Self {
        let (work, queue) = channel();
        let (queue, alive) = (Mutex::new(queue), AtomicUsize::new(0));
        let shared = Arc::new(Shared { queue, alive, limits });
        Self { work: Mutex::new(work), shared }
    }

    /// Runs `work` on a thread of the pool and waits for it.
    ///
    /// # Errors
    /// Those of `work`; [`GrammarError::Busy`] if no thread got to it in time or the caller has
    /// left, [`GrammarError::Time`] if it took too long: it goes on, and its result is dropped.
    pub fn run<T: Send + 'static>(
        &self,
        cancel: &Cancel,
        work: impl FnOnce() -> Result<T, GrammarError> + Send + 'static,
    ) -> Result<T, GrammarError> {
        let deadline = Instant::now() + self.shared.limits.time;
        let (done, result) = channel();
        let (asked, begun) = (cancel.clone(), Arc::new(AtomicBool::new(false)));
        let runs = begun.clone();
        let job: Work = Box::new(move || {
            if asked.is_cancelled() || Instant::now() >= deadline {
                return;
            }
            runs.store(true, Ordering::Relaxed);
            // A caller that has left needs no result.
            let _ = done.send(work());
        });
        self.enough();
        let sent = self.work.lock().unwrap_or_else(PoisonError::into_inner).send(job);
        sent.map_err(|_| GrammarError::Busy)?;
        loop {
            match result.recv_timeout(PATIENCE) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) if begun.load(Ordering::Relaxed) => {
                    let reason = "compiling the form failed".to_owned();
                    return Err(GrammarError::Internal { reason });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(GrammarError::Busy),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    return Err(GrammarError::Busy);
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    let begun = begun.load(Ordering::Relaxed);
                    if begun {
                        // The thread is busy for longer; another takes its place.
                        self.spawn();
                    }
                    let seconds = self.shared.limits.time.as_secs_f32();
                    let late = GrammarError::Time { seconds: seconds.to_string() };
                    return Err(if begun { late } else { GrammarError::Busy });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Starts the threads that the pool has, if they are not there.
    fn enough(&self) {
        while self.shared.alive.load(Ordering::Relaxed) < self.shared.limits.threads.max(1) {
            if !self.spawn() {
                return;
            }
        }
    }

    /// Starts a thread, unless there are too many; returns whether it did.
    fn spawn(&self) -> bool {
        let shared = self.shared.clone();
        let most = shared.limits.threads.max(1) * (1 + OVERDUE_MAX);
        if shared.alive.fetch_add(1, Ordering::Relaxed) >= most {
            shared.alive.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        let builder = std::thread::Builder::new().name("atlas-grammar".into());
        let started = builder.stack_size(shared.limits.stack_bytes).spawn({
            let shared = shared.clone();
            move || shared.serve()
        });
        if started.is_err() {
            shared.alive.fetch_sub(1, Ordering::Relaxed);
        }
        started.is_ok()
    }
}

impl Shared {
    /// Takes work until there is none any more, or more threads than the pool should have.
    fn serve(&self) {
        loop {
            let work = self.queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(work) = work else { break };
            // The library's panics end the work, not the thread.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            if self.alive.load(Ordering::Relaxed) > self.limits.threads.max(1) {
                break;
            }
        }
        self.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for CompilePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CompilePool").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(time: Duration) -> CompilePool {
        CompilePool::new(CompileLimits { threads: 1, time, ..CompileLimits::default() })
    }

    #[test]
    fn deep_work_runs_and_a_panic_is_an_error() {
        fn depth(n: usize) -> usize {
            let wide = std::hint::black_box([n; 512]);
            if n == 0 { 0 } else { 1 + depth(n - 1) + wide[1] - n }
        }
        let pool = pool(Duration::from_secs(20));
        assert_eq!(pool.run(&Cancel::default(), || Ok(depth(20_000))), Ok(20_000));
        let failed = pool.run(&Cancel::default(), || -> Result<(), _> { panic!("planted") });
        assert!(matches!(failed, Err(GrammarError::Internal { .. })));
        assert_eq!(pool.run(&Cancel::default(), || Ok(3)), Ok(3));
    }

    #[test]
    fn work_that_takes_too_long_is_left_and_others_go_on() {
        let pool = pool(Duration::from_millis(100));
        let slow = || {
            std::thread::sleep(Duration::from_millis(600));
            Ok(1)
        };
        let begin = Instant::now();
        assert!(matches!(pool.run(&Cancel::default(), slow), Err(GrammarError::Time { .. })));
        assert_eq!(pool.run(&Cancel::default(), || Ok(2)), Ok(2));
        assert!(begin.elapsed() < Duration::from_millis(500));
        let cancel = Cancel::default();
        cancel.cancel();
        assert_eq!(pool.run(&cancel, || Ok(3)), Err(GrammarError::Busy));
    }
}
