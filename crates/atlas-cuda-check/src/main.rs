//! Checks of the CUDA backend on a device, an emulated one included.
//!
//! `atlas-cuda-check parity` compares every kernel with its reference, `models` every family with
//! its oracle fixture, `engine` the engine's invariants and its tokens with those of the CPU, and
//! `drafts` measures speculative decoding. Each has `--help`. The program needs the driver and
//! nothing else of CUDA.

mod drafts;
mod engine;
mod models;
mod parity;

use std::process::ExitCode;

use clap::Parser;

/// Checks of the CUDA backend on a device
#[derive(Parser)]
#[command(name = "atlas-cuda-check")]
enum Check {
    /// Every kernel against its reference, then bandwidth and FLOP/s
    Parity(parity::ParityArgs),
    /// Every family against its oracle fixture, however a sequence is cut
    Models(models::ModelArgs),
    /// Speed with drafts that are right as often as a script says, on made-up weights
    Drafts(drafts::DraftArgs),
    /// The engine's invariants on checkpoints, and its tokens against those of the CPU
    Engine(engine::EngineArgs),
}

fn main() -> ExitCode {
    let check = Check::parse();
    if !cfg!(feature = "cuda") {
        println!("not run: this build has no kernels; build it with --features cuda");
        return ExitCode::FAILURE;
    }
    match check {
        Check::Parity(args) => parity::run_checks(&args),
        Check::Models(args) => models::run_checks(&args),
        Check::Drafts(args) => drafts::run_checks(&args),
        Check::Engine(args) => engine::run_checks(&args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Check::command().debug_assert();
    }
}
