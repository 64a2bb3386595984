//! Weight matrices as the checkpoint stores them: row-major `[n, k]`, never repacked.

use std::ops::Range;
use std::sync::Arc;

use half::{bf16, f16};

use super::draws::{Draws, Runs};
use super::stored::StoredBytes;
use crate::buffer::Buffer;
use crate::device::DeviceMemory;
use crate::place::Slice;

/// Storage format of a weight's elements, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightFormat {
    Bf16,
    F16,
    F32,
}

impl WeightFormat {
    /// Bytes of one element.
    pub fn element_bytes(self) -> usize {
        match self {
            Self::Bf16 | Self::F16 => 2,
            Self::F32 => 4,
        }
    }
}

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

/// A matrix of the model, `n` output rows of `k` elements, in host memory or in a device's.
#[derive(Clone)]
pub struct Weight {
    format: WeightFormat,
    n: usize,
    k: usize,
    held: Held,
}

/// Place of a weight's elements.
#[derive(Clone)]
enum Held {
    Host(WeightBytes),
    Device(Arc<dyn DeviceMemory>),
    /// Nowhere yet: a device will compute them in its own memory.
    Drawn(Runs),
    /// In a file, from which a device will read them.
    Stored(StoredBytes),
}

/// A vector of f32 parameters, in host memory or in a device's.
#[derive(Clone)]
pub struct Vector {
    len: usize,
    /// Empty once the values are a device's.
    host: Vec<f32>,
    device: Option<Arc<dyn DeviceMemory>>,
}

impl Vector {
    /// `len` values that `memory` holds.
    pub fn moved_to(len: usize, memory: Arc<dyn DeviceMemory>) -> Self {
        Self { len, host: Vec::new(), device: Some(memory) }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values for a kernel.
    pub fn view(&self) -> Slice<'_, f32> {
        match &self.device {
            None => (&self.host).into(),
            // SAFETY: the memory holds the values and is not written to.
            Some(memory) => unsafe { Slice::of_device(memory.address(), self.len) },
        }
    }
}

impl From<Vec<f32>> for Vector {
    fn from(host: Vec<f32>) -> Self {
        Self { len: host.len(), host, device: None }
    }
}

/// A weight whose bytes do not fit its shape.
#[derive(Debug, thiserror::Error)]
#[error("a {format:?} weight of shape [{n}, {k}] takes {needed} bytes, {given} were given")]
pub struct WeightError {
    pub format: WeightFormat,
    pub n: usize,
    pub k: usize,
    /// Saturates where the shape does not fit the address space.
    pub needed: usize,
    pub given: usize,
}

impl Weight {
    /// A weight over `bytes` as they lie.
    ///
    /// # Errors
    /// `bytes` is not exactly `n * k` elements long.
    pub fn new(
        format: WeightFormat,
        n: usize,
        k: usize,
        bytes: WeightBytes,
    ) -> Result<Self, WeightError> {
        Self::of(format, n, k, bytes.len(), Held::Host(bytes))
    }

    /// A weight over bytes of a file, of which nothing is read before a [`crate::Binder`] brings it
    /// to its device.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn stored(
        format: WeightFormat,
        n: usize,
        k: usize,
        bytes: StoredBytes,
    ) -> Result<Self, WeightError> {
        Self::of(format, n, k, bytes.len(), Held::Stored(bytes))
    }

    fn of(
        format: WeightFormat,
        n: usize,
        k: usize,
        given: usize,
        held: Held,
    ) -> Result<Self, WeightError> {
        let needed = n.saturating_mul(k).saturating_mul(format.element_bytes());
        if needed != given {
            return Err(WeightError { format, n, k, needed, given });
        }
        Ok(Self { format, n, k, held })
    }

    /// A bf16 weight of the first elements of `draws`, which takes no memory before a
    /// [`crate::Binder`] brings it to its device. `None` where the shape has more elements than can
    /// be counted.
    pub fn drawn(n: usize, k: usize, draws: Draws) -> Option<Self> {
        let format = WeightFormat::Bf16;
        let elements = n.checked_mul(k)?;
        elements.checked_mul(format.element_bytes())?;
        Some(Self { format, n, k, held: Held::Drawn(Runs::new(draws, 0..elements as u64)) })
    }

    /// Rounds `values` (row-major `[n, k]`) to `format`, nearest even. Panics on a wrong length.
    pub fn from_f32(format: WeightFormat, n: usize, k: usize, values: &[f32]) -> Self {
        assert_eq!(values.len(), n * k, "values of a [{n}, {k}] weight");
        let mut buffer = match Buffer::zeroed(values.len() * format.element_bytes()) {
            Ok(buffer) => buffer,
            Err(error) => panic!("no memory for a [{n}, {k}] weight: {error}"),
        };
        match format {
            WeightFormat::F32 => buffer.as_f32_mut().copy_from_slice(values),
            WeightFormat::Bf16 => {
                for (to, &from) in buffer.as_u16_mut().iter_mut().zip(values) {
                    *to = bf16::from_f32(from).to_bits();
                }
            }
            WeightFormat::F16 => {
                for (to, &from) in buffer.as_u16_mut().iter_mut().zip(values) {
                    *to = f16::from_f32(from).to_bits();
                }
            }
        }
        let range = 0..buffer.bytes();
        let bytes = WeightBytes { owner: Arc::new(buffer), range };
        Self { format, n, k, held: Held::Host(bytes) }
    }

    /// Number of rows: outputs of a linear, entries of a table.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Elements of a row: inputs of a linear.
    pub fn k(&self) -> usize {
        self.k
    }

    pub fn format(&self) -> WeightFormat {
        self.format
    }

    /// The stored bytes, row-major, with no particular alignment. Panics where they are a device's,
    /// not made or not read yet.
    pub fn bytes(&self) -> &[u8] {
        self.host_bytes().as_slice()
    }

    fn host_bytes(&self) -> &WeightBytes {
        match &self.held {
            Held::Host(bytes) => bytes,
            Held::Device(_) => panic!("{self:?} is in device memory"),
            Held::Drawn(_) => panic!("{self:?} is not made yet"),
            Held::Stored(_) => panic!("{self:?} is not read yet"),
        }
    }

    /// The streams that its elements are drawn from, if they are not made yet.
    pub fn runs(&self) -> Option<&Runs> {
        match &self.held {
            Held::Drawn(runs) => Some(runs),
            _ => None,
        }
    }

    /// Place of its bytes, if they are still in a file.
    pub fn stored_bytes(&self) -> Option<&StoredBytes> {
        match &self.held {
            Held::Stored(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// Size of the stored bytes, wherever they are.
    pub fn byte_len(&self) -> usize {
        self.n * self.k * self.format.element_bytes()
    }

    /// Address in the device's memory, where it is a device's.
    pub fn device_address(&self) -> Option<u64> {
        match &self.held {
            Held::Device(memory) => Some(memory.address()),
            _ => None,
        }
    }

    /// The same weight in `memory`, which holds its bytes from the first on.
    pub(crate) fn moved_to(self, memory: Arc<dyn DeviceMemory>) -> Self {
        Self { held: Held::Device(memory), ..self }
    }

    /// Row `i` widened exactly; one that is not made yet is made here. Panics where `out` is not
    /// `k` long or `i` is not below `n`.
    pub fn row_f32(&self, i: usize, out: &mut [f32]) {
        assert!(i < self.n && out.len() == self.k, "row {i} of a [{}, {}] weight", self.n, self.k);
        let row_bytes = self.k * self.format.element_bytes();
        if let Some(drawn) = self.pick_rows(std::iter::once(i..i + 1)) {
            let row = drawn.runs().map(Runs::make).unwrap_or_default();
            for (to, bits) in out.iter_mut().zip(row) {
                *to = bf16::from_bits(bits).to_f32();
            }
            return;
        }
        let row = &self.bytes()[i * row_bytes..][..row_bytes];
        match self.format {
            WeightFormat::F32 => {
                for (to, c) in out.iter_mut().zip(row.chunks_exact(4)) {
                    *to = f32::from_le_bytes([c[0], c[1], c[2], c[3]]);
                }
            }
            WeightFormat::Bf16 => {
                for (to, c) in out.iter_mut().zip(row.chunks_exact(2)) {
                    *to = bf16::from_le_bytes([c[0], c[1]]).to_f32();
                }
            }
            WeightFormat::F16 => {
                for (to, c) in out.iter_mut().zip(row.chunks_exact(2)) {
                    *to = f16::from_le_bytes([c[0], c[1]]).to_f32();
                }
            }
        }
    }

    /// Every element widened exactly, row-major.
    pub fn to_f32(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.n * self.k];
        for i in 0..self.n {
            self.row_f32(i, &mut out[i * self.k..][..self.k]);
        }
        out
    }

    /// Rows `range` of the same memory. Panics where the range is not inside `0..n`.
    pub fn slice_rows(&self, range: Range<usize>) -> Weight {
        assert!(range.start <= range.end && range.end <= self.n, "rows {range:?} of {}", self.n);
        if let Some(picked) = self.pick_rows(std::iter::once(range.clone())) {
            return picked;
        }
        let row_bytes = self.k * self.format.element_bytes();
        let host = self.host_bytes();
        let start = host.range.start + range.start * row_bytes;
        let bytes = start..start + range.len() * row_bytes;
        let bytes = WeightBytes { owner: Arc::clone(&host.owner), range: bytes };
        Self { format: self.format, n: range.len(), k: self.k, held: Held::Host(bytes) }
    }

    /// Returns the rows of `ranges`, range after range, if the weight is not made or not read yet.
    /// Panics if a range is not inside `0..n`.
    pub fn pick_rows(&self, ranges: impl Iterator<Item = Range<usize>>) -> Option<Weight> {
        let mut n = 0;
        // Rows as ranges of whatever a row has `of`.
        let parts = |of: usize| {
            let ranges = ranges.map(|rows| {
                assert!(
                    rows.start <= rows.end && rows.end <= self.n,
                    "rows {rows:?} of {}",
                    self.n
                );
                n += rows.len();
                (rows.start * of) as u64..(rows.end * of) as u64
            });
            ranges.collect::<Vec<_>>()
        };
        let held = match &self.held {
            Held::Drawn(runs) => Held::Drawn(runs.pick(parts(self.k))),
            Held::Stored(bytes) => {
                Held::Stored(bytes.pick(parts(self.k * self.format.element_bytes())))
            }
            Held::Host(_) | Held::Device(_) => return None,
        };
        Some(Self { format: self.format, n, k: self.k, held })
    }
}

impl std::fmt::Debug for Weight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Weight[{}, {}] {:?}", self.n, self.k, self.format)
    }
}

#[cfg(test)]
mod tests {
    use super::super::draws::Values;
    use super::*;

    #[test]
    fn rows_round_trip_in_every_format() {
        let values = [1.0, -2.5, 0.0, 3.140625, 65504.0, 6.103_515_6e-5];
        for format in [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32] {
            let w = Weight::from_f32(format, 3, 2, &values);
            let exact = format != WeightFormat::Bf16;
            let got = w.slice_rows(1..3).to_f32();
            assert_eq!(got[..2], values[2..4]);
            assert_eq!(got[2] == 65504.0, exact);
        }
    }

    #[test]
    fn rows_of_a_weight_not_made_are_those_of_the_same_made() {
        let draws = Draws::new(9, Arc::new(Values::from_fn(|i| i as u16)));
        let drawn = Weight::drawn(5, 3, draws.clone()).unwrap();
        let bytes = bytemuck::cast_slice(&drawn.runs().unwrap().make()).to_vec();
        let made = Weight::new(WeightFormat::Bf16, 5, 3, WeightBytes::from_vec(bytes)).unwrap();
        let bits = |w: &Weight| w.to_f32().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!((bits(&drawn), drawn.byte_len()), (bits(&made), 30));
        assert_eq!(bits(&drawn.slice_rows(1..4).slice_rows(1..3)), bits(&made.slice_rows(2..4)));
        let picked = drawn.pick_rows([3..5, 0..1].into_iter()).unwrap();
        let expected = [bits(&made.slice_rows(3..5)), bits(&made.slice_rows(0..1))].concat();
        assert_eq!((picked.n(), bits(&picked)), (3, expected));
        assert!(made.pick_rows(std::iter::once(0..1)).is_none());
        assert!(Weight::drawn(usize::MAX / 2, 8, draws).is_none());
    }

    #[test]
    #[should_panic(expected = "is not made yet")]
    fn bytes_of_a_weight_not_made_are_not_read() {
        let draws = Draws::new(9, Arc::new(Values::from_fn(|_| 0)));
        let _ = Weight::drawn(1, 1, draws).unwrap().bytes();
    }

    #[test]
    fn wrong_length_is_refused() {
        let bytes = WeightBytes::from_vec(vec![0; 11]);
        let error = Weight::new(WeightFormat::Bf16, 2, 3, bytes.clone()).unwrap_err();
        assert_eq!((error.needed, error.given), (12, 11));
        assert!(bytes.slice(4..12).is_none());
        assert_eq!(bytes.slice(4..11).unwrap().len(), 7);
        assert!(WeightBytes::new(Arc::new(vec![0u8; 4]), 2..5).is_none());
    }
}
