//! Recordings on their way to disk: one thread writes, nobody waits for it.

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

/// Most recordings that wait for the disk; one more is left out.
const WAITING_MAX: usize = 16;

/// Where recordings go, and how much room they have.
#[derive(Debug)]
pub struct RecorderSettings {
    pub folder: PathBuf,
    /// Most bytes of all recordings in the folder; the oldest make room.
    pub bytes_max: u64,
    /// How the server was started, as JSON; it stands in every recording.
    pub setup: Box<RawValue>,
}

/// What became of a recording, as a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordResult {
    Written,
    /// The disk refused it.
    Failed,
    /// Too many were waiting for the disk.
    LeftOut,
    /// It made room for newer ones.
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

enum Order {
    /// With the body of its request.
    Keep(Box<Recording>, Bytes),
    /// Answered when everything before it is done.
    Flush(mpsc::Sender<()>),
}

/// Takes recordings. Cheap to clone; the thread ends with the last clone.
#[derive(Clone)]
pub struct Recorder {
    orders: SyncSender<Order>,
    setup: Arc<RawValue>,
    metrics: Arc<Metrics>,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recorder")
    }
}

impl Recorder {
    /// Prepares the folder, which only its owner can read if it is made here, and starts the
    /// thread.
    ///
    /// # Errors
    /// The folder cannot be made or written to.
    pub fn start(settings: RecorderSettings, metrics: Arc<Metrics>) -> io::Result<Self> {
        let RecorderSettings { folder, bytes_max, setup } = settings;
        make_folder(&folder)?;
        let probe = folder.join(format!(".probe{FILE_SUFFIX}.part"));
        write(&probe, b"")?;
        fs::remove_file(&probe)?;
        let kept = files::sizes(&folder)?;
        let (orders, queue) = mpsc::sync_channel(WAITING_MAX);
        let mut disk = Disk {
            folder,
            bytes_max,
            bytes: kept.iter().map(|(_, bytes)| bytes).sum(),
            kept: kept.into(),
            failing: false,
            metrics: metrics.clone(),
        };
        std::thread::Builder::new().name("atlas-record".into()).spawn(move || disk.run(&queue))?;
        Ok(Self { orders, setup: setup.into(), metrics })
    }

    pub(super) fn setup(&self) -> Box<RawValue> {
        (*self.setup).to_owned()
    }

    /// Hands a recording over; it is left out if too many are waiting.
    pub(super) fn keep(&self, recording: Recording, body: Bytes) {
        match self.orders.try_send(Order::Keep(Box::new(recording), body)) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                self.metrics.recorded(RecordResult::LeftOut);
            }
        }
    }

    /// Waits until all recordings so far are written; false if that takes longer than `most`.
    pub fn flush(&self, most: Duration) -> bool {
        let (done, written) = mpsc::channel();
        let mut order = Order::Flush(done);
        let step = Duration::from_millis(5);
        for _ in 0..=most.as_millis() / step.as_millis() {
            match self.orders.try_send(order) {
                Ok(()) => return written.recv_timeout(most).is_ok(),
                Err(TrySendError::Disconnected(_)) => return false,
                Err(TrySendError::Full(back)) => order = back,
            }
            std::thread::sleep(step);
        }
        false
    }
}

/// The folder as the writing thread sees it.
struct Disk {
    folder: PathBuf,
    bytes_max: u64,
    bytes: u64,
    /// Names and sizes, the oldest first.
    kept: VecDeque<(String, u64)>,
    failing: bool,
    metrics: Arc<Metrics>,
}

impl Disk {
    fn run(&mut self, queue: &Receiver<Order>) {
        for order in queue {
            match order {
                Order::Keep(mut recording, body) => {
                    // The engine has taken it, so it is JSON.
                    let text = String::from_utf8_lossy(&body).into_owned();
                    let result = RawValue::from_string(text).map_err(io::Error::other);
                    let result = result.and_then(|request| {
                        recording.request = request;
                        self.keep(&recording)
                    });
                    self.tell(result);
                }
                // Whoever asked may have stopped waiting.
                Order::Flush(done) => drop(done.send(())),
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
            // What was written of it is of no use; it may not even be there.
            let _ = fs::remove_file(&part);
            return Err(e);
        }
        self.bytes += bytes;
        self.kept.push_back((name, bytes));
        // One recording larger than all the room there is does not stay either.
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
                // Someone else has removed it.
                Err(_) => tracing::debug!(name, "a recording was gone already"),
            }
        }
    }

    /// Counts; logs the first failure of a row.
    fn tell(&mut self, result: io::Result<()>) {
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
