//! Builds `libcuda.so.1` of the emulated device: the CUDA kernels compiled for the CPU.
//!
//! A kernel's source goes through the preprocessor; what the C++ of a CPU lacks is then written
//! differently (`__global__`, `__shared__`), the kernels are put on a list, and the host's compiler
//! does the rest. The functions behind it lie in `crates/atlas-cuda/emulator`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Sanitizers of the host's compiler that the emulator tells of its threads.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum Sanitizer {
    /// Accesses outside of an allocation or of shared memory.
    Address,
    /// Accesses of two threads of a launch that no barrier keeps apart.
    Thread,
}

/// Folder of all kernels, each in the folder of its operation.
pub const KERNELS: &str = "crates/atlas-cuda/kernels";

/// Compiles the kernels below `folder`, which is taken from `root`, into `out/libcuda.so.1`.
///
/// # Errors
/// No C++ compiler, or a source that does not compile.
pub fn build(
    root: &Path,
    folder: &str,
    out: &Path,
    sanitizer: Option<Sanitizer>,
) -> Result<PathBuf> {
    let home = &root.join("crates/atlas-cuda/emulator");
    std::fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let folder = root.join(folder);
    let mut kernels = Vec::new();
    kernels_below(&folder, &mut kernels)?;
    kernels.sort();
    let mut sources = Vec::new();
    for kernel in kernels {
        let place = kernel.strip_prefix(&folder).context("a source outside of its folder")?;
        // Two operations may have a method of the same name.
        let name = place.with_extension("").to_string_lossy().replace(['/', '\\'], "_");
        sources.push(kernel_source(&kernel, &name, root, out)?);
    }
    sources.extend(
        ["fibers.cpp", "named_barriers.cpp", "mbarriers.cpp", "driver.cpp"]
            .map(|name| home.join(name)),
    );
    let mut jobs = Vec::new();
    for source in &sources {
        let stem = source.file_stem().context("a source without a name")?.to_string_lossy();
        let object = out.join(format!("{stem}.o"));
        let mut compile = compile_job(source, home, sanitizer);
        compile.arg("-o").arg(&object);
        jobs.push((compile, object));
    }
    // Two at a time: one a core of the smallest machine.
    for pair in jobs.chunks_mut(2) {
        let running = pair
            .iter_mut()
            .map(|(compile, _)| compile.spawn().context("a C++ compiler is needed"))
            .collect::<Result<Vec<_>>>()?;
        for mut one in running {
            ensure!(one.wait()?.success(), "the C++ compiler failed");
        }
    }
    let library = out.join("libcuda.so.1");
    let mut link = compiler();
    link.arg("-shared").arg("-o").arg(&library).args(jobs.iter().map(|(_, object)| object));
    if let Some(sanitizer) = sanitizer {
        link.arg(flag(sanitizer));
    }
    link.arg("-Wl,-soname,libcuda.so.1");
    ensure!(link.status()?.success(), "linking {} failed", library.display());
    if sanitizer.is_none() {
        products(home, out)?;
    }
    Ok(library)
}

/// Appends the kernel sources below a folder.
fn kernels_below(folder: &Path, sources: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            kernels_below(&path, sources)?;
        } else if path.extension().is_some_and(|e| e == "cu") {
            sources.push(path);
        }
    }
    Ok(())
}

/// The compiler on one source, still without the name of its output.
fn compile_job(source: &Path, home: &Path, sanitizer: Option<Sanitizer>) -> Command {
    let mut compile = compiler();
    compile.args([
        "-Wno-psabi",
        "-std=c++20",
        "-O2",
        "-g1",
        "-fPIC",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
        "-Wall",
        "-Wno-unknown-pragmas",
        "-Wno-unused-function",
    ]);
    match sanitizer {
        // The emulator's own files only tell the sanitizer what the fibers do.
        Some(sanitizer) if source.starts_with(home) => {
            compile.arg(told(sanitizer));
        }
        Some(sanitizer) => {
            compile.arg(flag(sanitizer)).arg("-fno-omit-frame-pointer");
        }
        None => {}
    }
    compile.arg("-I").arg(home).arg("-c").arg(source);
    compile
}

/// `out/libcublasLt.so.13`, which computes on the emulated device.
fn products(home: &Path, out: &Path) -> Result<()> {
    let mut link = compiler();
    link.args(["-std=c++20", "-O2", "-fPIC", "-Wall", "-shared", "-Wl,-rpath,$ORIGIN", "-o"]);
    link.arg(out.join("libcublasLt.so.13")).arg(home.join("cublaslt.cpp"));
    link.arg("-L").arg(out).arg("-l:libcuda.so.1");
    ensure!(link.status()?.success(), "building the emulated cuBLASLt failed");
    Ok(())
}

fn compiler() -> Command {
    Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()))
}

fn flag(sanitizer: Sanitizer) -> &'static str {
    match sanitizer {
        Sanitizer::Address => "-fsanitize=address",
        Sanitizer::Thread => "-fsanitize=thread",
    }
}

fn told(sanitizer: Sanitizer) -> &'static str {
    match sanitizer {
        Sanitizer::Address => "-DEMU_ADDRESS_SANITIZER",
        Sanitizer::Thread => "-DEMU_THREAD_SANITIZER",
    }
}

/// The C++ of one kernel source, in `out`.
fn kernel_source(source: &Path, name: &str, root: &Path, out: &Path) -> Result<PathBuf> {
    let home = &root.join("crates/atlas-cuda/emulator");
    let space = format!("of_{name}");
    let full = std::fs::canonicalize(source).with_context(|| source.display().to_string())?;
    // A namespace for each source: on the device they are programs apart.
    let whole = format!(
        "#include \"driver.h\"\n#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n\
         namespace {space} {{\n#include \"{}\"\n}}\n",
        full.display()
    );
    let first = out.join(format!("{name}.all.cpp"));
    std::fs::write(&first, whole)?;
    let output = compiler()
        .args(["-std=c++20", "-E", "-I"])
        .arg(home)
        .arg("-I")
        .arg(home.join("include"))
        // `<emulator/...>`, and the kernels' own headers.
        .arg("-I")
        .arg(root.join("crates/atlas-cuda"))
        .arg("-I")
        .arg(root.join(KERNELS))
        .arg(&first)
        .output()
        .context("a C++ compiler is needed")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    let (mut text, kernels) = host_text(&text).with_context(|| source.display().to_string())?;
    ensure!(!kernels.is_empty(), "{} has no kernel", source.display());
    text.push('\n');
    for Kernel { name, parameter } in &kernels {
        text += &format!(
            "static emu::Registered emu_{name}(\"{name}\", [](const void* p) {{ \
             {space}::{name}(*static_cast<const {space}::{parameter}*>(p)); }}, \
             sizeof({space}::{parameter}));\n"
        );
    }
    let done = out.join(format!("{name}.cpp"));
    std::fs::write(&done, text)?;
    Ok(done)
}

#[derive(Debug, PartialEq, Eq)]
struct Kernel {
    name: String,
    parameter: String,
}

/// Preprocessed CUDA C++ as C++, and its kernels.
fn host_text(text: &str) -> Result<(String, Vec<Kernel>)> {
    let (mut out, mut kernels, mut rest) = (String::with_capacity(text.len()), Vec::new(), text);
    let mut count = 0;
    loop {
        let next = [rest.find("__global__"), rest.find("__shared__")].into_iter().flatten().min();
        let Some(at) = next else { break };
        let (before, after) = rest.split_at(at);
        if let Some(after) = after.strip_prefix("__global__") {
            out += before;
            kernels.push(kernel(after)?);
            rest = after;
            continue;
        }
        let end = after.find(';').context("__shared__ without an end")?;
        let declared = after["__shared__".len()..end].trim();
        rest = &after[end + 1..];
        if let Some(before) = before.trim_end().strip_suffix("extern") {
            // `extern __shared__ T name[]` is as long as the launch says.
            out += before;
            let declared = match declared.strip_prefix("alignas(") {
                Some(rest) => rest.split_once(')').context("alignas without an end")?.1.trim(),
                None => declared,
            };
            let open = declared.strip_suffix("[]").context("dynamic shared memory without []")?;
            let (kind, name) = open.trim().rsplit_once(' ').context("a declaration")?;
            out += &format!("{kind}* const {name} = static_cast<{kind}*>(emu::dynamic_shared());");
        } else {
            // The members of a struct, by reference.
            out += before;
            let names = declarators(declared)?.join(", ");
            out += &format!(
                "struct emu_shared_{count} {{ {declared}; }}; \
                 auto& [{names}] = emu::static_shared<emu_shared_{count}>();"
            );
            count += 1;
        }
    }
    out += rest;
    Ok((out, kernels))
}

/// Name and parameter of what stands behind `__global__`.
fn kernel(text: &str) -> Result<Kernel> {
    let open = text.find('(').context("a kernel without parameters")?;
    let head = text[..open].split_whitespace().collect::<Vec<_>>();
    let [.., "void", name] = head[..] else { bail!("a kernel is void: {}", &text[..open]) };
    let close = open + text[open..].find(')').context("a kernel without an end")?;
    let words = text[open + 1..close].split_whitespace().collect::<Vec<_>>();
    match words[..] {
        ["const", parameter, _] => Ok(Kernel { name: name.into(), parameter: parameter.into() }),
        _ => bail!("kernel {name} takes one `const` struct, not ({})", words.join(" ")),
    }
}

/// The names of a declaration such as `float a[2], b[N]`.
fn declarators(declared: &str) -> Result<Vec<String>> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in declared.char_indices() {
        match c {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&declared[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&declared[start..]);
    parts
        .into_iter()
        .map(|part| {
            let name = part.split('[').next().unwrap_or(part).trim();
            let name =
                name.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(name);
            ensure!(!name.is_empty(), "a declaration without a name: {declared}");
            Ok(name.to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_and_shared_memory_are_rewritten() {
        let text = "extern \"C\" __global__ void f_bf16(const Params p) { \
                    extern __shared__ alignas(16) bf16 tile[]; \
                    __shared__ float a[N / 2][3], b[4]; \
                    __shared__ Found<A, B> c; g<bf16>(p, tile, a, b, c); }";
        let (out, kernels) = host_text(text).unwrap();
        assert_eq!(kernels, [Kernel { name: "f_bf16".into(), parameter: "Params".into() }]);
        assert!(
            out.contains("bf16* const tile = static_cast<bf16*>(emu::dynamic_shared());"),
            "{out}"
        );
        assert!(
            out.contains("struct emu_shared_0 { float a[N / 2][3], b[4]; }; auto& [a, b] ="),
            "{out}"
        );
        assert!(out.contains("auto& [c] = emu::static_shared<emu_shared_1>();"), "{out}");
        assert!(!out.contains("__shared__") && !out.contains("extern __"), "{out}");
    }

    #[test]
    fn a_kernel_of_two_parameters_is_refused() {
        let error = host_text("__global__ void f(const int* a, int n) {}").unwrap_err();
        assert!(error.to_string().contains("one `const` struct"), "{error}");
    }
}
