//! A request ready for the engine: prompts, settings and the origin of its ids.

use super::rules::OutputRules;
use super::thinking::ThinkingRule;
use crate::ids::Origin;
use crate::request::settings::Settings;
use atlas_core::{SamplingParams, TokenId};
use atlas_text::grammar::Grammar;

/// A prompt ready for the engine.
#[derive(Clone, Debug)]
pub struct Prompt {
    pub tokens: Vec<TokenId>,
    /// Positions at which later prompts are likely to diverge from this one, ascending.
    pub resume_at: Vec<u32>,
    /// Text sent before the answer (`echo`).
    pub echo: Option<String>,
    pub sampling: SamplingParams,
    /// `None` for answers that are plain text.
    pub output: Option<OutputRules>,
    /// Grammar of the answer, if it is constrained.
    pub grammar: Option<Grammar>,
    /// Limit of the reasoning, if there is one.
    pub thinking: Option<ThinkingRule>,
}

/// A request ready for the engine: `n` choices for each prompt; choice `i` of prompt `p` has the
/// index `p * n + i`.
#[derive(Debug)]
pub struct Job {
    pub id: String,
    pub origin: Origin,
    pub settings: Settings,
    pub prompts: Vec<Prompt>,
    /// The field that held the prompts.
    pub prompt_field: &'static str,
    /// Only the prompt is requested: the one token that the engine must generate is not shown.
    pub prompt_only: bool,
    /// Alternatives per prompt token in the answer's `prompt_logprobs`, if it has that field.
    pub prompt_logprobs: Option<u32>,
}

/// Token counts of one ended choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceTokens {
    pub index: u32,
    pub completion: u64,
    /// Of these, tokens of the reasoning.
    pub reasoning: u64,
    /// Prompt tokens whose state was cached.
    pub cached: u64,
}

/// Token counts of a whole request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCounts {
    pub prompt: u64,
    pub completion: u64,
    /// Of these, tokens of the reasoning.
    pub reasoning: u64,
    /// Prompt tokens whose state was cached.
    pub cached: u64,
}

impl Job {
    /// The prompt of a choice.
    pub fn prompt_of(&self, index: u32) -> &Prompt {
        // Indices come from `submit`, which counts the prompts.
        &self.prompts[(index / self.settings.n) as usize]
    }

    /// The number of choices of all prompts.
    pub fn choice_count(&self) -> u32 {
        // `submit` bounds the product.
        self.prompts.len() as u32 * self.settings.n
    }

    /// The seed of a choice; seeds of one prompt's choices count up.
    pub fn seed_of(&self, index: u32) -> u64 {
        let first = self.prompt_of(index).sampling.seed;
        first.wrapping_add(u64::from(index % self.settings.n))
    }

    /// The number of tokens of all prompts.
    pub fn prompt_tokens(&self) -> u64 {
        self.prompts.iter().map(|p| p.tokens.len() as u64).sum()
    }

    /// The token counts of the request, given those of its choices.
    pub fn token_counts(&self, choices: &[ChoiceTokens]) -> TokenCounts {
        let completion =
            if self.prompt_only { 0 } else { choices.iter().map(|c| c.completion).sum() };
        let reasoning = choices.iter().map(|c| c.reasoning).sum();
        // A prompt counts once, however many choices it has.
        let first = |choice: &&ChoiceTokens| choice.index.is_multiple_of(self.settings.n);
        let cached = choices.iter().filter(first).map(|c| c.cached).sum();
        TokenCounts { prompt: self.prompt_tokens(), completion, reasoning, cached }
    }
}
