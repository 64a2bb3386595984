//! The parts of a payload, and the page that ends an object.

use crate::memory::ALIGN_BYTES;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

const OBJECT_MAGIC: &[u8; 8] = b"ATLSOBJ1";
/// First byte of the sums in an object's last page.
const SUMS_AT: usize = 64;
/// Most parts of a payload.
pub const PARTS_MAX: usize = 256;
/// Most bytes of a key.
pub const KEY_BYTES_MAX: usize = ALIGN_BYTES - SUMS_AT - PARTS_MAX * size_of::<u64>();

/// Where the parts of a payload lie in it: each begins on a page.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    ranges: Vec<Range<usize>>,
}

impl Parts {
    pub fn new(parts: &[usize]) -> Self {
        let mut at = 0;
        let ranges = parts.iter().map(|&bytes| {
            let range = at..at + bytes;
            at = range.end.next_multiple_of(ALIGN_BYTES);
            range
        });
        Self { ranges: ranges.collect() }
    }

    pub fn count(&self) -> usize {
        self.ranges.len()
    }

    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    pub fn range(&self, part: usize) -> Range<usize> {
        self.ranges[part].clone()
    }

    /// Bytes of all parts.
    pub fn bytes(&self) -> u64 {
        self.ranges.iter().map(|range| range.len() as u64).sum()
    }

    /// The same with what fills each up to whole pages.
    pub fn payload_bytes(&self) -> usize {
        self.ranges.last().map_or(0, |last| last.end.next_multiple_of(ALIGN_BYTES))
    }
}

/// The last page of an object, whose own sum fits.
pub(crate) struct End<'a> {
    pub write: u64,
    pub bytes: u64,
    /// Of each part.
    pub sums: Vec<u64>,
    pub key: &'a [u8],
}

pub(crate) fn word(page: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&page[at..at + 8]);
    u64::from_le_bytes(bytes)
}

/// Sum of a page with the field that holds the sum 0.
pub(crate) fn page_sum(page: &[u8]) -> u64 {
    let mut copy = page.to_vec();
    copy[40..48].fill(0);
    xxh3_64(&copy)
}

impl<'a> End<'a> {
    pub fn read(page: &'a [u8]) -> Option<Self> {
        let parts = usize::try_from(word(page, 24)).ok()?;
        let key_bytes = usize::try_from(word(page, 32)).ok()?;
        let fits = &page[..8] == OBJECT_MAGIC
            && parts <= PARTS_MAX
            && key_bytes <= KEY_BYTES_MAX
            && page_sum(page) == word(page, 40);
        let key_at = SUMS_AT + parts.min(PARTS_MAX) * size_of::<u64>();
        fits.then(|| Self {
            write: word(page, 8),
            bytes: word(page, 16),
            sums: (0..parts).map(|part| word(page, SUMS_AT + part * size_of::<u64>())).collect(),
            key: &page[key_at..key_at + key_bytes],
        })
    }

    /// Writes the page. Panics on more parts or a longer key than fit.
    pub fn put(&self, page: &mut [u8]) {
        page.fill(0);
        page[..8].copy_from_slice(OBJECT_MAGIC);
        let (parts, key) = (self.sums.len(), self.key.len());
        for (at, value) in [(8, self.write), (16, self.bytes), (24, parts as u64), (32, key as u64)]
        {
            page[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        let words = page[SUMS_AT..].chunks_exact_mut(size_of::<u64>());
        for (to, sum) in words.zip(&self.sums) {
            to.copy_from_slice(&sum.to_le_bytes());
        }
        page[SUMS_AT + parts * size_of::<u64>()..][..key].copy_from_slice(self.key);
        let sum = page_sum(page);
        page[40..48].copy_from_slice(&sum.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_the_last_page_counts() {
        let mut page = vec![0xA5; ALIGN_BYTES];
        End { write: 7, bytes: 100, sums: vec![9, 8], key: b"key" }.put(&mut page);
        let end = End::read(&page).unwrap();
        assert_eq!(
            (end.write, end.bytes, &end.sums[..], end.key),
            (7, 100, &[9, 8][..], &b"key"[..])
        );
        for at in 0..ALIGN_BYTES {
            page[at] ^= 1;
            assert!(End::read(&page).is_none(), "byte {at}");
            page[at] ^= 1;
        }
    }

    #[test]
    fn parts_begin_on_pages_and_do_not_overlap() {
        let parts = Parts::new(&[1, ALIGN_BYTES, ALIGN_BYTES + 1]);
        let ranges = [0..1, ALIGN_BYTES..2 * ALIGN_BYTES, 2 * ALIGN_BYTES..3 * ALIGN_BYTES + 1];
        assert!((0..3).all(|part| parts.range(part) == ranges[part]));
        assert_eq!((parts.bytes(), parts.payload_bytes()), (2 * 4096 + 2, 4 * ALIGN_BYTES));
    }
}
