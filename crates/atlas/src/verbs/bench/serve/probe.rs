//! Small requests before a run, which show the form of prompts that a server takes.

use super::bodies::{PromptForm, probe, route};
use super::client::{Failure, Target};
use super::prompts::{self, Piece, WordTokens};
use crate::cli::{BenchServeArgs, EndpointChoice, PromptFormChoice};
use anyhow::{Result, bail};
use serde_json::json;

/// The form of the prompts: as asked for, or by a request that shows whether the server takes ids.
///
/// # Errors
/// The server does not answer the requests that measure the tokens of words.
pub async fn prompt_form(
    args: &BenchServeArgs,
    target: &Target,
    model: &str,
) -> Result<PromptForm> {
    let ids = PromptForm::Ids { vocab_size: args.vocab_size };
    match args.prompt_form {
        PromptFormChoice::Ids => return Ok(ids),
        PromptFormChoice::Auto if args.endpoint == EndpointChoice::Completions => {
            // Later turns go on with the ids of the answers.
            let wants_ids = args.turns > 1;
            let body = probe(args.endpoint, model, json!([5, 6, 7, 8]), wants_ids);
            match target.ask(route(args.endpoint), body, false).await {
                Ok(answer) if wants_ids && answer.ids.is_empty() => {}
                Ok(_) => return Ok(ids),
                Err(Failure::Status(400 | 422 | 500, _)) => {}
                Err(failure) => bail!("{}: {failure}", failure.kind()),
            }
        }
        PromptFormChoice::Auto | PromptFormChoice::Words => {}
    }
    let mut counts = Vec::new();
    for words in [32, 96] {
        let piece = Piece { key: prompts::key(&[args.seed, u64::from(words)]), tokens: words };
        let text = prompts::words(&[piece], WordTokens::UNKNOWN, true);
        let body = probe(args.endpoint, model, json!(text), false);
        match target.ask(route(args.endpoint), body, false).await {
            Ok(answer) => counts.push((words, answer.usage.and_then(|u| u.prompt_tokens))),
            Err(e) => bail!("measuring the tokens of words: {}: {e}", e.kind()),
        }
    }
    Ok(PromptForm::Words(match counts[..] {
        [(few, Some(few_tokens)), (many, Some(many_tokens))] => {
            WordTokens::of((few, few_tokens), (many, many_tokens))
        }
        _ => WordTokens::UNKNOWN,
    }))
}
