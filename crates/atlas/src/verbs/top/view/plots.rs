//! The last minutes as small plots, and the spans of a request as a strip.

use super::super::board::{Board, HISTORY_MS, Sample, Segment, SpanKind, TRACK_MS};
use super::words::{Theme, count, short};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Color;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

/// Seconds that a column may stand for.
const COLUMN_SECONDS: [u64; 8] = [1, 2, 5, 10, 15, 30, 60, 120];

struct Plot {
    name: &'static str,
    take: fn(&Sample) -> f64,
    /// A column shows the mean of its samples, or the most.
    mean: bool,
    colour: Color,
}

const PLOTS: [Plot; 3] = [
    Plot { name: "tok/s", take: |one| one.speed, mean: true, colour: Color::Green },
    Plot { name: "running", take: |one| one.running as f64, mean: false, colour: Color::Cyan },
    Plot { name: "waiting", take: |one| one.waiting as f64, mean: false, colour: Color::Magenta },
];

/// Columns before a plot in one row, for its name, and behind it, for its largest value.
const NAME_COLUMNS: u16 = 9;
const MOST_COLUMNS: u16 = 13;

/// Time that the plots show.
pub fn title(board: &Board) -> String {
    let span = span_ms(board);
    match span {
        0..60_000 => format!("Last {} s", span / 1000),
        _ => format!("Last {} min", (span + 30_000) / 60_000),
    }
}

/// Milliseconds from the first sample to the last.
fn span_ms(board: &Board) -> u64 {
    let (first, last) = (board.samples.front(), board.samples.back());
    first.zip(last).map_or(0, |(a, b)| b.time.saturating_sub(a.time)).min(HISTORY_MS)
}

/// Three plots: a row each, or side by side where there are more than three rows.
pub fn history(board: &Board, theme: Theme, area: Rect, buf: &mut Buffer) {
    if area.height > 3 {
        let columns = Layout::horizontal([Constraint::Fill(1); 3]).spacing(3).split(area);
        for (plot, area) in PLOTS.iter().zip(columns.iter()) {
            let values = columns_of(board, plot, area.width);
            let most = most(&values);
            let head = Line::from(vec![
                Span::styled(now(board, plot), theme.strong()),
                Span::raw(format!(" {}", plot.name)),
                Span::styled(format!("  most {}", shown(plot, most)), theme.muted()),
            ]);
            let mut lines = vec![head];
            let rows = bars(&values, most, area.height - 1);
            lines.extend(rows.into_iter().map(|row| Line::styled(row, theme.of(plot.colour))));
            Paragraph::new(lines).render(*area, buf);
        }
        return;
    }
    let width = area.width.saturating_sub(NAME_COLUMNS + MOST_COLUMNS);
    for (plot, area) in PLOTS.iter().zip(area.rows()) {
        let values = columns_of(board, plot, width);
        let most = most(&values);
        let bars = bars(&values, most, 1).concat();
        Line::from(vec![
            Span::raw(format!("{:<1$}", plot.name, usize::from(NAME_COLUMNS))),
            Span::styled(bars, theme.of(plot.colour)),
            Span::styled(format!(" most {}", shown(plot, most)), theme.muted()),
        ])
        .render(area, buf);
    }
}

fn now(board: &Board, plot: &Plot) -> String {
    shown(plot, board.samples.back().map_or(0.0, plot.take))
}

/// Requests are whole numbers.
fn shown(plot: &Plot, value: f64) -> String {
    if plot.mean { short(value) } else { count(value as u64) }
}

fn most(values: &[Option<f64>]) -> f64 {
    values.iter().flatten().copied().fold(0.0, f64::max)
}

/// Values of the columns, the present at the right. A column stands for a fixed piece of time, so
/// that bars move and keep their height.
fn columns_of(board: &Board, plot: &Plot, width: u16) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0_u32); usize::from(width)];
    let Some(last) = board.samples.back() else { return vec![None; sums.len()] };
    let fits = |seconds: &&u64| 1000 * **seconds * u64::from(width) > span_ms(board);
    let seconds = COLUMN_SECONDS.iter().find(fits).unwrap_or(&COLUMN_SECONDS[7]);
    let column = |time: u64| time / (1000 * seconds);
    for sample in &board.samples {
        let back = column(last.time).saturating_sub(column(sample.time));
        let Some(at) = u64::from(width).checked_sub(1 + back) else { continue };
        let Some((sum, samples)) = sums.get_mut(at as usize) else { continue };
        let value = (plot.take)(sample);
        *sum = if plot.mean { *sum + value } else { f64::max(*sum, value) };
        *samples += 1;
    }
    let value = |(sum, samples): (f64, u32)| match samples {
        0 => None,
        _ if plot.mean => Some(sum / f64::from(samples)),
        _ => Some(sum),
    };
    sums.into_iter().map(value).collect()
}

/// Bars of eighths of a row, the highest row first. Measured zeros are a line at the bottom.
fn bars(values: &[Option<f64>], most: f64, rows: u16) -> Vec<String> {
    const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let scale = if most > 0.0 && most.is_finite() { most } else { 1.0 };
    let row = |below: u16| {
        let level = |value: &Option<f64>| {
            let Some(value) = value else { return LEVELS[0] };
            let eighths = (value / scale * f64::from(rows) * 8.0).round().max(1.0);
            LEVELS[(eighths - f64::from(below) * 8.0).clamp(0.0, 8.0) as usize]
        };
        values.iter().map(level).collect()
    };
    (0..rows).rev().map(row).collect()
}

/// Colour and sign of a kind of span; signs differ, so that colours are not needed.
pub fn mark(kind: SpanKind) -> (char, Color) {
    match kind {
        SpanKind::Prefill => ('█', Color::Magenta),
        SpanKind::Decode => ('▄', Color::Green),
        SpanKind::Verify => ('▓', Color::Cyan),
    }
}

/// Spans of the last 30 seconds in so many columns; the kind that fills most of a column is shown.
pub fn strip(segments: &[Segment], now: u64, width: u16, theme: Theme) -> Line<'static> {
    let start = now.saturating_sub(TRACK_MS);
    let edge = |column: u16| start + TRACK_MS * u64::from(column) / u64::from(width.max(1));
    let spans = (0..width).map(|column| {
        let (from, to) = (edge(column), edge(column + 1));
        let mut sums = [(SpanKind::Prefill, 0), (SpanKind::Verify, 0), (SpanKind::Decode, 0)];
        for one in segments.iter().filter(|one| one.from < to && one.to >= from) {
            let covered = one.to.min(to).saturating_sub(one.from.max(from)) + 1;
            if let Some((_, sum)) = sums.iter_mut().find(|(kind, _)| *kind == one.kind) {
                *sum += covered;
            }
        }
        match sums.iter().rev().max_by_key(|(_, sum)| *sum) {
            Some((kind, 1..)) => {
                let (sign, colour) = mark(*kind);
                Span::styled(sign.to_string(), theme.of(colour))
            }
            _ => Span::styled("·", theme.muted()),
        }
    });
    Line::from_iter(spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_rise_by_eighths_and_show_measured_zeros() {
        let values = [None, Some(0.0), Some(0.5), Some(1.0)];
        assert_eq!(bars(&values, 1.0, 1), [" ▁▄█"]);
        assert_eq!(bars(&values, 1.0, 2), ["   █", " ▁██"]);
        assert_eq!(bars(&values, f64::INFINITY, 1).len(), 1);
        assert!(bars(&values, 1.0, 0).is_empty());
    }

    #[test]
    fn a_strip_shows_the_kind_that_fills_a_column() {
        let segment = |from, to, kind| Segment { from, to, kind };
        let now = 100_000;
        let segments = [
            segment(71_000, 79_000, SpanKind::Prefill),
            segment(79_000, 90_000, SpanKind::Decode),
            segment(90_500, 91_000, SpanKind::Verify),
        ];
        let line = strip(&segments, now, 6, Theme { colours: false });
        assert_eq!(line.to_string(), "██▄▄▓·");
        assert_eq!(strip(&segments, 0, 0, Theme { colours: true }).width(), 0);
        assert_eq!(strip(&segments, u64::MAX, 3, Theme { colours: true }).width(), 3);
    }
}
