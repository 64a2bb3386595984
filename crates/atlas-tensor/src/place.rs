//! Views of plain elements, in host memory or in a device's.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Whose memory it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Host,
    Device,
}

/// Elements one after the other. On the host it reads as a slice; reading device memory through it
/// panics.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a, T> {
    ptr: *const T,
    len: usize,
    place: Place,
    life: PhantomData<&'a [T]>,
}

/// An exclusive [`Slice`].
#[derive(Debug)]
pub struct SliceMut<'a, T> {
    ptr: *mut T,
    len: usize,
    place: Place,
    life: PhantomData<&'a mut [T]>,
}

// SAFETY: a `Slice` is a `&[T]`, or an address that the host does not read.
unsafe impl<T: Sync> Send for Slice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Slice<'_, T> {}
// SAFETY: a `SliceMut` is a `&mut [T]`, or an address that the host does not read.
unsafe impl<T: Send> Send for SliceMut<'_, T> {}
// SAFETY: through `&SliceMut` elements are only read.
unsafe impl<T: Sync> Sync for SliceMut<'_, T> {}

impl<'a, T> Slice<'a, T> {
    /// A view of device memory.
    ///
    /// # Safety
    /// For as long as `'a`, `address` is that of device memory with `len` elements. Only kernels
    /// queued before those that read this view write to it.
    pub unsafe fn of_device(address: u64, len: usize) -> Self {
        Self { ptr: address as *const T, len, place: Place::Device, life: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn place(&self) -> Place {
        self.place
    }

    /// Address of the first element in the memory of [`Self::place`].
    pub fn address(&self) -> u64 {
        self.ptr as u64
    }

    /// The elements, if the host can read them.
    pub fn on_host(&self) -> Option<&'a [T]> {
        // SAFETY: made from a slice of that life.
        (self.place == Place::Host)
            .then(|| unsafe { std::slice::from_raw_parts(self.ptr, self.len) })
    }

    /// The elements. Panics on device memory.
    pub fn host(&self) -> &'a [T] {
        let Some(elements) = self.on_host() else { panic!("device memory read on the host") };
        elements
    }
}

impl<'a, T> SliceMut<'a, T> {
    /// A view of device memory.
    ///
    /// # Safety
    /// As [`Slice::of_device`], and no other view of the elements is used meanwhile.
    pub unsafe fn of_device(address: u64, len: usize) -> Self {
        Self { ptr: address as *mut T, len, place: Place::Device, life: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A shared view of the same elements.
    pub fn as_ref(&self) -> Slice<'_, T> {
        Slice { ptr: self.ptr, len: self.len, place: self.place, life: PhantomData }
    }

    /// A shorter-lived exclusive view, to pass the elements on and keep them.
    pub fn reborrow(&mut self) -> SliceMut<'_, T> {
        SliceMut { ptr: self.ptr, len: self.len, place: self.place, life: PhantomData }
    }
}

impl<'a, T> From<&'a [T]> for Slice<'a, T> {
    fn from(of: &'a [T]) -> Self {
        Self { ptr: of.as_ptr(), len: of.len(), place: Place::Host, life: PhantomData }
    }
}

impl<'a, T> From<&'a Vec<T>> for Slice<'a, T> {
    fn from(of: &'a Vec<T>) -> Self {
        of.as_slice().into()
    }
}

impl<'a, T> From<&'a mut [T]> for SliceMut<'a, T> {
    fn from(of: &'a mut [T]) -> Self {
        Self { ptr: of.as_mut_ptr(), len: of.len(), place: Place::Host, life: PhantomData }
    }
}

impl<T> Deref for Slice<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.host()
    }
}

impl<T> Deref for SliceMut<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        assert!(self.place == Place::Host, "device memory read on the host");
        // SAFETY: made from a slice that outlives the borrow.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }
}

impl<T> DerefMut for SliceMut<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        assert!(self.place == Place::Host, "device memory written on the host");
        // SAFETY: made from an exclusive slice that outlives the borrow.
        unsafe { std::slice::from_raw_parts_mut(self.ptr, self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_slices_read_and_write() {
        let mut data = vec![1u32, 2, 3];
        let mut view = SliceMut::from(data.as_mut_slice());
        view[1] = 7;
        assert_eq!((view.as_ref().host(), view.len()), (&[1, 7, 3][..], 3));
    }

    #[test]
    #[should_panic(expected = "device memory read on the host")]
    fn device_memory_is_not_read() {
        // SAFETY: never read.
        let view = unsafe { Slice::<f32>::of_device(0x1000, 4) };
        assert_eq!((view.len(), view.on_host()), (4, None));
        let _ = view[0];
    }
}
