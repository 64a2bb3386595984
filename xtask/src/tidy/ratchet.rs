//! Findings that are still allowed: a count for each check and area, which may only fall.
//!
//! A check whose findings are all mended has no row here. [`Report::settle`] lists rows that can be
//! lowered.

use super::source::area;
use std::collections::BTreeMap;

/// (check, area, findings allowed).
const ALLOWED: &[(Check, &str, usize)] = &[];

/// Circles of imports allowed in the whole repository.
pub const CIRCLES_MAX: usize = 6;
/// Files of the largest circle allowed.
pub const CIRCLE_FILES_MAX: usize = 4;
/// Files and lines allowed under `tools/`.
pub const TOOLS_FILES_MAX: usize = 90;
pub const TOOLS_LINES_MAX: usize = 15_000;

/// A check whose findings are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    Links,
    FileLines,
    FunctionLines,
    Words,
    Width,
}

/// One finding.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    pub check: Check,
    pub path: String,
    /// Line in the file, from 1; 0 for the file as a whole.
    pub line: usize,
    pub text: String,
}

impl Finding {
    pub fn show(&self) -> String {
        match self.line {
            0 => format!("{}: {}", self.path, self.text),
            line => format!("{}:{line}: {}", self.path, self.text),
        }
    }
}

/// Findings over the allowed counts, and rows of the table that can be lowered.
#[derive(Debug, Default)]
pub struct Report {
    pub findings: Vec<String>,
    pub notes: Vec<String>,
}

impl Report {
    /// Compares findings with the table.
    pub fn settle(found: Vec<Finding>) -> Self {
        Self::settle_with(found, ALLOWED)
    }

    fn settle_with(found: Vec<Finding>, allowed: &[(Check, &str, usize)]) -> Self {
        let mut groups: BTreeMap<(Check, String), Vec<Finding>> = BTreeMap::new();
        for finding in found {
            let group = groups.entry((finding.check, area(&finding.path).to_owned()));
            group.or_default().push(finding);
        }
        let mut report = Self::default();
        for &(check, area, most) in allowed {
            let count = groups.get(&(check, area.to_owned())).map_or(0, Vec::len);
            if count < most {
                report.notes.push(format!("{check:?} in {area}: {count} left, {most} allowed"));
            }
        }
        for ((check, area), found) in groups {
            let row = allowed.iter().find(|row| row.0 == check && row.1 == area);
            let most = row.map_or(0, |row| row.2);
            if found.len() > most {
                if most > 0 {
                    let count = found.len();
                    report.findings.push(format!("{area}: {count} of {check:?}, {most} allowed:"));
                }
                report.findings.extend(found.iter().map(Finding::show));
            }
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(count: usize) -> Vec<Finding> {
        let one = |i| Finding {
            check: Check::Words,
            path: "crates/atlas-text/src/a.rs".into(),
            line: i,
            text: "word".into(),
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn a_count_over_the_allowed_one_is_reported() {
        let allowed = [(Check::Words, "crates/atlas-text", 2)];
        assert!(Report::settle_with(findings(2), &allowed).findings.is_empty());
        assert_eq!(Report::settle_with(findings(3), &allowed).findings.len(), 4);
        assert_eq!(Report::settle_with(findings(1), &[]).findings.len(), 1);
        assert_eq!(Report::settle_with(findings(1), &allowed).notes.len(), 1);
    }
}
