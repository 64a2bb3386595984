//! Random decisions for tests.

use crate::rng::SplitMix64;
use crate::types::Chaos;

/// The decisions of [`Chaos`], if it is on.
#[derive(Debug)]
pub(crate) struct RandomChoices {
    chaos: Option<Chaos>,
    rng: SplitMix64,
}

impl RandomChoices {
    pub fn new(chaos: Option<Chaos>) -> Self {
        Self { chaos, rng: SplitMix64::new(chaos.map_or(0, |c| c.seed)) }
    }

    /// Index of one of `count` sequences that is preempted in this step, if one is.
    pub fn victim(&mut self, count: usize) -> Option<usize> {
        let chaos = self.chaos?;
        let strikes = self.rng.chance(chaos.preempt_per_mille) && count > 0;
        strikes.then(|| self.rng.below(count as u32) as usize)
    }

    /// Length of a chunk that would be `len` positions long.
    pub fn chunk_len(&mut self, len: u32) -> u32 {
        match self.chaos {
            Some(chaos) if chaos.random_chunks => 1 + self.rng.below(len),
            _ => len,
        }
    }

    /// Drafts of a span that may have up to `most`.
    pub fn drafts(&mut self, most: u32) -> u32 {
        match self.chaos {
            Some(chaos) if chaos.random_chunks && most > 0 => self.rng.below(most + 1),
            _ => most,
        }
    }
}
