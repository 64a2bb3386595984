//! Picking tokens: edits, filters and draws on the device, as the engine's logits pipeline does
//! them (`docs/reference/sampling.md`), and log-probabilities. `docs/kernels/sampling/sample.md`
//! has the kernels.

use atlas_tensor::DType;
pub use atlas_tensor::device::sampling::{
    Penalty, SampleError, SampleLimits, SampleNeed as Need, SampleRequest as Request, TOP_MAX,
};
use bytemuck::{Pod, Zeroable};

use crate::device::Device;
use crate::error::CudaError;
use crate::launch::{Grid, Kernel, Launch};
use crate::memory::DeviceBuffer;
use crate::ops::{Family, expect, expect_len};
use crate::staging::Staging;
use crate::stream::Stream;
use crate::view::{Slice, SliceMut, View};

/// Value of a result without a token.
pub const NO_TOKEN: u32 = u32::MAX;

const OP: &str = "sample";
const SCAN_THREADS: u32 = 256;
const PICK_THREADS: u32 = 512;
/// Tokens of a chunk; chunks that a block of the first two kernels takes.
const CHUNK: usize = 256;
const SCAN_CHUNKS: usize = 16;
const WEIGH_CHUNKS: usize = 32;
const BUCKETS: usize = 88 * 16;
/// A token's id takes 22 bits of the order of likelihood.
const VOCAB_MAX: usize = 1 << 22;
const NONE: u32 = u32::MAX;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct SampleParams {
    logits: u64,
    rows: u64,
    edits: u64,
    masks: u64,
    results: u64,
    raw_sums: u64,
    sums: u64,
    buckets: u64,
    raw_maxima: u64,
    maxima: u64,
    logits_row: i64,
    row_count: i64,
    vocab: i64,
    chunks: i64,
    edit_count: i64,
    mask_count: i64,
    picked: u64,
}
pub(crate) const SAMPLE: Family =
    Family::of::<SampleParams>("sampling/sample", &["sample_scan", "sample_weigh", "sample_pick"]);

/// A row as the kernels read it.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Row {
    seed: u64,
    position: u32,
    temperature: f32,
    top_p: f32,
    min_p: f32,
    top_k: u32,
    forced: u32,
    edits_begin: u32,
    edits_end: u32,
    mask: u32,
    logprobs: u32,
    score: u32,
    token: u32,
    unused: [u32; 2],
}

/// A bias or a penalty; what it does not change it leaves as it is, to the bit.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Edit {
    token: u32,
    add: f32,
    divide: f32,
    subtract: f32,
}

/// Result of a row, as the device wrote it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct SampleResult {
    status: u32,
    token: u32,
    logprob: f32,
    rank: u32,
    top_ids: [u32; TOP_MAX],
    top_logprobs: [f32; TOP_MAX],
}

impl SampleResult {
    /// A result that no kernel wrote.
    pub const MISSING: Self = Self {
        status: u32::MAX,
        token: NO_TOKEN,
        logprob: f32::NAN,
        rank: 0,
        top_ids: [NO_TOKEN; TOP_MAX],
        top_logprobs: [f32::NAN; TOP_MAX],
    };

    /// The token, or why there is none.
    ///
    /// # Errors
    /// See [`SampleError`].
    pub fn token(&self) -> Result<u32, SampleError> {
        match self.status {
            0 => Ok(self.token),
            1 => Err(SampleError::Broken),
            2 => Err(SampleError::NothingAllowed),
            other => Err(SampleError::BadRow(other)),
        }
    }

    /// Log-probability of the token in the row before edits; NaN where it was not asked for.
    pub fn logprob(&self) -> f32 {
        self.logprob
    }

    /// 1 + the number of tokens before it in the order of likelihood; 0 where it was not asked for.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The most likely tokens with their log-probabilities, the most likely first.
    pub fn top(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        let all = self.top_ids.iter().copied().zip(self.top_logprobs.iter().copied());
        all.take_while(|&(id, _)| id != NO_TOKEN)
    }
}

/// Rows for one call, on the host.
#[derive(Default)]
pub struct Batch {
    vocab: usize,
    rows: Vec<Row>,
    edits: Vec<Edit>,
    masks: Vec<u32>,
}

impl Batch {
    /// For rows of `vocab` logits.
    pub fn new(vocab: usize) -> Self {
        Self { vocab, ..Self::default() }
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Bytes that go over to the device.
    fn bytes(&self) -> usize {
        std::mem::size_of_val(&*self.rows)
            + std::mem::size_of_val(&*self.edits)
            + std::mem::size_of_val(&*self.masks)
    }

    /// Whether [`SampleMemory::upload`] has room for the batch.
    pub fn fits(&self, limits: SampleLimits) -> bool {
        self.rows.len() <= limits.rows && self.bytes() <= bytes_for(limits)[0]
    }

    /// Takes the last row back.
    pub fn pop(&mut self) {
        if let Some(row) = self.rows.pop() {
            self.edits.truncate(row.edits_begin as usize);
            if row.mask != NONE {
                self.masks.truncate(row.mask as usize * self.vocab.div_ceil(32));
            }
        }
    }

    /// Forgets the rows and keeps the memory.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.edits.clear();
        self.masks.clear();
    }

    /// Appends a row.
    ///
    /// # Errors
    /// More than [`TOP_MAX`] log-probabilities, a token `u32::MAX`, or more edits than 32 bits
    /// count.
    pub fn push(&mut self, request: &Request<'_>) -> Result<(), CudaError> {
        let logprobs = request.logprobs.unwrap_or(NONE);
        if request.logprobs.is_some_and(|n| n as usize > TOP_MAX) {
            return Err(CudaError::bad(OP, format!("{logprobs} of at most {TOP_MAX} tokens")));
        }
        if request.forced == Some(NONE) {
            return Err(CudaError::bad(OP, format!("token {NONE} is forced")));
        }
        let (score, token) = match request.need {
            Need::Pick => (0, NONE),
            Need::Score(token) => (1, token),
        };
        let begin = self.edits.len();
        let mut mask = NONE;
        if request.need == Need::Pick {
            self.push_edits(request);
            if let Some(words) = request.allowed {
                let all = self.vocab.div_ceil(32);
                mask = count(self.masks.len().checked_div(all).unwrap_or(0))?;
                let padded = words.iter().copied().chain(std::iter::repeat(0));
                self.masks.extend(padded.take(all));
            }
        }
        self.rows.push(Row {
            seed: request.seed,
            position: request.position,
            temperature: request.temperature,
            top_p: request.top_p,
            min_p: request.min_p,
            top_k: request.top_k,
            forced: if score == 0 { request.forced.unwrap_or(NONE) } else { NONE },
            edits_begin: count(begin)?,
            edits_end: count(self.edits.len())?,
            mask,
            logprobs,
            score,
            token,
            unused: [0; 2],
        });
        Ok(())
    }

    /// Appends the lists of a row, ascending by token and otherwise in their order.
    fn push_edits(&mut self, request: &Request<'_>) {
        let begin = self.edits.len();
        // Minus zero added leaves every number as it is; zero would turn minus zero into zero.
        let penalty = |p: &Penalty| Edit {
            token: p.token,
            add: -0.0,
            divide: p.divide,
            subtract: p.subtract,
        };
        let bias = |&(token, add)| Edit { token, add, divide: 1.0, subtract: 0.0 };
        self.edits.extend(request.bias.iter().map(bias));
        self.edits.extend(request.penalties.iter().map(penalty));
        let vocab = self.vocab;
        let mut kept = begin;
        for i in begin..self.edits.len() {
            if (self.edits[i].token as usize) < vocab {
                self.edits.swap(kept, i);
                kept += 1;
            }
        }
        self.edits.truncate(kept);
        self.edits[begin..].sort_by_key(|edit| edit.token);
    }
}

fn count(n: usize) -> Result<u32, CudaError> {
    u32::try_from(n).map_err(|_| CudaError::bad(OP, format!("{n} edits in a batch")))
}

/// Device memory of the op: a batch and what the kernels hand to each other.
pub struct SampleMemory {
    input: Staging,
    work: DeviceBuffer,
    vocab: usize,
    rows_max: usize,
    /// Rows, edits and masks that are there now.
    held: [usize; 3],
}

/// Bytes of device memory within `limits`: for the batch, and between the kernels and for their
/// tokens.
pub fn bytes_for(limits: SampleLimits) -> [usize; 2] {
    let mask = limits.vocab.div_ceil(32) * 4;
    let input = limits.rows * size_of::<Row>() + limits.edits * size_of::<Edit>();
    let work = limits.rows * (work_bytes(limits.vocab) + size_of::<u32>());
    [input + limits.masks * mask, work]
}

/// Bytes that the kernels hand to each other for a row: two sums and two maxima a chunk, the
/// buckets.
fn work_bytes(vocab: usize) -> usize {
    vocab.div_ceil(CHUNK) * 2 * (size_of::<f64>() + size_of::<f32>()) + BUCKETS * size_of::<f64>()
}

impl SampleMemory {
    /// Memory for batches within `limits`.
    ///
    /// # Errors
    /// A vocabulary of none or of more than 2^22 tokens, or what the driver says.
    pub fn new(device: &Device, limits: SampleLimits) -> Result<Self, CudaError> {
        if limits.vocab == 0 || limits.vocab > VOCAB_MAX {
            return Err(CudaError::bad(OP, format!("{} tokens of 1 to {VOCAB_MAX}", limits.vocab)));
        }
        let [input, work] = bytes_for(limits);
        Ok(Self {
            input: Staging::new(device, input)?,
            work: DeviceBuffer::new(device, work)?,
            vocab: limits.vocab,
            rows_max: limits.rows,
            held: [0; 3],
        })
    }

    /// The tokens that [`Sample::run`] picked or scored, a row each and 0 for a row without one,
    /// with room for the largest batch. They are the last run's until the next one.
    pub fn picked(&self) -> Slice<'_, u32> {
        // Behind what the largest batch hands on, so that it lies in one place for all.
        let at = self.rows_max * work_bytes(self.vocab);
        Slice::new(self.work.ptr() + at as u64, self.rows_max)
    }

    /// Queues a copy of a batch to the device, all of it at once.
    ///
    /// # Errors
    /// A batch of another vocabulary or over the limits, or what the driver says.
    pub fn upload(&mut self, stream: &Stream, batch: &Batch) -> Result<(), CudaError> {
        let (rows, vocab) = (batch.rows.len(), batch.vocab);
        let (bytes, room) = (batch.bytes(), self.input.bytes());
        if vocab != self.vocab || rows > self.rows_max || bytes > room {
            let what = format!(
                "{rows} rows of {vocab} logits in {bytes} bytes, not {} of {} in {room}",
                self.rows_max, self.vocab
            );
            return Err(CudaError::bad(OP, what));
        }
        self.held = [rows, batch.edits.len(), batch.masks.len() / vocab.div_ceil(32)];
        let parts = [
            bytemuck::cast_slice(&batch.rows),
            bytemuck::cast_slice(&batch.edits),
            bytemuck::cast_slice(&batch.masks),
        ];
        self.input.write(stream, &parts)
    }
}

/// Picks and scores tokens. A row's result depends on its logits and its request alone.
pub struct Sample {
    scan: Kernel,
    weigh: Kernel,
    pick: Kernel,
}

impl Sample {
    /// # Errors
    /// The binary has no kernels.
    pub fn bind(device: &Device) -> Result<Self, CudaError> {
        let [scan, weigh, pick] =
            ["sample_scan", "sample_weigh", "sample_pick"].map(|name| device.kernel(name));
        Ok(Self { scan: scan?, weigh: weigh?, pick: pick? })
    }

    /// `logits[T, 1, V]`, f32, by the batch in `memory` to `results[T]`. The logits stay as they
    /// are.
    ///
    /// # Errors
    /// Shapes that disagree with each other or the batch, or what the driver says.
    pub fn run(
        &self,
        stream: &Stream,
        logits: View<'_>,
        memory: &mut SampleMemory,
        results: SliceMut<'_, SampleResult>,
    ) -> Result<(), CudaError> {
        let [rows, edits, masks] = memory.held;
        let vocab = memory.vocab;
        expect(OP, "logits", &logits, DType::F32, [rows, 1, vocab])?;
        expect_len(OP, "results", results.len, rows)?;
        let chunks = vocab.div_ceil(CHUNK);
        let edits_at = memory.input.ptr() + (rows * size_of::<Row>()) as u64;
        let raw_sums = memory.work.ptr();
        let sums = raw_sums + (rows * chunks * size_of::<f64>()) as u64;
        let buckets = sums + (rows * chunks * size_of::<f64>()) as u64;
        let raw_maxima = buckets + (rows * BUCKETS * size_of::<f64>()) as u64;
        let params = SampleParams {
            logits: logits.ptr,
            rows: memory.input.ptr(),
            edits: edits_at,
            masks: edits_at + (edits * size_of::<Edit>()) as u64,
            results: results.ptr,
            raw_sums,
            sums,
            buckets,
            raw_maxima,
            maxima: raw_maxima + (rows * chunks * size_of::<f32>()) as u64,
            logits_row: logits.strides[0] as i64,
            row_count: rows as i64,
            vocab: vocab as i64,
            chunks: chunks as i64,
            edit_count: edits as i64,
            mask_count: masks as i64,
            picked: memory.picked().ptr,
        };
        let slices = |each: usize| Grid::new([chunks.div_ceil(each), rows, 1], SCAN_THREADS);
        let launch = Launch { op: OP, shape: [rows, vocab, edits, masks] };
        self.scan.launch(stream, launch, slices(SCAN_CHUNKS), &params)?;
        self.weigh.launch(stream, launch, slices(WEIGH_CHUNKS), &params)?;
        self.pick.launch(stream, launch, Grid::new([rows, 1, 1], PICK_THREADS), &params)
    }
}

#[cfg(test)]
#[path = "sample_tests.rs"]
mod tests;
