//! The inputs of a step on the device.

use std::any::Any;
use std::sync::Arc;

use atlas_tensor::device::{Spans, Staged, StepInputs};
use atlas_tensor::{KvFormat, KvFormats, KvScales, Slice};

use super::{Shared, view};
use crate::error::CudaError;
use crate::ops::kv_shape::KvShape;
use crate::ops::step::{StepShape, StepTables};
use crate::staging::Staging;

/// Buffers of parts of a step that are on the device's queue.
pub(super) const PART_BUFFERS: usize = 16;

/// Spans and block tables for the kernels, token ids and wanted rows beside them.
pub(super) struct StagedStep {
    /// `None` only while it is dropped.
    step: Option<StepTables>,
    tokens: usize,
    logit_rows: usize,
    is_part: bool,
    shared: Arc<Shared>,
}

impl StagedStep {
    pub fn new(
        shared: &Arc<Shared>,
        inputs: &StepInputs<'_>,
        is_part: bool,
    ) -> Result<Self, CudaError> {
        let &StepInputs { tokens, fed, spans, logit_rows, blocks, .. } = inputs;
        let cache = blocks.map(|(block_count, block_tokens)| KvShape {
            formats: KvFormats::both(KvFormat::Bf16),
            scales: KvScales::ONE,
            block_count,
            block_tokens,
            kv_heads: 0,
            head_dim: 0,
            is_latent: false,
            index_dim: 0,
        });
        let buffer = if is_part { part_buffer(shared) } else { step_buffer(shared) };
        let stream = &shared.stream;
        let (words, rows) = ([tokens, logit_rows], tokens.len());
        let fed_rows = fed.map_or(&[][..], |fed| fed.rows);
        let cache = cache.as_ref();
        let step = StepTables::in_buffer(stream, buffer, rows, spans, cache, words, fed_rows)?;
        let staged = Self {
            step: Some(step),
            tokens: tokens.len(),
            logit_rows: logit_rows.len(),
            is_part,
            shared: Arc::clone(shared),
        };
        if let Some(fed) = fed {
            shared.copy_picked.run(
                stream,
                staged.step(),
                view::slice("copy_picked", &fed.tokens)?,
            )?;
        }
        Ok(staged)
    }

    fn step(&self) -> &StepTables {
        match &self.step {
            Some(step) => step,
            None => unreachable!("taken by drop alone"),
        }
    }

    /// Values that the launches of the step depend on, if every span has one row.
    pub fn shape(&self) -> Option<StepShape> {
        self.step().shape
    }

    /// The step behind an op's spans.
    pub fn of<'a>(op: &'static str, spans: &Spans<'a>) -> Result<&'a StepTables, CudaError> {
        let staged = spans.on_device().and_then(|staged| staged.as_any().downcast_ref::<Self>());
        let missing = || CudaError::bad(op, "the spans of the step are not on the device");
        staged.map(Self::step).ok_or_else(missing)
    }
}

impl Staged for StagedStep {
    fn tokens(&self) -> Slice<'_, u32> {
        // SAFETY: the first list of words, written before any kernel of the step.
        unsafe { Slice::of_device(self.step().words(0), self.tokens) }
    }

    fn positions(&self) -> Slice<'_, u32> {
        // SAFETY: the step has a position for each row.
        unsafe { Slice::of_device(self.step().positions(), self.tokens) }
    }

    fn logit_rows(&self) -> Slice<'_, u32> {
        // SAFETY: the second list of words.
        unsafe { Slice::of_device(self.step().words(1), self.logit_rows) }
    }

    fn as_any(&self) -> &(dyn Any + Send + Sync) {
        self
    }
}

impl Drop for StagedStep {
    fn drop(&mut self) {
        let buffer = self.step.take().map(StepTables::into_buffer);
        match self.is_part {
            true => self.shared.part_staging().extend(buffer),
            false => self.shared.staging().extend(buffer),
        }
    }
}

/// The largest buffer, so that a step's inputs lie where those of the step before did.
fn step_buffer(shared: &Shared) -> Option<Staging> {
    let mut held = shared.staging();
    let largest = (0..held.len()).max_by_key(|&i| held[i].bytes())?;
    Some(held.swap_remove(largest))
}

/// Parts have buffers in turn: one alone would be free only when the device has come to the part
/// before.
fn part_buffer(shared: &Shared) -> Option<Staging> {
    let mut held = shared.part_staging();
    if held.len() < PART_BUFFERS { None } else { held.pop_front() }
}
