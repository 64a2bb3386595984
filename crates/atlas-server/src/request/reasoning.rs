//! Reasoning that a request asks for, in the variables of its chat template.

use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use serde_json::{Map, Value};

/// The known reasoning efforts.
pub const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Template variables that switch reasoning on and off, the usual one first.
const SWITCHES: [&str; 2] = ["enable_thinking", "thinking"];
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
    /// set: a switch and `reasoning_effort`, which is the switch of a template without another one:
    /// there it also says `none`, and `high` where no effort is asked for.
    pub fn template_variables(
        &self,
        model: &ServedModel,
        given: Option<Map<String, Value>>,
    ) -> Option<Map<String, Value>> {
        let effort = self.effort.as_deref();
        let thinks = self.enabled.or(effort.map(|effort| effort != "none"));
        let Some(thinks) = thinks else { return given };
        let mut variables = given.unwrap_or_default();
        let switch = SWITCHES.into_iter().find(|name| model.template_reads(name));
        let effort = match (switch, thinks) {
            (_, true) => effort.or(switch.is_none().then_some("high")),
            (None, false) => Some("none"),
            (Some(_), false) => None,
        };
        if let Some(name) = switch {
            variables.entry(name).or_insert(thinks.into());
        }
        if let Some(effort) = effort.filter(|_| model.template_reads(REASONING_EFFORT)) {
            variables.entry(REASONING_EFFORT).or_insert(effort.into());
        }
        Some(variables)
    }
}

/// Whether template variables, of which the first that decide count, switch the reasoning on.
pub fn is_on(variables: [Option<&Map<String, Value>>; 2]) -> bool {
    let decides = |given: &Map<String, Value>| {
        let switch = SWITCHES.iter().find_map(|name| given.get(*name)).map(|on| *on == true);
        let effort = given.get(REASONING_EFFORT).and_then(Value::as_str);
        switch.or(effort.map(|effort| effort != "none"))
    };
    variables.into_iter().flatten().find_map(decides).unwrap_or(false)
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
