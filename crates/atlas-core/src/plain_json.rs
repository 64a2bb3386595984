//! JSON as Python writes it: with `Infinity` and `NaN` as bare words, which JSON does not have.

/// The same text with each of these words outside of strings as an object, `{"__float__": word}`.
pub fn plain_json(bytes: &[u8]) -> Vec<u8> {
    const WORDS: [&str; 3] = ["-Infinity", "Infinity", "NaN"];
    let mut out = Vec::with_capacity(bytes.len());
    let (mut rest, mut quoted) = (bytes, false);
    while let Some((&byte, after)) = rest.split_first() {
        if quoted && byte == b'\\' {
            let (both, after) = rest.split_at(rest.len().min(2));
            out.extend_from_slice(both);
            rest = after;
            continue;
        }
        if let Some(word) = WORDS.iter().find(|word| !quoted && rest.starts_with(word.as_bytes())) {
            out.extend_from_slice(format!("{{\"__float__\":\"{word}\"}}").as_bytes());
            rest = &rest[word.len()..];
            continue;
        }
        quoted ^= byte == b'"';
        out.push(byte);
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_words_become_objects_and_strings_stay() {
        let plain = |text: &str| String::from_utf8(plain_json(text.as_bytes())).expect("text");
        let text = r#"{"a": [0.0, Infinity], "NaN": "a \" Infinity", "b": -Infinity, "c": NaN}"#;
        let expected = [
            r#"{"a": [0.0, {"__float__":"Infinity"}], "NaN": "a \" Infinity", "#,
            r#""b": {"__float__":"-Infinity"}, "c": {"__float__":"NaN"}}"#,
        ];
        assert_eq!(plain(text), expected.concat());
        for same in ["", "{", r#"{"a": "\"#, "[1, 2]"] {
            assert_eq!(plain(same), same);
        }
    }
}
