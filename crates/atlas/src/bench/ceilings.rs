//! What this machine can do, measured beside every timed leg.

use super::report::Ceilings;
use anyhow::Result;
use atlas_tensor::testkit::{measure_peak_gemm, measure_read_bandwidth};
use atlas_tensor::{Compute, CpuDevice, Isa};

/// Measures with the run's own threads, instructions and compute type.
pub struct Meter {
    device: CpuDevice,
}

impl Meter {
    pub fn new(threads: usize, isa: Isa, compute: Compute) -> Result<Self> {
        Ok(Self { device: CpuDevice::new(threads, isa, compute)? })
    }

    /// One measurement of both ceilings.
    pub fn measure(&self) -> Ceilings {
        Ceilings {
            read_gb_per_second: self.read() / 1e9,
            gemm_gflop_per_second: measure_peak_gemm(&self.device) / 1e9,
        }
    }

    /// Streaming read over all threads, bytes per second.
    pub fn read(&self) -> f64 {
        measure_read_bandwidth(self.device.threads())
    }
}
