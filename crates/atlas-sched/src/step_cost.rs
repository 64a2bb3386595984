//! The time of a step, learnt from steps that were measured, and the number of prompt tokens that
//! fit into a time.
//!
//! The model is `t = a + b * decode rows + c * prompt rows + d * attended`, where a row attends to
//! as many positions as lie before it. A Kalman filter follows its coefficients, which wander as
//! the machine does (Haykin, Adaptive Filter Theory, 4th edition, chapter 10). The only floats of
//! the scheduler are here.

use atlas_core::Span;

/// Terms of the model.
const TERMS: usize = 4;
/// Units of the terms, so that they have about the same size.
const UNITS: [f64; TERMS] = [1.0, 64.0, 1024.0, 1e6];
/// Deviation of a measured time from its mean, as a part of it.
const NOISE: f64 = 0.05;
/// Deviation by which a coefficient wanders from one step to the next, as a part of it, and the
/// least coefficient that counts for that, in seconds.
const WANDERING: f64 = 0.01;
const COEFFICIENT_LEAST: f64 = 1e-4;
/// Variance of a coefficient, in square seconds, before anything is measured, and at most.
const VARIANCE: f64 = 1.0;
/// Steps that are measured before the model is used.
const STEPS_LEAST: u32 = 3;
/// A step that took so many times longer than foreseen counts as one that took this many times
/// longer: something else was in its way.
const OUTLIER: f64 = 3.0;
/// Prompt tokens of a chunk are a multiple of this if they are more: kernels have such tiles.
const CHUNK_UNIT: u32 = 64;

/// Size of a step, as far as its time depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepShape {
    /// Rows of sequences that have one in this step.
    pub decode_rows: u32,
    /// Rows of all others.
    pub prompt_rows: u32,
    /// Positions that all rows attend to.
    pub attended: u64,
}

impl StepShape {
    /// The shape of a step of `spans`.
    pub fn of(spans: &[Span]) -> Self {
        spans.iter().fold(Self::default(), |shape, span| match span.drafts {
            0 => shape.with(span.start, span.len),
            // Each row of a sequence that generates counts as one.
            _ => (span.start..span.end()).fold(shape, |shape, at| shape.with(at, 1)),
        })
    }

    /// The shape with `len` rows more, of which the first stands at `start`.
    pub fn with(self, start: u32, len: u32) -> Self {
        let (decode, prompt) = if len == 1 { (1, 0) } else { (0, len) };
        Self {
            decode_rows: self.decode_rows + decode,
            prompt_rows: self.prompt_rows + prompt,
            attended: self.attended + attended(start, len),
        }
    }

    fn terms(&self) -> [f64; TERMS] {
        let of = [1.0, f64::from(self.decode_rows), f64::from(self.prompt_rows)];
        let of = [of[0], of[1], of[2], self.attended as f64];
        std::array::from_fn(|i| of[i] / UNITS[i])
    }
}

/// Positions that `len` rows from `start` on attend to.
fn attended(start: u32, len: u32) -> u64 {
    let (start, len) = (u64::from(start), u64::from(len));
    len * start + len * (len + 1) / 2
}

/// Coefficients of the model: seconds of a unit of each term.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Estimate([f64; TERMS]);

impl Estimate {
    /// Seconds that a step of `shape` takes.
    pub fn seconds(&self, shape: &StepShape) -> f64 {
        let parts = self.0.iter().zip(shape.terms());
        parts.map(|(c, term)| c.max(0.0) * term).sum()
    }

    /// The most rows, up to `rows_max`, that a chunk from `start` on may add to `shape` so that the
    /// step is over within `seconds_max`.
    pub fn rows_within(
        &self,
        shape: &StepShape,
        start: u32,
        rows_max: u32,
        seconds_max: f64,
    ) -> u32 {
        // At least two rows: one alone would count as decode.
        let fits = |rows: u32| self.seconds(&shape.with(start, rows.max(2))) <= seconds_max;
        if fits(rows_max) {
            return rows_max;
        }
        let (mut has, mut lacks) = (0, rows_max);
        while has + 1 < lacks {
            let rows = has.midpoint(lacks);
            *if fits(rows) { &mut has } else { &mut lacks } = rows;
        }
        if has > CHUNK_UNIT { has - has % CHUNK_UNIT } else { has }
    }
}

/// Learns the coefficients.
#[derive(Clone, Debug)]
pub(crate) struct StepCost {
    estimate: Estimate,
    covariance: [[f64; TERMS]; TERMS],
    steps: u32,
}

impl Default for StepCost {
    fn default() -> Self {
        let row = |i| std::array::from_fn(|j| if i == j { VARIANCE } else { 0.0 });
        Self { estimate: Estimate::default(), covariance: std::array::from_fn(row), steps: 0 }
    }
}

impl StepCost {
    /// Learns from a step that took `seconds`.
    pub fn observe(&mut self, shape: &StepShape, seconds: f64) {
        if !seconds.is_finite() || seconds <= 0.0 {
            return;
        }
        let foreseen = self.estimate.seconds(shape);
        let is_known = self.steps >= STEPS_LEAST && foreseen > 0.0;
        let seconds = if is_known { seconds.min(foreseen * OUTLIER) } else { seconds };
        self.steps = self.steps.saturating_add(1);
        let terms = shape.terms();
        let Self { estimate: Estimate(coefficients), covariance, .. } = self;
        for i in 0..TERMS {
            let drift = WANDERING * coefficients[i].abs().max(COEFFICIENT_LEAST);
            covariance[i][i] += drift * drift;
        }
        let product =
            |row: &[f64; TERMS]| -> f64 { row.iter().zip(&terms).map(|(p, term)| p * term).sum() };
        let gain = covariance.map(|row| product(&row));
        let noise = NOISE * seconds;
        let scale = noise * noise + product(&gain);
        let error = seconds - product(coefficients);
        for i in 0..TERMS {
            coefficients[i] += gain[i] / scale * error;
            for j in 0..TERMS {
                covariance[i][j] -= gain[i] * gain[j] / scale;
            }
        }
        self.bound();
    }

    /// Bounds the variance of what has not shown for long.
    fn bound(&mut self) {
        for i in 0..TERMS {
            let variance = self.covariance[i][i];
            // Rounding can leave a little less than nothing.
            let part = if variance > 0.0 { (VARIANCE / variance).sqrt().min(1.0) } else { 0.0 };
            for j in 0..TERMS {
                self.covariance[i][j] *= part;
                self.covariance[j][i] *= part;
            }
        }
    }

    /// The coefficients learnt; `None` before enough was measured.
    pub fn estimate(&self) -> Option<Estimate> {
        (self.steps >= STEPS_LEAST).then_some(self.estimate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    /// Seconds of a machine that the model describes.
    fn machine(shape: &StepShape) -> f64 {
        6e-3 + 2e-4 * f64::from(shape.decode_rows)
            + 1.5e-5 * f64::from(shape.prompt_rows)
            + 4e-10 * shape.attended as f64
    }

    fn learnt(noise: f64) -> StepCost {
        let (mut cost, mut rng) = (StepCost::default(), SplitMix64::new(7));
        for _ in 0..400 {
            let mut shape = StepShape::default();
            for _ in 0..rng.below(40) {
                shape = shape.with(rng.below(4000), 1);
            }
            for _ in 0..rng.below(3) {
                shape = shape.with(rng.below(30_000), 2 + rng.below(2000));
            }
            let off = 1.0 + noise * (f64::from(rng.below(1000)) / 500.0 - 1.0);
            cost.observe(&shape, machine(&shape) * off);
        }
        cost
    }

    #[test]
    fn times_are_learnt_from_steps() {
        for (noise, within) in [(0.0, 0.01), (0.05, 0.08)] {
            let cost = learnt(noise);
            for (decode, start, len) in [(1, 0, 512), (16, 20_000, 2048), (32, 500, 100)] {
                let shape = (0..decode).fold(StepShape::default(), |s, _| s.with(1000, 1));
                let shape = shape.with(start, len);
                let (found, true_time) = (cost.estimate.seconds(&shape), machine(&shape));
                let off = (found / true_time - 1.0).abs();
                assert!(off < within, "{found} s for {true_time} s with noise {noise}");
            }
        }
    }

    #[test]
    fn rows_fill_the_time_and_do_not_exceed_it() {
        let cost = learnt(0.0);
        let decode = (0..16).fold(StepShape::default(), |s, _| s.with(1000, 1));
        for start in [0, 10_000, 30_000] {
            let rows = cost.estimate.rows_within(&decode, start, 8192, 0.05);
            assert!((256..8192).contains(&rows) && rows.is_multiple_of(CHUNK_UNIT), "{rows}");
            let took = machine(&decode.with(start, rows));
            assert!((0.045..0.0505).contains(&took), "{rows} rows at {start} take {took} s");
        }
        assert_eq!(cost.estimate.rows_within(&decode, 0, 8192, 10.0), 8192);
        assert_eq!(
            cost.estimate.rows_within(&decode, 0, 8192, 1e-3),
            0,
            "decode alone takes longer"
        );
        assert_eq!(cost.estimate.rows_within(&decode, 0, 0, 10.0), 0);
    }

    #[test]
    fn it_follows_a_machine_that_becomes_slower_and_forgets_an_outlier() {
        let mut cost = learnt(0.0);
        let shape = StepShape::default().with(0, 1024);
        let before = cost.estimate.seconds(&shape);
        cost.observe(&shape, 100.0);
        for _ in 0..100 {
            cost.observe(&shape, machine(&shape));
        }
        assert!((cost.estimate.seconds(&shape) / before - 1.0).abs() < 0.05);
        for _ in 0..200 {
            cost.observe(&shape, 2.0 * machine(&shape));
        }
        let found = cost.estimate.seconds(&shape) / machine(&shape);
        assert!((1.9..2.1).contains(&found), "{found}");
    }

    #[test]
    fn numbers_that_are_no_times_are_ignored() {
        let mut cost = StepCost::default();
        let shape = StepShape::default().with(0, 8);
        for seconds in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            cost.observe(&shape, seconds);
        }
        assert!(cost.estimate().is_none());
        assert_eq!(cost.estimate.seconds(&shape), 0.0);
    }

    #[test]
    fn a_step_of_many_steps_alike_stays_finite() {
        let mut cost = StepCost::default();
        let shape = StepShape::default().with(100, 1);
        (0..200_000).for_each(|_| cost.observe(&shape, 5e-3));
        assert!((cost.estimate.seconds(&shape) - 5e-3).abs() < 1e-6);
        let prompt = StepShape::default().with(0, 1024);
        (0..10).for_each(|_| cost.observe(&prompt, 25e-3));
        assert!(
            (cost.estimate.seconds(&prompt) - 25e-3).abs() < 2e-3,
            "{}",
            cost.estimate.seconds(&prompt)
        );
    }
}
