//! Cores and memory of this machine.

use anyhow::{Context, Result};

/// Cores this process may run on.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Threads that wait for each other by spinning need a core each: more of them than cores would
/// take turns and lose most of the time.
pub fn thread_count(asked: Option<u32>, cores: usize) -> (usize, String) {
    match asked {
        Some(n) if n as usize > cores => (cores, format!("--threads {n}, at most one per core")),
        Some(n) => (n as usize, "--threads".into()),
        None => (cores, "one per core".into()),
    }
}

/// Memory of this machine in bytes, from the kernel; an error where it does not say.
pub fn machine_memory_bytes() -> Result<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").context("reading /proc/meminfo")?;
    let kib = text
        .lines()
        .find_map(|l| l.strip_prefix("MemTotal:"))
        .and_then(|l| l.trim().strip_suffix(" kB"))
        .and_then(|n| n.trim().parse::<u64>().ok())
        .context("/proc/meminfo has no MemTotal; pass --kv-cache-memory-gb")?;
    Ok(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_than_cores() {
        assert_eq!(thread_count(None, 2), (2, "one per core".into()));
        assert_eq!(thread_count(Some(1), 2), (1, "--threads".into()));
        assert_eq!(thread_count(Some(64), 2), (2, "--threads 64, at most one per core".into()));
    }
}
