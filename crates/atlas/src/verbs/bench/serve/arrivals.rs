//! Arrival times of an open loop.

/// Times of arrivals whose distances have a gamma distribution: endless, and the same for a seed.
pub struct Arrivals {
    /// Mean distance, seconds.
    mean: f64,
    /// Shape of the distribution; 1 is exponential, a Poisson process.
    shape: f64,
    at: f64,
    random: fastrand::Rng,
}

impl Arrivals {
    /// `rate` arrivals a second; with an infinite rate all are at 0.
    pub fn new(rate: f64, burstiness: f64, seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { mean: 1.0 / rate, shape: burstiness, at: 0.0, random }
    }

    /// A number above 0 and at most 1.
    fn uniform(&mut self) -> f64 {
        1.0 - self.random.f64()
    }

    /// A normal variate (Box and Muller).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// A gamma variate of the shape and scale 1 (Marsaglia and Tsang 2000).
    fn gamma(&mut self) -> f64 {
        if self.shape == 1.0 {
            return -self.uniform().ln();
        }
        // A shape below 1 is that of one more, times a power of a uniform number.
        let (shape, factor) = match self.shape < 1.0 {
            true => (self.shape + 1.0, self.uniform().powf(1.0 / self.shape)),
            false => (self.shape, 1.0),
        };
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x).powi(3);
            if v > 0.0 && self.uniform().ln() < 0.5 * x * x + d - d * v + d * v.ln() {
                return factor * d * v;
            }
        }
    }
}

impl Iterator for Arrivals {
    type Item = f64;

    /// Seconds from the start of the row.
    fn next(&mut self) -> Option<f64> {
        if self.mean > 0.0 {
            self.at += self.gamma() / self.shape * self.mean;
        }
        Some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(rate: f64, burstiness: f64, seed: u64) -> Vec<f64> {
        Arrivals::new(rate, burstiness, seed).take(20_000).collect()
    }

    /// Mean and squared coefficient of variation of the distances.
    fn moments(times: &[f64]) -> (f64, f64) {
        let gaps: Vec<f64> = times.windows(2).map(|w| w[1] - w[0]).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let variance = gaps.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
        (mean, variance / mean / mean)
    }

    #[test]
    fn arrivals_are_those_of_their_seed() {
        assert_eq!(times(4.0, 1.0, 7), times(4.0, 1.0, 7));
        assert_ne!(times(4.0, 1.0, 7), times(4.0, 1.0, 8));
        assert!(times(4.0, 0.3, 7).windows(2).all(|w| w[1] >= w[0]));
        assert_eq!(times(f64::INFINITY, 1.0, 7)[99], 0.0);
    }

    #[test]
    fn distances_have_the_rate_and_the_burstiness() {
        for shape in [0.25, 1.0, 4.0] {
            let (mean, variation) = moments(&times(4.0, shape, 7));
            assert!((mean - 0.25).abs() < 0.02, "{shape}: {mean}");
            assert!((variation * shape - 1.0).abs() < 0.1, "{shape}: {variation}");
        }
    }
}
