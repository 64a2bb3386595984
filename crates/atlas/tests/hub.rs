//! A hub id from download to cache, against a hub of one repository on this machine.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use support::{stderr, stdout};

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Serves `acme/mini` at the revision `main` from a folder and writes down what it is asked.
struct Hub {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Hub {
    fn start(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let list = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (folder, list) = (folder.clone(), list.clone());
                std::thread::spawn(move || while answer(&stream, &folder, &list).is_some() {});
            }
        });
        Self { address, asked }
    }

    /// Runs a verb with this hub and a cache in `home`.
    fn run(&self, home: &Path, args: &[&str]) -> Output {
        self.command(home, args).output().unwrap()
    }

    fn command(&self, home: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        command.args(args).env("HF_ENDPOINT", &self.address).env("HF_HOME", home);
        for name in ["HF_HUB_CACHE", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_TOKEN"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null());
        command
    }

    fn take_asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }
}

/// One request of a connection; `None` when the client has left.
fn answer(stream: &TcpStream, folder: &Path, asked: &Mutex<Vec<String>>) -> Option<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next()?.ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    let mut range = None;
    for line in lines.by_ref() {
        let line = line.ok()?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(": ")?;
        if name.eq_ignore_ascii_case("range") {
            let (from, to) = value.strip_prefix("bytes=")?.split_once('-')?;
            range = Some((from.parse::<usize>().ok()?, to.parse::<usize>().ok()));
        }
    }
    asked.lock().unwrap().push(path.clone());
    let (status, body) = match path.strip_prefix("/acme/mini/resolve/main/") {
        Some(name) => match std::fs::read(folder.join(name)) {
            Ok(bytes) => ("206 Partial Content", bytes),
            Err(_) => ("404 Not Found", Vec::new()),
        },
        None if path == "/api/models/acme/mini/revision/main" => ("200 OK", listing(folder)),
        None => ("404 Not Found", Vec::new()),
    };
    let (from, to) = range.unwrap_or((0, None));
    let end = to.map_or(body.len(), |to| (to + 1).min(body.len()));
    let part = body.get(from..end).unwrap_or_default();
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\netag: \"{}\"\r\nx-repo-commit: {COMMIT}\r\n\
         content-range: bytes {from}-{}/{}\r\n\r\n",
        part.len(),
        path.bytes().map(|b| format!("{b:02x}")).collect::<String>(),
        end.saturating_sub(1),
        body.len(),
    )
    .ok()?;
    stream.write_all(part).ok()
}

fn listing(folder: &Path) -> Vec<u8> {
    let names = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().file_name());
    let mut files: Vec<_> =
        names.map(|n| serde_json::json!({"rfilename": n.to_str().unwrap()})).collect();
    files.push(serde_json::json!({"rfilename": "pytorch_model.bin"}));
    serde_json::json!({"sha": COMMIT, "siblings": files}).to_string().into_bytes()
}

#[test]
fn a_hub_id_is_fetched_once_and_then_read_from_the_cache() {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let hub = Hub::start(mini);
    let home = tempfile::tempdir().unwrap();
    let explained = hub.run(home.path(), &["explain", "acme/mini"]);
    assert!(explained.status.success(), "{}", stderr(&explained));
    assert!(stdout(&explained).contains("acme/mini"));
    let asked = hub.take_asked();
    let of = |name: &str| asked.iter().filter(|p| p.ends_with(name)).count();
    assert!(of("/model.safetensors") > 0 && of("/tokenizer.json") > 0, "{asked:?}");
    assert_eq!(of("/pytorch_model.bin"), 0, "other weights are not fetched");

    let again = hub.run(home.path(), &["explain", "acme/mini"]);
    assert!(again.status.success(), "{}", stderr(&again));
    assert_eq!(hub.take_asked(), [""; 0], "the cache is used first");
    let address = format!("{}/acme/mini/tree/main", hub.address);
    for model in ["hf://acme/mini", "https://huggingface.co/acme/mini", &address] {
        let same = hub.run(home.path(), &["explain", model, "--json"]);
        assert!(same.status.success(), "{model}: {}", stderr(&same));
        assert!(stdout(&same).contains(r#""value": "acme/mini""#), "{model}");
    }
    let both = hub.run(home.path(), &["explain", &address, "--revision", "v2"]);
    assert!(stderr(&both).contains("give one"), "{}", stderr(&both));
    assert_eq!(hub.take_asked(), [""; 0]);

    // A file that is gone is named without a network, and fetched with one.
    let snapshot = home.path().join("hub/models--acme--mini/snapshots").join(COMMIT);
    std::fs::remove_file(snapshot.join("model.safetensors")).unwrap();
    let args = ["explain", "acme/mini"];
    let mut offline = hub.command(home.path(), &args);
    let partial = offline.env("HF_HUB_OFFLINE", "1").output().unwrap();
    let says = stderr(&partial);
    assert!(!partial.status.success() && says.contains("lacks model.safetensors"), "{says}");
    assert_eq!(hub.take_asked(), [""; 0], "HF_HUB_OFFLINE");
    let whole = hub.run(home.path(), &args);
    assert!(whole.status.success(), "{}", stderr(&whole));
    assert!(!hub.take_asked().is_empty());
}

#[test]
fn a_missing_hub_file_and_an_unreachable_hub_are_named_errors() {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let mut hub = Hub::start(mini);
    let home = tempfile::tempdir().unwrap();
    let missing = hub.run(home.path(), &["explain", "acme/nothing"]);
    assert!(!missing.status.success());
    assert!(stderr(&missing).contains("no such repository"), "{}", stderr(&missing));
    hub.address = "http://127.0.0.1:1".to_owned();
    let offline = hub.run(home.path(), &["explain", "acme/mini"]);
    assert!(!offline.status.success());
    assert!(stderr(&offline).contains("offline"), "{}", stderr(&offline));
}
