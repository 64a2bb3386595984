//! The output of one call, before it becomes events.

use crate::parse::output::OutputNote;

/// The output of one call before it becomes events.
#[derive(Debug, Default)]
pub(crate) struct CallOut {
    pub index: usize,
    /// The tool, once the call has begun.
    pub tool: Option<usize>,
    /// Argument text that is certain and not delivered yet.
    pub json: String,
    /// Delivered when the call ends, so that they do not depend on how the answer is cut.
    pub notes: Vec<OutputNote>,
}

impl CallOut {
    pub fn begin(&mut self, tool: usize) {
        self.tool = Some(tool);
    }

    pub fn begun(&self) -> bool {
        self.tool.is_some()
    }

    pub fn note_missing_close(&mut self) {
        self.notes.push(OutputNote::MissingClose { index: self.index });
    }
}
