//! Runs and bookmarks against the plain form of the same tree: a node for every block, and every
//! publication walked from the root. Two indexes go through the same seeded script, one of each
//! form; after each act they must hold the same places with the same blocks, users, uses and
//! values, have said the same, and they must give up the same in the same order.

use super::publication::Publication;
use super::rules::RUN_BLOCKS_MAX;
use super::testing::{give_up_blocks, give_up_snapshot};
use super::tree::{Kept, Mark, Node};
use super::{Match, Namespace, Pin, PrefixIndex};
use crate::pool::{Block, BlockPool, Mutable, Pool, PoolId, SnapshotPool};
use crate::table::BlockTable;
use atlas_core::{BlockId, HostPlaces, Tier, TokenId, first_block_seen};
use std::collections::BTreeMap;

/// Draws for the scripts.
struct Rng(fastrand::Rng);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound.max(1))
    }
    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// One of the two indexes, with what uses it.
struct Side {
    plain: bool,
    blocks: BlockPool,
    snapshots: SnapshotPool,
    index: PrefixIndex,
    tables: Vec<BlockTable>,
    pins: Vec<Pin>,
}

/// All that the index keeps for one entry of a path.
#[derive(Debug, PartialEq)]
struct Place {
    block: Option<BlockId>,
    host: Option<atlas_core::HostBlockId>,
    /// Its last use and its place in the order of each tier, if it has a block.
    used: Option<(u64, u64)>,
    keys: [Option<(u64, u64)>; 2],
    mark: Option<String>,
}

impl Side {
    fn block(&mut self) -> Option<Block<Mutable>> {
        let free = self.blocks.take();
        free.or_else(
            || if give_up_blocks(&mut self.index, 1) > 0 { self.blocks.take() } else { None },
        )
    }

    fn publish(&mut self, of: usize, ns: &Namespace, tokens: &[TokenId]) -> Vec<(u32, BlockId)> {
        if self.plain {
            self.tables[of].forget_bookmark();
        }
        self.index.publish(ns, tokens, &mut self.tables[of])
    }

    /// Every place of every path.
    fn places(&self) -> BTreeMap<(Namespace, Vec<TokenId>), Place> {
        let mut places = BTreeMap::new();
        let roots = self.index.ranked.tree.roots.iter();
        let mut open: Vec<_> = roots.map(|(ns, &id)| (ns.clone(), Vec::new(), id)).collect();
        while let Some((ns, mut path, id)) = open.pop() {
            let node = self.index.ranked.tree.node(id);
            for (i, chunk) in
                node.tokens.chunks_exact(self.index.ranked.rules.block_tokens).enumerate()
            {
                path.extend_from_slice(chunk);
                places.insert((ns.clone(), path.clone()), self.place(node, i));
            }
            open.extend(node.children.iter().map(|&child| (ns.clone(), path.clone(), child)));
        }
        places
    }

    fn place(&self, node: &Node, i: usize) -> Place {
        let windowed = self.index.ranked.rules.window.is_some();
        let end = node.start + ((i + 1) * self.index.ranked.rules.block_tokens) as u32;
        let whole = (node.floors[Tier::Device as usize], node.used);
        let used = node.uses.get(i).copied().unwrap_or(whole);
        let mut keys = if i == 0 || !windowed { node.keys } else { [None; 2] };
        if windowed && i > 0 && !node.is_evicted() {
            keys[Tier::Device as usize] = Some(self.index.ranked.key_in_run(node, i));
        }
        let mark = node.marks.iter().find(|mark| mark.position == end);
        let text = |mark: &Mark| {
            let Mark { position, snapshot, key, floor, behind } = mark;
            let id = (snapshot.device_id(), snapshot.host_id());
            let used = match snapshot {
                Kept::Device(one) => one.is_used(),
                Kept::Host(one) => one.is_used(),
            };
            format!("{position} {id:?} {key:?} {floor} {behind} {used}")
        };
        Place {
            block: node.blocks.get(i).map(|block| block.id()),
            host: node.host.get(i.wrapping_sub(node.blocks.len())).map(|block| block.id()),
            used: (!node.is_evicted()).then_some(used),
            keys,
            mark: mark.map(text),
        }
    }

    /// State that the result of a later act could depend on.
    fn state(&self) -> String {
        let ranks = &self.index.ranked.order;
        let tables = self.tables.iter().map(|table| {
            let ids: Vec<_> = table.ids().collect();
            (table.released(), ids, table.bookmark().is_some())
        });
        let tables: Vec<_> = tables.map(|(released, ids, _)| (released, ids)).collect();
        let pools = (format!("{:?}", self.blocks), format!("{:?}", self.snapshots));
        let host = format!("{:?} {:?}", self.index.host.blocks, self.index.host.snapshots);
        format!(
            "{:?} {} {} {pools:?} {host} {tables:?}",
            self.index.stats(),
            ranks.uses,
            ranks.clock
        )
    }
}

/// Puts what is free into the order of its numbers.
fn sort_free<I: PoolId>(pool: &Pool<I>) {
    let mut free: Vec<_> = std::iter::from_fn(|| pool.take()).collect();
    free.sort_by_key(|unit| unit.id().number());
    free.into_iter().for_each(drop);
}

/// A match as text, without the tokens where the path goes on: the plain form has only those of the
/// next block.
fn said(found: &Match) -> String {
    let Match { kv_tokens, usable_tokens, kept_tokens, lacks_blocks, stop, short, pin, .. } = found;
    let pin = (pin.released, pin.blocks.ids().collect::<Vec<_>>(), pin.snapshot_id());
    format!("{kv_tokens} {usable_tokens} {kept_tokens} {lacks_blocks} {stop:?} {short:?} {pin:?}")
}

/// Counts of the cases that the scripts are for.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    from_bookmark: u64,
    stale: u64,
    runs: u64,
    evicted_runs: u64,
    evicted: u64,
    twins: u64,
    promoted: u64,
    forks: u64,
    cancelled: u64,
    ambiguous: u64,
}

/// Both indexes, and the live sequences: their tokens, and how many are written.
struct Pair {
    rng: Rng,
    sides: [Side; 2],
    block: usize,
    window: Option<u32>,
    live: Vec<(Namespace, Vec<TokenId>, usize)>,
    known: Vec<(Namespace, Vec<TokenId>)>,
    seen: Seen,
}

impl Pair {
    fn new(seed: u64) -> Self {
        let mut rng = Rng(fastrand::Rng::with_seed(seed));
        let block = 1 + rng.below(3);
        let window = rng.chance(90).then(|| 1 + rng.below(6 * block) as u32);
        let needs_snapshots = rng.chance(30);
        let count = 10 + rng.below(30) as u32;
        let host = match rng.chance(60) {
            true => HostPlaces { blocks: 1 + rng.below(20) as u32, snapshots: rng.below(4) as u32 },
            false => HostPlaces::default(),
        };
        let run = [2, 3, RUN_BLOCKS_MAX][rng.below(3)];
        let side = |plain: bool| {
            let (blocks, snapshots) = (BlockPool::new(count), SnapshotPool::new(4));
            let index = PrefixIndex::new(&blocks, &snapshots, block as u32, needs_snapshots);
            let mut index = index.with_host(host).with_window(window);
            index.ranked.rules.run_blocks_max = if plain { 1 } else { run };
            Side { plain, blocks, snapshots, index, tables: Vec::new(), pins: Vec::new() }
        };
        let (sides, live, known) = ([side(false), side(true)], Vec::new(), Vec::new());
        Self { rng, sides, block, window, live, known, seen: Seen::default() }
    }

    /// Does one thing on both sides, which must answer the same.
    fn both<T: PartialEq + std::fmt::Debug>(
        &mut self,
        what: &str,
        mut act: impl FnMut(&mut Side) -> T,
    ) -> T {
        let [fast, plain] = &mut self.sides;
        let (answer, expected) = (act(fast), act(plain));
        assert_eq!(answer, expected, "{what}");
        answer
    }

    fn run(&mut self, acts: usize) {
        for _ in 0..acts {
            match self.rng.below(100) {
                0..22 => self.arrive(),
                22..68 => self.advance(),
                68..74 => self.cancel(),
                74..78 => self.fork(),
                78..82 => self.attach(),
                82..86 => self.evict(),
                86..92 => self.promote(),
                92..95 => self.quarantine(),
                95..99 => self.pin(),
                _ => self.both("clear", |side| side.index.clear()),
            }
            self.check();
            if self.sides.iter().any(|side| side.index.ranked.order.has_equal_snapshots()) {
                self.seen.ambiguous += 1;
                break;
            }
        }
        self.live.clear();
        self.both("all leave", |side| (side.tables.clear(), side.pins.clear()).0);
        self.check();
        // The rest is evicted in the same order.
        while self.both("evict", |side| give_up_blocks(&mut side.index, 1)) > 0 {
            self.check();
        }
    }

    /// Both sides hold the same.
    fn check(&mut self) {
        self.both("the shape", |side| assert_eq!(side.index.check(), Ok(())));
        self.both("copies", |side| side.index.take_copies());
        self.both("users, counts and free lists", |side| side.state());
        self.both("places", |side| side.places());
        let tree = &self.sides[0].index.ranked.tree;
        self.seen.runs += u64::from(tree.nodes().any(|node| node.blocks.len() > 1));
        self.seen.evicted_runs += u64::from(tree.nodes().any(|node| node.evicted > 1));
    }

    /// Something new, or something known that is cut, changed at one place or continued.
    fn prompt(&mut self) -> (Namespace, Vec<TokenId>) {
        let salt = [&b""[..], b"one"][self.rng.below(2)].into();
        let mut ns = Namespace { salt, adapter: self.rng.below(2) as u32 };
        let mut tokens = Vec::new();
        if !self.known.is_empty() && self.rng.chance(85) {
            let (other, known) = self.known[self.rng.below(self.known.len())].clone();
            ns = if self.rng.chance(80) { other } else { ns };
            tokens = known;
        }
        match self.rng.below(4) {
            0 => tokens.truncate(self.rng.below(tokens.len() + 1)),
            1 if !tokens.is_empty() => {
                let at = self.rng.below(tokens.len());
                tokens[at] ^= 1;
            }
            _ => {}
        }
        let more = self.rng.below(8 * self.block + 1);
        tokens.extend((0..more).map(|_| self.rng.below(2) as TokenId));
        tokens.truncate(16 * self.block);
        tokens.push(self.rng.below(2) as TokenId);
        (ns, tokens)
    }

    fn find(&mut self, ns: &Namespace, tokens: &[TokenId]) -> [Match; 2] {
        let [fast, plain] = &mut self.sides;
        let found = [fast, plain].map(|side| side.index.match_longest(ns, tokens));
        assert_eq!(said(&found[0]), said(&found[1]), "a match");
        assert!(found[0].ahead.starts_with(&found[1].ahead), "where the path goes on");
        found
    }

    fn arrive(&mut self) {
        if self.live.len() >= 4 {
            self.cancel();
        }
        let (ns, tokens) = self.prompt();
        let found = self.find(&ns, &tokens);
        let written = found[0].usable_tokens as usize;
        for (side, found) in self.sides.iter_mut().zip(found) {
            let Pin { blocks, released, snapshot: _ } = found.pin;
            let table = BlockTable::after(&side.blocks, self.block as u32, released, blocks);
            side.tables.push(table);
        }
        self.known.push((ns.clone(), tokens.clone()));
        self.live.push((ns, tokens, written));
    }

    /// A chunk of a sequence is written and published, and what is behind its window given back.
    fn advance(&mut self) {
        let Some(at) = self.live.len().checked_sub(1).map(|last| self.rng.below(last + 1)) else {
            return;
        };
        let (ns, mut tokens, written) = self.live[at].clone();
        if written == tokens.len() {
            let more = self.rng.below(3 * self.block + 1);
            tokens.extend((0..more).map(|_| self.rng.below(2) as TokenId));
        }
        let mut end = tokens.len().min(written + 1 + self.rng.below(6 * self.block));
        let got = self.both("blocks", |side| {
            while side.tables[at].capacity_tokens() < end as u64 {
                let Some(block) = side.block() else { break };
                side.tables[at].push(block);
            }
            side.tables[at].capacity_tokens()
        });
        end = end.min(got as usize);
        self.note_bookmark(at, &ns);
        let give_back = self.rng.chance(80);
        let first = first_block_seen(self.window, end as u32, self.block as u32);
        let replaced = self.both("publish", |side| {
            side.tables[at].complete_to(end as u32);
            let replaced = side.publish(at, &ns, &tokens);
            if give_back && side.index.ranked.rules.window.is_some() {
                side.tables[at].release_before(first);
            }
            replaced
        });
        self.seen.twins += replaced.len() as u64;
        self.live[at] = (ns.clone(), tokens.clone(), end.max(written));
        self.known.push((ns, tokens));
    }

    fn note_bookmark(&mut self, at: usize, ns: &Namespace) {
        let side = &mut self.sides[0];
        let ranked = &mut side.index.ranked;
        let Some(&root) = ranked.tree.roots.get(ns) else { return };
        let table = &side.tables[at];
        let there = Publication { ranked, root }.last_published(table).is_some();
        self.seen.from_bookmark += u64::from(there);
        self.seen.stale += u64::from(!there && table.bookmark().is_some());
    }

    fn cancel(&mut self) {
        let Some(at) = self.live.len().checked_sub(1).map(|last| self.rng.below(last + 1)) else {
            return;
        };
        self.live.swap_remove(at);
        self.both("leave", |side| drop(side.tables.swap_remove(at)));
        self.seen.cancelled += 1;
    }

    /// Another sequence goes on where one stands, with tokens of its own.
    fn fork(&mut self) {
        let Some(at) = self.live.len().checked_sub(1).map(|last| self.rng.below(last + 1)) else {
            return;
        };
        let (ns, mut tokens, _) = self.live[at].clone();
        let written = self.both("fork", |side| {
            let fork = side.tables[at].fork();
            let written = fork.complete_tokens() as usize;
            side.tables.push(fork);
            written
        });
        tokens.truncate(written);
        tokens.extend((0..2 * self.block).map(|_| self.rng.below(2) as TokenId));
        self.live.push((ns, tokens, written));
        self.seen.forks += 1;
    }

    fn attach(&mut self) {
        let (ns, tokens) = self.prompt();
        let position = (self.rng.below(tokens.len() + 1) / self.block * self.block) as u32;
        self.both("attach", |side| {
            let free = side.snapshots.take();
            let place = free.or_else(|| {
                if give_up_snapshot(&mut side.index) { side.snapshots.take() } else { None }
            });
            place.map(|place| side.index.attach(&ns, &tokens, position, place.complete()))
        });
        self.both("resume", |side| side.index.can_resume(&ns, &tokens, position));
    }

    fn evict(&mut self) {
        let count = 1 + self.rng.below(6) as u32;
        if self.rng.chance(20) {
            self.both("evict a snapshot", |side| give_up_snapshot(&mut side.index));
        }
        self.seen.evicted +=
            u64::from(self.both("evict", |side| give_up_blocks(&mut side.index, count)));
    }

    /// Promotes the host's blocks of a prompt, some of them damaged, or drops the promotion.
    fn promote(&mut self) {
        let (ns, tokens) = self.prompt();
        let kept = self.find(&ns, &tokens)[0].kept_tokens;
        let (first, damage, lost) =
            (self.rng.below(3) as u32, self.rng.below(6), self.rng.chance(10));
        let asked = (tokens.len() / self.block * self.block) as u32;
        self.both("what is there", |side| {
            let index = &side.index;
            (
                index.lacking(&ns, &tokens, first, asked),
                index.kept(&ns, &tokens, first),
                index.resumes(&ns, &tokens),
            )
        });
        let came = self.both("promote", |side| {
            let mut promotion = side.index.promote(&ns, &tokens, kept)?;
            while promotion.lacks_blocks() > 0 {
                let Some(block) = side.block() else { return Some(false) };
                promotion.give_block(block);
            }
            if promotion.lacks_place() {
                let Some(place) = side.snapshots.take() else { return Some(false) };
                promotion.give_place(place);
            }
            side.index.start_promotion(&mut promotion);
            if !lost {
                side.index.finish_promotion(promotion, |copy| copy == damage);
            }
            Some(true)
        });
        self.seen.promoted += u64::from(came == Some(true));
    }

    /// Quarantines all entries behind some tokens, in use or not.
    fn quarantine(&mut self) {
        let (ns, tokens) = self.prompt();
        let keep = self.rng.below(tokens.len()) as u32;
        self.both("quarantine", |side| {
            let given = side.index.quarantine(&ns, &tokens, keep);
            // All of it goes at once, and the order in which blocks become free is unspecified.
            sort_free(&side.blocks);
            sort_free(&side.snapshots);
            sort_free(&side.index.host.blocks);
            sort_free(&side.index.host.snapshots);
            given
        });
    }

    fn pin(&mut self) {
        let (ns, tokens) = self.prompt();
        let found = self.find(&ns, &tokens);
        let drop_first = self.rng.chance(60);
        for (side, found) in self.sides.iter_mut().zip(found) {
            side.pins.push(found.pin);
            if drop_first {
                side.pins.remove(0);
            }
        }
    }
}

#[test]
fn runs_and_bookmarks_are_the_plain_tree() {
    let mut total = Seen::default();
    for seed in 0..1000 {
        let mut pair = Pair::new(seed);
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pair.run(80)));
        assert!(run.is_ok(), "seed {seed}");
        let Seen {
            ambiguous,
            from_bookmark,
            stale,
            runs,
            evicted_runs,
            evicted,
            twins,
            promoted,
            forks,
            cancelled,
        } = pair.seen;
        total.from_bookmark += from_bookmark;
        total.stale += stale;
        total.ambiguous += ambiguous;
        total.runs += runs;
        total.evicted_runs += evicted_runs;
        total.evicted += evicted;
        total.twins += twins;
        total.promoted += promoted;
        total.forks += forks;
        total.cancelled += cancelled;
    }
    println!("{total:?}");
    assert!(total.from_bookmark > 10_000 && total.stale > 300, "{total:?}");
    assert!(total.runs > 10_000 && total.evicted_runs > 2_000, "{total:?}");
    assert!(total.evicted > 2_000 && total.twins > 500 && total.promoted > 100, "{total:?}");
    assert!(total.forks > 500 && total.cancelled > 2_000, "{total:?}");
}
