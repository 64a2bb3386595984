//! Whether drafting pays, and how many drafts: measured for each number of sequences, as the tokens
//! that steps gave in their time.

use rustc_hash::FxHashMap;

/// Numbers of drafts that are tried, as far as a step may have so many.
const ARMS: [u32; 9] = [0, 1, 2, 3, 4, 5, 7, 10, 15];
/// Steps of an arm before it is compared.
const STEPS_LEAST: u32 = 4;
/// Part of the newest step in an arm's means.
const NEWEST: f64 = 0.1;
/// Steps between two trials of a neighbour of the best arm, at first and at most, and steps of a
/// trial.
const TRIAL_EVERY: (u32, u32) = (48, 768);
const TRIAL_STEPS: u32 = 2;
/// A gain below which drafting is compared with a proposer that is asleep, which costs less than
/// steps without drafts do while it is kept ready.
const GAIN_SURE: f64 = 1.25;

/// Mean tokens and seconds of the steps of an arm.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    steps: u32,
    tokens: f64,
    seconds: f64,
}

impl Mean {
    fn add(&mut self, tokens: f64, seconds: f64) {
        self.steps = self.steps.saturating_add(1);
        // A plain mean at first.
        let part = NEWEST.max(1.0 / f64::from(self.steps));
        self.tokens += part * (tokens - self.tokens);
        self.seconds += part * (seconds - self.seconds);
    }

    /// Tokens a second, once there were enough steps.
    fn rate(&self) -> Option<f64> {
        (self.steps >= STEPS_LEAST && self.seconds > 0.0).then(|| self.tokens / self.seconds)
    }
}

/// Means of steps of about so many sequences.
#[derive(Clone, Debug, Default)]
struct Load {
    /// By arm.
    arms: Vec<Mean>,
    /// Steps without drafts and with the proposer asleep.
    asleep: Mean,
    /// Steps since the last trial, and between two.
    since: u32,
    every: u32,
    /// Arm of the trial under way and its steps left.
    trial: Option<(usize, u32)>,
    up: bool,
}

/// Way in which a step drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Up to so many drafts a sequence; with none the proposer is kept ready.
    Drafts(u32),
    /// No drafts, and nothing is done for later ones.
    Asleep,
}

/// Chooses the number of drafts by what steps of as many sequences gave before.
#[derive(Debug)]
pub(crate) struct Adapt {
    arms: Vec<u32>,
    /// By the power of two that holds the number of sequences.
    loads: FxHashMap<u32, Load>,
}

impl Adapt {
    /// For up to `most` drafts.
    pub fn new(most: u32) -> Self {
        let arms = ARMS.into_iter().filter(|&arm| arm < most).chain([most]).collect();
        Self { arms, loads: FxHashMap::default() }
    }

    fn load(&mut self, sequences: u32) -> &mut Load {
        let (arms, first) = (self.arms.len(), TRIAL_EVERY.0);
        self.loads.entry(sequences.next_power_of_two()).or_insert_with(|| Load {
            arms: vec![Mean::default(); arms],
            every: first,
            ..Load::default()
        })
    }

    /// Way in which the next step of so many sequences drafts.
    pub fn choose(&mut self, sequences: u32) -> Choice {
        let arms = self.arms.clone();
        let load = self.load(sequences);
        // The most drafts first: what they give says the most.
        if let Some(unknown) = (0..arms.len()).rev().find(|&at| load.arms[at].rate().is_none()) {
            return Choice::Drafts(arms[unknown]);
        }
        let rate = |at: usize| load.arms[at].rate().unwrap_or(0.0);
        let best = (0..arms.len()).max_by(|&a, &b| rate(a).total_cmp(&rate(b))).unwrap_or(0);
        if rate(best) < GAIN_SURE * rate(0) {
            match load.asleep.rate() {
                None => return Choice::Asleep,
                Some(asleep) if asleep > rate(best) => return Choice::Asleep,
                Some(_) => {}
            }
        }
        if let Some((at, left)) = load.trial {
            load.trial = (left > 1).then_some((at, left - 1));
            return Choice::Drafts(arms[at]);
        }
        load.since += 1;
        if load.since >= load.every {
            (load.since, load.up) = (0, !load.up);
            load.every = (load.every * 2).min(TRIAL_EVERY.1);
            let next = if load.up { best + 1 } else { best.wrapping_sub(1) };
            if next < arms.len() {
                load.trial = Some((next, TRIAL_STEPS - 1));
                return Choice::Drafts(arms[next]);
            }
        }
        Choice::Drafts(arms[best])
    }

    /// Learns from a step in which each of so many sequences had one known row: `drafted` says
    /// whether there were drafts at all.
    pub fn note(
        &mut self,
        sequences: u32,
        choice: Choice,
        drafted: bool,
        (tokens, seconds): (u32, f64),
    ) {
        if seconds <= 0.0 || !seconds.is_finite() {
            return;
        }
        let at = match choice {
            Choice::Drafts(drafts) => self.arms.iter().position(|&arm| arm == drafts),
            Choice::Asleep => None,
        };
        let load = self.load(sequences);
        match (choice, at) {
            (Choice::Asleep, _) => load.asleep.add(tokens.into(), seconds),
            // Where nothing was proposed the arm was not tried.
            (Choice::Drafts(drafts), _) if drafts > 0 && !drafted => {
                if let Some(at) = at
                    && load.arms[at].steps < STEPS_LEAST
                {
                    load.arms[at].add(tokens.into(), seconds);
                }
            }
            (Choice::Drafts(_), Some(at)) => load.arms[at].add(tokens.into(), seconds),
            (Choice::Drafts(_), None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds of a step with so many drafts, and tokens that a sequence gets, when each draft is
    /// accepted with a probability.
    fn simulate(
        adapt: &mut Adapt,
        sequences: u32,
        steps: u32,
        accepts: f64,
        row_cost: f64,
    ) -> (f64, f64) {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut tokens, mut time) = (0.0, 0.0);
        for _ in 0..steps {
            let choice = adapt.choose(sequences);
            let drafts = if let Choice::Drafts(drafts) = choice { drafts } else { 0 };
            let ready = if choice == Choice::Asleep { 0.0 } else { 0.05 };
            let seconds = 1.0 + ready + row_cost * f64::from(drafts);
            let mut got = 0;
            for _ in 0..sequences {
                got += 1 + (0..drafts).take_while(|_| rng.f64() < accepts).count() as u32;
            }
            adapt.note(sequences, choice, drafts > 0, (got, seconds));
            (tokens, time) = (tokens + f64::from(got), time + seconds);
        }
        (tokens, time)
    }

    #[test]
    fn it_drafts_where_that_pays_and_sleeps_where_not() {
        for (accepts, row_cost, least) in [(0.9, 0.05, 1.9), (0.6, 0.1, 1.35), (0.3, 0.4, 0.97)] {
            for sequences in [1, 8, 64] {
                let mut adapt = Adapt::new(3);
                simulate(&mut adapt, sequences, 400, accepts, row_cost);
                let (tokens, time) = simulate(&mut adapt, sequences, 2000, accepts, row_cost);
                let gain = tokens / f64::from(sequences) / time;
                assert!(gain >= least, "{accepts} {row_cost} {sequences}: {gain}");
            }
        }
    }

    #[test]
    fn it_follows_a_load_that_changes() {
        let mut adapt = Adapt::new(3);
        simulate(&mut adapt, 4, 1000, 0.9, 0.02);
        assert_eq!(adapt.choose(4), Choice::Drafts(3));
        // The text is another: most drafts are rejected now.
        simulate(&mut adapt, 4, 1500, 0.1, 0.2);
        assert!(matches!(adapt.choose(4), Choice::Drafts(0 | 1) | Choice::Asleep));
    }

    #[test]
    fn times_that_are_none_are_ignored() {
        let mut adapt = Adapt::new(2);
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            adapt.note(1, Choice::Drafts(2), true, (3, seconds));
        }
        assert_eq!(adapt.choose(1), Choice::Drafts(2));
    }
}
