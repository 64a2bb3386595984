//! The recorded answers: `tests/real/reference.json`, which `reference.py` beside it writes.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// Folder of the reference and of the text.
pub const FOLDER: &str = "tests/real";

/// Answers of transformers in f32 on the dequantised weights.
#[derive(Deserialize)]
pub struct Reference {
    pub package: Package,
    /// Largest change of a margin by inputs of linears in 8 bits and bf16, in logits.
    pub shift: f64,
    pub perplexity: Perplexity,
    pub tokens: Vec<Tokens>,
    pub greedy: Vec<Completion>,
    /// A prompt of more than 1,800 tokens.
    pub long: Completion,
    pub chat: Vec<Turn>,
}

/// A Python package that holds a GGUF file.
#[derive(Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// Name of the file inside the package.
    pub file: String,
    /// Checksum of the file, in lower-case hexadecimal digits.
    pub sha256: String,
}

/// Score of `text.txt`.
#[derive(Deserialize)]
pub struct Perplexity {
    pub tokens: usize,
    /// Mean negative log-probability of all tokens but the first, in nats.
    pub nll: f64,
}

/// A text and its token ids.
#[derive(Deserialize)]
pub struct Tokens {
    pub text: String,
    pub ids: Vec<u32>,
}

/// A prompt and its greedy continuation.
#[derive(Deserialize)]
pub struct Completion {
    pub prompt: String,
    pub ids: Vec<u32>,
    /// Gap between the two largest logits at each token.
    pub margins: Vec<f64>,
}

/// A question of the conversation and its greedy answer.
#[derive(Deserialize)]
pub struct Turn {
    pub question: String,
    /// The conversation up to the answer, as the template writes it.
    pub prompt_ids: Vec<u32>,
    /// The answer, the end of the turn included where it was reached.
    pub ids: Vec<u32>,
    pub text: String,
}

impl Reference {
    /// Reads the reference of this repository.
    ///
    /// # Errors
    /// A file that is absent or of another form, or one with a token that has no margin.
    pub fn read(root: &Path) -> Result<Self> {
        let path = root.join(FOLDER).join("reference.json");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let reference: Self = serde_json::from_str(&text)?;
        for Completion { ids, margins, .. } in reference.greedy.iter().chain([&reference.long]) {
            ensure!(ids.len() == margins.len() && !ids.is_empty(), "a token without a margin");
        }
        Ok(reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_of_this_repository_can_be_read() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let reference = Reference::read(Path::new(root)).unwrap();
        assert_eq!((reference.tokens.len(), reference.chat.len()), (20, 3));
        assert!(reference.shift > 0.0 && reference.perplexity.tokens > 2000);
        let texts = reference.greedy.iter().filter(|c| c.ids.len() >= 32).count();
        assert!(texts >= 5 && reference.long.ids.len() >= 32);
    }
}
