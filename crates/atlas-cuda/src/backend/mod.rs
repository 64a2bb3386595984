//! The device as models and the engine use it: memory, the inputs of a step, and the rows of every
//! op.
//!
//! Work is queued on one stream. The first failure is kept and nothing is launched after it;
//! a reader of results calls [`Backend::check`] before it uses them.

mod copies;
mod fetch;
mod memory;
mod pick;
mod replay;
mod rows;
mod staged;
mod view;

use crate::ops::elementwise::dummy_weights::DummyWeights;
use crate::ops::fused::Fused;
use crate::ops::gemm::dispatch::GemmDispatch;
use crate::ops::gemm::norm_gemv::NormGemv;
use crate::ops::gemm::quantised_gemv::QuantisedGemv;
use crate::ops::sampling::copy_picked::CopyPicked;
use crate::ops::step::StepTables;
use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use atlas_tensor::device::{
    Backend, CopyQueue, DeviceFault, DeviceMemory, Mark, Staged, StepInputs,
};
use atlas_tensor::{Compute, DType, Fetch, Op, Picker, SampleLimits, Slice, StepSizes, Tensor};

use crate::device::{Device, Options};
use crate::error::CudaError;
use crate::library::{self, LibraryLinears};
use crate::memory::DeviceBuffer;
use crate::staging::Staging;
use crate::stream::Stream;
use crate::upload::Uploads;
use copies::Copies;
use memory::Allocation;
use pick::CudaPicker;
pub use replay::ReplayCounts;
use replay::Replays;
use staged::StagedStep;

/// A GPU that models run on.
pub struct Cuda {
    shared: Arc<Shared>,
    rows: Rows,
    fill: DummyWeights,
}

/// State shared by kernels and memory.
struct Shared {
    /// Before the stream, so that no graph is left when it goes.
    replays: Replays,
    /// Where linears may be computed by a library.
    library: Option<LibraryLinears>,
    device: Device,
    stream: Stream,
    compute: Compute,
    /// Whether only rows that keep the row contract are bound.
    batch_invariant: bool,
    fault: Mutex<Option<DeviceFault>>,
    linears: GemmDispatch,
    /// Kernels of an activation with the linear of it, and of gates with their recurrence.
    fused: Fused,
    norm_gemv: NormGemv,
    /// Kernels of a norm or an activation with quantised linears of its one row.
    quantised_gemv: QuantisedGemv,
    /// Whether rows of fused ops are bound; without them each op has launches of its own.
    fuse: bool,
    copy_picked: CopyPicked,
    /// Memory that one op uses between its launches; the stream keeps ops apart.
    workspace: Mutex<Workspace>,
    /// Buffers of steps that are over, and of parts of steps, the oldest first.
    staging: Mutex<Vec<Staging>>,
    part_staging: Mutex<VecDeque<Staging>>,
    /// Pinned memory for large uploads, once there was one.
    uploads: Mutex<Option<Uploads>>,
    /// Most bytes that a bound kernel asks of the workspace whatever a step's rows are.
    workspace_min: AtomicUsize,
}

/// Memory that ops share, grown to the largest call unless its size was planned.
#[derive(Default)]
struct Workspace {
    buffer: Option<DeviceBuffer>,
    planned: bool,
}

/// The rows of each op, `Vec<DeviceRow<O>>`.
#[derive(Default)]
struct Rows {
    by_op: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
}

impl Rows {
    fn add<O: Op>(&mut self, rows: Vec<atlas_tensor::DeviceRow<O>>) {
        self.by_op.insert(TypeId::of::<O>(), Box::new(rows));
    }
}

impl Cuda {
    fn staged(
        &self,
        inputs: &StepInputs<'_>,
        is_part: bool,
    ) -> Result<Box<dyn Staged>, DeviceFault> {
        match StagedStep::new(&self.shared, inputs, is_part) {
            Ok(staged) => Ok(Box::new(staged)),
            Err(error) => Err(self.shared.failed(&error)),
        }
    }

    /// Opens GPU `ordinal` for models that compute in `compute`; with `batch_invariant` only rows
    /// that keep the row contract are bound.
    ///
    /// # Errors
    /// No driver, no such GPU, or no kernels for it.
    pub fn open(
        ordinal: u32,
        compute: Compute,
        batch_invariant: bool,
        options: Options,
    ) -> Result<Self, CudaError> {
        let device = Device::open(ordinal, options)?;
        let stream = device.stream()?;
        let (linears, fused) = (GemmDispatch::bind(&device)?, Fused::bind(&device)?);
        let norm_gemv = NormGemv::bind(&stream)?;
        let quantised_gemv = QuantisedGemv::bind(&stream)?;
        let fuse = device.options().fuse;
        let copy_picked = CopyPicked::bind(&device)?;
        let library = device.options().library_gemm.then(|| LibraryLinears::bind(&device));
        let library = library.transpose()?;
        let library_bytes = library.as_ref().map_or(0, |_| library::WORKSPACE_BYTES);
        let shared = Arc::new(Shared {
            replays: Replays::default(),
            library,
            device,
            stream,
            compute,
            batch_invariant,
            fault: Mutex::default(),
            linears,
            fused,
            norm_gemv,
            quantised_gemv,
            fuse,
            copy_picked,
            workspace: Mutex::default(),
            staging: Mutex::default(),
            part_staging: Mutex::default(),
            uploads: Mutex::default(),
            workspace_min: AtomicUsize::new(library_bytes),
        });
        let (rows, fill) = (rows::all(&shared), DummyWeights::bind(&shared.device)?);
        Ok(Self { shared, rows, fill })
    }

    /// Properties of the GPU.
    pub fn info(&self) -> &crate::device::DeviceInfo {
        self.shared.device.info()
    }

    /// Kernels and graphs launched so far.
    pub fn launches(&self) -> u64 {
        self.shared.device.ring().launches()
    }

    /// Free and total memory in bytes, as the driver counts now.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn memory(&self) -> Result<(usize, usize), CudaError> {
        self.shared.device.memory()
    }
}

impl Shared {
    fn describe(&self) -> String {
        let info = self.device.info();
        format!("cuda:{} ({})", info.ordinal, info.name)
    }

    /// Type of activations.
    fn activation(&self) -> DType {
        match self.compute {
            Compute::F32 => DType::F32,
            Compute::Bf16 => DType::Bf16,
        }
    }

    fn fault(&self) -> MutexGuard<'_, Option<DeviceFault>> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: &CudaError) -> DeviceFault {
        DeviceFault { device: self.describe(), what: error.to_string() }
    }

    /// Queues work, unless something has failed before; a failure is kept.
    fn queue(&self, work: impl FnOnce(&Stream) -> Result<(), CudaError>) {
        if self.fault().is_some() {
            return;
        }
        if let Err(error) = work(&self.stream) {
            self.note(&error);
        }
    }

    /// Keeps a failure, unless there was one before.
    fn note(&self, error: &CudaError) {
        let fault = self.failed(error);
        self.fault().get_or_insert(fault);
    }

    fn part_staging(&self) -> MutexGuard<'_, VecDeque<Staging>> {
        self.part_staging.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn staging(&self) -> MutexGuard<'_, Vec<Staging>> {
        self.staging.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn uploads(&self) -> MutexGuard<'_, Option<Uploads>> {
        self.uploads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn workspace(&self) -> MutexGuard<'_, Workspace> {
        self.workspace.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a kernel was bound which asks for `bytes` of workspace in some step.
    fn wants_workspace(&self, bytes: usize) {
        self.workspace_min.fetch_max(bytes, Ordering::Relaxed);
    }

    /// Most bytes that a call may ask for; `None` where it grows.
    fn workspace_max(&self) -> Option<usize> {
        let held = self.workspace();
        held.planned.then(|| held.buffer.as_ref().map_or(0, DeviceBuffer::bytes))
    }

    /// Gives `work` a workspace of `bytes`.
    fn with_workspace(
        &self,
        bytes: usize,
        work: impl FnOnce(&mut DeviceBuffer) -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        let mut held = self.workspace();
        let have = held.buffer.as_ref().map_or(0, DeviceBuffer::bytes);
        if have < bytes && held.planned {
            let what = format!("a kernel needs {bytes} bytes of the {have} planned for it");
            return Err(CudaError::bad("workspace", what));
        }
        if have < bytes {
            // Freed first, which waits for the work that uses it.
            held.buffer = None;
            let bytes = bytes.next_power_of_two().max(1 << 20);
            held.buffer = Some(DeviceBuffer::new(&self.device, bytes)?);
        }
        match held.buffer.as_mut() {
            Some(buffer) => work(buffer),
            None => Ok(()),
        }
    }
}

impl Backend for Cuda {
    fn describe(&self) -> String {
        self.shared.describe()
    }

    fn compute(&self) -> Compute {
        self.shared.compute
    }

    fn free_bytes(&self) -> u64 {
        self.memory().map_or(0, |(free, _)| free as u64)
    }

    fn rows(&self, op: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        self.rows.by_op.get(&op).map(|rows| &**rows)
    }

    fn allocate(&self, bytes: usize) -> std::io::Result<Arc<dyn DeviceMemory>> {
        let allocation = Allocation::new(&self.shared, bytes).map_err(std::io::Error::other)?;
        Ok(Arc::new(allocation))
    }

    fn fetcher(&self) -> Box<dyn Fetch> {
        Box::new(fetch::Fetching::new(&self.shared))
    }

    fn copy_queue(&self) -> std::io::Result<Option<Box<dyn CopyQueue>>> {
        let copies = Copies::new(&self.shared).map_err(std::io::Error::other)?;
        Ok(Some(Box::new(copies)))
    }

    fn mark(&self) -> Result<Mark, DeviceFault> {
        if let Some(fault) = self.shared.fault().clone() {
            return Err(fault);
        }
        match self.shared.stream.record() {
            Ok(event) => Ok(Box::new(event)),
            Err(error) => {
                self.shared.note(&error);
                Err(self.shared.failed(&error))
            }
        }
    }

    fn draw(
        &self,
        memory: &dyn DeviceMemory,
        at: usize,
        key: u64,
        values: &dyn DeviceMemory,
        run: Range<u64>,
    ) {
        self.shared.queue(|stream| {
            let out = memory::elements_mut(memory, at, run.end.saturating_sub(run.start))?;
            self.fill.run(stream, memory::elements(values), key, run.start, out)
        });
    }

    fn workspace_bytes_min(&self) -> usize {
        self.shared.workspace_min.load(Ordering::Relaxed)
    }

    fn reserve_workspace(&self, bytes: usize) -> std::io::Result<()> {
        let mut held = self.shared.workspace();
        self.shared.replays.note_free();
        *held = Workspace::default();
        let buffer =
            DeviceBuffer::new(&self.shared.device, bytes).map_err(std::io::Error::other)?;
        *held = Workspace { buffer: Some(buffer), planned: true };
        Ok(())
    }

    fn reserve_steps(&self, sizes: StepSizes) -> std::io::Result<()> {
        let staging = Staging::new(&self.shared.device, StepTables::bytes_max(sizes));
        let mut held = self.shared.staging();
        held.clear();
        held.push(staging.map_err(std::io::Error::other)?);
        Ok(())
    }

    fn part_bytes(&self, sizes: StepSizes) -> usize {
        staged::PART_BUFFERS * StepTables::bytes_max(sizes)
    }

    fn step_bytes(&self, sizes: StepSizes) -> usize {
        StepTables::bytes_max(sizes)
    }

    fn picker(&self, limits: SampleLimits) -> std::io::Result<Box<dyn Picker>> {
        let picker = CudaPicker::new(&self.shared, limits).map_err(std::io::Error::other)?;
        Ok(Box::new(picker))
    }

    fn picker_bytes(&self, limits: SampleLimits) -> usize {
        CudaPicker::bytes(limits)
    }

    fn stage(&self, inputs: &StepInputs<'_>) -> Result<Box<dyn Staged>, DeviceFault> {
        self.staged(inputs, false)
    }

    fn stage_part(&self, inputs: &StepInputs<'_>) -> Result<Box<dyn Staged>, DeviceFault> {
        self.staged(inputs, true)
    }

    fn replay(&self, owner: &[u64], staged: &dyn Staged, work: &mut dyn FnMut()) {
        match staged.as_any().downcast_ref::<StagedStep>() {
            Some(staged) => self.shared.replay(owner, staged, work),
            None => work(),
        }
    }

    fn capture_graph(
        &self,
        owner: &[u64],
        staged: &dyn Staged,
        work: &mut dyn FnMut(),
    ) -> Result<bool, DeviceFault> {
        match staged.as_any().downcast_ref::<StagedStep>() {
            Some(staged) => self.shared.capture_ahead(owner, staged, work),
            None => Ok(false),
        }
    }

    fn read(&self, tensor: &Tensor<'_>) -> Vec<f32> {
        view::read(&self.shared, tensor)
    }

    fn read_words(&self, words: &Slice<'_, u32>) -> Vec<u32> {
        let mut out = vec![0; words.len()];
        self.shared.queue(|stream| {
            crate::memory::read_at(stream, words.address(), bytemuck::cast_slice_mut(&mut out))
        });
        out
    }

    fn check(&self) -> Result<(), DeviceFault> {
        self.shared.queue(Stream::synchronize);
        self.failed()
    }

    fn failed(&self) -> Result<(), DeviceFault> {
        self.shared.fault().clone().map_or(Ok(()), Err)
    }
}
