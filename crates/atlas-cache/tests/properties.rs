//! Random use of the pools and random layouts.

use atlas_cache::{BlockPool, BlockTable, Holders, Slots, StateLayout, layout::REGION_ALIGN_BYTES};
use atlas_core::{KvFormat, KvFormats, Limits, StateSpec};
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Act {
    Take { table: usize },
    Commit { table: usize, committed: u32 },
    DropTable { table: usize },
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => (0..4usize).prop_map(|table| Act::Take { table }),
        2 => (0..4usize, 0..40u32).prop_map(|(table, committed)| Act::Commit { table, committed }),
        1 => (0..4usize).prop_map(|table| Act::DropTable { table }),
    ];
    prop::collection::vec(act, 0..200)
}

fn spec() -> impl Strategy<Value = StateSpec> {
    prop_oneof![
        (1..9u32, 1..129u32, prop::option::of(1..4096u32), 0..49usize).prop_map(
            |(kv_heads, head_dim, window, pair)| {
                let formats =
                    KvFormats { key: KvFormat::ALL[pair % 7], value: KvFormat::ALL[pair / 7] };
                StateSpec::Paged { kv_heads, head_dim, window, formats }
            }
        ),
        (1..9u32, 1..65u32, 1..65u32, 1..300u32, 1..6u32).prop_map(
            |(heads, key_dim, value_dim, conv_channels, conv_kernel)| StateSpec::Recurrent {
                heads,
                key_dim,
                value_dim,
                conv_channels,
                conv_kernel
            }
        ),
        Just(StateSpec::Stateless),
    ]
}

proptest! {
    /// Every block has one owner at all times, and all come back.
    #[test]
    fn blocks_are_conserved(count in 1..24u32, block_tokens in 1..9u32, acts in acts()) {
        let pool = BlockPool::new(count);
        let mut tables: Vec<_> = (0..4).map(|_| BlockTable::new(&pool, block_tokens)).collect();
        for act in acts {
            match act {
                Act::Take { table } => match pool.take() {
                    Some(block) => tables[table].push(block),
                    None => prop_assert_eq!(pool.free(), 0),
                },
                Act::Commit { table, committed } => {
                    let before: Vec<_> = tables[table].ids().collect();
                    let complete = tables[table].complete_tokens();
                    tables[table].complete_to(committed);
                    prop_assert!(tables[table].ids().eq(before));
                    let now = tables[table].complete_tokens();
                    prop_assert!(now >= complete && now <= complete.max(u64::from(committed)));
                }
                Act::DropTable { table } => tables[table] = BlockTable::new(&pool, block_tokens),
            }
            let held: u32 = tables.iter().map(BlockTable::len).sum();
            prop_assert_eq!(pool.used(), held);
            let exclusive = tables.iter().flat_map(BlockTable::ids);
            prop_assert_eq!(pool.check(Holders { exclusive, shared: [], cached: [] }), Ok(()));
        }
        drop(tables);
        prop_assert_eq!(pool.free(), count);
    }

    /// A slot has one owner and each of its epochs is new.
    #[test]
    fn epochs_never_repeat(
        count in 1..6u32,
        takes in prop::collection::vec(any::<bool>(), 0..200),
    ) {
        let slots = Slots::new(count);
        let mut held = Vec::new();
        let mut last = BTreeMap::new();
        for take in takes {
            if take {
                if let Some(slot) = slots.take() {
                    let before = last.insert(slot.id(), slot.epoch());
                    prop_assert!(before.is_none_or(|e| e < slot.epoch()));
                    held.push(slot);
                } else {
                    prop_assert_eq!(held.len() as u32, count);
                }
            } else if !held.is_empty() {
                held.remove(0);
            }
            prop_assert_eq!(slots.used(), held.len() as u32);
        }
    }

    /// Layers lie one after the other without overlap and the totals are the sums.
    #[test]
    fn layouts_add_up(
        specs in prop::collection::vec(spec(), 0..20),
        slot_count in 1..65u32,
        kv_block_count in 0..500u32,
        kv_block_tokens in 1..65u32,
    ) {
        let limits = Limits {
            slot_count,
            step_tokens_max: 64,
            drafts_max: 0,
            seq_len_max: 1,
            kv_block_tokens,
            kv_block_count,
            chunk_tokens_max: 1,
            queue_len_max: 0,
            overtake_max: 0,
            snapshot_count: 0,
            host: atlas_core::HostPlaces::default(),
        };
        let layout = StateLayout::new(&specs, &limits);
        prop_assert_eq!(layout.layers.len(), specs.len());
        let mut end = 0;
        for layer in &layout.layers {
            let gap = layer.offset_bytes.checked_sub(end);
            prop_assert!(gap.is_some_and(|gap| gap < REGION_ALIGN_BYTES));
            prop_assert_eq!(layer.offset_bytes % REGION_ALIGN_BYTES, 0);
            let blocks = layer.block_bytes * u64::from(kv_block_count);
            prop_assert_eq!(layer.bytes, blocks + layer.slot_bytes * u64::from(slot_count));
            end = layer.offset_bytes + layer.bytes;
        }
        prop_assert_eq!(layout.region_bytes, end);
        prop_assert_eq!(layout.bytes, layout.layers.iter().map(|l| l.bytes).sum::<u64>());
        prop_assert_eq!(layout.bytes, layout.kv_bytes + layout.recurrent_bytes);
        prop_assert_eq!(layout.kv_bytes, layout.block_bytes * u64::from(kv_block_count));
        prop_assert_eq!(layout.recurrent_bytes, layout.slot_bytes * u64::from(slot_count));
        if layout.block_bytes > 0 {
            prop_assert_eq!(layout.blocks_within(layout.kv_bytes), kv_block_count);
        }
    }
}
