//! The rows and inputs of one step: of the whole step, and of each sequence in it.

use std::any::Any;

use atlas_core::BlockId;

use crate::place::Slice;

/// The rows of one sequence in a step: `len` consecutive positions from `start`, in rows
/// `row..row + len`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanRows<'a> {
    pub slot: usize,
    /// First row in the step.
    pub row: usize,
    pub len: usize,
    /// Position of the first row.
    pub start: u32,
    /// Rows at the end whose tokens are drafts: the state of fixed size of a recurrent layer stays
    /// as the rows before them leave it.
    pub drafts: usize,
    /// The slot's block table: block `i` holds positions from `i * block_tokens`. Places that no
    /// row sees any more have [`NO_BLOCK`].
    pub blocks: &'a [u32],
}

impl SpanRows<'_> {
    /// Positions known after the span.
    pub fn end(&self) -> usize {
        self.start as usize + self.len
    }

    /// Row of the step and position of each of its rows.
    pub fn places(&self) -> impl Iterator<Item = (usize, u32)> + use<> {
        let (row, start) = (self.row, self.start);
        (0..self.len).map(move |i| (row + i, start + i as u32))
    }

    /// Rows after which a state of fixed size is stored: all before the drafts.
    pub fn stored(&self) -> usize {
        self.len.saturating_sub(self.drafts)
    }
}

/// Entry of a block table where there is no block.
pub const NO_BLOCK: u32 = BlockId::NONE.0;

/// The inputs of a step in device memory.
pub trait Staged: Send + Sync {
    fn tokens(&self) -> Slice<'_, u32>;

    fn positions(&self) -> Slice<'_, u32>;

    fn logit_rows(&self) -> Slice<'_, u32>;

    /// For the backend's own kernels.
    fn as_any(&self) -> &(dyn Any + Send + Sync);
}

/// Tokens that are on the device and not on the host yet: those that a step before has picked.
#[derive(Clone, Copy, Debug)]
pub struct Fed<'a> {
    /// Rows of the step, each with the index of its token in `tokens`.
    pub rows: &'a [[u32; 2]],
    pub tokens: Slice<'a, u32>,
}

/// The inputs of a step in host memory.
#[derive(Clone, Copy, Debug)]
pub struct StepInputs<'a> {
    /// Token id of each row; any for rows that are fed.
    pub tokens: &'a [u32],
    /// Rows whose tokens the device has.
    pub fed: Option<Fed<'a>>,
    /// Position of each row in its sequence.
    pub positions: &'a [u32],
    pub spans: &'a [SpanRows<'a>],
    /// Rows whose logits are wanted.
    pub logit_rows: &'a [u32],
    /// Blocks and tokens of a block of the KV caches, if there are any.
    pub blocks: Option<(usize, usize)>,
}

/// Extents of the largest step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepSizes {
    /// Token rows.
    pub rows: usize,
    pub spans: usize,
    /// Rows whose logits are wanted.
    pub logit_rows: usize,
    /// Blocks in the tables of all spans.
    pub blocks: usize,
}

/// The spans of a step, and what a backend made of them.
#[derive(Clone, Copy)]
pub struct Spans<'a> {
    rows: &'a [SpanRows<'a>],
    staged: Option<&'a dyn Staged>,
}

impl<'a> Spans<'a> {
    /// Spans that a device has been told.
    pub fn staged(rows: &'a [SpanRows<'a>], staged: &'a dyn Staged) -> Self {
        Self { rows, staged: Some(staged) }
    }

    pub fn rows(&self) -> &'a [SpanRows<'a>] {
        self.rows
    }

    /// The backend's staged form of them; `None` on the CPU.
    pub fn on_device(&self) -> Option<&'a dyn Staged> {
        self.staged
    }
}

impl<'a> From<&'a [SpanRows<'a>]> for Spans<'a> {
    fn from(rows: &'a [SpanRows<'a>]) -> Self {
        Self { rows, staged: None }
    }
}

impl<'a> From<&'a Vec<SpanRows<'a>>> for Spans<'a> {
    fn from(rows: &'a Vec<SpanRows<'a>>) -> Self {
        rows.as_slice().into()
    }
}

impl<'a> std::ops::Deref for Spans<'a> {
    type Target = [SpanRows<'a>];

    fn deref(&self) -> &[SpanRows<'a>] {
        self.rows
    }
}
