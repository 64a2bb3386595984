//! Classes of characters between markup and text.

/// The blank characters between markup and text.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// The characters that a mark of the frame drops beside it.
pub(crate) fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r')
}
