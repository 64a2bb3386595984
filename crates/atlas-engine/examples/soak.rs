//! The long run of the invariants on folders of checkpoints:
//! `cargo run --release -p atlas-engine --example soak -- 200 FOLDER...`

use atlas_engine::testing::invariants::soak;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let cases = arguments.next().and_then(|n| n.parse().ok());
    let folders: Vec<String> = arguments.collect();
    let (Some(cases), false) = (cases, folders.is_empty()) else {
        eprintln!("usage: soak CASES FOLDER...");
        return ExitCode::from(2);
    };
    let mut good = true;
    for folder in &folders {
        good &= soak(Path::new(folder), cases, &mut |line| println!("{line}"));
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
