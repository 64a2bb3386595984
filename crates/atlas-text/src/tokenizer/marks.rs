//! A way around a gap of the fast library: it has the split patterns of the common families, but
//! not their newer form that keeps combining marks with letters (`[\p{L}\p{M}]+`).
//!
//! On a text without combining marks the two forms are the same pattern, so the fast library gets
//! the older form and is used only for such texts.

use super::config::AddedToken;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The older split pattern. A white-space run with a line break in it ends, as one piece, with the
/// last break before the next word, and no piece goes on from a break to what follows; so what a
/// text splits into does not change when it is cut after a break that stands before a word.
const LINES_APART: &str = concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}",
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
);

/// A tokenizer.json that means the same on texts without combining marks.
pub(crate) struct MarkFree {
    pub(crate) json: String,
    /// Text may be encoded line by line (see [`pieces`]).
    pub(crate) lines_apart: bool,
}

/// tokenizer.json with `\p{M}` taken out of the character classes of its split patterns; `None` if
/// nothing changes, or if the rewritten file could differ on a text without marks.
pub(crate) fn without_marks(json: &str) -> Option<MarkFree> {
    let mut fields: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).ok()?;
    let normalizer: Value = parse(fields.get("normalizer").map(AsRef::as_ref))?;
    // Any other normalizer might make marks out of letters.
    if !normalizer.is_null() && normalizer["type"] != "NFC" {
        return None;
    }
    let mut pre_tokenizer: Value = parse(fields.get("pre_tokenizer").map(AsRef::as_ref))?;
    let before = pre_tokenizer.clone();
    rewrite_patterns(&mut pre_tokenizer)?;
    if pre_tokenizer == before {
        return None;
    }
    fields
        .insert("pre_tokenizer".to_owned(), serde_json::value::to_raw_value(&pre_tokenizer).ok()?);
    let added: Vec<AddedToken> = fields
        .get("added_tokens")
        .map_or(Some(Vec::new()), |t| serde_json::from_str(t.get()).ok())?;
    let lines_apart = splits_lines(&pre_tokenizer)
        && !added.iter().any(|t| t.lstrip || t.content.contains(char::is_whitespace));
    Some(MarkFree { json: serde_json::to_string(&fields).ok()?, lines_apart })
}

/// Whether the pre-tokenizer is the split pattern above and bytes, nothing else.
fn splits_lines(pre_tokenizer: &Value) -> bool {
    let steps = pre_tokenizer["pretokenizers"].as_array().map_or(&[][..], Vec::as_slice);
    let [split, bytes] = steps else {
        return false;
    };
    split["pattern"]["Regex"] == LINES_APART
        && split["behavior"] == "Isolated"
        && split["invert"] == false
        && bytes["type"] == "ByteLevel"
        && bytes["add_prefix_space"] == false
        && bytes["use_regex"] == false
}

/// Cuts `text` before lines that start with a word, where one side has marks and the other none;
/// each piece with whether it is free of marks.
pub(crate) fn pieces(text: &str) -> Vec<(&str, bool)> {
    // (start, end, mark-free) of the smallest pieces that may stand alone, then of their runs.
    let mut blocks: Vec<(usize, usize, bool)> = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        let free = is_mark_free(line);
        match blocks.last_mut() {
            Some(block) if line.starts_with(char::is_whitespace) => {
                *block = (block.0, end, block.2 && free);
            }
            _ => blocks.push((start, end, free)),
        }
    }
    let mut runs: Vec<(usize, usize, bool)> = Vec::new();
    for block in blocks {
        match runs.last_mut() {
            Some(run) if run.2 == block.2 => run.1 = block.1,
            _ => runs.push(block),
        }
    }
    runs.into_iter().map(|(start, end, free)| (&text[start..end], free)).collect()
}

fn parse(field: Option<&RawValue>) -> Option<Value> {
    field.map_or(Some(Value::Null), |raw| serde_json::from_str(raw.get()).ok())
}

fn rewrite_patterns(value: &mut Value) -> Option<()> {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(regex)) = fields.get("Regex") {
                let rewritten = rewrite_pattern(regex)?;
                fields.insert("Regex".to_owned(), json!(rewritten));
            }
            fields.values_mut().try_for_each(rewrite_patterns)
        }
        Value::Array(items) => items.iter_mut().try_for_each(rewrite_patterns),
        _ => Some(()),
    }
}

/// Drops `\p{M}` from unions and negated unions; `None` where it stands alone, because a pattern
/// that requires a mark is no longer the same without it.
fn rewrite_pattern(regex: &str) -> Option<String> {
    const MARK: &str = r"\p{M}";
    if regex.contains(MARK) && regex.contains("&&") {
        return None;
    }
    let mut out = String::with_capacity(regex.len());
    let mut in_class = false;
    let mut rest = regex;
    while let Some(c) = rest.chars().next() {
        let taken = if rest.starts_with(MARK) {
            if !in_class {
                return None;
            }
            rest = &rest[MARK.len()..];
            continue;
        } else if c == '\\' {
            1 + rest[1..].chars().next().map_or(0, char::len_utf8)
        } else {
            in_class = (in_class || c == '[') && c != ']';
            c.len_utf8()
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    // A class of one member is written without brackets in the library's form.
    (!out.contains("[]") && !out.contains("[^]")).then(|| out.replace(r"[\p{L}]", r"\p{L}"))
}

/// Ranges of characters that are no combining marks and that NFC does not turn into any.
const MARK_FREE: &[(char, char)] = &[
    ('\0', '\u{2ff}'),
    ('\u{370}', '\u{482}'),
    ('\u{48a}', '\u{52f}'),
    ('\u{1e00}', '\u{1eff}'),
    ('\u{2000}', '\u{20cf}'),
    ('\u{2100}', '\u{2adb}'),
    ('\u{2add}', '\u{2bff}'),
    ('\u{3000}', '\u{3029}'),
    ('\u{3030}', '\u{3098}'),
    ('\u{309b}', '\u{318f}'),
    ('\u{31f0}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{ff00}', '\u{ffef}'),
    ('\u{1f000}', '\u{1faff}'),
    ('\u{20000}', '\u{2fa1d}'),
];

/// Whether `text` surely has no combining mark, before and after NFC. Scripts that write with marks
/// count as having some.
pub(crate) fn is_mark_free(text: &str) -> bool {
    text.is_ascii() || text.chars().all(|c| MARK_FREE.iter().any(|(a, b)| (*a..=*b).contains(&c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_leave_classes_and_nothing_else() {
        for (regex, expected) in [
            (r"[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]+", Some(r"\p{L}+|[^\s\p{L}\p{N}]+")),
            (r"a[b\]c\p{M}]", Some(r"a[b\]c]")),
            (r"\p{L}\p{M}*", None),
            (r"[\p{M}]", None),
            (r"[\p{L}&&\p{M}]", None),
            (r"[^\p{M}]", None),
            (r"\[\p{M}\]", None),
            (r"\p{L}", Some(r"\p{L}")),
            (r"\\", Some(r"\\")),
        ] {
            assert_eq!(rewrite_pattern(regex).as_deref(), expected, "{regex}");
        }
    }

    #[test]
    fn marks_are_seen() {
        assert!(is_mark_free("Grüße, 世界! Привет 한국어 👍 ½"));
        for text in ["e\u{301}", "हिन्दी", "✔\u{fe0f}", "\u{958}", "\u{2adc}", "か\u{3099}"]
        {
            assert!(!is_mark_free(text), "{text}");
        }
    }

    #[test]
    fn text_is_cut_only_before_words() {
        let text = "one\n  two e\u{301}\nthree\n\nfour\n\tfive\nि\nsix";
        let cut = pieces(text);
        assert_eq!(cut.iter().map(|(piece, _)| *piece).collect::<String>(), text);
        assert_eq!(
            cut,
            [
                ("one\n  two e\u{301}\n", false),
                ("three\n\nfour\n\tfive\n", true),
                ("ि\n", false),
                ("six", true)
            ]
        );
        assert!(pieces("").is_empty());
    }

    #[test]
    fn other_normalizers_are_left_alone() {
        let file = |normalizer: Value| {
            let split = json!({"type": "Split", "pattern": {"Regex": r"[\p{L}\p{M}]+"}});
            json!({"normalizer": normalizer, "pre_tokenizer": split}).to_string()
        };
        assert!(without_marks(&file(json!(null))).is_some());
        assert!(without_marks(&file(json!({"type": "NFC"}))).is_some());
        assert!(without_marks(&file(json!({"type": "NFD"}))).is_none());
        assert!(without_marks(r#"{"pre_tokenizer": {"pattern": {"Regex": "\\p{L}+"}}}"#).is_none());
    }
}
