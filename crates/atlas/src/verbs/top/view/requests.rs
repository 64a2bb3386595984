//! Requests that run, ended a moment ago, or wait.

use super::super::board::{SpanKind, Track};
use super::super::wire::{State, Waiting};
use super::Look;
use super::parts::age;
use super::plots::{mark, strip};
use super::words::{Theme, brief, tail};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Color;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Cell, Row, Table, Widget};

/// Columns between cells.
const GAP: u16 = 1;

/// A column of the table of running requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Id,
    Api,
    Slot,
    State,
    Prompt,
    Cached,
    Computed,
    Generated,
    Time,
    Spans,
}

impl Column {
    fn title(self) -> Line<'static> {
        match self {
            Self::Id => Line::raw("request"),
            Self::Api => Line::raw("api"),
            Self::Slot => Line::raw("slot").right_aligned(),
            Self::State => Line::raw("state"),
            Self::Prompt => Line::raw("prompt").right_aligned(),
            Self::Cached => Line::raw("cached").right_aligned(),
            Self::Computed => Line::raw("computed").right_aligned(),
            Self::Generated => Line::raw("generated").right_aligned(),
            Self::Time => Line::raw("time").right_aligned(),
            Self::Spans => Line::raw("last 30 s"),
        }
    }

    /// Width, but for the columns that take what is left.
    fn width(self) -> u16 {
        match self {
            Self::Id => 12,
            Self::Api => 11,
            Self::Slot => 4,
            Self::State => 7,
            Self::Prompt | Self::Cached => 6,
            Self::Computed => 8,
            Self::Generated => 11,
            Self::Time => 7,
            Self::Spans => 16,
        }
    }
}

/// Columns that fit, and their widths.
fn columns(width: u16) -> Vec<(Column, u16)> {
    use Column::{Api, Cached, Computed, Generated, Id, Prompt, Slot, Spans, State, Time};
    let all = [Id, Api, Slot, State, Prompt, Cached, Computed, Generated, Time, Spans];
    // Those that are left out first stand first.
    let optional = [Spans, Api, Computed, Slot, Cached, Prompt, State, Time, Generated];
    let mut list: Vec<(Column, u16)> = all.iter().map(|one| (*one, one.width())).collect();
    let taken = |list: &[(Column, u16)]| -> u16 {
        list.iter().map(|(_, width)| width + GAP).sum::<u16>() - GAP
    };
    for column in optional {
        if taken(&list) <= width {
            break;
        }
        list.retain(|(one, _)| *one != column);
    }
    let spare = width.saturating_sub(taken(&list));
    let has_spans = list.iter().any(|(one, _)| *one == Spans);
    // An id has 36 columns and more; spans take the rest.
    let for_id = if has_spans { (spare / 2).min(30) } else { spare };
    for (column, width) in &mut list {
        match column {
            Id => *width += for_id,
            Spans => *width += spare - for_id,
            _ => {}
        }
    }
    list
}

/// Kinds of spans with their signs.
pub fn legend(theme: Theme) -> Line<'static> {
    let kinds = [
        (SpanKind::Prefill, "prefill"),
        (SpanKind::Decode, "decode"),
        (SpanKind::Verify, "verify"),
    ];
    Line::from_iter(kinds.into_iter().flat_map(|(kind, name)| {
        let (sign, colour) = mark(kind);
        [
            Span::styled(format!(" {sign}"), theme.of(colour)),
            Span::styled(format!(" {name}"), theme.muted()),
        ]
    }))
}

/// Rows of the table of running requests beneath its head, from the `scroll`th on.
pub fn running(look: &Look, state: &State, scroll: usize, area: Rect, buf: &mut Buffer) {
    let columns = columns(area.width);
    let head = Row::new(columns.iter().map(|(column, _)| column.title())).style(look.theme.muted());
    let room = usize::from(area.height.saturating_sub(1));
    let tracks = look.board.tracks.iter().skip(scroll).take(room);
    let rows: Vec<Row> = match look.board.tracks.is_empty() {
        true => vec![Row::new([Line::styled("none", look.theme.muted())])],
        false => tracks.map(|track| row(track, state.time, &columns, look.theme)).collect(),
    };
    let widths = columns.iter().map(|(_, width)| Constraint::Length(*width));
    Table::new(rows, widths).header(head).column_spacing(GAP).render(area, buf);
}

fn row(track: &Track, now: u64, columns: &[(Column, u16)], theme: Theme) -> Row<'static> {
    let info = &track.info;
    let number = |number: u64| Line::raw(brief(number)).right_aligned();
    let cells = columns.iter().map(|(column, width)| {
        Cell::from(match column {
            Column::Id => Line::raw(tail(&info.id, usize::from(*width))),
            Column::Api => Line::raw(info.api.to_string()),
            Column::Slot => number(info.slot),
            Column::State if track.ended.is_some() => Line::raw("ended"),
            Column::State => {
                let colour = match info.state.as_str() {
                    "prefill" => mark(SpanKind::Prefill).1,
                    "verify" => mark(SpanKind::Verify).1,
                    "decode" => mark(SpanKind::Decode).1,
                    _ => Color::Reset,
                };
                Line::styled(info.state.to_string(), theme.of(colour))
            }
            Column::Prompt => number(info.prompt),
            Column::Cached => number(info.cached),
            Column::Computed => number(info.computed),
            Column::Generated => {
                Line::raw(format!("{}/{}", brief(info.generated), brief(info.max))).right_aligned()
            }
            Column::Time => age(info.seconds),
            Column::Spans => strip(&track.segments, now, *width, theme),
        })
    });
    let row = Row::new(cells);
    if track.ended.is_some() { row.style(theme.muted()) } else { row }
}

/// Requests in the queue; the last row counts those that have no row.
pub fn waiting(look: &Look, state: &State, titled: bool, area: Rect, buf: &mut Buffer) {
    let room = usize::from(area.height.saturating_sub(1));
    let total = state.waiting_count();
    let shown = if total > room as u64 { room.saturating_sub(1) } else { room };
    let row = |one: &Waiting| {
        Row::new([
            Line::raw(tail(&one.id, usize::from(id_columns(area.width)))),
            Line::raw(brief(one.prompt)).right_aligned(),
            age(one.seconds),
            Line::styled(one.reason.to_string(), look.theme.of(Color::Magenta)),
        ])
    };
    let mut rows: Vec<Row> = state.waiting.iter().take(shown).map(row).collect();
    let rest = total.saturating_sub(rows.len() as u64);
    if rest > 0 {
        rows.push(Row::new([Line::styled(
            format!("and {} more", brief(rest)),
            look.theme.muted(),
        )]));
    }
    let head = Row::new([
        Line::raw(if titled { "request" } else { "waiting" }),
        Line::raw("prompt").right_aligned(),
        Line::raw("time").right_aligned(),
        Line::raw("for"),
    ]);
    let widths = [id_columns(area.width), 6, 7, 12].map(Constraint::Length);
    Table::new(rows, widths)
        .header(head.style(look.theme.muted()))
        .column_spacing(GAP)
        .render(area, buf);
}

/// Columns of an id in the queue.
fn id_columns(width: u16) -> u16 {
    width.saturating_sub(6 + 7 + 12 + 3 * GAP).clamp(4, 44)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_and_the_widest_go_first() {
        for width in 12..250 {
            let list = columns(width);
            let taken: u16 = list.iter().map(|(_, width)| width + GAP).sum::<u16>() - GAP;
            assert!(taken <= width, "{width}: {list:?}");
            assert_eq!(list[0].0, Column::Id);
        }
        let at = |width: u16| columns(width).len();
        assert_eq!([at(1), at(80), at(100)], [1, 9, 10]);
    }
}
