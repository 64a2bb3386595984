//! The prefix index against a naive model: a list of everything that was ever published. Seeded
//! scripts of inserting, matching, pinning, snapshots and evictions run over a memory whose every
//! cell holds a hash of all tokens before it, so that any wrong block or snapshot is a wrong value.

mod model;
mod moves;
mod world;

use atlas_cache::PrefixFault;

use crate::world::{Seen, World};

#[test]
fn thousands_of_scripts_agree_with_the_naive_model() {
    let mut total = Seen::default();
    for seed in 0..2000 {
        let mut world = World::new(seed, None);
        if let Err(what) = world.run(120) {
            panic!("seed {seed}: {what}");
        }
        let seen = world.seen;
        total.hits += seen.hits;
        total.exact += seen.exact;
        total.evicted += seen.evicted;
        total.short += seen.short;
        total.twins += seen.twins;
        total.diverged += seen.diverged;
        total.promoted += seen.promoted;
        total.damaged += seen.damaged;
        total.windowed += seen.windowed;
        total.evicted_entries += seen.evicted_entries;
        total.released += seen.released;
    }
    println!("{total:?}");
    assert!(total.hits > 5_000 && total.exact > 2_000 && total.evicted > 5_000, "{total:?}");
    assert!(
        total.windowed > 2_000 && total.evicted_entries > 500 && total.released > 5_000,
        "{total:?}"
    );
    assert!(total.promoted > 1_000 && total.damaged > 100, "{total:?}");
    assert!(total.short > 5_000 && total.twins > 500 && total.diverged > 10_000, "{total:?}");
}

#[test]
fn every_planted_fault_turns_the_scripts_red() {
    let of_all = PrefixFault::ALL.into_iter().chain(PrefixFault::OF_THE_HOST);
    for fault in of_all.chain([PrefixFault::WindowOneBlockShort]) {
        // The host tier is used only late in a script.
        let acts = if PrefixFault::ALL.contains(&fault) { 60 } else { 600 };
        let found = (0..300).filter_map(|seed| World::new(seed, Some(fault)).run(acts).err());
        let found: Vec<String> = found.collect();
        println!("{fault:?}: {} of 300 scripts, e.g. {:?}", found.len(), found.first());
        assert!(found.len() >= 30, "{fault:?} was found by {} of 300 scripts", found.len());
    }
}
