//! Integers beyond 64 bits, which JSON readers make doubles of.

use num_bigint::BigInt;
use std::collections::HashMap;

/// Fewest digits of an integer that 64 bits cannot hold.
const DIGITS_MIN: usize = 19;
/// Most digits: a double is no larger.
const DIGITS_MAX: usize = 309;
/// Most integers of a text.
const COUNT_MAX: usize = 1024;

/// The integers beyond 64 bits of a JSON text, by the double that a reader makes of each, so that a
/// template writes them as the client did. Two with the same double stay doubles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExactIntegers(HashMap<u64, Option<BigInt>>);

impl ExactIntegers {
    /// The integers of `text`, those inside of its strings too: arguments of calls are JSON text.
    pub fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut found = HashMap::new();
        let mut at = 0;
        while at < bytes.len() && found.len() < COUNT_MAX {
            let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if (DIGITS_MIN..=DIGITS_MAX).contains(&digits) && stands_alone(bytes, at, at + digits) {
                let start = at - usize::from(at > 0 && bytes[at - 1] == b'-');
                let spelt = &text[start..at + digits];
                if spelt.parse::<u64>().is_err()
                    && spelt.parse::<i64>().is_err()
                    && let (Ok(double), Ok(exact)) = (spelt.parse::<f64>(), spelt.parse::<BigInt>())
                {
                    let entry = found.entry(double.to_bits()).or_insert(Some(exact.clone()));
                    if entry.as_ref() != Some(&exact) {
                        *entry = None;
                    }
                }
            }
            at += digits.max(1);
        }
        Self(found)
    }

    /// The integer that a double was read from.
    pub(crate) fn get(&self, double: f64) -> Option<&BigInt> {
        self.0.get(&double.to_bits())?.as_ref()
    }
}

/// Whether the digits in a range are a number of their own, and no part of another.
fn stands_alone(bytes: &[u8], start: usize, end: usize) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._+".contains(byte);
    let before = start.checked_sub(1).and_then(|at| bytes.get(at));
    let before = match before {
        Some(b'-') => start.checked_sub(2).and_then(|at| bytes.get(at)),
        byte => byte,
    };
    bytes[start] != b'0' && !before.is_some_and(is_part) && !bytes.get(end).is_some_and(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_beyond_64_bits_are_found_as_they_are_spelt() {
        let text = r#"{"a": 340282366920938463463374607431768211455, "b": -18446744073709551617,
            "c": "{\"d\": 123456789012345678901234567890}", "e": 18446744073709551615,
            "f": 1.00000000000000000000001, "g": 100000000000000000000000e2,
            "h": "x1234567890123456789012"}"#;
        let found = ExactIntegers::of(text);
        let spelt = |double: f64| found.get(double).map(ToString::to_string);
        assert_eq!(
            spelt(340_282_366_920_938_463_463_374_607_431_768_211_455.0).as_deref(),
            Some("340282366920938463463374607431768211455")
        );
        assert_eq!(spelt(-18_446_744_073_709_551_617.0).as_deref(), Some("-18446744073709551617"));
        assert_eq!(
            spelt(123_456_789_012_345_678_901_234_567_890.0).as_deref(),
            Some("123456789012345678901234567890")
        );
        assert_eq!(found.0.len(), 3, "{found:?}");
    }

    #[test]
    fn two_integers_with_the_same_double_stay_doubles() {
        let both = "[100000000000000000000000000, 100000000000000000000000001]";
        assert_eq!(ExactIntegers::of(both).get(1e26), None);
        let twice = "[100000000000000000000000000, 100000000000000000000000000]";
        assert!(ExactIntegers::of(twice).get(1e26).is_some());
        for text in ["", "-", "12", "[1e400]", &"9".repeat(400)] {
            assert_eq!(ExactIntegers::of(text), ExactIntegers::default(), "{text}");
        }
    }
}
