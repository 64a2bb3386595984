//! The size of `tools/`, which holds tools and no data.

use super::limits::{TOOLS_FILES_MAX, TOOLS_LINES_MAX};
use anyhow::{Context, Result};
use std::path::Path;

/// Reports too many files or lines under `tools/`. `paths` are all tracked files; a line ends with
/// a newline, in every file that is text.
pub fn check(root: &Path, paths: &[String]) -> Result<Vec<String>> {
    let inside = paths.iter().filter(|path| path.starts_with("tools/"));
    let (mut files, mut lines) = (0, 0);
    for path in inside {
        let bytes = std::fs::read(root.join(path)).with_context(|| path.clone())?;
        files += 1;
        lines += std::str::from_utf8(&bytes).map_or(0, |text| text.matches('\n').count());
    }
    let limits = [("files", files, TOOLS_FILES_MAX), ("lines", lines, TOOLS_LINES_MAX)];
    let over = limits.into_iter().filter(|(_, count, most)| count > most);
    Ok(over.map(|(unit, count, most)| format!("tools/: {count} {unit}, at most {most}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_folder_is_reported() {
        let root = std::env::temp_dir().join(format!("atlas-tools-budget-{}", std::process::id()));
        std::fs::create_dir_all(root.join("tools")).unwrap();
        let path = |i| format!("tools/{i}.json");
        let paths: Vec<String> = (0..=TOOLS_FILES_MAX).map(path).collect();
        for path in &paths {
            std::fs::write(root.join(path), "").unwrap();
        }
        let found = [&paths[1..], &paths].map(|paths| check(&root, paths).unwrap().len());
        std::fs::write(root.join(&paths[0]), "\n".repeat(TOOLS_LINES_MAX + 1)).unwrap();
        let long = check(&root, &paths[..1]).unwrap().len();
        std::fs::remove_dir_all(&root).unwrap();
        assert_eq!((found, long), ([0, 1], 1));
    }
}
