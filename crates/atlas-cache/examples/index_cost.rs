//! Microseconds of the prefix index's operations for a long prompt among others: `cargo run
//! --release -p atlas-cache --example index_cost -- [TOKENS] [PROMPTS] [WINDOW]` WINDOW is that of
//! a model all of whose layers have one; without it the model has recurrent layers and needs
//! snapshots.

use atlas_cache::{BlockPool, BlockTable, Namespace, PrefixIndex, SnapshotPool};
use atlas_core::{TokenId, first_block_seen};
use std::time::Instant;

const BLOCK_TOKENS: u32 = 32;
const CHUNK_TOKENS: u32 = 2048;
const RUNS: usize = 200;

// Long: the measurements run one after the other on one index, each on what the last one left.
fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse().ok());
    let tokens: u32 = arguments.next().flatten().unwrap_or(32_768);
    let prompts: u32 = arguments.next().flatten().unwrap_or(64);
    let window: Option<u32> = arguments.next().flatten();
    let blocks = BlockPool::new((prompts + 2) * tokens.div_ceil(BLOCK_TOKENS));
    let snapshots = SnapshotPool::new(prompts * 4);
    let mut index =
        PrefixIndex::new(&blocks, &snapshots, BLOCK_TOKENS, window.is_none()).with_window(window);
    let here = Namespace::default();
    let prompt = |i: u32| prompt_of(tokens, i);
    let table_of = |complete: u32| {
        let mut table = BlockTable::new(&blocks, BLOCK_TOKENS);
        let taken = std::iter::repeat_with(|| blocks.take()).map_while(|block| block);
        taken.take(tokens.div_ceil(BLOCK_TOKENS) as usize).for_each(|block| table.push(block));
        table.complete_to(complete);
        table
    };
    let mut published = Vec::new();
    for i in 0..prompts {
        let known = prompt(i);
        let mut table = table_of(tokens);
        published.push(timed(|| drop(index.publish(&here, &known, &mut table))));
        for quarter in 1..=4 {
            let at = tokens / 4 * quarter / BLOCK_TOKENS * BLOCK_TOKENS;
            if let Some(snapshot) = snapshots.take() {
                index.attach(&here, &known, at, snapshot.complete());
            }
        }
    }
    let mut asked = prompt(prompts / 2);
    asked.push(7);
    print("publish all of a prompt at once", published);
    let ask = || timed(|| drop(index.match_longest(&here, &asked)));
    print("match and let go", std::iter::repeat_with(ask).take(RUNS).collect());
    // Prompts of which nothing is known, at once and in chunks, as steps publish them.
    let (mut at_once, mut let_go) = (Vec::new(), Vec::new());
    for i in 0..prompts.min(16) {
        let known: Vec<TokenId> = prompt(i).iter().map(|t| t + (i + 1) * 1_000_000).collect();
        index.evict_blocks(tokens.div_ceil(BLOCK_TOKENS));
        let mut table = table_of(tokens);
        at_once.push(timed(|| drop(index.publish(&here, &known, &mut table))));
        let_go.push(timed(|| drop(table)));
    }
    print("publish all of a new prompt at once", at_once);
    print("let go of all of it", let_go);
    let (mut chunks, mut last, mut released) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..prompts.min(16) {
        let known: Vec<TokenId> = prompt(i).iter().map(|t| t + (i + 50) * 1_000_000).collect();
        index.evict_blocks(tokens.div_ceil(BLOCK_TOKENS));
        let mut table = table_of(0);
        for chunk in 1..=tokens.div_ceil(CHUNK_TOKENS) {
            let end = tokens.min(chunk * CHUNK_TOKENS);
            table.complete_to(end);
            chunks.push(timed(|| drop(index.publish(&here, &known, &mut table))));
            let first = first_block_seen(window, end, BLOCK_TOKENS);
            released.push(timed(|| table.release_before(first)));
        }
        last.extend(chunks.last());
    }
    print("publish a chunk of 2,048 tokens", chunks);
    print("publish the last chunk of a prompt", last);
    print("release what is behind the window", released);
    // Answers of two sequences that are written in turn: no two blocks of one are used one after
    // the other.
    let (mut steps, mut found, mut twins) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..prompts.min(8) {
        let known = [100, 200].map(|n| prompt(i).iter().map(|t| t + (i + n) * 1_000_000).collect());
        let [mut one, other]: [Vec<TokenId>; 2] = known;
        index.evict_blocks(3 * tokens.div_ceil(BLOCK_TOKENS));
        let mut tables = [table_of(0), table_of(0)];
        for end in (BLOCK_TOKENS..=tokens).step_by(BLOCK_TOKENS as usize) {
            for (table, known) in tables.iter_mut().zip([&one, &other]) {
                table.complete_to(end);
                steps.push(timed(|| index.publish(&here, known, table)));
            }
        }
        let mut twin = table_of(tokens);
        twins.push(timed(|| index.publish(&here, &other, &mut twin)));
        one.push(7);
        found.push(timed(|| index.match_longest(&here, &one)));
    }
    print("publish a block of an answer", steps);
    print("match an answer", found);
    print("publish all of an answer's twin at once", twins);
    let evict = || timed(|| index.evict_blocks(1));
    print("evict a block", std::iter::repeat_with(evict).take(RUNS).collect());
}

/// All prompts begin alike, as those of one agent do, and part at different places.
fn prompt_of(tokens: u32, i: u32) -> Vec<TokenId> {
    let parts = tokens / 2 + i * 97 % (tokens / 2).max(1);
    (0..tokens).map(|t| if t < parts { t } else { t * 31 + i }).collect()
}

/// The microseconds that `operation` takes.
fn timed<T>(operation: impl FnOnce() -> T) -> f64 {
    let begin = Instant::now();
    let result = operation();
    let time = begin.elapsed().as_secs_f64() * 1e6;
    drop(result);
    time
}

fn print(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{name}: median {median:.1} us, worst {worst:.1} us");
}
