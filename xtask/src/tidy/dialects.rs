//! Dialects of the server's API: no folder of `api/` imports another one.

use super::circles::paths_of;
use super::source::SourceFile;
use anyhow::Result;
use std::collections::BTreeSet;

/// Each folder in it is a dialect.
const FOLDER: &str = "crates/atlas-server/src/api/";

/// Reports every path in a dialect's file that leads into another dialect. Paths inside
/// `#[cfg(test)]` are left out, as tests may compare dialects.
pub fn check(files: &[SourceFile]) -> Result<Vec<String>> {
    let dialects: BTreeSet<&str> = files.iter().filter_map(|f| dialect_of(&f.path)).collect();
    let mut findings = Vec::new();
    for file in files {
        let Some(own) = dialect_of(&file.path) else { continue };
        for path in paths_of(file)? {
            let [api, other, ..] = path.as_slice() else { continue };
            if api == "api" && other != own && dialects.contains(other.as_str()) {
                let path = path.join("::");
                findings.push(format!("{}: a dialect may not import another: {path}", file.path));
            }
        }
    }
    Ok(findings)
}

/// The dialect that a Rust file belongs to.
fn dialect_of(path: &str) -> Option<&str> {
    let (dialect, file) = path.strip_prefix(FOLDER)?.split_once('/')?;
    file.ends_with(".rs").then_some(dialect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(planted: &str) -> Vec<String> {
        let file = |path: &str, text: &str| SourceFile {
            path: format!("{FOLDER}{path}"),
            text: text.to_owned(),
        };
        let shared = "use crate::request::chat::ChatRequest; use super::super::stream::respond;";
        let files = [
            file("openai/mod.rs", "pub mod convert;"),
            file("openai/types/request.rs", "struct ChatCompletionRequest;"),
            file("anthropic/convert.rs", &format!("{shared} {planted}")),
            file("openapi.rs", "use super::openai::types; use super::anthropic::convert;"),
            file("stream.rs", "pub fn respond() {}"),
        ];
        check(&files).unwrap()
    }

    #[test]
    fn an_import_of_another_dialect_is_reported() {
        for planted in [
            "use crate::api::openai::types::request::ChatCompletionRequest;",
            "use super::super::openai::convert;",
            "use crate::{api::{openai, stream}, http};",
            "fn f() { let _ = crate::api::openai::convert::g(); }",
        ] {
            let findings = found(planted);
            assert_eq!(findings.len(), 1, "{planted}: {findings:?}");
            assert!(findings[0].contains("anthropic/convert.rs") && findings[0].contains("openai"));
        }
    }

    #[test]
    fn own_and_shared_modules_and_tests_may_be_imported() {
        assert!(found("use crate::api::anthropic::types; use super::types::Message;").is_empty());
        assert!(found("#[cfg(test)] mod tests { use crate::api::openai::convert; }").is_empty());
    }
}
