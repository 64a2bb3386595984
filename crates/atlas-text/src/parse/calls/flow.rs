//! Results of the parsers of calls.

/// Verdict of a call parser on a character.
#[derive(Debug)]
pub(crate) enum Flow {
    /// Taken.
    More,
    /// The call is complete.
    End(Again),
    /// A call that had begun is broken.
    Cut(Again),
    /// It is not a call.
    Fail(Again),
}

/// Part of the input to read again, as text, after a call parser stopped.
#[derive(Debug)]
pub(crate) enum Again {
    /// Nothing: the character belongs to the call.
    Nothing,
    /// The character.
    This,
    /// These characters, of which the last is the current one.
    Tail(String),
}

/// State of an unfinished call at the end of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The arguments are complete; only markup is missing.
    Complete,
    Cut,
}
