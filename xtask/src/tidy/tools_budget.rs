//! The size of `tools/`, which holds tools and no data.

use super::limits::{TOOLS_FILES_MAX, TOOLS_LINES_MAX};
use super::source::SourceFile;

/// Reports too many files or lines under `tools/`. `paths` are all tracked files.
pub fn check(paths: &[String], files: &[SourceFile]) -> Vec<String> {
    let inside = |path: &str| path.starts_with("tools/");
    let count = paths.iter().filter(|path| inside(path)).count();
    let texts = files.iter().filter(|file| inside(&file.path));
    let lines: usize = texts.map(|file| file.text.lines().count()).sum();
    let limits = [("files", count, TOOLS_FILES_MAX), ("lines", lines, TOOLS_LINES_MAX)];
    let over = limits.into_iter().filter(|(_, count, most)| count > most);
    over.map(|(unit, count, most)| format!("tools/: {count} {unit}, at most {most}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_folder_is_reported() {
        let path = |i| format!("tools/{i}.json");
        let paths: Vec<String> = (0..=TOOLS_FILES_MAX).map(path).collect();
        assert_eq!(check(&paths[1..], &[]).len(), 0);
        assert_eq!(check(&paths, &[]).len(), 1);
        let text = "\n".repeat(TOOLS_LINES_MAX + 1);
        let file = SourceFile { path: "tools/a.py".into(), text };
        assert_eq!(check(&["tools/a.py".into()], &[file]).len(), 1);
    }
}
