//! Names and times of requests.

use crate::http::errors::ApiError;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Longest `x-request-id` taken over from a client.
const REQUEST_ID_BYTES_MAX: usize = 128;

/// Seconds since 1970; 0 if the clock is before that.
pub fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// All of a request that follows neither from its body nor from the server's settings: the moment
/// it came and one random number. Its ids, and its seed if it names none, are made of these, so
/// that the same origin gives the same answer to the last byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    pub unix_millis: u64,
    pub entropy: u64,
}

impl Origin {
    /// Now, and a number nobody knows before.
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

    /// The moment, for whoever asks for the time.
    pub fn moment(&self) -> Timestamp {
        let millis = i64::try_from(self.unix_millis).unwrap_or(i64::MAX);
        Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX)
    }

    /// A number of its own for each purpose and place.
    fn draw(&self, purpose: &str, place: u64) -> u128 {
        let mut text = Vec::with_capacity(purpose.len() + 8);
        text.extend_from_slice(purpose.as_bytes());
        text.extend_from_slice(&place.to_le_bytes());
        xxh3_128_with_seed(&text, self.entropy)
    }

    /// The seed of a request that gives none.
    pub fn seed(&self) -> u64 {
        self.draw("seed", 0) as u64
    }

    fn uuid(&self, prefix: &str, place: u64) -> Uuid {
        let [a, b, c, d, e, f, g, h, i, j, ..] = self.draw(prefix, place).to_le_bytes();
        let random = [a, b, c, d, e, f, g, h, i, j];
        uuid::Builder::from_unix_timestamp_millis(self.unix_millis, &random).into_uuid()
    }

    /// The id of the whole response, such as `chatcmpl-0193...`.
    pub fn response_id(&self, prefix: &str) -> String {
        format!("{prefix}-{}", self.uuid(prefix, 0).simple())
    }

    /// An id such as `msg_0193...`; `place` tells those of one kind apart.
    pub fn id(&self, prefix: &str, place: u64) -> String {
        format!("{prefix}_{}", self.uuid(prefix, place).simple())
    }

    /// The id of a tool call of a choice: nine letters and digits, the only form that Mistral's
    /// templates take back and every client passes on.
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

/// What a path holds, as [`Path`]; refusals have the form of the API.
pub struct InPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for InPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(value)| Self(value)).map_err(|e| ApiError::param("id", e.body_text()))
    }
}

/// The name of a request, in its extensions.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// The client's own request id if it is short and printable, otherwise a fresh one.
pub fn request_id(from_client: Option<&str>) -> String {
    match from_client {
        Some(id)
            if (1..=REQUEST_ID_BYTES_MAX).contains(&id.len())
                && id.bytes().all(|b| b.is_ascii_graphic()) =>
        {
            id.to_owned()
        }
        _ => Uuid::now_v7().simple().to_string(),
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
