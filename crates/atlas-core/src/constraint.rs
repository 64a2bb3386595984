//! Constraints: the tokens that may come next in an answer whose form is prescribed.

use crate::ids::TokenId;
use std::fmt::Debug;
use thiserror::Error;

/// Tokens that a constraint allows next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Any token; the mask was not written.
    Any,
    /// The tokens whose bits were set.
    Masked,
    /// Any token may be picked; one whose bit was not set then becomes this one. It lets a word in
    /// progress end as the model would end it before something else is forced.
    Instead(TokenId),
}

/// Result of applying a constraint to a picked token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// This token is taken: the picked one, or another in its place.
    Token(TokenId),
    /// The answer ends here instead.
    End,
}

/// Why a constraint cannot go on.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConstraintError {
    /// The token does not fit; the constraint stands where it stood.
    #[error("token {token} does not fit: {reason}")]
    Rejected { token: TokenId, reason: String },
    /// More tokens were to be taken back than were accepted, or than are remembered.
    #[error("{wanted} tokens cannot be taken back, {kept} are kept")]
    Rollback { wanted: usize, kept: usize },
    /// A bound on the work of following the form was reached.
    #[error("{0}")]
    Limit(String),
    /// The constraint cannot say what is allowed: a defect.
    #[error("{0}")]
    Failed(String),
}

/// The prescribed form of one answer and how far it has come. A function of the accepted tokens
/// alone, so it can stand at any position: [`Self::accept`] and [`Self::rollback`] move it, one
/// token at a time, and [`Self::fork`] makes a second one for a branch.
///
/// A constraint does not see stop tokens: it tells when the answer [may end](Self::may_stop) and
/// whether anything [else can follow](Self::is_complete).
pub trait Constraint: Send + Debug {
    /// Sets the bits of the tokens that may come next and clears all others (bit `t % 32` of word
    /// `t / 32`; tokens past the end of `mask` are left out). With [`Allowed::Any`] the words may
    /// hold anything. Must not allocate in the steady state where that can be avoided.
    ///
    /// # Errors
    /// [`ConstraintError::Limit`], [`ConstraintError::Failed`].
    fn mask_into(&mut self, mask: &mut [u32]) -> Result<Allowed, ConstraintError>;

    /// Returns the token that is taken for `token`, which was picked among those allowed here. A
    /// constraint that a mask cannot express takes another instead.
    fn settle(&self, token: TokenId) -> Settled {
        Settled::Token(token)
    }

    /// Goes past `token`.
    ///
    /// # Errors
    /// [`ConstraintError::Rejected`] if the token was not allowed.
    fn accept(&mut self, token: TokenId) -> Result<(), ConstraintError>;

    /// Takes back the last `tokens` accepted tokens. At least [`ROLLBACK_TOKENS`] are remembered.
    ///
    /// # Errors
    /// [`ConstraintError::Rollback`]; the constraint stands where it stood.
    fn rollback(&mut self, tokens: usize) -> Result<(), ConstraintError>;

    /// Whether the answer may end here.
    fn may_stop(&mut self) -> bool;

    /// Whether the answer may end here and no token can follow.
    fn is_complete(&mut self) -> bool;

    /// A second constraint that stands at the same point and moves on its own.
    fn fork(&self) -> Box<dyn Constraint>;
}

/// Number of tokens that every constraint can take back.
pub const ROLLBACK_TOKENS: usize = 64;

impl Clone for Box<dyn Constraint> {
    fn clone(&self) -> Self {
        self.fork()
    }
}
