//! A pool of pinned threads that run one function together, statically partitioned.
//!
//! A region (start, work, join) costs one to two microseconds while the workers still spin from
//! the last one; after [`SPIN`] without work they park.

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

/// Time that an idle worker spins before it parks.
const SPIN: Duration = Duration::from_micros(50);

type Job = *const (dyn Fn(usize) + Sync);

struct Shared {
    /// Counts regions. A worker runs the job once for every step of it.
    epoch: AtomicUsize,
    /// Set by the caller before `epoch` moves, read by workers after.
    job: UnsafeCell<Option<Job>>,
    /// Workers that have not finished the current job.
    pending: AtomicUsize,
    stop: AtomicBool,
    parked: Vec<AtomicBool>,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `job` is written only while no worker is between an epoch step and its `pending`
// decrement, and read only there.
unsafe impl Sync for Shared {}
// SAFETY: the job pointer is to a `Sync` function that outlives the region.
unsafe impl Send for Shared {}

thread_local! {
    /// Set while this thread runs a part of a region: a region inside a region runs inline.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// The pool. Thread 0 is the calling thread; the others are pinned to a core each if there are
/// enough cores.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<Thread>,
    handles: Vec<JoinHandle<()>>,
    /// One region at a time; callers from several threads queue here.
    region: Mutex<()>,
}

impl Pool {
    /// A pool of `threads` threads, the caller's own included.
    ///
    /// # Errors
    /// The system's error when a thread cannot be started.
    pub fn new(threads: usize) -> std::io::Result<Self> {
        let workers = threads.max(1) - 1;
        let shared = Arc::new(Shared {
            epoch: AtomicUsize::new(0),
            job: UnsafeCell::new(None),
            pending: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
            parked: (0..workers).map(|_| AtomicBool::new(false)).collect(),
            panic: Mutex::new(None),
        });
        let cores = allowed_cores();
        let mut pool = Self {
            shared: Arc::clone(&shared),
            threads: Vec::new(),
            handles: Vec::new(),
            region: Mutex::new(()),
        };
        for worker in 0..workers {
            let shared = Arc::clone(&shared);
            let core = (cores.len() > workers).then(|| cores[worker + 1]);
            let body = move || {
                if let Some(core) = core {
                    pin_to(core);
                }
                work(&shared, worker);
            };
            let handle = std::thread::Builder::new()
                .name(format!("atlas-cpu-{}", worker + 1))
                .spawn(body)?;
            pool.threads.push(handle.thread().clone());
            pool.handles.push(handle);
        }
        Ok(pool)
    }

    /// Number of threads, the caller's included.
    pub fn threads(&self) -> usize {
        self.handles.len() + 1
    }

    /// Runs `part(0)` here and `part(1)`, .. on the workers, and returns when all are done. Runs
    /// every part here, in order, when called from inside a part. A panic in any part is raised
    /// here after all parts have ended.
    pub fn run(&self, part: &(dyn Fn(usize) + Sync)) {
        if self.handles.is_empty() || INSIDE.get() {
            for i in 0..self.threads() {
                part(i);
            }
            return;
        }
        let _region = self.region.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = &*self.shared;
        // SAFETY: only the lifetime changes. Workers use the pointer before they decrement
        // `pending`, and this function does not return before `pending` is zero.
        let job: Job = unsafe { std::mem::transmute::<&(dyn Fn(usize) + Sync), Job>(part) };
        // SAFETY: `pending` is zero, so no worker looks at the job.
        unsafe { *shared.job.get() = Some(job) };
        shared.pending.store(self.handles.len(), Ordering::Relaxed);
        shared.epoch.fetch_add(1, Ordering::SeqCst);
        for (parked, thread) in shared.parked.iter().zip(&self.threads) {
            if parked.swap(false, Ordering::SeqCst) {
                thread.unpark();
            }
        }
        INSIDE.set(true);
        let own = catch_unwind(AssertUnwindSafe(|| part(0)));
        INSIDE.set(false);
        wait_until(|| shared.pending.load(Ordering::Acquire) == 0);
        let theirs = shared.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Err(panic) = own {
            resume_unwind(panic);
        }
        if let Some(panic) = theirs {
            resume_unwind(panic);
        }
    }

    /// Cuts `0..len` into one contiguous range a thread, cut at multiples of `grain`, and runs
    /// `part` on each that is not empty. Runs inline when one thread gets everything.
    pub fn split(&self, len: usize, grain: usize, part: &(dyn Fn(Range<usize>) + Sync)) {
        self.split_indexed(len, grain, &|_, range| part(range));
    }

    /// As [`Self::split`]; `part` is also told which thread it runs as. No two parts that run at
    /// the same time get the same number.
    pub fn split_indexed(
        &self,
        len: usize,
        grain: usize,
        part: &(dyn Fn(usize, Range<usize>) + Sync),
    ) {
        let grain = grain.max(1);
        let grains = len.div_ceil(grain);
        if grains <= 1 || self.handles.is_empty() {
            if len > 0 {
                part(0, 0..len);
            }
            return;
        }
        let threads = self.threads();
        self.run(&|i| {
            let start = (grains * i / threads * grain).min(len);
            let end = (grains * (i + 1) / threads * grain).min(len);
            if start < end {
                part(i, start..end);
            }
        });
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.epoch.fetch_add(1, Ordering::SeqCst);
        for thread in &self.threads {
            thread.unpark();
        }
        for handle in self.handles.drain(..) {
            // A worker catches the panics of its parts, so it cannot have died of one.
            let _ = handle.join();
        }
    }
}

fn work(shared: &Shared, worker: usize) {
    INSIDE.set(true);
    let mut seen = 0;
    loop {
        let idle_since = Instant::now();
        let mut spins = 0u32;
        while shared.epoch.load(Ordering::Acquire) == seen {
            spins += 1;
            if !spins.is_multiple_of(64) || idle_since.elapsed() < SPIN {
                std::hint::spin_loop();
                continue;
            }
            park_until_called(shared, worker, seen);
        }
        seen = seen.wrapping_add(1);
        if shared.stop.load(Ordering::SeqCst) {
            return;
        }
        // SAFETY: the caller set the job before it moved `epoch` and keeps the function alive
        // until `pending` is zero.
        let result = catch_unwind(AssertUnwindSafe(|| unsafe {
            if let Some(job) = *shared.job.get() {
                (*job)(worker + 1);
            }
        }));
        if let Err(panic) = result {
            *shared.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }
        shared.pending.fetch_sub(1, Ordering::Release);
    }
}

/// Parks until `epoch` has left `seen`. A caller that was held up between the epoch's step and its
/// look at the flag takes the flag of a worker that is through with that step and parked again;
/// the flag is therefore set before every park, not before the first alone.
fn park_until_called(shared: &Shared, worker: usize, seen: usize) {
    let parked = &shared.parked[worker];
    loop {
        parked.store(true, Ordering::SeqCst);
        if shared.epoch.load(Ordering::SeqCst) != seen {
            break;
        }
        std::thread::park();
    }
    parked.store(false, Ordering::SeqCst);
}

fn wait_until(done: impl Fn() -> bool) {
    let since = Instant::now();
    let mut spins = 0u32;
    while !done() {
        spins += 1;
        if spins.is_multiple_of(256) && since.elapsed() > SPIN {
            // The other thread may need this core.
            std::thread::yield_now();
        } else {
            std::hint::spin_loop();
        }
    }
}

/// The cores this process may run on.
fn allowed_cores() -> Vec<usize> {
    // SAFETY: `set` is a plain bit set of the size passed along; all-zero is a valid value.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return Vec::new();
        }
        (0..libc::CPU_SETSIZE as usize).filter(|&i| libc::CPU_ISSET(i, &set)).collect()
    }
}

/// Pins the calling thread. Failure only costs speed.
fn pin_to(core: usize) {
    // SAFETY: as in `allowed_cores`; `core` came from there and is below CPU_SETSIZE.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A caller that is delayed after the epoch's step takes the flag late.
    #[test]
    fn a_flag_taken_late_does_not_lose_a_worker() {
        let pool = Pool::new(2).expect("threads");
        let ran = AtomicUsize::new(0);
        for round in 1..=20 {
            pool.run(&|_| {
                ran.fetch_add(1, Ordering::Relaxed);
            });
            let parked = &pool.shared.parked[0];
            while !parked.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_millis(1));
            assert!(parked.swap(false, Ordering::SeqCst));
            pool.threads[0].unpark();
            let late = Instant::now();
            while !parked.load(Ordering::SeqCst) {
                assert!(late.elapsed() < Duration::from_secs(10), "the worker is lost");
                std::thread::yield_now();
            }
            assert_eq!(ran.load(Ordering::Relaxed), 2 * round);
        }
    }

    #[test]
    fn every_part_runs_once_and_before_return() {
        for threads in [1, 2, 3] {
            let pool = Pool::new(threads).unwrap();
            let hits: Vec<AtomicUsize> = (0..threads).map(|_| AtomicUsize::new(0)).collect();
            for round in 0..300 {
                pool.run(&|i| {
                    hits[i].fetch_add(1, Ordering::Relaxed);
                });
                assert!(hits.iter().all(|h| h.load(Ordering::Relaxed) == round + 1));
                if round % 100 == 0 {
                    // Long enough for the workers to park.
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    #[test]
    fn split_covers_the_range_at_grain_boundaries() {
        let pool = Pool::new(2).unwrap();
        for (len, grain) in [(0, 4), (1, 4), (4, 4), (5, 4), (97, 6), (96, 1)] {
            let seen: Vec<AtomicUsize> = (0..len).map(|_| AtomicUsize::new(0)).collect();
            pool.split(len, grain, &|range| {
                assert!(range.start.is_multiple_of(grain));
                for i in range {
                    seen[i].fetch_add(1, Ordering::Relaxed);
                }
            });
            assert!(seen.iter().all(|s| s.load(Ordering::Relaxed) == 1), "{len} by {grain}");
        }
    }

    #[test]
    fn panics_reach_the_caller_and_the_pool_lives_on() {
        let pool = Pool::new(2).unwrap();
        for bad in 0..2 {
            let result = catch_unwind(AssertUnwindSafe(|| {
                pool.run(&|i| assert!(i != bad, "part {i} fails"));
            }));
            let message = *result.unwrap_err().downcast::<String>().unwrap();
            assert_eq!(message, format!("part {bad} fails"));
        }
        pool.run(&|_| ());
    }

    #[test]
    fn a_region_inside_a_region_runs_inline() {
        let pool = Pool::new(2).unwrap();
        let count = AtomicUsize::new(0);
        pool.run(&|_| {
            pool.run(&|_| {
                count.fetch_add(1, Ordering::Relaxed);
            });
        });
        assert_eq!(count.into_inner(), 4);
    }
}
