//! The next call, where it opens while a value of the call before it is open.

use crate::parse::chars::is_blank;
use crate::parse::dialect::XmlForm;
use crate::parse::machine::marks::{Match, compare};

/// A parameter's tag may be this long.
pub(crate) const PARAM_TAG_MAX: usize = 512;

/// A possible opening of the next call while a value is open. It is one if it is the head of a
/// known tool and the next tag of that call follows: a mention of a call in a value has no more
/// than the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Where it begins in the held text, and the tag or name that is being read.
    pub from: usize,
    pub at: usize,
    pub step: OpeningStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningStep {
    /// After the wrapper's tag.
    Wrapped,
    /// In the tag of the call.
    Tag,
    /// In the name.
    Name,
    /// After the head.
    Head,
    /// In the tag that follows it.
    Confirming,
}

/// Verdict on one more character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    Maybe(Opening),
    /// It is part of the value up to this place in the held text.
    Mention {
        again: usize,
    },
    Call,
}

impl Opening {
    /// Goes on after `c`, the last character of `held`. `known` says whether the rest of a head
    /// names a tool.
    pub fn next(self, held: &str, c: char, form: &XmlForm, known: impl Fn(&str) -> bool) -> Opened {
        let Self { from, at, step } = self;
        let (here, end) = (held.len() - c.len_utf8(), held.len());
        let texts = |texts: &'static [&'static str]| texts.iter().map(|text| (*text, ()));
        let next = match step {
            _ if end - from > PARAM_TAG_MAX => None,
            OpeningStep::Wrapped | OpeningStep::Head if is_blank(c) => Some((at, step)),
            OpeningStep::Wrapped if c == '<' => Some((here, OpeningStep::Tag)),
            OpeningStep::Head if c == '<' => Some((here, OpeningStep::Confirming)),
            OpeningStep::Wrapped | OpeningStep::Head => None,
            OpeningStep::Tag => match compare(&held[at..], texts(form.calls)) {
                Match::Partial => Some((at, step)),
                Match::Whole(()) => Some((end, OpeningStep::Name)),
                Match::None => None,
            },
            OpeningStep::Name if c == '>' && !has_open_quote(&held[at..here]) => {
                known(&held[at..here]).then_some((end, OpeningStep::Head))
            }
            OpeningStep::Name => (!matches!(c, '<' | '\n')).then_some((at, step)),
            OpeningStep::Confirming => {
                let tags = texts(form.params).chain(texts(form.call_closes));
                match compare(&held[at..], tags) {
                    Match::Partial => Some((at, step)),
                    Match::Whole(()) => return Opened::Call,
                    Match::None => None,
                }
            }
        };
        match (next, step) {
            (Some((at, step)), _) => Opened::Maybe(Self { from, at, step }),
            // Another tag may begin where this one did.
            (None, OpeningStep::Tag | OpeningStep::Confirming) => Opened::Mention { again: at },
            (None, _) => Opened::Mention { again: here },
        }
    }
}

/// Whether a quote in `tag` is still open, so that a `>` does not end it.
pub(crate) fn has_open_quote(tag: &str) -> bool {
    tag.starts_with('"') && !tag[1..].contains('"')
}
