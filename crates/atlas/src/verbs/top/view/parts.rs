//! Head, figures, memory, time of steps and breaks.

use super::super::board::{Board, Status};
use super::super::wire::{Disk, State};
use super::Look;
use super::words::{Theme, brief, bytes_of, count, filled, percent, rate, seconds, share, short};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// Share from which a bar is nearly full.
const NEARLY_FULL: f64 = 0.9;

/// Columns of the labels, and of the shares behind the bars.
const LABEL_COLUMNS: u16 = 13;
const SHARE_COLUMNS: u16 = 5;

/// Columns that a figure needs.
const FIGURE_COLUMNS: u16 = 15;

/// Most tiers that are shown.
const TIERS_MAX: usize = 4;

/// Model, address and status.
pub fn head(look: &Look, area: Rect, buf: &mut Buffer) {
    let (text, colour) = status(look);
    let right = Line::from(Span::styled(text, look.theme.of(colour).patch(look.theme.strong())));
    let width = u16::try_from(right.width()).unwrap_or(u16::MAX).min(area.width);
    let [left, right_area] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(width)]).areas(area);
    let model = look.board.hello.as_ref().map_or("atlas top", |hello| hello.model.as_str());
    Line::from(vec![
        Span::styled(model, look.theme.strong()),
        Span::styled(format!("  {}", look.board.url), look.theme.muted()),
    ])
    .render(left, buf);
    right.render(right_area, buf);
}

fn status(look: &Look) -> (String, Color) {
    let again = || match look.board.again_in(look.now) {
        Some(time) => format!(", retrying in {:.0} s", time.as_secs_f64().ceil()),
        None => ", retrying".to_owned(),
    };
    let (text, colour) = match &look.board.status {
        Status::Connecting => ("◌ connecting".to_owned(), Color::Magenta),
        Status::Live => ("● live".to_owned(), Color::Green),
        Status::Lost { .. } => (format!("○ lost{}", again()), Color::Red),
        Status::Ended { .. } => (format!("○ server stopped{}", again()), Color::Red),
    };
    if look.paused { (format!("❚❚ paused  {text}"), colour) } else { (text, colour) }
}

/// Device, version and limits, or the reason for which there is no connection.
pub fn about(look: &Look, area: Rect, buf: &mut Buffer) {
    let theme = look.theme;
    let line = match (&look.board.status, &look.board.hello) {
        (Status::Lost { why, .. }, _) => Line::styled(why.why.to_string(), theme.of(Color::Red)),
        (Status::Ended { reason, .. }, _) if !reason.as_str().is_empty() => {
            Line::styled(format!("the server said: {reason}"), theme.of(Color::Red))
        }
        (_, Some(hello)) => Line::styled(
            format!(
                "{} · Atlas {} · context {} · blocks of {} tokens",
                hello.device,
                hello.version,
                count(hello.context),
                hello.block_tokens
            ),
            theme.muted(),
        ),
        (_, None) => Line::styled("waiting for the first event", theme.muted()),
    };
    // Until there is more to show, the reason may take all the room.
    Paragraph::new(line).wrap(Wrap { trim: true }).render(area, buf);
}

/// Speed, requests, hits and drafts: a value, and beneath it its measure.
pub fn figures(look: &Look, state: &State, area: Rect, buf: &mut Buffer) {
    // The first figures are the ones to keep in a narrow terminal.
    let fitting = usize::from((area.width / FIGURE_COLUMNS).max(1));
    let weights = [20, 13, 13, 17, 17].into_iter().take(fitting).map(Constraint::Fill);
    let columns = Layout::horizontal(weights).split(area);
    for ((value, label, note), area) in figure_texts(look.board, state).iter().zip(columns.iter()) {
        let value =
            vec![Span::styled(value.as_str(), look.theme.strong()), Span::raw(format!(" {label}"))];
        let note = Line::styled(note.as_str(), look.theme.muted());
        Paragraph::new(vec![Line::from(value), note]).render(*area, buf);
    }
}

fn figure_texts(board: &Board, state: &State) -> [(String, &'static str, String); 5] {
    let ceiling = board.hello.as_ref().and_then(|hello| hello.ceiling.as_ref());
    let ceiling = ceiling.filter(|ceiling| ceiling.tokens_per_second > 0.0);
    let speed_note = match ceiling {
        Some(ceiling) => {
            let share = state.tokens_per_second / ceiling.tokens_per_second;
            format!("{} of the ceiling", percent(share))
        }
        None => "no ceiling measured".to_owned(),
    };
    let waiting = state.waiting_count();
    let waiting_note = match state.waiting.first() {
        Some(first) => format!("for {}", first.reason),
        // The list may be a moment older than the count.
        None if waiting > 0 => String::new(),
        None => "no queue".to_owned(),
    };
    let hits = state.prefix.hit_tokens;
    let tokens = hits.saturating_add(state.prefix.computed_tokens);
    let drafts = state.drafts;
    let (hit, hit_note) = match tokens {
        0 => ("–".to_owned(), "no prompts yet".to_owned()),
        _ => (percent(share(hits, tokens)), format!("{} of {}", brief(hits), brief(tokens))),
    };
    let (accepted, draft_note) = match drafts.proposed {
        0 => ("–".to_owned(), "none proposed".to_owned()),
        n => (
            percent(share(drafts.accepted, n)),
            format!("{} of {} taken", brief(drafts.accepted), brief(n)),
        ),
    };
    [
        (short(state.tokens_per_second), "tok/s", speed_note),
        (
            count(state.running.len() as u64),
            "running",
            format!("of {} slots", brief(state.slots.total)),
        ),
        (count(waiting), "waiting", waiting_note),
        (hit, "prefix hit", hit_note),
        (accepted, "drafts", draft_note),
    ]
}

/// The ceiling and its source.
pub fn ceiling(look: &Look, area: Rect, buf: &mut Buffer) {
    let ceiling = look.board.hello.as_ref().and_then(|hello| hello.ceiling.as_ref());
    let Some(ceiling) = ceiling else { return };
    let text = format!("ceiling {} tok/s, {}", short(ceiling.tokens_per_second), ceiling.source);
    Line::styled(text, look.theme.muted()).render(area, buf);
}

/// Labels of the blocks of the prefix cache, and of the blocks in memory where others are on the
/// disk: both fill what is free, and are no reason for alarm.
const CACHE: &str = "Prefix cache";
const RESIDENT: &str = "KV in memory";

/// Rows of [`gauges`].
pub fn gauge_rows(state: &State) -> u16 {
    let disk = if state.disk.is_some() { 2 } else { 0 };
    4 + disk + state.tiers.len().min(TIERS_MAX) as u16
}

/// Memory and slots in use.
pub fn gauges(board: &Board, state: &State, theme: Theme, area: Rect, buf: &mut Buffer) {
    let texts = |part: u64, whole: u64| format!("{} / {}", count(part), count(whole));
    let use_of = |part: u64, whole: u64, shown: fn(u64, u64) -> String| {
        let text = if whole == 0 { "none".to_owned() } else { shown(part, whole) };
        (share(part, whole), text)
    };
    let (blocks, slots, snapshots) = (state.blocks, state.slots, state.snapshots);
    // With a disk the blocks of the pool are not those of the memory.
    let pool = if state.disk.is_some() { "KV pool" } else { "KV blocks" };
    let resident = state.disk.map(|disk| {
        let text = use_of(disk.resident_blocks, disk.resident_blocks_max, texts);
        (RESIDENT.to_owned(), text)
    });
    let mut rows: Vec<_> = resident.into_iter().collect();
    rows.extend([
        (pool.to_owned(), use_of(blocks.used, blocks.total, texts)),
        (CACHE.to_owned(), use_of(blocks.cached, blocks.total, texts)),
        ("Slots".to_owned(), use_of(slots.used, slots.total, texts)),
        ("Snapshots".to_owned(), use_of(snapshots.used, snapshots.total, texts)),
    ]);
    let tiers = state.tiers.iter().take(TIERS_MAX);
    rows.extend(
        tiers.map(|one| (format!("Tier {}", one.name), use_of(one.used, one.total, bytes_of))),
    );
    let bars = rows.into_iter().map(|(label, (share, text))| {
        let full = share >= NEARLY_FULL && label != CACHE && label != RESIDENT;
        Bar { label, share, text, style: theme.of(if full { Color::Red } else { Color::Cyan }) }
    });
    let bars: Vec<Bar> = bars.collect();
    draw_bars(&bars, theme, area, buf);
    let beneath = area.rows().nth(bars.len());
    if let Some((disk, area)) = state.disk.as_ref().zip(beneath) {
        disk_line(board, disk, theme).render(area, buf);
    }
}

/// Reads of the disk, the share of blocks that steps found in memory, and jobs on their way.
fn disk_line(board: &Board, disk: &Disk, theme: Theme) -> Line<'static> {
    let read = board.read_rate().map_or_else(|| "–".to_owned(), rate);
    let mut spans = vec![
        Span::raw(format!("{:<width$}", "Disk reads", width = usize::from(LABEL_COLUMNS))),
        Span::raw(read),
        Span::styled(", hit ", theme.muted()),
        Span::raw(percent(disk.hit_share.clamp(0.0, 1.0))),
        Span::styled(", queue ", theme.muted()),
        Span::raw(brief(disk.queue_depth)),
    ];
    if disk.failed_jobs > 0 {
        let text = format!(", {} failed", brief(disk.failed_jobs));
        spans.push(Span::styled(text, theme.of(Color::Red)));
    }
    Line::from(spans)
}

/// Mean time of a step, and its parts.
pub fn steps(board: &Board, theme: Theme, area: Rect, buf: &mut Buffer) {
    let means = board.step_means();
    let [first, below] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    if means.steps == 0 {
        return Line::styled("no steps yet", theme.muted()).render(first, buf);
    }
    let whole = means.host + means.forward + means.sample;
    Line::from(vec![
        Span::styled(format!("{} ms", short(whole)), theme.strong()),
        Span::raw(" a step"),
        Span::styled(
            format!(", {} rows, mean of {}", short(means.rows), means.steps),
            theme.muted(),
        ),
    ])
    .render(first, buf);
    let parts = [
        ("Scheduling", means.host, Color::Magenta),
        ("Forward", means.forward, Color::Green),
        ("Sampling", means.sample, Color::Cyan),
    ];
    let bars = parts.map(|(label, time, colour)| Bar {
        label: label.to_owned(),
        share: if whole > 0.0 { time / whole } else { 0.0 },
        text: format!("{} ms", short(time)),
        style: theme.of(colour),
    });
    draw_bars(&bars, theme, below, buf);
}

/// A label, a bar, its numbers and the share.
struct Bar {
    label: String,
    share: f64,
    text: String,
    style: Style,
}

/// Bars beneath each other, alike in length.
fn draw_bars(bars: &[Bar], theme: Theme, area: Rect, buf: &mut Buffer) {
    let widest = bars.iter().map(|bar| Span::raw(&bar.text).width()).max().unwrap_or(0);
    let numbers = u16::try_from(widest + 1).unwrap_or(u16::MAX).min(area.width / 2);
    for (bar, area) in bars.iter().zip(area.rows()) {
        let [label, gauge, text, share] = Layout::horizontal([
            Constraint::Length(LABEL_COLUMNS.min(area.width / 3)),
            Constraint::Fill(1),
            Constraint::Length(numbers),
            Constraint::Length(SHARE_COLUMNS),
        ])
        .areas(area);
        Line::raw(bar.label.as_str()).render(label, buf);
        let full = filled(bar.share, gauge.width);
        let rest = usize::from(gauge.width).saturating_sub(full.chars().count());
        let rest = Span::styled("░".repeat(rest), theme.muted());
        Line::from(vec![Span::styled(full, bar.style), rest]).render(gauge, buf);
        Line::raw(bar.text.as_str()).right_aligned().render(text, buf);
        Line::styled(percent(bar.share), theme.muted()).right_aligned().render(share, buf);
    }
}

/// Reasons of prefix breaks, the most frequent first.
fn breaks(state: &State) -> Vec<(String, u64)> {
    let all = state.prefix.breaks.iter().filter(|(_, times)| **times > 0);
    let mut list: Vec<_> = all.map(|(reason, times)| (reason.to_string(), *times)).collect();
    list.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    list
}

/// Reasons of prefix breaks in one row, with its label unless a title has it.
pub fn break_row(state: &State, labelled: bool, theme: Theme, area: Rect, buf: &mut Buffer) {
    let mut spans = Vec::new();
    if labelled {
        spans.push(Span::raw("Prefix breaks  "));
    }
    let list = breaks(state);
    if list.is_empty() {
        spans.push(Span::styled("none yet", theme.muted()));
    }
    for (at, (reason, times)) in list.into_iter().enumerate() {
        let gap = if at > 0 { " · " } else { "" };
        spans.push(Span::styled(format!("{gap}{reason} "), theme.muted()));
        spans.push(Span::raw(count(times)));
    }
    Line::from(spans).render(area, buf);
}

/// Reasons of prefix breaks as a list; the last row sums up those that have no row of their own.
pub fn break_list(state: &State, theme: Theme, area: Rect, buf: &mut Buffer) {
    let mut list = breaks(state);
    if list.is_empty() {
        return Line::styled("none yet", theme.muted()).render(area, buf);
    }
    let room = usize::from(area.height);
    if list.len() > room && room > 0 {
        let rest = list.split_off(room - 1);
        let sum = rest.iter().fold(0_u64, |sum, (_, times)| sum.saturating_add(*times));
        list.push((format!("{} others", rest.len()), sum));
    }
    for ((reason, times), area) in list.into_iter().zip(area.rows()) {
        Line::from(vec![
            Span::raw(format!("{:>8}  ", brief(times))),
            Span::styled(reason, theme.muted()),
        ])
        .render(area, buf);
    }
}

/// Seconds of a request, for tables.
pub fn age(time: f64) -> Line<'static> {
    Line::raw(seconds(time)).right_aligned()
}
