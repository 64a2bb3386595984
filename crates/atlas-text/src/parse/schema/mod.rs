//! The tools of a request and the types of their parameters.

pub(crate) mod param_type;
pub(crate) mod tool_set;
