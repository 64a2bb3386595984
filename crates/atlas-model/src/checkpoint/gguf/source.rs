//! A GGUF checkpoint as a source of the files that a folder has.

use std::borrow::Cow;
use std::io;

use atlas_tensor::{StoredFile, WeightBytes};
use serde_json::Value;

use super::error::GgufError;
use super::file::Gguf;
use super::model::GgufModel;
use super::tokenizer::{TokenizerFiles, tokenizer_files};
use crate::checkpoint::CheckpointSource;

/// Files that are made of the metadata, beside those of weights.
const CONFIG_FILE: &str = "config.json";

/// The files of a GGUF checkpoint: its parts, and the small files made of its metadata.
pub struct GgufSource {
    files: Box<dyn CheckpointSource>,
    model: GgufModel,
    /// Name and content of each file that is made of the metadata.
    made: Vec<(&'static str, Vec<u8>)>,
}

impl GgufSource {
    /// Opens the checkpoint `name` among `files`. `allowed`: unknown metadata keys to be passed
    /// over.
    ///
    /// # Errors
    /// Those of [`Gguf::open`] and [`GgufModel::new`].
    pub fn open(
        files: Box<dyn CheckpointSource>,
        name: &str,
        allowed: &[String],
    ) -> Result<Self, GgufError> {
        let model = GgufModel::new(Gguf::open(&*files, name)?, allowed)?;
        let config = Value::Object(model.config().root.clone()).to_string();
        let mut made = vec![(CONFIG_FILE, config.into_bytes())];
        let gguf = model.gguf();
        let text = tokenizer_files(gguf.metadata()).map_err(|problem| problem.of(gguf.name()))?;
        if let Some(TokenizerFiles { tokenizer, config, generation }) = text {
            made.push(("tokenizer.json", tokenizer));
            for (name, object) in
                [("tokenizer_config.json", config), ("generation_config.json", generation)]
            {
                made.push((name, Value::Object(object).to_string().into_bytes()));
            }
        }
        Ok(Self { files, model, made })
    }

    /// The content of a file that is made of the metadata.
    fn made(&self, name: &str) -> Option<&[u8]> {
        let made = self.made.iter().find(|(made, _)| *made == name);
        made.map(|(_, bytes)| bytes.as_slice())
    }
}

impl CheckpointSource for GgufSource {
    fn read(&self, name: &str) -> io::Result<Option<Cow<'_, [u8]>>> {
        Ok(self.made(name).map(Cow::Borrowed))
    }

    fn map(&self, name: &str) -> io::Result<WeightBytes> {
        match self.made(name) {
            Some(bytes) => Ok(WeightBytes::from_vec(bytes.to_vec())),
            None => self.files.map(name),
        }
    }

    fn open(&self, name: &str) -> io::Result<Option<StoredFile>> {
        self.files.open(name)
    }

    fn gguf(&self) -> Option<&GgufModel> {
        Some(&self.model)
    }

    fn list(&self) -> Vec<String> {
        let parts = self.model.gguf().files().map(str::to_owned);
        let made = self.made.iter().map(|(name, _)| (*name).to_owned());
        let mut names: Vec<String> = parts.chain(made).collect();
        names.sort();
        names
    }

    fn describe(&self) -> String {
        format!("{} in {}", self.model.gguf().name(), self.files.describe())
    }
}
