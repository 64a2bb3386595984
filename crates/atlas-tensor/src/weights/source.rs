//! Places that a weight's bytes come from.

use super::bytes::WeightBytes;
use super::draws::Runs;
use super::plane::{Held, Plane};
use super::stored::StoredBytes;

/// Bytes that a weight is made of.
pub enum Source {
    /// In host memory.
    Host(WeightBytes),
    /// In a file, of which nothing is read before a [`crate::Binder`] brings them to its device.
    Stored(StoredBytes),
    /// To be drawn by a device.
    Drawn(Runs),
}

impl Source {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Host(bytes) => bytes.len(),
            Self::Stored(bytes) => bytes.len(),
            Self::Drawn(runs) => (runs.elements() as usize).saturating_mul(size_of::<u16>()),
        }
    }

    pub(super) fn into_plane(self, rows: usize, row_bytes: usize) -> Plane {
        let held = match self {
            Self::Host(bytes) => Held::Host(bytes),
            Self::Stored(bytes) => Held::Stored(bytes),
            Self::Drawn(runs) => Held::Drawn(runs),
        };
        Plane::new(held, rows, row_bytes)
    }
}

impl From<WeightBytes> for Source {
    fn from(bytes: WeightBytes) -> Self {
        Self::Host(bytes)
    }
}

impl From<StoredBytes> for Source {
    fn from(bytes: StoredBytes) -> Self {
        Self::Stored(bytes)
    }
}
