//! Circles of imports between the files of one crate.
//!
//! A file imports another if a path that begins with `crate`, `super` or `self` leads into it.
//! Files that only hand names on (`mod.rs`, `lib.rs`, `main.rs`) and tests are left out.

use super::limits::{CIRCLE_FILES_MAX, CIRCLES_MAX};
use super::source::SourceFile;
use anyhow::{Context, Result};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

/// Folders of tests inside `src`.
const TEST_FOLDERS: [&str; 5] = ["test", "tests", "testing", "examples", "benches"];
/// Files that only hand names on.
const FACES: [&str; 3] = ["mod", "lib", "main"];

/// The path of a module from the crate's root.
type Module = Vec<String>;

/// Reports the circles of every crate, where there are too many or one is too large.
pub fn check(files: &[SourceFile]) -> Result<Vec<String>> {
    let circles = find(files)?;
    let too_large = circles.iter().any(|(_, modules)| modules.len() > CIRCLE_FILES_MAX);
    if circles.len() <= CIRCLES_MAX && !too_large {
        return Ok(Vec::new());
    }
    let mut findings = vec![format!(
        "{} circles of imports, at most {CIRCLES_MAX}, of at most {CIRCLE_FILES_MAX} files:",
        circles.len()
    )];
    findings.extend(circles.iter().map(|(name, modules)| {
        format!("{name}: {} files import one another: {}", modules.len(), modules.join(", "))
    }));
    Ok(findings)
}

/// Every circle: the crate and the modules in it.
fn find(files: &[SourceFile]) -> Result<Vec<(String, Vec<String>)>> {
    let mut crates: BTreeMap<&str, BTreeMap<Module, &SourceFile>> = BTreeMap::new();
    for file in files {
        if let Some((name, module)) = module_of(&file.path) {
            crates.entry(name).or_default().insert(module, file);
        }
    }
    let mut out = Vec::new();
    for (name, modules) in crates {
        let mut imports = BTreeMap::new();
        for (module, file) in &modules {
            if !is_face(&file.path) {
                imports.insert(module, imports_of(module, file, &modules)?);
            }
        }
        for circle in strongly_connected(&imports) {
            let circle = circle.into_iter().map(|module| module.join("::")).collect();
            out.push((name.to_owned(), circle));
        }
    }
    Ok(out)
}

/// The crate and the module of a source file that is no test.
fn module_of(path: &str) -> Option<(&str, Module)> {
    let (name, inner) = match path.strip_prefix("crates/") {
        Some(rest) => rest.split_once("/src/")?,
        None => ("xtask", path.strip_prefix("xtask/src/")?),
    };
    let mut module: Module = inner.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    let (last, folders) = module.split_last()?;
    let test = folders.iter().any(|folder| TEST_FOLDERS.contains(&folder.as_str()));
    if test || matches!(last.as_str(), "test" | "tests") {
        return None;
    }
    if last.ends_with("_test") || last.ends_with("_tests") {
        return None;
    }
    if FACES.contains(&last.as_str()) {
        module.pop();
    }
    Some((name, module))
}

fn is_face(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    FACES.iter().any(|face| name.strip_suffix(".rs") == Some(*face))
}

/// The modules whose files a file's paths lead into.
fn imports_of<'a>(
    module: &Module,
    file: &SourceFile,
    modules: &'a BTreeMap<Module, &SourceFile>,
) -> Result<BTreeSet<&'a Module>> {
    let target = |path: &Module| {
        let longest = (1..=path.len()).rev().find_map(|n| modules.get_key_value(&path[..n]));
        longest.filter(|(found, file)| *found != module && !is_face(&file.path))
    };
    let paths = paths_in(module, file)?;
    Ok(paths.iter().filter_map(target).map(|(found, _)| found).collect())
}

/// The paths in a source file that lead into its own crate, from the crate's root; none for a test.
pub fn paths_of(file: &SourceFile) -> Result<Vec<Module>> {
    let module = module_of(&file.path);
    module.map_or(Ok(Vec::new()), |(_, module)| paths_in(&module, file))
}

fn paths_in(module: &Module, file: &SourceFile) -> Result<Vec<Module>> {
    let ast = syn::parse_file(&file.text).with_context(|| format!("parsing {}", file.path))?;
    let mut paths = Paths { at: module.clone(), out: Vec::new() };
    paths.visit_file(&ast);
    Ok(paths.out)
}

/// Collects paths, made absolute.
struct Paths {
    /// The module that a path is relative to.
    at: Module,
    out: Vec<Module>,
}

impl Paths {
    fn push(&mut self, segments: &[String]) {
        let Some((first, mut rest)) = segments.split_first() else { return };
        let mut path = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.at.clone(),
            "super" => self.at[..self.at.len().saturating_sub(1)].to_vec(),
            _ => return,
        };
        while rest.first().is_some_and(|segment| segment == "super") {
            path.pop();
            rest = &rest[1..];
        }
        path.extend_from_slice(rest);
        self.out.push(path);
    }

    fn push_tree(&mut self, before: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.push_tree(before, &path.tree);
                before.pop();
            }
            syn::UseTree::Name(name) => self.push_name(before, &name.ident),
            syn::UseTree::Rename(rename) => self.push_name(before, &rename.ident),
            syn::UseTree::Glob(_) => self.push(before),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.push_tree(before, tree));
            }
        }
    }

    fn push_name(&mut self, before: &mut Vec<String>, name: &syn::Ident) {
        before.push(name.to_string());
        self.push(before);
        before.pop();
    }

    /// Paths in the arguments of a macro, which are not parsed.
    fn push_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if path.is_empty() || colons == 2 => {
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    continue;
                }
                _ => {}
            }
            self.push(&std::mem::take(&mut path));
            colons = 0;
            match token {
                TokenTree::Group(group) => self.push_tokens(group.stream()),
                TokenTree::Ident(ident) => path.push(ident.to_string()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        self.push(&path);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let test = |attribute: &syn::Attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            list.path.is_ident("cfg") && list.tokens.to_string().trim() == "test"
        }
        _ => false,
    };
    attributes.iter().any(test)
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.at.push(item.ident.to_string());
            syn::visit::visit_item_mod(self, item);
            self.at.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.push_tree(&mut Vec::new(), &item.tree);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string());
        let segments: Vec<String> = segments.collect();
        // A single `self` is a value.
        if segments.len() > 1 {
            self.push(&segments);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.push_tokens(call.tokens.clone());
        syn::visit::visit_macro(self, call);
    }
}

/// Sets of more than one module of which each leads to each other (Tarjan 1972).
fn strongly_connected<'a>(
    imports: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
) -> Vec<Vec<&'a Module>> {
    let (index, low) = (BTreeMap::new(), BTreeMap::new());
    let mut search = Search { imports, index, low, stack: Vec::new(), found: Vec::new() };
    for module in imports.keys() {
        if !search.index.contains_key(module) {
            search.visit(module);
        }
    }
    search.found
}

struct Search<'s, 'a> {
    imports: &'s BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    index: BTreeMap<&'a Module, usize>,
    low: BTreeMap<&'a Module, usize>,
    stack: Vec<&'a Module>,
    found: Vec<Vec<&'a Module>>,
}

impl<'a> Search<'_, 'a> {
    fn visit(&mut self, module: &'a Module) {
        let index = self.index.len();
        self.index.insert(module, index);
        self.low.insert(module, index);
        self.stack.push(module);
        for next in self.imports.get(module).into_iter().flatten() {
            if !self.index.contains_key(next) {
                self.visit(next);
                self.lower(module, self.low[next]);
            } else if self.stack.contains(next) {
                self.lower(module, self.index[next]);
            }
        }
        if self.low[module] == index {
            let start = self.stack.iter().position(|m| *m == module).unwrap_or_default();
            let mut circle = self.stack.split_off(start);
            if circle.len() > 1 {
                circle.sort();
                self.found.push(circle);
            }
        }
    }

    fn lower(&mut self, module: &'a Module, to: usize) {
        if let Some(low) = self.low.get_mut(module) {
            *low = (*low).min(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<(String, Vec<String>)> {
        let files: Vec<SourceFile> = files
            .iter()
            .map(|(path, text)| SourceFile { path: (*path).into(), text: (*text).into() })
            .collect();
        find(&files).unwrap()
    }

    #[test]
    fn files_that_import_one_another_are_found() {
        let files = [
            ("crates/x/src/a/mod.rs", "mod b; mod c; use super::d::D;"),
            ("crates/x/src/a/b.rs", "use crate::{a::c::{C, E}, other};"),
            ("crates/x/src/a/c.rs", "fn f() { crate::d::g(); }"),
            ("crates/x/src/d.rs", "fn f() { vec![1, super::a::b::h()]; }"),
            ("crates/y/src/a.rs", "use super::b::B;"),
            ("crates/y/src/b.rs", "struct B;"),
        ];
        let expected = vec!["a::b".to_owned(), "a::c".to_owned(), "d".to_owned()];
        assert_eq!(circles(&files), [("x".to_owned(), expected)]);
    }

    #[test]
    fn tests_and_faces_make_no_circle() {
        let files = [
            ("crates/x/src/lib.rs", "mod a; pub use a::A;"),
            ("crates/x/src/a.rs", "use crate::B; #[cfg(test)] mod tests { use crate::b::B; }"),
            ("crates/x/src/b.rs", "use super::a::A; mod inner { use super::super::a::A; }"),
            ("crates/x/src/a_tests.rs", "use crate::b::B;"),
            ("crates/x/src/testing/b.rs", "use crate::b::B;"),
        ];
        assert!(circles(&files).is_empty());
    }

    #[test]
    fn a_large_circle_is_reported() {
        let names = ["a", "b", "c", "d", "e"];
        let file = |i: usize| SourceFile {
            path: format!("crates/x/src/{}.rs", names[i]),
            text: format!("use crate::{}::X;", names[(i + 1) % 5]),
        };
        let files: Vec<SourceFile> = (0..5).map(file).collect();
        assert_eq!(find(&files).unwrap().len(), 1);
        assert_eq!(check(&files).unwrap().is_empty(), CIRCLE_FILES_MAX >= 5);
    }
}
