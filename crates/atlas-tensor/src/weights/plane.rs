//! Rows of bytes of a weight: in host memory, in a file, yet to be drawn, or in a device's memory.

use std::ops::Range;
use std::sync::Arc;

use super::bytes::WeightBytes;
use super::draws::Runs;
use super::stored::{ReadError, StoredBytes};
use crate::device::DeviceMemory;

/// The codes of a weight, or its block scales: rows of bytes, one after the other.
#[derive(Clone)]
pub struct Plane {
    held: Held,
    rows: usize,
    row_bytes: usize,
}

/// Place of the bytes.
#[derive(Clone)]
pub(super) enum Held {
    Host(WeightBytes),
    Device(Arc<dyn DeviceMemory>),
    /// Nowhere yet: a device will compute them in its own memory.
    Drawn(Runs),
    /// In a file, from which a device will read them.
    Stored(StoredBytes),
}

impl Plane {
    pub(super) fn new(held: Held, rows: usize, row_bytes: usize) -> Self {
        Self { held, rows, row_bytes }
    }

    /// Bytes of a row.
    pub fn row_bytes(&self) -> usize {
        self.row_bytes
    }

    /// Size in bytes, wherever they are.
    pub fn len(&self) -> usize {
        self.rows * self.row_bytes
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes in host memory. Panics where they are a device's, not made or not read yet.
    pub fn bytes(&self) -> &[u8] {
        self.host().as_slice()
    }

    fn host(&self) -> &WeightBytes {
        match &self.held {
            Held::Host(bytes) => bytes,
            Held::Device(_) => panic!("the weight is in device memory"),
            Held::Drawn(_) => panic!("the weight is not made yet"),
            Held::Stored(_) => panic!("the weight is not read yet"),
        }
    }

    /// Row `i`; one that is not made yet is made here.
    pub(super) fn row(&self, i: usize) -> std::borrow::Cow<'_, [u8]> {
        if let (Held::Drawn(_), Some(row)) =
            (&self.held, self.pick(std::slice::from_ref(&(i..i + 1))))
        {
            let made = row.runs().map(Runs::make).unwrap_or_default();
            return bytemuck::cast_slice(&made).to_vec().into();
        }
        self.bytes()[i * self.row_bytes..][..self.row_bytes].into()
    }

    /// The streams that the bytes are drawn from, if they are not made yet.
    pub fn runs(&self) -> Option<&Runs> {
        match &self.held {
            Held::Drawn(runs) => Some(runs),
            _ => None,
        }
    }

    /// Place of the bytes, if they are still in a file.
    pub fn stored(&self) -> Option<&StoredBytes> {
        match &self.held {
            Held::Stored(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The same rows in host memory, read if they are in a file.
    pub(super) fn read(&self) -> Result<Self, ReadError> {
        let Held::Stored(bytes) = &self.held else { return Ok(self.clone()) };
        let held = Held::Host(WeightBytes::from_vec(bytes.read()?));
        Ok(Self { held, ..*self })
    }

    /// Address in the device's memory, where they are a device's.
    pub fn device_address(&self) -> Option<u64> {
        match &self.held {
            Held::Device(memory) => Some(memory.address()),
            _ => None,
        }
    }

    /// The same rows in `memory`, which holds them from its first byte on.
    pub(super) fn moved_to(&self, memory: Arc<dyn DeviceMemory>) -> Self {
        Self { held: Held::Device(memory), ..*self }
    }

    /// Rows `range` of the same memory.
    pub(super) fn slice(&self, range: Range<usize>) -> Self {
        if let Some(picked) = self.pick(std::slice::from_ref(&range)) {
            return picked;
        }
        let bytes = range.start * self.row_bytes..range.end * self.row_bytes;
        let Some(bytes) = self.host().slice(bytes) else {
            panic!("rows {range:?} of {}", self.rows)
        };
        Self { held: Held::Host(bytes), rows: range.len(), row_bytes: self.row_bytes }
    }

    /// The rows of `ranges`, range after range, if they are not made or not read yet.
    pub(super) fn pick(&self, ranges: &[Range<usize>]) -> Option<Self> {
        // Rows as ranges of their parts.
        let parts = |of: usize| {
            let part = move |rows: &Range<usize>| (rows.start * of) as u64..(rows.end * of) as u64;
            ranges.iter().map(part)
        };
        let held = match &self.held {
            Held::Drawn(runs) => Held::Drawn(runs.pick(parts(self.row_bytes / size_of::<u16>()))),
            Held::Stored(bytes) => Held::Stored(bytes.pick(parts(self.row_bytes))),
            Held::Host(_) | Held::Device(_) => return None,
        };
        let rows = ranges.iter().map(Range::len).sum();
        Some(Self { held, rows, row_bytes: self.row_bytes })
    }

    /// The rows `rows` copied to new host memory, in that order.
    pub(super) fn copy_rows(&self, rows: &[usize]) -> std::io::Result<Self> {
        let held = WeightBytes::filled(rows.len() * self.row_bytes, |out| {
            let bytes = self.bytes();
            for (to, &row) in out.chunks_exact_mut(self.row_bytes.max(1)).zip(rows) {
                to.copy_from_slice(&bytes[row * self.row_bytes..][..self.row_bytes]);
            }
        })?;
        Ok(Self { held: Held::Host(held), rows: rows.len(), row_bytes: self.row_bytes })
    }
}
