//! A hub id from download to cache, against a hub of one repository on this machine.

mod support;
#[path = "support/gguf.rs"]
mod tiny_gguf;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use support::{on_terminal, stderr, stdout};

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

/// Paths of the files in a folder, those of folders inside it too.
fn paths(folder: &Path) -> Vec<String> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inside = paths(&entry.path()).into_iter();
            found.extend(inside.map(|file| format!("{name}/{file}")));
        } else {
            found.push(name);
        }
    }
    found
}

fn listing(folder: &Path) -> Vec<u8> {
    let names = paths(folder).into_iter();
    let mut files: Vec<_> = names.map(|n| serde_json::json!({"rfilename": n})).collect();
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

/// Tags, files and addresses of GGUF models: the files that each fetches, and the cache afterwards.
// Long: one hub and its cache, asked one thing after another.
#[test]
fn a_gguf_model_of_the_hub_is_chosen_by_its_tag_and_read_from_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    let tiny = tiny_gguf::tiny("qwen3").bytes();
    for name in ["tiny-Q8_0.gguf", "tiny.Q4_0.gguf", "tiny-UD-Q4_K_XL.gguf", "a-Q6_K.gguf"] {
        put(name, &tiny);
    }
    put("b-Q6_K.gguf", &tiny);
    put("mmproj-F16.gguf", b"GGUF");
    put("README.md", b"text");
    let parts = tiny_gguf::parts("qwen3next");
    let count = parts.len();
    let part = |i: usize| format!("BF16/tiny-BF16-{:05}-of-{count:05}.gguf", i + 1);
    for (i, bytes) in parts.iter().enumerate() {
        put(&part(i), bytes);
    }
    let mut hub = Hub::start(folder.path().to_owned());
    let home = tempfile::tempdir().unwrap();
    let address = hub.address.clone();
    for (model, words) in [
        ("acme/mini:Q4_K_M", "the tags there are: BF16, Q6_K, Q8_0, UD-Q4_K_XL, Q4_0"),
        ("acme/mini:Q6_K", "a-Q6_K.gguf, b-Q6_K.gguf"),
        ("acme/mini:mmproj-F16.gguf", "the tags there are"),
    ] {
        let says = stderr(&hub.run(home.path(), &["explain", model]));
        assert!(says.contains(words), "{model}: {says}");
    }
    let split = (0..count).map(part).collect::<Vec<_>>();
    for (model, name, files) in [
        ("acme/mini:q8_0", "acme/mini:q8_0", vec!["tiny-Q8_0.gguf".to_owned()]),
        ("hf://acme/mini:Q4_K_XL", "acme/mini:Q4_K_XL", vec!["tiny-UD-Q4_K_XL.gguf".to_owned()]),
        ("hf.co/acme/mini:bf16", "acme/mini:bf16", split),
        ("acme/mini", "acme/mini", vec!["tiny.Q4_0.gguf".to_owned()]),
        (
            "https://hf.co/acme/mini/blob/main/a-Q6_K.gguf",
            "acme/mini:Q6_K",
            vec!["a-Q6_K.gguf".to_owned()],
        ),
        (
            &format!("{address}/acme/mini/resolve/main/{}?download=true", part(1)),
            "acme/mini:BF16",
            vec![],
        ),
    ] {
        let run = |hub: &Hub| {
            let output = hub.run(home.path(), &["explain", model, "--json"]);
            assert!(output.status.success(), "{model}: {}", stderr(&output));
            let served = format!(r#""value": "{name}""#);
            assert!(stdout(&output).contains(&served), "{model}: {}", stdout(&output));
            let asked = hub.take_asked();
            let of =
                |path: &String| path.strip_prefix("/acme/mini/resolve/main/").map(str::to_owned);
            let mut fetched: Vec<String> = asked.iter().filter_map(of).collect();
            fetched.dedup();
            (asked.len(), fetched)
        };
        assert_eq!(run(&hub).1, files, "{model}");
        let (requests, fetched) = run(&hub);
        assert_eq!(fetched, [""; 0], "{model}: a second time");
        let is_certain = ["q8_0", "bf16", "gguf"].iter().any(|end| model.contains(end));
        assert!(requests == 0 || !is_certain, "{model}: the cache is used first");
    }
    // Without a network: what is there is served, and what is not is named.
    hub.address = "http://127.0.0.1:9".to_owned();
    let offline = |model: &str| {
        let mut command = hub.command(home.path(), &["explain", model]);
        command.env("HF_HUB_OFFLINE", "1").output().unwrap()
    };
    for model in ["acme/mini:UD-Q4_K_XL", "acme/mini:Q4_K_XL", "acme/mini:BF16", "acme/mini"] {
        let output = offline(model);
        assert!(output.status.success(), "{model}: {}", stderr(&output));
    }
    let says = stderr(&offline("acme/mini:IQ4_XS"));
    assert!(says.contains("the tags there are") && says.contains("HF_HUB_OFFLINE"), "{says}");
    let snapshot = home.path().join("hub/models--acme--mini/snapshots").join(COMMIT);
    std::fs::remove_file(snapshot.join(part(1))).unwrap();
    let says = stderr(&offline("acme/mini:BF16"));
    assert!(says.contains(&format!("lacks {}", part(1))), "{says}");
}

/// Caches as other programs fill them, read with no network.
#[test]
fn every_layout_of_the_cache_is_served_offline() {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let mini = mini.canonicalize().unwrap();
    for (layout, reference, revision, offline) in [
        ("links", "main", "main", true),
        ("links", "main", "main", false),
        ("files", "main", "main", true),
        ("links", "v1.0", "v1.0", true),
        ("links", "", COMMIT, true),
        ("elsewhere", "main", "main", true),
    ] {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join(if layout == "elsewhere" { "other" } else { "hub" });
        let repository = root.join("models--acme--mini");
        let snapshot = repository.join("snapshots").join(COMMIT);
        let blobs = repository.join("blobs");
        for folder in [&snapshot, &blobs, &repository.join("refs")] {
            std::fs::create_dir_all(folder).unwrap();
        }
        for name in ["config.json", "model.safetensors", "tokenizer.json"] {
            if layout == "files" {
                std::fs::copy(mini.join(name), snapshot.join(name)).unwrap();
            } else {
                symlink(mini.join(name), blobs.join(name)).unwrap();
                symlink(Path::new("../../blobs").join(name), snapshot.join(name)).unwrap();
            }
        }
        if !reference.is_empty() {
            std::fs::write(repository.join("refs").join(reference), COMMIT).unwrap();
        }
        // Nothing answers there.
        let hub = Hub { address: "http://127.0.0.1:9".to_owned(), asked: Arc::default() };
        let args = ["explain", "acme/mini", "--revision", revision, "--json"];
        let mut command = hub.command(home.path(), &args);
        if layout == "elsewhere" {
            command.env("HF_HUB_CACHE", &root).env("HF_HOME", "/nowhere");
        }
        if offline {
            command.env("HF_HUB_OFFLINE", "1");
        }
        let explained = command.output().unwrap();
        let context = format!("{layout} {reference} {revision}");
        assert!(explained.status.success(), "{context}: {}", stderr(&explained));
        assert!(stdout(&explained).contains(r#""value": "acme/mini""#), "{context}");
        let mut absent = hub.command(home.path(), &["explain", "acme/absent"]);
        let absent = absent.env("HF_HUB_OFFLINE", "1").output().unwrap();
        let says = stderr(&absent);
        assert!(says.contains("acme/absent") && says.contains("HF_HUB_OFFLINE"), "{says}");
    }
}

/// Files that are not the data that their names promise, with the advice of each.
#[test]
fn foreign_files_are_named_with_what_to_do() {
    const POINTER: &str = "version https://git-lfs.github.com/spec/v1\noid sha256:\
        4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let mini = mini.canonicalize().unwrap();
    let config = std::fs::read_to_string(mini.join("config.json")).unwrap();
    let mut mlx: serde_json::Value = serde_json::from_str(&config).unwrap();
    mlx["quantization"] = serde_json::json!({"group_size": 64, "bits": 4});
    let hub = Hub { address: "http://127.0.0.1:9".to_owned(), asked: Arc::default() };
    for (gone, name, text, words) in [
        ("model.safetensors", "model.safetensors", POINTER, ["git lfs pull", "model.safetensors"]),
        ("tokenizer.json", "tokenizer.json", POINTER, ["git lfs pull", "tokenizer.json"]),
        ("config.json", "config.json", POINTER, ["git lfs pull", "config.json"]),
        ("config.json", "config.json", &mlx.to_string(), ["MLX", "bf16"]),
        ("model.safetensors", "model-q4.gguf", "GGUF", ["model-q4.gguf", "truncated"]),
        ("model.safetensors", "model-q4.gguf", POINTER, ["git lfs pull", "model-q4.gguf"]),
        ("model.safetensors", "pytorch_model.bin", "PK", ["pickled", "safetensors"]),
        ("tokenizer.json", "tokenizer.model", "\n\u{e}", ["tokenizer.model", "tokenizer.json"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for name in ["config.json", "model.safetensors", "tokenizer.json"] {
            if name != gone {
                symlink(mini.join(name), folder.path().join(name)).unwrap();
            }
        }
        std::fs::write(folder.path().join(name), text).unwrap();
        // A verb that loads all that serving needs.
        let args = ["chat", folder.path().to_str().unwrap()];
        let output = hub.command(folder.path(), &args).output().unwrap();
        let says = stderr(&output);
        assert!(words.iter().all(|word| says.contains(word)), "{name}: {says}");
        assert!(!output.status.success(), "{name}: {says}");
    }
}

#[test]
fn a_terminal_gets_a_bar_of_the_download_and_a_file_none() {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
    let hub = Hub::start(mini);
    let home = tempfile::tempdir().unwrap();
    let filed = stderr(&hub.run(home.path(), &["explain", "acme/mini"]));
    assert!(!filed.contains(['\r', '\u{1b}']), "{filed:?}");
    let home = tempfile::tempdir().unwrap();
    let variables = [
        ("HF_ENDPOINT", hub.address.as_str()),
        ("HF_HOME", home.path().to_str().unwrap()),
        ("HF_HUB_CACHE", ""),
        ("HF_HUB_OFFLINE", ""),
    ];
    let Some(shown) = on_terminal(&["explain", "acme/mini"], &variables) else { return };
    let text = stdout(&shown);
    assert!(shown.status.success(), "{text}");
    assert!(text.contains("model.safetensors [") && text.contains('\r'), "{text:?}");
}
