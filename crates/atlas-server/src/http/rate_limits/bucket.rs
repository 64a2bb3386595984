//! A token bucket with refunds and debts.

use std::time::{Duration, Instant};

/// A bucket that holds one minute's worth and refills evenly.
#[derive(Clone, Debug)]
pub struct Bucket {
    per_minute: u32,
    /// Level at time `at`; negative is a debt.
    level: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(per_minute: u32, now: Instant) -> Self {
        Self { per_minute, level: f64::from(per_minute), at: now }
    }

    pub fn per_minute(&self) -> u32 {
        self.per_minute
    }

    fn seconds_for(&self, amount: f64) -> f64 {
        amount.max(0.0) * 60.0 / f64::from(self.per_minute)
    }

    fn set(&mut self, level: f64) {
        self.level = level.min(f64::from(self.per_minute));
    }

    fn refill(&mut self, now: Instant) {
        // Threads may pass their instants out of order; the bucket ignores earlier ones.
        let Some(passed) = now.checked_duration_since(self.at) else { return };
        self.at = now;
        self.set(self.level + passed.as_secs_f64() * f64::from(self.per_minute) / 60.0);
    }

    /// Takes `amount`.
    ///
    /// An amount above the capacity is granted from a full bucket, since it could never be
    /// granted otherwise.
    ///
    /// # Errors
    /// The time until the amount is available.
    pub fn take(&mut self, amount: u64, now: Instant) -> Result<(), Duration> {
        self.refill(now);
        let amount = amount as f64;
        let missing = amount.min(f64::from(self.per_minute)) - self.level;
        // Refilling in small steps rounds, so a wait below a microsecond counts as none.
        let wait = self.seconds_for(missing);
        if wait > 1e-6 {
            return Err(Duration::from_secs_f64(wait));
        }
        self.set(self.level - amount);
        Ok(())
    }

    /// Takes `amount`, into debt if necessary.
    pub fn charge(&mut self, amount: u64, now: Instant) {
        self.refill(now);
        self.set(self.level - amount as f64);
    }

    /// Returns an unused amount to the bucket.
    pub fn refund(&mut self, amount: u64, now: Instant) {
        self.refill(now);
        self.set(self.level + amount as f64);
    }

    /// Whole units that can be taken now.
    pub fn remaining(&mut self, now: Instant) -> u32 {
        self.refill(now);
        // The cast saturates at zero for a debt.
        (self.level + 1e-6) as u32
    }

    /// Time until the bucket is full.
    pub fn full_in(&mut self, now: Instant) -> Duration {
        self.refill(now);
        Duration::from_secs_f64(self.seconds_for(f64::from(self.per_minute) - self.level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_grants_one_minutes_worth() {
        let start = Instant::now();
        let mut bucket = Bucket::new(60, start);
        for _ in 0..60 {
            assert_eq!(bucket.take(1, start), Ok(()));
        }
        let wait = bucket.take(1, start).expect_err("empty");
        assert_eq!(wait, Duration::from_secs(1));
        assert_eq!(bucket.take(1, start + wait), Ok(()), "the returned wait is enough");
        assert!(bucket.take(1, start + wait).is_err());
        // Ten minutes of constant demand take exactly the refill.
        let mut taken = 0;
        for tick in 0..6_000 {
            let now = start + wait + Duration::from_millis(100 * tick);
            taken += u32::from(bucket.take(1, now).is_ok());
        }
        assert!((598..=600).contains(&taken), "{taken}");
    }

    #[test]
    fn refunds_never_overfill_the_bucket() {
        let start = Instant::now();
        let mut bucket = Bucket::new(100, start);
        assert_eq!(bucket.take(80, start), Ok(()));
        bucket.refund(30, start);
        assert_eq!(bucket.remaining(start), 50);
        bucket.refund(1000, start);
        assert_eq!(bucket.remaining(start), 100);
        assert_eq!(bucket.full_in(start), Duration::ZERO);
    }

    #[test]
    fn debts_delay_and_large_requests_take_a_full_bucket() {
        let start = Instant::now();
        let mut bucket = Bucket::new(60, start);
        bucket.charge(90, start);
        assert_eq!(bucket.remaining(start), 0);
        assert_eq!(bucket.take(1, start), Err(Duration::from_secs(31)));
        assert_eq!(bucket.full_in(start), Duration::from_secs(90));
        let full = start + Duration::from_secs(90);
        assert!(bucket.take(200, full - Duration::from_secs(1)).is_err());
        assert_eq!(bucket.take(200, full), Ok(()));
        assert_eq!(bucket.take(1, full), Err(Duration::from_secs(141)));
    }
}
