//! `atlas top`: the engine of a running server, live in the terminal.

mod board;
mod feed;
mod view;
mod wire;

use crate::cli::TopArgs;
use crate::log::colours_wanted;
use crate::print;
use crate::verbs::bench::serve::client::Target;
use anyhow::{Context, Result, anyhow, bail};
use board::{Board, Status};
use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use feed::News;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal;
use ratatui::layout::Rect;
use std::io::{IsTerminal, stdout};
use std::time::{Duration, Instant};
use view::{Look, Theme};

/// Longest time to the head of an answer.
const CONNECT_MAX: Duration = Duration::from_secs(10);

/// Longest time between two looks at the news.
const TICK: Duration = Duration::from_millis(100);

/// Longest time between two frames: the seconds to the next attempt run down.
const FRAME_MAX: Duration = Duration::from_millis(500);

/// Time over which `--once` looks, and the longest time to the first state.
const ONCE_LOOK: Duration = Duration::from_secs(1);
const ONCE_MAX: Duration = Duration::from_secs(30);

/// Columns of a printed frame where there is no terminal.
const WIDTH: u16 = 100;

/// Rows that a page of requests has, for the keys that turn pages.
const PAGE: usize = 10;

/// Shows the engine until the user quits; prints one frame where that is asked for, or where
/// standard output is no terminal.
///
/// # Errors
/// An address that cannot be used, a server that refuses, or a terminal that cannot be drawn on.
pub fn run(args: &TopArgs) -> Result<()> {
    let target = Target::new(&args.url, args.api_key.as_deref(), CONNECT_MAX)?;
    let mut board = Board::new(target.base());
    let news = feed::start(target).context("starting the connection")?;
    let on_terminal = stdout().is_terminal();
    if args.once || !on_terminal {
        wait_for_state(&mut board, &news)?;
        let width = on_terminal.then(terminal::size).and_then(Result::ok).map(|(width, _)| width);
        print::write(format_args!("{}", plain(&board, width.unwrap_or(WIDTH))));
        return Ok(());
    }
    let mut terminal = ratatui::try_init().context("preparing the terminal")?;
    let _restored = Restored;
    watch(&mut terminal, board, &news)
}

/// Gives the terminal back as it was. A panic has done so before its report.
struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Takes news until there has been a state for a while.
///
/// # Errors
/// There is no server, or it refuses.
fn wait_for_state(board: &mut Board, news: &Receiver<News>) -> Result<()> {
    let mut until = Instant::now() + ONCE_MAX;
    loop {
        match news.recv_deadline(until) {
            Ok(News::Lost { why, .. }) if board.state.is_none() => bail!("{}", why.why),
            Ok(News::Lost { .. } | News::Stop) => return Ok(()),
            Ok(one) => {
                let first = board.state.is_none();
                board.take(one, Instant::now());
                if first && board.state.is_some() {
                    until = Instant::now() + ONCE_LOOK;
                }
            }
            Err(RecvTimeoutError::Timeout) if board.state.is_some() => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                bail!("{} sent no state within {} s", board.url, ONCE_MAX.as_secs())
            }
            Err(RecvTimeoutError::Disconnected) => bail!("the connection's thread has ended"),
        }
    }
}

/// A frame as text, without blanks at the ends of its lines.
fn plain(board: &Board, width: u16) -> String {
    let area = Rect::new(0, 0, width.max(1), view::height_once(board));
    let mut buffer = Buffer::empty(area);
    let theme = Theme { colours: false };
    let look = Look {
        board,
        theme,
        scroll: 0,
        paused: false,
        help: false,
        once: true,
        tree: false,
        now: Instant::now(),
    };
    view::draw(&look, area, &mut buffer);
    text_of(&buffer)
}

/// Rows of a buffer up to the last that has text. The cell behind a wide character has none.
fn text_of(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in buffer.area.rows() {
        let mut skipped = 0;
        let mut row = String::new();
        for at in y.columns() {
            let Some(cell) = buffer.cell((at.x, at.y)) else { continue };
            if skipped == 0 {
                row.push_str(cell.symbol());
                skipped = ratatui::text::Span::raw(cell.symbol()).width().max(1);
            }
            skipped -= 1;
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Keys and their effects between frames.
#[derive(Debug, Default)]
struct Controls {
    scroll: usize,
    scroll_max: usize,
    /// The board as it was when it was paused.
    frozen: Option<Box<Board>>,
    help: bool,
    tree: bool,
    quit: bool,
}

impl Controls {
    fn press(&mut self, key: KeyEvent, board: &Board) {
        let by = |scroll: usize| scroll.min(self.scroll_max);
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.quit = true;
            }
            // The keys hide what stands behind them: Esc hides the keys first.
            KeyCode::Esc if self.help => self.help = false,
            KeyCode::Char('q') | KeyCode::Esc => self.quit = true,
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll = by(self.scroll + 1),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(PAGE),
            KeyCode::PageDown => self.scroll = by(self.scroll + PAGE),
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll = self.scroll_max,
            KeyCode::Char('p') => {
                self.frozen = match self.frozen {
                    Some(_) => None,
                    None => Some(Box::new(board.clone())),
                };
            }
            KeyCode::Char('t') => {
                self.tree = !self.tree;
                self.scroll = 0;
            }
            KeyCode::Char('?') => self.help = !self.help,
            _ => {}
        }
    }
}

/// Draws, reads keys and takes news until the user quits.
///
/// # Errors
/// The terminal cannot be drawn on or read, or the server refuses before there was anything to
/// see.
fn watch(terminal: &mut DefaultTerminal, mut board: Board, news: &Receiver<News>) -> Result<()> {
    let mut controls = Controls::default();
    let theme = Theme { colours: colours_wanted() };
    loop {
        terminal.draw(|frame| {
            let look = Look {
                board: controls.frozen.as_deref().unwrap_or(&board),
                theme,
                scroll: controls.scroll,
                paused: controls.frozen.is_some(),
                help: controls.help,
                once: false,
                tree: controls.tree,
                now: Instant::now(),
            };
            controls.scroll_max = view::draw(&look, frame.area(), frame.buffer_mut());
        })?;
        controls.scroll = controls.scroll.min(controls.scroll_max);
        let drawn = Instant::now();
        let mut changed = false;
        while !changed && drawn.elapsed() < FRAME_MAX {
            changed = event::poll(TICK)?;
            while event::poll(Duration::ZERO)? {
                // Key releases are events on some terminals.
                if let Event::Key(key) = event::read()?
                    && key.kind != KeyEventKind::Release
                {
                    controls.press(key, &board);
                }
            }
            if controls.quit {
                return Ok(());
            }
            changed |= match take_all(&mut board, news)? {
                Taken::Stop => return Ok(()),
                Taken::Some => true,
                Taken::None => false,
            };
        }
    }
}

enum Taken {
    None,
    Some,
    Stop,
}

/// # Errors
/// The server refuses before there was anything to see, or nothing more can come.
fn take_all(board: &mut Board, news: &Receiver<News>) -> Result<Taken> {
    let mut taken = Taken::None;
    loop {
        match news.try_recv() {
            Ok(News::Stop) => return Ok(Taken::Stop),
            Ok(one) => board.take(one, Instant::now()),
            Err(TryRecvError::Empty) => return Ok(taken),
            Err(TryRecvError::Disconnected) => bail!("the connection's thread has ended"),
        }
        if let Status::Lost { why, .. } = &board.status
            && why.lasting
            && board.state.is_none()
        {
            return Err(anyhow!("{}", why.why));
        }
        taken = Taken::Some;
    }
}
