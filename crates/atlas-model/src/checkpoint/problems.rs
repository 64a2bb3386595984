//! All disagreements between a config and its tensors, in one report.

use std::fmt;

use thiserror::Error;

/// One tensor that does not fit.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TensorProblem {
    #[error("missing: {name} {expected:?}")]
    Missing { name: String, expected: Vec<usize> },
    #[error("misshapen: {name} in {file} is {found:?}, expected {expected:?}")]
    Shape { name: String, file: String, expected: Vec<usize>, found: Vec<usize> },
    #[error("wrong type: {name} in {file} is {found}, expected BF16, F16 or F32")]
    Type { name: String, file: String, found: String },
    #[error("unused: {name} in {file} {shape:?}; nothing in the model reads it")]
    Unused { name: String, file: String, shape: Vec<usize> },
    #[error(
        "contradiction: {name} in {file} differs from the embedding, \
         but tie_word_embeddings says the head is the embedding"
    )]
    Untied { name: String, file: String },
    #[error("the experts at {path} are stored in more than one type")]
    MixedTypes { path: String },
    #[error(
        "no scale: {name} in {file} is {found}, which means nothing without {expected} beside it"
    )]
    NoScale { name: String, file: String, found: String, expected: &'static str },
    #[error(
        "contradiction: {name} in {file} is stored as {found}, \
         but the quantisation config says {stated}"
    )]
    Stated { name: String, file: String, found: &'static str, stated: String },
    #[error("bad integers: {name} in {file}: {problem}")]
    Integers { name: String, file: String, problem: String },
    #[error(
        "no recipe: {name} in {file} is packed as GPTQ or AWQ, \
         but neither config.json nor quantize_config.json says how"
    )]
    NoRecipe { name: String, file: String },
    #[error(
        "the experts at {path} have columns in the order of g_idx (act-order), which is read \
         outside of experts only: use a checkpoint made with desc_act false or static groups"
    )]
    OrderedExperts { path: String },
    #[error("bad scale: {name}: {problem}")]
    Scale { name: String, problem: String },
    #[error("no memory for {name}: {bytes} bytes")]
    Memory { name: String, bytes: usize },
}

/// All tensors that do not fit, in the order in which the model asked for them, unused ones last.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct TensorProblems(pub Vec<TensorProblem>);

/// Lines printed at most; the list itself is whole.
const LINES_MAX: usize = 60;

impl fmt::Display for TensorProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().take(LINES_MAX).enumerate() {
            if i > 0 {
                f.write_str("\n  ")?;
            }
            write!(f, "{problem}")?;
        }
        if self.0.len() > LINES_MAX {
            write!(f, "\n  and {} more", self.0.len() - LINES_MAX)?;
        }
        Ok(())
    }
}
