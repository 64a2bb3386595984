//! Reasoning that a request asks for, in the variables of its chat template.

use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use serde_json::{Map, Value};

/// The known reasoning efforts.
pub const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Template variable that switches reasoning on and off.
const ENABLE_THINKING: &str = "enable_thinking";
/// Template variable for the effort.
const REASONING_EFFORT: &str = "reasoning_effort";

/// The reasoning that a request asks for; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasoning {
    /// One of [`EFFORTS`].
    pub effort: Option<String>,
    /// Whether the model is to reason, for dialects without efforts.
    pub enabled: Option<bool>,
}

/// Checks the effort in the field `param`.
///
/// # Errors
/// 400 for an unknown reasoning effort.
pub fn check_effort(param: &str, effort: Option<&str>) -> Result<(), ApiError> {
    match effort {
        Some(level) if !EFFORTS.contains(&level) => {
            let message = format!("`{param}` must be one of {}", EFFORTS.join(", "));
            Err(ApiError::param(param, message))
        }
        _ => Ok(()),
    }
}

impl Reasoning {
    /// Adds the variables that the template reads and that `given`, the request's own, does not
    /// set: `enable_thinking` and `reasoning_effort`. An effort of `none` sets the first alone.
    pub fn template_variables(
        &self,
        model: &ServedModel,
        given: Option<Map<String, Value>>,
    ) -> Option<Map<String, Value>> {
        let effort = self.effort.as_deref();
        let thinks = self.enabled.or(effort.map(|effort| effort != "none"));
        let Some(thinks) = thinks else { return given };
        let mut variables = given.unwrap_or_default();
        let effort = effort.filter(|_| thinks).map(Value::from);
        for (name, value) in [(ENABLE_THINKING, Some(thinks.into())), (REASONING_EFFORT, effort)] {
            if let Some(value) = value.filter(|_| model.template_reads(name)) {
                variables.entry(name).or_insert(value);
            }
        }
        Some(variables)
    }
}

/// Parses a budget of reasoning tokens in the field `param`; -1 is no limit, which also overrides
/// the profile's.
///
/// # Errors
/// 400 for any other negative number.
pub fn budget(param: &str, tokens: i64) -> Result<Option<u32>, ApiError> {
    if tokens < -1 {
        let message = format!("`{param}` must be a number of tokens, or -1 for no limit");
        return Err(ApiError::param(param, message));
    }
    Ok((tokens >= 0).then(|| u32::try_from(tokens).unwrap_or(u32::MAX)))
}
