//! The part of positions that a call of attention takes.

use std::ops::Range;

use atlas_tensor::DType;
use atlas_tensor::ops::KvPart;
use bytemuck::{Pod, Zeroable};

use super::expect;
use super::step::StepTables;
use crate::capture;
use crate::error::CudaError;
use crate::view::ViewMut;

/// Positions of those that rows see, and what rows carry to the call that takes the next: see
/// [`atlas_tensor::ops::KvPart`].
pub struct Part<'a> {
    /// Half-open; the first is a whole multiple of [`KvPart::BORDER_TOKENS`].
    pub positions: Range<u32>,
    /// f32 `[T, Hq, KvPart::carry_len]`.
    pub carry: ViewMut<'a>,
}

/// As kernels read it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct PartParams {
    from: i64,
    to: i64,
    carry: u64,
    row: i64,
    head: i64,
}

impl PartParams {
    pub(crate) fn of(part: Option<&Part<'_>>) -> Self {
        let Some(Part { positions, carry }) = part else {
            return Self { from: 0, to: i64::MAX, carry: 0, row: 0, head: 0 };
        };
        let carry = carry.view();
        Self {
            from: i64::from(positions.start),
            to: i64::from(positions.end),
            carry: carry.ptr,
            row: carry.strides[0] as i64,
            head: carry.strides[1] as i64,
        }
    }
}

/// An error unless a part begins where kernels begin one, what rows of `q` carry has a place, and
/// the step has a block for whatever rows see of it, through `window`; of everything without a
/// part.
pub(crate) fn check(
    op: &'static str,
    step: &StepTables,
    window: Option<u32>,
    part: Option<&Part<'_>>,
    [rows, heads, width]: [usize; 3],
) -> Result<(), CudaError> {
    step.expect_blocks(op, window, part.map(|part| &part.positions))?;
    let Some(Part { positions, carry }) = part else { return Ok(()) };
    // Its positions would be those of every launch of the graph.
    capture::refuse("attention to a part of positions")?;
    let Range { start, end } = *positions;
    if start >= end || !start.is_multiple_of(KvPart::BORDER_TOKENS) {
        let border = KvPart::BORDER_TOKENS;
        let what =
            format!("a part of positions {start}..{end}; it begins at a multiple of {border}");
        return Err(CudaError::bad(op, what));
    }
    expect(op, "carry", &carry.view(), DType::F32, [rows, heads, KvPart::carry_len(width)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;

    #[test]
    fn without_a_part_kernels_take_all_positions() {
        let PartParams { from, to, carry, .. } = PartParams::of(None);
        assert_eq!((from, to, carry), (0, i64::MAX, 0));
        let carry = View::new(64, DType::F32, [2, 3, 160], [500, 160]);
        let part = Part { positions: 1024..4000, carry: ViewMut::of(carry) };
        let PartParams { from, to, carry, row, head } = PartParams::of(Some(&part));
        assert_eq!((from, to, carry, row, head), (1024, 4000, 64, 500, 160));
    }
}
