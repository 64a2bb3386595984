//! A device with a queue that computes nothing: a wait for results lasts until the test permits
//! them. For models without state whose logits are not read.

use atlas_tensor::device::sampling::LAUNCHES_MAX;
use atlas_tensor::{
    Backend, Compute, Device, DeviceFault, DeviceMemory, Picker, SampleError, SampleLimits,
    SampleRequest, Sampled, Slice, Staged, StepInputs, StepSizes, Tensor,
};
use std::any::{Any, TypeId};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A device whose every pick is token 0, once the test permits its results to be read.
pub struct QueuedDevice(Arc<Reads>);

/// Steps whose results have been read, and the number that may be.
#[derive(Debug, Default)]
pub struct Reads {
    /// (allowed, done)
    counts: Mutex<(u64, u64)>,
    allowed_more: Condvar,
}

impl Reads {
    /// Permits the results of `steps` more steps to be read.
    pub fn allow(&self, steps: u64) {
        let mut counts = self.counts();
        counts.0 = counts.0.saturating_add(steps);
        self.allowed_more.notify_all();
    }

    /// Steps whose results have been read.
    pub fn done(&self) -> u64 {
        self.counts().1
    }

    fn wait(&self) {
        let mut counts = self.counts();
        while counts.1 >= counts.0 {
            counts = self.allowed_more.wait(counts).unwrap_or_else(PoisonError::into_inner);
        }
        counts.1 += 1;
    }

    /// A poisoned lock is fine: a panic leaves both numbers valid.
    fn counts(&self) -> MutexGuard<'_, (u64, u64)> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueuedDevice {
    /// Workspace of the device's own ops, in bytes.
    pub const WORKSPACE_BYTES_MIN: usize = 12_345;

    /// Returns the device and the permits of its results.
    #[expect(clippy::new_ret_no_self, reason = "an engine takes it as any device")]
    pub fn new() -> (Device, Arc<Reads>) {
        let reads = Arc::<Reads>::default();
        (Device::Backend(Arc::new(Self(reads.clone()))), reads)
    }
}

/// Device memory without storage: reads give zeros.
struct NoStorage(usize);

impl DeviceMemory for NoStorage {
    fn address(&self) -> u64 {
        1 << 32
    }

    fn bytes(&self) -> usize {
        self.0
    }

    fn write(&self, _at: usize, _data: &[u8]) {}

    fn read(&self, _at: usize, out: &mut [u8]) {
        out.fill(0);
    }

    fn fill(&self, _range: Range<usize>, _byte: u8) {}

    fn copy(&self, _at: usize, _from: &dyn DeviceMemory, _from_at: usize, _len: usize) {}
}

impl Backend for QueuedDevice {
    fn describe(&self) -> String {
        "a test device".into()
    }

    fn compute(&self) -> Compute {
        Compute::F32
    }

    fn free_bytes(&self) -> u64 {
        u64::MAX
    }

    fn rows(&self, _op: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        None
    }

    fn allocate(&self, bytes: usize) -> std::io::Result<Arc<dyn DeviceMemory>> {
        Ok(Arc::new(NoStorage(bytes)))
    }

    fn draw(
        &self,
        _memory: &dyn DeviceMemory,
        _at: usize,
        _key: u64,
        _values: &dyn DeviceMemory,
        _run: Range<u64>,
    ) {
    }

    fn workspace_bytes_min(&self) -> usize {
        Self::WORKSPACE_BYTES_MIN
    }

    fn reserve_workspace(&self, _bytes: usize) -> std::io::Result<()> {
        Ok(())
    }

    fn reserve_steps(&self, _sizes: StepSizes) -> std::io::Result<()> {
        Ok(())
    }

    fn step_bytes(&self, _sizes: StepSizes) -> usize {
        0
    }

    fn picker(&self, limits: SampleLimits) -> std::io::Result<Box<dyn Picker>> {
        let (rows, rows_max, reads) = (0, limits.rows, self.0.clone());
        Ok(Box::new(Waiting { rows, rows_max, unread: VecDeque::new(), picked: vec![], reads }))
    }

    fn picker_bytes(&self, _limits: SampleLimits) -> usize {
        0
    }

    fn stage(&self, _inputs: &StepInputs<'_>) -> Result<Box<dyn Staged>, DeviceFault> {
        Err(DeviceFault { device: self.describe(), what: "staging is not supported".into() })
    }

    fn replay(&self, _owner: &[u64], _staged: &dyn Staged, work: &mut dyn FnMut()) {
        work();
    }

    fn read(&self, tensor: &Tensor<'_>) -> Vec<f32> {
        vec![0.0; tensor.shape().iter().product()]
    }

    fn read_words(&self, _words: &Slice<'_, u32>) -> Vec<u32> {
        Vec::new()
    }

    fn check(&self) -> Result<(), DeviceFault> {
        Ok(())
    }

    fn failed(&self) -> Result<(), DeviceFault> {
        Ok(())
    }
}

/// Counts rows, and blocks where a device's results would be awaited.
struct Waiting {
    rows: usize,
    rows_max: usize,
    /// Rows of each unread launch, and the tokens of the last one.
    unread: VecDeque<usize>,
    picked: Vec<u32>,
    reads: Arc<Reads>,
}

impl Picker for Waiting {
    fn clear(&mut self) {
        self.rows = 0;
    }

    fn push(&mut self, _request: &SampleRequest<'_>) -> Result<bool, DeviceFault> {
        let fits = self.rows < self.rows_max;
        self.rows += usize::from(fits);
        Ok(fits)
    }

    fn len(&self) -> usize {
        self.rows
    }

    fn upload(&mut self) {}

    fn launch(&mut self, _logits: &Tensor<'_>) {
        assert!(self.unread.len() < LAUNCHES_MAX, "more launches than the device may hold unread");
        self.unread.push_back(self.rows);
        self.picked = vec![0; self.rows];
    }

    fn read(&mut self, out: &mut Vec<Result<Sampled, SampleError>>) {
        self.reads.wait();
        let token = Sampled { token: 0, logprob: 0.0, rank: 1, top: Vec::new() };
        let rows = self.unread.pop_front().unwrap_or(0);
        out.extend(std::iter::repeat_n(Ok(token), rows));
    }

    fn picked(&self) -> Slice<'_, u32> {
        (&self.picked).into()
    }
}
