//! Steps of short and equal spans as graphs: captured once for each shape, ahead of its first step
//! or in its second one, and launched whole from then on.
//!
//! A graph keeps addresses. It is launched only while no memory of the device that was there when
//! it was captured has been freed, for the owner and the shape that it was captured for.

use crate::ops::step::StepShape;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use atlas_tensor::DeviceFault;

use super::Shared;
use super::rows::LIBRARY_ROWS_MIN;
use super::staged::StagedStep;
use crate::error::CudaError;
use crate::graph::Graph;
use crate::launch::Launch;
use crate::trace::{self, Fingerprint};

/// Graphs that are kept; the one that has not been launched for longest goes first.
const GRAPHS_MAX: usize = 256;

static CAPTURED: AtomicU64 = AtomicU64::new(0);
static REPLAYED: AtomicU64 = AtomicU64::new(0);
static EAGER: AtomicU64 = AtomicU64::new(0);
static PICKED: AtomicU64 = AtomicU64::new(0);

/// Counts of the ways in which steps of this process were queued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayCounts {
    /// Graphs captured.
    pub captured: u64,
    /// Steps that were the launch of a graph.
    pub replayed: u64,
    /// Steps queued kernel by kernel.
    pub eager: u64,
    /// Batches picked by the launch of a graph.
    pub picked: u64,
}

impl ReplayCounts {
    /// So far, on all devices.
    pub fn now() -> Self {
        let [captured, replayed, eager, picked] =
            [&CAPTURED, &REPLAYED, &EAGER, &PICKED].map(|count| count.load(Ordering::Relaxed));
        Self { captured, replayed, eager, picked }
    }

    /// Counts a batch that was picked by a graph.
    pub(super) fn note_picked() {
        PICKED.fetch_add(1, Ordering::Relaxed);
    }
}

/// The graphs of a device.
#[derive(Default)]
pub(super) struct Replays {
    held: Mutex<Held>,
    /// Counts frees of device memory.
    frees: AtomicU64,
}

#[derive(Default)]
struct Held {
    graphs: HashMap<Key, Entry>,
    /// [`Replays::frees`] when all of `graphs` were still right.
    frees: u64,
    clock: u64,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    owner: Vec<u64>,
    shape: StepShape,
}

struct Entry {
    /// `None` after a first step that runs kernel by kernel: whether there will be another is not
    /// known.
    captured: Option<(Graph, Fingerprint)>,
    used: u64,
}

impl Replays {
    /// Notes that memory is about to be freed: no graph captured before is launched again.
    pub fn note_free(&self) {
        self.frees.fetch_add(1, Ordering::AcqRel);
    }

    /// Forgets all graphs where memory was freed since they were captured.
    fn drop_stale(&self, held: &mut Held) {
        let frees = self.frees.load(Ordering::Acquire);
        if held.frees != frees {
            (held.frees, held.graphs) = (frees, HashMap::new());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Shared {
    /// Queues a step as [`atlas_tensor::Backend::replay`] says. A step runs kernel by kernel where
    /// its shape is none that is captured, where the workspace may still move, and without graphs.
    pub(super) fn replay(&self, owner: &[u64], staged: &StagedStep, work: &mut dyn FnMut()) {
        let mut held = self.replays.lock();
        let held = &mut *held;
        let Some(shape) = self.shape(staged) else {
            EAGER.fetch_add(1, Ordering::Relaxed);
            return work();
        };
        self.replays.drop_stale(held);
        held.clock += 1;
        let (key, used) = (Key { owner: owner.to_vec(), shape }, held.clock);
        let Some(entry) = held.graphs.get_mut(&key) else {
            EAGER.fetch_add(1, Ordering::Relaxed);
            work();
            held.graphs.insert(key, Entry { captured: None, used });
            return held.make_room();
        };
        entry.used = used;
        if entry.captured.is_none() {
            self.queue(|_| {
                entry.captured = Some(self.capture(shape, work)?);
                CAPTURED.fetch_add(1, Ordering::Relaxed);
                Ok(())
            });
        } else if self.device.options().check_graphs {
            self.compare(entry, work);
        }
        let Some((graph, _)) = &mut entry.captured else { return };
        self.queue(|stream| graph.launch(stream));
        REPLAYED.fetch_add(1, Ordering::Relaxed);
    }

    /// Captures a step's graph as [`atlas_tensor::Backend::capture_graph`] says.
    ///
    /// Kernels need not have been launched before: the driver loads each when it is asked for by
    /// name, which is when the device is opened. Should it refuse all the same, the capture has
    /// done nothing that would be lost, and what the calls in it made of the refusal is forgotten.
    pub(super) fn capture_ahead(
        &self,
        owner: &[u64],
        staged: &StagedStep,
        work: &mut dyn FnMut(),
    ) -> Result<bool, DeviceFault> {
        if let Some(fault) = self.fault().clone() {
            return Err(fault);
        }
        let mut held = self.replays.lock();
        let held = &mut *held;
        let Some(shape) = self.shape(staged) else { return Ok(false) };
        // The library loads its kernels when it is first called, which is not for a capture to see.
        if self.library.is_some() && shape.rows >= LIBRARY_ROWS_MIN {
            return Ok(false);
        }
        self.replays.drop_stale(held);
        let key = Key { owner: owner.to_vec(), shape };
        if held.graphs.len() == GRAPHS_MAX || held.graphs.contains_key(&key) {
            return Ok(false);
        }
        let captured = self.capture(shape, work);
        match (captured, self.fault().take()) {
            (Ok(captured), None) => {
                held.graphs.insert(key, Entry { captured: Some(captured), used: held.clock });
                CAPTURED.fetch_add(1, Ordering::Relaxed);
                Ok(true)
            }
            (_, Some(fault)) => Err(fault),
            (Err(error), None) => Err(self.failed(&error)),
        }
    }

    /// Values that the launches of a step depend on, where it may be a graph.
    fn shape(&self, staged: &StagedStep) -> Option<StepShape> {
        staged.shape().filter(|_| self.device.options().graphs && self.is_planned())
    }

    /// Whether ops no longer ask for memory.
    fn is_planned(&self) -> bool {
        self.workspace().planned
    }

    fn capture(
        &self,
        shape: StepShape,
        work: &mut dyn FnMut(),
    ) -> Result<(Graph, Fingerprint), CudaError> {
        let launch = Launch { op: "step", shape: [shape.rows, shape.words[1], shape.end, 0] };
        let queue_all = || {
            // SAFETY: the graph is launched only while nothing of this device has been freed since,
            // on the stream that all of its work goes through; the inputs lie where the step's
            // shape says, written by a copy of the same stream before each launch.
            unsafe {
                self.stream.capture(launch, |_| {
                    work();
                    Ok(())
                })
            }
        };
        let (graph, print) = trace::of(false, queue_all);
        Ok((graph?, print))
    }

    /// An error unless `work` would queue what the graph has.
    fn compare(&self, entry: &Entry, work: &mut dyn FnMut()) {
        let Some((graph, captured)) = &entry.captured else { return };
        let ((), found) = trace::of(true, work);
        if found != *captured {
            let (now, then) = (found.count, captured.count);
            let what = format!(
                "the step would queue other work ({now} kernels and copies) than its graph has \
                 ({then})"
            );
            self.queue(|_| Err(CudaError::bad(graph.label().op, what)));
        }
    }
}

impl Held {
    /// Drops the graph that was not used for longest, if there are too many.
    fn make_room(&mut self) {
        if self.graphs.len() > GRAPHS_MAX
            && let Some(oldest) = self.graphs.iter().min_by_key(|(_, entry)| entry.used)
        {
            let key = oldest.0.clone();
            self.graphs.remove(&key);
        }
    }
}
