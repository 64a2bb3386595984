//! A matrix inside guarded memory, with rows that may lie apart.

use crate::tensor::{Tensor, TensorMut};

/// f32 before the first and after the last row.
const GUARD: usize = 67;
/// Fills memory that a kernel must not write; a NaN with a payload of its own.
const CANARY: u32 = 0x7fc0_ca9a;

/// `rows * width` elements, `stride` apart from row to row, between canaries.
#[derive(Clone)]
pub struct Field {
    memory: Vec<f32>,
    rows: usize,
    width: usize,
    stride: usize,
}

impl Field {
    /// Rows of `values`, `gap` canaries between them.
    pub fn new(rows: usize, width: usize, gap: usize, values: &[f32]) -> Self {
        assert_eq!(values.len(), rows * width);
        let stride = width + gap;
        let mut memory = vec![f32::from_bits(CANARY); rows * stride + 2 * GUARD];
        for r in 0..rows {
            memory[GUARD + r * stride..][..width].copy_from_slice(&values[r * width..][..width]);
        }
        Self { memory, rows, width, stride }
    }

    /// Rows of NaN.
    pub fn poisoned(rows: usize, width: usize, gap: usize) -> Self {
        Self::new(rows, width, gap, &vec![f32::NAN; rows * width])
    }

    /// Rows of random numbers.
    pub fn random(
        rows: usize,
        width: usize,
        gap: usize,
        noise: &mut super::Noise,
        scale: f32,
    ) -> Self {
        Self::new(rows, width, gap, &noise.fill(rows * width, scale))
    }

    /// All rows, `[rows, width]`.
    pub fn tensor(&self) -> Tensor<'_> {
        let inner = &self.memory[GUARD..GUARD + self.rows * self.stride];
        Tensor::from_f32(inner, &[self.rows, self.stride]).slice_last(0..self.width)
    }

    /// All rows, `[rows, width]`.
    pub fn tensor_mut(&mut self) -> TensorMut<'_> {
        let inner = &mut self.memory[GUARD..GUARD + self.rows * self.stride];
        TensorMut::from_f32(inner, &[self.rows, self.stride]).slice_last(0..self.width)
    }

    /// The rows without gaps.
    pub fn values(&self) -> Vec<f32> {
        self.tensor().to_vec()
    }

    /// Sets one element.
    pub fn set(&mut self, row: usize, column: usize, value: f32) {
        self.memory[GUARD + row * self.stride + column] = value;
    }

    /// Whether every canary is as it was.
    pub fn intact(&self) -> bool {
        let inside = |i: usize| {
            let i = i.wrapping_sub(GUARD);
            i < self.rows * self.stride && i % self.stride < self.width
        };
        self.memory.iter().enumerate().all(|(i, x)| inside(i) || x.to_bits() == CANARY)
    }
}
