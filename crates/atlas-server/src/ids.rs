//! Names and times of requests.

use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;

/// Longest `x-request-id` taken over from a client.
const REQUEST_ID_BYTES_MAX: usize = 128;

/// Seconds since 1970; 0 if the clock is before that.
pub fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

/// A fresh id such as `chatcmpl-0193...`.
pub fn response_id(prefix: &str) -> String {
    format!("{prefix}-{}", Uuid::now_v7().simple())
}

/// A fresh id such as `msg_0193...`.
pub fn prefixed(prefix: &str) -> String {
    format!("{prefix}_{}", Uuid::now_v7().simple())
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

/// A fresh id of a tool call: nine letters and digits, the only form that Mistral's templates
/// take back and every client passes on.
pub fn call_id() -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut rest = random_seed();
    let digit = |_| {
        let digit = DIGITS[(rest % 62) as usize];
        rest /= 62;
        char::from(digit)
    };
    (0..9).map(digit).collect()
}

/// A seed for a request that gives none.
pub fn random_seed() -> u64 {
    let (high, low) = Uuid::now_v7().as_u64_pair();
    // The low half holds the random bits, two of them fixed; the clock bits fill those.
    low ^ high.rotate_left(48)
}
