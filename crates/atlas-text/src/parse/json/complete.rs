//! JSON that was cut.

use serde::de::IgnoredAny;

/// The text of a JSON object, or of the object that its complete members are if it was cut.
pub fn complete_members(json: &str) -> String {
    if serde_json::from_str::<IgnoredAny>(json).is_ok() {
        return json.to_owned();
    }
    let mut all = Prefix::default();
    let cut = json.bytes().enumerate().filter_map(|(at, byte)| all.push(at, byte)).last();
    let Some(cut) = cut.filter(|cut| *cut > 0) else { return "{}".to_owned() };
    let mut kept = Prefix::default();
    json[..cut].bytes().enumerate().for_each(|(at, byte)| {
        kept.push(at, byte);
    });
    json[..cut].chars().chain(kept.open.chars().rev()).collect()
}

/// A JSON text read up to some place.
#[derive(Default)]
struct Prefix {
    /// The brackets that close what is open, from the outermost to the innermost.
    open: String,
    in_string: bool,
    escaped: bool,
    /// In an object only a string after a colon is a value.
    after_colon: bool,
}

impl Prefix {
    /// Reads the byte at `at`. Returns the length of the text up to here that closing brackets
    /// alone complete, if this byte ends such a text.
    fn push(&mut self, at: usize, byte: u8) -> Option<usize> {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_string => self.escaped = true,
            b'"' if self.in_string => {
                self.in_string = false;
                return (self.after_colon || self.open.ends_with(']')).then_some(at + 1);
            }
            b'"' => self.in_string = true,
            _ if self.in_string => {}
            b':' => self.after_colon = true,
            b'{' | b'[' => {
                self.open.push(if byte == b'{' { '}' } else { ']' });
                self.after_colon = false;
                return Some(at + 1);
            }
            b'}' | b']' => {
                self.open.pop();
                return Some(at + 1);
            }
            // Numbers and words are complete only if something follows them.
            b',' => {
                self.after_colon = false;
                return Some(at);
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_truncated_call_keeps_its_complete_members() {
        let whole = r#"{"a": "x\"}", "b": [1, {"c": 2.50}, "y"], "d": {}, "e": -7, "f": null}"#;
        let expected = complete_members;
        assert_eq!(expected(whole), whole);
        assert_eq!(expected(""), "{}");
        assert_eq!(expected(r#"{"a": "x\"}"#), "{}");
        assert_eq!(expected(r#"{"a": "x\"}", "b": [1"#), r#"{"a": "x\"}", "b": []}"#);
        assert_eq!(expected(r#"{"a": "x", "b": [1, {"c": 2."#), r#"{"a": "x", "b": [1, {}]}"#);
        assert_eq!(expected(r#"{"a": 1, "b": "y"#), r#"{"a": 1}"#);
        assert_eq!(expected(r#"{"a": 1, "b": "y""#), r#"{"a": 1, "b": "y"}"#);
        assert_eq!(expected(r#"{"a": {"b": 1}, "c""#), r#"{"a": {"b": 1}}"#);
        assert_eq!(expected(r#"{"a": ["x", "y""#), r#"{"a": ["x", "y"]}"#);
        assert_eq!(expected(r#"{"a": tr"#), "{}");
        assert_eq!(expected(r#"{"a": [1, []], "b": 2, "c"#), r#"{"a": [1, []], "b": 2}"#);
        // Linear in its length, however deep.
        assert_eq!(expected(&"[".repeat(1 << 20)).len(), 2 << 20);
        for end in 0..whole.len() {
            let value: Value = serde_json::from_str(&expected(&whole[..end])).expect("JSON");
            assert!(value.is_object(), "{value}");
        }
    }
}
