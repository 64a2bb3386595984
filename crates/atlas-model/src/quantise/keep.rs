//! Patterns of modules that stay in 16 bits.

use std::collections::BTreeSet;

use globset::{Glob, GlobMatcher};

use super::error::QuantiseError;

/// Names that the error of a pattern without a match lists.
const NEAREST: usize = 3;

/// A glob over the names of modules: `*` stands for any run of characters, dots among them. It
/// matches a module and all modules inside it.
#[derive(Clone, Debug)]
pub struct KeepPattern {
    text: String,
    matcher: GlobMatcher,
}

impl KeepPattern {
    /// # Errors
    /// The glob is malformed.
    pub fn new(text: &str) -> Result<Self, QuantiseError> {
        match Glob::new(text) {
            Ok(glob) => Ok(Self { text: text.to_owned(), matcher: glob.compile_matcher() }),
            Err(error) => {
                let problem = format!("it is no glob: {}", error.kind());
                Err(QuantiseError::Pattern { pattern: text.to_owned(), problem })
            }
        }
    }

    /// Whether it matches a module of that name, or one around it.
    pub(super) fn matches(&self, module: &str) -> bool {
        let ends = module.match_indices('.').map(|(at, _)| at);
        ends.chain([module.len()]).any(|end| self.matcher.is_match(&module[..end]))
    }

    /// Likeness of the pattern and a name, or the end of the name that has as many components.
    fn likeness(&self, name: &str) -> f64 {
        let end = self.text.trim_start_matches(['*', '.']);
        let parts = name.split('.').count().saturating_sub(end.split('.').count());
        let of_name = name.split('.').skip(parts).collect::<Vec<_>>().join(".");
        let whole = strsim::normalized_damerau_levenshtein(&self.text, name);
        whole.max(strsim::normalized_damerau_levenshtein(end, &of_name))
    }

    /// The error of a pattern that matches none of `modules`.
    pub(super) fn no_match<'a>(&self, modules: impl Iterator<Item = &'a str>) -> QuantiseError {
        // Layers and experts have the same modules: one name stands for all of them.
        let kinds: BTreeSet<String> = modules.map(any_number).collect();
        let mut near: Vec<(f64, String)> =
            kinds.into_iter().map(|kind| (-self.likeness(&kind), kind)).collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let names: Vec<String> = near.into_iter().take(NEAREST).map(|(_, name)| name).collect();
        QuantiseError::NoMatch { pattern: self.text.clone(), nearest: names.join(", ") }
    }
}

/// The name with `*` for its numbers.
fn any_number(name: &str) -> String {
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let parts = name.split('.').map(|part| if is_number(part) { "*" } else { part });
    parts.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_modules_and_those_inside_them() {
        let module = "model.layers.11.mlp.down_proj";
        for (pattern, matches) in [
            ("*.down_proj", true),
            ("model.layers.11", true),
            ("model.layers.1", false),
            ("model.layers.1?.mlp", true),
            ("*.mlp", true),
            ("*.down", false),
            ("*[!n]_proj", false),
            ("{*.up_proj,*.down_proj}", true),
        ] {
            assert_eq!(KeepPattern::new(pattern).unwrap().matches(module), matches, "{pattern}");
        }
        let error = KeepPattern::new("*.[down").unwrap_err().to_string();
        assert!(error.starts_with("--keep *.[down: it is no glob: "), "{error}");
    }

    #[test]
    fn a_pattern_without_a_match_names_the_nearest_modules() {
        let modules = ["model.layers.0.self_attn.q_proj", "model.layers.1.mlp.up_proj", "lm_head"];
        let error = KeepPattern::new("*.self_atn.q_proj").unwrap().no_match(modules.into_iter());
        let said = "the nearest are model.layers.*.self_attn.q_proj";
        assert!(error.to_string().contains(said), "{error}");
    }
}
