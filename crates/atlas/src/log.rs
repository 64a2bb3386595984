//! The log: lines go through a bounded queue to a thread of their own, so that a log that cannot
//! be written, or whose reader stalls, costs its lines and nothing else.

use crate::cli::{Cli, LogFormat};
use anyhow::{Context, Result};
use atlas_server::EdgeCounts;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Most lines in the queue.
const LINES_MAX: usize = 8192;
/// Most bytes in the queue.
const BYTES_MAX: usize = 8 << 20;
/// Longest time that the end of the process is held up for the rest of the log.
const FLUSH_MAX: Duration = Duration::from_millis(700);

/// The log of this process, for its last lines.
static LOG: OnceLock<LogWriter> = OnceLock::new();

enum Entry {
    Line(Vec<u8>),
    /// Everything before it is written when this is dropped.
    Flush {
        _done: Sender<()>,
    },
}

/// The end of the queue that takes lines; it never blocks and never fails.
#[derive(Clone)]
struct LogWriter {
    queue: Sender<Entry>,
    bytes: Arc<AtomicUsize>,
    counts: EdgeCounts,
}

impl LogWriter {
    /// Starts the thread that writes to `out`. It ends with the last clone of the writer.
    ///
    /// # Errors
    /// The system has no thread for it.
    fn start(out: impl Write + Send + 'static, counts: EdgeCounts) -> io::Result<Self> {
        let (queue, entries) = bounded(LINES_MAX);
        let bytes = Arc::new(AtomicUsize::new(0));
        let writer = Self { queue, bytes: bytes.clone(), counts: counts.clone() };
        std::thread::Builder::new()
            .name("atlas-log".to_owned())
            .spawn(move || write_lines(&entries, out, &bytes, &counts))?;
        Ok(writer)
    }

    fn line(&self, line: &[u8]) {
        let before = self.bytes.fetch_add(line.len(), Ordering::Relaxed);
        let fits = before + line.len() <= BYTES_MAX;
        if !fits || self.queue.try_send(Entry::Line(line.to_vec())).is_err() {
            self.bytes.fetch_sub(line.len(), Ordering::Relaxed);
            self.counts.log_line_lost();
        }
    }

    /// Returns when all lines are written, or after [`FLUSH_MAX`].
    fn flush(&self) {
        let (done, written) = bounded::<()>(0);
        if self.queue.send_timeout(Entry::Flush { _done: done }, FLUSH_MAX).is_ok() {
            // The thread drops the sender. After the time limit the lines are lost.
            let _ = written.recv_timeout(FLUSH_MAX);
        }
    }
}

/// Writes entries to `out` until all writers are gone. Lines that cannot be written are counted;
/// when a line can be written again, the next one says how many were lost.
fn write_lines(
    entries: &Receiver<Entry>,
    mut out: impl Write,
    bytes: &AtomicUsize,
    counts: &EdgeCounts,
) {
    let mut reported = counts.log_lines_lost();
    for entry in entries {
        let Entry::Line(line) = entry else { continue };
        bytes.fetch_sub(line.len(), Ordering::Relaxed);
        if out.write_all(&line).and_then(|()| out.flush()).is_err() {
            counts.log_line_lost();
            continue;
        }
        let lost = counts.log_lines_lost();
        // While the queue is nearly full more lines are about to be lost.
        if lost > reported && entries.len() < LINES_MAX / 2 {
            tracing::warn!(lines = lost - reported, "lines of the log were lost before this one");
            reported = lost;
        }
    }
}

/// One event; the queue holds whole lines.
impl Write for LogWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.line(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogWriter {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Starts the log on standard error; standard output is for what a verb prints. Unless flags say
/// otherwise the log holds warnings and errors.
///
/// # Errors
/// `--log` is no filter, or the system has no thread for the log.
pub fn start(cli: &Cli, counts: EdgeCounts) -> Result<()> {
    let level = match cli.verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let filter = cli.log.as_deref().unwrap_or(level);
    let filter = EnvFilter::try_new(filter).with_context(|| format!("--log {filter:?}"))?;
    let writer = LogWriter::start(io::stderr(), counts).context("starting the log")?;
    // There is one log; a second would be a second writer to the same file.
    let writer = LOG.get_or_init(|| writer).clone();
    std::panic::set_hook(Box::new(panicked));
    let builder = tracing_subscriber::fmt().log_internal_errors(false).with_writer(writer);
    match cli.log_format {
        LogFormat::Json => {
            let filter = filter.add_directive("atlas::start=info".parse()?);
            builder.with_env_filter(filter).json().init();
        }
        LogFormat::Text => {
            builder.with_env_filter(filter).with_ansi(has_colours()).init();
        }
    }
    Ok(())
}

/// Whether standard error is a terminal that shows colours and the user wants them.
fn has_colours() -> bool {
    io::stderr().is_terminal() && colours_wanted()
}

/// Whether the user wants colours, and the terminal is not known to lack them.
pub fn colours_wanted() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let dumb = set("TERM").is_some_and(|term| term == "dumb");
    set("NO_COLOR").is_none() && !dumb
}

/// Tells the user about the start: a line that stands in the log whatever its level.
pub fn tell(format: LogFormat, topic: &str, text: &str) {
    match format {
        LogFormat::Json => tracing::info!(target: "atlas::start", topic, "{text}"),
        LogFormat::Text => last_words(&format!("{topic:<9} {text}")),
    }
}

/// The usual report of a panic, by way of the queue: standard error may block.
fn panicked(info: &std::panic::PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let backtrace = Backtrace::capture();
    let backtrace = match backtrace.status() {
        BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    let name = thread.name().unwrap_or("<unnamed>");
    last_words(&format!("thread '{name}' {info}{backtrace}"));
}

/// Writes a line to standard error behind what the log holds, as far as that can be written.
pub fn last_words(text: &str) {
    match LOG.get() {
        Some(log) => log.line(format!("{text}\n").as_bytes()),
        // Without a standard error there is no place to report that.
        None => drop(writeln!(io::stderr(), "{text}")),
    }
}

/// Writes what the log holds, within a time limit; for the end of the process.
pub fn flush() {
    if let Some(log) = LOG.get() {
        log.flush();
    }
}

/// Ends the process after the log is written.
pub fn exit(status: i32) -> ! {
    flush();
    std::process::exit(status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    /// A log whose file is full, or whose reader stalls, while a flag is set.
    #[derive(Clone, Default)]
    struct Sink {
        text: Arc<Mutex<Vec<u8>>>,
        full: Arc<AtomicBool>,
        stalled: Arc<AtomicBool>,
    }

    impl Write for Sink {
        fn write(&mut self, part: &[u8]) -> io::Result<usize> {
            while self.stalled.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            if self.full.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.text.lock().unwrap().write(part)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted_and_later_ones_are_written() {
        let (sink, counts) = (Sink::default(), EdgeCounts::default());
        let log = LogWriter::start(sink.clone(), counts.clone()).unwrap();
        sink.full.store(true, Ordering::Relaxed);
        for _ in 0..5 {
            log.line(b"lost\n");
        }
        log.flush();
        assert_eq!(counts.log_lines_lost(), 5);
        sink.full.store(false, Ordering::Relaxed);
        log.line(b"kept\n");
        log.flush();
        assert_eq!(*sink.text.lock().unwrap(), b"kept\n");
        assert_eq!(counts.log_lines_lost(), 5);
    }

    #[test]
    fn a_reader_that_stalls_costs_lines_and_no_time() {
        let (sink, counts) = (Sink::default(), EdgeCounts::default());
        sink.stalled.store(true, Ordering::Relaxed);
        let log = LogWriter::start(sink.clone(), counts.clone()).unwrap();
        let begun = Instant::now();
        for _ in 0..LINES_MAX * 2 {
            log.line(b"a line\n");
        }
        for _ in 0..3 {
            log.line(&vec![b'x'; BYTES_MAX]);
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        let lost = counts.log_lines_lost();
        assert!(lost >= LINES_MAX as u64 - 1 + 3, "{lost}");
        log.flush();
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
        sink.stalled.store(false, Ordering::Relaxed);
        log.flush();
        assert!(sink.text.lock().unwrap().len() >= LINES_MAX * 7 - 7);
    }
}
