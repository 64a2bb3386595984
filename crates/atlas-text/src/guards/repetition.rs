//! Repetition at the end of a list of tokens that grows.

use atlas_core::{ROLLBACK_TOKENS, TokenId};
use std::collections::VecDeque;

/// Longest pattern that may be looked for.
pub const PATTERN_SIZE_MAX: u32 = 1024;

/// A pattern of `min_pattern_size` to `max_pattern_size` tokens, `min_count` times in a row at the
/// end of what was generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// 0 switches the guard off.
    pub max_pattern_size: u32,
    /// From 1.
    pub min_pattern_size: u32,
    /// From 2.
    pub min_count: u32,
}

impl Default for Repetition {
    fn default() -> Self {
        Self { max_pattern_size: 64, min_pattern_size: 2, min_count: 3 }
    }
}

impl Repetition {
    /// The limits with 0 taken as other servers take it, if they hold together; else the name of
    /// the field that does not and why.
    pub fn checked(self) -> Result<Self, (&'static str, String)> {
        let Self { max_pattern_size, min_pattern_size, min_count } = self;
        if max_pattern_size > PATTERN_SIZE_MAX {
            return Err(("max_pattern_size", format!("must be at most {PATTERN_SIZE_MAX}")));
        }
        if max_pattern_size == 0 {
            return Ok(self);
        }
        let min_pattern_size = min_pattern_size.max(1);
        if min_pattern_size > max_pattern_size {
            let reason = format!("must be at most `max_pattern_size`, which is {max_pattern_size}");
            return Err(("min_pattern_size", reason));
        }
        if min_count < 2 {
            return Err(("min_count", "must be at least 2".to_owned()));
        }
        Ok(Self { max_pattern_size, min_pattern_size, min_count })
    }
}

/// Looks for repetition at the end of a list of tokens that grows.
#[derive(Clone, Debug)]
pub struct Repeats {
    limits: Option<Repetition>,
    /// The last tokens, at index `position % max_pattern_size`.
    ring: Vec<TokenId>,
    position: usize,
    /// For each period from the least: how many last tokens equal the one a period before.
    runs: Vec<u32>,
    /// Undo records of the last tokens, if they may be taken back.
    undo: Option<VecDeque<Undo>>,
}

/// Changes made by a token.
#[derive(Clone, Debug)]
struct Undo {
    /// The token that it took the place of.
    replaced: TokenId,
    /// Runs that it ended: index and length.
    ended: Vec<(u32, u32)>,
}

impl Repeats {
    pub fn new(limits: Option<Repetition>) -> Self {
        let Repetition { max_pattern_size: max, min_pattern_size: min, .. } =
            limits.unwrap_or(Repetition { max_pattern_size: 0, ..Repetition::default() });
        let periods = if max == 0 { 0 } else { max - min + 1 };
        let (ring, runs) = (vec![0; max as usize], vec![0; periods as usize]);
        Self { limits, ring, position: 0, runs, undo: None }
    }

    /// Remembers enough to take back the last [`ROLLBACK_TOKENS`] tokens.
    pub fn undoable(mut self) -> Self {
        self.undo = Some(VecDeque::new());
        self
    }

    /// Whether anything is looked for.
    pub fn is_on(&self) -> bool {
        !self.runs.is_empty()
    }

    /// Begins anew; what came before is not taken back any more.
    pub fn clear(&mut self) {
        self.position = 0;
        self.runs.fill(0);
        if let Some(undo) = &mut self.undo {
            undo.clear();
        }
    }

    /// Adds a token; the shortest period that has been repeated often enough.
    pub fn push(&mut self, token: TokenId) -> Option<u32> {
        let limits = self.limits.filter(|_| !self.runs.is_empty())?;
        let (len, mut found, mut ended) = (self.ring.len(), None, Vec::new());
        for (i, (period, run)) in (limits.min_pattern_size..).zip(&mut self.runs).enumerate() {
            let back = period as usize;
            let same = self.position >= back && self.ring[(self.position - back) % len] == token;
            if !same && *run > 0 && self.undo.is_some() {
                ended.push((i as u32, *run));
            }
            *run = if same { *run + 1 } else { 0 };
            if *run >= period * (limits.min_count - 1) {
                found = found.or(Some(period));
            }
        }
        let replaced = std::mem::replace(&mut self.ring[self.position % len], token);
        self.position += 1;
        if let Some(undo) = &mut self.undo {
            if undo.len() >= ROLLBACK_TOKENS {
                undo.pop_front();
            }
            undo.push_back(Undo { replaced, ended });
        }
        found
    }

    /// Number of tokens that can be taken back.
    pub fn remembered(&self) -> usize {
        if self.is_on() { self.undo.as_ref().map_or(0, VecDeque::len) } else { usize::MAX }
    }

    /// Takes the last `tokens` tokens back, at most those that are remembered.
    pub fn pop(&mut self, tokens: usize) {
        for _ in 0..tokens {
            let last = self.undo.as_mut().and_then(VecDeque::pop_back);
            let Some(Undo { replaced, ended }) = last else { return };
            self.position -= 1;
            // A run that the token made longer is not 0; one that it ended is, and is listed.
            for run in &mut self.runs {
                *run = run.saturating_sub(1);
            }
            for (i, run) in ended {
                self.runs[i as usize] = run;
            }
            let at = self.position % self.ring.len();
            self.ring[at] = replaced;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition: a suffix that is one pattern `min_count` times.
    fn naive(tokens: &[TokenId], r: Repetition) -> Option<u32> {
        (r.min_pattern_size..=r.max_pattern_size).find(|&size| {
            let (size, count) = (size as usize, r.min_count as usize);
            tokens.len() >= size * count && {
                let tail = &tokens[tokens.len() - size * count..];
                tail.chunks(size).all(|chunk| chunk == &tail[..size])
            }
        })
    }

    #[test]
    fn repetition_is_found_where_the_definition_says() {
        let mut state = 7u64;
        let mut random = move |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut fired = 0;
        for case in 0..400u32 {
            let repetition = Repetition {
                min_pattern_size: 1 + case % 3,
                max_pattern_size: 1 + case % 3 + case % 7,
                min_count: 2 + case % 3,
            };
            let mut repeats = Repeats::new(Some(repetition));
            let mut tokens = Vec::new();
            let period = 1 + random(9) as usize;
            for i in 0..60usize {
                let token = match tokens.len() {
                    len if i > 20 && len >= period && random(25) > 0 => tokens[len - period],
                    _ => random(4) as TokenId,
                };
                tokens.push(token);
                let want = naive(&tokens, repetition);
                assert_eq!(repeats.push(token), want, "{repetition:?} {tokens:?}");
                fired += usize::from(want.is_some());
            }
        }
        assert!(fired > 500, "{fired}");
    }

    #[test]
    fn limits_that_do_not_hold_together_are_named() {
        let r = |max, min, count| Repetition {
            max_pattern_size: max,
            min_pattern_size: min,
            min_count: count,
        };
        assert_eq!(r(8, 0, 3).checked(), Ok(r(8, 1, 3)));
        assert_eq!(r(0, 9, 0).checked(), Ok(r(0, 9, 0)), "off is off");
        for (wrong, name) in [
            (r(PATTERN_SIZE_MAX + 1, 2, 3), "max_pattern_size"),
            (r(8, 9, 3), "min_pattern_size"),
            (r(8, 2, 1), "min_count"),
        ] {
            assert_eq!(wrong.checked().expect_err("refused").0, name);
        }
    }

    #[test]
    fn tokens_taken_back_leave_no_trace() {
        let repetition = Repetition { max_pattern_size: 7, min_pattern_size: 1, min_count: 2 };
        let mut state = 3u64;
        let mut random = move |n: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut repeats = Repeats::new(Some(repetition)).undoable();
        let mut tokens: Vec<TokenId> = Vec::new();
        let mut found = 0;
        for _ in 0..4000 {
            let back = random(9) as usize;
            if random(4) == 0 && back <= repeats.remembered() {
                repeats.pop(back);
                tokens.truncate(tokens.len() - back);
            }
            let token = random(3) as TokenId;
            tokens.push(token);
            let want = naive(&tokens, repetition);
            assert_eq!(repeats.push(token), want, "{tokens:?}");
            found += usize::from(want.is_some());
        }
        assert!(found > 500, "{found}");
        for _ in 0..2 * ROLLBACK_TOKENS {
            repeats.push(1);
        }
        assert_eq!(repeats.remembered(), ROLLBACK_TOKENS);
    }
}
