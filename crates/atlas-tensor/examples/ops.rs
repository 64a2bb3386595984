//! Tests or times the kernels outside cargo: `ops test [OP]`, `ops perf [OP] [THREADS] [ISA]`.
//! OP is part of an op's name, `-` for all. Copy the binary to a machine to see its rows run there.

use std::process::ExitCode;
use std::time::Duration;

use atlas_tensor::measure::measure_peak_gemm;
use atlas_tensor::testkit::{Perf, perf, run_all};
use atlas_tensor::{Compute, CpuDevice, Isa};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let filter = args.get(1).filter(|f| *f != "-").cloned();
    let names: Vec<_> = Isa::available().iter().map(|isa| isa.name()).collect();
    println!("this CPU has: {}", names.join(", "));
    match args.first().map(String::as_str) {
        Some("test") => test(filter.as_deref()),
        Some("perf") => time(filter, args.get(2), args.get(3)),
        _ => {
            eprintln!("usage: ops test [OP] | perf [OP] [THREADS] [ISA]");
            ExitCode::FAILURE
        }
    }
}

fn test(filter: Option<&str>) -> ExitCode {
    let mut failed = false;
    for report in run_all(filter) {
        println!("{report}");
        for failure in &report.failures {
            println!("    {failure}");
            failed = true;
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn time(filter: Option<String>, threads: Option<&String>, isa: Option<&String>) -> ExitCode {
    let threads = threads.and_then(|n| n.parse().ok()).unwrap_or(1);
    let isa = match isa.map(|name| (name, Isa::parse(name))) {
        Some((name, None)) => {
            eprintln!("no instruction set is called {name}");
            return ExitCode::FAILURE;
        }
        Some((_, isa)) => isa,
        None => None,
    };
    let budget = Duration::from_millis(300);
    let compute = Compute::Bf16;
    let rows = match perf(&Perf { filter, threads, isa, compute, budget }) {
        Ok(rows) => rows,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "{:>10} {:>10} {:>7} {:>6} {:>8} {:>6}  row and case",
        "us", "best us", "GB/s", "%read", "GFLOP/s", "%peak"
    );
    for row in &rows {
        println!(
            "{:10.2} {:10.2} {:7.2} {:6.1} {:8.2} {:6.1}  {}/{} {}",
            row.seconds * 1e6,
            row.best_seconds * 1e6,
            row.gigabytes_a_second(),
            row.percent_of_bandwidth(),
            row.gigaflops(),
            row.percent_of_peak(),
            row.row.op,
            row.row.name,
            row.case
        );
    }
    if let Ok(dev) = CpuDevice::new(threads, isa.unwrap_or_else(Isa::detect), compute) {
        println!("best matrix product: {:.1} GFLOP/s", measure_peak_gemm(&dev) / 1e9);
    }
    ExitCode::SUCCESS
}
