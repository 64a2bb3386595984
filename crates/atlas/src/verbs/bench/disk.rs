//! Reads of KV blocks from the disk while sequences generate, beside what the disk gives at all.

use anyhow::{Context, Result};
use atlas_core::EngineStats;
use atlas_engine::{TierConfig, sequential_read};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Time of a measurement of the disk.
const MEASURED: Duration = Duration::from_secs(2);

/// The file of KV blocks of the server that is measured.
pub struct DiskFile {
    path: PathBuf,
}

/// Bytes that were read from the disk while a sequence generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct DiskReads {
    pub bytes: u64,
    pub seconds: f64,
}

impl DiskReads {
    /// GB/s.
    pub fn rate(&self) -> f64 {
        self.bytes as f64 / self.seconds / 1e9
    }

    /// The reads between two moments, if there is a tier.
    pub fn between(before: &EngineStats, after: &EngineStats, seconds: f64) -> Option<Self> {
        let (before, after) = before.tier.zip(after.tier)?;
        Some(Self { bytes: after.read_bytes - before.read_bytes, seconds })
    }
}

impl DiskFile {
    pub fn new(tier: &TierConfig) -> Self {
        Self { path: tier.file() }
    }

    /// GB/s of the part of the file that holds something, read in order past the page cache.
    ///
    /// # Errors
    /// Nothing was written, or the file cannot be read.
    pub fn sequential(&self, stats: &EngineStats) -> Result<f64> {
        let stored = stats.tier.map_or(0, |tier| u64::from(tier.stored_blocks));
        let rate = sequential_read(&self.path, stored * stats.block_bytes, MEASURED)
            .context("measuring the disk (a prompt must be longer than memory holds)")?;
        Ok(rate / 1e9)
    }
}
