//! Numbers, texts and colours as they are shown.

use super::super::wire::Text;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

/// Colours of the terminal's own palette, which it chose for its background, or none at all.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    pub colours: bool,
}

impl Theme {
    pub fn of(self, colour: Color) -> Style {
        if self.colours { Style::new().fg(colour) } else { Style::new() }
    }

    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub fn muted(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}

/// A number with its thousands apart.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number in six columns at most, for tables.
pub fn brief(number: u64) -> String {
    match number {
        0..100_000 => count(number),
        100_000..1_000_000 => format!("{}k", number / 1000),
        1_000_000..1_000_000_000 => format!("{:.1}M", number as f64 / 1e6),
        _ => format!("{:.1e}", number as f64),
    }
}

/// A measured number with three digits.
pub fn short(number: f64) -> String {
    match number {
        n if !n.is_finite() || n < 0.0 => "–".to_owned(),
        n if n >= 1e12 => format!("{n:.1e}"),
        n if n >= 99.95 => count(n.round() as u64),
        n if n >= 9.995 => format!("{n:.1}"),
        n if n > 0.0 => format!("{n:.2}"),
        _ => "0".to_owned(),
    }
}

/// Bytes of a whole, both in the unit of the whole.
pub fn bytes_of(part: u64, whole: u64) -> String {
    let (scale, unit) = unit_of(whole as f64);
    format!("{} / {} {unit}", short(part as f64 / scale), short(whole as f64 / scale))
}

/// Bytes a second.
pub fn rate(bytes: f64) -> String {
    let (scale, unit) = unit_of(bytes);
    format!("{} {unit}/s", short(bytes / scale))
}

/// The unit in which so many bytes have three digits before the point at most, and its bytes.
fn unit_of(bytes: f64) -> (f64, &'static str) {
    const UNITS: [&str; 6] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let (mut scale, mut unit) = (1.0, UNITS[0]);
    for next in &UNITS[1..] {
        if bytes / scale < 1000.0 {
            break;
        }
        (scale, unit) = (1024.0 * scale, next);
    }
    (scale, unit)
}

/// Part of a whole, 0 to 1; 0 where there is no whole.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64).clamp(0.0, 1.0) }
}

pub fn percent(share: f64) -> String {
    match 100.0 * share {
        p if !p.is_finite() => "–".to_owned(),
        p if p > 0.0 && p < 0.95 => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

/// A time that passes, in seven columns at most.
pub fn seconds(number: f64) -> String {
    match number {
        n if !n.is_finite() || n < 0.0 => "–".to_owned(),
        n if n < 9.95 => format!("{n:.1} s"),
        n if n < 600.0 => format!("{n:.0} s"),
        n if n < 36_000.0 => format!("{:.0} min", n / 60.0),
        n => format!("{} h", brief((n / 3600.0) as u64)),
    }
}

/// The end of a text in so many columns, which tells ids apart.
pub fn tail(text: &Text, columns: usize) -> String {
    let text = text.as_str();
    if Span::raw(text).width() <= columns {
        return text.to_owned();
    }
    let mut out: Vec<char> = Vec::new();
    let mut left = columns.saturating_sub(1);
    for c in text.chars().rev() {
        let width = Span::raw(c.to_string()).width();
        if width > left {
            break;
        }
        left -= width;
        out.push(c);
    }
    out.push('…');
    out.into_iter().rev().collect()
}

/// Full columns of a bar, its last one in eighths.
pub fn filled(share: f64, columns: u16) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let eighths = (share * f64::from(columns) * 8.0).round() as usize;
    // A little is more than nothing.
    let eighths = if share > 0.0 && columns > 0 { eighths.max(1) } else { eighths };
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_digits() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        let briefs = [7, 32_768, 131_072, 2_500_000, u64::MAX].map(brief);
        assert_eq!(briefs, ["7", "32,768", "131k", "2.5M", "1.8e19"]);
        let shorts = [0.0, 0.207, 7.94, 52.1, 120.5, 4100.0, f64::NAN, 1e300].map(short);
        assert_eq!(shorts, ["0", "0.21", "7.94", "52.1", "121", "4,100", "–", "1.0e300"]);
        assert_eq!(bytes_of(0, 1536), "0 / 1.50 KiB");
        assert_eq!(bytes_of(512 << 20, 1 << 30), "0.50 / 1.00 GiB");
        assert_eq!(bytes_of(7, 900), "7.00 / 900 B");
        let rates = [0.0, 1536.0, f64::from(700 << 20)].map(rate);
        assert_eq!(rates, ["0 B/s", "1.50 KiB/s", "700 MiB/s"]);
        assert_eq!([0.0, 0.004, 0.71, 1.0].map(percent), ["0%", "0.4%", "71%", "100%"]);
        let times = [0.52, 12.3, 630.0, 1e300].map(seconds);
        assert_eq!(times, ["0.5 s", "12 s", "10 min", "1.8e19 h"]);
    }

    #[test]
    fn long_ids_keep_their_end_within_their_columns() {
        assert_eq!(tail(&Text::new("chatcmpl-0123456789"), 8), "…3456789");
        assert_eq!(tail(&Text::new("short"), 8), "short");
        assert_eq!(tail(&Text::new("漢字漢字"), 4), "…字");
        assert_eq!(tail(&Text::new("ab"), 0), "…");
    }

    #[test]
    fn bars_show_a_little_as_something() {
        assert_eq!(filled(0.5, 4), "██");
        assert_eq!(filled(1e-9, 4), "▏");
        assert_eq!([filled(0.0, 4), filled(f64::NAN, 4), filled(0.3, 0)], ["", "", ""]);
        assert_eq!(filled(7.0, 3), "███");
    }
}
