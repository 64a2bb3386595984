//! Names of modules, and the lists of names in quantisation configs.

use std::collections::{HashMap, HashSet};

use regex::bytes::{RegexBuilder, RegexSet, RegexSetBuilder};

/// Prefixes under which the text model stands in published names, the longest first.
const PREFIXES: &[&str] = &[
    "model.language_model.",
    "language_model.model.",
    "language_model.",
    "backbone.",
    "model.",
    "",
];
/// (fused module, its parts in order).
const FUSED: &[(&str, &[&str])] = &[
    ("qkv_proj", &["q_proj", "k_proj", "v_proj"]),
    ("gate_up_proj", &["gate_proj", "up_proj"]),
    ("in_proj_qkvz", &["in_proj_qkv", "in_proj_z"]),
    ("in_proj_ba", &["in_proj_b", "in_proj_a"]),
];
/// Last components of modules with weights that are not linear, and of routers, which exporters
/// leave as they are without a word.
const NOT_LINEAR: &[&str] = &[
    "A_log",
    "D",
    "conv1d",
    "dt_bias",
    "e_score_correction_bias",
    "embed_tokens",
    "gate",
    "patch_embed",
    "pos_embed",
    "rotary_emb",
    "router",
    "shared_expert_gate",
    "sinks",
];
/// Bytes that the compiled patterns of one list may take, and the cache of running them.
const PATTERN_BYTES_MAX: usize = 8 << 20;
const PATTERN_CACHE_BYTES: usize = 2 << 20;
/// Depth of groups in a pattern.
const PATTERN_DEPTH_MAX: u32 = 64;

/// Whether a module of that name multiplies by a matrix of its own and is no router.
pub(super) fn is_linear(module: &str) -> bool {
    let last = module.rsplit('.').next().unwrap_or(module);
    !NOT_LINEAR.contains(&last) && !last.contains("norm")
}

/// Modules that a fused one stands for; empty if it is not fused. Fused experts stand for each
/// expert, of which the first is taken.
pub(super) fn parts_of(module: &str) -> Vec<String> {
    let (parent, last) = module.rsplit_once('.').unwrap_or(("", module));
    let in_experts = parent.ends_with("experts");
    let parts = FUSED.iter().find(|(fused, _)| *fused == last).map(|(_, parts)| *parts);
    let of_parent = |part: &str| match (parent, in_experts) {
        ("", _) => part.to_owned(),
        (_, true) => format!("{parent}.0.{part}"),
        (_, false) => format!("{parent}.{part}"),
    };
    match parts {
        Some(parts) => parts.iter().map(|part| of_parent(part)).collect(),
        None if in_experts && last.parse::<u32>().is_err() => vec![of_parent(last)],
        None => vec![],
    }
}

/// One module under every name that a list may have it by.
pub(super) struct ModuleName {
    /// With each prefix of the text model.
    spellings: Vec<String>,
    /// Modules whose listing lists this one too: the fused module that it is a part of, or the
    /// experts that a fused weight belongs to.
    owners: Vec<String>,
}

impl ModuleName {
    pub(super) fn new(module: &str) -> Self {
        let mut owners = vec![];
        if let Some((parent, last)) = module.rsplit_once('.') {
            let fused = FUSED.iter().filter(|(_, parts)| parts.contains(&last));
            owners.extend(fused.flat_map(|(fused, _)| spellings(&format!("{parent}.{fused}"))));
            if parent.ends_with(".experts") && last.parse::<u32>().is_err() {
                owners.extend(spellings(parent));
            }
        }
        ModuleName { spellings: spellings(module), owners }
    }

    /// Value of the longest name in `trees` that is this module or one around it.
    pub(super) fn nearest<T: Copy>(&self, trees: &HashMap<String, T>) -> Option<T> {
        let names = self.spellings.iter().chain(&self.owners);
        let found = names.filter_map(|name| {
            ancestors(name).find_map(|part| trees.get(part).map(|s| (components(part), *s)))
        });
        found.max_by_key(|(depth, _)| *depth).map(|(_, value)| value)
    }
}

fn components(name: &str) -> usize {
    name.matches('.').count()
}

/// A name with each prefix, the name as given first.
fn spellings(module: &str) -> Vec<String> {
    let core = PREFIXES.iter().find_map(|prefix| module.strip_prefix(prefix)).unwrap_or(module);
    let others = PREFIXES.iter().map(|prefix| format!("{prefix}{core}"));
    let mut all = vec![module.to_owned()];
    all.extend(others.filter(|name| name != module));
    all
}

/// The name and those of the modules around it, the name first.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    let ends = name.rmatch_indices('.').map(|(at, _)| at);
    std::iter::once(name.len()).chain(ends).map(|end| &name[..end])
}

/// A list of modules in a config.
#[derive(Debug, Default)]
pub(super) struct NameSet {
    /// Whole names.
    exact: HashSet<String>,
    /// Runs of components that may stand anywhere in a name.
    runs: HashSet<String>,
    patterns: Option<RegexSet>,
}

/// A pattern that cannot be used, with the reason.
pub(super) struct BadPattern {
    pub(super) entry: String,
    pub(super) reason: String,
}

impl NameSet {
    /// Entries as compressed-tensors reads them: whole names, or `re:` and a pattern that matches
    /// from the start of a name.
    pub(super) fn exact_or_pattern(entries: &[String]) -> Result<Self, BadPattern> {
        let mut set = NameSet::default();
        let mut patterns = vec![];
        for entry in entries {
            match entry.strip_prefix("re:") {
                Some(pattern) => patterns.push((entry.clone(), format!("^(?:{pattern})"))),
                None => _ = set.exact.insert(entry.clone()),
            }
        }
        set.patterns = compile(patterns)?;
        Ok(set)
    }

    /// Entries as transformers reads them: components of a name, or a pattern that matches from
    /// its start.
    pub(super) fn runs_or_pattern(entries: &[String]) -> Result<Self, BadPattern> {
        let mut set = NameSet::default();
        let mut patterns = vec![];
        for entry in entries {
            let pattern = entry.strip_prefix("re:");
            if pattern.is_some() || entry.contains(|c| "*+?^$()[]{}|\\".contains(c)) {
                let pattern = pattern.unwrap_or(entry);
                patterns.push((entry.clone(), format!("^(?:{pattern})")));
            } else {
                set.insert_run(entry);
            }
        }
        set.patterns = compile(patterns)?;
        Ok(set)
    }

    /// Entries as modelopt reads them: components of a name, or a wildcard (`*`, `?`, `[...]`) for
    /// all of it. Modules below a listed one are listed too.
    pub(super) fn runs_or_wildcard(entries: &[String]) -> Result<Self, BadPattern> {
        let mut set = NameSet::default();
        let mut patterns = vec![];
        for entry in entries {
            if entry.contains(['*', '?', '[']) {
                let pattern = format!("^(?:{})(?:\\..*)?$", wildcard(entry));
                patterns.push((entry.clone(), pattern));
            } else {
                set.insert_run(entry);
            }
        }
        set.patterns = compile(patterns)?;
        Ok(set)
    }

    fn insert_run(&mut self, entry: &str) {
        let run = entry.trim_matches('.');
        let run = run.strip_suffix(".weight").unwrap_or(run);
        if !run.is_empty() {
            self.runs.insert(run.to_owned());
        }
    }

    pub(super) fn contains(&self, name: &ModuleName) -> bool {
        let all = || name.spellings.iter().chain(&name.owners);
        if !self.exact.is_empty() && all().any(|n| self.exact.contains(n)) {
            return true;
        }
        if !self.runs.is_empty() && all().any(|n| self.has_run_of(n)) {
            return true;
        }
        // A pattern for `up_proj` matches the end of `gate_up_proj`: owners are not tried.
        let patterns = self.patterns.as_ref();
        patterns.is_some_and(|set| name.spellings.iter().any(|n| set.is_match(n.as_bytes())))
    }

    fn has_run_of(&self, name: &str) -> bool {
        let starts = std::iter::once(0).chain(name.match_indices('.').map(|(at, _)| at + 1));
        starts.flat_map(|start| ancestors(&name[start..])).any(|run| self.runs.contains(run))
    }
}

/// A wildcard of shells as a pattern.
fn wildcard(entry: &str) -> String {
    let mut pattern = String::from("(?s)");
    let mut rest = entry.chars();
    while let Some(c) = rest.next() {
        match c {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            '[' => match rest.as_str().split_once(']') {
                Some((class, after)) if !class.is_empty() => {
                    let (not, class) = match class.strip_prefix('!') {
                        Some(class) => ("^", class),
                        None => ("", class),
                    };
                    let class = regex::escape(class).replace("\\-", "-");
                    pattern.push_str(&format!("[{not}{class}]"));
                    rest = after.chars();
                }
                _ => pattern.push_str("\\["),
            },
            c => pattern.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    pattern
}

/// Compiles (entry, pattern) pairs. Names are ASCII, so that classes are too: they stay small.
/// Matching takes time linear in the name, whatever the pattern.
fn compile(patterns: Vec<(String, String)>) -> Result<Option<RegexSet>, BadPattern> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let mut all = RegexSetBuilder::new(patterns.iter().map(|(_, pattern)| pattern));
    all.unicode(false).size_limit(PATTERN_BYTES_MAX).dfa_size_limit(PATTERN_CACHE_BYTES);
    if let Ok(set) = all.nest_limit(PATTERN_DEPTH_MAX).build() {
        return Ok(Some(set));
    }
    for (entry, pattern) in patterns {
        let mut one = RegexBuilder::new(&pattern);
        one.unicode(false).size_limit(PATTERN_BYTES_MAX).nest_limit(PATTERN_DEPTH_MAX);
        if let Err(error) = one.build() {
            return Err(BadPattern { entry, reason: reason(&error) });
        }
    }
    let reason = format!("the patterns take more than {PATTERN_BYTES_MAX} bytes when compiled");
    Err(BadPattern { entry: "the whole list".into(), reason })
}

/// The last line of the error: those before it repeat the pattern.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let line = text.lines().last().unwrap_or_default();
    line.trim().trim_start_matches("error: ").to_owned()
}
