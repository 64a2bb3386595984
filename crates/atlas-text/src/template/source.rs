//! Sources of a chat template, in the order of transformers.

use super::error::TemplateError;
use crate::files::FileSource;
use serde_json::Value;
use std::io;

/// The text of a model's templates and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateSource {
    origin: String,
    /// `(name, text)`; a single template is named `default`.
    templates: Vec<(String, String)>,
}

/// The template taken when there are tools.
const TOOL_USE: &str = "tool_use";
const DEFAULT: &str = "default";

impl TemplateSource {
    /// One template given as text, for instance by a flag.
    pub fn from_text(text: impl Into<String>, origin: impl Into<String>) -> Self {
        Self { origin: origin.into(), templates: vec![(DEFAULT.to_owned(), text.into())] }
    }

    /// Looks for chat_template.jinja, then for `chat_template` of tokenizer_config.json, then for
    /// chat_template.json; additional_chat_templates/tool_use.jinja joins any of them. `None` if
    /// the model has no template.
    ///
    /// # Errors
    /// `InvalidData` for a file that is not UTF-8 or a field of the wrong type, and read errors.
    pub fn find(files: &dyn FileSource, config: &Value) -> io::Result<Option<Self>> {
        let file = "chat_template.jinja";
        let mut source = match read_text(files, file)? {
            Some(text) => Some(Self::from_text(text, file)),
            None => Self::from_config(config).map_err(io::Error::other)?,
        };
        let file = "chat_template.json";
        if source.is_none()
            && let Some(text) = read_text(files, file)?
        {
            let json: Value = serde_json::from_str(&text)
                .map_err(|e| io::Error::new(io::ErrorKind::InvalidData, format!("{file}: {e}")))?;
            source = Self::from_config(&json).map_err(io::Error::other)?;
            if let Some(source) = &mut source {
                source.origin = file.to_owned();
            }
        }
        let file = format!("additional_chat_templates/{TOOL_USE}.jinja");
        if let Some(text) = read_text(files, &file)? {
            let found = source.get_or_insert(Self { origin: file, templates: Vec::new() });
            found.templates.retain(|(name, _)| name != TOOL_USE);
            found.templates.push((TOOL_USE.to_owned(), text));
        }
        Ok(source)
    }

    /// The `chat_template` of tokenizer_config.json: a string, or named templates as a
    /// list or an object.
    ///
    /// # Errors
    /// [`TemplateError::Malformed`] for anything else.
    pub fn from_config(config: &Value) -> Result<Option<Self>, TemplateError> {
        let field = "chat_template";
        let origin = "tokenizer_config.json chat_template";
        let malformed = || TemplateError::Malformed { field: field.to_owned() };
        match config.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(Self::from_text(text, origin))),
            Some(Value::Array(list)) => {
                let text = |entry: &Value, key: &str| {
                    entry.get(key).and_then(Value::as_str).map(str::to_owned)
                };
                let templates = list
                    .iter()
                    .map(|entry| Some((text(entry, "name")?, text(entry, "template")?)))
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(malformed)?;
                Ok(Some(Self { origin: origin.to_owned(), templates }))
            }
            Some(Value::Object(named)) => {
                let templates = named
                    .iter()
                    .map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())))
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(malformed)?;
                Ok(Some(Self { origin: origin.to_owned(), templates }))
            }
            Some(_) => Err(malformed()),
        }
    }

    /// File, field or flag.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub(crate) fn templates(&self) -> &[(String, String)] {
        &self.templates
    }

    /// Name and text of the template for a conversation with or without tools.
    pub(crate) fn select(&self, tools: bool) -> Result<(&str, &str), TemplateError> {
        let named = |name: &str| self.templates.iter().find(|(n, _)| n == name);
        let found = tools.then(|| named(TOOL_USE)).flatten().or_else(|| named(DEFAULT));
        match found {
            Some((name, text)) => Ok((name, text)),
            None if self.templates.is_empty() => Err(TemplateError::Missing),
            None => Err(TemplateError::NoDefault {
                names: self.templates.iter().map(|(n, _)| n.clone()).collect(),
            }),
        }
    }
}

fn read_text(files: &dyn FileSource, name: &str) -> io::Result<Option<String>> {
    files
        .read(name)?
        .map(|bytes| String::from_utf8(bytes.into_owned()))
        .transpose()
        .map_err(|e| io::Error::new(io::ErrorKind::InvalidData, format!("{name}: {e}")))
}
