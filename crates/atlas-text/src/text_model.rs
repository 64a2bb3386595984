//! Everything about text that a checkpoint brings: tokenizer, template, stop tokens, length.

use crate::files::{DirFiles, FileSource};
use crate::prompt::resume_points::{self, Rendered};
use crate::prompt::{ChatError, ChatRequest, Prompt, lower_messages};
use crate::prompt::{arrangement, history};
use crate::stop::{StopIdError, StopIds};
use crate::template::{ChatTemplate, Clock, RenderRequest, TemplateError, TemplateSource, shaped};
use crate::tokenizer::{SpecialMode, Tokenizer, TokenizerError};
use atlas_core::TokenId;
use serde_json::Value;
use std::io;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Why the text side of a checkpoint cannot be loaded.
#[derive(Debug, Error)]
pub enum TextModelError {
    #[error(
        "the checkpoint has no {name}; without it Atlas serves token ids only (other tokenizer \
         formats are not read)"
    )]
    MissingFile { name: &'static str },
    #[error("{name} cannot be read: {source}")]
    Read { name: String, source: io::Error },
    #[error("{name} is not valid JSON: {source}")]
    Json { name: String, source: serde_json::Error },
    #[error(transparent)]
    Tokenizer(#[from] TokenizerError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error(transparent)]
    StopId(#[from] StopIdError),
}

/// The longest sequence the model was made for, and the field that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelLen {
    pub tokens: u64,
    pub origin: &'static str,
}

/// Choices made outside the checkpoint.
#[derive(Clone, Debug, Default)]
pub struct TextOptions {
    /// A chat template that replaces the checkpoint's, with the place it came from.
    pub chat_template: Option<TemplateSource>,
    pub clock: Clock,
}

/// The text side of a served model. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TextModel {
    tokenizer: Arc<Tokenizer>,
    template: Option<Arc<ChatTemplate>>,
    stops: Arc<StopIds>,
    len: Option<ModelLen>,
    tokenizer_config: Arc<Value>,
}

impl TextModel {
    /// Loads from a checkpoint directory.
    ///
    /// # Errors
    /// See [`TextModelError`].
    pub fn from_dir(dir: impl AsRef<Path>, options: TextOptions) -> Result<Self, TextModelError> {
        Self::load(&DirFiles::new(dir), options)
    }

    /// Loads tokenizer.json (required), tokenizer_config.json, special_tokens_map.json,
    /// config.json, generation_config.json and the chat template.
    ///
    /// # Errors
    /// See [`TextModelError`].
    pub fn load(files: &dyn FileSource, options: TextOptions) -> Result<Self, TextModelError> {
        let name = "tokenizer.json";
        let json = read(files, name)?.ok_or(TextModelError::MissingFile { name })?;
        let mut tokenizer_config = read_json(files, "tokenizer_config.json")?;
        add_special_tokens_map(&mut tokenizer_config, files)?;
        let config = read_json(files, "config.json")?;
        let generation_config = read_json(files, "generation_config.json")?;

        let tokenizer = Tokenizer::load(&json, Some(&tokenizer_config))?;
        let source = match options.chat_template {
            Some(source) => Some(source),
            None => TemplateSource::find(files, &tokenizer_config).map_err(|source| {
                TextModelError::Read { name: "chat template".to_owned(), source }
            })?,
        };
        let template = source
            .map(|s| ChatTemplate::new(s, tokenizer.special_tokens().clone(), options.clock))
            .transpose()?;
        let stops = StopIds::collect(&tokenizer, &config, &generation_config)?;
        for stop in stops.iter() {
            tracing::info!(id = stop.id, token = stop.token, sources = ?stop.sources, "stop token");
        }
        if stops.is_empty() {
            tracing::warn!(
                "no file of the checkpoint names a stop token; answers end by length only"
            );
        }
        Ok(Self {
            len: model_len(&config, &tokenizer_config),
            tokenizer: Arc::new(tokenizer),
            template: template.map(Arc::new),
            stops: Arc::new(stops),
            tokenizer_config: Arc::new(tokenizer_config),
        })
    }

    /// The stop ids of a checkpoint without a tokenizer.
    ///
    /// # Errors
    /// A file that cannot be read, or a field that holds no token ids.
    pub fn stop_ids_alone(files: &dyn FileSource) -> Result<Vec<TokenId>, TextModelError> {
        let config = read_json(files, "config.json")?;
        let generation_config = read_json(files, "generation_config.json")?;
        Ok(StopIds::named_ids(&config, &generation_config)?)
    }

    pub fn tokenizer(&self) -> &Arc<Tokenizer> {
        &self.tokenizer
    }

    /// The chat template, if the model has one.
    pub fn template(&self) -> Option<&ChatTemplate> {
        self.template.as_deref()
    }

    pub fn stops(&self) -> &StopIds {
        &self.stops
    }

    /// tokenizer_config.json with the special tokens of its older companion; null without both.
    pub fn tokenizer_config(&self) -> &Value {
        &self.tokenizer_config
    }

    /// Has the tokens that are spelled so end answers too, as `origin` says; those that the
    /// tokenizer lacks are logged and left out, as tokenizers of one family differ.
    ///
    /// # Errors
    /// A tokenizer that contradicts itself.
    pub fn add_stop_tokens(&mut self, tokens: &[String], origin: &str) -> Result<(), StopIdError> {
        let stops = Arc::make_mut(&mut self.stops);
        for token in stops.add_spelled(&self.tokenizer, tokens, origin)? {
            tracing::info!(token, origin, "the tokenizer has no such stop token");
        }
        Ok(())
    }

    /// Longest sequence that the checkpoint declares.
    pub fn model_len(&self) -> Option<&ModelLen> {
        self.len.as_ref()
    }

    /// Renders and encodes a chat request; the prompt is what the template writes and nothing else.
    /// System messages that it has no place for are given to it elsewhere.
    ///
    /// # Errors
    /// See [`ChatError`]; [`ChatError::param`] names the field at fault.
    pub fn lower_chat(&self, request: &ChatRequest) -> Result<Prompt, ChatError> {
        let template = self.template().ok_or(TemplateError::Missing)?;
        let mut messages = lower_messages(&request.messages, |role| template.names_role(role))?;
        history::name_reasoning(&mut messages, template.reasoning_fields());
        let tools = request.tools.clone().map(Value::Array);
        let has_tools = request.tools.as_ref().is_some_and(|tools| !tools.is_empty());
        let render = |messages: &[Value], add_generation_prompt| {
            arrangement::render(messages, |messages| {
                let messages = shaped(messages, |role, behind| {
                    template.content_forms(role, behind, has_tools)
                });
                template.render(&RenderRequest {
                    messages: &messages,
                    tools: tools.as_ref(),
                    add_generation_prompt,
                    continue_final_message: request.continue_final_message,
                    kwargs: Some(&request.chat_template_kwargs),
                    now: request.now,
                    integers: Some(&request.integers),
                })
            })
        };
        let generates = request.add_generation_prompt.unwrap_or(!request.continue_final_message);
        let text = render(&messages, generates).or_else(|error| {
            let fails =
                matches!(error, TemplateError::Raised { .. } | TemplateError::Render { .. });
            let others = || history::variants(&messages);
            let rendered = |other: Vec<Value>| Some((render(&other, generates).ok()?, other));
            let found = fails.then(others).into_iter().flatten().find_map(rendered);
            let Some((text, other)) = found else { return Err(error) };
            messages = other;
            Ok(text)
        })?;
        if let Some(max) = request.tokens_max {
            let tokens_min = self.tokenizer.tokens_min(&text);
            if tokens_min >= max {
                return Err(ChatError::TooLong { tokens_min });
            }
        }
        let tokens = self.tokenizer.encode(&text, SpecialMode::Rendered)?;
        let rendered = Rendered {
            tokenizer: &self.tokenizer,
            messages: &messages,
            text: &text,
            tokens: &tokens,
            generates,
        };
        let resume_at = resume_points::resume_at(&rendered, |messages, generates| {
            render(messages, generates).ok()
        });
        Ok(Prompt { text, tokens, resume_at })
    }

    /// Encodes a prompt given as text, with what the tokenizer itself adds to a text.
    ///
    /// # Errors
    /// [`TokenizerError::Encode`].
    pub fn lower_text(&self, text: &str) -> Result<Vec<TokenId>, TokenizerError> {
        self.tokenizer.encode(text, SpecialMode::Plain)
    }
}

fn read(files: &dyn FileSource, name: &str) -> Result<Option<Vec<u8>>, TextModelError> {
    files
        .read(name)
        .map(|bytes| bytes.map(|b| b.into_owned()))
        .map_err(|source| TextModelError::Read { name: name.to_owned(), source })
}

/// The file as JSON, `null` if there is none.
fn read_json(files: &dyn FileSource, name: &str) -> Result<Value, TextModelError> {
    read(files, name)?.map_or(Ok(Value::Null), |bytes| {
        serde_json::from_slice(&atlas_core::plain_json(&bytes))
            .map_err(|source| TextModelError::Json { name: name.to_owned(), source })
    })
}

/// Older checkpoints keep their special tokens in a file of their own; it counts only where
/// tokenizer_config.json does not list the added tokens.
fn add_special_tokens_map(
    config: &mut Value,
    files: &dyn FileSource,
) -> Result<(), TextModelError> {
    if config.get("added_tokens_decoder").is_some() {
        return Ok(());
    }
    if let Value::Object(map) = read_json(files, "special_tokens_map.json")? {
        if config.is_null() {
            *config = Value::Object(serde_json::Map::new());
        }
        if let Some(fields) = config.as_object_mut() {
            fields.extend(map);
        }
    }
    Ok(())
}

fn model_len(config: &Value, tokenizer_config: &Value) -> Option<ModelLen> {
    let text_config = config.get("text_config").unwrap_or(&Value::Null);
    let found = [
        (config.get("max_position_embeddings"), "config.json max_position_embeddings"),
        (
            text_config.get("max_position_embeddings"),
            "config.json text_config.max_position_embeddings",
        ),
        (tokenizer_config.get("model_max_length"), "tokenizer_config.json model_max_length"),
    ];
    // Tokenizers without a limit say 1e30, which is no integer here.
    found.into_iter().find_map(|(value, origin)| {
        value.and_then(Value::as_u64).map(|tokens| ModelLen { tokens, origin })
    })
}
