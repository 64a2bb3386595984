//! Picking tokens on a device: what is wanted of rows of logits, as data.
//!
//! `docs/reference/sampling.md` says what comes of it. The CPU picks in the engine.

use super::fault::DeviceFault;
use crate::place::Slice;
use crate::tensor::Tensor;

/// Launches of a [`Picker`] that may wait to be read: one whose results are waited for, and one
/// queued behind it.
pub const LAUNCHES_MAX: usize = 2;

/// Most likely tokens that a result holds.
pub const TOP_MAX: usize = 20;

/// Results requested for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleNeed {
    /// The next token, and its log-probability if `logprobs` requests it.
    Pick,
    /// The log-probability and rank of a known token. Only `logprobs` is looked at besides.
    Score(u32),
}

/// Lowers one token: a positive logit is divided by `divide`, a negative one multiplied with it;
/// then `subtract` is subtracted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    pub token: u32,
    /// 1 changes nothing.
    pub divide: f32,
    /// 0 changes nothing.
    pub subtract: f32,
}

/// Sampling of one row of logits. Edits come in this order: `bias` and `penalties` in list order,
/// `allowed`, `forced`; ids outside of the vocabulary are ignored in the lists.
#[derive(Clone, Copy, Debug)]
pub struct SampleRequest<'a> {
    pub need: SampleNeed,
    /// Key of the draw, with `position`, the index of the new token in its sequence.
    pub seed: u64,
    pub position: u32,
    /// 0 is greedy.
    pub temperature: f32,
    /// 0 keeps all.
    pub top_k: u32,
    pub top_p: f32,
    pub min_p: f32,
    /// Token, what is added.
    pub bias: &'a [(u32, f32)],
    pub penalties: &'a [Penalty],
    /// One bit a token; tokens behind the last word are forbidden.
    pub allowed: Option<&'a [u32]>,
    pub forced: Option<u32>,
    /// Log-probabilities of the picked token and so many of the most likely ones, at most
    /// [`TOP_MAX`].
    pub logprobs: Option<u32>,
}

impl SampleRequest<'static> {
    /// The most likely token.
    pub const GREEDY: Self = Self {
        need: SampleNeed::Pick,
        seed: 0,
        position: 0,
        temperature: 0.0,
        top_k: 0,
        top_p: 1.0,
        min_p: 0.0,
        bias: &[],
        penalties: &[],
        allowed: None,
        forced: None,
        logprobs: None,
    };
}

impl Default for SampleRequest<'_> {
    fn default() -> Self {
        SampleRequest::GREEDY
    }
}

/// Why a row has no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    #[error("a logit is NaN or plus infinity")]
    Broken,
    #[error("the edits leave no token to pick")]
    NothingAllowed,
    /// The kernels and the host disagree about the batch.
    #[error("the row does not fit its batch (status {0})")]
    BadRow(u32),
}

/// Result of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    pub token: u32,
    /// Log-probability of the token in the row before edits; NaN if it was not requested.
    pub logprob: f32,
    /// 1 + the number of tokens before it in the order of likelihood; 0 if it was not requested.
    pub rank: u32,
    /// The most likely tokens with their log-probabilities, the most likely first.
    pub top: Vec<(u32, f32)>,
}

/// Rows, vocabulary, and how much a batch may bring in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleLimits {
    pub rows: usize,
    pub vocab: usize,
    pub edits: usize,
    pub masks: usize,
}

/// Picks and scores tokens from logits in a device's memory. A row's result depends on its logits
/// and its request alone.
pub trait Picker: Send {
    /// Forgets the rows of the batch before.
    fn clear(&mut self);

    /// Appends a row to the batch; false where it has no room for it any more.
    ///
    /// # Errors
    /// A request that no batch takes.
    fn push(&mut self, request: &SampleRequest<'_>) -> Result<bool, DeviceFault>;

    /// Rows of the batch.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Brings the batch over, so that [`Self::run`] need not: before the logits are computed,
    /// nothing waits for it. No row is appended after it.
    fn upload(&mut self);

    /// Queues the picking of each row of the batch from `logits[T, V]`, which stay as they are, and
    /// returns. The batch may be cleared and filled for the next launch at once. At most
    /// [`LAUNCHES_MAX`] launches are unread at a time.
    fn launch(&mut self, logits: &Tensor<'_>);

    /// Captures the graph of [`Self::launch`] for a batch of as many rows, edits and masks as this
    /// one, ahead of the first launch. Nothing is picked, and there is no outcome to read. Returns
    /// false if nothing was captured: the device has no graphs, has no room for more, or already
    /// has this one.
    ///
    /// # Errors
    /// The device refused. It has not failed by that.
    fn capture_graph(&mut self, _logits: &Tensor<'_>) -> Result<bool, DeviceFault> {
        Ok(false)
    }

    /// Appends what came of each row of the oldest launch that was not read to `out`. Waits for
    /// these results, and for nothing that was queued after them. They count only if the device has
    /// not failed.
    fn read(&mut self, out: &mut Vec<Result<Sampled, SampleError>>);

    /// Measures the launches that follow, or no longer; a device without a clock ignores it.
    fn measure(&mut self, _on: bool) {}

    /// Seconds that the device spent on the launches that were measured and read since the last
    /// call; `None` if there were none.
    fn take_seconds(&mut self) -> Option<f64> {
        None
    }

    /// [`Self::launch`] and [`Self::read`] where nothing else is unread.
    fn run(&mut self, logits: &Tensor<'_>, out: &mut Vec<Result<Sampled, SampleError>>) {
        self.launch(logits);
        self.read(out);
    }

    /// The token of each row of the last launch where the device has it, for what is queued behind
    /// that launch and before the next one; 0 for a row that has none.
    fn picked(&self) -> Slice<'_, u32>;
}
