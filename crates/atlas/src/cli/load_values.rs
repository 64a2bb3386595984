//! Values of the flags of `atlas bench serve`: lengths, rates, times and service levels.

use clap::ValueEnum;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Longest time of a flag, seconds.
const SECONDS_MAX: f64 = 1e9;

/// Route that a load is sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndpointChoice {
    /// `/v1/chat/completions`.
    Chat,
    /// `/v1/completions`.
    Completions,
}

/// Form of random prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptFormChoice {
    /// Token ids where the route and the server take them, else words.
    Auto,
    /// Random token ids.
    Ids,
    /// Random English words.
    Words,
}

/// A number of tokens: fixed, or uniform between two bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    pub low: u32,
    pub high: u32,
}

impl Lengths {
    /// A length drawn with `random`.
    pub fn draw(self, random: &mut fastrand::Rng) -> u32 {
        random.u32(self.low..=self.high)
    }
}

impl FromStr for Lengths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| match part.trim().parse::<u32>() {
            Ok(n) if n > 0 => Ok(n),
            _ => Err(format!(
                "{part:?} is not a number of tokens from 1: write 1024, or 512..1024 for a range"
            )),
        };
        let (low, high) = match text.split_once("..") {
            Some((low, high)) => (number(low)?, number(high)?),
            None => (number(text)?, number(text)?),
        };
        match low <= high {
            true => Ok(Self { low, high }),
            false => Err(format!("{low} is more than {high}: write the smaller length first")),
        }
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low == self.high {
            true => write!(f, "{}", self.low),
            false => write!(f, "{}..{}", self.low, self.high),
        }
    }
}

impl Serialize for Lengths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Requests a second; infinite sends all at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate(pub f64);

impl FromStr for Rate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            Ok(rate) if rate > 0.0 => Ok(Self(rate)),
            _ => Err(format!(
                "{text:?} is not a rate: give requests a second above 0, or inf to send all at once"
            )),
        }
    }
}

/// A number above 0.
pub fn parse_positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n.is_finite() => Ok(n),
        _ => Err(format!("{text:?} is not a number above 0")),
    }
}

/// Seconds, from 0 to [`SECONDS_MAX`].
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=SECONDS_MAX).contains(&seconds) => {
            Duration::try_from_secs_f64(seconds).map_err(|e| format!("{text:?}: {e}"))
        }
        _ => Err(format!("{text:?} is not a number of seconds from 0 to {SECONDS_MAX}")),
    }
}

/// A JSON object.
pub fn parse_object(text: &str) -> Result<serde_json::Map<String, serde_json::Value>, String> {
    serde_json::from_str(text).map_err(|e| format!("not a JSON object: {e}"))
}

/// Bounds that a request must keep to count for goodput; an absent one is always kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Slo {
    /// Time to first token, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft: Option<f64>,
    /// Longest inter-token latency of the request, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub itl: Option<f64>,
    /// Time per output token after the first, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot: Option<f64>,
    /// First byte sent to last byte received, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e2e: Option<f64>,
}

impl FromStr for Slo {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut slo = Self::default();
        for part in text.split(',') {
            let (name, time) = part.split_once('=').ok_or_else(|| {
                format!("{part:?} has no time: write a list such as ttft=500ms,itl=50ms,e2e=10s")
            })?;
            let bound = match name.trim() {
                "ttft" => &mut slo.ttft,
                "itl" => &mut slo.itl,
                "tpot" => &mut slo.tpot,
                "e2e" => &mut slo.e2e,
                other => return Err(format!("unknown time {other:?}: use ttft, itl, tpot or e2e")),
            };
            if bound.replace(parse_time(time.trim())?).is_some() {
                return Err(format!("{} is bounded twice: leave one out", name.trim()));
            }
        }
        Ok(slo)
    }
}

/// Seconds of a time with its unit.
fn parse_time(text: &str) -> Result<f64, String> {
    let (number, scale) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => return Err(format!("{text:?} has no unit: write 500ms or 0.5s")),
    };
    parse_positive(number).map(|n| n * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_a_number_or_a_range() {
        let read = |text: &str| text.parse::<Lengths>();
        assert_eq!(read("8"), Ok(Lengths { low: 8, high: 8 }));
        assert_eq!(read("8..16").map(|l| l.to_string()), Ok("8..16".to_owned()));
        for bad in ["", "0", "-1", "8..", "..8", "9..8", "x", "1.5", "99999999999"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let mut random = fastrand::Rng::with_seed(1);
        let lengths = Lengths { low: 3, high: 5 };
        let mut seen: Vec<u32> = (0..100).map(|_| lengths.draw(&mut random)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [3, 4, 5]);
    }

    #[test]
    fn service_levels_are_any_subset_with_units() {
        let slo: Slo = "ttft=500ms,itl=50ms,e2e=10s".parse().unwrap();
        assert_eq!(slo, Slo { ttft: Some(0.5), itl: Some(0.05), tpot: None, e2e: Some(10.0) });
        assert_eq!("tpot=1.5s".parse::<Slo>().unwrap().tpot, Some(1.5));
        for (bad, says) in [
            ("foo", "has no time"),
            ("ttft=500", "no unit"),
            ("latency=1s", "use ttft, itl, tpot or e2e"),
            ("ttft=1s,ttft=2s", "twice"),
            ("ttft=-1s", "above 0"),
            ("ttft=infs", "above 0"),
            ("", "has no time"),
        ] {
            let error = bad.parse::<Slo>().unwrap_err();
            assert!(error.contains(says), "{bad}: {error}");
        }
    }

    #[test]
    fn rates_and_seconds_are_checked() {
        assert_eq!("inf".parse::<Rate>(), Ok(Rate(f64::INFINITY)));
        assert_eq!("0.5".parse::<Rate>(), Ok(Rate(0.5)));
        for bad in ["0", "-1", "nan", "fast", ""] {
            assert!(bad.parse::<Rate>().is_err(), "{bad}");
        }
        assert_eq!(parse_seconds("1.5"), Ok(Duration::from_millis(1500)));
        for bad in ["-1", "nan", "inf", "1s", "1e10"] {
            assert!(parse_seconds(bad).is_err(), "{bad}");
        }
    }
}
