//! The events of all choices of a request: as one stream, or collected.

use super::choice::Choice;
use super::events::{ChoiceEvent, End, TokenOut};
use crate::http::errors::ApiError;
use atlas_core::PositionLogprobs;
use atlas_text::OutputEvent;
use futures_util::Stream;
use futures_util::future::try_join_all;
use futures_util::stream::{self, SelectAll, StreamExt};
use std::pin::Pin;

type ChoiceEvents = Pin<Box<dyn Stream<Item = (u32, ChoiceEvent)> + Send>>;

/// The interleaved events of all choices. Dropping it aborts the choices that still run.
pub struct OutputStream(SelectAll<ChoiceEvents>);

impl OutputStream {
    pub fn new(choices: Vec<Choice>) -> Self {
        Self(
            choices.into_iter().map(|choice| Box::pin(events_of(choice)) as ChoiceEvents).collect(),
        )
    }

    /// The next event and the index of its choice; `None` after the end of the last choice.
    pub async fn next(&mut self) -> Option<(u32, ChoiceEvent)> {
        self.0.next().await
    }
}

fn events_of(choice: Choice) -> impl Stream<Item = (u32, ChoiceEvent)> {
    stream::unfold(choice, |mut choice| async move {
        let event = choice.next().await?;
        Some(((choice.index, event), choice))
    })
}

/// A whole choice.
#[derive(Debug)]
pub struct Collected {
    pub index: u32,
    pub parts: Vec<OutputEvent>,
    pub tokens: Vec<TokenOut>,
    /// From the prompt's second token on; empty unless requested.
    pub prompt_logprobs: Vec<PositionLogprobs>,
    pub end: End,
}

/// Runs all choices to their ends.
///
/// # Errors
/// The first failure; the other choices are aborted.
pub async fn collect(choices: Vec<Choice>) -> Result<Vec<Collected>, ApiError> {
    try_join_all(choices.into_iter().map(collect_one)).await
}

async fn collect_one(mut choice: Choice) -> Result<Collected, ApiError> {
    let (mut parts, mut tokens, mut prompt_logprobs) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(event) = choice.next().await {
        match event {
            ChoiceEvent::PromptLogprobs(list) => prompt_logprobs = list,
            ChoiceEvent::Delta(delta) => {
                parts.extend(delta.parts);
                tokens.extend(delta.tokens);
            }
            ChoiceEvent::End(mut end) => {
                tokens.append(&mut end.tokens);
                let index = choice.index;
                return Ok(Collected { index, parts, tokens, prompt_logprobs, end });
            }
            ChoiceEvent::Failed(error) => return Err(error),
        }
    }
    Err(ApiError::internal("a choice ended without saying why"))
}
