//! Rows of a run, from its flags.

use super::load::{Pace, Row};
use super::workload::Workload;
use crate::cli::BenchServeArgs;
use anyhow::{Result, bail};

/// Requests of a row in which all are sent at once, unless given.
const BURST_REQUESTS: u64 = 64;

/// Least number of requests of a row, unless given.
const REQUESTS_MIN: u64 = 8;

/// Seconds that a row with a rate lasts, unless given.
const RATE_SECONDS: f64 = 10.0;

/// The rows of the run, in the order of the flags.
///
/// # Errors
/// A rate without end.
pub fn rows(args: &BenchServeArgs, workload: &Workload) -> Result<Vec<Row>> {
    let requests = |default: u64| match (args.requests, args.duration) {
        (Some(n), _) => Some(n),
        (None, Some(_)) => None,
        (None, None) => Some(default),
    };
    let turns = u64::from(args.turns);
    let mut out: Vec<(Pace, Option<u64>)> = Vec::new();
    if let Some(lines) = &workload.trace {
        let all = lines.len() as u64;
        let count = args.requests.map_or(all, |n| n.min(all));
        out.push((Pace::Trace { speed: args.trace_speed }, Some(count)));
    } else if args.rate.is_empty() {
        let one = [1];
        let all = if args.concurrency.is_empty() { &one } else { &args.concurrency[..] };
        for &concurrency in all {
            let users = u64::from(concurrency);
            let default = if turns > 1 { users * turns } else { (4 * users).max(REQUESTS_MIN) };
            out.push((Pace::Closed { concurrency }, requests(default)));
        }
    }
    for rate in args.rate.iter().map(|r| r.0) {
        let burstiness = args.burstiness;
        if rate.is_infinite() && args.requests.is_none() && args.duration.is_some() {
            bail!("--rate inf sends all requests at once, without end: give --requests N");
        }
        let (rate, default) = match rate.is_finite() {
            true => (Some(rate), ((rate * RATE_SECONDS).ceil() as u64).max(REQUESTS_MIN)),
            false => (None, BURST_REQUESTS),
        };
        out.push((Pace::Open { rate, burstiness }, requests(default.saturating_mul(turns))));
    }
    let row = |(i, (pace, requests))| Row { number: i as u64, pace, requests };
    Ok(out.into_iter().enumerate().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::serve::tests::args;

    fn counts(flags: &[&str]) -> Vec<Option<u64>> {
        let args = args(flags).unwrap();
        let workload = Workload::new(&args, None).unwrap();
        rows(&args, &workload).unwrap().iter().map(|r| r.requests).collect()
    }

    #[test]
    fn rows_have_the_requests_of_their_load() {
        assert_eq!(counts(&[]), [Some(8)]);
        assert_eq!(counts(&["--concurrency", "1,4"]), [Some(8), Some(16)]);
        assert_eq!(counts(&["--users", "3", "--turns", "5"]), [Some(15)]);
        assert_eq!(counts(&["--rate", "2,inf"]), [Some(20), Some(64)]);
        assert_eq!(counts(&["--rate", "2", "--duration", "1"]), [None]);
        assert_eq!(counts(&["--requests", "3", "--duration", "1"]), [Some(3)]);
        let endless = args(&["--rate", "inf", "--duration", "1"]).unwrap();
        assert!(rows(&endless, &Workload::new(&endless, None).unwrap()).is_err());
    }
}
