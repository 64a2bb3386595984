//! Shared host memory of weights.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use crate::buffer::Buffer;

/// A byte range of shared memory: a file mapping, an owned buffer or static data.
#[derive(Clone)]
pub struct WeightBytes {
    owner: Arc<dyn AsRef<[u8]> + Send + Sync>,
    range: Range<usize>,
}

impl WeightBytes {
    /// Bytes `range` of `owner`; `None` where the range is not inside it.
    pub fn new(owner: Arc<dyn AsRef<[u8]> + Send + Sync>, range: Range<usize>) -> Option<Self> {
        let len = (*owner).as_ref().len();
        (range.start <= range.end && range.end <= len).then_some(Self { owner, range })
    }

    /// All of `bytes`.
    pub fn from_vec(bytes: Vec<u8>) -> Self {
        let range = 0..bytes.len();
        Self { owner: Arc::new(bytes), range }
    }

    /// All of `bytes`, which the program holds for good.
    pub fn from_static(bytes: &'static [u8]) -> Self {
        Self { owner: Arc::new(bytes), range: 0..bytes.len() }
    }

    /// `len` bytes in pages of their own, zeros that `fill` may overwrite.
    ///
    /// # Errors
    /// The operating system has no memory to give.
    pub fn filled(len: usize, fill: impl FnOnce(&mut [u8])) -> io::Result<Self> {
        let mut buffer = Buffer::zeroed(len)?;
        fill(buffer.as_slice_mut());
        Ok(Self { owner: Arc::new(buffer), range: 0..len })
    }

    /// A sub-range of these bytes; `None` where it is not inside them.
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        let inside = range.start <= range.end && range.end <= self.range.len();
        let start = self.range.start;
        inside.then(|| Self {
            owner: Arc::clone(&self.owner),
            range: start + range.start..start + range.end,
        })
    }

    pub fn as_slice(&self) -> &[u8] {
        &(*self.owner).as_ref()[self.range.clone()]
    }

    pub fn len(&self) -> usize {
        self.range.len()
    }

    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_stay_inside_their_owner() {
        let bytes = WeightBytes::from_vec(vec![0; 11]);
        assert!(bytes.slice(4..12).is_none());
        assert_eq!(bytes.slice(4..11).unwrap().len(), 7);
        assert!(WeightBytes::new(Arc::new(vec![0u8; 4]), 2..5).is_none());
        let filled = WeightBytes::filled(3, |out| out[1] = 7).unwrap();
        assert_eq!(filled.as_slice(), [0, 7, 0]);
    }
}
