//! Compiles `kernels/<operation>/<method>.cu` for every target and writes a table that embeds the
//! results.
//!
//! A result is kept under the hash of all it is made from (the source with the project's headers in
//! it, the flags, the compiler's version), so that an unchanged kernel is never compiled again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

/// Targets with the instructions of their own generation.
const TARGETS: [&str; 3] = ["90a", "100a", "121a"];
/// The variable that names some of them, for builds that are tried and not shipped.
const SOME_TARGETS: &str = "ATLAS_CUDA_TARGETS";
/// The beginning of the name of a method for one target alone, and that target.
const SM90: (&str, &[&str]) = ("sm90_", &["90a"]);
const FLAGS: [&str; 6] = ["-cubin", "-O3", "-std=c++17", "--threads=1", "-Werror", "all-warnings"];

type Result<T> = std::result::Result<T, String>;

/// One source for one target.
struct Job {
    name: String,
    target: &'static str,
    source: PathBuf,
    key: String,
}

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=kernels");
    for name in ["CUDA_HOME", "PATH", "XDG_CACHE_HOME", SOME_TARGETS] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            println!("cargo::error={}", what.replace('\n', "\ncargo::error="));
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let table = out.join("modules.rs");
    if env::var_os("CARGO_FEATURE_CUDA").is_none() {
        return write(&table, b"&[]");
    }
    let (nvcc, version) = find_nvcc()?;
    let cache = cache_dir(&out);
    fs::create_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("no CARGO_MANIFEST_DIR")?);
    let root = root.join("kernels");
    let jobs = jobs(&root, &version)?;
    // Jobs with the same key give the same bytes: each key is made once.
    let unique: BTreeMap<&str, &Job> = jobs.iter().map(|job| (job.key.as_str(), job)).collect();
    let missing: Vec<&Job> =
        unique.into_values().filter(|job| !cached(&cache, &job.key).is_file()).collect();
    compile_all(&nvcc, &root, &missing, &cache)?;
    let mut text = String::from("&[\n");
    for job in &jobs {
        let path = cached(&cache, &job.key);
        text += &format!(
            "Module {{ name: {:?}, target: {:?}, packed: include_bytes!({path:?}) }},\n",
            job.name,
            format!("sm_{}", job.target)
        );
    }
    write(&table, (text + "]").as_bytes())
}

/// All sources for all their targets, by name.
fn jobs(root: &Path, version: &str) -> Result<Vec<Job>> {
    let (mut jobs, wanted) = (Vec::new(), targets()?);
    for folder in sorted(root)?.into_iter().filter(|path| path.is_dir()) {
        let operation = stem(&folder);
        for source in sorted(&folder)? {
            if source.extension().is_none_or(|e| e != "cu") {
                continue;
            }
            let (method, text) =
                (stem(&source), with_headers(&source, root, &mut BTreeSet::new())?);
            let targets = if method.starts_with(SM90.0) { SM90.1 } else { &TARGETS };
            let name = format!("{operation}/{method}");
            for &target in targets.iter().filter(|target| wanted.contains(target)) {
                let all = format!("{version}\n{FLAGS:?}\n{target}\n{text}");
                let key = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(all.as_bytes()));
                jobs.push(Job { name: name.clone(), target, source: source.clone(), key });
            }
        }
    }
    Ok(jobs)
}

/// The targets to compile for.
fn targets() -> Result<Vec<&'static str>> {
    let Ok(some) = env::var(SOME_TARGETS) else { return Ok(TARGETS.to_vec()) };
    let named: Vec<&str> = some.split(',').collect();
    if let Some(unknown) = named.iter().find(|name| !TARGETS.contains(name)) {
        return Err(format!("{SOME_TARGETS}: {unknown:?} is none of {}", TARGETS.join(", ")));
    }
    Ok(TARGETS.into_iter().filter(|target| named.contains(target)).collect())
}

/// Entries of a folder, sorted by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn stem(path: &Path) -> String {
    path.file_stem().and_then(|s| s.to_str()).unwrap_or_default().to_owned()
}

/// A source with every `#include "..."` followed by the text of the header below `root`, each once.
/// Headers in angle brackets belong to the compiler, whose version is part of the key, or to the
/// emulator, which compiles sources itself.
fn with_headers(path: &Path, root: &Path, seen: &mut BTreeSet<PathBuf>) -> Result<String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        out.push_str(line);
        out.push('\n');
        let name = line.trim().strip_prefix("#include \"").and_then(|rest| rest.strip_suffix('"'));
        if let Some(name) = name {
            let header = root.join(name);
            if seen.insert(header.clone()) {
                out.push_str(&with_headers(&header, root, seen)?);
            }
        }
    }
    Ok(out)
}

fn cached(cache: &Path, key: &str) -> PathBuf {
    cache.join(format!("{key}.cubin.xz"))
}

/// `target/cuda-kernels`, so that profiles and features share it; inside `OUT_DIR` where cargo's
/// folders are not as usual.
fn cache_dir(out: &Path) -> PathBuf {
    let target = out.ancestors().find(|a| a.join("CACHEDIR.TAG").is_file());
    target.unwrap_or(out).join("cuda-kernels")
}

/// Compiles on as many threads as cargo gives; all failures are reported.
fn compile_all(nvcc: &Path, root: &Path, jobs: &[&Job], cache: &Path) -> Result<()> {
    let threads = env::var("NUM_JOBS").ok().and_then(|n| n.parse().ok()).unwrap_or(1usize);
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(what) = compile(nvcc, root, job, cache)
                        && let Ok(mut failures) = failures.lock()
                    {
                        failures.push(what);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().map_err(|e| e.to_string())?;
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn compile(nvcc: &Path, root: &Path, job: &Job, cache: &Path) -> Result<()> {
    let target = job.target;
    let cubin = cache.join(format!("{}.{}.cubin", job.key, std::process::id()));
    let output = Command::new(nvcc)
        .args(FLAGS)
        .arg("-I")
        .arg(root)
        .arg(format!("-gencode=arch=compute_{target},code=sm_{target}"))
        .arg("-o")
        .args([&cubin, &job.source])
        .output()
        .map_err(|e| format!("{}: {e}", nvcc.display()))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{}.cu for sm_{target} does not compile:\n{text}", job.name));
    }
    let bytes = fs::read(&cubin).map_err(|e| format!("{}: {e}", cubin.display()))?;
    let packed = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(9))
        .and_then(|mut xz| xz.write_all(&bytes).and_then(|()| xz.finish()));
    let packed = packed.map_err(|e| format!("compressing {}: {e}", job.name))?;
    // Renamed into place: a build beside this one sees all of it or nothing.
    let half = cubin.with_extension("xz");
    write(&half, &packed)?;
    let done = cached(cache, &job.key);
    fs::rename(&half, &done).map_err(|e| format!("{}: {e}", done.display()))?;
    fs::remove_file(&cubin).map_err(|e| format!("{}: {e}", cubin.display()))
}

/// nvcc of a release this build takes: from `CUDA_HOME`, the path, or the folder that
/// `tools/cuda-toolkit.sh` fills; and the text of its version.
fn find_nvcc() -> Result<(PathBuf, String)> {
    let mut places: Vec<(String, PathBuf)> = Vec::new();
    if let Some(home) = env::var_os("CUDA_HOME") {
        places.push(("CUDA_HOME".into(), Path::new(&home).join("bin/nvcc")));
    }
    for folder in env::split_paths(&env::var_os("PATH").unwrap_or_default()) {
        let nvcc = folder.join("nvcc");
        if nvcc.is_file() {
            places.push(("PATH".into(), nvcc));
        }
    }
    let cache = env::var_os("XDG_CACHE_HOME").filter(|v| !v.is_empty()).map(PathBuf::from);
    let cache = cache.or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cache")));
    if let Some(cache) = cache {
        let nvcc = cache.join("atlas/cuda-13.0/nvidia/cu13/bin/nvcc");
        places.push(("tools/cuda-toolkit.sh".into(), nvcc));
    }
    let mut why = String::new();
    for (place, nvcc) in places {
        match version(&nvcc) {
            Ok(version) => return Ok((nvcc, version)),
            Err(what) => why += &format!("\n  {place}: {what}"),
        }
    }
    Err(format!(
        "the feature `cuda` needs nvcc of CUDA 13; run tools/cuda-toolkit.sh, or set CUDA_HOME.\n\
         Looked in:{why}"
    ))
}

fn version(nvcc: &Path) -> Result<String> {
    let output = Command::new(nvcc).arg("--version").output();
    let output = output.map_err(|e| format!("{}: {e}", nvcc.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() || !text.contains("release 13.") {
        let line = text.lines().find(|line| line.contains("release")).unwrap_or("no version");
        return Err(format!("{} is not of CUDA 13 ({})", nvcc.display(), line.trim()));
    }
    Ok(text)
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}
