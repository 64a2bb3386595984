//! Links to files of the repository, and paths of it in backticks, that lead nowhere.

use super::limits::Finding;
use super::source::SourceFile;
use std::collections::{BTreeMap, BTreeSet};

/// Pages that record the past.
const EXEMPT: [&str; 2] = ["CHANGELOG.md", "docs/benchmarks/log/"];

/// The paths that exist: files known to git, and their folders.
struct Tree<'a> {
    paths: BTreeSet<&'a str>,
    /// Headings of every page, as anchors.
    anchors: BTreeMap<&'a str, BTreeSet<String>>,
}

impl<'a> Tree<'a> {
    fn new(paths: &'a [String], files: &'a [SourceFile]) -> Self {
        let mut known = BTreeSet::new();
        for path in paths {
            known.insert(path.as_str());
            known.extend(path.match_indices('/').map(|(at, _)| &path[..at]));
        }
        let pages = files.iter().filter(|file| file.extension() == "md");
        let anchors = pages.map(|page| (page.path.as_str(), anchors_of(&page.text))).collect();
        Self { paths: known, anchors }
    }

    fn has(&self, path: &str) -> bool {
        self.paths.contains(path.trim_end_matches('/'))
    }

    /// Whether a path is that of a crate's test, written from the crate's folder.
    fn has_test(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let of_crate =
            |known: &str| known.starts_with("crates/") && known.ends_with(&format!("/{path}"));
        path.starts_with("tests/") && self.paths.iter().any(|known| of_crate(known))
    }

    /// Whether a path begins with a folder at the top of the repository.
    fn begins_at_top(&self, path: &str) -> bool {
        path.split_once('/').is_some_and(|(top, _)| self.paths.contains(top))
    }
}

/// Reports links and paths without a target. `paths` are all tracked files.
pub fn check(paths: &[String], files: &[SourceFile]) -> Vec<Finding> {
    let tree = Tree::new(paths, files);
    let mut findings = Vec::new();
    let read = |file: &&SourceFile| !EXEMPT.iter().any(|path| file.path.starts_with(path));
    for file in files.iter().filter(read) {
        for (line, text) in prose_of(file) {
            let links = links_in(&text).into_iter().filter_map(|target| {
                let missing = missing_target(&tree, &file.path, target)?;
                Some(format!("the link `{target}` leads nowhere: {missing}"))
            });
            let quoted = quoted_in(&text).into_iter().filter_map(|path| {
                let missing = missing_path(&tree, path)?;
                Some(format!("no file or folder `{missing}`"))
            });
            for text in links.chain(quoted) {
                let path = file.path.clone();
                findings.push(Finding { path, line, text });
            }
        }
    }
    findings
}

/// Lines of a page outside code blocks, or the comments of a program.
fn prose_of(file: &SourceFile) -> Vec<(usize, String)> {
    if file.extension() != "md" {
        return file.comments().into_iter().map(|c| (c.line, c.text)).collect();
    }
    let mut code = false;
    let mut out = Vec::new();
    for (i, line) in file.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            code = !code;
        } else if !code {
            out.push((i + 1, line.to_owned()));
        }
    }
    out
}

/// The targets of `[text](target)` outside backticks.
fn links_in(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for prose in line.split('`').step_by(2) {
        for (at, _) in prose.match_indices("](") {
            let target = prose[at + 2..].split([')', ' ']).next().unwrap_or_default();
            out.push(target);
        }
    }
    out
}

/// The texts in backticks.
fn quoted_in(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// The part of a link's target that does not exist. Only links to files and anchors are looked at:
/// no addresses, and no names of Rust items.
fn missing_target(tree: &Tree<'_>, from: &str, target: &str) -> Option<String> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let is_file = path.contains(['/', '.']) && !path.contains(':');
    let page = match path {
        "" if anchor.is_empty() => return None,
        "" => from.to_owned(),
        path if is_file => joined(from, path),
        _ => return None,
    };
    if !page.is_empty() && !tree.has(&page) {
        return Some(page);
    }
    let anchors = tree.anchors.get(page.as_str())?;
    let missing = !anchor.is_empty() && !anchors.contains(&anchor.to_lowercase());
    missing.then(|| format!("{page} has no heading `{anchor}`"))
}

/// A path relative to the folder of the file `from`.
fn joined(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if path.starts_with('/') {
        parts.clear();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A path in backticks that begins at the top of the repository and does not exist. Patterns and
/// paths with the placeholder `NAME` are left out. Text after a colon is a line or an item.
fn missing_path<'p>(tree: &Tree<'_>, path: &'p str) -> Option<&'p str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:#".contains(c);
    let pattern = ["...", "://", "NAME"].iter().any(|part| path.contains(part));
    if !path.chars().all(plain) || pattern {
        return None;
    }
    let path = path.split([':', '#']).next().unwrap_or_default();
    let missing = tree.begins_at_top(path) && !tree.has(path) && !tree.has_test(path);
    missing.then_some(path)
}

/// Headings as the anchors that GitHub makes of them.
fn anchors_of(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let page = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
        let files = [page("docs/a.md", "# The first, of two\n"), page(path, text)];
        let known = ["docs/a.md", "crates/x/src/lib.rs", "crates/x/tests/t.rs", "tests/u.py"];
        let paths: Vec<String> = known.into_iter().chain([path]).map(String::from).collect();
        check(&paths, &files).into_iter().map(|finding| finding.text).collect()
    }

    #[test]
    fn broken_links_are_reported() {
        let good =
            "[a](a.md) [b](../crates/x/src/lib.rs) [c](https://x.y) [d](a.md#the-first-of-two)";
        assert!(found("docs/b.md", good).is_empty());
        assert_eq!(found("docs/b.md", "See [a](c.md) and `[x](y.md)`.").len(), 1);
        assert_eq!(found("docs/b.md", "See [a](a.md#second).").len(), 1);
        assert_eq!(found("docs/b.md", "# One\n[a](#one) [b](#two)").len(), 1);
        assert_eq!(found("crates/x/src/b.rs", "//! [a](../../../docs/a.md)\n").len(), 0);
        assert_eq!(found("crates/x/src/b.rs", "//! [a](../docs/a.md) [B](Self::b)\n").len(), 1);
    }

    #[test]
    fn broken_paths_in_backticks_are_reported() {
        let good = "`docs/a.md`, `crates/x/src/lib.rs:12`, `crates/x`, `docs/<op>.md`, `a/b.rs`";
        assert!(found("b.md", good).is_empty());
        assert_eq!(found("b.md", "`docs/c.md`").len(), 1);
        assert_eq!(found("b.md", "`tests/t.rs`, `tests/u.py`, `docs/NAME.md`").len(), 0);
        assert_eq!(found("b.md", "`tests/v.rs`").len(), 1);
        assert_eq!(found("b.md", "```\n`docs/c.md`\n```\n").len(), 0);
        assert_eq!(found("crates/x/src/b.rs", "// See `crates/x/src/old.rs`.\n").len(), 1);
        assert_eq!(found("CHANGELOG.md", "`docs/c.md`").len(), 0);
    }
}
