//! Microseconds of the prefix index's operations for a long prompt among others:
//! `cargo run --release -p atlas-cache --example index_cost -- [TOKENS] [PROMPTS] [WINDOW]`
//! WINDOW is that of a model all of whose layers have one; without it the model has recurrent layers and needs snapshots.

use atlas_cache::{BlockPool, BlockTable, Namespace, PrefixIndex, SnapshotPool};
use atlas_core::{TokenId, first_block_seen};
use std::time::Instant;

const BLOCK_TOKENS: u32 = 32;
const RUNS: usize = 200;

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
    // All prompts begin alike, as those of one agent do, and part at different places.
    let prompt = |i: u32| -> Vec<TokenId> {
        let parts = tokens / 2 + i * 97 % (tokens / 2).max(1);
        (0..tokens).map(|t| if t < parts { t } else { t * 31 + i }).collect()
    };
    let table_of = |tokens: u32| {
        let mut table = BlockTable::new(&blocks, BLOCK_TOKENS);
        let taken = std::iter::repeat_with(|| blocks.take()).map_while(|block| block);
        taken.take(tokens.div_ceil(BLOCK_TOKENS) as usize).for_each(|block| table.push(block));
        table.complete_to(tokens);
        table
    };
    let mut published = Vec::new();
    for i in 0..prompts {
        let known = prompt(i);
        let mut table = table_of(tokens);
        let begin = Instant::now();
        index.publish(&here, &known, &mut table);
        published.push(begin.elapsed().as_secs_f64() * 1e6);
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
    let ask = || {
        let begin = Instant::now();
        drop(index.match_longest(&here, &asked));
        begin.elapsed().as_secs_f64() * 1e6
    };
    print("match and let go", std::iter::repeat_with(ask).take(RUNS).collect());
    // A prompt comes in chunks: the last one of it.
    let mut last = Vec::new();
    for i in 0..prompts.min(16) {
        let mut known = prompt(i);
        known.iter_mut().skip(tokens as usize / 4).for_each(|t| *t += 1_000_000);
        let chunk = tokens.saturating_sub(2048) / BLOCK_TOKENS * BLOCK_TOKENS;
        index.evict_blocks(tokens.div_ceil(BLOCK_TOKENS));
        let mut table = BlockTable::new(&blocks, BLOCK_TOKENS);
        let taken = std::iter::repeat_with(|| blocks.take()).map_while(|block| block);
        taken.take(tokens.div_ceil(BLOCK_TOKENS) as usize).for_each(|block| table.push(block));
        table.complete_to(chunk);
        index.publish(&here, &known, &mut table);
        table.release_before(first_block_seen(window, chunk, BLOCK_TOKENS));
        table.complete_to(tokens);
        let begin = Instant::now();
        index.publish(&here, &known, &mut table);
        last.push(begin.elapsed().as_secs_f64() * 1e6);
    }
    print("publish the last 2,048 tokens", last);
    let evict = || {
        let begin = Instant::now();
        index.evict_blocks(1);
        begin.elapsed().as_secs_f64() * 1e6
    };
    print("evict a block", std::iter::repeat_with(evict).take(RUNS).collect());
}

fn print(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{name}: median {median:.1} us, worst {worst:.1} us");
}
