//! The folder of recordings: its size, a disk that fails, and files that are no recordings.

use crate::support::client::Server;
use crate::support::recorded::{FLUSH_MAX, Recorded, recorder, talks};
use atlas_server::Metrics;
use atlas_server::recording::{self, Recorder, RecorderSettings};
use serde_json::json;
use serde_json::value::RawValue;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

async fn counted(server: &Server, result: &str) -> u64 {
    let text = server.get("/metrics").await.text().to_owned();
    let start = format!("atlas_recordings_total{{result=\"{result}\"}} ");
    let line = text.lines().find_map(|l| l.strip_prefix(&start)).expect("counted");
    line.parse().expect("a number")
}

#[tokio::test]
async fn the_oldest_recordings_make_room() {
    let recorded = Recorded::bounded(talks(), 20_000);
    let foreign = recorded.folder.path().join("notes.json");
    std::fs::write(&foreign, vec![b'x'; 50_000]).expect("write");
    for i in 0..30 {
        recorded.post("/v1/completions", &json!({"prompt": "a", "seed": i})).await.ok();
        recorded.files().await;
    }
    let files = recorded.files().await;
    let bytes: u64 = files.iter().map(|f| std::fs::metadata(f).expect("a file").len()).sum();
    assert!(bytes <= 20_000 && files.len() > 3, "{bytes} in {}", files.len());
    let last = recording::read(files.last().expect("files")).expect("a recording");
    assert_eq!(last.choices[0].seed, 29);
    assert!(foreign.exists(), "what is no recording is left alone");
    assert_eq!(counted(&recorded.server, "removed").await, 30 - files.len() as u64);
    // A new server counts what is there.
    let again = Server::new(talks());
    again.state.record_with(recorder(&again.state, recorded.folder.path(), 5_000));
    again.complete(&json!({"prompt": "a"})).await.ok();
    again.settle().await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(again.state.recorder().expect("recorder").flush(FLUSH_MAX));
    let files = recording::find(recorded.folder.path()).expect("files");
    let bytes: u64 = files.iter().map(|f| std::fs::metadata(f).expect("a file").len()).sum();
    assert!(bytes <= 5_000 && !files.is_empty(), "{bytes}");
}

#[tokio::test]
async fn a_disk_that_fails_stops_no_request() {
    let recorded = Recorded::new(talks());
    let folder = recorded.folder.path().to_owned();
    std::fs::remove_dir_all(&folder).expect("gone");
    for _ in 0..3 {
        recorded.post("/v1/completions", &json!({"prompt": "a"})).await.ok();
        recorded.server.settle().await;
    }
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert!(recorded.server.state.recorder().expect("recorder").flush(FLUSH_MAX));
    assert_eq!(counted(&recorded.server, "failed").await, 3);
    // And when it is well again, so are the recordings.
    std::fs::create_dir(&folder).expect("back");
    recorded.post("/v1/completions", &json!({"prompt": "a"})).await.ok();
    assert_eq!(recorded.files().await.len(), 1);
    assert_eq!(counted(&recorded.server, "written").await, 1);
}

#[test]
fn folders_that_cannot_be_used_and_files_that_are_none() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("x.atlas.json");
    let metrics = Arc::new(Metrics::new("m"));
    std::fs::write(&file, "{\"atlas_recording\": 99}").expect("write");
    let setup = RawValue::NULL.to_owned();
    let settings = RecorderSettings { folder: file.clone(), bytes_max: 1, setup };
    assert!(Recorder::start(settings, metrics).is_err(), "a file is no folder");
    let message = |path: &Path| recording::read(path).expect_err("no recording").to_string();
    assert!(message(&file).contains("version 99"), "{}", message(&file));
    std::fs::write(&file, "{\"atlas_recording\": 1}").expect("write");
    assert!(message(&file).contains("is no recording of Atlas"), "{}", message(&file));
    std::fs::write(&file, "nothing").expect("write");
    assert!(message(&file).contains("is no recording of Atlas"), "{}", message(&file));
    assert!(recording::find(&folder.path().join("none")).is_err());
}
