//! Files and functions a reader can hold in the head.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::Visit;

const FILE_LINES_MAX: usize = 550;
const TEST_FILE_LINES_MAX: usize = 900;
const FAMILY_FILE_LINES_MAX: usize = 120;
const FUNCTION_LINES_MAX: usize = 90;

/// Reports files and functions over their budget.
pub fn check(root: &Path, files: &[PathBuf]) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(root.join(file))?;
        let lines = text.lines().count();
        let limit = file_limit(file);
        if lines > limit {
            findings.push(format!("{}: {lines} lines, at most {limit}", file.display()));
        }
        let ast = syn::parse_file(&text).with_context(|| format!("parsing {}", file.display()))?;
        let mut visitor = Functions { file, findings: &mut findings };
        visitor.visit_file(&ast);
    }
    Ok(findings)
}

fn file_limit(file: &Path) -> usize {
    let path = file.to_string_lossy();
    if path.contains("/tests/") || path.ends_with("tests.rs") {
        TEST_FILE_LINES_MAX
    } else if path.contains("atlas-model/src/families/") {
        FAMILY_FILE_LINES_MAX
    } else {
        FILE_LINES_MAX
    }
}

struct Functions<'a> {
    file: &'a Path,
    findings: &'a mut Vec<String>,
}

impl Functions<'_> {
    fn note(&mut self, name: &syn::Ident, span: proc_macro2::Span) {
        let lines = span.end().line - span.start().line + 1;
        if lines > FUNCTION_LINES_MAX {
            let at = span.start().line;
            self.findings.push(format!(
                "{}:{at}: fn {name} has {lines} lines, at most {FUNCTION_LINES_MAX}",
                self.file.display()
            ));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.note(&f.sig.ident, f.block.span());
        syn::visit::visit_item_fn(self, f);
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.note(&f.sig.ident, f.block.span());
        syn::visit::visit_impl_item_fn(self, f);
    }
}
