//! The verdict on a call's head.

use crate::parse::calls::body::Body;

/// Verdict of the head on a character.
#[derive(Debug)]
pub(crate) enum Head {
    More,
    /// The name is known and the call continues with this body; `feed`: from this character on.
    Body {
        body: Body,
        feed: bool,
    },
    /// No call; the last `again` bytes, which end with the character, are to be read again.
    Fail {
        again: usize,
    },
}
