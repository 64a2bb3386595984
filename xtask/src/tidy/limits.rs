//! Limits that `CONTRIBUTING.md` states, and the form of a finding.

/// Lines of a Rust file.
pub const FILE_LINES_MAX: usize = 600;
/// Lines of a file that describes a model family.
pub const FAMILY_FILE_LINES_MAX: usize = 120;
/// Lines of a function without a reason in a comment.
pub const FUNCTION_LINES_MAX: usize = 70;
/// The median Rust file has fewer lines.
pub const MEDIAN_LINES: usize = 200;
/// Nine of ten Rust files have fewer lines.
pub const NINTH_TENTH_LINES: usize = 450;
/// Columns of a line of code or of a comment.
pub const COLUMNS_MAX: usize = 100;
/// Circles of imports in the whole repository.
pub const CIRCLES_MAX: usize = 2;
/// Files of the largest circle.
pub const CIRCLE_FILES_MAX: usize = 4;
/// Files under `tools/`.
pub const TOOLS_FILES_MAX: usize = 101;
/// Lines under `tools/`.
pub const TOOLS_LINES_MAX: usize = 17_300;

/// One finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    pub path: String,
    /// Line in the file, from 1; 0 for the file as a whole.
    pub line: usize,
    pub text: String,
}

impl Finding {
    /// The line that is printed.
    pub fn show(&self) -> String {
        match self.line {
            0 => format!("{}: {}", self.path, self.text),
            line => format!("{}:{line}: {}", self.path, self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contributing_states_the_limits() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../CONTRIBUTING.md");
        let page = std::fs::read_to_string(page).unwrap();
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ").replace(',', "");
        for rule in [
            format!("Files of at most {FILE_LINES_MAX} lines"),
            format!("half of them under {MEDIAN_LINES}"),
            format!("nine of ten under {NINTH_TENTH_LINES}"),
            format!("family files of at most {FAMILY_FILE_LINES_MAX} lines"),
            format!("functions of at most {FUNCTION_LINES_MAX} unless"),
            format!("lines of at most {COLUMNS_MAX} columns"),
            format!("At most {CIRCLES_MAX} circles of imports"),
            format!("of at most {CIRCLE_FILES_MAX} files each"),
            format!("at most {TOOLS_FILES_MAX} files and {TOOLS_LINES_MAX} lines in `tools/`"),
        ] {
            assert!(page.contains(&rule), "CONTRIBUTING.md does not say: {rule}");
        }
    }
}
