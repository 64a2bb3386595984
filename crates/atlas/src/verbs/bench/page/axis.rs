//! Axes of a plot: values from zero up, and the levels of a load.

use super::figures::tick_label;

/// Largest value of an axis. Steps and sums beyond it could overflow.
const VALUE_MAX: f64 = 1e300;

/// Smallest largest value of an axis. Below it steps lose their digits.
const VALUE_MIN: f64 = 1e-300;

/// Steps that an axis has at most.
const STEPS_MAX: f64 = 5.0;

/// Ratio of the largest level to the smallest from which levels are spaced by their logarithms.
const LOG_RATIO: f64 = 6.0;

/// Values from zero to a round number.
#[derive(Debug, PartialEq)]
pub struct Axis {
    pub max: f64,
    pub step: f64,
}

impl Axis {
    /// The axis that holds all `values`. Values that are no finite numbers are left out; without
    /// any above zero the axis ends at one.
    pub fn holding(values: impl IntoIterator<Item = f64>) -> Self {
        let finite = values.into_iter().filter(|v| v.is_finite());
        let most = finite.fold(0.0, f64::max).min(VALUE_MAX);
        let most = if most < VALUE_MIN { 1.0 } else { most };
        let rough = most / STEPS_MAX;
        let power = 10f64.powf(rough.log10().floor());
        // Rounding may put the quotient a little above a factor that it is equal to.
        let fits = |factor: &f64| *factor * power * STEPS_MAX >= most * (1.0 - 1e-9);
        let factor = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(fits).unwrap_or(20.0);
        let step = factor * power;
        Self { max: (most / step - 1e-9).ceil() * step, step }
    }

    /// Values of the ticks, zero and the end included.
    pub fn ticks(&self) -> Vec<f64> {
        let count = (self.max / self.step).round() as u32;
        (0..=count).map(|i| f64::from(i) * self.step).collect()
    }

    /// Share of the axis below `value`, 0 to 1; `None` for a value that is no finite number.
    pub fn share(&self, value: f64) -> Option<f64> {
        value.is_finite().then(|| (value / self.max).clamp(0.0, 1.0))
    }

    /// The label of a tick.
    pub fn label(&self, tick: f64) -> String {
        tick_label(tick, self.step, self.max)
    }
}

/// One level of a load.
#[derive(Clone, Debug)]
pub struct Level {
    /// Name in tables and beside points.
    pub name: String,
    /// Label on the axis.
    pub tick: String,
    /// Place on the axis, where the level is a number.
    pub number: Option<f64>,
}

/// The levels of a load, along the bottom of a plot.
#[derive(Clone, Debug)]
pub struct Levels {
    pub title: &'static str,
    pub list: Vec<Level>,
}

impl Levels {
    /// Whether the levels are numbers, so that lines between them mean something.
    pub fn are_numbers(&self) -> bool {
        self.numbers().is_some()
    }

    /// Numbers of all levels, above zero; `None` if one has none.
    fn numbers(&self) -> Option<Vec<f64>> {
        let number = |l: &Level| l.number.filter(|n| n.is_finite() && *n > 0.0);
        self.list.iter().map(number).collect()
    }

    /// Places of the levels, 0 to 1: by their numbers, or at even distances.
    pub fn places(&self) -> Vec<f64> {
        let count = self.list.len();
        if let Some(numbers) = self.numbers() {
            let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
            let most = numbers.iter().copied().fold(0.0, f64::max);
            if least < most {
                let scale = |n: f64| if most / least >= LOG_RATIO { n.ln() } else { n };
                let width = scale(most) - scale(least);
                return numbers.iter().map(|n| (scale(*n) - scale(least)) / width).collect();
            }
        }
        match count {
            0 | 1 => vec![0.5; count],
            _ => (0..count).map(|i| i as f64 / (count - 1) as f64).collect(),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn levels(numbers: &[f64]) -> Levels {
        let level =
            |n: &f64| Level { name: format!("{n} at once"), tick: n.to_string(), number: Some(*n) };
        Levels { title: "requests in flight", list: numbers.iter().map(level).collect() }
    }

    #[test]
    fn axes_end_at_a_round_number_above_all_values() {
        let of = |values: &[f64]| {
            let axis = Axis::holding(values.iter().copied());
            (axis.max, axis.ticks().len())
        };
        assert_eq!(of(&[7.0, 99.0]), (100.0, 6));
        assert_eq!(of(&[100.0]), (100.0, 6));
        assert_eq!(of(&[101.0]), (125.0, 6));
        assert_eq!(of(&[0.0]), (1.0, 6));
        assert_eq!(of(&[]), (1.0, 6));
        assert_eq!(of(&[-5.0]), (1.0, 6));
        assert_eq!(of(&[f64::NAN, f64::INFINITY, 3.0]), (3.0, 4));
    }

    #[test]
    fn odd_ranges_have_few_finite_ticks() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut values = vec![0.0, f64::MIN_POSITIVE, 1e-320, 1e-299, 0.3, 1e299, f64::MAX];
        values.extend((0..2000).map(|_| 10f64.powf(random.f64() * 600.0 - 300.0)));
        for value in values {
            let axis = Axis::holding([value]);
            let ticks = axis.ticks();
            assert!((2..=7).contains(&ticks.len()), "{value}: {ticks:?}");
            assert!(ticks.iter().all(|t| t.is_finite()), "{value}: {ticks:?}");
            assert!(axis.max * (1.0 + 1e-9) >= value.min(VALUE_MAX), "{value}: {axis:?}");
            let labels: std::collections::BTreeSet<_> =
                ticks.iter().map(|t| axis.label(*t)).collect();
            assert_eq!(labels.len(), ticks.len(), "{value}: {labels:?}");
            assert!(labels.iter().all(|l| l.len() <= 8), "{value}: {labels:?}");
            let share = axis.share(value).unwrap();
            assert!((0.0..=1.0).contains(&share), "{value}");
        }
        assert_eq!(Axis::holding([1.0]).share(f64::NAN), None);
    }

    #[test]
    fn levels_lie_at_their_numbers_or_at_even_distances() {
        assert_eq!(levels(&[]).places(), [0.0; 0]);
        assert_eq!(levels(&[8.0]).places(), [0.5]);
        assert_eq!(levels(&[4.0, 4.0]).places(), [0.0, 1.0]);
        assert_eq!(levels(&[1.0, 2.0, 5.0]).places(), [0.0, 0.25, 1.0]);
        let log = levels(&[64.0, 1.0, 8.0]).places();
        assert!((log[2] - 0.5).abs() < 1e-9 && (log[0], log[1]) == (1.0, 0.0), "{log:?}");
        let mut mixed = levels(&[1.0, 2.0, 5.0]);
        mixed.list[2].number = None;
        assert_eq!((mixed.places(), mixed.are_numbers()), (vec![0.0, 0.5, 1.0], false));
    }
}
