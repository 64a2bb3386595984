//! Lines of at most 100 columns.
//!
//! Two kinds of lines may be longer: one with a word that cannot be broken (an address, a path, a
//! number), and in tests one whose text is a literal, because breaking test data hides it.

use super::limits::{COLUMNS_MAX, Finding};
use super::source::SourceFile;

/// A word of this many columns leaves no place to break the line.
const LONG_WORD: usize = 80;
const EXTENSIONS: [&str; 6] = ["rs", "cu", "cuh", "h", "cpp", "py"];

/// Reports longer lines.
pub fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| EXTENSIONS.contains(&file.extension())) {
        let test = is_test(&file.path);
        for (i, line) in file.text.lines().enumerate() {
            let columns = line.chars().count();
            if columns > COLUMNS_MAX && !has_long_word(line) && !(test && is_data(line)) {
                let text = format!("{columns} columns, at most {COLUMNS_MAX}");
                let path = file.path.clone();
                findings.push(Finding { path, line: i + 1, text });
            }
        }
    }
    findings
}

fn has_long_word(line: &str) -> bool {
    line.split_whitespace().any(|word| word.chars().count() >= LONG_WORD)
}

/// Whether a path is that of a test.
pub fn is_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let folder = ["/tests/", "/testkit/"].iter().any(|folder| path.contains(folder));
    folder
        || path.starts_with("tests/")
        || name.ends_with("tests.rs")
        || (name.starts_with("test_") && name.ends_with(".py"))
}

/// Whether a line holds a literal, or lies inside one that spans lines.
fn is_data(line: &str) -> bool {
    line.contains('"') || line.contains('\'') || line.trim_end().ends_with('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        check(&[SourceFile { path: path.into(), text: text.into() }]).len()
    }

    #[test]
    fn long_lines_are_reported() {
        let long = "word ".repeat(25);
        assert_eq!(found("crates/a/src/b.rs", &long), 1);
        assert_eq!(found("a.md", &long), 0);
        assert_eq!(found("crates/a/src/b.rs", &"é".repeat(100)), 0);
        assert_eq!(found("crates/a/src/b.rs", &format!("// see https://{}", "a".repeat(100))), 0);
    }

    #[test]
    fn literals_of_tests_may_be_longer() {
        let line = format!("    \"{}\",", "word ".repeat(25));
        assert_eq!(found("crates/a/tests/b.rs", &line), 0);
        assert_eq!(found("crates/a/src/b.rs", &line), 1);
        assert_eq!(found("crates/a/tests/b.rs", &"word ".repeat(25)), 1);
    }
}
