//! Typed views of device memory: up to three dimensions with the last contiguous, and plain slices.

use std::marker::PhantomData;
use std::ops::Range;

use atlas_tensor::DType;
use bytemuck::Pod;

use crate::error::CudaError;
use crate::memory::DeviceBuffer;

/// A shared view, `[rows, heads, width]`; a matrix has one head.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) ptr: u64,
    pub(crate) dtype: DType,
    pub(crate) shape: [usize; 3],
    /// Elements between rows, and between heads.
    pub(crate) strides: [usize; 2],
    life: PhantomData<&'a DeviceBuffer>,
}

/// An exclusive view, whose rows and heads do not overlap.
#[derive(Debug)]
pub struct ViewMut<'a>(View<'a>);

impl<'a> ViewMut<'a> {
    /// The same for reading.
    pub fn view(&self) -> View<'_> {
        self.0
    }
}

impl<'a> ViewMut<'a> {
    /// The same view, of which the caller knows that its elements have no other user.
    pub(crate) fn of(view: View<'a>) -> Self {
        Self(view)
    }
}

impl<'a> View<'a> {
    /// A view of memory that the caller knows to be there for as long as `'a`.
    pub(crate) fn new(ptr: u64, dtype: DType, shape: [usize; 3], strides: [usize; 2]) -> Self {
        Self { ptr, dtype, shape, strides, life: PhantomData }
    }
}

impl View<'_> {
    pub fn rows(&self) -> usize {
        self.shape[0]
    }

    pub fn heads(&self) -> usize {
        self.shape[1]
    }

    pub fn width(&self) -> usize {
        self.shape[2]
    }

    /// The bytes of its elements lie between these addresses.
    pub(crate) fn range(&self) -> Range<u64> {
        let bytes = extent(self.shape, self.strides).unwrap_or(usize::MAX) * self.dtype.bytes();
        self.ptr..self.ptr + bytes as u64
    }

    /// Whether every row of heads starts on a boundary of 16 bytes.
    pub fn is_aligned(&self) -> bool {
        let bytes = self.dtype.bytes();
        let whole = |stride: usize, count: usize| count < 2 || (stride * bytes).is_multiple_of(16);
        self.ptr.is_multiple_of(16)
            && whole(self.strides[0], self.shape[0])
            && whole(self.strides[1], self.shape[1])
    }
}

/// Elements of device memory, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a, T> {
    pub(crate) ptr: u64,
    pub(crate) len: usize,
    life: PhantomData<&'a [T]>,
}

/// An exclusive [`Slice`].
#[derive(Debug)]
pub struct SliceMut<'a, T> {
    pub(crate) ptr: u64,
    pub(crate) len: usize,
    life: PhantomData<&'a mut [T]>,
}

impl<T> Slice<'_, T> {
    /// Elements that the caller knows to be there for as long as the slice.
    pub(crate) fn new(ptr: u64, len: usize) -> Self {
        Self { ptr, len, life: PhantomData }
    }
}

impl<T> SliceMut<'_, T> {
    /// As [`Slice::new`]; the elements have no other user.
    pub(crate) fn new(ptr: u64, len: usize) -> Self {
        Self { ptr, len, life: PhantomData }
    }
}

impl DeviceBuffer {
    /// A view of `shape` from byte `offset` on, rows and heads `strides` elements apart.
    ///
    /// # Errors
    /// It does not lie in the buffer, or not on a boundary of its elements.
    pub fn view(
        &self,
        dtype: DType,
        offset: usize,
        shape: [usize; 3],
        strides: [usize; 2],
    ) -> Result<View<'_>, CudaError> {
        let view =
            View { ptr: self.ptr() + offset as u64, dtype, shape, strides, life: PhantomData };
        let fits = extent(shape, strides)
            .and_then(|elements| elements.checked_mul(dtype.bytes()))
            .and_then(|bytes| bytes.checked_add(offset))
            .is_some_and(|end| end <= self.bytes());
        if !fits || !offset.is_multiple_of(dtype.bytes()) {
            let bytes = self.bytes();
            let what = format!("{dtype:?} {shape:?} by {strides:?} at byte {offset} of {bytes}");
            return Err(CudaError::bad("view", what));
        }
        Ok(view)
    }

    /// An exclusive view.
    ///
    /// # Errors
    /// As [`Self::view`]; also where rows or heads overlap.
    pub fn view_mut(
        &mut self,
        dtype: DType,
        offset: usize,
        shape: [usize; 3],
        strides: [usize; 2],
    ) -> Result<ViewMut<'_>, CudaError> {
        let [rows, heads, width] = shape;
        let row = if heads > 1 { (heads - 1) * strides[1] + width } else { width };
        if (heads > 1 && strides[1] < width) || (rows > 1 && strides[0] < row) {
            let what = format!("rows or heads of {shape:?} overlap at strides {strides:?}");
            return Err(CudaError::bad("view", what));
        }
        self.view(dtype, offset, shape, strides).map(ViewMut)
    }

    /// `len` elements from byte `offset` on.
    ///
    /// # Errors
    /// They do not lie in the buffer, or not on a boundary of their type.
    pub fn slice<T: Pod>(&self, offset: usize, len: usize) -> Result<Slice<'_, T>, CudaError> {
        let ptr = self.part::<T>(offset, len)?;
        Ok(Slice { ptr, len, life: PhantomData })
    }

    /// As [`Self::slice`], exclusive.
    ///
    /// # Errors
    /// As [`Self::slice`].
    pub fn slice_mut<T: Pod>(
        &mut self,
        offset: usize,
        len: usize,
    ) -> Result<SliceMut<'_, T>, CudaError> {
        let ptr = self.part::<T>(offset, len)?;
        Ok(SliceMut { ptr, len, life: PhantomData })
    }

    fn part<T: Pod>(&self, offset: usize, len: usize) -> Result<u64, CudaError> {
        let size = std::mem::size_of::<T>().max(1);
        let end = len.checked_mul(size).and_then(|bytes| bytes.checked_add(offset));
        if end.is_none_or(|end| end > self.bytes()) || !offset.is_multiple_of(size.min(8)) {
            let bytes = self.bytes();
            let what = format!("{len} elements of {size} bytes at byte {offset} of {bytes}");
            return Err(CudaError::bad("slice", what));
        }
        Ok(self.ptr() + offset as u64)
    }
}

/// Elements from the first to the last of a view; `None` where they do not fit the address space.
fn extent([rows, heads, width]: [usize; 3], strides: [usize; 2]) -> Option<usize> {
    if rows == 0 || heads == 0 || width == 0 {
        return Some(0);
    }
    let row = strides[0].checked_mul(rows - 1)?;
    row.checked_add(strides[1].checked_mul(heads - 1)?)?.checked_add(width)
}
