//! A sample of the simulation: no failure without a planted fault, and each fault found.

use atlas_sched::Fault;
use atlas_sched::sim::{self, SimConfig, SimReport};

const SEEDS: std::ops::Range<u64> = 0..10;
const SOAK_SEEDS: std::ops::Range<u64> = 0..16;
const STEPS: u64 = 10_000;
const FAULT_STEPS_MAX: u64 = 100_000;

#[test]
fn no_seed_fails_and_depths_agree() {
    let mut last = SimReport::default();
    sim::soak(SOAK_SEEDS.start, STEPS, |seed, total| {
        last = total.clone();
        seed + 1 < SOAK_SEEDS.end
    })
    .unwrap();
    println!("{last:?}");
    assert_eq!(last.steps, 4 * STEPS * (SOAK_SEEDS.end - SOAK_SEEDS.start));
    // A sample in which little happens shows little.
    // Each time nothing is left every count is back at its start, whatever was cancelled and when.
    assert!(last.finished > 10_000 && last.cancelled > 10_000 && last.refused > 100);
    assert!(last.prefix.hits > 2_000 && last.prefix.hit_tokens > 40_000);
    let prefix = &last.prefix;
    assert!(prefix.device.evicted_blocks > 10_000 && prefix.device.evicted_snapshots > 10_000);
    assert!(prefix.demoted_blocks > 1_000 && prefix.promoted_blocks > 1_000);
    assert!(prefix.host_prompt_tokens > 1_000 && prefix.host_prompt_tokens < prefix.hit_tokens);
    assert!(prefix.swapped_in > 200 && prefix.promoted_snapshots > 100);
    assert!(last.moved > 20, "{}", last.moved);
    assert!(last.damaged_moves > 100 && last.forks > 400);
    assert!(last.released > 10_000 && last.beyond_pool > 500);
    assert!(last.launched_ahead > 50_000 && last.surplus > 5_000);
    assert!(last.preemptions > 1_000 && last.idles > 100 && last.overtaken_max >= 3);
    assert!(last.drafts > 50_000, "{}", last.drafts);
}

#[test]
fn depths_share_requests_to_compare() {
    let run = |depth| {
        sim::run(SimConfig { seed: 1, steps: 2_000, depth, prefix_cache: false, fault: None })
            .unwrap()
    };
    let both = sim::compare_answers(1, &run(1), &run(2)).unwrap();
    assert!(both > 50, "only {both} requests finished at both depths");
}

#[test]
fn a_seed_repeats_itself() {
    let run = || {
        sim::run(SimConfig { seed: 4, steps: 1_000, depth: 2, prefix_cache: true, fault: None })
            .unwrap()
    };
    let (a, b) = (run(), run());
    assert_eq!((a.tokens, a.submitted, a.answers), (b.tokens, b.submitted, b.answers));
}

/// Steps until `fault` is found, per seed.
fn steps_to_find(fault: Fault, depth: u32, prefix_cache: bool, inside: bool) -> Vec<(u64, String)> {
    SEEDS
        .map(|seed| {
            let fault = Some(fault);
            let config = SimConfig { seed, steps: FAULT_STEPS_MAX, depth, prefix_cache, fault };
            let found = if inside { sim::run(config) } else { sim::run_from_outside(config) };
            let failure = found.map(drop).expect_err("the fault was not found");
            (failure.step, failure.what)
        })
        .collect()
}

fn print(fault: Fault, how: &str, found: &[(u64, String)]) {
    let steps: Vec<_> = found.iter().map(|(step, _)| step).collect();
    println!("{fault:?}, {how}: found at steps {steps:?}, e.g. \"{}\"", found[0].1);
}

#[test]
fn every_fault_is_found_from_every_seed() {
    for fault in Fault::ALL {
        let found = steps_to_find(fault, 2, false, true);
        print(fault, "depth 2", &found);
    }
}

/// A late result can only meet a new owner if a step is planned ahead; all else shows at depth 1.
#[test]
fn every_fault_that_depth_one_can_have_is_found_there() {
    for fault in Fault::ALL.into_iter().filter(|f| *f != Fault::EpochIgnored) {
        let found = steps_to_find(fault, 1, false, true);
        print(fault, "depth 1", &found);
    }
}

/// The scheduler's own integrity check is not what finds the faults.
#[test]
fn every_fault_shows_in_plans_tokens_and_counts() {
    for fault in Fault::ALL {
        let found = steps_to_find(fault, 2, false, false);
        print(fault, "from outside", &found);
    }
}

/// Nor with the cache on.
#[test]
fn every_fault_is_found_with_the_prefix_cache_on() {
    let of_cache = Fault::OF_THE_CACHE.into_iter().chain(Fault::OF_THE_HOST);
    for fault in Fault::ALL.into_iter().chain(of_cache).chain(Fault::OF_RUN_AHEAD) {
        let found = steps_to_find(fault, 2, true, false);
        print(fault, "with the cache, from outside", &found);
    }
}

/// Blocks that are released too early, or resumed from though they are evicted, show in tokens and
/// in reads of entries without a block.
#[test]
fn every_fault_of_windows_is_found_from_outside() {
    for (depth, prefix_cache) in [(1, false), (2, false), (2, true)] {
        let of_cache = Fault::OF_CACHED_WINDOWS.into_iter().filter(|_| prefix_cache);
        for fault in Fault::OF_THE_WINDOW.into_iter().chain(of_cache) {
            let found = steps_to_find(fault, depth, prefix_cache, false);
            let how = if prefix_cache { "with the cache" } else { "without the cache" };
            print(fault, how, &found);
        }
    }
}
