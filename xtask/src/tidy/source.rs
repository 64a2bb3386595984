//! The repository's text files, read once, and the comments in them.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Extensions of the files that are read.
const EXTENSIONS: [&str; 17] = [
    "rs", "cu", "cuh", "h", "cpp", "py", "md", "toml", "sh", "js", "mjs", "yml", "html", "json",
    "jsonl", "csv", "txt",
];

/// A text file of the repository.
pub struct SourceFile {
    /// Relative to the root, with `/` between the folders.
    pub path: String,
    pub text: String,
}

impl SourceFile {
    /// The extension, empty if there is none.
    pub fn extension(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// The comments of a program; none of other files.
    pub fn comments(&self) -> Vec<Comment> {
        match self.extension() {
            "rs" => comments(&self.text, Language::Rust),
            "cu" | "cuh" | "h" | "cpp" | "js" | "mjs" => comments(&self.text, Language::C),
            "py" => comments(&self.text, Language::Python),
            _ => Vec::new(),
        }
    }
}

/// Reads the text files among `files`.
pub fn read(root: &Path, files: &[PathBuf]) -> Result<Vec<SourceFile>> {
    let known = |file: &&PathBuf| {
        file.extension().is_some_and(|e| EXTENSIONS.iter().any(|known| e == *known))
    };
    let read = |file: &PathBuf| {
        let path = file.to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(root.join(file)).with_context(|| path.clone())?;
        Ok(SourceFile { path, text })
    };
    files.iter().filter(known).map(read).collect()
}

/// One line of a comment.
#[derive(Debug, PartialEq, Eq)]
pub struct Comment {
    /// Line in the file, from 1.
    pub line: usize,
    /// The text without the marks of the comment.
    pub text: String,
    /// Whether a comment, or a paragraph of one, starts here.
    pub starts: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Rust,
    C,
    Python,
}

/// Every comment of a program, line by line. A Python docstring counts as a comment.
fn comments(text: &str, language: Language) -> Vec<Comment> {
    let mut scanner = Scanner { rest: text, line: 1, fresh: true, out: Vec::new(), language };
    scanner.run();
    let mut comments = scanner.out;
    for i in (1..comments.len()).rev() {
        let goes_on = comments[i - 1].line + 1 == comments[i].line;
        if goes_on && !comments[i - 1].text.trim().is_empty() && comments[i].starts {
            let (before, this) = (comments[i - 1].whole, comments[i].whole);
            comments[i].starts = this.is_none() || before != this;
        }
    }
    comments.into_iter().map(|c| Comment { line: c.line, text: c.text, starts: c.starts }).collect()
}

struct Found {
    line: usize,
    text: String,
    starts: bool,
    /// The mark, if nothing else is on the line.
    whole: Option<&'static str>,
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
    /// Whether only spaces came before on this line.
    fresh: bool,
    out: Vec<Found>,
    language: Language,
}

impl<'a> Scanner<'a> {
    fn run(&mut self) {
        let line_marks: &[&'static str] = match self.language {
            Language::Rust => &["//!", "///", "//"],
            Language::C => &["///", "//"],
            Language::Python => &["#"],
        };
        while !self.rest.is_empty() {
            if let Some(mark) = line_marks.iter().find(|mark| self.rest.starts_with(**mark)) {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                let text = self.rest[mark.len()..end].to_owned();
                let whole = self.fresh.then_some(*mark);
                self.out.push(Found { line: self.line, text, starts: true, whole });
                self.skip(end);
            } else if self.language != Language::Python && self.rest.starts_with("/*") {
                self.block_comment();
            } else if !self.string() {
                let next = self.rest.chars().next().map_or(1, char::len_utf8);
                self.skip(next);
            }
        }
    }

    /// Moves over `bytes` bytes.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (over, rest) = self.rest.split_at(bytes.min(self.rest.len()));
        for c in over.chars() {
            match c {
                '\n' => (self.line, self.fresh) = (self.line + 1, true),
                c if c.is_whitespace() => {}
                _ => self.fresh = false,
            }
        }
        self.rest = rest;
        over
    }

    /// A block comment; those of Rust nest.
    fn block_comment(&mut self) {
        let (mut depth, mut end) = (0usize, 0);
        while end < self.rest.len() {
            let rest = &self.rest[end..];
            if rest.starts_with("/*") && (depth == 0 || self.language == Language::Rust) {
                (depth, end) = (depth + 1, end + 2);
            } else if rest.starts_with("*/") {
                (depth, end) = (depth - 1, end + 2);
                if depth == 0 {
                    break;
                }
            } else {
                end += rest.chars().next().map_or(1, char::len_utf8);
            }
        }
        self.lines_of(end, "/*", "*/");
    }

    /// Pushes the lines of a comment of `end` bytes between two marks.
    fn lines_of(&mut self, end: usize, open: &'static str, close: &str) {
        let first = self.line;
        let over = self.skip(end);
        let inner = over.strip_prefix(open).unwrap_or(over);
        let inner = inner.strip_suffix(close).unwrap_or(inner);
        let mut starts = true;
        for (i, line) in inner.lines().enumerate() {
            let text = line.trim_start_matches([' ', '*']).to_owned();
            let empty = text.trim().is_empty();
            self.out.push(Found { line: first + i, text, starts, whole: Some(open) });
            starts = empty;
        }
    }

    /// Moves over a literal that may hold the mark of a comment; `false` if none starts here.
    fn string(&mut self) -> bool {
        match self.language {
            Language::Python => self.python_string(),
            Language::Rust | Language::C => self.quoted_string(),
        }
    }

    fn python_string(&mut self) -> bool {
        for quote in ["\"\"\"", "'''"] {
            if self.rest.starts_with(quote) {
                let end = self.rest[3..].find(quote).map_or(self.rest.len(), |at| at + 6);
                if self.fresh {
                    self.lines_of(end, quote, quote);
                } else {
                    self.skip(end);
                }
                return true;
            }
        }
        let Some(quote @ ('"' | '\'')) = self.rest.chars().next() else { return false };
        self.skip_to(quote);
        true
    }

    fn quoted_string(&mut self) -> bool {
        let bytes = self.rest.as_bytes();
        if self.language == Language::Rust && bytes[0] == b'r' {
            let hashes = self.rest[1..].bytes().take_while(|&b| b == b'#').count();
            if self.rest[1 + hashes..].starts_with('"') {
                let close = format!("\"{}", "#".repeat(hashes));
                let from = hashes + 2;
                let end = self.rest[from..].find(&close).map(|at| from + at + close.len());
                self.skip(end.unwrap_or(self.rest.len()));
                return true;
            }
        }
        match bytes[0] {
            b'"' => self.skip_to('"'),
            // A character, unless it is a lifetime or a separator of digits.
            b'\'' if bytes.get(1) == Some(&b'\\') => self.skip_to('\''),
            b'\'' if self.rest.chars().nth(2) == Some('\'') => self.skip_to('\''),
            // A whole word, so that an `r` at its end does not open a raw string.
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let word = bytes.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
                let length = word.count();
                // The prefixes of strings.
                let raw = matches!(&self.rest[..length], "br" | "cr");
                self.skip(if raw { 1 } else { length });
            }
            _ => return false,
        }
        true
    }

    /// Moves over a literal that ends with `quote`, or with the line where it is not closed.
    fn skip_to(&mut self, quote: char) {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => {
                    self.skip(at + 1);
                    return;
                }
                '\n' if self.language == Language::Python => {
                    self.skip(at);
                    return;
                }
                _ => {}
            }
        }
        self.skip(self.rest.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, language: Language) -> Vec<(usize, String, bool)> {
        let found = comments(text, language).into_iter();
        found.map(|c| (c.line, c.text.trim().to_owned(), c.starts)).collect()
    }

    #[test]
    fn comments_are_told_from_strings() {
        let text = concat!(
            "//! Head\n//! goes on.\n\nlet a = \"// none\"; // trailing\n",
            "let b = r#\"// \" none\"#; let c = '\"'; // last\n",
            "/// One.\n///\n/// Two.\n// Other.\nfn f<'a>() {} /* block\n * more */\n",
        );
        let expected = [
            (1, "Head", true),
            (2, "goes on.", false),
            (4, "trailing", true),
            (5, "last", true),
            (6, "One.", true),
            (7, "", false),
            (8, "Two.", true),
            (9, "Other.", true),
            (10, "block", true),
            (11, "more", false),
        ];
        let expected = expected.map(|(line, text, starts)| (line, text.to_owned(), starts));
        assert_eq!(texts(text, Language::Rust), expected);
    }

    #[test]
    fn docstrings_of_python_are_comments() {
        let text = "\"\"\"Head.\n\nMore.\n\"\"\"\nx = '# none'  # note\ny = \"\"\"no\"\"\"\n";
        let expected = [(1, "Head.", true), (2, "", false), (3, "More.", true), (5, "note", true)];
        let expected = expected.map(|(line, text, starts)| (line, text.to_owned(), starts));
        assert_eq!(texts(text, Language::Python), expected);
    }
}
