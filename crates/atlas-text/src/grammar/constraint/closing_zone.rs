//! The distance from the end of its budget at which an answer opens nothing new.

use crate::grammar::schema::cost::Cost;

/// Spare tokens beside the witness below which the answer only goes on inside texts, at least.
const ZONE_MIN: usize = 96;

/// More is never held back.
const ZONE_MAX: usize = 1024;

/// A word inside a plain text adds no more than this to what the answer needs: one character
/// more where the name of a property would be one that is taken.
const TEXT_GROWTH: usize = 2;

/// Zone at the end of the budget in which an answer turns to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClosingZone {
    /// With fewer spare tokens than this beside the witness, nothing new is opened.
    pub spare: usize,
    /// With fewer than this, no text goes on.
    pub text: usize,
    /// The form is a schema or calls, of which the costs are known.
    pub known: bool,
}

impl ClosingZone {
    /// For a form whose parts cost so much; `None`: that is not known.
    pub fn new(cost: Option<Cost>) -> Self {
        let Some(cost) = cost else {
            return Self { spare: ZONE_MIN, text: ZONE_MIN, known: false };
        };
        let spare = (cost.growth + NEAR).clamp(ZONE_MIN, ZONE_MAX);
        Self { spare, text: if cost.shaped { spare } else { TEXT_GROWTH }, known: true }
    }
}

/// After a search that found no witness the next one waits for so many tokens.
pub(crate) const NEAR: usize = 8;
