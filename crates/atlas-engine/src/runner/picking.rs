//! Where tokens are picked: on the host, or on the device that has the logits.

use atlas_core::{EngineError, Limits, TokenId};
use atlas_tensor::{Device, DeviceFault, SampleLimits, Slice, Tensor};

use crate::sampling::{DevicePipeline, LogitRow, LogitsPipeline, Outcome, RowWant};
use std::collections::VecDeque;
use std::time::Instant;

/// Edits that every row of a batch has room for on a device; one row alone may have more.
const EDITS_PER_ROW: usize = 64;

/// The logits pipeline, with the memory of the largest step.
pub(crate) enum Picking {
    Host(Box<OnHost>),
    Device(Box<DevicePipeline>),
}

/// Picks at once what is launched, and gives it away when it is read.
pub(crate) struct OnHost {
    pipeline: LogitsPipeline,
    /// Results of launches that were not read.
    unread: VecDeque<Vec<Result<Outcome, EngineError>>>,
    /// The token of each row of the last launch; 0 for a row without one.
    picked: Vec<TokenId>,
    /// Spent since they were asked for.
    seconds: f64,
}

impl OnHost {
    /// Bytes of scratch held now.
    #[cfg(test)]
    pub fn allocated_bytes(&self) -> usize {
        self.pipeline.allocated_bytes()
    }

    fn run(
        &mut self,
        logits: &Tensor<'_>,
        rows: &[RowWant<'_>],
        outcomes: &mut Vec<Result<Outcome, EngineError>>,
    ) {
        let begun = Instant::now();
        let rows = rows.iter().enumerate().map(|(i, &RowWant { position, need })| LogitRow {
            logits: logits.row_f32(i),
            position,
            need,
        });
        self.pipeline.run(rows, outcomes);
        self.seconds += begun.elapsed().as_secs_f64();
    }
}

/// The tokens of the last launch, where they are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Picked<'a> {
    Host(&'a [TokenId]),
    Device(Slice<'a, TokenId>),
}

impl Picked<'_> {
    pub fn len(&self) -> usize {
        match self {
            Self::Host(tokens) => tokens.len(),
            Self::Device(tokens) => tokens.len(),
        }
    }
}

impl Picking {
    /// # Errors
    /// The device has no memory to give.
    pub fn new(dev: &Device, limits: &Limits, vocab_size: usize) -> std::io::Result<Self> {
        Ok(match dev {
            Device::Cpu(_) => {
                let pipeline = LogitsPipeline::new(vocab_size);
                let (unread, picked) = (VecDeque::new(), Vec::new());
                Self::Host(Box::new(OnHost { pipeline, unread, picked, seconds: 0.0 }))
            }
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

    /// Lets a device measure the launches that follow, or no longer; the host always does.
    pub fn measure(&mut self, on: bool) {
        match self {
            Self::Host(_) => {}
            Self::Device(pipeline) => pipeline.measure(on),
        }
    }

    /// Seconds spent on what was read since the last call, 0 where none was measured.
    pub fn take_seconds(&mut self) -> f64 {
        match self {
            Self::Host(host) => std::mem::take(&mut host.seconds),
            Self::Device(pipeline) => pipeline.take_seconds().unwrap_or(0.0),
        }
    }

    /// Brings over what [`Self::run`] needs, before the logits are computed.
    pub fn prepare(&mut self, rows: &[RowWant<'_>]) {
        match self {
            Self::Host(_) => {}
            Self::Device(pipeline) => pipeline.prepare(rows),
        }
    }

    /// Whether what [`Self::prepare`] was given may be launched: nothing on the host is needed
    /// between the logits and the tokens, nor the logits afterwards.
    pub fn is_whole(&self, rows: &[RowWant<'_>]) -> bool {
        match self {
            Self::Host(_) => true,
            Self::Device(pipeline) => pipeline.is_whole(rows),
        }
    }

    /// Picks from `logits[T, V]`, a row each of `rows`, which are whole; [`Self::read`] brings the
    /// outcomes.
    pub fn launch(&mut self, logits: &Tensor<'_>, rows: &[RowWant<'_>]) {
        match self {
            Self::Host(host) => {
                let mut outcomes = Vec::with_capacity(rows.len());
                host.run(logits, rows, &mut outcomes);
                let token = |o: &Result<Outcome, _>| o.as_ref().map_or(0, |o| o.token);
                host.picked.clear();
                host.picked.extend(outcomes.iter().map(token));
                host.unread.push_back(outcomes);
            }
            Self::Device(pipeline) => pipeline.launch(logits, rows),
        }
    }

    /// Captures the device's graph that picks from `rows` rows without edits, ahead of the first
    /// such launch; false where it has no graphs. `logits[T, V]` are not read.
    pub fn capture_graph(&mut self, logits: &Tensor<'_>, rows: usize) -> Result<bool, DeviceFault> {
        match self {
            Self::Host(_) => Ok(false),
            Self::Device(pipeline) => pipeline.capture_graph(logits, rows),
        }
    }

    /// Appends the outcomes of the oldest launch that was not read, one a row. Waits for it, and
    /// for nothing behind it.
    pub fn read(&mut self, outcomes: &mut Vec<Result<Outcome, EngineError>>) {
        match self {
            Self::Host(host) => outcomes.extend(host.unread.pop_front().into_iter().flatten()),
            Self::Device(pipeline) => pipeline.read(outcomes),
        }
    }

    /// The tokens of the last launch.
    pub fn picked(&self) -> Picked<'_> {
        match self {
            Self::Host(host) => Picked::Host(&host.picked),
            Self::Device(pipeline) => Picked::Device(pipeline.picked()),
        }
    }

    /// Appends an outcome a row, with nothing launched and not read. `logits[T, V]`, a row each of
    /// `rows`.
    pub fn run(
        &mut self,
        logits: &Tensor<'_>,
        rows: &[RowWant<'_>],
        outcomes: &mut Vec<Result<Outcome, EngineError>>,
    ) {
        match self {
            Self::Host(host) => host.run(logits, rows, outcomes),
            Self::Device(pipeline) => pipeline.run(logits, rows, outcomes),
        }
    }
}

/// Room for every row with some edits and a mask, and for a row with all the edits that there can
/// be: a bias for each token, penalties for those seen, and those that would repeat.
fn sample_limits(limits: &Limits, vocab: usize) -> SampleLimits {
    let rows = limits.logit_rows_max() as usize;
    let one = vocab + 2 * vocab.min(limits.seq_len_max as usize);
    let masks = rows.min(limits.slot_count as usize);
    SampleLimits { rows, vocab, edits: one.max(EDITS_PER_ROW * masks), masks }
}

/// Edits for which a batch of any rows has room.
pub(crate) fn edits_max(limits: &Limits, vocab: usize) -> usize {
    sample_limits(limits, vocab).edits
}
