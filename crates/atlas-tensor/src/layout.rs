//! Shapes and strides of up to four dimensions.

/// The largest number of dimensions of a tensor.
pub const MAX_RANK: usize = 4;

/// Shape and element strides. Unused trailing entries are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    rank: usize,
    shape: [usize; MAX_RANK],
    strides: [usize; MAX_RANK],
}

impl Layout {
    /// Row-major layout of `shape`. Panics over four dimensions.
    pub fn contiguous(shape: &[usize]) -> Self {
        assert!(shape.len() <= MAX_RANK, "shape {shape:?} has more than {MAX_RANK} dimensions");
        let mut layout = Self { rank: shape.len(), shape: [0; 4], strides: [0; 4] };
        let mut stride = 1;
        for i in (0..shape.len()).rev() {
            layout.shape[i] = shape[i];
            layout.strides[i] = stride;
            stride *= shape[i];
        }
        layout
    }

    pub fn shape(&self) -> &[usize] {
        &self.shape[..self.rank]
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    pub fn stride(&self, i: usize) -> usize {
        assert!(i < self.rank, "dimension {i} of a tensor of rank {}", self.rank);
        self.strides[i]
    }

    pub fn elements(&self) -> usize {
        self.shape().iter().product()
    }

    pub fn is_contiguous(&self) -> bool {
        *self == Self::contiguous(self.shape())
            || self.view(&[self.elements()]).is_some_and(|v| v.strides[0] == 1 || v.shape[0] <= 1)
    }

    /// The last dimension cut to `range`: the new layout and the element offset of its start.
    pub fn slice_last(&self, start: usize, end: usize) -> (Self, usize) {
        assert!(
            self.rank > 0 && start <= end && end <= self.shape[self.rank - 1],
            "columns {start}..{end} of shape {:?}",
            self.shape()
        );
        let mut cut = *self;
        cut.shape[self.rank - 1] = end - start;
        (cut, start * self.strides[self.rank - 1])
    }

    /// The first dimension cut to `range`: the new layout and the element offset of its start.
    pub fn slice_first(&self, start: usize, end: usize) -> (Self, usize) {
        assert!(
            self.rank > 0 && start <= end && end <= self.shape[0],
            "rows {start}..{end} of shape {:?}",
            self.shape()
        );
        let mut cut = *self;
        cut.shape[0] = end - start;
        (cut, start * self.strides[0])
    }

    /// The same elements under another shape, where strides allow it without a copy.
    pub fn view(&self, shape: &[usize]) -> Option<Self> {
        let mut new = Self::contiguous(shape);
        if new.elements() != self.elements() {
            return None;
        }
        if new.elements() == 0 || self.rank == 0 {
            return Some(new);
        }
        // Walk runs of dimensions that are contiguous with one another, innermost first, and cut
        // each run into dimensions of the new shape.
        let mut left = shape.len();
        let mut base = self.strides[self.rank - 1];
        let (mut old_count, mut new_count) = (1, 1);
        for d in (0..self.rank).rev() {
            old_count *= self.shape[d];
            let run_goes_on =
                d > 0 && (self.shape[d - 1] == 1 || self.strides[d - 1] == old_count * base);
            if run_goes_on {
                continue;
            }
            while left > 0 && (new_count < old_count || shape[left - 1] == 1) {
                left -= 1;
                new.strides[left] = new_count * base;
                new_count *= shape[left];
            }
            if new_count != old_count {
                return None;
            }
            if d > 0 {
                base = self.strides[d - 1];
                (old_count, new_count) = (1, 1);
            }
        }
        (left == 0).then_some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_the_last_dimension_of_a_column_slice() {
        let (q, offset) = Layout::contiguous(&[5, 24]).slice_last(8, 16);
        assert_eq!(offset, 8);
        let heads = q.view(&[5, 2, 4]).unwrap();
        assert_eq!((heads.stride(0), heads.stride(1), heads.stride(2)), (24, 4, 1));
        assert!(!heads.is_contiguous());
        assert!(q.view(&[40]).is_none());
    }

    #[test]
    fn views_interleaved_halves_per_head() {
        let heads = Layout::contiguous(&[3, 16]).view(&[3, 2, 8]).unwrap();
        let (gate, offset) = heads.slice_last(4, 8);
        assert_eq!((gate.shape(), offset), (&[3, 2, 4][..], 4));
        assert_eq!((gate.stride(0), gate.stride(1)), (16, 8));
        assert!(gate.view(&[3, 8]).is_none());
    }

    #[test]
    fn merges_and_keeps_unit_dimensions() {
        let l = Layout::contiguous(&[2, 1, 6]);
        assert_eq!(l.view(&[12]).unwrap().stride(0), 1);
        assert_eq!(l.view(&[2, 2, 1, 3]).unwrap().shape(), &[2, 2, 1, 3]);
        assert!(l.view(&[13]).is_none());
        assert!(Layout::contiguous(&[0, 4]).view(&[0, 2, 2]).is_some());
    }
}
