//! Trace files: JSON lines in the form of Mooncake's published traces
//! (<https://github.com/kvcache-ai/Mooncake>, FAST25 release).

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::path::Path;

/// Tokens of a block that a hash id stands for.
pub const BLOCK_TOKENS: u32 = 512;

/// Longest prompt or answer of a line, tokens: above it a file is not what it should be.
const LENGTH_MAX: u32 = 1 << 26;

/// A request of a trace.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct TraceLine {
    /// Arrival, milliseconds.
    pub timestamp: f64,
    /// Prompt tokens.
    pub input_length: u32,
    /// Answer tokens.
    pub output_length: u32,
    /// Ids of the prompt's blocks of [`BLOCK_TOKENS`]; blocks with the same id are alike.
    #[serde(default)]
    pub hash_ids: Vec<u64>,
}

/// Reads a trace, in the order of its timestamps.
///
/// # Errors
/// The file cannot be read, holds no request, or a line is not in the form, with its number.
pub fn read(path: &Path) -> Result<Vec<TraceLine>> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| format!("--trace: reading {}", path.display()))?;
    parse(&text).with_context(|| format!("--trace {}", path.display()))
}

fn parse(text: &str) -> Result<Vec<TraceLine>> {
    let mut lines = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        lines.push(parse_line(line).with_context(|| format!("line {}", i + 1))?);
    }
    if lines.is_empty() {
        bail!("no request: write lines such as {EXAMPLE}");
    }
    lines.sort_by(|a, b| a.timestamp.total_cmp(&b.timestamp));
    Ok(lines)
}

const EXAMPLE: &str = r#"{"timestamp": 0, "input_length": 700, "output_length": 50}"#;

fn parse_line(text: &str) -> Result<TraceLine> {
    let line: TraceLine = serde_json::from_str(text)
        .with_context(|| format!("not a request of a trace, such as {EXAMPLE}"))?;
    if !(line.timestamp >= 0.0 && line.timestamp.is_finite()) {
        bail!("timestamp {} is not a time from 0 in milliseconds", line.timestamp);
    }
    for (name, length) in
        [("input_length", line.input_length), ("output_length", line.output_length)]
    {
        if !(1..=LENGTH_MAX).contains(&length) {
            bail!("{name} {length} is not from 1 to {LENGTH_MAX} tokens");
        }
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_ordered_by_time() {
        let text = r#"
            {"timestamp": 20, "input_length": 600, "output_length": 5, "hash_ids": [1, 2]}

            {"timestamp": 0, "input_length": 7, "output_length": 1, "other": null}
        "#;
        let lines = parse(text).unwrap();
        assert_eq!(lines.iter().map(|l| l.timestamp).collect::<Vec<_>>(), [0.0, 20.0]);
        assert_eq!((lines[0].hash_ids.len(), lines[1].hash_ids.as_slice()), (0, &[1, 2][..]));
    }

    #[test]
    fn bad_lines_are_named() {
        let good = "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1}\n";
        for (bad, says) in [
            ("{", "line 2"),
            ("[]", "line 2"),
            (r#"{"timestamp": 1, "input_length": 1}"#, "output_length"),
            (r#"{"timestamp": -1, "input_length": 1, "output_length": 1}"#, "timestamp -1"),
            (r#"{"timestamp": 1, "input_length": 0, "output_length": 1}"#, "input_length 0"),
            (r#"{"timestamp": 1, "input_length": 1, "output_length": -3}"#, "line 2"),
            (r#"{"timestamp": "x", "input_length": 1, "output_length": 1}"#, "line 2"),
        ] {
            let error = format!("{:#}", parse(&format!("{good}{bad}\n")).unwrap_err());
            assert!(error.contains(says) && error.contains("line 2"), "{bad}: {error}");
        }
        assert!(parse("\n").unwrap_err().to_string().contains("no request"));
    }
}
