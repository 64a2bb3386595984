//! The thread that writes recordings to disk. Requests never block on it.

use super::files::{self, FILE_SUFFIX};
use super::format::Recording;
use crate::metrics::Metrics;
use axum::body::Bytes;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::time::Duration;

/// Most recordings queued for the disk; further ones are left out.
const QUEUED_MAX: usize = 16;

/// Folder and size limit of recordings.
#[derive(Debug)]
pub struct RecorderSettings {
    pub folder: PathBuf,
    /// Most bytes of all recordings in the folder; the oldest are removed first.
    pub bytes_max: u64,
    /// Start-up settings of the server as JSON; part of every recording.
    pub setup: Box<RawValue>,
}

/// The fate of a recording, as a metric label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordResult {
    Written,
    /// Writing failed.
    Failed,
    /// The queue for the disk was full.
    LeftOut,
    /// Removed in favour of newer ones.
    Removed,
}

impl RecordResult {
    pub const ALL: [Self; 4] = [Self::Written, Self::Failed, Self::LeftOut, Self::Removed];

    /// The word for it in metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Failed => "failed",
            Self::LeftOut => "left_out",
            Self::Removed => "removed",
        }
    }
}

enum Command {
    /// A recording and the body of its request.
    Keep(Box<Recording>, Bytes),
    /// Answered once all earlier commands are done.
    Flush(mpsc::Sender<()>),
}

/// A handle to the writing thread. Cheap to clone; the thread ends with the last clone.
#[derive(Clone)]
pub struct Recorder {
    commands: SyncSender<Command>,
    setup: Arc<RawValue>,
    metrics: Arc<Metrics>,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recorder")
    }
}

impl Recorder {
    /// Creates the folder if needed, readable by its owner alone, and starts the thread.
    ///
    /// # Errors
    /// The folder cannot be created or written to.
    pub fn start(settings: RecorderSettings, metrics: Arc<Metrics>) -> io::Result<Self> {
        let RecorderSettings { folder, bytes_max, setup } = settings;
        make_folder(&folder)?;
        let probe = folder.join(format!(".probe{FILE_SUFFIX}.part"));
        write(&probe, b"")?;
        fs::remove_file(&probe)?;
        let kept = files::sizes(&folder)?;
        let (commands, queue) = mpsc::sync_channel(QUEUED_MAX);
        let mut disk = Disk {
            folder,
            bytes_max,
            bytes: kept.iter().map(|(_, bytes)| bytes).sum(),
            kept: kept.into(),
            failing: false,
            metrics: metrics.clone(),
        };
        std::thread::Builder::new().name("atlas-record".into()).spawn(move || disk.run(&queue))?;
        Ok(Self { commands, setup: setup.into(), metrics })
    }

    pub(super) fn setup(&self) -> Box<RawValue> {
        (*self.setup).to_owned()
    }

    /// Queues a recording; it is left out if the queue is full.
    pub(super) fn keep(&self, recording: Recording, body: Bytes) {
        match self.commands.try_send(Command::Keep(Box::new(recording), body)) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                self.metrics.recorded(RecordResult::LeftOut);
            }
        }
    }

    /// Blocks until all queued recordings are written; returns false after `timeout`.
    pub fn flush(&self, timeout: Duration) -> bool {
        let (done, written) = mpsc::channel();
        let mut command = Command::Flush(done);
        let step = Duration::from_millis(5);
        for _ in 0..=timeout.as_millis() / step.as_millis() {
            match self.commands.try_send(command) {
                Ok(()) => return written.recv_timeout(timeout).is_ok(),
                Err(TrySendError::Disconnected(_)) => return false,
                Err(TrySendError::Full(back)) => command = back,
            }
            std::thread::sleep(step);
        }
        false
    }
}

/// The folder, owned by the writing thread.
struct Disk {
    folder: PathBuf,
    bytes_max: u64,
    bytes: u64,
    /// Names and sizes of the recordings in the folder, the oldest first.
    kept: VecDeque<(String, u64)>,
    failing: bool,
    metrics: Arc<Metrics>,
}

impl Disk {
    fn run(&mut self, queue: &Receiver<Command>) {
        for command in queue {
            match command {
                Command::Keep(mut recording, body) => {
                    // The body was parsed before, so it is JSON.
                    let text = String::from_utf8_lossy(&body).into_owned();
                    let result = RawValue::from_string(text).map_err(io::Error::other);
                    let result = result.and_then(|request| {
                        recording.request = request;
                        self.keep(&recording)
                    });
                    self.count(result);
                }
                // The caller of `flush` may have timed out.
                Command::Flush(done) => drop(done.send(())),
            }
        }
    }

    fn keep(&mut self, recording: &Recording) -> io::Result<()> {
        let json = serde_json::to_vec(recording).map_err(io::Error::other)?;
        let bytes = json.len() as u64;
        self.make_room(bytes);
        let name = files::name(recording);
        let part = self.folder.join(format!(".{name}.part"));
        let written = write(&part, &json).and_then(|()| fs::rename(&part, self.folder.join(&name)));
        if let Err(e) = written {
            // The partial file may not exist.
            let _ = fs::remove_file(&part);
            return Err(e);
        }
        self.bytes += bytes;
        self.kept.push_back((name, bytes));
        // A recording above the limit by itself is removed again.
        self.make_room(0);
        Ok(())
    }

    /// Removes the oldest recordings until `more` bytes fit.
    fn make_room(&mut self, more: u64) {
        while self.bytes.saturating_add(more) > self.bytes_max {
            let Some((name, bytes)) = self.kept.pop_front() else { return };
            self.bytes = self.bytes.saturating_sub(bytes);
            match fs::remove_file(self.folder.join(&name)) {
                Ok(()) => self.metrics.recorded(RecordResult::Removed),
                // The file was removed from outside.
                Err(_) => tracing::debug!(name, "a recording was gone already"),
            }
        }
    }

    /// Counts a result; logs the first of consecutive failures.
    fn count(&mut self, result: io::Result<()>) {
        match result {
            Ok(()) => {
                self.failing = false;
                self.metrics.recorded(RecordResult::Written);
            }
            Err(error) => {
                self.metrics.recorded(RecordResult::Failed);
                if !std::mem::replace(&mut self.failing, true) {
                    let folder = self.folder.display();
                    tracing::warn!(%folder, %error, "recordings cannot be written; requests go on");
                }
            }
        }
    }
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file that only its owner can read.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}
