//! The board on which the engine thread shows its steps and requests to readers. Without readers a
//! step costs one look at a counter.

use atlas_core::{Activity, RunningRequest, SpanRecord, StepRecord, WaitingRequest, Watch};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Most steps that are kept for readers.
const STEPS_KEPT: usize = 1024;

/// Steps and requests as they are shown.
#[derive(Debug, Default)]
pub(crate) struct Board {
    watchers: AtomicU32,
    shown: Mutex<Shown>,
}

#[derive(Debug, Default)]
struct Shown {
    running: Vec<RunningRequest>,
    waiting: Vec<WaitingRequest>,
    steps: VecDeque<StepRecord>,
    /// Steps that were ever shown.
    steps_made: u64,
}

impl Board {
    pub fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// Nothing panics while the lock is held, so a poisoned one still holds whole lists.
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn push(&self, step: StepRecord) {
        let mut shown = self.shown();
        if shown.steps.len() == STEPS_KEPT {
            shown.steps.pop_front();
        }
        shown.steps.push_back(step);
        shown.steps_made += 1;
    }

    pub fn list(&self, running: Vec<RunningRequest>, waiting: Vec<WaitingRequest>) {
        let mut shown = self.shown();
        (shown.running, shown.waiting) = (running, waiting);
    }
}

/// One reader.
pub(crate) struct Reader {
    board: Arc<Board>,
    /// Steps that it has been shown, or that were made before it came.
    seen: u64,
}

impl Reader {
    pub fn new(board: Arc<Board>) -> Self {
        board.watchers.fetch_add(1, Ordering::Relaxed);
        let seen = board.shown().steps_made;
        Self { board, seen }
    }
}

impl Watch for Reader {
    fn look(&mut self, steps_max: usize) -> Activity {
        let shown = self.board.shown();
        let fresh = shown.steps_made - self.seen;
        let count = steps_max.min(shown.steps.len()).min(usize::try_from(fresh).unwrap_or(0));
        self.seen = shown.steps_made;
        Activity {
            running: shown.running.clone(),
            waiting: shown.waiting.clone(),
            steps: shown.steps.range(shown.steps.len() - count..).cloned().collect(),
            steps_left_out: fresh - count as u64,
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let board = &self.board;
        if board.watchers.fetch_sub(1, Ordering::Relaxed) == 1 {
            // The next reader must not see what is long over.
            let mut shown = board.shown();
            let steps_made = shown.steps_made;
            *shown = Shown { steps_made, ..Shown::default() };
        }
    }
}

/// The engine thread's notes for readers.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Spans of each step on its way, in the order of the launches; none of those that were
    /// launched unwatched.
    pub launched: VecDeque<Vec<SpanRecord>>,
    /// When the requests were listed last, and whether there were any.
    pub listed: Option<(Instant, bool)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn step(rows: u32) -> StepRecord {
        let (host_seconds, forward_seconds, sample_seconds) = (0.0, 1.0, 0.0);
        let (ended, spans) = (SystemTime::now(), vec![]);
        StepRecord { ended, host_seconds, forward_seconds, sample_seconds, rows, spans }
    }

    #[test]
    fn readers_see_each_step_once_and_the_last_one_clears_the_board() {
        let board = Arc::new(Board::default());
        assert!(!board.is_watched());
        let mut one = Reader::new(board.clone());
        board.push(step(0));
        let mut other = Reader::new(board.clone());
        (1..STEPS_KEPT as u32 + 10).for_each(|rows| board.push(step(rows)));
        let rows = |seen: &Activity| seen.steps.iter().map(|s| s.rows).collect::<Vec<_>>();
        let seen = one.look(2);
        let last = STEPS_KEPT as u32 + 9;
        assert_eq!((rows(&seen), seen.steps_left_out), (vec![last - 1, last], last as u64 - 1));
        let seen = other.look(usize::MAX);
        assert_eq!((seen.steps.len(), seen.steps_left_out), (STEPS_KEPT, 9));
        assert_eq!(rows(&one.look(64)), [0; 0]);
        board.push(step(7));
        assert_eq!(rows(&one.look(64)), [7]);
        drop(one);
        assert!(board.is_watched());
        assert_eq!(rows(&other.look(64)), [7]);
        drop(other);
        assert!(!board.is_watched());
        assert_eq!(rows(&Reader::new(board.clone()).look(64)), [0; 0]);
    }
}
