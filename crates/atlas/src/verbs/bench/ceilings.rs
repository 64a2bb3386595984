//! Ceilings of this machine, measured beside every timed leg.

use super::report::Ceilings;
use anyhow::Result;
use atlas_tensor::measure::{measure_peak_gemm, measure_read_bandwidth};
use atlas_tensor::{CpuDevice, Device, Isa, Memory};
use std::time::Instant;

/// Measures the ceilings of a run.
pub enum Meter {
    /// With the run's own threads, instructions and compute type.
    Cpu(CpuDevice),
    /// Copies between two buffers of the device.
    Backend { device: Device, from: Memory, to: Memory },
}

/// Bytes that a device copies at a time, far more than it caches; and how often.
const COPY_BYTES: usize = 512 << 20;
const COPIES: usize = 10;

impl Meter {
    /// For work on `device`; the CPU's is measured with instructions of `isa`.
    pub fn new(device: &Device, isa: Isa) -> Result<Self> {
        Ok(match device {
            Device::Cpu(cpu) => Self::Cpu(CpuDevice::new(cpu.threads(), isa, cpu.compute())?),
            Device::Backend(_) => Self::Backend {
                device: device.clone(),
                from: device.allocate(COPY_BYTES)?,
                to: device.allocate(COPY_BYTES)?,
            },
        })
    }

    /// Bytes a second that are read, or copied on a device.
    ///
    /// # Errors
    /// The device has failed.
    pub fn read_bandwidth(&mut self) -> Result<f64> {
        match self {
            Self::Cpu(cpu) => Ok(measure_read_bandwidth(cpu.threads())),
            Self::Backend { .. } => Ok(1e9 * self.measure()?.read_gb_per_second),
        }
    }

    /// One measurement.
    ///
    /// # Errors
    /// The device has failed.
    pub fn measure(&mut self) -> Result<Ceilings> {
        Ok(match self {
            Self::Cpu(cpu) => Ceilings {
                read_gb_per_second: measure_read_bandwidth(cpu.threads()) / 1e9,
                gemm_gflop_per_second: Some(measure_peak_gemm(cpu) / 1e9),
            },
            Self::Backend { device, from, to } => {
                to.copy_from(0, from, 0..COPY_BYTES);
                device.check()?;
                let start = Instant::now();
                for _ in 0..COPIES {
                    to.copy_from(0, from, 0..COPY_BYTES);
                }
                device.check()?;
                // Read and written.
                let bytes = (2 * COPIES * COPY_BYTES) as f64;
                let read_gb_per_second = bytes / start.elapsed().as_secs_f64() / 1e9;
                Ceilings { read_gb_per_second, gemm_gflop_per_second: None }
            }
        })
    }
}
