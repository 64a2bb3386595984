//! The tier of cached state in host memory: objects that say what they are, and are checked when
//! they come back.
//!
//! An object is a header and a payload, both little-endian, at a multiple of 64 bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 0..4 | `ATLS` |
//! | 4..6 | version of this form, 2 |
//! | 6..8 | 1 a KV block, 2 a snapshot |
//! | 8..16 | hash of the state layout: layers, their sizes, the KV type |
//! | 16..24 | hash of the model: its name, format and weights |
//! | 24..32 | first position and the one behind the last, each 4 bytes |
//! | 32..40 | hash of the tokens at these positions |
//! | 40..48 | bytes of the payload |
//! | 48..56 | 0 |
//! | 56..64 | XXH3 of bytes 0..56 and of the XXH3 of each MiB of the payload |
//!
//! The form holds nothing of this process (no place, no tenant), so that it can be a file's too.

use atlas_core::{ContentKey, HostPlaces};
use atlas_tensor::Buffer;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::faults::Faults;

/// Bytes of a header.
pub const HEADER_BYTES: usize = 64;
const MAGIC: [u8; 4] = *b"ATLS";
const VERSION: u16 = 2;
/// Bytes of a payload that are hashed together.
const PIECE_BYTES: usize = 1 << 20;
/// Threads that hash a payload at most, and pieces that one of them hashes at least.
const CHECKSUM_THREADS: usize = 4;
const PIECES_MIN: usize = 8;
/// Objects begin at multiples of this.
const ALIGN_BYTES: u64 = 64;

/// Kind of a stored object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Block,
    Snapshot,
}

/// A place in the tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HostPlace {
    pub kind: Kind,
    pub index: usize,
}

/// Fields that all objects of an engine have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    pub layout: u64,
    pub model: u64,
}

/// Why an object is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    #[error("its checksum is {found:016x}, what is there has {computed:016x}")]
    Checksum { found: u64, computed: u64 },
    #[error("it is of another form, layout or model")]
    Foreign,
    #[error("it is of other tokens: {found:?} where {wanted:?} is wanted")]
    Content { found: ContentKey, wanted: ContentKey },
}

/// The memory of the tier.
pub(crate) struct HostArena {
    memory: [Buffer; 2],
    payload_bytes: [usize; 2],
    identity: Identity,
    damaged: Arc<AtomicU64>,
    pub faults: Faults,
}

/// Bytes of an object with its header.
fn stride(payload_bytes: u64) -> u64 {
    payload_bytes.saturating_add(HEADER_BYTES as u64).next_multiple_of(ALIGN_BYTES)
}

/// Bytes that a block and a snapshot take in the tier, from their own sizes.
pub fn object_bytes(block_bytes: u64, snapshot_bytes: u64) -> (u64, u64) {
    (stride(block_bytes), stride(snapshot_bytes))
}

/// Bytes of the tier.
pub(crate) fn arena_bytes(places: HostPlaces, block_bytes: u64, snapshot_bytes: u64) -> u64 {
    let (block, snapshot) = object_bytes(block_bytes, snapshot_bytes);
    let blocks = block.saturating_mul(u64::from(places.blocks));
    blocks.saturating_add(snapshot.saturating_mul(u64::from(places.snapshots)))
}

impl HostArena {
    /// Memory for `places`. The system gives its pages when they are first used.
    ///
    /// # Errors
    /// The system's out-of-memory error.
    pub fn new(
        places: HostPlaces,
        block_bytes: u64,
        snapshot_bytes: u64,
        identity: Identity,
    ) -> io::Result<Self> {
        let buffer = |count: u32, payload: u64| {
            let bytes = stride(payload).saturating_mul(u64::from(count));
            Buffer::zeroed(usize::try_from(bytes).unwrap_or(usize::MAX))
        };
        Ok(Self {
            memory: [
                buffer(places.blocks, block_bytes)?,
                buffer(places.snapshots, snapshot_bytes)?,
            ],
            payload_bytes: [block_bytes as usize, snapshot_bytes as usize],
            identity,
            damaged: Arc::default(),
            faults: Faults::default(),
        })
    }

    /// Bytes of all places.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.memory.iter().map(Buffer::bytes).sum()
    }

    /// Number of objects that were asked for and not used since the start.
    pub fn damaged(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.damaged)
    }

    /// The object at a place: header and payload.
    fn object(&mut self, place: HostPlace) -> &mut [u8] {
        let payload = self.payload_bytes[place.kind as usize];
        let at = place.index * stride(payload as u64) as usize;
        &mut self.memory[place.kind as usize].as_slice_mut()[at..][..HEADER_BYTES + payload]
    }

    /// Stores what `fill` writes: the payload of an object of `content`.
    pub fn store(&mut self, place: HostPlace, content: ContentKey, fill: impl FnOnce(&mut [u8])) {
        let header = header(self.identity, place.kind, content, self.payload_bytes);
        let object = self.object(place);
        let (head, payload) = object.split_at_mut(HEADER_BYTES);
        head[..56].copy_from_slice(&header);
        fill(payload);
        let sum = checksum(&head[..56], payload);
        head[56..].copy_from_slice(&sum.to_le_bytes());
        let faults = self.faults.clone();
        faults.stored(place, self.object(place));
    }

    /// Makes what is at a place no object, so that it is never used.
    pub fn void(&mut self, place: HostPlace) {
        self.object(place)[..HEADER_BYTES].fill(0);
    }

    /// The payload at `place`, which must be what was stored there, and be of `content`.
    ///
    /// # Errors
    /// What is wrong with it. It is counted, and the first time it is logged.
    pub fn load(&mut self, place: HostPlace, content: ContentKey) -> Result<&[u8], Damage> {
        self.faults.reading(place);
        let expected = header(self.identity, place.kind, content, self.payload_bytes);
        let unchecked = self.faults.host_is_unchecked();
        let object = self.object(place);
        let (head, payload) = object.split_at(HEADER_BYTES);
        if let Err(damage) = check(head, payload, &expected, content)
            && !unchecked
        {
            let damaged = self.damaged.fetch_add(1, Ordering::Relaxed) + 1;
            let (kind, index) = (place.kind, place.index);
            if damaged == 1 {
                tracing::warn!(
                    ?kind, index, %damage,
                    "cached state on the host is damaged: it is dropped and computed again; \
                     further ones are only counted"
                );
            } else {
                tracing::debug!(
                    ?kind, index, %damage, damaged,
                    "cached state on the host is damaged"
                );
            }
            return Err(damage);
        }
        Ok(&self.object(place)[HEADER_BYTES..])
    }
}

/// Checksum of an object. Long payloads are hashed on several threads.
fn checksum(header: &[u8], payload: &[u8]) -> u64 {
    let pieces: Vec<&[u8]> = payload.chunks(PIECE_BYTES).collect();
    let part = pieces.len().div_ceil(CHECKSUM_THREADS).max(PIECES_MIN);
    let each = |pieces: &[&[u8]]| pieces.iter().map(|piece| xxh3_64(piece)).collect::<Vec<_>>();
    let hashes = std::thread::scope(|scope| {
        let mut parts = pieces.chunks(part);
        let own = parts.next().unwrap_or_default();
        let others: Vec<_> = parts.map(|part| scope.spawn(move || each(part))).collect();
        let mut hashes = each(own);
        // A thread that panics panics this one, as the scope ends.
        others.into_iter().for_each(|thread| hashes.extend(thread.join().unwrap_or_default()));
        hashes
    });
    let mut hash = Xxh3::new();
    hash.update(header);
    hashes.iter().for_each(|piece| hash.update(&piece.to_le_bytes()));
    hash.digest()
}

fn header(
    identity: Identity,
    kind: Kind,
    content: ContentKey,
    payload_bytes: [usize; 2],
) -> [u8; 56] {
    let mut bytes = [0; 56];
    let mut at = 0;
    let mut put = |field: &[u8]| {
        bytes[at..][..field.len()].copy_from_slice(field);
        at += field.len();
    };
    put(&MAGIC);
    put(&VERSION.to_le_bytes());
    put(&(kind as u16 + 1).to_le_bytes());
    put(&identity.layout.to_le_bytes());
    put(&identity.model.to_le_bytes());
    put(&content.start.to_le_bytes());
    put(&content.end.to_le_bytes());
    put(&content.hash.to_le_bytes());
    put(&(payload_bytes[kind as usize] as u64).to_le_bytes());
    bytes
}

fn check(head: &[u8], payload: &[u8], expected: &[u8], wanted: ContentKey) -> Result<(), Damage> {
    let word = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&head[at..at + 8]);
        u64::from_le_bytes(bytes)
    };
    let (found, computed) = (word(56), checksum(&head[..56], payload));
    if found != computed {
        return Err(Damage::Checksum { found, computed });
    }
    if head[..24] != expected[..24] || head[40..56] != expected[40..56] {
        return Err(Damage::Foreign);
    }
    if head[24..40] != expected[24..40] {
        let (start, end) = (word(24) as u32, (word(24) >> 32) as u32);
        return Err(Damage::Content { found: ContentKey { start, end, hash: word(32) }, wanted });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: HostPlaces = HostPlaces { blocks: 3, snapshots: 2 };
    const IDENTITY: Identity = Identity { layout: 7, model: 9 };

    fn arena() -> HostArena {
        HostArena::new(PLACES, 100, 40, IDENTITY).expect("small")
    }

    const CONTENT: ContentKey = ContentKey { start: 32, end: 64, hash: 0x1234_5678_9abc_def0 };
    const PLACE: HostPlace = HostPlace { kind: Kind::Block, index: 1 };

    #[test]
    fn stored_objects_come_back_and_nothing_else() {
        let mut arena = arena();
        arena.store(PLACE, CONTENT, |payload| payload.fill(5));
        assert_eq!(arena.load(PLACE, CONTENT), Ok(&[5u8; 100][..]));
        for other in [
            ContentKey { start: 0, ..CONTENT },
            ContentKey { end: 63, ..CONTENT },
            ContentKey { hash: 1, ..CONTENT },
        ] {
            assert!(matches!(arena.load(PLACE, other), Err(Damage::Content { .. })));
        }
        let empty = HostPlace { index: 2, ..PLACE };
        assert!(arena.load(empty, CONTENT).is_err(), "nothing was stored there");
        arena.identity.model = 10;
        assert_eq!(arena.load(PLACE, CONTENT), Err(Damage::Foreign));
        assert_eq!((arena.damaged.load(Ordering::Relaxed), arena.bytes()), (5, 3 * 192 + 2 * 128));
    }

    /// Payloads that are hashed on several threads.
    #[test]
    fn every_piece_of_a_long_payload_counts() {
        let bytes = 3 * PIECES_MIN * PIECE_BYTES + 77;
        let mut payload = vec![3u8; bytes];
        let whole = checksum(b"head", &payload);
        assert_eq!(checksum(b"head", &payload), whole);
        assert_ne!(checksum(b"heat", &payload), whole);
        for at in [0, PIECE_BYTES - 1, PIECES_MIN * PIECE_BYTES, bytes - 78, bytes - 1] {
            payload[at] ^= 4;
            assert_ne!(checksum(b"head", &payload), whole, "byte {at}");
            payload[at] ^= 4;
        }
        assert_ne!(checksum(b"head", &payload[..bytes - 1]), whole);
    }

    #[test]
    fn every_bit_of_header_and_payload_counts() {
        let mut arena = arena();
        arena.store(PLACE, CONTENT, |payload| payload.fill(5));
        let bits = (HEADER_BYTES + 100) * 8;
        for bit in 0..bits {
            arena.object(PLACE)[bit / 8] ^= 1 << (bit % 8);
            let found = arena.load(PLACE, CONTENT).map(drop);
            assert!(matches!(found, Err(Damage::Checksum { .. })), "bit {bit}");
            arena.object(PLACE)[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(arena.load(PLACE, CONTENT).is_ok());
        assert_eq!(arena.damaged.load(Ordering::Relaxed), bits as u64);
    }
}
