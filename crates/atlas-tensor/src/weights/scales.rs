//! The f32 scales of a quantised weight.

use std::ops::Range;
use std::sync::Arc;

use crate::device::DeviceMemory;

/// A grid of f32 scales, some columns of a weight's row each: row `r` of the weight has those of
/// row `(first_row + r) / rows_per_scale` of the grid.
#[derive(Clone)]
pub struct Scales {
    held: Held,
    columns: usize,
    rows_per_scale: usize,
    first_row: usize,
}

#[derive(Clone)]
enum Held {
    Host(Arc<[f32]>),
    Device(Arc<dyn DeviceMemory>),
}

impl Scales {
    /// A grid `[rows, columns]` of `values`, row-major. `None` where it has no columns, where they
    /// do not divide the values, or where no row has a scale.
    pub fn new(values: Vec<f32>, columns: usize, rows_per_scale: usize) -> Option<Self> {
        let whole = columns > 0 && rows_per_scale > 0 && values.len().is_multiple_of(columns);
        let held = Held::Host(values.into());
        whole.then_some(Self { held, columns, rows_per_scale, first_row: 0 })
    }

    /// Scales of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Rows of the weight that a row of the grid serves.
    pub fn rows_per_scale(&self) -> usize {
        self.rows_per_scale
    }

    /// Place of the weight's first row among the rows that the first row of the grid serves.
    pub fn first_row(&self) -> usize {
        self.first_row
    }

    /// Whether every of `rows` rows has scales. Only for scales on the host.
    pub fn serve(&self, rows: usize) -> bool {
        let last = self.first_row + rows;
        rows == 0 || last.div_ceil(self.rows_per_scale) * self.columns <= self.host().len()
    }

    /// The scales of row `r`. Panics where they are a device's.
    pub fn of_row(&self, r: usize) -> &[f32] {
        let at = (self.first_row + r) / self.rows_per_scale * self.columns;
        &self.host()[at..][..self.columns]
    }

    /// Bytes of the scales of `rows` rows.
    pub fn bytes(&self, rows: usize) -> usize {
        let from = self.first_row / self.rows_per_scale;
        let to = (self.first_row + rows).div_ceil(self.rows_per_scale);
        (to - from) * self.columns * size_of::<f32>()
    }

    /// Address of the grid, and of its row 0, where it is a device's.
    pub fn device_address(&self) -> Option<u64> {
        match &self.held {
            Held::Host(_) => None,
            Held::Device(memory) => Some(memory.address()),
        }
    }

    /// The grid, row-major. Panics where it is a device's.
    pub fn host(&self) -> &[f32] {
        match &self.held {
            Held::Host(values) => values,
            Held::Device(_) => panic!("the scales are in device memory"),
        }
    }

    /// The same scales in `memory`, which holds the grid.
    pub(crate) fn moved_to(&self, memory: Arc<dyn DeviceMemory>) -> Self {
        Self { held: Held::Device(memory), ..*self }
    }

    /// The scales of the rows from `start` on, in the same memory.
    pub fn slice_rows(&self, start: usize) -> Self {
        Self { first_row: self.first_row + start, ..self.clone() }
    }

    /// The scales of the rows of `ranges`, range after range. Blocks of rows stay blocks where each
    /// is made of rows of one, in whichever order.
    pub fn pick_rows(&self, ranges: &[Range<usize>]) -> Self {
        let rows: Vec<usize> = ranges.iter().cloned().flatten().collect();
        let block = |row: usize| (self.first_row + row) / self.rows_per_scale;
        let whole = |rows: &[usize]| rows.iter().all(|&row| block(row) == block(rows[0]));
        let whole = rows.chunks(self.rows_per_scale).all(whole);
        let step = if whole { self.rows_per_scale } else { 1 };
        let picked = rows.iter().step_by(step).flat_map(|&row| self.of_row(row));
        Self::new(picked.copied().collect(), self.columns, step)
            .unwrap_or_else(|| self.slice_rows(0))
    }

    /// One grid for the rows of `parts`, part after part. `None` for no part, or parts of other
    /// columns. Blocks of rows stay blocks where every part but the last holds whole ones.
    pub fn join(parts: &[(&Self, Range<usize>)]) -> Option<Self> {
        let (first, _) = parts.first()?;
        let (columns, block) = (first.columns, first.rows_per_scale);
        if parts.iter().any(|(scales, _)| scales.columns != columns) {
            return None;
        }
        let aligned = parts.iter().enumerate().all(|(i, (scales, rows))| {
            let starts = (scales.first_row + rows.start).is_multiple_of(block);
            let ends = i + 1 == parts.len() || rows.len().is_multiple_of(block);
            scales.rows_per_scale == block && starts && ends
        });
        let step = if aligned { block } else { 1 };
        let mut values = Vec::new();
        for (scales, rows) in parts {
            for row in rows.clone().step_by(step) {
                values.extend_from_slice(scales.of_row(row));
            }
        }
        Self::new(values, columns, step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> Scales {
        Scales::new((0..6).map(|i| i as f32).collect(), 2, 4).unwrap()
    }

    #[test]
    fn rows_of_a_block_share_its_scales() {
        let scales = blocks();
        assert_eq!((scales.of_row(3), scales.of_row(4)), (&[0.0, 1.0][..], &[2.0, 3.0][..]));
        let rest = scales.slice_rows(3);
        assert_eq!((rest.of_row(0), rest.of_row(1)), (&[0.0, 1.0][..], &[2.0, 3.0][..]));
        assert!(scales.serve(12) && !scales.serve(13) && rest.serve(9) && !rest.serve(10));
        assert_eq!((scales.bytes(12), rest.bytes(1), rest.bytes(2)), (24, 8, 16));
    }

    #[test]
    fn picked_rows_keep_their_scales() {
        let scales = blocks();
        let whole = scales.pick_rows(&[8..12, 0..3]);
        assert_eq!((whole.rows_per_scale(), whole.host()), (4, &[4.0, 5.0, 0.0, 1.0][..]));
        let torn = scales.pick_rows(&[3..5, 11..12]);
        assert_eq!((torn.rows_per_scale(), torn.of_row(1)), (1, &[2.0, 3.0][..]));
        assert_eq!((torn.of_row(0), torn.of_row(2)), (&[0.0, 1.0][..], &[4.0, 5.0][..]));
        // Rows that change places inside of their blocks, and rows of a part of one.
        let turned = scales.pick_rows(&[1..4, 0..1, 7..8, 4..7, 9..10]);
        assert_eq!((turned.rows_per_scale(), turned.host()), (4, scales.host()));
        let part = scales.slice_rows(2).pick_rows(&[1..2, 0..1]);
        assert_eq!((part.rows_per_scale(), part.host()), (4, &[0.0, 1.0][..]));
        assert!(Scales::join(&[]).is_none() && Scales::new(vec![1.0; 3], 2, 1).is_none());
    }
}
