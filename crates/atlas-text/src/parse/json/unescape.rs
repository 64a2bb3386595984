//! Decoding the inside of a JSON string, one character at a time.

/// Result of a character of a JSON string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unescaped {
    /// Nothing yet.
    Nothing,
    One(char),
    Two(char, char),
    /// The closing quote.
    End,
    Bad,
}

/// Between the quotes of a JSON string. Control characters stand for themselves, and a backslash
/// before a character that JSON gives no meaning stays: models write both.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unescape {
    state: State,
    /// The first half of a surrogate pair.
    high: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
    #[default]
    Plain,
    Backslash,
    Hex {
        count: u8,
        value: u32,
    },
}

impl Unescape {
    pub fn feed(&mut self, c: char) -> Unescaped {
        match self.state {
            State::Plain => match c {
                '\\' => {
                    self.state = State::Backslash;
                    Unescaped::Nothing
                }
                '"' if self.high.is_none() => Unescaped::End,
                // Half a pair before the end of the string: as good as no string.
                '"' => Unescaped::Bad,
                c => self.plain(c),
            },
            State::Backslash => {
                self.state = State::Plain;
                match c {
                    '"' | '\\' | '/' => self.plain(c),
                    'b' => self.plain('\u{8}'),
                    'f' => self.plain('\u{c}'),
                    'n' => self.plain('\n'),
                    'r' => self.plain('\r'),
                    't' => self.plain('\t'),
                    'u' => {
                        self.state = State::Hex { count: 0, value: 0 };
                        Unescaped::Nothing
                    }
                    c => {
                        self.high = None;
                        Unescaped::Two('\\', c)
                    }
                }
            }
            State::Hex { count, value } => {
                let Some(digit) = c.to_digit(16) else { return Unescaped::Bad };
                let value = value << 4 | digit;
                if count < 3 {
                    self.state = State::Hex { count: count + 1, value };
                    return Unescaped::Nothing;
                }
                self.state = State::Plain;
                self.unit(value)
            }
        }
    }

    fn plain(&mut self, c: char) -> Unescaped {
        match self.high.take() {
            None => Unescaped::One(c),
            Some(_) => Unescaped::Two(char::REPLACEMENT_CHARACTER, c),
        }
    }

    /// A UTF-16 unit; a half without the other becomes U+FFFD.
    fn unit(&mut self, value: u32) -> Unescaped {
        match (self.high.take(), value) {
            (None, 0xD800..0xDC00) => {
                self.high = Some(value);
                Unescaped::Nothing
            }
            (Some(high), 0xDC00..0xE000) => {
                let code = 0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00);
                char::from_u32(code).map_or(Unescaped::Bad, Unescaped::One)
            }
            (Some(_), 0xD800..0xDC00) => {
                self.high = Some(value);
                Unescaped::One(char::REPLACEMENT_CHARACTER)
            }
            (None, value) => {
                Unescaped::One(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            (Some(_), value) => Unescaped::Two(
                char::REPLACEMENT_CHARACTER,
                char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(inside: &str) -> Option<String> {
        let mut unescape = Unescape::default();
        let mut out = String::new();
        for c in inside.chars().chain(['"']) {
            match unescape.feed(c) {
                Unescaped::Nothing => {}
                Unescaped::One(a) => out.push(a),
                Unescaped::Two(a, b) => out.extend([a, b]),
                Unescaped::End => return Some(out),
                Unescaped::Bad => return None,
            }
        }
        None
    }

    #[test]
    fn agrees_with_serde_on_valid_strings() {
        for inside in [r"a\nb", r#"\"\\\/\b\f\n\r\t"#, r"\u00e9\ud83d\ude00x", "é😀", r"\u0000"]
        {
            let whole: String = serde_json::from_str(&format!("\"{inside}\"")).unwrap();
            assert_eq!(decode(inside), Some(whole), "{inside}");
        }
    }

    #[test]
    fn tolerates_what_models_write() {
        assert_eq!(decode("a\nb").as_deref(), Some("a\nb"));
        assert_eq!(decode(r"\d+").as_deref(), Some(r"\d+"));
        assert_eq!(decode(r"\ud83dx").as_deref(), Some("\u{fffd}x"));
        assert_eq!(decode(r"\u12x4"), None);
    }
}
