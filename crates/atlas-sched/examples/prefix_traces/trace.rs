//! Conversations as agents have them, from a seed.

use atlas_core::TokenId;
use atlas_sched::rng::{SplitMix64, mix};

/// Kind of turn of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The first of a conversation.
    First,
    /// One more turn after the last answer.
    Next,
    /// The turn before, with other words from its first token.
    Rewritten,
    /// A turn after an earlier answer.
    Branch,
    /// One more turn, where the answers since the user's last message come back without reasoning.
    Stripped,
}

impl Class {
    pub const ALL: [Self; 5] =
        [Self::First, Self::Next, Self::Rewritten, Self::Branch, Self::Stripped];
}

/// Sizes of the conversations.
#[derive(Clone, Copy, Debug)]
pub struct TraceShape {
    /// Of system prompts with their tools, of which there are [`Self::systems`].
    pub system_tokens: (u32, u32),
    pub systems: u32,
    pub turns: (u32, u32),
    pub turn_tokens: (u32, u32),
    pub answer_tokens: (u32, u32),
    pub rewritten_per_mille: u32,
    pub branches: u32,
    /// Most answers that a branch goes back; 0: any number.
    pub back_max: u32,
    /// Every so many turns the user speaks, and reasoning before that is left out; 0 for never.
    pub strip_every: u32,
}

/// A request of a conversation.
#[derive(Clone, Debug)]
pub struct Request {
    pub class: Class,
    pub prompt: Vec<TokenId>,
    /// Where its last turn, the user's last message and its generation prompt begin.
    pub hints: Vec<u32>,
    pub answer_tokens: u32,
}

/// Where the next prompt begins.
#[derive(Clone, Debug, Default)]
struct Told {
    tokens: Vec<TokenId>,
}

/// A conversation with what of it has been said.
#[derive(Debug)]
pub struct Conversation {
    rng: SplitMix64,
    shape: TraceShape,
    /// Tokens of the conversation after each answer; the first is the system prompt.
    told: Vec<Told>,
    /// Beginning of the last turn asked and its class.
    asked: Option<(Class, Vec<TokenId>)>,
    turns_left: u32,
    /// Turns at which it goes back to an earlier answer, and whether it just did.
    branch_at: Vec<u32>,
    rewrites: bool,
    /// Tokens up to the answers since the user's last message.
    user_at: usize,
    since_user: u32,
}

const HEADER: [TokenId; 3] = [1, 2, 3];
const GENERATION: [TokenId; 3] = [1, 4, 3];

/// Between `low` and `high`, as many of each order of magnitude.
fn spread(rng: &mut SplitMix64, (low, high): (u32, u32)) -> u32 {
    let (low, high) = (f64::from(low).ln(), f64::from(high).ln());
    let share = f64::from(rng.below(1 << 20)) / f64::from(1 << 20);
    (low + (high - low) * share).exp() as u32
}

fn words(rng: &mut SplitMix64, count: u32) -> impl Iterator<Item = TokenId> + '_ {
    (0..count).map(|_| 16 + rng.below(1 << 17))
}

impl Conversation {
    pub fn new(seed: u64, index: u64, shape: TraceShape) -> Self {
        let mut rng = SplitMix64::new(mix(seed ^ mix(index)));
        let which = rng.below(shape.systems);
        let mut system = SplitMix64::new(mix(seed ^ mix(u64::from(which) + (1 << 40))));
        let length = spread(&mut system, shape.system_tokens);
        let tokens = words(&mut system, length).collect();
        let turns_left = rng.between(shape.turns.0, shape.turns.1);
        let branch_at = (0..shape.branches).map(|_| rng.between(1, turns_left)).collect();
        Self {
            rng,
            shape,
            told: vec![Told { tokens }],
            asked: None,
            turns_left,
            branch_at,
            rewrites: false,
            user_at: 0,
            since_user: 0,
        }
    }

    /// The next request; `None` when all is said.
    pub fn next(&mut self) -> Option<Request> {
        let shape = self.shape;
        if self.turns_left == 0 {
            return None;
        }
        let due = self.branch_at.iter().position(|&turn| turn == self.turns_left);
        let (class, before) = if std::mem::take(&mut self.rewrites) {
            (Class::Rewritten, self.asked.take()?.1)
        } else if let Some(at) = due.filter(|_| self.told.len() > 2) {
            self.branch_at.swap_remove(at);
            // After one of the answers before the last; never after the system prompt alone.
            let answers = self.told.len() as u32 - 2;
            let most = if shape.back_max == 0 { answers } else { shape.back_max.min(answers) };
            let back = 1 + self.rng.below(most) as usize;
            (Class::Branch, self.told[self.told.len() - 1 - back].tokens.clone())
        } else {
            self.turns_left -= 1;
            self.next_turn()
        };
        let mut prompt = before.clone();
        let turn = prompt.len() as u32;
        prompt.extend(HEADER);
        let length = spread(&mut self.rng, shape.turn_tokens);
        prompt.extend(words(&mut self.rng, length));
        let generation = prompt.len() as u32;
        prompt.extend(GENERATION);
        let user = if self.user_at > 0 { self.user_at as u32 } else { turn };
        let hints = vec![turn, user.min(turn), generation];
        self.rewrites = class != Class::Branch && self.rng.chance(shape.rewritten_per_mille);
        self.asked = Some((class, before));
        let answer_tokens = spread(&mut self.rng, shape.answer_tokens);
        Some(Request { class, prompt, hints, answer_tokens })
    }

    /// One more turn after the last answer.
    fn next_turn(&mut self) -> (Class, Vec<TokenId>) {
        let last = self.told.last().map(|t| t.tokens.clone()).unwrap_or_default();
        self.since_user += 1;
        let strips = self.shape.strip_every > 0 && self.since_user > self.shape.strip_every;
        if self.told.len() == 1 {
            self.user_at = last.len();
            return (Class::First, last);
        }
        if !strips {
            return (Class::Next, last);
        }
        // Reasoning since the user's last message is dropped: those tokens come back otherwise.
        self.since_user = 1;
        let mut kept = last;
        let from = self.user_at.min(kept.len());
        let mut at = 0;
        let mut fresh: Vec<TokenId> = kept.drain(from..).collect();
        // The user's own turn stays; behind the first answer's header a third of each answer goes.
        let first = fresh.windows(3).position(|w| w == GENERATION).unwrap_or(fresh.len());
        fresh.retain(|_| {
            at += 1;
            at <= first + 3 || at % 16 != 0
        });
        kept.extend(fresh);
        self.user_at = kept.len();
        (Class::Stripped, kept)
    }

    /// The answer to the last request; branches lead nowhere, and what is rewritten is forgotten.
    pub fn answered(&mut self, prompt: Vec<TokenId>, answer: &[TokenId]) {
        let branch = matches!(self.asked, Some((Class::Branch, _)));
        if branch || self.rewrites {
            return;
        }
        let mut tokens = prompt;
        tokens.extend(answer);
        self.told.push(Told { tokens });
    }
}
