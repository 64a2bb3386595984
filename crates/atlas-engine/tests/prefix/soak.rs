//! Samples of the long run of conversations.

use atlas_core::HostPlaces;
use atlas_engine::testing::alike::Alike;
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::testing::prefix::{SoakConfig, SoakSize, soak};
use atlas_tensor::Compute;

use crate::harness::folder;

/// The soak with few conversations; `examples/prefix_soak.rs` runs thousands.
#[test]
fn a_sample_of_the_soak() {
    let folder = folder("../../models/atlas-mini");
    for blocks in [0, 40] {
        let host = HostPlaces { blocks, snapshots: blocks / 2 };
        let load = checkpoint_loader(&folder, Compute::Bf16);
        let size = SoakSize::default();
        let config =
            SoakConfig { load: &load, conversations: 40, seed: 11, host, size, alike: Alike::Bits };
        let report = soak(&config, &mut |_| {}).unwrap();
        println!("{report:?}");
        assert!(report.compared > 100 && report.left > 20 && report.forks > 5);
        let prefix = &report.prefix;
        assert!(prefix.hit_tokens > 3000 && prefix.device.evicted_snapshots > 50);
        let host = [prefix.promoted_blocks + prefix.promoted_snapshots, prefix.swapped_in];
        assert!(host.iter().all(|&count| (count > 1) == (blocks > 0)), "{host:?}");
    }
}

/// Layers with a sliding window share blocks, resume at the end of any block and keep only those of
/// the window.
#[test]
fn a_sample_of_the_soak_on_layers_with_a_window() {
    let folder = folder("../atlas-model/tests/fixtures/mistral_window");
    let load = checkpoint_loader(&folder, Compute::Bf16);
    let (mut hits, mut promoted, mut swapped) = (0, 0, 0);
    for (seed, blocks) in [(12, 0), (13, 40), (15, 40)] {
        let host = HostPlaces { blocks, snapshots: blocks / 2 };
        let config = SoakConfig {
            load: &load,
            conversations: 30,
            seed,
            host,
            size: SoakSize::WINDOWED,
            alike: Alike::Bits,
        };
        let report = soak(&config, &mut |_| {}).unwrap();
        println!("{report:?}");
        assert!(report.compared > 70 && report.left > 15 && report.forks > 1);
        assert!(report.prefix.device.evicted_blocks > 50);
        hits += report.prefix.hit_tokens;
        promoted += report.prefix.promoted_blocks;
        swapped += report.prefix.swapped_in;
    }
    assert!(hits > 3000 && promoted > 20 && swapped > 2, "{hits} {promoted} {swapped}");
}
