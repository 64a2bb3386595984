//! Words and constructs that have no place in the tree.

use anyhow::Result;
use std::path::{Path, PathBuf};

struct Rule {
    /// Text that may not occur. Split in two here so that this file does not find itself.
    text: (&'static str, &'static str),
    why: &'static str,
    /// Only files whose path contains this.
    within: &'static str,
    /// Not files whose path starts with one of these.
    except: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule {
        text: ("is_pre", "fill"),
        why: "no phase flags: a step is a list of spans",
        within: ".rs",
        except: &[],
    },
    Rule {
        text: ("is_de", "code"),
        why: "no phase flags: a step is a list of spans",
        within: ".rs",
        except: &[],
    },
    Rule {
        text: ("TO", "DO"),
        why: "finish it or write it down as a limit",
        within: ".rs",
        except: &[],
    },
    Rule {
        text: ("FIX", "ME"),
        why: "finish it or write it down as a limit",
        within: "",
        except: &[],
    },
    Rule { text: ("todo", "!("), why: "no stubs", within: ".rs", except: &[] },
    Rule {
        text: ("#[ig", "nore"),
        why: "a test runs or does not exist",
        within: ".rs",
        except: &[],
    },
    Rule {
        text: ("env::", "var"),
        why: "settings come from the flag table of the binary",
        within: ".rs",
        except: &[
            "crates/atlas/",
            "crates/atlas-cuda/build.rs",
            "crates/atlas-disk/tests/",
            "xtask/",
        ],
    },
    Rule { text: ("/wo", "rk/"), why: "no machine paths", within: "", except: &[] },
    Rule { text: ("/ro", "ot/"), why: "no machine paths", within: "", except: &[] },
];

/// Folders and files in which `unsafe` may appear.
const UNSAFE_ALLOWED: &[&str] = &[
    "crates/atlas-cuda/",
    "crates/atlas-cuda-check/",
    "crates/atlas-disk/src/memory.rs",
    "crates/atlas-disk/src/queue/uring.rs",
    "crates/atlas-tensor/",
    "crates/atlas-model/src/checkpoint/",
    "xtask/src/emulator_run.rs",
];

/// Whether `text` occurs other than as the beginning of a longer word.
fn holds(line: &str, text: &str) -> bool {
    let goes_on = |rest: &str| rest.starts_with(|c: char| c.is_ascii_lowercase());
    let is_word = text.ends_with(|c: char| c.is_ascii_alphanumeric());
    line.match_indices(text).any(|(at, _)| !(is_word && goes_on(&line[at + text.len()..])))
}

/// Reports every occurrence of a banned text.
pub fn check(root: &Path, files: &[PathBuf]) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for file in files {
        let path = file.to_string_lossy();
        let Ok(text) = std::fs::read_to_string(root.join(file)) else { continue };
        for rule in RULES.iter().filter(|r| path.contains(r.within)) {
            if rule.except.iter().any(|e| path.starts_with(e)) {
                continue;
            }
            let needle = format!("{}{}", rule.text.0, rule.text.1);
            for (i, line) in text.lines().enumerate().filter(|(_, l)| holds(l, &needle)) {
                let line = line.trim();
                findings.push(format!("{path}:{}: `{needle}` ({}): {line}", i + 1, rule.why));
            }
        }
        if path.ends_with(".rs") && !UNSAFE_ALLOWED.iter().any(|a| path.starts_with(a)) {
            let needle = concat!("unsafe", " {");
            for (i, _) in text.lines().enumerate().filter(|(_, l)| l.contains(needle)) {
                findings.push(format!("{path}:{}: unsafe outside the modules meant for it", i + 1));
            }
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_word_is_another_word() {
        assert!(holds("if is_x {", "is_x"));
        assert!(holds("is_xs or is_x", "is_x"));
        assert!(!holds("\"is_xs\"", "is_x"));
        assert!(holds("is_x_step", "is_x"));
        assert!(holds("/a/b", "/a/"));
    }
}
