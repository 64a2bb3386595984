//! Numbers as a page shows them.

/// Stands for a figure that there is none of.
pub const ABSENT: &str = "–";

/// Suffixes of large numbers, by factors of 1,000 from 1,000 on.
const SUFFIXES: [&str; 5] = ["k", "M", "G", "T", "P"];

/// Size from which, and below which, numbers are written with an exponent.
const LARGE: f64 = 1e15;
const SMALL: f64 = 1e-3;

/// A number with about three digits: `1,234`, `12.3`, `0.012`; [`ABSENT`] where it is none.
pub fn figure(value: Option<f64>) -> String {
    let Some(value) = value.filter(|v| v.is_finite()) else { return ABSENT.to_owned() };
    match value.abs() {
        0.0 => "0".to_owned(),
        a if !(SMALL..LARGE).contains(&a) => format!("{value:.2e}"),
        a if a < 0.9995 => format!("{value:.3}"),
        a if a < 9.995 => format!("{value:.2}"),
        a if a < 99.95 => format!("{value:.1}"),
        _ => grouped(&format!("{value:.0}")),
    }
}

/// A share as percent, with one digit after the point.
pub fn percent(share: Option<f64>) -> String {
    match share.filter(|s| s.is_finite()) {
        Some(share) => format!("{} %", figure(Some(share * 100.0))),
        None => ABSENT.to_owned(),
    }
}

/// A count with separators.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let mut out = sign.to_owned();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Label of a tick of an axis whose ticks are `step` apart and reach `max`.
pub fn tick_label(value: f64, step: f64, max: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(SMALL..LARGE * 10.0).contains(&max) {
        return format!("{value:.1e}");
    }
    let (mut scale, mut suffix) = (1.0, "");
    for next in SUFFIXES {
        if max >= scale * 1e4 {
            (scale, suffix) = (scale * 1e3, next);
        }
    }
    // Ticks are multiples of the step, so they need its digits and no more.
    let (value, step) = (value / scale, step / scale);
    let whole = |digits: &usize| {
        let units = step * 10f64.powi(*digits as i32);
        (units - units.round()).abs() < 1e-6 * units
    };
    match (0..9).find(whole).unwrap_or(9) {
        0 => format!("{}{suffix}", grouped(&format!("{value:.0}"))),
        digits => format!("{value:.digits$}{suffix}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_about_three_digits() {
        let of = |value: f64| figure(Some(value));
        for (value, text) in [
            (0.0, "0"),
            (1234.4, "1,234"),
            (1_234_567.0, "1,234,567"),
            (-1234.0, "-1,234"),
            (99.96, "100"),
            (12.34, "12.3"),
            (9.999, "10.0"),
            (1.2345, "1.23"),
            (0.9999, "1.00"),
            (0.01234, "0.012"),
            (1e-7, "1.00e-7"),
            (1e20, "1.00e20"),
        ] {
            assert_eq!(of(value), text, "{value}");
        }
        for none in [None, Some(f64::NAN), Some(f64::INFINITY)] {
            assert_eq!((figure(none), percent(none)), (ABSENT.to_owned(), ABSENT.to_owned()));
        }
        assert_eq!((percent(Some(0.5)), count(1000)), ("50.0 %".to_owned(), "1,000".to_owned()));
    }

    #[test]
    fn labels_of_ticks_are_short_and_differ() {
        assert_eq!(tick_label(0.0, 2e4, 1e5), "0");
        assert_eq!(tick_label(2e4, 2e4, 1e5), "20k");
        assert_eq!(tick_label(2500.0, 500.0, 2500.0), "2,500");
        assert_eq!(tick_label(2500.0, 2500.0, 12_500.0), "2.5k");
        assert_eq!(tick_label(0.25, 0.25, 1.0), "0.25");
        assert_eq!(tick_label(5e-3, 2.5e-3, 0.01), "0.0050");
        assert_eq!(tick_label(10_500.0, 500.0, 12_000.0), "10.5k");
        assert_eq!(tick_label(0.4, 0.2, 1.0), "0.4");
        assert_eq!(tick_label(5e18, 5e18, 1e19), "5.0e18");
        assert_eq!(tick_label(2e-5, 1e-5, 5e-5), "2.0e-5");
    }
}
