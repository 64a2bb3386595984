//! Ids, seeds and times of a request, all drawn from one origin.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Seconds since 1970; 0 if the clock is before that.
pub fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// The moment a request arrived and one random number: all that follows neither from its body nor
/// from the server's settings. Ids and default seeds derive from it, so the same origin gives the
/// same answer to the last byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    pub unix_millis: u64,
    pub entropy: u64,
}

impl Origin {
    /// Returns the current time with an unpredictable number.
    pub fn fresh() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (high, low) = Uuid::now_v7().as_u64_pair();
        // The low half holds the random bits, two of them fixed; the clock bits fill those.
        let entropy = low ^ high.rotate_left(48);
        Self { unix_millis: since.as_millis() as u64, entropy }
    }

    pub fn unix_seconds(&self) -> u64 {
        self.unix_millis / 1000
    }

    /// The moment of arrival, for templates that print the date.
    pub fn moment(&self) -> Timestamp {
        let millis = i64::try_from(self.unix_millis).unwrap_or(i64::MAX);
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
    }

    /// Derives a number for one purpose and index.
    fn draw(&self, purpose: &str, index: u64) -> u128 {
        let mut text = Vec::with_capacity(purpose.len() + 8);
        text.extend_from_slice(purpose.as_bytes());
        text.extend_from_slice(&index.to_le_bytes());
        xxh3_128_with_seed(&text, self.entropy)
    }

    /// The seed of a request that names none.
    pub fn seed(&self) -> u64 {
        self.draw("seed", 0) as u64
    }

    fn uuid(&self, prefix: &str, index: u64) -> Uuid {
        let [a, b, c, d, e, f, g, h, i, j, ..] = self.draw(prefix, index).to_le_bytes();
        let random = [a, b, c, d, e, f, g, h, i, j];
        uuid::Builder::from_unix_timestamp_millis(self.unix_millis, &random).into_uuid()
    }

    /// The id of the whole response, such as `chatcmpl-0193...`.
    pub fn response_id(&self, prefix: &str) -> String {
        format!("{prefix}-{}", self.uuid(prefix, 0).simple())
    }

    /// An id such as `msg_0193...`; `index` distinguishes ids with the same prefix.
    pub fn id(&self, prefix: &str, index: u64) -> String {
        format!("{prefix}_{}", self.uuid(prefix, index).simple())
    }

    /// The id of a tool call of a choice: nine letters and digits. Mistral's templates accept no
    /// other form.
    pub fn call_id(&self, choice: u32, call: usize) -> String {
        const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let mut rest = self.draw("call", (u64::from(choice) << 32) | call as u64) as u64;
        let digit = |_| {
            let digit = DIGITS[(rest % 62) as usize];
            rest /= 62;
            char::from(digit)
        };
        (0..9).map(digit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_decides_every_id() {
        let origin = Origin { unix_millis: 1_700_000_000_123, entropy: 7 };
        assert_eq!(origin.response_id("cmpl"), origin.response_id("cmpl"));
        assert!(origin.response_id("cmpl").starts_with("cmpl-018bcfe5687b7"), "a time-ordered id");
        let other = Origin { entropy: 8, ..origin };
        let ids = |o: Origin| {
            vec![
                o.response_id("cmpl"),
                o.id("msg", 0),
                o.id("msg", 1),
                o.id("rs", 0),
                o.call_id(0, 0),
                o.call_id(0, 1),
                o.call_id(1, 0),
                o.seed().to_string(),
            ]
        };
        let mut all = [ids(origin), ids(other)].concat();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 16, "no two are the same");
        assert!(origin.call_id(0, 0).bytes().all(|b| b.is_ascii_alphanumeric()));
        assert_eq!(origin.call_id(0, 0).len(), 9);
        assert_ne!(Origin::fresh().entropy, Origin::fresh().entropy);
    }
}
