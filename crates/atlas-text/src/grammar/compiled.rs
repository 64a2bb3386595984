//! A compiled form, from which the constraint of each answer is made.

use crate::grammar::constraint::compiled_form::{CompiledForm, FormStart};
use crate::grammar::constraint::form_constraint::FormConstraint;
use crate::grammar::constraint::token_budget::{BudgetConstraint, ForbiddenTokens};
use crate::grammar::constraint::witness::Witness;
use crate::grammar::constraint::witness_search::shortest;
use crate::grammar::error::{GrammarError, OpenKeyword};
use atlas_core::Constraint;
use std::sync::Arc;

/// A compiled form. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub(crate) form: Arc<CompiledForm>,
    pub(crate) dropped: Arc<Vec<OpenKeyword>>,
}

impl Grammar {
    /// A constraint at the start of an answer.
    pub fn constraint(&self) -> Box<dyn Constraint> {
        Box::new(FormConstraint::new(self.form.clone()))
    }

    /// As [`Self::constraint`], for an answer of at most `budget` tokens, the one that ends it
    /// included: a token behind which no ending fits is not taken, and noted in `forbidden`.
    /// Reasoning and free text are not shortened.
    ///
    /// # Errors
    /// [`GrammarError::Budget`] if the form is known to need more.
    pub fn constraint_within(
        &self,
        budget: usize,
        forbidden: &ForbiddenTokens,
    ) -> Result<Box<dyn Constraint>, GrammarError> {
        Ok(Box::new(self.budgeted(budget, forbidden)?))
    }

    pub(crate) fn budgeted(
        &self,
        budget: usize,
        forbidden: &ForbiddenTokens,
    ) -> Result<BudgetConstraint, GrammarError> {
        match self.needs() {
            Some(min_tokens) if min_tokens > budget => {
                Err(GrammarError::Budget { budget, min_tokens })
            }
            _ => Ok(self.at_start(budget, forbidden.clone())),
        }
    }

    fn at_start(&self, budget: usize, forbidden: ForbiddenTokens) -> BudgetConstraint {
        BudgetConstraint::new(FormConstraint::new(self.form.clone()), budget, forbidden)
    }

    /// Tokens that a form which must come is known to need, the one that ends the answer included;
    /// 1 if no completion is known. `None`: it need not come.
    pub(crate) fn needs(&self) -> Option<usize> {
        if !self.must_come() {
            return None;
        }
        Some(shortest(&self.form).map_or(0, Witness::len) + 1)
    }

    /// Whether answers of this form are certain to be whole within any budget that is accepted. Not
    /// if no completion was found within the bounds of the search.
    pub fn is_promised(&self) -> bool {
        !self.must_come() || shortest(&self.form).is_some()
    }

    /// Whether the form begins by itself, and not only where the model begins a call.
    pub fn must_come(&self) -> bool {
        matches!(self.form.begin, FormStart::Now)
    }

    /// For tests: [`Self::constraint_within`] with a defect, the growth of what an answer needs by
    /// a token is ignored.
    #[doc(hidden)]
    pub fn constraint_ignoring_growth(&self, budget: usize) -> Box<dyn Constraint> {
        Box::new(self.at_start(budget, ForbiddenTokens::default()).ignore_growth())
    }

    /// For tests: [`Self::constraint_within`], but witnesses of more than `cap` tokens are not
    /// found.
    #[doc(hidden)]
    pub fn constraint_with_cap(&self, budget: usize, cap: usize) -> Box<dyn Constraint> {
        Box::new(self.at_start(budget, ForbiddenTokens::default()).with_cap(cap))
    }

    /// For measurements: tokens of the witness at the start, if one was found.
    #[doc(hidden)]
    pub fn witness(&self) -> Option<usize> {
        shortest(&self.form).filter(|_| self.must_come()).map(Witness::len)
    }

    /// With the keywords that the schemas of a request have and the grammar has not.
    pub(crate) fn with_dropped(self, mut dropped: Vec<OpenKeyword>) -> Self {
        dropped.extend(self.dropped.iter().cloned());
        Self { dropped: Arc::new(dropped), ..self }
    }

    /// Keywords of tool schemas that are not enforced.
    pub fn dropped(&self) -> &[OpenKeyword] {
        &self.dropped
    }
}
