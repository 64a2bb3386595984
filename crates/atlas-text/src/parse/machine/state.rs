//! The states of the output machine.

use crate::parse::calls::body::Body;
use crate::parse::calls::named_head::NamedHead;
use crate::parse::chars::is_newline;

/// State of the machine.
#[derive(Debug)]
pub(crate) enum MachineState {
    /// In text.
    Plain,
    /// In what may be a mark, from `from` in `raw`.
    Mark { from: usize },
    /// After the opening of a wrapper.
    Wrapper,
    /// After the opening of a code fence; `info`: in its first line.
    Fence { info: bool },
    /// After a separator that follows a call.
    Separator,
    /// In the head of a call.
    Named(Box<NamedHead>),
    /// In a call, or in JSON that may be one.
    Call(Body),
}

/// Treatment of the blanks at the start of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    Keep,
    DropNewlines,
    DropAll,
}

impl Lead {
    pub(crate) fn apply(self, blank: &str) -> &str {
        match self {
            Self::Keep => blank,
            Self::DropNewlines => blank.trim_start_matches(is_newline),
            Self::DropAll => "",
        }
    }
}

/// Block that encloses the current calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub wrapper: bool,
    pub list: bool,
    pub fenced: bool,
}
