//! Sizes of files and functions.

use super::blocks;
use super::limits::{
    FAMILY_FILE_LINES_MAX, FILE_LINES_MAX, FUNCTION_LINES_MAX, Finding, MEDIAN_LINES,
    NINTH_TENTH_LINES,
};
use super::source::SourceFile;
use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// The comment that allows a longer function: above it, or the first line of its body.
const REASON: &str = "Long: ";
/// Languages of programs, besides Rust.
const OTHERS: [&str; 5] = ["cu", "cuh", "h", "cpp", "py"];

/// Reports files and functions over their limits.
pub fn check(files: &[SourceFile]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let is_program =
        |file: &&SourceFile| file.extension() == "rs" || OTHERS.contains(&file.extension());
    for file in files.iter().filter(is_program) {
        let count = file.text.lines().count();
        let most = file_limit(&file.path);
        if count > most {
            let text = format!("{count} lines, at most {most}");
            let path = file.path.clone();
            findings.push(Finding { path, line: 0, text });
        }
        let lines = file.text.lines().collect();
        let mut functions = Functions { file, lines, findings: &mut findings };
        for function in blocks::functions(file) {
            functions.judge(&function);
        }
        if file.extension() == "rs" {
            let ast = syn::parse_file(&file.text);
            functions.visit_file(&ast.with_context(|| format!("parsing {}", file.path))?);
        }
    }
    Ok(findings)
}

/// Median and ninth tenth of the lines of all Rust files: the line to print, and the findings.
pub fn spread(files: &[SourceFile]) -> (String, Vec<String>) {
    let rust = files.iter().filter(|file| file.extension() == "rs");
    let mut counts: Vec<usize> = rust.map(|file| file.text.lines().count()).collect();
    counts.sort_unstable();
    let at = |share: usize| counts.get(counts.len() * share / 10).copied().unwrap_or(0);
    let (median, tenth) = (at(5), at(9));
    let largest = counts.last().copied().unwrap_or(0);
    let text = format!(
        "{} Rust files: median {median} lines, nine of ten under {}, largest {largest}",
        counts.len(),
        tenth + 1
    );
    let limits = [("median", median, MEDIAN_LINES), ("ninth tenth", tenth, NINTH_TENTH_LINES)];
    let over = limits.into_iter().filter(|(_, lines, limit)| lines >= limit);
    let findings = over.map(|(name, lines, limit)| {
        format!("Rust files: the {name} has {lines} lines, it must be under {limit}")
    });
    (text, findings.collect())
}

fn file_limit(path: &str) -> usize {
    let family = "crates/atlas-model/src/families/";
    if path.starts_with(family) { FAMILY_FILE_LINES_MAX } else { FILE_LINES_MAX }
}

struct Functions<'a> {
    file: &'a SourceFile,
    lines: Vec<&'a str>,
    findings: &'a mut Vec<Finding>,
}

impl Functions<'_> {
    /// Notes a function of Rust that is too long; `start` is the line of its first attribute or
    /// word.
    fn note(&mut self, name: &syn::Ident, start: usize, block: &syn::Block) {
        let (open, close) = (block.span().start().line, block.span().end().line);
        let (lines, name) = (close - open + 1, name.to_string());
        self.judge(&blocks::Function { start, open, lines, name });
    }

    fn judge(&mut self, function: &blocks::Function) {
        let &blocks::Function { start, open, lines, ref name } = function;
        if lines <= FUNCTION_LINES_MAX || self.has_reason(start, open) {
            return;
        }
        let text = format!(
            "{name} has {lines} lines, at most {FUNCTION_LINES_MAX} (or say why: `{REASON}…`)"
        );
        let path = self.file.path.clone();
        self.findings.push(Finding { path, line: open, text });
    }

    fn has_reason(&self, start: usize, open: usize) -> bool {
        let comment = |line: &str| line.trim_start().starts_with(['/', '#']);
        let reason = |line: &&str| {
            let text = line.trim_start().trim_start_matches(['/', '#']).trim_start();
            comment(line) && text.strip_prefix(REASON).is_some_and(|why| !why.trim().is_empty())
        };
        let above = self.lines[..start - 1].iter().rev().take_while(|line| comment(line));
        let between = self.lines[start - 1..open].iter();
        above.chain(between).chain(self.lines.get(open)).any(reason)
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, f: &'ast syn::ItemFn) {
        self.note(&f.sig.ident, f.span().start().line, &f.block);
        syn::visit::visit_item_fn(self, f);
    }

    fn visit_impl_item_fn(&mut self, f: &'ast syn::ImplItemFn) {
        self.note(&f.sig.ident, f.span().start().line, &f.block);
        syn::visit::visit_impl_item_fn(self, f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: String) -> usize {
        check(&[SourceFile { path: path.into(), text }]).unwrap().len()
    }

    #[test]
    fn files_over_their_limit_are_reported() {
        let lines = |count: usize| "// a\n".repeat(count);
        assert_eq!(found("crates/a/src/b.rs", lines(600)), 0);
        assert_eq!(found("crates/a/src/b.rs", lines(601)), 1);
        assert_eq!(found("crates/atlas-model/src/families/b.rs", lines(121)), 1);
    }

    #[test]
    fn a_long_function_needs_a_reason() {
        let body = "    f();\n".repeat(70);
        let function = |above: &str, head: &str| format!("{above}fn f() {{\n{head}{body}}}\n");
        assert_eq!(found("a.rs", function("", "")), 1);
        assert_eq!(found("a.rs", function("/// Doc.\n// Long: one table.\n", "")), 0);
        assert_eq!(found("a.rs", function("", "    // Long: one table.\n")), 0);
        assert_eq!(found("a.rs", function("// Long: \n", "")), 1);
        assert_eq!(found("a.rs", "fn f() {\n    f();\n}\n".to_owned()), 0);
        let inside = format!("impl A {{\n{}}}\n", function("", ""));
        assert_eq!(found("a.rs", inside), 1);
    }

    #[test]
    fn a_large_median_is_reported() {
        let file = |count: usize| SourceFile { path: "a.rs".into(), text: "\n".repeat(count) };
        assert_eq!(spread(&[file(10), file(20)]).1.len(), 0);
        assert_eq!(spread(&[file(10), file(200), file(460)]).1.len(), 2);
    }
}
