//! `atlas quantize`: the summary, the files beside the weights, and runs that fail or are stopped.

use crate::support::{atlas, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut all: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    all.sort();
    all
}

#[test]
fn a_quantised_checkpoint_is_smaller_and_has_all_other_files() {
    let parent = tempfile::tempdir().unwrap();
    let input = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");
    let copy = parent.path().join("in");
    fs::create_dir(&copy).unwrap();
    for name in names(Path::new(input)).into_iter().filter(|name| name != "results") {
        fs::copy(Path::new(input).join(&name), copy.join(&name)).unwrap();
    }
    fs::write(copy.join("old.gguf"), "weights of another kind").unwrap();
    fs::write(copy.join("LICENSE"), "text").unwrap();
    let out = parent.path().join("out");
    let (from, to) = (copy.to_str().unwrap(), out.to_str().unwrap());
    let run = atlas(&["quantize", from, to, "--format", "fp8-row", "--json"]);
    assert!(run.status.success(), "{}", stderr(&run));
    assert_eq!(stderr(&run), "", "no bar without a terminal");
    let report: Value = serde_json::from_str(&stdout(&run)).unwrap();
    let number = |key: &str| report[key].as_f64().unwrap();
    assert!(number("bytes_after") < 0.8 * number("bytes_before"), "{report}");
    assert!(report["modules"]["fp8-row"].as_u64().unwrap() > 20, "{report}");
    let error = &report["largest_relative_error"]["fp8-row"];
    assert!(error["error"].as_f64().is_some_and(|e| e > 0.01 && e < 0.04), "{report}");
    assert_eq!(report["left_out"], serde_json::json!(["old.gguf"]));
    // Every byte of the new weights is used, so it is what a server of them is planned to hold.
    let plan = atlas(&["plan", to, "--json"]);
    let plan: Value = serde_json::from_str(&stdout(&plan)).unwrap();
    assert_eq!(plan["weights_bytes"], report["bytes_after"], "{report}");
    let mut expected = names(&copy);
    expected.retain(|name| name != "old.gguf");
    assert_eq!(names(&out), expected);
    for name in expected.iter().filter(|n| !n.starts_with("model.") && *n != "config.json") {
        assert_eq!(fs::read(copy.join(name)).unwrap(), fs::read(out.join(name)).unwrap(), "{name}");
    }
    let config: Value =
        serde_json::from_slice(&fs::read(out.join("config.json")).unwrap()).unwrap();
    let described = &config["quantization_config"];
    assert_eq!(described["format"], "float-quantized");
    assert_eq!(described["config_groups"]["group_0"]["weights"]["strategy"], "channel");
    // As readable as any folder.
    let mode =
        |path: &Path| std::os::unix::fs::MetadataExt::mode(&fs::metadata(path).unwrap()) & 0o777;
    assert_eq!(mode(&out), mode(&copy));

    let cases: [(&[&str], &str); 6] = [
        (&[from, to, "--format", "nvfp4"], "the folder is not empty"),
        (&[to, "new", "--format", "nvfp4"], "is quantised already (quantization_config"),
        (&["no-such-folder/x/y", "new", "--format", "nvfp4"], "no-such-folder"),
        (&[from, "new", "--format", "fp4"], "possible values: fp8-block, fp8-row, nvfp4, mxfp4"),
        (&[from, "new", "--format", "nvfp4", "--keep", "*.x_proj=bf16"], "the nearest are model."),
        (&[from, "new", "--format", "nvfp4", "--keep", "*.x_proj"], "expected PATTERN=bf16"),
    ];
    for (args, said) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        let run = command.arg("quantize").args(args).current_dir(parent.path()).output().unwrap();
        assert!(!run.status.success() && stderr(&run).contains(said), "{said}: {}", stderr(&run));
        assert_eq!(names(parent.path()), ["in", "out"], "{said}");
    }
}

#[test]
fn a_run_that_is_stopped_or_cannot_write_leaves_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let quantize = |shell: &str| {
        let mut command = Command::new("sh");
        let line = format!("{shell} exec \"$0\" quantize atlas-mini \"$1\" --format nvfp4");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_atlas")]).arg(&out);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let child = quantize("");
        let started = Instant::now();
        while names(parent.path()).is_empty() {
            assert!(started.elapsed() < Duration::from_secs(60), "the run does not start");
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(names(parent.path())[0].starts_with(".out."), "{:?}", names(parent.path()));
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let run = child.wait_with_output().unwrap();
        assert_eq!(run.status.code(), Some(status), "{}", stderr(&run));
        assert!(stderr(&run).contains("interrupted: nothing was written"), "{}", stderr(&run));
        assert!(names(parent.path()).is_empty());
    }
    // A limit on the size of files, as a full disk is for them.
    let run = quantize("trap '' XFSZ; ulimit -f 1000;").wait_with_output().unwrap();
    let said = format!("cannot write {}: ", out.join("model.safetensors").display());
    assert!(run.status.code() == Some(1) && stderr(&run).contains(&said), "{}", stderr(&run));
    assert!(names(parent.path()).is_empty());
}
