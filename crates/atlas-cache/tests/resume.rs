//! Where a sequence resumes, what is stored once and what is evicted first: an index filled by
//! hand.

use atlas_cache::{
    BlockPool, BlockTable, Match, Namespace, PrefixIndex, Short, SnapshotPool, Stop,
};
use atlas_core::TokenId;

/// A small index over blocks of 4 tokens, filled by hand.
struct Bench {
    blocks: BlockPool,
    snapshots: SnapshotPool,
    index: PrefixIndex,
}

impl Bench {
    fn new(needs_snapshots: bool) -> Self {
        let (blocks, snapshots) = (BlockPool::new(64), SnapshotPool::new(16));
        let index = PrefixIndex::new(&blocks, &snapshots, 4, needs_snapshots);
        Self { blocks, snapshots, index }
    }

    /// A bench of a model whose rows see `window` positions.
    fn through(window: u32, needs_snapshots: bool) -> Self {
        let Self { blocks, snapshots, index } = Self::new(needs_snapshots);
        Self { index: index.with_window(Some(window)), blocks, snapshots }
    }

    fn sequence(&mut self, tokens: &[TokenId]) -> BlockTable {
        let mut table = BlockTable::new(&self.blocks, 4);
        while table.capacity_tokens() < tokens.len() as u64 {
            table.push(self.blocks.take().unwrap());
        }
        table.complete_to(tokens.len() as u32);
        self.index.publish(&Namespace::default(), tokens, &mut table);
        self.index.check().unwrap();
        table
    }

    fn snapshot(&mut self, tokens: &[TokenId]) -> bool {
        let snapshot = self.snapshots.take().unwrap().complete();
        self.index.attach(&Namespace::default(), tokens, tokens.len() as u32, snapshot)
    }

    fn find(&mut self, tokens: &[TokenId]) -> Match {
        self.index.match_longest(&Namespace::default(), tokens)
    }
}

fn count(to: TokenId) -> Vec<TokenId> {
    (0..to).collect()
}

#[test]
fn a_match_says_what_is_usable_and_why_not_more() {
    let mut bench = Bench::new(true);
    drop(bench.sequence(&count(18)));
    assert!(bench.snapshot(&count(8)));
    assert!(!bench.snapshot(&count(8)), "there is one already");
    assert!(!bench.snapshot(&count(6)), "not the end of a block");
    assert!(!bench.snapshot(&count(20)), "not cached");
    assert_eq!(bench.snapshots.free(), 15);
    let found = bench.find(&count(18));
    assert_eq!((found.kv_tokens, found.usable_tokens), (16, 8));
    assert_eq!((found.stop, found.short), (Stop::Prompt, Some(Short::NoSnapshot)));
    assert_eq!((found.branch(), found.pin.blocks.len()), (None, 2));

    let mut other = count(20);
    other[14] = 99;
    let found = bench.find(&other);
    assert_eq!((found.kv_tokens, found.usable_tokens), (12, 8));
    assert_eq!(found.stop, Stop::Diverged { position: 14, cached: 14 });
    assert_eq!(found.branch(), Some(12), "a snapshot there would help the next one");
    drop(bench.sequence(&other));
    assert!(bench.snapshot(&other[..12]));
    let found = bench.find(&other);
    assert_eq!((found.kv_tokens, found.usable_tokens, found.branch()), (20, 12, None));

    let found = bench.find(&count(24));
    assert_eq!((found.kv_tokens, found.stop), (16, Stop::End));
    let found = bench.find(&count(8));
    assert_eq!((found.kv_tokens, found.usable_tokens), (8, 0));
    assert_eq!(found.short, Some(Short::NoSnapshot), "the one at 8 leaves no token to run");
}

#[test]
fn without_recurrent_layers_every_block_is_a_place_to_resume() {
    let mut bench = Bench::new(false);
    drop(bench.sequence(&count(16)));
    let found = bench.find(&count(16));
    assert_eq!((found.kv_tokens, found.usable_tokens), (16, 12));
    assert_eq!(found.short, Some(Short::LastToken));
    assert_eq!(bench.find(&count(17)).usable_tokens, 16);
    assert!(bench.index.can_resume(&Namespace::default(), &count(17), 16));
    assert_eq!(bench.find(&count(3)).stop, Stop::Prompt);
    assert_eq!(bench.find(&[]).usable_tokens, 0);
}

#[test]
fn content_is_stored_once_and_the_second_owner_gets_the_first_ones_block() {
    let mut bench = Bench::new(false);
    let first = bench.sequence(&count(12));
    let second = bench.sequence(&count(12));
    assert_eq!((bench.index.stats().blocks, bench.blocks.free()), (3, 61));
    assert!(first.ids().eq(second.ids()));
    drop(first);
    assert_eq!(bench.index.evict_blocks(9), 0, "the second uses them");
    drop(second);
    assert_eq!((bench.index.evict_blocks(9), bench.blocks.free()), (3, 64));
}

#[test]
fn a_lost_snapshot_leaves_the_one_before_it_and_the_dear_ones_go_last() {
    let mut bench = Bench::new(true);
    drop(bench.sequence(&count(40)));
    for at in [8, 12, 40] {
        assert!(bench.snapshot(&count(at)));
    }
    let usable = |bench: &mut Bench| bench.find(&count(41)).usable_tokens;
    assert_eq!(usable(&mut bench), 40);
    // 12 saves four tokens over 8, 8 saves eight, and 40 twenty-eight.
    assert!(bench.index.evict_snapshot());
    let found = bench.find(&count(14));
    assert_eq!((found.usable_tokens, found.kv_tokens), (8, 12));
    drop(found);
    assert!(bench.index.evict_snapshot());
    assert_eq!((bench.find(&count(14)).usable_tokens, usable(&mut bench)), (0, 40));
    assert!(bench.index.evict_snapshot() && !bench.index.evict_snapshot());
    assert_eq!((usable(&mut bench), bench.find(&count(41)).kv_tokens), (0, 40));
}

#[test]
fn the_least_recently_used_block_is_evicted_first() {
    let mut bench = Bench::new(false);
    let other = |base: TokenId| (0..8).map(|i| base + i).collect::<Vec<_>>();
    for base in [100, 200, 300] {
        drop(bench.sequence(&other(base)));
    }
    bench.index.evict_blocks(1);
    drop(bench.find(&other(200)));
    bench.index.evict_blocks(2);
    let left = [100, 200, 300].map(|base| bench.find(&other(base)).kv_tokens);
    assert_eq!(left.iter().sum::<u32>(), 12);
    assert!(left[1] >= 4, "what was just used went before what was not: {left:?}");
}

#[test]
fn blocks_behind_the_last_snapshot_go_before_those_that_serve() {
    let mut bench = Bench::new(true);
    drop(bench.sequence(&count(12)));
    assert!(bench.snapshot(&count(12)));
    let dead: Vec<TokenId> = (50..70).collect();
    drop(bench.sequence(&dead));
    assert_eq!(bench.index.evict_blocks(5), 5);
    assert_eq!(bench.find(&dead).kv_tokens, 0);
    assert_eq!(bench.find(&count(13)).usable_tokens, 12);
}

/// Unused blocks before the window are evicted first; those of the window suffice to resume.
#[test]
fn blocks_of_the_window_suffice_to_resume_and_earlier_ones_are_evicted() {
    // Row 36 sees 27 to 36: blocks 6, 7 and 8.
    let mut bench = Bench::through(10, false);
    drop(bench.sequence(&count(36)));
    let found = bench.find(&count(37));
    assert_eq!((found.usable_tokens, found.pin.released, found.pin.blocks.len()), (36, 6, 3));
    // Not even those that are in use keep the others.
    assert_eq!((bench.index.evict_blocks(99), bench.blocks.free()), (6, 61));
    assert_eq!((bench.index.stats().blocks, bench.index.stats().evicted_entries), (3, 6));
    bench.index.check().unwrap();
    drop(found);
    let found = bench.find(&count(37));
    assert_eq!((found.kv_tokens, found.usable_tokens, found.short), (36, 36, None));
    drop(found);
    // Row 32 sees block 5, which is gone: nothing before 36 is a place to resume from.
    let found = bench.find(&count(35));
    assert_eq!((found.kv_tokens, found.usable_tokens), (32, 0));
    assert_eq!(found.short, Some(Short::Evicted));
    drop(found);
    // The last of its use takes all places along.
    assert_eq!((bench.index.evict_blocks(99), bench.blocks.free()), (3, 64));
    assert_eq!((bench.index.stats().evicted_entries, bench.find(&count(37)).kv_tokens), (0, 0));
}

#[test]
fn a_recomputed_block_fills_its_evicted_entry() {
    let mut bench = Bench::through(10, false);
    drop(bench.sequence(&count(36)));
    let end = bench.find(&count(37));
    bench.index.evict_blocks(99);
    drop(end);
    // The first 24 tokens again, and other ones behind them.
    let mut other = count(28);
    other[26] = 99;
    let second = bench.sequence(&other);
    assert_eq!((bench.index.stats().evicted_entries, bench.index.stats().blocks), (0, 10));
    assert_eq!(bench.find(&count(25)).usable_tokens, 24);
    assert_eq!(bench.find(&count(37)).usable_tokens, 36);
    // A third one gets the blocks that fill the places.
    let third = bench.sequence(&count(24));
    assert!(third.ids().eq(second.ids().take(6)));
}

/// A sequence that publishes late adds its released entries as evicted ones.
#[test]
fn entries_whose_blocks_were_released_are_evicted() {
    let mut bench = Bench::through(6, false);
    let mut table = BlockTable::new(&bench.blocks, 4);
    (0..5).for_each(|_| table.push(bench.blocks.take().unwrap()));
    table.complete_to(20);
    table.release_before(3);
    assert!(bench.index.publish(&Namespace::default(), &count(20), &mut table).is_empty());
    bench.index.check().unwrap();
    assert_eq!((bench.index.stats().evicted_entries, bench.index.stats().blocks), (3, 2));
    let found = bench.find(&count(21));
    assert_eq!((found.usable_tokens, found.pin.released, found.pin.blocks.len()), (20, 3, 2));
}

#[test]
fn a_snapshot_is_evicted_with_the_block_before_it() {
    let mut bench = Bench::through(6, true);
    let table = bench.sequence(&count(24));
    for at in [8, 24] {
        assert!(bench.snapshot(&count(at)));
    }
    drop(table);
    let usable = |bench: &mut Bench, len| bench.find(&count(len)).usable_tokens;
    assert_eq!([usable(&mut bench, 9), usable(&mut bench, 25)], [8, 24]);
    let end = bench.find(&count(25));
    assert_eq!(bench.index.evict_blocks(99), 4);
    assert_eq!((bench.index.stats().snapshots, usable(&mut bench, 9)), (1, 0));
    assert!(!bench.snapshot(&count(8)), "there is no block before it");
    drop(end);
    assert_eq!(usable(&mut bench, 25), 24);
}
