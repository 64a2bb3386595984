//! Keys of blocks on the disk: the tokens they were computed from, and their namespace.
//!
//! | bytes | what |
//! |---|---|
//! | 0 | version of this form, 1 |
//! | 1..4 | bytes of the salt, little-endian |
//! | 4..8 | adapter |
//! | 8..12 | first position |
//! | 12..28 | chain up to the block before; 0 for the first |
//! | 28..44 | chain up to this block |
//! | 44.. | the salt, then the tokens of the block |
//!
//! A chain is the XXH3 of the chain before and the tokens of a block, so that equal chains are
//! equal sequences of tokens. Blocks are found by it after a restart, and their tokens are compared
//! when a prompt is looked up, as those of any cached block.

use std::sync::Arc;

use atlas_cache::Namespace;
use atlas_core::TokenId;
use atlas_disk::Stored;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_128;

const VERSION: u8 = 1;
const HEAD: usize = 44;
/// Most bytes of a salt: blocks of longer ones are not kept over a restart.
const SALT_MAX: usize = 512;

/// Bytes that the key of a block of so many tokens takes in memory, in a namespace without salt.
pub(crate) fn bytes(block_tokens: usize) -> usize {
    // With the counts of its owners.
    HEAD + block_tokens * size_of::<TokenId>() + 2 * size_of::<usize>()
}

/// A chain before the first block.
pub(crate) const START: u128 = 0;

/// The chain behind a block.
pub(crate) fn chain(before: u128, tokens: &[TokenId]) -> u128 {
    let mut bytes = before.to_le_bytes().to_vec();
    tokens.iter().for_each(|token| bytes.extend(token.to_le_bytes()));
    xxh3_128(&bytes)
}

/// The key of a block; `None` if its namespace is too long for one.
pub(crate) fn key(
    namespace: &Namespace,
    start: u32,
    before: u128,
    tokens: &[TokenId],
) -> Option<Arc<[u8]>> {
    let salt = &namespace.salt;
    if salt.len() > SALT_MAX || HEAD + salt.len() + 4 * tokens.len() > atlas_disk::KEY_BYTES_MAX {
        return None;
    }
    let mut bytes = Vec::with_capacity(HEAD + salt.len() + 4 * tokens.len());
    bytes.push(VERSION);
    bytes.extend(&(salt.len() as u32).to_le_bytes()[..3]);
    bytes.extend(namespace.adapter.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend(before.to_le_bytes());
    bytes.extend(chain(before, tokens).to_le_bytes());
    bytes.extend(&salt[..]);
    tokens.iter().for_each(|token| bytes.extend(token.to_le_bytes()));
    Some(bytes.into())
}

/// A block that an earlier process has left on the disk.
#[derive(Clone, Debug)]
pub(crate) struct FoundBlock {
    pub key: Arc<[u8]>,
    pub stored: Stored,
    namespace: Namespace,
    start: u32,
    before: u128,
    chain: u128,
    tokens: Vec<TokenId>,
}

impl FoundBlock {
    pub fn namespace(&self) -> &Namespace {
        &self.namespace
    }

    /// The chain up to its end, and the position there.
    pub fn chain(&self) -> u128 {
        self.chain
    }

    pub fn end(&self) -> u32 {
        self.start + self.tokens.len() as u32
    }

    /// Its first position.
    pub fn start(&self) -> u32 {
        self.start
    }

    pub fn tokens(&self) -> &[TokenId] {
        &self.tokens
    }

    /// The key of such a block in another namespace, if it has one.
    pub fn key_in(&self, namespace: &Namespace) -> Option<Arc<[u8]>> {
        key(namespace, self.start, self.before, &self.tokens)
    }

    /// The block of a key; `None` of one that is of no use.
    pub fn read(key: Vec<u8>, stored: Stored, block_tokens: u32) -> Option<Self> {
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(key.get(at..at + 4)?.try_into().ok()?))
        };
        let long = |at: usize| -> Option<u128> {
            Some(u128::from_le_bytes(key.get(at..at + 16)?.try_into().ok()?))
        };
        let first = number(0)?;
        let (version, salt) = (first as u8, (first >> 8) as usize);
        let (adapter, start, before) = (number(4)?, number(8)?, long(12)?);
        let salt_bytes = key.get(HEAD..HEAD + salt)?;
        let tokens: Vec<TokenId> = (key.get(HEAD + salt..)?.chunks_exact(4))
            .map(|bytes| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | TokenId::from(byte)))
            .collect();
        let fits = version == VERSION
            && tokens.len() == block_tokens as usize
            && start.is_multiple_of(block_tokens)
            && long(28)? == chain(before, &tokens);
        let namespace = Namespace { salt: salt_bytes.into(), adapter };
        let chain = long(28)?;
        fits.then(|| Self { key: key.into(), stored, namespace, start, before, chain, tokens })
    }
}

/// A cached path that earlier processes have left: its tokens, and its blocks in their order.
#[derive(Debug)]
pub(crate) struct FoundPath {
    pub namespace: Namespace,
    pub tokens: Vec<TokenId>,
    pub blocks: Vec<FoundBlock>,
}

/// Joins blocks to paths from position 0 on, one for each block that none follows; the one whose
/// last block was written last comes last. Blocks without all those before them are left out.
pub(crate) fn paths(found: Vec<FoundBlock>) -> Vec<FoundPath> {
    let mut by_chain: FxHashMap<(Namespace, u128), FoundBlock> = FxHashMap::default();
    // Oldest first, so that the newest of equal blocks stays.
    for block in found {
        by_chain.insert((block.namespace.clone(), block.chain), block);
    }
    let follows: rustc_hash::FxHashSet<(Namespace, u128)> =
        by_chain.values().map(|block| (block.namespace.clone(), block.before)).collect();
    let mut paths = Vec::new();
    for (place, last) in &by_chain {
        if follows.contains(place) {
            continue;
        }
        let mut blocks = vec![last.clone()];
        while let Some(first) = blocks.last().filter(|block| block.start > 0) {
            let before = by_chain.get(&(first.namespace.clone(), first.before));
            let in_turn = before.filter(|b| b.start + b.tokens.len() as u32 == first.start);
            let Some(before) = in_turn else { break };
            blocks.push(before.clone());
        }
        let whole = blocks.last().is_some_and(|b| b.start == 0 && b.before == START);
        if whole {
            blocks.reverse();
            let tokens = blocks.iter().flat_map(|block| block.tokens.clone()).collect();
            let namespace = last.namespace.clone();
            paths.push(FoundPath { namespace, tokens, blocks });
        }
    }
    paths.sort_unstable_by_key(|path| path.blocks.last().map(|block| block.stored.write()));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_disk::{ALIGN_BYTES, Arena, Queue, QueueOptions, Store, place_bytes};

    fn namespace(salt: &[u8]) -> Namespace {
        Namespace { salt: salt.into(), adapter: 7 }
    }

    /// Blocks of the tokens of `sequences`, four a block, written to a file and read back.
    fn found(sequences: &[(&[u8], &[TokenId])]) -> Vec<FoundBlock> {
        let folder = tempfile::tempdir().unwrap();
        let arena = Arena::new(place_bytes(&[8]), 1).unwrap();
        let queue = Queue::new(&QueueOptions::default(), std::slice::from_ref(&arena)).unwrap();
        let path = folder.path().join("kv");
        let bytes = 64 * ALIGN_BYTES as u64;
        let open = || Store::open(&path, bytes, &[8], &[], &queue).unwrap();
        let (store, _) = open();
        let (sender, done) = crossbeam_channel::unbounded();
        let mut kept = Vec::new();
        for (salt, tokens) in sequences {
            let mut before = START;
            for (place, tokens) in (0..).zip(tokens.chunks_exact(4)) {
                let key = key(&namespace(salt), place * 4, before, tokens).unwrap();
                before = chain(before, tokens);
                let (job, writing) =
                    store.write(store.take().unwrap(), &key, arena.take(), 1).unwrap();
                queue.submit(job, &sender);
                kept.push(writing.finish(&done.recv().unwrap()).unwrap());
            }
        }
        drop((kept, store));
        let (_, found) = open();
        let read = |found: atlas_disk::Found| FoundBlock::read(found.key, found.stored, 4).unwrap();
        found.into_iter().map(read).collect()
    }

    #[test]
    fn paths_come_back_with_their_tokens_and_namespaces() {
        let one: Vec<TokenId> = (0..12).chain(70_000..70_004).collect();
        let two: Vec<TokenId> = (0..8).chain(90..94).collect();
        let found = found(&[(b"a", &one), (b"b", &one[..4]), (b"a", &two)]);
        let paths = paths(found);
        let of = |path: &FoundPath| (path.namespace.salt.to_vec(), path.tokens.clone());
        let wanted = [
            (b"a".to_vec(), one.clone()),
            (b"b".to_vec(), one[..4].to_vec()),
            (b"a".to_vec(), two),
        ];
        assert_eq!(paths.iter().map(of).collect::<Vec<_>>(), wanted);
        assert!(paths.iter().all(|path| path.namespace.adapter == 7));
        assert!(paths.iter().all(|path| path.blocks.len() * 4 == path.tokens.len()));
    }

    #[test]
    fn blocks_without_a_beginning_are_left_out() {
        let tokens: Vec<TokenId> = (0..16).collect();
        let mut found = found(&[(b"", &tokens)]);
        let stored = found[0].stored.clone();
        found.remove(1);
        let left = paths(found.clone());
        assert_eq!(left.len(), 1, "the last blocks lack one before them");
        assert_eq!(left[0].tokens, tokens[..4]);
        // Keys that are of another form, cut or changed.
        let key = found[0].key.to_vec();
        assert!(FoundBlock::read(key.clone(), stored.clone(), 4).is_some());
        for at in 0..key.len() {
            let mut other = key.clone();
            other[at] ^= 1;
            let changed = FoundBlock::read(other, stored.clone(), 4);
            assert!((4..12).contains(&at) || changed.is_none(), "byte {at}");
            assert!(FoundBlock::read(key[..at].to_vec(), stored.clone(), 4).is_none());
        }
        assert!(FoundBlock::read(key, stored, 8).is_none(), "blocks of another length");
        assert!(super::key(&namespace(&[0; 600]), 0, START, &tokens[..4]).is_none());
    }
}
