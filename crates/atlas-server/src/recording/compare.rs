//! Comparison of a replay with its recording.

use super::format::{Outcome, RecordedChoice, RecordedEvent, Recording};
use atlas_core::TokenId;
use serde_json::Value;
use std::fmt;

/// Bytes of an event that are shown before and after the first different one.
const SHOWN_BYTES: usize = 60;

/// The place of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The number of prompts or of choices.
    Count {
        what: &'static str,
    },
    /// A token of a prompt.
    PromptToken {
        prompt: usize,
        position: usize,
    },
    /// A sampling parameter of a prompt, or whether its answer is constrained.
    Parameter {
        prompt: usize,
        name: String,
    },
    /// The seed of a choice.
    Seed {
        choice: usize,
    },
    /// A token of an answer; a missing one is `None`.
    Token {
        choice: usize,
        position: usize,
    },
    /// The end of an answer.
    End {
        choice: usize,
    },
    /// An event of a choice, or of the whole answer if `choice` is `None`. `number` counts the
    /// events of that choice from 0; `byte` is the first different one.
    Event {
        choice: Option<u32>,
        number: usize,
        byte: usize,
    },
    Outcome,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { what } => write!(f, "number of {what}"),
            Self::PromptToken { prompt, position } => {
                write!(f, "prompt {prompt}, position {position}")
            }
            Self::Parameter { prompt, name } => write!(f, "prompt {prompt}, setting {name}"),
            Self::Seed { choice } => write!(f, "choice {choice}, seed"),
            Self::Token { choice, position } => write!(f, "choice {choice}, token {position}"),
            Self::End { choice } => write!(f, "choice {choice}, end"),
            Self::Event { choice: Some(choice), number, byte } => {
                write!(f, "choice {choice}, event {number}, byte {byte}")
            }
            Self::Event { choice: None, number, byte } => {
                write!(f, "event {number} of the whole answer, byte {byte}")
            }
            Self::Outcome => f.write_str("outcome"),
        }
    }
}

/// The first difference at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub place: Place,
    pub recorded: String,
    pub now: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: recorded {}, now {}", self.place, self.recorded, self.now)
    }
}

/// Compares a replay with its recording, bit for bit: prompts, parameters, seeds, tokens, ends and
/// events; a cancelled request up to its end. Returns the first difference of each kind and choice.
/// `spell` returns the text of a token.
pub fn compare(
    recorded: &Recording,
    now: &Recording,
    spell: &dyn Fn(TokenId) -> String,
) -> Vec<Difference> {
    let mut found = Comparison { spell, found: Vec::new() };
    found.prompts(recorded, now);
    let whole = recorded.outcome == Outcome::Complete;
    found.count("choices", recorded.choices.len(), now.choices.len());
    for (index, (then, now)) in recorded.choices.iter().zip(&now.choices).enumerate() {
        found.choice(index, then, now, whole);
    }
    let owners = std::iter::once(None).chain((0..recorded.choices.len() as u32).map(Some));
    for owner in owners {
        let of = |events: &'_ [RecordedEvent]| -> Vec<String> {
            let own = events.iter().filter(|e| e.choice == owner);
            own.map(|e| e.data.clone()).collect()
        };
        // When one choice fails, the others end at an arbitrary point.
        let cut = match recorded.outcome {
            Outcome::Complete => recorded.events_cut,
            Outcome::Failed => recorded.events_cut || owner.is_some(),
            Outcome::Cancelled => true,
        };
        found.events(owner, &of(&recorded.events), &of(&now.events), cut);
    }
    if recorded.outcome != Outcome::Cancelled && recorded.outcome != now.outcome {
        let word = |outcome: Outcome| format!("{outcome:?}").to_lowercase();
        found.add(Place::Outcome, word(recorded.outcome), word(now.outcome));
    }
    found.found
}

struct Comparison<'a> {
    spell: &'a dyn Fn(TokenId) -> String,
    found: Vec<Difference>,
}

impl Comparison<'_> {
    fn add(&mut self, place: Place, recorded: impl Into<String>, now: impl Into<String>) {
        let (recorded, now) = (recorded.into(), now.into());
        self.found.push(Difference { place, recorded, now });
    }

    fn count(&mut self, what: &'static str, recorded: usize, now: usize) {
        if recorded != now {
            self.add(Place::Count { what }, recorded.to_string(), now.to_string());
        }
    }

    fn token(&self, token: Option<&TokenId>) -> String {
        token.map_or("nothing".to_owned(), |t| format!("{t} {:?}", (self.spell)(*t)))
    }

    fn prompts(&mut self, recorded: &Recording, now: &Recording) {
        self.count("prompts", recorded.prompts.len(), now.prompts.len());
        for (prompt, (then, now)) in recorded.prompts.iter().zip(&now.prompts).enumerate() {
            if let Some(position) = first_difference(&then.tokens, &now.tokens) {
                let place = Place::PromptToken { prompt, position };
                let then = self.token(then.tokens.get(position));
                let now = self.token(now.tokens.get(position));
                self.add(place, then, now);
            }
            let names = then.sampling.keys().chain(now.sampling.keys());
            let differs = |name: &&String| then.sampling.get(*name) != now.sampling.get(*name);
            // The seed is compared for each choice.
            let mut names: Vec<_> = names.filter(differs).filter(|n| *n != "seed").collect();
            names.sort();
            names.dedup();
            for name in names {
                let text = |v: Option<&Value>| v.map_or("nothing".to_owned(), Value::to_string);
                let place = Place::Parameter { prompt, name: name.clone() };
                self.add(place, text(then.sampling.get(name)), text(now.sampling.get(name)));
            }
            if then.constrained != now.constrained {
                let place = Place::Parameter { prompt, name: "constrained".to_owned() };
                self.add(place, then.constrained.to_string(), now.constrained.to_string());
            }
        }
    }

    fn choice(&mut self, choice: usize, then: &RecordedChoice, now: &RecordedChoice, whole: bool) {
        if then.prompt != now.prompt {
            self.count("choices of a prompt", then.prompt as usize, now.prompt as usize);
        }
        if then.seed != now.seed {
            self.add(Place::Seed { choice }, then.seed.to_string(), now.seed.to_string());
        }
        let compared = if whole || then.end.is_some() {
            &now.tokens[..]
        } else {
            // The choice was still running when the request was cancelled.
            &now.tokens[..then.tokens.len().min(now.tokens.len())]
        };
        if let Some(position) = first_difference(&then.tokens, compared) {
            let place = Place::Token { choice, position };
            let then = self.token(then.tokens.get(position));
            let now = self.token(compared.get(position));
            self.add(place, then, now);
        } else if (whole || then.end.is_some()) && then.end != now.end {
            let word = |end: &Option<super::RecordedEnd>| {
                end.as_ref().map_or("none".to_owned(), |e| format!("{} ({})", e.reason, e.detail))
            };
            self.add(Place::End { choice }, word(&then.end), word(&now.end));
        }
    }

    fn events(&mut self, choice: Option<u32>, then: &[String], now: &[String], cut: bool) {
        let now = if cut { &now[..then.len().min(now.len())] } else { now };
        let Some(number) = first_difference(then, now) else { return };
        let side = |list: &[String]| list.get(number).cloned().unwrap_or_default();
        let (then, now) = (side(then), side(now));
        let byte = first_difference(then.as_bytes(), now.as_bytes()).unwrap_or(0);
        let place = Place::Event { choice, number, byte };
        self.add(place, around(&then, byte), around(&now, byte));
    }
}

/// The first index at which two lists differ; the end of the shorter one counts.
fn first_difference<T: PartialEq>(a: &[T], b: &[T]) -> Option<usize> {
    let common = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    (common < a.len().max(b.len())).then_some(common)
}

/// The text around a byte.
fn around(text: &str, byte: usize) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let start = text.floor_char_boundary(byte.saturating_sub(SHOWN_BYTES));
    let end = text.floor_char_boundary((byte + SHOWN_BYTES).min(text.len()));
    let before = if start > 0 { "..." } else { "" };
    let after = if end < text.len() { "..." } else { "" };
    format!("{before}{:?}{after}", &text[start..end])
}
