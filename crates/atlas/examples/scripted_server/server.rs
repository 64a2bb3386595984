//! A server whose model's forward pass is a script; everything else is the served system: tokens
//! pass the template, the tokenizer, the scheduler, the grammar, the parser and the event stream.

use crate::script::{Script, conversation};
use anyhow::{Context, Result};
use atlas_core::{Limits, TokenEngine, TokenId};
use atlas_engine::EngineHandle;
use atlas_engine::testing::{FakeModel, fake_engine};
use atlas_server::{AppState, Metrics, OutputDefaults, SamplingDefaults, ServerConfig};
use atlas_text::{Dialect, ReasoningTags, SpecialMode, TextModel, TextOptions};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest sequence: prompts of coding agents are long, and the tokenizer's vocabulary is small.
pub const SEQ_LEN_MAX: u32 = 128 << 10;
const KV_BLOCK_TOKENS: u32 = 32;
const SLOT_COUNT: u32 = 4;
/// The logit of the next token of the script; all others are 0, but for the end's.
const SCRIPTED: f32 = 60.0;
/// Where a mask forbids the scripted token, the turn should end soon: best at once, else with the
/// marks that close values.
const CLOSERS: [(&str, f32); 4] = [("\"", 20.0), ("}", 19.0), ("<", 18.0), ("\n", 17.0)];
const END: f32 = 30.0;
/// Prompts whose replies are remembered.
const REPLIES_MAX: usize = 16;

/// A running server's parts; the engine must outlive the state's requests.
pub struct Scripted {
    pub engine: EngineHandle,
    pub state: AppState,
}

/// Names and checks of the server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Names of the model; `scripted` if there are none.
    pub names: Vec<String>,
    /// Refuse fields that no API defines.
    pub strict: bool,
    /// Another template, which must write the same marks.
    pub text: TextOptions,
}

/// Starts the engine. `folder` holds tokenizer and template: those of `models/atlas-mini`, whose
/// marks the script is written in.
///
/// # Errors
/// Files that are missing or do not fit.
pub fn start(folder: &Path, script: Script, options: Options) -> Result<Scripted> {
    let text = Arc::new(TextModel::from_dir(folder, options.text)?);
    let vocab_size = u32::try_from(text.tokenizer().vocab_size()).context("vocabulary size")?;
    let model = model(text.clone(), script, vocab_size)?;
    let limits = Limits {
        slot_count: SLOT_COUNT,
        step_tokens_max: 4096,
        drafts_max: 0,
        seq_len_max: SEQ_LEN_MAX,
        kv_block_tokens: KV_BLOCK_TOKENS,
        kv_block_count: SLOT_COUNT * SEQ_LEN_MAX / KV_BLOCK_TOKENS,
        chunk_tokens_max: 4096,
        queue_len_max: 16,
        overtake_max: 4,
        snapshot_count: 0,
        host: atlas_core::HostPlaces::default(),
    };
    let engine = fake_engine(model, limits)?;
    let mut config = ServerConfig::new("scripted", SEQ_LEN_MAX, vocab_size);
    if !options.names.is_empty() {
        config.served_model_names = options.names;
    }
    config.strict_requests = options.strict;
    config.eos_token_ids = text.stops().ids();
    let sampling = SamplingDefaults { temperature: 0.0, ..SamplingDefaults::default() };
    config.sampling = sampling.clone();
    config.sampling_thinking = sampling.clone();
    config.sampling_tools = sampling;
    let template = text.template().and_then(|t| t.text_with_tools());
    config.output = OutputDefaults {
        dialect: template.and_then(Dialect::of_template),
        reasoning: template.and_then(ReasoningTags::of_template),
    };
    let metrics = Arc::new(Metrics::new(config.model_name()));
    let shared: Arc<dyn TokenEngine> = Arc::new(engine.clone());
    let state = AppState::new(shared, Some(text), config, metrics);
    Ok(Scripted { engine, state })
}

fn model(text: Arc<TextModel>, script: Script, vocab_size: u32) -> Result<FakeModel> {
    let id = |token: &str| {
        text.tokenizer().token_to_id(token).with_context(|| format!("no token {token}"))
    };
    let (start, end) = (id("<|im_start|>")?, id("<|im_end|>")?);
    let mut closers = vec![(end, END)];
    for (text_of, logit) in CLOSERS {
        let ids = text.tokenizer().encode(text_of, SpecialMode::Rendered)?;
        closers.extend(ids.first().map(|id| (*id, logit)));
    }
    let encode = |s: &str| text.tokenizer().encode(s, SpecialMode::Rendered);
    let open = encode("assistant\n<think>\n")?;
    let closed = encode("assistant\n<think>\n\n</think>\n\n")?;
    let turns = Turns { text, script, start, end, open, closed, replies: Mutex::default() };
    Ok(FakeModel::new(vocab_size, move |prefix, logits| {
        for (id, logit) in &closers {
            logits[*id as usize] = *logit;
        }
        logits[turns.next(prefix) as usize] = SCRIPTED;
    }))
}

/// From a prefix of tokens to the next one.
struct Turns {
    text: Arc<TextModel>,
    script: Script,
    start: TokenId,
    end: TokenId,
    /// The header of the turn to write, where the template leaves the reasoning open, and where it
    /// closes it.
    open: Vec<TokenId>,
    closed: Vec<TokenId>,
    /// The latest prompts with their replies: a prompt is read once, not once a token.
    replies: Mutex<VecDeque<(Vec<TokenId>, Vec<TokenId>)>>,
}

impl Turns {
    fn next(&self, prefix: &[TokenId]) -> TokenId {
        let Some(turn) = prefix.iter().rposition(|t| *t == self.start) else { return self.end };
        let written = &prefix[turn + 1..];
        let (header, thinks) = match written.starts_with(&self.closed) {
            true => (self.closed.len(), false),
            false if written.starts_with(&self.open) => (self.open.len(), true),
            false => return self.end,
        };
        let said = &written[header..];
        let whole = self.reply(&prefix[..turn + 1 + header], thinks);
        match whole.strip_prefix(said) {
            Some(rest) => rest.first().copied().unwrap_or(self.end),
            // A mask has led away from the script.
            None => self.end,
        }
    }

    fn reply(&self, prompt: &[TokenId], thinks: bool) -> Vec<TokenId> {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, reply)) = replies.iter().find(|(known, _)| known == prompt) {
            return reply.clone();
        }
        let tokenizer = self.text.tokenizer();
        let pieces: Vec<String> =
            prompt.split(|t| *t == self.start).map(|p| tokenizer.decode(p, false)).collect();
        let turns = pieces.len().saturating_sub(1);
        let turns = pieces.iter().take(turns).map(String::as_str);
        let mut reply = self.script.reply(&conversation(turns));
        tracing::info!(tokens = prompt.len(), %reply, "turn");
        if thinks {
            reply = format!("{}\n</think>\n\n{reply}", self.script.thought);
        }
        let tokens = tokenizer.encode(&reply, SpecialMode::Rendered).unwrap_or_default();
        replies.truncate(REPLIES_MAX - 1);
        replies.push_front((prompt.to_vec(), tokens.clone()));
        tokens
    }
}
