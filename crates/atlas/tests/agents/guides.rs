//! Pages of the guide about clients: they show the files of `docs/clients` word for word, and
//! the command that starts the server.

use crate::repository;
use crate::support::Served;
use std::path::{Path, PathBuf};

/// The text of a file of `docs/clients`.
pub fn example(path: &str) -> String {
    let path = repository().join("docs/clients").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A page of the guide.
pub struct Page(String);

impl Page {
    pub fn read(name: &str) -> Self {
        let path = repository().join("docs/guide").join(format!("{name}.md"));
        Self(std::fs::read_to_string(path).unwrap())
    }

    /// The server that the page's command starts, on the bundled model and a free port.
    pub fn serve(&self) -> Served {
        let line = self.0.lines().find(|l| l.contains(" serve path/to/model")).unwrap();
        let (variables, arguments) = line.split_once("atlas serve path/to/model ").unwrap();
        let variables: Vec<(&str, &str)> =
            variables.split_whitespace().map(|v| v.split_once('=').unwrap()).collect();
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        Served::start_with(&arguments, &variables)
    }

    /// A variable that the page exports for the client.
    pub fn exported(&self, name: &str) -> &str {
        let start = format!("export {name}=");
        self.0.lines().find_map(|l| l.strip_prefix(&start)).unwrap_or_else(|| panic!("{start}"))
    }

    /// Whether a block of the page is this text.
    fn shows(&self, text: &str) -> bool {
        let blocks = self.0.split("\n```");
        blocks.skip(1).step_by(2).any(|b| b.split_once('\n').is_some_and(|(_, b)| b == text))
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    entries.flat_map(|p| if p.is_dir() { files(&p) } else { vec![p] }).collect()
}

#[test]
fn guides_show_the_files_as_they_are() {
    let folder = repository().join("docs/clients");
    let files = files(&folder);
    assert!(files.len() >= 6, "{files:?}");
    for file in files {
        let path = file.strip_prefix(&folder).unwrap().to_str().unwrap();
        // The folder of a client is named as its page.
        let page = Page::read(path.split('/').next().unwrap());
        assert!(page.0.contains("](../../docs/clients/"), "{path}: no link");
        assert!(page.shows(example(path).trim_end_matches('\n')), "{path} is not in its page");
    }
}

#[test]
fn blocks_are_compared_whole() {
    let page = Page("Text\n\n```toml\na = 1\nb = 2\n```\n\n```sh\nc\n```\n".to_owned());
    assert!(page.shows("a = 1\nb = 2") && page.shows("c"));
    assert!(!page.shows("a = 1") && !page.shows("") && !page.shows("Text"));
}
