//! Picking tokens where the logits are.

use std::sync::Arc;

use atlas_tensor::{
    DeviceFault, Picker, SampleError, SampleLimits, SampleRequest, Sampled, Tensor,
};

use super::{Shared, view};
use crate::error::CudaError;
use crate::memory::DeviceBuffer;
use crate::ops::sample::{Batch, Sample, SampleMemory, SampleResult, bytes_for};
use crate::view::SliceMut;

/// A batch of rows on its way through the sampling kernels.
pub(super) struct CudaPicker {
    shared: Arc<Shared>,
    kernels: Sample,
    limits: SampleLimits,
    batch: Batch,
    /// Whether `memory` holds all of `batch`.
    uploaded: bool,
    memory: SampleMemory,
    results: DeviceBuffer,
    read: Vec<SampleResult>,
}

impl CudaPicker {
    pub fn new(shared: &Arc<Shared>, limits: SampleLimits) -> Result<Self, CudaError> {
        let device = &shared.device;
        Ok(Self {
            kernels: Sample::bind(device)?,
            batch: Batch::new(limits.vocab),
            uploaded: false,
            memory: SampleMemory::new(device, limits)?,
            results: DeviceBuffer::new(device, limits.rows * size_of::<SampleResult>())?,
            read: Vec::with_capacity(limits.rows),
            limits,
            shared: Arc::clone(shared),
        })
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

    fn run(&mut self, logits: &Tensor<'_>, out: &mut Vec<Result<Sampled, SampleError>>) {
        self.upload();
        let rows = self.batch.rows();
        self.read.clear();
        self.read.resize(rows, SampleResult::MISSING);
        let Self { kernels, memory, results, read, .. } = self;
        self.shared.queue(|stream| {
            let (logits, to) = (view::of("sample", logits)?, SliceMut::new(results.ptr(), rows));
            kernels.run(stream, logits, memory, to)?;
            results.read(stream, 0, read)
        });
        out.extend(self.read.iter().map(|result| {
            let (logprob, rank) = (result.logprob(), result.rank());
            let top = result.top().collect();
            result.token().map(|token| Sampled { token, logprob, rank, top })
        }));
    }
}
