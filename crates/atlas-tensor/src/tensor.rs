//! Views of activations: up to four dimensions, element strides, last dimension contiguous.

use std::marker::PhantomData;
use std::ops::Range;

use crate::layout::Layout;
use crate::place::Place;

/// The element type of a cache, a checkpoint tensor or an activation. Activations in host memory
/// are always f32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    F32,
    Bf16,
    F16,
}

impl DType {
    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::Bf16 | Self::F16 => 2,
        }
    }
}

/// Place and type of a view's elements.
#[derive(Clone, Copy, Debug)]
struct Start {
    ptr: *mut u8,
    dtype: DType,
    place: Place,
}

impl Start {
    fn host(ptr: *mut f32) -> Self {
        Self { ptr: ptr.cast(), dtype: DType::F32, place: Place::Host }
    }

    /// `offset` elements on.
    fn add(self, offset: usize) -> Self {
        Self { ptr: self.ptr.wrapping_add(offset * self.dtype.bytes()), ..self }
    }

    /// The address, for the CPU. Panics on device memory and on elements that are not f32.
    #[inline]
    fn f32(self) -> *mut f32 {
        let readable = self.place == Place::Host && self.dtype == DType::F32;
        assert!(readable, "{:?} elements in {:?} memory read on the host", self.dtype, self.place);
        self.ptr.cast()
    }
}

/// A shared view of activations: f32 in host memory, or f32 or bf16 in a device's.
///
/// Everything that reads elements panics on device memory; a [`crate::Backend`] reads
/// those.
#[derive(Clone, Copy)]
pub struct Tensor<'a> {
    start: Start,
    layout: Layout,
    life: PhantomData<&'a [f32]>,
}

/// An exclusive view of activations. Views made by splitting one never overlap.
pub struct TensorMut<'a> {
    start: Start,
    layout: Layout,
    life: PhantomData<&'a mut [f32]>,
}

// SAFETY: a `Tensor` is a strided `&[f32]`: shared, read-only.
unsafe impl Send for Tensor<'_> {}
// SAFETY: as above.
unsafe impl Sync for Tensor<'_> {}
// SAFETY: a `TensorMut` is a strided `&mut [f32]`: its elements belong to it alone.
unsafe impl Send for TensorMut<'_> {}
// SAFETY: through `&TensorMut` elements are only read.
unsafe impl Sync for TensorMut<'_> {}

impl<'a> Tensor<'a> {
    /// A view of all of `data`. Panics where `shape` does not hold `data.len()` elements.
    pub fn from_f32(data: &'a [f32], shape: &[usize]) -> Self {
        let layout = Layout::contiguous(shape);
        assert_eq!(layout.elements(), data.len(), "shape {shape:?} over {} elements", data.len());
        Self { start: Start::host(data.as_ptr().cast_mut()), layout, life: PhantomData }
    }

    /// A view of device memory.
    ///
    /// # Safety
    /// For as long as `'a`, `address` is that of memory of a device for all elements of `shape`.
    /// Only kernels queued before those that read this view write to it.
    pub unsafe fn of_device(address: u64, dtype: DType, shape: &[usize]) -> Self {
        let start = Start { ptr: address as *mut u8, dtype, place: Place::Device };
        Self { start, layout: Layout::contiguous(shape), life: PhantomData }
    }

    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// Whether the elements lie in host memory.
    pub fn place(&self) -> Place {
        self.start.place
    }

    /// Type of the elements.
    pub fn dtype(&self) -> DType {
        self.start.dtype
    }

    /// Address of the first element in the memory of [`Self::place`].
    pub fn address(&self) -> u64 {
        self.start.ptr as u64
    }

    /// Elements from one step of dimension `i` to the next.
    pub fn stride(&self, i: usize) -> usize {
        self.layout.stride(i)
    }

    pub fn rank(&self) -> usize {
        self.layout.rank()
    }

    /// Extent of dimension `i`.
    pub fn dim(&self, i: usize) -> usize {
        self.shape()[i]
    }

    /// Extent of the first dimension: the number of token rows.
    pub fn rows(&self) -> usize {
        self.dim(0)
    }

    pub fn is_contiguous(&self) -> bool {
        self.layout.is_contiguous()
    }

    /// All elements. Panics unless the view is contiguous.
    pub fn f32(&self) -> &'a [f32] {
        assert!(self.is_contiguous(), "a strided view of shape {:?} is no slice", self.shape());
        // SAFETY: contiguous, so the layout's elements are consecutive and inside the borrow.
        unsafe { std::slice::from_raw_parts(self.start.f32(), self.layout.elements()) }
    }

    /// Columns `range` of the last dimension, strides kept.
    pub fn slice_last(&self, range: Range<usize>) -> Tensor<'a> {
        let (layout, offset) = self.layout.slice_last(range.start, range.end);
        Self { start: self.start.add(offset), layout, life: PhantomData }
    }

    /// Rows `range` of the first dimension, strides kept.
    pub fn slice_rows(&self, range: Range<usize>) -> Tensor<'a> {
        let (layout, offset) = self.layout.slice_first(range.start, range.end);
        Self { start: self.start.add(offset), layout, life: PhantomData }
    }

    /// The same elements under another shape. Panics where that would need a copy.
    pub fn view(&self, shape: &[usize]) -> Tensor<'a> {
        Self { start: self.start, layout: view_of(&self.layout, shape), life: PhantomData }
    }

    /// Row `i` of a view of rank 2.
    pub fn row_f32(&self, i: usize) -> &'a [f32] {
        let offset = row_offset(&self.layout, i);
        // SAFETY: `row_offset` checks bounds and that the last dimension is contiguous.
        unsafe { std::slice::from_raw_parts(self.start.f32().wrapping_add(offset), self.dim(1)) }
    }

    /// Vector `(i, j)` of a view of rank 3 (token, head).
    pub fn head_f32(&self, i: usize, j: usize) -> &'a [f32] {
        let offset = head_offset(&self.layout, i, j);
        // SAFETY: `head_offset` checks bounds and that the last dimension is contiguous.
        unsafe { std::slice::from_raw_parts(self.start.f32().wrapping_add(offset), self.dim(2)) }
    }

    /// Every element copied in row-major order.
    pub fn to_vec(&self) -> Vec<f32> {
        let (shape, rank) = (self.shape(), self.rank());
        let mut out = Vec::with_capacity(self.layout.elements());
        let mut index = [0usize; crate::layout::MAX_RANK];
        for _ in 0..self.layout.elements() {
            let offset: usize = (0..rank).map(|d| index[d] * self.layout.stride(d)).sum();
            // SAFETY: every index is below its extent, so the element is inside the borrow.
            out.push(unsafe { *self.start.f32().add(offset) });
            for d in (0..rank).rev() {
                index[d] += 1;
                if index[d] < shape[d] {
                    break;
                }
                index[d] = 0;
            }
        }
        out
    }
}

impl<'a> TensorMut<'a> {
    /// A view of all of `data`. Panics where `shape` does not hold `data.len()` elements.
    pub fn from_f32(data: &'a mut [f32], shape: &[usize]) -> Self {
        let layout = Layout::contiguous(shape);
        assert_eq!(layout.elements(), data.len(), "shape {shape:?} over {} elements", data.len());
        Self { start: Start::host(data.as_mut_ptr()), layout, life: PhantomData }
    }

    /// A view of device memory.
    ///
    /// # Safety
    /// As [`Tensor::of_device`], and no other view of the elements is used meanwhile.
    pub unsafe fn of_device(address: u64, dtype: DType, shape: &[usize]) -> Self {
        let start = Start { ptr: address as *mut u8, dtype, place: Place::Device };
        Self { start, layout: Layout::contiguous(shape), life: PhantomData }
    }

    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// Extent of dimension `i`.
    pub fn dim(&self, i: usize) -> usize {
        self.shape()[i]
    }

    /// Extent of the first dimension: the number of token rows.
    pub fn rows(&self) -> usize {
        self.dim(0)
    }

    /// A shared view of the same elements.
    pub fn as_ref(&self) -> Tensor<'_> {
        Tensor { start: self.start, layout: self.layout, life: PhantomData }
    }

    /// A shorter-lived exclusive view, to pass the tensor on and keep it.
    pub fn reborrow(&mut self) -> TensorMut<'_> {
        TensorMut { start: self.start, layout: self.layout, life: PhantomData }
    }

    /// Turns the exclusive view into a shared one for the rest of its life.
    pub fn into_shared(self) -> Tensor<'a> {
        Tensor { start: self.start, layout: self.layout, life: PhantomData }
    }

    /// All elements. Panics unless the view is contiguous.
    pub fn f32_mut(&mut self) -> &mut [f32] {
        assert!(self.layout.is_contiguous(), "a strided view of {:?} is no slice", self.shape());
        // SAFETY: contiguous, and the elements belong to this view alone.
        unsafe { std::slice::from_raw_parts_mut(self.start.f32(), self.layout.elements()) }
    }

    /// The same elements under another shape. Panics where that would need a copy.
    pub fn view(self, shape: &[usize]) -> TensorMut<'a> {
        TensorMut { start: self.start, layout: view_of(&self.layout, shape), life: PhantomData }
    }

    /// Columns `range` of the last dimension, strides kept.
    pub fn slice_last(self, range: Range<usize>) -> TensorMut<'a> {
        let (layout, offset) = self.layout.slice_last(range.start, range.end);
        TensorMut { start: self.start.add(offset), layout, life: PhantomData }
    }

    /// Rows `range` of the first dimension, strides kept.
    pub fn slice_rows(self, range: Range<usize>) -> TensorMut<'a> {
        let (layout, offset) = self.layout.slice_first(range.start, range.end);
        TensorMut { start: self.start.add(offset), layout, life: PhantomData }
    }

    /// Columns `0..at` and `at..` of the last dimension as two views.
    pub fn split_last(self, at: usize) -> (TensorMut<'a>, TensorMut<'a>) {
        let width = *self.shape().last().unwrap_or(&0);
        let (left, _) = self.layout.slice_last(0, at);
        let (right, offset) = self.layout.slice_last(at, width);
        (
            TensorMut { start: self.start, layout: left, life: PhantomData },
            TensorMut { start: self.start.add(offset), layout: right, life: PhantomData },
        )
    }

    /// Row `i` of a view of rank 2.
    pub fn row_f32_mut(&mut self, i: usize) -> &mut [f32] {
        let offset = row_offset(&self.layout, i);
        // SAFETY: checked by `row_offset`; the elements belong to this view alone.
        unsafe {
            std::slice::from_raw_parts_mut(self.start.f32().wrapping_add(offset), self.dim(1))
        }
    }

    /// Vector `(i, j)` of a view of rank 3 (token, head).
    pub fn head_f32_mut(&mut self, i: usize, j: usize) -> &mut [f32] {
        let offset = head_offset(&self.layout, i, j);
        // SAFETY: checked by `head_offset`; the elements belong to this view alone.
        unsafe {
            std::slice::from_raw_parts_mut(self.start.f32().wrapping_add(offset), self.dim(2))
        }
    }

    /// Address of the first element and elements from row to row of a view of rank 2.
    pub(crate) fn raw_rows(self) -> (*mut f32, usize) {
        assert!(self.layout.rank() == 2, "rows of shape {:?}", self.layout.shape());
        assert!(self.layout.stride(1) == 1 || self.dim(1) <= 1, "rows must be contiguous");
        (self.start.f32(), self.layout.stride(0))
    }

    /// Hands rows out to several threads; see [`SharedRows`].
    pub(crate) fn share(&mut self) -> SharedRows<'_> {
        SharedRows { ptr: self.start.f32(), layout: self.layout, life: PhantomData }
    }
}

/// An exclusive view whose rows are given out one at a time, to be written by several threads.
#[derive(Clone, Copy)]
pub(crate) struct SharedRows<'a> {
    ptr: *mut f32,
    layout: Layout,
    life: PhantomData<&'a mut [f32]>,
}

// SAFETY: access goes through unsafe methods whose callers keep rows disjoint.
unsafe impl Send for SharedRows<'_> {}
// SAFETY: as above.
unsafe impl Sync for SharedRows<'_> {}

impl<'a> SharedRows<'a> {
    /// Columns `cols` of row `i` of a view of rank 2.
    ///
    /// # Safety
    /// No other live reference covers these elements.
    pub unsafe fn row(&self, i: usize, cols: Range<usize>) -> &'a mut [f32] {
        let offset = row_offset(&self.layout, i);
        assert!(cols.start <= cols.end && cols.end <= self.layout.shape()[1]);
        let start = self.ptr.wrapping_add(offset + cols.start);
        // SAFETY: in bounds by the checks above; exclusive by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(start, cols.len()) }
    }

    /// Vector `(i, j)` of a view of rank 3.
    ///
    /// # Safety
    /// No other live reference covers these elements.
    pub unsafe fn head(&self, i: usize, j: usize) -> &'a mut [f32] {
        let offset = head_offset(&self.layout, i, j);
        let width = self.layout.shape()[2];
        // SAFETY: in bounds by `head_offset`; exclusive by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.ptr.wrapping_add(offset), width) }
    }
}

impl<'a> SharedRows<'a> {
    /// Elements `cols` of vector `(i, j)` of a view of rank 3.
    ///
    /// # Safety
    /// No other live reference covers these elements.
    pub unsafe fn head_part(&self, i: usize, j: usize, cols: Range<usize>) -> &'a mut [f32] {
        let offset = head_offset(&self.layout, i, j);
        assert!(cols.start <= cols.end && cols.end <= self.layout.shape()[2]);
        let start = self.ptr.wrapping_add(offset + cols.start);
        // SAFETY: in bounds by the checks above; exclusive by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(start, cols.len()) }
    }
}

fn view_of(layout: &Layout, shape: &[usize]) -> Layout {
    layout
        .view(shape)
        .unwrap_or_else(|| panic!("a view of {:?} as {shape:?} would need a copy", layout.shape()))
}

fn row_offset(layout: &Layout, i: usize) -> usize {
    assert!(layout.rank() == 2 && i < layout.shape()[0], "row {i} of shape {:?}", layout.shape());
    assert!(layout.stride(1) == 1 || layout.shape()[1] <= 1, "rows must be contiguous");
    i * layout.stride(0)
}

fn head_offset(layout: &Layout, i: usize, j: usize) -> usize {
    let shape = layout.shape();
    assert!(
        shape.len() == 3 && i < shape[0] && j < shape[1],
        "vector ({i}, {j}) of shape {shape:?}"
    );
    assert!(layout.stride(2) == 1 || shape[2] <= 1, "vectors must be contiguous");
    i * layout.stride(0) + j * layout.stride(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_slices_and_heads() {
        let data: Vec<f32> = (0..30).map(|i| i as f32).collect();
        let t = Tensor::from_f32(&data, &[3, 10]);
        let cut = t.slice_last(4..8);
        assert_eq!(cut.row_f32(2), &[24.0, 25.0, 26.0, 27.0]);
        assert_eq!(cut.view(&[3, 2, 2]).head_f32(1, 1), &[16.0, 17.0]);
        assert_eq!(cut.to_vec()[4..6], [14.0, 15.0]);
    }

    #[test]
    fn split_halves_are_written_apart() {
        let mut data = vec![0.0; 8];
        let (mut left, mut right) = TensorMut::from_f32(&mut data, &[2, 4]).split_last(1);
        left.row_f32_mut(1)[0] = 1.0;
        right.row_f32_mut(0)[2] = 2.0;
        assert_eq!(data, [0.0, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "would need a copy")]
    fn strided_rows_do_not_flatten() {
        let data = vec![0.0; 12];
        Tensor::from_f32(&data, &[3, 4]).slice_last(0..2).view(&[6]);
    }
}
