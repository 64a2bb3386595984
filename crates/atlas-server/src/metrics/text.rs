//! Conversion of OpenMetrics text for older clients.

use std::collections::HashSet;

/// Converts OpenMetrics text to Prometheus' older text form, in which the comments of a counter use
/// its full name.
pub fn prometheus_text(openmetrics: &str) -> String {
    let kind = |line: &str| -> Option<(String, String)> {
        let (name, kind) = line.strip_prefix("# TYPE ")?.split_once(' ')?;
        Some((name.to_owned(), kind.to_owned()))
    };
    let counters: HashSet<String> = openmetrics
        .lines()
        .filter_map(kind)
        .filter_map(|(name, kind)| (kind == "counter").then_some(name))
        .collect();
    let mut out = String::with_capacity(openmetrics.len());
    for line in openmetrics.lines().filter(|l| *l != "# EOF") {
        let comment = line.strip_prefix("# ").and_then(|l| l.split_once(' '));
        let named = comment.and_then(|(word, rest)| Some((word, rest.split_once(' ')?)));
        match named {
            Some((word, (name, rest))) if counters.contains(name) => {
                out.push_str(&format!("# {word} {name}_total {rest}"));
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}
