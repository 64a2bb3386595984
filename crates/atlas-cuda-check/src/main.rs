//! Checks of the CUDA backend on a device, an emulated one included.
//!
//! `atlas-cuda-check parity` compares every kernel with its reference, `models` every family with
//! its oracle fixture, `engine` the engine's invariants and its tokens with those of the CPU. The
//! head of each module lists its options. The program needs the driver and nothing else of CUDA.

mod engine;
mod models;
mod parity;

use std::process::ExitCode;

const USAGE: &str = "usage: atlas-cuda-check parity|models|engine [options]";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let check: fn(std::iter::Skip<std::env::Args>) -> ExitCode = match args.next().as_deref() {
        Some("parity") => parity::main,
        Some("models") => models::main,
        Some("engine") => engine::main,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    if !cfg!(feature = "cuda") {
        println!("not run: this build has no kernels; build it with --features cuda");
        return ExitCode::FAILURE;
    }
    check(args)
}
