//! The ceiling that an Atlas server tells of its own device.

use super::client::Target;
use super::events::EventReader;
use http_body_util::BodyExt;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time for the first event, behind a measurement of the server's device.
const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// Tokens a second that one sequence reaches at most, and what that was computed from.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Ceiling {
    pub tokens_per_second: f64,
    pub source: String,
}

#[derive(Deserialize)]
struct Hello {
    ceiling: Option<Ceiling>,
}

/// The ceiling in the first event of `/debug/engine`; `None` where the server has no such route,
/// does not show it from here, or cannot measure.
pub async fn of(target: &Target) -> Option<Ceiling> {
    let read = async {
        let mut body = target.open("/debug/engine").await.ok()?.into_body();
        let (mut reader, mut first) = (EventReader::default(), None);
        while first.is_none() {
            let bytes = body.frame().await?.ok()?.into_data().unwrap_or_default();
            let each = &mut |name: &str, data: &str| {
                first.get_or_insert_with(|| (name == "hello").then(|| data.to_owned()));
            };
            reader.push_named(&bytes, each).ok()?;
        }
        hello(&first??)
    };
    tokio::time::timeout(HELLO_TIMEOUT, read).await.ok()?
}

fn hello(data: &str) -> Option<Ceiling> {
    let ceiling = serde_json::from_str::<Hello>(data).ok()?.ceiling?;
    let speed = ceiling.tokens_per_second;
    (speed.is_finite() && speed > 0.0).then_some(ceiling)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ceiling_is_a_positive_number_or_none() {
        let of = |speed: &str| {
            let ceiling = format!(r#"{{"tokens_per_second": {speed}, "source": "read"}}"#);
            hello(&format!(r#"{{"slots": 1, "ceiling": {ceiling}}}"#))
        };
        let ten = Ceiling { tokens_per_second: 10.0, source: "read".into() };
        assert_eq!(of("10.0"), Some(ten));
        for bad in ["0", "-1", "1e999", "\"ten\"", "null"] {
            assert_eq!(of(bad), None, "{bad}");
        }
        assert_eq!(hello(r#"{"ceiling": null}"#), None);
        assert_eq!(hello("<html>"), None);
    }
}
