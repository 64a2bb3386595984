//! Where tokens are picked: on the host, or on the device that has the logits.

use atlas_core::{EngineError, Limits};
use atlas_tensor::{Device, SampleLimits, Tensor};

use crate::logits::{DevicePipeline, LogitRow, LogitsPipeline, Outcome, RowWant};

/// Edits that every row of a batch has room for on a device; one row alone may have more.
const EDITS_PER_ROW: usize = 64;

/// The logits pipeline, with the memory of the largest step.
pub(crate) enum Picking {
    Host(Box<LogitsPipeline>),
    Device(Box<DevicePipeline>),
}

impl Picking {
    /// # Errors
    /// The device has no memory to give.
    pub fn new(dev: &Device, limits: &Limits, vocab_size: usize) -> std::io::Result<Self> {
        Ok(match dev {
            Device::Cpu(_) => Self::Host(Box::new(LogitsPipeline::new(vocab_size))),
            Device::Backend(dev) => {
                let picker = dev.picker(sample_limits(limits, vocab_size))?;
                Self::Device(Box::new(DevicePipeline::new(picker, vocab_size)))
            }
        })
    }

    /// Bytes that [`Self::new`] allocates.
    pub fn bytes(dev: &Device, limits: &Limits, vocab_size: usize) -> usize {
        match dev {
            Device::Cpu(_) => LogitsPipeline::scratch_bytes(vocab_size),
            Device::Backend(dev) => dev.picker_bytes(sample_limits(limits, vocab_size)),
        }
    }

    /// Brings over what [`Self::run`] needs, before the logits are computed.
    pub fn prepare(&mut self, rows: &[RowWant<'_>]) {
        match self {
            Self::Host(_) => {}
            Self::Device(pipeline) => pipeline.prepare(rows),
        }
    }

    /// Appends an outcome a row. `logits[T, V]`, a row each of `rows`.
    pub fn run(
        &mut self,
        logits: &Tensor<'_>,
        rows: &[RowWant<'_>],
        outcomes: &mut Vec<Result<Outcome, EngineError>>,
    ) {
        match self {
            Self::Host(pipeline) => {
                let rows = rows.iter().enumerate().map(|(i, &RowWant { position, need })| {
                    LogitRow { logits: logits.row_f32(i), position, need }
                });
                pipeline.run(rows, outcomes);
            }
            Self::Device(pipeline) => pipeline.run(logits, rows, outcomes),
        }
    }
}

/// Room for every row with some edits and a mask, and for a row with all the edits that there can be:
/// a bias for each token, penalties for those seen, and those that would repeat.
fn sample_limits(limits: &Limits, vocab: usize) -> SampleLimits {
    let rows = limits.logit_rows_max() as usize;
    let one = vocab + 2 * vocab.min(limits.seq_len_max as usize);
    let masks = rows.min(limits.slot_count as usize);
    SampleLimits { rows, vocab, edits: one.max(EDITS_PER_ROW * masks), masks }
}
