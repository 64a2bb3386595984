//! Seeded conversations with the prefix cache on and off: the same tokens, the same bits of every
//! row of logits, and all counts back at zero.
//!
//! `cargo run --release -p atlas-engine --example prefix_soak -- CONVERSATIONS [FOLDER] [SEED]`.
//! `--host-cache BLOCKS` adds a host tier of that many blocks. `--windowed` makes sequences several
//! times longer than the pool, for a model with windows of 40 tokens.

use atlas_core::HostPlaces;
use atlas_engine::testing::alike::Alike;
use atlas_engine::testing::invariants::checkpoint_loader;
use atlas_engine::testing::prefix::{SoakConfig, SoakSize, soak};
use atlas_tensor::Compute;
use std::path::Path;
use std::process::ExitCode;

const BUNDLED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut blocks = 0;
    if let Some(at) = arguments.iter().position(|a| a == "--host-cache") {
        let rest = arguments.split_off(at);
        blocks = rest.get(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        arguments.extend(rest.into_iter().skip(2));
    }
    let count = arguments.len();
    arguments.retain(|a| a != "--windowed");
    let windowed = arguments.len() < count;
    // Prompts are short, and each leaves a few snapshots.
    let host = HostPlaces { blocks, snapshots: blocks.div_ceil(2) };
    let mut arguments = arguments.into_iter();
    let Some(conversations) = arguments.next().and_then(|n| n.parse().ok()) else {
        eprintln!(
            "usage: prefix_soak CONVERSATIONS [FOLDER] [SEED] [--host-cache BLOCKS] [--windowed]"
        );
        return ExitCode::from(2);
    };
    let folder = arguments.next().unwrap_or_else(|| BUNDLED.to_owned());
    let seed = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let load = checkpoint_loader(Path::new(&folder), Compute::Bf16);
    let size = if windowed { SoakSize::WINDOWED } else { SoakSize::default() };
    let config = SoakConfig { load: &load, conversations, seed, host, size, alike: Alike::Bits };
    let report = soak(&config, &mut |line| println!("{line}"));
    match report {
        Ok(report) => {
            println!("{report:?}");
            ExitCode::SUCCESS
        }
        Err(what) => {
            println!("{what}");
            ExitCode::FAILURE
        }
    }
}
