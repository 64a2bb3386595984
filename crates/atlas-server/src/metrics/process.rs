//! Figures of the process, under the names that Prometheus' own client libraries give them.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::borrow::Cow;
use std::fs;
use std::sync::atomic::AtomicU64;

/// Ticks of a second in `/proc/PID/stat`: fixed for user space on Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// Bytes of a page where the kernel's status says nothing else.
const KIB: f64 = 1024.0;

/// Figures of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Process {
    cpu_seconds: f64,
    start_time_seconds: f64,
    resident_bytes: f64,
    virtual_bytes: f64,
    open_fds: f64,
    max_fds: f64,
    threads: f64,
}

impl Process {
    /// Reads `/proc/self`; what cannot be read is 0.
    fn read() -> Self {
        let text = |name: &str| fs::read_to_string(format!("/proc/self/{name}"));
        let (stat, status) = (text("stat").unwrap_or_default(), text("status").unwrap_or_default());
        let (limits, boot) = (
            text("limits").unwrap_or_default(),
            fs::read_to_string("/proc/stat").unwrap_or_default(),
        );
        // The name of the program stands in parentheses and may hold spaces.
        let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        let fields: Vec<f64> =
            fields.split_whitespace().map(|f| f.parse().unwrap_or_default()).collect();
        // Counted from the state, field 3 of the file.
        let field = |number: usize| fields.get(number - 3).copied().unwrap_or_default();
        let kib = |name: &str| number_after(&status, name) * KIB;
        let started = number_after(&boot, "btime ") + field(22) / TICKS_PER_SECOND;
        Self {
            cpu_seconds: (field(14) + field(15)) / TICKS_PER_SECOND,
            start_time_seconds: started,
            resident_bytes: kib("VmRSS:"),
            virtual_bytes: kib("VmSize:"),
            open_fds: fs::read_dir("/proc/self/fd").map_or(0.0, |files| files.count() as f64),
            max_fds: number_after(&limits, "Max open files"),
            threads: number_after(&status, "Threads:"),
        }
    }
}

/// The number after the first occurrence of `name`.
fn number_after(text: &str, name: &str) -> f64 {
    let rest = text.split_once(name).map_or("", |(_, rest)| rest);
    rest.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or_default()
}

/// Adds the figures of the process and of the build.
pub fn register(r: &mut Registry) {
    let process = Process::read();
    let cpu = Counter::<f64, AtomicU64>::default();
    cpu.inc_by(process.cpu_seconds);
    let help = "Seconds of user and system CPU time";
    r.register("process_cpu_seconds", help, cpu);
    for (name, help, value) in [
        (
            "process_start_time_seconds",
            "Start of the process in seconds since 1970",
            process.start_time_seconds,
        ),
        ("process_resident_memory_bytes", "Resident memory in bytes", process.resident_bytes),
        ("process_virtual_memory_bytes", "Virtual memory in bytes", process.virtual_bytes),
        ("process_open_fds", "Open file descriptors", process.open_fds),
        ("process_max_fds", "Most open file descriptors", process.max_fds),
        ("process_threads", "Threads of the process", process.threads),
    ] {
        gauge(r, name, help, value);
    }
    let labels = [(Cow::from("version"), Cow::from(env!("CARGO_PKG_VERSION")))];
    let build = r.sub_registry_with_labels(labels.into_iter());
    gauge(build, "atlas_build_info", "The running version, as a label", 1.0);
}

fn gauge(r: &mut Registry, name: &str, help: &str, value: f64) {
    let gauge = Gauge::<f64, AtomicU64>::default();
    gauge.set(value);
    r.register(name, help, gauge);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_process_has_figures() {
        let process = Process::read();
        assert!(process.resident_bytes > 1e5, "{process:?}");
        assert!(process.open_fds >= 1.0 && process.max_fds >= process.open_fds, "{process:?}");
        let now = crate::ids::unix_seconds() as f64;
        assert!((now - process.start_time_seconds).abs() < 86_400.0, "{process:?}");
        assert!(process.threads >= 1.0);
    }
}
