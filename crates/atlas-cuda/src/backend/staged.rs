//! The inputs of a step on the device.

use std::any::Any;

use atlas_tensor::backend::{Spans, Staged, StepInputs};
use atlas_tensor::{DType, Slice};

use super::Shared;
use crate::error::CudaError;
use crate::memory::DeviceBuffer;
use crate::ops::step::{KvShape, Step};

/// Spans and block tables for the kernels, token ids and wanted rows beside them.
pub(super) struct StagedStep {
    pub step: Step,
    /// Token ids, then the rows whose logits are wanted.
    words: DeviceBuffer,
    tokens: usize,
    logit_rows: usize,
}

impl StagedStep {
    pub fn new(shared: &Shared, inputs: &StepInputs<'_>) -> Result<Self, CudaError> {
        let &StepInputs { tokens, spans, logit_rows, blocks, .. } = inputs;
        let cache = blocks.map(|(block_count, block_tokens)| KvShape {
            dtype: DType::Bf16,
            block_count,
            block_tokens,
            kv_heads: 0,
            head_dim: 0,
        });
        let words: Vec<u32> = tokens.iter().chain(logit_rows).copied().collect();
        Ok(Self {
            step: Step::new(&shared.stream, tokens.len(), spans, cache.as_ref())?,
            words: DeviceBuffer::of(&shared.stream, &words)?,
            tokens: tokens.len(),
            logit_rows: logit_rows.len(),
        })
    }

    /// The step behind an op's spans.
    pub fn of<'a>(op: &'static str, spans: &Spans<'a>) -> Result<&'a Step, CudaError> {
        let staged = spans.on_device().and_then(|staged| staged.as_any().downcast_ref::<Self>());
        let missing = || CudaError::bad(op, "the spans of the step are not on the device");
        staged.map(|staged| &staged.step).ok_or_else(missing)
    }
}

impl Staged for StagedStep {
    fn tokens(&self) -> Slice<'_, u32> {
        // SAFETY: the first words of the buffer, written before any kernel of the step.
        unsafe { Slice::of_device(self.words.ptr(), self.tokens) }
    }

    fn positions(&self) -> Slice<'_, u32> {
        // SAFETY: the step has a position for each row.
        unsafe { Slice::of_device(self.step.positions(), self.tokens) }
    }

    fn logit_rows(&self) -> Slice<'_, u32> {
        let start = self.words.ptr() + 4 * self.tokens as u64;
        // SAFETY: the words behind the tokens.
        unsafe { Slice::of_device(start, self.logit_rows) }
    }

    fn as_any(&self) -> &(dyn Any + Send + Sync) {
        self
    }
}
