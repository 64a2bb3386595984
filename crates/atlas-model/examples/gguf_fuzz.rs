//! Damaged GGUF files: an error that names the file or another model, in little time and memory.
//!
//! `cargo run --release -p atlas-model --example gguf_fuzz -- SECONDS [SEED]`. Run it under a limit
//! of memory (`ulimit -v 4000000`), so that an allocation out of proportion ends it. A case that
//! fails is written to the folder of temporary files and named.

#[path = "../tests/common/mod.rs"]
mod common;

use atlas_tensor::Compute;
use common::device;
use common::gguf_fuzz::{Count, check, corpus, damage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<u64>().ok());
    let (seconds, seed) = (number(1).unwrap_or(60), number(2).unwrap_or(1));
    let (corpus, dev) = (corpus(), device(Compute::F32, 1));
    let (begin, mut all, mut bad) = (Instant::now(), Count::default(), 0);
    let mut rng = fastrand::Rng::with_seed(seed);
    while begin.elapsed() < Duration::from_secs(seconds) {
        let files = damage(&mut rng, &corpus);
        let name = files[rng.usize(..files.len())].0.clone();
        let result = catch_unwind(AssertUnwindSafe(|| check(&files, &name, &dev)));
        let problem = match result {
            Ok(Ok(count)) => {
                all += count;
                continue;
            }
            Ok(Err(problem)) => problem,
            Err(_) => "a panic".to_owned(),
        };
        bad += 1;
        let folder = std::env::temp_dir().join(format!("gguf-fuzz-{seed}-{bad}"));
        let wrote = std::fs::create_dir_all(&folder).and_then(|()| {
            files.iter().try_for_each(|(file, bytes)| std::fs::write(folder.join(file), bytes))
        });
        println!("{name} in {}: {problem} ({wrote:?})", folder.display());
    }
    println!(
        "{} checkpoints, {} opened, {} models, {} taken, {} loaded, {} s, {bad} wrong",
        all.checkpoints,
        all.opened,
        all.models,
        all.taken,
        all.loaded,
        begin.elapsed().as_secs()
    );
    std::process::exit(i32::from(bad > 0));
}
