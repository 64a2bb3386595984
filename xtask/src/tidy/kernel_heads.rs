//! Heads of CUDA kernel files: the five lines that say what a kernel is for and how fast it is.

use super::source::SourceFile;

/// Every `.cu` file below it has a head.
const FOLDER: &str = "crates/atlas-cuda/kernels/";

/// Beginnings of the first lines of a file, in order.
const HEAD: [&str; 5] = ["// Computes: ", "// Picked: ", "// Tiling: ", "// Limit: ", "// Share: "];

/// Reports every kernel file whose first lines are not those of [`HEAD`]. Headers (`.cuh`) have
/// none.
pub fn check(files: &[SourceFile]) -> Vec<String> {
    let is_kernel = |file: &&SourceFile| file.path.starts_with(FOLDER) && file.extension() == "cu";
    files.iter().filter(is_kernel).filter_map(fault).collect()
}

/// The first line of the head that is missing, out of order or empty.
fn fault(file: &SourceFile) -> Option<String> {
    let mut lines = file.text.lines();
    let is_wrong = |start: &&str| {
        let said = lines.next().and_then(|line| line.strip_prefix(*start));
        said.is_none_or(|said| said.trim().is_empty())
    };
    let at = HEAD.iter().position(is_wrong)?;
    let (path, line, start) = (&file.path, at + 1, HEAD[at].trim_end());
    Some(format!("{path}:{line}: a kernel file begins with five lines, this one with `{start}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[SourceFile { path: path.to_owned(), text: text.to_owned() }])
    }

    const WHOLE: &str = "\
// Computes: out[T, N] = x[T, K] weight[N, K]^T.
// Picked: one row.
// Tiling: a warp for each output.
// Limit: bandwidth.
// Share: not recorded.
#include \"include/common.cuh\"
";

    #[test]
    fn a_head_that_is_incomplete_is_reported() {
        let path = "crates/atlas-cuda/kernels/gemm/gemv.cu";
        assert!(found(path, WHOLE).is_empty());
        let swapped = WHOLE.replace("Picked", "Limit").replacen("Limit: bandwidth", "Picked: x", 1);
        let headless = format!("// Products.\n{WHOLE}");
        let unsaid = WHOLE.replace("a warp for each output.", "");
        let short = "// Computes: nothing.\n";
        for (planted, line) in [(&*swapped, 2), (&*headless, 1), (&*unsaid, 3), (short, 2), ("", 1)]
        {
            let findings = found(path, planted);
            assert_eq!(findings.len(), 1, "{planted}");
            assert!(findings[0].contains(&format!("gemv.cu:{line}: ")), "{findings:?}");
        }
    }

    #[test]
    fn headers_and_files_elsewhere_have_no_head() {
        assert!(found("crates/atlas-cuda/kernels/include/mma.cuh", "#pragma once\n").is_empty());
        assert!(found("tools/sanitize/planted.cu", "#include <cstdio>\n").is_empty());
    }
}
