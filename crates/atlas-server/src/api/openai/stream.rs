//! Events of a streamed chat completion.

use super::answer::{self, choice_tokens, ids_of, prompt_ids, stop_reason};
use super::logprobs;
use super::types::response::{ChatChunk, ChatChunkChoice, ChatDelta, UsageBody};
use crate::api::atlas::AtlasChoice;
use crate::api::stream::EventWriter;
use crate::generation::events::{ChoiceEvent, TokenOut};
use crate::generation::job::{ChoiceTokens, Job};
use crate::http::sse::EventBuffer;
use atlas_text::Tokenizer;
use std::sync::Arc;

fn has_logprobs(tokens: &[TokenOut]) -> bool {
    tokens.iter().any(|t| t.logprobs.is_some())
}

/// Writes the chunks of a streamed chat completion.
pub struct ChatWriter {
    job: Arc<Job>,
    tokenizer: Option<Arc<Tokenizer>>,
    ended: Vec<ChoiceTokens>,
}

impl ChatWriter {
    pub fn new(job: Arc<Job>, tokenizer: Option<Arc<Tokenizer>>) -> Self {
        Self { job, tokenizer, ended: Vec::new() }
    }

    fn chunk(&self, choices: Vec<ChatChunkChoice>) -> ChatChunk {
        ChatChunk {
            id: self.job.id.clone(),
            object: "chat.completion.chunk",
            created: self.job.origin.unix_seconds(),
            model: self.job.settings.model.clone(),
            choices,
            usage: self.job.settings.include_usage.then_some(None::<UsageBody>),
            prompt_token_ids: None,
        }
    }

    fn choice(&self, index: u32, delta: ChatDelta, tokens: &[TokenOut]) -> ChatChunkChoice {
        let token_ids = self.job.settings.return_token_ids.then(|| ids_of(tokens));
        ChatChunkChoice {
            index,
            delta,
            logprobs: logprobs::chat(tokens, self.tokenizer.as_deref()),
            finish_reason: None,
            stop_reason: None,
            token_ids,
            atlas: None,
        }
    }
}

impl EventWriter for ChatWriter {
    fn start(&mut self, out: &mut EventBuffer) {
        for index in 0..self.job.settings.n {
            let delta = ChatDelta {
                role: Some("assistant"),
                content: Some(String::new()),
                ..ChatDelta::default()
            };
            let mut chunk = self.chunk(vec![self.choice(index, delta, &[])]);
            if index == 0 {
                chunk.prompt_token_ids = prompt_ids(&self.job);
            }
            out.push(&chunk);
        }
    }

    fn event(&mut self, index: u32, event: ChoiceEvent, out: &mut EventBuffer) {
        match event {
            ChoiceEvent::Delta(delta) => {
                // The tokens go with the first part that is shown, or into a chunk of their own.
                let mut tokens = delta.tokens;
                let origin = self.job.origin;
                let shown = |part| answer::delta(part, origin, index);
                for shown in delta.parts.into_iter().filter_map(shown) {
                    let choice = self.choice(index, shown, &std::mem::take(&mut tokens));
                    out.push(&self.chunk(vec![choice]));
                }
                if !tokens.is_empty()
                    && (self.job.settings.return_token_ids || has_logprobs(&tokens))
                {
                    let choice = self.choice(index, ChatDelta::default(), &tokens);
                    out.push(&self.chunk(vec![choice]));
                }
            }
            ChoiceEvent::End(end) => {
                self.ended.push(choice_tokens(index, &end));
                let mut choice = self.choice(index, ChatDelta::default(), &end.tokens);
                choice.finish_reason = Some(end.reason);
                choice.stop_reason = stop_reason(&end);
                choice.atlas = Some(AtlasChoice::new(&end, self.job.settings.interventions));
                out.push(&self.chunk(vec![choice]));
            }
            // `prompt_logprobs` is refused for streams.
            ChoiceEvent::PromptLogprobs(_) | ChoiceEvent::Failed(_) => {}
        }
    }

    fn finish(&mut self, out: &mut EventBuffer) {
        if self.job.settings.include_usage {
            let mut chunk = self.chunk(Vec::new());
            chunk.usage = Some(Some(self.job.token_counts(&self.ended).into()));
            out.push(&chunk);
        }
    }
}
