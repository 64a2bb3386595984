//! Commands of README.md and the guides, run as they stand: on the bundled model, with shorter
//! loads, against a server on a free port.

use crate::support::Served;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Beginnings of commands that are not run, and the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("git clone ", "needs the network"),
    ("cd atlas", "leads into the clone"),
    ("cargo test --workspace", "is the run that this test belongs to"),
    ("tools/cuda-toolkit.sh", "downloads a compiler"),
    ("cargo run --release --features cuda", "needs a compiler for GPUs"),
    ("opencode ", "needs opencode"),
    ("codex ", "needs Codex"),
    ("docker ", "needs Docker"),
    ("env $(cat open-webui.env) open-webui ", "needs Open WebUI"),
    ("ANTHROPIC_BASE_URL=http://127.0.0.1:8888 ANTHROPIC_API_KEY=none claude", "needs Claude Code"),
    ("claude -p", "needs Claude Code"),
    ("sudo ", "changes the machine"),
    ("pip install ", "needs the network"),
    ("curl -s 127.0.0.1:8888/v1/sessions", "needs the id of an answer"),
    ("curl -s -X POST 127.0.0.1:8888/v1/sessions/", "needs a session"),
];

/// A command with this in it needs the network: it names a model of the hub.
const HUB_ID: &str = "Qwen/";

/// Replaced in commands: places that exist, and loads that a debug build carries in a second.
const REPLACED: &[(&str, &str)] = &[
    ("cargo run --release --", "atlas"),
    ("recordings/1763712345678-9f3a....atlas.json", "recordings/*.atlas.json"),
    ("--concurrency 1,8,32 --prompt-len 1024 --output-len 128", "--concurrency 2 --output-len 4"),
    ("--concurrency 1,4,16 --report", "--concurrency 1,2 --output-len 4 --report"),
    ("--rate 2,4,8 --duration 60", "--rate 4 --duration 1 --output-len 4"),
    ("--users 16 --turns 5 --think-time 2", "--users 2 --turns 2 --think-time 0 --output-len 4"),
    (
        "--shared-prefix 2048 --prefix-groups 4 --prompt-len 2304 --concurrency 16",
        "--shared-prefix 64 --prefix-groups 2 --prompt-len 96 --output-len 4",
    ),
    ("atlas bench serve --concurrency 8 ", "atlas bench serve --concurrency 2 --output-len 4 "),
    ("atlas bench serve ", "atlas bench serve --requests 2 "),
];

/// Commands of the shell blocks of a page, each as one text.
fn commands(page: &str) -> Vec<String> {
    let mut list = Vec::new();
    let mut inside = false;
    let mut command = String::new();
    for line in page.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            let shells = ["sh", "bash", "shell", "console", "zsh"];
            inside = !inside && shells.contains(&language.trim());
            continue;
        }
        if !inside {
            continue;
        }
        command.push_str(line.strip_prefix("$ ").unwrap_or(line));
        command.push('\n');
        // An apostrophe in a comment opens no quotation.
        let code: String = command.lines().map(|l| l.split(" #").next().unwrap_or(l)).collect();
        let open = code.matches('\'').count() % 2 == 1 || line.ends_with('\\');
        if !open {
            let whole = std::mem::take(&mut command);
            let whole = whole.trim();
            if !whole.is_empty() && !whole.starts_with('#') {
                list.push(whole.to_owned());
            }
        }
    }
    assert!(command.is_empty(), "a command without an end: {command}");
    list
}

/// A folder in which commands run: `atlas` on the path, a trace, and curl failing on errors.
struct Workplace {
    folder: tempfile::TempDir,
    model: PathBuf,
}

impl Workplace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_atlas"), at("atlas")).unwrap();
        std::fs::write(at(".curlrc"), "fail\nsilent\n").unwrap();
        let trace = "{\"timestamp\": 0, \"input_length\": 16, \"output_length\": 2, \
                     \"hash_ids\": [1]}\n";
        std::fs::write(at("conversation_trace.jsonl"), trace.repeat(2)).unwrap();
        std::fs::write(at("atlas.toml"), "port = 0\n").unwrap();
        let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini");
        Self { folder, model: model.canonicalize().unwrap() }
    }

    fn shell(&self, line: &str, address: &str) -> Command {
        let mut command = Command::new("sh");
        let path = std::env::var("PATH").unwrap();
        command
            .args(["-c", line])
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}", self.folder.path().display()))
            .env("HOME", self.folder.path())
            .env("ATLAS_URL", format!("http://{address}"))
            .env("ATLAS_PORT", "0")
            .stdin(Stdio::null());
        command
    }

    /// The command as it is run here.
    fn adapted(&self, command: &str, address: &str) -> String {
        let model = self.model.to_str().unwrap();
        let mut line = command.replace("path/to/checkpoint", model).replace("path/to/model", model);
        line = line.replace("127.0.0.1:8888", address);
        for (from, to) in REPLACED {
            line = line.replace(from, to);
        }
        let words: Vec<&str> = line.split(' ').collect();
        let port = words.iter().position(|word| *word == "--port");
        match port.and_then(|at| words.get(at + 1)) {
            Some(given) => line.replace(&format!("--port {given}"), "--port 0"),
            None => line,
        }
    }

    /// Runs all commands of a page in their order.
    fn run(&self, name: &str, page: &str) {
        let mut served: Option<Served> = None;
        for command in commands(page) {
            let skipped = NOT_RUN.iter().any(|(begin, _)| command.starts_with(begin));
            if skipped || command.contains(HUB_ID) {
                continue;
            }
            let served_here = served.get_or_insert_with(|| Served::start(&[]));
            let line = self.adapted(&command, &served_here.address);
            if line.contains("atlas serve") {
                drop(served.take());
                let started = Served::of(self.shell(&format!("exec env {line}"), ""));
                assert_eq!(started.get("/health").0, 200, "{name}: {command}");
                if line.contains("--record ") {
                    let body = serde_json::json!({"prompt": "The sea", "max_tokens": 4});
                    assert_eq!(started.post("/v1/completions", &body).0, 200);
                    // Recordings are whole once the server has ended.
                    let mut ending = started;
                    ending.signal("-TERM");
                    assert_eq!(ending.exit_code(Duration::from_secs(20)), Some(0));
                } else {
                    served = Some(started);
                }
                continue;
            }
            let output = self.shell(&line, &served_here.address).output().unwrap();
            assert!(
                output.status.success(),
                "{name}: {command}\nran as: {line}\n{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

#[test]
fn commands_of_the_readme_and_the_guides_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    for entry in std::fs::read_dir(root.join("docs/guide")).unwrap() {
        pages.push(entry.unwrap().path());
    }
    pages.sort();
    let mut seen = 0;
    for path in pages.iter().filter(|path| path.extension().is_some_and(|e| e == "md")) {
        let page = std::fs::read_to_string(path).unwrap();
        seen += commands(&page).len();
        Workplace::new().run(&path.display().to_string(), &page);
    }
    assert!(seen > 20, "{seen} commands were found");
}

#[test]
fn commands_are_told_apart() {
    let page = "```sh\na 'b\nc'   # it's d\n# only a comment\n\ne \\\n  f\n```\n```json\n{}\n```\n";
    assert_eq!(commands(page), ["a 'b\nc'   # it's d", "e \\\n  f"]);
}
