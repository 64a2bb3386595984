//! Errors of compiling and rendering a template.

/// A failure in a template, with the line of its source where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) message: String,
    pub(crate) line: Option<usize>,
    /// The template itself refused through `raise_exception`.
    pub(crate) raised: bool,
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: None, raised: false }
    }

    pub(crate) fn raised(message: impl Into<String>) -> Self {
        Self { message: message.into(), line: None, raised: true }
    }

    /// The error at `line`, unless an inner place is already named.
    pub(crate) fn at(mut self, line: usize) -> Self {
        self.line.get_or_insert(line);
        self
    }
}

/// `Err` with a message.
pub(crate) fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::new(message))
}
