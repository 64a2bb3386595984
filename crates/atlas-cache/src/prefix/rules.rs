//! Rules of a model's state that decide where a sequence can resume.

use crate::faults::Faults;
use atlas_core::first_block_seen;

/// Most blocks of a run, so that cutting it copies little.
pub(crate) const RUN_BLOCKS_MAX: usize = 64;

/// Sizes and kinds of state of one model, fixed while the index has entries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub block_tokens: usize,
    /// Whether a sequence can only resume from a snapshot.
    pub needs_snapshots: bool,
    /// Positions that a row sees, if that is bounded: see `resume.rs`.
    pub window: Option<u32>,
    /// Most blocks of a node behind a window.
    pub run_blocks_max: usize,
    pub faults: Faults,
}

impl Rules {
    /// Rules without a window.
    pub fn new(block_tokens: u32, needs_snapshots: bool) -> Self {
        let block_tokens = block_tokens.max(1) as usize;
        let (window, run_blocks_max) = (None, RUN_BLOCKS_MAX);
        Self { block_tokens, needs_snapshots, window, run_blocks_max, faults: Faults::default() }
    }

    /// The place of the first block that a sequence which resumes at `position` needs.
    pub fn first_block(&self, position: u32) -> usize {
        let first = first_block_seen(self.window, position, self.block_tokens as u32) as usize;
        let short = self.window.is_some() && self.faults.shortens_window();
        (first + usize::from(short)).min(position as usize / self.block_tokens)
    }

    /// Positions of a prompt of `tokens` tokens at which a sequence may resume at most: its last
    /// token must run.
    pub fn resume_max(&self, tokens: usize) -> usize {
        let last = if self.faults.matches_last_token() { 0 } else { 1 };
        tokens.saturating_sub(last) / self.block_tokens * self.block_tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_needs_the_blocks_of_its_window() {
        let mut rules = Rules::new(4, false);
        assert_eq!([0, 4, 36].map(|at| rules.first_block(at)), [0; 3]);
        rules.window = Some(10);
        // The row at 36 sees 27 to 36.
        assert_eq!([0, 8, 12, 36].map(|at| rules.first_block(at)), [0, 0, 0, 6]);
    }

    #[test]
    fn the_last_token_of_a_prompt_runs_again() {
        let rules = Rules::new(4, false);
        assert_eq!([0, 1, 4, 5, 8, 9].map(|len| rules.resume_max(len)), [0, 0, 0, 4, 4, 8]);
    }
}
