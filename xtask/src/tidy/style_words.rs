//! Words that `docs/style.md` refuses.

use super::limits::Finding;
use super::source::SourceFile;
use anyhow::{Context, Result};

/// The page with the list.
const PAGE: &str = "docs/style.md";
/// The section of the page, and the words in it that come before the openings of comments.
const SECTION: &str = "## Words that tidy refuses";
const OPENINGS_FOLLOW: &str = "begins with";

const EXTENSIONS: [&str; 7] = ["rs", "cu", "cuh", "h", "cpp", "py", "md"];
/// Pages that quote the words or record the past, and data that tests read.
const EXEMPT: [&str; 6] = [
    PAGE,
    "CHANGELOG.md",
    "docs/benchmarks/log/",
    "/fixtures/",
    "/tests/data/",
    "models/atlas-mini/results/",
];

/// Names with a refused word that stay, since programs outside the repository read them.
const KEPT_NAMES: [&str; 1] = [
    // Dashboards and alerts name the metric.
    "atlas_prefix_hollow_blocks",
];

/// The list of the page.
#[derive(Debug, PartialEq, Eq)]
struct Refused {
    /// Refused wherever they begin a word.
    words: Vec<String>,
    /// Refused as the first word of a comment.
    openings: Vec<String>,
}

impl Refused {
    /// Reads the words in backticks of the page's section.
    fn of_page(page: &str) -> Option<Self> {
        let section = page.split(SECTION).nth(1)?;
        let section = section.split("\n## ").next()?;
        let (before, after) = section.split_once(OPENINGS_FOLLOW)?;
        let quoted = |text: &str| -> Vec<String> {
            text.split('`').skip(1).step_by(2).map(str::to_lowercase).collect()
        };
        let (words, openings) = (quoted(before), quoted(after));
        (!words.is_empty() && !openings.is_empty()).then_some(Self { words, openings })
    }

    /// The refused word in a line, if there is one.
    fn word_in(&self, line: &str) -> Option<&str> {
        let whole = line.to_lowercase();
        let line = KEPT_NAMES.iter().fold(whole, |line, name| line.replace(name, ""));
        let starts_word =
            |at: usize| !line[..at].ends_with(|before: char| before.is_ascii_alphanumeric());
        let held =
            |word: &&String| line.match_indices(word.as_str()).any(|(at, _)| starts_word(at));
        self.words.iter().find(held).map(String::as_str)
    }

    /// The refused opening of the name of a function that a line declares, if it has one.
    fn opening_of_name(&self, line: &str) -> Option<&str> {
        let (_, name) = line.split_once("fn ")?;
        let (first, _) = name.split_once('_')?;
        self.openings.iter().find(|opening| *opening == first).map(String::as_str)
    }

    /// The refused opening of a comment, if it has one.
    fn opening_of(&self, comment: &str) -> Option<&str> {
        let words = |c: char| !c.is_alphanumeric() && c != '\'';
        let first = comment.trim_start().split(words).next()?.to_lowercase();
        self.openings.iter().find(|opening| **opening == first).map(String::as_str)
    }
}

/// Reports the words in code, comments and pages, and the openings of comments.
pub fn check(files: &[SourceFile]) -> Result<Vec<Finding>> {
    let page = files.iter().find(|file| file.path == PAGE);
    let refused = page.and_then(|page| Refused::of_page(&page.text));
    let refused = refused.with_context(|| format!("{PAGE} has no list under `{SECTION}`"))?;
    let mut findings = Vec::new();
    let read = |file: &&SourceFile| {
        let exempt = |part: &&str| file.path.contains(*part);
        EXTENSIONS.contains(&file.extension()) && !EXEMPT.iter().any(exempt)
    };
    for file in files.iter().filter(read) {
        let mut note = |line: usize, text: String| {
            let path = file.path.clone();
            findings.push(Finding { path, line, text });
        };
        for (i, line) in file.text.lines().enumerate() {
            if let Some(word) = refused.word_in(line) {
                note(i + 1, format!("`{word}` is refused by {PAGE}: {}", line.trim()));
            }
            if file.extension() == "rs"
                && let Some(word) = refused.opening_of_name(line)
            {
                note(i + 1, format!("a name begins with `{word}`: {}", line.trim()));
            }
        }
        for comment in file.comments().iter().filter(|comment| comment.starts) {
            if let Some(word) = refused.opening_of(&comment.text) {
                let text = comment.text.trim();
                note(comment.line, format!("a comment begins with `{word}`: {text}"));
            }
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list, spelled so that this file does not find itself.
    fn style(word: &str) -> SourceFile {
        let text = format!(
            "# Style\n{SECTION}\nText:\n\n`{word}`, and a comment that {OPENINGS_FOLLOW} `What` \
             or `How`.\n\n## More\n`other`\n"
        );
        SourceFile { path: PAGE.into(), text }
    }

    fn found(path: &str, text: &str) -> usize {
        let file = SourceFile { path: path.into(), text: text.into() };
        check(&[style("zork"), file]).unwrap().len()
    }

    #[test]
    fn words_of_the_page_are_reported() {
        assert_eq!(found("a.rs", "// A Zork waits.\nlet s = \"zorks\"; let is_zork = 1;\n"), 2);
        assert_eq!(found("a.md", "The other zork.\n"), 1);
        assert_eq!(found("a.rs", "// azork, other\n"), 0);
        assert_eq!(found("CHANGELOG.md", "zork\n"), 0);
        assert_eq!(found("crates/a/tests/data/b.md", "zork\n"), 0);
    }

    #[test]
    fn kept_names_hide_no_other_word_of_their_line() {
        let name = KEPT_NAMES[0];
        let style = || SourceFile { path: PAGE.into(), ..style("hol\u{6c}ow") };
        let found = |text: String| {
            let file = SourceFile { path: "a.rs".into(), text };
            check(&[style(), file]).unwrap().len()
        };
        let word = name.split('_').nth(2).unwrap();
        assert_eq!(found(format!("let metric = \"{name}\";\n")), 0);
        assert_eq!(found(format!("let {word} = \"{name}\";\n")), 1);
    }

    #[test]
    fn openings_of_comments_are_reported() {
        let text =
            "/// What it is,\n/// what it was.\nlet a = 1; // how\n// Somewhat\nfn what() {}\n";
        assert_eq!(found("a.rs", text), 2);
        assert_eq!(found("a.py", "\"\"\"How it works.\"\"\"\n# what\nx = '# What'\n"), 2);
        assert_eq!(found("a.md", "What it is.\n"), 0);
        assert_eq!(found("a.rs", concat!("fn ", "what_it_is() {}\nfn whatsoever() {}\n")), 1);
        assert_eq!(found("a.md", concat!("fn ", "what_it_is() {}\n")), 0);
    }

    #[test]
    fn a_page_without_the_list_is_an_error() {
        let page = SourceFile { path: PAGE.into(), text: "# Style\n".into() };
        assert!(check(&[page]).is_err());
    }
}
