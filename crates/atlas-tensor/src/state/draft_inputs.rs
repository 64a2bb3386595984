//! Inputs of a recurrent layer for the wanted rows of a step, kept until it is known how many
//! drafts among them are accepted.

use std::io;

use crate::device::{Device, Memory};
use crate::tensor::{DType, Tensor, TensorMut};

/// `[rows, channels]` of the convolution's inputs and `[rows, heads]` of each gate's, in the type
/// of activations.
pub struct DraftInputs {
    memory: Memory,
    dtype: DType,
    rows: usize,
    widths: [usize; 3],
}

impl DraftInputs {
    /// Memory for `rows` rows where `dev` computes.
    ///
    /// # Errors
    /// The device has no memory left.
    pub(super) fn new(dev: &Device, rows: usize, widths: [usize; 3]) -> io::Result<Self> {
        let dtype = dev.activations();
        let memory = dev.allocate(Self::bytes_for(rows, widths))?;
        Ok(Self { memory, dtype, rows, widths })
    }

    /// Bytes for `rows` rows of activations of any type.
    pub(super) fn bytes_for(rows: usize, widths: [usize; 3]) -> usize {
        let sizes = widths.map(|width| (rows * width * 4).next_multiple_of(PART_BYTES));
        sizes.iter().sum()
    }

    /// Rows that there is room for.
    pub fn rows(&self) -> usize {
        self.rows
    }

    fn starts(&self) -> [usize; 3] {
        let mut at = 0;
        self.widths.map(|width| {
            let start = at;
            at += (self.rows * width * 4).next_multiple_of(PART_BYTES);
            start
        })
    }

    /// The first `rows` rows of all three, to write to one at a time.
    pub fn part_mut(&mut self, part: usize, rows: usize) -> TensorMut<'_> {
        let (at, width) = (self.starts()[part], self.widths[part]);
        self.memory.tensor_mut(self.dtype, at, &[rows, width])
    }

    /// The first `rows` rows of all three.
    pub fn parts(&self, rows: usize) -> [Tensor<'_>; 3] {
        let starts = self.starts();
        [0, 1, 2].map(|i| self.memory.tensor(self.dtype, starts[i], &[rows, self.widths[i]]))
    }
}

/// Boundary of each part, in bytes.
const PART_BYTES: usize = 256;
