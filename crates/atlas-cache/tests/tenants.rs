//! Tenants share nothing on the host either: the salt is part of what an entry is, in every tier.

use atlas_cache::{BlockPool, BlockTable, Namespace, PrefixFault, PrefixIndex, SnapshotPool};
use atlas_core::{HostPlaces, Tier, TierCopy, TierObject, TokenId};
use std::collections::BTreeMap;

const TOKENS: u32 = 12;
const BLOCK: u32 = 4;

fn tenant(salt: &[u8]) -> Namespace {
    Namespace { salt: salt.into(), adapter: 0 }
}

/// By place: the tenant whose state of the prompt's tokens it holds.
#[derive(Default)]
struct Memory {
    device: BTreeMap<u32, &'static str>,
    host: BTreeMap<u32, &'static str>,
}

impl Memory {
    fn copy(&mut self, copies: Vec<TierCopy>) {
        for TierCopy { object, to, .. } in copies {
            let TierObject::Block { device, host } = object else { continue };
            let (device, host) = (device.0, host.0);
            match to {
                Tier::Host => self.host.insert(host, self.device[&device]),
                Tier::Device => self.device.insert(device, self.host[&host]),
            };
        }
    }
}

/// The owners of the blocks that `b` resumes from after the same prompt of both has gone to the
/// host, and those that `a` does.
fn owners(publishes_b: bool, fault: Option<PrefixFault>) -> [Vec<&'static str>; 2] {
    let (blocks, snapshots) = (BlockPool::new(16), SnapshotPool::new(8));
    let host = HostPlaces { blocks: 16, snapshots: 8 };
    let mut index = PrefixIndex::new(&blocks, &snapshots, BLOCK, true).with_host(host);
    if let Some(fault) = fault {
        index.plant(fault);
    }
    let mut memory = Memory::default();
    let prompt: Vec<TokenId> = (0..=TOKENS).collect();
    let tokens = &prompt[..TOKENS as usize];
    let both = [("a", true), ("b", publishes_b)];
    for (name, _) in both.iter().filter(|(_, publishes)| *publishes) {
        let namespace = tenant(name.as_bytes());
        let mut table = BlockTable::new(&blocks, BLOCK);
        (0..TOKENS / BLOCK).for_each(|_| table.push(blocks.take().unwrap()));
        memory.device.extend(table.ids().map(|id| (id.0, *name)));
        table.complete_to(TOKENS);
        index.publish(&namespace, tokens, &mut table);
        let snapshot = snapshots.take().unwrap().complete();
        index.attach(&namespace, tokens, TOKENS, snapshot);
    }
    let mut copies = Vec::new();
    while let Some(spill) = index.spill_snapshot(|_, _| true) {
        copies.extend(spill.copy);
    }
    while let Some(spill) = index.spill_block(|_, _| true) {
        copies.extend(spill.copy);
    }
    memory.copy(copies);
    let stats = index.stats();
    assert_eq!((stats.blocks, stats.snapshots), (0, 0), "all of it is on the host");
    assert!(stats.host_blocks >= 3 && stats.host_snapshots >= 1);
    ["b", "a"].map(|name| {
        let namespace = tenant(name.as_bytes());
        let kept = index.match_longest(&namespace, &prompt).kept_tokens;
        if let Some(mut promotion) = index.promote(&namespace, tokens, kept) {
            let lacks = 0..promotion.lacks_blocks();
            lacks.for_each(|_| promotion.give_block(blocks.take().unwrap()));
            if promotion.lacks_place() {
                promotion.give_place(snapshots.take().unwrap());
            }
            index.start_promotion(&mut promotion);
            memory.copy(index.take_copies());
            index.finish_promotion(promotion, |_| false);
            index.check().unwrap();
        }
        let found = index.match_longest(&namespace, &prompt);
        found.pin.blocks.ids().map(|id| memory.device[&id.0]).collect()
    })
}

#[test]
fn equal_prompts_of_two_tenants_share_nothing_on_the_host() {
    assert_eq!(owners(false, None), [Vec::new(), vec!["a"; 3]], "there is nothing for b");
    assert_eq!(owners(true, None), [vec!["b"; 3], vec!["a"; 3]], "each gets its own back");
}

#[test]
#[should_panic(expected = "there is nothing for b")]
fn an_ignored_salt_turns_it_red() {
    let owned = owners(false, Some(PrefixFault::SaltIgnored));
    assert_eq!(owned[0], Vec::<&str>::new(), "there is nothing for b");
}
