//! A bounds-checked position in the bytes of a file.

use super::error::GgufProblem;

/// Reads little-endian values one after another. `part` in its methods names the part of the file
/// for messages.
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes read so far.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Bytes behind the position.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next `len` bytes.
    pub fn take(&mut self, len: u64, part: &str) -> Result<&'a [u8], GgufProblem> {
        let end = usize::try_from(len).ok().and_then(|len| self.at.checked_add(len));
        let Some(taken) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            return Err(GgufProblem::Truncated {
                part: part.to_owned(),
                need: len,
                at: self.at as u64,
                file_bytes: self.bytes.len() as u64,
            });
        };
        self.at += taken.len();
        Ok(taken)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self, part: &str) -> Result<[u8; N], GgufProblem> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N as u64, part)?);
        Ok(array)
    }

    pub fn u32(&mut self, part: &str) -> Result<u32, GgufProblem> {
        self.array(part).map(u32::from_le_bytes)
    }

    pub fn u64(&mut self, part: &str) -> Result<u64, GgufProblem> {
        self.array(part).map(u64::from_le_bytes)
    }

    /// A number of things of at least `least` bytes each; see [`Self::fits`].
    pub fn count(&mut self, least: usize, part: &str) -> Result<usize, GgufProblem> {
        let count = self.u64(part)?;
        self.fits(count, least, part)
    }

    /// `count`, if the rest of the file can hold so many things of at least `least` bytes each.
    pub fn fits(&self, count: u64, least: usize, part: &str) -> Result<usize, GgufProblem> {
        let left = self.left();
        match usize::try_from(count) {
            Ok(fits) if fits <= left / least => Ok(fits),
            _ => Err(GgufProblem::Count { part: part.to_owned(), count, left: left as u64 }),
        }
    }

    /// A string with its length before it, of any bytes.
    pub fn string_bytes(&mut self, part: &str) -> Result<&'a [u8], GgufProblem> {
        let len = self.u64(part)?;
        self.take(len, part)
    }

    /// A name: UTF-8 without control characters, from 1 to `most` bytes.
    pub fn name(&mut self, most: usize, part: &str) -> Result<&'a str, GgufProblem> {
        let at = self.at;
        let bytes = self.string_bytes(part)?;
        let name = std::str::from_utf8(bytes).ok().filter(|name| {
            (1..=most).contains(&name.len()) && !name.contains(|c: char| c.is_control())
        });
        name.ok_or_else(|| GgufProblem::Name { part: part.to_owned(), at: at as u64, most })
    }
}
