//! Picking tokens where the logits are.

use crate::ops::sampling::sample::{Batch, Sample, SampleMemory, SampleResult, bytes_for};
use std::collections::VecDeque;
use std::sync::Arc;

use atlas_tensor::device::sampling::LAUNCHES_MAX;
use atlas_tensor::{
    DeviceFault, Picker, SampleError, SampleLimits, SampleRequest, Sampled, Slice, Tensor,
};

use super::replay::ReplayCounts;
use super::{Shared, view};
use crate::error::CudaError;
use crate::graph::Graph;
use crate::launch::Launch;
use crate::memory::DeviceBuffer;
use crate::readback::Readback;
use crate::stream::{Event, Stream};
use crate::trace::{self, Fingerprint};
use crate::view::SliceMut;

/// Graphs of the sampling kernels that are kept; the one that has not been launched for longest
/// goes first.
const GRAPHS_MAX: usize = 64;

/// The sampling kernels of the batches that came before, as graphs: the second of a kind is
/// captured.
#[derive(Default)]
struct CapturedBatches {
    graphs: Vec<(Fingerprint, u64, Option<Graph>)>,
    clock: u64,
}

impl CapturedBatches {
    /// Queues `work`, as the launch of a graph where it did the same before.
    ///
    /// # Errors
    /// Errors of `work`, and of the driver in a capture.
    fn run(
        &mut self,
        stream: &Stream,
        label: Launch,
        mut work: impl FnMut(&Stream) -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        if !stream.device().options().graphs {
            return work(stream);
        }
        let (noted, print) = trace::of(true, || work(stream));
        noted?;
        self.clock += 1;
        let Some((_, used, graph)) = self.graphs.iter_mut().find(|(of, ..)| *of == print) else {
            work(stream)?;
            self.make_room();
            self.graphs.push((print, self.clock, None));
            return Ok(());
        };
        *used = self.clock;
        let graph = match graph {
            Some(graph) => graph,
            // SAFETY: a graph is launched only where its work would be queued now, with the same
            // addresses, on the stream that all of the device's work goes through: what it names is
            // allocated, and of no other owner, whenever it runs, as for the kernels themselves.
            None => graph.insert(unsafe { stream.capture(label, &mut work)? }),
        };
        graph.launch(stream)?;
        ReplayCounts::note_picked();
        Ok(())
    }

    /// Captures `work` ahead of the first batch of its kind, leaving it undone; false where it has
    /// no graph to come.
    ///
    /// # Errors
    /// As [`Self::run`].
    fn capture(
        &mut self,
        stream: &Stream,
        label: Launch,
        mut work: impl FnMut(&Stream) -> Result<(), CudaError>,
    ) -> Result<bool, CudaError> {
        if !stream.device().options().graphs || self.graphs.len() == GRAPHS_MAX {
            return Ok(false);
        }
        let (noted, print) = trace::of(true, || work(stream));
        noted?;
        if self.graphs.iter().any(|(of, ..)| *of == print) {
            return Ok(false);
        }
        // SAFETY: as in `run`.
        let graph = unsafe { stream.capture(label, &mut work)? };
        self.graphs.push((print, self.clock, Some(graph)));
        Ok(true)
    }

    fn make_room(&mut self) {
        let oldest = self.graphs.iter().enumerate().min_by_key(|(_, (_, used, _))| *used);
        if let (Some((oldest, _)), true) = (oldest, self.graphs.len() == GRAPHS_MAX) {
            self.graphs.swap_remove(oldest);
        }
    }
}

/// Batches of rows on their way through the sampling kernels. Kernels and copies of one launch come
/// before those of the next in the stream, so that both use the same memory of the device.
pub(super) struct CudaPicker {
    /// Before the memory that their copies read: they wait for these when they go.
    reads: [Readback; LAUNCHES_MAX],
    shared: Arc<Shared>,
    /// Before the memory that they name.
    captured: CapturedBatches,
    kernels: Sample,
    limits: SampleLimits,
    batch: Batch,
    /// Whether `memory` holds all of `batch`.
    uploaded: bool,
    memory: SampleMemory,
    results: DeviceBuffer,
    /// Launches so far, and the rows of those that were not read.
    launches: usize,
    unread: VecDeque<usize>,
    /// Around the kernels of each unread launch that is measured.
    marks: VecDeque<Option<(Event, Event)>>,
    /// Whether launches are measured now.
    measured: bool,
    /// Those that were read since they were asked for.
    seconds: Option<f64>,
    /// Rows of the last launch; the batch may be the next one's already.
    launched: usize,
}

impl CudaPicker {
    pub fn new(shared: &Arc<Shared>, limits: SampleLimits) -> Result<Self, CudaError> {
        let device = &shared.device;
        let bytes = limits.rows * size_of::<SampleResult>();
        Ok(Self {
            reads: [Readback::new(device, bytes)?, Readback::new(device, bytes)?],
            captured: CapturedBatches::default(),
            kernels: Sample::bind(device)?,
            batch: Batch::new(limits.vocab),
            uploaded: false,
            memory: SampleMemory::new(device, limits)?,
            results: DeviceBuffer::new(device, bytes)?,
            launches: 0,
            unread: VecDeque::with_capacity(LAUNCHES_MAX),
            marks: VecDeque::with_capacity(LAUNCHES_MAX),
            measured: false,
            seconds: None,
            launched: 0,
            limits,
            shared: Arc::clone(shared),
        })
    }

    /// Name of a graph of the batch.
    fn label(&self) -> Launch {
        Launch { op: "sample", shape: [self.batch.rows(), self.limits.vocab, 0, 0] }
    }

    /// Device memory that [`Self::new`] allocates.
    pub fn bytes(limits: SampleLimits) -> usize {
        let [input, work] = bytes_for(limits);
        input + work + limits.rows * size_of::<SampleResult>()
    }
}

impl Picker for CudaPicker {
    fn clear(&mut self) {
        self.batch.clear();
        self.uploaded = false;
    }

    fn push(&mut self, request: &SampleRequest<'_>) -> Result<bool, DeviceFault> {
        self.batch.push(request).map_err(|error| self.shared.failed(&error))?;
        let fits = self.batch.fits(self.limits);
        if !fits {
            self.batch.pop();
        }
        Ok(fits)
    }

    fn len(&self) -> usize {
        self.batch.rows()
    }

    fn upload(&mut self) {
        if !self.uploaded {
            self.shared.queue(|stream| self.memory.upload(stream, &self.batch));
            self.uploaded = true;
        }
    }

    fn capture_graph(&mut self, logits: &Tensor<'_>) -> Result<bool, DeviceFault> {
        self.upload();
        if let Some(fault) = self.shared.fault().clone() {
            return Err(fault);
        }
        let (rows, label) = (self.batch.rows(), self.label());
        let Self { captured, kernels, memory, results, shared, .. } = self;
        let mut capture = || {
            let logits = view::of("sample", logits)?;
            captured.capture(&shared.stream, label, |stream| {
                kernels.run(stream, logits, memory, SliceMut::new(results.ptr(), rows))
            })
        };
        capture().map_err(|error| shared.failed(&error))
    }

    fn launch(&mut self, logits: &Tensor<'_>) {
        self.upload();
        let (rows, unread, label) = (self.batch.rows(), self.unread.len(), self.label());
        let read = &mut self.reads[self.launches % LAUNCHES_MAX];
        let Self { captured, kernels, memory, results, measured, .. } = self;
        let mut marks = None;
        self.shared.queue(|stream| {
            if unread == LAUNCHES_MAX {
                let what = format!("a launch before {unread} others are read");
                return Err(CudaError::bad("sample", what));
            }
            read.preset(bytemuck::cast_slice(&vec![SampleResult::MISSING; rows]))?;
            let logits = view::of("sample", logits)?;
            let begin = measured.then(|| stream.record()).transpose()?;
            captured.run(stream, label, |stream| {
                kernels.run(stream, logits, memory, SliceMut::new(results.ptr(), rows))
            })?;
            marks = begin.map(|begin| Ok((begin, stream.record()?))).transpose()?;
            // SAFETY: the results stay allocated as long as this picker, which waits for the copy.
            unsafe { read.fetch(stream, results.ptr(), rows * size_of::<SampleResult>()) }
        });
        self.launches += 1;
        self.unread.push_back(rows);
        self.marks.push_back(marks);
        self.launched = rows;
    }

    fn read(&mut self, out: &mut Vec<Result<Sampled, SampleError>>) {
        let unread = self.unread.len();
        let Some(rows) = self.unread.pop_front() else { return };
        let read = &mut self.reads[(self.launches - unread) % LAUNCHES_MAX];
        let found = match read.bytes() {
            Ok(bytes) => {
                bytemuck::cast_slice::<u8, SampleResult>(&bytes[..rows * size_of::<SampleResult>()])
                    .to_vec()
            }
            Err(error) => {
                self.shared.note(&error);
                vec![SampleResult::MISSING; rows]
            }
        };
        if let Some((begin, end)) = self.marks.pop_front().flatten() {
            match end.seconds_since(&begin) {
                Ok(seconds) => *self.seconds.get_or_insert(0.0) += seconds,
                Err(error) => self.shared.note(&error),
            }
        }
        out.extend(found.iter().map(|result| {
            let (logprob, rank) = (result.logprob(), result.rank());
            let top = result.top().collect();
            result.token().map(|token| Sampled { token, logprob, rank, top })
        }));
    }

    fn measure(&mut self, on: bool) {
        self.measured = on;
    }

    fn take_seconds(&mut self) -> Option<f64> {
        self.seconds.take()
    }

    fn picked(&self) -> Slice<'_, u32> {
        // SAFETY: the memory lives as long as this picker, and later launches alone write to it.
        unsafe { Slice::of_device(self.memory.picked().ptr, self.launched) }
    }
}
