//! One frame: which parts it has room for, and where they stand.

mod parts;
mod plots;
mod requests;
#[cfg(test)]
mod tests;
mod tree;
mod words;

pub use words::Theme;

use super::board::Board;
use super::wire::State;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Flex, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Widget};
use std::time::Instant;

/// Rows from which parts have titles and space between them.
const TITLED_ROWS: u16 = 34;

/// Columns from which the reasons of breaks stand beside memory and steps.
const THREE_COLUMNS: u16 = 132;

/// Rows of the plots where they stand side by side, with their heads.
const PLOT_ROWS: u16 = 6;

/// Rows from which they have more, and as many as that.
const TALL_ROWS: u16 = 50;
const TALL_PLOT_ROWS: u16 = 9;

/// Most rows of a printed frame.
const PRINTED_ROWS_MAX: u16 = 2000;

/// Most rows of the queue.
const QUEUE_ROWS_MAX: u16 = 1000;

/// Least rows of running requests, with their head.
const REQUEST_ROWS: u16 = 4;

pub const KEYS: [(&str, &str); 6] = [
    ("q, Esc, Ctrl-C", "quit"),
    ("↑ ↓, k j", "scroll"),
    ("PgUp PgDn, Home End", "scroll further"),
    ("t", "show the prefix tree or the requests"),
    ("p", "pause and go on"),
    ("?", "show or hide the keys"),
];

/// All that a frame depends on.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    pub board: &'a Board,
    pub theme: Theme,
    /// Requests above the first that is shown.
    pub scroll: usize,
    pub paused: bool,
    pub help: bool,
    /// A frame that is printed: with titles, and without what needs time or keys.
    pub once: bool,
    /// The prefix tree stands in the place of the requests; a printed frame has both.
    pub tree: bool,
    pub now: Instant,
}

/// Rows of each part, 0 where it is left out; in the order of the frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rows {
    head: u16,
    about: u16,
    figures: u16,
    ceiling: u16,
    memory: u16,
    breaks: u16,
    history: u16,
    running: u16,
    waiting: u16,
    tree: u16,
    keys: u16,
}

impl Rows {
    /// Shares `height` among the parts, the most important first. Titles are rows of their parts.
    fn of(look: &Look, state: &State, area: Rect) -> Self {
        let titled = is_titled(look, area);
        let title = u16::from(titled);
        let mut left = area.height;
        let mut take = |rows: u16| {
            let fits = left >= rows;
            left -= if fits { rows } else { 0 };
            if fits { rows } else { 0 }
        };
        // Those that the server leaves out share a row.
        let listed = state.waiting.len();
        let queued =
            if look.tree { 0 } else { listed + usize::from(state.waiting_count() > listed as u64) };
        let waiting = queued.min(usize::from(QUEUE_ROWS_MAX)) as u16;
        let has_ceiling = look.board.hello.as_ref().is_some_and(|hello| hello.ceiling.is_some());
        let live = u16::from(!look.once);
        let mut rows = Self { head: take(1), ..Self::default() };
        rows.figures = take(2 + title);
        rows.about = take(1);
        let list = take(REQUEST_ROWS + title);
        (rows.running, rows.tree) = if look.tree { (0, list) } else { (list, 0) };
        rows.memory = take(parts::gauge_rows(state) + title);
        rows.breaks = if area.width < THREE_COLUMNS { take(1 + title) } else { 0 };
        rows.waiting = if waiting > 0 { take(waiting.min(2) + 1 + title) } else { 0 };
        rows.history = live * take(live * (3 + title));
        rows.ceiling = if has_ceiling { take(1) } else { 0 };
        rows.keys = live * take(live);
        if titled && rows.history > 0 {
            let plots = if area.height < TALL_ROWS { PLOT_ROWS } else { TALL_PLOT_ROWS };
            rows.history += take(plots - 3);
        }
        if look.once {
            let tracks = u16::try_from(look.board.tracks.len()).unwrap_or(u16::MAX - 2);
            rows.running += take((tracks + 1 + title).saturating_sub(rows.running));
            rows.tree = take(tree::rows(look.board) + 1 + title);
        }
        // The queue may have a third of the rest; requests get what they need, and then all of it.
        if rows.waiting > 0 {
            let more = (waiting + 1 + title).saturating_sub(rows.waiting);
            rows.waiting += if look.once { more.min(left) } else { more.min(left / 3) };
            left = area.height.saturating_sub(rows.sum());
        }
        // The end of a printed frame is cut off where it is empty.
        let at_tree = look.tree || look.once;
        let list = if at_tree { &mut rows.tree } else { &mut rows.running };
        *list += if *list > 0 { left } else { 0 };
        rows
    }

    fn list(self) -> [u16; 11] {
        [
            self.head,
            self.about,
            self.figures,
            self.ceiling,
            self.memory,
            self.breaks,
            self.history,
            self.running,
            self.waiting,
            self.tree,
            self.keys,
        ]
    }

    fn sum(self) -> u16 {
        self.list().iter().sum()
    }
}

fn is_titled(look: &Look, area: Rect) -> bool {
    look.once || area.height >= TITLED_ROWS
}

/// Height of a printed frame that has room for everything.
pub fn height_once(board: &Board) -> u16 {
    let requests = board.tracks.len() + board.state.as_ref().map_or(0, |one| one.waiting.len());
    let requests = u16::try_from(requests).unwrap_or(u16::MAX);
    requests.saturating_add(tree::rows(board)).saturating_add(40).min(PRINTED_ROWS_MAX)
}

/// Draws a frame and returns the largest sensible `scroll`.
pub fn draw(look: &Look, area: Rect, buf: &mut Buffer) -> usize {
    let area = area.intersection(buf.area);
    let Some(state) = &look.board.state else {
        let [head, about] =
            Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
        parts::head(look, head, buf);
        parts::about(look, about, buf);
        help(look, area, buf);
        return 0;
    };
    let rows = Rows::of(look, state, area);
    let titled = is_titled(look, area);
    let areas = Layout::vertical(rows.list().map(Constraint::Length)).areas::<11>(area);
    let [head, about, figures, ceiling, memory, breaks, history, running, waiting, tree, keys] =
        areas;
    let theme = look.theme;
    parts::head(look, head, buf);
    parts::about(look, about, buf);
    // A row of air in place of a title.
    let figures = if titled { below(figures) } else { figures };
    parts::figures(look, state, figures, buf);
    parts::ceiling(look, ceiling, buf);
    middle(look, state, titled, memory, buf);
    let breaks = headed(titled, "Prefix breaks", Line::default(), theme, breaks, buf);
    parts::break_row(state, !titled, theme, breaks, buf);
    let title = plots::title(look.board);
    let history = headed(titled, &title, Line::default(), theme, history, buf);
    plots::history(look.board, theme, history, buf);
    let title = request_title(look.board);
    let running = headed(titled, &title, requests::legend(theme), theme, running, buf);
    let room = usize::from(running.height.saturating_sub(1));
    let mut most = look.board.tracks.len().saturating_sub(room.max(1));
    requests::running(look, state, look.scroll.min(most), running, buf);
    let waiting = headed(titled, "Queue", Line::default(), theme, waiting, buf);
    requests::waiting(look, state, titled, waiting, buf);
    let tree = headed(titled, "Prefix tree", tree::note(look.board, theme), theme, tree, buf);
    let scrolled = tree::draw(look, tree, buf);
    if look.tree {
        most = scrolled;
    }
    key_row(theme, keys, buf);
    help(look, area, buf);
    most
}

/// Memory, time of steps and, where there is room, breaks: side by side.
fn middle(look: &Look, state: &State, titled: bool, area: Rect, buf: &mut Buffer) {
    let theme = look.theme;
    let three = area.width >= THREE_COLUMNS;
    let weights = if three { &[10, 9, 7][..] } else { &[6, 5] };
    let columns = Layout::horizontal(weights.iter().copied().map(Constraint::Fill));
    let columns = columns.spacing(if three { 3 } else { 2 }).split(area);
    let none = Line::default;
    let gauges = headed(titled, "In use", none(), theme, columns[0], buf);
    parts::gauges(look.board, state, theme, gauges, buf);
    let steps = headed(titled, "Time per step", none(), theme, columns[1], buf);
    parts::steps(look.board, theme, steps, buf);
    if let Some(area) = columns.get(2) {
        let breaks = headed(titled, "Prefix breaks", none(), theme, *area, buf);
        parts::break_list(state, theme, breaks, buf);
    }
}

/// The area beneath a title, where parts have titles.
fn headed(
    titled: bool,
    title: &str,
    note: Line<'_>,
    theme: Theme,
    area: Rect,
    buf: &mut Buffer,
) -> Rect {
    if !titled || area.height == 0 {
        return area;
    }
    let first = Rect { height: 1, ..area };
    let used = Span::raw(title).width() + note.width() + 2;
    let rule = usize::from(area.width).saturating_sub(used);
    let mut spans = vec![
        Span::styled(title.to_owned(), theme.strong()),
        Span::styled(format!(" {}", "─".repeat(rule)), theme.muted()),
    ];
    spans.extend(note.spans);
    Line::from(spans).render(first, buf);
    below(area)
}

/// The area without its first row.
fn below(area: Rect) -> Rect {
    let cut = area.height.min(1);
    Rect { y: area.y + cut, height: area.height - cut, ..area }
}

fn request_title(board: &Board) -> String {
    let ended = board.tracks.iter().filter(|track| track.ended.is_some()).count();
    match ended {
        0 => "Requests".to_owned(),
        _ => format!("Requests, {ended} of them ended"),
    }
}

fn key_row(theme: Theme, area: Rect, buf: &mut Buffer) {
    Line::styled("q quit  ↑↓ scroll  t prefix tree  p pause  ? keys", theme.muted())
        .render(area, buf);
}

/// The keys, in the middle of the frame.
fn help(look: &Look, area: Rect, buf: &mut Buffer) {
    if !look.help {
        return;
    }
    let line = |(keys, text): (&str, &str)| {
        Line::from(vec![
            Span::styled(format!(" {keys:<21}"), look.theme.strong()),
            Span::raw(format!("{text} ")),
        ])
    };
    let lines = KEYS.map(line).to_vec();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
    let height = lines.len() as u16 + 2;
    let [area] = Layout::horizontal([Constraint::Max(width)]).flex(Flex::Center).areas(area);
    let [area] = Layout::vertical([Constraint::Max(height)]).flex(Flex::Center).areas(area);
    Clear.render(area, buf);
    let block = Block::bordered().border_type(BorderType::Rounded).title(" Keys ");
    Paragraph::new(lines).block(block).render(area, buf);
}
