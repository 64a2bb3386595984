//! Objects in equal places of one file, each with a checksum and a key that says what it is.
//!
//! | page | holds |
//! |---|---|
//! | 0 | the head: `ATLASKV1`, version, and the identity of what is stored, in lines |
//! | from 1 | places: the payload, filled up to a whole page, and a page that ends the object |
//!
//! The page at the end of an object:
//!
//! | bytes | holds |
//! |---|---|
//! | 0..8 | `ATLSOBJ1` |
//! | 8..16 | number of the write, counted over the file's life |
//! | 16..24 | bytes of the payload, without what fills its parts up |
//! | 24..32 | parts of the payload |
//! | 32..40 | bytes of the key |
//! | 40..48 | XXH3 of the page with this field 0 |
//! | 64.. | XXH3 of each part, then the key |
//!
//! All numbers are little-endian. A payload has parts, each of which begins on a page and can be
//! read by itself. An object is one write. A file that another process left in the middle of one
//! has an object whose sums do not fit, and which is no object.

use crate::error::DiskError;
use crate::file::DataFile;
use crate::memory::{ALIGN_BYTES, Arena, Piece};
use crate::object::{End, KEY_BYTES_MAX, PARTS_MAX, Parts, page_sum, word};
use crate::queue::{Done, Job, Queue};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::xxh3_64;

const FILE_MAGIC: &[u8; 8] = b"ATLASKV1";
const FILE_VERSION: u64 = 1;
/// First byte of the identity in the head.
const TEXT_AT: usize = 64;
/// Most bytes of an identity.
const TEXT_BYTES_MAX: usize = ALIGN_BYTES - TEXT_AT;
/// Reads on their way while the file is looked through at its start.
const READS_MAX: usize = 32;

/// Names and values that must be the same for a file to be used: model, layout, formats.
pub type Identity = [(&'static str, String)];

/// A file of objects of one size.
#[derive(Debug)]
pub struct Store {
    file: Arc<DataFile>,
    parts: Parts,
    places: u32,
    free: (Sender<u32>, Receiver<u32>),
    writes: AtomicU64,
}

/// A place of the file, which is free again once nothing holds it.
#[derive(Debug)]
pub struct Place {
    index: u32,
    store: Arc<Store>,
}

impl Drop for Place {
    fn drop(&mut self) {
        // The channel is unbounded, and the store holds its receiver.
        let _ = self.store.free.0.send(self.index);
    }
}

/// An object that is on the disk as a whole, so that it may be read.
#[derive(Clone, Debug)]
pub struct Stored {
    place: Arc<Place>,
    /// Of each part.
    sums: Arc<[u64]>,
    write: u64,
}

impl Stored {
    /// Number of its write: the larger one is the newer.
    pub fn write(&self) -> u64 {
        self.write
    }

    pub fn place(&self) -> u32 {
        self.place.index
    }

    fn damaged(&self, what: &str) -> DiskError {
        DiskError::Damaged { place: self.place.index, what: what.to_owned() }
    }
}

/// An object that was in the file when it was opened.
#[derive(Debug)]
pub struct Found {
    pub key: Vec<u8>,
    pub stored: Stored,
}

/// An object on its way to the disk, which nothing can read yet.
#[must_use]
#[derive(Debug)]
pub struct Writing(Stored);

impl Writing {
    /// The object, once its job has ended.
    ///
    /// # Errors
    /// The job's error. The place is free again.
    pub fn finish(self, done: &Done) -> Result<Stored, DiskError> {
        done.result.clone().map(|()| self.0)
    }
}

/// An object on its way to memory.
#[must_use]
#[derive(Debug)]
pub struct Reading {
    stored: Stored,
    key_sum: u64,
}

impl Reading {
    /// The piece, in which the parts lie as they were written: see [`Store::part`].
    ///
    /// # Errors
    /// The job's error, or what was read is not what was written.
    pub fn finish(self, done: Done) -> Result<Piece, DiskError> {
        done.result?;
        let piece = done.piece.ok_or_else(|| DiskError::Stopped("a read without memory".into()))?;
        let store = &self.stored.place.store;
        let (payload, tail) =
            piece.bytes()[..store.place_bytes()].split_at(store.parts.payload_bytes());
        let end = End::read(tail).ok_or_else(|| self.stored.damaged("its last page is none"))?;
        if end.write != self.stored.write || xxh3_64(end.key) != self.key_sum {
            return Err(self.stored.damaged("another object is in its place"));
        }
        if end.sums[..] != self.stored.sums[..] {
            return Err(self.stored.damaged("its sums are not those that were written"));
        }
        for (part, sum) in self.stored.sums.iter().enumerate() {
            if xxh3_64(&payload[store.parts.range(part)]) != *sum {
                return Err(self.stored.damaged("its payload is not what was written"));
            }
        }
        Ok(piece)
    }
}

/// A part of an object on its way to memory.
#[must_use]
#[derive(Debug)]
pub struct ReadingPart {
    stored: Stored,
    part: usize,
}

impl ReadingPart {
    /// The piece, whose first bytes are the part as it was written.
    ///
    /// # Errors
    /// The job's error, or what was read is not what was written.
    pub fn finish(self, done: Done) -> Result<Piece, DiskError> {
        done.result?;
        let piece = done.piece.ok_or_else(|| DiskError::Stopped("a read without memory".into()))?;
        let bytes = self.stored.place.store.parts.range(self.part).len();
        match xxh3_64(&piece.bytes()[..bytes]) == self.stored.sums[self.part] {
            true => Ok(piece),
            false => Err(self.stored.damaged("a part of it is not what was written")),
        }
    }
}

/// The end of a job that is waited for.
fn ended(queue: &Queue, job: Job) -> Result<Done, DiskError> {
    let (send, done) = unbounded();
    queue.submit(job, &send);
    done.recv().map_err(|error| DiskError::Stopped(error.to_string()))
}

/// Bytes of a place for payloads of parts of so many bytes.
pub fn place_bytes(parts: &[usize]) -> usize {
    Parts::new(parts).payload_bytes() + ALIGN_BYTES
}

impl Store {
    /// Opens or makes the file, of at most `bytes` bytes, and lists the objects in it. Their
    /// payloads are looked at when they are read. `parts`: bytes of each part of a payload.
    ///
    /// # Errors
    /// Those of [`DataFile::open`]; the file holds something else, or state of another identity,
    /// and the error names the differences; there is no room for one place; the disk.
    pub fn open(
        path: &Path,
        bytes: u64,
        parts: &[usize],
        identity: &Identity,
        queue: &Queue,
    ) -> Result<(Arc<Self>, Vec<Found>), DiskError> {
        let refused = |reason: String| DiskError::Open { path: path.to_owned(), reason };
        let text = identity_text(identity, parts);
        let empty = parts.is_empty() || parts.contains(&0) || parts.len() > PARTS_MAX;
        if text.len() > TEXT_BYTES_MAX || empty {
            return Err(refused("its identity or its objects have no size that fits".to_owned()));
        }
        let parts = Parts::new(parts);
        let place = (parts.payload_bytes() + ALIGN_BYTES) as u64;
        let places = (bytes.saturating_sub(ALIGN_BYTES as u64) / place).min(u64::from(u32::MAX));
        if places == 0 {
            return Err(refused(format!("{bytes} bytes hold no object of {place} bytes")));
        }
        // A file of something else keeps its length.
        let file = DataFile::open_unchanged(path, ALIGN_BYTES as u64 + places * place)?;
        let file = Arc::new(file);
        let store = Arc::new(Self {
            file,
            parts,
            places: places as u32,
            free: unbounded(),
            writes: AtomicU64::new(0),
        });
        let pages = Arena::new(ALIGN_BYTES, READS_MAX as u32)
            .map_err(|error| refused(error.to_string()))?;
        if !store.has_head(&text, queue, pages.take())? {
            store.write_head(&text, queue, pages.take())?;
        } else {
            store.file.allocate()?;
        }
        let found = store.look_through(queue, &pages)?;
        Ok((store, found))
    }

    /// Makes the file, and writes the head with the identity.
    fn write_head(&self, text: &str, queue: &Queue, mut page: Piece) -> Result<(), DiskError> {
        self.file.allocate()?;
        let held = page.bytes_mut();
        held.fill(0);
        held[..8].copy_from_slice(FILE_MAGIC);
        held[8..16].copy_from_slice(&FILE_VERSION.to_le_bytes());
        held[16..24].copy_from_slice(&(text.len() as u64).to_le_bytes());
        held[TEXT_AT..TEXT_AT + text.len()].copy_from_slice(text.as_bytes());
        let sum = page_sum(held);
        held[40..48].copy_from_slice(&sum.to_le_bytes());
        ended(queue, Job::write(&self.file, 0, page, 0..ALIGN_BYTES, 0))?.result?;
        ended(queue, Job::sync(&self.file, 0))?.result
    }

    /// Compares the head with the identity; false where there is none.
    fn has_head(&self, text: &str, queue: &Queue, page: Piece) -> Result<bool, DiskError> {
        let path = self.file.path();
        if self.file.bytes_before() < ALIGN_BYTES as u64 {
            return Ok(false);
        }
        let read = ended(queue, Job::read(&self.file, 0, page, 0..ALIGN_BYTES, 0))?;
        read.result?;
        let none = || DiskError::Stopped("a job without memory".to_owned());
        let page = read.piece.ok_or_else(none)?;
        let held = page.bytes();
        if held.iter().all(|&byte| byte == 0) {
            return Ok(false);
        }
        let reason = |reason: &str| DiskError::Open {
            path: path.to_owned(),
            reason: format!("{reason}: remove it, or name another folder"),
        };
        if held[..8] != *FILE_MAGIC {
            return Err(reason("it is no file of cached state"));
        }
        if page_sum(held) != word(held, 40) {
            return Err(reason("its first page is damaged"));
        }
        let version = word(held, 8);
        if version != FILE_VERSION {
            let said = format!("it has version {version} of its form, not {FILE_VERSION}");
            return Err(reason(&said));
        }
        let bytes = (word(held, 16) as usize).min(TEXT_BYTES_MAX);
        let there = String::from_utf8_lossy(&held[TEXT_AT..TEXT_AT + bytes]).into_owned();
        match there == text {
            true => Ok(true),
            false => Err(DiskError::Foreign {
                path: path.to_owned(),
                differences: differences(&there, text),
            }),
        }
    }

    /// Reads the last page of every place; places without an object are free.
    fn look_through(
        self: &Arc<Self>,
        queue: &Queue,
        pages: &Arc<Arena>,
    ) -> Result<Vec<Found>, DiskError> {
        let (send, done) = unbounded();
        let (mut found, mut asked, mut newest) = (Vec::new(), 0, 0);
        let mut ended = 0;
        // Places behind what the file had were never written.
        let had = self.file.bytes_before().saturating_sub(ALIGN_BYTES as u64);
        let looked_at = had.div_ceil(self.place_bytes() as u64).min(u64::from(self.places)) as u32;
        for index in looked_at..self.places {
            drop(Place { index, store: self.clone() });
        }
        while ended < looked_at {
            if asked < looked_at
                && let Some(page) = pages.try_take()
            {
                let at = self.offset(asked) + self.parts.payload_bytes() as u64;
                let job = Job::read(&self.file, at, page, 0..ALIGN_BYTES, u64::from(asked));
                queue.submit(job, &send);
                asked += 1;
                continue;
            }
            let end = done.recv().map_err(|e| DiskError::Stopped(e.to_string()))?;
            ended += 1;
            end.result?;
            let place = Place { index: end.tag as u32, store: self.clone() };
            let Some(page) = end.piece else { continue };
            let Some(end) = End::read(page.bytes()) else { continue };
            if end.bytes != self.parts.bytes() || end.sums.len() != self.parts.count() {
                continue;
            }
            newest = newest.max(end.write);
            let sums = end.sums.into();
            let stored = Stored { place: Arc::new(place), sums, write: end.write };
            found.push(Found { key: end.key.to_vec(), stored });
        }
        self.writes.store(newest, Ordering::Relaxed);
        found.sort_unstable_by_key(|found| found.stored.write);
        Ok(found)
    }

    /// Places of the file.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Bytes of a place: what a piece must have.
    pub fn place_bytes(&self) -> usize {
        self.parts.payload_bytes() + ALIGN_BYTES
    }

    /// Where a part lies in a piece that holds an object. The bytes behind it, up to a whole page,
    /// are the store's.
    pub fn part(&self, part: usize) -> Range<usize> {
        self.parts.range(part)
    }

    /// Where each part lies: see [`Self::part`].
    pub fn parts(&self) -> &[Range<usize>] {
        self.parts.ranges()
    }

    /// Bytes of a part with what fills it up to whole pages: what a piece for it must have.
    pub fn part_bytes(&self, part: usize) -> usize {
        self.parts.range(part).len().next_multiple_of(ALIGN_BYTES)
    }

    pub fn file(&self) -> &Arc<DataFile> {
        &self.file
    }

    fn offset(&self, place: u32) -> u64 {
        ALIGN_BYTES as u64 + u64::from(place) * self.place_bytes() as u64
    }

    /// A place that holds nothing that is wanted, if there is one.
    pub fn take(self: &Arc<Self>) -> Option<Place> {
        let index = self.free.1.try_recv().ok()?;
        Some(Place { index, store: self.clone() })
    }

    /// The job that writes the parts in `piece`, which lie where [`Self::part`] says, as the object
    /// of `key`, and the object on its way. The place stays taken until both are gone.
    ///
    /// # Errors
    /// A key or a piece of a size that does not fit; the piece goes back to its arena.
    pub fn write(
        &self,
        place: Place,
        key: &[u8],
        mut piece: Piece,
        tag: u64,
    ) -> Result<(Job, Writing), DiskError> {
        let bytes = self.place_bytes();
        if key.len() > KEY_BYTES_MAX || piece.bytes().len() < bytes {
            let reason = format!("a key of {} bytes or memory that is too small", key.len());
            return Err(DiskError::Open { path: self.file.path().to_owned(), reason });
        }
        let write = self.writes.fetch_add(1, Ordering::Relaxed) + 1;
        let (payload, tail) = piece.bytes_mut()[..bytes].split_at_mut(self.parts.payload_bytes());
        let mut sums = Vec::with_capacity(self.parts.count());
        for part in 0..self.parts.count() {
            let range = self.parts.range(part);
            payload[range.end..range.end.next_multiple_of(ALIGN_BYTES)].fill(0);
            sums.push(xxh3_64(&payload[range]));
        }
        let end = End { write, bytes: self.parts.bytes(), sums, key };
        end.put(tail);
        let offset = self.offset(place.index);
        let stored = Stored { place: Arc::new(place), sums: end.sums.into(), write };
        let job = Job::write(&self.file, offset, piece, 0..bytes, tag);
        Ok((job.holding(stored.place.clone()), Writing(stored)))
    }

    /// The job that reads the object of `key` into `piece`, and what checks it.
    pub fn read(&self, stored: &Stored, key: &[u8], piece: Piece, tag: u64) -> (Job, Reading) {
        let offset = self.offset(stored.place.index);
        let job = Job::read(&self.file, offset, piece, 0..self.place_bytes(), tag);
        let reading = Reading { stored: stored.clone(), key_sum: xxh3_64(key) };
        (job.holding(stored.place.clone()), reading)
    }

    /// The job that reads a part of an object to the start of `piece`, and what checks it.
    pub fn read_part(
        &self,
        stored: &Stored,
        part: usize,
        piece: Piece,
        tag: u64,
    ) -> (Job, ReadingPart) {
        let offset = self.offset(stored.place.index) + self.parts.range(part).start as u64;
        let job = Job::read(&self.file, offset, piece, 0..self.part_bytes(part), tag);
        let reading = ReadingPart { stored: stored.clone(), part };
        (job.holding(stored.place.clone()), reading)
    }
}

/// The identity in lines, with what the file's form adds to it.
fn identity_text(identity: &Identity, parts: &[usize]) -> String {
    let mut text = String::new();
    for (name, value) in identity {
        let _ = writeln!(text, "{name}={}", value.replace('\n', " "));
    }
    let _ = writeln!(text, "object bytes={}", parts.iter().sum::<usize>());
    // A number of each would be longer than the page.
    let sizes: Vec<u8> = parts.iter().flat_map(|part| part.to_le_bytes()).collect();
    let _ = writeln!(text, "object parts={} ({:016x})", parts.len(), xxh3_64(&sizes));
    text
}

/// The lines that differ, in words.
fn differences(there: &str, here: &str) -> String {
    let value = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or("none").to_owned()
    };
    let names = here.lines().chain(there.lines()).filter_map(|line| line.split_once('='));
    let mut told: Vec<String> = Vec::new();
    for (name, _) in names {
        let (old, new) = (value(there, name), value(here, name));
        let said = format!("{name} {old} there, {new} here");
        if old != new && !told.contains(&said) {
            told.push(said);
        }
    }
    told.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named_and_equal_lines_are_not() {
        let there = "model=a\nlayout=1\nold=x\n";
        let here = "model=a\nlayout=2\nnew=y\n";
        let told = differences(there, here);
        assert_eq!(told, "layout 1 there, 2 here; new none there, y here; old x there, none here");
    }
}
